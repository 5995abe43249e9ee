"""Mnemic beside other memories: the process of a peer, the scoring outside it, the tables, and the pages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from benchmarks.peers import publish, tables
from benchmarks.peers.__main__ import main, measure, new_report
from benchmarks.peers.adapters import bm25
from benchmarks.peers.catalogue import BY_NAME, LEFT_OUT, PEERS, REFERENCE, ROOT
from benchmarks.peers.environments import reason_in
from benchmarks.peers.scores import counts, figures, found_turns
from benchmarks.peers.talks import TalkSet, talk_set
from benchmarks.peers.task import Answers, Outcome, outcome_in, write
from benchmarks.peers.worker import run
from tests.tables import nonempty

MARKER = re.compile(r"<!-- peers: (.+) -->")


def line(language: str, turns: list[str], questions: list[tuple[str, list[str]]], category: str = "one") -> str:
    """A conversation of one session, whose turns are numbered from t0."""
    said = [
        {"turn_id": f"t{number}", "role": "user", "speaker": "Iris", "text": text} for number, text in enumerate(turns)
    ]
    asked = [{"question": text, "category": category, "evidence_turn_ids": ids} for text, ids in questions]
    session = {"session_id": "s1", "datetime": "2026-02-03", "turns": said}
    return json.dumps({"conversation_id": "c", "lang": language, "sessions": [session], "questions": asked})


@pytest.fixture
def talks(tmp_path: Path) -> TalkSet:
    """One English and one Chinese conversation, and a question that has no true answer."""
    path = tmp_path / "talks.jsonl"
    english = line(
        "en",
        ["The kiln is fired on Tuesdays.", "Our ferry leaves from pier nine.", "I burnt the toast again."],
        [("Which pier does the ferry use?", ["t1"]), ("What is fired, and what was burnt?", ["t0", "t2"])],
    )
    chinese = line("zh", ["窑炉每周二点火。", "渡船从九号码头开。"], [("渡船在几号码头？", ["t1"]), ("谁？", [])])
    untrue = line("en", ["Nothing."], [("Who sank the ferry?", ["t0"])], category="adversarial")
    path.write_text("\n".join((english, chinese, untrue)), encoding="utf-8")
    return talk_set("talks", path)


@pytest.fixture
def report(talks: TalkSet, tmp_path: Path) -> dict[str, Any]:
    """A whole report in which every peer has found what the script finds, but one, which failed."""
    outcome = run(bm25.Memory, [one.talk for one in talks.talks], tmp_path / "run")
    made = new_report([talks], PEERS, None)
    for peer in PEERS:
        made["sets"]["talks"]["peers"][peer.name] = figures(talks, outcome, 7.0)
    del made["sets"]["talks"]["peers"]["chroma"]
    made["sets"]["talks"]["failed"]["chroma"] = "installing: ERROR: no | such version"
    return made


def answers(found: list[list[list[str]]], turns: int) -> Answers:
    """Answers that took no time to speak of."""
    return Answers(
        found=found,
        add_ms=[3.0] * turns,
        add_embedding_ms=[2.0] * turns,
        search_ms=[5.0] * len(found),
        search_embedding_ms=[4.0] * len(found),
    )


def test_the_script_finds_by_words_in_both_languages(talks: TalkSet, tmp_path: Path) -> None:
    """The turn about the pier comes first in either; both turns of the other question are found."""
    outcome = run(bm25.Memory, [one.talk for one in talks.talks], tmp_path / "run")
    english, _, chinese = (answers.found for answers in outcome.talks)
    assert english[0][0] == chinese[0][0] == ["t1"]
    assert figures(talks, outcome, 0.0)["recall"]["en"]["r5"] == 100


def test_terms_are_words_and_pairs_of_characters() -> None:
    """Case and width of letters fall away; a lone character stands for itself."""
    assert bm25.terms("Pier 9,码头旁 茶") == ["pier", "9", "码头", "头旁", "茶"]


def test_questions_without_a_true_answer_or_evidence_are_left_out(talks: TalkSet) -> None:
    """They are counted; the process is not even given them."""
    assert talks.left_out == 2
    assert [len(one.talk.questions) for one in talks.talks] == [2, 0, 1]


def test_the_task_does_not_hold_the_evidence(talks: TalkSet, tmp_path: Path) -> None:
    """What a process reads says nothing of which turns answer."""
    write([one.talk for one in talks.talks], tmp_path / "task.json")
    task = json.loads((tmp_path / "task.json").read_text(encoding="utf-8"))
    assert {name for talk in task for question in talk["questions"] for name in question} == {"text", "at"}


def test_the_process_does_not_import_mnemic(talks: TalkSet, tmp_path: Path) -> None:
    """It runs where there is no Mnemic: with the standard library alone, from the command line, for the script."""
    task, outcome = tmp_path / "task.json", tmp_path / "outcome.json"
    write([one.talk for one in talks.talks], task)
    worker = [sys.executable, "-S", "-m", "benchmarks.peers.worker", "bm25", task, outcome, tmp_path / "run"]
    subprocess.run([str(part) for part in worker], check=True, cwd=ROOT, timeout=60)
    assert outcome_in(outcome).talks[0].found[0][0] == ["t1"]


def test_turns_of_the_first_hits_count_once_and_not_beyond_k() -> None:
    """Two hits of one turn are one turn; a hit of many turns does not buy more than k."""
    assert found_turns([["a"], ["a"], ["b"]], 2) == ["a"]
    assert found_turns([["a", "b", "c"], ["d"]], 2) == ["a", "b"]


def test_the_embedder_is_taken_off_turn_by_turn(talks: TalkSet) -> None:
    """Own time is the whole less the embedding."""
    given = tuple(answers([[] for _ in one.evidence], len(one.talk.turns)) for one in talks.talks)
    costs = figures(talks, Outcome(talks=given, rss_warm_mb=1, rss_peak_mb=2, data_mb=3), 4)["costs"]
    assert (costs["add_ms"], costs["add_own_ms"], costs["search_embedding_ms"], costs["search_own_ms"]) == (3, 1, 4, 1)


def test_a_recall_cell_is_figure_interval_and_ratio(report: dict[str, Any]) -> None:
    """Half of what Mnemic found is 0.50×; Mnemic itself has no ratio."""
    report["sets"]["talks"]["peers"]["mem0"]["recall"]["en"] |= {
        "r5": 50.0,
        "intervals": {"r5": [40, 60], "r10": [0, 1]},
    }
    table = tables.recall(report, "talks", chinese=False)
    rows = {row[0]: row for row in table.rows}
    place = table.head.index("en R@5")
    assert rows[BY_NAME["mem0"].title][place] == "50.0 (40–60), 0.50×"
    assert "×" not in rows[f"**{BY_NAME[REFERENCE].title}**"][place]


def test_what_failed_stands_in_every_table(report: dict[str, Any]) -> None:
    """In its own row, and first among those not measured, with its reason."""
    for table in (tables.recall, tables.costs):
        row = next(row for row in table(report, "talks", chinese=False).rows if row[0] == "Chroma")
        assert row[2] == "**failed**"
    listed = tables.left_out(report, "", chinese=True).rows
    assert "no | such version" in listed[0][1]
    assert len(listed) == 1 + len(LEFT_OUT)


def test_without_mnemic_there_are_no_ratios(report: dict[str, Any]) -> None:
    """A run of one peer alone is still shown."""
    del report["sets"]["talks"]["peers"][REFERENCE]
    assert "×" not in tables.costs(report, "talks", chinese=False).markdown()


def test_a_bar_does_not_break_a_row(report: dict[str, Any]) -> None:
    """Markdown rows all have the same number of columns."""
    lines = tables.left_out(report, "", chinese=False).markdown().splitlines()
    assert {len(re.findall(r"(?<!\\)\|", one)) for one in lines} == {3}


def test_a_peer_that_cannot_be_installed_is_reported(talks: TalkSet, tmp_path: Path) -> None:
    """The report says so for every set, and so does the screen."""
    (tmp_path / "file").write_text("a file where a folder must be", encoding="utf-8")
    screen = Console(record=True, width=200)
    made = new_report([talks], [BY_NAME["bm25"]], None)
    measure(BY_NAME["bm25"], [talks], made, screen, cache=tmp_path / "file")
    assert made["sets"]["talks"]["failed"]["bm25"].startswith("making the environment: ")
    assert "FAILED on talks" in screen.export_text()


def test_the_reason_is_the_error_not_the_warnings() -> None:
    """Pip's first error where there is one, else the end of a traceback."""
    assert reason_in("WARNING: a\nERROR: no version\nERROR: nothing found\n") == "ERROR: no version"
    assert reason_in("Traceback:\n  File x\nKeyError: 'y'\n\n") == "KeyError: 'y'"


def test_publishing_twice_is_publishing_once(report: dict[str, Any], tmp_path: Path) -> None:
    """The pages of the project take the figures, and take them again without a change."""
    for name in publish.NAMES:
        (tmp_path / name).write_text((publish.PAGES / name).read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "peers.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    arguments, said = [str(path), "--pages", str(tmp_path)], list[str]()
    assert publish.main([*arguments, "--check"], said.append) == 1
    assert publish.main(arguments, said.append) == 0
    assert publish.main([*arguments, "--check"], said.append) == 0
    assert "no \\| such version" in (tmp_path / "peers.zh-CN.md").read_text(encoding="utf-8")


def test_a_set_that_was_not_measured_keeps_its_figures(report: dict[str, Any]) -> None:
    """Runs over different folders fill the same page."""
    text = "<!-- peers: recall locomo -->\nkept\n<!-- end of peers -->\n"
    assert publish.rewritten(text, report, chinese=False) == text


@pytest.mark.parametrize("marker", ["recall", "versions talks", "nonsense talks"])
def test_markers_must_name_a_table(marker: str, report: dict[str, Any]) -> None:
    """One of a set needs the set, the others must not have one."""
    with pytest.raises(publish.CannotPublish):
        publish.rewritten(f"<!-- peers: {marker} -->\n<!-- end of peers -->\n", report, chinese=False)


def test_a_marker_needs_its_end(report: dict[str, Any]) -> None:
    """Otherwise the rest of the page would be lost."""
    with pytest.raises(publish.CannotPublish):
        publish.rewritten("<!-- peers: versions -->\n", report, chinese=False)


@pytest.mark.parametrize("part", [{"limit": 1}, {"partial": True}])
def test_a_part_is_not_published(part: dict[str, Any], report: dict[str, Any]) -> None:
    """Ratios of some peers or some conversations are for looking only."""
    with pytest.raises(publish.CannotPublish):
        publish.whole(report | part)


def test_pages_hold_the_same_markers() -> None:
    """The Chinese page has those of the English one, in order, and every table is used."""
    english, chinese = (MARKER.findall((publish.PAGES / name).read_text(encoding="utf-8")) for name in publish.NAMES)
    assert english == chinese
    assert {marker.split()[0] for marker in english} == set(tables.TABLES)


def test_every_peer_has_an_adapter_and_pins_its_version() -> None:
    """Packages from the registry are pinned; what is this checkout is not."""
    for peer in nonempty(PEERS):
        assert (ROOT / "benchmarks" / "peers" / "adapters" / f"{peer.name}.py").exists()
        assert all("==" in one or one.startswith("--editable=") for one in peer.requirements), peer.name


def test_nothing_to_measure_with_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without a known set ends with 2 and names those known."""
    assert main(["--data", str(tmp_path)]) == 2
    assert "locomo" in capsys.readouterr().err


def test_a_set_is_counted_by_language(talks: TalkSet) -> None:
    """Conversations, turns, questions."""
    assert counts(talks)["languages"]["zh"] == {"talks": 1, "turns": 2, "questions": 1}


def test_a_sample_is_published_as_one(report: dict[str, Any]) -> None:
    """Asked for, a report of the first conversations is taken, and every table says what it is of."""
    part = publish.whole(report | {"limit": 2}, sample=True)
    assert "the first 2" in tables.origin(part, chinese=False)
    assert "the first" not in tables.origin(report, chinese=False)
