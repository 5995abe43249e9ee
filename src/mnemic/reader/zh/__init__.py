"""What the rules find in a Chinese message, or in one that mixes Chinese and English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader import offers
from mnemic.reader.statement import USER, MessageSetting, RuleReading, SkippedPart, Statement
from mnemic.reader.zh import (
    changes,
    checks,
    compose,
    corrected_slips,
    corrections,
    dialogue,
    journeys,
    matters,
    procedures,
    repairs,
    skip_reasons,
    succession,
    third_person,
)
from mnemic.reader.zh.clauses import BREAK, Sentence, mask_foreign_words, message_sentences
from mnemic.reader.zh.lexicon import CANONICAL, RELATION, SEVERAL
from mnemic.reader.zh.person import NICKNAME, name_pointed_things, strip_fillers

MESSAGE_MAX = 8_000  # code points of a message that are read; what is longer is pasted rather than said
SENTENCE_MAX = 600  # code points of a sentence; what runs on for longer is no statement
BEFORE_MAX = 400  # code points before a sentence in which a pronoun looks for its person

PLAIN = frozenset({"nothing to remember", "a request"})  # reasons that leave open whether a sentence tells of a change

Part = Statement | SkippedPart
Whole = Callable[[str], procedures.ParsedPassage | None]
Answer = Callable[[Sentence, MessageSetting], Statement | None]

PARAGRAPHS: tuple[Whole, ...] = (procedures.procedure, procedures.listing, procedures.norms)
"""What may take up a whole paragraph of a message."""
ANSWERS: tuple[Answer, ...] = (
    dialogue.retraction,
    corrections.correction_of_person,
    corrections.correction,
    corrected_slips.corrected_slip,
    corrections.reversal,
    journeys.journey,
)
"""What a sentence may be as a whole, above all when it answers an earlier message; tried before its
constructions are."""


def read_chinese(message: str, setting: MessageSetting) -> RuleReading:
    """The statements of a user's message, and its parts that make none, with the reason."""
    if third_person.speaks_as_other(message):
        said, places = third_person.to_first_person(message)
        return third_person.restore_spans(_read(said, setting), message, places)
    if mended := repairs.repair_slips(message):
        said, places = mended
        return third_person.restore_spans(_read(said, setting), message, places)
    return _read(message, setting)


def _read(message: str, setting: MessageSetting) -> RuleReading:
    parts = tuple(_parts(message.replace("不是我不", "我不是不"), setting))
    stated = (part for part in parts if isinstance(part, Statement))
    alone = filter(None, (checks.standalone_statement(part, message) for part in stated))
    return RuleReading(
        statements=_unique(replace(part, text=name_pointed_things(part.text, setting.earlier)) for part in alone),
        passed=tuple(part for part in parts if isinstance(part, SkippedPart)),
    )


def _parts(message: str, setting: MessageSetting) -> Iterator[Part]:
    text = changes.tie_heading_name(mask_foreign_words(message[:MESSAGE_MAX]))
    if len(message) > MESSAGE_MAX:
        yield SkippedPart(text=message[MESSAGE_MAX:], reason="beyond the length that is read")
    if not text.strip() and message.strip():
        yield SkippedPart(text=message.strip(), reason="not the user's own words")
    if taken := next(filter(None, (paragraph(text) for paragraph in PARAGRAPHS)), None):
        yield from taken.statements
        text = BREAK * taken.end + text[taken.end :]
    if silent := skip_reasons.message_skip_point(text):
        reason, place = silent
        start = max(text.rfind(stop, 0, place) for stop in "。！？!?\n") + 1
        yield SkippedPart(text=message[start:].strip(), reason=reason)
        text = text[:start] + BREAK * (len(text) - start)
    for place, sentence in enumerate(message_sentences(text)):
        if offers.is_bare_assent(sentence.text, setting) and not dialogue.offers_new_rule(setting):
            yield SkippedPart(text=sentence.text, reason=offers.ASSENT)
            continue
        if place == 0 and (
            confirmed := dialogue.confirmation(sentence, setting) or dialogue.answer_statement(sentence, setting)
        ):
            yield confirmed
            if rest := dialogue.rest_after_answer(sentence, confirmed):
                yield from compose.sentence_statements(rest, "", setting)
            continue
        yield from _sentence(sentence, text, setting)


def _sentence(sentence: Sentence, text: str, setting: MessageSetting) -> Iterator[Part]:
    if len(sentence.text) > SENTENCE_MAX:
        yield SkippedPart(text=sentence.text, reason="too long for a statement")
        return
    if not strip_fillers(sentence.text) or skip_reasons.CHAT.match(sentence.text):
        yield SkippedPart(text=sentence.text, reason="small talk")
        return
    if answered := next(filter(None, (answer(sentence, setting) for answer in ANSWERS)), None):
        yield answered
        if rest := corrections.rest_after_correction(sentence, answered):
            yield from compose.sentence_statements(rest, text[max(rest.start - BEFORE_MAX, 0) : rest.start], setting)
        return
    parts = tuple(
        compose.sentence_statements(sentence, text[max(sentence.start - BEFORE_MAX, 0) : sentence.start], setting)
    )
    if not any(isinstance(part, Statement) for part in parts) and (
        corrected := corrections.unplaced_correction(sentence)
    ):
        parts = (corrected,)
    made = tuple(part for part in parts if isinstance(part, Statement))
    if any(isinstance(part, SkippedPart) and part.reason not in PLAIN for part in parts):
        yield from parts
        return
    alone = replace(setting, earlier=())
    over = succession.place_successions(made, sentence, setting, lambda said: _read(said, alone).statements)
    yield from over
    yield from (part for part in parts if isinstance(part, SkippedPart) and (made or not over))


def _unique(statements: Iterator[Statement]) -> tuple[Statement, ...]:
    whole = (statement for statement in statements if not _LEFT_OPEN.fullmatch(statement.text))
    return tuple({statement.text: _of_whom(statement) for statement in whole}.values())


_LEFT_OPEN = Regex(
    rf"(?:更正：)?用户(?:家)?(?:的{RELATION})?(?:倒|也|都|就|还)*(?:不?[是会能行]|不?可以|没?有|没|不)(?:的|了)?|"
    rf"(?:而(?!且)|反而|反倒).*|(?:更正：)?用户(?:现在)?不(?:用|需要)再?[吃喝打用]了|用户[看闻听想摸碰](?:着|到|见|了)?(?:就|都).{{1,6}}|用户(?:也|都)?不?过敏|用户(?:可|倒)?(?:不是|也是|还好|还行)|"
    rf"(?:更正：)?用户(?:家)?(?:的{RELATION})?(?:就|倒|可|却|也|都)*(?:不一样|一样|相反|差不多|除外|例外|不同)"
)
"""A predicate that leaves to the sentence before what is so: "我妈不是"."""


_SOMEBODYS = Regex(rf"^(?:更正：)?用户(?:家)?的(?P<who>{RELATION})")


_ANOTHERS = Regex(
    rf"^(?P<who>(?:[^，。的我咱]{{1,6}}的)?(?:实习生|新来的)?{NICKNAME})(?!的)"
    r"(?=[^，。]{0,6}?(?:喜欢|爱|习惯|总|老是)|写|用|做|穿|吃|喝|坐|住|买|开)|"
    r"^(?P<group>(?:隔壁|对面|别的|其他|另一个)[^，。的]{0,4}?(?:组|部门|团队|公司|班|店))"
)
"""A habit of somebody who is neither the user nor of the user's kin: "前端组的老马注释喜欢用中文"."""


def _of_whom(statement: Statement) -> Statement:
    """A statement that begins with somebody else is about that person, whatever the construction says."""
    slot = statement.slot
    if slot is None or slot.subject != USER:
        return statement
    if another := _ANOTHERS.match(statement.text):
        who = another["who"] or another["group"]
        kind = Kind.PREFERENCE if statement.kind is Kind.RULE else statement.kind
        return replace(statement, kind=kind, tier=None, slot=replace(slot, subject=who))
    whose = _SOMEBODYS.match(statement.text)
    own = slot.attribute in matters.WITH_ME or slot.attribute.startswith(("rule:", "family:", "plan:"))
    if whose is None or own:
        return statement
    who = CANONICAL[whose["who"]]
    return replace(statement, slot=replace(slot, subject=who, single=slot.single and who not in SEVERAL))


__all__ = ["read_chinese"]
