"""The words of a text that matter to the guard, by sense, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mnemic.domain.regex import Regex
from mnemic.safety.guard.lexicon import WordSense, hints_by_term, senses_by_term

SENTENCE_CHARACTERS_MAX = 240  # a longer one is read in pieces
PASSAGE_SENTENCES = 3  # read together: sentences in a row without a word of any sense part what stands around them
WORDS_MAX = 48  # words with a sense that are read of one sentence


class SenseWord(NamedTuple):
    """A word or phrase with its place in the reading."""

    start: int
    end: int
    senses: int  # bits of `BIT`


BIT: dict[WordSense, int] = {sense: 1 << index for index, sense in enumerate(WordSense)}


def sense_bits(senses: Iterable[WordSense]) -> int:
    """Senses as bits."""
    return sum(BIT[sense] for sense in senses)


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


def _lexicon(terms: Iterable[str]) -> Regex[str]:
    latin = [term for term in terms if term[0].isascii()]
    han = [term for term in terms if not term[0].isascii()]
    return Regex(
        rf"(?<![a-z0-9_])(?=[{re.escape(''.join(sorted({term[0] for term in latin})))}]){_alternatives(latin)}(?![a-z])"
        rf"|(?=[{''.join(sorted({term[0] for term in han}))}]){_alternatives(han)}"
    )


@cache
def _strict() -> tuple[Regex[str], Mapping[str, int]]:
    """The words that are evidence: a pattern of all, and the senses of each."""
    terms = {term: sense_bits(senses) for term, senses in senses_by_term().items()}
    return _lexicon(terms), terms


@cache
def _wide() -> tuple[Regex[str], Mapping[str, int]]:
    """The same with the words that only hint at a sense."""
    terms = dict(_strict()[1])
    for term, senses in hints_by_term().items():
        terms[term] = terms.get(term, 0) | sense_bits(senses)
    return _lexicon(terms), terms


_ADDRESS = Regex(
    r"://|@[a-z0-9-]{1,40}\.[a-z]|\+\d[\d -]{6}|"
    r"\.(?:com|net|org|io|cn|example|xyz|top|ru|info|site|test|invalid)(?![a-z])"
)
_CALL = Regex(r"(?<![a-z0-9_.])[a-z]{2,20}_[a-z_]{2,30}(?![a-z0-9_@.])")
_FORBIDDEN = Regex(
    r"(?:\b(?:never|not|don't|won't|can't|cannot|shouldn't|mustn't|no one may)|"
    r"请勿|切勿|不要|勿|不会|不得|禁止|严禁|别|没有)"
    r"(?:向他人|对外|轻易|随意|再)?\s?$"
)
_ACTS = sense_bits(
    (WordSense.SEND, WordSense.REVEAL, WordSense.ERASE, WordSense.SKIP, WordSense.EXECUTE, WordSense.OVERRIDE)
)
_SENTENCE_END = Regex(r"[。！？!?\n]|\.(?=\s|$)")
_QUOTED = Regex(
    r"“[^”]{1,400}”|\"[^\"]{1,400}\"|「[^」]{1,400}」|『[^』]{1,400}』|‘[^’]{1,400}’|(?<![a-z])'[^'\n]{3,400}'(?![a-z])|`[^`]{1,400}`"
)


def sense_words_of(reading: str) -> list[SenseWord]:
    """The words of a plain reading that have a sense, in order."""
    return _found(reading, *_strict())


def hint_words_of(reading: str) -> list[SenseWord]:
    """The same with the words that are no evidence by themselves, and only hint at a sense."""
    return _found(reading, *_wide())


def _found(reading: str, lexicon: Regex[str], senses: Mapping[str, int]) -> list[SenseWord]:
    words = [
        SenseWord(match.start(), match.end(), _as_meant(match, reading, senses))
        for match in lexicon.finditer(reading)
        if match.group()
    ]
    more = [SenseWord(match.start(), match.end(), BIT[WordSense.OUTSIDE]) for match in _ADDRESS.finditer(reading)]
    if "_" in reading:
        more += [SenseWord(match.start(), match.end(), BIT[WordSense.TOOL]) for match in _CALL.finditer(reading)]
    return sorted(words + more, key=lambda word: word.start) if more else words


def _as_meant(match: re.Match[str], reading: str, senses: Mapping[str, int]) -> int:
    """The senses of a word; what is forbidden ("never share", 请勿透露) is no order to act."""
    meant = senses[match.group()]
    if meant & _ACTS and _FORBIDDEN.search(reading[max(0, match.start() - 12) : match.start()]):
        return meant & ~_ACTS
    return meant


def without_mentions(words: list[SenseWord], reading: str) -> tuple[list[SenseWord], str, bool]:
    """What is left when the user only quotes, and whether attacks are the topic: quoted words count for nothing where
    they are talked about."""
    talk = BIT[WordSense.MENTION] | BIT[WordSense.TOPIC]
    seen = 0
    for word in words:
        seen |= word.senses
    if not seen & talk:
        return words, reading, False
    quotes = [match.span() for match in _QUOTED.finditer(reading)]
    topic = bool(seen & BIT[WordSense.TOPIC])
    if not quotes:
        return words, reading, topic
    outside = bytearray(b"\1" * len(reading))
    for start, end in quotes:
        outside[start:end] = bytes(end - start)
    if not any(word.senses & talk and outside[word.start] for word in words):
        return words, reading, topic
    kept = "".join(character if outside[index] else " " for index, character in enumerate(reading))
    return [word for word in words if outside[word.start]], kept, topic


def words_by_sentence(words: Sequence[SenseWord], reading: str) -> Iterator[list[SenseWord]]:
    """The words of each sentence that has any; empty lists stand for a run of sentences without."""
    ends = [match.end() for match in _SENTENCE_END.finditer(reading)] + [len(reading)]
    sentence: list[SenseWord] = []
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
