"""A client of an OpenAI-style endpoint, and how long it is waited for: what every model behind one shares."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from mnemic.errors import ModelUnavailable

PAUSE_S_MIN, PAUSE_S_MAX = 1.0, 20.0  # between two tries, doubled each time; a longer Retry-After ends the trying
BUSY = frozenset({408, 409, 429, 500, 502, 503, 504, 529})  # statuses that may pass by themselves


class Endpoint:
    """An endpoint that is asked again while it is busy, failing or late; needs the extra `mnemic[openai]`.

    Args:
        purpose: what it is needed for, as the subject of a sentence ("A chat model").
        base_url: for example http://127.0.0.1:11434/v1; None is OpenAI itself.
        api_key: None where the endpoint asks for none.
        timeout_s: how long to wait for one answer, in seconds.
        tries: how often it is asked while it is busy, failing or late.
        sleep: how to wait between two tries, given seconds.

    Raises:
        ModelUnavailable: the package `openai` is not installed.
    """

    def __init__(
        self,
        purpose: str,
        *,
        base_url: str | None,
        api_key: str | None,
        timeout_s: float,
        tries: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise ModelUnavailable(f"{purpose} needs one more package: pip install 'mnemic[openai]'.") from error
        self._tries = tries
        self._sleep = sleep
        self._unreached: type[openai.APIConnectionError] = openai.APIConnectionError
        self.by_status: type[openai.APIStatusError] = openai.APIStatusError
        self.failures: tuple[type[Exception], ...] = (openai.OpenAIError, ValueError)  # the second: a body of no JSON
        self.client: Any = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_s, max_retries=0)

    def ask(self, call: Callable[[], Any]) -> Any:
        """The answer of a call, which is made at most `tries` times. Its last failure is raised as it is: one of
        `failures`."""
        pause_s = PAUSE_S_MIN
        for _ in range(self._tries - 1):
            try:
                return call()
            except self.by_status as error:
                wished_s = _retry_after_s(error)
                if error.status_code not in BUSY or (wished_s or 0) > PAUSE_S_MAX:
                    raise
                self._sleep(max(pause_s, wished_s or 0))
            except self._unreached:
                self._sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSE_S_MAX)
        return call()

    def close(self) -> None:
        """Let go of its connections."""
        self.client.close()


def _retry_after_s(error: Any) -> float | None:
    """The pause the endpoint asks for, in seconds; None where it names none."""
    said = error.response.headers.get("retry-after", "")
    return float(said) if re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]+)?", said) else None
