"""A skill as a program declares it, checked."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mnemic.domain.record import TRUST, Json, Origin
from mnemic.domain.regex import Regex
from mnemic.domain.skill import (
    DESCRIPTION_CHARACTERS_MAX,
    NAME_CHARACTERS_MAX,
    PLACEHOLDER,
    STEP_CHARACTERS_MAX,
    STEPS_MAX,
    TRIGGERS_MAX,
    Parameter,
    Skill,
    SkillStep,
)
from mnemic.errors import InvalidInput, LimitExceeded
from mnemic.language import detect
from mnemic.rooms.session.messages import checked_text
from mnemic.rooms.skill import procedure
from mnemic.rooms.skill.parameters import ParametersGiven, checked_parameters, parameters_of
from mnemic.rooms.skill.procedure.parameters import parameter_by_name
from mnemic.rooms.skill.record import status_for_origin
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.rules import DROP_ALL

ARGUMENTS_BYTES_MAX = 16_384
_CODE = Regex(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")

StepGiven = str | Mapping[str, Any] | SkillStep
"""A step: words, or a dict with "text" and, for a call, "tool" and "arguments"."""


def declared_skill(
    name: str,
    *,
    description: str = "",
    given_steps: Sequence[StepGiven] = (),
    triggers: Sequence[str] = (),
    parameters: ParametersGiven | None = None,
    preconditions: Sequence[str] = (),
    code: Callable[..., Any] | str | None = None,
    origin: Origin = Origin.USER,
    agent: str | None = None,
) -> Skill:
    """A skill from what a program says of it.

    Raises:
        InvalidInput, InvalidMessage, LimitExceeded: naming the value and the way out.
    """
    called = one_line(name, "The name of the skill", NAME_CHARACTERS_MAX)
    reference = function_reference(code)
    if parameters is None and callable(code):
        parameters = code
    doc = inspect.getdoc(code) or "" if callable(code) else ""
    told = _described(doc) if doc and not given_steps else ()
    described = description or _first(doc)
    listed = _steps(list(given_steps) or list(told), reference, called)
    language = detect.language(" ".join([called, *(step.text for step in listed)]))
    return replace(
        Skill(name=called, language="zh" if language == "zh" else "en"),
        description=one_line(described, "The description", DESCRIPTION_CHARACTERS_MAX) if described else "",
        triggers=_lines(triggers, "The triggers", TRIGGERS_MAX) or (called,),
        steps=listed,
        parameters=_opened(listed, parameters_of(parameters)),
        preconditions=_lines(preconditions, "The preconditions", TRIGGERS_MAX),
        code=reference,
        origin=origin,
        trust=TRUST[origin],
        agent=agent,
        status=status_for_origin(origin),
    )


def function_reference(code: Callable[..., Any] | str | None) -> str | None:
    """The name of a function, "module:function". The memory keeps the name and never runs it.

    Raises:
        InvalidInput: no function that could be imported by its name.
    """
    if code is None:
        return None
    if isinstance(code, str):
        if not _CODE.fullmatch(code):
            raise InvalidInput(f"The code {code!r} must be a name such as 'reports.weekly:write'.")
        return code
    module, qualified = getattr(code, "__module__", None), getattr(code, "__qualname__", None)
    if not module or not qualified or "<" in qualified:
        raise InvalidInput(f"{code!r} cannot be named: give a function that stands in a module, or 'module:function'.")
    return f"{module}:{qualified}"


def one_line(value: object, what: str, characters_max: int) -> str:
    """A text on one line, with what may not be stored masked.

    Raises:
        InvalidMessage, LimitExceeded: no text, blank, or too long.
    """
    text = checked_text(value, what, characters_max=characters_max)
    return re.sub(r"\s+", " ", masking.redact(text, DROP_ALL).text).strip()


def checked_arguments(value: object, where: str) -> Mapping[str, Json]:
    """The arguments of a call, checked and masked.

    Raises:
        InvalidInput, LimitExceeded: no JSON object, or too large.
    """
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{where}: the arguments must be a dict, not {value!r}.")
    try:
        kept = json.dumps(dict(value), allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{where}: the arguments are not JSON: {error}.") from error
    if len(kept.encode()) > ARGUMENTS_BYTES_MAX:
        raise LimitExceeded(f"{where}: the arguments have over {ARGUMENTS_BYTES_MAX:,} bytes as JSON.")
    return masking.WriteRedaction(rules=DROP_ALL).of_values(json.loads(kept))


def _steps(given: Sequence[StepGiven], reference: str | None, name: str) -> tuple[SkillStep, ...]:
    if not given and reference is None:
        raise InvalidInput(f"The skill {name!r} has nothing to do: give steps or code.")
    if isinstance(given, str):
        raise InvalidInput(f"The steps of {name!r} must be a list; {given[:30]!r} is one text.")
    if len(given) > STEPS_MAX:
        raise LimitExceeded(f"{len(given)} steps, the limit is {STEPS_MAX}: make two skills of it.")
    return tuple(_step(one, f"Step {number}") for number, one in enumerate(given, 1)) or (
        SkillStep(text=f"run {reference}"),
    )


def _step(one: StepGiven, where: str) -> SkillStep:
    if isinstance(one, SkillStep):
        one = {"text": one.text, "tool": one.tool, "arguments": one.arguments}
    if not isinstance(one, Mapping):
        return SkillStep(text=one_line(one, where, STEP_CHARACTERS_MAX))
    if unknown := sorted(str(key) for key in one.keys() - {"text", "tool", "arguments"}):
        raise InvalidInput(f"{where} has the unknown field {unknown[0]!r}. Known are: text, tool, arguments.")
    tool = one.get("tool")
    if tool is None:
        return SkillStep(text=one_line(one.get("text"), where, STEP_CHARACTERS_MAX))
    return SkillStep(
        text=one_line(one.get("text") or f"call {tool}", where, STEP_CHARACTERS_MAX),
        tool=one_line(tool, f"{where}: the tool", NAME_CHARACTERS_MAX),
        arguments=checked_arguments(one.get("arguments", {}), where),
    )


def _lines(given: Sequence[str], what: str, most: int) -> tuple[str, ...]:
    if isinstance(given, str):
        raise InvalidInput(f"{what} must be a list of texts; {given[:30]!r} is one text.")
    if len(given) > most:
        raise LimitExceeded(f"{what}: {len(given)} of them, the limit is {most}.")
    return tuple(dict.fromkeys(one_line(one, f"{what}: one of them", STEP_CHARACTERS_MAX) for one in given))


def _opened(listed: Sequence[SkillStep], parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """The parameters, with those that only steps name."""
    known = {one.name for one in parameters}
    texts = [step.text for step in listed] + [json.dumps(dict(step.arguments), ensure_ascii=False) for step in listed]
    named = dict.fromkeys(found["name"] for text in texts for found in PLACEHOLDER.finditer(text))
    return checked_parameters([*parameters, *(parameter_by_name(name) for name in named if name not in known)])


def _first(doc: str) -> str:
    return doc.strip().split("\n\n", 1)[0].replace("\n", " ")[:DESCRIPTION_CHARACTERS_MAX] if doc else ""


def _described(doc: str) -> tuple[str, ...]:
    """The steps a docstring lists after its first paragraph, if it lists any."""
    _, _, rest = doc.partition("\n\n")
    return procedure.split_steps(rest) if procedure.count_order_marks(rest) >= 2 else ()
