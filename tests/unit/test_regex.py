"""A pattern that compiles when it is first used does what `re` does."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mnemic.domain.regex import Regex
from tests.tables import nonempty

TEXT = "one two, three two"
CALLS: dict[str, Callable[[Any], Any]] = {
    "search": lambda rule: rule.search(TEXT, 5),
    "match": lambda rule: rule.match(TEXT, 4),
    "fullmatch": lambda rule: rule.fullmatch(TEXT, 4, 7),
    "split": lambda rule: rule.split(TEXT, 1),
    "findall": lambda rule: rule.findall(TEXT),
    "finditer": lambda rule: list(rule.finditer(TEXT, 3, 9)),
    "sub": lambda rule: rule.sub("2", TEXT, 1),
    "subn": lambda rule: rule.subn(lambda found: found["number"].upper(), TEXT),
    "groups": lambda rule: rule.groups,
    "groupindex": lambda rule: dict(rule.groupindex),
    "flags": lambda rule: rule.flags,
    "pattern": lambda rule: rule.pattern,
}


def _plain(answer: Any) -> Any:
    if isinstance(answer, list):
        return [_plain(one) for one in answer]
    return (answer.span(), answer.groupdict()) if isinstance(answer, re.Match) else answer


def test_each_call_is_that_of_re() -> None:
    """The first call of each method answers as the compiled pattern does, and so does the second."""
    compiled = re.compile("(?P<number>TWO)", re.IGNORECASE)
    for name, call in nonempty(CALLS.items()):
        rule = Regex("(?P<number>TWO)", re.IGNORECASE)
        assert [_plain(call(rule)) for _ in range(2)] == [_plain(call(compiled))] * 2, name


def test_it_compiles_when_it_is_first_used() -> None:
    """A pattern that cannot be compiled can be made; using it says what is wrong."""
    rule = Regex("(")
    for _ in range(2):
        with pytest.raises(re.error, match="missing"):
            rule.search(TEXT)


def test_threads_use_it_first_together() -> None:
    """Each of many threads that use a pattern at the same time gets the answer."""
    rules = [Regex(f"(?P<number>two){'x?' * number}") for number in range(50)]
    with ThreadPoolExecutor(8) as pool:
        spans = list(
            pool.map(lambda rule: {found.start() for _ in range(8) if (found := rule.search(TEXT))}, rules * 4)
        )
    assert spans == [{4}] * 200


def test_bytes() -> None:
    """A pattern of bytes finds bytes."""
    assert Regex(rb"t(.)o").findall(b"two tao") == [b"w", b"a"]
