"""What a request asks for: the arguments of a verb out of its path, query and body."""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request

from mnemic.domain.route import JSON
from mnemic.errors import LimitExceeded
from mnemic.faces.http.codec import DEPTH_MAX, LISTS, MAPPINGS, InvalidField, decoded
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.http.signatures import Argument, Signature

JSON_SUFFIX = "+json"
_SURROGATES = (b"\\ud", b"\\uD")


async def body_of(request: Request, *, bytes_max: int, setting: str) -> bytes:
    """The body of a request.

    Raises:
        Refused: it is too large.
    """
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > bytes_max:
            raise too_large(bytes_max, setting)
        parts.append(part)
    return b"".join(parts)


def too_large(bytes_max: int, setting: str) -> RefusedRequest:
    """That a body is too large."""
    said = f"The body is larger than {bytes_max:,} bytes (setting {setting})."
    return RefusedRequest(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said, error=LimitExceeded, headers={"Connection": "close"}
    )


def media_type_of(request: Request) -> str:
    """The media type of the body, without its parameters; "" where none is named."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def json_of(request: Request, body: bytes) -> Mapping[str, Any]:
    """The body as a JSON object; empty where there is none.

    Raises:
        Refused: it is no JSON object.
    """
    if not body.strip():
        return {}
    media_type = media_type_of(request)
    if media_type != JSON and not media_type.endswith(JSON_SUFFIX):
        said = f"The body must be {JSON}, not {media_type or 'without a Content-Type'}."
        raise RefusedRequest(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, said)
    try:
        given = json.loads(body, parse_constant=_no_number, parse_float=_finite)
        if any(mark in body for mark in _SURROGATES):
            json.dumps(given, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, f"The body is no JSON: {_said(error)}.") from error
    if not isinstance(given, dict):
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, "The body must be a JSON object.")
    if _deeper(given, DEPTH_MAX):
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, f"The body is nested more than {DEPTH_MAX} deep.")
    return given


def path_of(request: Request) -> dict[str, str]:
    """The names and ids in the path.

    Raises:
        Refused: one is no UTF-8.
    """
    try:
        return {name: unquote(str(value), errors="strict") for name, value in request.path_params.items()}
    except UnicodeDecodeError as error:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, "The path is no UTF-8: percent-encode the names in it.") from error


def header_value(request: Request, header: str) -> str | None:
    """What a header says, percent-decoded: ids may hold any character, headers may not."""
    said = request.headers.get(header)
    return None if said is None else unquote(said.encode("latin-1").decode("utf-8", "replace"))


def arguments_of(
    signature: Signature, *, path: Mapping[str, str], query: Sequence[tuple[str, str]], body: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a verb, by the names it knows.

    Raises:
        InvalidField: one is missing, cannot be used, or is none of the verb's.
    """
    given: dict[str, Any] = {one.name: path[one.name] for one in signature.path}
    asked: dict[str, list[str]] = {}
    for name, value in query:
        asked.setdefault(name, []).append(value)
    given |= _taken(signature.query, {name: _worded(signature.query, name, values) for name, values in asked.items()})
    return given | _taken(signature.body, body)


def arguments_in(signature: Signature, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a verb out of one JSON object, wherever else they would stand.

    Raises:
        InvalidField: as for `arguments_of`.
    """
    return _taken(signature.arguments, given)


def _taken(arguments: Sequence[Argument], given: Mapping[str, Any]) -> dict[str, Any]:
    known = {one.sent: one for one in arguments if not one.rest}
    rest = next((one for one in arguments if one.rest), None)
    more = {name: value for name, value in given.items() if name not in known}
    if more and rest is None:
        there = f"there are {', '.join(known)}" if known else "there are none"
        raise InvalidField(next(iter(more)), f"there is no such field; {there}.")
    taken = {one.name: decoded(one.hint, given[sent], sent) for sent, one in known.items() if sent in given}
    missing = next((sent for sent, one in known.items() if one.required and sent not in given), None)
    if missing is not None:
        raise InvalidField(missing, "it is missing.")
    return taken if rest is None else taken | {rest.name: more}


def _worded(arguments: Sequence[Argument], name: str, values: Sequence[str]) -> Any:
    """What stands in a query as the JSON it stands for."""
    hint = next((one.hint for one in arguments if one.sent == name), str)
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    shapes = {typing.get_origin(option) or option for option in options}
    if shapes & LISTS and (str not in shapes or len(values) > 1):
        return list(values)
    if len(values) > 1:
        raise InvalidField(name, "it stands there more than once.")
    [value] = values
    if bool in shapes and value in ("true", "false"):
        return value == "true"
    if int in shapes and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit() and len(value) < 20:
        return int(value)
    if shapes & MAPPINGS:
        try:
            return json.loads(value, parse_constant=_no_number, parse_float=_finite)
        except (ValueError, RecursionError):
            raise InvalidField(name, "it must be a JSON object.") from None
    return value


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _deeper(given: Any, most: int) -> bool:
    """Whether JSON is nested deeper than so many arrays and objects in one another."""
    level = [given]
    for _ in range(most):
        inside = (one.values() if isinstance(one, dict) else one for one in level)
        level = [part for parts in inside for part in parts if isinstance(part, dict | list)]
    return bool(level)


def _finite(word: str) -> float:
    """A number with a point or exponent; one that is too large for JSON to be written again is none."""
    found = float(word)
    return found if math.isfinite(found) else _no_number(word)


def _said(error: Exception) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error) or type(error).__name__
