"""Measuring decisions: the decider, the figures of a small scenario, and whether every scenario of ours is sound."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from rich.progress import Progress

from evals.__main__ import main
from evals.decisions import Line, Option, Outcome, counted, decide, lived, measure, measured, scenario, separated
from evals.loaders import BadSet
from evals.run import Run
from evals.sets import bundled
from mnemic.models.hashing import HashingEmbedder
from tests.tables import each_row, nonempty

HALVES = {one.name: one.rows() for one in bundled() if one.family == "decisions"}
SORTS = ("decisions", "decisions_far")
PAIRED = {"decisions": 1, "decisions_far": 2}  # lives with pairs that are reported, of each language
ROWS = [row for rows in HALVES.values() for row in rows]
LANGUAGES = ("zh", "en")

SMALL: dict[str, Any] = {
    "id": "small-1",
    "language": "en",
    "domain": "travel",
    "pair": None,
    "said": [
        {
            "id": "seat",
            "session": "s1",
            "time": "2026-03-01T10:00+00:00",
            "role": "user",
            "content": "I always want an aisle seat on trains.",
        },
        {
            "id": "sister",
            "session": "s1",
            "time": "2026-03-01T10:01+00:00",
            "role": "user",
            "content": "My sister always wants a window seat on trains.",
        },
    ],
    "session": "now",
    "at": "2026-04-01T10:00:00+00:00",
    "situation": "Which seat on trains do I always want?",
    "options": [
        {"action": "book_aisle", "if": ["AISLE"]},
        {"action": "book_window", "if": ["window"]},
        {"action": "ask_user"},
    ],
    "right": "book_aisle",
    "needed": ["seat"],
}
AISLE = Line(text="an aisle seat", tokens=3, turns=frozenset({"seat"}))
WINDOW = Line(text="a window seat", tokens=5, turns=frozenset({"sister"}))


def small_run() -> Run:
    """A run with the small embedder and no bar."""
    return Run(embedder=HashingEmbedder(), progress=Progress(disable=True))


def outcome(*lines: Line, **given: Any) -> Outcome:
    """The small scenario gone through, with these lines in its context."""
    return Outcome(
        scenario=scenario(SMALL | given),
        lines=lines,
        known=("an aisle seat", "a window seat"),
        stated=frozenset({"sister"}),
    )


def option(action: str, conditions: str = "", unless: str = "") -> Option:
    """An option with conditions separated by spaces."""
    return Option(
        action=action,
        conditions=tuple(re.compile(one) for one in conditions.split()),
        unless=tuple(re.compile(one) for one in unless.split()),
    )


def test_the_first_option_that_holds_is_chosen() -> None:
    """Whatever holds after it."""
    options = [option("a", "tea"), option("b", "milk"), option("c")]
    assert decide(options, ["milk and tea"]) == "a"
    assert decide(options, ["milk"]) == "b"


def test_every_condition_must_be_met_by_some_line() -> None:
    """Not all by the same one."""
    options = [option("both", "tea milk"), option("neither")]
    assert decide(options, ["tea", "milk"]) == "both"
    assert decide(options, ["tea", "tea"]) == "neither"


def test_an_option_is_barred_by_a_line_that_says_what_must_not_be_there() -> None:
    """Even where its conditions are met."""
    options = [option("a", "tea", "milk"), option("b")]
    assert decide(options, ["tea"]) == "a"
    assert decide(options, ["tea", "no milk"]) == "b"


def test_without_a_line_the_last_option_is_taken() -> None:
    """It needs nothing; so it is where no other holds."""
    options = [option("a", "tea"), option("b")]
    assert decide(options, []) == decide(options, ["rain"]) == "b"


def test_lines_are_counted_as_needed_and_as_carrying() -> None:
    """The needed line carries the decision and the other one does not; its tokens are three of eight."""
    found = counted(outcome(AISLE, WINDOW))
    assert found == Counter(
        items=1,
        right_with=1,
        right_known=1,
        needed_in_context=1,
        needed=1,
        lines=2,
        tokens=8,
        tokens_needed_pooled=3,
        carrying=1,
        carrying_needed=1,
    )


def test_a_line_that_misleads_carries_a_decision_and_is_not_needed() -> None:
    """Left out, the decision would be another one, if no better."""
    found = counted(outcome(WINDOW))
    assert (found["right_with"], found["needed_in_context"]) == (0, 0)
    assert (found["carrying"], found["carrying_needed"], found["tokens_needed_pooled"]) == (1, 0, 0)


def test_a_line_is_needed_by_what_it_says_too() -> None:
    """Where it comes from may not be known: then the words of the condition count."""
    said_again = replace(AISLE, turns=frozenset())
    assert counted(outcome(said_again))["needed_in_context"] == 1
    reworded = replace(AISLE, text="room for the legs")
    found = counted(outcome(reworded))
    assert (found["needed_in_context"], found["right_with"]) == (1, 0)


def test_part_of_what_is_needed_is_not_all() -> None:
    """Of two needed turns one is in the context."""
    both = [{"action": "book_aisle", "if": ["aisle", "quiet"]}, {"action": "ask_user"}]
    assert not outcome(AISLE, options=both, needed=["seat", "noise"]).complete
    quiet = Line(text="a quiet coach", tokens=3, turns=frozenset({"noise"}))
    assert outcome(AISLE, quiet, options=both, needed=["seat", "noise"]).complete


def test_a_pair_is_separated_by_different_contexts_and_two_right_actions() -> None:
    """One context for both is not, whatever they decide; half a pair is none."""
    window = {"id": "small-2", "pair": "small-1", "right": "book_window", "needed": ["sister"]}
    one, two = outcome(AISLE, pair="small-2"), outcome(WINDOW, **window)
    assert separated([one, two]) == {("small-1", "small-2"): True}
    assert separated([one, outcome(AISLE, **window)]) == {("small-1", "small-2"): False}
    assert separated([one]) == {}


def test_the_mean_and_the_pooled_share_of_needed_tokens() -> None:
    """Three of eight and none of nothing: a context without a line counts as 0 in the mean, and not in the pool."""
    metrics = measured([outcome(AISLE, WINDOW), outcome(id="small-3", language="zh")]).metrics
    assert (metrics["tokens_needed"], metrics["tokens_needed/en"], metrics["tokens_needed/zh"]) == (18.8, 37.5, 0)
    assert (metrics["tokens_needed_pooled"], metrics["tokens_needed_pooled/zh"]) == (37.5, None)
    assert (metrics["needed_stated"], metrics["separated"], metrics["lines"]) == (0, None, 2)


def test_a_scenario_is_gone_through() -> None:
    """What was said is remembered, asked for, and decides; the lines are those of the context, without stamps."""
    found = lived(scenario(SMALL), small_run())
    assert "I always want an aisle seat on trains." in found.known
    own = [line for line in found.lines if "seat" in line.turns]
    assert own
    assert not any(line.text.startswith("-") for line in found.lines)
    assert all(line.tokens > 5 for line in own)
    metrics = measure([SMALL], small_run()).metrics
    assert (metrics["n"], metrics["right_with"], metrics["right_without"], metrics["right_known/en"]) == (
        1,
        100,
        0,
        100,
    )


def test_what_belongs_to_another_task_is_not_known() -> None:
    """All that holds is counted for the task of the request, and what belongs to none."""
    said = [SMALL["said"][0] | {"task": "rome"}, SMALL["said"][1] | {"task": "oslo"}]
    goals = {"rome": "go to Rome", "oslo": "go to Oslo"}
    of_task = scenario(SMALL | {"said": said, "task": {"key": "rome", "goal": "go to Rome"}, "tasks": goals})
    found = lived(of_task, small_run())
    assert any("aisle" in text for text in found.known)
    assert not any("window" in text for text in found.known)


def test_a_scenario_without_a_field_or_a_right_option_is_refused() -> None:
    """The message names the scenario."""
    with pytest.raises(BadSet, match="small-1"):
        scenario({name: value for name, value in SMALL.items() if name != "said"})
    with pytest.raises(BadSet, match="fly"):
        scenario(SMALL | {"right": "fly"})


def test_a_half_is_measured_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """The other half is not even gone through."""
    arguments = ["--only", "decisions_report", "--limit", "1", "--embedder", "hashing", "--json"]
    assert main(arguments) == 0
    assert list(json.loads(capsys.readouterr().out)["sets"]) == ["decisions_report"]


def test_there_are_sixty_scenarios_of_each_sort_in_two_halves() -> None:
    """Half of each sort Chinese, each id once in it, over at least a dozen domains."""
    sizes = {"decisions_tune": 38, "decisions_report": 22, "decisions_far_tune": 40, "decisions_far_report": 20}
    assert {name: len(rows) for name, rows in HALVES.items()} == sizes
    for sort in SORTS:
        rows = [*HALVES[f"{sort}_tune"], *HALVES[f"{sort}_report"]]
        assert len({row["id"] for row in rows}) == 60
        assert Counter(row["language"] for row in rows) == dict.fromkeys(LANGUAGES, 30)
        assert len({row["domain"] for row in rows}) >= 10


@each_row("sort", SORTS)
def test_the_halves_were_drawn_by_lot(sort: str) -> None:
    """By the hashes of the lives' names, of each language so many lives with pairs and three without are reported."""
    drawn = defaultdict(set)
    for row in (*HALVES[f"{sort}_tune"], *HALVES[f"{sort}_report"]):
        drawn[row["language"], row["pair"] is not None].add(row["id"].rpartition("-")[0])
    reported = {row["id"].rpartition("-")[0] for row in HALVES[f"{sort}_report"]}
    for (_, paired), lives in nonempty(drawn.items()):
        first = sorted(lives, key=lambda life: sha256(life.encode()).hexdigest())[: PAIRED[sort] if paired else 3]
        assert reported & lives == set(first)


@each_row("sort", SORTS)
def test_pairs_ask_the_same_within_different_tasks(sort: str) -> None:
    """The same options, another right action, one life, turns of both tasks, both with their goals; some of the pairs
    only name the task."""
    by_id = {row["id"]: scenario(row) for row in (*HALVES[f"{sort}_tune"], *HALVES[f"{sort}_report"])}
    pairs = [one for one in by_id.values() if one.pair]
    assert len(pairs) >= 12
    assert 4 <= sum(one.task is None for one in pairs) <= len(pairs) / 2
    for one in pairs:
        other = by_id[one.pair or ""]
        assert (other.pair, other.options, other.said) == (one.id, one.options, one.said)
        assert one.right != other.right
        assert {turn.get("task") for turn in one.said} == {one.of_task, other.of_task, None}
        assert one.tasks.keys() == {one.of_task, other.of_task}
        assert one.situation == other.situation or one.task is None


@each_row("row", ROWS)
def test_a_scenario_is_sound(row: dict[str, Any]) -> None:
    """12 to 45 turns in order of time, before the request, half of them the user's; one to three needed. These alone
    decide right, so does all that was said for the task and still holds; without any of them the action is another;
    nothing else says what the right action needs; and without memory the last option is taken, which is wrong."""
    one = scenario(row)
    content = {turn["id"]: turn["content"] for turn in one.said}
    times = [turn["time"] for turn in one.said]
    assert 12 <= len(one.said) == len(content) <= 45
    assert times == sorted(times)
    assert times[-1] < row["at"]
    assert sum(turn["role"] == "user" for turn in one.said) >= 9
    assert 1 <= len(one.needed) <= 3
    assert decide(one.options, [content[id] for id in one.needed]) == one.right
    assert decide(one.options, []) == one.options[-1].action != one.right
    holds = [turn for turn in one.said if turn["id"] not in row.get("outdated", ())]
    ours = {turn["id"]: turn["content"] for turn in holds if turn.get("task") in (None, one.of_task)}
    assert decide(one.options, list(ours.values())) == one.right
    for id in one.needed:
        assert decide(one.options, [text for other, text in ours.items() if other != id]) != one.right
    telling = {id for id, text in content.items() if any(condition.search(text) for condition in one.conditions)}
    assert telling == set(one.needed)
