"""What of the statements found is let go: what is cut short, only pointed at, or said to somebody else."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.language.patterns.en.clauses import Sentence
from mnemic.language.statement import Statement

_ADDRESSED = re.compile(
    r"\b(?:with|to|for|from|by|about|told|asked|thanked|shared with|seeing|hearing from) you\b|"
    r"\byou (?:mentioned|said|told|suggested"
    r"|recommended)\b|^The user is your\b",
    re.IGNORECASE,
)
_MAY_ADDRESS = (Kind.RULE, Kind.CONSTRAINT, Kind.DECISION)
_CUT_SHORT = re.compile(
    r"\b(?:is|are|was|were|be|still|says|said|reads|reading|saying|called|the|an?|to|of|and|or|with|for|from|"
    r"every time|always said)"
    r"[,:]?\.$",
)
"""A text that ends where a quotation was left out, or with a word that wants another: it says nothing whole."""
_REACTS = re.compile(r"The user (?:loves|likes|enjoys|adores) (?:(?:.*\byou\b(?!r))|the \w+(?: already| so much)?\.$)")
_OWN = re.compile(r"\b(?:i|i'm|i've|my|me|mine|we|our|us|we're|we've|the user|user)\b", re.IGNORECASE)
_YOU = re.compile(r"[.!?…\s]*You(?:r|'re|'ve)?\b")
_AS_ANSWER = re.compile(r"The user (?:has (?:an?|two|three|four|five|six|\d+)|enjoys|loves|likes)\b")
_HALF = re.compile(
    r"^The user (?:[a-z']+ ){1,3}each other\b|\bis = |\bis different now\.$|"
    r"^The user (?:doesn't|does not) care (?:who|what|if|how|whether|why)\b"
)
"""What leaves out half of those it speaks of."""
_POINTS_ONLY = re.compile(
    r"don't (?:ask|judge|laugh|worry|panic|ever change)\.|never (?:stop|change|give up)\b[^,]*\.|quit \w+ing\.|"
    r"must have been \w+\.|"
    r"(?:please |just |and |so |always |never |don't |do not )*[a-z]+ (?:it|them|that|this|those)(?: (?:up|out|"
    r"off|on|down|in|too|again|please))*\.",
    re.IGNORECASE,
)
"""An order whose object is only pointed at: "don't mix them up"."""


def about_user(found: list[Statement]) -> list[Statement]:
    """Without what is said to the assistant of itself: "I enjoy talking to you" is no fact about the user."""
    return [s for s in found if (s.kind in _MAY_ADDRESS or not _ADDRESSED.search(s.text)) and not _HALF.search(s.text)]


def worth(found: list[Statement], spoken: Sentence, masked: str) -> list[Statement]:
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
