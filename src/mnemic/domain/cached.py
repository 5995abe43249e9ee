"""Answers to texts that a process keeps, and how all of them are dropped when something is forgotten (S9).

Whoever keeps answers to what somebody said decorates the function with `cached`. Tables, models and signatures, which
are made from nothing that was said, are kept by `functools.cache`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


_CACHES: list[_lru_cache_wrapper[Any]] = []


def cached(maxsize: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Keep a function's last `maxsize` answers until something is forgotten."""

    def decorated(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        keeping = lru_cache(maxsize)(function)
        _CACHES.append(keeping)
        return cast("Callable[Given, Answer]", keeping)

    return decorated


def forget_cached() -> None:
    """Drop every answer that is kept, whoever's words it was made from."""
    for keeping in _CACHES:
        keeping.cache_clear()


def answers_kept() -> int:
    """How many answers are kept by now."""
    return sum(keeping.cache_info().currsize for keeping in _CACHES)
