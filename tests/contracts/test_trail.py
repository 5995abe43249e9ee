"""What every store owes to the trail: a line for each audit row, in the transaction of the row, outliving the user."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemic.domain.audit_log import (
    FORGOTTEN,
    NOTHING,
    WHOLE_TENANT,
    AuditLogHead,
    AuditLogLine,
    AuditLogRow,
    audit_row_digest,
    user_mark,
)
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow
from mnemic.ports import Store, Writer
from mnemic.safety.audit.verification import AuditCheck, verify_audit_log

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ALICE, BOB, ELSEWHERE = Scope("t", "alice"), Scope("t", "bob"), Scope("u", "alice")


def audit(writer: Writer, action: str, *, at: datetime = NOW, detail: str = "") -> None:
    writer.audit(at=at, actor="user", action=action, memory_id=None, detail=detail)


def write(store: Store, scope: Scope, *actions: str) -> None:
    with store.writing(scope) as writer:
        for action in actions:
            audit(writer, action)


def lines(store: Store, tenant: str = "t") -> list[AuditLogLine]:
    with store.reading_audit_log(tenant) as trail:
        return list(trail.lines())


def rows(store: Store, user: str | None = None) -> list[AuditLogRow]:
    with store.reading_audit_log("t") as trail:
        return list(trail.rows(user=user))


def check(store: Store, tenant: str = "t", expect: AuditLogHead | None = None) -> AuditCheck:
    with store.reading_audit_log(tenant) as trail:
        return verify_audit_log(trail, tenant, expect=expect, key=store.audit_key)


def test_every_audit_row_has_a_line(store: Store) -> None:
    """In order of writing, over all users of the tenant, without gaps; the digest is the row's, the mark the user's."""
    write(store, ALICE, "one", "two")
    write(store, BOB, "three")
    write(store, ALICE, "four")
    found = lines(store)
    assert [(line.number, line.action) for line in found] == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    assert [line.digest for line in found] == [audit_row_digest(row) for row in rows(store)]
    assert [row.user for row in rows(store)] == ["alice", "alice", "bob", "alice"]
    assert len({row.salt for row in rows(store)}) == 4
    assert found[0].mark == found[3].mark != found[2].mark
    with store.reading(ALICE) as reader:
        assert found[0].mark == user_mark("t", "alice", reader.renewal(epoch="", change=0).epoch)
    sound = check(store)
    assert (sound.sound, sound.lines, sound.rows) == (True, 4, 4)


def test_rows_of_one_user(store: Store) -> None:
    """Only that user's, in order of their lines."""
    write(store, ALICE, "one")
    write(store, BOB, "two")
    write(store, ALICE, "three")
    assert [row.action for row in rows(store, "alice")] == ["one", "three"]
    assert rows(store, "carol") == []


def test_reading_inside_a_transaction_changes_nothing(store: Store) -> None:
    """Rows are handed over before a read; the lines are the same as without it."""
    with store.writing(ALICE) as writer:
        audit(writer, "one")
        writer.counts()
        audit(writer, "two")
        writer.counts()
    assert [line.action for line in lines(store)] == ["one", "two"]
    assert check(store).sound


def test_what_is_undone_has_no_line(store: Store) -> None:
    """A transaction that ends by an error leaves neither row nor line, and the next goes on without a gap."""
    write(store, ALICE, "one")

    def fail() -> None:
        with store.writing(ALICE) as writer:
            audit(writer, "undone")
            writer.counts()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    write(store, ALICE, "two")
    assert [line.action for line in lines(store)] == ["one", "two"]
    assert check(store).sound


def test_a_trail_for_each_tenant(store: Store) -> None:
    """Each begins at one; an empty one is sound and has no head."""
    write(store, ALICE, "one")
    write(store, ELSEWHERE, "two")
    assert [line.number for line in (*lines(store), *lines(store, "u"))] == [1, 1]
    assert store.tenants() == ["t", "u"]
    assert lines(store)[0].mark != lines(store, "u")[0].mark
    nothing = check(store, "nobody")
    assert (nothing.sound, nothing.lines, nothing.head) == (True, 0, AuditLogHead())


def test_the_trail_outlives_the_user(store: Store) -> None:
    """After a departure the rows may be gone, and only then; who begins again under the name has another mark."""
    write(store, ALICE, "one", "two")
    write(store, BOB, "three")
    with store.writing(ALICE) as writer:
        audit(writer, "four")
        writer.note_departure(at=NOW, actor="user")
        writer.forget_user()
    found = lines(store)
    assert [line.action for line in found] == ["one", "two", "three", "four", FORGOTTEN]
    assert (found[-1].mark, found[-1].digest, found[-1].sequence) == (found[0].mark, NOTHING, 0)
    left = check(store)
    assert (left.sound, left.rows, left.gone) == (True, 1, 3)
    write(store, ALICE, "again")
    assert lines(store)[-1].mark != found[0].mark
    assert check(store).sound


def test_without_a_departure_rows_are_missed(store: Store) -> None:
    """Removing a user without a word in the trail is found."""
    write(store, ALICE, "one")
    write(store, BOB, "two")
    with store.writing(ALICE) as writer:
        writer.forget_user()
    assert [finding.number for finding in check(store).found] == [1]


def test_nobody_departs_who_is_not_there(store: Store) -> None:
    """Of a user of whom nothing is held, nothing is entered."""
    with store.writing(ALICE) as writer:
        writer.note_departure(at=NOW, actor="user")
        writer.forget_user()
    assert lines(store) == []
    with store.reading(ALICE) as reader:
        assert reader.renewal(epoch="", change=0).epoch == ""


def test_a_line_about_nobody(store: Store) -> None:
    """A note of the tenant as a whole has neither mark nor row."""
    store.note("t", at=NOW, actor="administrator", action="backup")
    write(store, ALICE, "one")
    store.note("t", at=NOW, actor="administrator", action="backup")
    assert [(line.mark == WHOLE_TENANT, line.digest == NOTHING) for line in lines(store)] == [
        (True, True),
        (False, False),
        (True, True),
    ]
    assert check(store).sound


def test_rows_that_are_brought_in_have_lines(store: Store) -> None:
    """An import's audit rows come with their own moments and numbers, and are chained like any others."""
    past = NOW - timedelta(days=400)
    row = AuditRow(sequence=7, at=past, actor="agent:planner", action="add", memory_id="m", detail="version 1")
    with store.writing(ALICE) as writer:
        writer.replay([row, replace(row, sequence=9, action="forget")])
        audit(writer, "import")
    assert [(line.action, line.sequence) for line in lines(store)] == [("add", 7), ("forget", 9), ("import", 10)]
    assert check(store).sound


def test_a_head_lies_on_the_chain(store: Store) -> None:
    """Every earlier head is found again later, a foreign or a later one is not; a head survives its text form."""
    write(store, ALICE, "one")
    noted = check(store).head
    write(store, ALICE, "two")
    assert check(store, expect=AuditLogHead.of(str(noted))).sound
    assert check(store, expect=AuditLogHead()).sound
    assert not check(store, expect=replace(noted, hash="0" * 64)).sound
    assert not check(store, expect=AuditLogHead(number=9, hash="0" * 64)).sound


def test_a_key_marks_its_lines(store: Store) -> None:
    """From the key on, lines are hashed with it: another key does not fit, and a line without one is found."""
    write(store, ALICE, "one")
    store.audit_key = b"a key of sixteen bytes or more"
    write(store, ALICE, "two", "three")
    assert (check(store).sound, check(store).keyed) == (True, 2)
    with store.reading_audit_log("t") as trail:
        assert {finding.number for finding in verify_audit_log(trail, "t", key=b"another").found} == {2, 3}


@pytest.mark.parametrize("detail", ["", "x" * 10_000, "安全 \u200b", "a\x00b", '["', "a|b"])
def test_any_text_is_chained(store: Store, detail: str) -> None:
    """Whatever stands in a row, it is found as it was written."""
    with store.writing(ALICE) as writer:
        audit(writer, "one", detail=detail)
        audit(writer, "two", at=datetime(1, 1, 1, tzinfo=UTC), detail=detail)
    assert check(store).sound
