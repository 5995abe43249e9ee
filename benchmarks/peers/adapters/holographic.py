"""The holographic memory of Hermes Agent, through the tool its agent calls."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from plugins.memory.holographic import HolographicMemoryProvider  # type: ignore[import-not-found]

from benchmarks.peers.task import Question, Turn

TOOL = "fact_store"


class Memory:
    """A file of facts. The same text again is the same fact, which then stands for both turns."""

    def __init__(self, folder: Path) -> None:
        self._provider = HolographicMemoryProvider({"db_path": str(folder / "memory_store.db")})
        self._provider.initialize("s1")
        self._turns: defaultdict[int, list[str]] = defaultdict(list)

    def add(self, turn: Turn) -> None:
        """One fact."""
        kept = self._called(action="add", content=turn.line)
        self._turns[kept["fact_id"]].append(turn.id)

    def search(self, question: Question, k: int) -> list[list[str]]:
        """Its search by words, reranked by its vectors."""
        found = self._called(action="search", query=question.text, limit=k)
        return [self._turns[fact["fact_id"]] for fact in found["results"]]

    def embedding_ms(self) -> float:
        """No embedder can be set."""
        return 0.0

    def close(self) -> None:
        """Close the file."""
        self._provider.shutdown()

    def _called(self, **arguments: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._provider.handle_tool_call(TOOL, arguments))
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer
