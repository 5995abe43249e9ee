"""A taught procedure as a memory says it, and back: "weekly report: pull the commits; write it up"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.domain.skill import NAME_CHARACTERS_MAX, PLACEHOLDER, STEPS_MAX, TRIGGERS_MAX, Parameter
from mnemic.language import detect
from mnemic.rooms.skill.procedure.parameters import extract_parameters
from mnemic.rooms.skill.procedure.step_split import split_steps

_COLON = Regex(r"[:：](?!//|\d\d\b)")
_HEAD_MAX = 120
_USED_EN = Regex(r"\s*\(for: (?P<triggers>[^()]+)\)\s*$")
_USED_ZH = Regex(r"\s*（用于：(?P<triggers>[^（）]+)）\s*$")
_GENERIC = Regex(
    r"(?:的)?(?:流程|步骤|做法|方法|清单|技能)$|\b(?:checklist|process|procedure|routine|workflow|skill|steps)$",
    re.IGNORECASE,
)
_NAME_LEAD_EN = Regex(
    r"^(?:(?:how (?:to|i|we|you)|to|for|the|my|our|a|an|when|whenever|if|i|we|you|the user(?:'s)?|doing|make|do) )+",
    re.IGNORECASE,
)
_WHEN_EN = Regex(r"^(?:when|whenever|if|before|after)\b", re.IGNORECASE)
_NAME_TAIL_ZH = Regex(r"(?:的)?(?:步骤|流程|做法|方法|顺序|写法|清单|时候|时|的话)+$")
_NAME_LEAD_ZH = Regex(r"^(?:以后|每次|凡是|只要|用户(?:家)?的?|怎么|如何|要|去)+(?=[^\s]{2})")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureText:
    """What one teaching says: a name, and what to do in order."""

    name: str
    steps: tuple[str, ...]  # with placeholders
    triggers: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    language: str = "en"


def parse_procedure(text: str) -> ProcedureText:
    """What a memory of a skill says. Always the same for the same text, whoever wrote it."""
    language = "zh" if detect.language(text) == "zh" else "en"
    said, given = _triggers(text.strip())
    head, body = _parted(said)
    name = procedure_name(head)
    steps = split_steps(body)[:STEPS_MAX] or (body.strip(),)
    opened, parameters = extract_parameters(steps)
    return ProcedureText(
        name=name,
        steps=opened,
        triggers=given or _of_name(head, name, language),
        parameters=parameters,
        language=language,
    )


def format_procedure(name: str, steps: Sequence[str], triggers: Sequence[str] = (), *, language: str) -> str:
    """A procedure as a memory says it; `read` gives the same name, steps and triggers back."""
    if language == "zh":
        used = f"（用于：{'；'.join(map(_flat, triggers))}）" if triggers else ""
        return f"{name}：{'；'.join(map(_flat, steps))}{used}"
    used = f" (for: {'; '.join(map(_flat, triggers))})" if triggers else ""
    return f"{name}: {'; '.join(map(_flat, steps))}{used}"


def procedure_name(head: str) -> str:
    """The name in what a procedure is headed by, without articles and words such as "how to"."""
    bare = re.sub(r"\s+", " ", head).strip(" \t\"'“”‘’「」《》，,。.:：!！")
    lead = _NAME_LEAD_ZH if detect.language(bare) == "zh" else _NAME_LEAD_EN
    return (lead.sub("", bare, count=1) or bare)[:NAME_CHARACTERS_MAX]


def distinctive_phrase(phrase: str) -> str:
    """A phrase without placeholders and words such as "checklist" and 流程, which many procedures share."""
    bare = re.sub(r"\s+", " ", PLACEHOLDER.sub("", phrase)).strip()
    return _GENERIC.sub("", bare).strip() or bare or phrase


def _triggers(text: str) -> tuple[str, tuple[str, ...]]:
    found = _USED_ZH.search(text) or _USED_EN.search(text)
    if found is None:
        return text, ()
    listed = [one.strip() for one in re.split(r"[;；]", found["triggers"]) if one.strip()]
    return text[: found.start()], tuple(listed[:TRIGGERS_MAX])


def _parted(text: str) -> tuple[str, str]:
    """What stands before the first colon, and the rest; the first words where there is none."""
    found = _COLON.search(text[:_HEAD_MAX])
    if found is not None and text[found.end() :].strip():
        return text[: found.start()], text[found.end() :]
    first = split_steps(text)
    return (first[0] if first else text)[:60], text


def _of_name(head: str, name: str, language: str) -> tuple[str, ...]:
    """The requests a name speaks of where none were said: the name itself, without "steps" and 流程."""
    if language == "zh":
        short = _NAME_TAIL_ZH.sub("", name)
        return tuple(dict.fromkeys(one for one in (name, short) if len(one) > 1))
    spoken = head.strip() if _WHEN_EN.match(head.strip()) else ""
    return tuple(dict.fromkeys(one for one in (name, spoken) if one))


def _flat(text: str) -> str:
    """A step or trigger without what would end it."""
    return re.sub(r"\s*[;；]\s*", "，" if detect.language(text) == "zh" else ", ", text).strip()
