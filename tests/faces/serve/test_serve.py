"""`mnemic serve` as a process: begins with a key, is silent about people, ends in order, serves by several."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

import mnemic
from mnemic.faces.cli.app import run
from tests.faces.serve.conftest import STARTED_S_MAX, TOKEN, Server, serving

SECRET = "xyzzyplugh"
REVOKED_S_MAX = 10.0


def said(server: Server) -> str:
    """What stands in the log."""
    return server.log.read_text(encoding="utf-8")


def test_the_first_key_is_printed_once(server: Server) -> None:
    """To standard output, and never into the log; it administrates."""
    with server.client() as client:
        assert client.get("/v1/users").status_code == 200
    assert TOKEN.findall(server.output.read_text(encoding="utf-8")) == [server.key]
    assert not TOKEN.search(said(server))
    assert server.key.split("_", 2)[2] not in said(server)


def test_there_is_no_second_first_key(server: Server) -> None:
    """Keys made by hand are taken by a server that runs, and revoked ones no more within its bound."""
    place = server.output.with_name("memory.db")
    with mnemic.open(place, background=False, embedder="hashing") as memory:
        made = memory.keys.create("by hand", users=["bob"])
    headers = {"Authorization": f"Bearer {made.token}"}
    with httpx2.Client(base_url=server.url, headers=headers, trust_env=False) as client:
        assert client.get("/v1/users/bob/stats").status_code == 200
        with mnemic.open(place, background=False, embedder="hashing") as memory:
            assert [key.name for key in memory.keys.list()] == ["first", "by hand"]
            memory.keys.revoke(made.key.id)
        until = time.monotonic() + REVOKED_S_MAX
        while client.get("/v1/users/bob/stats").status_code == 200:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert client.get("/v1/users/bob/stats").status_code == 401


def test_the_log_says_nothing_of_anybody(server: Server) -> None:
    """Neither users nor sessions, texts, ids or agents, of good requests and bad ones; every line is JSON."""
    with server.client(**{"Mnemic-Agent": f"agent-{SECRET}"}) as client:
        user = f"/v1/users/user-{SECRET}"
        body = {"messages": f"My dog is called {SECRET}.", "session": f"session-{SECRET}"}
        assert client.post(f"{user}/memories", json=body).status_code == 201
        assert client.post(f"{user}/search", json={"query": f"What about {SECRET}?"}).status_code == 200
        assert client.get(f"{user}/memories/{SECRET}").status_code == 404
        assert client.post(f"{user}/search", json={"query": SECRET, SECRET: 1}).status_code == 400
        assert client.post(f"{user}/memories", json={"messages": [{"role": SECRET}]}).status_code == 400
        assert client.post(
            f"{user}/memories", content=f"{{{SECRET}", headers={"content-type": "application/json"}
        ).is_error
        assert client.get(f"/{SECRET}?{SECRET}={SECRET}").status_code == 404
        metrics = client.get("/metrics").text
    assert "mnemic_requests_total" in metrics
    assert SECRET not in metrics + said(server)
    lines = [json.loads(line) for line in said(server).splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert {"/v1/users/{user}/memories", "/v1/users/{user}/search", "unknown"} <= {line["route"] for line in requests}
    assert all(line["request"] and line["ms"] >= 0 for line in requests)


def test_by_another_name_it_does_not_answer(server: Server) -> None:
    """At a loopback address only names of this machine are taken."""
    with server.client(Host="evil.example") as client:
        assert client.get("/healthz").status_code == 421


def test_two_processes_serve_one_file(tmp_path: Path) -> None:
    """Writes of several users at once are all there, and metrics add up what both did. One that is killed is begun
    again. Told to end, they finish the request whose body is on its way, take no other, and end with 0."""
    users, each = [f"user{number}" for number in range(4)], 4

    counts = tmp_path / "counts"
    counts.mkdir()
    with serving(tmp_path, "--workers", "2", "--no-worker", PROMETHEUS_MULTIPROC_DIR=str(counts)) as server:

        def write(user: str) -> None:
            for number in range(each):  # each by a connection of its own, which either process may take
                body = {"messages": {"role": "user", "content": f"I own boat {number}.", "id": f"t{number}"}}
                answered = httpx2.post(
                    f"{server.url}/v1/users/{user}/memories",
                    json=body,
                    headers=server.headers,
                    verify=False,
                    trust_env=False,
                    timeout=60,
                )
                assert answered.status_code == 201

        with ThreadPoolExecutor(len(users)) as pool:
            list(pool.map(write, users))
        with server.client() as client:
            turns = [client.get(f"/v1/users/{user}/stats").json()["turns"] for user in users]
            assert turns == [each] * len(users)
            counted = client.get("/metrics").text
        assert f'route="/v1/users/{{user}}/memories",status="201"}} {len(users) * each}.0' in counted
        first, _ = begun(server, 2)
        os.kill(int(first), signal.SIGKILL)
        assert len(set(begun(server, 3))) == 3
        assert not list(counts.glob(f"gauge_live*_{first}.db"))
        assert ended_midway(server) == 0
    with mnemic.open(tmp_path / "memory.db", background=False, embedder="hashing") as memory:
        assert memory.users() == ["alice", *users]
        assert memory.user("alice").stats().turns == 1
        assert memory.audit.verify().sound
        assert memory.doctor().healthy


def begun(server: Server, count: int) -> list[str]:
    """The ids of the processes that came up, once there are so many."""
    until = time.monotonic() + STARTED_S_MAX
    while len(found := re.findall(r"Started server process \[(\d+)\]", said(server))) < count:
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


def ended_midway(server: Server) -> int:
    """Tell a server to end while the body of a request is on its way, and send the rest; its exit code."""
    body = json.dumps({"messages": "I live in Paris."}).encode()
    head = (
        "POST /v1/users/alice/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {server.key}\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    with socket.create_connection(server.address, timeout=60) as connection:
        connection.sendall(head + body[:5])
        time.sleep(0.5)
        server.process.send_signal(signal.SIGTERM)
        refused(server)
        assert server.process.poll() is None
        connection.sendall(body[5:])
        answered = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answered.startswith(b"HTTP/1.1 201")
    return server.end()


def refused(server: Server) -> None:
    """Wait until nobody gets in any more."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(server.address, timeout=5).close()
        except ConnectionError:
            return
        time.sleep(0.05)
    raise AssertionError("It still takes connections.")


def test_a_second_signal_hurries(tmp_path: Path) -> None:
    """What is still on its way is given up; it ends with 0 all the same."""
    with serving(tmp_path, "--no-auth", MNEMIC_SHUTDOWN_GRACE_S="600") as server:
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
        with socket.create_connection(server.address, timeout=60) as connection:
            connection.sendall(
                b"POST /v1/users/alice/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
            )
            time.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            refused(server)
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(60) == 0
    assert "WARNING: no key is asked for" in said(server)


@pytest.mark.usefixtures("shell_of_alice")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--no-auth", "--host", "0.0.0.0"], "--no-auth"),
        (["--no-auth", "--host", "::"], "--no-auth"),
        (["--no-auth", "--host", "192.0.2.1"], "--no-auth"),
        ([":memory:", "--workers", "2"], ":memory:"),
        (["--host", "192.0.2.1", "--port", "0"], "--port"),
    ],
)
def test_what_cannot_be_served_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], error: str
) -> None:
    """Before anything listens, and before a memory is begun."""
    assert run(["serve", *options]) == 1
    assert error in capsys.readouterr().err
    assert not (tmp_path / "memory.db").exists()
