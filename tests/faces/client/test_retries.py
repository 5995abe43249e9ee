"""When a request is sent again, as laws of values: no network."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from mnemic.faces.client.exchange import Answer, NoAnswer, Pause, Request
from mnemic.faces.client.retries import AFTER_S_MAX, BUSY, PAUSE_S, PAUSE_S_MAX, RetryPolicy
from tests.tables import each_row

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ASKED = Request(method="POST", path="/v1/users/alice/memories")
LOST = NoAnswer(why="ReadError")


def retrying(retries: int = 2, chance: float = 0.5) -> RetryPolicy:
    """A policy whose chance is known."""
    return RetryPolicy(retries=retries, chance=lambda: chance, now=lambda: NOW)


def answer(status: int, **headers: str) -> Answer:
    """An answer with headers."""
    return Answer(status=status, headers={name.replace("_", "-"): said for name, said in headers.items()}, body=b"")


def carried(
    policy: RetryPolicy, came: Iterable[Answer | NoAnswer], asked: Request = ASKED
) -> tuple[Answer | NoAnswer, list[Request], list[float]]:
    """What a flow of tries returns where these things come, what it sent, and how long it waited."""
    flow, script, sent, waited = policy.sent(asked), iter(came), list[Request](), list[float]()
    wanted = next(flow)
    while True:
        try:
            if isinstance(wanted, Pause):
                waited.append(wanted.seconds)
                wanted = flow.send(None)
            else:
                sent.append(wanted)
                wanted = flow.send(next(script))
        except StopIteration as done:
            return done.value, sent, waited


@each_row("status", [200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 422, 500])
def test_an_answer_is_an_answer(status: int) -> None:
    """What the server decided is not asked again."""
    assert carried(retrying(), [answer(status)]) == (answer(status), [ASKED], [])


@each_row("busy", [LOST, *(answer(status) for status in sorted(BUSY))])
def test_what_is_so_for_the_moment_is_tried_again(busy: Answer | NoAnswer) -> None:
    """Silence and a busy server are tried again, with the very same request, and the answer then counts."""
    came, sent, waited = carried(retrying(), [busy, busy, answer(200)])
    assert came == answer(200)
    assert sent == [ASKED] * 3
    assert waited == [PAUSE_S / 2, PAUSE_S]


def test_an_error_after_which_something_is_kept_is_no_reason_to_try_again() -> None:
    """What the server says went wrong with a model stands: what was said is in its log already."""
    for name, status in (("ModelError", 502), ("ModelUnavailable", 503), ("KeyMissing", 503), ("InvalidInput", 409)):
        failed = Answer(status=status, headers={}, body=f'{{"error": "{name}"}}'.encode())
        assert carried(retrying(), [failed]) == (failed, [ASKED], [])


def test_a_request_that_is_still_running_is_asked_for_again() -> None:
    """While the first try is being carried out the second waits for its answer."""
    running = Answer(status=409, headers={"retry-after": "1"}, body=b'{"error": "StoreUnavailable"}')
    came, sent, waited = carried(retrying(chance=0.0), [LOST, running, answer(200)])
    assert (came, sent, waited) == (answer(200), [ASKED] * 3, [0.0, 1.0])


def test_tries_are_bounded() -> None:
    """After as many tries again as were allowed what came last is the answer; none are made where none are allowed."""
    assert carried(retrying(2), [LOST] * 3) == (LOST, [ASKED] * 3, [PAUSE_S / 2, PAUSE_S])
    assert carried(retrying(0), [LOST]) == (LOST, [ASKED], [])


def test_what_has_no_key_is_sent_again_only_where_nothing_was_done() -> None:
    """A request without a key is tried again where the server has not heard of it or says that nothing was done, and
    not after an answer that was lost."""
    alone = replace(ASKED, again=False)
    unheard, said = (
        NoAnswer(why="ConnectError", unsent=True),
        Answer(status=503, headers={}, body=b'{"error": "StoreUnavailable"}'),
    )
    for first, tries in ((unheard, 2), (said, 2), (LOST, 1), (answer(502), 1)):
        came, sent, _ = carried(retrying(), [first, answer(200)], alone)
        assert len(sent) == tries
        assert came == (answer(200) if tries == 2 else first)


def test_pauses_grow_to_a_bound() -> None:
    """However many tries there are, no pause is longer than the longest."""
    _, _, waited = carried(retrying(40, chance=1.0), [LOST] * 41)
    assert waited == sorted(waited)
    assert waited[-1] == PAUSE_S_MAX


@each_row(
    ("said", "seconds"),
    [
        ("0", 0.0),
        ("3", 3.0),
        (format_datetime(NOW + timedelta(seconds=7), usegmt=True), 7.0),
        (format_datetime(NOW - timedelta(days=1), usegmt=True), 0.0),
    ],
)
def test_the_server_says_how_long(said: str, seconds: float) -> None:
    """Retry-After is waited for, in seconds or as a moment, and up to a tenth more."""
    busy = answer(429, retry_after=said)
    assert retrying(chance=0.0).pause_s(busy, 1) == pytest.approx(seconds)
    assert retrying(chance=1.0).pause_s(busy, 1) == pytest.approx(seconds * 1.1)


@each_row("said", ["", "soon", "-4", "١٢", "1.5e9x"])
def test_what_makes_no_sense_is_as_if_unsaid(said: str) -> None:
    """A Retry-After that says nothing leaves the pause to the policy."""
    assert retrying().pause_s(answer(503, retry_after=said), 1) == PAUSE_S / 2


def test_nobody_waits_for_hours() -> None:
    """A server that asks for more time than anybody has is not tried again."""
    assert retrying().pause_s(answer(429, retry_after=str(int(AFTER_S_MAX) + 1)), 1) is None
