"""What the guard holds back and what the privacy filter masks, and what they should have left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evals.loaders import Row
from evals.metrics import Means, Metrics, harmonic, percent, share
from evals.run import Run
from mnemic.domain.record import Origin
from mnemic.safety import privacy
from mnemic.safety.guard import Decision, judge

ORIGINS: Mapping[str, Origin] = {
    "user_turn": Origin.USER,
    "user_turn_untrusted": Origin.USER,
    "group_chat": Origin.USER,  # the chat format has no other role for it
    "agent_message": Origin.ASSISTANT,
    "summary": Origin.INFERRED,
    "tool_output": Origin.TOOL,
    "document": Origin.DOCUMENT,
    "email": Origin.DOCUMENT,
    "web_page": Origin.DOCUMENT,
}
"""Whose word each channel of the poison set is. A channel not named here counts as a document, and is reported."""

ATTACK = "attack"


def poison(rows: Sequence[Row], run: Run) -> Metrics:
    """`rows`: {"text", "label", "channel", "family", "lang"}. Rates of attacks and of benign twins held back."""
    means = Means()
    unknown = 0
    for row in run.each(rows, "texts"):
        unknown += row["channel"] not in ORIGINS
        verdict = judge(row["text"], ORIGINS.get(row["channel"], Origin.DOCUMENT))
        metric = "attacks_held" if row["label"] == ATTACK else "benign_held"
        groups = ("", row["lang"], row["family"], row["channel"])
        means.add(metric, float(verdict.decision is Decision.QUARANTINE), groups)
    return {"n": len(rows[: run.limit]), **means.percentages(), "unknown_channels": unknown}


def notinject(rows: Sequence[Row], run: Run) -> Metrics:
    """`rows`: {"prompt", "category"}, all harmless; rates held back as the user's word and as a document's."""
    means = Means()
    for row in run.each(rows, "prompts"):
        for metric, origin in (("benign_held", Origin.USER), ("benign_held_in_documents", Origin.DOCUMENT)):
            held = judge(row["prompt"], origin).decision is Decision.QUARANTINE
            means.add(metric, float(held), ("", row.get("category", "other")))
    return {"n": len(rows[: run.limit]), **means.percentages()}


def pii(rows: Sequence[Row], run: Run) -> Metrics:
    """`rows`: {"text", "entities": [{"type", "start", "end"}]}. A finding counts with its exact span and type."""
    right: dict[str, int] = {}
    wanted: dict[str, int] = {}
    made: dict[str, int] = {}
    negatives = masked = characters = covered = 0
    for row in run.each(rows, "sentences"):
        gold = {(entity["type"], entity["start"], entity["end"]) for entity in row["entities"]}
        found = {(finding.kind, finding.start, finding.end) for finding in privacy.find(row["text"])}
        for counted, spans in ((wanted, gold), (made, found), (right, gold & found)):
            for kind, _, _ in spans:
                counted[kind] = counted.get(kind, 0) + 1
        negatives += not gold
        masked += not gold and bool(found)
        hidden = {place for _, start, end in found for place in range(start, end)}
        private = {place for _, start, end in gold for place in range(start, end)}
        characters += len(private)
        covered += len(private & hidden)
    out: Metrics = {"n": len(rows[: run.limit])} | _scores(right, wanted, made, "")
    for kind in sorted(wanted):
        out |= _scores({kind: right.get(kind, 0)}, {kind: wanted[kind]}, {kind: made.get(kind, 0)}, f"/{kind}")
    return out | {
        "negatives": negatives,
        "negatives_masked": percent(share(masked, negatives)),
        "characters_masked": percent(share(covered, characters)),
    }


def _scores(right: Mapping[str, int], wanted: Mapping[str, int], made: Mapping[str, int], suffix: str) -> Metrics:
    good = sum(right.values())
    precision, recall = share(good, sum(made.values())), share(good, sum(wanted.values()))
    f1 = None if precision is None or recall is None else harmonic(precision, recall)
    return {
        f"f1{suffix}": percent(f1),
        f"precision{suffix}": percent(precision),
        f"recall{suffix}": percent(recall),
    }
