"""A model's answer as values: whatever can be read of it, whatever it is wrapped in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.writing.by_model.lenient import LenientValue, lenient_values

ITEMS_MAX = 1_000  # read from one answer; what is kept of one message is the setting statements_max

_TEXTS = ("text", "memory", "fact", "content", "statement")
_LISTS = ("memories", "facts", "memory", "statements", "items", "results")
_IDS = ("id", "memory_id")
_EVENTS = {"delete": "delete", "update": "update", "none": "none", "noop": "none"}
_THINKING = Regex(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_END_OF_THINKING = Regex(r".*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)

Number = int | str
"""A number the model was shown; text where it answered with something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerItem:
    """One statement as the model gave it; nothing in it is checked but its type."""

    text: str
    kind: str = ""
    quote: str = ""
    turn: Number | None = None
    about: str = ""
    attribute: str = ""
    value: str = ""
    polarity: int = 1
    valid_from: str = ""
    valid_to: str = ""
    once: bool = False
    same_as: tuple[Number, ...] = ()
    replaces: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """All that could be read. `complete` is False where the answer broke off."""

    items: tuple[AnswerItem, ...] = ()
    retracts: tuple[Number, ...] = ()
    complete: bool = True


def answer_from_text(text: str) -> ModelAnswer | None:
    """What an answer says, or None where nothing of it can be read.

    Thinking, fences and sentences around the JSON are passed over. A list of plain strings counts as a list of
    statements, and so do the names other prompts have taught models ("facts", "event": "DELETE").
    """
    spoken = _END_OF_THINKING.sub("", _THINKING.sub("", text))
    for found in lenient_values(spoken):
        answer = _answer(found)
        if answer is not None:
            return answer
    return None


def _answer(found: LenientValue) -> ModelAnswer | None:
    value = found.value
    listed: list[Json] | None
    retracts: tuple[Number, ...] = ()
    if isinstance(value, list):
        listed = value
        if value and not any(isinstance(part, str | dict) for part in value):
            return None
    elif isinstance(value, dict):
        listed, retracts = _listed(value, complete=found.complete), _numbers(value.get("retracts"))
        if listed is None:
            return ModelAnswer(retracts=retracts, complete=found.complete) if "retracts" in value else None
    else:
        return None
    items: list[AnswerItem] = []
    for part in listed[:ITEMS_MAX]:
        event = _event(part)
        if event == "delete" and isinstance(part, dict):
            retracts += _numbers(_first(part, _IDS))
        elif event != "none" and (item := _item(part, updates=event == "update")):
            items.append(item)
    if listed and not (items or retracts or any(_event(part) == "none" for part in listed)):
        return None  # a list, but not of statements
    return ModelAnswer(items=tuple(items), retracts=retracts, complete=found.complete)


def _listed(value: Mapping[str, Json], *, complete: bool) -> list[Json] | None:
    for name in _LISTS:
        if isinstance(part := value.get(name), list):
            return part
    if isinstance(_first(value, _TEXTS), str):
        return [dict(value)] if complete else None
    lists = [part for name, part in value.items() if isinstance(part, list) and name != "retracts"]
    return lists[0] if len(lists) == 1 else None


def _event(part: Json) -> str:
    said = _first(part, ("event", "action")) if isinstance(part, dict) else None
    return _EVENTS.get(said.casefold(), "add") if isinstance(said, str) else "add"


def _item(part: Json, *, updates: bool) -> AnswerItem | None:
    if isinstance(part, str):
        return AnswerItem(text=part.strip()) if part.strip() else None
    if not isinstance(part, dict):
        return None
    text = _text(_first(part, _TEXTS))
    if not text:
        return None
    return AnswerItem(
        text=text,
        kind=_text(part.get("kind")).casefold(),
        quote=_text(part.get("quote")),
        turn=next(iter(_numbers(part.get("turn"))), None),
        about=_text(part.get("about")) or _text(part.get("subject")),
        attribute=_text(part.get("attribute")),
        value=_text(part.get("value")),
        polarity=_polarity(part.get("polarity")),
        valid_from=_text(part.get("valid_from")),
        valid_to=_text(part.get("valid_to")),
        once=part.get("once") is True,
        same_as=_numbers(part.get("same_as")),
        replaces=_numbers(part.get("replaces")) + (_numbers(_first(part, _IDS)) if updates else ()),
    )


def _first(part: Mapping[str, Json], names: tuple[str, ...]) -> Json:
    return next((part[name] for name in names if part.get(name) is not None), None)


def _text(value: Json) -> str:
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _polarity(value: Json) -> int:
    negative = value < 0 if isinstance(value, int | float) else str(value).casefold() in ("-1", "negative", "-")
    return -1 if negative else 1


def _numbers(value: Json) -> tuple[Number, ...]:
    """Whole numbers, also where they came as text or alone; other text is kept, so that it can be reported."""
    parts = value if isinstance(value, list) else [value]
    found: list[Number] = []
    for part in parts:
        if isinstance(part, int) and not isinstance(part, bool):
            found.append(part)
        elif isinstance(part, str) and part.strip():
            said = part.strip()
            found.append(int(said) if said.isdecimal() and len(said) < 10 else said)
    return tuple(dict.fromkeys(found))
