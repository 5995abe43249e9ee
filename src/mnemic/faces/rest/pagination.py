"""Long answers page by page. A cursor names the last item that was given, and belongs to one user and one question.

Where items have an order of their own (memories by recording, turns by position, audit lines by number) the next page
begins after that place, whatever was written or removed meanwhile: the pages together are the list, and none is given
twice. Other lists, which are ranked or merged, go on after the item itself; where it is gone, after as many items as
were given.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from mnemic.domain.route import Route
from mnemic.errors import LimitExceeded
from mnemic.faces.http.codec import InvalidField
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.http.table import PAGE_ARGUMENTS
from mnemic.faces.wire import jsonable
from mnemic.settings import Settings

CHECK_CHARACTERS = 16
CURSOR_CHARACTERS_MAX = 2_000

Place = list[Any]


def _memory(one: Any) -> Place:
    return [one.recorded_at.timestamp(), one.position, one.id]


def _position(one: Any) -> Place:
    return [one.position]


ORDERS: Mapping[str, Callable[[Any], Place]] = MappingProxyType(
    {
        "list": _memory,
        "turns": _position,
        "session.turns": _position,
        "history": lambda one: [one.sequence],
        "memory.users": lambda one: [one],
        "memory.audit.lines": lambda one: [one.number],
    }
)
"""Lists that are sorted by a place of their own, with the place of an item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some items of a list."""

    items: list[Any]
    next: str | None  # where to go on; None at the end


def page_of(items: Sequence[Any], *, verb: str, question: str, limit: int, cursor: str | None) -> Page:
    """One page of a list.

    Args:
        verb: whose answer the list is.
        question: what was asked for, by whom: a cursor is good for the same only.
        limit: most items.
        cursor: of the page before; None: the first.

    Raises:
        Refused: the cursor is none of this question's.
    """
    first = 0 if cursor is None else _after(items, verb, _opened(cursor, question))
    shown = list(items[first : first + limit])
    last = first + len(shown)
    more = last < len(items) and shown
    return Page(items=shown, next=_closed(_place(verb, shown[-1]), last, question) if more else None)


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


def _after(items: Sequence[Any], verb: str, opened: tuple[Place, int]) -> int:
    place, count = opened
    places = [_place(verb, one) for one in items]
    if verb in ORDERS and all(one <= other for one, other in pairwise(places)):
        return bisect_right(places, place)
    return places.index(place) + 1 if place in places else count


def _place(verb: str, one: Any) -> Place:
    own = ORDERS.get(verb)
    if own is not None:
        return own(one)
    id = getattr(one, "id", None) or getattr(one, "hash", None)
    return [id if isinstance(id, str) else _sum(json.dumps(jsonable(one), sort_keys=True))]


def _closed(place: Place, count: int, question: str) -> str:
    said = json.dumps([place, count], ensure_ascii=False)
    return base64.urlsafe_b64encode(f"{_sum(question, said)}{said}".encode()).decode().rstrip("=")


def _opened(cursor: str, question: str) -> tuple[Place, int]:
    wrong = RefusedRequest(
        HTTPStatus.BAD_REQUEST,
        "This cursor belongs to no page of this question: begin without one, and send `next` as it came.",
    )
    if len(cursor) > CURSOR_CHARACTERS_MAX or not cursor.isascii():
        raise wrong
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise wrong from error
    check, said = text[:CHECK_CHARACTERS], text[CHECK_CHARACTERS:]
    if check != _sum(question, said):
        raise wrong
    place, count = json.loads(said)
    return place, count


def _sum(*parts: str) -> str:
    joined = "\x00".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:CHECK_CHARACTERS]


def _limit(said: str | None, settings: Settings) -> int:
    if said is None:
        return min(settings.page_items, settings.page_items_max)
    if not (said.isascii() and said.isdigit() and len(said) < 10) or int(said) < 1:
        raise InvalidField("limit", "it must be a whole number from 1 up.")
    if int(said) > settings.page_items_max:
        most = f"A page has at most {settings.page_items_max:,} items (setting page_items_max)."
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, most, error=LimitExceeded)
    return int(said)
