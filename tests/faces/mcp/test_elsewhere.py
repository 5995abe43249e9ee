"""A server for a client that only starts commands, over a memory that another server serves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from mcp import Client

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.faces.client.remote import RemoteMemory
from mnemic.faces.mcp.callers import Caller, FixedUser
from mnemic.faces.mcp.server import mcp_server
from mnemic.faces.rest.health import ProcessState
from mnemic.faces.rest.server import ServeOptions, application
from tests.faces.mcp.clients import answer, opened, read, text
from tests.faces.mcp.reference import answered as reference_answers
from tests.faces.mcp.reference import drawn
from tests.faces.mcp.serving import served


@pytest.fixture(scope="module")
def local() -> Iterator[OpenMemory]:
    """The memory where it lies."""
    with opened() as memory:
        yield memory


@pytest.fixture(scope="module")
def remote(local: OpenMemory) -> Iterator[RemoteMemory]:
    """The same memory from afar."""
    token = local.keys.create(users=["alice", "carol"], actor="agent").token
    serving = ServeOptions(
        target=":memory:", host="127.0.0.1", port=0, given={"embedder": "hashing", "background": False}
    )
    with served(application(local, serving, ProcessState())) as url, mnemic.connect(url, key=token) as memory:
        yield memory


def test_tools_do_from_afar_what_they_do_here(local: OpenMemory, remote: RemoteMemory) -> None:
    """What is remembered, listed, corrected, proposed, begun and forgotten from afar is so where the memory lies."""

    async def act() -> None:
        caller = Caller(memory=remote.user("alice", actor="agent"))
        async with Client(mcp_server(FixedUser(caller))) as client:
            id = (await answer(client, "memory_add", messages="I prefer aisle seats."))["added"][0]["id"]
            assert (await answer(client, "memory_search", query="Which seat?"))["hits"][0]["memory"]["id"] == id
            assert "aisle" in (await answer(client, "memory_context", message="Which seat?"))["text"]
            assert (await answer(client, "memory_get", id=id[:8], history=True))["history"]
            await answer(client, "memory_update", id=id, text="The user prefers window seats.")
            made = await answer(client, "memory_propose", text="The user is called Ana.", key="name")
            assert "AccessDenied" in await text(client, "memory_confirm", id=made["memory"]["id"])
            await answer(client, "task_start", goal="Plan a trip", steps=["book"])
            assert "Plan a trip" in await read(client, "memory://tasks")
            assert "aisle" in await read(client, "memory://session/main")
            assert (await answer(client, "profile_get"))["evidence"]

    asyncio.run(act())
    alice = local.user("alice")
    assert "The user prefers window seats." in [one.text for one in alice.list()]
    assert [task.goal for task in alice.tasks.list()] == ["Plan a trip"]


def test_the_graph_is_the_same_from_afar(remote: RemoteMemory) -> None:
    """The nine tools give from afar what they give in the process."""

    async def played(caller: Caller) -> list[dict[str, object]]:
        async with Client(mcp_server(FixedUser(caller), reference=True)) as client:
            return await reference_answers(client, drawn(seed=5, steps=30))

    with opened() as memory:
        here = asyncio.run(played(Caller(memory=memory.user("carol", actor="agent"))))
    assert asyncio.run(played(Caller(memory=remote.user("carol", actor="agent")))) == here
