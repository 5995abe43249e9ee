"""Keys of the server in the twin in memory."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from mnemic.domain.api_key import ApiKey


class InMemoryApiKeys:
    """The part of a store that keeps the server's keys."""

    def __init__(self) -> None:
        self._api_keys: dict[tuple[str, str], ApiKey] = {}

    def keep_api_key(self, key: ApiKey) -> None:
        """Keep a key, instead of what was kept under its tenant and id. What is revoked stays so, whoever changed it
        meanwhile."""
        self._open()
        before = self._api_keys.get((key.tenant, key.id))
        revoked_at = None if before is None else before.revoked_at
        self._api_keys[key.tenant, key.id] = replace(key, revoked_at=revoked_at or key.revoked_at)

    def drop_api_key(self, tenant: str, id: str) -> bool:
        """Remove a key. Returns whether it was there."""
        self._open()
        return self._api_keys.pop((tenant, id), None) is not None

    def api_keys(self, tenant: str) -> list[ApiKey]:
        """The keys of a tenant, in order of their making (ties by id), whatever became of them."""
        self._open()
        mine = [key for key in list(self._api_keys.values()) if key.tenant == tenant]
        return sorted(mine, key=lambda key: (key.created_at, key.id))

    def api_key(self, id: str) -> ApiKey | None:
        """The key with that id, of whichever tenant, or None."""
        self._open()
        return next((key for key in list(self._api_keys.values()) if key.id == id), None)

    @abstractmethod
    def _open(self) -> object:
        """Raises:
        StoreClosed: the store was closed.
        """
        ...
