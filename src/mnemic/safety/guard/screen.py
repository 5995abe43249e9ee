"""The guard reads every turn and statement before it becomes usable, and marks what it holds back.

What the guard leaves on a memory it holds: the score and the reasons, so that whoever reviews it sees why.

It stands in the memory's metadata under a key of the memory's own, which no caller can set. Release adds when it was
released; what was rejected keeps its mark as it is, and so is never shown in a prompt again.

What is held back is quarantined for review, never dropped (S2); what came from a tool, a document or a model is
held to more than what the user says (S3). The judgement is additive: words have senses (lexicon), senses that meet in
one sentence make constructions (constructions), and written forms, disguises and encoded pieces add to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from math import exp
from types import MappingProxyType

from mnemic.domain.record import OWN_KEY, Json, Memory, Origin, Source, Status
from mnemic.domain.regex import Regex
from mnemic.safety.guard import classifier
from mnemic.safety.guard.constructions import CONSTRUCTIONS, WRITTEN_FORMS, Construction
from mnemic.safety.guard.disguise import decoded_payloads, hidden_writing, plain_reading
from mnemic.safety.guard.lessons import ALIKE_FROM, NO_LESSONS, GuardLessons, lesson_likeness
from mnemic.safety.guard.lexicon import WordSense
from mnemic.safety.guard.senses import (
    BIT,
    PASSAGE_SENTENCES,
    SenseWord,
    hint_words_of,
    sense_bits,
    sense_words_of,
    without_mentions,
    words_by_sentence,
)

KEY = f"{OWN_KEY}guard"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardMark:
    """Why a memory is held, or was."""

    score: float  # 0-1, evidence of an attack
    reasons: tuple[str, ...]
    released: str | None = None  # when the user let it go, ISO 8601


def as_quarantined(memory: Memory, score: float, reasons: Sequence[str]) -> Memory:
    """The memory with the guard's judgement on it, quarantined."""
    return replace(
        memory, status=Status.QUARANTINED, metadata={**memory.metadata, KEY: {"score": score, "reasons": [*reasons]}}
    )


def guard_mark_of(memory: Memory) -> GuardMark | None:
    """The guard's judgement on a memory; None where it never held it."""
    body = memory.metadata.get(KEY)
    if not isinstance(body, Mapping):
        return None
    score, reasons, released = body.get("score"), body.get("reasons"), body.get("released")
    return GuardMark(
        score=float(score) if isinstance(score, int | float) else 0.0,
        reasons=tuple(str(reason) for reason in reasons) if isinstance(reasons, list) else (),
        released=released if isinstance(released, str) else None,
    )


def released_metadata(metadata: Mapping[str, Json], at: datetime) -> Mapping[str, Json]:
    """Metadata of a memory that is let go at a moment: the judgement stays, and says that it was overruled."""
    body = metadata.get(KEY)
    noted: dict[str, Json] = dict(body) if isinstance(body, Mapping) else {"score": 0.0, "reasons": []}
    return MappingProxyType({**metadata, KEY: {**noted, "released": at.isoformat()}})


def was_released(memory: Memory) -> bool:
    """Whether the user let it go: the guard does not hold it again by itself."""
    mark = guard_mark_of(memory)
    return mark is not None and mark.released is not None


def is_withheld(memory: Memory) -> bool:
    """Whether the guard holds a memory, or held it until the user rejected it."""
    mark = guard_mark_of(memory)
    return memory.status is Status.QUARANTINED or (mark is not None and mark.released is None)


def withheld_turns(memories: Iterable[Memory]) -> frozenset[Source]:
    """Turns whose words the guard keeps, or kept, from use."""
    return frozenset(source for memory in memories if is_withheld(memory) for source in memory.sources)


QUARANTINE_FROM = 0.5  # score; weights are set so that one plain construction or two suspect ones reach it
DISGUISE_WEIGHT = 0.3  # of hidden or exchanged characters
DECODED_FROM = 0.3  # score of a decoded piece that makes it a hidden payload
TOPIC_WEIGHT = 0.3  # taken off where the user talks about attacks
ATTACK_WEIGHT = 0.9  # of a text that is word for word a confirmed attack
RELEASED_WEIGHT = 0.6  # of one that is word for word what was released: less, since a look-alike may be bait
LOG_ODDS_MAX = 30.0
LEANING = 0.5  # log-odds added but for the replies of an assistant: a missed attack costs more than a vain review
HARMLESS_BELOW = -1.5  # log-odds of the classifier below which the rules alone hold nothing but hidden writing
PASSAGE_CHARACTERS = 600  # up to here a text is one passage
PIECE_CHARACTERS = 400  # of the pieces of a longer one
PASSAGES_MAX = 250  # of one text: 100,000 characters
QUIET_BELOW = 0.15  # score that counts as none where no rule found anything
HIDDEN = "hidden payload"
LIKE_AN_ATTACK = "reads like an attack"
TAGS = "invisible tag characters"


_ENDS = Regex(r"[。！？!?\n]|\.\s")


class GuardDecision(StrEnum):
    """What becomes of a text."""

    PASS = "pass"
    QUARANTINE = "quarantine"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardVerdict:
    """A decision with its evidence."""

    decision: GuardDecision
    score: float  # 0-1, evidence of an attack; quarantined from `QUARANTINE_FROM`
    reasons: tuple[str, ...]  # names of what was found, in order of weight


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPassage:
    """A piece of a text that is judged by itself, and what the rules find in it."""

    reading: str
    sentences: tuple[tuple[SenseWord, ...], ...]  # their words, those included that only hint at a sense
    evidence: Mapping[str, float]
    hidden: float = 0.0  # the part of the evidence that comes from hidden and encoded writing

    @property
    def score(self) -> float:
        """What the rules make of it, 0-1."""
        return _total(self.evidence.values())

    def likely(self, origin: Origin) -> float:
        """The rules and the classifier together, 0-1. Each may overrule the other only where it is sure."""
        odds = classifier.attack_log_odds(self.reading, self.sentences, self.evidence, score=self.score, origin=origin)
        odds += 0.0 if origin is Origin.ASSISTANT else LEANING
        likely = 1 / (1 + exp(-max(-LOG_ODDS_MAX, min(LOG_ODDS_MAX, odds))))
        kept = odds > HARMLESS_BELOW or self.hidden >= QUARANTINE_FROM
        return max(likely, self.score) if self.score >= QUARANTINE_FROM and kept else likely


_NEEDS: dict[str, tuple[int, ...]] = {
    rule.name: tuple(sense_bits(need) for need in rule.needs) for rule in CONSTRUCTIONS
}


def judge_text(text: str, origin: Origin, lessons: GuardLessons = NO_LESSONS) -> GuardVerdict:
    """Whether `text`, said by `origin`, may become usable memory.

    Args:
        lessons: what the user decided before about texts that were held.
    """
    scored = [(passage.likely(origin), passage) for passage in passages_of(text, origin)]
    score, worst = max(scored, key=lambda one: one[0])
    evidence = dict(worst.evidence)
    if lessons:
        learned = _learned(text, lessons)
        evidence |= learned
        score = max(score + sum(learned.values()), min(score, worst.hidden))
    score = round(min(1.0, max(0.0, score)), 3)
    if score < QUIET_BELOW and not evidence:
        score = 0.0
    held = score >= QUARANTINE_FROM
    reasons = sorted((name for name, weight in evidence.items() if weight > 0), key=lambda name: -evidence[name])
    if held and worst.score < QUARANTINE_FROM:
        reasons += [f"reads like an attack ({part})" for part in classifier.telling_pairs(worst.sentences, origin, 2)]
    return GuardVerdict(
        decision=GuardDecision.QUARANTINE if held else GuardDecision.PASS,
        score=score,
        reasons=tuple(reasons) or ((LIKE_AN_ATTACK,) if held else ()),
    )


def passages_of(text: str, origin: Origin) -> list[JudgedPassage]:
    """The pieces in which a text is judged: itself, or where it is long, a few sentences each."""
    hidden: dict[str, float] = {}
    for payload in decoded_payloads(text):
        if _hides(payload, Origin.DOCUMENT if origin is Origin.USER else origin):
            hidden[HIDDEN] = 0.5
    hidden |= {trick: 0.6 if trick == TAGS else DISGUISE_WEIGHT for trick in hidden_writing(text)}
    weight = sum(hidden.values())
    whole = JudgedPassage(
        reading=(reading := plain_reading(text)[:PASSAGE_CHARACTERS]),
        sentences=_hints(reading),
        evidence=passage_evidence(text, origin) | hidden,
        hidden=weight,
    )
    if len(text) <= PASSAGE_CHARACTERS:
        return [whole]
    pieces = [plain_reading(piece) for piece in sentence_pieces(text)]
    return [whole] + [
        JudgedPassage(reading=piece, sentences=_hints(piece), evidence=passage_evidence(piece, origin), hidden=0.0)
        for piece in pieces[:PASSAGES_MAX]
    ]


def _hides(payload: str, origin: Origin) -> bool:
    """Whether a decoded piece is suspect, which takes less than in plain sight."""
    reading = plain_reading(payload)
    decoded = JudgedPassage(reading=reading, sentences=_hints(reading), evidence=passage_evidence(payload, origin))
    return decoded.score >= DECODED_FROM or decoded.likely(origin) >= QUARANTINE_FROM


def sentence_pieces(text: str) -> list[str]:
    """A long text cut at the ends of sentences, or after `PIECE_CHARACTERS`."""
    pieces, start = list[str](), 0
    while start < len(text):
        end = start + PIECE_CHARACTERS
        last = max((match.end() for match in _ENDS.finditer(text, start, end)), default=0)
        cut = last if last > start + PIECE_CHARACTERS // 3 and end < len(text) else end
        pieces.append(text[start:cut])
        start = cut
    return pieces


def _hints(reading: str) -> tuple[tuple[SenseWord, ...], ...]:
    return tuple(tuple(sentence) for sentence in words_by_sentence(hint_words_of(reading), reading) if sentence)


def _total(weights: Iterable[float]) -> float:
    return round(min(1.0, max(0.0, sum(weights))), 3)


def _learned(text: str, lessons: GuardLessons) -> dict[str, float]:
    """What the user's earlier decisions say for and against a text; hidden writing is not made up for by them."""
    attack, harmless = lesson_likeness(text, lessons)
    if attack >= ALIKE_FROM and attack > harmless:
        return {"resembles a confirmed attack": ATTACK_WEIGHT * attack}
    if harmless >= ALIKE_FROM and harmless > attack:
        return {"resembles what was released": -RELEASED_WEIGHT * harmless}
    return {}


def passage_evidence(text: str, origin: Origin) -> dict[str, float]:
    """The heaviest passage's evidence, and that of the text as a whole."""
    reading = plain_reading(text)
    words = sense_words_of(reading)
    topic = False
    if origin is Origin.USER:
        words, reading, topic = without_mentions(words, reading)
    passages = [_in_sentence(sentence, origin) for sentence in words_by_sentence(words, reading)]
    evidence = _heaviest(passages)
    for shape in WRITTEN_FORMS:
        if shape.pattern.search(reading):
            evidence[shape.name] = shape.own if origin is Origin.USER else shape.outside
    if topic:
        evidence["talks about attacks"] = -TOPIC_WEIGHT
    return evidence


def _in_sentence(words: list[SenseWord], origin: Origin) -> dict[str, float]:
    seen = 0
    for word in words:
        seen |= word.senses
    speaks_of_itself = bool(seen & BIT[WordSense.MINE])
    own = origin is Origin.USER or (origin is Origin.ASSISTANT and speaks_of_itself)
    found = {rule.name: rule.own if own else rule.outside for rule in _possible(seen, own=own) if _meets(words, rule)}
    if own and speaks_of_itself and _corrects_oneself(words):
        found.pop("overrides instructions", None)
    return found


@lru_cache(maxsize=4096)
def _possible(seen: int, *, own: bool) -> tuple[Construction, ...]:
    """The constructions that count and whose senses all occur."""
    return tuple(
        rule
        for rule in CONSTRUCTIONS
        if (rule.own if own else rule.outside) and all(need & seen for need in _NEEDS[rule.name])
    )


def _corrects_oneself(words: list[SenseWord]) -> bool:
    """ "Ignore my previous instructions about the mail": the orders are the speaker's own."""
    marks = [word.senses for word in words]
    mine, orders, override = (BIT[sense] for sense in (WordSense.MINE, WordSense.ORDERS, WordSense.OVERRIDE))
    first = next((index for index, senses in enumerate(marks) if senses & override), None)
    if first is None:
        return False
    last = next((index for index in range(first + 1, len(marks)) if marks[index] & orders), len(marks))
    return any(senses & mine for senses in marks[first:last])


def _meets(words: list[SenseWord], rule: Construction) -> bool:
    needs = _NEEDS[rule.name]
    if len(needs) == 1:
        return True
    for index, first in enumerate(words):
        near = [word for word in words[index:] if word.end - first.start <= rule.reach]
        if len(near) >= len(needs) and (_in_order(near, needs) if rule.ordered else _each_its_own(near, needs)):
            return True
    return False


def _in_order(words: list[SenseWord], needs: tuple[int, ...]) -> bool:
    place = 0
    for word in words:
        if word.senses & needs[place]:
            place += 1
            if place == len(needs):
                return True
    return False


def _each_its_own(words: list[SenseWord], needs: tuple[int, ...]) -> bool:
    """Whether every need has a word and no word serves two: the scarcest need chooses first."""
    candidates = sorted(([index for index, word in enumerate(words) if word.senses & need] for need in needs), key=len)
    taken: set[int] = set()
    for choices in candidates:
        free = next((index for index in choices if index not in taken), None)
        if free is None:
            return False
        taken.add(free)
    return True


def _heaviest(passages: list[dict[str, float]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for start, first in enumerate(passages):
        if not first:  # the passage that begins one sentence later has the same evidence
            continue
        merged: dict[str, float] = {}
        for passage in passages[start : start + PASSAGE_SENTENCES]:
            merged |= passage
        if sum(merged.values()) > sum(best.values()):
            best = merged
    return best
