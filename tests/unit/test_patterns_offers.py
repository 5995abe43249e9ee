"""A bare yes to the assistant's offer to keep something, or to do something, states nothing; other answers do."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.record import Kind
from mnemic.language import detect
from mnemic.reader import en, zh
from mnemic.reader.offers import offers_to_do, offers_to_keep
from mnemic.reader.statement import EarlierMessage, MessageSetting, Statement
from tests.tables import each_row

SAID = datetime(2026, 6, 10, 4, 0, tzinfo=UTC)


def stated(message: str, *earlier: tuple[str, str]) -> tuple[Statement, ...]:
    spoken = tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    read = zh.read_chinese if detect.language(message) == "zh" else en.read_english
    return read(message, MessageSetting(said=SAID, zone=UTC, earlier=spoken)).statements


KEEPING = (
    ("Always answer me in Welsh.", "Shall I keep that for good?", "Yes, please."),
    ("Always quote prices in kronor.", "Does this hold for good: 'always quote prices in kronor'?", "Yes."),
    ("I'm allergic to sesame.", "I would keep this for good: “The user is allergic to sesame.” All right?", "Yes, do."),
    ("I sit on the left on buses.", "Should I remember that you sit on the left?", "Yes, remember that."),
    ("Call me Bram.", "Do you want me to store it in long-term memory?", "Sure, thanks"),
    ("Prices in kronor, please.", "Is that to apply from now on?", "Yes, from now on."),
    ("以后都用粤语回我。", "要把“以后都用粤语回我”写入永久记忆吗？", "要的，谢谢。"),
    ("以后都用粤语回我。", "要把“以后都用粤语回我”设为长期规则吗？", "对，就这么办。"),
    ("我对芝麻过敏。", "这条要一直记住吗？", "是的，请记住。"),
    ("报价都用港币。", "以后都这样吗：“报价都用港币”？", "好的。"),
)
DOING = (
    ("Can we sail a day later?", "The 14 June ferry FX22 is full. Shall I cancel and rebook?", "Yes, do that."),
    ("", "Your dates moved, but HT901 is for the old ones. Shall I cancel it and book anew?", "Yes, please."),
    ("Find me a ferry.", "Search 4411 does not answer. Shall I try again?", "Go ahead."),
    ("晚一天走行吗？", "6月14日的轮渡FX22满了。要退掉重订吗？", "好，就这么办。"),
    ("", "日期改到了6月15日，HT901还是原来的。需要我取消并改订吗？", "可以，按你说的办。"),
    ("查一下轮渡。", "查询4411没有回音。要再试一次吗？", "好的，再试一次。"),
)


@each_row(("before", "asked", "answer"), [*KEEPING, *DOING])
def test_a_bare_yes_to_an_offer_states_nothing(before: str, asked: str, answer: str) -> None:
    """Neither what is to be kept nor what is to be done is said anew by it."""
    said = [("user", before)] if before else []
    assert stated(answer, *said, ("assistant", asked)) == ()


@each_row(
    ("asked", "answer", "kind", "holds"),
    [
        (
            "The Harbour Inn has a room on 3 July for 90 euros. Shall I book it?",
            "Yes, go ahead.",
            Kind.DECISION,
            "Harbour",
        ),
        ("Shall I always use kilometres?", "Yes, please.", Kind.RULE, "kilometres"),
        ("You're vegan, right? Should I remember that?", "Yes.", Kind.FACT, "vegan"),
        ("Shall I keep that for good?", "Yes. I'm also allergic to kiwis.", Kind.FACT, "kiwis"),
        ("“海港客栈”7月3日还有房，600元一晚。要订吗？", "好，就订这个。", Kind.DECISION, "600"),
        ("要长期记住吗？", "好的。另外我对猕猴桃过敏。", Kind.FACT, "猕猴桃"),
    ],
)
def test_what_else_an_answer_says_is_stated(asked: str, answer: str, kind: Kind, holds: str) -> None:
    """A choice, an order the question itself holds, a guess, and what stands beside the yes."""
    found = stated(answer, ("assistant", asked))
    assert len(found) == 1
    assert holds in found[0].text
    assert found[0].kind is kind


def test_only_the_closing_question_counts() -> None:
    """What is only mentioned before it, or quoted in it, makes no offer to keep or to do."""
    assert not offers_to_keep("I'll keep that in mind. Which ferry do you take?")
    assert not offers_to_keep("我记住了。您坐哪班轮渡？")
    assert not offers_to_do("I can cancel it any time. Shall I book the Harbour Inn?")
    assert not offers_to_keep("Shall I keep the sauna at 80 degrees?")
    assert offers_to_keep("“No lamb.” Shall I remember this?")
    assert offers_to_keep("“不要羊肉。”要永久记住吗？")


@each_row(
    ("said", "value"),
    [
        ("I never take sleeper trains.", "sleeper trains"),
        ("I don't ever take sleeper trains.", "sleeper trains"),
        ("I never buy raffle tickets.", "raffle tickets"),
        ("I'd never ever stay in motels", "motels"),
        ("Motels are never for me.", "motels"),
        ("A shared room is not an option for me.", "shared room"),
        ("我从不坐卧铺。", "卧铺"),
        ("我从来不买彩票。", "彩票"),
        ("汽车旅馆我从来不住。", "汽车旅馆"),
        ("我绝不住汽车旅馆。", "汽车旅馆"),
    ],
)
def test_what_the_user_never_chooses_is_a_lasting_wish(said: str, value: str) -> None:
    """It is a preference against the thing, under the same attribute as a dislike of it."""
    (found,) = stated(said)
    assert found.kind is Kind.PREFERENCE
    assert found.slot is not None
    assert (found.slot.attribute, found.slot.value, found.slot.polarity) == ("like", value, -1)


@each_row("said", ["No sleeper trains, ever.", "卧铺一律不要。"])
def test_a_thing_refused_once_and_for_all_is_a_rule(said: str) -> None:
    """It is proposed for permanent memory."""
    assert [found.kind for found in stated(said)] == [Kind.RULE]


@each_row("said", ["I never take long.", "I never finished college.", "我从来没坐过卧铺。", "我从不迟到。"])
def test_what_never_happens_is_no_wish(said: str) -> None:
    """A fact of a life is none, and neither is a manner."""
    assert not [found for found in stated(said) if found.kind is Kind.PREFERENCE]


@each_row("said", ["给我成都之行的花费清单。", "给我京都的地图。", "帮我订首都机场旁边的房间。"])
def test_a_place_with_the_sign_for_all_is_no_order(said: str) -> None:
    """都 in the name of a place does not mean "always"."""
    assert stated(said) == ()


@each_row("said", ["我们从成都回来了，玩得很尽兴。", "我们去了趟敦煌，玩得特别开心。", "从张家界回来啦，超级爽！"])
def test_a_journey_enjoyed_is_an_event(said: str) -> None:
    """How a journey was is no lasting liking."""
    (found,) = stated(said)
    assert found.kind is Kind.EVENT
    assert found.text.startswith("用户")


def test_a_wish_after_a_journey_is_kept() -> None:
    """It stands beside what happened."""
    assert Kind.PREFERENCE in {found.kind for found in stated("我们从成都回来了，我还是喜欢安静的酒店。")}
