"""Cutting a text into pieces: the likeliest cut by a unigram model (Kudo 2018), as SentencePiece does it."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.models.e5_file import Vocabulary

SPACE = "\u2581"
UNKNOWN_PENALTY = 10.0  # below the least likely piece
_SPACES = Regex(" {2,}")


class Tokenizer:
    """Pieces of texts, by id."""

    def __init__(self, pieces: Vocabulary) -> None:
        self._ids = pieces.ids
        self._scores = pieces.scores
        self._normal = pieces.normal
        self._unknown = pieces.unknown
        self._unknown_score = min(pieces.scores) - UNKNOWN_PENALTY
        self._longest = max(map(len, pieces.ids))

    def ids(self, text: str) -> list[int]:
        """The pieces of a text in order, without marks of its beginning and end."""
        spelled = self._normalised(text)
        count = len(spelled)
        best = [float("-inf")] * (count + 1)
        cut: list[tuple[int, int]] = [(0, 0)] * (
            count + 1
        )  # of the best way to here: where its last piece begins, its id
        best[0] = 0.0
        for first in range(count):
            for last in range(first + 1, min(count, first + self._longest) + 1):
                id = self._ids.get(spelled[first:last])
                if id is not None and best[first] + self._scores[id] > best[last]:
                    best[last], cut[last] = best[first] + self._scores[id], (first, id)
            unknown = best[first] + self._unknown_score
            if unknown > best[first + 1]:
                best[first + 1], cut[first + 1] = unknown, (first, self._unknown)
        found, place = [], count
        while place:
            place, id = cut[place]
            found.append(id)
        return found[::-1]

    def _normalised(self, text: str) -> str:
        clean = _SPACES.sub(" ", "".join(self._normal.get(ord(character), character) for character in text))
        return (clean if clean.startswith(" ") else f" {clean}").replace(" ", SPACE)
