"""The name of a place, a person or a thing that begins or ends at a place of the text."""

from __future__ import annotations

import re

from mnemic.domain.entity import EntityKind
from mnemic.domain.regex import Regex
from mnemic.language import entities
from mnemic.language.detect import HAN
from mnemic.language.entities import places
from mnemic.language.entities.capitalised_words import NON_NAME_WORDS
from mnemic.language.entities.person_names import FIRST_NAMES

PLACE_CHARACTERS_MAX = 10  # of a Chinese place name

Span = tuple[int, int]

_CAPITALS = Regex(
    r"(?:the )?(?P<core>[A-ZÀ-Þ][\wÀ-ÿ'’.-]*(?: (?:(?:of|de|la|le|del|du|da|do|di|upon|am|an der"
    r"|sur)(?: (?:the|la|los))? )?[A-ZÀ-Þ][\wÀ-ÿ'’-]*)*)"
)
_DATES = Regex(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar"
    r"|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
    r"|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Christmas|Easter|Monday|Tuesday|Wednesday|Thursday|Friday"
    r"|Saturday|Sunday|I|We|My|The|Please|It|Thanks|AM|PM|Q[1-4]|OK)$"
)
_LOWER = Regex(r"(?:the )?(?P<core>[^\W\d_]+(?:[ '][^\W\d_]+){0,2})")
_NOT_PLACE_AFTER = Regex("[人菜语文话式籍产货队]")
_ZH_AREA = Regex(
    r"[一-鿿A-Za-z0-9]{1,7}?(?:区|县|镇|街道|路|街|站|机场|火车站|高铁站|地铁站|商圈|广场|公园|大学|科技园"
    r"|软件园|古城|古镇|湖|山|岛|港|寺)"
)
_ZH_NEAR = Regex(r"(?![我你他她这那哪离家])[一-鿿]{2,6}?(?=找|租|附近|一带|周边|旁边|那边|这边|买房)")
_ZH_COMMON_AREA = Regex(
    r"市中心|市区|老城区?|海边|火车站|高铁站|机场|地铁站?|地铁口|河边|江边|湖边|郊区|城郊|公司|学校|景区"
)
_EN_COMMON_AREA = Regex(
    r"(?:the |a |an )?(?P<core>city cent(?:er|re)|downtown|old town|beach|beachfront|airport|train station"
    r"|central station|main station|station|harbou?r|river|seaside|waterfront|city|countryside|suburbs"
    r"|cent(?:er|re)|venue|conference cent(?:er|re)|university|lake|convention cent(?:er|re))\b",
    re.IGNORECASE,
)
_EN_AREA_LAST = Regex(
    r" (?:station|airport|area|district|beach|harbou?r|square|park|street|road|tower|university|quarter)\b",
    re.IGNORECASE,
)


_BACK_HOME = Regex(r"[那这]?边?(?:已经|刚刚?|再|才|就|要)?(?:回来|回家|回去|回程|返程|回到家|返回(?![一-鿿]))")


def place_at(text: str, at: int) -> Span | None:
    """The name of a place that begins at `at`; "the" before it stays outside."""
    return _chinese(text, at) if re.match(f"[{HAN}]", text[at : at + 1]) else _english(text, at)


def _chinese(text: str, at: int) -> Span | None:
    for length in range(min(PLACE_CHARACTERS_MAX, len(text) - at), 1, -1):
        name = text[at : at + length]
        if name in places.CHINESE_PLACES and not _NOT_PLACE_AFTER.match(text, at + length):
            return _with_inner(text, at, at + length)
    for mention in entities.find_mentions(text):
        if mention.start == at and mention.kind is EntityKind.PLACE:
            return at, mention.end
    return None


def _with_inner(text: str, start: int, end: int) -> Span:
    """上海浦东: a place in a place is the place meant, and so is the whole name."""
    inner = _chinese(text, end) if end < len(text) else None
    return (start, inner[1]) if inner else (start, end)


def _english(text: str, at: int) -> Span | None:
    if match := _LOWER.match(text, at):
        words, start = match["core"].split(" "), match.start("core")
        for many in range(len(words), 0, -1):
            name = " ".join(words[:many])
            folded = name.casefold()
            known = folded in places.ENGLISH_PLACES and (folded not in places.AMBIGUOUS_PLACES or name[0].isupper())
            if known and not re.match(r"[\w'’-]", text[start + len(name) :]):
                return start, start + len(name)
    if match := _CAPITALS.match(text, at):
        start, end = _without_dates(match.start("core"), match["core"])
        first = text[start:end].split(" ")[0].casefold()
        if end > start and first not in FIRST_NAMES and first not in NON_NAME_WORDS:
            return start, end
    return None


def _without_dates(start: int, name: str) -> Span:
    words = name.split(" ")
    kept: list[str] = []
    for word in words:
        if _DATES.match(word.rstrip(".'")):
            break
        kept.append(word)
    return start, start + len(" ".join(kept).rstrip(".'"))


def known_place_at(text: str, at: int) -> Span | None:
    """The name of a place everybody knows that begins at `at`."""
    found = place_at(text, at)
    if found is None or re.match(f"[{HAN}]", text[at : at + 1]):
        return found
    return found if text[slice(*found)].casefold() in places.ENGLISH_PLACES else None


def departure_place_at(text: str, at: int) -> Span | None:
    """The name of a place that one leaves for another: not one that somebody is back from, 从京都回来."""
    found = place_at(text, at)
    return None if found and _BACK_HOME.match(text, found[1]) else found


def organisation_at(text: str, at: int) -> Span | None:
    """The name of an organisation that begins at `at`."""
    found = (one for one in entities.find_mentions(text) if one.start == at and one.kind is EntityKind.ORGANISATION)
    return next(((one.start, one.end) for one in found), None)


def area_at(text: str, at: int) -> Span | None:
    """A part of a town that begins at `at`: Shinjuku station, the old town, 徐汇区, 市中心."""
    for rule in (_ZH_COMMON_AREA, _EN_COMMON_AREA):
        if match := rule.match(text, at):
            return (match.start("core"), match.end("core")) if "core" in rule.groupindex else match.span()
    found = place_at(text, at)
    if found and re.match(f"[{HAN}]", text[at : at + 1]):
        longer = Regex(r"(?:新?区|县|镇|站|机场|火车站|高铁站|地铁站|路|街|商圈|广场)").match(text, found[1])
        return (found[0], longer.end()) if longer else found
    if found:
        longer = _EN_AREA_LAST.match(text, found[1])
        return (found[0], longer.end()) if longer else found
    near = _ZH_NEAR.match(text, at)
    if near:
        return near.span()
    match = _ZH_AREA.match(text, at) if re.match(f"[{HAN}]", text[at : at + 1]) else None
    return match.span() if match else None


def capitalised_words_at(text: str, at: int) -> Span | None:
    """A run of words with capitals that begins at `at`."""
    if match := _CAPITALS.match(text, at):
        start, end = _without_dates(match.start("core"), match["core"])
        return (start, end) if end > start else None
    return None


_ZH_PERSON = Regex(
    r"(?:[小老阿][一-鿿](?![一-鿿]*(?:时候|子|的))|[一-鿿]{1,2}(?:先生|女士|小姐|老师|总|经理|工|姐|哥|叔"
    r"|主任|教授|医生)|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜戚谢邹喻苏潘葛范彭郎鲁韦"
    r"马苗方俞任袁柳鲍史唐费薛雷贺倪汤罗毕郝安常于傅齐康伍余元顾孟黄穆萧尹姚邵汪祁毛狄米贝明戴宋庞熊纪舒屈项"
    r"祝董梁杜阮蓝闵席季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍卢莫房丁邓洪包石崔吉龚程][一-鿿]{1,2}?(?=$"
    r"|[,.、!和跟与及还也一来参的吧去就过发写开聊谈见])|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
)
_EN_PERSON = Regex(r"(?:(?:Mr|Ms|Mrs|Dr|Prof)\.? )?[A-ZÀ-Þ][\wÀ-ÿ'’-]+(?: [A-ZÀ-Þ][\wÀ-ÿ'’-]+)*")
_NOT_PERSON = Regex(
    r"(?:I|We|The|My|Our|It|Please|Let|Just|And|Also|But|Not|No|Yes|OK|Monday|Tuesday|Wednesday|Thursday"
    r"|Friday|Saturday|Sunday)$"
)


def person_at(text: str, at: int) -> Span | None:
    """The name of a person that begins at `at`."""
    for mention in entities.find_mentions(text):
        if mention.start == at and mention.kind is EntityKind.PERSON and not mention.role:
            return at, mention.end
    match = _ZH_PERSON.match(text, at) or _EN_PERSON.match(text, at)
    if not match or _NOT_PERSON.match(match.group().split(" ")[0]):
        return None
    return match.span()
