"""What the process of a peer is given, and what it gives back, as JSON. The standard library only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

DEPTH = 10  # hits asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of a conversation. `at`: when it was said, ISO 8601 with a zone."""

    id: str
    session: str
    role: str
    speaker: str | None
    text: str
    at: str | None

    @property
    def line(self) -> str:
        """The text with who said it, for a memory that searches by nothing but the text it is given."""
        return f"{self.speaker or self.role}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, without what answers it. `at`: when it is asked."""

    text: str
    at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One user's turns, and the questions about them."""

    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What one talk has given. Times are in milliseconds, one for each turn or question; `..._embedding_ms` is the part
    of it spent in the embedder.

    `found`: for each question the hits, best first, each as the ids of the turns behind it.
    """

    found: list[list[list[str]]]
    add_ms: list[float]
    add_embedding_ms: list[float]
    search_ms: list[float]
    search_embedding_ms: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a process has given.

    Attributes:
        talks: the answers, in the order of the task.
        rss_warm_mb: memory after one turn was added and one question asked, as a warming-up.
        rss_peak_mb: the most memory the process ever had.
        data_mb: what stayed on disk after all talks.
    """

    talks: tuple[Answers, ...]
    rss_warm_mb: float
    rss_peak_mb: float
    data_mb: float


class Adapter(Protocol):
    """One peer, opened in an empty folder for one user."""

    def add(self, turn: Turn) -> None:
        """Keep a turn, so that a later search may find it."""
        ...

    def search(self, question: Question, k: int) -> list[list[str]]:
        """At most k hits, best first, each as the ids of the turns behind it."""
        ...

    def embedding_ms(self) -> float:
        """Milliseconds spent in the embedder since this was last asked; 0 where there is none."""
        ...

    def close(self) -> None:
        """Bring everything to disk and let go of it."""
        ...


def write(value: Any, path: Path) -> None:
    """Write a value of this module as JSON."""
    path.write_text(json.dumps(value, default=asdict, ensure_ascii=False), encoding="utf-8")


def talks_in(path: Path) -> list[Talk]:
    """The talks of a task."""
    return [_talk(one) for one in json.loads(path.read_text(encoding="utf-8"))]


def outcome_in(path: Path) -> Outcome:
    """What a process has written."""
    held = json.loads(path.read_text(encoding="utf-8"))
    return Outcome(**held | {"talks": tuple(Answers(**one) for one in held["talks"])})


def _talk(held: Mapping[str, Any]) -> Talk:
    return Talk(
        turns=tuple(Turn(**one) for one in held["turns"]),
        questions=tuple(Question(**one) for one in held["questions"]),
    )
