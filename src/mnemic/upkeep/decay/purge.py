"""What leaves the store together: memories of one turn, and a memory with those in whose place it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mnemic.domain.record import Kind, Memory, Source
from mnemic.domain.retention import DAY, idle_time
from mnemic.domain.upkeep import PlanStep
from mnemic.upkeep.decay.protection import DecayHolds

STEP_TURNS_MAX = 100  # turns of the log that leave in one step


def purge_steps(due: Sequence[Memory], holds: DecayHolds) -> Iterator[PlanStep]:
    """The steps that remove what is due. A turn leaves the log with the last memory that comes from it; a memory that
    stands in the place of another stays until that one goes, and a part as long as what was made of it, so that nothing
    speaks of what is not there."""
    doomed = _closed([memory for memory in due if not memory.files], holds)
    cited = _cited(holds)
    batch: list[Memory] = []
    for group in _groups(doomed, holds):
        if any(memory.kind is not Kind.EPISODE for memory in group):
            yield _step(group, cited, holds)
            continue
        if batch and len(batch) + len(group) > STEP_TURNS_MAX:
            yield _step(batch, cited, holds)
            batch = []
        batch += group
    if batch:
        yield _step(batch, cited, holds)


def _closed(due: Sequence[Memory], holds: DecayHolds) -> list[Memory]:
    """What is due, without that which is tied to something that stays."""
    doomed = {memory.id: memory for memory in due}
    while stay := [memory for memory in doomed.values() if not holds.tied(memory) <= doomed.keys()]:
        for memory in stay:
            del doomed[memory.id]
    return list(doomed.values())


def _cited(holds: DecayHolds) -> dict[Source, set[str]]:
    cited: dict[Source, set[str]] = {}
    for memory in holds.memories.values():
        for source in memory.sources:
            cited.setdefault(source, set()).add(memory.id)
    return cited


def _groups(doomed: Sequence[Memory], holds: DecayHolds) -> list[list[Memory]]:
    """What is doomed in the groups that must go in one step, each in order of recording."""
    group_of: dict[str, list[Memory]] = {memory.id: [memory] for memory in doomed}
    first_of: dict[Source, str] = {}
    for memory in doomed:
        for source in memory.sources:
            _join(group_of, memory.id, first_of.setdefault(source, memory.id))
        for other in sorted(holds.tied(memory)):
            _join(group_of, memory.id, other)
    return list({id(group): group for group in group_of.values()}.values())


def _join(group_of: dict[str, list[Memory]], one: str, other: str) -> None:
    left, right = group_of[one], group_of[other]
    if left is right:
        return
    small, large = sorted((left, right), key=len)
    large += small
    for memory in small:
        group_of[memory.id] = large


def _step(group: Iterable[Memory], cited: dict[Source, set[str]], holds: DecayHolds) -> PlanStep:
    memories = sorted(group, key=lambda memory: (memory.recorded_at, memory.position, memory.id))
    gone = {memory.id for memory in memories}
    sources = dict.fromkeys(source for memory in memories for source in memory.sources)
    return PlanStep(
        reason=_reason(memories, holds),
        purge=tuple(memories),
        turns=tuple(source for source in sources if cited[source] <= gone and not holds.keeps_turn(source)),
    )


def _reason(memories: Sequence[Memory], holds: DecayHolds) -> str:
    unused = min(int(idle_time(memory, holds.now) / DAY) for memory in memories)
    archived = min(int((holds.now - memory.updated_at) / DAY) for memory in memories)
    more = "" if len(memories) == 1 else " or more"
    what = "" if len(memories) == 1 else f"{len(memories)} memories "
    return f"{what}not used for {unused} days{more}, archived {archived} days ago{more}: removed for good"
