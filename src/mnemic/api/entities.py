"""Who and what the memories of a user speak of, laid out for asking: what the verbs about entities look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mnemic.api.owner import Owner
from mnemic.domain.record import UNINDEXED
from mnemic.index.graph import entity_graph_of
from mnemic.reading.gates import with_current_labels
from mnemic.reading.question import Moment, question_of
from mnemic.reading.world import EntityWorld

EVERYTHING = "everything"  # the text of a question that asks for no words


@contextmanager
def opened_world(owner: Owner, *, as_of: Moment | None, known_at: Moment | None, k: int = 1) -> Iterator[EntityWorld]:
    """The entities of a user's memories as they are now, or were known at a moment.

    Raises:
        InvalidQuery, InvalidTime: naming what cannot be used.
    """
    parts, reading = owner.core.parts, owner.core.reading
    question = question_of(
        EVERYTHING,
        now=owner.now(),
        settings=parts.settings,
        agent=owner.agent,
        k=k,
        as_of=as_of,
        known_at=known_at,
        purpose=owner.access.purpose,
    )
    with owner.reading() as reader:
        if question.known_at is not None:
            past = [
                one
                for one in with_current_labels(reader, reader.known(question.known_at))
                if owner.agent in (None, one.agent) and one.kind not in UNINDEXED
            ]
            yield EntityWorld(graph=entity_graph_of(enumerate(past), len(past)), question=question)
            return
        with reading.user_indexes.use(reader) as user_index:
            yield EntityWorld(graph=reading.graphs.of(user_index, owner.agent), question=question)
