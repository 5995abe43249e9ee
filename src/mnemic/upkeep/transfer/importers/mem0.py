"""What mem0 remembers: the library's own store (a folder of its vector database Qdrant), and dumps of its memories.

A folder is read through SQLite, and the points in it without unpickling them (`pickled`). Its history and the last
messages it keeps for its own model are counted as losses: the memories are what it made of them. A dump is what
`Memory.get_all()`, the server or the platform give: `{"results": [...]}`, a list, or one memory a line.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from mnemic.domain.transfer import ForeignMemory, ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.json_values import FoundValue, lines_or_members, sniffed_values
from mnemic.upkeep.transfer.importers.pickled import UnmadeObject, plain_values
from mnemic.upkeep.transfer.importers.tables import sqlite_rows, sqlite_tables
from mnemic.upkeep.transfer.importers.values import (
    metadata_from_fields,
    moment_from,
    name_or_none,
    stable_id,
    storable_text,
    value_example,
)

NAME = "mem0"

_POINTS = frozenset({"id", "point"})
_HISTORY = frozenset({"memory_id", "old_memory", "new_memory", "event"})
_MESSAGES = frozenset({"session_scope", "role", "content"})
_KEYS = ("", "results", "memories")
_SUFFIXES = (".sqlite", ".db")
_LEVELS = 4  # store/qdrant/collection/mem0/storage.sqlite stands on the fourth
_ENTRIES_MAX = 5_000
"""Files and folders looked at to find a store in a folder, so that a wrong folder is known soon."""
_LATEST_ONLY = "only the latest wording is imported"
_OWN = frozenset(
    "id memory data hash user_id agent_id run_id app_id created_at updated_at expiration_date text_lemmatized metadata "
    "score score_details embedding vector".split()
)
"""Fields that have a place of their own, or no use outside of mem0."""


def fits(path: Path) -> bool:
    """Whether it is a folder with a Qdrant store of mem0, one of the store's files, or a dump of memories."""
    if path.is_dir() or sqlite_tables(path):
        return any(_holds_memories(store) for store in _stores(path))
    return any(each.key in _KEYS and _is_memory(each.value) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Its memories, each as stated, and what of it is lost.

    Raises:
        InvalidFile: nothing of mem0 can be read there.
    """
    if path.is_dir() or sqlite_tables(path):
        yield from _folder(path)
    else:
        yield from _dump(path)


# A dump


def _is_memory(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("memory"), str) and bool({"id", "hash"} & value.keys())


def _dump(path: Path) -> Iterator[ForeignPiece]:
    for found in lines_or_members(path, _is_memory):
        if isinstance(found, LostPart):
            yield found
        elif found.key == "relations":
            reason = "the memories it was made from say it"
            yield LostPart(
                number=found.number, what="graph relation", reason=reason, example=value_example(found.value)
            )
        elif found.key in _KEYS and not _is_memory(found.value):
            reason = "a memory has an id and a text under the key memory"
            yield LostPart(number=found.number, what="not a memory", reason=reason, example=value_example(found.value))
        elif found.key in _KEYS:
            yield from _memory(found.number, found.value["memory"], found.value)


def _memory(number: int, wording: Any, fields: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    said = storable_text(wording)
    if not said:
        yield LostPart(
            number=number, what="empty memory", reason="it has no text", example=value_example(fields.get("id"))
        )
        return
    created, updated = moment_from(fields.get("created_at")), moment_from(fields.get("updated_at"))
    own = fields.get("metadata")
    others = {key: value for key, value in fields.items() if key not in _OWN}
    metadata, losses = metadata_from_fields(
        number,
        {
            "mem0_id": fields.get("id"),
            "app_id": fields.get("app_id"),
            "created_at": created if created != updated else None,
            **others,
            **(own if isinstance(own, dict) else {}),
        },
    )
    yield from losses
    if any(isinstance(fields.get(key), list) for key in ("embedding", "vector")):
        yield _embedding(number)
    identity = storable_text(fields.get("id"))
    yield ForeignMemory(
        number=number,
        user=name_or_none(fields.get("user_id")),
        agent=name_or_none(fields.get("agent_id")),
        session=name_or_none(fields.get("run_id")) or NAME,
        id=stable_id(NAME, identity) if identity else stable_id(NAME, fields.get("user_id"), said),
        text=said,
        said_at=updated or created,
        valid_to=_end(fields.get("expiration_date")),
        metadata=metadata,
    )


def _end(expires: Any) -> datetime | None:
    """Where validity ends: a memory that expires on a day still counts on that day."""
    end = moment_from(expires)
    day_alone = isinstance(expires, str) and len(expires.strip()) <= len("2026-03-02")
    return end + timedelta(days=1) if end and day_alone else end


# The library's store


def _stores(path: Path) -> list[Path]:
    """The SQLite files of a folder, Qdrant's collections and mem0's history among them; or the one file."""
    if path.is_file():
        return [path]
    found: list[Path] = []
    looked_at = 0
    level = [path]
    for _ in range(_LEVELS):
        entries = [entry for folder in level for entry in _entries(folder, _ENTRIES_MAX - looked_at)]
        looked_at += len(entries)
        found += [entry for entry in entries if entry.suffix in _SUFFIXES and entry.is_file()]
        level = [entry for entry in entries if entry.is_dir()] if looked_at < _ENTRIES_MAX else []
    return found


def _entries(folder: Path, most: int) -> list[Path]:
    try:
        return sorted(islice(folder.iterdir(), max(0, most)))
    except OSError:
        return []


def _holds_memories(store: Path) -> bool:
    if not sqlite_tables(store).get("points", frozenset()) >= _POINTS:
        return False
    return any(_about_mem0(payload) for payload in _first_payloads(store))


def _about_mem0(payload: Mapping[str, Any]) -> bool:
    return isinstance(payload.get("data"), str) and "hash" in payload


def _first_payloads(store: Path) -> Iterator[Mapping[str, Any]]:
    for number, found in enumerate(sqlite_rows(store, "points", ("point",))):
        if number == 3:
            return
        if isinstance(found, FoundValue):
            point = _point(found)
            if not isinstance(point, LostPart):
                yield point


def _folder(path: Path) -> Iterator[ForeignPiece]:
    stores = [(store, sqlite_tables(store)) for store in _stores(path)]
    holding = [store for store, known in stores if known.get("points", frozenset()) >= _POINTS]
    if not holding:
        raise InvalidFile(f"{path} holds no store of mem0: name the folder that its Qdrant folder is in.")
    number = 0
    for store in holding:
        latest = _latest(store)
        for found in sqlite_rows(store, "points", ("id", "point")):
            number += 1
            yield from _stored(number, found, latest)
    for store, known in stores:
        for lost in _left_behind(store, known):
            number += 1
            yield replace(lost, number=number)


def _latest(store: Path) -> dict[str, int]:
    """Where the latest copy of each point stands: old clients wrote one more where the key came out otherwise."""
    keys = (found for found in sqlite_rows(store, "points", ("id",)) if isinstance(found, FoundValue))
    return {_key(found.value["id"]): found.number for found in keys}


def _key(key: Any) -> str:
    """The id that a key stands for: Qdrant's keys are ids, pickled, in Base64."""
    try:
        identity = str(plain_values(b64decode(key, validate=True)))
        return str(UUID(identity))
    except (ValueError, TypeError):
        return str(key)


def _stored(number: int, found: FoundValue | LostPart, latest: Mapping[str, int]) -> Iterator[ForeignPiece]:
    if isinstance(found, LostPart):
        yield replace(found, number=number)
        return
    payload = _point(found)
    if isinstance(payload, LostPart):
        yield replace(payload, number=number)
    elif latest.get(_key(found.value["id"]), found.number) != found.number:
        yield LostPart(
            number=number, what="earlier wording", reason=_LATEST_ONLY, example=value_example(payload.get("id"))
        )
    elif "linked_memory_ids" in payload:
        reason = "names are found anew in the memories"
        yield LostPart(number=number, what="entity", reason=reason, example=value_example(payload.get("data")))
    else:
        yield _embedding(number)
        yield from _memory(number, payload.get("data"), payload)


def _point(found: FoundValue) -> dict[str, Any] | LostPart:
    """The payload of a point of Qdrant, with its id."""
    blob = found.value["point"]
    try:
        point = plain_values(blob if isinstance(blob, bytes) else b"")
    except ValueError as error:
        return LostPart(number=found.number, what="unreadable point", reason=str(error))
    state = point.state if isinstance(point, UnmadeObject) else None
    fields = state.get("__dict__") if isinstance(state, dict) else None
    payload = fields.get("payload") if isinstance(fields, dict) else None
    if not isinstance(payload, dict) or not isinstance(fields, dict):
        return LostPart(number=found.number, what="unreadable point", reason="it is no point of Qdrant with a payload")
    return {str(key): value for key, value in payload.items()} | {"id": fields.get("id")}


def _left_behind(store: Path, known: Mapping[str, frozenset[str]]) -> Iterator[LostPart]:
    if known.get("history", frozenset()) >= _HISTORY:
        for found in sqlite_rows(store, "history", ("memory_id", "event")):
            if isinstance(found, LostPart):
                yield found
            elif lost := _past(found):
                yield lost
    if known.get("messages", frozenset()) >= _MESSAGES:
        for found in sqlite_rows(store, "messages", ("id",)):
            reason = "mem0 keeps the last messages for its own model; what it made of them is in the memories"
            yield (
                found
                if isinstance(found, LostPart)
                else LostPart(number=found.number, what="recent message", reason=reason)
            )


def _past(found: FoundValue) -> LostPart | None:
    """A line of the history: the first wording of a memory is nothing lost. No text of a deleted memory is shown."""
    event = storable_text(found.value["event"]).upper()
    if event == "ADD":
        return None
    deleted = event == "DELETE"
    return LostPart(
        number=found.number,
        what="deleted memory" if deleted else "earlier wording",
        reason="it was deleted in mem0" if deleted else _LATEST_ONLY,
        example=value_example(found.value["memory_id"]),
    )


def _embedding(number: int) -> LostPart:
    return LostPart(number=number, what="embedding", reason="texts are embedded anew")
