"""Idempotency keys: the same request is carried out once, and what is kept for that is forgotten with the rest."""

from __future__ import annotations

import base64
import subprocess
import sys
import threading
from pathlib import Path

from starlette.testclient import TestClient

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.register import Register
from mnemic.faces.rest.preconditions import owner_of
from tests.faces.rest.conftest import Ticking, client_of

U = "/v1/users/alice"
SAID = {"messages": "I live in Berlin.", "session": "s1"}


def kept(memory: OpenMemory) -> list[str]:
    """What is kept for requests of alice."""
    with owner_of(memory.user("alice")).reading() as reader:
        return [str(entry.body) for entry in reader.register_entries(Register.IDEMPOTENCY)]


def test_the_same_request_is_done_once(client: TestClient, memory: OpenMemory) -> None:
    """The second answer is the first, word for word, and nothing is done."""
    first, second = (client.post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert second.headers["idempotency-replayed"] == "true"
    assert len(memory.user("alice").turns("s1")) == 1


def test_another_request_with_the_key_is_a_conflict(client: TestClient, memory: OpenMemory) -> None:
    """A key is good for one request: another body, another address or another user is another request."""
    client.post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"})
    assert client.post(f"{U}/memories", json={"messages": "x"}, headers={"Idempotency-Key": "k"}).status_code == 409
    assert client.post(f"{U}/batch", json={"operations": []}, headers={"Idempotency-Key": "k"}).status_code == 409
    assert client.post("/v1/users/bob/memories", json=SAID, headers={"Idempotency-Key": "k"}).status_code == 201
    assert len(memory.user("alice").turns("s1")) == 1


def test_it_holds_over_a_restart_and_for_other_workers(memory: OpenMemory, tmp_path: Path) -> None:
    """Another process on the same memory gives the first answer too."""
    first = client_of(memory).post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"})
    with mnemic.open(tmp_path / "memory.db", embedder="hashing", background=False, clock=Ticking()) as other:
        second = client_of(other).post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"})
    assert first.content == second.content


def test_many_at_once_are_one(client: TestClient, memory: OpenMemory) -> None:
    """Of many threads with the same key one does it; the others get its answer, or are told that it is running."""
    answers = []
    barrier = threading.Barrier(8)

    def ask() -> None:
        barrier.wait()
        answers.append(client.post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"}))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = {answer.content for answer in answers if answer.status_code == 201}
    running = [answer for answer in answers if answer.status_code == 409]
    assert len(done) == 1
    assert len(running) + sum(answer.status_code == 201 for answer in answers) == 8
    assert all(answer.headers["retry-after"] for answer in running)
    assert len(memory.user("alice").turns("s1")) == 1


def test_what_failed_may_be_sent_again(client: TestClient, memory: OpenMemory) -> None:
    """A request that was refused leaves nothing behind, not even the user it was about."""
    for _ in range(2):
        answer = client.post(f"{U}/memories", json={"messages": " "}, headers={"Idempotency-Key": "k"})
        assert answer.status_code == 400
    assert memory.users() == []
    assert client.post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"}).status_code == 201


def test_forgetting_takes_what_is_kept(client: TestClient, memory: OpenMemory, tmp_path: Path) -> None:
    """Every way of forgetting takes every kept answer: no word is left, in no byte of the file."""
    for way in (f"{U}/sessions/s1", U):
        client.post(f"{U}/memories", json=SAID | {"messages": "I live in Zuqqville."}, headers={"Idempotency-Key": way})
        assert any("Zuqqville" in entry for entry in kept(memory))
        client.delete(way)
        assert not any("Zuqqville" in entry for entry in kept(memory))
    memory.close()
    assert all(b"Zuqqville" not in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())


def test_what_is_kept_is_sealed(tmp_path: Path) -> None:
    """Of a user who is encrypted no kept answer can be read in the file."""
    key = base64.b64encode(bytes(range(32))).decode()
    with mnemic.open(tmp_path / "sealed.db", embedder="hashing", background=False, encryption="on",
                     encryption_key=key) as memory:  # fmt: skip
        sent = SAID | {"messages": "I live in Zuqqville."}
        first, second = (
            client_of(memory).post(f"{U}/memories", json=sent, headers={"Idempotency-Key": "k"}) for _ in range(2)
        )
        assert first.content == second.content
        assert any("Zuqqville" in entry for entry in kept(memory))
    assert b"Zuqqville" not in (tmp_path / "sealed.db").read_bytes()


def test_a_forgetting_is_answered_again(client: TestClient, memory: OpenMemory) -> None:
    """A receipt holds no words: the same forgetting, sent again, gets it."""
    client.post(f"{U}/memories", json=SAID)
    client.post(f"{U}/memories", json=SAID | {"session": "s2"})
    first, second = (client.delete(f"{U}/sessions/s1", headers={"Idempotency-Key": "f"}) for _ in range(2))
    assert first.json() == second.json()
    assert first.json()["turns"] == 1


def test_nobody_comes_back_by_forgetting(client: TestClient, memory: OpenMemory) -> None:
    """A user whose everything is forgotten is not there again for the sake of the answer."""
    client.post(f"{U}/memories", json=SAID)
    answer = client.delete(U, headers={"Idempotency-Key": "all"})
    assert answer.json()["everything"] is True
    assert memory.users() == []


def test_answers_are_kept_for_a_day(client: TestClient, memory: OpenMemory, clock: Ticking) -> None:
    """After a day the key is as if it had never been used."""
    client.post(f"{U}/memories", json=SAID, headers={"Idempotency-Key": "k"})
    clock.at = clock.at.replace(day=clock.at.day + 2)
    answer = client.post(f"{U}/memories", json={"messages": "I moved."}, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 201
    assert len(kept(memory)) == 1


def test_only_so_many_are_kept(client: TestClient, memory: OpenMemory) -> None:
    """The oldest answers go where there are more than the setting allows."""
    for number in range(9):
        client.post(f"{U}/memories", json={"messages": f"Note {number}"}, headers={"Idempotency-Key": f"k{number}"})
    assert len(kept(memory)) == 5
    replayed = client.post(f"{U}/memories", json={"messages": "Note 8"}, headers={"Idempotency-Key": "k8"})
    assert replayed.headers["idempotency-replayed"] == "true"


def test_reading_is_not_kept(client: TestClient, memory: OpenMemory) -> None:
    """A search changes nothing: its key is not taken note of, and costs no write."""
    client.post(f"{U}/memories", json=SAID)
    client.post(f"{U}/search", json={"query": "Where?"}, headers={"Idempotency-Key": "s"})
    assert kept(memory) == []


def test_a_batch_that_forgot_is_not_done_again(client: TestClient, memory: OpenMemory) -> None:
    """Its answer may hold words of what was forgotten and is not kept; that it was carried out is."""
    client.post(f"{U}/memories", json=SAID)
    operations = [
        {"verb": "add", "arguments": {"messages": "I collect Zuqqville stamps.", "session": "s2"}},
        {"verb": "forget", "arguments": {"session": "s1"}},
    ]
    first, second = (
        client.post(f"{U}/batch", json={"operations": operations}, headers={"Idempotency-Key": "b"}) for _ in range(2)
    )
    assert [one["status"] for one in first.json()["results"]] == [201, 200]
    assert second.status_code == 409
    assert len(memory.user("alice").turns("s2")) == 1
    assert not any("Zuqqville" in entry for entry in kept(memory))


DYING = """
import os, sys
import mnemic
from mnemic.faces.rest.idempotency import KeyedRequests
from tests.faces.rest.conftest import client_of

begin = KeyedRequests.begin
KeyedRequests.begin = lambda *given: (begin(*given), os.kill(os.getpid(), 9))
with mnemic.open(sys.argv[1], embedder="hashing", background=False) as memory:
    client_of(memory).post(sys.argv[2], json={"messages": "I live in Berlin."}, headers={"Idempotency-Key": "k"})
"""


def test_what_a_dead_worker_was_at_is_done_by_the_next(tmp_path: Path) -> None:
    """A worker that dies in the middle of a request holds nobody up: sent again, it is carried out."""
    file = tmp_path / "memory.db"
    command = [sys.executable, "-c", DYING, str(file), f"{U}/memories"]
    assert subprocess.run(command, cwd=Path(__file__).parents[3], check=False).returncode == -9
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        assert len(kept(memory)) == 1
        said = {"messages": "I live in Berlin."}
        answer = client_of(memory).post(f"{U}/memories", json=said, headers={"Idempotency-Key": "k"})
        assert answer.status_code == 201
        assert len(memory.user("alice").turns()) == 1
