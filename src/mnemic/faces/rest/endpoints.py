"""A route of the table as an endpoint: who calls, what is asked for, the verb, the answer."""

from __future__ import annotations

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
from mnemic.domain.route import ACTOR, AGENT, HTML, IDEMPOTENCY_KEY, JSON, MARKDOWN, PURPOSE, Route
from mnemic.faces.grants import Grant
from mnemic.faces.http import signatures
from mnemic.faces.http.signatures import AnswerShape, Signature
from mnemic.faces.rest import events, payloads
from mnemic.faces.rest.arguments import arguments_of, body_of, header_value, json_of, media_type_of, path_of
from mnemic.faces.rest.authentication import grant_of
from mnemic.faces.rest.idempotency import digest, digest_of, once
from mnemic.faces.rest.pagination import page_arguments_apart, page_shape
from mnemic.faces.rest.preconditions import at_versions, owner_of, tag_of, unchanged, versions_in
from mnemic.faces.rest.responses import answer_shape, json_response
from mnemic.faces.rest.threads import begun, in_thread, outcome
from mnemic.settings import Settings

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
            said = events.context_events(partial(signatures.call_verb, face, self.route.verb, arguments))
            return events.events_response(events.ending_in_problems(said, request))
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
        return once(face, self.settings, grant, key, digest_of(request, body), act)

    def _asked(self, request: Request, body: bytes) -> tuple[Face, dict[str, Any]]:
        face = face_of(self.route, self.memory, grant_of(request.scope), request)
        return face, self._arguments(request, body)

    def _arguments(self, request: Request, body: bytes) -> dict[str, Any]:
        query, _ = page_arguments_apart(self.route, list(request.query_params.multi_items()))
        content = self.route.content is not None
        given = {} if content or not self.signature.body else json_of(request, body)
        return arguments_of(self.signature, path=path_of(request), query=query, body=given)

    def _done(self, face: Face, request: Request, body: bytes) -> tuple[Response, bool]:
        """Call the verb; with the response, whether it was a forgetting."""
        arguments = self._arguments(request, body) | dict(self.route.fixed)
        if self.signature.answered is AnswerShape.BYTES:
            return payloads.download_response(self.route, face, arguments), False
        value = self._called(self._expecting(face, request), request, body, arguments)
        if self.route.verb == "report" and (raw := _raw_report(request, value)) is not None:
            return raw, False
        return self._respond(face, request, value, arguments), isinstance(value, Receipt)

    def _called(self, face: Face, request: Request, body: bytes, arguments: dict[str, Any]) -> Any:
        if self.route.verb == "skills.import_":
            return payloads.skills_imported(face, request, body)
        if self.route.content == "data":
            told = media_type_of(request)
            arguments |= {"data": body, "media_type": None if told in payloads.UNTOLD else told}
        return signatures.call_verb(face, self.route.verb, arguments)

    def _expecting(self, face: Face, request: Request) -> Face:
        said = request.headers.get("if-match")
        if said is None or not self.route.versioned or self.route.method == "GET" or not isinstance(face, UserMemory):
            return face
        versions = versions_in(said)
        return face if versions is None else at_versions(face, path_of(request)["id"], versions)

    def _respond(self, face: Face, request: Request, value: Any, arguments: dict[str, Any]) -> Response:
        if self.signature.answered is AnswerShape.NOTHING:
            return Response(status_code=self.route.status)
        headers = tag_of(value) if self.route.versioned else {}
        if self.route.method == "GET" and unchanged(request, headers.get("ETag")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if not self.route.paged:
            return json_response(answer_shape(self.signature.answered, value), self.route.status, headers)
        _, page = page_arguments_apart(self.route, list(request.query_params.multi_items()))
        question = question_of(self.route, grant_of(request.scope), face, arguments)
        return json_response(page_shape(self.route, value, question, page, self.settings), self.route.status)

    async def _taking_a_file(self, request: Request) -> Response:
        """Surveys and imports: the body lies on the disk while it is read."""
        face, arguments = await in_thread(self._asked, request, b"")
        with payloads.private_folder() as folder:
            most = self.settings.import_bytes_max
            place = await payloads.body_file(request, folder.path, bytes_max=most, setting="import_bytes_max")
            work = partial(self._brought, face, folder, place, arguments)
            if self.route.verb.endswith("import_") and events.wants_events(request):
                said = await events.progress_events(work)
                folder.kept()
                return events.events_response(events.ending_in_problems(said, request))
            running = await begun(work, None)
            folder.kept()  # the work has begun, and removes it: this block may end before
            value = await outcome(running)
        return json_response(answer_shape(self.signature.answered, value), self.route.status)

    def _brought(
        self, face: Face, folder: payloads.PrivateFolder, place: Path, arguments: dict[str, Any], tell: Tell | None
    ) -> Any:
        with folder, payloads.in_words_of_the_body(place):
            return signatures.call_verb(face, self.route.verb, {"path": place, "progress": tell} | arguments)


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
        agent=header_value(request, AGENT),
        purpose=header_value(request, PURPOSE),
        actor=header_value(request, ACTOR),
    )


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
    return payloads.Download(name=name, media_type=wanted, data=report.text.encode()).response()
