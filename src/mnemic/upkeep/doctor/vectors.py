"""The vector engine beside the records: whether it knows of each user what it should, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Severity
from mnemic.domain.upkeep import Job
from mnemic.errors import VectorEngineUnavailable
from mnemic.index.spaces import SpacePart
from mnemic.ports import Reader
from mnemic.upkeep.doctor.case import UserCase
from mnemic.upkeep.vectors.feed import EngineFeed

IDS_AT_ONCE = 500
WAITING_MAX = 100_000  # rows of the outbox that are looked at

_TOLD = "it is told what it does not know, and removes what it should not"


def check_engine(case: UserCase, reader: Reader, feeding: EngineFeed) -> Iterator[Diagnosis]:
    """What the engine has of a user, but for what waits in the outbox; of somebody it was never told of, nothing is
    wrong yet."""
    waiting = {row.memory_id for row in reader.outbox(WAITING_MAX)}
    if "" in waiting or len(waiting) >= WAITING_MAX or reader.job(Job.FEED).note != feeding.mark:
        return
    try:
        for part in feeding.parts:
            there = feeding.index.ids(case.scope, part.space)
            if complaint := _unlike(part, there - waiting, _wanted(reader, part) - waiting):
                yield case.found(
                    Check.INDEX_ENGINE,
                    f"{feeding.index.name}, {complaint}",
                    _TOLD,
                    severity=Severity.DEGRADED,
                    repair=Repair.FEED,
                )
    except VectorEngineUnavailable as error:
        yield case.found(
            Check.INDEX_ENGINE,
            str(error),
            "searches compare every memory until it is back",
            severity=Severity.DEGRADED,
        )


def ids_astray(reader: Reader, feeding: EngineFeed) -> set[str]:
    """Ids of which the engine and the records do not agree.

    Raises:
        VectorEngineUnavailable: the engine cannot be reached.
    """
    return {id for part in feeding.parts for id in feeding.index.ids(reader.scope, part.space) ^ _wanted(reader, part)}


def _wanted(reader: Reader, part: SpacePart) -> set[str]:
    if reader.sealed():
        return set()
    ids = reader.ids()
    found = (reader.indexed(ids[first : first + IDS_AT_ONCE]) for first in range(0, len(ids), IDS_AT_ONCE))
    return {one.memory.id for several in found for one in several if part.vectored(one) is not None}


def _unlike(part: SpacePart, there: set[str], wanted: set[str]) -> str:
    missing, surplus = len(wanted - there), len(there - wanted)
    said = [f"{missing} memories are not in it"] if missing else []
    said += [f"{surplus} are in it that should not be"] if surplus else []
    return f"vectors of {part.space.signal!r}: {' and '.join(said)}" if said else ""
