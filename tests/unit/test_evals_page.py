"""The report's page and the published tables: every set is there, and nothing is written but between markers."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from evals import page, plots, publish
from evals.__main__ import main
from evals.changes import curve
from evals.measured import Cost, Measured
from evals.plots import Bar
from evals.publish import CannotPublish
from evals.report import Report, between, entered, new_report
from evals.sets import bundled
from evals.tables import TABLES
from evals.words import chinese, english
from tests.tables import each_row

VOID = {"meta"}
OPENS = re.compile(r"<!-- figures: (\S+) (\S+) -->")


def small_report() -> Report:
    """A report of two sets, with a curve and a cost."""
    report = new_report(absent={"locomo": "no file of it"})
    extraction = Measured(
        metrics={"n": 2, "precision": 0.5, "recall": 1.0, "recall/zh": 1.0, "recall/kind:fact": 0.75, "items": 2},
        intervals={"precision": (0.1, 0.9)},
        costs=(Cost(construction="<hint>", counts={"items": 2}, gains={"f1": 12.5}),),
    )
    changes = Measured(metrics={"n": 2, "retired/replaces": 50.0}, curves=(curve([(True, 0.9), (False, 0.2)]),))
    entered(report, "extraction_held", extraction, family="extraction")
    entered(report, "changes_test", changes, family="changes")
    where = {"date": "2026-05-01T10:00:00+00:00", "python": "3.11.9", "platform": "x", "cpus": 2}
    return report | {
        "environment": where | {"packages": {"mnemic": "9.9"}},
        "embedder": "builtin",
        "limit": None,
    }


class Balanced(HTMLParser):
    """Follows the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content, which needs no end."""

    def handle_endtag(self, tag: str) -> None:
        """An element ends, which must be the last that began."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_a_report_holds_figures_intervals_curves_and_what_remains() -> None:
    """It goes to JSON and back unchanged."""
    report = small_report()
    assert json.loads(json.dumps(report)) == report
    assert report["sets"]["extraction_held"]["precision"] == 0.5
    assert report["intervals"]["extraction_held"] == {"precision": [0.1, 0.9]}
    assert report["curves"]["changes_test"][0]["chosen"]["y"]["part"] == 1
    assert report["remaining"]["extraction_held"][0]["gains"] == {"f1": 12.5}


def test_the_page_holds_every_set_and_needs_nothing_else() -> None:
    """Each set has its heading, what is absent is named, and no address is loaded."""
    text = page.page(small_report())
    for name in small_report()["sets"]:
        assert f'<h2 id="{name}">' in text
    assert "absent: locomo" in text
    assert not re.search(r"(?:src|href)=\"(?!#)|@import|url\(", text)


def test_the_page_is_well_formed_and_escapes_what_it_shows() -> None:
    """Every element that begins ends, whatever a construction is called."""
    text = page.page(small_report())
    reader = Balanced()
    reader.feed(text)
    assert (reader.wrong, reader.open) == ([], [])
    assert "&lt;hint&gt;" in text
    assert "<hint>" not in text


def test_bars_are_as_long_as_their_figures() -> None:
    """Half of the width for 50 percent; the whisker spans its interval."""
    drawn = plots.bars("x", [Bar(label="zh", value=50, interval=(25, 75))])
    assert f'width="{plots.PLOT / 2:.1f}"' in drawn
    assert f'x1="{plots.LABEL + plots.PLOT / 4:.1f}" x2="{plots.LABEL + plots.PLOT * 3 / 4:.1f}"' in drawn
    assert "50.0 (25–75)" in drawn


def test_a_curve_marks_the_chosen_point() -> None:
    """One circle for it, at its place, besides a dot for every threshold that has both figures."""
    (drawn,) = small_report()["curves"]["changes_test"]
    svg = plots.curve(drawn)
    chosen = drawn["chosen"]
    across = plots.MARGIN + plots.SIDE * chosen["x"]["percent"] / 100
    down = plots.MARGIN / 2 + plots.SIDE * (1 - chosen["y"]["percent"] / 100)
    assert svg.count('class="chosen"') == 1
    assert f'class="chosen" cx="{across:.1f}" cy="{down:.1f}"' in svg
    defined = [point for point in drawn["points"] if point["y"]["percent"] is not None]
    assert svg.count('class="dot"') == len(defined) < len(drawn["points"])


@each_row(("around", "written"), [([0.1, 0.9], "0.10–0.90"), ([0, 79.3], "0–79"), ([0, 1], "0–1"), (None, "–")])
def test_intervals_in_writing(around: list[float] | None, written: str) -> None:
    """Shares with two digits, percentages with none."""
    assert between(around) == written


def test_publishing_rewrites_only_between_markers() -> None:
    """What stands before, between and after blocks stays, byte for byte, and twice is as once."""
    text = "# A\n<!-- figures: scores extraction_held -->\nold 7\n<!-- end of figures -->\n\nB 0.5 | x\n"
    once = publish.rewritten(text, small_report(), english)
    assert once.startswith("# A\n<!-- figures: scores extraction_held -->\n\n| language | precision |")
    assert once.endswith("\n<!-- end of figures -->\n\nB 0.5 | x\n")
    assert "| all | 0.5 (0.10–0.90) | 1 |" in once
    assert "old 7" not in once
    assert publish.rewritten(once, small_report(), english) == once


def test_tables_are_in_the_language_of_the_page() -> None:
    """The same figures under Chinese heads."""
    text = "<!-- figures: scores extraction_held -->\n<!-- end of figures -->\n"
    assert "| 全部 | 0.5 (0.10–0.90) |" in publish.rewritten(text, small_report(), chinese)


def test_a_set_that_was_not_measured_keeps_its_figures() -> None:
    """A run of our own sets does not wipe the figures of the others."""
    text = "<!-- figures: retired locomo -->\nkept\n<!-- end of figures -->\n"
    assert publish.rewritten(text, small_report(), english) == text


@each_row(
    "text",
    [
        "<!-- figures: nonsense extraction_held -->\n<!-- end of figures -->\n",
        "<!-- figures: scores extraction_held -->\n",
        "<!-- figures: scores extraction_held -->\n<!-- figures: kinds extraction_held -->\n<!-- end of figures -->\n",
    ],
)
def test_broken_markers_are_refused(text: str) -> None:
    """An unknown table, or a block without an end, which would swallow the page."""
    with pytest.raises(CannotPublish):
        publish.rewritten(text, small_report(), english)


@pytest.mark.parametrize("part", [{"limit": 3}, {"embedder": "hashing"}])
def test_a_partial_report_is_not_published(part: dict[str, Any], tmp_path: Path) -> None:
    """Neither the first few items nor another embedder's figures; the pages stay as they are."""
    before = "<!-- figures: scores extraction_held -->\nold\n<!-- end of figures -->\n"
    (tmp_path / "truth.md").write_text(before, encoding="utf-8")
    (tmp_path / "report.json").write_text(json.dumps(small_report() | part), encoding="utf-8")
    assert publish.main([str(tmp_path / "report.json"), "--pages", str(tmp_path)]) == 2
    assert (tmp_path / "truth.md").read_text(encoding="utf-8") == before


def test_checking_names_pages_and_writes_nothing(tmp_path: Path) -> None:
    """It fails until the page has been written, and passes then."""
    path = tmp_path / "truth.md"
    path.write_text("<!-- figures: curve changes_test -->\n<!-- end of figures -->\n", encoding="utf-8")
    (tmp_path / "report.json").write_text(json.dumps(small_report()), encoding="utf-8")
    arguments = [str(tmp_path / "report.json"), "--pages", str(tmp_path)]
    said: list[str] = []
    assert publish.main([*arguments, "--check"], said.append) == 1
    assert said == ["truth.md: says something else"]
    assert publish.main(arguments, said.append) == 0
    assert publish.main([*arguments, "--check"], said.append) == 0
    assert "(chosen)" in path.read_text(encoding="utf-8")


def test_pages_name_tables_that_exist_and_twins_hold_the_same() -> None:
    """Every marker of docs/quality is good, and the Chinese page has those of the English one, in order."""
    pages = {path.name: OPENS.findall(path.read_text(encoding="utf-8")) for path in publish.QUALITY.glob("*.md")}
    for name in ("truth", "recall", "year"):
        assert pages[f"{name}.md"]
        assert pages[f"{name}.md"] == pages[f"{name}.zh-CN.md"]
    assert {table for name in ("truth.md", "recall.md", "year.md") for table, _ in pages[name]} == set(TABLES)


def test_a_run_writes_the_page_beside_the_report(tmp_path: Path) -> None:
    """Two pairs, measured from the command line; both files name the set."""
    lines = [{"lang": "en", "label": 1, "a": "x", "b": "x"}, {"lang": "en", "label": 0, "a": "x", "b": "y"}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "pairs.jsonl").write_text(text, encoding="utf-8")
    out = tmp_path / "out" / "evals.json"
    assert main(["--data", str(tmp_path), "--embedder", "hashing", "--out", str(out)]) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["sets"]["pairs"]["recognised"] == 100
    assert report["intervals"]["pairs"]["merged"] == [0.0, 79.3]
    assert '<h2 id="pairs">' in out.with_suffix(".html").read_text(encoding="utf-8")


def test_without_a_folder_the_sets_of_the_project_are_measured(tmp_path: Path) -> None:
    """No option is needed, and what is not asked for is listed; the half that was fitted on is not even that."""
    out = tmp_path / "evals.json"
    assert main(["--only", "states", "--limit", "1", "--embedder", "hashing", "--out", str(out)]) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert list(report["sets"]) == ["states_held"]
    assert "talks_report" in report["not_asked_for"]
    assert "talks_train" not in report["not_asked_for"]


def test_every_construction_of_the_bundled_sets_has_a_chinese_name() -> None:
    """No English tag stands on the Chinese page."""
    tags = {tag for one in bundled() for row in one.rows() for tag in row.get("tags", ()) if not tag.startswith("dom:")}
    assert {tag for tag in tags if chinese(tag) == english(tag)} == set()


def test_what_was_never_counted_is_not_drawn() -> None:
    """A figure without an interval is of nothing: it stands in the table as a dash, and has no bar."""
    text = page.page(small_report())
    assert ">all · precision</text>" in text
    assert ">zh · recall</text>" not in text
