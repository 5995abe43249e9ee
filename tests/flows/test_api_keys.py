"""Keys of the server: made once, known again, narrowed, ended; and what each limit of a key refuses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.api_key import ApiKey, KeyState, Token
from mnemic.errors import (
    AccessDenied,
    ApiKeyNotFound,
    InvalidInput,
    InvalidScope,
    MemoryNotFound,
    RateLimited,
    Unauthenticated,
)
from mnemic.faces.grants import EVERYTHING, Doorkeeper, Grant
from tests.conftest import Ticking
from tests.tables import each_row


@pytest.fixture
def memory(clock: Ticking) -> Iterator[OpenMemory]:
    """An empty memory."""
    with mnemic.open(":memory:", embedder="hashing", background=False, clock=clock) as opened:
        yield opened


def came_with(memory: OpenMemory, user: str = "alice", *, agent: str | None = None, **narrowed: Any) -> UserMemory:
    """A user's memory by a new key."""
    grant = Grant(key=memory.keys.create(**narrowed).key)
    return grant.user(memory, user, agent=agent)


def test_a_token_is_known_again(memory: OpenMemory) -> None:
    """By the store's hash alone: neither list nor audit has the secret."""
    made = memory.keys.create("website", requests_per_minute=5)
    assert memory.keys.verify(made.token) == made.key == memory.keys.get(made.token)
    secret = made.token.split("_", 2)[2]
    assert secret not in repr(memory.keys.list()) + repr(memory.audit.lines()) + repr(made)
    assert [line.action for line in memory.audit.lines()] == ["create key"]


@pytest.mark.parametrize(
    "text", ["", "mn_", "mn_0123456789ab_short", "密钥", "Bearer x", "mn_" + "g" * 12 + "_" + "a" * 43]
)
def test_what_is_no_token_is_refused_without_being_repeated(memory: OpenMemory, text: str) -> None:
    """The message tells what a key looks like, and not what was sent."""
    with pytest.raises(Unauthenticated) as refused:
        memory.keys.verify(text)
    assert len(text) < 4 or text not in str(refused.value)


def test_an_unknown_id_and_a_wrong_secret_look_alike(memory: OpenMemory) -> None:
    """And so do a revoked and an expired key: nobody learns which ids there are."""
    known, revoked = memory.keys.create(), memory.keys.create()
    memory.keys.revoke(revoked.key.id)
    said = set()
    for token in (
        str(Token(id="0" * 12, secret="a" * 43)),
        str(Token(id=known.key.id, secret="a" * 43)),
        revoked.token,
    ):
        with pytest.raises(Unauthenticated) as refused:
            memory.keys.verify(token)
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_key_expires(memory: OpenMemory, clock: Ticking) -> None:
    """At its moment, not before; `expire` moves it."""
    made = memory.keys.create(expires=timedelta(hours=1))
    clock.advance(minutes=59)
    memory.keys.verify(made.token)
    memory.keys.expire(made.key.id, timedelta(hours=2))
    clock.advance(minutes=119)
    memory.keys.verify(made.token)
    clock.advance(minutes=1)
    with pytest.raises(Unauthenticated):
        memory.keys.verify(made.token)
    assert memory.keys.get(made.key.id).state(clock.now()) is KeyState.EXPIRED


def test_rotating_gives_the_same_reach(memory: OpenMemory, clock: Ticking) -> None:
    """A new token; the old one ends at once, or after the grace."""
    made = memory.keys.create("agent", actor="agent", agent="planner", users=["alice"], verbs=["read"])
    second = memory.keys.rotate(made.key.id)
    with pytest.raises(Unauthenticated):
        memory.keys.verify(made.token)
    third = memory.keys.rotate(second.key.id, grace_s=60)
    memory.keys.verify(second.token)
    clock.advance(seconds=60)
    with pytest.raises(Unauthenticated):
        memory.keys.verify(second.token)
    found = memory.keys.verify(third.token)
    assert found.replaces == second.key.id
    assert (found.name, found.actor, found.agent, found.users, found.verbs) == (
        "agent",
        "agent",
        "planner",
        ("alice",),
        ("read",),
    )
    with pytest.raises(InvalidInput, match="revoked"):
        memory.keys.rotate(made.key.id)


def test_revoking_twice_is_harmless_and_removing_leaves_nothing(memory: OpenMemory) -> None:
    """A removed key is not listed any more; every step is in the audit."""
    made = memory.keys.create(users=["alice"])
    assert memory.keys.revoke(made.key.id) == memory.keys.revoke(made.key.id)
    memory.keys.remove(made.key.id)
    assert memory.keys.list() == []
    assert [line.action for line in memory.audit.lines()] == ["create key", "revoke key", "remove key"]
    with pytest.raises(ApiKeyNotFound, match="api-key list"):
        memory.keys.revoke(made.key.id)


@each_row(
    ("given", "error"),
    [
        ({"actor": "robot"}, InvalidInput),
        ({"verbs": ["dance"]}, InvalidInput),
        ({"verbs": ["dance.*"]}, InvalidInput),
        ({"verbs": []}, InvalidInput),
        ({"verbs": "search"}, InvalidInput),
        ({"users": []}, InvalidInput),
        ({"users": [" "]}, InvalidScope),
        ({"agent": "\n"}, InvalidScope),
        ({"tiers": {"attic": "read"}}, InvalidInput),
        ({"tiers": {"permanent": "READ"}}, InvalidInput),
        ({"requests_per_minute": 0}, InvalidInput),
        ({"expires": timedelta(0)}, InvalidInput),
        ({"admin": True, "users": ["alice"]}, InvalidInput),
        ({"admin": True, "verbs": ["read"]}, InvalidInput),
        ({"admin": True, "tiers": {"permanent": "read"}}, InvalidInput),
        ({"admin": True, "actor": "agent"}, InvalidInput),
        ({"name": "two\nlines"}, InvalidInput),
    ],
)
def test_a_key_that_means_nothing_is_not_made(
    memory: OpenMemory, given: dict[str, Any], error: type[Exception]
) -> None:
    """Nothing is stored, and nothing is in the audit."""
    with pytest.raises(error):
        memory.keys.create(**given)
    assert memory.keys.list() == []
    assert memory.audit.lines() == []


@pytest.mark.slow
def test_a_key_reaches_its_users_only(memory: OpenMemory) -> None:
    """Ids are compared exactly; the attempt is in the audit under the key, and begins no user."""
    grant = Grant(key=memory.keys.create(users=["alice"]).key)
    grant.user(memory, "alice").add("I live in Paris.")
    for other in ("Alice", "alice ", "bob"):
        with pytest.raises(AccessDenied, match="--user"):
            grant.user(memory, other)
    assert memory.users() == ["alice"]
    denied = [line for line in memory.audit.lines() if line.action == "denied"]
    assert [line.actor for line in denied] == [f"key:{grant.id}"] * 3
    assert grant.only_user == "alice"


def test_a_key_reaches_its_verbs_only(memory: OpenMemory) -> None:
    """Verbs, rooms and rights; what a verb calls by itself is part of it."""
    alice = came_with(memory, verbs=["search", "tasks.*"])
    assert alice.search("Paris") == []
    assert alice.tasks.list() == []
    for refused in (lambda: alice.add("I live in Paris."), lambda: alice.list(), lambda: alice.profile.get()):
        with pytest.raises(AccessDenied, match="--verbs"):
            refused()
    reader = came_with(memory, verbs=["read"])
    reader.context("Paris")
    reader.skills.list()
    writer = came_with(memory, verbs=["write"])
    kept = writer.add("I live in Paris.").added[0].memory
    assert kept is not None
    with pytest.raises(AccessDenied, match="--verbs"):
        writer.forget(kept.id)
    came_with(memory, verbs=["delete"]).forget(kept.id)


def test_a_key_lowers_rights_by_tier(memory: OpenMemory) -> None:
    """The same gate as for agents refuses what the tier's right does not hold, by name of the key."""
    memory.user("alice").add("I live in Paris.")
    reader = came_with(memory, tiers={"long_term": "read"})
    assert len(reader.list()) == 1
    with pytest.raises(AccessDenied, match="--tiers"):
        reader.add("I live in Rome.")
    with pytest.raises(AccessDenied, match="--tiers"):
        reader.forget(reader.list()[0].id)
    nothing = came_with(memory, tiers={"long_term": "none"})
    assert nothing.list() == []
    assert nothing.search("Paris") == []


def test_a_key_never_lifts_what_the_policy_denies(memory: OpenMemory) -> None:
    """An agent's key with every right on permanent memory still may only propose."""
    agent = came_with(memory, actor="agent", tiers={"permanent": "delete", "permanent_proposal": "delete"})
    proposed = agent.permanent.propose("I am allergic to peanuts.")
    with pytest.raises(AccessDenied):
        agent.permanent.confirm(proposed.id)


def test_a_key_fixes_the_agent(memory: OpenMemory) -> None:
    """What another agent was told is not there, and the request cannot name another."""
    memory.user("alice", agent="shop").add("I live in Paris.")
    grant = Grant(key=memory.keys.create(actor="agent", agent="travel").key)
    assert grant.user(memory, "alice").list() == []
    grant.user(memory, "alice", agent="travel").add("I prefer aisle seats.")
    with pytest.raises(AccessDenied, match="travel"):
        grant.user(memory, "alice", agent="shop")


def test_a_key_fixes_the_actor(memory: OpenMemory) -> None:
    """One may act as less, and never as more."""
    grant = Grant(key=memory.keys.create().key)
    assert grant.user(memory, "alice", actor="agent")._owner.actor == "agent"
    with pytest.raises(AccessDenied, match="administrator"):
        grant.user(memory, "alice", actor="administrator")
    agent = Grant(key=memory.keys.create(actor="agent").key)
    with pytest.raises(AccessDenied, match="as agent"):
        agent.user(memory, "alice", actor="user")


def test_only_an_admin_key_administrates(memory: OpenMemory) -> None:
    """Others are told how such a key is made."""
    Grant(key=memory.keys.create(admin=True).key).check_admin(memory, "Backing up")
    EVERYTHING.check_admin(memory, "Backing up")
    with pytest.raises(AccessDenied, match="--admin"):
        Grant(key=memory.keys.create().key).check_admin(memory, "Backing up")
    assert memory.audit.lines()[-1].action == "denied"


def test_tenants_share_a_memory_and_nothing_else(memory: OpenMemory) -> None:
    """Users, audit and keys are each tenant's own; a key leads to its tenant."""
    acme = memory.tenant("acme")
    made = acme.keys.create()
    found = Grant(key=memory.keys.verify(made.token))
    found.user(memory, "alice").add("I live in Paris.")
    assert (memory.users(), acme.users()) == ([], ["alice"])
    assert [line.action for line in memory.audit.lines()] == []
    assert acme.audit.verify().sound
    assert memory.keys.list() == []
    with pytest.raises(ApiKeyNotFound):
        memory.keys.revoke(made.key.id)
    with pytest.raises(AccessDenied):
        memory.keys.user(made.key, "alice")
    with pytest.raises(MemoryNotFound):
        memory.user("alice").get(acme.user("alice").list()[0].id)


@pytest.mark.parametrize(
    "whole",
    [
        lambda tenant: tenant.run_due(),
        lambda tenant: tenant.reembed(),
        lambda tenant: tenant.work(once=True),
        lambda tenant: tenant.watch(print),
        lambda tenant: tenant.stop(),
        lambda tenant: tenant.doctor(),
        lambda tenant: tenant.transfer.backup("backup.db"),
    ],
)
def test_one_tenant_cannot_reach_the_whole(memory: OpenMemory, whole: Any) -> None:
    """What goes over every tenant is for the tenant of the settings."""
    with pytest.raises(AccessDenied, match="acme"):
        whole(memory.tenant("acme"))


def test_closing_a_tenant_closes_nothing(memory: OpenMemory) -> None:
    """It is a view."""
    with memory.tenant("acme") as acme:
        acme.user("alice").add("I live in Paris.")
    assert memory.tenant("acme").users() == ["alice"]


def test_the_doorkeeper_asks_the_store_once_in_a_while(memory: OpenMemory) -> None:
    """A revoked key is taken until the time of the setting is over, and not longer."""
    moment = [0.0]
    door = Doorkeeper(memory, cache_s=5, failures_max=3, clock=lambda: moment[0])
    made = memory.keys.create()
    assert door.known(made.token) is None
    assert door.admit(made.token).id == made.key.id
    memory.keys.revoke(made.key.id)
    moment[0] = 4.9
    assert door.known(made.token) is not None
    moment[0] = 5.0
    assert door.known(made.token) is None
    with pytest.raises(Unauthenticated):
        door.admit(made.token)


def test_the_doorkeeper_sees_a_key_end_at_once(memory: OpenMemory, clock: Ticking) -> None:
    """Its end is on the key itself, so that no store has to be asked."""
    door = Doorkeeper(memory, cache_s=60, failures_max=3)
    made = memory.keys.create(expires=timedelta(seconds=10))
    door.admit(made.token)
    clock.advance(seconds=10)
    assert door.known(made.token) is None


def test_whoever_guesses_has_to_wait(memory: OpenMemory) -> None:
    """By address, for a minute; a key that was taken before is looked at all the same."""
    moment = [0.0]
    door = Doorkeeper(memory, cache_s=0, failures_max=3, clock=lambda: moment[0])
    made = memory.keys.create()
    door.admit(made.token, address="192.0.2.1")
    for number in range(3):
        with pytest.raises(Unauthenticated):
            door.admit(str(Token(id="0" * 12, secret=str(number) * 43)), address="192.0.2.1")
    fresh = memory.keys.create()
    with pytest.raises(RateLimited):
        door.admit(fresh.token, address="192.0.2.1")
    door.admit(made.token, address="192.0.2.1")
    door.admit(fresh.token, address="192.0.2.2")
    moment[0] = 60.0
    with pytest.raises(Unauthenticated):
        door.admit(str(Token(id="0" * 12, secret="z" * 43)), address="192.0.2.1")


def test_one_key_that_ended_locks_out_nobody(memory: OpenMemory) -> None:
    """A program that goes on sending a revoked key keeps no other of its address from beginning."""
    moment = [0.0]
    door = Doorkeeper(memory, cache_s=5, failures_max=3, clock=lambda: moment[0])
    made, fresh = memory.keys.create(), memory.keys.create()
    memory.keys.revoke(made.key.id)
    for _ in range(40):
        moment[0] += 1
        with pytest.raises(Unauthenticated):
            door.admit(made.token, address="192.0.2.1")
    assert door.admit(fresh.token, address="192.0.2.1").id == fresh.key.id


def test_no_key_is_told_apart_from_a_wrong_one(memory: OpenMemory) -> None:
    """Without a key the message says how one is sent."""
    with pytest.raises(Unauthenticated, match="Bearer"):
        Doorkeeper(memory, cache_s=5, failures_max=3).admit(None)


def test_a_key_does_not_show_its_hash(memory: OpenMemory) -> None:
    """Not in what is printed of it."""
    key: ApiKey = memory.keys.create().key
    assert key.digest not in repr(key)
