"""Exports, imports and backups as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mnemic.domain.transfer import Exported, Imported, Losses, Survey


def exported(report: Exported) -> dict[str, Any]:
    """What an export wrote."""
    return asdict(report) | {"rows": dict(report.rows)}


def survey(found: Survey) -> dict[str, Any]:
    """What a file holds."""
    shown = {"seconds": round(found.seconds, 1), "users": list(found.users), "losses": losses(found.losses)}
    return {
        name: getattr(found, name) for name in ("format", "turns", "statements", "rows", "sessions", "bytes")
    } | shown


def imported(report: Imported) -> dict[str, Any]:
    """What an import did."""
    names = ("format", "dry_run", "users", "turns", "turns_there", "understood", "pending", "statements")
    more = ("statements_there", "quarantined", "rows")
    shown = {name: getattr(report, name) for name in (*names, *more)}
    return shown | {"seconds": round(report.seconds, 1), "losses": losses(report.losses)}


def losses(lost: Losses) -> list[dict[str, Any]]:
    """What is not kept, the most first."""
    return [asdict(group) for group in lost.sorted]
