"""Two memories that live through the same: one in this process, one behind a server; and what each act comes to."""

from __future__ import annotations

import asyncio
import inspect
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.chat import ChatMessages
from mnemic.domain.query import Context, Recall
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Kind
from mnemic.domain.rollback import Rollback
from mnemic.domain.task import Task
from mnemic.errors import MnemicError
from mnemic.safety.privacy.rules import FilledText
from tests.conftest import Numbered, Ticking, assembled, sqlite_store
from tests.faces.client.acts import Act, Known
from tests.faces.client.running import running

STEP = 10_000  # ids an act may draw


@dataclass(slots=True, kw_only=True)
class Twins:
    """A local memory and a served one, with clocks that go alike and ids that are drawn alike."""

    local: OpenMemory
    served: OpenMemory
    address: str
    clock: Ticking
    ids: tuple[Numbered, Numbered]
    number: int = 0

    def step(self) -> None:
        """A minute later; both draw the same ids again, whatever the server drew besides, and have written down their
        counts of use."""
        for memory in (self.local, self.served):
            user = memory.user("alice")
            user._core.write_uses(user._scope)
        self.clock.advance(minutes=1)
        self.number += 1
        for one in self.ids:
            one.numbers = itertools.count(self.number * STEP)


@contextmanager
def twins(folder: Path, **given: Any) -> Iterator[Twins]:
    """Both, empty."""
    clock, ids = Ticking(), (Numbered(), Numbered())
    kept = [sqlite_store(folder / f"{name}.db", lock_wait_s=20) for name in ("local", "served")]
    with (
        assembled(kept[0], clock=clock, new_id=ids[0], **given) as local,
        assembled(kept[1], clock=clock, new_id=ids[1], requests_per_minute=1_000_000, **given) as served,
        running(served) as server,
    ):
        yield Twins(local=local, served=served, address=server.address, clock=clock, ids=ids)


def look(user: UserMemory, folder: Path, seen: Sequence[Any]) -> Known:
    """What there is to name in a memory, and in what was answered before."""
    kinds = [kind.value for kind in Kind]
    sessions = [session.id for session in user.sessions()]
    return Known(
        folder=folder,
        chance=Random(0),
        memories=[one.id for one in user.list(kinds=kinds, status="any")],
        tasks=[task.id for task in user.tasks.list("any")],
        skills=[skill.id for skill in user.skills.list(status="any")],
        files=[file.hash for file in user.files.list()],
        sessions=sessions,
        turns=[turn.id for session in sessions for turn in user.turns(session)],
        held=[one.memory.id for one in user.quarantine.list()],
        traces=[one.trace.id for one in seen if isinstance(one, Recall | Context)],
        rollbacks=[one.id for one in seen if isinstance(one, Rollback)],
    )


def came_of(act: Act, user: UserMemory, known: Known) -> Any:
    """What an act comes to: its value, or the error with its words."""
    try:
        return act(user, known)
    except MnemicError as error:
        return type(error), str(error)


async def came_of_awaited(act: Act, user: Any, known: Known) -> Any:
    """The same of an awaited user."""
    try:
        return await settled(act(user, known))
    except MnemicError as error:
        return type(error), str(error)


async def settled(value: Any) -> Any:
    """What was awaited: a coroutine, several of them, or what gives one when called."""
    if isinstance(value, tuple):
        return tuple([await settled(one) for one in value])
    if inspect.iscoroutine(value):
        return await value
    return await value() if asyncio.iscoroutinefunction(value) or inspect.ismethod(value) else value


def plain(value: Any) -> Any:
    """A value so that all of it takes part in comparing: lists that carry more, texts that do, tasks without what only
    forgetting needs, and receipts without their proofs and the answers that a server keeps for requests sent again."""
    if isinstance(value, Recall):
        return list(value), value.trace, value.permanent
    if isinstance(value, ChatMessages):
        return list(value), value.tokens, value.turns, value.shortened, value.left_out, value.degraded
    if isinstance(value, FilledText):
        return str(value), value.fillings
    if isinstance(value, Task):
        return replace(value, rested=frozenset())
    if isinstance(value, Receipt):
        tables = {table: count for table, count in value.tables.items() if table != "registers"}
        return replace(value, tables=tables, digest="", mark="")
    if type(value) in (list, tuple):
        return type(value)(plain(one) for one in value)
    return value
