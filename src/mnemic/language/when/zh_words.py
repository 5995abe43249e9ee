"""The Chinese vocabulary of time: names, numbers, and the patterns built from them."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.language.when import parts
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese_number
from mnemic.language.when.scan_piece import Dating, Reading, Rule, third_of

FIGURE = "一二三四五六七八九"

MONTH = rf"(?:1[0-2]|0?[1-9]|十[一二]?|[{FIGURE}])"

DAY = rf"(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[{FIGURE}]?|[{FIGURE}])"

HOUR = rf"(?:2[0-4]|1\d|0?\d|二十[一二三四]?|十[{FIGURE}]?|[{FIGURE}两])"

MINUTE = rf"(?:[0-5]\d|[二三四五]?十[{FIGURE}]?|[零〇][{FIGURE}])"

YEAR = (
    r"(?:大前年|(?<!以)(?<!之)前年(?![轻龄代])|(?<!过)去年|今年|本年度?|明年|后年(?!级)"
    r"|(?<!\d)(?:19|20|21)\d\d ?年(?!前|后|级|代)|[一二][〇零一二三四五六七八九]{3}年(?!代)"
    r"|(?<![\d.一-九])[0-3]\d年(?=的?(?:(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月|春节|国庆|五一|元旦|中秋|清明|端午))"
    r"|(?<![\d一二三四五六七八九十百几好数])(?:\d{1,2}|[一两二三四五六七八九十]{1,2})年[之以]?前(?=的))"
)

TO = r"\s*(?:到|至|~|-|–|—)+\s*"

WEEK = r"(?:周|星期|礼拜)"

WEEKDAY = (
    r"(?:一(?![般直定共样切些个次件位]|起(?![床飞程身诉]))|二(?![个次件位十]|手)|三(?![亚峡个次件位十]|明治|文鱼)|四(?![川处个次件位十])"
    r"|五(?![个次件位十])|六(?![个次件位十])|日(?![程本语报志常记历期用])|天(?![气津]))"
)

NOT_AFTER = r"(?<![\dA-Za-z.十百第])(?<![A-Za-z]-)"

THIRDS = {
    "初": 0,
    "上旬": 0,
    "中": 1,
    "中旬": 1,
    "底": 2,
    "末": 2,
    "下旬": 2,
    "年初": 0,
    "年中": 1,
    "年底": 2,
    "年末": 2,
}

YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "本年度": 0, "明年": 1, "后年": 2}

UNITS = {
    "分钟": Grain.MINUTE,
    "刻钟": Grain.MINUTE,
    "小时": Grain.HOUR,
    "钟头": Grain.HOUR,
    "天": Grain.DAY,
    "日": Grain.DAY,
    "周": Grain.WEEK,
    "星期": Grain.WEEK,
    "礼拜": Grain.WEEK,
    "月": Grain.MONTH,
    "季度": Grain.QUARTER,
    "年": Grain.YEAR,
}

RELATIVE = {"上": -1, "这": 0, "本": 0, "下": 1}

SEASONS = {"春": 0, "夏": 1, "秋": 2, "冬": 3}

DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2, "大后": 3}

PARTS = {
    "凌晨": parts.SMALL_HOURS,
    "清晨": parts.EARLY_MORNING,
    "一大早": parts.EARLY_MORNING,
    "早晨": parts.MORNING,
    "早上": parts.MORNING,
    "早": parts.MORNING,
    "上午": parts.FORENOON,
    "中午": parts.MIDDAY,
    "午后": parts.AFTERNOON,
    "下午": parts.AFTERNOON,
    "傍晚": parts.DUSK,
    "黄昏": parts.DUSK,
    "晚上": parts.EVENING,
    "前半夜": parts.EVENING,
    "后半夜": parts.AFTER_MIDNIGHT,
    "下半夜": parts.AFTER_MIDNIGHT,
    "夜里": parts.EVENING,
    "夜晚": parts.EVENING,
    "晚": parts.EVENING,
    "夜": parts.EVENING,
    "深夜": parts.LATE_NIGHT,
    "半夜": parts.LATE_NIGHT,
    "午夜": parts.LATE_NIGHT,
}

HOLIDAYS = {
    "春节": "spring-festival",
    "大年初一": "spring-festival",
    "除夕": "spring-festival-eve",
    "农历新年": "spring-festival",
    "元宵节": "lantern",
    "龙抬头": "dragon-head",
    "清明": "qingming",
    "七夕": "double-seventh",
    "中元节": "ghost-festival",
    "重阳": "double-ninth",
    "腊八": "laba",
    "冬至": "winter-solstice",
    "跨年夜": "new-years-eve",
    "端午": "dragon-boat",
    "中秋": "mid-autumn",
    "国庆": "national-day",
    "十一": "national-day",
    "五一": "labour-day",
    "劳动节": "labour-day",
    "六一": "childrens-day",
    "儿童节": "childrens-day",
    "妇女节": "womens-day",
    "教师节": "teachers-day",
    "元旦": "new-year",
    "情人节": "valentine",
    "万圣节": "halloween",
    "平安夜": "christmas-eve",
    "圣诞": "christmas",
    "双十二": "double-twelve",
    "双十一": "singles-day",
    "双11": "singles-day",
    "母亲节": "mothers-day",
    "父亲节": "fathers-day",
    "感恩节": "thanksgiving",
    "复活节": "easter",
}


def year_of(text: str | None) -> tuple[int | None, int | None]:
    """A year said: itself, or as an offset from this one."""
    if not text:
        return None, None
    if text[-1] == "前":
        return None, -chinese_number(text[: text.index("年")])
    if text in YEARS:
        return None, YEARS[text]
    number = chinese_number(text[:-1].strip())
    return number + 2000 if number < 100 else number, None


def weekday_of(text: str) -> int:
    """The number of a weekday, 0 for 一 (Monday)."""
    return "一二三四五六日天".index(text) if text != "天" else 6


def offset_of(text: str) -> int:
    """How far 上, 下 or 这 point, one for each sign: 上上个 is -2."""
    return RELATIVE[text[0]] * sum(sign in "上下" for sign in text) if text[0] in "上下" else 0


def part_of(whole: Dating, third: str | None) -> Dating:
    """The beginning, middle or end of a period where one was said, else the whole."""
    return third_of(whole, THIRDS[third]) if third else whole


UNIT = (
    r"(?:分钟|刻钟|小时|钟头|天|周(?![年边围岁一二三四五六日末])|星期|礼拜|(?<=[个半])月(?!份)|季度|年(?![级龄轻代]))"
)

COUNTED = rf"(?<![\d几数好第.:])(?P<number>半|{ZH_NUMBER})(?:(?<=\d) )?个?(?P<half>半)?(?:多)?(?P<unit>{UNIT})"

BETWEEN = (
    rf"(?<![\d几数好第.:{FIGURE}十两百])(?:(?P<number>[{FIGURE}两])(?P<most>[{FIGURE}两])"
    rf"|(?P<low>{ZH_NUMBER}) ?(?:[到至~、]|-|–|—) ?(?P<high>{ZH_NUMBER})) ?个?(?P<unit>{UNIT})"
)
"""Two numbers of a unit: 三四个月, 2至3周."""

NAMES = "|".join(sorted(HOLIDAYS.keys() - {"十一"}, key=len, reverse=True))


def rule(pattern: str, build: Reading) -> Rule:
    """A rule with its pattern compiled."""
    return Rule(Regex(pattern), build)
