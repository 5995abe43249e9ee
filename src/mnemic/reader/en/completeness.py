"""What of the statements found is let go: what is cut short, only pointed at, or said to somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en.clauses import Sentence
from mnemic.reader.statement import Statement

_ADDRESSED = Regex(
    r"\b(?:with|to|for|from|by|about|told|asked|thanked|shared with|seeing|hearing from) you\b|"
    r"\byou (?:mentioned|said|told|suggested"
    r"|recommended)\b|^The user is your\b",
    re.IGNORECASE,
)
_MAY_ADDRESS = (Kind.RULE, Kind.CONSTRAINT, Kind.DECISION)
_CUT_SHORT = Regex(
    r"\b(?:is|are|was|were|be|still|says|said|reads|reading|saying|called|the|an?|to|of|and|or|with|for|from|"
    r"every time|always said)"
    r"[,:]?\.$",
)
"""A text that ends where a quotation was left out, or with a word that wants another: it says nothing whole."""
_REACTS = Regex(r"The user (?:loves|likes|enjoys|adores) (?:(?:.*\byou\b(?!r))|the \w+(?: already| so much)?\.$)")
_OWN = Regex(r"\b(?:i|i'm|i've|my|me|mine|we|our|us|we're|we've|the user|user)\b", re.IGNORECASE)
_YOU = Regex(r"[.!?…\s]*You(?:r|'re|'ve)?\b")
_AS_ANSWER = Regex(r"The user (?:has (?:an?|two|three|four|five|six|\d+)|enjoys|loves|likes)\b")
_HALF = Regex(
    r"^The user (?:[a-z']+ ){1,3}each other\b|\bis = |\bis different now\.$|"
    r"^The user (?:doesn't|does not) care (?:who|what|if|how|whether|why)\b"
)
"""What leaves out half of those it speaks of."""
_POINTS_ONLY = Regex(
    r"don't (?:ask|judge|laugh|worry|panic|ever change)\.|never (?:stop|change|give up)\b[^,]*\.|quit \w+ing\.|"
    r"must have been \w+\.|"
    r"(?:please |just |and |so |always |never |don't |do not )*[a-z]+ (?:it|them|that|this|those)(?: (?:up|out|"
    r"off|on|down|in|too|again|please))*\.",
    re.IGNORECASE,
)
"""An order whose object is only pointed at: "don't mix them up"."""


def drop_assistant_talk(found: list[Statement]) -> list[Statement]:
    """Without what is said to the assistant of itself: "I enjoy talking to you" is no fact about the user."""
    return [s for s in found if (s.kind in _MAY_ADDRESS or not _ADDRESSED.search(s.text)) and not _HALF.search(s.text)]


def keep_whole_statements(found: list[Statement], spoken: Sentence, masked: str) -> list[Statement]:
    """The statements of a sentence that say something whole, and of the speaker and not of whom they answer."""
    answers = not _OWN.search(spoken.text) and _YOU.match(masked[spoken.end : spoken.end + 8])
    addressed = re.search(r"\byou", masked, re.IGNORECASE)
    return [
        s
        for s in found
        if not (answers and _AS_ANSWER.match(s.text))
        and not (addressed and _REACTS.match(s.text))
        and not _CUT_SHORT.search(s.text)
        and not (s.kind is Kind.RULE and _POINTS_ONLY.fullmatch(s.text))
    ]


_NO_START = Regex(
    r"(?:the user (?:is|was) )?(?:and|but|or|than|which|who|whom|whose|nor|plus|hence|although|whereas)\b|the user's "
    r"(?:other |last |first |new |old )?ones?\b|"
    r"the user (?:is|was|has|are) (?:nothing|none|neither|anything|not|what|who|whom|why|how|where|when|because|so|as|"
    r"then|than|too|also|the (?:one|same|other|first|rest)|(?:[a-z]+ )?(?:one|ones)|him|her|them|it|that|this)\b"
    r"(?=[\s.,]*(?:they\b|he\b|she\b|it\b|who\b|the user\b|left\b|(?:of|with|on|in|by) (?:it|them|that|those|these)\b|"
    r"\.?$))|"
    r"the user (?:wants|would|likes|takes|needs|prefers|has|does|gets|is) (?:not|no|so|too|it|that|them)\.$|"
    r"the user would (?:much |really )?(?:rather|sooner|prefer) (?:you|it|they|we|i) (?:didn't|don't|"
    r"wasn't|weren't|hadn't|"
    r"not)\.$|"
    r"(?:the user )?(?:don't|do not|never|please don't) (?:bother|worry|mind|ask|stop|panic|fuss|rush|"
    r"hurry|sweat it)\.$",
    re.IGNORECASE,
)
"""Texts that begin in the middle of a sentence, or say of the user what is no predicate."""
_OWN_VOICE = Regex(r"(?<![\w'\"(/.&-])I(?:'m|'ve|'ll|'d)?(?![\w'.&/-])(?! ?[\"')])")
_DOUBLED = Regex(
    r"\b(?:no|a|an|the|their|my|your) (?:the|a|an|it|them|that's|he|she|they|is|are|was|of|and)\b(?! ?['\"])|"
    r"\b(?:if|because|but|than|its|very|no|every|my|your)\.$|\bis (?:he|she|they|him|her)\b[,.]",
    re.IGNORECASE,
)
_POINTED_AT = Regex(
    r"The user (?:(?:has|had|is|was|will|would|can|can't|won't|doesn't|didn't|now|just|also|still|only|always|usually|"
    r"never|sometimes|finally|already|really|often|mostly|got rid of|gave|[a-z]+ly) )*(?!makes?\b|made\b|"
    r"finds?|found|keeps? it up|"
    r"takes? it easy|likes? it when|loves? it when|hates? it when|enjoys? it when|"
    r"thinks?)(?:[a-z]+ )(?:(?:up|out|off|for|"
    r"with|to|on|at|in|two|one|three|some|all|both|most|any|half|each|rid) ){0,2}(?:of )?(?:it|them|"
    r"that one|this one|those|"
    r"these|hers|theirs|the (?:other|first|last|same|latter|former)(?: one)?|there|one like that)\b"
    r"(?! (?:is|are|was|were|has|will|when|if|that|who|which)\b|[,;:] )(?!.* (?:when|if|whenever) )",
)
_SOMEBODY = Regex(
    r"(?<!^)(?<![.!?] )\b[A-Z][a-z]+|\buser's \w+|\b(?:mum|mam|mom|dad|wife|husband|sister|brother|son|daughter|friend|"
    r"boss|cat|dog|baby|child|kid|girl|boy|man|woman|lady|partner|mother|father|aunt|uncle|gran|nan|doctor|gp|teacher|"
    r"neighbour|neighbor|colleague|landlord|vet|who|anyone|someone|somebody|everyone|nobody|person|people|"
    r"[a-z]+(?:er|or|"
    r"ist|ian|ess|man|ant|ent))\b",
)
_OF_SOMEBODY = Regex(r"\b(?:he|she|hers|him|herself|himself)\b", re.IGNORECASE)
_BARE_COUNT = Regex(
    r"The user is (?:now )?\d{1,3}\b(?!(?:[\d.,:/]*\d)| ?(?:years?|yrs?|months?|kg|kilos?|cm|m\b|stone|lbs?"
    r"|foot|feet|ft|weeks?|inches|metres|tall|%))"
)
_AGED = Regex(r"\b(?:i'm|i am|im|i turned|i turn|me|my|as an?|user|age|aged)\b", re.IGNORECASE)
_NAMING = Regex(r"\b(?:call\w*|name\w*|nickname|known|go by|address\w*|introduce|enough|less of|drop)\b", re.IGNORECASE)
_MOMENTARY = Regex(
    r"^The user (?:hates|loves|can't stand|loathes|adores|is sick of) .*\b(?:today|tonight|right now|rn|"
    r"this morning|this "
    r"evening)\.$"
)


def says_something_whole(text: str, message: str) -> bool:
    """Whether a statement says something by itself: a predicate of its own, nobody and nothing only pointed at, and
    no number without what it counts. `message` is what it was made of."""
    if _NO_START.match(text) or _DOUBLED.search(text) or _OWN_VOICE.search(text) or _MOMENTARY.match(text):
        return False
    if _POINTED_AT.match(text) or (text.startswith("Don't call the user") and not _NAMING.search(message)):
        return False
    if _OF_SOMEBODY.match(text) or (
        text.startswith("The user ")
        and _OF_SOMEBODY.search(text)
        and not _SOMEBODY.search(text[len("The ") :].replace("user ", "", 1))
    ):
        return False
    return not (bare := _BARE_COUNT.match(text)) or (
        (
            text[bare.end() :].strip(" .")[:1] in ("", ",", ";")
            or text[bare.end() :].startswith((" and ", " now.", " today"))
        )
        and bool(_AGED.search(message))
    )


_NEXT_CLAUSE = Regex(r",? (?:and|but|so) (?:if|when|because|i|i'm|i've|i'll) .*$", re.IGNORECASE)
_WHOLE_WORDS_MIN = 5


def standalone_statements(statements: Iterable[Statement], message: str) -> list[Statement]:
    """The statements that say something by themselves; one that runs into the next clause ends before it."""
    kept = []
    for found in statements:
        cut = _NEXT_CLAUSE.sub(".", found.text)
        if found.retracts or says_something_whole(found.text, message):
            kept.append(found)
        elif cut != found.text and len(cut.split()) >= _WHOLE_WORDS_MIN and says_something_whole(cut, message):
            kept.append(replace(found, text=cut))
    return kept


def of_somebody_unnamed(text: str) -> bool:
    """Whether a text begins with a "she" or "he" whom nothing before it names."""
    return bool(_OF_SOMEBODY.match(text))
