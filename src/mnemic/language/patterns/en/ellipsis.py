"""Clauses whose verb phrase is left out because it was just said: "my daughter isn't", "my wife does"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.language.patterns.en import lexicon
from mnemic.language.statement import Statement

_SHORT = re.compile(
    rf"(?P<who>(?:my|our) (?:[\w-]+ )?(?:{lexicon.RELATION})(?: (?-i:[A-Z])\w+)?) (?P<aux>isn't|is|doesn't|does|"
    rf"can't|can|hasn't|has"
    r"|won't|will)(?: (?:too|either|though|as well|not))*(?P<rest>,.*|$)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"The user (?:(?P<be>is|isn't|is not)|(?P<have>has|hasn't)|(?P<can>can't|cannot|can|won't|will)|"
    r"(?P<not>doesn't|does not)"
    r"|(?P<verb>likes|loves|hates|eats|drinks|drives|smokes|speaks|prefers|enjoys|works|uses|wants|"
    r"plays))\b(?P<rest> .+)\.$"
)


def elliptic(clause: str, made: Sequence[Statement]) -> str | None:
    """The clause with the verb phrase of the statement before it, where it leaves its own out."""
    short = _SHORT.fullmatch(clause)
    said = _SAID.match(made[-1].text) if short and made else None
    if short is None or said is None:
        return None
    who, aux, rest = short["who"], short["aux"].lower(), said["rest"]
    rest = re.split(r", |; ", rest)[0]
    if said["be"] and aux in ("is", "isn't"):
        return f"{who} {aux}{rest}"
    if said["have"] and aux in ("has", "hasn't"):
        return f"{who} {aux}{rest}"
    if said["can"] and aux in ("can", "can't", "will", "won't"):
        return f"{who} {aux}{rest}"
    if (said["verb"] or said["not"]) and aux in ("does", "doesn't"):
        base = f" {said['verb'].removesuffix('s')}" if said["verb"] else ""
        return f"{who} {aux}{base}{rest}"
    return None
