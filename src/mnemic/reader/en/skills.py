"""Procedures the user teaches: "here's how I do the report: first ..., then ..."."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import person
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import make_slot, normal_value
from mnemic.reader.statement import USER, Statement

_HOW = Regex(
    r"(?:let me|i'll|i want to|going to) (?:teach|show|walk) you (?:through )?(?P<name3>(?:my|the"
    r"|our) [^:\n]{3,60}):\s*(?P<steps3>.+)|(?:(?:here's|here is|this is|that's) (?:how|the way)|(?:let me|i'll"
    r"|i want to|gonna) (?:teach|show|tell|walk) you (?:through )?(?:how|the way)) (?:i|we|you|to) (?:always "
    r"|usually |like to )?(?:do |make |run |handle |prepare "
    r"|write )?(?P<name>[^:\n.]{3,80}?)(?:,? so [^:\n]{0,60})?(?::|\.|\s*\n)\s*(?P<steps>.+)|(?:^"
    r"|\n)\s*(?:how (?:to|i|we) |(?:the )?(?:steps|procedure|process|routine|workflow|checklist|recipe) (?:for"
    r"|to|when) )(?P<name2>[^:\n?]{3,60}):\s*(?P<steps2>.+)",
    re.IGNORECASE | re.DOTALL,
)
_LIKE_THIS = Regex(
    r"(?:(?:remember|note|this is|here's|here is|so) )?(?:how )?(?P<name>(?:my|our|"
    r"the) [\w' -]{3,40}?) (?:go(?:es)?|works?|happens?|runs?|"
    r"resets?|starts?|opens?|get done|is done|are done|get made)(?: (?:like this|as follows|like so|this way))?: "
    r"(?P<steps>[^\n]+,[^\n]+)",
    re.IGNORECASE,
)
_NUMBERED = Regex(
    r"(?:^|\n)(?P<head>[^\n]{3,100}?)[:,]?[ \t]*\n+(?P<steps>(?:\s*(?:\d{1,2}[.)]|step \d+[:.]?)\s+[^\n]+(?:\n"
    r"|$)){3,})",
    re.IGNORECASE,
)
_INLINE = Regex(
    r"(?P<name>(?:when|whenever|to|for|before|after)\s[^:,\n]{4,60}|(?:my|the|our) [\w' -]{4,60}?"
    r"|[\w' -]{4,60}?(?=:))[:,]\s*(?P<steps>(?:always )?first\b.+?\b(?:then|next|after that|finally"
    r"|only then)\b.+)",
    re.IGNORECASE | re.DOTALL,
)
_TO = Regex(
    r"(?P<name>(?:to|for|before|after|when) (?:(?:i|you|we) )?[^:,\n]{3,50})"
    r":\s*(?P<steps>[^\n]+?,[^\n]+?,?\s*(?:and )?(?:then|finally|only then|lastly)\b[^\n]+)",
    re.IGNORECASE,
)
_INLINE_NUMBERED = Regex(
    r"(?P<name>[^:\n]{3,70}):\s*(?P<steps>(?:1|①)[.)]?\s[^\n]+\b2[.)]\s[^\n]+\b3[.)]\s[^\n]+)",
    re.IGNORECASE,
)
_TO_LIST = Regex(
    r"(?:^|\n|[.!] )(?:so |right,? |ok,? )*(?P<name>[Tt]o (?!whom\b|be\b|me\b|do\b|recap\b|sum\b|clarify\b|"
    r"confirm\b|everyone\b|all\b|the\b|my\b)"
    r"[a-z][^:,\n]{3,50}): (?P<steps>[^\n,.]+,[^\n,.]+,[^\n]+)",
)
_DRILL = Regex(
    r"(?P<name>(?:when|if|whenever|before|after|for) [^:\n.]{3,60}?),? (?:here's|here is|this is|"
    r"that's) (?:the (?:drill|routine|procedure|order|"
    r"way)|what (?:to do|we do|i do|you do)|how (?:it goes|it works|we do it|i do it)): (?P<steps>[^\n]+,[^\n]+)",
    re.IGNORECASE,
)
_ORDERED = Regex(
    r"(?:^|\n|[.!] )(?P<name>[A-Z][^:\n.]{3,70}): (?P<steps>[\w' -]+ first, (?:[^\n]*?\bthen\b|"
    r"[^\n]*\blast\b)[^\n]+)",
)
_DONE_SO = Regex(
    r"(?:^|\n|[.!] )(?P<name>(?:[Mm]y|[Oo]ur|[Tt]he) [^:\n.]{3,90}): (?P<steps>(?:open|press|hold|turn|put|take|"
    r"lift|push|pull|switch|start|click|"
    r"go to|add|mix|pour|scan|enter|unplug|rinse|wash|key in|tap|pick|get|log in|"
    r"type)\b[^\n,]+,[^\n]*\bthen\b[^\n]+)",
)
_ASKED = Regex(
    r"\?|\b(?:error|review|fix|translate|summari[sz]e|rank|sort|choose|which|questions?|answer|solve|homework"
    r"|quiz|options?)\b",
    re.IGNORECASE,
)
_STORE = Regex(
    r"[,.]?\s*(?:write (?:it|this|them) down|remember (?:it|this|them)|save (?:it|this)|note (?:it"
    r"|this)(?: down)?|keep (?:it|this)|for next time|for the record)\b.*",
    re.IGNORECASE,
)
_STEP = Regex(r"\s*\n+\s*(?:[-*•]|\d{1,2}[.)]|step \d+[:.]?)?\s*", re.IGNORECASE)
_VALUE_CHARACTERS_MAX = 400
_SEQUENCE = Regex(
    r"\b(?:first|then|next|after that|finally|before|only then"
    r"|last(?:ly)?)\b|\b2[.)]|\n\s*(?:\d|[-*])|,.*,",
    re.IGNORECASE,
)


_PROCEDURES = (
    (_HOW, ""),
    (_LIKE_THIS, ":"),
    (_NUMBERED, "\n"),
    (_INLINE_NUMBERED, "2"),
    (_DRILL, ":"),
    (_INLINE, "first"),
    (_TO, ":"),
    (_ORDERED, " first,"),
    (_TO_LIST, ":"),
    (_DONE_SO, "then"),
)
"""In the order in which they are tried, each with a word it cannot do without."""


def taught_procedures(masked: str) -> list[tuple[Statement, int, int]]:
    """The procedures in the message, each with its span."""
    low = masked.lower()
    if not (":" in low or "\n" in low or "first" in low or "how" in low or "way" in low):
        return []
    for pattern, word in _PROCEDURES:
        found = pattern.search(masked) if word in low else None
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
        name = re.sub(r",? so (?:that )?you (?:can|know)\b.*$", "", _STORE.sub("", name), flags=re.IGNORECASE).strip(
            " ,:-"
        )
        name = re.sub(r"^(?:how (?:i|we|to) |the |my |our )+", "", name, flags=re.IGNORECASE)
        body = "; ".join(s for s in (_one_line(step) for step in _STEP.split(steps.strip())) if s)
        body = re.sub(r"^(?:\d{1,2}[.)]|step \d+[:.]?)\s*", "", body)
        text = as_sentence(person.third_person_order(f"{name}: {body}"))
        told = make_slot(USER, f"skill:{normal_value(name)}", name)
        made = Statement(
            text=text,
            kind=Kind.SKILL,
            slot=replace(told, value=_every_step(body)) if told else None,
            confidence=0.9,
            importance=0.8,
        )
        return [(made, *found.span())]
    return []


def _every_step(body: str) -> str:
    return re.sub(r"\s*[;,.]\s+", ", ", body).casefold().strip(" .,")[:_VALUE_CHARACTERS_MAX]


def _one_line(step: str) -> str:
    return re.sub(r"\s+", " ", step).strip(" .;,")
