"""Keys of the server in SQL. Their rows belong to a tenant and to no user."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.api_key import ApiKey
from mnemic.errors import StoreError
from mnemic.stores.sql.tables import api_keys

_COLUMNS = tuple(
    api_keys.c[name] for name in ("tenant", "id", "digest", "body", "created_at", "expires_at", "revoked_at")
)
_IN_ORDER = sa.select(*_COLUMNS).order_by(api_keys.c.created_at, api_keys.c.id)
_OF_TENANT = _IN_ORDER.where(api_keys.c.tenant == sa.bindparam("of_tenant"))
_BY_ID = sa.select(*_COLUMNS).where(api_keys.c.id == sa.bindparam("of_id"))
_DROP = sa.delete(api_keys).where(
    api_keys.c.tenant == sa.bindparam("of_tenant"), api_keys.c.id == sa.bindparam("of_id")
)
_INSERT: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_CHANGING = ("digest", "body", "created_at", "expires_at", "revoked_at")


def _kept(insert: Any) -> Any:
    statement = insert(api_keys)
    changed = {name: statement.excluded[name] for name in _CHANGING}
    changed["revoked_at"] = sa.func.coalesce(api_keys.c.revoked_at, changed["revoked_at"])
    return statement.on_conflict_do_update(index_elements=["tenant", "id"], set_=changed)


_KEEP = {name: _kept(insert) for name, insert in _INSERT.items()}


class SqlApiKeys:
    """The part of a store that keeps the server's keys."""

    def keep_api_key(self, key: ApiKey) -> None:
        """Keep a key, instead of what was kept under its tenant and id. What is revoked stays so, whoever changed it
        meanwhile."""
        with self._keys_of(key.tenant, writes=True) as connection:
            self._on(connection, _KEEP[connection.dialect.name], _values(key))

    def drop_api_key(self, tenant: str, id: str) -> bool:
        """Remove a key. Returns whether it was there."""
        with self._keys_of(tenant, writes=True) as connection:
            return bool(self._on(connection, _DROP, {"of_tenant": tenant, "of_id": id}).rowcount)

    def api_keys(self, tenant: str) -> list[ApiKey]:
        """The keys of a tenant, in order of their making (ties by id), whatever became of them."""
        with self._keys_of(tenant) as connection:
            return [_key(row) for row in self._on(connection, _OF_TENANT, {"of_tenant": tenant}).all()]

    def api_key(self, id: str) -> ApiKey | None:
        """The key with that id, of whichever tenant, or None."""
        with self._keys_of(None) as connection:
            found = self._on(connection, _BY_ID, {"of_id": id}).first()
        return None if found is None else _key(found)

    def _on(self, connection: sa.Connection, statement: sa.sql.Executable, parameters: Mapping[str, Any]) -> Any:
        try:
            return connection.execute(statement, parameters)
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    @abstractmethod
    def _keys_of(self, tenant: str | None, *, writes: bool = False) -> AbstractContextManager[sa.Connection]:
        """A transaction that may reach the keys of a tenant; None: of every tenant, for reading."""

    @abstractmethod
    def _explain(self, error: SQLAlchemyError) -> StoreError: ...


def _values(key: ApiKey) -> dict[str, Any]:
    body = {
        "name": key.name,
        "actor": key.actor,
        "agent": key.agent,
        "users": key.users,
        "verbs": key.verbs,
        "tiers": dict(key.tiers),
        "admin": key.admin,
        "requests_per_minute": key.requests_per_minute,
        "replaces": key.replaces,
    }
    return {
        "tenant": key.tenant,
        "id": key.id,
        "digest": key.digest,
        "body": json.dumps(body, separators=(",", ":")),
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
    }


def _key(row: Sequence[Any]) -> ApiKey:
    tenant, id, digest, text, created_at, expires_at, revoked_at = row
    body = json.loads(text)
    return ApiKey(
        id=id,
        tenant=tenant,
        digest=digest,
        name=body["name"],
        actor=body["actor"],
        agent=body["agent"],
        users=None if body["users"] is None else tuple(body["users"]),
        verbs=None if body["verbs"] is None else tuple(body["verbs"]),
        tiers=MappingProxyType(body["tiers"]),
        admin=body["admin"],
        requests_per_minute=body["requests_per_minute"],
        replaces=body["replaces"],
        created_at=created_at,
        expires_at=expires_at,
        revoked_at=revoked_at,
    )
