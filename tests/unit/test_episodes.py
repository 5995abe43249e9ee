"""When a turn falls silent: with everything it stated."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from mnemic.domain.changes import Action, Change
from mnemic.domain.record import Kind, Memory, Origin, Source, Status
from mnemic.domain.validity import as_retracted, is_current, is_true_at
from mnemic.index.user_index import UserIndex
from mnemic.writing.episodes import ECHO_CHARACTERS_MAX, ENDING, as_succeeded, end_with_statements, quiet_episodes
from mnemic.writing.known_memories import KnownMemories
from tests.tables import each_row

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FRIDAY, SUNDAY = NOON + 4 * DAY, NOON + 6 * DAY


def at(turn: int, kind: Kind, text: str, **more: Any) -> Memory:
    """A memory from one turn, said that many hours after noon."""
    said = NOON + timedelta(hours=turn)
    values: dict[str, Any] = {"said_at": said, "valid_from": said, "position": turn, "session": "s"} | more
    return Memory(
        id=f"{kind.value}-{turn}-{text[:12]}",
        tenant="default",
        user="alice",
        kind=kind,
        text=text,
        recorded_at=NOON,
        updated_at=NOON,
        sources=more.get("sources", (Source(session="s", turn=str(turn)),)),
        **{key: value for key, value in values.items() if key != "sources"},
    )


def episode(turn: int, text: str, **more: Any) -> Memory:
    """A turn as it was said."""
    return at(turn, Kind.EPISODE, text, **more)


def fact(turn: int, text: str, **more: Any) -> Memory:
    """What a turn stated."""
    return at(turn, Kind.FACT, text, **more)


class World:
    """What is known now, with changes laid over it."""

    def __init__(self, *memories: Memory) -> None:
        numbers = itertools.count(1)
        self.known = KnownMemories(
            user_index=UserIndex(size=1, fingerprint="none"),
            turns={},
            now=NOON + DAY,
            new_id=lambda: f"m{next(numbers)}",
            tenant="default",
            user="alice",
            neighbours_max=8,
        )
        for memory in memories:
            self.add(memory)

    def add(self, memory: Memory) -> None:
        """Something new."""
        self.known.put(Change(action=Action.ADD, memory=memory, reason="new"))

    def succeed(self, old: Memory, new: Memory) -> None:
        """One statement in another's place, and what follows for the turns."""
        past = as_succeeded(old, new, self.known.now)
        self.known.put(Change(action=Action.SUPERSEDE, memory=new, replaces=(past,), reason="newer"))
        quiet_episodes(self.known)

    def speaks(self, memory: Memory) -> bool:
        """Whether a memory stands."""
        return is_current(self.known.get(memory.id))


TURN, HOME = episode(1, "I live in Ghent"), fact(1, "The user lives in Ghent.")
MOVED = fact(5, "The user lives in Bruges.")


def test_a_closed_statement_was_true_until_its_successor() -> None:
    """It held up to the moment the other began to, and is known to have ended now."""
    past = as_succeeded(HOME, MOVED, NOON + DAY)
    assert (past.status, past.superseded_by, past.superseded_at) == (Status.DORMANT, MOVED.id, NOON + DAY)
    assert past.version == HOME.version + 1
    assert is_true_at(past, MOVED.said_at - timedelta(seconds=1))
    assert not is_true_at(past, MOVED.said_at)


def test_a_statement_is_never_closed_before_it_began() -> None:
    """A successor that holds from an earlier day leaves it no time, and no negative one either."""
    past = as_succeeded(replace(HOME, valid_from=FRIDAY), MOVED, SUNDAY)
    assert past.valid_to == FRIDAY


def test_a_turn_falls_silent_with_its_only_statement() -> None:
    """It still answers for the time before, and names what took its place."""
    world = World(TURN, HOME)
    world.succeed(HOME, MOVED)
    quiet = world.known.get(TURN.id)
    assert (quiet.status, quiet.superseded_by) == (Status.DORMANT, MOVED.id)
    assert quiet.valid_to == MOVED.said_at
    assert is_true_at(quiet, TURN.said_at)
    assert world.known.changes[-1].action is Action.ARCHIVE


def test_a_turn_speaks_while_one_of_its_statements_does() -> None:
    """Of two, both must have gone."""
    cat = fact(1, "The user has a cat.")
    world = World(TURN, HOME, cat)
    world.succeed(HOME, MOVED)
    assert world.speaks(TURN)
    world.succeed(cat, fact(6, "The user has no cat any more."))
    assert not world.speaks(TURN)


def test_a_turn_that_stated_nothing_goes_on_speaking() -> None:
    """Nothing of it has been replaced."""
    other = episode(2, "What a rainy day in Ghent")
    world = World(TURN, HOME, other)
    world.succeed(HOME, MOVED)
    assert world.speaks(other)


def test_what_was_taken_back_silences_its_turn() -> None:
    """Retracted counts as gone."""
    world = World(TURN, HOME)
    world.known.put(Change(action=Action.RETRACT, memory=as_retracted(HOME, NOON), before=HOME, reason="taken back"))
    quiet_episodes(world.known)
    assert not world.speaks(TURN)


def test_a_turn_falls_silent_once() -> None:
    """Looking again changes nothing."""
    world = World(TURN, HOME)
    world.succeed(HOME, MOVED)
    before = len(world.known.changes)
    quiet_episodes(world.known)
    assert len(world.known.changes) == before


LONG = "Ghent is a fine city, with canals, and " + "bells, " * ECHO_CHARACTERS_MAX


@each_row(
    ("answer", "role", "session", "speaks"),
    [
        ("Noted: you live in Ghent.", Origin.ASSISTANT, "s", False),
        ("The weather is fine.", Origin.ASSISTANT, "s", True),  # no word of the turn
        (LONG, Origin.ASSISTANT, "s", True),  # more than an acknowledgement
        ("Noted: you live in Ghent.", Origin.USER, "s", True),
        ("Noted: you live in Ghent.", Origin.TOOL, "s", True),
        ("Noted: you live in Ghent.", Origin.ASSISTANT, "other", True),
    ],
)
def test_an_acknowledgement_falls_silent_with_the_turn(answer: str, role: Origin, session: str, speaks: bool) -> None:
    """The assistant's short answer in the user's words goes too; anything else goes on speaking."""
    echo = episode(2, answer, origin=role, session=session)
    world = World(TURN, HOME, echo)
    world.succeed(HOME, MOVED)
    assert world.speaks(echo) is speaks


def test_only_the_next_turn_is_an_acknowledgement() -> None:
    """What the assistant says later stands by itself."""
    between, later = episode(2, "It rains"), episode(3, "You live in Ghent.", origin=Origin.ASSISTANT)
    world = World(TURN, HOME, between, later)
    world.succeed(HOME, MOVED)
    assert world.speaks(later)


@each_row("kind", list(ENDING))
def test_a_turn_ends_with_what_it_states(kind: Kind) -> None:
    """Until Friday it answers, and not after."""
    world = World(TURN, at(1, kind, "The user stays in Ghent.", valid_to=FRIDAY))
    end_with_statements(world.known)
    assert world.known.changes[0].memory.valid_to == FRIDAY


@each_row("kind", [Kind.PLAN, Kind.EVENT])
def test_what_happened_is_told_after_it_has_ended(kind: Kind) -> None:
    """A plan or an event stays something that was."""
    world = World(TURN, at(1, kind, "The user is in Ghent.", valid_to=FRIDAY))
    end_with_statements(world.known)
    assert world.known.changes[0].memory.valid_to is None


@each_row(("second", "until"), [(SUNDAY, SUNDAY), (NOON, FRIDAY), (None, None)])
def test_of_several_the_last_ends_the_turn(second: datetime | None, until: datetime | None) -> None:
    """The turn lasts as long as anything it states; without an end of one it has none."""
    stays = fact(1, "The user stays in Ghent.", valid_to=FRIDAY)
    cat = fact(1, "The user minds a cat.", valid_to=second)
    world = World(TURN, stays, cat)
    end_with_statements(world.known)
    assert world.known.changes[0].memory.valid_to == until


def test_a_turn_that_states_nothing_does_not_end() -> None:
    """Other turns' statements are not its own."""
    world = World(TURN, fact(2, "The user stays in Ghent.", valid_to=FRIDAY))
    end_with_statements(world.known)
    assert world.known.changes[0].memory.valid_to is None


def test_a_held_turn_is_left_alone() -> None:
    """What the guard quarantined is no turn that ends by itself."""
    world = World()
    held = replace(TURN, status=Status.QUARANTINED)
    world.known.put(Change(action=Action.QUARANTINE, memory=held, reason="held"))
    world.add(fact(1, "The user stays in Ghent.", valid_to=FRIDAY))
    end_with_statements(world.known)
    assert world.known.changes[0].memory == held
