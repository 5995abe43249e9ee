"""What every store owes to the keys of the server."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemic.domain.api_key import ApiKey
from mnemic.domain.scope import Scope
from mnemic.errors import StoreClosed
from mnemic.ports import Store

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def key(id: str, *, tenant: str = "t", minutes: int = 0) -> ApiKey:
    return ApiKey(id=id, tenant=tenant, digest=(id * 64)[:64], created_at=NOW + timedelta(minutes=minutes))


FULL = ApiKey(
    id="f" * 12,
    tenant="机构",
    digest="d" * 64,
    name="客服助手 on the website",
    actor="agent",
    agent="规划师",
    users=("alice", "爱丽丝"),
    verbs=("search", "tasks.*"),
    tiers={"long_term": "read", "permanent": "none"},
    admin=False,
    requests_per_minute=120,
    replaces="e" * 12,
    created_at=NOW,
    expires_at=NOW + timedelta(days=30, microseconds=1),
    revoked_at=NOW + timedelta(days=1),
)


@pytest.mark.parametrize("kept", [FULL, key("a" * 12), replace(FULL, users=None, verbs=None, admin=True)])
def test_a_key_comes_out_as_it_went_in(store: Store, kept: ApiKey) -> None:
    """Every field, by the list and by its id alone."""
    store.keep_api_key(kept)
    assert store.api_keys(kept.tenant) == [kept]
    assert store.api_key(kept.id) == kept


def test_keys_come_in_order_of_their_making(store: Store) -> None:
    """And only those of the tenant; ties go by id."""
    for made in (key("c"), key("a", minutes=2), key("b"), key("d", tenant="u")):
        store.keep_api_key(made)
    assert [made.id for made in store.api_keys("t")] == ["b", "c", "a"]
    assert [made.id for made in store.api_keys("u")] == ["d"]
    assert store.api_keys("nobody") == []


def test_keeping_again_replaces(store: Store) -> None:
    """That is how a key is revoked; no other key changes."""
    first, second = key("a"), key("b")
    store.keep_api_key(first)
    store.keep_api_key(second)
    store.keep_api_key(replace(first, revoked_at=NOW))
    assert store.api_keys("t") == [replace(first, revoked_at=NOW), second]


def test_an_id_that_nobody_has_finds_nothing(store: Store) -> None:
    """Neither in an empty store nor beside others."""
    assert store.api_key("a") is None
    store.keep_api_key(key("b"))
    assert store.api_key("a") is None


def test_a_key_is_dropped_in_its_tenant_only(store: Store) -> None:
    """Another tenant cannot remove it by its id."""
    store.keep_api_key(key("a"))
    assert not store.drop_api_key("u", "a")
    assert store.drop_api_key("t", "a")
    assert not store.drop_api_key("t", "a")
    assert store.api_keys("t") == []


def test_keys_are_of_no_user(store: Store) -> None:
    """A tenant with keys has no user by that, and forgetting a user takes no key."""
    store.keep_api_key(key("a"))
    assert store.users(after=None, limit=10) == []
    with store.writing(Scope("t", "alice")) as writer:
        writer.audit(at=NOW, actor="user", action="add", memory_id=None, detail="")
        writer.note_departure(at=NOW, actor="user")
        writer.forget_user()
    assert store.api_keys("t") == [key("a")]


def test_a_closed_store_gives_no_key(store: Store) -> None:
    """Whoever asks after that is told so."""
    store.close()
    with pytest.raises(StoreClosed):
        store.api_key("a")


def test_what_is_revoked_stays_so(store: Store) -> None:
    """Whoever read the key before it was revoked, and keeps it changed, does not bring it back."""
    read = key("a")
    store.keep_api_key(read)
    store.keep_api_key(replace(read, revoked_at=NOW))
    store.keep_api_key(replace(read, expires_at=NOW + timedelta(days=1)))
    [kept] = store.api_keys("t")
    assert (kept.revoked_at, kept.expires_at) == (NOW, NOW + timedelta(days=1))
