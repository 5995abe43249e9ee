"""Small words that turn what is said: negation, time, bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks of one statement."""

    negations: frozenset[int]  # where they stand
    times: frozenset[str]
    bound: str


# Bounds come first, since "not more than" is no negation.
_BOUNDS = {
    "en": (
        (
            "max",
            re.compile(
                r"\b(?:no|not|never)\b[\w\s]{0,24}?\b(?:more than|over|exceed(?:s|ed|ing)?|above"
                r"|(?:warm|high|long|larg|great|old|late)er than)",
                re.I,
            ),
        ),
        (
            "min",
            re.compile(
                r"\b(?:no|not|never)\b[\w\s]{0,24}?\b(?:less than|under|below|fewer than"
                r"|(?:cold|low|short|small|young|earli)er than)",
                re.I,
            ),
        ),
        (
            "max",
            re.compile(
                r"\bup to\b|\bat (?:the )?(?:most|maximum)\b|\bmax(?:imum)?\b|\bcapped\b"
                r"|\b(?:under|below|less than|fewer than)\b",
                re.I,
            ),
        ),
        (
            "min",
            re.compile(
                r"\bat (?:the )?(?:least|minimum)\b|\bmin(?:imum)?\b"
                r"|\b(?:over|above|more than|exceed(?:s|ed|ing)?|beyond)\b(?=\s*(?:$|[\s\d€$£]))",
                re.I,
            ),
        ),
    ),
    "zh": (
        (
            "max",
            re.compile(r"(?:不[能得许准]?|不可以?|禁止|别|勿).{0,3}?(?:超过|高于|多于|大于|超出|晚于|超)"),
        ),
        ("min", re.compile(r"(?:不[能得许准]?|不可以?|禁止|别|勿).{0,3}?(?:低于|少于|小于|早于)|不下于")),
        (
            "max",
            re.compile(r"最多|最高|至多|低于|少于|小于|以内|之内|(?<!可)以下|不到|不足|上限|封顶"),
        ),
        ("min", re.compile(r"最少|最低|至少|起码|高于|多于|大于|超过|超出|(?<!可)以上|下限")),
    ),
}
_TIMES = {
    "en": (
        (
            "ended",
            re.compile(
                r"\bused to\b(?!\s\w+ing)|\bno longer\b|\bno more\b|\bnot\b[\w\s]{1,40}\b(?:any ?more|any longer)\b"
                r"|\bformer(?:ly)?\b|\bprevious(?:ly)?\b|\b(?:quit|gave up|given up|stopped|ceased|has been off)\b"
                r"|\bin the past\b",
                re.I,
            ),
        ),
        (
            "intended",
            re.compile(
                r"\b(?:will|won't|plans?|planned|planning|hop(?:es?|ing|ed)|intends?|intending"
                r"|is going to|are going to|thinking (?:of|about)"
                r"|consider(?:s|ing)?"
                r"|aim(?:s|ing)? to|would like to|next (?:week|month|year|spring|summer|autumn|fall|winter))\b",
                re.I,
            ),
        ),
    ),
    "zh": (
        (
            "ended",
            re.compile(
                r"不再|曾经?(?!祖)|以前(?!的)|(?<!之)从前|过去(?!看|找|了)|原先|戒(?!指|备)|(?:已经?)不(?=[\u4e00-\u9fff])|再也不|前(?=妻|夫|男友|女友|任)"
            ),
        ),
        (
            "intended",
            re.compile(
                r"打算|计划(?!书|表)|准备(?!好)|将要?(?!军|来)|希望|想要?(?=[\u4e00-\u9fff])(?!念|法)|考虑|有意|拟|争取|会在|快要|即将"
            ),
        ),
    ),
}
_NEGATIONS = {
    "en": re.compile(r"\b(?:not|no|never|without|none|nothing|nobody|nor|neither|nowhere|negative)\b", re.I),
    "zh": re.compile(
        r"不(?!过(?!敏)|仅|但|同|错|久|少|断|如|管|论|只|料|足|惜|妨|得不|及格)(?<!差不)(?<!对不)|没(?!收)|别(?!人|的|处|墅|致|名|称)(?<![区特级个分性类])|无(?!线|锡|人机|花果|论|所谓|名指|疑|辣)"
        r"|未(?!来|婚|必)|非(?!常|洲|得)|勿|莫(?!名)|免(?!费|疫|打扰)"
    ),
}
_UNTIL = re.compile(
    r"\b(?:not|no|never|nobody|can't)\b(?=[\w\s'/]{1,60}\b(?:until|till|unless|without|before)\b)", re.I
)
_PAIR = re.compile(r"\b(?:until|till|unless|without|before)\b", re.I)


def read_marks(language: str, text: str) -> tuple[Marks, frozenset[int]]:
    """The marks of a statement, and the places they are made at, which say nothing else."""
    eaten: set[int] = set()
    bound = ""
    rest = text
    for name, rule in _BOUNDS[language]:
        while match := rule.search(rest):
            bound = bound or name
            rest = _take(rest, match, eaten)
    times: set[str] = set()
    for name, rule in _TIMES[language]:
        while match := rule.search(rest):
            times.add(name)
            rest = _take(rest, match, eaten)
    while language == "en" and (match := _UNTIL.search(rest)):
        # "Not before", "not without": the two make one affirmation.
        rest = _take(rest, match, eaten)
        if second := _PAIR.search(rest, match.end()):
            rest = _take(rest, second, eaten)
    negations = frozenset(match.start() for match in _NEGATIONS[language].finditer(rest))
    for match in _NEGATIONS[language].finditer(rest):
        eaten.update(range(match.start(), match.end()))
    return Marks(negations=negations, times=frozenset(times), bound=bound), frozenset(eaten)


def _take(text: str, match: re.Match[str], eaten: set[int]) -> str:
    eaten.update(range(match.start(), match.end()))
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
