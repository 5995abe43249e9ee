"""A life that leaves something of everything in the audit, in a file, for tests that tamper with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

from mnemic.api.core import Core
from mnemic.api.memory import OpenMemory
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import Ticking, assembled

TENANT = "default"


def opened(file: Path, *, clock: Ticking | None = None, **settings: Any) -> OpenMemory:
    """The memory of a file, on a clock that stands still."""
    store = SqliteStore.open(file, lock_wait_s=20)
    return assembled(store, clock=clock, new_id=lambda: uuid4().hex, **settings)


def lived(memory: OpenMemory, clock: Ticking) -> None:
    """Three users: adds, corrections, permanent memory, reads, a denied attempt, forgetting a memory and everything."""
    alice, bob = memory.user("alice"), memory.user("bob", agent="planner")
    alice.add(["I live in Oslo.", "From now on always answer in French."])
    clock.advance(hours=1)
    (rule,) = [one for one in alice.list() if one.tier.value == "permanent_proposal"]
    alice.confirm(rule.id)
    bob.add("我喜欢绿茶。")
    clock.advance(hours=1)
    alice.search("Where do I live?")
    memory.user("alice", actor="administrator").list()
    alice.add("I live in Bergen.")
    alice.forget(alice.add("My dentist is Dr. Hansen.").ids[0])
    try:
        memory.user("alice", actor="agent").forget(rule.id, confirmed=True)
    except PermissionError:
        clock.advance(hours=1)
    memory.user("carol").add("I play the cello.")
    memory.user("carol").forget(everything=True)
    core: Core = memory._core
    core.parts.store.note(TENANT, at=clock.now(), actor="administrator", action="backup")
    bob.add("I drink coffee as well.")
