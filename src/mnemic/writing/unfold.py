"""A dense memory gives way on contact: what is said on the matter of one of its parts meets the parts (U2, W8).

Before a statement is reconciled, every dense memory it may touch is opened: its parts stand again and it is archived,
but only laid over what is known. Where the statement then does something to a part, that stays; where it does not, the
dense memory is as it was. So a value that was contradicted never lives on inside a dense memory, and the parts are
decided on by the same rules as if they had never been merged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from mnemic.domain.changes import Candidate
from mnemic.domain.consolidated import PART_OF, keeps_parts_archived, part_ids_of
from mnemic.domain.record import Memory, Tier
from mnemic.writing.known_memories import KnownMemories
from mnemic.writing.taking_apart import TakenApart, take_apart

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


def _whole(one: TakenApart, changed: Collection[str]) -> bool:
    return not any(change.memory.id in changed for change in one.changes)


def _opened(dense: Memory, known: KnownMemories) -> TakenApart:
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


def _changed(one: TakenApart, known: KnownMemories, done: tuple[int, int]) -> bool:
    """Whether something was done to a part since, or to the dense memory, or a part has got a rival."""
    ids = {change.memory.id for change in one.changes}
    touched = {memory.id for change in known.changes[done[0] :] for memory in (change.memory, *change.replaces)}
    linked = {end for link in known.links[done[1] :] for end in (link.source, link.target)}
    return bool(ids & (touched | linked))
