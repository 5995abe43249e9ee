"""The twin of the database stores: everything in this process, gone when it ends. It passes the same contracts."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from mnemic.domain.asked import Asked, Vote
from mnemic.domain.blob import FILES_KEY, Blob, BlobInfo
from mnemic.domain.changes import History, Link, Relation
from mnemic.domain.indexed import Batch, Indexed, IndexEntry, Refresh, Renewal
from mnemic.domain.query import SessionInfo
from mnemic.domain.record import FOUND_BY_KIND, ROOM_KINDS, Kind, Memory, Source, Status, Tier, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidMessage, InvalidScope, StoreClosed, StoreError, StoreUnavailable
from mnemic.ports import QUESTION_VECTORS_MAX, Reader, Writer
from mnemic.stores import rows
from mnemic.stores.queueing import Turnstile


@dataclass(slots=True, kw_only=True)
class _Holdings:
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
    audit: list[tuple[datetime, str, str, str | None, str]] = field(default_factory=list)
    tombstones: dict[str, int] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    votes: dict[tuple[str, str], Vote] = field(default_factory=dict)
    blobs: dict[str, Blob] = field(default_factory=dict)

    def copy(self) -> _Holdings:
        return replace(
            self,
            turns=dict(self.turns),
            memories=dict(self.memories),
            changes=dict(self.changes),
            entries=dict(self.entries),
            history=list(self.history),
            links=dict(self.links),
            audit=list(self.audit),
            tombstones=dict(self.tombstones),
            asked=dict(self.asked),
            votes=dict(self.votes),
            blobs=dict(self.blobs),
        )


def _recorded(memory: Memory) -> tuple[datetime, int, str]:
    return memory.recorded_at, memory.position, memory.id


def _asked_order(one: Asked) -> tuple[datetime, str]:
    return one.at, one.id


class InMemoryReader:
    """A snapshot of one user's memory."""

    def __init__(self, scope: Scope, holdings: _Holdings) -> None:
        self.scope = scope
        self._held = holdings

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
            key=_recorded,
        )

    def rooms(self, kinds: Collection[Kind] = ROOM_KINDS) -> list[Memory]:
        """What rooms keep, of these kinds and any status, in order of recording, ties by id."""
        wanted = FOUND_BY_KIND.intersection(kinds)
        return sorted((memory for memory in self._held.memories.values() if memory.kind in wanted), key=_recorded)

    def known(self, at: datetime) -> list[Memory]:
        """Every memory as it was known at a past moment, in order of recording, ties by id."""
        latest: dict[str, History] = {}
        for line in sorted(self._held.history, key=lambda line: (line.at, line.sequence)):
            if line.at <= at:
                latest[line.memory_id] = line
        return sorted((line.after for line in latest.values() if line.after), key=_recorded)

    def turns(
        self, *, session: str | None = None, state: TurnState | None = None, last: int | None = None
    ) -> list[Turn]:
        """Turns in order of position. `last`: only the newest that many, still in order."""
        found = [
            turn
            for turn in self._held.turns.values()
            if (session is None or turn.session == session) and (state is None or turn.state is state)
        ]
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
            Indexed(memory=memory, entry=held.entries[memory.id])
            for memory in held.memories.values()
            if held.changes[memory.id] > since and memory.id in held.entries
        ]
        gone = [id for id, when in held.tombstones.items() if when > since and id not in held.memories]
        return Refresh(
            epoch=held.epoch,
            change=held.change,
            changed=tuple(sorted(changed, key=lambda indexed: _recorded(indexed.memory))),
            gone=tuple(gone) if held.epoch == epoch else (),
        )

    def renewal(self, *, epoch: str, change: int) -> Renewal:
        """The same in columns and batches."""
        refresh = self.refresh(epoch=epoch, change=change)
        batches = iter([Batch.of(refresh.changed)] if refresh.changed else [])
        return Renewal(epoch=refresh.epoch, change=refresh.change, gone=refresh.gone, batches=batches)

    def asked(self) -> list[Asked]:
        """Questions on record, in order of asking."""
        return sorted(self._held.asked.values(), key=_asked_order)

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

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table."""
        held, named = self._held, {"index": "entries"}
        tables = ("turns", "memories", "index", "history", "links", "audit", "asked", "votes", "blobs")
        return {table: len(getattr(held, named.get(table, table))) for table in tables}


class InMemoryWriter(InMemoryReader):
    """A transaction on one user's memory, on a copy of what is held."""

    def __init__(self, scope: Scope, holdings: _Holdings) -> None:
        super().__init__(scope, holdings.copy())
        self._changed = False

    def append(self, new: Sequence[Turn]) -> list[Turn]:
        """Add turns to the log; returns those that were new, with their positions.

        Raises:
            InvalidMessage: the same (session, id) is there with another role or text. None of them is then added.
        """
        fresh: dict[Source, Turn] = {}
        for turn in new:
            known = self._held.turns.get(turn.source) or fresh.get(turn.source)
            if known is None:
                position = self._held.position + len(fresh) + 1
                fresh[turn.source] = replace(rows.copied_turn(turn), position=position)
            elif (known.role, known.text) != (turn.role, turn.text):
                raise InvalidMessage(
                    f"Turn {turn.id!r} of session {turn.session!r} is in the log with another text or role: "
                    "what was said does not change; give the new message an id of its own."
                )
        self._held.turns.update(fresh)
        self._held.position += len(fresh)
        return list(fresh.values())

    def understood(self, understood: Iterable[Source]) -> None:
        """Take turns out of the queue."""
        self._to_state(understood, TurnState.UNDERSTOOD)

    def requeue(self, turns: Iterable[Source]) -> None:
        """Put turns of the log back into the queue, where they stand."""
        self._to_state(turns, TurnState.PENDING)

    def _to_state(self, named: Iterable[Source], state: TurnState) -> None:
        for source in named:
            if turn := self._held.turns.get(source):
                self._held.turns[source] = replace(turn, state=state)

    def put(self, memory: Memory, entry: IndexEntry | None) -> None:
        """Write a memory, new or changed. `entry` None leaves the index entry as it is.

        Raises:
            InvalidScope: the memory is another user's.
        """
        if (memory.tenant, memory.user) != (self.scope.tenant, self.scope.user):
            raise InvalidScope(f"Memory {memory.id!r} belongs to another user than {self.scope.user!r}.")
        there = self._held.memories.get(memory.id, memory)
        counted = replace(memory, access_count=there.access_count, last_accessed_at=there.last_accessed_at)
        self._held.memories[memory.id] = rows.copied(counted)
        self._held.changes[memory.id] = self._next_change()
        if entry is not None:
            self._held.entries[memory.id] = replace(entry, terms=dict(entry.terms))

    def record(self, line: History) -> None:
        """Add a history row; the store numbers it."""
        before, after = line.before and rows.copied(line.before), line.after and rows.copied(line.after)
        self._held.history.append(replace(line, sequence=self._next_sequence(), before=before, after=after))

    def link(self, link: Link) -> None:
        """Add a line to the conflict log; of two with the same ends and relation the first stays."""
        self._held.links.setdefault((link.source, link.target, link.relation), link)

    def audit(self, *, at: datetime, actor: str, action: str, memory_id: str | None, detail: str) -> None:
        """Add an audit row."""
        self._next_sequence()
        self._held.audit.append((at, actor, action, memory_id, detail))

    def used(self, counts: Mapping[str, tuple[int, datetime]]) -> None:
        """Count uses. Not a change: `refresh` does not report it."""
        for id, (more, when) in counts.items():
            if memory := self._held.memories.get(id):
                last = max(memory.last_accessed_at or when, when)
                self._held.memories[id] = replace(
                    memory, access_count=memory.access_count + more, last_accessed_at=last
                )

    def ask(self, new: Sequence[Asked], *, most: int) -> None:
        """Put questions on record, of which the newest `most` stay. Of a user of whom nothing is held, nothing is."""
        if self._held == _Holdings():
            return
        for one in new:
            self._held.asked.setdefault(one.id, one)
        newest = sorted(self._held.asked.values(), key=_asked_order, reverse=True)[: max(most, 0)]
        bare = [replace(one, vector=None) for one in newest[QUESTION_VECTORS_MAX:]]
        kept = [*newest[:QUESTION_VECTORS_MAX], *bare]
        self._held.asked = {one.id: one for one in kept}

    def vote(self, vote: Vote) -> None:
        """Note feedback on a memory in an answer, instead of what was noted of the two."""
        self._held.votes[vote.answer, vote.memory_id] = vote

    def unvote(self, answer: str, memory_id: str) -> None:
        """Take such a note back."""
        self._held.votes.pop((answer, memory_id), None)

    def forget_asked(self, ids: Sequence[str]) -> int:
        """Remove questions from the record, with the feedback on their answers."""
        gone = set(ids)
        before = len(self._held.asked) + len(self._held.votes)
        self._held.asked = {id: one for id, one in self._held.asked.items() if id not in gone}
        self._held.votes = {key: vote for key, vote in self._held.votes.items() if vote.answer not in gone}
        return before - len(self._held.asked) - len(self._held.votes)

    def keep_blob(self, info: BlobInfo, data: bytes) -> None:
        """Keep a file; of two with the same hash the first stays."""
        rows.storable(info.name)
        self._held.blobs.setdefault(info.hash, Blob(info=info, data=bytes(data)))

    def forget_blobs(self, hashes: Sequence[str]) -> int:
        """Remove files. Returns how many there were."""
        return sum(self._held.blobs.pop(hash, None) is not None for hash in hashes)

    def forget_memories(self, ids: Sequence[str]) -> int:
        """Remove memories with index entries, history and links. Returns the history rows removed."""
        held = self._held
        gone = set(ids) & held.memories.keys()
        if not gone:
            return 0
        change = self._next_change()
        for id in gone:
            del held.memories[id], held.changes[id]
            held.entries.pop(id, None)
            held.tombstones[id] = change
        kept = [line for line in held.history if line.memory_id not in gone]
        removed = len(held.history) - len(kept)
        held.history = kept
        held.links = {key: link for key, link in held.links.items() if not gone & {link.source, link.target}}
        held.votes = {key: vote for key, vote in held.votes.items() if vote.memory_id not in gone}
        return removed

    def forget_turns(self, forgotten: Sequence[Source]) -> int:
        """Remove turns from the log. Returns how many there were."""
        return sum(self._held.turns.pop(source, None) is not None for source in forgotten)

    def forget_user(self) -> None:
        """Remove everything held about the user."""
        self._held = _Holdings()
        self._changed = False

    def finished(self) -> _Holdings:
        """What is to be held from now on.

        Raises:
            StoreError: a history row or link speaks of a memory that is not there.
        """
        held = self._held
        named = {line.memory_id for line in held.history}.union(*((a, b) for a, b, _ in held.links))
        named |= {vote.memory_id for vote in held.votes.values()}
        if missing := named - held.memories.keys():
            raise StoreError(f"History, links or votes speak of memories that are not there: {sorted(missing)}.")
        if not held.epoch and held != _Holdings():
            held.epoch = uuid.uuid4().hex
        return held

    def _next_change(self) -> int:
        if not self._changed:
            self._changed = True
            self._held.change += 1
        return self._held.change

    def _next_sequence(self) -> int:
        self._held.sequence += 1
        return self._held.sequence


class InMemoryStore:
    """Records in this process only."""

    def __init__(self, *, lock_wait_s: float = 60.0) -> None:
        self._lock_wait_s = lock_wait_s
        self._users: dict[Scope, _Holdings] = {}
        self._turnstile = Turnstile()
        self._closed = False

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot of one user's memory. Readers and writers do not wait for each other."""
        yield InMemoryReader(scope, self._open().get(scope, _Holdings()))

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        """A transaction on one user's memory; writers queue, first come first served."""
        users = self._open()
        if self._turnstile.mine:
            raise StoreError(
                "This thread is writing already; a second writing() inside the first would wait for itself."
            )
        if not self._turnstile.enter(self._lock_wait_s):
            raise StoreUnavailable(f"Other threads kept writing for {self._lock_wait_s:g} s: try again.")
        try:
            writer = InMemoryWriter(scope, users.get(scope, _Holdings()))
            yield writer
            self._keep(scope, writer.finished())
        finally:
            self._turnstile.leave()

    def backlog(self, limit: int) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first."""
        since = {
            scope: min(waiting)
            for scope, held in list(self._open().items())
            if (waiting := [turn.recorded_at for turn in held.turns.values() if turn.state is TurnState.PENDING])
        }
        return sorted(since, key=lambda scope: (since[scope], scope.tenant, scope.user))[: max(limit, 0)]

    def askers(self, limit: int) -> list[Scope]:
        """Users with questions on record, who asked last first."""
        users = list(self._open().items())
        last = {scope: max(one.at for one in held.asked.values()) for scope, held in users if held.asked}
        order = sorted(last, key=lambda scope: (scope.tenant, scope.user))
        return sorted(order, key=lambda scope: last[scope], reverse=True)[: max(limit, 0)]

    def users(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom anything is held, in order of tenant and id, from the one after."""
        ordered = sorted((scope.tenant, scope.user) for scope in list(self._open()))
        later = [one for one in ordered if after is None or one > (after.tenant, after.user)]
        return [Scope(tenant, user) for tenant, user in later[: max(limit, 0)]]

    def purge(self) -> None:
        """Nothing to do: there are no files."""
        self._open()

    def close(self) -> None:
        """Let go of everything. Closing twice is harmless."""
        self._closed = True
        self._users = {}

    def _open(self) -> dict[Scope, _Holdings]:
        if self._closed:
            raise StoreClosed()
        return self._users

    def _keep(self, scope: Scope, holdings: _Holdings) -> None:
        if holdings.epoch:
            self._open()[scope] = holdings
        else:
            self._open().pop(scope, None)
