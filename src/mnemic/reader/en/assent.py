"""A yes to all but a part: "all of it bar the number, we're 34" is the proposal with the new number in it."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en.lexicon import CLOCK, DATE
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import make_slot, rule_topic
from mnemic.reader.statement import USER, MessageSetting, Statement

_COUNT = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|a dozen)"
)
_PARTLY = Regex(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|correct|right|perfect|great|lovely|go ahead|fine|good|spot on|nearly|almost|"
    r"everything|the lot|all(?: of (?:it|that|them|those)| that)?|all (?:correct|right|good|fine)|that's (?:right|it|"
    r"fine|all)|(?:it )?(?:looks|sounds) (?:good|right|fine)|book it|do it|is (?:right|fine|good|correct)|it's all)"
    r"[\s,.!:;–—-]*)+(?:bar|but(?: for)?|except(?: for| that)?|apart from|save for|other than|only|just|minus|with one "
    r"(?:change|exception|correction|tweak)[:,]?) (?P<rest>.+)",
    re.IGNORECASE,
)
_NAMED = Regex(
    r"(?:for )?(?:the |that |those )?(?P<what>(?!it'?s|we're|make|there)[a-z-]+(?: [a-z-]+)?)(?:$|"
    r"\s*[,:;–—-]+\s*(?P<new>.+)|"
    r" (?=(?:is|are|should|which|needs)\b)(?P<new2>.+))",
    re.IGNORECASE,
)
_LEAD = Regex(
    r"^(?:and |so |which |now |it's |it is |that's |that should be |it should be |should be |needs to be |"
    r"we're |we are |"
    r"we'll be |there's |there are |there'll be |there will be |make (?:it|that|them) |is |are |i'm |"
    r"they're |actually |"
    r"in |on |at |to |for )+",
    re.IGNORECASE,
)
_TRAIL = Regex(r"[\s,]*(?:please|thanks|ta|now|actually|instead|not \S+|sorry)?[\s.!]*$", re.IGNORECASE)
_OPENING = Regex(
    r"^(?:so|to confirm|to recap|recap|summary|booking|order|i have|right|ok|okay|just to check|let me check|noted|"
    r"that's|got it|great|so that's|confirming|here's what i have)\b[:,]?\s+",
    re.IGNORECASE,
)
_DAY = Regex(rf"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(?:{DATE}|\d{{1,2}}(?:st|nd|rd|th))", re.I)
_MONTH = Regex(r"(?:january|february|march|april|may|june|july|august|september|october|november|december)", re.I)
_TIME = Regex(rf"\b(?:{CLOCK}|noon|midday|midnight)\b", re.IGNORECASE)
_HOW_MANY = Regex(rf"\b{_COUNT}\b(?=(?: [a-z-]+)? [a-z]+)|\bfor {_COUNT}\b|^{_COUNT}\b", re.IGNORECASE)
_MONEY = Regex(r"[£$€]?\d[\d,.]*(?:k|p)?(?: (?:pounds|quid|euros?|dollars?))?$", re.IGNORECASE)
_KINDS = (
    (
        Regex(r"(?:number|numbers|headcount|head count|count|guests|people|party|heads|covers|total)\b", re.I),
        "count",
    ),
    (Regex(r"(?:date|day)\b", re.IGNORECASE), "day"),
    (Regex(r"(?:time|hour|start)\b", re.IGNORECASE), "time"),
    (Regex(r"(?:place|venue|airport|station|location|city|town|address)\b", re.IGNORECASE), "place"),
)


def partial_assent(text: str, setting: MessageSetting) -> list[Statement] | None:
    """What a yes to all but a part states: nothing where the part is not found. None where the text is no such yes."""
    found = _PARTLY.fullmatch(text.strip(" .!"))
    last = setting.earlier[-1] if setting.earlier else None
    if found is None or last is None or last.role != "assistant" or "?" not in last.text:
        return None
    proposal = _proposed(last.text)
    parts = re.split(r",\s+(?:and )?|;\s+", proposal)
    changed = _changed(parts, found["rest"]) if len(parts) > 1 else None
    if changed is None:
        return []
    said = ", ".join(part for part in changed if part)
    return [
        Statement(
            text=as_sentence(f"The user confirmed: {said}"),
            kind=Kind.DECISION,
            slot=make_slot(USER, f"decision:{rule_topic(proposal)}", said),
            confidence=0.8,
            importance=0.8,
            correction=True,
        )
    ]


def _proposed(said: str) -> str:
    proposal = re.sub(r"\s*[^.!?:]*\?\s*$", "", said.strip()).strip() or said.strip(" ?")
    before = ""
    while before != proposal:
        before, proposal = proposal, _OPENING.sub("", proposal)
    return proposal.strip(" .")


def _changed(parts: list[str], rest: str) -> list[str] | None:
    """The parts of the proposal with the new value in its place, or without the one part that was not agreed to."""
    named = _NAMED.fullmatch(rest)
    new = _TRAIL.sub("", _LEAD.sub("", (named["new"] or named["new2"] or "") if named else rest)).strip()
    kind = _kind(named["what"] if named else "", new)
    for place, part in enumerate(parts):
        if named and not new and _names(named["what"], part):
            return [*parts[:place], *parts[place + 1 :]]
        if new and (put := _put(part, new, kind, named["what"] if named else "")):
            return [*parts[:place], put, *parts[place + 1 :]]
    return None


def _names(what: str, part: str) -> bool:
    return phrases.first(what, part, begins=phrases.WORD_EDGE, ends=phrases.WORD_EDGE) is not None


def _kind(what: str, new: str) -> str:
    if what:
        return next((kind for pattern, kind in _KINDS if pattern.search(what)), "named")
    if _TIME.fullmatch(new):
        return "time"
    return "day" if _DAY.fullmatch(new) else "count" if re.match(rf"{_COUNT}\b", new, re.IGNORECASE) else ""


def _put(part: str, new: str, kind: str, what: str) -> str:
    """The part with the new value, where it is the part of that kind; else empty."""
    day, hour = _DAY.search(part), _TIME.search(part)
    if kind == "day" and day:
        month = _MONTH.search(day.group())
        new = re.sub(r"^the ", "", new)
        full = new if _MONTH.search(new) or month is None else f"{new} {month.group()}"
        return part.replace(day.group(), full)
    if kind == "time" and hour:
        return part.replace(hour.group(), new)
    if kind == "place":
        return new if re.fullmatch(r"(?:(?:in|at|from|to) )?[A-Z][\w' -]+", part) and not day else ""
    count = re.match(rf"(?P<n>{_COUNT})\b(?: (?P<of>[a-z-]+))?$", new, re.IGNORECASE)
    if kind == "count" and count and not day and not hour and (many := _HOW_MANY.search(part)):
        of = (count["of"] or "")[:4].lower()
        if not of or of in part.lower():
            if count["of"] and re.fullmatch(rf"{_COUNT} [a-z-]+", part, re.IGNORECASE):
                return new
            return (
                part[: many.start()]
                + re.sub(_COUNT, count["n"], many.group(), flags=re.IGNORECASE)
                + part[many.end() :]
            )
    if kind == "named" and _names(what, part):
        figure = _MONEY.search(part)
        return part[: figure.start()] + new if figure and re.match(r"[£$€\d]", new) else ""
    return ""
