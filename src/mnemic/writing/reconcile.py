"""New statements meet what is known: same, better said, newer, contrary, exception or new (W8, W9)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mnemic.domain.changes import Action, Candidate, Change, Dropped, Link, Relation
from mnemic.domain.decay_mark import reactivated_memory
from mnemic.domain.record import TRUST, Kind, Memory, Sensitivity, Status, Tier, Turn
from mnemic.domain.validity import as_retracted, is_current
from mnemic.language import segment
from mnemic.language.change_cues import states_change_outright
from mnemic.rooms.files.turns import with_files_of
from mnemic.rooms.habits.record import is_habit, repeats_habit, statement_text
from mnemic.rooms.skill.record import with_uses_carried
from mnemic.safety.access.policy import stands_as_order
from mnemic.writing.compare import Comparison, compare, names_value_of
from mnemic.writing.consensus import disagreements_with, quarantine_change
from mnemic.writing.displaced import denied_values
from mnemic.writing.episodes import as_succeeded, hush_musings, quiet_episodes
from mnemic.writing.known_memories import (
    KnownMemories,
    has_same_reach,
    is_statement,
    proposal_that_holds,
    retract_named,
)
from mnemic.writing.skills import amend_known_skill
from mnemic.writing.succession import (
    ENDS_SURELY_MIN,
    ComparedStatement,
    end_probabilities,
    fitted_for,
    habits_ended_by,
    idle_words,
    least_probability,
)

RETRACT_SHARE_MIN = 0.5  # share of a retraction's content words, weighted by rarity, that what it drops must hold
PLAN_SHARE_MIN = 0.4  # the same for the plan that is cancelled or moved
REPEAT_SHARE_MIN = 0.6  # the same for any other statement a correction replaces
DENIED_SHARE_MIN = 0.6  # share of a denied value's words that the statement it corrects must hold
NAME_CHARACTERS_MIN = 2  # of a word that can name a plan

# Of what a message asks to forget with what is forgotten, where they share no words.
RETRACT_COSINE_MIN = 0.12
RETRACT_ALONE_MIN = 0.3  # where nothing else is known
RETRACT_MARGIN_MIN = 0.1  # by which it must be nearer than anything else

LASTING = (Kind.EVENT, Kind.SKILL)  # kinds that no later statement of another wording ends
SCOPED = ("constraint:", "value:")  # attributes that name what they hold for: two budgets stand side by side

Beaten = list[tuple[Memory, str]]
"""Known statements that give way, each with the reason in words."""


def reconcile(candidate: Candidate, known: KnownMemories) -> None:
    """Decide what one statement does to what is known, and write the decision into `known`."""
    turn = known.turns[candidate.sources[0]]
    if candidate.retracts:
        if candidate.replaces:
            retract_named(candidate, turn.agent, known)
        else:
            retract(candidate, known)
        return
    if candidate.amends is not None:
        amend_known_skill(candidate, known)
        return
    if _said_before(candidate, known):
        return
    new = memory_of_candidate(candidate, turn, known)
    if against := disagreements_with(candidate, turn.agent, known):
        _hold(new, against, known)
        return
    if candidate.once:
        _except(new, candidate, known)
        return
    told = proposal_that_holds(candidate, turn.agent, known)
    named = {memory.id for memory, _ in (*told.same, *told.beaten)}
    rivals = [rival for rival in known.rivals(candidate, turn.agent) if rival.id not in named]
    verdicts = [(rival, *compare(candidate, rival, known.closeness(candidate, rival))) for rival in rivals]
    same = [(rival, why) for rival, verdict, why in verdicts if verdict is Comparison.SAME] + told.same
    beaten = [(rival, why) for rival, verdict, why in verdicts if verdict in (Comparison.NEWER, Comparison.CONTRARY)]
    beaten += told.beaten
    beaten += habits_ended_by(candidate, [rival for rival, verdict, _ in verdicts if verdict is Comparison.DIFFERENT])
    if not same and not beaten:
        left = [rival for rival, verdict, _ in verdicts if verdict is Comparison.DIFFERENT]
        beaten = _ended(candidate, left, known) or _outlived(candidate, left, known)
    if same and is_habit(same[-1][0]) and not repeats_habit(candidate.quote, same[-1][0]):
        _replace(new, [*same[-1:], *beaten], known)
    elif same:
        _reinforce(same[-1][0], new, same[-1][1], known)
        _outworn(same[-1][0].id, new, beaten, known)
        if candidate.correction:
            hush_musings(candidate, same[-1][0], known)
    elif beaten:
        _replace(new, beaten, known)
    elif candidate.correction and (wrong := _corrected(candidate, turn, known)):
        _replace(new, [(wrong, "the user corrected it")], known)
    else:
        known.put(Change(action=Action.ADD, memory=new, reason="new"))


def _hold(new: Memory, against: Beaten, known: KnownMemories) -> None:
    """What disagrees with the user's word, and is not the user's, is held and replaces nothing (S4)."""
    known.put(quarantine_change(new, against))
    known.links += [_link(new.id, rival.id, Relation.CONTRADICTS, why, known) for rival, why in against]


def _said_before(candidate: Candidate, known: KnownMemories) -> bool:
    """Whether something read from several messages takes in one that stated something by itself."""
    earlier = set(candidate.sources[1:])
    return bool(earlier) and candidate.kind is not Kind.SKILL and any(map(is_statement, known.of_turns(earlier)))


def _ended(candidate: Candidate, rivals: list[Memory], known: KnownMemories) -> Beaten:
    """Known statements of another wording or slot that a candidate ends, by how it is meant and what both speak of."""
    newer = _told(candidate.text, candidate, known)
    earlier = [
        rival
        for rival in rivals
        if rival.said_at <= candidate.said_at and rival.kind not in LASTING and _of_one(candidate, rival)
        if states_change_outright(candidate.text)
        or rival.slot is None
        or rival.slot.single  # one like ends no other by itself
    ]
    olders = [(rival, told) for rival in earlier if (told := _told(statement_text(rival), candidate, known, rival))]
    if candidate.judgement is None or newer is None or not olders:
        return []
    probabilities = end_probabilities(newer, candidate.judgement, [told for _, told in olders], known.signals)
    return _sure(
        [
            (old, probability)
            for (old, told), probability in zip(olders, probabilities, strict=True)
            if probability >= least_probability(newer, told) and not names_value_of(candidate.text, old)
        ]
    )


def _outlived(candidate: Candidate, rivals: list[Memory], known: KnownMemories) -> Beaten:
    """The known statement, said later, that ended what a candidate says before the candidate came in."""
    older = _told(candidate.text, candidate, known)
    if known.judge is None or older is None or candidate.kind in LASTING:
        return []
    for rival in sorted(rivals, key=lambda memory: memory.said_at):
        if rival.said_at <= candidate.said_at or not _of_one(candidate, rival):
            continue
        newer = _told(statement_text(rival), candidate, known, rival)
        if newer is None or names_value_of(rival.text, candidate):
            continue
        if end_probabilities(newer, known.judge.judge([rival.quote])[0], [older], known.signals)[
            0
        ] >= least_probability(newer, older):
            return [(rival, "what was said later ends it")]
    return []


def _told(
    text: str, candidate: Candidate, known: KnownMemories, rival: Memory | None = None
) -> ComparedStatement | None:
    """A statement with its vector, if it has one that the weights are fitted for."""
    vector = known.vectors.get(text) if rival is None else known.vector_of(rival)
    if vector is None or not fitted_for(known.signals):
        return None
    speaker = known.turns[candidate.sources[0]].speaker or ""
    return ComparedStatement(text=text, vector=vector, names=frozenset(segment.words(f"{speaker} {known.user}")))


def _sure(found: list[tuple[Memory, float]]) -> Beaten:
    """The surest of what may have ended; besides it only what was said in the same turn, or is nearly as sure."""
    if not found:
        return []
    first, _ = max(found, key=lambda one: one[1])
    return [
        (rival, f"what is said now ends it (probability {probability:.2f})")
        for rival, probability in found
        if probability >= ENDS_SURELY_MIN or rival is first or set(rival.sources) & set(first.sources)
    ]


def _of_one(candidate: Candidate, rival: Memory) -> bool:
    """Whether a candidate and a known statement may be about one matter: they were not said together, and speak of
    nobody else."""
    if set(candidate.sources) & set(rival.sources):
        return False
    if candidate.slot is None or rival.slot is None:
        return True
    scopes = {slot.attribute for slot in (candidate.slot, rival.slot) if slot.attribute.startswith(SCOPED)}
    return candidate.slot.subject == rival.slot.subject and len(scopes) < 2


def memory_of_candidate(candidate: Candidate, turn: Turn, known: KnownMemories) -> Memory:
    """A candidate as a memory nobody has met yet."""
    return Memory(
        id=known.new_id(),
        tenant=known.tenant,
        user=known.user,
        agent=turn.agent,
        task=candidate.task or turn.task,
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
        trust=min(TRUST[candidate.origin], candidate.trust),
        speaker=turn.speaker,
        said_at=candidate.said_at,
        valid_from=candidate.valid_from or candidate.said_at,
        valid_to=candidate.valid_to,
        recorded_at=known.now,
        updated_at=known.now,
        sources=candidate.sources,
        position=turn.position,
        quote=candidate.quote,
        metadata={**turn.metadata, **candidate.metadata} if candidate.metadata else turn.metadata,
    )


def _except(new: Memory, candidate: Candidate, known: KnownMemories) -> None:
    """An exception for once lives in its session and leaves the standing statement alone."""
    known.put(
        Change(action=Action.ADD, memory=replace(new, tier=Tier.SESSION), reason="an exception, for this session")
    )
    for rival in known.rivals(candidate, new.agent):
        if rival.id != new.id and compare(candidate, rival)[0] in (Comparison.NEWER, Comparison.CONTRARY):
            known.links.append(
                Link(source=new.id, target=rival.id, relation=Relation.EXCEPTION_TO, reason="for once", at=known.now)
            )


def _reinforce(old: Memory, new: Memory, why: str, known: KnownMemories) -> None:
    """The same again counts; the longer wording wins where it says more. What was out of use is in use again (U5)."""
    sources = tuple(dict.fromkeys((*old.sources, *new.sources)))
    if sources == old.sources:
        return
    if old.tier is Tier.PERMANENT:
        reason = f"permanent memory says so already ({old.id})"
        known.dropped.append(Dropped(text=new.text, reason=reason, source=new.sources[0]))
        return
    back = reactivated_memory(old)
    counted = replace(
        back,
        sources=sources,
        mention_count=old.mention_count + 1,
        confidence=max(old.confidence, new.confidence),
        metadata=with_files_of(back.metadata, new.metadata),
        updated_at=known.now,
        version=old.version + 1,
    )
    if holds_more_words(new, old):
        counted = replace(counted, text=new.text, quote=new.quote, entities=new.entities, slot=new.slot or old.slot)
        counted = replace(counted, trust=min(old.trust, new.trust))
        known.put(Change(action=Action.REVISE, memory=counted, before=old, reason=f"better said: {why}"))
    else:
        known.put(Change(action=Action.REINFORCE, memory=counted, before=old, reason=why))
    _bury(old.id, known)


def _outworn(id: str, again: Memory, beaten: Beaten, known: KnownMemories) -> None:
    """What is said again ends what contradicts it and was said before: one wording of an old value does not outlive
    the others."""
    stands = replace(known.get(id), valid_from=again.valid_from, said_at=again.said_at)
    for rival, why in beaten:
        if rival.tier is Tier.PERMANENT or rival.said_at > again.said_at or not is_current(known.get(rival.id)):
            continue
        gone = as_succeeded(rival, stands, known.now)
        known.put(Change(action=Action.ARCHIVE, memory=gone, before=rival, reason=f"said again: {why}"))
        known.links.append(_link(id, rival.id, Relation.SUPERSEDES, why, known))
    quiet_episodes(known)


def holds_more_words(new: Memory, old: Memory) -> bool:
    """Whether a rewording holds every content word of the old one and more. Permanent memory is never reworded."""
    if old.tier is Tier.PERMANENT or new.said_at < old.said_at:
        return False
    if stands_as_order(old) and not stands_as_order(new):
        return False  # nobody else's words stand where the user's are trusted
    return set(segment.terms(old.text)) < set(segment.terms(new.text))


def _bury(id: str, known: KnownMemories) -> None:
    """What a statement replaced goes from dormant to archived once it is said again (W9)."""
    for old in known.replaced_by(id):
        if old.status is Status.DORMANT and is_statement(old):
            archived = replace(old, status=Status.ARCHIVED, updated_at=known.now, version=old.version + 1)
            known.put(Change(action=Action.ARCHIVE, memory=archived, before=old, reason="its successor was confirmed"))


def _replace(new: Memory, beaten: list[tuple[Memory, str]], known: KnownMemories) -> None:
    """The statement said later stands (W9); permanent memory yields to nobody but the user's confirmation."""
    new = with_uses_carried(new, [rival for rival, _ in beaten])
    guarded = [(rival, why) for rival, why in beaten if rival.tier is Tier.PERMANENT and rival.said_at <= new.said_at]
    newest = max(rival.said_at for rival, _ in beaten)
    if guarded:
        others = [(rival, why) for rival, why in beaten if rival.tier is not Tier.PERMANENT]
        others = [(rival, why) for rival, why in others if rival.said_at <= new.said_at]
        known.put(
            Change(
                action=Action.SUPERSEDE if others else Action.ADD,
                memory=replace(new, tier=Tier.PROPOSED),
                replaces=tuple(as_succeeded(rival, new, known.now) for rival, _ in others),
                reason=f"contradicts permanent memory ({guarded[0][1]}): confirm it to replace that",
            )
        )
        known.links += [_link(new.id, rival.id, Relation.CONTRADICTS, why, known) for rival, why in guarded]
        known.links += [_link(new.id, rival.id, Relation.SUPERSEDES, why, known) for rival, why in others]
        quiet_episodes(known)
    elif new.said_at < newest:
        later = next(rival for rival, _ in beaten if rival.said_at == newest)
        known.put(
            Change(
                action=Action.ADD,
                memory=as_succeeded(new, later, known.now),
                reason="said before what is known: kept as the past",
            )
        )
        known.links.append(_link(later.id, new.id, Relation.SUPERSEDES, beaten[0][1], known))
        quiet_episodes(known)
    else:
        olds = tuple(as_succeeded(rival, new, known.now) for rival, _ in beaten)
        known.put(Change(action=Action.SUPERSEDE, memory=new, replaces=olds, reason=beaten[0][1]))
        known.links += [_link(new.id, rival.id, Relation.SUPERSEDES, why, known) for rival, why in beaten]
        quiet_episodes(known)


def _link(source: str, target: str, relation: Relation, reason: str, known: KnownMemories) -> Link:
    return Link(source=source, target=target, relation=relation, reason=reason, at=known.now)


def retract(candidate: Candidate, known: KnownMemories) -> None:
    """Take back what a message asks to drop: the memory that holds most of its words, with the turns behind it, and
    the request itself, which names it again."""
    standing = [memory for memory in known.standing() if memory.tier is not Tier.PERMANENT]
    what = (candidate.slot and candidate.slot.value) or candidate.text
    sought = replace(candidate, text=what)
    found = _best_match(sought, [memory for memory in standing if is_statement(memory)], RETRACT_SHARE_MIN)
    found = found or _best_match(sought, standing, RETRACT_SHARE_MIN) or _nearest(candidate, standing, known)
    if found is None:
        reason = "asks to forget something that is not known"
        known.dropped.append(Dropped(text=candidate.text, reason=reason, source=candidate.sources[0]))
        return
    doomed = {*found.sources, *candidate.sources}
    for old in standing:
        if old.id == found.id or set(old.sources) & doomed:
            gone = as_retracted(old, known.now)
            known.put(Change(action=Action.RETRACT, memory=gone, before=old, reason="the user took it back"))


def _nearest(candidate: Candidate, standing: list[Memory], known: KnownMemories) -> Memory | None:
    """The statement nearest by vector to what a message names, if it is near, and nearer than any other: "forget the
    medication thing" after "the doctor put me on sertraline"."""
    sought = known.vectors.get(candidate.text)
    if sought is None or not fitted_for(known.signals):
        return None
    across = slice(known.signals[-1].start, known.signals[-1].stop)
    others = [m for m in standing if is_statement(m) and not set(m.sources) & set(candidate.sources)]
    near = sorted(
        (
            (float(np.dot(sought[across], vector[across])), memory.said_at, memory.id, memory)
            for memory in others
            if (vector := known.vector_of(memory)) is not None
        ),
        reverse=True,
    )[:2]
    first = near[0][0] if near else 0.0
    clear = first >= RETRACT_ALONE_MIN if len(near) < 2 else first - near[1][0] >= RETRACT_MARGIN_MIN
    return near[0][3] if clear and first >= RETRACT_COSINE_MIN else None


def _corrected(candidate: Candidate, turn: Turn, known: KnownMemories) -> Memory | None:
    """What a correction without a matching slot is about. In this order: an earlier statement that holds what it
    denies, a plan it cancels or moves, one it repeats but for a word or two. If none is near enough, nothing:
    retiring a true fact is worse than keeping a stale one."""
    pool = [
        memory
        for memory in known.standing_statements()
        if (memory.kind not in LASTING or candidate.kind is memory.kind)
        and memory.agent == turn.agent
        and memory.tier is not Tier.PERMANENT
        and has_same_reach(candidate, memory)
        and memory.said_at <= candidate.said_at
    ]
    wrong = [set(segment.words(value)) for value in denied_values(candidate.quote)]
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
    sharing = [memory for memory in plans if names & _telling(memory.text)]
    return sharing[0] if len(sharing) == 1 else None


def _telling(text: str) -> set[str]:
    """The words of a text that tell what it is about: no dates, and not that it is about the user."""
    return {word for word in segment.words(text) if not word[0].isdigit()} - idle_words()


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
    spread = {word: sum(word in words for words in held.values()) for word in _telling(candidate.text)}
    weight = {word: 1 / max(count, 1) for word, count in spread.items()}
    total = sum(weight.values())
    shares = {memory.id: sum(weight[word] for word in weight if word in held[memory.id]) for memory in others}
    best = max(others, key=lambda memory: (shares[memory.id], memory.said_at, memory.id), default=None)
    return best if best is not None and total and shares[best.id] >= share_min * total else None
