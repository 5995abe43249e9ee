"""What feedback is worth: the places of what answers, before and after 30 answers of a conversation were voted on.

Every conversation is added once. Of its questions up to VOTED, drawn by its id, are asked and voted on; the rest, at
least REST_MIN, show what feedback costs where none was given. Four conditions, each on a copy of the file:

before     no feedback
whole      one word on the whole of an answer: it helped where evidence is among its first three
right      evidence among the eight hits is called helpful; where there is none, the first hit is called wrong
wrong20    as right, but one vote in five is wrong: evidence is called wrong, and another hit helpful
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import mnemic
from evals.evidence import turns_of
from evals.loaders import Asked, Conversation, Row, conversation
from evals.measured import Measured
from evals.metrics import Means, any_found, reciprocal_rank
from evals.run import Run
from mnemic.api.memory import UserMemory
from mnemic.domain.query import Recall

VOTED = 30  # answers of a conversation that are voted on
REST_MIN = 10  # questions of a conversation nobody votes on
WRONG_SHARE = 0.2
K = 8  # hits a voter sees
DEPTH = 50
CONDITIONS = ("before", "whole", "right", "wrong20")


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The questions of a conversation that are voted on, and the others."""

    asked: tuple[Asked, ...]
    rest: tuple[Asked, ...]


def split_of(talk: Conversation, name: str) -> Split:
    """Questions with evidence, divided by lot: always the same for one name."""
    questions = [asked for asked in talk.questions if asked.answerable and asked.turns]
    Random(name).shuffle(questions)
    voted = max(0, min(VOTED, len(questions) - REST_MIN))
    return Split(asked=tuple(questions[:voted]), rest=tuple(questions[voted:]))


def vote(user: UserMemory, asked: Asked, condition: str, chance: Random) -> None:
    """Ask one question and vote on the answer."""
    hits = user.search(asked.text, k=K, at=asked.at)
    good = [hit.memory.id for hit in hits if not asked.turns.isdisjoint(hit.turns)]
    others = [hit.memory.id for hit in hits if hit.memory.id not in good]
    if condition == "whole":
        user.feedback(hits, _in_front(hits, good))
    elif condition == "wrong20" and good and others and chance.random() < WRONG_SHARE:
        user.feedback(hits, False, ids=good)
        user.feedback(hits, True, ids=[chance.choice(others)])
    elif good:
        user.feedback(hits, True, ids=good)
    elif others:
        user.feedback(hits, False, ids=others[:1])


def _in_front(hits: Recall, good: Sequence[str]) -> bool:
    return any(hit.memory.id in good for hit in hits[:3])


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """One conversation set under every condition. Metrics are named like `mrr_right/asked`."""
    means, counts = Means(), {"n/asked": 0, "n/rest": 0}
    for row in run.each(rows, "conversations"):
        talk, name = conversation(row), str(row.get("conversation_id"))
        split = split_of(talk, name)
        counts["n/asked"] += len(split.asked)
        counts["n/rest"] += len(split.rest)
        with TemporaryDirectory() as folder:
            _measure(Path(folder), talk, split, name, run, means)
    return Measured(metrics={**counts, **means.percentages()}, intervals=means.intervals())


def _measure(folder: Path, talk: Conversation, split: Split, name: str, run: Run, means: Means) -> None:
    with mnemic.open(folder / "told.db", embedder=run.embedder, background=False) as opened:
        for session, messages in talk.sessions.items():
            if messages:
                opened.user("u1").add(list(messages), session=session)
    for condition in CONDITIONS:
        place = folder / f"{condition}.db"
        shutil.copy(folder / "told.db", place)
        with mnemic.open(place, embedder=run.embedder, background=False) as opened:
            user, chance = opened.user("u1"), Random(name)
            for asked in split.asked if condition != "before" else ():
                vote(user, asked, condition, chance)
            for group, questions in _groups(split).items():
                for asked in questions:
                    _place(user, asked, condition, group, means)


def _groups(split: Split) -> Mapping[str, Sequence[Asked]]:
    return {"asked": split.asked, "rest": split.rest}


def _place(user: UserMemory, asked: Asked, condition: str, group: str, means: Means) -> None:
    turns = turns_of(user.search(asked.text, k=DEPTH, at=asked.at))
    means.add(f"mrr_{condition}", reciprocal_rank(turns, asked.turns), [group])
    means.add(f"r@1_{condition}", any_found(turns, asked.turns, 1), [group])
    means.add(f"r@5_{condition}", any_found(turns, asked.turns, 5), [group])
