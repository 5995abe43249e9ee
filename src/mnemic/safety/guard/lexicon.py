"""The words the guard looks for, by the sense in which they matter. Chinese twins stand beside the English ones.

A term is a word or a phrase in lower case and simplified characters; English verbs marked with `*` stand for all their
forms. A term may have several senses. The texts are ours, written from the families of attack that are described in the
literature on prompt injection and memory poisoning (OWASP LLM01 and ASI06, AgentPoison, MINJA).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from mnemic.safety.guard import hints_en, hints_zh, patterns_en, patterns_zh


class WordSense(StrEnum):
    """What a word contributes to a construction."""

    OVERRIDE = "override"  # ignore, 忽略
    PRIOR = "prior"  # previous, 之前
    ORDERS = "orders"  # instructions, 指令
    VOID = "void"  # no longer apply, 作废
    NEW = "new"
    ASSISTANT = "assistant"  # the AI, 助手
    USER = "user"  # the user, in the third person
    MEMORY = "memory"
    WRITE = "write"
    REMEMBER = "remember"
    LASTING = "lasting"  # permanently, cannot be deleted
    STANDING = "standing"  # from now on, always
    CONSENT = "consent"  # has authorised, always wanted
    SKIP = "skip"
    CHECK = "check"  # confirmation, verification
    SECURITY = "security"  # permission check, safety warning
    HIDE = "hide"
    SEND = "send"
    REVEAL = "reveal"
    PRIVATE = "private"  # conversations, contacts, files
    CREDENTIAL = "credential"
    SYSTEM_PROMPT = "system_prompt"
    OUTSIDE = "outside"  # third parties, webhook
    OTHERS = "others"  # other users, every tenant
    ALL = "all"
    ERASE = "erase"
    DEMOTE = "demote"
    REPLACE = "replace"
    STALE = "stale"  # the old record
    ACCOUNT = "account"
    CHANGED = "changed"
    DOSE = "dose"
    WHEN = "when"
    ASKS = "asks"
    TRIGGER = "trigger"  # code word, 暗号
    TREAT_AS = "treat_as"
    TRUST = "trust"
    TOOL = "tool"
    PRESERVE = "preserve"
    THIS_TEXT = "this_text"
    SUMMARY = "summary"
    ADMIN = "admin"  # "I am the administrator"
    AUDIT = "audit"
    MOVED = "moved"
    INSTEAD = "instead"
    LESSON = "lesson"  # record as experience
    WORKED = "worked"  # the approach that worked
    DECODE = "decode"
    OBEY = "obey"
    UNBOUND = "unbound"  # without restrictions
    PERSONA = "persona"  # you are now, act as
    EXECUTE = "execute"
    MINE = "mine"  # my, I: the user's own
    MENTION = "mention"  # says, example, novel: the words are talked about
    TOPIC = "topic"  # prompt injection, red team


def _forms(verb: str) -> tuple[str, ...]:
    """The regular forms of an English verb, and of the first word of a verb phrase."""
    head, _, rest = verb.partition(" ")
    stem = head[:-1] if head.endswith("e") else head
    if head.endswith("y") and head[-2] not in "aeiou":
        forms = (head, f"{head[:-1]}ies", f"{head[:-1]}ied", f"{head}ing")
    elif head.endswith(("s", "sh", "ch", "x")):
        forms = (head, f"{head}es", f"{head}ed", f"{head}ing")
    else:
        forms = (head, f"{head}s", f"{stem}ed", f"{stem}ing")
    return tuple(f"{form} {rest}".strip() for form in forms)


def senses_by_term() -> dict[str, frozenset[WordSense]]:
    """Every written form with its senses: what the constructions are made of."""
    return _read(patterns_en.TERMS, patterns_zh.TERMS)


def hints_by_term() -> dict[str, frozenset[WordSense]]:
    """Written forms with what they hint at: what the classifier weighs besides."""
    return _read(hints_en.TERMS, hints_zh.TERMS)


def _read(*sources: Mapping[str, str]) -> dict[str, frozenset[WordSense]]:
    table: dict[str, set[WordSense]] = {}
    for source in sources:
        for sense, text in source.items():
            for term in (part.strip() for part in text.split(",")):
                for form in _forms(term[:-1]) if term.endswith("*") else (term,):
                    table.setdefault(form, set()).add(WordSense(sense))
    return {term: frozenset(senses) for term, senses in table.items()}
