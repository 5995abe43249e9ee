"""The room of trust: what the memory rests on, source by source, and everything of one source taken back (S3)."""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from mnemic.api.core import SYSTEM_ACTOR
from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import Action, Change, History, WriteReport
from mnemic.domain.record import Memory, Origin, Status, Tier, Turn, TurnState
from mnemic.domain.rollback import Rollback, SourceFilter, SourceGrouping, SourceInfo
from mnemic.domain.validity import utc
from mnemic.errors import InvalidInput, MemoryNotFound, StoreUnavailable
from mnemic.ports import Reader, Writer
from mnemic.safety.access.policy import Right
from mnemic.upkeep.forgetting.forget import forget_turns
from mnemic.upkeep.rollback import (
    REASON,
    RollbackDraft,
    batch_of,
    counted_memories,
    plan_rollback,
    tools_of,
    turns_of_source,
)
from mnemic.writing.commit import commit, needs_entry

PREFIX = "rb-"  # how the id of a rollback begins
ID_CHARACTERS = 12
UNDONE = "undone: "  # how the reason of a change begins that takes another back


@gated_verbs("trust")
class Trust:
    """One user's sources. `mnemic.safety.access.policy.TABLE` says what the word of each origin may become."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def sources(self, by: str | None = None) -> builtins.list[SourceInfo]:
        """What the memory rests on: by origin, session, speaker, tool, agent, file and import, the newest first.

        Args:
            by: only one of these.

        Raises:
            InvalidInput: there is no such kind of source.
        """
        if by is not None and by not in builtins.list(SourceGrouping):
            raise InvalidInput(f"There are no sources by {by!r}. Known are: {', '.join(SourceGrouping)}.")
        agent = self._owner.agent
        with self._owner.reading() as reader:
            turns = [turn for turn in reader.turns() if agent in (None, turn.agent)]
            memories = [memory for memory in reader.memories() if agent in (None, memory.agent)]
        found = _grouped(turns, [memory for memory in memories if self._owner.access.reads(memory)])
        return [one for one in found if by in (None, one.by)]

    def rollback(
        self,
        *,
        origin: str | None = None,
        session: str | None = None,
        speaker: str | None = None,
        tool: str | None = None,
        agent: str | None = None,
        turn: str | None = None,
        file: str | None = None,
        batch: str | None = None,
        since: datetime | str | None = None,
        dry_run: bool = False,
        forget: bool = False,
    ) -> Rollback:
        """Take back everything that rests on one source. What it had replaced stands again, and what was derived from
        it follows; what also rests on other sources stays without this one. It stays in history, and `undo` brings it
        back. What several arguments say must all hold.

        Args:
            origin: "tool", "document", ...; see `sources`.
            session, speaker, tool, agent, turn, file, batch: as `sources` names them; `turn` is the id of one turn.
            since: only what was stored from then on.
            dry_run: say what would change, and change nothing.
            forget: remove it for good instead, turns and all: nothing brings it back.

        Raises:
            InvalidInput: nothing was named, or there is no such origin.
            AccessDenied: whoever calls may not change one of the memories; nothing was changed.
            StoreUnavailable: somebody else changed one meanwhile; nothing was changed.
            ModelError: turns of the source that wait to be understood could not be.
        """
        of = _meant(origin, session, speaker, tool, agent, turn, file, batch, since)
        now, id = self._owner.now(), PREFIX + self._owner.core.parts.new_id().replace("-", "")[:ID_CHARACTERS]
        if not dry_run:
            self._owner.check_tier("roll back", Right.DELETE if forget else Right.WRITE, Tier.LONG_TERM)
            self._understand(of)
        with self._owner.reading() as reader:
            taken = plan_rollback(reader, of, self._owner.agent, id=id, now=now)
        report = _reported(taken, of, id, now, dry_run=dry_run)
        if dry_run or not (taken.changes or taken.removed or (forget and taken.turns)):
            return report
        for change in report.changes:
            self._owner.check("roll back", Right.DELETE if forget else Right.WRITE, change.before or change.memory)
        return self._forgotten(of, report, now) if forget else self._done(taken, report, now)

    def undo(self, id: str) -> Rollback:
        """Take a rollback back: everything it changed is what it was. What somebody changed since is left alone, and
        named in `skipped`.

        Raises:
            MemoryNotFound: there was no such rollback, or it was for good.
            AccessDenied, StoreUnavailable.
        """
        mark, now = REASON.format(id=id, words=""), self._owner.now()
        with self._owner.reading() as reader:
            seen, held = self._owner.sees, reader.history()
            rows = [row for row in held if row.reason.startswith(mark) and (row.before is None or seen(row.before))]
            if not isinstance(id, str) or not id.startswith(PREFIX) or not rows:
                raise MemoryNotFound(f"There was no rollback {id!r}: history shows their ids.")
            changes, skipped = [], []
            for row in rows:
                there = reader.memory(row.memory_id)
                last = _last(reader.history(row.memory_id))
                if there is None or row.before is None or last is None or last.sequence != row.sequence:
                    skipped.append(row.memory_id)
                    continue
                back = replace(
                    row.before,
                    updated_at=now,
                    version=there.version + 1,
                    access_count=there.access_count,
                    last_accessed_at=there.last_accessed_at,
                )
                changes.append(Change(action=Action.RESTORE, memory=back, before=there, reason=UNDONE + row.reason))
        for change in changes:
            self._owner.check("undo", Right.WRITE, change.memory)
        self._owner.apply(changes, now=now)
        return Rollback(
            id=id,
            at=now,
            source=rows[0].reason.removeprefix(mark),
            changes=tuple(changes),
            reopened=tuple(change.memory for change in changes),
            skipped=tuple(skipped),
        )

    def _understand(self, of: SourceFilter) -> None:
        """Turns of the source that wait are understood first, so that nothing is made of them later."""
        with self._owner.reading() as reader:
            waiting = [
                turn for turn in turns_of_source(reader, of, self._owner.agent) if turn.state is TurnState.PENDING
            ]
        if waiting:
            report = WriteReport(session=waiting[0].session)
            self._owner.core.writing.understand(
                self._owner.scope, waiting, report, now=self._owner.now(), actor=SYSTEM_ACTOR
            )

    def _done(self, taken: RollbackDraft, report: Rollback, now: datetime) -> Rollback:
        """Commit the plan in one transaction; new words are embedded before it is opened."""
        owner = self._owner
        entries = owner.core.writing.embedded([one.memory.text for one in report.changes if needs_entry(one)])
        with owner.guarded("roll back", Right.WRITE) as writer:
            _check_unchanged(writer, report.changes)
            commit(writer, report.changes, [], now=now, actor=owner.actor, entries=entries)
            _remove(writer, report, now, owner.actor)
        return report

    def _forgotten(self, of: SourceFilter, report: Rollback, now: datetime) -> Rollback:
        """Remove the source for good: its turns, what was made of them, and what was brought in without turns."""
        owner = self._owner
        owner.core.write_uses(owner.scope)
        with owner.guarded("forget", Right.DELETE) as writer:
            taken = plan_rollback(writer, of, owner.agent, id=report.id, now=now)
            brought = [one for one in report.retracted if not one.sources]
            what = f"the source {of.words}"
            gone = forget_turns(writer, set(taken.turns), what, now, owner.actor, also=brought)
        receipt = owner.core.finish_forgetting(owner.scope, gone, now=now)
        return replace(report, receipt=receipt)


def _last(rows: Iterable[History]) -> History | None:
    """The last row of a memory's history that was not taken back since."""
    standing: builtins.list[History] = []
    for row in rows:
        if standing and row.reason == UNDONE + standing[-1].reason:
            standing.pop()
        else:
            standing.append(row)
    return standing[-1] if standing else None


def _meant(
    origin: str | None,
    session: str | None,
    speaker: str | None,
    tool: str | None,
    agent: str | None,
    turn: str | None,
    file: str | None,
    batch: str | None,
    since: datetime | str | None,
) -> SourceFilter:
    texts = {"session": session, "speaker": speaker, "tool": tool, "agent": agent, "turn": turn, "file": file}
    for name, given in (*texts.items(), ("batch", batch), ("origin", origin)):
        if given is not None and (not isinstance(given, str) or not given):
            raise InvalidInput(f"The {name} must be a text, not {given!r}.")
    if origin is not None and origin not in builtins.list(Origin):
        raise InvalidInput(f"There is no origin {origin!r}. Known are: {', '.join(Origin)}.")
    if not any((origin, *texts.values(), batch)):
        raise InvalidInput("Say which source: an origin, session, speaker, tool, agent, turn, file or batch.")
    return SourceFilter(
        origin=None if origin is None else Origin(origin),
        session=session,
        speaker=speaker,
        tool=tool,
        agent=agent,
        turn=turn,
        file=file,
        batch=batch,
        since=None if since is None else utc(since, "since"),
    )


def _reported(taken: RollbackDraft, of: SourceFilter, id: str, now: datetime, *, dry_run: bool) -> Rollback:
    changes = tuple(taken.changes.values())
    by_action: dict[Action, list[Change]] = defaultdict(list)
    for change in changes:
        by_action[change.action].append(change)
    gone = [*by_action[Action.RETRACT], *by_action[Action.ARCHIVE]]
    return Rollback(
        id=id,
        at=now,
        source=of.words,
        dry_run=dry_run,
        changes=changes,
        retracted=tuple(change.before for change in gone if change.before is not None),
        reopened=tuple(change.memory for change in by_action[Action.RESTORE]),
        revised=tuple(change.memory for change in by_action[Action.REVISE]),
        removed=tuple(taken.removed),
        turns=len(taken.turns),
    )


def _check_unchanged(reader: Reader, changes: tuple[Change, ...]) -> None:
    for change in changes:
        there = reader.memory(change.memory.id)
        if change.before is not None and (there is None or there.version != change.before.version):
            raise StoreUnavailable(f"{change.memory.id} was changed by somebody else just now: try again.")


def _remove(writer: Writer, report: Rollback, now: datetime, actor: str) -> None:
    """Summaries go, and are made anew from what is left when next asked for."""
    writer.forget_memories([memory.id for memory in report.removed])
    for memory in report.removed:
        writer.audit(at=now, actor=actor, action=Action.PURGE.value, memory_id=memory.id, detail="made anew when asked")


def _grouped(turns: builtins.list[Turn], memories: builtins.list[Memory]) -> builtins.list[SourceInfo]:
    held: dict[tuple[SourceGrouping, str], builtins.list[Memory]] = defaultdict(list)
    said: dict[tuple[SourceGrouping, str], builtins.list[Turn]] = defaultdict(list)
    tools = tools_of(turns)
    by_source = {turn.source: turn for turn in turns}
    for turn in turns:
        for key in _keys_of_turn(turn, tools.get(turn.source)):
            said[key].append(turn)
    for memory in counted_memories(memories):
        keys = set(_keys_of_memory(memory))
        for source in memory.sources:
            if (said_in := by_source.get(source)) is not None:
                keys |= set(_keys_of_turn(said_in, tools.get(source)))
        for key in keys:
            held[key].append(memory)
    found = [_info(by, value, held[by, value], said[by, value]) for by, value in {**held, **said}]
    order = builtins.list(SourceGrouping)
    return sorted(found, key=lambda one: (order.index(one.by), -one.last_at.timestamp(), one.value))


def _keys_of_turn(turn: Turn, tool: str | None) -> Iterator[tuple[SourceGrouping, str]]:
    yield SourceGrouping.ORIGIN, turn.origin.value
    yield SourceGrouping.SESSION, turn.session
    if turn.speaker and turn.origin is not Origin.TOOL:
        yield SourceGrouping.SPEAKER, turn.speaker
    if tool:
        yield SourceGrouping.TOOL, tool
    if turn.agent:
        yield SourceGrouping.AGENT, turn.agent
    for ref in turn.files:
        yield SourceGrouping.FILE, ref.hash


def _keys_of_memory(memory: Memory) -> Iterator[tuple[SourceGrouping, str]]:
    yield SourceGrouping.ORIGIN, memory.origin.value
    if memory.session:
        yield SourceGrouping.SESSION, memory.session
    if memory.speaker and memory.origin is not Origin.TOOL:
        yield SourceGrouping.SPEAKER, memory.speaker
    if memory.agent:
        yield SourceGrouping.AGENT, memory.agent
    if batch := batch_of(memory):
        yield SourceGrouping.BATCH, batch


def _info(by: SourceGrouping, value: str, memories: builtins.list[Memory], turns: builtins.list[Turn]) -> SourceInfo:
    moments = [*(one.recorded_at for one in memories), *(one.recorded_at for one in turns)]
    return SourceInfo(
        by=by,
        value=value,
        memories=sum(memory.status is not Status.QUARANTINED for memory in memories),
        quarantined=sum(memory.status is Status.QUARANTINED for memory in memories),
        turns=len(turns),
        first_at=min(moments),
        last_at=max(moments),
    )
