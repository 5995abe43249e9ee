"""The gold sets: what should come out of short dialogues, and what a later search should show. Shares are 0-1.

Groups of figures are languages, tags (what is hard in a dialogue) and, as `kind:...`, kinds of statements: recall by
the kind that was expected, precision by the kind that was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.figures import SHARES, Figures
from evals.loaders import Row
from evals.measured import Cost, Measured, worst_first
from evals.metrics import harmonic
from evals.run import Run
from evals.tally import Tally
from mnemic.domain.record import Memory

DOMAIN_TAG = "dom:"  # tags that say what a dialogue is about, not what is hard in it
KIND = "kind:"  # groups of statements of one kind
COUNTS = ("items", "want", "found", "made", "wrong", "forbidden")


def matches(text: str, wanted: Row) -> bool:
    """Whether a memory says what is wanted: something of every group in `must`, and nothing of `must_not`."""
    folded = text.casefold()
    said = all(any(word.casefold() in folded for word in group) for group in wanted["must"])
    return said and not any(word.casefold() in folded for word in wanted.get("must_not", ()))


def extraction(rows: Sequence[Row], run: Run) -> Measured:
    """Memories that came out of dialogues against those that should and should not have."""
    tally, kinds = Tally(), Tally()
    for row in run.each(rows, "dialogues"):
        memories = _memories_of(row, run)
        texts = [memory.text for memory in memories]
        tally.add(extracted(row, texts), ["", row["lang"], *_constructions(row)])
        for kind, counted in by_kind(row, texts, [str(memory.kind) for memory in memories]).items():
            kinds.add(counted, [f"{KIND}{kind}"])
    figures, languages = Figures(SHARES, n=len(rows[: run.limit])), {row["lang"] for row in rows}
    for group in tally.groups:
        figures.scores(tally, group, of_nothing=1.0 if not group or group in languages else None)
        figures.put("empty_clean", group, tally.ratio("empty_ok", "empty", group))
        figures.put("forbidden_rate", group, tally.ratio("forbidden", "items", group))
        figures.counts(tally, group, COUNTS)
    for group in sorted(kinds.groups):
        figures.scores(kinds, group)
        figures.counts(kinds, group, ("want", "found", "made", "wrong"))
    return figures.measured(costs=_costs(tally, languages, _extraction_cost))


def _constructions(row: Row) -> list[str]:
    return [tag for tag in row["tags"] if not tag.startswith(DOMAIN_TAG)]


def _memories_of(row: Row, run: Run) -> list[Memory]:
    messages = []
    for message in row["messages"]:
        said = {name: value for name, value in message.items() if name != "speaker"}
        messages.append(said | {"name": message["speaker"]} if message.get("speaker") else said)
    with run.memory() as opened:
        user = opened.user("u1")
        user.add(messages, session="s1")
        return user.list()


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """Which expectations memories meet, and which memories meet none."""

    found: tuple[bool, ...]  # for each expectation
    wrong: tuple[bool, ...]  # for each memory


def matching(row: Row, texts: Sequence[str]) -> Matching:
    """Memories against expectations. A memory serves one expectation first; where none is free, one that served
    another may serve again."""
    used: set[int] = set()
    found = []
    for wanted in row["expect"]:
        serving = [number for number, text in enumerate(texts) if matches(text, wanted)]
        found.append(bool(serving))
        if serving:
            used.add(next((number for number in serving if number not in used), serving[0]))
    wrong = [
        number not in used and not any(matches(text, wanted) for wanted in row["expect"])
        for number, text in enumerate(texts)
    ]
    return Matching(found=tuple(found), wrong=tuple(wrong))


def extracted(row: Row, texts: Sequence[str]) -> Counter[str]:
    """One dialogue counted: items, want, found, made, right, wrong, forbidden, empty, empty_ok."""
    matched = matching(row, texts)
    forbidden = any(
        all(word.casefold() in text.casefold() for word in words) for words in row.get("forbid", ()) for text in texts
    )
    silent = not row["expect"]
    return Counter(
        items=1,
        want=len(matched.found),
        found=sum(matched.found),
        made=len(matched.wrong),
        right=len(matched.wrong) - sum(matched.wrong),
        wrong=sum(matched.wrong),
        forbidden=int(forbidden),
        empty=int(silent),
        empty_ok=int(silent and not texts),
    )


def by_kind(row: Row, texts: Sequence[str], kinds: Sequence[str]) -> Mapping[str, Counter[str]]:
    """One dialogue by kind: want and found under the kind expected; made, right and wrong under the kind made."""
    matched = matching(row, texts)
    counts: dict[str, Counter[str]] = {}
    for wanted, hit in zip(row["expect"], matched.found, strict=True):
        if wanted.get("kind"):
            counts.setdefault(wanted["kind"], Counter()).update(want=1, found=int(hit))
    for kind, wrong in zip(kinds, matched.wrong, strict=True):
        counts.setdefault(kind, Counter()).update(made=1, right=int(not wrong), wrong=int(wrong))
    return counts


def states(rows: Sequence[Row], run: Run) -> Measured:
    """What searches show after steps that change things: all that holds now, and nothing that no longer does."""
    tally = Tally()
    for row in run.each(rows, "step sequences"):
        for counted in _answers(row, run):
            tally.add(counted, ["", row["lang"], *_constructions(row)])
    figures = Figures(SHARES, n=len(rows[: run.limit]))
    for group in tally.groups:
        figures.put("accuracy", group, tally.ratio("right", "asks", group))
        figures.counts(tally, group, ("asks", "right", "missing", "stale"))
    return figures.measured(costs=_costs(tally, {row["lang"] for row in rows}, _states_cost))


def _answers(row: Row, run: Run) -> Iterable[Counter[str]]:
    with run.memory() as opened:
        user = opened.user("u1")
        for step in row["steps"]:
            message = {name: step[name] for name in ("role", "content", "time")}
            user.add([message], session=step.get("session", "s1"))
        for ask in row["ask"]:
            hits = user.search(ask["query"], k=ask.get("top", 3), as_of=ask.get("as_of"), at=ask.get("at"))
            yield answered(ask, [hit.memory.text for hit in hits])


def answered(ask: Row, texts: Sequence[str]) -> Counter[str]:
    """One question counted: asks, right, missing, stale."""
    shown = "\n".join(texts).casefold()
    missing = not all(any(word.casefold() in shown for word in group) for group in ask["must"])
    stale = any(word.casefold() in shown for word in ask.get("must_not", ()))
    return Counter(asks=1, right=int(not missing and not stale), missing=int(missing), stale=int(stale))


def _costs(
    tally: Tally, languages: Iterable[str], cost: Callable[[str, Counter[str], Counter[str]], Cost]
) -> tuple[Cost, ...]:
    constructions = [group for group in tally.groups if group and group not in languages]
    return worst_first([cost(group, tally.total(), tally.total(group)) for group in constructions])


def _extraction_cost(construction: str, whole: Counter[str], part: Counter[str]) -> Cost:
    """Perfect dialogues: every statement expected is made, and no other."""
    missed = part["want"] - part["found"]
    better = Counter(whole)
    better.update({"found": missed, "made": missed - part["wrong"], "right": missed})
    now, then = _shares(whole), _shares(better)
    return Cost(
        construction=construction,
        counts={"items": part["items"], "missed": missed, "wrong": part["wrong"], "forbidden": part["forbidden"]},
        gains={name: round(100 * (then[name] - now[name]), 1) for name in now},
    )


def _shares(counted: Mapping[str, int]) -> dict[str, float]:
    precision = counted["right"] / counted["made"] if counted["made"] else 1.0
    recall = counted["found"] / counted["want"] if counted["want"] else 1.0
    return {"f1": harmonic(precision, recall), "precision": precision, "recall": recall}


def _states_cost(construction: str, whole: Counter[str], part: Counter[str]) -> Cost:
    lost = part["asks"] - part["right"]
    return Cost(
        construction=construction,
        counts={"items": part["asks"], "missing": part["missing"], "stale": part["stale"]},
        gains={"accuracy": round(100 * lost / whole["asks"], 1)},
    )
