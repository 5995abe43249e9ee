"""What a memory may be used for, and how long it may be kept (S10).

A label says for which purposes something may be recalled, and until when. Where nothing is said it may be recalled for
any, as long as it is there. A length of time is turned into a moment when it is given, counted from then: what is
derived later does not live longer than what it was made of.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from mnemic.domain.cached import cached
from mnemic.domain.record import NOTHING, OWN_KEY, Json, Memory, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.validity import YEAR_MAX, utc
from mnemic.errors import InvalidLabel, InvalidTime

PURPOSE, RETENTION = OWN_KEY + "purpose", OWN_KEY + "retention"
"""Under these a turn carries its label in its metadata, so that one that waits in the queue keeps it."""

PURPOSE_CHARACTERS_MAX = 64
PURPOSES_MAX = 20  # of one label
SESSION = "session"
SESSION_OVER = timedelta(days=1)
"""After its last word a session is over, and what was kept for it only is removed by the next upkeep."""

_JOIN = ","
_DURATION = Regex(
    r"P(?!$)(?:(?P<years>\d+)Y)?(?:(?P<months>\d+)M)?(?:(?P<weeks>\d+)W)?(?:(?P<days>\d+)D)?"
    r"(?:T(?!$)(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+)S)?)?",
    re.ASCII,
)
_WAYS = "Say a length such as 'P30D' or 'PT12H', 'session', or a moment with a zone such as 2027-01-01T00:00:00Z."

Retention = str | datetime | timedelta
"""How long, as a caller says it: an ISO 8601 duration, "session", or the moment from which it is recalled no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Purposes and an end."""

    purposes: frozenset[str] | None = None  # None: any
    until: datetime | None = None  # the first moment at which it is recalled no more
    session: bool = False  # recalled in its own session only, and removed when that is over

    @property
    def blank(self) -> bool:
        """Whether it says nothing."""
        return self.purposes is None and self.until is None and not self.session

    @property
    def purpose(self) -> str | None:
        """The purposes as a record holds them, in order."""
        return None if self.purposes is None else _JOIN.join(sorted(self.purposes)) or _JOIN

    @property
    def retention(self) -> str | None:
        """The end as a record holds it."""
        parts = [SESSION] if self.session else []
        parts += [] if self.until is None else [self.until.isoformat()]
        return _JOIN.join(parts) or None

    def serves(self, purpose: str | None) -> bool:
        """Whether something so labelled may be used for a purpose; None is none in particular."""
        return self.purposes is None or purpose in self.purposes

    def over(self, at: datetime) -> bool:
        """Whether its end has come."""
        return self.until is not None and self.until <= at

    def both(self, other: Label) -> Label:
        """The label of what is made of two: only the purposes of both, only until the first end."""
        mine, theirs = self.purposes, other.purposes
        ends = [end for end in (self.until, other.until) if end is not None]
        return Label(
            purposes=mine & theirs if mine is not None and theirs is not None else mine if theirs is None else theirs,
            until=min(ends, default=None),
            session=self.session or other.session,
        )

    def either(self, other: Label) -> Label:
        """The label of what was said under each of two: the purposes of both, until the last end."""
        mine, theirs = self.purposes, other.purposes
        ends = [self.until, other.until]
        return Label(
            purposes=None if mine is None or theirs is None else mine | theirs,
            until=None if None in ends else max(end for end in ends if end is not None),
            session=self.session and other.session,
        )

    @property
    def metadata(self) -> Mapping[str, Json]:
        """What a turn carries of it."""
        said = {PURPOSE: self.purpose, RETENTION: self.retention}
        return {key: value for key, value in said.items() if value is not None} or NOTHING


NO_LABEL = Label()


def label_of(held: Memory | Turn) -> Label:
    """The label of a memory or a turn."""
    if isinstance(held, Memory):
        return _parsed(held.purpose, held.retention)
    purpose, retention = held.metadata.get(PURPOSE), held.metadata.get(RETENTION)
    return _parsed(None if purpose is None else str(purpose), None if retention is None else str(retention))


def has_label(held: Memory | Turn) -> bool:
    """Whether a memory or turn has a label at all."""
    if isinstance(held, Memory):
        return held.purpose is not None or held.retention is not None
    return PURPOSE in held.metadata or RETENTION in held.metadata


def without_labels(memories: Iterable[Memory]) -> list[Memory]:
    """Memories that may be woven into what is for any purpose and outlives them: those without a label."""
    return [memory for memory in memories if not has_label(memory)]


def may_be_recalled(held: Memory | Turn, *, purpose: str | None, session: str | None, at: datetime) -> bool:
    """Whether a memory or turn may be recalled for a purpose, in a session, at a moment."""
    return not has_label(held) or why_not_recalled(held, purpose=purpose, session=session, at=at) is None


def why_not_recalled(held: Memory | Turn, *, purpose: str | None, session: str | None, at: datetime) -> str | None:
    """Why a memory or turn may not be recalled, in words, or None where it may."""
    label = label_of(held)
    if not label.serves(purpose):
        asked = "no purpose" if purpose is None else f"the purpose {purpose!r}"
        return f"purpose: it is for {', '.join(sorted(label.purposes or ())) or 'none'}, and {asked} was named"
    if label.over(at):
        return f"retention: it was to be kept until {label.until.isoformat() if label.until else ''}"
    if label.session and held.session != session:
        return f"retention: it was to be kept for the session {held.session} only"
    return None


@cached(maxsize=1000)
def _parsed(purpose: str | None, retention: str | None) -> Label:
    if purpose is None and retention is None:
        return NO_LABEL
    ends = [part for part in (retention or "").split(_JOIN) if part]
    moments = [part for part in ends if part != SESSION]
    return Label(
        purposes=None if purpose is None else frozenset(part for part in purpose.split(_JOIN) if part),
        until=utc(moments[0]) if moments else None,
        session=SESSION in ends,
    )


def checked_label(
    purpose: str | Collection[str] | None, retention: Retention | None, *, now: datetime, allowed: Collection[str] = ()
) -> Label:
    """A label as a caller gives it.

    Args:
        allowed: the names of purposes that there are; empty: any.

    Raises:
        InvalidLabel: naming what cannot be used and the way out.
    """
    several = isinstance(purpose, list | tuple | set | frozenset)
    named: list[object] | None = None if purpose is None else list(purpose) if several else [purpose]
    until, session = _end(retention, now)
    return Label(
        purposes=None if named is None else _purposes(named, allowed),
        until=until,
        session=session,
    )


def checked_purpose(purpose: object, allowed: Collection[str] = ()) -> str:
    """One purpose, checked.

    Raises:
        InvalidLabel: it cannot be one, or is none of those allowed.
    """
    if not isinstance(purpose, str) or not purpose.strip():
        raise InvalidLabel(f"A purpose is a name such as 'support', not {purpose!r}.")
    name = purpose.strip()
    if len(name) > PURPOSE_CHARACTERS_MAX:
        raise InvalidLabel(
            f"The purpose {name[:20]!r}... has {len(name)} characters: at most {PURPOSE_CHARACTERS_MAX}."
        )
    if _JOIN in name or not name.isprintable():
        raise InvalidLabel(f"The purpose {name!r} holds a comma or a control character: pass several as a list.")
    if allowed and name not in allowed:
        raise InvalidLabel(f"There is no purpose {name!r}. The setting 'purposes' has: {', '.join(sorted(allowed))}.")
    return name


def _purposes(named: list[object], allowed: Collection[str]) -> frozenset[str]:
    if not named:
        raise InvalidLabel("The label names no purpose at all: leave purpose out where any may be meant.")
    if len(named) > PURPOSES_MAX:
        raise InvalidLabel(f"{len(named)} purposes in one label: at most {PURPOSES_MAX}.")
    return frozenset(checked_purpose(one, allowed) for one in named)


def _end(retention: Retention | None, now: datetime) -> tuple[datetime | None, bool]:
    if retention is None:
        return None, False
    if isinstance(retention, str) and retention.strip() == SESSION:
        return None, True
    try:
        until = retention_end(retention, now)
    except (InvalidTime, OverflowError, ValueError) as error:
        raise InvalidLabel(f"The retention {retention!r} cannot be used. {_WAYS}") from error
    if until <= now:
        raise InvalidLabel(f"The retention {retention!r} is over already. {_WAYS}")
    return until, False


def retention_end(retention: str | datetime | timedelta, now: datetime) -> datetime:
    """The moment that a length from now, or a moment, comes to.

    Raises:
        InvalidTime: it is neither an ISO 8601 duration nor a moment with a zone.
        OverflowError, ValueError: beyond what a calendar has.
    """
    if isinstance(retention, timedelta):
        return utc(now + retention)
    found = _DURATION.fullmatch(retention.strip()) if isinstance(retention, str) else None
    if found is None:
        return utc(retention)
    given = {name: int(number) for name, number in found.groupdict(default="0").items()}
    months = now.month - 1 + given.pop("months") + 12 * given.pop("years")
    year, month = now.year + months // 12, months % 12 + 1
    if year > YEAR_MAX:
        raise OverflowError
    day = min(now.day, monthrange(year, month)[1])
    return utc(now.replace(year=year, month=month, day=day) + timedelta(**given))
