"""Whatever happens between client and server: nothing is done twice, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import mnemic
from mnemic.errors import MnemicError, RateLimited, ServerUnavailable
from mnemic.faces.client import retries
from tests.faces.client.flaky import Flaky, Trouble, flaky
from tests.faces.client.running import Running

TROUBLES = [trouble for trouble in Trouble if trouble is not Trouble.NONE]
DONE_ALL_THE_SAME = [Trouble.LOST, Trouble.HALF, Trouble.GATEWAY]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other at once."""
    monkeypatch.setattr(retries, "PAUSE_S", 0.001)


@pytest.fixture
def proxy(server: Running) -> Iterator[Flaky]:
    """What stands between client and server."""
    with flaky(server.address) as between:
        yield between


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_write_is_carried_out_once(server: Running, proxy: Flaky, trouble: Trouble) -> None:
    """Whatever becomes of the first two tries, the third gives the report of the one time it was done."""
    with mnemic.connect(proxy.address, timeout_s=20) as memory:
        proxy.plan += [trouble, trouble]
        report = memory.user("alice").add("I prefer aisle seats")
    assert [turn.id for turn in server.memory.user("alice").turns()] == report.turns
    keys = {key for method, _, key in proxy.seen if method == "POST"}
    assert len(proxy.seen) == 3
    assert len(keys) == 1
    assert None not in keys


@pytest.mark.parametrize("trouble", TROUBLES)
def test_so_is_one_that_is_awaited(server: Running, proxy: Flaky, trouble: Trouble) -> None:
    """The asynchronous client goes by the same rules."""

    async def add() -> list[str]:
        async with mnemic.aconnect(proxy.address, timeout_s=20) as memory:
            report = await memory.user("alice").add("I prefer aisle seats")
            return report.turns

    proxy.plan += [trouble, trouble]
    assert asyncio.run(add()) == [turn.id for turn in server.memory.user("alice").turns()]


@pytest.mark.parametrize("trouble", DONE_ALL_THE_SAME)
def test_what_cannot_be_done_twice_is_not(server: Running, proxy: Flaky, trouble: Trouble) -> None:
    """A forgetting whose answer was lost gives its receipt, and an update does not count twice."""
    with mnemic.connect(proxy.address, timeout_s=20) as memory:
        alice = memory.user("alice")
        memory_id = alice.add("I prefer aisle seats").ids[0]
        proxy.plan += [trouble]
        changed = alice.update(memory_id, "I prefer window seats", confirmed=True)
        assert server.memory.user("alice").get(memory_id).version == changed.version
        proxy.plan += [trouble]
        receipt = alice.forget(memory_id, confirmed=True)
    assert memory_id in receipt.memories
    assert server.memory.user("alice").list(status="any") == []


def test_a_storm_loses_nothing(server: Running, proxy: Flaky) -> None:
    """With half of all exchanges in trouble: what was acknowledged is there once, what failed at most once."""
    chance = Random(3)
    proxy.plan += [chance.choice(TROUBLES) if chance.random() < 0.5 else Trouble.NONE for _ in range(300)]
    acknowledged, failed = [], []
    with mnemic.connect(proxy.address, timeout_s=20, retries=3) as memory:
        alice = memory.user("alice")
        for number in range(40):
            text = f"Note number {number}"
            try:
                alice.add(text, infer=False)
                acknowledged.append(text)
            except MnemicError:
                failed.append(text)
    held = Counter(turn.text for turn in server.memory.user("alice").turns())
    assert acknowledged
    assert {text: held[text] for text in acknowledged} == dict.fromkeys(acknowledged, 1)
    assert all(held[text] <= 1 for text in failed)


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (Trouble.UNHEARD, ServerUnavailable),
        (Trouble.LOST, ServerUnavailable),
        (Trouble.BUSY, ServerUnavailable),
        (Trouble.GATEWAY, ServerUnavailable),
        (Trouble.LIMITED, RateLimited),
    ],
)
def test_giving_up_says_so(proxy: Flaky, trouble: Trouble, error: type[MnemicError]) -> None:
    """When no try is left the error names the server's address; each request was sent as often as was allowed."""
    with mnemic.connect(proxy.address, timeout_s=20, retries=1) as memory:
        proxy.plan += [trouble, trouble]
        with pytest.raises(error, match=proxy.address):
            memory.user("alice").add("I prefer aisle seats")
    assert len(proxy.seen) == 2


def test_each_call_has_a_key_of_its_own(proxy: Flaky) -> None:
    """The same words said twice are two calls; questions need no key."""
    with mnemic.connect(proxy.address, timeout_s=20) as memory:
        alice = memory.user("alice")
        alice.add("I prefer aisle seats")
        alice.add("I prefer aisle seats")
        alice.search("seat")
    first, second, asked = (key for _, _, key in proxy.seen)
    assert first != second
    assert None not in (first, second)
    assert asked is None
