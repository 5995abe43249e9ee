"""In which order a write runs.

    admit      messages are checked, masked and stored in the turn log; from here on nothing is lost
    STAGES     screened, kept where readable, extracted, taught, read in wider stretches, weighed: turns become
               candidates (writing/stages); no lock is held meanwhile. A language model extracts where one is set, and
               the rules where it fails (writing/by_model)
    embed      vectors for what will be stored, before any lock is taken; the guard looks at them too (safety/guard)
    tasks      talk fills the tasks in work, and statements are weighed by what these can use (writing/tasks)
    reconcile  candidates meet what is known, inside the transaction (writing/reconcile)
    credit     what the user says of the answer before counts for the memories it rests on (writing/reply_feedback)
    commit     records, history, conflict log, audit and index entries at once; the turns leave the queue with them

A turn leaves the queue in the transaction that stores what it said, so it is understood exactly once in effect: who
comes second finds it gone from the queue and stores nothing. Turns that are not interpreted are admitted in that
transaction too (`Writing.keep`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from itertools import groupby

from mnemic.domain.blob import Blob
from mnemic.domain.changes import Action, Change, Dropped, Link, WriteReport
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.labels import label_of
from mnemic.domain.record import TRUST, Kind, Memory, Origin, Sensitivity, Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError, StoreUnavailable, WrongVectorSize
from mnemic.index.entry import index_entry_of, unpacked_vector
from mnemic.index.user_indexes import UserIndexes
from mnemic.language import detect
from mnemic.ports import Embedder, EntityFinder, Judge, LanguageModel, Reader, Store, Writer
from mnemic.rooms.files.turns import append_with_files
from mnemic.rooms.placeholders import keep_hidden
from mnemic.rooms.session.messages import without_withheld
from mnemic.rooms.task.schema import TaskSchemas
from mnemic.safety.guard import vector_chance
from mnemic.safety.guard.lessons import lessons_in
from mnemic.safety.guard.screen import GuardVerdict, as_quarantined
from mnemic.safety.privacy.rules import HiddenValue
from mnemic.settings import Settings
from mnemic.writing.by_model.neighbours import neighbours_of
from mnemic.writing.by_model.reading import ModelExtraction
from mnemic.writing.by_model.second_look import SecondLook
from mnemic.writing.candidates import Draft, readable_beside, with_labels
from mnemic.writing.commit import commit, mentions_by_text, needs_entry, with_entities
from mnemic.writing.episodes import end_with_statements
from mnemic.writing.known_memories import KnownMemories
from mnemic.writing.reconcile import reconcile
from mnemic.writing.reply_feedback.reply import NO_FEEDBACK, apply_feedback, spoken_feedback_in
from mnemic.writing.skills import known_skills
from mnemic.writing.stages import STAGES, Stage, extract_statements, screen, screen_by_vectors
from mnemic.writing.taking_apart import reconcile_unfolded
from mnemic.writing.tasks import read_for_tasks, tasks_in_work


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePipeline:
    """Everything a write needs from outside."""

    store: Store
    user_indexes: UserIndexes
    embedder: Embedder
    settings: Settings
    zone: tzinfo
    new_id: Callable[[], str]
    judge: Judge | None = None
    model: LanguageModel | None = None  # who extracts; None: the rules
    second_look: LanguageModel | None = None  # who is asked where the guard is unsure; None: nobody
    finder: EntityFinder | None = None  # who finds names; None: the rules
    schemas: TaskSchemas = field(default_factory=TaskSchemas)  # registered ones, of tasks

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, with a model in the place of the rules, or beside them, where one is set."""
        instead: dict[Stage, Stage] = {}
        if self.model is not None:
            instead[extract_statements] = ModelExtraction(model=self.model)
        if self.second_look is not None:
            instead[screen] = SecondLook(model=self.second_look)
        return tuple(instead.get(stage, stage) for stage in STAGES)

    def admit(
        self, scope: Scope, turns: Sequence[Turn], *, blobs: Sequence[Blob] = (), hidden: Sequence[HiddenValue] = ()
    ) -> list[Turn]:
        """Store turns in the log, with the files they came with and the values behind the placeholders in them; returns
        those that were new. When this returns they are on disk."""
        with self.store.writing(scope) as writer:
            if hidden:
                keep_hidden(writer, hidden, turns[0].recorded_at)
            return append_with_files(writer, turns, blobs, bytes_max=self.settings.files_bytes_max)

    def understand(
        self,
        scope: Scope,
        turns: Sequence[Turn],
        report: WriteReport,
        *,
        now: datetime,
        actor: str,
        also: Callable[[Writer], None] | None = None,
    ) -> None:
        """Turn admitted turns into memories, filling the report: those of one label at a time, so that what is said
        under one is not read in the light of another. `also` is done in the transaction of the last of them."""
        parts = [tuple(part) for _, part in groupby(turns, key=label_of)]
        for number, part in enumerate(parts, 1):
            after = also if number == len(parts) else None
            self._understand(scope, part, report, now=now, actor=actor, also=after)

    def _understand(
        self,
        scope: Scope,
        turns: Sequence[Turn],
        report: WriteReport,
        *,
        now: datetime,
        actor: str,
        also: Callable[[Writer], None] | None,
    ) -> None:
        with self.store.reading(scope) as reader:
            draft = self.gather(reader, turns)
        draft = self.read(draft)
        draft, entries = self._embed(draft)
        with self.store.writing(scope) as writer:
            ours = [turn for turn in draft.turns if _waits(writer, turn)]
            known = self.decide(writer, draft, ours, now, entries)
            commit(writer, known.changes, known.links, now=now, actor=actor, entries=entries)
            writer.understood([turn.source for turn in ours])
            if also is not None:
                also(writer)
        report.pending += len(turns) - len(draft.turns)
        _report(report, draft, known)

    def keep(
        self,
        scope: Scope,
        turns: Sequence[Turn],
        report: WriteReport,
        *,
        now: datetime,
        actor: str,
        blobs: Sequence[Blob] = (),
        hidden: Sequence[HiddenValue] = (),
    ) -> None:
        """Store turns that are not interpreted together with their memories, in one transaction. Where they cannot be
        embedded they are stored alone, and wait."""
        with self.store.reading(scope) as reader:
            lessons = lessons_in(reader)
        draft = self.read(replace(self._alone(scope, turns), lessons=lessons))
        try:
            draft, entries = self._embed(draft)
        except MnemicError:
            self.admit(scope, turns, blobs=blobs, hidden=hidden)
            raise
        with self.store.writing(scope) as writer:
            if hidden:
                keep_hidden(writer, hidden, now)
            done = [replace(turn, state=TurnState.UNDERSTOOD) for turn in turns]
            ours = append_with_files(writer, done, blobs, bytes_max=self.settings.files_bytes_max)
            if len(ours) < len(turns):
                named = {turn.source for turn in turns}
                waiting = writer.turns(session=turns[0].session, state=TurnState.PENDING)
                left = [turn for turn in waiting if turn.source in named]
                writer.understood([turn.source for turn in left])
                ours = sorted([*ours, *left], key=lambda turn: turn.position)
            known = self.decide(writer, draft, ours, now, entries)
            commit(writer, known.changes, known.links, now=now, actor=actor, entries=entries)
        mine = {turn.source for turn in ours}
        _report(report, replace(draft, dropped=tuple(one for one in draft.dropped if one.source in mine)), known)

    def preview(self, scope: Scope, turns: Sequence[Turn], report: WriteReport, *, now: datetime) -> None:
        """What `understand` would do, with nothing stored."""
        with self.store.reading(scope) as reader:
            draft = self.gather(reader, turns)
        draft = self.read(draft)
        draft, entries = self._embed(draft)
        with self.store.reading(scope) as reader:
            known = self.decide(reader, draft, draft.turns, now, entries)
        _report(report, draft, known)

    def apply(
        self,
        scope: Scope,
        changes: Sequence[Change],
        links: Sequence[Link],
        *,
        now: datetime,
        actor: str,
        also: Callable[[Writer], None] | None = None,
    ) -> None:
        """Commit changes made by hand, each checked against the memory as it is by now. `also` is done in the same
        transaction.

        Raises:
            StoreUnavailable: somebody else changed one of the memories meanwhile; nothing was changed.
        """
        if self.finder is not None:
            changes = with_entities(changes, {}, self.finder)
        reworded = [change.memory.text for change in changes if needs_entry(change)]
        entries = self.embedded(reworded)
        with self.store.writing(scope) as writer:
            for change in changes:
                check_unchanged(writer, change)
            commit(writer, changes, links, now=now, actor=actor, entries=entries)
            if also is not None:
                also(writer)

    def release(
        self,
        scope: Scope,
        turns: Sequence[Turn],
        released: Mapping[Source, Change],
        *,
        now: datetime,
        actor: str,
        also: Callable[[Writer], None],
    ) -> WriteReport:
        """Understand turns that the guard held and the user lets go, as other turns are; each becomes usable by the
        change given for it. `also` is done in the same transaction.

        Raises:
            StoreUnavailable: somebody else changed one of the memories meanwhile; nothing was changed.
        """
        with self.store.reading(scope) as reader:
            draft = replace(self.gather(reader, turns), released=released)
        draft = self.read(draft)
        draft, entries = self._embed(draft)
        with self.store.writing(scope) as writer:
            for change in released.values():
                check_unchanged(writer, change)
            known = self.decide(writer, draft, turns, now, entries)
            commit(writer, known.changes, known.links, now=now, actor=actor, entries=entries)
            also(writer)
        report = WriteReport(session=turns[0].session)
        _report(report, draft, known)
        return report

    def gather(self, reader: Reader, turns: Sequence[Turn]) -> Draft:
        """Turns with what was said before them in their sessions and, for a model, what is known on the matter."""
        ours = {turn.source for turn in turns}
        first = min(turn.position for turn in turns)
        earlier: list[Turn] = []
        if self.settings.context_turns:
            for session in dict.fromkeys(turn.session for turn in turns):
                said = reader.turns(session=session, last=self.settings.context_turns + len(turns))
                before = [turn for turn in said if turn.source not in ours and turn.position < (first or 1 << 62)]
                earlier += without_withheld(reader, readable_beside(turns[0], before))
        neighbours: tuple[Memory, ...] = ()
        if self.model is not None:
            with self.user_indexes.use(reader) as user_index:
                neighbours = tuple(
                    readable_beside(turns[0], neighbours_of(turns, user_index, most=self.settings.neighbours_max))
                )
        skills = tuple(readable_beside(turns[0], known_skills(reader, turns)))
        return replace(
            self._alone(reader.scope, turns),
            earlier=tuple(earlier),
            neighbours=neighbours,
            skills=skills,
            lessons=lessons_in(reader),
        )

    def _alone(self, scope: Scope, turns: Sequence[Turn]) -> Draft:
        return Draft(
            user=scope.user,
            turns=tuple(turns),
            earlier=(),
            zone=self.zone,
            settings=self.settings,
            judge=self.judge,
            vectors_follow=self.embedder.fingerprint == vector_chance.judged_embedder(),
        )

    def read(self, draft: Draft) -> Draft:
        """Run the stages over a draft."""
        for stage in self.stages:
            draft = stage(draft)
        texts = [turn.text for turn in draft.turns] + [candidate.text for candidate in draft.candidates]
        return replace(draft, mentions=mentions_by_text(texts, self.finder))

    def decide(
        self, reader: Reader, draft: Draft, ours: Sequence[Turn], now: datetime, entries: Mapping[str, IndexEntry]
    ) -> KnownMemories:
        """Reconcile a draft with what is known."""
        turns = {turn.source: turn for turn in ours}
        heard, unasked = spoken_feedback_in(reader, ours, draft.held.keys())
        with self.user_indexes.use(reader) as user_index:
            known = KnownMemories(
                user_index=user_index,
                turns=turns,
                now=now,
                new_id=self.new_id,
                tenant=reader.scope.tenant,
                user=reader.scope.user,
                neighbours_max=self.settings.neighbours_max,
                vectors={text: unpacked_vector(entry) for text, entry in entries.items() if entry.vector},
                signals=self.embedder.signals,
                judge=self.judge,
            )
            work = tasks_in_work(known, self.schemas, self.zone)
            if work is not None:
                draft = read_for_tasks(draft, ours, known, work)
            for turn in ours if work is None else work.stamped(ours):
                if turn.source in draft.released:
                    known.put(draft.released[turn.source])
                elif turn.infer and turn.text:
                    known.put(_episode(turn, draft.held.get(turn.source), known))
                elif turn.source in draft.held:
                    known.put(_episode(replace(turn, infer=True), draft.held[turn.source], known))
            known.dropped += unasked
            for candidate in draft.candidates:
                if any(one.takes_up(candidate) for one in heard):
                    known.dropped.append(Dropped(text=candidate.text, reason=NO_FEEDBACK, source=candidate.sources[0]))
                elif candidate.sources[0] in turns:
                    reconcile_unfolded(candidate, known, reconcile)
            for one in heard:
                apply_feedback(one, reader, known)
        end_with_statements(known)
        known.changes = with_labels(known.changes, reader, turns)
        known.changes = with_entities(known.changes, draft.mentions, self.finder)
        return known

    def _embed(self, draft: Draft) -> tuple[Draft, Mapping[str, IndexEntry]]:
        """The index entries of what will be stored, and the draft as the guard leaves it with their vectors seen."""
        texts = [turn.text for turn in draft.turns if turn.text]
        entries = self.embedded([*texts, *(candidate.text for candidate in draft.candidates)])
        if draft.vectors_follow:
            draft = screen_by_vectors(draft, {text: unpacked_vector(entries[text]) for text in texts})
        return draft, entries

    def embedded(self, texts: Sequence[str]) -> Mapping[str, IndexEntry]:
        """Index entries of texts, by text. It takes as long as the embedder does: never inside a transaction.

        Raises:
            WrongVectorSize: the embedder does not keep its promise.
        """
        listed = list(dict.fromkeys(texts))
        if not listed:
            return {}
        vectors = self.embedder.documents(listed)
        if vectors.shape != (len(listed), self.embedder.size):
            raise WrongVectorSize(
                f"The embedder {self.embedder.fingerprint!r} gave vectors of shape {vectors.shape}, not "
                f"({len(listed)}, {self.embedder.size}). The turns stay in the queue."
            )
        return {
            text: index_entry_of(text, vector, self.embedder.fingerprint)
            for text, vector in zip(listed, vectors, strict=True)
        }


def check_unchanged(reader: Reader, change: Change) -> None:
    """Go on only where a memory is as it was when its change was decided.

    Raises:
        StoreUnavailable: somebody else changed it meanwhile.
    """
    there = reader.memory(change.memory.id)
    if change.before is not None and (there is None or there.version != change.before.version):
        raise StoreUnavailable(f"{change.memory.id} was changed by somebody else just now: try again.")


def _waits(reader: Reader, turn: Turn) -> bool:
    there = reader.turn(turn.source)
    return there is not None and there.state is TurnState.PENDING


def _episode(turn: Turn, held: GuardVerdict | None, known: KnownMemories) -> Change:
    """A turn as it was said, as a record; quarantined where the guard holds it."""
    memory = Memory(
        id=known.new_id(),
        tenant=known.tenant,
        user=known.user,
        agent=turn.agent,
        task=turn.task,
        session=turn.session,
        kind=Kind.EPISODE,
        text=turn.text,
        language=detect.language(turn.text),
        confidence=1.0 if turn.origin is Origin.USER else TRUST[turn.origin],
        importance=0.3,
        control_relevance=0.3,
        sensitivity=Sensitivity.PERSONAL if turn.redacted else Sensitivity.NORMAL,
        origin=turn.origin,
        trust=TRUST[turn.origin],
        speaker=turn.speaker,
        said_at=turn.said_at,
        valid_from=turn.said_at,
        recorded_at=known.now,
        updated_at=known.now,
        sources=(turn.source,),
        position=turn.position,
        quote=turn.text,
        metadata=turn.metadata,
    )
    if held is None:
        return Change(action=Action.ADD, memory=memory, reason="said")
    reason = "; ".join(held.reasons)
    return Change(action=Action.QUARANTINE, memory=as_quarantined(memory, held.score, held.reasons), reason=reason)


def _report(report: WriteReport, draft: Draft, known: KnownMemories) -> None:
    for change in known.changes:
        report.note(change)
    for dropped in (*draft.dropped, *known.dropped):
        report.drop(dropped)
    report.degraded += draft.degraded
