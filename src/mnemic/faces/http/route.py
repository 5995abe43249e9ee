"""What a route is: which verb answers at which address, and where each of its arguments goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mnemic.safety.access.policy import Right
from mnemic.safety.access.verbs import VERBS

USER = "/v1/users/{user}"
"""Where everything about one user lies."""

WHOLE = "memory."
"""What the names of the verbs of `OpenMemory` begin with, which are about everybody: "memory.users"."""

JSON = "application/json"
EVENTS = "text/event-stream"
BYTES = "application/octet-stream"
LINES = "application/jsonl"
ZIP = "application/zip"
HTML = "text/html"
MARKDOWN = "text/markdown"

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One verb at one address.

    An argument named in braces in the path goes there, percent-encoded; one that `fixed` has goes nowhere; one of
    `left_out` is not offered. The others go into the query where `in_query` holds, else into a JSON object as the body.
    """

    verb: str  # of safety.verbs, or of `OpenMemory` with "memory." before it
    method: str
    path: str
    summary: str
    status: int = 200
    paged: bool = False  # it answers with a list that takes `limit` and `cursor`
    takes: tuple[str, ...] = (JSON,)  # media types of the body
    gives: tuple[str, ...] = (JSON,)  # media types of the answer, the first where none is asked for
    content: str | None = None  # the argument that is the body itself, as bytes; the others are then in the query
    left_out: tuple[str, ...] = ()  # arguments that mean nothing from afar
    fixed: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    renamed: Mapping[str, str] = field(default_factory=lambda: _NOTHING)  # argument to its name in the request
    alias: bool = False  # the verb has its own route besides
    versioned: bool = False  # it is about one memory: ETag, If-Match, If-None-Match

    @property
    def in_query(self) -> bool:
        """Whether arguments that are not in the path go into the query."""
        return self.method in ("GET", "DELETE") or self.content is not None

    @property
    def repeatable(self) -> bool:
        """Whether it takes an Idempotency-Key: what changes something about one user, with whom the answer is kept."""
        return self.method != "GET" and not self.whole and VERBS[self.verb].right is not Right.READ

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
