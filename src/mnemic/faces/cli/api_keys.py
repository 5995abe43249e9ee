"""Keys of the server as commands: `mnemic api-key`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError

if TYPE_CHECKING:
    from mnemic.api.api_keys import ApiKeys
    from mnemic.domain.api_key import ApiKey, NewApiKey

UNITS = MappingProxyType({"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800})

_SPAN = re.compile(r"(\d{1,6})\s*([smhdw])", re.ASCII)


class Acting(StrEnum):
    """Who acts with a key."""

    USER = "user"
    AGENT = "agent"
    ADMINISTRATOR = "administrator"


Tenant = Annotated[str | None, typer.Option("--tenant", metavar="ID")]
KeyId = Annotated[str, typer.Argument(metavar="ID")]
Many = list[str] | None


def create(
    call: Call,
    name: Annotated[str, typer.Argument()] = "",
    actor: Annotated[Acting, typer.Option("--actor")] = Acting.USER,
    users: Annotated[Many, typer.Option("--users", metavar="ID")] = None,
    verbs: Annotated[Many, typer.Option("--verbs", metavar="VERB,...")] = None,
    tiers: Annotated[Many, typer.Option("--tiers", metavar="TIER=RIGHT,...")] = None,
    admin: Annotated[bool, typer.Option("--admin")] = False,
    rate: Annotated[int | None, typer.Option("--rate", min=1, metavar="N")] = None,
    expires: Annotated[str | None, typer.Option("--expires", metavar="TIME")] = None,
    tenant: Tenant = None,
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


def list_(call: Call, tenant: Tenant = None) -> None:
    """List keys."""
    with _keys(call, tenant, writes=False) as keys:
        found = keys.list()
    words, zone, now = call.screen.words, call.shown_zone(), datetime.now(UTC)
    rows = [
        (key.id, words.say(f"api-key.{key.state(now)}"), tables.day(key.created_at, zone), key.name, _reach(key, call))
        for key in found
    ]
    call.screen.show(tables.table(words, ("id", "status", "api-key.made", "name", "text"), rows))
    call.screen.document([shape(key) for key in found])


def show(call: Call, id: KeyId, tenant: Tenant = None) -> None:
    """Show everything about a key."""
    with _keys(call, tenant, writes=False) as keys:
        found = keys.get(id)
    for field, value in shape(found).items():
        call.screen.say("api-key.field", field=field, value="-" if value in (None, "", {}) else value)
    call.screen.document(shape(found))


def rotate(
    call: Call,
    id: KeyId,
    grace: Annotated[str | None, typer.Option("--grace", metavar="TIME")] = None,
    tenant: Tenant = None,
) -> None:
    """Make a key in the place of another."""
    span = timedelta(0) if grace is None else _span(call, grace)
    with _keys(call, tenant) as keys:
        made = keys.rotate(id, grace_s=span.total_seconds())
    _made(call, made)


def revoke(call: Call, id: KeyId, tenant: Tenant = None) -> None:
    """Take a key no more."""
    with _keys(call, tenant) as keys:
        revoked = keys.revoke(id)
    call.screen.say("api-key.revoke", style="green", id=revoked.id)
    call.screen.document(shape(revoked))


def shape(key: ApiKey) -> dict[str, Any]:
    """A key as JSON, without its hash."""
    shown: dict[str, Any] = wire.jsonable(key)
    return {field: value for field, value in shown.items() if field != "digest"}


GROUP: Mapping[str, Callable[..., None]] = MappingProxyType(
    {"create": create, "list": list_, "show": show, "rotate": rotate, "revoke": revoke}
)


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
    words = call.screen.words
    said = [words.say("api-key.admin")] if key.admin else []
    said.append(key.actor if key.agent is None else f"{key.actor}:{key.agent}")
    said.append(words.say("api-key.everybody") if key.users is None else ", ".join(key.users))
    said += [", ".join(key.verbs)] if key.verbs is not None else []
    said += [f"{tier}={right}" for tier, right in key.tiers.items()]
    return "; ".join(said)


def _parts(given: Sequence[str] | None) -> list[str] | None:
    """What was given in several options, or in one with commas."""
    return None if not given else [part.strip() for one in given for part in one.split(",") if part.strip()]


def _tiers(call: Call, given: Sequence[str] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _parts(given) or []:
        tier, equals, right = part.partition("=")
        if not equals:
            raise UsageError(call.screen.words.say("api-key.tiers", given=part))
        found[tier.strip()] = right.strip()
    return found


def _moment(call: Call, given: str) -> str | timedelta:
    """A moment in ISO 8601, or a time from now."""
    return _span(call, given) if _SPAN.fullmatch(given) else given


def _span(call: Call, given: str) -> timedelta:
    found = _SPAN.fullmatch(given)
    if found is None:
        raise UsageError(call.screen.words.say("api-key.span", given=given))
    return timedelta(seconds=int(found[1]) * UNITS[found[2]])
