"""What a page draws of a set that was searched: recall by k, the terms of the score, and how long it took."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from evals import plots
from evals.evidence import CROSS, SAME
from evals.plots import Bar

LANGUAGE, GROUP = "language", "group"  # sorts of groups; any other is named by the prefix of its groups
BY_LANGUAGE = ("", "zh", "en", SAME, CROSS, f"{CROSS}/zh", f"{CROSS}/en")
DEPTHS_MIN = 3  # from which a line is worth drawing
_DEPTH = re.compile(r"(?P<metric>turn_frac|hit_rate)@(?P<k>\d+)(?:/(?P<group>.+))?")
_TIME = re.compile(r"(?P<what>search|embed|beside)_p(?P<n>\d+)_ms")


def sort_of(group: str) -> str:
    """What a group is a group of: languages, a prefix such as `kind:`, or anything else."""
    if group in BY_LANGUAGE:
        return LANGUAGE
    prefix, colon, _ = group.partition(":")
    return prefix if colon else GROUP


def by_depth(name: str, metrics: Mapping[str, Any]) -> str:
    """Recall by k: over everything, and by language."""
    drawn: dict[str, dict[int, float]] = {}
    for metric, value in metrics.items():
        found = _DEPTH.fullmatch(metric)
        if found and value is not None and (found["group"] or "") in BY_LANGUAGE:
            drawn.setdefault(found["group"] or "all", {})[int(found["k"])] = value
    drawn = {group: points for group, points in drawn.items() if len(points) >= DEPTHS_MIN}
    if not drawn:
        return ""
    return _headed("recall by k, percent", plots.lines(f"{name}: recall by k", drawn, "k"))


def terms(name: str, drawn: Sequence[Mapping[str, Any]]) -> str:
    """Terms of the score, each for hits that are evidence and for the others."""
    if not drawn:
        return ""
    bars = [
        Bar(label=f"{term['name']} · {side}", value=term[side], series=series)
        for term in drawn
        for series, side in enumerate(("evidence", "others"))
    ]
    title = "terms of the score, mean log-odds: the first 10 hits, those that are evidence and the others"
    return _headed(title, plots.amounts(f"{name}: {title}", bars))


def latency(name: str, metrics: Mapping[str, Any]) -> str:
    """Quantiles of a search, of the embedding of its question, and of what is beside it."""
    bars = [
        Bar(label=f"{found['what']} · {found['n']} %", value=metrics[metric], series=number % 2)
        for number, what in enumerate(("beside", "embed", "search"))
        for metric in metrics
        if (found := _TIME.fullmatch(metric)) and found["what"] == what and metrics[metric] is not None
    ]
    title = "quantiles of a search in milliseconds: beside the embedding, the embedding, the whole"
    return _headed(title, plots.amounts(f"{name}: {title}", bars)) if bars else ""


def _headed(title: str, drawn: str) -> str:
    return f"<h3>{escape(title)}</h3>\n{drawn}"
