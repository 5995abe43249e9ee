"""Who and what the memories of a user speak of, laid out for asking: what the verbs about entities look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mnemic.api.owner import Owner
from mnemic.domain.record import UNINDEXED
from mnemic.index.graph import graph_of
from mnemic.reading.gates import as_labelled_now
from mnemic.reading.question import Moment, question_of
from mnemic.reading.world import World

EVERYTHING = "everything"  # the text of a question that asks for no words


@contextmanager
def opened_world(owner: Owner, *, as_of: Moment | None, known_at: Moment | None, k: int = 1) -> Iterator[World]:
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
                for one in as_labelled_now(reader, reader.known(question.known_at))
                if owner.agent in (None, one.agent) and one.kind not in UNINDEXED
            ]
            yield World(graph=graph_of(enumerate(past), len(past)), question=question)
            return
        with reading.shelves.use(reader) as shelf:
            yield World(graph=reading.graphs.of(shelf, owner.agent), question=question)
