"""Linear heads over the bundled sentence encoder: what rules cannot tell of a sentence, judged from examples.

The weights come from `python -m training.heads`, fitted on the sentences in training/corpus, which were written for the
project. Figures: docs/decisions/0010-heads.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar
from zipfile import BadZipFile
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import ROOM_KINDS, Kind
from mnemic.errors import EmbedderUnavailable
from mnemic.language.segment import fold
from mnemic.models.builtin import USE_SIZE, encode_use
from mnemic.ports import Vectors

BUCKETS = 8192  # that the character n-grams are hashed into
NGRAM_MAX = 4  # characters
CHARACTERS_MAX = 400  # of a sentence that are judged
SURE = 9.0  # log-odds beyond which no judgement goes: none is ever certain
KINDS = tuple(kind for kind in Kind if kind not in {Kind.EPISODE, Kind.NOTE, *ROOM_KINDS})
MOODS = tuple(Mood)
ABOUT = tuple(SentenceSubject)
OUTPUTS = (
    "keep",
    "once",
    "change",
    *(f"kind:{kind}" for kind in KINDS),
    *(f"about:{about}" for about in ABOUT),
    *(f"mood:{mood}" for mood in MOODS),
)
"""The heads, in the order of the columns of the weights."""

Label = TypeVar("Label", bound=str)


class SentenceHeads:
    """Judges sentences with the bundled encoder, about 1.6 ms for one and 1 ms for each of several."""

    def judge(self, sentences: Sequence[str]) -> list[Judgement]:
        """A judgement for each sentence, in order."""
        if not sentences:
            return []
        weights, bias = _weights()
        different = list(dict.fromkeys(sentences))
        judged = dict(zip(different, map(_judgement, features(different) @ weights + bias), strict=True))
        return [judged[sentence] for sentence in sentences]


def features(sentences: Sequence[str]) -> Vectors:
    """What the heads see, shape (len(sentences), 512 + 8192): the encoder's vector beside hashed character n-grams,
    both of unit length."""
    cut = [sentence[:CHARACTERS_MAX] for sentence in sentences]
    grams = np.zeros((len(cut), BUCKETS), dtype=np.float32)
    for row, sentence in zip(grams, cut, strict=True):
        np.add.at(row, list(_buckets(sentence)), 1.0)
    norms = np.linalg.norm(grams, axis=1, keepdims=True)
    grams /= np.where(norms > 0, norms, 1)
    encoded = encode_use(cut)
    assert encoded.shape[1] == USE_SIZE
    return np.concatenate([encoded, grams], axis=1)


def _buckets(sentence: str) -> Iterator[int]:
    text = f" {fold(sentence)} "
    for start in range(len(text)):
        for size in range(1, NGRAM_MAX + 1):
            if start + size <= len(text):
                yield crc32(text[start : start + size].encode("utf-8", "replace")) % BUCKETS


def _judgement(scores: NDArray[np.float32]) -> Judgement:
    by_name = dict(zip(OUTPUTS, map(float, scores), strict=True))
    return Judgement(
        keep=_logistic(by_name["keep"]),
        once=_logistic(by_name["once"]),
        change=_logistic(by_name["change"]),
        kinds=_shares({kind: by_name[f"kind:{kind}"] for kind in KINDS}),
        about=_shares({about: by_name[f"about:{about}"] for about in ABOUT}),
        moods=_shares({mood: by_name[f"mood:{mood}"] for mood in MOODS}),
    )


def _logistic(score: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(score, -SURE, SURE))))


def _shares(scores: Mapping[Label, float]) -> Mapping[Label, float]:
    values = np.exp(np.array(list(scores.values())) - max(scores.values()))
    return dict(zip(scores, map(float, values / values.sum()), strict=True))


@cache
def _weights() -> tuple[Vectors, Vectors]:
    return weights_of(files("mnemic.models").joinpath("heads.npz"))


def weights_of(stored: Traversable) -> tuple[Vectors, Vectors]:
    """Weights (512 + 8192, heads) and biases, from signed bytes with one scale a head.

    Raises:
        EmbedderUnavailable: the file is missing or damaged.
    """
    try:
        with stored.open("rb") as opened, np.load(opened) as arrays:
            scale = arrays["scale"].astype(np.float32)
            return arrays["weights"].astype(np.float32) * scale, arrays["bias"].astype(np.float32)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise EmbedderUnavailable(
            f"The weights of the bundled heads cannot be read ({error}). Reinstall mnemic, or set MNEMIC_JUDGE=none."
        ) from error
