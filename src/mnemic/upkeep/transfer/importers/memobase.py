"""Memobase: profiles, events and gists of events as its API and its client give them, in JSON or JSON lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.transfer import Lost, Piece
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.notes import statements
from mnemic.upkeep.transfer.importers.reading import Found, lines, members, sniffed
from mnemic.upkeep.transfer.importers.saying import listed, lost, stated, table
from mnemic.upkeep.transfer.importers.values import moment, stable, text
from mnemic.upkeep.transfer.importers.wording import field

NAME = "memobase"

_HOLDERS = ("data", "profiles", "events", "gists", "profile")
DEPTH_MAX = 3


def fits(path: Path) -> bool:
    """Whether it is such a file. Never raises."""
    return any(_entries(each.value, each.key) for each in sniffed(path))


def read(path: Path) -> Iterator[Piece]:
    """Every slot of a profile as a fact, and every event as one.

    Raises:
        InvalidFile: it holds neither profiles nor events of Memobase.
    """
    if not fits(path):
        raise InvalidFile(f"{path} holds neither profiles nor events of Memobase.")
    for each in _values(path):
        if isinstance(each, Lost):
            yield each
            continue
        entries = _entries(each.value, each.key)
        for entry in entries:
            yield from _entry(each.number, entry)
        if not entries and not each.key:
            yield lost(each.number, "not a memory", "it is neither profile, event nor gist", str(each.value))


def _values(path: Path) -> Iterator[Found | Lost]:
    first = next(lines(path), None)
    by_line = isinstance(first, Found) and any(_is_entry(entry) for entry in _entries(first.value))
    return lines(path) if by_line else members(path)


def _entries(value: Any, key: str = "", depth: int = 0) -> list[Mapping[str, Any]]:
    """The profiles, events and gists a value is, or holds; a topic with its slots, as the client gives it, too."""
    fields = table(value)
    if _is_entry(fields):
        return [fields]
    if key and fields and all(_is_slot(slot) for slot in fields.values()):
        return [{**slot, "topic": key, "sub_topic": name} for name, slot in fields.items()]
    if depth == DEPTH_MAX:
        return []
    if isinstance(value, list):
        return [entry for each in value for entry in _entries(each, "", depth + 1)]
    held = (
        fields
        if depth == 0 and not key and fields and all(map(_is_topic, fields.values()))
        else {holder: fields[holder] for holder in _HOLDERS if holder in fields}
    )
    return [entry for name, each in held.items() for entry in _entries(each, name, depth + 1)]


def _is_entry(fields: Mapping[str, Any]) -> bool:
    if isinstance(fields.get("event_data"), Mapping) or isinstance(fields.get("gist_data"), Mapping):
        return True
    attributes = table(fields.get("attributes"))
    return "content" in fields and ("sub_topic" in attributes or {"topic", "sub_topic"} <= fields.keys())


def _is_slot(value: Any) -> bool:
    return {"content", "updated_at"} <= table(value).keys()


def _is_topic(value: Any) -> bool:
    slots = table(value)
    return bool(slots) and all(_is_slot(slot) for slot in slots.values())


def _entry(number: int, entry: Mapping[str, Any]) -> Iterator[Piece]:
    time = moment(entry.get("updated_at")) or moment(entry.get("created_at"))
    if "gist_data" in entry:
        said = text(table(entry["gist_data"]).get("content"))
        yield from _events(number, said, time, {})
    elif "event_data" in entry:
        yield from _event(number, table(entry["event_data"]), time)
    else:
        yield from _slot(number, entry, time)


def _event(number: int, event: Mapping[str, Any], time: datetime | None) -> Iterator[Piece]:
    tags = {text(table(tag).get("tag")): text(table(tag).get("value")) for tag in listed(event.get("event_tags"))}
    yield from _events(number, text(event.get("event_tip")), time, {"tags": tags})
    for change in map(table, listed(event.get("profile_delta"))):
        yield from _slot(number, change, time)


def _events(number: int, said: str, time: datetime | None, metadata: Mapping[str, Any]) -> Iterator[Piece]:
    """What happened, statement by statement. A gist is one statement of an event, and gets the id of that statement."""
    day = time.date().isoformat() if time else ""
    for each in statements(said):
        of = stable("memobase", "event", day, each.text)
        yield from stated(number, "memobase:events", each.whole, id=of, kind=Kind.EVENT, time=time, metadata=metadata)


def _slot(number: int, slot: Mapping[str, Any], time: datetime | None) -> Iterator[Piece]:
    """A slot of the profile. What an event changed in it has the same id as the slot that says the same."""
    attributes = table(slot.get("attributes")) or slot
    topic, name, said = text(attributes.get("topic")), text(attributes.get("sub_topic")), text(slot.get("content"))
    fields = {"topic": topic, "sub_topic": name}
    yield from stated(
        number,
        "memobase:profile",
        field(f"{topic} {name}".strip(), said),
        id=stable("memobase", topic, name, said),
        kind=Kind.FACT,
        time=time,
        metadata=fields,
    )
