"""One user's memory: the object with the verbs. The everyday ones come first; rooms have verbs of their own."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from mnemic.api.actions import checked_action
from mnemic.api.core import SYSTEM_ACTOR, Core
from mnemic.api.entities import opened_world
from mnemic.api.feedback import rate
from mnemic.api.files import Files
from mnemic.api.forgetting import forget
from mnemic.api.owner import Owner
from mnemic.api.permanent import Permanent
from mnemic.api.personal_data import privacy_rules_for, text_filled_in
from mnemic.api.profile import Portrait
from mnemic.api.quarantine import Quarantine
from mnemic.api.report import UserReport, make_report
from mnemic.api.sessions import SessionMemory
from mnemic.api.skills import Skills
from mnemic.api.start import session_start
from mnemic.api.tasks import Tasks
from mnemic.api.transfer import Transfer
from mnemic.api.trust import Trust
from mnemic.api.upkeep import Upkeep
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.action import ActionCheck
from mnemic.domain.changes import Change, Conflict, Entry, History, Link, WriteReport
from mnemic.domain.entity import Entity, EntityKind, RelatedEntity
from mnemic.domain.labels import Retention, checked_label, checked_purpose
from mnemic.domain.query import Context, Explanation, Question, Recall, SessionInfo, Stats, Trace
from mnemic.domain.questions import Need
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory, Status, Tier, Turn, TurnState
from mnemic.domain.scope import Scope, checked_name
from mnemic.domain.start import Start
from mnemic.domain.validity import is_true_at, utc
from mnemic.errors import AccessDenied, InvalidInput, InvalidQuery, MemoryNotFound
from mnemic.language import detect
from mnemic.ports import Reader
from mnemic.reading.counts import sessions_of, stats_of
from mnemic.reading.gates import readable_recall
from mnemic.reading.listing import Listing, check_page_limits
from mnemic.reading.placement import memory_token_budget, place_in_prompt
from mnemic.reading.question import Moment, kinds_by_name, question_of
from mnemic.reading.recipes import recipe_named
from mnemic.reading.room_sections import room_sections
from mnemic.rooms.session.messages import DEFAULT_SESSION, Message, checked_metadata, checked_text, receive_messages
from mnemic.safety.access.policy import USERS_OWN, Access, Actor, Right
from mnemic.safety.guard.fence import boundary
from mnemic.safety.guard.lessons import lessons_in
from mnemic.safety.privacy.masking import WriteRedaction
from mnemic.safety.privacy.rules import FilledText, privacy_rules_of
from mnemic.upkeep.prefetch import needs
from mnemic.upkeep.relabel import relabel_memory
from mnemic.writing.explicit import check_permanent, check_statement, own_metadata, rejection_change, update_change
from mnemic.writing.explicit import confirmation_change as confirmed_by_user
from mnemic.writing.promotion import TurnPromotion
from mnemic.writing.review import archive_changes, conflicts_in, reopening_changes, undo_changes
from mnemic.writing.taking_apart import changes_by_hand

Held = TypeVar("Held", Memory, Turn)


@gated_verbs()
class UserMemory:
    """One user's memory. No call on it can read or write another's.

    Every day: `add`, `search`, `context`, `get`, `list`, `update`, `forget`, `history`.
    Rooms: `start`, `session`, `tasks`, `permanent`, `skills`, `profile`, `files`.
    Correcting: `confirm`, `reject`, `undo`, `conflicts`, `feedback`. Looking into it: `trace`, `why_not`, `sessions`,
    `turns`, `stats`. People and things: `entities`, `about`, `together`, `connected`. The rest is upkeep, safety and
    moving: docs/reference/verbs.md lists every verb.
    """

    def __init__(self, core: Core, scope: Scope, agent: str | None, access: Access = USERS_OWN) -> None:
        self._core = core
        self._parts = core.parts
        self._scope = scope
        self._agent = agent
        self._owner = Owner(core=core, scope=scope, agent=agent, actor=access.name, access=access)

    @property
    def id(self) -> str:
        """The user's id, as given."""
        return self._scope.user

    # The everyday verbs.

    def add(
        self,
        messages: Message | Sequence[Message],
        *,
        session: str | None = None,
        task: str | None = None,
        infer: bool = True,
        wait: bool = True,
        dry_run: bool = False,
        purpose: str | Collection[str] | None = None,
        retention: Retention | None = None,
    ) -> WriteReport:
        """Remember messages. When this returns they are on disk.

        Args:
            messages: text, a dict or a list of them, in the OpenAI chat format. A dict may also carry `name` (speaker),
                `time` (when it was said; ISO 8601 or datetime with zone), `id` (your own turn id; adding the same id
                with the same text again is harmless) and `metadata`. Files in its content parts are kept (see `files`);
                those without words beside them are read where `wait` is True.
            session: id of the conversation; default "main".
            task: id of the task it belongs to.
            infer: False keeps the text as given, guarded and masked but not interpreted.
            wait: False returns as soon as the turns are on disk and understands them in the background.
            dry_run: True stores nothing and reports what would happen.
            purpose: the only purpose, or purposes, for which it may be recalled. A dict may carry one of its own.
            retention: until when it may be recalled: "P30D", "session", or a moment; then it is removed. A dict may
                carry one of its own.

        Raises:
            InvalidMessage, InvalidMetadata, InvalidTime, InvalidScope, InvalidFile, InvalidLabel, LimitExceeded:
                nothing was stored.
            StoreUnavailable: nothing was stored.
            ModelError: the turns are stored and stay in the queue; `run_due()` tries again.
        """
        self._core.check_open()
        self._owner.check_tier("add", Right.WRITE, Tier.LONG_TERM)
        now = self._parts.clock.now()
        taken = receive_messages(
            messages,
            now=now,
            session=session,
            agent=self._agent,
            task=None if task is None else checked_name(task, "The task"),
            infer=infer,
            settings=self._parts.settings,
            new_id=self._parts.new_id,
            label=checked_label(purpose, retention, now=now, allowed=self._parts.settings.purposes),
            rules=privacy_rules_for(self._owner, session=session, task=task, stored=not dry_run),
        )
        turns = taken.turns
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
            self._core.writing.keep(
                self._scope, turns, report, now=now, actor=SYSTEM_ACTOR, blobs=taken.blobs, hidden=taken.hidden
            )
            self.files.read_new(turns, taken.blobs, report, now=now)
            return report
        admitted = self._core.writing.admit(self._scope, turns, blobs=taken.blobs, hidden=taken.hidden)
        waiting = admitted if len(admitted) == len(turns) else self._waiting(turns)
        if wait:
            self._core.writing.understand(self._scope, waiting, report, now=now, actor=SYSTEM_ACTOR)
            self.files.read_new(turns, taken.blobs, report, now=now)
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
        purpose: str | None = None,
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
            purpose: what for; default that of `user(...)`. What has a label is recalled for its purposes only.

        Returns:
            a list of hits that also carries `trace` and `degraded`. A memory's score is 0-1; `explain` sums to its
            log-odds.

        Raises:
            InvalidQuery, InvalidTime, LimitExceeded: naming what cannot be used.
        """
        when = {"as_of": as_of, "known_at": known_at, "at": at}
        question = self._question(query, k=k, kinds=kinds, session=session, task=task, purpose=purpose, **when)
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
        window: int | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        at: Moment | None = None,
        recipe: str | None = None,
        purpose: str | None = None,
    ) -> Context:
        """What to put where in the prompt for a question, within `budget` tokens, fenced as data: permanent memory and
        lasting wishes at the head, the session so far, the task at hand and a fitting skill in the middle, what was
        found beside the question. `as_of`, `known_at`, `at`, `recipe` and `purpose` are those of search.

        Args:
            window: tokens of the model's context; memory takes at most the share `memory_share` of them (30 %).

        Raises:
            InvalidQuery, InvalidTime: as for search; also for a negative budget.
        """
        settings = self._parts.settings
        budget = memory_token_budget(budget, window, settings)
        k = min(3 * settings.context_items_max, settings.results_max)
        when = {"as_of": as_of, "known_at": known_at, "at": at}
        question = self._question(query, k=k, session=session, task=task, purpose=purpose, **when)
        recall = self._recall(question, recipe)
        language = detect.language(query)
        skills = Skills(self._for(purpose)).match(query, k=1) if as_of is None and known_at is None else []
        with self._parts.store.reading(self._scope) as reader:
            sections = room_sections(reader, recall.trace.question, language=language, skill=next(iter(skills), None))
            lessons = lessons_in(reader)
        placed = place_in_prompt(
            recall,
            budget=budget,
            language=language,
            settings=settings,
            zone=self._parts.zone,
            new_boundary=lambda: boundary(self._parts.random),
            sections=sections,
            count=self._parts.count,
            lessons=lessons,
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
        with self._core.parts.store.reading(self._scope) as reader:
            memory = _memory_at(reader, id, known_at) if isinstance(id, str) else None
        if memory is None or (self._agent is not None and memory.agent != self._agent):
            then = "" if known_at is None else " (it was not known at that moment)"
            raise MemoryNotFound(f"{self.id!r} has no memory {id!r}{then}. list() shows which there are.")
        self._owner.check("read", Right.READ, memory)
        if true_at is not None and not is_true_at(memory, true_at):
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
        check_page_limits(limit, offset)
        listing = Listing(
            kinds=kinds_by_name(kinds),
            status=status,
            session=None if session is None else checked_name(session, "The session"),
            agent=self._agent,
            as_of=None if as_of is None else utc(as_of, "as_of"),
        )
        with self._core.parts.store.reading(self._scope) as reader:
            found = reader.memories() if known_at is None else reader.known(utc(known_at, "known_at"))
        reads = self._owner.access.reads
        shown = [memory for memory in found if listing.shows(memory) and reads(memory)]
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
        self._owner.check("update", Right.WRITE, old)
        check_permanent(old, confirmed=confirmed)
        check_statement(old)
        settings = self._parts.settings
        cleaning = WriteRedaction(rules=privacy_rules_of(settings))
        clean = cleaning.of(checked_text(text, "The text", characters_max=settings.text_characters_max))
        given = None if metadata is None else checked_metadata(metadata, bytes_max=settings.metadata_bytes_max)
        noted = None if given is None else cleaning.of_values(given)

        def act(memory: Memory) -> Change:
            held = memory.metadata if noted is None else {**own_metadata(memory.metadata), **noted}
            personal = bool(clean.findings)
            return update_change(memory, clean.text, held, now, by=self._owner.origin, personal=personal)

        now = self._parts.clock.now()
        with self._parts.store.reading(self._scope) as reader:
            changes = changes_by_hand(reader, old, now, act)
        self._apply("update", changes, now=now)
        return changes[0].memory

    def forget(
        self,
        id: str | None = None,
        *,
        session: str | None = None,
        everything: bool = False,
        confirmed: bool = False,
        exports: bool = False,
    ) -> Receipt:
        """Forget one memory, one session, or everything about the user: physically, from every table and the files.

        Args:
            id: the memory; the turns it came from go with it.
            session: everything said in it.
            everything: the whole user.
            confirmed: the user has said so; needed to forget one permanent memory.
            exports: also remove exports and reports of this user that we wrote, where they are this user's alone and
                nobody has changed them; the receipt names the others.

        Raises:
            InvalidInput: not exactly one of the three was named; nothing was forgotten.
            AccessDenied: whoever calls may not forget it, or not remove exports.
            MemoryNotFound, ConfirmationRequired, StoreUnavailable.
        """
        self._core.check_open()
        return forget(self._owner, id, session=session, everything=everything, confirmed=confirmed, exports=exports)

    def history(self, id: str) -> builtins.list[History]:
        """Every change of a memory, in order, with who, why, when, before and after.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        self.get(id)
        with self._core.parts.store.reading(self._scope) as reader:
            return reader.history(id)

    # Rooms: kinds of memory with verbs of their own.

    def session(self, id: str) -> SessionMemory:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        return SessionMemory(
            self._owner, checked_name(id, "The session"), self.add, promote=TurnPromotion(self._core.writing)
        )

    @property
    def files(self) -> Files:
        """Images, recordings and documents as sources of memory."""
        return Files(self._owner)

    @property
    def tasks(self) -> Tasks:
        """Working memory: tasks with their slots, steps and constraints."""
        return Tasks(self._owner)

    @property
    def skills(self) -> Skills:
        """Procedural memory: skills that were taught, recorded or declared."""
        return Skills(self._owner)

    @property
    def permanent(self) -> Permanent:
        """Permanent memory: what is always loaded first, and changes by the user's own word only."""
        return Permanent(self._owner)

    @property
    def profile(self) -> Portrait:
        """The user's portrait: slots with evidence, what occupies the user, what changed, what has gone stale."""
        return Portrait(self._owner)

    @property
    def upkeep(self) -> Upkeep:
        """What is done when nobody is looking, by hand: looked at beforehand, run now, taken back."""
        return Upkeep(self._owner)

    @property
    def quarantine(self) -> Quarantine:
        """What the guard holds for review."""
        return Quarantine(self._owner)

    @property
    def trust(self) -> Trust:
        """What the memory rests on, source by source, and everything of one source taken back."""
        return Trust(self._owner)

    @property
    def transfer(self) -> Transfer:
        """This memory out and in: exports, and imports from other systems."""
        return Transfer(self._core, self._owner)

    # Correcting.

    def confirm(self, id: str) -> Memory:
        """The user says a memory is right: a proposal becomes permanent, what was quarantined is released, any other
        counts as said again.

        Raises:
            MemoryNotFound: this user has none with this id.
            InvalidInput: it is a proposal that was replaced or taken back; LimitExceeded: permanent memory is full.
            AccessDenied: whoever calls may not confirm it.
        """
        old = self.get(id)
        self._owner.check("confirm", Right.WRITE, old)
        if old.status is Status.QUARANTINED:
            return self.quarantine.release(id)
        if old.tier is Tier.PROPOSED:
            return self.permanent.confirm(id)
        now, users = self._parts.clock.now(), self._owner.access.releases
        with self._parts.store.reading(self._scope) as reader:
            changes = changes_by_hand(reader, old, now, lambda memory: confirmed_by_user(memory, now, by_user=users))
            changes += archive_changes(reader, old, now)
        self._apply("confirm", changes, now=now)
        return changes[0].memory

    def reject(self, id: str) -> Memory:
        """The user says a memory is wrong: it is taken back, and stays in history. What it had replaced stands again.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        wrong, now = self.get(id), self._parts.clock.now()
        self._owner.check("reject", Right.WRITE, wrong)
        if wrong.status is Status.QUARANTINED:
            return self.quarantine.reject(id)
        with self._parts.store.reading(self._scope) as reader:
            changes = changes_by_hand(reader, wrong, now, lambda memory: rejection_change(memory, now))
            changes += reopening_changes(reader, wrong, now)
        self._apply("reject", changes, now=now)
        return changes[0].memory

    def undo(self, id: str) -> Memory:
        """Take back the last change of a memory. One that was just added is retracted, and what it replaced stands
        again; any other change gives way to what was before it. What was forgotten cannot be brought back.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        memory, now = self.get(id), self._parts.clock.now()
        self._owner.check("undo", Right.WRITE, memory)
        with self._parts.store.reading(self._scope) as reader:
            changes = undo_changes(reader, memory, now)
        self._apply("undo", changes, now=now)
        return changes[0].memory

    def conflicts(self, *, settled: bool = False) -> builtins.list[Conflict]:
        """What contradicted what, and which of both stands, in order of time.

        Settle one by `confirm(newer.id)`, by `reject(newer.id)`, which brings the older back, or by `undo(older.id)`,
        which lets both stand.

        Args:
            settled: also those already settled, or where one side is gone.
        """
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            found = conflicts_in(reader)
        reads = self._owner.access.reads
        seen = [one for one in found if reads(one.newer) and reads(one.older)]
        mine = [one for one in seen if self._agent in (None, one.newer.agent)]
        return [one for one in mine if settled or one.open]

    def feedback(
        self,
        about: Recall | Context | Trace | str,
        helpful: bool,
        *,
        ids: Iterable[str] | None = None,
        reason: str | None = None,
    ) -> builtins.list[Change]:
        """Say that an answer helped, or that it was wrong. Memories that helped rise for questions like the one asked,
        and a little for every other; those that were wrong fall. `undo` of a memory takes it back.

        Args:
            about: what `search` or `context` gave, its trace or the trace's id; or the id of one memory.
            ids: the memories it is about; default the first three of the answer.
            reason: why, for the history; at most 200 characters, and masked.

        Returns:
            a change for each memory whose counts changed. The same word again on the same answer changes nothing, the
            contrary one replaces it.

        Raises:
            MemoryNotFound: this user has neither an answer nor a memory of that id.
            InvalidInput: an id that is not in the answer, or a value that cannot be used; nothing was changed.
        """
        self._core.check_open()
        return rate(self._owner, about, helpful, ids=ids, reason=reason)

    def label(
        self, id: str, *, purpose: str | Collection[str] | None = None, retention: Retention | None = None
    ) -> Memory:
        """Say anew what a memory may be used for and how long it may be kept; leaving out both lifts its label. The
        turns it comes from, and what else was made of them, follow.

        Raises:
            MemoryNotFound, AccessDenied, InvalidLabel, StoreUnavailable.
        """
        self._owner.check("label", Right.WRITE, held := self._owner.memory(id))
        now = self._core.parts.clock.now()
        said = checked_label(purpose, retention, now=now, allowed=self._core.parts.settings.purposes)
        with self._owner.guarded("label", Right.WRITE) as writer:
            return relabel_memory(writer, writer.memory(id) or held, said, now=now, actor=self._owner.actor)

    # Looking into it.

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
            return self._own(reader.turns(session=checked_name(session, "The session")))

    def stats(self) -> Stats:
        """What is held about the user, counted."""
        self._core.check_open()
        with self._core.parts.store.reading(self._scope) as reader:
            return stats_of(self._own(reader.memories()), self._own(reader.turns()), reader.counts())

    def report(
        self,
        path: str | Path | None = None,
        *,
        format: str = "html",
        language: str | None = None,
        overwrite: bool = False,
    ) -> UserReport:
        """Everything held about the user, with where it comes from, in one file that the user can read: what is
        remembered, what was, what was said, questions, files, audit, and how it is processed. It is audited, and put on
        record as an export.

        Args:
            path: the file; None writes none, and the report has the text alone.
            format: "html" (a page that loads and runs nothing), "json" (with every row and the contents of files) or
                "md".
            language: "en" or "zh"; default that of the user's recent talk.
            overwrite: also where there is a file of that name.

        Raises:
            InvalidInput: a format, language or file that cannot be used; or only one agent's view was opened.
            AccessDenied: whoever calls may not read everything.
            StoreUnavailable: it cannot be written.
        """
        self._core.check_open()
        if not self._owner.access.full:
            raise AccessDenied(f"{self._owner.actor} may not report a whole memory. Ask the user, or an administrator.")
        if self._agent is not None:
            raise InvalidInput("A report holds what was said to every agent: leave agent= out.")
        return make_report(self._owner, path, format=format, language=language, overwrite=overwrite)

    # Who and what the memories speak of.

    def entities(
        self, kind: str | None = None, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> builtins.list[Entity]:
        """Who and what the user's memories speak of, most mentioned first.

        Args:
            kind: only "person", "animal", "place", "organisation", "product" or "work".
            as_of, known_at: as for search.

        Raises:
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        try:
            wanted = None if kind is None else EntityKind(kind)
        except ValueError as error:
            raise InvalidQuery(f"There is no kind of entity {kind!r}. Known are: {', '.join(EntityKind)}.") from error
        with opened_world(self._owner, as_of=as_of, known_at=known_at) as world:
            return world.entities(wanted)

    def about(
        self, name: str, k: int = 50, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> builtins.list[Memory]:
        """Everything about somebody or something, by any of its names in either language, in order of time.

        Args:
            name: "Tokyo" or "东京", "my sister" or the sister's name; also a name no rule took for one.
            k: most memories wanted, 1 to the setting `results_max`; the newest of them.
            as_of: what was true at that moment.
            known_at: what was known at that moment.

        Raises:
            EntityNotFound: nothing mentions it; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with opened_world(self._owner, as_of=as_of, known_at=known_at, k=k) as world:
            return [memory for memory in world.about(name) if self._owner.access.reads(memory)][-k:]

    def together(
        self, one: str, other: str, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> builtins.list[Memory]:
        """Memories that mention both, in order of time. `as_of` and `known_at` are those of about.

        Raises:
            EntityNotFound: nothing mentions one of them; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with opened_world(self._owner, as_of=as_of, known_at=known_at) as world:
            return [memory for memory in world.together(one, other) if self._owner.access.reads(memory)]

    def connected(
        self, name: str, hops: int = 2, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> builtins.list[RelatedEntity]:
        """What hangs together with somebody or something over at most `hops` steps, 1 to 3, nearest first, with the
        path and a memory for each of its steps. `as_of` and `known_at` are those of about.

        Raises:
            EntityNotFound: nothing mentions it; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with opened_world(self._owner, as_of=as_of, known_at=known_at) as world:
            return [one for one in world.connected(name, hops) if all(map(self._owner.access.reads, one.through))]

    # For agents.

    def start(self, *, session: str, budget: int = 1500, purpose: str | None = None) -> Start:
        """What to put into the prompt when a session begins: permanent memory, questions it leaves to the user, the
        unfinished tasks, the user's lasting wishes, who the user is, and what changed since the previous session began.
        In the language of the user's recent talk, fenced as data, the weightiest first.

        Args:
            session: id of the session that begins; it is not its own previous one.
            budget: most tokens of the blocks.
            purpose: as for search.

        Raises:
            InvalidScope, InvalidQuery, InvalidLabel: a session, budget or purpose that cannot be used.
        """
        most = memory_token_budget(budget, None, self._parts.settings)
        return session_start(self._for(purpose), session=checked_name(session, "The session"), budget=most)

    def check_action(
        self,
        action: str | Mapping[str, Any],
        *,
        session: str | None = None,
        said: str | Sequence[str] | None = None,
    ) -> ActionCheck:
        """Whether an action an agent proposes rests on the user's word, or on what only memory asks for. Nothing is
        done and nothing is stored: it is advice for whoever runs the tools.

        Args:
            action: words, a tool call {"name", "arguments"}, or one of the OpenAI format.
            session: the conversation it is proposed in; the user's turns in it count as said now.
            said: the user's words of this conversation as they were typed; needed to tell e-mail addresses apart, which
                are masked in what is stored.

        Returns:
            "allow", "ask" or "refuse", the risks, and for every value where it comes from, with memory ids.

        Raises:
            InvalidInput: it is neither words nor a tool call.
            InvalidScope: the session cannot be one.
        """
        return checked_action(self._owner, action, session=session, said=said)

    def fill(self, text: str, *, context: str) -> FilledText:
        """A text with placeholders in it, such as the arguments of an agent's tool, with the values they stand for.
        The user may fill in any, an agent those the setting `placeholder_contexts` allows in this context; the others
        stay, and `fillings` of what is returned says why. Each kind filled in is audited, the value never.

        Args:
            context: what it is filled in for, such as "booking".

        Raises:
            InvalidMessage, InvalidScope, LimitExceeded: naming what cannot be used.
            AccessDenied: an administrator asks.
        """
        return text_filled_in(self._owner, text, checked_name(context, "The context"))

    def due_needs(self, at: Moment | None = None) -> builtins.list[Need]:
        """Questions that recur by the clock and are due: whose hour runs, or begins within one. Soonest first.

        A need is a question asked on three days or more at about the same hour, on most days or on the same weekday of
        most weeks, in the zone of the memory.

        Raises:
            InvalidTime: a moment that cannot be used.
        """
        self._core.check_open()
        moment = self._core.parts.clock.now() if at is None else utc(at, "at")
        self._core.write_uses(self._scope)
        with self._core.parts.store.reading(self._scope) as reader:
            asked = reader.asked()
        return needs.needs_due_soon(asked, moment, self._core.parts.zone, agent=self._agent)

    def _for(self, purpose: str | None) -> Owner:
        """Whoever acts, for a purpose."""
        if purpose is None:
            return self._owner
        named = checked_purpose(purpose, self._parts.settings.purposes)
        return replace(self._owner, access=replace(self._owner.access, purpose=named))

    def _apply(self, verb: str, changes: Sequence[Change], links: Sequence[Link] = (), *, now: datetime) -> None:
        """Commit changes, each of memories that whoever acts may change."""
        for memory in (old for change in changes for old in (change.before, *change.replaces) if old is not None):
            self._owner.check(verb, Right.WRITE, memory)
        self._owner.apply(changes, links, now=now)

    def _recall(self, question: Question, recipe: str | None) -> Recall:
        chosen = recipe_named(recipe, self._parts.settings)
        with self._parts.store.reading(self._scope) as reader:
            recall = readable_recall(self._core.reading.recall(reader, question, chosen), self._owner.access)
        self._core.traces.keep(self._scope, recall.trace)
        return recall

    def _waiting(self, turns: Sequence[Turn]) -> builtins.list[Turn]:
        """Those of the turns that are in the queue: new ones, and ones an earlier try left there."""
        sources = {turn.source for turn in turns}
        with self._parts.store.reading(self._scope) as reader:
            pending = reader.turns(session=turns[0].session, state=TurnState.PENDING)
        return [turn for turn in pending if turn.source in sources]

    def _own(self, held: builtins.list[Held]) -> builtins.list[Held]:
        """What whoever looks sees of memories or turns: all of it, or an agent's, for its purpose."""
        return [one for one in held if self._owner.shows(one)]

    def _question(self, query: str, **asked: Any) -> Question:
        self._core.check_open()
        now, settings = self._core.parts.clock.now(), self._core.parts.settings
        purpose = asked.pop("purpose", None) or self._owner.access.purpose
        return question_of(query, now=now, settings=settings, agent=self._agent, purpose=purpose, **asked)


def _memory_at(reader: Reader, id: str, known_at: Moment | None) -> Memory | None:
    if known_at is None:
        return reader.memory(id)
    return next((memory for memory in reader.known(utc(known_at, "known_at")) if memory.id == id), None)
