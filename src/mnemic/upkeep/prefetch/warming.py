"""Answering ahead what those who asked last will ask soon (R12): the answers are kept, and at hand when they ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from mnemic.domain import scoring
from mnemic.domain.questions import Need
from mnemic.domain.scope import Scope
from mnemic.ports import Store
from mnemic.reading.pipeline import ReadPipeline
from mnemic.reading.question import question_of
from mnemic.reading.recipes import recipes
from mnemic.reading.usage_log import USERS_MAX, QuestionLog
from mnemic.settings import Settings
from mnemic.upkeep.prefetch import needs as prefetch


@dataclass(slots=True, kw_only=True)
class CacheWarming:
    """Goes by the habits of each user, as they are on record."""

    store: Store
    reading: ReadPipeline
    questions: QuestionLog
    settings: Settings
    zone: tzinfo
    before: Callable[[Scope], None]  # puts on record what a user has asked since
    _due: dict[Scope, tuple[int, list[Need]]] = field(default_factory=dict, init=False)  # by hour
    _looked_back: bool = field(default=False, init=False)  # who asked before this memory was opened is known

    def run(self, now: datetime) -> int:
        """Answer what is due soon. Returns how many questions are."""
        if not self.settings.asked_max:
            return 0
        if not self._looked_back:
            self._looked_back = True
            earlier = self.store.users_with_questions(USERS_MAX)
            self.questions.seen([scope for scope in reversed(earlier) if scope.tenant == self.settings.tenant])
        return sum(self._warm(scope, now) for scope in self.questions.users())

    def forget(self, scope: Scope) -> None:
        """Drop what is known of a user."""
        self._due.pop(scope, None)

    def _warm(self, scope: Scope, now: datetime) -> int:
        """One user's needs, looked for once an hour, and answered ahead as often as a write ends the answer."""
        hour = scoring.hour_of(now)
        looked_at, needs = self._due.get(scope, (0, []))
        if looked_at != hour:
            self.before(scope)
        with self.store.reading(scope) as reader:
            if looked_at != hour:
                needs = prefetch.needs_due_soon(reader.asked(), now, self.zone)
                self._due[scope] = hour, needs
            for need in needs:
                question = question_of(
                    need.text,
                    now=max(now, need.next_at),
                    settings=self.settings,
                    agent=need.agent,
                    k=min(need.k, self.settings.results_max),
                )
                known = recipes(self.settings)
                self.reading.recall(reader, question, known.get(need.recipe, known["balanced"]))
        return len(needs)
