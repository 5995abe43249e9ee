"""What every store must do with files. Each test's docstring is the law."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemic.domain.blob import FILES_KEY, BlobInfo
from mnemic.domain.record import Source, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidMessage
from mnemic.ports import Store

DAN = Scope("default", "dan")
EVE = Scope("default", "eve")
NOON = datetime(2026, 3, 2, 12, 0, 0, 123456, tzinfo=UTC)
BYTES = bytes(range(256)) * 40


def info(data: bytes = BYTES, *, name: str = "窗口 🪟.png", hours: float = 0) -> BlobInfo:
    at = NOON + timedelta(hours=hours)
    digest = hashlib.sha256(data).hexdigest()
    return BlobInfo(hash=digest, media_type="image/png", size=len(data), name=name, stored_at=at)


def turn(id: str, **metadata: object) -> Turn:
    kept = {key.replace("_", "."): value for key, value in metadata.items()}
    return Turn(
        id=id,
        session="s1",
        role="user",
        text=id,
        said_at=NOON,
        recorded_at=NOON,
        metadata=kept,  # type: ignore[arg-type]
    )


def keep(store: Store, scope: Scope, *blobs: tuple[BlobInfo, bytes]) -> None:
    with store.writing(scope) as writer:
        for one, data in blobs:
            writer.keep_blob(one, data)


def kept(store: Store, scope: Scope = DAN) -> list[BlobInfo]:
    with store.reading(scope) as reader:
        return reader.blobs()


def test_a_file_comes_back_byte_for_byte(store: Store) -> None:
    """Bytes and what is known of them are kept exactly, and nobody else sees either."""
    keep(store, DAN, (info(), BYTES))
    with store.reading(DAN) as reader:
        assert (reader.blob(info().hash), reader.blobs()) == (BYTES, [info()])
        assert reader.blob("0" * 64) is None
    with store.reading(EVE) as reader:
        assert (reader.blob(info().hash), reader.blobs()) == (None, [])


def test_the_same_content_is_one_file(store: Store) -> None:
    """Of two with the same hash the first stays, in one transaction and over two."""
    other = info(name="other.png", hours=1)
    keep(store, DAN, (info(), BYTES), (other, BYTES))
    keep(store, DAN, (other, BYTES))
    assert kept(store) == [info()]


def test_files_stand_in_order_of_storing(store: Store) -> None:
    """Order is by time, ties by hash."""
    blobs = [(info(data, hours=hours), data) for data, hours in ((b"c", 1.0), (b"a", 0.0), (b"b", 0.0))]
    keep(store, DAN, *blobs)
    expected = sorted((one for one, _ in blobs), key=lambda one: (one.stored_at, one.hash))
    assert kept(store) == expected


def test_a_transaction_that_fails_keeps_no_file(store: Store) -> None:
    """A file is kept together with what else the transaction does, or not at all."""

    def write() -> None:
        with store.writing(DAN) as writer:
            writer.append([turn("a")])
            writer.keep_blob(info(), BYTES)
            writer.append([replace(turn("a"), text="changed")])

    with pytest.raises(InvalidMessage):
        write()
    assert kept(store) == []


def test_forgetting_files(store: Store) -> None:
    """Named files go, counted once each; others', and those of others, stay."""
    for scope in (DAN, EVE):
        keep(store, scope, (info(), BYTES), (info(b"x"), b"x"))
    with store.writing(DAN) as writer:
        assert writer.forget_blobs([info().hash, "none", info().hash]) == 1
        assert writer.forget_blobs([]) == 0
    assert kept(store) == [info(b"x")]
    assert len(kept(store, EVE)) == 2


def test_forgetting_a_user_takes_the_files(store: Store) -> None:
    """Files are counted while they are there, and none stays of a forgotten user."""
    keep(store, DAN, (info(), BYTES))
    keep(store, EVE, (info(), BYTES))
    with store.reading(DAN) as reader:
        assert reader.counts()["blobs"] == 1
    with store.writing(DAN) as writer:
        writer.forget_user()
    with store.reading(DAN) as reader:
        assert sum(reader.counts().values()) == 0
        assert reader.blob(info().hash) is None
    assert len(kept(store, EVE)) == 1


def test_files_change_no_memory(store: Store) -> None:
    """Keeping or removing a file leaves the change number alone: what is cached of memories stays good."""
    with store.writing(DAN) as writer:
        writer.append([turn("a")])
    with store.reading(DAN) as reader:
        before = reader.refresh(epoch="", change=0)
    keep(store, DAN, (info(), BYTES))
    with store.writing(DAN) as writer:
        writer.forget_blobs([info().hash])
    with store.reading(DAN) as reader:
        assert reader.refresh(epoch="", change=0) == before


def test_turns_with_files_are_those_that_name_them(store: Store) -> None:
    """They come in order of position; a turn that only speaks of the key is none of them."""
    named = {FILES_KEY.replace(".", "_"): [{"hash": "h"}]}
    with store.writing(DAN) as writer:
        writer.append([turn("a", **named), turn("b"), turn("c", deep={FILES_KEY: 1}), turn("d", **named)])
        assert [one.id for one in writer.turns_with_files()] == ["a", "d"]
    with store.writing(DAN) as writer:
        writer.forget_turns([Source(session="s1", turn="a")])
        assert [one.id for one in writer.turns_with_files()] == ["d"]
    with store.reading(EVE) as reader:
        assert reader.turns_with_files() == []
