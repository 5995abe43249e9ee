"""Laws of taking a source back, over small random lives."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mnemic.api.memory import UserMemory
from mnemic.domain.record import Kind, Memory, Turn
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled

SAID = [
    ("user", "I live in Bergen."),
    ("user", "I moved to Turin."),
    ("user", "I prefer aisle seats."),
    ("user", "I prefer window seats now."),
    ("user", "Window seat please."),
    ("user", "My brother Ivo works as a baker."),
    ("user", "My brother Ivo has a boat."),
    ("user", "My brother Ivo lives in Tartu."),
    ("user", "From now on, answer in French."),
    ("user", "我住在青岛。"),
    ("document", "The villa sleeps eight."),
    ("tool", "KB77 leaves at 9:40."),
]
SESSIONS = ("a", "b", "c")
LIVES = st.lists(st.tuples(st.sampled_from(SAID), st.sampled_from(SESSIONS)), min_size=1, max_size=14)
SOURCES = st.one_of(
    st.sampled_from(SESSIONS).map(lambda one: {"session": one}),
    st.sampled_from(["user", "document", "tool", "inferred"]).map(lambda one: {"origin": one}),
)


def lived(user: UserMemory, clock: Ticking, said: list[tuple[tuple[str, str], str]], *, tended: bool) -> None:
    """What was said, six days apart, and what upkeep made of it a quarter of a year later."""
    for (role, text), session in said:
        user.add({"role": role, "content": text}, session=session)
        clock.advance(days=6)
    if tended:
        clock.advance(days=90)
        user.upkeep.distill()
        user.upkeep.digest()
        user.upkeep.consolidate()
        user.profile.refresh()


def turns(user: UserMemory) -> list[Turn]:
    """The whole log."""
    return [turn for session in SESSIONS for turn in user.turns(session)]


def held(user: UserMemory) -> dict[str, tuple[Any, ...]]:
    """Every memory but its version and its moments of change; summaries are made anew."""
    return {one.id: _content(one) for one in user.list(kinds=list(Kind), status="any") if one.kind is not Kind.SUMMARY}


def _content(one: Memory) -> tuple[Any, ...]:
    told = (one.text, one.status, one.sources, one.quote, one.slot, one.origin, one.trust, one.tier, one.mention_count)
    return (*told, one.valid_from, one.valid_to, one.superseded_at, one.superseded_by, dict(one.metadata))


@settings(max_examples=20, deadline=None)
@given(said=LIVES, source=SOURCES, tended=st.booleans())
def test_nothing_rests_on_it_any_more(
    said: list[tuple[tuple[str, str], str]], source: dict[str, Any], tended: bool
) -> None:
    """After a rollback no memory that stands comes from a turn of the source, a second one finds nothing, and what does
    not rest on it is as it was or better."""
    clock = Ticking()
    with assembled(InMemoryStore(), clock=clock) as memory:
        user = memory.user("alice")
        lived(user, clock, said, tended=tended)
        of = {turn.source for turn in turns(user) if _is_of(turn, source)}
        done = user.trust.rollback(**source)
        for one in user.list(kinds=list(Kind)):
            assert of.isdisjoint(one.sources), one
        again = user.trust.rollback(**source, dry_run=True)
        assert again.changes == ()
        assert of <= {turn.source for turn in turns(user)}
        assert done.turns == len(of)


@settings(max_examples=20, deadline=None)
@given(said=LIVES, source=SOURCES, tended=st.booleans())
def test_undo_brings_everything_back(
    said: list[tuple[tuple[str, str], str]], source: dict[str, Any], tended: bool
) -> None:
    """A rollback taken back leaves every memory as it was."""
    clock = Ticking()
    with assembled(InMemoryStore(), clock=clock) as memory:
        user = memory.user("alice")
        lived(user, clock, said, tended=tended)
        before = held(user)
        looked = user.trust.rollback(**source, dry_run=True)
        assert held(user) == before
        clock.advance(hours=1)
        done = user.trust.rollback(**source)
        assert done.memory_ids == looked.memory_ids
        if done.changes:
            clock.advance(hours=1)
            assert user.trust.undo(done.id).skipped == ()
        assert held(user) == before


def _is_of(turn: Turn, source: dict[str, Any]) -> bool:
    return all((turn.session if name == "session" else turn.origin.value) == value for name, value in source.items())
