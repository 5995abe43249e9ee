"""Evidence recall on conversations: are the turns that answer a question among the first k found?

Every turn is added with its id and its own time, every question is asked at its own time, and hits are mapped to turns
by `Hit.turns`. Questions without a true answer are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from evals.loaders import Asked, Conversation, Row, conversation
from evals.measured import Measured
from evals.metrics import Means, any_found, fraction_found, ndcg, quantile, reciprocal_rank
from evals.retired import Retired
from evals.run import Run
from mnemic.domain.query import Hit
from mnemic.memory import UserMemory

DEPTHS = (5, 10, 50)
CROSS = "cross"  # the group of questions asked in the other language


class Evidence:
    """What one conversation set has given so far."""

    def __init__(self) -> None:
        self.means = Means()
        self.retired = Retired()
        self.questions: dict[str, float | None] = {}
        self.unresolved = 0
        self.left_out = 0
        self.empty_sessions = 0
        self.turns = 0
        self.adding_s = 0.0
        self.searches_ms: list[float] = []

    def remember(self, user: UserMemory, talk: Conversation) -> None:
        """Add a conversation session by session, on the clock."""
        begun = perf_counter()
        for session, messages in talk.sessions.items():
            if messages:
                self.retired.note(user.add(list(messages), session=session))
        self.adding_s += perf_counter() - begun
        self.retired.close(user, talk)
        self.turns += len(talk.owner)
        self.empty_sessions += sum(not messages for messages in talk.sessions.values())

    def ask(self, user: UserMemory, talk: Conversation, asked: Asked) -> None:
        """Ask one question, in both languages where there are two."""
        self.unresolved += asked.unresolved
        if not asked.answerable:
            self.left_out += 1
            return
        own = ("", talk.language, f"{talk.language}/{asked.category}")
        self._search(user, talk, asked, asked.text, own)
        if asked.other_language:
            other = tuple(f"{CROSS}/{group}" if group else CROSS for group in own[:2])
            self._search(user, talk, asked, asked.other_language, other)

    def _search(self, user: UserMemory, talk: Conversation, asked: Asked, text: str, groups: tuple[str, ...]) -> None:
        begun = perf_counter()
        hits = user.search(text, k=max(DEPTHS), at=asked.at)
        self.searches_ms.append(1000 * (perf_counter() - begun))
        turns = turns_of(hits)
        sessions = list(dict.fromkeys(talk.owner[turn] for turn in turns if turn in talk.owner))
        for depth in DEPTHS:
            if asked.turns:
                self.means.add(f"turn_frac@{depth}", fraction_found(turns, asked.turns, depth), groups)
                self.means.add(f"turn_any@{depth}", any_found(turns, asked.turns, depth), groups)
            self.means.add(f"session_any@{depth}", any_found(sessions, asked.sessions, depth), groups)
        if asked.turns:
            self.means.add("ndcg@10", ndcg(turns, asked.turns, 10), groups)
            self.means.add("mrr", reciprocal_rank(turns, asked.turns), groups)
        for group in groups:
            name = f"n/{group}" if group else "n"
            self.questions[name] = (self.questions.get(name) or 0) + 1

    def measured(self) -> Measured:
        """Everything measured; speeds over the whole set."""
        median, slow = quantile(self.searches_ms, 0.5), quantile(self.searches_ms, 0.95)
        metrics = {
            "n": 0,
            **self.questions,
            **self.means.percentages(),
            **self.retired.metrics(),
            "unresolved": self.unresolved,
            "left_out": self.left_out,
            "empty_sessions": self.empty_sessions,
            "turns": self.turns,
            "search_p50_ms": None if median is None else round(median, 2),
            "search_p95_ms": None if slow is None else round(slow, 2),
            "turns_per_s": round(self.turns / self.adding_s, 1) if self.adding_s else None,
        }
        return Measured(metrics=metrics, intervals=self.means.intervals() | self.retired.means.intervals())


def turns_of(hits: Sequence[Hit]) -> list[str]:
    """The turns behind hits, best first, each once."""
    return list(dict.fromkeys(turn for hit in hits for turn in hit.turns))


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """One conversation set."""
    evidence = Evidence()
    for row in run.each(rows, "conversations"):
        talk = conversation(row)
        with run.memory() as opened:
            user = opened.user("u1")
            evidence.remember(user, talk)
            for asked in talk.questions:
                evidence.ask(user, talk, asked)
    return evidence.measured()
