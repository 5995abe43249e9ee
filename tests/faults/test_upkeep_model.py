"""A model that is out of its mind or out of reach for an hour: nothing is lost, nothing wrong is stored, nobody is
to blame who is not."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import cast

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.record import Json, TurnState
from mnemic.domain.upkeep import DeadLetter, Job
from mnemic.errors import ModelError, ModelUnavailable
from mnemic.models.scripted import ModelCall, ScriptedAnswer, ScriptedModel
from mnemic.ports import Reply
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking
from tests.faults.upkeep_scene import ALICE, TODAY, WAITING, copied, everything, held, left, lived, opened, twice
from tests.health import assert_healthy
from tests.tables import each_row

LIE = "Zanzibar 4711"
HOUR = range(12)  # looks of the worker, five minutes apart


def invented(schema: Mapping[str, Json]) -> Json:
    """An answer in the form that was asked for, with lies in it."""
    kind = schema.get("type")
    if kind == "object":
        parts = cast(Mapping[str, Mapping[str, Json]], schema.get("properties", {}))
        return {name: invented(part) for name, part in parts.items()}
    if kind == "array":
        return [invented(cast(Mapping[str, Json], schema["items"]))]
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    scalars: Mapping[str, Json] = {"integer": 1, "boolean": True, "string": f"The user went to {LIE}."}
    return scalars.get(str(kind))


def lie(asked: ModelCall) -> str:
    """Right in form, wrong in every word."""
    return json.dumps(invented(asked.schema or {}))


MAD: Mapping[str, Callable[[ModelCall], ScriptedAnswer]] = {
    "garbage": lambda asked: "Sure! As a memory system I would say: }{ [ok",
    "nothing": lambda asked: "",
    "another form": lambda asked: json.dumps([[None, 1], {"result": {"x": LIE}}]),
    "broken off": lambda asked: Reply(text=lie(asked)[:9], truncated=True),
    "broken off later": lambda asked: Reply(text=lie(asked)[: lie(asked).index("[") + 3], truncated=True),
    "lies": lie,
    "out of reach": lambda asked: ModelUnavailable("The line is dead."),
}
EACH = pytest.mark.parametrize("mad", MAD)
UNREADABLE = pytest.mark.parametrize("mad", [name for name in MAD if name not in ("lies", "out of reach")])


@pytest.fixture(scope="module")
def first() -> InMemoryStore:
    """A life, up to turns that wait."""
    store = InMemoryStore()
    lived(store)
    return store


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, logger="mnemic")


def letters(memory: OpenMemory) -> list[DeadLetter]:
    return memory.user("alice").upkeep.letters()


def waiting(memory: OpenMemory) -> list[str]:
    return left(memory, Job.UNDERSTAND)


def an_hour(memory: OpenMemory, clock: Ticking) -> None:
    """The worker looks every five minutes."""
    for _ in HOUR:
        memory._core.work()
        clock.advance(minutes=5)


def test_out_of_reach_for_an_hour_is_nobodys_fault(first: InMemoryStore) -> None:
    """With no rules to stand in, turns wait: no letter, dead or not, few calls, and all is understood when the model
    is back."""
    clock, store = Ticking(TODAY), copied(first)
    model = ScriptedModel(MAD["out of reach"])
    memory = opened(store, clock, model=model, extraction="model", tries_max=2)
    an_hour(memory, clock)
    assert waiting(memory) == list(WAITING)
    assert letters(memory) == []
    assert len(model.calls) < 2 * len(HOUR)
    assert_healthy(memory)
    model.script = lambda asked: json.dumps({"memories": []})
    clock.advance(hours=4)
    memory._core.work()
    assert waiting(memory) == []
    assert letters(memory) == []
    assert twice(store) == []
    assert_healthy(memory)


@UNREADABLE
def test_an_hour_of_garbage_makes_turns_wait_longer_and_longer(first: InMemoryStore, mad: str) -> None:
    """What cannot be read is tried again after growing pauses; the turn stays in the queue with a letter that says why,
    and is no dead letter before `tries_max`."""
    clock, store = Ticking(TODAY), copied(first)
    memory = opened(store, clock, model=ScriptedModel(MAD[mad]), extraction="model", tries_max=20)
    an_hour(memory, clock)
    assert waiting(memory) == list(WAITING)
    (letter,) = letters(memory)
    assert (letter.dead, letter.source.turn) == (False, "w0")
    assert 3 <= letter.attempts <= 6
    assert "model" in letter.reason
    assert_healthy(memory)
    assert LIE not in str(held(store))


@UNREADABLE
def test_garbage_makes_a_dead_letter_after_so_many_tries(first: InMemoryStore, mad: str) -> None:
    """With its reason; what was said stays in the log and is understood when it is retried and the model is well."""
    clock, store = Ticking(TODAY), copied(first)
    model = ScriptedModel(MAD[mad])
    memory = opened(store, clock, model=model, extraction="model", tries_max=3)
    tries = 0
    while waiting(memory):
        tries += 1
        with pytest.raises(ModelError):
            memory.run_due()
    assert tries == 3 + 2 * (len(WAITING) - 1)  # the last try of one is the first of the next
    assert [(letter.dead, letter.attempts) for letter in letters(memory)] == [(True, 3)] * len(WAITING)
    with store.reading(ALICE) as reader:
        assert [turn.text for turn in reader.turns(state=TurnState.DEAD)] == list(WAITING)
    model.script = lambda asked: json.dumps({"memories": []})
    assert memory.user("alice").upkeep.retry() == len(WAITING)
    assert memory.run_due() == len(WAITING)
    assert letters(memory) == []
    assert twice(store) == []
    assert_healthy(memory)


@each_row("mad", [name for name in MAD if name != "lies"])
def test_where_rules_may_they_stand_in(first: InMemoryStore, mad: str) -> None:
    """Whatever the model says, the night's work is what the rules alone make of it, word for word; nothing waits, and
    no lie is stored."""
    clock, ruled, store = Ticking(TODAY), copied(first), copied(first)
    opened(ruled, clock).run_due()
    memory = opened(store, clock, model=ScriptedModel(MAD[mad]), extraction="auto")
    memory.run_due()
    assert waiting(memory) == []
    assert letters(memory) == []
    assert sorted(one.text for one in everything(store)) == sorted(one.text for one in everything(ruled))
    assert LIE not in str(held(store))
    assert twice(store) == []
    assert_healthy(memory)


def test_lies_are_not_stored(first: InMemoryStore) -> None:
    """An answer that is right in form and says what nobody said leaves nothing behind, whatever job asked for it."""
    clock, store = Ticking(TODAY), copied(first)
    memory = opened(store, clock, model=ScriptedModel(lie), extraction="auto")
    for _ in range(3):
        memory.run_due()
        clock.advance(days=1)
    assert LIE not in str(held(store))
    assert waiting(memory) == []
    assert twice(store) == []
    assert_healthy(memory)


@EACH
def test_a_report_says_that_the_model_did_not_do_its_part(first: InMemoryStore, mad: str) -> None:
    """Consolidation and digests by the rules say so, each once, and are not made again by the next run."""
    clock, store = Ticking(TODAY), copied(first)
    memory = opened(store, clock, model=ScriptedModel(MAD[mad]), extraction="auto")
    for job in (Job.CONSOLIDATE, Job.DIGEST):
        report = memory._core.jobs.once(ALICE, job, dry_run=False)
        assert report.steps
        assert report.degraded
        assert "rules" in report.degraded[0]
        assert left(memory, job) == []
    assert_healthy(memory)
    clock.advance(hours=20)
    assert [left(memory, job) for job in (Job.CONSOLIDATE, Job.DIGEST)] == [[], []]


def test_a_model_out_of_reach_is_asked_once_for_all_groups(first: InMemoryStore) -> None:
    """A night does not wait for one timeout after the other."""
    model = ScriptedModel(MAD["out of reach"])
    memory = opened(copied(first), Ticking(TODAY + timedelta(days=1)), model=model, extraction="auto")
    for job in (Job.CONSOLIDATE, Job.DIGEST):
        before = len(model.calls)
        memory._core.jobs.once(ALICE, job, dry_run=False)
        assert len(model.calls) - before == 1, job
