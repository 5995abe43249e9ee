"""What each family of sets measures, in which unit, and which of its figures to look at first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """One family of sets, for a reader of the report."""

    what: str
    drawn: tuple[str, ...]  # metrics drawn as bars; at most two
    scale: float = 1.0  # from the unit of the family's shares to percent


_EVIDENCE = (
    "Are the turns that answer a question among the first k found? turn_frac@k: the share of a question's evidence "
    "turns; turn_any@k: at least one; session_any@k: their session. statements_retired: statements that later ones "
    "ended while the conversation was added; evidence_retired: evidence turns that no longer answer questions about "
    "now, most of them wrongly; evidence_touched: those, and turns one statement of which was retired. "
    "calibration_error, brier: of the chance told with an answer; told_apart: the chance that one that was right "
    "stands above one that was not; refused_with_answer, refused_without: questions below the floor. Percent. "
    "beside_ms: a search without the embedding of its question."
)

_TALKS = (
    " Groups: language of the question; same: it is the conversation's, cross: it is not; category; form of the "
    "conversation; evidence: how many turns answer the question."
)

FAMILIES: Mapping[str, Description] = {
    "locomo": Description(what=_EVIDENCE, drawn=("turn_frac@10",)),
    "memorybank": Description(what=_EVIDENCE, drawn=("turn_frac@10",)),
    "memdaily": Description(what=_EVIDENCE, drawn=("turn_frac@10",)),
    "talks": Description(what=_EVIDENCE + _TALKS, drawn=("turn_frac@5",)),
    "recall": Description(
        what="Short memories and questions that share few words with them; r@k: it is among the first k. Percent.",
        drawn=("r@1", "r@5"),
    ),
    "pairs": Description(
        what="recognised: paraphrases found to be the same; merged: near-misses found to be the same, which loses a "
        "memory; replaced: paraphrases taken for a newer value. Percent.",
        drawn=("recognised", "merged"),
    ),
    "changes": Description(
        what="Two messages of one user, a week apart; the relation says what the newer does to the older. Retired "
        "under replaces is right, under any other relation a true statement lost. older_unread and newer_unread: no "
        "statement came out of that message. precision, recall, f1, wrongly_retired: of retiring. Percent.",
        drawn=("retired",),
    ),
    "pii": Description(what="Personal data found, with exact span and kind. Percent.", drawn=("recall", "precision")),
    "poison": Description(
        what="Attacks held for review, and benign twins held. Percent.", drawn=("attacks_held", "benign_held")
    ),
    "notinject": Description(
        what="Harmless prompts full of trigger words that were held, as the user's word and as a document's. Percent.",
        drawn=("benign_held", "benign_held_in_documents"),
    ),
    "extraction": Description(
        what="Statements that come out of short dialogues. recall: of those expected; precision: of those made, under "
        "kind: by the kind expected and the kind made; empty_clean: dialogues that should leave nothing and do; "
        "forbidden_rate: dialogues of which something was kept that must not be. Shares 0-1; intervals by dialogues.",
        drawn=("recall", "precision"),
        scale=100,
    ),
    "states": Description(
        what="Questions after steps that change things. accuracy: the results hold all that is true now and nothing "
        "that no longer is; missing and stale count the two ways to fail. Shares 0-1.",
        drawn=("accuracy",),
        scale=100,
    ),
    "feedback": Description(
        what="Conversations, 30 answers of each voted on. asked: the questions voted on; rest: the others. Places of "
        "the evidence turns before any vote, after one word on each whole answer, after right votes on single "
        "memories, and with one vote in five wrong. Percent.",
        drawn=("mrr_before", "mrr_right"),
    ),
    "decisions": Description(
        what="Requests in which a decider that follows rules must choose an action. right_with, right_without, "
        "right_known: the right action with the context, with nothing, with all that holds; needed_in_context: "
        "everything that is needed is in the context; needed_stated: turns needed that a statement was made of; "
        "tokens_needed: share of needed lines in the tokens of a context, mean over requests (a context without a "
        "line counts as 0), pooled: over all tokens; carrying: lines without which the decision is another; "
        "carrying_needed: those of them that are needed; separated: pairs of requests in the same words within "
        "different tasks that got different contexts and both right actions. Percent.",
        drawn=("needed_in_context", "tokens_needed"),
    ),
    "own": Description(
        what="Your own questions: a memory that answers is among the first k. Percent.", drawn=("hit_rate@5",)
    ),
}
"""By family."""

SOURCES: Mapping[str, str] = {
    "locomo": "LoCoMo, snap-research/locomo, CC BY-NC 4.0; not part of this project",
    "memorybank": "MemoryBank-SiliconFriend, MIT; not part of this project",
    "memdaily": "MemDaily (MemSim), no licence stated; not part of this project, for local use only",
    "notinject_one": "PIGuard NotInject, MIT; not part of this project",
    "talks_report": "evals/data/talks/report.jsonl, part of this project, CC BY 4.0; no weight was fitted on it",
    "talks_train": "evals/data/talks/train.jsonl, part of this project, CC BY 4.0; the ranking was fitted on it, so "
    "that its figures flatter",
    "extraction_held": "evals/data/extraction_held.jsonl, part of this project, CC BY 4.0",
    "states_held": "evals/data/states_held.jsonl, part of this project, CC BY 4.0",
    "decisions_tune": "evals/data/decisions_tune.jsonl, part of this project, CC BY 4.0; placement was tuned with it "
    "in view, so that its figures flatter",
    "decisions_report": "evals/data/decisions_report.jsonl, part of this project, CC BY 4.0; nothing was tuned with it "
    "in view, but its Chinese half is by who tuned",
    "decisions_far_tune": "evals/data/decisions_far_tune.jsonl, part of this project, CC BY 4.0: what is needed is a "
    "step away from what is asked; looked at while tuning",
    "decisions_far_report": "evals/data/decisions_far_report.jsonl, part of this project, CC BY 4.0; never looked at",
    "changes_test": "training/corpus/changes_test.jsonl, part of this project; no weight was fitted on it",
    "pairs_test": "training/corpus/pairs_test.jsonl, part of this project; no weight was fitted on it",
}
"""Where a set is from, and its licence, by its name."""
