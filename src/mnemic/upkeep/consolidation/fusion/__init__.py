"""Several short statements on one subject put into one sentence, word for word, and the proof that it says no more and
no less than they do (U2)."""

from mnemic.upkeep.consolidation.fusion.compose import FusedClause, assemble_sentence, fuse_clauses
from mnemic.upkeep.consolidation.fusion.parts import StatementParts, split_statement
from mnemic.upkeep.consolidation.fusion.proof import clause_mismatch, sentence_mismatch

__all__ = [
    "FusedClause",
    "StatementParts",
    "assemble_sentence",
    "clause_mismatch",
    "fuse_clauses",
    "sentence_mismatch",
    "split_statement",
]
