"""Permanent memory, the profile and the start of a session on the command line, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.test_cli import Shell

ORDER = "From now on, always answer in French."


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell with a memory of its own."""
    return Shell(tmp_path)


def test_proposed_confirmed_read_and_rejected(shell: Shell) -> None:
    """Each step does what the library does, and the list shows the room with its keys."""
    made = shell.value("permanent", "propose", ORDER, "--key", "language", "--reason", "said twice")
    assert made["tier"] == "permanent_proposal"
    assert [one["id"] for one in shell.value("permanent", "list")["proposals"]] == [made["id"]]
    assert shell.value("permanent", "confirm", made["id"][:8])["tier"] == "permanent"
    assert shell.value("permanent", "read", "language")["text"] == ORDER
    assert [one["key"] for one in shell.value("permanent", "list")["permanent"]] == ["language"]
    assert ORDER in shell.said("permanent", "list")
    shell.value("permanent", "reject", made["id"])
    shell.run("permanent", "read", "language", code=1)


def test_questions_are_shown(shell: Shell) -> None:
    """What contradicts permanent memory is listed as a question."""
    (id,) = shell.value("add", ORDER)["ids"]
    shell.value("permanent", "confirm", id)
    shell.value("add", "From now on, always answer in German.")
    (question,) = shell.value("permanent", "list")["questions"]
    assert question["permanent"]["id"] == id
    assert question["text"] in shell.said("permanent", "list")


@pytest.mark.parametrize(("home", "word"), [("I live in Leeds.", "Leeds"), ("我住在青岛。", "青岛")])
def test_the_profile_and_the_start(shell: Shell, home: str, word: str) -> None:
    """The profile shows slots, and the start puts them into a prompt within its budget."""
    shell.value("add", home)
    assert word in shell.said("profile")
    assert shell.value("profile", "--refresh")["profile"]["id"]
    changed = shell.value("profile", "--changes")
    assert (changed["profile"], changed["changes"]["added"]) == (None, [])
    begun = shell.value("start", "--session", "s2", "--budget", "300")
    assert word in begun["text"]
    assert sum(block["tokens"] for block in begun["blocks"]) <= 300
    assert "system:" in shell.said("start", "--messages")


def test_help_speaks_both_languages(shell: Shell) -> None:
    """Every command of the rooms has its words in English and Chinese."""
    for command in (["permanent", "propose"], ["permanent", "list"], ["profile"], ["start"]):
        assert shell.said("--lang", "zh", *command, "--help") != shell.said("--lang", "en", *command, "--help")
