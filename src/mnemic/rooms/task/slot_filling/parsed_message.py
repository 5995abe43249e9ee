"""A message as the rules hear it: its clauses, times and numbers, read once for all fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.language.when.scanner import HALF_WIDTH
from mnemic.rooms.task.slot_filling.amounts import Amount, find_amounts
from mnemic.rooms.task.slot_filling.clause_moods import Clause, ClauseMood, clause_at, split_clauses
from mnemic.rooms.task.slot_filling.days import NamedTime, find_named_times
from mnemic.rooms.task.slot_filling.field_sense import FieldSense

_TAKEN = Regex(
    r"(?:https?|ftp)://\S+|[\w.+-]+@[\w-]+\.[\w.]+|\bv?\d+\.\d+\.\d+(?:[.-]\w+)*|\b\d+(?:-\d+){2,}\b"
    r"|\+?\d{7,}|\b[A-Z]{1,3}\d{2,5}\b",
    re.ASCII,
)
_NEGATION = Regex(
    r"\b(?:not(?! (?:more|over|later|above|less|before|only|just|a problem))|no(?! (?:more than|later than"
    r"|less than|wait|problem|worries|,))|never|don't(?! want to (?:spend|pay|go over))|doesn't|didn't"
    r"|do not(?! want to (?:spend|pay))|does not|won't|can't|cannot|isn't|aren't|wasn't|without|instead of"
    r"|rather than|except|excluding|other than|avoid|nor|neither|anything but|hates?|dislikes?|no longer"
    r"|far from)\b"
    r"|不(?!超|[要能想]超|高于|多于|少于|低于|晚于|早于|对|错|如|过|用说|好意思|止|管|急)|别(?![墅的人超])"
    r"|没(?!问题|事)|甭|无需|除了|而不是|避免|讨厌|以外|之外|取消|去掉|删掉",
    re.IGNORECASE,
)
_TURN = Regex(r"[,.。;!?]|\bbut\b|\bthen\b|而是|但|改|就", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotCandidate:
    """A value a rule has for a field; the best one for each field is what is filled."""

    sense: FieldSense
    value: Json
    start: int
    end: int
    confidence: float
    removes: bool = False
    adds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedMessage:
    """One message. `text` has half-width signs; places in it are those of the message as written."""

    text: str
    written: str
    said: datetime
    zone: tzinfo
    clauses: tuple[Clause, ...]
    days: tuple[NamedTime, ...]
    amounts: tuple[Amount, ...]
    known: Mapping[str, Json]  # what fields hold already, by name

    def says(self, at: int, *, past: bool = False) -> bool:
        """Whether what stands at a place is meant to hold; with `past`, what is told as over counts as well."""
        clause = clause_at(self.clauses, at)
        return clause is None or clause.mood is ClauseMood.SAID or (past and clause.mood is ClauseMood.PAST)

    def before(self, at: int) -> str:
        """The words of the clause before a place of it."""
        clause = clause_at(self.clauses, at)
        return self.text[clause.start if clause else 0 : at]

    def after(self, at: int, end: int) -> str:
        """The words of the clause that `at` lies in, behind `end`."""
        clause = clause_at(self.clauses, at)
        return self.text[end : max(end, clause.end if clause else len(self.text))]

    def clause(self, at: int) -> str:
        """The words of the clause a place lies in."""
        found = clause_at(self.clauses, at)
        return self.text[found.start : found.end] if found else ""

    def denied(self, at: int) -> bool:
        """Whether a negation before a place of its clause reaches it."""
        before = self.before(at)
        found = [match.end() for match in _NEGATION.finditer(before)]
        return bool(found) and not _TURN.search(before, found[-1])


def parse_message(text: str, said: datetime, zone: tzinfo, known: Mapping[str, Json]) -> ParsedMessage:
    """A message read once, with what fields hold already.

    Raises:
        InvalidTime: `said` has no zone.
    """
    plain = text.translate(HALF_WIDTH).replace("’", "'").replace("‘", "'")
    found = find_named_times(plain, said, zone)
    taken = [match.span() for match in _TAKEN.finditer(plain)] + [
        (day.start, day.end) for day in found if not day.length
    ]
    return ParsedMessage(
        text=plain,
        written=text,
        said=said,
        zone=zone,
        clauses=split_clauses(plain),
        days=tuple(day for day in found if day.named),
        amounts=find_amounts(plain, taken),
        known=known,
    )


def best_candidate(offers: Sequence[SlotCandidate]) -> SlotCandidate:
    """Of several offers for one field the surest, and of equally sure ones the last."""
    return max(offers, key=lambda offer: (round(offer.confidence, 2), offer.start))
