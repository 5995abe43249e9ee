"""The verbs that look at what is held about one user, and how answers came about. `UserMemory` has them."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any, TypeVar

from mnemic.api.core import Core
from mnemic.api.owner import Owner
from mnemic.domain.changes import Conflict, History
from mnemic.domain.query import Explanation, Question, SessionInfo, Stats, Trace
from mnemic.domain.record import Memory, Turn
from mnemic.domain.scope import Scope, name
from mnemic.domain.validity import holds, utc
from mnemic.errors import MemoryNotFound
from mnemic.ports import Reader
from mnemic.reading.counting import counted, sessions_of
from mnemic.reading.listing import Listing, check_page
from mnemic.reading.question import Moment, kinds_of, question_of
from mnemic.reading.recipes import recipe_named
from mnemic.rooms.session.messages import DEFAULT_SESSION
from mnemic.safety.access.policy import Actor, Right
from mnemic.writing.review import conflicts

Held = TypeVar("Held", Memory, Turn)


class Inspecting:
    """What is held about one user, as it is and as it came to be."""

    _core: Core
    _scope: Scope
    _agent: str | None
    _owner: Owner

    @property
    def id(self) -> str:
        """The user's id, as given."""
        return self._scope.user

    def get(self, id: str, *, as_of: Moment | None = None, known_at: Moment | None = None) -> Memory:
        """One memory of this user, of any status.

        Args:
            as_of: only where it was true at that moment.
            known_at: as it was known at that moment, without what was learnt later.

        Raises:
            MemoryNotFound: this user has (or had then) none with this id, whoever else may.
            InvalidTime: a moment that cannot be used.
        """
        self._core.check_open()
        true_at = None if as_of is None else utc(as_of, "as_of")
        with self._core.parts.store.reading(self._scope) as reader:
            memory = _one(reader, id, known_at) if isinstance(id, str) else None
        if memory is None or (self._agent is not None and memory.agent != self._agent):
            then = "" if known_at is None else " (it was not known at that moment)"
            raise MemoryNotFound(f"{self.id!r} has no memory {id!r}{then}. list() shows which there are.")
        self._owner.check("read", Right.READ, memory)
        if true_at is not None and not holds(memory, true_at):
            raise MemoryNotFound(f"{id!r} was not true at {true_at.isoformat()}; without as_of it is there.")
        return memory

    def list(
        self,
        *,
        kinds: Iterable[str] | None = None,
        status: str = "active",
        session: str | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> builtins.list[Memory]:
        """Memories in the order they were stored.

        Args:
            kinds: only these kinds; default every kind but episodes, which are the turns themselves, and what rooms
                keep (tasks, summaries, profiles).
            status: "active", "dormant", "archived", "quarantined" or "any".
            session: only what comes from this session, with what holds for it only.
            as_of, known_at: as for search.
            limit, offset: one page of them; no limit gives all.

        Raises:
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        self._core.check_open()
        check_page(limit, offset)
        listing = Listing(
            kinds=kinds_of(kinds),
            status=status,
            session=None if session is None else name(session, "The session"),
            agent=self._agent,
            as_of=None if as_of is None else utc(as_of, "as_of"),
        )
        with self._core.parts.store.reading(self._scope) as reader:
            found = reader.memories() if known_at is None else reader.known(utc(known_at, "known_at"))
        reads = self._owner.access.reads
        shown = [memory for memory in found if listing.shows(memory) and reads(memory)]
        return shown[offset : None if limit is None else offset + limit]

    def history(self, id: str) -> builtins.list[History]:
        """Every change of a memory, in order, with who, why, when, before and after.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        self.get(id)
        with self._core.parts.store.reading(self._scope) as reader:
            return reader.history(id)

    def conflicts(self, *, settled: bool = False) -> builtins.list[Conflict]:
        """What contradicted what, and which of both stands, in order of time.

        Settle one by `confirm(newer.id)`, by `reject(newer.id)`, which brings the older back, or by `undo(older.id)`,
        which lets both stand.

        Args:
            settled: also those already settled, or where one side is gone.
        """
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            found = conflicts(reader)
        reads = self._owner.access.reads
        seen = [one for one in found if reads(one.newer) and reads(one.older)]
        mine = [one for one in seen if self._agent in (None, one.newer.agent)]
        return [one for one in mine if settled or one.open]

    def why_not(
        self, id: str, query: str, *, k: int = 8, session: str | None = None, at: Moment | None = None
    ) -> Explanation:
        """Why a memory is not (or is) among the hits of a question: its rank, its terms, and the gate that cut it.

        Raises:
            MemoryNotFound, InvalidQuery, InvalidTime.
        """
        memory = self.get(id)
        question = self._question(query, k=k, session=session, at=at)
        with self._core.parts.store.reading(self._scope) as reader:
            recipe = recipe_named(None, self._core.parts.settings)
            return self._core.reading.explain(reader, memory, question, recipe)

    def trace(self, id: str) -> Trace:
        """How an earlier answer came about. Traces live as long as the opened memory, the newest `traces_max` of them.

        Raises:
            MemoryNotFound: there is no such trace of this user, or no longer.
        """
        self._core.check_open()
        trace = self._core.traces.get(self._scope, id)
        of_another = trace is not None and self._agent not in (None, trace.question.agent)
        agents, purpose = self._owner.access.actor is Actor.AGENT, self._owner.access.purpose
        if trace is None or of_another or (agents and trace.question.purpose not in (None, purpose)):
            raise MemoryNotFound(f"{self.id!r} has no trace {id!r}; only the newest are kept, in memory.")
        return trace

    def sessions(self) -> builtins.list[SessionInfo]:
        """The user's sessions, in order of their first turn."""
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            return reader.sessions() if self._agent is None else sessions_of(self._own(reader.turns()))

    def turns(self, session: str = DEFAULT_SESSION) -> builtins.list[Turn]:
        """What was said in a session, word for word after masking, in order."""
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            return self._own(reader.turns(session=name(session, "The session")))

    def stats(self) -> Stats:
        """What is held about the user, counted."""
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            return counted(self._own(reader.memories()), self._own(reader.turns()), reader.counts())

    def _own(self, held: builtins.list[Held]) -> builtins.list[Held]:
        """What whoever looks sees of memories or turns: all of it, or an agent's, for its purpose."""
        return [one for one in held if self._owner.shows(one)]

    def _question(self, query: str, **asked: Any) -> Question:
        self._core.check_open()
        now, settings = self._core.parts.clock.now(), self._core.parts.settings
        purpose = asked.pop("purpose", None) or self._owner.access.purpose
        return question_of(query, now=now, settings=settings, agent=self._agent, purpose=purpose, **asked)


def _one(reader: Reader, id: str, known_at: Moment | None) -> Memory | None:
    if known_at is None:
        return reader.memory(id)
    return next((memory for memory in reader.known(utc(known_at, "known_at")) if memory.id == id), None)
