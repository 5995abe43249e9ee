"""What the user's words say of the answer they follow (R13, W9): "exactly", 你记错了, a thumb.

The answer meant is that of the newest question that was asked in the session, through the same agent, before the
assistant spoke and since the turn before the user's last one: some programs log what the user said only once it is
answered. Where no such question is on record nothing is credited.

Credited are the memories that show in the assistant's words (writing/shown), else the first of the answer. A verdict
that lasts ("you remembered it wrong", 以后别这样了) holds for the kind: what the answer was seen to rest on loses
CONFIDENCE_STEP of its confidence, and so does what is of one kind with it (writing/kin). Nothing is taken away for it:
the user has not said what holds instead. Nor does "don't do that again" become a rule. It names nothing, and read by
itself, a month later, it would forbid anything; what the user expects is not to meet with this again, and less
confidence brings that about step by step, and can be undone. Where the message says what holds, that takes the place of
what the answer rested on, and of all that says the same in other words.

What the message itself says again was right: only what contradicts it is blamed then, and else nothing.

Permanent memory changes by nobody's remark, and what the guard holds is not touched.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Candidate, Change, Dropped
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.questions import AskedQuestion
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Source, Status, Tier, Turn
from mnemic.domain.validity import is_current
from mnemic.language.segment import normal_form
from mnemic.ports import Reader
from mnemic.rooms.session.messages import DEFAULT_SESSION
from mnemic.safety.access.policy import is_own_word
from mnemic.writing.feedback import CREDITED, REASON_CHARACTERS_MAX, rated_answer_of, rating_changes
from mnemic.writing.known_memories import KnownMemories, is_statement
from mnemic.writing.repeated_value import contradicts_memory, replace_blamed, says_value_again, statements_like
from mnemic.writing.reply_feedback import FeedbackPolarity, ReplyFeedback, find_reply_feedback
from mnemic.writing.shown_memories import memories_about, memories_shown_in

LOOKED_BACK = 12  # turns of a session in front of those being understood, in which the answer is looked for
CONFIDENCE_STEP = 0.2
"""What one lasting correction costs a memory of its confidence, 0-1. Our own choice: two of them take what was said
outright (0.9) below the confidence that a new statement needs (0.6)."""
CONFIDENCE_LEAST = 0.1  # to which corrections can lower it
RULE_SHARE_MIN = 0.6  # share of a rule's characters from which a verdict is all that it says
_EDGES = " \n,.;:!，。；：！、"
UNASKED = "it judges an answer, but no question that was answered there is on record: nothing is credited"
UNSAID = "it judges what no memory of that answer says: nothing is credited"
RESTATED = "what the answer rested on says just what the message says again: nothing is credited"
NO_FEEDBACK = "it says that the answer was wrong, and names nothing that could be a rule: see feedback"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerExchange:
    """What the assistant said right before a turn of the user's, and to what."""

    question: Turn | None  # the user's turn it answers
    answer: Turn
    since: datetime | None  # when the turn before the question was said; None: there was none


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenFeedback:
    """A verdict of the user's, with the exchange it is about and the question to the memory behind it."""

    turn: Turn
    verdict: ReplyFeedback
    exchange: AnswerExchange
    asked: AskedQuestion

    @property
    def wrong(self) -> bool:
        """Whether it says that the answer was wrong."""
        return self.verdict.leaning is FeedbackPolarity.WRONG

    def takes_up(self, candidate: Candidate) -> bool:
        """Whether a statement found in the turn is nothing but the verdict: a rule that says "not like that again"."""
        if candidate.sources[0] != self.turn.source or candidate.kind is not Kind.RULE:
            return False
        rule, said = normal_form(candidate.quote), normal_form(self.verdict.quote)
        names_nothing = self.verdict.lasting and self.verdict.about == "answer"
        return names_nothing and (rule in said or said in rule) and len(said) >= RULE_SHARE_MIN * len(rule)


def spoken_feedback_in(
    reader: Reader, turns: Sequence[Turn], held: Collection[Source]
) -> tuple[list[SpokenFeedback], list[Dropped]]:
    """The verdicts in turns that are being understood, in order, and those to which no question on record belongs.

    Args:
        held: turns the guard holds; they judge nothing.
    """
    heard: list[SpokenFeedback] = []
    unasked: list[Dropped] = []
    own = [turn for turn in turns if turn.origin is Origin.USER and is_own_word(turn.speaker, reader.scope.user)]
    judging = {turn.source for turn in own if turn.infer and turn.text} - set(held)
    for session in dict.fromkeys(turn.session for turn in turns if turn.source in judging):
        said = _said(reader, session, [turn for turn in turns if turn.session == session])
        for place, turn in enumerate(said):
            exchange = _exchange(said[max(place - LOOKED_BACK, 0) : place]) if turn.source in judging else None
            found = find_reply_feedback(turn.text, answer=exchange.answer.text) if exchange else None
            if exchange is None or found is None:
                continue
            asked = _asked(reader, turn, exchange)
            if asked is None:
                unasked.append(Dropped(text=found.quote, reason=UNASKED, source=turn.source))
            else:
                heard.append(SpokenFeedback(turn=turn, verdict=found, exchange=exchange, asked=asked))
    return heard, unasked


def _said(reader: Reader, session: str, ours: Sequence[Turn]) -> list[Turn]:
    """What was said in a session until the last of the turns being understood, as far back as they need it."""
    first = min(turn.position for turn in ours)
    logged = reader.turns(session=session, last=len(ours) + LOOKED_BACK)
    if logged and first and logged[0].position >= first:
        logged = reader.turns(session=session)
    mine = {turn.source for turn in ours}
    # Turns that are only tried out are not in the log, and have no place there: they come last.
    earlier = [turn for turn in logged if turn.source not in mine]
    return sorted([*earlier, *ours], key=lambda turn: turn.position) if first else [*earlier, *ours]


def _exchange(before: Sequence[Turn]) -> AnswerExchange | None:
    """What the assistant said last, if the user did not speak since."""
    spoken = [turn for turn in before if turn.origin in (Origin.USER, Origin.ASSISTANT) and turn.text]
    if not spoken or spoken[-1].origin is not Origin.ASSISTANT:
        return None
    place = max((place for place, turn in enumerate(spoken) if turn.origin is Origin.USER), default=-1)
    return AnswerExchange(
        question=spoken[place] if place >= 0 else None,
        answer=spoken[-1],
        since=spoken[place - 1].said_at if place > 0 else None,
    )


def _asked(reader: Reader, turn: Turn, exchange: AnswerExchange) -> AskedQuestion | None:
    """The newest question on record that was asked in an exchange."""
    sessions = (turn.session, None) if turn.session == DEFAULT_SESSION else (turn.session,)
    return next(
        (
            asked
            for asked in reversed(reader.asked())
            if asked.session in sessions
            and asked.agent == turn.agent
            and asked.at <= exchange.answer.said_at
            and (exchange.since is None or asked.at >= exchange.since)
        ),
        None,
    )


def apply_feedback(heard: SpokenFeedback, reader: Reader, known: KnownMemories) -> None:
    """Write into `known` what a verdict does to the memories of the answer it is about, and to their kind."""
    held = _held(heard, known)
    question = heard.exchange.question
    seen = _shown(held, heard.exchange.answer.text, question.text if question else "", known)
    instead = _instead(heard)
    right = [memory for memory in held if says_value_again(instead, memory)] if instead else []
    if right:
        seen = [memory for memory in held if memory not in right and contradicts_memory(instead, memory)]
        if not seen:
            known.dropped.append(Dropped(text=heard.verdict.quote, reason=RESTATED, source=heard.turn.source))
            return
    elif heard.verdict.about != "answer":
        named = memories_about(held, heard.verdict.about)
        seen = [memory for memory in seen if memory in named] or named
        if not seen:
            known.dropped.append(Dropped(text=heard.verdict.quote, reason=UNSAID, source=heard.turn.source))
            return
    blamed = [memory.id for memory in seen[:CREDITED] if is_statement(memory)] if heard.wrong else []
    if blamed:
        replace_blamed(heard.turn, blamed, known)
    kinds = _kind_of(blamed, heard.turn, known) if heard.verdict.lasting else []
    kinds = [memory for memory in kinds if not says_value_again(instead, memory)]
    for change in _votes(heard, [known.get(memory.id) for memory in (seen or held)[:CREDITED]], reader, known):
        lasts = heard.verdict.lasting and change.memory.id in blamed and _lowers(change.memory)
        known.put(_less_sure(change) if lasts else change)
    for memory in kinds:
        lowered = replace(memory, updated_at=known.now, version=memory.version + 1)
        reason = "of one kind with what the user said was wrong"
        known.put(_less_sure(Change(action=Action.REVISE, memory=lowered, before=memory, reason=reason)))


def _instead(heard: SpokenFeedback) -> str:
    """What a message that calls an answer wrong says besides: "you remembered it wrong, I asked for a quiet hotel"."""
    if not heard.wrong or heard.verdict.about != "answer":
        return ""
    said, verdict = heard.turn.text, heard.verdict
    return f"{said[: verdict.start]} {said[verdict.end :]}".strip(_EDGES)


def _held(heard: SpokenFeedback, known: KnownMemories) -> list[Memory]:
    """The memories of the answer, in its order, as they stand now; what the guard holds is left out, and
    what rooms keep, which says what others say."""
    found = [known.find(id) for id in heard.asked.memory_ids]
    agents = (heard.turn.agent,) if heard.turn.agent is not None else None
    return [
        memory
        for memory in found
        if memory is not None
        and memory.kind not in ROOM_KINDS
        and memory.status is not Status.QUARANTINED
        and (agents is None or memory.agent in agents)
        and heard.turn.source not in memory.sources
    ]


def _shown(held: Sequence[Memory], answer: str, question: str, known: KnownMemories) -> list[Memory]:
    """The memories that show in an answer; a dense one where one of its parts does."""
    telling: dict[str, Memory] = {}
    listed: list[Memory] = []
    for memory in held:
        parts = [part for id in part_ids_of(memory) if (part := known.find(id)) is not None] or [memory]
        telling |= {part.id: memory for part in parts}
        listed += parts
    found = (telling[part.id] for part in memories_shown_in(listed, answer, question))
    return list({memory.id: memory for memory in found}.values())


def _votes(heard: SpokenFeedback, credited: Sequence[Memory], reader: Reader, known: KnownMemories) -> list[Change]:
    rated = rated_answer_of(heard.asked)
    return rating_changes(
        reader,
        credited,
        rated,
        helpful=not heard.wrong,
        reason=heard.verdict.quote[:REASON_CHARACTERS_MAX],
        vector=rated.vector,
        fingerprint=rated.fingerprint,
        now=known.now,
        cast=[vote for change in known.changes for vote in change.votes],
    )


def _kind_of(blamed: Sequence[str], turn: Turn, known: KnownMemories) -> list[Memory]:
    """What is of one kind with what is blamed, but for what the turn itself says."""
    found: Mapping[str, Memory] = {other.id: other for id in blamed for other in statements_like(known.get(id), known)}
    return [
        memory
        for memory in found.values()
        if memory.id not in blamed and _lowers(memory) and turn.source not in memory.sources
    ]


def _lowers(memory: Memory) -> bool:
    return is_current(memory) and memory.tier is not Tier.PERMANENT and memory.confidence > CONFIDENCE_LEAST


def _less_sure(change: Change) -> Change:
    """The change, with less confidence, and saying so."""
    held = change.memory.confidence
    less = max(CONFIDENCE_LEAST, round(held - CONFIDENCE_STEP, 6))
    reason = f"{change.reason}; confidence {held:.2f} to {less:.2f}"
    return replace(change, memory=replace(change.memory, confidence=less), reason=reason)
