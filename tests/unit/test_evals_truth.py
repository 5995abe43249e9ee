"""What is measured of truth: by kind and construction, what ends what, operating curves, what conversations retire."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.progress import Progress

from evals import changes, gold, identity
from evals.changes import Outcome
from evals.identity import Weighed
from evals.loaders import Conversation, conversation
from evals.measured import Point, Rate
from evals.retired import Retired
from evals.run import Run
from evals.sets import BUNDLED, bundled, family_of
from mnemic.models.hashing import HashingEmbedder
from mnemic.writing.compare import Comparison

SAID = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def run() -> Iterator[Run]:
    """A run without a limit, by the embedder that needs no weights."""
    with Progress(disable=True) as progress:
        yield Run(embedder=HashingEmbedder(), progress=progress)


def dialogue(said: str, *, expect: list[dict[str, Any]], tags: list[str], language: str = "en") -> dict[str, Any]:
    message = {"role": "user", "content": said, "time": SAID.isoformat()}
    return {"lang": language, "messages": [message], "expect": expect, "tags": tags}


def pair(older: str, newer: str, relation: str, language: str = "en") -> dict[str, str]:
    return {"lang": language, "relation": relation, "older": older, "newer": newer}


def test_recall_goes_by_the_kind_expected_and_precision_by_the_kind_made() -> None:
    """A fact found as a preference is found as a fact, and is a right preference."""
    row = {"expect": [{"must": [["canoe"]], "kind": "fact"}, {"must": [["tent"]], "kind": "plan"}]}
    counted = gold.by_kind(row, ["Has a canoe", "Sells lamps"], ["preference", "fact"])
    assert counted["fact"] == {"want": 1, "found": 1, "made": 1, "right": 0, "wrong": 1}
    assert counted["plan"] == {"want": 1, "found": 0}
    assert counted["preference"] == {"made": 1, "right": 1, "wrong": 0}


def test_extraction_is_broken_down_by_language_tag_and_kind(run: Run) -> None:
    """One statement of two is found; tags of the topic make no group."""
    rows = [
        dialogue("I am allergic to walnuts.", expect=[{"must": [["walnut"]], "kind": "fact"}], tags=["allergy"]),
        dialogue("早上好", expect=[{"must": [["茶"]], "kind": "preference"}], tags=["hint", "dom:food"], language="zh"),
    ]
    metrics = gold.extraction(rows, run).metrics
    assert (metrics["recall"], metrics["recall/en"], metrics["recall/zh"]) == (0.5, 1, 0)
    assert (metrics["recall/allergy"], metrics["recall/hint"]) == (1, 0)
    assert (metrics["recall/kind:fact"], metrics["recall/kind:preference"]) == (1, 0)
    assert "recall/dom:food" not in metrics


def test_extraction_has_an_interval_for_every_share_that_was_counted(run: Run) -> None:
    """Silence and what is forbidden too."""
    rows = [
        dialogue("I am allergic to walnuts.", expect=[{"must": [["walnut"]], "kind": "fact"}], tags=["allergy"]),
        dialogue("Good morning!", expect=[], tags=["greeting"]),
    ]
    measured = gold.extraction(rows, run)
    shares = {"precision", "recall", "f1", "empty_clean", "forbidden_rate"}
    counted = {name for name in measured.metrics if name.partition("/")[0] in shares}
    without = {name for name in counted - set(measured.intervals) if measured.metrics[name] not in (None, 1)}
    assert {"precision", "recall/en", "empty_clean", "forbidden_rate/greeting"} <= set(measured.intervals)
    assert without == set()


def test_a_construction_costs_what_the_whole_would_gain(run: Run) -> None:
    """Of two statements the hinted one is missed: 50 points of recall, 33.3 of F1, none of precision. What is perfect
    costs nothing and is not listed."""
    rows = [
        dialogue("I am allergic to walnuts.", expect=[{"must": [["walnut"]], "kind": "fact"}], tags=["allergy"]),
        dialogue("Good morning!", expect=[{"must": [["tea"]], "kind": "preference"}], tags=["hint"]),
    ]
    (cost,) = gold.extraction(rows, run).costs
    assert (cost.construction, cost.gains) == ("hint", {"f1": 33.3, "precision": 0, "recall": 50})
    assert cost.counts == {"items": 1, "missed": 1, "wrong": 0, "forbidden": 0}


def test_states_are_broken_down_and_costed(run: Run) -> None:
    """Of two questions one is missed: its construction costs 50 points."""
    rows = [
        {
            "lang": "en",
            "tags": [tag],
            "steps": [{"role": "user", "content": "I live in Leeds.", "time": SAID.isoformat()}],
            "ask": [{"query": "Where does the user live?", "must": [[wanted]], "at": "2026-04-01T12:00:00+00:00"}],
        }
        for tag, wanted in (("home", "Leeds"), ("hint", "Quito"))
    ]
    measured = gold.states(rows, run)
    assert (measured.metrics["accuracy"], measured.metrics["accuracy/home"]) == (0.5, 1)
    assert measured.intervals["accuracy"] == (0.095, 0.905)
    (cost,) = measured.costs
    assert (cost.construction, cost.gains, cost.counts["missing"]) == ("hint", {"accuracy": 50}, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("older", "newer", "outcome"),
    [
        ("I live in Leeds.", "I live in York now.", Outcome.RETIRED),
        ("我住在杭州。", "我搬到苏州了。", Outcome.RETIRED),
        ("I am allergic to walnuts.", "I am allergic to walnuts.", Outcome.MERGED),
        ("I live in Leeds.", "I am allergic to walnuts.", Outcome.BOTH),
        ("I live in Leeds.", "Good morning!", Outcome.NEWER_UNREAD),
        ("Good morning!", "I live in Leeds.", Outcome.OLDER_UNREAD),
    ],
)
def test_what_becomes_of_the_older_message(run: Run, older: str, newer: str, outcome: Outcome) -> None:
    """Each pair has exactly one outcome, in a memory of its own."""
    assert changes.outcome_of(pair(older, newer, "other"), run) is outcome


def test_changes_are_measured_by_relation(run: Run) -> None:
    """Of two replaced messages one is retired, and nothing else is: recall 50, precision 100, none wrongly."""
    rows = [
        pair("I live in Leeds.", "I live in York now.", "replaces"),
        pair("I live in Leeds.", "Good morning!", "replaces"),
        pair("I live in Leeds.", "I am allergic to walnuts.", "adds"),
    ]
    measured = changes.measure(rows, run)
    metrics = measured.metrics
    assert (metrics["recall"], metrics["precision"], metrics["wrongly_retired"]) == (50, 100, 0)
    assert (metrics["retired/replaces"], metrics["newer_unread/en/replaces"], metrics["both/adds"]) == (50, 50, 100)
    assert measured.intervals["retired/adds"] == (0, 79.3)
    assert measured.curves == ()


def test_the_curve_of_succession_counts_what_each_threshold_takes() -> None:
    """From 0.5 two of three replacements and one other: recall 2/3, precision 2/3."""
    weighed = [(True, 0.9), (True, 0.6), (True, 0.1), (False, 0.7), (False, 0.2)]
    points = {point.threshold: point for point in changes.curve(weighed).points}
    assert points[0.5] == Point(threshold=0.5, x=Rate(part=2, whole=3), y=Rate(part=2, whole=3))
    assert points[0.8] == Point(threshold=0.8, x=Rate(part=1, whole=3), y=Rate(part=1, whole=1))


def test_strangers_are_others_of_the_same_language_and_always_the_same() -> None:
    """Nobody is a stranger to themselves."""
    rows = [pair(f"Number {number}", "x", "other") for number in range(6)] + [pair("一", "二", "other", "zh")]
    found = changes.strangers_of(rows)
    assert found == changes.strangers_of(rows)
    assert all(len(set(strangers)) == changes.STRANGERS for strangers in found[:6])
    assert all(row["older"] not in strangers for row, strangers in zip(rows, found, strict=True))
    assert found[6] == ()


def test_the_curve_of_sameness_moves_only_what_the_threshold_decides() -> None:
    """A paraphrase at 0.6 and a near-miss at 0.3 pass below those; what rules decide is the same everywhere."""
    pairs = [
        (True, Weighed(verdict=Comparison.SAME)),
        (True, Weighed(verdict=Comparison.DIFFERENT, probability=0.6, near=True)),
        (False, Weighed(verdict=Comparison.DIFFERENT, probability=0.3, near=True)),
        (False, Weighed(verdict=Comparison.NEWER)),
    ]
    points = {point.threshold: (point.x.part, point.y.part) for point in identity.curve(pairs).points}
    assert (points[0.2], points[0.5], points[0.7]) == ((1, 2), (0, 2), (0, 1))


def test_the_chosen_point_is_where_the_package_stands() -> None:
    """The threshold is that of the weights, and the counts are those of the pairs as judged."""
    drawn = identity.curve([(True, Weighed(verdict=Comparison.SAME)), (False, Weighed(verdict=Comparison.SAME))])
    assert drawn.chosen.threshold == identity.threshold()
    assert (drawn.chosen.x, drawn.chosen.y) == (Rate(part=1, whole=1), Rate(part=1, whole=1))


def moving() -> Conversation:
    """Someone who moves, and whom somebody asks about both homes."""
    said = [("t1", "I live in Leeds."), ("t2", "I am allergic to walnuts."), ("t3", "I live in York now.")]
    sessions = [
        {
            "session_id": f"s{number}",
            "datetime": f"2025-0{number}-01",
            "turns": [{"turn_id": turn, "role": "user", "text": text}],
        }
        for number, (turn, text) in enumerate(said, 1)
    ]
    question = {"question": "Where?", "category": "single", "evidence_turn_ids": ["t1", "t2"]}
    return conversation({"lang": "en", "sessions": sessions, "questions": [question]})


def test_retired_evidence_is_counted(run: Run) -> None:
    """Of three statements and two evidence turns the first home is retired."""
    retired, talk = Retired(), moving()
    with run.memory() as opened:
        user = opened.user("u1")
        for session, messages in talk.sessions.items():
            retired.note(user.add(list(messages), session=session))
        retired.close(user, talk)
    metrics = retired.metrics()
    assert (metrics["statements"], metrics["superseded"], metrics["retracted"], metrics["evidence_turns"]) == (
        3,
        1,
        0,
        2,
    )
    assert (metrics["statements_retired"], metrics["evidence_retired"], metrics["evidence_touched"]) == (33.3, 50, 50)


def test_the_bundled_sets_are_there_and_each_is_of_a_family() -> None:
    """Anyone who has the project can measure them."""
    assert len(bundled()) == len(BUNDLED) + 1  # our own conversations
    for one in bundled():
        assert family_of(one.name) == one.family
        assert one.rows()
