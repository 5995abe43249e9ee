"""The knowledge graph of the MCP project's memory server: its JSON lines file, and what its tool `read_graph` gives.

Each observation of an entity is one memory, with the entity's name before it where the observation does not hold it.
Each relation is one memory. The server knows no users and no times.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mnemic.domain.transfer import ForeignMemory, ForeignPiece, LostPart
from mnemic.upkeep.transfer.importers.json_values import FoundValue, lines_or_members, sniffed_values
from mnemic.upkeep.transfer.importers.values import metadata_from_fields, stable_id, storable_text, value_example
from mnemic.upkeep.transfer.importers.wording import relation_sentence, sentence_about

NAME = "mcp-memory"

_KEYS = ("", "entities", "relations")


def fits(path: Path) -> bool:
    """Whether it holds entities with observations, or relations between names, as the server writes them."""
    return any(each.key in _KEYS and _is_piece(each) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Its observations and relations as stated, and what of it is lost.

    Raises:
        InvalidFile: nothing of a memory server can be read there.
    """
    for found in lines_or_members(path, lambda value: _is_entity(value) or _is_relation(value)):
        if isinstance(found, LostPart):
            yield found
        elif found.key not in _KEYS:
            continue
        elif _is_entity(found.value):
            yield from _entity(found.number, found.value)
        elif _is_relation(found.value):
            yield _relation(found.number, found.value)
        else:
            reason = "it is neither an entity with observations nor a relation"
            yield LostPart(number=found.number, what="unknown entry", reason=reason, example=value_example(found.value))


def _is_piece(found: FoundValue) -> bool:
    typed = found.key != "" or (isinstance(found.value, dict) and found.value.get("type") in ("entity", "relation"))
    return typed and (_is_entity(found.value) or _is_relation(found.value))


def _is_entity(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("type", "entity") != "entity":
        return False
    return isinstance(value.get("name"), str) and isinstance(value.get("observations"), list)


def _is_relation(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("type", "relation") != "relation":
        return False
    return all(storable_text(value.get(key)) for key in ("from", "to", "relationType"))


def _entity(number: int, entity: dict[str, Any]) -> Iterator[ForeignPiece]:
    subject = storable_text(entity["name"])
    observations = [said for each in entity["observations"] if (said := storable_text(each))]
    if unread := len(entity["observations"]) - len(observations):
        yield LostPart(
            number=number, what="empty observation", reason=f"{unread} hold no text", example=value_example(subject)
        )
    if not observations:
        reason = "nothing is said of it but its name and type"
        yield LostPart(number=number, what="entity alone", reason=reason, example=value_example(subject))
    metadata, losses = metadata_from_fields(number, {"entity_type": entity.get("entityType")})
    yield from losses
    for said in observations:
        yield ForeignMemory(
            number=number,
            session=NAME,
            id=stable_id(NAME, "observation", subject, said),
            text=sentence_about(subject, said),
            entities=(subject,) if subject else (),
            metadata=metadata,
        )


def _relation(number: int, relation: dict[str, Any]) -> ForeignMemory:
    one, word, other = (storable_text(relation[key]) for key in ("from", "relationType", "to"))
    metadata, _ = metadata_from_fields(number, {"relation": word})
    return ForeignMemory(
        number=number,
        session=NAME,
        id=stable_id(NAME, "relation", one, word, other),
        text=relation_sentence(one, word, other),
        entities=(one, other),
        metadata=metadata,
    )
