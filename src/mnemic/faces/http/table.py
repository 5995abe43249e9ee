"""The routes of the server, from the table of verbs: what the server makes its endpoints from, and the client its
calls. What an argument is comes from the verb's own signature, in `signatures`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mnemic.domain.route import USER, Route
from mnemic.safety.access.verbs import TABLE

ROUTES: tuple[Route, ...] = tuple(route for row in TABLE.values() for route in row.routes)
"""Every route, the more particular path before the more general one."""

NOT_OFFERED: Mapping[str, str] = MappingProxyType(
    {verb: row.not_offered for verb, row in TABLE.items() if not row.routes}
)
"""Verbs that no route has, with why."""

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
