"""Recipes: each name is a strategy, and freshness has two curves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mnemic import settings
from mnemic.api.memory import UserMemory
from mnemic.domain.record import Kind, Memory
from mnemic.domain.scoring import days_between, plateau
from mnemic.errors import InvalidQuery, InvalidSetting
from mnemic.reading.recipes import LASTING, recipe_named, recipes
from mnemic.settings import Settings
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import MONDAY, assembled

NAMES = ["balanced", "precise", "broad", "recent", "lasting", "lexical", "semantic"]
CHOSEN = settings.load()
DAY = timedelta(days=1)


def memory(kind: Kind) -> Memory:
    return Memory(
        id="m", tenant="t", user="u", kind=kind, text="x", said_at=MONDAY, recorded_at=MONDAY, updated_at=MONDAY
    )


def test_every_recipe_has_its_name() -> None:
    """The table of recipes and the setting know the same names."""
    assert list(recipes(CHOSEN)) == NAMES
    assert [recipe.name for recipe in recipes(CHOSEN).values()] == NAMES
    for name in NAMES:
        assert recipe_named(None, settings.load(recipe=name)).name == name


@pytest.mark.parametrize("name", ["best", "", "Balanced", 3])
def test_an_unknown_name_gives_the_list(alice: UserMemory, name: object) -> None:
    """Who asks for what is not there is told what is."""
    with pytest.raises(InvalidQuery, match="Known are: balanced, precise, broad, recent, lasting, lexical, semantic"):
        alice.search("tea", recipe=name)  # type: ignore[arg-type]
    with pytest.raises(InvalidSetting):
        settings.load(recipe=name)


def test_the_setting_is_the_default() -> None:
    """A search or context that names no recipe uses the one of the settings; a name given wins."""
    with assembled(InMemoryStore(), recipe="lexical") as opened:
        dan = opened.user("dan")
        dan.add("I like tea.")
        assert dan.search("tea").trace.recipe == dan.context("tea").trace.recipe == "lexical"
        assert dan.search("tea", recipe="broad").trace.recipe == "broad"
        assert dan.context("tea", recipe="recent").trace.recipe == "recent"


def test_what_makes_the_recipes_different() -> None:
    """broad takes more of what stands around than balanced, precise none; lexical has no vectors, semantic no words."""
    by_name = recipes(CHOSEN)
    balanced, broad, precise = by_name["balanced"], by_name["broad"], by_name["precise"]
    assert broad.neighbours > balanced.neighbours > precise.neighbours == 0
    assert broad.graph > balanced.graph > precise.graph == 0
    assert broad.diversity > balanced.diversity > precise.diversity == 0
    assert (by_name["lexical"].vectors, by_name["semantic"].words) == (0, 0)
    assert by_name["recent"].recency > balanced.recency


@pytest.mark.parametrize("name", NAMES)
def test_every_recipe_answers(alice: UserMemory, name: str) -> None:
    """Each finds a note by its own words, in both languages."""
    alice.add("The spare key is with the neighbour.", infer=False)
    alice.add("备用钥匙在邻居那里。", infer=False)
    for question in ("spare key", "备用钥匙"):
        assert question in alice.search(question, recipe=name)[0].memory.text


@pytest.mark.parametrize(("days", "full"), [(0, 1), (30, 1), (31, 0.95), (35, 0.75), (40, 0.5), (400, 0.5)])
def test_the_plateau(days: int, full: float) -> None:
    """Thirty days at full weight, then 0.05 a day less, down to 0.5."""
    assert plateau(days) == pytest.approx(full)


@pytest.mark.parametrize("kind", list(Kind))
def test_lasting_statements_stay_fresh(kind: Kind) -> None:
    """In the recipe lasting, what lasts keeps its freshness for a month; events fade as everywhere."""
    lasting, balanced = recipes(CHOSEN)["lasting"], recipes(CHOSEN)["balanced"]
    fresh = lasting.freshness(memory(kind), MONDAY + 30 * DAY)
    assert fresh == (1 if kind in LASTING else balanced.freshness(memory(kind), MONDAY + 30 * DAY))


def test_freshness_counts_whole_hours() -> None:
    """Within an hour by the clock nothing grows older."""
    at = MONDAY.replace(minute=59)
    assert days_between(MONDAY, at) == 0
    assert days_between(at, at + timedelta(minutes=1)) == pytest.approx(1 / 24)


def test_a_memory_is_as_fresh_as_its_last_use() -> None:
    """Freshness counts from when a memory was last said or used."""
    balanced = recipes(Settings())["balanced"]
    used = memory(Kind.FACT)
    assert balanced.freshness(used, MONDAY) == 1 > balanced.freshness(used, MONDAY + DAY) > 0
