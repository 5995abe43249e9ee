"""`mnemic.migrate`: what is moved, what is refused, and what is said of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput, KeyMissing, StoreError
from tests.conftest import Ticking
from tests.safety.lives import lived
from tests.safety.lives import opened as file_of_lives


def opened(path: Path, **settings: Any) -> mnemic.OpenMemory:
    return mnemic.open(path, embedder="hashing", background=False, **settings)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A memory file with a life of three users in it, one of whom was forgotten."""
    clock = Ticking()
    with file_of_lives(tmp_path / "a.db", clock=clock) as memory:
        lived(memory, clock)
    return tmp_path / "a.db"


@pytest.mark.slow
def test_what_is_moved_answers_as_it_did(source: Path, tmp_path: Path) -> None:
    """The target gives the same hits with the same scores, has the same history and audit, and nobody who was
    forgotten."""
    told = list[Progress]()
    with opened(source) as memory:
        head = memory.audit.head()
    report = mnemic.migrate(source, tmp_path / "b.db", progress=told.append)
    assert (report.users, report.users_there, report.tenants, report.dry_run) == (2, 0, 1, False)
    assert [(said.done, said.total) for said in told] == [(1, 2), (2, 2)]
    with opened(source) as before, opened(tmp_path / "b.db") as after:
        for user, question in (("alice", "Where do I live?"), ("bob", "我喝什么？")):
            ours, theirs = before.user(user), after.user(user)
            assert theirs.search(question) == ours.search(question)
            assert theirs.list(status="any") == ours.list(status="any")
        assert after.audit.verify(expect=head).sound
        assert not after.user("carol").list(status="any")


@pytest.mark.slow
def test_a_dry_run_writes_nothing(source: Path, tmp_path: Path) -> None:
    """It counts, and makes no file."""
    report = mnemic.migrate(source, tmp_path / "b.db", dry_run=True)
    assert (report.users, report.dry_run, (tmp_path / "b.db").exists()) == (2, True, False)
    assert report.rows == mnemic.migrate(source, tmp_path / "b.db").rows
    again = mnemic.migrate(source, tmp_path / "b.db", dry_run=True)
    assert (again.users, again.users_there) == (0, 2)


@pytest.mark.slow
def test_somebody_else_of_that_name_is_never_written_over(source: Path, tmp_path: Path) -> None:
    """A target that has a user or an audit of its own is refused, and stays as it is."""
    with opened(tmp_path / "b.db") as other:
        other.user("alice").add("I live in Lima.")
    with pytest.raises(StoreError, match="audit of tenant 'default' that is not this one's"):
        mnemic.migrate(source, tmp_path / "b.db")
    with opened(tmp_path / "c.db", tenant="other") as other:
        other.user("dora").add("I live in Quito.")
    mnemic.migrate(source, tmp_path / "c.db")  # another tenant is in nobody's way
    with opened(tmp_path / "b.db") as other:
        assert "Lima" in other.user("alice").search("Where do I live?")[0].memory.text
        assert not other.user("bob").list()
    with opened(tmp_path / "c.db", tenant="other") as other:
        assert other.user("dora").search("Where do I live?")


@pytest.mark.slow
def test_what_was_changed_since_is_not_written_over(source: Path, tmp_path: Path) -> None:
    """After a whole move the target goes its own way: a second move names who differs, and changes nothing."""
    mnemic.migrate(source, tmp_path / "b.db")
    with opened(tmp_path / "b.db") as other:
        other.user("alice").add("I moved to Lima.")
    with pytest.raises(StoreError, match=r"has 'alice' .* already"):
        mnemic.migrate(source, tmp_path / "b.db")


@pytest.mark.slow
def test_an_older_state_of_an_unfinished_move_is_written_again(source: Path, tmp_path: Path) -> None:
    """A move that was stopped before its end, and a user who has said more since: the next move has it all."""
    mnemic.migrate(source, tmp_path / "b.db")
    with closing(sqlite3.connect(tmp_path / "b.db")) as raw:
        raw.executescript("DELETE FROM trail; DELETE FROM chains; DELETE FROM users WHERE user_id = 'bob'")
    with opened(source) as memory:
        memory.user("alice").add("I moved to Lima.")
    report = mnemic.migrate(source, tmp_path / "b.db")
    assert (report.users, report.users_there) == (2, 0)
    with opened(tmp_path / "b.db") as after:
        assert after.audit.verify().sound
        assert any("Lima" in hit.memory.text for hit in after.user("alice").search("Where do I live?"))


def test_places_that_cannot_be_meant_are_refused(source: Path, tmp_path: Path) -> None:
    """No source, the source itself, and what does not last."""
    with pytest.raises(InvalidInput, match="there is no memory"):
        mnemic.migrate(tmp_path / "none.db", tmp_path / "b.db")
    with pytest.raises(InvalidInput, match="into itself"):
        mnemic.migrate(source, f"sqlite:///{source}")
    with pytest.raises(InvalidInput, match="as long as its process"):
        mnemic.migrate(source, ":memory:")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.slow
def test_rows_of_nobody_are_not_left_behind_in_silence(source: Path, tmp_path: Path) -> None:
    """Where rows belong to nobody, the doctor is named instead of losing them."""
    with closing(sqlite3.connect(source)) as raw:
        raw.execute("DELETE FROM users WHERE user_id = 'bob'")
        raw.commit()
    with pytest.raises(StoreError, match="mnemic doctor --repair"):
        mnemic.migrate(source, tmp_path / "b.db")


def test_the_encrypted_stay_so(tmp_path: Path) -> None:
    """Whoever is encrypted is opened here and sealed there with another key; without the master key nothing moves."""
    key = tmp_path / "master.key"
    mnemic.new_key(key)
    with opened(tmp_path / "a.db", encryption="on", encryption_key_file=str(key)) as memory:
        memory.user("alice").add("I live in Oslo.")
    with pytest.raises(KeyMissing):
        mnemic.migrate(tmp_path / "a.db", tmp_path / "b.db")
    report = mnemic.migrate(tmp_path / "a.db", tmp_path / "b.db", encryption_key_file=str(key))
    assert (report.users, report.sealed) == (1, 1)
    for name in ("b.db", "b.db-wal"):
        assert b"Oslo" not in ((tmp_path / name).read_bytes() if (tmp_path / name).exists() else b"")
    with opened(tmp_path / "b.db", encryption_key_file=str(key)) as memory:
        assert memory.user("alice").search("Where do I live?")
        assert memory.encryption.status().sealed == 1


def test_a_keyed_audit_goes_on_with_its_key(tmp_path: Path) -> None:
    """Without the key nothing is moved, since the move could not be entered; with it the audit verifies."""
    with opened(tmp_path / "a.db", audit_key="k" * 40) as memory:
        memory.user("alice").add("I live in Oslo.")
    with pytest.raises(StoreError, match="MNEMIC_AUDIT_KEY"):
        mnemic.migrate(tmp_path / "a.db", tmp_path / "b.db")
    assert mnemic.migrate(tmp_path / "a.db", tmp_path / "b.db", audit_key="k" * 40).users == 1
    with opened(tmp_path / "b.db", audit_key="k" * 40) as memory:
        assert memory.audit.verify().sound


@pytest.mark.slow
def test_keys_of_the_server_move_with_the_rest(source: Path, tmp_path: Path) -> None:
    """A key of the API opens the moved memory as it opened the old one."""
    row = ("default", "k1", "d" * 64, "{}", 1, None, None)
    with closing(sqlite3.connect(source)) as raw:
        raw.execute("INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        raw.commit()
    assert mnemic.migrate(source, tmp_path / "b.db").api_keys == 1
    assert mnemic.migrate(source, tmp_path / "b.db").api_keys == 0
    with closing(sqlite3.connect(tmp_path / "b.db")) as raw:
        assert raw.execute("SELECT * FROM api_keys").fetchall() == [row]
