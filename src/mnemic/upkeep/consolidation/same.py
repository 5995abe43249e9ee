"""Statements that say the same in other words, and came to stand side by side (U2, W8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from itertools import combinations

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Memory
from mnemic.language import segment
from mnemic.language.meaning import Closeness
from mnemic.language.segment import fold
from mnemic.reader.statement import USER
from mnemic.upkeep.consolidation.groups import PARTS_MAX, FragmentGroup, is_passing, shared_reach
from mnemic.writing.compare import Comparison, compare, count_negations, numbers_of_text
from mnemic.writing.succession import idle_words

SHARED_MIN = 0.3  # share of their telling words that two statements have in common before they are compared
SPREAD_MAX = 24  # statements a word may be in to bring two of them together

Close = Callable[[Memory, Memory], Closeness | None]


def groups_of_repeats(free: Sequence[Memory], close: Close, zone: tzinfo) -> list[FragmentGroup]:
    """Groups of fragments that say the same, no fragment in two.

    Args:
        free: the fragments, in the order they were said.
        close: how close two are by their vectors.
    """
    taken: set[str] = set()
    found: list[FragmentGroup] = []
    by_id = {memory.id: memory for memory in free}
    beside: dict[str, list[str]] = defaultdict(list)
    for one, other in _alike(free):
        beside[one].append(other)
    for memory in free:
        if memory.id in taken or not beside[memory.id] or is_passing(memory, zone):
            continue
        again = [by_id[id] for id in beside[memory.id] if id not in taken and not is_passing(by_id[id], zone)]
        same = [memory, *(other for other in again if _same(other, memory, close))][:PARTS_MAX]
        if len(same) > 1:
            telling = max(same, key=lambda one: (len(segment.words(one.text)), one.said_at, one.id))
            if all(_holds(telling, other) for other in same):
                taken |= {one.id for one in same}
                subject = USER if memory.slot is None else memory.slot.subject
                found.append(FragmentGroup(subject=subject, names=(), parts=tuple(same), telling=telling))
    return found


def _alike(free: Sequence[Memory]) -> Iterator[tuple[str, str]]:
    """Pairs of fragments with words in common, the one said first before the other."""
    words = {memory.id: set(segment.words(memory.text)) - idle_words() for memory in free}
    order = {memory.id: place for place, memory in enumerate(free)}
    reaches = {memory.id: shared_reach(memory) for memory in free}
    holding: dict[str, list[str]] = defaultdict(list)
    for memory in free:
        for word in words[memory.id]:
            holding[word].append(memory.id)
    pairs = {pair for ids in holding.values() if len(ids) <= SPREAD_MAX for pair in combinations(ids, 2)}
    for one, other in sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])):
        shared = len(words[one] & words[other]) / len(words[one] | words[other])
        if shared >= SHARED_MIN and reaches[one] == reaches[other]:
            yield one, other


def _same(later: Memory, earlier: Memory, close: Close) -> bool:
    if later.kind is not earlier.kind:
        return False
    candidate = Candidate(
        text=later.text,
        kind=later.kind,
        slot=later.slot,
        entities=later.entities,
        language=later.language,
        said_at=later.said_at,
        sources=later.sources,
        quote=later.quote,
    )
    return compare(candidate, earlier, close(later, earlier))[0] is Comparison.SAME


def _holds(telling: Memory, other: Memory) -> bool:
    """Whether what is told of a statement in other words has its numbers, names and polarity."""
    if (
        not numbers_of_text(other.text) <= numbers_of_text(telling.text)
        or count_negations(other.text) % 2 != count_negations(telling.text) % 2
    ):
        return False
    said = fold(telling.text)
    return all(fold(name) in said for name in other.entities if fold(name) in fold(other.text))
