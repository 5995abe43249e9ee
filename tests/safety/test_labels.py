"""What a memory may be used for and how long it may be kept is enforced wherever it is recalled (S10)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.labels import NO_LABEL, Label, checked_label, label_of
from mnemic.domain.record import Kind, Memory
from mnemic.errors import AccessDenied, InvalidLabel, MemoryNotFound
from mnemic.safety.access.policy import Actor
from tests.conftest import MONDAY, Ticking, assembled, sqlite_store
from tests.tables import each_row

SAID = {
    "en": ("I'm allergic to walnuts.", "What am I allergic to?", "walnut"),
    "zh": ("我对核桃过敏。", "我对什么过敏？", "核桃"),
}
BLANK = Memory(
    id="m",
    tenant="t",
    user="u",
    kind=Kind.FACT,
    text="x",
    said_at=MONDAY,
    recorded_at=MONDAY,
    updated_at=MONDAY,
)
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])
PURPOSES = st.none() | st.frozensets(st.sampled_from(["a", "b", "c"]))
ENDS = st.none() | st.integers(1, 9).map(lambda days: MONDAY + timedelta(days=days))
LABELS = st.builds(Label, purposes=PURPOSES, until=ENDS, session=st.booleans())


def everywhere(user: UserMemory, question: str, session: str = "now") -> dict[str, str]:
    """All that is recalled of a user, by the way it is recalled."""
    return {
        "search": str(user.search(question, session=session)),
        "context": user.context(question, session=session).text,
        "start": str(user.start(session=session).blocks),
        "window": str(user.session("said").messages(budget=4000)),
        "profile": str(user.profile.get()),
        "world": str(user.entities()),
        "tasks": str(user.tasks.list("any")),
        "skills": str(user.skills.match(question)),
        "summary": user.session("said").summary().text,
    }


def where(user: UserMemory, question: str, word: str, session: str = "now") -> set[str]:
    """The ways in which a word is recalled."""
    return {way for way, text in everywhere(user, question, session).items() if word in text.casefold()}


@LANGUAGES
def test_only_for_its_purpose(opened: OpenMemory, language: str) -> None:
    """What is for support is recalled for support by every way, and by none for another purpose or for none."""
    text, question, word = SAID[language]
    opened.user("alice").add(text, session="said", purpose="support")
    support = opened.user("alice", purpose="support")
    assert {"search", "context", "start", "window", "profile"} <= where(support, question, word)
    assert where(opened.user("alice"), question, word) == set()
    assert where(opened.user("alice", purpose="advertising"), question, word) == set()


@LANGUAGES
def test_without_a_label_for_every_purpose(opened: OpenMemory, language: str) -> None:
    """What bears no label is recalled for any purpose, and for none."""
    text, question, word = SAID[language]
    opened.user("alice").add(text, session="said")
    for purpose in (None, "support"):
        assert "search" in where(opened.user("alice", purpose=purpose), question, word)


@LANGUAGES
def test_the_purpose_of_one_question(alice: UserMemory, language: str) -> None:
    """A purpose may be named for one question; an answer kept at hand for it is given for no other."""
    text, question, word = SAID[language]
    alice.add(text, purpose=["support", "billing"])
    for _ in range(2):  # the second time from the cache
        assert word in str(alice.search(question, purpose="billing"))
        assert word not in str(alice.search(question))
        assert word not in str(alice.search(question, purpose="advertising"))
        assert word in alice.context(question, purpose="support").text
        assert word not in alice.context(question).text
    assert alice.search(question, purpose="support").trace.question.purpose == "support"


@pytest.mark.every_store
@LANGUAGES
def test_until_it_is_over(alice: UserMemory, clock: Ticking, language: str) -> None:
    """What is to be kept for a time is recalled until then, not an instant longer, whatever moment is asked for; that
    an answer was kept at hand changes nothing. The next night it is gone."""
    text, question, word = SAID[language]
    alice.add(text, session="said", retention="PT20H")
    clock.advance(hours=19, minutes=50)
    assert "search" in where(alice, question, word)
    clock.advance(minutes=10)
    assert where(alice, question, word) == set()
    assert word not in str(alice.search(question, at=MONDAY + timedelta(hours=1)))
    assert word not in str(alice.search(question, known_at=MONDAY + timedelta(hours=1)))
    assert alice.upkeep.decay().purged
    assert (alice.list(status="any"), alice.turns("said")) == ([], [])


@pytest.mark.every_store
@LANGUAGES
def test_for_its_session_only(alice: UserMemory, clock: Ticking, language: str) -> None:
    """What is kept for a session is recalled in that one, and removed when it has been over for a day."""
    text, question, word = SAID[language]
    alice.add(text, session="said", retention="session")
    assert "search" in where(alice, question, word, session="said")
    assert where(alice, question, word) - {"window", "summary"} == set()
    clock.advance(hours=23)
    assert not alice.upkeep.decay().purged
    clock.advance(hours=2)
    assert alice.upkeep.decay().purged
    assert alice.turns("said") == []


def test_it_is_removed_through_everything(file: Path, clock: Ticking) -> None:
    """What is over goes from the file with all that was made of it, by the schedule; what another turn says stays."""
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        alice = memory.user("alice")
        alice.add("My doctor is Dr. Quelzapheta.", session="s1", retention="P7D")
        alice.add("I live in Tromso.", session="s1")
        alice.search("Who is my doctor?")
        clock.advance(days=8)
        memory.run_due()
        assert [one.text for one in alice.list()] == ["The user lives in Tromso."]
    assert all(b"uelzapheta" not in path.read_bytes() for path in file.parent.iterdir())


@LANGUAGES
def test_a_waiting_turn_keeps_it(file: Path, clock: Ticking, language: str) -> None:
    """A turn that is understood later, by another process, makes memories under its label; its time runs from when it
    was said to the memory."""
    text, question, word = SAID[language]
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        memory.user("alice").add(text, wait=False, purpose="support", retention="P2D")
    clock.advance(days=1)
    with assembled(sqlite_store(file, lock_wait_s=20), clock=clock) as memory:
        memory.run_due()
        support = memory.user("alice", purpose="support")
        assert word in str(support.search(question))
        assert word not in str(memory.user("alice").search(question))
        assert {one.retention for one in support.list(kinds=["fact", "constraint", "episode"])} == {
            (MONDAY + timedelta(days=2)).isoformat()
        }
        clock.advance(days=1)
        assert word not in str(support.search(question))


def test_a_message_may_bear_its_own(alice: UserMemory) -> None:
    """A label of one message stands before that of all of them."""
    alice.add([{"content": "I live in Tromso.", "purpose": "billing"}, "I'm allergic to walnuts."], purpose="support")
    found = {one.text: one.purpose for one in alice.list()}
    assert found["The user lives in Tromso."] == "billing"
    assert {purpose for text, purpose in found.items() if "walnuts" in text} == {"support"}
    assert not any(key.startswith("mnemic.purpose") for one in alice.list() for key in one.metadata)


def test_said_again_without_a_label(alice: UserMemory) -> None:
    """What is said again without a label may be used as if it had been said only so."""
    alice.add("I live in Tromso.", purpose="support")
    alice.add("I live in Tromso.", session="later")
    assert "Tromso" in str(alice.search("Where do I live?"))


def test_what_is_made_of_several(opened: OpenMemory, alice: UserMemory, clock: Ticking) -> None:
    """Statements of different purposes are never merged, those of one purpose are, under its label; habits and digests
    are made of neither."""
    for purpose, things in (("a", ("jazz", "chess", "hiking")), ("b", ("tea", "opera"))):
        for thing in things:
            alice.add(f"I like {thing}.", session=f"{purpose}{thing}", purpose=purpose)
    clock.advance(days=40)
    for job in ("sweep", "consolidate", "distill", "digest"):
        getattr(alice.upkeep, job)()
    merged = [one for one in alice.list() if "jazz" in one.text and "chess" in one.text]
    assert [one.purpose for one in merged] == ["a"]
    assert all("opera" not in one.text for one in merged)
    assert alice.list(kinds=["digest"]) == []


@LANGUAGES
def test_a_task_filled_under_a_label(opened: OpenMemory, language: str) -> None:
    """A task that labelled talk has filled is for that purpose from then on."""
    user, support = opened.user("alice"), opened.user("alice", purpose="support")
    said = {"en": "No Quetzal flights for this trip, please.", "zh": "这次旅行不要坐格查尔航空。"}[language]
    user.tasks.start("Plan the trip", id="trip", session="said")
    user.add(said, session="said", task="trip", purpose="support")
    word = {"en": "Quetzal", "zh": "格查尔"}[language]
    assert word not in str(user.tasks.list("any"))
    assert word not in user.context("What about the trip?", session="said", task="trip").text
    if support.tasks.get("trip").constraints:
        assert word in str(support.tasks.list("any"))


@LANGUAGES
def test_agents_see_their_purpose_only(opened: OpenMemory, language: str) -> None:
    """The user lists everything; an agent neither lists nor gets what is for another purpose, nor labels anything."""
    text, _, word = SAID[language]
    user = opened.user("alice")
    user.add(text, purpose="support")
    held = next(one for one in user.list() if word in one.text)
    agent = opened.user("alice", actor=Actor.AGENT)
    assert word not in str(agent.list(kinds=["episode", "fact", "constraint"], status="any"))
    with pytest.raises(AccessDenied, match="support only"):
        agent.get(held.id)
    assert agent.turns() == agent.session("main").turns() == []
    trace = user.search("What am I allergic to?", purpose="support").trace
    with pytest.raises(MemoryNotFound):
        agent.trace(trace.id)
    allowed = opened.user("alice", actor=Actor.AGENT, purpose="support")
    assert [turn.text for turn in allowed.turns()] == [text]
    assert allowed.trace(trace.id).id == trace.id
    assert allowed.get(held.id).text == held.text
    with pytest.raises(AccessDenied, match="the user's to say"):
        allowed.label(held.id)


@pytest.mark.every_store
@LANGUAGES
def test_labelled_afterwards(alice: UserMemory, language: str) -> None:
    """A label given later holds for the turn and all that was made of it, for the past as it was known too; lifted, it
    is as if it had never been."""
    text, question, word = SAID[language]
    alice.add(text, session="said")
    alice.profile.refresh()
    held = next(one for one in alice.list() if word in one.text)
    assert "window" in where(alice, question, word)
    labelled = alice.label(held.id, purpose="support", retention="P1Y")
    assert (labelled.purpose, labelled.retention) == ("support", "2027-03-02T09:00:00+00:00")
    assert where(alice, question, word) == set()
    assert word not in str(alice.search(question, known_at=MONDAY))
    assert alice.history(held.id)[-1].reason.startswith("for support")
    alice.label(held.id)
    assert {"search", "window"} <= where(alice, question, word)


@each_row(
    ("purpose", "retention", "told"),
    [
        ("", None, "''"),
        (7, None, "7"),
        ("a,b", None, "list"),
        ([], None, "no purpose"),
        ("x" * 65, None, "at most 64"),
        (None, "30 days", "P30D"),
        (None, "P", "P30D"),
        (None, "P0D", "over already"),
        (None, "2026-03-01T00:00:00Z", "over already"),
        (None, "2027-01-01T00:00:00", "zone"),
        (None, "P99999999999Y", "P30D"),
        (None, True, "P30D"),
    ],
)
def test_what_cannot_be_a_label(alice: UserMemory, purpose: object, retention: object, told: str) -> None:
    """The value that cannot be used is named with the way out, and nothing is stored."""
    with pytest.raises(InvalidLabel) as raised:
        alice.add("I live in Tromso.", purpose=purpose, retention=retention)  # type: ignore[arg-type]
    assert told in str(raised.value)
    assert alice.turns() == []


def test_only_purposes_of_the_setting(file: Path) -> None:
    """Where the setting names purposes, no other can be named, in a label or in a question."""
    with assembled(sqlite_store(file, lock_wait_s=20), purposes=("support", "billing")) as memory:
        memory.user("alice").add("I live in Tromso.", purpose="billing")
        for wrong in (
            lambda: memory.user("alice", purpose="adverts"),
            lambda: memory.user("alice").add("x", purpose="adverts"),
            lambda: memory.user("alice").search("x", purpose="adverts"),
        ):
            with pytest.raises(InvalidLabel, match=r"'adverts'.*billing, support"):
                wrong()


@each_row(
    ("said", "until"),
    [
        ("P30D", datetime(2026, 4, 1, 9, tzinfo=UTC)),
        ("P1M", datetime(2026, 4, 2, 9, tzinfo=UTC)),
        ("P1Y2M3W4DT5H6M7S", datetime(2027, 5, 27, 14, 6, 7, tzinfo=UTC)),
        (timedelta(hours=1), datetime(2026, 3, 2, 10, tzinfo=UTC)),
        ("2026-12-31T08:00:00+08:00", datetime(2026, 12, 31, tzinfo=UTC)),
    ],
)
def test_lengths_of_time(said: str | timedelta, until: datetime) -> None:
    """A length of time is counted from when it is given, by the calendar."""
    assert checked_label(None, said, now=MONDAY).until == until


@given(st.lists(LABELS, min_size=1, max_size=4))
def test_what_is_derived_reaches_no_further(parts: list[Label]) -> None:
    """What is made of several serves only what every part serves, and ends with the first of them."""
    made = NO_LABEL
    for part in parts:
        made = made.both(part)
    for purpose in (None, "a", "b", "c"):
        assert made.serves(purpose) is all(part.serves(purpose) for part in parts)
    for days in range(10):
        at = MONDAY + timedelta(days=days)
        assert made.over(at) is any(part.over(at) for part in parts)
    assert made.session is any(part.session for part in parts)


@given(LABELS)
def test_a_label_is_read_back(one: Label) -> None:
    """What a record holds of a label is the label."""
    held = replace(BLANK, purpose=one.purpose, retention=one.retention)
    assert label_of(held) == one


def test_a_file_under_a_label(opened: OpenMemory) -> None:
    """A file, its caption and what stands in it are for its purpose only; an agent does not see that it is there."""
    user = opened.user("alice")
    user.files.add(b"The gate code is Yttrium.", name="gate.txt", caption="The gate of Quorndon", purpose="support")
    assert "Yttrium" not in str(user.search("What is the gate code?"))
    assert "Yttrium" in str(user.search("What is the gate code?", purpose="support"))
    assert len(user.files.list()) == 1
    assert opened.user("alice", actor=Actor.AGENT).files.list() == []
    assert len(opened.user("alice", actor=Actor.AGENT, purpose="support").files.list()) == 1


def test_no_need_is_made_of_a_purpose(alice: UserMemory, clock: Ticking) -> None:
    """A question that recurs for a purpose is not answered ahead for none, and none of its words are kept."""
    alice.add("I'm allergic to walnuts.", purpose="support")
    for _ in range(10):
        alice.search("What am I allergic to?", purpose="support")
        clock.advance(days=1)
    assert alice.due_needs() == []


@pytest.mark.parametrize("together", [True, False])
@LANGUAGES
def test_no_light_from_another_label(opened: OpenMemory, language: str, together: bool) -> None:
    """What an unlabelled message leans on is not filled in from a labelled one, said before it or with it."""
    said = {
        "en": ("My sister Quelzapheta lives in Oslo.", "She is allergic to walnuts.", "quelzapheta"),
        "zh": ("我姐姐叫钱塘瓈，住在奥斯陆。", "她对核桃过敏。", "钱塘瓈"),
    }[language]
    user = opened.user("alice")
    first = {"content": said[0], "purpose": "support"}
    if together:
        user.add([first, said[1]], session="said")
    else:
        user.add(first, session="said")
        user.add(said[1], session="said")
    assert (
        said[2] not in str([one for one in user.list(kinds=list(Kind), status="any") if one.purpose is None]).casefold()
    )
