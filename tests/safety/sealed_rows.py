"""One user's rows in every table, with words of the test's own in every private column."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from mnemic.domain.blob import FILES_KEY, BlobInfo
from mnemic.domain.changes import Action, History, Link, Relation
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Kind, Memory, Slot, Source, Turn
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import DeadLetter
from mnemic.ports import Store
from mnemic.stores.sql.tables import PRIVATE_MARK, metadata

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def memory(scope: Scope, id: str, word: str) -> Memory:
    """A memory that says the word wherever it can."""
    return Memory(
        id=id,
        tenant=scope.tenant,
        user=scope.user,
        kind=Kind.FACT,
        text=f"{word} text",
        summary=f"{word} summary",
        slot=Slot(subject="user", attribute="seat", value=word),
        entities=(word,),
        relevance_reasons=(word,),
        speaker=word,
        quote=word,
        metadata={word: word},
        sources=(Source(session="s", turn="t"),),
        said_at=NOON,
        recorded_at=NOON,
        updated_at=NOON,
    )


def fill(store: Store, scope: Scope, word: str) -> None:
    """A row in every table that has private columns, none of them empty."""
    data = word.encode()
    turn = Turn(
        id="t",
        session="s",
        role="user",
        text=word,
        speaker=word,
        tool_calls=({"name": word},),
        metadata={FILES_KEY: [], "said": word},
        said_at=NOON,
        recorded_at=NOON,
    )
    entry = IndexEntry(terms={word: 1, "twice": 2}, vector=data, fingerprint="f", constants=data)
    with store.writing(scope) as writer:
        writer.append([turn])
        for id in ("m1", "m2"):
            made = memory(scope, id, word)
            writer.put(made, entry)
            writer.record(
                History(memory_id=id, action=Action.REVISE, actor="user", reason=word, at=NOON, before=made, after=made)
            )
        writer.link(Link(source="m1", target="m2", relation=Relation.CONTRADICTS, reason=word, at=NOON))
        asked = AskedQuestion(id="a", at=NOON, marks=(word,), text=word, memory_ids=(word,), vector=data)
        writer.ask([asked], most=9)
        writer.vote(Vote(answer="a", memory_id="m1", helpful=True, at=NOON, marks=(word,), vector=data))
        info = BlobInfo(hash="h", media_type="text/plain", size=len(data), name=word, stored_at=NOON)
        writer.keep_blob(info, data)
        writer.keep_dead_letter(
            DeadLetter(source=turn.source, attempts=1, reason=word, first_at=NOON, last_at=NOON, dead=False)
        )
        writer.register(RegisterEntry(register=Register.LESSONS, id="r", at=NOON, body={"said": word}))


def private_columns() -> list[sa.Column[Any]]:
    """Every column of every table that is marked private."""
    return [column for table in metadata.sorted_tables for column in table.c if column.info.get(PRIVATE_MARK)]


def raw_values(path: Path, scope: Scope) -> Iterator[tuple[sa.Column[Any], Any]]:
    """Every private value of a user that is neither NULL nor empty, as it lies in the file."""
    with closing(sqlite3.connect(path)) as raw:
        for column in private_columns():
            found = raw.execute(
                f'SELECT "{column.name}" FROM "{column.table.name}" WHERE tenant = ? AND user_id = ?',
                (scope.tenant, scope.user),
            )
            yield from ((column, value) for (value,) in found.fetchall() if value)


def bytes_of(path: Path) -> bytes:
    """All bytes of a memory file, its log and its key ring."""
    files = [path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", ".keys")]
    return b"\n".join(file.read_bytes() for file in files if file.exists())
