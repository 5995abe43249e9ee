"""A yes to all but a part: "all of it bar the number, we're 34" is the proposal with the new number in it."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.reader.en.lexicon import CLOCK, DATE
from mnemic.reader.en.making import slot, topic
from mnemic.reader.en.telling import sentence
from mnemic.reader.statement import USER, Setting, Statement

_COUNT = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|a dozen)"
)
_PARTLY = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|correct|right|perfect|great|lovely|go ahead|fine|good|spot on|nearly|almost|"
    r"everything|the lot|all(?: of (?:it|that|them|those)| that)?|all (?:correct|right|good|fine)|that's (?:right|it|"
    r"fine|all)|(?:it )?(?:looks|sounds) (?:good|right|fine)|book it|do it|is (?:right|fine|good|correct)|it's all)"
    r"[\s,.!:;–—-]*)+(?:bar|but(?: for)?|except(?: for| that)?|apart from|save for|other than|only|just|minus|with one "
    r"(?:change|exception|correction|tweak)[:,]?) (?P<rest>.+)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:for )?(?:the |that |those )?(?P<what>(?!it'?s|we're|make|there)[a-z-]+(?: [a-z-]+)?)(?:$|"
    r"\s*[,:;–—-]+\s*(?P<new>.+)|"
    r" (?=(?:is|are|should|which|needs)\b)(?P<new2>.+))",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:and |so |which |now |it's |it is |that's |that should be |it should be |should be |needs to be |"
    r"we're |we are |"
    r"we'll be |there's |there are |there'll be |there will be |make (?:it|that|them) |is |are |i'm |"
    r"they're |actually |"
    r"in |on |at |to |for )+",
    re.IGNORECASE,
)
_TRAIL = re.compile(r"[\s,]*(?:please|thanks|ta|now|actually|instead|not \S+|sorry)?[\s.!]*$", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:so|to confirm|to recap|recap|summary|booking|order|i have|right|ok|okay|just to check|let me check|noted|"
    r"that's|got it|great|so that's|confirming|here's what i have)\b[:,]?\s+",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(?:{DATE}|\d{{1,2}}(?:st|nd|rd|th))", re.I
)
_MONTH = re.compile(r"(?:january|february|march|april|may|june|july|august|september|october|november|december)", re.I)
_TIME = re.compile(rf"\b(?:{CLOCK}|noon|midday|midnight)\b", re.IGNORECASE)
_HOW_MANY = re.compile(rf"\b{_COUNT}\b(?=(?: [a-z-]+)? [a-z]+)|\bfor {_COUNT}\b|^{_COUNT}\b", re.IGNORECASE)
_MONEY = re.compile(r"[£$€]?\d[\d,.]*(?:k|p)?(?: (?:pounds|quid|euros?|dollars?))?$", re.IGNORECASE)
_KINDS = (
    (
        re.compile(r"(?:number|numbers|headcount|head count|count|guests|people|party|heads|covers|total)\b", re.I),
        "count",
    ),
    (re.compile(r"(?:date|day)\b", re.IGNORECASE), "day"),
    (re.compile(r"(?:time|hour|start)\b", re.IGNORECASE), "time"),
    (re.compile(r"(?:place|venue|airport|station|location|city|town|address)\b", re.IGNORECASE), "place"),
)


def partly(text: str, setting: Setting) -> list[Statement] | None:
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
            text=sentence(f"The user confirmed: {said}"),
            kind=Kind.DECISION,
            slot=slot(USER, f"decision:{topic(proposal)}", said),
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
        if named and not new and re.search(rf"\b{re.escape(named['what'])}\b", part, re.IGNORECASE):
            return [*parts[:place], *parts[place + 1 :]]
        if new and (put := _put(part, new, kind, named["what"] if named else "")):
            return [*parts[:place], put, *parts[place + 1 :]]
    return None


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
    if kind == "named" and re.search(rf"\b{re.escape(what)}\b", part, re.IGNORECASE):
        figure = _MONEY.search(part)
        return part[: figure.start()] + new if figure and re.match(r"[£$€\d]", new) else ""
    return ""
