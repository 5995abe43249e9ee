"""Who may do what to which memories (S6): the policy as a table, and who acts.

Rights form a ladder, and each holds those below it. What a tier's row does not grant is denied with the way out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType

from mnemic.domain.record import Memory, Status, Tier
from mnemic.errors import AccessDenied, InvalidScope
from mnemic.settings import Settings


class Actor(StrEnum):
    """Who calls."""

    USER = "user"
    AGENT = "agent"  # acts on the user's behalf, and never in the user's place
    ADMINISTRATOR = "administrator"


class Right(IntEnum):
    """What an actor may do to a tier. Each right holds those before it."""

    NONE = 0
    READ = 1
    PROPOSE = 2
    WRITE = 3  # confirm, reject, update, undo
    DELETE = 4  # forget


EVERY_TIER: Mapping[Tier, Right] = MappingProxyType(dict.fromkeys(Tier, Right.DELETE))

POLICY: Mapping[Actor, Mapping[Tier, Right]] = MappingProxyType(
    {
        Actor.USER: EVERY_TIER,
        Actor.ADMINISTRATOR: EVERY_TIER,
        Actor.AGENT: MappingProxyType(
            {
                Tier.SESSION: Right.DELETE,
                Tier.WORKING: Right.DELETE,
                Tier.LONG_TERM: Right.DELETE,  # the setting long_term_agent lowers it
                Tier.PROPOSED: Right.PROPOSE,  # the setting permanent_agent lowers it
                Tier.PERMANENT: Right.PROPOSE,  # the setting permanent_agent lowers it
            }
        ),
    }
)
"""What each actor may do to each tier, where no setting lowers it."""

RELEASES: Mapping[Actor, bool] = MappingProxyType({Actor.USER: True, Actor.ADMINISTRATOR: True, Actor.AGENT: False})
"""Who may let go what the guard holds for review."""

WAY_OUT: Mapping[Right, str] = MappingProxyType(
    {
        Right.READ: "An administrator grants it by the setting {setting}.",
        Right.PROPOSE: "An administrator grants it by the setting {setting}.",
        Right.WRITE: "Propose it with permanent.propose(...), and let the user confirm or reject it.",
        Right.DELETE: "Ask the user to forget it, or call as actor='administrator'.",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who acts, and what that actor may do."""

    actor: Actor = Actor.USER
    agent: str | None = None
    rights: Mapping[Tier, Right] = field(default_factory=lambda: EVERY_TIER)

    @property
    def name(self) -> str:
        """The actor as history and audit call it: "user", "administrator", "agent" or "agent:planner"."""
        return f"{self.actor}:{self.agent}" if self.actor is Actor.AGENT and self.agent else self.actor.value

    @property
    def releases(self) -> bool:
        """Whether the actor may let go what the guard holds."""
        return RELEASES[self.actor]

    @property
    def full(self) -> bool:
        """Whether nothing is denied to the actor."""
        return self.releases and all(self.rights[tier] is Right.DELETE for tier in Tier)

    def allows(self, right: Right, tier: Tier) -> bool:
        """Whether the actor has a right on a tier."""
        return self.rights[tier] >= right

    def reads(self, memory: Memory) -> bool:
        """Whether the actor may read a memory."""
        return self.allows(Right.READ, memory.tier)

    def denied(self, verb: str, right: Right, memory: Memory) -> AccessDenied | None:
        """Why the actor may not do that to a memory, or None where it may."""
        if memory.status is Status.QUARANTINED and right >= Right.WRITE and not self.releases:
            return AccessDenied(
                f"{self.name} may not {verb} {memory.id}: the guard holds it for review. Ask the user to confirm it."
            )
        return self.denied_tier(verb, right, memory.tier)

    def denied_tier(self, verb: str, right: Right, tier: Tier) -> AccessDenied | None:
        """Why the actor may not do that to a tier, or None where it may."""
        if self.allows(right, tier):
            return None
        what = "permanent memory" if tier is Tier.PERMANENT else f"memories of the tier {tier}"
        permanent = tier in (Tier.PERMANENT, Tier.PROPOSED)
        setting = "permanent_agent" if permanent else "long_term_agent"
        way_out = WAY_OUT[right] if permanent or right < Right.WRITE else WAY_OUT[Right.READ]
        return AccessDenied(f"{self.name} may not {verb} {what}. {way_out.format(setting=setting)}")


USERS_OWN = Access()
"""The user, to whom nothing is denied."""


def access_of(actor: str, agent: str | None, settings: Settings) -> Access:
    """The access of an actor as the settings have it.

    Raises:
        InvalidScope: there is no such actor.
    """
    try:
        who = Actor(actor)
    except ValueError as error:
        raise InvalidScope(f"There is no actor {actor!r}. Known are: {', '.join(Actor)}.") from error
    if who is not Actor.AGENT:
        return Access(actor=who, agent=agent, rights=POLICY[who])
    lowered = {
        Tier.LONG_TERM: Right[settings.long_term_agent.upper()],
        Tier.PROPOSED: Right[settings.permanent_agent.upper()],
        Tier.PERMANENT: Right[settings.permanent_agent.upper()],
    }
    rights = {tier: min(right, lowered.get(tier, right)) for tier, right in POLICY[who].items()}
    return Access(actor=who, agent=agent, rights=MappingProxyType(rights))
