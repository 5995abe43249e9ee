"""One process that serves: it opens the memory, answers at a socket until it is told to end, and leaves in order."""

from __future__ import annotations

import importlib.util
import logging.config
import os
import signal
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import parent_process
from threading import Thread
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.api_key import NewApiKey
from mnemic.errors import InvalidSetting, ServerUnavailable
from mnemic.faces.rest import logs
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.headers import is_loopback, own_names
from mnemic.faces.rest.health import ProcessState
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import Settings, load

BACKLOG = 2_048  # connections that wait to be taken
KEEP_ALIVE_S = 75  # how long an idle connection is kept, longer than balancers keep theirs
NOWHERE = ":memory:"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """What is served, where, and by how many processes. It goes to them as it is."""

    target: str
    host: str
    port: int  # 0: any that is free
    workers: int = 1
    auth: bool = True
    work: bool = True  # whether these processes also understand what waits, and do the upkeep
    given: Mapping[str, Any] = field(default_factory=dict)  # settings that were named for this server

    def settings(self) -> Settings:
        """The settings, with what was named.

        Raises:
            InvalidSetting: a setting that cannot be used.
        """
        return load(**{**self.given, "serve_host": self.host, "serve_port": self.port})

    @property
    def local(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    def check(self) -> None:
        """Raises:
        InvalidSetting: everybody could reach everything, or processes would share what lives in one of them.
        """
        if not self.auth and not self.local:
            raise InvalidSetting(
                f"Without keys the server listens at a loopback address only, not at {self.host}: leave out --no-auth, "
                "or name --host 127.0.0.1."
            )
        if self.workers > 1 and self.target == NOWHERE:
            raise InvalidSetting("A memory in :memory: lives in one process: name a file, or leave --workers at 1.")

    def opened(self, *, background: bool) -> OpenMemory:
        """The memory, opened."""
        return mnemic.open(self.target, **{**self.given, "background": background})


def listening_socket(serving: ServeOptions) -> socket.socket:
    """The socket all processes take requests from; from now on they wait in it.

    Raises:
        ServerUnavailable: the address is not this machine's, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((serving.host, serving.port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise ServerUnavailable(
            f"The server cannot listen at {serving.host} port {serving.port}: {error.strerror}. Name another --port."
        ) from error
    return made


def url_of(bound: socket.socket) -> str:
    """Where a socket is reached."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def first_key(serving: ServeOptions) -> NewApiKey | None:
    """The first key of a memory that has none: an administrator's. None where there are keys, or none is needed.

    The memory is opened for it, so that what keeps it from being served is said before anything listens.
    """
    with serving.opened(background=False) as memory:
        if not serving.auth or memory.keys.list():
            return None
        return memory.keys.create("first", admin=True)


def application(memory: OpenMemory, serving: ServeOptions, life: ProcessState) -> ASGIApp:
    """Everything the server answers: REST, and MCP where its package is installed."""
    settings = serving.settings()
    app = create_app(memory, settings)
    if importlib.util.find_spec("mcp") is not None:
        from mnemic.faces.mcp.http import mount

        mount(app, memory, settings)
    guards = Guards(auth=serving.auth, hosts=own_names(settings), workers=serving.workers, life=life)
    return guarded(app, memory, settings, guards)


def serve(serving: ServeOptions, bound: socket.socket) -> None:
    """Answer at a socket until SIGTERM or SIGINT: then no more connections are taken, running requests go on to their
    end, and what is counted in memory is written. A second signal ends running requests at once."""
    logging.config.dictConfig(logs.configuration())
    settings, life = serving.settings(), ProcessState()

    def end(*_: object) -> None:
        life.ending = True

    before = {one: signal.signal(one, end) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        warm_up(serving)
        if not life.ending:
            _serve(serving, bound, settings, life)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def warm_up(serving: ServeOptions) -> None:
    """Load what is loaded by the first who needs it, such as word lists and models, in a memory that is thrown away:
    else the first requests would wait for it. Nothing outside the machine is asked."""
    plain = {"extraction": "rules", "guard_model": "off", "second_round": "off", "reranker": "none"}
    given = {**serving.given, **plain, "vector_index": "none", "background": False}
    with mnemic.open(NOWHERE, **given) as memory:
        nobody = memory.user("nobody")
        nobody.add("I live in Paris. 我喜欢喝茶。")
        nobody.search("Where do I live? 我喜欢什么？")


def _serve(serving: ServeOptions, bound: socket.socket, settings: Settings, life: ProcessState) -> None:
    with serving.opened(background=serving.work) as memory:
        app = application(memory, serving, life)
        if serving.work:
            memory.wake()
        run_application(app, settings, life, bound)


def run_application(app: ASGIApp, settings: Settings, life: ProcessState, bound: socket.socket) -> None:
    """Answer at a socket with an application, until a signal as for `serve`. It returns then, so that whoever opened a
    memory for it closes it."""
    _Server(app, settings, life).run(sockets=[bound])


def serve_supervised(serving: ServeOptions, bound: socket.socket) -> None:
    """The same as one process of several: it listens to its supervisor alone, and ends when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (above := parent_process()) is not None:
        Thread(target=_end_with, args=(above,), name="mnemic-orphan", daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(serving, bound)


class _Server(uvicorn.Server):
    """Ends by signals with code 0."""

    def __init__(self, app: ASGIApp, settings: Settings, life: ProcessState) -> None:
        proxies = list(settings.serve_proxies)
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=proxies,
                ws="none",
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=int(settings.shutdown_grace_s),
            )
        )
        self._life = life

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, or hurry where that is under way."""
        if self._life.ending:
            self.force_exit = True
        self._life.ending = True
        self.should_exit = True


def _end_with(above: Any) -> None:
    above.join()
    os.kill(os.getpid(), signal.SIGTERM)
