"""What a short answer takes from the assistant's last message: an option chosen, a question answered."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en.answers import last_request
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import make_slot, rule_topic
from mnemic.reader.en.verbs import FINITE
from mnemic.reader.statement import USER, MessageSetting, Statement

OPTIONS_MAX = 12
_ANSWER_WORDS_MAX = 6
_OPTION_CHARACTERS_MAX = 160

_NUMBERED = Regex(
    r"(?:^|[\s(])(?P<mark>\d{1,2}|[a-h])[.):]\)?\s+(?P<what>.+?)(?=[\s(]+(?:\d{1,2}|[a-h])[.):]\)?\s|\n|$)",
    re.IGNORECASE | re.DOTALL,
)
_BULLET = Regex(r"^\s*[-*•]\s+(?P<what>.+)$", re.MULTILINE)
_EITHER = Regex(
    r"(?:^|[.:!,]\s|\b(?:have|want|prefer|with|take|"
    r"like)\s)(?P<one>[^.:!?\n]{3,90}?),? or (?P<two>[^.:!?\n]{2,90})[?.]"
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ASK_AT_END = Regex(r"\s*[^.!?\n]*\?\s*$")

_BEFORE = (
    r"(?:(?:ok|okay|yes|yeah|yep|right|sure|great|perfect|sold|deal|cool|nice|hmm|oh|i think|then|please|"
    r"thanks|definitely"
    r"|let's (?:do|go with|go for|get|take|book|have|try)|lets (?:do|go with|get|take|book)|i'll (?:take|have|"
    r"go with|go for)"
    r"|we'll (?:take|have|go with|go for)|go with|go for|book|order|take|get|pick|i (?:want|choose|pick|"
    r"prefer|like)|make it)"
    r"(?: me)?[\s,.!]*)*"
)
_AFTER = (
    r"(?:[\s,.!]*(?:please|then|thanks|ta|cheers|book it|order it|go for it|go with that|do it|get it|it is|"
    r"for me|sounds (?:good"
    r"|great|best)|works(?: best)?(?: for (?:me|us))?|looks (?:good|great|best)|and book it|is (?:fine|good|"
    r"great|best|perfect)"
    r"|put it in|confirm it|reserve it|buy it|set it up|lock it in|just this once))*"
)
_ORDINAL = Regex(
    rf"{_BEFORE}(?:the )?(?:(?P<ordinal>first|second|third|fourth|fifth|sixth|last|1st|2nd|3rd|4th|"
    r"5th)(?: (?:one|option|choice))?"
    rf"|(?:option |number |no\.? ?|#)?(?P<mark>\d{{1,2}}|[a-h])){_AFTER}[\s.!]*",
    re.IGNORECASE,
)
_BY_NAME = Regex(
    rf"{_BEFORE}(?:the )?(?P<name>[\w'&£$€-]+(?: [\w'&£$€:-]+){{0,3}}?)(?: one|"
    rf" option)?{_AFTER}[\s.!]*",
    re.IGNORECASE,
)
_TAKES_IT = Regex(
    rf"(?:{_BEFORE}\s*)?(?:book|order|get|take|buy|reserve|go with|go for|do|let's get|let's go with|i'll take|grab)"
    rf"(?: me)? (?:it|that one|that|this one){_AFTER}[\s.!]*",
    re.IGNORECASE,
)
_PROPOSES = Regex(
    r"\b(?:i'd (?:suggest|recommend|go (?:with|for))|i (?:suggest|recommend|found)|how about|what about|"
    r"there's|here's|best (?:bet"
    r"|option|match)|cheapest|available|costs?|[£$€]\s?\d)",
    re.IGNORECASE,
)


def chosen_option(text: str, setting: MessageSetting) -> list[Statement]:
    """A decision for one of the options the assistant named: "the second one, book it"."""
    last = _last(setting)
    if not last or "?" in text:
        return []
    options = _options(last)
    what = _by_place(text, options) or _by_name(text, options) or _only(text, last, options)
    if not what:
        return []
    asked = last_request(setting)
    return [
        Statement(
            text=as_sentence(f"The user chose: {what}" + (f" ({asked})" if asked else "")),
            kind=Kind.DECISION,
            slot=make_slot(USER, f"decision:{rule_topic(asked or what)}", what),
            confidence=0.9,
            importance=0.8,
        )
    ]


def _options(said: str) -> dict[str, str]:
    """The options of a message by their mark; unmarked ones are numbered in their order."""
    numbered = {m["mark"].lower(): _plain(m["what"]) for m in _NUMBERED.finditer(said)}
    if len(numbered) > 1:
        return dict(list(numbered.items())[:OPTIONS_MAX])
    bullets = [_plain(m["what"]) for m in _BULLET.finditer(said)]
    if len(bullets) > 1:
        return {str(number): what for number, what in enumerate(bullets[:OPTIONS_MAX], 1)}
    if either := _EITHER.search(said):
        several = [*re.split(r",\s+(?=\S)", either["one"]), either["two"]]
        return {str(number): _plain(what) for number, what in enumerate(several, 1)}
    return {}


def _plain(option: str) -> str:
    option = re.sub(r"[*_`]+", "", re.split(r"\s(?=\S+[^.]*\?\s*$)(?<=[.!]\s)", option)[0])
    option = re.sub(r"[.!]\s+[^.!?]*\?\s*$", "", option)
    return option.strip(" ,;.?!()")[:_OPTION_CHARACTERS_MAX]


def _by_place(text: str, options: dict[str, str]) -> str:
    found = _ORDINAL.fullmatch(text)
    if found is None or not options:
        return ""
    if found["mark"]:
        return options.get(found["mark"].lower(), "")
    listed = list(options.values())
    word = found["ordinal"].lower()
    if word == "last":
        return listed[-1]
    place = int(word[0]) - 1 if word[0].isdigit() else _ORDINALS.index(word)
    return listed[place] if place < len(listed) else ""


def _word(words: str, text: str) -> phrases.Span | None:
    """Where words stand in a text as words of their own."""
    return phrases.first(words, text, begins=phrases.NO_WORD_BEFORE, ends=phrases.NO_WORD_AFTER)


def _by_name(text: str, options: dict[str, str]) -> str:
    found = _BY_NAME.fullmatch(text)
    if found is None or not re.search(r"\w{3,}", found["name"]):
        return ""
    fitting = [what for what in options.values() if _word(found["name"], what)]
    return fitting[0] if len(fitting) == 1 else ""


def _only(text: str, last: str, options: dict[str, str]) -> str:
    """What the assistant proposed where it proposed one thing, and the user says to take it."""
    if options or not _TAKES_IT.fullmatch(text) or not _PROPOSES.search(last):
        return ""
    proposal = _ASK_AT_END.sub("", last).strip()
    proposal = re.sub(
        r"^(?:(?:sure|ok|great|got it|of course|well)[,.!]\s+)?(?:i'd (?:suggest|recommend|go (?:with|for))"
        r"|i (?:suggest|recommend|found)|how about|what about|there's|here's)?\s*",
        "",
        proposal,
        flags=re.IGNORECASE,
    )
    short = len(proposal) <= _OPTION_CHARACTERS_MAX and "\n" not in proposal
    return proposal.strip(" .!") if short and re.search(r"\d|(?<=\s)[A-Z]", proposal) else ""


_QUESTIONS: tuple[tuple[Regex[str], str], ...] = tuple(
    (Regex(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (
            r"\b(?:what's|what is|what are|what was|who's|who is|who are) your (?P<what>[\w' -]{2,40})\?$",
            "my {what} is {said}",
        ),
        (r"\b(?:what's|what is|who's|who is) the (?P<what>[\w' -]{2,40})\?$", "the {what} is {said}"),
        (r"\bwhen(?:'s| is) your (?P<what>[\w' -]{2,40})\?$", "my {what} is on {said}"),
        (r"\bwhen(?:'s| is) the (?P<what>[\w' -]{2,40})\?$", "the {what} is on {said}"),
        (r"\bwhere (?:do you live|are you (?:based|living))(?P<what>)\b[^?]*\?$", "I live in {said}"),
        (r"\bwhere are you from(?P<what>)\b[^?]*\?$", "I'm from {said}"),
        (r"\bhow old are you(?P<what>)\b[^?]*\?$", "I'm {said}"),
        (r"\bwho do you work for(?P<what>)\b[^?]*\?$", "I work for {said}"),
        (r"\b(?:what|which) (?P<what>[\w' -]{2,30}) do you (?:use|drive|have|own)\b[^?]*\?$", "my {what} is {said}"),
        (r"\bhow many (?P<what>[\w' -]{2,30}) do you have\b[^?]*\?$", "I have {said} {what}"),
        (r"\bany (?P<what>food )?allergies\b[^?]*\?$", "I'm allergic to {said}"),
        (r"\bwhat are you allergic to(?P<what>)\?$", "I'm allergic to {said}"),
    )
)
_NO_ANSWER = Regex(
    rf"\b(?:{FINITE}|not|don't|no|nope|none|nothing|yes|yeah|yep|ok|okay|sure|maybe|idk|dunno|thanks|any|it|"
    r"that|why|what|how|me|you"
    r"|i|i'm|we|whatever|neither|both|either|never|later|skip|hmm|good|great|nice|cool|pass|n/a)\b",
    re.IGNORECASE,
)


def answer_as_sentence(text: str, setting: MessageSetting) -> str | None:
    """The sentence the user would have said, where they answer a question with a few words: "your shoe size?" "43"."""
    last = _last(setting).rstrip()
    said = re.sub(r"[\s,]*(?:please|thanks|btw|mate)[\s.!]*$", "", text, flags=re.IGNORECASE).strip(" .!")
    if not last.endswith("?") or not said or len(said.split()) > _ANSWER_WORDS_MAX or _NO_ANSWER.search(said):
        return None
    for pattern, frame in _QUESTIONS:
        if found := pattern.search(last):
            what = re.sub(r"\s+(?:then|again|please|by the way)$", "", found["what"] or "")
            said_on = (
                re.sub(r"^(?:on|in|at)\s+", "", said, flags=re.IGNORECASE)
                if frame.endswith(("on {said}", "in {said}"))
                else said
            )
            return frame.format(what=what, said=said_on)
    return None


_GUESSED = Regex(
    r"(?:^|[.!]\s|\b(?:think|guess|assume|believe|suppose|so|that|right:|noted[,:]|looks like|sounds like)\s)"
    r"(?P<said>(?:you're|you are|you|your [\w ]+? is)\b[^.?!]*?\b(?:in|at|with|is|are|use|like|drive|prefer|"
    r"have|called|named|for|from|a|an"
    r"|on|as))\s(?P<old>[\w'-]+(?: [\w'-]+)?)(?:,? (?:right|correct|is that right|yes|no))?\?",
    re.IGNORECASE,
)
_INSTEAD = Regex(
    r"(?:no|nope|nah)[,.!]?\s+(?:actually |it's |i'm in |in |a |an )?(?P<new>(?-i:[A-Z\d])[\w'-]*(?: [\w'-]+){0,2})",
    re.IGNORECASE,
)


def corrected_guess(text: str, setting: MessageSetting) -> str | None:
    """What the user would have said, where they put a guess right: "You're in Derby, right?" "no, Leeds"."""
    if put_right := _put_right(text, setting):
        return put_right
    said = _INSTEAD.fullmatch(text.strip(" .!"))
    guess = _GUESSED.search(_last(setting)) if said else None
    if said is None or guess is None or _NO_ANSWER.search(said["new"]):
        return None
    return _by_user(guess["said"]) + f" {said['new']}"


_NOT_OLD = Regex(
    r"(?:(?:no|nope|nah|sorry|actually|wait)[\s,.!]+)*(?:it's |that's |"
    r"i said )?(?P<new>[\w£$€:.%'-]+(?: [\w£$€:.%'-]+){0,2}?),? not "
    r"(?P<old>[\w£$€:.%'-]+(?: [\w£$€:.%'-]+){0,2}?)",
    re.IGNORECASE,
)


def _put_right(text: str, setting: MessageSetting) -> str | None:
    """The assistant's sentence with its mistake put right, in the user's words: "Tuesday, not Monday"."""
    found = _NOT_OLD.fullmatch(text.strip(" .!"))
    if found is None:
        return None
    for said in re.split(r"(?<=[.!?;:])\s+|,\s+(?=your\b)|:\s", _last(setting)):
        if _word(found["old"], said) and not said.rstrip().endswith("?"):
            kept = said.strip(" .!")
            wrong = _word(found["old"], kept)
            return _by_user(f"{kept[: wrong.start]}{found['new']}{kept[wrong.end :]}" if wrong else kept)
    return None


def _by_user(said: str) -> str:
    """A sentence about "you" as the user would say it."""
    told = re.sub(r"\byou're\b|\byou are\b", "I'm", said, flags=re.IGNORECASE)
    told = re.sub(r"\byour\b", "my", told, flags=re.IGNORECASE)
    return re.sub(r"\byou\b", "I", told, flags=re.IGNORECASE)


def _last(setting: MessageSetting) -> str:
    last = setting.earlier[-1] if setting.earlier else None
    return last.text.strip() if last and last.role == "assistant" else ""
