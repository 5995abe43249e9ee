"""Mnemic: the memory of AI agents.

import mnemic
with mnemic.open("memory.db") as memory:
    alice = memory.user("alice")
    alice.add("I prefer aisle seats")
    alice.search("Which seat should I book?")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mnemic.api.asynchronous import AsyncMemory as AsyncMemory
    from mnemic.api.asynchronous import AsyncUserMemory as AsyncUserMemory
    from mnemic.api.memory import OpenMemory as OpenMemory
    from mnemic.api.memory import UserMemory as UserMemory
    from mnemic.domain.changes import WriteReport as WriteReport
    from mnemic.domain.query import Context as Context
    from mnemic.domain.query import Explanation as Explanation
    from mnemic.domain.query import Hit as Hit
    from mnemic.domain.query import Recall as Recall
    from mnemic.domain.query import Trace as Trace
    from mnemic.domain.receipt import Receipt as Receipt
    from mnemic.domain.record import Kind as Kind
    from mnemic.domain.record import Memory as Memory
    from mnemic.domain.record import Origin as Origin
    from mnemic.domain.record import Slot as Slot
    from mnemic.domain.record import Status as Status
    from mnemic.domain.record import Tier as Tier
    from mnemic.errors import MnemicError as MnemicError
    from mnemic.faces.client import aconnect as aconnect
    from mnemic.faces.client import connect as connect
    from mnemic.settings import Settings as Settings
    from mnemic.wiring.migrate import migrate as migrate
    from mnemic.wiring.opening import master_key as master_key
    from mnemic.wiring.opening import new_key as new_key
    from mnemic.wiring.opening import open as open
    from mnemic.wiring.opening import restore as restore

__version__ = "0.1.0"

# Loaded on first use, so that `import mnemic` costs next to nothing.
_HOME = {
    "AsyncMemory": "api.asynchronous",
    "AsyncUserMemory": "api.asynchronous",
    "Context": "domain.query",
    "Explanation": "domain.query",
    "Hit": "domain.query",
    "Kind": "domain.record",
    "Memory": "domain.record",
    "MnemicError": "errors",
    "OpenMemory": "api.memory",
    "Origin": "domain.record",
    "Recall": "domain.query",
    "Receipt": "domain.receipt",
    "Settings": "settings",
    "Slot": "domain.record",
    "Status": "domain.record",
    "Tier": "domain.record",
    "Trace": "domain.query",
    "UserMemory": "api.memory",
    "WriteReport": "domain.changes",
    "aconnect": "faces.client",
    "connect": "faces.client",
    "master_key": "wiring.opening",
    "migrate": "wiring.migrate",
    "new_key": "wiring.opening",
    "open": "wiring.opening",
    "restore": "wiring.opening",
}

__all__ = sorted(_HOME)  # noqa: PLE0605 - a list of strings all the same


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'mnemic' has no attribute {name!r}")
    value = getattr(import_module(f"mnemic.{_HOME[name]}"), name)
    globals()[name] = value
    return value
