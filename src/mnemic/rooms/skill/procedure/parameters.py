"""What a procedure leaves open, by its wording: "for the month I tell you", 发到指定的群, {city}."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mnemic.domain.regex import Regex
from mnemic.domain.skill import PLACEHOLDER, Parameter, ParameterType

NAMES_ZH = {
    "群": "group",
    "群组": "group",
    "群聊": "group",
    "月份": "month",
    "月": "month",
    "日期": "date",
    "日子": "date",
    "时间": "time",
    "城市": "city",
    "地点": "place",
    "地址": "address",
    "人": "person",
    "收件人": "recipient",
    "客户": "customer",
    "项目": "project",
    "文件": "file",
    "文件夹": "folder",
    "目录": "folder",
    "金额": "amount",
    "数量": "quantity",
    "版本": "version",
    "版本号": "version",
    "分支": "branch",
    "标题": "title",
    "主题": "topic",
    "语言": "language",
    "邮箱": "email",
    "频道": "channel",
    "团队": "team",
    "部门": "department",
    "周": "week",
    "年份": "year",
    "预算": "budget",
}
"""English names for what is most often left open in Chinese; other nouns name their parameter themselves."""

_TYPES: tuple[tuple[Regex[str], ParameterType], ...] = (
    (Regex(r"(?:^|_)(?:date|day|deadline)$|日期$|日子$"), ParameterType.DATE),
    (
        Regex(r"(?:^|_)(?:count|quantity|pages|people|guests|copies|year)$|数量$|人数$|份数$"),
        ParameterType.INTEGER,
    ),
    (Regex(r"(?:^|_)(?:amount|price|budget|percentage|rate)$|金额$|预算$|价格$"), ParameterType.NUMBER),
)
_NOUN_EN = (
    r"(?P<noun>(?!one\b|thing\b|way\b|time\b(?! zone)|stuff\b|same\b|following\b|first\b|next\b)[a-z][a-z-]{1,24}"
    r"(?: (?:name|number|zone|address|list|id))?)"
)
_GIVES_EN = (
    r"(?:i|you|they|the user)(?:'ll| will|'m|'re| am| are)?(?: then)? (?:tell|give|name|specify|mention|pick|choose|"
    r"ask for|provide|say|"
    r"want|send|tells|gives|names|specifies|mentions|picks|chooses|asks for|provides|says|wants|given|told)"
    r"(?: (?:to )?(?:you|me|it|the assistant))?"
)
_LEFT_OPEN: tuple[Regex[str], ...] = (
    Regex(rf"(?:the|a|whatever|whichever|any) {_NOUN_EN} (?:that )?{_GIVES_EN}\b", re.IGNORECASE),
    Regex(
        rf"the (?:given|specified|requested|chosen|named|desired|stated) {_NOUN_EN}\b(?! (?:of|in) the (?:spec|docs?))",
        re.IGNORECASE,
    ),
    Regex(rf"the {_NOUN_EN} (?:specified|requested|in question|asked for)\b", re.IGNORECASE),
    Regex(
        r"(?:用户|我|你|助手)?(?:指定|选定|给定|要求)的?(?:那[一]?[个份条天])?(?P<noun>[\u4e00-\u9fff]{1,4}?)"
        r"(?=[里中上的去，,。；;]|$|[再然]|发|做|写|进行)"
    ),
    Regex(
        r"(?:用户|我)(?:会)?(?:告诉|跟|给|说|提到|报给|发给)(?:助手|你)?(?:说|讲)?的(?:那[一]?[个份条天])?"
        r"(?P<noun>[\u4e00-\u9fff]{1,4}?)(?=[里中上的去，,。；;]|$|[再然]|发|做|写|进行)"
    ),
)


def extract_parameters(steps: Iterable[str]) -> tuple[tuple[str, ...], tuple[Parameter, ...]]:
    """The steps with what they leave open as `{name}`, and the parameters in order of first use."""
    found: dict[str, Parameter] = {}
    filled = tuple(_opened(step, found) for step in steps)
    return filled, tuple(found.values())


def parameter_by_name(name: str, description: str = "") -> Parameter:
    """A parameter whose type goes by its name."""
    kind = next((kind for pattern, kind in _TYPES if pattern.search(name)), ParameterType.TEXT)
    return Parameter(name=name, type=kind, description=description)


def _opened(step: str, found: dict[str, Parameter]) -> str:
    for pattern in _LEFT_OPEN:
        step = pattern.sub(lambda match: _placeholder(match, found), step)
    for match in PLACEHOLDER.finditer(step):
        found.setdefault(match["name"], parameter_by_name(match["name"]))
    return step


def _placeholder(match: re.Match[str], found: dict[str, Parameter]) -> str:
    noun = match["noun"].casefold().strip()
    name = NAMES_ZH.get(noun) or re.sub(r"[\s-]+", "_", noun)
    found.setdefault(name, parameter_by_name(name, match["noun"].strip()))
    return f"{{{name}}}"
