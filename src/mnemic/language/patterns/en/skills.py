"""Procedures the user teaches: "here's how I do the report: first ..., then ..."."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.language.patterns.en import person
from mnemic.language.patterns.en.making import slot, value
from mnemic.language.patterns.en.telling import sentence
from mnemic.language.statement import USER, Statement

_HOW = re.compile(
    r"(?:let me|i'll|i want to|going to) (?:teach|show|walk) you (?:through )?(?P<name3>(?:my|the"
    r"|our) [^:\n]{3,60}):\s*(?P<steps3>.+)|(?:(?:here's|here is|this is|that's) (?:how|the way)|(?:let me|i'll"
    r"|i want to|gonna) (?:teach|show|tell|walk) you (?:through )?(?:how|the way)) (?:i|we|you|to) (?:always "
    r"|usually |like to )?(?:do |make |run |handle |prepare "
    r"|write )?(?P<name>[^:\n.]{3,80}?)(?:,? so [^:\n]{0,60})?(?::|\.|\s*\n)\s*(?P<steps>.+)|(?:^"
    r"|\n)\s*(?:how (?:to|i|we) |(?:the )?(?:steps|procedure|process|routine|workflow|checklist|recipe) (?:for"
    r"|to|when) )(?P<name2>[^:\n?]{3,60}):\s*(?P<steps2>.+)",
    re.IGNORECASE | re.DOTALL,
)
_NUMBERED = re.compile(
    r"(?:^|\n)(?P<head>[^\n]{3,100}?)[:,]?[ \t]*\n+(?P<steps>(?:\s*(?:\d{1,2}[.)]|step \d+[:.]?)\s+[^\n]+(?:\n"
    r"|$)){3,})",
    re.IGNORECASE,
)
_INLINE = re.compile(
    r"(?P<name>(?:when|whenever|to|for|before|after)\s[^:,\n]{4,60}|(?:my|the|our) [\w' -]{4,60}?"
    r"|[\w' -]{4,60}?(?=:))[:,]\s*(?P<steps>(?:always )?first\b.+?\b(?:then|next|after that|finally"
    r"|only then)\b.+)",
    re.IGNORECASE | re.DOTALL,
)
_TO = re.compile(
    r"(?P<name>(?:to|for|before|after|when) (?:(?:i|you|we) )?[^:,\n]{3,50})"
    r":\s*(?P<steps>[^\n]+?,[^\n]+?,?\s*(?:and )?(?:then|finally|only then|lastly)\b[^\n]+)",
    re.IGNORECASE,
)
_INLINE_NUMBERED = re.compile(
    r"(?P<name>[^:\n]{3,70}):\s*(?P<steps>(?:1|①)[.)]?\s[^\n]+\b2[.)]\s[^\n]+\b3[.)]\s[^\n]+)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\?|\b(?:error|review|fix|translate|summari[sz]e|rank|sort|choose|which|questions?|answer|solve|homework"
    r"|quiz|options?)\b",
    re.IGNORECASE,
)
_STORE = re.compile(
    r"[,.]?\s*(?:write (?:it|this|them) down|remember (?:it|this|them)|save (?:it|this)|note (?:it"
    r"|this)(?: down)?|keep (?:it|this)|for next time|for the record)\b.*",
    re.IGNORECASE,
)
_STEP = re.compile(r"\s*\n+\s*(?:[-*•]|\d{1,2}[.)]|step \d+[:.]?)?\s*", re.IGNORECASE)
_SEQUENCE = re.compile(
    r"\b(?:first|then|next|after that|finally|before|only then"
    r"|last(?:ly)?)\b|\b2[.)]|\n\s*(?:\d|[-*])|,.*,",
    re.IGNORECASE,
)


def taught(masked: str) -> list[tuple[Statement, int, int]]:
    """The procedures in the message, each with its span."""
    for pattern in (_HOW, _NUMBERED, _INLINE_NUMBERED, _INLINE, _TO):
        found = pattern.search(masked)
        if found is None:
            continue
        groups = {k: v for k, v in found.groupdict().items() if v}
        name = groups.get("name") or groups.get("name2") or groups.get("name3") or groups.get("head") or ""
        steps = groups.get("steps") or groups.get("steps2") or groups.get("steps3") or ""
        if (
            _ASKED.search(name)
            or "?" in steps
            or not _SEQUENCE.search(steps)
            or (pattern is _INLINE and re.match(r"(?:ok|so|i|we|he|she|well)\b", name.strip(), re.I))
        ):
            continue
        name = _STORE.sub("", name).strip(" ,:-")
        name = re.sub(r"^(?:how (?:i|we|to) |the |my |our )+", "", name, flags=re.IGNORECASE)
        body = "; ".join(s for s in (_one_line(step) for step in _STEP.split(steps.strip())) if s)
        body = re.sub(r"^(?:\d{1,2}[.)]|step \d+[:.]?)\s*", "", body)
        text = sentence(person.order(f"{name}: {body}"))
        made = Statement(
            text=text, kind=Kind.SKILL, slot=slot(USER, f"skill:{value(name)}", body), confidence=0.9, importance=0.8
        )
        return [(made, *found.span())]
    return []


def _one_line(step: str) -> str:
    return re.sub(r"\s+", " ", step).strip(" .;,")
