"""The driver of the cases: reads them, runs their steps, and holds every outcome against what is right.

A case is data: an id and the report it comes from, what happened there, what is right, and steps. A step names an
operation (tests/cases/operations) with its arguments, and what must be so after it under `expect`
(tests/cases/expectations). Names: `as` keeps the id of a step's first memory for "$name", `label` keeps its outcome.
A neighbour is another instance of the same kind: steps of its own, or the case's steps with other answers of the model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cases.expectations import check
from tests.cases.operations import ON_FILE, run
from tests.cases.world import Step, world

STORES = ("sqlite", "inmemory")
BUNDLED = "bundled"
"""Over a file, put together as `mnemic.open` does it by itself, with the bundled models."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """One thing to play: a case itself or one of its neighbours, over one store."""

    name: str
    steps: Sequence[Step]
    store: str
    answers: Sequence[str] = ()
    awaited: bool = False


def cases(file: Path) -> list[Mapping[str, Any]]:
    """The cases of a file, one JSON object a line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def plays(case: Mapping[str, Any]) -> Iterator[Played]:
    """A case and its neighbours, each over every store that can do its steps."""
    for part in ({"name": "itself", **case}, *({**case, **neighbour} for neighbour in case.get("neighbours", ()))):
        steps = part["steps"]
        for store in (*STORES, *([BUNDLED] if case.get("bundled") else [])):
            if store != "inmemory" or not {step["op"] for step in steps} & ON_FILE:
                yield Played(
                    name=f"{case['id']}-{part['name']}",
                    steps=steps,
                    store=store,
                    answers=part.get("answers", ()),
                    awaited=part.get("awaited", False),
                )


def play(played: Played, folder: Path) -> None:
    """Run the steps of one case, in a folder of its own.

    Raises:
        AssertionError: an outcome is not what is right; the message names the step.
    """
    with world(folder, store=played.store, answers=played.answers, awaited=played.awaited) as here:
        for number, step in enumerate(played.steps):
            outcome = run(here, step)
            where = f"{played.name}, step {number} ({step['op']})"
            check(here, outcome, step.get("expect", {}), where)
