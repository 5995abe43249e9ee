"""Postal addresses, Chinese and English: only what leads to a door, never a city or a street alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.safety.findings import Finding
from mnemic.safety.places_zh import CITIES, PROVINCES

LEFT_CHARACTERS_MAX = 36  # an address before its first house number; the longest of our own examples has 27
EVIDENCE_MIN = 2  # of: town or district, street and number, estate, flat, a label such as 住在; one alone is a sight

_HAN = r"\u4e00-\u9fff"
_NAME = rf"(?:(?![我你您他她它们是在的了到寄送搬住址给把从去])[{_HAN}])"
_PLACES = sorted(PROVINCES + CITIES, key=len, reverse=True)
_FIRST = "".join(sorted({place[0] for place in _PLACES}))
_PLACE = rf"(?:(?=[{_FIRST}])(?:{'|'.join(_PLACES)}))(?![东南西北中]?(?:路|街|大道|大街))"  # 南京西路 is no Nanjing
_NUMERAL = r"(?:\d{1,5}|[一二三四五六七八九十百]{1,4})"

_DOOR = re.compile(r"[0-9一二三四五六七八九十百][0-9一二三四五六七八九十百A-Za-z之-]{0,6}(?:号|號|弄|栋|幢|座|单元|室)")
_BEFORE_DOOR = frozenset("路街巷道同区苑园村厦场心城庄里居舍馆都际府寓院湾郡庭坊段镇乡楼墅")
_NEVER_IN_A_NAME = frozenset("我你您他她它们是在的了到寄送搬住址给把从去")
_START = re.compile(_PLACE)
_LEAD_IN = re.compile(
    r"^(?:(?:收货|家庭|公司|单位|现|目前|常|新家|老家|家里?|位于|地点|快递|明天|今天|每天|坐落|办公|门牌|和|就|请|还|也|不?知道|搬|寄|送)+)"
)
_DISTRICT = re.compile(rf"{_PLACE}|{_NAME}(?:(?<!小)区|县|镇|乡|街道|市|旗)")
_STREET = re.compile(
    rf"{_NAME}(?:大道|大街|路|街|巷|胡同|弄|道)(?:[东南西北中一二三四五六七八九十\d]{{1,3}}(?:段|路|街|里))?$"
)
_NO_STREET = re.compile(r"(?:知道|味道|报道|渠道|通道|频道|一路|走路|线路|思路)$")
_ESTATE = re.compile(
    rf"{_NAME}(?:小区|花园|公寓|大厦|广场|中心|苑|园|新村|城|府|村|庄|里|居|宿舍|公馆|院|国际|湾|郡|庭|坊|墅|[一二三四五六七八九\d]期|[东南西北]区)$"
)
_UNIT = rf"(?:[A-Za-z]|{_NUMERAL}(?:[-之]{_NUMERAL})?|[甲乙丙丁东南西北])"
_RIGHT = re.compile(
    rf"{_UNIT}(?:号楼|号院|号|號|弄|巷)(?:(?:附|之){_NUMERAL}号?)?"
    rf"(?:{_NAME}{{1,8}}?(?:小区|花园|公寓|大厦|广场|中心|苑|园|新村|家园|宿舍|国际)(?=[0-9A-Za-z一二三四五六七八九十]))?"
    rf"(?:{_UNIT}(?:号楼|号|弄|栋|幢|座|单元|楼|层|室|户|房|门)){{0,6}}(?:\d{{1,4}}(?:-\d{{1,4}}){{0,3}}室?(?![\d年月日元号:：.点]))?"
    rf"|(?:{_UNIT}(?:号楼|栋|幢|座|单元|楼|层|室|户|房)){{1,6}}(?:\d{{1,4}}(?:-\d{{1,4}}){{0,3}}室?(?![\d年月日元号:：.点]))?"
)
_FLAT = re.compile(r"号楼|栋|幢|单元|室|户|房|\d{3,4}$")
_LABEL = re.compile(
    r"地址|住址|住在|家在|住|寄到|寄给|寄往|送到|收货|收件|快递到|搬到|搬去|搬进|上门|address|live (?:at|in)",
    re.IGNORECASE,
)

_ENGLISH = re.compile(
    r"[1-9]\d{0,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z0-9][\w'’.-]{0,20} ){1,4}?"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|Way|Square|Sq|Parkway|Pkwy|"
    r"Circle|Crescent|Close|Highway|Hwy|Row|Gardens|Mews)\b\.?"
    r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|#)\.? ?#?[A-Za-z0-9-]{1,6}\b)?"
    r"(?:,? (?:[A-Z][a-z]{1,20} ?){1,3},? [A-Z]{2}(?: \d{5}(?:-\d{4})?)?\b)?"
)


def addresses(text: str) -> Iterator[Finding]:
    """Every address in `text` that leads to a door."""
    yield from _chinese(text)
    for match in _ENGLISH.finditer(text):
        yield Finding(kind="ADDRESS", start=match.start(), end=match.end())


def _chinese(text: str) -> Iterator[Finding]:
    position = 0
    while door := _DOOR.search(text, position):
        reach = max(position, door.start() - LEFT_CHARACTERS_MAX)
        position = door.end()
        if door.start() and text[door.start() - 1] in _BEFORE_DOOR:
            span = _around(text, door.start(), reach)
            if span is not None:
                yield Finding(kind="ADDRESS", start=span[0], end=span[1])
                position = span[1]


def _around(text: str, door: int, reach: int) -> tuple[int, int] | None:
    name = _trimmed(_name_before(text, door, reach))
    street = _STREET.search(name[-12:]) is not None and _NO_STREET.search(name) is None
    estate = _ESTATE.search(name[-12:]) is not None
    right = _RIGHT.match(text, door) if street or estate else None
    if right is None:
        return None
    start = door - len(name)
    evidence = (
        _DISTRICT.search(name) is not None,
        street,
        estate,
        _FLAT.search(right.group()) is not None,
        _LABEL.search(text[max(0, start - 8) : start]) is not None,
    )
    return (start, right.end()) if sum(evidence) >= EVIDENCE_MIN else None


def _name_before(text: str, door: int, reach: int) -> str:
    start = door
    while start > reach and _in_a_name(text[start - 1]):
        start -= 1
    return text[start:door]


def _in_a_name(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return "\u4e00" <= character <= "\u9fff" and character not in _NEVER_IN_A_NAME


def _trimmed(name: str) -> str:
    """The name from its province or city on; without one, from after the words that lead up to it."""
    if place := _START.search(name):
        return name[place.start() :]
    return _LEAD_IN.sub("", name)
