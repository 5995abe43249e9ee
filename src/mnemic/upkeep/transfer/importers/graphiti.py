"""Temporal graphs of Graphiti and of Zep: dumps of their models, as one document, as lists, or one model a line.

A fact on an edge is a memory with its times and the names at its ends; the summary of a node is a memory; an episode of
type message, and a message of Zep's thread, is said, and other episodes are said as documents. Whose it is, `group_id`
(Graphiti) or `user_id` and `user_uuid` (Zep) tell. A file is read twice: for the names of nodes and threads, which may
stand after what points at them, and for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from mnemic.domain.transfer import ForeignMemory, ForeignMessage, ForeignPiece, LostPart
from mnemic.upkeep.transfer.importers.json_values import FoundValue, lines_or_members, sniffed_values
from mnemic.upkeep.transfer.importers.transcripts import messages_of_transcript
from mnemic.upkeep.transfer.importers.values import (
    metadata_from_fields,
    moment_from,
    name_or_none,
    stable_id,
    storable_text,
    value_example,
)
from mnemic.upkeep.transfer.importers.wording import fields_in_words, sentence_about

NAME = "graphiti"

_EPISODES = ("message", "text", "json", "fact_triple")
_NAMES_MAX = 1_000_000
"""Names of nodes and threads held while a file is read."""
_LINKS = frozenset({"source_node_uuid", "target_node_uuid"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What other parts of the file point at, by their ids."""

    names: dict[str, str] = field(default_factory=dict)
    threads: dict[str, tuple[str, str | None]] = field(default_factory=dict)  # its own name, and whose it is


def fits(path: Path) -> bool:
    """Whether it holds edges with facts, episodes or nodes of Graphiti, or messages and facts of Zep."""
    return any(_is_ours(_flat(each.value)) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Its facts and summaries as stated, its episodes and messages as said, and what of it is lost.

    Raises:
        InvalidFile: nothing of such a graph can be read there.
    """
    known = _known(path)
    for found in lines_or_members(path, lambda value: _is_ours(_flat(value))):
        if isinstance(found, LostPart):
            yield found
        else:
            yield from _pieces(found, known)


# What is what


def _is_edge(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("fact"), str) and bool({"uuid", *_LINKS, "valid_at", "rating"} & value.keys())


def _is_episode(value: Mapping[str, Any]) -> bool:
    told_source = value.get("source") in _EPISODES and bool({"uuid", "valid_at"} & value.keys())
    return isinstance(value.get("content"), str) and told_source


def _is_message(value: Mapping[str, Any]) -> bool:
    told_role = isinstance(value.get("role"), str) or isinstance(value.get("role_type"), str)
    ours = {"uuid", "thread_uuid", "thread_id", "session_id", "role_type"} & value.keys()
    return isinstance(value.get("content"), str) and told_role and bool(ours)


def _is_node(value: Mapping[str, Any]) -> bool:
    return {"uuid", "name", "summary"} <= value.keys() and not {"content", "fact"} & value.keys()


def _is_thread(value: Mapping[str, Any]) -> bool:
    return bool({"thread_id", "session_id"} & value.keys()) and "content" not in value and "fact" not in value


def _is_ours(value: Mapping[str, Any]) -> bool:
    """Whether no other system writes such a value."""
    if _is_edge(value) or _is_episode(value):
        return True
    if _is_message(value):
        return bool({"thread_uuid", "role_type", "processed"} & value.keys())
    return _is_node(value) and bool({"group_id", "labels", "graph_uuid"} & value.keys())


def _flat(value: Any) -> dict[str, Any]:
    """The fields of a model; of a row of a Neo4j export, its properties. Nothing where it is neither."""
    if not isinstance(value, dict):
        return {}
    if value.get("type") not in ("node", "relationship") or not isinstance(value.get("properties"), dict):
        return value
    ends: dict[str, Any] = {}
    for key, end in (("source", "start"), ("target", "end")):
        properties = value.get(end, {}).get("properties") if isinstance(value.get(end), dict) else None
        if isinstance(properties, dict):
            ends |= {f"{key}_node_uuid": properties.get("uuid"), f"{key}_node_name": properties.get("name")}
    return {"labels": value.get("labels"), **ends, **value["properties"]}


def _known(path: Path) -> _Known:
    known = _Known()
    for found in lines_or_members(path, lambda value: _is_ours(_flat(value))):
        value = _flat(found.value) if isinstance(found, FoundValue) else {}
        if isinstance(found, FoundValue) and found.key in ("thread_id", "session_id"):
            known.threads[""] = (
                storable_text(found.value),
                None,
            )  # the document is one thread, named beside its messages
        uuid = storable_text(value.get("uuid"))
        if not uuid or len(known.names) + len(known.threads) >= _NAMES_MAX:
            continue
        if _is_node(value):
            known.names[uuid] = storable_text(value.get("name"))
        elif _is_thread(value):
            known.threads[uuid] = (storable_text(value.get("thread_id") or value.get("session_id")), _user(value))
    return known


def _pieces(found: FoundValue, known: _Known) -> Iterator[ForeignPiece]:
    number, value = found.number, _flat(found.value)
    if any(isinstance(value.get(key), list) and value[key] for key in ("fact_embedding", "name_embedding")):
        yield LostPart(number=number, what="embedding", reason="texts are embedded anew")
    if _is_edge(value):
        yield from _fact(number, value, known)
    elif _is_episode(value):
        yield from _episode(number, value, known)
    elif _is_message(value):
        yield from _message(number, value, known)
    elif _is_node(value):
        yield from _node(number, value)
    elif value.keys() >= _LINKS:
        reason = "it only ties a fact or a name to where it was said"
        yield LostPart(number=number, what="link", reason=reason, example=value_example(value.get("uuid")))
    elif _is_thread(value):
        yield from _thread(number, value, known)
    elif isinstance(found.value, dict):
        reason = "it is no fact, node, episode or message"
        yield LostPart(number=number, what="unknown entry", reason=reason, example=value_example(found.value))


# Whose, when, where


def _user(value: Mapping[str, Any]) -> str | None:
    for key in ("user_id", "user_uuid", "group_id", "graph_id", "graph_uuid"):
        if (user := name_or_none(value.get(key))) and user != "_":  # the group of those who gave none
            return user
    return None


def _session(value: Mapping[str, Any], known: _Known) -> tuple[str, str | None]:
    """The session of a message or an episode, and whose it is by its thread."""
    given = storable_text(value.get("thread_uuid") or value.get("thread_id") or value.get("session_id"))
    thread, owner = known.threads.get(given, (given, None))
    return name_or_none(thread) or NAME, _user(value) or owner


def _time(value: Mapping[str, Any], *keys: str) -> datetime | None:
    return next((at for key in keys if (at := moment_from(value.get(key)))), None)


# Pieces


def _fact(number: int, value: Mapping[str, Any], known: _Known) -> Iterator[ForeignPiece]:
    said = storable_text(value["fact"])
    if not said:
        yield LostPart(
            number=number, what="empty fact", reason="it has no text", example=value_example(value.get("uuid"))
        )
        return
    begins, ends = moment_from(value.get("valid_at")), _time(value, "invalid_at", "expired_at")
    if begins and ends and ends < begins:
        reason = f"it would end before it begins ({begins.isoformat()}), so only the end is kept"
        yield LostPart(number=number, what="time", reason=reason, example=value_example(said))
        begins = None
    metadata, losses = metadata_from_fields(
        number,
        {
            "uuid": value.get("uuid"),
            "relation": value.get("name"),
            "expired_at": value.get("expired_at"),
            "episodes": value.get("episodes") or value.get("episode_uuids"),
            "attributes": value.get("attributes"),
        },
    )
    yield from losses
    yield ForeignMemory(
        number=number,
        user=_user(value),
        session=_session(value, known)[0],
        id=_id(value, said),
        text=said,
        said_at=_time(value, "reference_time", "created_at"),
        valid_from=begins,
        valid_to=ends,
        entities=_ends(value, known),
        metadata=metadata,
    )


def _ends(value: Mapping[str, Any], known: _Known) -> tuple[str, ...]:
    """The names at both ends of an edge."""
    ends = []
    for end in ("source", "target"):
        by_id = known.names.get(storable_text(value.get(f"{end}_node_uuid")), "")
        ends.append(storable_text(value.get(f"{end}_node_name")) or by_id)
    return tuple(dict.fromkeys(end for end in ends if end))


def _node(number: int, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    subject, summary = storable_text(value["name"]), storable_text(value.get("summary"))
    labels = value.get("labels")
    if isinstance(labels, list) and {"Community", "Saga"} & {storable_text(label) for label in labels}:
        reason = "a summary of summaries; what it rests on is imported"
        yield LostPart(number=number, what="group summary", reason=reason, example=value_example(subject))
        return
    attributes = value.get("attributes")
    said = summary or (fields_in_words(attributes) if isinstance(attributes, dict) else "")
    if not said:
        reason = "nothing is said of it but its name; facts about it carry the name"
        yield LostPart(number=number, what="entity alone", reason=reason, example=value_example(subject))
        return
    metadata, losses = metadata_from_fields(
        number, {"uuid": value.get("uuid"), "labels": labels, "attributes": attributes}
    )
    yield from losses
    yield ForeignMemory(
        number=number,
        user=_user(value),
        session=NAME,
        id=_id(value, subject),
        text=sentence_about(subject, said),
        said_at=moment_from(value.get("created_at")),
        entities=(subject,) if subject else (),
        metadata=metadata,
    )


def _episode(number: int, value: Mapping[str, Any], known: _Known) -> Iterator[ForeignPiece]:
    if value["source"] == "message" and "role" not in value:
        for place, speech in enumerate(messages_of_transcript(storable_text(value["content"]))):
            yield from _said(number, value, known, {**speech, "id": stable_id(_id(value, ""), place)})
    else:
        role = storable_text(value.get("role")) if value["source"] == "message" else "document"
        spoken = {
            "role": role,
            "content": storable_text(value["content"]),
            "name": storable_text(value.get("role_name")),
        }
        yield from _said(number, value, known, {**spoken, "id": _id(value, spoken["content"])})


def _message(number: int, value: Mapping[str, Any], known: _Known) -> Iterator[ForeignPiece]:
    role = storable_text(value.get("role_type")) or storable_text(value.get("role"))
    called = value.get("name") or (value.get("role") if "role_type" in value else None)
    said = storable_text(value["content"])
    yield from _said(
        number, value, known, {"role": role, "content": said, "name": storable_text(called), "id": _id(value, said)}
    )


_ROLES = frozenset({"user", "assistant", "system", "tool", "function", "document"})


def _said(number: int, value: Mapping[str, Any], known: _Known, message: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    if not message["content"]:
        yield LostPart(number=number, what="empty message", reason="it has no text")
        return
    session, user = _session(value, known)
    own = value.get("metadata") or value.get("episode_metadata")
    described = {"source_description": value.get("source_description"), **(own if isinstance(own, dict) else {})}
    metadata, losses = metadata_from_fields(number, described)
    yield from losses
    at = _time(value, "valid_at", "reference_time", "created_at")
    role = message["role"].casefold()
    parts = {
        **message,
        "role": role if role in _ROLES else "user",
        "time": at.isoformat() if at else None,
        "metadata": metadata,
    }
    kept_parts = {key: part for key, part in parts.items() if part}
    yield ForeignMessage(number=number, user=user, session=session, message=kept_parts)


def _thread(number: int, value: Mapping[str, Any], known: _Known) -> Iterator[ForeignPiece]:
    """A thread with its messages inside; a thread alone is nothing lost, as its messages carry its name."""
    inside = value.get("messages")
    own = {key: value[key] for key in ("thread_id", "session_id", "user_id", "user_uuid") if value.get(key)}
    for message in inside if isinstance(inside, list) else ():
        if isinstance(message, dict) and _is_message({**own, **message}):
            yield from _message(number, {**own, **message}, known)
        else:
            yield LostPart(
                number=number, what="unknown entry", reason="it is no message", example=value_example(message)
            )


def _id(value: Mapping[str, Any], otherwise: str) -> str:
    uuid = storable_text(value.get("uuid"))
    return stable_id(NAME, uuid) if uuid else stable_id(NAME, _user(value), value.get("created_at"), otherwise)
