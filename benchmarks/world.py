"""A memory file of many users, written through the store's port, since embedding so many texts would take an hour.

Records, history, audit and index words are what a write would have made of the sentences; vectors are random, each
signal of length one. Ranking means nothing here; the work of searching is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

import numpy as np
from rich.progress import Progress

from benchmarks.sentences import LANGUAGES, Stated, said, stated
from mnemic.domain.changes import Action, Change
from mnemic.domain.record import Kind, Memory, Slot, Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.index.entry import index_entry_of
from mnemic.ports import Embedder, Store, Vectors
from mnemic.reader.statement import USER
from mnemic.stores.sql.sqlite import SqliteStore
from mnemic.stores.sql.tables import REVISION
from mnemic.writing.commit import commit

TENANT = "default"  # the setting's default
SENTENCES = 1  # goes up when what is written changes, so that an old file is not reused
SEED = 11
SESSION_TURNS = 20
STATEMENT_EVERY = 3  # of three memories two are turns and one is a statement taken from a turn
BEGIN = datetime(2025, 3, 3, 9, tzinfo=UTC)
LOCK_WAIT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What makes two files the same."""

    users: int
    memories: int  # of all users together
    fingerprint: str
    size: int
    schema: str = REVISION
    sentences: int = SENTENCES
    seed: int = SEED
    marked: bool = False  # every text bears its user's name, so that a leak shows in any answer

    @property
    def each(self) -> int:
        """Memories of one user."""
        return self.memories // self.users


def user_name(number: int) -> str:
    """The id of a user by number, from 0."""
    return f"user-{number:05}"


def language_of(number: int) -> str:
    """Every other user speaks Chinese."""
    return LANGUAGES[number % len(LANGUAGES)]


VectorsOf = Callable[[np.random.Generator, int, Embedder], Vectors]


def prepared(
    path: Path, world: World, embedder: Embedder, progress: Progress, vectors_of: VectorsOf | None = None
) -> bool:
    """Make the file, unless it is there with the same contents. Returns whether it was reused. `vectors_of`: other
    vectors than random ones."""
    label = path.with_name(f"{path.name}.json")
    if path.exists() and label.exists() and json.loads(label.read_text(encoding="utf-8")) == asdict(world):
        return True
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in (label, path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        old.unlink(missing_ok=True)
    with closing(SqliteStore.open(path, lock_wait_s=LOCK_WAIT_S)) as store:
        fill(store, world, embedder, progress, vectors_of or random_vectors)
    label.write_text(json.dumps(asdict(world)), encoding="utf-8")
    return False


def fill(store: Store, world: World, embedder: Embedder, progress: Progress, vectors_of: VectorsOf) -> None:
    """Write every user of a world into an empty store."""
    for number in progress.track(range(world.users), description=f"writing {world.memories:,} memories"):
        _write_user(store, number, world, embedder, vectors_of)


def _write_user(store: Store, number: int, world: World, embedder: Embedder, vectors_of: VectorsOf) -> None:
    chance = Random(f"{world.seed}/{number}")
    scope = Scope(TENANT, user_name(number))
    vectors = vectors_of(np.random.default_rng([world.seed, number]), world.each, embedder)
    statements = world.each // STATEMENT_EVERY
    mark = f" [{scope.user}]" if world.marked else ""
    turns = list(_turns(chance, language_of(number), world.each - statements, statements, mark))
    with store.writing(scope) as writer:
        kept = writer.append([turn for turn, _ in turns])
        memories = [_episode(turn, scope, chance) for turn in kept]
        memories += [
            _statement(turn, statement, scope, chance, mark)
            for turn, (_, statement) in zip(kept, turns, strict=True)
            if statement is not None
        ]
        entries = {
            memory.text: index_entry_of(memory.text, vector, embedder.fingerprint)
            for memory, vector in zip(memories, vectors, strict=True)
        }
        changes = [Change(action=Action.ADD, memory=memory, reason="said") for memory in memories]
        commit(writer, changes, [], now=BEGIN, actor="benchmark", entries=entries)


def random_vectors(numbers: np.random.Generator, count: int, embedder: Embedder) -> Vectors:
    """Vectors of no meaning, each signal of length one, shape (count, size)."""
    vectors = numbers.standard_normal((count, embedder.size), dtype=np.float32)
    for signal in embedder.signals:
        part = vectors[:, signal.start : signal.stop]
        part /= np.linalg.norm(part, axis=1, keepdims=True)
    return vectors


def _turns(
    chance: Random, language: str, count: int, statements: int, mark: str
) -> Iterator[tuple[Turn, Stated | None]]:
    """Turns a minute apart, a session a day; some by chance make a statement."""
    stating = set(chance.sample(range(count), statements))
    for number in range(count):
        session, place = divmod(number, SESSION_TURNS)
        when = BEGIN + timedelta(days=session, minutes=place)
        statement = stated(chance, language) if number in stating else None
        turn = Turn(
            id=f"t{number}",
            session=f"s{session}",
            role="user" if statement or number % 2 == 0 else "assistant",
            text=(statement.text if statement else said(chance, language)) + mark,
            said_at=when,
            recorded_at=when,
            state=TurnState.UNDERSTOOD,
        )
        yield turn, statement


def _episode(turn: Turn, scope: Scope, chance: Random) -> Memory:
    return Memory(
        id=_id(chance),
        tenant=scope.tenant,
        user=scope.user,
        session=turn.session,
        kind=Kind.EPISODE,
        text=turn.text,
        origin=turn.origin,
        importance=0.3,
        control_relevance=0.3,
        said_at=turn.said_at,
        valid_from=turn.said_at,
        recorded_at=turn.recorded_at,
        updated_at=turn.recorded_at,
        sources=(turn.source,),
        position=turn.position,
        quote=turn.text,
    )


def _statement(turn: Turn, statement: Stated, scope: Scope, chance: Random, mark: str) -> Memory:
    return Memory(
        id=_id(chance),
        tenant=scope.tenant,
        user=scope.user,
        kind=Kind.FACT,
        text=statement.memory + mark,
        slot=Slot(subject=USER, attribute=statement.attribute, value=statement.value),
        relevance_reasons=("fact 0.60",),
        said_at=turn.said_at,
        recorded_at=turn.recorded_at,
        updated_at=turn.recorded_at,
        sources=(Source(session=turn.session, turn=turn.id),),
        position=turn.position,
        quote=turn.text,
    )


def _id(chance: Random) -> str:
    return UUID(int=chance.getrandbits(128), version=4).hex
