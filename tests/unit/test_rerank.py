"""A reranker's scores on a scale of their own, and what they may move."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.api.memory import OpenMemory
from mnemic.errors import InvalidSetting, ModelError, ModelUnavailable
from mnemic.models.rerank_cross_encoder import CrossEncoderReranker
from mnemic.models.rerank_scripted import ScriptedReranker
from mnemic.reading.rerank import standardised
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.wiring.opening import open as open_memory
from tests.conftest import assembled

SAID = [
    "The kettle is in the left cupboard.",
    "The blue kettle was a gift.",
    "水壶该除水垢了。",
    "The kettle boils in four minutes.",
    "The garden gate squeaks.",
]
QUESTION = "what about the kettle"


def recalled(memory: OpenMemory, said: list[str] = SAID, k: int = 8) -> list[str]:
    """The texts found for the question."""
    user = memory.user("alice")
    user.add(said, infer=False)
    return [hit.memory.text for hit in user.search(QUESTION, k=k)]


@given(st.lists(st.floats(-30, 30), min_size=2, max_size=12))
def test_the_order_of_raw_scores_is_kept(scores: list[float]) -> None:
    """Log-odds keep their order, have mean 0 and spread at most 1."""
    made = standardised(scores)
    inside_out = np.argsort(scores, kind="stable")
    assert (np.diff(made[inside_out]) >= -1e-9).all()
    assert abs(float(made.mean())) < 1e-9
    assert float(made.std()) <= 1 + 1e-9


def test_probabilities_are_read_as_log_odds() -> None:
    """0.999 stands as far above 0.5 as 0.001 below it, and certainty is finite."""
    made = standardised([0.001, 0.5, 0.999])
    assert made[0] == pytest.approx(-made[2])
    assert made[1] == pytest.approx(0)
    assert np.isfinite(standardised([0.0, 1.0, 0.5])).all()


def test_one_who_finds_everything_alike_decides_nothing() -> None:
    """Differences far below half a unit of log-odds are not blown up."""
    assert np.abs(standardised([0.50, 0.51, 0.50, 0.505])).max() < 0.1


def test_what_it_prefers_comes_first() -> None:
    """A text that stands out to the reranker stands first, and says so in its terms."""
    judge = ScriptedReranker(lambda question, text: 0.98 if "gift" in text else 0.02)
    with assembled(InMemoryStore(), reranker=judge) as memory:
        user = memory.user("alice")
        user.add(SAID, infer=False)
        best = user.search(QUESTION)[0]
    assert best.memory.text == "The blue kettle was a gift."
    assert best.explain["rerank"] > 0
    assert sum(best.explain.values()) == pytest.approx(np.log(best.score / (1 - best.score)), abs=1e-3)


def test_it_reads_so_many_and_no_more() -> None:
    """`rerank_top` candidates are read; the others keep their order, below those."""
    judge = ScriptedReranker(lambda question, text: len(text) / 100)
    with assembled(InMemoryStore()) as plain, assembled(InMemoryStore(), reranker=judge, rerank_top=2) as helped:
        without, with_it = recalled(plain), recalled(helped)
    assert judge.calls == [(QUESTION, tuple(without[:2]))] or set(judge.calls[0][1]) == set(without[:2])
    assert set(with_it[:2]) == set(judge.calls[0][1])
    assert with_it[2:] == [text for text in without if text not in with_it[:2]]


def test_its_weight_is_a_setting() -> None:
    """At weight 0 it moves nothing."""
    judge = ScriptedReranker(lambda question, text: 1.0 if "squeaks" in text else 0.0)
    with assembled(InMemoryStore()) as plain, assembled(InMemoryStore(), reranker=judge, rerank_weight=0) as helped:
        assert recalled(plain) == recalled(helped)


@pytest.mark.parametrize(
    "judge",
    [
        ScriptedReranker(lambda question, text: 0.5, fails=ModelUnavailable("The line is dead.")),
        ScriptedReranker(lambda question, text: 0.5, fails=ModelError("It gave no numbers.")),
        ScriptedReranker(lambda question, text: float("nan")),
    ],
    ids=["unavailable", "unusable", "not a number"],
)
def test_where_it_fails_our_order_stands(judge: ScriptedReranker) -> None:
    """A failing reranker degrades the answer, which stays what it would be without it."""
    with assembled(InMemoryStore()) as plain, assembled(InMemoryStore(), reranker=judge) as helped:
        expected = recalled(plain)
        assert recalled(helped) == expected
        assert helped.user("alice").search(QUESTION).degraded[0].startswith("rerank: ")


def test_one_candidate_needs_no_judge() -> None:
    """With nothing to choose between it is not asked."""
    judge = ScriptedReranker(lambda question, text: 0.5)
    with assembled(InMemoryStore(), reranker=judge) as memory:
        assert recalled(memory, SAID[:1]) == SAID[:1]
    assert judge.calls == []


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"reranker": "endpoint", "rerank_model": "m"}, "MNEMIC_RERANK_BASE_URL"),
        ({"reranker": "endpoint", "rerank_base_url": "http://127.0.0.1:9/v1"}, "MNEMIC_RERANK_MODEL"),
        ({"reranker": "cross-encoder"}, "MNEMIC_RERANK_MODEL"),
        ({"reranker": "oracle"}, "reranker"),
    ],
)
def test_half_a_setting_is_named(given: dict[str, Any], missing: str) -> None:
    """A reranker without its model or address is refused in words that name what is missing."""
    with pytest.raises(InvalidSetting, match=missing):
        open_memory(":memory:", embedder="hashing", background=False, **given)


def test_the_settings_make_an_endpoint() -> None:
    """An endpoint with model and address is what is asked."""
    given: dict[str, Any] = {
        "rerank_model": "judge-1",
        "rerank_base_url": "http://127.0.0.1:9/v1",
        "rerank_api_key": "k",
    }
    with open_memory(":memory:", embedder="hashing", background=False, reranker="endpoint", **given) as memory:
        user = memory.user("alice")
        user.add(SAID[:2], infer=False)
        assert "judge-1" in user.search(QUESTION).degraded[0]


def test_a_cross_encoder_ranks_pairs(tmp_path: Path) -> None:
    """A real cross-encoder, tiny and untrained, gives one finite number for each pair."""
    torch = pytest.importorskip("torch", reason="the extra `rerank` is not installed: the cross-encoder is NOT tested")
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz水壶"]
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("\n".join(words), "utf-8")
    shape = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    transformers.BertForSequenceClassification(shape).save_pretrained(str(tmp_path))
    transformers.BertTokenizer(str(vocabulary)).save_pretrained(str(tmp_path))
    scores = CrossEncoderReranker(str(tmp_path)).score(QUESTION, SAID)
    assert len(scores) == len(SAID)
    assert np.isfinite(scores).all()


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="the extra `rerank` is installed")
def test_a_cross_encoder_needs_its_package() -> None:
    """Without the extra the error says what to install."""
    with pytest.raises(ModelUnavailable, match=r"mnemic\[rerank\]"):
        CrossEncoderReranker("somewhere")
