"""The verb that looks at what an agent is about to do. `UserMemory` has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemic.api.core import Core
from mnemic.api.owner import Owner
from mnemic.domain.action import ActionCheck
from mnemic.domain.record import Status
from mnemic.domain.scope import Scope, name
from mnemic.rooms.session.withheld import withheld_in
from mnemic.safety.guard import actions

STATUSES = (Status.ACTIVE, Status.DORMANT, Status.QUARANTINED)


class Acting:
    """What an agent is about to do, in the light of what the user said."""

    _core: Core
    _scope: Scope
    _owner: Owner

    def check_action(
        self,
        action: str | Mapping[str, Any],
        *,
        session: str | None = None,
        said: str | Sequence[str] | None = None,
    ) -> ActionCheck:
        """Whether an action an agent proposes rests on the user's word, or on what only memory asks for. Nothing is
        done and nothing is stored: it is advice for whoever runs the tools.

        Args:
            action: words, a tool call {"name", "arguments"}, or one of the OpenAI format.
            session: the conversation it is proposed in; the user's turns in it count as said now.
            said: the user's words of this conversation as they were typed; needed to tell e-mail addresses apart, which
                are masked in what is stored.

        Returns:
            "allow", "ask" or "refuse", the risks, and for every value where it comes from, with memory ids.

        Raises:
            InvalidInput: it is neither words nor a tool call.
            InvalidScope: the session cannot be one.
        """
        within = None if session is None else name(session, "The session")
        typed = [said] if isinstance(said, str) else list(said or ())
        with self._owner.reading() as reader:
            memories = [memory for memory in reader.memories(statuses=STATUSES) if self._owner.sees(memory)]
            said_here = [] if within is None else reader.turns(session=within)
            turns = [turn for turn in said_here if self._owner.agent in (None, turn.agent)]
            withheld = frozenset() if within is None else withheld_in(reader, within, turns)
        here = {turn.source for turn in turns}
        earlier = [memory for memory in memories if self._owner.access.reads(memory) and not here & set(memory.sources)]
        spoken = [turn for turn in turns if turn.source not in withheld]
        outside = [memory for memory in memories if here & set(memory.sources) and memory.status is Status.QUARANTINED]
        user = self._scope.user
        return actions.check(
            action,
            said=[*typed, *actions.said_in(spoken, user)],
            evidence=list(actions.evidence_of([*earlier, *outside], turns, user, withheld)),
        )
