"""Whether an action is the user's, or something that only memory asks for: the guard before a tool is called (S2).

An injection that got through acts by a value: the address a mail goes to, the account money goes to, the command that
is run. So the values of a proposed action are looked for in the user's own words in this session, in what the user said
or confirmed before, and in what came from elsewhere. The act itself may be in the words of anybody.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mnemic.domain.action import ActionCheck, ActionValue, Permission, Risk, ValueKind, ValueOrigin
from mnemic.domain.record import Kind, Memory, Origin, Source, Status, Turn
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.language.quoted_text import own_words
from mnemic.safety.access.policy import is_own_word, stands_as_order
from mnemic.safety.guard.action_risks import risks_of_tool, risks_of_words
from mnemic.safety.guard.action_values import (
    BESIDE_MARK,
    NUMBER,
    action_values_in,
    amounts_in,
    comparable_text,
    digits_only,
    parsed_action,
)

V = ValueKind
ADDRESSES = frozenset({V.URL, V.EMAIL, V.NUMBER, V.NAME})

DECISIVE: Mapping[Risk, frozenset[ValueKind]] = {
    Risk.READ: frozenset(),
    Risk.SEND: ADDRESSES,
    Risk.PAY: ADDRESSES,
    Risk.DELETE: frozenset({V.PATH, V.ID, V.NAME, V.URL}),
    Risk.EXECUTE: frozenset({V.COMMAND, V.URL, V.PATH}),
    Risk.GRANT: ADDRESSES | {V.ID},
    Risk.ORDER: frozenset({V.URL, V.EMAIL, V.NUMBER}),
    Risk.OTHER: frozenset({V.URL, V.EMAIL, V.NUMBER, V.COMMAND}),
}
"""The values by which an attack takes over an act: from outside alone they end it."""

ASKED: Mapping[Risk, frozenset[ValueKind]] = {
    Risk.SEND: frozenset({V.PATH}),
    Risk.PAY: frozenset({V.AMOUNT, V.ID}),
    Risk.ORDER: frozenset({V.AMOUNT}),
}
"""Values that the user is asked about where they were not said in this session."""

WORST = (ValueOrigin.QUARANTINED, ValueOrigin.OUTSIDE)
TAIL_MIN = 4  # characters that masking leaves of a value
COMMON_TAILS = frozenset({".com", ".net", ".org", "o.cn", "m.cn", "u.cn", "t.cn", "o.uk"})
"""Ends that so many addresses have that a masked one tells nothing."""

_MASKED = Regex(r"\[([A-Z_]+) …([^\]\s]{1,8})\]")
_SAID: Mapping[ValueOrigin, str] = {
    ValueOrigin.USER: "the user named it earlier, not in this session",
    ValueOrigin.MASKED: "the user named an address that is masked by now: it cannot be told from another one",
    ValueOrigin.OUTSIDE: "only memory from outside names it, never the user",
    ValueOrigin.QUARANTINED: "only what the guard holds for review names it",
    ValueOrigin.NOWHERE: "nobody has named it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueEvidence:
    """A text a value may come from."""

    text: str  # as `plain` gives it
    found: ValueOrigin
    memory_id: str | None = None
    tails: Mapping[str, frozenset[str]] = field(default_factory=dict)  # what masking left, by kind of personal data
    numbers: frozenset[str] = frozenset()


def judge_action(action: object, *, said: Sequence[str], evidence: Iterable[ValueEvidence]) -> ActionCheck:
    """Judge a proposed action.

    Args:
        action: its words, or a tool call: {"name", "arguments"}, or one of the OpenAI format.
        said: the user's own words in this session.
        evidence: what is remembered, as `evidence_of` gives it.

    Raises:
        InvalidInput: it is neither words nor a call.
    """
    name, arguments = parsed_action(action)
    risks = _risks(name, arguments)
    texts = [*(_evidence(text, ValueOrigin.SESSION) for text in said), *evidence]
    values = tuple(_traced(value, texts) for value in action_values_in(name, arguments))
    asked = {risk for text in said for risk in risks_of_words(text)}
    permission, reasons = _judged(risks, values, asked)
    return ActionCheck(permission=permission, risks=risks, values=values, reasons=tuple(dict.fromkeys(reasons)))


def evidence_from(
    memories: Iterable[Memory], turns: Iterable[Turn], user: str, withheld: Collection[Source] = ()
) -> Iterator[ValueEvidence]:
    """What is remembered, as texts a value may come from: each by whose word it is. A turn of the user's counts by the
    user's own words; what was pasted into it is from outside. `withheld`: turns that the guard keeps from use."""
    for memory in memories:
        if memory.status is Status.QUARANTINED:
            yield _evidence(memory.text, ValueOrigin.QUARANTINED, memory.id)
        elif memory.kind is Kind.EPISODE and memory.origin is Origin.USER and is_own_word(memory.speaker, user):
            own = own_words(memory.text)
            yield _evidence(own, ValueOrigin.USER, memory.id)
            if own != memory.text:
                yield _evidence(memory.text, ValueOrigin.OUTSIDE, memory.id)
        else:
            yield _evidence(
                memory.text, ValueOrigin.USER if stands_as_order(memory) else ValueOrigin.OUTSIDE, memory.id
            )
    for turn in turns:
        if turn.source in withheld:
            yield _evidence(turn.text, ValueOrigin.QUARANTINED)
        elif turn.origin is not Origin.USER or not is_own_word(turn.speaker, user) or own_words(turn.text) != turn.text:
            yield _evidence(turn.text, ValueOrigin.OUTSIDE)


def own_words_in(turns: Iterable[Turn], user: str) -> list[str]:
    """The user's own words in turns."""
    return [own_words(turn.text) for turn in turns if turn.origin is Origin.USER and is_own_word(turn.speaker, user)]


def _risks(name: str, arguments: Mapping[str, object] | str) -> tuple[Risk, ...]:
    if isinstance(arguments, str):
        return risks_of_words(arguments)
    method = arguments.get("method")
    return risks_of_tool(name, method if isinstance(method, str) else "")


def _judged(risks: Sequence[Risk], values: Sequence[ActionValue], asked: set[Risk]) -> tuple[Permission, list[str]]:
    if tuple(risks) == (Risk.READ,):
        return _reading(values)
    decisive = [value for value in values if any(value.kind in DECISIVE[risk] for risk in risks)]
    acted_on = [value for value in decisive if not _beside(value)]
    words = ", ".join(risk.value for risk in risks)
    bad = [value for value in acted_on if value.found in WORST]
    bad += [value for value in decisive if _beside(value) and value.found is ValueOrigin.QUARANTINED]
    if bad:
        permission = Permission.ASK if tuple(risks) == (Risk.OTHER,) else Permission.REFUSE
        return permission, [_reason(words, value) for value in bad]
    if tuple(risks) == (Risk.OTHER,):
        return Permission.ALLOW, ["it names no risky act, and no value that only others named"]
    more = [value for value in values if any(value.kind in ASKED.get(risk, ()) for risk in risks)]
    unsure = [value for value in (*acted_on, *more) if value.found is not ValueOrigin.SESSION]
    unsure += [value for value in decisive if _beside(value) and value.found is ValueOrigin.OUTSIDE]
    if unsure:
        return Permission.ASK, [_reason(words, value) for value in unsure]
    if not acted_on and not set(risks) & asked:
        return Permission.ASK, [f"{words}: the user has not asked for this in this session"]
    return Permission.ALLOW, [f"{words}: the user named what it acts on in this session"]


def _reading(values: Sequence[ActionValue]) -> tuple[Permission, list[str]]:
    """What only reads is free, but for an address that only others named: a request can carry something away."""
    urls = [value for value in values if value.kind is ValueKind.URL]
    if held := [value for value in urls if value.found is ValueOrigin.QUARANTINED]:
        return Permission.REFUSE, [_reason("read", value) for value in held]
    if outside := [value for value in urls if value.found is ValueOrigin.OUTSIDE]:
        return Permission.ASK, [_reason("read", value) for value in outside]
    return Permission.ALLOW, ["it only reads"]


def _beside(value: ActionValue) -> bool:
    return value.where.rpartition(".")[2].casefold() in BESIDE_MARK


def _reason(risks: str, value: ActionValue) -> str:
    return f"{risks}: {value.kind.value} {value.text!r}: {_SAID[value.found]}"


def _evidence(text: str, found: ValueOrigin, memory_id: str | None = None) -> ValueEvidence:
    tails: dict[str, set[str]] = {}
    for match in _MASKED.finditer(text) if "…" in text else ():
        tails.setdefault(match[1], set()).add(match[2].casefold())
    bare = comparable_text(_MASKED.sub(" ", text) if tails else text)
    return ValueEvidence(
        text=bare,
        found=found,
        memory_id=memory_id,
        tails={kind: frozenset(ends) for kind, ends in tails.items()},
        numbers=frozenset(digits_only(match.group()) for match in NUMBER.finditer(bare)),
    )


def _traced(value: ActionValue, texts: Sequence[ValueEvidence]) -> ActionValue:
    """A value with the best source it has."""
    sure = [text for text in texts if _holds(value, text)]
    masked = [text for text in texts if text not in sure and _like_masked(value, text)]
    for found in (ValueOrigin.SESSION, ValueOrigin.USER):
        if there := [text for text in sure if text.found is found]:
            return replace(value, found=found, memory_ids=_ids(there))
        if there := [text for text in masked if text.found is found]:
            return replace(value, found=ValueOrigin.MASKED, memory_ids=_ids(there))
    if value.kind is ValueKind.EMAIL and digits_tail(value) not in COMMON_TAILS:
        sure = [*sure, *masked]
    outside = [text for text in sure if text.found is ValueOrigin.OUTSIDE]
    held = [text for text in sure if text.found is ValueOrigin.QUARANTINED]
    if outside or held:
        found = ValueOrigin.QUARANTINED if held else ValueOrigin.OUTSIDE
        return replace(value, found=found, memory_ids=_ids([*held, *outside]))
    return replace(value, memory_ids=_ids(masked))


def _ids(texts: Iterable[ValueEvidence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.memory_id for text in texts if text.memory_id is not None))[:8]


def digits_tail(value: ActionValue) -> str:
    """What masking would leave of a value."""
    return value.text[-TAIL_MIN:].casefold()


_NO_HOST_BEFORE, _NO_HOST_AFTER = Regex(r"(?<![\w-])"), Regex(r"(?![\w-])")
_NO_LETTER_BEFORE, _NO_LETTER_AFTER = Regex(r"(?<![a-z0-9])"), Regex(r"(?![a-z0-9])")


def _stands_in(words: str, text: str, begins: Regex[str], ends: Regex[str]) -> bool:
    return phrases.first(words, text, begins=begins, ends=ends, caseless=False) is not None


def _holds(value: ActionValue, text: ValueEvidence) -> bool:
    """Whether a text names a value; of masked numbers their last digits."""
    wanted = comparable_text(value.text)
    if value.kind is ValueKind.AMOUNT:
        return bool(amounts_in(wanted) & amounts_in(text.text))
    if value.kind is ValueKind.NUMBER:
        number = digits_only(value.text)
        ends = {end for kind, tails in text.tails.items() if kind != "EMAIL" for end in tails}
        return number in text.numbers or (len(number) >= TAIL_MIN and number[-TAIL_MIN:] in ends)
    if value.kind is ValueKind.URL:
        host = _host(wanted)
        return _stands_in(host, text.text, _NO_HOST_BEFORE, _NO_HOST_AFTER)
    if value.kind is ValueKind.COMMAND:
        return " ".join(wanted.split()) in " ".join(text.text.split())
    if wanted.isascii():
        return _stands_in(wanted, text.text, _NO_LETTER_BEFORE, _NO_LETTER_AFTER)
    return wanted in text.text


def _like_masked(value: ActionValue, text: ValueEvidence) -> bool:
    """Whether a text has a masked address that ends as this one does."""
    return value.kind is ValueKind.EMAIL and digits_tail(value) in text.tails.get("EMAIL", ())


def _host(url: str) -> str:
    """The host of an address, without "www."."""
    return re.sub(r"^[a-z]+://", "", url).partition("/")[0].rpartition("@")[2].partition(":")[0].removeprefix("www.")
