"""The server over streamable HTTP with keys: who gets in, and that no argument reaches beyond the key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from mcp import Client, MCPError

from mnemic.api.memory import OpenMemory
from mnemic.faces.mcp.http import KeyBinding, alone, mcp_app, security
from mnemic.faces.rest.health import ProcessState
from mnemic.faces.rest.server import ServeOptions, application
from mnemic.settings import Settings, load
from tests.faces.mcp.clients import MODES, Answer, Mode, ToolFailed, answer, opened, over_http, read, text, text_of
from tests.faces.mcp.serving import served
from tests.tables import each_row

SECRET = "The code word of Bob is pomegranate."
SETTINGS = {"embedder": "hashing", "background": False}


def settings() -> Settings:
    """Settings as they are, without a model."""
    return load(**SETTINGS)


@pytest.fixture(scope="module")
def memory() -> Iterator[OpenMemory]:
    """Alice's and Bob's memory."""
    with opened() as memory:
        memory.user("alice").add("I prefer aisle seats.")
        bob = memory.user("bob")
        bob.add(SECRET, session="bobs")
        bob.tasks.start("Hide the pomegranate")
        yield memory


@pytest.fixture(scope="module")
def url(memory: OpenMemory) -> Iterator[str]:
    """Where the server answers."""
    with served(alone(mcp_app(KeyBinding(memory=memory), settings()), memory, settings())) as address:
        yield f"{address}/mcp"


def key(memory: OpenMemory, **limits: Any) -> str:
    """A new key of an agent."""
    return memory.keys.create(**({"actor": "agent"} | limits)).token


def asked(
    url: str, token: str | None, act: Callable[[Client], Awaitable[Answer]], /, mode: Mode = "auto", **headers: str
) -> Answer:
    """What a client at the address does."""

    async def run() -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with over_http(url, token, mode=mode, headers=named) as client:
            return await act(client)

    return asyncio.run(run())


def refused(url: str, token: str, **headers: str) -> str:
    """Why a client at the address is told nothing about seats."""
    try:
        found = asked(url, token, seats, "auto", **headers)
    except (ExceptionGroup, MCPError, ToolFailed) as error:
        return str(_innermost(error))
    raise AssertionError(f"it was not refused, but told {found}")


async def seats(client: Client) -> list[str]:
    """What is found about seats."""
    found = await answer(client, "memory_search", query="Which seat should I book?")
    return [hit["memory"]["text"] for hit in found["hits"]]


def post(url: str, **headers: str) -> httpx2.Response:
    """One bare request."""
    accept = {"Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return httpx2.post(url, json=body, headers={**accept, **headers})


@each_row("mode", MODES)
def test_a_key_of_one_user_is_that_users(memory: OpenMemory, url: str, mode: Mode) -> None:
    """Nothing is named: the key says whose memory it is, in either form of the protocol."""
    assert asked(url, key(memory, users=["alice"]), seats, mode=mode) == ["The user prefers aisle seats."]


def test_without_a_key_nobody_gets_in(url: str) -> None:
    """The answer is 401, and says how to authenticate."""
    for headers in ({}, {"Authorization": "Bearer mn_000000000000_" + "A" * 43}, {"Authorization": "Basic eDp5"}):
        refused = post(url, **headers)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_key_gets_nobody_in(memory: OpenMemory, url: str) -> None:
    """A key that was revoked before it was ever seen is not taken."""
    token = key(memory, users=["alice"])
    memory.keys.revoke(token)
    assert post(url, Authorization=f"Bearer {token}").status_code == 401


def test_a_key_of_several_users_names_one(memory: OpenMemory, url: str) -> None:
    """The client's configuration names the user by a header; without it nothing is read."""
    token = key(memory, users=["alice", "carol"])
    assert asked(url, token, seats, Mnemic_User="alice") == ["The user prefers aisle seats."]
    assert asked(url, token, seats, Mnemic_User="carol") == []
    assert "Mnemic-User" in refused(url, token)


def test_a_header_does_not_reach_beyond_the_key(memory: OpenMemory, url: str) -> None:
    """A key of Alice's is not Bob's, whatever the header says."""
    assert "not for this user" in refused(url, key(memory, users=["alice"]), Mnemic_User="bob")


def test_names_of_users_may_hold_anything(memory: OpenMemory, url: str) -> None:
    """A header takes an id percent-encoded."""
    memory.user("王 小明/é").add("I prefer window seats.")
    token = key(memory, users=["王 小明/é", "x"])
    assert asked(url, token, seats, Mnemic_User=quote("王 小明/é", safe="")) == ["The user prefers window seats."]


def test_no_argument_reaches_another_user(memory: OpenMemory, url: str) -> None:
    """Arguments that name another user are no arguments; ids and addresses of another user are not found."""
    bob = memory.user("bob")
    memories = [one.id for one in bob.list(kinds=["episode", "fact", "note"], status="any")]
    task = bob.tasks.list()[0].id
    others = {"user": "bob", "user_id": "bob", "tenant": "default", "scope": {"user": "bob"}, "actor": "administrator"}

    async def everything(client: Client) -> str:
        said = []
        for tool in (await client.list_tools()).tools:
            given = _filled(tool.input_schema)
            said.append(text_of(await client.call_tool(tool.name, {**given, **others})))
        for id in memories:
            for verb in ("memory_get", "memory_update", "memory_forget", "memory_confirm"):
                for named in (id, id[:8]):
                    said.append(await text(client, verb, id=named, text="gone", history=True, **others))
        said.append(await text(client, "task_set", id=task, values={"x": 1}))
        said.append(await text(client, "memory_search", query="pomegranate", session="bobs", task=task, **others))
        said.append(await text(client, "memory_context", message="pomegranate code word", session="bobs", **others))
        said.append(await text(client, "memory_list", session="bobs", status="any", kinds=["episode"], **others))
        said.append(await text(client, "memory_forget", session="bobs", **others))
        for uri in ("memory://session/bobs", *(f"memory://memory/{id}" for id in memories), "memory://bob/profile"):
            try:
                said.append(await read(client, uri))
            except MCPError as error:
                said.append(str(error))
        return "\n".join(said).replace("pomegranate code word", "").replace("query='pomegranate'", "")

    before = [one.text for one in bob.list(status="any")]
    said = asked(url, key(memory, users=["mallory"]), everything, Mnemic_Agent="planner")
    assert "Bob" not in said
    assert "Hide" not in said
    assert [one.text for one in bob.list(status="any")] == before
    assert bob.tasks.get(task).data == {}
    assert [turn.text for turn in bob.turns("bobs")] == [SECRET]


def test_a_key_acts_as_an_agent_at_most(memory: OpenMemory, url: str) -> None:
    """Even with a key of the user's own a client proposes, and does not confirm, unless the operator says so."""
    proposal = memory.user("erin").permanent.propose("The user is called Ana.", key="name")
    token = key(memory, actor="user", users=["erin"])

    async def confirm(client: Client) -> str:
        return await text(client, "memory_confirm", id=proposal.id)

    assert "AccessDenied" in asked(url, token, confirm)
    trusting = alone(mcp_app(KeyBinding(memory=memory, actor="user"), settings()), memory, settings())
    with served(trusting) as address:
        assert "AccessDenied" in asked(f"{address}/mcp", key(memory, users=["erin"]), confirm)
        assert "AccessDenied" not in asked(f"{address}/mcp", token, confirm)


def test_verbs_that_a_key_has_not_are_denied(memory: OpenMemory, url: str) -> None:
    """A key for reading reads; writing is denied, and nothing is written."""
    token = key(memory, users=["dora"], verbs=["read"])

    async def act(client: Client) -> tuple[list[str], str]:
        return await seats(client), await text(client, "memory_add", messages="I prefer aisle seats.")

    found, said = asked(url, token, act)
    assert found == []
    assert "AccessDenied" in said
    assert "dora" not in memory.users()


def test_a_server_for_one_user_is_for_no_other(memory: OpenMemory) -> None:
    """Where the operator has bound a user, neither key nor header names another."""
    bound = alone(mcp_app(KeyBinding(memory=memory, user="alice"), settings()), memory, settings())
    with served(bound) as address:
        assert asked(f"{address}/mcp", key(memory), seats) == ["The user prefers aisle seats."]
        assert "other user" in refused(f"{address}/mcp", key(memory), Mnemic_User="bob")
        assert "not for this user" in refused(f"{address}/mcp", key(memory, users=["bob"]))


@each_row(("bound", "header"), [("agent", "Mnemic_Agent"), ("purpose", "Mnemic_Purpose")])
def test_a_server_for_one_agent_or_purpose_is_for_no_other(memory: OpenMemory, bound: str, header: str) -> None:
    """Where the operator has bound one, no header names another."""
    bound_to = replace(KeyBinding(memory=memory), **{bound: "planner"})  # type: ignore[arg-type]
    with served(alone(mcp_app(bound_to, settings()), memory, settings())) as address:
        token = key(memory, users=["alice"])
        assert f"other {bound}" in refused(f"{address}/mcp", token, **{header: "shopper"})
        assert asked(f"{address}/mcp", token, seats, "auto", **{header: "planner"}) == asked(
            f"{address}/mcp", token, seats
        )


def test_strange_names_of_the_server_are_refused(url: str, memory: OpenMemory) -> None:
    """A web page whose name was pointed at this machine gets nothing: neither by its host nor by its origin."""
    bearer = f"Bearer {key(memory, users=['alice'])}"
    assert post(url, Authorization=bearer, Host="evil.example").status_code == 421
    assert post(url, Authorization=bearer, Origin="http://evil.example").status_code == 403
    assert post(url, Authorization=bearer).status_code == 200


def test_the_names_are_those_of_the_settings() -> None:
    """A server that listens to other machines is called as the settings say; on this machine by its own names only."""
    assert "localhost:*" in security(load(serve_host="127.0.0.1")).allowed_hosts
    assert security(load(serve_host="0.0.0.0", serve_hosts=("memory.example",))).allowed_hosts == [
        "memory.example",
        "memory.example:*",
    ]


def test_it_is_mounted_beside_the_rest(memory: OpenMemory) -> None:
    """One application answers REST and MCP with the same key, and counts both."""
    token = key(memory, users=["alice"])
    serving = ServeOptions(target=":memory:", host="127.0.0.1", port=0, given=SETTINGS)
    with served(application(memory, serving, ProcessState())) as address:
        assert asked(f"{address}/mcp", token, seats) == ["The user prefers aisle seats."]
        rest = httpx2.get(f"{address}/v1/users/alice/memories", headers={"Authorization": f"Bearer {token}"})
        assert "aisle" in rest.text
        admin = memory.keys.create("metrics", admin=True).token
        counted = httpx2.get(f"{address}/metrics", headers={"Authorization": f"Bearer {admin}"}).text
    assert 'route="/mcp"' in counted


def test_what_a_server_without_state_does_not_do_is_refused(memory: OpenMemory, url: str) -> None:
    """There is no stream of notifications to listen to, and no session to end; asking for one does not hang."""
    bearer = {"Authorization": f"Bearer {key(memory, users=['alice'])}", "Accept": "text/event-stream"}
    assert httpx2.get(url, headers=bearer, timeout=10).status_code == 405
    assert httpx2.delete(url, headers=bearer, timeout=10).status_code == 405


def _filled(schema: dict[str, Any]) -> dict[str, Any]:
    """Arguments a tool takes, whatever they mean."""
    given = {"string": "anything", "integer": 3, "array": [], "object": {}, "boolean": False}
    kinds = {name: part.get("type", "string") for name, part in schema["properties"].items()}
    return {name: given[kinds[name]] for name in schema.get("required", ())}


def _innermost(error: BaseException) -> BaseException:
    """What went wrong at the bottom of a group."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
