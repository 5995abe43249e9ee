"""Encryption as a value: a user's key, whether a user is sealed, and why what is sealed cannot be opened."""

from __future__ import annotations

from dataclasses import dataclass, field

from mnemic.domain.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class UserKey:
    """What one user's private values are sealed with: a key of AES-256."""

    id: str  # 16 hexadecimal digits, drawn at random
    secret: bytes = field(repr=False)  # 32 bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LockReason:
    """Why a sealed user's private values cannot be opened."""

    reason: str
    destroyed: bool = False  # on purpose, as the key ring knows: nobody can ever open them


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedUser:
    """One user as encryption sees him."""

    scope: Scope
    key: str  # id of the key; "": the user is not sealed
    locked: LockReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EncryptionStatus:
    """How far a memory is encrypted."""

    on: bool  # whether users who begin now are sealed
    master: str | None = None  # name of the master key; None: there is none at hand
    sealed: int = 0  # users
    plain: int = 0  # users
    locked: tuple[str, ...] = ()  # users whose values cannot be opened


@dataclass(frozen=True, slots=True, kw_only=True)
class EncryptionReport:
    """What encrypting, decrypting or a rotation of keys did."""

    changed: tuple[str, ...] = ()  # users
    skipped: tuple[str, ...] = ()  # users with whom nothing was to be done
    locked: tuple[str, ...] = ()  # users whose values cannot be opened; they are as they were
