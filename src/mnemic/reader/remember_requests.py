"""What the user asks outright to be remembered, where no other rule reads it: kept in the user's own words (W12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.statement import MessageSetting, RuleReading, SkippedPart, Statement

CHARACTERS_MIN = 4

_REQUEST: Mapping[str, Regex[str]] = {
    "en": Regex(
        r"^\W*(?:(?:please|pls|can you|could you|ok|hey|also|and)[,\s]+)*"
        r"(?:remember|keep in mind|note|make a note|take note|don['’]t forget)(?:\s+(?:this|that|down))?"
        r"(?:\s*[:,]\s*|\s+)(?!to\b|me\b|when\b|how\b|what\b|of\b|it\b)(?P<what>[^?]+)$",
        re.IGNORECASE,
    ),
    "zh": Regex(
        r"^\W*(?:请|麻烦|帮我|你|给我|替我)*(?:记住|记一下|记下来?|记好|记着)(?:了|哈|啊|哦)?\s*[：:，,\s]\s*(?P<what>[^?？吗]+)$"
    ),
}
_TEXT: Mapping[str, str] = {"en": "The user asked to remember: {what}", "zh": "用户要求记住：{what}"}


def reading_or_request(reading: RuleReading, message: str, setting: MessageSetting, language: str) -> RuleReading:
    """The reading itself where it states something; else what the message asks to remember, if it does."""
    asked = None if reading.statements else _REQUEST[language].match(message)
    if asked is None or len(asked["what"].strip()) < CHARACTERS_MIN:
        return reading
    what = when.add_absolute_dates(asked["what"].strip(), setting.said, setting.zone, language)
    statement = Statement(
        text=_TEXT[language].format(what=what),
        kind=Kind.FACT,
        start=asked.start("what"),
        end=asked.end("what"),
        confidence=0.8,
        importance=0.7,
    )
    return replace(reading, statements=(statement,), passed=_others(reading.passed, asked["what"]))


def _others(passed: tuple[SkippedPart, ...], what: str) -> tuple[SkippedPart, ...]:
    return tuple(part for part in passed if part.text not in what and what not in part.text)
