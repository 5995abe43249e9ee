"""Several verbs in one request, one after the other, each with its own answer or problem."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.receipt import Receipt
from mnemic.domain.route import IDEMPOTENCY_KEY, USER, Route
from mnemic.errors import LimitExceeded, MnemicError
from mnemic.faces.http import signatures, table
from mnemic.faces.http.codec import InvalidField
from mnemic.faces.http.errors import RefusedRequest, problem, status_of
from mnemic.faces.http.signatures import AnswerShape
from mnemic.faces.rest.arguments import arguments_in, body_of, json_of
from mnemic.faces.rest.authentication import charge, grant_of
from mnemic.faces.rest.endpoints import face_of, question_of
from mnemic.faces.rest.idempotency import digest_of, once
from mnemic.faces.rest.pagination import page_shape
from mnemic.faces.rest.responses import answer_shape, json_response, request_id
from mnemic.faces.rest.threads import in_thread
from mnemic.settings import Settings

ROUTE = Route(verb="add", method="POST", path=table.BATCH_PATH, alias=True)
"""As a route, for what it has in common with others."""

OPERATIONS = "operations"
"""In the state of a request, how many operations were begun: each counts as a request of its key."""

FIELDS = frozenset({"verb", "arguments"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What answers to a batch."""

    memory: OpenMemory
    settings: Settings

    async def __call__(self, request: Request) -> Response:
        """Do the operations in order; one that fails does not keep the others from being done."""
        body = await body_of(request, bytes_max=self.settings.body_bytes_max, setting="body_bytes_max")
        try:
            return await in_thread(self._answer, request, body)
        finally:
            charge(request.scope, max(request.scope["state"].get(OPERATIONS, 1) - 1, 0))

    def _answer(self, request: Request, body: bytes) -> Response:
        grant = grant_of(request.scope)
        user = face_of(ROUTE, self.memory, grant, request)
        assert isinstance(user, UserMemory)
        act = partial(self._done, user, request, body)
        key = request.headers.get(IDEMPOTENCY_KEY)
        if key is None:
            return act()[0]
        return once(user, self.settings, grant, key, digest_of(request, body), act, receipts=False)

    def _done(self, user: UserMemory, request: Request, body: bytes) -> tuple[Response, bool]:
        operations = self._operations(json_of(request, body))
        request.scope["state"][OPERATIONS] = len(operations)
        results = [self._result(user, one, f"operations[{at}]", request) for at, one in enumerate(operations)]
        return json_response({"results": [shape for shape, _ in results]}), any(forgot for _, forgot in results)

    def _operations(self, given: Any) -> list[Any]:
        unknown = next((name for name in given if name != "operations"), None)
        if unknown is not None:
            raise InvalidField(unknown, "there is no such field; there is operations.")
        operations = given.get("operations")
        if not isinstance(operations, list):
            raise InvalidField("operations", "it must be an array.")
        if len(operations) > self.settings.batch_max:
            said = f"A batch has at most {self.settings.batch_max:,} operations (setting batch_max)."
            raise RefusedRequest(HTTPStatus.BAD_REQUEST, said, error=LimitExceeded)
        return operations

    def _result(self, user: UserMemory, operation: Any, path: str, request: Request) -> tuple[dict[str, Any], bool]:
        """What becomes of an operation; and whether it was a forgetting."""
        try:
            route = _route_of(operation, path)
            signature = signatures.of(route)
            arguments = arguments_in(signature, operation.get("arguments", {})) | dict(route.fixed)
            value = signatures.call_verb(user, route.verb, arguments)
        except (MnemicError, RefusedRequest) as error:
            shape = {"status": int(status_of(error)), "problem": problem(error, instance=request_id(request.scope))}
            return shape, False
        if route.paged:  # the first page, with the cursor that goes on at the verb's own address
            question = question_of(route, grant_of(request.scope), user, arguments)
            answer = page_shape(route, value, question, {}, self.settings)
        else:
            answer = None if signature.answered is AnswerShape.NOTHING else answer_shape(signature.answered, value)
        return {"status": route.status, "answer": answer}, isinstance(value, Receipt)


def _route_of(operation: Any, path: str) -> Route:
    """The route of an operation.

    Raises:
        InvalidField: it is no operation, or one that no batch has.
    """
    if not isinstance(operation, dict):
        raise InvalidField(path, "it must be an object with verb and arguments.")
    unknown = next((name for name in operation if name not in FIELDS), None)
    if unknown is not None:
        raise InvalidField(f"{path}.{unknown}", "there is no such field; there are verb and arguments.")
    if not isinstance(operation.get("arguments", {}), dict):
        raise InvalidField(f"{path}.arguments", "it must be an object.")
    verb = operation.get("verb")
    if not isinstance(verb, str) or verb not in OFFERED:
        raise InvalidField(f"{path}.verb", "it must be a verb about one user that takes and gives no bytes.")
    return table.main(verb)


OFFERED = frozenset(
    route.verb
    for route in table.ROUTES
    if route.path.startswith(USER)
    and not route.alias
    and route.content is None
    and signatures.of(route).answered is not AnswerShape.BYTES
)
"""Verbs that a batch may hold."""
