"""The world a case plays in: one memory over one store, a clock that stands still, and what may be made to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import mnemic
from mnemic.api.asynchronous import AsyncMemory
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Memory
from mnemic.errors import EmbedderUnavailable, MnemicError, ModelUnavailable, StoreUnavailable
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.models.hashing import HashingEmbedder
from mnemic.models.scripted import ModelCall, ScriptedAnswer, ScriptedModel
from mnemic.ports import Embedder, Signal, Store, Vectors
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Numbered, Ticking, assembled, sqlite_store

Step = Mapping[str, Any]
DEFAULT_USER = "u1"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one step came to. `parts` are those of a step that asks several things."""

    value: object = None
    memories: tuple[Memory, ...] = ()
    scores: tuple[float, ...] = ()
    text: str = ""
    error: MnemicError | None = None
    parts: tuple[Outcome, ...] = ()
    embedded: int = 0  # questions the embedder was asked for


class CuedStore(FaultyStore):
    """A store whose next call of one name fails."""

    cue: str | None = None

    def count(self, call: str) -> None:
        """Take note of a call, and fail if it is the one that was named."""
        super().count(call)
        if call == self.cue:
            self.cue = None
            raise StoreUnavailable(f"{call} fails on purpose")


class WatchedEmbedder:
    """Counts the questions it is asked for, and fails while it is told to."""

    def __init__(self, inner: Embedder) -> None:
        self.asked = 0
        self.failing = False
        self._inner = inner

    @property
    def fingerprint(self) -> str:
        """That of the embedder watched."""
        return self._inner.fingerprint

    @property
    def size(self) -> int:
        """That of the embedder watched."""
        return self._inner.size

    @property
    def signals(self) -> tuple[Signal, ...]:
        """Those of the embedder watched."""
        return self._inner.signals

    def documents(self, texts: Sequence[str]) -> Vectors:
        """As the embedder watched."""
        self._check()
        return self._inner.documents(texts)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """As the embedder watched, counted."""
        self.asked += len(texts)
        self._check()
        return self._inner.questions(texts)

    def _check(self) -> None:
        if self.failing:
            raise EmbedderUnavailable("The embedder fails on purpose.")


class Awaited:
    """A user's memory whose every verb goes through the asynchronous face, one event loop for each call."""

    def __init__(self, opened: OpenMemory, user: UserMemory) -> None:
        self._user = AsyncMemory(opened).user(user.id, agent=user._agent)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        verb = getattr(self._user, name)
        return lambda *arguments, **named: asyncio.run(verb(*arguments, **named))


@dataclass(kw_only=True)
class World:
    """Everything the steps of one case share."""

    folder: Path
    on_file: bool
    bundled: bool = False  # put together as the library does it by itself
    awaited: bool = False
    answers: Sequence[ScriptedAnswer] = ()
    clock: Ticking = field(default_factory=Ticking)
    ids: dict[str, str] = field(default_factory=dict)  # what `as` named
    outcomes: dict[str, Outcome] = field(default_factory=dict)  # what `label` named
    meanwhile: Callable[[], None] | None = None  # what happens while the model thinks
    failing_model: bool = False
    _opened: list[OpenMemory] = field(default_factory=list)
    _new_id: Numbered = field(default_factory=Numbered)
    _kept: InMemoryStore = field(default_factory=InMemoryStore)

    def __post_init__(self) -> None:
        self.model = ScriptedModel(self._answer)

    @property
    def file(self) -> Path:
        """The memory's file."""
        return self.folder / "memory.db"

    @property
    def memory(self) -> OpenMemory:
        """The memory opened last; the first use opens it."""
        if not self._opened:
            self.open()
        return self._opened[-1]

    def open(self, *, zone: str = "UTC", embedder: int | str = 256, **settings: Any) -> OpenMemory:
        """Open the memory, beside whatever is open already. `embedder`: "builtin", or how many columns to hash into."""
        bundled = self.bundled or embedder == "builtin"
        inner = BuiltinEmbedder(threads=1) if bundled else HashingEmbedder(int(embedder))
        self.embedder = WatchedEmbedder(inner)
        store: Store = sqlite_store(self.file, lock_wait_s=20) if self.on_file else self._kept
        self.store = CuedStore(store)
        model = self.model if self.answers else None
        parts: dict[str, Any] = {"clock": self.clock, "embedder": self.embedder, "model": model, "zone": zone}
        if self.bundled:
            opened = mnemic.open(store=self.store, background=False, **parts, **settings)
        else:
            opened = assembled(self.store, new_id=self._new_id, **parts, **settings)
        self._opened.append(opened)
        return opened

    def close(self) -> None:
        """Close everything that is open."""
        while self._opened:
            self._opened.pop().close()

    def user(self, step: Step) -> UserMemory:
        """The memory of the user a step names."""
        user = self.memory.user(step.get("user", DEFAULT_USER), agent=step.get("agent"))
        return cast(UserMemory, Awaited(self.memory, user)) if self.awaited else user

    def id(self, value: str) -> str:
        """An id, or the one a step gave a name: "$a"."""
        return self.ids[value[1:]] if value.startswith("$") and value[1:].isidentifier() else value

    def _answer(self, _: ModelCall) -> ScriptedAnswer:
        if self.failing_model:
            return ModelUnavailable("The model fails on purpose.")
        if (happening := self.meanwhile) is not None:
            self.meanwhile = None
            happening()
        number = len(self.model.calls) - 1
        return self.answers[number] if number < len(self.answers) else ModelUnavailable("There is no answer left.")


@contextmanager
def world(folder: Path, *, store: str, **given: Any) -> Iterator[World]:
    """A fresh world over one sort of store; closed at the end."""
    made = World(folder=folder, on_file=store != "inmemory", bundled=store == "bundled", **given)
    try:
        yield made
    finally:
        made.close()
