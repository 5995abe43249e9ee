"""Which field a time belongs to: the one named beside it, the one a verb tells, or the only one there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.record import Json
from mnemic.rooms.task.slot_filling.days import Day
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.heard import Heard, Offer
from mnemic.rooms.task.slot_filling.places import known_place_at
from mnemic.rooms.task.slot_filling.sense import Sense
from mnemic.rooms.task.slot_filling.slots import Slot

DATE_CHARACTERS = 10  # 2026-12-03: no more than a day
NAMED, CUED, ONLY = 0.92, 0.86, 0.72

TIMES = frozenset({FieldType.DATE, FieldType.MOMENT, FieldType.TIME})

_SMALL = (
    r"(?:[\s:]|\b(?:on|at|by|is|are|it|the|in|around|about|to|be|should|will|for|from|of|s|early|late|home|out"
    r"|again|then|we|i|there|us|my|our|set|moved|changed?|now)\b|'s|[的是为在改成到定就大概要得回])*"
)
_LEAVE = (
    r"leav(?:e|ing)(?! (?:it|this|that|these|those|them|things|everything|something|all|me|us|you|him|her|a|an|my|your"
    r"|some|enough|room|space|time|out|behind|open|alone)\b)"
)
"""To leave as to set off, not to leave something."""

_BEFORE: tuple[tuple[Slot, re.Pattern[str]], ...] = tuple(
    (slot, re.compile(pattern + r"\s*$", re.IGNORECASE))
    for slot, pattern in (
        (
            Slot.DEADLINE,
            r"(?:\b(?:by|no later than|due(?: on| by)?|deadline(?: is| of)?|before|until)|最晚|最迟"
            r"|截止(?:到|日期是)?|不晚于)(?:\s+the)?",
        ),
        (
            Slot.ENDS,
            rf"(?:\b(?:return(?:ing)?|come back|coming back|back|fly(?:ing)? (?:back|home)|check(?:ing)? out"
            rf"|ends?|ending|finish(?:es|ing)?|stay(?:ing)? (?:until|till))\b{_SMALL}|\b(?:until"
            rf"|till)(?: the)?|回来|返回|返程|回程|退房|结束){_SMALL}",
        ),
        (
            Slot.BEGINS,
            rf"(?:\b(?:{_LEAVE}|depart(?:s|ing|ure)?|set(?:ting)? off|fly(?:ing)? out|start(?:s|ing)?"
            rf"|begin(?:s|ning)?|arriv(?:e|ing)|check(?:ing)? in|mov(?:e|ing) in|head(?:ing)? out"
            rf"|take off)\b(?: \w+){{0,3}}?|出发|动身|启程|入住|开始|起飞|走|去程){_SMALL}",
        ),
        (Slot.BIRTH, rf"(?:\b(?:born|birthday)\b|生日|生于|出生){_SMALL}"),
    )
)
_BEHIND: tuple[tuple[Slot, re.Pattern[str]], ...] = tuple(
    (
        slot,
        re.compile(
            r"\s*(?:的?(?:时候)?|飞(?=回)|就|再|才|我们?|一早|早上|晚上|可以|要|想|必须|得|[前]?)*" + pattern,
            re.IGNORECASE,
        ),
    )
    for slot, pattern in (
        (Slot.DEADLINE, r"(?:之前|以前|前(?!台|往)|截止|到期|交付|is (?:the|our|my) deadline)"),
        (Slot.ENDS, r"(?:回(?!复)|返程|返回|结束|退房|离店|is (?:our|my|the) return)"),
        (
            Slot.BEGINS,
            r"(?:从[一-鿿]{1,6}?)?(?:出发|动身|启程|走|起飞|开始|入住|搬(?:进|入|过)|去(?=$|[吧了就])|飞"
            r"|is (?:our|my|the) departure)",
        ),
    )
)
_AFTER_IT = re.compile(r"\b(?:after|since|except|not|before)(?: the)?\s*$|(?:除了|不是|过了)\s*$", re.IGNORECASE)
_SIDE_BEHIND = re.compile(
    r"\s*(?:之后|以后|后(?!天)|以外|之外|除外|不行|不可以|有事|没空|doesn't work|is out|won't work|is no good)",
    re.IGNORECASE,
)
_OR = re.compile(r"\s*,?\s*(?:or|或者?|还是)(?: the| on)?\s*", re.IGNORECASE)
_ARRIVES = re.compile(r"check ?in|arriv|move in|入住|到店|抵达|到达", re.IGNORECASE)
_LEAVES_BEFORE = re.compile(rf"\b(?:{_LEAVE}|depart\w*|set(?:ting)? off)\b[^,.;]{{0,20}}$", re.IGNORECASE)
_LEAVES_BEHIND = re.compile(r"\s*(?:就|再|才|我们?|一早|早上|晚上)*(?:走|离开|动身|出发|启程)")
_GOES = re.compile(
    rf"\b(?:fly|flying|travel|travelling|traveling|{_LEAVE}|depart|trip|flight|train)\b|(?<!起)飞|出发"
    r"|前往|启程|机票|车票|高铁",
    re.IGNORECASE,
)
_GO_TO = re.compile(
    r"\b(?:go|going|get|getting|drive|driving|head|heading|be)(?: \w+)? (?:to|in) (?:the )?"
    r"|\bvisit(?:ing)? (?:the )?|[去到]",
    re.IGNORECASE,
)
DINNER_FROM, DINNER_TO = 5, 10  # o'clock
_HALF_SAID = re.compile(r"[ap]\.?m\b|morning|上午|早|\b0\d:", re.IGNORECASE)
_TELLS = re.compile(
    r"\b(?:make it|move|mov(?:e|ing) it|change|schedul\w+|reschedul\w+|set|book|let's|we're|we are|we'll|i'd"
    r"|we'd|i'll|i want|we want|need|please|releas\w+|deploy\w*|ship\w*|deliver\w*|table|meet\w*|plan\w*"
    r"|push\w*|switch|fired?|on|postpone|for|rather|start\w*|arrive|it's|go)\b"
    r"|改|挪|定|订|约|开|安排|上线|发布?|送|交|推迟|提前|调|到|吧|就|要|想|我们|烧|出",
    re.IGNORECASE,
)
_SPENT = re.compile(
    r"\b(?:spent|paid|bought|took|had|was|on|invoice|receipt|dinner|taxi|lunch|flight|hotel)\b|花|付|买|打车"
    r"|吃|住|消费|开票|报销|请",
    re.IGNORECASE,
)
_LABEL_LINK = re.compile(
    r"(?:[\s:=]|'s|\b(?:is|are|should|will|would|be|to|at|on|for|the|from|set|moved?|changed?|now|it|of|was"
    r"|in|make|by|must|let's|say|pushed|stays?|remains?)\b|[的是为在就定改成到设推迟提前吧挪调换]|现在|最好"
    r"|应该|大概)*",
    re.IGNORECASE,
)
_LINK_CHARACTERS_MAX = 30


def times(heard: Heard, senses: Sequence[Sense]) -> Iterator[Offer]:
    """Times for fields of times."""
    fields = [each for each in senses if each.kind in TIMES and not each.many]
    if not fields:
        return
    evening = any(each.slot is Slot.CUISINE for each in senses)
    for place, each_day in enumerate(heard.days):
        day = _of_evening(heard, each_day) if evening else each_day
        said = heard.says(day.start, past=True) and not heard.denied(day.start)
        if not said or left_open(heard, place) or open_ended(heard, day):
            continue
        yield from _of(heard, day, fields)


def value_of(heard: Heard, day: Day, sense: Sense, *, last: bool = False) -> Json:
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


def ahead(day: Day, now: datetime) -> bool:
    """Whether a time is not over by the day."""
    return day.begins.date() >= now.astimezone(day.begins.tzinfo).date()


def left_open(heard: Heard, place: int) -> bool:
    """Whether a time is one of two that are left open: Wednesday or Thursday."""
    found = heard.days
    pairs = [(found[place - 1], found[place])] if place else []
    pairs += [(found[place], found[place + 1])] if place + 1 < len(found) else []
    return any(_OR.fullmatch(heard.text, one.end, other.start) for one, other in pairs)


def _of_evening(heard: Heard, day: Day) -> Day:
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


def open_ended(heard: Heard, day: Day) -> bool:
    """Whether a time is only the edge of what is meant, or one that is ruled out: after the 12th, 周四不行."""
    if _SIDE_BEHIND.match(heard.text, day.end):
        return True
    match = _AFTER_IT.search(heard.before(day.start))
    return match is not None and not match.group().startswith("before")


def _of(heard: Heard, day: Day, fields: Sequence[Sense]) -> Iterator[Offer]:
    past = not heard.says(day.start)
    named = [(each, at) for each in fields if (at := _label(heard, day, each)) is not None]
    role = _role(heard, day)
    if role is Slot.BEGINS and _leaves_a_stay(heard, day, fields):
        role = Slot.ENDS
    if named and not past:
        nearest = max(at for _, at in named)
        for each, at in named:
            if at == nearest:
                yield from _offers(heard, day, each, NAMED)
        yield from _clock_too(heard, day, [each for each in fields if each not in [one for one, _ in named]], NAMED)
        return
    if day.span and role is None and not past:
        yield from _span(heard, day, fields)
        if _ends(heard, day, fields, {Slot.BEGINS, Slot.ENDS}):
            return
    if role is not None:
        fitting = [each for each in fields if each.slot is role]
        if not fitting and role is Slot.BEGINS:
            fitting = [each for each in fields if each.slot is Slot.DATE]
        if not past and ahead(day, heard.said):
            yield from _only(heard, day, fitting, CUED)
        return
    yield from _default(heard, day, fields, past=past)


def _default(heard: Heard, day: Day, fields: Sequence[Sense], *, past: bool) -> Iterator[Offer]:
    words = heard.clause(day.start)
    happened = [each for each in fields if each.slot is Slot.HAPPENED]
    if happened:
        over = day.begins <= heard.said
        others = [each for each in fields if each.slot not in (Slot.HAPPENED, Slot.BIRTH)]
        if over and _SPENT.search(words):
            yield from _only(heard, day, happened, ONLY)
        if over or not others:
            return
    if past or not ahead(day, heard.said):
        return
    fitting = [each for each in fields if each.slot in (Slot.BEGINS, Slot.DATE)]
    begins = [each for each in fitting if each.slot is Slot.BEGINS]
    if begins and (_GOES.search(words) or _goes_to(heard, day)):
        yield from _only(heard, day, begins, CUED)
    elif _TELLS.search(words) or _alone(heard, day):
        paired = any(each.slot is Slot.ENDS for each in fields)
        if not (paired and all(each.slot is Slot.BEGINS for each in fitting)):
            yield from _only(heard, day, fitting, ONLY)


def _goes_to(heard: Heard, day: Day) -> bool:
    """Whether the clause of a time goes to a place that is known as one."""
    words = heard.clause(day.start)
    low = heard.text.index(words, day.start - len(heard.before(day.start)))
    return any(known_place_at(heard.text, low + match.end()) for match in _GO_TO.finditer(words))


def _alone(heard: Heard, day: Day) -> bool:
    rest = heard.before(day.start) + heard.after(day.start, day.end)
    return len(re.sub(r"\W|\b(?:on|at|please|the|then)\b|吧|就|的", "", rest)) == 0


def _only(heard: Heard, day: Day, fitting: Sequence[Sense], confidence: float) -> Iterator[Offer]:
    """Offers where only one field of each type could be meant."""
    for kind in (FieldType.DATE, FieldType.MOMENT, FieldType.TIME):
        of_kind = [each for each in fitting if each.kind is kind]
        if len(of_kind) == 1:
            yield from _offers(heard, day, of_kind[0], confidence)


def _clock_too(heard: Heard, day: Day, fields: Sequence[Sense], confidence: float) -> Iterator[Offer]:
    if day.clock:
        for kind in (FieldType.TIME,):
            of_kind = [each for each in fields if each.kind is kind]
            if len(of_kind) == 1:
                yield from _offers(heard, day, of_kind[0], confidence)


def _offers(heard: Heard, day: Day, sense: Sense, confidence: float) -> Iterator[Offer]:
    if sense.slot not in (Slot.HAPPENED, Slot.BIRTH) and not ahead(day, heard.said):
        return
    value = value_of(heard, day, sense, last=day.span and sense.slot is Slot.ENDS)
    if value is not None:
        yield Offer(sense=sense, value=value, start=day.start, end=day.end, confidence=confidence)


def _ends(heard: Heard, day: Day, fields: Sequence[Sense], slots: set[Slot]) -> bool:
    return bool([each for each in fields if each.slot in slots and value_of(heard, day, each) is not None])


def _span(heard: Heard, day: Day, fields: Sequence[Sense]) -> Iterator[Offer]:
    for slot in (Slot.BEGINS, Slot.ENDS):
        for each in [each for each in fields if each.slot is slot][:1]:
            value = value_of(heard, day, each, last=slot is Slot.ENDS)
            if value is not None:
                yield Offer(sense=each, value=value, start=day.start, end=day.end, confidence=CUED)


def _role(heard: Heard, day: Day) -> Slot | None:
    """The kind of date a verb or a preposition beside a time makes of it; words behind it count first."""
    after = heard.after(day.start, day.end)
    for slot, pattern in _BEHIND:
        if pattern.match(after):
            return slot
    before = heard.before(day.start)
    return next((slot for slot, pattern in _BEFORE if pattern.search(before)), None)


def _leaves_a_stay(heard: Heard, day: Day, fields: Sequence[Sense]) -> bool:
    """Whether a time of leaving ends what the fields are of: who checks in somewhere leaves at the end."""
    stays = any(_ARRIVES.search(name) for each in fields if each.slot is Slot.BEGINS for name in each.named)
    before, after = heard.before(day.start), heard.after(day.start, day.end)
    return stays and bool(_LEAVES_BEFORE.search(before) or _LEAVES_BEHIND.match(after))


def _label(heard: Heard, day: Day, sense: Sense) -> int | None:
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
