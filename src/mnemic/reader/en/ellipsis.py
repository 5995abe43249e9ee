"""Clauses whose verb phrase is left out because it was just said: "my daughter isn't", "my wife does"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon
from mnemic.reader.statement import MessageSetting, Statement

_SHORT = Regex(
    rf"(?P<who>(?:my|our) (?:[\w-]+ )?(?:{lexicon.RELATION})(?: (?-i:[A-Z])\w+)?) (?P<aux>isn't|is|doesn't|does|"
    rf"can't|can|hasn't|has"
    r"|won't|will)(?: (?:too|either|though|as well|not))*(?P<rest>,.*|$)",
    re.IGNORECASE,
)
_SAID = Regex(
    r"The user (?:(?P<be>is|isn't|is not)|(?P<have>has|hasn't)|(?P<can>can't|cannot|can|won't|will)|"
    r"(?P<not>doesn't|does not)"
    r"|(?P<verb>likes|loves|hates|eats|drinks|drives|smokes|speaks|prefers|enjoys|works|uses|wants|"
    r"plays))\b(?P<rest> .+)\.$"
)


def restore_verb_phrase(clause: str, made: Sequence[Statement]) -> str | None:
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


_PARTED = Regex(
    r"(?P<verb>\b(?:binned|sold|scrapped|ditched|dumped|swapped|replaced|traded in|got rid of|gave away|"
    r"flogged|recycled|returned|"
    r"part-exchanged|handed back|chucked)) it(?= (?:and|for|with|in for)\b|,)",
    re.IGNORECASE,
)
_OWNED = Regex(r"\b(?:my|our) (?P<what>[a-z][a-z-]+(?: [a-z][a-z-]+)?)(?:'s| is| was) ", re.IGNORECASE)


def name_parted_thing(said: str, setting: MessageSetting) -> str:
    """The sentence with the thing parted with by its name: "binned it and got a Nokia" after "my phone's a ..."."""
    parted = _PARTED.search(said)
    last = next((spoken.text for spoken in reversed(setting.earlier) if spoken.role == "user"), "") if parted else ""
    owned = _OWNED.search(last)
    if parted is None or owned is None:
        return said
    return f"{said[: parted.start()]}{parted['verb']} my {owned['what']}{said[parted.end() :]}"
