"""The sentence a group of statements is put into, and the proof that it says what they say.

A statement taken apart into whom it is about and what it says of them.

Statements on one subject become one sentence: nothing is reworded, only what repeats is said once.

The proof that a dense sentence says what its parts say: every word of each, in its order, and no other word but some
that state nothing. It does not matter who wrote the sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.language.detect import HAN, HANGUL, KANA
from mnemic.language.segment import fold, normal_form
from mnemic.reader.statement import USER
from mnemic.upkeep.consolidation.fusion.wording import WORDINGS, FusionTemplates

_AFTER_NAME = Regex(  # the subject goes on: "Tom and Ana", "Tom's wife", "Falcon budget is"
    r"(?:and|or|nor|as well|with)\b|[,;:&/]|['’]s\b"
    r"|(?!(?:is|are|was|were|has|had|will|can|also|now|still|never|always|often|usually|only|just|already|\w+ly)\b)"
    r"[\w-]+ (?:is|are|was|were|has|have|had|will|can)\b",
    re.IGNORECASE,
)
_TOLD_BY_USER = Regex("^用户(?!的)[：:]?")  # the extraction's way to say that somebody else is spoken of
_AFTER_HAN = Regex("[的、和与跟及同，,；：:或家们]")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementParts:
    """One statement. Where its beginning names nobody known, `subject` is empty and the predicate is all of it."""

    id: str
    language: str
    subject: str  # as written
    name: str  # whom that names, folded: USER, or a name
    predicate: str  # as written, without the full stop
    head: str = ""  # the verb, where its object may stand in a list
    object: str = ""


def split_statement(id: str, text: str, language: str, names: Iterable[str]) -> StatementParts:
    """Take a statement apart.

    Args:
        language: "en" or "zh".
        names: by which its subject may be called, in any spelling.
    """
    wording = WORDINGS[language]
    body = text.strip().rstrip(".。 ")
    subject, name, predicate = _subject(body, names, wording)
    head, object_ = _headed(predicate, wording) if subject else ("", "")
    return StatementParts(
        id=id, language=language, subject=subject, name=name, predicate=predicate, head=head, object=object_
    )


def _subject(body: str, names: Iterable[str], wording: FusionTemplates) -> tuple[str, str, str]:
    """The words a statement begins with that say whom it is about, the name in them, and what follows."""
    goes_on = _AFTER_HAN if wording.space == "" else _AFTER_NAME
    best = ("", "", body)
    for name in sorted({one.strip() for one in names if one.strip()}):
        end = _opened(body, name)
        rest = body[end:].strip()
        if end and rest and len(rest) < len(best[2]) and not goes_on.match(rest):
            best = _TOLD_BY_USER.sub("", body[:end].strip()), fold(name), rest
    if best[0]:
        return best
    rest = body[len(wording.user) :]
    begins = body.casefold().startswith(wording.user.casefold()) and rest[:1] not in ("的", "：", ":", "'", "’")
    if begins and rest.strip() and (rest[0].isspace() or wording.space == ""):
        return body[: len(wording.user)], USER, rest.strip()
    return "", "", body


_WHOSE_HAN = Regex(f"用户的[{HAN}]{{0,4}}|用户[：:]?", re.IGNORECASE)
_WHOSE = Regex(
    rf"The user['’]s (?:(?!and\b|or\b)[\w-]+ ){{0,2}}|用户(?:的[{HAN}]{{0,4}}|[：:])?",
    re.IGNORECASE,
)
_NAME_ENDS = Regex(r"(?![\w-])")


def _opened(body: str, name: str) -> int:
    """Where a name ends that a text begins with, after whose it is: "The user's friend Tom", 用户的朋友李雷. 0 where it
    begins with no such thing."""
    han = re.search(f"[{HAN}]", name) is not None
    whose, ends = (_WHOSE_HAN, None) if han else (_WHOSE, _NAME_ENDS)
    places = list(phrases.spans(name, body, ends=ends))
    for at in places:
        if at.start and whose.fullmatch(body, 0, at.start):
            return at.end
    return places[0].end if places and places[0].start == 0 else 0


def _headed(predicate: str, wording: FusionTemplates) -> tuple[str, str]:
    """The verb and the object of a predicate whose object may stand in a list with others."""
    for head in wording.heads:
        if not fold(predicate).startswith(fold(head) + wording.space):
            continue
        rest = predicate[len(head) :].strip()
        length = len(rest.split(" ")) if wording.space else len(rest)
        if normal_form(rest) and length <= wording.object_length_max and not wording.crowded.search(rest):
            return predicate[: len(head)], rest
        return "", ""
    return "", ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedClause:
    """A piece of a dense sentence, without its subject, and the statements it says."""

    text: str
    parts: tuple[StatementParts, ...]


def fuse_clauses(parts: Sequence[StatementParts]) -> list[FusedClause]:
    """What statements say, in their order: those of one subject with one verb share it."""
    wording = WORDINGS[parts[0].language]
    sharing: dict[tuple[str, str], list[StatementParts]] = {}
    for part in parts:
        key = (part.name, fold(part.head)) if part.head else (part.name, part.id)
        sharing.setdefault(key, []).append(part)
    return [FusedClause(text=_listed(several, wording), parts=tuple(several)) for several in sharing.values()]


def _listed(parts: Sequence[StatementParts], wording: FusionTemplates) -> str:
    if len(parts) == 1:
        return parts[0].predicate
    head = parts[0].head
    objects = list(dict.fromkeys(part.object for part in parts))
    last = wording.either if fold(head) in wording.denying else wording.last
    listed = wording.comma.join(objects[:-1]) + last + objects[-1] if len(objects) > 1 else objects[0]
    return f"{head}{wording.space}{listed}"


def assemble_sentence(pieces: Sequence[FusedClause], language: str) -> str:
    """Clauses as one sentence, each subject named once, by its fullest name."""
    wording = WORDINGS[language]
    sections: dict[str, list[FusedClause]] = {}
    for piece in pieces:
        part = piece.parts[0]
        sections.setdefault(part.name if part.subject else part.id, []).append(piece)
    sentences = [_section(section, wording) for section in sections.values()]
    return wording.apart.join(sentences) + wording.end


def _section(section: Sequence[FusedClause], wording: FusionTemplates) -> str:
    subject = max((part.subject for clause in section for part in clause.parts), key=len)
    texts = [clause.text for clause in section]
    if len(texts) > 1 and any(wording.joined.search(text) for text in texts):
        joined = wording.apart.join(texts)
    else:
        joined = wording.then.join(texts[:-1]) + (wording.finally_ if len(texts) > 1 else "") + texts[-1]
    return f"{subject}{wording.space}{joined}" if subject else joined


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


def _says(there: Sequence[str], left: list[StatementParts], head: str, wording: FusionTemplates) -> bool:
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
