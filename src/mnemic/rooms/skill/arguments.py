"""What a request says for the parameters of a skill."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from types import MappingProxyType

from mnemic.domain.record import Json
from mnemic.domain.skill import PLACEHOLDER, Parameter, ParameterType, Skill, SkillMatch
from mnemic.language import detect, when
from mnemic.rooms.skill.match import Scored
from mnemic.rooms.task import slot_filling

_PERIODS: Mapping[when.Grain, tuple[str, ...]] = MappingProxyType(
    {
        when.Grain.MONTH: ("month", "月份", "月"),
        when.Grain.WEEK: ("week", "周"),
        when.Grain.QUARTER: ("quarter", "季度"),
        when.Grain.YEAR: ("year", "年份", "年"),
    }
)
_MONTH = re.compile(
    r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b(?!,? ?\d)|(?:(?<=for )|"
    r"(?<=in )|(?<=of ))May\b(?![ ,]*\d)|"
    r"(?<![年\d一二三四五六七八九十上下本这个])(?:十[一二]|[一二三四五六七八九十]|1[0-2]|[1-9])月份?(?!\d|"
    r"[初底末中上下]|[一二三四五六七八九十])"
)
_TRUE, _FALSE = ("true", "yes", "是", "要"), ("false", "no", "否", "不要")


def filled(request: str, skill: Skill, *, said: datetime, zone: tzinfo) -> Mapping[str, Json]:
    """The parameters of a skill, as far as a request fills them: by a trigger with gaps, by what it says of each, else
    by their defaults.

    Args:
        said: when the request is made, for "next Friday".
        zone: the user's.
    """
    by_trigger = dict(_captured(request, skill))
    open_ = [one for one in skill.parameters if one.name not in by_trigger or _typed(by_trigger[one.name], one) is None]
    by_words = {**_said(request, open_, said, zone), **dict(_periods(request, open_, said, zone))}
    found: dict[str, Json] = {}
    for one in skill.parameters:
        value = by_words.get(one.name, one.default) if one in open_ else _typed(by_trigger[one.name], one)
        if value is not None:
            found[one.name] = value
    return found


def offered(one: Scored, request: str, *, said: datetime, zone: tzinfo) -> SkillMatch:
    """A skill as it is offered for a request, with what the request says for its parameters."""
    values = filled(request, one.skill, said=said, zone=zone)
    return SkillMatch(
        skill=one.skill,
        score=round(one.score, 4),
        trigger=one.phrase,
        parameters=values,
        missing=missing(one.skill, values),
    )


def missing(skill: Skill, values: Mapping[str, Json]) -> tuple[str, ...]:
    """The required parameters that have no value, in order."""
    return tuple(one.name for one in skill.parameters if one.required and one.name not in values)


def _said(request: str, parameters: Sequence[Parameter], said: datetime, zone: tzinfo) -> dict[str, Json]:
    """What a request says for parameters by the words around it; what is only taken away fills nothing."""
    fields = [_field(one) for one in parameters if one.type is not ParameterType.OBJECT]
    given = slot_filling.fill(request, fields, said=said, zone=zone) if fields else []
    return {one.field: one.value for one in given if not one.removes}


def _field(one: Parameter) -> slot_filling.Field:
    kind = slot_filling.FieldType.CHOICE if one.choices else slot_filling.FieldType(one.type.value)
    item = slot_filling.FieldType.TEXT if kind is slot_filling.FieldType.LIST else None
    return slot_filling.Field(name=one.name, type=kind, description=one.description, choices=one.choices, item=item)


def _periods(request: str, parameters: Sequence[Parameter], said: datetime, zone: tzinfo) -> Iterator[tuple[str, str]]:
    """Months, weeks, quarters and years that a request names, for parameters of those names: "2026-03". A month without
    a year stays in its words: only the skill knows whether the last or the next one is meant."""
    wanted = [(one, grain) for one in parameters if (grain := _grain(one)) is not None]
    mentions = when.find(request, said, zone) if wanted else ()
    for one, grain in wanted:
        bare = _MONTH.search(request) if grain is when.Grain.MONTH else None
        named = next((mention for mention in mentions if mention.grain is grain and mention.recurring is None), None)
        if bare is not None:
            yield one.name, bare.group()
        elif named is not None:
            yield one.name, when.spell(named, detect.language(request))


def _grain(one: Parameter) -> when.Grain | None:
    if one.type is not ParameterType.TEXT or one.choices:
        return None
    return next((grain for grain, names in _PERIODS.items() if one.name.casefold().endswith(names)), None)


def _captured(request: str, skill: Skill) -> Iterator[tuple[str, str]]:
    """What stands in the gaps of the first trigger that the request repeats word for word but for them."""
    for trigger in skill.triggers:
        if PLACEHOLDER.search(trigger) is None:
            continue
        found = _pattern(trigger).search(request.strip())
        if found is not None:
            yield from ((name, text.strip()) for name, text in found.groupdict().items() if text and text.strip())
            return


def _pattern(trigger: str) -> re.Pattern[str]:
    pieces, end, named = [], 0, set()
    for gap in PLACEHOLDER.finditer(trigger):
        pieces.append(_literal(trigger[end : gap.start()]))
        again = gap["name"] in named
        last = not trigger[gap.end() :].strip()
        stop = r"(?:[^，。！？；,.!?;\n]|[.,](?=\S))" if last else r"[^，。！？；!?;\n]"
        pieces.append(f"(?P={gap['name']})" if again else f"(?P<{gap['name']}>{stop}{{1,80}}{'' if last else '?'})")
        named.add(gap["name"])
        end = gap.end()
    return re.compile("".join([*pieces, _literal(trigger[end:])]), re.IGNORECASE)


def _literal(text: str) -> str:
    return r"\s*".join(re.escape(part) for part in re.split(r"\s+", text))


def _typed(text: str, one: Parameter) -> Json:
    """A captured text as a value of the parameter's type, or None where it is none."""
    if one.choices:
        return next((choice for choice in one.choices if choice.casefold() == text.casefold()), None)
    if one.type is ParameterType.TEXT:
        return text
    if one.type is ParameterType.BOOLEAN:
        low = text.casefold()
        return True if low in _TRUE else False if low in _FALSE else None
    number = re.fullmatch(r"(-?\d{1,12})(\.\d{1,6})?", text.replace(",", ""))
    if number is not None and one.type is ParameterType.INTEGER and not number[2]:
        return int(number[1])
    if number is not None and one.type is ParameterType.NUMBER:
        return float(number[0])
    if one.type is ParameterType.LIST:
        return [part.strip() for part in re.split(r"[,，、]|\band\b|和", text) if part.strip()]
    return None
