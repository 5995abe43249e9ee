"""What is made of labelled turns bears their labels (S10)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from mnemic.domain.changes import Change
from mnemic.domain.labels import NO_LABEL, PURPOSE, RETENTION, Label, has_label, label_of
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.ports import Reader
from mnemic.rooms.skill.record import skill_of
from mnemic.rooms.task.record import task_of

Held = TypeVar("Held", Memory, Turn)


def with_labels(changes: Sequence[Change], reader: Reader, turns: Mapping[Source, Turn]) -> list[Change]:
    """Changes with each memory labelled by the turns it comes from: what is new, or in new words, by all of them
    together; what is said again by either."""
    return [replace(change, memory=_labelled(change, reader, turns)) for change in changes]


def with_turn_labels(memory: Memory, turns: Iterable[Turn]) -> Memory:
    """A memory made of turns, with what all their labels allow."""
    return _bearing(memory, _strictest(map(label_of, turns)))


def readable_beside(turn: Turn, known: Iterable[Held]) -> list[Held]:
    """What of other turns and memories a turn may be read in the light of: what bears no label, or the same."""
    own = label_of(turn)
    return [one for one in known if not has_label(one) or label_of(one) == own]


def _labelled(change: Change, reader: Reader, turns: Mapping[Source, Turn]) -> Memory:
    memory, before = change.memory, change.before
    new = _rests_on(memory) - (frozenset() if before is None else _rests_on(before))
    labels = [label_of(turn) for turn in _turns(new, reader, turns)]
    if not labels or (all(one.blank for one in labels) and (before is None or not has_label(before))):
        return memory
    if before is None:
        return _bearing(memory, _strictest(labels))
    held = label_of(before)
    if before.text == memory.text and memory.kind not in (Kind.TASK, Kind.SKILL):
        return _bearing(memory, reduce(Label.either, labels, held))
    return _bearing(memory, reduce(Label.both, labels, held))


def _strictest(labels: Iterable[Label]) -> Label:
    return reduce(Label.both, labels, NO_LABEL)


def _bearing(memory: Memory, label: Label) -> Memory:
    kept = {key: value for key, value in memory.metadata.items() if key not in (PURPOSE, RETENTION)}
    same = len(kept) == len(memory.metadata)
    metadata = memory.metadata if same else kept
    return replace(memory, purpose=label.purpose, retention=label.retention, metadata=metadata)


def _rests_on(memory: Memory) -> frozenset[Source]:
    if memory.kind is Kind.TASK:
        return task_of(memory).rested | frozenset(memory.sources)
    if memory.kind is Kind.SKILL:
        return frozenset((*memory.sources, *skill_of(memory).sources))
    return frozenset(memory.sources)


def _turns(sources: Collection[Source], reader: Reader, turns: Mapping[Source, Turn]) -> list[Turn]:
    found = (turns.get(source) or reader.turn(source) for source in sorted(sources))
    return [turn for turn in found if turn is not None]
