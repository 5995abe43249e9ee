"""What a language model is shown: the task in words, then the turns and what is known, under small numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from importlib import resources
from typing import TypeVar

from mnemic.domain.record import ROOM_KINDS, Json, Kind, Memory, Origin, Turn
from mnemic.language import detect
from mnemic.safety.guard import screen
from mnemic.writing.candidates import Draft

Shown = TypeVar("Shown", Turn, Memory)

LANGUAGES = ("zh", "en")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
KIND_WORDS = tuple(kind for kind in Kind if kind not in {Kind.EPISODE, Kind.NOTE, *ROOM_KINDS})

_TEXT: Mapping[str, Json] = {"type": "string"}
_NUMBERS: Mapping[str, Json] = {"type": "array", "items": {"type": "integer"}}
_ITEM: dict[str, Json] = {
    "text": dict(_TEXT),
    "kind": {"type": "string", "enum": [kind.value for kind in KIND_WORDS]},
    "quote": dict(_TEXT),
    "turn": {"type": "integer"},
    "about": dict(_TEXT),
    "attribute": dict(_TEXT),
    "value": dict(_TEXT),
    "polarity": {"type": "integer", "enum": [1, -1]},
    "valid_from": dict(_TEXT),
    "valid_to": dict(_TEXT),
    "once": {"type": "boolean"},
    "same_as": dict(_NUMBERS),
    "replaces": dict(_NUMBERS),
}
SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _ITEM,
                "required": list(_ITEM),
                "additionalProperties": False,
            },
        },
        "retracts": dict(_NUMBERS),
    },
    "required": ["memories", "retracts"],
    "additionalProperties": False,
}
"""The form of an answer, strict: every field is there, an empty text or list stands for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What one call shows. Turns and neighbours are numbered from 1; nothing else can be named in the answer."""

    turns: tuple[Turn, ...]
    earlier: tuple[Turn, ...] = ()
    neighbours: tuple[Memory, ...] = ()
    beyond: tuple[Turn, ...] = ()  # turns to be read for which there was no room
    read_characters_max: int
    zone: tzinfo

    def text(self, turn: Turn) -> str:
        """As much of a turn as is shown."""
        return turn.text[: self.read_characters_max]

    def zone_of(self, turn: Turn) -> tzinfo:
        """The zone in which a turn was said."""
        return timezone(timedelta(minutes=turn.offset_minutes)) if turn.offset_minutes else self.zone


def sheet_of(draft: Draft) -> Sheet:
    """Lay out a draft for one call of at most `model_characters_max` characters: first what is to be read, then the
    turns around it, what was said before, and what is known. What the guard holds is not shown."""
    settings = draft.settings
    room = _Room(characters=settings.model_characters_max, each=settings.read_characters_max)
    readable = [turn for turn in draft.readable if turn.infer]
    read = room.take(readable, at_least=1)
    mine = {turn.source for turn in draft.readable}
    around = [turn for turn in draft.turns if turn.infer and turn.source not in mine and _shown(turn, draft)]
    shown = {turn.source for turn in (*read, *room.take(around))}
    before = [turn for turn in draft.earlier if _shown(turn, draft)]
    earlier = room.take(before[::-1][: settings.context_turns])
    return Sheet(
        turns=tuple(turn for turn in draft.turns if turn.source in shown),
        earlier=tuple(earlier[::-1]),
        neighbours=tuple(room.take(draft.neighbours)),
        beyond=tuple(readable[len(read) :]),
        read_characters_max=min(settings.read_characters_max, settings.model_characters_max),
        zone=draft.zone,
    )


def messages_of(sheet: Sheet) -> list[Mapping[str, str]]:
    """The messages of one call. The task is in the language of most of the user's words; turns are quoted as JSON, so
    that no text in them can pass for a part of the task."""
    told = [turn.text for turn in sheet.turns if turn.origin is Origin.USER]
    return [
        {"role": "system", "content": task_in_words(detect.language("\n".join(told)))},
        {"role": "user", "content": _lines(sheet)},
    ]


@lru_cache(maxsize=len(LANGUAGES))
def _file(language: str) -> str:
    file = resources.files("mnemic.writing").joinpath("prompts", f"{language}.md")
    return file.read_text(encoding="utf-8").replace("{kinds}", ", ".join(kind.value for kind in KIND_WORDS)).strip()


def task_in_words(language: str) -> str:
    """The task in Chinese or English; English for every other language."""
    return _file(language if language in LANGUAGES else "en")


@dataclass(slots=True, kw_only=True)
class _Room:
    """Characters that a call may still hold."""

    characters: int
    each: int

    def take(self, offered: Sequence[Shown], *, at_least: int = 0) -> list[Shown]:
        """As many as there is room for, in order."""
        taken: list[Shown] = []
        for one in offered:
            size = min(len(one.text), self.each)
            if size > self.characters and len(taken) >= at_least:
                break
            self.characters -= size
            taken.append(one)
        return taken


def _shown(turn: Turn, draft: Draft) -> bool:
    if not turn.text or turn.source in draft.held:
        return False
    return screen.judge_text(turn.text, turn.origin).decision is not screen.GuardDecision.QUARANTINE


def _lines(sheet: Sheet) -> str:
    sessions = {turn.session: number for number, turn in enumerate({t.session: t for t in sheet.turns}.values(), 1)}
    known = [_known(number, memory, sheet) for number, memory in enumerate(sheet.neighbours, 1)]
    earlier = [_said(turn, sheet, {}) for turn in sheet.earlier]
    turns = [
        _said(turn, sheet, {"turn": number} | ({"session": sessions[turn.session]} if len(sessions) > 1 else {}))
        for number, turn in enumerate(sheet.turns, 1)
    ]
    parts = {"known": known, "earlier": earlier, "turns": turns}
    return "{" + ",\n".join(f'"{name}": [\n{_listed(part)}\n]' for name, part in parts.items()) + "}"


def _listed(parts: Sequence[Mapping[str, Json]]) -> str:
    return ",\n".join(json.dumps(part, ensure_ascii=False) for part in parts)


def _said(turn: Turn, sheet: Sheet, numbers: Mapping[str, Json]) -> Mapping[str, Json]:
    speaker: Mapping[str, Json] = {"speaker": turn.speaker} if turn.speaker else {}
    said = _moment(turn.said_at.astimezone(sheet.zone_of(turn)))
    return {**numbers, "role": turn.role, **speaker, "said": said, "text": sheet.text(turn)}


def _known(number: int, memory: Memory, sheet: Sheet) -> Mapping[str, Json]:
    slot = memory.slot
    held: Mapping[str, Json] = {"about": slot.subject, "attribute": slot.attribute, "value": slot.value} if slot else {}
    said = memory.said_at.astimezone(sheet.zone).date().isoformat()
    return {"number": number, "said": said, "text": memory.text[: sheet.read_characters_max], **held}


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d} {WEEKDAYS[moment.weekday()]} {moment:%H:%M}"
