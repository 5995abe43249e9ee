"""What the rules find in a Chinese message, or in one that mixes Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.reader import offers
from mnemic.reader.statement import USER, Passed, Reading, Setting, Statement
from mnemic.reader.zh import (
    changes,
    checks,
    compose,
    corrections,
    dialogue,
    journeys,
    matters,
    procedures,
    repairs,
    retelling,
    silence,
    slips,
    succession,
)
from mnemic.reader.zh.clauses import BREAK, Sentence, own_words, sentences
from mnemic.reader.zh.lexicon import CANONICAL, RELATION, SEVERAL
from mnemic.reader.zh.person import NICKNAME, bare, with_things_named

MESSAGE_MAX = 8_000  # code points of a message that are read; what is longer is pasted rather than said
SENTENCE_MAX = 600  # code points of a sentence; what runs on for longer is no statement
BEFORE_MAX = 400  # code points before a sentence in which a pronoun looks for its person

PLAIN = frozenset({"nothing to remember", "a request"})  # reasons that leave open whether a sentence tells of a change

Part = Statement | Passed
Whole = Callable[[str], procedures.Taken | None]
Answer = Callable[[Sentence, Setting], Statement | None]

PARAGRAPHS: tuple[Whole, ...] = (procedures.procedure, procedures.listing, procedures.norms)
"""What may take up a whole paragraph of a message."""
ANSWERS: tuple[Answer, ...] = (
    dialogue.retraction,
    corrections.of_another,
    corrections.correction,
    slips.slip,
    corrections.reversal,
    journeys.journey,
)
"""What a sentence may be as a whole, above all when it answers an earlier message; tried before its
constructions are."""


def read(message: str, setting: Setting) -> Reading:
    """The statements of a user's message, and its parts that make none, with the reason."""
    if retelling.told(message):
        said, places = retelling.first_person(message)
        return retelling.put_back(_read(said, setting), message, places)
    if mended := repairs.repaired(message):
        said, places = mended
        return retelling.put_back(_read(said, setting), message, places)
    return _read(message, setting)


def _read(message: str, setting: Setting) -> Reading:
    parts = tuple(_parts(message.replace("不是我不", "我不是不"), setting))
    stated = (part for part in parts if isinstance(part, Statement))
    alone = filter(None, (checks.standing(part, message) for part in stated))
    return Reading(
        statements=_unique(replace(part, text=with_things_named(part.text, setting.earlier)) for part in alone),
        passed=tuple(part for part in parts if isinstance(part, Passed)),
    )


def _parts(message: str, setting: Setting) -> Iterator[Part]:
    text = changes.named_after(own_words(message[:MESSAGE_MAX]))
    if len(message) > MESSAGE_MAX:
        yield Passed(text=message[MESSAGE_MAX:], reason="beyond the length that is read")
    if not text.strip() and message.strip():
        yield Passed(text=message.strip(), reason="not the user's own words")
    if taken := next(filter(None, (paragraph(text) for paragraph in PARAGRAPHS)), None):
        yield from taken.statements
        text = BREAK * taken.end + text[taken.end :]
    if silent := silence.of_message(text):
        reason, place = silent
        start = max(text.rfind(stop, 0, place) for stop in "。！？!?\n") + 1
        yield Passed(text=message[start:].strip(), reason=reason)
        text = text[:start] + BREAK * (len(text) - start)
    for place, sentence in enumerate(sentences(text)):
        if offers.assented(sentence.text, setting) and not dialogue.settles(setting):
            yield Passed(text=sentence.text, reason=offers.ASSENT)
            continue
        if place == 0 and (confirmed := dialogue.confirmation(sentence, setting) or dialogue.answer(sentence, setting)):
            yield confirmed
            if rest := dialogue.besides(sentence, confirmed):
                yield from compose.statements(rest, "", setting)
            continue
        yield from _sentence(sentence, text, setting)


def _sentence(sentence: Sentence, text: str, setting: Setting) -> Iterator[Part]:
    if len(sentence.text) > SENTENCE_MAX:
        yield Passed(text=sentence.text, reason="too long for a statement")
        return
    if not bare(sentence.text) or silence.CHAT.match(sentence.text):
        yield Passed(text=sentence.text, reason="small talk")
        return
    if answered := next(filter(None, (answer(sentence, setting) for answer in ANSWERS)), None):
        yield answered
        if rest := corrections.after(sentence, answered):
            yield from compose.statements(rest, text[max(rest.start - BEFORE_MAX, 0) : rest.start], setting)
        return
    parts = tuple(compose.statements(sentence, text[max(sentence.start - BEFORE_MAX, 0) : sentence.start], setting))
    if not any(isinstance(part, Statement) for part in parts) and (corrected := corrections.unplaced(sentence)):
        parts = (corrected,)
    made = tuple(part for part in parts if isinstance(part, Statement))
    if any(isinstance(part, Passed) and part.reason not in PLAIN for part in parts):
        yield from parts
        return
    alone = replace(setting, earlier=())
    over = succession.in_place(made, sentence, setting, lambda said: _read(said, alone).statements)
    yield from over
    yield from (part for part in parts if isinstance(part, Passed) and (made or not over))


def _unique(statements: Iterator[Statement]) -> tuple[Statement, ...]:
    whole = (statement for statement in statements if not _LEFT_OPEN.fullmatch(statement.text))
    return tuple({statement.text: _of_whom(statement) for statement in whole}.values())


_LEFT_OPEN = re.compile(
    rf"(?:更正：)?用户(?:家)?(?:的{RELATION})?(?:倒|也|都|就|还)*(?:不?[是会能行]|不?可以|没?有|没|不)(?:的|了)?|"
    rf"(?:而(?!且)|反而|反倒).*|(?:更正：)?用户(?:现在)?不(?:用|需要)再?[吃喝打用]了|用户[看闻听想摸碰](?:着|到|见|了)?(?:就|都).{{1,6}}|用户(?:也|都)?不?过敏|用户(?:可|倒)?(?:不是|也是|还好|还行)|"
    rf"(?:更正：)?用户(?:家)?(?:的{RELATION})?(?:就|倒|可|却|也|都)*(?:不一样|一样|相反|差不多|除外|例外|不同)"
)
"""A predicate that leaves to the sentence before what is so: "我妈不是"."""


_SOMEBODYS = re.compile(rf"^(?:更正：)?用户(?:家)?的(?P<who>{RELATION})")


_ANOTHERS = re.compile(
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


__all__ = ["read"]
