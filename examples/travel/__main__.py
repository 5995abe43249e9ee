"""`python -m examples.travel`: three weeks with a travel assistant whose memory is all it has.

With no model it decides by rules. With --model, or where MNEMIC_MODEL is set, the model decides.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from examples.travel.by_model import ModelDecider
from examples.travel.by_rules import RuleDecider
from examples.travel.checks import State, checked
from examples.travel.days import STORIES
from examples.travel.decision import Decider
from examples.travel.run import USER, Play
from examples.travel.screen import Screen
from mnemic.errors import ModelUnavailable
from mnemic.settings import Settings, load
from mnemic.wiring.opening import language_model


def main(arguments: Sequence[str] | None = None, *, console: Console | None = None) -> int:
    """Play the stories; 0 where every check passes."""
    parser = argparse.ArgumentParser(prog="python -m examples.travel", description=__doc__)
    parser.add_argument("--lang", choices=sorted(STORIES), help="one of the two stories; default both")
    parser.add_argument("--quiet", action="store_true", help="print the checklists only")
    parser.add_argument("--model", help="a model's name, instead of the setting MNEMIC_MODEL")
    given = parser.parse_args(arguments)
    shown = console or Console(highlight=False, soft_wrap=True)
    settings = load(**({"model": given.model} if given.model else {}))
    decider = _decider(settings)
    shown.print(f"[dim]Decided by: {decider.name}[/dim]")
    started = time.perf_counter()
    fine = True
    try:
        for language in [given.lang] if given.lang else sorted(STORIES):
            fine = play(language, decider, shown, quiet=given.quiet) and fine
    except ModelUnavailable as error:
        shown.print(f"[red]{escape(str(error))}[/red]")
        return 1
    shown.print(f"\n{time.perf_counter() - started:.1f} s in all.")
    return 0 if fine else 1


def play(language: str, decider: Decider, console: Console, *, quiet: bool = False, **settings: Any) -> bool:
    """One story in a folder of its own, with its checklist; whether every check passes. `settings`: of the memory."""
    story = STORIES[language]
    screen = Screen(console, quiet=quiet)
    with tempfile.TemporaryDirectory() as folder:
        playing = Play(story=story, folder=Path(folder), decider=decider, screen=screen, settings=settings)
        playing.through()
        with playing.open() as memory:
            outcomes = checked(State(memory.user(USER), playing.agency, story))
    console.print(f"\n[bold]Checklist ({language})[/bold]")
    for name, fine, seen in outcomes:
        screen.checked(name, fine, seen)
    passed = sum(fine for _, fine, _ in outcomes)
    console.print(f"{passed} of {len(outcomes)} checks pass.")
    return passed == len(outcomes)


def _decider(settings: Settings) -> Decider:
    model = language_model(settings)
    return RuleDecider() if model is None else ModelDecider(model, name=f"the model {settings.model}")


if __name__ == "__main__":
    sys.exit(main())
