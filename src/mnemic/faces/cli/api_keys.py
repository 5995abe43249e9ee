"""Keys of the server as commands: `mnemic api-key`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mnemic.domain.api_key import ApiKey, NewApiKey
from mnemic.domain.regex import Regex
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import CountOrAll, Id, Moment

if TYPE_CHECKING:
    from mnemic.api.api_keys import ApiKeys

UNITS = MappingProxyType({"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800})

_SPAN = Regex(r"(\d{1,6})\s*([smhdw])", re.ASCII)


class KeyActor(StrEnum):
    """Who acts with a key."""

    USER = "user"
    AGENT = "agent"
    ADMINISTRATOR = "administrator"


KeyId = Annotated[str, typer.Argument(metavar="ID")]


def create(
    call: Call,
    name: str = "",
    *,
    actor: KeyActor = KeyActor.USER,
    users: Annotated[list[str] | None, typer.Option(metavar="ID")] = None,
    verbs: Annotated[list[str] | None, typer.Option(metavar="VERB,...")] = None,
    tiers: Annotated[list[str] | None, typer.Option(metavar="TIER=RIGHT,...")] = None,
    admin: bool = False,
    rate: CountOrAll = None,
    expires: Moment = None,
    tenant: Id = None,
) -> None:
    """Make a key, and show its token this once."""
    named = [*([call.place.user] if call.place.user else []), *(users or [])]
    with _keys(call, tenant) as keys:
        made = keys.create(
            name,
            actor=actor.value,
            agent=call.place.agent,
            users=named or None,
            verbs=_parts(verbs),
            tiers=_tiers(call, tiers),
            admin=admin,
            requests_per_minute=rate,
            expires=None if expires is None else _moment(call, expires),
        )
    _made(call, made)


def list_(call: Call, *, tenant: Id = None) -> None:
    """List keys."""
    with _keys(call, tenant, writes=False) as keys:
        found = keys.list()
    now = datetime.now(UTC)
    rows = [
        (
            key.id,
            call.words.say(f"api-key.{key.state(now)}"),
            tables.day(key.created_at, call.zone),
            key.name,
            _reach(key, call),
        )
        for key in found
    ]
    call.screen.table(("id", "status", "api-key.made", "name", "text"), rows, bare=True)
    call.screen.document([shape(key) for key in found])


def show(call: Call, id: KeyId, *, tenant: Id = None) -> None:
    """Show everything about a key."""
    with _keys(call, tenant, writes=False) as keys:
        found = keys.get(id)
    for field, value in shape(found).items():
        call.screen.say("api-key.field", field=field, value="-" if value in (None, "", {}) else value)
    call.screen.document(shape(found))


def rotate(call: Call, id: KeyId, *, grace: Moment = None, tenant: Id = None) -> None:
    """Make a key in the place of another."""
    span = timedelta(0) if grace is None else _span(call, grace)
    with _keys(call, tenant) as keys:
        made = keys.rotate(id, grace_s=span.total_seconds())
    _made(call, made)


def revoke(call: Call, id: KeyId, *, tenant: Id = None) -> None:
    """Take a key no more."""
    with _keys(call, tenant) as keys:
        revoked = keys.revoke(id)
    call.screen.say("api-key.revoke", style="green", id=revoked.id)
    call.screen.document(shape(revoked))


def shape(key: ApiKey) -> dict[str, Any]:
    """A key as JSON, without its hash."""
    shown: dict[str, Any] = wire.jsonable(key)
    return {field: value for field, value in shown.items() if field != "digest"}


@contextmanager
def _keys(call: Call, tenant: str | None, *, writes: bool = True) -> Iterator[ApiKeys]:
    with call.opened(writes=writes) as memory:
        yield (memory if tenant is None else memory.tenant(tenant)).keys


def _made(call: Call, made: NewApiKey) -> None:
    call.screen.say("api-key.token", style="bold", token=made.token)
    call.screen.say("api-key.once", style="dim", id=made.key.id, reach=_reach(made.key, call))
    call.screen.document({"token": made.token, "key": shape(made.key)})


def _reach(key: ApiKey, call: Call) -> str:
    """What a key may do, in a line."""
    words = call.words
    parts = [words.say("api-key.admin")] if key.admin else []
    parts.append(key.actor if key.agent is None else f"{key.actor}:{key.agent}")
    parts.append(words.say("api-key.everybody") if key.users is None else ", ".join(key.users))
    parts += [", ".join(key.verbs)] if key.verbs is not None else []
    parts += [f"{tier}={right}" for tier, right in key.tiers.items()]
    return "; ".join(parts)


def _parts(given: Sequence[str] | None) -> list[str] | None:
    """What was given in several options, or in one with commas."""
    return None if not given else [part.strip() for one in given for part in one.split(",") if part.strip()]


def _tiers(call: Call, given: Sequence[str] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _parts(given) or []:
        tier, equals, right = part.partition("=")
        if not equals:
            raise UsageError(call.words.say("api-key.tiers", given=part))
        found[tier.strip()] = right.strip()
    return found


def _moment(call: Call, given: str) -> str | timedelta:
    """A moment in ISO 8601, or a time from now."""
    return _span(call, given) if _SPAN.fullmatch(given) else given


def _span(call: Call, given: str) -> timedelta:
    found = _SPAN.fullmatch(given)
    if found is None:
        raise UsageError(call.words.say("api-key.span", given=given))
    return timedelta(seconds=int(found[1]) * UNITS[found[2]])
