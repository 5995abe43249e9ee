"""The one place where any error is caught: work for one user whose failure must not stop the work for the others.

The error is handed back as a value. Whoever asked notes it with the turn or the job it belongs to, logs it, and tries
again later; none is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mnemic.errors import MnemicError

Result = TypeVar("Result")


def result_or_error(work: Callable[[], Result]) -> Result | Exception:
    """What the work gives, or the error that ended it."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  handed to the caller
        return error


def foreign_error(error: Exception) -> Exception | None:
    """An error whose traceback is wanted in the log: one that is not ours."""
    return None if isinstance(error, MnemicError) else error
