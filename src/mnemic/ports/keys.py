"""What encryption asks for: who wraps users' keys, where these are kept, and who seals what is stored already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mnemic.domain.encryption import SealedUser, UserKey
from mnemic.domain.scope import Scope


class KeyService(Protocol):
    """Who holds the master key: a key file, or a service that never lets it out (a KMS). Two methods are all there is
    to write for one."""

    @property
    def name(self) -> str:
        """Which master key it is, in words that give nothing away; kept beside every key that it wrapped."""
        ...

    def wrap(self, secret: bytes) -> bytes:
        """Encrypt and authenticate a few bytes (at most 64) with the master key."""
        ...

    def unwrap(self, wrapped: bytes) -> bytes:
        """The bytes that `wrap` was given.

        Raises:
            KeyMissing: they were wrapped by another master key, or changed.
            StoreUnavailable: the service cannot be reached.
        """
        ...


class Keys(Protocol):
    """Users' keys, kept outside the memory. A key that was withdrawn is used for nobody who begins, and destroyed as
    soon as nothing rests on it."""

    @property
    def name(self) -> str:
        """Where they are kept, as errors call it."""
        ...

    @property
    def master(self) -> str:
        """Name of the master key."""
        ...

    def bind(self, memory: int) -> None:
        """Be the keys of one memory, by its number: users of the same name in another have keys of their own."""
        ...

    def current(self, scope: Scope) -> UserKey:
        """The key a user begins with: the newest one that was not withdrawn, made if there is none."""
        ...

    def key(self, scope: Scope, id: str) -> UserKey | None:
        """One key of a user, withdrawn or not; None where there is none."""
        ...

    def rotate(self, scope: Scope) -> UserKey:
        """A new key; the others are withdrawn."""
        ...

    def withdraw(self, scope: Scope) -> int:
        """Withdraw every key of a user. Returns how many keys the user has."""
        ...

    def withdrawn(self) -> list[tuple[Scope, str]]:
        """Every key that was withdrawn and is still there."""
        ...

    def destroy(self, keys: Sequence[tuple[Scope, str]]) -> int:
        """Make keys unreadable for good; their ids are noted. Returns how many there were."""
        ...

    def destroyed(self, id: str) -> bool:
        """Whether a key was destroyed on purpose."""
        ...

    def rewrap(self, service: KeyService) -> int:
        """Wrap every key with another master key, in one step. Returns how many."""
        ...


class Sealer(Protocol):
    """Seals what a store holds already, one user in one transaction."""

    @property
    def on(self) -> bool:
        """Whether users who begin now are sealed."""
        ...

    @property
    def master(self) -> str | None:
        """Name of the master key; None where there is none."""
        ...

    def users(self, *, after: Scope | None, limit: int) -> list[SealedUser]:
        """Everybody of whom anything is held, in order of tenant and id, from the one after."""
        ...

    def seal(self, scope: Scope) -> bool:
        """Seal a user's private values. Returns whether the user was plain.

        Raises:
            KeyMissing: there is no master key.
        """
        ...

    def unseal(self, scope: Scope) -> bool:
        """Write a user's private values in plain. Returns whether the user was sealed.

        Raises:
            KeyMissing: the user's key is not there; nothing was changed.
        """
        ...

    def rotate(self, scope: Scope) -> bool:
        """Seal a user's private values with a new key. Returns whether the user was sealed.

        Raises:
            KeyMissing: the user's key is not there; nothing was changed.
        """
        ...

    def rewrap(self, service: KeyService) -> int:
        """Wrap every user's key with another master key. Returns how many.

        Raises:
            KeyMissing: there is no master key.
        """
        ...
