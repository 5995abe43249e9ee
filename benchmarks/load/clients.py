"""Clients that ask, add and look things up, each one request at a time, until the time is over.

A write bears an idempotency key and is sent again until it is acknowledged or the time is long over, as the official
client does; reads are not sent again. Pauses after a refusal are short: the load is to go on while things are down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic, perf_counter
from typing import Any
from uuid import UUID

import httpx2

from benchmarks.load.ledger import Ledger
from benchmarks.sentences import asked, said
from benchmarks.world import language_of, user_name

CONTEXTS, ADDS = 0.80, 0.15  # shares of requests; the rest is searches, lists, feedback, tasks and profiles
TIMEOUT_S = 30.0
PAUSE_S = 0.1
PATIENCE_S = 60.0  # after the end, for writes that were begun
PROBLEM = "application/problem+json"
_BREAKS = (httpx2.TransportError,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request of a client."""

    operation: str
    method: str
    path: str
    body: Mapping[str, Any] | None = None
    key: str | None = None  # idempotency key: of writes
    turn: str | None = None  # id of the turn that an add is about


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How much of what."""

    clients: int
    users: int
    seconds: float
    seed: int  # another for each run over the same memory


async def loaded(url: str, key: str | None, load: Load, ledger: Ledger) -> None:
    """Run every client to its end."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    limits = httpx2.Limits(max_connections=load.clients, max_keepalive_connections=load.clients)
    async with httpx2.AsyncClient(base_url=url, headers=headers, timeout=TIMEOUT_S, limits=limits) as http:
        end = monotonic() + load.seconds
        await asyncio.gather(*(_client(http, number, load, ledger, end) for number in range(load.clients)))


async def _client(http: httpx2.AsyncClient, number: int, load: Load, ledger: Ledger, end: float) -> None:
    chance, sent = Random(f"{load.seed}/{number}"), 0
    while monotonic() < end:
        person = chance.randrange(load.users)
        request = request_of(chance, person, f"c{number}-{load.seed}-{sent}")
        sent += 1
        await _sent(http, request, user_name(person), ledger, end)


async def _sent(http: httpx2.AsyncClient, request: Request, user: str, ledger: Ledger, end: float) -> None:
    headers = {} if request.key is None else {"Idempotency-Key": request.key}
    path = f"/v1/users/{user}{request.path}"
    while True:
        begun = perf_counter()
        try:
            answer = await http.request(request.method, path, json=request.body, headers=headers)
        except _BREAKS as error:
            ledger.broken[type(error).__name__] += 1
        else:
            if answer.is_success:
                ledger.answered(request.operation, user, answer.text, 1000 * (perf_counter() - begun))
                if request.turn is not None:
                    ledger.acknowledged[user].append(request.turn)
                return
            if not _clean(answer, ledger):
                ledger.unclean.append(f"{request.operation}: {answer.status_code} {answer.text[:200]}")
                return
        if request.key is None or monotonic() > end + PATIENCE_S:
            await asyncio.sleep(PAUSE_S)
            return
        await asyncio.sleep(PAUSE_S)


def _clean(answer: httpx2.Response, ledger: Ledger) -> bool:
    """Whether a refusal says what it is; such are counted, and may be sent again."""
    if not answer.headers.get("content-type", "").startswith(PROBLEM) or answer.status_code == 500:
        return False
    ledger.refused[f"{answer.status_code} {answer.json().get('error', '')}"] += 1
    return answer.status_code in (409, 429, 503)


def request_of(chance: Random, person: int, ref: str) -> Request:
    """One request by chance, of one user."""
    language, drawn = language_of(person), chance.random()
    if drawn < CONTEXTS:
        return Request(operation="context", method="POST", path="/context", body={"query": asked(chance, language)})
    key = str(UUID(int=chance.getrandbits(128), version=4))
    if drawn < CONTEXTS + ADDS:
        message = {
            "role": "user",
            "content": f"{said(chance, language)} ({ref}) [{user_name(person)}]",
            "id": ref,
        }
        body = {"messages": [message], "session": f"load-{ref.split('-')[0]}", "wait": False}
        return Request(operation="add", method="POST", path="/memories", body=body, key=key, turn=ref)
    return chance.choice(
        (
            Request(operation="search", method="POST", path="/search", body={"query": asked(chance, language)}),
            Request(operation="list", method="GET", path="/memories?limit=20"),
            Request(operation="tasks", method="GET", path="/tasks"),
            Request(operation="stats", method="GET", path="/stats"),
        )
    )
