"""What the tests of the server share: the application in this process, and `mnemic serve` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from starlette.types import ASGIApp

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import load
from tests.conftest import Ticking

STARTED_S_MAX = 90.0
TOKEN = re.compile(r"mn_[0-9a-f]{12}_[A-Za-z0-9_-]{43}")


@pytest.fixture
def memory(clock: Ticking) -> Iterator[OpenMemory]:
    """An empty memory."""
    with mnemic.open(":memory:", embedder="hashing", background=False, clock=clock) as opened:
        yield opened


@pytest.fixture
def served(memory: OpenMemory) -> Callable[..., ASGIApp]:
    """The whole application with some settings."""

    def made(guards: Guards | None = None, **given: Any) -> ASGIApp:
        settings = load(**given)
        return guarded(create_app(memory, settings), memory, settings, guards or Guards())

    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A process that serves."""

    process: subprocess.Popen[bytes]
    url: str
    key: str
    output: Path
    log: Path

    @property
    def headers(self) -> dict[str, str]:
        """Those of a request with the first key, where there is one."""
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def client(self, **headers: str) -> httpx2.Client:
        """Somebody with the first key."""
        return httpx2.Client(base_url=self.url, headers=self.headers | headers, timeout=60, trust_env=False)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        parts = urlsplit(self.url)
        return parts.hostname or "", parts.port or 0

    def end(self) -> int:
        """Tell it to end; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[Server]:
    """`mnemic serve` over a memory file in a folder, at a free port."""
    output, log = folder / "output.txt", folder / "log.txt"
    settings = {
        "MNEMIC_EMBEDDER": "hashing",
        "MNEMIC_JUDGE": "none",
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
    } | environment
    command = [sys.executable, "-m", "mnemic", "serve", str(folder / "memory.db"), "--port", "0", *options]
    with output.open("wb") as out, log.open("wb") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, env=dict(os.environ) | settings, cwd=folder)
    try:
        url, key = _begun(process, output, log)
        yield Server(process=process, url=url, key=key, output=output, log=log)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(60)


def _begun(process: subprocess.Popen[bytes], output: Path, log: Path) -> tuple[str, str]:
    until = time.monotonic() + STARTED_S_MAX
    while time.monotonic() < until and process.poll() is None:
        said = output.read_text(encoding="utf-8")
        if found := re.search(r"http://\S+?:\d+", said):
            token = TOKEN.search(said)
            return found[0], token[0] if token else ""
        time.sleep(0.05)
    raise AssertionError(f"It did not begin: {output.read_text(encoding='utf-8')}{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process that leave it running."""
    with serving(tmp_path_factory.mktemp("served"), MNEMIC_KEY_CACHE_S="1") as begun:
        yield begun
