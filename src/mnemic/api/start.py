"""What a session begins with, read from the store (R11)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from mnemic.api.owner import Owner
from mnemic.api.permanent import permanent_questions
from mnemic.domain.query import SessionInfo
from mnemic.domain.record import Memory, Origin, Tier, Turn
from mnemic.domain.start import Start
from mnemic.ports import Reader
from mnemic.reading.start_blocks import fill_start_blocks
from mnemic.rooms.permanent.proposals import is_in_force
from mnemic.rooms.profile.record import body_of_record
from mnemic.rooms.profile.record import profile_of_body as composed_body
from mnemic.rooms.profile.slots import changes_between
from mnemic.rooms.session import start as room
from mnemic.rooms.task.record import is_in_work, task_of
from mnemic.safety.access.policy import stands_as_order
from mnemic.safety.guard.fence import boundary
from mnemic.upkeep.portraits import portrait

BEFORE = timedelta(microseconds=1)  # what the first turn of that session said was not known before it
RECENT_TURNS = 20  # of the user, whose language the start is in


def session_start(owner: Owner, *, session: str, budget: int) -> Start:
    """What a session begins with, of what whoever calls may read."""
    core, now = owner.core, owner.now()
    parts, reads = core.parts, partial(owner.recalls, session=session)
    with owner.reading() as reader:
        looked = portrait.find_profile(reader, owner.agent, now, parts.judge, zone=parts.zone, reads=reads)
        kept = portrait.kept_profiles(reader, owner.agent)
        open_questions = [one for one in permanent_questions(reader) if owner.sees(one.newer) and reads(one.permanent)]
        since = _last_time(reader, session, looked.turns)
    body = looked.body
    if kept:  # a model's sentences stay what they were; everything else is as of now
        claims = body_of_record(kept[-1])["claims"]
        standing = {memory.id for memory in looked.memories if memory.superseded_at is None}
        body = body | {"claims": [one for one in claims if set(one[2]) <= standing]}
    profile = composed_body(body, looked.held, user=owner.scope.user, agent=owner.agent, id=None, made_at=now)
    language = room.recent_talk_language(_recent(looked.turns, looked.memories))
    held = [memory for memory in looked.memories if is_in_force(memory) and stands_as_order(memory)]
    orders = {memory.id for memory in looked.memories if stands_as_order(memory)}
    found = room.start_sections(
        permanent=sorted(held, key=lambda memory: (memory.said_at, memory.id)),
        questions=[one for one in open_questions if reads(one.newer)],
        tasks=[task_of(memory) for memory in _unfinished(looked.memories)],
        lasting=room.lasting_wishes(looked.memories, now),
        profile=profile,
        changes=changes_between(looked.memories, since, now, profile.busy),
        since=since,
        language=language,
        trusted=orders.__contains__,
    )
    begun = fill_start_blocks(
        found,
        budget=budget,
        language=language,
        zone=parts.zone,
        new_boundary=lambda: boundary(parts.random),
        count=parts.count,
    )
    core.used(owner.scope, begun.memory_ids, now)
    return begun


def _unfinished(memories: Sequence[Memory]) -> list[Memory]:
    """Tasks in work, the one worked on last first."""
    return sorted(filter(is_in_work, memories), key=lambda memory: (memory.updated_at, memory.id), reverse=True)


def _last_time(reader: Reader, session: str, turns: Sequence[Turn]) -> datetime | None:
    """When the user's previous session began: what it brought is what changed. None: there was none."""
    ours = {turn.session for turn in turns}
    others = [one for one in reader.sessions() if one.id != session and one.id in ours]
    if not others:
        return None
    last: SessionInfo = max(others, key=lambda one: (one.last_said_at, one.id))
    first = reader.turns(session=last.id)[0]
    return min(first.recorded_at, first.said_at) - BEFORE


def _recent(turns: Sequence[Turn], memories: Sequence[Memory]) -> list[str]:
    said = [turn.text for turn in turns if turn.origin is Origin.USER and turn.text]
    return said[-RECENT_TURNS:] or [memory.text for memory in memories if memory.tier is Tier.PERMANENT]
