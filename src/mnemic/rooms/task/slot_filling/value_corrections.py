"""What a message takes back or puts right: "two, no wait, three", "not Osaka, Kyoto", 取消预算."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling.bare_value import BareValue, bare_value_at
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.slots import SlotKind

PUT_RIGHT_CONFIDENCE, CONTRASTED_CONFIDENCE, TAKEN_BACK_CONFIDENCE = 0.94, 0.88, 0.86
MARKS_MAX = 16  # words of taking back that are looked at in one message
REACH_CHARACTERS_MAX = 30  # between a value and the words that take it back

_WAIT = Regex(
    r"[,.;—-]*\s*\b(?:no,? wait|wait,? no|no,? sorry|sorry,? no|sorry,? i meant?|i mean|i meant|make that"
    r"|scratch that|correction|or rather|hang on|oops|wait|no,? make (?:it|that)|actually,? (?:make (?:it"
    r"|that)|no)|actually)\b[\s,:]*"
    r"|[,.。;]?\s*(?:不对|哦不|啊不|噢不|等等|等一下|说错了|我说错了|口误|更正|搞错了|错了|应该是|不不"
    r"|还是改成)[\s,:]*(?:是|应该是)?",
    re.IGNORECASE,
)
_NOT = Regex(r"\bnot (?:to |in |on |at |from )?(?:the )?|(?:不是|不去|不要|不坐|不用|别去|别)", re.IGNORECASE)
_BUT = Regex(
    r"(?:了)?\s*(?:(?:any ?more|any longer))?[\s,.;—-]+(?:but |rather |to |in |on |instead )?"
    r"|(?:了)?\s*[,.。;]*\s*(?:而是|是|去|改去|改成|要|坐|换成|用)",
    re.IGNORECASE,
)
_AND_NOT = Regex(
    r"\s*[,;(—-]+\s*(?:and )?(?:not|rather than|instead of)(?: to| in| on| the)* |\s+(?:rather than"
    r"|instead of|not) (?:the |in |to )?|\s*[,.。]?\s*(?:而不是|不是|不去|不要)",
    re.IGNORECASE,
)
_ANY_MORE = Regex(r"\s*(?:any ?more|any longer|after all)\b|了", re.IGNORECASE)
_CANCELS = Regex(
    r"\b(?:cancel|forget(?: about)?|drop|remove|scrap|skip|clear|delete|get rid of|lose|unset|ignore"
    r"|don't need|do not need|no longer need|never mind|nevermind)(?: about)?(?: (?:the|that|this|my|our|any"
    r"|a))?(?: (?:old|current|fixed|whole|maximum))? $"
    r"|(?:取消|去掉|删掉|删除|撤掉|忘掉|忽略|清掉|清空|作废|不要|不用|不设)(?:掉|了)?(?:那个|这个|之前的"
    r"|原来的|原先的|我的|固定的?)?$",
    re.IGNORECASE,
)
_CANCELLED = Regex(
    r"\s*(?:is (?:off|cancelled|canceled|gone)|(?:doesn't|does not) matter any ?more|can go"
    r"|no longer (?:applies|matters))|(?:就|先|也)?(?:不要了|取消(?:了|掉|吧)|算了|作废|去掉(?!吧?[^,.。吧])"
    r"|删掉|不设了|不限了|不定了)",
    re.IGNORECASE,
)
_END = Regex(
    r"\s*(?:limit|date)?(?:\s*(?:any ?more|any longer|please|then|altogether|for now|completely))?\s*(?:$"
    r"|[,.。;!?]|了|吧|and\b|but\b|—)",
    re.IGNORECASE,
)


def correction_candidates(heard: ParsedMessage, offers: Sequence[SlotCandidate]) -> Iterator[SlotCandidate]:
    """Values that stand behind "no wait", for the fields of the values before it."""
    for mark in islice(_WAIT.finditer(heard.text), MARKS_MAX):
        if not heard.says(min(mark.end(), len(heard.text) - 1)):
            continue
        before = [
            one
            for one in offers
            if one.end <= mark.start() and mark.start() - one.end <= REACH_CHARACTERS_MAX and not one.removes
        ]
        for one in sorted(before, key=lambda each: -each.end)[:3]:
            found = bare_value_at(heard, one.sense, mark.end())
            if found and found.value != one.value and one.sense.kind is not FieldType.BOOLEAN:
                yield _offer(one.sense, found, PUT_RIGHT_CONFIDENCE)
                break


def contrast_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """ "Not Osaka, Kyoto" and "Kyoto, not Osaka"."""
    for sense in senses:
        if not _may_be_contrasted(sense, senses):
            continue
        for mark in islice(_NOT.finditer(heard.text), MARKS_MAX):
            if not heard.says(mark.start()):
                continue
            taken = bare_value_at(heard, sense, mark.end())
            if taken is None or taken.start - mark.end() > 4:
                continue
            but = _BUT.match(heard.text, taken.end)
            given = bare_value_at(heard, sense, but.end()) if but else None
            if given and given.value != taken.value and given.start - taken.end <= 10:
                yield _offer(sense, given, CONTRASTED_CONFIDENCE)
            elif _ANY_MORE.match(heard.text, taken.end) and sense.kind is FieldType.TEXT:
                yield _offer(sense, taken, TAKEN_BACK_CONFIDENCE, removes=True)
        yield from _and_not(heard, sense)


def _and_not(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    for mark in islice(_AND_NOT.finditer(heard.text), MARKS_MAX):
        taken = bare_value_at(heard, sense, mark.end())
        clause = heard.before(mark.start()) or heard.text[: mark.start()]
        if taken is None or not heard.says(max(0, mark.start() - 1)):
            continue
        low = mark.start() - len(clause)
        for at in range(low, mark.start()):
            if at and heard.text[at - 1].isalnum() and heard.text[at - 1].isascii() and heard.text[at].isascii():
                continue
            given = bare_value_at(heard, sense, at)
            if given and given.end == mark.start() and given.value != taken.value:
                yield _offer(sense, given, CONTRASTED_CONFIDENCE)
                break


def _may_be_contrasted(sense: FieldSense, senses: Sequence[FieldSense]) -> bool:
    """Whether two bare values of one kind can only be meant for this field."""
    if sense.many or sense.kind is FieldType.BOOLEAN:
        return False
    if sense.kind is FieldType.TEXT:
        return sense.slot in (SlotKind.DESTINATION, SlotKind.COLOUR, SlotKind.CUISINE, SlotKind.VERSION) or (
            sense.slot in (SlotKind.AREA, SlotKind.ORIGIN)
            and not any(each.slot is SlotKind.DESTINATION for each in senses)
        )
    if sense.kind is FieldType.CHOICE:
        return True
    return sum(each.kind is sense.kind and each.slot is not SlotKind.BIRTH for each in senses) == 1


def removal_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Fields that are named to be emptied: "forget the budget", 预算就不要了."""
    for sense in senses:
        if sense.label is None or sense.kind is FieldType.BOOLEAN:
            continue
        for label in sense.label.finditer(heard.text):
            if not heard.says(label.start()):
                continue
            ordered = _CANCELS.search(heard.before(label.start())) and _END.match(heard.text, label.end())
            if ordered or _CANCELLED.match(heard.text, label.end()):
                yield SlotCandidate(
                    sense=sense,
                    value=None,
                    start=label.start(),
                    end=label.end(),
                    confidence=TAKEN_BACK_CONFIDENCE,
                    removes=True,
                )


def _offer(sense: FieldSense, found: BareValue, confidence: float, *, removes: bool = False) -> SlotCandidate:
    return SlotCandidate(
        sense=sense, value=found.value, start=found.start, end=found.end, confidence=confidence, removes=removes
    )
