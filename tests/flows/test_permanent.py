"""Permanent memory: proposed by anybody, confirmed by the user, under keys, few, and asked about when contradicted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mnemic.api.memory import UserMemory
from mnemic.domain.record import Memory, Origin, Status, Tier
from mnemic.errors import InvalidInput, LimitExceeded, MemoryNotFound
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled

ORDERS = [
    ("From now on, write every e-mail in Chinese.", "From now on, write every e-mail in English."),
    ("以后所有邮件都用中文写。", "以后所有邮件都用英文写。"),
]
ONCE = ["For this mail only, use English.", "Write this mail in English.", "这封邮件用英文写。"]


def uncounted(memory: Memory) -> Memory:
    """A memory without its counts of use."""
    return replace(memory, access_count=0, last_accessed_at=None)


def test_a_proposal_becomes_permanent_by_confirmation_only(alice: UserMemory) -> None:
    """It waits as a proposal, acts as long-term memory, and is loaded first once confirmed."""
    made = alice.permanent.propose("Always answer in French.", key="language", reason="said twice")
    assert (made.tier, made.status) == (Tier.PROPOSED, Status.ACTIVE)
    assert alice.permanent.list() == []
    assert alice.permanent.proposals() == [made]
    alice.permanent.confirm(made.id)
    assert alice.permanent.proposals() == []
    assert [memory.id for memory in alice.permanent.list()] == [made.id]
    assert alice.context("where is the station?").memory_ids[0] == made.id


@pytest.mark.parametrize(("order", "other"), ORDERS)
def test_an_order_from_now_on_is_a_proposal(alice: UserMemory, order: str, other: str) -> None:
    """What the user says for good in talk waits in the room, under the key of what it is about."""
    (id,) = alice.add(order).ids
    (waiting,) = alice.permanent.proposals()
    assert waiting.id == id
    confirmed = alice.permanent.confirm(id)
    (key,) = alice.permanent.keys()
    assert key.startswith("email")
    assert alice.permanent.read(key) == confirmed


@pytest.mark.parametrize("once", ONCE)
@pytest.mark.parametrize(("order", "other"), ORDERS)
def test_an_exception_is_no_proposal(alice: UserMemory, order: str, other: str, once: str) -> None:
    """ "This mail in English" holds in its session and changes nothing permanent, nor asks to."""
    (id,) = alice.add(order).ids
    before = alice.permanent.confirm(id)
    report = alice.add(once, session="s2")
    assert {entry.memory.tier for entry in report.added if entry.memory} <= {Tier.SESSION}
    assert alice.permanent.list() == [before]
    assert alice.permanent.proposals() == []
    assert alice.permanent.conflicts() == []


@pytest.mark.parametrize(("order", "other"), ORDERS)
@pytest.mark.parametrize("answer", ["accept", "keep"])
def test_a_contradiction_is_asked_about(alice: UserMemory, clock: Ticking, order: str, other: str, answer: str) -> None:
    """Permanent memory and the newer word both stand until the user answers; the question quotes both sides."""
    old = alice.permanent.confirm(alice.add(order).ids[0])
    clock.advance(days=1)
    (newer,) = alice.add(other).ids
    (question,) = alice.permanent.conflicts()
    assert (question.permanent.id, question.id) == (old.id, newer)
    for text in question.texts.values():
        assert order.strip(".。") in text
        assert other.strip(".。") in text
    assert question.text == question.texts[alice.get(newer).language]
    assert alice.permanent.list() == [old]
    clock.advance(days=1)
    stands = alice.permanent.answer(question.id, answer)
    assert [memory.id for memory in alice.permanent.list()] == [stands.id] == [newer if answer == "accept" else old.id]
    assert alice.permanent.conflicts() == []


def test_the_same_key_is_replaced_by_confirmation_only(alice: UserMemory, clock: Ticking) -> None:
    """A second proposal under a key leaves the first in force until it is confirmed; then the first is history."""
    first = alice.permanent.confirm(alice.permanent.propose("Answer in French.", key="language").id)
    clock.advance(hours=1)
    second = alice.permanent.propose("Answer in German.", key="Language ")
    assert alice.permanent.read("language") == first
    alice.permanent.confirm(second.id)
    assert alice.permanent.read("language").id == second.id
    assert alice.get(first.id).superseded_by == second.id


def test_undoing_a_confirmation_brings_back_what_it_replaced(alice: UserMemory, clock: Ticking) -> None:
    """The proposal waits again, and what stood under the key stands again."""
    first = alice.permanent.confirm(alice.permanent.propose("Answer in French.", key="language").id)
    clock.advance(hours=1)
    second = alice.permanent.propose("Answer in German.", key="language")
    alice.permanent.confirm(second.id)
    clock.advance(hours=1)
    alice.undo(second.id)
    assert alice.permanent.read("language").text == first.text
    assert [memory.id for memory in alice.permanent.proposals()] == [second.id]


def test_the_same_proposed_again_is_one(alice: UserMemory) -> None:
    """Proposing the same words under the same key gives what is there, waiting or permanent."""
    made = alice.permanent.propose("Answer in French.", key="language")
    assert alice.permanent.propose("answer in French", key="language").id == made.id
    alice.permanent.confirm(made.id)
    assert alice.permanent.propose("Answer in French.", key="language").id == made.id
    assert len(alice.permanent.list()) == 1


@pytest.mark.parametrize("answer", ["reject", "forget"])
def test_a_proposal_goes_by_the_users_word(alice: UserMemory, answer: str) -> None:
    """Rejected it stays in history; forgotten it is gone."""
    made = alice.permanent.propose("Answer in French.", key="language")
    getattr(alice.permanent, answer)(made.id)
    assert alice.permanent.proposals() == []
    if answer == "reject":
        assert alice.get(made.id).status is Status.ARCHIVED
        with pytest.raises(InvalidInput):
            alice.permanent.confirm(made.id)
    else:
        with pytest.raises(MemoryNotFound):
            alice.get(made.id)


def test_a_full_room_says_what_to_drop() -> None:
    """At the limit proposing still works, confirming names memories to drop, and replacing one needs no room."""
    with assembled(InMemoryStore(), permanent_max=2) as memory:
        room = memory.user("alice").permanent
        one, two = (room.confirm(room.propose(f"Rule {n}.", key=f"rule.{n}").id) for n in (1, 2))
        third = room.propose("Rule 3.", key="rule.3")
        with pytest.raises(LimitExceeded, match=one.id):
            room.confirm(third.id)
        assert third in room.proposals()
        room.confirm(room.propose("Rule 2 again.", key="rule.2").id)
        assert {held.text for held in room.list()} == {"Rule 1.", "Rule 2 again."}
        room.reject(one.id)
        room.confirm(third.id)
        assert len(room.list()) == 2
        assert two.id not in {held.id for held in room.list()}


@pytest.mark.parametrize("key", ["", " ", ".", "a..b", "a b", "x" * 65, 7, "a\nb"])
def test_a_bad_key_stores_nothing(alice: UserMemory, key: object) -> None:
    """What cannot be a key is refused by name."""
    with pytest.raises(InvalidInput, match="key"):
        alice.permanent.propose("Answer in French.", key=key)  # type: ignore[arg-type]
    assert alice.permanent.proposals() == []


def test_personal_data_and_secrets_are_masked_before_anything_is_stored(alice: UserMemory) -> None:
    """A proposal never holds a password, in its text, quote or reason."""
    made = alice.permanent.propose("My password is hunter2secret!", reason="password: hunter2secret!")
    assert "hunter2secret" not in str(made)


def test_what_was_confirmed_is_the_users_word(alice: UserMemory, opened: object) -> None:
    """An agent's proposal, once confirmed, counts as said by the user; history keeps who proposed it."""
    agent = opened.user("alice", actor="agent")  # type: ignore[attr-defined]
    made = agent.permanent.propose("Her GitHub account is octo.", key="account.github")
    assert made.origin is Origin.ASSISTANT
    confirmed = alice.permanent.confirm(made.id)
    assert (confirmed.origin, confirmed.trust) == (Origin.USER, 1.0)
    assert [row.actor for row in alice.history(made.id)] == ["agent", "user"]


def test_saying_it_again_leaves_permanent_memory_as_it_is(alice: UserMemory, clock: Ticking) -> None:
    """A repetition is reported and changes nothing; it makes no second memory."""
    before = alice.permanent.confirm(alice.add(ORDERS[0][0]).ids[0])
    clock.advance(days=1)
    report = alice.add(ORDERS[0][0])
    assert report.ids == []
    assert any("permanent memory says so already" in entry.reason for entry in report.dropped)
    assert uncounted(alice.get(before.id)) == uncounted(before)
