"""One user's memories laid out for searching: vectors in a matrix, words in posting lists. A cache, never the truth.

Word statistics are the user's own, so that nobody's ranking depends on another's texts. An index is refreshed by change
number, which every process that writes the same file advances. A change costs what it changes: rows are appended, and
the row a changed memory had dies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.index_entry import Batch, Refresh, Renewal
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Tier
from mnemic.index import entry
from mnemic.index.columns import SCANNED_ROWS_MAX, GrowingColumns, IndexRecords, PostingLists, VectorMatrix
from mnemic.index.entry import RowExtras, kind_key, statement_keys
from mnemic.index.former_vectors import FormerVectors
from mnemic.index.neighbours import LINK_SECONDS_MAX, SessionLinks
from mnemic.index.quantised_vectors import BLOCK_ROWS, QuantisedMatrix
from mnemic.index.vector_graph import RowSelection, VectorGraph, row_marks
from mnemic.ports import Signal, Vectors

__all__ = ["LINK_SECONDS_MAX", "SCANNED_ROWS_MAX", "IndexArrays", "Scores", "UserIndex"]

Scores = NDArray[np.float32]

# BM25 (Robertson and Zaragoza 2009) with weak length normalisation: turns are short. Against b = 0.75 it gained 1.5
# points of recall@5 on LoCoMo and 6-11 of any@1 on MemoryBank; b between 0.2 and 0.6 is flat
# (docs/decisions/0003-word-index.md).
BM25_K1 = 1.0
BM25_B = 0.4
DEAD_SHARE_MAX = 0.25  # rows of changed and forgotten memories before the living ones are moved together
LARGE_ROWS = (
    20_000  # above which vectors are held as bytes in a mapped file; so many take 72-110 MB in single precision
)
GATHERED_SHARE_MAX = 0.1  # of rows, up to which it is faster to copy them together than to go through all
STATEMENT_BYTES = 900  # what a statement's keys cost, measured
DAY_US = 86_400_000_000
DAY_ZERO = 719_163  # proleptic ordinal of 1970-01-01

_COLUMNS: Mapping[str, type[np.generic]] = {
    "alive": np.bool_,
    "permanent": np.bool_,
    "stands": np.bool_,
    "has_vector": np.bool_,
    "episode": np.bool_,
    "length": np.float32,
    "han": np.float32,
    "question": np.float32,
    "side": np.float32,
    "day": np.int64,
    "month": np.int64,
    "day_of_month": np.int64,
    "second": np.float64,
    "position": np.int64,
    "speaker": np.int64,
    "session": np.int64,
    "source": np.int64,
    "mark": np.int64,
    "before": np.int64,
    "after": np.int64,
}


@dataclass(slots=True)
class IndexArrays:
    """An index at rest, shape (rows,) each. `before`, `after`: an episode's neighbours in its session, or -1."""

    matrix: VectorMatrix | QuantisedMatrix  # (rows, columns)
    has_vector: NDArray[np.bool_]
    alive: NDArray[np.bool_]
    permanent: NDArray[np.bool_]
    saturation: Scores
    length: Scores  # index terms of the text
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    session: NDArray[np.int64]  # number of an episode's session; statements are each their own
    sessions: int
    han: Scores  # share of Chinese, 0-1
    question: Scores  # share that asks, 0-1; statements do not ask
    episode: NDArray[np.bool_]
    side: Scores  # +1 the assistant's words, -1 anybody else's
    day: NDArray[np.int64]  # of saying, proleptic ordinal in UTC
    month: NDArray[np.int64]  # of saying, 12 * year + month - 1
    day_of_month: NDArray[np.int64]
    second: NDArray[np.float64]  # of saying, POSIX
    speaker: NDArray[np.int64]  # index into `speakers`
    speakers: tuple[str, ...]


class UserIndex:
    """Rows are memories. A changed memory gets a new row and its old one dies."""

    def __init__(
        self, *, size: int, fingerprint: str, signals: Sequence[Signal] = (), former: FormerVectors | None = None
    ) -> None:
        self.size = size  # columns of a vector
        self.ranges = [(signal.start, signal.stop) for signal in signals] or [(0, size)]
        self.fingerprint = fingerprint
        self.epoch = ""
        self.change = 0
        self.records = IndexRecords()
        self.memories: Sequence[Memory] = ()  # by row
        self.row_of: dict[str, int] = {}
        self.foreign: dict[str, str] = {}  # memory id to the other embedder its vector comes from
        self.former = former  # vectors of those by one other embedder that is at hand
        self._columns = GrowingColumns(_COLUMNS)
        self._vectors: VectorMatrix | QuantisedMatrix = VectorMatrix(size)
        self._words = PostingLists()
        self._talk = SessionLinks(self._columns)
        self._speakers: dict[str, int] = {}
        self._spoken: Counter[int] = Counter()  # living rows of each speaker
        self._ids_by_key: dict[Hashable, set[str]] = {}
        self._keys_of: dict[int, tuple[Hashable, ...]] = {}  # of each living statement's row
        self._statements: list[int] = []  # rows, dead ones among them until the next question
        self._frozen: IndexArrays | None = None
        self.nearest = RowSelection()
        self.layout = 0  # goes up when rows move

    def __len__(self) -> int:
        return len(self.row_of)

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        parts = (self._columns, self._vectors, self._words, self.records, self.nearest)
        return sum(part.nbytes for part in parts) + len(self._keys_of) * STATEMENT_BYTES

    def take(self, refresh: Refresh) -> None:
        """Bring the index up to date with memories at hand."""
        batches = iter([Batch.of(refresh.changed)] if refresh.changed else [])
        self.renew(Renewal(epoch=refresh.epoch, change=refresh.change, gone=refresh.gone, batches=batches))

    def renew(self, renewal: Renewal) -> None:
        """Bring the index up to date."""
        if renewal.epoch != self.epoch:
            self._clear()
        for id in renewal.gone:
            self._remove(id)
        for batch in renewal.batches:
            for id in batch.ids:
                self._remove(id)
            self._add(batch)
        self._talk.link()
        self.epoch, self.change = renewal.epoch, renewal.change
        if len(self._columns) - len(self) > DEAD_SHARE_MAX * len(self._columns):
            self._compact()
        self.memories = self.records.by_row()

    def _clear(self) -> None:
        for part in (self.records, self._columns, self._words, self._talk):
            part.clear()
        self._vectors = VectorMatrix(self.size)
        self.nearest.detach()
        self.layout += 1
        for filed in (self.row_of, self.foreign, self._speakers, self._spoken, self._ids_by_key, self._keys_of):
            filed.clear()
        self._statements.clear()
        if self.former is not None:
            self.former.clear()
        self.epoch, self.change = "", 0
        self._frozen = None

    def _remove(self, id: str) -> None:
        self.foreign.pop(id, None)
        if self.former is not None:
            self.former.remove(id)
        row = self.row_of.pop(id, None)
        if row is None:
            return
        self._frozen = None
        column = self._columns.column
        for key in self._keys_of.pop(row, ()):
            self._ids_by_key[key].discard(id)
            if not self._ids_by_key[key]:
                del self._ids_by_key[key]
        if column("episode")[row]:
            self._talk.remove_turn(row)
        self._spoken[int(column("speaker")[row])] -= 1
        for name in ("alive", "permanent", "stands", "has_vector", "episode", "length", "han", "question", "mark"):
            column(name)[row] = 0
        column("side")[row] = -1
        column("before")[row] = column("after")[row] = -1
        self._vectors.wipe(row)
        self._words.changed()
        self.nearest.changed()
        self.records.wipe(row)

    def _add(self, batch: Batch) -> None:
        fits = [bool(v) and name == self.fingerprint for v, name in zip(batch.vectors, batch.fingerprints, strict=True)]
        for id, vector, fit, name in zip(batch.ids, batch.vectors, fits, batch.fingerprints, strict=True):
            if vector and not fit and not _by_former(self.former, id, vector, name):
                self.foreign[id] = name
        self._frozen = None
        self.nearest.changed()
        first = self._columns.append(len(batch.ids), **self._values(batch), has_vector=fits)
        if len(self._columns) > LARGE_ROWS and isinstance(self._vectors, VectorMatrix):
            self._vectors = self._as_codes(self._vectors)
        self._vectors.append([vector if fit else None for vector, fit in zip(batch.vectors, fits, strict=True)])
        self._words.append(batch.terms)
        self.records.append(batch.ids, batch.records, batch.memory_of)
        self.row_of.update(zip(batch.ids, range(first, first + len(batch.ids)), strict=True))
        self._file(batch, first)

    def _as_codes(self, matrix: VectorMatrix) -> QuantisedMatrix:
        codes = QuantisedMatrix(self.ranges, self.size)
        for first in range(0, len(matrix), BLOCK_ROWS):
            codes.extend(matrix.some(range(first, min(first + BLOCK_ROWS, len(matrix)))))
        return codes

    def _values(self, batch: Batch) -> dict[str, object]:
        """What the columns hold of new rows, but for their vectors and links."""
        episode = np.array([kind == Kind.EPISODE.value for kind in batch.kinds], dtype=bool)
        _, han, question, marks = zip(*map(entry.constants_of, batch.constants, batch.texts), strict=True)
        said = np.array(batch.said, dtype=np.int64)
        days = said.astype("datetime64[us]").astype("datetime64[D]")
        months = days.astype("datetime64[M]")
        speakers = [self._speakers.setdefault(name or "", len(self._speakers)) for name in batch.speakers]
        self._spoken.update(speakers)
        number, alone = self._talk.number, self._talk.alone
        return {
            "alive": True,
            "permanent": [tier == Tier.PERMANENT.value for tier in batch.tiers],
            "stands": batch.standing,
            "episode": episode,
            "length": [sum(terms.values()) for terms in batch.terms],
            "han": han,
            "question": np.where(episode, np.array(question, dtype=np.float32), 0),
            "side": [1.0 if origin == Origin.ASSISTANT.value else -1.0 for origin in batch.origins],
            "day": said // DAY_US + DAY_ZERO,
            "month": months.astype(np.int64) + 1970 * 12,
            "day_of_month": (days - months.astype("datetime64[D]")).astype(np.int64) + 1,
            "second": said / 1e6,
            "position": batch.positions,
            "speaker": speakers,
            "session": [
                number(name or "") if turn else alone()
                for name, turn in zip(batch.sessions, episode.tolist(), strict=True)
            ],
            "source": [hash(source) for source in batch.sources],
            "mark": marks,
            "before": -1,
            "after": -1,
        }

    def _file(self, batch: Batch, first: int) -> None:
        """File turns under their sessions, and statements under what they say."""
        marks = self._columns.column("mark")
        for place, kind in enumerate(batch.kinds):
            row = first + place
            if kind == Kind.EPISODE.value:
                self._talk.add_turn(row, batch.sessions[place] or "")
                continue
            in_a_room = kind in ROOM_KINDS
            if not in_a_room:
                self._statements.append(row)
            filed = (kind_key(kind),) if in_a_room else statement_keys(int(marks[row]), batch.slots[place])
            self._keys_of[row] = filed
            for key in filed:
                self._ids_by_key.setdefault(key, set()).add(batch.ids[place])
            source = batch.sources[place]
            if source is not None and entry.leans_on_context(batch.texts[place], batch.quotes[place]):
                self._talk.add_leaning(row, source[0])

    def _compact(self) -> None:
        alive = self._columns.column("alive").copy()
        kept = np.flatnonzero(alive)
        moved = np.cumsum(alive) - 1
        self._talk.keep(alive)
        self.nearest.moved(alive)
        self.layout += 1
        self._columns.keep(kept)
        self._vectors.keep(kept)
        self._words.keep(alive)
        self.records.keep(kept.tolist())
        self.row_of = {id: row for row, id in enumerate(self.records.ids)}
        self._statements = moved[[row for row in self._statements if alive[row]]].tolist()
        self._keys_of = {int(moved[row]): filed for row, filed in self._keys_of.items()}
        self._frozen = None

    def get(self, id: str) -> Memory | None:
        """One memory, or None."""
        row = self.row_of.get(id)
        return None if row is None else self.memories[row]

    def expect(self, rows: Iterable[int]) -> None:
        """Read at once the records that will be wanted, best first; those of a small index are at hand."""
        if self.memories is self.records:
            self.records.expect(rows)

    def constants(self, row: int) -> RowExtras:
        """What ranking asks of a row beside its arrays."""
        return RowExtras(plain=str(self._columns.column("mark")[row]))

    def ids_under(self, key: Hashable) -> frozenset[str]:
        """Ids of the statements filed under a key of `keys`."""
        return frozenset(self._ids_by_key.get(key, ()))

    def column(self, name: str) -> NDArray[Any]:
        """What every row holds of one thing, shape (rows,); a view that holds until the next change."""
        return self._columns.column(name)

    def freeze(self) -> IndexArrays:
        """The rows as arrays; views that hold until the next change."""
        if self._frozen is None:
            self._frozen = self._arrays()
        return self._frozen

    def _arrays(self) -> IndexArrays:
        column = self._columns.column
        alive, month, lengths = column("alive"), column("month"), column("length")
        average = 1.0
        if len(self) == len(alive):
            average = float(lengths.mean()) if len(self) else 1.0
        elif len(self):
            average = float(lengths[alive].mean())
            month = np.where(alive, month, month[np.argmax(alive)])  # a year that only the dead are of is nobody's
        return IndexArrays(
            matrix=self._vectors,
            saturation=(BM25_K1 * (1 - BM25_B + BM25_B * lengths / max(average, 1.0))).astype(np.float32, copy=False),
            sessions=self._talk.sessions,
            speakers=tuple(name if self._spoken[number] else "" for name, number in self._speakers.items()),
            month=month,
            **{name: column(name) for name in _AS_THEY_ARE},
        )

    def words(self, question: Mapping[str, int]) -> tuple[Scores, float]:
        """BM25 of every row for a question's terms, and what a row matching all of them fully would have.

        Returns:
            scores of shape (rows,), and the ceiling: the sum of idf times (k1 + 1) over the question's terms.
        """
        arrays = self.freeze()
        scores = self.nothing()
        ceiling = 0.0
        total = len(self)
        for term in question:
            found, counts = self._words.posting(term, arrays.alive)
            idf = float(np.log(1 + (total - len(found) + 0.5) / (len(found) + 0.5)))
            ceiling += idf * (BM25_K1 + 1)  # a word no memory holds counts too
            scores[found] += idf * counts * (BM25_K1 + 1) / (counts + arrays.saturation[found])
        return scores, ceiling

    def rows_with(self, term: str) -> NDArray[np.int64]:
        """Living rows that hold an index term."""
        return self._words.posting(term, self.freeze().alive)[0]

    def attach(self, graph: VectorGraph) -> None:
        """Search by a graph of these vectors from now on."""
        self.nearest.attach(graph, self.marks(), self.freeze().has_vector)

    def marks(self) -> NDArray[np.int64]:
        """What the rows are known by in another process, shape (rows,)."""
        return row_marks(self.records.ids, self._columns.column("mark"))

    def cosines(self, question: Vectors, start: int, stop: int, beside: NDArray[np.int64] | None = None) -> Scores:
        """Cosine of every row with one signal of a question vector, shape (rows,); rows without a vector are NaN.

        By a graph only rows near to the question by any signal are looked at, those of `beside`, and `typical`; the
        others are NaN too.
        """
        arrays = self.freeze()
        if self.nearest.graph is not None:
            wanted = np.zeros(0, dtype=np.int64) if beside is None else beside
            rows = self.nearest.rows(question, wanted, (arrays.before, arrays.after), arrays.has_vector)
            scores = np.full(len(arrays.alive), np.nan, dtype=np.float32)
            scores[rows] = arrays.matrix.dots_of(rows, question, start, stop)
            return scores
        scores = arrays.matrix.dots(question, start, stop)
        scores[~arrays.has_vector] = np.nan
        return scores

    def typical(self, usable: NDArray[np.bool_]) -> NDArray[Any]:
        """Of the rows that have a cosine, those by whose mean and spread the others are judged: all, or a sample."""
        if self.nearest.graph is None:
            return usable
        sample = self.nearest.sample
        return sample[usable[sample]]

    def nothing(self) -> Scores:
        """A score of 0 for every row."""
        return np.zeros(len(self._columns), dtype=np.float32)

    def alike(self, terms: Iterable[str], vector: Vectors | None, *, most: int) -> set[str]:
        """Ids of the statements that share the rarest words with a text, and of those nearest to it by vector: `most`
        of each."""
        arrays = self.freeze()
        self._statements = [row for row in self._statements if arrays.alive[row]]
        if not self._statements:
            return set()
        statements = np.array(self._statements, dtype=np.int64)
        best = list(self._sharing(terms, statements, most))
        if vector is not None:
            near = self._near(statements, vector)
            best += statements[np.argsort(-near, kind="stable")[:most]].tolist()
        return {self.records.ids[row] for row in best} - set(self.ids_under(kind_key(Kind.TASK)))

    def _near(self, statements: NDArray[np.int64], vector: Vectors) -> Scores:
        if len(statements) < len(self._columns) * GATHERED_SHARE_MAX:
            near: Scores = self._vectors.some(statements) @ vector
            return near
        return self._vectors.dots(vector, 0, self.size)[statements]

    def _sharing(self, terms: Iterable[str], statements: NDArray[np.int64], most: int) -> Iterator[int]:
        """Statements that share words, rarest first: a word counts one over how many statements hold it."""
        arrays = self.freeze()
        scores = np.zeros(len(self._columns))
        stated = np.zeros(len(self._columns), dtype=np.bool_)
        stated[statements] = True
        for term in dict.fromkeys(terms):
            found, _ = self._words.posting(term, arrays.alive)
            found = found[stated[found]]
            scores[found] += 1 / max(len(found), 1)
        sharing = np.flatnonzero(scores)
        yield from sharing[np.argsort(-scores[sharing], kind="stable")[:most]].tolist()

    def vector_of(self, memory: Memory) -> Vectors | None:
        """The vector of a memory whose text is still the same, or None."""
        row = self.row_of.get(memory.id)
        if row is None or self.memories[row].text != memory.text or not self._columns.column("has_vector")[row]:
            return None
        vector: Vectors = self._vectors.some([row])[0]
        return vector


_AS_THEY_ARE = (
    *("has_vector", "alive", "permanent", "length", "before", "after", "session", "han", "question", "episode", "side"),
    *("day", "day_of_month", "second", "speaker"),
)


def _by_former(former: FormerVectors | None, id: str, vector: bytes, name: str) -> bool:
    return former is not None and former.embedder.fingerprint == name and former.add(id, vector)
