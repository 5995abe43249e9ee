"""Several short statements on one subject put into one sentence, word for word, and the proof that it says no more and
no less than they do (U2)."""

from mnemic.upkeep.consolidation.fusion.proof import (
    FusedClause,
    StatementParts,
    assemble_sentence,
    clause_mismatch,
    fuse_clauses,
    sentence_mismatch,
    split_statement,
)

__all__ = [
    "FusedClause",
    "StatementParts",
    "assemble_sentence",
    "clause_mismatch",
    "fuse_clauses",
    "sentence_mismatch",
    "split_statement",
]
