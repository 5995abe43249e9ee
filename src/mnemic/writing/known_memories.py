"""What is known about a user while a write reconciles with it.

Known memories that a candidate names by itself: which of them it may touch, now that they are looked up again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mnemic.domain.changes import Action, Candidate, Change, Dropped, Link
from mnemic.domain.decay_mark import is_decayed
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Source, Tier, Turn
from mnemic.domain.validity import as_retracted, is_current
from mnemic.index.entry import keys_of, slot_key, text_key
from mnemic.index.provenance import (
    memories_of_turns,
    memories_replaced_by,
    rows_said_between,
    statements_in,
    turn_following,
)
from mnemic.index.user_index import UserIndex
from mnemic.language import segment
from mnemic.language.meaning import Closeness, closeness
from mnemic.ports import Judge, Signal, Vectors
from mnemic.writing.compare import Comparison, compare, numbers_of_text

NEAR_ERROR = 0.01  # of a cosine over vectors kept as bytes, and more


@dataclass(frozen=True, slots=True, kw_only=True)
class NearQuery:
    """What is near to a vector: a cosine over some of its columns that is at least so much."""

    vector: Vectors
    columns: slice
    cosine_min: float


def is_statement(memory: Memory) -> bool:
    """Whether a memory states something, rather than being a turn of the log or kept by a room."""
    return memory.kind is not Kind.EPISODE and memory.kind not in ROOM_KINDS


def has_same_reach(candidate: Candidate, memory: Memory) -> bool:
    """Whether both hold for the same task, or neither for one only: what holds for one task repeats and replaces
    nothing that holds elsewhere."""
    one = candidate.task if candidate.tier is Tier.WORKING else None
    other = memory.task if memory.tier is Tier.WORKING else None
    return one == other


def _reaches(candidate: Candidate, memory: Memory) -> bool:
    return memory.tier is not Tier.SESSION and has_same_reach(candidate, memory)


def is_turn(memory: Memory) -> bool:
    """Whether a memory is a turn of the log."""
    return memory.kind is Kind.EPISODE


@dataclass(slots=True, kw_only=True)
class KnownMemories:
    """The index as it stands, with the changes of this write laid over it statement by statement."""

    user_index: UserIndex
    turns: Mapping[Source, Turn]  # the turns being understood
    now: datetime
    new_id: Callable[[], str]
    tenant: str
    user: str
    neighbours_max: int
    vectors: Mapping[str, Vectors] = field(default_factory=dict)  # of the texts being understood, by text
    signals: tuple[Signal, ...] = ()  # what the columns of those vectors are
    judge: Judge | None = None
    changes: list[Change] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)  # what candidates proposed and could not have
    _over: dict[str, Memory] = field(default_factory=dict)
    _over_keys: dict[Hashable, set[str]] = field(default_factory=dict)
    _over_turns: dict[Source, dict[str, None]] = field(default_factory=dict)
    _shelved: list[Memory] | None = None  # every statement on the index, where that was asked for
    _ended: dict[str, Memory] = field(default_factory=dict)  # statements whose end `newly_unsaid` has told of

    def put(self, change: Change) -> None:
        """Take a change in, so that the next statement meets it."""
        self.changes.append(change)
        self._lay_over(change)

    def widen(self, earlier: Change, change: Change) -> None:
        """Put a change that does more in the place of an earlier one of this write."""
        self.changes[self.changes.index(earlier)] = change
        self._lay_over(change)

    def lay(self, changes: Iterable[Change]) -> None:
        """Lay changes over what is known without taking them in, to see what comes of it."""
        for change in changes:
            self._lay_over(change)

    def lift(self, changes: Iterable[Change]) -> None:
        """Take back what was laid over: each memory stands as it did before."""
        for change in changes:
            id = change.memory.id
            if id in self.user_index.row_of and self.user_index.memories[self.user_index.row_of[id]] == change.before:
                del self._over[id]
            elif change.before is not None:
                self._over[id] = change.before

    def _lay_over(self, change: Change) -> None:
        for memory in (*change.replaces, change.memory):
            self._over[memory.id] = memory
            for key in keys_of(memory):
                self._over_keys.setdefault(key, set()).add(memory.id)
            for source in memory.sources:
                self._over_turns.setdefault(source, {})[memory.id] = None

    def get(self, id: str) -> Memory:
        """One memory as it stands now."""
        return self._over[id] if id in self._over else self.user_index.memories[self.user_index.row_of[id]]

    def find(self, id: str) -> Memory | None:
        """One memory as it stands now, or None where there is none."""
        return self.get(id) if id in self._over or id in self.user_index.row_of else None

    def all(self) -> list[Memory]:
        """Every memory as it stands now, whatever its status."""
        shelved = [self.user_index.memories[row] for id, row in self.user_index.row_of.items() if id not in self._over]
        return shelved + list(self._over.values())

    def of_turns(self, turns: Collection[Source]) -> list[Memory]:
        """Memories that come from any of these turns, as they stand now, whatever kind and status."""
        wanted = set(turns)
        ids = {id for source in wanted for id in self._over_turns.get(source, ()) if id in self._over}
        over = (self._over[id] for id in (sorted(ids, key=list(self._over).index) if len(ids) > 1 else ids))
        shelved = [memory for memory in memories_of_turns(self.user_index, turns) if memory.id not in self._over]
        return shelved + [memory for memory in over if not wanted.isdisjoint(memory.sources)]

    def replaced_by(self, id: str) -> list[Memory]:
        """Memories in whose place this one stands."""
        return self._now(memories_replaced_by(self.user_index, id), lambda memory: memory.superseded_by == id)

    def newly_silent_turns(self) -> list[Memory]:
        """Standing turns from which a statement was taken that this write has ended since it was last asked, in order
        of the log. What ended before this write was seen to then."""
        gone = [
            m for m in self._over.values() if is_statement(m) and not is_current(m) and self._ended.get(m.id) is not m
        ]
        self._ended.update((memory.id, memory) for memory in gone)
        found = self.of_turns({source for memory in gone for source in memory.sources})
        place = {id: number for number, id in enumerate(self._over, len(self.user_index.memories))}
        return sorted(
            (memory for memory in found if is_turn(memory) and is_current(memory)),
            key=lambda m: (m.position, place[m.id] if m.id in place else self.user_index.row_of[m.id]),
        )

    def turn_after(self, turn: Memory) -> Memory | None:
        """The turn of the log that follows a turn."""
        fresh = [memory for memory in self._over.values() if is_turn(memory)]
        shelved = turn_following(self.user_index, turn, self._over)
        places = {memory.id: place for place, memory in enumerate(fresh)}
        here = places.get(turn.id, -1)
        later = [m for m in fresh if (m.position, places[m.id]) > (turn.position, here)]
        return min((shelved, *later) if shelved else later, key=lambda memory: memory.position, default=None)

    def turns_between(self, after: datetime, until: datetime, near: NearQuery) -> list[Memory]:
        """Standing turns said after a moment and until another that may be as near to a vector as asked for."""
        rows = rows_said_between(self.user_index, after, until)
        if len(rows):
            vectors = self.user_index.freeze().matrix.some(rows)[:, near.columns]
            rows = rows[vectors @ near.vector[near.columns] >= near.cosine_min - NEAR_ERROR]
            self.user_index.expect(rows.tolist())
        found = self._now([self.user_index.memories[row] for row in rows.tolist()], lambda memory: True)
        return [m for m in found if is_turn(m) and is_current(m) and after < m.said_at <= until]

    def _now(self, shelved: list[Memory], also: Callable[[Memory], bool] | None = None) -> list[Memory]:
        """Memories of the index as they stand now, and after them those of this write that fit."""
        over = [memory for memory in self._over.values() if also is not None and also(memory)]
        return [memory for memory in shelved if memory.id not in self._over] + over

    def standing(self) -> list[Memory]:
        """Every statement and every turn that stands, or would but for that nobody used it."""
        said = (memory for memory in self.all() if memory.kind not in ROOM_KINDS)
        return [memory for memory in said if is_current(memory) or is_decayed(memory)]

    def standing_statements(self) -> list[Memory]:
        """The same without turns, of which there are many more. What the index holds is read once in a write."""
        if self._shelved is None:
            self._shelved = statements_in(self.user_index)
        found = (m for m in self._now(self._shelved, is_statement) if is_statement(m))
        return [memory for memory in found if is_current(memory) or is_decayed(memory)]

    def rivals(self, candidate: Candidate, agent: str | None) -> list[Memory]:
        """Statements that a candidate could repeat or replace, in order of saying: those that stand, and those that are
        out of use for no other reason than that nobody used them (U5). What is kept as given repeats nothing but its
        own words; what held for once is no rival of what holds."""
        rivals = (self.get(id) for id in self.near(candidate))
        return sorted(
            (m for m in rivals if (is_current(m) or is_decayed(m)) and m.agent == agent and _reaches(candidate, m)),
            key=lambda memory: (memory.said_at, memory.id),
        )

    def near(self, candidate: Candidate) -> set[str]:
        """Ids of the statements with the text or the slot of a candidate, or like it, of any status."""
        ids = self._under(text_key(candidate.text))
        if candidate.slot:
            ids |= self._under(slot_key(candidate.slot))
        if candidate.kind is not Kind.NOTE:
            ids |= self._alike(candidate)
        self.user_index.expect(self.user_index.row_of[id] for id in ids if id in self.user_index.row_of)
        return ids

    def vector_of(self, memory: Memory) -> Vectors | None:
        """The vector of a memory, known or new, or None where it has none."""
        fresh = self.vectors.get(memory.text)
        return self.user_index.vector_of(memory) if fresh is None else fresh

    def closeness(self, candidate: Candidate, memory: Memory) -> Closeness | None:
        """How close a candidate is to a known statement by their vectors, or None where either has none."""
        one, other = self.vectors.get(candidate.text), self.vector_of(memory)
        if one is None or other is None:
            return None
        return closeness(candidate.text, memory.text, (one, other), self.user_index.fingerprint)

    def _under(self, key: Hashable) -> set[str]:
        return set(self.user_index.ids_under(key)) | self._over_keys.get(key, set())

    def _alike(self, candidate: Candidate) -> set[str]:
        """Statements that share words with the candidate or are near it by vector, the most alike of each."""
        fresh = {id for id, memory in self._over.items() if is_statement(memory)}
        vector = self.vectors.get(candidate.text)
        return fresh | self.user_index.alike(segment.terms(candidate.text), vector, most=self.neighbours_max)


Told = list[tuple[Memory, str]]
"""Memories, each with the reason in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateProposal:
    """What a candidate names, as far as it may: memories it says again, and memories it ends."""

    same: Told
    beaten: Told


def proposal_that_holds(candidate: Candidate, agent: str | None, known: KnownMemories) -> CandidateProposal:
    """What of a candidate's own proposals holds. What does not is left to the comparison, and reported."""
    same: Told = []
    for shown in candidate.same_as:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is None or (why_not := _says_otherwise(candidate, there)):
            _report(shown, why_not, candidate, known)
        else:
            same.append((there, "the model read it as the same"))
    beaten: Told = []
    for shown in candidate.replaces:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is not None and there.said_at > candidate.said_at:
            there, why_not = None, "it was said later"
        if there is None:
            _report(shown, why_not, candidate, known)
        else:
            beaten.append((there, "the model read it as replaced"))
    return CandidateProposal(same=same, beaten=beaten)


def retract_named(candidate: Candidate, agent: str | None, known: KnownMemories) -> None:
    """Take back the memories that a retraction names, with the turns that say nothing else; the request too, where it
    states nothing by itself."""
    for shown in candidate.replaces:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is None:
            _report(shown, why_not, candidate, known)
            continue
        doomed = {*there.sources, *candidate.sources}
        touched = [memory for memory in known.of_turns(doomed) if is_current(memory)]
        kept = {
            source for memory in touched if is_statement(memory) and memory.id != there.id for source in memory.sources
        }
        for old in touched if there in touched else [*touched, there]:
            if old.id == there.id or (not is_statement(old) and set(old.sources) & (doomed - kept)):
                gone = as_retracted(old, known.now)
                known.put(Change(action=Action.RETRACT, memory=gone, before=old, reason="the user took it back"))


def _allowed(shown: Memory, candidate: Candidate, agent: str | None, known: KnownMemories) -> tuple[Memory | None, str]:
    """A named memory as it stands now, or None and why it may not be touched."""
    there = known.find(shown.id)
    if there is None or not is_current(there) or there.text != shown.text:
        return None, "it was changed meanwhile"
    if there.tier is Tier.PERMANENT:
        return None, "permanent memory changes only by the user's own word"
    if there.agent != agent or not is_statement(there):
        return None, "it is no statement made to this agent"
    return there, ""


def _says_otherwise(candidate: Candidate, there: Memory) -> str:
    """Why a statement cannot be the same as a known one: taking it for the same would lose what it says."""
    verdict, why = compare(candidate, there)
    if verdict in (Comparison.NEWER, Comparison.CONTRARY):
        return why
    if fresh := numbers_of_text(candidate.text) - numbers_of_text(there.text):
        return f"it does not say {sorted(fresh)[0]}"
    return ""


def _report(shown: Memory, why_not: str, candidate: Candidate, known: KnownMemories) -> None:
    known.dropped.append(
        Dropped(
            text=candidate.text,
            reason=f"names the memory {shown.text!r}: {why_not}",
            source=candidate.sources[0],
        )
    )
