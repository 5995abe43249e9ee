"""Everything that rests on one source is taken back: logically, with its reason, and to be undone (S3).

What rests on it alone is retracted, and what that had replaced stands again. What also rests on other sources loses
this one. What was derived follows: dense memories are taken apart, habits are counted anew, digests, portraits and
tasks lose what rests on it, skills that were recorded from it go, and summaries are made anew without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.consolidated import PART_OF, as_standing_part, as_taken_apart, keeps_parts_archived, part_ids_of
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Source, Status, Turn
from mnemic.domain.rollback import SourceFilter
from mnemic.domain.validity import as_retracted
from mnemic.ports import Reader
from mnemic.rooms.forgetting import FORGET_RULES, without_forgotten_parts
from mnemic.rooms.habits.record import is_habit, without_habit_evidence
from mnemic.rooms.session.rounds import call_name
from mnemic.safety.access.policy import taint_of
from mnemic.safety.guard.screen import as_quarantined
from mnemic.writing.known_memories import is_statement

REASON = "rolled back {id}: {words}"
STANDS_AGAIN = "{reason}; what replaced it is gone"


@dataclass(slots=True, kw_only=True)
class RollbackDraft:
    """What is taken back, while it is found."""

    turns: frozenset[Source]
    changes: dict[str, Change] = field(default_factory=dict)  # by memory
    removed: list[Memory] = field(default_factory=list)  # summaries

    def put(self, before: Memory, after: Memory, action: Action, reason: str) -> None:
        """Note a change; of two of one memory the first stands."""
        if before.id not in self.changes and after != before:
            after = replace(after, version=before.version + 1)
            self.changes[before.id] = Change(action=action, memory=after, before=before, reason=reason)


def plan_rollback(reader: Reader, of: SourceFilter, agent: str | None, *, id: str, now: datetime) -> RollbackDraft:
    """What taking back a source would change, as seen through an agent. It changes nothing."""
    reason = REASON.format(id=id, words=of.words)
    memories = {memory.id: memory for memory in reader.memories() if agent in (None, memory.agent)}
    turns = turns_of_source(reader, of, agent)
    taken = RollbackDraft(turns=frozenset(turn.source for turn in turns) | _lost_turns(memories.values(), of))
    doomed, partly = _resting_on(memories.values(), of, taken.turns)
    _open_dense(reader, memories, doomed, taken, now, reason)
    for memory in doomed.values():
        taken.put(memory, _gone(memory, now, reason), Action.RETRACT, reason)
    for memory in partly.values():
        taken.put(memory, _stripped(reader, memory, taken.turns, now), Action.REVISE, reason)
    for memory in memories.values():
        if memory.id not in doomed:
            _derived(memory, doomed, taken, now, reason)
    gone = [change.memory.id for change in taken.changes.values() if change.action is Action.RETRACT]
    for memory in memories.values():
        if memory.superseded_by in gone and memory.id not in doomed:
            _stand_again(reader, memory, memories, gone, taken, now, reason)
    return taken


def turns_of_source(reader: Reader, of: SourceFilter, agent: str | None) -> list[Turn]:
    """The turns of a source."""
    if of.batch is not None:
        return []
    said = reader.turns(session=of.session) if of.session is not None else reader.turns()
    mine = [turn for turn in said if agent in (None, turn.agent)]
    tools = tools_of(mine) if of.tool is not None else {}
    return [turn for turn in mine if _is_of(turn, of, tools.get(turn.source))]


def tools_of(turns: Iterable[Turn]) -> dict[Source, str]:
    """The tool each result is of: by the call it answers, or as it is named itself."""
    listed = list(turns)
    called = {
        (turn.session, str(call["id"])): call_name(call) for turn in listed for call in turn.tool_calls if "id" in call
    }
    found = {}
    for turn in listed:
        if turn.origin is Origin.TOOL:
            name = called.get((turn.session, turn.tool_call_id or "")) or turn.speaker
            if name:
                found[turn.source] = name
    return found


def _is_of(turn: Turn, of: SourceFilter, tool: str | None) -> bool:
    return (
        (of.origin is None or turn.origin is of.origin)
        and (of.speaker is None or (turn.speaker or "").casefold() == of.speaker.casefold())
        and (of.tool is None or tool == of.tool)
        and (of.agent is None or turn.agent == of.agent)
        and (of.turn is None or turn.id == of.turn)
        and (of.file is None or any(ref.hash == of.file for ref in turn.files))
        and (of.since is None or turn.recorded_at >= of.since)
    )


def _lost_turns(memories: Iterable[Memory], of: SourceFilter) -> frozenset[Source]:
    """Turns that the log has no more but memories still name, where the session or the turn is all that was asked."""
    asked = {name for name in of.__slots__ if getattr(of, name) is not None}
    if not asked or not asked <= {"session", "turn"}:
        return frozenset()
    named = {source for memory in memories for source in memory.sources}
    return frozenset(one for one in named if of.session in (None, one.session) and of.turn in (None, one.turn))


def _resting_on(
    memories: Iterable[Memory], of: SourceFilter, turns: Collection[Source]
) -> tuple[dict[str, Memory], dict[str, Memory]]:
    """The memories that rest on a source alone, and those that rest on others too. What was taken back already, and
    what a room made by itself of talk, is none of them."""
    alone: dict[str, Memory] = {}
    partly: dict[str, Memory] = {}
    for memory in memories:
        if memory.kind in ROOM_KINDS or _over(memory):
            continue
        if not memory.sources:
            if _stated_by(memory, of):
                alone[memory.id] = memory
        elif set(memory.sources) <= set(turns):
            alone[memory.id] = memory
        elif not set(turns).isdisjoint(memory.sources):
            partly[memory.id] = memory
    return alone, partly


def _over(memory: Memory) -> bool:
    """Whether a memory was taken back: it holds at no moment."""
    return memory.status is Status.ARCHIVED and memory.valid_from is not None and memory.valid_from == memory.valid_to


def _stated_by(memory: Memory, of: SourceFilter) -> bool:
    """Whether a memory that comes from no turn is of a source: it was brought in, declared, or made."""
    if of.turn is not None or of.tool is not None:
        return False
    return (
        (of.origin is None or memory.origin is of.origin)
        and (of.session is None or memory.session == of.session)
        and (of.speaker is None or (memory.speaker or "").casefold() == of.speaker.casefold())
        and (of.agent is None or memory.agent == of.agent)
        and (of.file is None or any(ref.hash == of.file for ref in memory.files))
        and (of.batch is None or batch_of(memory) == of.batch)
        and (of.since is None or memory.recorded_at >= of.since)
    )


def batch_of(memory: Memory) -> str | None:
    """The import a memory was brought in by: the moment it was made."""
    return memory.recorded_at.isoformat() if memory.origin is Origin.IMPORTED and not memory.sources else None


def _gone(memory: Memory, now: datetime, reason: str) -> Memory:
    """A memory taken back. A turn keeps a mark by which no prompt tells it any more."""
    bare = replace(memory, metadata={key: value for key, value in memory.metadata.items() if key != PART_OF})
    if memory.kind is Kind.EPISODE:
        bare = as_quarantined(bare, 0.0, [reason])
    return replace(as_retracted(bare, now), superseded_by=None)


def _stripped(reader: Reader, memory: Memory, turns: Collection[Source], now: datetime) -> Memory:
    """A memory without a source: as it was worded before that source came in, where it was there then. What is left is
    trusted as the turns that are left."""
    rows = [row.after for row in reader.history(memory.id) if row.after is not None]
    before = next((one for one in reversed(rows) if one.sources and set(one.sources).isdisjoint(turns)), None)
    left = tuple(source for source in memory.sources if source not in turns)
    kept = [turn for source in left if (turn := reader.turn(source)) is not None]
    worded = before or memory
    quote = worded.quote if any(worded.quote in turn.text for turn in kept) else ""
    inherited = taint_of(kept, by=memory.origin) if before is None else taint_of([before])
    return replace(
        memory,
        text=worded.text,
        quote=quote,
        slot=worded.slot,
        entities=worded.entities,
        sources=left,
        mention_count=max(len(left), 1),
        origin=inherited.origin,
        trust=min(inherited.trust, memory.trust) if before is None else before.trust,
        updated_at=now,
    )


def _open_dense(
    reader: Reader,
    memories: dict[str, Memory],
    doomed: dict[str, Memory],
    taken: RollbackDraft,
    now: datetime,
    reason: str,
) -> None:
    """A dense memory any part of which is taken back is taken apart; the other parts stand again."""
    for dense in [memory for memory in memories.values() if keeps_parts_archived(memory)]:
        parts = [memories[id] for id in part_ids_of(dense) if id in memories]
        touched = [part for part in parts if part.id in doomed or not taken.turns.isdisjoint(part.sources)]
        if dense.id not in doomed and not touched:
            continue
        doomed.pop(dense.id, None)
        taken.put(dense, as_taken_apart(dense, now), Action.ARCHIVE, reason)
        for part in parts:
            if part.id in doomed or part.metadata.get(PART_OF) != dense.id:
                continue
            back = as_standing_part(part, dense, now)
            if not taken.turns.isdisjoint(part.sources):
                back = _stripped(reader, back, taken.turns, now)
            taken.put(part, back, Action.RESTORE, reason)


def _derived(memory: Memory, doomed: Collection[str], taken: RollbackDraft, now: datetime, reason: str) -> None:
    """What was made of turns and memories, without those that are taken back."""
    if is_habit(memory) and memory.superseded_at is None:
        left = without_habit_evidence(memory, taken.turns, doomed, now)
    elif memory.kind in FORGET_RULES and not (memory.kind is Kind.SKILL and memory.sources) and not _over(memory):
        left = without_forgotten_parts(memory, taken.turns, doomed, now)
    else:
        return
    if left is memory:
        return
    if memory.kind is Kind.SUMMARY:
        taken.removed.append(memory)
    elif left is None:
        taken.put(memory, _gone(memory, now, reason), Action.RETRACT, reason)
    else:
        taken.put(memory, left, Action.REVISE, reason)


def _stand_again(
    reader: Reader,
    old: Memory,
    memories: dict[str, Memory],
    gone: Collection[str],
    taken: RollbackDraft,
    now: datetime,
    reason: str,
) -> None:
    """What a memory had replaced stands again, unless something else has taken the place of that since."""
    wrong = memories[old.superseded_by or ""]
    heir = _heir(wrong, memories, gone)
    if heir is not None:
        taken.put(old, replace(old, superseded_by=heir, updated_at=now), Action.REVISE, reason)
        return
    rows = [row for row in reader.history(old.id) if row.before and row.before.superseded_by != wrong.id]
    if rows and rows[-1].before is not None:
        back = replace(
            rows[-1].before,
            updated_at=now,
            access_count=old.access_count,
            last_accessed_at=old.last_accessed_at,
        )
        taken.put(old, back, Action.RESTORE, STANDS_AGAIN.format(reason=reason))


def _heir(wrong: Memory, memories: dict[str, Memory], gone: Collection[str]) -> str | None:
    """What stands in the place of a memory that is taken back, however often it was replaced since."""
    seen = {wrong.id}
    place = wrong.superseded_by
    while place is not None and place in memories and place not in seen:
        if place not in gone:
            return place
        seen.add(place)
        place = memories[place].superseded_by
    return None


def counted_memories(memories: Iterable[Memory]) -> Iterator[Memory]:
    """The memories that take part in recall or wait for review."""
    for memory in memories:
        if memory.status in (Status.ACTIVE, Status.DORMANT, Status.QUARANTINED) and (
            memory.kind is Kind.EPISODE or is_statement(memory) or memory.kind not in ROOM_KINDS
        ):
            yield memory
