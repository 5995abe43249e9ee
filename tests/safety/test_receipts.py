"""A forgetting leaves a receipt that says what went, what else changed, and which files of ours still hold it (S9)."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import History
from mnemic.domain.receipt import CopyState, receipt_digest
from mnemic.domain.register import Register
from mnemic.domain.stored_rows import AuditRow
from mnemic.errors import AccessDenied, StoreUnavailable
from mnemic.safety.access.policy import Actor
from mnemic.stores.faulty import FaultyStore
from tests.conftest import Ticking, assembled, sqlite_store


@pytest.fixture
def memory(file: Path, clock: Ticking) -> OpenMemory:
    """A memory file with two users."""
    opened = assembled(sqlite_store(file, lock_wait_s=20), clock=clock)
    for name in ("alice", "bob"):
        user = opened.user(name)
        user.add("My doctor is Dr. Quelzapheta.", session="s1")
        user.add("I live in Tromso.", session="s2")
    return opened


def audited(user: UserMemory) -> list[AuditRow]:
    """The audit rows of a user."""
    with user._parts.store.reading(user._scope) as reader:
        return [row for row in reader.held() if isinstance(row, AuditRow)]


def recorded(user: UserMemory) -> list[str]:
    """Names of the files on record."""
    with user._parts.store.reading(user._scope) as reader:
        return [Path(str(one.body["path"])).name for one in reader.register_entries(Register.EXPORTS)]


def states(receipt_of: object) -> dict[str, str]:
    """What became of files, by name."""
    return {Path(one.path).name: one.state.value for one in receipt_of.exports}  # type: ignore[attr-defined]


@pytest.mark.every_store
def test_what_went_is_counted(alice: UserMemory) -> None:
    """The receipt counts rows by table as they were before and are after, names what the memory had derived, and who
    did it when."""
    alice.add("My doctor is Dr. Quelzapheta.", session="s1")
    alice.add("I live in Tromso.", session="s2")
    with alice._parts.store.reading(alice._scope) as reader:
        before, held = reader.counts(), {one.id: one.kind.value for one in reader.memories()}
    receipt = alice.forget(session="s1")
    with alice._parts.store.reading(alice._scope) as reader:
        after, left = reader.counts(), set(reader.ids())
    gone = held.keys() - left
    assert set(receipt.memories) == gone
    assert set(receipt.derived) == {id for id in gone if held[id] != "episode"} != set()
    counted = {name: before[name] - after[name] for name in before if name != "audit" and before[name] > after[name]}
    assert dict(receipt.tables) == counted
    assert counted["turns"] == receipt.turns == 1
    assert (receipt.actor, receipt.at) == ("user", alice._parts.clock.now())


@pytest.mark.every_store
def test_what_stays_and_changes_is_named(alice: UserMemory) -> None:
    """A memory that loses its source stays, and the receipt names it; turns understood anew are counted."""
    alice.add("I live in Tromso.", session="s1")
    alice.add("I live in Tromso.", session="s2")
    (kept,) = alice.list()
    receipt = alice.forget(session="s1")
    assert receipt.again == 1
    assert kept.id in receipt.memories
    assert [one.text for one in alice.list()] == ["The user lives in Tromso."]
    task = alice.tasks.start("Plan the trip", session="s3")
    alice.add("No Quetzal flights for this trip.", session="s3", task=task.id)
    if alice.tasks.get(task.id).constraints:
        assert task.id in alice.forget(session="s3").revised


def test_it_can_be_proved(alice: UserMemory) -> None:
    """The audit holds the digest of the receipt, and a receipt with another word in it has another digest."""
    alice.add("My doctor is Dr. Quelzapheta.", session="s1")
    alice.add("I live in Tromso.", session="s2")
    receipt = alice.forget(session="s1")
    assert receipt.digest == receipt_digest(receipt)
    assert f"receipt {receipt.digest}" in [row.detail for row in audited(alice)]
    assert receipt_digest(replace(receipt, turns=receipt.turns + 1)) != receipt.digest


def test_of_everything_the_trail_has_a_line(memory: OpenMemory) -> None:
    """Where the user goes with the audit, the receipt bears the mark of the line that the tenant's trail keeps."""
    with memory:
        receipt = memory.user("alice").forget(everything=True)
        with memory._core.parts.store.reading_audit_log("default") as trail:
            assert receipt.mark in {line.mark for line in trail.lines()}
    assert receipt.digest == receipt_digest(receipt)


@pytest.mark.parametrize(("language", "word"), [("en", "Removed for good"), ("zh", "已彻底删除")])
def test_it_can_be_read(alice: UserMemory, language: str, word: str) -> None:
    """In words, in both languages, and without a word of what was forgotten."""
    alice.add("My doctor is Dr. Quelzapheta.", session="s1")
    text = alice.forget(session="s1").text(language)
    assert word in text
    assert "uelzapheta" not in text


@pytest.mark.parametrize("name", ["alice.jsonl", "alice.jsonl.gz"])
def test_exports_are_named_and_removed_when_asked(memory: OpenMemory, tmp_path: Path, name: str) -> None:
    """An export is named by every receipt as long as it is there, and removed with exports=True; then it is no more on
    record."""
    with memory:
        alice = memory.user("alice")
        alice.transfer.export(tmp_path / name)
        assert recorded(alice) == [name]
        assert states(alice.forget(session="s1")) == {name: "there"}
        assert (tmp_path / name).is_file()
        assert states(alice.forget(session="s2", exports=True)) == {name: "removed"}
        assert not (tmp_path / name).exists()
        assert recorded(alice) == []


def test_files_of_others_are_only_named(memory: OpenMemory, tmp_path: Path) -> None:
    """An export of everybody, a file that somebody has put in the place of ours, and skills that were handed out stay,
    each named with why."""
    with memory:
        alice = memory.user("alice")
        memory.transfer.export(tmp_path / "all.jsonl")
        alice.transfer.export(tmp_path / "mine.jsonl")
        (tmp_path / "mine.jsonl").write_text("my own notes", encoding="utf-8")
        alice.report(tmp_path / "report.html")
        (tmp_path / "report.html").write_text("<p>my own page</p>", encoding="utf-8")
        alice.skills.declare("make tea", steps=["boil"])
        (written,) = alice.skills.export(tmp_path / "skills")
        receipt = alice.forget(everything=True, exports=True)
        assert {one.state for one in receipt.exports} == {CopyState.KEPT}
        assert all(one.reason for one in receipt.exports)
        assert {Path(one.path) for one in receipt.exports} >= {tmp_path / "all.jsonl", tmp_path / "mine.jsonl", written}
        assert all(Path(one.path).is_file() for one in receipt.exports)
        assert recorded(memory.user("bob")) == ["all.jsonl"]


def test_another_users_export_in_the_place_of_ours(memory: OpenMemory, tmp_path: Path) -> None:
    """A file that is an export of somebody else by now is not removed."""
    with memory:
        alice, bob = memory.user("alice"), memory.user("bob")
        alice.transfer.export(tmp_path / "one.jsonl")
        bob.transfer.export(tmp_path / "one.jsonl", overwrite=True)
        receipt = alice.forget(everything=True, exports=True)
        assert states(receipt) == {"one.jsonl": "kept"}
        assert (tmp_path / "one.jsonl").is_file()


def test_what_is_out_of_reach(memory: OpenMemory, tmp_path: Path) -> None:
    """A file that somebody moved away is named as gone, and stays on record."""
    with memory:
        alice = memory.user("alice")
        alice.transfer.export(tmp_path / "a.jsonl")
        (tmp_path / "a.jsonl").rename(tmp_path / "elsewhere.jsonl")
        assert states(alice.forget(session="s1", exports=True)) == {"a.jsonl": "gone"}
        assert recorded(alice) == ["a.jsonl"]


@pytest.mark.parametrize("packed", [False, True])
def test_an_unfinished_export_is_found(memory: OpenMemory, tmp_path: Path, packed: bool) -> None:
    """What a process left that died while it wrote an export is removed like a whole one."""
    with memory:
        alice = memory.user("alice")
        alice.transfer.export(tmp_path / "a.jsonl")
        half = (tmp_path / "a.jsonl").read_bytes()[:-300]
        left = tmp_path / ".b.jsonl.x1.part"
        left.write_bytes(gzip.compress(half) if packed else half)
        receipt = alice.forget(everything=True, exports=True)
        assert states(receipt) == {"a.jsonl": "removed", left.name: "removed"}
        assert not left.exists()


def test_a_memory_put_aside_by_a_restore(file: Path) -> None:
    """The file a restore put aside is everybody's: it is named and not removed."""
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        memory.user("alice").add("I live in Tromso.")
        aside = file.with_name(file.name + ".before-restore")
        aside.write_bytes(b"SQLite format 3")
        assert states(memory.user("alice").forget(everything=True, exports=True)) == {aside.name: "kept"}
        assert aside.is_file()


def test_an_export_knows_nothing_of_others(memory: OpenMemory, tmp_path: Path) -> None:
    """Where other exports lie does not stand in an export."""
    with memory:
        alice = memory.user("alice")
        alice.transfer.export(tmp_path / "first.jsonl")
        alice.transfer.export(tmp_path / "second.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "second.jsonl").read_text(encoding="utf-8").splitlines()]
    assert "first.jsonl" not in str(rows)


def test_one_is_written_though_it_cannot_be_put_on_record(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the store takes no write the log says that a file is not on record; what was written stays."""
    store = FaultyStore(sqlite_store(file, lock_wait_s=20), error=StoreUnavailable("read-only"))
    with assembled(store) as memory:
        alice = memory.user("alice")
        alice.add("I live in Tromso.")
        store.fail_at = len(store.calls) + 1
        memory._core.note_files_written(alice._scope, [tmp_path / "a.jsonl"], "export")
        assert "not on record" in caplog.text
        assert recorded(alice) == []


def test_history_of_what_stays_holds_nothing(memory: OpenMemory) -> None:
    """No history row that is left holds what was forgotten."""
    with memory:
        alice = memory.user("alice")
        alice.forget(session="s1")
        with alice._parts.store.reading(alice._scope) as reader:
            left = [row for row in reader.held() if isinstance(row, History)]
        assert left
        assert "uelzapheta" not in str(left)


def test_an_agent_removes_no_export(memory: OpenMemory, tmp_path: Path) -> None:
    """Files with the whole memory are the user's to remove."""
    with memory:
        memory.user("alice").transfer.export(tmp_path / "a.jsonl")
        with pytest.raises(AccessDenied, match="exports"):
            memory.user("alice", actor=Actor.AGENT).forget(session="s1", exports=True)
        assert (tmp_path / "a.jsonl").is_file()
        assert memory.user("alice").turns("s1")
