"""Which memories a listing shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from mnemic.domain.consolidated import part_ids_of, statement_kinds_of
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Status, Tier
from mnemic.domain.validity import is_true_at
from mnemic.errors import InvalidQuery
from mnemic.reading.question import agent_to_read

ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What to list. Without `kinds` every kind but episodes, which are the turns themselves, and what rooms keep."""

    kinds: tuple[Kind, ...] | None = None
    status: str = Status.ACTIVE
    session: str | None = None
    agent: str | None = None
    as_of: datetime | None = None

    def __post_init__(self) -> None:
        agent_to_read(self.agent)
        if self.status != ANY and self.status not in list(Status):
            raise InvalidQuery(f"There is no status {self.status!r}. Known are: {', '.join(Status)}, {ANY}.")

    def shows(self, memory: Memory) -> bool:
        """Whether a memory belongs in the listing."""
        return self._kind(memory) and self._reach(memory) and self._truth(memory)

    def _kind(self, memory: Memory) -> bool:
        if self.kinds is None:
            return memory.kind is not Kind.EPISODE and memory.kind not in ROOM_KINDS
        return any(kind in self.kinds for kind in statement_kinds_of(memory))

    def _reach(self, memory: Memory) -> bool:
        if self.agent is not None and memory.agent != self.agent:
            return False
        if memory.kind in ROOM_KINDS:  # they are no one's words, so they bear their session themselves
            return self.session in (None, memory.session)
        if self.session is None:
            return memory.tier is not Tier.SESSION
        return any(source.session == self.session for source in memory.sources)

    def _truth(self, memory: Memory) -> bool:
        if self.as_of is not None:
            stated = memory.status is not Status.QUARANTINED and not part_ids_of(memory)  # the parts of a dense one are
            return stated and is_true_at(memory, self.as_of)
        if self.status == ANY:
            return True
        return memory.status == self.status and (self.status != Status.ACTIVE or memory.superseded_at is None)


def check_page_limits(limit: int | None, offset: int) -> None:
    """Check a page of a listing.

    Raises:
        InvalidQuery: a limit below 1 or an offset below 0.
    """
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        raise InvalidQuery(f"limit must be 1 or more, or None for all, not {limit!r}.")
    if not isinstance(offset, int) or isinstance(offset, bool) or offset < 0:
        raise InvalidQuery(f"offset must be 0 or more, not {offset!r}.")
