"""The proof that a dense sentence says what its parts say: every word of each, in its order, and no other word but some
that state nothing. It does not matter who wrote the sentence."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN, HANGUL, KANA
from mnemic.language.segment import fold
from mnemic.upkeep.consolidation.fusion.parts import StatementParts
from mnemic.upkeep.consolidation.fusion.wording import WORDINGS, Wording

_SIGN = f"[^\\W_{HAN}{KANA}{HANGUL}]"
_TOKEN = Regex(
    f"[{HAN}{KANA}{HANGUL}ー]"
    f"|(?:(?<![^\\W_])-(?=\\d))?{_SIGN}+(?:[.,:'/&_+-]{_SIGN}+)*(?:\\+\\+|#|%)?"
    r"|[^\w\s]"
)


def content_signs(text: str) -> list[str]:
    """What a text says, sign by sign: words and numbers as written but for case and width, Chinese characters one by
    one, and signs that are no punctuation."""
    found = _TOKEN.findall(fold(text).replace("\u2019", "'"))
    return [one for one in found if len(one) > 1 or one.isalnum() or unicodedata.category(one).startswith("S")]


def sentence_mismatch(text: str, parts: Iterable[StatementParts]) -> str:
    """What a sentence says that none of its parts does, or leaves out that one does; "" where it holds."""
    listed = list(parts)
    wording = WORDINGS[listed[0].language]
    there = content_signs(text)
    said = {token for part in listed for token in (*content_signs(part.subject), *content_signs(part.predicate))}
    allowed = said | wording.addable | set(content_signs(wording.last + wording.either))
    new = next((token for token in there if token not in allowed), None)
    if new is not None:
        return f"{new!r} is in none of them"
    for part in listed:
        lost = _lost(content_signs(part.predicate), there)
        if lost is not None:
            return f"{lost!r} of {part.predicate!r} is missing"
    return ""


def _lost(wanted: Sequence[str], there: Sequence[str]) -> str | None:
    """The first of some tokens that does not follow the ones before it."""
    at = 0
    for token in wanted:
        if token not in there[at:]:
            return token
        at = there.index(token, at) + 1
    return None


def clause_mismatch(text: str, parts: Sequence[StatementParts]) -> str:
    """Why a clause does not say what the statements it is about say, one after the other; "" where it does. It may name
    their subject, or leave it out."""
    wording = WORDINGS[parts[0].language]
    if len({part.name for part in parts}) > 1 or any(not part.subject for part in parts[1:]):
        return "it speaks of several subjects"
    there = content_signs(text)
    several = {tuple(content_signs(part.predicate)): part for part in parts}  # what two of them say is said once
    subjects = sorted({tuple(content_signs(part.subject)) for part in parts if part.subject}, key=len, reverse=True)
    begun = next((len(one) for one in subjects if tuple(there[: len(one)]) == one), 0)
    if _says(there[begun:], list(several.values()), "", wording):
        return ""
    return f"{text!r} does not say {' / '.join(part.predicate for part in parts)!r} word for word"


def _says(there: Sequence[str], left: list[StatementParts], head: str, wording: Wording) -> bool:
    """Whether tokens say all that is left of some statements, in any order of these and nothing between their words but
    what states nothing. After a verb has been said, its other objects may follow alone."""
    joints = wording.addable | set(content_signs(wording.last))
    if head and fold(head) in wording.denying:
        joints |= set(content_signs(wording.either))
    if not left:
        return all(token in joints for token in there)
    for part in left:
        rest = [other for other in left if other is not part]
        ways = [content_signs(part.predicate)]
        if head and part.head and fold(part.head) == fold(head):
            ways.append(content_signs(part.object))
        for way in ways:
            end = _follows(there, way, joints)
            if end and _says(there[end:], rest, part.head, wording):
                return True
    return False


def _follows(there: Sequence[str], wanted: Sequence[str], joints: frozenset[str]) -> int:
    """How many tokens it takes to say some wanted ones from the beginning, joints skipped before and between them. 0:
    they are not said."""
    at = 0
    for token in wanted:
        while at < len(there) and there[at] != token:
            if there[at] not in joints:
                return 0
            at += 1
        if at == len(there):
            return 0
        at += 1
    return at
