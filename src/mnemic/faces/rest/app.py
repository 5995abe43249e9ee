"""The application: every route of the table, its document, and errors as problems. Keys, limits and logs come round it
(`stack`)."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.route import JSON, USER
from mnemic.errors import MnemicError
from mnemic.faces.http import table
from mnemic.faces.http.errors import PROBLEM, RefusedRequest, headers_of, problem, status_of
from mnemic.faces.rest import events
from mnemic.faces.rest.authentication import grant_of
from mnemic.faces.rest.batch import Batch
from mnemic.faces.rest.document import document, page
from mnemic.faces.rest.endpoints import Endpoint, face_of
from mnemic.faces.rest.health import ending
from mnemic.faces.rest.responses import json_bytes, note_error, note_route, request_id
from mnemic.faces.rest.threads import in_thread
from mnemic.settings import Settings

TITLE = "Mnemic"
DOCUMENT_PATH = "/openapi.json"
DOCS_PATH = "/docs"
CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class EncodedPaths:
    """Ids in paths stay percent-encoded until they are read, so that one may hold a slash."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        raw = scope.get("raw_path") or b""
        if scope["type"] == "http" and b"%" in raw and scope["path"].startswith(USERS):
            scope = dict(scope) | {"path": raw.partition(b"?")[0].decode("ascii")}
        await self._app(scope, receive, send)


USERS = USER.partition("{")[0]


def create_app(memory: OpenMemory, settings: Settings) -> FastAPI:
    """The application that answers with a memory. It asks no key by itself: whoever calls must have been let in, with
    what may be done in the state of the request (`keys.Authentication`)."""
    app = FastAPI(title=TITLE, version=mnemic.__version__, openapi_url=None, docs_url=None, redoc_url=None)
    for route in table.ROUTES:
        endpoint = Endpoint(route=route, memory=memory, settings=settings)
        app.add_route(route.path, _method(route.path, endpoint), methods=[route.method], name=route.operation)
    batch = Batch(memory=memory, settings=settings)
    app.add_route(table.BATCH_PATH, _method(table.BATCH_PATH, batch), methods=["POST"], name="batch")
    app.add_route(table.EVENTS_PATH, _events(memory), methods=["GET"], name="events")
    app.add_route(DOCUMENT_PATH, _document(settings), methods=["GET"])
    app.add_route(DOCS_PATH, _docs(settings), methods=["GET"])
    for error in (MnemicError, RefusedRequest, HTTPException, Exception):
        app.add_exception_handler(error, failed)
    app.add_middleware(EncodedPaths)
    return app


async def failed(request: Request, error: Exception) -> Response:
    """An error as a problem document."""
    note_error(request.scope, error)
    known = _refused(error) if isinstance(error, HTTPException) else error
    shape = problem(known, instance=request_id(request.scope))
    return Response(json_bytes(shape), int(status_of(known)), headers_of(known), media_type=PROBLEM)


def _refused(error: HTTPException) -> RefusedRequest:
    """What the framework refuses: addresses and methods there are not."""
    said = {404: "There is nothing at this address.", 405: "This address does not take that method."}
    detail = said.get(error.status_code, str(error.detail))
    return RefusedRequest(HTTPStatus(error.status_code), detail, headers=error.headers)


def _method(path: str, endpoint: Any) -> Any:
    async def answered(request: Request) -> Response:
        note_route(request.scope, path)
        response: Response = await endpoint(request)
        return response

    return answered


def _events(memory: OpenMemory) -> Any:
    route = table.main("upkeep.jobs")

    async def answered(request: Request) -> Response:
        note_route(request.scope, table.EVENTS_PATH)
        grant = grant_of(request.scope)
        user = await in_thread(face_of, route, memory, grant, request)
        assert isinstance(user, UserMemory)
        await in_thread(user.upkeep.jobs)  # what may not be read is said with a status

        async def over() -> bool:
            if ending(request.scope) or await request.is_disconnected():
                return True
            await in_thread(grant.check_taken, memory)
            return False

        said = events.job_states(user, over)
        return events.events_response(events.ending_in_problems(said, request))

    return answered


def _document(settings: Settings) -> Any:
    @cache
    def made() -> bytes:
        return json_bytes(document(settings))

    async def answered(_: Request) -> Response:
        return Response(made(), media_type=JSON)

    return answered


def _docs(settings: Settings) -> Any:
    @cache
    def made() -> str:
        return page(document(settings))

    async def answered(_: Request) -> Response:
        return HTMLResponse(made(), headers={"Content-Security-Policy": CONTENT_POLICY})

    return answered
