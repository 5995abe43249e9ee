"""What is done to a message before its clauses are read.

Blank out what the user did not say themselves: code, links, quotations, pasted text, logs.

A mask never changes the length of the message, so spans found in the masked text are spans of the message.

Slips of the keyboard in the words the rules hang on: "alergic", "vegitarian", "tommorow".

Relative dates of a statement made absolute, where it speaks of a day and not of every day.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.en import lexicon
from mnemic.reader.statement import MessageSetting, Statement

_LOOKALIKE = str.maketrans("’‘ʼ＇“”，。！？：；（）\u00a0\u3000", "''''\"\",.!?:;()  ")
_FENCED = Regex(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = Regex(r"`[^`\n]+`")
_LINK = Regex(r"\b(?:https?://|www\.)\S+")
_QUOTED_LINE = Regex(r"^[ \t]*>.*$", re.MULTILINE)
_LOG_LINE = Regex(
    r"^(?:\s*at [\w$.]+\(.*|\s*File \".*\", line \d+.*|Traceback .*|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*"
    r"|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\]?[: ].*|\s*[{}\[\]<>].*|.*[;{]\s*|\s*\$ .*|\w*(?:Error"
    r"|Exception): .*|(?:diff|index|@@|\+\+\+|---) .*"
    r"|.*\b(?:SELECT [^\n]*FROM|INSERT INTO|DELETE FROM|(?:DROP|CREATE|ALTER) TABLE)\b.*)$",
    re.MULTILINE,
)
_MAIL = Regex(
    r"^(?:from|to|subject|sent|cc): .*$|^(?:dear|hi|hello) [^\n]{1,40},\s*\n(?:.*\n)*?.*(?:regards|sincerely"
    r"|cheers|best),?.*(?:\n.*)?",
    re.IGNORECASE | re.MULTILINE,
)
_DOUBLE_QUOTED = Regex(r"\"[^\"\n]{1,2000}\"|«[^»]*»|“[^”]*”|「[^」]*」")
_SINGLE_QUOTED = Regex(r"(?<![\w'])'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)")
_LONG_QUOTE_WORDS = 3  # shorter quotations are names and terms, which belong to the sentence
_SIGNED_CHARACTERS_MAX = 50  # what a letter is to be signed with belongs to the order
_PASTE_VERB = Regex(
    r"(?:\bhere's|\bhere is|\bmy|\bthe|\bthis) (?:my |the |a )?(?:first |rough |current )?(?:draft|essay|text"
    r"|paragraph|letter|transcript|abstract|cover letter|blurb|passage|excerpt"
    r"|personal statement)(?: so far)?:\s*|(?<!how to )(?<!how i )(?<!how we )(?<!how you )\b(?:translate|"
    r"summari[sz]e|tl;?dr|rewrite|rephrase|paraphrase"
    r"|proofread|shorten|edit|polish|correct|improve|fix|reword|continue|analy[sz]e|classify|explain|review"
    r"|format|extract|turn|convert|make|check|tidy|reply to|respond to|clean up)\b(?:\s+(?:this|these|the|that"
    r"|it|my|our|following|below|for me|me|to|in|into|please|pls)\b[^\n:]{0,100})?:\s*",
    re.IGNORECASE,
)


def plain_punctuation(message: str) -> str:
    """The message with typographic apostrophes, quotation marks and full-width punctuation in their plain form."""
    return message.translate(_LOOKALIKE)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())


_SIGNED = Regex(
    r"\b(?:sign|close|end|open|start|begin|finish|greet)\b[^.!?\n]{0,40}\b(?:as|with|off)[:,]? $", re.IGNORECASE
)


def _blank_long(found: re.Match[str]) -> str:
    if _SIGNED.search(found.string[: found.start()]) and len(found.group()) <= _SIGNED_CHARACTERS_MAX:
        return found.group()
    words = found.group().strip("\"'«»「」“” ").split(" ")
    return _blank(found) if len(words) > _LONG_QUOTE_WORDS else found.group()


def mask_foreign_text(text: str) -> str:
    """The plain message with everything that is not the user's own statement blanked out.

    Text after "translate this:" and its like is somebody's text to work on; it is blanked to the end of the message.
    """
    text = _FENCED.sub(_blank, text)
    text = _LINK.sub(_blank, _INLINE_CODE.sub(_blank_long, text))
    if (asked := _PASTE_VERB.search(text)) and not re.search(
        r"\b(?:always|never|from now on)\b", text[: asked.end()], re.I
    ):
        text = text[: asked.end()] + re.sub(r"[^\n]", " ", text[asked.end() :])
    for pattern in (_QUOTED_LINE, _LOG_LINE, _MAIL):
        text = pattern.sub(_blank, text)
    text = _DOUBLE_QUOTED.sub(_blank_long, text)
    return _SINGLE_QUOTED.sub(_blank_long, text)


_WATCHED = (
    "allergic allergy vegetarian pescatarian daughter husband girlfriend boyfriend favourite favorite prefer prefers "
    "tomorrow yesterday wednesday saturday february appointment birthday definitely because always "
    "penicillin intolerant "
    "diabetic medication engineer restaurant dentist doctor address sister brother sandwich coffee breakfast usually "
    "moved living lives allergies reminder remember remind please instead anymore weekend meeting moving currently "
    "really actually switched changed cancelled chocolate vegan gluten lactose asthma apartment"
).split()
_COMMON = {
    "vegitarian": "vegetarian",
    "vegeterian": "vegetarian",
    "tommorow": "tomorrow",
    "tommorrow": "tomorrow",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "definately": "definitely",
    "definatly": "definitely",
    "wensday": "wednesday",
    "febuary": "february",
    "resturant": "restaurant",
    "medecine": "medicine",
    "neice": "niece",
    "freind": "friend",
    "teh": "the",
    "liek": "like",
    "realy": "really",
    "alot": "a lot",
    "aswell": "as well",
    "cos": "because",
    "coz": "because",
    "cuz": "because",
    "becuase": "because",
    "bcos": "because",
    "tho": "though",
    "luv": "love",
    "fav": "favourite",
    "fave": "favourite",
    "bday": "birthday",
    "appt": "appointment",
    "perfer": "prefer",
    "evry": "every",
    "lil": "little",
    "rly": "really",
    "ur": "your",
    "u": "you",
    "nvm": "never mind",
    "thru": "through",
    "hav": "have",
    "havin": "having",
    "goin": "going",
    "livin": "living",
    "workin": "working",
    "movin": "moving",
}
_REAL = frozenset(
    (
        "bother brothers refer prefers preferred favorites favourites doctors dentists moves moved mved "
        "lives live liver "
        "vegans reminders remembers sisters meetings chocolates weekends addresses ally alleges removed really moving "
        "changes change charged chanced switches living loving lining livings dived changed moed loved "
        "mover actual prefer"
    ).split()
)
"""Words that a slip could make and that mean themselves."""
_LETTERS_MIN = 6


def _slips(word: str) -> set[str]:
    """The word with a letter left out, two letters swapped, or a letter doubled; its first letter stays."""
    places = range(1, len(word))
    out = {word[:i] + word[i + 1 :] for i in places}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
    doubled = {word[: i + 1] + word[i:] for i in places}
    return (out | swapped | doubled) - {word}


_MEANT = {
    **{
        slip: word
        for word in _WATCHED
        if len(word) >= _LETTERS_MIN
        for slip in _slips(word)
        if slip not in _REAL and slip not in _WATCHED
    },
    **_COMMON,
}
_TRAILING_THO = Regex(r"\btho(?= (?:she|he|they|it|we|i)(?:s|'s|re|m)?\b)", re.IGNORECASE)
_WORD = Regex(r"(?<![\w'’@/.-])[a-zA-Z]+(?![\w'’@/-])")


def fix_misspellings(text: str) -> str:
    """The text with such slips put right; every other word as it is."""

    def right(found: re.Match[str]) -> str:
        word = found.group()
        meant = _MEANT.get(word.lower())
        if meant is None or (word.isupper() and len(word) > 1) or (word[0].isupper() and found.start() > 0):
            return word
        return meant.capitalize() if word[0].isupper() else meant

    if _MEANT.keys().isdisjoint(_WORD.findall(text.lower())):
        return text
    return _WORD.sub(right, _TRAILING_THO.sub("though,", text))


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
