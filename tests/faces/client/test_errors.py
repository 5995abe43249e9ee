"""Errors from afar are the library's own, and none of them gives a key away."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import mnemic
from mnemic import errors
from mnemic.errors import (
    AccessDenied,
    InvalidInput,
    InvalidLabel,
    InvalidQuery,
    InvalidScope,
    InvalidSetting,
    MemoryNotFound,
    MnemicError,
    ServerUnavailable,
    StoreClosed,
    Unauthenticated,
)
from mnemic.faces.client.exchange import Answer
from mnemic.faces.client.link import Server
from mnemic.faces.http.errors import problem
from mnemic.faces.rest.responses import json_bytes
from tests.faces.client.running import Running
from tests.tables import each_row

SECRET = "mn_abcdefgh_0123456789012345678901234567890123456789abc"
EVERY_ERROR = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, MnemicError)]


@contextmanager
def saying(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """Something that is no Mnemic server, and answers everything so."""

    class Saying(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

    with HTTPServer(("127.0.0.1", 0), Saying) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@each_row("error", EVERY_ERROR)
def test_every_error_comes_back_as_it_was(error: type[MnemicError]) -> None:
    """Whatever the library raises in a server, the client raises the same class with the same words."""
    raised = error("The memory 'x/é 深' cannot be used: nothing was stored.")
    shape = problem(raised, instance="r1")
    answer = Answer(status=shape["status"], headers={}, body=json_bytes(shape))
    found = Server.at("http://127.0.0.1:1", SECRET).error_of(answer)
    assert (type(found), str(found)) == (error, str(raised))


def test_an_error_of_a_later_version_is_an_error_of_ours() -> None:
    """A class that this client does not know comes as the root of the tree, with its name and the version."""
    shape = problem(InvalidInput("No such thing."), instance="") | {"error": "WrongMoon"}
    answer = Answer(status=400, headers={"mnemic-version": "99.0"}, body=json_bytes(shape))
    found = Server.at("http://127.0.0.1:1", None).error_of(answer)
    assert type(found) is MnemicError
    assert str(found).startswith("No such thing. (WrongMoon) The server is mnemic 99.0, and this is ")


def test_no_server_is_said_with_its_address() -> None:
    """Where nobody listens the error names the address and what to look at."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        with (
            mnemic.connect(address, key=SECRET, retries=0) as memory,
            pytest.raises(ServerUnavailable, match=rf"^{address} gives no answer: .*mnemic serve"),
        ):
            memory.user("alice").search("seat")


@each_row(
    ("status", "body", "said"),
    [
        (404, b"<h1>nginx</h1>", "answers 404, and not as Mnemic does: '<h1>nginx</h1>'"),
        (200, b"<h1>welcome</h1>", "gives an answer that cannot be read"),
        (200, b'{"turns": "three"}', "gives an answer that cannot be read"),
        (301, b"", "answers 301, and not as Mnemic does"),
    ],
)
def test_somebody_elses_server_is_told_apart(status: int, body: bytes, said: str) -> None:
    """What is no Mnemic server is named as that, and no redirection is followed with the key."""
    with (
        saying(status, body, Location="http://127.0.0.1:1/") as address,
        mnemic.connect(address, key=SECRET, retries=0) as memory,
        pytest.raises(ServerUnavailable) as raised,
    ):
        memory.user("alice").stats()
    assert said in str(raised.value)
    assert address in str(raised.value)


def test_a_server_that_says_nothing_is_waited_for_so_long() -> None:
    """A server that takes the connection and is silent is given up after the time that was set."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with (
            mnemic.connect(address, timeout_s=0.05, retries=1) as memory,
            pytest.raises(ServerUnavailable, match="ReadTimeout"),
        ):
            memory.user("alice").stats()


@pytest.mark.parametrize("attempt", [None, SECRET, "nonsense"])
def test_without_a_key_that_is_taken_nobody_comes_in(guarded: Running, attempt: str | None) -> None:
    """No key, an unknown one and no key at all are refused alike; the key is in no message and no repr."""
    with mnemic.connect(guarded.address, key=attempt) as memory, pytest.raises(Unauthenticated) as raised:
        memory.user("alice").add("I prefer aisle seats")
    for shown in (str(raised.value), repr(raised.value), repr(memory), repr(memory.user("alice")), repr(vars(memory))):
        assert SECRET not in shown
        assert "0123456789" not in shown


def test_a_key_reaches_as_far_as_it_was_made_to(guarded: Running) -> None:
    """With a key for one user, another's memory and the administration are denied in the words of the library."""
    token = guarded.memory.keys.create("test", users=["alice"]).token
    with mnemic.connect(guarded.address, key=token) as memory:
        memory.user("alice").add("I prefer aisle seats")
        assert [turn.text for turn in memory.user("alice").turns()] == ["I prefer aisle seats"]
        with pytest.raises(AccessDenied, match="not for this user"):
            memory.user("bob").search("seat")
        with pytest.raises(AccessDenied, match="administrators"):
            memory.users()


def test_the_environment_names_the_server(guarded: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """MNEMIC_URL and MNEMIC_API_KEY do where nothing is handed in."""
    monkeypatch.setenv("MNEMIC_URL", guarded.address + "/")
    monkeypatch.setenv("MNEMIC_API_KEY", guarded.memory.keys.create("test").token)
    with mnemic.connect() as memory:
        assert memory.user("alice").stats().turns == 0


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (None, "MNEMIC_URL"),
        ("", "MNEMIC_URL"),
        ("memory.db", "no address of a server"),
        ("ftp://example.org", "no address of a server"),
        ("http://", "no address of a server"),
        ("http://example.org:port", "no address"),
        ("http://alice:secret@example.org", "Leave the name and the password out"),
        ("http://example.org?key=1", "leave out what follows"),
    ],
)
def test_what_is_no_address_is_refused(url: str | None, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that cannot be one is refused at once, without showing a password in it."""
    monkeypatch.delenv("MNEMIC_URL", raising=False)
    with pytest.raises(InvalidSetting, match=said) as raised:
        mnemic.connect(url)
    assert "secret" not in str(raised.value)


@each_row("given", [{"timeout_s": 0}, {"timeout_s": "1"}, {"retries": -1}, {"retries": 1.5}, {"key": "a b"}])
def test_what_cannot_be_set_is_refused(given: dict[str, object]) -> None:
    """So is a time, a number of tries or a key that cannot be one."""
    with pytest.raises(InvalidSetting):
        mnemic.connect("http://127.0.0.1:1", **given)  # type: ignore[arg-type]


def test_what_is_wrong_here_is_said_here() -> None:
    """Ids that can be none are refused before anything is sent."""
    with mnemic.connect("http://127.0.0.1:1") as memory:
        with pytest.raises(InvalidScope, match="The user is blank"):
            memory.user(" ")
        with pytest.raises(InvalidQuery, match="wildcards"):
            memory.user("alice", agent="*")
        with pytest.raises(InvalidLabel):
            memory.user("alice", purpose="")
        with pytest.raises(InvalidScope, match="The session"):
            memory.user("alice").session("\x00")
        with pytest.raises(TypeError, match="nonsense"):
            memory.user("alice").search("seat", nonsense=1)  # type: ignore[call-arg]


def test_what_stays_with_the_server_is_named(remote: mnemic.OpenMemory) -> None:
    """What means nothing from afar says so, and nothing is left out silently."""
    with pytest.raises(InvalidInput, match=r"memory\.work cannot be called from afar: what `mnemic worker` does"):
        remote.work()
    with pytest.raises(InvalidInput, match="model= means nothing to a server"):
        remote.user("alice").profile.refresh(model=object())  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="metadata= cannot be sent to a server"):
        remote.user("alice").update("m1", "I live in Rome", metadata={"path": object()})


def test_an_actor_below_the_key_may_be_named(remote: mnemic.OpenMemory) -> None:
    """Through actor="agent" one acts as an agent: permanent memory is denied as it is in the library."""
    alice = remote.user("alice")
    proposal = alice.permanent.propose("Answer in French.", key="language")
    with pytest.raises(AccessDenied):
        remote.user("alice", agent="planner", actor="agent").permanent.confirm(proposal.id)
    assert alice.permanent.confirm(proposal.id).tier == "permanent"


def test_a_closed_connection_is_closed(server: Running) -> None:
    """After closing, twice if need be, nothing can be asked; the server goes on."""
    memory = mnemic.connect(server.address)
    alice = memory.user("alice")
    alice.add("I prefer aisle seats")
    memory.close()
    memory.close()
    with pytest.raises(StoreClosed, match="Connect again"):
        alice.search("seat")
    assert server.memory.user("alice").stats().turns == 1


def test_a_closed_awaited_connection_is_closed(server: Running) -> None:
    """So is an asynchronous one."""

    async def live() -> None:
        memory = mnemic.aconnect(server.address)
        await memory.close()
        await memory.close()
        with pytest.raises(StoreClosed):
            await memory.user("alice").stats()

    asyncio.run(live())


def test_names_of_any_kind_are_told_apart(remote: mnemic.OpenMemory, tmp_path: Path) -> None:
    """Users, agents and sessions whose names would be paths, queries or headers are who they are."""
    names = ["a/b", "..", ".", "%2F", "a?b#c", " a", "深圳", "a\u200b", "'; --", "a+b"]
    for name in names:
        remote.user(name, agent=name).session(name).add(f"My code word is {name!r}.", infer=False)
    assert sorted(remote.users()) == sorted(names)
    for name in names:
        [turn] = remote.user(name, agent=name).session(name).turns()
        assert (turn.text, turn.agent, turn.session) == (f"My code word is {name!r}.", name, name)
    with pytest.raises(MemoryNotFound):
        remote.user("a/b").get("../memories")
