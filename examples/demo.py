"""`make demo`: two people's conversations over seven weeks go in; a new session asks, and gets the right memories back.

Everything runs from one SQLite file, with no key and no network. The conversation is examples/two_lives.jsonl.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import mnemic

HERE = Path(__file__).parent
ZONES = {"lin": "Asia/Shanghai", "marco": "Europe/London"}
OUTCOMES = ("added", "reinforced", "revised", "superseded", "retracted", "quarantined", "redacted")
COLOURS = {
    "added": "green",
    "reinforced": "cyan",
    "revised": "cyan",
    "superseded": "yellow",
    "retracted": "yellow",
    "quarantined": "red",
    "redacted": "magenta",
    "dropped": "dim",
}
TOP = 5
DROPPED_SHOWN = 8

console = Console(highlight=False, soft_wrap=False)


def main() -> int:
    """Run the demo; 0 where everything went as it should."""
    started = time.perf_counter()
    messages = [json.loads(line) for line in (HERE / "two_lives.jsonl").read_text("utf-8").splitlines()]
    asked = json.loads((HERE / "two_lives.questions.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        with mnemic.open(path) as memory:
            remember(memory, messages)
        with mnemic.open(path) as memory:  # a new session: nothing is known but what is in the file
            right = answer(memory, asked)
            apart = strangers(memory, asked["strangers"])
            gone = forget(memory, asked["forget"], path)
    console.print(f"\n{time.perf_counter() - started:.1f} s in all.")
    fine = right == len(asked["questions"]) and apart and gone
    return 0 if fine else 1


def remember(memory: mnemic.OpenMemory, messages: list[dict[str, Any]]) -> None:
    """Put every message in, and show what became of it."""
    console.rule("1. Two people talk for seven weeks")
    counts: Counter[str] = Counter()
    dropped: list[str] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("remembering", total=len(messages))
        for message in messages:
            said = {key: value for key, value in message.items() if key not in ("user", "session")}
            report = memory.user(message["user"]).add(said, session=message["session"])
            for outcome in OUTCOMES:
                for entry in getattr(report, outcome):
                    counts[outcome] += 1
                    show(message, outcome, entry)
            counts["dropped"] += len(report.dropped)
            dropped += [f"{message['id']}  {str(entry)[:100]}" for entry in report.dropped if message["role"] == "user"]
            progress.advance(bar)
    console.print(f"\nDropped, for example (of {counts['dropped']} parts of messages; they stay as episodes):")
    for line in dropped[:: max(1, len(dropped) // DROPPED_SHOWN)][:DROPPED_SHOWN]:
        console.print(f"  [dim]{escape(line)}[/dim]")
    table = Table(title=f"{len(messages)} messages")
    for outcome in (*OUTCOMES, "dropped"):
        table.add_column(outcome, justify="right", style=COLOURS[outcome])
    table.add_row(*(str(counts[outcome]) for outcome in (*OUTCOMES, "dropped")))
    console.print(table)


def show(message: dict[str, Any], outcome: str, entry: Any) -> None:
    """One outcome with its reason, on a line."""
    text = entry.memory.text if entry.memory else entry.text
    kind = entry.memory.kind.value if entry.memory else ""
    colour = COLOURS[outcome]
    short = text if len(text) <= 90 else text[:89] + "…"
    reason = entry.reason if len(entry.reason) <= 80 else entry.reason[:79] + "…"
    console.print(
        f"[dim]{message['id']:>11}[/dim] [{colour}]{outcome:>11}[/{colour}] {kind:<12} {escape(short)}"
        f"  [dim]({escape(reason)})[/dim]"
    )


def answer(memory: mnemic.OpenMemory, asked: dict[str, Any]) -> int:
    """Ask the twelve questions; show hits, their terms, and one finished context block per user."""
    console.rule("2. A later session asks")
    right = 0
    for number, item in enumerate(asked["questions"], 1):
        user = memory.user(item["user"])
        hits = user.search(item["question"], k=TOP, at=asked["asked_at"])
        context = user.context(item["question"], at=asked["asked_at"], budget=400)
        fine = judged(item, hits, context)
        right += fine
        mark = "[green]✓[/green]" if fine else "[red]✗[/red]"
        asks = f"[b]{item['user']}[/b]: {escape(item['question'])}"
        console.print(f"\n{mark} {number}. {asks}  [dim]{item['shows']}[/dim]")
        console.print(f"   expected: {escape(item['answer'] or 'nothing is remembered about this')}")
        if item["answer"] is None:
            console.print(f"   context: {escape(context.messages()[0]['content'] if context.messages()[1:] else '')}")
        for hit in hits[:3]:
            terms = " ".join(f"{name} {value:+.2f}" for name, value in hit.explain.items())
            console.print(f"   {hit.score:.2f} {hit.memory.kind.value:<10} {escape(hit.memory.text[:100])}")
            console.print(f"        [dim]{hit.memory.said_at:%Y-%m-%d} turns {', '.join(hit.turns)} · {terms}[/dim]")
        if number in (1, 7):
            prompt = "\n\n".join(f"{m['role'].upper()}\n{m['content']}" for m in context.messages())
            console.print(Panel(escape(prompt), title="the finished context", border_style="blue"))
    console.print(f"\n{right} of {len(asked['questions'])} answered as they should be.")
    return right


def judged(item: dict[str, Any], hits: list[mnemic.Hit], context: mnemic.Context) -> bool:
    """Whether the hits hold what they must and nothing stale; or, for what was never said, the prompt holds nothing."""
    if item["answer"] is None:
        return not any(block.place == "near" for block in context.blocks)
    found = "\n".join(hit.memory.text for hit in hits).casefold()
    holds = all(any(one.casefold() in found for one in group) for group in item["must"])
    return holds and not any(stale.casefold() in found for stale in item["must_not"])


def strangers(memory: mnemic.OpenMemory, item: dict[str, Any]) -> bool:
    """The other user gets nothing of it."""
    console.rule("3. The other user asks the same file")
    hits = memory.user(item["user"]).search(item["question"], k=50)
    texts = [hit.memory.text.casefold() for hit in hits]
    leaked = [text for text in texts if any(word.casefold() in text for word in item["must_not"])]
    owners = {hit.memory.user for hit in hits}
    console.print(f"{item['user']} asks: {item['question']}")
    console.print(f"{len(hits)} hits, all of {', '.join(sorted(owners))}; of {item['about']}'s matters: {len(leaked)}")
    return not leaked and owners <= {item["user"]}


def forget(memory: mnemic.OpenMemory, item: dict[str, Any], path: Path) -> bool:
    """Forget what one turn said; then no byte of it is in the files."""
    console.rule("4. Forgetting is physical")
    user = memory.user(item["user"])
    before = occurrences(path, item["phrase"])
    episode = next(one for one in user.list(kinds=["episode"], status="any") if item["turn"] in one.turns)
    gone = user.forget(episode.id)
    console.print(f"receipt: {len(gone.memories)} memories, {gone.turns} turns, {gone.history_rows} history rows")
    after = occurrences(path, item["phrase"])
    console.print(f"{item['phrase']!r} in the bytes of {path.name} and its log: {before} times before, {after} after")
    return before > 0 and after == 0


def occurrences(path: Path, phrase: str) -> int:
    """How often a phrase stands in the bytes of the memory's files."""
    return sum(file.read_bytes().count(phrase.encode()) for file in path.parent.iterdir())


if __name__ == "__main__":
    sys.exit(main())
