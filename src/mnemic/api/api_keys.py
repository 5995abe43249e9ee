"""The keys of the server (S6): made, listed, changed, taken. `memory.keys` has them."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from mnemic.api.core import Core
from mnemic.api.user import UserMemory
from mnemic.domain.api_key import NOT_TAKEN, ApiKey, KeyState, NewApiKey, Token
from mnemic.domain.labels import retention_end
from mnemic.domain.scope import Scope
from mnemic.domain.scope import checked_name as id_named
from mnemic.errors import AccessDenied, ApiKeyNotFound, InvalidInput, Unauthenticated
from mnemic.reading.question import Moment, agent_to_read
from mnemic.safety.access.api_keys import access_by_key, check_api_key
from mnemic.safety.access.policy import Actor

GRACE_S_MAX = 30 * 86_400.0


class ApiKeys:
    """The keys of one tenant. What is done with them is in the tenant's audit."""

    def __init__(self, core: Core, tenant: str) -> None:
        self._core = core
        self._tenant = tenant

    def create(
        self,
        name: str = "",
        *,
        actor: str = Actor.USER,
        agent: str | None = None,
        users: Collection[str] | None = None,
        verbs: Collection[str] | None = None,
        tiers: Mapping[str, str] | None = None,
        admin: bool = False,
        requests_per_minute: int | None = None,
        expires: Moment | timedelta | None = None,
    ) -> NewApiKey:
        """Make a key. Its token is in the answer, and can be had by nobody again.

        Args:
            name: what it is for.
            actor: who acts with it: "user", "agent" or "administrator".
            agent: the one agent it is for; default the request names one, or none.
            users: exactly these; default every user of the tenant.
            verbs: names of verbs ("search", "tasks.start"), rooms ("tasks.*") or rights ("read", "propose", "write",
                "delete"); default every verb.
            tiers: the most it may do to a tier: {"permanent": "read"}.
            admin: whether it administrates: keys, users, audit, backups.
            requests_per_minute: default the setting `requests_per_minute`.
            expires: when it ends, or after how long (a timedelta, or an ISO 8601 duration such as "P30D"); default
                never.

        Raises:
            InvalidInput: something there is not, a moment that is over, or limits on an administrator's key.
            InvalidScope: a user or agent that cannot be an id.
        """
        now = self._now()
        token = Token.new(self._core.parts.random)
        key = ApiKey(
            id=token.id,
            tenant=self._tenant,
            digest=token.digest,
            created_at=now,
            name=name,
            actor=str(actor),
            agent=None if agent is None else agent_to_read(agent),
            users=_names(users, "users"),
            verbs=_names(verbs, "verbs"),
            tiers=MappingProxyType(dict(tiers or {})),
            admin=admin,
            requests_per_minute=requests_per_minute,
            expires_at=_end(expires, now),
        )
        check_api_key(key)
        self._keep(key, "create key", now)
        return NewApiKey(key=key, token=str(token))

    def list(self) -> builtins.list[ApiKey]:
        """Every key there was, in order of their making; `ApiKey.state` says which are taken."""
        self._core.check_open()
        return self._core.parts.store.api_keys(self._tenant)

    def get(self, id: str) -> ApiKey:
        """One key, by its id or its whole token.

        Raises:
            ApiKeyNotFound: there is none.
        """
        wanted = id.split("_")[1] if id.startswith("mn_") and id.count("_") > 1 else id
        found = next((key for key in self.list() if key.id == wanted), None)
        if found is None:
            raise ApiKeyNotFound(f"There is no API key {wanted!r}: `mnemic api-key list` shows those there are.")
        return found

    def rotate(self, id: str, *, grace_s: float = 0.0) -> NewApiKey:
        """Make a key that may do the same in the place of one that is taken.

        Args:
            grace_s: for how many seconds the old one is taken besides; 0: it is revoked at once.

        Raises:
            ApiKeyNotFound: there is none.
            InvalidInput: it is revoked or expired, or the time is out of range.
        """
        if not 0 <= grace_s <= GRACE_S_MAX:
            raise InvalidInput(f"A key that is replaced is taken for 0 to {GRACE_S_MAX:.0f} seconds, not {grace_s:g}.")
        now, old, token = self._now(), self.get(id), Token.new(self._core.parts.random)
        if (state := old.state(now)) is not KeyState.ACTIVE:
            raise InvalidInput(f"The key {old.id} is {state}: make a new one instead.")
        new = replace(old, id=token.id, digest=token.digest, created_at=now, replaces=old.id)
        self._keep(new, "rotate key", now)
        end = now + timedelta(seconds=grace_s)
        if grace_s:
            self._keep(replace(old, expires_at=min(end, old.expires_at or end)), "expire key", now)
        else:
            self._keep(replace(old, revoked_at=now), "revoke key", now)
        return NewApiKey(key=new, token=str(token))

    def revoke(self, id: str) -> ApiKey:
        """Take a key no more. A server that has just seen it takes it for up to the setting `key_cache_s` longer.
        Revoking twice is harmless.

        Raises:
            ApiKeyNotFound: there is none.
        """
        now, key = self._now(), self.get(id)
        if key.revoked_at is not None:
            return key
        revoked = replace(key, revoked_at=now)
        self._keep(revoked, "revoke key", now)
        return revoked

    def expire(self, id: str, at: Moment | timedelta | None) -> ApiKey:
        """Have a key end at a moment, or after some time; None: never. What is revoked stays so.

        Raises:
            ApiKeyNotFound: there is none.
            InvalidInput: the moment is over.
        """
        now = self._now()
        changed = replace(self.get(id), expires_at=_end(at, now))
        self._keep(changed, "expire key", now)
        return changed

    def remove(self, id: str) -> None:
        """Remove a key with everything it says, such as ids of users who were forgotten.

        Raises:
            ApiKeyNotFound: there is none.
        """
        now, key = self._now(), self.get(id)
        self._core.parts.store.drop_api_key(self._tenant, key.id)
        self._note("remove key", now)

    def verify(self, token: str) -> ApiKey:
        """The key of a token, of whichever tenant, if it is taken.

        Raises:
            Unauthenticated: it is not; why is not said, so that nobody learns which ids there are.
        """
        now, sent = self._now(), Token.of(token)
        key = self._core.parts.store.api_key(sent.id)
        if not sent.opens(key) or key is None or key.state(now) is not KeyState.ACTIVE:
            raise Unauthenticated(NOT_TAKEN)
        return key

    def over(self, key: ApiKey) -> bool:
        """Whether a key that was taken has come to its end meanwhile. It asks no store, so it knows of no revoking."""
        return key.state(self._now()) is not KeyState.ACTIVE

    def user(
        self,
        key: ApiKey,
        id: str,
        *,
        agent: str | None = None,
        purpose: str | None = None,
        actor: str | None = None,
    ) -> UserMemory:
        """A user's memory as far as a key of this tenant reaches.

        Args:
            agent: the agent it is seen through; a key that is for one agent is for no other.
            purpose: what the memory is used for.
            actor: as whom to act; default the key's actor, and nobody above it.

        Raises:
            AccessDenied: the key is for other users, or another agent, or its actor stands below; it is audited.
            InvalidScope, InvalidLabel: an id or purpose that cannot be one.
        """
        now, scope = self._now(), Scope(self._tenant, id)
        seen = None if agent is None else id_named(agent_to_read(agent), "The agent")
        try:
            access = access_by_key(key, self._core.parts.settings, agent=seen, purpose=purpose, actor=actor)
            if key.tenant != self._tenant or (key.users is not None and id not in key.users):
                raise AccessDenied(
                    f"The key {key.id} is not for this user. An administrator makes one that is: `mnemic api-key "
                    "create --user`."
                )
        except AccessDenied:
            self._core.parts.store.note(key.tenant, at=now, actor=f"key:{key.id}", action="denied")
            raise
        return UserMemory(self._core, scope, access.agent, access)

    def check_admin(self, key: ApiKey, what: str) -> None:
        """Go on only where a key of this tenant administrates.

        Raises:
            AccessDenied: it does not; it is audited.
        """
        if key.admin and key.tenant == self._tenant:
            return
        self._core.parts.store.note(key.tenant, at=self._now(), actor=f"key:{key.id}", action="denied")
        raise AccessDenied(f"{what} is for administrators. `mnemic api-key create --admin` makes such a key.")

    def _now(self) -> datetime:
        self._core.check_open()
        return self._core.parts.clock.now()

    def _keep(self, key: ApiKey, action: str, now: datetime) -> None:
        """The line in the audit comes first: a key that is not on record is never there."""
        self._note(action, now)
        self._core.parts.store.keep_api_key(key)

    def _note(self, action: str, now: datetime) -> None:
        self._core.parts.store.note(self._tenant, at=now, actor=Actor.ADMINISTRATOR.value, action=action)


def _names(names: Collection[str] | None, what: str) -> tuple[str, ...] | None:
    if isinstance(names, str):
        raise InvalidInput(f"Name {what} in a list: [{names!r}].")
    return None if names is None else tuple(dict.fromkeys(names))


def _end(expires: Moment | timedelta | None, now: datetime) -> datetime | None:
    if expires is None:
        return None
    try:
        end = retention_end(expires, now)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(
            f"A key cannot end at {expires!r}: say a length such as 'P30D', or a moment such as 2027-01-01T00:00:00Z."
        ) from error
    if end <= now:
        raise InvalidInput(f"A key cannot end at {end.isoformat()}, which is over: `revoke` ends it at once.")
    return end
