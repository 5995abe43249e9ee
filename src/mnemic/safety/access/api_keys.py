"""What an API key lets through: the policy of `safety/access`, narrowed by what the key says (S6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from mnemic.domain.api_key import ApiKey
from mnemic.domain.record import Tier
from mnemic.domain.scope import checked_name
from mnemic.errors import AccessDenied, InvalidInput
from mnemic.safety.access.policy import EVERY_TIER, Access, Actor, Right, access_of
from mnemic.safety.access.verbs import VERBS
from mnemic.settings import Settings

TIER_RANK: Mapping[Actor, int] = MappingProxyType({Actor.AGENT: 0, Actor.USER: 1, Actor.ADMINISTRATOR: 2})
"""Who stands above whom: with a key one may act as whoever stands below its actor."""

NAME_CHARACTERS_MAX = 200
REQUESTS_MAX = 1_000_000

_ROOMS = frozenset(verb.partition(".")[0] for verb in VERBS if "." in verb)


def check_api_key(key: ApiKey) -> None:
    """Go on only where a key means something.

    Raises:
        InvalidInput: an actor, verb, tier or right there is not; nothing that it may do; an administrator's key with
            limits it could lift by making another key.
        InvalidScope: a user or agent that cannot be an id.
    """
    if len(key.name) > NAME_CHARACTERS_MAX or not key.name.isprintable():
        raise InvalidInput(f"The name of a key is a line of at most {NAME_CHARACTERS_MAX} characters.")
    if key.actor not in list(Actor):
        raise InvalidInput(f"There is no actor {key.actor!r}. Known are: {', '.join(Actor)}.")
    if key.agent is not None:
        checked_name(key.agent, "The agent")
    for user in _some(key.users, "users"):
        checked_name(user, "The user")
    verbs_by_name(_some(key.verbs, "verbs"))
    rights_of_key(key)
    rate = key.requests_per_minute
    if rate is not None and not 1 <= rate <= REQUESTS_MAX:
        raise InvalidInput(f"A key has 1 to {REQUESTS_MAX} requests a minute, not {rate}.")
    if key.admin and (key.users is not None or key.verbs is not None or key.tiers or key.actor == Actor.AGENT):
        raise InvalidInput(
            "An administrator's key can make keys, so limits on it mean nothing: leave out users, verbs, tiers and "
            "actor='agent', or make a key that does not administrate."
        )


def verbs_by_name(names: Iterable[str]) -> frozenset[str]:
    """The verbs of safety/access/verbs that names of verbs, rooms ("tasks.*") and rights stand for. A right holds those
    before it: "write" is everything but what needs "delete".

    Raises:
        InvalidInput: there is no such verb, room or right.
    """
    found: set[str] = set()
    for named in names:
        right = Right[named.upper()] if named in ("read", "propose", "write", "delete") else None
        room = named.removesuffix(".*")
        if right is not None:
            found |= {verb for verb, need in VERBS.items() if need.right <= right}
        elif room != named and room in _ROOMS:
            found |= {verb for verb in VERBS if verb.startswith(f"{room}.")}
        elif named in VERBS:
            found.add(named)
        else:
            raise InvalidInput(
                f"There is no verb {named!r}. Name verbs such as search and tasks.start, rooms such as "
                f"{', '.join(f'{one}.*' for one in sorted(_ROOMS)[:3])}, or read, propose, write, delete."
            )
    return frozenset(found)


def rights_of_key(key: ApiKey) -> Mapping[Tier, Right]:
    """The most a key grants on every tier.

    Raises:
        InvalidInput: there is no such tier or right.
    """
    rights = dict(EVERY_TIER)
    for tier, right in key.tiers.items():
        if tier not in list(Tier):
            raise InvalidInput(f"There is no tier {tier!r}. Known are: {', '.join(Tier)}.")
        if right.upper() not in Right.__members__ or not right.islower():
            known = ", ".join(one.name.lower() for one in Right)
            raise InvalidInput(f"There is no right {right!r} on a tier. Known are: {known}.")
        rights[Tier(tier)] = Right[right.upper()]
    return MappingProxyType(rights)


def access_by_key(
    key: ApiKey,
    settings: Settings,
    *,
    agent: str | None = None,
    purpose: str | None = None,
    actor: str | None = None,
) -> Access:
    """The access of whoever comes with a key: at most what the policy and the settings give the key's actor, and at
    most what the key says.

    Args:
        agent: whom the request names; a key that is for one agent is for no other.
        actor: as whom the request acts; default the key's actor, and nobody above it.

    Raises:
        AccessDenied: the key is for another agent, or its actor stands below.
        InvalidScope, InvalidLabel: as for `access_of`.
    """
    if key.agent is not None and agent not in (None, key.agent):
        raise AccessDenied(f"The key {key.id} is for the agent {key.agent!r}. Leave the agent out, or use another key.")
    allowed = access_of(actor or key.actor, key.agent or agent, settings, purpose)
    if TIER_RANK[allowed.actor] > TIER_RANK[Actor(key.actor)]:
        raise AccessDenied(f"With the key {key.id} one acts as {key.actor}, not as {allowed.actor}.")
    most = rights_of_key(key)
    return replace(
        allowed,
        rights=MappingProxyType({tier: min(right, most[tier]) for tier, right in allowed.rights.items()}),
        verbs=None if key.verbs is None else verbs_by_name(key.verbs),
        key=key.id,
        key_tiers=most,
    )


def _some(names: tuple[str, ...] | None, what: str) -> tuple[str, ...]:
    if names is not None and not names:
        raise InvalidInput(f"A key for no {what} does nothing: name some, or leave it out for all.")
    return names or ()
