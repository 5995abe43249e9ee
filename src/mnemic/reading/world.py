"""Who and what is in a user's world: entities, everything about one, what two have in common, what hangs together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from mnemic.domain.entity import Entity, EntityKind, RelatedEntity
from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory
from mnemic.domain.regex import Regex
from mnemic.errors import EntityNotFound, InvalidQuery
from mnemic.index.graph import EntityGraph
from mnemic.language import phrases
from mnemic.language.detect import HAN
from mnemic.language.entities import find_mentions, identity
from mnemic.language.entities.capitalised_words import OPENERS
from mnemic.language.entities.person_names import NAMES_ALSO_WORDS
from mnemic.language.entities.roles import is_role
from mnemic.language.segment import fold
from mnemic.reading.gates import gate_reason
from mnemic.reading.graph_channel import DAMPING, SAME_SESSION, linked_entities

HOPS_MAX = 3
READ_FOR_KIND_MAX = 5  # memories looked at to tell what kind of thing a name is
FOLLOWED_MAX = 20  # entities of one hop from which the next one goes on, the nearest of them
NEAR_NAMES = 3  # named where a name is not known

_HAN = Regex(f"[{HAN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityWorld:
    """A user's graph, looked at with a question's gates: its agent, and its moments."""

    graph: EntityGraph
    question: Question

    def entities(self, kind: EntityKind | None = None) -> list[Entity]:
        """Every entity that a memory which may answer mentions, most mentioned first."""
        found = [entity for number in range(len(self.graph)) if (entity := self.entity(number)) is not None]
        listed = [entity for entity in found if kind in (None, entity.kind)]
        return sorted(listed, key=lambda one: (-one.count, one.name))

    def entity(self, number: int) -> Entity | None:
        """One entity, or None where nothing that may answer mentions it."""
        held = self._mentioning(number)
        if not held:
            return None
        names = Counter(name for memory in held for name in memory.entities if self._is(name, number))
        label = self.graph.label(number, names)
        said = [memory.said_at for memory in held]
        return Entity(
            name=label,
            kind=self._kind(number, held),
            aliases=tuple(name for name, _ in names.most_common() if name != label),
            count=len(held),
            first_said_at=min(said),
            last_said_at=max(said),
        )

    def about(self, name: str) -> list[Memory]:
        """Every memory that mentions somebody or something, by any of its names, in order of time.

        Raises:
            EntityNotFound: nothing does; names near ones.
        """
        return _in_time([self.graph.memories[row] for row in self._rows(name)])

    def together(self, one: str, other: str) -> list[Memory]:
        """Memories that mention both, in order of time; also a statement whose turn mentions both.

        Raises:
            EntityNotFound: nothing mentions one of them.
        """
        first, second = self._rows(one), self._rows(other)
        turns = {int(self.graph.turn[row]) for row in first} & {int(self.graph.turn[row]) for row in second}
        both = {row for row in first | second if int(self.graph.turn[row]) in turns - {-1}} | first & second
        return _in_time([self.graph.memories[row] for row in both])

    def connected(self, name: str, hops: int = 2) -> list[RelatedEntity]:
        """What hangs together with an entity over at most `hops` steps, nearest first.

        Two entities are as near as the share of their memories that mention both, the geometric mean of both sides;
        being named in the same session or task counts GATHERED of that. A path is as near as the product of its
        steps, each after the first damped.

        Raises:
            EntityNotFound: nothing mentions it.
            InvalidQuery: `hops` is no number from 1 to HOPS_MAX.
        """
        if not isinstance(hops, int) or isinstance(hops, bool) or not 1 <= hops <= HOPS_MAX:
            raise InvalidQuery(f"hops must be a number from 1 to {HOPS_MAX}, not {hops!r}.")
        starts = [number for number in self._numbers(name) if self._mentioning(number)]
        if not starts:
            raise self._unknown(name)
        walk = _Walk(self, starts)
        for hop in range(hops):
            walk.step(1.0 if hop == 0 else DAMPING)
        return walk.found()

    def visible(self, row: int) -> Memory | None:
        """A row's memory, where it may answer."""
        memory = self.graph.memories.get(row)
        return memory if memory is not None and gate_reason(memory, self.question) is None else None

    def _mentioning(self, number: int) -> list[Memory]:
        return [memory for row in self.graph.rows_of(number) if (memory := self.visible(row)) is not None]

    def _is(self, name: str, number: int) -> bool:
        return self.graph.keys.get(identity.entity_key(name)) == number

    def _kind(self, number: int, held: Sequence[Memory]) -> EntityKind:
        names = self.graph.names[number]
        if known := next((kind for name in names if (kind := identity.kind_by_name(name)) is not None), None):
            return known
        votes: Counter[EntityKind] = Counter()
        for memory in held[:READ_FOR_KIND_MAX]:
            votes.update(mention.kind for mention in find_mentions(memory.text) if mention.name in names)
        return votes.most_common(1)[0][0] if votes else EntityKind.PERSON

    def _numbers(self, name: str) -> list[int]:
        """The entities a name is of: one, but for a role that several have."""
        if not isinstance(name, str) or not name.strip():
            raise InvalidQuery(f"The name is blank ({name!r}): give one, for example 'Lena'.")
        number = self.graph.named(name)
        if number is not None:
            return [number]
        key = identity.entity_key(name)
        several = self.graph.roles.get(key.rpartition("/")[0], set()) if key.startswith(identity.ROLE) else set()
        return sorted(several) or list(linked_entities(self.graph, name))[:1]

    def _rows(self, name: str) -> set[int]:
        numbers = self._numbers(name)
        rows = {row for number in numbers for row in self.graph.rows_of(number)}
        names = {alias for number in numbers for alias in self.graph.names[number] if not is_role(alias)}
        spelt = [one for one in names or ({name.strip()} if not numbers else set()) if len(one) > 1]
        for row, memory in self.graph.memories.items():
            if any(_spells(memory.text, one) for one in spelt):
                rows.add(row)
        shown = {row for row in rows if self.visible(row) is not None}
        if not shown:
            raise self._unknown(name)
        return shown

    def _unknown(self, name: str) -> EntityNotFound:
        known = {fold(alias): alias for one in self.entities() for alias in (one.name, *one.aliases)}
        near = [known[match] for match in get_close_matches(fold(name), known, n=NEAR_NAMES, cutoff=0.5)]
        if not near and known:
            near = [one.name for one in self.entities()[:NEAR_NAMES]]
        hint = f" Near it are: {', '.join(near)}." if near else ""
        return EntityNotFound(f"Nothing that may answer mentions {name!r}.{hint} entities() lists them all.")


class _Walk:
    """Steps from one entity to the next, over the memories that mention both."""

    def __init__(self, world: EntityWorld, starts: Sequence[int]) -> None:
        self._world = world
        self._graph = world.graph
        self._starts = set(starts)
        self._seen: dict[int, tuple[float, tuple[int, ...], tuple[Memory, ...]]] = {
            start: (1.0, (start,), ()) for start in starts
        }
        self._edge = dict(self._seen)
        self._entities_of: dict[int, list[int]] = defaultdict(list)
        self._gathered: dict[int, list[int]] = defaultdict(list)
        for row, number in zip(self._graph.edge_rows.tolist(), self._graph.edge_entities.tolist(), strict=True):
            if world.visible(row) is not None:
                self._entities_of[row].append(number)
        for row in self._entities_of:
            self._gathered[int(self._graph.gathering[row])].append(row)

    def step(self, damping: float) -> None:
        """Go one step on from the nearest entities of the last one."""
        nearest = sorted(self._edge.items(), key=lambda item: -item[1][0])[:FOLLOWED_MAX]
        self._edge = {}
        for number, (strength, path, through) in nearest:
            for other, (share, memory) in self._neighbours(number).items():
                reached = strength * share * damping
                if other in path or reached <= self._seen.get(other, (0.0,))[0]:
                    continue
                self._seen[other] = self._edge[other] = (reached, (*path, other), (*through, memory))

    def _neighbours(self, number: int) -> dict[int, tuple[float, Memory]]:
        shared: dict[int, float] = defaultdict(float)
        by: dict[int, Memory] = {}
        own = [row for row in self._graph.rows_of(number) if row in self._entities_of]
        for row in own:
            for other in self._entities_of[row]:
                shared[other] += 1.0
                by[other] = self._graph.memories[row]
        for place in {int(self._graph.gathering[row]) for row in own} - {-1}:
            apart = {other: row for row in self._gathered[place] for other in self._entities_of[row]}
            for other, row in apart.items():
                shared[other] += SAME_SESSION
                by.setdefault(other, self._graph.memories[row])
        fan = self._graph.fan
        return {
            other: (min(1.0, weight / float(fan[number] * fan[other]) ** 0.5), by[other])
            for other, weight in shared.items()
            if other not in self._starts
        }

    def found(self) -> list[RelatedEntity]:
        """What was reached, nearest first."""
        return sorted(self._related(), key=lambda one: (-one.strength, one.entity.name))

    def _related(self) -> Iterator[RelatedEntity]:
        for number, (strength, path, through) in self._seen.items():
            entity = None if number in self._starts else self._world.entity(number)
            if entity is not None:
                names = tuple(self._graph.label(step) for step in path)
                yield RelatedEntity(entity=entity, strength=round(strength, 4), path=names, through=through)


def _spells(text: str, name: str) -> bool:
    """Whether a text holds a name as a word. A name that is an everyday word too needs its capital."""
    if _HAN.search(name):
        return name in text
    caseless = fold(name) not in NAMES_ALSO_WORDS | OPENERS
    begins, ends = phrases.NO_WORD_BEFORE, phrases.NO_WORD_AFTER
    return phrases.first(name, text, begins=begins, ends=ends, caseless=caseless) is not None


def _in_time(memories: Sequence[Memory]) -> list[Memory]:
    """In order of saying; of one moment, the statement before the turn it comes from."""
    return sorted(memories, key=lambda one: (one.said_at, one.position, one.kind is Kind.EPISODE, one.id))
