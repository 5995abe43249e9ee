"""A report as sections of items, whatever file it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mnemic.domain.record import Json
from mnemic.domain.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportItem:
    """One thing that is held: what it says, what is known about it, and the words it comes from."""

    text: str
    facts: tuple[tuple[str, str], ...] = ()  # name and value, in words
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """Items of one sort."""

    name: str  # for programs, the same in every language
    title: str
    items: tuple[ReportItem, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDocument:
    """Everything that is held about one user, as of one moment."""

    scope: Scope
    made_at: datetime
    language: str  # "en" or "zh"
    title: str
    sections: tuple[ReportSection, ...]
    rows: Mapping[str, list[Json]]  # every row as an export has it, by sort
