"""What functions of the library keep at hand of texts they were given: dropped when something is forgotten (S9)."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

PACKAGE = __name__.partition(".")[0]


def forget_at_hand() -> None:
    """Empty every cache of answers to texts, whoever's they are, and of patterns made from texts. Tables and models,
    which are made from nothing that was said, stay."""
    for clear in _clearing():
        clear()
    re.purge()


def _clearing() -> Iterator[Callable[[], None]]:
    """How the caches of modules that are loaded by now are emptied, but for those of functions without arguments."""
    for name, module in list(sys.modules.items()):
        if name == PACKAGE or name.startswith(PACKAGE + "."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and _takes_something(value):
                    yield value.cache_clear


def _takes_something(cached: Any) -> bool:
    return bool(inspect.signature(cached.__wrapped__).parameters)
