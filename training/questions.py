"""Questions with the memories that answer them: what the projection and the ranker are fitted on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evals.loaders import Conversation, conversation, rows
from mnemic.language.question import han_share
from training.corpus import FOLDER

TALKS = Path(__file__).parents[1] / "evals" / "data" / "talks" / "train.jsonl"
NOTES = FOLDER / "questions.tsv"
FOLDS = 3
NOTEBOOK = 120  # notes of one invented user; look-alikes stand side by side in the file and stay together


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A memory as an assistant keeps it, a question it answers in its own language, and one in the other."""

    text: str
    same: str
    crossing: str


def talks() -> list[Conversation]:
    """The train half of our conversations."""
    return [conversation(row) for row in rows(TALKS)]


def notebooks() -> list[list[Note]]:
    """Every note, by invented users."""
    lines = [line.split("\t") for line in NOTES.read_text(encoding="utf-8").splitlines()]
    notes = [Note(text=text, same=same, crossing=crossing) for text, same, crossing in lines]
    return [notes[first : first + NOTEBOOK] for first in range(0, len(notes), NOTEBOOK)]


def fold_of(name: str) -> int:
    """Which fold a numbered conversation or notebook belongs to, 0 to FOLDS - 1."""
    return int(name.rsplit(" ", 1)[1]) % FOLDS


def foreign(question: str, text: str) -> bool:
    """Whether a text is in another language than a question."""
    return abs(han_share(question) - han_share(text)) > 0.5
