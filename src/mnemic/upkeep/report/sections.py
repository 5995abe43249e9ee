"""What is held becomes the sections of a report, in the order in which somebody reads who wants to know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from mnemic.domain.changes import Action, History
from mnemic.domain.labels import label_of
from mnemic.domain.profile import Profile
from mnemic.domain.record import OWN_KEY, ROOM_KINDS, Kind, Memory, Source, Status, Tier, Turn
from mnemic.domain.register import Register
from mnemic.domain.scope import Scope
from mnemic.domain.validity import is_current
from mnemic.rooms.habits.record import is_habit
from mnemic.rooms.skill.record import skill_of
from mnemic.rooms.task.record import is_task, task_of
from mnemic.safety.guard.screen import guard_mark_of
from mnemic.upkeep.report.document import ReportDocument, ReportItem, ReportSection
from mnemic.upkeep.report.rows import GatheredRows
from mnemic.upkeep.report.words import ReportWords

ROOM = (Tier.PERMANENT, Tier.PROPOSED)
Facts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDraft:
    """One report in the making."""

    held: GatheredRows
    scope: Scope
    now: datetime
    zone: tzinfo
    language: str
    profile: Profile | None = None
    processing: Mapping[str, str]  # how the memory is set up, by name

    def document(self) -> ReportDocument:
        """The whole report."""
        say = ReportWords(self.language)
        sections = [
            self._overview(say),
            self._of("permanent", say, [self._memory(one, say) for one in self._all() if self._is_permanent(one)]),
            self._of("remembered", say, [self._memory(one, say) for one in self._remembered()]),
            self._of("profile", say, self._portrait()),
            self._of("tasks", say, [self._task(one, say) for one in self._all() if is_task(one)]),
            self._of("skills", say, [self._skill(one, say) for one in self._all() if self._is_skill(one)]),
            self._of("habits", say, [self._memory(one, say) for one in self._all() if self._is_habit(one)]),
            self._of("digests", say, [self._memory(one, say) for one in self._all() if self._is_digest(one)]),
            self._of("held", say, [self._memory(one, say) for one in self._all() if self._is_held(one)]),
            self._of("former", say, [self._memory(one, say) for one in self._former()]),
            self._of("turns", say, [self._turn(turn, say) for turn in self.held.turns.values()]),
            self._of("history", say, [self._change(row, say) for row in self.held.history]),
            self._of("questions", say, self._questions(say), note="questions.note"),
            self._of("feedback", say, self._feedback(say)),
            self._of("files", say, self._files(say), note="files.note"),
            self._of("letters", say, self._letters(say)),
            self._of("audit", say, self._audit(say)),
            self._of("registers", say, self._registers(say)),
            self._processing(say),
        ]
        return ReportDocument(
            scope=self.scope,
            made_at=self.now,
            language=self.language,
            title=say("title", user=self.scope.user),
            sections=tuple(sections),
            rows=self.held.rows,
        )

    def _of(self, name: str, say: ReportWords, items: Iterable[ReportItem], *, note: str = "") -> ReportSection:
        return ReportSection(name=name, title=say(name), items=tuple(items), note=say(note) if note else "")

    def _overview(self, say: ReportWords) -> ReportSection:
        counts = {
            say("turns"): len(self.held.turns),
            say("remembered"): len(self._remembered()),
            say("files"): len(self.held.files),
        }
        counted = ", ".join(f"{name} {count}" for name, count in counts.items())
        text = say("overview.text", user=self.scope.user, at=self._time(self.now), counts=counted)
        return ReportSection(name="overview", title=say("overview"), items=(ReportItem(text=text),))

    def _processing(self, say: ReportWords) -> ReportSection:
        facts = tuple(
            (say(name) if name in ("place", "encryption") else name, value) for name, value in self.processing.items()
        )
        return ReportSection(name="processing", title=say("processing"), items=(ReportItem(text="", facts=facts),))

    def _all(self) -> list[Memory]:
        return sorted(self.held.memories.values(), key=lambda one: (one.kind.value, one.said_at, one.id))

    def _plain(self, memory: Memory) -> bool:
        return memory.kind not in ROOM_KINDS and memory.kind not in (Kind.EPISODE, Kind.SKILL) and not is_habit(memory)

    def _is_permanent(self, memory: Memory) -> bool:
        return memory.tier in ROOM and is_current(memory)

    def _remembered(self) -> list[Memory]:
        return [one for one in self._all() if self._plain(one) and is_current(one) and one.tier not in ROOM]

    def _is_skill(self, memory: Memory) -> bool:
        return memory.kind is Kind.SKILL

    def _is_habit(self, memory: Memory) -> bool:
        return is_habit(memory)

    def _is_digest(self, memory: Memory) -> bool:
        return memory.kind in (Kind.DIGEST, Kind.SUMMARY)

    def _is_held(self, memory: Memory) -> bool:
        return memory.status is Status.QUARANTINED

    def _former(self) -> list[Memory]:
        plain = [one for one in self._all() if self._plain(one)]
        return [one for one in plain if not is_current(one) and one.status is not Status.QUARANTINED]

    def _memory(self, memory: Memory, say: ReportWords) -> ReportItem:
        mark, label = guard_mark_of(memory), label_of(memory)
        facts: Facts = [(say("kind"), memory.kind.value), (say("status"), memory.status.value)]
        facts += [(say("tier"), memory.tier.value), (say("said"), self._time(memory.said_at))]
        facts += [(say("true"), self._span(memory)), (say("known"), self._time(memory.recorded_at))]
        facts += [(say("origin"), memory.origin.value), (say("trust"), f"{memory.trust:.2f}")]
        facts += [(say("confidence"), f"{memory.confidence:.2f}"), (say("used"), str(memory.access_count))]
        facts += self._some(say, "summary", memory.summary if memory.summary != memory.text else "")
        facts += self._some(say, "speaker", memory.speaker) + self._some(say, "agent", memory.agent)
        facts += self._some(say, "task", memory.task) + self._some(say, "session", memory.session)
        facts += self._some(say, "entities", ", ".join(memory.entities))
        facts += self._some(say, "purpose", memory.purpose)
        facts += self._some(say, "retention", self._end(memory) if not label.blank else None)
        facts += self._some(say, "metadata", self._noted(memory.metadata))
        facts += self._some(say, "reasons", "; ".join(mark.reasons) if mark else "")
        if memory.superseded_by is not None:
            newer = self.held.memories.get(memory.superseded_by)
            facts.append((say("replaced"), memory.superseded_by if newer is None else newer.text))
        facts.append((say("id"), memory.id))
        return ReportItem(text=memory.text, facts=tuple(facts), quotes=self._quotes(memory.sources))

    def _task(self, memory: Memory, say: ReportWords) -> ReportItem:
        task = task_of(memory)
        facts: Facts = [(say("status"), task.status.value), (say("known"), self._time(task.started_at))]
        values = ", ".join(f"{slot}: {self._json(value)}" for slot, value in task.data.items())
        facts += self._some(say, "values", values)
        facts += self._some(
            say,
            "steps",
            "; ".join(
                f"{step.name} ({step.state.value}{': ' if step.result else ''}{step.result})" for step in task.steps
            ),
        )
        facts += self._some(say, "constraints", "; ".join(line.text for line in task.constraints))
        facts += self._some(say, "decisions", "; ".join(line.text for line in task.decisions))
        facts += self._some(say, "resolved", "; ".join(f"{one.question} → {one.answer}" for one in task.resolved))
        facts += self._some(say, "outcome", task.outcome) + self._some(say, "purpose", memory.purpose)
        facts += self._some(say, "retention", memory.retention)
        facts.append((say("id"), memory.id))
        return ReportItem(text=task.goal, facts=tuple(facts), quotes=self._quotes(sorted(task.rested)))

    def _skill(self, memory: Memory, say: ReportWords) -> ReportItem:
        skill = skill_of(memory)
        facts: Facts = [(say("version"), str(skill.version)), (say("status"), memory.status.value)]
        facts += self._some(say, "triggers", "; ".join(skill.triggers))
        facts += self._some(say, "steps", "; ".join(step.text for step in skill.steps))
        facts += [(say("origin"), skill.origin.value), (say("used"), str(skill.uses)), (say("id"), memory.id)]
        return ReportItem(text=skill.name, facts=tuple(facts), quotes=self._quotes(skill.sources))

    def _portrait(self) -> list[ReportItem]:
        if self.profile is None:
            return []
        traits = [
            ReportItem(text=f"{trait.name}: {', '.join(value.text for value in trait.values)}")
            for trait in self.profile.traits
        ]
        said = [one.text for one in self.profile.busy] + [one.text for one in self.profile.stale]
        said += [one.text for one in self.profile.claims]
        return [*traits, *(ReportItem(text=text) for text in said)]

    def _turn(self, turn: Turn, say: ReportWords) -> ReportItem:
        facts: Facts = [(say("session"), turn.session), (say("said"), self._time(turn.said_at))]
        facts += [(say("speaker"), turn.speaker or turn.role)]
        facts += self._some(say, "agent", turn.agent) + self._some(say, "task", turn.task)
        facts += self._some(
            say, "calls", self._json([dict(call) for call in turn.tool_calls]) if turn.tool_calls else ""
        )
        facts += self._some(say, "redacted", ", ".join(turn.redacted))
        facts += self._some(say, "purpose", label_of(turn).purpose) + self._some(say, "retention", self._end(turn))
        facts += self._some(say, "metadata", self._noted(turn.metadata))
        return ReportItem(text=turn.text, facts=tuple(facts))

    def _change(self, row: History, say: ReportWords) -> ReportItem:
        facts: Facts = [(say("said"), self._time(row.at)), (say("actor"), row.actor), (say("reason"), row.reason)]
        before = "" if row.before is None else row.before.text
        after = "" if row.after is None else row.after.text
        facts += self._some(say, "before", before if before != after else "") + self._some(say, "after", after)
        facts.append((say("id"), row.memory_id))
        return ReportItem(text=row.action.value, facts=tuple(facts))

    def _questions(self, say: ReportWords) -> list[ReportItem]:
        return [
            ReportItem(
                text=one.text or f"({say('facts.none')})",
                facts=(
                    (say("said"), self._time(one.at)),
                    *self._some(say, "session", one.session),
                    *self._some(say, "answer", "; ".join(self._named(id) for id in one.memory_ids)),
                ),
            )
            for one in self.held.asked
        ]

    def _feedback(self, say: ReportWords) -> list[ReportItem]:
        reasons = {row.memory_id: row.reason for row in self.held.history if row.action is Action.FEEDBACK}
        return [
            ReportItem(
                text=self._named(vote.memory_id),
                facts=(
                    (say("helpful"), say("yes" if vote.helpful else "no")),
                    (say("said"), self._time(vote.at)),
                    *self._some(say, "reason", reasons.get(vote.memory_id)),
                ),
            )
            for vote in self.held.votes
        ]

    def _files(self, say: ReportWords) -> list[ReportItem]:
        return [
            ReportItem(
                text=blob.info.name or blob.info.hash,
                facts=(
                    (say("type"), blob.info.media_type),
                    (say("size"), str(blob.info.size)),
                    (say("known"), self._time(blob.info.stored_at)),
                    (say("id"), blob.info.hash),
                ),
            )
            for blob in self.held.files
        ]

    def _letters(self, say: ReportWords) -> list[ReportItem]:
        return [
            ReportItem(
                text=self._words(letter.source),
                facts=(
                    (say("reason"), letter.reason),
                    (say("attempts"), str(letter.attempts)),
                    (say("session"), letter.source.session),
                ),
            )
            for letter in self.held.letters
        ]

    def _audit(self, say: ReportWords) -> list[ReportItem]:
        return [
            ReportItem(
                text=row.action,
                facts=(
                    (say("said"), self._time(row.at)),
                    (say("actor"), row.actor),
                    *self._some(say, "reason", row.detail),
                    *self._some(say, "id", row.memory_id),
                ),
            )
            for row in self.held.audit
        ]

    def _registers(self, say: ReportWords) -> list[ReportItem]:
        by: dict[Register, list[str]] = {register: [] for register in Register}
        told = [one for one in self.held.registered if one.register is not Register.PLACEHOLDERS or "kind" in one.body]
        for one in told:
            shown = one.body.get("path") if one.register is Register.EXPORTS else one.body.get("kind")
            by[one.register].append(str(shown or ""))
        return [
            ReportItem(
                text=f"{say(f'registers.{register.value}')}: {len(held)}",
                quotes=tuple(filter(None, dict.fromkeys(held))),
            )
            for register, held in by.items()
        ]

    def _quotes(self, sources: Sequence[Source]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text for source in sources if (text := self._words(source))))

    def _words(self, source: Source) -> str:
        turn = self.held.turns.get(source)
        return "" if turn is None else f"{self._time(turn.said_at)} {turn.speaker or turn.role}: {turn.text}"

    def _named(self, id: str) -> str:
        memory = self.held.memories.get(id)
        return id if memory is None else memory.text

    def _some(self, say: ReportWords, name: str, value: str | None) -> Facts:
        return [(say(name), value)] if value else []

    def _end(self, held: Memory | Turn) -> str | None:
        label = label_of(held)
        parts = [] if label.until is None else [self._time(label.until)]
        return ", ".join([*parts, *(["session"] if label.session else [])]) or None

    def _span(self, memory: Memory) -> str:
        begins = "" if memory.valid_from is None else self._time(memory.valid_from)
        ends = "" if memory.valid_to is None else self._time(memory.valid_to)
        return f"{begins} – {ends}"

    def _noted(self, metadata: Mapping[str, Any]) -> str:
        noted = {key: value for key, value in metadata.items() if not key.startswith(OWN_KEY)}
        return self._json(noted) if noted else ""

    def _json(self, value: object) -> str:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)

    def _time(self, moment: datetime) -> str:
        return moment.astimezone(self.zone).isoformat(sep=" ", timespec="minutes")
