"""How a statement reads on its own: in the third person, with its subject and its dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.statement import USER, MessageSetting, Statement
from mnemic.reader.zh.agent_of_clause import HEAD
from mnemic.reader.zh.clause_groups import SETS_SCENE, Group
from mnemic.reader.zh.frame import Frame, FrameMatch
from mnemic.reader.zh.lexicon import FUTURE, LATIN, ME, PAST
from mnemic.reader.zh.person import PERSON, third_person
from mnemic.reader.zh.topics import slot_value

TEXT_MAX = 160  # code points of one statement
IMPORTANCE_MAX = 0.9
SPECIFIC = 0.1  # what a number or a date adds to the importance, 0-1

MEMBERS = Regex(r"(?:、|和|跟|与|及|以及|还有|,)")
NO_MEMBER = Regex(rf"^(?:{PAST}|{FUTURE}|我|他|她|用户的?|都|也|还有|对|今天|今年|最近|刚|才|查出来?|发现|又|开始)+")
FROM_A_DAY = Regex(
    rf"从(?:{FUTURE}|今天|现在)|(?:{FUTURE}|今天)(?:开始|起)|今晚|今天|明天|后天|(?:之前|以前)要?(?:交|完成)|截止"
)
A_DAY = Regex(rf"{FUTURE}|{PAST}|今[天晚早]|这个?月|本[周月]")
DATE_SPACE = Regex(r"(?<=\d)\s+(?=[月号日年])|(?<=[月年])\s+(?=\d)")
CHANGED = Regex(r"(?<=[约订名买定请排报改挪])了|了(?=$|[，,；;])")
AHEAD = "将"  # what makes the time of a plan one to come
HIDDEN = "\ue000"  # stands for a 了 that tells of the plan, as in "booked" and "put off", and not of a time gone by
STILL_TO_COME = Regex(rf"^(?:{FUTURE})(?:就|才|再)?(?:接|要|会|将|准备|打算|开始|去|报到|回|拆|复查)(?![^，]*[了过])")
OF_A_DAY = Regex(rf"{FUTURE}|{PAST}|今[天晚早]")
DAY_NAMED = Regex(
    rf"{FUTURE}|{PAST}|今[天晚早年]|这(?:个)?[周月]|本[周月]|[上下]个?(?:周|月|星期|礼拜)|\d\s*[号日月]|[年月]|刚才|昨|前天|星期|礼拜|周[一二三四五六日天]"
)
"""A clock time alone names no day."""
CLOCK_ONLY = Regex(
    r"((?:^|[，,；;、]|用户|就|得)\s*(?:早上|上午|中午|下午|傍晚|晚上|"
    r"凌晨)?\s*(?:[\d一二两三四五六七八九十]+\s*点\s*(?:半|一刻|[\d一二三四五十]+分?)?|\d{1,2}[:：]\d\d))"
    r"（\d{4}-\d\d-\d\d \d\d:\d\d）"
)
"""A clock time that stands in a clause of its own is of the day named before it, not of the day of saying."""
EVERY = Regex(r"每(?:天|晚|早|个?(?:周|星期|礼拜|月)|年)")
NAMED_DAY = Regex(
    r"[这下上本]个?(?:周|星期|礼拜)|\d\s*[月日]|\d\s*号(?!\s*[场楼馆厅门])|明[天早晚年]|后天|去年|[上下]个?月"
)
WEEKLY = Regex(
    r"(?<![这下上本个])(?:周|星期|礼拜)[一二三四五六日天](?:早上|上午|中午|下午|晚上|全天)?(?:都|也)?(?:只(?!能|有)|不开|不营业|固定|休息|限号|照例)"
)
"""A weekday of every week: when something is open, shut or served."""
UNDATED = frozenset(
    {"address is", "ships to", "birthday", "person has an attribute", "amount of a thing", "meets every week"}
)  # numbers that are no day
STANDING_KINDS = frozenset({Kind.RULE, Kind.CONSTRAINT, Kind.PREFERENCE})


def group_statements(group: Group, setting: MessageSetting, *, once: bool) -> Iterator[Statement]:
    """The statement that a group of clauses makes; one for each member where it lists things."""
    found, subject = group.found, group.scene.subject
    text = _text(group)
    members = _members(found)
    for member in members:
        negated = "不" if found.slot.polarity < 0 else ""
        said = text if len(members) == 1 else f"{subject.phrase}对{member}{negated}过敏"
        value = text if found.frame.kind is Kind.PLAN else member
        passing = once and found.frame.kind in STANDING_KINDS
        yield _statement(group, said, replace(found.slot, value=slot_value(value)), (setting, passing))


def _text(group: Group) -> str:
    """The clauses in the third person; a subject that they leave out goes before the clause that needs it."""
    lead = third_person("，".join(group.pieces[: group.lead]))
    main = third_person("，".join(group.pieces[group.lead :]))
    scene = group.scene
    left_out = not scene.explicit and not main.startswith("用户") and not re.search(ME, "".join(group.pieces[:1]))
    if left_out and (_elliptic(group.found) or group.found.slot.subject != USER):
        if lead and scene.subject.user and not SETS_SCENE.search(group.pieces[0]) and not NAMES_ITS_OWN.match(lead):
            lead = scene.subject.phrase + lead
        elif (named := scene.subject.phrase.removeprefix("用户的")) and named in lead:
            lead = lead if scene.subject.phrase in lead else lead.replace(named, scene.subject.phrase, 1)
        else:
            main = scene.subject.phrase + main
    return f"{lead}，{main}" if lead else main


NAMES_ITS_OWN = Regex(rf"用户|助手|[这那他她它一因如每]|(?:{FUTURE}|{PAST})|(?:医生|大夫|老师|公司|学校|家里)")
"""How a clause in front begins that needs no subject put before it."""


def _elliptic(found: FrameMatch) -> bool:
    """Whether the subject that a clause leaves out is the user: of a thing that was changed, the thing is."""
    if found.frame.name == "will do at a date" and not HEAD.fullmatch(found.match.string[: found.match.start()]):
        return False
    of_a_thing = found.frame.kind is Kind.FACT and found.slot.attribute.startswith("decision:")
    return found.frame.elliptic and not of_a_thing


def _members(found: FrameMatch) -> tuple[str, ...]:
    if not found.frame.many:
        return (found.slot.value,)
    listed = PERSON.sub("", found.match["what"], count=1) if PERSON.match(found.match["what"]) else found.match["what"]
    parts = [NO_MEMBER.sub("", part.strip()) for part in MEMBERS.split(listed)]
    return tuple(part for part in parts if part) or (found.slot.value,)


def _statement(group: Group, text: str, slot: Slot, context: tuple[MessageSetting, bool]) -> Statement:
    setting, once = context
    frame = group.found.frame
    begins, ends = (
        _span(
            CHANGED.sub("", DATE_SPACE.sub("", text)) if frame.kind is Kind.PLAN else DATE_SPACE.sub("", text),
            setting,
            ahead=frame.kind is Kind.PLAN,
        )
        if _is_dated(frame, slot, text)
        else (None, None)
    )
    specific = bool(re.search(r"\d", text)) or begins is not None
    return Statement(
        text=text_with_dates(text, frame, setting)[:TEXT_MAX],
        kind=frame.kind,
        slot=slot if frame.placed else None,
        entities=tuple(dict.fromkeys(re.findall(rf"(?=[A-Z]){LATIN}|《[^》]+》", text))),
        start=group.start,
        end=group.end,
        confidence=frame.confidence,
        importance=min(IMPORTANCE_MAX, frame.importance + (SPECIFIC if specific else 0.0)),
        tier=Tier.SESSION if once else frame.tier,
        once=once,
        correction=frame.name == "plan dropped or moved" or group.corrects or _changes(group),
        valid_from=begins,
        valid_to=ends,
    )


def _changes(group: Group) -> bool:
    """Whether it says outright that something known is no longer so."""
    words = group.found.frame.changes
    return words is not None and words.search(group.scene.text) is not None


def _is_dated(frame: Frame, slot: Slot, text: str) -> bool:
    """Whether its time says when it holds: a plan, an event, or a move that lies behind."""
    return frame.kind in {Kind.PLAN, Kind.EVENT} or (slot.attribute in {"home", "job"} and bool(re.search(PAST, text)))


def text_with_dates(text: str, frame: Frame, setting: MessageSetting) -> str:
    """The text with its dates made absolute, when its words name a day."""
    if not _names_a_day(frame, text):
        return text
    spelled = DATE_SPACE.sub("", text)
    if frame.kind is Kind.PLAN:
        spelled = CHANGED.sub(HIDDEN, spelled)
    apart = (
        "，" if frame.name == "plan dropped or moved" or frame.kind is Kind.EVENT else "\n"
    )  # "put off, to the 19th": each clause in its own tense
    clauses = (_absolute(part, setting, _ahead(part, frame)) for part in spelled.split(apart))
    absolute = apart.join(clauses)
    if absolute == spelled:
        return text
    absolute = absolute.replace(HIDDEN, "了")
    if OF_A_DAY.search(spelled):
        absolute = CLOCK_ONLY.sub(r"\1", absolute)
    return absolute


def _ahead(part: str, frame: Frame) -> str:
    """What makes the time of a clause one to come: of a plan, and of what is still to follow an event."""
    follows = frame.kind is Kind.EVENT and STILL_TO_COME.search(part) is not None
    return AHEAD if frame.kind is Kind.PLAN or follows else ""


def _absolute(text: str, setting: MessageSetting, ahead: str) -> str:
    """The dates of one clause made absolute; *ahead* is put in front of it for the reading, and taken off again."""
    return when.add_absolute_dates(ahead + text, setting.said, setting.zone, "zh").removeprefix(ahead)


def _names_a_day(frame: Frame, text: str) -> bool:
    """ "Nine in the evening" in a standing order is no day, nor is number 12 of a street."""
    if frame.name in UNDATED or not (frame.placed or NAMED_DAY.search(text)):
        return False
    if WEEKLY.search(text) and not NAMED_DAY.search(text):
        return False
    if frame.kind is Kind.PLAN and EVERY.search(text) and not NAMED_DAY.search(text):
        return False
    standing = frame.kind in STANDING_KINDS or frame.name in {"does it by habit", "does it at an hour"}
    return bool((FROM_A_DAY if standing else A_DAY).search(text))


def _span(text: str, setting: MessageSetting, *, ahead: bool) -> tuple[datetime | None, datetime | None]:
    """When a plan or an event takes place: the first point in time that its words name."""
    for mention in when.find_times(AHEAD + text if ahead else text, setting.said, setting.zone):
        if not mention.recurring and not mention.duration:
            return mention.begins.astimezone(UTC), mention.ends.astimezone(UTC)
    return None, None
