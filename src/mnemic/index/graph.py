"""Who and what a user's memories speak of, as a graph: entities, the memories that mention them, and what stands beside
what. A cache beside the index, kept by its change number; never the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Memory, Status
from mnemic.domain.validity import is_current
from mnemic.index.user_index import Scores, UserIndex
from mnemic.language.entities import identity
from mnemic.language.entities.roles import is_role
from mnemic.language.segment import fold

MEMORIES_MAX = 5_000
"""Memories in a graph, the newest of them: building one of so many takes 10 ms, and who and what a user's world holds
today is in them. Older memories are still found by words and vectors."""

AGENTS_MAX = 8  # graphs kept of one user: the whole and those of single agents

Numbers = NDArray[np.int64]
Version = tuple[str, int, int]


@dataclass(slots=True)
class EntityGraph:
    """Rows are those of an index, entities are numbered. Quarantined memories are not in it."""

    rows: int = 0
    keys: dict[str, int] = field(default_factory=dict)  # key of every name to the number of its entity
    names: list[dict[str, int]] = field(default_factory=list)  # of every entity: each name, and how often it was used
    memories: dict[int, Memory] = field(default_factory=dict)
    edge_rows: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    edge_entities: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    fan: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # memories that mention an entity
    turn: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # number of a row's turn, -1 for none
    gathering: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # of its session or task, or -1
    stands: NDArray[np.bool_] = field(
        default_factory=lambda: np.zeros(0, dtype=np.bool_)
    )  # neither retired nor replaced
    spoken: dict[str, int] = field(default_factory=dict)  # every name, folded, to its entity; roles are not among them
    roles: dict[str, set[int]] = field(default_factory=dict)  # a role in any word for it, to the entities it may be
    _by_entity: dict[int, list[int]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    def weights(self) -> Scores:
        """How much an entity says about a memory that mentions it, 0-1: ln(1 + N/fan) / ln(1 + N), 1 for one that a
        single memory mentions. What much is known of spreads thin: the fan effect (Anderson and Reder 1999)."""
        total = max(len(self.memories), 1)
        spread: Scores = (np.log1p(total / np.maximum(self.fan, 1)) / np.log1p(total)).astype(np.float32)
        return spread

    def named(self, name: str) -> int | None:
        """The number of the entity of this name, or None."""
        return self.keys.get(identity.entity_key(name))

    def rows_of(self, entity: int) -> list[int]:
        """Rows that mention an entity."""
        if not self._by_entity and len(self.edge_rows):
            by_entity = defaultdict(list)
            for row, number in zip(self.edge_rows.tolist(), self.edge_entities.tolist(), strict=True):
                by_entity[number].append(row)
            self._by_entity = dict(by_entity)
        return self._by_entity.get(entity, [])

    def label(self, entity: int, among: Mapping[str, int] | None = None) -> str:
        """What to call an entity: its fullest name that is no role, the most used of those; only one of `among`."""
        names = among or self.names[entity]
        proper = {name: count for name, count in names.items() if not is_role(name)} or names
        return max(proper, key=lambda name: (len(name.split()), proper[name], len(name), name))


def entity_graph_of(memories: Iterable[tuple[int, Memory]], rows: int) -> EntityGraph:
    """The graph of memories that stand in the rows of an index."""
    held = {row: memory for row, memory in memories if memory.status is not Status.QUARANTINED}
    key_of: dict[str, str] = {}
    called: dict[str, set[str]] = defaultdict(set)
    mentions: list[tuple[int, str]] = []
    for row, memory in held.items():
        listed = memory.entities
        if not listed:
            continue
        for name in listed:
            if name not in key_of:
                key_of[name] = identity.entity_key(name)
            mentions.append((row, name))
        if len(listed) > 1:
            for role, name in identity.role_name_pairs(listed):
                called[key_of[role]].add(key_of[name])
    root = identity.merge_entity_keys(key_of.values(), called)
    numbers: dict[str, int] = {}
    for key in root.values():
        numbers.setdefault(key, len(numbers))
    graph = EntityGraph(rows=rows, memories=held, names=[{} for _ in numbers])
    graph.keys = {key: numbers[stands] for key, stands in root.items()}
    edges: dict[tuple[int, int], None] = {}
    for row, name in mentions:
        entity = graph.keys[key_of[name]]
        edges[row, entity] = None
        names = graph.names[entity]
        names[name] = names.get(name, 0) + 1
    if edges:
        graph.edge_rows, graph.edge_entities = np.array(list(edges), dtype=np.int64).T
    for name, key in key_of.items():
        if key.startswith(identity.ROLE):
            graph.roles.setdefault(key.rpartition("/")[0], set()).add(graph.keys[key])
        else:
            graph.spoken[fold(name)] = graph.keys[key]
    graph.fan = np.bincount(graph.edge_entities, minlength=len(numbers))
    _place(graph)
    return graph


def _place(graph: EntityGraph) -> None:
    """Which turn a memory comes from, which session or task it belongs to, and whether it stands."""
    graph.turn = np.full(graph.rows, -1, dtype=np.int64)
    graph.gathering = np.full(graph.rows, -1, dtype=np.int64)
    graph.stands = np.zeros(graph.rows, dtype=np.bool_)
    turns: dict[object, int] = {}
    gatherings: dict[object, int] = {}
    for row, memory in graph.memories.items():
        if memory.sources:
            source = memory.sources[0]
            graph.turn[row] = turns.setdefault((source.session, source.turn), len(turns))
        place = ("task", memory.task) if memory.task else ("session", memory.session)
        if place[1] is not None:
            graph.gathering[row] = gatherings.setdefault(place, len(gatherings))
        graph.stands[row] = is_current(memory)


class EntityGraphs:
    """Graphs kept beside the indexes they are of, for as long as those are kept. There is one for each agent that reads
    alone, so that no name another agent was told shows through."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[UserIndex, dict[str | None, tuple[Version, EntityGraph]]] = WeakKeyDictionary()

    def of(self, user_index: UserIndex, agent: str | None = None) -> EntityGraph:
        """The graph of what an index holds. The caller has the index in use, which keeps others from it."""
        version = user_index.epoch, user_index.change, len(user_index.memories)
        graphs = self._kept.setdefault(user_index, {})
        held = graphs.get(agent)
        if held is not None and held[0] == version:
            return held[1]
        graph = graph_of_index(user_index, agent)
        if len(graphs) >= AGENTS_MAX:
            graphs.clear()
        graphs[agent] = version, graph
        return graph


def graph_of_index(user_index: UserIndex, agent: str | None) -> EntityGraph:
    """The graph of the newest memories of an index; of one agent's, where there is one."""
    rows: Sequence[int] = sorted(user_index.row_of.values())[-MEMORIES_MAX:]
    user_index.records.expect(rows)
    memories = ((row, user_index.memories[row]) for row in rows)
    return entity_graph_of(
        ((row, one) for row, one in memories if agent in (None, one.agent)), len(user_index.memories)
    )
