"""A slip repaired in the next message: "嘴瓢了，五万" after "鲈鱼苗订三万尾" leaves the fifty thousand only."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.statement import MessageSetting, Statement
from mnemic.reader.zh.clauses import Sentence
from mnemic.reader.zh.corrections import corrected_statement
from mnemic.reader.zh.lexicon import NUMBER
from mnemic.reader.zh.person import strip_fillers

SLIP = Regex(
    r"^(?:啊|哎|唉|呃|哦|噢|我|刚才|刚刚|上面|前面|那个|是|都|又)*(?:嘴|说|打|看|写|记|算|听|手|口|数|量|报|秤|填|念|搞|弄)[^，。]{0,3}?"
    r"(?:瓢|秃噜|错|岔|反|混|快|滑|误|差|漏|歪|串|没归零|糊涂)(?:了|啦|[一二两三四五几]?[岁个天斤处行位字点])*(?:[，,\s]*(?:口误|抱歉|不好意思))*$|"
    r"^(?:啊|哎|哦|噢|呃)*(?:不对|不是|错了|口误|笔误|手滑|嘴瓢|更正(?:一下)?|纠正(?:一下)?|差了?[一二两三四五几\d]+[岁个天斤]|不不|不)+(?:了|啊)?$"
)
VALUE = Regex(
    rf"^(?:应?该?是|该是|其实是?|要的是|是|得|要|改成|才)*\s*(?P<what>(?:上午|下午|早上|晚上|中午|凌晨|周|星期|礼拜|第)?{NUMBER}[^，。是不]{{0,6}}|"
    r"(?:周|星期|礼拜)[一二三四五六日天][^，。不]{0,6}|[^，。我你他她不没是了]{1,8})(?:才对|来着|哈|啊|呢|了)*$"
)
DIGITS = Regex(NUMBER)


def corrected_slip(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """The user's last statement with the right value in it, where a sentence is a slip owned up to and a value."""
    if re.search(r"[?？]", sentence.mark):
        return None
    texts = [
        strip_fillers(part)
        for part in re.split(r"[，,。、]+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff\d])", sentence.text)
        if part.strip()
    ]
    if not any(SLIP.match(text) for text in texts):
        return None
    values = [found["what"] for text in texts if not SLIP.match(text) and (found := VALUE.match(text))]
    users = [earlier.text for earlier in setting.earlier if earlier.role == "user"]
    for said in reversed(users[-3:]):
        for value in values:
            if whole := repair_value(said, value):
                return corrected_statement(sentence, whole, value, setting)
    return None


def repair_value(said: str, value: str) -> str | None:
    """The clause of *said* that holds a value of the same shape, with *value* for it; None where none is sure."""
    if re.search(r"[?？]|吗$", said):
        return None
    clauses = re.split(r"([，,。！!；;\n])", strip_fillers(said.strip()))
    for place in range(0, len(clauses), 2):
        if whole := _same_shape(clauses[place], value):
            return "".join([*clauses[:place], whole, *clauses[place + 1 :]])
    return None


def _same_shape(clause: str, value: str) -> str | None:
    if day := re.match(r"(?:周|星期|礼拜)[一二三四五六日天]", value):
        found = re.search(r"(?:周|星期|礼拜)[一二三四五六日天](?:上午|下午|早上|晚上|中午)?", clause)
        if found is None or found.group() == value:
            return None
        fresh = value if len(value) > len(day.group()) else value + found.group()[2:]
        return clause[: found.start()] + fresh + clause[found.end() :]
    if number := re.match(
        rf"(?P<lead>上午|下午|早上|晚上|中午|凌晨|第)?(?P<n>{NUMBER})\s*(?P<unit>[^\d\s]*)(?P<rest>.*)", value
    ):
        return _number(clause, value, number)
    for size in range(min(len(value), len(clause)), 1, -1):
        for at in range(len(clause) - size + 1):
            old, new = clause[at : at + size], value[:size]
            same = sum(a == b for a, b in zip(old, new, strict=True))
            if size == len(value) and old != new and 2 * same >= size and (old[-1] == new[-1] or old[0] == new[0]):
                return clause[:at] + value + clause[at + size :]
    return None


def _number(clause: str, value: str, number: re.Match[str]) -> str | None:
    held = [
        found for found in DIGITS.finditer(clause) if found.group() not in {"一", "几", "半", "两"} or number["unit"]
    ]
    unit = number["unit"]
    if unit:
        same = [found for found in held if clause[found.end() :].lstrip().startswith(unit)]
        if len(same) == 1:
            end = clause.index(unit, same[0].end()) + len(unit)
            if clause[same[0].start() : end] == value:
                return None
            return clause[: same[0].start()] + value.removeprefix(number["lead"] or "") + clause[end:]
        month = re.search(rf"{NUMBER}月{NUMBER}[号日]?", clause) if unit.startswith("月") else None
        if month and month.group() != value:
            return clause[: month.start()] + value + clause[month.end() :]
        return None
    counted = [found for found in held if len(found.group()) > 1 or len(held) == 1]
    if len(counted) != 1 or counted[0].group() == number["n"] or number["rest"]:
        return None
    return clause[: counted[0].start()] + number["n"] + clause[counted[0].end() :]
