"""New statements meet what is known."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mnemic.domain.changes import Action, Candidate, Relation
from mnemic.domain.record import Kind, Memory, Slot, Source, Status, Tier, Turn
from mnemic.domain.validity import is_current, is_true_at
from mnemic.index.user_index import UserIndex
from mnemic.writing.known_memories import KnownMemories
from mnemic.writing.reconcile import reconcile
from tests.tables import each_row

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class World:
    """What is known, and a voice to say more."""

    def __init__(self) -> None:
        numbers = itertools.count(1)
        self.turns: dict[Source, Turn] = {}
        self.known = KnownMemories(
            user_index=UserIndex(size=1, fingerprint="none"),
            turns=self.turns,
            now=NOON,
            new_id=lambda: f"m{next(numbers)}",
            tenant="default",
            user="alice",
            neighbours_max=8,
        )

    def say(self, text: str, slot: Slot | None = None, *, days: int = 0, **more: object) -> Memory:
        """One statement said some days after noon of 2 March; gives the memory of the last change."""
        turn = Turn(
            id=str(len(self.turns)),
            session="s",
            role="user",
            text=text,
            said_at=NOON + timedelta(days=days),
            recorded_at=NOON,
        )
        self.turns[turn.source] = turn
        candidate = Candidate(
            text=text, kind=Kind.PREFERENCE, slot=slot, said_at=turn.said_at, sources=(turn.source,), quote=text
        )
        reconcile(replace(candidate, **more), self.known)  # type: ignore[arg-type]
        return self.known.changes[-1].memory

    def standing(self) -> list[str]:
        """Texts of what stands beyond a session."""
        return [memory.text for memory in self.known.standing() if memory.tier is not Tier.SESSION]


def seat(value: str, polarity: int = 1) -> Slot:
    """Where the user likes to sit."""
    return Slot(subject="user", attribute="default:seat", value=value, polarity=polarity, single=True)


def test_the_newer_value_stands_and_the_older_is_linked() -> None:
    """The old statement becomes dormant, true until the new one, and both are linked."""
    world = World()
    old = world.say("window", seat("window"))
    new = world.say("aisle now", seat("aisle"), days=9)
    past = world.known.get(old.id)
    assert world.standing() == ["aisle now"]
    assert (past.status, past.superseded_by) == (Status.DORMANT, new.id)
    assert is_true_at(past, NOON + timedelta(days=8))
    assert not is_true_at(past, NOON + timedelta(days=9))
    assert [(link.source, link.target, link.relation) for link in world.known.links] == [
        (new.id, old.id, Relation.SUPERSEDES)
    ]


def test_an_older_saying_that_comes_late_does_not_overwrite() -> None:
    """Order is by time said: an old conversation imported later is kept as the past."""
    world = World()
    world.say("aisle now", seat("aisle"), days=9)
    late = world.say("window", seat("window"))
    assert world.standing() == ["aisle now"]
    assert late.status is Status.DORMANT


def test_what_is_replaced_is_archived_once_its_successor_is_said_again() -> None:
    """Dormant first, archived when the new is confirmed (W9)."""
    world = World()
    old = world.say("window", seat("window"))
    world.say("aisle now", seat("aisle"), days=1)
    world.say("aisle, as I said", seat("aisle"), days=2)
    assert world.known.get(old.id).status is Status.ARCHIVED
    assert world.known.changes[-2].action in (Action.REINFORCE, Action.REVISE)


def test_what_held_once_can_become_a_habit() -> None:
    """An exception neither replaces the standing statement nor swallows the one that says the same for good."""
    world = World()
    world.say("aisle", seat("aisle"))
    world.say("window this once", seat("window"), days=1, once=True)
    assert world.standing() == ["aisle"]
    world.say("window from now on", seat("window"), days=2)
    assert world.standing() == ["window from now on"]


def test_permanent_memory_yields_to_nobody() -> None:
    """What contradicts it is a proposal beside it."""
    world = World()
    fixed = world.say("never by plane", seat("rail"))
    world.known._over[fixed.id] = replace(fixed, tier=Tier.PERMANENT)
    proposal = world.say("window now", seat("window"), days=1)
    assert proposal.tier is Tier.PROPOSED
    assert is_current(world.known.get(fixed.id))
    assert [link.relation for link in world.known.links] == [Relation.CONTRADICTS]


@each_row(
    ("known", "correction"),
    [
        ("我们组一共八个人", "你记错了，是七个人，不是八个人"),
        ("The pump is rated for 45 Nm", "no, the pump takes 54, not 45 Nm"),
    ],
)
def test_a_correction_replaces_what_it_denies(known: str, correction: str) -> None:
    """Without a slot in common, what is denied says what is meant."""
    world = World()
    world.say("The shed is green")
    world.say(known)
    world.say(correction, days=1, correction=True)
    assert world.standing() == ["The shed is green", correction]


def test_a_correction_of_nothing_known_replaces_nothing() -> None:
    """Retiring a true fact is worse than keeping a stale one."""
    world = World()
    world.say("The shed is green")
    world.say("no, the ferry leaves at nine, not at ten", days=1, correction=True)
    assert world.standing() == ["The shed is green", "no, the ferry leaves at nine, not at ten"]


def test_taking_back_needs_most_of_the_words() -> None:
    """What is asked to be forgotten goes with the request; what merely shares a word stays."""
    world = World()
    world.say("The garage code is 4471")
    world.say("The garage door sticks")
    world.say("garage code", days=1, retracts=True)
    assert world.standing() == ["The garage door sticks"]
    world.say("the name of the boat", days=1, retracts=True)
    assert world.standing() == ["The garage door sticks"]
