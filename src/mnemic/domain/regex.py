"""Regular expressions that are compiled when they are first used: a process pays for the rules it meets, not for all of
them when it starts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, AnyStr, Generic

_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class Regex(Generic[AnyStr]):
    """A pattern as `re.compile` gives it, compiled at its first use.

    From then on its methods are those of the compiled pattern, so that a call costs what it costs there. Threads that
    use it first at the same time get the same. A pattern that cannot be compiled says so at its first use.
    """

    def __init__(self, pattern: AnyStr, flags: int | re.RegexFlag = 0) -> None:
        self.pattern: AnyStr = pattern
        self._wanted = flags

    def __repr__(self) -> str:
        return f"Regex({self.pattern!r})"

    @cached_property
    def compiled(self) -> re.Pattern[AnyStr]:
        """The pattern itself, for those who need `re`'s own type."""
        compiled = re.compile(self.pattern, self._wanted)
        vars(self).update({name: getattr(compiled, name) for name in _METHODS})
        return compiled

    @property
    def flags(self) -> int:
        """As of `re.Pattern`."""
        return self.compiled.flags

    @property
    def groups(self) -> int:
        """How many groups it has."""
        return self.compiled.groups

    @property
    def groupindex(self) -> Mapping[str, int]:
        """The numbers of its named groups."""
        return self.compiled.groupindex

    def search(self, string: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[AnyStr] | None:
        """The first match anywhere in a text."""
        return self.compiled.search(string, pos, endpos)

    def match(self, string: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[AnyStr] | None:
        """The match at the beginning of a text."""
        return self.compiled.match(string, pos, endpos)

    def fullmatch(self, string: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[AnyStr] | None:
        """The match of a whole text."""
        return self.compiled.fullmatch(string, pos, endpos)

    def split(self, string: AnyStr, maxsplit: int = 0) -> list[AnyStr | Any]:
        """The parts of a text between its matches."""
        return self.compiled.split(string, maxsplit)

    def findall(self, string: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> list[Any]:
        """Every match of a text as a string, or as its groups."""
        return self.compiled.findall(string, pos, endpos)

    def finditer(self, string: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[AnyStr]]:
        """Every match of a text."""
        return self.compiled.finditer(string, pos, endpos)

    def sub(self, repl: AnyStr | Callable[[re.Match[AnyStr]], AnyStr], string: AnyStr, count: int = 0) -> AnyStr:
        """A text with its matches replaced."""
        return self.compiled.sub(repl, string, count)

    def subn(
        self, repl: AnyStr | Callable[[re.Match[AnyStr]], AnyStr], string: AnyStr, count: int = 0
    ) -> tuple[AnyStr, int]:
        """A text with its matches replaced, and how many there were."""
        return self.compiled.subn(repl, string, count)
