"""What an error is over HTTP, both ways: its status, and the problem document (RFC 9457) that carries it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from mnemic import errors
from mnemic.errors import (
    AccessDenied,
    ConfirmationRequired,
    EmbedderUnavailable,
    InvalidInput,
    KeyMissing,
    MemoryNotFound,
    MnemicError,
    ModelError,
    ModelUnavailable,
    PreconditionFailed,
    RateLimited,
    ServerUnavailable,
    StoreClosed,
    StoreUnavailable,
    TaskClosed,
    Unauthenticated,
    VectorEngineUnavailable,
)

PROBLEM = "application/problem+json"
URN = "urn:mnemic:error:"
RETRY_AFTER_S = 1

STATUS: Mapping[type[Exception], HTTPStatus] = MappingProxyType(
    {
        InvalidInput: HTTPStatus.BAD_REQUEST,
        TaskClosed: HTTPStatus.CONFLICT,
        Unauthenticated: HTTPStatus.UNAUTHORIZED,
        AccessDenied: HTTPStatus.FORBIDDEN,
        ConfirmationRequired: HTTPStatus.FORBIDDEN,
        MemoryNotFound: HTTPStatus.NOT_FOUND,
        PreconditionFailed: HTTPStatus.PRECONDITION_FAILED,
        RateLimited: HTTPStatus.TOO_MANY_REQUESTS,
        StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
        StoreClosed: HTTPStatus.SERVICE_UNAVAILABLE,
        KeyMissing: HTTPStatus.SERVICE_UNAVAILABLE,
        VectorEngineUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
        ModelUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
        EmbedderUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
        ServerUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
        ModelError: HTTPStatus.BAD_GATEWAY,
        MnemicError: HTTPStatus.INTERNAL_SERVER_ERROR,
    }
)
"""The status of each error; one that is not named has that of the class it comes from."""

AGAIN = frozenset({HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS})
"""With these the answer says when to try again (Retry-After)."""

PRIVATE = "Something went wrong in the server. Its log has more under this request id."
"""All that is said of an error that is none of ours."""


class RefusedRequest(Exception):
    """What the server refuses before a verb is called: a body too large, a key used twice, a type it does not take."""

    def __init__(
        self,
        status: HTTPStatus,
        detail: str,
        *,
        error: type[MnemicError] = InvalidInput,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.error = error
        self.headers = dict(headers or {})


def status_of(error: Exception) -> HTTPStatus:
    """The status of an error."""
    if isinstance(error, RefusedRequest):
        return error.status
    return next((STATUS[one] for one in type(error).__mro__ if one in STATUS), HTTPStatus.INTERNAL_SERVER_ERROR)


def problem(error: Exception, *, instance: str = "") -> dict[str, Any]:
    """The problem document of an error. Of one that is none of ours it says nothing but the request's id.

    Args:
        instance: id of the request.
    """
    status, known = status_of(error), _known(error)
    detail = error.detail if isinstance(error, RefusedRequest) else str(error)
    shape: dict[str, Any] = {
        "type": URN + known.__name__,
        "title": error.status.phrase if isinstance(error, RefusedRequest) else _title(known),
        "status": int(status),
        "detail": PRIVATE if known is MnemicError and type(error) is not MnemicError else detail,
        "instance": instance,
        "error": known.__name__,
    }
    path = getattr(error, "path", "") if isinstance(error, RefusedRequest) else ""
    if path:
        shape["errors"] = [{"path": path, "message": getattr(error, "said", detail)}]
    return shape


def headers_of(error: Exception) -> dict[str, str]:
    """The headers an error brings: when to try again, how to authenticate."""
    status = status_of(error)
    headers = dict(error.headers) if isinstance(error, RefusedRequest) else {}
    if status in AGAIN:
        headers.setdefault("Retry-After", str(getattr(error, "retry_after_s", RETRY_AFTER_S)))
    if status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="mnemic"'
    return headers


def error_of(shape: Mapping[str, Any]) -> MnemicError:
    """The error that a problem document carries, of the same class."""
    found = getattr(errors, str(shape.get("error")), MnemicError)
    known = found if isinstance(found, type) and issubclass(found, MnemicError) else MnemicError
    return known(str(shape.get("detail") or shape.get("title") or ""))


def _known(error: Exception) -> type[MnemicError]:
    """The class of ours an error is of, as `mnemic.errors` has it."""
    if isinstance(error, RefusedRequest):
        return error.error
    named = (one for one in type(error).__mro__ if one.__module__ == errors.__name__)
    found = next(named, MnemicError)
    return found if issubclass(found, MnemicError) else MnemicError


def _title(error: type[MnemicError]) -> str:
    return inspect.cleandoc(error.__doc__ or "").partition("\n")[0]
