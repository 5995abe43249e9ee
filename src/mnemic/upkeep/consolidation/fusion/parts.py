"""A statement taken apart into whom it is about and what it says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.language.detect import HAN
from mnemic.language.segment import fold, normal_form
from mnemic.reader.statement import USER
from mnemic.upkeep.consolidation.fusion.wording import WORDINGS, Wording

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


def _subject(body: str, names: Iterable[str], wording: Wording) -> tuple[str, str, str]:
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


def _headed(predicate: str, wording: Wording) -> tuple[str, str]:
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
