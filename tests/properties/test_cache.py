"""An answer kept at hand is the answer a search would give: two memories live the same life, one without a cache."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from mnemic.api.memory import OpenMemory
from mnemic.domain.query import Recall
from mnemic.ports import Store
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Numbered, Ticking, assembled

USERS = ["dan", "DAN", "eve"]
SESSIONS = [None, "s1", "s2"]
SENTENCES = [
    "I prefer aisle seats.",
    "For this trip only, I prefer a window seat.",
    "I live in Leeds.",
    "I moved to Bristol.",
    "Forget that I live in Leeds.",
    "我喜欢乌龙茶。",
    "我现在不喜欢乌龙茶了。",
    "我对花生过敏。",
    "明天下午三点我要去看牙医。",
    "Until Friday I am staying with my sister.",
]
QUESTIONS = ["Which seat should I book?", "where do I live", "我喜欢喝什么", "昨天说了什么", "And when is that?"]

users = st.sampled_from(USERS)
sessions = st.sampled_from(SESSIONS)
numbers = st.integers(0, 20)


def found(recall: Recall) -> dict[str, Any]:
    """All of an answer but the id of its trace."""
    trace = recall.trace
    return {
        "hits": [(hit.memory.id, hit.memory, hit.score, dict(hit.explain), hit.evidence) for hit in recall],
        "permanent": recall.permanent,
        "question": trace.question,
        "scores": dict(trace.scores),
        "cut": dict(trace.cut),
        "looked_at": trace.looked_at,
        "answered": trace.answered,
        "nothing": trace.nothing,
    }


class TwoLives(RuleBasedStateMachine):
    """The same calls on a memory that keeps answers and on one that keeps none."""

    @initialize()
    def begin(self) -> None:
        """Two empty memories over stores of their own, on one clock; a second process writes to the first's store."""
        self.clock = Ticking(datetime(2026, 3, 2, 22, 40, tzinfo=UTC))
        self.stores: list[Store] = [InMemoryStore(), InMemoryStore()]
        self.keeping = self._opened(self.stores[0], 50)
        self.searching = self._opened(self.stores[1], 0)
        self.others = [self._opened(self.stores[0], 50), self._opened(self.stores[1], 0)]
        self.reused = 0

    def _opened(self, store: Store, answers: int) -> OpenMemory:
        return assembled(store, clock=self.clock, new_id=Numbered(), zone="Asia/Kolkata", answer_cache_max=answers)

    @rule(user=users, session=sessions, number=numbers)
    def add(self, user: str, session: str | None, number: int) -> None:
        """Somebody says something."""
        text = SENTENCES[number % len(SENTENCES)]
        for memory in (self.keeping, self.searching):
            memory.user(user).add(text, session=session)

    @rule(user=users, number=numbers)
    def reject(self, user: str, number: int) -> None:
        """Somebody calls a memory wrong."""
        held = self.searching.user(user).list()
        if held:
            for memory in (self.keeping, self.searching):
                memory.user(user).reject(held[number % len(held)].id)

    @rule(user=users, number=numbers)
    def update(self, user: str, number: int) -> None:
        """Somebody rewords a memory."""
        held = self.searching.user(user).list()
        if held:
            for memory in (self.keeping, self.searching):
                id, text = held[number % len(held)].id, f"The user likes tea number {number}."
                memory.user(user).update(id, text, confirmed=True)

    @rule(user=users, number=numbers)
    def forget(self, user: str, number: int) -> None:
        """Somebody forgets a memory, for good."""
        held = self.searching.user(user).list(kinds=None)
        if held:
            for memory in (self.keeping, self.searching):
                memory.user(user).forget(held[number % len(held)].id, confirmed=True)

    @rule(user=users)
    def elsewhere(self, user: str) -> None:
        """Another process takes a memory back."""
        held = self.searching.user(user).list()
        if held:
            for memory in self.others:
                memory.user(user).reject(held[0].id)

    @rule(minutes=st.sampled_from([1, 7, 25, 60, 24 * 60]))
    def wait(self, minutes: int) -> None:
        """Time passes."""
        self.clock.advance(minutes=minutes)

    @rule(user=users, session=sessions, question=st.sampled_from(QUESTIONS), k=st.sampled_from([1, 8]))
    def ask(self, user: str, session: str | None, question: str, k: int) -> None:
        """Both give the same answer, twice."""
        for _ in range(2):
            kept = self.keeping.user(user).search(question, k=k, session=session)
            anew = self.searching.user(user).search(question, k=k, session=session)
            assert found(kept) == found(anew)
            assert not anew.trace.cached
        assert kept.trace.cached, "nothing happened since, so the second answer was at hand"

    def teardown(self) -> None:
        """Close both."""
        for memory in (self.keeping, self.searching, *self.others):
            memory.close()


TestTwoLives = TwoLives.TestCase
TestTwoLives.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
