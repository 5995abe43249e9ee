"""Versions: the ETag of a memory, whether the caller has it already as it is (If-None-Match), and a user's memory whose
verbs change it only while it has the version the caller knows (If-Match)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from starlette.requests import Request

from mnemic.api.owner import Owner
from mnemic.api.user import UserMemory
from mnemic.domain.changes import Change, Link
from mnemic.domain.record import Memory
from mnemic.errors import PreconditionFailed, StoreUnavailable
from mnemic.ports import Writer


def tag_of(value: Any) -> dict[str, str]:
    """The ETag of a memory: its version."""
    return {"ETag": f'"{value.version}"'} if isinstance(value, Memory) else {}


def versions_in(header: str) -> tuple[int, ...] | None:
    """The versions that an If-Match or If-None-Match names; None for any (`*`). What is no version names none."""
    if header.strip() == "*":
        return None
    tags = [tag.strip() for tag in header.split(",")]
    said = [tag[1:-1] for tag in tags if len(tag) > 2 and tag[0] == tag[-1] == '"']
    return tuple(int(one) for one in said if one.isascii() and one.isdigit() and len(one) < 20)


def unchanged(request: Request, tag: str | None) -> bool:
    """Whether the caller has the memory already as it is (If-None-Match)."""
    said = request.headers.get("if-none-match")
    if said is None or tag is None:
        return False
    return said.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in said.split(",")]


def owner_of(user: UserMemory) -> Owner:
    """Whose memory it is, and who acts."""
    return user._owner


def at_versions(user: UserMemory, id: str, versions: Sequence[int]) -> UserMemory:
    """The same memory, through which a memory changes only while it has one of these versions: looked at in the
    transaction that changes it.

    Raises:
        PreconditionFailed: it has another already.
        MemoryNotFound: there is none.
    """
    held = {field.name: getattr(owner_of(user), field.name) for field in fields(Owner)}
    owner = VersionedOwner(**held, id=id, versions=tuple(versions))
    owner.compare(user.get(id).version)
    made = copy.copy(user)
    made._owner = owner
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedOwner(Owner):
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
