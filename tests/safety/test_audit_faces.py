"""The audit by its faces: looked through, exported, verified from the command line, and begun for files of before."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import mnemic
from mnemic.api.asynchronous import AsyncMemory
from mnemic.api.audit import verify_file
from mnemic.errors import InvalidFile, InvalidInput, StoreError
from mnemic.faces.cli.app import run
from mnemic.safety.audit.verification import AuditFault
from tests.safety.lives import TENANT, opened


@pytest.fixture
def file(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one's own."""
    monkeypatch.setenv("MNEMIC_EMBEDDER", "hashing")
    return Path(shutil.copy(template, tmp_path / "memory.db"))


def tampered(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute(statement).rowcount
        raw.commit()


def test_lines_are_found_by_user_actor_action_and_time(file: Path) -> None:
    """Each narrows; who was forgotten is nobody any more."""
    with opened(file) as memory:
        everything = memory.audit.lines()
        assert [line.number for line in everything] == list(range(1, len(everything) + 1))
        assert {line.user for line in memory.audit.lines(user="alice")} == {"alice"}
        assert {line.actor for line in memory.audit.lines(actor="administrator")} == {"administrator"}
        (denied,) = memory.audit.lines(action="denied")
        assert (denied.user, denied.actor) == ("alice", "agent")
        assert memory.audit.lines(user="carol") == []
        assert [line.user for line in memory.audit.lines(action="forget everything")] == [None]
        late = memory.audit.lines(since=denied.at)
        assert 0 < len(late) < len(everything)
        assert memory.audit.lines(limit=2) == everything[-2:]
        assert memory.audit.lines(limit=0) == []


def test_verifying_is_entered(file: Path) -> None:
    """A verification leaves a line, and finds itself sound the next time."""
    with opened(file) as memory:
        head = memory.audit.head()
        assert memory.audit.verify(head).sound
        assert [line.action for line in memory.audit.lines(limit=1)] == ["verify"]
        assert memory.audit.verify(head).sound


@pytest.mark.parametrize("rows", [False, True])
def test_an_export_is_verified_without_the_memory(file: Path, tmp_path: Path, rows: bool) -> None:
    """Any changed, removed or exchanged line of the file is found; without rows it names nobody."""
    target = tmp_path / "audit.jsonl"
    with opened(file) as memory:
        head = memory.audit.head()
        memory.audit.export(target, rows=rows)
    assert verify_file(target, expect=head).sound
    assert ("alice" in target.read_text()) is rows
    first, *lines = target.read_text().splitlines()
    for number in range(len(lines)):
        target.write_text("\n".join([first, *lines[:number], *lines[number + 1 :]]) + "\n")
        assert not verify_file(target).sound, number
        document = json.loads(lines[number])
        for name in document.keys() - {"row"}:
            changed = json.dumps(document | {name: "x"})
            target.write_text("\n".join([first, *lines[:number], changed, *lines[number + 1 :]]) + "\n")
            assert not verify_file(target).sound, name
        for name in document.get("row", {}):
            changed = json.dumps(document | {"row": document["row"] | {name: "x"}})
            target.write_text("\n".join([first, *lines[:number], changed, *lines[number + 1 :]]) + "\n")
            assert not verify_file(target).sound, name


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    """Naming the file and what is wrong."""
    other = tmp_path / "other.jsonl"
    for text in ("", "{}\n", "[1]\n", "nothing\n", '{"format": "mnemic.audit", "version": 1, "head": "0:"}\n{}\n'):
        other.write_text(text)
        with pytest.raises(InvalidFile, match="other"):
            verify_file(other)
    with pytest.raises(InvalidFile, match="no such file"):
        verify_file(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize("head", ["", "5", "x:y", "5:abc", ":" + "0" * 64])
def test_what_is_no_head_is_refused(file: Path, head: str) -> None:
    """Before anything is looked at."""
    with opened(file) as memory, pytest.raises(InvalidInput, match="head"):
        memory.audit.verify(head)


def test_the_command_says_what_it_found(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 where it is sound, 3 where it is not, naming the line; the same for an export."""
    target = tmp_path / "audit.jsonl"
    assert run(["audit", "head", "--db", str(file), "--json"]) == 0
    head = json.loads(capsys.readouterr().out)["head"]
    assert run(["audit", "verify", "--db", str(file), "--expect", head]) == 0
    assert run(["audit", "export", str(target), "--db", str(file)]) == 0
    assert run(["audit", "verify", str(target)]) == 0
    assert run(["audit", "show", "--db", str(file), "--user", "alice", "--json"]) == 0
    capsys.readouterr()
    tampered(file, "UPDATE audit SET actor = 'bob' WHERE number = 3")
    assert run(["audit", "verify", "--db", str(file)]) == 3
    assert "line 3" in capsys.readouterr().out
    assert run(["audit", "verify", "--db", str(file), "--json", "--lang", "zh"]) == 3
    assert json.loads(capsys.readouterr().out)["audit"]["found"][0]["fault"] == "row.changed"
    assert run(["doctor", "--db", str(file)]) == 4
    assert run(["audit", "verify", "--db", str(file), "--expect", f"1:{'0' * 64}"]) == 3


def test_the_command_shows_who_may_do_what(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The policy with the settings applied, for any actor and agent."""
    monkeypatch.setenv("MNEMIC_AGENTS", '{"planner": {"long_term": "read"}}')
    assert run(["access", "--agent", "planner", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["access"]
    assert (shown["rights"]["long_term"], shown["verbs"]["add"], shown["verbs"]["search"]) == ("read", False, True)
    assert run(["access", "administrator", "--verbs"]) == 0
    assert run(["access", "nobody"]) == 1


def test_exports_imports_and_backups_are_audited(tmp_path: Path) -> None:
    """Of one user in that user's audit, of everybody in the trail alone."""
    with opened(tmp_path / "memory.db") as memory:
        alice = memory.user("alice")
        alice.add("I live in Oslo.")
        alice.transfer.export(tmp_path / "alice.jsonl")
        alice.transfer.import_(tmp_path / "alice.jsonl")
        memory.transfer.export(tmp_path / "everybody.jsonl")
        memory.transfer.backup(tmp_path / "copy.db")
        found = [(line.action, line.user, line.actor) for line in memory.audit.lines() if line.action != "add"]
        assert found == [
            ("export", "alice", "user"),
            ("import", "alice", "user"),
            ("export", None, "administrator"),
            ("backup", None, "administrator"),
        ]
        assert memory.audit.verify().sound


def test_what_is_brought_in_is_chained(file: Path, tmp_path: Path) -> None:
    """An import's audit rows of the past get lines of their own: a change of them is found."""
    with opened(file) as memory:
        memory.user("alice").transfer.export(tmp_path / "alice.jsonl")
    other = tmp_path / "other.db"
    with opened(other) as memory:
        memory.user("alice").transfer.import_(tmp_path / "alice.jsonl")
        assert memory.audit.verify().sound
        assert len(memory.audit.lines(action="denied")) == 1
    tampered(other, "UPDATE audit SET detail = 'x' WHERE action = 'denied'")
    with opened(other) as memory:
        assert [one.fault for one in memory.audit.verify().found] == [AuditFault.ROW_CHANGED]


def test_rows_from_before_the_trail_are_entered_into_it(file: Path) -> None:
    """Bringing an old file up to date begins the chain with what it holds; a change of that is found from then on."""
    with opened(file) as memory:
        rows = len([line for line in memory.audit.lines() if line.user])
    with closing(sqlite3.connect(file)) as raw:
        for table in ("trail", "chains", "registers", "outbox", "api_keys"):
            raw.execute(f"DROP TABLE {table}")
        for table, column in (("audit", "number"), ("audit", "salt"), ("users", "sealed")):
            raw.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        raw.execute("UPDATE alembic_version SET version_num = '0005'")
        raw.commit()
    with opened(file) as memory:
        check = memory.audit.verify()
        assert (check.sound, check.rows, check.lines) == (True, rows, rows)
        memory.user("alice").add("I like tea.")
        memory.user("alice").forget(everything=True)
        assert memory.audit.verify().sound
    tampered(file, "UPDATE audit SET at = at + 1 WHERE user_id = 'bob' AND number = (SELECT max(number) FROM audit)")
    with opened(file) as memory:
        assert not memory.audit.verify().sound


def test_a_keyed_chain_cannot_be_made_anew_without_the_key(tmp_path: Path) -> None:
    """Who has the file and not the key cannot write lines that fit, nor can a program without it."""
    file, key = tmp_path / "memory.db", "a key of sixteen signs or more"
    with mnemic.open(file, embedder="hashing", background=False, audit_key=key) as memory:
        memory.user("alice").add("I live in Oslo.")
        check = memory.audit.verify()
        assert (check.sound, check.keyed) == (True, check.lines)
        memory.audit.export(tmp_path / "audit.jsonl")
    assert verify_file(tmp_path / "audit.jsonl", key=key.encode()).sound
    assert not verify_file(tmp_path / "audit.jsonl", key=b"another key of that length").sound
    with (
        mnemic.open(file, embedder="hashing", background=False) as memory,
        pytest.raises(StoreError, match="MNEMIC_AUDIT_KEY"),
    ):
        memory.user("alice").add("I live in Bergen.", infer=False)
    tampered(file, "UPDATE trail SET hash = substr(hash, 6) WHERE number = (SELECT max(number) FROM trail)")
    tampered(file, "UPDATE chains SET hash = substr(hash, 6)")
    with mnemic.open(file, embedder="hashing", background=False, audit_key=key) as memory:
        assert {one.fault for one in memory.audit.verify().found} == {AuditFault.LINE_CHANGED, AuditFault.UNKEYED}


async def _looked(file: Path) -> tuple[bool, int]:
    async with AsyncMemory(opened(file)) as memory:
        check = await memory.audit.verify()
        return check.sound, len(await memory.audit.lines())


def test_the_asynchronous_twin(file: Path) -> None:
    """The same verbs, awaited."""
    sound, lines = asyncio.run(_looked(file))
    assert sound
    assert lines > 10


def test_another_tenants_trail_is_its_own(file: Path) -> None:
    """A memory opened for another tenant sees nothing of this one."""
    with opened(file, tenant="elsewhere") as memory:
        assert memory.audit.lines() == []
        assert memory.audit.verify().lines == 0
    with opened(file) as memory:
        assert {TENANT, "elsewhere"} == set(memory._core.parts.store.tenants())
