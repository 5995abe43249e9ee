"""One run of measuring: the embedder it uses, how much of each set it takes, and its progress bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from rich.progress import Progress

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder

T = TypeVar("T")
EMBEDDERS = ("builtin", "hashing")


def embedder_named(name: str) -> Embedder:
    """An embedder of Mnemic by the name its setting has, made once so that its models load once."""
    return HashingEmbedder() if name == "hashing" else BuiltinEmbedder()


@dataclass(slots=True)
class Clock:
    """Stands still until it is set."""

    moment: datetime

    def now(self) -> datetime:
        """Where the hands are."""
        return self.moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What every set is measured with."""

    embedder: Embedder
    progress: Progress
    limit: int | None = None  # items of each set, the first ones

    @contextmanager
    def memory(self) -> Iterator[OpenMemory]:
        """A new memory in a file of its own, gone afterwards."""
        with TemporaryDirectory() as folder, mnemic.open(Path(folder) / "m.db", embedder=self.embedder) as opened:
            yield opened

    def each(self, items: Sequence[T], what: str) -> Iterator[T]:
        """The items within the limit, with a progress bar."""
        return iter(self.progress.track(items[: self.limit], description=what))
