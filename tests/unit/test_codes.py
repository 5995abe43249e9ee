"""Vectors of a large shelf, as bytes in a file without a name."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.record import Kind, Memory
from mnemic.index import user_index as user_indexes
from mnemic.index.columns import VectorMatrix
from mnemic.index.quantised_vectors import BLOCK_ROWS, QuantisedMatrix
from mnemic.index.user_index import UserIndex
from mnemic.ports import Signal, Vectors

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SIZE = 48
RANGES = [(0, 16), (16, SIZE)]
SIGNALS = tuple(Signal(name=f"s{start}", start=start, stop=stop, mean=0, deviation=1) for start, stop in RANGES)


def vectors(count: int, seed: int = 5) -> Vectors:
    """Vectors of two signals, each of length one."""
    made = np.random.default_rng(seed).standard_normal((count, SIZE)).astype(np.float16).astype(np.float32)
    for start, stop in RANGES:
        made[:, start:stop] /= np.linalg.norm(made[:, start:stop], axis=1, keepdims=True)
    return made.astype(np.float16).astype(np.float32)


def packed(made: Vectors) -> list[bytes | None]:
    return [row.astype(np.float16).tobytes() for row in made]


def both(made: Vectors) -> tuple[QuantisedMatrix, VectorMatrix]:
    codes, matrix = QuantisedMatrix(RANGES, SIZE), VectorMatrix(SIZE)
    for held in (codes, matrix):
        held.append(packed(made))
    return codes, matrix


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


def test_products_are_those_of_the_vectors() -> None:
    """For each signal, for both together, and over the edges of a block: to a thousandth, as a byte can tell."""
    made = vectors(BLOCK_ROWS + 300)
    codes, matrix = both(made)
    question = vectors(1, seed=9)[0]
    for start, stop in (*RANGES, (0, SIZE)):
        assert codes.dots(question, start, stop) == pytest.approx(matrix.dots(question, start, stop), abs=5e-3)
    assert codes.some([3, 0]) == pytest.approx(made[[3, 0]], abs=5e-3)
    assert codes[[3, 0], slice(16, SIZE)] == pytest.approx(made[[3, 0], 16:], abs=5e-3)


def test_the_best_are_the_best() -> None:
    """The ten nearest by bytes are the ten nearest by vectors, but for pairs that a byte cannot tell apart."""
    codes, matrix = both(vectors(2_000))
    question = vectors(1, seed=9)[0]
    exact = matrix.dots(question, *RANGES[0])
    found = np.argsort(-codes.dots(question, *RANGES[0]), kind="stable")[:10]
    assert (exact[found] >= np.sort(exact)[-10] - 5e-3).all()


def test_rows_without_a_vector_and_rows_wiped_are_zero() -> None:
    """What was forgotten is overwritten where it lay."""
    codes = QuantisedMatrix(RANGES, SIZE)
    made = vectors(3)
    codes.append([*packed(made[:2]), None])
    codes.wipe(0)
    assert not codes.some([0]).any()
    assert codes.some([1]).any()
    assert not codes.some([2]).any()
    codes.keep(np.array([1]))
    assert len(codes) == 1
    assert codes.some([0]) == pytest.approx(made[[1]], abs=5e-3)
    assert not any(part.codes[1:].any() for part in codes._parts)


def test_the_file_has_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds vectors in the folder of temporary files, while they are in use or after."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    codes, _ = both(vectors(10))
    assert codes.some([0]).any()
    assert list(tmp_path.iterdir()) == []


def test_a_shelf_that_grows_large_ranks_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passing the threshold changes no cosine by more than a byte can tell, nor does what comes and goes after it."""
    monkeypatch.setattr(user_indexes, "LARGE_ROWS", 20)
    made = vectors(60)
    user_index = UserIndex(size=SIZE, fingerprint="f", signals=SIGNALS)
    for change, first in enumerate(range(0, 60, 6), 1):
        changed = tuple(indexed(number, made[number]) for number in range(first, first + 6))
        user_index.take(Refresh(epoch="e", change=change, changed=changed, gone=()))
    assert isinstance(user_index.freeze().matrix, QuantisedMatrix)
    gone = tuple(f"m{number}" for number in range(40))
    user_index.take(Refresh(epoch="e", change=99, changed=(indexed(50, made[0]),), gone=gone))
    cosines = user_index.cosines(made[7], *RANGES[1])
    assert len(user_index) == 20
    for id, row in user_index.row_of.items():
        vector = made[0] if id == "m50" else made[int(id[1:])]
        assert cosines[row] == pytest.approx(float(vector[16:] @ made[7][16:]), abs=5e-3)
    found = user_index.vector_of(indexed(50, made[0]).memory)
    assert found is not None
    assert found == pytest.approx(made[0], abs=5e-3)
