"""`mnemic serve`: the memory over the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any

import typer

import mnemic
from mnemic.errors import InvalidSetting
from mnemic.faces.cli.call import Call


def serve(
    call: Call,
    target: Annotated[str | None, typer.Argument()] = None,
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65_535, metavar="N")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=256, metavar="N")] = 1,
    no_auth: Annotated[bool, typer.Option("--no-auth")] = False,
    no_worker: Annotated[bool, typer.Option("--no-worker")] = False,
) -> None:
    """Answer over HTTP until it is told to end."""
    try:
        from mnemic.faces.rest import server
        from mnemic.faces.rest.workers import Supervisor
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == mnemic.__name__:
            raise
        raise InvalidSetting(f"Serving needs the package {error.name!r}: pip install 'mnemic[server]'.") from error
    given: dict[str, Any] = {} if call.place.zone is None else {"zone": call.place.zone}
    chosen = mnemic.Settings(**given)
    serving = server.Serving(
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
        call.screen.say("serve.listening", url=url, target=_shown(serving.target))
        call.screen.document({"url": url, "key": None if made is None else made.token})
        if workers == 1:
            server.serve(serving, bound)
        else:
            Supervisor(serving, bound).run()


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"serve": serve})


def _shown(target: str) -> str:
    """A target without the password it may hold."""
    scheme, found, rest = target.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if found else target
