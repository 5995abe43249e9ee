"""Forgetting on PostgreSQL: after the documented steps no byte of what was forgotten is in the server's files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from tests.postgres_own import OwnServer, own_server

FORGETTING = Path(__file__).parents[2] / "docs" / "security" / "forgetting.md"
GONE, STAYS = "Quelzapheta", "Zumbarinko"  # words that nothing else has


@pytest.fixture(scope="module")
def own() -> Iterator[OwnServer]:
    """A server whose files may be searched."""
    with own_server() as server:
        yield server


def opened(server: OwnServer, **settings: Any) -> OpenMemory:
    given: dict[str, Any] = {"embedder": "hashing", "background": False, "judge": "none", "postgres_partitions": 2}
    return mnemic.open(server.url(), **(given | settings))


def documented(heading: str) -> list[str]:
    """The statements of the SQL block under a heading of the page, one by one."""
    text = FORGETTING.read_text(encoding="utf-8").partition(heading)[2]
    block = re.search(r"```sql\n(.*?)```", text, re.DOTALL)
    assert block is not None, heading
    code = re.sub(r"--.*", "", block[1])
    return [part.strip() for part in code.split(";") if part.strip()]


def test_after_the_documented_steps_no_byte_is_left(own: OwnServer) -> None:
    """A message, a memory, a question and a file of a forgotten session, and everything of a forgotten user: in no
    table, index, statistic or segment of the log; what stays can be found there."""
    with opened(own) as memory:
        alice, bob = memory.user("alice"), memory.user("bob")
        for number in range(12):
            alice.add(f"I own {number} bicycles in {STAYS}.", session="tuesday")
        alice.add(f"My dentist is Dr. {GONE}.", session="monday")
        alice.files.add(f"A list by {GONE}.".encode(), name="list.txt", session="monday")
        alice.search(f"Who is {GONE}?")
        bob.add(f"I live in {GONE}.")
        own.run("ANALYZE", "CHECKPOINT")
        assert own.holds(GONE)
        alice.forget(session="monday")
        bob.forget(everything=True)
    own.run(*documented("### Every byte"))
    assert own.holds(GONE) == []
    assert own.holds(STAYS)


def test_forgetting_frees_the_room(own: OwnServer) -> None:
    """A forgetting vacuums the parts that hold its tenant, and no others."""
    vacuumed = "SELECT relname FROM pg_stat_user_tables WHERE last_vacuum > now() - '1 minute'::interval"
    with opened(own, tenant="acme") as memory:
        memory.user("dora").add("I live in Oslo.")
        own.run("SELECT pg_stat_reset()")
        memory.user("dora").forget(everything=True)
        parts = {name for (name,) in own.run(vacuumed)}
        (((home,),),) = [own.run("SELECT DISTINCT tableoid::regclass::text FROM trail WHERE tenant = 'acme'")]
    number = home.rpartition("_")[2]
    assert f"turns_{number}" in parts
    assert {part.rpartition("_")[2] for part in parts} == {number}


def test_statistics_hold_no_words(own: OwnServer) -> None:
    """The planner keeps samples of columns; of what people say it keeps none."""
    with opened(own) as memory:
        for number in range(12):
            memory.user("alice").add(f"I own {number} cats in {STAYS}.", session=f"s{number % 3}")
    own.run("ANALYZE")
    kept = own.run(
        "SELECT tablename, attname FROM pg_stats WHERE schemaname = 'public' "
        f"AND (most_common_vals::text LIKE '%{STAYS}%' OR histogram_bounds::text LIKE '%{STAYS}%')"
    )
    assert kept == []


def test_backups_of_the_encrypted_are_unreadable_once_the_key_is_gone(own: OwnServer, tmp_path: Path) -> None:
    """Of an encrypted user no word lies in the server's files at any time; forgotten, not even who has a copy of them
    and of the master key reads it."""
    key = tmp_path / "master.key"
    mnemic.new_key(key)
    word = "Vexilloptera"
    sealed: dict[str, Any] = {
        "encryption": "on",
        "encryption_key_file": str(key),
        "key_ring": str(tmp_path / "users.keys"),
    }
    with opened(own, **sealed) as memory:
        memory.user("carol").add(f"My dentist is Dr. {word}.")
        own.run("CHECKPOINT")
        assert own.holds(word) == []
        assert memory.user("carol").search("dentist")
        ((id,),) = own.run("SELECT sealed FROM users WHERE user_id = 'carol'")
        assert memory.user("carol").forget(everything=True).text()
    ring = (tmp_path / "users.keys").read_bytes()
    assert ring.count(id.encode()) == 1  # that it was destroyed, and no wrapped key beside it
