"""One user's memory: the object with the verbs."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mnemic.api.acting import Acting
from mnemic.api.core import SYSTEM, Core
from mnemic.api.experience import Experience
from mnemic.api.files import Files
from mnemic.api.gate import gated
from mnemic.api.inspecting import Inspecting
from mnemic.api.keeping import Keeping
from mnemic.api.knowing import Knowing
from mnemic.api.owner import Owner
from mnemic.api.permanent import Permanent
from mnemic.api.private import filled, rules
from mnemic.api.profile import Portrait
from mnemic.api.quarantine import Quarantine
from mnemic.api.sessions import SessionMemory
from mnemic.api.skills import Skills
from mnemic.api.start import started
from mnemic.api.tasks import Tasks
from mnemic.api.transfer import Transfer
from mnemic.api.trust import Trust
from mnemic.api.upkeep import Upkeep
from mnemic.domain.changes import Change, Entry, Link, WriteReport
from mnemic.domain.labels import Retention, label, purpose_named
from mnemic.domain.query import Context, Question, Recall
from mnemic.domain.record import Memory, Status, Tier, Turn, TurnState
from mnemic.domain.scope import Scope, name
from mnemic.domain.start import Start
from mnemic.language import detect
from mnemic.reading.beside import beside
from mnemic.reading.place import allowed, place
from mnemic.reading.question import Moment
from mnemic.reading.readable import readable
from mnemic.reading.recipes import recipe_named
from mnemic.rooms.session.messages import DEFAULT_SESSION, Message, metadata_of, received, text_of
from mnemic.safety.access.policy import USERS_OWN, Access, Right
from mnemic.safety.guard.fence import boundary
from mnemic.safety.guard.lessons import lessons_in
from mnemic.safety.privacy.masking import Cleaning
from mnemic.safety.privacy.placeholders import Filled
from mnemic.safety.privacy.rules import rules_of
from mnemic.writing.apart import acted
from mnemic.writing.explicit import check_permanent, check_statement, own, rejected, updated
from mnemic.writing.explicit import confirmed as confirmed_by_user
from mnemic.writing.promoting import Promoting
from mnemic.writing.review import buried, reopened, undone


@gated()
class UserMemory(Acting, Experience, Inspecting, Keeping, Knowing):
    """One user's memory. No call on it can read or write another's."""

    def __init__(self, core: Core, scope: Scope, agent: str | None, access: Access = USERS_OWN) -> None:
        self._core = core
        self._parts = core.parts
        self._scope = scope
        self._agent = agent
        self._owner = Owner(core=core, scope=scope, agent=agent, actor=access.name, access=access)

    def session(self, id: str) -> SessionMemory:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        return SessionMemory(self._owner, name(id, "The session"), self.add, promote=Promoting(self._core.writing))

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
        taken = received(
            messages,
            now=now,
            session=session,
            agent=self._agent,
            task=None if task is None else name(task, "The task"),
            infer=infer,
            settings=self._parts.settings,
            new_id=self._parts.new_id,
            label=label(purpose, retention, now=now, allowed=self._parts.settings.purposes),
            rules=rules(self._owner, session=session, task=task, stored=not dry_run),
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
                self._scope, turns, report, now=now, actor=SYSTEM, blobs=taken.blobs, hidden=taken.hidden
            )
            self.files.read_new(turns, taken.blobs, report, now=now)
            return report
        admitted = self._core.writing.admit(self._scope, turns, blobs=taken.blobs, hidden=taken.hidden)
        waiting = admitted if len(admitted) == len(turns) else self._waiting(turns)
        if wait:
            self._core.writing.understand(self._scope, waiting, report, now=now, actor=SYSTEM)
            self.files.read_new(turns, taken.blobs, report, now=now)
        else:
            report.pending = len(waiting)
        if report.pending and self._parts.settings.background:
            self._core.worker.wake()
        return report

    def fill(self, text: str, *, context: str) -> Filled:
        """A text with placeholders in it, such as the arguments of an agent's tool, with the values they stand for.
        The user may fill in any, an agent those the setting `placeholder_contexts` allows in this context; the others
        stay, and `fillings` of what is returned says why. Each kind filled in is audited, the value never.

        Args:
            context: what it is filled in for, such as "booking".

        Raises:
            InvalidMessage, InvalidScope, LimitExceeded: naming what cannot be used.
            AccessDenied: an administrator asks.
        """
        return filled(self._owner, text, name(context, "The context"))

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
        budget = allowed(budget, window, settings)
        k = min(3 * settings.context_items_max, settings.results_max)
        when = {"as_of": as_of, "known_at": known_at, "at": at}
        question = self._question(query, k=k, session=session, task=task, purpose=purpose, **when)
        recall = self._recall(question, recipe)
        language = detect.language(query)
        skills = Skills(self._for(purpose)).match(query, k=1) if as_of is None and known_at is None else []
        with self._parts.store.reading(self._scope) as reader:
            sections = beside(reader, recall.trace.question, language=language, skill=next(iter(skills), None))
            lessons = lessons_in(reader)
        placed = place(
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
        most = allowed(budget, None, self._parts.settings)
        return started(self._for(purpose), session=name(session, "The session"), budget=most)

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
        cleaning = Cleaning(rules=rules_of(settings))
        clean = cleaning.of(text_of(text, "The text", characters_max=settings.text_characters_max))
        given = None if metadata is None else metadata_of(metadata, bytes_max=settings.metadata_bytes_max)
        noted = None if given is None else cleaning.of_values(given)

        def act(memory: Memory) -> Change:
            held = memory.metadata if noted is None else {**own(memory.metadata), **noted}
            personal = bool(clean.findings)
            return updated(memory, clean.text, held, now, by=self._owner.origin, personal=personal)

        now = self._parts.clock.now()
        with self._parts.store.reading(self._scope) as reader:
            changes = acted(reader, old, now, act)
        self._apply("update", changes, now=now)
        return changes[0].memory

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
            changes = acted(reader, old, now, lambda memory: confirmed_by_user(memory, now, by_user=users))
            changes += buried(reader, old, now)
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
            changes = acted(reader, wrong, now, lambda memory: rejected(memory, now))
            changes += reopened(reader, wrong, now)
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
            changes = undone(reader, memory, now)
        self._apply("undo", changes, now=now)
        return changes[0].memory

    def _for(self, purpose: str | None) -> Owner:
        """Whoever acts, for a purpose."""
        if purpose is None:
            return self._owner
        named = purpose_named(purpose, self._parts.settings.purposes)
        return replace(self._owner, access=replace(self._owner.access, purpose=named))

    def _apply(self, verb: str, changes: Sequence[Change], links: Sequence[Link] = (), *, now: datetime) -> None:
        """Commit changes, each of memories that whoever acts may change."""
        for memory in (old for change in changes for old in (change.before, *change.replaces) if old is not None):
            self._owner.check(verb, Right.WRITE, memory)
        self._owner.apply(changes, links, now=now)

    def _recall(self, question: Question, recipe: str | None) -> Recall:
        chosen = recipe_named(recipe, self._parts.settings)
        with self._parts.store.reading(self._scope) as reader:
            recall = readable(self._core.reading.recall(reader, question, chosen), self._owner.access)
        self._core.traces.keep(self._scope, recall.trace)
        return recall

    def _waiting(self, turns: Sequence[Turn]) -> builtins.list[Turn]:
        """Those of the turns that are in the queue: new ones, and ones an earlier try left there."""
        sources = {turn.source for turn in turns}
        with self._parts.store.reading(self._scope) as reader:
            pending = reader.turns(session=turns[0].session, state=TurnState.PENDING)
        return [turn for turn in pending if turn.source in sources]
