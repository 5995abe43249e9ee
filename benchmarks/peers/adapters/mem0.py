"""mem0 without a language model: `infer=False`, and the store it comes with."""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.peers.embedding import SIZE, e5
from benchmarks.peers.task import Question, Turn

os.environ["MEM0_TELEMETRY"] = "False"
NO_KEY = "none"  # mem0 makes clients of a language model and an embedder when opened; neither is ever called


class _Embedder:
    """The embedder as mem0 calls it."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """A vector to find with when searching, else one to be found."""
        encode = e5().questions if memory_action == "search" else e5().documents
        vector: list[float] = encode([text])[0].tolist()
        return vector


class Memory:
    """One user of a mem0 in a folder."""

    def __init__(self, folder: Path) -> None:
        os.environ["MEM0_DIR"] = str(folder)  # read when mem0 is imported
        import mem0  # type: ignore[import-not-found]

        self._memory = mem0.Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {"path": str(folder / "qdrant"), "embedding_model_dims": SIZE},
                },
                "history_db_path": str(folder / "history.db"),
                "llm": {"provider": "openai", "config": {"api_key": NO_KEY}},
                "embedder": {"provider": "openai", "config": {"api_key": NO_KEY, "embedding_dims": SIZE}},
            }
        )
        self._memory.embedding_model = _Embedder()

    def add(self, turn: Turn) -> None:
        """One message, kept as it is."""
        message = {"role": turn.role, "content": turn.line}
        self._memory.add([message], user_id="u1", metadata={"turn": turn.id}, infer=False)

    def search(self, question: Question, k: int) -> list[list[str]]:
        """Its search with the user as filter."""
        found = self._memory.search(question.text, top_k=k, filters={"user_id": "u1"})
        return [[hit["metadata"]["turn"]] for hit in found["results"]]

    def embedding_ms(self) -> float:
        """Of both turns and questions."""
        return e5().spent_ms()

    def close(self) -> None:
        """Close the files."""
        self._memory.close()
