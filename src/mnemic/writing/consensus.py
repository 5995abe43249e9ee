"""Consensus: what comes from elsewhere and disagrees with what the user said about what to do is held for review (S4).

What decides how an agent acts is watched: rules, wishes, decisions, limits and skills, and facts on accounts,
addresses, contacts and doses. The user's own later word replaces an earlier one; nobody else's does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC

from mnemic.domain.changes import Action, Candidate, Change
from mnemic.domain.record import Kind, Memory, Origin
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.language import detect
from mnemic.reader import en, zh
from mnemic.reader.statement import MessageSetting, RuleReading
from mnemic.safety.guard.screen import as_quarantined
from mnemic.writing.compare import Comparison, compare
from mnemic.writing.known_memories import KnownMemories

WATCHED = frozenset({Kind.RULE, Kind.PREFERENCE, Kind.DECISION, Kind.CONSTRAINT, Kind.SKILL})
STATEMENTS_MAX = 8  # of one text that are compared
READ_CHARACTERS_MAX = 2_000  # of a text that is read for them
SHOWN_CHARACTERS = 60  # of a memory that a reason names
DISAGREES = 0.6  # score of what is held for a disagreement alone

_TELLING = Regex(
    r"account|bank|iban|payee|card|wallet|salary|address|home|lives? |phone|number|e-?mail|contact|landlord|supplier"
    r"|doctor|clinic|dose|dosage|medication|pills?|\bmg\b|allerg|blood|insulin"
    r"|账[号户]|帐[号户]|银行|卡号|收款|汇款|付款|钱包|工资|地址|住址|住在|电话|手机|号码|邮箱|联系人|房东|供应商"
    r"|医生|诊所|剂量|用量|毫克|药|过敏|血型|胰岛素",
    re.IGNORECASE,
)
_OF_THE_USER = (
    (Regex(r"\b(?:the|this) (?:user|customer|client|owner)'s\b", re.IGNORECASE), "my"),
    (Regex(r"\b(?:the|this) (?:user|customer|client|owner) is\b", re.IGNORECASE), "I am"),
    (Regex(r"\b(?:the|this) (?:user|customer|client|owner) has\b", re.IGNORECASE), "I have"),
    (Regex(r"\b(?:the|this) (?:user|customer|client|owner) (\w{2,}?)s\b", re.IGNORECASE), r"I \1"),
    (Regex(r"用户|机主|客户本人"), "我"),
)
_READERS: Mapping[str, Callable[[str, MessageSetting], RuleReading]] = {"zh": zh.read_chinese, "en": en.read_english}


def disagreements_with(candidate: Candidate, agent: str | None, known: KnownMemories) -> list[tuple[Memory, str]]:
    """Standing statements in the user's own word that a statement from elsewhere contradicts, each with the reason."""
    if candidate.origin is Origin.USER:
        return []
    found: dict[str, tuple[Memory, str]] = {}
    for one in _meant(candidate):
        if not _watched(one):
            continue
        for rival in known.rivals(one, agent):
            if rival.origin is not Origin.USER or not is_current(rival):
                continue
            verdict, why = compare(one, rival, known.closeness(one, rival))
            if verdict in (Comparison.NEWER, Comparison.CONTRARY):
                found[rival.id] = rival, why
    return list(found.values())


def candidate_of_memory(memory: Memory) -> Candidate:
    """A memory that came in as it is, such as an imported one, as a statement that is compared."""
    return Candidate(
        text=memory.text,
        kind=memory.kind,
        slot=memory.slot,
        language=memory.language,
        origin=memory.origin,
        said_at=memory.said_at,
        valid_from=memory.valid_from,
        sources=memory.sources,
        quote=memory.quote,
    )


def quarantine_change(memory: Memory, against: list[tuple[Memory, str]]) -> Change:
    """What becomes of a statement that disagrees: it is held, and replaces nothing."""
    reasons = reasons_of(against)
    return Change(
        action=Action.QUARANTINE, memory=as_quarantined(memory, DISAGREES, reasons), reason="; ".join(reasons)
    )


def reasons_of(against: list[tuple[Memory, str]]) -> list[str]:
    """Why a statement is held, naming the memories it disagrees with."""
    return [f"disagrees with the user's word {memory.text[:SHOWN_CHARACTERS]!r} ({memory.id})" for memory, _ in against]


def _watched(candidate: Candidate) -> bool:
    return candidate.kind in WATCHED or bool(_TELLING.search(candidate.text))


def _meant(candidate: Candidate) -> Iterator[Candidate]:
    """The statement itself and, where nobody has read it yet, those in its words."""
    if candidate.kind is not Kind.NOTE:
        yield candidate
    if candidate.slot is not None:
        return
    text = candidate.text[:READ_CHARACTERS_MAX]
    for pattern, instead in _OF_THE_USER:
        text = pattern.sub(instead, text)
    language = detect.language(text)
    if language not in _READERS:
        return
    setting = MessageSetting(said=candidate.said_at, zone=candidate.said_at.tzinfo or UTC)
    for statement in _READERS[language](text, setting).statements[:STATEMENTS_MAX]:
        if not statement.retracts:
            yield replace(
                candidate,
                text=statement.text,
                kind=statement.kind,
                slot=statement.slot,
                correction=statement.correction,
                quote=text[statement.start : statement.end] or text,
            )
