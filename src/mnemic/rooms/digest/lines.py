"""What a period held, line by line, by rules: in the words of what was said, with what each line rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Sensitivity, Status, Tier
from mnemic.language import detect
from mnemic.language.boundaries import sentences
from mnemic.language.segment import normal_form
from mnemic.rooms.digest.period import DigestPeriod
from mnemic.rooms.digest.record import DigestLine
from mnemic.rooms.habits.record import habit_of, is_habit, statement_text
from mnemic.rooms.profile.slots import OWN_ORIGINS, trait_name, value_text
from mnemic.rooms.session.rounds import USER
from mnemic.rooms.session.salience import sentence_weight

# Most lines of a kind, for a week and for a month.
LINES_MAX: Mapping[str, tuple[int, int]] = {
    "changed": (6, 12),
    "event": (8, 16),
    "decision": (5, 10),
    "plan": (5, 10),
    "new": (8, 16),
    "said": (4, 8),
    "habit": (4, 8),
}
TOPICS_MAX = 5  # names that were spoken of most
TOPIC_TURNS_MIN = 2
TOPIC_EVIDENCE_MAX = 20
STATED_ENOUGH = 12  # statements from which turns that state nothing are not quoted
SAID_WEIGHT_MIN = 0.25  # of a sentence that is quoted, 0-1 (rooms/session/salience)
SAID_CHARACTERS_MAX = 200
HABIT_TIMES_MIN = 2  # in the period

DIGEST_WORDS = {
    "en": {
        "changed": "Changed: {name}: {before} → {after} ({day})",
        "reworded": "Changed: {before} → {after} ({day})",
        "event": "Happened ({day}): {text}",
        "decision": "Decided ({day}): {text}",
        "plan": "Planned ({day}): {text}",
        "new": "New: {text}",
        "said": "Said ({day}): {text}",
        "habit": "Habit: {text} ({count} times)",
        "topics": "Talked about most: {text}",
        "topic": "{name} ({count})",
    },
    "zh": {
        "changed": "变化：{name}：{before} → {after}（{day}）",
        "reworded": "变化：{before} → {after}（{day}）",
        "event": "经历（{day}）：{text}",
        "decision": "决定（{day}）：{text}",
        "plan": "计划（{day}）：{text}",
        "new": "新得知：{text}",
        "said": "说过（{day}）：{text}",
        "habit": "习惯：{text}（{count} 次）",
        "topics": "谈得最多：{text}",
        "topic": "{name}（{count}）",
    },
}
NAMES_ZH = {
    "home": "住处",
    "work": "工作",
    "employer": "单位",
    "preferences": "偏好",
    "likes": "喜好",
    "habits": "习惯",
    "diet": "饮食",
    "name": "姓名",
    "called": "称呼",
    "age": "年龄",
    "constraints": "限制",
    "situation": "状况",
    "hometown": "家乡",
    "birthday": "生日",
    "pets": "宠物",
    "languages": "语言",
    "medicines": "用药",
    "particulars": "细节",
    "orders": "要求",
}
_LABELS = {Kind.EVENT: "event", Kind.DECISION: "decision", Kind.PLAN: "plan"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestMaterial:
    """What is known of a period: the user's own turns and statements of it, in order of saying."""

    period: DigestPeriod
    agent: str | None
    zone: tzinfo
    turns: tuple[Memory, ...]  # records of the turns of everybody
    statements: tuple[Memory, ...]
    habits: tuple[Memory, ...] = ()
    by_id: Mapping[str, Memory] = field(default_factory=dict)  # every memory of the user

    @property
    def own(self) -> list[Memory]:
        """The user's turns."""
        return [turn for turn in self.turns if turn.origin is Origin.USER]

    @property
    def language(self) -> str:
        """The language the user talked in."""
        said = [detect.language(turn.text) for turn in self.own if turn.text]
        return "zh" if 2 * said.count("zh") > len(said) else "en"

    @property
    def counts(self) -> dict[str, int]:
        """Turns, sessions and statements."""
        sessions = {turn.session for turn in self.turns}
        return {"turns": len(self.turns), "sessions": len(sessions), "memories": len(self.statements)}

    @property
    def sensitivity(self) -> Sensitivity:
        """How private it is: as private as the most private of it."""
        personal = any(one.sensitivity is Sensitivity.PERSONAL for one in (*self.turns, *self.statements))
        return Sensitivity.PERSONAL if personal else Sensitivity.NORMAL

    def day(self, moment: datetime) -> str:
        """The day of a moment, as it is written."""
        return moment.astimezone(self.zone).date().isoformat()


def may_be_told(memory: Memory) -> bool:
    """Whether a memory may be told: nothing the guard holds, and nothing that was taken back."""
    if memory.status is Status.QUARANTINED:
        return False
    return memory.superseded_at is None or memory.superseded_by is not None


def is_told_in_digest(memory: Memory) -> bool:
    """Whether a memory is a statement of the user's that a digest tells."""
    return (
        memory.kind not in ROOM_KINDS
        and memory.kind not in (Kind.EPISODE, Kind.NOTE)
        and memory.origin in OWN_ORIGINS
        and memory.tier not in (Tier.SESSION, Tier.WORKING)
        and not is_habit(memory)
        and not part_ids_of(memory)
        and may_be_told(memory)
    )


def digest_lines_of(material: DigestMaterial) -> list[DigestLine]:
    """The lines of a period: what changed, what happened, what was decided and planned, what was new, what was said
    beside, which habits showed, and what was spoken of most."""
    words = DIGEST_WORDS[material.language]
    changed = _changes(material, words)
    told = {id for line in changed for id in line.memories}
    found: dict[str, list[tuple[float, DigestLine]]] = {"changed": [(1.0, line) for line in changed]}
    texts = set()
    for memory in material.statements:
        same = normal_form(memory.text)
        if memory.id in told or same in texts:
            continue
        texts.add(same)
        name = _LABELS.get(memory.kind, "new")
        text = words[name].format(day=material.day(_when(memory)), text=_flat(memory.text))
        found.setdefault(name, []).append((_worth(memory), _line(text, memory)))
    if len(material.statements) < STATED_ENOUGH:
        found["said"] = list(_said(material, words))
    found["habit"] = list(_habits(material, words))
    lines = [line for name in LINES_MAX for line in _weightiest(found.get(name, []), LINES_MAX[name], material.period)]
    return lines + _topics(material, words)


def _when(memory: Memory) -> datetime:
    """When an event was; anything else is of the day it was said."""
    dated = memory.kind is Kind.EVENT and memory.valid_from is not None and memory.valid_from <= memory.said_at
    return memory.valid_from if dated and memory.valid_from else memory.said_at


def _worth(memory: Memory) -> float:
    return memory.control_relevance + memory.importance


def _line(text: str, *memories: Memory) -> DigestLine:
    sources = dict.fromkeys(source for memory in memories for source in memory.sources)
    return DigestLine(text=text, memories=tuple(memory.id for memory in memories), turns=tuple(sources))


def _weightiest(
    found: Sequence[tuple[float, DigestLine]], most: tuple[int, int], period: DigestPeriod
) -> Iterator[DigestLine]:
    """The weightiest lines, in their order."""
    limit = most[1] if period.monthly else most[0]
    best = sorted(range(len(found)), key=lambda place: (-found[place][0], place))[:limit]
    return (found[place][1] for place in sorted(best))


def _changes(material: DigestMaterial, words: Mapping[str, str]) -> list[DigestLine]:
    """What took the place of something known: from, to, and when."""
    lines = []
    olds: dict[str, list[Memory]] = {}
    for memory in material.by_id.values():
        if memory.superseded_by is not None and memory.kind is not Kind.EPISODE and may_be_told(memory):
            olds.setdefault(memory.superseded_by, []).append(memory)
    for new in material.statements:
        for old in sorted(olds.get(new.id, ()), key=lambda one: (one.said_at, one.id)):
            if (
                normal_form(old.text) == normal_form(new.text)
                or is_habit(old)
                or part_ids_of(old)
                or not is_told_in_digest(old)
            ):
                continue
            lines.append(_line(_changed(old, new, material, words), old, new))
    return lines


def _changed(old: Memory, new: Memory, material: DigestMaterial, words: Mapping[str, str]) -> str:
    name, day = trait_name(new), material.day(new.said_at)
    if name is not None and name == trait_name(old) and new.slot is not None and new.slot.single:
        shown = NAMES_ZH.get(name, name) if material.language == "zh" else name
        return words["changed"].format(name=shown, before=value_text(old), after=value_text(new), day=day)
    return words["reworded"].format(before=_flat(old.text).rstrip(".。"), after=_flat(new.text).rstrip(".。"), day=day)


def _said(material: DigestMaterial, words: Mapping[str, str]) -> Iterator[tuple[float, DigestLine]]:
    """The weightiest sentences of turns of which no statement was made."""
    stated = {source for memory in material.by_id.values() if _stands(memory) for source in memory.sources}
    seen = set()
    for turn in material.own:
        if not stated.isdisjoint(turn.sources):
            continue
        for sentence in sentences(turn.text[:2_000]):
            heavy, same = sentence_weight(_flat(sentence), USER), normal_form(sentence)
            if heavy < SAID_WEIGHT_MIN or same in seen or len(sentence) > SAID_CHARACTERS_MAX:
                continue
            seen.add(same)
            yield heavy, _line(words["said"].format(day=material.day(turn.said_at), text=_flat(sentence)), turn)


def _stands(memory: Memory) -> bool:
    return memory.kind is not Kind.EPISODE and memory.kind not in ROOM_KINDS


def _habits(material: DigestMaterial, words: Mapping[str, str]) -> Iterator[tuple[float, DigestLine]]:
    for memory in material.habits:
        inside = [
            piece for piece in habit_of(memory).pieces if material.period.first <= piece.day < material.period.after
        ]
        if len(inside) < HABIT_TIMES_MIN:
            continue
        text = words["habit"].format(text=statement_text(memory).rstrip("."), count=len(inside))
        turns = tuple(dict.fromkeys(piece.source for piece in inside))
        yield float(len(inside)), DigestLine(text=text, memories=(memory.id,), turns=turns)


def _topics(material: DigestMaterial, words: Mapping[str, str]) -> list[DigestLine]:
    """The names the user spoke of most, with in how many turns; each a line of its own, so that forgetting one leaves
    the others."""
    named: dict[str, list[Memory]] = {}
    for turn in material.own:
        for name in dict.fromkeys(turn.entities):
            if normal_form(name) != normal_form(turn.user):
                named.setdefault(name, []).append(turn)
    often = sorted(
        ((name, held) for name, held in named.items() if len(held) >= TOPIC_TURNS_MIN),
        key=lambda one: (-len(one[1]), one[0]),
    )[:TOPICS_MAX]
    return [
        _line(
            words["topics"].format(text=words["topic"].format(name=name, count=len(held))), *held[:TOPIC_EVIDENCE_MAX]
        )
        for name, held in often
    ]


def _flat(text: str) -> str:
    return " ".join(text.split())
