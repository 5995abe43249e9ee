"""Encryption of users: how they become encrypted and plain, new keys, and keys that are destroyed (S7)."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.diagnosis import Check, Repair
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidInput, InvalidSetting, KeyMissing, MemoryNotFound, SealBroken, StoreUnavailable
from mnemic.index.vector_graph import GraphFiles
from mnemic.stores.faulty import FaultyStore
from mnemic.wiring import opening
from tests.conftest import assembled, sealed_store
from tests.safety.sealed_rows import bytes_of

SAID = ["I prefer seats near the Xylander.", "我住在鳦鳧镇。"]
WORDS = ["Xylander", "鳦鳧"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the memory file may be made; its key is beside it."""
    opening.new_key(tmp_path / "master.key")
    return tmp_path / "memory.db"


@contextmanager
def opened(file: Path, *, encryption: str = "on", key: str | None = "master.key", **given: Any) -> Iterator[OpenMemory]:
    """A memory file with the key of the test."""
    if key is not None:
        given["encryption_key_file"] = str(file.with_name(key))
    with mnemic.open(file, embedder="hashing", background=False, encryption=encryption, **given) as memory:
        yield memory


def plain(file: Path) -> list[str]:
    """Words of the test that stand in the bytes of the file, its log or the key ring."""
    held = bytes_of(file)
    return [word for word in WORDS if word.encode() in held or word.lower().encode() in held]


def texts(memory: OpenMemory, user: str) -> set[str]:
    """What is remembered about a user."""
    return {one.text for one in memory.user(user).list(kinds=None, status="any")}


def test_whoever_begins_is_encrypted_and_reads_as_before(file: Path) -> None:
    """With encryption on, adding, searching, a context, history and the doctor work as ever, and no word is in the
    file."""
    with opened(file) as memory:
        alice = memory.user("alice")
        alice.add(SAID, session="s")
        assert alice.search("Xylander")[0].memory.text
        assert "Xylander" in alice.context("Which seat near the Xylander?").text
        assert memory.doctor().healthy
        status = memory.encryption.status()
        assert (status.on, status.sealed, status.plain, status.locked) == (True, 1, 0, ())
    assert plain(file) == []
    with opened(file) as memory:
        assert any("鳦鳧" in text for text in texts(memory, "alice"))


def test_a_writer_knows_who_will_be_encrypted(file: Path) -> None:
    """Before anything is held about a user a writer says whether it will be sealed; a user who is plain stays so."""
    with opened(file, encryption="off") as memory:
        store = memory._core.parts.store
        with store.writing(Scope("default", "alice")) as writer:
            assert not writer.sealed()
        memory.user("alice").add(SAID)
    with opened(file) as memory:
        store = memory._core.parts.store
        for user, sealed in (("alice", False), ("bob", True)):
            with store.writing(Scope("default", user)) as writer:
                assert writer.sealed() is sealed
                writer.begin("")
                assert writer.sealed() is sealed


def test_encrypting_leaves_nothing_in_plain_and_can_be_undone(file: Path) -> None:
    """Users who are plain become encrypted with everything they have, and plain again, the same each time; afterwards
    the file holds none of their words, or no key."""
    with opened(file, encryption="off") as memory:
        for user in ("alice", "bob"):
            memory.user(user).add(SAID, session="s")
        before = {user: texts(memory, user) for user in ("alice", "bob")}
        assert plain(file) == WORDS
        assert memory.encryption.encrypt(["alice"]).changed == ("alice",)
        assert memory.encryption.status().sealed == 1
        report = memory.encryption.encrypt()
        assert (report.changed, report.skipped) == (("bob",), ("alice",))
        assert plain(file) == []
        assert {user: texts(memory, user) for user in before} == before
        assert memory.doctor().healthy
        assert memory.encryption.decrypt().changed == ("alice", "bob")
        assert {user: texts(memory, user) for user in before} == before
        assert memory.doctor().healthy
        assert memory.encryption.status().sealed == 0
    assert plain(file) == WORDS
    assert ring(file, "SELECT count(*) FROM keys") == 0


def test_a_new_key_seals_everything_anew(file: Path) -> None:
    """A rotation changes every sealed byte and nothing that is said; the old key is gone from the key ring."""
    with opened(file) as memory:
        memory.user("alice").add(SAID, session="s")
        before, old = texts(memory, "alice"), ring(file, "SELECT wrapped FROM keys")
        assert memory.encryption.rotate().changed == ("alice",)
        assert texts(memory, "alice") == before
        assert memory.doctor().healthy
        memory.user("alice").add("And now in a box by the Xylander.")
        memory.transfer.backup(file.with_name("later.db"))
    assert ring(file, "SELECT count(*) FROM keys") == 1
    assert old not in bytes_of(file)
    assert plain(file) == []


def test_another_master_key_wraps_and_writes_nothing_else(file: Path) -> None:
    """After a change of the master key the old one opens nothing any more; the memory file is byte for byte the same
    but for its audit."""
    other = opening.new_key(file.with_name("other.key"))
    with opened(file) as memory:
        memory.user("alice").add(SAID, session="s")
        before = texts(memory, "alice")
        assert memory.encryption.rewrap(other) == 1
        assert texts(memory, "alice") == before
    with pytest.raises(KeyMissing, match="another master key"), opened(file):
        pass
    with opened(file, key="other.key") as memory:
        assert texts(memory, "alice") == before


def test_forgetting_everything_makes_backups_unreadable(file: Path) -> None:
    """Crypto-shredding: after a user is forgotten no backup gives a private byte back, the ring has no key of the user,
    and the doctor removes what a backup brings back."""
    backup = file.with_name("backup.db")
    with opened(file) as memory:
        memory.user("alice").add(SAID, session="s")
        memory.user("bob").add("I like tea.")
        memory.transfer.backup(backup)
        wrapped = ring(file, "SELECT wrapped FROM keys WHERE user_id = 'alice'")
        receipt = memory.user("alice").forget(everything=True)
        assert receipt.keys == 1
    ringed = file.with_name("memory.db.keys").read_bytes()
    assert wrapped not in ringed
    assert b"alice" not in ringed
    mnemic.restore(backup, file, overwrite=True)
    assert plain(file) == []
    with opened(file) as memory:
        alice = memory.user("alice")
        for read in (alice.list, lambda: alice.search("seat"), lambda: alice.add("I am back.")):
            with pytest.raises(KeyMissing, match="destroyed"):
                read()
        assert memory.encryption.status().locked == ("alice",)
        assert [(one.check, one.repair) for one in memory.doctor().found] == [(Check.USER_KEY, Repair.SHRED)]
        assert texts(memory, "bob")
        assert [one.check for one in memory.doctor(repair=True).repaired] == [Check.USER_KEY]
        assert memory.doctor().healthy
        assert memory.users() == ["bob"]
        alice.add(SAID)
        assert texts(memory, "alice")


def test_whoever_is_locked_can_be_forgotten(file: Path) -> None:
    """A user whose key is lost is not to be read; forgetting everything works all the same."""
    with opened(file) as memory:
        memory.user("alice").add(SAID)
    file.with_name("memory.db.keys").unlink()
    with opened(file) as memory:
        with pytest.raises(KeyMissing, match="not in the key ring"):
            memory.user("alice").list()
        found = memory.doctor(repair=True)
        assert [(one.check, one.repair) for one in found.found] == [(Check.USER_KEY, None)], "lost is not destroyed"
        assert memory.user("alice").forget(everything=True).turns == len(SAID)
        assert memory.users() == []


def test_without_the_key_nothing_is_read_as_plain(file: Path) -> None:
    """Opened without a master key, encrypted users are refused with the way out; others are read as ever."""
    with opened(file, encryption="off") as memory:
        memory.user("bob").add("I like tea.")
    with opened(file) as memory:
        memory.user("alice").add(SAID)
    with opened(file, encryption="off", key=None) as memory:
        assert texts(memory, "bob")
        for read in (memory.user("alice").list, lambda: memory.user("alice").search("seat")):
            with pytest.raises(KeyMissing, match="MNEMIC_ENCRYPTION_KEY_FILE"):
                read()
        assert memory.encryption.status().locked == ("alice",)
        with pytest.raises(KeyMissing, match="no master key"):
            memory.encryption.encrypt()


def test_a_user_who_begins_again_has_another_key(file: Path) -> None:
    """What is destroyed with a forgotten user is nothing that the user says later, at once or after a restart."""
    with opened(file) as memory:
        alice = memory.user("alice")
        alice.add(SAID)
        first = ring(file, "SELECT id FROM keys")
        alice.forget(everything=True)
        alice.add(SAID)
        assert ring(file, "SELECT id FROM keys") != first
        memory.user("nobody").forget(everything=True)
    with opened(file) as memory:
        assert texts(memory, "alice")


def test_a_forgetting_that_is_undone_keeps_the_key(tmp_path: Path) -> None:
    """Where the transaction fails, nothing is forgotten, and the key that was to be destroyed opens everything."""
    path = tmp_path / "memory.db"
    store = FaultyStore(sealed_store(path), error=StoreUnavailable("the disk is full"))
    with assembled(store) as memory:
        memory.user("alice").add(SAID)
        before = texts(memory, "alice")
        store.calls.clear()
        store.fail_at = _commit_of_forgetting(tmp_path / "trial.db")
        with pytest.raises(StoreUnavailable):
            memory.user("alice").forget(everything=True)
        store.fail_at = 0
        memory._core.purge()
        assert texts(memory, "alice") == before
    with assembled(sealed_store(path)) as memory:
        assert texts(memory, "alice") == before


def _commit_of_forgetting(path: Path) -> int:
    """Which call of a forgetting is its commit."""
    store = FaultyStore(sealed_store(path))
    with assembled(store) as memory:
        memory.user("alice").add(SAID)
        texts(memory, "alice")
        store.calls.clear()
        memory.user("alice").forget(everything=True)
        return store.calls.index("commit") + 1


def test_a_key_left_behind_is_destroyed_on_opening(file: Path) -> None:
    """Whoever is killed after a forgetting was committed and before the key was destroyed leaves it to the next who
    opens the file; nothing that is held about somebody goes with it."""
    with opened(file) as memory:
        for user in ("alice", "bob"):
            memory.user(user).add(SAID)
        with memory._core.parts.store.writing(Scope("default", "alice")) as writer:
            assert writer.forget_user() == 1
        assert ring(file, "SELECT count(*) FROM keys WHERE withdrawn") == 1
    with opened(file) as memory:
        assert ring(file, "SELECT count(*) FROM keys") == 1
        assert memory.users() == ["bob"]
        assert texts(memory, "bob")


def test_two_memories_share_a_key_ring(file: Path) -> None:
    """Users of the same name in two files have keys of their own: forgetting one leaves the other readable."""
    ring_file, other = file.with_name("ring"), file.with_name("other.db")
    for one in (file, other):
        with opened(one, key_ring=str(ring_file)) as memory:
            memory.user("alice").add(SAID)
    with opened(file, key_ring=str(ring_file)) as memory:
        memory.user("alice").forget(everything=True)
    with opened(other, key_ring=str(ring_file)) as memory:
        assert texts(memory, "alice")


def test_a_key_service_may_hold_the_master_key(file: Path) -> None:
    """Two methods and a name are all a key service needs; what it is handed is a user's key, and nothing said."""

    class Service:
        name = "test service"
        seen: list[bytes] = []  # noqa: RUF012 - the test's own

        def wrap(self, secret: bytes) -> bytes:
            self.seen.append(secret)
            return secret[::-1]

        def unwrap(self, wrapped: bytes) -> bytes:
            return wrapped[::-1]

    service = Service()
    with opened(file, key=None, key_service=service) as memory:
        memory.user("alice").add(SAID)
    with opened(file, key=None, key_service=service) as memory:
        assert texts(memory, "alice")
    assert [len(secret) <= 64 for secret in service.seen] == [True]


def test_keys_of_two_users_cannot_be_exchanged_in_the_ring(file: Path) -> None:
    """A row of the key ring opens for its user only."""
    with opened(file) as memory:
        for user in ("alice", "bob"):
            memory.user(user).add(SAID)
    with closing(sqlite3.connect(file.with_name("memory.db.keys"))) as keys:
        keys.execute("UPDATE keys SET wrapped = (SELECT wrapped FROM keys WHERE user_id = 'bob')")
        keys.commit()
    with opened(file) as memory:
        assert texts(memory, "bob")
        with pytest.raises((SealBroken, KeyMissing), match="is another's"):
            memory.user("alice").list()


def test_graphs_beside_the_file_are_not_for_encrypted_users(file: Path) -> None:
    """A graph holds vectors in plain: none is made of an encrypted user, and encrypting deletes one that is there."""
    pytest.importorskip("usearch")
    with opened(file, encryption="off", hnsw_rows=3) as memory:
        alice = memory.user("alice")
        alice.add([f"I like tea number {number}." for number in range(6)])
        alice.search("tea")
        memory.run_due()
        files = GraphFiles(Path(f"{file}.index"))
        assert files.listed(Scope("default", "alice"))
        memory.encryption.encrypt()
        assert files.every() == []
        alice.add("I like coffee too.")
        alice.search("tea")
        memory.run_due()
        assert files.every() == []


def test_a_memory_that_is_in_no_file_has_nothing_to_encrypt() -> None:
    """In memory alone the setting has no effect; asking for encryption of it is an error, not a promise."""
    with mnemic.open(":memory:", embedder="hashing", background=False, encryption="on") as memory:
        memory.user("alice").add(SAID)
        assert memory.encryption.status().sealed == 0
        with pytest.raises(InvalidInput):
            memory.encryption.encrypt()


def test_whom_nobody_knows_cannot_be_encrypted(file: Path) -> None:
    """A name that is misspelt is told, and nobody is encrypted."""
    with opened(file, encryption="off") as memory:
        memory.user("alice").add(SAID)
        with pytest.raises(MemoryNotFound, match="alicia"):
            memory.encryption.encrypt(["alice", "alicia"])
        with pytest.raises(InvalidInput, match="list"):
            memory.encryption.encrypt("alice")
        assert memory.encryption.status().sealed == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"encryption": "on", "key": None}, "mnemic key new"),
        ({"key": "none.key"}, "cannot be read"),
        ({"key": "public.key"}, "chmod 600"),
        ({"key": None, "encryption_key": "short"}, "32 random bytes"),
        ({"encryption_key": "00" * 32}, "name one"),
        ({"key_ring": "master.key"}, "no key ring"),
    ],
)
def test_settings_that_cannot_be_meant(file: Path, given: dict[str, Any], told: str) -> None:
    """Each says what to do, shows no key, and makes no file."""
    public = file.with_name("public.key")
    opening.new_key(public)
    public.chmod(0o644)
    if "key_ring" in given:
        given = given | {"key_ring": str(file.with_name("master.key"))}
    with pytest.raises((InvalidSetting, StoreUnavailable), match=told) as raised, opened(file, **given):
        pass
    assert "00" * 32 not in str(raised.value)
    assert not file.exists()


def test_a_store_of_ones_own_is_not_said_to_be_encrypted(tmp_path: Path) -> None:
    """The setting is refused where it would promise what it cannot keep."""
    with closing(sealed_store(tmp_path / "m.db")) as store, pytest.raises(InvalidSetting, match="store of your own"):
        mnemic.open(store=store, embedder="hashing", encryption="on")


@pytest.mark.skipif(os.name != "posix", reason="modes of files are of POSIX")
def test_keys_and_rings_are_for_their_owner_only(file: Path) -> None:
    """Neither the key file nor the key ring may be read by others."""
    with opened(file) as memory:
        memory.user("alice").add(SAID)
    for name in ("master.key", "memory.db.keys"):
        assert file.with_name(name).stat().st_mode & 0o077 == 0


def ring(file: Path, query: str) -> Any:
    """The one value that a query finds in the key ring."""
    with closing(sqlite3.connect(file.with_name("memory.db.keys"))) as keys:
        return keys.execute(query).fetchone()[0]


def test_forgetting_without_the_key_ring_says_so(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Who is forgotten where the keys are not at hand is gone from the file, and the log says that the key is not."""
    with opened(file) as memory:
        memory.user("alice").add(SAID[0])
    with opened(file, encryption="off", key=None) as memory:
        assert memory.user("alice").forget(everything=True).keys == 0
        assert memory.user("alice").stats().turns == 0
    assert "key is still in it" in caplog.text
