"""What every store must do. Each test's docstring is the law."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemic.domain.changes import Action, History, Link, Relation
from mnemic.domain.index_entry import IndexedMemory, IndexEntry
from mnemic.domain.query import SessionInfo
from mnemic.domain.record import Kind, Memory, Origin, Sensitivity, Slot, Source, Status, Tier, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidMessage, InvalidMetadata, InvalidScope, InvalidTime, StoreClosed, StoreError
from mnemic.ports import Reader, Store
from mnemic.stores.faulty import FaultyStore
from tests.effort import examples
from tests.tables import each_row, nonempty

DAN = Scope("default", "dan")
EVE = Scope("default", "eve")
NOON = datetime(2026, 3, 2, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)


def turn(id: str, text: str = "hello", *, session: str = "s1", **given: Any) -> Turn:
    values: dict[str, Any] = {"role": "user", "said_at": NOON, "recorded_at": NOON} | given
    return Turn(id=id, text=text, session=session, **values)


def memory(id: str, text: str = "Dan likes tea.", *, of: Scope = DAN, **given: Any) -> Memory:
    values: dict[str, Any] = {"kind": Kind.FACT, "said_at": NOON, "recorded_at": NOON, "updated_at": NOON} | given
    return Memory(id=id, tenant=of.tenant, user=of.user, text=text, **values)


def entry(*terms: str) -> IndexEntry:
    return IndexEntry(terms=dict.fromkeys(terms, 2), vector=b"\x00\x3c\x00\xbc", fingerprint="hash-1")


def line(after: Memory, *, at: datetime = NOON, before: Memory | None = None) -> History:
    action = Action.REVISE if before else Action.ADD
    return History(memory_id=after.id, action=action, actor="user", reason="said so", at=at, before=before, after=after)


def seen(reader: Reader) -> dict[str, int]:
    """Rows per table, without questions, votes and files, whose contracts are in test_asked and test_blobs."""
    return {
        name: count for name, count in reader.counts().items() if name not in ("asked", "votes", "blobs", "registers")
    }


def keep(store: Store, *kept: Memory) -> None:
    """Write memories with index entry and history, one transaction per user."""
    for scope in dict.fromkeys(Scope(one.tenant, one.user) for one in kept):
        with store.writing(scope) as writer:
            for one in kept:
                if (one.tenant, one.user) == (scope.tenant, scope.user):
                    writer.put(one, entry("tea"))
                    writer.record(line(one))


def full(scope: Scope, id: str = "m1") -> Memory:
    """A memory with no field at its default."""
    return memory(
        id,
        "我喜欢靠窗的座位 🪟",
        of=scope,
        agent="travel",
        task="trip",
        session="s1",
        kind=Kind.PREFERENCE,
        tier=Tier.PERMANENT,
        status=Status.DORMANT,
        summary="window",
        language="zh",
        slot=Slot(subject="user", attribute="seat", value="window", polarity=-1, single=True),
        entities=("座位", "plane"),
        confidence=0.1 + 0.2,
        importance=1 / 3,
        control_relevance=0.75,
        relevance_reasons=("booking", "订票"),
        sensitivity=Sensitivity.PERSONAL,
        origin=Origin.TOOL,
        trust=0.3,
        speaker="Dan",
        valid_from=NOON - HOUR,
        valid_to=NOON + HOUR,
        superseded_at=NOON + 2 * HOUR,
        superseded_by="m2",
        last_accessed_at=NOON + 3 * HOUR,
        access_count=3,
        mention_count=4,
        useful=5,
        useless=6,
        sources=(Source(session="s2", turn="b"), Source(session="s1", turn="a")),
        position=7,
        quote="靠窗",
        fingerprint="hash-1",
        purpose="booking",
        retention="year",
        metadata={"list": [1, 2.5, None, True, {"深": "x"}], "text": "\u2028"},
        version=8,
    )


# The log


def test_positions_run_on_over_sessions(store: Store) -> None:
    """A turn's position is a running number over all turns of the user, whatever their session."""
    with store.writing(DAN) as writer:
        first = writer.append([turn("a"), turn("b", session="s2")])
    with store.writing(DAN) as writer:
        second = writer.append([turn("c")])
    with store.reading(DAN) as reader:
        assert [one.position for one in first + second] == [1, 2, 3]
        assert reader.turns() == first + second


def test_a_position_is_never_given_twice(store: Store) -> None:
    """What was forgotten leaves a gap; neighbours by position stay true neighbours."""
    with store.writing(DAN) as writer:
        writer.append([turn("a"), turn("b")])
        writer.forget_turns([Source(session="s1", turn="b")])
    with store.writing(DAN) as writer:
        assert [one.position for one in writer.append([turn("c")])] == [3]


def test_append_is_idempotent(store: Store) -> None:
    """The same (session, id) with the same text is one turn, in one call and over calls."""
    with store.writing(DAN) as writer:
        assert len(writer.append([turn("a"), turn("a")])) == 1
    with store.writing(DAN) as writer:
        assert writer.append([turn("a")]) == []
        assert [one.session for one in writer.append([turn("a", session="s2")])] == ["s2"]


@pytest.mark.parametrize("other", [turn("a", "changed"), turn("a", role="assistant")])
def test_append_refuses_another_text(store: Store, other: Turn) -> None:
    """What was said does not change: the same id with another text or role is refused with its whole call."""
    with store.writing(DAN) as writer:
        writer.append([turn("a")])
        with pytest.raises(InvalidMessage, match="'a'"):
            writer.append([turn("new"), other])
    with store.reading(DAN) as reader:
        assert [one.id for one in reader.turns()] == ["a"]


def test_turns_come_back_as_they_were(store: Store) -> None:
    """Every field of a turn survives."""
    said = turn(
        "a",
        "call 小明",
        role="assistant",
        speaker="Bot",
        agent="travel",
        task="trip",
        said_at=NOON.astimezone(timezone(8 * HOUR)),
        infer=False,
        tool_calls=({"id": "c1", "function": {"name": "f", "arguments": "{}"}},),
        tool_call_id="c0",
        metadata={"a": [1, None]},
        redacted=("phone",),
        state=TurnState.UNDERSTOOD,
    )
    with store.writing(DAN) as writer:
        writer.append([said])
    with store.reading(DAN) as reader:
        assert reader.turn(said.source) == replace(said, position=1)
        assert reader.turn(Source(session="s1", turn="no")) is None


def test_turns_can_be_narrowed(store: Store) -> None:
    """Session, state and `last` narrow the log; the order stays that of position."""
    with store.writing(DAN) as writer:
        writer.append([turn("a"), turn("b", session="s2"), turn("c"), turn("d")])
        writer.understood([Source(session="s1", turn="a"), Source(session="s1", turn="none")])
    with store.reading(DAN) as reader:
        assert [one.id for one in reader.turns(session="s1")] == ["a", "c", "d"]
        assert [one.id for one in reader.turns(state=TurnState.PENDING)] == ["b", "c", "d"]
        assert [one.id for one in reader.turns(session="s1", last=2)] == ["c", "d"]
        assert reader.turns(last=0) == []


def test_sessions(store: Store) -> None:
    """Sessions come in order of their first turn, with number of turns and times."""
    with store.writing(DAN) as writer:
        writer.append(
            [turn("a", session="z"), turn("b", said_at=NOON + HOUR), turn("c", session="z", said_at=NOON + HOUR)]
        )
    with store.reading(DAN) as reader:
        assert reader.sessions() == [
            SessionInfo(id="z", turns=2, first_said_at=NOON, last_said_at=NOON + HOUR),
            SessionInfo(id="s1", turns=1, first_said_at=NOON + HOUR, last_said_at=NOON + HOUR),
        ]


def test_backlog_names_who_waits_longest(store: Store) -> None:
    """The backlog names users with turns not understood, longest waiting first, at most `limit`."""
    with store.writing(DAN) as writer:
        writer.append([turn("a", recorded_at=NOON + HOUR)])
    with store.writing(EVE) as writer:
        writer.append([turn("a"), turn("b")])
    assert store.backlog(9) == [EVE, DAN]
    assert store.backlog(1) == [EVE]
    with store.writing(EVE) as writer:
        writer.understood([Source(session="s1", turn="a"), Source(session="s1", turn="b")])
    assert store.backlog(9) == [DAN]


# Memories


def test_memories_come_back_as_they_were(store: Store) -> None:
    """Every field of a memory survives, and so do index entry and history."""
    kept = full(DAN)
    keep(store, kept)
    with store.reading(DAN) as reader:
        assert reader.memory("m1") == kept
        assert reader.known(NOON) == [kept]
        assert reader.refresh(epoch="", change=0).changed == (IndexedMemory(memory=kept, entry=entry("tea")),)


def test_put_replaces_the_memory_and_keeps_the_entry(store: Store) -> None:
    """A memory is put anew but for its counts of use; with `entry` None its index entry stays."""
    old = full(DAN)
    keep(store, old)
    changed = memory("m1", "Dan likes coffee.", access_count=old.access_count, last_accessed_at=old.last_accessed_at)
    with store.writing(DAN) as writer:
        writer.put(changed, None)
    with store.reading(DAN) as reader:
        assert reader.memories() == [changed]
        assert reader.memories(session="s1") == []
        assert reader.refresh(epoch="", change=0).changed == (IndexedMemory(memory=changed, entry=entry("tea")),)


def test_memories_can_be_narrowed(store: Store) -> None:
    """Ids, statuses, source and session narrow; the order is that of recording, ties by id."""
    a = memory("a", recorded_at=NOON + HOUR, sources=(Source(session="s1", turn="1"), Source(session="s2", turn="1")))
    b = memory("b", status=Status.ARCHIVED, sources=(Source(session="s1", turn="2"),))
    c = memory("c")
    keep(store, a, c, b)
    with store.reading(DAN) as reader:
        assert reader.memories() == [b, c, a]
        assert reader.memories(ids=["a", "b", "a", "none"]) == [b, a]
        assert reader.memories(ids=[]) == []
        assert reader.memories(statuses=[Status.ARCHIVED, Status.DORMANT]) == [b]
        assert reader.memories(statuses=[]) == []
        assert reader.memories(source=Source(session="s2", turn="1")) == [a]
        assert reader.memories(session="s1") == [b, a]
        assert reader.memories(session="s1", statuses=[Status.ACTIVE]) == [a]


def test_many_ids(store: Store) -> None:
    """Any number of ids may be asked for, and forgotten, at once."""
    kept = [memory(f"m{number:04}") for number in range(1_201)]
    keep(store, *kept)
    with store.reading(DAN) as reader:
        assert reader.memories(ids=[one.id for one in reversed(kept)]) == kept
    with store.writing(DAN) as writer:
        assert writer.forget_memories([one.id for one in kept]) == len(kept)
        assert writer.memories() == []


def test_uses_are_counted_without_a_change(store: Store) -> None:
    """Counting a use touches access count and time only, and keeps the latest time; unknown ids are skipped."""
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        before = reader.refresh(epoch="", change=0)
    with store.writing(DAN) as writer:
        writer.used({"a": (2, NOON + HOUR), "none": (1, NOON)})
        writer.used({"a": (1, NOON)})
        writer.used({})
    with store.reading(DAN) as reader:
        assert reader.memory("a") == memory("a", access_count=3, last_accessed_at=NOON + HOUR)
        assert reader.refresh(epoch=before.epoch, change=before.change).changed == ()


def test_a_memory_of_another_user_is_refused(store: Store) -> None:
    """A writer writes its own user's memories only."""
    with store.writing(DAN) as writer, pytest.raises(InvalidScope):
        writer.put(memory("a", of=EVE), None)


# History, links, audit


def test_history_is_numbered_in_order_of_recording(store: Store) -> None:
    """The sequence runs on over all memories of the user, whatever the times say."""
    a, b = memory("a"), memory("b")
    keep(store, a, b)
    with store.writing(DAN) as writer:
        writer.record(line(replace(a, version=2), at=NOON - HOUR, before=a))
        assert len(writer.history()) == 3
    with store.reading(DAN) as reader:
        rows = reader.history()
        assert [row.memory_id for row in rows] == ["a", "b", "a"]
        assert [row.sequence for row in rows] == sorted({row.sequence for row in rows})
        assert [row.before for row in reader.history("a")] == [None, a]
        assert reader.history("none") == []


def test_the_past_as_known_then(store: Store) -> None:
    """`known(at)` gives each memory as its last history row up to then left it; of two at once the later."""
    first = memory("a", "Dan lives in Bonn.")
    second = replace(first, text="Dan lives in Köln.", updated_at=NOON + HOUR, version=2)
    third = replace(second, text="Dan lives in 北京.", version=3)
    keep(store, first, memory("b", recorded_at=NOON - HOUR))
    with store.writing(DAN) as writer:
        writer.record(line(second, at=NOON + HOUR, before=first))
        writer.record(line(third, at=NOON + HOUR, before=second))
        writer.put(third, None)
    with store.reading(DAN) as reader:
        assert reader.known(NOON - timedelta(microseconds=1)) == []
        assert reader.known(NOON + HOUR - timedelta(microseconds=1)) == [memory("b", recorded_at=NOON - HOUR), first]
        assert reader.known(NOON + HOUR) == [memory("b", recorded_at=NOON - HOUR), third]


def test_links_are_kept_once(store: Store) -> None:
    """The same two ends and relation are one line, found from both ends; another relation is another line."""
    keep(store, memory("new"), memory("old"))
    link = Link(source="new", target="old", relation=Relation.SUPERSEDES, reason="newer", at=NOON)
    other = replace(link, relation=Relation.CONTRADICTS)
    with store.writing(DAN) as writer:
        writer.link(link)
        writer.link(replace(link, reason="again", at=NOON + HOUR))
        writer.link(other)
    with store.reading(DAN) as reader:
        assert reader.links("new") == reader.links("old") == [other, link]
        assert reader.links("none") == []


@pytest.mark.parametrize("stray", ["history", "link"])
def test_nothing_speaks_of_a_memory_that_is_not_there(store: Store, stray: str) -> None:
    """History and links of an unknown memory are refused, and undo the transaction."""

    def write() -> None:
        with store.writing(DAN) as writer:
            writer.put(memory("a"), None)
            if stray == "history":
                writer.record(line(memory("none")))
            else:
                writer.link(Link(source="a", target="none", relation=Relation.SUPERSEDES, reason="", at=NOON))

    with pytest.raises(StoreError):
        write()
    with store.reading(DAN) as reader:
        assert sum(reader.counts().values()) == 0


def test_counts(store: Store) -> None:
    """Rows are counted per table, the user's own only."""
    keep(store, memory("a"), memory("b"), memory("a", of=EVE))
    with store.writing(DAN) as writer:
        writer.append([turn("a")])
        writer.put(memory("c"), None)
        writer.link(Link(source="a", target="b", relation=Relation.SUPERSEDES, reason="", at=NOON))
        writer.audit(at=NOON, actor="user", action="add", memory_id="a", detail="1 memory")
        writer.audit(at=NOON, actor="user", action="add", memory_id=None, detail="")
    with store.reading(DAN) as reader:
        assert seen(reader) == {"turns": 1, "memories": 3, "index": 2, "history": 2, "links": 1, "audit": 2}


# Caches


def test_refresh_gives_what_changed_since(store: Store) -> None:
    """After a change number come the entries put and the ids gone since, and nothing else."""
    keep(store, memory("a"), memory("b"), memory("c"))
    with store.reading(DAN) as reader:
        first = reader.refresh(epoch="", change=0)
    assert [one.memory.id for one in first.changed] == ["a", "b", "c"]
    changed = memory("b", status=Status.DORMANT)
    with store.writing(DAN) as writer:
        writer.put(changed, None)
        writer.forget_memories(["c", "none"])
    with store.reading(DAN) as reader:
        second = reader.refresh(epoch=first.epoch, change=first.change)
        assert second.changed == (IndexedMemory(memory=changed, entry=entry("tea")),)
        assert second.gone == ("c",)
        assert (second.epoch, second.change) == (first.epoch, first.change + 1)
        third = reader.refresh(epoch=second.epoch, change=second.change)
        assert (third.changed, third.gone, third.change) == ((), (), second.change)


def test_what_comes_back_after_forgetting_is_not_gone(store: Store) -> None:
    """An id forgotten and put again (a restored backup) is reported as changed, not as gone."""
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        first = reader.refresh(epoch="", change=0)
    with store.writing(DAN) as writer:
        writer.forget_memories(["a"])
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        second = reader.refresh(epoch=first.epoch, change=first.change)
    assert ([one.memory.id for one in second.changed], second.gone) == (["a"], ())


def test_a_user_begun_anew_has_another_epoch(store: Store) -> None:
    """After `forget_user` the epoch is another, so whatever was cached is void; with nothing held it is empty."""
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        first = reader.refresh(epoch="", change=0)
    with store.writing(DAN) as writer:
        writer.forget_user()
    with store.reading(DAN) as reader:
        nothing = reader.refresh(epoch=first.epoch, change=first.change)
    assert (nothing.epoch, nothing.change, nothing.changed) == ("", 0, ())
    keep(store, memory("b"))
    with store.reading(DAN) as reader:
        second = reader.refresh(epoch=first.epoch, change=first.change)
    assert second.epoch not in ("", first.epoch)
    assert ([one.memory.id for one in second.changed], second.gone) == (["b"], ())


def test_a_writer_sees_its_own_changes(store: Store) -> None:
    """Inside a transaction reads, `refresh` too, include what it has written."""
    with store.writing(DAN) as writer:
        writer.put(memory("a"), entry("tea"))
        assert [one.memory.id for one in writer.refresh(epoch="", change=0).changed] == ["a"]
        writer.forget_user()
        assert writer.memories() == []
        writer.put(memory("b"), None)
        assert writer.memory("b") == memory("b")


# Forgetting


def test_forgetting_memories(store: Store) -> None:
    """A forgotten memory goes with entry, history, links and past; nobody else's is touched."""
    keep(store, memory("a"), memory("b"), memory("a", of=EVE), memory("a", of=Scope("other", "dan")))
    with store.writing(DAN) as writer:
        writer.record(line(memory("a"), before=memory("a")))
        writer.link(Link(source="b", target="a", relation=Relation.SUPERSEDES, reason="", at=NOON))
    with store.writing(DAN) as writer:
        assert writer.forget_memories(["a", "a", "none"]) == 2
    with store.reading(DAN) as reader:
        assert (reader.memory("a"), reader.history("a"), reader.links("b")) == (None, [], [])
        assert reader.known(NOON) == [memory("b")]
        assert seen(reader) == {"turns": 0, "memories": 1, "index": 1, "history": 1, "links": 0, "audit": 0}
    for scope in (EVE, Scope("other", "dan")):
        with store.reading(scope) as reader:
            assert reader.known(NOON) == reader.memories() == [memory("a", of=scope)]


def test_forgetting_turns(store: Store) -> None:
    """Forgotten turns leave the log of this user only, and are counted."""
    for scope in (DAN, EVE):
        with store.writing(scope) as writer:
            writer.append([turn("a"), turn("b"), turn("a", session="s2")])
    with store.writing(DAN) as writer:
        a, none = Source(session="s1", turn="a"), Source(session="s3", turn="a")
        assert writer.forget_turns([a, none, a]) == 1
        assert writer.forget_turns([]) == 0
    with store.reading(DAN) as reader:
        assert [one.source for one in reader.turns()] == [
            Source(session="s1", turn="b"),
            Source(session="s2", turn="a"),
        ]
    with store.reading(EVE) as reader:
        assert len(reader.turns()) == 3


def test_forgetting_a_user(store: Store) -> None:
    """Nothing of the user stays in any table, the audit included; others keep all."""
    for scope in (DAN, EVE):
        keep(store, full(scope))
        with store.writing(scope) as writer:
            writer.append([turn("a")])
            writer.audit(at=NOON, actor="user", action="add", memory_id="m1", detail="")
    with store.writing(DAN) as writer:
        writer.append([turn("b")])
        writer.forget_user()
    with store.reading(DAN) as reader:
        assert sum(reader.counts().values()) == 0
        assert (reader.sessions(), reader.known(NOON)) == ([], [])
    with store.reading(EVE) as reader:
        assert seen(reader) == {"turns": 1, "memories": 1, "index": 1, "history": 1, "links": 0, "audit": 1}
    assert store.backlog(9) == [EVE]


# Isolation


NAMES = [
    "dan",
    "DAN",
    "dan ",
    "d%",
    "d_n",
    "dan1",
    "é",
    "e\u0301",
    "丹",
    "' OR 1=1 --",
    'dan"; DROP TABLE users; --',
    "*",
]


def test_ids_are_exact(store: Store) -> None:
    """Users, tenants, sessions and memory ids are compared code point by code point, and are never patterns."""
    for name in NAMES:
        for scope in (Scope("default", name), Scope(name, "dan")):
            with store.writing(scope) as writer:
                writer.append([turn(name, f"I am {scope}", session=name)])
                writer.put(memory(name, f"I am {scope}", of=scope, sources=(Source(session=name, turn=name),)), entry())
    for name in nonempty(NAMES):
        for scope in (Scope("default", name), Scope(name, "dan")):
            with store.reading(scope) as reader:
                expected = f"I am {scope}"
                assert [one.text for one in reader.turns(session=name)] == [expected]
                assert [one.text for one in reader.memories(ids=NAMES)] == [expected]
                assert [one.text for one in reader.memories(session=name)] == [expected]
                for other in nonempty(NAMES):
                    if other != name:
                        assert reader.memory(other) is None
                        assert reader.memories(session=other) == []
                        assert reader.turn(Source(session=other, turn=name)) is None


def test_an_error_undoes_everything(store: Store) -> None:
    """Leaving a transaction by an error leaves nothing of it, whatever was written."""
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        before = (reader.counts(), reader.refresh(epoch="", change=0), reader.history())

    def fail() -> None:
        with store.writing(DAN) as writer:
            writer.append([turn("a")])
            writer.put(memory("a", "changed"), entry("x"))
            writer.put(memory("b"), entry("x"))
            writer.record(line(memory("b")))
            writer.audit(at=NOON, actor="user", action="add", memory_id=None, detail="")
            writer.used({"a": (1, NOON)})
            assert writer.counts()["memories"] == 2
            writer.forget_memories(["a"])
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with store.reading(DAN) as reader:
        assert (reader.counts(), reader.refresh(epoch="", change=0), reader.history()) == before


def test_every_failing_call_leaves_nothing_or_all(store: Store) -> None:
    """Whichever call of a transaction fails, the store holds nothing of it; after the commit it holds all."""

    def work(on: Store, scope: Scope) -> None:
        with on.writing(scope) as writer:
            writer.append([turn("a")])
            writer.put(memory("a", of=scope), entry("tea"))
            writer.memories()
            writer.record(line(memory("a", of=scope)))
            writer.understood([Source(session="s1", turn="a")])

    probe = FaultyStore(store)
    work(probe, Scope("default", "probe"))
    assert probe.calls == ["writing", "append", "put", "memories", "record", "understood", "commit", "committed"]
    for number, call in enumerate(probe.calls, start=1):
        scope = Scope("default", f"user {number}")
        with pytest.raises(OSError, match=call):
            work(FaultyStore(store, fail_at=number), scope)
        with store.reading(scope) as reader:
            assert sum(reader.counts().values()) == (4 if call == "committed" else 0)


def test_a_reader_sees_a_snapshot(store: Store) -> None:
    """What is committed after a reader began is not in its view, even before its first read."""
    keep(store, memory("a"))
    with store.reading(DAN) as reader:
        with store.writing(DAN) as writer:
            writer.put(memory("b"), entry("x"))
        assert [one.id for one in reader.memories()] == ["a"]
        with store.writing(DAN) as writer:
            writer.forget_user()
        assert [one.id for one in reader.memories()] == ["a"]
        assert len(reader.refresh(epoch="", change=0).changed) == 1
    with store.reading(DAN) as reader:
        assert reader.memories() == []


def test_a_reader_does_not_see_what_is_being_written(store: Store) -> None:
    """An open transaction is seen by its own writer only."""
    with store.writing(DAN) as writer:
        writer.put(memory("a"), None)
        assert len(writer.memories()) == 1
        with store.reading(DAN) as reader:
            assert reader.memories() == []


def test_threads_writing_at_once_lose_nothing(store: Store) -> None:
    """Writers of one user wait for each other: every turn is there, with a position of its own."""

    def write(worker: int) -> None:
        for number in range(20):
            with store.writing(DAN) as writer:
                writer.append([turn(f"{worker}-{number}")])

    workers = [threading.Thread(target=write, args=(worker,)) for worker in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with store.reading(DAN) as reader:
        assert [one.position for one in reader.turns()] == list(range(1, 121))


def test_writing_inside_writing_is_an_error(store: Store) -> None:
    """A thread that would wait for itself is told so, and its first transaction goes on."""
    with store.writing(DAN) as writer:
        with pytest.raises(StoreError, match="wait for itself"), store.writing(EVE):
            pass
        writer.put(memory("a"), None)
    with store.reading(DAN) as reader:
        assert len(reader.memories()) == 1


def test_a_closed_store_says_so(store: Store) -> None:
    """After `close` every use is refused as closed; closing again is harmless."""
    store.close()
    store.close()
    with pytest.raises(StoreClosed), store.reading(DAN):
        pass
    with pytest.raises(StoreClosed), store.writing(DAN):
        pass
    with pytest.raises(StoreClosed):
        store.backlog(1)
    with pytest.raises(StoreClosed):
        store.purge()


# What can be stored


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "记忆" * 100_000, "👩‍👩‍👧 \U0001f9e0", "a\x00b", "\ufeff\u200b ", "e\u0301 é", "\r\n"]
)
def test_any_text_comes_back_exactly(store: Store, text: str) -> None:
    """A megabyte, CJK, emoji, NUL, blanks and decomposed letters come back as they were."""
    keep(store, memory("a", text))
    with store.writing(DAN) as writer:
        writer.append([turn("a", text)])
    with store.reading(DAN) as reader:
        assert [one.text for one in reader.turns()] == [text]
        assert reader.memories() == reader.known(NOON) == [memory("a", text)]


def test_half_a_surrogate_pair_is_refused(store: Store) -> None:
    """What has no UTF-8 form is refused by name, and nothing is stored."""
    with store.writing(DAN) as writer:
        with pytest.raises(InvalidMessage, match="U\\+D83D"):
            writer.append([turn("a", "x \ud83d")])
        with pytest.raises(InvalidMessage, match="U\\+D83D"):
            writer.put(memory("a", "x \ud83d"), None)
    with store.reading(DAN) as reader:
        assert sum(reader.counts().values()) == 0
        assert reader.memory("\ud83d") is None


@each_row("value", [float("nan"), {1, 2}, NOON])
def test_metadata_that_is_no_json_is_refused(store: Store, value: Any) -> None:
    """NaN and values that JSON does not know are refused rather than changed."""
    with store.writing(DAN) as writer:
        with pytest.raises(InvalidMetadata):
            writer.put(memory("a", metadata={"value": value}), None)
        with pytest.raises(InvalidMetadata):
            writer.append([turn("a", metadata={"value": value})])


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    """A naive time is never guessed at."""
    with store.writing(DAN) as writer:
        with pytest.raises(InvalidTime):
            writer.put(memory("a", said_at=NOON.replace(tzinfo=None)), None)
        with pytest.raises(InvalidTime):
            writer.append([turn("a", said_at=NOON.replace(tzinfo=None))])


def test_what_was_handed_in_can_change_without_harm(store: Store) -> None:
    """The store keeps values, not the caller's dicts."""
    metadata = {"tags": ["a"]}
    terms = {"tea": 1}
    with store.writing(DAN) as writer:
        writer.put(memory("a", metadata=metadata), IndexEntry(terms=terms, vector=None, fingerprint=""))
    metadata["tags"].append("b")
    terms["tea"] = 9
    with store.reading(DAN) as reader:
        (indexed,) = reader.refresh(epoch="", change=0).changed
    assert indexed.memory.metadata == {"tags": ["a"]}
    assert indexed.entry == IndexEntry(terms={"tea": 1}, vector=None, fingerprint="")


moments = st.datetimes(timezones=st.sampled_from([UTC, timezone(8 * HOUR), timezone(-HOUR / 2)])).filter(
    lambda when: 1 < when.year < 9999
)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
shares = st.floats(0, 1)
counts = st.integers(0, 2**62)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
memories = st.builds(
    Memory,
    id=st.just("m"),
    tenant=st.just(DAN.tenant),
    user=st.just(DAN.user),
    agent=st.none() | texts,
    kind=st.sampled_from(Kind),
    tier=st.sampled_from(Tier),
    status=st.sampled_from(Status),
    sensitivity=st.sampled_from(Sensitivity),
    origin=st.sampled_from(Origin),
    text=texts,
    slot=st.none()
    | st.builds(
        Slot, subject=texts, attribute=texts, value=texts, polarity=st.sampled_from([1, -1]), single=st.booleans()
    ),
    entities=st.lists(texts, max_size=3).map(tuple),
    relevance_reasons=st.lists(texts, max_size=3).map(tuple),
    confidence=shares,
    importance=shares,
    trust=shares,
    said_at=moments,
    recorded_at=moments,
    updated_at=moments,
    valid_from=st.none() | moments,
    valid_to=st.none() | moments,
    superseded_at=st.none() | moments,
    last_accessed_at=st.none() | moments,
    access_count=counts,
    position=counts,
    sources=st.lists(st.builds(Source, session=texts, turn=texts), max_size=3).map(tuple),
    metadata=st.dictionaries(texts, json_values, max_size=3),
)


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(kept=memories)
def test_any_memory_comes_back_exactly(store: Store, kept: Memory) -> None:
    """Whatever a memory holds, its row and its history give it back equal, to the microsecond."""
    with store.writing(DAN) as writer:
        writer.forget_user()
        writer.put(kept, entry("tea"))
        writer.record(line(kept, before=kept))
    with store.reading(DAN) as reader:
        assert reader.memory("m") == kept
        assert reader.known(NOON) == [kept]
        assert reader.history()[0].before == kept
        assert reader.refresh(epoch="", change=0).changed[0].memory == kept
