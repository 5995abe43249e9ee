"""The process of a peer: python -m benchmarks.peers.worker ADAPTER TASK.json OUTCOME.json FOLDER

Runs inside the peer's environment. Imports nothing of Mnemic, unless the adapter is Mnemic's.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter

from benchmarks.peers.task import DEPTH, Adapter, Answers, Outcome, Question, Talk, Turn, talks_in, write

WARMING = Talk(
    turns=(Turn(id="w", session="w", role="user", speaker=None, text="Good morning! 早上好！", at=None),),
    questions=(Question(text="What did I say? 我说了什么？", at=None),),
)
"""Loads models and imports, so that no talk pays for them."""

_STATUS = Path("/proc/self/status")
_PEAK = "VmHWM:"


def main(arguments: list[str]) -> int:
    """The command."""
    name, task, outcome, folder = arguments
    write(run(adapter_named(name), talks_in(Path(task)), Path(folder)), Path(outcome))
    return 0


def adapter_named(name: str) -> Callable[[Path], Adapter]:
    """The class of a peer, by the name of its module."""
    found: Callable[[Path], Adapter] = import_module(f"benchmarks.peers.adapters.{name}").Memory
    return found


def run(opened: Callable[[Path], Adapter], talks: list[Talk], folder: Path) -> Outcome:
    """Run every talk in a folder of its own."""
    answered(opened, WARMING, folder / "warming")
    warm = peak_mb()
    data = folder / "data"
    answers = tuple(answered(opened, talk, data / str(number)) for number, talk in enumerate(talks))
    return Outcome(talks=answers, rss_warm_mb=warm, rss_peak_mb=peak_mb(), data_mb=size_mb(data))


def answered(opened: Callable[[Path], Adapter], talk: Talk, folder: Path) -> Answers:
    """Add all turns of a talk one at a time, then ask all questions, on the clock."""
    folder.mkdir(parents=True)
    adapter = opened(folder)
    answers = Answers(found=[], add_ms=[], add_embedding_ms=[], search_ms=[], search_embedding_ms=[])
    adapter.embedding_ms()
    for turn in talk.turns:
        begun = perf_counter()
        adapter.add(turn)
        answers.add_ms.append(_since(begun))
        answers.add_embedding_ms.append(adapter.embedding_ms())
    for question in talk.questions:
        begun = perf_counter()
        found = adapter.search(question, DEPTH)
        answers.search_ms.append(_since(begun))
        answers.search_embedding_ms.append(adapter.embedding_ms())
        answers.found.append(found)
    adapter.close()
    return answers


def peak_mb() -> float:
    """The most memory this process had. Linux counts the parent's into what `getrusage` says of a new process."""
    if _STATUS.exists():
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith(_PEAK))
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def size_mb(folder: Path) -> float:
    """All files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _since(begun: float) -> float:
    return 1000 * (perf_counter() - begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
