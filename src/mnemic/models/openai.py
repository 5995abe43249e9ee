"""A chat model behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.errors import ModelError, ModelUnavailable
from mnemic.models.endpoint import Endpoint
from mnemic.ports import Reply

REFUSED_FORMAT = frozenset({400, 422})  # what endpoints say to a response_format they do not know
SCHEMA_NAME = "answer"

_ABOUT_FORMAT = Regex(r"response_format|json|schema|grammar|structured", re.IGNORECASE)


class Rung(IntEnum):
    """How firmly an endpoint can be held to a form of answer, firmest first."""

    JSON_SCHEMA = 0
    JSON_OBJECT = 1
    PLAIN = 2


class ChatModel:
    """Answers a list of chat messages; needs the extra `mnemic[openai]`.

    An answer with a schema is asked for by JSON schema; where the endpoint refuses that, by JSON mode; where it refuses
    that too, in words only. What it refused is remembered, so that it is asked in vain once in the life of the object.

    Args:
        model: its name at the endpoint.
        base_url: for example http://127.0.0.1:11434/v1; None is OpenAI itself.
        api_key: None where the endpoint asks for none.
        timeout_s: how long to wait for one answer, in seconds.
        tries: how often it is asked while it is busy, failing or late.
        named_by: the environment variable that names it, for errors.
        sleep: how to wait between two tries, given seconds.

    Raises:
        ModelUnavailable: the package `openai` is not installed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None,
        api_key: str | None,
        timeout_s: float,
        tries: int = 3,
        named_by: str = "MNEMIC_MODEL",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._help = f"Check {named_by}, MNEMIC_BASE_URL and MNEMIC_API_KEY."
        self._rung = Rung.JSON_SCHEMA
        self._endpoint = Endpoint(
            "A chat model", base_url=base_url, api_key=api_key, timeout_s=timeout_s, tries=tries, sleep=sleep
        )

    def reply(self, messages: Sequence[Mapping[str, Any]], *, schema: Mapping[str, Json] | None = None) -> Reply:
        """The model's answer.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, is busy for too long, or refuses the call.
            ModelError: it answers with nothing, or the model declines.
        """
        rung = Rung.PLAIN if schema is None else self._rung
        while True:
            try:
                answer = self._ask(messages, rung, schema)
            except self._endpoint.by_status as error:
                if rung is Rung.PLAIN or not _refuses_format(error):
                    raise self._unavailable(error) from error
                rung = Rung(rung + 1)
                continue
            except self._endpoint.failures as error:
                raise self._unavailable(error) from error
            if schema is not None:
                self._rung = rung
            return self._reply_of(answer)

    def close(self) -> None:
        """Let go of its connections."""
        self._endpoint.close()

    def _ask(self, messages: Sequence[Mapping[str, Any]], rung: Rung, schema: Mapping[str, Json] | None) -> Any:
        """One answer of the endpoint, tried again while it is busy, failing or late."""
        given = {"model": self._model, "messages": [dict(message) for message in messages], **_format(rung, schema)}
        return self._endpoint.ask(lambda: self._endpoint.client.chat.completions.create(**given))

    def _unavailable(self, error: Exception) -> ModelUnavailable:
        return ModelUnavailable(f"The model {self._model!r} did not answer ({error}). {self._help}")

    def _reply_of(self, answer: Any) -> Reply:
        choices = getattr(answer, "choices", None)
        if not isinstance(choices, list) or not choices:
            raise ModelError(f"The model {self._model!r} gave no answer. {self._help}")
        message = getattr(choices[0], "message", None)
        finish = getattr(choices[0], "finish_reason", None)
        refusal = getattr(message, "refusal", None)
        if refusal or finish == "content_filter":
            raise ModelError(f"The model {self._model!r} declined to answer ({refusal or finish}).")
        text = _text_of(getattr(message, "content", None))
        if not text.strip():
            raise ModelError(f"The model {self._model!r} gave an empty answer.")
        return Reply(text=text, truncated=finish == "length")


def _format(rung: Rung, schema: Mapping[str, Json] | None) -> dict[str, Any]:
    if rung is Rung.PLAIN or schema is None:
        return {}
    if rung is Rung.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    named = {"name": SCHEMA_NAME, "strict": True, "schema": dict(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _refuses_format(error: Any) -> bool:
    """Whether a call was refused for its response_format. Some endpoints say only that the request is bad."""
    status = error.status_code
    return status in REFUSED_FORMAT or (status in (404, 500, 501) and bool(_ABOUT_FORMAT.search(str(error))))


def _text_of(content: Any) -> str:
    """The words of a message; some endpoints give them in parts."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else getattr(part, "text", None) for part in content)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
