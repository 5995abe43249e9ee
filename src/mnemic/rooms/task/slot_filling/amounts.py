"""The numbers of a message with what they count, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from mnemic.domain.regex import Regex
from mnemic.language.meaning import quantity_en, quantity_zh


class Unit(StrEnum):
    """What a number counts. Times of any length are kept in minutes, but nights, days, weeks and months are not."""

    NONE = ""
    MONEY = "money"
    PEOPLE = "people"
    NIGHTS = "nights"
    DAYS = "days"
    WEEKS = "weeks"
    MONTHS = "months"
    MINUTES = "minutes"
    TICKETS = "tickets"
    BEDROOMS = "bedrooms"
    ROOMS = "rooms"
    PIECES = "pieces"
    SQUARE = "square metres"
    DEGREES = "degrees"
    SHARE = "per cent"
    SOME = "some"  # 四个: of whatever was spoken of
    THING = "thing"  # some other noun: it counts for a field of that name only


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """One number of a message. `number_end` is where the number itself ends, `end` where its unit does."""

    value: float
    unit: Unit
    start: int
    end: int
    number_end: int
    currency: str = ""  # ISO 4217, where it is said


_FIGURES = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join([*_TEENS, *_ONES])}"
_SCALE = r"hundred|thousand|million|grand|dozen"
_SPELT = (
    rf"(?:(?:{_SMALL}|an?)[ ](?:{_SCALE})(?:[ ](?:{_SCALE}))?(?:[ ](?:and[ ])?(?:{_SMALL})(?:[ ]hundred)?)?"
    rf"|(?:{_SMALL}))\b"
)
_HAN = r"[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?"
_NUMBER = Regex(
    rf"(?P<sign>(?:US|HK|A)?[$€£¥]\s?|(?:usd|eur|gbp|cny|rmb|jpy|hkd)\s?)?"
    rf"(?:(?P<figure>(?<![\w.])(?:{_FIGURES})|(?<=[一-鿿$€£¥])(?:{_FIGURES}))(?:(?P<scale>\s?(?:k|m"
    rf"|w)(?![A-Za-z])|[千万亿])|"
    rf"(?P<word_scale>[ ](?:{_SCALE})\b))?"
    rf"|(?<![\w-])(?P<spelt>{_SPELT})|(?<![第万统唯专惟])(?P<han>{_HAN}))",
    re.IGNORECASE,
)
_CURRENCIES = {
    r"us dollars?|dollars?|usd|bucks?": "USD",
    r"euros?|eur": "EUR",
    r"pounds?(?: sterling)?|quid|gbp": "GBP",
    r"yuan|rmb|cny|kuai": "CNY",
    r"yen|jpy": "JPY",
    r"hkd": "HKD",
}
_HAN_CURRENCIES = {
    r"美元|美金|刀(?!具)": "USD",
    r"欧元": "EUR",
    r"英镑": "GBP",
    r"日元|円": "JPY",
    r"港币|港元": "HKD",
    r"块钱?|元(?!旦|月|宵|老|素|气)|人民币|块": "CNY",
}
_SIGNS = {"$": "USD", "us$": "USD", "hk$": "HKD", "€": "EUR", "£": "GBP", "¥": "CNY"}
_CODES = {"usd": "USD", "eur": "EUR", "gbp": "GBP", "cny": "CNY", "rmb": "CNY", "jpy": "JPY", "hkd": "HKD"}
_MONEY = tuple(
    (Regex(rf"(?:{pattern})" + (r"\b" if latin else ""), re.IGNORECASE), code)
    for latin, table in ((True, _CURRENCIES), (False, _HAN_CURRENCIES))
    for pattern, code in table.items()
)
_UNITS: tuple[tuple[Unit, float, Regex[str]], ...] = tuple(
    (unit, scale, Regex(pattern, re.IGNORECASE))
    for unit, scale, pattern in (
        (
            Unit.PEOPLE,
            1,
            r"(?:(?:other |more )?(?:people|persons?|adults?|guests?|travell?ers?|passengers?|pax|diners|attendees"
            r"|participants|children|child|kids?|toddlers?|infants?|of us)\b)"
            r"|[个位名口]?(?:大人|成人|人|客人|乘客|小孩|孩子|儿童|老人|婴儿)(?![民气家生均口间])"
            r"|(?<=[二三四五六七八])口(?!味)|位(?![于置])",
        ),
        (Unit.TICKETS, 1, r"(?:[a-z]+ )?(?:tickets?|seats?)\b|张(?=[^,.。]{0,8}票)"),
        (Unit.NIGHTS, 1, r"nights?\b|个?晚上?(?![饭餐点])|夜(?!里)"),
        (Unit.DAYS, 1, r"days?\b(?! ago)|天(?!前)|日(?=游)"),
        (Unit.WEEKS, 1, r"weeks?\b(?! ago)|个?(?:星期|礼拜|周)(?![一二三四五六日天末前])"),
        (Unit.MONTHS, 1, r"months?\b(?! ago)|个月(?!前)"),
        (Unit.MINUTES, 60, r"(?:hours?|hrs?|h)\b|个?(?:小时|钟头)"),
        (Unit.MINUTES, 1, r"min(?:ute)?s?\b|分钟"),
        (Unit.BEDROOMS, 1, r"bed(?:room)?s?\b|个?(?:居室|卧室|室(?!内|外)|居(?!民|住)|卧(?!铺))"),
        (Unit.ROOMS, 1, r"(?:(?:hotel|double|single|twin) )?rooms?\b|个?(?:房间|间房?)"),
        (Unit.SQUARE, 1, r"(?:sqm|m2|square met(?:er|re)s?)\b|m²|平方米|平米|平方|平(?!均|时)|㎡"),
        (Unit.DEGREES, 1, r"(?:degrees?|celsius)\b|°\s?c?|度(?!假)|℃"),
        (Unit.SHARE, 1, r"%|per ?cent\b"),
        (
            Unit.PIECES,
            1,
            r"(?:pieces?|pcs|copies|copy|units?|sets?|pairs?|boxes|box|bottles?|bags?|packs?|items?)\b"
            r"|of (?:them|these|those|it)\b"
            r"|[件台本套双盒瓶包箱份张条只部支把](?![月人小星礼多])",
        ),
        (Unit.SOME, 1, r"个(?=$|[,.。、!;吧了就行])"),
        (
            Unit.THING,
            1,
            r"个|(?:years? old|岁|公里|千米|公斤|斤|克|米|年|月|号|点|岁|次|遍|层|楼|路|街|版|期|km|kg|am|pm)(?![a-z])",
        ),
    )
)
_GAP = Regex(r"[ \-]?")
_HALVES = Regex(
    r"(?P<en>(?P<n>\d+|an?|one|two|three|four)[ ](?:and a half hours?|hours? and a half)|half an hour|half-hour"
    r"|(?P<hour>\d+) ?h(?:ours?)? ?(?P<minute>[0-5]?\d) ?m(?:in(?:ute)?s?)?\b)"
    r"|(?P<zh>(?P<m>\d+|[一两二三四])个半(?:小时|钟头)|半个?(?:小时|钟头)|(?P<h>\d+"
    r"|[一两二三四])个?小时(?P<mm>[0-5]\d|[一二三四五]?十[一二三四五六七八九]?)分钟?)",
    re.IGNORECASE,
)
_ARTICLE = Regex(
    r"\b(?:an?|one) (?:(?P<hour>hour)|(?P<night>(?:single )?night)|(?P<week>week)"
    r"|(?P<couple>couple(?: of)?))\b(?! and a half)",
    re.IGNORECASE,
)
_US = Regex(
    r"\b(?:just|only) (?:me|myself)\b(?! and)|(?:就|只有)我(?:一个人|自己|一个)(?![和跟])|我自己去"
    r"|(?P<two>\b(?:the two|both) of us\b|我们俩|我俩|咱俩)",
    re.IGNORECASE,
)
AMOUNTS_MAX = 64  # numbers of one message that are read
MONTHLY_MIN = 100  # a bare number "a month" from here on is a rent or a wage
_MONTHLY = Regex(r"\s?(?:a month|per month|/ ?month|monthly|pcm|每月|一个月|/月)", re.IGNORECASE)
_NOUN = Regex(
    r"[ \-](?!(?:please|or|max|at|in|on|for|and|is|are|would|will|then|now|total|to|by|but|with|as|instead"
    r"|maximum|tops|each|per|a|an|the|if|from|i|we|so|should|tonight|altogether|this|next|not|than|more"
    r"|less)\b)[a-z]{2,}"
)
_VAGUE = Regex(
    r"(?<![一二两三四五六七八九〇零])[一二两三四五六七八九]{2}(?![一二三四五六七八九〇零])"
)  # 两三个: two or three
_CHANGE = Regex(r"(?P<n>[0-9一二三四五六七八九])(?![\d一二三四五六七八九十百千万个件月号])")
_JOIN = Regex(r"[ ,]*(?:and|plus|with|和|加|带|、|跟|,)?[ ]*", re.IGNORECASE)
_FREE_ENDS = Regex(r"\s|[,.。、!?;:)）”\"]|$|[吧了就的左上以呢啊哦]|大概|差不多|人均|[^一-鿿]")


def find_amounts(text: str, taken: Sequence[tuple[int, int]]) -> tuple[Amount, ...]:
    """The numbers of a text in half-width signs, in order, but for those in `taken` spans: times, addresses."""
    found: list[Amount] = []
    for each in (*_composed(text), *islice(_plain(text), AMOUNTS_MAX)):
        if not any(start < each.number_end and each.start < end for start, end in taken) and not any(
            one.start < each.end and each.start < one.end for one in found
        ):
            found.append(each)
    return tuple(_parties(text, sorted(found, key=lambda each: each.start)))


def _composed(text: str) -> Iterator[Amount]:
    for match in _HALVES.finditer(text):
        yield _amount(_halved(match), Unit.MINUTES, match)
    for match in _ARTICLE.finditer(text):
        unit = {"hour": Unit.MINUTES, "night": Unit.NIGHTS, "week": Unit.WEEKS, "couple": Unit.NONE}[
            match.lastgroup or ""
        ]
        if unit is Unit.NONE:
            after = _with_unit(
                text, Amount(value=2, unit=unit, start=match.start(), end=match.end(), number_end=match.end())
            )
            yield after if after.unit is not Unit.NONE else replace(after, unit=Unit.THING)
        else:
            yield _amount(60 if unit is Unit.MINUTES else 1, unit, match)
    for match in _US.finditer(text):
        yield _amount(2 if match["two"] else 1, Unit.PEOPLE, match)


def _halved(match: re.Match[str]) -> float:
    if match["hour"]:
        return int(match["hour"]) * 60 + int(match["minute"])
    if match["h"]:
        return quantity_zh.parse_chinese_number(match["h"]) * 60 + quantity_zh.parse_chinese_number(match["mm"])
    if match["m"]:
        return quantity_zh.parse_chinese_number(match["m"]) * 60 + 30
    if match["n"]:
        return quantity_en.parse_english_number(match["n"]) * 60 + 30
    return 30


def _amount(value: float, unit: Unit, match: re.Match[str]) -> Amount:
    return Amount(value=value, unit=unit, start=match.start(), end=match.end(), number_end=match.end())


def _plain(text: str) -> Iterator[Amount]:
    for match in _NUMBER.finditer(text):
        if re.match(r"\.\d|:\d|/\d|-\d|[A-Za-z]\d", text[match.end() :]) and not match["scale"]:
            continue
        if match["spelt"] and match["spelt"].casefold() == "one" and _pronoun(text, match):
            continue
        if match["han"] and _VAGUE.search(match["han"]):
            continue
        sign = (match["sign"] or "").strip().lower()
        bare = Amount(
            value=_value(match),
            unit=Unit.MONEY if sign else Unit.NONE,
            start=match.start(),
            end=match.end(),
            number_end=match.end(),
            currency=_SIGNS.get(sign, _CODES.get(sign, "")),
        )
        each = _with_unit(text, bare)
        if each.unit is Unit.NONE and match["han"] and not _FREE_ENDS.match(text, each.end):
            continue
        yield each


def _pronoun(text: str, match: re.Match[str]) -> bool:
    before = re.search(
        r"\b(?:the|this|that|which|no|any|every|some|another|each|first|last|\w+er|\w+est) $",
        text[: match.start()],
        re.I,
    )
    return (
        before is not None
        or re.match(r" (?:of|thing|more|day|is|was|that|with|in|way|time|for|from)\b", text[match.end() :]) is not None
    )


def _value(match: re.Match[str]) -> float:
    if match["spelt"]:
        return _spelt(match["spelt"])
    if match["han"]:
        return quantity_zh.parse_chinese_number(match["han"])
    figure = match["figure"]
    if _CONTINENTAL.fullmatch(figure) and "€" in (match["sign"] or ""):
        figure = figure.replace(".", "")
    base = float(figure.replace(",", ""))
    scale = (match["scale"] or match["word_scale"] or "").strip().lower()
    return round(base * _SCALES.get(scale, 1.0), 6)


def _spelt(words: str) -> float:
    """ "two thousand five hundred" as a number."""
    total = held = 0.0
    for word in re.findall(r"[a-z]+", words.lower()):
        scale = _SCALES.get(word)
        if scale is None:
            held += 0 if word in ("a", "an", "and") else quantity_en.parse_english_number(word)
        elif scale == _HUNDRED:
            held = (held or 1) * scale
        else:
            total, held = total + (held or 1) * scale, 0.0
    return total + held


_CONTINENTAL = Regex(r"\d{1,3}(?:\.\d{3})+")
_HUNDRED = 100.0
_SCALES = {"k": 1e3, "m": 1e6, "w": 1e4, "千": 1e3, "万": 1e4, "亿": 1e8}
_SCALES |= {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "grand": 1e3, "dozen": 12.0}


def _with_unit(text: str, amount: Amount) -> Amount:
    at = _GAP.match(text, amount.end).end()  # type: ignore[union-attr]  # it matches nothing as well
    for rule, code in _MONEY:
        if match := rule.match(text, at):
            if amount.unit is Unit.MONEY and amount.currency:
                return amount
            change = _CHANGE.match(text, match.end()) if match.group() == "块" else None
            value, end = amount.value, match.end()
            if change and not re.match(r"\s?个", text[match.end() + 1 :]):
                value, end = value + quantity_zh.parse_chinese_number(change["n"]) / 10, change.end()
            return replace(amount, value=value, unit=Unit.MONEY, end=end, currency=code)
    if amount.unit is not Unit.NONE:
        return amount
    for unit, scale, rule in _UNITS:
        if match := rule.match(text, at):
            if unit is Unit.PEOPLE and amount.value == 1 and match.group().lower() == "of us":
                return replace(amount, unit=Unit.THING, end=match.end())
            return replace(amount, value=amount.value * scale, unit=unit, end=match.end())
    if amount.value >= MONTHLY_MIN and _MONTHLY.match(text, amount.end):
        return replace(amount, unit=Unit.MONEY)
    if _NOUN.match(text, amount.end):
        return replace(amount, unit=Unit.THING)
    return amount


def _parties(text: str, found: list[Amount]) -> Iterator[Amount]:
    """Numbers of people that stand side by side as one: two adults and a child, 两个大人一个小孩."""
    held: Amount | None = None
    for each in found:
        if held and held.unit is Unit.PEOPLE is each.unit and _JOIN.fullmatch(text, held.end, each.start):
            held = replace(held, value=held.value + each.value, end=each.end, number_end=each.number_end)
            continue
        if held:
            yield _with_child(text, held)
        held = each
    if held:
        yield _with_child(text, held)


_CHILD = Regex(r" (?:and|plus|with) (?:a|an|one) (?:child|kid|baby|toddler|infant|teenager)\b", re.IGNORECASE)


def _with_child(text: str, amount: Amount) -> Amount:
    match = _CHILD.match(text, amount.end) if amount.unit is Unit.PEOPLE else None
    return replace(amount, value=amount.value + 1, end=match.end()) if match else amount
