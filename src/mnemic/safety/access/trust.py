"""Trust as one table: whose word a memory rests on, and what such a word may become (S3).

Two things bound a memory. Its origin says whose word it is; what is derived has the origin of the least trusted thing
it was made of. Its trust is a number that starts from the origin's and falls where the guard found something odd in the
words. What may stand as an order asks for both, and only the user's own confirmation lifts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from mnemic.domain.decay_mark import CONFIRMED
from mnemic.domain.record import TRUST, Memory, Origin, Status, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.task import MadeBy

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


class MayBecome(StrEnum):
    """Whether it may."""

    YES = "yes"
    CONFIRMED = "confirmed"  # once the user has confirmed it
    NO = "no"


_COLUMNS = (Origin.USER, Origin.IMPORTED, Origin.INFERRED, Origin.ASSISTANT, Origin.TOOL, Origin.DOCUMENT)
Y, C, N = MayBecome.YES, MayBecome.CONFIRMED, MayBecome.NO

_ROWS: Mapping[TrustUse, tuple[MayBecome, ...]] = {
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

TABLE: Mapping[Origin, Mapping[TrustUse, MayBecome]] = MappingProxyType(
    {
        origin: MappingProxyType({use: row[column] for use, row in _ROWS.items()})
        for column, origin in enumerate(_COLUMNS)
    }
)
"""What the word of each origin may become. Our own choice (S3): outside text is data whatever it says; what was
brought in from another system was once the user's word there, or a model's guess about it, so it answers questions and
shapes the portrait but orders nothing before the user confirms it."""

ORIGIN_BY_MAKER: Mapping[MadeBy, Origin] = MappingProxyType(
    {MadeBy.USER: Origin.USER, MadeBy.CODE: Origin.USER, MadeBy.ASSISTANT: Origin.ASSISTANT, MadeBy.TOOL: Origin.TOOL}
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
    return TABLE[origin][use] is MayBecome.YES


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
    if verdict is not MayBecome.NO and is_confirmed(memory):
        return True
    own = memory.tier is Tier.PERMANENT or is_own_word(memory.speaker, memory.user)
    return verdict is MayBecome.YES and own and memory.trust >= ORDER_TRUST_MIN


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
