"""Records to rows and back. What comes out equals what went in, times to the microsecond."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from mnemic.domain.cached import cached
from mnemic.domain.changes import Action, History, Link, Relation
from mnemic.domain.index_entry import Batch, IndexedMemory, IndexEntry
from mnemic.domain.record import (
    NOTHING,
    Json,
    Kind,
    Memory,
    Origin,
    Sensitivity,
    Slot,
    Source,
    Status,
    Tier,
    Turn,
    TurnState,
)
from mnemic.domain.validity import utc
from mnemic.errors import InvalidMessage, InvalidMetadata
from mnemic.stores.sql.moments import microseconds, moment_from_microseconds

RowValues = dict[str, Any]
"""The columns of one row by name, without those that say whose it is."""

MEMORY_FIELDS = tuple(field.name for field in fields(Memory) if field.name not in ("tenant", "user"))
TURN_FIELDS = tuple(field.name for field in fields(Turn))
MOMENTS = ("said_at", "valid_from", "valid_to", "recorded_at", "superseded_at", "updated_at", "last_accessed_at")

_KINDS = {kind.value: kind for kind in Kind}
_TIERS = {tier.value: tier for tier in Tier}
_STATUSES = {status.value: status for status in Status}
_ORIGINS = {origin.value: origin for origin in Origin}
_STAND = (Status.ACTIVE.value, Status.DORMANT.value)  # as in domain/validity
_SENSITIVITIES = {sensitivity.value: sensitivity for sensitivity in Sensitivity}


def json_text(value: object) -> str:
    """Compact JSON, or "" for what is empty, so that reading can skip the parsing."""
    if not value:
        return ""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise InvalidMetadata(f"It cannot be written as JSON: {error}.") from error
    return checked_storable(text)


_decode = json.JSONDecoder().raw_decode  # what json.loads calls after checks that text of our own needs not


def _parsed(text: str) -> Any:
    return _decode(text)[0]


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} is no JSON value")


def checked_storable(text: str) -> str:
    """The text itself.

    Raises:
        InvalidMessage: it holds half of a surrogate pair, which is no character and has no UTF-8 form.
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidMessage(
                f"The text holds half of a surrogate pair (U+{ord(text[error.start]):04X} at {error.start}): remove it."
            ) from error
    return text


def _strings(text: str) -> tuple[str, ...]:
    return tuple(_parsed(text)) if text else ()


def json_value(text: str) -> Mapping[str, Json]:
    """What `json_text` wrote."""
    return MappingProxyType(_parsed(text)) if text else NOTHING


def _slot(parts: Sequence[Any] | None) -> Slot | None:
    if not parts:
        return None
    subject, attribute, value, polarity, single = parts
    return Slot(subject=subject, attribute=attribute, value=value, polarity=polarity, single=single)


def _sources(pairs: Sequence[Sequence[str]]) -> tuple[Source, ...]:
    return tuple([Source(session=session, turn=turn) for session, turn in pairs])


def _slot_parts(slot: Slot | None) -> list[Any]:
    return [slot.subject, slot.attribute, slot.value, slot.polarity, slot.single] if slot else []


def _nested(memory: Memory) -> RowValues:
    return {
        "slot": _slot_parts(memory.slot),
        "entities": memory.entities,
        "relevance_reasons": memory.relevance_reasons,
        "sources": [(source.session, source.turn) for source in memory.sources],
        "metadata": memory.metadata,
    }


def memory_values(memory: Memory) -> RowValues:
    """The row of a memory.

    Raises:
        InvalidMessage: its text cannot be stored.
        InvalidMetadata: its metadata is not JSON.
    """
    values = {name: getattr(memory, name) for name in MEMORY_FIELDS}
    values.update((name, json_text(value)) for name, value in _nested(memory).items())
    values.update((name, _utc(values[name], name)) for name in MOMENTS)
    values.update((name, values[name].value) for name in ("kind", "tier", "status", "sensitivity", "origin"))
    checked_storable(memory.text)
    return values


def memory_from_row(row: Sequence[Any], tenant: str, user: str) -> Memory:
    """The memory of a row whose columns stand in the order of `MEMORY_FIELDS`, moments in microseconds."""
    (
        id,
        agent,
        task,
        session,
        kind,
        tier,
        status,
        text,
        summary,
        language,
        slot,
        entities,
        confidence,
        importance,
        control_relevance,
        relevance_reasons,
        sensitivity,
        origin,
        trust,
        speaker,
        said_at,
        valid_from,
        valid_to,
        recorded_at,
        superseded_at,
        superseded_by,
        updated_at,
        last_accessed_at,
        access_count,
        mention_count,
        useful,
        useless,
        sources,
        position,
        quote,
        fingerprint,
        purpose,
        retention,
        metadata,
        version,
    ) = row
    return Memory(
        id=id,
        tenant=tenant,
        user=user,
        agent=agent,
        task=task,
        session=session,
        kind=_KINDS[kind],
        tier=_TIERS[tier],
        status=_STATUSES[status],
        text=text,
        summary=summary,
        language=language,
        slot=_slot(_parsed(slot)) if slot else None,
        entities=_strings(entities),
        confidence=confidence,
        importance=importance,
        control_relevance=control_relevance,
        relevance_reasons=_strings(relevance_reasons),
        sensitivity=_SENSITIVITIES[sensitivity],
        origin=_ORIGINS[origin],
        trust=trust,
        speaker=speaker,
        said_at=moment_or_none(said_at),
        valid_from=moment_or_none(valid_from),
        valid_to=moment_or_none(valid_to),
        recorded_at=moment_or_none(recorded_at),
        superseded_at=moment_or_none(superseded_at),
        superseded_by=superseded_by,
        updated_at=moment_or_none(updated_at),
        last_accessed_at=moment_or_none(last_accessed_at),
        access_count=access_count,
        mention_count=mention_count,
        useful=useful,
        useless=useless,
        sources=_sources(_parsed(sources)) if sources else (),
        position=position,
        quote=quote,
        fingerprint=fingerprint,
        purpose=purpose,
        retention=retention,
        metadata=json_value(metadata),
        version=version,
    )


def memory_json(memory: Memory) -> str:
    """A memory as JSON with every field written out, so that later defaults cannot change the past."""
    document = {name: getattr(memory, name) for name in ("tenant", "user", *MEMORY_FIELDS)}
    document.update(_nested(memory))
    document.update((name, _microseconds(document[name])) for name in MOMENTS)
    return json_text(document)


def memory_from_json(text: str) -> Memory:
    """The memory that `memory_json` wrote."""
    document = json.loads(text)
    document.update((name, moment_or_none(document[name])) for name in MOMENTS)
    return Memory(
        **document
        | {
            "kind": _KINDS[document["kind"]],
            "tier": _TIERS[document["tier"]],
            "status": _STATUSES[document["status"]],
            "sensitivity": _SENSITIVITIES[document["sensitivity"]],
            "origin": _ORIGINS[document["origin"]],
            "slot": _slot(document["slot"]),
            "sources": _sources(document["sources"]),
            "entities": tuple(document["entities"]),
            "relevance_reasons": tuple(document["relevance_reasons"]),
            "metadata": MappingProxyType(document["metadata"]) if document["metadata"] else NOTHING,
        }
    )


def _utc(value: datetime | None, name: str) -> datetime | None:
    return None if value is None else utc(value, name)


def _microseconds(value: datetime | None) -> int | None:
    return None if value is None else microseconds(value)


@cached(maxsize=8_192)  # a memory is said, recorded and updated at moments it shares with others
def moment_or_none(value: Any) -> Any:
    """The time that many microseconds after 1970 UTC; None where there is none."""
    return None if value is None else moment_from_microseconds(value)


def turn_values(turn: Turn) -> RowValues:
    """The row of a turn.

    Raises:
        InvalidMessage: its text cannot be stored.
        InvalidMetadata: its metadata or tool calls are not JSON.
    """
    values = {name: getattr(turn, name) for name in TURN_FIELDS}
    values.update((name, json_text(values[name])) for name in ("tool_calls", "metadata", "redacted"))
    values.update((name, utc(values[name], name)) for name in ("said_at", "recorded_at"))
    values["state"] = turn.state.value
    checked_storable(turn.text)
    return values


def turn_from_row(row: Sequence[Any]) -> Turn:
    """The turn of a row whose columns stand in the order of `TURN_FIELDS`."""
    values = dict(zip(TURN_FIELDS, row, strict=True))
    values["tool_calls"] = tuple(json.loads(values["tool_calls"])) if values["tool_calls"] else ()
    values["metadata"] = json_value(values["metadata"])
    values["redacted"] = _strings(values["redacted"])
    values["state"] = TurnState(values["state"])
    return Turn(**values)


def entry_values(entry: IndexEntry) -> RowValues:
    """The row of an index entry."""
    return {
        "terms": _terms_text(entry.terms),
        "vector": entry.vector,
        "fingerprint": entry.fingerprint,
        "constants": entry.constants,
    }


def entry_from_row(row: Sequence[Any]) -> IndexEntry:
    """The index entry of a row: terms, vector, fingerprint, constants."""
    terms, vector, fingerprint, constants = row
    return IndexEntry(terms=_terms(terms), vector=vector, fingerprint=fingerprint, constants=constants)


def _terms_text(terms: Mapping[str, int]) -> str:
    """Terms that occur once, a line each, and after a tab the others as JSON: read in half the time of JSON alone,
    which is what terms get that hold such signs themselves."""
    once = "\n".join([term for term, count in terms.items() if count == 1])
    signs = once.count("\n") + once.count("\t") + once.startswith("{")
    more = {term: count for term, count in terms.items() if count != 1}
    if not once or "" in terms or signs != len(terms) - len(more) - 1:
        return json_text(terms)
    return checked_storable(once) + ("\t" + json_text(more) if more else "")


def _terms(text: str) -> Mapping[str, int]:
    if not text or text.startswith("{"):
        terms: dict[str, int] = _parsed(text) if text else {}
        return terms
    once, _, more = text.partition("\t")
    terms = dict.fromkeys(once.split("\n"), 1)
    return terms | _parsed(more) if more else terms


LISTED_FIELDS = (
    *("id", "kind", "tier", "status", "superseded_at", "origin"),
    *("session", "speaker", "said_at", "position", "sources", "slot", "text", "quote"),
    "recorded_at",
)
"""What a search must know of a memory before any question."""


def batch_from_rows(found: Sequence[Sequence[Any]], fields: Sequence[str], tenant: str, user: str) -> Batch:
    """The columns, in order of recording, of rows with these fields, moments in microseconds, followed by terms,
    vector, fingerprint and constants. Rows with all MEMORY_FIELDS are kept to make memories of."""
    place = {name: number for number, name in enumerate(fields)}
    found = sorted(found, key=itemgetter(place["recorded_at"], place["position"], place["id"]))
    columns = list(zip(*found, strict=True))
    terms, vectors, fingerprints, constants = columns[-4:]
    column = {name: columns[number] for name, number in place.items()}
    return Batch(
        ids=column["id"],
        kinds=column["kind"],
        tiers=column["tier"],
        standing=[
            status in _STAND and ended is None
            for status, ended in zip(column["status"], column["superseded_at"], strict=True)
        ],
        origins=column["origin"],
        sessions=column["session"],
        speakers=column["speaker"],
        said=column["said_at"],
        positions=column["position"],
        sources=[_first_source(text) for text in column["sources"]],
        slots=[_slot(_parsed(text)) if text else None for text in column["slot"]],
        texts=column["text"],
        quotes=column["quote"],
        terms=list(map(_terms, terms)),
        vectors=vectors,
        fingerprints=fingerprints,
        constants=constants,
        records=[row[: len(fields)] for row in found] if fields is MEMORY_FIELDS else None,
        memory_of=lambda row: memory_from_row(row, tenant, user),
    )


def indexed_of(batch: Batch) -> list[IndexedMemory]:
    """The memories of a batch with records, with their index entries."""
    assert batch.records is not None
    entries = zip(batch.records, batch.terms, batch.vectors, batch.fingerprints, batch.constants, strict=True)
    return [
        IndexedMemory(
            memory=batch.memory_of(record),
            entry=IndexEntry(terms=terms, vector=vector, fingerprint=fingerprint, constants=constants),
        )
        for record, terms, vector, fingerprint, constants in entries
    ]


def _first_source(text: str) -> tuple[str, str] | None:
    if not text:
        return None
    session, turn = _parsed(text)[0]
    return session, turn


def history_values(history: History) -> RowValues:
    """The row of a history line, but for its number."""
    return {
        "memory_id": history.memory_id,
        "action": history.action.value,
        "actor": history.actor,
        "reason": checked_storable(history.reason),
        "at": utc(history.at),
        "before": memory_json(history.before) if history.before else None,
        "after": memory_json(history.after) if history.after else None,
    }


def history_from_row(row: Sequence[Any]) -> History:
    """The history line of a row: sequence, memory, action, actor, reason, time, before, after."""
    sequence, memory_id, action, actor, reason, at, before, after = row
    return History(
        memory_id=memory_id,
        sequence=sequence,
        action=Action(action),
        actor=actor,
        reason=reason,
        at=at,
        before=memory_from_json(before) if before else None,
        after=memory_from_json(after) if after else None,
    )


def link_values(link: Link) -> RowValues:
    """The row of a link."""
    return {
        "source": link.source,
        "target": link.target,
        "relation": link.relation.value,
        "reason": checked_storable(link.reason),
        "at": utc(link.at),
    }


def link_from_row(row: Sequence[Any]) -> Link:
    """The link of a row: source, target, relation, reason, time."""
    source, target, relation, reason, at = row
    return Link(source=source, target=target, relation=Relation(relation), reason=reason, at=at)


def memory_copy(memory: Memory) -> Memory:
    """A memory that shares nothing changeable with the one handed in, as if it had been stored and read."""
    return memory_from_json(memory_json(memory))


def turn_copy(turn: Turn) -> Turn:
    """The same for a turn."""
    return turn_from_row(list(turn_values(turn).values()))
