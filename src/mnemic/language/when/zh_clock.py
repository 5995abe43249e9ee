"""Chinese: the time of the day."""

from __future__ import annotations

import re

from mnemic.language.when.numerals import chinese_number
from mnemic.language.when.scan_piece import Clock, Piece, blocking_piece, group, piece_of_match
from mnemic.language.when.zh_words import (
    DAY,
    FIGURE,
    HOUR,
    MINUTE,
    MONTH,
    PARTS,
    WEEK,
    WEEKDAY,
    rule,
)


def _clock(match: re.Match[str]) -> Piece:
    hour = chinese_number(match["hour"])
    minute = None
    if group(match, "half"):
        minute = 30
    elif quarter := group(match, "quarter"):
        minute = 15 * chinese_number(quarter)
    elif said := group(match, "minute"):
        minute = chinese_number(said)
    certain = hour > 12 or hour == 0 or match["hour"].startswith("0")
    return piece_of_match(match, clock=Clock(hour=hour, minute=minute, certain=certain))


def _minutes_to(match: re.Match[str]) -> Piece:
    """八点差五分, 差一刻九点."""
    before, hour = match["to"].rstrip("钟").rstrip("分"), chinese_number(match["hour"])
    minutes = 15 if before == "一刻" else chinese_number(before)
    return piece_of_match(match, clock=Clock(hour=hour - 1 if hour > 1 else 12, minute=60 - minutes, certain=hour > 13))


def _part(match: re.Match[str]) -> Piece:
    return piece_of_match(match, part=PARTS[match[0]], lone=len(match[0]) > 1)


_PART = "凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|深夜"
_ELSEWHERE = (
    "(?:纽约|华盛顿|伦敦|东京|巴黎|柏林|悉尼|洛杉矶|旧金山|西雅图|芝加哥|多伦多|温哥华|新加坡|首尔|莫斯科|迪拜|美东|美西|美国|英国|日本"
    "|欧洲|欧洲中部|太平洋|东部|西部|格林尼治|格林威治|世界协调)"
)
"""A zone named before a clock time: the time is left as it was said, unread, for it is not of the user's clock."""

RULES = (
    rule(
        rf"(?<![\d.:{FIGURE}十百第有这那几前后哪提差])(?P<hour>(?!一点)(?!两点[^\d{FIGURE}十半钟整一三刻]*(?:要|需|建|意|原|理"
        rf"|问))"
        rf"{HOUR})(?:点|时(?=\d))(?:钟|整|(?P<half>半)|(?P<quarter>[一三])刻|(?P<minute>{MINUTE})分?(?!之))?"
        rf"(?![{FIGURE}\d十]|要注意|建议|意见|原因|理由|要求|好处|问题|需要|不足|体会|结论|击|评|餐|菜|赞|共识|:)",
        _clock,
    ),
    rule(
        rf"(?<![\d.:{FIGURE}十百第有])(?P<hour>一)点(?:钟|整|(?P<half>半)|(?P<quarter>[一三])刻|"
        rf"(?P<minute>{MINUTE})分?)",
        _clock,
    ),
    rule(
        r"(?:(?<=[午晨天晚早夜号日到])|(?<=[早晚]上))(?P<hour>一)点(?![儿点都也不没东])",
        _clock,
    ),
    rule(
        r"(?<=[午晨上晚夜号日天早]) ?(?P<core>(?P<hour>2[0-4]|1\d|0?\d) 点(?:钟|整|(?P<half>半)|(?P<quarter>[一三])刻"
        r"| ?(?P<minute>[0-5]\d)(?: ?分)?)?)",
        _clock,
    ),
    rule(
        r"(?<!\d)(?P<hour>1\d|2[0-3]|0?\d)时(?![候间代长段刻而常尚])",
        _clock,
    ),
    rule(rf"(?<![\d.:{FIGURE}十百第有])(?P<hour>{HOUR})点钟?差(?P<to>一刻|[{FIGURE}]分|{MINUTE}分?)钟?", _minutes_to),
    rule(rf"差(?P<to>一刻钟?|[{FIGURE}]分钟?|{MINUTE}分钟?)(?:到)?(?P<hour>{HOUR})点(?:钟)?", _minutes_to),
    rule(
        rf"(?:(?<![{FIGURE}\d十])|(?<=[周期拜][一二三四五六]))零点(?:整|(?P<half>半))?(?![{FIGURE}\d几])",
        lambda match: piece_of_match(match, clock=Clock(hour=0, minute=30 if match["half"] else None, certain=True)),
    ),
    rule(
        rf"{_ELSEWHERE}时间的?(?:[今明后昨前]天|下?{WEEK}{WEEKDAY}|{MONTH}月{DAY}[日号])?的?(?P<core>(?:{_PART})?(?:{HOUR}点(?:半|[一三]刻|{MINUTE}分?|整|钟)?"
        r"|(?:[01]?\d|2[0-4]):[0-5]\d))",
        blocking_piece,
    ),
    rule(
        "(?<![了过着整睡忙]一)(?:前半夜|后半夜|下半夜|凌晨|清晨|一大早|早晨|早上|上午|中午|午后|下午|傍晚|黄昏|晚上|夜里|夜晚|深夜|半夜|午夜)",
        _part,
    ),
    rule(r"(?<=[日号一二三四五六天末])(?:早(?![会餐饭就])|晚(?![会饭餐期年间点]))", _part),
)
