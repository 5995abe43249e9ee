"""Labels, reports and receipts on the command line, in both languages and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemic.faces.cli.app import run

SAID = "I'm allergic to walnuts."
QUESTION = "What am I allergic to?"


pytestmark = pytest.mark.usefixtures("shell_of_alice")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_label_is_given_and_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """What is added for a purpose is found with --purpose only, until it is labelled anew."""
    said(capsys, "add", SAID, "--for", "support", "--for", "billing", "--keep", "P30D")
    assert "walnuts" not in said(capsys, "search", QUESTION)
    found = json.loads(said(capsys, "search", QUESTION, "--purpose", "billing", "--json"))
    assert "walnuts" in str(found)
    (held,) = json.loads(said(capsys, "list", "--json"))["memories"]
    assert held["purpose"] == "billing,support"
    assert "已加标签" in said(capsys, "--lang", "zh", "label", held["id"][:8])
    assert "walnuts" in said(capsys, "search", QUESTION)


def test_what_cannot_be_a_label_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A retention that cannot be used ends with exit code 1 and the way out."""
    assert run(["add", SAID, "--keep", "soon"]) == 1
    assert "P30D" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Everything held about alice"), ("zh", "关于 alice 保存的一切")]
)
@pytest.mark.parametrize("ending", ["html", "json", "md"])
def test_a_report_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, title: str, ending: str
) -> None:
    """The format is that of the name, the language that of the command."""
    said(capsys, "add", SAID)
    target = tmp_path / f"alice.{ending}"
    shape = json.loads(said(capsys, "--lang", language, "report", "--out", str(target), "--json"))
    assert (shape["format"], shape["language"], shape["path"]) == (ending, language, str(target))
    assert "text" not in shape
    assert title in target.read_text(encoding="utf-8")
    assert run(["report", "--out", str(target)]) == 1
    assert "there already" in capsys.readouterr().err
    said(capsys, "report", "--out", str(target), "--overwrite", "--format", "md")
    assert target.read_text(encoding="utf-8").startswith("<!-- mnemic-report")


@pytest.mark.parametrize(("language", "word"), [("en", "Receipt of a forgetting"), ("zh", "遗忘凭据")])
def test_forgetting_prints_the_receipt(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, word: str
) -> None:
    """The receipt is printed in the language of the command, with the report that was removed; as JSON it is whole."""
    said(capsys, "add", SAID)
    said(capsys, "report", "--out", str(tmp_path / "alice.html"))
    shown = said(capsys, "--lang", language, "forget", "--session", "main", "--exports", "--yes")
    assert word in shown
    assert "removed" in shown
    assert not (tmp_path / "alice.html").exists()
    said(capsys, "add", SAID)
    receipt = json.loads(said(capsys, "forget", "--everything", "--yes", "--json"))
    assert receipt["everything"] is True
    assert receipt["tables"]["turns"] == 1
    assert len(receipt["digest"]) == len(receipt["mark"]) == 64
