"""One user's memory: the object with the verbs."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from mnemic.core import SYSTEM, Core
from mnemic.domain.changes import Entry, Receipt, WriteReport
from mnemic.domain.query import Context, Question, Recall
from mnemic.domain.record import Memory, Turn, TurnState
from mnemic.domain.scope import Scope, name
from mnemic.errors import InvalidInput, InvalidQuery, MemoryNotFound
from mnemic.experience import Experience
from mnemic.inspecting import Inspecting
from mnemic.knowing import Knowing
from mnemic.language import detect
from mnemic.reading.place import place
from mnemic.reading.question import Moment
from mnemic.reading.recipes import recipe_named
from mnemic.rooms.session import DEFAULT_SESSION, Message, metadata_of, text_of, turns_of
from mnemic.safety import privacy
from mnemic.safety.fence import boundary
from mnemic.upkeep.forgetting import Forgotten, forget_everything, forget_memory, forget_session
from mnemic.writing.explicit import check_permanent, check_statement, own, rejected, updated
from mnemic.writing.explicit import confirmed as confirm
from mnemic.writing.review import buried, reopened, rivals, undone

USER = "user"  # the actor of what the user does by hand


class UserMemory(Experience, Inspecting, Knowing):
    """One user's memory. No call on it can read or write another's."""

    def __init__(self, core: Core, scope: Scope, agent: str | None) -> None:
        self._core = core
        self._parts = core.parts
        self._scope = scope
        self._agent = agent

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
        check_statement(old)
        settings = self._parts.settings
        clean = privacy.redact(text_of(text, "The text", characters_max=settings.text_characters_max)).text
        held = old.metadata
        if metadata is not None:
            held = {**own(held), **metadata_of(metadata, bytes_max=settings.metadata_bytes_max)}
        now = self._parts.clock.now()
        change = updated(old, clean, held, now)
        self._core.writing.apply(self._scope, [change], [], now=now, actor=USER)
        return change.memory

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
