"""Which field a time belongs to: the one named beside it, the one a verb tells, or the only one there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling.days import NamedTime
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.places import known_place_at
from mnemic.rooms.task.slot_filling.slots import SlotKind

DATE_CHARACTERS = 10  # 2026-12-03: no more than a day
NAMED_TIME_CONFIDENCE, CUED_TIME_CONFIDENCE, ONLY_TIME_CONFIDENCE = 0.92, 0.86, 0.72

TIME_TYPES = frozenset({FieldType.DATE, FieldType.MOMENT, FieldType.TIME})

_SMALL = (
    r"(?:[\s:]|\b(?:on|at|by|is|are|it|the|in|around|about|to|be|should|will|for|from|of|s|early|late|home|out"
    r"|again|then|we|i|there|us|my|our|set|moved|changed?|now)\b|'s|[的是为在改成到定就大概要得回])*"
)
_LEAVE = (
    r"leav(?:e|ing)(?! (?:it|this|that|these|those|them|things|everything|something|all|me|us|you|him|her|a|an|my|your"
    r"|some|enough|room|space|time|out|behind|open|alone)\b)"
)
"""To leave as to set off, not to leave something."""

_BEFORE: tuple[tuple[SlotKind, Regex[str]], ...] = tuple(
    (slot, Regex(pattern + r"\s*$", re.IGNORECASE))
    for slot, pattern in (
        (
            SlotKind.DEADLINE,
            r"(?:\b(?:by|no later than|due(?: on| by)?|deadline(?: is| of)?|before|until)|最晚|最迟"
            r"|截止(?:到|日期是)?|不晚于)(?:\s+the)?",
        ),
        (
            SlotKind.ENDS,
            rf"(?:\b(?:return(?:ing)?|come back|coming back|back|fly(?:ing)? (?:back|home)|check(?:ing)? out"
            rf"|ends?|ending|finish(?:es|ing)?|stay(?:ing)? (?:until|till))\b{_SMALL}|\b(?:until"
            rf"|till)(?: the)?|回来|返回|返程|回程|退房|结束){_SMALL}",
        ),
        (
            SlotKind.BEGINS,
            rf"(?:\b(?:{_LEAVE}|depart(?:s|ing|ure)?|set(?:ting)? off|fly(?:ing)? out|start(?:s|ing)?"
            rf"|begin(?:s|ning)?|arriv(?:e|ing)|check(?:ing)? in|mov(?:e|ing) in|head(?:ing)? out"
            rf"|take off)\b(?: \w+){{0,3}}?|出发|动身|启程|入住|开始|起飞|走|去程){_SMALL}",
        ),
        (SlotKind.BIRTH, rf"(?:\b(?:born|birthday)\b|生日|生于|出生){_SMALL}"),
    )
)
_BEHIND: tuple[tuple[SlotKind, Regex[str]], ...] = tuple(
    (
        slot,
        Regex(
            r"\s*(?:的?(?:时候)?|飞(?=回)|就|再|才|我们?|一早|早上|晚上|可以|要|想|必须|得|[前]?)*" + pattern,
            re.IGNORECASE,
        ),
    )
    for slot, pattern in (
        (SlotKind.DEADLINE, r"(?:之前|以前|前(?!台|往)|截止|到期|交付|is (?:the|our|my) deadline)"),
        (SlotKind.ENDS, r"(?:回(?!复)|返程|返回|结束|退房|离店|is (?:our|my|the) return)"),
        (
            SlotKind.BEGINS,
            r"(?:从[一-鿿]{1,6}?)?(?:出发|动身|启程|走|起飞|开始|入住|搬(?:进|入|过)|去(?=$|[吧了就])|飞"
            r"|is (?:our|my|the) departure)",
        ),
    )
)
_AFTER_IT = Regex(r"\b(?:after|since|except|not|before)(?: the)?\s*$|(?:除了|不是|过了)\s*$", re.IGNORECASE)
_SIDE_BEHIND = Regex(
    r"\s*(?:之后|以后|后(?!天)|以外|之外|除外|不行|不可以|有事|没空|doesn't work|is out|won't work|is no good)",
    re.IGNORECASE,
)
_OR = Regex(r"\s*,?\s*(?:or|或者?|还是)(?: the| on)?\s*", re.IGNORECASE)
_ARRIVES = Regex(r"check ?in|arriv|move in|入住|到店|抵达|到达", re.IGNORECASE)
_LEAVES_BEFORE = Regex(rf"\b(?:{_LEAVE}|depart\w*|set(?:ting)? off)\b[^,.;]{{0,20}}$", re.IGNORECASE)
_LEAVES_BEHIND = Regex(r"\s*(?:就|再|才|我们?|一早|早上|晚上)*(?:走|离开|动身|出发|启程)")
_GOES = Regex(
    rf"\b(?:fly|flying|travel|travelling|traveling|{_LEAVE}|depart|trip|flight|train)\b|(?<!起)飞|出发"
    r"|前往|启程|机票|车票|高铁",
    re.IGNORECASE,
)
_GO_TO = Regex(
    r"\b(?:go|going|get|getting|drive|driving|head|heading|be)(?: \w+)? (?:to|in) (?:the )?"
    r"|\bvisit(?:ing)? (?:the )?|[去到]",
    re.IGNORECASE,
)
DINNER_FROM, DINNER_TO = 5, 10  # o'clock
_HALF_SAID = Regex(r"[ap]\.?m\b|morning|上午|早|\b0\d:", re.IGNORECASE)
_TELLS = Regex(
    r"\b(?:make it|move|mov(?:e|ing) it|change|schedul\w+|reschedul\w+|set|book|let's|we're|we are|we'll|i'd"
    r"|we'd|i'll|i want|we want|need|please|releas\w+|deploy\w*|ship\w*|deliver\w*|table|meet\w*|plan\w*"
    r"|push\w*|switch|fired?|on|postpone|for|rather|start\w*|arrive|it's|go)\b"
    r"|改|挪|定|订|约|开|安排|上线|发布?|送|交|推迟|提前|调|到|吧|就|要|想|我们|烧|出",
    re.IGNORECASE,
)
_SPENT = Regex(
    r"\b(?:spent|paid|bought|took|had|was|on|invoice|receipt|dinner|taxi|lunch|flight|hotel)\b|花|付|买|打车"
    r"|吃|住|消费|开票|报销|请",
    re.IGNORECASE,
)
_LABEL_LINK = Regex(
    r"(?:[\s:=]|'s|\b(?:is|are|should|will|would|be|to|at|on|for|the|from|set|moved?|changed?|now|it|of|was"
    r"|in|make|by|must|let's|say|pushed|stays?|remains?)\b|[的是为在就定改成到设推迟提前吧挪调换]|现在|最好"
    r"|应该|大概)*",
    re.IGNORECASE,
)
_LINK_CHARACTERS_MAX = 30


def time_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Times for fields of times."""
    fields = [each for each in senses if each.kind in TIME_TYPES and not each.many]
    if not fields:
        return
    evening = any(each.slot is SlotKind.CUISINE for each in senses)
    for place, each_day in enumerate(heard.days):
        day = _of_evening(heard, each_day) if evening else each_day
        said = heard.says(day.start, past=True) and not heard.denied(day.start)
        if not said or is_left_open(heard, place) or is_open_ended(heard, day):
            continue
        yield from _of(heard, day, fields)


def time_value(heard: ParsedMessage, day: NamedTime, sense: FieldSense, *, last: bool = False) -> Json:
    """A time as a field holds it, or None where it is not said as finely as that. A moment that is known keeps its time
    of the day where only a new day is said, and its day where only a new time is."""
    moment = day.ends if last else day.begins
    if sense.kind is FieldType.DATE:
        return moment.date().isoformat() if day.dated else None
    if sense.kind is FieldType.TIME:
        return moment.time().isoformat() if day.clock else None
    if day.clock and day.dated:
        return moment.isoformat()
    known = _moment(heard.known.get(sense.field.name), moment)
    if known is None or day.span or not (day.clock or day.dated):
        return None
    new, held = (known.date(), moment.timetz()) if day.clock else (moment.date(), known.timetz())
    return datetime.combine(new, held).isoformat()


def _moment(known: Json, moment: datetime) -> datetime | None:
    """A known moment in the zone of another; None where it is none."""
    try:
        read = datetime.fromisoformat(known) if isinstance(known, str) else None
    except ValueError:
        return None
    if read is None or len(str(known)) <= DATE_CHARACTERS:
        return None
    return read.replace(tzinfo=moment.tzinfo) if read.tzinfo is None else read.astimezone(moment.tzinfo)


def is_ahead(day: NamedTime, now: datetime) -> bool:
    """Whether a time is not over by the day."""
    return day.begins.date() >= now.astimezone(day.begins.tzinfo).date()


def is_left_open(heard: ParsedMessage, place: int) -> bool:
    """Whether a time is one of two that are left open: Wednesday or Thursday."""
    found = heard.days
    pairs = [(found[place - 1], found[place])] if place else []
    pairs += [(found[place], found[place + 1])] if place + 1 < len(found) else []
    return any(_OR.fullmatch(heard.text, one.end, other.start) for one, other in pairs)


def _of_evening(heard: ParsedMessage, day: NamedTime) -> NamedTime:
    """A time of a meal whose half of the day is not said: five to ten are in the evening."""
    hour = day.begins.hour
    if (
        not day.clock
        or day.span
        or not DINNER_FROM <= hour <= DINNER_TO
        or _HALF_SAID.search(heard.text, day.start, day.end)
    ):
        return day
    later = day.begins.replace(hour=hour + 12)
    return replace(day, begins=later, ends=later)


def is_open_ended(heard: ParsedMessage, day: NamedTime) -> bool:
    """Whether a time is only the edge of what is meant, or one that is ruled out: after the 12th, 周四不行."""
    if _SIDE_BEHIND.match(heard.text, day.end):
        return True
    match = _AFTER_IT.search(heard.before(day.start))
    return match is not None and not match.group().startswith("before")


def _of(heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    past = not heard.says(day.start)
    named = [(each, at) for each in fields if (at := _label(heard, day, each)) is not None]
    role = _role(heard, day)
    if role is SlotKind.BEGINS and _leaves_a_stay(heard, day, fields):
        role = SlotKind.ENDS
    if named and not past:
        nearest = max(at for _, at in named)
        for each, at in named:
            if at == nearest:
                yield from _offers(heard, day, each, NAMED_TIME_CONFIDENCE)
        yield from _clock_too(
            heard, day, [each for each in fields if each not in [one for one, _ in named]], NAMED_TIME_CONFIDENCE
        )
        return
    if day.span and role is None and not past:
        yield from _span(heard, day, fields)
        if _ends(heard, day, fields, {SlotKind.BEGINS, SlotKind.ENDS}):
            return
    if role is not None:
        fitting = [each for each in fields if each.slot is role]
        if not fitting and role is SlotKind.BEGINS:
            fitting = [each for each in fields if each.slot is SlotKind.DATE]
        if not past and is_ahead(day, heard.said):
            yield from _only(heard, day, fitting, CUED_TIME_CONFIDENCE)
        return
    yield from _default(heard, day, fields, past=past)


def _default(
    heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense], *, past: bool
) -> Iterator[SlotCandidate]:
    words = heard.clause(day.start)
    happened = [each for each in fields if each.slot is SlotKind.HAPPENED]
    if happened:
        over = day.begins <= heard.said
        others = [each for each in fields if each.slot not in (SlotKind.HAPPENED, SlotKind.BIRTH)]
        if over and _SPENT.search(words):
            yield from _only(heard, day, happened, ONLY_TIME_CONFIDENCE)
        if over or not others:
            return
    if past or not is_ahead(day, heard.said):
        return
    fitting = [each for each in fields if each.slot in (SlotKind.BEGINS, SlotKind.DATE)]
    begins = [each for each in fitting if each.slot is SlotKind.BEGINS]
    if begins and (_GOES.search(words) or _goes_to(heard, day)):
        yield from _only(heard, day, begins, CUED_TIME_CONFIDENCE)
    elif _TELLS.search(words) or _alone(heard, day):
        paired = any(each.slot is SlotKind.ENDS for each in fields)
        if not (paired and all(each.slot is SlotKind.BEGINS for each in fitting)):
            yield from _only(heard, day, fitting, ONLY_TIME_CONFIDENCE)


def _goes_to(heard: ParsedMessage, day: NamedTime) -> bool:
    """Whether the clause of a time goes to a place that is known as one."""
    words = heard.clause(day.start)
    low = heard.text.index(words, day.start - len(heard.before(day.start)))
    return any(known_place_at(heard.text, low + match.end()) for match in _GO_TO.finditer(words))


def _alone(heard: ParsedMessage, day: NamedTime) -> bool:
    rest = heard.before(day.start) + heard.after(day.start, day.end)
    return len(re.sub(r"\W|\b(?:on|at|please|the|then)\b|吧|就|的", "", rest)) == 0


def _only(
    heard: ParsedMessage, day: NamedTime, fitting: Sequence[FieldSense], confidence: float
) -> Iterator[SlotCandidate]:
    """Offers where only one field of each type could be meant."""
    for kind in (FieldType.DATE, FieldType.MOMENT, FieldType.TIME):
        of_kind = [each for each in fitting if each.kind is kind]
        if len(of_kind) == 1:
            yield from _offers(heard, day, of_kind[0], confidence)


def _clock_too(
    heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense], confidence: float
) -> Iterator[SlotCandidate]:
    if day.clock:
        for kind in (FieldType.TIME,):
            of_kind = [each for each in fields if each.kind is kind]
            if len(of_kind) == 1:
                yield from _offers(heard, day, of_kind[0], confidence)


def _offers(heard: ParsedMessage, day: NamedTime, sense: FieldSense, confidence: float) -> Iterator[SlotCandidate]:
    if sense.slot not in (SlotKind.HAPPENED, SlotKind.BIRTH) and not is_ahead(day, heard.said):
        return
    value = time_value(heard, day, sense, last=day.span and sense.slot is SlotKind.ENDS)
    if value is not None:
        yield SlotCandidate(sense=sense, value=value, start=day.start, end=day.end, confidence=confidence)


def _ends(heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense], slots: set[SlotKind]) -> bool:
    return bool([each for each in fields if each.slot in slots and time_value(heard, day, each) is not None])


def _span(heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    for slot in (SlotKind.BEGINS, SlotKind.ENDS):
        for each in [each for each in fields if each.slot is slot][:1]:
            value = time_value(heard, day, each, last=slot is SlotKind.ENDS)
            if value is not None:
                yield SlotCandidate(
                    sense=each, value=value, start=day.start, end=day.end, confidence=CUED_TIME_CONFIDENCE
                )


def _role(heard: ParsedMessage, day: NamedTime) -> SlotKind | None:
    """The kind of date a verb or a preposition beside a time makes of it; words behind it count first."""
    after = heard.after(day.start, day.end)
    for slot, pattern in _BEHIND:
        if pattern.match(after):
            return slot
    before = heard.before(day.start)
    return next((slot for slot, pattern in _BEFORE if pattern.search(before)), None)


def _leaves_a_stay(heard: ParsedMessage, day: NamedTime, fields: Sequence[FieldSense]) -> bool:
    """Whether a time of leaving ends what the fields are of: who checks in somewhere leaves at the end."""
    stays = any(_ARRIVES.search(name) for each in fields if each.slot is SlotKind.BEGINS for name in each.named)
    before, after = heard.before(day.start), heard.after(day.start, day.end)
    return stays and bool(_LEAVES_BEFORE.search(before) or _LEAVES_BEHIND.match(after))


def _label(heard: ParsedMessage, day: NamedTime, sense: FieldSense) -> int | None:
    """Where the words that name a field lead right to a time, or stand right behind it."""
    if sense.label is None:
        return None
    low = max(0, day.start - 60)
    for label in reversed(list(sense.label.finditer(heard.text, low, day.start))):
        if day.start - label.end() <= _LINK_CHARACTERS_MAX and _LABEL_LINK.fullmatch(
            heard.text, label.end(), day.start
        ):
            return label.start()
    return None
