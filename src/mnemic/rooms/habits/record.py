"""A habit as a record: what the user asks for or does again and again, with the evidence counted (U3).

Its words are the evidence's own in a frame of ours, so that it can be said anew from what evidence is left. It rests on
its evidence by its body, not by sources: forgetting one turn leaves a habit that the others still show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from mnemic.domain.record import OWN_KEY, Json, Memory, Source
from mnemic.rooms.habits.rhythm import HabitTime, rhythm_in_words
from mnemic.rooms.habits.talk import Act, ActForm, ActKind, find_acts, is_same_act
from mnemic.rooms.habits.talk.habit_statement import habit_slot, statement_content

KEY = f"{OWN_KEY}evidence"
"""Where the body of a habit stands in the metadata of its record."""

LISTED_MAX = 400  # pieces of evidence a habit names; of older ones only their number stays
WORD_COST = 0.4  # share of times below which a word is one of a single time's own
VERB_WORTH = 1.0
SAID_MAX = 2  # wordings that a habit's text gives

SAYS = {
    ("en", ActKind.WISH, ActForm.NOUN): "The user often asks for {said}",
    ("en", ActKind.WISH, ActForm.ORDER): "The user often asks: {said}",
    ("en", ActKind.DEED, ActForm.PAST): "The user often {said}",
    ("en", ActKind.DEED, ActForm.DOING): "The user is often {said}",
    ("en", ActKind.DEED, ActForm.NOUN): "The user often tells of this: {said}",
    ("zh", ActKind.WISH, ActForm.NOUN): "用户经常要{said}",
    ("zh", ActKind.WISH, ActForm.ORDER): "用户经常要求：{said}",
    ("zh", ActKind.DEED, ActForm.PAST): "用户经常{said}",
    ("zh", ActKind.DEED, ActForm.NOUN): "用户经常说到做这件事：{said}",
}
COUNTED = {
    "en": "{says}: {count} times between {first} and {last}{rhythm}.",
    "zh": "{says}：{first} 至 {last} 间共 {count} 次{rhythm}。",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePiece:
    """One piece of evidence: a turn that asked for it or told of it, and when that was."""

    source: Source
    memory: str  # id of the turn's record
    day: date  # in the user's zone
    part: str  # of the day: a `Part`, or "" where it is not known
    act: Act

    @property
    def said(self) -> str:
        """What was asked for or done, in the words of its turn."""
        return self.act.said

    @property
    def when(self) -> HabitTime:
        """When it was."""
        return HabitTime(day=self.day, part=self.part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """What comes again and again, and the evidence of it, oldest first."""

    language: str
    act: Act  # in the middle of all that were found the same
    pieces: tuple[EvidencePiece, ...]
    least: int  # distinct days below which it is no habit
    earlier: int = 0  # pieces that are no longer listed
    since: date | None = None  # day of the first of those

    @property
    def sources(self) -> frozenset[Source]:
        """The turns it rests on."""
        return frozenset(piece.source for piece in self.pieces)

    @property
    def count(self) -> int:
        """How often it was seen."""
        return len(self.pieces) + self.earlier

    @property
    def days(self) -> int:
        """On how many distinct days that are still listed."""
        return len({piece.day for piece in self.pieces})

    @property
    def first(self) -> date:
        """The day it was first seen."""
        return self.since or min(piece.day for piece in self.pieces)

    @property
    def last(self) -> date:
        """The day it was last seen."""
        return max(piece.day for piece in self.pieces)

    @property
    def stands(self) -> bool:
        """Whether there is evidence enough."""
        return self.count >= self.least and self.days >= self.least

    @property
    def said(self) -> str:
        """What is asked for or done, in the words said most often; where each time had its own, in those that are most
        like the others."""
        words = Counter(piece.said.casefold() for piece in self.pieces)
        plain = {said: sum(word in said for word in self.act.core) for said in words}
        near = self._near() if self.act.sort is ActKind.DEED else Counter[str]()
        best = sorted(words, key=lambda one: (-near[one], -words[one], -plain[one], len(one), one))
        told = best[:1] if plain[best[0]] or self.act.core & statement_content(best[0]) else best[:SAID_MAX]
        pieces = [next(piece for piece in self.pieces if piece.said.casefold() == one) for one in told]
        alike = [piece for piece in pieces if piece.act.form is pieces[0].act.form]
        frame = SAYS[self.language, self.act.sort, alike[0].act.form]
        joined = " / ".join(_lower(piece.said) if self.language == "en" else piece.said for piece in alike)
        return frame.format(said=joined)

    def _near(self) -> Counter[str]:
        """How like the other wordings each is, in hundredths of a word: a word counts for the share of times that have
        it, less `WORD_COST` for being there. A wording with a verb goes before one without."""
        read = [(piece, statement_content(piece.said)) for piece in self.pieces]
        share = Counter(word for _, words in read for word in words)
        near: Counter[str] = Counter()
        for piece, words in read:
            worth = sum(share[word] / len(read) - WORD_COST for word in words)
            near[piece.said.casefold()] = round(100 * (worth + VERB_WORTH * (piece.act.form is not ActForm.NOUN)))
        return near

    @property
    def text(self) -> str:
        """The habit in words, with its evidence counted."""
        return COUNTED[self.language].format(
            says=self.said,
            count=self.count,
            first=self.first.isoformat(),
            last=self.last.isoformat(),
            rhythm=rhythm_in_words([piece.when for piece in self.pieces], self.language),
        )

    @property
    def confidence(self) -> float:
        """How sure it is, 0-1: 1 - 1/(n+1) for n times (the rule of succession with no failure, rounded down)."""
        return round(1 - 1 / (self.count + 1), 4)


def _lower(said: str) -> str:
    """A phrase from the begin of a sentence, within one: a name or an abbreviation keeps its capitals."""
    first, _, rest = said.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() or len(first) == 1 else said


def is_habit(memory: Memory) -> bool:
    """Whether a memory is a habit found by upkeep, not stated by the user."""
    return KEY in memory.metadata


def statement_text(memory: Memory) -> str:
    """What a memory states: of a habit, without the count of its evidence, by which it would be like no statement."""
    body: Any = memory.metadata.get(KEY)
    return body["says"] if body else memory.text


def as_bare_statement(memory: Memory) -> Memory:
    """A memory with nothing in its text but what it states."""
    return replace(memory, text=statement_text(memory)) if is_habit(memory) else memory


def repeats_habit(said: str, memory: Memory) -> bool:
    """Whether words are one more piece of a habit's evidence, and do not state the habit."""
    habit = habit_of(memory)
    return any(is_same_act(habit.act, act) for act in find_acts(said))


def habit_of(memory: Memory) -> Habit:
    """The habit that a record is."""
    body: Any = memory.metadata[KEY]
    rows = zip(body["sources"], body["memories"], body["pieces"], strict=True)
    return Habit(
        language=memory.language,
        act=_act(body["act"]),
        pieces=tuple(
            EvidencePiece(
                source=Source(session=source[0], turn=source[1]),
                memory=id,
                day=date.fromisoformat(day),
                part=part,
                act=_act(act),
            )
            for source, id, (day, part, act) in rows
        ),
        least=body["least"],
        earlier=body["earlier"],
        since=date.fromisoformat(body["since"]) if body["since"] else None,
    )


def habit_body_of(habit: Habit) -> dict[str, Json]:
    """The body of a habit, JSON."""
    return {
        "says": habit.said + {"en": ".", "zh": ""}[habit.language],
        "count": habit.count,
        "days": habit.days,
        "memories": [piece.memory for piece in habit.pieces],
        "sources": [[piece.source.session, piece.source.turn] for piece in habit.pieces],
        "first": habit.first.isoformat(),
        "last": habit.last.isoformat(),
        "pieces": [[piece.day.isoformat(), piece.part, _shown(piece.act)] for piece in habit.pieces],
        "earlier": habit.earlier,
        "since": habit.since.isoformat() if habit.since else None,
        "least": habit.least,
        "act": _shown(habit.act),
    }


def _shown(act: Act) -> list[Json]:
    return [act.sort.value, act.form.value, act.said, [*sorted(act.core)], act.head, act.verb, act.exact]


def _act(held: Sequence[Any]) -> Act:
    sort, form, said, core, head, verb, exact = held
    return Act(
        sort=ActKind(sort), form=ActForm(form), said=said, core=frozenset(core), head=head, verb=verb, exact=bool(exact)
    )


def with_evidence(habit: Habit, pieces: Sequence[EvidencePiece]) -> Habit:
    """The habit with more evidence, a turn counted once; the newest stays listed."""
    every = sorted({p.source: p for p in (*pieces, *habit.pieces)}.values(), key=lambda p: (p.day, p.source))
    dropped = max(len(every) - LISTED_MAX, 0)
    since = habit.since or (every[0].day if dropped else None)
    return replace(habit, pieces=tuple(every[dropped:]), earlier=habit.earlier + dropped, since=since)


def evidence_sources_of(memory: Memory) -> frozenset[Source]:
    """The turns a habit rests on; none for any other memory."""
    return habit_of(memory).sources if is_habit(memory) else frozenset()


def revised_habit_record(memory: Memory, habit: Habit, now: datetime) -> Memory:
    """The record with what the habit says now. Its words are embedded anew where it is committed."""
    return replace(
        memory,
        text=habit.text,
        confidence=habit.confidence,
        mention_count=habit.count,
        metadata={**memory.metadata, KEY: habit_body_of(habit)},
        updated_at=now,
        version=memory.version + 1,
    )


def without_habit_evidence(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """A habit counted anew without forgotten turns and memories: the same where it rests on none of them, None where
    what is left is no habit. What it says comes from the evidence that is left."""
    habit = habit_of(memory)
    left = [piece for piece in habit.pieces if piece.source not in turns and piece.memory not in memories]
    if len(left) == len(habit.pieces):
        return memory
    if not left:
        return None
    # A word that only the forgotten turns said must not stay in the act or its slot.
    middle = habit.act if any(piece.act == habit.act for piece in left) else left[-1].act
    recounted = replace(habit, pieces=tuple(left), act=middle)
    slot = habit_slot(middle, memory.language, now, UTC) if middle != habit.act else memory.slot
    return replace(revised_habit_record(memory, recounted, now), slot=slot) if recounted.stands else None
