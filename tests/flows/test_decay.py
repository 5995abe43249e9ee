"""Decay lives through a year: what nobody uses fades, is archived, and goes; what matters never does (U4, U5)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.record import Memory, Status
from mnemic.domain.upkeep import Plan, UpkeepReport
from mnemic.errors import MemoryNotFound
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.decay import decay
from mnemic.upkeep.jobs.execution import carry_out
from mnemic.upkeep.pins import is_protected, pin_change
from tests.conftest import Ticking, assembled, sqlite_store

LIKES = pytest.mark.parametrize(
    ("said", "again", "question"),
    [
        ("I like jazz.", "I like jazz.", "What music do I like?"),
        ("我喜欢爵士乐。", "我喜欢爵士乐。", "我喜欢什么音乐？"),
    ],
)
STANDING = pytest.mark.parametrize(
    "said",
    [
        "I'm allergic to peanuts.",
        "I live in Berlin.",
        "My name is Mei.",
        "I prefer window seats.",
        "My sister Lena lives in Oslo.",
        "Please always answer in English.",
        "We decided to use Postgres for the project.",
        "我对花生过敏。",
        "我住在北京。",
        "我妹妹小丽住在上海。",
        "以后都用中文回答。",
        "我们决定用 Postgres。",
    ],
)


def planned(alice: UserMemory, clock: Ticking) -> Plan:
    """What decay would do now."""
    alice._core.write_uses(alice._scope)
    return decay.plan_decay(alice._core.jobs.tending, alice._scope, clock.now())


def decayed(alice: UserMemory, clock: Ticking) -> UpkeepReport:
    """What decay does now."""
    plan = planned(alice, clock)
    return carry_out(alice._core.jobs.tending, alice._scope, plan, now=clock.now(), actor="mnemic")


def lived(alice: UserMemory, clock: Ticking, days: int) -> None:
    """So many nights of decay."""
    for _ in range(days):
        clock.advance(days=1)
        decayed(alice, clock)


def statement(alice: UserMemory, said: str) -> str:
    """The id of what a message states."""
    return alice.add(said).ids[0]


def episode(alice: UserMemory) -> Memory:
    """The only turn there is."""
    (one,) = alice.list(kinds=["episode"], status="any")
    return one


def history(alice: UserMemory, id: str) -> list[Action]:
    """What happened to a memory."""
    return [row.action for row in alice.history(id)]


@pytest.mark.every_store
@LIKES
def test_a_statement_goes_in_the_stated_days(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str
) -> None:
    """Fades after 90 days, still answering; is archived after 180, and answers about the past only; is gone after 360,
    and only the audit knows."""
    id = statement(alice, said)
    began = clock.now()
    lived(alice, clock, 89)
    assert alice.get(id).status is Status.ACTIVE
    lived(alice, clock, 1)
    assert alice.get(id).status is Status.DORMANT
    lived(alice, clock, 89)
    assert alice.get(id).status is Status.DORMANT
    lived(alice, clock, 1)
    assert alice.get(id).status is Status.ARCHIVED
    assert [one.id for one in alice.list(as_of=began + timedelta(days=1))] == [id]
    lived(alice, clock, 179)
    assert history(alice, id) == [Action.ADD, Action.FADE, Action.ARCHIVE]
    lived(alice, clock, 1)
    with pytest.raises(MemoryNotFound):
        alice.get(id)
    assert alice.turns() == []


@LIKES
def test_what_faded_answers_and_comes_back(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str
) -> None:
    """A faded statement is found where nothing else answers, and being found makes it active at the next run."""
    id = statement(alice, said)
    lived(alice, clock, 100)
    assert id in [hit.memory.id for hit in alice.search(question, kinds=["preference"])]
    lived(alice, clock, 1)
    assert alice.get(id).status is Status.ACTIVE
    assert history(alice, id)[-1] is Action.RESTORE


@pytest.mark.every_store
def test_a_turn_goes_sooner(alice: UserMemory, clock: Ticking) -> None:
    """A turn that states nothing is archived after 90 days and leaves record, history and log after 180."""
    alice.add([{"role": "user", "content": "Good morning!"}, {"role": "assistant", "content": "Good morning to you."}])
    lived(alice, clock, 90)
    assert {one.status for one in alice.list(kinds=["episode"], status="any")} == {Status.ARCHIVED}
    lived(alice, clock, 89)
    assert len(alice.turns()) == 2
    lived(alice, clock, 1)
    assert alice.turns() == []
    stats = alice.stats()
    assert (stats.turns, stats.episodes, stats.history, stats.vectors) == (0, 0, 0, 0)


def test_a_turn_stays_in_the_log_with_what_was_made_of_it(alice: UserMemory, clock: Ticking) -> None:
    """The episode goes after 180 days; the turn stays as long as a memory cites it."""
    home = statement(alice, "I live in Berlin.")
    lived(alice, clock, 365)
    assert alice.list(kinds=["episode"], status="any") == []
    assert [turn.text for turn in alice.turns()] == ["I live in Berlin."]
    assert alice.get(home).status is Status.ACTIVE


@STANDING
def test_what_matters_stays(alice: UserMemory, clock: Ticking, said: str) -> None:
    """What stands, ten years on and never asked for, is as it was said; the plan says why it was kept."""
    id = statement(alice, said)
    before = alice.get(id)
    for _ in range(40):
        clock.advance(days=91)
        decayed(alice, clock)
    assert alice.get(id) == before
    kept = [memory.id for finding in planned(alice, clock).findings for memory in finding.memories]
    assert kept == [id]


def test_the_past_of_a_slot_stays(alice: UserMemory, clock: Ticking) -> None:
    """Where the user lived a year ago is answered right, however often the home has changed since."""
    first = statement(alice, "I live in Berlin.")
    began = clock.now()
    for home in ("I moved to Lyon.", "I moved to Porto."):
        lived(alice, clock, 200)
        alice.add(home)
    lived(alice, clock, 400)
    assert alice.get(first).status is not Status.ACTIVE
    there = [hit.memory.id for hit in alice.search("Where do I live?", kinds=["fact"], as_of=began + timedelta(days=9))]
    assert there == [first]


@pytest.mark.parametrize("how", ["pin", "confirm", "helped"])
def test_held_by_the_user(alice: UserMemory, clock: Ticking, how: str) -> None:
    """What was pinned, confirmed, or called helpful never goes."""
    id = statement(alice, "I like jazz.")
    if how == "pin":
        pinned(alice, clock, id, on=True)
    elif how == "confirm":
        alice.confirm(id)
        assert is_protected(alice.get(id))
    else:
        alice.feedback(id, True)
    for _ in range(26):
        clock.advance(days=28)
        decayed(alice, clock)
    assert alice.get(id).status is Status.ACTIVE


def pinned(alice: UserMemory, clock: Ticking, id: str, *, on: bool) -> None:
    """Pin, or unpin."""
    alice._owner.apply([pin_change(alice.get(id), clock.now(), on=on)], now=clock.now())


def test_unpinned_it_goes(alice: UserMemory, clock: Ticking) -> None:
    """A pin holds as long as it is there, and its going counts as a change."""
    id = statement(alice, "I like jazz.")
    pinned(alice, clock, id, on=True)
    lived(alice, clock, 200)
    pinned(alice, clock, id, on=False)
    lived(alice, clock, 89)
    assert alice.get(id).status is Status.ACTIVE
    lived(alice, clock, 1)
    assert alice.get(id).status is Status.DORMANT


def test_a_pin_wakes(alice: UserMemory, clock: Ticking) -> None:
    """Pinning what was archived brings it back; undoing the pin puts it where it was."""
    id = statement(alice, "I like jazz.")
    lived(alice, clock, 190)
    pinned(alice, clock, id, on=True)
    assert alice.get(id).status is Status.ACTIVE
    alice.undo(id)
    assert alice.get(id).status is Status.ARCHIVED


@pytest.mark.parametrize("days", [100, 200])
@LIKES
def test_undo_brings_it_back(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str, days: int
) -> None:
    """Faded or archived: one undo makes it active, for as long as if it had been said now."""
    id = statement(alice, said)
    lived(alice, clock, days)
    assert alice.undo(id).status is Status.ACTIVE
    assert id in [hit.memory.id for hit in alice.search(question, kinds=["preference"])]
    lived(alice, clock, 89)
    assert alice.get(id).status is Status.ACTIVE


def test_undo_brings_a_turn_back(alice: UserMemory, clock: Ticking) -> None:
    """A turn is put back like a statement."""
    alice.add("Nice weather.")
    lived(alice, clock, 100)
    assert alice.undo(episode(alice).id).status is Status.ACTIVE


@pytest.mark.parametrize("days", [100, 200])
@LIKES
def test_confirming_brings_it_back_for_good(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str, days: int
) -> None:
    """Faded or archived: the user's word makes it active, and no job touches it from then on."""
    id = statement(alice, said)
    lived(alice, clock, days)
    assert alice.confirm(id).status is Status.ACTIVE
    lived(alice, clock, 400)
    assert alice.get(id).status is Status.ACTIVE


@pytest.mark.parametrize("days", [100, 200])
@LIKES
def test_said_again_it_is_reinforced(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str, days: int
) -> None:
    """Faded or archived: being said again makes it active, and no twin of it."""
    id = statement(alice, said)
    lived(alice, clock, days)
    report = alice.add(again, session="later")
    assert [entry.memory and entry.memory.id for entry in report.reinforced] == [id]
    assert report.added == []
    (now,) = alice.list(kinds=["preference"])
    assert (now.id, now.status, now.mention_count) == (id, Status.ACTIVE, 2)
    assert planned(alice, clock).steps == ()


@pytest.mark.parametrize(
    ("said", "then"),
    [("I like spicy food.", "I don't like spicy food any more."), ("我喜欢爵士乐。", "我不喜欢爵士乐了。")],
)
def test_an_archived_statement_can_be_contradicted(alice: UserMemory, clock: Ticking, said: str, then: str) -> None:
    """What is said now takes the place of what was archived, so that the past stays right and does not come back."""
    id = statement(alice, said)
    lived(alice, clock, 200)
    alice.add(then)
    old = alice.get(id)
    assert old.superseded_by is not None
    assert old.valid_to == clock.now()


@pytest.mark.parametrize(
    ("said", "then"), [("I like jazz.", "Forget that I like jazz."), ("我喜欢爵士乐。", "忘掉我喜欢爵士乐这件事。")]
)
def test_an_archived_statement_can_be_taken_back(alice: UserMemory, clock: Ticking, said: str, then: str) -> None:
    """The user's wish to drop something reaches what is out of recall."""
    id = statement(alice, said)
    lived(alice, clock, 200)
    alice.add(then)
    assert alice.get(id).superseded_at is not None


def test_the_preview_is_the_deed(alice: UserMemory, clock: Ticking) -> None:
    """What would be done is what is done, to the last reason; looking changes nothing, and doing leaves nothing."""
    for said in ("I like jazz.", "我喜欢爬山。", "Nice weather.", "I live in Berlin."):
        alice.add(said)
    for days in (100, 100, 100, 100):
        clock.advance(days=days)
        before = alice.list(status="any", kinds=None), alice.turns()
        preview = planned(alice, clock)
        assert (alice.list(status="any", kinds=None), alice.turns()) == before
        report = decayed(alice, clock)
        assert report.steps == list(preview.steps)
        assert report.skipped == []
        assert planned(alice, clock).steps == ()


def test_a_step_says_why(alice: UserMemory, clock: Ticking) -> None:
    """The reason names the days without use, the uses, the importance and the days it was kept for."""
    statement(alice, "I like jazz.")
    clock.advance(days=95)
    step = next(one for one in planned(alice, clock).steps if one.changes[0].action is Action.FADE)
    assert step.reason == "not used for 95 days, 0 uses, importance 0.60: kept for 90 days"


def test_three_uses_keep_it(alice: UserMemory, clock: Ticking) -> None:
    """What was found three times is kept through the first threshold."""
    id = statement(alice, "I like jazz.")
    for _ in range(3):
        alice.search("What music do I like?", kinds=["preference"])
    lived(alice, clock, 179)
    assert alice.get(id).status is Status.ACTIVE
    lived(alice, clock, 1)
    assert alice.get(id).status is Status.DORMANT


def test_a_clock_that_leaps_removes_nothing(alice: UserMemory, clock: Ticking) -> None:
    """Ten years ahead in one step: everything fades or is archived, and the grace time counts from there. Set right
    again, what went under the false clock comes back."""
    alice.add("I like jazz.")
    alice.add("Nice weather.")
    clock.advance(days=3_650)
    report = decayed(alice, clock)
    assert report.purged == []
    assert {change.action for change in report.changes} == {Action.FADE, Action.ARCHIVE}
    clock.advance(days=-3_640)
    decayed(alice, clock)
    assert {one.status for kinds in (None, ["episode"]) for one in alice.list(kinds=kinds, status="any")} == {
        Status.ACTIVE
    }


def test_a_clock_that_goes_backwards_does_nothing(alice: UserMemory, clock: Ticking) -> None:
    """Before anything was said nothing decays, and nothing that rests is touched."""
    alice.add("I like jazz.")
    lived(alice, clock, 95)
    clock.advance(days=-500)
    assert planned(alice, clock).steps == ()


def test_grace_counts_from_the_archiving(clock: Ticking) -> None:
    """However long nobody used it: at every stage it stays for the grace time."""
    with assembled(InMemoryStore(), clock=clock, grace_days=60) as memory:
        alice = memory.user("alice")
        alice.add("Nice weather.")
        clock.advance(days=1_000)
        decayed(alice, clock)
        lived(alice, clock, 59)
        assert episode(alice).status is Status.ARCHIVED
        lived(alice, clock, 1)
        assert alice.list(kinds=["episode"], status="any") == []


@pytest.mark.parametrize(
    ("given", "said"),
    [({"decay_days": 0}, "I like jazz."), ({"decay_importance": 0.6}, "I like jazz."), ({"decay_accesses": 0}, "")],
)
def test_settings_turn_it_off(clock: Ticking, given: dict[str, Any], said: str) -> None:
    """0 days is never; from the given importance nothing decays; from 0 uses on a memory counts as used."""
    with assembled(InMemoryStore(), clock=clock, **given) as memory:
        alice = memory.user("alice")
        id = statement(alice, said or "I like jazz.")
        lived(alice, clock, 179)
        assert alice.get(id).status is Status.ACTIVE


def test_nothing_is_removed_where_that_is_off(clock: Ticking) -> None:
    """With purge_days 0 turns are archived, statements fade, and all stay."""
    with assembled(InMemoryStore(), clock=clock, purge_days=0) as memory:
        alice = memory.user("alice")
        id = statement(alice, "I like jazz.")
        for _ in range(26):
            clock.advance(days=28)
            decayed(alice, clock)
        assert (alice.get(id).status, episode(alice).status) == (Status.DORMANT, Status.ARCHIVED)


def test_the_words_leave_the_file(file: Path, clock: Ticking) -> None:
    """After the purge no page of the file holds them."""
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        alice = memory.user("alice")
        alice.add("I like zydeco music.")
        alice.add("I live in Berlin.")
        lived(alice, clock, 361)
        memory._core.parts.store.purge()
    assert b"zydeco" not in file.read_bytes()
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT action, detail FROM audit WHERE action = 'purge'").fetchall()
    assert any("removed for good" in detail for _, detail in rows)


def test_a_file_stays(opened: OpenMemory, clock: Ticking) -> None:
    """What came with a file goes to history, and stays there with the file: only the user forgets files."""
    alice = opened.user("alice")
    alice.files.add(b"The boiler was serviced.", name="boiler.txt")
    lived(alice, clock, 400)
    assert [info.name for info in alice.files.list()] == ["boiler.txt"]
    assert alice.list(kinds=["episode"], status="any") != []


def test_what_a_task_in_work_needs_stays(alice: UserMemory, clock: Ticking) -> None:
    """Turns said for an open task stay active; once it is over they go like others."""
    task = alice.tasks.start("Book the trip to Kyoto", session="s1")
    alice.add("The hotel should be quiet.", session="s1", task=task.id)
    lived(alice, clock, 200)
    assert {one.status for one in alice.list(kinds=["episode"], status="any")} == {Status.ACTIVE}
    alice.tasks.complete(task.id, "booked")
    lived(alice, clock, 100)
    assert Status.ACTIVE not in {one.status for one in alice.list(kinds=["episode"], status="any")}


def test_a_summed_up_session_keeps_its_turns(alice: UserMemory, clock: Ticking) -> None:
    """Turns that a summary of the session rests on stay in the log, so that the summary still counts."""
    for number in range(60):
        alice.add({"role": "user", "content": f"Line {number} of our chat about gardens."}, session="s1")
    before = alice.session("s1").summary(everyone=True)
    assert before.layers
    lived(alice, clock, 400)
    after = alice.session("s1").summary(everyone=True)
    assert [one.id for one in after.layers] == [one.id for one in before.layers]


def test_what_was_used_meanwhile_is_skipped(alice: UserMemory, clock: Ticking) -> None:
    """A memory found between plan and deed stays as it is."""
    id = statement(alice, "I like jazz.")
    clock.advance(days=95)
    plan = planned(alice, clock)
    alice.search("What music do I like?", kinds=["preference"])
    alice._core.write_uses(alice._scope)
    report = carry_out(alice._core.jobs.tending, alice._scope, plan, now=clock.now(), actor="mnemic")
    assert id in [change.memory.id for step in report.skipped for change in step.changes]
    assert alice.get(id).status is Status.ACTIVE


@pytest.mark.slow
def test_a_year_of_small_talk_is_a_small_store(alice: UserMemory, clock: Ticking) -> None:
    """After a year of daily turns only those of the last 180 days are held, of which half answer."""
    for day in range(365):
        alice.add(f"It is day {day} and the sky is grey.", session=f"s{day // 7}")
        lived(alice, clock, 1)
    turns = alice.list(kinds=["episode"], status="any")
    assert len(turns) == 179
    assert sum(one.status is Status.ACTIVE for one in turns) == 89


@pytest.mark.every_store
def test_purged_turns_come_in_small_steps(alice: UserMemory, clock: Ticking) -> None:
    """No step takes more than a hundred turns."""
    alice.add([{"role": "user", "content": f"It is number {number}."} for number in range(230)])
    sizes = []
    for days in (90, 90):
        clock.advance(days=days)
        sizes.append([len(step.changes) + len(step.purge) for step in decayed(alice, clock).steps])
    assert sizes == [[100, 100, 30], [100, 100, 30]]


@LIKES
def test_what_faded_ranks_below_what_did_not(
    alice: UserMemory, clock: Ticking, said: str, again: str, question: str
) -> None:
    """At the same moment the same statement scores less once it has faded, and the hit says so."""
    statement(alice, said)
    clock.advance(days=95)
    (before,) = alice.search(question, kinds=["preference"])
    alice._core.uses.take(alice._scope)
    decayed(alice, clock)
    (after,) = alice.search(question, kinds=["preference"])
    assert after.score < before.score
    assert after.explain["dormant"] < 0


@pytest.mark.every_store
@pytest.mark.parametrize("relation", [Relation.CONSOLIDATES, Relation.RESTS_ON])
def test_parts_stay_with_what_was_made_of_them(alice: UserMemory, clock: Ticking, relation: Relation) -> None:
    """What a dense memory or a habit was made of stays as long as that does, and goes with it in one run."""
    part, whole = statement(alice, "I like jazz."), statement(alice, "I like music from New Orleans.")
    link = Link(source=whole, target=part, relation=relation, reason="merged", at=clock.now())
    archived = replace(alice.get(part), status=Status.ARCHIVED, version=2)
    merged = Change(action=Action.MERGE, memory=archived, before=alice.get(part), reason="merged")
    alice._owner.apply([merged], [link], now=clock.now())
    pinned(alice, clock, whole, on=True)
    lived(alice, clock, 500)
    assert alice.get(part) == archived
    pinned(alice, clock, whole, on=False)
    lived(alice, clock, 359)
    assert alice.get(part) == archived
    lived(alice, clock, 1)
    assert alice.list(status="any") == []
    assert planned(alice, clock).steps == ()


@pytest.mark.every_store
def test_what_replaced_another_goes_with_it(alice: UserMemory, clock: Ticking) -> None:
    """Nothing in the store speaks of what is not there: of two that replaced each other the newer never goes first."""
    first = statement(alice, "I like jazz.")
    clock.advance(days=10)
    second = statement(alice, "I don't like jazz any more.")
    assert alice.get(first).superseded_by == second
    for _ in range(80):
        clock.advance(days=7)
        decayed(alice, clock)
        there = {one.id: one for one in alice.list(status="any")}
        assert first not in there or second in there
    assert there == {}


def test_an_exception_for_once_goes_with_its_session(alice: UserMemory, clock: Ticking) -> None:
    """What held for one session only is archived and removed as turns are."""
    alice.add("Just this once, book me an aisle seat.", session="s1")
    assert alice.list(session="s1", status="any") != []
    lived(alice, clock, 310)
    assert alice.list(session="s1", status="any") == []
