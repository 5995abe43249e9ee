"""The tables of a comparison, in either language.

    recall SET     R@5 and R@10 by language, with interval and ratio
    costs SET      times, memory and disk, with ratio
    size SET       how much was added and asked
    versions       what was installed
    left_out       what cannot run, and what failed

A ratio is the peer's figure over Mnemic's of the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.peers.catalogue import BY_NAME, LEFT_OUT, PEERS, REFERENCE, Peer
from benchmarks.peers.scores import DEPTHS

Report = Mapping[str, Any]

COSTS = (
    "add_ms",
    "add_embedding_ms",
    "add_own_ms",
    "search_ms",
    "search_embedding_ms",
    "search_own_ms",
    "rss_peak_mb",
    "data_mb",
    "install_mb",
)
NOTHING = "–"

_ENGLISH: Mapping[str, str] = {
    "add_ms": "add, ms",
    "add_embedding_ms": "add: embedding",
    "add_own_ms": "add: the rest",
    "search_ms": "search, ms",
    "search_embedding_ms": "search: embedding",
    "search_own_ms": "search: the rest",
    "rss_peak_mb": "peak memory, MB",
    "data_mb": "data, MB",
    "install_mb": "install, MB",
    "zh": "zh",
    "en": "en",
}
_CHINESE: Mapping[str, str] = {
    "add_ms": "添加（毫秒）",
    "add_embedding_ms": "添加：嵌入",
    "add_own_ms": "添加：其余",
    "search_ms": "检索（毫秒）",
    "search_embedding_ms": "检索：嵌入",
    "search_own_ms": "检索：其余",
    "rss_peak_mb": "内存峰值（MB）",
    "data_mb": "数据（MB）",
    "install_mb": "安装（MB）",
    "zh": "中文",
    "en": "英文",
    "memory": "记忆",
    "embedder": "嵌入模型",
    "version": "版本",
    "packages": "依赖包数",
    "what it is": "说明",
    "reason": "原因",
    "language": "语言",
    "conversations": "对话",
    "turns": "轮次",
    "questions": "问题",
    "failed": "失败",
    "failed here": "本次运行失败",
    "this checkout": "本仓库",
    "conversations of each language, the first": "每种语言只取前几段对话：",
    "measured on": "测量于",
    "processors": "个处理器",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A heading, and rows of the same length."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """As Markdown."""
        lines = [self.head, ("---",) * len(self.head), *self.rows]
        return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def words_of(*, chinese: bool) -> Callable[[str], str]:
    """What turns a word of a table into the language of its page; what has no translation stays as it is."""
    known = _CHINESE if chinese else _ENGLISH
    return lambda word: known.get(word, word)


def recall(report: Report, name: str, *, chinese: bool) -> Table:
    """How much of the evidence is found."""
    words, held = words_of(chinese=chinese), report["sets"][name]
    columns = [(language, f"r{k}", f"{words(language)} R@{k}") for language in held["languages"] for k in DEPTHS]
    rows = [
        _row(peer, held, words, [_recall_cell(peer, held, language, depth) for language, depth, _ in columns])
        for peer in _shown(report)
    ]
    return Table(head=(words("memory"), words("embedder"), *(title for *_, title in columns)), rows=tuple(rows))


def costs(report: Report, name: str, *, chinese: bool) -> Table:
    """What it takes."""
    words, held = words_of(chinese=chinese), report["sets"][name]
    rows = [_row(peer, held, words, [_cost_cell(peer, held, cost) for cost in COSTS]) for peer in _shown(report)]
    return Table(head=(words("memory"), words("embedder"), *map(words, COSTS)), rows=tuple(rows))


def size(report: Report, name: str, *, chinese: bool) -> Table:
    """How large a set is."""
    words = words_of(chinese=chinese)
    rows = tuple(
        (words(language), str(counted["talks"]), str(counted["turns"]), str(counted["questions"]))
        for language, counted in report["sets"][name]["languages"].items()
    )
    return Table(head=tuple(map(words, ("language", "conversations", "turns", "questions"))), rows=rows)


def versions(report: Report, _: str, *, chinese: bool) -> Table:
    """What was installed, and how it was used."""
    words = words_of(chinese=chinese)
    rows = tuple(
        (
            peer.title,
            words(peer.version),
            str(len(report["packages"].get(peer.name, ())) or NOTHING),
            peer.note_zh if chinese else peer.note,
        )
        for peer in _shown(report)
    )
    return Table(head=tuple(map(words, ("memory", "version", "packages", "what it is"))), rows=rows)


def left_out(report: Report, _: str, *, chinese: bool) -> Table:
    """What failed in this run, and what cannot run at all."""
    words = words_of(chinese=chinese)
    failed = [
        (f"**{BY_NAME[peer].title}**", f"**{words('failed here')}** ({name}): {reason}")
        for name, held in report["sets"].items()
        for peer, reason in held["failed"].items()
    ]
    known = [(one.title, one.reason_zh if chinese else one.reason) for one in LEFT_OUT]
    return Table(head=(words("memory"), words("reason")), rows=(*failed, *known))


TABLES: Mapping[str, Callable[..., Table]] = {
    table.__name__: table for table in (recall, costs, size, versions, left_out)
}
"""By the name that markers use."""


def origin(report: Report, *, chinese: bool) -> str:
    """When and on what a report was measured, and whether of the first conversations of each language only."""
    words, where = words_of(chinese=chinese), report["environment"]
    limit, system = report.get("limit"), where["platform"].split("-")[0]
    part = "" if limit is None else f"**{words('conversations of each language, the first')} {limit}.** "
    return (
        f"{part}*{words('measured on')} {where['date'][:10]}, Python {where['python']}, {system}, "
        f"{where['cpus']} {words('processors')}*"
    )


def _shown(report: Report) -> list[Peer]:
    return [peer for peer in PEERS if peer.name in report["peers"]]


def _row(peer: Peer, held: Report, words: Callable[[str], str], cells: Sequence[str]) -> tuple[str, ...]:
    title = f"**{peer.title}**" if peer.name == REFERENCE else peer.title
    if peer.name in held["failed"]:
        cells = [f"**{words('failed')}**", *(NOTHING for _ in cells[1:])]
    return (title, peer.embedder, *cells)


def _recall_cell(peer: Peer, held: Report, language: str, depth: str) -> str:
    own = held["peers"].get(peer.name)
    if own is None:
        return NOTHING
    measured = own["recall"][language]
    low, high = measured["intervals"][depth]
    reference = held["peers"].get(REFERENCE)
    ratio = _ratio(peer, measured[depth], reference and reference["recall"][language][depth])
    return f"{measured[depth]:.1f} ({low:.0f}–{high:.0f}){ratio}"


def _cost_cell(peer: Peer, held: Report, cost: str) -> str:
    own, reference = held["peers"].get(peer.name), held["peers"].get(REFERENCE)
    if own is None:
        return NOTHING
    value = own["costs"][cost]
    return f"{_written(value)}{_ratio(peer, value, reference and reference['costs'][cost])}"


def _ratio(peer: Peer, value: float, reference: float | None) -> str:
    if peer.name == REFERENCE or not reference:
        return ""
    return f", {value / reference:.2f}×"


def _written(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
