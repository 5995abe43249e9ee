"""Whom a statement is about. What is told of a friend must not become the user's."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.reader.en import lexicon as en
from mnemic.reader.statement import USER
from mnemic.reader.zh import lexicon as zh
from mnemic.writing.by_model.grounds import names_of_statement

_SELF = frozenset({"", "user", "the user", "i", "me", "myself", "self", "用户", "我", "本人", "自己"})
_USERS = Regex(r"^(?:the user['’]s|my|用户的|我的)\s*", re.IGNORECASE)

_CLAUSE_END = Regex(r"[,，;；]|\b(?:but|and|while|whereas|because)\b|但是?|不过|因为|所以", re.IGNORECASE)
_SOMEBODY_EN = Regex(
    r"\s*(?:(?:well|oh|so|yesterday|today|also|btw|actually|apparently|yeah)\b\s*)*"
    rf"(?:(?:he|she|they)\b|(?:(?:my|our|his|her|their)\s+(?:[\w-]+\s+){{0,2}})?{en.RELATION}\b)",
    re.IGNORECASE,
)
_SOMEBODY_ZH = Regex(
    rf"\s*(?:其实|昨天|今天|另外|还有|对了|话说|听说)*(?:[他她]|(?:[我咱](?:们)?(?:家)?(?:的)?)?(?:最好的|前)?(?:{zh.RELATION}))"
    r"(?!让|要求|建议|嘱咐|叮嘱|给我|叫我|说我|劝)"
)
_FIRST_EN = Regex(rf"\b(?:I|we|me|us|myself)\b|\b(?:my|our)\b(?!\s+(?:\w+\s+)?{en.RELATION}\b)", re.IGNORECASE)
_FIRST_ZH = Regex(rf"[我咱俺](?!们?家?的?(?:最好的|前)?(?:{zh.RELATION}))")
_RELATION = Regex(rf"\b{en.RELATION}\b|{zh.RELATION}", re.IGNORECASE)


def subject_named(said: str, user: str) -> str:
    """The subject of a slot: `user`, or the name or relation of somebody or something else."""
    whom = _USERS.sub("", said.strip())
    return USER if segment.fold(whom) in _SELF | {segment.fold(user)} else whom.casefold()


def forgets_somebody(statement: str, sentence: str) -> bool:
    """Whether the clause a statement is made of tells of somebody else and not of the speaker, and the statement leaves
    that person out."""
    held = set(segment.terms(statement))
    clauses = [clause for clause in _CLAUSE_END.split(sentence) if held & set(segment.terms(clause))]
    if not clauses or _RELATION.search(statement):
        return False
    clause = max(clauses, key=lambda part: len(held & set(segment.terms(part))))
    if not (_SOMEBODY_EN.match(clause) or _SOMEBODY_ZH.match(clause)):
        return False
    if _FIRST_EN.search(clause) or _FIRST_ZH.search(clause):
        return False
    folded = segment.fold(statement)
    return not any(segment.fold(name) in folded for name in names_of_statement(clause))
