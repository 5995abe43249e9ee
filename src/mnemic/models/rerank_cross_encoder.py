"""A cross-encoder of sentence-transformers on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from mnemic.errors import ModelError, ModelUnavailable

BATCH = 32  # pairs at a time, the package's own default


class CrossEncoderReranker:
    """Reads question and text together; needs the extra `mnemic[rerank]`. The model is loaded at the first question.

    Args:
        model: a name on the Hugging Face hub, or the path of a local folder.

    Raises:
        ModelUnavailable: the package `sentence-transformers` is not installed.
    """

    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            raise ModelUnavailable("A cross-encoder needs one more package: pip install 'mnemic[rerank]'.") from error
        self._make: Any = CrossEncoder
        self._model = model
        self._loaded: Any = None
        self._lock = Lock()  # loading twice would take twice the memory

    @property
    def name(self) -> str:
        """The model's name or path."""
        return self._model

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """A relevance for each text, in order; higher is better. The scale is the model's own: 0-1 where it ends in a
        sigmoid, which is usual for one label, else raw log-odds.

        Raises:
            ModelUnavailable: the model cannot be loaded.
            ModelError: it is no model that scores pairs by one number.
        """
        if not texts:
            return []
        model = self._ready()
        try:
            made = model.predict([(question, text) for text in texts], batch_size=BATCH, show_progress_bar=False)
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"The cross-encoder {self._model!r} failed: {error}") from error
        if getattr(made, "shape", None) != (len(texts),):
            raise ModelError(
                f"The cross-encoder {self._model!r} gives no single score for a pair: MNEMIC_RERANK_MODEL must name a "
                "model with one label."
            )
        return [float(score) for score in made]

    def _ready(self) -> Any:
        with self._lock:
            if self._loaded is None:
                try:
                    self._loaded = self._make(self._model)
                except (OSError, RuntimeError, ValueError) as error:
                    raise ModelUnavailable(
                        f"The cross-encoder {self._model!r} cannot be loaded ({error}). Check MNEMIC_RERANK_MODEL: a "
                        "name on the Hugging Face hub, or a folder."
                    ) from error
            return self._loaded
