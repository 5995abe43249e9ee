"""What every store owes to registers: small things the memory keeps for itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.ports import Store

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ALICE, BOB = Scope("t", "alice"), Scope("t", "bob")
LESSON = RegisterEntry(register=Register.LESSONS, id="one", at=NOW, body={"marks": ["a", "乙"], "weight": 0.5})


def enter(store: Store, scope: Scope, *entries: RegisterEntry) -> None:
    with store.writing(scope) as writer:
        for entry in entries:
            writer.register(entry)


def entries(store: Store, scope: Scope, register: Register = Register.LESSONS) -> list[RegisterEntry]:
    with store.reading(scope) as reader:
        return reader.register_entries(register)


def test_an_entry_is_kept_as_it_was_written(store: Store) -> None:
    """Every field comes back, the last word replaces the one before, and entries come in order of time."""
    later = replace(LESSON, id="later", at=NOW + timedelta(days=1))
    enter(store, ALICE, later, replace(LESSON, body={}), LESSON)
    assert entries(store, ALICE) == [LESSON, later]
    assert dict(entries(store, ALICE)[0].body) == {"marks": ["a", "乙"], "weight": 0.5}


def test_registers_are_apart(store: Store) -> None:
    """The same id in another register, or of another user, is another entry."""
    export = replace(LESSON, register=Register.EXPORTS, body={"path": "a.jsonl"})
    enter(store, ALICE, LESSON, export)
    enter(store, BOB, replace(LESSON, body={"of": "bob"}))
    assert entries(store, ALICE) == [LESSON]
    assert entries(store, ALICE, Register.EXPORTS) == [export]
    assert entries(store, ALICE, Register.PLACEHOLDERS) == []
    assert [dict(entry.body) for entry in entries(store, BOB)] == [{"of": "bob"}]


def test_entries_are_found_by_id_and_without_what_they_hold(store: Store) -> None:
    """Only those that are there, in order of time; bodies are left out where they are not wanted."""
    later = replace(LESSON, id="later", at=NOW + timedelta(days=1))
    enter(store, ALICE, later, LESSON, replace(LESSON, id="other"))
    enter(store, BOB, LESSON)
    with store.reading(ALICE) as reader:
        assert reader.register_entries(Register.LESSONS, ids=["later", "nobody", "one"]) == [LESSON, later]
        assert reader.register_entries(Register.LESSONS, ids=[]) == []
        assert reader.register_entries(Register.EXPORTS, ids=["one"]) == []
        heads = reader.register_entries(Register.LESSONS, bodies=False)
    assert heads == [replace(LESSON, body={}), replace(LESSON, id="other", body={}), replace(later, body={})]


def test_what_is_taken_out_is_gone(store: Store) -> None:
    """Entries go by their ids, once, and only the user's own; all go with the user."""
    enter(store, ALICE, LESSON, replace(LESSON, id="two"), replace(LESSON, id="three"))
    enter(store, BOB, LESSON)
    with store.writing(ALICE) as writer:
        assert writer.deregister(Register.LESSONS, ["one", "nobody", "one"]) == 1
        assert writer.deregister(Register.EXPORTS, ["two"]) == 0
    assert [entry.id for entry in entries(store, ALICE)] == ["three", "two"]
    with store.writing(ALICE) as writer:
        assert writer.counts()["registers"] == 2
        writer.forget_user()
    assert entries(store, ALICE) == []
    assert entries(store, BOB) == [LESSON]
