"""A verb as a request, and its answer as the value the library gives: by the table of routes, for all verbs alike."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mnemic.domain.route import IDEMPOTENCY_KEY, JSON, Route
from mnemic.errors import InvalidInput
from mnemic.faces.client.exchange import Answer, Flow, Query, Request
from mnemic.faces.client.link import Link
from mnemic.faces.http import signatures, table
from mnemic.faces.http.codec import InvalidField, decoded
from mnemic.faces.http.signatures import AnswerShape, Signature
from mnemic.faces.wire import jsonable

PAGE_ITEMS = 50  # asked for by name; larger pages are as large as the server makes them
Given = Mapping[str, Any]
"""The arguments of a verb by name: those that were given, and no defaults."""


def arguments_by_name(verb: str, args: Sequence[Any], kwargs: Given) -> dict[str, Any]:
    """The arguments of a call by name.

    Raises:
        TypeError: they do not fit the verb, as for any function.
    """
    return dict(_taking(verb).bind(*args, **kwargs).arguments)


def answer_of(link: Link, route: Route, given: Given) -> Flow[Any]:
    """Ask a server what a verb answers, page after page where it answers in pages."""
    if route.paged:
        return (yield from all_pages(link, route, given))
    answer = yield from good_answer(link, request_of(link, route, given))
    return value_of(link, route, answer)


def all_pages(link: Link, route: Route, given: Given, *, most: int | None = None) -> Flow[list[Any]]:
    """Everything that a verb lists, or the first so many of it."""
    found: list[Any] = []
    cursor: str | None = None
    hint = _signature(route.verb).answer
    while most is None or len(found) < most:
        left = PAGE_ITEMS + 1 if most is None else most - len(found)
        page = {"limit": str(left) if left <= PAGE_ITEMS else None, "cursor": cursor}
        asked_for = tuple((name, value) for name, value in page.items() if value is not None)
        answer = yield from good_answer(link, request_of(link, route, given, more=asked_for))
        said = _read(link, answer)
        found += _decoded(link, answer, hint, said.get("items") if isinstance(said, dict) else None)
        cursor = said.get("next")
        if cursor is None:
            break
    return found if most is None else found[:most]


def good_answer(link: Link, request: Request) -> Flow[Answer]:
    """The good answer to a request.

    Raises:
        MnemicError: what the server says instead, or that it says nothing.
    """
    came = yield from link.retrying.sent(request)
    if isinstance(came, Answer) and came.good:
        return came
    raise link.server.error_of(came)


def request_of(
    link: Link,
    route: Route,
    given: Given,
    *,
    more: Query = (),
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    file: Path | None = None,
    into: Path | None = None,
) -> Request:
    """A verb with its arguments as a request.

    Args:
        more: said in the query besides.
        headers: said in the head besides.
        body, file: what a route takes whose content is an argument.
        into: where the answer goes that is a file.

    Raises:
        InvalidInput: an argument that cannot travel.
    """
    signature = _signature(route.verb)
    known = {one.name: one for one in signature.arguments}
    if stays := next((name for name in given if name not in known and name not in _elsewhere(route)), None):
        raise InvalidInput(f"{route.verb}: {stays}= means nothing to a server, which has its own.")
    said = dict(link.headers) | dict(headers or {})
    if route.repeatable:
        said[IDEMPOTENCY_KEY] = link.key()
    if signature.body:
        body, said["Content-Type"] = _body_of(route, signature, given), JSON
    return Request(
        method=route.method,
        path=_path_of(link, route, given),
        query=(*_query_of(route, signature, given), *more),
        headers=said,
        body=body,
        file=file,
        into=into,
        again=route.repeatable or not route.changes,
    )


def value_of(link: Link, route: Route, answer: Answer) -> Any:
    """What a good answer says.

    Raises:
        ServerUnavailable: it says nothing this client understands.
    """
    signature = _signature(route.verb)
    if signature.answered is AnswerShape.NOTHING:
        return None
    if signature.answered is AnswerShape.BYTES:
        return answer.body
    said = _read(link, answer)
    field = {AnswerShape.VALUE: "value", AnswerShape.ITEMS: "items"}.get(signature.answered)
    if field is not None:
        said = said.get(field) if isinstance(said, dict) else said
    return _decoded(link, answer, signature.answer, said)


def path_segment(value: object) -> str:
    """A piece of a path. A piece of dots only would be taken for a way up, so they are quoted too."""
    text = quote(str(value), safe="", errors="surrogatepass")
    return text.replace(".", "%2E") if text.strip(".") == "" else text


@lru_cache(maxsize=512)
def _signature(verb: str) -> Signature:
    """What goes into a verb's own route and what comes out."""
    return signatures.of(table.main(verb))


@lru_cache(maxsize=512)
def _taking(verb: str) -> inspect.Signature:
    """The signature of a verb without `self`."""
    whole = inspect.signature(signatures.function_of(verb))
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _elsewhere(route: Route) -> frozenset[str]:
    return frozenset({*route.fixed, *(() if route.content is None else (route.content,))})


def _path_of(link: Link, route: Route, given: Given) -> str:
    names = {one.name for one in _signature(route.verb).path}
    told = {**link.place, **{name: given[name] for name in names & set(given)}}
    return route.path.format_map({name: path_segment(value) for name, value in told.items()})


def _query_of(route: Route, signature: Signature, given: Given) -> Query:
    said: list[tuple[str, str]] = []
    for one in signature.query:
        if given.get(one.name) is None:
            continue
        value = _shaped(route, one.name, given[one.name])
        said += [(one.sent, _word(part)) for part in (value if isinstance(value, list) else [value])]
    return tuple(said)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _body_of(route: Route, signature: Signature, given: Given) -> bytes:
    said: dict[str, Any] = {}
    for one in signature.body:
        if one.name in given:
            value = _shaped(route, one.name, given[one.name])
            said |= value if one.rest else {one.sent: value}
    return json.dumps(said).encode()


def _shaped(route: Route, name: str, value: object) -> Any:
    if isinstance(value, bytes | bytearray | memoryview):
        raise InvalidInput(f"{route.verb}: {name}= holds bytes, which stand in no JSON.")
    try:
        listed = isinstance(value, Iterable) and not isinstance(value, str | Mapping | Sequence | Set)
        return jsonable(list(value) if listed else value)  # type: ignore[call-overload]
    except TypeError as error:
        raise InvalidInput(f"{route.verb}: {name}= cannot be sent to a server: {error}") from error


def _read(link: Link, answer: Answer) -> Any:
    try:
        return json.loads(answer.body)
    except ValueError as error:
        raise link.server.unreadable(answer, error) from error


def _decoded(link: Link, answer: Answer, hint: Any, said: Any) -> Any:
    try:
        return decoded(hint, said)
    except InvalidField as error:
        raise link.server.unreadable(answer, error) from error
