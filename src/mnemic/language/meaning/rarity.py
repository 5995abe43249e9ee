"""How much it says that two statements share a word: kin, homes and wishes are in many, a nut allergy in few."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from mnemic.language.meaning.item import Item

COMMON_MIN = 4  # statements of the corpus that hold a word, from which it is listed


def item_rarity(item: Item, language: str) -> float:
    """What an item weighs, 0-1: the logarithm of how few statements hold it, over that of all."""
    return _table(language).get(item.name_of_concept, 1.0)


@cache
def _table(language: str) -> Mapping[str, float]:
    stored = json.loads((files("mnemic.language.meaning") / "rarity.json").read_text(encoding="utf-8"))
    table: Mapping[str, float] = stored[language]
    return table
