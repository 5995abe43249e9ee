"""What a caller asks becomes a question: checked, with every default spelled out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from mnemic.domain.labels import checked_purpose
from mnemic.domain.query import Question
from mnemic.domain.record import Kind
from mnemic.domain.scope import checked_name
from mnemic.domain.validity import utc
from mnemic.errors import InvalidQuery, LimitExceeded
from mnemic.language.detect import has_visible_text
from mnemic.settings import Settings

Moment = datetime | str
EVERY_AGENT = "*"  # means every agent elsewhere, and nothing here


def question_of(
    query: object,
    *,
    now: datetime,
    settings: Settings,
    agent: str | None,
    k: object = 8,
    kinds: Iterable[str] | None = None,
    session: str | None = None,
    task: str | None = None,
    as_of: Moment | None = None,
    known_at: Moment | None = None,
    at: Moment | None = None,
    purpose: str | None = None,
) -> Question:
    """A question from what the caller gave.

    Raises:
        InvalidQuery, InvalidTime, InvalidScope, InvalidLabel, LimitExceeded: naming what cannot be used, and the
            way out.
    """
    if not isinstance(query, str) or not has_visible_text(query):
        raise InvalidQuery(f"The question is blank ({query!r}): ask with at least one visible character.")
    if len(query) > settings.text_characters_max:
        limit = settings.text_characters_max
        raise LimitExceeded(f"The question has {len(query):,} characters, the limit is {limit:,}: shorten it.")
    if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= settings.results_max:
        raise InvalidQuery(f"k must be a number from 1 to {settings.results_max} (results_max), not {k!r}.")
    return Question(
        text=query.replace("\0", " ").encode("utf-8", "replace").decode("utf-8"),
        at=now if at is None else utc(at, "at"),
        as_of=None if as_of is None else utc(as_of, "as_of"),
        known_at=None if known_at is None else utc(known_at, "known_at"),
        k=k,
        kinds=kinds_by_name(kinds),
        session=None if session is None else checked_name(session, "The session"),
        task=None if task is None else checked_name(task, "The task"),
        agent=agent_to_read(agent),
        purpose=None if purpose is None else checked_purpose(purpose, settings.purposes),
        now=now,
    )


def agent_to_read(agent: str | None) -> str | None:
    """An agent to read for; None reads for all of them.

    Raises:
        InvalidQuery: it is a wildcard, which would find nothing where everything was meant.
    """
    if agent == EVERY_AGENT:
        raise InvalidQuery(f"There are no wildcards: {agent!r} is no agent. Leave the agent out to read for all.")
    return agent


def kinds_by_name(kinds: Iterable[str] | None) -> tuple[Kind, ...] | None:
    """Kinds by name; None means all that usually answer.

    Raises:
        InvalidQuery: there is no such kind.
    """
    if kinds is None:
        return None
    try:
        return tuple(Kind(kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))
    except (TypeError, ValueError) as error:
        raise InvalidQuery(f"{error}. Known kinds are: {', '.join(Kind)}.") from error
