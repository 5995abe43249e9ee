"""A frame in which a change is told, and how one is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex

NOW = r"(?:now|these days|nowadays|from now on|at present|currently)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFrame:
    """A frame in which a change is told; `text`, `attribute` and `said` hold the names of the pattern's groups."""

    pattern: Regex[str]
    text: str
    attribute: str
    said: str
    kind: Kind = Kind.FACT
    polarity: int = 1
    fits: Callable[[re.Match[str]], bool] = lambda _: True
    correction: bool = True
    joint: bool = False  # it spans clauses, and is looked for before a sentence is cut into them


def change_frame(
    pattern: str,
    text: str,
    *,
    attribute: str,
    said: str,
    kind: Kind = Kind.FACT,
    polarity: int = 1,
    fits: Callable[[re.Match[str]], bool] = lambda _: True,
    correction: bool = True,
    joint: bool = False,
) -> ChangeFrame:
    """A frame from its pattern's text; case counts only inside `(?-i:...)`."""
    return ChangeFrame(
        pattern=Regex(pattern, re.IGNORECASE),
        text=text,
        attribute=attribute,
        said=said,
        kind=kind,
        polarity=polarity,
        fits=fits,
        correction=correction,
        joint=joint,
    )
