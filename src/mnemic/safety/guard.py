"""The guard reads every turn and statement before it becomes usable, and holds back what tries to give orders.

What is held back is quarantined for review, never dropped (SPEC S2); what came from a tool, a document or a model is
held to more than what the user says (S3). The judgement is additive: words have senses (lexicon), senses that meet in
one sentence make constructions (constructions), and written forms, disguises and encoded pieces add to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from mnemic.domain.record import Origin
from mnemic.safety.constructions import CONSTRUCTIONS, SHAPES, Construction
from mnemic.safety.disguise import hidden_writing, payloads, plain
from mnemic.safety.lexicon import Sense, senses_by_term

QUARANTINE_FROM = 0.5  # score; weights are set so that one plain construction or two suspect ones reach it
SENTENCE_CHARACTERS_MAX = 240  # a longer one is read in pieces
PASSAGE_SENTENCES = (
    3  # evidence adds up within so many sentences in a row, so that a long text is no suspect for its length
)
WORDS_MAX = 48  # words with a sense that are read of one sentence
DISGUISE_WEIGHT = 0.3  # of hidden or exchanged characters
DECODED_FROM = 0.3  # score of a decoded piece that makes it a hidden payload
TOPIC_WEIGHT = 0.3  # taken off where the user talks about attacks


class Decision(StrEnum):
    """What becomes of a text."""

    PASS = "pass"
    QUARANTINE = "quarantine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A decision with its evidence."""

    decision: Decision
    score: float  # 0-1, evidence of an attack; quarantined from `QUARANTINE_FROM`
    reasons: tuple[str, ...]  # names of what was found, in order of weight


class _Word(NamedTuple):
    start: int
    end: int
    senses: int  # bits of `_BIT`


_BIT: dict[Sense, int] = {sense: 1 << index for index, sense in enumerate(Sense)}


def _bits(senses: Sequence[Sense] | frozenset[Sense]) -> int:
    return sum(_BIT[sense] for sense in senses)


_TERMS: dict[str, int] = {term: _bits(senses) for term, senses in senses_by_term().items()}


def _alternatives(terms: list[str]) -> str:
    """A trie of the terms as a pattern, so that a text is read once whatever their number."""
    by_first: dict[str, list[str]] = {}
    for term in terms:
        by_first.setdefault(term[:1], []).append(term[1:])
    ends = "" in by_first
    branches = [
        re.escape(first) + ("" if rests == [""] else _alternatives(rests))
        for first, rests in sorted(by_first.items())
        if first
    ]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)})" + ("?" if ends else "")


_LATIN = [term for term in _TERMS if term.isascii()]
_HAN = [term for term in _TERMS if not term.isascii()]
_LEXICON = re.compile(
    rf"(?<![a-z0-9_])(?=[{''.join(sorted({term[0] for term in _LATIN}))}]){_alternatives(_LATIN)}(?![a-z])"
    rf"|(?=[{''.join(sorted({term[0] for term in _HAN}))}]){_alternatives(_HAN)}"
)
_ADDRESS = re.compile(
    r"://|@[a-z0-9-]{1,40}\.[a-z]|\+\d[\d -]{6}|"
    r"\.(?:com|net|org|io|cn|example|xyz|top|ru|info|site|test|invalid)(?![a-z])"
)
_CALL = re.compile(r"(?<![a-z0-9_.])[a-z]{2,20}_[a-z_]{2,30}(?![a-z0-9_@.])")
_FORBIDDEN = re.compile(
    r"(?:\b(?:never|not|don't|won't|can't|cannot|shouldn't|mustn't|no one may)|"
    r"请勿|切勿|不要|勿|不会|不得|禁止|严禁|别|没有)"
    r"(?:向他人|对外|轻易|随意|再)?\s?$"
)
_ACTS = sum(_BIT[sense] for sense in (Sense.SEND, Sense.REVEAL, Sense.ERASE, Sense.SKIP, Sense.EXECUTE, Sense.OVERRIDE))
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?=\s|$)")
_QUOTED = re.compile(
    r"“[^”]{1,400}”|\"[^\"]{1,400}\"|「[^」]{1,400}」|『[^』]{1,400}』|‘[^’]{1,400}’|(?<![a-z])'[^'\n]{3,400}'(?![a-z])|`[^`]{1,400}`"
)
_NEEDS: dict[str, tuple[int, ...]] = {rule.name: tuple(_bits(need) for need in rule.needs) for rule in CONSTRUCTIONS}


def judge(text: str, origin: Origin) -> Verdict:
    """Whether `text`, said by `origin`, may become usable memory."""
    evidence = _evidence(text, origin)
    for payload in payloads(text):
        decoded = _total(_evidence(payload, origin if origin is not Origin.USER else Origin.DOCUMENT))
        if decoded >= DECODED_FROM:
            evidence["hidden payload"] = 0.5
    score = _total(evidence)
    reasons = sorted((name for name, weight in evidence.items() if weight > 0), key=lambda name: -evidence[name])
    return Verdict(
        decision=Decision.QUARANTINE if score >= QUARANTINE_FROM else Decision.PASS, score=score, reasons=tuple(reasons)
    )


def _total(evidence: dict[str, float]) -> float:
    return round(min(1.0, max(0.0, sum(evidence.values()))), 3)


def _evidence(text: str, origin: Origin) -> dict[str, float]:
    """The heaviest passage's evidence, and that of the text as a whole."""
    reading = plain(text)
    words = _words(reading)
    if origin is Origin.USER:
        words, reading, topic = _without_mentions(words, reading)
    else:
        topic = 0.0
    passages = [_in_sentence(sentence, origin) for sentence in _sentences(words, reading)]
    evidence = _heaviest(passages)
    for shape in SHAPES:
        if shape.pattern.search(reading):
            evidence[shape.name] = shape.own if origin is Origin.USER else shape.outside
    for trick in hidden_writing(text):
        evidence[trick] = 0.6 if trick == "invisible tag characters" else DISGUISE_WEIGHT
    if topic:
        evidence["talks about attacks"] = -topic
    return evidence


def _words(reading: str) -> list[_Word]:
    words = [
        _Word(match.start(), match.end(), _as_meant(match, reading))
        for match in _LEXICON.finditer(reading)
        if match.group()
    ]
    more = [_Word(match.start(), match.end(), _BIT[Sense.OUTSIDE]) for match in _ADDRESS.finditer(reading)]
    if "_" in reading:
        more += [_Word(match.start(), match.end(), _BIT[Sense.TOOL]) for match in _CALL.finditer(reading)]
    return sorted(words + more, key=lambda word: word.start) if more else words


def _as_meant(match: re.Match[str], reading: str) -> int:
    """The senses of a word; what is forbidden ("never share", 请勿透露) is no order to act."""
    senses = _TERMS[match.group()]
    if senses & _ACTS and _FORBIDDEN.search(reading[max(0, match.start() - 12) : match.start()]):
        return senses & ~_ACTS
    return senses


def _without_mentions(words: list[_Word], reading: str) -> tuple[list[_Word], str, float]:
    """What is left when the user only quotes: quoted words count for nothing where they are talked about."""
    talk = _BIT[Sense.MENTION] | _BIT[Sense.TOPIC]
    seen = 0
    for word in words:
        seen |= word.senses
    if not seen & talk:
        return words, reading, 0.0
    quotes = [match.span() for match in _QUOTED.finditer(reading)]
    topic = TOPIC_WEIGHT if seen & _BIT[Sense.TOPIC] else 0.0
    if not quotes:
        return words, reading, topic
    outside = bytearray(b"\1" * len(reading))
    for start, end in quotes:
        outside[start:end] = bytes(end - start)
    if not any(word.senses & talk and outside[word.start] for word in words):
        return words, reading, topic
    kept = "".join(character if outside[index] else " " for index, character in enumerate(reading))
    return [word for word in words if outside[word.start]], kept, topic


def _sentences(words: list[_Word], reading: str) -> Iterator[list[_Word]]:
    """The words of each sentence that has any; one empty list stands for a run of sentences without."""
    ends = [match.end() for match in _SENTENCE_END.finditer(reading)] + [len(reading)]
    sentence: list[_Word] = []
    limit = cursor = 0
    for word in words:
        if word.start >= limit or (sentence and word.end - sentence[0].start > SENTENCE_CHARACTERS_MAX):
            if sentence:
                yield sentence[:WORDS_MAX]
            skipped = 0
            while ends[cursor] <= word.start:
                cursor += 1
                skipped += 1
            if skipped > PASSAGE_SENTENCES:
                yield from ([] for _ in range(PASSAGE_SENTENCES))
            sentence, limit = [], ends[cursor]
        sentence.append(word)
    if sentence:
        yield sentence[:WORDS_MAX]


def _in_sentence(words: list[_Word], origin: Origin) -> dict[str, float]:
    seen = 0
    for word in words:
        seen |= word.senses
    speaks_of_itself = bool(seen & _BIT[Sense.MINE])
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


def _corrects_oneself(words: list[_Word]) -> bool:
    """ "Ignore my previous instructions about the mail": the orders are the speaker's own."""
    marks = [word.senses for word in words]
    mine, orders, override = (_BIT[sense] for sense in (Sense.MINE, Sense.ORDERS, Sense.OVERRIDE))
    first = next((index for index, senses in enumerate(marks) if senses & override), None)
    if first is None:
        return False
    last = next((index for index in range(first + 1, len(marks)) if marks[index] & orders), len(marks))
    return any(senses & mine for senses in marks[first:last])


def _meets(words: list[_Word], rule: Construction) -> bool:
    needs = _NEEDS[rule.name]
    if len(needs) == 1:
        return True
    for index, first in enumerate(words):
        near = [word for word in words[index:] if word.end - first.start <= rule.reach]
        if len(near) >= len(needs) and (_in_order(near, needs) if rule.ordered else _each_its_own(near, needs)):
            return True
    return False


def _in_order(words: list[_Word], needs: tuple[int, ...]) -> bool:
    place = 0
    for word in words:
        if word.senses & needs[place]:
            place += 1
            if place == len(needs):
                return True
    return False


def _each_its_own(words: list[_Word], needs: tuple[int, ...]) -> bool:
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
