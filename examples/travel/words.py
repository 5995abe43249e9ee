"""What the rule decider says, in both languages, and how it knows its own sentences again in the conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_HOLE = re.compile(r"\{(\w+)\}")


def language_of(text: str) -> str:
    """ "zh" where a text has Chinese characters, else "en"."""
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"


@dataclass(frozen=True)
class Phrase:
    """One sentence in both languages, with holes for what changes."""

    en: str
    zh: str

    def say(self, language: str, **values: object) -> str:
        """The sentence with its holes filled."""
        return (self.zh if language == "zh" else self.en).format(**values)

    def read(self, text: str) -> Mapping[str, str] | None:
        """What stands in the holes where a text has this sentence in it; None where it has not."""
        found = next((match for pattern in self._patterns if (match := pattern.search(text))), None)
        return None if found is None else found.groupdict()

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(_pattern(text)) for text in (self.en, self.zh))


def _pattern(text: str) -> str:
    """A sentence as a pattern: a hole takes anything, and the same again where it comes again."""
    said: set[str] = set()
    parts = _HOLE.split(text)
    for place in range(1, len(parts), 2):
        name = parts[place]
        parts[place] = f"(?P={name})" if name in said else f"(?P<{name}>.+?)"
        said.add(name)
    return "".join(part if place % 2 else re.escape(part) for place, part in enumerate(parts))


NOTED = Phrase("Noted.", "记下了。")
WELCOME = Phrase("You're welcome.", "不客气。")
KEEP_ORDER = Phrase("Shall I keep this for good: “{text}”?", "要把“{text}”写入永久记忆吗？")
KEPT = Phrase("It is in your permanent memory now: “{text}”", "已写入永久记忆：“{text}”。")
STARTED = Phrase("A trip to {city}: I have opened it.", "{city}之行，已经建好了。")
ALIKE = Phrase(
    "It looks like “{goal}” ({outcome}). Your lasting preferences hold here too.",
    "它和“{goal}”相似（{outcome}）。您一贯的偏好这里同样适用。",
)
ASK_DAYS = Phrase("Which days?", "哪几天？")
ASK_PEOPLE = Phrase("How many travellers?", "一共几位出行？")
ASK_BUDGET = Phrase("What is the budget?", "预算是多少？")
ASK_CITY = Phrase("Where to?", "去哪里？")
ASK_HOME = Phrase("Where do you leave from?", "从哪里出发？")
COMPLETE = Phrase(
    "That is all I need for {city}: {facts}. Shall I look for flights?", "{city}的信息齐了：{facts}。现在找航班吗？"
)
NO_TRIP = Phrase("I know of no such trip. Where to?", "我这里没有这趟行程。去哪里？")
RECAP = Phrase("The trip to {city}: {facts}.", "{city}之行：{facts}。")
ASIDE = Phrase("I have set the trip to {city} aside; nothing of it is lost.", "{city}之行先放下，内容都留着。")
FLIGHTS = Phrase("{origin} to {city} on {date}:", "{date} {origin}到{city}：")
FLIGHT = Phrase("{number} {departs}–{arrives}, {price}", "{number} {departs}–{arrives}，{price}")
LEFT_OUT = Phrase("(red-eyes left out)", "（红眼航班已略去）")
BOOK_FLIGHT = Phrase("Shall I book flight {number}?", "要订 {number} 航班吗？")
SOLD_OUT = Phrase(
    "{number} is sold out. {other} at {departs} is free, {price}. Shall I book flight {other}?",
    "{number} 已经售罄。{other}（{departs} 起飞，{price}）还有座。要订 {other} 航班吗？",
)
BOOKED_FLIGHT = Phrase(
    "Booked: {code}, flight {number} on {date} at {departs}, {seat} seat, {price}.",
    "订好了：{code}，{date} {departs} 的 {number}，{seat}座位，{price}。",
)
TOLD_AIRLINE = Phrase("The airline knows: {note}.", "已告知航空公司：{note}。")
HOTELS = Phrase("In {city}:", "{city}：")
HOTEL = Phrase("{name} ({area}), {price} a night{quiet}", "{name}（{area}），每晚 {price}{quiet}")
QUIET = Phrase(", quiet", "，安静")
BOOK_HOTEL = Phrase("Shall I book a room at {name}?", "要订{name}的房间吗？")
BOOKED_HOTEL = Phrase(
    "Booked: {code}, {name}, {nights} nights from {arrival}, {price}.",
    "订好了：{code}，{name}，{arrival}起{nights}晚，{price}。",
)
TRY_LATER = Phrase(
    "The search does not answer just now ({reason}). Shall I try again, or look for {other} first?",
    "查询暂时没有回应（{reason}）。再试一次，还是先看{other}？",
)
NOT_DONE = Phrase("That did not work: {reason}.", "没有办成：{reason}。")
OLD_DAYS = Phrase(
    "Your days are {leave} to {back} now, but {codes} are for the old ones. Shall I cancel them and book anew?",
    "日期现在是 {leave} 到 {back}，而 {codes} 还是原来的日子。要退掉重订吗？",
)
MOVED = Phrase("Done, everything is on the new days: {codes}.", "改好了，都换到新的日期：{codes}。")
SORRY = Phrase(
    "I am sorry: you asked for a quiet hotel. {old} is cancelled; {name} is booked instead ({code}, {price}).",
    "对不起，您要的是安静的酒店。{old} 已退，改订了{name}（{code}，{price}）。",
)
SORRY_ONLY = Phrase("I am sorry. What shall I do instead?", "对不起。您希望怎么改？")
LEARNED = Phrase("I have learned “{name}”.", "学会了“{name}”。")
BRIEF = Phrase("{name} for {city}:", "{city}的{name}：")
BRIEF_FLIGHTS = Phrase("Flights: {items}", "航班：{items}")
BRIEF_HOTEL = Phrase("Hotel: {items}", "酒店：{items}")
BRIEF_TOTAL = Phrase("Total: {price}", "总价：{price}")
FINISHED = Phrase("The trip to {city} is closed and kept: {outcome}.", "{city}之行已归档：{outcome}。")
OUTCOME = Phrase("travelled {leave} to {back}, {price} in all", "{leave} 至 {back} 成行，共 {price}")
PORTRAIT = Phrase("This is what I know about you:", "我所知道的您：")
PORTRAIT_LINE = Phrase(
    "- {name}: {value} (said on {date}, session {session})", "- {name}：{value}（{date}，会话 {session}）"
)
NOTHING_KNOWN = Phrase("I know nothing about you yet.", "我还不了解您。")
ALLERGY = Phrase("peanut allergy", "乘客对花生过敏")
NOT_USABLE = Phrase(
    "I could not make anything of the model's answer ({reason}). Please say it once more.",
    "模型的回答无法使用（{reason}），请再说一遍。",
)
TOO_LONG = Phrase(
    "I have done {steps} steps without an end; how shall I go on?", "我已经走了 {steps} 步还没有结果，接下来怎么办？"
)

OTHER: Mapping[str, Phrase] = {"search_flights": Phrase("hotels", "酒店"), "search_hotels": Phrase("flights", "航班")}
"""What to look for instead where a search fails."""
SEATS: Mapping[str, Phrase] = {"aisle": Phrase("aisle", "靠过道的"), "window": Phrase("window", "靠窗的")}
SLOTS: Mapping[str, Phrase] = {
    "origin": Phrase("from {value}", "{value}出发"),
    "departure_date": Phrase("leaving {value}", "{value} 去"),
    "return_date": Phrase("back {value}", "{value} 回"),
    "travellers": Phrase("for {value}", "{value} 人"),
    "budget": Phrase("budget {value}", "预算 {value}"),
}
TRAITS: Mapping[str, str] = {
    "home": "住地",
    "allergies": "过敏",
    "preferences": "偏好",
    "likes": "喜欢",
    "dislikes": "不喜欢",
    "habits": "习惯",
    "constraints": "限制",
    "orders": "长期要求",
    "skills": "技能",
    "situation": "近况",
}
"""Slots of the user model in Chinese; their English names serve as they are."""
AND: Mapping[str, str] = {"en": ", ", "zh": "，"}
