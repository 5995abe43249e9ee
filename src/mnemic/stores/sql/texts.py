"""Texts as databases keep them: every character of them, in the same order everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect

_MARK = "\x01"
_ZERO, _ONE = _MARK + "\x01", _MARK + "\x02"


def without_zeros(text: str) -> str:
    """The text in a form without the character U+0000, which PostgreSQL does not keep. U+0000 becomes U+0001 U+0001,
    U+0001 becomes U+0001 U+0002: no two texts become one, and their order by code points stays."""
    if "\x00" in text or _MARK in text:
        return text.replace(_MARK, _ONE).replace("\x00", _ZERO)
    return text


def with_zeros(text: str) -> str:
    """The text of such a form."""
    return text.replace(_ZERO, "\x00").replace(_ONE, _MARK) if _MARK in text else text


class Text(sa.types.TypeDecorator[str]):
    """A text in PostgreSQL, sorted by code points as everywhere else."""

    impl = sa.Text
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(collation="C")

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any]:
        """What is sent for a text."""
        return lambda value: None if value is None else without_zeros(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """The text of what is received."""

        def received(value: Any) -> Any:
            return with_zeros(value) if value is not None and _MARK in value else value

        return received


TEXT = sa.Text().with_variant(Text(), "postgresql")
"""The type of every column that holds a text."""
