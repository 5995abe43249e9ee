"""Who may do what to which memories (S6): the policy as a table, and who acts.

Rights form a ladder, and each holds those below it. What a tier's row does not grant is denied with the way out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType

from mnemic.domain.labels import checked_purpose, label_of
from mnemic.domain.record import Memory, Status, Tier
from mnemic.errors import AccessDenied, InvalidScope, InvalidSetting
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

AGENTS_MOST: Mapping[Tier, Right] = MappingProxyType(
    dict.fromkeys(Tier, Right.DELETE) | {Tier.PROPOSED: Right.PROPOSE, Tier.PERMANENT: Right.PROPOSE}
)
"""The most that a setting can give an agent: permanent memory changes by the user's own word only."""

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

OTHER_KEY = "An administrator makes a key that is: `mnemic api-key create {option}`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who acts, and what that actor may do."""

    actor: Actor = Actor.USER
    agent: str | None = None
    rights: Mapping[Tier, Right] = field(default_factory=lambda: EVERY_TIER)
    purpose: str | None = None  # what for; None: nothing in particular
    verbs: frozenset[str] | None = None  # only these, by their names in safety/access/verbs; None: every verb
    key: str | None = None  # id of the API key it came with
    key_tiers: Mapping[Tier, Right] = field(default_factory=lambda: EVERY_TIER)  # the most that key grants

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
        """Whether no tier is denied to the actor, nor what the guard holds."""
        return self.releases and all(self.rights[tier] is Right.DELETE for tier in Tier)

    def allows(self, right: Right, tier: Tier) -> bool:
        """Whether the actor has a right on a tier."""
        return self.rights[tier] >= right

    def reads(self, memory: Memory) -> bool:
        """Whether the actor may read a memory; an agent reads what has a label only for its purpose."""
        if self.actor is Actor.AGENT and memory.purpose is not None and not label_of(memory).serves(self.purpose):
            return False
        return self.allows(Right.READ, memory.tier)

    def denied_verb(self, verb: str) -> AccessDenied | None:
        """Why the actor may not use a verb at all, whatever it is about, or None where it may."""
        if self.verbs is None or verb in self.verbs:
            return None
        return AccessDenied(f"The key {self.key} is not for {verb!r}. {OTHER_KEY.format(option='--verbs')}")

    def denied(self, verb: str, right: Right, memory: Memory) -> AccessDenied | None:
        """Why the actor may not do that to a memory, or None where it may."""
        if verb == "label" and not self.releases:
            return AccessDenied(f"{self.name} may not label {memory.id}: what it may be used for is the user's to say.")
        if memory.status is Status.QUARANTINED and right >= Right.WRITE and not self.releases:
            return AccessDenied(
                f"{self.name} may not {verb} {memory.id}: the guard holds it for review. Ask the user to confirm it."
            )
        if self.allows(right, memory.tier) and not self.reads(memory):
            return AccessDenied(
                f"{self.name} may not {verb} {memory.id}: it is for {memory.purpose} only. Open the user's memory with "
                "that purpose=."
            )
        return self.denied_tier(verb, right, memory.tier)

    def denied_tier(self, verb: str, right: Right, tier: Tier) -> AccessDenied | None:
        """Why the actor may not do that to a tier, or None where it may."""
        if self.allows(right, tier):
            return None
        what = "permanent memory" if tier is Tier.PERMANENT else f"memories of the tier {tier}"
        if self.key is not None and self.key_tiers[tier] < right:
            return AccessDenied(
                f"{self.name} may not {verb} {what} with the key {self.key}. {OTHER_KEY.format(option='--tiers')}"
            )
        permanent = tier in (Tier.PERMANENT, Tier.PROPOSED)
        setting = "permanent_agent" if permanent else "long_term_agent"
        way_out = WAY_OUT[right] if permanent or right < Right.WRITE else WAY_OUT[Right.READ]
        return AccessDenied(f"{self.name} may not {verb} {what}. {way_out.format(setting=setting)}")


USERS_OWN = Access()
"""The user, to whom nothing is denied."""


def access_of(actor: str, agent: str | None, settings: Settings, purpose: str | None = None) -> Access:
    """The access of an actor as the settings have it.

    Raises:
        InvalidScope: there is no such actor.
        InvalidLabel: there is no such purpose.
        InvalidSetting: the setting `agents` gives the agent more than an agent may have.
    """
    use = None if purpose is None else checked_purpose(purpose, settings.purposes)
    try:
        who = Actor(actor)
    except ValueError as error:
        raise InvalidScope(f"There is no actor {actor!r}. Known are: {', '.join(Actor)}.") from error
    if who is not Actor.AGENT:
        return Access(actor=who, agent=agent, rights=POLICY[who], purpose=use)
    lowered = {
        Tier.LONG_TERM: Right[settings.long_term_agent.upper()],
        Tier.PROPOSED: Right[settings.permanent_agent.upper()],
        Tier.PERMANENT: Right[settings.permanent_agent.upper()],
    }
    rights = {tier: min(right, lowered.get(tier, right)) for tier, right in POLICY[who].items()}
    rights |= _own_rights(agent, settings)
    return Access(actor=who, agent=agent, rights=MappingProxyType(rights), purpose=use)


def _own_rights(agent: str | None, settings: Settings) -> dict[Tier, Right]:
    """What the setting `agents` says of one agent."""
    own = {Tier(tier): Right[right.upper()] for tier, right in settings.agents.get(agent or "", {}).items()}
    for tier, right in own.items():
        if right > AGENTS_MOST[tier]:
            raise InvalidSetting(
                f"Setting 'agents' gives {agent!r} the right {right.name.lower()} on {tier}; an agent may have "
                f"{AGENTS_MOST[tier].name.lower()} at most: permanent memory changes by the user's own word."
            )
    return own
