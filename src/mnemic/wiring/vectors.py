"""Which vector engine the settings name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from mnemic.errors import InvalidSetting
from mnemic.ports import VectorIndex
from mnemic.settings import Settings
from mnemic.wiring.stores import MEMORY_TARGET, POSTGRES_SCHEME, SQLITE_SCHEME

BESIDE = ".vectors"
"""The folder of engines in this process is called like the memory file, with this ending."""

PINECONE_INDEX = "mnemic"
"""The index of Pinecone where only a host is named."""


def vector_index_of(settings: Settings, target: str | Path) -> VectorIndex | None:
    """The engine the settings name, or None where they name none.

    Args:
        target: the memory; an engine in this process lies beside its file where no other place is named.

    Raises:
        InvalidSetting: the package for it is not installed, or it needs an address or a key.
    """
    if settings.vector_index == "none":
        return None
    return _ENGINES[settings.vector_index](settings, str(target))


def _beside(settings: Settings, target: str) -> str:
    """Where an engine in this process keeps its files."""
    if settings.vector_index_url is not None:
        return settings.vector_index_url
    if target == MEMORY_TARGET or "://" in target.removeprefix(SQLITE_SCHEME):
        raise InvalidSetting(
            f"Setting 'vector_index' = {settings.vector_index!r} needs a place: set MNEMIC_VECTOR_INDEX_URL to the "
            "address of a server, or to a folder."
        )
    folder = Path(os.path.realpath(target.removeprefix(SQLITE_SCHEME)) + BESIDE)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)  # vectors tell much of what was said: they are the owner's alone
    except OSError as error:
        raise InvalidSetting(
            f"Setting 'vector_index' = {settings.vector_index!r}: {folder} cannot be made ({error.strerror}). Set "
            "MNEMIC_VECTOR_INDEX_URL to another folder, or to the address of a server."
        ) from error
    return str(folder / settings.vector_index)


def _key(settings: Settings) -> str | None:
    return settings.vector_index_key.get_secret_value() if settings.vector_index_key else None


def _chroma(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.chroma import ChromaVectors

    return ChromaVectors(_beside(settings, target), timeout_s=settings.vector_index_timeout_s, key=_key(settings))


def _qdrant(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.qdrant import QdrantVectors

    return QdrantVectors(_beside(settings, target), key=_key(settings), timeout_s=settings.vector_index_timeout_s)


def _qdrant_edge(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.qdrant_edge import QdrantEdgeVectors

    return QdrantEdgeVectors(_beside(settings, target))


def _milvus(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.milvus import MilvusVectors

    return MilvusVectors(_beside(settings, target), key=_key(settings), timeout_s=settings.vector_index_timeout_s)


def _weaviate(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.weaviate import WeaviateVectors

    if settings.vector_index_url is None:
        raise InvalidSetting("Setting 'vector_index' = 'weaviate' needs a server: set MNEMIC_VECTOR_INDEX_URL.")
    return WeaviateVectors(settings.vector_index_url, key=_key(settings), timeout_s=settings.vector_index_timeout_s)


def _pinecone(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.pinecone import PineconeVectors

    key, place = _key(settings), settings.vector_index_url or PINECONE_INDEX
    if key is None:
        raise InvalidSetting("Setting 'vector_index' = 'pinecone' needs a key: set MNEMIC_VECTOR_INDEX_KEY.")
    host = place if "://" in place else None
    index = PINECONE_INDEX if host else place
    return PineconeVectors(key, index=index, host=host, timeout_s=settings.vector_index_timeout_s)


def _pgvector(settings: Settings, target: str) -> VectorIndex:
    from mnemic.stores.vectors.pgvector import PgVectors

    place = settings.vector_index_url or target
    if not place.startswith(POSTGRES_SCHEME):
        raise InvalidSetting(
            "Setting 'vector_index' = 'pgvector' is for memories in PostgreSQL: open one by postgresql://..., or set "
            "MNEMIC_VECTOR_INDEX_URL to such a database."
        )
    return PgVectors(place, timeout_s=settings.vector_index_timeout_s, rows_large=settings.vector_index_graph_rows)


_ENGINES: Mapping[str, Callable[[Settings, str], VectorIndex]] = MappingProxyType(
    {
        "chroma": _chroma,
        "milvus": _milvus,
        "pgvector": _pgvector,
        "pinecone": _pinecone,
        "qdrant": _qdrant,
        "qdrant-edge": _qdrant_edge,
        "weaviate": _weaviate,
    }
)
