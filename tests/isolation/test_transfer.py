"""Exports hold one's own, imports reach one's own, backups keep users apart, the doctor mends whom it was asked to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.register import Register
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput
from tests.conftest import Ticking, assembled, sqlite_store
from tests.isolation.stores import LOCK_WAIT_S, STORES
from tests.isolation.world import World, held, world
from tests.tables import nonempty

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")


@pytest.fixture(scope="module", params=list(STORES))
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A few users of three tenants over each store, some of one name."""
    made = world(STORES[request.param](tmp_path_factory.mktemp("small")), users_each=(3, 3, 3))
    yield made
    made.close()


@pytest.mark.parametrize("vectors", [False, True])
def test_an_export_holds_ones_own(small: World, tmp_path: Path, vectors: bool) -> None:
    """No word and no id of another is in it, of namesakes in other tenants neither."""
    for number, one in nonempty(enumerate(small.residents)):
        path = tmp_path / f"{number}.jsonl"
        told = small.user(one).transfer.export(path, vectors=vectors)
        text = path.read_text(encoding="utf-8")
        assert told.users == 1
        assert one.stem in text
        assert (
            small.foreign(json.dumps(json.loads(f"[{','.join(text.splitlines())}]"), ensure_ascii=False), one, "")
            == set()
        )


def test_an_export_of_a_tenant_is_of_that_tenant(small: World, tmp_path: Path) -> None:
    """The whole memory of one tenant holds nobody of another, though one store holds them all."""
    for tenant, memory in nonempty(small.memories.items()):
        path = tmp_path / f"{tenant.replace('/', '-')}-{len(tenant)}-{tenant.isupper()}.jsonl"
        memory.transfer.export(path)
        text = path.read_text(encoding="utf-8").lower()
        assert {one.scope.tenant for one in small.residents if one.stem in text} == {tenant}
        assert sorted(memory.users()) == sorted(one.scope.user for one in small.residents if one.scope.tenant == tenant)


def two(memory: OpenMemory) -> None:
    """Alice and Bob, who have said something."""
    memory.user("alice").add(["I live in Leeds.", "I like tea."], session="s1")
    memory.user("bob").add("I live in York.", session="s1")


def test_an_import_goes_to_whoever_imports(shared: OpenMemory, tmp_path: Path) -> None:
    """Files that name Bob, of our own format and of others', brought in by Alice: Bob has what he had."""
    two(shared)
    store = shared._core.parts.store
    shared.user("bob").transfer.export(tmp_path / "bob.jsonl")
    mem0 = [{"id": "m1", "memory": "Bob now lives in Zuqtown.", "user_id": "bob", "created_at": "2026-03-01T08:00:00Z"}]
    (tmp_path / "mem0.json").write_text(json.dumps({"results": mem0}), encoding="utf-8")
    before = held(store, BOB)
    for name in ("bob.jsonl", "mem0.json"):
        report = shared.user("alice").transfer.import_(tmp_path / name)
        assert report.users == ["alice"]
    assert held(store, BOB) == before
    assert any("Zuqtown" in memory.text for memory in shared.user("alice").list())


def test_nobody_imports_for_another(shared: OpenMemory, tmp_path: Path) -> None:
    """Through a user's memory no other can be named, nor everybody kept apart; and of a file of several only one's own
    is taken."""
    two(shared)
    shared.transfer.export(tmp_path / "both.jsonl")
    alice, store = shared.user("alice"), shared._core.parts.store
    before = held(store, BOB)
    with pytest.raises(InvalidInput):
        alice.transfer.import_(tmp_path / "both.jsonl", user="bob")
    with pytest.raises(InvalidInput):
        alice.transfer.import_(tmp_path / "both.jsonl", keep_users=True)
    with pytest.raises(InvalidInput):
        shared.user("carol").transfer.import_(tmp_path / "both.jsonl")
    report = alice.transfer.import_(tmp_path / "both.jsonl")
    assert (report.users, report.turns, report.statements) == (["alice"], 0, 0)
    assert held(store, BOB) == before


FORGED: dict[str, dict[str, Any]] = {
    "user": {"user": "bob"},
    "tenant": {"tenant": "acme"},
    "user_id": {"user_id": "bob"},
    "number": {"u": 2},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_line_lands_nowhere_else(shared: OpenMemory, tmp_path: Path, forged: str) -> None:
    """Lines that were given another user, tenant or number by hand, and taken in as far as they are whole, are lost or
    the importer's; Bob has what he had."""
    two(shared)
    store, path = shared._core.parts.store, tmp_path / "alice.jsonl"
    shared.user("alice").transfer.export(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines[2:-1]:
        (line["memory"] if "memory" in line and forged != "number" else line).update(FORGED[forged])
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    before = held(store, ALICE), held(store, BOB)
    with pytest.raises(InvalidInput):
        shared.user("carol").transfer.import_(path)
    shared.user("carol").transfer.import_(path, partial=True)
    assert (held(store, ALICE), held(store, BOB)) == before


@pytest.mark.parametrize("register", ["exports", "placeholders"])
def test_a_forged_entry_of_a_register_is_lost(shared: OpenMemory, tmp_path: Path, register: str) -> None:
    """Where exports lie, and what stands behind placeholders, is in no export of ours. Written into one by hand it is
    not taken in: nobody has the memory look after files of others, or fill in what was never said."""
    two(shared)
    path = tmp_path / "alice.jsonl"
    shared.user("alice").transfer.export(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    at, body = "2026-03-02T09:00:00+00:00", {"path": "/srv/bob.jsonl", "format": "export", "kind": "x", "value": "y"}
    lines.insert(-1, {"row": "registered", "u": 1, "register": register, "id": "abcdefgh", "at": at, "body": body})
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    report = shared.user("carol").transfer.import_(path, partial=True)
    assert [group.what for group in report.losses.sorted if group.what == register] == [register]
    with shared._core.parts.store.reading(Scope("default", "carol")) as reader:
        assert reader.register_entries(Register(register)) == []


def test_a_receipt_names_no_file_of_others(tmp_path: Path) -> None:
    """Exports of Bob's, whole and unfinished, lie in the folder in which Alice's lie: the receipt of her forgetting
    names hers, and leaves his where they are."""
    with assembled(STORES["sqlite"](tmp_path)) as memory:
        two(memory)
        for name in ("alice", "bob"):
            memory.user(name).transfer.export(tmp_path / f"{name}.jsonl")
            whole = (tmp_path / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
            (tmp_path / f".{name}.jsonl.0a1b.part").write_bytes(b"".join(whole[:-2]))
        receipt = memory.user("alice").forget(everything=True, exports=True)
    assert {Path(one.path).name for one in receipt.exports} == {"alice.jsonl", ".alice.jsonl.0a1b.part"}
    assert {path.name for path in tmp_path.iterdir() if "jsonl" in path.name} == {"bob.jsonl", ".bob.jsonl.0a1b.part"}


def test_an_import_neither_counts_nor_understands_others(shared: OpenMemory, tmp_path: Path) -> None:
    """Bob's turns wait in the log while Alice imports and waits for hers: her report and her progress count and name
    herself alone, and his still wait."""
    shared.user("bob").add(["I live in York.", "I like coffee."], wait=False)
    chat = [{"role": "user", "content": f"I own {number} books."} for number in range(3)]
    (tmp_path / "chat.json").write_text(json.dumps({"messages": chat}), encoding="utf-8")
    told: list[Progress] = []
    report = shared.user("alice").transfer.import_(tmp_path / "chat.json", format="openai", progress=told.append)
    assert (report.turns, report.understood, report.pending) == (3, 3, 0)
    assert {one.user for one in told} <= {"alice", None}
    assert shared.user("bob").stats().pending == 2


def test_a_backup_keeps_everybody_apart(tmp_path: Path) -> None:
    """Restored somewhere else, each has what was hers, row for row."""
    made = world(STORES["sqlite"](tmp_path), users_each=(2, 2, 2))
    made.memories["acme"].transfer.backup(tmp_path / "backup.db")
    before = [held(made.store, one.scope) for one in made.residents]
    made.close()
    mnemic.restore(tmp_path / "backup.db", tmp_path / "restored.db")
    store = sqlite_store(tmp_path / "restored.db", lock_wait_s=LOCK_WAIT_S)
    assert [held(store, one.scope) for one in made.residents] == before
    store.close()


def test_the_doctor_mends_whom_it_was_asked_to(tmp_path: Path, clock: Ticking) -> None:
    """Both have a history row without its memory. Asked about Alice, the doctor names her alone and mends hers alone;
    Bob's file is as it was, broken row and all."""
    store = sqlite_store(tmp_path / "memory.db", lock_wait_s=LOCK_WAIT_S)
    with assembled(store, clock=clock) as memory:
        two(memory)
        with store._transaction("BEGIN") as connection:
            connection.exec_driver_sql("UPDATE index_entries SET terms = 'zuqbroken'")
        before = held(store, BOB)
        checkup = memory.doctor(user="alice", repair=True)
        assert checkup.users == 1
        assert {one.user for one in (*checkup.found, *checkup.repaired)} == {"alice"}
        assert held(store, BOB) == before
        assert {one.user for one in memory.doctor().found} == {"bob"}
