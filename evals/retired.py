"""What adding a conversation retires: statements that later ones ended, and with them turns that questions are about.

Some of it is right, as people move and change their minds. An evidence turn that is retired although a question is
about it is most probably wrong, so its share bounds from above how many true statements are lost.
"""

from __future__ import annotations

from evals.loaders import Conversation
from evals.metrics import Means, Metrics
from mnemic.api.memory import UserMemory
from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Kind, Memory


class Retired:
    """What one conversation set has given so far."""

    def __init__(self) -> None:
        self.means = Means()
        self.superseded = 0
        self.retracted = 0
        self.statements = 0
        self.evidence = 0
        self._gone: dict[str, Memory] = {}  # of the conversation being added

    def note(self, report: WriteReport) -> None:
        """Take in what adding one session did."""
        self.superseded += len(report.superseded)
        self.retracted += len(report.retracted)
        ended = (entry.memory for entry in (*report.superseded, *report.retracted))
        self._gone |= {memory.id: memory for memory in ended if memory is not None}

    def close(self, user: UserMemory, talk: Conversation) -> None:
        """Count one conversation, all of which has been added."""
        groups = ("", talk.language)
        statements = user.list(status="any")
        self.statements += len(statements)
        for memory in statements:
            self.means.add("statements_retired", float(memory.id in self._gone), groups)
        lost = {turn for memory in self._gone.values() for turn in memory.turns}
        quiet = {
            turn
            for episode in user.list(kinds=[Kind.EPISODE], status="any")
            if episode.superseded_at is not None
            for turn in episode.turns
        }
        evidence = {turn for asked in talk.questions if asked.answerable for turn in asked.turns}
        self.evidence += len(evidence)
        for turn in evidence:
            self.means.add("evidence_retired", float(turn in quiet), groups)
            self.means.add("evidence_touched", float(turn in quiet | lost), groups)
        self._gone = {}

    def metrics(self) -> Metrics:
        """Counts, and shares in percent.

        `statements_retired`: of all statements. `evidence_retired`: evidence turns that no longer answer questions
        about now. `evidence_touched`: those, and the turns one statement of which was retired.
        """
        counts: Metrics = {
            "statements": self.statements,
            "superseded": self.superseded,
            "retracted": self.retracted,
            "evidence_turns": self.evidence,
        }
        return counts | self.means.percentages()
