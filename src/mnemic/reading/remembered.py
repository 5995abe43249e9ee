"""What an opened memory remembers of its own answers: traces, and how often memories were used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import datetime
from threading import Lock

from mnemic.domain.query import Trace
from mnemic.domain.scope import Scope

USES_MAX = 500  # memories of a user whose uses are counted before they are written


class Traces:
    """The newest traces, in memory only, since they hold the words of questions."""

    def __init__(self, traces_max: int) -> None:
        self._traces_max = traces_max
        self._lock = Lock()
        self._traces: OrderedDict[tuple[Scope, str], Trace] = OrderedDict()

    def keep(self, scope: Scope, trace: Trace) -> None:
        """Keep a trace; the oldest goes when there are too many."""
        with self._lock:
            self._traces[scope, trace.id] = trace
            while len(self._traces) > self._traces_max:
                self._traces.popitem(last=False)

    def get(self, scope: Scope, id: str) -> Trace | None:
        """One user's trace, or None."""
        with self._lock:
            return self._traces.get((scope, id))

    def forget(self, scope: Scope) -> None:
        """Drop every trace of a user."""
        with self._lock:
            for key in [key for key in self._traces if key[0] == scope]:
                del self._traces[key]


class Uses:
    """Counts of use, gathered in memory and written in a batch, so that reading never waits for a write."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._uses: dict[Scope, dict[str, tuple[int, datetime]]] = {}

    def count(self, scope: Scope, ids: Iterable[str], at: datetime) -> bool:
        """Count one use of each; True when it is time to write them."""
        with self._lock:
            counted = self._uses.setdefault(scope, {})
            for id in ids:
                counted[id] = counted.get(id, (0, at))[0] + 1, at
            return len(counted) >= USES_MAX

    def take(self, scope: Scope) -> Mapping[str, tuple[int, datetime]]:
        """A user's counts, which are then no longer held here."""
        with self._lock:
            return self._uses.pop(scope, {})

    def scopes(self) -> list[Scope]:
        """Users with counts not yet written."""
        with self._lock:
            return list(self._uses)
