"""Praise of a value, and more about it, against words that say it is over."""

from __future__ import annotations

from mnemic.language import change_cues
from tests.tables import each_row

STANDS = [
    (
        "The user's backpack is an Osprey Farpoint.",
        "The Osprey Farpoint is superb, the user no longer gets a sore neck.",
    ),
    ("The user's bike is a Brompton.", "The Brompton folds so quickly, and it replaced two bus rides for the user."),
    ("The user's dentist is Dr Okafor.", "Dr Okafor is wonderful, she fixed the user's tooth and the pain is gone."),
    (
        "The user's car is a Subaru Outback.",
        "The Subaru Outback has been brilliant, moving the kids around is easy now.",
    ),
    (
        "The user's shoes are Brooks Ghost.",
        "The Brooks Ghost are amazing, the user's knees no longer hurt after a run.",
    ),
    ("The user's headphones are Bose QC45.", "The Bose QC45 really changed how the user works."),
    ("The user's gym is Ironworks.", "Ironworks is great, and they replaced all the old treadmills."),
    ("The user's coffee machine is a Gaggia.", "The Gaggia is fantastic, the user quit going to cafes because of it."),
    ("The user's notebook is a Moleskine.", "The user left cafes early to write in the Moleskine, it is that good."),
    ("The user's pram is a Bugaboo Fox.", "The Bugaboo Fox is smooth, the baby has stopped crying on walks."),
    ("The user's home is called Linden House.", "Linden House is lovely since the noisy neighbours moved out."),
    ("用户用的平底锅是苏泊尔的", "苏泊尔这口锅太好用了，煎蛋再也不粘了，清洗也方便"),
    ("用户租的房子在的小区叫桂花里", "桂花里这边真安静，自从修了路，噪音没了，晚上睡得香"),
    ("用户骑的自行车是捷安特", "捷安特骑着特别轻，爬坡腿不酸了，通勤半小时就到"),
    ("用户喝的茶是正山小种", "正山小种喝着真暖胃，胃疼的老毛病都没了"),
    ("用户常去的理发店是阿强造型", "阿强造型剪得真好，搬到街对面之后店也大了，不用排队了"),
    ("用户用的电脑是联想小新Pro", "联想小新Pro用了一年了，屏幕真好，就是风扇声音有点大了"),
    ("用户家孩子上的幼儿园是小太阳", "小太阳的老师可细心了，孩子以前爱哭，现在不哭了"),
    ("用户睡的床垫是喜临门", "喜临门特别是边上那一圈做得好，用户的腰不疼了"),
    ("用户工作的公司叫云帆科技", "云帆科技氛围挺好，食堂越来越好吃了，就是加班多了"),
    ("用户用的手机是小米14", "小米14拍照真清楚，电池也比以前那个耐用多了"),
    ("用户用的输入法是搜狗", "有了搜狗，不再一个个选字了"),
]
ENDS = [
    ("The user's bike is a Trek.", "The user sold the Trek."),
    ("The user's backpack is an Osprey Farpoint.", "The user gave away the Osprey Farpoint."),
    ("The user's notes app is Notion.", "The user switched from Notion to Obsidian."),
    ("The user's bike is a Brompton.", "The Brompton was stolen."),
    ("The user's dentist is Dr Okafor.", "Dr Okafor has retired."),
    ("The user's flute is a Yamaha.", "The user no longer plays the Yamaha."),
    ("The user's home is called Linden House.", "The user moved out of Linden House, lovely as it was."),
    ("The user's boots are Merrells.", "The user doesn't wear the Merrells any more."),
    ("The user's laptop is a ThinkPad.", "The ThinkPad was great, but the user switched to a MacBook."),
    ("The user's coffee machine is a Gaggia.", "The Gaggia makes fine espresso, but it finally died."),
    ("The user is allergic to Brie.", "The user is not allergic to Brie any more."),
    ("用户用的平底锅是苏泊尔的", "苏泊尔那口锅扔了，换成双立人的了"),
    ("用户骑的自行车是捷安特", "捷安特骑着挺轻，不过上个月（2026-02）卖了"),
    ("用户用的输入法是搜狗", "用户不再用搜狗了，改用微信输入法"),
    ("用户常去的理发店是阿强造型", "阿强造型关门了"),
    ("用户早上喝的是美式", "不喝美式了，改喝拿铁"),
    ("用户租的房子在的小区叫桂花里", "用户从桂花里搬走了"),
    ("用户常坐的航空公司是厦航", "以前坐厦航，现在改坐东航了"),
    ("用户用的手表是天梭", "天梭送人了"),
    ("用户的开场曲是茉莉花", "茉莉花听腻了，开场曲换成渔舟唱晚了"),
    ("用户工作的公司叫云帆科技", "云帆科技挺好的，可惜用户已经离职了"),
    ("用户用的手机是小米14", "把小米14换了"),
]


@each_row(("known", "text"), STANDS)
def test_praise_of_a_value_does_not_end_it(known: str, text: str) -> None:
    """Whatever else a text says has ended or changed, the value that it praises has not."""
    value = change_cues.stated_value(known)
    assert value
    assert change_cues.names_value(text, value)
    assert not change_cues.says_value_ended(text, value, known)


@each_row(("known", "text"), ENDS)
def test_a_value_said_to_be_over_is_over(known: str, text: str) -> None:
    """Sold, given up, replaced by another: also where it is praised in the same breath."""
    value = change_cues.stated_value(known) or known
    assert change_cues.names_value(text, value)
    assert change_cues.says_value_ended(text, value, known)


@each_row(
    ("text", "value"),
    [
        ("The lesson has moved to Thursday.", "Tuesday"),
        ("The budget is 500.", "300"),
        ("The user sold the canoe.", "Brompton"),
        ("皮划艇卖了", "捷安特"),
        ("", "Brompton"),
        ("捷安特", ""),
        ("周四上课", "周二"),
    ],
)
def test_what_is_not_named_is_not_named(text: str, value: str) -> None:
    """Another day, another sum, another thing."""
    assert not change_cues.names_value(text, value)


def test_a_long_text_is_read_to_a_limit() -> None:
    """What says nothing of an end says nothing of it at any length, and what comes after the limit is not read."""
    assert not change_cues.says_value_ended(
        "x " * change_cues.CHARACTERS_MAX + "sold the Trek", "Trek", "The user's bike is a Trek."
    )
    for text in ("又" * 20_000, "的换" * 10_000, "no " * 20_000, "trek " * 20_000, " " * 20_000):
        assert not change_cues.says_value_ended(text, "捷安特", "用户骑捷安特")
        change_cues.names_value(text, text[:200])
