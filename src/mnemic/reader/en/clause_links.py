"""How the clauses of a sentence and the sentences of a message hang together."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import orders
from mnemic.reader.en.imperatives import DO
from mnemic.reader.en.lexicon import PET, RELATION
from mnemic.reader.en.person import is_past_form
from mnemic.reader.statement import Statement

_LAST_SUBJECT = Regex(
    rf"(?P<who>(?!(?:i|it|that|this|there|what|here|let|where|who|how)\b)(?:(?-i:[A-Z])[a-z]+|(?:my|"
    rf"our) (?:[\w-]+ )?(?:{RELATION}|{PET})"
    rf"(?: (?-i:[A-Z])[a-z]+)?))(?:'s| is| has| was) (?:awake|back|home|here|up|out|in|ill|poorly|better|fine|"
    rf"asleep|a bit|so|such|doing|getting|being|been)\b",
    re.IGNORECASE,
)
_BARE_PAST = Regex(
    r"(?!(?:set|put|cut|let|read|shut|hit|quit|got|had|made|went|thought|needed|wanted|tried)\b)"
    r"[A-Z][a-z]+ (?:\w+ )*?\w"
)


def carry_subject(text: str, before: str) -> str:
    """The sentence with the subject of the one before it, where it has none: "Mabel's awake! Came out of her box." """
    who = _LAST_SUBJECT.match(before)
    if who and _BARE_PAST.match(text) and is_past_form(text.split()[0]):
        return f"{who['who']} {text[:1].lower()}{text[1:]}"
    return text


_FRAGMENT_WORDS_MAX = 5
_WHOLE_WORDS_MAX = 6
_VERBAL_RULE = Regex(rf"(?:please )?(?:(?:(?:never|always) )?(?:{DO})\b|(?!never\b|always\b))", re.IGNORECASE)
"""What is an order by itself behind other clauses; "never chocolate" and "always wide" are none."""


def attach_tail_rule(found: list[Statement], made: list[Statement], clause: str, text: str) -> list[Statement]:
    """A rule of a few words behind other clauses of `text`: with the statement before it, or nothing by itself."""
    if not found or found[0].kind is not Kind.RULE or len(clause.split()) > _FRAGMENT_WORDS_MAX:
        return found
    if text.startswith(clause) or _VERBAL_RULE.match(clause):
        return found
    if not made and len(text.split()) <= _WHOLE_WORDS_MAX and not re.search(r"[:;]", text):
        return orders.order_from_answer(text)
    if made and made[-1].kind in (Kind.FACT, Kind.PREFERENCE, Kind.RULE):
        made[-1] = replace(made[-1], text=f"{made[-1].text.rstrip('.')}, {clause[:1].lower()}{clause[1:]}.")
    return []


_VAGUE = Regex(
    r"(?:can't stand|hates|doesn't like|likes|loves) the (?:texture|smell|taste|feel|sound|noise|look|idea|"
    r"flavou?r|price)\.$"
)
"""A reason for what was just stated, which says nothing without it."""


def join_statements(made: list[Statement], found: list[Statement]) -> list[Statement]:
    """A clause's statements after those of the clauses before it in the sentence.

    An order after a fact keeps the fact as its reason; "isn't in Ghent now, she's in Liège" is the second alone.
    """
    if not made or not found:
        return made + found
    last = made[-1]
    if _VAGUE.search(found[0].text):
        return made
    if (
        last.slot
        and found[0].slot
        and last.slot.key == found[0].slot.key
        and last.slot.polarity < 0
        and last.slot.single
    ):
        return made[:-1] + found
    pointing = bool(re.search(r"\b(?:then|there|on those(?: days)?|those days)\.$", found[0].text))
    if found[0].kind is Kind.RULE and (
        pointing or (last.kind in (Kind.FACT, Kind.EVENT) and last.slot and last.slot.subject == "user")
    ):
        reason = last.text.rstrip(".")
        text = f"{found[0].text.rstrip('.')} (because {reason[:1].lower()}{reason[1:]})."
        return [*made, replace(found[0], text=text), *found[1:]]
    return made + found
