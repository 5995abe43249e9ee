"""Nobody changes a row of the audit unseen: every cell of every row, every removal, addition and exchange is found."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemic.domain.audit_log import AuditLogHead
from mnemic.errors import StoreError
from mnemic.safety.audit.verification import AuditCheck, AuditFault, verify_audit_log
from mnemic.stores.sql.audit_log import SqlAuditLogReader
from tests.effort import examples
from tests.safety.lives import TENANT, opened
from tests.tables import nonempty

TABLES = ("trail", "audit", "chains")
ADDED: dict[str, dict[str, list[object]]] = {
    "trail": {"number": [0, -1, 999]},
    "audit": {"user_id": ["bob", "dave"], "sequence": [0, 999]},
}
KEYS = {"trail": ("tenant", "number"), "audit": ("tenant", "user_id", "sequence"), "chains": ("tenant",)}


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """A copy of one's own."""
    return Path(shutil.copy(template, tmp_path / "memory.db"))


class Tampering:
    """A file whose tables are changed by hand, looked at, and put back, without a commit."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Every row with its rowid."""
        found = self.connection.exec_driver_sql(f"SELECT rowid AS rowid_, * FROM {table} ORDER BY rowid")
        return [dict(row._mapping) for row in found]

    def change(self, table: str, rowid: int, values: dict[str, Any]) -> bool:
        """Change a row; whether it is another now. What the database itself refuses is no change."""
        names = ", ".join(f"{name} = ?" for name in values)
        before = self.rows(table)
        try:
            self.connection.exec_driver_sql(f"UPDATE {table} SET {names} WHERE rowid = ?", (*values.values(), rowid))
        except sa.exc.IntegrityError:
            return False
        return self.rows(table) != before

    def check(self) -> AuditCheck:
        """What a verification says now."""
        return verify_audit_log(SqlAuditLogReader(self.connection, TENANT, _raised), TENANT)

    @contextmanager
    def put_back(self) -> Iterator[None]:
        """Undo what is done inside."""
        with self.connection.begin_nested() as nested:
            yield
            nested.rollback()


def _raised(error: Exception) -> StoreError:
    raise error


@contextmanager
def tampering(file: Path) -> Iterator[Tampering]:
    """Hands on the tables of a file, as somebody has them who knows SQL."""
    engine = sa.create_engine(f"sqlite:///{file}", isolation_level=None)
    sa.event.listen(engine, "connect", _by_hand)
    with engine.connect() as connection, connection.begin():
        yield Tampering(connection)
    engine.dispose()


def _by_hand(driver: sqlite3.Connection, _: object) -> None:
    driver.isolation_level = None
    driver.execute("PRAGMA foreign_keys=OFF")
    driver.execute("PRAGMA ignore_check_constraints=ON")
    driver.execute("BEGIN")


def others(value: object, column: list[object]) -> list[object]:
    """Values that might stand there instead: near ones, foreign ones, ones of another sort, nothing."""
    found: list[object] = [*dict.fromkeys(column), None, "", 0, 10**15, "x"]
    if isinstance(value, int):
        found += [value + 1, value - 1, -value, str(value) + "x", value + 0.5]
    if isinstance(value, str):
        found += [value + "x", value[:-1], value.upper(), value.swapcase(), value + " ", value[::-1], value.encode()]
    return [other for other in found if other != value or type(other) is not type(value)]


def test_the_life_is_sound(file: Path) -> None:
    """Nothing is found where nothing was changed, and the life has something of everything."""
    with tampering(file) as hands:
        check = hands.check()
        actions = {row["action"] for row in hands.rows("trail")}
    assert check.sound, check.found
    assert actions >= {"add", "confirm", "supersede", "forget", "denied", "read", "forget everything", "backup"}
    assert check.gone > 0
    assert check.rows > 10


@pytest.mark.parametrize("table", TABLES)
def test_every_changed_cell_is_found(file: Path, table: str) -> None:
    """Each column of each row, with two dozen other values each."""
    tried, missed = 0, []
    with tampering(file) as hands:
        rows = hands.rows(table)
        for row in rows:
            for name in row.keys() - {"rowid_"}:
                for value in others(row[name], [one[name] for one in rows]):
                    with hands.put_back():
                        if hands.change(table, row["rowid_"], {name: value}):
                            tried += 1
                            if hands.check().sound:
                                missed.append((row["rowid_"], name, value))
    assert not missed
    assert tried > 10 * len(rows)


@pytest.mark.parametrize("table", TABLES)
def test_every_removed_row_is_found(file: Path, table: str) -> None:
    """Each row, the first and the last too."""
    with tampering(file) as hands:
        for row in nonempty(hands.rows(table)):
            with hands.put_back():
                hands.connection.exec_driver_sql(f"DELETE FROM {table} WHERE rowid = ?", (row["rowid_"],))
                assert not hands.check().sound, row


@pytest.mark.parametrize("table", TABLES)
def test_every_two_rows_exchanged_are_found(file: Path, table: str) -> None:
    """All that two rows hold besides their keys, and each column alone."""
    exchanged = 0
    with tampering(file) as hands:
        rows = hands.rows(table)
        columns = [name for name in rows[0] if name != "rowid_"]
        held = [name for name in columns if name not in KEYS[table]]
        for number, one in enumerate(rows):
            for other in rows[number + 1 :]:
                for names in (held, *([name] for name in columns)):
                    if all(one[name] == other[name] for name in names):
                        continue
                    with hands.put_back():
                        aside = {name: f"aside {name}" if isinstance(one[name], str) else -1 for name in names}
                        hands.change(table, one["rowid_"], aside)
                        swapped = hands.change(table, other["rowid_"], {name: one[name] for name in names})
                        swapped &= hands.change(table, one["rowid_"], {name: other[name] for name in names})
                        exchanged += swapped
                        if swapped:
                            assert not hands.check().sound, (names, one, other)
    assert table == "chains" or exchanged > 5 * len(rows)


@pytest.mark.parametrize("table", ["trail", "audit"])
def test_every_added_row_is_found(file: Path, table: str) -> None:
    """A copy of each row under every other key: another number, another user, another sequence."""
    keys = ADDED[table]
    added = 0
    with tampering(file) as hands:
        for row in hands.rows(table):
            for name, values in keys.items():
                for value in values:
                    new = {column: row[column] for column in row if column != "rowid_"} | {name: value}
                    with hands.put_back():
                        try:
                            hands.connection.exec_driver_sql(
                                f"INSERT INTO {table} ({', '.join(new)}) VALUES ({', '.join('?' * len(new))})",
                                tuple(new.values()),
                            )
                        except sa.exc.IntegrityError:
                            continue
                        added += 1
                        assert not hands.check().sound, new
    assert added > 20


CELL = st.tuples(st.sampled_from(TABLES), st.integers(0, 10_000), st.integers(0, 20))
VALUE = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.text(max_size=80), st.binary(max_size=40), st.floats()
)


@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cell=CELL, value=VALUE)
def test_whatever_is_written_into_a_cell_is_found(template: Path, cell: tuple[str, int, int], value: object) -> None:
    """Random values in random cells."""
    table, row_number, column_number = cell
    with tampering(template) as hands, hands.put_back():
        rows = hands.rows(table)
        row = rows[row_number % len(rows)]
        names = [name for name in row if name != "rowid_"]
        if hands.change(table, row["rowid_"], {names[column_number % len(names)]: value}):
            assert not hands.check().sound


def test_bytes_that_are_no_text_are_found(file: Path) -> None:
    """Broken text is read as it is, and named."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("UPDATE audit SET detail = CAST(X'FF61' AS TEXT) WHERE number = 2")
        raw.commit()
    with opened(file) as memory:
        (found,) = memory.audit.verify().found
    assert (found.fault, found.number) == (AuditFault.ROW_CHANGED, 2)


def test_findings_say_what_and_where(file: Path) -> None:
    """A changed row by its user and number, a removed line by its number."""
    with tampering(file) as hands:
        target = next(row for row in hands.rows("audit") if row["action"] == "denied")
        with hands.put_back():
            hands.change("audit", target["rowid_"], {"actor": "user"})
            (found,) = hands.check().found
        assert (found.fault, found.user, found.sequence) == (AuditFault.ROW_CHANGED, "alice", target["sequence"])
        assert found.number == target["number"]
        with hands.put_back():
            hands.connection.exec_driver_sql("DELETE FROM trail WHERE number = 3")
            first = hands.check().found[0]
            assert (first.fault, first.number) == (AuditFault.LINE_MISSING, 3)


def test_a_cut_end_is_found_by_a_head_noted_elsewhere(file: Path) -> None:
    """Who also rewrites the newest line and removes the rows hides it from the chain alone, not from the head."""
    with opened(file) as memory:
        noted = memory.audit.head()
    with tampering(file) as hands, hands.put_back():
        last = hands.rows("trail")[-1]
        hands.connection.exec_driver_sql("DELETE FROM trail WHERE number = ?", (last["number"],))
        hands.connection.exec_driver_sql("DELETE FROM audit WHERE number = ?", (last["number"],))
        left = hands.rows("trail")[-1]
        hands.change("chains", 1, {"number": left["number"], "hash": left["hash"]})
        assert hands.check().sound
        reader = SqlAuditLogReader(hands.connection, TENANT, _raised)
        (found,) = verify_audit_log(reader, TENANT, expect=AuditLogHead.of(noted)).found
    assert found.fault is AuditFault.EXPECTED


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM chains",
        "UPDATE chains SET number = number - 1",
        "UPDATE chains SET number = number + 5",
        "UPDATE chains SET hash = 'x'",
        "DELETE FROM trail WHERE number = (SELECT max(number) FROM trail)",
    ],
)
def test_writing_goes_on_over_a_broken_end_and_leaves_a_word(file: Path, statement: str) -> None:
    """Nobody is kept from writing; the trail says for good that its end was not what it should have been."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute(statement)
        raw.commit()
    with opened(file) as memory:
        memory.user("alice").add("I like tea.")
        memory.user("alice").add("I like rye bread.")
        check = memory.audit.verify()
    assert AuditFault.MENDED in {finding.fault for finding in check.found}
    assert sum(finding.fault is AuditFault.MENDED for finding in check.found) == 1
