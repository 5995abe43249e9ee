"""Corrections: a value said before is wrong, and another one is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.statement import USER, MessageSetting, Statement
from mnemic.reader.zh import compose
from mnemic.reader.zh.clauses import Sentence, message_sentences
from mnemic.reader.zh.lexicon import ME, NUMBER, RELATION, SHORT, WE
from mnemic.reader.zh.person import strip_fillers, third_person
from mnemic.reader.zh.skip_reasons import LAUGHTER
from mnemic.reader.zh.topics import slot_value

CLEFT = Regex(
    rf"(?P<what>[^，。我你]{{1,12}}?)?[，,]?(?P<does>对[^，。]{{1,8}}过敏|过敏|吃素|(?:不吃|爱吃|喜欢|讨厌|不喝|爱喝|怕)[^，。的]{{0,8}})的(?:人)?"
    rf"(?:不是(?:我|本人)[，,]?\s*(?:而)?是|[，,]?是)(?P<who>我(?:家|的)?(?:{RELATION}|{SHORT})[^，。不]{{0,4}}?)(?:[，,]?\s*不是我)?$"
)
OF_ANOTHER = Regex(
    rf"(?:我)?说(?:的|过|我)?(?:的)?(?P<does>(?:不|爱|喜欢|讨厌|对)[^，。]{{1,12}}?)[，,]\s*那?是(?:替|帮|给|说)(?P<who>我(?:家|的)?(?:{RELATION}|{SHORT}))说?的"
)
WRONG = Regex(
    r"(?:^不(?:对(?:不对)?|是)(?!不)(?=[，,。！!\s我说])|不是(?=[^，。不]{1,16}[，,]?\s*(?:而|我?说的|"
    r"应该)?是)|^错了|(?:^|(?<=[，,。！!\s]))我?(?:刚才|前面|上面|刚刚|上次|上回|之前|昨天|那天)?(?:说|写|"
    r"打|记|讲|填|看|报|量|算|数|称)(?:错|岔|"
    r"反)(?:了|啦|$|(?=[，,]))|你(?:记|搞|弄|听|理解)错了?|搞错了?|弄错了?|更正(?:一下)?|纠正(?:一下)?|手滑|"
    r"口误|笔误|打错字|应该是|准确(?:地)?说|scratch that|I meant?|correction)",
    re.IGNORECASE,
)
NEW_VALUE = Regex(
    r"(?:应该是|其实是|改成|而是|^是|，是|，?\s*(?<![不就也还都只若])(?<!就算)(?<!总算)是|I meant?|"
    r"meant)\s*(?P<what>[^，。！!、]{1,24})",
    re.IGNORECASE,
)
MARK = Regex(
    r"^(?:(?:不对)+|错了|(?:你|我)?(?:刚才|前面|上面|刚刚|上次|上回|之前|昨天|那天)?(?:说|写|打|记|讲|填|"
    r"看|报|搞|弄|量|算|数|称)[错反岔]了?|更正一?下?|"
    r"纠正一?下?|手滑|口误|no\b|I meant?|[\s，,。！!了])+",
    re.IGNORECASE,
)
NUMERIC = Regex(NUMBER)
NAMELESS = Regex(r"^(?:我?(?:说|指|要|的意思)的?|现在|目前|应该|其实|那个|这个|它|是|不)*$")


def correction(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """What was said before with the right value in the place of the wrong one; None where nothing is."""
    fresh, denied = _fresh(sentence)
    if fresh is None:
        return None
    for earlier in reversed(setting.earlier):
        if earlier.role not in {"user", "assistant"}:
            continue
        said = earlier.text if earlier.role == "user" else _echo(earlier.text, denied)
        if whole := replace_same_shape(said, fresh, denied):
            return _statement(sentence, f"更正：{third_person(whole)}", _slot(whole, fresh, setting), None)
    return None


def corrected_statement(sentence: Sentence, whole: str, fresh: str, setting: MessageSetting) -> Statement:
    """What was said before with the right value, as a statement of its own."""
    return _statement(sentence, f"更正：{third_person(whole)}", _slot(whole, fresh, setting), None)


def correction_of_person(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """What holds of somebody else and not of the user: "怕狗的不是我，是我外婆"."""
    text = strip_fillers(sentence.text)
    found = None if re.search(r"[?？]", sentence.mark) else CLEFT.search(text) or OF_ANOTHER.search(text)
    if found is None or ("不是我" not in text and "说" not in text):
        return None
    does, what = found["does"], re.sub(r"^.*(?:说的?|那个|这个)", "", found.groupdict().get("what") or "")
    if does == "过敏":
        if not what:
            return None
        does = f"对{what.removeprefix('对')}过敏"
    mine = next(_slots(f"我{does}", setting), None)
    slot = replace(mine, polarity=-mine.polarity) if mine else None
    own = re.match(r"[^，]{0,2}[，,]\s*我(?:自己)?(?P<does>[^，。我]{1,8})$", text[found.end() :])
    besides = f"，用户自己{own['does']}" if own else ""
    said = f"{does}的是{found['who']}，不是我"
    return _statement(sentence, f"更正：{third_person(said)}{besides}", slot, None)


def _echo(text: str, denied: str | None) -> str:
    """The clause in which the assistant repeats what is now denied, as the user would say it; else nothing."""
    if denied is None or not NUMERIC.match(denied):
        return ""
    clause = next((part for part in re.split(r"[，,。！!？?；;\n]", text) if denied in part), "")
    return re.sub(r"[你您](?!们)|[你您]们", lambda found: "我们" if len(found.group()) > 1 else "我", clause.strip())


def unplaced_correction(sentence: Sentence) -> Statement | None:
    """A correction of something that the conversation at hand does not hold, when it names what it speaks of."""
    fresh, denied = _fresh(sentence)
    if fresh is None:
        return None
    said = MARK.sub("", strip_fillers(sentence.text))
    named = re.split(r"是|[：:]|为|叫", said)[0]
    if NAMELESS.match(named) and (denied or not re.search(r"[A-Za-z]{2,}", fresh)):
        if not (denied and NUMERIC.match(fresh) and NUMERIC.match(denied)):
            return None
        return _statement(sentence, f"更正：{third_person(said)}", None, Tier.SESSION)
    slot = Slot(
        subject=USER,
        attribute=f"value:{slot_value(re.sub(rf'^(?:{WE}|{ME})的?', '', named))[-12:]}",
        value=slot_value(fresh),
        single=True,
    )
    return _statement(sentence, f"更正：{third_person(said)}", slot, Tier.SESSION)


BACK = Regex(
    r"^(?:算了|想了想|想过了|想来想去|看了(?:下|看)|试了(?:下|试)|考虑了?(?:一?下|再三)|(?:不|别)(?:改|换)了)?[，,]?"
    r"(?:还是|(?:恢复|换回|改回)(?:成|到|用)?|照旧(?:用)?)(?:用|按|走|要|改回|换回|回到)?(?P<what>[^，。你我吗]{1,8}?)"
    r"(?:吧|好(?:了|使|用)?|算了|来)?(?:[，,](?:照|按)(?:原来|之前|老样子)的?来?|[，,]不(?:改|换)了)?$"
)
"""What goes back on a change: "never mind, tables after all"."""
ORIGINAL = Regex(r"原来|之前|老样子|以前|这样|那样|算了|[这那]个?$|原样")


def reversal(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """What holds again after another thing was thought of; the same words and slot as when it was settled."""
    found = (
        None
        if re.search(r"[?？]", sentence.mark)
        else BACK.match(strip_fillers(re.sub("^算了吧?[，,]", "", sentence.text)))
    )
    if found is None or ORIGINAL.search(found["what"]):
        return None
    what = slot_value(found["what"])
    users = [earlier.text for earlier in setting.earlier if earlier.role == "user"]
    for said in reversed(users):
        for settled in message_sentences(said):
            parts = [part for part in compose.sentence_statements(settled, "", setting) if isinstance(part, Statement)]
            for part in parts:
                if (
                    part.slot
                    and part.slot.single
                    and part.slot.polarity > 0
                    and what in part.slot.value
                    and what in part.text
                ):
                    return replace(part, start=sentence.start, end=sentence.end, correction=True)
    return None


def rest_after_correction(sentence: Sentence, answered: Statement) -> Sentence | None:
    """What a sentence goes on to say once it has named the right value and denied the wrong one."""
    if not answered.correction:
        return None
    places = [
        place for place, clause in enumerate(sentence.clauses) if re.search(r"是|[错岔反]了|更正|纠正", clause.text)
    ]
    rest = sentence.clauses[places[-1] + 1 :] if places else ()
    if not rest:
        return None
    start = rest[0].start - sentence.start
    text = sentence.text[start:].strip()
    return Sentence(text=text, start=rest[0].start, end=sentence.end, mark=sentence.mark, clauses=rest)


def _fresh(sentence: Sentence) -> tuple[str | None, str | None]:
    """The right value, and the wrong one where it is named."""
    text = strip_fillers(sentence.text)
    if not WRONG.search(text) or re.search(r"[?？]|是不是", text + sentence.mark) or LAUGHTER.search(text):
        return None, None
    found = [match for match in NEW_VALUE.finditer(text) if not text[: match.start()].endswith("不")]
    if not found:
        return None, None
    denied = re.search(r"不是\s*(?P<old>[^，。！]{1,16})", text)
    value = re.split(r"不是", found[-1]["what"])[0] if not found[-1]["what"].startswith("不是") else ""
    fresh = re.sub(r"^(?:说|指)|(?:才对|来着|哈|啊|了|的)$", "", value.strip())
    return fresh or None, denied["old"] if denied else None


def _slot(whole: str, fresh: str, setting: MessageSetting) -> Slot:
    """The slot that the corrected words fill: the same one that the wrong ones filled."""
    for slot in _slots(whole, setting):
        return slot
    named = slot_value(re.split(r"是|[：:]|为|叫", whole)[0])[-12:]
    return Slot(subject=USER, attribute=f"value:{named}", value=slot_value(fresh), single=True)


def _slots(whole: str, setting: MessageSetting) -> Iterator[Slot]:
    for sentence in message_sentences(whole):
        for part in compose.sentence_statements(sentence, "", setting):
            if isinstance(part, Statement) and part.slot:
                yield part.slot


def _statement(sentence: Sentence, text: str, slot: Slot | None, tier: Tier | None) -> Statement:
    return Statement(
        text=text,
        kind=Kind.FACT,
        slot=slot,
        start=sentence.start,
        end=sentence.end,
        confidence=0.85,
        importance=0.8,
        correction=True,
        tier=tier,
    )


SOUND_ALIKE_MIN = 3  # code points of a name whose first sign may be written wrong
UNIT = r"[\u4e00-\u9fffA-Za-z%]{0,3}"


_NUMBER = Regex(rf"{NUMBER}\s*")


def _numbers(text: str, unit: str) -> Iterator[phrases.Span]:
    """The numbers of a text with this unit, from left to right."""
    begin = 0
    while found := _NUMBER.search(text, begin):
        cut = (at for at in range(found.end(), found.start(), -1) if text.startswith(unit, at))
        end = next((at for at in cut if _NUMBER.fullmatch(text, found.start(), at)), None)
        if end is not None:
            yield phrases.Span(found.start(), end + len(unit))
        begin = found.start() + 1 if end is None else end + len(unit)


def replace_same_shape(before: str, fresh: str, denied: str | None) -> str | None:
    """The clause of *before* with the value that *fresh* is of the same shape as replaced by it; None where none is."""
    if re.search(r"[?？]|吗|怎么", before):
        return None
    kept = strip_fillers(re.split(r"[。！!？?\n]", before.strip())[0])
    if denied and denied in kept:
        unit = next(
            (fresh[-n:] for n in (2, 1) if f"{denied}{fresh[-n:]}" in kept and not denied.endswith(fresh[-n:])), ""
        )
        return kept.replace(denied + unit, fresh)
    if shape := re.match(rf"(?P<number>{NUMBER})\s*(?P<unit>{UNIT})", fresh):
        for found in _numbers(kept, shape["unit"]):
            number = kept[found.start : found.end]
            if number != fresh and (shape["unit"] or "." in number or number.isdigit()):
                return kept[: found.start] + fresh + kept[found.end :]
        return None
    for size in range(len(fresh), 1, -1):
        word = fresh[:size]
        for place in range(len(kept) - size + 1):
            old = kept[place : place + size]
            same = sum(a == b for a, b in zip(old, word, strict=True))
            near = old[0] == word[0] or (size >= SOUND_ALIKE_MIN and old[1:] == word[1:])
            if old != word and same * 2 >= size and same >= 1 and near:
                return kept[:place] + fresh + kept[place + size :]
    return None
