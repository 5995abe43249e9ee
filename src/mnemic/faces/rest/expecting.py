"""A user's memory whose verbs change one memory only while it has the version the caller knows (If-Match)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime

from mnemic.api.owner import Owner
from mnemic.api.user import UserMemory
from mnemic.domain.changes import Change, Link
from mnemic.errors import PreconditionFailed, StoreUnavailable
from mnemic.ports import Writer


def owner_of(user: UserMemory) -> Owner:
    """Whose memory it is, and who acts."""
    return user._owner


def expecting(user: UserMemory, id: str, versions: Sequence[int]) -> UserMemory:
    """The same memory, through which a memory changes only while it has one of these versions: looked at in the
    transaction that changes it.

    Raises:
        PreconditionFailed: it has another already.
        MemoryNotFound: there is none.
    """
    held = {field.name: getattr(owner_of(user), field.name) for field in fields(Owner)}
    owner = Expecting(**held, id=id, versions=tuple(versions))
    owner.compare(user.get(id).version)
    made = copy.copy(user)
    made._owner = owner
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Expecting(Owner):
    """An owner who knows one memory as it was."""

    id: str
    versions: tuple[int, ...]

    def compare(self, version: int | None) -> None:
        """Raises:
        PreconditionFailed: the memory has another version by now, or is gone.
        """
        if version is None:
            raise PreconditionFailed(f"The memory {self.id} is not there any more.")
        if version not in self.versions:
            raise PreconditionFailed(
                f"The memory {self.id} has version {version} by now: read it again, and send If-Match with that."
            )

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction that begins by comparing the memory."""
        with Owner.writing(self) as writer:
            memory = writer.memory(self.id)
            self.compare(None if memory is None else memory.version)
            yield writer

    def apply(
        self,
        changes: Sequence[Change],
        links: Sequence[Link] = (),
        *,
        now: datetime,
        also: Callable[[Writer], None] | None = None,
    ) -> None:
        """Commit changes, which are of the memory as it was read: what was read is compared, and that nobody changed it
        since is checked in the transaction."""
        for change in changes:
            if change.before is not None and change.before.id == self.id:
                self.compare(change.before.version)
        try:
            Owner.apply(self, changes, links, now=now, also=also)
        except StoreUnavailable:
            with self.reading() as reader:
                memory = reader.memory(self.id)
            self.compare(None if memory is None else memory.version)
            raise
