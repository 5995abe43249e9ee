"""Quantities as Chinese says them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.language.meaning.quantity import (
    DAY,
    WEEKEND,
    WORKING_DAYS,
    Measure,
    Quantity,
    blank_match,
    clock_quantity,
    join_rates,
    time_relation,
    version_number,
)

_FIGURES = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_TENS = {"十": 10.0, "百": 100.0, "千": 1000.0}
_SCALES = {"万": 1e4, "亿": 1e8}
_SAID = "零〇一二两三四五六七八九十百千万亿"
_NUMBER = rf"(?:\d+(?:,\d{{3}})+(?:\.\d+)?[万千亿]?|\d+(?:\.\d+)?[万千亿kKwW]?|[{_SAID}]+(?:点[{_SAID}]+)?)"

_DURATIONS = {
    r"秒钟?": 1.0,
    r"分钟|分(?!之|享|配|析|数|机|店|部|公司|组|开|手|红|期)": 60.0,
    r"个?小时|个?钟头|个?钟(?!爱|情)": 3600.0,
    r"天|日(?!语|本|志|元|常|程)": DAY,
    r"个?(?:周|星期|礼拜)(?![一二三四五六日天末])": 7 * DAY,
    r"个月": 365.25 / 12 * DAY,
    r"个?季度": 365.25 / 4 * DAY,
    r"年(?!级|薪|货|会|终|底|初|纪|轻|龄)": 365.25 * DAY,
}
_LENGTHS = {
    r"毫米|mm": 0.001,
    r"厘米|公分|cm": 0.01,
    r"公里|千米|km": 1000.0,
    r"英里": 1609.344,
    r"米|m(?![a-z])": 1.0,
    r"里(?!面|程|屋|外|边)": 500.0,
}
_MASSES = {r"毫克|mg": 1e-6, r"公斤|千克|kg": 1.0, r"斤": 0.5, r"克|g(?![a-z])": 1e-3, r"磅": 0.45359237, r"吨": 1000.0}
_CURRENCIES = {
    r"美元|美金|刀": "usd",
    r"欧元": "eur",
    r"英镑": "gbp",
    r"日元|円": "jpy",
    r"港币|港元": "hkd",
    r"块钱?|元(?!旦|月|宵|老|素|气)|人民币|rmb": "cny",
}
_COUNTERS = (
    "个名位人口只条台部辆本张件套间栋层楼家份场节门种类项册杯瓶碗顿支枝颗粒片次回趟遍倍届号级级"
    "年代岁集章款组批段副剂服包袋盒箱桶壶罐勺"
)
_PERIODS = {
    "天": DAY,
    "日": DAY,
    "晚": DAY,
    "早": DAY,
    "周": 7 * DAY,
    "星期": 7 * DAY,
    "礼拜": 7 * DAY,
    "个星期": 7 * DAY,
    "个礼拜": 7 * DAY,
    "个月": 365.25 / 12 * DAY,
    "月": 365.25 / 12 * DAY,
    "个季度": 365.25 / 4 * DAY,
    "季度": 365.25 / 4 * DAY,
    "季": 365.25 / 4 * DAY,
    "年": 365.25 * DAY,
    "个小时": 3600.0,
    "小时": 3600.0,
    "分钟": 60.0,
}
_PERIOD = "|".join(sorted(_PERIODS, key=len, reverse=True))
_AREAS = {r"平方米|平米|平方|㎡": 1.0, r"平方公里": 1e6, r"公顷": 1e4, r"亩": 2000 / 3}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": WEEKEND}

MINUTES_MAX = 90  # that are said as 分 alone; more are points

Make = Callable[[re.Match[str]], list[Quantity]]


def parse_chinese_number(said: str) -> float:
    """`20万`, `五千`, `二十五`, `两千零五`, `一二三` (figures read one by one), `三点五`, `5k` as a number."""
    text = said.strip().lower().replace(",", "")
    if "点" in text:
        whole, _, part = text.partition("点")
        return parse_chinese_number(whole) + float("0." + "".join(str(_FIGURES.get(sign, 0)) for sign in part))
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([万千亿kw]?)", text)
    if match:
        scale = {"": 1.0, "万": 1e4, "w": 1e4, "千": 1e3, "k": 1e3, "亿": 1e8}[match[2]]
        return round(float(match[1]) * scale, 6)
    if not set(text) & (set(_TENS) | set(_SCALES)):
        return float("".join(str(_FIGURES[sign]) for sign in text))
    total = section = held = 0.0
    for sign in text:
        if sign in _FIGURES:
            held = float(_FIGURES[sign])
        elif sign in _TENS:
            section += (held or 1) * _TENS[sign]
            held = 0
        else:
            total += (section + held or 1) * _SCALES[sign]
            section = held = 0
    last = {"百": 10.0, "千": 100.0, "万": 1000.0}.get(text[-2] if len(text) > 1 else "", 1.0)
    return total + section + held * (last if held else 1)


def _one(measure: Measure, amount: float, match: re.Match[str], unit: str = "") -> list[Quantity]:
    return [Quantity(measure=measure, amount=amount, start=match.start(), unit=unit)]


_PARTS = (
    ("morning", Regex("凌晨|清晨|清早|大清早|早晨|早上|早间|上午|一?大早|(?<![今明昨提])早")),
    ("noon", Regex("中午|正午")),
    ("afternoon", Regex("下午|午后|傍晚|黄昏")),
    ("night", Regex("后?半夜|深夜|夜里|夜间|午夜|每晚|晚上|晚间|(?<![今明昨当傍])晚")),
)
_PART = rf"(?P<part>{'|'.join(rule.pattern for _, rule in _PARTS)})?的?"


def _clock(match: re.Match[str]) -> list[Quantity]:
    hour = parse_chinese_number(match["hour"])
    if hour > 24:
        return []
    minute = {"半": 30.0, "一刻": 15.0, "三刻": 45.0}.get(match["minute"] or "")
    if minute is None:
        minute = parse_chinese_number(match["minute"].rstrip("分钟")) if match["minute"] else 0.0
    part = next((part for part, rule in _PARTS if rule.fullmatch(match["part"] or "")), "")
    digits = match["hour"] if ":" in match.group() else ""
    return [clock_quantity(hour, minute, part=part, digits=digits, start=match.start())]


def _dated(match: re.Match[str]) -> list[Quantity]:
    found = _one(Measure.YEAR, parse_chinese_number(match["year"]), match) if match["year"] else []
    found += _one(Measure.MONTH, 1 if match["month"] in ("元", "正") else parse_chinese_number(match["month"]), match)
    return found + (_one(Measure.DATE, parse_chinese_number(match["day"]), match) if match["day"] else [])


def _year_end(match: re.Match[str]) -> list[Quantity]:
    return [
        *_one(Measure.YEAR, parse_chinese_number(match[1]), match),
        *_one(Measure.MONTH, 12, match),
        *_one(Measure.DATE, 31, match),
    ]


def _amounts(units: dict[str, float], measure: Measure) -> list[tuple[Regex[str], Make]]:
    def rules(unit: str, factor: float) -> list[tuple[Regex[str], Make]]:
        return [
            (
                Regex(rf"(?P<n>{_NUMBER})个?半(?:{unit})|(?P<m>{_NUMBER})(?:{unit})半(?!夜|天)", re.I),
                lambda match: _one(measure, (parse_chinese_number(match["n"] or match["m"]) + 0.5) * factor, match),
            ),
            (Regex(rf"半(?:{unit})", re.I), lambda match: _one(measure, 0.5 * factor, match)),
            (
                Regex(rf"(?<![第\d])(?P<n>{_NUMBER})\s?(?:{unit})", re.I),
                lambda match: _one(measure, parse_chinese_number(match["n"]) * factor, match),
            ),
        ]

    return [rule for unit, factor in units.items() for rule in rules(unit, factor)]


def _every(match: re.Match[str]) -> list[Quantity]:
    number = 0.5 if match["half"] else parse_chinese_number(match["n"]) if match["n"] else 1.0
    return _one(Measure.PERIOD, number * _PERIODS[match["unit"]], match)


def _once(match: re.Match[str]) -> list[Quantity]:
    """七天一次: every seven days."""
    unit = match["unit"]
    return _one(Measure.PERIOD, parse_chinese_number(match["n"]) * (_PERIODS.get(unit) or _PERIODS[unit[1:]]), match)


def _points(match: re.Match[str]) -> list[Quantity]:
    """620分: points, since no clock has as many minutes."""
    amount = parse_chinese_number(match["n"])
    return _one(Measure.COUNT, amount, match) if amount > MINUTES_MAX else _one(Measure.DURATION, amount * 60, match)


def _apart(match: re.Match[str]) -> list[Quantity]:
    """隔两天: every third day."""
    return _one(
        Measure.PERIOD, (parse_chinese_number(match["n"]) + 1 if match["n"] else 2) * _PERIODS[match["unit"]], match
    )


def _money() -> list[tuple[Regex[str], Make]]:
    return [
        (
            Regex(rf"(?P<n>{_NUMBER})\s?(?:{unit})", re.I),
            lambda match, currency=currency: _one(Measure.MONEY, parse_chinese_number(match["n"]), match, currency),  # type: ignore[misc]
        )
        for unit, currency in _CURRENCIES.items()
    ]


_RULES: list[tuple[Regex[str], Make]] = [
    (
        Regex(
            r"(?:(?P<year>(?:19|20)\d\d|[一二][零〇九][零〇一二三四五六七八九]{2})年)?(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九元正])月(?!亮|饼|光|薪|色)"
            r"(?:份|(?P<day>[123]?\d|[一二三]?十?[一二三四五六七八九十])[日号])?"
        ),
        _dated,
    ),
    (Regex(r"((?:19|20)\d\d)年?(?:年底|年末|底)"), _year_end),
    (
        Regex(r"(?<!\d)((?:19|20)\d\d)(?:年(?!会)|(?=[^\d块元米平亩个人条万千百克公分斤岁次度天]))"),
        lambda match: _one(Measure.YEAR, float(match[1]), match),
    ),
    (Regex(r"月底|月末|每?月的?最后一天"), lambda match: _one(Measure.DATE, 31, match)),
    (Regex(r"月中|月半"), lambda match: _one(Measure.DATE, 15, match)),
    (Regex(r"月初"), lambda match: _one(Measure.DATE, 1, match)),
    (
        Regex(r"工作日|平日|(?:周|星期)一[到至](?:周|星期)?五"),
        lambda match: _one(Measure.WEEKDAY, WORKING_DAYS, match),
    ),
    (
        Regex(r"(?:每?周|每?个?星期|每?个?礼拜)(?P<day>[一二三四五六日天末])(?!起|共|个)"),
        lambda match: _one(Measure.WEEKDAY, _WEEKDAYS[match["day"]], match),
    ),
    (
        Regex(
            rf"{_PART}(?<![\d:])(?P<hour>\d{{1,2}}|十[一二]?|二十[一二三四]?|[零一二两三四五六七八九])[点时](?!间|候|候|滴|击|餐|赞|心|评|名|菜|光|尚)(?:钟|整)?(?P<minute>半|一刻|三刻|(?:[0-5]\d|[{_SAID}]{{1,3}})分?)?"
        ),
        _clock,
    ),
    (Regex(rf"{_PART}(?<![\d:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?![\d:])"), _clock),
    (Regex(r"正午"), lambda match: [clock_quantity(12, 0, part="noon", start=match.start())]),
    (Regex(r"天天|日日|夜夜"), lambda match: _one(Measure.PERIOD, DAY, match)),
    (Regex(r"月月"), lambda match: _one(Measure.PERIOD, 365.25 / 12 * DAY, match)),
    (Regex(r"年年"), lambda match: _one(Measure.PERIOD, 365.25 * DAY, match)),
    (Regex(r"(?:按|逐)(?P<half>)(?P<n>)(?P<unit>季度?|月|周|天|日|年)(?!历|龄|薪)"), _every),
    (
        Regex(
            r"(?<![每隔])(?P<half>)(?P<n>[2-9]|\d\d|[二两三四五六七八九十])"
            r"(?P<unit>个?(?:天|周|星期|礼拜|月|年|小时))(?=\D{0,6}一[次回趟遍])"
        ),
        _once,
    ),
    (
        Regex(r"(?P<n>[一二三四1-4])型(?![号式])"),
        lambda match: _one(Measure.COUNT, parse_chinese_number(match["n"]), match),
    ),
    (Regex(r"一半|(?<=[的有])半数"), lambda match: _one(Measure.SHARE, 50, match)),
    (Regex(rf"每?隔(?P<n>{_NUMBER})?(?P<unit>{_PERIOD})"), _apart),
    (Regex(rf"每(?:逢|过)?(?:(?P<half>半)个?|(?P<n>{_NUMBER}))?(?P<unit>{_PERIOD})(?!份|会|报|轮)"), _every),
    (Regex(r"每(?=[早晚夜]|次|个?人)"), lambda match: _one(Measure.PERIOD, DAY, match)),
    (
        Regex(r"(?P<half>)(?P<n>)一个?(?P<unit>天|周|星期|礼拜|月|年)(?=.{0,8}[一二两三四五六七八九十\d]+[次回趟遍])"),
        _every,
    ),
    (
        Regex(rf"(?P<n>{_NUMBER})\s?(?:个多?)?(?:小时|钟头)(?P<m>{_NUMBER})分钟?"),
        lambda match: _one(
            Measure.DURATION, parse_chinese_number(match["n"]) * 3600 + parse_chinese_number(match["m"]) * 60, match
        ),
    ),
    (
        Regex(
            r"(?P<m>\d|[一二两三])米(?P<c>\d{1,2}|[一二三四五六七八九零]{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?)(?!米)"
        ),
        lambda match: _one(Measure.LENGTH, parse_chinese_number(match["m"]) + _hundredths(match["c"]), match),
    ),
    (
        Regex(rf"(?P<n>{_NUMBER})[次回趟遍](?!家|来|去|复|答)"),
        lambda match: _one(Measure.TIMES, parse_chinese_number(match["n"]), match),
    ),
    *_money(),
    (
        Regex(r"(?<![\d])(?P<n>[123]?\d|[二三]?十[一二三四五六七八九]?)[号日](?!线|楼|语|本|志|元|常|程)"),
        lambda m: _one(Measure.DATE, parse_chinese_number(m["n"]), m),
    ),
    *_amounts(_MASSES, Measure.MASS),
    (Regex(rf"(?P<n>{_NUMBER})分(?!之|钟)"), _points),
    *_amounts(_AREAS, Measure.AREA),
    *_amounts(_LENGTHS, Measure.LENGTH),
    *_amounts(_DURATIONS, Measure.DURATION),
    (
        Regex(rf"(?P<below>零下|负|-)?(?:摄氏)?(?P<n>{_NUMBER})\s?(?:摄氏度|℃|°[cC]?|度(?!假|过|数))"),
        lambda match: _one(Measure.DEGREES, parse_chinese_number(match["n"]) * (-1 if match["below"] else 1), match),
    ),
    (
        Regex(rf"百分之(?P<n>{_NUMBER})|(?P<m>{_NUMBER})\s?%"),
        lambda match: _one(Measure.SHARE, parse_chinese_number(match["n"] or match["m"]), match),
    ),
    (Regex(r"一打"), lambda match: _one(Measure.COUNT, 12, match)),
    (Regex(r"[一两]?(?:双|对)(?=儿女|双胞胎|耳机|鞋|筷)"), lambda match: _one(Measure.COUNT, 2, match)),
    (
        Regex(rf"(?<!第)(?P<n>[{_SAID}]+)(?:[个名位岁]|(?=[{_COUNTERS}]))(?!度)"),
        lambda match: _one(Measure.COUNT, parse_chinese_number(match["n"]), match),
    ),
    (
        Regex(r"(?<![A-Za-z\d])(?P<n>\d+(?:,\d{3})+|\d+(?:\.\d+)*[万千亿]?)(?![\d])[个名位岁]?"),
        lambda match: _one(Measure.COUNT, _figure(match["n"]), match),
    ),
    (
        Regex(r"[一二两三四五六七八九][十百千万][零一二两三四五六七八九十百千万]*"),
        lambda match: _one(Measure.COUNT, parse_chinese_number(match[0]), match),
    ),
]
_HINT = Regex(
    rf"[\d{_SAID}半每隔按逐]|月[底末中初半]|周[日天末]|星期|礼拜|正午|天天|日日|夜夜|月月|年年|平日|工作日|[元正]月"
)
"""Whether a text may hold a quantity at all."""
_IDIOMS = Regex(
    "|".join(
        (
            r"一[起直样些下般定律概切旦共向边方致贯到就]",
            r"[统唯单之]一|万[一分]|千万(?=别|不|要)|千米",
            r"(?<![一二三四五六七八九百千零])十分(?!钟)",
            r"一个人(?!月)|一人(?=住|生活|旅|出|在)|一年级|一辈子|两口子",
            r"[上前去]一年|半[夜]",
            r"(?<![早上午晚中晨])一点(?!半|钟|整|一刻|三刻|[前后起之]|\d|[二三四五]|开|上|下)",
            r"七夕|五一|双十一|十一(?=假|长假|黄金)",
            r"四川|三亚|九江|三星|三明治|(?<![一二三四五六七八九\d])百度",
        )
    )
)


def _hundredths(said: str) -> float:
    number = parse_chinese_number(said)
    return number / 100 if number >= 10 or said.startswith(("0", "零")) else number / 10


def _figure(said: str) -> float:
    text = said.replace(",", "")
    if text.count(".") < 2:
        return parse_chinese_number(text)
    return version_number(text)


_COUNTED = Regex(r"千米|半夜(?=[\d一二三四五十零])|十一(?=[点个月号日时])")


def scan_chinese_quantities(text: str) -> tuple[list[Quantity], str]:
    """The quantities of a text, and the text with them blanked. One of something, spelt out, is not counted."""
    found: list[Quantity] = []
    held = {match.start(): match.group() for match in _IDIOMS.finditer(text) if not _COUNTED.match(text, match.start())}
    rest = text
    for start, idiom in held.items():
        rest = rest[:start] + "\0" * len(idiom) + rest[start + len(idiom) :]
    for rule, make in _RULES if _HINT.search(text) else ():
        while match := rule.search(rest):
            mark = time_relation(rest, match)
            figures = any(sign.isdecimal() for sign in match.group())
            found += [
                replace(q, mark=mark, lone=not figures and q.measure is Measure.COUNT and q.amount == 1)
                for q in make(match)
            ]
            rest = blank_match(rest, match)
    for start, idiom in held.items():
        rest = rest[:start] + idiom + rest[start + len(idiom) :]
    return join_rates(found), rest
