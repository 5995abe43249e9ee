"""Requests that are sent again (Idempotency-Key): the second gets the answer of the first, and nothing is done twice.

What is kept lies with the user, in a register of the store, so it holds over restarts and for every worker; it is
sealed where the user is encrypted, and any forgetting of the user's takes all of it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from mnemic.api.owner import Owner
from mnemic.api.user import UserMemory
from mnemic.domain.record import Json
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.route import ACTOR, AGENT, JSON, PURPOSE
from mnemic.errors import StoreUnavailable
from mnemic.faces.grants import Grant
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.rest.preconditions import owner_of
from mnemic.ports import Reader, Writer
from mnemic.settings import Settings
from mnemic.upkeep.jobs import owners

log = logging.getLogger("mnemic")

REPLAYED = "Idempotency-Replayed"
KEY_CHARACTERS_MAX = 255
RUNNING_S = 300
"""After so long without an answer a request counts as lost with its worker, and may be done again."""

WHERE = Register.IDEMPOTENCY


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer as it was sent."""

    status: int
    headers: Mapping[str, str]
    body: str | None  # None: it is not to be kept, since it holds words of what was forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedRequests:
    """The requests of one user that bear a key."""

    owner: Owner
    settings: Settings

    def begin(self, id: str, request: str) -> Answer | None:
        """Enter that a request is running. Returns the answer of an earlier one, where it was the same.

        Args:
            id: of `entry_id`.
            request: digest of what is asked for.

        Raises:
            Refused: another request had this key, or the same is running, or its answer was too large to keep.
        """
        now = self.owner.now()
        with self.owner.core.parts.store.writing(self.owner.scope) as writer:
            found = next(iter(writer.register_entries(WHERE, ids=[id])), None)
            if found is not None and not self._over(found, now):
                return _again(found.body, request, now)
            writer.begin("")
            running: dict[str, Json] = {"request": request, "done": False, "owner": self.owner.core.owner}
            writer.register(RegisterEntry(register=WHERE, id=id, at=now, body=running))
        return None

    def keep(self, id: str, request: str, answer: Answer, *, forgot: bool) -> None:
        """Keep the answer of a request that was carried out; where everything was forgotten meanwhile, nothing.

        Args:
            forgot: something was forgotten, which took the entry as well.
        """
        now = self.owner.now()
        with self.owner.core.parts.store.writing(self.owner.scope) as writer:
            entries = writer.register_entries(WHERE, bodies=False)
            there = any(entry.id == id for entry in entries)
            if (not there and not forgot) or self._leave(writer, id):
                return
            body: dict[str, Json] = {"request": request, "done": True, "status": answer.status}
            if answer.body is not None and len(answer.body.encode()) <= self.settings.idempotency_bytes_max:
                body |= {"headers": dict(answer.headers), "body": answer.body}
            writer.register(RegisterEntry(register=WHERE, id=id, at=now, body=body))
            writer.deregister(WHERE, self._too_many([entry for entry in entries if entry.id != id], now))

    def drop(self, id: str) -> None:
        """Take back that a request is running: it failed, and may be sent again."""
        with self.owner.core.parts.store.writing(self.owner.scope) as writer:
            if not self._leave(writer, id):
                writer.deregister(WHERE, [id])

    def _leave(self, writer: Writer, id: str) -> bool:
        """Of a user of whom nothing else is held, remove that a request was running; whether it is so."""
        if not bare(writer):
            return False
        if {entry.id for entry in writer.register_entries(WHERE, bodies=False)} <= {id}:
            writer.forget_user()
        else:
            writer.deregister(WHERE, [id])
        return True

    def _over(self, entry: RegisterEntry, now: datetime) -> bool:
        """Whether it may be done again. Without a body an entry counts as done; what a process of this machine was at
        when it died is not running any more."""
        done = bool(entry.body.get("done", True))
        if not done and not owners.is_owner_alive(str(entry.body["owner"])):
            return True
        most = timedelta(hours=self.settings.idempotency_hours) if done else timedelta(seconds=RUNNING_S)
        return now - entry.at >= most

    def _too_many(self, entries: list[RegisterEntry], now: datetime) -> list[str]:
        """What goes of the others: what is over, and the oldest of what is too many."""
        over = [entry.id for entry in entries if self._over(entry, now)]
        left = [entry.id for entry in entries if entry.id not in over]
        return over + left[: max(len(left) + 1 - self.settings.idempotency_max, 0)]


def once(
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
    repeats, id = KeyedRequests(owner=owner_of(user), settings=settings), entry_id(key, grant.id)
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


def bare(reader: Reader) -> bool:
    """Whether nothing is held about the user but what registers hold."""
    counts = reader.counts()
    return not any(counts[table] for table in counts if table != "registers") and not any(reader.numbers())


def entry_id(key: str, holder: str) -> str:
    """The id under which a request is entered: of its key and of whose key of the server it came with.

    Raises:
        Refused: the key is blank or too long.
    """
    if not key.strip() or len(key) > KEY_CHARACTERS_MAX:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, f"Idempotency-Key must have 1 to {KEY_CHARACTERS_MAX} characters.")
    return digest(holder, key)[:32]


def digest(*parts: str | bytes) -> str:
    """SHA-256 of parts, none of which runs into the next."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.hexdigest()


def _again(body: Mapping[str, Any], request: str, now: datetime) -> Answer:
    if body.get("request") != request:
        raise RefusedRequest(
            HTTPStatus.CONFLICT, "This Idempotency-Key was used for another request: take a new one for each request."
        )
    if not body.get("done"):
        raise RefusedRequest(
            HTTPStatus.CONFLICT,
            "The request with this Idempotency-Key is still running.",
            error=StoreUnavailable,
            headers={"Retry-After": "1"},
        )
    if "body" not in body:
        raise RefusedRequest(
            HTTPStatus.CONFLICT,
            f"The request with this Idempotency-Key was carried out with status {body.get('status')}; its answer was "
            "not kept: it was larger than idempotency_bytes_max, or something was forgotten with it.",
        )
    return Answer(status=body["status"], headers=body["headers"], body=body["body"])
