"""Portraits are made: by rules over the store, with a model's sentences where one is set, and kept (M7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from itertools import takewhile

from mnemic.domain.changes import Action, Change
from mnemic.domain.consolidated import consolidated_id_of, with_parts_standing
from mnemic.domain.labels import has_label
from mnemic.domain.profile import Claim, Profile
from mnemic.domain.record import Kind, Memory, Origin, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError, ModelError
from mnemic.ports import Judge, LanguageModel, Reader, Store, Writer
from mnemic.rooms.profile import questions
from mnemic.rooms.profile import record as profile_body
from mnemic.rooms.profile.record import ProfileBody, ProfileSources
from mnemic.rooms.profile.slots import values_by_slot
from mnemic.safety.access.policy import taint_of
from mnemic.upkeep.portraits.by_model import claims_of
from mnemic.writing.commit import commit

TURNS_MAX = 500  # newest turns read for mood
USERS_MAX = 200  # users looked at in one read
KEPT_MAX = 12  # portraits kept of each user and agent: a quarter of weekly ones


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileContext:
    """Everything the making of portraits needs from outside."""

    store: Store
    zone: tzinfo
    new_id: Callable[[], str]
    judge: Judge | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileFindings:
    """What was read of a user at one moment, as seen through one agent."""

    memories: tuple[Memory, ...]
    turns: tuple[Turn, ...]
    body: ProfileBody

    @property
    def held(self) -> ProfileSources:
        """The same by id."""
        return ProfileSources(
            memories={memory.id: memory for memory in self.memories},
            turns={turn.source: turn for turn in self.turns},
        )


def find_profile(
    reader: Reader,
    agent: str | None,
    now: datetime,
    judge: Judge | None,
    *,
    zone: tzinfo,
    reads: Callable[[Memory | Turn], bool] = lambda held: True,
) -> ProfileFindings:
    """The answers of the rules, from what is stored now and whoever asks may read."""
    stored = with_parts_standing(reader.memories())
    memories = [memory for memory in stored if agent in (None, memory.agent) and reads(memory)]
    turns = [turn for turn in reader.turns(last=TURNS_MAX) if agent in (None, turn.agent) and reads(turn)]
    ours = {memory.id for memory in memories}
    links = [link for link in reader.links() if link.source in ours and link.target in ours]
    over = questions.plan_ends(memories, zone)
    body = profile_body.profile_body_of(
        values_by_slot(memories, now),
        questions.busy_with(memories, now, over),
        questions.preference_shifts(memories, now),
        questions.stale_memories(memories, links, now, over),
        questions.mood_signs(turns, questions.turns_held_back(memories), reader.scope.user, now, judge),
    )
    return ProfileFindings(memories=tuple(memories), turns=tuple(turns), body=body)


def make_profile(
    parts: ProfileContext, scope: Scope, agent: str | None, *, now: datetime, actor: str, model: LanguageModel | None
) -> tuple[Memory, ProfileSources]:
    """Make a portrait and keep it: its record, and what it rests on. The model is asked once, while no lock is held;
    where its answer cannot be used the rules' stands, and the note says so.

    Raises:
        StoreUnavailable: it could not be written; the last one stands.
    """
    body, seen = _body(parts, scope, agent, now, model)
    with parts.store.writing(scope) as writer:
        return _keep(writer, parts.new_id(), agent, body, now=now, actor=actor), seen


def make_due_profiles(
    parts: ProfileContext,
    *,
    now: datetime,
    days: int,
    actor: str,
    model: LanguageModel | None,
    enough: Callable[[], bool],
) -> int:
    """Make the portraits that are due, of every user and of every agent that has had one. Returns how many were made.

    Args:
        enough: asked before each user; once it holds the others wait until the next time.

    Raises:
        MnemicError: of the first user whose portrait could not be made; the others' were made all the same.
    """
    made, failed, last = 0, list[MnemicError](), None
    while not enough() and (scopes := parts.store.users(after=last, limit=USERS_MAX)):
        last = scopes[-1]
        for scope in takewhile(lambda _: not enough(), scopes):
            try:
                for agent in _agents_due(parts, scope, now, days):
                    body, _ = _body(parts, scope, agent, now, model)
                    with parts.store.writing(scope) as writer:
                        if is_profile_due(writer, agent, now, days):  # another process may have been faster
                            _keep(writer, parts.new_id(), agent, body, now=now, actor=actor)
                            made += 1
            except MnemicError as error:
                failed.append(error)
    if failed:
        raise failed[0]
    return made


def _agents_due(parts: ProfileContext, scope: Scope, now: datetime, days: int) -> list[str | None]:
    with parts.store.reading(scope) as reader:
        had = dict.fromkeys([None, *(memory.agent for memory in reader.rooms([Kind.PROFILE]))])
        return [agent for agent in had if is_profile_due(reader, agent, now, days)]


def _body(
    parts: ProfileContext, scope: Scope, agent: str | None, now: datetime, model: LanguageModel | None
) -> tuple[ProfileBody, ProfileSources]:
    with parts.store.reading(scope) as reader:
        looked = find_profile(reader, agent, now, parts.judge, zone=parts.zone, reads=lambda held: not has_label(held))
    body = looked.body if model is None else _with_model(looked, model, now, parts.zone)
    return body, looked.held


def _keep(writer: Writer, id: str, agent: str | None, body: ProfileBody, *, now: datetime, actor: str) -> Memory:
    """Keep a portrait, without what was forgotten meanwhile."""
    held = writer.memories(ids=profile_body.memory_ids_in(body))
    made = profile_body.profile_record(_blank(id, writer.scope, agent, now), body, taint_of(held, by=Origin.INFERRED))
    there = {memory.id for memory in held}
    gone = set(profile_body.memory_ids_in(body)) - there
    sources = {source for source in profile_body.turn_sources_in(body) if writer.turn(source) is None}
    kept = profile_body.without_profile(made, sources, gone, now) or made
    change = Change(action=Action.ADD, memory=kept, reason=f"portrait by {body['by']}")
    commit(writer, [change], [], now=now, actor=actor, entries={})
    old = kept_profiles(writer, agent)[:-KEPT_MAX]
    writer.forget_memories([memory.id for memory in old])
    return kept


def _with_model(looked: ProfileFindings, model: LanguageModel, now: datetime, zone: tzinfo) -> ProfileBody:
    try:
        claims, note = claims_of(looked.body, looked.held, model, now=now, zone=zone)
    except ModelError as error:
        claims, note = list[Claim](), f"{error} The rules answered instead."
    return profile_body.with_claims(looked.body, claims, note)


def kept_profiles(reader: Reader, agent: str | None) -> list[Memory]:
    """The portraits kept of a user as seen through one agent, oldest first."""
    return [memory for memory in reader.rooms([Kind.PROFILE]) if memory.agent == agent]


def profile_of_record(record: Memory, held: ProfileSources, *, now: datetime | None = None) -> Profile:
    """A kept portrait in words. `now`: without what holds no more."""
    body = profile_body.body_of_record(record)
    if now is not None:
        body = profile_body.body_as_of_now(body, held, now)
    return profile_body.profile_of_body(
        body, held, user=record.user, agent=record.agent, id=record.id, made_at=record.recorded_at
    )


def profile_sources_of(reader: Reader, records: Sequence[Memory]) -> ProfileSources:
    """What kept portraits rest on, as it is now."""
    bodies = [profile_body.body_of_record(record) for record in records]
    ids = list(dict.fromkeys(id for body in bodies for id in profile_body.memory_ids_in(body)))
    turns = [reader.turn(source) for body in bodies for source in profile_body.turn_sources_in(body)]
    found = reader.memories(ids=ids) if ids else []
    holders = [id for memory in found if (id := consolidated_id_of(memory)) is not None and id not in ids]
    return ProfileSources(
        memories={
            memory.id: memory
            for memory in with_parts_standing([*found, *(reader.memories(ids=holders) if holders else [])])
        },
        turns={turn.source: turn for turn in turns if turn is not None},
    )


def is_profile_due(reader: Reader, agent: str | None, now: datetime, days: int) -> bool:
    """Whether a portrait should be made: the last is so many days old and something was remembered or changed since;
    where there is none, the talk began so many days ago."""
    if not days:
        return False
    before = now - timedelta(days=days)
    kept = [one for one in kept_profiles(reader, agent) if one.recorded_at <= now]  # the clock may have gone back since
    if kept:
        last = kept[-1].recorded_at
        return last <= before and any(
            memory.updated_at > last
            for memory in reader.memories()
            if memory.kind not in (Kind.PROFILE, Kind.DIGEST) and agent in (None, memory.agent)
        )
    if agent is not None:
        return any(turn.agent == agent and turn.recorded_at <= before for turn in reader.turns())
    return any(session.first_said_at <= before for session in reader.sessions())


def _blank(id: str, scope: Scope, agent: str | None, now: datetime) -> Memory:
    return Memory(
        id=id,
        tenant=scope.tenant,
        user=scope.user,
        agent=agent,
        kind=Kind.PROFILE,
        text="profile",
        said_at=now,
        recorded_at=now,
        updated_at=now,
    )
