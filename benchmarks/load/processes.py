"""The processes of a deployment, started, killed and started again: server, worker and database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

READY_S = 120.0
PAUSE_S = 0.05


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(slots=True)
class Process:
    """One `mnemic` command with what it started, in a process group of its own."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    _running: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Start it; what it says goes behind what it said before."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "mnemic", *self.arguments],
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """Kill it and its children at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and wait. Returns its exit status."""
        assert self._running is not None
        self._running.terminate()
        return self._running.wait(60)

    def alive(self) -> bool:
        """Whether it runs."""
        return self._running is not None and self._running.poll() is None

    def _end(self, by: signal.Signals) -> None:
        if self._running is not None:
            if self._running.poll() is None:
                os.killpg(self._running.pid, by)
            self._running.wait(60)


def ready(url: str, process: Process) -> None:
    """Wait until a server answers that it is ready.

    Raises:
        RuntimeError: it ended, or took too long; its log says why.
    """
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        if not process.alive():
            raise RuntimeError(f"The {process.name} has ended: see {process.log}.")
        try:
            if httpx2.get(f"{url}/readyz", timeout=5).is_success:
                return
        except httpx2.TransportError:
            time.sleep(PAUSE_S)
        time.sleep(PAUSE_S)
    raise RuntimeError(f"The {process.name} was not ready in {READY_S:g} s: see {process.log}.")
