"""A queue at the door: one thread at a time, in order of arrival."""

from __future__ import annotations

import threading
from collections import deque


class Turnstile:
    """A lock that serves threads in the order they came, which `threading.Lock` does not promise."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._holder: int | None = None

    @property
    def mine(self) -> bool:
        """Whether the calling thread is inside."""
        return self._holder == threading.get_ident()

    def enter(self, wait_s: float) -> bool:
        """Come in, or return False after waiting that long."""
        gate = threading.Lock()
        with self._guard:
            if self._holder is None and not self._waiting:
                self._holder = threading.get_ident()
                return True
            gate.acquire()
            self._waiting.append(gate)
        if gate.acquire(timeout=wait_s):
            self._holder = threading.get_ident()
            return True
        with self._guard:
            if gate in self._waiting:
                self._waiting.remove(gate)
                return False
        self._holder = threading.get_ident()  # it was let in at the very moment it gave up
        return True

    def leave(self) -> None:
        """Go out and let the next one in."""
        with self._guard:
            self._holder = None
            if self._waiting:
                self._holder = -1  # taken, by a thread that has not woken yet
                self._waiting.popleft().release()
