"""The verbs, each in one row: what right it needs (S6), and where it is answered over HTTP.

A verb is a method with its signature and docstring, and a row of this table. The gate of the rights, the server with
its document, both clients and the tests of all of them go by the table; `docs/architecture.md` has what to touch to add
one.

A verb is denied outright where whoever acts has the right on none of its tiers. Verbs that name a memory look besides
at that memory's own tier, and verbs that find memories leave out what may not be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from mnemic.domain.record import Tier
from mnemic.domain.route import BYTES, EVENTS, HTML, JSON, LINES, MARKDOWN, ROOT, USER, WHOLE, ZIP, Route
from mnemic.errors import AccessDenied
from mnemic.safety.access.policy import Access, Right

Tiers = tuple[Tier, ...]

ANY: Tiers = (Tier.LONG_TERM, Tier.PERMANENT, Tier.PROPOSED, Tier.WORKING, Tier.SESSION)
"""Whatever the tier of the memory is that the verb is about."""

LONG_TERM: Tiers = (Tier.LONG_TERM,)
WORKING: Tiers = (Tier.WORKING,)
PERMANENT: Tiers = (Tier.PERMANENT,)
PROPOSED: Tiers = (Tier.PROPOSED,)
LASTING: Tiers = (Tier.PERMANENT, Tier.PROPOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbNeed:
    """What a verb needs: a right on one of these tiers, or on every one of them."""

    right: Right
    tiers: Tiers = ()  # empty: those of its room
    every: bool = False
    dry: Right | None = None  # what is needed with dry_run=True; None: the same

    def denied(self, verb: str, access: Access, *, dry: bool) -> AccessDenied | None:
        """Why whoever acts may not use the verb at all, or None where it may."""
        right = self.dry if dry and self.dry is not None else self.right
        granted = [access.allows(right, tier) for tier in self.tiers]
        if all(granted) if self.every else any(granted):
            return None
        return access.denied_tier(verb, right, self.tiers[granted.index(False)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What the table says of a verb."""

    need: VerbNeed | None = None  # None: it is about everybody, and for administrators
    routes: tuple[Route, ...] = ()  # its own first, then those that are shorter ways to some of it
    not_offered: str = ""  # why no route has it


def _route(address: str, **special: Any) -> Route:
    """A route by its method and path, "GET /stats"; the verb and what stands before the path come with the room."""
    method, _, path = address.partition(" ")
    return Route(verb="", method=method, path=path, **special)


def _also(address: str, **special: Any) -> Route:
    """A shorter way to some of what a verb does."""
    return _route(address, alias=True, **special)


def _row(need: VerbNeed | None, address: str = "", *also: Route, not_offered: str = "", **special: Any) -> Row:
    routes = () if not_offered else (_route(address, **special), *also)
    return Row(need=need, routes=routes, not_offered=not_offered)


def _reads(address: str = "", *, tiers: Tiers = (), **more: Any) -> Row:
    return _row(VerbNeed(right=Right.READ, tiers=tiers), address, **more)


def _lists(path: str, *, tiers: Tiers = (), **more: Any) -> Row:
    return _reads(f"GET {path}", tiers=tiers, paged=True, **more)


def _proposes(address: str, **more: Any) -> Row:
    return _row(VerbNeed(right=Right.PROPOSE), address, **more)


def _writes(address: str = "", *, tiers: Tiers = (), **more: Any) -> Row:
    return _row(VerbNeed(right=Right.WRITE, tiers=tiers), address, **more)


def _deletes(address: str, *also: Route, tiers: Tiers = (), **more: Any) -> Row:
    return _row(VerbNeed(right=Right.DELETE, tiers=tiers), address, *also, **more)


def _jobs(address: str) -> Row:
    return _row(VerbNeed(right=Right.DELETE, tiers=LONG_TERM, dry=Right.READ), address, example={"dry_run": True})


def _everything(address: str, **more: Any) -> Row:
    return _row(VerbNeed(right=Right.DELETE, tiers=ANY, every=True), address, **more)


def _at(address: str, **more: Any) -> Row:
    return _row(None, address, **more)


def _nowhere(why: str) -> Row:
    return _row(None, not_offered=why)


SCHEMA = {
    "title": "trip",
    "type": "object",
    "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}},
    "required": ["city"],
}
NOTHING_TO_DO = {
    "job": "sweep",
    "at": "2026-03-02T01:00:00+00:00",
    "dry_run": True,
    "steps": [],
    "proposed": [],
    "skipped": [],
    "findings": [],
    "degraded": [],
}

ROOMS: Mapping[str, tuple[Tiers, Mapping[str, Row]]] = {
    "": (
        ANY,
        {
            "add": _writes(
                "POST /memories",
                tiers=LONG_TERM,
                status=201,
                example={"messages": [{"role": "user", "content": "以后所有邮件都用中文写"}], "session": "s1"},
            ),
            "list": _lists("/memories", left_out=("limit", "offset")),
            "get": _reads("GET /memories/{id}", versioned=True),
            "update": _writes("PATCH /memories/{id}", versioned=True, example={"text": "Prefers aisle seats."}),
            "forget": _deletes(
                "POST /forget",
                _also(
                    "DELETE /memories/{id}",
                    left_out=("session", "everything"),
                    versioned=True,
                    summary="Forget one memory",
                ),
                _also(
                    "DELETE /sessions/{session}",
                    left_out=("id", "everything", "confirmed"),
                    summary="Forget one session",
                ),
                _also(
                    "DELETE",
                    left_out=("id", "session", "confirmed"),
                    fixed={"everything": True},
                    summary="Forget everything about the user",
                ),
                example={"session": "s1"},
            ),
            "history": _lists("/memories/{id}/history"),
            "confirm": _writes("POST /memories/{id}/confirm", versioned=True),
            "reject": _writes("POST /memories/{id}/reject", versioned=True),
            "undo": _writes("POST /memories/{id}/undo", versioned=True),
            "label": _writes(
                "POST /memories/{id}/label", versioned=True, example={"purpose": "support", "retention": "P30D"}
            ),
            "why_not": _reads("POST /memories/{id}/why-not", example={"query": "Which seat?"}),
            "search": _reads("POST /search", example={"query": "给客户写封邮件", "k": 5}),
            "context": _reads(
                "POST /context", gives=(JSON, EVENTS), example={"query": "Which seat should I book?", "budget": 800}
            ),
            "start": _reads("POST /start", example={"session": "s2"}),
            "feedback": _proposes("POST /feedback", example={"about": "a-trace-id", "helpful": True}),
            "trace": _reads("GET /traces/{id}"),
            "conflicts": _lists("/conflicts"),
            "sessions": _lists("/sessions"),
            "turns": _lists("/turns"),
            "stats": _reads("GET /stats"),
            "entities": _lists("/entities"),
            "about": _lists("/entities/{name}/memories"),
            "connected": _lists("/entities/{name}/connected"),
            "together": _lists("/entities/{one}/with/{other}"),
            "due_needs": _lists("/needs"),
            "check_action": _reads(
                "POST /check-action",
                example={"action": {"name": "pay", "arguments": {"amount": "200 EUR"}}, "session": "s1"},
            ),
            "fill": _reads(
                "POST /fill", tiers=LONG_TERM, example={"text": "Call [CN_MOBILE #k3f9a2c7]", "context": "booking"}
            ),
            "report": _everything("GET /report", gives=(JSON, HTML, MARKDOWN)),
        },
    ),
    "session": (
        ANY,
        {
            "add": _writes(
                "POST /sessions/{session}/messages",
                tiers=LONG_TERM,
                status=201,
                example={"messages": "I prefer window seats."},
            ),
            "turns": _lists("/sessions/{session}/turns"),
            "messages": _reads(
                "POST /sessions/{session}/window", example={"budget": 4000, "system": "You are a travel assistant."}
            ),
            "summary": _reads("GET /sessions/{session}/summary"),
        },
    ),
    "files": (
        LONG_TERM,
        {
            "add": _writes("POST /files", status=201, content="data", takes=("*/*",), left_out=("media_type",)),
            "list": _lists("/files"),
            "get": _reads("GET /files/{hash}"),
            "data": _reads("GET /files/{hash}/data", gives=(BYTES,)),
            "read_again": _writes("POST /files/{hash}/read-again"),
            "forget": _deletes("DELETE /files/{hash}"),
            "of": _lists("/memories/{said}/files"),
            "read_new": _writes(not_offered="a step of adding files, and no call of its own"),
        },
    ),
    "tasks": (
        WORKING,
        {
            "start": _writes(
                "POST /tasks",
                status=201,
                example={"goal": "Book a hotel in Paris", "schema": SCHEMA, "values": {"nights": 3}},
            ),
            "list": _lists("/tasks"),
            "meant": _reads("POST /tasks/meant", example={"text": "the hotel", "session": "s1"}),
            "candidates": _reads("POST /tasks/candidates", example={"text": "the hotel"}),
            "asks": _reads("POST /tasks/asks", example={"schema": SCHEMA}),
            "register": _writes("POST /tasks/schemas", status=204, example={"schema": SCHEMA}),
            "get": _reads("GET /tasks/{id}"),
            "set": _writes("PATCH /tasks/{id}/values", example={"city": "Paris"}),
            "clear": _writes("DELETE /tasks/{id}/values/{slot}"),
            "next_step": _reads("GET /tasks/{id}/next-step"),
            "step": _writes("POST /tasks/{id}/steps", example={"step": "compare prices", "state": "done"}),
            "constrain": _writes("POST /tasks/{id}/constraints", example={"text": "under 150 EUR a night"}),
            "resolve": _writes(
                "POST /tasks/{id}/resolved", example={"subtask": "Which district?", "answer": "Le Marais"}
            ),
            "decide": _writes("POST /tasks/{id}/decisions", example={"text": "No breakfast."}),
            "pause": _writes("POST /tasks/{id}/pause"),
            "resume": _writes("POST /tasks/{id}/resume", example={"session": "s2"}),
            "complete": _writes("POST /tasks/{id}/complete", tiers=LONG_TERM, example={"outcome": "Booked."}),
            "abandon": _writes(
                "POST /tasks/{id}/abandon", tiers=LONG_TERM, example={"reason": "The trip was cancelled."}
            ),
        },
    ),
    "skills": (
        LONG_TERM,
        {
            "declare": _writes(
                "POST /skills",
                status=201,
                example={"name": "weekly report", "steps": ["Gather the figures", "Write three lines"]},
            ),
            "list": _lists("/skills"),
            "learn": _writes("POST /skills/learn", status=201, example={"name": "deploy", "session": "s1"}),
            "match": _reads("POST /skills/match", example={"request": "write the weekly report"}),
            "export": _reads("GET /skills/export", gives=(ZIP,)),
            "import_": _writes("POST /skills/import", content="path", takes=(MARKDOWN, ZIP)),
            "get": _reads("GET /skills/{skill}"),
            "versions": _lists("/skills/{skill}/versions"),
            "used": _writes("POST /skills/{skill}/used", example={"success": True}),
            "forget": _deletes("DELETE /skills/{skill}"),
            "skill": _writes(not_offered="a decorator for functions of a program; skills.declare takes the same"),
        },
    ),
    "permanent": (
        PERMANENT,
        {
            "list": _lists("/permanent"),
            "propose": _proposes(
                "POST /permanent", status=201, example={"text": "Is allergic to peanuts.", "reason": "said so twice"}
            ),
            "keys": _reads("GET /permanent/keys"),
            "read": _reads("GET /permanent/keys/{key}"),
            "proposals": _lists("/permanent/proposals", tiers=PROPOSED),
            "conflicts": _lists("/permanent/conflicts"),
            "confirm": _writes("POST /permanent/{id}/confirm", tiers=LASTING),
            "reject": _writes("POST /permanent/{id}/reject", tiers=LASTING),
            "answer": _writes("POST /permanent/{id}/answer", tiers=LASTING, example={"answer": "keep"}),
            "forget": _deletes("DELETE /permanent/{id}", tiers=LASTING),
        },
    ),
    "profile": (
        LONG_TERM,
        {
            "get": _reads("GET /profile"),
            "refresh": _reads("POST /profile/refresh", left_out=("model",)),
            "due": _reads("GET /profile/due"),
            "changes": _reads("GET /profile/changes"),
            "history": _lists("/profile/history"),
        },
    ),
    "upkeep": (
        LONG_TERM,
        {
            "jobs": _lists("/upkeep/jobs", tiers=ANY),
            "letters": _lists("/upkeep/letters", tiers=ANY),
            "sweep": _jobs("POST /upkeep/sweep"),
            "consolidate": _jobs("POST /upkeep/consolidate"),
            "distill": _jobs("POST /upkeep/distill"),
            "digest": _jobs("POST /upkeep/digest"),
            "decay": _jobs("POST /upkeep/decay"),
            "apply": _deletes("POST /upkeep/apply", example={"report": NOTHING_TO_DO}),
            "pin": _writes("POST /upkeep/pins/{id}", tiers=ANY),
            "unpin": _writes("DELETE /upkeep/pins/{id}", tiers=ANY),
            "retry": _writes("POST /upkeep/retry", example={"turns": [{"session": "s1", "turn": "t1"}]}),
        },
    ),
    "quarantine": (
        ANY,
        {
            "list": _lists("/quarantine"),
            "hold": _writes("POST /quarantine", example={"ids": ["a-memory-id"]}),
            "scan": _lists("/quarantine/scan"),
            "get": _reads("GET /quarantine/{id}"),
            "release": _writes("POST /quarantine/{id}/release", example={"why": "It is the user's own."}),
            "reject": _writes("POST /quarantine/{id}/reject", example={"why": "It is an attack."}),
        },
    ),
    "trust": (
        LONG_TERM,
        {
            "sources": _lists("/trust/sources", tiers=ANY),
            "rollback": _writes("POST /trust/rollbacks", example={"tool": "web", "dry_run": True}),
            "undo": _writes("POST /trust/rollbacks/{id}/undo"),
        },
    ),
    "transfer": (
        ANY,
        {
            "export": _everything("GET /transfer/export", gives=(LINES,)),
            "survey": _reads("POST /transfer/survey", content="path", takes=(BYTES,)),
            "import_": _everything(
                "POST /transfer/import",
                content="path",
                takes=(BYTES,),
                gives=(JSON, EVENTS),
                left_out=("user", "keep_users"),
            ),
        },
    ),
}
"""The verbs of `UserMemory` and of its rooms: by room the tiers they are about, and by method the row. The more
particular path stands before the more general one."""

ADMINISTRATION: Mapping[str, Row] = {
    "keys.create": _at(
        "POST /keys", status=201, example={"name": "web", "users": ["alice"], "verbs": ["read"], "expires": "P90D"}
    ),
    "keys.list": _at("GET /keys", paged=True),
    "keys.get": _at("GET /keys/{id}"),
    "keys.remove": _at("DELETE /keys/{id}", status=204),
    "keys.rotate": _at("POST /keys/{id}/rotate", example={"grace_s": 60}),
    "keys.revoke": _at("POST /keys/{id}/revoke"),
    "keys.expire": _at("POST /keys/{id}/expire", example={"at": "2030-01-01T00:00:00Z"}),
    "users": _at("GET /users", paged=True),
    "run_due": _at("POST /upkeep/run-due"),
    "reembed": _at("POST /upkeep/reembed"),
    "doctor": _at("POST /doctor", example={"repair": False}),
    "access": _at("GET /access"),
    "audit.lines": _at("GET /audit", paged=True, renamed={"limit": "newest"}),
    "audit.verify": _at("GET /audit/verify"),
    "audit.head": _at("GET /audit/head"),
    "audit.export": _at("GET /audit/export", gives=(LINES,)),
    "encryption.status": _at("GET /encryption"),
    "encryption.encrypt": _at("POST /encryption/encrypt", example={"users": ["alice"]}),
    "encryption.decrypt": _at("POST /encryption/decrypt", example={"users": ["alice"]}),
    "encryption.rotate": _at("POST /encryption/rotate", example={"users": ["alice"]}),
    "transfer.export": _at("GET /transfer/export", gives=(LINES,)),
    "transfer.survey": _at("POST /transfer/survey", content="path", takes=(BYTES,)),
    "transfer.import_": _at("POST /transfer/import", content="path", takes=(BYTES,), gives=(JSON, EVENTS)),
    "transfer.backup": _at("GET /transfer/backup", gives=(BYTES,)),
    "encryption.rewrap": _nowhere("it takes a key service; `mnemic encrypt` has it on the server itself"),
    "keys.verify": _nowhere("whoever sends a key learns by the answer whether it is taken"),
    "keys.over": _nowhere("what a server asks of itself"),
    "keys.check_admin": _nowhere("what a server asks of itself"),
    "keys.user": _nowhere("the path says it"),
    "work": _nowhere("what `mnemic worker` does"),
    "stop": _nowhere("what ends `mnemic worker`"),
    "watch": _nowhere("events come from `EVENTS_PATH`"),
    "close": _nowhere("the server closes what it opened"),
    "user": _nowhere("the path says it"),
    "tenant": _nowhere("the key says it"),
    "reaches": _nowhere("what a server asks of itself"),
    "waiting": _nowhere("a metric"),
    "wake": _nowhere("what a server calls when messages were added"),
}
"""The public methods of `OpenMemory` and of its rooms, which are about everybody."""


def _placed(room: str, rows: Mapping[str, Row], before: str, tiers: Tiers) -> dict[str, Row]:
    """Rows by the whole names of their verbs, their routes with verb and whole path."""
    placed = {}
    for name, row in rows.items():
        need = row.need and replace(row.need, tiers=row.need.tiers or tiers)
        reads = need is not None and need.right is Right.READ
        placed[f"{room}{name}"] = replace(
            row,
            need=need,
            routes=tuple(
                replace(one, verb=f"{room}{name}", path=before + one.path, changes=one.method != "GET" and not reads)
                for one in row.routes
            ),
        )
    return placed


TABLE: Mapping[str, Row] = MappingProxyType(
    {
        verb: row
        for room, (tiers, rows) in ROOMS.items()
        for verb, row in _placed(f"{room}." if room else "", rows, USER, tiers).items()
    }
    | _placed(WHOLE, ADMINISTRATION, ROOT, ())
)
"""Every row by the whole name of its verb: "search", "tasks.pause", "memory.keys.create"."""

VERBS: Mapping[str, VerbNeed] = MappingProxyType(
    {verb: row.need for verb, row in TABLE.items() if row.need is not None}
)
"""What every verb of `UserMemory` and of its rooms needs."""


def verbs_of(access: Access) -> dict[str, bool]:
    """Which verbs an actor may use at all."""
    return {verb: need.denied(verb, access, dry=False) is None for verb, need in VERBS.items()}
