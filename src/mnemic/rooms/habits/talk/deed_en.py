"""Whose deed an English clause tells of, and the act it becomes."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma
from mnemic.rooms.habits.talk.act import Act, ActForm, ActKind
from mnemic.rooms.habits.talk.act_words_en import CONCEPTS, PASTS, TIME
from mnemic.rooms.habits.talk.deed_words_en import OTHER_PASTS, OTHERS, STOPS


def stops_noun_phrase(word: str) -> bool:
    """Whether a word stands before a noun's own words, and is none of them."""
    bare = word.strip(",.;:")
    return bare in STOPS or bare in PASTS or bare in OTHER_PASTS or (bare.endswith("ed") and len(bare) > 4)


def is_own_deed(left: str, plain: str) -> bool:
    """Whether a clause is not about what somebody else did."""
    if re.match(
        r"(?:he|she|they|it|you|who|someone|somebody|everyone"
        rf"|(?:my|our|his|her|their|the|a) (?:\w+ )?{OTHERS})\b(?!')",
        plain,
    ):
        return False
    first = re.match(r"([a-z]+) (?:and [a-z]+ )?(?:has )?([a-z]+)", plain)
    named = (
        first is not None
        and is_past_verb(first[2])
        and first[1] not in _SUBJECTLESS
        and not stops_noun_phrase(first[1])
    )
    return not (named and left and not _LEXICON_WORDS.search(first[1] if first else ""))


_SUBJECTLESS = frozenset(
    "i we just and then so also finally again today tonight yesterday early just still dad's my the a an another this"
    " pool rain traffic legs arms everything nothing all only two three half long great good got up".split()
)
_LEXICON_WORDS = Regex(r"^(?:[a-z]+ing|yoga|piano|guitar|therapy|badminton|tennis|chess|sourdough|choir)$")


def is_past_verb(word: str) -> bool:
    """Whether a word is a past verb."""
    return word in PASTS or word in OTHER_PASTS - {"got", "left"} or (word.endswith("ed") and len(word) > 4)


def activity_stems(core: tuple[str, ...]) -> tuple[str, ...]:
    """The stems of an activity's name, synonyms as one."""
    return tuple(CONCEPTS.get(lemma(word), lemma(word)) for word in core)


_ENDS = " ,.;:!?-–—"


def _timeless(words: str) -> str:
    """Words without the times that they begin and end with; those within belong to them: "an hour of yoga"."""
    before = None
    while before != words:
        before = words
        for time in TIME.finditer(words):
            if time.end() == len(words) or time.start() == 0:
                words = (words[: time.start()] + words[time.end() :]).strip(_ENDS)
                break
    return words


def make_deed(form: ActForm, words: str, core: tuple[str, ...], verb: str = "") -> Act:
    """A deed in the words of its clause, without its times."""
    spaced = _timeless(" ".join(words.split()).strip(_ENDS))
    theirs = re.sub(r"\b(?:my|our)\b", "their", spaced, flags=re.I)
    return Act(sort=ActKind.DEED, form=form, said=theirs, core=frozenset(core), head=core[-1], verb=verb)
