"""A change told in other words than what it changes: the new statement takes the slot of the old one, found by the
words that the two share ("皮影戏票价成人四十", then "五月起成人票三十五")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from mnemic.domain.record import Kind, Slot
from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.reader.statement import USER, MessageSetting, Statement
from mnemic.reader.zh.clauses import Sentence
from mnemic.reader.zh.lexicon import AMOUNT, FUTURE, RELATION
from mnemic.reader.zh.person import PERSON, opening_person, person_of_match, strip_fillers, third_person
from mnemic.reader.zh.topics import slot_value

LOOKED_AT = 4  # earlier messages of the user in which what changes is looked for
TEXT_MAX = 60  # code points of a sentence that is taken whole
GOES_ON = Regex(
    r"不是|还没|差点|要不|要是|如果|能不能|可以吗|好吗|想(?:不想|改|换)|打算|纠结|考虑|听说|今(?:天(?!起|开始)|晚)|这[次回两几]|就这|先|临时|暂时"
)
ENDS = (
    r"不(?:再)?[^，。不了]{1,6}了(?=$|[，。！])|(?:停|删|撤|取消|免|关|退|扔|卖|送人|辞|戒|锯|拆|砍|撤销|冻死|死|飞走|跑丢|没|散|黄|倒闭|关门)了(?:吧|呢)?(?=$|[，。！])|"
    r"(?:送|捐|卖|转|借)(?:给|去|到|废铁)[^，。]{0,8}了|不让[^，。]{1,6}了"
)
TAKES_PLACE = (
    r"(?:改|换|挪|调|转|搬|移|迁)(?:成|到|去|为|至|在|写|做|读|学|走|穿|吃|喝|用|养|种|练|放|跟|叫|演|教)?[^，。了]{0,12}|(?:砍|涨|降|减|加|升|提|缩)(?:了|到|成|至|大|为)|"
    r"又[^，。]{1,6}(?:了|上)(?=$|[，。！])|和好|复合|重归于好|(?:想通|想明白|定下来)|起(?=[^，。]{1,10}\d|[^，。]{1,8}[一二三四五六七八九十百千万])|"
    r"(?:回|去)[^，。]{1,10}去了(?=$|[，。！])"
)
CHANGE = Regex(f"{ENDS}|{TAKES_PLACE}")
OUTRIGHT = Regex(
    rf"{ENDS}|(?:改|换|挪|调|搬|移)(?:成|到|去|为|至|在|写|做)|(?:改|换|挪)[^，。]{{1,8}}了(?=$|[，。！])|(?:砍|涨|降|减|加)(?:了|到|成)|和好|复合|又[^，。]{{1,6}}(?:了|上)(?=$|[，。！])|"
    rf"(?:改|换|挪|推|提前)(?:成|到|在)?(?:{FUTURE})|(?:回|去)[^，。]{{1,10}}去了(?=$|[，。！])"
)
OF_ITSELF = Regex(
    rf"^(?:(?:我|咱|我们|咱们)(?:的|家)?)?{RELATION}?(?:跟|和)?[^，。我你您他她它这那不]{{0,10}}?"
    rf"(?:不(?:再)?[^，。不了]{{2,6}}了，|改(?:成|到|在|为)?(?:{FUTURE}|[\d一二两三四五六七八九十]+点)|(?:挪|搬|移|调|转)(?:到|去)|和好|复合|砍了，|(?:涨|降)(?:到|了，)|"
    r"(?:停|取消|免|撤|删)了(?:吧|$|，))|，不(?:再)?[^，。不了]{2,6}了$"
)
"""A change that names what it changes."""
NEW_VERB = Regex(r"(?:改|换)(?P<verb>[写做读学吃喝养种练演教跑骑穿放])")
COMMON = frozenset(
    (
        "用户 我 我们 的 了 在 是 有 去 来 不 没 都 也 就 还 又 再 很 太 现在 以后 今年 今天 明天 昨天"
        " 一 个 这 那 跟 和 到 给 把 要 会 能 上 下 里 说 做 用"
        " 改 换 早上 上午 下午 晚上 每天 一个"
        " 三 两 二 四 五 六 七 八 九 十 年 月 日 点 一律 开 打 吃 喝 写 看 走 住 成"
        " 从来 从来不 固定 这个 那个 还是 自己 家"
    ).split()
)

Read = Callable[[str], tuple[Statement, ...]]


def place_successions(
    parts: tuple[Statement, ...], sentence: Sentence, setting: MessageSetting, read: Read
) -> tuple[Statement, ...]:
    """The statements of a sentence, those that tell of a change with the slot of what they change; one of the whole
    sentence where no construction reads it and it changes something known for certain."""
    text = strip_fillers(sentence.text)
    if re.search(r"[?？]", sentence.mark) or GOES_ON.search(text) or len(text) > TEXT_MAX:
        return parts
    if not CHANGE.search(text) and not _denied_before(text, parts):
        return parts
    olds = [old for said in _users(setting) for old in read(said)]
    if parts:
        return tuple(_over(part, text, olds) for part in parts)
    return tuple(_whole(sentence, text, olds, setting))


def _denied_before(text: str, parts: tuple[Statement, ...]) -> bool:
    return bool(parts) and bool(re.search("现在|如今|又|开始|也", text))


def _users(setting: MessageSetting) -> list[str]:
    users = [earlier.text for earlier in reversed(setting.earlier) if earlier.role == "user"]
    return [said for said in users[:LOOKED_AT] if not re.search(r"[?？]|吗$", said)]


def _over(part: Statement, text: str, olds: list[Statement]) -> Statement:
    """The statement with the slot of the old one that it changes, where it has none that meets an old one's."""
    if part.once or part.retracts or (part.kind is Kind.PREFERENCE and part.slot is None):
        return part
    if part.slot and any(old.slot and old.slot.key == part.slot.key for old in olds):
        return part
    for old in olds:
        if opposite := _opposite(part, old, text):
            return replace(part, slot=opposite, correction=True)
    if not CHANGE.search(text):
        return part
    changed = _meant(text, olds, part.slot)
    if changed is None:
        return replace(part, correction=True) if OUTRIGHT.search(part.text) else part
    if (
        changed.slot
        and changed.slot.single
        and changed.slot.polarity > 0
        and not changed.slot.attribute.startswith("plan:")
    ):
        return replace(part, slot=replace(changed.slot, value=slot_value(part.text)), correction=True)
    return replace(part, correction=True)


def _opposite(part: Statement, old: Statement, text: str) -> Slot | None:
    """The old slot turned round: what was not done is done now, or the other way."""
    slot = old.slot
    if slot is None or slot.single or len(slot.value) < 2 or slot.value not in part.text:
        return None
    if (part.slot and part.slot.subject != slot.subject) or not re.search("现在|如今|又|开始|能|了$|了[，,]", text):
        return None
    around = part.text[max(part.text.index(slot.value) - 4, 0) : part.text.index(slot.value)]
    negative = bool(re.search("不|没|别|戒|停", around)) or any(f"{slot.value}{sign}" in part.text for sign in "不戒停")
    if negative == (slot.polarity < 0):
        return None
    return replace(slot, polarity=-slot.polarity)


def _meant(text: str, olds: list[Statement], slot: Slot | None = None) -> Statement | None:
    """The one old statement that shares the most with what changes; None where two share as much, or none."""
    new, who = _content(text), opening_person(text)
    scored: list[tuple[int, Statement]] = []
    for old in olds:
        if slot and old.slot and slot.subject != old.slot.subject:
            continue
        whom = PERSON.search(old.text)
        about = person_of_match(whom).slot if whom and old.text.startswith("用户的") else USER
        if who and who.slot != about and about != USER:
            continue
        shared = new & _content(old.text)
        score = sum(len(word) for word in shared)
        if (verb := NEW_VERB.search(text)) and verb["verb"] in old.text:
            score += 1
        if who and who.slot == about:
            score += 1
        if score:
            scored.append((score, old))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or (len(scored) > 1 and scored[0][0] == scored[1][0] and scored[0][1].text != scored[1][1].text):
        return None
    return scored[0][1] if scored[0][0] > 1 or NEW_VERB.search(text) else None


def _content(text: str) -> frozenset[str]:
    """Words that name something, with the two signs of every longer stretch, so that 化妆 is in 遗体化妆."""
    words = {
        word for word in segment.words(text) if word not in COMMON and not re.fullmatch(r"[\d.]+|.*月|.*周.", word)
    }
    return frozenset(word for word in words if len(word) > 1 or re.match(r"[A-Za-z]", word))


def _whole(sentence: Sentence, text: str, olds: list[Statement], setting: MessageSetting) -> Iterator[Statement]:
    if not OUTRIGHT.search(text) or re.search(r"[你您](?!们)|^(?:把|请|帮|麻烦|给|将)", text):
        return
    if not _known(text, setting) and not (OF_ITSELF.search(text) and _content(text)):
        return
    told = third_person(text)
    if (who := opening_person(text)) and not told.startswith("用户"):
        told = told.replace(re.split("用户的", who.phrase)[-1], who.phrase, 1)
    old = _meant(text, olds)
    single = old is not None and old.slot is not None and old.slot.single and old.slot.polarity > 0
    yield Statement(
        text=told if "用户" in told or not re.match("不|没|改|换|去|调", told) else f"用户{told}",
        kind=Kind.FACT,
        slot=replace(old.slot, value=slot_value(text)) if single and old and old.slot else None,
        start=sentence.start,
        end=sentence.end,
        confidence=0.75,
        importance=0.7 if re.search(AMOUNT, text) else 0.6,
        correction=True,
    )


def _known(text: str, setting: MessageSetting) -> bool:
    """Whether an earlier message of the user shares something with a sentence, read or not."""
    new, verb = _content(text), NEW_VERB.search(text)
    return any(new & _content(said) or (verb and verb["verb"] in said) for said in _users(setting))
