"""Search indexes beside the records: entries by text, vectors by embedder, and the cached index by what is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Row, Severity
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import UNINDEXED, Memory
from mnemic.index import entry as constants
from mnemic.index.entry import keys_of
from mnemic.index.user_index import UserIndex
from mnemic.index.user_indexes import UserIndexes
from mnemic.language import segment
from mnemic.ports import Embedder, Reader
from mnemic.ports.examination import Examination
from mnemic.upkeep.doctor.case import UserCase, unreadable_row
from mnemic.upkeep.doctor.records import is_storable

_ANEW = "its text is embedded and filed anew"
_REMOVED = "the entry is removed"
_BYTES = np.dtype(np.float16).itemsize  # of a number of a vector


def check_entries(case: UserCase, rows: Examination, embedder: Embedder) -> Iterator[Diagnosis]:
    """Index entries, one by one, and memories without one."""
    entered: set[str] = set()
    foreign: Counter[str] = Counter()
    for row in rows.entries():
        id = str(row.memory_id)
        entered.add(id)
        memory = case.memories.get(id)
        if memory is None:
            if not case.has_row(id) and id not in case.restorable:
                reason = "an index entry of a memory that is not there"
                yield case.found(Check.ROW_ORPHAN, reason, _REMOVED, id=id, row=row.at, repair=Repair.STRIKE)
        elif memory.kind in UNINDEXED:
            reason = f"a {memory.kind.value} has an index entry, and no search should find it"
            yield case.found(Check.INDEX_ENTRY, reason, _REMOVED, id=id, row=row.at, repair=Repair.UNFILE)
        elif row.value is None:
            yield unreadable_row(case, row, repair=Repair.ENTRY, way_out=_ANEW)
        else:
            yield from _entry(case, memory, row, embedder)
            if row.value.vector and row.value.fingerprint != embedder.fingerprint:
                foreign[row.value.fingerprint] += 1
    for id, memory in case.memories.items():
        if id not in entered and memory.kind not in UNINDEXED:
            reason = "it has no index entry, so that no search finds it"
            yield case.found(Check.INDEX_ENTRY, reason, _ANEW, id=id, repair=Repair.ENTRY)
    for name, count in foreign.items():
        yield case.found(
            Check.INDEX_FOREIGN,
            f"{count} memories have vectors of {name or 'no embedder'}; the one in use is {embedder.fingerprint}",
            "mnemic reembed makes them anew; until then they are found by words",
            severity=Severity.NOTE,
        )


def _entry(case: UserCase, memory: Memory, row: Row[IndexEntry], embedder: Embedder) -> Iterator[Diagnosis]:
    entry = row.value
    assert entry is not None

    def wrong(check: Check, reason: str, severity: Severity = Severity.DEGRADED) -> Diagnosis:
        return case.found(check, reason, _ANEW, severity=severity, id=memory.id, row=row.at, repair=Repair.ENTRY)

    if memory.id in case.restorable or not isinstance(memory.text, str) or not is_storable(memory.text):
        return  # it is filed anew together with its record
    if dict(entry.terms) != dict(segment.terms(memory.text)):
        yield wrong(Check.INDEX_TERMS, "its words in the index are not those of its text")
    elif not _constants_hold(entry.constants, memory.text):
        yield wrong(Check.INDEX_TERMS, "its constants in the index are not those of its text")
    if entry.vector is None:
        yield wrong(Check.INDEX_VECTOR, "it has no vector: it is found by words alone", Severity.NOTE)
        return
    if complaint := _vector(entry, embedder):
        yield wrong(Check.INDEX_VECTOR, complaint)
    elif entry.fingerprint != memory.fingerprint:
        reason = f"its vector is of {entry.fingerprint!r}, the record says {memory.fingerprint!r}"
        bare = not memory.fingerprint  # as earlier versions left one that was changed twice at once
        yield wrong(Check.INDEX_FINGERPRINT, reason, Severity.NOTE if bare else Severity.DEGRADED)


def _constants_hold(kept: bytes | None, text: str) -> bool:
    """None, or of an older version: they are worked out when they are needed."""
    if kept is None:
        return True
    now = constants.packed_constants(text)
    return isinstance(kept, bytes) and bool(kept) and (kept[0] != now[0] or kept == now)


def _vector(entry: IndexEntry, embedder: Embedder) -> str:
    """What is wrong with a vector; "" where nothing is."""
    packed = entry.vector
    if not isinstance(packed, bytes) or not packed or len(packed) % _BYTES:
        return "its vector is no row of numbers"
    if entry.fingerprint == embedder.fingerprint and len(packed) != _BYTES * embedder.size:
        return f"its vector has {len(packed) // _BYTES} columns, not {embedder.size}"
    if not np.isfinite(np.frombuffer(packed, dtype=np.float16)).all():
        return "its vector holds what is no number"
    return ""


def check_cached_index(
    case: UserCase, reader: Reader, user_indexes: UserIndexes, embedder: Embedder
) -> Iterator[Diagnosis]:
    """What is cached for searching, beside what is laid out from the store."""
    if not user_indexes.holds(case.scope):
        return
    with user_indexes.use(reader) as cached:
        renewal = reader.renewal(epoch="", change=0)
        if (renewal.epoch, renewal.change) != (cached.epoch, cached.change):
            return  # somebody has written since this snapshot, and the index is ahead of it
        fresh = UserIndex(size=embedder.size, fingerprint=embedder.fingerprint, signals=embedder.signals)
        fresh.renew(renewal)
        fresh.records.reader = reader
        if complaint := _unlike(cached, fresh):
            way = "it is dropped, and made anew when it is wanted"
            yield case.found(Check.INDEX_SHELF, complaint, way, severity=Severity.DEGRADED, repair=Repair.SHELF)


def _unlike(cached: UserIndex, fresh: UserIndex) -> str:
    if cached.row_of.keys() != fresh.row_of.keys():
        count = len(cached.row_of.keys() ^ fresh.row_of.keys())
        return f"{count} memories are in one of the cached index and the store alone"
    for id, row in fresh.row_of.items():
        new, old = fresh.memories[row], cached.memories[cached.row_of[id]]
        if (new.version, new.text, new.status) != (old.version, old.text, old.status):
            return f"the cached index has {id} as it was before"
        if any(id not in cached.ids_under(key) for key in keys_of(new)):
            return f"the cached index does not file {id} under what it says"
    return ""
