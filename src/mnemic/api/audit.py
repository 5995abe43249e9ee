"""The audit of a whole memory (S8): looked through, verified, and handed out."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from mnemic.api.core import Core
from mnemic.domain.audit_log import AuditLog, AuditLogHead, AuditLogLine, AuditLogRow, audit_moment
from mnemic.domain.scope import Scope
from mnemic.domain.validity import utc
from mnemic.errors import InvalidFile
from mnemic.reading.question import Moment
from mnemic.safety.access.policy import Actor
from mnemic.safety.audit.verification import AuditCheck, audit_key_of, verify_audit_log, verify_lines
from mnemic.upkeep.transfer.lines import whole_file

FORMAT = "mnemic.audit"
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One line of the audit, with the row of the user it is about while that is there."""

    number: int
    at: datetime | None  # None: what stands there is no time
    actor: str
    action: str
    user: str | None = None  # None: about nobody, or about somebody who was forgotten
    memory_id: str | None = None
    detail: str = ""


class Audit:
    """Who did what when, of everybody in a tenant, as a chain that shows when it was changed."""

    def __init__(self, core: Core, tenant: str) -> None:
        self._core = core
        self._tenant = tenant

    def verify(self, expect: str | None = None) -> AuditCheck:
        """Walk the whole chain beside the audit rows, and enter that it was done.

        Args:
            expect: what `head` gave earlier and was noted elsewhere. It must lie on the chain: without it, whoever can
                rewrite the file can also make the chain anew, or cut it.

        Raises:
            InvalidInput: `expect` is no head.
            StoreUnavailable: that it was done cannot be entered.
        """
        noted = None if expect is None else AuditLogHead.of(expect)
        self._settle()
        with self._core.parts.store.reading_audit_log(self._tenant) as trail:
            check = verify_audit_log(trail, self._tenant, expect=noted, key=audit_key_of(self._core.parts.settings))
        self._note("verify")
        return check

    def head(self) -> str:
        """The newest line as number and hash, to be noted elsewhere and expected by a later `verify`."""
        self._settle()
        with self._core.parts.store.reading_audit_log(self._tenant) as trail:
            return str(trail.head() or AuditLogHead())

    def lines(
        self,
        *,
        user: str | None = None,
        since: Moment | None = None,
        actor: str | None = None,
        action: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[AuditEntry]:
        """What was done, in the order in which it was entered.

        Args:
            user: only what is about this user.
            since: only what was done at that moment or later.
            actor: only what this actor did: "user", "administrator", "agent:planner", "mnemic".
            action: only this: "add", "forget", "denied", "read", "export", ...
            limit: only the newest that many.

        Raises:
            InvalidScope, InvalidTime: a user or moment that cannot be used.
        """
        whose = None if user is None else Scope(self._tenant, user).user
        begin = None if since is None else utc(since, "since")
        self._settle()
        with self._core.parts.store.reading_audit_log(self._tenant) as trail:
            rows = {row.number: row for row in trail.rows(user=whose)}
            found = [
                _entry(line, row)
                for line in trail.lines()
                if ((row := rows.get(line.number)) is not None or whose is None)
                and actor in (None, line.actor)
                and action in (None, line.action)
            ]
        wanted = [one for one in found if begin is None or (one.at is not None and one.at >= begin)]
        return wanted if limit is None else wanted[max(len(wanted) - max(limit, 0), 0) :]

    def export(self, path: str | Path, *, rows: bool = False, overwrite: bool = False) -> Path:
        """Write the chain into a file of JSON lines that `verify_file` and `mnemic audit verify FILE` verify without
        the memory.

        Args:
            rows: also whom each line is about, which memory, and the details, which else are hashes. Such a file
                outlives a user who is forgotten.
            overwrite: also where there is a file of that name.

        Raises:
            InvalidInput: the file is there, or its folder is not.
            StoreUnavailable: it cannot be written.
        """
        self._settle()
        self._note("export audit")
        target = Path(path)
        with (
            self._core.parts.store.reading_audit_log(self._tenant) as trail,
            whole_file(target, overwrite=overwrite) as beside,
            beside.open("w", encoding="utf-8") as file,
        ):
            file.writelines(json.dumps(one, default=repr) + "\n" for one in self._documents(trail, rows=rows))
        return target

    def _documents(self, trail: AuditLog, *, rows: bool) -> Iterator[dict[str, Any]]:
        at = self._core.parts.clock.now().isoformat()
        head = str(trail.head() or AuditLogHead())
        yield {"format": FORMAT, "version": VERSION, "tenant": self._tenant, "at": at, "head": head}
        known = {row.number: row for row in trail.rows()} if rows else {}
        for line in trail.lines():
            document = asdict(line)
            if (row := known.get(line.number)) is not None:
                document["row"] = asdict(row)
            yield document

    def _settle(self) -> None:
        """Reads that are still in memory belong to what is looked at."""
        self._core.check_open()
        for scope in self._core.reads.scopes():
            self._core.write_uses(scope)

    def _note(self, action: str) -> None:
        self._core.parts.store.note(
            self._tenant, at=self._core.parts.clock.now(), actor=Actor.ADMINISTRATOR.value, action=action
        )


def verify_file(path: str | Path, *, expect: str | None = None, key: bytes | None = None) -> AuditCheck:
    """Verify an exported audit without the memory it is of.

    Args:
        expect: a head that was noted elsewhere; it must lie on the chain.
        key: the setting `audit_key` of that memory, where it has one.

    Raises:
        InvalidFile: it is no exported audit.
        InvalidInput: `expect` is no head.
    """
    noted, place = None if expect is None else AuditLogHead.of(expect), Path(path)
    if not place.is_file():
        raise InvalidFile(f"{place}: there is no such file.")
    with place.open(encoding="utf-8") as file:
        documents = _read(place, file)
        first = next(documents, {})
        if first.get("format") != FORMAT or first.get("version") != VERSION:
            raise InvalidFile(f"{place} is no audit that `mnemic audit export` wrote.")
        head = AuditLogHead.of(str(first.get("head")))
        lines = (_line_of(place, document) for document in documents)
        return verify_lines(lines, str(first.get("tenant")), head=head, expect=noted, key=key)


def _entry(line: AuditLogLine, row: AuditLogRow | None) -> AuditEntry:
    return AuditEntry(
        number=line.number,
        at=audit_moment(line.at),
        actor=line.actor,
        action=line.action,
        user=None if row is None else row.user,
        memory_id=None if row is None else row.memory_id,
        detail="" if row is None else row.detail,
    )


def _read(place: Path, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        try:
            document = json.loads(line)
        except ValueError as error:
            raise InvalidFile(f"{place}, line {number}: {error}.") from error
        if not isinstance(document, dict):
            raise InvalidFile(f"{place}, line {number}: it is no JSON object.")
        yield document


_LINE = tuple(field.name for field in fields(AuditLogLine))
_ROW = tuple(field.name for field in fields(AuditLogRow))


def _line_of(place: Path, document: dict[str, Any]) -> tuple[AuditLogLine, AuditLogRow | None]:
    row = document.get("row")
    if not document.keys() >= set(_LINE) or (
        row is not None and not (isinstance(row, dict) and row.keys() >= set(_ROW))
    ):
        raise InvalidFile(f"{place}: a line lacks one of {', '.join(_LINE)}.")
    made = None if row is None else AuditLogRow(**{name: row[name] for name in _ROW})
    return AuditLogLine(**{name: document[name] for name in _LINE}), made
