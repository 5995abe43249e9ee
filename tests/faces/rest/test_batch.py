"""Batches, and answers that come block by block."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient

from mnemic.api.memory import OpenMemory

TRIP = {"title": "trip", "type": "object", "properties": {"city": {"type": "string"}}}
U = "/v1/users/alice"


def events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_each_has_its_own_answer(client: TestClient, memory: OpenMemory) -> None:
    """Operations are done in order; what fails says why, and the next is done all the same."""
    operations = [
        {"verb": "add", "arguments": {"messages": "I live in Berlin."}},
        {"verb": "get", "arguments": {"id": "nothing"}},
        {"verb": "search", "arguments": {"query": "Where do I live?", "k": "x"}},
        {"verb": "tasks.register", "arguments": {"schema": TRIP}},
        {"verb": "files.add", "arguments": {}},
        {"verb": "memory.users"},
        "add",
        {"verb": "search", "arguments": {"query": "Where do I live?"}},
    ]
    results = client.post(f"{U}/batch", json={"operations": operations}).json()["results"]
    assert [one["status"] for one in results] == [201, 404, 400, 204, 400, 400, 400, 200]
    assert results[1]["problem"]["error"] == "MemoryNotFound"
    assert results[-1]["answer"]["hits"][0]["memory"]["text"] == "The user lives in Berlin."


def test_a_batch_is_repeated_once(client: TestClient, memory: OpenMemory) -> None:
    """A batch with a key is carried out once."""
    sent = {"operations": [{"verb": "add", "arguments": {"messages": "I live in Berlin."}}]}
    first, second = (client.post(f"{U}/batch", json=sent, headers={"Idempotency-Key": "b"}) for _ in range(2))
    assert first.content == second.content
    assert len(memory.user("alice").turns()) == 1


def test_many_messages_are_one_add(client: TestClient) -> None:
    """A list of messages is one request and one report."""
    said = [{"role": "user", "content": f"I visited town {number}.", "id": f"m{number}"} for number in range(5)]
    report = client.post(f"{U}/memories", json={"messages": said, "session": "s1"}).json()
    assert report["turns"] == [f"m{number}" for number in range(5)]


def test_a_context_comes_block_by_block(client: TestClient, memory: OpenMemory) -> None:
    """The blocks of the stream are those of the answer, and what comes last is the rest of it."""
    memory.user("alice").add("I live in Berlin and I prefer window seats.")
    whole = client.post(f"{U}/context", json={"query": "Where do I sit?"}).json()
    answer = client.post(f"{U}/context", json={"query": "Where do I sit?"}, headers={"Accept": "text/event-stream"})
    *blocks, (last, rest) = events(answer.text)
    assert [name for name, _ in blocks] == ["block"] * len(whole["blocks"])
    assert [block["memory_ids"] for _, block in blocks] == [block["memory_ids"] for block in whole["blocks"]]
    assert last == "done"
    assert rest["trace"]["returned"] == whole["trace"]["returned"]


def test_a_bad_question_has_a_status(client: TestClient) -> None:
    """What cannot be read is refused before the stream begins."""
    answer = client.post(f"{U}/context", json={"no": 1}, headers={"Accept": "text/event-stream"})
    assert answer.status_code == 400


def test_lists_in_a_batch_are_pages(client: TestClient, memory: OpenMemory) -> None:
    """Of a long list the first page, with the cursor that goes on at the address of the verb."""
    said = [{"role": "user", "content": f"I visited town {number}.", "id": f"m{number}"} for number in range(5)]
    memory.user("alice").add(said, session="s1")
    operations = [{"verb": "turns", "arguments": {"session": "s1"}}]
    [one] = client.post(f"{U}/batch", json={"operations": operations}).json()["results"]
    page = one["answer"]
    rest = client.get(f"{U}/turns", params={"session": "s1", "cursor": page["next"]}).json()
    assert [turn["id"] for turn in page["items"]] == ["m0", "m1", "m2"]
    assert [turn["id"] for turn in rest["items"]] == ["m3", "m4"]
