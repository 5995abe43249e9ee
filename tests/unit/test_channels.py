"""The terms of a score."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import numpy as np
import pytest

from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory, Slot, Source
from mnemic.domain.scoring import freshness, logistic, utility
from mnemic.index.user_index import UserIndex
from mnemic.language.question import AskedDate
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Signal
from mnemic.reading import channels, ranking
from mnemic.reading.recipes import recipe_named
from mnemic.reading.state import ReadState
from mnemic.settings import load
from tests.tables import each_row, nonempty

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EMBEDDER = HashingEmbedder()
SETTINGS = load()


def shelf_of(*memories: Memory) -> UserIndex:
    """A shelf of memories without vectors."""
    user_index = UserIndex(size=EMBEDDER.size, fingerprint=EMBEDDER.fingerprint)
    entries = tuple(IndexedMemory(memory=m, entry=IndexEntry(terms={}, vector=None, fingerprint="")) for m in memories)
    user_index.take(Refresh(epoch="e", change=1, changed=entries, gone=()))
    return user_index


def memory(id: str, *, said: datetime = NOON, slot: Slot | None = None, kind: Kind = Kind.FACT) -> Memory:
    """A memory that says nothing in particular."""
    return Memory(
        id=id,
        tenant="default",
        user="alice",
        kind=kind,
        text=id,
        slot=slot,
        said_at=said,
        recorded_at=said,
        updated_at=said,
        sources=(Source(session="s", turn=id),),
    )


def asking(user_index: UserIndex, question: str) -> ReadState:
    """A question over a shelf."""
    return ReadState(
        question=Question(text=question, at=NOON),
        recipe=recipe_named("balanced", SETTINGS),
        user_index=user_index,
        settings=SETTINGS,
        zone=UTC,
        embedder=EMBEDDER,
    )


def test_z_scores_are_shrunk_toward_the_prior() -> None:
    """The pooled mean and variance are the formula's."""
    signal = Signal(name="x", start=0, stop=1, mean=0.1, deviation=0.2)
    cosines = np.array([0.5, 0.3, np.nan], dtype=np.float32)
    z = channels.shrunk_z_scores(cosines, np.array([True, True, True]), signal.mean, signal.deviation)
    n, m = 2, channels.PRIOR_ROWS
    a, v = 0.4, 0.01
    mu = (n * a + m * 0.1) / (n + m)
    variance = (n * (v + (a - mu) ** 2) + m * (0.04 + (0.1 - mu) ** 2)) / (n + m)
    assert z[0] == pytest.approx((0.5 - mu) / math.sqrt(variance), rel=1e-4)
    assert z[2] == 0


def test_one_memory_has_a_sound_z_score() -> None:
    """A single row stands out against the prior, not against itself."""
    signal = Signal(name="x", start=0, stop=1, mean=0.1, deviation=0.2)
    assert (
        channels.shrunk_z_scores(np.array([0.9], dtype=np.float32), np.array([True]), signal.mean, signal.deviation)[0]
        > 1
    )
    assert channels.shrunk_z_scores(
        np.array([], dtype=np.float32), np.array([], dtype=bool), signal.mean, signal.deviation
    ).shape == (0,)


@each_row(
    ("said", "fit"),
    [
        (datetime(2026, 5, 3, 9, tzinfo=UTC), 1.0),
        (datetime(2026, 5, 4, 9, tzinfo=UTC), 0.6),
        (datetime(2026, 5, 9, 9, tzinfo=UTC), 0.4),
        (datetime(2026, 5, 2, 9, tzinfo=UTC), 0.3),
        (datetime(2026, 6, 3, 9, tzinfo=UTC), 0.0),
    ],
)
def test_things_are_told_on_the_day_or_after_it(said: datetime, fit: float) -> None:
    """A named day fits best the day itself, then the days after it."""
    arrays = shelf_of(memory("m1", said=said)).freeze()
    date = AskedDate(year=None, month=5, day=3)
    assert channels.date_match((date,), arrays).tolist() == pytest.approx([fit])


def test_the_slot_asked_for_is_the_subjects() -> None:
    """ "Where do I live" lifts the user's home, "where does Ravi live" that of Ravi."""
    mine = memory("m1", slot=Slot(subject="user", attribute="home", value="Leeds", single=True))
    his = memory("m2", slot=Slot(subject="Ravi", attribute="home", value="Pune", single=True))
    user_index = shelf_of(mine, his, memory("m3"))
    assert channels.score_slots(asking(user_index, "Where do I live?")).total.tolist() == [channels.SLOT, 0, 0]
    assert channels.score_slots(asking(user_index, "Where does Ravi live?")).total.tolist() == [0, channels.SLOT, 0]


def test_terms_add_up_to_the_score() -> None:
    """A hit's explanation sums to the log-odds of its score."""
    user_index = shelf_of(memory("m1"), memory("m2", kind=Kind.EPISODE))
    ranked = ranking.score_record(ranking.choose_candidates(channels.score_cues(asking(user_index, "m1?"))))
    for hit in nonempty(ranking.ranked_hits(ranked)):
        assert logistic(sum(hit.explain.values())) == pytest.approx(hit.score, abs=1e-3)


def test_arithmetic_of_terms() -> None:
    """Freshness falls from 1, feedback lies between -1 and 1, log-odds of 0 are one half."""
    assert freshness(0, 0.3) == 1
    assert freshness(10, 0.3) == pytest.approx(0.25)
    assert logistic(0) == 0.5
    assert logistic(-1000) == 0
    assert utility(memory("m1")) == 0
