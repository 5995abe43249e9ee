"""A graph over the vectors of one very large user: which rows may be nearest, without going through all of them.

Hierarchical navigable small worlds (Malkov and Yashunin 2018), one for each signal, by usearch, the extra `large`. What
the graph names is only looked at: scores come from the index's own vectors, and rows the graph does not know are looked
at too. Figures: docs/decisions/0012-large-users.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.scope import Scope
from mnemic.ports import Vectors

Numbers = NDArray[np.int64]

CONNECTIVITY = 16
EXPANSION_ADD = 100
EXPANSION_SEARCH = 800  # 400 finds 0.96 of the best 200 among 300,000, this 0.99
ROWS_PER_SIGNAL = 400  # rows named by each signal
UNFINISHED = ".new"
SAMPLE = 2_000  # rows by which mean and deviation are judged: to 2 % of a deviation
ROWS_AT_ONCE = 2_000  # added between two looks at whether anybody still wants the graph


def is_hnsw_installed() -> bool:
    """Whether the extra `large` is there."""
    return find_spec("usearch") is not None and find_spec("numkong") is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphState:
    """What a graph was made of: a state of one user's memory, and vectors of one embedder."""

    epoch: str
    change: int
    fingerprint: str


def row_marks(ids: Sequence[str], texts: Numbers) -> Numbers:
    """A number for each memory with its text, by which rows are known again in another process."""
    digests = [
        blake2b(b"%d/%s" % (text, id.encode("utf-8", "surrogatepass")), digest_size=8).digest()
        for id, text in zip(ids, texts.tolist(), strict=True)
    ]
    return np.frombuffer(b"".join(digests), dtype="<i8").astype(np.int64)


class RowSource(Protocol):
    """Who names the rows of an index that may be nearest to a question: a graph, or a vector engine."""

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        ...

    def moved(self, alive: NDArray[np.bool_]) -> None:
        """The rows that have died are gone, and the living have moved up."""
        ...

    def rows(self, question: Vectors, agent: str | None = None) -> Numbers:
        """Rows that may be nearest to a question by any signal; with `agent`, of those told to that agent, where it
        can tell."""
        ...


class VectorGraph:
    """A graph as it lies in its files, which are mapped, not held. It names rows that `settle` told it of."""

    def __init__(self, graphs: Sequence[tuple[int, int, Any]], marks: Numbers) -> None:
        self._graphs = graphs
        self._marks = marks
        self._rows: Numbers = np.zeros(0, dtype=np.int64)  # of each vertex, or -1

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._marks.nbytes + self._rows.nbytes

    def settle(self, marks: Numbers, living: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Learn which row is which, by the marks of the living. Returns the rows that are in the graph."""
        rows = np.flatnonzero(living)
        order = rows[np.argsort(marks[rows], kind="stable")]
        known = np.zeros(len(marks), dtype=bool)
        self._rows = np.full(len(self._marks), -1, dtype=np.int64)
        if len(order):
            place = np.minimum(np.searchsorted(marks[order], self._marks), len(order) - 1)
            same = marks[order[place]] == self._marks
            self._rows[same] = order[place[same]]
            known[self._rows[same]] = True
        return known

    def moved(self, alive: NDArray[np.bool_]) -> None:
        """The rows that have died are gone, and the living have moved up."""
        places = np.where(alive, np.cumsum(alive) - 1, -1)
        self._rows = np.where(self._rows >= 0, places[self._rows], -1)

    def rows(self, question: Vectors, agent: str | None = None) -> Numbers:
        """Rows that may be nearest to a question by any signal, dead ones among them, of any agent."""
        found = []
        for start, stop, graph in self._graphs:
            part = question[start:stop]
            if part.any():
                vertices = np.asarray(graph.search(part, ROWS_PER_SIGNAL).keys).astype(np.int64)
                found.append(self._rows[vertices])
        rows: Numbers = np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)
        return rows[rows >= 0]


class RowSelection:
    """Which rows of an index are looked at for a question: all of them, or with a graph those that may be nearest, the
    turns beside them, those the graph does not know, and a sample by which the others are judged."""

    def __init__(self) -> None:
        self.graph: RowSource | None = None
        self.agent: str | None = None  # for whom is asked; None: for whoever
        self.looked_for = False  # whether the folder was searched for one
        self.unknown = 0  # living rows that the graph does not know
        self.sample: Numbers = np.zeros(0, dtype=np.int64)
        self._known: NDArray[np.bool_] = np.zeros(0, dtype=bool)
        self._always: Numbers | None = None

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return 0 if self.graph is None else self.graph.nbytes + self._known.nbytes

    def attach(self, graph: VectorGraph, marks: Numbers, embedded: NDArray[np.bool_]) -> None:
        """Look by a graph from now on."""
        self.look_by(graph, graph.settle(marks, embedded))

    def look_by(self, graph: RowSource, known: NDArray[np.bool_]) -> None:
        """Look from now on by whoever knows these rows."""
        self._known, self.graph = known, graph
        self.changed()

    def detach(self) -> None:
        """Look at every row."""
        self.graph, self.unknown = None, 0
        self.changed()

    def changed(self) -> None:
        """Rows have died or come."""
        self._always = None

    def moved(self, alive: NDArray[np.bool_]) -> None:
        """The rows that have died are gone, and the living have moved up."""
        if self.graph is not None:
            self.graph.moved(alive)
            known = np.zeros(len(alive), dtype=bool)
            known[: len(self._known)] = self._known
            self._known = known[alive]
        self.changed()

    def rows(
        self, question: Vectors, beside: Numbers, links: Sequence[Numbers], embedded: NDArray[np.bool_]
    ) -> Numbers:
        """Rows to look at, ascending. `beside`: some that are wanted in any case; `links`: before and after a row."""
        assert self.graph is not None
        if self._always is None:
            self._always = self._anyway(embedded)
        found = np.concatenate((self.graph.rows(question, self.agent), beside))
        around = np.concatenate([link[found] for link in links])
        rows = np.unique(np.concatenate((found, around[around >= 0], self._always)))
        held: Numbers = rows[embedded[rows]]
        return held

    def _anyway(self, embedded: NDArray[np.bool_]) -> Numbers:
        living = np.flatnonzero(embedded)
        new = living[(living >= len(self._known)) | ~self._known[np.minimum(living, len(self._known) - 1)]]
        self.unknown = len(new)
        size = min(SAMPLE, len(living))
        self.sample = np.sort(np.random.default_rng(SAMPLE).choice(living, size=size, replace=False))
        return np.concatenate((new, self.sample))


class GraphDraft:
    """A graph being made, in files that are not yet anybody's."""

    def __init__(self, ranges: Sequence[tuple[int, int]], marks: Numbers, state: GraphState) -> None:
        self.marks = marks
        self.state = state
        self._ranges = ranges

    def part(self, number: int, blocks: Iterable[Vectors], path: Path) -> None:
        """Make the graph of one signal from all vectors, in the order of the marks, and write it.

        Raises:
            OSError: it cannot be written.
        """
        start, stop = self._ranges[number]
        graph = import_module("usearch.index").Index(
            ndim=stop - start,
            metric="cos",
            dtype="i8",
            connectivity=CONNECTIVITY,
            expansion_add=EXPANSION_ADD,
        )
        first = 0
        for block in blocks:
            keys = np.arange(first, first + len(block), dtype=np.uint64)
            graph.add(keys, np.ascontiguousarray(block[:, start:stop]), threads=1)
            first += len(block)
        with path.open("wb"):  # usearch tells nobody why it could not write
            graph.save(str(path))


class GraphFiles:
    """The graphs of one memory file, in a folder beside it: derived, to be deleted at any time, and named by a hash of
    the user."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(
        self, scope: Scope, ranges: Sequence[tuple[int, int]], fingerprint: str
    ) -> tuple[VectorGraph, GraphState] | None:
        """A user's graph, mapped, with the state it was made of; None where there is none of this embedder."""
        label, parts = self._label(scope), self._parts(scope, ranges)
        try:
            told = json.loads(label.read_text(encoding="utf-8"))
            state = GraphState(**told["state"])
            marks = np.load(self._marks(scope), allow_pickle=False)
            if state.fingerprint != fingerprint or told["ranges"] != [list(part) for part in ranges]:
                return None
            graphs = [(*part, _mapped(path)) for part, path in zip(ranges, parts, strict=True)]
        except (OSError, EOFError, ValueError, KeyError, TypeError, RuntimeError):
            return None  # half written, or damaged: it is made anew
        if any(len(graph) != len(marks) for _, _, graph in graphs):
            return None
        return VectorGraph(graphs, marks), state

    def workplace(self, number: int) -> list[Path]:
        """Paths for graphs that are being made, one for each signal.

        Raises:
            OSError: the folder cannot be made.
        """
        self._folder.mkdir(mode=0o700, exist_ok=True)
        return [self._folder / f"{uuid4().hex}{UNFINISHED}" for _ in range(number)]

    def keep(self, scope: Scope, building: GraphDraft, ranges: Sequence[tuple[int, int]], made: Sequence[Path]) -> None:
        """Put a graph that was made in the place of the user's.

        Raises:
            OSError: it cannot be written.
        """
        self.remove(scope)
        for path, place in zip(made, self._parts(scope, ranges), strict=True):
            path.replace(place)
        np.save(self._marks(scope), building.marks)
        state = building.state
        told = {"epoch": state.epoch, "change": state.change, "fingerprint": state.fingerprint}
        self._label(scope).write_text(json.dumps({"state": told, "ranges": list(ranges)}), encoding="utf-8")

    def remove(self, scope: Scope) -> None:
        """Delete a user's graph, the label first.

        Raises:
            OSError: it cannot be deleted.
        """
        self._label(scope).unlink(missing_ok=True)
        for path in self._folder.glob(f"{self._name(scope)}*"):
            path.unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Delete graphs that are being made, or were when their process ended.

        Raises:
            OSError: one cannot be deleted.
        """
        for path in self._folder.glob(f"*{UNFINISHED}"):
            path.unlink(missing_ok=True)

    def every(self) -> list[Path]:
        """Every file in the folder, by name."""
        return sorted(self._folder.iterdir()) if self._folder.is_dir() else []

    def listed(self, scope: Scope) -> list[Path]:
        """The files of a user's graph, by name."""
        return sorted(self._folder.glob(f"{self._name(scope)}*"))

    def name(self, scope: Scope) -> str:
        """How the names of a user's files begin."""
        return self._name(scope)

    def state(self, scope: Scope) -> GraphState | None:
        """What a user's graph was made of; None where its label cannot be read."""
        try:
            return GraphState(**json.loads(self._label(scope).read_text(encoding="utf-8"))["state"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def whole(self, scope: Scope) -> bool:
        """Whether every file that a user's label promises is there and can be read. Without the extra `large` only
        that they are there."""
        try:
            told = json.loads(self._label(scope).read_text(encoding="utf-8"))
            ranges = [(int(start), int(stop)) for start, stop in told["ranges"]]
            fingerprint = str(told["state"]["fingerprint"])
        except (OSError, ValueError, KeyError, TypeError):
            return False
        if not is_hnsw_installed():
            return self._marks(scope).is_file() and all(part.is_file() for part in self._parts(scope, ranges))
        return self.open(scope, ranges, fingerprint) is not None

    def delete(self, name: str) -> None:
        """Delete one file of the folder.

        Raises:
            OSError: it cannot be deleted.
        """
        (self._folder / Path(name).name).unlink(missing_ok=True)

    def _name(self, scope: Scope) -> str:
        named = json.dumps([scope.tenant, scope.user]).encode("utf-8")
        return blake2b(named, digest_size=16, person=b"mnemic-graph").hexdigest()

    def _label(self, scope: Scope) -> Path:
        return self._folder / f"{self._name(scope)}.json"

    def _marks(self, scope: Scope) -> Path:
        return self._folder / f"{self._name(scope)}.npy"

    def _parts(self, scope: Scope, ranges: Sequence[tuple[int, int]]) -> list[Path]:
        return [self._folder / f"{self._name(scope)}.{start}.usearch" for start, _ in ranges]


def _mapped(path: Path) -> Any:
    graph = import_module("usearch.index").Index.restore(str(path), view=True)
    if graph is None:
        raise ValueError(f"{path} is no graph")
    graph.expansion_search = EXPANSION_SEARCH
    return graph
