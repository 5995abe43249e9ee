"""Rows of a table as one test, and sets that a test says are not empty."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from reprlib import Repr
from types import TracebackType
from typing import Any, TypeVar

import pytest

Test = Callable[..., None]

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 300  # characters of a value
Item = TypeVar("Item")


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """A test that is run for every row of a table and fails once, naming every row that fails.

    It is written as `pytest.mark.parametrize` is, and several stand above each other as theirs do. All rows share the
    fixtures, so a row must leave them as they were; where it doesn't, `parametrize` gives each row its own.

    Args:
        names: of the arguments that a row gives, in its order: a list, or one string with commas.
        rows: a value for each name, or the bare value where there is one name.
    """
    given = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [_values(row, len(given)) for row in rows]
    if not table:
        raise ValueError("A table without rows tests nothing: give at least one.")

    def over_rows(test: Test) -> Test:
        signature = inspect.signature(test)

        @wraps(test)
        def of_all_rows(**fixtures: Any) -> None:
            failed = FailedRows(of=len(table))
            for values in table:
                row = dict(zip(given, values, strict=True))
                with failed.gather(row):
                    test(**row, **fixtures)
            failed.complain()

        fixtures = [one for name, one in signature.parameters.items() if name not in given]
        of_all_rows.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return of_all_rows

    return over_rows


class FailedRows:
    """Goes on after a row that fails, and tells of all of them at the end."""

    def __init__(self, *, of: int) -> None:
        self._of = of
        self._row: dict[str, Any] = {}
        self._failed: list[tuple[dict[str, Any], BaseException]] = []

    def gather(self, row: dict[str, Any]) -> FailedRows:
        """The block tries this row."""
        self._row = row
        return self

    def __enter__(self) -> None:
        """Begin a row."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if not isinstance(error, Exception | pytest.fail.Exception):
            return False  # nothing, or what ends the whole run, or a skip
        self._failed.append((self._row, error))
        return True

    def complain(self) -> None:
        """Fail where a row has.

        Raises:
            AssertionError: with every row that failed and what was wrong with it; caused by what the first one raised.
        """
        if self._failed:
            told = "\n\n".join(_told(row, error) for row, error in self._failed)
            message = f"{len(self._failed)} of {self._of} rows fail:\n\n{told}"
            raise AssertionError(message) from self._failed[0][1]


def nonempty(items: Iterable[Item]) -> list[Item]:
    """The items, of which there must be some: a loop over nothing would assert nothing.

    Raises:
        AssertionError: if there are none.
    """
    found = list(items)
    assert found, "There is nothing here to be tested."
    return found


def _values(row: Any, width: int) -> Sequence[Any]:
    values: Sequence[Any] = [row] if width == 1 else row
    if len(values) != width:
        raise ValueError(f"A row has {len(values)} values for {width} names: {row!r}.")
    return values


def _told(row: dict[str, Any], error: BaseException) -> str:
    said = ", ".join(f"{name}={_SHORT.repr(value)}" for name, value in row.items())
    frames = traceback.extract_tb(error.__traceback__)[1:]  # without this file
    places = " > ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{said}\n  {places}: {type(error).__name__}: {error}"
