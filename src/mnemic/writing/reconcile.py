"""New statements meet what is known: same, better said, newer, contrary, exception or new (W8, W9)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from mnemic.domain.changes import Action, Candidate, Change, Link, Relation
from mnemic.domain.record import TRUST, Kind, Memory, Origin, Sensitivity, Source, Status, Tier, Turn
from mnemic.domain.validity import current, never
from mnemic.language import segment
from mnemic.language.denied import denied
from mnemic.writing.compare import Verdict, compare
from mnemic.writing.known import Known, is_statement

RETRACT_SHARE_MIN = 0.5  # share of a retraction's content words, weighted by rarity, that what it drops must hold
PLAN_SHARE_MIN = 0.4  # the same for the plan that is cancelled or moved
NAME_CHARACTERS_MIN = 2  # of a word that can name a plan
REPEAT_SHARE_MIN = 0.6  # the same for any other statement a correction replaces
DENIED_SHARE_MIN = 0.6  # share of a denied value's words that the statement it corrects must hold

ECHO_CHARACTERS_MAX = 120  # of an assistant's turn that may be nothing but an acknowledgement


def reconcile(candidate: Candidate, known: Known) -> None:
    """Decide what one statement does to what is known, and write the decision into `known`."""
    turn = known.turns[candidate.sources[0]]
    if candidate.retracts:
        retract(candidate, known)
        return
    new = born(candidate, turn, known)
    if candidate.once:
        _except(new, candidate, known)
        return
    verdicts = [(rival, *compare(candidate, rival)) for rival in known.rivals(candidate, turn.agent)]
    same = [(rival, why) for rival, verdict, why in verdicts if verdict is Verdict.SAME]
    beaten = [(rival, why) for rival, verdict, why in verdicts if verdict in (Verdict.NEWER, Verdict.CONTRARY)]
    if same:
        _reinforce(same[-1][0], new, same[-1][1], known)
    elif beaten:
        _replace(new, beaten, known)
    elif candidate.correction and (wrong := _corrected(candidate, turn, known)):
        _replace(new, [(wrong, "the user corrected it")], known)
    else:
        known.put(Change(action=Action.ADD, memory=new, reason="new"))


def born(candidate: Candidate, turn: Turn, known: Known) -> Memory:
    """A candidate as a memory nobody has met yet."""
    return Memory(
        id=known.new_id(),
        tenant=known.tenant,
        user=known.user,
        agent=turn.agent,
        task=turn.task,
        session=turn.session,
        kind=candidate.kind,
        tier=candidate.tier or Tier.LONG_TERM,
        text=candidate.text,
        language=candidate.language,
        slot=candidate.slot,
        entities=candidate.entities,
        confidence=candidate.confidence,
        importance=candidate.importance,
        control_relevance=candidate.control_relevance,
        relevance_reasons=candidate.relevance_reasons,
        sensitivity=Sensitivity.PERSONAL if turn.redacted else Sensitivity.NORMAL,
        origin=candidate.origin,
        trust=TRUST[candidate.origin],
        speaker=turn.speaker,
        said_at=candidate.said_at,
        valid_from=candidate.valid_from or candidate.said_at,
        valid_to=candidate.valid_to,
        recorded_at=known.now,
        updated_at=known.now,
        sources=candidate.sources,
        position=turn.position,
        quote=candidate.quote,
        metadata=turn.metadata,
    )


def _except(new: Memory, candidate: Candidate, known: Known) -> None:
    """An exception for once lives in its session and leaves the standing statement alone."""
    known.put(
        Change(action=Action.ADD, memory=replace(new, tier=Tier.SESSION), reason="an exception, for this session")
    )
    for rival in known.rivals(candidate, new.agent):
        if rival.id != new.id and compare(candidate, rival)[0] in (Verdict.NEWER, Verdict.CONTRARY):
            known.links.append(
                Link(source=new.id, target=rival.id, relation=Relation.EXCEPTION_TO, reason="for once", at=known.now)
            )


def _reinforce(old: Memory, new: Memory, why: str, known: Known) -> None:
    """The same again counts; the longer wording wins where it says more."""
    sources = tuple(dict.fromkeys((*old.sources, *new.sources)))
    if sources == old.sources:
        return
    counted = replace(
        old,
        sources=sources,
        mention_count=old.mention_count + 1,
        confidence=max(old.confidence, new.confidence),
        updated_at=known.now,
        version=old.version + 1,
    )
    if says_more(new, old):
        counted = replace(counted, text=new.text, quote=new.quote, entities=new.entities, slot=new.slot or old.slot)
        known.put(Change(action=Action.REVISE, memory=counted, before=old, reason=f"better said: {why}"))
    else:
        known.put(Change(action=Action.REINFORCE, memory=counted, before=old, reason=why))
    _bury(old.id, known)


def says_more(new: Memory, old: Memory) -> bool:
    """Whether a rewording holds every content word of the old one and more. Permanent memory is never reworded."""
    if old.tier is Tier.PERMANENT or new.said_at < old.said_at:
        return False
    return set(segment.terms(old.text)) < set(segment.terms(new.text))


def _bury(id: str, known: Known) -> None:
    """What a statement replaced goes from dormant to archived once it is said again (W9)."""
    for old in known.all():
        if old.superseded_by == id and old.status is Status.DORMANT and is_statement(old):
            archived = replace(old, status=Status.ARCHIVED, updated_at=known.now, version=old.version + 1)
            known.put(Change(action=Action.ARCHIVE, memory=archived, before=old, reason="its successor was confirmed"))


def _replace(new: Memory, beaten: list[tuple[Memory, str]], known: Known) -> None:
    """The statement said later stands (W9); permanent memory yields to nobody but the user's confirmation."""
    guarded = [(rival, why) for rival, why in beaten if rival.tier is Tier.PERMANENT]
    newest = max(rival.said_at for rival, _ in beaten)
    if guarded:
        known.put(
            Change(
                action=Action.ADD,
                memory=replace(new, tier=Tier.PROPOSED),
                reason=f"contradicts permanent memory ({guarded[0][1]}): confirm it to replace that",
            )
        )
        known.links += [_link(new.id, rival.id, Relation.CONTRADICTS, why, known) for rival, why in guarded]
    elif new.said_at < newest:
        later = next(rival for rival, _ in beaten if rival.said_at == newest)
        known.put(
            Change(
                action=Action.ADD,
                memory=closed(new, later, known.now),
                reason="said before what is known: kept as the past",
            )
        )
        known.links.append(_link(later.id, new.id, Relation.SUPERSEDES, beaten[0][1], known))
    else:
        olds = tuple(closed(rival, new, known.now) for rival, _ in beaten)
        known.put(Change(action=Action.SUPERSEDE, memory=new, replaces=olds, reason=beaten[0][1]))
        known.links += [_link(new.id, rival.id, Relation.SUPERSEDES, why, known) for rival, why in beaten]
        _quiet_episodes(known)


def closed(old: Memory, successor: Memory, now: datetime) -> Memory:
    """A statement that has been succeeded: true until its successor was, known until now."""
    until = successor.valid_from or successor.said_at
    return replace(
        old,
        status=Status.DORMANT,
        valid_to=until if old.valid_from is None or until > old.valid_from else old.valid_from,
        superseded_at=now,
        superseded_by=successor.id,
        updated_at=now,
        version=old.version + 1,
    )


def _link(source: str, target: str, relation: Relation, reason: str, known: Known) -> Link:
    return Link(source=source, target=target, relation=relation, reason=reason, at=known.now)


def _quiet_episodes(known: Known) -> None:
    """A turn all of whose statements have been replaced no longer answers questions about now, nor does the assistant's
    acknowledgement of it."""
    statements: dict[Source, list[Memory]] = {}
    for memory in known.all():
        if is_statement(memory):
            for source in memory.sources:
                statements.setdefault(source, []).append(memory)
    episodes = sorted((m for m in known.all() if m.kind is Kind.EPISODE), key=lambda m: m.position)
    for episode, following in zip_longest(episodes, episodes[1:]):
        said = statements.get(episode.sources[0], [])
        if not current(episode) or not said or any(current(memory) for memory in said):
            continue
        _quiet(episode, said[-1], known)
        if following is not None and current(following) and _echoes(following, episode):
            _quiet(following, said[-1], known)


def _quiet(episode: Memory, statement: Memory, known: Known) -> None:
    """A turn ends when what it stated ended, so that it still answers questions about the time before."""
    until = max(statement.valid_to or known.now, episode.said_at)
    quiet = replace(closed(episode, statement, known.now), superseded_by=statement.superseded_by, valid_to=until)
    known.put(Change(action=Action.ARCHIVE, memory=quiet, before=episode, reason="what it said was replaced"))


def _echoes(answer: Memory, turn: Memory) -> bool:
    """Whether the assistant's next turn only says again what the user said: short, and in words of the turn."""
    return (
        answer.origin is Origin.ASSISTANT
        and answer.session == turn.session
        and len(answer.text) <= ECHO_CHARACTERS_MAX
        and bool(set(segment.words(answer.text)) & set(segment.words(turn.text)))
    )


def retract(candidate: Candidate, known: Known) -> None:
    """Take back what a message asks to drop: the memory that holds most of its words, with the turns behind it, and
    the request itself, which names it again."""
    standing = [memory for memory in known.standing() if memory.tier is not Tier.PERMANENT]
    what = (candidate.slot and candidate.slot.value) or candidate.text
    sought = replace(candidate, text=what)
    found = _best_match(sought, [memory for memory in standing if is_statement(memory)], RETRACT_SHARE_MIN)
    found = found or _best_match(sought, standing, RETRACT_SHARE_MIN)
    if found is None:
        return
    doomed = {*found.sources, *candidate.sources}
    for old in standing:
        if old.id == found.id or set(old.sources) & doomed:
            gone = never(old, known.now)
            known.put(Change(action=Action.RETRACT, memory=gone, before=old, reason="the user took it back"))


def _corrected(candidate: Candidate, turn: Turn, known: Known) -> Memory | None:
    """What a correction without a matching slot is about. In this order: an earlier statement that holds what it
    denies, a plan it cancels or moves, one it repeats but for a word or two. If none is near enough, nothing:
    retiring a true fact is worse than keeping a stale one."""
    pool = [
        memory
        for memory in known.standing()
        if is_statement(memory)
        and memory.agent == turn.agent
        and memory.tier is not Tier.PERMANENT
        and memory.said_at <= candidate.said_at
    ]
    wrong = [set(segment.words(value)) for value in denied(candidate.quote)]
    holding = [memory for memory in pool if any(_mostly_in(words, memory) for words in wrong)]
    plans = [memory for memory in pool if candidate.kind is Kind.PLAN is memory.kind]
    return (
        _best_match(candidate, holding, 0.0)
        or _best_match(candidate, plans, PLAN_SHARE_MIN)
        or _only_one_named(candidate, plans)
        or _best_match(candidate, pool, REPEAT_SHARE_MIN)
    )


def _only_one_named(candidate: Candidate, plans: list[Memory]) -> Memory | None:
    """The one plan that shares a name with what is said of it: "that thing with legal has moved"."""
    named = candidate.slot.attribute.partition(":")[2] if candidate.slot else ""
    words = segment.words(named or candidate.text)
    names = {word for word in words if len(word) >= NAME_CHARACTERS_MIN and not word[0].isdigit()}
    sharing = [memory for memory in plans if names & set(segment.words(memory.text))]
    return sharing[0] if len(sharing) == 1 else None


def _mostly_in(words: set[str], memory: Memory) -> bool:
    held = words & set(segment.words(memory.text))
    return bool(words) and len(held) >= DENIED_SHARE_MIN * len(words)


def _best_match(candidate: Candidate, pool: list[Memory], share_min: float) -> Memory | None:
    """The memory that holds the largest share of the candidate's words, if at least `share_min`; of equals the newest.

    A word counts 1/(memories of the pool that hold it), so that what names one thing weighs more than what names many;
    a word that none holds counts in full against them all.
    """
    others = [memory for memory in pool if not set(candidate.sources) & set(memory.sources)]
    held = {memory.id: set(segment.words(memory.text)) for memory in others}
    spread = {word: sum(word in words for words in held.values()) for word in segment.words(candidate.text)}
    weight = {word: 1 / max(count, 1) for word, count in spread.items()}
    total = sum(weight.values())
    shares = {memory.id: sum(weight[word] for word in weight if word in held[memory.id]) for memory in others}
    best = max(others, key=lambda memory: (shares[memory.id], memory.said_at, memory.id), default=None)
    return best if best is not None and total and shares[best.id] >= share_min * total else None
