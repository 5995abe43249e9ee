"""What the rules left of a message, judged from examples: a statement of its own, a detail of one, or nothing (W3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mnemic.domain.judgement import Judgement, SentenceSubject
from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.ports import Judge
from mnemic.reader.offers import UnreadStretch, unread_stretches
from mnemic.reader.retold_statement import retell_statement
from mnemic.reader.statement import MessageSetting, RuleReading, Statement

# Operating points, chosen on two authors' talks that the heads were not fitted on (docs/decisions/0010-heads.md).
KEEP_MIN = 0.85  # probability from which a stretch makes a statement of its own
DETAIL_MIN = 0.2  # from which it is told as a detail of the statement before it
ONCE_MIN = 0.7
CHANGE_MIN = 0.7
SPECIFIC = 0.6  # importance of a statement with a number in it
VAGUE = 0.5
WORDS_MIN = 2  # content words of a statement
RUN_CHARACTERS_MAX = 300  # of stretches that are judged as one
DETAILED_CHARACTERS_MAX = 240  # of a statement that takes in a detail

_OWN_SUBJECT = {
    "zh": Regex(r"[我俺咱]|本人"),
    "en": Regex(r"^\W*(?:(?:and|but|so|also|oh)\s+)*(?:i|my|we|our|he|she|they|it|there|the|this|that|these)\b", re.I),
}
"""Stretches that say themselves whom they speak of, and stand alone."""
_JOINT = {"zh": "，", "en": "; "}


def with_leftovers(
    reading: RuleReading, message: str, setting: MessageSetting, language: str, judge: Judge
) -> RuleReading:
    """The reading with what the judge finds in the stretches no rule made anything of, and with its judgement of what
    the rules found."""
    taken_back = any(one.retracts for one in reading.statements)  # the rest of such a message is about that
    runs = [] if taken_back else _runs(unread_stretches(message, reading, language))
    quotes = [message[one.start : one.end] or message for one in reading.statements]
    texts = [*quotes, *(_span(message, run) for run in runs), *(part.text for run in runs for part in run)]
    judged = dict(zip(texts, judge.judge(texts), strict=True))
    read = [replace(one, judgement=judged[quote]) for one, quote in zip(reading.statements, quotes, strict=True)]
    made = list(read)
    for run in runs:
        made = _taken(made, run, message, judged, (setting, language))
    fresh = [message[one.start : one.end] for one in made if one not in read]
    return RuleReading(
        statements=tuple(sorted(made, key=lambda statement: statement.start)),
        passed=tuple(part for part in reading.passed if not any(part.text in said for said in fresh)),
    )


def _taken(
    made: list[Statement],
    run: Sequence[UnreadStretch],
    message: str,
    judged: Mapping[str, Judgement],
    told: tuple[MessageSetting, str],
) -> list[Statement]:
    together = judged[_span(message, run)]
    if len(run) > 1 and together.keep >= KEEP_MIN and len(_span(message, run)) <= RUN_CHARACTERS_MAX:
        worth = [part for part in run if judged[part.text].keep >= DETAIL_MIN] or list(run)
        return _added(made, _span(message, worth), worth, together, told)
    for part in run:
        judgement = judged[part.text]
        before = _right_before(made, part, message)
        alone = bool(_OWN_SUBJECT[told[1]].search(part.text)) or (judgement.keep >= KEEP_MIN and _of_another(judgement))
        if judgement.keep >= DETAIL_MIN and before is not None and not alone:
            made = _detailed(made, before, part, judgement, told)
        elif judgement.keep >= KEEP_MIN:
            made = _added(made, part.text, [part], judgement, told)
    return made


def _of_another(judgement: Judgement) -> bool:
    return max(judgement.about, key=lambda about: judgement.about[about]) in (
        SentenceSubject.OTHER,
        SentenceSubject.WORLD,
    )


def _added(
    made: list[Statement],
    text: str,
    parts: Sequence[UnreadStretch],
    judgement: Judgement,
    told: tuple[MessageSetting, str],
) -> list[Statement]:
    statement = statement_of_leftover(text, judgement, *told)
    return made if statement is None else [*made, replace(statement, start=parts[0].start, end=parts[-1].end)]


def statement_of_leftover(text: str, judgement: Judgement, setting: MessageSetting, language: str) -> Statement | None:
    """A judged text as a statement in the third person, or None where too little is left of it."""
    if len(segment.words(text)) < WORDS_MIN:
        return None
    of_user = max(judgement.about, key=lambda about: judgement.about[about]) is SentenceSubject.USER
    said = retell_statement(text, judgement.kind, setting, language, of_user=of_user)
    if not said:
        return None
    return Statement(
        text=said,
        kind=judgement.kind,
        end=len(text),
        confidence=judgement.keep,
        importance=SPECIFIC if any(sign.isdigit() for sign in text) else VAGUE,
        once=judgement.once >= ONCE_MIN,
        correction=judgement.change >= CHANGE_MIN,
        judgement=judgement,
    )


def _right_before(made: Sequence[Statement], part: UnreadStretch, message: str) -> Statement | None:
    """The statement that ends where a stretch begins, with nothing but signs between."""
    before = [one for one in made if one.end <= part.start and not re.search(r"\w", message[one.end : part.start])]
    return max(before, key=lambda statement: statement.end, default=None)


def _detailed(
    made: list[Statement], last: Statement, part: UnreadStretch, judgement: Judgement, told: tuple[MessageSetting, str]
) -> list[Statement]:
    """A stretch without a subject goes with the statement just before it."""
    setting, language = told
    detail = retell_statement(part.text, judgement.kind, setting, language, of_user=False).rstrip(".")
    if not detail or len(last.text) + len(detail) > DETAILED_CHARACTERS_MAX:
        return made
    if language == "en":
        detail = detail[:1].lower() + detail[1:] + "."
    text = last.text.rstrip(".。") + _JOINT[language] + detail
    place = made.index(last)
    return [*made[:place], replace(last, text=text, end=max(last.end, part.end)), *made[place + 1 :]]


def _runs(parts: Sequence[UnreadStretch]) -> list[list[UnreadStretch]]:
    runs: list[list[UnreadStretch]] = []
    for part in parts:
        if part.follows and runs:
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _span(message: str, parts: Sequence[UnreadStretch]) -> str:
    return message[parts[0].start : parts[-1].end]
