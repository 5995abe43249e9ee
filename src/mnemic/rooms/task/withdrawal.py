"""Constraints of a task that talk takes back: "a red-eye is fine after all", 红眼也可以了."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.domain.task import TaskLine
from mnemic.language import segment
from mnemic.language.segment import fold, normal_form
from mnemic.rooms.task.slot_filling.clause_moods import ClauseMood, split_clauses

NAMED_MIN = 0.5  # of the words of a constraint, that taking it back must name

_NOW = r"(?:after all|now|too|as well|again|any ?more|any longer)"
_ALLOWS = (
    rf"^(?P<what>.+?) (?:is|are|would be|will be) (?:all right|alright|fine|ok|okay|allowed|acceptable|no problem"
    rf"|not a problem)(?: (?:with|for|by) (?:me|us))? {_NOW}$",
    rf"\b(?:i|we) (?:don't|do not) mind (?P<what>.+?) {_NOW}$",
    r"\b(?:i|we|you|it) (?:can|could|may) (?:take |have |do |use |book |accept |be )?(?P<what>.+?) after all$",
    r"^(?P<what>.+?)(?:其实|现在)?(?:[也都](?:可以|行|没关系|没问题|能接受)(?:[了啦的吧])?|(?:可以|行|没关系|没问题|能接受)[了啦])$",
)
"""What was ruled out is allowed."""

_FREES = (
    rf"\b(?:(?:doesn't|does not|don't|do not) (?:have|need) to|needn't) (?:be )?(?P<what>.+?) {_NOW}$",
    r"\bno longer (?:has|have|needs?) to (?:be )?(?P<what>.+)$",
    r"(?:不用|不必|不需要|无需)再?(?:非得?|一定要?|必须)?(?P<what>.+?)了$",
    r"\b(?:forget|drop|scrap|lift|ignore|cancel|remove)(?: about)? (?:the |my |our |that )?(?P<what>.+?)"
    r" (?:rule|limit|constraint|restriction|requirement|condition|ban)$",
    r"(?:取消|去掉|忘掉)(?P<what>.+?)的?(?:要求|限制|约束|条件|规定)(?:吧|了)?$",
    r"^(?P<what>.+?)的?(?:要求|限制|约束|条件|规定)(?:就|也)?(?:取消|去掉|不要|算)(?:吧|了)$",
)
"""What was demanded, or ruled out, is so no more."""

_FORBIDS = Regex(r"\b(?:no|not|never|avoid|without|nothing|except|cannot)\b|n't\b|[不别避非无免勿]", re.IGNORECASE)
_ALLOWING, _FREEING = ([Regex(rule, re.IGNORECASE) for rule in rules] for rules in (_ALLOWS, _FREES))
_NUMBER = Regex(r"\d|[零一二两三四五六七八九十百千万]+(?:点|块|元|天|晚|个)")


@cache
def _small() -> frozenset[str]:
    return frozenset(
        segment.words(
            "please avoid take book have use fly stay must any always never only want need nothing without "
            "this trip time"
        )
    )


_SMALL_HAN = Regex(
    r"这[次趟回]|不要|不能|不可以?|不得|必须|务必|一定要?|别|不|避开|避免|只|订|买|坐|住|选|请|要|那|其实|现在|的|再"
)


def constraints_withdrawn(text: str, known: Sequence[TaskLine]) -> Iterator[tuple[TaskLine, int, int]]:
    """The constraints that a message takes back, with the places of the clauses that do. A clause that could mean two
    of them, or that speaks of numbers, takes back none: numbers change a constraint."""
    for clause in split_clauses(text):
        if (
            clause.mood not in (ClauseMood.SAID, ClauseMood.PAST) or not known
        ):  # 不用直飞了 reads as if something were over
            continue
        words = fold(text[clause.start : clause.end]).strip()
        found = [line for line in known if _withdraws(words, line.text)]
        if len(found) == 1:
            yield found[0], clause.start, clause.end


def _withdraws(words: str, constraint: str) -> bool:
    allowed = (match for rule in _ALLOWING if (match := rule.search(words)))
    freed = (match for rule in _FREEING if (match := rule.search(words)))
    forbids = _FORBIDS.search(fold(constraint)) is not None
    named = [match["what"] for match in (*(allowed if forbids else ()), *freed)]
    return any(not _NUMBER.search(what) and _names(what, constraint) for what in named)


def _names(what: str, constraint: str) -> bool:
    """Whether words name most of what a constraint is about, and nothing else."""
    if re.search("[一-鿿]", what):
        said, about = (_SMALL_HAN.sub("", normal_form(one)) for one in (what, fold(constraint)))
        return len(said) > 1 and said in about and len(said) >= NAMED_MIN * len(about)
    told, wanted = _content(what), _content(fold(constraint))
    return bool(told) and told <= wanted and len(told) >= NAMED_MIN * len(wanted)


def _content(text: str) -> set[str]:
    return {word for word in segment.words(text.replace("-", " ")) if word not in _small()}
