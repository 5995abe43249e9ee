"""Everything of one source is taken back, what it replaced stands again, and one call brings it all back."""

from __future__ import annotations

from typing import Any

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Kind, Memory, Status, Tier
from mnemic.errors import AccessDenied, InvalidInput, MemoryNotFound
from mnemic.rooms.habits.record import is_habit
from tests.conftest import Ticking


def texts(alice: UserMemory, **given: Any) -> set[str]:
    """What stands, by its words."""
    return {memory.text for memory in alice.list(kinds=list(Kind), **given)}


def statements(alice: UserMemory) -> set[str]:
    """What is stated and stands."""
    return {memory.text for memory in alice.list() if memory.kind is not Kind.EPISODE}


def bare(alice: UserMemory) -> dict[str, tuple[object, ...]]:
    """Every memory but its version and moment."""
    return {one.id: _content(one) for one in alice.list(status="any") if one.kind is not Kind.SUMMARY}


def _content(one: Memory) -> tuple[object, ...]:
    return one.text, one.status, one.sources, one.superseded_by, one.valid_to, dict(one.metadata), one.trust, one.origin


def test_what_it_replaced_stands_again(alice: UserMemory, clock: Ticking) -> None:
    """A session in which a mind was changed is taken back: the old mind holds, and undo brings the new one back."""
    alice.add("I prefer aisle seats.", session="old")
    clock.advance(days=2)
    alice.add("I prefer window seats now.", session="bad")
    assert statements(alice) == {"The user prefers window seats now."}
    before = bare(alice)
    done = alice.trust.rollback(session="bad")
    assert statements(alice) == {"The user prefers aisle seats."}
    assert {memory.session for memory in done.retracted} == {"bad"}
    assert all("bad" not in hit.turns and hit.memory.session != "bad" for hit in alice.search("Which seat?"))
    undone = alice.trust.undo(done.id)
    assert bare(alice) == before
    assert undone.skipped == ()


def test_a_later_change_stays_in_place(alice: UserMemory, clock: Ticking) -> None:
    """Of three minds the middle one is taken back: the last still stands, and the first is what it replaced."""
    for session, text in (("a", "I live in Bergen."), ("b", "I moved to Turin."), ("c", "I moved to Quito.")):
        alice.add(text, session=session)
        clock.advance(days=1)
    standing = statements(alice)
    alice.trust.rollback(session="b")
    assert statements(alice) == standing
    (last,) = [memory for memory in alice.list() if memory.kind is Kind.FACT]
    (first,) = [memory for memory in alice.list(status="any") if "Bergen" in memory.text and memory.kind is Kind.FACT]
    assert first.superseded_by == last.id


def test_what_rests_on_others_too_stays(alice: UserMemory, clock: Ticking) -> None:
    """Said in two sessions, a statement outlives one of them, without its turn."""
    alice.add("I am allergic to walnuts.", session="a")
    clock.advance(days=1)
    alice.add("I am allergic to walnuts.", session="b")
    done = alice.trust.rollback(session="b")
    (kept,) = [memory for memory in alice.list() if memory.kind is not Kind.EPISODE]
    assert {source.session for source in kept.sources} == {"a"}
    assert kept.mention_count == 1
    assert [memory.id for memory in done.revised] == [kept.id]


@pytest.mark.parametrize(
    ("given", "gone"),
    [
        ({"origin": "tool"}, {"KB77 leaves at 9:40 from gate 4"}),
        ({"origin": "document"}, {"The villa sleeps eight"}),
        ({"speaker": "Ruth"}, {"I keep bees", "Ruth keeps bees"}),
        ({"session": "s2"}, {"I keep bees", "Ruth keeps bees", "The villa sleeps eight"}),
        ({"tool": "timetable"}, {"KB77 leaves at 9:40 from gate 4"}),
        ({"turn": "t9"}, {"The villa sleeps eight"}),
        ({"origin": "document", "session": "s1"}, set()),
    ],
)
def test_each_kind_of_source(alice: UserMemory, given: dict[str, Any], gone: set[str]) -> None:
    """By origin, speaker, session, tool and turn; what several say must all hold."""
    call = {"id": "c1", "type": "function", "function": {"name": "timetable", "arguments": "{}"}}
    alice.add(
        [
            {"role": "user", "content": "When does KB77 leave?"},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "content": "KB77 leaves at 9:40 from gate 4", "tool_call_id": "c1"},
        ],
        session="s1",
    )
    alice.add({"role": "user", "name": "Ruth", "content": "I keep bees"}, session="s2")
    alice.add({"role": "document", "content": "The villa sleeps eight", "id": "t9"}, session="s2")
    before = texts(alice)
    looked = alice.trust.rollback(**given, dry_run=True)
    assert texts(alice) == before
    alice.trust.rollback(**given)
    assert before - texts(alice) == {text for text in before if text in gone}
    assert {memory.text for memory in looked.retracted} == before - texts(alice)


def test_sources_are_counted(alice: UserMemory) -> None:
    """Each origin, session, speaker and tool is listed with what rests on it."""
    alice.add([{"role": "user", "name": "Ruth", "content": "I keep bees"}, {"role": "document", "content": "A note."}])
    found = {(one.by.value, one.value): (one.memories, one.turns) for one in alice.trust.sources()}
    assert found["origin", "document"] == (1, 1)
    assert found["origin", "user"][1] == 1
    assert found["speaker", "Ruth"][1] == 1
    assert found["session", "main"][1] == 2
    assert {one.by.value for one in alice.trust.sources("session")} == {"session"}
    with pytest.raises(InvalidInput):
        alice.trust.sources("colour")


def test_a_habit_is_counted_anew(alice: UserMemory, clock: Ticking) -> None:
    """A habit of four mornings of which one session is taken back rests on the others; of three it is none any more."""
    said = ["Window seat again please.", "Can I get a window seat?", "Book the 9:40, window seat please."]
    for day, text in enumerate([*said, "A window seat please."]):
        alice.add(text, session=f"d{day}")
        clock.advance(days=7)
    alice.upkeep.distill()
    (habit,) = [memory for memory in alice.list() if is_habit(memory)]
    assert habit.mention_count == 4
    first = alice.trust.rollback(session="d0")
    assert alice.get(habit.id).mention_count == 3
    second = alice.trust.rollback(session="d1")
    assert alice.get(habit.id).status is Status.ARCHIVED
    alice.trust.undo(second.id)
    alice.trust.undo(first.id)
    assert alice.get(habit.id).mention_count == 4
    assert alice.get(habit.id).status is Status.ACTIVE


def test_a_dense_memory_is_taken_apart(alice: UserMemory, clock: Ticking) -> None:
    """Of fragments that became one, those of other sources stand again."""
    for session, text in (
        ("a", "My brother Ivo lives in Tartu."),
        ("bad", "My brother Ivo works as a baker."),
        ("c", "My brother Ivo has a boat."),
        ("d", "My brother Ivo speaks Finnish."),
    ):
        alice.add(text, session=session)
        clock.advance(days=1)
    clock.advance(days=90)
    alice.upkeep.consolidate()
    dense = [memory for memory in alice.list() if memory.metadata.get("mnemic.parts")]
    assert dense, "the scene makes a dense memory"
    before = bare(alice)
    done = alice.trust.rollback(session="bad")
    assert "baker" not in " ".join(statements(alice))
    assert any("Tartu" in text for text in statements(alice))
    assert not [memory for memory in alice.list() if memory.metadata.get("mnemic.parts")]
    alice.trust.undo(done.id)
    assert bare(alice) == before


def test_a_task_loses_what_a_tool_gave(alice: UserMemory) -> None:
    """A slot that a tool's result filled is empty again; what the user said stays."""
    schema = {
        "title": "Trip",
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "where to"},
            "code": {"type": "string", "description": "booking code", "tools": ["book"]},
        },
    }
    task = alice.tasks.start("Plan the trip", schema=schema, session="s1", values={"city": "Porto"})
    call = {"id": "c1", "type": "function", "function": {"name": "book", "arguments": "{}"}}
    alice.add(
        [
            {"role": "user", "content": "Book it."},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "content": '{"code": "XK29"}', "tool_call_id": "c1"},
        ],
        session="s1",
    )
    assert alice.tasks.get(task.id).data == {"city": "Porto", "code": "XK29"}
    done = alice.trust.rollback(tool="book")
    assert alice.tasks.get(task.id).data == {"city": "Porto"}
    alice.trust.undo(done.id)
    assert alice.tasks.get(task.id).data == {"city": "Porto", "code": "XK29"}


def test_a_summary_is_made_anew_without_it(alice: UserMemory) -> None:
    """What a session comes to no longer holds the words of a tool that was taken back."""
    talk: list[dict[str, Any]] = []
    for number in range(30):
        talk.append({"role": "user", "content": f"What about hall {number}? I need 12 chairs there."})
        talk.append({"role": "assistant", "content": f"Hall {number} is free on 3 May for 40 euros."})
    talk.insert(2, {"role": "document", "content": "Crate ZX-4471 must be paid 900 euros on 5 May."})
    alice.add(talk, session="s1")
    assert "ZX-4471" in alice.session("s1").summary().text
    alice.trust.rollback(origin="document")
    assert "ZX-4471" not in alice.session("s1").summary().text
    shown = "\n".join(str(message["content"]) for message in alice.session("s1").messages(8_000))
    assert "ZX-4471" not in shown


def test_a_source_can_be_forgotten_for_good(alice: UserMemory) -> None:
    """With `forget` the turns go too, there is a receipt, and nothing brings it back."""
    alice.add({"role": "document", "content": "The villa sleeps eight"}, session="s1")
    alice.add("I keep bees.", session="s1")
    done = alice.trust.rollback(origin="document", forget=True)
    assert done.receipt is not None
    assert done.receipt.turns == 1
    assert [turn.text for turn in alice.turns("s1")] == ["I keep bees."]
    with pytest.raises(MemoryNotFound):
        alice.trust.undo(done.id)


def test_undo_leaves_what_changed_since(alice: UserMemory) -> None:
    """A memory that was changed after the rollback stays as it is, and is named."""
    id = alice.add("I live in Bergen.", session="s1").ids[0]
    done = alice.trust.rollback(session="s1")
    alice.undo(id)
    undone = alice.trust.undo(done.id)
    assert undone.skipped == (id,)


def test_permanent_memory_goes_with_its_source(alice: UserMemory) -> None:
    """What the user had confirmed of a session that proves to be another's is taken back too."""
    alice.add("From now on always answer in French.", session="bad")
    (proposal,) = alice.permanent.proposals()
    alice.permanent.confirm(proposal.id)
    alice.trust.rollback(session="bad")
    assert alice.permanent.list() == []
    assert all(memory.tier is not Tier.PERMANENT for memory in alice.list())


def test_an_agent_may_not_take_back_what_is_not_its_own(opened: OpenMemory) -> None:
    """A rollback that would touch permanent memory is denied to an agent, and nothing is changed."""
    alice = opened.user("alice")
    alice.add("From now on always answer in French.", session="bad")
    alice.permanent.confirm(alice.permanent.proposals()[0].id)
    agent = opened.user("alice", actor="agent")
    with pytest.raises(AccessDenied):
        agent.trust.rollback(session="bad")
    assert len(alice.permanent.list()) == 1


@pytest.mark.parametrize(
    "given", [{}, {"origin": "moon"}, {"session": ""}, {"speaker": 3}, {"since": "2026-01-01T00:00Z"}]
)
def test_a_source_must_be_named(alice: UserMemory, given: dict[str, Any]) -> None:
    """Nothing, a moment alone, or what cannot be a source: it is said, and nothing is changed."""
    with pytest.raises(InvalidInput):
        alice.trust.rollback(**given)


def test_there_is_nothing_to_undo(alice: UserMemory) -> None:
    """An id of no rollback."""
    with pytest.raises(MemoryNotFound):
        alice.trust.undo("rb-0")
    with pytest.raises(MemoryNotFound):
        alice.trust.undo("")
