"""Mnemic, as installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mnemic
from benchmarks.peers.task import Question, Turn
from benchmarks.timing import TimedEmbedder
from mnemic.models.builtin import BuiltinEmbedder


@cache
def bundled() -> TimedEmbedder:
    """The bundled embedder on the clock, the one of this process."""
    return TimedEmbedder(BuiltinEmbedder(threads=1))


class Memory:
    """One user of a file."""

    def __init__(self, folder: Path) -> None:
        self._embedder = self.embedder()
        self._opened = mnemic.open(folder / "memory.db", embedder=self._embedder)
        self._user = self._opened.user("u1")

    def embedder(self) -> TimedEmbedder:
        """The bundled one."""
        return bundled()

    def add(self, turn: Turn) -> None:
        """One message with its time and speaker."""
        message = {"role": turn.role, "content": turn.text, "id": turn.id, "name": turn.speaker, "time": turn.at}
        given = {name: value for name, value in message.items() if value is not None}
        self._user.add(given, session=turn.session)

    def search(self, question: Question, k: int) -> list[list[str]]:
        """The first hits; one may have come from several turns, or two from the same."""
        return [list(hit.turns) for hit in self._user.search(question.text, k=k, at=question.at)]

    def embedding_ms(self) -> float:
        """Of both turns and questions."""
        return self._embedder.spent_ms()

    def close(self) -> None:
        """Close the file."""
        self._opened.close()
