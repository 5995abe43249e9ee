"""The MCP server as a command: over standard input and output for a client on this machine, or over HTTP."""

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
from mnemic.faces.cli.call import Call, UsageError

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory
    from mnemic.faces.rest.server import Serving

USER = "MNEMIC_MCP_USER"
PORT = 8378
HOST = "127.0.0.1"
REMOTE = ("http://", "https://")


class Acting(StrEnum):
    """Whom a client acts as."""

    AGENT = "agent"  # proposes what only the user may decide
    USER = "user"  # decides in the user's place


def mcp(
    call: Call,
    target: Annotated[str | None, typer.Argument()] = None,
    actor: Annotated[Acting, typer.Option("--actor")] = Acting.AGENT,
    reference: Annotated[bool, typer.Option("--reference")] = False,
    read_only: Annotated[bool, typer.Option("--read-only")] = False,
    http: Annotated[bool, typer.Option("--http")] = False,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS")] = HOST,
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, metavar="N")] = PORT,
    no_auth: Annotated[bool, typer.Option("--no-auth")] = False,
) -> None:
    """Serve the memory to MCP clients."""
    with _needed():
        if http:
            from mnemic.faces.rest.server import Serving

            serving = Serving(target=target or call.target, host=host, port=port, auth=not no_auth)
            _over_http(call, target, actor, serving, reference=reference, read_only=read_only)
        else:
            _over_stdio(call, target, actor, reference=reference, read_only=read_only)


COMMANDS = {"mcp": mcp}


def _over_stdio(call: Call, target: str | None, actor: Acting, *, reference: bool, read_only: bool) -> None:
    """Standard output is the protocol's from here on; everything else goes to standard error."""
    user = _user(call)
    if user is None:
        raise UsageError(call.screen.words.say("user.missing"))
    from mnemic.faces.mcp.callers import Caller, Fixed  # the whole library: help and misuse do not wait for it
    from mnemic.faces.mcp.server import mcp_server

    language = call.screen.words.language
    with _opened(call, target) as memory:
        seen = memory.user(user, agent=call.place.agent, actor=actor.value, purpose=call.place.purpose)
        caller = Caller(memory=seen, actor=actor.value, language=language, zone=call.shown_zone())
        mcp_server(Fixed(caller), language=language, reference=reference, read_only=read_only).run("stdio")


def _over_http(
    call: Call, target: str | None, actor: Acting, serving: Serving, *, reference: bool, read_only: bool
) -> None:
    if _remote(call, target):
        raise InvalidSetting("A server that is elsewhere answers MCP itself, at /mcp: give clients that address.")
    from mnemic.faces.mcp.http import ByKey, alone, mcp_app
    from mnemic.faces.rest import logs
    from mnemic.faces.rest.health import Life
    from mnemic.faces.rest.server import listening_socket, run_application, url_of

    serving.check()
    settings, life = serving.settings(), Life()
    logging.config.dictConfig(logs.configuration())
    with listening_socket(serving) as bound, _opened(call, target) as memory:
        binding = ByKey(
            memory=memory,
            user=_user(call),
            agent=call.place.agent,
            purpose=call.place.purpose,
            actor=actor.value,
            language=call.screen.words.language,
            zone=call.shown_zone(),
        )
        served = mcp_app(binding, settings, reference=reference, read_only=read_only)
        if serving.auth and not memory.keys.list():
            call.screen.note("mcp.keyless")
        call.screen.note("mcp.serving", url=url_of(bound))
        run_application(alone(served, memory, settings, auth=serving.auth, life=life), settings, life, bound)


def _user(call: Call) -> str | None:
    """The user of --user or, without it, of the environment."""
    return call.place.user or os.environ.get(USER) or call.named_user


def _remote(call: Call, target: str | None) -> bool:
    return (target or call.target).startswith(REMOTE)


@contextmanager
def _opened(call: Call, target: str | None) -> Iterator[OpenMemory]:
    """The memory to serve: a file or database with its worker, or a server elsewhere by the key of MNEMIC_API_KEY."""
    place = target or call.target
    opened: Any = mnemic.connect(place) if _remote(call, target) else mnemic.open(place, zone=call.place.zone)
    with opened as memory:
        yield memory


@contextmanager
def _needed() -> Iterator[None]:
    """Raises:
    InvalidSetting: a package that serving needs is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == mnemic.__name__:
            raise
        raise InvalidSetting(
            f"Serving MCP needs the package {error.name!r}: pip install 'mnemic[mcp]', for --http 'mnemic[mcp,server]'"
        ) from error
