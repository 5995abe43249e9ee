"""What of an answer whoever asks may read (S6)."""

from __future__ import annotations

from dataclasses import replace

from mnemic.domain.query import Recall
from mnemic.domain.record import Tier
from mnemic.safety.access.policy import Access, Right


def readable_recall(recall: Recall, access: Access) -> Recall:
    """A recall without the tiers that whoever asks may not read. The trace says which memories that cut."""
    if all(access.allows(Right.READ, tier) for tier in Tier):
        return recall
    hits = [hit for hit in recall if access.reads(hit.memory)]
    hidden = {hit.memory.id for hit in recall if not access.reads(hit.memory)}
    trace = replace(
        recall.trace,
        returned=tuple(hit.memory.id for hit in hits),
        scores={hit.memory.id: hit.score for hit in hits},
        cut=dict(recall.trace.cut) | dict.fromkeys(hidden, f"access: {access.name} may not read it"),
    )
    return Recall(hits, trace, tuple(memory for memory in recall.permanent if access.reads(memory)))
