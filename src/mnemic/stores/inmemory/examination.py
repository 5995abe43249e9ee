"""A user's rows for the doctor, as the twin in memory holds them: values already, each with the key it would have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import AuditLine, Counters, Row, RowKey
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Source, Turn
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.upkeep import DeadLetter, JobState
from mnemic.errors import InvalidInput

if TYPE_CHECKING:
    from mnemic.stores.inmemory.reader import UserRows

Value = TypeVar("Value")


def _row(table: str, value: Value, *key: str | int, of: str | None = None) -> Row[Value]:
    return Row(at=RowKey(table=table, key=key), memory_id=of, value=value)


class InMemoryExamination:
    """One user's rows, table by table."""

    def __init__(self, holdings: UserRows) -> None:
        self._held = holdings

    def locked(self) -> None:
        """Nothing is sealed."""
        return None  # noqa: RET501 - the port's answer

    def counters(self) -> Counters | None:
        """The user's running numbers; None where nothing is held."""
        held = self._held
        if not held.epoch and not held.memories and not held.turns:
            return None
        return Counters(epoch=held.epoch, change=held.change, position=held.position, sequence=held.sequence)

    def held(self) -> Counters:
        """The highest numbers that rows hold."""
        held = self._held
        return Counters(
            change=max((*held.changes.values(), *held.tombstones.values()), default=0),
            position=max((turn.position for turn in held.turns.values()), default=0),
            sequence=max((line.sequence for line in held.history), default=0),
        )

    def memories(self) -> Iterator[Row[Memory]]:
        """Records, by id."""
        return (_row("memories", one, id, of=id) for id, one in sorted(self._held.memories.items()))

    def turns(self) -> Iterator[Row[Turn]]:
        """The log, in order of position."""
        return (_row("turns", turn, turn.session, turn.id) for turn in self._held.turns.values())

    def sources(self) -> Iterator[tuple[str, Source]]:
        """Memory and turn; there is no table of its own here, so the records say it."""
        return ((id, source) for id, one in sorted(self._held.memories.items()) for source in set(one.sources))

    def entries(self) -> Iterator[Row[IndexEntry]]:
        """Index entries, by memory."""
        return (_row("index_entries", entry, id, of=id) for id, entry in sorted(self._held.entries.items()))

    def history(self) -> Iterator[Row[History]]:
        """History, memory by memory, each in order of sequence."""
        lines = sorted(self._held.history, key=lambda line: (line.memory_id, line.sequence))
        return (_row("history", line, line.sequence, of=line.memory_id) for line in lines)

    def links(self) -> Iterator[Row[Link]]:
        """The log of links."""
        links: Iterable[Link] = self._held.links.values()
        return (_row("links", one, one.source, one.target, one.relation.value, of=one.source) for one in links)

    def audit(self) -> Iterator[Row[AuditLine]]:
        """The audit."""
        for row in self._held.audit:
            yield _row("audit", AuditLine(**asdict(row)), row.sequence)

    def tombstones(self) -> Iterator[str]:
        """Ids of memories that were removed for good."""
        return iter(self._held.tombstones)

    def asked(self) -> Iterator[Row[AskedQuestion]]:
        """Questions on record."""
        return (_row("asked", one, id) for id, one in self._held.asked.items())

    def votes(self) -> Iterator[Row[Vote]]:
        """Feedback."""
        return (_row("votes", one, *key, of=one.memory_id) for key, one in self._held.votes.items())

    def blobs(self) -> Iterator[Row[Blob]]:
        """Files with their bytes."""
        return (_row("blobs", one, hash) for hash, one in self._held.blobs.items())

    def jobs(self) -> Iterator[Row[JobState]]:
        """Where upkeep stands."""
        return (_row("jobs", one, one.job.value) for one in self._held.jobs.values())

    def letters(self) -> Iterator[Row[DeadLetter]]:
        """Turns that could not be understood."""
        return (_row("letters", one, source.session, source.turn) for source, one in self._held.letters.items())

    def registers(self) -> Iterator[Row[RegisterEntry]]:
        """Small things the memory keeps for itself."""
        return (_row("registers", one, *key) for key, one in self._held.registers.items())


def strike_row(held: UserRows, row: RowKey) -> int:
    """Remove a row that belongs to nothing; how many there were.

    Raises:
        InvalidInput: a row of a table whose rows stand for themselves.
    """
    first = str(row.key[0])
    if row.table == "index_entries":
        return int(held.entries.pop(first, None) is not None)
    if row.table == "history":
        before = len(held.history)
        held.history = [line for line in held.history if line.sequence != row.key[0]]
        return before - len(held.history)
    if row.table == "votes":
        return int(held.votes.pop((first, str(row.key[1])), None) is not None)
    if row.table == "letters":
        return int(held.letters.pop(Source(session=first, turn=str(row.key[1])), None) is not None)
    if row.table == "registers":
        return int(held.registers.pop((Register(first), str(row.key[1])), None) is not None)
    if row.table == "links":
        gone = [key for key in held.links if tuple(map(str, key)) == tuple(map(str, row.key))]
        for key in gone:
            del held.links[key]
        return len(gone)
    raise InvalidInput(f"A row of {row.table} stands for itself: it is not removed.")
