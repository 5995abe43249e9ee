"""Slips of the tongue that the speaker repairs at once: "2017年毕业的，哦不对，2019年" says 2019."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.zh.corrections import replace_same_shape

CLAUSE_MAX = 30  # code points of the clause in which the slip stands
SLIP = Regex(
    r"(?P<said>[^，。！!？?；;\n,]{3,30})[，,。\s…]+(?:哦|啊|呃|额|噢|唉|等等|不|诶)*[，,\s]*"
    r"(?:不对(?:不对)?|错了|说错了?|写错了?|打错了?|口误|更正(?:一下)?|纠正(?:一下)?|sorry)[，,。！!\s]*(?:应?该?是|是|我是说)?\s*"
    r"(?P<meant>[^，。！!？?；;\n,是]{2,16})(?=[，。！!；;\n,]|$)",
    re.IGNORECASE,
)
DENIES = Regex(r"^(?:我|你|他|她|这|那|不|没|要|就|吗)|吗$|的问题$")


def repair_slips(message: str) -> tuple[str, tuple[int, ...]] | None:
    """The message with the slip replaced by what was meant, and for each code point the place it comes from; None
    where nothing is repaired."""
    for found in SLIP.finditer(message):
        said, meant = found["said"], re.sub(r"(?:才对|来着|了|的)$", "", found["meant"])
        if DENIES.search(meant) or len(said) > CLAUSE_MAX:
            continue
        if whole := _right(said, meant):
            start, end = found.span()
            places = [
                *range(start),
                *(min(start + at, end - 1) for at in range(len(whole))),
                *range(end, len(message) + 1),
            ]
            return message[:start] + whole + message[end:], tuple(places)
    return None


def _right(said: str, meant: str) -> str | None:
    whole = replace_same_shape(said, meant, None)
    return whole if whole and whole != said else None
