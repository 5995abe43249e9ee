"""What the defences keep of a user is that user's: audit, keys, values behind placeholders, lessons."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.register import Register
from mnemic.domain.scope import Scope
from mnemic.errors import SealBroken
from mnemic.ports import Store
from mnemic.safety.guard.lessons import lesson_of, lesson_salt_in
from tests.conftest import Ticking, assembled
from tests.isolation.stores import STORES
from tests.isolation.world import THEN, World, held, world
from tests.tables import nonempty

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")
PHONE = "13912345678"
PLACEHOLDER = re.compile(r"\[[A-Z_]+ #[a-z2-7]{8}\]")
LESSON = "Kindly water the ferns in the northern hall every second morning, and open both of the windows there."


@pytest.fixture(scope="module", params=list(STORES))
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A few users of three tenants over each store, some of one name."""
    made = world(STORES[request.param](tmp_path_factory.mktemp("audited")), users_each=(3, 3, 2))
    yield made
    made.close()


def test_the_audit_of_a_tenant_names_nobody_of_another(small: World) -> None:
    """Its lines, and the number of them that is verified, are of the tenant's own users; asked for one user, of that
    one."""
    for tenant, memory in nonempty(small.memories.items()):
        ours = [one for one in small.residents if one.scope.tenant == tenant]
        lines = memory.audit.lines()
        assert {line.user for line in lines if line.user} == {one.scope.user for one in ours}
        assert {one.stem for one in small.residents if one.stem in repr(lines)} <= {one.stem for one in ours}
        assert memory.audit.verify().found == ()
        for one in nonempty(ours):
            assert {line.user for line in memory.audit.lines(user=one.scope.user)} == {one.scope.user}


def test_the_audit_of_one_tenant_does_not_move_anothers(small: World) -> None:
    """What is done in one tenant leaves the head of another's chain where it was."""
    heads = {tenant: memory.audit.head() for tenant, memory in small.memories.items()}
    one = small.residents[0]
    small.user(one).add("I like tea.")
    after = {tenant: memory.audit.head() for tenant, memory in small.memories.items()}
    assert {tenant for tenant in heads if heads[tenant] != after[tenant]} == {one.scope.tenant}


def test_a_row_moved_to_another_is_not_opened(tmp_path: Path) -> None:
    """Somebody who can write the file puts an encrypted text of Alice's in the place of one of Bob's: it is bound to
    her, and refused."""
    store = STORES["sealed"](tmp_path)
    with assembled(store) as memory:
        for name in ("alice", "bob"):
            memory.user(name).add(f"I am {name}.", infer=False)
        with closing(sqlite3.connect(tmp_path / "memory.db")) as file, file:
            file.execute(
                "UPDATE memories SET text = (SELECT text FROM memories WHERE user_id = 'alice') WHERE user_id = 'bob'"
            )
        with pytest.raises(SealBroken) as refused:
            memory.user("bob").list()
        assert "I am alice" not in str(refused.value)
        assert [one.text for one in memory.user("alice").list()] == ["I am alice."]


def test_destroyed_keys_are_ones_own(tmp_path: Path) -> None:
    """Alice is forgotten, and her keys with her; Bob, and her namesake in another tenant, read what they had."""
    store = STORES["sealed"](tmp_path)
    memories = [assembled(store, tenant=tenant) for tenant in ("acme", "default")]
    for memory in memories:
        for name in ("alice", "bob"):
            memory.user(name).add("I live in Leeds.")
    kept = [Scope("acme", "alice"), Scope("acme", "bob"), BOB]
    before = [held(store, scope) for scope in kept]
    memories[1].user("alice").forget(everything=True)
    assert [held(store, scope) for scope in kept] == before
    store.close()


def test_values_behind_placeholders_are_ones_own(tmp_path: Path) -> None:
    """Bob's placeholder is filled in by Bob; handed to Carol, who gave no number, or to a namesake, it stays."""
    store = STORES["sealed"](tmp_path)
    with assembled(store, privacy={"CN_MOBILE": "placeholder"}) as memory:
        memory.user("bob").add(f"我的手机号是{PHONE}。")
        memory.user("carol").add("I live in Leeds.")
        [named] = PLACEHOLDER.findall(memory.user("bob").turns()[0].text)
        assert memory.user("bob").fill(f"Call {named}", context="call") == f"Call {PHONE}"
        for name in ("carol", "Bob", "bob ", "dave"):
            assert memory.user(name).fill(f"Call {named}", context="call") == f"Call {named}"


def test_lessons_of_others_hold_nothing_of_mine(store: Store, shared: OpenMemory, clock: Ticking) -> None:
    """Bob's guard has learned that a text is an attack, and holds it. Alice's has not, and takes it as it did."""
    for scope in (ALICE, BOB):
        shared.user(scope.user).add("I live in Leeds.")
    with store.writing(BOB) as writer:
        writer.register(lesson_of(LESSON, attack=True, salt=lesson_salt_in(writer), id="lesson", at=THEN))
    held_for = {name: len(shared.user(name).add(LESSON).quarantined) for name in ("alice", "bob")}
    assert held_for == {"alice": 0, "bob": 1}
    with store.reading(ALICE) as reader:
        assert reader.register_entries(Register.LESSONS) == []
