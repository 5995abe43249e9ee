"""What to do about what a user's own pairs have shown: one rule a line, each by what was counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from evals.own import DEPTHS, Outcome, Pairs
from mnemic.domain.record import Memory
from mnemic.language import segment
from mnemic.settings import load

PAIRS_MIN = 20  # below, one question moves the rates by more than five points
MANY = 1 / 3  # of the misses, from which what they share is worth a word
LATE_SHARE = 0.15  # of all questions, answered from the second to the fifth place
LATE_MAX = 5
ALIKE = 0.6  # shared terms of two texts over all their terms (Jaccard) from which they say nearly the same
WITHHELD_MAX = 0.05  # of the right answers, that a floor may withhold
FLOOR_WORTH = 0.3  # of the misses, that a floor must refuse to be worth its price

Rule = Callable[[Sequence[Outcome], Pairs], str | None]


def few(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Too few pairs to tell anything."""
    n = len(outcomes)
    if n >= PAIRS_MIN:
        return None
    return f"Only {n} pairs: one question moves a rate by {100 / n:.0f} points. Write at least {PAIRS_MIN}, better 50."


def alone(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """So few memories that being found among them is no feat."""
    if len(given.memories) >= 4 * DEPTHS[-1] or len(outcomes) < PAIRS_MIN:
        return None
    return (
        f"Only {len(given.memories)} memories: being among the first {DEPTHS[-1]} of them is easy. Give as many as "
        'your users have, as {"others": [...]}, and believe the rate at 1 rather than that at 10 until then.'
    )


def not_stored(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Memories that were not kept."""
    gone = [outcome for outcome in outcomes if not outcome.stored]
    if not gone:
        return None
    return (
        f"{_questions(gone)} of a memory that was not kept, though it was given as it is: add it with dry_run=True to "
        "see why."
    )


def gated(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Right memories that were cut before ranking, by the gate that cut most."""
    cut = [outcome for outcome in _missed(outcomes) if outcome.right is not None and gate_of(outcome) is not None]
    if not cut:
        return None
    gates = [str(gate_of(outcome)) for outcome in cut]
    first = max(sorted(set(gates)), key=gates.count)
    return (
        f"{_questions(cut)} missed because a gate cut the right memory (mostly {first!r}): weights will not help. "
        "Release what is held for review, and see what replaced what with history(id)."
    )


def crossing(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Misses between two languages."""
    missed = _outranked(outcomes)
    over = [outcome for outcome in missed if outcome.crossing]
    if not over or len(over) < MANY * len(missed):
        return None
    asked = sum(outcome.crossing for outcome in outcomes)
    return (
        f"{len(over)} of {len(missed)} misses ask in one language for what was said in the other ({asked} questions "
        "do): no word is shared, so that the vectors alone must find it. Use the default embedder or a multilingual "
        "one of your own, or keep a translation beside what is asked for across languages."
    )


def wordless(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Misses in one language whose memory shares no word with the question."""
    missed = [outcome for outcome in _outranked(outcomes) if not outcome.crossing]
    bare = [outcome for outcome in missed if not _shares_a_word(outcome, given)]
    if not bare or len(bare) < MANY * len(missed):
        return None
    return (
        f"{len(bare)} of {len(missed)} misses share no word with their memory: write memories that name what they are "
        "about (who, what, which), as whole sentences."
    )


def alike(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """What came first says nearly the same as what was wanted."""
    below = [outcome for outcome in outcomes if outcome.rank != 1 and outcome.hits]
    twins = [outcome for outcome in below if near(outcome.hits[0].memory, outcome, given)]
    if not twins or len(twins) < MANY * len(below):
        return None
    return (
        f"In {len(twins)} of the {len(below)} questions whose memory is not first, the first says nearly the same: "
        "keep one of the two, name in each what sets it apart, or count both as right (a list as memory)."
    )


def late(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Right memories just below the first place."""
    near_by = [outcome for outcome in outcomes if outcome.rank is not None and 2 <= outcome.rank <= LATE_MAX]
    if len(near_by) < LATE_SHARE * len(outcomes):
        return None
    return (
        f"{_questions(near_by)} answered from the second to the fifth place: enough where a model reads them all; "
        "where the first must be right, set a reranker (docs/guide/reranking.md) or try the recipe precise."
    )


def deep(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Right memories that a larger k would bring."""
    missed = _missed(outcomes)
    there = [outcome for outcome in missed if outcome.rank is not None]
    if not there or len(there) < MANY * len(missed):
        return None
    furthest = max(outcome.rank or 0 for outcome in there)
    return (
        f"{len(there)} of {len(missed)} misses are found further down, the last at {furthest}: a larger k with a "
        "reranker brings them up."
    )


def low(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Right memories that are found and still kept from a prompt."""
    least = load().context_score_min
    under = [outcome for outcome in outcomes if not outcome.missed and outcome.right and _score(outcome) < least]
    if not under:
        return None
    return (
        f"{_questions(under)} answered by a memory whose score is under context_score_min = {least:g}: search gives "
        "it, a prompt does not. Lower the setting."
    )


def floors(outcomes: Sequence[Outcome], given: Pairs) -> str | None:
    """Whether the floor below which nothing is said to be remembered stands right: too high, or worth raising."""
    told = [(outcome, chance) for outcome in outcomes if (chance := outcome.hits.answered) is not None]
    right = sorted(chance for outcome, chance in told if not outcome.missed)
    wrong = [chance for outcome, chance in told if outcome.missed]
    if len(right) < PAIRS_MIN:
        return None
    best = floor(100 * right[int(WITHHELD_MAX * len(right))]) / 100
    withheld = sum(outcome.hits.nothing for outcome, _ in told if not outcome.missed)
    if withheld > WITHHELD_MAX * len(right):
        return (
            f"{withheld} of {len(right)} right answers are withheld as nothing remembered: answer_min = {best:g} would "
            "withhold one in twenty."
        )
    refused = sum(outcome.hits.nothing for outcome, _ in told if outcome.missed)
    more = sum(chance < best for chance in wrong)
    if not wrong or more - refused < FLOOR_WORTH * len(wrong):
        return None
    return (
        f"answer_min = {best:g} would say that nothing is remembered for {more} of {len(wrong)} misses instead of "
        f"{refused}, and for one in twenty of the right answers."
    )


RULES: tuple[Rule, ...] = (few, alone, not_stored, gated, crossing, wordless, alike, late, deep, low, floors)


def advice(outcomes: Sequence[Outcome], given: Pairs) -> list[str]:
    """What is worth doing, most pressing first; one line of praise where there is nothing."""
    said = [line for rule in RULES if (line := rule(outcomes, given)) is not None]
    if any(outcome.missed for outcome in outcomes):
        return said or ["Few misses, and nothing that they share: see each below its question."]
    return said or ["The answers are found, and mostly first: the defaults suit your data."]


def gate_of(outcome: Outcome) -> str | None:
    """The gate that cut the right memory, by its name; None where it was ranked."""
    gate = outcome.right.gate if outcome.right else "returned"
    name = gate.partition(":")[0]
    return None if name in ("returned", "rank", "candidates") else name


def near(memory: Memory, outcome: Outcome, given: Pairs) -> bool:
    """Whether a memory says nearly what a wanted one says."""
    mine = set(segment.terms(memory.text))
    for id in outcome.pair.wanted:
        other = set(segment.terms(given.memories[id]))
        if mine | other and len(mine & other) / len(mine | other) >= ALIKE:
            return True
    return False


def _missed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.missed and outcome.stored]


def _outranked(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in _missed(outcomes) if gate_of(outcome) is None]


def _score(outcome: Outcome) -> float:
    return outcome.right.score or 0.0 if outcome.right else 0.0


def _shares_a_word(outcome: Outcome, given: Pairs) -> bool:
    asked = set(segment.question_terms(outcome.pair.question))
    return any(asked & set(segment.terms(given.memories[id])) for id in outcome.pair.wanted)


def _questions(outcomes: Sequence[Outcome]) -> str:
    return "1 question is" if len(outcomes) == 1 else f"{len(outcomes)} questions are"
