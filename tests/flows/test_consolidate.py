"""Consolidation on a whole memory: fragments become dense, give way on contact, and are undone or forgotten by hand."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action, Relation
from mnemic.domain.consolidated import PART_OF, is_consolidated, part_ids_of
from mnemic.domain.record import Kind, Memory, Status
from mnemic.domain.upkeep import UpkeepReport
from mnemic.errors import InvalidInput, ModelUnavailable
from mnemic.models.scripted import ModelCall, ScriptedAnswer, ScriptedModel
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.consolidation.consolidate import plan_consolidation
from mnemic.upkeep.jobs.execution import UpkeepContext, carry_out
from tests.conftest import Ticking, assembled, sqlite_store

LIKES = {
    "en": ("I like hiking.", "I like sushi.", "I like jazz.", "I don't like horror films."),
    "zh": ("我喜欢爬山。", "我喜欢吃川菜。", "我喜欢听民谣。", "我不喜欢恐怖片。"),
}
DENSE = {
    "en": "The user likes hiking, sushi and jazz; doesn't like horror films.",
    "zh": "用户喜欢爬山、吃川菜和听民谣，不喜欢恐怖片",
}
VIEW = Memory.__dataclass_fields__.keys() - {"status", "version", "updated_at", "metadata"}


def tending(memory: OpenMemory) -> UpkeepContext:
    return UpkeepContext(writing=memory._core.writing, count=len)


def consolidate(memory: OpenMemory, user: UserMemory, now: datetime) -> UpkeepReport:
    parts, scope = tending(memory), user._scope
    return carry_out(parts, scope, plan_consolidation(parts, scope, now), now=now, actor="mnemic")


def merged(memory: OpenMemory, user: UserMemory, clock: Ticking, said: tuple[str, ...]) -> Memory:
    """Say things one after the other, and let the dense memory come of it."""
    for number, text in enumerate(said):
        user.add(text, session=f"s{number}")
        clock.advance(hours=1)
    clock.advance(days=8)
    consolidate(memory, user, clock.now())
    clock.advance(days=1)
    (dense,) = [one for one in user.list() if is_consolidated(one)]
    return dense


def part(user: UserMemory, dense: Memory, value: str) -> Memory:
    (found,) = [one for id in part_ids_of(dense) if value in (one := user.get(id)).text]
    return found


def texts(user: UserMemory) -> list[str]:
    return [memory.text for memory in user.list()]


def same_but_for_bookkeeping(one: Memory, other: Memory) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in VIEW)


@pytest.mark.every_store
@pytest.mark.parametrize("language", ["en", "zh"])
def test_fragments_become_one_memory_and_its_parts_are_archived(
    opened: OpenMemory, alice: UserMemory, clock: Ticking, language: str
) -> None:
    """One dense memory with links to its parts, their turns, and their counts; a plan after it holds no steps."""
    dense = merged(opened, alice, clock, LIKES[language])
    parts = [alice.get(id) for id in part_ids_of(dense)]
    assert dense.text == DENSE[language]
    assert [one.status for one in parts] == [Status.ARCHIVED] * 4
    assert {one.superseded_by for one in parts} == {None}
    assert list(dense.sources) == [source for one in parts for source in one.sources]
    assert dense.mention_count == 4
    assert alice.history(dense.id)[0].action is Action.MERGE
    with opened._core.parts.store.reading(alice._scope) as reader:
        links = [link for link in reader.links(dense.id) if link.relation is Relation.CONSOLIDATES]
    assert {link.target for link in links} == set(part_ids_of(dense))
    assert plan_consolidation(tending(opened), alice._scope, clock.now()).steps == ()


def test_fresh_statements_stay_fine_grained(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Nothing that was touched within `consolidate_after_days` is merged."""
    for text in LIKES["en"]:
        alice.add(text)
    clock.advance(days=6)
    assert plan_consolidation(tending(opened), alice._scope, clock.now()).steps == ()
    clock.advance(days=2)
    assert len(plan_consolidation(tending(opened), alice._scope, clock.now()).steps) == 1


def test_a_plan_changes_nothing(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """What is only planned leaves every memory as it is."""
    for text in LIKES["en"]:
        alice.add(text)
    clock.advance(days=8)
    before = alice.list(status="any")
    assert plan_consolidation(tending(opened), alice._scope, clock.now()).steps
    assert alice.list(status="any") == before


def test_what_the_user_confirmed_or_pinned_is_no_part(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Confirmed memories stay by themselves."""
    ids = [alice.add(text).ids[0] for text in LIKES["en"]]
    alice.confirm(ids[0])
    clock.advance(days=8)
    (step,) = plan_consolidation(tending(opened), alice._scope, clock.now()).steps
    assert ids[0] not in {change.memory.id for change in step.changes}


def test_rules_and_constraints_stay_apart(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """What must be placed by itself is never merged."""
    alice.add("From now on always answer in French.")
    alice.add("Never book red-eye flights for me.")
    alice.add("The hotel budget is 200 euros a night.")
    alice.add("I prefer window seats.")
    alice.add("I am allergic to peanuts.")
    clock.advance(days=30)
    assert plan_consolidation(tending(opened), alice._scope, clock.now()).steps == ()


def test_agents_are_not_mixed(opened: OpenMemory, clock: Ticking) -> None:
    """What was said to two agents makes no one memory."""
    for agent, texts_ in (("a", LIKES["en"][:2]), ("b", LIKES["en"][2:])):
        for text in texts_:
            opened.user("alice", agent=agent).add(text)
    clock.advance(days=8)
    assert plan_consolidation(tending(opened), opened.user("alice")._scope, clock.now()).steps == ()


@pytest.mark.parametrize(
    ("language", "again", "value"), [("en", "I like sushi.", "sushi"), ("zh", "我喜欢吃川菜。", "川菜")]
)
def test_said_again_the_part_counts(
    opened: OpenMemory, alice: UserMemory, clock: Ticking, language: str, again: str, value: str
) -> None:
    """A repetition takes the dense memory apart and reinforces its part; the others stand as they were."""
    dense = merged(opened, alice, clock, LIKES[language])
    report = alice.add(again, session="later")
    assert [entry.memory.id for entry in report.reinforced if entry.memory] == [part(alice, dense, value).id]
    assert part(alice, dense, value).mention_count == 2
    assert alice.get(dense.id).status is Status.ARCHIVED
    assert sorted(one.id for one in alice.list()) == sorted(part_ids_of(dense))


@pytest.mark.parametrize(
    ("language", "contrary", "value"), [("en", "I don't like jazz.", "jazz"), ("zh", "我不喜欢听民谣。", "民谣")]
)
def test_a_contradicted_value_does_not_survive(
    opened: OpenMemory, alice: UserMemory, clock: Ticking, language: str, contrary: str, value: str
) -> None:
    """What contradicts one part replaces it, and no standing memory holds the old value."""
    dense = merged(opened, alice, clock, LIKES[language])
    (new,) = alice.add(contrary, session="later").ids
    assert part(alice, dense, value).superseded_by == new
    assert [one.id for one in alice.list() if value in one.text] == [new]
    assert len(alice.list()) == 4


def test_what_touches_no_part_leaves_it_alone(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Another like stands beside the dense memory, which is not changed at all."""
    dense = merged(opened, alice, clock, LIKES["en"])
    alice.add("I like chess.", session="later")
    assert alice.get(dense.id) == dense
    assert "The user likes chess." in texts(alice)


@pytest.mark.parametrize(
    ("language", "request_", "value"),
    [("en", "Forget that I like jazz.", "jazz"), ("zh", "请忘掉我喜欢听民谣。", "民谣")],
)
def test_a_request_to_forget_meets_the_part(
    opened: OpenMemory, alice: UserMemory, clock: Ticking, language: str, request_: str, value: str
) -> None:
    """What the user takes back goes alone: the other parts stand."""
    dense = merged(opened, alice, clock, LIKES[language])
    alice.add(request_, session="later")
    assert not any(value in text for text in texts(alice))
    assert len(alice.list()) == 3
    assert alice.get(dense.id).status is Status.ARCHIVED


def test_a_friend_who_moves(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """A new value of a slot replaces the part that held the old one."""
    said = ("My friend Tom lives in Oslo.", "Tom works as a nurse.", "Tom likes vinyl records.")
    dense = merged(opened, alice, clock, said)
    assert dense.text == "The user's friend Tom lives in Oslo, works as a nurse and likes vinyl records."
    alice.add("Tom moved to Bergen.", session="later")
    assert not any("Oslo" in text for text in texts(alice))
    assert any("Bergen" in text for text in texts(alice))
    assert any("nurse" in text for text in texts(alice))


def test_merged_anew_after_the_pause(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """A dense memory that was taken apart is made anew, with what holds now, once its parts are untouched again."""
    merged(opened, alice, clock, LIKES["en"])
    alice.add("I don't like jazz.", session="later")
    clock.advance(days=8)
    alice.confirm(next(one.id for one in alice.list() if "jazz" in one.text))
    clock.advance(days=1)
    consolidate(opened, alice, clock.now())
    (dense,) = [one for one in alice.list() if is_consolidated(one)]
    assert dense.text == "The user likes hiking and sushi; doesn't like horror films."


@pytest.mark.every_store
def test_undo_brings_the_very_same_statements_back(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Undoing the merge restores every part; undoing that merges them again."""
    for text in LIKES["en"]:
        alice.add(text)
    before = {one.id: one for one in alice.list()}
    clock.advance(days=8)
    consolidate(opened, alice, clock.now())
    (dense,) = alice.list()
    clock.advance(hours=1)
    assert alice.undo(dense.id).status is Status.ARCHIVED
    after = {one.id: one for one in alice.list()}
    assert after.keys() == before.keys()
    assert all(same_but_for_bookkeeping(after[id], before[id]) for id in before)
    assert all(after[id].metadata == before[id].metadata for id in before)
    clock.advance(hours=1)
    alice.undo(dense.id)
    assert [one.id for one in alice.list()] == [dense.id]
    assert all(alice.get(id).metadata[PART_OF] == dense.id for id in before)


def test_undo_of_a_part_takes_its_dense_memory_apart(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Either side may be named."""
    dense = merged(opened, alice, clock, LIKES["en"])
    jazz = part(alice, dense, "jazz")
    assert alice.undo(jazz.id).id == jazz.id
    assert alice.get(jazz.id).status is Status.ACTIVE
    assert len(alice.list()) == 4


def test_undo_of_a_dense_memory_whose_parts_went_on_is_refused(
    opened: OpenMemory, alice: UserMemory, clock: Ticking
) -> None:
    """A contradicted value is not brought back by the way."""
    dense = merged(opened, alice, clock, LIKES["en"])
    alice.add("I don't like jazz.", session="later")
    with pytest.raises(InvalidInput, match="taken apart"):
        alice.undo(dense.id)


def test_rejecting_a_dense_memory_rejects_all_of_it(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Nothing of what was called wrong stands; undo brings it back whole."""
    dense = merged(opened, alice, clock, LIKES["en"])
    alice.reject(dense.id)
    assert alice.list() == []
    clock.advance(hours=1)
    alice.undo(dense.id)
    assert [one.id for one in alice.list()] == [dense.id]
    assert {alice.get(id).metadata.get(PART_OF) for id in part_ids_of(dense)} == {dense.id}


def test_rejecting_a_part_leaves_the_others(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """The dense memory is taken apart, and only the named part is taken back."""
    dense = merged(opened, alice, clock, LIKES["en"])
    alice.reject(part(alice, dense, "jazz").id)
    assert len(alice.list()) == 3
    assert not any("jazz" in text for text in texts(alice))


def test_updating_a_part_changes_it_alone(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """The part stands with its new words beside the others; undo puts all of it back."""
    dense = merged(opened, alice, clock, LIKES["en"])
    jazz = part(alice, dense, "jazz")
    assert alice.update(jazz.id, "The user likes bebop.").status is Status.ACTIVE
    assert not any("jazz" in text for text in texts(alice))
    assert len(alice.list()) == 4
    clock.advance(hours=1)
    alice.undo(jazz.id)
    assert texts(alice) == [DENSE["en"]]


def test_updating_a_dense_memory_replaces_its_parts(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """What the user says instead stands for all of it, and no part comes back by itself."""
    dense = merged(opened, alice, clock, LIKES["en"])
    alice.update(dense.id, "The user likes hiking and ramen.")
    assert texts(alice) == ["The user likes hiking and ramen."]
    assert not is_consolidated(alice.get(dense.id))
    assert {alice.get(id).superseded_by for id in part_ids_of(dense)} == {dense.id}
    clock.advance(hours=1)
    alice.undo(dense.id)
    assert texts(alice) == [DENSE["en"]]


def test_a_confirmation_reaches_the_parts(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """What the user confirmed as a whole is confirmed when it is taken apart, and is merged no more."""
    dense = merged(opened, alice, clock, LIKES["en"])
    assert alice.confirm(dense.id).status is Status.ACTIVE
    alice.add("I like sushi.", session="later")
    assert {one.confidence for one in alice.list()} == {1.0}
    clock.advance(days=30)
    assert plan_consolidation(tending(opened), alice._scope, clock.now()).steps == ()


@pytest.mark.every_store
def test_the_past_is_answered_by_the_parts(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """`as_of` and `known_at` show what they showed before the merge."""
    for text in LIKES["en"]:
        alice.add(text)
    then = clock.advance(hours=1)
    before = texts(alice)
    clock.advance(days=8)
    consolidate(opened, alice, clock.now())
    clock.advance(days=1)
    assert [one.text for one in alice.list(as_of=then)] == before
    assert [one.text for one in alice.list(as_of=clock.now())] == before
    assert [one.text for one in alice.list(known_at=then)] == before
    assert texts(alice) == [DENSE["en"]]
    assert not any(is_consolidated(hit.memory) for hit in alice.search("What does the user like?", as_of=then))


def test_kinds_of_the_parts_are_found(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """A search or listing for a kind finds a dense memory that holds a part of it."""
    for text in ("我喜欢Python。", "我打算学FastAPI。", "我用过Django。"):
        alice.add(text)
    clock.advance(days=8)
    consolidate(opened, alice, clock.now())
    (dense,) = alice.list()
    assert dense.kind is Kind.PREFERENCE
    assert [one.id for one in alice.list(kinds=["plan"])] == [dense.id]
    assert dense.id in [hit.memory.id for hit in alice.search("FastAPI", kinds=["plan"])]
    assert alice.list(kinds=["relationship"]) == []


def test_the_profile_sees_the_parts(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """The portrait has the same slots before and after."""
    for text in LIKES["en"]:
        alice.add(text)
    clock.advance(days=8)
    before = alice.profile.get().traits
    consolidate(opened, alice, clock.now())
    assert alice.profile.get().traits == before


def test_the_portrait_is_kept_in_words(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """A portrait that was made before the merge still names what it rests on."""
    for text in LIKES["en"]:
        alice.add(text)
    made = alice.profile.refresh()
    clock.advance(days=8)
    consolidate(opened, alice, clock.now())
    assert alice.profile.refresh().traits == made.traits


@pytest.mark.slow
@pytest.mark.parametrize("named", ["part", "turn", "session", "dense"])
@pytest.mark.parametrize("kind", ["standing", "taken apart"])
def test_what_is_forgotten_is_in_no_byte_of_the_file(file: Path, clock: Ticking, named: str, kind: str) -> None:
    """Forgetting a part, its turn or its session removes the dense memory; forgetting that removes its parts."""
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        user = memory.user("alice")
        dense = merged(memory, user, clock, ("I like hiking.", "I like sushi.", "I like zydecomusic."))
        if kind == "taken apart":
            user.undo(dense.id)
        secret = part(user, dense, "zydecomusic")
        episode = next(one for one in user.list(kinds=["episode"]) if one.sources == secret.sources)
        ids = {"part": secret.id, "turn": episode.id, "dense": dense.id}
        gone = user.forget(session=secret.sources[0].session) if named == "session" else user.forget(ids[named])
        assert dense.id in gone.memories
        left = sorted(one.text for one in user.list())
        assert left == ([] if named == "dense" else ["The user likes hiking.", "The user likes sushi."])
        assert all(PART_OF not in one.metadata for one in user.list(status="any"))
    data = b"".join(path.read_bytes() for path in file.parent.glob("memory.db*"))
    assert b"zydecomusic" not in data


@pytest.mark.every_store
def test_a_part_that_stays_keeps_its_history(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Forgetting one part does not cut the history of the others."""
    dense = merged(opened, alice, clock, LIKES["en"])
    hiking = part(alice, dense, "hiking")
    alice.forget(part(alice, dense, "jazz").id)
    assert [row.action for row in alice.history(hiking.id)] == [Action.ADD, Action.ARCHIVE, Action.RESTORE]


def test_a_model_joins_the_clauses(clock: Ticking) -> None:
    """A good answer is taken: one call for the group."""
    model = merging(
        '{"clauses":[{"numbers":[3],"text":"likes jazz"},{"numbers":[1,2],"text":"also likes hiking, sushi"}]}'
    )
    with assembled(InMemoryStore(), clock=clock, model=model) as memory:
        dense = _merged_by(memory, model, clock)
    assert dense.text == "The user likes jazz; also likes hiking, sushi."
    assert len(model.calls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot help with that.",
        "{}",
        '{"clauses":[]}',
        '{"clauses":[{"numbers":[1,2],"text":"likes hiking and sushi"}]}',
        '{"clauses":[{"numbers":[1,2,3],"text":"likes hiking, sushi, jazz and opera"}]}',
        '{"clauses":[{"numbers":[1,2,3],"text":"does not like hiking, sushi and jazz"}]}',
        '{"clauses":[{"numbers":[1,2,3],"text":"likes hiking, sushi and 2 jazz"}]}',
        '{"clauses":[{"numbers":[1,2,3],"text":"likes hiking and jazz"}]}',
        '{"clauses":[{"numbers":[9],"text":"likes hiking, sushi and jazz"}]}',
        '{"clauses":[{"numbers":"all","text":7}, null]}',
    ],
)
def test_a_bad_answer_is_harmless(clock: Ticking, answer: str) -> None:
    """The rules' merge stands, and the report says what was refused."""
    model = merging(answer)
    with assembled(InMemoryStore(), clock=clock, model=model) as memory:
        dense = _merged_by(memory, model, clock, degraded=True)
    assert dense.text == "The user likes hiking, sushi and jazz."


def test_a_model_out_of_reach_is_asked_once(clock: Ticking) -> None:
    """Where it cannot be reached, no other group waits for it."""
    model = merging(ModelUnavailable("nobody there"))
    with assembled(InMemoryStore(), clock=clock, model=model) as memory:
        user = memory.user("alice")
        for text in (*LIKES["en"], *LIKES["zh"]):
            user.add(text)
        clock.advance(days=8)
        asked = len(model.calls)
        report = consolidate(memory, user, clock.now())
    assert len(report.steps) == 2
    assert len(report.degraded) == 1
    assert len(model.calls) == asked + 1


def merging(answer: ScriptedAnswer) -> ScriptedModel:
    """A model that merges by this answer, and cannot be reached for anything else."""

    def script(asked: ModelCall) -> ScriptedAnswer:
        wanted = asked.schema is not None and "clauses" in json.dumps(dict(asked.schema))
        return answer if wanted else ModelUnavailable("it only merges")

    return ScriptedModel(script)


def _merged_by(memory: OpenMemory, model: ScriptedModel, clock: Ticking, *, degraded: bool = False) -> Memory:
    user = memory.user("alice")
    for text in LIKES["en"][:3]:
        user.add(text)
    model.calls.clear()
    clock.advance(days=8)
    report = consolidate(memory, user, clock.now())
    assert bool(report.degraded) is degraded
    (dense,) = user.list()
    return dense


def test_a_step_that_meets_a_changed_part_is_skipped(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """A plan that was overtaken does nothing, and the next one plans anew."""
    for text in LIKES["en"]:
        alice.add(text)
    clock.advance(days=8)
    made = plan_consolidation(tending(opened), alice._scope, clock.now())
    alice.add("I don't like jazz.", session="later")
    report = carry_out(tending(opened), alice._scope, made, now=clock.now(), actor="mnemic")
    assert (report.steps, len(report.skipped)) == ([], 1)
    assert not any(is_consolidated(one) for one in alice.list())


@pytest.mark.parametrize(
    ("said", "question", "answer", "instead", "wrong"),
    [
        (
            ("I like window seats.", "I like sushi.", "I like jazz."),
            "Which seat shall I book on the flight?",
            "A window seat, 14A, since you like window seats.",
            "You remembered it wrong, I like aisle seats.",
            "window",
        ),
        (
            ("我喜欢靠窗的飞机座位。", "我喜欢吃川菜。", "我喜欢听民谣。"),
            "飞机上订哪个座位？",
            "靠窗的座位，14A。",
            "你记错了，我喜欢靠过道的座位。",
            "靠窗",
        ),
    ],
)
def test_an_answer_called_wrong_reaches_the_part(
    alice: UserMemory,
    opened: OpenMemory,
    clock: Ticking,
    said: tuple[str, ...],
    question: str,
    answer: str,
    instead: str,
    wrong: str,
) -> None:
    """What the user says instead replaces the part the answer rested on; the others stand."""
    dense = merged(opened, alice, clock, said)
    alice.add({"role": "user", "content": question}, session="talk")
    clock.advance(minutes=1)
    assert dense.id in alice.context(question, session="talk").memory_ids
    clock.advance(minutes=1)
    alice.add({"role": "assistant", "content": answer}, session="talk")
    clock.advance(minutes=1)
    (new,) = alice.add(instead, session="talk").ids
    assert not any(wrong in text for text in texts(alice))
    assert part(alice, dense, wrong).superseded_by == new
    assert alice.get(dense.id).status is Status.ARCHIVED
    assert len(alice.list()) == 3


def test_a_model_is_shown_the_parts_and_replaces_one(clock: Ticking) -> None:
    """A model that reads a statement as the end of a part ends that part, not the dense memory."""

    def script(asked: ModelCall) -> ScriptedAnswer:
        shown = json.loads(asked.messages[1]["content"]) if "Ghent" in asked.messages[1]["content"] else {}
        known = {one["text"]: one["number"] for one in shown.get("known", ())} if shown else {}
        number = known.get("The user's friend Tom lives in Oslo.")
        if number is None:
            return ModelUnavailable("it only reads this")
        found = {"text": "Tom is a Ghent man now.", "quote": "Tom is a Ghent man now", "turn": 1, "replaces": [number]}
        return json.dumps({"memories": [found], "retracts": []})

    with assembled(InMemoryStore(), clock=clock, model=ScriptedModel(script)) as memory:
        user = memory.user("alice")
        said = ("My friend Tom lives in Oslo.", "Tom works as a nurse.", "Tom likes vinyl records.")
        dense = merged(memory, user, clock, said)
        user.add("Tom is a Ghent man now.", session="later")
        assert sorted(texts(user)) == ["Tom is a Ghent man now.", "Tom likes vinyl records.", "Tom works as a nurse."]
        assert user.get(dense.id).status is Status.ARCHIVED
