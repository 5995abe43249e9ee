"""The readers of both languages, loaded when they are first needed: their patterns take a second to compile, and
nothing but upkeep, and what meets a habit, reads by them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

_MODULES = {"en": "english", "zh": "chinese"}


@cache
def reader_of(language: str) -> Any:
    """The module that reads a language, or None where there is none."""
    name = _MODULES.get(language)
    return None if name is None else import_module(f"{__package__}.{name}")
