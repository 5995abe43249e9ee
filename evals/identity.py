"""Do two statements say the same? Paraphrases should be recognised, and near-misses never merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime

from evals.loaders import Row
from evals.metrics import Means, Metrics
from evals.run import Run
from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Source
from mnemic.language.statement import Setting
from mnemic.writing.compare import Verdict, compare
from mnemic.writing.stages import READERS

SAID = datetime(2026, 1, 5, 12, tzinfo=UTC)  # any moment will do: the statements hold no relative times
_SOURCE = Source(session="s1", turn="t1")


def measure(rows: Sequence[Row], run: Run) -> Metrics:
    """`rows`: {"a", "b", "lang", "label"}, label 1 for a paraphrase and 0 for the same topic with another value.

    `recognised`: paraphrases found to be the same. `merged`: near-misses found to be the same, which loses a memory.
    `replaced`: paraphrases taken for a newer or contrary value.
    """
    means = Means()
    for row in run.each(rows, "pairs"):
        verdict = judged(row["a"], row["b"], row["lang"])
        groups = ("", row["lang"])
        same = float(verdict is Verdict.SAME)
        if row["label"]:
            means.add("recognised", same, groups)
            means.add("replaced", float(verdict in (Verdict.NEWER, Verdict.CONTRARY)), groups)
        else:
            means.add("merged", same, groups)
    return {"n": len(rows[: run.limit]), **means.percentages()}


def judged(known: str, new: str, language: str) -> Verdict:
    """How `new` stands to `known`: by slot where the extraction gives one, else by words."""
    first, second = _candidate(known, language), _candidate(new, language)
    return compare(second, _memory(first))[0]


def _candidate(text: str, language: str) -> Candidate:
    reading = READERS[language](text, Setting(said=SAID, zone=UTC)) if language in READERS else None
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
