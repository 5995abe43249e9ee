"""What an agent is about to do, in the light of what the user said: `UserMemory.check_action`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemic.api.owner import Owner
from mnemic.domain.action import ActionCheck
from mnemic.domain.record import Status
from mnemic.domain.scope import checked_name
from mnemic.rooms.session.messages import withheld_turns_in
from mnemic.safety.guard import actions

STATUSES = (Status.ACTIVE, Status.DORMANT, Status.QUARANTINED)


def checked_action(
    owner: Owner, action: str | Mapping[str, Any], *, session: str | None, said: str | Sequence[str] | None
) -> ActionCheck:
    """Whether an action rests on the user's word: the values of it among what was said, and what is remembered."""
    within = None if session is None else checked_name(session, "The session")
    typed = [said] if isinstance(said, str) else list(said or ())
    with owner.reading() as reader:
        memories = [memory for memory in reader.memories(statuses=STATUSES) if owner.sees(memory)]
        said_here = [] if within is None else reader.turns(session=within)
        turns = [turn for turn in said_here if owner.agent in (None, turn.agent)]
        withheld = frozenset() if within is None else withheld_turns_in(reader, within, turns)
    here = {turn.source for turn in turns}
    earlier = [memory for memory in memories if owner.access.reads(memory) and not here & set(memory.sources)]
    spoken = [turn for turn in turns if turn.source not in withheld]
    outside = [memory for memory in memories if here & set(memory.sources) and memory.status is Status.QUARANTINED]
    user = owner.scope.user
    return actions.judge_action(
        action,
        said=[*typed, *actions.own_words_in(spoken, user)],
        evidence=list(actions.evidence_from([*earlier, *outside], turns, user, withheld)),
    )
