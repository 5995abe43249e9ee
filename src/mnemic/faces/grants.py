"""Who comes in: the key of a request, and what may be done with it. REST and MCP ask the same doorkeeper."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.api_key import NOT_TAKEN, ApiKey, Token
from mnemic.errors import RateLimited, Unauthenticated
from mnemic.safety.access.policy import Actor

CACHED_MAX = 10_000
ADDRESSES_MAX = 10_000
FAILURES_WINDOW_S = 60.0
REFUSED_S = 1.0
"""How long at least a token that was not taken is refused without asking the store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a request may do."""

    key: ApiKey | None = None  # None: the server asks for no key, and everybody may do everything

    @property
    def id(self) -> str:
        """By what logs and limits know whoever calls."""
        return "nobody" if self.key is None else self.key.id

    @property
    def only_user(self) -> str | None:
        """The one user it is for; None where there are several, or all."""
        users = None if self.key is None else self.key.users
        return users[0] if users is not None and len(users) == 1 else None

    def memory(self, memory: OpenMemory) -> OpenMemory:
        """The memory as the key's tenant sees it."""
        return memory if self.key is None else memory.tenant(self.key.tenant)

    def user(
        self,
        memory: OpenMemory,
        id: str,
        *,
        agent: str | None = None,
        purpose: str | None = None,
        actor: str | None = None,
    ) -> UserMemory:
        """A user's memory as far as the key reaches.

        Raises:
            AccessDenied: the key is for other users, another agent, or a lesser actor; it is audited.
            InvalidScope, InvalidLabel, InvalidQuery: an id or purpose that cannot be one.
        """
        if self.key is None:
            return memory.user(id, agent=agent, purpose=purpose, actor=actor or Actor.USER)
        return self.memory(memory).keys.user(self.key, id, agent=agent, purpose=purpose, actor=actor)

    def check_admin(self, memory: OpenMemory, what: str) -> None:
        """Go on only where it administrates.

        Raises:
            AccessDenied: it does not; it is audited.
        """
        if self.key is not None:
            self.memory(memory).keys.check_admin(self.key, what)

    def check_taken(self, memory: OpenMemory) -> None:
        """Go on only while the key is taken; it asks the store. For what goes on for long.

        Raises:
            Unauthenticated: it was revoked or removed meanwhile, or has expired.
        """
        if self.key is None:
            return
        keys = self.memory(memory).keys
        found = next((one for one in keys.list() if one.id == self.key.id), None)
        if found is None or keys.over(found):
            raise Unauthenticated(NOT_TAKEN)


EVERYTHING = Grant()
"""What everybody may do where the server asks for no key."""


class Doorkeeper:
    """Knows keys again for a few seconds, so that not every request asks the store; slows down whoever guesses.

    A revoked key is taken for `cache_s` seconds longer at most, in every process that saw it.
    """

    def __init__(
        self,
        memory: OpenMemory,
        *,
        cache_s: float,
        failures_max: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        self._cache_s = cache_s
        self._failures_max = failures_max
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, Grant]] = OrderedDict()  # by hash of the whole token
        self._failures: OrderedDict[str, dict[str, float]] = OrderedDict()  # moments, by address and hash
        self._lock = Lock()

    def known(self, token: str) -> Grant | None:
        """The grant of a key that was verified just now, without asking the store; else None."""
        with self._lock:
            seen = self._known.get(_hash(token))
        if seen is None or self._clock() - seen[0] >= self._cache_s:
            return None
        grant = seen[1]
        return None if grant.key is not None and self._memory.keys.over(grant.key) else grant

    def admit(self, token: str | None, *, address: str = "") -> Grant:
        """The grant of a key. May wait for the store, so not for an event loop.

        Raises:
            Unauthenticated: there is no key, or one that is not taken.
            RateLimited: too many keys from this address were not taken in the last minute. A key that was taken before
                is looked at all the same; one that is sent over and over again counts once.
        """
        if token is None:
            raise Unauthenticated
        hashed = _hash(token)
        if (grant := self.known(token)) is not None:
            return grant
        with self._lock:
            if hashed not in self._known:
                self._check_failures(hashed, address)
        try:
            grant = Grant(key=self._memory.keys.verify(token))
        except Unauthenticated:
            self._fail(hashed, address)
            raise
        with self._lock:
            self._known[hashed] = self._clock(), grant
            self._known.move_to_end(hashed)
            while len(self._known) > CACHED_MAX:
                self._known.popitem(last=False)
        return grant

    def forget(self) -> None:
        """Know no key any more: the next request of each asks the store."""
        with self._lock:
            self._known.clear()

    def _check_failures(self, hashed: str, address: str) -> None:
        now, failures = self._clock(), self._failures.get(address, {})
        if hashed in failures and now - failures[hashed] < max(self._cache_s, REFUSED_S):
            raise Unauthenticated(NOT_TAKEN)
        if sum(now - at < FAILURES_WINDOW_S for at in failures.values()) >= self._failures_max:
            raise RateLimited(
                f"{self._failures_max} keys from this address were not taken within a minute: wait a minute."
            )

    def _fail(self, hashed: str, address: str) -> None:
        with self._lock:
            self._known.pop(hashed, None)
            moments = self._failures.setdefault(address, {})
            moments.pop(hashed, None)
            moments[hashed] = self._clock()
            while len(moments) > self._failures_max:
                del moments[next(iter(moments))]
            self._failures.move_to_end(address)
            while len(self._failures) > ADDRESSES_MAX:
                self._failures.popitem(last=False)


def _hash(token: str) -> str:
    """By what a token is remembered here: never the token itself."""
    return Token(id="", secret=token.encode("ascii", "replace").decode("ascii")).digest
