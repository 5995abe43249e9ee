"""The records of an index's rows, made when they are wanted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

from mnemic.domain.record import Memory
from mnemic.errors import MemoryNotFound
from mnemic.ports import Reader

READ_MAX = 5_000  # records held of those that are read when wanted
READ_AHEAD = 500  # records read at once where row after row is wanted
RECORD_BYTES = 1_200  # what a record costs, measured over texts of 100 characters
ID_BYTES = 250  # what every row costs: its id, and its place in the lists and dictionaries by id
MADE_MAX = 1_000  # rows up to which every record is made at once: nearly all are candidates of every search


class IndexRecords(Sequence[Memory]):
    """Memories by row. What a row holds is a memory, what one is made of, or nothing: then it is read by its id."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.reader: Reader | None = None  # while one is open
        self._held: list[Any] = []
        self._memory_of: Callable[[Any], Memory] | None = None
        self._read_rows: OrderedDict[int, None] = OrderedDict()
        self._reads = False  # whether rows came without records
        self._expected = -1  # the row after the one read last

    @property
    def nbytes(self) -> int:
        """About how many bytes are held."""
        held = len(self._read_rows) if self._reads else len(self)
        return held * RECORD_BYTES + len(self) * ID_BYTES

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, row: int) -> Memory: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[Memory]: ...
    def __getitem__(self, row: int | slice) -> Memory | Sequence[Memory]:
        if isinstance(row, slice):
            return [self[number] for number in range(len(self))[row]]
        held = self._held[row]
        if type(held) is Memory:
            return held
        return self._read(row) if held is None else self._make(row)

    def by_row(self) -> Sequence[Memory]:
        """The memories of living rows. A plain list where all of them are made, which is the faster to look into."""
        if self._reads or len(self) > MADE_MAX:
            return self
        for row, held in enumerate(self._held.copy()):
            if held is not None and type(held) is not Memory:
                self._make(row)
        return self._held

    def _make(self, row: int) -> Memory:
        assert self._memory_of is not None
        memory = self._held[row] = self._memory_of(self._held[row])
        return memory

    def _read(self, row: int) -> Memory:
        ahead, self._expected = row == self._expected, row + 1
        if ahead:
            self.expect(range(row, min(row + READ_AHEAD, len(self))))
            if type(there := self._held[row]) is Memory:
                return there
        memory = self.reader.memory(self.ids[row]) if self.reader else None
        if memory is None:
            raise MemoryNotFound(f"{self.ids[row]} is gone: ask again.")
        self._keep(row, memory)
        return memory

    def expect(self, rows: Iterable[int]) -> None:
        """Read at once what will be wanted of some rows."""
        wanted = {self.ids[row]: row for row in rows if self._held[row] is None}
        if wanted and self.reader is not None:
            for memory in self.reader.memories(ids=list(wanted)):
                self._keep(wanted[memory.id], memory)

    def _keep(self, row: int, memory: Memory) -> None:
        self._held[row] = memory
        self._read_rows[row] = None
        if len(self._read_rows) > READ_MAX:
            self._held[self._read_rows.popitem(last=False)[0]] = None

    def append(self, ids: Sequence[str], records: Sequence[Any] | None, memory_of: Callable[[Any], Memory]) -> None:
        """Add rows; without `records` they are read when wanted."""
        self.ids.extend(ids)
        self._memory_of = memory_of
        if records is None:
            self._reads = True
            self._held.extend([None] * len(ids))
        else:
            self._held.extend(map(memory_of, records) if len(self) <= MADE_MAX else records)

    def wipe(self, row: int) -> None:
        """Let go of a row's record. Its id stays, since nothing is said by it."""
        self._held[row] = None
        self._read_rows.pop(row, None)

    def keep(self, rows: Sequence[int]) -> None:
        """Keep these rows only, in this order."""
        self.ids = [self.ids[row] for row in rows]
        self._held = [self._held[row] for row in rows]
        read = self._read_rows
        self._read_rows = OrderedDict((new, None) for new, row in enumerate(rows) if row in read)
        self._expected = -1

    def clear(self) -> None:
        """Let go of every row."""
        self.ids.clear()
        self._held.clear()
        self._read_rows.clear()
        self._reads = False
