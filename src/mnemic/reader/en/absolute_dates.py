"""Relative dates of a statement made absolute, where it speaks of a day and not of every day."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.en import lexicon
from mnemic.reader.statement import MessageSetting, Statement

_EXACTLY = Regex(
    r"\bin (?:exactly|about|roughly|around) (?=(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+) \w+)",
    re.IGNORECASE,
)
_DAY = Regex(
    rf"\b(?:{lexicon.FUTURE}|yesterday|last (?:night|week|weekend|month|year|{lexicon.WEEKDAY}|{lexicon.MONTH}))\b",
    re.IGNORECASE,
)
_THE_DAY_OF = Regex(rf"\bthe (?=\d{{1,2}}(?:st|nd|rd|th) of {lexicon.MONTH}\b)", re.IGNORECASE)
_EVERY = Regex(
    r"\b(?:(?:a|per|each|every) (?:day|week|month|year|night|morning)|usually|always|most (?:days|weeks|nights)|daily"
    r"|weekly|monthly|only ever)\b",
    re.IGNORECASE,
)
_STANDING = Regex(r"\b(?:now|instead of|from now on|daily|every|always)\b", re.IGNORECASE)
_USERS = Regex(r"(?:The user (?!'s)|Remind|The user confirmed)", re.IGNORECASE)
_LEADING = Regex(r"(?:\b(?:on|in|at|by|until|till|from|for|the|this|next|to|since|around|about)\s+)*$", re.IGNORECASE)
_COMING = Regex(r"\bturns \d", re.IGNORECASE)
_BEHIND = "It was the case that "  # and an event's behind
_AHEAD = "It will be "  # a plan's date lies ahead, whatever tense it was told in
_CLOCK = (when.Grain.MINUTE, when.Grain.HOUR, when.Grain.PART_OF_DAY)
_ONE_TIME = (Kind.PLAN, Kind.EVENT)


_STRAY = Regex(
    r"\((?P<day>\d{4}-\d\d-\d\d)(?P<rest>[^()]*\)[^()\d]{0,25}\d{1,2}(?:[:.]\d\d)?\s?(?:am|"
    r"pm)?) \((?P<other>\d{4}-\d\d-\d\d) \d\d:\d\d\)",
    re.IGNORECASE,
)


def add_dates(statement: Statement, setting: MessageSetting) -> Statement:
    """The statement with absolute dates in its text; a clock time after a day belongs to that day."""
    found = _dated(replace(statement, text=_SHORT_MONTH.sub("", statement.text)), setting)
    if found.text.rstrip().endswith(")") or not found.text.endswith("."):
        found = replace(
            found,
            text=f"{found.text}." if statement.text.endswith(".") and not found.text.endswith(".") else found.text,
        )
    if found.valid_from is None and (since := _happened(found, setting)):
        found = replace(found, valid_from=since)
    if statement.valid_to is None and (until := _until(found.text, setting)):
        found = replace(found, valid_to=until)
    found = replace(found, text=_WHOSE_DAY.sub(r"\1's \2", found.text))
    text = _STRAY.sub(lambda m: m.group() if m["day"] == m["other"] else f"({m['day']}{m['rest']}", found.text)
    return found if text == found.text else replace(found, text=text)


_WHOSE_DAY = Regex(r"\b(today|tomorrow|yesterday|tonight) (\(\d{4}[^()]*\))'s\b", re.IGNORECASE)
_SHORT_MONTH = Regex(r"(?<=\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec))\.$")


def _happened(statement: Statement, setting: MessageSetting) -> datetime | None:
    """When an event took place, where one past day is named. What only one thing can be is true from its saying on."""
    if statement.kind is not Kind.EVENT or (statement.slot and statement.slot.single):
        return None
    behind = when.find_times(_BEHIND + _ABSOLUTE.sub("", statement.text), setting.said, setting.zone)
    days = [m for m in behind if not (m.recurring or m.duration) and m.grain not in _CLOCK]
    return days[0].begins if len(days) == 1 and days[0].begins <= setting.said else None


_ABSOLUTE = Regex(r" \(\d{4}-\d\d[^()]*\)")
_UNTIL = Regex(r"(?:until|till) (?P<what>[^,]{3,30}?)(?=,| the user\b| reach\b)", re.IGNORECASE)


def _until(text: str, setting: MessageSetting) -> datetime | None:
    """When a statement that opens with "until 12 June" ends."""
    if (found := _UNTIL.match(text)) is None:
        return None
    ahead = when.find_times(_AHEAD + "on " + found["what"], setting.said, setting.zone)
    return next((m.ends for m in ahead if not (m.recurring or m.duration) and m.ends > setting.said), None)


def _dated(statement: Statement, setting: MessageSetting) -> Statement:
    """The statement with absolute dates in its text. "Starts at 7" is of every day and stays as it is."""
    if statement.kind in (Kind.PREFERENCE, Kind.RULE, Kind.SKILL):
        return statement
    if statement.slot and statement.slot.attribute.startswith(("birthday", "habit:", "default:", "value:when ")):
        return statement
    text = _THE_DAY_OF.sub("", _EXACTLY.sub("in ", statement.text))
    if statement.kind not in _ONE_TIME and _EVERY.search(text):
        return statement
    mentions = when.find_times(text, setting.said, setting.zone)
    of_a_day = any(not (m.recurring or m.duration) and (m.grain not in _CLOCK or _DAY.search(m.text)) for m in mentions)
    if not of_a_day and not (mentions and statement.kind in _ONE_TIME):
        return statement
    if statement.kind is Kind.PLAN or _COMING.search(text):
        if (
            (_STANDING.search(text) or not _USERS.match(text))
            and not _DAY.search(text)
            and all(m.grain in _CLOCK for m in mentions)
        ):
            return statement
        begin = min(m.start for m in mentions)
        if leading := _LEADING.search(text[:begin]):
            begin = leading.start()
        ahead = when.add_absolute_dates(_AHEAD + text[begin:], setting.said, setting.zone, "en")
        return replace(statement, text=text[:begin] + ahead.removeprefix(_AHEAD))
    if statement.kind is Kind.EVENT:
        behind = when.add_absolute_dates(_BEHIND + text, setting.said, setting.zone, "en")
        return replace(statement, text=behind.removeprefix(_BEHIND))
    return replace(statement, text=when.add_absolute_dates(text, setting.said, setting.zone, "en"))
