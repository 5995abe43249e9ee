"""The memory for others: over HTTP, and for MCP clients over standard input and output or over HTTP."""

from __future__ import annotations

import logging.config
import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

import mnemic
from mnemic.errors import InvalidSetting
from mnemic.faces.cli.call import SERVERS, Call, UsageError

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory
    from mnemic.faces.rest.server import ServeOptions

MCP_USER = "MNEMIC_MCP_USER"
MCP_PORT = 8378
MCP_HOST = "127.0.0.1"

Port = Annotated[int, typer.Option(min=0, max=65_535, metavar="N")]
Host = Annotated[str, typer.Option(metavar="ADDRESS")]


class ClientActor(StrEnum):
    """Whom a client acts as."""

    AGENT = "agent"  # proposes what only the user may decide
    USER = "user"  # decides in the user's place


def serve(
    call: Call,
    target: str | None = None,
    *,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535, metavar="N")] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, metavar="N")] = 1,
    no_auth: bool = False,
    no_worker: bool = False,
) -> None:
    """Answer over HTTP until it is told to end."""
    with _needed("Serving needs the package {name!r}: pip install 'mnemic[server]'."):
        from mnemic.faces.rest import server  # an extra of the package
        from mnemic.faces.rest.workers import Supervisor
    given = call.settings
    chosen = mnemic.Settings(**given)
    serving = server.ServeOptions(
        target=target or call.target,
        host=chosen.serve_host if host is None else host,
        port=chosen.serve_port if port is None else port,
        workers=workers,
        auth=not no_auth,
        work=not no_worker,
        given=given,
    )
    serving.check()
    bound = server.listening_socket(serving)
    with bound:
        made = server.first_key(serving)
        url = server.url_of(bound)
        if made is not None:
            call.screen.say("serve.first_key", style="bold", token=made.token)
        if no_auth:
            call.screen.note("serve.no_auth", url=url)
        call.screen.say("serve.listening", url=url, target=_without_password(serving.target))
        call.screen.document({"url": url, "key": None if made is None else made.token})
        if workers == 1:
            server.serve(serving, bound)
        else:
            Supervisor(serving, bound).run()


def mcp(
    call: Call,
    target: str | None = None,
    *,
    actor: ClientActor = ClientActor.AGENT,
    reference: bool = False,
    read_only: bool = False,
    http: bool = False,
    host: Host = MCP_HOST,
    port: Port = MCP_PORT,
    no_auth: bool = False,
) -> None:
    """Serve the memory to MCP clients."""
    with _needed("Serving MCP needs the package {name!r}: pip install 'mnemic[mcp]', for --http 'mnemic[mcp,server]'"):
        if http:
            from mnemic.faces.rest.server import ServeOptions  # an extra of the package

            serving = ServeOptions(target=target or call.target, host=host, port=port, auth=not no_auth)
            _over_http(call, target, actor, serving, reference=reference, read_only=read_only)
        else:
            _over_stdio(call, target, actor, reference=reference, read_only=read_only)


def _over_stdio(call: Call, target: str | None, actor: ClientActor, *, reference: bool, read_only: bool) -> None:
    """Standard output is the protocol's from here on; everything else goes to standard error."""
    user = _mcp_user(call)
    if user is None:
        raise UsageError(call.words.say("user.missing"))
    from mnemic.faces.mcp.callers import Caller, FixedUser
    from mnemic.faces.mcp.server import mcp_server

    language = call.words.language
    with _opened(call, target) as memory:
        seen = memory.user(user, agent=call.place.agent, actor=actor.value, purpose=call.place.purpose)
        caller = Caller(memory=seen, actor=actor.value, language=language, zone=call.zone)
        mcp_server(FixedUser(caller), language=language, reference=reference, read_only=read_only).run("stdio")


def _over_http(
    call: Call, target: str | None, actor: ClientActor, serving: ServeOptions, *, reference: bool, read_only: bool
) -> None:
    if _remote(call, target):
        raise InvalidSetting("A server that is elsewhere answers MCP itself, at /mcp: give clients that address.")
    from mnemic.faces.mcp.http import KeyBinding, alone, mcp_app
    from mnemic.faces.rest import logs
    from mnemic.faces.rest.health import ProcessState
    from mnemic.faces.rest.server import listening_socket, run_application, url_of

    serving.check()
    settings, life = serving.settings(), ProcessState()
    logging.config.dictConfig(logs.configuration())
    with listening_socket(serving) as bound, _opened(call, target) as memory:
        binding = KeyBinding(
            memory=memory,
            user=_mcp_user(call),
            agent=call.place.agent,
            purpose=call.place.purpose,
            actor=actor.value,
            language=call.words.language,
            zone=call.zone,
        )
        served = mcp_app(binding, settings, reference=reference, read_only=read_only)
        if serving.auth and not memory.keys.list():
            call.screen.note("mcp.keyless")
        call.screen.note("mcp.serving", url=url_of(bound))
        run_application(alone(served, memory, settings, auth=serving.auth, life=life), settings, life, bound)


def _mcp_user(call: Call) -> str | None:
    """The user of --user or, without it, of the environment."""
    return call.place.user or os.environ.get(MCP_USER) or call.named_user


def _remote(call: Call, target: str | None) -> bool:
    return (target or call.target).startswith(SERVERS)


@contextmanager
def _opened(call: Call, target: str | None) -> Iterator[OpenMemory]:
    """The memory to serve: a file or database with its worker, or a server elsewhere by the key of MNEMIC_API_KEY."""
    place = target or call.target
    opened: Any = mnemic.connect(place) if _remote(call, target) else mnemic.open(place, zone=call.place.zone)
    with opened as memory:
        yield memory


@contextmanager
def _needed(sentence: str) -> Iterator[None]:
    """Raises:
    InvalidSetting: a package that serving needs is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == mnemic.__name__:
            raise
        raise InvalidSetting(sentence.format(name=error.name)) from error


def _without_password(target: str) -> str:
    """A target without the password it may hold."""
    scheme, found, rest = target.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if found else target
