"""ETag, If-Match and If-None-Match: a memory changes only as whoever changes it knows it."""

from __future__ import annotations

import threading

import pytest
from starlette.testclient import TestClient

from mnemic.api.memory import OpenMemory

U = "/v1/users/alice"


@pytest.fixture
def fact(client: TestClient) -> str:
    """A memory's address."""
    [entry] = client.post(f"{U}/memories", json={"messages": "I live in Berlin."}).json()["added"]
    return f"{U}/memories/{entry['memory']['id']}"


def test_the_tag_is_the_version(client: TestClient, fact: str) -> None:
    """A memory comes with its version as a tag, and so does what a change makes of it."""
    assert client.get(fact).headers["etag"] == '"1"'
    changed = client.patch(fact, json={"text": "I live in Rome."}, headers={"If-Match": '"1"'})
    assert changed.headers["etag"] == f'"{changed.json()["version"]}"' != '"1"'


def test_who_has_it_is_not_sent_it(client: TestClient, fact: str) -> None:
    """If-None-Match with the version: 304, without a body."""
    for known in ('"1"', 'W/"1"', '"0", "1"', "*"):
        answer = client.get(fact, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content) == (304, b"")
    assert client.get(fact, headers={"If-None-Match": '"7"'}).status_code == 200


@pytest.mark.parametrize("way", ["patch", "delete", "confirm", "reject", "undo", "label"])
@pytest.mark.parametrize("known", ['"7"', "nonsense", 'W/"1"', '""'])
def test_another_version_is_left_alone(client: TestClient, fact: str, way: str, known: str) -> None:
    """With another version than the memory has nothing is changed: 412."""
    before = client.get(fact).json()
    headers = {"If-Match": known}
    if way == "patch":
        answer = client.patch(fact, json={"text": "I live in Rome."}, headers=headers)
    elif way == "delete":
        answer = client.delete(fact, headers=headers)
    else:
        answer = client.post(f"{fact}/{way}", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (412, "PreconditionFailed")
    assert client.get(fact).json() == before


@pytest.mark.parametrize("known", ['"1"', '"0", "1"', "*"])
def test_the_version_it_has_lets_it_change(client: TestClient, fact: str, known: str) -> None:
    """With the version it has, or with any, it is changed."""
    assert client.patch(fact, json={"text": "I live in Rome."}, headers={"If-Match": known}).status_code == 200


@pytest.mark.parametrize("way", ["patch", "delete", "label"])
def test_of_many_at_once_one_wins(client: TestClient, memory: OpenMemory, fact: str, way: str) -> None:
    """Of many who know the same version one changes it; the others are told that it has changed or is gone."""
    statuses: list[int] = []
    barrier = threading.Barrier(6)

    def change(number: int) -> None:
        barrier.wait()
        headers = {"If-Match": '"1"'}
        if way == "patch":
            answer = client.patch(fact, json={"text": f"I live in town {number}."}, headers=headers)
        elif way == "delete":
            answer = client.delete(fact, headers=headers)
        else:
            answer = client.post(f"{fact}/label", json={"purpose": f"p{number}"}, headers=headers)
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=change, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 412, 404}
    if way != "delete":
        assert client.get(fact).json()["version"] == 2
