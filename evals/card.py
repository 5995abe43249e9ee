"""The counts of our own conversations, on their card.

python -m evals.card            rewrite what stands between the markers of evals/data/talks/README.md
python -m evals.card --check    only say whether it is what the conversations are
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.loaders import Row, rows
from evals.recall_tables import table
from evals.sets import TALKS

CARD = TALKS / "README.md"
HALVES = ("train", "report")
CATEGORIES = ("single", "multi", "temporal", "update", "preference", "person", "negation", "unanswerable")
_BLOCK = re.compile(r"(<!-- counts -->\n).*?(<!-- end of counts -->)", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What one half holds."""

    conversations: Counter[str]  # by form and language
    sessions: int
    turns: int
    questions: Counter[str]  # by category
    crossing: int  # questions in another language than their conversation
    evidence: Counter[int]  # questions by number of turns that answer them


def half(name: str) -> list[Row]:
    """The conversations of a half: train or report."""
    return list(rows(TALKS / f"{name}.jsonl"))


def counted(talks: Sequence[Row]) -> Counts:
    """Count conversations."""
    questions = [question for talk in talks for question in talk["questions"]]
    return Counts(
        conversations=Counter(f"{talk['form']}, {talk['lang']}" for talk in talks),
        sessions=sum(len(talk["sessions"]) for talk in talks),
        turns=sum(len(session["turns"]) for talk in talks for session in talk["sessions"]),
        questions=Counter(question["category"] for question in questions),
        crossing=sum(question["lang"] != talk["lang"] for talk in talks for question in talk["questions"]),
        evidence=Counter(len(question["evidence_turn_ids"]) for question in questions),
    )


def tables() -> str:
    """The counts of both halves, in Markdown."""
    counts = [counted(half(name)) for name in HALVES]
    head = ["", *HALVES, "both"]
    lines = [
        _row("conversations", [one.conversations.total() for one in counts]),
        *(
            _row(f"— {kind}", [one.conversations[kind] for one in counts])
            for kind in sorted(set().union(*(one.conversations for one in counts)))
        ),
        _row("sessions", [one.sessions for one in counts]),
        _row("turns", [one.turns for one in counts]),
        _row("questions", [one.questions.total() for one in counts]),
        *(_row(f"— {category}", [one.questions[category] for one in counts]) for category in CATEGORIES),
        _row("questions in the other language", [one.crossing for one in counts]),
        *(
            _row(
                f"questions with {name}",
                [sum(n for size, n in one.evidence.items() if size in sizes) for one in counts],
            )
            for name, sizes in (
                ("no evidence turn", range(1)),
                ("one", range(1, 2)),
                ("two", range(2, 3)),
                ("three or more", range(3, 1_000)),
            )
        ),
    ]
    return table(head, lines)


def _row(name: str, numbers: Sequence[int]) -> list[str]:
    return [name, *(f"{number:,}" for number in (*numbers, sum(numbers)))]


def rewritten(text: str) -> str:
    """The card with the counts as they are."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{tables()}\n\n{found[2]}", text)


def main(arguments: Sequence[str] | None = None, card: Path = CARD) -> int:
    """The command. Returns 0, or 1 where a checked card says something else."""
    parser = argparse.ArgumentParser(prog="python -m evals.card", description="The counts of our own conversations.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    old = card.read_text(encoding="utf-8")
    new = rewritten(old)
    if options.check:
        return int(new != old)
    card.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
