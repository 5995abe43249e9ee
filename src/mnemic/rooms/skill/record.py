"""A skill and the memory it is kept as: its body stands in the metadata, its words are what a search finds.

A memory of a skill without a body, or with the body of another wording, is read anew by rooms/skill/procedure: what was
taught before there were bodies, or reworded by hand, is a skill all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from mnemic.domain.record import NOTHING, TRUST, Json, Kind, Memory, Origin, Source, Status, Tier
from mnemic.domain.skill import DESCRIPTION_CHARACTERS_MAX, Parameter, ParameterType, Skill, SkillStep, name_key
from mnemic.domain.validity import is_current
from mnemic.language import detect, segment
from mnemic.rooms.skill import procedure
from mnemic.rooms.skill.procedure import Amendment
from mnemic.safety.access.policy import TrustUse, may_become

KEY = "mnemic.skill"
NAMED_SHARE_MIN = 0.6  # share of a name's words in common from which a wording names that skill


def skill_of(memory: Memory) -> Skill:
    """The skill a memory is, by its body, or by its words."""
    body = memory.metadata.get(KEY)
    held: Mapping[str, Any] = body if isinstance(body, dict) else {}
    reworded = bool(held) and held.get("text") != memory.text
    skill = skill_in(memory.text, memory.metadata)
    turns = [Source(session=session, turn=turn) for session, turn in held.get("turns", ())]
    return replace(
        skill,
        id=memory.id,
        version=held.get("version", 1) + reworded,
        successes=held.get("successes", 0),
        failures=held.get("failures", 0),
        language="zh" if memory.language == "zh" else "en",
        origin=memory.origin,
        trust=memory.trust,
        agent=memory.agent,
        status=memory.status,
        taught_at=memory.said_at,
        sources=(*memory.sources, *turns),
    )


def skill_body_of(skill: Skill, text: str, turns: Iterable[Source] = ()) -> dict[str, Json]:
    """The body of a skill whose memory says `text`. `turns`: what it was recorded from, where the memory itself names
    no sources."""
    body: dict[str, Json] = {
        "text": text,
        "name": skill.name,
        "description": skill.description,
        "triggers": list(skill.triggers),
        "steps": [_step_shape(step) for step in skill.steps],
        "parameters": [parameter_shape(one) for one in skill.parameters],
        "preconditions": list(skill.preconditions),
        "code": skill.code,
        "version": skill.version,
        "successes": skill.successes,
        "failures": skill.failures,
    }
    held: list[Json] = [[source.session, source.turn] for source in turns]
    return {**body, "turns": held} if held else body


def skill_text_of(skill: Skill) -> str:
    """How a memory says a skill: name, what it is for, and steps in a row."""
    texts = [step.text for step in skill.steps]
    said = procedure.format_procedure(skill.name, texts, language=skill.language)
    if procedure.parse_procedure(said).triggers != skill.triggers:
        said = procedure.format_procedure(skill.name, texts, skill.triggers, language=skill.language)
    if not skill.description:
        return said
    return f"{said}。{skill.description}" if skill.language == "zh" else f"{said}. {skill.description}"


def skill_in(text: str, metadata: Mapping[str, Json] = NOTHING) -> Skill:
    """The skill that words and metadata hold, before it is anybody's memory."""
    body = metadata.get(KEY)
    held = body if isinstance(body, dict) else {}
    return _of_body(held) if held.get("text") == text else _of_words(text, held)


def metadata_with(memory: Memory, skill: Skill, text: str) -> Mapping[str, Json]:
    """The memory's metadata with the body of a skill in it; the turns of the old body stay."""
    held = memory.metadata.get(KEY)
    body = skill_body_of(skill, text)
    if isinstance(held, dict) and held.get("turns"):
        body["turns"] = held["turns"]
    return {**memory.metadata, KEY: body}


def new_skill_memory(
    skill: Skill, *, id: str, tenant: str, user: str, now: datetime, turns: Iterable[Source] = ()
) -> Memory:
    """A skill that nobody taught in talk, as a memory. It has no sources: what it was recorded from stands in its
    body, and forgetting the skill leaves that alone."""
    text = skill_text_of(skill)
    return Memory(
        id=id,
        tenant=tenant,
        user=user,
        agent=skill.agent,
        kind=Kind.SKILL,
        status=skill.status,
        text=text,
        language=skill.language,
        confidence=1.0,
        importance=0.8,
        control_relevance=0.75,
        origin=skill.origin,
        trust=TRUST[skill.origin],
        said_at=now,
        valid_from=now,
        recorded_at=now,
        updated_at=now,
        metadata={KEY: skill_body_of(skill, text, turns)},
    )


def skill_without_turns(
    memory: Memory, turns: Collection[Source], _memories: Collection[str], _now: datetime
) -> Memory | None:
    """A skill recorded from turns goes with the first of them that is forgotten: its steps hold what they said."""
    rests = set(skill_of(memory).sources) - set(memory.sources)
    return memory if rests.isdisjoint(turns) else None


def with_uses_carried(new: Memory, olds: Iterable[Memory]) -> Memory:
    """A skill taught anew: one version on, with the uses of what it replaces."""
    known = [skill_of(old) for old in olds if old.kind is Kind.SKILL]
    if new.kind is not Kind.SKILL or not known:
        return new
    last = max(known, key=lambda skill: (skill.version, skill.uses))
    skill = replace(skill_of(new), version=last.version + 1, successes=last.successes, failures=last.failures)
    return replace(new, metadata=metadata_with(new, skill, new.text))


def amended_skill(skill: Skill, asked: Amendment) -> Skill | None:
    """A skill after an amendment, one version on; None where the step it speaks of is not there. Steps that stay keep
    their calls."""
    opened, parameters = procedure.extract_parameters([asked.step] if asked.step else [])
    asked = replace(asked, step=opened[0] if opened else "")
    texts = procedure.amend_steps([step.text for step in skill.steps], asked)
    if texts is None:
        return None
    left = list(skill.steps)
    new = []
    for text in texts:
        kept = next((step for step in left if step.text == text), None)
        if kept is not None:
            left.remove(kept)
        new.append(kept or SkillStep(text=text))
    held = {one.name for one in skill.parameters}
    more = tuple(one for one in parameters if one.name not in held)
    return replace(skill, steps=tuple(new), parameters=skill.parameters + more, version=skill.version + 1)


def named_skill(name: str, held: Iterable[Memory]) -> Memory | None:
    """The memory of the skill that a name or id means among those given: exactly, else the one that shares most of the
    words of both names."""
    listed = [memory for memory in held if memory.kind is Kind.SKILL]
    if (by_id := next((memory for memory in listed if memory.id == name), None)) is not None:
        return by_id
    key = name_key(name)
    exact = [memory for memory in listed if name_key(skill_of(memory).name) == key]
    if exact:
        return max(exact, key=lambda memory: (is_current(memory), memory.recorded_at))
    near = [(share, memory) for memory in listed if (share := _shared(name, skill_of(memory).name)) >= NAMED_SHARE_MIN]
    best = max((share for share, _ in near), default=0.0)
    found = [memory for share, memory in near if share == best]
    return found[0] if len(found) == 1 else None


def has_skill_name(name: str, memory: Memory) -> bool:
    """Whether a memory is a skill of this very name."""
    return memory.kind is Kind.SKILL and name_key(skill_of(memory).name) == name_key(name)


def can_be_offered(memory: Memory) -> bool:
    """Whether a memory is a skill that can be offered."""
    return memory.kind is Kind.SKILL and memory.tier is not Tier.SESSION and is_current(memory)


def status_for_origin(origin: Origin) -> Status:
    """What becomes of a skill of this origin: outside text is held until the user confirms it (S3)."""
    return Status.ACTIVE if may_become(origin, TrustUse.SKILL) else Status.QUARANTINED


def _shared(one: str, other: str) -> float:
    """How much two names have in common, 0-1, leaving aside words such as "checklist" and 流程."""
    first, second = procedure.distinctive_phrase(one), procedure.distinctive_phrase(other)
    if detect.language(one) == "zh":
        short, long = sorted((first, second), key=len)
        return 1.0 if len(short) >= 2 and short in long else 0.0
    left, right = set(segment.words(first)), set(segment.words(second))
    return len(left & right) / len(left | right) if left | right else 0.0


def _of_words(text: str, held: Mapping[str, Json]) -> Skill:
    told = procedure.parse_procedure(text)
    description = held.get("description")
    return Skill(
        name=told.name,
        description=description[:DESCRIPTION_CHARACTERS_MAX] if isinstance(description, str) else "",
        triggers=told.triggers,
        steps=tuple(SkillStep(text=step) for step in told.steps),
        parameters=told.parameters,
        language=told.language,
    )


def _of_body(body: Mapping[str, Any]) -> Skill:
    return Skill(
        name=body["name"],
        description=body["description"],
        triggers=tuple(body["triggers"]),
        steps=tuple(
            SkillStep(text=one["text"], tool=one.get("tool"), arguments=one.get("arguments", NOTHING))
            for one in body["steps"]
        ),
        parameters=tuple(parameter_of(one) for one in body["parameters"]),
        preconditions=tuple(body["preconditions"]),
        code=body["code"],
    )


def parameter_of(shape: Mapping[str, Any]) -> Parameter:
    """A parameter from its shape in a body."""
    return Parameter(
        name=shape["name"],
        type=ParameterType(shape.get("type", "text")),
        required=shape.get("required", True),
        default=shape.get("default"),
        choices=tuple(shape.get("choices", ())),
        description=shape.get("description", ""),
    )


def _step_shape(step: SkillStep) -> Json:
    if step.tool is None:
        return {"text": step.text}
    return {"text": step.text, "tool": step.tool, "arguments": dict(step.arguments)}


def parameter_shape(one: Parameter) -> Json:
    """The shape of a parameter in a body; `parameter_of` reads it."""
    shape: dict[str, Json] = {"name": one.name, "type": one.type.value, "required": one.required}
    if one.default is not None:
        shape["default"] = one.default
    if one.choices:
        shape["choices"] = list(one.choices)
    if one.description:
        shape["description"] = one.description
    return shape
