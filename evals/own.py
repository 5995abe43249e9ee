"""A user's own questions, each with the memory that should be found for it: 20 to 50 are enough.

One JSON object a line:

    {"question": "Where is the spare key?", "memory": "The spare key hangs in the shed."}
    {"question": "Who is coming?", "memory": ["Ana comes on Friday.", "Bo comes on Saturday."], "ids": ["a", "b"]}
    {"others": ["Memories nobody asks for, to be passed over.", "..."]}

memory or memories: a text or a list of texts, any of which answers. ids: names for them, given back in the results.
others: memories that stand by, on lines of their own or beside a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.evidence import CROSS, SAME, turns_of
from evals.loaders import BadSet, Row, numbered
from evals.measured import Measured
from evals.metrics import Means, reciprocal_rank
from evals.run import Run
from mnemic.api.memory import UserMemory
from mnemic.domain.query import Explanation, Recall
from mnemic.domain.record import Kind
from mnemic.language.question import han_share

DEPTHS = (1, 3, 5, 10)
MISSED_FROM = DEPTHS[-1] + 1  # a right memory from this place on was missed
DEPTH_MAX = 50
BATCH = 1_000  # memories added at once
CROSSING_SHARE = 0.5  # difference in the share of Chinese from which question and memory are in two languages
FIELDS = frozenset({"question", "memory", "memories", "ids", "id", "others"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One question and the memories that answer it, by id."""

    line: int
    question: str
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What a file holds: questions, and every memory by id, each text once."""

    pairs: tuple[Pair, ...]
    memories: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One question, asked."""

    pair: Pair
    hits: Recall
    rank: int | None  # of the first memory that answers, from 1; None where it is not among DEPTH_MAX
    stored: bool  # a memory that answers is held at all
    right: Explanation | None  # of the best memory that answers, where one is held
    crossing: bool  # question and memories are in two languages

    @property
    def missed(self) -> bool:
        """Whether no memory that answers is among the first ten."""
        return self.rank is None or self.rank >= MISSED_FROM


def read(path: Path) -> Pairs:
    """The pairs of a file.

    Raises:
        BadSet: a line that cannot be used, named with its number and what to write instead; or no question at all.
    """
    memories = _Memories()
    pairs = [pair for line, row in numbered(path) if (pair := _pair(row, f"{path}, line {line}", line, memories))]
    if not pairs:
        raise BadSet(f'{path} asks nothing: write {{"question": "...", "memory": "..."}}, one a line.')
    return Pairs(pairs=tuple(pairs), memories=memories.by_id)


class _Memories:
    """Memories met so far."""

    def __init__(self) -> None:
        self.by_id: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def id_of(self, text: str, id: str | None, where: str) -> str:
        """The id of a text, which is new or known under it."""
        if id is None:
            id = self._ids.get(text) or self._free()
        if self.by_id.get(id, text) != text:
            raise BadSet(f"{where}: the id {id!r} is already that of {self.by_id[id]!r}.")
        if self._ids.get(text, id) != id:
            raise BadSet(f"{where}: {text!r} already has the id {self._ids[text]!r}, and is now called {id!r}.")
        self.by_id[id], self._ids[text] = text, id
        return id

    def _free(self) -> str:
        number = len(self.by_id) + 1
        while f"m{number}" in self.by_id:
            number += 1
        return f"m{number}"


def _pair(row: Row, where: str, line: int, memories: _Memories) -> Pair | None:
    if unknown := sorted(set(row) - FIELDS):
        raise BadSet(f"{where}: unknown field {unknown[0]!r}. Known are: {', '.join(sorted(FIELDS))}.")
    others = _texts(row, ("others",), where)
    wanted = _texts(row, ("memory", "memories"), where)
    ids: list[str | None] = [*_texts(row, ("ids", "id"), where)] or [None] * len(wanted)
    if len(ids) != len(wanted):
        raise BadSet(f"{where}: {len(ids)} ids for {len(wanted)} memories; write one for each, or none.")
    named = tuple(memories.id_of(text, id, where) for text, id in zip(wanted, ids, strict=True))
    for text in others:
        memories.id_of(text, None, where)
    if "question" not in row and others and not wanted:
        return None
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise BadSet(f"{where}: no text as 'question'.")
    if not named:
        raise BadSet(f"{where}: no text as 'memory'.")
    return Pair(line=line, question=question, wanted=named)


def _texts(row: Row, names: tuple[str, ...], where: str) -> list[str]:
    given = [(name, row[name]) for name in names if name in row]
    if len(given) > 1:
        raise BadSet(f"{where}: both {names[0]!r} and {names[1]!r}; write one of them.")
    for name, value in given:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
            raise BadSet(f"{where}: no text as {name!r}; a text or a list of texts is wanted, not {value!r}.")
        return texts
    return []


def asked(given: Pairs, run: Run) -> list[Outcome]:
    """Keep every memory as given for one user, ask every question, and see where what answers it is."""
    with run.memory() as opened:
        user = opened.user("u1")
        messages = [{"role": "user", "content": text, "id": id} for id, text in given.memories.items()]
        for start in range(0, len(messages), BATCH):
            user.add(messages[start : start + BATCH], infer=False)
        held = {turn: memory.id for memory in user.list(kinds=list(Kind), status="any") for turn in memory.turns}
        return [_outcome(user, pair, given, held) for pair in run.each(given.pairs, "questions")]


def _outcome(user: UserMemory, pair: Pair, given: Pairs, held: Mapping[str, str]) -> Outcome:
    hits = user.search(pair.question, k=DEPTH_MAX)
    found = turns_of(hits)
    there = [turn for turn in pair.wanted if turn in held]
    rank = min((found.index(turn) + 1 for turn in there if turn in found), default=None)
    best = min(there, key=lambda turn: found.index(turn) if turn in found else len(found), default=None)
    share = han_share(pair.question)
    return Outcome(
        pair=pair,
        hits=hits,
        rank=rank,
        stored=bool(there),
        right=None if best is None else user.why_not(held[best], pair.question, k=DEPTH_MAX),
        crossing=all(abs(share - han_share(given.memories[id])) > CROSSING_SHARE for id in pair.wanted),
    )


def measured(given: Pairs, outcomes: list[Outcome]) -> Measured:
    """The hit rate within each depth and the mean reciprocal rank, in percent; by language where questions cross."""
    means, counts = Means(), {"n": len(outcomes), "memories": len(given.memories)}
    mixed = any(outcome.crossing for outcome in outcomes)
    for outcome in outcomes:
        groups = ("", CROSS if outcome.crossing else SAME) if mixed else ("",)
        for depth in DEPTHS:
            means.add(f"hit_rate@{depth}", float(outcome.rank is not None and outcome.rank <= depth), groups)
        means.add("mrr", reciprocal_rank(turns_of(outcome.hits), outcome.pair.wanted), groups)
    return Measured(metrics={**counts, **means.percentages()}, intervals=means.intervals())


def as_json(outcome: Outcome, given: Pairs) -> dict[str, Any]:
    """One question for the report: where the right memory is, and what came instead."""
    right, pair = outcome.right, outcome.pair
    return {
        "line": pair.line,
        "question": pair.question,
        "wanted": [{"id": id, "text": given.memories[id]} for id in pair.wanted],
        "rank": outcome.rank,
        "missed": outcome.missed,
        "crossing": outcome.crossing,
        "stored": outcome.stored,
        "gate": right.gate if right and right.gate != "returned" else None,
        "score": right.score if right else None,
        "terms": dict(right.explain) if right else {},
        "answered": outcome.hits.answered,
        "found": [
            {"ids": list(hit.turns), "text": hit.memory.text, "score": round(hit.score, 4), "terms": dict(hit.explain)}
            for hit in outcome.hits[: DEPTHS[1]]
        ],
    }
