"""The gold sets: what should come out of short dialogues, and what a later search should show. Shares are 0-1."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from evals.loaders import Row
from evals.metrics import Metrics, harmonic
from evals.run import Run

DOMAIN_TAG = "dom:"  # tags that say what a dialogue is about, not what is hard in it

Groups = Mapping[str, Counter[str]]


def matches(text: str, wanted: Row) -> bool:
    """Whether a memory says what is wanted: something of every group in `must`, and nothing of `must_not`."""
    folded = text.casefold()
    said = all(any(word.casefold() in folded for word in group) for group in wanted["must"])
    return said and not any(word.casefold() in folded for word in wanted.get("must_not", ()))


def extraction(rows: Sequence[Row], run: Run) -> Metrics:
    """Memories that came out of dialogues against those that should and should not have."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in run.each(rows, "dialogues"):
        counted = extracted(row, _memories_of(row, run))
        for group in ("", row["lang"]):
            counts[group].update(counted)
    out: Metrics = {"n": len(rows[: run.limit])}
    for group, counted in counts.items():
        suffix = f"/{group}" if group else ""
        out |= {f"{name}{suffix}": value for name, value in _extraction_scores(counted).items()}
    return out


def _memories_of(row: Row, run: Run) -> list[str]:
    messages = []
    for message in row["messages"]:
        said = {name: value for name, value in message.items() if name != "speaker"}
        messages.append(said | {"name": message["speaker"]} if message.get("speaker") else said)
    with run.memory() as opened:
        user = opened.user("u1")
        user.add(messages, session="s1")
        return [memory.text for memory in user.list()]


def extracted(row: Row, texts: Sequence[str]) -> Counter[str]:
    """One dialogue counted: items, want, found, made, wrong, forbidden, empty, empty_ok.

    A memory serves one expectation first; where none is free, one that served another may serve again.
    """
    used: set[int] = set()
    found = 0
    for wanted in row["expect"]:
        serving = [number for number, text in enumerate(texts) if matches(text, wanted)]
        if serving:
            found += 1
            used.add(next((number for number in serving if number not in used), serving[0]))
    wrong = [
        text
        for number, text in enumerate(texts)
        if number not in used and not any(matches(text, wanted) for wanted in row["expect"])
    ]
    forbidden = any(
        all(word.casefold() in text.casefold() for word in words) for words in row.get("forbid", ()) for text in texts
    )
    silent = not row["expect"]
    return Counter(
        items=1,
        want=len(row["expect"]),
        found=found,
        made=len(texts),
        wrong=len(wrong),
        forbidden=int(forbidden),
        empty=int(silent),
        empty_ok=int(silent and not texts),
    )


def _extraction_scores(counted: Counter[str]) -> Metrics:
    precision = 1 - counted["wrong"] / counted["made"] if counted["made"] else 1.0
    recall = counted["found"] / counted["want"] if counted["want"] else 1.0
    clean = round(counted["empty_ok"] / counted["empty"], 3) if counted["empty"] else None
    return {
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "f1": round(harmonic(precision, recall), 3),
        "empty_clean": clean,
        **{name: counted[name] for name in ("items", "want", "found", "made", "wrong", "forbidden")},
    }


def states(rows: Sequence[Row], run: Run) -> Metrics:
    """What searches show after steps that change things: all that holds now, and nothing that no longer does."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in run.each(rows, "step sequences"):
        tags = [tag for tag in row["tags"] if not tag.startswith(DOMAIN_TAG)]
        for counted in _answers(row, run):
            for group in ("", row["lang"], *tags):
                counts[group].update(counted)
    out: Metrics = {"n": len(rows[: run.limit])}
    for group, counted in counts.items():
        suffix = f"/{group}" if group else ""
        out[f"accuracy{suffix}"] = round(counted["right"] / counted["asks"], 3)
        out |= {f"{name}{suffix}": counted[name] for name in ("asks", "right", "missing", "stale")}
    return out


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
