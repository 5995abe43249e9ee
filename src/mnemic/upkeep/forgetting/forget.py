"""Forgetting is physical (S9): through records, history, index, conflict log and turn log.

Forgetting one memory takes the turns it came from and their episodes. What else those turns said stays, without the
quote and with its history cut, since both held the turn's words. Forgetting a session takes everything said in it; a
memory also said elsewhere is removed and the turns that stay are understood anew, so nothing keeps its wording.

A file goes with the last turn that names it. Turns that came with one file, the words of whoever sent it and what was
read of it, go together: the bytes hold the words of all of them.

A dense memory goes with any of its parts, whose words it holds: the other parts stand again as they were. Forgetting
the dense memory itself forgets its parts.

A habit is counted anew without the evidence that goes, in the words of what is left of it. Forgetting the habit itself
forgets the turns that are evidence of it.

What was remembered for the work on one task goes with the task, whichever turns it came from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, History, Relation
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.index_entry import IndexedMemory, IndexEntry
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Kind, Memory, Origin, Source, Tier, Turn, TurnState
from mnemic.index.entry import index_entry_of
from mnemic.ports import Writer
from mnemic.rooms.digest.record import digest_of
from mnemic.rooms.files.turns import orphaned_files, turns_sent_together, without_files
from mnemic.rooms.forgetting import FORGET_RULES, without_forgotten_parts
from mnemic.rooms.habits.record import evidence_sources_of
from mnemic.rooms.placeholders import forget_unnamed_values
from mnemic.upkeep.forgetting.beside import forget_beside
from mnemic.upkeep.forgetting.habits import recount_habits
from mnemic.upkeep.forgetting.released_parts import memories_made_of, release_parts


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetOutcome:
    """What a forgetting did, and the turns that must be understood anew."""

    receipt: Receipt
    again: tuple[Turn, ...] = ()


def forget_memory(writer: Writer, memory: Memory, *, now: datetime, actor: str) -> ForgetOutcome:
    """Remove one memory, with the turns behind it. An episode is its turn: all that was made of it goes too."""
    if memory.kind is Kind.EPISODE:
        return forget_turns(writer, set(memory.sources), f"memory {memory.id}", now, actor)
    parts = [part for id in part_ids_of(memory) if (part := writer.memory(id)) is not None]
    told = {source for one in (memory, *parts) for source in one.sources} | evidence_sources_of(memory)
    doomed = _with_their_files(writer, told)
    kin = {other.id: other for source in doomed for other in writer.memories(source=source)}
    goners = {memory.id, *(part.id for part in parts)}
    goners |= {other.id for other in kin.values() if other.kind is Kind.EPISODE}
    working = _working(writer, doomed, goners, now)
    goners |= set(working)
    dense = memories_made_of(writer, goners)
    goners |= set(dense)
    rows = _remove(writer, goners, {*kin, *_entangled(writer, goners)} - goners, doomed, now, actor)
    more, habits = recount_habits(writer, doomed, goners, now=now, actor=actor)
    rows, goners = rows + more, goners | {habit.id for habit in habits}
    release_parts(writer, dense, now=now, actor=actor)
    forget_beside(writer, {**kin, **working, **dense, memory.id: memory}.values(), doomed)
    rows += clear_rooms(writer, doomed, goners, now, actor)
    turns = writer.forget_turns(sorted(doomed))
    files = writer.forget_blobs(orphaned_files(writer))
    forget_unnamed_values(writer)
    writer.audit(at=now, actor=actor, action=Action.FORGET.value, memory_id=memory.id, detail=f"{turns} turns")
    receipt = Receipt(at=now, memories=tuple(sorted(goners)), turns=turns, history_rows=rows, files=files)
    return ForgetOutcome(receipt=receipt)


def forget_memories(writer: Writer, ids: Iterable[str], *, now: datetime, actor: str) -> ForgetOutcome:
    """Remove memories one after the other, those that are there; the receipt is of all of them."""
    found = (memory for id in dict.fromkeys(ids) if (memory := writer.memory(id)) is not None)
    gone = [forget_memory(writer, memory, now=now, actor=actor) for memory in found]
    receipt = Receipt(
        at=now,
        memories=tuple(sorted({id for one in gone for id in one.receipt.memories})),
        turns=sum(one.receipt.turns for one in gone),
        history_rows=sum(one.receipt.history_rows for one in gone),
        files=sum(one.receipt.files for one in gone),
    )
    return ForgetOutcome(receipt=receipt, again=tuple(turn for one in gone for turn in one.again))


def forget_session(writer: Writer, session: str, *, now: datetime, actor: str) -> ForgetOutcome:
    """Remove everything said in one session, and what was stated in it elsewhere before it was brought in."""
    doomed = {turn.source for turn in writer.turns(session=session)}
    doomed |= {source for m in writer.memories(session=session) for source in m.sources if source.session == session}
    doomed |= {source for source in _rested_on(writer) if source.session == session}
    writer.forget_questions([one.id for one in writer.asked() if one.session == session])
    brought = [m for m in writer.memories() if m.origin is Origin.IMPORTED and m.session == session and not m.sources]
    return forget_turns(writer, doomed, "a session", now, actor, also=brought)


def _rested_on(writer: Writer) -> set[Source]:
    """The turns that digests and habits rest on: decay may have taken them out of the log meanwhile."""
    digests = [digest_of(record) for record in writer.rooms([Kind.DIGEST])]
    told = {source for digest in digests for line in digest.lines for source in line.turns}
    return told.union(*(evidence_sources_of(memory) for memory in writer.memories()))


def forget_file(writer: Writer, hash: str, *, agent: str | None, now: datetime, actor: str) -> ForgetOutcome:
    """Remove a file, every turn that names it, and everything that comes from those turns. With `agent`, only turns
    that were said to that agent."""
    seen = [turn for turn in writer.turns_with_files() if agent in (None, turn.agent)]
    named = {turn.source for turn in seen if any(ref.hash == hash for ref in turn.files)}
    return forget_turns(writer, named, "a file", now, actor)


def _with_their_files(writer: Writer, turns: set[Source]) -> set[Source]:
    """These turns, and those that came with the same files."""
    together = turns_sent_together(writer, {(source.session, source.turn) for source in turns})
    return {Source(session=session, turn=turn) for session, turn in together}


def forget_turns(
    writer: Writer, named: set[Source], what: str, now: datetime, actor: str, *, also: Collection[Memory] = ()
) -> ForgetOutcome:
    """Remove turns with every memory that comes from one of them, and memories that come from none. Turns that such a
    memory also came from are put back in the queue without their episodes."""
    doomed = _with_their_files(writer, named)
    gone = {memory.id: memory for source in sorted(doomed) for memory in writer.memories(source=source)}
    gone |= {memory.id: memory for memory in also}
    whole = [memory for memory in gone.values() if not part_ids_of(memory)]  # the turns of a dense one are its parts'
    left = {source for memory in whole for source in memory.sources} - doomed
    found = [turn for source in left if (turn := writer.turn(source))]
    again = sorted(found, key=lambda turn: turn.position)
    for turn in again:
        gone |= {m.id: m for m in writer.memories(source=turn.source) if m.kind is Kind.EPISODE}
    gone |= _working(writer, doomed, set(gone), now)
    dense = memories_made_of(writer, set(gone))
    gone |= dense
    rows = _remove(writer, set(gone), _entangled(writer, set(gone)) - set(gone), doomed, now, actor)
    more, habits = recount_habits(writer, doomed, set(gone), now=now, actor=actor)
    rows, gone = rows + more, gone | {habit.id: habit for habit in habits}
    release_parts(writer, dense, now=now, actor=actor)
    forget_beside(writer, gone.values(), doomed)
    rows += clear_rooms(writer, doomed, set(gone), now, actor)
    turns = writer.forget_turns(sorted(doomed))
    writer.requeue(turn.source for turn in again)
    files = writer.forget_blobs(orphaned_files(writer))
    forget_unnamed_values(writer)
    writer.audit(at=now, actor=actor, action=Action.FORGET.value, memory_id=None, detail=f"{what}: {len(doomed)} turns")
    receipt = Receipt(at=now, memories=tuple(sorted(gone)), turns=turns, history_rows=rows, files=files)
    return ForgetOutcome(receipt=receipt, again=tuple(replace(turn, state=TurnState.PENDING) for turn in again))


def forget_everything(writer: Writer, *, now: datetime, actor: str) -> ForgetOutcome:
    """Remove every row about the user, audit rows included; that it was done stays in the tenant's trail."""
    memories = tuple(writer.ids())
    counts = writer.counts()
    writer.note_departure(at=now, actor=actor)
    keys = writer.forget_user()
    receipt = Receipt(
        at=now,
        memories=memories,
        turns=counts["turns"],
        history_rows=counts["history"],
        files=counts["blobs"],
        keys=keys,
        everything=True,
    )
    return ForgetOutcome(receipt=receipt)


def _working(writer: Writer, turns: set[Source], goners: set[str], now: datetime) -> dict[str, Memory]:
    """What was remembered for the work on tasks that go: nobody else could see it."""
    tasks = {
        held.id
        for held in writer.rooms([Kind.TASK])
        if held.id in goners or without_forgotten_parts(held, turns, goners, now) is None
    }
    found = writer.memories(tiers=[Tier.WORKING]) if tasks else []
    return {one.id: one for one in found if one.task in tasks and one.id not in tasks}


def clear_rooms(
    writer: Writer,
    turns: set[Source],
    memories: set[str],
    now: datetime,
    actor: str,
    *,
    kinds: Collection[Kind] = tuple(FORGET_RULES),
) -> int:
    """Take what goes out of what rooms keep. Returns the history rows removed."""
    rows = 0
    for held in writer.rooms(kinds):
        left = without_forgotten_parts(held, turns, memories, now)
        if left is held:
            continue
        entry = None if left is None else _entry_of(writer, held, left)
        rows += writer.forget_memories([held.id])
        if left is not None:
            writer.put(left, entry)
            reason = "its history was cut: what it rests on was forgotten"
            writer.record(_history(left, Action.REVISE, reason, now, actor))
    return rows


def _entry_of(writer: Writer, before: Memory, after: Memory) -> IndexEntry | None:
    """The index entry of what is left: words alone where it says something else, since nothing is embedded here."""
    held = _entries(writer, [before.id]).get(before.id)
    if held is None:
        return None
    if before.text == after.text:
        return held.entry
    return index_entry_of(after.text, None, held.entry.fingerprint)


def _entangled(writer: Writer, goners: set[str]) -> set[str]:
    """Memories whose history or conflict log speaks of one that goes: what it replaced, contradicted, or took back."""
    log = (link for id in goners for link in writer.links(id) if link.relation is not Relation.CONSOLIDATES)
    ends = {end for link in log for end in (link.source, link.target)}
    return ends | {memory.id for memory in writer.memories() if memory.superseded_by in goners}


def _remove(writer: Writer, goners: set[str], stay: set[str], doomed: set[Source], now: datetime, actor: str) -> int:
    """Remove memories, and cut the history of those that stay. Returns the history rows removed."""
    entries = _entries(writer, stay)
    held = {memory.id: memory for memory in writer.memories(ids=sorted(stay))} if stay else {}
    rows = writer.forget_memories([*sorted(goners), *sorted(stay)])
    for id in sorted(held):
        clean = _without(held[id], doomed, goners, now)
        writer.put(clean, entries[id].entry if id in entries else None)
        writer.record(
            _history(clean, Action.REVISE, "its history was cut: a source or a rival was forgotten", now, actor)
        )
    return rows


def _entries(writer: Writer, ids: Iterable[str]) -> dict[str, IndexedMemory]:
    wanted = set(ids)
    everything = writer.refresh(epoch="", change=0).changed if wanted else ()
    return {indexed.memory.id: indexed for indexed in everything if indexed.memory.id in wanted}


def _without(memory: Memory, doomed: set[Source], goners: set[str], now: datetime) -> Memory:
    return replace(
        memory,
        sources=tuple(source for source in memory.sources if source not in doomed),
        quote="" if set(memory.sources) & doomed else memory.quote,
        metadata=without_files(memory.metadata, {(source.session, source.turn) for source in doomed}),
        superseded_by=None if memory.superseded_by in goners else memory.superseded_by,
        updated_at=now,
        version=memory.version + 1,
    )


def _history(memory: Memory, action: Action, reason: str, now: datetime, actor: str) -> History:
    return History(memory_id=memory.id, action=action, actor=actor, reason=reason, at=now, after=memory)
