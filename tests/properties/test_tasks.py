"""Whatever is done to tasks in whatever order, they are as last acknowledged."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mnemic.domain.record import Status, Tier
from mnemic.domain.task import StepState, Task
from mnemic.errors import InvalidValue, TaskClosed
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled

SLOTS = st.sampled_from(["destination", "budget", "hotel"])
VALUES = st.one_of(st.integers(0, 3), st.sampled_from(["Kyoto", "大阪", ""]))
STEPS = ("Book flight", "订酒店")


class Tasks(RuleBasedStateMachine):
    """Tasks over the in-memory store against a model of them in dicts."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Ticking()
        self.memory = assembled(InMemoryStore(), clock=self.clock)
        self.user = self.memory.user("alice")
        self.values: dict[str, dict[str, Any]] = {}
        self.status: dict[str, str] = {}
        self.past: dict[str, list[tuple[dict[str, Any], str]]] = {}

    open_tasks: Bundle[str] = Bundle("open_tasks")
    over: Bundle[str] = Bundle("over")

    def _noted(self, task: Task, before: Task | None = None) -> None:
        """The model follows: one more line of the task's past, where anything changed."""
        self.clock.advance(seconds=1)
        if before is None or task.version != before.version:
            self.past.setdefault(task.id, []).append((dict(task.data), task.status.value))
        self.values[task.id], self.status[task.id] = dict(task.data), task.status.value

    @rule(target=open_tasks, goal=st.sampled_from(["Plan the Kyoto trip", "写季度报告"]))
    def start(self, goal: str) -> str:
        """A new task."""
        task = self.user.tasks.start(goal, steps=STEPS)
        self._noted(task)
        return task.id

    @rule(id=open_tasks, slot=SLOTS, value=VALUES)
    def set(self, id: str, slot: str, value: Any) -> None:
        """A value."""
        before = self.user.tasks.get(id)
        task = self.user.tasks.set(id, **{slot: value})
        assert task.data == {**self.values[id], slot: value}
        self._noted(task, before)

    @rule(id=open_tasks, slot=SLOTS)
    def clear(self, id: str, slot: str) -> None:
        """No value."""
        before = self.user.tasks.get(id)
        if slot not in self.values[id]:
            with pytest.raises(InvalidValue):
                self.user.tasks.clear(id, slot)
            return
        self._noted(self.user.tasks.clear(id, slot), before)
        assert slot not in self.values[id]

    @rule(id=open_tasks, name=st.sampled_from(STEPS), state=st.sampled_from(list(StepState)))
    def step(self, id: str, name: str, state: StepState) -> None:
        """A step in another state; at most one is in work."""
        before = self.user.tasks.get(id)
        task = self.user.tasks.step(id, name, state)
        states = {step.name: step.state for step in task.steps}
        waits = state is StepState.PENDING and states[name] is StepState.CURRENT
        assert states[name] is state or waits
        assert list(states.values()).count(StepState.CURRENT) <= 1
        self._noted(task, before)

    @rule(id=open_tasks)
    def pause(self, id: str) -> None:
        """Set aside."""
        before = self.user.tasks.get(id)
        self._noted(self.user.tasks.pause(id), before)
        assert self.status[id] == "paused"

    @rule(id=open_tasks, session=st.sampled_from(["s1", "s2", None]))
    def resume(self, id: str, session: str | None) -> None:
        """Taken up again."""
        before = self.user.tasks.get(id)
        task = self.user.tasks.resume(id, session)
        assert session is None or task.sessions[-1] == session
        self._noted(task, before)
        assert self.status[id] == "open"

    @rule(id=open_tasks)
    def undo(self, id: str) -> None:
        """The last change taken back; of a task just started there is none but the start."""
        if len(self.past[id]) < 2:
            return
        self.user.undo(id)
        task = self.user.tasks.get(id)
        self.clock.advance(seconds=1)
        last = self.past[id][-2]
        assert (task.data, task.status.value) == last
        self.past[id].append(last)
        self.values[id], self.status[id] = dict(task.data), task.status.value

    @rule(target=over, id=consumes(open_tasks), given_up=st.booleans())
    def end(self, id: str, given_up: bool) -> str:
        """Over, one way or the other."""
        end = self.user.tasks.abandon if given_up else self.user.tasks.complete
        self._noted(end(id, "So it is."))
        return id

    @rule(id=over)
    def over_is_over(self, id: str) -> None:
        """A task that is over takes nothing."""
        with pytest.raises(TaskClosed):
            self.user.tasks.set(id, hotel="x")

    @invariant()
    def as_last_acknowledged(self) -> None:
        """Every task is what its last verb gave, and listed where it belongs."""
        for id, data in self.values.items():
            task = self.user.tasks.get(id)
            assert (task.data, task.status.value) == (data, self.status[id])
            record = self.user.get(id)
            assert (record.tier is Tier.WORKING) == task.unfinished
            assert (record.status is Status.ARCHIVED) == (task.status.value == "abandoned")
        for status in ("open", "paused", "completed", "abandoned"):
            listed = {task.id for task in self.user.tasks.list(status)}
            assert listed == {id for id, stands in self.status.items() if stands == status}

    def teardown(self) -> None:
        """The memory closed."""
        self.memory.close()


TestTasks = Tasks.TestCase
TestTasks.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
