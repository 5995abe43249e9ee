"""Tables of a report in Markdown, in the language of the page they stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from evals import recall_tables
from evals.gold import KIND
from evals.recall_tables import table
from evals.report import between, shown
from evals.words import Words
from evals.year.shown import year_months

REMAINING_MAX = 15  # constructions listed for one set; the report has them all
LANGUAGES = ("zh", "en")
RELATIONS = ("replaces", "same", "adds", "once", "other")
OUTCOMES = ("retired", "merged", "both", "newer_unread", "older_unread")
POINTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)  # thresholds of a curve that are listed

Report = Mapping[str, Any]


def scores(name: str, report: Report, words: Words) -> str:
    """Extraction: precision, recall and F1 over everything and by language."""
    shares = ("precision", "recall", "f1", "empty_clean", "forbidden_rate")
    return _shares(name, report, words, (*shares, "items"), ("", *LANGUAGES))


def kinds(name: str, report: Report, words: Words) -> str:
    """Extraction by kind of statement."""
    groups = [group for group in _groups(name, report) if group.startswith(KIND)]
    return _shares(name, report, words, ("recall", "want", "precision", "made"), groups, title="kind")


def states(name: str, report: Report, words: Words) -> str:
    """Questions after changes: accuracy, and the two ways to fail."""
    return _shares(name, report, words, ("accuracy", "asks", "missing", "stale"), ("", *LANGUAGES))


def constructions(name: str, report: Report, words: Words) -> str:
    """Extraction or states by construction, in the order of the set, where anything was expected or made."""
    known = (*LANGUAGES, "")
    held = report["sets"][name]
    metrics = ("recall", "precision", "items") if "recall" in held else ("accuracy", "asks")
    groups = [
        group
        for group in _groups(name, report)
        if group not in known
        and not group.startswith(KIND)
        and any(held.get(f"{metric}/{group}") is not None for metric in metrics[:-1])
    ]
    return _shares(name, report, words, metrics, groups, title="construction")


def remaining(name: str, report: Report, words: Words) -> str:
    """Constructions that are not always right, with the points that each costs."""
    costs = report["remaining"].get(name, ())
    if not costs:
        return words("nothing")
    counts, gains = costs[0]["counts"], costs[0]["gains"]
    head = [words("construction"), *map(words, counts), *(f"{words(one)} +{words('points')}" for one in gains)]
    rows = [
        [
            words(cost["construction"]),
            *(shown(cost["counts"][one]) for one in counts),
            *(shown(cost["gains"][one]) for one in gains),
        ]
        for cost in costs[:REMAINING_MAX]
    ]
    left = len(costs) - REMAINING_MAX
    return table(head, rows) + (f"\n\n{words('and')} {left} {words('more')}" if left > 0 else "")


def pairs(name: str, report: Report, words: Words) -> str:
    """Paraphrases and near-misses by language."""
    return _shares(name, report, words, ("recognised", "merged", "replaced"), ("", *LANGUAGES))


def retiring(name: str, report: Report, words: Words) -> str:
    """Precision and recall of retiring by language."""
    return _shares(name, report, words, ("precision", "recall", "f1", "wrongly_retired"), ("", *LANGUAGES))


def outcomes(name: str, report: Report, words: Words) -> str:
    """What became of the older statement, by relation."""
    return _shares(name, report, words, ("pairs", *OUTCOMES), RELATIONS, title="relation")


def curve(name: str, report: Report, words: Words) -> str:
    """The operating curve of a set, with the chosen point."""
    parts = []
    for drawn in report["curves"].get(name, ()):
        chosen = drawn["chosen"]
        listed = [point for point in drawn["points"] if point["threshold"] in POINTS]
        listed = [point for point in listed if point["threshold"] != chosen["threshold"]]
        rows = [
            [_threshold(point, chosen, words), _rate(point["y"]), _rate(point["x"])]
            for point in sorted((*listed, chosen), key=lambda point: float(point["threshold"]))
        ]
        parts.append(table([words("threshold"), words(drawn["y"]), words(drawn["x"])], rows))
    return "\n\n".join(parts) or words("nothing")


def retired(name: str, report: Report, words: Words) -> str:
    """What adding conversations retired."""
    counts = ("statements", "superseded", "retracted", "statements_retired")
    return _shares(name, report, words, (*counts, "evidence_turns", "evidence_retired", "evidence_touched"), ("",))


TABLES: Mapping[str, Callable[[str, Report, Words], str]] = {
    one.__name__: one
    for one in (
        *(scores, kinds, states, constructions, remaining, pairs, retiring, outcomes, curve, retired),
        *(recall_tables.recall_by_language, recall_tables.recall_by_category, recall_tables.recall_by_form),
        *(recall_tables.recall_of, recall_tables.recall_short, recall_tables.chances, recall_tables.terms),
        *(recall_tables.latency, recall_tables.ablation),
        year_months,
    )
}
"""By the name that markers use."""


def _groups(name: str, report: Report) -> list[str]:
    return list(dict.fromkeys(metric.partition("/")[2] for metric in report["sets"][name]))


def _shares(
    name: str, report: Report, words: Words, metrics: Sequence[str], groups: Iterable[str], *, title: str = "language"
) -> str:
    held, around = report["sets"][name], report["intervals"].get(name, {})
    rows = []
    for group in groups:
        named = [f"{metric}/{group}" if group else metric for metric in metrics]
        if any(one in held for one in named):
            rows.append([words(group or "all"), *(_cell(held.get(one), around.get(one)) for one in named)])
    return table([words(title), *map(words, metrics)], rows)


def _cell(value: float | None, around: Sequence[float] | None) -> str:
    return shown(value) if value is None or around is None else f"{shown(value)} ({between(around)})"


def _rate(rate: Mapping[str, Any]) -> str:
    return f"{_cell(rate['percent'], rate['interval'])}, {rate['part']}/{rate['whole']}"


def _threshold(point: Mapping[str, Any], chosen: Mapping[str, Any], words: Words) -> str:
    written = f"{point['threshold']:.2f}"
    return f"**{written}** ({words('chosen')})" if point is chosen else written
