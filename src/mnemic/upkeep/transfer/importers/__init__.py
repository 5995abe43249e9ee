"""Formats of other systems that can be brought in, each in a module of its own.

A module has `NAME`, `fits(path)`, which looks at the beginning of a file and never raises, and `read(path)`, which
gives its pieces one at a time and raises InvalidInput for a file that cannot be used at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from mnemic.domain.transfer import ForeignPiece
from mnemic.errors import InvalidInput
from mnemic.upkeep.transfer.importers import (
    chatgpt,
    claude,
    graphiti,
    langgraph,
    letta,
    mcp_memory,
    mem0,
    memobase,
    openai_chat,
    reme,
)


class Importer(Protocol):
    """A module that reads one format."""

    NAME: str

    def fits(self, path: Path) -> bool:
        """Whether a file, or folder, looks like this format. Never raises."""
        ...

    def read(self, path: Path) -> Iterator[ForeignPiece]:
        """What it holds, piece by piece.

        Raises:
            InvalidInput: it cannot be used at all, naming the place and the way out.
        """
        ...


_MODULES = (chatgpt, claude, letta, graphiti, mem0, langgraph, memobase, reme, mcp_memory, openai_chat)

IMPORTERS: Mapping[str, Importer] = MappingProxyType({module.NAME: cast(Importer, module) for module in _MODULES})
"""The formats by name, in the order in which a file is tried: the most telling first, plain chats last."""


def importer_named(name: str) -> Importer:
    """The importer of a format.

    Raises:
        InvalidInput: there is none of that name.
    """
    if name not in IMPORTERS:
        raise InvalidInput(f"There is no format {name!r}. Known are: mnemic, {', '.join(IMPORTERS)}.")
    return IMPORTERS[name]


def importer_of(path: Path) -> Importer | None:
    """The importer that a file looks made for, or None."""
    return next((found for found in IMPORTERS.values() if found.fits(path)), None)
