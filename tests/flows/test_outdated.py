"""What took the place of a value ranks above it, also where the write could not see that (R5, W9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Kind, Status
from tests.conftest import Ticking

DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Ticking:
    """A clock that stands until it is set."""
    return Ticking(moment=datetime(2026, 2, 2, 9, tzinfo=UTC))


@pytest.fixture
def memory(clock: Ticking) -> Iterator[OpenMemory]:
    """The real embedder: what is near is the matter here."""
    with mnemic.open(":memory:", clock=clock, background=False) as opened:
        yield opened


def lived(memory: OpenMemory, clock: Ticking, said: Sequence[str]) -> UserMemory:
    """What a user said, a month apart."""
    user = memory.user("alice")
    for number, text in enumerate(said):
        user.add(text, session=f"s{number}")
        clock.moment += 30 * DAY
    return user


def first(user: UserMemory, question: str, **asked: object) -> str:
    """The best hit."""
    return user.search(question, k=5, **asked)[0].memory.text  # type: ignore[arg-type]


NOW = [
    (["I usually go to the gym on Baker Row", "I like the gym on Baker Row", "I go to the gym in Mill Lane now"],
     "Which gym do I go to?", "Mill Lane"),
    (["My team has four people", "These days my team has nine people"], "How many people are in my team?", "nine"),
    (["我们小组一共四个人", "我现在带的小组有九个人"], "我的小组有几个人？", "九"),
    (["我每个月存一千块", "每个月固定存下一千块", "我现在每个月存两千五"], "我每个月存多少钱？", "两千五"),
    (["周例会在星期一上午", "新部门的周例会在星期五下午"], "我的周例会是星期几？", "星期五"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "question", "right"), NOW)
def test_the_later_value_ranks_first(
    memory: OpenMemory, clock: Ticking, said: list[str], question: str, right: str
) -> None:
    """Whether statement or turn: of two values of one matter the one said later answers what is so now."""
    assert right in first(lived(memory, clock, said), question)


def test_the_past_is_still_found(memory: OpenMemory, clock: Ticking) -> None:
    """Asked as of a day before the change, the older value answers."""
    user = lived(memory, clock, ["周例会在星期一上午", "新部门的周例会在星期五下午"])
    question = "我的周例会是星期几？"
    assert "星期一" in first(user, question, as_of=datetime(2026, 2, 3, tzinfo=UTC))


@pytest.mark.parametrize("question", ["Which gym do I go to?", "Which gym did I go to before?", "What do I like?"])
def test_nothing_is_cut(memory: OpenMemory, clock: Ticking, question: str) -> None:
    """What stands below is there for whoever looks further."""
    user = lived(memory, clock, ["I like the gym on Baker Row", "I go to the gym in Mill Lane now"])
    assert any("Baker Row" in hit.memory.text for hit in user.search(question, k=5))


def test_one_of_many_values_takes_no_others_place(memory: OpenMemory, clock: Ticking) -> None:
    """A new dislike ends no allergy."""
    user = lived(memory, clock, ["I'm allergic to walnuts", "I don't like peas any more"])
    assert "walnuts" in first(user, "What am I allergic to?")


def test_a_stranger_takes_nobodys_place(memory: OpenMemory, clock: Ticking) -> None:
    """What somebody else does now is not what the user does."""
    user = lived(memory, clock, ["我在学葡萄牙语", "我表妹现在在学韩语"])
    assert "葡萄牙语" in first(user, "我在学什么语言？")


def test_a_value_confirmed_by_saying_it_again_ends_every_other_wording(memory: OpenMemory, clock: Ticking) -> None:
    """A statement that repeats what stands still ends what contradicts it and was left standing."""
    user = memory.user("alice")
    user.add("我住在嘉兴", session="a")
    clock.moment += 30 * DAY
    user.permanent.confirm(user.permanent.propose("我住在嘉兴南湖区", key="home").id)
    clock.moment += 30 * DAY
    user.add("我搬到宁波了", session="b")
    clock.moment += 30 * DAY
    user.add("我现在住在宁波", session="c")
    stands = [one.text for one in user.list(kinds=[Kind.FACT], status=Status.ACTIVE) if one.tier != "permanent"]
    assert any("宁波" in text for text in stands)
    assert not any("嘉兴" in text for text in stands)


def test_rejecting_the_proposal_brings_back_what_it_ended(memory: OpenMemory, clock: Ticking) -> None:
    """What gave way to a word against permanent memory stands again once that word is rejected."""
    user = memory.user("alice")
    user.add("我住在嘉兴", session="a")
    clock.moment += 30 * DAY
    user.permanent.confirm(user.permanent.propose("我住在嘉兴南湖区", key="home").id)
    user.add("我搬到宁波了", session="b")
    (newer,) = [one for one in user.permanent.proposals() if "宁波" in one.text]
    (older,) = [one for one in user.list(kinds=[Kind.FACT], status="any") if one.text == "用户住在嘉兴"]
    assert older.superseded_by == newer.id
    user.permanent.reject(newer.id)
    assert user.get(older.id).status is Status.ACTIVE


BESIDE = [
    ("I like a window seat in planes", "I moved the ironing board to the window"),
    ("I play squash", "The lights at the squash hall were replaced"),
    ("I rent a flat in Quarry House", "The gate code at Quarry House changed"),
    ("我最近在追《长安十二时辰》", "我现在改喝手冲了，不喝速溶了"),
    ("我用微信办公", "微信的铃声换成鸟叫了"),
    ("我在城南小学当老师", "城南小学的食堂换承包商了"),
]


@pytest.mark.parametrize(("fact", "talk"), BESIDE)
def test_talk_beside_a_fact_ends_it_not(memory: OpenMemory, clock: Ticking, fact: str, talk: str) -> None:
    """A change of something else that only shares a word with a fact leaves it as it is."""
    user = lived(memory, clock, [fact])
    held = [one.id for one in user.list()]
    assert held
    user.add(talk, session="later")
    assert all(user.get(id).superseded_at is None for id in held)


def test_saying_the_same_in_the_form_of_another_attribute_repeats_it(memory: OpenMemory, clock: Ticking) -> None:
    """One value of one matter is one statement, mentioned twice."""
    user = lived(memory, clock, ["I work for Tarnley", "My employer is Tarnley"])
    told = [one for one in user.list() if "Tarnley" in one.text and one.kind is not Kind.EPISODE]
    assert [one.mention_count for one in told] == [2]
