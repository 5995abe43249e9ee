"""A route of the table as an endpoint: who calls, what is asked for, the verb, the answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.transfer import Tell
from mnemic.domain.receipt import Receipt
from mnemic.errors import StoreUnavailable
from mnemic.faces.grants import Grant
from mnemic.faces.http import signatures
from mnemic.faces.http.route import HTML, JSON, MARKDOWN, Route
from mnemic.faces.http.signatures import Answered, Signature
from mnemic.faces.rest import events, files
from mnemic.faces.rest.answering import paged, responded, shape_of, split, tag_of, unchanged, versions_in
from mnemic.faces.rest.asking import arguments_of, body_of, json_of, media_type_of, named_in, path_of
from mnemic.faces.rest.expecting import expecting, owner_of
from mnemic.faces.rest.keys import grant_of
from mnemic.faces.rest.repeating import Answer, Repeats, digest, entry_id
from mnemic.faces.rest.threads import begun, in_thread, outcome
from mnemic.settings import Settings

log = logging.getLogger("mnemic")

IDEMPOTENCY_KEY = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
AGENT, PURPOSE, ACTOR = "Mnemic-Agent", "Mnemic-Purpose", "Mnemic-Actor"
REPORTS = {HTML: "html", MARKDOWN: "md"}

Face = OpenMemory | UserMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What answers at a route."""

    route: Route
    memory: OpenMemory
    settings: Settings

    @property
    def signature(self) -> Signature:
        """What goes in and what comes out."""
        return signatures.of(self.route)

    async def __call__(self, request: Request) -> Response:
        """Answer a request. Verbs wait for the store and for models, so they run in threads."""
        if self.route.content == "path" and self.route.verb != "skills.import_":
            return await self._taking_a_file(request)
        bytes_max, setting = self._most()
        body = await body_of(request, bytes_max=bytes_max, setting=setting)
        if self.route.verb == "context" and events.wants_events(request):
            face, arguments = await in_thread(self._asked, request, body)
            said = events.placed(partial(signatures.called, face, self.route.verb, arguments))
            return events.streamed(events.ending_in_problems(said, request))
        return await in_thread(self._answer, request, body)

    def _most(self) -> tuple[int, str]:
        if self.route.content == "data":
            return self.settings.file_bytes_max, "file_bytes_max"
        return self.settings.body_bytes_max, "body_bytes_max"

    def _answer(self, request: Request, body: bytes) -> Response:
        grant = grant_of(request.scope)
        face = face_of(self.route, self.memory, grant, request)
        key = request.headers.get(IDEMPOTENCY_KEY)
        act = partial(self._done, face, request, body)
        if key is None or not self.route.repeatable or not isinstance(face, UserMemory):
            return act()[0]
        return repeated(face, self.settings, grant, key, digest_of(request, body), act)

    def _asked(self, request: Request, body: bytes) -> tuple[Face, dict[str, Any]]:
        face = face_of(self.route, self.memory, grant_of(request.scope), request)
        return face, self._arguments(request, body)

    def _arguments(self, request: Request, body: bytes) -> dict[str, Any]:
        query, _ = split(self.route, list(request.query_params.multi_items()))
        content = self.route.content is not None
        given = {} if content or not self.signature.body else json_of(request, body)
        return arguments_of(self.signature, path=path_of(request), query=query, body=given)

    def _done(self, face: Face, request: Request, body: bytes) -> tuple[Response, bool]:
        """Call the verb; with the response, whether it was a forgetting."""
        arguments = self._arguments(request, body) | dict(self.route.fixed)
        if self.signature.answered is Answered.BYTES:
            return files.downloaded(self.route, face, arguments), False
        value = self._called(self._expecting(face, request), request, body, arguments)
        if self.route.verb == "report" and (raw := _raw_report(request, value)) is not None:
            return raw, False
        return self._respond(face, request, value, arguments), isinstance(value, Receipt)

    def _called(self, face: Face, request: Request, body: bytes, arguments: dict[str, Any]) -> Any:
        if self.route.verb == "skills.import_":
            return files.skills_imported(face, request, body)
        if self.route.content == "data":
            told = media_type_of(request)
            arguments |= {"data": body, "media_type": None if told in files.UNTOLD else told}
        return signatures.called(face, self.route.verb, arguments)

    def _expecting(self, face: Face, request: Request) -> Face:
        said = request.headers.get("if-match")
        if said is None or not self.route.versioned or self.route.method == "GET" or not isinstance(face, UserMemory):
            return face
        versions = versions_in(said)
        return face if versions is None else expecting(face, path_of(request)["id"], versions)

    def _respond(self, face: Face, request: Request, value: Any, arguments: dict[str, Any]) -> Response:
        if self.signature.answered is Answered.NOTHING:
            return Response(status_code=self.route.status)
        headers = tag_of(value) if self.route.versioned else {}
        if self.route.method == "GET" and unchanged(request, headers.get("ETag")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if not self.route.paged:
            return responded(shape_of(self.signature.answered, value), self.route.status, headers)
        _, page = split(self.route, list(request.query_params.multi_items()))
        question = question_of(self.route, grant_of(request.scope), face, arguments)
        return responded(paged(self.route, value, question, page, self.settings), self.route.status)

    async def _taking_a_file(self, request: Request) -> Response:
        """Surveys and imports: the body lies on the disk while it is read."""
        face, arguments = await in_thread(self._asked, request, b"")
        with files.private_folder() as folder:
            most = self.settings.import_bytes_max
            place = await files.received(request, folder.path, bytes_max=most, setting="import_bytes_max")
            work = partial(self._brought, face, folder, place, arguments)
            if self.route.verb.endswith("import_") and events.wants_events(request):
                said = await events.progressing(work)
                folder.kept()
                return events.streamed(events.ending_in_problems(said, request))
            running = await begun(work, None)
            folder.kept()  # the work has begun, and removes it: this block may end before
            value = await outcome(running)
        return responded(shape_of(self.signature.answered, value), self.route.status)

    def _brought(
        self, face: Face, folder: files.PrivateFolder, place: Path, arguments: dict[str, Any], tell: Tell | None
    ) -> Any:
        with folder, files.in_words_of_the_body(place):
            return signatures.called(face, self.route.verb, {"path": place, "progress": tell} | arguments)


def face_of(route: Route, memory: OpenMemory, grant: Grant, request: Request) -> Face:
    """Whose memory a request is about, as far as the key of the request reaches.

    Raises:
        AccessDenied: it does not reach that far.
    """
    if route.whole:
        grant.check_admin(memory, route.verb)
        return grant.memory(memory)
    return grant.user(
        memory,
        path_of(request)["user"],
        agent=named_in(request, AGENT),
        purpose=named_in(request, PURPOSE),
        actor=named_in(request, ACTOR),
    )


def repeated(
    user: UserMemory,
    settings: Settings,
    grant: Grant,
    key: str,
    request: str,
    act: Callable[[], tuple[Response, bool]],
    *,
    receipts: bool = True,
) -> Response:
    """Do what is asked for once, however often it is sent with the same key.

    Args:
        request: digest of what is asked for.
        act: does it; with the response, whether it was a forgetting.
        receipts: the answer to a forgetting is a receipt and nothing else, which holds no words.
    """
    repeats, id = Repeats(owner=owner_of(user), settings=settings), entry_id(key, grant.id)
    kept = repeats.begin(id, request)
    if kept is not None:
        headers = dict(kept.headers) | {REPLAYED: "true"}
        return Response(kept.body or None, kept.status, headers, media_type=JSON if kept.body else None)
    done = False
    try:
        response, forgot = act()
        done = True
    finally:
        if not done:
            repeats.drop(id)
    headers = {name: value for name, value in response.headers.items() if name == "etag"}
    body = bytes(response.body).decode() if receipts or not forgot else None
    answer = Answer(status=response.status_code, headers=headers, body=body)
    try:
        repeats.keep(id, request, answer, forgot=forgot)
    except StoreUnavailable as error:
        log.warning("The answer to a request with an Idempotency-Key could not be kept: %s", error)
    return response


def digest_of(request: Request, body: bytes) -> str:
    """What is asked for, by whom, as one digest."""
    headers = [request.headers.get(name, "") for name in (AGENT, PURPOSE, ACTOR, "If-Match", "Content-Type")]
    return digest(request.method, str(request.url.path), str(request.url.query), *headers, body)


def question_of(route: Route, grant: Grant, face: Face, arguments: dict[str, Any]) -> str:
    """A digest of what is asked for, about whom: by it a cursor is known again."""
    if isinstance(face, UserMemory):
        owner = owner_of(face)
        whose = [owner.scope.tenant, owner.scope.user, owner.agent or ""]
    else:
        whose = ["" if grant.key is None else grant.key.tenant]
    return digest(route.verb, *whose, repr(sorted(arguments.items())))


def _raw_report(request: Request, report: Any) -> Response | None:
    """A report as the file it is, where the caller asks for that and not for JSON about it."""
    accepted = [part.partition(";")[0].strip().lower() for part in request.headers.get("accept", "").split(",")]
    wanted = next((one for one in accepted if one in (JSON, *REPORTS, "*/*")), JSON)
    if REPORTS.get(wanted) != report.format:
        return None
    name = f"report.{report.format}"
    return files.Download(name=name, media_type=wanted, data=report.text.encode()).response()
