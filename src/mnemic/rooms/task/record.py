"""A task as a record: the goal is its text, all else its body. Record and task are one: either gives the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from mnemic.domain.record import Json, Kind, Memory, Source, Status, Tier
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
from mnemic.domain.validity import is_current
from mnemic.language import detect
from mnemic.rooms.task.archive import archived_task_text

KEY = "mnemic.task"
"""Where the body of a task stands in the metadata of its record."""

OPEN_RELEVANCE = 0.9  # control relevance of a task in work: what is done next hangs on it. Our own choice
OVER_RELEVANCE = 0.6  # of one that is over, as of a fact


def is_task(memory: Memory) -> bool:
    """Whether a record is a task that is there: one whose start was undone is not."""
    return memory.kind is Kind.TASK and memory.superseded_at is None and KEY in memory.metadata


def is_in_work(memory: Memory) -> bool:
    """Whether a record is a task that is open or paused."""
    return is_task(memory) and memory.tier is Tier.WORKING and is_current(memory)


def task_record_of(task: Task, scope: Scope, *, before: Memory | None = None) -> Memory:
    """The record of a task, in place of the one before."""
    working = task.unfinished
    text = task.goal if working else archived_task_text(task)
    record = before or Memory(
        id=task.id,
        tenant=scope.tenant,
        user=scope.user,
        agent=task.agent,
        task=task.id,
        kind=Kind.TASK,
        text=text,
        said_at=task.started_at,
        recorded_at=task.started_at,
        updated_at=task.updated_at,
        importance=0.7,
    )
    return replace(
        record,
        text=text,
        language=detect.language(text),
        tier=Tier.WORKING if working else Tier.LONG_TERM,
        status=Status.ARCHIVED if task.status is TaskStatus.ABANDONED else Status.ACTIVE,
        control_relevance=OPEN_RELEVANCE if working else OVER_RELEVANCE,
        relevance_reasons=(f"{task.status.value} task {OPEN_RELEVANCE if working else OVER_RELEVANCE}",),
        said_at=task.completed_at or task.started_at,
        valid_from=task.started_at,
        metadata={**record.metadata, KEY: _body(task)},
        updated_at=task.updated_at,
        version=task.version,
    )


def task_of(memory: Memory) -> Task:
    """The task a record holds."""
    body: Any = memory.metadata[KEY]
    return Task(
        id=memory.id,
        goal=body["goal"],
        status=TaskStatus(body["status"]),
        agent=memory.agent,
        schema_name=body["schema_name"],
        schema=MappingProxyType(body["schema"]),
        values=MappingProxyType({slot: _value(held) for slot, held in body["values"].items()}),
        personal=tuple(body.get("personal", ())),
        not_asked=tuple(body.get("not_asked", ())),
        steps=tuple(
            TaskStep(
                name=one["name"], state=StepState(one["state"]), result=one["result"], source=_source(one["source"])
            )
            for one in body["steps"]
        ),
        constraints=tuple(map(_noted, body["constraints"])),
        entities=tuple(
            TaskEntity(name=one["name"], kind=one["kind"], source=_source(one["source"])) for one in body["entities"]
        ),
        resolved=tuple(
            ResolvedQuestion(
                question=one["question"], answer=one["answer"], at=_time(one["at"]), source=_source(one["source"])
            )
            for one in body["resolved"]
        ),
        decisions=tuple(map(_noted, body["decisions"])),
        outcome=body["outcome"],
        source=_source(body["source"]),
        ran=tuple(TaskSession(session=session, at=_time(at)) for session, at in body["ran"]),
        rested=frozenset(Source(session=session, turn=turn) for session, turn in body["rested"]),
        started_at=_time(body["started_at"]),
        updated_at=memory.updated_at,
        completed_at=None if body["completed_at"] is None else _time(body["completed_at"]),
        ended_on=None if body["ended_on"] is None else date.fromisoformat(body["ended_on"]),
        version=memory.version,
    )


def tasks_of(records: Iterable[Memory], agent: str | None, *, every_agent: bool = False) -> list[Task]:
    """Tasks in work among records, those of one agent, the longest in work first."""
    seen = [task_of(one) for one in records if is_in_work(one) and (every_agent or one.agent == agent)]
    return sorted(seen, key=lambda task: (task.started_at, task.id))


def with_session(task: Task, session: str | None, at: datetime) -> Task:
    """The task taken up in a session."""
    if session is None:
        return task
    others = tuple(ran for ran in task.ran if ran.session != session)
    return replace(task, ran=(*others, TaskSession(session=session, at=at)))


def with_sources(task: Task, sources: Iterable[Source | None]) -> Task:
    """The task with turns that something in it comes from."""
    return replace(task, rested=task.rested | {source for source in sources if source is not None})


def task_put_back(memory: Memory, earlier: Memory) -> Memory:
    """A task as it was, which still knows of every turn that has ever been in its history."""
    since, then = task_of(memory), task_of(earlier)
    return replace(earlier, metadata={**earlier.metadata, KEY: _body(with_sources(then, since.rested))})


def _body(task: Task) -> Json:
    return {
        "goal": task.goal,
        "status": task.status.value,
        "schema_name": task.schema_name,
        "schema": dict(task.schema),
        "values": {slot: _held(value) for slot, value in task.values.items()},
        **({"personal": [*task.personal]} if task.personal else {}),
        **({"not_asked": [*task.not_asked]} if task.not_asked else {}),
        "steps": [
            {"name": one.name, "state": one.state.value, "result": one.result, "source": _pair(one.source)}
            for one in task.steps
        ],
        "constraints": _lines(task.constraints),
        "entities": [{"name": one.name, "kind": one.kind, "source": _pair(one.source)} for one in task.entities],
        "resolved": [
            {
                "question": one.question,
                "answer": one.answer,
                "at": one.at.isoformat(),
                "source": _pair(one.source),
            }
            for one in task.resolved
        ],
        "decisions": _lines(task.decisions),
        "outcome": task.outcome,
        "source": _pair(task.source),
        "ran": [[ran.session, ran.at.isoformat()] for ran in task.ran],
        "rested": _pairs(sorted(task.rested)),
        "started_at": task.started_at.isoformat(),
        "completed_at": None if task.completed_at is None else task.completed_at.isoformat(),
        "ended_on": None if task.ended_on is None else task.ended_on.isoformat(),
    }


def _held(value: SlotValue) -> Json:
    return {
        "value": value.value,
        "said_at": value.said_at.isoformat(),
        "session": value.session,
        "turn": value.turn,
        "by": value.by.value,
        "quote": value.quote,
        "earlier": _pairs(value.earlier),
    }


def _value(held: Mapping[str, Any]) -> SlotValue:
    return SlotValue(
        value=held["value"],
        said_at=_time(held["said_at"]),
        session=held["session"],
        turn=held["turn"],
        by=TaskActor(held["by"]),
        quote=held["quote"],
        earlier=tuple(Source(session=session, turn=turn) for session, turn in held["earlier"]),
    )


def _lines(lines: Sequence[TaskLine]) -> Json:
    return [
        {
            "text": line.text,
            "at": line.at.isoformat(),
            "by": line.by.value,
            "source": _pair(line.source),
            "automatic": line.automatic,
        }
        for line in lines
    ]


def _noted(line: Mapping[str, Any]) -> TaskLine:
    return TaskLine(
        text=line["text"],
        at=_time(line["at"]),
        by=TaskActor(line["by"]),
        source=_source(line["source"]),
        automatic=line["automatic"],
    )


def _pairs(sources: Iterable[Source]) -> list[Json]:
    return [[source.session, source.turn] for source in sources]


def _pair(source: Source | None) -> Json:
    return None if source is None else [source.session, source.turn]


def _source(pair: Sequence[str] | None) -> Source | None:
    return None if pair is None else Source(session=pair[0], turn=pair[1])


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
