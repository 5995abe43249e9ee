"""What a LangGraph store holds, and LangMem in it: the SQLite store, and dumps of its items as JSON.

A memory of LangMem is one text, and so is any item with a text under one of the usual keys. Of an item with fields, a
profile gives one memory a field (each changes on its own), and any other (a triple, an episode) one memory in all.
Whose an item is, its namespace says by convention: `("memories", user)`, `(user, "memories")`, `("users", user, ...)`.
Where more than one label might be the user, one that is the user elsewhere in the file is taken, else all together, so
that no two users become one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from mnemic.domain.transfer import ForeignMemory, ForeignPiece, LostPart
from mnemic.upkeep.transfer.importers.json_values import FoundValue, lines_or_members, sniffed_values
from mnemic.upkeep.transfer.importers.tables import sqlite_rows, sqlite_tables
from mnemic.upkeep.transfer.importers.values import (
    metadata_from_fields,
    moment_from,
    name_or_none,
    shortened_example,
    stable_id,
    storable_text,
    value_example,
)
from mnemic.upkeep.transfer.importers.wording import (
    field_in_words,
    fields_in_words,
    relation_sentence,
    words_of_identifier,
)

NAME = "langgraph"

_COLUMNS = ("prefix", "key", "value", "created_at", "updated_at")
_KEYS = ("", "items")
_TEXT_KEYS = ("content", "text", "memory", "data", "fact", "note", "statement", "summary")
_TRIPLE = ("subject", "predicate", "object")
_COMMON = frozenset(
    "memories memory users user profiles profile store semantic episodic procedural facts preferences triples episodes "
    "notes instructions collection default langmem knowledge long_term long-term 记忆 用户 画像 档案".split()
)
"""Labels of a namespace that name no user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    number: int
    namespace: tuple[str, ...]
    key: str
    value: Mapping[str, Any]
    created: datetime | None
    updated: datetime | None
    ends: datetime | None = None


def fits(path: Path) -> bool:
    """Whether it is a SQLite store of LangGraph, or a dump of a store's items."""
    if known := sqlite_tables(path):
        return known.get("store", frozenset()) >= set(_COLUMNS)
    return any(each.key in _KEYS and _is_item(each.value) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Its items as stated, and what of them is lost.

    Raises:
        InvalidFile: nothing of a LangGraph store can be read there.
    """
    users = {user for each in _items(path) if isinstance(each, _Item) and (user := _only(each.namespace))}
    for item in _items(path):
        if isinstance(item, LostPart):
            yield item
        else:
            yield from _stated(item, _user(item.namespace, users))
    if "store_vectors" in sqlite_tables(path):
        for found in sqlite_rows(path, "store_vectors", ("key",)):
            yield LostPart(number=found.number, what="embedding", reason="texts are embedded anew")


# Items


def _is_item(value: Any) -> bool:
    return isinstance(value, dict) and {"namespace", "key", "value"} <= value.keys()


def _items(path: Path) -> Iterator[_Item | LostPart]:
    known = sqlite_tables(path)
    if known:
        columns = [*_COLUMNS, *({"expires_at"} & known.get("store", frozenset()))]
        for found in sqlite_rows(path, "store", columns):
            yield found if isinstance(found, LostPart) else _row(found)
        return
    for found in lines_or_members(path, _is_item):
        if isinstance(found, LostPart):
            yield found
        elif found.key in _KEYS:
            yield _dumped(found)


def _row(found: FoundValue) -> _Item | LostPart:
    row = found.value
    value = row["value"]
    try:
        read = json.loads(value) if isinstance(value, str | bytes) else None
    except (ValueError, RecursionError) as error:
        return LostPart(
            number=found.number,
            what="not JSON",
            reason=shortened_example(str(error)),
            example=value_example(row["key"]),
        )
    return _item(found.number, {**row, "namespace": storable_text(row["prefix"]).split("."), "value": read})


def _dumped(found: FoundValue) -> _Item | LostPart:
    if _is_item(found.value):
        return _item(found.number, found.value)
    reason = "an item has a namespace, a key and a value"
    return LostPart(number=found.number, what="not an item", reason=reason, example=value_example(found.value))


def _item(number: int, given: Mapping[str, Any]) -> _Item | LostPart:
    value, namespace = given["value"], given["namespace"]
    if not isinstance(value, dict):
        return LostPart(
            number=number, what="not an item", reason="its value is no object", example=value_example(value)
        )
    labels = namespace.split(".") if isinstance(namespace, str) else namespace if isinstance(namespace, list) else []
    return _Item(
        number=number,
        namespace=tuple(storable_text(label) for label in labels),
        key=storable_text(given["key"]),
        value=value,
        created=moment_from(given.get("created_at")),
        updated=moment_from(given.get("updated_at")),
        ends=moment_from(given.get("expires_at")),
    )


# Whose


def _named(namespace: Sequence[str]) -> list[str]:
    """The labels that may be a user; the one alone that stands after "user" or "users"."""
    for label, following in pairwise(namespace):
        if label.casefold() in ("user", "users", "用户"):
            return [following]
    return [label for label in namespace if label and label.casefold() not in _COMMON]


def _only(namespace: Sequence[str]) -> str | None:
    labels = _named(namespace)
    return labels[0] if len(labels) == 1 else None


def _user(namespace: Sequence[str], users: set[str]) -> str | None:
    labels = _named(namespace)
    known = [label for label in labels if label in users]
    return name_or_none(known[0] if len(known) == 1 else "/".join(labels))


# What it says


def _stated(item: _Item, user: str | None) -> Iterator[ForeignPiece]:
    kind = storable_text(item.value.get("kind")) if "content" in item.value else ""
    content = item.value["content"] if kind else item.value
    if not kind and set(item.value) == {"content"} and isinstance(item.value["content"], dict):
        content = item.value["content"]
    if isinstance(content, str):
        content = {"content": content}
    told = _told(item, kind, content) if isinstance(content, dict) else []
    if not told:
        reason = "it holds no text"
        yield LostPart(
            number=item.number, what="empty item", reason=reason, example=value_example("/".join(item.namespace))
        )
    for part, said, others in told:
        metadata, losses = metadata_from_fields(
            item.number,
            {
                "namespace": list(item.namespace),
                "key": item.key,
                "kind": kind,
                "field": part,
                "created_at": item.created if item.created != item.updated else None,
                **others,
            },
        )
        yield from losses
        yield ForeignMemory(
            number=item.number,
            user=user,
            session=NAME,
            id=stable_id(NAME, *item.namespace, item.key, part),
            text=said,
            said_at=item.updated or item.created,
            valid_to=item.ends,
            entities=_entities(content),
            metadata=metadata,
        )


def _told(item: _Item, kind: str, content: Mapping[str, Any]) -> list[tuple[str, str, Mapping[str, Any]]]:
    """What the content says: which part of it (where one of several), in which words, and what else stands there."""
    if _is_profile(item, kind):
        about = f"{words_of_identifier(kind)}, " if kind else ""
        return [(key, f"{about}{said}", {}) for key, value in content.items() if (said := _field(key, value))]
    for key in _TEXT_KEYS:
        if said := storable_text(content.get(key)):
            return [("", said, {other: value for other, value in content.items() if other != key})]
    if _is_triple(content):
        subject, relation, other = (storable_text(content[key]) for key in _TRIPLE)
        return [
            ("", relation_sentence(subject, relation, other), {k: v for k, v in content.items() if k not in _TRIPLE})
        ]
    said = fields_in_words(content)
    return [("", said, {})] if said else []


def _is_profile(item: _Item, kind: str) -> bool:
    """Whether its fields are statements of their own. LangMem keeps a profile under the key "default"."""
    labels = (kind, item.key, *item.namespace)
    named = any(word in label.casefold() for label in labels for word in ("profile", "画像", "档案"))
    return named or item.key == "default"


def _field(key: str, value: Any) -> str:
    return storable_text(value) if key in _TEXT_KEYS and isinstance(value, str) else field_in_words(key, value)


def _is_triple(content: Mapping[str, Any]) -> bool:
    return all(storable_text(content.get(key)) for key in _TRIPLE)


def _entities(content: Any) -> tuple[str, ...]:
    if not isinstance(content, dict) or not _is_triple(content):
        return ()
    return storable_text(content["subject"]), storable_text(content["object"])
