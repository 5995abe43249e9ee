"""Failures that users of memory systems have reported, each with neighbours of its kind, over every store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cases.driver import Played, cases, play, plays
from tests.cases.expectations import CHECKS
from tests.cases.operations import OPERATIONS
from tests.tables import FailedRows, each_row, nonempty

CASES = cases(Path(__file__).with_name("cases.jsonl"))
PLAYED = [played for case in CASES for played in plays(case)]
ARGUMENTS = frozenset(
    "agent all_kinds arguments as as_of by date dry_run embedder expect extraction id include_inactive infer key kinds"
    " known_at label limit max_tokens meanwhile messages meta min_score mode n namespace now offset op override process"
    " q queries rounds run session settled status step steps task template text texts times top_k ts turn unscoped user"
    " value values where zone".split()
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_reported_failure_does_not_happen(case: Mapping[str, Any], tmp_path: Path) -> None:
    """Every step of the case and of each of its neighbours comes out as is right, over every store."""
    played = list(plays(case))
    failed = FailedRows(of=len(played))
    for number, one in enumerate(played):
        (folder := tmp_path / str(number)).mkdir()
        with failed.gather({"played": one.name, "store": one.store}):
            play(one, folder)
    failed.complain()


def test_every_case_says_what_it_is() -> None:
    """Each names its report, what happened and what is right, and says what is only stood in for and until when."""
    assert len({case["id"] for case in CASES}) == len(CASES) == 30
    for case in CASES:
        assert all(case[name] for name in ("source", "kind", "lang", "situation", "right", "steps")), case["id"]
        if (stood := case.get("stands_in")) is not None:
            assert stood.keys() == {"for", "by", "until"}, case["id"]


def test_no_step_is_misspelt() -> None:
    """Steps are made of known operations and arguments; what nobody reads would check nothing."""
    for played in nonempty(PLAYED):
        for step in nonempty(inner(played.steps)):
            assert step["op"] in OPERATIONS, played.name
            assert step.keys() <= ARGUMENTS, (played.name, step.keys() - ARGUMENTS)


def inner(steps: Any) -> Iterator[Mapping[str, Any]]:
    """Steps, with those inside them."""
    for step in steps:
        yield step
        yield from inner([*step.get("meanwhile", ()), *([step["step"]] if "step" in step else ())])


NOTE = {"op": "add", "text": "brass lamp", "infer": False, "as": "a"}
OTHER = {"op": "add", "text": "a kettle", "infer": False, "as": "b"}
LIST = {"op": "list"}
FIND = {"op": "search", "q": "lamp"}
EACH = {"op": "search_each", "queries": ["lamp", "kettle"]}
TURNS = {"op": "turns"}
TALK = {"op": "add", "messages": [{"role": "tool", "content": "x", "tool_call_id": "k"}]}
FALSE: Mapping[str, tuple[Mapping[str, Any], Any]] = {
    "actions": ({"op": "history", "id": "$a"}, ["add", "revise"]),
    "best": (FIND, 1.0),
    "calls": (LIST, 1),
    "contains": (LIST, ["brass lamp", "a candle"]),
    "count": (LIST, 3),
    "degraded": (FIND, ["vectors"]),
    "distinct": (LIST, False),
    "each": (EACH, {"first": "$a"}),
    "either": (LIST, [{"count": 1}, {"error": "InvalidQuery"}]),
    "embedded": ({**FIND, "q": "kettle"}, 0),
    "error": (LIST, "InvalidQuery"),
    "every": (LIST, {"text": "brass lamp"}),
    "falling": (FIND, False),
    "fields": ({"op": "stats"}, {"memories": 3}),
    "first": (LIST, "$b"),
    "has": ({"op": "get", "id": "$a"}, ["$b"]),
    "has_not": (LIST, ["$b"]),
    "ids": (LIST, ["$b", "$a"]),
    "in_time": ({"op": "history", "id": "$a"}, False),
    "lacks": (LIST, ["kettle"]),
    "no": (LIST, {"text": "~kettle"}),
    "paired": (TURNS, True),
    "parts": (EACH, [{"first": "$a"}, {"first": "$a"}]),
    "records": (LIST, [{"text": "brass lamp"}]),
    "report": ({**NOTE, "text": "a rug"}, {"added": 0}),
    "report_empty": ({**NOTE, "text": "a rug"}, True),
    "reported": ({**NOTE, "text": "a rug"}, ["a sofa"]),
    "roles": (TURNS, ["user"]),
    "same_as": (LIST, "before"),
    "says_as": (LIST, "before"),
    "scores_as": ({**FIND, "mode": "keyword"}, "before"),
    "some": (LIST, {"text": "a candle"}),
    "texts": (LIST, ["brass lamp"]),
    "value": (LIST, 0),
    "within_budget": ({"op": "context", "q": "lamp"}, False),
}


@each_row("word", CHECKS)
def test_every_expectation_can_fail(word: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A step that is not as expected fails its case, whichever word says so."""
    tmp_path = tmp_path_factory.mktemp(word)
    step, wanted = FALSE[word]
    before = {**FIND, "label": "before"}
    steps: list[Mapping[str, Any]] = [NOTE, before, OTHER, TALK, {**step, "expect": {word: wanted}}]
    with pytest.raises(AssertionError, match=f"step 4 .*: {word} "):
        play(Played(name="false", steps=steps, store="inmemory"), tmp_path)
    play(Played(name="true", steps=[*steps[:-1], step], store="inmemory"), tmp_path)
