"""Nothing of what was forgotten is left in any byte of any file (S9).

Histories are lived in each kind of file, 200 in `make bytes`; each stands for itself, and its number makes it again.
"""

from __future__ import annotations

import gc
import inspect
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType

import pytest

from mnemic.api.core import Core
from mnemic.api.memory import OpenMemory
from mnemic.domain.cached import answers_kept
from mnemic.ports import Store
from tests.conftest import Ticking, assembled, sealed_store, sqlite_store
from tests.effort import EFFORT
from tests.safety.canaries import Canary, Mint, found_in
from tests.safety.histories import FORGETTINGS, Story
from tests.tables import nonempty

HISTORIES = EFFORT.histories
ACTS = 14
GRAPH_ROWS = 10  # memories from which a search graph is made in the folder beside the file
CARRIED = 20  # canaries at least of which the search finds one in a history of which nothing was forgotten
NOBODY_SAYS = {  # what keeps answers to no text of anybody's: our own words, languages, types, verbs, dialects
    "api_keys._keep",
    "audit_log._begin",
    "call._signature",
    "call._taking",
    "codec._adapter",
    "cues._compiled",
    "format._shape",
    "item._table",
    "names._generic",
    "private_columns.private_places",
    "prompt._file",
    "reader._turns_of",
    "readers.reader_of",
    "screen._possible",
    "side_tables.votes_newest",
    "signatures.signature_of",
    "thesaurus.bundled_thesaurus",
    "upserts.gathered",
    "wire._readers",
}


def plain_store(path: Path) -> Store:
    """A memory file in which nobody is encrypted."""
    return sqlite_store(path, lock_wait_s=20)


STORES: dict[str, Callable[[Path], Store]] = {"plain": plain_store, "sealed": sealed_store}


class Life:
    """A history in a folder of its own, and what must be gone of it."""

    def __init__(self, root: Path, seed: int, *, store: str, end: Callable[[Story], list[Canary]] | None) -> None:
        drawn, clock = random.Random(seed), Ticking()
        (outside := root / "outside").mkdir()
        (home := root / "home").mkdir()
        self.home = home
        parts = assembled(STORES[store](home / "memory.db"), clock=clock, hnsw_rows=GRAPH_ROWS)._core.parts
        with OpenMemory(Core(replace(parts, folder=home / "memory.db.index"))) as memory:
            story = Story(
                memory=memory,
                user=memory.user("alice"),
                clock=clock,
                random=drawn,
                folder=outside,
                home=home,
                mint=Mint(drawn),
            )
            story.session()
            story.tell(acts=ACTS)
            self.made = story.mint.made
            self.gone = end(story) if end is not None else []
            self.kept = in_process(memory._core, self.gone) if end is not None else []


def in_process(root: object, gone: list[Canary]) -> list[str]:
    """Every canary in a text that can be reached from an opened memory."""
    words = [(one, one.word.lower()) for one in gone]
    seen, found = set[int](), set[str]()
    heap: list[object] = [root]
    while heap:
        held = heap.pop()
        if id(held) in seen or isinstance(held, ModuleType | FrameType):
            continue
        seen.add(id(held))
        if isinstance(held, str | bytes):
            text = held.lower() if isinstance(held, str) else held.decode("utf-8", "replace").lower()
            found |= {f"{one.what}: {one.word}" for one, word in words if word in text}
        elif not (callable(held) and hasattr(held, "__globals__")):
            heap += gc.get_referents(held)
    return sorted(found)


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("seed", range(HISTORIES))
def test_no_byte_is_left(tmp_path: Path, seed: int, store: str) -> None:
    """Whatever a history was, what is forgotten of it stands in no file of the memory and in no file we wrote, in no
    encoding and in no piece of a word; and nothing of the opened memory holds it."""
    life = Life(tmp_path, seed, store=store, end=FORGETTINGS[seed % len(FORGETTINGS)])
    assert found_in(life.home, life.gone) == []
    assert life.kept == []


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    """Of a history of which nothing is forgotten, the search finds canaries of every sort in the plain file, and none
    in the encrypted one."""
    for number, store in nonempty(enumerate(STORES)):
        (root := tmp_path / store).mkdir()
        life = Life(root, 3 + number - number, store=store, end=None)
        for path in life.home.iterdir():
            if path.name.startswith(("export", "report")):
                path.unlink()
        private = [one for one in life.made if one.what != "id of a session"]
        found = {one.word for one in private if found_in(life.home, [one])}
        assert (len(found) >= CARRIED) is (store == "plain")
        if store == "sealed":
            assert found == set()


def test_no_function_keeps_a_text(tmp_path: Path) -> None:
    """After a forgetting no cache of a function with arguments, anywhere in the library, holds anything, but for those
    whose arguments nobody says."""
    for part in ("told", "forgotten"):
        (tmp_path / part).mkdir()
    Life(tmp_path / "told", 4, store="plain", end=None)
    assert answers_kept() > 0
    Life(tmp_path / "forgotten", 4, store="plain", end=FORGETTINGS[4])
    assert answers_kept() == 0
    keeping = {
        f"{name.rpartition('.')[2]}.{called}": value
        for name, module in list(sys.modules.items())
        if name.startswith("mnemic.")
        for called, value in vars(module).items()
        if hasattr(value, "cache_info") and value.__module__ == name and inspect.signature(value.__wrapped__).parameters
    }
    assert {name for name, value in keeping.items() if value.cache_info().currsize} <= NOBODY_SAYS
