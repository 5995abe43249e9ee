"""How index entries lie in a table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import Kind, Memory
from mnemic.domain.scope import Scope
from mnemic.index import entry as constants
from mnemic.index.entry import index_entry_of, text_key
from mnemic.index.user_index import UserIndex
from mnemic.stores.sql import reader as sql
from mnemic.stores.sql import rows
from mnemic.stores.sql.sqlite import SqliteStore

DAN = Scope("default", "dan")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TERM = st.text(st.sampled_from("ab茶\n\t{\"'=~ "), max_size=4)


@given(st.dictionaries(TERM, st.integers(1, 3), max_size=6))
def test_terms_come_back_as_they_were(terms: dict[str, int]) -> None:
    """Whatever signs they hold."""
    text = rows.entry_values(IndexEntry(terms=terms, vector=None, fingerprint=""))["terms"]
    assert dict(rows._terms(text)) == terms


def test_terms_as_older_versions_wrote_them_are_read() -> None:
    """They were JSON."""
    assert rows._terms('{"tea":2,"茶":1}') == {"tea": 2, "茶": 1}


@given(st.text(max_size=40))
def test_constants_kept_are_those_worked_out(text: str) -> None:
    """What an index entry keeps of a text is what the text gives."""
    kept = constants.packed_constants(text)
    assert constants.constants_of(kept, "another text") == constants.constants_of(None, text)
    assert constants.constants_of(b"\x00" + kept[1:], text) == constants.constants_of(None, text)


def kept(store: SqliteStore, *texts: str) -> None:
    with store.writing(DAN) as writer:
        for number, text in enumerate(texts):
            memory = Memory(
                id=f"m{number}",
                tenant="default",
                user="dan",
                kind=Kind.FACT,
                text=text,
                said_at=NOON,
                recorded_at=NOON,
                updated_at=NOON,
                position=number,
            )
            writer.put(memory, index_entry_of(text, None, ""))


def shelf_of(store: SqliteStore) -> UserIndex:
    user_index = UserIndex(size=4, fingerprint="f")
    with store.reading(DAN) as reader:
        user_index.renew(reader.renewal(epoch="", change=0))
        user_index.records.reader = reader
        for row in range(len(user_index.memories)):
            assert user_index.memories[row].id == f"m{row}"
    return user_index


def test_a_file_without_constants_is_laid_out_the_same(tmp_path: Path) -> None:
    """Entries that an older version wrote have none; the shelf works them out."""
    with closing(SqliteStore.open(tmp_path / "m.db", lock_wait_s=5)) as store:
        kept(store, "I drink tea?", "我喝茶", "Tea.")
        new = shelf_of(store)
        with closing(sqlite3.connect(tmp_path / "m.db")) as connection:
            connection.execute("UPDATE index_entries SET constants = NULL")
            connection.commit()
        old = shelf_of(store)
    assert old.ids_under(text_key("tea")) == new.ids_under(text_key("tea")) == {"m2"}
    assert old.freeze().han.tolist() == new.freeze().han.tolist()


@pytest.mark.parametrize("records_max", [0, 100])
def test_many_memories_come_in_parts_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records_max: int
) -> None:
    """In order of recording over the edges of the parts, with their records or to be read when wanted."""
    monkeypatch.setattr(sql, "IDS_MAX", 4)
    monkeypatch.setattr(sql, "RECORDS_MAX", records_max)
    with closing(SqliteStore.open(tmp_path / "m.db", lock_wait_s=5)) as store:
        kept(store, *(f"tea {number}" for number in range(11)))
        user_index = shelf_of(store)
        with store.reading(DAN) as reader:
            assert [one.memory.id for one in reader.refresh(epoch="", change=0).changed] == list(user_index.row_of)
    assert list(user_index.row_of) == [f"m{number}" for number in range(11)]
    assert len(user_index.ids_under(text_key("tea 3"))) == 1
