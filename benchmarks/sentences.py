"""Sentences people might say to an assistant, in both languages, made from patterns by chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

Words = Mapping[str, tuple[str, ...]]

_EN: Words = {
    "name": ("Nora", "Felix", "Priya", "Tom", "Ingrid", "Mateo", "Yusuf", "Clara", "Owen", "Lena"),
    "city": ("Lisbon", "Toronto", "Kyoto", "Oslo", "Nairobi", "Lima", "Prague", "Austin", "Perth", "Seoul"),
    "food": ("lentil soup", "grilled mackerel", "plum cake", "sourdough", "pad thai", "goat cheese", "rye porridge"),
    "thing": ("bicycle", "dishwasher", "violin", "tent", "camera", "printer", "greenhouse", "sewing machine"),
    "project": ("the invoice export", "the login page", "our newsletter", "the spring catalogue", "the data migration"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "the weekend"),
    "mood": ("pleased", "tired", "a bit worried", "curious", "relieved", "proud"),
    "hobby": ("bouldering", "watercolours", "choir practice", "beekeeping", "long-distance running", "chess"),
}
_ZH: Words = {
    "name": ("小林", "阿哲", "周敏", "老郑", "佳怡", "思远", "王姐", "文博", "晓彤", "建国"),
    "city": ("苏州", "青岛", "昆明", "哈尔滨", "厦门", "兰州", "珠海", "洛阳", "贵阳", "宁波"),
    "food": ("酸菜鱼", "小米粥", "葱油拌面", "清蒸鲈鱼", "豆腐脑", "羊肉泡馍", "腊味煲仔饭"),
    "thing": ("自行车", "洗碗机", "古筝", "帐篷", "相机", "打印机", "加湿器", "缝纫机"),
    "project": ("发票导出", "登录页面", "月度简报", "春季目录", "数据迁移"),
    "day": ("周一", "周二", "周三", "周四", "周五", "周末"),
    "mood": ("很开心", "有点累", "有些担心", "挺好奇", "松了口气", "挺自豪"),
    "hobby": ("攀岩", "水彩", "合唱排练", "养蜂", "长跑", "象棋"),
}
_SAID_EN = (
    "I had {food} with {name} in {city} on {day} and felt {mood} afterwards.",
    "{name} asked me to bring the {thing} to {city} before {day}.",
    "We moved the deadline of {project} to {day}, because {name} is away until then.",
    "My {thing} broke again, {name} knows a shop in {city} that repairs it.",
    "I started {hobby} with {name} and go every {day} now.",
    "Could you remind me to write to {name} about {project} on {day}?",
    "The trip to {city} was long, but the {food} there was worth it.",
    "To be honest I am {mood} about {project} and would rather talk about {hobby}.",
)
_SAID_ZH = (
    "{day}我和{name}在{city}吃了{food}，吃完之后{mood}。",
    "{name}让我{day}之前把{thing}带到{city}去。",
    "{project}的截止日期改到{day}了，因为{name}那之前都不在。",
    "我的{thing}又坏了，{name}说{city}有家店能修。",
    "我跟{name}一起开始学{hobby}，现在每{day}都去。",
    "能不能提醒我{day}给{name}写信说{project}的事？",
    "去{city}的路上花了很久，不过那里的{food}值得。",
    "说实话我对{project}{mood}，不如聊聊{hobby}吧。",
)
_ASKED_EN = (
    "Where did I eat {food} with {name}?",
    "What did {name} want me to bring to {city}?",
    "When is {project} due now?",
    "Who knows a place that repairs the {thing}?",
    "On which days do I go to {hobby}?",
)
_ASKED_ZH = (
    "我和{name}在哪里吃的{food}？",
    "{name}让我带什么去{city}？",
    "{project}现在的截止日期是哪天？",
    "谁知道哪里能修{thing}？",
    "我每周哪天去{hobby}？",
)
# As said, as remembered, the attribute of its slot, and the part that is its value.
_STATED: Mapping[str, tuple[tuple[str, str, str, str], ...]] = {
    "en": (
        ("I live in {city}.", "Lives in {city}.", "home", "city"),
        ("I prefer {food} for dinner.", "Prefers {food} for dinner.", "dinner", "food"),
        ("I keep my {thing} at {name}'s place.", "Keeps a {thing} at {name}'s place.", "keeps", "thing"),
        ("I go to {hobby} on {day}.", "Goes to {hobby} on {day}.", "hobby", "hobby"),
    ),
    "zh": (
        ("我住在{city}。", "住在{city}。", "home", "city"),
        ("我晚饭喜欢吃{food}。", "晚饭喜欢吃{food}。", "dinner", "food"),
        ("我的{thing}放在{name}家里。", "{thing}放在{name}家里。", "keeps", "thing"),
        ("我{day}去{hobby}。", "{day}去{hobby}。", "hobby", "hobby"),
    ),
}
_WORDS: Mapping[str, Words] = {"en": _EN, "zh": _ZH}
_SAID: Mapping[str, tuple[str, ...]] = {"en": _SAID_EN, "zh": _SAID_ZH}
_ASKED: Mapping[str, tuple[str, ...]] = {"en": _ASKED_EN, "zh": _ASKED_ZH}
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A statement about the user: as said, as remembered, and what its slot holds."""

    text: str
    memory: str
    attribute: str
    value: str


def said(chance: Random, language: str) -> str:
    """One message of a conversation."""
    return chance.choice(_SAID[language]).format_map(_drawn(chance, language))


def asked(chance: Random, language: str) -> str:
    """A question about such messages."""
    return chance.choice(_ASKED[language]).format_map(_drawn(chance, language))


def stated(chance: Random, language: str) -> Stated:
    """Something the user says about themselves that is worth remembering."""
    saying, memory, attribute, part = chance.choice(_STATED[language])
    drawn = _drawn(chance, language)
    return Stated(
        text=saying.format_map(drawn), memory=memory.format_map(drawn), attribute=attribute, value=drawn[part]
    )


def _drawn(chance: Random, language: str) -> dict[str, str]:
    return {part: chance.choice(words) for part, words in _WORDS[language].items()}
