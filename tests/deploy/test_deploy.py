"""The deployment files name commands, options, settings and addresses that there are; images are not built here."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from mnemic.faces.cli.app import build
from mnemic.faces.words import Language, Words
from mnemic.settings import Settings
from tests.tables import each_row

DEPLOY = Path(__file__).parents[2] / "deploy"
OF_THE_COMMAND_LINE = {"MNEMIC_DB", "MNEMIC_USER"}
OF_COMPOSE = {"MNEMIC_DB_PASSWORD"}  # put into the URL by compose itself
PORT = "8377"


def _documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


def _containers() -> Iterator[dict[str, Any]]:
    for document in _documents("kubernetes.yaml"):
        if document["kind"] == "Deployment":
            yield from document["spec"]["template"]["spec"]["containers"]


def _commands() -> list[list[str]]:
    """Every command line of `mnemic` in the files, with what comments tell one to type."""
    found: list[list[str]] = [container["command"] for container in _containers()]
    for service in _documents("compose.yaml")[0]["services"].values():
        found += [service["command"]] if "command" in service else []
    for path in sorted(DEPLOY.iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.search(r'CMD (\["mnemic".*\])', line):
                found.append(yaml.safe_load(match[1]))
            elif match := re.search(r"(?:ExecStart=|-- )\S*(mnemic [a-z].*)", line):
                found.append(shlex.split(match[1]))
    return [command for command in found if command[0] == "mnemic"]


def test_there_are_commands() -> None:
    """Both servers, both workers, the image's own command, the unit's, and one in a comment."""
    assert len(_commands()) >= 7


@each_row("command", _commands())
def test_every_command_is_one(command: list[str]) -> None:
    """Its options are options of that command."""
    found: Any = build(Words(Language.ENGLISH))
    words = [word for word in command[1:] if not word.startswith("-")]
    for word in words:
        if word in getattr(found, "commands", {}):
            found = found.commands[word]
    assert not hasattr(found, "commands"), f"no command in {command}"
    options = {option for parameter in found.params for option in parameter.opts}
    assert {word for word in command if word.startswith("--")} <= options


def test_every_setting_is_one() -> None:
    """An environment variable that nobody reads would be a setting that does nothing."""
    named = {name for path in DEPLOY.iterdir() for name in re.findall(r"MNEMIC_[A-Z_]+", path.read_text("utf-8"))}
    known = {f"MNEMIC_{name.upper()}" for name in Settings.model_fields}
    assert named - known - OF_THE_COMMAND_LINE - OF_COMPOSE == set()
    assert "MNEMIC_DB" in named


def test_nothing_runs_as_root_and_nothing_is_reached_from_outside_without_saying_so() -> None:
    """The image has a user, pods say so, and compose opens its port on this machine only."""
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER mnemic$", image, re.M)
    for document in _documents("kubernetes.yaml"):
        if document["kind"] == "Deployment":
            assert document["spec"]["template"]["spec"]["securityContext"]["runAsNonRoot"] is True
    ports = [
        port for service in _documents("compose.yaml")[0]["services"].values() for port in service.get("ports", [])
    ]
    assert ports == [f"127.0.0.1:{PORT}:{PORT}"]


def test_probes_ask_what_they_are_for() -> None:
    """A pod that cannot reach its store gets no requests, and is not killed for it."""
    api = next(container for container in _containers() if container["name"] == "api")
    assert api["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert api["livenessProbe"]["httpGet"]["path"] == "/healthz"
