"""Whatever call fails, a memory is as before or as after, never between; and what was taken in is finished later."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import EmbedderUnavailable, StoreUnavailable, WrongVectorSize
from mnemic.language import segment
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder, Store, Vectors
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import MONDAY, Numbered, Ticking, assembled, sqlite_store
from tests.effort import thinned
from tests.tables import nonempty

ALICE = Scope("default", "alice")
TOLD = ["I prefer aisle seats.", "我对花生过敏。", "I live in Leeds."]
NEW = ["I prefer window seats.", "我喜欢乌龙茶。", "I live in Leeds!"]

State = tuple[Counter[tuple[str, TurnState]], Counter[object], Counter[object]]


def state(store: Store) -> State:
    """What is held about the user, ids aside; and on the way that indexes and history agree with the records."""
    with store.reading(ALICE) as reader:
        memories, turns, history = reader.memories(), reader.turns(), reader.history()
        entries = {indexed.memory.id: indexed.entry for indexed in reader.refresh(epoch="", change=0).changed}
    assert entries.keys() == {memory.id for memory in memories}
    for memory in memories:
        assert dict(entries[memory.id].terms) == dict(segment.terms(memory.text))
    assert {line.memory_id for line in history} == entries.keys()
    return (
        Counter((turn.text, turn.state) for turn in turns),
        Counter((m.kind, m.text, m.status, m.tier, m.mention_count, m.version, m.valid_to) for m in memories),
        Counter((line.action, line.reason, line.after and line.after.text) for line in history),
    )


@dataclass(frozen=True)
class Shop:
    """Makes stores of one sort that know a few things already."""

    fresh: Callable[[], Store]

    def store(self) -> Store:
        return self.fresh()

    def opened(self, store: Store, embedder: Embedder | None = None) -> OpenMemory:
        """A memory over such a store, two days later."""
        clock = Ticking(MONDAY + timedelta(days=2))
        return assembled(store, clock=clock, embedder=embedder, new_id=Numbered(itertools.count(1000)))


def taught(store: Store) -> Store:
    """The store with a few things in it."""
    clock = Ticking()
    user = assembled(store, clock=clock).user("alice")
    user.add(TOLD, session="s1")
    clock.advance(days=1)
    user.add("I live in Leeds.", session="s2")
    return store


def found(user: UserMemory, start: str) -> str:
    """Id of the statement that starts like this."""
    return next(memory.id for memory in user.list(status="any") if memory.text.startswith(start))


FLOWS: dict[str, Callable[[UserMemory], object]] = {
    "add": lambda user: user.add(NEW, session="s2"),
    "add as given": lambda user: user.add(NEW, session="s2", infer=False),
    "forget one": lambda user: user.forget(found(user, "The user prefers")),
    "forget session": lambda user: user.forget(session="s1"),
    "forget everything": lambda user: user.forget(everything=True),
    "update": lambda user: user.update(found(user, "The user prefers"), "The user prefers the back row."),
    "confirm": lambda user: user.confirm(found(user, "用户")),
    "reject": lambda user: user.reject(found(user, "The user lives")),
    "search": lambda user: user.search("Where do I live?"),
}


def taken(before: State, after: State) -> State:
    """The state in which the turns are in the log and wait."""
    turns, memories, history = before
    told = Counter({(text, TurnState.PENDING): count for (text, _), count in (after[0] - turns).items()})
    return turns + told, memories, history


@pytest.fixture(params=["sqlite", "inmemory"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Shop:
    """For each sort of store."""
    if request.param == "inmemory":
        return Shop(lambda: taught(InMemoryStore()))
    taught(sqlite_store(tmp_path / "first.db", lock_wait_s=20)).close()
    numbers = itertools.count(1)

    def copied() -> Store:
        copy = shutil.copy(tmp_path / "first.db", tmp_path / f"copy{next(numbers)}.db")
        return sqlite_store(copy, lock_wait_s=20)

    return Shop(copied)


def run_well(shop: Shop, flow: Callable[[UserMemory], object]) -> tuple[State, State, list[str]]:
    """State before and after a flow nothing happens to, and its calls."""
    faulty = FaultyStore(shop.store())
    with shop.opened(faulty) as opened:
        before = state(faulty)
        faulty.calls.clear()
        flow(opened.user("alice"))
        calls = list(faulty.calls)
        return before, state(faulty), calls


@pytest.mark.parametrize("name", FLOWS)
def test_a_call_that_fails_leaves_before_or_after(name: str, shop: Shop) -> None:
    """For every n, a flow whose n-th call fails is undone or done, and what it took in is then finished."""
    flow = FLOWS[name]
    before, after, calls = run_well(shop, flow)
    assert len(calls) >= 2
    for number, call in thinned(list(enumerate(calls, 1))):
        faulty = FaultyStore(shop.store(), error=StoreUnavailable("the disk is full"))
        with shop.opened(faulty) as opened:
            faulty.calls.clear()
            faulty.fail_at = number
            with pytest.raises(StoreUnavailable, match="the disk is full"):
                flow(opened.user("alice"))
            waiting = taken(before, after) if name.startswith("add") else before
            then = state(faulty)
            if name != "forget session":  # there some turns may wait to be understood anew
                assert then in (before, waiting, after), f"{number}: {call}"
            opened.run_due()
            finished = state(faulty)
            assert finished == (before if then == before else after), f"{number}: {call}"
            assert opened.run_due() == 0
            assert opened.user("alice").search("Where do I live?", k=20).degraded == ()


@pytest.mark.parametrize("name", [name for name in FLOWS if name.startswith("add") or name == "search"])
def test_trying_again_has_the_effect_of_once(name: str, shop: Shop) -> None:
    """A caller who got an error may ask again with the same turn ids: nothing is stored twice."""
    flow: Callable[[UserMemory], object] = (
        (lambda user: user.add([{"content": text, "id": text} for text in NEW], session="s2", infer=name == "add"))
        if name.startswith("add")
        else FLOWS[name]
    )
    _, after, calls = run_well(shop, flow)
    for number, call in nonempty(thinned(list(enumerate(calls, 1)))):
        faulty = FaultyStore(shop.store())
        with shop.opened(faulty) as opened:
            faulty.calls.clear()
            faulty.fail_at = number
            with pytest.raises(OSError, match="on purpose"):
                flow(opened.user("alice"))
            flow(opened.user("alice"))
            assert state(faulty) == after, f"{number}: {call}"


def test_a_forgetting_whose_purge_failed_is_finished_by_the_next(file: Path) -> None:
    """Rows are gone though the file could not be rewritten; the next purge takes the bytes too."""
    faulty = FaultyStore(sqlite_store(file, lock_wait_s=20), error=StoreUnavailable("the disk is full"))
    with assembled(faulty) as opened:
        user = opened.user("alice")
        user.add("Das Kennwort der Katze lautet Qzmaunz77.", infer=False, session="s3")
        faulty.calls.clear()
        user.forget(session="s3")
        where = faulty.calls.index("purge") + 1
        user.add("Das Kennwort der Katze lautet Qzmaunz77.", infer=False, session="s3")
        faulty.calls.clear()
        faulty.fail_at = where
        with pytest.raises(StoreUnavailable):
            user.forget(session="s3")
        assert user.turns("s3") == []
        user.forget(session="s3")
        assert all(b"Qzmaunz77" not in path.read_bytes() for path in file.parent.iterdir())


@dataclass
class Failing(HashingEmbedder):
    """An embedder whose n-th call fails, or all from then on."""

    fail_at: int = 0
    lasting: bool = False
    calls: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors, or the error."""
        self.calls += 1
        if self.calls == self.fail_at or (self.lasting and self.calls > self.fail_at):
            raise EmbedderUnavailable("The weights are not where they were.")
        return super().documents(texts)


@pytest.mark.parametrize("infer", [True, False])
def test_without_an_embedder_turns_wait(shop: Shop, infer: bool) -> None:
    """An add whose embedding fails says so and keeps the turns; they are understood once there is an embedder again."""
    well, ill = shop.store(), shop.store()
    with shop.opened(well) as opened:
        before = state(well)
        opened.user("alice").add(NEW, infer=infer)
        after = state(well)
    embedder = Failing()
    with shop.opened(ill, embedder) as opened:
        embedder.fail_at = embedder.calls + 1
        with pytest.raises(EmbedderUnavailable):
            opened.user("alice").add(NEW, infer=infer)
        assert state(ill) == taken(before, after)
        assert opened.user("alice").stats().pending == len(NEW)
        assert opened.run_due() == len(NEW)
        assert state(ill) == after


def test_run_due_that_fails_can_be_run_again(shop: Shop) -> None:
    """A failing embedder stops run_due with its error, and nothing of the queue is lost."""
    embedder = Failing()
    with shop.opened(shop.store(), embedder) as opened:
        opened.user("alice").add(NEW, wait=False)
        opened.user("bob").add("我住在青岛。", wait=False)
        embedder.fail_at = embedder.calls + 2
        with pytest.raises(EmbedderUnavailable):
            opened.run_due()
        assert opened.run_due() == 1
        assert opened.user("bob").list()[0].text == "用户住在青岛"


class Squeamish(HashingEmbedder):
    """An embedder that cannot bear one word."""

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors, or the error."""
        if any("spider" in text for text in texts):
            raise EmbedderUnavailable("I saw a spider.")
        return super().documents(texts)


def test_one_users_trouble_is_not_the_others(shop: Shop) -> None:
    """A turn that cannot be understood stays and is told of, and everybody else's are understood all the same."""
    with shop.opened(shop.store(), Squeamish()) as opened:
        for name, text in (("a", "I like spiders."), ("b", "I live in York."), ("c", "我住在青岛。")):
            opened.user(name).add(text, wait=False)
        with pytest.raises(EmbedderUnavailable, match="spider"):
            opened.run_due()
        assert [opened.user(name).stats().pending for name in "abc"] == [1, 0, 0]
        assert opened.user("b").list()[0].text == "The user lives in York."


def test_a_search_without_an_embedder_is_degraded_not_empty(shop: Shop) -> None:
    """Words still find, and the answer says that vectors took no part and why."""
    embedder = Failing()
    with shop.opened(shop.store(), embedder) as opened:
        embedder.fail_at, embedder.lasting = embedder.calls, True
        hits = opened.user("alice").search("Do I live in Leeds?")
        assert hits[0].memory.text == "The user lives in Leeds."
        assert hits.degraded == ("vectors: The weights are not where they were.",)
        assert hits.trace.degraded == hits.degraded


@pytest.mark.parametrize("text", ["The user prefers the back row.", "用户喜欢坐后排"])
def test_an_update_without_an_embedder_is_not_made(shop: Shop, text: str) -> None:
    """A text that cannot be embedded does not replace one that was."""
    embedder, store = Failing(), shop.store()
    with shop.opened(store, embedder) as opened:
        before = state(store)
        embedder.fail_at = embedder.calls + 1
        with pytest.raises(EmbedderUnavailable):
            opened.user("alice").update(found(opened.user("alice"), "The user prefers"), text)
        assert state(store) == before


class Shrunk(HashingEmbedder):
    """An embedder that promises more columns than it gives."""

    cut = False

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Half the columns, once cut."""
        vectors = super().documents(texts)
        return vectors[:, :128] if self.cut else vectors


def test_vectors_of_a_wrong_size_are_never_stored(shop: Shop) -> None:
    """Add and update refuse them by name, and the question's are left out of a search that says so."""
    embedder, store = Shrunk(), shop.store()
    with shop.opened(store, embedder) as opened:
        user = opened.user("alice")
        embedder.cut = True
        before = state(store)
        with pytest.raises(WrongVectorSize, match=r"128.*256"):
            user.update(found(user, "The user prefers"), "The user prefers the back row.")
        assert state(store) == before
        hits = user.search("Do I live in Leeds?")
        assert hits[0].memory.text == "The user lives in Leeds."
        assert "128" in hits.degraded[0]
        with pytest.raises(WrongVectorSize, match=r"128.*256"):
            user.add("我喜欢乌龙茶。")
        embedder.cut = False
        assert opened.run_due() == 1
        assert user.search("我喜欢喝什么茶？").degraded == ()


def test_a_memory_changed_meanwhile_is_not_overwritten(shop: Shop) -> None:
    """Of two updates from the same reading the second is refused."""
    store = shop.store()
    with shop.opened(store) as opened:
        user = opened.user("alice")
        id = found(user, "The user prefers")

        class Slow(HashingEmbedder):
            """Somebody else is faster while this one embeds."""

            def documents(self, texts: Sequence[str]) -> Vectors:
                """The other's update first."""
                user.update(id, "The user prefers the front row.")
                return super().documents(texts)

        late = shop.opened(store, Slow()).user("alice")
        with pytest.raises(StoreUnavailable, match="somebody else"):
            late.update(id, "The user prefers the back row.")
        assert user.get(id).text == "The user prefers the front row."
