"""Where a verb is answered over HTTP, and where each of its arguments goes, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

USER = "/v1/users/{user}"
"""Where everything about one user lies."""

ROOT = "/v1"
"""Where what is about everybody lies."""

WHOLE = "memory."
"""What the names of the verbs of `OpenMemory` begin with, which are about everybody: "memory.users"."""

JSON = "application/json"
EVENTS = "text/event-stream"
BYTES = "application/octet-stream"
LINES = "application/jsonl"
ZIP = "application/zip"
HTML = "text/html"
MARKDOWN = "text/markdown"

AGENT, PURPOSE, ACTOR = "Mnemic-Agent", "Mnemic-Purpose", "Mnemic-Actor"
"""Headers that say through whom, for what and as whom a user's memory is seen, percent-encoded."""

IDEMPOTENCY_KEY = "Idempotency-Key"
REPORT = "Mnemic-Report"
"""Header of an export with what it wrote, as JSON: a file in the body has no place for it."""

ON_DISK = ("path", "folder", "overwrite", "progress")
"""Arguments that name files of the caller's disk, or are called back: they mean nothing from afar."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One verb at one address.

    An argument named in braces in the path goes there, percent-encoded; one that `fixed` has goes nowhere; one of
    `left_out`, or of `ON_DISK`, is not offered. The others go into the query where `in_query` holds, else into a JSON
    object as the body.
    """

    verb: str  # of safety.verbs; those of `OpenMemory` with "memory." before it
    method: str
    path: str
    summary: str = ""  # of an alias; that of a verb's own route is what its docstring begins with
    status: int = 200
    paged: bool = False  # it answers with a list that takes `limit` and `cursor`
    takes: tuple[str, ...] = (JSON,)  # media types of the body
    gives: tuple[str, ...] = (JSON,)  # media types of the answer, the first where none is asked for
    content: str | None = None  # the argument that is the body itself, as bytes; the others are then in the query
    left_out: tuple[str, ...] = ()  # arguments that mean nothing from afar
    fixed: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    renamed: Mapping[str, str] = field(default_factory=lambda: NOTHING)  # argument to its name in the request
    example: Mapping[str, Any] | None = None  # of its body
    alias: bool = False  # the verb has its own route besides
    versioned: bool = False  # it is about one memory: ETag, If-Match, If-None-Match
    changes: bool = False  # it changes something: what only reads may be sent again without the server knowing it

    @property
    def in_query(self) -> bool:
        """Whether arguments that are not in the path go into the query."""
        return self.method in ("GET", "DELETE") or self.content is not None

    @property
    def repeatable(self) -> bool:
        """Whether it takes an Idempotency-Key: what changes something about one user, with whom the answer is kept."""
        return self.changes and not self.whole

    @property
    def whole(self) -> bool:
        """Whether it is about everybody, and for administrators."""
        return self.verb.startswith(WHOLE)

    @property
    def tag(self) -> str:
        """The room it belongs to."""
        if self.whole:
            return "administration"
        return self.verb.rpartition(".")[0] or "memory"

    @property
    def operation(self) -> str:
        """Its name in the OpenAPI document: the verb's, with the method of an alias."""
        return self.verb if not self.alias else f"{self.verb}.{self.path.rsplit('/', 2)[-2]}"
