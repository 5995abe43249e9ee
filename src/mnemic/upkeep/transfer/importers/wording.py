"""Wording structured pieces as one reads them: names with what is said of them, relations, and fields with values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN, language
from mnemic.upkeep.transfer.importers.values import storable_text

_CAMEL = Regex(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINTS = Regex(r"[_\s-]+")
_HAN_END = Regex(f"[{HAN}]$")
_HAN_START = Regex(f"[{HAN}]")
DEPTH_MAX = 8
"""Levels of a structured value that are put in words."""


def words_of_identifier(label: str) -> str:
    """The words of an identifier: `home_city`, `homeCity` and `HOME-CITY` are "home city"."""
    parted = _JOINTS.sub(" ", _CAMEL.sub(" ", storable_text(label))).strip()
    return parted.lower() if label.isupper() or _CAMEL.search(label) else parted


def sentence_about(subject: str, said: str) -> str:
    """What is said of somebody or something; its name stands before it where the text does not hold it."""
    if not subject or subject.casefold() in said.casefold():
        return said
    return f"{subject}{_colon(said)}{said}"


def relation_sentence(one: str, relation: str, other: str) -> str:
    """Two names and what relates them; without spaces between Chinese and Chinese."""
    sentence = one
    for part in (words_of_identifier(relation), other):
        between = "" if _HAN_END.search(sentence) and _HAN_START.match(part) else " "
        sentence = f"{sentence}{between}{part}".strip()
    return sentence


def fields_in_words(value: Mapping[str, Any]) -> str:
    """All fields of a value on one line: "observation: it rained; action: went by bus"."""
    told_fields = [field_in_words(key, each) for key, each in value.items()]
    whole = [said for said in told_fields if said]
    return ("；" if language("".join(whole)) == "zh" else "; ").join(whole)


def field_in_words(key: str, value: Any) -> str:
    """One field and its value: "home city: Lyon", "城市：昆明". "" where the value is empty."""
    said = json_in_words(value)
    return f"{words_of_identifier(key)}{_colon(key)}{said}" if said else ""


def json_in_words(value: Any, depth: int = 0) -> str:
    """A JSON value in words: lists and fields with commas between them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if depth >= DEPTH_MAX:
        return ""
    if isinstance(value, Mapping):
        parts = [(words_of_identifier(str(key)), json_in_words(each, depth + 1)) for key, each in value.items()]
        return _listed([f"{key}{_colon(key)}{said}" for key, said in parts if said])
    if isinstance(value, list | tuple):
        return _listed([said for each in value if (said := json_in_words(each, depth + 1))])
    return storable_text(value)


def _listed(parts: list[str]) -> str:
    return ("、" if language("".join(parts)) == "zh" else ", ").join(parts)


def _colon(beside: str) -> str:
    return "：" if language(beside) == "zh" else ": "
