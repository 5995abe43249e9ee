"""What is measured of a running memory: searching, adding, opening."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import mnemic
from benchmarks.sentences import asked, stated
from benchmarks.timing import TimedEmbedder, Times, timed
from benchmarks.world import World, language_of, user_name
from mnemic.api.memory import OpenMemory, UserMemory

SEARCHES = 200
ADDS = 100
OPENINGS = 5
PROFILED_FUNCTIONS = 25
TARGET_RATIO = 1.5  # search over embedding, at the median


@dataclass(slots=True)
class Split:
    """Times of one operation, with what the embedder took of each apart."""

    whole: list[float]
    embedding: list[float]

    def time(self, action: Callable[[], object], embedder: TimedEmbedder) -> None:
        """Run an action on the clock."""
        embedder.spent_ms()
        _, took = timed(action)
        self.whole.append(took)
        self.embedding.append(embedder.spent_ms())

    def figures(self) -> dict[str, Any]:
        """The whole, the embedding in it, and the rest."""
        rest = [whole - part for whole, part in zip(self.whole, self.embedding, strict=True)]
        return {
            "whole": Times(ms=tuple(self.whole)).figures(),
            "embedding": Times(ms=tuple(self.embedding)).figures(),
            "rest": Times(ms=tuple(rest)).figures(),
        }


def searching(opened: OpenMemory, embedder: TimedEmbedder, world: World, chance: Random) -> dict[str, Any]:
    """Search as random users: the first search of each and a second one, each right after its question's embedding
    alone, so that both meet the machine in the same state.

    Cold means that this process has not touched the user; the file is in the system's cache either way.
    """
    alone: list[float] = []
    cold, warm = Split([], []), Split([], [])
    for number in chance.sample(range(world.users), min(SEARCHES, world.users)):
        user = opened.user(user_name(number))
        for split in (cold, warm):
            question = asked(chance, language_of(number))
            _, took = timed(partial(embedder.questions, [question]))
            alone.append(took)
            split.time(partial(user.search, question), embedder)
    base = Times(ms=tuple(alone))
    ratio = Times(ms=tuple(warm.whole)).median / base.median
    return {
        "embedding_alone": base.figures(),
        "search_cold": cold.figures(),
        "search_warm": warm.figures(),
        "ratio_cold": round(Times(ms=tuple(cold.whole)).median / base.median, 2),
        "ratio_warm": round(ratio, 2),
        "target_ratio": TARGET_RATIO,
        "target_met": ratio <= TARGET_RATIO,
    }


def adding(opened: OpenMemory, embedder: TimedEmbedder, world: World, chance: Random) -> dict[str, Any]:
    """Add one message at a time to users who have been touched: kept as given, and interpreted. Both end on disk."""
    out: dict[str, Any] = {}
    for name, infer in (("add_verbatim", False), ("add_interpreted", True)):
        split = Split([], [])
        for number in chance.sample(range(world.users), min(ADDS, world.users)):
            user, language = opened.user(user_name(number)), language_of(number)
            user.search(asked(chance, language), k=1)
            user.add(stated(chance, language).text, infer=infer)
            text = stated(chance, language).text
            split.time(partial(user.add, text, infer=infer), embedder)
        out[name] = split.figures()
    return out


def opening(path: Path, embedder: TimedEmbedder) -> dict[str, Any]:
    """Open and close the file; models are not loaded by that."""
    took = [timed(lambda: mnemic.open(path, embedder=embedder).close())[1] for _ in range(OPENINGS)]
    return Times(ms=tuple(took)).figures()


def loading(embedder: TimedEmbedder) -> float:
    """Milliseconds the first embedding takes: loading the models, and one question."""
    return round(timed(lambda: embedder.questions(["?"]))[1], 1)


def profiled(opened: OpenMemory, world: World, chance: Random) -> list[dict[str, Any]]:
    """Where warm searches spend their time: functions of Mnemic, models apart, by cumulative milliseconds a search.

    Profiling makes Python slower by about half, so that these figures compare with each other only.
    """
    numbers = chance.sample(range(world.users), min(SEARCHES // 4, world.users))
    asking: list[tuple[UserMemory, str]] = []
    for number in numbers:
        user = opened.user(user_name(number))
        user.search(asked(chance, language_of(number)))
        asking.append((user, asked(chance, language_of(number))))
    profile = cProfile.Profile()
    profile.enable()
    for user, question in asking:
        user.search(question)
    profile.disable()
    rows = [
        {
            "function": f"{Path(file).parent.name}/{Path(file).name}:{line} {name}",
            "calls": round(calls / len(asking), 1),
            "own_ms": round(1000 * own / len(asking), 3),
            "cumulative_ms": round(1000 * cumulative / len(asking), 3),
        }
        for (file, line, name), (calls, own, cumulative) in _by_function(profile).items()
        if "mnemic" in file and "/models/" not in file
    ]
    return sorted(rows, key=lambda row: -float(str(row["cumulative_ms"])))[:PROFILED_FUNCTIONS]


def _by_function(profile: cProfile.Profile) -> dict[tuple[str, int, str], tuple[int, float, float]]:
    raw: dict[tuple[str, int, str], Any] = vars(pstats.Stats(profile))["stats"]
    return {key: (calls, own, cumulative) for key, (_, calls, own, cumulative, _) in raw.items()}
