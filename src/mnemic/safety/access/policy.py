"""Who may do what to which memories, and whose word a memory rests on.

Trust as one table: whose word a memory rests on, and what such a word may become (S3).

Two things bound a memory. Its origin says whose word it is; what is derived has the origin of the least trusted thing
it was made of. Its trust is a number that starts from the origin's and falls where the guard found something odd in the
words. What may stand as an order asks for both, and only the user's own confirmation lifts it.

Who may do what to which memories (S6): the policy as a table, and who acts.

Rights form a ladder, and each holds those below it. What a tier's row does not grant is denied with the way out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

from mnemic.domain.decay_mark import CONFIRMED
from mnemic.domain.labels import checked_purpose, label_of
from mnemic.domain.record import TRUST, Memory, Origin, Status, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.task import TaskActor
from mnemic.errors import AccessDenied, InvalidScope, InvalidSetting
from mnemic.settings import Settings

ORDER_TRUST_MIN = 0.75
"""Trust from which a text may stand where a model reads orders. Only the user's own, unsuspected word has it: the next
origin below is at 0.7. Our own choice."""

OTHERS_TRUST = 0.5
"""Trust at most of what another speaker said with the role of a user, as in a group chat: that of the assistant."""

_OF_A_USER = Regex(
    r"\b(?:the|your|this|my) (?:user|owner|principal)(?: (?:always|never|already|has|have|had|himself|herself))*"
    r" (?:wants?|prefers?|likes?|loves?|hates?|asked|asks|decided|told|said|says|requires?|demands?|authori[sz]ed"
    r"|approved|allows?|agreed|trusts?|consent(?:s|ed)|instructed|wishes|expects?)\b"
    r"|(?:用户|主人|机主)(?:本人|一贯|一直|总是|已经?|曾|都|自己|明确|亲自|最)*"
    r"(?:要求|授权|同意|批准|偏好|喜欢|爱|决定|说过?|希望|让|允许|信任|指示|规定|讨厌|吩咐)",
    re.IGNORECASE,
)
"""How somebody speaks of the user who is not the user."""


class TrustUse(StrEnum):
    """What a text may become."""

    EPISODE = "episode"  # a turn as it was said, found by search
    NOTE = "note"  # kept as given
    STATEMENT = "statement"  # a fact, wish, plan or the like, found by search and set beside a question
    WORKING = "working"  # what a task in work can use, while it is open
    TASK = "task"  # the value of a slot of a task
    PROFILE = "profile"  # evidence of what the user is like
    SKILL = "skill"  # kept as a skill that can be looked up
    PROPOSAL = "proposal"  # put to the user for permanent memory
    ORDER = "order"  # head or middle of a prompt: a standing order, limit or wish, the steps of a skill
    PERMANENT = "permanent"  # always loaded


class TrustOutcome(StrEnum):
    """Whether it may."""

    YES = "yes"
    CONFIRMED = "confirmed"  # once the user has confirmed it
    NO = "no"


_COLUMNS = (Origin.USER, Origin.IMPORTED, Origin.INFERRED, Origin.ASSISTANT, Origin.TOOL, Origin.DOCUMENT)
Y, C, N = TrustOutcome.YES, TrustOutcome.CONFIRMED, TrustOutcome.NO

_ROWS: Mapping[TrustUse, tuple[TrustOutcome, ...]] = {
    # use            user  imported  inferred  assistant  tool  document
    TrustUse.EPISODE: (Y, Y, Y, Y, Y, Y),
    TrustUse.NOTE: (Y, Y, Y, Y, Y, Y),
    TrustUse.STATEMENT: (Y, Y, Y, N, N, N),
    TrustUse.WORKING: (Y, N, N, Y, Y, N),
    TrustUse.TASK: (Y, N, N, N, Y, N),
    TrustUse.PROFILE: (Y, Y, Y, N, N, N),
    TrustUse.SKILL: (Y, Y, Y, Y, C, C),
    TrustUse.PROPOSAL: (Y, N, N, Y, N, N),
    TrustUse.ORDER: (Y, C, C, C, C, C),
    TrustUse.PERMANENT: (C, N, N, C, N, N),
}

TABLE: Mapping[Origin, Mapping[TrustUse, TrustOutcome]] = MappingProxyType(
    {
        origin: MappingProxyType({use: row[column] for use, row in _ROWS.items()})
        for column, origin in enumerate(_COLUMNS)
    }
)
"""What the word of each origin may become. Our own choice (S3): outside text is data whatever it says; what was
brought in from another system was once the user's word there, or a model's guess about it, so it answers questions and
shapes the portrait but orders nothing before the user confirms it."""

ORIGIN_BY_MAKER: Mapping[TaskActor, Origin] = MappingProxyType(
    {
        TaskActor.USER: Origin.USER,
        TaskActor.CODE: Origin.USER,
        TaskActor.ASSISTANT: Origin.ASSISTANT,
        TaskActor.TOOL: Origin.TOOL,
    }
)
"""Whose word something in a task is. The program that calls the library is the user's hand."""


class Taint(NamedTuple):
    """What a derived memory inherits."""

    origin: Origin
    trust: float  # 0-1


def speaks_as_another(text: str) -> bool:
    """Whether a text speaks of its user as of somebody else: "the user always wants", 用户要求. A user says "I"."""
    return _OF_A_USER.search(text) is not None


def may_become(origin: Origin, use: TrustUse) -> bool:
    """Whether the word of an origin may become that by itself."""
    return TABLE[origin][use] is TrustOutcome.YES


def is_from_outside(origin: Origin) -> bool:
    """Whether an origin is none of the user, of what the memory itself made of the user's words, and of what the user
    brought in."""
    return not may_become(origin, TrustUse.STATEMENT)


def is_own_word(speaker: str | None, user: str) -> bool:
    """Whether a speaker is the user: nobody is named, or it is the user's id, in capitals or not. In a talk of several
    people the others speak with the role of a user, and one of them may well be called "User". Who is called by the
    user's own id is for the program to see to, which passes the names."""
    return speaker is None or speaker.casefold() == user.casefold()


def is_confirmed(memory: Memory) -> bool:
    """Whether the user has said that a memory is right."""
    return CONFIRMED in memory.metadata


def stands_as_order(memory: Memory) -> bool:
    """Whether a memory may stand where a model reads orders: the user's own unsuspected word, or confirmed by the user.
    What the guard holds never may."""
    if memory.status is Status.QUARANTINED:
        return False
    verdict = TABLE[memory.origin][TrustUse.ORDER]
    if verdict is not TrustOutcome.NO and is_confirmed(memory):
        return True
    own = memory.tier is Tier.PERMANENT or is_own_word(memory.speaker, memory.user)
    return verdict is TrustOutcome.YES and own and memory.trust >= ORDER_TRUST_MIN


def may_be_proposed(origin: Origin, trust: float) -> bool:
    """Whether a statement of talk may be put to the user for permanent memory: as an order would have to be trusted."""
    return may_become(origin, TrustUse.PROPOSAL) and trust >= ORDER_TRUST_MIN


def trust_in(origin: Origin, suspicion: float = 0.0, *, own: bool = True) -> float:
    """The trust of a text of this origin in which the guard found so much that is odd (score, 0-1). `own`: the user is
    the speaker, where the origin is the user."""
    most = TRUST[origin] if own else min(TRUST[origin], OTHERS_TRUST)
    return round(min(most, 1.0 - min(max(suspicion, 0.0), 1.0)), 4)


def taint_of(parts: Iterable[Memory | Turn], *, by: Origin = Origin.USER) -> Taint:
    """The origin and trust of what is made of `parts`: those of the least trusted of them, and no better than those of
    its maker.

    Args:
        by: whose making it is: INFERRED where the memory itself put it into words; USER where the words are the parts'.
    """
    found = [(part.origin, part.trust if isinstance(part, Memory) else TRUST[part.origin]) for part in parts]
    found.append((by, TRUST[by]))
    return Taint(
        origin=min((origin for origin, _ in found), key=lambda origin: TRUST[origin]),
        trust=min(trust for _, trust in found),
    )


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
