"""Memories of another system become memories of this one: as they are worded, guarded, masked, and less trusted than
what the user said here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from mnemic.domain.changes import Action, Change
from mnemic.domain.record import FOUND_BY_KIND, NOTHING, TRUST, Kind, Memory, Origin, Sensitivity
from mnemic.domain.scope import Scope, checked_name
from mnemic.domain.transfer import ForeignMemory, LostPart
from mnemic.domain.validity import is_current, utc
from mnemic.errors import InvalidInput, InvalidMetadata, LimitExceeded
from mnemic.index.entry import text_key
from mnemic.index.user_index import UserIndex
from mnemic.language import detect
from mnemic.rooms.session.messages import checked_metadata, checked_text
from mnemic.safety.guard import screen
from mnemic.safety.guard.screen import as_quarantined
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.masking import WriteRedaction
from mnemic.safety.privacy.rules import privacy_rules_of
from mnemic.settings import Settings
from mnemic.writing.commit import mentions_by_text, with_mentioned_entities

IMPORTANCE = 0.5
CONTROL_RELEVANCE = 0.5
EXAMPLE_CHARACTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoriesFromStatements:
    """How statements become memories of one user at one moment."""

    scope: Scope
    agent: str | None
    now: datetime
    settings: Settings

    def memory_of(self, stated: ForeignMemory) -> tuple[Memory, LostPart | None]:
        """The memory of a statement, and what of it cannot be kept.

        Raises:
            InvalidInput: it cannot be kept at all: blank, too long, or a kind that only a room makes.
        """
        if stated.kind in FOUND_BY_KIND or stated.kind is Kind.EPISODE:
            raise InvalidInput(f"A memory of the kind {stated.kind.value} is not stated: its room makes it.")
        where = "The statement"
        text = checked_text(stated.text, where, characters_max=self.settings.text_characters_max)
        clean = masking.redact(text, privacy_rules_of(self.settings))
        metadata, lost = self._metadata(stated)
        begun = _moment(stated.valid_from, where)
        ended = _moment(stated.valid_to, where)
        said_at = _moment(stated.said_at, where) or begun or self.now
        memory = Memory(
            id=checked_name(stated.id, f"{where}: the id"),
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
        named = with_mentioned_entities(memory, mentions_by_text([memory.text], None))
        given = [
            masking.redact(entity, privacy_rules_of(self.settings)).text for entity in stated.entities if entity.strip()
        ]
        return replace(named, entities=tuple(dict.fromkeys([*given, *named.entities]))), lost

    def _metadata(self, stated: ForeignMemory) -> tuple[Mapping[str, Any], LostPart | None]:
        try:
            kept = checked_metadata(stated.metadata, bytes_max=self.settings.metadata_bytes_max)
        except (InvalidMetadata, LimitExceeded) as error:
            return NOTHING, LostPart(number=stated.number, what="metadata", reason=str(error), example=stated.id)
        return WriteRedaction(rules=privacy_rules_of(self.settings)).of_values(kept), None


def import_change(memory: Memory) -> Change:
    """The statement as a change: quarantined where the guard holds it."""
    verdict = screen.judge_text(memory.text, memory.origin)
    if verdict.decision is screen.GuardDecision.QUARANTINE:
        held = as_quarantined(memory, verdict.score, verdict.reasons)
        return Change(action=Action.QUARANTINE, memory=held, reason="; ".join(verdict.reasons))
    return Change(action=Action.ADD, memory=memory, reason="imported")


def repeated_memories(memories: Sequence[Memory], user_index: UserIndex) -> Iterator[tuple[Memory, Memory]]:
    """Those of the memories that say what a standing memory says, each with that one: known on the index, or earlier
    in the list. Of truths of the past none is a repetition."""
    seen: dict[tuple[str | None, object], Memory] = {}
    for memory in memories:
        if memory.valid_to is not None:
            continue
        key = memory.agent, text_key(memory.text)
        ids = user_index.ids_under(key[1])
        user_index.expect(user_index.row_of[id] for id in ids if id in user_index.row_of)
        known = (user_index.memories[user_index.row_of[id]] for id in sorted(ids) if id in user_index.row_of)
        same = next((m for m in known if _says(m, memory)), None) or seen.get(key)
        if same is not None:
            yield memory, same
        else:
            seen[key] = memory


def _says(known: Memory, memory: Memory) -> bool:
    return known.id != memory.id and is_current(known) and known.valid_to is None and known.agent == memory.agent


def _moment(value: datetime | None, where: str) -> datetime | None:
    return None if value is None else utc(value, f"{where}: the time")


def _named(value: str | None, what: str) -> str | None:
    return None if value is None else checked_name(value, f"The {what}")
