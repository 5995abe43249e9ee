"""What the in-memory store holds about a user, and how it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from mnemic.domain.blob import FILES_KEY, Blob, BlobInfo
from mnemic.domain.changes import History, Link, Relation
from mnemic.domain.index_entry import Batch, IndexedMemory, IndexEntry, Refresh, Renewal
from mnemic.domain.query import SessionInfo
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import FOUND_BY_KIND, NOTHING, ROOM_KINDS, Kind, Memory, Source, Status, Tier, Turn, TurnState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow, StoredMemory, StoredRow
from mnemic.domain.upkeep import DeadLetter, Job, JobState
from mnemic.domain.vector_entry import OutboxRow
from mnemic.ports.examination import Examination
from mnemic.stores.inmemory.examination import InMemoryExamination


@dataclass(slots=True, kw_only=True)
class UserRows:
    """All that is held about one user. Once committed it is never changed: a writer works on a copy."""

    epoch: str = ""
    change: int = 0
    position: int = 0
    sequence: int = 0
    turns: dict[Source, Turn] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    entries: dict[str, IndexEntry] = field(default_factory=dict)
    history: list[History] = field(default_factory=list)
    links: dict[tuple[str, str, Relation], Link] = field(default_factory=dict)
    audit: list[AuditRow] = field(default_factory=list)
    lines: dict[int, tuple[int, str]] = field(default_factory=dict)  # number and salt of each audit row's line
    tombstones: dict[str, int] = field(default_factory=dict)
    asked: dict[str, AskedQuestion] = field(default_factory=dict)
    votes: dict[tuple[str, str], Vote] = field(default_factory=dict)
    blobs: dict[str, Blob] = field(default_factory=dict)
    jobs: dict[Job, JobState] = field(default_factory=dict)
    letters: dict[Source, DeadLetter] = field(default_factory=dict)
    registers: dict[tuple[Register, str], RegisterEntry] = field(default_factory=dict)

    def copy(self) -> UserRows:
        """The same, to be changed."""
        return replace(
            self,
            turns=dict(self.turns),
            memories=dict(self.memories),
            changes=dict(self.changes),
            entries=dict(self.entries),
            history=list(self.history),
            links=dict(self.links),
            audit=list(self.audit),
            lines=dict(self.lines),
            tombstones=dict(self.tombstones),
            asked=dict(self.asked),
            votes=dict(self.votes),
            blobs=dict(self.blobs),
            jobs=dict(self.jobs),
            letters=dict(self.letters),
            registers=dict(self.registers),
        )


def recording_order(memory: Memory) -> tuple[datetime, int, str]:
    """The order of recording."""
    return memory.recorded_at, memory.position, memory.id


def asked_order(one: AskedQuestion) -> tuple[datetime, str]:
    """The order of asking."""
    return one.at, one.id


class InMemoryReader:
    """A snapshot of one user's memory."""

    def __init__(self, scope: Scope, holdings: UserRows, outbox: Mapping[str, int] | None = None) -> None:
        self.scope = scope
        self._held = holdings
        self._outbox = {} if outbox is None else outbox

    def memory(self, id: str) -> Memory | None:
        """One memory of any status, or None."""
        return self._held.memories.get(id)

    def memories(
        self,
        *,
        ids: Sequence[str] | None = None,
        statuses: Sequence[Status] | None = None,
        source: Source | None = None,
        session: str | None = None,
        tiers: Sequence[Tier] | None = None,
    ) -> list[Memory]:
        """Memories in order of recording, ties by id."""
        held = self._held.memories
        found = held.values() if ids is None else [held[id] for id in dict.fromkeys(ids) if id in held]
        return sorted(
            (
                memory
                for memory in found
                if (statuses is None or memory.status in statuses)
                and (tiers is None or memory.tier in tiers)
                and (source is None or source in memory.sources)
                and (session is None or any(origin.session == session for origin in memory.sources))
            ),
            key=recording_order,
        )

    def ids(self) -> list[str]:
        """Ids of every memory, in order of recording."""
        return [memory.id for memory in sorted(self._held.memories.values(), key=recording_order)]

    def sealed(self) -> bool:
        """Nothing is: none of it is on a disk."""
        return False

    def rooms(self, kinds: Collection[Kind] = ROOM_KINDS) -> list[Memory]:
        """What rooms keep, of these kinds and any status, in order of recording, ties by id."""
        wanted = FOUND_BY_KIND.intersection(kinds)
        return sorted((memory for memory in self._held.memories.values() if memory.kind in wanted), key=recording_order)

    def known(self, at: datetime) -> list[Memory]:
        """Every memory as it was known at a past moment, in order of recording, ties by id."""
        latest: dict[str, History] = {}
        for line in sorted(self._held.history, key=lambda line: (line.at, line.sequence)):
            if line.at <= at:
                latest[line.memory_id] = line
        return sorted((line.after for line in latest.values() if line.after), key=recording_order)

    def turns(
        self,
        *,
        session: str | None = None,
        state: TurnState | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> list[Turn]:
        """Turns in order of position. `first`, `last`: only the oldest, or newest, that many, still in order."""
        found = [
            turn
            for turn in self._held.turns.values()
            if (session is None or turn.session == session) and (state is None or turn.state is state)
        ]
        found = found if first is None else found[: max(first, 0)]
        return found if last is None else found[max(len(found) - max(last, 0), 0) :]

    def turn(self, source: Source) -> Turn | None:
        """One turn, or None."""
        return self._held.turns.get(source)

    def sessions(self) -> list[SessionInfo]:
        """Every session, in order of its first turn."""
        said: dict[str, list[datetime]] = {}
        for turn in self._held.turns.values():
            said.setdefault(turn.session, []).append(turn.said_at)
        return [
            SessionInfo(id=id, turns=len(times), first_said_at=min(times), last_said_at=max(times))
            for id, times in said.items()
        ]

    def history(self, memory_id: str | None = None) -> list[History]:
        """History rows of one memory, or of all, in order of sequence."""
        return [line for line in self._held.history if memory_id is None or line.memory_id == memory_id]

    def links(self, memory_id: str | None = None) -> list[Link]:
        """The conflict log of one memory, as source or target, or the whole of it, in order of time."""
        log = self._held.links.values()
        found = [link for link in log if memory_id is None or memory_id in (link.source, link.target)]
        return sorted(found, key=lambda link: (link.at, link.source, link.target, link.relation))

    def refresh(self, *, epoch: str, change: int) -> Refresh:
        """Index entries that changed after `change` of `epoch`; with another epoch, everything."""
        held = self._held
        since = change if held.epoch == epoch else -1
        changed = [
            IndexedMemory(memory=memory, entry=held.entries[memory.id])
            for memory in held.memories.values()
            if held.changes[memory.id] > since and memory.id in held.entries
        ]
        gone = [id for id, when in held.tombstones.items() if when > since and id not in held.memories]
        return Refresh(
            epoch=held.epoch,
            change=held.change,
            changed=tuple(sorted(changed, key=lambda indexed: recording_order(indexed.memory))),
            gone=tuple(gone) if held.epoch == epoch else (),
        )

    def renewal(self, *, epoch: str, change: int) -> Renewal:
        """The same in columns and batches."""
        refresh = self.refresh(epoch=epoch, change=change)
        batches = iter([Batch.of(refresh.changed)] if refresh.changed else [])
        return Renewal(epoch=refresh.epoch, change=refresh.change, gone=refresh.gone, batches=batches)

    def indexed(self, ids: Sequence[str]) -> list[IndexedMemory]:
        """Memories of these ids that have an index entry, with it, in order of recording."""
        entries = self._held.entries
        found = self.memories(ids=[id for id in ids if id in entries])
        return [IndexedMemory(memory=memory, entry=entries[memory.id]) for memory in found]

    def outbox(self, limit: int) -> list[OutboxRow]:
        """What the vector engine has not been told yet, that everything goes first."""
        waiting = [OutboxRow(memory_id=id, number=number) for id, number in sorted(self._outbox.items())]
        return waiting[: max(limit, 0)]

    def asked(self) -> list[AskedQuestion]:
        """Questions on record, in order of asking."""
        return sorted(self._held.asked.values(), key=asked_order)

    def votes(self, *, last: int | None = None) -> list[Vote]:
        """Feedback on memories that are there, in order of time."""
        found = sorted(self._held.votes.values(), key=lambda vote: (vote.at, vote.answer, vote.memory_id))
        return found if last is None else found[max(len(found) - max(last, 0), 0) :]

    def blob(self, hash: str) -> bytes | None:
        """The bytes of a file, or None."""
        found = self._held.blobs.get(hash)
        return found.data if found else None

    def blobs(self) -> list[BlobInfo]:
        """The user's files, in order of storing."""
        return sorted((blob.info for blob in self._held.blobs.values()), key=lambda info: (info.stored_at, info.hash))

    def turns_with_files(self) -> list[Turn]:
        """Turns that files came with, in order of position."""
        return [turn for turn in self._held.turns.values() if FILES_KEY in turn.metadata]

    def jobs(self) -> list[JobState]:
        """Where the user's jobs stand, by name."""
        return sorted(self._held.jobs.values(), key=lambda state: state.job)

    def job(self, job: Job) -> JobState:
        """Where one job stands; of one that never ran, a blank."""
        return self._held.jobs.get(job, JobState(job=job))

    def letters(self) -> list[DeadLetter]:
        """Turns that could not be understood, in order of the log."""
        turns = self._held.turns
        return sorted(self._held.letters.values(), key=lambda letter: turns[letter.source].position)

    def register_entries(
        self, register: Register, *, ids: Sequence[str] | None = None, bodies: bool = True
    ) -> list[RegisterEntry]:
        """The entries of a register, in order of time, ties by id."""
        held = [entry for entry in self._held.registers.values() if entry.register is register]
        found = [entry if bodies else replace(entry, body=NOTHING) for entry in held if ids is None or entry.id in ids]
        return sorted(found, key=lambda entry: (entry.at, entry.id))

    def first_recorded_at(self) -> datetime | None:
        """When the first of what is held about the user was recorded."""
        held = self._held
        recorded = [turn.recorded_at for turn in held.turns.values()]
        return min([*recorded, *(memory.recorded_at for memory in held.memories.values())], default=None)

    @contextmanager
    def examining(self) -> Iterator[Examination]:
        """The rows themselves."""
        yield InMemoryExamination(self._held)

    def held(self, *, vectors: bool = False) -> Iterator[StoredRow]:
        """Every row of the user, in the order of `domain.held.ROWS`."""
        held = self._held
        yield from sorted(held.turns.values(), key=lambda turn: turn.position)
        yield from self.letters()
        for memory in sorted(held.memories.values(), key=lambda memory: memory.id):
            entry = held.entries.get(memory.id)
            vector = entry.vector if entry is not None and vectors else None
            yield StoredMemory(memory=memory, indexed=entry is not None, vector=vector)
        yield from sorted(held.history, key=lambda line: line.sequence)
        yield from sorted(held.links.values(), key=lambda link: (link.source, link.target, link.relation))
        yield from sorted(held.audit, key=lambda row: row.sequence)
        yield from sorted(held.asked.values(), key=lambda one: one.id)
        yield from sorted(held.votes.values(), key=lambda vote: (vote.answer, vote.memory_id))
        yield from sorted(held.blobs.values(), key=lambda blob: blob.info.hash)
        yield from (held.registers[key] for key in sorted(held.registers))

    def numbers(self) -> tuple[int, int]:
        """The newest position and the newest sequence that were ever given."""
        return self._held.position, self._held.sequence

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table."""
        held, named = self._held, {"index": "entries"}
        tables = ("turns", "memories", "index", "history", "links", "audit", "asked", "votes", "blobs", "registers")
        return {table: len(getattr(held, named.get(table, table))) for table in tables}
