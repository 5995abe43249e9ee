"""How a procedure is named, opened and announced in English."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.rooms.skill.procedure.procedure_text import procedure_name

AROUND_MAX = 24  # characters besides the name in a message that only names what came before
_WHAT = (
    r"(?:it|this|that|these(?: steps)?|those(?: steps)?|(?:all (?:of )?|the whole )(?:this|that|thing)|"
    r"(?:this|that)(?: whole)? (?:thing|procedure|routine|process|workflow|skill|sequence|list))"
)
_NOT_NAMES = (
    r"(?!(?:a day|a night|it|quits|off|back|out|in|up|me|him|her|them|us|even|done|good|that|what\w*|whatever.*|later|"
    r"again)\b(?!\s\w+\s(?:routine|checklist)))"
)
_NAMING = Regex(
    r"(?:^|(?P<before>[\s,;.:(–—-]+))(?:(?:and|so|ok(?:ay)?|right|from now on|please|let's|let us|we|i|we'll|i'll|"
    r"we can|"
    r"you can|just|can you|could you|going forward)[, ]+)*"
    rf"(?:(?:call|name|label|dub) {_WHAT} (?:as )?|(?:save|store|remember|keep|record|file) {_WHAT} (?:as|"
    rf"under)(?: the name)? |"
    r"(?:that|this|it|which)(?:'s| is) (?:called|what (?:i|we) call) |which (?:i|we) call |"
    r"(?:the )?name (?:of (?:it|this|that) )?(?:is|should be) |"
    r"(?:that|this)(?:'s| is) (?=(?:my|our|the) [\w' -]{2,40}?(?:routine|checklist|procedure|process|workflow|drill|"
    r"ritual|"
    r"flow|sop|playbook|runbook)\b))"
    rf"[\"'“‘]?{_NOT_NAMES}(?P<name>[^\"“”.,;:!?\n()]{{2,60}}?)[\"'”’]?"
    r"(?:,? (?:from now on|please|ok(?:ay)?|for (?:next time|short|future use)|will you|going forward))*\s*[.!)]*\s*$",
    re.IGNORECASE,
)
_OPENED: tuple[Regex[str], ...] = (
    Regex(
        r"(?:^|[.!]\s+)(?:(?:from now on|in (?:the )?future|going forward|so|ok(?:ay)?|and)[, ]+)*"
        r"(?:when(?:ever)?|if|every time|each time|any ?time) (?:i|we) (?:say|type|ask (?:you )?(?:for|to)|tell you to|"
        r"want you to|request|call for|need|want)\s+[\"'“‘]?(?P<trigger>[^\"”’,:\n]{2,60}?)[\"'”’]?\s*[,:]\s*"
        r"(?:(?:you|please|i want you to|you should|always)\s+)*(?P<steps>.+)$",
        re.IGNORECASE | re.DOTALL,
    ),
    Regex(
        r"^(?:(?:ok(?:ay)?|hey|hi|so|right|now|alright|listen)[,! ]+)*(?:let me|i'll|i will|i want to|i'd like to|"
        r"i'm going to|i am going to|gonna) (?:teach|show|walk|tell) you (?:through )?(?:how (?:to|i|we|you) )?"
        r"(?:always |usually |normally )?(?:do )?(?P<name>[^:\n.,]{3,60}?)\s*[:.,\n–—-]+\s*(?P<steps>.+)$",
        re.IGNORECASE | re.DOTALL,
    ),
    Regex(
        r"^(?:(?:ok(?:ay)?|hey|hi|so|right|now|alright|listen)[,! ]+)*(?:learn|remember|memori[sz]e|note|store|here's|"
        r"here is|new skill|skill|this is)(?: (?:this|a|the|my|our|down))*"
        r"(?: (?:skill|procedure|routine|workflow|process|checklist|drill|playbook))?"
        r"(?: (?:called|named|for|on) | - |: |, )?[\"'“‘]?(?P<name>[^:\n.,\"”]{3,60}?)[\"'”’]?\s*[:\n]\s*"
        r"(?P<steps>(?:first\b|1[.)]|step 1|[-*•]).+)$",
        re.IGNORECASE | re.DOTALL,
    ),
)
_ARTICLE = Regex(r"^(?:an?|the|my|our) ", re.IGNORECASE)
_TEACHES = Regex(
    r"^(?:(?:ok(?:ay)?|hey|hi|so|right|now|alright|listen)[,! ]+)*(?:let me|i'll|i will|i want to|i'd like to|"
    r"i'm going to|i am going to|gonna) (?:teach|show|tell) you(?: (?:something(?: new)?|this|how|one thing|"
    r"a (?:new )?(?:skill|routine|procedure|trick|thing)))?\s*[:.,–—-]+\s*",
    re.IGNORECASE,
)
_OF_A_KIND = Regex(
    r"^(?:for|to (?:do|make|write|prepare)) (?:(?:an?|the|my|our|any|every|each) )?[\"'“‘]?(?P<name>[^\"”’,:\n]{3,60}?)"
    r"[\"'”’]?\s*[,:]\s*(?P<steps>.+)$",
    re.IGNORECASE | re.DOTALL,
)
"""What is taught, where the message has said that it teaches: "for a packing list, first ..."."""
_ANNOUNCED = Regex(
    r"^(?:(?:ok(?:ay)?|hey|hi|so|right|now|alright|listen|today)[,! ]+)*(?:(?:let me|i'll|i will|i want to|i'd like to|"
    r"i'm going to|i am going to|gonna|time to) (?:teach|show|walk|tell) you (?:through )?|here(?:'s| is| are) (?=how|"
    r"the steps)|"
    r"(?:i have|i've got|there's) a (?:procedure|routine|workflow) for you: )"
    r"(?:how (?:to|i|we|you) |the steps (?:for|to|of) )?(?:do )?(?P<name>[^:\n.,?!]{3,60}?)\s*[.:!]*\s*$",
    re.IGNORECASE,
)
_LED = Regex(
    r"^(?:(?:ok(?:ay)?|hey|hi|so|right|now|alright|listen|well|sure|yes|fine)[,.! ]+)*"
    r"(?:(?:here(?:'s| is| are) (?:how|what|the steps)[^:\n]{0,40}|the steps are|it goes like this|like this|"
    r"this is how"
    r"[^:\n]{0,40}|you (?:do it|go) like this)\s*[:.,]\s*)?",
    re.IGNORECASE,
)


def closing_name(message: str) -> tuple[str, int] | None:
    """The name a message ends by giving, and where that begins."""
    found = _NAMING.search(message.rstrip())
    return None if found is None else (procedure_name(found["name"]), found.start())


def opening_procedure(message: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Name, steps and triggers of a message that opens by saying what it teaches."""
    led = _TEACHES.match(message.strip())
    said = message.strip()[led.end() :] if led else message.strip()
    for pattern in (*_OPENED, _OF_A_KIND) if led else _OPENED:
        if (found := pattern.search(said)) is not None:
            groups = found.groupdict()
            trigger = _ARTICLE.sub("", groups.get("trigger") or "")
            return trigger or groups["name"], found["steps"], ((trigger.strip(),) if trigger else ())
    return None


def announced_name(message: str) -> str:
    """What a message says it will teach, without doing so yet; empty where it does not."""
    found = _ANNOUNCED.match(message.strip())
    return found["name"].strip() if found else ""


def strip_lead_in(message: str) -> str:
    """Instructions without what leads to them: "here's how: ..."."""
    return _LED.sub("", message.strip(), count=1)
