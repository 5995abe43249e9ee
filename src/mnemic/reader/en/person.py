"""From the first person to the third: "I've got two boats" becomes the user and "has got two boats"."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en.lexicon import ADVERB, BASE_LIKE_PAST, IRREGULAR_PAST, NOT_PAST, PAST_TIME

_THIRD = {
    "am": "is",
    "'m": "is",
    "are": "is",
    "'re": "is",
    "aren't": "isn't",
    "ain't": "isn't",
    "were": "was",
    "weren't": "wasn't",
    "have": "has",
    "'ve": "has",
    "haven't": "hasn't",
    "do": "does",
    "don't": "doesn't",
    "'ll": "will",
    "'d": "would",
    "go": "goes",
}
_UNCHANGED = frozenset(
    (
        "is isn't was wasn't has hasn't does doesn't did didn't had hadn't can can't cannot could couldn't will"
        " won't would wouldn't should shouldn't must mustn't might may shall ought used needn't"
    ).split()
)
_PAST_TIME = Regex(rf"\b{PAST_TIME}\b", re.IGNORECASE)
_FIRST = Regex(
    rf"(?P<who>\bI|\bwe)(?P<clitic>'(?:m|re|ve|d"
    rf"|ll))?\s+(?P<adverbs>(?:{ADVERB}\s+)*)(?P<verb>[\w'-]+)?",
    re.IGNORECASE,
)
_SOME_OF_US = Regex(r"\b(both|all|none|some|most|each|two|three|four|five|six|seven|eight) of us\b", re.IGNORECASE)
_BASE_ING = frozenset("sing bring ring swing spring sting cling fling wring string".split())
_TAKES_NOUNS = r"like|love|enjoy|hate|prefer|adore|dislike|want|need"  # "I love music and travel" holds two nouns
_AND_VERB = Regex(
    r"(?:(?<=\sand )|(?<=\sbut ))(travel|commute|stay|keep|speak|spend|visit|sleep|write|know|own|rent|share|"
    r"try|avoid|do|get|wear"
    r"|watch|listen|walk|swim|cycle|teach|study|pay|sell|buy|grow|bake|start|finish|work|live|eat|drink|like|"
    r"love|hate|use|drive|play|run|take|need|want|prefer|go"
    r"|make|read|cook|have)\b"
)


def is_past_form(verb: str) -> bool:
    """Whether the verb form is a past form."""
    verb = verb.casefold()
    return verb in IRREGULAR_PAST or (verb.endswith("ed") and verb not in NOT_PAST and len(verb) > 3)


def third_person_verb(verb: str) -> str:
    """The form of a verb after "the user": "like" becomes "likes", "don't" "doesn't"; past and modal forms stay."""
    low = verb.casefold()
    if low in _THIRD:
        return _THIRD[low]
    if (
        low in _UNCHANGED
        or low.endswith("'t")
        or (is_past_form(low) and low not in BASE_LIKE_PAST)
        or (low.endswith("ing") and low not in _BASE_ING)
    ):
        return verb
    if re.search(r"(?:s|x|z|ch|sh|o)$", low):
        return verb + "es"
    if re.search(r"[^aeiou]y$", low):
        return verb[:-1] + "ies"
    return verb + "s"


def first_person_clause(text: str) -> tuple[str, str] | None:
    """The pronoun ("i" or "we") and the verb phrase in the third person, where the clause opens with one."""
    found = _FIRST.match(text)
    if found is None or not (found["verb"] or found["clitic"]):
        return None
    return found["who"].casefold(), third_person_objects(
        _told(found) + _agreeing(text[found.end() :], found), user=True
    )


def _told(found: re.Match[str]) -> str:
    clitic, adverbs, verb = found["clitic"], found["adverbs"] or "", found["verb"] or ""
    if clitic:
        head = "had" if clitic.casefold() == "'d" and verb == "better" else _THIRD[clitic.casefold()]
        return f"{head} {adverbs}{verb}".rstrip()
    rest = found.string[found.end() :]
    if verb.casefold() in BASE_LIKE_PAST and _PAST_TIME.search(rest):
        return adverbs + verb
    return adverbs + third_person_verb(verb)


def _agreeing(rest: str, found: re.Match[str]) -> str:
    if re.match(r"\s+to\b", rest):
        return rest
    if re.fullmatch(_TAKES_NOUNS, found["verb"] or "", re.IGNORECASE):
        return rest
    present = not found["clitic"] and found["verb"] and third_person_verb(found["verb"]) != found["verb"]
    return _AND_VERB.sub(lambda m: third_person_verb(m.group()), rest) if present else rest


def third_person_objects(text: str, *, user: bool) -> str:
    """The rest of a phrase with "my", "me" and "I" in the third person; `user`: the subject is the user."""
    if not re.search(r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves)\b", text, re.IGNORECASE):
        return text
    if user:
        text = re.sub(r"\b(?:I'm|we're|I am)\b", "they're", text)
        text = re.sub(r"\b(?:I was)\b", "they were", text)
        text = re.sub(r"\b(?:I|we)(?=\b)", "they", text)
        their, them = "their", "them"
    else:
        text = _FIRST.sub(lambda m: "the user " + _told(m), text)
        text = _SOME_OF_US.sub(r"\1 of them", text)
        their, them = "the user's", "the user"
    text = re.sub(r"\b(?:my|our)\b(?! own way)", their, text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:mine|ours)\b", "theirs" if user else "the user's", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:myself|ourselves)\b", "themselves", text, flags=re.IGNORECASE)
    return re.sub(r"\b(?:me|us)\b", them, text)


def third_person_order(text: str) -> str:
    """An order to the assistant with the user in the third person: "remind me" becomes "remind the user"."""
    return third_person_objects(text, user=False)
