"""A chat endpoint that speaks the real protocol with every fault: what is said to it is never lost, and it is asked no
more often than agreed."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mnemic.domain.changes import WriteReport
from mnemic.errors import ModelError, ModelUnavailable
from mnemic.models.endpoint import PAUSE_S_MAX
from mnemic.models.openai import ChatModel
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled
from tests.faults.conftest import PATIENCE_S, Endpoint, Served, answers, fails

AISLE = "I prefer aisle seats on flights."
BY_RULES = "The user prefers aisle seats on flights."
BY_MODEL = "The user likes to sit on the aisle."
ANSWER = json.dumps({"memories": [{"text": BY_MODEL, "quote": "aisle seats", "turn": 1}], "retracts": []})

Client = Callable[..., ChatModel]


@pytest.fixture
def client(endpoint: Endpoint, pauses: list[float]) -> Iterator[Client]:
    """Makes clients of the server whose pauses take no time."""
    made: list[ChatModel] = []

    def make(**given: Any) -> ChatModel:
        settings = {"base_url": endpoint.url, "api_key": None, "timeout_s": PATIENCE_S, "sleep": pauses.append}
        made.append(ChatModel("scripted", **(settings | given)))
        return made[-1]

    yield make
    for model in made:
        model.close()
    assert set(endpoint.paths) <= {"/v1/chat/completions"}


def added(model: ChatModel, *messages: str, **settings: Any) -> tuple[WriteReport, list[str]]:
    """What becomes of messages, and the statements that stand then."""
    with assembled(InMemoryStore(), model=model, **settings) as memory:
        user = memory.user("alice")
        report = user.add(list(messages or (AISLE,)))
        return report, [found.text for found in user.list()]


@pytest.mark.parametrize(
    "content",
    [
        ANSWER,
        f"```json\n{ANSWER}\n```",
        f"```\r\n{ANSWER}\r\n```",
        f"<think>\nA seat, hm. {{not this}}\n</think>\n\n{ANSWER}",
        f"Sure, here you go: {ANSWER} Anything else?",
        [{"type": "text", "text": ANSWER}],
    ],
)
def test_one_call_understands_a_message(endpoint: Endpoint, client: Client, content: Any) -> None:
    """Whatever the answer is wrapped in, the endpoint is asked once."""
    endpoint.script = [answers(content)]
    report, texts = added(client())
    assert (texts, report.degraded, endpoint.formats) == ([BY_MODEL], [], ["json_schema"])
    strict = endpoint.asked[0]["response_format"]["json_schema"]
    assert strict["strict"] is True
    assert strict["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    "served",
    [
        answers(""),
        answers("   "),
        answers(None),
        answers("I'd rather not say."),
        answers(ANSWER[:20], finish="length"),
        answers(None, refusal="I can't help with that."),
        answers("", finish="content_filter"),
        answers("<think>on and on"),
        Served(body='{"id": "1", "object": "chat.completion", "choices": []}'),
        Served(body='{"error": "overloaded"}'),
        Served(body="{ not json"),
        Served(body="<html>Bad gateway</html>", kind="text/html"),
        Served(body=""),
        Served(body="null"),
        Served(body='"text"'),
        Served(body='{"choices": [{}]}'),
        Served(body='{"choices": "none"}'),
        Served(body='{"choices": [null]}'),
    ],
)
def test_an_answer_of_no_use_is_not_asked_for_again(endpoint: Endpoint, client: Client, served: Served) -> None:
    """Empty, refused, cut-off and broken answers cost one call; the rules read, and the report says so."""
    endpoint.script = [served]
    report, texts = added(client())
    assert texts == [BY_RULES]
    assert len(report.degraded) == 1
    assert len(endpoint.asked) == 1


def test_what_a_cut_off_answer_had_said_is_kept(endpoint: Endpoint, client: Client) -> None:
    """The complete statements of a truncated answer stand."""
    whole = json.dumps({"memories": [{"text": BY_MODEL, "turn": 1}, {"text": "The user keeps bees.", "turn": 2}]})
    endpoint.script = [answers(whole[: whole.index("bees")], finish="length")]
    report, texts = added(client(), AISLE, "I am allergic to peanuts.")
    assert BY_MODEL in texts
    assert any("peanuts" in text for text in texts)
    assert "broke off" in report.degraded[0]


@pytest.mark.parametrize(
    ("refusals", "climbed"),
    [
        ([fails(400, "response_format json_schema is not supported")], ["json_schema", "json_object"]),
        ([fails(422, "bad request")], ["json_schema", "json_object"]),
        ([fails(404, "no such response_format")], ["json_schema", "json_object"]),
        ([fails(400), fails(400)], ["json_schema", "json_object", "plain"]),
    ],
)
def test_the_ladder_is_climbed_once(
    endpoint: Endpoint, client: Client, refusals: list[Served], climbed: list[str]
) -> None:
    """A refused form of answer leads to the next one; from then on the one that was taken is asked for at once."""
    endpoint.script = [*refusals, answers(ANSWER)]
    model = client()
    report, texts = added(model)
    assert (texts, report.degraded, endpoint.formats) == ([BY_MODEL], [], climbed)
    added(model)
    assert endpoint.formats == [*climbed, climbed[-1]]


def test_a_wrong_call_teaches_nothing_about_the_endpoint(endpoint: Endpoint, client: Client) -> None:
    """Where every form is refused, the reason was another one: the ladder is climbed anew next time."""
    endpoint.script = [fails(400, "context too long")] * 3 + [answers(ANSWER)]
    model = client()
    report, texts = added(model)
    assert texts == [BY_RULES]
    assert "context too long" in report.degraded[0]
    added(model)
    assert endpoint.formats == ["json_schema", "json_object", "plain", "json_schema"]


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_call_that_cannot_succeed_is_made_once(
    endpoint: Endpoint, client: Client, pauses: list[float], status: int
) -> None:
    """A wrong key or model is not tried again, and the message names the settings."""
    endpoint.script = [fails(status, "the model does not exist")]
    report, texts = added(client())
    assert (texts, len(endpoint.asked), pauses) == ([BY_RULES], 1, [])
    assert "MNEMIC_API_KEY" in report.degraded[0]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
def test_a_busy_endpoint_is_asked_again(endpoint: Endpoint, client: Client, pauses: list[float], status: int) -> None:
    """It answers at the third try; the pauses have grown."""
    endpoint.script = [fails(status), fails(status), answers(ANSWER)]
    report, texts = added(client())
    assert (texts, report.degraded, len(endpoint.asked)) == ([BY_MODEL], [], 3)
    assert pauses == [1.0, 2.0]


def test_the_pause_an_endpoint_asks_for_is_kept(endpoint: Endpoint, client: Client, pauses: list[float]) -> None:
    """Retry-After is honoured where it is longer than the pause by plan."""
    endpoint.script = [fails(429, retry_after="7"), answers(ANSWER)]
    assert added(client())[1] == [BY_MODEL]
    assert pauses == [7.0]


def test_nobody_waits_for_an_hour(endpoint: Endpoint, client: Client, pauses: list[float]) -> None:
    """An endpoint that asks for too long a pause is given up at once."""
    endpoint.script = [fails(429, retry_after=str(int(PAUSE_S_MAX) + 1))]
    assert added(client())[1] == [BY_RULES]
    assert (pauses, len(endpoint.asked)) == ([], 1)


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_trying_is_bounded(endpoint: Endpoint, client: Client, tries: int) -> None:
    """After as many tries as are set, the rules read."""
    endpoint.script = [fails(503)]
    report, texts = added(client(tries=tries))
    assert (texts, len(endpoint.asked)) == ([BY_RULES], tries)
    assert len(report.degraded) == 1


def test_an_endpoint_that_hangs_is_given_up(endpoint: Endpoint, client: Client) -> None:
    """A call ends at its time limit, is tried as often as agreed, and the rules read."""
    endpoint.script = [Served(hangs=True)]
    report, texts = added(client(timeout_s=0.2, tries=2))
    assert (texts, len(endpoint.asked)) == ([BY_RULES], 2)
    assert len(report.degraded) == 1


def test_an_endpoint_that_is_not_there_is_given_up(client: Client, pauses: list[float]) -> None:
    """A refused connection is tried as often as agreed, and the rules read."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    report, texts = added(client(base_url=url))
    assert (texts, pauses) == ([BY_RULES], [1.0, 2.0])
    assert "MNEMIC_BASE_URL" in report.degraded[0]


def test_without_the_rules_the_turn_waits_until_the_endpoint_is_back(endpoint: Endpoint, client: Client) -> None:
    """Back-off, then an error with the turn in the queue; later it is understood, once."""
    endpoint.script = [fails(503), fails(503), answers(ANSWER)]
    with assembled(InMemoryStore(), model=client(tries=2), extraction="model") as memory:
        user = memory.user("alice")
        with pytest.raises(ModelUnavailable):
            user.add(AISLE)
        assert user.stats().pending == 1
        assert memory.run_due() == 1
        assert [found.text for found in user.list()] == [BY_MODEL]
        assert memory.run_due() == 0


@pytest.mark.parametrize("named", [[7], ["x"], [0], [-1], [10**12]])
def test_numbers_that_were_not_shown_change_nothing(endpoint: Endpoint, client: Client, named: list[object]) -> None:
    """Made-up numbers are reported and the statement is kept."""
    item = {"text": BY_MODEL, "turn": 1, "same_as": named, "replaces": named}
    endpoint.script = [answers(json.dumps({"memories": [item], "retracts": named}))]
    report, texts = added(client())
    assert texts == [BY_MODEL]
    assert sum("which was not shown" in entry.reason for entry in report.dropped) == 3


def test_a_chat_asks_in_words(endpoint: Endpoint, client: Client) -> None:
    """Without a schema no form is asked for; an empty answer is an error there."""
    endpoint.script = [answers("An aisle seat, then."), answers("")]
    model = client()
    assert model.reply([{"role": "user", "content": "Which seat?"}]).text == "An aisle seat, then."
    with pytest.raises(ModelError):
        model.reply([{"role": "user", "content": "Which seat?"}])
    assert endpoint.formats == ["plain", "plain"]
