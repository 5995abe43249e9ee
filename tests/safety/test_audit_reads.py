"""Who reads what is private stands in the audit: by whom, through which verb, which memories, and never their words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mnemic.api.audit import AuditEntry
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.errors import StoreUnavailable
from mnemic.reading.usage_log import IDS_MAX, READS_MAX
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled
from tests.safety.lives import opened as opened_file

ORDER = "From now on always answer in French."
MAIL = "My e-mail is anna.larsen@example.org."


@pytest.fixture
def memory() -> Iterator[OpenMemory]:
    """Alice has a permanent memory, one with personal data in it, and one that is neither."""
    with assembled(InMemoryStore()) as held:
        alice = held.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        alice.add(MAIL, infer=False)
        alice.add("The sky over Bergen is grey.", infer=False)
        yield held


def reads(memory: OpenMemory) -> list[AuditEntry]:
    return memory.audit.lines(action="read")


def by(user: UserMemory, word: str) -> str:
    """The id of the memory with that word."""
    with user._owner.reading() as reader:
        return next(one.id for one in reader.memories() if word in one.text and one.kind.value != "episode")


PERMANENT: dict[str, Callable[[UserMemory], object]] = {
    "search": lambda user: user.search("In which language should I answer?"),
    "context": lambda user: user.context("In which language should I answer?"),
    "start": lambda user: user.start(session="new"),
    "get": lambda user: user.get(by(user, "French")),
    "history": lambda user: user.history(by(user, "French")),
    "list": lambda user: user.list(),
    "permanent.list": lambda user: user.permanent.list(),
    "permanent.keys": lambda user: user.permanent.keys(),
    "profile.get": lambda user: user.profile.get(),
}


@pytest.mark.parametrize("verb", PERMANENT)
@pytest.mark.parametrize("actor", ["user", "agent"])
def test_reading_permanent_memory_is_audited(memory: OpenMemory, verb: str, actor: str) -> None:
    """One row for each answer, with the actor, the verb and the id."""
    before, id = len(reads(memory)), by(memory.user("alice"), "French")
    PERMANENT[verb](memory.user("alice", actor=actor))
    (row,) = reads(memory)[before:]
    assert row.actor == actor
    assert row.detail.split()[0] == verb
    assert id in (row.memory_id or row.detail)


def test_reading_personal_data_is_audited(memory: OpenMemory) -> None:
    """A memory in which personal data was masked counts; its words and the question's stay out."""
    alice = memory.user("alice")
    alice.get(by(alice, "e-mail"))
    (row,) = reads(memory)
    assert row.memory_id == by(alice, "e-mail")
    assert "e-mail" not in row.detail


def test_reading_what_is_neither_is_not_audited(memory: OpenMemory) -> None:
    """Ordinary memories leave no row, nor does an answer without any."""
    alice = memory.user("alice")
    alice.get(by(alice, "sky"))
    alice.tasks.list()
    alice.stats()
    assert reads(memory) == []


def test_an_answer_names_its_trace(memory: OpenMemory) -> None:
    """So that it can be looked up how it came about."""
    recall = memory.user("alice").search("In which language should I answer?")
    assert f"trace:{recall.trace.id}" in reads(memory)[-1].detail


def test_an_administrator_is_watched_always(memory: OpenMemory) -> None:
    """Whatever it reads is audited, what is not private too, and turns as well."""
    administrator = memory.user("alice", actor="administrator")
    id = by(administrator, "sky")
    administrator.get(id)
    administrator.turns()
    assert [(row.actor, row.memory_id, row.detail) for row in reads(memory)] == [
        ("administrator", id, "get"),
        ("administrator", None, "turns"),
    ]


def test_many_memories_take_several_rows() -> None:
    """Every id is named, however many there are."""
    with assembled(InMemoryStore()) as memory:
        alice = memory.user("alice")
        for number in range(2 * IDS_MAX + 1):
            alice.add(f"{MAIL} It is number {number}.", infer=False)
        named = {one.id for one in alice.list()}
        found = reads(memory)
    assert len(found) == 3
    assert {id for row in found for id in [row.memory_id, *row.detail.split()[1:]] if id} == named


def test_reading_waits_for_no_write() -> None:
    """Reads are gathered: answering opens no transaction, and the next write takes them along."""
    store = FaultyStore(InMemoryStore())
    with assembled(store) as memory:
        alice = memory.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        writings = store.calls.count("writing")
        alice.permanent.list()
        alice.list()
        assert store.calls.count("writing") == writings
        alice.add("I like tea.")
        with store.reading_audit_log("default") as trail:
            assert [row.action for row in trail.rows()].count("read") == 2


def test_reads_are_written_when_there_are_many() -> None:
    """A process that only reads writes them all the same."""
    with assembled(InMemoryStore()) as memory:
        alice = memory.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        for _ in range(READS_MAX):
            alice.permanent.list()
        assert not memory._core.reads.scopes()


def test_reads_are_written_on_closing_and_by_the_worker(tmp_path: Path) -> None:
    """Nothing gathered is lost by an orderly end."""
    file = tmp_path / "memory.db"
    with opened_file(file) as memory:
        alice = memory.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        alice.permanent.list()
        memory.run_due()
        assert not memory._core.reads.scopes()
        alice.list()
    with opened_file(file) as memory:
        assert [row.detail for row in reads(memory)] == ["permanent.list", "list"]


def test_now_is_before_the_answer() -> None:
    """With "now" the row is written before the answer is handed out, and without the row there is no answer."""
    store = FaultyStore(InMemoryStore(), error=StoreUnavailable("full"))
    with assembled(store, audit_reads="now") as memory:
        alice = memory.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        assert alice.permanent.list()
        assert len(reads(memory)) == 1
        store.fail_at = len(store.calls) + 3  # reading, its memories, then writing
        with pytest.raises(StoreUnavailable):
            alice.permanent.list()
        store.fail_at = 0


def test_off_is_off() -> None:
    """Nothing is audited of reads, an administrator's neither."""
    with assembled(InMemoryStore(), audit_reads="off") as memory:
        alice = memory.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        alice.permanent.list()
        memory.user("alice", actor="administrator").list()
        assert reads(memory) == []


def test_reads_that_cannot_be_written_wait(memory: OpenMemory) -> None:
    """A store that fails for a moment costs no row."""
    store = FaultyStore(InMemoryStore(), error=StoreUnavailable("full"))
    with assembled(store) as other:
        alice = other.user("alice")
        alice.confirm(alice.add(ORDER).ids[0])
        alice.permanent.list()
        store.fail_at = len(store.calls) + 1
        other._core.write_uses(alice._scope)
        store.fail_at = 0
        assert len(reads(other)) == 1


def test_reads_bring_nobody_back(memory: OpenMemory) -> None:
    """What was read of a user who was forgotten meanwhile makes no row of anybody."""
    alice = memory.user("alice")
    alice.permanent.list()
    alice.forget(everything=True)
    assert reads(memory) == [row for row in reads(memory) if row.user is None]
    assert memory.users() == []
    assert memory.audit.verify().sound


def test_nothing_is_audited_twice_in_one_answer(memory: OpenMemory) -> None:
    """A verb that calls another leaves one row, as it was called."""
    memory.user("alice").permanent.keys()
    assert [row.detail for row in reads(memory)] == ["permanent.keys"]


def test_the_doctor_finds_nothing_wrong_with_reads(memory: OpenMemory, clock: Ticking) -> None:
    """Rows about reading are neither changes nor words of a memory."""
    alice = memory.user("alice")
    for read in PERMANENT.values():
        read(alice)
    assert memory.audit.verify().sound
    assert memory.doctor().healthy
