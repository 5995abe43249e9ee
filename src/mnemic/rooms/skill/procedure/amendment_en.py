"""How a step is added, dropped or changed in English."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.rooms.skill.procedure.procedure_text import procedure_name
from mnemic.rooms.skill.procedure.step_change import LAST, Amendment, StepAction

ONCE = Regex(
    r"\b(?:this time|just (?:this )?once|for (?:now|today|once)|today(?! i| we)|tonight|this once|right now|until)\b",
    re.IGNORECASE,
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
    "one two three four five six seven eight nine ten eleven twelve".split(),
)
_ORD = rf"(?:{'|'.join(_ORDINALS[0])}|last|final|\d{{1,2}}(?:st|nd|rd|th))"
_NUM = rf"(?:\d{{1,2}}|{'|'.join(_ORDINALS[1])})"
_STEP = (
    rf"(?:the (?P<ord>{_ORD}) (?:step|one)|(?:the )?step (?:number )?(?P<num>{_NUM})|"
    r"(?:the |that )?[\"'“]?(?P<what>[^,:;.!?\n\"”]{3,50}?)[\"'”]? (?:step|part|bit))"
)
_NAME = r"(?:the |my |our |that )?[\"'“]?(?P<name>[^,:;.!?\n\"”]{2,50}?)[\"'”]?"
_LEAD = Regex(
    r"^(?:(?:oh|and|also|actually|please|ok(?:ay)?|hey|wait|so|by the way|btw|one more thing|from now on|"
    r"in (?:the )?future|going forward|let's|can you|could you|you can|you should|we should|i'd like to|i want to|"
    r"i want you to|we need to)[,:]? +)*",
    re.IGNORECASE,
)
_AFTERTHOUGHT = (
    r"(?:(?:please|also|let's|you should|we should|you can|we need to|we can|i want you to|always|just|now|and) )*"
)
_ADDS = r"(?:add|insert|include|append|put in|slip in)(?: in)?"
_A_STEP = r"(?:(?:a|another|one more|an extra|an additional|a new|this|the) (?:new |extra )?step)"
_WHERE = (
    r"(?: (?P<where>(?:right |just )?(?:before|after) [^:,\n]{2,50}?|at the (?:very )?(?:end|beginning|start|top)|"
    r"first|last))?"
)
_SAYS = r"(?:\s*[:,–—-]\s*|\s+(?:to|that says|saying|where (?:you|we))\s+)"
_ADD: tuple[Regex[str], ...] = (
    Regex(rf"(?:in|for|to) {_NAME},? {_AFTERTHOUGHT}{_ADDS} {_A_STEP}{_WHERE}{_SAYS}(?P<step>.+)", re.IGNORECASE),
    Regex(rf"{_ADDS} {_A_STEP} (?:to|in|into) {_NAME}{_WHERE}{_SAYS}(?P<step>.+)", re.IGNORECASE),
    Regex(
        rf"{_ADDS} [\"'“‘](?P<step>[^\"”’]+)[\"'”’](?: as (?:a|the) (?:\w+ )?step)? (?:to|in|into) {_NAME}{_WHERE}$",
        re.IGNORECASE,
    ),
    Regex(rf"{_ADDS} {_A_STEP}{_WHERE}(?:\s*[:,–—-]\s*| to (?!the |my |our |your |a |an ))(?P<step>.+)", re.IGNORECASE),
)
_DROPS = r"(?:skip|drop|remove|delete|leave out|cut(?: out)?|get rid of|take out|omit|lose|ditch|scrap)"
_REMOVE: tuple[Regex[str], ...] = (
    Regex(rf"(?:in|for|from|with) {_NAME},? {_AFTERTHOUGHT}{_DROPS} {_STEP}$", re.IGNORECASE),
    Regex(rf"{_DROPS} {_STEP},? (?:in|from|of|for|out of) {_NAME}$", re.IGNORECASE),
    Regex(rf"{_DROPS} {_STEP}$", re.IGNORECASE),
)
_TO = r"(?:\s*:\s*|,? (?:to|with|into|so (?:that )?it says|should be|becomes|is now|should now be|should say)\s*:?\s+)"
_CHANGES = r"(?:change|replace|update|make|turn|swap|rewrite)"
_REPLACE: tuple[Regex[str], ...] = (
    Regex(rf"(?:in|for|with) {_NAME},? {_AFTERTHOUGHT}(?:{_CHANGES} )?{_STEP}{_TO}(?P<step>.+)", re.IGNORECASE),
    Regex(rf"{_CHANGES} {_STEP},? (?:in|from|of|for) {_NAME}{_TO}(?P<step>.+)", re.IGNORECASE),
    Regex(rf"{_CHANGES} {_STEP}{_TO}(?P<step>.+)", re.IGNORECASE),
    Regex(
        rf"(?:the (?P<ord>{_ORD}) step|step (?:number )?(?P<num>{_NUM}))(?: (?:in|of) {_NAME})?,? "
        r"(?:should (?:now )?be|becomes|is now|should say)\s*:?\s+(?P<step>.+)",
        re.IGNORECASE,
    ),
)
_TAIL = Regex(
    r"[,]? (?:(?:right |just )?(?:before|after) [^,;.]+|at the (?:very )?(?:end|beginning|start|top))$",
    re.IGNORECASE,
)
_POINTS = Regex(r"^(?:that|this|it|everything|all(?: of)? that|the rest|anything else)$", re.IGNORECASE)


def parse_amendment(message: str) -> Amendment | None:
    """What a message asks to change, whatever procedure it names."""
    said = _LEAD.sub("", message.strip(" .!\n"), count=1)
    if len(said) > 400 or "\n" in said:
        return None
    for deed, patterns in ((StepAction.ADD, _ADD), (StepAction.REMOVE, _REMOVE), (StepAction.REPLACE, _REPLACE)):
        for pattern in patterns:
            if (found := pattern.fullmatch(said)) is not None:
                return _made(deed, found.groupdict())
    return None


def _made(deed: StepAction, groups: dict[str, str | None]) -> Amendment | None:
    name = procedure_name(groups.get("name") or "")
    if deed is not StepAction.ADD:
        return Amendment(
            deed=deed,
            name=name,
            step=(groups.get("step") or "").strip(),
            number=_number(groups.get("ord"), groups.get("num")),
            like=(groups.get("what") or "").strip(),
        )
    step = (groups.get("step") or "").strip()
    where = groups.get("where") or ""
    tail = None if where else _TAIL.search(step)
    if tail is not None and step[: tail.start()].strip():
        where, step = tail.group().strip(" ,"), step[: tail.start()].strip()
    number, like, before = _where(where)
    return Amendment(deed=deed, name=name, step=step, number=number, like=like, before=before)


def _where(where: str) -> tuple[int | None, str, bool]:
    """Number, words and side of the step a new one goes beside. "Before that" is before the last step."""
    words = re.sub(r"^(?:right |just )", "", where.strip(), flags=re.IGNORECASE)
    if not words or re.fullmatch(r"last|at the (?:very )?end", words, re.IGNORECASE):
        return None, "", False
    if re.fullmatch(r"first|at the (?:very )?(?:beginning|start|top)", words, re.IGNORECASE):
        return 1, "", True
    side, _, what = words.partition(" ")
    before = side.casefold() == "before"
    if _POINTS.match(what):
        every = re.match(r"everything|all|anything", what, re.IGNORECASE)
        return (1 if every and before else LAST), "", before
    if (
        step := re.fullmatch(rf"(?:the (?P<ord>{_ORD}) (?:step|one)|(?:the )?step (?P<num>{_NUM}))", what, re.I)
    ) is not None:
        return _number(step["ord"], step["num"]), "", before
    return None, re.sub(r"^(?:you|we|i|the) | (?:step|part)$", "", what, flags=re.IGNORECASE), before


def _number(ordinal: str | None, number: str | None) -> int | None:
    said = (ordinal or number or "").casefold()
    if not said:
        return None
    if said in ("last", "final"):
        return LAST
    for words in _ORDINALS:
        if said in words:
            return words.index(said) + 1
    return int(re.sub(r"\D", "", said))
