"""Files with a user's memory that we wrote: entered when they are written, named and removed when it is forgotten."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from mnemic.domain.receipt import Copy, CopyState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidFile
from mnemic.ports import Reader, Writer
from mnemic.upkeep.report.mark import report_owner
from mnemic.upkeep.transfer.format import HEADER, USER
from mnemic.upkeep.transfer.lines import is_export, read_lines

EXPORT, REPORT, SKILLS, BEFORE_RESTORE = "export", "report", "skills", "before-restore"
PART_ENDING = ".part"  # how a file ends that was never finished
HANDED_OUT = "handed out over HTTP"
"""In the place of a path: it went to whoever asked the server for it, and was never anywhere else."""

_passing: ContextVar[Path | None] = ContextVar("mnemic_passing_folder", default=None)


@contextmanager
def handing_out(folder: Path) -> Iterator[None]:
    """What is written into a folder meanwhile is handed out and removed at once: on record stands that, not where it
    lay. All of one format is one entry, with when it was last."""
    token = _passing.set(Path(os.path.realpath(folder)))
    try:
        yield
    finally:
        _passing.reset(token)


def note_files(writer: Writer, paths: Iterable[Path], format: str, *, now: datetime) -> None:
    """Enter files in the user's register of exports; the same path twice is one entry. Of a user of whom nothing is
    held there is nothing in them."""
    if writer.first_recorded_at() is None:
        return
    passing = _passing.get()
    for path in paths:
        place = os.path.realpath(path)
        if passing is not None and Path(place).is_relative_to(passing):
            body = {"path": HANDED_OUT, "format": format}
            writer.register(RegisterEntry(register=Register.EXPORTS, id=f"{HANDED_OUT}/{format}", at=now, body=body))
            continue
        id = hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        shown = place.encode("utf-8", "backslashreplace").decode()
        body = {"path": shown, "format": format}
        writer.register(RegisterEntry(register=Register.EXPORTS, id=id, at=now, body=body))


def copies_on_record(reader: Reader) -> tuple[Copy, ...]:
    """The files in the register, in order of writing."""
    return tuple(
        Copy(path=str(entry.body.get("path", "")), format=str(entry.body.get("format", "")), at=entry.at)
        for entry in reader.register_entries(Register.EXPORTS)
    )


def drop_removed(writer: Writer, copies: Iterable[Copy]) -> None:
    """Take files out of the register that were removed."""
    gone = {one.path for one in copies if one.state is CopyState.REMOVED}
    entries = writer.register_entries(Register.EXPORTS)
    writer.deregister(Register.EXPORTS, [entry.id for entry in entries if entry.body.get("path") in gone])


def settled_copies(copies: Iterable[Copy], scope: Scope, *, memory: Path | None, remove: bool) -> tuple[Copy, ...]:
    """What became of files on record, of unfinished ones beside them, and of what a restore put aside.

    Args:
        memory: the memory file.
        remove: remove those that are this user's alone and still what we wrote; the others are named with why not.
    """
    known = list(copies)
    places = [Path(one.path) for one in known if one.path != HANDED_OUT] + ([memory] if memory else [])
    folders = dict.fromkeys(place.parent for place in places)
    known += [Copy(path=str(path), format=EXPORT) for folder in folders for path in _unfinished(folder, scope)]
    aside = sorted(memory.parent.glob(f"{memory.name}.before-restore*")) if memory else []
    known += [Copy(path=str(path), format=BEFORE_RESTORE) for path in aside]
    return tuple(_settled(one, scope, remove=remove) for one in known)


def _unfinished(folder: Path, scope: Scope) -> Iterator[Path]:
    """Exports that a process left unfinished, with this user in them or with nobody who can be told; that there are
    others is no business of this user's."""
    for path in sorted(folder.glob(f".*{PART_ENDING}")) if folder.is_dir() else ():
        if is_export(path):
            tenant, users = _whose(path)
            if not users or (tenant == scope.tenant and scope.user in users):
                yield path


def _settled(copy: Copy, scope: Scope, *, remove: bool) -> Copy:
    if copy.path == HANDED_OUT:
        return replace(copy, state=CopyState.ELSEWHERE)
    path = Path(copy.path)
    if not path.is_file():
        return replace(copy, state=CopyState.GONE)
    if not remove:
        return copy
    why = _foreign(copy, path, scope)
    if why:
        return replace(copy, state=CopyState.KEPT, reason=why)
    try:
        path.unlink()
    except OSError as error:
        return replace(copy, state=CopyState.KEPT, reason=f"it cannot be removed: {error.strerror or error}")
    return replace(copy, state=CopyState.REMOVED)


def _foreign(copy: Copy, path: Path, scope: Scope) -> str:
    """Why a file may not be removed for one user; "" where it may."""
    if copy.format == BEFORE_RESTORE:
        return "it is a whole memory file, of every user"
    if copy.format == SKILLS:
        return "whoever uses the skills may have changed it"
    if copy.format == REPORT:
        return "" if report_owner(path) == (scope.tenant, scope.user) else "it is no longer the report we wrote"
    if not is_export(path):
        return "it is no longer the export we wrote"
    tenant, users = _whose(path)
    if tenant != scope.tenant or any(user != scope.user for user in users):
        return "it holds other users too"
    return ""


def _whose(path: Path) -> tuple[str | None, set[str]]:
    """The tenant and the users of an export, as far as it can be read."""
    tenant: str | None = None
    users: set[str] = set()
    try:
        for _, line in read_lines(path):
            if line.startswith((b'{"row":"%s"' % HEADER.encode(), b'{"row":"%s"' % USER.encode())):
                fields = json.loads(line)
                tenant = fields.get("tenant", tenant)
                users |= {fields["user"]} if fields.get("row") == USER else set()
    except (InvalidFile, ValueError):
        return tenant, users
    return tenant, users
