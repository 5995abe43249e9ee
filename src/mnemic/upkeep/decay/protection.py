"""What decay leaves alone, and why: it still matters, somebody's word keeps it, or something else rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.changes import Relation
from mnemic.domain.record import FOUND_BY_KIND, Kind, Memory, Source, Status, Tier, TurnState
from mnemic.domain.retention import Thresholds
from mnemic.ports import Reader
from mnemic.rooms.session.summary import KEY as SUMMARY_BODY
from mnemic.rooms.skill.record import skill_of
from mnemic.rooms.task.record import is_in_work, is_task, task_of
from mnemic.upkeep.pins import is_pinned, is_protected

STANDING: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.CONSTRAINT: "a constraint holds until it is lifted",
        Kind.RULE: "a rule holds until it is lifted",
        Kind.DECISION: "a decision holds until another is made",
        Kind.RELATIONSHIP: "it says who somebody is",
    }
)
"""Kinds that hold however seldom anybody asks for them."""

HEALTH = frozenset({"allergy", "diet", "takes"})
"""Attributes that hold the same: to forget an allergy does harm."""

VALUED = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP, Kind.CONSTRAINT, Kind.RULE, Kind.DECISION})
"""Kinds of which the one value of a slot is kept: the value now, and for questions about the past each before it. A
plan has one value at a time too, but is over with its day."""

MADE_OF = (Relation.CONSOLIDATES, Relation.RESTS_ON)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayHolds:
    """What a user's memories, tasks and turns keep of each other, from one snapshot."""

    now: datetime
    thresholds: Thresholds
    memories: Mapping[str, Memory]
    makers: Mapping[str, frozenset[str]]  # of a part, or of evidence: what was made of it
    before: Mapping[str, frozenset[str]]  # of a memory: those in whose place it stands
    tasks: frozenset[str]  # in work
    needed: Mapping[Source, str]  # turns that stay whole, each with why
    rested: frozenset[Source]  # turns that stay in the log, since a room's record rests on them

    def why(self, memory: Memory) -> str | None:
        """Why a memory is kept at its stage, in words; None where nothing holds it."""
        return self.itself(memory) or self._made(memory)

    def itself(self, memory: Memory) -> str | None:
        """The same without what was made of it: that may go together with it."""
        return self._word(memory) or self._past(memory, set()) or self._matters(memory)

    def tied(self, memory: Memory) -> frozenset[str]:
        """What must go before a memory may, or with it: what was made of it, and those in whose place it stands."""
        return self.makers.get(memory.id, frozenset()) | self.before.get(memory.id, frozenset())

    def keeps_turn(self, source: Source) -> bool:
        """Whether a turn stays in the log although no memory cites it any more."""
        return source in self.rested or source in self.needed

    def _word(self, memory: Memory) -> str | None:
        if memory.status is Status.QUARANTINED:
            return "it waits for review"
        if memory.kind in FOUND_BY_KIND:
            return f"a {memory.kind.value} is kept by its room"
        if is_pinned(memory):
            return "the user pinned it"
        if is_protected(memory):
            permanent = memory.tier in (Tier.PERMANENT, Tier.PROPOSED)
            return "it is permanent, or proposed for it" if permanent else "the user confirmed it"
        return None

    def _made(self, memory: Memory) -> str | None:
        """What was merged can be unmerged while the dense memory is there, and a habit can be counted again."""
        return "another memory was made of it" if self.makers.get(memory.id) else None

    def _past(self, memory: Memory, seen: set[str]) -> str | None:
        """Questions about the past need the values a slot had, and what was before something that is kept."""
        if memory.superseded_by is None or memory.id in seen:
            return None
        if memory.kind in VALUED and memory.slot is not None and memory.slot.single:
            return "it was the value of a slot, and says what was so then"
        successor = self.memories.get(memory.superseded_by)
        if memory.kind is Kind.EPISODE or successor is None:
            return None
        seen.add(memory.id)
        kept = self._word(successor) or self._past(successor, seen) or self._matters(successor)
        return None if kept is None else "it is the past of what is kept"

    def _matters(self, memory: Memory) -> str | None:
        if memory.superseded_at is not None:
            return None
        if memory.useful > memory.useless:
            return "feedback says that it helped"
        if memory.importance >= self.thresholds.decay_importance:
            return f"importance {memory.importance:.2f} of {self.thresholds.decay_importance:.2f} or more"
        if memory.task in self.tasks:
            return "its task is in work"
        if memory.kind is Kind.EPISODE:
            return next((self.needed[source] for source in memory.sources if source in self.needed), None)
        if memory.tier in (Tier.SESSION, Tier.WORKING):
            return None
        return self._stands(memory)

    def _stands(self, memory: Memory) -> str | None:
        """A statement that holds now however seldom it is asked for, or is yet to come true."""
        if any(moment is not None and moment > self.now for moment in (memory.valid_from, memory.valid_to)):
            return "its time is yet to come, or not over"
        if memory.valid_to is not None:
            return None
        if memory.kind in STANDING:
            return STANDING[memory.kind]
        if memory.slot is None or memory.kind not in VALUED:
            return None
        if memory.slot.attribute.partition(":")[0] in HEALTH:
            return "it is about health"
        return "it is the one value of its slot" if memory.slot.single else None


def decay_holds_of(reader: Reader, now: datetime, thresholds: Thresholds) -> DecayHolds:
    """What holds a user's memories, as the store stands."""
    memories = {memory.id: memory for memory in reader.memories()}
    working = [task_of(memory) for memory in memories.values() if is_in_work(memory)]
    return DecayHolds(
        now=now,
        thresholds=thresholds,
        memories=memories,
        makers=_gathered(
            (link.target, link.source)
            for link in reader.links()
            if link.relation in MADE_OF and link.source in memories
        ),
        before=_gathered((memory.superseded_by, memory.id) for memory in memories.values() if memory.superseded_by),
        tasks=frozenset(task.id for task in working),
        needed=_needed(reader, memories.values(), {source for task in working for source in task.rested}),
        rested=frozenset(source for memory in memories.values() for source in _rests_on(memory)),
    )


def _needed(reader: Reader, memories: Iterable[Memory], of_tasks: Iterable[Source]) -> dict[Source, str]:
    needed = dict.fromkeys(of_tasks, "a task in work rests on it")
    for memory in memories:
        if memory.kind is not Kind.EPISODE and is_protected(memory):
            needed |= dict.fromkeys(memory.sources, "it is the source of what the user keeps")
    for state in (TurnState.PENDING, TurnState.DEAD):
        needed |= dict.fromkeys((turn.source for turn in reader.turns(state=state)), "it is yet to be understood")
    return needed


def _rests_on(memory: Memory) -> Iterable[Source]:
    """Turns that the body of a room's record rests on: without them a summary does not count, and a skill or task
    could not be forgotten with them."""
    if memory.kind is Kind.SKILL:
        return skill_of(memory).sources
    if is_task(memory):
        return task_of(memory).rested
    body = memory.metadata.get(SUMMARY_BODY) if memory.kind is Kind.SUMMARY else None
    turns = body.get("turns") if isinstance(body, Mapping) else None
    if memory.session is None or not isinstance(turns, list):
        return ()
    return [Source(session=memory.session, turn=str(turn)) for turn in turns]


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
    return {one: frozenset(others) for one, others in found.items()}
