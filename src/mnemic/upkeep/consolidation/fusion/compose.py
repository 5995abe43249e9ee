"""Statements on one subject become one sentence: nothing is reworded, only what repeats is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.language.segment import fold
from mnemic.upkeep.consolidation.fusion.parts import StatementParts
from mnemic.upkeep.consolidation.fusion.wording import WORDINGS, Wording


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


def _listed(parts: Sequence[StatementParts], wording: Wording) -> str:
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


def _section(section: Sequence[FusedClause], wording: Wording) -> str:
    subject = max((part.subject for clause in section for part in clause.parts), key=len)
    texts = [clause.text for clause in section]
    if len(texts) > 1 and any(wording.joined.search(text) for text in texts):
        joined = wording.apart.join(texts)
    else:
        joined = wording.then.join(texts[:-1]) + (wording.finally_ if len(texts) > 1 else "") + texts[-1]
    return f"{subject}{wording.space}{joined}" if subject else joined
