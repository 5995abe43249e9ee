"""Recall measured: our own conversations, what is drawn of them, their card, and the parts of reading one by one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mnemic
from evals import ablation, card, drawings, plots, publish
from evals.__main__ import main
from evals.embedding import Watched
from evals.evidence import by_kind, turns_of
from evals.loaders import conversation
from evals.plots import Bar
from evals.recall_tables import ablation_cells
from evals.sets import REPORT_HALF, TALKS, TRAIN_HALF, bundled, fitted_on
from evals.tables import TABLES
from evals.terms import Terms
from evals.variants import EVERYTHING, VARIANTS, Variant, named, switched
from evals.words import chinese, english
from mnemic.domain.query import Hit
from mnemic.models.hashing import HashingEmbedder
from mnemic.reading import channels, pipeline
from tests.tables import each_row, nonempty

FIGURES = "<!-- figures: {} {} -->\n<!-- end of figures -->\n"

TALK: dict[str, Any] = {
    "conversation_id": "zh_00",
    "lang": "en",
    "form": "diary",
    "sessions": [
        {
            "session_id": "s1",
            "datetime": "2025-05-01T10:00:00",
            "turns": [
                {"turn_id": "s1:1", "role": "user", "speaker": "Ida", "text": "The canoe is painted turquoise."},
                {"turn_id": "s1:2", "role": "assistant", "speaker": "Log", "text": "Noted."},
                {"turn_id": "s1:3", "role": "user", "speaker": "Ida", "text": "Oskar will sand the oars on Sunday."},
            ],
        }
    ],
    "questions": [
        {
            "qid": "q1",
            "question": "What colour is the canoe painted?",
            "lang": "en",
            "category": "single",
            "evidence_turn_ids": ["s1:1"],
            "evidence_session_ids": ["s1"],
        },
        {
            "qid": "q2",
            "question": "独木舟和桨怎么样了？",
            "lang": "zh",
            "category": "multi",
            "evidence_turn_ids": ["s1:1", "s1:3"],
            "evidence_session_ids": ["s1"],
        },
        {
            "qid": "q3",
            "question": "Who built the pier?",
            "lang": "en",
            "category": "unanswerable",
            "evidence_turn_ids": [],
            "evidence_session_ids": [],
        },
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a set of conversations in our own form."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "talks_mine.jsonl"
    path.write_text(json.dumps(TALK, ensure_ascii=False) + "\n", encoding="utf-8")
    return tmp_path / "data"


@pytest.fixture
def report(folder: Path) -> dict[str, Any]:
    """The report of that set."""
    out = folder.parent / "report.json"
    assert main(["--data", str(folder), "--embedder", "hashing", "--out", str(out)]) == 0
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def test_our_own_conversations_are_measured_unless_a_folder_is_named() -> None:
    """The half that is reported; the one that was fitted on only by its own name, which says so."""
    names = [one.name for one in bundled()]
    assert REPORT_HALF in names
    assert TRAIN_HALF not in names
    assert fitted_on().files[0].name == "train.jsonl"


def test_a_question_counts_by_language_crossing_category_form_and_evidence() -> None:
    """Each in one group of every sort, and in everything."""
    talk = conversation(TALK)
    assert by_kind(talk, talk.questions[0], False) == (
        *("", "en", "same"),
        *("category:single", "form:diary", "evidence:1"),
    )
    assert by_kind(talk, talk.questions[1], False)[1:3] == ("zh", "cross")
    assert by_kind(talk, talk.questions[1], False)[-1] == "evidence:2"


def test_a_question_without_an_answer_counts_in_no_recall(report: dict[str, Any]) -> None:
    """It is left out of every rate, and its chance is among the claims."""
    figures = report["sets"]["talks_mine"]
    assert (figures["n"], figures["left_out"]) == (2, 1)
    assert "turn_frac@5/category:unanswerable" not in figures
    assert figures["claims"] in (2, 3)


def test_recall_is_there_at_every_depth_and_for_every_group(report: dict[str, Any]) -> None:
    """The fraction and any, by language, crossing, category, form and number of evidence turns."""
    figures = report["sets"]["talks_mine"]
    for depth in (1, 3, 5, 10, 20, 50):
        assert {f"turn_frac@{depth}/zh", f"turn_any@{depth}/cross", f"turn_frac@{depth}/form:diary"} <= set(figures)
    assert figures["turn_frac@1/same"] == 100
    assert figures["turn_frac@1/evidence:2"] <= 50


def test_a_search_is_timed_beside_its_embedding(report: dict[str, Any]) -> None:
    """Three quantiles of the whole, of the embedding, and of what is left, which is never more than the whole."""
    figures = report["sets"]["talks_mine"]
    for quantile in (50, 95, 99):
        assert 0 <= figures[f"beside_p{quantile}_ms"] <= figures[f"search_p{quantile}_ms"]
        assert figures[f"embed_p{quantile}_ms"] >= 0


def test_terms_are_means_over_hits_of_either_sort() -> None:
    """A term that a hit does not name counts as nothing; the baseline, the same for all, is left out."""

    def hit(turn: str, **explain: float) -> Hit:
        with mnemic.open(":memory:", embedder=HashingEmbedder(), background=False) as opened:
            user = opened.user("u")
            user.add([{"role": "user", "content": "A note.", "id": turn}], infer=False)
            (memory,) = user.list()
        return Hit(memory=memory, score=0.5, explain=explain)

    terms = Terms()
    terms.add([hit("a", words=2.0, baseline=-3.0), hit("b", words=1.0, kind=1.0), hit("c", kind=0.5)], {"a"})
    assert [(term.name, term.evidence, term.others) for term in terms.means()] == [
        ("words", 2.0, 0.5),
        ("kind", 0.0, 0.75),
    ]
    assert terms.counts == {"evidence_hits": 1, "other_hits": 2}


def test_an_embedder_that_is_watched_keeps_what_it_made() -> None:
    """No text is encoded twice on either side, and the vectors are those of the embedder inside."""
    watched, plain = Watched(HashingEmbedder(), keep=True), HashingEmbedder()
    texts = ["a canoe", "独木舟", "a canoe"]
    for _ in range(2):
        assert np.array_equal(watched.documents(texts), plain.documents(texts))
        assert np.array_equal(watched.questions(texts), plain.questions(texts))
    assert watched.encoded == 4


def test_the_page_draws_recall_terms_and_times(report: dict[str, Any], folder: Path) -> None:
    """Recall by k, by language, by category, the terms of the score, and the quantiles of a search."""
    text = (folder.parent / "report.html").read_text(encoding="utf-8")
    for title in ("recall by k", "by language", "by category", "by form", "by evidence", "terms of the score"):
        assert f'aria-label="talks_mine: {title}' in text or f"{title}, percent" in text
    assert "quantiles of a search in milliseconds" in text


def test_lines_stand_where_their_figures_are() -> None:
    """Depths at equal distances, percent upward, each line with its name and a dot for every figure."""
    drawn = plots.lines("x", {"zh": {1: 0.0, 5: 50.0, 50: 100.0}}, "k")
    left, middle, right = plots.MARGIN, plots.MARGIN + plots.SIDE / 2, plots.MARGIN + plots.SIDE
    top, bottom = plots.MARGIN / 2, plots.MARGIN / 2 + plots.SIDE
    assert f'points="{left:.1f},{bottom:.1f} {middle:.1f},{(top + bottom) / 2:.1f} {right:.1f},{top:.1f}"' in drawn
    assert drawn.count("<circle") == 3
    assert ">zh 100</text>" in drawn


def test_amounts_go_to_either_side_of_zero() -> None:
    """The whole width is what there is, from the least to the most."""
    drawn = plots.amounts("x", [Bar(label="up", value=3.0), Bar(label="down", value=-1.0)])
    zero = plots.LABEL + plots.PLOT / 4
    assert f'x="{zero:.1f}" y="4" width="{plots.PLOT * 3 / 4:.1f}"' in drawn
    assert f'x="{plots.LABEL:.1f}" y="{plots.ROW + 4}" width="{plots.PLOT / 4:.1f}"' in drawn


@each_row(
    ("group", "sort"),
    [("", "language"), ("cross/zh", "language"), ("category:multi", "category"), ("kind:fact", "kind"), ("x", "group")],
)
def test_groups_are_of_a_sort(group: str, sort: str) -> None:
    """Languages and their crossing together, prefixes by themselves, the rest together."""
    assert drawings.sort_of(group) == sort


def test_every_part_can_be_switched_off() -> None:
    """What the table names is in the pipeline, so that no part is left on unseen."""
    assert [variant.name for variant in VARIANTS if not variant.there] == []
    assert not Variant(name="x", stages=frozenset({"no_such_stage"})).there


def test_what_was_switched_off_is_on_again() -> None:
    """Also when asking fails."""
    whole = (pipeline.CHANNELS, pipeline.RANKING, vars(channels)["projection_of"])
    for variant in nonempty(VARIANTS):
        with pytest.raises(ZeroDivisionError), switched(variant):
            raise ZeroDivisionError
        assert whole == (pipeline.CHANNELS, pipeline.RANKING, vars(channels)["projection_of"])


def explained(variant: Variant) -> set[str]:
    """The terms of the best hit of a question under a variant."""
    with mnemic.open(":memory:", embedder=HashingEmbedder(), background=False, **variant.settings) as opened:
        user = opened.user("u")
        for session, messages in conversation(TALK).sessions.items():
            user.add(list(messages), session=session)
        with switched(variant):
            return set(user.search("When will Oskar sand the oars?")[0].explain)


@each_row(
    ("part", "term"),
    [("answer", "answer"), ("kind", "kind"), ("recency", "recency"), ("neighbours", "session"), ("session", "session")],
)
def test_a_part_that_is_off_has_no_term(part: str, term: str) -> None:
    """Whether a stage, a setting or a term is taken out, the whole score has it and the one without it has not."""
    assert term in explained(named(EVERYTHING))
    assert term not in explained(named(part))


def test_rank_fusion_keeps_the_spread_of_sums() -> None:
    """What comes after it weighs what it did: the same mean and deviation over the memories."""
    seen: list[tuple[float, float]] = []

    def note(asking: Any) -> Any:
        seen.append((float(asking.total.mean()), float(asking.total.std())))
        return asking

    with mnemic.open(":memory:", embedder=HashingEmbedder(), background=False) as opened:
        user = opened.user("u")
        user.add(["The canoe is blue.", "Oars are by the canoe.", "Lunch is at noon."], infer=False)
        for ahead in ({}, dict(named("rrf").ahead)):
            watched = Variant(name="x", ahead={"channels.score_cues": note} | ahead, settings={"neighbour_weight": 0.0})
            with switched(watched):
                user.search(f"Where is the canoe{'?' * (1 + bool(ahead))}")
    assert seen[0] == pytest.approx(seen[1], abs=1e-4)


def test_parts_are_measured_on_the_same_questions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each part with its change against the whole, and every text encoded once."""
    out = folder.parent / "ablation.json"
    given = ["--data", str(folder), "--only", "talks_mine", "--part", "words", "--part", "rrf", "--embedder", "hashing"]
    assert ablation.main([*given, "--out", str(out)]) == 0
    figures = json.loads(out.read_text(encoding="utf-8"))["sets"]["ablation"]
    assert figures["n/everything/talks_mine en"] == 1
    for variant in ("words", "rrf"):
        whole = figures["turn_frac@5/everything/talks_mine en"]
        change = figures[f"change@5/{variant}/talks_mine en"]
        assert figures[f"turn_frac@5/{variant}/talks_mine en"] == pytest.approx(whole + change, abs=0.11)
    assert "rank fusion" in capsys.readouterr().out


def test_a_part_is_kept_that_surely_gains_on_two_sets() -> None:
    """Ways of one set count once, a change that may be none counts nowhere, and a cost keeps nothing. What was put in
    instead gains where the change is positive."""
    ways = ("one zh", "one en", "two en")
    figures: dict[str, float | None] = {f"turn_frac@5/everything/{way}": 50.0 for way in ways}
    around: dict[str, list[float]] = {}
    told = {
        "good": ([-4.0, -1.0], [-3.0, -1.0], [-2.0, -0.5]),
        "once": ([-4.0, -1.0], [-3.0, -1.0], [-2.0, 0.5]),
        "bad": ([-4.0, -1.0], [1.0, 2.0], [-2.0, -0.5]),
        "rrf": ([-4.0, -1.0], [-3.0, -1.0], [1.0, 2.0]),
    }
    for variant, intervals in told.items():
        for way, interval in zip(ways, intervals, strict=True):
            figures[f"turn_frac@5/{variant}/{way}"] = 48.0
            figures[f"change@5/{variant}/{way}"] = sum(interval) / 2
            around[f"change@5/{variant}/{way}"] = interval
    _, rows = ablation_cells(figures, around)
    assert [row[-1] for row in rows] == ["", "+ 2 (kept)", "+ 1", "+ 2, − 1", "+ 1, − 1"]
    assert rows[1][1:4] == ["**−2.5**", "**−2.0**", "**−1.2**"]
    assert rows[2][3] == "−0.8"


def test_every_table_of_recall_is_written_in_both_languages(report: dict[str, Any]) -> None:
    """From a report of our own form, with no English group on the Chinese page."""
    for name in ("recall_by_language", "recall_by_category", "recall_by_form", "terms", "latency", "chances"):
        text = FIGURES.format(name, "talks_mine")
        written = publish.rewritten(text, report, english)
        assert written.count("| --- |") >= 1
        assert publish.rewritten(text, report, chinese) != written
        assert name in TABLES
    assert "单一事实" in publish.rewritten(FIGURES.format("recall_by_category", "talks_mine"), report, chinese)


def test_a_draft_says_that_it_is_one(report: dict[str, Any], tmp_path: Path) -> None:
    """Part of the sets goes on a page only where it is asked for by name, and the table says what it is of."""
    page, source = tmp_path / "pages" / "recall.md", tmp_path / "limited.json"
    page.parent.mkdir()
    page.write_text(FIGURES.format("latency", "talks_mine"), encoding="utf-8")
    source.write_text(json.dumps(report | {"limit": 2}), encoding="utf-8")
    given = [str(source), "--pages", str(page.parent)]
    assert publish.main(given) == 2
    with pytest.raises(SystemExit):
        publish.main([*given, "--draft"])
    other = page.with_name("truth.md")
    shutil.copy(page, other)
    assert publish.main([*given, "--draft", "--page", "recall"], say=lambda line: None) == 0
    assert other.read_text(encoding="utf-8") == FIGURES.format("latency", "talks_mine")
    assert "**draft, the first items of each set only: 2; hashing**" in page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def talks() -> list[dict[str, Any]]:
    """Every conversation of our own."""
    return [talk for half in card.HALVES for talk in card.half(half)]


def test_our_own_conversations_are_as_large_as_the_card_says(talks: list[dict[str, Any]]) -> None:
    """24 at least, each of 12 sessions, 250 turns and 40 questions or more, half of them in either language."""
    assert len(talks) >= 24
    assert sum(talk["lang"] == "zh" for talk in talks) == len(talks) / 2
    for talk in talks:
        assert len(talk["sessions"]) >= 12
        assert sum(len(session["turns"]) for session in talk["sessions"]) >= 250
        assert len(talk["questions"]) >= 40


def test_a_fifth_of_the_questions_cross_languages(talks: list[dict[str, Any]]) -> None:
    """In every conversation."""
    for talk in nonempty(talks):
        crossing = sum(question["lang"] != talk["lang"] for question in talk["questions"])
        assert crossing >= len(talk["questions"]) / 5, talk["conversation_id"]


def test_evidence_of_our_own_conversations_resolves(talks: list[dict[str, Any]]) -> None:
    """Turns and sessions are there, each id once; only what has no answer has no evidence."""
    for talk in nonempty(talks):
        owner = [(turn["turn_id"], session["session_id"]) for session in talk["sessions"] for turn in session["turns"]]
        assert len(dict(owner)) == len(owner)
        for question in nonempty(talk["questions"]):
            evidence = question["evidence_turn_ids"]
            sessions = {dict(owner)[turn] for turn in evidence}
            assert set(question["evidence_session_ids"]) == sessions, question["qid"]
            assert bool(evidence) is (question["category"] != "unanswerable"), question["qid"]


def test_questions_of_our_own_have_ids_and_known_categories(talks: list[dict[str, Any]]) -> None:
    """No id occurs twice in either half."""
    questions = [question for talk in talks for question in talk["questions"]]
    assert len({question["qid"] for question in questions}) == len(questions)
    assert {question["category"] for question in questions} <= set(card.CATEGORIES)


def test_the_halves_share_no_user(talks: list[dict[str, Any]]) -> None:
    """What is fitted on one says nothing of anybody in the other."""
    users = [talk["user"] for talk in talks]
    assert len(set(users)) == len(users)


def test_the_card_says_what_the_conversations_are(tmp_path: Path) -> None:
    """`python -m evals.card` changes nothing; a wrong count is seen and mended."""
    assert card.main(["--check"]) == 0
    stale = shutil.copy(TALKS / "README.md", tmp_path / "README.md")
    Path(stale).write_text(Path(stale).read_text(encoding="utf-8").replace("| 596 |", "| 597 |"), encoding="utf-8")
    assert card.main(["--check"], card=Path(stale)) == 1
    assert card.main([], card=Path(stale)) == 0
    assert Path(stale).read_text(encoding="utf-8") == card.CARD.read_text(encoding="utf-8")


def test_turns_are_told_once() -> None:
    """However many hits come from one."""
    assert turns_of([]) == []
