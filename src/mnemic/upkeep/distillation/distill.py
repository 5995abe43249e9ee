"""Distillation: what the user asks for or does again and again becomes a habit, with the evidence counted (U3).

"Three times implicitly becomes a preference": the same wish or deed on `distill_min` distinct days. The user's own word
stands above it. What was stated already, in whichever words, is left alone; nothing is distilled against a statement,
or again from evidence the user has since contradicted or taken back. A false habit is worse than a missing one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.decay_mark import reactivated_memory
from mnemic.domain.labels import without_labels
from mnemic.domain.record import Kind, Memory, Origin
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, Plan, PlanStep, UpkeepFinding
from mnemic.rooms.habits.record import (
    KEY,
    Habit,
    habit_body_of,
    habit_of,
    is_habit,
    revised_habit_record,
    with_evidence,
)
from mnemic.rooms.habits.talk import ActKind, is_same_act
from mnemic.rooms.habits.talk.habit_statement import habit_slot
from mnemic.safety.access.policy import taint_of
from mnemic.upkeep.distillation.evidence import (
    ActGroup,
    SeenAct,
    acts_seen,
    group_sources,
    groups_of_acts,
    habits_replaced_by,
    is_told_by,
    is_usual_choice,
    is_varying_wish,
)
from mnemic.upkeep.distillation.stated import general_statements, stated_already
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.writing.episodes import as_succeeded
from mnemic.writing.stages import CONTROL_RELEVANCE

LINKS_MAX = 20  # of a habit to its evidence, the newest
HABITS_MAX = 200  # new ones in one run
IMPORTANCE = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What one run asks of."""

    tending: UpkeepContext
    scope: Scope
    now: datetime
    memories: Sequence[Memory]

    @property
    def least(self) -> int:
        """Occurrences, on as many distinct days, that make a habit."""
        return self.tending.settings.distill_min


def plan_habits(tending: UpkeepContext, scope: Scope, now: datetime) -> Plan:
    """The habits that are new, and those of which there is more evidence."""
    with tending.store.reading(scope) as reader:
        memories = without_labels(reader.memories())
    asked = _Asked(tending=tending, scope=scope, now=now, memories=memories)
    found = list(acts_seen(memories, tending.zone))
    steps, left = _grown(found, asked)
    findings: list[UpkeepFinding] = []
    for agent, language in dict.fromkeys((one.agent, one.language) for one in left):
        ours = [one for one in left if (one.agent, one.language) == (agent, language)]
        more, unsaid = _new(groups_of_acts(ours), asked)
        steps += more
        findings += unsaid
    return Plan(job=Job.DISTILL, steps=tuple(steps), findings=tuple(findings))


def _grown(found: Sequence[SeenAct], asked: _Asked) -> tuple[list[PlanStep], list[SeenAct]]:
    """Steps that count new evidence of known habits, and what is evidence of none. What was said before a habit ended
    is spent: it makes no habit again."""
    known = sorted((memory for memory in asked.memories if is_habit(memory)), key=lambda one: (one.recorded_at, one.id))
    habits = [(memory, habit_of(memory)) for memory in known]
    listed = [(memory, habit) for memory, habit in habits if memory.superseded_at is None]
    more: dict[str, list[SeenAct]] = {}
    left = []
    for one in found:
        home = _rests(one, listed) or _home(one, habits)
        if home is None:
            left.append(one)
        else:
            more.setdefault(home, []).append(one)
    steps = [
        step
        for memory, habit in habits
        if memory.superseded_at is None and (step := _counted(memory, habit, more.get(memory.id, ()), asked.now))
    ]
    return steps, left


def _rests(one: SeenAct, habits: Sequence[tuple[Memory, Habit]]) -> str | None:
    """The id of the habit that lists an act already."""
    for memory, habit in habits:
        if one.piece.source in habit.sources and is_same_act(habit.act, one.act):
            return memory.id
    return None


def _home(one: SeenAct, habits: Sequence[tuple[Memory, Habit]]) -> str | None:
    """The id of the habit that an act is evidence of: one that stands, or one that ended after it."""
    for memory, habit in habits:
        before = memory.superseded_at is None or one.said_at <= memory.superseded_at
        if before and memory.agent == one.agent and habit.language == one.language and is_same_act(habit.act, one.act):
            return memory.id
    return None


def _counted(memory: Memory, habit: Habit, more: Sequence[SeenAct], now: datetime) -> PlanStep | None:
    grown = with_evidence(habit, [one.piece for one in more])
    if grown == habit:
        return None
    change = Change(
        action=Action.REVISE,
        memory=revised_habit_record(reactivated_memory(memory), grown, now),
        before=memory,
        reason=f"seen {grown.count} times, before {habit.count}",
    )
    there = {piece.memory for piece in habit.pieces}
    links = _links(memory.id, [one.piece.memory for one in more if one.piece.memory not in there], now)
    room = max(LINKS_MAX - len(there), 0)
    return PlanStep(reason=change.reason, changes=(change,), links=tuple(links[:room]))


def _new(groups: Sequence[ActGroup], asked: _Asked) -> tuple[list[PlanStep], list[UpkeepFinding]]:
    """Steps that add the habits of groups of one agent and language, and what was not made a habit although it came
    often enough."""
    often = [group for group in groups if _often(group, asked.least) and not is_varying_wish(group)][:HABITS_MAX]
    findings: list[UpkeepFinding] = []
    known = general_statements(asked.memories) if often else []
    found: list[ActGroup] = []
    told = [habit_of(memory).sources for memory in asked.memories if is_habit(memory) and memory.superseded_at is None]
    for group in often:
        memory, habit = _born(group, group, asked)
        others = [other for other in groups if other is not group]
        if not is_usual_choice(group, others):
            findings.append(
                UpkeepFinding(reason="asked for, and as often something that excludes it", memories=(memory,))
            )
        elif said := stated_already(memory, habit, known):
            findings.append(UpkeepFinding(reason=said.reason, memories=(memory, said.by)))
        elif not any(is_told_by(group, other) for other in told):
            found.append(group)
            told.append(group_sources(group))
    left = [one for group in groups if not any(group is other for other in found) for one in group]
    return [_added(*_born(group, whole, asked), asked) for group, whole in _absorbed(found, left, asked)], findings


def _absorbed(groups: Sequence[ActGroup], left: Sequence[SeenAct], asked: _Asked) -> list[tuple[ActGroup, ActGroup]]:
    """Each new habit's group, and with it what else is the same but was nearer to something that is no habit: the next
    run would find it to be evidence."""
    ordered = sorted(groups, key=lambda group: _id(asked.scope, group))
    taken: list[list[SeenAct]] = [list(group) for group in ordered]
    for one in left:
        home = next((place for place, group in enumerate(ordered) if is_same_act(group[0].act, one.act)), None)
        if home is not None:
            taken[home].append(one)
    return list(zip(ordered, taken, strict=True))


def _often(group: ActGroup, least: int) -> bool:
    return len(group_sources(group)) >= least and len({one.piece.day for one in group}) >= least


def _born(group: ActGroup, whole: ActGroup, asked: _Asked) -> tuple[Memory, Habit]:
    """The habit of a group, with the evidence of the whole."""
    middle = group[0]
    habit = with_evidence(
        Habit(language=middle.language, act=replace(middle.act, beside=frozenset()), pieces=(), least=asked.least),
        [one.piece for one in whole],
    )
    said = max(one.said_at for one in whole)
    first = min(one.said_at for one in whole)
    kind = Kind.PREFERENCE if middle.act.sort is ActKind.WISH else Kind.FACT
    evidence = {one.piece.memory for one in whole}
    tainted = taint_of((memory for memory in asked.memories if memory.id in evidence), by=Origin.INFERRED)
    memory = Memory(
        id=_id(asked.scope, group),
        tenant=asked.scope.tenant,
        user=asked.scope.user,
        agent=middle.agent,
        kind=kind,
        text=habit.text,
        language=middle.language,
        slot=habit_slot(middle.act, middle.language, asked.now, asked.tending.zone),
        confidence=habit.confidence,
        importance=IMPORTANCE,
        control_relevance=CONTROL_RELEVANCE[kind],
        relevance_reasons=(f"{kind.value} {CONTROL_RELEVANCE[kind]:.2f}",),
        origin=tainted.origin,
        trust=tainted.trust,
        said_at=said,
        valid_from=first,
        recorded_at=asked.now,
        updated_at=asked.now,
        mention_count=habit.count,
        metadata={KEY: habit_body_of(habit)},
    )
    return memory, habit


def _id(scope: Scope, group: ActGroup) -> str:
    """The id follows from what a habit is and from its first evidence, so that two who find it make one record."""
    act = group[0].act
    first = min(group, key=lambda one: (one.said_at, one.piece.source)).piece.source
    agent, core = group[0].agent or "", ",".join(sorted(act.core))
    named = (scope.tenant, scope.user, agent, "habit", act.sort.value, act.verb, core, first.session, first.turn)
    return hashlib.sha256("\n".join(named).encode()).hexdigest()[:32]


def _added(memory: Memory, habit: Habit, asked: _Asked) -> PlanStep:
    """A new habit; in the place of one that it excludes and that was last seen before it began."""
    sort = "asked for" if habit.act.sort is ActKind.WISH else "done"
    reason = f"{sort} {habit.count} times on {habit.days} days"
    links = _links(memory.id, [piece.memory for piece in habit.pieces], asked.now)
    old = habits_replaced_by(habit, memory, asked.memories)
    if not old:
        return PlanStep(reason=reason, changes=(Change(action=Action.ADD, memory=memory, reason=reason),), links=links)
    why = f"{reason}, and no more what was before"
    change = Change(
        action=Action.SUPERSEDE,
        memory=memory,
        replaces=tuple(as_succeeded(one, memory, asked.now) for one in old),
        reason=why,
    )
    links += tuple(
        Link(source=memory.id, target=one.id, relation=Relation.SUPERSEDES, reason=why, at=asked.now) for one in old
    )
    return PlanStep(reason=why, changes=(change,), links=links)


def _links(habit: str, memories: Sequence[str], now: datetime) -> tuple[Link, ...]:
    newest = list(dict.fromkeys(memories))[-LINKS_MAX:]
    return tuple(
        Link(source=habit, target=id, relation=Relation.RESTS_ON, reason="evidence of the habit", at=now)
        for id in newest
    )
