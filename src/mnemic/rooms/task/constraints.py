"""Constraints and finished steps as people state them in talk about a task, and take them back.

Constraints of a task that talk takes back: "a red-eye is fine after all", 红眼也可以了.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.domain.task import StepState, TaskLine, TaskStep
from mnemic.language import segment
from mnemic.language.segment import fold, normal_form
from mnemic.rooms.task.names import is_generic
from mnemic.rooms.task.slot_filling.clause_moods import ClauseMood, split_clauses

CHARACTERS_MIN, CHARACTERS_MAX = 3, 200  # of a constraint

_EN = Regex(
    r"\bno (?!one\b|problem|idea|thanks|thank|longer\b|way\b|need\b|worries|doubt|matter|rush\b|hurry|clue|reason"
    r"|wonder|news|more$|sorry|i\b|we\b|it\b|that\b|not\b)\w"
    r"|\b(?:i|we|it|they|he|she|you|everything|nothing|\w+s?) (?:must(?!'ve| have| be joking)|mustn't|ha(?:ve|s) to"
    r"|needs? to|cannot|can't|should(?:n't| not| never)|may not) (?!say|admit|tell you|think|wait|believe|remember)\w"
    r"|^\s*(?:please )?(?:must|mustn't|never|avoid|only|without|nothing|not|don't|do not|keep it|stay)\b(?! sure| yet"
    r"| really| know| worry| mind| think| forget)"
    r"|\b(?:at most|at least|at the latest|at the earliest|no more than|not more than|no later than|no earlier than"
    r"|maximum|max|minimum|tops|within (?:a |the )?budget|as long as|under|below|less than|fewer than|cheaper than)\b"
    r"|\bnothing (?:over|above|before|after|later than|earlier than|under)\b"
    r"|\b(?:wants?|want) (?:no|only|nothing)\b",
    re.IGNORECASE,
)
_ZH = Regex(
    r"(?<!要)不要(?!紧|脸)|(?<!特|区|分|差|级)别(?!人|的|处|墅|说了|墅|名|扭|致|急|担心|客气)|(?<!能)不能(?!说|不)|(?<!可)不可以?(?!能|是|否)|不得(?!不|了)"
    r"|不(?:准|许|允许)|必须|务必|一定(?:要|得)|最多|最少|最好不|至少|最晚|最迟|最早|不(?:超|高|低|多|少|晚|早|大|小)(?:过|于)"
    r"|(?:以内|之内|以下|以上|之前|之后)$|只(?:要|能|坐|住|吃|订|选|接受|考虑)|避开|避免|不(?:坐|住|吃|去|接受|考虑|想(?:坐|住|转))"
    r"|得在|要在.{1,12}前|前(?:要|必须|得|一定)|控制在|无需转机|非.{1,6}不"
)
_FREE = Regex(
    r"\b(?:don't|doesn't|do not|does not|no longer|not) (?:have|need) to\b|不必|不用(?!红眼)|无所谓|都行|不一定",
    re.IGNORECASE,
)
_SHORT_EN = Regex(r"^(?:no|not|never|must|please|don't|do not)\W*$", re.IGNORECASE)
_NUMBER = Regex(r"\d[\d.,:]*|[零一二两三四五六七八九十百千万亿]+")

_DONE = Regex(
    r"\b(?:done|finished|completed|booked|bought|paid|sent|submitted|signed|fixed|sorted|settled|taken care of|ready"
    r"|confirmed|arranged|written|reserved|made|packed|checked off|through with|did)\b"
    r"|(?:好|完|妥|掉|成功|到手|齐)了|已经?(?:完成|订|买|付|交|发|写|做|办|签|预订|确认|搞定|提交)|搞定|完成了?|做完|办妥",
    re.IGNORECASE,
)
_SKIPPED = Regex(
    r"\bskip(?:ped|ping)?\b|\bleave out\b|\bno need (?:for|to)\b|\bwon't need\b|跳过|不用.{0,8}了|省掉|略过|免了",
    re.IGNORECASE,
)
_UNDONE = Regex(
    r"n't\b|\b(?:not|never|nearly|almost|half|will be|to be|should be|needs? to|must|going to|once|after|when|until|if"
    r"|before|can(?:not)?|could|still)\b|[没未](?!问题)|还差|快要|快.{0,2}完|之后|以后|如果|要是|等|才能|一半|差不多|准备",
    re.IGNORECASE,
)
_THIS_STEP = Regex(
    r"\b(?:this|that|the|current) step\b|\bstep (?P<n>\d{1,2})\b|这一?步|第(?P<zh>[一二三四五六七八九十\d]{1,2})步",
    re.IGNORECASE,
)
_JOINS = Regex(
    r"^\s*(?:(?:and|but|so|also|plus|oh|ok|okay)\b[\s,]*)+|^\s*(?:而且|并且|还有|另外|但是?|也|对了)", re.IGNORECASE
)
_HALF = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # full-width forms of ASCII
_ZH_NUMBERS = "一二三四五六七八九十"


def constraints_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Clauses that say what must or must not be, with their places. Questions, suppositions, what is over and what
    others want are none."""
    plain_text = text.translate(_HALF)
    for clause in split_clauses(plain_text):
        said = text[clause.start : clause.end]
        words = _JOINS.sub("", said).strip()
        if not CHARACTERS_MIN <= len(words) <= CHARACTERS_MAX or clause.mood is not ClauseMood.SAID:
            continue
        folded = fold(words)
        if (_EN.search(folded) or _ZH.search(folded)) and not _FREE.search(folded) and not _SHORT_EN.match(folded):
            yield words, clause.start, clause.end


def constraint_changed_by(text: str, known: Sequence[TaskLine]) -> TaskLine | None:
    """The constraint that a new one changes: the same but for its numbers."""
    words = _unnumbered(text)
    return next((line for line in known if words and _unnumbered(line.text) == words and line.text != text), None)


def _unnumbered(text: str) -> frozenset[str]:
    return frozenset(segment.words(_NUMBER.sub(" ", fold(text))))


def steps_in(text: str, steps: Sequence[TaskStep]) -> list[tuple[TaskStep, StepState, int, int]]:
    """Steps that a message says are done, or not needed, with the places of the clauses that say so: by name, by
    number, or 这一步 for the one in work."""
    found: list[tuple[TaskStep, StepState, int, int]] = []
    for clause in split_clauses(text.translate(_HALF)):
        if clause.mood is ClauseMood.OPEN or clause.mood is ClauseMood.OTHERS:
            continue
        words = fold(text[clause.start : clause.end])
        state = StepState.SKIPPED if _SKIPPED.search(words) else StepState.DONE if _DONE.search(words) else None
        if state is None or (state is StepState.DONE and _UNDONE.search(words)):
            continue
        step = _pointed(words, steps) or _named(words, steps)
        if step is not None and step.state not in (StepState.DONE, StepState.SKIPPED):
            found.append((step, state, clause.start, clause.end))
    return found


def _pointed(words: str, steps: Sequence[TaskStep]) -> TaskStep | None:
    match = _THIS_STEP.search(words)
    if match is None:
        return None
    said = match["n"] or match["zh"]
    if said is None:
        return next((step for step in steps if step.state is StepState.CURRENT), None)
    number = int(said) if said.isdigit() else _ZH_NUMBERS.find(said) + 1
    return steps[number - 1] if 0 < number <= len(steps) else None


def _named(words: str, steps: Sequence[TaskStep]) -> TaskStep | None:
    """The step whose every telling word is said."""
    said = set(segment.words(words))
    run = normal_form(words)
    named = [step for step in steps if _all_said(step.name, said, run)]
    return max(named, key=lambda step: len(step.name)) if named else None


def _all_said(name: str, said: set[str], run: str) -> bool:
    words = segment.words(name)
    wanted = [word for word in words if not is_generic(word)] or list(words)
    return bool(wanted) and all(word in said or _in_chinese(word, run) for word in wanted)


def _in_chinese(word: str, run: str) -> bool:
    """Whether a Chinese word, or each of its characters, is said: 订机票 is named by 机票订好了."""
    return not word.isascii() and all(character in run for character in word)


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
_NUMBER_WITHDRAWAL = Regex(r"\d|[零一二两三四五六七八九十百千万]+(?:点|块|元|天|晚|个)")


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
    return any(not _NUMBER_WITHDRAWAL.search(what) and _names(what, constraint) for what in named)


def _names(what: str, constraint: str) -> bool:
    """Whether words name most of what a constraint is about, and nothing else."""
    if re.search("[一-鿿]", what):
        said, about = (_SMALL_HAN.sub("", normal_form(one)) for one in (what, fold(constraint)))
        return len(said) > 1 and said in about and len(said) >= NAMED_MIN * len(about)
    told, wanted = _content(what), _content(fold(constraint))
    return bool(told) and told <= wanted and len(told) >= NAMED_MIN * len(wanted)


def _content(text: str) -> set[str]:
    return {word for word in segment.words(text.replace("-", " ")) if word not in _small()}
