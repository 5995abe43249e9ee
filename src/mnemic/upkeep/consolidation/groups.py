"""Which statements make one dense memory: of one agent, one subject and one language, and long untouched (U2).

Left alone is what must be found, placed or replaced by itself: rules, constraints and decisions; plans that name a day,
and whatever is over one day; allergies, diets and medicines; the one home, job or name of the user, and what the user
would have by default; and what takes part in a conflict that nobody has settled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from mnemic.domain.consolidated import with_parts_standing
from mnemic.domain.record import OWN_KEY, Kind, Memory, Status, Tier
from mnemic.language import when
from mnemic.language.segment import fold
from mnemic.reader.statement import USER
from mnemic.upkeep.consolidation.fusion import split_statement
from mnemic.upkeep.consolidation.fusion.topics import activity_field, single_scene
from mnemic.upkeep.consolidation.fusion.wording import WORDINGS
from mnemic.upkeep.pins import is_protected

FRAGMENTS_MIN = 3  # statements on one subject that make a dense memory
PARTS_MAX = 8
CHARACTERS_MAX: Mapping[str, int] = {"en": 400, "zh": 160}  # of a dense memory; what is longer is found worse
PART_CHARACTERS_MAX: Mapping[str, int] = {"en": 160, "zh": 64}

MERGED = (Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP, Kind.PLAN)
APART = frozenset({"allergy", "diet", "takes", "constraint", "rule", "decision", "default"})
"""Attributes, up to the colon, that stay apart whosever they are: each is placed, or replaced, by itself."""

OF_USER = frozenset({"like", "state", "habit", "plan", "speaks", "skill", "owns", "uses"})
"""Attributes of the user that make fragments. The others have a value each that is asked for by itself."""

NAMING = frozenset({"name", "pet", "family", "friend"})
"""Attributes whose value is what their subject is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FragmentGroup:
    """Statements that make one dense memory, in the order they were said."""

    subject: str  # whom they are about, as written; USER for the user
    names: tuple[str, ...]  # by which that may be called
    parts: tuple[Memory, ...]
    telling: Memory | None = None  # the one whose words say what all of them say


def fragments(memories: Iterable[Memory], *, disputed: Collection[str], before: datetime) -> list[Memory]:
    """Statements that may become parts, in the order they were said.

    Args:
        disputed: ids of what takes part in an open conflict, or rests on evidence.
        before: they must be untouched since.
    """
    found = [memory for memory in memories if memory.id not in disputed and _free(memory, before)]
    return sorted(found, key=lambda memory: (memory.said_at, memory.position, memory.id))


def _free(memory: Memory, before: datetime) -> bool:
    if memory.kind not in MERGED or memory.tier is not Tier.LONG_TERM or memory.status is not Status.ACTIVE:
        return False
    if memory.superseded_at is not None or memory.valid_to is not None or is_protected(memory):
        return False
    if memory.updated_at > before or any(key.startswith(OWN_KEY) for key in memory.metadata):
        return False
    if memory.language not in WORDINGS or len(memory.text) > PART_CHARACTERS_MAX[memory.language]:
        return False
    return "\n" not in memory.text and (memory.slot is None or memory.slot.attribute.partition(":")[0] not in APART)


def is_passing(memory: Memory, zone: tzinfo) -> bool:
    """Whether a statement names a day that must be read from the moment it was said, or is a plan for a day."""
    if when.add_absolute_dates(memory.text, memory.said_at, zone, memory.language) != memory.text:
        return True
    if memory.kind is not Kind.PLAN:
        return False
    return any(not one.recurring and not one.duration for one in when.find_times(memory.text, memory.said_at, zone))


class SubjectNames:
    """Whom statements are about, and by which names: "dog" and "Rex" are one where the user has one dog."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._spelt: dict[str, str] = {}
        self._kin: dict[str, str] = {}
        called: dict[str, set[str]] = defaultdict(set)
        for memory in memories:
            for one, other in self._pairs(memory):
                called[one].add(other)
        for one, names in sorted(called.items()):
            if len(names) == 1:
                self._join(one, next(iter(names)))

    def _pairs(self, memory: Memory) -> Iterator[tuple[str, str]]:
        slot = memory.slot
        if slot is None:
            return
        if slot.subject != USER:
            self._spell(slot.subject)
            own = [name for name in memory.entities if f" {fold(name)}" in f" {fold(slot.subject)}"]
            yield from ((fold(slot.subject), self._spell(name)) for name in own if fold(name) != fold(slot.subject))
        if slot.attribute.partition(":")[0] not in NAMING or slot.polarity < 0:
            return
        name = next((name for name in memory.entities if fold(name) == fold(slot.value)), None)
        if name is not None:
            yield (fold(slot.subject) if slot.subject != USER else f"{slot.attribute} {fold(name)}", self._spell(name))

    def _spell(self, name: str) -> str:
        self._spelt.setdefault(fold(name), name)
        return fold(name)

    def _join(self, one: str, other: str) -> None:
        left, right = self._root(one), self._root(other)
        if left != right:
            self._kin[left] = right

    def _root(self, name: str) -> str:
        while name in self._kin:
            name = self._kin[name]
        return name

    def names(self, root: str) -> tuple[str, ...]:
        """Every name of a subject."""
        return tuple(sorted(spelt for name, spelt in self._spelt.items() if self._root(name) == root))

    def spelt(self, root: str) -> str:
        """A subject's name as it was written."""
        return self._spelt.get(root, root)

    def of(self, memory: Memory) -> str | None:
        """Whom a statement is about by its slot, by what it names, or by how it begins; None: the user."""
        slot = memory.slot
        if slot is not None and slot.subject != USER:
            return self._root(fold(slot.subject))
        if slot is not None and slot.attribute.partition(":")[0] in NAMING and fold(slot.value) in self._spelt:
            return self._root(fold(slot.value))
        there = [spelt for folded, spelt in self._spelt.items() if folded in fold(memory.text)]
        name = split_statement(memory.id, memory.text, memory.language, there).name if there else USER
        return self._root(name) if name and name != USER else None


def groups_by_subject(statements: Sequence[Memory], free: Sequence[Memory], zone: tzinfo) -> list[FragmentGroup]:
    """Groups of fragments on one subject, no fragment in two.

    Args:
        statements: every statement there is, for the names of their subjects.
        free: the fragments, in order.
    """
    subjects = SubjectNames(with_parts_standing(statements))
    about = {memory.id: subjects.of(memory) for memory in free}
    left = {memory.id: memory for memory in free}
    found: list[FragmentGroup] = []
    for topic in (_of_subject, _of_field, _of_scene, _of_like):
        buckets: dict[tuple[Hashable, ...], list[Memory]] = defaultdict(list)
        for memory in left.values():
            key = topic(memory, about[memory.id])
            if key is not None:
                buckets[(*shared_reach(memory), key)].append(memory)
        for bucket in (_lasting(bucket, zone) for bucket in buckets.values() if len(bucket) >= FRAGMENTS_MIN):
            if not bucket:
                continue
            root = about[bucket[0].id]
            names = () if root is None else subjects.names(root)
            subject = USER if root is None else subjects.spelt(root)
            for parts in _cut(bucket):
                found.append(FragmentGroup(subject=subject, names=names, parts=tuple(parts)))
                for part in parts:
                    del left[part.id]
    return found


def _lasting(bucket: Sequence[Memory], zone: tzinfo) -> list[Memory]:
    return [memory for memory in bucket if not is_passing(memory, zone)]


def shared_reach(memory: Memory) -> tuple[Hashable, ...]:
    """What the parts of one dense memory have in common beside their subject."""
    return memory.agent, memory.origin, memory.language, memory.speaker, memory.purpose, memory.retention


def _of_subject(memory: Memory, about: str | None) -> str | None:
    return about


def _of_field(memory: Memory, about: str | None) -> str | None:
    return activity_field(memory.text) if about is None and _of_user(memory) else None


def _of_scene(memory: Memory, about: str | None) -> str | None:
    return single_scene(memory.text) if about is None and _liked(memory) else None


def _of_like(memory: Memory, about: str | None) -> str | None:
    return "like" if about is None and _liked(memory) else None


def _of_user(memory: Memory) -> bool:
    return memory.slot is None or memory.slot.attribute.partition(":")[0] in OF_USER


def _liked(memory: Memory) -> bool:
    return memory.slot is not None and memory.slot.attribute == "like"


def _cut(bucket: Sequence[Memory]) -> Iterator[list[Memory]]:
    """Fragments on one subject in groups that are short enough; what is left over waits for more."""
    group: list[Memory] = []
    length = 0
    for memory in bucket:
        most = CHARACTERS_MAX[memory.language]
        if group and (len(group) == PARTS_MAX or length + len(memory.text) > most):
            if len(group) >= FRAGMENTS_MIN:
                yield group
            group, length = [], 0
        group.append(memory)
        length += len(memory.text)
    if len(group) >= FRAGMENTS_MIN:
        yield group


def untouched_since(now: datetime, days: int) -> datetime:
    """The moment since which a fragment must be untouched."""
    return now - timedelta(days=days)
