"""Which field a number belongs to: the one named beside it, or the only one that counts what it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling.amounts import MONTHLY_MIN, Amount, Unit
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.slots import SlotKind

NAMED_NUMBER_CONFIDENCE, COUNTED_CONFIDENCE, CUED_NUMBER_CONFIDENCE = (
    0.92,
    0.85,
    0.78,
)  # how sure a field is that is named, has the unit, or is told by a verb

NUMBER_TYPES = frozenset({FieldType.NUMBER, FieldType.INTEGER})

_LINK_EN = (
    r"(?:[\s:=]|'s|\b(?:is|are|was|should|will|would|must|can|be|to|at|of|about|around|roughly|approximately|up"
    r"|down|under|below|max(?:imum)?|set|now|only|just|no|not|more|less|over|than|at most|it|the|a|an|s|from"
    r"|stays?|go|goes|remains?|by|for|let's|say|make|total|in|we|have|i|which|that|get|got|'ll|exactly|currently"
    r"|still|strictly|ideally|actually|like|something|per|person|night|hotel|trip|whole|month|monthly|as|high"
    r"|low|raise[ds]?|increase[ds]?|reduced?|lowered?|cut|bumped|changed?)\b)*"
)
_LINK_ZH = (
    r"(?:[\s:=的是为就在定改成到加提高降减调升放还宽控制不超过最多有给只要我们用写设共一吧大概约差不左右每人这次"
    r"总整咱想能可以了]|高于|低于|上限|的话,|起码|至少|以内)*"
)
_FROM_TO = r"(?:(?:from|从)\s?[\w,.]+?\s?(?:块|元)?\s?(?:to|up to|down to|改?到|[加提降减涨升调]到|改成)\s?)?"
_LINK = Regex(rf"(?:{_LINK_EN}|{_LINK_ZH}){_FROM_TO}", re.IGNORECASE)
_BEHIND = Regex(
    r"[\s\-]?(?:as (?:the|our|my|a) |for (?:the|our|my) |of |is (?:the|our|my) |max(?:imum)? |的?(?:总)?|做"
    r"|当|作为|是)?",
    re.IGNORECASE,
)
_LINK_CHARACTERS_MAX = 36

_FITS: dict[SlotKind, frozenset[Unit]] = {
    SlotKind.PRICE_MAX: frozenset({Unit.MONEY}),
    SlotKind.SPENT: frozenset({Unit.MONEY}),
    SlotKind.PEOPLE: frozenset({Unit.PEOPLE, Unit.TICKETS}),
    SlotKind.NIGHTS: frozenset({Unit.NIGHTS}),
    SlotKind.DAYS: frozenset({Unit.DAYS}),
    SlotKind.DURATION: frozenset({Unit.MINUTES}),
    SlotKind.BEDROOMS: frozenset({Unit.BEDROOMS}),
    SlotKind.ROOMS: frozenset({Unit.ROOMS}),
    SlotKind.SQUARE: frozenset({Unit.SQUARE}),
    SlotKind.QUANTITY: frozenset({Unit.PIECES, Unit.TICKETS}),
}
_MAX = Regex(
    r"(?:\b(?:no more than|not more than|at most|up to|under|below|less than|within|max(?:imum)?(?: of)?"
    r"|spend|afford|budget|cap(?:ped)? at|limit|go over|cheaper than|as much as|not over)\b|不超过|不高于"
    r"|不要超过|别超过|控制在|最多|顶多|最高|低于|少于|不多于)[^,.。;]{0,14}$",
    re.IGNORECASE,
)
_MAX_BEHIND = Regex(r"\s?(?:or less|at most|max(?:imum)?|tops|以内|以下|之内|封顶|内)", re.IGNORECASE)
_SPENT = Regex(
    r"\b(?:spent|paid|cost|came to|charged|total(?:led|s)?|amount(?:ed|s)?|was|for)\b|花了|花掉|花费|付了"
    r"|用了|一共|总共|共计|合计|消费|报销|支付|收了|打车|车费|餐费|房费|票价",
    re.IGNORECASE,
)
_OF_US = Regex(r"(?:我们|咱们|一共|总共|一起)\s*$")
_SPENT_JUST = Regex(r"(?:\b(?:spent|paid|cost(?: me| us)?|came to)|花了|花掉|付了|用了|一共|总共)\s*$", re.IGNORECASE)
_CLAIMS = Regex(
    r"\s*(?:(?:please|also|and) )*(?:charge|claim|expense|file|add|put(?: down)?|log|record|book|enter|it's"
    r"|it is|that's|报|报个|记一笔|记|再加)?\s*",
    re.IGNORECASE,
)
_WANTS = Regex(
    r"\b(?:want|need|like|order|buy|get|take|make (?:it|that)|send|give|add|please)\b|要|买|来$|改成|换成"
    r"|加到|减到|订|拿|给我|下单|一共",
    re.IGNORECASE,
)
_PER = Regex(
    r"\s*(?:per|each|a|an|/)\s*(?:person|head|night|day|hour|week|piece)|\s?(?:每|一)(?:人|晚|天|件|个)"
    r"|\s?/(?:人|晚|天|件)",
    re.IGNORECASE,
)
_PER_BEFORE = Regex(r"(?:每人|人均|每晚|每天|一晚|一天|单价|each|per person|per night)\D{0,6}$", re.IGNORECASE)
_PART_OF = Regex(r"(?:\bone of|其中|我们有|有)[^,.。;]{0,3}$", re.IGNORECASE)
_HAVE = Regex(r"\b(?:have|has|got)\s*$", re.IGNORECASE)
_CHILDREN = Regex(r"child|kid|toddler|infant|孩", re.IGNORECASE)
_AWAY = Regex(
    r"\s*(?:late\b|early\b|earlier|before\b|ago\b|away\b|later|from\b|in advance|beforehand|walk|drive|break"
    r"|notice|前|后|以后|之前|之内|内|的路)",
    re.IGNORECASE,
)
_AWAY_BEFORE = Regex(
    r"\b(?:in|within|every|after)\s*$|(?:晚到|迟到|提前|推迟|早到|还有|再过|晚|早|每)\D{0,2}$", re.IGNORECASE
)
_RAISED_BY = Regex(
    r"\b(?:by|another|extra|additional)\s*$|(?:再加|加上|多加|增加|减少|便宜|(?<![至最])少)\s*$", re.IGNORECASE
)
_HOURS = Regex(r"hour|小时", re.IGNORECASE)
_MINUTES = Regex(r"min(?:ute)?|分钟", re.IGNORECASE)


def number_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Numbers for fields of numbers."""
    fields = [each for each in senses if each.kind in NUMBER_TYPES and not each.many]
    if not fields:
        return
    for amount in heard.amounts:
        if heard.says(amount.start, past=True) and not heard.denied(amount.start) and not _ranged(heard, amount):
            said = heard.says(amount.start)
            offers = [
                offer
                for each in fields
                if (offer := _named(heard, amount, each)) and (said or each.slot is SlotKind.SPENT)
            ]
            if offers:
                yield max(offers, key=lambda offer: (offer.confidence, len(offer.sense.field.name)))
            elif party := _party(heard, amount, fields):
                yield party
            elif len(fitting := [each for each in fields if _counts(heard, each, amount)]) == 1:
                offer = _counted(heard, amount, fitting[0])
                if offer and (said or fitting[0].slot is SlotKind.SPENT):
                    yield offer


_PARTY = Regex(
    r"\b(?:table|dinner|lunch|brunch|party|booking|reservation|reserve|group|family|seats?|places?|flights?"
    r"|tickets?|trip|holiday|book|spot)\b"
    r"[^,.;!?]{0,30}\b(?:for|of) $",
    re.IGNORECASE,
)


_DIGIT = "\\d一二两三四五六七八九十百千万"
_RANGED_BEHIND = Regex(
    rf"\s?(?:[-–~到至或]|或者|\b(?:to|or|and)\b)\s?[$€£¥]?(?:[{_DIGIT}]|(?:two|three|four|five|six|seven"
    rf"|eight|nine|ten)\b)",
    re.IGNORECASE,
)
_RANGED_BEFORE = Regex(
    rf"(?:[{_DIGIT}]|\b(?:one|two|three|four|five|six|seven|eight|nine))(?:k|块|元|个)?\s?(?:[-–~到至或]|或者"
    rf"|\b(?:to|or)\b)\s?$",
    re.IGNORECASE,
)
_BETWEEN = Regex(r"\bbetween\b[^,.;]{0,14}$", re.IGNORECASE)
_MOVES = Regex(r"\bfrom\b[^,.;]{0,14}$|从[^,.;。]{0,10}$", re.IGNORECASE)


def _ranged(heard: ParsedMessage, amount: Amount) -> bool:
    """Whether a number is one end of a range, or one of two: 2000 to 3000, 两千到四千. The end of a move is none:
    from 3000 to 5000."""
    before = heard.before(amount.start)
    if _BETWEEN.search(before):
        return True
    behind = _RANGED_BEHIND.match(heard.text, amount.end)
    if behind and not re.search(r"\band\b", behind.group()):
        return True
    return _RANGED_BEFORE.search(before) is not None and not _MOVES.search(before)


def _counts(heard: ParsedMessage, sense: FieldSense, amount: Amount) -> bool:
    if amount.unit is Unit.SOME and sense.slot is SlotKind.PEOPLE:
        return _OF_US.search(heard.before(amount.start)) is not None
    if amount.unit is Unit.NONE:
        before = heard.before(amount.start)
        if sense.slot is SlotKind.PRICE_MAX:
            capped = _MAX.search(before) or _MAX_BEHIND.match(heard.text, amount.end)
            return amount.value >= MONTHLY_MIN and capped is not None
        return sense.slot is SlotKind.SPENT and _SPENT_JUST.search(before) is not None
    return amount.unit in _FITS.get(sense.slot, frozenset()) or (
        sense.slot is SlotKind.QUANTITY and amount.unit is Unit.SOME
    )


_MADE_IT = Regex(
    r"\s*(?:(?:ok(?:ay)?|sorry|actually|well|then|so|oh|please|let's|no|can (?:you|we)|could (?:you|we))[\s,]+)*"
    r"(?:(?:make|change|set|switch|put|raise|lower|reduce|increase) (?:it|that|this)(?: (?:to|down to|up to|at))?)\s+$"
    r"|(?:那|还是|嗯|哦|好|就|请|把它|帮我|麻烦|,|\s)*(?:改[成为到]?|换成?|变成|(?:增?加|减少?|调)[到成]|算)\s*$",
    re.IGNORECASE,
)
_NO_MORE = Regex(
    r"(?:\s|,|\b(?:please|instead|then|now|thanks|thank you|after all|in total|altogether)\b"
    r"|个|吧|好了|谢谢|就[行好]|了)*$",
    re.IGNORECASE,
)
_COUNTS_TIME = frozenset({FieldType.MOMENT, FieldType.TIME})


def changed_number_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """ "Make it three", 改成三个: a bare number for the only whole number that is known. Where a time of the day is
    known as well, or a price that could be so much, it is left alone."""
    known = [each for each in senses if heard.known.get(each.field.name) is not None and not each.many]
    counts = [each for each in known if each.kind is FieldType.INTEGER]
    if len(counts) != 1 or any(each.kind in _COUNTS_TIME for each in known) or len(heard.amounts) != 1:
        return
    (field,), (amount,) = counts, heard.amounts
    prices = [each for each in known if each.kind is FieldType.NUMBER or each.slot in _PRICES]
    if amount.unit not in (Unit.NONE, Unit.SOME) or (amount.value >= MONTHLY_MIN) != (prices == [field]):
        return
    plain = _MADE_IT.fullmatch(heard.before(amount.start)) and _NO_MORE.fullmatch(heard.after(amount.start, amount.end))
    if (
        plain
        and heard.says(amount.start)
        and (offer := _offer(heard, field, amount, CUED_NUMBER_CONFIDENCE, amount.end))
    ):
        yield offer


_PRICES = frozenset({SlotKind.PRICE_MAX, SlotKind.SPENT})
_MEAL = Regex(r"\b(?:table|dinner|lunch|brunch)\b", re.IGNORECASE)
_TRAVELS = Regex("travel|passenger|旅|乘", re.IGNORECASE)


def _party(heard: ParsedMessage, amount: Amount, fields: Sequence[FieldSense]) -> SlotCandidate | None:
    """ "A table for six"."""
    people = [each for each in fields if each.slot is SlotKind.PEOPLE]
    if amount.unit is not Unit.NONE or len(people) != 1 or not heard.says(amount.start):
        return None
    before = heard.before(amount.start)
    if not _PARTY.search(before) or (_MEAL.search(before) and _TRAVELS.search(people[0].field.name)):
        return None
    return _offer(heard, people[0], amount, COUNTED_CONFIDENCE, amount.end)


def number_value(amount: Amount, sense: FieldSense) -> Json:
    """A number as a field holds it, or None where it cannot: half a person, minutes where the unit is not told."""
    value = amount.value
    if amount.unit is Unit.MINUTES and (sense.slot is SlotKind.DURATION or _HOURS.search(sense.field.name)):
        told = " ".join((*sense.named, sense.field.description))
        if _HOURS.search(told) and not _MINUTES.search(sense.field.name):
            value /= 60
        elif not _MINUTES.search(told):
            return None
    if value == int(value):
        return int(value)
    return None if sense.kind is FieldType.INTEGER else round(value, 6)


def unit_fits(amount: Amount, sense: FieldSense) -> bool:
    """Whether a field counts what a number counts, or the number counts nothing in particular."""
    if amount.unit in _FITS.get(sense.slot, frozenset()):
        return True
    if amount.unit is Unit.NONE:
        return True
    if amount.unit is Unit.SOME:
        return sense.slot in (SlotKind.PEOPLE, SlotKind.QUANTITY, SlotKind.OTHER)
    if amount.unit is Unit.WEEKS and sense.slot is SlotKind.DAYS:
        return False
    return sense.slot not in _FITS and amount.unit in (
        Unit.DEGREES,
        Unit.SHARE,
        Unit.MONEY,
        Unit.PIECES,
        Unit.MINUTES,
        Unit.ROOMS,
        Unit.MONTHS,
        Unit.WEEKS,
        Unit.DAYS,
    )


def _named(heard: ParsedMessage, amount: Amount, sense: FieldSense) -> SlotCandidate | None:
    if sense.label is None:
        return None
    behind = _BEHIND.match(heard.text, amount.number_end)
    direct = sense.label.match(heard.text, behind.end()) if behind else None
    farther = sense.label.match(heard.text, at.end()) if (at := _BEHIND.match(heard.text, amount.end)) else None
    if amount.unit is Unit.THING and not direct:
        return None
    if not direct and not unit_fits(amount, sense):
        return None
    if (
        _PER.match(heard.text, amount.end)
        and sense.slot in (SlotKind.PRICE_MAX, SlotKind.SPENT)
        and not re.match(r"\s*(?:per|a|each|/)?\s*month", heard.text[amount.end :])
    ):
        return None
    if _RAISED_BY.search(heard.text[max(0, amount.start - 12) : amount.start]):
        return None
    if direct or farther:
        return _offer(heard, sense, amount, NAMED_NUMBER_CONFIDENCE, (direct or farther).end())  # type: ignore[union-attr]  # one of them is there
    low = max(0, amount.start - 80)
    for label in reversed(list(sense.label.finditer(heard.text, low, amount.start))):
        gap = amount.start - label.end()
        if gap <= _LINK_CHARACTERS_MAX and _LINK.fullmatch(heard.text, label.end(), amount.start):
            return _offer(heard, sense, amount, NAMED_NUMBER_CONFIDENCE - gap / 400, amount.end, first=label.start())
    return None


def _counted(heard: ParsedMessage, amount: Amount, sense: FieldSense) -> SlotCandidate | None:
    before, after = heard.before(amount.start), heard.after(amount.start, amount.end)
    money = sense.slot in (SlotKind.PRICE_MAX, SlotKind.SPENT)
    if _RAISED_BY.search(before[-12:]) or (money and (_PER.match(after) or _PER_BEFORE.search(before))):
        return None
    if sense.slot is SlotKind.PRICE_MAX:
        capped = _MAX.search(before) or _MAX_BEHIND.match(after)
        return _offer(heard, sense, amount, COUNTED_CONFIDENCE, amount.end) if capped else None
    if sense.slot is SlotKind.SPENT:
        spent = (
            _SPENT.search(before) or _SPENT.search(after) or (_CLAIMS.fullmatch(before) and heard.says(amount.start))
        )
        return _offer(heard, sense, amount, COUNTED_CONFIDENCE, amount.end) if spent else None
    if sense.slot is SlotKind.QUANTITY:
        wanted = _WANTS.search(before) or before.strip() == ""
        return _offer(heard, sense, amount, CUED_NUMBER_CONFIDENCE, amount.end) if wanted else None
    if sense.slot is SlotKind.PEOPLE and (
        _PART_OF.search(before) or (_HAVE.search(before) and _CHILDREN.search(heard.text, amount.start, amount.end))
    ):
        return None
    if sense.slot is SlotKind.DURATION and (_AWAY.match(after) or _AWAY_BEFORE.search(before)):
        return None
    return _offer(heard, sense, amount, COUNTED_CONFIDENCE, amount.end)


def _offer(
    heard: ParsedMessage, sense: FieldSense, amount: Amount, confidence: float, end: int, *, first: int | None = None
) -> SlotCandidate | None:
    value = number_value(amount, sense)
    if value is None:
        return None
    start = amount.start if first is None else first
    return SlotCandidate(sense=sense, value=value, start=start, end=max(end, amount.end), confidence=confidence)
