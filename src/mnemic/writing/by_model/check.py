"""What becomes of a model's answer: each item is held against what was said before it may be a statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.record import Kind, Memory, Origin, Slot, Source, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.validity import YEAR_MAX, YEAR_MIN
from mnemic.language import detect, when
from mnemic.language.detect import has_visible_text
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER, Statement
from mnemic.safety.guard import screen
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.rules import PrivacyRules, privacy_rules_of
from mnemic.settings import Settings
from mnemic.writing.by_model.answer import AnswerItem, ModelAnswer, Number
from mnemic.writing.by_model.grounds import Grounds, grounds_of, names_of_statement
from mnemic.writing.by_model.prompt import KIND_WORDS, Sheet
from mnemic.writing.by_model.quotes import QuotePlace, quote_place
from mnemic.writing.by_model.subject import forgets_somebody, subject_named
from mnemic.writing.candidates import statement_of_speaker

TEXT_CHARACTERS_MAX = 1_000  # of a statement; what is longer is no single statement
VALUE_CHARACTERS_MAX = 200  # of a slot's parts
CONFIDENCE_QUOTED, CONFIDENCE_UNQUOTED = 0.9, 0.7  # with the user's exact words as evidence, and without
IMPORTANCE_SPECIFIC, IMPORTANCE_PLAIN = 0.7, 0.5  # with a name or number, and without (W5)

SINGLE = frozenset(
    "home hometown name called age birthday job employer office default favourite device address email phone".split()
)
"""Attributes of which there is one value at a time. Of `device:phone`, the part before the colon counts."""

_TAKES_BACK = Regex(
    r"\b(?:forget|delete|remove|drop|scrap|erase|cancel\w*|retract|ignore|disregard|wrong|mistake\w*|no longer|not"
    r"|never|stop\w*|quit|any ?more|undo)\b|n['’]t\b|忘|删|去掉|取消|不|别|没|作废|算了|撤|错|抹",
    re.IGNORECASE,
)


@dataclass(slots=True, kw_only=True)
class CheckedAnswer:
    """What of an answer may be used, and what not and why."""

    candidates: list[Candidate] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    refused: Counter[Source] = field(default_factory=Counter)  # items refused, by the turn they rest on

    def refuse(self, text: str, reason: str, turn: Turn | None = None) -> None:
        """Leave an item out."""
        self.dropped.append(
            Dropped(text=text[:TEXT_CHARACTERS_MAX], reason=reason, source=turn.source if turn else None)
        )
        if turn is not None:
            self.refused[turn.source] += 1


def check_answer(answer: ModelAnswer, sheet: Sheet, *, user: str, settings: Settings) -> CheckedAnswer:
    """Turn an answer into candidates. Nothing in it is believed: what nobody said, or what names something that was not
    shown, is left out with its reason."""
    checked = CheckedAnswer()
    grounds = _grounds(sheet)
    taken: Counter[Source] = Counter()
    for item in answer.items:
        place = quote_place(item, sheet)
        if isinstance(place, str):
            checked.refuse(item.text, place)
            continue
        text, why_not = _text(item, place, sheet, grounds, user, privacy_rules_of(settings))
        if why_not is not None:
            checked.refuse(text, why_not, place.turn)
        elif taken[place.turn.source] >= settings.statements_max:
            checked.refuse(text, "more than statements_max in one message", place.turn)
        else:
            taken[place.turn.source] += 1
            checked.candidates.append(_candidate(item, text, place, sheet, grounds, user, checked))
    _take_back(answer.retracts, sheet, checked)
    return checked


def _grounds(sheet: Sheet) -> Grounds:
    turns = [(turn, sheet.zone_of(turn)) for turn in (*sheet.earlier, *sheet.turns)]
    return grounds_of(turns, [memory.text for memory in sheet.neighbours])


def _text(
    item: AnswerItem, place: QuotePlace, sheet: Sheet, grounds: Grounds, user: str, rules: PrivacyRules
) -> tuple[str, str | None]:
    """The text of an item as it would be kept, and why it may not be."""
    text = " ".join(item.text.split())
    turn, zone = place.turn, sheet.zone_of(place.turn)
    if not has_visible_text(text):
        return text, "it is blank"
    if len(text) > TEXT_CHARACTERS_MAX:
        return text, f"longer than {TEXT_CHARACTERS_MAX} characters: no single statement"
    if unsaid := grounds.unsaid(text, turn.said_at, zone):
        return text, f"{unsaid!r} was not said"
    if subject_named(item.about, user) == USER and forgets_somebody(text, place.sentence(text)):
        return text, "it does not say whom it is about"
    verdict = screen.judge_text(text, turn.origin)
    if verdict.decision is screen.GuardDecision.QUARANTINE:
        return text, f"held by the guard: {'; '.join(verdict.reasons)}"
    return when.add_absolute_dates(masking.redact(text, rules).text, turn.said_at, zone, detect.language(text)), None


def _candidate(
    item: AnswerItem, text: str, place: QuotePlace, sheet: Sheet, grounds: Grounds, user: str, checked: CheckedAnswer
) -> Candidate:
    turn, zone = place.turn, sheet.zone_of(place.turn)
    kind = Kind(item.kind) if item.kind in KIND_WORDS else Kind.FACT
    names = names_of_statement(text)
    statement = statement_of_speaker(turn, user, Statement(text=text, kind=kind, slot=_slot(item, grounds, user)))
    begins, ends = _validity(item, turn, zone, grounds, checked)
    return Candidate(
        text=statement.text,
        kind=kind,
        slot=statement.slot,
        entities=tuple(dict.fromkeys(names)),
        language=detect.language(statement.text),
        confidence=CONFIDENCE_QUOTED if place.exact else CONFIDENCE_UNQUOTED,
        importance=IMPORTANCE_SPECIFIC if names or re.search(r"\d", text) else IMPORTANCE_PLAIN,
        tier=Tier.PROPOSED if kind is Kind.RULE and not item.once else None,
        once=item.once,
        origin=turn.origin,
        said_at=turn.said_at,
        valid_from=begins,
        valid_to=ends,
        sources=(turn.source,),
        quote=place.quote,
        same_as=_shown(item.same_as, item.text, sheet, checked),
        replaces=_shown(item.replaces, item.text, sheet, checked),
    )


def _slot(item: AnswerItem, grounds: Grounds, user: str) -> Slot | None:
    """The structured core, where subject and value were said. An invented one could end what is true."""
    subject = subject_named(item.about, user)
    attribute, value = " ".join(item.attribute.casefold().split()), " ".join(item.value.casefold().split())
    if (
        not normal_form(attribute)
        or not normal_form(value)
        or max(map(len, (subject, attribute, value))) > VALUE_CHARACTERS_MAX
    ):
        return None
    if not grounds.mostly(value) or not (subject == USER or grounds.mostly(subject)):
        return None
    single = attribute.partition(":")[0] in SINGLE
    return Slot(subject=subject, attribute=attribute, value=value, polarity=item.polarity, single=single)


def _validity(
    item: AnswerItem, turn: Turn, zone: tzinfo, grounds: Grounds, checked: CheckedAnswer
) -> tuple[datetime | None, datetime | None]:
    """From when and until when, half-open, where the dates were said. A last day counts in full."""
    begins, begins_day = _moment(item.valid_from, zone)
    ends, ends_day = _moment(item.valid_to, zone)
    found: dict[str, datetime | None] = {}
    for name, said, moment in (("valid_from", item.valid_from, begins), ("valid_to", item.valid_to, ends)):
        known = moment is not None and grounds.day(moment.astimezone(zone).date())
        found[name] = moment if known else None
        if said and not known:
            checked.dropped.append(
                Dropped(text=item.text, reason=f"{name} {said!r} is not a date that was said", source=turn.source)
            )
    first, last = found["valid_from"], found["valid_to"]
    if last is not None and ends_day:
        last += timedelta(days=1)
    if first is not None and begins_day and first.date() == turn.said_at.astimezone(zone).date():
        first = min(first, turn.said_at)
    if first and last and last <= first:
        return None, None
    return first and first.astimezone(UTC), last and last.astimezone(UTC)


def _moment(said: str, zone: tzinfo) -> tuple[datetime | None, bool]:
    """A moment in its zone, and whether it is a whole day."""
    try:
        moment = datetime.fromisoformat(said)
        if not YEAR_MIN <= moment.year <= YEAR_MAX:
            return None, False
        aware = moment if moment.utcoffset() is not None else moment.replace(tzinfo=zone)
        return aware.astimezone(zone), re.fullmatch(r"\d{4}-?\d{2}-?\d{2}", said) is not None
    except (ValueError, OverflowError):
        return None, False


def _shown(numbers: Iterable[Number], text: str, sheet: Sheet, checked: CheckedAnswer) -> tuple[Memory, ...]:
    """The known memories of these numbers; a number that was not shown is left out and reported."""
    by_number: Mapping[Number, Memory] = dict(enumerate(sheet.neighbours, 1))
    for number in numbers:
        if number not in by_number:
            checked.dropped.append(Dropped(text=text, reason=f"names memory {number}, which was not shown"))
    return tuple(by_number[number] for number in numbers if number in by_number)


def _take_back(numbers: Sequence[Number], sheet: Sheet, checked: CheckedAnswer) -> None:
    """What the user asks to drop. Only a turn that denies or drops something can ask for it."""
    requests = [turn for turn in sheet.turns if turn.origin is Origin.USER and _TAKES_BACK.search(turn.text)]
    for memory in _shown(numbers, "", sheet, checked):
        if not requests:
            checked.refuse(memory.text, "the model would drop it, but the user asks for no such thing")
            continue
        turn = requests[-1]
        checked.candidates.append(
            Candidate(
                text=memory.text,
                kind=memory.kind,
                slot=memory.slot,
                language=memory.language,
                confidence=CONFIDENCE_QUOTED,
                retracts=True,
                origin=turn.origin,
                said_at=turn.said_at,
                sources=(turn.source,),
                quote=turn.text,
                replaces=(memory,),
            )
        )
