"""The verbs about who and what is in a user's world. `UserMemory` has them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mnemic.api.core import Core
from mnemic.api.owner import Owner
from mnemic.domain.entity import Entity, EntityKind, Related
from mnemic.domain.record import UNINDEXED, Memory
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidQuery
from mnemic.index.graph import graph_of
from mnemic.reading.gates import as_labelled_now
from mnemic.reading.question import Moment, question_of
from mnemic.reading.world import World

EVERYTHING = "everything"  # the text of a question that asks for no words


class Knowing:
    """Entities of one user and what is known about them."""

    _core: Core
    _scope: Scope
    _agent: str | None
    _owner: Owner

    def entities(
        self, kind: str | None = None, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> list[Entity]:
        """Who and what the user's memories speak of, most mentioned first.

        Args:
            kind: only "person", "animal", "place", "organisation", "product" or "work".
            as_of, known_at: as for search.

        Raises:
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        try:
            wanted = None if kind is None else EntityKind(kind)
        except ValueError as error:
            raise InvalidQuery(f"There is no kind of entity {kind!r}. Known are: {', '.join(EntityKind)}.") from error
        with self._world(as_of=as_of, known_at=known_at) as world:
            return world.entities(wanted)

    def about(
        self, name: str, k: int = 50, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> list[Memory]:
        """Everything about somebody or something, by any of its names in either language, in order of time.

        Args:
            name: "Tokyo" or "东京", "my sister" or the sister's name; also a name no rule took for one.
            k: most memories wanted, 1 to the setting `results_max`; the newest of them.
            as_of: what was true at that moment.
            known_at: what was known at that moment.

        Raises:
            EntityNotFound: nothing mentions it; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with self._world(as_of=as_of, known_at=known_at, k=k) as world:
            return [memory for memory in world.about(name) if self._owner.access.reads(memory)][-k:]

    def together(
        self, one: str, other: str, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> list[Memory]:
        """Memories that mention both, in order of time. `as_of` and `known_at` are those of about.

        Raises:
            EntityNotFound: nothing mentions one of them; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with self._world(as_of=as_of, known_at=known_at) as world:
            return [memory for memory in world.together(one, other) if self._owner.access.reads(memory)]

    def connected(
        self, name: str, hops: int = 2, *, as_of: Moment | None = None, known_at: Moment | None = None
    ) -> list[Related]:
        """What hangs together with somebody or something over at most `hops` steps, 1 to 3, nearest first, with the
        path and a memory for each of its steps. `as_of` and `known_at` are those of about.

        Raises:
            EntityNotFound: nothing mentions it; the message names near ones.
            InvalidQuery, InvalidTime: naming what cannot be used.
        """
        with self._world(as_of=as_of, known_at=known_at) as world:
            return [one for one in world.connected(name, hops) if all(map(self._owner.access.reads, one.through))]

    @contextmanager
    def _world(self, *, as_of: Moment | None, known_at: Moment | None, k: int = 1) -> Iterator[World]:
        self._core.check_open()
        parts, reading = self._core.parts, self._core.reading
        question = question_of(
            EVERYTHING,
            now=parts.clock.now(),
            settings=parts.settings,
            agent=self._agent,
            k=k,
            as_of=as_of,
            known_at=known_at,
            purpose=self._owner.access.purpose,
        )
        with parts.store.reading(self._scope) as reader:
            if question.known_at is not None:
                past = [
                    one
                    for one in as_labelled_now(reader, reader.known(question.known_at))
                    if self._agent in (None, one.agent) and one.kind not in UNINDEXED
                ]
                yield World(graph=graph_of(enumerate(past), len(past)), question=question)
                return
            with reading.shelves.use(reader) as shelf:
                yield World(graph=reading.graphs.of(shelf, self._agent), question=question)
