"""Evidence recall on conversations: are the turns that answer a question among the first k found?

Every turn is added with its id and its own time, every question is asked at its own time, and hits are mapped to turns
by `Hit.turns`. Questions without a true answer are asked for the chance they are told, and count in no recall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from evals import claims
from evals.calibration import Claim
from evals.embedding import Watched
from evals.loaders import Asked, Conversation, Row, conversation
from evals.measured import Measured
from evals.metrics import Means, any_found, fraction_found, ndcg, quantile, reciprocal_rank
from evals.retired import Retired
from evals.run import Run
from evals.terms import Terms
from mnemic.api.memory import UserMemory
from mnemic.domain.query import Hit, Recall

DEPTHS = (1, 3, 5, 10, 20, 50)
SESSION_DEPTHS = (5, 10, 50)
QUANTILES = ((50, 0.5), (95, 0.95), (99, 0.99))
CROSS, SAME = "cross", "same"  # questions asked in the other language, and in the conversation's own
CATEGORY, FORM, EVIDENCE = "category:", "form:", "evidence:"  # prefixes of groups
MANY = 3  # evidence turns from which questions are one group

Groups = Callable[[Conversation, Asked, bool], tuple[str, ...]]
"""The groups a question counts in; the last argument says whether it is asked in the other language."""


def by_language(talk: Conversation, asked: Asked, crossing: bool) -> tuple[str, ...]:
    """Everything, by language and by its categories; the other language apart."""
    if crossing:
        return CROSS, f"{CROSS}/{talk.language}"
    return "", talk.language, f"{talk.language}/{asked.category}"


def by_kind(talk: Conversation, asked: Asked, crossing: bool) -> tuple[str, ...]:
    """Everything, by language of the question, by whether that is the conversation's, by category, by form, and by the
    number of turns that answer it."""
    turns = len(asked.turns)
    return (
        "",
        asked.language,
        CROSS if crossing or asked.language != talk.language else SAME,
        f"{CATEGORY}{asked.category}",
        f"{FORM}{talk.form}",
        f"{EVIDENCE}{turns if turns < MANY else f'{MANY}+'}",
    )


class Evidence:
    """What one conversation set has given so far."""

    def __init__(self, embedder: Watched, groups: Groups) -> None:
        self.means = Means()
        self.retired = Retired()
        self.terms = Terms()
        self.claims: list[Claim] = []
        self.questions: dict[str, float | None] = {}
        self.unresolved = 0
        self.left_out = 0
        self.empty_sessions = 0
        self.turns = 0
        self.adding_s = 0.0
        self.searches_ms: list[float] = []
        self.embeds_ms: list[float] = []
        self._embedder = embedder
        self._groups = groups

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
            if asked.unanswerable:
                self._claimed(self._search(user, asked, asked.text), asked)
            return
        self._score(user, talk, asked, crossing=False)
        if asked.other_language:
            self._score(user, talk, replace(asked, text=asked.other_language), crossing=True)

    def _score(self, user: UserMemory, talk: Conversation, asked: Asked, *, crossing: bool) -> None:
        hits = self._search(user, asked, asked.text)
        self._claimed(hits, asked)
        turns, groups = turns_of(hits), self._groups(talk, asked, crossing)
        if asked.turns:
            self.terms.add(hits, asked.turns)
            for depth in DEPTHS:
                self.means.add(f"turn_frac@{depth}", fraction_found(turns, asked.turns, depth), groups)
                self.means.add(f"turn_any@{depth}", any_found(turns, asked.turns, depth), groups)
            self.means.add("ndcg@10", ndcg(turns, asked.turns, 10), groups)
            self.means.add("mrr", reciprocal_rank(turns, asked.turns), groups)
        sessions = list(dict.fromkeys(talk.owner[turn] for turn in turns if turn in talk.owner))
        for depth in SESSION_DEPTHS:
            self.means.add(f"session_any@{depth}", any_found(sessions, asked.sessions, depth), groups)
        for group in groups:
            name = f"n/{group}" if group else "n"
            self.questions[name] = (self.questions.get(name) or 0) + 1

    def _search(self, user: UserMemory, asked: Asked, text: str) -> Recall:
        begun, embedded_s = perf_counter(), self._embedder.asking_s
        hits = user.search(text, k=max(DEPTHS), at=asked.at)
        self.searches_ms.append(1000 * (perf_counter() - begun))
        self.embeds_ms.append(1000 * (self._embedder.asking_s - embedded_s))
        return hits

    def _claimed(self, hits: Recall, asked: Asked) -> None:
        if hits.answered is not None:
            right = not asked.unanswerable and not asked.turns.isdisjoint(turns_of(hits[: claims.HITS]))
            self.claims.append(Claim(chance=hits.answered, right=right, held=not asked.unanswerable))

    def _times(self) -> dict[str, float | None]:
        beside = [whole - part for whole, part in zip(self.searches_ms, self.embeds_ms, strict=True)]
        parts = {"search": self.searches_ms, "embed": self.embeds_ms, "beside": beside}
        found = {(what, n): quantile(ms, at) for what, ms in parts.items() for n, at in QUANTILES}
        return {f"{what}_p{n}_ms": None if ms is None else round(ms, 2) for (what, n), ms in found.items()}

    def measured(self) -> Measured:
        """Everything measured; speeds over the whole set."""
        metrics = {
            "n": 0,
            **self.questions,
            **self.means.percentages(),
            **self.retired.metrics(),
            **claims.figures(self.claims, self._embedder.fingerprint),
            **self.terms.counts,
            "unresolved": self.unresolved,
            "left_out": self.left_out,
            "empty_sessions": self.empty_sessions,
            "turns": self.turns,
            **self._times(),
            "turns_per_s": round(self.turns / self.adding_s, 1) if self.adding_s else None,
        }
        return Measured(
            metrics=metrics,
            intervals=self.means.intervals() | self.retired.means.intervals(),
            curves=claims.curves(self.claims, self._embedder.fingerprint),
            terms=self.terms.means(),
        )


def turns_of(hits: Sequence[Hit]) -> list[str]:
    """The turns behind hits, best first, each once."""
    return list(dict.fromkeys(turn for hit in hits for turn in hit.turns))


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """One conversation set by somebody else."""
    return _measure(rows, run, by_language)


def talks(rows: Sequence[Row], run: Run) -> Measured:
    """Conversations of our own, whose questions say their language, and whose conversations say their form."""
    return _measure(rows, run, by_kind)


def _measure(rows: Sequence[Row], run: Run, groups: Groups) -> Measured:
    embedder = Watched(run.embedder)
    evidence = Evidence(embedder, groups)
    for row in run.each(rows, "conversations"):
        talk = conversation(row)
        with replace(run, embedder=embedder).memory() as opened:
            user = opened.user("u1")
            evidence.remember(user, talk)
            for asked in talk.questions:
                evidence.ask(user, talk, asked)
    return evidence.measured()
