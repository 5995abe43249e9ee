"""What a request says for the parameters of a skill."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from types import MappingProxyType

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.domain.skill import PLACEHOLDER, Parameter, ParameterType, Skill, SkillMatch
from mnemic.language import detect, when
from mnemic.rooms.skill.match import ScoredSkill
from mnemic.rooms.task import slot_filling

_PERIODS: Mapping[when.Grain, tuple[str, ...]] = MappingProxyType(
    {
        when.Grain.MONTH: ("month", "月份", "月"),
        when.Grain.WEEK: ("week", "周"),
        when.Grain.QUARTER: ("quarter", "季度"),
        when.Grain.YEAR: ("year", "年份", "年"),
    }
)
_MONTH = Regex(
    r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b(?!,? ?\d)|(?:(?<=for )|"
    r"(?<=in )|(?<=of ))May\b(?![ ,]*\d)|"
    r"(?<![年\d一二三四五六七八九十上下本这个])(?:十[一二]|[一二三四五六七八九十]|1[0-2]|[1-9])月份?(?!\d|"
    r"[初底末中上下]|[一二三四五六七八九十])"
)
GAP_CHARACTERS_MAX = 80
_IN_GAP = Regex(r"[^，。！？；!?;\n]")
_IN_LAST_GAP = Regex(r"[^，。！？；,.!?;\n]|[.,](?=\S)")
_SPACE = Regex(r"\s+")
_TRUE, _FALSE = ("true", "yes", "是", "要"), ("false", "no", "否", "不要")


def filled_parameters(request: str, skill: Skill, *, said: datetime, zone: tzinfo) -> Mapping[str, Json]:
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


def skill_match_of(one: ScoredSkill, request: str, *, said: datetime, zone: tzinfo) -> SkillMatch:
    """A skill as it is offered for a request, with what the request says for its parameters."""
    values = filled_parameters(request, one.skill, said=said, zone=zone)
    return SkillMatch(
        skill=one.skill,
        score=round(one.score, 4),
        trigger=one.phrase,
        parameters=values,
        missing=missing_parameters(one.skill, values),
    )


def missing_parameters(skill: Skill, values: Mapping[str, Json]) -> tuple[str, ...]:
    """The required parameters that have no value, in order."""
    return tuple(one.name for one in skill.parameters if one.required and one.name not in values)


def _said(request: str, parameters: Sequence[Parameter], said: datetime, zone: tzinfo) -> dict[str, Json]:
    """What a request says for parameters by the words around it; what is only taken away fills nothing."""
    fields = [_field(one) for one in parameters if one.type is not ParameterType.OBJECT]
    given = slot_filling.fill_fields(request, fields, said=said, zone=zone) if fields else []
    return {one.field: one.value for one in given if not one.removes}


def _field(one: Parameter) -> slot_filling.TaskField:
    kind = slot_filling.FieldType.CHOICE if one.choices else slot_filling.FieldType(one.type.value)
    item = slot_filling.FieldType.TEXT if kind is slot_filling.FieldType.LIST else None
    return slot_filling.TaskField(name=one.name, type=kind, description=one.description, choices=one.choices, item=item)


def _periods(request: str, parameters: Sequence[Parameter], said: datetime, zone: tzinfo) -> Iterator[tuple[str, str]]:
    """Months, weeks, quarters and years that a request names, for parameters of those names: "2026-03". A month without
    a year stays in its words: only the skill knows whether the last or the next one is meant."""
    wanted = [(one, grain) for one in parameters if (grain := _grain(one)) is not None]
    mentions = when.find_times(request, said, zone) if wanted else ()
    for one, grain in wanted:
        bare = _MONTH.search(request) if grain is when.Grain.MONTH else None
        named = next((mention for mention in mentions if mention.grain is grain and mention.recurring is None), None)
        if bare is not None:
            yield one.name, bare.group()
        elif named is not None:
            yield one.name, when.spell_date(named, detect.language(request))


def _grain(one: Parameter) -> when.Grain | None:
    if one.type is not ParameterType.TEXT or one.choices:
        return None
    return next((grain for grain, names in _PERIODS.items() if one.name.casefold().endswith(names)), None)


def _captured(request: str, skill: Skill) -> Iterator[tuple[str, str]]:
    """What stands in the gaps of the first trigger that the request repeats word for word but for them."""
    for trigger in skill.triggers:
        if PLACEHOLDER.search(trigger) is None:
            continue
        found = _filled(trigger, request.strip())
        if found is not None:
            yield from ((name, text.strip()) for name, text in found.items() if text.strip())
            return


def _filled(trigger: str, request: str) -> dict[str, str] | None:
    """The first stretch of a request that repeats a trigger, as what stands in its gaps; None where none does."""
    literals, names, end = [], [], 0
    for gap in PLACEHOLDER.finditer(trigger):
        literals.append(trigger[end : gap.start()])
        names.append(gap["name"])
        end = gap.end()
    literals.append(trigger[end:])
    tried = (_filled_from(request, start, literals, names, {}) for start in range(len(request) + 1))
    return next((found for found in tried if found is not None), None)


def _filled_from(
    request: str, start: int, literals: Sequence[str], names: Sequence[str], before: Mapping[str, str]
) -> dict[str, str] | None:
    at = _after_literal(request, start, literals[0])
    if at is None or not names:
        return None if at is None else dict(before)
    name, last = names[0], len(names) == 1 and not literals[1].strip()
    for end in _gap_ends(request, at, last=last) if name not in before else [at + len(before[name])]:
        value = request[at:end]
        if value.lower() == before.get(name, value).lower():
            found = _filled_from(request, end, literals[1:], names[1:], {**before, name: before.get(name, value)})
            if found is not None:
                return found
    return None


def _gap_ends(request: str, at: int, *, last: bool) -> Sequence[int]:
    """Where what stands in a gap may end: as soon as it can, or at the end of a trigger as late as it can."""
    inside, end = _IN_LAST_GAP if last else _IN_GAP, at
    while end - at < GAP_CHARACTERS_MAX and inside.match(request, end):
        end += 1
    return range(end, at, -1) if last else range(at + 1, end + 1)


def _after_literal(request: str, at: int, literal: str) -> int | None:
    """Where the words of a trigger end that a request repeats at a place, in any case and with any space."""
    for number, part in enumerate(_SPACE.split(literal)):
        if number:
            at = len(request) - len(request[at:].lstrip())
        if request[at : at + len(part)].lower() != part.lower():
            return None
        at += len(part)
    return at


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
