"""What happens when nobody is looking: what is due is done by a thread of this process, or by a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from mnemic.errors import StoreClosed
from mnemic.upkeep.jobs.attempts import foreign_error, result_or_error

REST_S = 900.0  # between two looks at what is due by the clock
POLL_S = 1.0  # between two looks of a process of its own, which nobody can wake
GRACE_S = 5.0  # on opening, another process may just be at the turns that wait; after this they are taken over
RETRY_S_MIN, RETRY_S_MAX = 1.0, 60.0  # back-off after a failure, doubled each time

log = logging.getLogger("mnemic")


class Worker:
    """Calls `run_due` when woken and when something is due, and tries again later when that fails. Nothing is lost by a
    failure: the turns stay in the log."""

    def __init__(self, run_due: Callable[[], int], *, rest_s: Callable[[], float | None]) -> None:
        self._run_due = run_due
        self._rest_s = rest_s  # how long it may rest while nobody wakes it; None: until then
        self._wake = Event()
        self._stop = Event()
        self._thread: Thread | None = None
        self._pause_s = RETRY_S_MIN
        self._wait_s: float | None = None

    def wake(self, *, after_s: float = 0.0) -> None:
        """Have the waiting turns understood soon."""
        if self._thread is None:
            self._thread = Thread(target=self._run, args=(after_s,), name="mnemic-worker", daemon=True)
            self._thread.start()
        if not after_s:
            self._wake.set()

    def serve(self, *, once: bool) -> None:
        """Work in the calling thread, until stopped; with `once`, until nothing is due.

        Raises:
            StoreClosed: the memory was closed meanwhile.
        """
        while not self._stop.is_set():
            done = self._once()
            if once and not done:
                return
            self._stop.wait(0.0 if done else min(self._wait_s or POLL_S, POLL_S))

    def stop(self) -> None:
        """Come to an end once the step at hand is finished."""
        self._stop.set()
        self._wake.set()

    def close(self) -> None:
        """Finish the turns at hand and stop. What still waits is understood after the next opening."""
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, after_s: float) -> None:
        self._wake.wait(after_s or None)
        while True:
            self._wake.clear()
            try:
                self._once()
            except StoreClosed:
                return
            if self._stop.is_set():
                return
            self._wake.wait(self._wait_s)

    def _once(self) -> int:
        """Do what is due. Returns how much there was; `_wait_s` says how long nothing will be."""
        done = result_or_error(self._run_due)
        if isinstance(done, StoreClosed):
            raise done
        if isinstance(done, Exception):
            log.error("The worker goes on in %.0f s: %s", self._pause_s, done, exc_info=foreign_error(done))
            self._wait_s, self._pause_s = self._pause_s, min(2 * self._pause_s, RETRY_S_MAX)
            return 0
        self._wait_s, self._pause_s = self._rest_s(), RETRY_S_MIN
        return done
