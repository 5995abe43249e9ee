"""When a request is sent again: after silence, and where the server says that it cannot at the moment.

Every request that changes something carries a key by which the server knows it again (`Idempotency-Key`), so that one
which was carried out, and whose answer was lost, is not carried out twice. The few that cannot bear one, about
everybody, are sent again only where they were certainly not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from mnemic.faces.client.exchange import Answer, Came, Flow, NoAnswer, Pause, Request

PAUSE_S = 0.2  # before the second try, at most; twice that before the third, and so on
PAUSE_S_MAX = 8.0
AFTER_S_MAX = 60.0  # longest pause that a server may ask for; what asks for more is not sent again
BUSY = frozenset({429, 502, 503, 504})
"""Statuses that say: at the moment. Whoever stands before a server says it so."""

CONFLICT = 409  # with Retry-After: the first try of this request is still being carried out

AGAIN = frozenset({"RateLimited", "ServerUnavailable", "StoreUnavailable"})
"""What a server of ours says where nothing was done. With any other error something may have been: a model that failed
leaves what was said in the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often, and after how long.

    Without word from the server the pause before try n + 1 is drawn evenly from 0 to `PAUSE_S` x 2^(n - 1) seconds, at
    most `PAUSE_S_MAX` ("full jitter"), so that many clients do not come back at once. With `Retry-After` it is what
    that says, and up to a tenth more.
    """

    retries: int  # tries after the first one
    chance: Callable[[], float]  # draws evenly from [0, 1)
    now: Callable[[], datetime]

    def pause_s(self, came: Came, tries: int) -> float | None:
        """Seconds to wait before the next try after so many; None: there is none."""
        if tries > self.retries or not _for_now(came):
            return None
        asked = _after_s(came.headers, self.now()) if isinstance(came, Answer) else None
        if asked is None:
            return self.chance() * min(PAUSE_S * 2.0 ** (tries - 1), PAUSE_S_MAX)
        return None if asked > AFTER_S_MAX else asked * (1 + self.chance() / 10)

    def sent(self, request: Request) -> Flow[Answer | NoAnswer]:
        """Send a request until there is an answer to go by, or no try is left."""
        tries = 0
        while True:
            came = yield request
            assert came is not None  # a request is answered with something
            tries += 1
            seconds = self.pause_s(came, tries)
            if seconds is None or not (request.again or _unheard(came)):
                return came
            yield Pause(seconds=seconds)


def _unheard(came: Answer | NoAnswer) -> bool:
    """Whether a request was certainly not carried out."""
    return came.unsent if isinstance(came, NoAnswer) else came.problem is not None


def _for_now(came: Came) -> bool:
    if not isinstance(came, Answer):
        return isinstance(came, NoAnswer)
    problem = came.problem
    if problem is None:
        return came.status in BUSY
    return problem["error"] in AGAIN or (came.status == CONFLICT and "retry-after" in came.headers)


def _after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that `Retry-After` asks for (RFC 9110, 10.2.3): a number of them, or a moment."""
    said = headers.get("retry-after", "").strip()
    if said.isascii() and said.isdecimal():
        return float(said)
    try:
        moment = parsedate_to_datetime(said)
    except ValueError:
        return None
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return max((aware - now).total_seconds(), 0.0)
