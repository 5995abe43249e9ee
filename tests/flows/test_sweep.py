"""The sweep (U6): duplicates, conflicts and vague statements, seen beforehand, carried out, and taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action, Change
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Slot, Status, Tier
from mnemic.models.hashing import HashingEmbedder
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.sweep.vagueness import find_anaphor, resolve_anaphor
from tests.conftest import MONDAY, Ticking, assembled, sqlite_store
from tests.tables import each_row


def put(
    alice: UserMemory, number: int, text: str, slot: Slot | None = None, at: datetime = MONDAY, **given: object
) -> Memory:
    """A statement that came in without meeting the others, as from an import or a rule of older days."""
    memory = Memory(
        id=f"put{number}",
        tenant="default",
        user="alice",
        text=text,
        slot=slot,
        language="zh" if re.search("[一-鿿]", text) else "en",
        said_at=MONDAY.replace(minute=number),
        valid_from=MONDAY.replace(minute=number),
        recorded_at=at,
        updated_at=at,
        **({"kind": Kind.FACT} | given),  # type: ignore[arg-type]
    )
    alice._owner.apply([Change(action=Action.ADD, memory=memory, reason="imported")], now=MONDAY)
    return memory


def home(place: str) -> Slot:
    return Slot(subject="user", attribute="home", value=place, single=True)


@pytest.fixture
def memory() -> OpenMemory:
    return assembled(InMemoryStore(), clock=Ticking())


def standing(alice: UserMemory) -> list[str]:
    return [one.text for one in alice.list()]


def test_duplicates_become_one_and_count_both(memory: OpenMemory) -> None:
    """One stands for both, in the fuller wording; the preview says the same as the deed and changes nothing; a second
    sweep finds nothing; undo brings both back."""
    alice = memory.user("alice")
    put(alice, 1, "User lives in Lisbon.", home("Lisbon"))
    put(alice, 2, "User lives in  lisbon.", home("lisbon"))
    seen = alice.upkeep.sweep(dry_run=True)
    assert len(standing(alice)) == 2
    done = alice.upkeep.sweep()
    assert [step.reason for step in done.steps] == [step.reason for step in seen.steps]
    (one,) = alice.list()
    assert (one.text, one.mention_count) == ("User lives in Lisbon.", 2)
    assert {alice.get(id).status for id in ("put1", "put2")} == {Status.ARCHIVED}
    assert alice.upkeep.sweep().steps == []

    alice.undo(one.id)
    assert len(standing(alice)) == 2


def test_what_only_looks_alike_stays_apart(memory: OpenMemory) -> None:
    """Other numbers, another value, another subject: nothing is merged."""
    alice = memory.user("alice")
    likes = [Slot(subject="user", attribute="like", value=value) for value in ("window seats", "aisle seats")]
    put(alice, 1, "User likes window seats.", likes[0])
    put(alice, 2, "User likes aisle seats.", likes[1])
    put(alice, 3, "用户的预算是3000元。")
    put(alice, 4, "用户的预算是5000元。")
    put(alice, 5, "Mia lives in Lisbon.", replace(home("Lisbon"), subject="Mia"))
    put(alice, 6, "User lives in Lisbon.", home("Lisbon"))
    assert alice.upkeep.sweep().steps == []
    assert len(standing(alice)) == 6


def test_the_later_word_settles_a_conflict_of_one_slot(memory: OpenMemory) -> None:
    """What was said first gives way, whichever came in first, and stays in history; undo lets both stand."""
    alice = memory.user("alice")
    put(alice, 2, "用户住在厦门。", home("厦门"))
    put(alice, 1, "用户住在青岛。", home("青岛"))
    report = alice.upkeep.sweep()
    assert len(report.steps) == 1
    assert standing(alice) == ["用户住在厦门。"]
    older = alice.get("put1")
    assert (older.status, older.superseded_by) == (Status.DORMANT, "put2")
    assert [one.text for one in alice.list(as_of=older.said_at.isoformat())] == ["用户住在青岛。"]
    alice.undo("put1")
    assert len(standing(alice)) == 2


def test_a_guess_settles_nothing_by_itself(memory: OpenMemory) -> None:
    """What was inferred against the user's word is proposed, and carried out only when it is asked for."""
    alice = memory.user("alice")
    put(alice, 1, "User lives in Porto.", home("Porto"))
    put(alice, 2, "User lives in Lisbon.", home("Lisbon"), origin=Origin.INFERRED)
    report = alice.upkeep.sweep()
    assert (len(report.steps), len(report.proposed)) == (0, 1)
    assert len(standing(alice)) == 2
    alice.upkeep.apply(report)
    assert standing(alice) == ["User lives in Lisbon."]


def test_permanent_and_pinned_memories_are_left_alone(memory: OpenMemory) -> None:
    """No sweep changes or archives them; a later duplicate of one gives way."""
    alice = memory.user("alice")
    put(alice, 1, "User lives in Porto.", home("Porto"), tier=Tier.PERMANENT)
    put(alice, 2, "User lives in Lisbon.", home("Lisbon"))
    put(alice, 3, "User owns a boat.")
    put(alice, 4, "User owns a boat.")
    alice.upkeep.pin("put4")
    alice.upkeep.sweep()
    assert alice.get("put1").status is Status.ACTIVE
    assert alice.get("put4").status is Status.ACTIVE


@each_row(
    ("text", "language", "points"),
    [
        ("User likes it.", "en", "it"),
        ("User went with the other one.", "en", "the other one"),
        ("It is too loud.", "en", "It"),
        ("User met him.", "en", "him"),
        ("User likes the sea.", "en", None),
        ("User put it in the blue box.", "en", None),
        ("Italian food is User's favourite.", "en", None),
        ("用户喜欢这个。", "zh", "这个"),
        ("用户不想要那个。", "zh", "那个"),
        ("它太吵了。", "zh", "它"),
        ("用户认识他。", "zh", "他"),
        ("用户喜欢这个季节的海边。", "zh", None),
        ("用户喜欢他妹妹做的菜。", "zh", None),
        ("其他人都喜欢爬山。", "zh", None),
    ],
)
def test_what_points_outside_of_itself(text: str, language: str, points: str | None) -> None:
    """Pointing words as the whole object or subject; not where the statement says what it means."""
    at = find_anaphor(text, language)
    assert (None if at is None else text[at.start : at.end]) == points


def test_a_pointer_is_filled_with_the_name() -> None:
    """In its place, with a capital at the beginning."""
    at = find_anaphor("It is too loud.", "en")
    assert at is not None
    assert resolve_anaphor("It is too loud.", at, "the Aurora", "en") == "The Aurora is too loud."


def test_vague_statements_are_completed_from_the_talk_or_lowered(memory: OpenMemory) -> None:
    """Where the talk names one thing, that is proposed; where it names none, the statement counts for less, once."""
    alice = memory.user("alice")
    alice.add([{"content": "I finally tried the Kindle Scribe.", "id": "a"}, {"content": "Hm, right.", "id": "b"}])
    turns = alice.turns()
    put(alice, 1, "User wants it.", sources=(turns[-1].source,), confidence=0.8)
    put(alice, 2, "用户喜欢那个。", confidence=0.8)
    report = alice.upkeep.sweep()
    assert alice.get("put2").confidence == pytest.approx(0.4)
    assert alice.get("put1").confidence == pytest.approx(0.8)
    (step,) = report.proposed
    assert step.changes[0].memory.text == "User wants Kindle Scribe."
    alice.upkeep.apply(report)
    assert alice.get("put1").text == "User wants Kindle Scribe."
    assert alice.upkeep.sweep().steps == []


def test_a_duplicate_is_forgotten_with_what_stands_for_it(tmp_path: Path) -> None:
    """No byte of either wording is left in the file (S9)."""
    path = tmp_path / "m.db"
    memory = assembled(sqlite_store(path, lock_wait_s=20), embedder=HashingEmbedder())
    alice = memory.user("alice")
    put(alice, 1, "User hides the KUMQUAT key.", Slot(subject="user", attribute="habit", value="hides the kumquat key"))
    put(alice, 2, "user hides the kumquat key", Slot(subject="user", attribute="habit", value="hides the kumquat key"))
    assert len(alice.upkeep.sweep().steps) == 1
    alice.forget(alice.list()[0].id)
    memory.close()
    assert not any(b"kumquat" in file.read_bytes().lower() for file in tmp_path.rglob("m.db*") if file.is_file())


def test_one_sweep_is_enough_however_many_say_the_same(memory: OpenMemory) -> None:
    """One stands for all, and takes in those that come later, which costs what they are; each undo lets those stand
    again that came last."""
    alice = memory.user("alice")
    for number in range(1, 6):
        put(alice, number, "用户住在青岛。", home("青岛"))
    alice.upkeep.sweep()
    (one,) = alice.list()
    assert (one.text, one.mention_count) == ("用户住在青岛。", 5)
    assert alice.upkeep.sweep().steps == []
    put(alice, 6, "用户住在青岛。", home("青岛"))
    put(alice, 7, "用户住在青岛。", home("青岛"))
    assert len(alice.upkeep.sweep().changes) == 3
    assert [(more.id, more.mention_count) for more in alice.list()] == [(one.id, 7)]
    assert alice.upkeep.sweep().steps == []
    assert len(alice.history("put1")) == 2
    alice.undo(one.id)
    assert {more.id for more in alice.list()} == {one.id, "put6", "put7"}
    alice.upkeep.sweep()
    alice.forget("put6")
    assert standing(alice) == ["用户住在青岛。"] * 6


@pytest.mark.parametrize(
    "kind", [kind for kind in Kind if kind not in {Kind.EPISODE, Kind.EVENT, Kind.SKILL, *ROOM_KINDS}]
)
def test_statements_of_any_kind_are_swept(memory: OpenMemory, kind: Kind) -> None:
    """Of two the same one is left, of the same kind."""
    alice = memory.user("alice")
    for number in (1, 2):
        put(alice, number, "Always use metric units.", kind=kind)
    alice.upkeep.sweep()
    assert [one.kind for one in alice.list(kinds=[kind])] == [kind]
    assert alice.upkeep.sweep().steps == []


def test_the_past_of_a_slot_is_settled_in_order(memory: OpenMemory) -> None:
    """Of several values each was right until the next, in one sweep."""
    alice = memory.user("alice")
    for number, place in enumerate(("Leeds", "York", "Bath"), 1):
        put(alice, number, f"User lives in {place}.", home(place))
    alice.upkeep.sweep()
    assert standing(alice) == ["User lives in Bath."]
    assert [alice.get(f"put{number}").superseded_by for number in (1, 2, 3)] == ["put2", "put3", None]
    assert alice.upkeep.sweep().steps == []


def test_a_write_that_took_long_is_swept_with_the_next() -> None:
    """A statement bears the moment its writing began, before a sweep that could not see it yet; a clock that has gone
    back makes the next sweep look at everything."""
    for hours in (-2, 24 * 365):
        clock = Ticking()
        memory = assembled(InMemoryStore(), clock=clock)
        alice = memory.user("alice")
        put(alice, 1, "User lives in Lisbon.", home("Lisbon"))
        clock.advance(days=2, hours=max(hours, 0))
        memory.run_due()
        clock.advance(hours=-max(hours, 0))
        put(alice, 2, "User lives in  lisbon.", home("lisbon"), at=clock.now() + timedelta(hours=min(hours, 0)))
        clock.advance(days=1)
        memory.run_due()
        assert len(standing(alice)) == 1
