"""What a skill is: a procedure the user taught, an agent recorded, or a program declared (procedural memory)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from mnemic.domain.record import NOTHING, Json, Origin, Source, Status
from mnemic.domain.regex import Regex

NAME_CHARACTERS_MAX = 120
DESCRIPTION_CHARACTERS_MAX = 1_024  # as the Agent Skills format has it
STEP_CHARACTERS_MAX = 2_000
STEPS_MAX = 64
TRIGGERS_MAX = 32
PARAMETERS_MAX = 32
PLACEHOLDER = Regex(r"(?<!\{)\{(?P<name>[^\W\d]\w{0,63})\}(?!\})")
"""How a step names a parameter: `{month}`, `{群}`. In the arguments of a call `{{` and `}}` stand for braces."""


class ParameterType(StrEnum):
    """What a value of a parameter is."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    LIST = "list"
    OBJECT = "object"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What must be known before a skill can run."""

    name: str
    type: ParameterType = ParameterType.TEXT
    required: bool = True
    default: Json = None
    choices: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillStep:
    """One thing to do, in words and, where a tool does it, as a call whose arguments may hold placeholders."""

    text: str
    tool: str | None = None
    arguments: Mapping[str, Json] = field(default_factory=lambda: NOTHING)

    def filled(self, values: Mapping[str, Json]) -> SkillStep:
        """The step with the values that are known in the place of their placeholders. An argument that is nothing but
        a placeholder becomes the value itself, with its type."""
        text = PLACEHOLDER.sub(lambda found: _shown(values.get(found["name"]), found), self.text)
        arguments = {key: _filled(value, values) for key, value in self.arguments.items()}
        return SkillStep(text=text, tool=self.tool, arguments=arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One procedure as it stands. `version` counts teachings and amendments, not uses."""

    id: str = ""  # of the memory it is kept as
    name: str
    description: str = ""
    triggers: tuple[str, ...] = ()  # requests it is for; may hold placeholders
    steps: tuple[SkillStep, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    preconditions: tuple[str, ...] = ()
    code: str | None = None  # "module:function": a name, never run by the memory
    version: int = 1
    successes: int = 0
    failures: int = 0
    language: str = "en"
    origin: Origin = Origin.USER
    trust: float = 1.0  # 0-1
    agent: str | None = None
    status: Status = Status.ACTIVE
    taught_at: datetime | None = None
    sources: tuple[Source, ...] = ()  # the turns it was taught or recorded in

    @property
    def success_rate(self) -> float:
        """The share of uses that went well, 0-1, by Laplace's rule of succession (s + 1) / (n + 2): one half of what
        was never used, and never quite 0 or 1."""
        return (self.successes + 1) / (self.successes + self.failures + 2)

    @property
    def uses(self) -> int:
        """How often it was said to have been used."""
        return self.successes + self.failures

    @property
    def content(self) -> tuple[object, ...]:
        """What it says, without whose it is and how it fared: equal for two skills that do the same."""
        steps = tuple((step.text, step.tool, _frozen(dict(step.arguments))) for step in self.steps)
        parameters = tuple(
            (one.name, one.type, one.required, _frozen(one.default), one.choices, one.description)
            for one in self.parameters
        )
        return self.name, self.description, self.triggers, steps, parameters, self.preconditions, self.code


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillMatch:
    """A skill offered for a request."""

    skill: Skill
    score: float  # 0-1
    trigger: str  # the phrase of the skill the request came nearest to
    parameters: Mapping[str, Json]  # by name, with values found in the request, and defaults
    missing: tuple[str, ...]  # required parameters the request says nothing of

    @property
    def steps(self) -> tuple[SkillStep, ...]:
        """The steps with what is known filled in."""
        return tuple(step.filled(self.parameters) for step in self.skill.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSkill:
    """What became of one skill file, and why."""

    path: Path
    reason: str
    skill: Skill | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillImport:
    """What became of the files of an import."""

    added: tuple[ImportedSkill, ...] = ()
    skipped: tuple[ImportedSkill, ...] = ()  # known already, unreadable, too large, or outside the folder
    held: tuple[ImportedSkill, ...] = ()  # quarantined by the guard until they are confirmed


def name_key(name: str) -> str:
    """What two names must share to be one: letters, digits and signs without case, width, spaces and quotes."""
    return re.sub(r"[\s\"'“”‘’「」『』《》]+", "", name).casefold()


def _frozen(value: Json) -> object:
    if isinstance(value, dict):
        return tuple((key, _frozen(part)) for key, part in value.items())
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    return type(value).__name__, value


def _shown(value: Json, found: re.Match[str]) -> str:
    return found.group() if value is None else str(value)


def _filled(value: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(value, dict):
        return {key: _filled(part, values) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    whole = PLACEHOLDER.fullmatch(value)
    if whole is not None and values.get(whole["name"]) is not None:
        return values[whole["name"]]
    text = PLACEHOLDER.sub(lambda found: _shown(values.get(found["name"]), found), value)
    return text.replace("{{", "{").replace("}}", "}")
