"""Consolidated memories meet what is new: taken apart by hand, and giving way on contact.

Dense memories taken apart by hand: what the user does to one, or to a part of one, as changes (U2, W12).

A dense memory gives way on contact: what is said on the matter of one of its parts meets the parts (U2, W8).

Before a statement is reconciled, every dense memory it may touch is opened: its parts stand again and it is archived,
but only laid over what is known. Where the statement then does something to a part, that stays; where it does not, the
dense memory is as it was. So a value that was contradicted never lives on inside a dense memory, and the parts are
decided on by the same rules as if they had never been merged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Candidate, Change, History
from mnemic.domain.consolidated import (
    KINDS,
    PART_OF,
    PARTS,
    as_standing_part,
    as_taken_apart,
    consolidated_id_of,
    keeps_parts_archived,
    part_ids_of,
)
from mnemic.domain.record import Memory, Tier
from mnemic.domain.validity import as_retracted
from mnemic.errors import InvalidInput
from mnemic.ports import Reader
from mnemic.writing.episodes import as_succeeded
from mnemic.writing.known_memories import KnownMemories

STANDS_AGAIN = "its dense memory was taken apart"
REPLACED, REJECTED = "the user said its dense memory anew", "the user rejected its dense memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedParts:
    """A dense memory taken apart, and the parts that stand again."""

    dense: Change
    parts: tuple[Change, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """All of it, in order."""
        return (self.dense, *self.parts)


def take_apart(dense: Memory, parts: Iterable[Memory], now: datetime, reason: str) -> ReleasedParts:
    """What takes a dense memory apart. A part that has gone its own way meanwhile is left as it is."""
    held = [part for part in parts if part.metadata.get(PART_OF) == dense.id]
    return ReleasedParts(
        dense=Change(action=Action.ARCHIVE, memory=as_taken_apart(dense, now), before=dense, reason=reason),
        parts=tuple(
            Change(action=Action.RESTORE, memory=as_standing_part(part, dense, now), before=part, reason=STANDS_AGAIN)
            for part in held
        ),
    )


def changes_by_hand(reader: Reader, memory: Memory, now: datetime, act: Callable[[Memory], Change]) -> list[Change]:
    """What an act by hand does. A part is acted on as it was before it was merged, and the other parts stand again.
    What is done to a dense memory is done to its parts: other words replace them, and a rejection is of all."""
    holder = _holder(reader, memory)
    if holder is not None:
        done = act(as_standing_part(memory, holder, now))
        own = replace(done, before=memory, memory=replace(done.memory, version=memory.version + 1))
        others = [part for part in _parts(reader, holder) if part.id != memory.id]
        return [own, *take_apart(holder, others, now, "the user changed one of its parts").changes]
    done = act(memory)
    reworded = done.memory.text != memory.text
    if not keeps_parts_archived(memory) or not (reworded or done.action is Action.RETRACT):
        return [done]
    parts = [part for part in _parts(reader, memory) if part.metadata.get(PART_OF) == memory.id]
    if done.action is Action.RETRACT:
        return [done, *(_with(as_retracted(part, now), part, Action.RETRACT, REJECTED) for part in parts)]
    metadata = {key: value for key, value in done.memory.metadata.items() if key not in (PARTS, KINDS)}
    own = replace(done, memory=replace(done.memory, metadata=metadata))
    return [own, *(_with(as_succeeded(part, own.memory, now), part, Action.ARCHIVE, REPLACED) for part in parts)]


def _with(after: Memory, part: Memory, action: Action, reason: str) -> Change:
    metadata = {key: value for key, value in after.metadata.items() if key != PART_OF}
    return Change(action=action, memory=replace(after, metadata=metadata), before=part, reason=reason)


def undo_taking_apart(reader: Reader, memory: Memory, last: History, now: datetime) -> list[Change] | None:
    """The last change of a dense memory or of a part taken back, with all that was changed together with it; None where
    it is neither.

    Raises:
        InvalidInput: a dense memory was taken apart, and its parts have changed since.
    """
    reason = f"undone: {last.reason}"
    holder = _holder(reader, memory)
    if holder is not None:
        apart = take_apart(holder, _parts(reader, holder), now, reason)
        return sorted(apart.changes, key=lambda change: change.memory.id != memory.id)
    if last.before is None:
        return (
            list(take_apart(memory, _parts(reader, memory), now, reason).changes)
            if keeps_parts_archived(memory)
            else None
        )
    if part_ids_of(last.before):
        return _dense_back(reader, memory, last, now)
    return _part_back(reader, memory, last, now) if consolidated_id_of(last.before) is not None else None


def _dense_back(reader: Reader, dense: Memory, last: History, now: datetime) -> list[Change]:
    """A dense memory as it was, and its parts with it where they were changed together."""
    assert last.before is not None
    together = _together(reader, part_ids_of(last.before), last.at)
    back = _back(dense, last.before, now, f"undone: {last.reason}")
    if together is None and keeps_parts_archived(last.before) and not keeps_parts_archived(dense):
        raise InvalidInput(f"{dense.id} was taken apart, and its parts have changed since: undo that first.")
    more = [part for part in _parts(reader, dense) if part.id not in part_ids_of(last.before)]  # taken in since
    again = take_apart(dense, more, now, back.reason).parts
    return [back, *again, *(_back(part, before, now, back.reason) for part, before in together or ())]


def _part_back(reader: Reader, part: Memory, last: History, now: datetime) -> list[Change]:
    """A part as it was: inside its dense memory, where nothing else was changed since, or else standing."""
    assert last.before is not None
    reason = f"undone: {last.reason}"
    dense = reader.memory(consolidated_id_of(last.before) or "")
    row = reader.history(dense.id)[-1] if dense is not None else None
    if dense is not None and row is not None and row.at == last.at and row.before is not None:
        together = _together(reader, part_ids_of(row.before), last.at)
        if together is not None and keeps_parts_archived(row.before):
            whole = [(part, last.before), (dense, row.before), *(one for one in together if one[0].id != part.id)]
            return [_back(after, before, now, reason) for after, before in whole]
    return [_back(part, as_standing_part(last.before, None, now), now, reason)]


def _together(reader: Reader, ids: Iterable[str], at: datetime) -> list[tuple[Memory, Memory]] | None:
    """Parts as they are and as they were before a moment, if each was changed then, once, and not since."""
    found: list[tuple[Memory, Memory]] = []
    for id in ids:
        part, rows = reader.memory(id), [row for row in reader.history(id) if row.at >= at]
        if part is None or len(rows) != 1 or rows[0].at != at or rows[0].before is None:
            return None
        found.append((part, rows[0].before))
    return found


def _back(memory: Memory, before: Memory, now: datetime, reason: str) -> Change:
    back = replace(
        before,
        updated_at=now,
        version=memory.version + 1,
        access_count=memory.access_count,
        last_accessed_at=memory.last_accessed_at,
    )
    return Change(action=Action.RESTORE, memory=back, before=memory, reason=reason)


def _holder(reader: Reader, memory: Memory) -> Memory | None:
    """The dense memory that holds a part, where it stands."""
    id = consolidated_id_of(memory)
    dense = reader.memory(id) if id is not None else None
    return dense if dense is not None and keeps_parts_archived(dense) else None


def _parts(reader: Reader, dense: Memory) -> list[Memory]:
    return [part for id in part_ids_of(dense) if (part := reader.memory(id)) is not None]


TOUCHED = "something was said on the matter of one of its parts"


def reconcile_unfolded(
    candidate: Candidate, known: KnownMemories, decide: Callable[[Candidate, KnownMemories], None]
) -> None:
    """Reconcile a candidate with what is known, the parts of the dense memories it may touch among it."""
    agent = known.turns[candidate.sources[0]].agent
    tried = [_opened(dense, known) for dense in _touched(candidate, agent, known)]
    done = len(known.changes), len(known.links)
    for one in tried:
        known.lay(one.changes)
    decide(candidate, known)
    kept = [one for one in tried if _changed(one, known, done)]
    for one in tried:
        if one not in kept:
            known.lift(one.changes)
    known.changes[done[0] : done[0]] = [change for one in kept for change in one.changes]


def unfold_touched(ids: Iterable[str], known: KnownMemories, touches: Callable[[Memory], bool]) -> list[str]:
    """Take apart those of some memories that are dense and have a part that is touched, before anything else of this
    write; what this write has changed already is left whole. Returns the ids, with those of the parts in the place of
    each."""
    found: list[str] = []
    changed = {change.memory.id for change in known.changes}
    for id in ids:
        dense = known.find(id)
        one = _opened(dense, known) if dense is not None and _opens(dense) else None
        if one is None or not _whole(one, changed) or not any(touches(change.memory) for change in one.parts):
            found.append(id)
            continue
        known.lay(one.changes)
        known.changes[:0] = one.changes
        found += [change.memory.id for change in one.parts]
    return found


def _whole(one: ReleasedParts, changed: Collection[str]) -> bool:
    return not any(change.memory.id in changed for change in one.changes)


def _opened(dense: Memory, known: KnownMemories) -> ReleasedParts:
    parts = [part for id in part_ids_of(dense) if (part := known.find(id)) is not None]
    return take_apart(dense, parts, known.now, TOUCHED)


def _opens(memory: Memory) -> bool:
    return keeps_parts_archived(memory) and memory.tier is Tier.LONG_TERM


def _touched(candidate: Candidate, agent: str | None, known: KnownMemories) -> list[Memory]:
    """Dense memories a candidate may do something to: those near it, or with a part near it; and all of them where it
    asks to drop something or says that something was wrong, since then it may mean anything known."""
    if candidate.retracts or candidate.correction or candidate.amends is not None:
        near: Sequence[Memory] = known.standing_statements()
    else:
        near = [known.get(id) for id in sorted(known.near(candidate))]
    near = [*near, *candidate.same_as, *candidate.replaces]
    ids = {memory.id for memory in near if keeps_parts_archived(memory)}
    ids |= {str(memory.metadata[PART_OF]) for memory in near if PART_OF in memory.metadata}
    found = [known.find(id) for id in sorted(ids)]
    return [memory for memory in found if memory is not None and _opens(memory) and memory.agent == agent]


def _changed(one: ReleasedParts, known: KnownMemories, done: tuple[int, int]) -> bool:
    """Whether something was done to a part since, or to the dense memory, or a part has got a rival."""
    ids = {change.memory.id for change in one.changes}
    touched = {memory.id for change in known.changes[done[0] :] for memory in (change.memory, *change.replaces)}
    linked = {end for link in known.links[done[1] :] for end in (link.source, link.target)}
    return bool(ids & (touched | linked))
