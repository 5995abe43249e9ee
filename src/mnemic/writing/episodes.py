"""When a turn falls silent: once everything it stated has been replaced, taken back, or has ended by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np

from mnemic.domain.changes import Action, Candidate, Change
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.decay_mark import is_decayed
from mnemic.domain.judgement import Mood
from mnemic.domain.record import Kind, Memory, Origin, Status
from mnemic.domain.validity import is_current
from mnemic.language import segment
from mnemic.writing.known_memories import KnownMemories, NearQuery, is_statement

ECHO_CHARACTERS_MAX = 120  # of an assistant's turn that may be nothing but an acknowledgement
MUSING = (Mood.SUPPOSED, Mood.ASKED, Mood.CHAT)
MUSING_COSINE_MIN = 0.4  # of a thought with what stands in its place
ENDING = (Kind.FACT, Kind.CONSTRAINT, Kind.RULE, Kind.PREFERENCE)
"""Kinds of which nothing is left when they end. A plan or an event stays something that happened."""


def as_succeeded(old: Memory, successor: Memory, now: datetime) -> Memory:
    """A statement that has been succeeded: true until its successor was, known until now."""
    until = successor.valid_from or successor.said_at
    return replace(
        old,
        status=Status.DORMANT,
        valid_to=until if old.valid_from is None or until > old.valid_from else old.valid_from,
        superseded_at=now,
        superseded_by=successor.id,
        updated_at=now,
        version=old.version + 1,
    )


def quiet_episodes(known: KnownMemories) -> None:
    """A turn all of whose statements have been replaced no longer answers questions about now, nor does the assistant's
    acknowledgement of it."""
    for episode in known.newly_silent_turns():
        said = [memory for memory in known.of_turns(episode.sources[:1]) if _states(memory)]
        if not said or any(is_current(memory) or is_decayed(memory) for memory in said):
            continue
        following = known.turn_after(episode)
        _quiet(episode, said[-1], known)
        if following is not None and is_current(following) and _echoes(following, episode):
            _quiet(following, said[-1], known)


def _states(memory: Memory) -> bool:
    """Whether a memory states something by itself: a dense one that was taken apart does not, its parts do."""
    return is_statement(memory) and (is_current(memory) or not part_ids_of(memory))


def _quiet(episode: Memory, statement: Memory, known: KnownMemories) -> None:
    """A turn ends when what it stated ended, so that it still answers questions about the time before."""
    until = max(statement.valid_to or known.now, episode.said_at)
    quiet = replace(as_succeeded(episode, statement, known.now), superseded_by=statement.superseded_by, valid_to=until)
    known.put(Change(action=Action.ARCHIVE, memory=quiet, before=episode, reason="what it said was replaced"))


def _echoes(answer: Memory, turn: Memory) -> bool:
    """Whether the assistant's next turn only says again what the user said: short, and in words of the turn."""
    return (
        answer.origin is Origin.ASSISTANT
        and answer.session == turn.session
        and len(answer.text) <= ECHO_CHARACTERS_MAX
        and bool(set(segment.words(answer.text)) & set(segment.words(turn.text)))
    )


def hush_musings(candidate: Candidate, stands: Memory, known: KnownMemories) -> None:
    """A thought the user gave up ("maybe prose?" ... "no, stick with bullets") answers no question about now."""
    about = known.vectors.get(candidate.text)
    if about is None or known.judge is None or not known.signals:
        return
    across = slice(known.signals[-1].start, known.signals[-1].stop)
    near = NearQuery(vector=about, columns=across, cosine_min=MUSING_COSINE_MIN)
    for turn in known.turns_between(stands.said_at, candidate.said_at, near):
        if turn.origin is not Origin.USER or any(map(is_statement, known.of_turns(turn.sources[:1]))):
            continue
        vector = known.vector_of(turn)
        if vector is None or float(np.dot(about[across], vector[across])) < MUSING_COSINE_MIN:
            continue
        if known.judge.judge([turn.text])[0].mood in MUSING:
            hushed = replace(as_succeeded(turn, stands, known.now), valid_to=candidate.said_at, status=Status.ARCHIVED)
            known.put(Change(action=Action.ARCHIVE, memory=hushed, before=turn, reason="the user thought better of it"))


def end_with_statements(known: KnownMemories) -> None:
    """Let new turns end with what they state: "until Friday I'm at my sister's" answers nothing after Friday."""
    statements = [
        change.memory for change in known.changes if is_statement(change.memory) and is_current(change.memory)
    ]
    for place, change in enumerate(known.changes):
        turn = change.memory
        if turn.kind is not Kind.EPISODE or change.action is not Action.ADD:
            continue
        said = [memory for memory in statements if set(memory.sources) & set(turn.sources)]
        ends = [memory.valid_to for memory in said if memory.valid_to is not None and memory.kind in ENDING]
        if said and len(ends) == len(said):
            known.changes[place] = replace(change, memory=replace(turn, valid_to=max(ends)))
