"""The task room: one user's tasks with their slots, steps and constraints, from start to archive (M3)."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import Action, Change
from mnemic.domain.record import TRUST, Kind, Memory, Origin, Source, Status, Tier
from mnemic.domain.scope import checked_name
from mnemic.domain.task import ResolvedQuestion, SlotValue, StepState, Task, TaskActor, TaskLine, TaskStatus, TaskStep
from mnemic.errors import InvalidInput, LimitExceeded, StoreUnavailable, TaskNotFound
from mnemic.ports import Reader
from mnemic.rooms.session.messages import checked_text
from mnemic.rooms.task import transitions
from mnemic.rooms.task.personal import not_needed
from mnemic.rooms.task.record import is_task, task_of, task_record_of, tasks_of, with_session, with_sources
from mnemic.rooms.task.reference import TaskMatch, task_meant_by
from mnemic.rooms.task.schema import ANY_SCHEMA, SchemaGiven, TaskSchema, schema_of
from mnemic.rooms.task.similar_tasks import similar_tasks
from mnemic.safety.access.policy import Right, taint_of
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.rules import checked_kinds, privacy_rules_of
from mnemic.writing.commit import commit, mentions_by_text, with_mentioned_entities

TEXT_CHARACTERS_MAX = 4_000  # of a goal, a constraint, a decision, an answer, an outcome or a step's result
NAME_CHARACTERS_MAX = 200  # of a step's name
OPEN_MAX = 200  # tasks in work of one user
TRIES = 5  # to end a task that somebody else changes at the same moment

Edit = Callable[[Task], Task]


@gated_verbs("tasks")
class Tasks:
    """One user's tasks. Every verb is one transaction: when it returns, it is on disk."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def register(self, schema: SchemaGiven) -> None:
        """Make a pydantic model known, for tasks that were started with a model of its name before a restart. Starting
        a task registers its model by itself.

        Raises:
            InvalidInput, LimitExceeded: it cannot be a schema.
        """
        self._owner.core.schemas.register(schema, self._owner.scope)

    def start(
        self,
        goal: str,
        *,
        schema: SchemaGiven | None = None,
        id: str | None = None,
        session: str | None = None,
        turn: str | None = None,
        steps: Sequence[str] = (),
        constraints: Sequence[str] = (),
        values: Mapping[str, Any] | None = None,
        personal: Sequence[str] = (),
    ) -> Task:
        """Begin a task.

        Args:
            goal: what is to be done, in a sentence.
            schema: a pydantic model class or a JSON schema, whose fields are the slots; None allows any slot.
            id: an id of your own; default a new one.
            session: the conversation it is begun in, where it is the task in hand from now on.
            turn: id of the turn the goal was said in, if it was; forgetting that turn forgets the task.
            steps: names of steps, in order.
            constraints: what must hold.
            values: values of slots that are known already.
            personal: kinds of personal data it needs ("CN_MOBILE"); with the setting `minimise` = "task" of all others
                nothing is kept in its talk and its slots.

        Returns:
            the task; `similar` holds finished tasks like it, with what may serve again.

        Raises:
            InvalidValue: a value does not fit its slot.
            InvalidInput, InvalidScope, LimitExceeded: what else cannot be used; nothing was stored.
        """
        owner, now = self._owner, self._owner.now()
        owner.check_tier("start", Right.WRITE, Tier.WORKING)
        known = ANY_SCHEMA if schema is None else owner.core.schemas.register(schema, owner.scope)
        needed = checked_kinds(personal, "personal")
        within = None if session is None else checked_name(session, "The session")
        if turn is not None and within is None:
            raise InvalidInput(f"The turn {turn!r} needs its session: pass session= too.")
        said = (
            Source(session=within, turn=checked_name(turn, "The turn"))
            if turn is not None and within is not None
            else None
        )
        task = Task(
            id=owner.core.parts.new_id() if id is None else checked_name(id, "The task"),
            goal=self._text(goal, "The goal"),
            agent=owner.agent,
            schema_name=known.name,
            schema=known.shape,
            personal=needed,
            not_asked=tuple(not_needed(known, needed)) if owner.core.parts.settings.minimise == "task" else (),
            source=said,
            started_at=now,
            updated_at=now,
        )
        task = with_sources(with_session(task, within, now), [said])
        if len(steps) > transitions.STEPS_MAX:
            raise LimitExceeded(f"{len(steps)} steps, the limit is {transitions.STEPS_MAX}: make tasks of their own.")
        named = tuple(TaskStep(name=self._step_name(step)) for step in _texts(steps, "The steps"))
        task = replace(task, steps=transitions.with_current(named))
        for text in _texts(constraints, "The constraints"):
            task = transitions.with_constraint(
                task, TaskLine(text=self._text(text, "A constraint"), at=now, by=self._by)
            )
        task = self._filled(task, known, values or {}, now)
        return self._added(task, now)

    def asks(self, schema: SchemaGiven, *, personal: Sequence[str] = ()) -> Mapping[str, tuple[str, ...]]:
        """The slots of a schema that ask for personal data the task does not need, with the kinds they may mean. With
        the setting `minimise` = "task" nobody is asked for them.

        Args:
            personal: kinds the task needs, as given to `start`.

        Raises:
            InvalidInput, LimitExceeded: it cannot be a schema; or there is no such kind.
        """
        return not_needed(schema_of(schema), checked_kinds(personal, "personal"))

    def get(self, id: str) -> Task:
        """One task, in work or over.

        Raises:
            TaskNotFound: this user has none with this id.
        """
        with self._owner.reading() as reader:
            record = self._record(reader, id)
        self._owner.check("read", Right.READ, record)
        return task_of(record)

    def list(self, status: str = "open") -> builtins.list[Task]:
        """Tasks in the order they were started.

        Args:
            status: "open", "paused", "completed", "abandoned" or "any".

        Raises:
            InvalidInput: there is no such status.
        """
        if status != "any" and status not in list(TaskStatus):
            raise InvalidInput(f"There is no task status {status!r}. Known are: {', '.join(TaskStatus)}, any.")
        with self._owner.reading() as reader:
            records = [one for one in reader.rooms([Kind.TASK]) if is_task(one) and self._owner.sees(one)]
        found = [task_of(one) for one in records if self._owner.recalls(one)]
        return [task for task in found if status in ("any", task.status)]

    def meant(self, text: str, session: str | None = None) -> Task | None:
        """The task in work that a text means: by what only that task is called by, else the one in hand in the session.
        None where it could be several, see `candidates`, or none."""
        return self._meant(text, session).task

    def candidates(self, text: str, session: str | None = None) -> builtins.list[Task]:
        """The tasks in work that a text could mean; one where it is told apart, several where it is not."""
        return [*self._meant(text, session).candidates]

    def set(self, id: str, /, **values: Any) -> Task:
        """Fill slots, or change what they hold; None empties one. All of them, or none where one does not fit.

        Raises:
            InvalidValue: there is no such slot, or it cannot hold the value: named with what it takes.
            TaskNotFound, TaskClosed.
        """
        now = self._owner.now()

        def edit(task: Task) -> Task:
            for slot in [slot for slot, value in values.items() if value is None and slot in task.values]:
                task = transitions.without_value(task, slot, now)
            given = {slot: value for slot, value in values.items() if value is not None}
            return self._filled(task, self._owner.core.schemas.of(task, self._owner.scope), given, now)

        return self._change(id, edit, f"set {', '.join(values)}")

    def clear(self, id: str, slot: str) -> Task:
        """Empty a slot.

        Raises:
            InvalidValue: it holds nothing.
            TaskNotFound, TaskClosed.
        """
        now = self._owner.now()
        return self._change(id, lambda task: transitions.without_value(task, slot, now), f"cleared {slot}")

    def constrain(self, id: str, text: str) -> Task:
        """Add a constraint.

        Raises:
            InvalidInput, LimitExceeded, TaskNotFound, TaskClosed.
        """
        line = TaskLine(text=self._text(text, "The constraint"), at=self._owner.now(), by=self._by)
        return self._change(id, lambda task: transitions.with_constraint(task, line), "constraint")

    def resolve(self, id: str, subtask: str, answer: str) -> Task:
        """Note a question on the way with its answer.

        Raises:
            InvalidInput, LimitExceeded, TaskNotFound, TaskClosed.
        """
        asked, told = self._text(subtask, "The subtask"), self._text(answer, "The answer")
        one = ResolvedQuestion(question=asked, answer=told, at=self._owner.now())
        return self._change(id, lambda task: transitions.with_answer(task, one), "resolved")

    def decide(self, id: str, text: str) -> Task:
        """Note a key decision. It stays when the task is over.

        Raises:
            InvalidInput, LimitExceeded, TaskNotFound, TaskClosed.
        """
        line = TaskLine(text=self._text(text, "The decision"), at=self._owner.now(), by=self._by)
        return self._change(id, lambda task: transitions.with_decision(task, line), "decision")

    def step(self, id: str, step: str, state: str = "done", *, result: str | None = None) -> Task:
        """Put a step into another state; the next one that waits is in work then.

        Args:
            step: its name. One that is not there is added, with the states "pending" and "current".
            state: "pending", "current", "done" or "skipped".
            result: what came of it.

        Raises:
            InvalidInput: no such step or state.
            LimitExceeded, TaskNotFound, TaskClosed.
        """
        if state not in list(StepState):
            raise InvalidInput(f"There is no step state {state!r}. Known are: {', '.join(StepState)}.")
        wanted, called, now = StepState(state), self._step_name(step), self._owner.now()
        told = None if result is None else self._text(result, "The result")

        def edit(task: Task) -> Task:
            if wanted in (StepState.DONE, StepState.SKIPPED):
                transitions.step_of(task, called)
            return transitions.with_step_state(task, called, wanted, at=now, by=self._by, result=told)

        return self._change(id, edit, f"step {wanted.value}")

    def next_step(self, id: str) -> TaskStep | None:
        """The step to do now, or None where all are done or skipped.

        Raises:
            TaskNotFound: this user has none with this id.
        """
        return self.get(id).next_step

    def pause(self, id: str) -> Task:
        """Set a task aside: it keeps everything, and talk does not fill it until it is resumed.

        Raises:
            TaskNotFound, TaskClosed.
        """
        return self._change(id, transitions.as_paused, "paused")

    def resume(self, id: str, session: str | None = None) -> Task:
        """Take a task up again; in a session it is the task in hand there from now on.

        Raises:
            InvalidScope, TaskNotFound, TaskClosed.
        """
        within, now = None if session is None else checked_name(session, "The session"), self._owner.now()
        return self._change(id, lambda task: transitions.as_resumed(task, within, now), "resumed")

    def complete(self, id: str, outcome: str) -> Task:
        """End a task: it becomes a summary in long-term memory, with its outcome, constraints, decisions and values.
        What was remembered for the work on it is archived. `undo(id)` takes it back.

        Raises:
            InvalidInput, TaskNotFound, TaskClosed.
        """
        return self._end(id, TaskStatus.COMPLETED, self._text(outcome, "The outcome"))

    def abandon(self, id: str, reason: str) -> Task:
        """Give a task up; it stays in history, and is neither found nor offered.

        Raises:
            InvalidInput, TaskNotFound, TaskClosed.
        """
        return self._end(id, TaskStatus.ABANDONED, self._text(reason, "The reason"))

    @property
    def _by(self) -> TaskActor:
        """Whose word a task is given by hand: the program's, or an agent's (S3)."""
        return TaskActor.ASSISTANT if self._owner.origin is Origin.ASSISTANT else TaskActor.CODE

    def _meant(self, text: str, session: str | None) -> TaskMatch:
        said = checked_text(text, "The text", characters_max=self._owner.core.parts.settings.text_characters_max)
        owner = self._owner
        owner.check_tier("read", Right.READ, Tier.WORKING)
        with owner.reading() as reader:
            records = [one for one in reader.rooms([Kind.TASK]) if owner.recalls(one, session=session)]
        tasks = tasks_of(records, owner.agent, every_agent=owner.agent is None)
        return task_meant_by(said, tasks, session)

    def _record(self, reader: Reader, id: str) -> Memory:
        record = reader.memory(id) if isinstance(id, str) else None
        if record is None or not is_task(record) or not self._owner.sees(record):
            raise TaskNotFound(
                f"{self._owner.scope.user!r} has no task {id!r}. tasks.list('any') shows which there are."
            )
        return record

    def _filled(self, task: Task, schema: TaskSchema, values: Mapping[str, Any], now: datetime) -> Task:
        """The task with values that code set, each checked, and all of them together."""
        if not isinstance(values, Mapping):
            raise InvalidInput(f"Values are a dict of slot to value, not {type(values).__name__}.")
        where = f"Task {task.id!r}"
        for slot, value in values.items():
            held = schema.check(str(slot), self._masked(task, str(slot), value), where)
            task = transitions.with_value(task, str(slot), SlotValue(value=held, said_at=now, by=self._by))
        if values:
            schema.check_whole(task.data, where)
        return task

    def _added(self, task: Task, now: datetime) -> Task:
        owner, writing = self._owner, self._owner.core.writing
        entries = writing.embedded([task.goal])
        found = mentions_by_text([task.goal], writing.finder)
        with owner.writing() as writer:
            if writer.memory(task.id) is not None:
                raise InvalidInput(f"There is a task or memory with the id {task.id!r} already: choose another one.")
            if len(tasks_of(writer.rooms([Kind.TASK]), None, every_agent=True)) >= OPEN_MAX:
                raise LimitExceeded(f"{OPEN_MAX} tasks are in work, which is the limit: complete or abandon some.")
            with writing.user_indexes.use(writer) as user_index:
                like = similar_tasks(task, entries[task.goal], user_index, owner.core.parts.embedder.signals)
            record = with_mentioned_entities(task_record_of(task, owner.scope), found)
            record = replace(record, origin=owner.origin, trust=TRUST[owner.origin])
            change = Change(action=Action.ADD, memory=record, reason="started")
            commit(writer, [change], [], now=now, actor=owner.actor, entries=entries)
        return replace(task, similar=like)

    def _text(self, value: object, where: str, most: int = TEXT_CHARACTERS_MAX) -> str:
        """A text of a task, checked and masked."""
        rules = privacy_rules_of(self._owner.core.parts.settings)
        return masking.redact(checked_text(value, where, characters_max=most).strip(), rules).text

    def _step_name(self, value: object) -> str:
        return self._text(value, "A step", NAME_CHARACTERS_MAX)

    def _masked(self, task: Task, slot: str, value: Any) -> Any:
        """A value of a slot with personal data masked, or gone where the task does not need its kind (S5)."""
        settings = self._owner.core.parts.settings
        rules = privacy_rules_of(settings)
        if settings.minimise == "task":
            rules = rules.needed(task.personal)
        clean: Any = masking.redact_values({slot: value}, rules)[0]
        return next(iter(clean.values()))

    def _change(self, id: str, edit: Edit, reason: str) -> Task:
        """Read, change and write in one transaction, so that what others change meanwhile is not lost."""
        owner, now = self._owner, self._owner.now()
        owner.check_tier("change", Right.WRITE, Tier.WORKING)
        with owner.writing() as writer:
            before = self._record(writer, id)
            task = transitions.check_unfinished(task_of(before))
            changed = edit(task)
            if changed == task:
                return task
            changed = replace(changed, updated_at=now, version=before.version + 1)
            record = task_record_of(changed, owner.scope, before=before)
            if _worded(changed) != _worded(task):
                tainted = taint_of([before], by=owner.origin)
                record = replace(record, origin=tainted.origin, trust=tainted.trust)
            change = Change(action=Action.REVISE, memory=record, before=before, reason=reason)
            commit(writer, [change], [], now=now, actor=owner.actor, entries={})
        return changed

    def _end(self, id: str, status: TaskStatus, outcome: str) -> Task:
        """End a task. Its new text is embedded before the transaction, so it is read again where somebody else changed
        it in between."""
        owner, now = self._owner, self._owner.now()
        owner.check_tier("end", Right.WRITE, Tier.LONG_TERM)
        today = now.astimezone(owner.core.parts.zone).date()
        for _ in range(TRIES):
            with owner.reading() as reader:
                before = self._record(reader, id)
                task = transitions.as_ended(task_of(before), status, outcome, now, today)
                mine = [one for one in reader.memories(statuses=[Status.ACTIVE]) if _works_for(one, before)]
            task = replace(task, updated_at=now, version=before.version + 1)
            record = task_record_of(task, owner.scope, before=before)
            changes = [Change(action=Action.REVISE, memory=record, before=before, reason=status.value)]
            changes += [_archived(one, status, now) for one in mine]
            try:
                owner.apply(changes, now=now)
            except StoreUnavailable:
                with owner.reading() as reader:
                    if self._record(reader, id).version == before.version:
                        raise
                continue
            return task
        raise StoreUnavailable(f"Task {id!r} is being changed by others all the time: try again.")


def _worded(task: Task) -> tuple[object, ...]:
    """What of a task names nobody whose word it is: it has the origin of the least trusted who wrote in it."""
    return tuple(step.name for step in task.steps), task.resolved


def _works_for(memory: Memory, task: Memory) -> bool:
    return memory.tier is Tier.WORKING and memory.task == task.id and memory.id != task.id


def _archived(memory: Memory, status: TaskStatus, now: datetime) -> Change:
    gone = replace(memory, status=Status.ARCHIVED, updated_at=now, version=memory.version + 1)
    return Change(action=Action.ARCHIVE, memory=gone, before=memory, reason=f"its task is {status.value}")


def _texts(given: Sequence[str], where: str) -> Sequence[str]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise InvalidInput(f"{where} are a list of texts, not {type(given).__name__} {given!r}.")
    return given
