"""A reranker behind an endpoint: Jina, Cohere, vLLM, Infinity, llama.cpp, or Text Embeddings Inference (TEI)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from mnemic.errors import ModelError, ModelUnavailable
from mnemic.models.endpoint import Endpoint

REFUSED_FORM = frozenset({400, 422})  # what an endpoint says to a call that lacks a field it needs
_HELP = "Check MNEMIC_RERANK_MODEL, MNEMIC_RERANK_BASE_URL and MNEMIC_RERANK_API_KEY."


class RerankEndpoint:
    """Scores texts by `POST {base_url}/rerank`; needs the extra `mnemic[openai]`.

    It is asked with `model`, `query`, `documents` and `top_n`, as Jina and Cohere named them. TEI calls the documents
    `texts`; an endpoint that refuses the one form is asked in the other, and what it took is remembered. Both forms of
    answer are read: `{"results": [{"index", "relevance_score" or "score"}]}`, and TEI's bare list of them.

    Args:
        model: its name at the endpoint.
        base_url: what stands before /rerank, for example https://api.jina.ai/v1 or http://127.0.0.1:8000/v1.
        api_key: None where the endpoint asks for none.
        timeout_s: how long to wait for one answer, in seconds.
        tries: how often it is asked while it is busy, failing or late.
        sleep: how to wait between two tries, given seconds.

    Raises:
        ModelUnavailable: the package `openai` is not installed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str | None,
        timeout_s: float,
        tries: int = 2,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._documents = "documents"
        self._endpoint = Endpoint(
            "A rerank endpoint", base_url=base_url, api_key=api_key, timeout_s=timeout_s, tries=tries, sleep=sleep
        )

    @property
    def name(self) -> str:
        """The model's name at the endpoint."""
        return self._model

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """A relevance for each text, in order; higher is better. The scale is the model's own: 0-1 for most, raw
        log-odds for some.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, is busy for too long, or refuses the call.
            ModelError: its answer has not one number for each text.
        """
        if not texts:
            return []
        other = "texts" if self._documents == "documents" else "documents"
        try:
            answer = self._ask(question, texts, self._documents)
        except self._endpoint.by_status as error:
            if error.status_code not in REFUSED_FORM:
                raise self._unavailable(error) from error
            answer = self._in_the_other_form(question, texts, other, error)
        except self._endpoint.failures as error:
            raise self._unavailable(error) from error
        return self._scores(answer, len(texts))

    def close(self) -> None:
        """Let go of its connections."""
        self._endpoint.close()

    def _in_the_other_form(self, question: str, texts: Sequence[str], form: str, refused: Exception) -> Any:
        """The answer in the other form. Where that is refused as well, the first refusal says what is wrong."""
        try:
            answer = self._ask(question, texts, form)
        except self._endpoint.failures as error:
            raise self._unavailable(refused) from error
        self._documents = form
        return answer

    def _ask(self, question: str, texts: Sequence[str], form: str) -> Any:
        given: dict[str, Any] = {"model": self._model, "query": question, form: list(texts)}
        given |= {"top_n": len(texts)} if form == "documents" else {"truncate": True}
        client = self._endpoint.client
        return self._endpoint.ask(lambda: client.post("/rerank", body=given, cast_to=object))

    def _scores(self, answer: Any, count: int) -> list[float]:
        """The scores of an answer, one for each text."""
        results = answer.get("results") if isinstance(answer, dict) else answer
        if not isinstance(results, list):
            raise self._unusable("there is no list of results in it")
        scores: dict[int, float] = {}
        for result in results:
            index = result.get("index") if isinstance(result, dict) else None
            if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count:
                raise self._unusable(f"it names text {index!r}, and {count} were sent")
            score = result.get("relevance_score", result.get("score"))
            if not isinstance(score, int | float) or isinstance(score, bool) or not math.isfinite(score):
                raise self._unusable(f"the score of text {index} is {score!r}")
            scores[index] = float(score)
        if len(scores) != count:
            raise self._unusable(f"it scores {len(scores)} texts of {count}")
        return [scores[index] for index in range(count)]

    def _unavailable(self, error: Exception) -> ModelUnavailable:
        return ModelUnavailable(f"The reranker {self._model!r} did not answer ({error}). {_HELP}")

    def _unusable(self, wrong: str) -> ModelError:
        return ModelError(f"The answer of the reranker {self._model!r} cannot be used: {wrong}. {_HELP}")
