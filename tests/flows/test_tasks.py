"""Working memory as people use it: a task from its start to its archive, over every store (M3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.tasks import OPEN_MAX
from mnemic.domain.changes import Action
from mnemic.domain.record import Kind, Source, Status, Tier
from mnemic.domain.scope import Scope
from mnemic.domain.task import (
    ResolvedQuestion,
    SlotValue,
    StepState,
    Task,
    TaskActor,
    TaskEntity,
    TaskLine,
    TaskSession,
    TaskStatus,
    TaskStep,
)
from mnemic.errors import (
    InvalidInput,
    InvalidMessage,
    InvalidScope,
    InvalidValue,
    LimitExceeded,
    MemoryNotFound,
    TaskClosed,
    TaskNotFound,
)
from mnemic.rooms.task.record import task_of, task_record_of
from tests.conftest import MONDAY, Ticking, assembled, sqlite_store
from tests.tables import each_row


class Trip(BaseModel):
    """A small schema."""

    destination: str
    start: date
    budget: int | None = None
    transport: Literal["train", "plane"] = "train"


def test_a_record_and_its_task_are_one() -> None:
    """Whatever a task holds comes back from its record."""
    source = Source(session="s1", turn="u1")
    task = Task(
        id="t",
        goal="规划京都之行",
        status=TaskStatus.PAUSED,
        agent="travel",
        schema_name="Trip",
        schema=Trip.model_json_schema(),
        values={
            "budget": SlotValue(
                value=5000, said_at=MONDAY, session="s1", turn="u1", by=TaskActor.USER, quote="五千", earlier=(source,)
            ),
            "flights": SlotValue(value=[{"number": "NH1"}], said_at=MONDAY, by=TaskActor.TOOL),
        },
        steps=(TaskStep(name="订票", state=StepState.DONE, result="NH1", source=source), TaskStep(name="订房")),
        constraints=(TaskLine(text="不要红眼航班", at=MONDAY, by=TaskActor.USER, source=source),),
        entities=(TaskEntity(name="京都", kind="place", source=source),),
        resolved=(ResolvedQuestion(question="怎么去", answer="高铁", at=MONDAY, source=source),),
        decisions=(TaskLine(text="坐高铁", at=MONDAY, automatic=True),),
        source=source,
        ran=(TaskSession(session="s1", at=MONDAY),),
        rested=frozenset({source}),
        started_at=MONDAY,
        updated_at=MONDAY,
        version=3,
    )
    record = task_record_of(task, Scope("default", "alice"))
    assert task_of(record) == task
    assert task_record_of(task_of(record), Scope("default", "alice"), before=record) == record
    assert (record.tier, record.task, record.text, record.sources) == (Tier.WORKING, "t", "规划京都之行", ())


@pytest.mark.every_store
def test_from_start_to_archive(alice: UserMemory, clock: Ticking) -> None:
    """A task is started, filled, stepped through and completed; what stays is a summary in long-term memory."""
    task = alice.tasks.start(
        "Plan the Kyoto trip",
        schema=Trip,
        session="s1",
        steps=["Book flight", "Book hotel"],
        constraints=["No red-eye flights"],
        values={"start": "2026-05-04"},
    )
    assert task.missing == ("destination",)
    assert alice.tasks.next_step(task.id) == TaskStep(name="Book flight", state=StepState.CURRENT)
    clock.advance(hours=1)
    alice.tasks.set(task.id, destination="Kyoto", budget=4000)
    alice.tasks.set(task.id, budget=5000)
    alice.tasks.step(task.id, "Book flight", result="NH 203")
    alice.tasks.resolve(task.id, "Which airline?", "ANA")
    alice.tasks.decide(task.id, "Stay near the station.")
    now = alice.tasks.step(task.id, "book hotel", "skipped")
    assert now.data == {"start": "2026-05-04", "destination": "Kyoto", "budget": 5000}
    assert [step.state for step in now.steps] == [StepState.DONE, StepState.SKIPPED]
    assert now.next_step is None
    assert [line.text for line in now.decisions] == [
        "Budget changed to 5000",
        "Book flight: done",
        "Stay near the station.",
        "Book hotel: skipped",
    ]
    clock.advance(days=2)
    done = alice.tasks.complete(task.id, "All booked")
    assert alice.tasks.get(task.id) == done
    assert (done.steps, done.resolved, done.entities) == ((), (), ())
    record = alice.get(task.id)
    assert (record.tier, record.status, record.kind) == (Tier.LONG_TERM, Status.ACTIVE, Kind.TASK)
    assert record.text == (
        'Completed the task "Plan the Kyoto trip" on 2026-03-04. Outcome: All booked. Constraints: No red-eye flights. '
        "Key decisions: Stay near the station. Details: Start: 2026-05-04; Destination: Kyoto; Budget: 5000."
    )
    assert alice.tasks.list() == []
    assert [one.id for one in alice.tasks.list("completed")] == [task.id]
    assert "Kyoto" in alice.search("What came of the Kyoto trip?", kinds=["task"])[0].memory.text


def test_the_summary_is_in_the_language_of_the_goal(alice: UserMemory) -> None:
    """A Chinese goal gives a Chinese summary, on the day of the user's calendar."""
    task = alice.tasks.start("规划京都之行", values={"目的地": "京都", "预算": 5000}, constraints=["不坐红眼航班。"])
    alice.tasks.complete(task.id, "全部订好")
    assert alice.get(task.id).text == (
        "任务“规划京都之行”已完成（2026-03-02）。结果：全部订好。约束：不坐红眼航班。信息：目的地为京都；预算为5000。"
    )


def test_a_task_in_work_answers_no_plain_search(alice: UserMemory) -> None:
    """Its record is working memory: it answers where the question is about it."""
    task = alice.tasks.start("Collect the tax papers", id="tax")
    assert alice.search("lavender soap") == []
    assert [hit.memory.id for hit in alice.search("papers", task="tax")] == [task.id]
    assert alice.list() == []
    assert [memory.id for memory in alice.list(kinds=["task"])] == ["tax"]


def test_what_works_for_a_task_goes_with_it(alice: UserMemory) -> None:
    """Completing archives the task's working memories; taking the end back brings them back."""
    task = alice.tasks.start("Plan the Kyoto trip", schema=Trip, session="s1", steps=["Book flight"])
    alice.add("Our budget for the Kyoto trip is 5000 dollars.", session="s1")
    before = alice.tasks.get(task.id)
    alice.tasks.complete(task.id, "Done")
    assert [one for one in alice.list(kinds=["constraint"]) if one.tier is Tier.WORKING] == []
    alice.undo(task.id)
    back = alice.tasks.get(task.id)
    assert (back.status, back.steps, back.values) == (TaskStatus.OPEN, before.steps, before.values)
    assert alice.get(task.id).text == "Plan the Kyoto trip"


@pytest.mark.every_store
def test_undo_takes_back_one_verb(alice: UserMemory) -> None:
    """Each change of a task is one line of its history; the start itself can be undone too, and that again."""
    task = alice.tasks.start("Plan the Kyoto trip", schema=Trip)
    alice.tasks.set(task.id, budget=4000)
    alice.tasks.set(task.id, budget=5000)
    alice.undo(task.id)
    assert alice.tasks.get(task.id).data == {"budget": 4000}
    other = alice.tasks.start("Write the report")
    alice.undo(other.id)
    with pytest.raises(TaskNotFound):
        alice.tasks.get(other.id)
    assert [one.id for one in alice.tasks.list("any")] == [task.id]
    actions = [(line.action, line.reason) for line in alice.history(task.id)]
    assert actions == [
        (Action.ADD, "started"),
        (Action.REVISE, "set budget"),
        (Action.REVISE, "set budget"),
        (Action.RESTORE, "undone: set budget"),
    ]


def test_pause_and_resume(alice: UserMemory, clock: Ticking) -> None:
    """A paused task is not the one in hand; resumed in a session it is."""
    first = alice.tasks.start("Plan the Kyoto trip", session="s1")
    clock.advance(minutes=5)
    alice.tasks.pause(first.id)
    assert alice.tasks.meant("My budget is 5000.", "s1") is None
    assert [one.id for one in alice.tasks.list("paused")] == [first.id]
    clock.advance(minutes=5)
    resumed = alice.tasks.resume(first.id, session="s2")
    assert resumed.sessions == ("s1", "s2")
    meant = alice.tasks.meant("My budget is 5000.", "s2")
    assert meant is not None
    assert meant.id == first.id


def test_told_apart(alice: UserMemory) -> None:
    """ "The Kyoto trip" is not the Osaka trip; "the trip" could be either."""
    kyoto = alice.tasks.start("Plan the Kyoto trip")
    osaka = alice.tasks.start("规划大阪之行")
    assert alice.tasks.meant("How is 京都 going?") == kyoto
    assert alice.tasks.meant("the Osaka trip") == alice.tasks.get(osaka.id)
    assert alice.tasks.meant("How is the trip going?") is None
    assert {one.id for one in alice.tasks.candidates("How is the trip going?")} == {kyoto.id, osaka.id}


def test_similar_tasks_of_the_past_are_offered(alice: UserMemory, clock: Ticking) -> None:
    """A new task shows finished ones like it, with what may serve again; other work and work given up are not shown."""
    trip = alice.tasks.start("Plan the Kyoto trip", values={"hotel": "Sakura"}, constraints=["No red-eye flights"])
    alice.tasks.decide(trip.id, "Stay near the station.")
    alice.tasks.complete(trip.id, "All booked")
    report = alice.tasks.start("Write the quarterly sales report")
    alice.tasks.complete(report.id, "Sent")
    lost = alice.tasks.start("Plan the Nara trip")
    alice.tasks.abandon(lost.id, "No time")
    clock.advance(days=30)
    for goal in ("Plan the Osaka trip", "规划大阪之行"):
        similar = alice.tasks.start(goal).similar
        assert [one.goal for one in similar] == ["Plan the Kyoto trip"]
        assert similar[0].outcome == "All booked"
        assert similar[0].constraints == ("No red-eye flights",)
        assert similar[0].values == {"hotel": "Sakura"}
        assert similar[0].decisions == ("Stay near the station.",)


def test_agents_have_tasks_of_their_own(opened: OpenMemory) -> None:
    """What one agent began another neither sees nor changes, nor does another user."""
    travel, office = opened.user("alice", agent="travel"), opened.user("alice", agent="office")
    task = travel.tasks.start("Plan the Kyoto trip", session="s1")
    assert office.tasks.list("any") == []
    assert office.tasks.meant("the Kyoto trip", "s1") is None
    for stranger in (office, opened.user("bob")):
        with pytest.raises(TaskNotFound):
            stranger.tasks.set(task.id, budget=1)
    assert [one.id for one in opened.user("alice").tasks.list()] == [task.id]


def test_a_restart_without_the_schema_class(file: Path, clock: Ticking) -> None:
    """An open task keeps its schema as JSON: values are checked without the class, and by the class once registered."""

    class Booking(BaseModel):
        """A booking as the first process knew it."""

        nights: int
        kind: Literal["hotel", "flat"] = "hotel"

    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        memory.user("alice").tasks.start("Book a place", schema=Booking, id="b", session="s1", values={"nights": 2})
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        tasks = memory.user("alice").tasks
        task = tasks.get("b")
        assert (task.schema_name, task.data, task.status) == ("Booking", {"nights": 2}, TaskStatus.OPEN)
        assert tasks.set("b", nights="3").data == {"nights": 3}
        with pytest.raises(InvalidValue, match="'hotel', 'flat'"):
            tasks.set("b", kind="tent")

        class Bigger(Booking):
            """The class as it is by now."""

            pets: bool = False

        Bigger.__name__ = "Booking"
        tasks.register(Bigger)
        assert tasks.set("b", pets=True).data == {"nights": 3, "pets": True}


@pytest.mark.every_store
def test_all_slots_or_none(alice: UserMemory) -> None:
    """Where one value does not fit, nothing of the call is kept."""
    task = alice.tasks.start("Plan the Kyoto trip", schema=Trip)
    with pytest.raises(InvalidValue):
        alice.tasks.set(task.id, destination="Kyoto", budget="a lot")
    assert alice.tasks.get(task.id) == task
    alice.tasks.set(task.id, destination="Kyoto", budget=3)
    assert alice.tasks.set(task.id, budget=None).data == {"destination": "Kyoto"}
    assert alice.tasks.clear(task.id, "destination").missing == ("destination", "start")
    with pytest.raises(InvalidValue, match="nothing in slot 'destination'"):
        alice.tasks.clear(task.id, "destination")


def test_personal_data_and_secrets_are_masked(alice: UserMemory) -> None:
    """What code hands in is masked before it is stored (S5)."""
    task = alice.tasks.start("Call 13812345678", values={"phone": "13812345678"}, constraints=["邮箱 bo@example.com"])
    stored = str(alice.get(task.id))
    assert "13812345678" not in stored
    assert "bo@example.com" not in stored


BAD: list[tuple[Callable[[UserMemory], Any], type[Exception], str]] = [
    (lambda user: user.tasks.start(""), InvalidMessage, "The goal is blank"),
    (lambda user: user.tasks.start(7), InvalidMessage, "The goal must be text"),  # type: ignore[arg-type]
    (lambda user: user.tasks.start("x" * 4_001), LimitExceeded, "4,001"),
    (lambda user: user.tasks.start("Go", id=" "), InvalidScope, "The task is blank"),
    (lambda user: user.tasks.start("Go", id="old"), InvalidInput, "already"),
    (lambda user: user.tasks.start("Go", session="\n"), InvalidScope, "The session"),
    (lambda user: user.tasks.start("Go", turn="u1"), InvalidInput, "session="),
    (lambda user: user.tasks.start("Go", schema=7), InvalidInput, "pydantic model class"),  # type: ignore[arg-type]
    (lambda user: user.tasks.start("Go", schema=Trip, values={"hotel": 1}), InvalidValue, "no slot 'hotel'"),
    (lambda user: user.tasks.start("Go", steps="Book"), InvalidInput, "a list of texts"),
    (lambda user: user.tasks.start("Go", steps=["s"] * 101), LimitExceeded, "limit is 100"),
    (lambda user: user.tasks.start("Go", constraints=[" "]), InvalidMessage, "blank"),
    (lambda user: user.tasks.get("none"), TaskNotFound, "tasks.list"),
    (lambda user: user.tasks.get(None), MemoryNotFound, "None"),  # type: ignore[arg-type]
    (lambda user: user.tasks.set("none", a=1), TaskNotFound, "'none'"),
    (lambda user: user.tasks.step("old", "Fly"), InvalidInput, "'Book'"),
    (lambda user: user.tasks.step("old", "Book", "maybe"), InvalidInput, "pending, current, done, skipped"),
    (lambda user: user.tasks.list("shut"), InvalidInput, "completed"),
    (lambda user: user.tasks.constrain("old", ""), InvalidMessage, "blank"),
    (lambda user: user.tasks.decide("old", "a\0b"), InvalidMessage, "NUL"),
    (lambda user: user.tasks.complete("old", " "), InvalidMessage, "outcome"),
    (lambda user: user.tasks.set("over", a=1), TaskClosed, "completed"),
    (lambda user: user.tasks.pause("over"), TaskClosed, "completed"),
    (lambda user: user.tasks.complete("over", "again"), TaskClosed, "completed"),
    (lambda user: user.update("old", "another text"), InvalidInput, "room"),
]


@pytest.fixture
def busy(alice: UserMemory) -> UserMemory:
    """A user with a task in hand and one that is over."""
    alice.tasks.start("Plan", id="old", steps=["Book"])
    alice.tasks.start("Plan", id="over")
    alice.tasks.complete("over", "Done")
    return alice


@each_row(("call", "error", "says"), BAD)
def test_bad_input(busy: UserMemory, call: Callable[[UserMemory], Any], error: type[Exception], says: str) -> None:
    """The error names what is wrong and the way out, and nothing is stored."""
    before = busy.tasks.list("any")
    with pytest.raises(error, match=says):
        call(busy)
    assert busy.tasks.list("any") == before


def test_tasks_in_work_have_a_limit(alice: UserMemory) -> None:
    """Too many at once is an error, not a slow memory."""
    for number in range(OPEN_MAX):
        alice.tasks.start(f"Task {number}")
    with pytest.raises(LimitExceeded, match="complete or abandon"):
        alice.tasks.start("One more")


def test_who_may_change_tasks(opened: OpenMemory) -> None:
    """An agent works on tasks; what it may not write, it cannot end."""
    agent = opened.user("alice", actor="agent")
    task = agent.tasks.start("Plan the Kyoto trip")
    agent.tasks.set(task.id, hotel="Sakura")
    assert [line.actor for line in opened.user("alice").history(task.id)] == ["agent", "agent"]
