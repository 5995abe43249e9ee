"""How fast another system's chats come in: python -m benchmarks transfer [--turns 50000 --embedder hashing].

A ChatGPT export is made, looked at, and imported in a process of its own, which is killed while it stores messages and
again while it understands them; the next goes on. At the end every message must be there once, with one episode.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console

import mnemic
from benchmarks.chat_export import write_export
from evals.report import environment, write
from mnemic.domain.record import Kind, TurnState
from mnemic.domain.upkeep import Progress

USER = "alice"
LINE = "{done} {note}"  # of the process that imports, for every word of progress


def main(arguments: list[str]) -> int:
    """The command."""
    options = _parser().parse_args(arguments)
    if options.into:
        return _import(options.file, options.into, options.embedder, wait=options.wait)
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        file, memory = Path(folder) / "chat.zip", Path(folder) / "memory.db"
        write_export(file, options.turns)
        report: dict[str, Any] = {"turns": options.turns, "embedder": options.embedder}
        report |= _surveyed(file, memory, options.embedder)
        report["killed_while_storing"] = _run(file, memory, options.embedder, kill_at=options.turns // 2, note="")
        begun = perf_counter()
        _run(file, memory, options.embedder, wait=False)
        report["store_the_rest_s"] = round(perf_counter() - begun, 1)
        half = options.turns // 2
        report["killed_while_understanding"] = _run(file, memory, options.embedder, kill_at=half, note="understood")
        report["after_the_kill"] = _run(file, memory, options.embedder)
        report |= _checked(memory, options.embedder, options.turns)
        report |= _stored(file, Path(folder) / "second.db", options.embedder)
        report |= _exported(memory, Path(folder), options.embedder)
    report["environment"] = environment()
    write(report, options.out / "transfer.json")
    for name, value in report.items():
        console.print(f"{name}: {value}")
    return 0


def _surveyed(file: Path, memory: Path, embedder: str) -> dict[str, Any]:
    with mnemic.open(memory, embedder=embedder, background=False) as opened:
        begun = perf_counter()
        survey = opened.user(USER).transfer.survey(file)
        took = perf_counter() - begun
    return {
        "survey_s": round(took, 1),
        "survey_turns": survey.turns,
        "estimated_s": round(survey.seconds),
        "estimated_mb": round(survey.bytes / 1e6),
    }


def _run(
    file: Path, memory: Path, embedder: str, *, kill_at: int | None = None, note: str = "", wait: bool = True
) -> dict[str, Any]:
    """Import in a process; where it is to be killed, as soon as it has come so far."""
    command = [sys.executable, "-m", "benchmarks", "transfer", "--file", str(file), "--into", str(memory)]
    command += ["--embedder", embedder, *([] if wait else ["--no-wait"])]
    begun = perf_counter()
    rates: list[tuple[float, int]] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            done, _, said = line.strip().partition(" ")
            if said == "understood":
                rates.append((perf_counter(), int(done)))
            if kill_at is not None and said == note and int(done) >= kill_at:
                os.kill(child.pid, signal.SIGKILL)
                break
        child.wait()
    if kill_at is None and child.returncode:
        raise RuntimeError("The import failed; its error stands above.")
    measured: dict[str, Any] = {"s": round(perf_counter() - begun, 1)}
    if len(rates) > 1:
        (first, before), (last, after) = rates[0], rates[-1]
        measured["understood_turns_per_s"] = round((after - before) / (last - first), 1)
    return measured


def _stored(file: Path, memory: Path, embedder: str) -> dict[str, Any]:
    """How fast messages become durable, without a kill."""
    with mnemic.open(memory, embedder=embedder, background=False) as opened:
        begun = perf_counter()
        report = opened.user(USER).transfer.import_(file, wait=False)
        return {"admitted_turns_per_s": round(report.turns / (perf_counter() - begun))}


def _checked(memory: Path, embedder: str, turns: int) -> dict[str, Any]:
    """Every message once, each with one episode, none waiting.

    Raises:
        RuntimeError: it is not so.
    """
    with mnemic.open(memory, embedder=embedder, background=False) as opened:
        user = opened.user(USER)
        said = [turn for session in user.sessions() for turn in user.turns(session.id)]
        episodes = Counter(one.sources[0] for one in user.list(kinds=[Kind.EPISODE], status="any"))
    waiting = sum(turn.state is not TurnState.UNDERSTOOD for turn in said)
    worded = sum(bool(turn.text) for turn in said)  # a call of a tool has no words, and makes no episode
    if len(said) != turns or waiting or set(episodes.values()) != {1} or len(episodes) != worded:
        raise RuntimeError(f"{len(said)} turns, {waiting} waiting, {len(episodes)} episodes: not each once.")
    return {"each_once": True, "file_mb": round(memory.stat().st_size / 1e6, 1)}


def _exported(memory: Path, folder: Path, embedder: str) -> dict[str, Any]:
    """How fast everything goes out and comes back, and is copied as a file."""
    figures: dict[str, Any] = {}
    with mnemic.open(memory, embedder=embedder, background=False) as opened:
        begun = perf_counter()
        out = opened.transfer.export(folder / "all.jsonl")
        figures["export_s"] = round(perf_counter() - begun, 1)
        figures["export_rows"] = sum(out.rows.values())
        figures["export_mb"] = round(out.bytes / 1e6, 1)
        begun = perf_counter()
        opened.transfer.backup(folder / "copy.db")
        figures["backup_s"] = round(perf_counter() - begun, 1)
    with mnemic.open(folder / "back.db", embedder=embedder, background=False) as opened:
        begun = perf_counter()
        opened.transfer.import_(folder / "all.jsonl")
        figures["import_of_export_s"] = round(perf_counter() - begun, 1)
    return figures


def _import(file: Path, memory: Path, embedder: str, *, wait: bool) -> int:
    """The process that is killed."""

    def told(progress: Progress) -> None:
        if progress.job == "import":
            print(LINE.format(done=progress.done, note=progress.note), flush=True)

    with mnemic.open(memory, embedder=embedder, background=False) as opened:
        opened.user(USER).transfer.import_(file, wait=wait, progress=told)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks transfer", description="Measure how fast chats come in."
    )
    parser.add_argument("--turns", type=int, default=50_000)
    parser.add_argument("--embedder", choices=("hashing", "builtin"), default="hashing")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where the report goes")
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--no-wait", dest="wait", action="store_false", help=argparse.SUPPRESS)
    return parser
