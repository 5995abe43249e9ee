"""What happens when nobody is looking: turns waiting in the log are understood by a thread of this process."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from mnemic.errors import MnemicError, StoreClosed

REST_S = 900.0  # between two looks at what is due by the clock
GRACE_S = 5.0  # on opening, another process may just be at the turns that wait; after this they are taken over
RETRY_S_MIN, RETRY_S_MAX = 1.0, 60.0  # back-off after a failure, doubled each time

log = logging.getLogger("mnemic")


class Worker:
    """A thread that calls `run_due` when woken, and tries again later when that fails. Nothing is lost by a failure:
    the turns stay in the log."""

    def __init__(self, run_due: Callable[[], int], *, rest_s: float | None = None) -> None:
        self._run_due = run_due
        self._rest_s = rest_s  # how long it rests at most while nobody wakes it
        self._wake = Event()
        self._stop = Event()
        self._thread: Thread | None = None

    def wake(self, *, after_s: float = 0.0) -> None:
        """Have the waiting turns understood soon."""
        if self._thread is None:
            self._thread = Thread(target=self._run, args=(after_s,), name="mnemic-worker", daemon=True)
            self._thread.start()
        if not after_s:
            self._wake.set()

    def close(self) -> None:
        """Finish the turns at hand and stop. What still waits is understood after the next opening."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, after_s: float) -> None:
        self._wake.wait(after_s or None)
        pause_s = RETRY_S_MIN
        while True:
            self._wake.clear()
            try:
                self._run_due()
                wait_s, pause_s = self._rest_s, RETRY_S_MIN
            except StoreClosed:
                return
            except MnemicError as error:
                log.error("Turns could not be understood and stay in the log; next try in %.0f s: %s", pause_s, error)
                wait_s, pause_s = pause_s, min(2 * pause_s, RETRY_S_MAX)
            if self._stop.is_set():
                return
            self._wake.wait(wait_s)
