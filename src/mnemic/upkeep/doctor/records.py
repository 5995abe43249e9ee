"""Records and their history: fields that can be true together, versions without gaps, the same last word in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from mnemic.domain.changes import History
from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Row, RowKey, Severity
from mnemic.domain.record import ROOM_KINDS, Memory, Origin, Source, Status, Tier
from mnemic.domain.validity import is_current
from mnemic.ports.examination import Examination
from mnemic.safety.access.policy import Actor
from mnemic.upkeep.doctor.case import FROM_BACKUP, UserCase, unreadable_row

_SHARES = ("confidence", "importance", "control_relevance", "trust")
_COUNTS = ("access_count", "mention_count", "useful", "useless", "position")
_USERS = frozenset(actor.value for actor in Actor)
_RESTORED = "it is written anew from the last row of its history"
_FORGET = "mnemic forget removes it; or restore it from a backup"


def record_faults(memory: Memory) -> list[str]:
    """What in a record cannot be."""
    found = [f"{name} is {value!r}, not 0-1" for name in _SHARES if not _share(value := getattr(memory, name))]
    found += [f"{name} is {value!r}" for name in _COUNTS if not _count(value := getattr(memory, name))]
    if not isinstance(memory.version, int) or memory.version < 1:
        found.append(f"version is {memory.version!r}")
    if not isinstance(memory.text, str) or (not memory.text and memory.kind not in ROOM_KINDS):
        found.append("it says nothing")  # a stretch of small talk is summed up in no words
    elif not is_storable(memory.text):
        found.append("its text is no UTF-8")
    if memory.valid_from and memory.valid_to and memory.valid_to < memory.valid_from:
        found.append(f"it ends ({memory.valid_to.isoformat()}) before it begins ({memory.valid_from.isoformat()})")
    if memory.superseded_by is not None and memory.superseded_at is None:
        found.append("it was replaced, at no time")
    if memory.slot is not None and memory.slot.polarity not in (-1, 1):
        found.append(f"the polarity of its slot is {memory.slot.polarity!r}")
    if memory.superseded_by == memory.id:
        found.append("it replaces itself")
    return found


def is_storable(text: str) -> bool:
    """Whether a text is UTF-8."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def check_histories(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """History, memory by memory, beside the record. It notes in the case what can be restored."""
    seen: set[str] = set()
    for id, lines in groupby(rows.history(), key=lambda row: str(row.memory_id)):
        seen.add(id)
        yield from _one(case, id, list(lines))
    for id in case.memories.keys() - seen:
        way = "its past is lost: forget the memory, or restore it from a backup"
        yield case.found(Check.MEMORY_HISTORY, "it has no history", way, id=id)
    for id, error in case.unreadable.items():
        if id not in case.restorable:
            reason = f"its record cannot be read: {error}"
            yield case.found(Check.ROW_READABLE, reason, _FORGET if id in seen else FROM_BACKUP, id=id)


def _one(case: UserCase, id: str, lines: list[Row[History]]) -> Iterator[Diagnosis]:
    broken = [line for line in lines if line.value is None]
    for line in broken:
        yield unreadable_row(case, line)
    history = [line.value for line in lines if line.value is not None]
    last = None if broken or not history else history[-1].after
    memory = case.memories.get(id)
    if memory is None:
        yield from _gone(case, id, lines, last)
        return
    yield from _fields(case, memory, last)
    if not broken:
        yield from _chain(case, id, history)
        yield from _permanent(case, memory, history)
    if last is not None and id not in case.restorable and _bare(last) != _bare(memory):
        differ = ", ".join(_differences(memory, last))
        way = "mnemic history shows both; mnemic update writes what is right"
        reason = f"the last row of its history has another {differ}"
        yield case.found(Check.MEMORY_HISTORY, reason, way, id=id)


def _gone(case: UserCase, id: str, lines: list[Row[History]], last: Memory | None) -> Iterator[Diagnosis]:
    """History of a record that is not there, or means nothing."""
    if id in case.tombstones and id not in case.unreadable:
        for line in lines:
            reason = "history of a memory that was removed for good"
            yield case.found(Check.ROW_ORPHAN, reason, "the row is removed", id=id, row=line.at, repair=Repair.STRIKE)
        return
    if last is not None and not record_faults(last):
        case.restorable[id] = last
        why = case.unreadable.get(id)
        reason = f"its record cannot be read: {why}" if why else "there is history of it, and no record"
        check = Check.ROW_READABLE if why else Check.ROW_ORPHAN
        yield case.found(check, reason, _RESTORED, id=id, repair=Repair.RESTORE)
    elif id not in case.unreadable:
        yield case.found(Check.ROW_ORPHAN, "there is history of it, and no record", FROM_BACKUP, id=id)


def _fields(case: UserCase, memory: Memory, last: Memory | None) -> Iterator[Diagnosis]:
    wrong = record_faults(memory)
    if not wrong:
        return
    if last is not None and not record_faults(replace(last, access_count=0)):
        case.restorable[memory.id] = last
    mended = memory.id in case.restorable
    for reason in wrong:
        yield case.found(
            Check.MEMORY_FIELDS,
            reason,
            _RESTORED if mended else "mnemic update or mnemic reject write it anew; or restore it from a backup",
            id=memory.id,
            repair=Repair.RESTORE if mended else None,
        )


def _chain(case: UserCase, id: str, history: list[History]) -> Iterator[Diagnosis]:
    if history[0].before is not None:
        way = "its beginning is lost; forget the memory, or restore it from a backup"
        yield case.found(Check.HISTORY_FIRST, f"its history begins with {history[0].action.value}", way, id=id)
    for earlier, later in pairwise(history):
        if earlier.after is None or later.after is None:
            continue
        if later.after.version != earlier.after.version + 1:
            reason = f"after version {earlier.after.version} its history goes on with {later.after.version}"
            way = "what is between is lost; forget the memory, or restore it from a backup"
            yield case.found(Check.HISTORY_VERSIONS, reason, way, id=id)


def _permanent(case: UserCase, memory: Memory, history: list[History]) -> Iterator[Diagnosis]:
    if memory.tier is not Tier.PERMANENT or memory.status is Status.QUARANTINED or is_current(memory):
        return
    if not any(line.actor in _USERS and line.after is not None and not is_current(line.after) for line in history):
        reason = f"it is permanent and {memory.status.value}, and not by the user's word"
        yield case.found(Check.MEMORY_PERMANENT, reason, "mnemic undo brings it back", id=memory.id)


def check_relations(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """What records name: what replaced them, the turns they come from, and links between them."""
    for memory in case.memories.values():
        by = memory.superseded_by
        if by is not None and not case.there(by):
            way = "mnemic undo lets it stand again; or restore what replaced it from a backup"
            yield case.found(Check.MEMORY_SUCCESSOR, f"it was replaced by {by}, which is not there", way, id=memory.id)
        yield from _turns(case, memory)
    for link in rows.links():
        if link.value is None:
            yield unreadable_row(case, link, repair=Repair.STRIKE, way_out="the row is removed")
        elif missing := [end for end in (link.value.source, link.value.target) if not _stays(case, end)]:
            reason = f"a link {link.value.relation.value} with {', '.join(missing)}, which is not there"
            yield case.found(
                Check.ROW_ORPHAN, reason, "the row is removed", id=missing[0], row=link.at, repair=Repair.STRIKE
            )


def _turns(case: UserCase, memory: Memory) -> Iterator[Diagnosis]:
    """A turn that is named and not there was forgotten or purged, or comes from another system, or is lost."""
    if case.departed_at is not None or memory.origin is Origin.IMPORTED:
        return
    for source in memory.sources:
        if source not in case.turns and source not in case.broken_turns:
            reason = f"it comes from turn {source.turn} of session {source.session}, which is not in the log"
            yield case.found(Check.MEMORY_TURNS, reason, id=memory.id, source=source)


def check_sources(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """The table that finds memories by turn, beside the records."""
    listed: set[str] = set()
    for id, pairs in groupby(rows.sources(), key=lambda pair: pair[0]):
        listed.add(id)
        named = {source for _, source in pairs}
        memory = case.memories.get(id)
        if memory is not None and named != set(memory.sources):
            yield _unlike(case, id)
        elif not _stays(case, id):
            yield from _strays(case, id, named)
    for id, memory in case.memories.items():
        if memory.sources and id not in listed:
            yield _unlike(case, id)


def _unlike(case: UserCase, id: str) -> Diagnosis:
    reason = "the table `sources` names other turns than the record"
    way = "its rows are written anew from the record"
    return case.found(Check.MEMORY_SOURCES, reason, way, id=id, severity=Severity.DEGRADED, repair=Repair.SOURCES)


def _strays(case: UserCase, id: str, named: Iterable[Source]) -> Iterator[Diagnosis]:
    for source in named:
        row = RowKey(table="sources", key=(source.session, source.turn, id))
        yield case.found(
            Check.ROW_ORPHAN,
            "a row of `sources` names a memory that is not there",
            "the row is removed",
            id=id,
            row=row,
            repair=Repair.STRIKE,
        )


def _stays(case: UserCase, id: str) -> bool:
    """Whether a memory has a row, or will have one after repairs."""
    return case.has_row(id) or id in case.restorable


def _bare(memory: Memory) -> Memory:
    """A record without what is counted or worked out beside its history."""
    return replace(memory, access_count=0, last_accessed_at=None, fingerprint="")


def _differences(one: Memory, other: Memory) -> list[str]:
    bare, past = _bare(one), _bare(other)
    return [name for name in Memory.__slots__ if getattr(bare, name) != getattr(past, name)]


def _share(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _count(value: object) -> bool:
    return isinstance(value, int) and value >= 0
