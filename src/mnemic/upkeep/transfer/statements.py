"""Memories of another system become memories of this one: as they are worded, guarded, masked, and less trusted than
what the user said here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from mnemic.domain.changes import Action, Change
from mnemic.domain.record import FOUND_BY_KIND, NOTHING, TRUST, Kind, Memory, Origin, Sensitivity
from mnemic.domain.scope import Scope, name
from mnemic.domain.transfer import Lost, Stated
from mnemic.domain.validity import current, utc
from mnemic.errors import InvalidInput, InvalidMetadata, LimitExceeded
from mnemic.index.keys import text_key
from mnemic.index.user_index import Shelf
from mnemic.language import detect
from mnemic.rooms.session.messages import metadata_of, text_of
from mnemic.safety.guard import screen
from mnemic.safety.guard.mark import marked
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.masking import Cleaning
from mnemic.safety.privacy.rules import rules_of
from mnemic.settings import Settings
from mnemic.writing.entities import found_in, named_in

IMPORTANCE = 0.5
CONTROL_RELEVANCE = 0.5
EXAMPLE_CHARACTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Stating:
    """How statements become memories of one user at one moment."""

    scope: Scope
    agent: str | None
    now: datetime
    settings: Settings

    def memory_of(self, stated: Stated) -> tuple[Memory, Lost | None]:
        """The memory of a statement, and what of it cannot be kept.

        Raises:
            InvalidInput: it cannot be kept at all: blank, too long, or a kind that only a room makes.
        """
        if stated.kind in FOUND_BY_KIND or stated.kind is Kind.EPISODE:
            raise InvalidInput(f"A memory of the kind {stated.kind.value} is not stated: its room makes it.")
        where = "The statement"
        text = text_of(stated.text, where, characters_max=self.settings.text_characters_max)
        clean = masking.redact(text, rules_of(self.settings))
        metadata, lost = self._metadata(stated)
        begun = _moment(stated.valid_from, where)
        ended = _moment(stated.valid_to, where)
        said_at = _moment(stated.said_at, where) or begun or self.now
        memory = Memory(
            id=name(stated.id, f"{where}: the id"),
            tenant=self.scope.tenant,
            user=self.scope.user,
            agent=_named(stated.agent, "agent") or self.agent,
            session=_named(stated.session, "session"),
            kind=stated.kind,
            text=clean.text,
            language=detect.language(clean.text),
            confidence=TRUST[Origin.IMPORTED],
            importance=IMPORTANCE,
            control_relevance=CONTROL_RELEVANCE,
            sensitivity=Sensitivity.PERSONAL if clean.kinds else Sensitivity.NORMAL,
            origin=Origin.IMPORTED,
            trust=TRUST[Origin.IMPORTED],
            said_at=said_at,
            valid_from=begun or said_at,
            valid_to=ended if ended is None or ended > (begun or said_at) else (begun or said_at),
            recorded_at=self.now,
            updated_at=self.now,
            quote=clean.text,
            metadata=metadata,
        )
        named = named_in(memory, found_in([memory.text], None))
        given = [masking.redact(entity, rules_of(self.settings)).text for entity in stated.entities if entity.strip()]
        return replace(named, entities=tuple(dict.fromkeys([*given, *named.entities]))), lost

    def _metadata(self, stated: Stated) -> tuple[Mapping[str, Any], Lost | None]:
        try:
            kept = metadata_of(stated.metadata, bytes_max=self.settings.metadata_bytes_max)
        except (InvalidMetadata, LimitExceeded) as error:
            return NOTHING, Lost(number=stated.number, what="metadata", reason=str(error), example=stated.id)
        return Cleaning(rules=rules_of(self.settings)).of_values(kept), None


def change_of(memory: Memory) -> Change:
    """The statement as a change: quarantined where the guard holds it."""
    verdict = screen.judge(memory.text, memory.origin)
    if verdict.decision is screen.Decision.QUARANTINE:
        held = marked(memory, verdict.score, verdict.reasons)
        return Change(action=Action.QUARANTINE, memory=held, reason="; ".join(verdict.reasons))
    return Change(action=Action.ADD, memory=memory, reason="imported")


def repeated(memories: Sequence[Memory], shelf: Shelf) -> Iterator[tuple[Memory, Memory]]:
    """Those of the memories that say what a standing memory says, each with that one: known on the shelf, or earlier
    in the list. Of truths of the past none is a repetition."""
    seen: dict[tuple[str | None, object], Memory] = {}
    for memory in memories:
        if memory.valid_to is not None:
            continue
        key = memory.agent, text_key(memory.text)
        ids = shelf.under(key[1])
        shelf.expect(shelf.row_of[id] for id in ids if id in shelf.row_of)
        known = (shelf.memories[shelf.row_of[id]] for id in sorted(ids) if id in shelf.row_of)
        same = next((m for m in known if _says(m, memory)), None) or seen.get(key)
        if same is not None:
            yield memory, same
        else:
            seen[key] = memory


def _says(known: Memory, memory: Memory) -> bool:
    return known.id != memory.id and current(known) and known.valid_to is None and known.agent == memory.agent


def _moment(value: datetime | None, where: str) -> datetime | None:
    return None if value is None else utc(value, f"{where}: the time")


def _named(value: str | None, what: str) -> str | None:
    return None if value is None else name(value, f"The {what}")
