"""What a session begins with, as sections in order of weight: their lines in both languages (R11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mnemic.domain.permanent import OpenQuestion
from mnemic.domain.profile import Doubt, Feeling, Occupation, Profile, ProfileChanges, Trait
from mnemic.domain.record import Json, Kind, Memory, Tier
from mnemic.domain.task import SlotValue, StepState, Task, TaskStatus
from mnemic.language import detect
from mnemic.reader.statement import USER
from mnemic.rooms.profile.slots import in_force, speaks_of_user
from mnemic.safety.access.policy import ORIGIN_BY_MAKER, TrustUse, may_become, stands_as_order

WISHES = (Kind.RULE, Kind.CONSTRAINT, Kind.PREFERENCE)  # the weightiest first
TASKS_SHOWN = 5
WISHES_SHOWN = 10
QUESTIONS_SHOWN = 3
VALUES_SHOWN = 5  # of one slot of the user
PURSUITS_SHOWN = 4
DOUBTS_SHOWN = 2
SIGNS_SHOWN = 1
CHANGES_SHOWN = 6
QUOTE_CHARACTERS = 60

TITLES: Mapping[str, tuple[str, str]] = {
    "permanent": ("Always holds (the user confirmed it)", "始终有效（用户已确认）"),
    "questions": ("Ask the user about this before relying on it", "请先问用户，再作为依据"),
    "tasks": ("Unfinished tasks", "未完成的任务"),
    "wishes": ("What the user always wants", "用户一贯的要求"),
    "profile": ("Who the user is", "用户概况"),
    "changes": ("Changed since last time", "上次以来的变化"),
    "unconfirmed": ("From elsewhere, not confirmed by the user", "来自别处、未经用户确认"),
}
TRAITS: Mapping[str, tuple[str, str]] = {
    "name": ("name", "姓名"),
    "called": ("called", "称呼"),
    "home": ("home", "住地"),
    "hometown": ("home town", "家乡"),
    "work": ("work", "工作"),
    "employer": ("employer", "单位"),
    "age": ("age", "年龄"),
    "birthday": ("birthday", "生日"),
    "languages": ("languages", "语言"),
    "allergies": ("allergies", "过敏"),
    "diet": ("diet", "饮食"),
    "medicines": ("medicines", "用药"),
    "preferences": ("preferences", "偏好"),
    "likes": ("likes", "喜欢"),
    "dislikes": ("dislikes", "不喜欢"),
    "skills": ("skills", "技能"),
    "relationships": ("people", "亲友"),
    "pets": ("pets", "宠物"),
    "habits": ("habits", "习惯"),
    "constraints": ("limits", "限制"),
    "orders": ("standing orders", "长期要求"),
    "particulars": ("particulars", "资料"),
    "situation": ("situation", "近况"),
    "owns": ("owns", "拥有"),
    "uses": ("uses", "使用"),
}
PURSUITS: Mapping[Occupation, tuple[str, str]] = {
    Occupation.PLAN: ("plans", "计划"),
    Occupation.DECISION: ("decided", "决定"),
    Occupation.TOPIC: ("often speaks of", "常提到"),
    Occupation.TASK: ("task", "任务"),
}
DOUBTS: Mapping[Doubt, tuple[str, str]] = {
    Doubt.OVER: ("its day has passed", "日期已过"),
    Doubt.CONTRADICTED: ("something newer says otherwise", "有更新的说法与之矛盾"),
    Doubt.ENDS_SOON: ("ends soon", "即将到期"),
    Doubt.UNUSED: ("said once, long ago", "很久以前只说过一次"),
}
FEELINGS: Mapping[Feeling, tuple[str, str]] = {
    Feeling.PRESSURE: ("may be under pressure", "可能压力较大"),
    Feeling.LOW: ("may be tired or low", "可能疲惫或低落"),
    Feeling.GLAD: ("may be in good spirits", "心情可能不错"),
}
STATUSES: Mapping[TaskStatus, tuple[str, str]] = {
    TaskStatus.OPEN: ("open", "进行中"),
    TaskStatus.PAUSED: ("paused", "已暂停"),
    TaskStatus.COMPLETED: ("completed", "已完成"),
    TaskStatus.ABANDONED: ("abandoned", "已放弃"),
}
MOVED = ("changed since last time", "上次以来有进展")
JOINS = (", ", "、")  # between the items of a list
BY_A_MODEL = ""  # no memory: what a model wrote, and a mood that is guessed at, is nobody's word
NEXT, STALE = ("next", "下一步"), ("probably stale", "可能已过时")
ADDED, CHANGED, GONE, AIM = ("new", "新增"), ("changed", "变更"), ("no longer", "不再"), ("new aim", "新目标")


@dataclass(frozen=True, slots=True, kw_only=True)
class StartItem:
    """One line of a section."""

    text: str
    memory_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSection:
    """A section: a title and its lines, or memories that are shown as they are."""

    title: str
    place: str = "head"  # head, or near where it holds what nobody but the user may make an order
    memories: tuple[Memory, ...] = ()
    items: tuple[StartItem, ...] = ()


Trusted = Callable[[str], bool]
"""Whether the memory of this id may stand where a model reads orders."""


def language_column(language: str) -> int:
    """Which of two texts is shown."""
    return 1 if language == "zh" else 0


def recent_talk_language(texts: Iterable[str]) -> str:
    """The language of the user's recent talk: "zh" or "en"."""
    return "zh" if detect.language("\n".join(texts)) == "zh" else "en"


def is_own_wish(memory: Memory) -> bool:
    """Whether a memory is a lasting order, limit or preference of the user's own: said or confirmed by the user, and
    not of somebody else, whose taste it may tell."""
    own = memory.slot is None or memory.slot.subject == USER
    return memory.kind in WISHES and own and stands_as_order(memory)


def lasting_wishes(memories: Iterable[Memory], now: datetime) -> tuple[Memory, ...]:
    """The user's lasting orders, limits and preferences in force, the weightiest first."""
    held = [
        memory
        for memory in memories
        if is_own_wish(memory)
        and memory.tier in (Tier.LONG_TERM, Tier.PROPOSED)
        and speaks_of_user(memory)
        and in_force(memory, now)
    ]
    held.sort(key=lambda one: (WISHES.index(one.kind), -one.mention_count, -one.said_at.timestamp(), one.id))
    return tuple(held[:WISHES_SHOWN])


def start_sections(
    *,
    permanent: Sequence[Memory],
    questions: Sequence[OpenQuestion],
    tasks: Sequence[Task],
    lasting: Sequence[Memory],
    profile: Profile,
    changes: ProfileChanges,
    since: datetime | None,
    language: str,
    trusted: Trusted = lambda id: True,
) -> list[StartSection]:
    """The sections in order of weight, without empty ones. What one section says, no later one says again. What the
    user has neither said nor confirmed stands in one section of its own, the last.

    Args:
        since: when the user's previous session began; a task that changed since is marked.
        trusted: which memories may stand where a model reads orders (S3).
    """
    at = language_column(language)
    shown = {memory.id for memory in (*permanent, *lasting)}
    found = [
        StartSection(title=TITLES["permanent"][at], memories=tuple(permanent)),
        StartSection(
            title=TITLES["questions"][at],
            items=tuple(_asked(one, language) for one in questions[:QUESTIONS_SHOWN] if trusted(one.newer.id)),
        ),
        StartSection(
            title=TITLES["tasks"][at],
            items=tuple(_task(one, since, at) for one in tasks[:TASKS_SHOWN] if trusted(one.id)),
        ),
        StartSection(title=TITLES["wishes"][at], memories=tuple(lasting)),
        StartSection(title=TITLES["profile"][at], items=tuple(_portrait(profile, shown, at, trusted))),
        StartSection(title=TITLES["changes"][at], items=tuple(_changes(changes, at, trusted))),
        StartSection(
            title=TITLES["unconfirmed"][at],
            place="near",
            items=(
                *(_asked(one, language) for one in questions[:QUESTIONS_SHOWN] if not trusted(one.newer.id)),
                *(_task(one, since, at) for one in tasks[:TASKS_SHOWN] if not trusted(one.id)),
                *(item for one in tasks[:TASKS_SHOWN] if (item := _of_tools(one, at))),
                *_portrait(profile, shown, at, lambda id: not trusted(id)),
            ),
        ),
    ]
    return [part for part in found if part.memories or part.items]


def _asked(question: OpenQuestion, language: str) -> StartItem:
    text = question.texts["zh" if language == "zh" else "en"]
    return StartItem(text=text, memory_ids=(question.permanent.id, question.newer.id))


def _task(task: Task, since: datetime | None, at: int) -> StartItem:
    facts = _facts(task, at, own=True)
    step = next((one.name for one in task.steps if one.state in (StepState.CURRENT, StepState.PENDING)), "")
    moved = since is not None and task.started_at <= since < task.updated_at
    state = ", ".join([STATUSES[task.status][at], *([MOVED[at]] if moved else [])])
    told = [f"{task.goal} ({state})", facts, f"{NEXT[at]}: {step}" if step else ""]
    return StartItem(text=" · ".join(part for part in told if part), memory_ids=(task.id,))


def _facts(task: Task, at: int, *, own: bool) -> str:
    """What a task knows by the word of the user and of the program, or else by tools and agents."""
    held = {slot: value.value for slot, value in task.values.items() if is_users_word(value) is own}
    return "; ".join(
        f"{name}: {slot_value_text(value, JOINS[at])}" for name, value in held.items() if value is not None
    )


def _of_tools(task: Task, at: int) -> StartItem | None:
    facts = _facts(task, at, own=False)
    return StartItem(text=f"{task.goal} · {facts}", memory_ids=(task.id,)) if facts else None


def is_users_word(value: SlotValue) -> bool:
    """Whether the value of a slot is the user's word, or was set by the program the user works with."""
    return may_become(ORIGIN_BY_MAKER[value.by], TrustUse.ORDER)


def slot_value_text(value: Json, join: str) -> str:
    """The value of a slot in a line: words as they are, a list of them joined, anything else as JSON."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return join.join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _label(trait: str, at: int) -> str:
    return TRAITS[trait][at] if trait in TRAITS else trait


def _values(trait: Trait, at: int) -> StartItem:
    values = trait.values[-VALUES_SHOWN:]
    joined = ("; ", "；")[at].join(value.text for value in values)
    evidence = tuple(value.evidence[-1] for value in values)
    return StartItem(text=f"{_label(trait.name, at)}: {joined}", memory_ids=evidence)


def _portrait(profile: Profile, shown: set[str], at: int, wanted: Trusted) -> Iterable[StartItem]:
    """The lines of a portrait that rest on wanted memories alone."""
    for trait in profile.traits:
        fresh = tuple(value for value in trait.values if not shown & set(value.evidence) and wanted(value.evidence[-1]))
        if fresh:
            yield _values(Trait(name=trait.name, many=trait.many, values=fresh), at)
    pursuits = [one for one in profile.busy if one.kind is not Occupation.TASK and wanted(one.evidence[-1])]
    for pursuit in pursuits[:PURSUITS_SHOWN]:
        yield StartItem(text=f"{PURSUITS[pursuit.kind][at]}: {pursuit.text}", memory_ids=pursuit.evidence[-1:])
    for claim in profile.claims if wanted(BY_A_MODEL) else ():
        yield StartItem(text=claim.text, memory_ids=claim.evidence)
    for sign in profile.mood[:SIGNS_SHOWN] if wanted(BY_A_MODEL) else ():
        yield StartItem(text=f"{FEELINGS[sign.feeling][at]}: “{sign.quote[:QUOTE_CHARACTERS]}”", memory_ids=())
    doubtful = [one for one in profile.stale if one.doubt is not Doubt.CONTRADICTED and wanted(one.evidence[0])]
    for stale in doubtful[:DOUBTS_SHOWN]:
        yield StartItem(text=f"{STALE[at]} ({DOUBTS[stale.doubt][at]}): {stale.text}", memory_ids=stale.evidence[:1])


def _changes(changes: ProfileChanges, at: int, trusted: Trusted) -> list[StartItem]:
    items = [
        StartItem(text=f"{CHANGED[at]}: {_label(one.name, at)}: {one.before} → {one.after}", memory_ids=one.evidence)
        for one in changes.changed
        if all(map(trusted, one.evidence))
    ]
    for mark, traits in ((GONE, changes.gone), (ADDED, changes.added)):
        for trait in traits:
            values = tuple(value for value in trait.values if trusted(value.evidence[-1]))
            if values:
                item = _values(Trait(name=trait.name, many=trait.many, values=values), at)
                items.append(StartItem(text=f"{mark[at]}: {item.text}", memory_ids=item.memory_ids))
    aims = [one for one in changes.aims if trusted(one.evidence[-1])]
    items += [StartItem(text=f"{AIM[at]}: {one.text}", memory_ids=one.evidence[-1:]) for one in aims]
    return items[:CHANGES_SHOWN]
