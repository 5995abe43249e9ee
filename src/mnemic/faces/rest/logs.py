"""The server's log: one JSON object a line, on standard error. It has routes, statuses and ids of keys; never a path, a
user, a text, or the words of an error that is none of ours."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.types import Scope

from mnemic.faces.rest.instrumentation import FinishedRequest, nothing_told

FRAMES_MAX = 20

log = logging.getLogger("mnemic.server")


class JsonLines(logging.Formatter):
    """A record as one line of JSON. Of an exception it has the class and the places in the code: what an exception
    says may be what a user said."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        shape: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        shape |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            shape["exception"] = record.exc_info[0].__name__
            shape["frames"] = _frames(record.exc_info[2])
        return json.dumps(shape, ensure_ascii=False)


class RequestLog:
    """A line for every request that is over."""

    @contextmanager
    def request(self, scope: Scope) -> Iterator[Callable[[FinishedRequest], None]]:
        """Log how it ended."""
        yield _log

    @contextmanager
    def verb(self, name: str) -> Iterator[Callable[[object], None]]:
        """Verbs are not logged: the audit has them."""
        yield nothing_told


def configuration(level: str = "INFO") -> dict[str, Any]:
    """The configuration of `logging` that writes such lines, for this process."""
    lines = {"handlers": ["lines"], "level": level, "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "loggers": {"mnemic": lines, "uvicorn": lines, "uvicorn.error": lines},
        "root": {"handlers": ["lines"], "level": "WARNING"},
    }


def _log(done: FinishedRequest) -> None:
    fields = {
        "request": done.id,
        "method": done.method,
        "route": done.route,
        "status": done.status,
        "ms": round(done.seconds * 1_000, 1),
        "bytes": done.bytes,
    }
    fields |= {"key": done.key} if done.key else {}
    fields |= {"error": done.error} if done.error else {}
    log.info("request", extra={"fields": fields})


def _frames(trace: Any) -> list[str]:
    """Where an exception came from, as file:line:function, the innermost last."""
    found = traceback.extract_tb(trace)[-FRAMES_MAX:]
    return [f"{Path(frame.filename).name}:{frame.lineno}:{frame.name}" for frame in found]
