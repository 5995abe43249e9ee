"""Recall of short memories by questions that share few words with them, in one language and across two."""

from __future__ import annotations

from collections.abc import Sequence

from evals.evidence import CROSS, turns_of
from evals.loaders import Row
from evals.measured import Measured
from evals.metrics import Means, any_found, ndcg, reciprocal_rank
from evals.run import Run

DEPTH = 10
_GROUPS = {"xlang": CROSS}


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: memories ({"id", "text"}) and questions ({"query", "gold", "set"}) in any order."""
    memories = {row["id"]: row["text"] for row in rows if "query" not in row}
    questions = [row for row in rows if "query" in row]
    means = Means()
    unresolved = 0
    with run.memory() as opened:
        user = opened.user("u1")
        user.add([{"role": "user", "content": text, "id": id} for id, text in memories.items()], infer=False)
        for row in run.each(questions, "questions"):
            if row["gold"] not in memories:
                unresolved += 1
                continue
            found = turns_of(user.search(row["query"], k=DEPTH))
            wanted = {row["gold"]}
            language = str(row["set"])
            groups = ("", _GROUPS.get(language, language))
            means.add("r@1", any_found(found, wanted, 1), groups)
            means.add("r@5", any_found(found, wanted, 5), groups)
            means.add("mrr", reciprocal_rank(found, wanted), groups)
            means.add("ndcg@10", ndcg(found, wanted, DEPTH), groups)
    return Measured(
        metrics={"n": len(questions[: run.limit]) - unresolved, **means.percentages(), "unresolved": unresolved},
        intervals=means.intervals(),
    )
