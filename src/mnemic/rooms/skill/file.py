"""A skill as a SKILL.md, in the public shape of Agent Skills: front matter with name and description, then Markdown.

What the format has no field for stands under `metadata`, as JSON strings. The name there is the true one: the format
allows lower-case letters, digits and hyphens only (https://agentskills.io/specification).
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.domain.skill import (
    DESCRIPTION_CHARACTERS_MAX,
    NAME_CHARACTERS_MAX,
    STEP_CHARACTERS_MAX,
    STEPS_MAX,
    TRIGGERS_MAX,
    Parameter,
    Skill,
    SkillStep,
)
from mnemic.errors import InvalidInput
from mnemic.rooms.skill import front_matter
from mnemic.rooms.skill.record import parameter_of, parameter_shape

SKILL_FILE = "SKILL.md"
SLUG_CHARACTERS_MAX = 64
_PREFIX = "mnemic-"
_HEADINGS = {
    "en": ("When to use", "Parameters", "Preconditions", "Steps"),
    "zh": ("何时使用", "参数", "前提", "步骤"),
}
_USE, _PARAMETERS, _BEFORE, _STEPS = range(4)
_HEADING = Regex(r"#{1,6}\s+(?P<title>.+?)\s*#*")
_BULLET = Regex(r"[-*+]\s+(?P<text>.+)")
_NUMBER = Regex(r"\d{1,3}[.)]\s+(?P<text>.+)")
_CALL = Regex(r"\s{2,}call: (?P<call>\{.+\})")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillFile:
    """What a SKILL.md says, and what of it was too much to keep."""

    skill: Skill
    cut: str = ""


def rendered_skill(skill: Skill, *, folder: str | None = None) -> str:
    """The SKILL.md of a skill. `parsed` gives the same content back. `folder`: its name, which the file must repeat."""
    metadata = {
        f"{_PREFIX}name": skill.name,
        f"{_PREFIX}language": skill.language,
        f"{_PREFIX}version": str(skill.version),
    }
    metadata |= {f"{_PREFIX}successes": str(skill.successes), f"{_PREFIX}failures": str(skill.failures)}
    metadata[f"{_PREFIX}description"] = skill.description
    if skill.parameters:
        shapes = [parameter_shape(one) for one in skill.parameters]
        metadata[f"{_PREFIX}parameters"] = json.dumps(shapes, ensure_ascii=False)
    if skill.code is not None:
        metadata[f"{_PREFIX}code"] = skill.code
    fields: dict[str, str | Mapping[str, str]] = {
        "name": folder or skill_slug(skill.name),
        "description": _said(skill)[:DESCRIPTION_CHARACTERS_MAX],
        "metadata": metadata,
    }
    return front_matter.file_with_front_matter(fields, _body(skill))


def skill_slug(name: str) -> str:
    """A name the format allows: what is Latin in it; with other scripts a mark of the whole name, so that no two
    Chinese names become one."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    latin = re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-")
    letters = [sign for sign in unicodedata.normalize("NFKC", name) if sign.isalnum()]
    if latin and all(sign.isascii() or unicodedata.normalize("NFKD", sign)[0].isascii() for sign in letters):
        whole = latin if len(latin) <= SLUG_CHARACTERS_MAX else ""
        if whole:
            return whole
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{(latin or 'skill')[: SLUG_CHARACTERS_MAX - 9].strip('-')}-{mark}"


def folder_names(skills: Sequence[Skill]) -> dict[str, Skill]:
    """A folder name of its own for each skill."""
    found: dict[str, Skill] = {}
    for skill in skills:
        named = place = skill_slug(skill.name)
        number = 2
        while place in found:
            place, number = f"{named[: SLUG_CHARACTERS_MAX - 4]}-{number}", number + 1
        found[place] = skill
    return found


def parsed_skill(text: str) -> SkillFile:
    """What a SKILL.md says, ours or anybody's.

    Raises:
        InvalidInput: no front matter, or no name in it, or nothing to do.
    """
    parts = front_matter.split_front_matter(text)
    if parts is None:
        raise InvalidInput(
            f"It has no front matter: a {SKILL_FILE} begins with a line of three hyphens, then name: and description:."
        )
    fields, body = parts
    own = fields.get("metadata")
    metadata = own if isinstance(own, dict) else {}
    name = _text(metadata.get(f"{_PREFIX}name") or fields.get("name"))[:NAME_CHARACTERS_MAX]
    if not name:
        raise InvalidInput("Its front matter names no skill: add a line name: my-skill.")
    ours = f"{_PREFIX}name" in metadata
    described = metadata.get(f"{_PREFIX}description", "") if ours else _text(fields.get("description"))
    sections = _sections(body)
    listed = _steps_in(sections, body)
    if not listed:
        raise InvalidInput("Its body holds nothing to do: list the steps below the front matter.")
    long = any(len(step.text) > STEP_CHARACTERS_MAX for step in listed)
    cut = [f"only the first {STEPS_MAX} steps of {len(listed)}"] if len(listed) > STEPS_MAX else []
    cut += [f"steps cut at {STEP_CHARACTERS_MAX} characters"] if long else []
    steps = tuple(
        SkillStep(text=step.text[:STEP_CHARACTERS_MAX], tool=step.tool, arguments=step.arguments)
        for step in listed[:STEPS_MAX]
    )
    skill = Skill(
        name=name,
        description=described[:DESCRIPTION_CHARACTERS_MAX],
        triggers=tuple(_bullets(sections[_USE])[:TRIGGERS_MAX]) if ours else (),
        steps=steps,
        parameters=_parameters(metadata.get(f"{_PREFIX}parameters")),
        preconditions=tuple(_bullets(sections[_BEFORE])[:TRIGGERS_MAX]),
        code=metadata.get(f"{_PREFIX}code"),
        version=max(_count(metadata.get(f"{_PREFIX}version")), 1),
        successes=_count(metadata.get(f"{_PREFIX}successes")),
        failures=_count(metadata.get(f"{_PREFIX}failures")),
        language=metadata.get(f"{_PREFIX}language", ""),
    )
    return SkillFile(skill=skill, cut="; ".join(cut))


def _said(skill: Skill) -> str:
    """What the format wants a description to say: what the skill does and when to use it. Never empty."""
    parts = [skill.description.rstrip(".。") or skill.name]
    if skill.triggers:
        parts.append(("用于：" if skill.language == "zh" else "Use for: ") + "; ".join(skill.triggers))
    return ("。" if skill.language == "zh" else ". ").join(parts)


def _body(skill: Skill) -> str:
    titles = _HEADINGS[skill.language if skill.language in _HEADINGS else "en"]
    blocks = [f"# {skill.name}"]
    if skill.description:
        blocks.append(skill.description)
    if skill.triggers:
        blocks += [f"## {titles[_USE]}", "\n".join(f"- {trigger}" for trigger in skill.triggers)]
    if skill.parameters:
        blocks += [f"## {titles[_PARAMETERS]}", "\n".join(map(_parameter_line, skill.parameters))]
    if skill.preconditions:
        blocks += [f"## {titles[_BEFORE]}", "\n".join(f"- {one}" for one in skill.preconditions)]
    blocks += [f"## {titles[_STEPS]}", "\n".join(f"{n}. {_step_lines(step)}" for n, step in enumerate(skill.steps, 1))]
    return "\n\n".join(blocks)


def _parameter_line(one: Parameter) -> str:
    parts = [one.type.value]
    parts += [] if one.required else ["optional"]
    parts += ["one of " + ", ".join(one.choices)] if one.choices else []
    parts += [f"default {json.dumps(one.default, ensure_ascii=False)}"] if one.default is not None else []
    return f"- `{one.name}` ({'; '.join(parts)})" + (f": {one.description}" if one.description else "")


def _step_lines(step: SkillStep) -> str:
    if step.tool is None:
        return step.text
    call = json.dumps({"tool": step.tool, "arguments": dict(step.arguments)}, ensure_ascii=False)
    return f"{step.text}\n   call: {call}"


def _sections(body: str) -> dict[int, list[str]]:
    """The lines under each heading of ours."""
    found: dict[int, list[str]] = {place: [] for place in range(4)}
    under: int | None = None
    for text in body.split("\n"):
        if (heading := _HEADING.fullmatch(text)) is not None:
            title = heading["title"].casefold()
            under = next(
                (n for names in _HEADINGS.values() for n, one in enumerate(names) if one.casefold() == title), None
            )
        elif under is not None:
            found[under].append(text)
    return found


def _steps_in(sections: Mapping[int, Sequence[str]], body: str) -> list[SkillStep]:
    """The steps under their heading; of a file without one its numbered lines, and else whatever it says."""
    if listed := _numbered(sections[_STEPS]):
        return listed
    lines = body.split("\n")
    if listed := _numbered(lines):
        return listed
    said = [
        text.strip() for text in lines if text.strip() and not _HEADING.fullmatch(text) and not text.startswith("```")
    ]
    return [SkillStep(text=match["text"] if (match := _BULLET.fullmatch(text)) else text) for text in said]


def _numbered(lines: Sequence[str]) -> list[SkillStep]:
    found: list[SkillStep] = []
    for text in lines:
        if (numbered := _NUMBER.fullmatch(text)) is not None:
            found.append(SkillStep(text=numbered["text"].strip()))
        elif found and (called := _CALL.fullmatch(text)) is not None:
            found[-1] = _with_call(found[-1], called["call"])
    return found


def _with_call(step: SkillStep, call: str) -> SkillStep:
    try:
        shape = json.loads(call)
    except (ValueError, RecursionError):
        return step
    tool, arguments = shape.get("tool"), shape.get("arguments", {})
    if not isinstance(tool, str) or not isinstance(arguments, dict):
        return step
    return SkillStep(text=step.text, tool=tool[:NAME_CHARACTERS_MAX], arguments=arguments)


def _bullets(lines: Sequence[str]) -> list[str]:
    return [match["text"].strip() for text in lines if (match := _BULLET.fullmatch(text))]


def _parameters(shapes: str | None) -> tuple[Parameter, ...]:
    if shapes is None:
        return ()
    try:
        listed: Any = json.loads(shapes)
        return tuple(parameter_of(one) for one in listed)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InvalidInput(f"Its {_PREFIX}parameters cannot be read: {error}.") from error


def _count(said: str | None) -> int:
    return int(said) if said is not None and said.isdecimal() and len(said) < 10 else 0


def _text(value: object) -> str:
    return re.sub(r"\s+", " ", value).strip() if isinstance(value, str) else ""
