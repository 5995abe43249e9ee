"""LangGraph's SqliteStore with an index, as shipped."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.peers.adapters import langgraph_memory
from benchmarks.peers.adapters.langgraph_memory import INDEX

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    # The index is an extension of SQLite, and this Python was built without them.
    import pysqlite3  # type: ignore[import-not-found]

    sys.modules["sqlite3"] = pysqlite3

from langgraph.store.sqlite import SqliteStore  # type: ignore[import-not-found]


class Memory(langgraph_memory.Memory):
    """One namespace of a store in a file."""

    def __init__(self, folder: Path) -> None:
        self._open = ExitStack()
        super().__init__(folder)

    def store(self, folder: Path) -> Any:
        """The store in a file of the folder."""
        store = self._open.enter_context(SqliteStore.from_conn_string(str(folder / "store.db"), index=INDEX))
        store.setup()
        return store

    def close(self) -> None:
        """Close the file."""
        self._open.close()
