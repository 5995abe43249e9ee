"""Chroma: a collection in a folder, with vectors given to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

from benchmarks.peers.embedding import e5
from benchmarks.peers.task import Question, Turn


class Memory:
    """One collection by cosine. Its own embedder would be downloaded, so that none is set."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(anonymized_telemetry=False)
        self._client: Any = chromadb.PersistentClient(str(folder), settings=settings)
        self._turns = self._client.create_collection(
            "turns", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def add(self, turn: Turn) -> None:
        """One document with its vector."""
        self._turns.add(
            ids=[turn.id],
            documents=[turn.line],
            embeddings=e5().documents([turn.line]),
            metadatas=[{"user": "u1"}],
        )

    def search(self, question: Question, k: int) -> list[list[str]]:
        """The nearest of the user's."""
        found = self._turns.query(
            query_embeddings=e5().questions([question.text]), n_results=k, where={"user": "u1"}, include=[]
        )
        return [[id] for id in found["ids"][0]]

    def embedding_ms(self) -> float:
        """Of both turns and questions."""
        return e5().spent_ms()

    def close(self) -> None:
        """Let go of the folder."""
        self._client.close()
