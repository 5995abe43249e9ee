"""What is held about a user, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mnemic.domain.query import SessionInfo, Stats
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Status, Turn, TurnState
from mnemic.domain.validity import is_current


def stats_of(memories: Sequence[Memory], turns: Sequence[Turn], rows: Mapping[str, int]) -> Stats:
    """Memories and turns counted; `rows` are the store's counts per table."""
    live = [memory for memory in memories if memory.status is Status.ACTIVE and is_current(memory)]
    episodes = sum(memory.kind is Kind.EPISODE for memory in live)
    rooms = sum(memory.kind in ROOM_KINDS for memory in live)
    return Stats(
        turns=len(turns),
        pending=sum(turn.state is TurnState.PENDING for turn in turns),
        sessions=len({turn.session for turn in turns}),
        memories=len(live) - episodes - rooms,
        episodes=episodes,
        by_kind=dict(sorted(Counter(memory.kind.value for memory in live).items())),
        by_status=dict(sorted(Counter(memory.status.value for memory in memories).items())),
        history=rows["history"],
        vectors=rows["index"],
    )


def sessions_of(turns: Sequence[Turn]) -> list[SessionInfo]:
    """The sessions of some turns, in order of their first one."""
    by_session: dict[str, list[Turn]] = {}
    for turn in turns:
        by_session.setdefault(turn.session, []).append(turn)
    return [
        SessionInfo(
            id=id,
            turns=len(said),
            first_said_at=min(turn.said_at for turn in said),
            last_said_at=max(turn.said_at for turn in said),
        )
        for id, said in by_session.items()
    ]
