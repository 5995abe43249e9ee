"""What falls out of a session's window is judged for promotion, then folded into summaries, in layers (M1).

It happens when a session is asked for its messages or its summary, never when something is added. Summaries follow from
the log and from where they begin, so whoever folds, and how often, makes the same; each step is one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.api.core import SYSTEM_ACTOR
from mnemic.api.owner import Owner
from mnemic.domain.changes import Action, Change, WriteReport
from mnemic.domain.labels import has_label
from mnemic.domain.record import Kind, Memory, Origin, Source, Status, Tier, Turn, TurnState
from mnemic.errors import ModelError, StoreUnavailable
from mnemic.ports import LanguageModel, Reader, Writer
from mnemic.rooms.session.rounds import SYSTEM as SYSTEM_ROLES
from mnemic.rooms.session.rounds import USER as USER_ROLE
from mnemic.rooms.session.rounds import message_units_of, rounds_of
from mnemic.rooms.session.salience import SummaryLine, drop_outdated_lines, select_lines
from mnemic.rooms.session.summary import (
    RULES,
    Summary,
    is_summary,
    overfull_layer,
    stretches_to_sum_up,
    summaries_of,
    summary_id,
    summary_record_of,
    with_status,
)
from mnemic.rooms.session.summary_by_model import summary_lines_by_model
from mnemic.rooms.session.summary_lines import LineStyle, summary_lines_of, talk_language
from mnemic.rooms.session.window import rounds_in_reach
from mnemic.safety.access.policy import taint_of
from mnemic.safety.guard.fence import boundary
from mnemic.writing.commit import commit

PromoteTurns = Callable[[Sequence[Turn], Writer, datetime], list[Change]]
"""What of turns that fall out of the window the open tasks can use, as changes without new words to be embedded."""

TAIL_TURNS_MIN = 100  # newest turns that are read first
LEVELS_LONGER = 3  # a summary of a higher layer may be so many times as long as one of turns
ONE_BY_ONE_MAX = 100  # turns whose memories are looked up one by one; of more, those of the whole session are read
FOLD = "folded"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A session as an agent sees it: its newest turns, and the summaries that stand for all older ones."""

    session: str
    agent: str | None
    turns: tuple[Turn, ...]  # in order; those before them are all covered
    summaries: tuple[Summary, ...]  # in order of the log

    @property
    def covered(self) -> frozenset[str]:
        """Ids of the turns that summaries stand for."""
        return frozenset(id for summary in self.summaries for id in summary.turns)

    @property
    def language(self) -> str:
        """The language of the talk."""
        return talk_language(self.turns)


def session_view_of(reader: Reader, session: str, agent: str | None, *, tail: int) -> SessionView:
    """A session as it stands. Where summaries stand for all that is older, only its newest turns are read."""
    records = [record for record in reader.rooms([Kind.SUMMARY]) if is_summary(record, session, agent)]
    summaries = tuple(summaries_of(records))
    covered = {id for summary in summaries for id in summary.turns}
    if covered and agent is None:
        newest = reader.turns(session=session, last=tail)
        held = next((info.turns for info in reader.sessions() if info.id == session), 0)
        if len(covered | {turn.id for turn in newest}) >= held:
            return SessionView(session=session, agent=agent, turns=tuple(newest), summaries=summaries)
    turns = tuple(turn for turn in reader.turns(session=session) if agent in (None, turn.agent))
    there = {turn.id for turn in turns}
    return SessionView(
        session=session,
        agent=agent,
        turns=turns,
        summaries=tuple(summary for summary in summaries if there.issuperset(summary.turns)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummaries:
    """Folds one session, as seen through one agent or by all."""

    owner: Owner
    session: str
    agent: str | None
    promote: PromoteTurns | None = None

    def view(self) -> SessionView:
        """The session as it stands."""
        settings = self.owner.core.parts.settings
        tail = max(TAIL_TURNS_MIN, 4 * settings.window_messages, 4 * settings.summary_turns)
        with self.owner.reading() as reader:
            view = session_view_of(reader, self.session, self.agent, tail=tail)
        recalled = tuple(turn for turn in view.turns if self.owner.recalls(turn, session=self.session))
        return replace(view, turns=recalled)

    def fold(self) -> tuple[SessionView, list[str]]:
        """Fold what is due. Returns the session as it then stands, and what could not do its part."""
        degraded: list[str] = []
        view = self.view()
        due = self._due(view)
        if (
            not due
            and not overfull_layer(view.summaries, self._most)
            and not any(one.archived for one in view.summaries)
        ):
            return view, degraded
        try:
            self._understand(due)
        except ModelError as error:
            return view, [f"older messages wait to be understood before they are summed up: {error}"]
        try:
            if self._model is None:
                self._commit(list(self._made(view, due, degraded)))
            else:
                for summary in self._made(view, due, degraded):
                    self._commit([summary])
        except StoreUnavailable as error:
            degraded.append(f"summaries could not be stored: {error}")
        return self.view(), degraded

    def system(self, view: SessionView) -> str:
        """The newest system message of the session; "" where there is none."""
        newest = next((turn.text for turn in reversed(view.turns) if turn.role in SYSTEM_ROLES), "")
        id = next((summary.system for summary in reversed(view.summaries) if summary.system), None)
        if newest or id is None:
            return newest
        with self.owner.reading() as reader:
            turn = reader.turn(Source(session=self.session, turn=id))
        return turn.text if turn else ""

    def telling(self, turns: Sequence[Turn], language: str) -> LineStyle:
        """How lines are made of turns."""
        parts = self.owner.core.parts
        with self.owner.reading() as reader:
            kept = _memories(reader, self.session, turns)
        user = self.owner.scope.user
        return LineStyle(language=language, zone=parts.zone, count=parts.count, user=user, kept=kept)

    @property
    def _most(self) -> int:
        return self.owner.core.parts.settings.summaries_max

    @property
    def _model(self) -> LanguageModel | None:
        parts = self.owner.core.parts
        return parts.model if parts.settings.summary_by == "auto" else None

    def _due(self, view: SessionView) -> list[list[Turn]]:
        settings = self.owner.core.parts.settings
        rounds = rounds_of(message_units_of(view.turns))
        kept = rounds_in_reach(rounds, messages_max=settings.window_messages, rounds_min=settings.rounds_min)
        floor = min((unit.turn.position for each in kept for unit in each.units), default=0)
        plain = [turn for turn in view.turns if not has_label(turn)]  # a summary outlives and outreaches any label
        return stretches_to_sum_up(plain, view.covered, floor=floor, length=settings.summary_turns)

    def _understand(self, due: Sequence[Sequence[Turn]]) -> None:
        """Turns that still wait in the queue are understood before they fall out of sight."""
        waiting = [turn for stretch in due for turn in stretch if turn.state is TurnState.PENDING]
        if waiting:
            report = WriteReport(session=self.session)
            self.owner.core.writing.understand(
                self.owner.scope, waiting, report, now=self.owner.now(), actor=SYSTEM_ACTOR
            )

    def _made(self, view: SessionView, due: Sequence[Sequence[Turn]], degraded: list[str]) -> Iterator[Summary]:
        """The summaries that are due, one after the other: of each stretch, and of every layer that then has too many.
        Those that count again come first."""
        yield from (summary for summary in view.summaries if summary.archived)
        held = [replace(summary, archived=False) for summary in view.summaries]
        telling = self.telling([turn for stretch in due for turn in stretch], view.language)
        for stretch in due:
            held.append(self._of_turns(stretch, telling, degraded))
            yield held[-1]
            while full := overfull_layer(held, self._most):
                held = [summary for summary in held if summary not in full]
                held.append(self._of_summaries(full, view.language, degraded))
                yield held[-1]
        while full := overfull_layer(held, self._most):
            held = [summary for summary in held if summary not in full]
            held.append(self._of_summaries(full, view.language, degraded))
            yield held[-1]

    def _of_turns(self, turns: Sequence[Turn], telling: LineStyle, degraded: list[str]) -> Summary:
        ids = tuple(turn.id for turn in turns)
        said = summary_lines_of(turns, telling)
        lines, by = self._lines(said, 1, telling.language, turns[-1].position, degraded)
        return Summary(
            id=summary_id(self.owner.scope, self.session, self.agent, 1, ids),
            session=self.session,
            agent=self.agent,
            level=1,
            first=turns[0].position,
            last=turns[-1].position,
            turns=ids,
            by=by,
            lines=lines,
            said_at=max(turn.said_at for turn in turns),
            system=next((turn.id for turn in reversed(turns) if turn.role in SYSTEM_ROLES), None),
        )

    def _of_summaries(self, parts: Sequence[Summary], language: str, degraded: list[str]) -> Summary:
        level = parts[0].level + 1
        last = max(part.last for part in parts)
        lines, by = self._lines([line for part in parts for line in part.lines], level, language, last, degraded)
        ids = tuple(part.id for part in parts)
        return Summary(
            id=summary_id(self.owner.scope, self.session, self.agent, level, ids),
            session=self.session,
            agent=self.agent,
            level=level,
            first=min(part.first for part in parts),
            last=last,
            turns=tuple(id for part in parts for id in part.turns),
            parts=ids,
            by=by,
            lines=lines,
            said_at=max(part.said_at for part in parts),
            system=next((part.system for part in reversed(parts) if part.system), None),
        )

    def _lines(
        self, said: Sequence[SummaryLine], level: int, language: str, position: int, degraded: list[str]
    ) -> tuple[tuple[SummaryLine, ...], str]:
        """The lines of a summary and who wrote them: the model where there is one and what it wrote holds."""
        parts = self.owner.core.parts
        most = parts.settings.summary_tokens_max * min(level, LEVELS_LONGER)
        if self._model is not None and said:
            try:
                lines = summary_lines_by_model(
                    self._model,
                    [line.whole for line in said],
                    language=language,
                    most=most,
                    count=parts.count,
                    boundary=boundary(parts.random),
                    position=position,
                    characters_max=parts.settings.model_characters_max,
                )
                return tuple(lines), parts.settings.model or type(self._model).__name__
            except ModelError as error:
                degraded.append(f"summed up by rules: {error}")
        return tuple(select_lines(drop_outdated_lines(said), most, parts.count)), RULES

    def _commit(self, summaries: Sequence[Summary]) -> None:
        """Store summaries; what somebody else has stored meanwhile, or rests on what was forgotten, is left out."""
        now = self.owner.now()
        with self.owner.writing() as writer:
            said = self._said(writer, [id for one in summaries if one.level == 1 for id in one.turns])
            for summary in summaries:
                changes = self._changes(writer, summary, said, now)
                commit(writer, changes, [], now=now, actor=SYSTEM_ACTOR, entries={})

    def _said(self, reader: Reader, ids: Sequence[str]) -> dict[str, Turn]:
        """The turns with these ids that are in the log, and maybe others of the session."""
        if len(ids) > ONE_BY_ONE_MAX:
            return {turn.id: turn for turn in reader.turns(session=self.session)}
        sources = (Source(session=self.session, turn=id) for id in ids)
        return {turn.id: turn for source in sources if (turn := reader.turn(source))}

    def _changes(self, writer: Writer, summary: Summary, said: Mapping[str, Turn], now: datetime) -> list[Change]:
        there = writer.memory(summary.id)
        if summary.archived:
            if there is None or there.status is not Status.ARCHIVED:
                return []
            again = with_status(there, Status.ACTIVE, now)
            return [Change(action=Action.RESTORE, memory=again, before=there, reason="what took its place is gone")]
        if there is not None or (summary.level == 1 and not said.keys() >= set(summary.turns)):
            return []
        parts = [writer.memory(id) for id in summary.parts]
        whole = [part for part in parts if part is not None and part.status is Status.ACTIVE]
        if len(whole) < len(parts):
            return []
        rests = [said[id] for id in summary.turns] if summary.level == 1 else whole
        record = summary_record_of(summary, self.owner.scope, taint_of(rests, by=Origin.INFERRED), now=now)
        made = Change(action=Action.ADD, memory=record, reason=FOLD)
        old = [
            Change(action=Action.ARCHIVE, memory=with_status(part, Status.ARCHIVED, now), before=part, reason=FOLD)
            for part in whole
        ]
        fallen = [said[id] for id in summary.turns] if summary.level == 1 else []
        return [*self._promoted(fallen, writer, now), made, *old]

    def _promoted(self, turns: Sequence[Turn], writer: Writer, now: datetime) -> list[Change]:
        """The words of the assistant and of tools are offered to the open tasks before they fall out of sight."""
        offered = [turn for turn in turns if turn.role not in SYSTEM_ROLES | {USER_ROLE}]
        if self.promote is None or not offered:
            return []
        in_work = any(task.tier is Tier.WORKING for task in writer.rooms([Kind.TASK]))
        return self.promote(offered, writer, now) if in_work else []


def _memories(reader: Reader, session: str, turns: Sequence[Turn]) -> dict[str, list[Memory]]:
    """What the memory has made of turns, by turn id."""
    found: dict[str, list[Memory]] = {turn.id: [] for turn in turns}
    if len(turns) <= ONE_BY_ONE_MAX:
        for turn in turns:
            found[turn.id] = reader.memories(source=turn.source)
        return found
    for memory in reader.memories(session=session):
        for source in memory.sources:
            if source.session == session and source.turn in found:
                found[source.turn].append(memory)
    return found
