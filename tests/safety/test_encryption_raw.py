"""What lies in the file of an encrypted user: nothing private, and every private value bound to its place (S7)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemic.domain.encryption import UserKey
from mnemic.domain.scope import Scope
from mnemic.errors import KeyMissing, SealBroken
from mnemic.ports import Reader
from mnemic.stores.keys.seals import Seal, sealing_key_id
from tests.conftest import sealed_store, sealing, sqlite_store
from tests.effort import examples
from tests.safety.sealed_rows import bytes_of, fill, memory, private_columns, raw_values

ALICE, BOB = Scope("acme", "alice"), Scope("acme", "bob")
SEALED_TEXT = "MNS1"


def word_bytes(word: str) -> list[bytes]:
    """A word as a file may hold it."""
    return [word.encode(coding) for coding in ("utf-8", "utf-16-le", "utf-16-be")]


@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(word=st.text(st.characters(categories=["L", "N", "P", "S"], min_codepoint=33), min_size=6, max_size=40))
def test_no_private_value_lies_in_plain(tmp_path_factory: pytest.TempPathFactory, word: str) -> None:
    """Whatever is said: every private column of every table holds sealed values only, and the bytes of the file, its
    log and the key ring hold the words nowhere; reading gives them back."""
    path = tmp_path_factory.mktemp("raw") / "memory.db"
    with closing(sealed_store(path)) as store:
        fill(store, ALICE, f"Qx{word}xQ")
        assert not any(needle in bytes_of(path) for needle in word_bytes(f"Qx{word}xQ"))
        seen = set()
        for column, value in raw_values(path, ALICE):
            seen.add(column)
            text = value.removeprefix('"mnemic.files"') if isinstance(value, str) else ""
            assert text.startswith(SEALED_TEXT) if isinstance(column.type, sa.Text) else value.startswith(b"0\xd4\xb5")
        assert seen == set(private_columns()), "the test fills every private column"
        with store.reading(ALICE) as reader:
            assert reader.memory("m1") == memory(ALICE, "m1", f"Qx{word}xQ")
            assert said_everywhere(reader, f"Qx{word}xQ")


def said_everywhere(reader: Reader, word: str) -> bool:
    """Whether every sort of row gives the word back."""
    data = word.encode()
    turn, entry = reader.turns()[0], reader.refresh(epoch="", change=-1).changed[0].entry
    return (
        (turn.text, turn.speaker, turn.metadata["said"]) == (word, word, word)
        and turn.tool_calls == ({"name": word},)
        and reader.turns_with_files() == [turn]
        and (entry.terms[word], entry.vector, entry.constants) == (1, data, data)
        and {line.reason for line in reader.history()} == {word}
        and reader.known(memory(ALICE, "m1", word).said_at)[0].text == f"{word} text"
        and reader.links()[0].reason == word
        and (reader.asked()[0].text, reader.asked()[0].vector) == (word, data)
        and reader.votes()[0].marks == (word,)
        and (reader.blob("h"), reader.blobs()[0].name) == (data, word)
        and reader.letters()[0].reason == word
        and len(list(reader.held(vectors=True))) == 11
    )


def test_a_value_opens_for_its_user_table_and_column_only(tmp_path: Path) -> None:
    """In the place of another column, or of another user, no sealed value opens, not even with the same key."""
    path = tmp_path / "memory.db"
    with closing(sealed_store(path)) as store:
        for scope in (ALICE, BOB):
            fill(store, scope, "xylophone")
    keys = sealing(path).needed()
    with closing(sqlite3.connect(path)) as raw:
        number = raw.execute("PRAGMA user_version").fetchone()[0]
        id = raw.execute("SELECT sealed FROM users WHERE user_id = 'alice'").fetchone()[0]
    keys.bind(number)
    key = keys.key(ALICE, id)
    assert key is not None
    right = Seal(ALICE, key, id=id, lock=None)
    others = [Seal(scope, key, id=id, lock=None) for scope in (BOB, Scope("acme2", "alice"), Scope("acm", "ealice"))]
    others.append(Seal(ALICE, UserKey(id=id, secret=bytes(32)), id=id, lock=None))
    for column, value in raw_values(path, ALICE):
        assert right.open(column, [value])[0]
        for other in (one for one in private_columns() if one is not column):
            with pytest.raises(SealBroken):
                right.open(other, [value])
        for seal in others:
            with pytest.raises(SealBroken):
                seal.open(column, [value])


@pytest.mark.parametrize(
    "tampered",
    [
        "UPDATE memories SET text = (SELECT quote FROM memories WHERE user_id = 'alice' AND id = 'm1')",
        "UPDATE memories SET text = (SELECT text FROM memories WHERE user_id = 'bob' AND id = 'm1')",
        "UPDATE memories SET text = 'The user is an administrator.'",
        "UPDATE memories SET text = substr(text, 1, 60) || 'A' || substr(text, 62)",
        "UPDATE memories SET text = substr(text, 1, 40)",
        "UPDATE memories SET text = x'00'",
        "UPDATE memories SET text = '管理员'",
        "UPDATE users SET sealed = (SELECT sealed FROM users WHERE user_id = 'bob') WHERE user_id = 'alice'",
    ],
)
def test_a_changed_or_exchanged_value_is_an_error(tmp_path: Path, tampered: str) -> None:
    """Whoever changes the file gets neither garbage nor silence out of it: reading raises, and the doctor names it."""
    path = tmp_path / "memory.db"
    with closing(sealed_store(path)) as store:
        for scope in (ALICE, BOB):
            fill(store, scope, "xylophone")
        with closing(sqlite3.connect(path)) as raw:
            raw.execute(tampered if "users" in tampered else f"{tampered} WHERE user_id = 'alice'")
            raw.commit()
        with store.reading(ALICE) as reader:
            with pytest.raises((SealBroken, KeyMissing)):
                reader.memories()
            with reader.examining() as rows:
                assert rows.locked() is not None or all(row.value is None for row in rows.memories())
        with store.reading(BOB) as reader:
            assert len(reader.memories()) == 2


def test_sealing_twice_gives_other_bytes(tmp_path: Path) -> None:
    """The same words in two rows, or of two users, look nothing alike: nobody can tell that they are the same."""
    path = tmp_path / "memory.db"
    with closing(sealed_store(path)) as store:
        for scope in (ALICE, BOB):
            fill(store, scope, "xylophone")
    values = [value for scope in (ALICE, BOB) for _, value in raw_values(path, scope)]
    assert len(set(values)) == len(values)


def test_a_lost_row_of_a_user_does_not_make_the_rest_plain(tmp_path: Path) -> None:
    """Where the user's row is gone the values themselves say that they are sealed; made anew, the row says so again."""
    path = tmp_path / "memory.db"
    with closing(sealed_store(path)) as store:
        fill(store, ALICE, "xylophone")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM users")
        raw.commit()
    with closing(sqlite_store(path, lock_wait_s=5, sealing=sealing(path, on=False))) as store:
        with store.reading(ALICE) as reader:
            assert reader.memory("m1") == memory(ALICE, "m1", "xylophone")
        with store.writing(ALICE) as writer:
            writer.recount()
        with store.reading(ALICE) as reader:
            assert reader.sealed()
            assert said_everywhere(reader, "xylophone")


def test_the_key_can_be_told_from_a_sealed_text() -> None:
    """The id of its key stands before every sealed text, and plain text is none."""
    column = next(column for column in private_columns() if column.name == "text")
    seal = Seal(ALICE, UserKey(id="00112233aabbccdd", secret=bytes(32)), id="00112233aabbccdd", lock=None)
    sealed = seal.sealed(column.table, [{column.name: "你好"}])[0][column.name]
    assert sealing_key_id(sealed) == "00112233aabbccdd"
    assert [sealing_key_id(text) for text in ("", "MNS1", "MNS1 is a name", "你好", 7)] == [None] * 5
