"""Several short statements on one subject put into one sentence, word for word, and the proof that it says no more and
no less than they do (U2)."""

from mnemic.upkeep.consolidation.fusion.check import unfounded, unsaid
from mnemic.upkeep.consolidation.fusion.compose import Clause, assembled, clauses
from mnemic.upkeep.consolidation.fusion.said import Said, said

__all__ = ["Clause", "Said", "assembled", "clauses", "said", "unfounded", "unsaid"]
