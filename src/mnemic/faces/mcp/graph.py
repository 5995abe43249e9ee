"""The knowledge graph of the MCP project's memory server, kept in a user's memory.

Every entity, observation and relation is a message of one session, kept as given: guarded, masked, found by every
search, and forgotten like any other. The graph is read from those messages. What the guard holds for review, and what
the user rejected, is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from mnemic.api.user import UserMemory
from mnemic.domain.record import Kind, Memory, Status, Turn
from mnemic.errors import EntityNotFound
from mnemic.language.detect import has_visible_text
from mnemic.upkeep.transfer.importers.wording import relation_sentence, sentence_about

SESSION = "mcp-memory"
"""The session the graph is kept in."""

KEY = "graph"
"""The key of a message's metadata under which its place in the graph stands."""

ADDED_AT_ONCE = 1_000  # messages in one transaction

ID_BYTES = 8  # random, of a message's id

ORDER = "order"
"""Where in a place its number stands, for a message that was put back: else its position in the log is its number."""

JOINT = "."
"""What stands in an observation's id between that of its entity and its own. Ids are never masked; metadata is."""

NO_WORDS = "no words"
"""The text of a message where the graph has nothing but spaces."""

Message = Mapping[str, Any]
Ends = tuple[str, str, str]

ENTITY, OBSERVATION, RELATION = "entity", "observation", "relation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One thing observed of an entity, as it is kept."""

    turn: str
    text: str


@dataclass(slots=True, kw_only=True)
class Entity:
    """Somebody or something, with what was observed of it, in order."""

    turn: str
    name: str
    type: str
    observations: list[Observation] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How one entity stands to another, in the active voice. Neither need be there."""

    turn: str
    source: str
    target: str
    type: str

    @property
    def ends(self) -> Ends:
        """What makes two relations the same."""
        return self.source, self.target, self.type


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Everything in it, in the order it was created."""

    entities: list[Entity]
    relations: list[Relation]

    def named(self, name: str) -> Entity | None:
        """The first entity of that name."""
        return next((one for one in self.entities if one.name == name), None)

    def part(self, entities: list[Entity]) -> Graph:
        """These entities, and the relations that begin or end at one of them."""
        names = {one.name for one in entities}
        touching = [one for one in self.relations if one.source in names or one.target in names]
        return Graph(entities=entities, relations=touching)


class KnowledgeGraph:
    """One user's graph: the operations of the reference server."""

    def __init__(self, memory: UserMemory, *, role: str) -> None:
        """
        Args:
            role: whose word the observations are: "user", or "assistant" where an agent acts.
        """
        self._memory = memory
        self._role = role
        self._lock = _lock_of(memory.id)

    def read(self) -> Graph:
        """All of it."""
        entities: dict[str, Entity] = {}
        relations: list[Relation] = []
        for turn, text, place in self._pieces():
            said = {key: str(value) for key, value in place.items()}
            match said:
                case {"is": "entity", "name": name, "type": type}:
                    entities[turn] = Entity(turn=turn, name=name, type=type)
                case {"is": "relation", "from": source, "to": target, "type": type}:
                    relations.append(Relation(turn=turn, source=source, target=target, type=type))
                case {"is": "observation"} if (entity := entities.get(turn.rpartition(JOINT)[0])) is not None:
                    observed = _observed(text, entity.name, said)
                    entity.observations.append(Observation(turn=turn, text=observed))
        return Graph(entities=list(entities.values()), relations=relations)

    def search(self, query: str) -> Graph:
        """Entities whose name, type or observations hold the query, in whatever case."""
        graph, wanted = self.read(), query.lower()
        return graph.part([one for one in graph.entities if any(wanted in text.lower() for text in _texts(one))])

    def open(self, names: Iterable[str]) -> Graph:
        """Entities of these names."""
        graph, wanted = self.read(), set(names)
        return graph.part([one for one in graph.entities if one.name in wanted])

    def create_entities(self, entities: Sequence[tuple[str, str, Sequence[str]]]) -> list[Entity]:
        """Add entities, each a name, a type and observations. Names that are there already are left as they are."""
        with self._lock:
            there = {one.name for one in self.read().entities}
            new: list[Message] = []
            for name, type, observations in entities:
                if name not in there:
                    entity = _entity(name, type)
                    new += [entity, *(_observation(entity["id"], name, one) for one in observations)]
            made = set(self._add(new))
            return [one for one in self.read().entities if one.turn in made] if new else []

    def create_relations(self, relations: Sequence[Ends]) -> list[Relation]:
        """Add relations, each where from, where to and its type. Those that are there already are left."""
        with self._lock:
            there = {one.ends for one in self.read().relations}
            new = [_relation(*one) for one in relations if one not in there]
            made = set(self._add(new))
            return [one for one in self.read().relations if one.turn in made] if new else []

    def add_observations(self, observations: Sequence[tuple[str, Sequence[str]]]) -> list[tuple[str, list[str]]]:
        """Add observations to entities; what is observed already is left. Nothing is added where one is missing.

        Raises:
            EntityNotFound: there is no entity of that name.
        """
        with self._lock:
            graph = self.read()
            held = {one.turn: [each.text for each in one.observations] for one in graph.entities}
            new: list[list[Message]] = []
            for name, contents in observations:
                entity = graph.named(name)
                if entity is None:
                    raise EntityNotFound(f"Entity with name {name} not found")
                fresh = [one for one in contents if one not in held[entity.turn]]
                held[entity.turn] += fresh
                new.append([_observation(entity.turn, name, one) for one in fresh])
            turns = iter(self._add([message for some in new for message in some]))
            kept = {one.turn: one.text for entity in self.read().entities for one in entity.observations}
        made = [[next(turns) for _ in some] for some in new]
        return [
            (name, [kept[turn] for turn in some if turn in kept])
            for (name, _), some in zip(observations, made, strict=True)
        ]

    def delete_entities(self, names: Iterable[str]) -> None:
        """Forget entities of these names, with their observations and every relation at one of them."""
        gone = set(names)
        with self._lock:
            graph = self.read()
            entities = [one for one in graph.entities if one.name in gone]
            doomed = {turn for one in entities for turn in _turns(one)}
            doomed |= {one.turn for one in graph.relations if one.source in gone or one.target in gone}
            self._forget(doomed)

    def delete_observations(self, deletions: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Forget observations of entities; what is not there is passed over."""
        with self._lock:
            graph = self.read()
            doomed = {
                one.turn
                for name, observations in deletions
                if (entity := graph.named(name)) is not None
                for one in entity.observations
                if one.text in observations
            }
            self._forget(doomed)

    def delete_relations(self, relations: Iterable[Ends]) -> None:
        """Forget relations; what is not there is passed over."""
        gone = set(relations)
        with self._lock:
            self._forget({one.turn for one in self.read().relations if one.ends in gone})

    def _pieces(self) -> list[tuple[str, str, Mapping[str, Any]]]:
        """The messages of the graph in order: each with its id, its words as they stand now, and its place."""
        resting = self._resting()
        found = []
        for turn in self._memory.turns(SESSION):
            place, memories = turn.metadata.get(KEY), resting.get(turn.id, [])
            if isinstance(place, Mapping) and not any(map(_out, memories)):
                order = place.get(ORDER)
                number = order if isinstance(order, int) else turn.position
                found.append((number, turn.id, _words(turn, memories), place))
        return [piece[1:] for piece in sorted(found, key=lambda piece: piece[0])]

    def _resting(self) -> dict[str, list[Memory]]:
        """The memories that rest on each message of the graph."""
        found: dict[str, list[Memory]] = {}
        kinds = [Kind.NOTE, Kind.EPISODE]
        for memory in self._memory.list(kinds=kinds, status="any", session=SESSION):
            for source in memory.sources:
                if source.session == SESSION:
                    found.setdefault(source.turn, []).append(memory)
        return found

    def _add(self, messages: Sequence[Message]) -> list[str]:
        """Keep messages; the ids under which they stand in the log."""
        turns: list[str] = []
        for begun in range(0, len(messages), ADDED_AT_ONCE):
            some = [{"role": self._role, **message} for message in messages[begun : begun + ADDED_AT_ONCE]]
            turns += self._memory.add(some, session=SESSION, infer=False).turns
        return turns

    def _forget(self, doomed: set[str]) -> None:
        """Forget messages. Two that say the same are one memory, which goes with both: the one that stays is put back
        in its place."""
        if not doomed:
            return
        turns = {turn.id: turn for turn in self._memory.turns(SESSION)}
        goners = [one for memories in map(self._resting().get, sorted(doomed)) for one in memories or ()]
        told = {source.turn for one in goners for source in one.sources if source.session == SESSION}
        for id in dict.fromkeys(one.id for one in goners):
            self._memory.forget(id)
        self._add([_again(turns[id]) for id in sorted(told - doomed) if KEY in turns[id].metadata])


class _Turn:
    """One after the other: what a user's graph is read and changed under, so that two requests of one user do not both
    create what neither has seen of the other."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


_LOCKS: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
_LOCKS_LOCK = Lock()


def _lock_of(user: str) -> _Turn:
    with _LOCKS_LOCK:
        return _LOCKS.setdefault(user, _Turn())


def _entity(name: str, type: str) -> dict[str, Any]:
    words = f"{name} ({type})" if has_visible_text(name + type) else NO_WORDS
    return _message(token_hex(ID_BYTES), words, {"is": ENTITY, "name": name, "type": type})


def _observation(of: str, name: str, said: str) -> Message:
    """A message that says it of the entity of a message: its name stands before what does not hold it. What has no
    words stands beside those that say so."""
    id = f"{of}{JOINT}{token_hex(ID_BYTES)}"
    if not has_visible_text(said):
        return _message(id, f"{name}: {NO_WORDS}", {"is": OBSERVATION, "blank": said})
    words = sentence_about(name, said)
    before = words.removesuffix(said).removeprefix(name) if words != said else ""
    return _message(id, words, {"is": OBSERVATION, "before": before})


def _observed(text: str, name: str, place: Mapping[str, str]) -> str:
    """An observation as it was made: without the name, and what stands between it and the words."""
    before = place.get("before", "")
    return place.get("blank", text.removeprefix(f"{name}{before}") if before else text)


def _relation(source: str, target: str, type: str) -> Message:
    place = {"is": RELATION, "from": source, "to": target, "type": type}
    words = relation_sentence(source, type, target)
    return _message(token_hex(ID_BYTES), words if has_visible_text(words) else NO_WORDS, place)


def _message(id: str, text: str, place: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": id, "content": text, "metadata": {KEY: dict(place)}}


def _again(turn: Turn) -> Message:
    """A message that was forgotten with another that says the same, in its old place."""
    place = turn.metadata[KEY]
    kept = {ORDER: turn.position, **(place if isinstance(place, dict) else {})}
    return {"id": turn.id, "content": turn.text, "time": turn.said_at, "metadata": {**turn.metadata, KEY: kept}}


def _words(turn: Turn, memories: Sequence[Memory]) -> str:
    """What a message says: as it was said, or as the user has corrected its memory since."""
    revised = next((one for one in memories if one.version > 1 and one.turns == (turn.id,)), None)
    return turn.text if revised is None else revised.text


def _out(memory: Memory) -> bool:
    """Whether a memory takes its message out of the graph: the guard holds it, or the user took it back."""
    never_held = memory.valid_to is not None and memory.valid_to <= (memory.valid_from or memory.said_at)
    return memory.status is Status.QUARANTINED or never_held


def _turns(entity: Entity) -> list[str]:
    return [entity.turn, *(one.turn for one in entity.observations)]


def _texts(entity: Entity) -> list[str]:
    return [entity.name, entity.type, *(one.text for one in entity.observations)]
