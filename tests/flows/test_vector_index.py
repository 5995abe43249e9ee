"""A vector engine beside the memory: it says which memories to compare, and changes no answer, come what may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.receipt import CopyState
from mnemic.domain.record import Kind, Memory, Origin, Source, Tier
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.domain.vector_entry import VectorEntry, VectorSpace
from mnemic.errors import InvalidSetting
from mnemic.index.engine import REST_S
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder, Signal
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import MASTER, MONDAY, assembled
from tests.health import assert_healthy
from tests.tables import each_row
from tests.wavering import Wavering, known, recorded, waiting

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")
SAID = ["I drink oolong tea in the morning.", "我住在青岛。", "The dentist moved to Hill Street.", "他周五去爬山。"]
QUESTIONS = ["What do I drink?", "我住在哪里？", "Where is the dentist?", "他什么时候爬山？"]
ROWS = 3_000  # more than the sample by which rows are judged: the engine's word counts
SIZE = 64


class TwoSignals(HashingEmbedder):
    """Words hashed twice, so that there are two spaces."""

    @property
    def signals(self) -> tuple[Signal, ...]:
        one = super().signals[0]
        half = self.size // 2
        return (replace(one, name="a", stop=half), replace(one, name="b", start=half))


EMBEDDER = TwoSignals(size=SIZE)


@contextmanager
def over(store: InMemoryStore, **given: Any) -> Iterator[OpenMemory]:
    """A memory over a store that outlives it."""
    yield assembled(store, **given)
    store.feeding = None


def filled(rows: int) -> InMemoryStore:
    """A store with random vectors of two signals, and texts of a word each."""
    store, random = InMemoryStore(), np.random.default_rng(7)
    made = random.standard_normal((rows, SIZE)).astype(np.float32)
    for part in (slice(0, SIZE // 2), slice(SIZE // 2, SIZE)):
        made[:, part] /= np.linalg.norm(made[:, part], axis=1, keepdims=True)
    with store.writing(ALICE) as writer:
        for number, vector in enumerate(made):
            memory = Memory(
                id=f"m{number}",
                tenant="default",
                user="alice",
                kind=Kind.EPISODE,
                tier=Tier.LONG_TERM,
                text=f"word{number} 词{number}",
                origin=Origin.USER,
                said_at=MONDAY,
                recorded_at=MONDAY,
                updated_at=MONDAY,
                position=number,
                fingerprint=EMBEDDER.fingerprint,
                agent=("planner", "buyer")[number % 2],
                session="s",
                sources=(Source(session="s", turn=f"t{number}"),),
            )
            packed = vector.astype(np.float16).tobytes()
            writer.put(memory, IndexEntry(terms={}, vector=packed, fingerprint=EMBEDDER.fingerprint))
    return store


def answers(memory: OpenMemory, *, user: str = "alice") -> list[list[tuple[str, float]]]:
    """Ids and scores of the hits of every question."""
    return [[(hit.memory.id, hit.score) for hit in memory.user(user).search(text)] for text in QUESTIONS]


def by_meaning(memory: OpenMemory, *, agent: str | None = None) -> list[list[str]]:
    """Ids of the hits by vectors alone."""
    user = memory.user("alice", agent=agent)
    return [[hit.memory.id for hit in user.search(text, recipe="semantic")] for text in QUESTIONS]


@pytest.fixture
def index() -> Wavering:
    """An engine that is up."""
    return Wavering()


@pytest.fixture
def store() -> InMemoryStore:
    """An empty store."""
    return InMemoryStore()


def fed(memory: OpenMemory, embedder: Embedder, scope: Scope = ALICE) -> bool:
    """Whether the engine agrees with the records, and nothing waits."""
    vectors = memory._core.vectors
    assert vectors is not None
    index = vectors.feeding.index
    assert isinstance(index, Wavering)
    return known(index, embedder, scope) == recorded(memory, embedder, scope) and not waiting(memory, scope)


def test_what_is_added_is_in_the_engine_at_once_without_background(store: InMemoryStore, index: Wavering) -> None:
    """With nobody working in the background, the engine agrees with the records after every write, in every space."""
    with over(store, index=index, embedder=EMBEDDER) as memory:
        memory.user("alice").add(SAID)
        memory.user("bob").add("I drink coffee.")
        assert fed(memory, EMBEDDER)
        assert fed(memory, EMBEDDER, BOB)
        assert all(known(index, EMBEDDER, ALICE).values())
        one = memory.user("alice").list()[0]
        memory.user("alice").forget(one.id)
        assert fed(memory, EMBEDDER)
        assert not one.id.startswith(tuple(set().union(*known(index, EMBEDDER, ALICE).values())))


def test_with_few_memories_answers_are_those_without_an_engine(store: InMemoryStore, index: Wavering) -> None:
    """Ids, order and scores are the same to the last digit, and the engine was asked."""
    with over(store) as memory:
        memory.user("alice").add(SAID)
        plain = answers(memory)
        assert all(plain)
    with over(store, index=index) as memory:
        memory.run_due()
        assert answers(memory) == plain
        assert index.calls["search"]


@pytest.fixture
def large() -> InMemoryStore:
    """One user with more memories than are looked at in any case."""
    return filled(ROWS)


def test_with_many_memories_the_hits_are_the_exact_ones(large: InMemoryStore, index: Wavering) -> None:
    """By an exact engine over random vectors, the hits by meaning are those that comparing everything gives."""
    with over(large, embedder=EMBEDDER) as memory:
        plain = by_meaning(memory)
        narrowed = by_meaning(memory, agent="planner")
    with over(large, embedder=EMBEDDER, index=index) as memory:
        memory.run_due()
        assert by_meaning(memory) == plain
        assert by_meaning(memory, agent="planner") == narrowed
        found = memory.user("alice").search(QUESTIONS[0], recipe="semantic")
        assert found.trace.degraded == ()
    assert index.calls["search"]


def test_the_engine_narrows_what_is_compared(large: InMemoryStore, index: Wavering) -> None:
    """Of many memories only those the engine names, and a sample, have a score by vector."""
    with over(large, embedder=EMBEDDER, index=index) as memory:
        memory.run_due()
        memory.user("alice").search(QUESTIONS[0])
        core = memory._core
        with core.parts.store.reading(ALICE) as reader, core.user_indexes.use(reader) as user_index:
            vector = EMBEDDER.questions([QUESTIONS[0]])[0]
            compared = ~np.isnan(user_index.cosines(vector, 0, SIZE // 2))
            assert 2_000 < compared.sum() < ROWS


def test_an_engine_that_is_down_degrades_the_answer_and_hides_nothing(store: InMemoryStore, index: Wavering) -> None:
    """What is asked while it is down is answered in full and says so by the name of the channel; once it is back,
    answers are whole again."""
    with over(store, index=index) as memory:
        memory.user("alice").add(SAID)
        plain = answers(memory)
        index.down = True
        memory.user("alice").add("My violin teacher is called Ana.")
        found = memory.user("alice").search("What is my violin teacher called?")
        assert "Ana" in found[0].memory.text
        assert [said.split(":")[0] for said in found.trace.degraded] == ["vectors"]
        asked = index.calls["search"]
        memory.user("alice").search("Is it the violin?")
        assert index.calls["search"] == asked, f"it is left alone for {REST_S} s"
        index.down = False
        attached = memory._core.vectors
        assert attached is not None
        attached.attached._resting = None  # as if the rest were over
        memory.run_due()
        found = memory.user("alice").search("What is the violin teacher's name?")
        assert found.trace.degraded == ()
        assert fed(memory, HashingEmbedder())
        assert [[id for id, _ in one][:1] for one in answers(memory)] == [[id for id, _ in one][:1] for one in plain]


def test_what_waits_is_found_while_the_engine_lags(large: InMemoryStore, index: Wavering) -> None:
    """A memory the engine has not been told yet is compared in any case."""
    with over(large, embedder=EMBEDDER, index=index) as memory:
        memory.run_due()
        engine = memory._core.vectors
        assert engine is not None
        engine.feeding._resting_until = float("inf")  # nothing is told
        memory.user("alice").add("The lighthouse keeper plays the accordion.", infer=False)
        assert waiting(memory, ALICE)
        found = memory.user("alice").search("Who plays the accordion?", recipe="semantic")
        assert "lighthouse" in found[0].memory.text
        assert found.trace.degraded == ()
        engine.feeding._resting_until = 0.0


def test_an_engine_that_lost_everything_is_noticed_and_told_again(store: InMemoryStore, index: Wavering) -> None:
    """An empty engine never empties an answer."""
    with over(store, index=index) as memory:
        memory.user("alice").add(SAID)
        plain = answers(memory)
        index.close()
        found = memory.user("alice").search("What tea do I drink?")
        assert found
        assert "told again" in found.trace.degraded[0]
        memory.run_due()
        assert fed(memory, HashingEmbedder())
        assert answers(memory) == plain


def test_an_engine_that_lost_a_part_is_noticed_too(store: InMemoryStore, index: Wavering) -> None:
    """It has been told of something since, so it names something: fewer than it was told of."""
    with over(store, index=index) as memory:
        memory.user("alice").add(SAID)
        index.close()
        memory.user("alice").add("I live in Lisbon.")
        assert known(index, HashingEmbedder(), ALICE)["words"]
        found = memory.user("alice").search("What tea do I drink?")
        assert "told again" in found.trace.degraded[0]
        memory.run_due()
        assert fed(memory, HashingEmbedder())


def test_an_agent_notices_too_that_an_engine_lost_everything(large: InMemoryStore, index: Wavering) -> None:
    """Narrowed to what one agent was told, nothing may be named because there is nothing, or because all is lost: the
    one is an answer, the other is said."""
    with over(large, embedder=EMBEDDER) as memory:
        plain = by_meaning(memory, agent="planner")
    with over(large, embedder=EMBEDDER, index=index) as memory:
        memory.run_due()
        newcomer = memory.user("alice", agent="newcomer")
        assert newcomer.search(QUESTIONS[0], recipe="semantic").trace.degraded == ()
        index.close()
        assert by_meaning(memory, agent="planner") == plain
        found = memory.user("alice", agent="planner").search("What is word17?", recipe="semantic")
        assert "told again" in found.trace.degraded[0]


def test_an_engine_attached_to_a_memory_is_told_everything(store: InMemoryStore, index: Wavering) -> None:
    """A memory that had none is handed over by `run_due`, and until then everything is compared."""
    with over(store) as memory:
        memory.user("alice").add(SAID)
        memory.user("bob").add("I drink coffee.")
        plain = answers(memory)
    told: list[int] = []
    with over(store, index=index) as memory:
        memory.watch(lambda progress: told.append(progress.done) if progress.job == "feed" else None)
        assert answers(memory) == plain
        assert not index.calls["search"]
        memory.run_due()
        assert fed(memory, HashingEmbedder())
        assert fed(memory, HashingEmbedder(), BOB)
        assert told


def test_handing_over_goes_on_where_it_was_stopped(
    large: InMemoryStore, index: Wavering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told before the engine went away is not told again."""
    put = Wavering.put
    rows: list[int] = []

    def some(self: Wavering, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        rows.append(len(entries))
        put(self, scope, space, entries)
        self.down = len(rows) == 2

    monkeypatch.setattr(Wavering, "put", some)
    with over(large, embedder=EMBEDDER, index=index) as memory:
        with large.writing(ALICE) as writer:
            writer.keep_job(replace(writer.job(Job.FEED), note=""))
        memory.run_due()
        index.down = False
        memory.run_due()
        assert fed(memory, EMBEDDER)
    assert sum(rows) < 2 * (ROWS + 1_000)


def test_another_embedder_fills_its_own_space_and_leaves_none_behind(store: InMemoryStore, index: Wavering) -> None:
    """After re-embedding the engine holds the new vectors, and nothing of the old ones."""
    old, new = HashingEmbedder(128), HashingEmbedder(256)
    with over(store, index=index, embedder=old) as memory:
        memory.user("alice").add(SAID)
        assert fed(memory, old)
    with over(store, index=index, embedder=new) as memory:
        memory.run_due()
        assert fed(memory, new)
        assert known(index, old, ALICE) == {"words": set()}
        assert known(index, new, ALICE)["words"]


@pytest.mark.parametrize("how", ["session", "one"])
def test_what_is_forgotten_before_it_is_embedded_anew_leaves_the_former_space(
    store: InMemoryStore, index: Wavering, how: str
) -> None:
    """The receipt says that it went, so it went from wherever the engine had it."""
    old, new = HashingEmbedder(128), HashingEmbedder(256)
    with over(store, index=index, embedder=old) as memory:
        memory.user("alice").add(SAID, session="s1")
    with over(store, index=index, embedder=new) as memory:
        alice = memory.user("alice")
        ids = [one.id for one in alice.list(status="any", kinds=[kind.value for kind in Kind])]
        gone = alice.forget(session="s1") if how == "session" else alice.forget(ids[0])
        assert gone.index is not None
        assert gone.index.state is CopyState.REMOVED
        assert not known(index, old, ALICE)["words"] & set(gone.memories)


def test_a_user_who_is_encrypted_leaves_the_engine(file: Path, index: Wavering) -> None:
    """Vectors of encrypted users are nowhere in plain; whoever is decrypted is told again."""
    embedder = HashingEmbedder()
    with mnemic.open(
        file, embedder=embedder, background=False, vector_index=index, encryption_key=MASTER.hex()
    ) as memory:
        memory.user("alice").add(SAID)
        assert known(index, embedder, ALICE)["words"]
        memory.encryption.encrypt(["alice"])
        assert known(index, embedder, ALICE)["words"] == set()
        memory.user("alice").add("My cat is called Momo.")
        assert known(index, embedder, ALICE)["words"] == set()
        found = memory.user("alice").search("What is my cat called?")
        assert "Momo" in found[0].memory.text
        assert found.trace.degraded == ()
        memory.encryption.decrypt(["alice"])
        assert fed(memory, embedder)
        assert known(index, embedder, ALICE)["words"]


def test_the_receipt_says_what_became_of_the_copy(store: InMemoryStore, index: Wavering) -> None:
    """Removed at once where the engine is up; waiting, and removed when it is back, where it is not."""
    with over(store, index=index) as memory:
        alice = memory.user("alice")
        alice.add(SAID)
        gone = alice.forget(alice.list()[0].id)
        assert gone.index is not None
        assert gone.index.state is CopyState.REMOVED
        index.down = True
        everything = alice.forget(everything=True, confirmed=True)
        assert everything.index is not None
        assert everything.index.state is CopyState.WAITING
        assert "waiting" in everything.text()
        assert "等待" in everything.text("zh")
        assert known(index, HashingEmbedder(), ALICE)["words"]
        index.down = False
        memory.run_due()
        assert known(index, HashingEmbedder(), ALICE)["words"] == set()
        assert waiting(memory, ALICE) == set()


def test_whoever_forgets_without_the_engine_leaves_word(store: InMemoryStore, index: Wavering) -> None:
    """A process that does not know the engine says that its copy waits; whoever knows it removes it."""
    with over(store, index=index) as memory:
        memory.user("alice").add(SAID)
    with over(store) as memory:
        receipt = memory.user("alice").forget(everything=True, confirmed=True)
        assert receipt.index is not None
        assert receipt.index.state is CopyState.WAITING
        assert memory.user("bob").forget(everything=True, confirmed=True).index is None
    with over(store, index=index) as memory:
        memory.run_due()
        assert known(index, HashingEmbedder(), ALICE)["words"] == set()


def test_whoever_forgets_after_a_backup_was_restored_leaves_word(file: Path, tmp_path: Path, index: Wavering) -> None:
    """The engine still has its copy of who a backup brought back: it is removed also where he is forgotten before any
    process with the engine has opened the memory."""
    given: dict[str, Any] = {"embedder": "hashing", "background": False}
    with mnemic.open(file, vector_index=index, **given) as memory:
        memory.user("alice").add(SAID)
        memory.transfer.backup(tmp_path / "copy.db")
    mnemic.restore(tmp_path / "copy.db", file, overwrite=True)
    with mnemic.open(file, **given) as memory:
        receipt = memory.user("alice").forget(everything=True, confirmed=True)
        assert receipt.index is not None
        assert receipt.index.state is CopyState.WAITING
    assert known(index, HashingEmbedder(), ALICE)["words"]
    with mnemic.open(file, vector_index=index, **given) as memory:
        memory.run_due()
        assert known(index, HashingEmbedder(), ALICE)["words"] == set()


def test_users_never_cross_in_the_engine(store: InMemoryStore, index: Wavering) -> None:
    """What is told of a user bears that user's ids only, and what a search hears is looked up on the user's shelf."""
    with over(store, index=index) as memory:
        for user in ("alice", "bob"):
            memory.user(user).add([f"{text} ({user})" for text in SAID])
        ids = {scope: known(index, HashingEmbedder(), scope)["words"] for scope in (ALICE, BOB)}
        assert not ids[ALICE] & ids[BOB]
        index._held = {  # an engine that mixes everybody up
            key: {id: one for held in index._held.values() for id, one in held.items()} for key in index._held
        }
        for user in ("alice", "bob"):
            for question in QUESTIONS:
                assert all(hit.memory.user == user for hit in memory.user(user).search(question))


def test_the_doctor_sees_what_the_engine_has_not_and_what_it_should_not_have(
    store: InMemoryStore, index: Wavering
) -> None:
    """Missing and surplus ids are named by space, and repaired from the records."""
    with over(store, index=index, embedder=EMBEDDER) as memory:
        memory.user("alice").add(SAID)
        assert_healthy(memory)
        held = next(iter(index._held.values()))
        id, one = next(iter(held.items()))
        del held[id]
        held["stranger"] = one
        found = memory.doctor(user="alice")
        assert [diagnosis.check.value for diagnosis in found.wrong] == ["index.engine"]
        assert found.wrong[0].repairable
        repaired = memory.doctor(user="alice", repair=True)
        assert repaired.healthy
        assert fed(memory, EMBEDDER)


def test_the_doctor_says_that_the_engine_cannot_be_reached(store: InMemoryStore, index: Wavering) -> None:
    """An engine that is down is a finding of its own, and keeps nothing else from being looked at."""
    with over(store, index=index) as memory:
        memory.user("alice").add(SAID)
        index.down = True
        found = memory.doctor(user="alice")
        assert [diagnosis.check.value for diagnosis in found.wrong] == ["index.engine"]
        assert "down on purpose" in found.wrong[0].reason


@each_row(
    ("settings", "word"),
    [
        ({"vector_index": "weaviate"}, "VECTOR_INDEX_URL"),
        ({"vector_index": "pinecone"}, "VECTOR_INDEX_KEY"),
        ({"vector_index": "pgvector"}, "PostgreSQL"),
        ({"vector_index": "chroma"}, "VECTOR_INDEX_URL"),
        ({"vector_index": "faiss"}, "vector_index"),
    ],
)
def test_an_engine_that_cannot_be_used_is_refused_with_the_way_out(settings: dict[str, Any], word: str) -> None:
    """Nothing is opened, and the message names the setting."""
    with pytest.raises(InvalidSetting, match=word):
        mnemic.open(":memory:", embedder="hashing", **settings)


def test_an_engine_in_this_process_lies_beside_the_memory_and_is_its_owners_alone(file: Path) -> None:
    """Where no place is named its folder is called like the memory file, and nobody else may look into it."""
    with mnemic.open(file, embedder="hashing", background=False, vector_index="qdrant-edge") as memory:
        memory.user("alice").add(SAID)
        assert memory.user("alice").search(QUESTIONS[0]).trace.degraded == ()
    folder = file.with_name(file.name + ".vectors")
    assert [one.name for one in folder.iterdir()] == ["qdrant-edge"]
    assert folder.stat().st_mode & 0o077 == 0
    with pytest.raises(InvalidSetting, match="cannot be made"):
        mnemic.open(file.parent / "nowhere" / "memory.db", embedder="hashing", vector_index="qdrant-edge")
