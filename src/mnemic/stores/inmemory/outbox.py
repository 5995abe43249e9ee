"""What a vector engine has not been told yet, in the in-memory store: it outlives its users."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import OutboxRow


def new_outbox_number() -> int:
    """A number that no earlier row of an outbox has."""
    return uuid.uuid4().int >> 66


class InMemoryOutbox:
    """One user's outbox in a transaction."""

    def __init__(self, rows: Mapping[str, int]) -> None:
        self.rows = dict(rows)
        self.owing = False  # something was entered
        self._number = new_outbox_number()

    def enqueue_in_outbox(self, ids: Iterable[str]) -> None:
        """Enter memories; "": everything goes."""
        entered = dict.fromkeys(ids, self._number)
        self.rows |= entered
        self.owing |= bool(entered)

    def settle(self, fed: Sequence[OutboxRow]) -> list[str]:
        """Take rows out that have the same number still. Returns ids of those that were gone already."""
        gone = [row.memory_id for row in fed if row.memory_id not in self.rows]
        for row in fed:
            if self.rows.get(row.memory_id) == row.number:
                del self.rows[row.memory_id]
        return gone


class InMemoryOutboxWriter:
    """The part of a writer that is about the outbox."""

    box: InMemoryOutbox

    def enqueue_in_outbox(self, ids: Sequence[str]) -> None:
        """Enter memories in the outbox as they are."""
        self.box.enqueue_in_outbox(ids)

    def settle(self, fed: Sequence[OutboxRow]) -> list[str]:
        """Take rows out of the outbox; one that has another number by now stays."""
        return self.box.settle(fed)


class InMemoryOutboxes:
    """The part of a store that is about outboxes."""

    def __init__(self) -> None:
        super().__init__()
        self.feeding: Callable[[Scope], None] | None = None
        self._outboxes: dict[Scope, Mapping[str, int]] = {}

    def users_with_outbox(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom something waits in the outbox, in order of tenant and id, from the one after."""
        waiting = sorted((scope.tenant, scope.user) for scope in list(self._outboxes))
        later = [one for one in waiting if after is None or one > (after.tenant, after.user)]
        return [Scope(tenant, user) for tenant, user in later[: max(limit, 0)]]

    def _outbox_of(self, scope: Scope) -> Mapping[str, int]:
        """One user's, which is never changed once it was committed."""
        return self._outboxes.get(scope, {})

    def _entering(self, scope: Scope) -> InMemoryOutbox:
        return InMemoryOutbox(self._outbox_of(scope))

    def _keep_box(self, scope: Scope, outbox: InMemoryOutbox) -> None:
        self._outboxes[scope] = outbox.rows
        if not outbox.rows:
            del self._outboxes[scope]

    def _tell(self, scope: Scope, outbox: InMemoryOutbox) -> None:
        """Say that something waits, once whoever wrote it lets others write."""
        if outbox.owing and self.feeding is not None:
            self.feeding(scope)
