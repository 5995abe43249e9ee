"""Measuring: the arithmetic against figures worked out by hand, the loaders, and a small set from end to end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

import mnemic
from benchmarks.timing import Times
from benchmarks.world import World, prepared, user_name
from evals import metrics
from evals.__main__ import main
from evals.gold import answered, extracted, matches
from evals.identity import judged
from evals.loaders import BadSet, conversation, moment, rows, stem
from evals.report import COLUMNS_MAX, tables_of
from evals.sets import survey
from mnemic.models.hashing import HashingEmbedder
from mnemic.writing.compare import Comparison
from tests.tables import each_row

RANKED = ["a", "b", "c", "d"]

TALK: dict[str, Any] = {
    "conversation_id": "c1",
    "lang": "en",
    "sessions": [
        {
            "session_id": "s1",
            "datetime": "2025-05-01",
            "turns": [
                {"turn_id": "t1", "role": "user", "speaker": "Ana", "text": "My canoe is painted turquoise."},
                {"turn_id": "t2", "role": "assistant", "text": "That must look lovely on the lake."},
            ],
        },
        {"session_id": "silent", "datetime": "2025-05-02", "turns": []},
        {
            "session_id": "s2",
            "datetime": "2025-05-09T18:00:00",
            "turns": [{"turn_id": "t3", "role": "user", "speaker": "Ana", "text": "The bakery opens at six."}],
        },
    ],
    "questions": [
        {
            "question": "What colour is the canoe painted?",
            "category": "single",
            "evidence_turn_ids": ["t1", "gone"],
            "evidence_session_ids": ["s1"],
            "question_datetime": "2025-06-01",
            "question_other_lang": "独木舟漆成什么颜色？",
        },
        {"question": "Who sold the canoe?", "category": "adversarial", "evidence_turn_ids": ["t1"]},
    ],
}


def write_lines(path: Path, lines: Iterable[object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def run(arguments: Iterable[object]) -> int:
    return main([str(one) for one in arguments] + ["--embedder", "hashing"])


def test_recall_is_the_share_of_what_was_wanted() -> None:
    """Of b, d and z the first two hold b only, the first four b and d."""
    assert metrics.fraction_found(RANKED, {"b", "d", "z"}, 2) == pytest.approx(1 / 3)
    assert metrics.fraction_found(RANKED, {"b", "d", "z"}, 4) == pytest.approx(2 / 3)


def test_any_found_needs_one_only() -> None:
    """One of two wanted among the first k is a hit, and the place just behind k is none."""
    assert metrics.any_found(RANKED, {"c", "z"}, 3) == 1
    assert metrics.any_found(RANKED, {"c", "z"}, 2) == 0


def test_reciprocal_rank_counts_the_first_wanted() -> None:
    """The third place gives 1/3, whatever comes later; nothing found gives 0."""
    assert metrics.reciprocal_rank(RANKED, {"c", "d"}) == pytest.approx(1 / 3)
    assert metrics.reciprocal_rank(RANKED, {"z"}) == 0


def test_ndcg_discounts_by_the_logarithm_of_the_place() -> None:
    """Places 2 and 4 of two wanted: (1/log2(3) + 1/log2(5)) / (1/log2(2) + 1/log2(3)) = 0.65092."""
    assert metrics.ndcg(RANKED, {"b", "d"}, 10) == pytest.approx(0.65092, abs=1e-5)
    assert metrics.ndcg(["b", "d", "a"], {"b", "d"}, 10) == pytest.approx(1)


def test_ndcg_expects_no_more_than_k() -> None:
    """With three wanted and k = 2, two wanted ones in front are as good as it gets."""
    assert metrics.ndcg(["x", "y", "a"], {"x", "y", "z"}, 2) == pytest.approx(1)


def test_quantile_takes_a_value_that_is_there() -> None:
    """The median of four is the third, as in sorted[n // 2], and the 0.95 quantile the last."""
    assert metrics.quantile([4.0, 1.0, 3.0, 2.0], 0.5) == 3
    assert metrics.quantile([4.0, 1.0, 3.0, 2.0], 0.95) == 4
    assert metrics.quantile([], 0.5) is None


def test_means_are_percentages_with_one_decimal() -> None:
    """Two of three over everything, one of two in the group, under names with a suffix."""
    means = metrics.Means()
    for value, group in ((1, "en"), (0, "en"), (1, "zh")):
        means.add("r@1", value, ("", group))
    assert means.percentages() == {"r@1": 66.7, "r@1/en": 50.0, "r@1/zh": 100.0}


def test_harmonic_mean() -> None:
    """Precision 0.5 and recall 1 make F1 2/3; nothing right makes 0."""
    assert metrics.harmonic(0.5, 1) == pytest.approx(2 / 3)
    assert metrics.harmonic(0, 0) == 0


@each_row(
    ("file", "name"),
    [
        ("locomo_dev.jsonl", "locomo"),
        ("locomo_held.jsonl.gz", "locomo"),
        ("recall_queries_dev.jsonl", "recall_queries"),
        ("states.jsonl", "states"),
    ],
)
def test_a_set_is_known_by_the_first_part_of_its_file_name(file: str, name: str) -> None:
    """Up to the first of `_dev`, `_held` and the dot."""
    assert stem(Path(file)) == name


def test_gzipped_and_plain_files_read_alike(tmp_path: Path) -> None:
    """The same lines come out, Chinese and blank lines included."""
    text = '{"a": 1}\n\n{"a": "茶"}\n'
    (tmp_path / "x.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    assert list(rows(tmp_path / "x.jsonl")) == list(rows(tmp_path / "x.jsonl.gz")) == [{"a": 1}, {"a": "茶"}]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    """The message names the line, counted from one."""
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{"a": \n', encoding="utf-8")
    with pytest.raises(BadSet, match=r"x\.jsonl, line 2"):
        list(rows(tmp_path / "x.jsonl"))


@each_row(
    ("text", "when"),
    [
        ("2025-05-01", datetime(2025, 5, 1, 12, tzinfo=UTC)),
        ("2025-05-01T08:30:00", datetime(2025, 5, 1, 8, 30, tzinfo=UTC)),
        ("2025-05-01T08:30:00-05:00", datetime(2025, 5, 1, 13, 30, tzinfo=UTC)),
    ],
)
def test_times_without_a_zone_are_utc_and_dates_are_noon(text: str, when: datetime) -> None:
    """A zone that is there is kept, an offset to the west too."""
    assert moment(text) == when


def test_a_conversation_keeps_ids_times_and_speakers() -> None:
    """A turn without a time of its own has its session's; evidence that no turn has is counted."""
    talk = conversation(TALK)
    assert talk.sessions["s1"][0] == {
        "role": "user",
        "content": "My canoe is painted turquoise.",
        "id": "t1",
        "name": "Ana",
        "time": datetime(2025, 5, 1, 12, tzinfo=UTC),
    }
    first, second = talk.questions
    assert (set(first.turns), set(first.sessions), first.unresolved) == ({"t1"}, {"s1"}, 1)
    assert first.answerable
    assert not second.answerable


def test_gold_matches_need_one_of_every_group_and_nothing_forbidden() -> None:
    """Case does not count."""
    wanted = {"must": [["canoe", "kayak"], ["turquoise"]], "must_not": ["sold"]}
    assert matches("The Kayak is TURQUOISE.", wanted)
    assert not matches("The canoe is red.", wanted)
    assert not matches("The turquoise canoe was sold.", wanted)


def test_extraction_counts_what_is_found_wrong_and_forbidden() -> None:
    """Two wanted, one found; of three made one serves, one repeats it and one is wrong and forbidden."""
    row = {"expect": [{"must": [["canoe"]]}, {"must": [["bakery"]]}], "forbid": [["lake", "deep"]]}
    counted = extracted(row, ["Has a canoe", "Owns a canoe", "The lake is deep"])
    assert (counted["want"], counted["found"], counted["made"], counted["wrong"]) == (2, 1, 3, 1)
    assert counted["forbidden"] == 1
    assert counted["empty"] == 0


def test_silence_is_right_where_nothing_is_expected() -> None:
    """A dialogue that should give nothing is clean when nothing came out."""
    row: dict[str, Any] = {"expect": [], "forbid": [["lake"]]}
    assert extracted(row, [])["empty_ok"] == 1
    assert extracted(row, ["Likes tea"])["empty_ok"] == 0


def test_a_state_is_right_when_complete_and_not_stale() -> None:
    """What must be there may be spread over the results; one stale word spoils it."""
    ask = {"must": [["canoe"], ["red"]], "must_not": ["turquoise"]}
    assert answered(ask, ["Has a canoe", "It is red"])["right"] == 1
    assert answered(ask, ["Has a canoe"])["missing"] == 1
    assert answered(ask, ["The red canoe was turquoise"])["stale"] == 1


def test_near_misses_differ_and_repetitions_are_the_same() -> None:
    """Full width and case are no difference, another number is."""
    assert judged("Badge number ４１７", "badge number 417", "en", HashingEmbedder()) is Comparison.SAME
    assert (
        judged("The crate weighs 40 kilos", "The crate weighs 45 kilos", "en", HashingEmbedder()) is not Comparison.SAME
    )


def test_what_is_not_there_is_listed(tmp_path: Path) -> None:
    """Half a recall set is absent with the reason, and a file of no known set is named."""
    write_lines(tmp_path / "recall_memories.jsonl", [{"id": "m1", "text": "x"}])
    write_lines(tmp_path / "menu.jsonl", [{"a": 1}])
    write_lines(tmp_path / "gold" / "states.jsonl", [])
    surveyed = survey(tmp_path)
    assert [one.name for one in surveyed.found] == ["states"]
    assert surveyed.absent["recall"] == "no recall_queries file"
    assert "locomo" in surveyed.absent
    assert surveyed.unknown == ("menu.jsonl",)


def test_two_files_of_one_set_are_one_set(tmp_path: Path) -> None:
    """The development and the held-out half of a set are measured together."""
    for part in ("dev", "held"):
        write_lines(tmp_path / f"pairs_{part}.jsonl", [{"lang": "en", "label": 1, "a": "x", "b": "x"}])
    (found,) = survey(tmp_path).found
    assert (found.name, len(found.rows())) == ("pairs", 2)


def test_a_small_recall_set_runs_from_end_to_end(tmp_path: Path) -> None:
    """Memories that share a rare word with their question come first, in both languages; the report is on disk."""
    memories = [
        {"id": "m1", "lang": "en", "text": "The canoe is painted turquoise."},
        {"id": "m2", "lang": "zh", "text": "她的自行车停在地下车库。"},
        {"id": "m3", "lang": "en", "text": "Lunch is at noon on workdays."},
    ]
    queries = [
        {"id": "q1", "set": "en", "query": "Which colour is the canoe?", "gold": "m1"},
        {"id": "q2", "set": "zh", "query": "自行车放在哪里？", "gold": "m2"},
        {"id": "q3", "set": "en", "query": "Where is it?", "gold": "gone"},
    ]
    write_lines(tmp_path / "recall_memories.jsonl", memories)
    write_lines(tmp_path / "recall_queries_dev.jsonl", queries)
    assert run(["--data", tmp_path, "--out", tmp_path / "out" / "report.json"]) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    recall = report["sets"]["recall"]
    assert (recall["n"], recall["unresolved"]) == (2, 1)
    assert (recall["r@1"], recall["r@1/en"], recall["r@1/zh"], recall["mrr"]) == (100, 100, 100, 100)
    assert report["environment"]["packages"]["numpy"]


def test_a_small_conversation_set_runs_from_end_to_end(tmp_path: Path) -> None:
    """Evidence is found by its turn id, the adversarial question is left out, and every figure has its name."""
    write_lines(tmp_path / "locomo_dev.jsonl", [TALK])
    assert run(["--data", tmp_path, "--out", tmp_path / "report.json", "--only", "locomo"]) == 0
    measured = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["sets"]["locomo"]
    assert (measured["n"], measured["n/cross"], measured["turns"]) == (1, 1, 3)
    assert (measured["unresolved"], measured["left_out"], measured["empty_sessions"]) == (1, 1, 1)
    assert measured["turn_frac@5"] == measured["turn_any@5/en"] == measured["session_any@5/en/single"] == 100
    assert measured["ndcg@10"] == measured["mrr"] == 100
    assert "turn_any@50/cross/en" in measured


def test_a_table_has_a_row_for_every_group() -> None:
    """Metrics over groups become columns; those of the whole set stand below."""
    (table,) = tables_of("x", {"n": 2, "r@1": 50.0, "r@1/en": 0.0, "r@1/zh": 100.0})
    assert table.row_count == 3
    assert table.caption == "n 2"


def test_a_set_of_many_metrics_takes_several_tables() -> None:
    """No table is wider than a line, and every metric is in one of them."""
    many: metrics.Metrics = {f"m{number}/en": 1.0 for number in range(COLUMNS_MAX + 2)}
    first, second = tables_of("x", many)
    assert len(first.columns) == COLUMNS_MAX + 1
    assert len(second.columns) == 3


def test_a_benchmark_file_holds_what_was_asked_for_and_is_reused(tmp_path: Path) -> None:
    """Three users with six memories each; other parameters make another file."""
    embedder = HashingEmbedder()
    world = World(users=3, memories=18, fingerprint=embedder.fingerprint, size=embedder.size)
    path = tmp_path / "bench.db"
    with Progress(disable=True) as progress:
        assert not prepared(path, world, embedder, progress)
        assert prepared(path, world, embedder, progress)
        assert not prepared(path, replace(world, memories=12), embedder, progress)
    with mnemic.open(path, embedder=embedder) as opened:
        held = opened.user(user_name(2)).stats()
    assert (held.episodes + held.memories, held.vectors, held.pending) == (4, 4, 0)


def test_times_have_a_median_and_a_tail() -> None:
    """Of one to twenty the median is 10.5, and the 0.95 quantile the twentieth."""
    times = Times(ms=tuple(float(number) for number in range(1, 21)))
    assert (times.median, times.p95) == (10.5, 20)
