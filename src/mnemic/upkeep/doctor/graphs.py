"""Graphs of very large users in the folder beside the file: whose they are, and whether they hold what is forgotten."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Severity
from mnemic.index.vector_graph import UNFINISHED, GraphFiles, GraphState
from mnemic.ports import Reader, Store
from mnemic.upkeep.doctor.case import UserCase

PAUSE_S = 0.5  # before a second look: whoever forgets deletes the graph right after
UNFINISHED_MAX = timedelta(hours=12)  # how long a graph may be in the making

_ANEW = "its files are deleted, and made anew when they are wanted"


def check_graph(case: UserCase, store: Store, files: GraphFiles) -> Iterator[Diagnosis]:
    """A user's own graph. It is looked at twice where it seems stale."""
    if not _complaint(case, store, files):
        return
    time.sleep(PAUSE_S)
    if complaint := _complaint(case, store, files):
        yield case.found(Check.GRAPH_STALE, complaint, _ANEW, severity=Severity.DEGRADED, repair=Repair.GRAPH)


def _complaint(case: UserCase, store: Store, files: GraphFiles) -> str:
    listed = files.listed(case.scope)
    if not listed:
        return ""
    state = files.state(case.scope)
    if state is None:
        return "its label is missing or cannot be read"
    if not files.whole(case.scope):
        return "a file of it is missing or damaged"
    with store.reading(case.scope) as reader:
        if reader.sealed():
            return "it holds vectors of an encrypted user in plain"
        return "it holds what was forgotten since" if _lost(reader, state) else ""


def _lost(reader: Reader, state: GraphState) -> bool:
    since = reader.renewal(epoch=state.epoch, change=state.change)
    return since.epoch != state.epoch or bool(since.gone)


def stray_graphs(files: GraphFiles, names: Collection[str], now: datetime) -> Iterator[Diagnosis]:
    """Files in the folder that are no user's, and such as were never finished."""
    for path in files.every():
        if path.name.endswith(UNFINISHED):
            if not _old(path, now):
                continue
            reason = f"{path.name} was never finished"
        elif path.name.split(".", 1)[0] in names:
            continue
        else:
            reason = f"{path.name} belongs to nobody"
        yield Diagnosis(
            check=Check.GRAPH_ORPHAN,
            severity=Severity.DEGRADED,
            reason=reason,
            id=path.name,
            repair=Repair.GRAPH,
            way_out="it is deleted",
        )


def _old(path: Path, now: datetime) -> bool:
    try:
        return now.timestamp() - path.stat().st_mtime > UNFINISHED_MAX.total_seconds()
    except FileNotFoundError:
        return False
