"""Encryption of a memory (S7): which users are encrypted, and what changes that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mnemic.api.core import Core
from mnemic.domain.encryption import EncryptionReport, EncryptionStatus, SealedUser
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Progress
from mnemic.errors import AccessDenied, InvalidInput, MemoryNotFound
from mnemic.ports import KeyService, Sealer
from mnemic.safety.access.policy import Actor

USERS_AT_ONCE = 200
NOTES = {"encrypt": "encrypt", "decrypt": "decrypt", "rotate": "rotate keys", "rewrap": "rewrap keys"}
"""How the audit of the tenant calls what was done."""


class Encryption:
    """Who is encrypted in the memory file, everybody of any tenant, or of one; each user in one transaction, so that
    whoever is stopped goes on where it was. Others may read and write meanwhile."""

    def __init__(self, core: Core, tenant: str | None = None) -> None:
        self._core = core
        self._only = tenant  # None: everybody, of any tenant
        self._tenant = tenant or core.parts.settings.tenant

    def status(self) -> EncryptionStatus:
        """How many users are encrypted, and whose key is not there. Nothing that lives in memory alone is encrypted."""
        self._core.check_open()
        sealer = self._core.parts.sealer
        if sealer is None:
            return EncryptionStatus(on=False)
        everybody = self._everybody(sealer)
        return EncryptionStatus(
            on=sealer.on,
            master=sealer.master,
            sealed=sum(bool(one.key) for one in everybody),
            plain=sum(not one.key for one in everybody),
            locked=tuple(one.scope.user for one in everybody if one.locked),
        )

    def encrypt(self, users: Iterable[str] | None = None) -> EncryptionReport:
        """Encrypt users who are plain, and make what stood in plain unreadable in the file. Backups and exports made
        before stay what they are.

        Args:
            users: these; default everybody.

        Raises:
            KeyMissing: there is no master key.
            MemoryNotFound: nothing is held about one of the users named; nobody was encrypted.
            StoreUnavailable: the file cannot be written or rewritten; call it again.
        """
        return self._each("encrypt", users, lambda sealer, scope: sealer.seal(scope))

    def decrypt(self, users: Iterable[str] | None = None) -> EncryptionReport:
        """Write users in plain again; their keys are destroyed.

        Raises:
            MemoryNotFound, StoreUnavailable: as for `encrypt`.
        """
        return self._each("decrypt", users, lambda sealer, scope: sealer.unseal(scope))

    def rotate(self, users: Iterable[str] | None = None) -> EncryptionReport:
        """Give encrypted users new keys: every private value is sealed anew, and the old keys are destroyed. Backups
        made before can no longer be read.

        Raises:
            KeyMissing: there is no master key.
            MemoryNotFound, StoreUnavailable: as for `encrypt`.
        """
        return self._each("rotate", users, lambda sealer, scope: sealer.rotate(scope))

    def rewrap(self, key_service: KeyService) -> int:
        """Wrap every user's key with another master key, which has to be named from now on; nothing else is written.
        Returns how many keys.

        Raises:
            KeyMissing: there is no master key to unwrap them with.
            InvalidInput: nothing of this memory is in a file.
            AccessDenied: this is one tenant of several.
        """
        self._core.check_open()
        if self._only is not None:
            raise AccessDenied(f"The master key is every tenant's, and this is {self._only!r} alone.")
        done = self._sealer().rewrap(key_service)
        self._note("rewrap")
        return done

    def _each(self, verb: str, users: Iterable[str] | None, work: Callable[[Sealer, Scope], bool]) -> EncryptionReport:
        """Do it with one user after the other; what is then left over in the file is made unreadable in any case, since
        an earlier call may have been stopped before."""
        self._core.check_open()
        sealer = self._sealer()
        named = self._named(sealer, users)
        changed: list[str] = []
        skipped: list[str] = []
        locked: list[str] = []
        for number, one in enumerate(named):
            user = one.scope.user
            self._core.tell(Progress(job=verb, user=user, done=number, total=len(named)))
            if one.locked is not None and sealer.master is not None:
                locked.append(user)
                continue
            (changed if work(sealer, one.scope) else skipped).append(user)
            self._core.growing.forget(one.scope)  # a graph beside the file holds vectors in plain
            if self._core.vectors is not None:  # and so does a vector engine
                self._core.vectors.feeding.at_once(one.scope)
        self._core.tell(Progress(job=verb, user=None, done=len(named), total=len(named)))
        self._core.purge()
        if changed:
            self._note(verb)
        return EncryptionReport(changed=tuple(changed), skipped=tuple(skipped), locked=tuple(locked))

    def _named(self, sealer: Sealer, users: Iterable[str] | None) -> list[SealedUser]:
        everybody = self._everybody(sealer)
        if users is None:
            return everybody
        if isinstance(users, str):
            raise InvalidInput(f"Name users in a list: [{users!r}].")
        wanted = [Scope(self._tenant, user) for user in dict.fromkeys(users)]
        known = {one.scope: one for one in everybody}
        if missing := [scope.user for scope in wanted if scope not in known]:
            raise MemoryNotFound(f"Nothing is held about {missing[0]!r}: it can neither be encrypted nor decrypted.")
        return [known[scope] for scope in wanted]

    def _everybody(self, sealer: Sealer) -> list[SealedUser]:
        return [one for one in _everybody(sealer) if self._only in (None, one.scope.tenant)]

    def _sealer(self) -> Sealer:
        sealer = self._core.parts.sealer
        if sealer is None:
            raise InvalidInput("This memory is in no file of ours: there is nothing to encrypt.")
        return sealer

    def _note(self, verb: str) -> None:
        parts = self._core.parts
        parts.store.note(self._tenant, at=parts.clock.now(), actor=Actor.ADMINISTRATOR.value, action=NOTES[verb])


def _everybody(sealer: Sealer) -> Iterator[SealedUser]:
    last: Scope | None = None
    while some := sealer.users(after=last, limit=USERS_AT_ONCE):
        yield from some
        last = some[-1].scope
