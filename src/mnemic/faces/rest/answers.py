"""What a verb answers, as a response."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mnemic.domain.record import Memory
from mnemic.domain.route import JSON, Route
from mnemic.errors import LimitExceeded
from mnemic.faces.http.codec import InvalidField
from mnemic.faces.http.errors import Refused
from mnemic.faces.http.signatures import Answered
from mnemic.faces.http.table import PAGE_ARGUMENTS
from mnemic.faces.rest.pagination import Page, page_of
from mnemic.faces.wire import jsonable
from mnemic.settings import Settings


def json_bytes(shape: Any) -> bytes:
    """JSON as it goes over the wire."""
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")).encode()


def json_response(shape: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """A response of JSON."""
    return Response(json_bytes(shape), status, headers, media_type=JSON)


def answer_shape(answered: Answered, value: Any) -> Any:
    """An answer as JSON."""
    if answered is Answered.ITEMS:
        return {"items": [jsonable(one) for one in value], "next": None}
    return {"value": jsonable(value)} if answered is Answered.VALUE else jsonable(value)


def page_shape(route: Route, value: Any, question: str, wanted: Mapping[str, str], settings: Settings) -> Any:
    """One page of a list as JSON.

    Raises:
        InvalidField, Refused: a limit or cursor that cannot be used.
    """
    limit = _limit(wanted.get("limit"), settings)
    page: Page = page_of(value, verb=route.verb, question=question, limit=limit, cursor=wanted.get("cursor"))
    return {"items": [jsonable(one) for one in page.items], "next": page.next}


def page_arguments_apart(route: Route, query: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """The arguments in a query, and what it says of the page."""
    if not route.paged:
        return query, {}
    page = {name: value for name, value in query if name in PAGE_ARGUMENTS}
    return [(name, value) for name, value in query if name not in PAGE_ARGUMENTS], page


def tag_of(value: Any) -> dict[str, str]:
    """The ETag of a memory: its version."""
    return {"ETag": f'"{value.version}"'} if isinstance(value, Memory) else {}


def versions_in(header: str) -> tuple[int, ...] | None:
    """The versions that an If-Match or If-None-Match names; None for any (`*`). What is no version names none."""
    if header.strip() == "*":
        return None
    tags = [tag.strip() for tag in header.split(",")]
    said = [tag[1:-1] for tag in tags if len(tag) > 2 and tag[0] == tag[-1] == '"']
    return tuple(int(one) for one in said if one.isascii() and one.isdigit() and len(one) < 20)


def unchanged(request: Request, tag: str | None) -> bool:
    """Whether the caller has the memory already as it is (If-None-Match)."""
    said = request.headers.get("if-none-match")
    if said is None or tag is None:
        return False
    return said.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in said.split(",")]


def _limit(said: str | None, settings: Settings) -> int:
    if said is None:
        return min(settings.page_items, settings.page_items_max)
    if not (said.isascii() and said.isdigit() and len(said) < 10) or int(said) < 1:
        raise InvalidField("limit", "it must be a whole number from 1 up.")
    if int(said) > settings.page_items_max:
        most = f"A page has at most {settings.page_items_max:,} items (setting page_items_max)."
        raise Refused(HTTPStatus.BAD_REQUEST, most, error=LimitExceeded)
    return int(said)
