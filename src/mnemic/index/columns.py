"""What an index is made of: columns that grow, a matrix of vectors, posting lists, and records made when wanted.

Columns that grow: arrays of one length, appended to without being laid out anew.

The vectors of an index, as they are held in memory.

Which rows hold a word, and how often.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Memory
from mnemic.errors import MemoryNotFound
from mnemic.ports import Reader, Vectors

CAPACITY_MIN = 64  # rows
GROWTH = 1.5  # times the rows there are, when the room is full


def capacity_for(rows: int) -> int:
    """Rows to make room for when that many must fit."""
    return max(CAPACITY_MIN, int(rows * GROWTH))


class GrowingColumns:
    """Named arrays of one length. What `column` gives is a view: it is void after the next `append`."""

    def __init__(self, types: Mapping[str, type[np.generic]]) -> None:
        self._types = types
        self._length = 0
        self._room: dict[str, NDArray[Any]] = {}
        self.clear()

    def __len__(self) -> int:
        return self._length

    @property
    def nbytes(self) -> int:
        """Bytes held, room for more included."""
        return sum(held.nbytes for held in self._room.values())

    def clear(self) -> None:
        """Let go of every row."""
        self._length = 0
        self._room = {name: np.zeros(0, dtype=kind) for name, kind in self._types.items()}

    def append(self, count: int, **values: Any) -> int:
        """Add rows, with zeros in the columns that are not named. Returns the number of the first."""
        first, self._length = self._length, self._length + count
        if self._length > len(next(iter(self._room.values()))):
            capacity = capacity_for(self._length)
            for name, held in self._room.items():
                self._room[name] = np.zeros(capacity, dtype=held.dtype)
                self._room[name][:first] = held[:first]
        for name, given in values.items():
            self._room[name][first : self._length] = given
        return first

    def column(self, name: str) -> NDArray[Any]:
        """One column, shape (rows,)."""
        return self._room[name][: self._length]

    def keep(self, rows: NDArray[np.int64]) -> None:
        """Keep these rows only, in this order."""
        capacity = capacity_for(len(rows))
        for name, held in self._room.items():
            self._room[name] = np.zeros(capacity, dtype=held.dtype)
            self._room[name][: len(rows)] = held[rows]
        self._length = len(rows)


class VectorMatrix:
    """Vectors in single precision. A row without one is zero."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows = 0
        self._room = np.zeros((0, size), dtype=np.float32)

    @property
    def nbytes(self) -> int:
        """Bytes held, room for more included."""
        return self._room.nbytes

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, place: tuple[Any, slice]) -> Vectors:
        found: Vectors = self._room[: self._rows][place]
        return found

    def some(self, rows: Sequence[int] | NDArray[np.int64]) -> Vectors:
        """Some rows, shape (rows, columns)."""
        found: Vectors = self._room[rows]
        return found

    def dots(self, question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of every row with some columns of a question, shape (rows,)."""
        found: NDArray[np.float32] = self._room[: self._rows, start:stop] @ question[start:stop]
        return found.astype(np.float32, copy=False)

    def dots_of(self, rows: NDArray[np.int64], question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of some rows with some columns of a question, shape (len(rows),)."""
        found: NDArray[np.float32] = self._room[rows, start:stop] @ question[start:stop]
        return found.astype(np.float32, copy=False)

    def append(self, vectors: Sequence[bytes | None]) -> None:
        """Add rows by their vectors in half precision."""
        first, self._rows = self._rows, self._rows + len(vectors)
        if self._rows > len(self._room):
            room = np.zeros((capacity_for(self._rows), self._size), dtype=np.float32)
            room[:first] = self._room[:first]
            self._room = room
        held = [row for row, vector in enumerate(vectors, first) if vector is not None]
        if held:
            joined = b"".join([vector for vector in vectors if vector is not None])
            given = np.frombuffer(joined, dtype=np.float16).reshape(len(held), self._size)
            gapless = held[-1] - held[0] + 1 == len(held)
            self._room[slice(held[0], held[-1] + 1) if gapless else held] = given

    def wipe(self, row: int) -> None:
        """Overwrite a row with zeros."""
        self._room[row] = 0

    def keep(self, rows: NDArray[np.int64]) -> None:
        """Keep these rows only, in this order."""
        room = np.zeros((capacity_for(len(rows)), self._size), dtype=np.float32)
        room[: len(rows)] = self._room[rows]
        self._room, self._rows = room, len(rows)

    def clear(self) -> None:
        """Let go of every row."""
        self._rows = 0
        self._room = np.zeros((0, self._size), dtype=np.float32)


SCANNED_ROWS_MAX = 256  # up to which looking at every row for a word is faster than making posting lists
WORD_BYTES = 250  # what a posting list costs beside its entries, measured
ENTRY_BYTES = 6  # a row and a count

Posting = tuple[NDArray[np.int64], NDArray[np.float32]]


class PostingLists:
    """Posting lists. Rows that have died are left in them until `keep`; `posting` leaves them out.

    A small index has none: its rows are searched as they are.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Let go of every row."""
        self._terms: list[Mapping[str, int]] = []  # of each row, while there are no posting lists
        self._lists: dict[str, tuple[array[int], array[int]]] | None = None  # term to rows and counts
        self._rows = 0
        self._entries = 0
        self._found: dict[str, Posting] = {}  # since the last change

    @property
    def nbytes(self) -> int:
        """About how many bytes are held."""
        return self._entries * ENTRY_BYTES + len(self._lists or ()) * WORD_BYTES

    def append(self, rows: Sequence[Mapping[str, int]]) -> None:
        """Add rows by their index terms."""
        self.changed()
        if self._lists is None and self._rows + len(rows) > SCANNED_ROWS_MAX:
            self._lists = {}
            self._post(0, self._terms)
            self._terms = []
        if self._lists is None:
            self._terms.extend(rows)
        else:
            self._post(self._rows, rows)
        self._rows += len(rows)

    def changed(self) -> None:
        """A row has died or come: what was found before is void."""
        self._found.clear()

    def _post(self, first: int, rows: Sequence[Mapping[str, int]]) -> None:
        assert self._lists is not None
        lists = self._lists
        for row, terms in enumerate(rows, first):
            self._entries += len(terms)
            for term, count in terms.items():
                if (held := lists.get(term)) is None:
                    held = lists[term] = array("i"), array("H")
                held[0].append(row)
                held[1].append(count)

    def posting(self, term: str, alive: NDArray[np.bool_]) -> Posting:
        """Rows that hold a term, ascending, and how often each does."""
        if (found := self._found.get(term)) is None:
            found = self._found[term] = self._posting(term, alive)
        return found

    def _posting(self, term: str, alive: NDArray[np.bool_]) -> Posting:
        if self._lists is None:
            held = {row: terms[term] for row, terms in enumerate(self._terms) if term in terms}
            rows = np.fromiter(held.keys(), dtype=np.int64, count=len(held))
            counts = np.fromiter(held.values(), dtype=np.float32, count=len(held))
        elif (listed := self._lists.get(term)) is not None:
            rows = np.array(listed[0], dtype=np.int64)
            counts = np.array(listed[1], dtype=np.float32)
        else:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        living = alive[rows]
        return (rows, counts) if living.all() else (rows[living], counts[living])

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Drop the rows that have died; those that live move up."""
        self.changed()
        self._rows = int(alive.sum())
        if self._lists is None:
            self._terms = [terms for terms, living in zip(self._terms, alive.tolist(), strict=True) if living]
            return
        moved = np.cumsum(alive) - 1
        kept: dict[str, tuple[array[int], array[int]]] = {}
        self._entries = 0
        for term, (listed, counts) in self._lists.items():
            rows = np.array(listed, dtype=np.int64)
            living = alive[rows]
            if living.any():
                left = np.array(counts, dtype=np.uint16)[living]
                kept[term] = array("i", moved[rows[living]].astype(np.int32).tobytes()), array("H", left.tobytes())
                self._entries += len(left)
        self._lists = kept


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
