"""What goes back: JSON, problem documents, and small answers that need no endpoint; and what of a request is remembered
for logs and metrics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from mnemic.domain.route import JSON
from mnemic.faces.http.errors import PROBLEM, RefusedRequest, headers_of, problem, status_of
from mnemic.faces.http.signatures import AnswerShape
from mnemic.faces.wire import jsonable


def request_id(scope: Scope) -> str:
    """The id of a request; "" where none was given."""
    return str(scope.get("state", {}).get("request_id", ""))


def note_route(scope: Scope, template: str) -> None:
    """Remember by which route a request went, for logs and metrics: its template, since its path may name a user."""
    scope.setdefault("state", {})["route"] = template


def note_error(scope: Scope, error: Exception) -> None:
    """Remember which error a request ended in, for logs and metrics."""
    scope.setdefault("state", {})["error"] = error.error if isinstance(error, RefusedRequest) else type(error)


def json_bytes(shape: Any) -> bytes:
    """JSON as it goes over the wire."""
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")).encode()


def json_response(shape: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """A response of JSON."""
    return Response(json_bytes(shape), status, headers, media_type=JSON)


def answer_shape(answered: AnswerShape, value: Any) -> Any:
    """An answer as JSON."""
    if answered is AnswerShape.ITEMS:
        return {"items": [jsonable(one) for one in value], "next": None}
    return {"value": jsonable(value)} if answered is AnswerShape.VALUE else jsonable(value)


async def send_problem(error: Exception, scope: Scope, send: Send, *, headers: Mapping[str, str] | None = None) -> None:
    """Answer with an error."""
    note_error(scope, error)
    shape = problem(error, instance=request_id(scope))
    shown = headers_of(error) | dict(headers or {})
    await send_answer(scope, send, int(status_of(error)), json.dumps(shape).encode(), media_type=PROBLEM, headers=shown)


async def send_answer(
    scope: Scope,
    send: Send,
    status: int,
    body: bytes,
    *,
    media_type: str = JSON,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer with a small document."""
    shown = {"content-type": media_type, "content-length": str(len(body))} | dict(headers or {})
    pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in shown.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def close_websocket(receive: Receive, send: Send) -> Any:
    """A websocket, of which there is none here, is turned away."""
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of that name (in small letters), or None."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)
