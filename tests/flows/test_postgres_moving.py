"""`mnemic.migrate` between a memory file and PostgreSQL, plain and encrypted, stopped in the middle and refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidSetting, StoreError
from tests.conftest import Ticking
from tests.health import assert_healthy
from tests.postgres_server import server
from tests.safety.lives import lived
from tests.safety.lives import opened as file_of_lives

pytestmark = pytest.mark.slow


class Stopped(RuntimeError):
    """Somebody pressed Ctrl-C."""


def opened(place: str | Path, **settings: Any) -> mnemic.OpenMemory:
    return mnemic.open(place, embedder="hashing", background=False, **settings)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A memory file with a life of three users in it, one of whom was forgotten."""
    clock = Ticking()
    with file_of_lives(tmp_path / "a.db", clock=clock) as memory:
        lived(memory, clock)
    return tmp_path / "a.db"


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with server().database() as url:
        yield url


def test_there_and_back(source: Path, url: str, tmp_path: Path) -> None:
    """The database answers as the file did, its audit goes on from the head noted before, and the file made of it is
    the same once more."""
    with opened(source) as memory:
        head = memory.audit.head()
    there = mnemic.migrate(source, url)
    back = mnemic.migrate(url, tmp_path / "back.db")
    assert (there.users, back.users, back.rows) == (2, 2, there.rows)
    with opened(source) as before:
        expected = before.user("alice").search("Where do I live?"), before.user("bob").list(status="any")
    for place in (url, tmp_path / "back.db"):
        with opened(place) as after:
            assert after.user("alice").search("Where do I live?") == expected[0]
            assert after.user("bob").list(status="any") == expected[1]
            assert after.audit.verify(expect=head).sound
            assert_healthy(after)
            after.user("bob").add("I drink coffee as well.")  # and it goes on


def test_passwords_are_not_shown(source: Path, url: str) -> None:
    """The report names the places, never a password of theirs."""
    for secret in (url.replace("@", ":hush@", 1), f"{url}&password=hush"):
        report = mnemic.migrate(source, secret)
        assert "***" in report.target
        assert "hush" not in report.target


def test_a_stopped_move_is_ended_by_the_next(source: Path, url: str) -> None:
    """Whoever was written stays, and is not written twice."""

    def stop(progress: Progress) -> None:
        raise Stopped(progress.user)

    with pytest.raises(Stopped, match="alice"):
        mnemic.migrate(source, url, progress=stop)
    report = mnemic.migrate(source, url)
    assert (report.users, report.users_there) == (1, 1)


def test_a_database_with_users_of_its_own_is_refused(source: Path, url: str) -> None:
    """Another memory of the same tenant stands in the way, and stays as it is."""
    with opened(url) as other:
        other.user("alice").add("I live in Lima.")
    with pytest.raises(StoreError, match="not this one's"):
        mnemic.migrate(source, url)
    with opened(url) as other:
        assert [one.text for one in other.user("alice").list()] == ["The user lives in Lima."]


def test_the_encrypted_are_sealed_with_the_ring_of_the_database(url: str, tmp_path: Path) -> None:
    """Out of a file with its ring beside it into a database with a ring of its own; without that, the setting is
    named."""
    key = str(tmp_path / "master.key")
    mnemic.new_key(key)
    with opened(tmp_path / "a.db", encryption="on", encryption_key_file=key) as memory:
        memory.user("alice").add("I live in Oslo.")
    with pytest.raises(InvalidSetting, match="MNEMIC_KEY_RING"):
        mnemic.migrate(tmp_path / "a.db", url, encryption_key_file=key)
    ring = str(tmp_path / "users.keys")
    report = mnemic.migrate(tmp_path / "a.db", url, encryption_key_file=key, key_ring=ring)
    assert (report.users, report.sealed) == (1, 1)
    with opened(url, encryption_key_file=key, key_ring=ring) as memory:
        assert memory.user("alice").search("Where do I live?")
        assert memory.encryption.status().sealed == 1
        memory.encryption.rotate()
        assert memory.user("alice").search("Where do I live?")
