"""Talk fills the tasks in work: slots, constraints, entities and steps, before its statements are reconciled (W6, W7).

For each turn the task meant is found (the task it was added with, else told apart by its words, else the one in hand in
its session). What a user's turn says for it goes into the task's record, one change a write; a tool's result fills only
slots whose schema names that tool. Statements that the task can use are worth more by it, and those that hold for it
only stay in its working memory, so that look-alike situations in different tasks stay apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta, timezone, tzinfo
from functools import partial

from mnemic.domain.changes import Action, Candidate, Change, Dropped
from mnemic.domain.record import Json, Kind, Memory, Origin, Source, Status, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.scope import Scope
from mnemic.domain.task import StepState, Task, TaskActor, TaskEntity, TaskLine, TaskStatus
from mnemic.domain.validity import is_current
from mnemic.errors import LimitExceeded
from mnemic.index.entry import kind_key
from mnemic.language import entities
from mnemic.language.quoted_text import own_words
from mnemic.language.segment import fold
from mnemic.rooms.task import transitions
from mnemic.rooms.task.archive import value_in_words
from mnemic.rooms.task.constraints import constraint_changed_by, constraints_in, constraints_withdrawn, steps_in
from mnemic.rooms.task.fields import PART, schema_fields
from mnemic.rooms.task.record import is_in_work, task_record_of, tasks_of, with_session
from mnemic.rooms.task.reference import task_call_spans, task_in_hand, task_meant_by
from mnemic.rooms.task.schema import TaskSchemas
from mnemic.rooms.task.slot_filling import FilledField, fill_fields
from mnemic.rooms.task.values import values_from_tool, with_values_said
from mnemic.safety.access.policy import ORDER_TRUST_MIN, is_own_word
from mnemic.writing.candidates import Draft
from mnemic.writing.known_memories import KnownMemories

USABLE_BONUS = 0.1  # control relevance that a statement gains by what a task in work can use of it. Our own choice
OF_ONE_TASK = (Kind.FACT, Kind.PLAN, Kind.CONSTRAINT, Kind.DECISION, Kind.EVENT)
"""Kinds of statement that hold for one task where they fill a slot of it; what the user likes or orders lasts."""

OF_A_CONSTRAINT = (Kind.CONSTRAINT, Kind.RULE, Kind.PREFERENCE)
"""Kinds of statement that a constraint of a task may also be remembered as."""

OF_A_CHOICE = ("decision:", "constraint:", "value:", "plan:")
"""How attributes begin of slots that hold for what is at hand, rather than for somebody."""

CONSTRAINT, STEP = "constraint", "step "
LASTING = Regex(
    r"\b(?:always|never|every|any ?time|whenever|from now on|in general|generally|usually|normally|all my"
    r"|prefer\w*|like|love|hate|dislike|allerg\w+|vegan|vegetarian)\b|以后|今后|总是|每次|每当|从来|从不|一向|一直|一般|平时|永远|所有|凡是"
    r"|喜欢|讨厌|偏好|过敏|吃素",
    re.IGNORECASE,
)
"""Words by which a wish or an order is meant beyond the matter at hand."""

OF_ONESELF = Regex(r"^\W*(?:i|we)\b|^\W*我", re.IGNORECASE)
"""How a sentence begins that says what one does, rather than what is to be done."""

THIS_TIME = Regex(r"\b(?:this|that|the) (?:trip|time|one|task)\b|这[次趟回个]|本次", re.IGNORECASE)
REACH_OF_A_TASK = (None, Tier.LONG_TERM, Tier.PROPOSED)
"""Tiers of what was said that may hold for a task only: an order in its session is no standing order by itself."""

ECHO_CHARACTERS_MIN = 2  # of a value that an answer repeats


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskUse:
    """What a task took from a turn, with its place in the text."""

    what: str  # "destination", "constraint"
    start: int
    end: int


@dataclass(slots=True, kw_only=True)
class TaskReading:
    """The tasks in work while the turns of one write are read for them."""

    tasks: dict[str, Task]
    records: dict[str, Memory]
    schemas: TaskSchemas
    scope: Scope  # whose tasks they are
    zone: tzinfo
    done: dict[str, list[str]] = field(default_factory=dict)  # what happened to each task, in words
    uses: dict[tuple[str, str], tuple[str, list[TaskUse]]] = field(default_factory=dict)  # by session and turn
    dropped: list[Dropped] = field(default_factory=list)
    withdrawn: dict[str, list[TaskLine]] = field(default_factory=dict)  # constraints that talk took back, by task

    def of(self, turn: Turn) -> tuple[Task | None, bool]:
        """The open task a turn is about, and whether its own words or its caller say so."""
        mine = [task for task in self.tasks.values() if task.agent == turn.agent]
        if turn.task is not None:
            found = self.tasks.get(turn.task)
            return (found, True) if found in mine and _takes(found, turn) else (None, False)
        if turn.origin is Origin.USER:
            told = task_meant_by(turn.text, mine, turn.session)
            task, plainly = told.task, told.by == "words"
        else:
            task, plainly = task_in_hand(mine, turn.session), False
        return (task, plainly) if _takes(task, turn) else (None, False)

    def read(self, turn: Turn, earlier: Sequence[Turn]) -> None:
        """Take from a turn what its task can use."""
        task, plainly = self.of(turn)
        if task is None:
            return
        if turn.origin is Origin.TOOL:
            self._tool(task, turn, earlier)
        elif turn.origin is Origin.USER:
            self._said(task, replace(turn, text=own_words(turn.text)), earlier, plainly=plainly)

    def stamped(self, turns: Sequence[Turn]) -> list[Turn]:
        """Turns with the task their episodes belong to: one that took something from it, or whose value an answer
        repeats."""
        return [turn if turn.task is not None else replace(turn, task=self._owning(turn)) for turn in turns]

    def _owning(self, turn: Turn) -> str | None:
        if (turn.session, turn.id) in self.uses:
            return self.uses[turn.session, turn.id][0]
        if turn.origin is Origin.USER:
            return None
        task, _ = self.of(turn)
        return task.id if task is not None and _repeats(turn.text, task) else None

    def _said(self, task: Task, turn: Turn, earlier: Sequence[Turn], *, plainly: bool) -> None:
        uses: list[TaskUse] = []
        words: list[str] = []
        by = (
            TaskActor.USER if is_own_word(turn.speaker, self.scope.user) else TaskActor.ASSISTANT
        )  # another is trusted as far as that
        schema = self.schemas.of(task, self.scope)
        fields, asked = schema_fields(schema), _asked(turn, earlier)
        zone = self._zone(turn)
        found = (
            fill_fields(turn.text, fields, said=turn.said_at, zone=zone, asked=asked, known=_known(task))
            if fields
            else []
        )
        calls = task_call_spans(turn.text)
        found = [one for one in found if not _only_calls(one, task, calls)]
        after, taken, refused = with_values_said(task, schema, found, turn, by)
        self._refuse(turn, [(one.quote, one.reason) for one in refused])
        uses += [TaskUse(what=_slot(one), start=one.start, end=one.end) for one in taken]
        if taken:
            words.append(f"filled {', '.join(dict.fromkeys(_slot(one) for one in taken))}")
        back = list(constraints_withdrawn(turn.text, after.constraints)) if by is TaskActor.USER else []
        for line, start, end in back:
            after = replace(after, constraints=tuple(one for one in after.constraints if one != line))
            self.withdrawn.setdefault(task.id, []).append(line)
            uses.append(TaskUse(what=CONSTRAINT, start=start, end=end))
            words.append(f"{CONSTRAINT} taken back")
        for text, start, end in constraints_in(turn.text):
            if any(start < behind and at < end for _, at, behind in back):
                continue
            line = TaskLine(text=text, at=turn.said_at, by=by, source=turn.source)
            after = self._try(after, turn, text, partial(_constrained, line=line))
            uses.append(TaskUse(what=CONSTRAINT, start=start, end=end))
        if not set(after.constraints) <= set(task.constraints):
            words.append(CONSTRAINT)
        for step, state, start, end in steps_in(turn.text, after.steps):
            uses.append(TaskUse(what=f"{STEP}{step.name}", start=start, end=end))
            after = self._try(after, turn, step.name, partial(_stepped, name=step.name, state=state, turn=turn, by=by))
            words.append(f"{STEP}{step.name} {state.value}")
        if plainly or uses or words:
            named = [
                TaskEntity(name=one.name, kind=one.kind.value, source=turn.source)
                for one in entities.find_mentions(turn.text)
                if one.role != one.name
            ]
            after = transitions.with_entities(after, named)
            hand = task_in_hand(list(self.tasks.values()), turn.session)
            if hand is None or hand.id != task.id:
                after = with_session(after, turn.session, turn.recorded_at)
                words.append(f"taken up in {turn.session}")
            elif after.entities != task.entities:
                words.append("entities")
        if uses:
            self.uses[turn.session, turn.id] = task.id, uses
        self._keep(after, words)

    def _tool(self, task: Task, turn: Turn, earlier: Sequence[Turn]) -> None:
        tool = _tool_called(turn, earlier)
        if tool is None:
            return
        schema = self.schemas.of(task, self.scope)
        found = values_from_tool(schema, tool, _parsed(turn.text))
        after, taken, refused = with_values_said(task, schema, found, turn, TaskActor.TOOL)
        self._refuse(turn, [(turn.text, one.reason) for one in refused])
        if not taken:
            return
        self.uses[turn.session, turn.id] = (
            task.id,
            [TaskUse(what=_slot(one), start=0, end=len(turn.text)) for one in taken],
        )
        self._keep(after, [f"filled {', '.join(_slot(one) for one in taken)} by {tool}"])

    def _zone(self, turn: Turn) -> tzinfo:
        return timezone(timedelta(minutes=turn.offset_minutes)) if turn.offset_minutes else self.zone

    def _try(self, task: Task, turn: Turn, text: str, change: Callable[[Task], Task]) -> Task:
        try:
            return change(task)
        except LimitExceeded as error:
            self._refuse(turn, [(text, str(error))])
            return task

    def _refuse(self, turn: Turn, refused: Sequence[tuple[str, str]]) -> None:
        self.dropped += [Dropped(text=text, reason=reason, source=turn.source) for text, reason in refused]

    def _keep(self, task: Task, words: Sequence[str]) -> None:
        if task != self.tasks[task.id]:
            self.tasks[task.id] = task
            self.done.setdefault(task.id, []).extend(words)

    def decided(self, candidates: Sequence[Candidate]) -> None:
        """Note decisions that were stated in a turn a task took something from. Constraints and steps are noted
        already."""
        for candidate in candidates:
            found = self.uses.get((candidate.sources[0].session, candidate.sources[0].turn))
            if candidate.kind is not Kind.DECISION or found is None:
                continue
            if any(use.what == CONSTRAINT or use.what.startswith(STEP) for use in found[1]):
                continue
            task = self.tasks[found[0]]
            by = TaskActor.USER if candidate.trust >= ORDER_TRUST_MIN else TaskActor.ASSISTANT
            line = TaskLine(text=candidate.text, at=candidate.said_at, by=by, source=candidate.sources[0])
            try:
                self._keep(transitions.with_decision(task, line), ["decision"])
            except LimitExceeded as error:
                self.dropped.append(Dropped(text=candidate.text, reason=str(error), source=candidate.sources[0]))

    def changes(self, scope: Scope, known: KnownMemories) -> list[Change]:
        """One change of each task that anything happened to."""
        made = []
        for id, words in self.done.items():
            before = self.records[id]
            task = replace(self.tasks[id], updated_at=known.now, version=before.version + 1)
            record = task_record_of(task, scope, before=before)
            reason = "; ".join(dict.fromkeys(words))
            made.append(Change(action=Action.REVISE, memory=record, before=before, reason=reason))
        return made


def tasks_in_work(known: KnownMemories, schemas: TaskSchemas, zone: tzinfo) -> TaskReading | None:
    """The tasks in work, for the turns of a write; None where there are none, and nothing is to be done."""
    ids = known.user_index.ids_under(kind_key(Kind.TASK))
    records = {id: record for id in ids if is_in_work(record := known.get(id))}
    if not records:
        return None
    tasks = {task.id: task for task in tasks_of(records.values(), None, every_agent=True)}
    scope = Scope(known.tenant, known.user)
    return TaskReading(tasks=tasks, records=records, schemas=schemas, scope=scope, zone=zone)


def read_for_tasks(draft: Draft, ours: Sequence[Turn], known: KnownMemories, work: TaskReading) -> Draft:
    """Read the turns of a write for the tasks in work, put what changes into `known`, and give the draft with its
    statements weighed by what the tasks can use."""
    said = [*draft.earlier, *draft.turns]
    for turn in ours:
        if turn.infer and turn.text and turn.source not in draft.held:
            work.read(turn, said[: said.index(turn)] if turn in said else said)
    ids = {turn.source for turn in ours}
    mine = [one for one in draft.candidates if one.sources[0] in ids]
    work.decided(mine)
    turns = {(turn.session, turn.id): turn for turn in ours}
    candidates = tuple(_weighed(one, turns, work) if one in mine else one for one in draft.candidates)
    for change in work.changes(Scope(known.tenant, known.user), known):
        known.put(change)
    for id, lines in work.withdrawn.items():
        _archive(known, id, {line.source for line in lines if line.source is not None})
    known.dropped += work.dropped
    return replace(draft, candidates=candidates)


def _archive(known: KnownMemories, task: str, turns: set[Source]) -> None:
    """What was remembered for a task of constraints that are taken back holds no more."""
    for memory in known.of_turns(turns):
        if (
            memory.task == task
            and memory.tier is Tier.WORKING
            and memory.kind in OF_A_CONSTRAINT
            and is_current(memory)
        ):
            gone = replace(
                memory,
                status=Status.ARCHIVED,
                superseded_at=known.now,
                updated_at=known.now,
                version=memory.version + 1,
            )
            known.put(Change(action=Action.ARCHIVE, memory=gone, before=memory, reason="the constraint was taken back"))


def _weighed(candidate: Candidate, turns: dict[tuple[str, str], Turn], work: TaskReading) -> Candidate:
    """A statement by what a task in work can use of it."""
    place = candidate.sources[0].session, candidate.sources[0].turn
    if candidate.retracts or candidate.once or place not in work.uses:
        return candidate
    id, uses = work.uses[place]
    text = turns[place].text
    start = max(text.find(candidate.quote), 0)
    end = start + len(candidate.quote) if candidate.quote in text else len(text)
    used = list(dict.fromkeys(use.what for use in uses if use.start < end and start < use.end))
    if not used:
        task = work.tasks[id]
        used = [one.name for one in task.entities if fold(one.name) in fold(candidate.text)][:1]
        return _worth_more(candidate, id, used) if used else candidate
    candidate = _worth_more(candidate, id, used)
    if candidate.tier in REACH_OF_A_TASK and _of_this_task(candidate, used):
        return replace(candidate, tier=Tier.WORKING, task=id)
    return candidate


def _of_this_task(candidate: Candidate, used: Sequence[str]) -> bool:
    """Whether a statement holds for this task only. What holds of somebody beyond any task does not: where the user
    lives, whom a sister married; nor what the user likes or orders, unless it is a constraint said of this one."""
    if candidate.kind in (Kind.PREFERENCE, Kind.RULE):
        own = OF_ONESELF.search(candidate.quote) is not None and THIS_TIME.search(candidate.quote) is None
        return CONSTRAINT in used and LASTING.search(candidate.quote) is None and not own
    if candidate.tier is Tier.PROPOSED:
        return False
    slot = candidate.slot
    if candidate.kind is Kind.FACT and slot is not None and not slot.attribute.startswith(OF_A_CHOICE):
        return False
    return candidate.kind in OF_ONE_TASK


def _only_calls(one: FilledField, task: Task, calls: Sequence[tuple[int, int]]) -> bool:
    """Whether words for a slot that is filled do no more than call the task: "for the Kyoto trip"."""
    return _slot(one) in task.values and any(start <= one.start and one.end <= end for start, end in calls)


def _worth_more(candidate: Candidate, id: str, used: Sequence[str]) -> Candidate:
    """The reason names the task by its id: its goal may be forgotten, and must not stay in what lasts."""
    reason = f"slot of open task {id}: {', '.join(used)} +{USABLE_BONUS}"
    return replace(
        candidate,
        control_relevance=min(candidate.control_relevance + USABLE_BONUS, 1.0),
        relevance_reasons=(*candidate.relevance_reasons, reason),
    )


def _takes(task: Task | None, turn: Turn) -> bool:
    """Whether a task takes in what is said: it is open, and was begun before the turn came in. What is read anew after
    a forgetting fills no task that was not there then."""
    return task is not None and task.status is TaskStatus.OPEN and turn.recorded_at >= task.started_at


def _constrained(task: Task, line: TaskLine) -> Task:
    changed = constraint_changed_by(line.text, task.constraints) if line.by is TaskActor.USER else None
    return transitions.with_constraint(task, line, changed)


def _stepped(task: Task, name: str, state: StepState, turn: Turn, by: TaskActor) -> Task:
    return transitions.with_step_state(task, name, state, at=turn.said_at, by=by, source=turn.source)


def _known(task: Task) -> dict[str, Json]:
    """What the slots of a task hold, and the parts of those that are objects, by the names of their fields."""
    found = dict(task.data)
    for slot, value in task.data.items():
        if isinstance(value, dict):
            found |= {f"{slot}{PART}{part}": one for part, one in value.items()}
    return found


def _slot(one: FilledField) -> str:
    return one.field.partition(PART)[0]


def _asked(turn: Turn, earlier: Sequence[Turn]) -> str | None:
    """What the assistant said right before, which a short answer answers."""
    before = next((one for one in reversed(earlier) if one.session == turn.session), None)
    return before.text if before is not None and before.role == "assistant" and before.text else None


def _tool_called(turn: Turn, earlier: Sequence[Turn]) -> str | None:
    """The name of the tool whose call a tool's turn answers, by the id of the call; None where there was no such
    call."""
    for one in reversed(earlier):
        if one.session != turn.session or one.origin is not Origin.ASSISTANT:
            continue
        for call in one.tool_calls:
            if turn.tool_call_id is not None and call.get("id") == turn.tool_call_id:
                function = call.get("function")
                named = function.get("name") if isinstance(function, dict) else call.get("name")
                return named if isinstance(named, str) else None
    return None


def _parsed(text: str) -> Json:
    try:
        result: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return result


def _repeats(text: str, task: Task) -> bool:
    """Whether a text holds a value of a task."""
    folded = fold(text)
    held = (value_in_words(value.value) for value in task.values.values() if not isinstance(value.value, bool))
    return any(len(one) >= ECHO_CHARACTERS_MIN and fold(one) in folded for one in held)
