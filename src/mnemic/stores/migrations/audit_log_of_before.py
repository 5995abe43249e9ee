"""Audit rows from before there was a trail, entered into one when a file is brought up to date."""

from __future__ import annotations

import secrets
from itertools import islice
from typing import Any

import sqlalchemy as sa

from mnemic.domain.audit_log import (
    SALT_BYTES,
    AuditLogHead,
    AuditLogLine,
    AuditLogRow,
    audit_line_hash,
    audit_row_digest,
    user_mark,
)

ROWS_AT_ONCE = 1_000  # entered together

_USERS = sa.text("SELECT tenant, user_id, epoch FROM users ORDER BY tenant, user_id")
_ROWS = sa.text(
    "SELECT sequence, at, actor, action, memory_id, detail FROM audit "
    "WHERE tenant = :tenant AND user_id = :user ORDER BY sequence"
)
_NUMBER = sa.text(
    "UPDATE audit SET number = :number, salt = :salt "
    "WHERE tenant = :tenant AND user_id = :user AND sequence = :sequence"
)
_LINE = sa.text(
    "INSERT INTO trail (tenant, number, at, actor, action, mark, sequence, digest, hash) "
    "VALUES (:tenant, :number, :at, :actor, :action, :mark, :sequence, :digest, :hash)"
)
_HEAD = sa.text("INSERT INTO chains (tenant, number, hash) VALUES (:tenant, :number, :hash)")


def enter_audit_rows(connection: sa.Connection) -> None:
    """Enter every audit row, user by user in order of sequence: from here on a change of them is found."""
    heads: dict[str, AuditLogHead] = {}
    for tenant, user, epoch in connection.execute(_USERS).all():
        mark = user_mark(tenant, user, epoch)
        rows = iter(connection.execute(_ROWS, {"tenant": tenant, "user": user}).all())
        head = heads.get(tenant, AuditLogHead())
        while part := list(islice(rows, ROWS_AT_ONCE)):
            lines, numbered = [], []
            for sequence, at, actor, action, memory_id, detail in part:
                row = AuditLogRow(
                    user=user,
                    number=head.number + 1,
                    salt=secrets.token_hex(SALT_BYTES),
                    sequence=sequence,
                    at=at,
                    actor=actor,
                    action=action,
                    memory_id=memory_id,
                    detail=detail,
                )
                line = _line(tenant, mark, row, head)
                head = AuditLogHead(number=row.number, hash=line["hash"])
                lines.append(line)
                numbered.append(
                    {"tenant": tenant, "user": user, "sequence": sequence, "number": row.number, "salt": row.salt}
                )
            connection.execute(_LINE, lines)
            connection.execute(_NUMBER, numbered)
        if head.number:
            heads[tenant] = head
    for tenant, head in heads.items():
        connection.execute(_HEAD, {"tenant": tenant, "number": head.number, "hash": head.hash})


def _line(tenant: str, mark: str, row: AuditLogRow, head: AuditLogHead) -> dict[str, Any]:
    line = AuditLogLine(
        tenant=tenant,
        number=row.number,
        at=row.at,
        actor=row.actor,
        action=row.action,
        mark=mark,
        sequence=row.sequence,
        digest=audit_row_digest(row),
        hash="",
    )
    values = {name: getattr(line, name) for name in AuditLogLine.__slots__}
    return values | {"hash": audit_line_hash(line, head.hash)}
