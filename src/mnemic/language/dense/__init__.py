"""Several short statements on one subject put into one sentence, word for word, and the proof that it says no more and
no less than they do (U2)."""

from mnemic.language.dense.check import unfounded, unsaid
from mnemic.language.dense.compose import Clause, assembled, clauses
from mnemic.language.dense.said import Said, said

__all__ = ["Clause", "Said", "assembled", "clauses", "said", "unfounded", "unsaid"]
