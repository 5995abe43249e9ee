"""A portrait as a record: ids of what it rests on and names of slots; its words are composed when it is read (M7).

What a model said in its own words, and names of topics, are the only texts kept; they go with what they rest on (S9).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from mnemic.domain.profile import (
    Claim,
    Doubt,
    Feeling,
    Occupation,
    Profile,
    ProfileMethod,
    ProfileQuestion,
    Pursuit,
    Shift,
    Sign,
    Stale,
)
from mnemic.domain.record import OWN_KEY, Json, Kind, Memory, Source, Tier, Turn
from mnemic.rooms.profile.mood import QUOTE_CHARACTERS_MAX, feelings_in
from mnemic.rooms.profile.questions import BusyItem
from mnemic.rooms.profile.slots import in_force, trait_name, trait_of, traits_in_order, value_text
from mnemic.safety.access.policy import Taint

KEY = f"{OWN_KEY}profile"

ProfileBody = dict[str, Any]
"""JSON: by, note, traits (name → values → ids), busy, shifts, stale, mood, claims."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSources:
    """What a portrait is composed from: the memories and turns as they are now."""

    memories: Mapping[str, Memory]
    turns: Mapping[Source, Turn]

    def readable(self, reads: Callable[[Memory], bool]) -> ProfileSources:
        """The same without memories that whoever asks may not read."""
        return replace(self, memories={id: memory for id, memory in self.memories.items() if reads(memory)})


def profile_body_of(
    traits: Mapping[str, Iterable[Iterable[Memory]]],
    busy: Iterable[BusyItem],
    shifts: Iterable[tuple[str, str]],
    stale: Iterable[tuple[Doubt, tuple[str, ...]]],
    mood: Iterable[tuple[Source, Feeling]],
) -> ProfileBody:
    """The answers of the rules, as they are kept."""
    return {
        "by": ProfileMethod.RULES.value,
        "note": "",
        "traits": {name: [[memory.id for memory in held] for held in values] for name, values in traits.items()},
        "busy": [[kind.value, name, list(ids)] for kind, name, ids in busy],
        "shifts": [list(pair) for pair in shifts],
        "stale": [[doubt.value, list(ids)] for doubt, ids in stale],
        "mood": [[source.session, source.turn, feeling.value] for source, feeling in mood],
        "claims": [],
    }


def with_claims(body: ProfileBody, claims: Iterable[Claim], note: str) -> ProfileBody:
    """The same with a model's answers beside those of the rules, and what was wrong with the rest."""
    kept: list[Json] = [[claim.about.value, claim.text, list(claim.evidence)] for claim in claims]
    return body | {"claims": kept, "note": note, "by": ProfileMethod.MODEL.value if kept else ProfileMethod.RULES.value}


def memory_ids_in(body: ProfileBody) -> list[str]:
    """Ids of every memory a portrait rests on."""
    ids = [id for values in body["traits"].values() for held in values for id in held]
    ids += [id for _, _, held in (*body["busy"], *body["claims"]) for id in held]
    ids += [id for pair in body["shifts"] for id in pair]
    ids += [id for _, held in body["stale"] for id in held]
    return list(dict.fromkeys(ids))


def turn_sources_in(body: ProfileBody) -> list[Source]:
    """Every turn a portrait quotes."""
    return list(dict.fromkeys(Source(session=session, turn=turn) for session, turn, _ in body["mood"]))


def profile_of_body(
    body: ProfileBody, held: ProfileSources, *, user: str, agent: str | None, id: str | None, made_at: datetime
) -> Profile:
    """A portrait in the words of the memories as they are now. What is gone is left out."""
    by = held.memories
    traits = []
    for name, values in body["traits"].items():
        there = [tuple(by[id] for id in ids if id in by) for ids in values]
        traits.append(trait_of(name, [memories for memories in there if memories]))
    return Profile(
        id=id,
        user=user,
        agent=agent,
        made_at=made_at,
        by=ProfileMethod(body["by"]),
        note=body["note"],
        traits=traits_in_order(trait for trait in traits if trait.values),
        busy=tuple(_pursuit(kind, name, ids, by) for kind, name, ids in body["busy"] if _any(ids, by)),
        shifts=tuple(_shift(by[old], by[new]) for old, new in body["shifts"] if old in by and new in by),
        stale=tuple(_stale(doubt, ids, by) for doubt, ids in body["stale"] if all(id in by for id in ids)),
        mood=tuple(_sign(one, held.turns) for one in body["mood"] if _source(one) in held.turns),
        claims=tuple(
            Claim(about=ProfileQuestion(about), text=text, evidence=tuple(ids))
            for about, text, ids in body["claims"]
            if all(id in by for id in ids)
        ),
    )


def body_as_of_now(body: ProfileBody, held: ProfileSources, now: datetime) -> ProfileBody:
    """A kept portrait without the values that hold no more: what it was made of may have changed since."""
    by = held.memories

    def holds(id: str) -> bool:
        return id in by and in_force(by[id], now)

    traits = {name: [[id for id in ids if holds(id)] for ids in values] for name, values in body["traits"].items()}
    kept = {name: [ids for ids in values if ids] for name, values in traits.items()}
    return body | {
        "traits": {name: values for name, values in kept.items() if values},
        "busy": [one for one in body["busy"] if any(holds(id) for id in one[2])],
        "stale": [one for one in body["stale"] if all(id in by and by[id].superseded_at is None for id in one[1])],
    }


def profile_record(blank: Memory, body: ProfileBody, tainted: Taint) -> Memory:
    """A portrait as a record of its room. `tainted`: what it inherits from what it rests on."""
    return replace(
        blank,
        kind=Kind.PROFILE,
        tier=Tier.LONG_TERM,
        origin=tainted.origin,
        trust=tainted.trust,
        text=f"profile {blank.recorded_at.date().isoformat()}",
        metadata={KEY: body},
    )


def body_of_record(memory: Memory) -> ProfileBody:
    """The body of a portrait's record."""
    body: Any = memory.metadata[KEY]
    return dict(body)


def without_profile(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """A portrait without what rests on forgotten turns and memories: a topic or a sentence of a model goes with any of
    the memories it rests on; the rest loses the ids."""
    body = body_of_record(memory)
    if not (set(memories) & set(memory_ids_in(body)) or set(turns) & set(turn_sources_in(body))):
        return memory
    gone = set(memories)
    traits = {name: [[id for id in ids if id not in gone] for ids in values] for name, values in body["traits"].items()}
    body |= {
        "traits": {name: [ids for ids in values if ids] for name, values in traits.items()},
        "busy": [one for one in body["busy"] if not gone & set(one[2])],
        "shifts": [pair for pair in body["shifts"] if not gone & set(pair)],
        "stale": [one for one in body["stale"] if not gone & set(one[1])],
        "mood": [one for one in body["mood"] if _source(one) not in turns],
        "claims": [one for one in body["claims"] if not gone & set(one[2])],
    }
    return replace(memory, metadata=dict(memory.metadata) | {KEY: body}, updated_at=now, version=memory.version + 1)


def _any(ids: Iterable[str], by: Mapping[str, Memory]) -> bool:
    return any(id in by for id in ids)


def _pursuit(kind: str, name: str, ids: list[str], by: Mapping[str, Memory]) -> Pursuit:
    there = [by[id] for id in ids if id in by]
    last = there[-1]
    ahead = last.valid_to if last.kind is Kind.PLAN else None
    return Pursuit(
        kind=Occupation(kind),
        text=name or last.text,
        evidence=tuple(memory.id for memory in there),
        at=ahead or last.said_at,
    )


def _shift(old: Memory, new: Memory) -> Shift:
    name, before = trait_name(new) or "", trait_name(old) or ""
    was = value_text(old) if before == name else f"{before}: {value_text(old)}"
    says = value_text(new) if before == name else f"{name}: {value_text(new)}"
    return Shift(name=name, before=was, after=says, at=new.said_at, evidence=(old.id, new.id))


def _stale(doubt: str, ids: list[str], by: Mapping[str, Memory]) -> Stale:
    return Stale(text=by[ids[0]].text, doubt=Doubt(doubt), evidence=tuple(ids), at=by[ids[0]].said_at)


def _source(kept: Any) -> Source:
    session, turn, _ = kept
    return Source(session=session, turn=turn)


def _sign(kept: Any, turns: Mapping[Source, Turn]) -> Sign:
    turn, feeling = turns[_source(kept)], Feeling(kept[2])
    quote = next(
        (words for felt, words in feelings_in(turn.text, None) if felt is feeling), turn.text[:QUOTE_CHARACTERS_MAX]
    )
    return Sign(feeling=feeling, quote=quote, source=turn.source, at=turn.said_at)
