"""What can be worked out from elsewhere is written anew, in transactions; no record that anybody could read is ever
removed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import WriteReport
from mnemic.domain.diagnosis import Diagnosis, Repair, RowKey
from mnemic.domain.record import UNINDEXED, Memory, Source, TurnState
from mnemic.domain.scope import Scope
from mnemic.index.vector_graph import GraphFiles
from mnemic.ports import Writer
from mnemic.rooms.files.turns import orphaned_files
from mnemic.upkeep.doctor.vectors import ids_astray
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.upkeep.vectors.feed import EngineFeed

ACTOR = "mnemic"
AT_ONCE = 200  # memories embedded and written in one transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class UserRepairs:
    """One user's repairs."""

    tending: UpkeepContext
    scope: Scope
    now: datetime
    graphs: GraphFiles | None
    feeding: EngineFeed | None = None

    def run(self, found: Iterable[Diagnosis], restorable: dict[str, Memory]) -> None:
        """Repair what was found, in the order in which one repair rests on another.

        Raises:
            ModelError: what is to be embedded cannot be; what comes before it is done.
            StoreError: a transaction failed; those before it are done.
        """
        todo: dict[Repair, list[Diagnosis]] = defaultdict(list)
        for one in found:
            if one.repair is not None:
                todo[one.repair].append(one)
        if todo[Repair.SHRED]:
            self._shred()
            return
        self._users(todo[Repair.USER])
        self._restore(_ids(todo[Repair.RESTORE]), restorable)
        self._strike([*todo[Repair.STRIKE], *todo[Repair.UNFILE]])
        self._rewrite(_ids(todo[Repair.SOURCES]))
        self._blobs(_ids(todo[Repair.BLOB]))
        self._release(_ids(todo[Repair.RELEASE]))
        self._done([one.source for one in todo[Repair.DONE] if one.source is not None])
        self._enter(_ids(todo[Repair.ENTRY]))
        self._understand([one.source for one in todo[Repair.REQUEUE] if one.source is not None])
        if todo[Repair.SHELF] or todo[Repair.UNFILE] or todo[Repair.USER] or todo[Repair.GRAPH]:
            self.tending.user_indexes.drop(self.scope)  # with the graph in the folder
        if todo[Repair.GRAPH] and self.graphs is not None:
            self.graphs.remove(self.scope)
        if todo[Repair.FEED] and self.feeding is not None:
            self._feed(self.feeding)

    def _feed(self, feeding: EngineFeed) -> None:
        """Tell the vector engine again of what it has not as it is stored."""
        with self.tending.store.reading(self.scope) as reader:
            ids = sorted(ids_astray(reader, feeding))
        with self.tending.store.writing(self.scope) as writer:
            writer.enqueue_in_outbox(ids)
        feeding.feed(self.scope)

    def _write(self, what: str, work: Callable[[Writer], int]) -> None:
        """One transaction, with its line in the audit."""
        with self.tending.store.writing(self.scope) as writer:
            if done := work(writer):
                writer.audit(at=self.now, actor=ACTOR, action="repair", memory_id=None, detail=f"{what}: {done}")

    def _shred(self) -> None:
        """Remove what was sealed with a key that was destroyed: a backup has brought back what is forgotten."""
        with self.tending.store.writing(self.scope) as writer:
            writer.note_departure(at=self.now, actor=ACTOR)
            writer.forget_user()
        self.tending.user_indexes.drop(self.scope)
        self.tending.store.purge()

    def _users(self, found: Sequence[Diagnosis]) -> None:
        def recount(writer: Writer) -> int:
            writer.recount()
            return 1

        if found:
            self._write("the user's numbers", recount)

    def _restore(self, ids: Sequence[str], restorable: dict[str, Memory]) -> None:
        wanted = [restorable[id] for id in ids if id in restorable]
        entries = self.tending.writing.embedded([one.text for one in wanted if one.kind not in UNINDEXED])

        def restore(writer: Writer) -> int:
            done = 0
            for memory in wanted:
                if writer.history(memory.id)[-1].after != memory:
                    continue  # somebody wrote it meanwhile
                entry = entries.get(memory.text) if memory.kind not in UNINDEXED else None
                known = replace(memory, fingerprint=entry.fingerprint) if entry else memory
                writer.put(known, entry)
                done += 1
            return done

        if wanted:
            self._write("records from history", restore)

    def _strike(self, found: Sequence[Diagnosis]) -> None:
        rows: list[RowKey] = list(dict.fromkeys(one.row for one in found if one.row is not None))
        if rows:
            self._write("rows that belong to nothing", lambda writer: writer.strike_rows(rows))

    def _rewrite(self, ids: Sequence[str]) -> None:
        def rewrite(writer: Writer) -> int:
            there = writer.memories(ids=ids)
            for memory in there:
                writer.put(memory, None)
            return len(there)

        if ids:
            self._write("rows of sources", rewrite)

    def _blobs(self, hashes: Sequence[str]) -> None:
        if hashes:
            self._write(
                "files that nobody names",
                lambda writer: writer.forget_blobs(sorted(set(hashes) & set(orphaned_files(writer)))),
            )

    def _release(self, jobs: Sequence[str]) -> None:
        def release(writer: Writer) -> int:
            over = [state for state in writer.jobs() if state.job.value in jobs and state.free(self.now)]
            for state in over:
                writer.keep_job(replace(state, owner=None, taken_at=None, until=None))
            return len(over)

        if jobs:
            self._write("leases", release)

    def _done(self, sources: Sequence[Source]) -> None:
        def done(writer: Writer) -> int:
            writer.understood(sources)
            return len(sources)

        if sources:
            self._write("turns taken out of the queue", done)

    def _enter(self, ids: Sequence[str]) -> None:
        """Index entries of memories whose text is the same after embedding as before."""
        for first in range(0, len(ids), AT_ONCE):
            part = ids[first : first + AT_ONCE]
            with self.tending.store.reading(self.scope) as reader:
                texts = {memory.id: memory.text for memory in reader.memories(ids=part)}
            entries = self.tending.writing.embedded(list(texts.values()))

            def enter(writer: Writer) -> int:
                same = [one for one in writer.memories(ids=list(texts)) if one.text == texts[one.id]]  # noqa: B023 - called at once
                for memory in same:
                    entry = entries[memory.text]  # noqa: B023 - called at once
                    writer.put(replace(memory, fingerprint=entry.fingerprint), entry)
                return len(same)

            self._write("index entries", enter)

    def _understand(self, sources: Sequence[Source]) -> None:
        if not sources:
            return
        named = set(sources)

        def requeue(writer: Writer) -> int:
            writer.requeue(named)
            return len(named)

        self._write("turns put back into the queue", requeue)
        with self.tending.store.reading(self.scope) as reader:
            waiting = [turn for turn in reader.turns(state=TurnState.PENDING) if turn.source in named]
        report = WriteReport(session="")
        self.tending.writing.understand(self.scope, waiting, report, now=self.now, actor=ACTOR)


def _ids(found: Iterable[Diagnosis]) -> list[str]:
    return list(dict.fromkeys(one.id for one in found if one.id is not None))
