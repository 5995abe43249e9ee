"""The command over standard input and output, as a client starts it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx2
from mcp import Client, StdioServerParameters

import mnemic
from tests.faces.mcp.clients import Answer, Mode, answer, on_stdio, text

ENVIRONMENT = {"MNEMIC_EMBEDDER": "hashing", "PATH": os.environ.get("PATH", ""), "PYTHONWARNINGS": "error"}

OPTIONS = ("--reference", "--read-only")


def asked(started: StdioServerParameters, act: Callable[[Client], Awaitable[Answer]], *, mode: Mode = "auto") -> Answer:
    """What a client does with the command it starts."""

    async def run() -> Answer:
        async with Client(started, mode=mode) as client:
            return await act(client)

    return asyncio.run(run())


def test_the_file_holds_what_a_client_remembers(tmp_path: Path) -> None:
    """What is remembered over the protocol is in the file, as the user and agent it was started for, with whose right
    the user confirms by it."""
    file = tmp_path / "memory.db"

    async def act(client: Client) -> tuple[str, str]:
        id = (await answer(client, "memory_add", messages="I prefer aisle seats."))["added"][0]["id"]
        made = await answer(client, "memory_propose", text="The user is called Ana.", key="name")
        return id, await text(client, "memory_confirm", id=made["memory"]["id"])

    id, said = asked(on_stdio(file, "--user", "alice", "--agent", "planner", "--actor", "user"), act)
    assert "AccessDenied" not in said
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        assert memory.users() == ["alice"]
        kept = memory.user("alice").get(id)
        assert (kept.text, kept.agent) == ("The user prefers aisle seats.", "planner")
        assert memory.user("alice", agent="writer").list() == []


def test_nothing_but_the_protocol_is_on_standard_output(tmp_path: Path) -> None:
    """Every line there is a message, though calls fail and arguments are wrong; what is logged is elsewhere. The
    environment may name the user, and the older form of the protocol does as well."""
    file = tmp_path / "memory.db"
    asking = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        _call(2, "memory_add", {"messages": "I prefer aisle seats."}),
        _call(3, "memory_get", {"id": "nowhere"}),
        _call(4, "memory_search", {"query": 7}),
        _call(5, "nothing_like_it", {}),
        {"jsonrpc": "2.0", "id": 6, "method": "resources/read", "params": {"uri": "memory://memory/nowhere"}},
        {"jsonrpc": "2.0", "id": 7, "method": "no/such/method"},
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "mnemic", "mcp", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "MNEMIC_MCP_USER": "carol"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("".join(json.dumps(one) + "\n" for one in asking) + "this is no message\n")
        process.stdin.flush()
        messages: list[dict[str, object]] = []
        while {message.get("id") for message in messages} < {1, 2, 3, 4, 5, 6, 7}:
            messages.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        messages += map(json.loads, process.stdout)
        logged = process.stderr.read()
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    assert "aisle" not in logged
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        assert memory.users() == ["carol"]


def test_without_a_user_nothing_is_served(tmp_path: Path) -> None:
    """The command says what is missing, and ends as one that was called wrongly."""
    done = subprocess.run(
        [sys.executable, "-m", "mnemic", "mcp", str(tmp_path / "memory.db")],
        input="",
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--user" in done.stderr


def test_over_http_the_command_asks_for_a_key(tmp_path: Path) -> None:
    """With --http the command says where it answers and how to make a key, lets nobody in without one, offers what was
    asked for, and ends in order."""
    file = tmp_path / "memory.db"
    with subprocess.Popen(
        [sys.executable, "-m", "mnemic", "mcp", str(file), "--http", "--port", "0", "--user", "alice", *OPTIONS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        assert process.stderr is not None
        assert "mnemic api-key create" in process.stderr.readline()
        url = process.stderr.readline().split()[-1]
        with mnemic.open(file, embedder="hashing", background=False) as memory:
            token = memory.keys.create(users=["alice"], actor="agent").token
        listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"Accept": "application/json, text/event-stream"}
        answers = [
            httpx2.post(url, json=listing, headers={**accept, **headers}, timeout=30)
            for headers in ({}, {"Authorization": f"Bearer {token}"})
        ]
        process.send_signal(signal.SIGTERM)
        logged = process.stderr.read()
        assert process.wait(timeout=30) == 0
    assert all(json.loads(line)["logger"] for line in logged.splitlines())
    assert [one.status_code for one in answers] == [401, 200]
    tools = {tool["name"] for tool in answers[1].json()["result"]["tools"]}
    assert tools == {"read_graph", "search_nodes", "open_nodes"}


def _call(id: int, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
