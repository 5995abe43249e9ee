"""Memobase: profiles, events and gists of events as its API and its client give them, in JSON or JSON lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.transfer import ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.json_values import FoundValue, json_lines, json_members, sniffed_values
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_memory_pieces, lost_part
from mnemic.upkeep.transfer.importers.notes import statements_of_note
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text
from mnemic.upkeep.transfer.importers.wording import field_in_words

NAME = "memobase"

_HOLDERS = ("data", "profiles", "events", "gists", "profile")
DEPTH_MAX = 3


def fits(path: Path) -> bool:
    """Whether it is such a file. Never raises."""
    return any(_entries(each.value, each.key) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Every slot of a profile as a fact, and every event as one.

    Raises:
        InvalidFile: it holds neither profiles nor events of Memobase.
    """
    if not fits(path):
        raise InvalidFile(f"{path} holds neither profiles nor events of Memobase.")
    for each in _values(path):
        if isinstance(each, LostPart):
            yield each
            continue
        entries = _entries(each.value, each.key)
        for entry in entries:
            yield from _entry(each.number, entry)
        if not entries and not each.key:
            yield lost_part(each.number, "not a memory", "it is neither profile, event nor gist", str(each.value))


def _values(path: Path) -> Iterator[FoundValue | LostPart]:
    first = next(json_lines(path), None)
    by_line = isinstance(first, FoundValue) and any(_is_entry(entry) for entry in _entries(first.value))
    return json_lines(path) if by_line else json_members(path)


def _entries(value: Any, key: str = "", depth: int = 0) -> list[Mapping[str, Any]]:
    """The profiles, events and gists a value is, or holds; a topic with its slots, as the client gives it, too."""
    fields = as_object(value)
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
    attributes = as_object(fields.get("attributes"))
    return "content" in fields and ("sub_topic" in attributes or {"topic", "sub_topic"} <= fields.keys())


def _is_slot(value: Any) -> bool:
    return {"content", "updated_at"} <= as_object(value).keys()


def _is_topic(value: Any) -> bool:
    slots = as_object(value)
    return bool(slots) and all(_is_slot(slot) for slot in slots.values())


def _entry(number: int, entry: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    time = moment_from(entry.get("updated_at")) or moment_from(entry.get("created_at"))
    if "gist_data" in entry:
        said = storable_text(as_object(entry["gist_data"]).get("content"))
        yield from _events(number, said, time, {})
    elif "event_data" in entry:
        yield from _event(number, as_object(entry["event_data"]), time)
    else:
        yield from _slot(number, entry, time)


def _event(number: int, event: Mapping[str, Any], time: datetime | None) -> Iterator[ForeignPiece]:
    tags = {
        storable_text(as_object(tag).get("tag")): storable_text(as_object(tag).get("value"))
        for tag in as_list(event.get("event_tags"))
    }
    yield from _events(number, storable_text(event.get("event_tip")), time, {"tags": tags})
    for change in map(as_object, as_list(event.get("profile_delta"))):
        yield from _slot(number, change, time)


def _events(number: int, said: str, time: datetime | None, metadata: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    """What happened, statement by statement. A gist is one statement of an event, and gets the id of that statement."""
    day = time.date().isoformat() if time else ""
    for each in statements_of_note(said):
        of = stable_id("memobase", "event", day, each.text)
        yield from foreign_memory_pieces(
            number, "memobase:events", each.whole, id=of, kind=Kind.EVENT, time=time, metadata=metadata
        )


def _slot(number: int, slot: Mapping[str, Any], time: datetime | None) -> Iterator[ForeignPiece]:
    """A slot of the profile. What an event changed in it has the same id as the slot that says the same."""
    attributes = as_object(slot.get("attributes")) or slot
    topic, name, said = (
        storable_text(attributes.get("topic")),
        storable_text(attributes.get("sub_topic")),
        storable_text(slot.get("content")),
    )
    fields = {"topic": topic, "sub_topic": name}
    yield from foreign_memory_pieces(
        number,
        "memobase:profile",
        field_in_words(f"{topic} {name}".strip(), said),
        id=stable_id("memobase", topic, name, said),
        kind=Kind.FACT,
        time=time,
        metadata=fields,
    )
