"""What an agent is about to do, and what a check says of it (S2): which values matter, and where each comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Risk(StrEnum):
    """What sort of act it is. The first is the only one that changes nothing."""

    READ = "read"
    SEND = "send"  # send, share, publish
    PAY = "pay"  # pay, transfer
    DELETE = "delete"  # delete, overwrite
    EXECUTE = "execute"  # execute, install
    GRANT = "grant"  # grant access, change a permission or a password
    ORDER = "order"  # order, book, subscribe
    OTHER = "other"  # it names no act we know


class ValueKind(StrEnum):
    """What sort of value it is."""

    URL = "url"
    EMAIL = "email"
    NUMBER = "number"  # a phone, card or account number
    AMOUNT = "amount"
    PATH = "path"
    COMMAND = "command"
    NAME = "name"  # whom it is for
    ID = "id"


class ValueOrigin(StrEnum):
    """Where a value comes from, the best source first."""

    SESSION = "session"  # the user's own words in this session
    USER = "user"  # what the user said or confirmed earlier
    MASKED = "masked"  # an address of the user's whose masked rest is like it: it cannot be told from another
    OUTSIDE = "outside"  # memory from outside alone: tools, documents, the assistant, imports, what was inferred
    QUARANTINED = "quarantined"  # what the guard holds for review alone
    NOWHERE = "nowhere"


class Permission(StrEnum):
    """Whether to go on."""

    ALLOW = "allow"
    ASK = "ask"  # ask the user first
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValue:
    """One value of an action that matters."""

    kind: ValueKind
    text: str
    where: str = ""  # the argument it stands in; "" for an action in words
    found: ValueOrigin = ValueOrigin.NOWHERE
    memory_ids: tuple[str, ...] = ()  # of the memories it was found in, where it was not said in this session


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCheck:
    """What is to be thought of an action before it is done. It is advice: whoever calls acts, or does not."""

    permission: Permission
    risks: tuple[Risk, ...]
    values: tuple[ActionValue, ...]
    reasons: tuple[str, ...]  # in order of weight

    @property
    def allowed(self) -> bool:
        """Whether it may be done without asking."""
        return self.permission is Permission.ALLOW

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """Ids of every memory a value was found in."""
        return tuple(dict.fromkeys(id for value in self.values for id in value.memory_ids))
