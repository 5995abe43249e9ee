"""Answers into figures.

recall    of each language: mean share of a question's evidence turns among those of the first k hits, in percent, with
          the 95 % interval of a bootstrap over questions
costs     medians in milliseconds, and megabytes; `..._own_ms` is what is left without the embedder
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import median
from typing import Any

from benchmarks.peers.talks import Examined, TalkSet, languages_of
from benchmarks.peers.task import Answers, Outcome
from evals.metrics import Means, fraction_found, quantile

DEPTHS = (5, 10)

Figures = dict[str, Any]


def figures(examined: TalkSet, outcome: Outcome, install_mb: float) -> Figures:
    """Everything one peer has shown on one set."""
    pairs = list(zip(examined.talks, outcome.talks, strict=True))
    languages = languages_of(examined.talks)
    return {
        "recall": {one: _recall([pair for pair in pairs if pair[0].language == one]) for one in languages},
        "costs": {
            **_times("add", [answers for _, answers in pairs]),
            **_times("search", [answers for _, answers in pairs]),
            "rss_peak_mb": round(outcome.rss_peak_mb, 1),
            "rss_warm_mb": round(outcome.rss_warm_mb, 1),
            "data_mb": round(outcome.data_mb, 2),
            "install_mb": round(install_mb, 1),
        },
    }


def counts(examined: TalkSet) -> Figures:
    """How large a set is."""
    return {
        "left_out": examined.left_out,
        "languages": {
            one: {
                "talks": len(examined.of(one)),
                "turns": sum(len(talk.talk.turns) for talk in examined.of(one)),
                "questions": sum(len(talk.evidence) for talk in examined.of(one)),
            }
            for one in languages_of(examined.talks)
        },
    }


def found_turns(hits: Sequence[Sequence[str]], k: int) -> list[str]:
    """The turns behind the first k hits, each once, and no more than k of them."""
    return list(dict.fromkeys(turn for hit in hits[:k] for turn in hit))[:k]


def _recall(pairs: Sequence[tuple[Examined, Answers]]) -> Figures:
    means = Means()
    for examined, answers in pairs:
        for evidence, hits in zip(examined.evidence, answers.found, strict=True):
            for k in DEPTHS:
                means.add(f"r{k}", fraction_found(found_turns(hits, k), evidence, k), ("",))
    return {**means.percentages(), "intervals": {name: list(around) for name, around in means.intervals().items()}}


def _times(name: str, answers: Sequence[Answers]) -> Figures:
    held = [asdict(one) for one in answers]
    whole = [took for one in held for took in one[f"{name}_ms"]]
    embedding = [took for one in held for took in one[f"{name}_embedding_ms"]]
    own = [took - part for took, part in zip(whole, embedding, strict=True)]
    return {
        f"{name}_ms": round(median(whole), 3),
        f"{name}_embedding_ms": round(median(embedding), 3),
        f"{name}_own_ms": round(median(own), 3),
        f"{name}_own_p95_ms": round(quantile(own, 0.95) or 0.0, 3),
    }
