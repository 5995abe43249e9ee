"""A user's memories laid out for searching."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.record import Kind, Memory, Slot, Source, Tier
from mnemic.index import columns
from mnemic.index.entry import attribute_key, slot_key, text_key
from mnemic.index.user_index import BM25_B, BM25_K1, LINK_SECONDS_MAX, SCANNED_ROWS_MAX, UserIndex

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORDS = ["tea", "coffee", "茶", "cat", "moon"]


def indexed(
    id: str, text: str, *, at: datetime = NOON, session: str = "s1", kind: Kind = Kind.EPISODE
) -> IndexedMemory:
    """A memory whose terms are its words, with a vector of one column per word of the world."""
    terms = Counter(text.split())
    vector = np.array([terms[word] for word in WORDS], dtype=np.float32)
    vector /= np.linalg.norm(vector) or 1
    memory = Memory(
        id=id,
        tenant="default",
        user="alice",
        session=session,
        kind=kind,
        text=text,
        said_at=at,
        recorded_at=at,
        updated_at=at,
        sources=(Source(session=session, turn=id),),
        position=int(id[1:]),
    )
    entry = IndexEntry(terms=terms, vector=vector.astype(np.float16).tobytes(), fingerprint="words")
    return IndexedMemory(memory=memory, entry=entry)


def shelf_of(*entries: IndexedMemory) -> UserIndex:
    """A shelf of its own."""
    user_index = UserIndex(size=len(WORDS), fingerprint="words")
    user_index.take(Refresh(epoch="e", change=1, changed=entries, gone=()))
    return user_index


def test_words_are_ranked_by_bm25() -> None:
    """The score is the formula's, and the ceiling what a row matching every word fully would have."""
    user_index = shelf_of(indexed("m1", "tea tea moon"), indexed("m2", "coffee"), indexed("m3", "tea"))
    scores, ceiling = user_index.words(Counter(["tea"]))
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = 5 / 3
    norm = BM25_K1 * (1 - BM25_B + BM25_B * 3 / average)
    assert scores[0] == pytest.approx(idf * 2 * (BM25_K1 + 1) / (2 + norm), rel=1e-5)
    assert scores[1] == 0
    assert ceiling == pytest.approx(idf * (BM25_K1 + 1), rel=1e-5)


def test_a_word_nobody_has_lowers_the_share_of_the_ceiling() -> None:
    """What is asked for and found nowhere counts into what a full match would be."""
    user_index = shelf_of(indexed("m1", "tea"), indexed("m2", "moon"))
    _, known = user_index.words(Counter(["tea"]))
    _, both = user_index.words(Counter(["tea", "saffron"]))
    assert both > known


def test_vectors_of_another_embedder_are_not_compared() -> None:
    """They are named, and have no cosine."""
    stranger = indexed("m2", "tea")
    entry = IndexEntry(terms=stranger.entry.terms, vector=stranger.entry.vector, fingerprint="other-7")
    user_index = shelf_of(indexed("m1", "tea"), IndexedMemory(memory=stranger.memory, entry=entry))
    cosines = user_index.cosines(np.ones(len(WORDS), dtype=np.float32), 0, len(WORDS))
    assert not np.isnan(cosines[0])
    assert np.isnan(cosines[1])
    assert user_index.foreign == {"m2": "other-7"}


def test_neighbours_are_of_one_session_and_one_hour() -> None:
    """A turn's neighbours are those before and after it in its session, if not too long before or after."""
    soon, late = NOON + timedelta(minutes=5), NOON + timedelta(seconds=LINK_SECONDS_MAX + 301)
    user_index = shelf_of(
        indexed("m1", "tea"),
        indexed("m2", "moon", at=soon),
        indexed("m3", "cat", at=soon, session="s2"),
        indexed("m4", "cat", at=late),
        indexed("m5", "tea", at=soon, kind=Kind.FACT),
    )
    arrays = user_index.freeze()
    assert arrays.before.tolist() == [-1, 0, -1, -1, -1]
    assert arrays.after.tolist() == [1, -1, -1, -1, -1]


def test_statements_are_filed_by_text_slot_and_attribute() -> None:
    """What repeats, replaces or answers a statement finds it without looking at all of them."""
    fact = indexed("m1", "tea", kind=Kind.FACT)
    slot = Slot(subject="user", attribute="device:phone", value="Fairphone", single=True)
    user_index = shelf_of(IndexedMemory(memory=replace(fact.memory, slot=slot), entry=fact.entry), indexed("m2", "tea"))
    assert user_index.ids_under(text_key("Tea.")) == {"m1"}
    assert user_index.ids_under(slot_key(slot)) == {"m1"}
    assert user_index.ids_under(attribute_key("device")) == {"m1"}


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), st.booleans()),
        max_size=24,
    )
)
def test_a_shelf_kept_up_to_date_is_a_shelf_made_anew(steps: list[tuple[int, list[str], bool]]) -> None:
    """However memories came, changed and went, search sees what it would see on a new shelf."""
    kept = UserIndex(size=len(WORDS), fingerprint="words")
    now: dict[str, IndexedMemory] = {}
    for change, (number, words, gone) in enumerate(steps, 1):
        id = f"m{number}"
        if gone:
            now.pop(id, None)
            kept.take(Refresh(epoch="e", change=change, changed=(), gone=(id,)))
        else:
            now[id] = indexed(id, " ".join(words))
            kept.take(Refresh(epoch="e", change=change, changed=(now[id],), gone=()))
    fresh = shelf_of(*now.values())
    assert len(kept) == len(fresh) == len(now)
    question = Counter(["tea", "茶"])
    left, right = kept.words(question)[0], fresh.words(question)[0]
    for id in now:
        assert left[kept.row_of[id]] == pytest.approx(right[fresh.row_of[id]], abs=1e-5)
        assert kept.get(id) == now[id].memory


def test_a_large_shelf_ranks_words_as_a_small_one_does() -> None:
    """Posting lists are made once a shelf is large, kept up from then on, and change no score's meaning."""
    many = [indexed(f"m{n}", "tea" if n % 3 else "moon cat") for n in range(1, SCANNED_ROWS_MAX + 50)]
    user_index = shelf_of(*many)
    total, holding = len(many), sum("cat" in one.entry.terms for one in many)
    scores, ceiling = user_index.words(Counter(["cat"]))
    assert int((scores > 0).sum()) == holding
    assert ceiling == pytest.approx(math.log(1 + (total - holding + 0.5) / (holding + 0.5)) * (BM25_K1 + 1), rel=1e-5)
    user_index.take(Refresh(epoch="e", change=2, changed=(indexed("m3", "tea"), indexed("m1", "cat")), gone=("m6",)))
    assert int((user_index.words(Counter(["cat"]))[0] > 0).sum()) == holding - 1


LINES = ["tea", "coffee moon", "茶 tea", "cat cat", "moon?"]


@st.composite
def world(draw: st.DrawFn) -> list[tuple[IndexedMemory | str, ...]]:
    """Transactions of a few changes each: a memory that is new or changed, or the id of one that goes."""
    steps: list[tuple[IndexedMemory | str, ...]] = []
    for _ in range(draw(st.integers(1, 14))):
        changes: dict[str, IndexedMemory | str] = {}
        for number in draw(st.lists(st.integers(1, 9), min_size=1, max_size=4)):
            if draw(st.integers(0, 3)) == 0:
                changes[f"m{number}"] = f"m{number}"
                continue
            one = indexed(
                f"m{number}",
                draw(st.sampled_from(LINES)),
                at=NOON + timedelta(minutes=draw(st.sampled_from([0, 5, 70, 600_000]))),
                session=draw(st.sampled_from(["s1", "s2", "s3"])),
                kind=draw(st.sampled_from([Kind.EPISODE, Kind.EPISODE, Kind.FACT])),
            )
            leaning = one.memory.kind is Kind.FACT and draw(st.booleans())
            memory = replace(
                one.memory,
                speaker=draw(st.sampled_from([None, "Nora", "Felix"])),
                sources=(Source(session="s1", turn=f"m{draw(st.integers(1, 3))}"),) if leaning else one.memory.sources,
                quote="yes, that one" if leaning else one.memory.text,
                slot=Slot(subject="user", attribute="drink", value="tea") if draw(st.booleans()) else None,
                tier=draw(st.sampled_from([Tier.LONG_TERM, Tier.PERMANENT])),
            )
            changes[memory.id] = IndexedMemory(memory=memory, entry=one.entry)
        steps.append(tuple(changes.values()))
    return steps


def laid_out(user_index: UserIndex) -> dict[str, dict[str, object]]:
    """What search sees of every memory, by id, links by id too."""
    arrays = user_index.freeze()
    question = np.ones(len(WORDS), dtype=np.float32)
    cosines = user_index.cosines(question, 0, len(WORDS))
    words, _ = user_index.words(Counter(["tea", "cat", "茶"]))
    ids = {row: id for id, row in user_index.row_of.items()}
    session = {id: int(arrays.session[row]) for id, row in user_index.row_of.items()}
    per_row = ("has_vector", "alive", "permanent", "han", "question", "episode", "side", "day", "month", "second")
    seen: dict[str, dict[str, object]] = {}
    for id, row in user_index.row_of.items():
        seen[id] = {name: getattr(arrays, name)[row].item() for name in (*per_row, "day_of_month")}
        seen[id] |= {
            "memory": user_index.memories[row],
            "plain": user_index.constants(row).plain,
            "speaker": arrays.speakers[arrays.speaker[row]],
            "before": ids.get(int(arrays.before[row])),
            "after": ids.get(int(arrays.after[row])),
            "session": frozenset(other for other in session if session[other] == session[id]),
            "sessions": arrays.sessions < len(arrays.session),
            "cosine": round(float(cosines[row]), 6),
            "words": round(float(words[row]), 5),
            "speakers": frozenset(arrays.speakers) - {""},
        }
    return seen


@pytest.mark.slow
@given(world())
def test_a_shelf_kept_up_to_date_shows_what_a_new_one_shows(steps: list[tuple[IndexedMemory | str, ...]]) -> None:
    """Whatever came, changed and went, in whatever order: every array, link, score and key is a new shelf's."""
    kept = UserIndex(size=len(WORDS), fingerprint="words")
    now: dict[str, IndexedMemory] = {}
    for change, step in enumerate(steps, 1):
        gone = tuple(one for one in step if isinstance(one, str))
        changed = tuple(one for one in step if not isinstance(one, str))
        for id in gone:
            now.pop(id, None)
        for one in changed:
            now.pop(one.memory.id, None)
            now[one.memory.id] = one
        kept.take(Refresh(epoch="e", change=change, changed=changed, gone=gone))
        kept.freeze()
    fresh = shelf_of(*now.values())
    assert laid_out(kept) == laid_out(fresh)
    assert list(kept.row_of) == list(now)
    for key in (text_key("tea"), text_key("moon"), attribute_key("drink")):
        assert kept.ids_under(key) == fresh.ids_under(key)
    vector = np.ones(len(WORDS), dtype=np.float32)
    for most in (1, 3):
        assert kept.alike(["tea", "茶"], vector, most=most) == fresh.alike(["tea", "茶"], vector, most=most)


def test_what_was_forgotten_leaves_the_shelf() -> None:
    """Nothing of a forgotten memory is held: not its record, not its vector."""
    user_index = shelf_of(
        indexed("m1", "tea"), indexed("m2", "coffee"), *(indexed(f"m{n}", "moon") for n in range(3, 20))
    )
    row = user_index.row_of["m2"]
    user_index.take(Refresh(epoch="e", change=2, changed=(), gone=("m2",)))
    assert user_index.get("m2") is None
    assert user_index.memories[row] is None
    assert not user_index.freeze().matrix.some([row]).any()


def test_records_are_made_once_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shelf of many rows makes a record when it is looked at, and it is the record that was stored."""
    monkeypatch.setattr(columns, "MADE_MAX", 4)
    many = [indexed(f"m{n}", "tea" if n % 2 else "moon") for n in range(1, 10)]
    user_index = shelf_of(*many)
    assert [user_index.memories[user_index.row_of[one.memory.id]] for one in many] == [one.memory for one in many]
