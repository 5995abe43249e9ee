"""A chat model behind any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mnemic.errors import ModelUnavailable


class ChatModel:
    """Answers a list of chat messages; needs the extra `mnemic[openai]`.

    Args:
        model: its name at the endpoint.
        base_url: for example http://127.0.0.1:11434/v1; None is OpenAI itself.
        api_key: None where the endpoint asks for none.
        timeout_s: how long to wait, in seconds.

    Raises:
        ModelUnavailable: the package `openai` is not installed.
    """

    def __init__(self, model: str, *, base_url: str | None, api_key: str | None, timeout_s: float) -> None:
        try:
            import openai
        except ImportError as error:
            raise ModelUnavailable("A chat model needs one more package: pip install 'mnemic[openai]'.") from error
        self._model = model
        self._failures: tuple[type[Exception], ...] = (openai.OpenAIError,)
        self._client: Any = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_s)

    def reply(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The model's answer.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, refuses, or answers with nothing.
        """
        try:
            answer = self._client.chat.completions.create(model=self._model, messages=[dict(m) for m in messages])
        except self._failures as error:
            raise ModelUnavailable(
                f"The model {self._model!r} did not answer ({error}). Check MNEMIC_MODEL, MNEMIC_BASE_URL and "
                "MNEMIC_API_KEY."
            ) from error
        text = answer.choices[0].message.content if answer.choices else None
        if not text:
            raise ModelUnavailable(f"The model {self._model!r} gave an empty answer.")
        return str(text)
