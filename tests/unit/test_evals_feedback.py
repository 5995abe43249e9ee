"""Measuring feedback: a small conversation from end to end, and the simulated month."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rich.progress import Progress

from evals import feedback, month
from evals.loaders import conversation
from evals.run import Run
from mnemic.models.hashing import HashingEmbedder

THINGS = "canoe kettle violin ladder garage tractor lantern hammock sledge anvil loom kiln".split()
TALK: dict[str, Any] = {
    "conversation_id": "c1",
    "lang": "en",
    "sessions": [
        {
            "session_id": "s1",
            "datetime": "2025-05-01",
            "turns": [
                {"turn_id": f"t{n}", "role": "user", "text": f"My {thing} was mended on day {n}."}
                for n, thing in enumerate(THINGS)
            ],
        }
    ],
    "questions": [
        {"question": f"When was the {thing} mended?", "evidence_turn_ids": [f"t{n}"], "question_datetime": "2025-06-01"}
        for n, thing in enumerate(THINGS)
    ],
}


def test_a_conversation_is_measured_under_every_condition() -> None:
    """Questions are divided into voted on and rest, and each condition has its figures for both."""
    found = feedback.measure([TALK], Run(embedder=HashingEmbedder(), progress=Progress(disable=True)))
    assert (found.metrics["n/asked"], found.metrics["n/rest"]) == (2, feedback.REST_MIN)
    for condition in feedback.CONDITIONS:
        for group in ("asked", "rest"):
            assert 0 <= (found.metrics[f"mrr_{condition}/{group}"] or 0) <= 100
    assert (found.metrics["mrr_right/asked"] or 0) >= (found.metrics["mrr_before/asked"] or 0)


def test_the_lot_is_always_the_same() -> None:
    """One name divides a conversation in one way, whoever asks."""
    talk = conversation(TALK)
    first, again = feedback.split_of(talk, "c1"), feedback.split_of(talk, "c1")
    assert first == again
    assert not set(first.asked) & set(first.rest)
    assert feedback.split_of(talk, "c2") != first


def test_the_month_is_in_order_and_has_its_habits() -> None:
    """Happenings come in order of time; Mondays have the question of Mondays, weekends none of the mornings."""
    happenings = list(month.month(7))
    assert [one.at for one in happenings] == sorted(one.at for one in happenings)
    mondays = {one.at.date() for one in happenings if one.text == month.MONDAY[0]}
    assert len(mondays) == month.WEEKS
    assert {day.weekday() for day in mondays} == {0}
    mornings: set[datetime] = {one.at for one in happenings if one.text == month.DAILY[0][0]}
    assert {at.weekday() for at in mornings} == set(range(5))
