"""What makes a statement negative or partial, and who does what in it.

Small words that turn what is said: negation, time, bounds, and which of two things is liked less.

Who does it and to whom: "Anton lent him a drill" and "borrowed a drill from Anton" say the same, "lent Anton a
drill" does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mnemic.domain.regex import Regex
from mnemic.language.meaning.item import Item, Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks of one statement."""

    negations: frozenset[int]  # where they stand
    times: frozenset[str]
    bound: str
    lesser: tuple[int, int]  # the span of what is liked less than what is preferred to it; (0, 0) where nothing is


Rules = Sequence[tuple[str, Regex[str]]]


def _any(*words: str) -> Regex[str]:
    """A rule of English that any of several wordings meets."""
    return Regex(rf"\b(?:{'|'.join(words)})", re.IGNORECASE)


def _either(*words: str) -> Regex[str]:
    return Regex("|".join(words))


_NOT = r"(?:no|not|never)\b[\w\s]{0,24}?\b"
_AN_AMOUNT = r"(?=\s{2,}|\s*$)"  # amounts are blanked before marks are read
_NOT_ZH = r"(?:不[能得许准]?|不可以?|禁止|别|勿).{0,3}?"

# Bounds come first, since "not more than" is no negation.
_BOUNDS: dict[str, Rules] = {
    "en": (
        ("max", _any(rf"{_NOT}(?:more than|over|exceed(?:s|ed|ing)?|above)")),
        ("max", _any(rf"{_NOT}(?:warm|high|long|larg|great|old|late)er than")),
        ("min", _any(rf"{_NOT}(?:less than|under|below|fewer than)")),
        ("min", _any(rf"{_NOT}(?:cold|low|short|small|young|earli)er than")),
        (
            "max",
            _any(
                rf"up to{_AN_AMOUNT}", r"at (?:the )?(?:most|maximum)\b", r"max(?:imum)?\b", r"capped\b", r"or less\b"
            ),
        ),
        ("max", _any(rf"(?:under|below|less than|fewer than){_AN_AMOUNT}")),
        ("min", _any(r"at (?:the )?(?:least|minimum)\b", r"min(?:imum)?\b", r"or more\b")),
        ("min", _any(rf"(?:over|above|more than|exceed(?:s|ed|ing)?|beyond){_AN_AMOUNT}")),
    ),
    "zh": (
        ("max", _either(rf"{_NOT_ZH}(?:超过|高于|多于|大于|超出|晚于|超)")),
        ("min", _either(rf"{_NOT_ZH}(?:低于|少于|小于|早于)", "不下于")),
        ("max", _either("最多", "最高", "至多", "上限", "封顶", "限(?=[载重高速乘时])")),
        ("max", _either("低于", "少于", "小于", "以内", "之内", "(?<!可)以下", "不到", "不足")),
        ("min", _either("最少", "最低", "至少", "起码", "下限")),
        ("min", _either("高于", "多于", "大于", "超过", "超出", "(?<!可)以上")),
    ),
}
_TIMES: dict[str, Rules] = {
    "en": (
        (
            "ended",
            _any(
                r"used to\b(?!\s\w+ing)",
                r"no longer\b(?!\s(?:works?|runs?|starts?|functions?)\b)",
                r"no more\b",
                r"not\b[\w\s]{1,40}\b(?:any ?more|any longer)\b",
                r"former(?:ly)?\b",
                r"(?:was|were|had) once\b",
                r"once (?:was|were|had|lived|worked|owned|played)\b",
                r"previous(?:ly)?\b",
                r"(?:quit|gave up|given up|stopped|ceased|has been off)\b",
                r"in the past\b(?!\s(?:\w+\s)?(?:days?|weeks?|months?|year|years))",
            ),
        ),
        (
            "intended",
            _any(
                r"(?:will|won't)\b",
                r"(?:plans?|planned|planning|hop(?:es?|ing|ed)|intends?|intending|considers?|considering)\b",
                r"(?:is|are) going to\b(?!\s(?:the|a|an|his|her|their)\b)",
                r"(?:is|are) about to\b",
                r"thinking (?:of|about)\b",
                r"aim(?:s|ing)? to\b",
                r"would like to\b",
                r"next (?:week|month|year|spring|summer|autumn|fall|winter)\b",
            ),
        ),
    ),
    "zh": (
        (
            "ended",
            _either(
                "不再",
                "曾经?(?!祖)",
                "以前(?!的)",
                "(?<!之)从前",
                "过去(?!看|找|了)",
                "原先",
                "(?<![要得该在需])戒(?!指|备)[掉了]?",
                "(?:已经?)不(?=[\u4e00-\u9fff])",
                "再也不",
                "前(?=妻|夫|男友|女友|任)",
            ),
        ),
        (
            "intended",
            _either(
                "打算",
                "计划(?!书|表)",
                "准备(?!好)",
                "将要?(?!军|来)",
                "希望",
                "要求",
                "[盼期]望",
                "(?<!若)(?<!如)想要?(?=[\u4e00-\u9fff])(?!念|法)",
                "考虑",
                "有意(?!思)",
                "拟",
                "争取",
                "会在",
                "快要",
                "^(?:用户)?(?:快|马上)?要(?=[\u4e00-\u9fff]{1,6}了[。！]?$)",
                "即将",
            ),
        ),
    ),
}
_NEGATIONS = {
    "en": _any(r"(?:not|no|never|without|none|nothing|nobody|nor|neither|nowhere|negative)\b"),
    "zh": _either(
        r"不(?!过(?!敏)|仅|但|同|错|久|少|断|如|管|论|只|料|足|惜|妨|得不|及格)(?<!差不)(?<!对不)",
        r"没(?!收)",
        r"别(?!人|的|处|墅|致|名|称)(?<![区特级个分性类])",
        r"无(?!线|锡|人机|花果|论|所谓|名指|疑|辣)",
        r"未(?!来|婚|必)",
        r"非(?!常|洲|得)",
        r"勿",
        r"莫(?!名)",
        r"免(?!费|疫|打扰)",
    ),
}
_UNTIL = {
    "en": _any(r"(?:not|no|never|nobody|can't)\b(?=[\w\s'/]{1,60}\b(?:until|till|unless|without|before)\b)"),
    "zh": Regex(r"[不没未](?=[\u4e00-\u9fff]{1,8}[，,]?(?:就|都|一律|则)?(?:不[能得准许可让]|禁止|没法|无法))"),
}
_PAIR = {
    "en": Regex(r"\b(?:until|till|unless|without|before)\b", re.I),
    "zh": Regex(r"(?:就|都|一律|则)?(?:不[能得准许可让]以?|禁止|没法|无法)"),
}
_LESSER: dict[str, Sequence[Regex[str]]] = {
    "en": (
        _any(r"prefer(?:s|red)?\b[^.;]*?(?P<less>\b(?:to|over|rather than|instead of)\s.+)"),
        _any(r"(?:favou?rs?|likes?|takes?|picks?|chooses?)\b[^.;]*?(?P<less>\bover\s(?!the\b|a\b).+)"),
        Regex(r"(?:\bwould|'d)\s(?:much\s)?rather\b.*?(?P<less>\bthan\s.+)", re.IGNORECASE),
        _any(r"(?:likes?|enjoys?|loves?)\b.*?\b(?:more|better)\s(?P<less>than\s.+)"),
        _any(r"(?P<less>(?:rather than|instead of)\s.+)"),
    ),
    "zh": (
        _either(
            r"(?P<less>(?:比起|相比|相较于?|较之|与)[^，,。；]{1,12}?(?:相比|来[说讲])?)[，,].{0,4}(?:更|还是|偏|宁)"
        ),
        _either(r"(?P<less>比[^，,。；]{1,10}?)更?(?:喜欢|爱|偏)"),
        _either(r"(?:喜欢|爱|偏).{1,12}?(?P<less>(?:胜过|多过|甚于|超过|而不是|而非|不是).+)"),
        _either(r"(?:和|与|跟)(?P<less>[^，,。]{1,8}?)(?:之间|相比|里|当中|中)?[，,].{0,6}前者"),
        _either(r"(?P<less>[^，,。]{1,8}?)(?:和|与|跟).{1,12}[，,].{0,6}后者"),
    ),
}


def read_marks(language: str, text: str) -> tuple[Marks, frozenset[int]]:
    """The marks of a statement, and the places they are made at, which say nothing else."""
    eaten: set[int] = set()
    bound = ""
    rest = text
    lesser = next((found.span("less") for rule in _LESSER[language] if (found := rule.search(text))), (0, 0))
    for name, rule in _BOUNDS[language]:
        while match := rule.search(rest):
            bound = bound or name
            rest = _take(rest, match, eaten)
    times: set[str] = set()
    for name, rule in _TIMES[language]:
        while match := rule.search(rest):
            times.add(name)
            rest = _take(rest, match, eaten)
    while match := _UNTIL[language].search(rest):
        # "Not before", "not without": the two make one affirmation.
        rest = _take(rest, match, eaten)
        if second := _PAIR[language].search(rest, match.end()):
            rest = _take(rest, second, eaten)
    negations = frozenset(match.start() for match in _NEGATIONS[language].finditer(rest))
    for match in _NEGATIONS[language].finditer(rest):
        eaten.update(range(match.start(), match.end()))
    return Marks(negations=negations, times=frozenset(times), bound=bound, lesser=lesser), frozenset(eaten)


def _take(text: str, match: re.Match[str], eaten: set[int]) -> str:
    eaten.update(range(match.start(), match.end()))
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]


def mark_item(item: Item, marks: Marks, *, reach: int) -> Item:
    """An item with what the marks of its statement say of it.

    Args:
        reach: characters from the start of a negation to the start of the word it denies, at most.
    """
    denied = any(0 < item.start - place <= reach for place in marks.negations)
    lesser = marks.lesser[0] <= item.start < marks.lesser[1]
    if not denied and not lesser:
        return item
    parts = tuple(mark_item(part, marks, reach=reach) for part in item.parts)
    return replace(item, denied=denied, lesser=lesser, parts=parts)


Pairs = Sequence[tuple[Item, Item, float]]

CONVERSES = frozenset(
    "lend give get teach buy hire employ owe tenant landlord report to receive learn send sell"
    " 借给 教 买 借 学 房东 租客 房客 上级 嫁 娶 卖 寄 给 收到 汇报给".split()
)
"""Concepts whose two sides are one matter seen from its two people."""
_FIRST_MAX = 4  # code points before the first word: "The "
_HIM = Regex(r"\s*(?:him|her|them|the user|me)\b|[了过着]?(?:他|她|用户|我)(?!们?的)", re.IGNORECASE)
_BY = Regex(r"(?:\bby\s(?:the\s)?|[被由])$", re.IGNORECASE)
_WITH = Regex(
    r"(?:\b(?:from|to|with|for|by)\s(?:(?:the|a|an|his|her|their)\s)?|[向跟和与从把对替为给])$", re.IGNORECASE
)


class Exchange(StrEnum):
    """How the roles of two statements stand to each other."""

    KEPT = "kept"
    CONVERSE = "converse"  # exchanged, with a word that turns them back
    TURNED = "turned"


def on_other_side(one: Item, other: Item) -> bool:
    """Whether two items of one concept stand on its two sides."""
    shared = one.concepts.keys() & other.concepts.keys()
    return bool(shared) and all(one.concepts[group] != other.concepts[group] for group in shared)


def role_exchange(pairs: Pairs, one: Meaning, other: Meaning) -> Exchange:
    """How the roles of what both statements name stand to each other."""
    verbs = [(a, b) for a, b, _ in pairs if on_other_side(a, b) and a.concepts.keys() & b.concepts.keys() & CONVERSES]
    moved = [(a, b) for a, b, _ in pairs if not a.light and not on_other_side(a, b)]
    passive = (one.suffered >= 0) != (other.suffered >= 0)
    parties = [(a, b) for a, b in moved if _party(a, one, b, other)]
    if any((_led(a, verb, one) != _led(b, back, other)) != passive for verb, back in verbs for a, b in parties):
        return Exchange.CONVERSE
    names = [(a, b) for a, b, _ in pairs if (a.name or b.name) and a.form == b.form]
    if verbs or len(names) > 1:
        return Exchange.KEPT
    done = [(a, b) for a, b, _ in pairs if not a.name and not b.name and not on_other_side(a, b)]
    if (one.suffered >= 0) != (other.suffered >= 0):
        return _voiced(names, done, one, other)
    if names and any(_answers(names[0], verb, one, other) for verb in done):
        return Exchange.TURNED
    return Exchange.KEPT


def _led(item: Item, verb: Item, said: Meaning) -> bool:
    """Whether somebody stands before a word as the one who does it."""
    return item.start < verb.start and not item.owner and not _WITH.search(said.text[: item.start])


def _party(a: Item, one: Meaning, b: Item, other: Meaning) -> bool:
    """Whether a word that both statements hold is somebody who takes part: first in one, and named or with "from" or
    "to" in the other."""
    return any(
        (first.start <= _FIRST_MAX or first.name)
        and (second.name or bool(second.mark) or bool(_WITH.search(said.text[: second.start])))
        for first, second, said in ((a, b, other), (b, a, one))
    )


def _voiced(
    names: Sequence[tuple[Item, Item]], done: Sequence[tuple[Item, Item]], one: Meaning, other: Meaning
) -> Exchange:
    """Of an active and a passive statement, whether the passive makes up for the exchange of roles."""
    back = one.suffered < 0
    passive = other if back else one
    for a, b in done:
        verb, plain = (b, a) if back else (a, b)
        if not verb.start <= passive.suffered < verb.start + len(verb.said):
            continue
        if names:
            name, again = (names[0][1], names[0][0]) if back else names[0]
            does = bool(_BY.search(passive.text[: name.start]))
            return Exchange.TURNED if does and not _led(again, plain, one if back else other) else Exchange.KEPT
        active = one if back else other
        return Exchange.TURNED if not _before(active, plain) else Exchange.KEPT
    if names and passive.language == "zh":
        name, again = (names[0][1], names[0][0]) if back else names[0]
        verbs = [(b, a) if back else (a, b) for a, b in done]
        does = bool(_BY.search(passive.text[: name.start]))
        return (
            Exchange.TURNED
            if does and any(not _led(again, plain, one if back else other) for _, plain in verbs)
            else Exchange.KEPT
        )
    return Exchange.KEPT


def _before(said: Meaning, verb: Item) -> bool:
    """Whether somebody or something stands before a verb, which then does it."""
    return any(item.start < verb.start and not item.light for item in said.items)


def _answers(name: tuple[Item, Item], verb: tuple[Item, Item], one: Meaning, other: Meaning) -> bool:
    """Whether one statement says that somebody does it to the user, and the other that the user does it to them."""
    for n, v, said, n2, v2, back in (
        (name[0], verb[0], one, name[1], verb[1], other),
        (name[1], verb[1], other, name[0], verb[0], one),
    ):
        if n.start == 0 and n.start < v.start and _HIM.match(said.text, v.start + len(v.said)):
            between = back.text[v2.start + len(v2.said) : n2.start]
            return v2.start < n2.start and not between.strip(" 了过着") and not _before(back, v2)
    return False
