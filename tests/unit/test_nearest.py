"""Graphs over the vectors of very large users, with the extra `large`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.record import Kind, Memory
from mnemic.domain.scope import Scope
from mnemic.index.user_index import UserIndex
from mnemic.index.vector_graph import GraphDraft, GraphFiles, GraphState, row_marks
from mnemic.ports import Signal, Vectors
from tests.tables import nonempty

index = pytest.importorskip(
    "usearch.index", reason="the extra `large` is not installed: graphs over large users are NOT tested"
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ALICE = Scope("default", "alice")
SIZE = 48
RANGES = [(0, 16), (16, SIZE)]
SIGNALS = tuple(Signal(name=f"s{start}", start=start, stop=stop, mean=0, deviation=1) for start, stop in RANGES)
ROWS = 6_000
DRINKS = ["tea", "coffee", "cocoa", "乌龙茶", "lemonade", "可可"]


def vectors(count: int, seed: int = 5) -> Vectors:
    """Vectors of two signals, each of length one."""
    made = np.random.default_rng(seed).standard_normal((count, SIZE)).astype(np.float32)
    for start, stop in RANGES:
        made[:, start:stop] /= np.linalg.norm(made[:, start:stop], axis=1, keepdims=True)
    return made.astype(np.float16).astype(np.float32)


def indexed(number: int, vector: Vectors) -> IndexedMemory:
    memory = Memory(
        id=f"m{number}",
        tenant="default",
        user="alice",
        kind=Kind.EPISODE,
        text="tea",
        said_at=NOON,
        recorded_at=NOON,
        updated_at=NOON,
        position=number,
    )
    entry = IndexEntry(terms={"tea": 1}, vector=vector.astype(np.float16).tobytes(), fingerprint="f")
    return IndexedMemory(memory=memory, entry=entry)


def shelf_of(made: Vectors) -> UserIndex:
    """A shelf of its own."""
    user_index = UserIndex(size=SIZE, fingerprint="f", signals=SIGNALS)
    changed = tuple(indexed(number, vector) for number, vector in enumerate(made))
    user_index.take(Refresh(epoch="e", change=1, changed=changed, gone=()))
    return user_index


def graphed(user_index: UserIndex, folder: Path) -> None:
    """Have a graph of all a shelf's rows made, and search by it."""
    files, state = GraphFiles(folder), GraphState(epoch="e", change=1, fingerprint="f")
    building = GraphDraft(user_index.ranges, user_index.marks(), state)
    paths = files.workplace(len(RANGES))
    for number, path in enumerate(paths):
        building.part(number, [user_index.freeze().matrix.some(range(len(user_index)))], path)
    files.keep(ALICE, building, user_index.ranges, paths)
    found = files.open(ALICE, user_index.ranges, "f")
    assert found is not None
    assert found[1] == state
    user_index.attach(found[0])


def best(scores: Vectors, most: int = 10) -> list[int]:
    listed: list[int] = np.argsort(-np.nan_to_num(scores, nan=-9), kind="stable")[:most].tolist()
    return listed


@pytest.mark.slow
def test_the_best_are_found_and_scored_as_without(tmp_path: Path) -> None:
    """Of the ten nearest by each signal at least nine; what has a score has the exact one."""
    user_index = shelf_of(vectors(ROWS))
    questions = vectors(20, seed=9)
    exact = [[user_index.cosines(question, *part) for part in RANGES] for question in questions]
    graphed(user_index, tmp_path / "graphs")
    shared = []
    for question, wanted in zip(questions, exact, strict=True):
        for part, scores in zip(RANGES, wanted, strict=True):
            found = user_index.cosines(question, *part)
            held = ~np.isnan(found)
            assert held.sum() < ROWS
            assert found[held] == pytest.approx(scores[held], abs=1e-5)
            shared.append(len(set(best(found)) & set(best(scores))) / 10)
    assert np.mean(shared) >= 0.9


@pytest.mark.slow
def test_mean_and_spread_are_those_of_all(tmp_path: Path) -> None:
    """They are taken from a sample, not from the rows that were looked at because they are near."""
    user_index = shelf_of(vectors(ROWS))
    question = vectors(1, seed=9)[0]
    exact = user_index.cosines(question, *RANGES[1])
    graphed(user_index, tmp_path / "graphs")
    found = user_index.cosines(question, *RANGES[1])
    typical = found[user_index.typical(~np.isnan(found))]
    assert float(typical.mean()) == pytest.approx(float(exact.mean()), abs=0.1 * float(exact.std()))
    assert float(typical.std()) == pytest.approx(float(exact.std()), rel=0.1)


def test_what_comes_after_the_graph_is_found_and_what_goes_is_not(tmp_path: Path) -> None:
    """Rows the graph does not know are looked at, dead ones are not, and all that still holds when rows have moved."""
    made = vectors(600)
    user_index = shelf_of(made)
    graphed(user_index, tmp_path / "graphs")
    new = vectors(1, seed=77)[0]
    gone = tuple(f"m{number}" for number in range(300))
    user_index.take(Refresh(epoch="e", change=2, changed=(indexed(900, new), indexed(400, new)), gone=gone))
    assert len(user_index.freeze().alive) == len(user_index) == 301
    scores = user_index.cosines(new, *RANGES[0])
    assert {user_index.records.ids[row] for row in best(scores, 2)} == {"m900", "m400"}
    for number in (299, 350, 599):
        row = user_index.row_of.get(f"m{number}")
        nearest = best(user_index.cosines(made[number], *RANGES[0]), 1)[0]
        assert (nearest == row) is (row is not None)


def test_a_row_is_known_again_by_its_memory_and_text() -> None:
    """Not by its place, and not where the text has become another."""
    one, other = row_marks(["m1", "m2"], np.array([5, 5])).tolist()
    assert one != other
    assert row_marks(["m0", "m1"], np.array([1, 5])).tolist()[1] == one
    assert row_marks(["m1"], np.array([6])).tolist() != [one]


@pytest.fixture
def searched(tmp_path: Path) -> Iterator[OpenMemory]:
    with of(tmp_path) as memory:
        yield memory


def of(folder: Path) -> OpenMemory:
    """A memory that wants a graph for everybody."""
    return mnemic.open(folder / "m.db", embedder="hashing", hnsw_rows=1, background=False, judge="none")


def fill(memory: OpenMemory, user: str = "alice") -> None:
    for drink in DRINKS:
        memory.user(user).add(f"I like {drink} best", infer=False)
    memory.user(user).search("tea")
    memory.run_due()


def graph_files(folder: Path) -> list[Path]:
    return sorted((folder / "m.db.index").glob("*.usearch"))


def codes_of(path: Path) -> list[bytes]:
    """Every vector as it lies in a graph."""
    graph = index.Index.restore(str(path))
    return [np.asarray(graph.get(key)).tobytes() for key in range(len(graph))]


def test_a_large_user_gets_a_graph_and_the_next_process_uses_it(tmp_path: Path, searched: OpenMemory) -> None:
    """It is made once, and answers stay what they were."""
    fill(searched)
    (path,) = graph_files(tmp_path)
    before = path.stat().st_mtime_ns
    wanted = [hit.memory.text for hit in searched.user("alice").search("cocoa")]
    searched.close()
    with of(tmp_path) as again:
        assert [hit.memory.text for hit in again.user("alice").search("cocoa")] == wanted
        again.run_due()
        assert again._core.user_indexes._user_indexes[ALICE][0].nearest.graph is not None
    assert graph_files(tmp_path) == [path]
    assert path.stat().st_mtime_ns == before


def test_no_name_tells_the_user(tmp_path: Path, searched: OpenMemory) -> None:
    """Neither the names of the files nor their bytes hold the user's, or what was said."""
    fill(searched)
    for path in nonempty((tmp_path / "m.db.index").iterdir()):
        assert "alice" not in path.name
        assert b"alice" not in path.read_bytes()
        assert b"lemonade" not in path.read_bytes()


def test_forgetting_takes_the_vectors_with_it(tmp_path: Path, searched: OpenMemory) -> None:
    """Of one memory, and then of the user: no file of the folder holds the bytes, before or after a new graph."""
    fill(searched)
    (path,) = graph_files(tmp_path)
    before = set(codes_of(path))
    alice = searched.user("alice")
    alice.forget(alice.search("cocoa")[0].memory.id)
    assert graph_files(tmp_path) == []
    alice.search("tea")
    searched.run_due()
    (path,) = graph_files(tmp_path)
    (lost,) = before - set(codes_of(path))
    assert all(lost not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    alice.forget(everything=True)
    assert not any((tmp_path / "m.db.index").iterdir())


def test_a_graph_from_before_a_forgetting_is_never_used(tmp_path: Path, searched: OpenMemory) -> None:
    """Not even where whoever forgot could not delete it: the next to open the file does."""
    fill(searched)
    shutil.copytree(tmp_path / "m.db.index", tmp_path / "kept")
    alice = searched.user("alice")
    alice.forget(alice.search("cocoa")[0].memory.id)
    searched.close()
    shutil.copytree(tmp_path / "kept", tmp_path / "m.db.index", dirs_exist_ok=True)
    with of(tmp_path) as again:
        again.user("alice").search("tea")
        assert again._core.user_indexes._user_indexes[ALICE][0].nearest.graph is None
        assert graph_files(tmp_path) == []


def test_a_damaged_graph_is_made_anew(tmp_path: Path, searched: OpenMemory) -> None:
    """Search goes on without it meanwhile."""
    fill(searched)
    (path,) = graph_files(tmp_path)
    searched.close()
    path.write_bytes(path.read_bytes()[:100])
    with of(tmp_path) as again:
        assert again.user("alice").search("cocoa")
        again.run_due()
        assert again._core.user_indexes._user_indexes[ALICE][0].nearest.graph is not None


def test_where_no_folder_can_be_made_search_goes_on_without(
    tmp_path: Path, searched: OpenMemory, caplog: pytest.LogCaptureFixture
) -> None:
    """And says so once."""
    (tmp_path / "m.db.index").write_text("in the way", encoding="utf-8")
    fill(searched)
    searched.run_due()
    assert searched.user("alice").search("cocoa")
    assert "without a graph" in caplog.text


def test_what_lives_in_memory_alone_has_no_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no folder it could lie in."""
    monkeypatch.chdir(tmp_path)
    with mnemic.open(":memory:", embedder="hashing", hnsw_rows=1, background=False) as memory:
        fill(memory)
        assert memory.user("alice").search("cocoa")
    assert list(tmp_path.iterdir()) == []


def test_nobody_below_the_setting_has_one(tmp_path: Path) -> None:
    """Each user by themselves; 0 is for nobody."""
    for most in (0, len(DRINKS) + 1):
        with replaced(tmp_path, most) as memory:
            fill(memory, f"user{most}")
    assert not (tmp_path / "m.db.index").exists()


def replaced(folder: Path, hnsw_rows: int) -> OpenMemory:
    return mnemic.open(folder / "m.db", embedder="hashing", hnsw_rows=hnsw_rows, background=False)
