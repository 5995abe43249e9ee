"""Follow-up questions in a session, and what is understood of a question, from the outside."""

from __future__ import annotations

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.understanding import CompletionSource


def told(user: UserMemory, *said: str, session: str) -> None:
    """What the user says in a session, one message after the other; kept as turns."""
    user.add([{"role": "user", "content": text} for text in said], session=session)


@pytest.mark.parametrize(
    ("before", "said", "question", "wanted"),
    [
        (
            ["The tiler for the bathroom is Ilse, she charges 400.", "The gardener charges 90."],
            "The tiler for the bathroom comes on Friday.",
            "And how much is that?",
            "Ilse",
        ),
        (
            ["Ravi paints in watercolour.", "Our neighbour collects stamps."],
            "I had lunch with Ravi.",
            "What does he paint with?",
            "Ravi paints",
        ),
        (["贴浴室瓷砖的师傅收四百。", "园丁收九十。"], "浴室瓷砖周五来贴。", "那要多少钱？", "四百"),
        (["小郑养了一只鹦鹉。", "隔壁家收集邮票。"], "我和小郑吃了午饭。", "他养了什么？", "鹦鹉"),
    ],
)
def test_a_follow_up_finds_what_its_session_speaks_of(
    alice: UserMemory, before: list[str], said: str, question: str, wanted: str
) -> None:
    """A short question leans on its session; the same question without one has nothing to lean on."""
    told(alice, *before, session="old")
    told(alice, said, session="now")
    found = alice.search(question, session="now")
    assert found.trace.question.completed == said
    assert found.trace.question.text == question
    texts = [hit.memory.text for hit in found if hit.memory.session == "old"]
    assert wanted in texts[0]
    assert alice.search(question).trace.question.completed == ""


def test_an_elliptic_follow_up_keeps_the_first_question(alice: UserMemory) -> None:
    """ "And in June?" asks again what was asked before, in either language."""
    told(alice, "What does the ferry to Bergen cost in May?", session="trip")
    assert alice.search("And in June?", session="trip").trace.question.completed.startswith("What does the ferry")
    told(alice, "去卑尔根的船五月多少钱？", session="行程")
    assert alice.search("六月呢？", session="行程").trace.question.completed.startswith("去卑尔根的船")


def test_the_thing_pointed_at_is_found_in_memory(alice: UserMemory) -> None:
    """Without a session, "that plan" is the newest plan there is; the trace says so."""
    told(alice, "搬家的方案是分两天搬。", session="s1")
    found = alice.search("那个方案怎么样了？").trace.understanding
    assert [one.whence for one in found.completed] == [CompletionSource.MEMORY]
    assert "分两天" in found.completed[0].text


def test_another_agents_words_complete_nothing(opened: OpenMemory) -> None:
    """What was said to another agent in a session of the same name stays with it, names included."""
    opened.user("u1", agent="doctor").add("The plan for my knee is surgery, says Dr Okafor.", session="s")
    trace = opened.user("u1", agent="shop").search("How is that plan going, Okafor?", session="s").trace
    assert trace.question.completed == ""
    assert trace.understanding.entities == ()


def test_why_not_reads_the_question_as_a_search_does(alice: UserMemory) -> None:
    """An explanation is of the question with what it leans on, since that is what was searched."""
    told(alice, "The kiln is at 900 degrees.", session="s1")
    memory = alice.search("kiln", session="s1")[0].memory
    why = alice.why_not(memory.id, "Is it still hot?", session="s1")
    assert [one.text for one in why.understanding.completed] == ["The kiln is at 900 degrees."]
    assert why.explain["completed"] > 0
