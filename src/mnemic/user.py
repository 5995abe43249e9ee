"""One user's memory: the object with the verbs."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from mnemic.core import SYSTEM, Core
from mnemic.domain.changes import Conflict, Entry, History, Receipt, WriteReport
from mnemic.domain.query import Context, Explanation, Question, Recall, SessionInfo, Stats, Trace
from mnemic.domain.record import Memory, Turn, TurnState
from mnemic.domain.scope import Scope, name
from mnemic.domain.validity import holds, utc
from mnemic.errors import InvalidInput, InvalidQuery, MemoryNotFound
from mnemic.experience import Experience
from mnemic.knowing import Knowing
from mnemic.language import detect
from mnemic.ports import Reader
from mnemic.reading.counting import counted, sessions_of
from mnemic.reading.listing import Listing, check_page
from mnemic.reading.place import place
from mnemic.reading.question import Moment, kinds_of, question_of
from mnemic.reading.recipes import recipe_named
from mnemic.rooms.session import DEFAULT_SESSION, Message, metadata_of, text_of, turns_of
from mnemic.safety import privacy
from mnemic.safety.fence import boundary
from mnemic.upkeep.forgetting import Forgotten, forget_everything, forget_memory, forget_session
from mnemic.writing.explicit import check_permanent, rejected, updated
from mnemic.writing.explicit import confirmed as confirm
from mnemic.writing.review import buried, conflicts, reopened, rivals, undone

Held = TypeVar("Held", Memory, Turn)

USER = "user"  # the actor of what the user does by hand


class UserMemory(Experience, Knowing):
    """One user's memory. No call on it can read or write another's."""

    def __init__(self, core: Core, scope: Scope, agent: str | None) -> None:
        self._core = core
        self._parts = core.parts
        self._scope = scope
        self._agent = agent

    @property
    def id(self) -> str:
        """The user's id, as given."""
        return self._scope.user

    def add(
        self,
        messages: Message | Sequence[Message],
        *,
        session: str | None = None,
        task: str | None = None,
        infer: bool = True,
        wait: bool = True,
        dry_run: bool = False,
    ) -> WriteReport:
        """Remember messages. When this returns they are on disk.

        Args:
            messages: text, a dict or a list of them, in the OpenAI chat format. A dict may also carry `name` (speaker),
                `time` (when it was said; ISO 8601 or datetime with zone), `id` (your own turn id; adding the same id
                with the same text again is harmless) and `metadata`.
            session: id of the conversation; default "main".
            task: id of the task it belongs to.
            infer: False keeps the text as given, guarded and masked but not interpreted.
            wait: False returns as soon as the turns are on disk and understands them in the background.
            dry_run: True stores nothing and reports what would happen.

        Raises:
            InvalidMessage, InvalidMetadata, InvalidTime, InvalidScope, LimitExceeded: nothing was stored.
            StoreUnavailable: nothing was stored.
            ModelError: the turns are stored and stay in the queue; `run_due()` tries again.
        """
        self._core.check_open()
        now = self._parts.clock.now()
        turns = turns_of(
            messages,
            now=now,
            session=session,
            agent=self._agent,
            task=None if task is None else name(task, "The task"),
            infer=infer,
            settings=self._parts.settings,
            new_id=self._parts.new_id,
        )
        report = WriteReport(session=DEFAULT_SESSION if session is None else session, dry_run=dry_run)
        if not turns:
            return report
        report.redacted += [Entry(reason=", ".join(turn.redacted), text=turn.text) for turn in turns if turn.redacted]
        if dry_run:
            self._core.writing.preview(self._scope, turns, report, now=now)
            return report
        self._core.write_uses(self._scope)
        report.turns += [turn.id for turn in turns]
        if wait and not infer:
            self._core.writing.keep(self._scope, turns, report, now=now, actor=SYSTEM)
            return report
        admitted = self._core.writing.admit(self._scope, turns)
        waiting = admitted if len(admitted) == len(turns) else self._waiting(turns)
        if wait:
            self._core.writing.understand(self._scope, waiting, report, now=now, actor=SYSTEM)
        else:
            report.pending = len(waiting)
        if report.pending and self._parts.settings.background:
            self._core.worker.wake()
        return report

    def search(
        self,
        query: str,
        *,
        k: int = 8,
        kinds: Iterable[str] | None = None,
        session: str | None = None,
        task: str | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        at: Moment | None = None,
        recipe: str | None = None,
    ) -> Recall:
        """Memories that answer a question, best first.

        Args:
            query: the question, in either language.
            k: most hits wanted, 1 to the setting `results_max`.
            kinds: only these kinds ("preference", "episode", ...).
            session: the conversation it is asked in; completes short questions and shows what holds for it only.
            as_of: what was true at that moment.
            known_at: what was known at that moment.
            at: the moment of asking; default now.
            recipe: balanced, precise, broad, recent, lasting, lexical or semantic; default the setting `recipe`.

        Returns:
            a list of hits that also carries `trace` and `degraded`. A memory's score is 0-1; `explain` sums to its
            log-odds.

        Raises:
            InvalidQuery, InvalidTime, LimitExceeded: naming what cannot be used.
        """
        question = self._question(
            query, k=k, kinds=kinds, session=session, task=task, as_of=as_of, known_at=known_at, at=at
        )
        recall = self._recall(question, recipe)
        self._core.answered(self._scope, recall.trace, recall.trace.returned)
        return recall

    def context(
        self,
        query: str,
        *,
        session: str | None = None,
        task: str | None = None,
        budget: int = 1500,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        at: Moment | None = None,
        recipe: str | None = None,
    ) -> Context:
        """What to put where in the prompt for a question, within `budget` tokens, fenced as data. `as_of`, `known_at`,
        `at` and `recipe` are those of search.

        Raises:
            InvalidQuery, InvalidTime: as for search; also for a negative budget.
        """
        if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
            raise InvalidQuery(f"The budget must be a number of tokens from 0 up, not {budget!r}.")
        settings = self._parts.settings
        k = min(3 * settings.context_items_max, settings.results_max)
        question = self._question(query, k=k, session=session, task=task, as_of=as_of, known_at=known_at, at=at)
        recall = self._recall(question, recipe)
        placed = place(
            recall,
            budget=budget,
            language=detect.language(query),
            settings=settings,
            zone=self._parts.zone,
            new_boundary=lambda: boundary(self._parts.random),
        )
        self._core.answered(self._scope, recall.trace, placed.memory_ids)
        return placed

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
        with self._parts.store.reading(self._scope) as reader:
            memory = _one(reader, id, known_at) if isinstance(id, str) else None
        if memory is None or (self._agent is not None and memory.agent != self._agent):
            then = "" if known_at is None else " (it was not known at that moment)"
            raise MemoryNotFound(f"{self.id!r} has no memory {id!r}{then}. list() shows which there are.")
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
            kinds: only these kinds; default every kind but episodes, which are the turns themselves.
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
        with self._parts.store.reading(self._scope) as reader:
            found = reader.memories() if known_at is None else reader.known(utc(known_at, "known_at"))
        shown = [memory for memory in found if listing.shows(memory)]
        return shown[offset : None if limit is None else offset + limit]

    def update(
        self, id: str, text: str, *, metadata: Mapping[str, Any] | None = None, confirmed: bool = False
    ) -> Memory:
        """Replace what a memory says. The old text stays in history, and both indexes follow the new one.

        Args:
            confirmed: the user has said so; needed for permanent memory.

        Raises:
            MemoryNotFound, InvalidMessage, InvalidMetadata, LimitExceeded, ConfirmationRequired.
        """
        old = self.get(id)
        check_permanent(old, confirmed=confirmed)
        settings = self._parts.settings
        clean = privacy.redact(text_of(text, "The text", characters_max=settings.text_characters_max)).text
        held = old.metadata if metadata is None else metadata_of(metadata, bytes_max=settings.metadata_bytes_max)
        now = self._parts.clock.now()
        change = updated(old, clean, held, now)
        self._core.writing.apply(self._scope, [change], [], now=now, actor=USER)
        return change.memory

    def history(self, id: str) -> builtins.list[History]:
        """Every change of a memory, in order, with who, why, when, before and after.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        self.get(id)
        with self._parts.store.reading(self._scope) as reader:
            return reader.history(id)

    def confirm(self, id: str) -> Memory:
        """The user says a memory is right: a proposal becomes permanent, what was quarantined is released, any other
        counts as said again.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        old = self.get(id)
        now = self._parts.clock.now()
        with self._parts.store.reading(self._scope) as reader:
            changes, links = confirm(old, rivals(reader, old), now)
            changes += buried(reader, old, now)
        self._core.writing.apply(self._scope, changes, links, now=now, actor=USER)
        return changes[0].memory

    def reject(self, id: str) -> Memory:
        """The user says a memory is wrong: it is taken back, and stays in history. What it had replaced stands again.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        wrong, now = self.get(id), self._parts.clock.now()
        change = rejected(wrong, now)
        with self._parts.store.reading(self._scope) as reader:
            changes = [change, *reopened(reader, wrong, now)]
        self._core.writing.apply(self._scope, changes, [], now=now, actor=USER)
        return change.memory

    def conflicts(self, *, settled: bool = False) -> builtins.list[Conflict]:
        """What contradicted what, and which of both stands, in order of time.

        Settle one by `confirm(newer.id)`, by `reject(newer.id)`, which brings the older back, or by `undo(older.id)`,
        which lets both stand.

        Args:
            settled: also those already settled, or where one side is gone.
        """
        self._core.check_open()
        with self._parts.store.reading(self._scope) as reader:
            found = conflicts(reader)
        mine = [one for one in found if self._agent in (None, one.newer.agent)]
        return [one for one in mine if settled or one.open]

    def undo(self, id: str) -> Memory:
        """Take back the last change of a memory. One that was just added is retracted, and what it replaced stands
        again; any other change gives way to what was before it. What was forgotten cannot be brought back.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        memory, now = self.get(id), self._parts.clock.now()
        with self._parts.store.reading(self._scope) as reader:
            changes = undone(reader, memory, now)
        self._core.writing.apply(self._scope, changes, [], now=now, actor=USER)
        return changes[0].memory

    def forget(
        self,
        id: str | None = None,
        *,
        session: str | None = None,
        everything: bool = False,
        confirmed: bool = False,
    ) -> Receipt:
        """Forget one memory, one session, or everything about the user: physically, from every table and the files.

        Args:
            id: the memory; the turns it came from go with it.
            session: everything said in it.
            everything: the whole user.
            confirmed: the user has said so; needed to forget one permanent memory.

        Raises:
            InvalidInput: not exactly one of the three was named; nothing was forgotten.
            MemoryNotFound, ConfirmationRequired, StoreUnavailable.
        """
        if (id is not None) + (session is not None) + bool(everything) != 1:
            raise InvalidInput("Say what to forget: one of an id, session='...' or everything=True.")
        self._core.check_open()
        now = self._parts.clock.now()
        if id is not None:
            check_permanent(self.get(id), confirmed=confirmed)
        self._core.write_uses(self._scope)
        with self._parts.store.writing(self._scope) as writer:
            if everything:
                gone = forget_everything(writer, now=now)
            elif session is not None:
                gone = forget_session(writer, name(session, "The session"), now=now, actor=USER)
            elif (memory := writer.memory(id or "")) is not None:
                gone = forget_memory(writer, memory, now=now, actor=USER)
            else:
                raise MemoryNotFound(f"{self.id!r} has no memory {id!r} any more.")
        return self._cleared(gone, now)

    def why_not(
        self, id: str, query: str, *, k: int = 8, session: str | None = None, at: Moment | None = None
    ) -> Explanation:
        """Why a memory is not (or is) among the hits of a question: its rank, its terms, and the gate that cut it.

        Raises:
            MemoryNotFound, InvalidQuery, InvalidTime.
        """
        memory = self.get(id)
        question = self._question(query, k=k, session=session, at=at)
        with self._parts.store.reading(self._scope) as reader:
            recipe = recipe_named(None, self._parts.settings)
            return self._core.reading.explain(reader, memory, question, recipe)

    def trace(self, id: str) -> Trace:
        """How an earlier answer came about. Traces live as long as the opened memory, the newest `traces_max` of them.

        Raises:
            MemoryNotFound: there is no such trace of this user, or no longer.
        """
        self._core.check_open()
        trace = self._core.traces.get(self._scope, id)
        if trace is None:
            raise MemoryNotFound(f"{self.id!r} has no trace {id!r}; only the newest are kept, in memory.")
        return trace

    def sessions(self) -> builtins.list[SessionInfo]:
        """The user's sessions, in order of their first turn."""
        self._core.check_open()
        with self._parts.store.reading(self._scope) as reader:
            return reader.sessions() if self._agent is None else sessions_of(self._own(reader.turns()))

    def turns(self, session: str = DEFAULT_SESSION) -> builtins.list[Turn]:
        """What was said in a session, word for word after masking, in order."""
        self._core.check_open()
        with self._parts.store.reading(self._scope) as reader:
            return self._own(reader.turns(session=name(session, "The session")))

    def stats(self) -> Stats:
        """What is held about the user, counted."""
        self._core.check_open()
        with self._parts.store.reading(self._scope) as reader:
            return counted(self._own(reader.memories()), self._own(reader.turns()), reader.counts())

    def _own(self, held: builtins.list[Held]) -> builtins.list[Held]:
        """What is this agent's, of memories or turns; everything without an agent."""
        return held if self._agent is None else [one for one in held if one.agent == self._agent]

    def _question(self, query: str, **asked: Any) -> Question:
        self._core.check_open()
        now, settings = self._parts.clock.now(), self._parts.settings
        return question_of(query, now=now, settings=settings, agent=self._agent, **asked)

    def _recall(self, question: Question, recipe: str | None) -> Recall:
        chosen = recipe_named(recipe, self._parts.settings)
        with self._parts.store.reading(self._scope) as reader:
            recall = self._core.reading.recall(reader, question, chosen)
        self._core.traces.keep(self._scope, recall.trace)
        return recall

    def _waiting(self, turns: Sequence[Turn]) -> builtins.list[Turn]:
        """Those of the turns that are in the queue: new ones, and ones an earlier try left there."""
        sources = {turn.source for turn in turns}
        with self._parts.store.reading(self._scope) as reader:
            pending = reader.turns(session=turns[0].session, state=TurnState.PENDING)
        return [turn for turn in pending if turn.source in sources]

    def _cleared(self, gone: Forgotten, now: datetime) -> Receipt:
        if gone.again:
            report = WriteReport(session="")
            self._core.writing.understand(self._scope, gone.again, report, now=now, actor=SYSTEM)
        self._core.forgot(self._scope)
        return gone.receipt


def _one(reader: Reader, id: str, known_at: Moment | None) -> Memory | None:
    if known_at is None:
        return reader.memory(id)
    return next((memory for memory in reader.known(utc(known_at, "known_at")) if memory.id == id), None)
