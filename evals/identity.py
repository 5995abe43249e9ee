"""Do two statements say the same? Paraphrases should be recognised, and near-misses never merged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from evals.loaders import Row
from evals.measured import THRESHOLDS, Curve, Measured, Point, Rate
from evals.metrics import Means
from evals.run import Run
from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Source
from mnemic.language.meaning import Closeness, closeness, read_meaning, sameness
from mnemic.language.meaning.likeness import compare_meanings
from mnemic.ports import Embedder
from mnemic.reader.statement import MessageSetting
from mnemic.writing.compare import Comparison, compare
from mnemic.writing.stages import READERS

SAID = datetime(2026, 1, 5, 12, tzinfo=UTC)  # any moment will do: the statements hold no relative times
NEAREST = Closeness(e5=10.0, use=10.0)  # nearer than vectors can be: only rules and slots can keep statements apart
_SOURCE = Source(session="s1", turn="t1")


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"a", "b", "lang", "label"}, label 1 for a paraphrase and 0 for the same topic with another value.

    `recognised`: paraphrases found to be the same. `merged`: near-misses found to be the same, which loses a memory.
    `replaced`: paraphrases taken for a newer or contrary value.
    """
    means = Means()
    pairs: list[tuple[bool, Weighed]] = []
    for row in run.each(rows, "pairs"):
        weighed = weigh(row["a"], row["b"], row["lang"], run.embedder)
        groups = ("", row["lang"])
        same = float(weighed.verdict is Comparison.SAME)
        if row["label"]:
            means.add("recognised", same, groups)
            means.add("replaced", float(weighed.verdict in (Comparison.NEWER, Comparison.CONTRARY)), groups)
        else:
            means.add("merged", same, groups)
        pairs.append((bool(row["label"]), weighed))
    return Measured(
        metrics={"n": len(rows[: run.limit]), **means.percentages()},
        intervals=means.intervals(),
        curves=(curve(pairs),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Two statements compared, and what another threshold of sameness would have made of them."""

    verdict: Comparison
    probability: float | None = None  # that they say the same; None where the threshold decides nothing
    near: bool = False  # whether they are the same where the probability passes
    far: bool = False  # the same where it does not

    def same_from(self, threshold: float) -> bool:
        """Whether they would be the same with this threshold."""
        if self.probability is None:
            return self.verdict is Comparison.SAME
        return self.near if self.probability >= threshold else self.far


def judged(known: str, new: str, language: str, embedder: Embedder) -> Comparison:
    """How `new` stands to `known`: by slot where the extraction gives one, and by what the two mean."""
    return weigh(known, new, language, embedder).verdict


def weigh(known: str, new: str, language: str, embedder: Embedder) -> Weighed:
    """How `new` stands to `known`, at the threshold in use and at any other."""
    first, second = _candidate(known, language), _candidate(new, language)
    vectors = embedder.documents([second.text, first.text])
    close = closeness(second.text, first.text, (vectors[0], vectors[1]), embedder.fingerprint)
    memory = _memory(first)
    verdict = compare(second, memory, close)[0]
    far, near = (compare(second, memory, bound)[0] is Comparison.SAME for bound in (None, NEAREST))
    if close is None or far == near:
        return Weighed(verdict=verdict)
    probability = _probability(second.text, first.text, close)
    weighed = Weighed(verdict=verdict, probability=probability, near=near, far=far)
    decided = weighed.same_from(threshold()) is (verdict is Comparison.SAME)
    return weighed if decided else Weighed(verdict=verdict)  # a rule that knows more has overruled the probability


def _probability(one: str, other: str, close: Closeness) -> float | None:
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None:
        return None
    return sameness.sameness_probability(compare_meanings(left, right), close, chinese=left.language == "zh")


@cache
def threshold() -> float:
    """The probability from which statements are the same, as the package has it."""
    stored = (files("mnemic.language.meaning") / "weights.json").read_text(encoding="utf-8")
    return float(json.loads(stored)["threshold"])


def curve(pairs: Sequence[tuple[bool, Weighed]]) -> Curve:
    """Paraphrases recognised against near-misses merged, for every threshold of the probability.

    Args:
        pairs: whether a pair is a paraphrase, and how it was weighed.
    """
    good = [weighed for paraphrase, weighed in pairs if paraphrase]
    bad = [weighed for paraphrase, weighed in pairs if not paraphrase]

    def at(least: float) -> Point:
        merged, recognised = (sum(weighed.same_from(least) for weighed in side) for side in (bad, good))
        return Point(threshold=least, x=Rate(part=merged, whole=len(bad)), y=Rate(part=recognised, whole=len(good)))

    return Curve(
        title="Sameness",
        x="near-misses merged",
        y="paraphrases recognised",
        points=tuple(at(least) for least in THRESHOLDS),
        chosen=at(threshold()),
    )


def _candidate(text: str, language: str) -> Candidate:
    reading = READERS[language](text, MessageSetting(said=SAID, zone=UTC)) if language in READERS else None
    if reading is None or not reading.statements:
        return Candidate(text=text, kind=Kind.FACT, language=language, said_at=SAID, sources=(_SOURCE,))
    statement = reading.statements[0]
    return Candidate(
        text=statement.text,
        kind=statement.kind,
        slot=statement.slot,
        language=language,
        said_at=SAID,
        sources=(_SOURCE,),
    )


def _memory(candidate: Candidate) -> Memory:
    kept = {field.name for field in fields(Memory)} & {"text", "kind", "slot", "language", "said_at", "sources"}
    values = {name: getattr(candidate, name) for name in kept}
    return Memory(id="m1", tenant="default", user="u1", recorded_at=SAID, updated_at=SAID, **values)
