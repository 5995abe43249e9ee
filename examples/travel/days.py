"""The two scripts: what the user says, on which day, in which session; and what fails in the outside world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

ZONE = "Asia/Shanghai"


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One session: what the user says, in order. `anew`: it runs in a new process, the memory opened again."""

    session: str
    at: datetime
    says: tuple[str, ...]
    anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A user's weeks. `failing`: numbers of the agency's calls that time out."""

    language: str
    days: tuple[Day, ...]
    failing: tuple[int, ...]
    last: str  # session of the trip that nothing is said about again


def _at(day: int, hour: int) -> datetime:
    return datetime(2026, 5, day, hour, 0, tzinfo=ZoneInfo(ZONE))


ENGLISH = Story(
    language="en",
    failing=(1, 2),
    last="tokyo",
    days=(
        Day(
            session="hello",
            at=_at(4, 9),
            says=(
                "Hi! I live in Shanghai.",
                "I prefer aisle seats on flights.",
                "I don't like red-eye flights, I cannot sleep on planes.",
                "I like quiet hotels.",
                "By the way, I'm allergic to peanuts.",
                "Yes, please.",
                "From now on, always show me prices in yuan.",
                "Yes.",
                "My friend Tom loves window seats and party hostels.",
            ),
        ),
        Day(
            session="kyoto-1",
            at=_at(4, 20),
            says=(
                "I want to plan a trip to Kyoto.",
                "We leave on 9 May and come back on 12 May.",
                "Two people.",
                "The budget is 12,000 yuan.",
                "Yes, please.",
                "Let's leave it for today.",
            ),
        ),
        Day(
            session="kyoto-2",
            at=_at(6, 19),
            anew=True,
            says=(
                "Where were we with the Kyoto trip?",
                "Show me flights.",
                "Take MF873, I like the evening.",
                "Yes, book it.",
                "And the flight home?",
                "Yes.",
                "Book a hotel close to the station.",
                "That's not what I meant, I asked for a quiet hotel.",
            ),
        ),
        Day(
            session="beijing",
            at=_at(7, 8),
            says=(
                "I also have to go to Beijing for work.",
                "From 20 May to 22 May.",
                "One person, and a budget of 5,000 yuan.",
                "Window seat this time, just for this trip.",
                "Find me a flight.",
                "Yes.",
                "What is the budget for the Kyoto trip?",
                "And the Beijing trip, how is it going?",
            ),
        ),
        Day(
            session="kyoto-3",
            at=_at(7, 21),
            says=(
                "We have to move the Kyoto trip: we leave on 10 May and come back on 13 May.",
                "Yes, do that.",
                "When I say trip brief: first the flights, then the hotel, then the total.",
            ),
        ),
        Day(
            session="brief",
            at=_at(8, 12),
            says=("Give me a trip brief for the Kyoto trip.", "Exactly, thanks!"),
        ),
        Day(
            session="back",
            at=_at(14, 18),
            anew=True,
            says=("The Kyoto trip is over, it was lovely.",),
        ),
        Day(
            session="tokyo",
            at=_at(28, 19),
            anew=True,
            says=(
                "I want to plan a trip to Tokyo.",
                "We leave on 6 June and come back on 9 June.",
                "Two people, and the budget is 15,000 yuan.",
                "Yes, please.",
                "Yes.",
                "Now the hotel.",
                "Yes.",
            ),
        ),
        Day(session="about-me", at=_at(29, 9), says=("What do you know about me?",)),
    ),
)

CHINESE = Story(
    language="zh",
    failing=(1, 2),
    last="tokyo",
    days=(
        Day(
            session="hello",
            at=_at(4, 9),
            says=(
                "你好，我家在上海。",
                "我坐飞机喜欢靠过道的座位。",
                "我不喜欢红眼航班，在飞机上睡不着。",
                "我喜欢安静的酒店。",
                "对了，我对花生过敏。",
                "好的。",
                "以后报价一律用人民币。",
                "好。",
                "我朋友小何喜欢靠窗，还爱住青年旅社。",
            ),
        ),
        Day(
            session="kyoto-1",
            at=_at(4, 20),
            says=(
                "我想安排一次京都旅行。",
                "5月9日到12日。",
                "两个人。",
                "预算12000元。",
                "好的，找吧。",
                "今天先到这儿吧。",
            ),
        ),
        Day(
            session="kyoto-2",
            at=_at(6, 19),
            anew=True,
            says=(
                "京都那趟安排到哪了？",
                "看看航班。",
                "就坐 MF873 吧，晚上走。",
                "好，订吧。",
                "回程的航班呢？",
                "好。",
                "订个离车站近的酒店。",
                "你记错了，我要的是安静的酒店。",
            ),
        ),
        Day(
            session="beijing",
            at=_at(7, 8),
            says=(
                "我还要去北京出差。",
                "5月20日到22日。",
                "一个人，预算5000元。",
                "这次例外，座位要靠窗。",
                "帮我找航班。",
                "好。",
                "京都之行的预算是多少？",
                "北京那趟怎么样了？",
            ),
        ),
        Day(
            session="kyoto-3",
            at=_at(7, 21),
            says=(
                "京都之行要改期：5月10日去，5月13日回。",
                "好，改吧。",
                "行程简报的做法：先报航班，再报酒店，最后报总价。",
            ),
        ),
        Day(session="brief", at=_at(8, 12), says=("来一份京都之行的行程简报。", "对，就是这样，谢谢！")),
        Day(session="back", at=_at(14, 18), anew=True, says=("京都之行结束了，玩得很开心。",)),
        Day(
            session="tokyo",
            at=_at(28, 19),
            anew=True,
            says=(
                "我想安排一次东京旅行。",
                "6月6日到9日。",
                "两个人，预算15000元。",
                "好的，找吧。",
                "好。",
                "再看看酒店。",
                "好。",
            ),
        ),
        Day(session="about-me", at=_at(29, 9), says=("你都知道我什么？",)),
    ),
)

STORIES: Mapping[str, Story] = {"en": ENGLISH, "zh": CHINESE}
