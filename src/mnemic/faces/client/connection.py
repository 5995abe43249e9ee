"""Connecting to a server: what `mnemic.connect` and `mnemic.aconnect` do."""

from __future__ import annotations

import os
import random
from datetime import UTC, datetime
from importlib import import_module
from types import ModuleType

from mnemic.errors import InvalidSetting, ServerUnavailable
from mnemic.faces.client.link import Link, Server
from mnemic.faces.client.remote import RemoteAsyncMemory, RemoteMemory
from mnemic.faces.client.retries import RetryPolicy

URL = "MNEMIC_URL"
KEY = "MNEMIC_API_KEY"
TIMEOUT_S = 30.0
RETRIES = 2
RETRIES_MAX = 20


def connect(
    url: str | None = None, *, key: str | None = None, timeout_s: float = TIMEOUT_S, retries: int = RETRIES
) -> RemoteMemory:
    """Connect to a memory that `mnemic serve` serves. What it gives has the shape of what `mnemic.open` gives: the same
    verbs and rooms, values and errors, so that a program changes one line.

    Nothing is sent before the first verb is called.

    Args:
        url: the server's address, as http://127.0.0.1:8377; default MNEMIC_URL of the environment.
        key: the key, as mn_...; default MNEMIC_API_KEY of the environment. It is shown nowhere.
        timeout_s: seconds to wait for the server to go on answering, each time anything is awaited.
        retries: how often a request is sent again after silence, and where the server is busy (503, 429 with
            Retry-After). A request that changes something bears an `Idempotency-Key`, so it is carried out once.

    Raises:
        InvalidSetting: no address, or one that is none.
        ServerUnavailable: the extra `client` is not installed; and by each verb, where the server does not answer.
    """
    server = _server(url, key)
    transport = _transports().BlockingTransport(server, timeout_s=_checked(timeout_s))
    return RemoteMemory(Link(server=server, transport=transport, retrying=_retrying(retries)))


def aconnect(
    url: str | None = None, *, key: str | None = None, timeout_s: float = TIMEOUT_S, retries: int = RETRIES
) -> RemoteAsyncMemory:
    """As `connect`, for asynchronous callers: `async with mnemic.aconnect() as memory`. The verbs are awaited, and none
    needs a thread.

    Raises:
        InvalidSetting: as for `connect`.
    """
    server = _server(url, key)
    transport = _transports().AsyncTransport(server, timeout_s=_checked(timeout_s))
    return RemoteAsyncMemory(Link(server=server, transport=transport, retrying=_retrying(retries)))


def _server(url: str | None, key: str | None) -> Server:
    address = url if url is not None else os.environ.get(URL)
    if not address:
        raise InvalidSetting(f"No server is named: mnemic.connect('http://127.0.0.1:8377'), or set {URL}.")
    return Server.at(address, key if key is not None else os.environ.get(KEY))


def _checked(timeout_s: float) -> float:
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int | float) or not 0 < timeout_s < float("inf"):
        raise InvalidSetting(f"timeout_s must be a number of seconds above 0, not {timeout_s!r}.")
    return float(timeout_s)


def _retrying(retries: int) -> RetryPolicy:
    if not isinstance(retries, int) or isinstance(retries, bool) or not 0 <= retries <= RETRIES_MAX:
        raise InvalidSetting(f"retries must be a number from 0 to {RETRIES_MAX}, not {retries!r}.")
    return RetryPolicy(retries=retries, chance=random.random, now=lambda: datetime.now(UTC))


def _transports() -> ModuleType:
    try:
        return import_module("mnemic.faces.client.transport")
    except ImportError as error:
        raise ServerUnavailable("Connecting needs one more package: pip install 'mnemic[client]'.") from error
