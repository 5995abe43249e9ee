"""A rerank endpoint that speaks the real protocols with every fault: our order stands then, and the answer says so."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from mnemic.errors import ModelError, ModelUnavailable
from mnemic.models.endpoint import PAUSE_S_MAX
from mnemic.models.rerank_endpoint import RerankEndpoint
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled

PATIENCE_S = 30.0  # of a client that is not meant to give up
QUESTION = "Which drink does she like?"
TEXTS = ["She likes tea.", "她喜欢喝咖啡。", "The train leaves at nine."]
SAID = ["I like green tea.", "I like black coffee.", "I like cold milk."]


@dataclass(frozen=True, kw_only=True)
class Served:
    """What the server does with one call: a status with a body and headers, or hold the line."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    hangs: bool = False


def scored(*scores: object, name: str = "relevance_score") -> Served:
    """Results as Jina and Cohere send them, best first."""
    results = [{"index": index, name: score} for index, score in enumerate(scores)]
    results.sort(key=lambda result: -float(str(result[name])))
    return Served(body=json.dumps({"model": "m", "results": results, "usage": {"total_tokens": 9}}))


def bare(*scores: float) -> Served:
    """Results as Text Embeddings Inference sends them."""
    return Served(body=json.dumps([{"index": index, "score": score} for index, score in enumerate(scores)]))


def fails(status: int, message: str = "no", **headers: str) -> Served:
    """An error with its headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Served(status=status, body=json.dumps({"error": {"message": message}}), headers=named)


class Endpoint:
    """A server on this machine that works through a script; its last line repeats."""

    def __init__(self) -> None:
        self.script: list[Served] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.released = threading.Event()
        self.url = ""

    def next(self, call: dict[str, Any], key: str | None) -> Served:
        """What this call gets."""
        self.asked.append(call)
        self.keys.append(key)
        return self.script[min(len(self.asked), len(self.script)) - 1]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A running server with an empty script."""
    served = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/rerank"
            call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = served.next(call, self.headers["Authorization"])
            if answer.hangs:
                served.released.wait(PATIENCE_S)
                self.close_connection = True
                return
            body = answer.body.encode()
            self.send_response(answer.status)
            sent = {"Content-Type": answer.kind, "Content-Length": str(len(body)), **answer.headers}
            for name, value in sent.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing about requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield served
    finally:
        served.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def pauses() -> list[float]:
    """The pauses a client made, in seconds; none is waited for."""
    return []


Client = Callable[..., RerankEndpoint]


@pytest.fixture
def client(endpoint: Endpoint, pauses: list[float]) -> Iterator[Client]:
    """Makes clients of the server whose pauses take no time."""
    made: list[RerankEndpoint] = []

    def make(**given: Any) -> RerankEndpoint:
        settings = {"base_url": endpoint.url, "api_key": None, "timeout_s": PATIENCE_S, "sleep": pauses.append}
        made.append(RerankEndpoint("judge-1", **(settings | given)))
        return made[-1]

    yield make
    for reranker in made:
        reranker.close()


@pytest.mark.parametrize(
    "served",
    [scored(0.2, 0.9, 0.1), scored(0.2, 0.9, 0.1, name="score"), bare(0.2, 0.9, 0.1)],
    ids=["jina", "vllm", "tei"],
)
def test_every_shape_is_read(endpoint: Endpoint, client: Client, served: Served) -> None:
    """Scores come back in the order of the texts, however the endpoint sorts and names them."""
    endpoint.script = [served]
    assert client(api_key="secret").score(QUESTION, TEXTS) == [0.2, 0.9, 0.1]
    assert endpoint.asked == [{"model": "judge-1", "query": QUESTION, "documents": TEXTS, "top_n": 3}]
    assert endpoint.keys == ["Bearer secret"]


def test_nothing_to_read_is_not_asked(endpoint: Endpoint, client: Client) -> None:
    """Without texts there is no call."""
    assert client().score(QUESTION, []) == []
    assert endpoint.asked == []


@pytest.mark.parametrize("refusal", [400, 422])
def test_the_other_form_is_tried_and_remembered(endpoint: Endpoint, client: Client, refusal: int) -> None:
    """An endpoint that wants `texts` is asked so, and only once in vain."""
    endpoint.script = [fails(refusal, "missing field `texts`"), bare(0.5, 0.1, 0.2)]
    reranker = client()
    for _ in range(2):
        assert reranker.score(QUESTION, TEXTS) == [0.5, 0.1, 0.2]
    assert ["texts" in call for call in endpoint.asked] == [False, True, True]


def test_a_wrong_call_is_refused_in_both_forms(endpoint: Endpoint, client: Client) -> None:
    """Where both forms are refused the first refusal is told, and nothing is learnt from it."""
    endpoint.script = [fails(400, "no such model"), fails(400, "missing documents"), scored(0.1, 0.2, 0.3)]
    reranker = client()
    with pytest.raises(ModelUnavailable, match="no such model"):
        reranker.score(QUESTION, TEXTS)
    assert reranker.score(QUESTION, TEXTS) == [0.1, 0.2, 0.3]
    assert "documents" in endpoint.asked[-1]


@pytest.mark.parametrize("status", [500, 502, 503, 429, 408])
def test_what_passes_is_waited_for(endpoint: Endpoint, client: Client, pauses: list[float], status: int) -> None:
    """A busy or failing endpoint is asked again after a pause."""
    endpoint.script = [fails(status), scored(0.3, 0.2, 0.1)]
    assert client().score(QUESTION, TEXTS) == [0.3, 0.2, 0.1]
    assert pauses == [1.0]


def test_the_pause_asked_for_is_kept(endpoint: Endpoint, client: Client, pauses: list[float]) -> None:
    """A Retry-After within reason is waited for; a longer one ends the trying."""
    endpoint.script = [fails(429, retry_after="7"), scored(0.3, 0.2, 0.1)]
    client().score(QUESTION, TEXTS)
    assert pauses == [7.0]
    endpoint.script = [fails(429, retry_after=str(int(PAUSE_S_MAX) + 1))]
    with pytest.raises(ModelUnavailable):
        client().score(QUESTION, TEXTS)
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_names_the_settings(endpoint: Endpoint, client: Client, pauses: list[float], status: int) -> None:
    """A key or address that is wrong is not tried again, and the message says what to check."""
    endpoint.script = [fails(status)]
    with pytest.raises(ModelUnavailable, match="MNEMIC_RERANK_BASE_URL and MNEMIC_RERANK_API_KEY"):
        client().score(QUESTION, TEXTS)
    assert len(endpoint.asked) == 1
    assert pauses == []


def test_a_slow_endpoint_is_given_up(endpoint: Endpoint, client: Client) -> None:
    """One that holds the line is left after the tries agreed on."""
    endpoint.script = [Served(hangs=True)]
    with pytest.raises(ModelUnavailable):
        client(timeout_s=0.05, tries=2).score(QUESTION, TEXTS)
    assert len(endpoint.asked) == 2


def test_no_endpoint(client: Client) -> None:
    """One that is not there is named with the settings."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with pytest.raises(ModelUnavailable, match="MNEMIC_RERANK_MODEL"):
        client(base_url=url).score(QUESTION, TEXTS)


MALFORMED = {
    "no JSON": Served(body='{"results": [{"ind'),
    "a page": Served(body="<html>hello</html>", kind="text/html"),
    "empty": Served(body="{}"),
    "null": Served(body="null"),
    "a word for the list": Served(body='{"results": "none"}'),
    "too few": scored(0.1, 0.2),
    "too many": scored(0.1, 0.2, 0.3, 0.4),
    "twice the same": Served(body=json.dumps([{"index": 0, "score": 0.1}] * 3)),
    "below": Served(body=json.dumps([{"index": -1, "score": 0.1}])),
    "no index": Served(body=json.dumps([{"score": 0.1}])),
    "a word for the index": Served(body=json.dumps([{"index": "0", "score": 0.1}])),
    "truth for the index": Served(body=json.dumps([{"index": True, "score": 0.1}])),
    "no score": Served(body=json.dumps([{"index": 0}])),
    "a word for the score": Served(body=json.dumps([{"index": 0, "score": "high"}])),
    "not a number": scored(float("nan"), 0.2, 0.3),
    "without end": scored(float("inf"), 0.2, 0.3),
    "numbers alone": Served(body="[0.1, 0.2, 0.3]"),
}


@pytest.mark.parametrize("served", MALFORMED.values(), ids=MALFORMED.keys())
def test_an_unusable_answer_is_an_error(endpoint: Endpoint, client: Client, served: Served) -> None:
    """An answer without one finite number for each text is never guessed at."""
    endpoint.script = [served]
    with pytest.raises(ModelError):
        client().score(QUESTION, TEXTS)


@pytest.mark.parametrize(
    "served",
    [fails(503), fails(429, retry_after="600"), Served(hangs=True), *MALFORMED.values()],
    ids=["failing", "busy", "slow", *MALFORMED],
)
def test_a_failure_leaves_our_order(endpoint: Endpoint, client: Client, served: Served) -> None:
    """Whatever is wrong with the endpoint, the hits are those found without it, and the answer says what is missing."""
    endpoint.script = [served]
    reranker = client(timeout_s=0.05 if served.hangs else PATIENCE_S, tries=1)
    with assembled(InMemoryStore()) as plain, assembled(InMemoryStore(), reranker=reranker) as helped:
        found = []
        for memory in (plain, helped):
            user = memory.user("alice")
            user.add(SAID, infer=False)
            found.append(user.search("what do I like to drink"))
    without, with_it = found
    assert [hit.memory.text for hit in with_it] == [hit.memory.text for hit in without]
    assert without.degraded == ()
    assert [reason.partition(":")[0] for reason in with_it.degraded] == ["rerank"]


def test_the_endpoint_decides_among_likes(endpoint: Endpoint, client: Client) -> None:
    """What it prefers comes first, and the hit says by how much."""
    endpoint.script = [scored(0.01, 0.02, 0.97)]
    with assembled(InMemoryStore(), reranker=client()) as memory:
        user = memory.user("alice")
        user.add(SAID, infer=False)
        found = user.search("what do I like to drink")
    assert found[0].memory.text == endpoint.asked[0]["documents"][2]
    assert found[0].explain["rerank"] > 0
    assert found.degraded == ()
