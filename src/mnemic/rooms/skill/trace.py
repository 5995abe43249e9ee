"""A skill from what an agent did: the tool calls that went well, with what varied left open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from mnemic.domain.record import Json, Origin, Source, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.skill import STEPS_MAX, Parameter, ParameterType, SkillStep
from mnemic.language import detect, phrases, when
from mnemic.language.segment import fold

SHOWN = 60  # characters of a constant that a step's words show
RESULT_CHARACTERS_MIN = 3  # of a value that is taken to come from an earlier result; a "1" stands in any
_FAILED = Regex(
    r"^\W*(?:error|exception|traceback|failed|failure|fatal|timed? ?out|denied|forbidden|unauthori[sz]ed|not found|"
    r"invalid|http[ /][\d.]* ?[45]\d\d|[45]\d\d\b|错误|失败|出错|异常|超时|无法|拒绝|没有权限|未找到|报错)",
    re.IGNORECASE,
)
_DATE = Regex(r"\d{4}-\d\d(?:-\d\d)?")
_SAY_NUMBERS = str.maketrans("零〇一二两三四五六七八九", "001223456789")


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedCall:
    """One tool call and what came of it."""

    tool: str
    arguments: Mapping[str, Json]
    result: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillTrace:
    """What was done in one go, and the user's words it was done for."""

    calls: tuple[TracedCall, ...]
    asked: tuple[Turn, ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The turns it rests on, each once."""
        found = [turn.source for turn in self.asked] + [source for call in self.calls for source in call.sources]
        return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class _Open:
    """What has been left open so far."""

    parameters: dict[str, Parameter] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # by value as JSON


def skill_trace_of(turns: Sequence[Turn]) -> SkillTrace:
    """The calls of some turns that went well, in order: those that failed are left out, and of the same call made
    again right after, one."""
    results = {turn.tool_call_id: turn for turn in turns if turn.origin is Origin.TOOL and turn.tool_call_id}
    calls: list[TracedCall] = []
    for turn in turns:
        for shape in turn.tool_calls:
            call = _call(shape, turn, results)
            last = calls[-1] if calls else None
            if call and (last is None or (last.tool, last.arguments) != (call.tool, call.arguments)):
                calls.append(call)
    return SkillTrace(calls=tuple(calls), asked=tuple(t for t in turns if t.origin is Origin.USER and t.text))


def is_failure(result: str) -> bool:
    """Whether a tool says that it could not do what it was asked for."""
    try:
        said = json.loads(result)
    except (ValueError, RecursionError):
        return bool(_FAILED.match(result))
    if not isinstance(said, dict):
        return isinstance(said, str) and bool(_FAILED.match(said))
    if said.get("error") or said.get("errors") or said.get("ok") is False or said.get("success") is False:
        return True
    status = said.get("status", said.get("status_code"))
    if isinstance(status, int) and not isinstance(status, bool):
        return status >= 400
    return isinstance(status, str) and status.casefold() in ("error", "failed", "failure", "失败", "错误")


def generalised_steps(
    traces: Sequence[SkillTrace], zone: tzinfo
) -> tuple[tuple[SkillStep, ...], tuple[Parameter, ...]]:
    """The steps of the last trace. What differs from the other traces, comes from the user's words or from the result
    of an earlier call is left open; what is the same every time stays."""
    last, open_ = traces[-1], _Open()
    others = [trace for trace in traces[:-1] if [c.tool for c in trace.calls] == [c.tool for c in last.calls]]
    found = []
    for place, call in enumerate(last.calls[:STEPS_MAX]):
        before = last.calls[:place]
        twins = [other.calls[place].arguments for other in others]
        arguments = {
            key: _left_open(value, key, [twin.get(key) for twin in twins], _Seen(last, before, zone), open_)
            for key, value in call.arguments.items()
        }
        found.append(SkillStep(text=_words(call.tool, arguments, last), tool=call.tool, arguments=arguments))
    return tuple(found), tuple(open_.parameters.values())


def traced_request(trace: SkillTrace, parameters: Sequence[Parameter], values: Mapping[str, Json]) -> str:
    """The user's first words with what is left open as placeholders: what the skill is for."""
    text = re.sub(r"\s+", " ", trace.asked[0].text).strip() if trace.asked else ""
    for one in parameters:
        value = values.get(one.name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value) in text:
            text = text.replace(str(value), f"{{{one.name}}}")
    return text


def values_in_trace(trace: SkillTrace, steps: Sequence[SkillStep]) -> dict[str, Json]:
    """What each parameter was in a trace, by name."""
    found: dict[str, Json] = {}
    for call, step in zip(trace.calls, steps, strict=False):
        for value, template in _pairs(dict(call.arguments), dict(step.arguments)):
            if isinstance(template, str) and template.startswith("{") and not template.startswith("{{"):
                found.setdefault(template[1:-1], value)
    return found


@dataclass(frozen=True, slots=True)
class _Seen:
    trace: SkillTrace
    before: Sequence[TracedCall]
    zone: tzinfo

    def said(self, value: Json) -> ParameterType | None:
        """The type of a value that comes from the user's words, or None."""
        for turn in self.trace.asked:
            if isinstance(value, str) and _DATE.fullmatch(value):
                mentions = when.find_times(turn.text, turn.said_at, self.zone)
                if value in turn.text or any(one.begins.date().isoformat().startswith(value) for one in mentions):
                    return ParameterType.DATE if len(value) > 7 else ParameterType.TEXT
            elif _stands_in(value, turn.text):
                return _type_of(value)
        return None

    def result(self, value: Json) -> tuple[int, TracedCall] | None:
        """The earlier call in whose result a value stands, with its number, or None."""
        if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) < RESULT_CHARACTERS_MIN:
            return None
        found = [(n, call) for n, call in enumerate(self.before, 1) if _stands_in(value, call.result)]
        return found[-1] if found else None


def _call(shape: Mapping[str, Any], turn: Turn, results: Mapping[str, Turn]) -> TracedCall | None:
    """A call that has a result and went well, in the shapes of OpenAI and Anthropic."""
    inner = shape.get("function")
    function: Mapping[str, Any] = inner if isinstance(inner, Mapping) else shape
    given = function.get("arguments", function.get("input", {}))
    try:
        arguments = json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        return None
    result, name = results.get(str(shape.get("id"))), function.get("name")
    if result is None or not isinstance(name, str) or not isinstance(arguments, dict) or is_failure(result.text):
        return None
    return TracedCall(tool=name, arguments=arguments, result=result.text, sources=(turn.source, result.source))


def _left_open(value: Json, key: str, twins: Sequence[Json], seen: _Seen, open_: _Open) -> Json:
    if isinstance(value, dict):
        inner = [twin if isinstance(twin, dict) else {} for twin in twins]
        return {k: _left_open(v, k, [one.get(k) for one in inner], seen, open_) for k, v in value.items()}
    if isinstance(value, list) and not twins and not value:
        return value
    kind = seen.said(value)
    if kind is None and isinstance(value, list) and value and all(seen.said(part) for part in value):
        kind = ParameterType.LIST
    if kind is not None or any(twin != value for twin in twins):
        return _placeholder(value, key, Parameter(name=key, type=kind or _type_of(value)), open_)
    if (origin := seen.result(value)) is not None:
        number, call = origin
        one = Parameter(
            name=key,
            type=_type_of(value),
            required=False,
            description=f"from the result of step {number}, {call.tool}",
        )
        return _placeholder(value, key, one, open_)
    if isinstance(value, list):
        return [_left_open(part, key, [], seen, open_) for part in value]
    return value.replace("{", "{{").replace("}", "}}") if isinstance(value, str) else value


def _placeholder(value: Json, key: str, one: Parameter, open_: _Open) -> str:
    """A placeholder for a value; the same value is the same parameter throughout."""
    as_json = json.dumps(value, sort_keys=True)
    if (known := open_.names.get(as_json)) is not None:
        return f"{{{known}}}"
    base = re.sub(r"\W", "_", key) or "value"
    base = base if not base[0].isdigit() else f"value_{base}"
    name, number = base, 2
    while name in open_.parameters:
        name, number = f"{base}_{number}", number + 1
    open_.names[as_json] = name
    open_.parameters[name] = Parameter(
        name=name, type=one.type, required=one.required, choices=one.choices, description=one.description
    )
    return f"{{{name}}}"


_NOT_WITHIN_BEFORE = Regex(r"(?<![a-z0-9_.])")
_NOT_WITHIN_AFTER = Regex(r"(?![a-z0-9_])(?!\.\d)")


def _stands_in(value: Json, text: str) -> bool:
    """Whether a value stands in a text as a word or number of its own."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    said = fold(str(value)).strip()
    if isinstance(value, str) and (len(said) < 2 or not re.search(r"\w", said)):
        return False
    within = fold(text)
    if not isinstance(value, str):
        within = within.translate(_SAY_NUMBERS)
    begins = _NOT_WITHIN_BEFORE if said[0].isascii() and said[0].isalnum() else None
    ends = _NOT_WITHIN_AFTER if said[-1].isascii() and said[-1].isalnum() else None
    return phrases.first(said, within, begins=begins, ends=ends, caseless=False) is not None


def _type_of(value: Json) -> ParameterType:
    if isinstance(value, bool):
        return ParameterType.BOOLEAN
    if isinstance(value, int):
        return ParameterType.INTEGER
    if isinstance(value, float):
        return ParameterType.NUMBER
    if isinstance(value, list):
        return ParameterType.LIST
    if isinstance(value, dict):
        return ParameterType.OBJECT
    return (
        ParameterType.DATE if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) else ParameterType.TEXT
    )


def _words(tool: str, arguments: Mapping[str, Json], trace: SkillTrace) -> str:
    """A call in words, in the language of the user."""
    chinese = bool(trace.asked) and detect.language(trace.asked[0].text) == "zh"
    shown = []
    for key, value in arguments.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        shown.append(f"{key} {text[:SHOWN]}")
    if chinese:
        return f"调用 {tool}" + (f"：{'，'.join(shown)}" if shown else "")
    return f"call {tool}" + (f" with {', '.join(shown)}" if shown else "")


def _pairs(value: Json, template: Json) -> Iterator[tuple[Json, Json]]:
    if isinstance(value, dict) and isinstance(template, dict):
        for key in value.keys() & template.keys():
            yield from _pairs(value[key], template[key])
    else:
        yield value, template
