"""The routes of the server: every verb of a user's memory and of its rooms, and the administration of the whole.

The server makes its endpoints from this table and the client its calls; what an argument is comes from the verb's own
signature, in `signatures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mnemic.faces.http import table_rooms, table_whole
from mnemic.faces.http.route import EVENTS, HTML, JSON, MARKDOWN, USER, Route

MEMORIES = f"{USER}/memories"
ONE = f"{MEMORIES}/{{id}}"

OWN = (
    Route(verb="add", method="POST", path=MEMORIES, summary="Remember messages", status=201),
    Route(
        verb="list",
        method="GET",
        path=MEMORIES,
        summary="Memories in the order they were stored",
        paged=True,
        left_out=("limit", "offset"),
    ),
    Route(verb="get", method="GET", path=ONE, summary="One memory", versioned=True),
    Route(verb="update", method="PATCH", path=ONE, summary="Replace what a memory says", versioned=True),
    Route(verb="forget", method="POST", path=f"{USER}/forget", summary="Forget a memory, a session or everything"),
    Route(
        verb="forget",
        method="DELETE",
        path=ONE,
        summary="Forget one memory",
        alias=True,
        versioned=True,
        left_out=("session", "everything"),
    ),
    Route(
        verb="forget",
        method="DELETE",
        path=f"{USER}/sessions/{{session}}",
        summary="Forget one session",
        alias=True,
        left_out=("id", "everything", "confirmed"),
    ),
    Route(
        verb="forget",
        method="DELETE",
        path=USER,
        summary="Forget everything about the user",
        alias=True,
        left_out=("id", "session", "confirmed"),
        fixed=MappingProxyType({"everything": True}),
    ),
    Route(verb="history", method="GET", path=f"{ONE}/history", summary="Every change of a memory", paged=True),
    Route(verb="confirm", method="POST", path=f"{ONE}/confirm", summary="The user says it is right", versioned=True),
    Route(verb="reject", method="POST", path=f"{ONE}/reject", summary="The user says it is wrong", versioned=True),
    Route(
        verb="undo", method="POST", path=f"{ONE}/undo", summary="Take back the last change of a memory", versioned=True
    ),
    Route(
        verb="label",
        method="POST",
        path=f"{ONE}/label",
        summary="Say what a memory may be used for, and how long",
        versioned=True,
    ),
    Route(verb="why_not", method="POST", path=f"{ONE}/why-not", summary="Why a memory is not among the hits"),
    Route(verb="search", method="POST", path=f"{USER}/search", summary="Memories that answer a question"),
    Route(
        verb="context",
        method="POST",
        path=f"{USER}/context",
        summary="What to put where in the prompt",
        gives=(JSON, EVENTS),
    ),
    Route(verb="start", method="POST", path=f"{USER}/start", summary="What to put into the prompt of a new session"),
    Route(verb="feedback", method="POST", path=f"{USER}/feedback", summary="Whether an answer helped"),
    Route(verb="trace", method="GET", path=f"{USER}/traces/{{id}}", summary="How an earlier answer came about"),
    Route(verb="conflicts", method="GET", path=f"{USER}/conflicts", summary="What contradicted what", paged=True),
    Route(verb="sessions", method="GET", path=f"{USER}/sessions", summary="The user's sessions", paged=True),
    Route(verb="turns", method="GET", path=f"{USER}/turns", summary="What was said in a session", paged=True),
    Route(verb="stats", method="GET", path=f"{USER}/stats", summary="What is held about the user, counted"),
    Route(
        verb="entities",
        method="GET",
        path=f"{USER}/entities",
        summary="Whom and what the memories speak of",
        paged=True,
    ),
    Route(
        verb="about",
        method="GET",
        path=f"{USER}/entities/{{name}}/memories",
        summary="What is known about an entity",
        paged=True,
    ),
    Route(
        verb="connected",
        method="GET",
        path=f"{USER}/entities/{{name}}/connected",
        summary="What hangs together with an entity",
        paged=True,
    ),
    Route(
        verb="together",
        method="GET",
        path=f"{USER}/entities/{{one}}/with/{{other}}",
        summary="Memories that speak of both",
        paged=True,
    ),
    Route(verb="due_needs", method="GET", path=f"{USER}/needs", summary="What the user will need", paged=True),
    Route(
        verb="check_action",
        method="POST",
        path=f"{USER}/check-action",
        summary="Whether an action rests on the user's word",
    ),
    Route(verb="fill", method="POST", path=f"{USER}/fill", summary="A text with its placeholders filled in"),
    Route(
        verb="report",
        method="GET",
        path=f"{USER}/report",
        summary="Everything held about the user, in one file",
        gives=(JSON, HTML, MARKDOWN),
        left_out=("path", "overwrite"),
    ),
)

ROUTES: tuple[Route, ...] = (*OWN, *table_rooms.ROUTES, *table_whole.ROUTES)
"""Every route, the more particular path before the more general one."""

NOT_OFFERED: Mapping[str, str] = MappingProxyType(
    {
        "files.read_new": "a step of adding files, and no call of its own",
        "skills.skill": "a decorator for functions of a program; skills.declare takes the same",
    }
)
"""Verbs that no route has, with why."""

NOT_OFFERED_WHOLE: Mapping[str, str] = MappingProxyType(
    {
        "encryption.rewrap": "it takes a key service; `mnemic encrypt` has it on the server itself",
        "keys.verify": "whoever sends a key learns by the answer whether it is taken",
        "keys.over": "what a server asks of itself",
        "keys.check_admin": "what a server asks of itself",
        "keys.user": "the path says it",
        "work": "what `mnemic worker` does",
        "stop": "what ends `mnemic worker`",
        "watch": "events come from `EVENTS_PATH`",
        "close": "the server closes what it opened",
        "user": "the path says it",
        "tenant": "the key says it",
        "reaches": "what a server asks of itself",
        "waiting": "a metric",
        "wake": "what a server calls when messages were added",
    }
)
"""What of `OpenMemory` no route has, with why."""

BATCH_PATH = f"{USER}/batch"
"""Several operations at once, each with its own answer (POST)."""

EVENTS_PATH = f"{USER}/jobs/events"
"""How far jobs of the user have come, as they come (GET, server-sent events)."""

PAGE_ARGUMENTS = ("limit", "cursor")
"""What a paged route takes besides: how many, and from where."""


def main(verb: str) -> Route:
    """The route of a verb.

    Raises:
        KeyError: none has it.
    """
    return _MAIN[verb]


_MAIN = {route.verb: route for route in ROUTES if not route.alias}
