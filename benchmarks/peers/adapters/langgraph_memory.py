"""LangGraph's InMemoryStore with an index."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings  # type: ignore[import-not-found]
from langgraph.store.memory import InMemoryStore  # type: ignore[import-not-found]

from benchmarks.peers.embedding import SIZE, e5
from benchmarks.peers.task import Question, Turn

NAMESPACE = ("memories", "u1")


class E5Embeddings(Embeddings):  # type: ignore[misc]
    """The embedder as LangChain calls it."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors to be found."""
        vectors: list[list[float]] = e5().documents(texts).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """A vector to find with."""
        vector: list[float] = e5().questions([text])[0].tolist()
        return vector


INDEX = {"dims": SIZE, "embed": E5Embeddings(), "fields": ["text"]}


class Memory:
    """One namespace of a store."""

    def __init__(self, folder: Path) -> None:
        self._store = self.store(folder)

    def store(self, folder: Path) -> Any:
        """The store, which leaves the folder empty."""
        return InMemoryStore(index=INDEX)

    def add(self, turn: Turn) -> None:
        """One item under the turn's id; its text is indexed."""
        self._store.put(NAMESPACE, turn.id, {"text": turn.line})

    def search(self, question: Question, k: int) -> list[list[str]]:
        """The nearest items of the namespace."""
        return [[item.key] for item in self._store.search(NAMESPACE, query=question.text, limit=k)]

    def embedding_ms(self) -> float:
        """Of both turns and questions."""
        return e5().spent_ms()

    def close(self) -> None:
        """Nothing is on disk."""
