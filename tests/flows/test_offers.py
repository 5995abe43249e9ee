"""What the assistant offers to keep is kept by the program, and a skill made permanent is out of the reach of talk."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mnemic.api.memory import UserMemory
from mnemic.domain.changes import Action, Change
from mnemic.domain.record import Tier
from mnemic.writing.skills import PERMANENT


@pytest.mark.parametrize(
    ("order", "offer", "answer"),
    [
        ("Always quote me prices in kronor.", "Shall I keep that for good?", "Yes, please."),
        ("Always quote me prices in kronor.", "Does this hold for good: 'always quote me prices in kronor'?", "Yes."),
        ("以后报价一律用港币。", "要把“以后报价一律用港币”写入永久记忆吗？", "要的。"),
        ("以后报价一律用港币。", "这条要长期记住吗？", "是的，请记住。"),
    ],
)
def test_a_yes_leaves_the_proposal_as_it_is(alice: UserMemory, order: str, offer: str, answer: str) -> None:
    """It is neither superseded nor reworded nor confirmed by a yes in talk."""
    (proposed,) = [entry.memory for entry in alice.add(order, session="s1").added if entry.memory]
    assert proposed.tier is Tier.PROPOSED
    alice.add({"role": "assistant", "content": offer}, session="s1")
    report = alice.add(answer, session="s1")
    assert not report.added
    after = alice.get(proposed.id)
    assert (after.text, after.tier, after.superseded_by) == (proposed.text, Tier.PROPOSED, None)


@pytest.mark.parametrize(
    ("offer", "answer", "codes"),
    [
        ("Your dates moved, but HT901 is for the old ones. Shall I cancel it and book anew?", "Yes, do that.", "HT901"),
        ("日期改了，HT901还是原来的。要退掉重订吗？", "好，就这么办。", "HT901"),
    ],
)
def test_a_yes_to_a_deed_is_no_lasting_decision(alice: UserMemory, offer: str, answer: str, codes: str) -> None:
    """Nothing of long standing quotes the codes of what was done."""
    alice.add({"role": "assistant", "content": offer}, session="s1")
    alice.add(answer, session="s1")
    assert not [memory for memory in alice.list() if memory.tier is Tier.LONG_TERM and codes in memory.text]


@pytest.mark.parametrize(
    ("lesson", "change"),
    [
        (
            "First lock the till, then dim the lights, then set the alarm. Call this the closing drill.",
            "In the closing drill, add a step at the end: feed the cat",
        ),
        ("先锁钱箱，再关灯，最后设警报，这套就叫打烊流程", "打烊流程最后加一步：喂猫"),
    ],
)
def test_a_permanent_skill_is_not_amended_by_talk(alice: UserMemory, lesson: str, change: str) -> None:
    """The same words amend a skill that is not permanent, and leave one that is as it was, and say why."""
    (id,) = alice.add(lesson, session="s1").ids
    taught = alice.get(id)
    kept = replace(taught, tier=Tier.PERMANENT, version=taught.version + 1)
    made = Change(action=Action.REVISE, memory=kept, before=taught, reason="the user wants it kept for good")
    alice._apply("confirm", [made], now=taught.updated_at)
    before = alice.get(id)
    assert before.tier is Tier.PERMANENT
    report = alice.add(change, session="s1")
    assert alice.get(id) == before
    assert PERMANENT in [dropped.reason for dropped in report.dropped]


def test_a_skill_that_is_not_permanent_is(alice: UserMemory) -> None:
    """The guard is the tier, not the wording."""
    (id,) = alice.add("先锁钱箱，再关灯，最后设警报，这套就叫打烊流程", session="s1").ids
    alice.add("打烊流程最后加一步：喂猫", session="s1")
    assert "喂猫" in alice.get(id).text
