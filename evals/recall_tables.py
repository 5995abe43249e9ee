"""Tables of recall in Markdown: our conversations, other sets, chances, terms, times, what each part is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evals.evidence import CATEGORY, CROSS, EVIDENCE, FORM, QUANTILES, SAME
from evals.report import between, shown
from evals.variants import EVERYTHING, VARIANTS
from evals.words import Words, english

LANGUAGES = ("", "zh", "en", SAME, CROSS)
SHOWN_DEPTHS = (1, 5, 10, 50)
ABLATION_DEPTH = 5
SETS_MIN = 2  # sets on which a part must gain to be kept
ADDED = frozenset(variant.name for variant in VARIANTS if variant.added)
SURE = "**"  # around a change whose interval does not hold zero

Report = Mapping[str, Any]
Figures = Mapping[str, Any]


def recall_by_language(name: str, report: Report, words: Words) -> str:
    """Fraction of the evidence and any of it within k, by language."""
    return _recall(name, report, words, LANGUAGES, "language")


def recall_by_category(name: str, report: Report, words: Words) -> str:
    """The same by category of question."""
    return _recall(name, report, words, _with(name, report, CATEGORY), "category")


def recall_by_form(name: str, report: Report, words: Words) -> str:
    """The same by form of conversation, and by number of evidence turns."""
    groups = (*_with(name, report, FORM), *_with(name, report, EVIDENCE))
    return _recall(name, report, words, groups, "group")


def recall_of(name: str, report: Report, words: Words) -> str:
    """The same of another set: everything, languages and languages crossed."""
    return _recall(name, report, words, LANGUAGES, "language")


def recall_short(name: str, report: Report, words: Words) -> str:
    """Short memories: within the first 1 and 5."""
    figures, around = report["sets"][name], report["intervals"].get(name, {})
    return table(
        [words("language"), "R@1", "R@5", "MRR"],
        [
            [_group(group, words), *(_cell(metric, group, figures, around) for metric in ("r@1", "r@5", "mrr"))]
            for group in LANGUAGES
            if _full("r@1", group) in figures
        ],
    )


def chances(name: str, report: Report, words: Words) -> str:
    """How well the chance told with an answer holds."""
    figures = report["sets"][name]
    names = ("claims", "calibration_error", "brier", "told_apart", "refused_with_answer", "refused_without")
    rows = [[words(one), shown(figures[one])] for one in names if one in figures]
    return table([words("figure"), words("value")], rows) if rows else words("nothing")


def terms(name: str, report: Report, words: Words) -> str:
    """Terms of the score in hits that are evidence and in others."""
    rows = [[f"`{one['name']}`", shown(one["evidence"]), shown(one["others"])] for one in report["terms"].get(name, ())]
    return table([words("term"), words("evidence"), words("others")], rows)


def latency(name: str, report: Report, words: Words) -> str:
    """Quantiles of a search in milliseconds."""
    figures = report["sets"][name]
    head = [words("milliseconds"), *(f"{n} %" for n, _ in QUANTILES)]
    parts = ("beside", "embed", "search")
    rows = [[words(part), *(shown(figures.get(f"{part}_p{n}_ms")) for n, _ in QUANTILES)] for part in parts]
    return table(head, rows)


def ablation(name: str, report: Report, words: Words) -> str:
    """What switching each part off changes, in points of turn_frac@5."""
    return table(*ablation_cells(report["sets"][name], report["intervals"].get(name, {}), words))


def ablation_cells(figures: Figures, around: Figures, words: Words = english) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the same: the library as it is in percent, then a row for each part."""
    start = f"turn_frac@{ABLATION_DEPTH}/"
    keys = [metric.removeprefix(start).partition("/") for metric in figures if metric.startswith(start)]
    variants, ways = dict.fromkeys(variant for variant, _, _ in keys), dict.fromkeys(way for _, _, way in keys)
    head = [words("without"), *(" ".join(words(part) for part in way.split()) for way in ways), words("worth")]
    rows = [[words(EVERYTHING), *(shown(figures[f"{start}{EVERYTHING}/{way}"]) for way in ways), ""]]
    for variant in variants:
        if variant != EVERYTHING:
            changes = {way: f"change@{ABLATION_DEPTH}/{variant}/{way}" for way in ways}
            cells = [_change(figures.get(metric), around.get(metric)) for metric in changes.values()]
            gains, costs = _sure(changes, around, turned=variant in ADDED)
            rows.append([words(variant), *cells, _worth(gains, costs, words, added=variant in ADDED)])
    return head, rows


def _change(points: float | None, around: Sequence[float] | None) -> str:
    if points is None:
        return "–"
    written = f"{points:+.1f}".replace("-", "−") if points else "0"
    return f"{SURE}{written}{SURE}" if around and around[0] * around[1] > 0 else written


def _sure(changes: Mapping[str, str], around: Figures, *, turned: bool) -> tuple[int, int]:
    """On how many sets a part surely gains, and on how many it surely costs. The ways of one set count once."""
    sides: dict[bool, set[str]] = {True: set(), False: set()}
    for way, metric in changes.items():
        low, high = around.get(metric, (0, 0))
        if low * high > 0:
            sides[(low < 0) is not turned].add(way.split()[0])
    return len(sides[True]), len(sides[False])


def _worth(gains: int, costs: int, words: Words, *, added: bool) -> str:
    written = [f"+ {gains}"] * bool(gains) + [f"− {costs}"] * bool(costs)
    mark = f" ({words('kept')})" if gains >= SETS_MIN and not costs and not added else ""
    return ", ".join(written or ["0"]) + mark


def _recall(name: str, report: Report, words: Words, groups: Iterable[str], title: str) -> str:
    figures, around = report["sets"][name], report["intervals"].get(name, {})
    names = [f"turn_frac@{depth}" for depth in SHOWN_DEPTHS] + ["turn_any@5", "mrr"]
    heads = [f"R@{depth}" for depth in SHOWN_DEPTHS] + [words("any@5"), "MRR"]
    rows = [
        [
            _group(group, words),
            shown(figures.get(_full("n", group))),
            *(_cell(metric, group, figures, around) for metric in names),
        ]
        for group in groups
        if _full(names[0], group) in figures
    ]
    return table([words(title), words("questions"), *heads], rows)


def _group(group: str, words: Words) -> str:
    return words("same_language" if group == SAME else group or "all")


def _cell(metric: str, group: str, figures: Figures, around: Figures) -> str:
    full = _full(metric, group)
    value = shown(figures.get(full))
    return f"{value} ({between(around[full])})" if full in around else value


def _full(metric: str, group: str) -> str:
    return f"{metric}/{group}" if group else metric


def _with(name: str, report: Report, prefix: str) -> list[str]:
    groups = dict.fromkeys(metric.partition("/")[2] for metric in report["sets"][name])
    return sorted(group for group in groups if group.startswith(prefix))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
