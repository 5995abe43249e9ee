"""One user's memories laid out for searching: vectors in a matrix, words in posting lists. A cache, never the truth.

Word statistics are the user's own, so that nobody's ranking depends on another's texts. A shelf is refreshed by change
number, which every process that writes the same file advances.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Kind, Memory, Slot, Tier
from mnemic.index.rows import Row, row_of
from mnemic.index.statements import Statements
from mnemic.language.segment import plain
from mnemic.ports import Indexed, Refresh, Vectors

Scores = NDArray[np.float32]

# BM25 (Robertson and Zaragoza 2009) with weak length normalisation: turns are short. Against b = 0.75 it gained 1.5
# points of recall@5 on LoCoMo and 6-11 of any@1 on MemoryBank; b between 0.2 and 0.6 is flat
# (docs/decisions/0003-word-index.md).
BM25_K1 = 1.0
BM25_B = 0.4
LINK_SECONDS_MAX = 3_600  # turns further apart in time are no neighbours; without this MemDaily loses 5 points at 3
DEAD_SHARE_MAX = 0.25  # rows of changed and forgotten memories before the shelf is laid out anew
SCANNED_ROWS_MAX = 256  # up to which looking at every row for a word is faster than making posting lists
ROW_BYTES = 1_500  # what a memory costs beside its vector, measured over records of 100 characters


@dataclass(slots=True)
class Shelf:
    """Rows are memories. A changed memory gets a new row and its old one dies."""

    size: int  # columns of a vector
    fingerprint: str
    epoch: str = ""
    change: int = 0
    memories: list[Memory] = field(default_factory=list)
    row_of: dict[str, int] = field(default_factory=dict)
    foreign: dict[str, str] = field(default_factory=dict)  # memory id to the other embedder its vector comes from
    _ids_by_key: dict[Hashable, set[str]] = field(default_factory=dict)
    _terms: list[Mapping[str, int]] = field(default_factory=list)
    _postings: dict[str, dict[int, int]] = field(default_factory=dict)
    _posted: bool = False  # whether the posting lists are made and kept up
    _vectors: list[NDArray[np.float16] | None] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _rows: list[Row] = field(default_factory=list)
    _statements: Statements = field(init=False)
    _frozen: Arrays | None = None

    def __post_init__(self) -> None:
        self._statements = Statements(size=self.size)

    def __len__(self) -> int:
        return len(self.row_of)

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return len(self.memories) * (self.size * 6 + ROW_BYTES)

    def take(self, refresh: Refresh) -> None:
        """Bring the shelf up to date."""
        if refresh.epoch != self.epoch:
            self._clear()
        for id in refresh.gone:
            self._remove(id)
        for indexed in refresh.changed:
            self._remove(indexed.memory.id)
            self._add(indexed)
        self.epoch, self.change = refresh.epoch, refresh.change
        if refresh.gone or refresh.changed:
            self._frozen = None
        if len(self.memories) - len(self) > DEAD_SHARE_MAX * len(self.memories):
            self._compact()

    def _clear(self) -> None:
        for held in (self.memories, self._terms, self._vectors, self._lengths, self._rows):
            held.clear()
        for filed in (self.row_of, self._postings, self._ids_by_key, self.foreign):
            filed.clear()
        self._statements.clear()
        self._posted = False
        self._frozen = None

    def _remove(self, id: str) -> None:
        self.foreign.pop(id, None)
        row = self.row_of.pop(id, None)
        if row is None:
            return
        for key in keys(self.memories[row], self._rows[row].plain):
            self._ids_by_key[key].discard(id)
        for term in self._terms[row] if self._posted else ():
            posting = self._postings[term]
            del posting[row]
            if not posting:
                del self._postings[term]
        self._terms[row] = {}
        self._vectors[row] = None
        self._lengths[row] = 0

    def _add(self, indexed: Indexed) -> None:
        entry = indexed.entry
        fits = entry.vector and entry.fingerprint == self.fingerprint
        vector = np.frombuffer(entry.vector, dtype=np.float16) if fits and entry.vector else None
        if entry.vector and not fits:
            self.foreign[indexed.memory.id] = entry.fingerprint
        self._file(indexed.memory, entry.terms, vector, row_of(indexed.memory))

    def _file(
        self, memory: Memory, terms: Mapping[str, int], vector: NDArray[np.float16] | None, constants: Row
    ) -> None:
        row = len(self.memories)
        self.memories.append(memory)
        self.row_of[memory.id] = row
        for key in keys(memory, constants.plain):
            self._ids_by_key.setdefault(key, set()).add(memory.id)
        self._terms.append(terms)
        self._vectors.append(vector)
        self._lengths.append(sum(terms.values()))
        self._rows.append(constants)
        if memory.kind is not Kind.EPISODE:
            self._statements.file(memory.id, terms, vector)
        if self._posted:
            self._post(row)

    def _post(self, row: int) -> None:
        for term, count in self._terms[row].items():
            self._postings.setdefault(term, {})[row] = count

    def _held(self, term: str) -> Mapping[int, int]:
        """Rows that hold a term, and how often. A small shelf is searched as it is; a larger one has posting lists."""
        if not self._posted and len(self._terms) > SCANNED_ROWS_MAX:
            for row in range(len(self._terms)):
                self._post(row)
            self._posted = True
        if self._posted:
            return self._postings.get(term, {})
        return {row: terms[term] for row, terms in enumerate(self._terms) if term in terms}

    def _compact(self) -> None:
        kept = [
            (self.memories[row], self._terms[row], self._vectors[row], self._rows[row])
            for row in sorted(self.row_of.values())
        ]
        foreign = dict(self.foreign)
        self._clear()
        self.foreign.update(foreign)
        for memory, terms, vector, constants in kept:
            self._file(memory, terms, vector, constants)

    def get(self, id: str) -> Memory | None:
        """One memory, or None."""
        row = self.row_of.get(id)
        return None if row is None else self.memories[row]

    def constants(self, row: int) -> Row:
        """What is known of a row before any question."""
        return self._rows[row]

    def under(self, key: Hashable) -> frozenset[str]:
        """Ids of the statements filed under a key of `keys`."""
        return frozenset(self._ids_by_key.get(key, ()))

    def freeze(self) -> Arrays:
        """The rows as arrays; kept until the next change."""
        if self._frozen is None:
            self._frozen = _arrange(self)
        return self._frozen

    def words(self, question: Mapping[str, int]) -> tuple[Scores, float]:
        """BM25 of every row for a question's terms, and what a row matching all of them fully would have.

        Returns:
            scores of shape (rows,), and the ceiling: the sum of idf times (k1 + 1) over the question's terms.
        """
        arrays = self.freeze()
        scores = np.zeros(len(self.memories), dtype=np.float32)
        ceiling = 0.0
        total = len(self)
        for term in question:
            rows, counts = arrays.posting(term, self._held)
            idf = float(np.log(1 + (total - len(rows) + 0.5) / (len(rows) + 0.5)))
            ceiling += idf * (BM25_K1 + 1)  # a word no memory holds counts too
            scores[rows] += idf * counts * (BM25_K1 + 1) / (counts + arrays.saturation[rows])
        return scores, ceiling

    def cosines(self, question: Vectors, start: int, stop: int) -> Scores:
        """Cosine of every row with one signal of a question vector, shape (rows,); rows without a vector are NaN."""
        arrays = self.freeze()
        scores = arrays.matrix[:, start:stop] @ question[start:stop]
        scores[~arrays.has_vector] = np.nan
        return scores.astype(np.float32)

    def nothing(self) -> Scores:
        """A score of 0 for every row."""
        return np.zeros(len(self.memories), dtype=np.float32)

    def alike(self, terms: Iterable[str], vector: Vectors | None, *, most: int) -> set[str]:
        """Ids of the statements that share words with a text or are near it by vector, `most` of each at most."""
        return {id for id in self._statements.alike(terms, vector, most=most) if id in self.row_of}

    def vector_of(self, memory: Memory) -> Vectors | None:
        """The vector of a memory whose text is still the same, or None."""
        row = self.row_of.get(memory.id)
        if row is None or self.memories[row].text != memory.text:
            return None
        vector = self._vectors[row]
        return None if vector is None else vector.astype(np.float32)


def keys(memory: Memory, words: str | None = None) -> tuple[Hashable, ...]:
    """What a statement is filed under: plain text and slot, for what repeats or replaces it, and the attribute.

    `words` is its plain text, where that is at hand.
    """
    if memory.kind is Kind.EPISODE:
        return ()
    text: Hashable = text_key(memory.text) if words is None else ("text", words)
    slot = memory.slot
    return (text, slot_key(slot), attribute_key(slot.attribute)) if slot else (text,)


def text_key(text: str) -> Hashable:
    """The key of statements with the same plain text."""
    return "text", plain(text)


def slot_key(slot: Slot) -> Hashable:
    """The key of statements about the same attribute of the same subject."""
    return "slot", plain(slot.subject), plain(slot.attribute)


def attribute_key(attribute: str) -> Hashable:
    """The key of statements about an attribute of anybody; of `device:phone`, the part before the colon counts."""
    return "attribute", attribute.split(":", 1)[0]


@dataclass(slots=True)
class Arrays:
    """A shelf at rest, shape (rows,) each. `before`, `after`: an episode's neighbours in its session, or -1."""

    matrix: Vectors  # (rows, columns)
    has_vector: NDArray[np.bool_]
    alive: NDArray[np.bool_]
    permanent: NDArray[np.bool_]
    saturation: Scores
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    session: NDArray[np.int64]  # number of an episode's session; statements are each their own
    sessions: int
    han: Scores
    question: Scores
    episode: NDArray[np.bool_]
    side: Scores
    day: NDArray[np.int64]
    month: NDArray[np.int64]
    day_of_month: NDArray[np.int64]
    second: NDArray[np.float64]
    speaker: NDArray[np.int64]  # index into `speakers`
    speakers: tuple[str, ...]
    _cache: dict[str, tuple[NDArray[np.int64], Scores]] = field(default_factory=dict)

    def posting(self, term: str, held_by: Callable[[str], Mapping[int, int]]) -> tuple[NDArray[np.int64], Scores]:
        """Rows that hold a term, and how often."""
        if term not in self._cache:
            held = held_by(term)
            rows = np.fromiter(held.keys(), dtype=np.int64, count=len(held))
            counts = np.fromiter(held.values(), dtype=np.float32, count=len(held))
            self._cache[term] = rows, counts
        return self._cache[term]


def _arrange(shelf: Shelf) -> Arrays:
    memories, constants = shelf.memories, shelf._rows
    matrix = np.zeros((len(memories), shelf.size), dtype=np.float32)
    has_vector = np.array([vector is not None for vector in shelf._vectors], dtype=bool)
    held = [vector for vector in shelf._vectors if vector is not None]
    if held:
        matrix[has_vector] = np.stack(held)
    alive = np.zeros(len(memories), dtype=bool)
    alive[list(shelf.row_of.values())] = True
    lengths = np.array(shelf._lengths, dtype=np.float32)
    average = float(lengths[alive].mean()) if alive.any() else 1.0
    before, after = _neighbours(memories, constants, shelf.row_of.values())
    session, sessions = _numbers((m.session or "") if m.kind is Kind.EPISODE else (m.id, m.kind) for m in memories)
    speaker, speakers = _numbers(memory.speaker or "" for memory in memories)
    return Arrays(
        matrix=matrix,
        has_vector=has_vector,
        alive=alive,
        permanent=alive & np.array([memory.tier is Tier.PERMANENT for memory in memories], dtype=bool),
        saturation=BM25_K1 * (1 - BM25_B + BM25_B * lengths / max(average, 1.0)),
        before=before,
        after=after,
        session=session,
        sessions=len(sessions),
        han=np.array([row.han for row in constants], dtype=np.float32),
        question=np.array([row.question for row in constants], dtype=np.float32),
        episode=np.array([row.episode for row in constants], dtype=bool),
        side=np.array([row.side for row in constants], dtype=np.float32),
        day=np.array([row.day for row in constants], dtype=np.int64),
        month=np.array([row.month for row in constants], dtype=np.int64),
        day_of_month=np.array([row.day_of_month for row in constants], dtype=np.int64),
        second=np.array([row.second for row in constants], dtype=np.float64),
        speaker=speaker,
        speakers=tuple(str(name) for name in speakers),
    )


def _numbers(values: Iterable[Hashable]) -> tuple[NDArray[np.int64], list[Hashable]]:
    """Equal values get equal running numbers."""
    numbers: dict[Hashable, int] = {}
    listed = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.array(listed, dtype=np.int64), list(numbers)


def _neighbours(
    memories: Sequence[Memory], constants: Sequence[Row], living: Iterable[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    before = np.full(len(memories), -1, dtype=np.int64)
    after = np.full(len(memories), -1, dtype=np.int64)
    rows = [row for row in living if memories[row].kind is Kind.EPISODE]
    rows.sort(key=lambda row: (memories[row].session or "", memories[row].position))
    for left, right in pairwise(rows):
        close = constants[right].second - constants[left].second <= LINK_SECONDS_MAX
        if close and memories[left].session == memories[right].session:
            before[right], after[left] = left, right
    turn_of = {memories[row].sources[0]: row for row in rows}
    for row in living:
        if constants[row].leans and (turn := turn_of.get(memories[row].sources[0], -1)) >= 0:
            before[row], after[row] = before[turn], after[turn]
    return before, after
