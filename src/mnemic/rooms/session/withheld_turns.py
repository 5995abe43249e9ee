"""Which turns of a conversation are not to be taken at their word: the guard keeps them from use (S2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mnemic.domain.record import Kind, Source, Status, Turn, TurnState
from mnemic.ports import Reader
from mnemic.safety.guard import screen
from mnemic.safety.guard.lessons import lessons_in
from mnemic.safety.guard.mark import withheld_turns

STATUSES = (Status.QUARANTINED, Status.ARCHIVED)  # of what the guard holds, and of what it held until it was rejected


def withheld_turns_in(reader: Reader, session: str, turns: Iterable[Turn]) -> frozenset[Source]:
    """Turns of a session that the guard holds, held until the user rejected them, or would hold once they are
    understood."""
    found = reader.memories(session=session, statuses=STATUSES)
    held = withheld_turns(one for one in found if one.kind is Kind.EPISODE)
    waiting = [turn for turn in turns if turn.state is TurnState.PENDING and turn.text]
    lessons = lessons_in(reader) if waiting else None
    if lessons is None:
        return held
    judged = ((turn.source, screen.judge_text(turn.text, turn.origin, lessons)) for turn in waiting)
    return held | {source for source, verdict in judged if verdict.decision is screen.GuardDecision.QUARANTINE}


def without_withheld(reader: Reader, turns: Sequence[Turn]) -> list[Turn]:
    """A few turns that were understood before, without those the guard keeps from use."""
    found = (reader.memories(source=turn.source, statuses=STATUSES) for turn in turns)
    return [turn for turn, made in zip(turns, found, strict=True) if turn.source not in withheld_turns(made)]
