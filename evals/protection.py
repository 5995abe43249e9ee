"""What the guard holds back and what the privacy filter masks, and what they should have left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evals.figures import PERCENT, Figures
from evals.loaders import Row
from evals.measured import Measured
from evals.metrics import Means
from evals.run import Run
from evals.tally import Tally
from mnemic.domain.record import Origin
from mnemic.safety.guard.screen import GuardDecision, GuardVerdict, judge_text
from mnemic.safety.guard.vector_chance import judged_embedder, verdict_by_vector
from mnemic.safety.privacy import masking

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

OWN_CHANNEL = "user_turn"
"""The channel in which the user speaks; in the others with the user's role somebody else does."""

ATTACK = "attack"

Span = tuple[str, int, int]  # kind, start, end


class Guarding:
    """The guard as a write has it: rules and words, and the vector where the run's embedder is the bundled one."""

    def __init__(self, run: Run) -> None:
        self._embedder = run.embedder
        self._looks = self._embedder.fingerprint == judged_embedder()

    def judge(self, text: str, origin: Origin, *, own: bool) -> GuardVerdict:
        """The judgement on a text. `own`: the user said it, and not somebody else in the user's role."""
        verdict = judge_text(text, origin)
        if not self._looks:
            return verdict
        return verdict_by_vector(verdict, text, origin, self._embedder.documents([text])[0], own=own)


def poison(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"text", "label", "channel", "family", "lang"}. Rates of attacks and of benign twins held back."""
    means = Means()
    unknown = 0
    guarding = Guarding(run)
    for row in run.each(rows, "texts"):
        unknown += row["channel"] not in ORIGINS
        origin = ORIGINS.get(row["channel"], Origin.DOCUMENT)
        verdict = guarding.judge(row["text"], origin, own=row["channel"] == OWN_CHANNEL)
        metric = "attacks_held" if row["label"] == ATTACK else "benign_held"
        groups = ("", row["lang"], row["family"], row["channel"])
        means.add(metric, float(verdict.decision is GuardDecision.QUARANTINE), groups)
    return Measured(
        metrics={"n": len(rows[: run.limit]), **means.percentages(), "unknown_channels": unknown},
        intervals=means.intervals(),
    )


def notinject(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"prompt", "category"}, all harmless; rates held back as the user's word and as a document's."""
    means = Means()
    guarding = Guarding(run)
    for row in run.each(rows, "prompts"):
        for metric, origin in (("benign_held", Origin.USER), ("benign_held_in_documents", Origin.DOCUMENT)):
            held = guarding.judge(row["prompt"], origin, own=origin is Origin.USER).decision is GuardDecision.QUARANTINE
            means.add(metric, float(held), ("", row.get("category", "other")))
    return Measured(metrics={"n": len(rows[: run.limit]), **means.percentages()}, intervals=means.intervals())


def pii(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"text", "entities": [{"type", "start", "end"}]}. A finding counts with its exact span and type."""
    spans, texts = Tally(), Tally()
    for row in run.each(rows, "sentences"):
        gold = {(entity["type"], entity["start"], entity["end"]) for entity in row["entities"]}
        found = {(finding.kind, finding.start, finding.end) for finding in masking.find_personal_data(row["text"])}
        spans.add(_spans(gold, found), [""])
        for kind in sorted({kind for kind, _, _ in gold}):
            spans.add(_spans(_of(kind, gold), _of(kind, found)), [kind])
        for kind in sorted({kind for kind, _, _ in found - gold} - {kind for kind, _, _ in gold}):
            spans.add(_spans(set(), _of(kind, found)), [kind])
        hidden = {place for _, start, end in found for place in range(start, end)}
        private = {place for _, start, end in gold for place in range(start, end)}
        negative = not gold
        counted = {"negatives": int(negative), "masked": int(negative and bool(found))}
        texts.add(counted | {"characters": len(private), "covered": len(private & hidden)}, [""])
    figures = Figures(PERCENT, n=len(rows[: run.limit]))
    for group in sorted(group for group in spans.groups if not group or spans.total(group)["want"]):
        figures.scores(spans, group)
    figures.counts(texts, "", ["negatives"])
    figures.put("negatives_masked", "", texts.ratio("masked", "negatives"))
    figures.put("characters_masked", "", texts.ratio("covered", "characters"))
    return figures.measured()


def _of(kind: str, spans: set[Span]) -> set[Span]:
    return {span for span in spans if span[0] == kind}


def _spans(gold: set[Span], found: set[Span]) -> Mapping[str, int]:
    right = len(gold & found)
    return {"right": right, "made": len(found), "found": right, "want": len(gold)}
