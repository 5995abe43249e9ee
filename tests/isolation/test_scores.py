"""Statistics are a user's own: what others say changes neither what is found nor its order, nor a digit of a score."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.ports import Store
from tests.conftest import Ticking, assembled
from tests.isolation.stores import KEPT

SAYS = [
    "I live in Leeds with my sister Zoe.",
    "I prefer aisle seats on long flights.",
    "我对花生过敏，吃了会起疹子。",
    "My dentist is Dr. Marrow in Park Row.",
    "Last week I bought a blue bicycle.",
    "以后所有邮件都用中文写。",
]
ASKS = [
    "Where do I live?",
    "which seat on a flight",
    "我对什么过敏？",
    "Who is Zoe?",
    "用什么语言写邮件",
    "bicycle dentist",
]
ALIKE = [text.replace("Leeds", "York").replace("blue", "red") for text in SAYS] * 3
"""The same words many times over: with shared statistics they would be common words, and count for less."""

Answer = list[tuple[str, float, dict[str, float], float | None]]


def answers(user: UserMemory) -> list[Answer]:
    """What is found for each question, with every term of every score to the last bit."""
    found = []
    for question in ASKS:
        recall = user.search(question, k=10)
        found.append([(hit.memory.text, hit.score, dict(hit.explain), recall.answered) for hit in recall])
    return found


def told(user: UserMemory) -> list[object]:
    """What else is worked out from all of a user's texts: entities, and the prompt for a question."""
    named = [(one.name, one.count) for one in user.entities()]
    return [named, user.context(ASKS[0]).text, user.start(session="new").text, user.stats()]


def test_what_others_say_changes_no_score(shared: OpenMemory) -> None:
    """Alice's answers before and after three others said much in the same words, in one process."""
    alice = shared.user("alice")
    alice.add(SAYS, session="s1")
    before = answers(alice), told(alice)
    for name in ("bob", "carol", "Alice"):
        shared.user(name).add(ALIKE, session="s1")
        answers(shared.user(name))
    alice._core.clear_after_forgetting(
        alice._scope
    )  # nothing of hers is at hand any more: all of it is worked out anew
    assert (answers(alice), told(alice)) == before
    assert all(math.isfinite(score) for answer in before[0] for _, score, _, _ in answer)


def test_alone_or_among_others(store: Store, tmp_path: Path) -> None:
    """A memory file of her own gives Alice the answers that one shared with two hundred texts of others gives her."""
    with assembled(store, clock=Ticking()) as crowded:
        for name in ("aaron", "zoe"):
            crowded.user(name).add(ALIKE * 5, session="s1")
        crowded.user("alice").add(SAYS, session="s1")
        among = answers(crowded.user("alice"))
    (tmp_path / "own").mkdir()
    with assembled(KEPT["sqlite"](tmp_path / "own")) as own:
        own.user("alice").add(SAYS, session="s1")
        assert answers(own.user("alice")) == among


@pytest.mark.parametrize("kept", KEPT)
def test_after_a_restart_too(kept: str, tmp_path: Path) -> None:
    """Opened anew, with others' texts written in between by another process: the answers are those of a file in which
    nobody wrote in between."""
    found = []
    for others in (False, True):
        folder = tmp_path / str(others)
        folder.mkdir()
        with assembled(KEPT[kept](folder)) as memory:
            memory.user("alice").add(SAYS, session="s1")
        if others:
            with assembled(KEPT[kept](folder)) as memory:
                memory.user("bob").add(ALIKE, session="s1")
        with assembled(KEPT[kept](folder)) as memory:
            found.append(answers(memory.user("alice")))
    assert found[0] == found[1]


def test_votes_of_others_weigh_nothing(shared: OpenMemory) -> None:
    """Feedback of Bob on the same question leaves Alice's order and scores alone."""
    alice, bob = shared.user("alice"), shared.user("bob")
    for user in (alice, bob):
        user.add(SAYS, session="s1")
    before = answers(alice)
    for question in ASKS * 3:
        recall = bob.search(question)
        bob.feedback(recall, False)
    assert answers(alice) == before
    alice._core.kept.forget(alice._scope)
    assert answers(alice) == before


def test_habits_of_others_are_nobodys_needs(shared: OpenMemory, clock: Ticking) -> None:
    """Bob asks the same each morning: it is due for him, and not for Alice, who asked once."""
    alice, bob = shared.user("alice"), shared.user("bob")
    for user in (alice, bob):
        user.add(SAYS, session="s1")
    for _ in range(5):
        bob.search("What is on today?")
        clock.advance(days=1)
    alice.search("What is on today?")
    assert [need.text for need in bob.due_needs()] == ["What is on today?"]
    assert alice.due_needs() == []
