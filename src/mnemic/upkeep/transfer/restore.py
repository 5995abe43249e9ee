"""An export of our own brought back: everything as it was, user by user, each in one transaction.

A user of whom nothing is held becomes what the export says, with its positions and sequences. Where something is held,
what is new is added: of two rows with one id the one that is there stays, and a difference is reported. So a second
import of one file changes nothing, and one that was killed is finished by the next. Vectors are made anew afterwards,
a few hundred at a time, unless the file has them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Source, Turn
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow, StoredMemory, StoredRow, epoch_salt
from mnemic.domain.transfer import ImportReport, LossReport, LostPart
from mnemic.domain.upkeep import DeadLetter, Progress
from mnemic.index.entry import index_entry_of
from mnemic.ports import Writer
from mnemic.upkeep.transfer.format import row_document, row_sort
from mnemic.upkeep.transfer.verification import ExportContents, UserLine
from mnemic.writing.pipeline import WritePipeline

VECTORS_AT_ONCE = 200
ROW_S = 0.0004  # seconds for checking and storing one row of an export; measured by benchmarks/transfer.py
ROW_BYTES = 1_000  # of the memory file for one row without its vector, the same
TOLD_EVERY = 500  # rows between two words of progress
VECTOR_BYTES = 2  # of one column, float16
_OF_USE = ("access_count", "last_accessed_at", "position", "fingerprint")
"""Fields in which the same memory may differ: it was used, or stands elsewhere in another log."""

EXAMPLE_CHARACTERS = 60
THERE_ALREADY = "another of this id is there and stays"
TWICE = "its id comes twice in the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRestore:
    """One import of an export."""

    writing: WritePipeline
    tenant: str
    tell: Callable[[Progress], None]

    def run(self, contents: ExportContents, into: Mapping[str, str], report: ImportReport) -> None:
        """Bring back the users named in `into`, each under the name it stands for there.

        Raises:
            StoreUnavailable: it could not be written; the users before are whole, and the same call goes on.
            ModelError: vectors could not be made; the memories are there, and the same call makes what is missing.
        """
        total, done = sum(contents.rows.values()), 0
        for line, rows in contents.each(self.tenant):
            user = into.get(line.user)
            if user is None:
                done += sum(1 for _ in rows)
                continue
            scope = Scope(self.tenant, user)
            with self.writing.store.writing(scope) as writer:
                bringing = _Bringing(writer, line, self.writing, report, contents.losses)
                for number, row in rows:
                    bringing.take(number, row)
                    done += 1
                    if done % TOLD_EVERY == 0:
                        self.tell(Progress(job="import", user=user, done=done, total=total))
                bringing.finish()
            report.users.append(user)
            make_vectors(self.writing, scope, self.tell)
        self.tell(Progress(job="import", user=None, done=done, total=total))
        report.losses = contents.losses


@dataclass(slots=True, kw_only=True)
class _There:
    """What is held about a user, as far as it must be compared: digests by id."""

    turns: dict[Source, tuple[bytes, int]] = field(default_factory=dict)
    memories: dict[str, bytes] = field(default_factory=dict)
    others: Counter[bytes] = field(default_factory=Counter)


def _there(writer: Writer) -> _There:
    there = _There()
    for row in writer.held():
        if isinstance(row, Turn):
            there.turns[row.source] = _said(row), row.position
        elif isinstance(row, StoredMemory):
            there.memories[row.memory.id] = _told(row.memory)
        elif not isinstance(row, History | DeadLetter):
            there.others[_key(row)] += 1
    return there


class _Bringing:
    """One user's rows on their way into the store, inside one transaction."""

    def __init__(
        self, writer: Writer, line: UserLine, writing: WritePipeline, report: ImportReport, losses: LossReport
    ) -> None:
        epoch = writer.renewal(epoch="", change=0).epoch
        self._writer, self._writing, self._report, self._losses = writer, writing, report, losses
        self._there = _there(writer) if epoch else _There()
        self._known = not epoch or epoch_salt(epoch) == line.salt  # whether marks of questions mean the same here
        if not epoch:
            writer.begin(line.salt)
        self._position, self._sequence = writer.numbers()
        self._moved: dict[int, int] = {}  # positions of turns that are there, by those of the export
        self._turns: set[Source] = set()
        self._taken: set[str] = set()
        self._asked: list[AskedQuestion] = []
        self._scope = writer.scope

    def take(self, number: int, row: StoredRow) -> None:
        """Take one row in, or note why not."""
        taken = self._take(number, row)
        if taken:
            sort = row_sort(row)
            self._report.rows[sort] = self._report.rows.get(sort, 0) + 1
        if isinstance(row, Turn):
            self._report.turns += taken
            self._report.turns_there += row.source in self._there.turns
        elif isinstance(row, StoredMemory):
            self._report.statements += taken
            self._report.statements_there += row.memory.id in self._there.memories

    def finish(self) -> None:
        """Put what was asked on record: at once, since only the newest stay."""
        if self._asked:
            self._writer.ask(self._asked, most=self._writing.settings.asked_max)

    def _take(self, number: int, row: StoredRow) -> bool:
        if isinstance(row, Turn):
            return self._turn(number, row)
        if isinstance(row, DeadLetter):
            if row.source in self._turns:
                self._writer.keep_dead_letter(row)
            return row.source in self._turns
        if isinstance(row, StoredMemory):
            return self._memory(number, row)
        if isinstance(row, History):
            return self._history(number, row)
        return self._other(number, row)

    def _turn(self, number: int, turn: Turn) -> bool:
        known = self._there.turns.get(turn.source)
        if turn.source in self._turns:
            return self._lost(number, "turn", TWICE, turn.text)
        if known is None:
            self._turns.add(turn.source)
            self._writer.replay([replace(turn, position=self._position + turn.position)])
            return True
        self._moved[turn.position] = known[1]
        if known[0] != _said(turn):
            self._lost(number, "turn", THERE_ALREADY, turn.text)
        return False

    def _memory(self, number: int, row: StoredMemory) -> bool:
        known = self._there.memories.get(row.memory.id)
        if row.memory.id in self._taken:
            return self._lost(number, "memory", TWICE, row.memory.text)
        if known is None:
            memory = self._placed(row.memory)
            self._taken.add(memory.id)
            self._writer.put(memory, self._entry(row) if row.indexed else None)
            return True
        if known != _told(row.memory):
            self._lost(number, "memory", THERE_ALREADY, row.memory.text)
        return False

    def _history(self, number: int, line: History) -> bool:
        if line.memory_id in self._taken:
            before, after = (self._placed(one) if one else None for one in (line.before, line.after))
            moved = replace(line, sequence=self._sequence + line.sequence, before=before, after=after)
            self._writer.replay([moved])
            return True
        if line.memory_id not in self._there.memories:
            self._lost(number, "history", "its memory is not there", line.reason)
        return False

    def _other(self, number: int, row: Link | AuditRow | AskedQuestion | Vote | Blob | RegisterEntry) -> bool:
        if isinstance(row, RegisterEntry) and row.register is not Register.LESSONS:
            return self._lost(number, row.register.value, "no export carries it: it was written by somebody else")
        key = _key(row)
        if self._there.others[key] > 0:
            self._there.others[key] -= isinstance(row, AuditRow)
            return False
        if isinstance(row, AuditRow):
            self._writer.replay([replace(row, sequence=self._sequence + row.sequence)])
        elif isinstance(row, Blob):
            self._writer.keep_blob(row.info, row.data)
        elif isinstance(row, Link):
            if not self._held(row.source) or not self._held(row.target):
                return self._lost(number, "link", "one of its memories is not there", row.reason)
            self._writer.link(row)
        elif not self._known:
            what = (
                "lesson" if isinstance(row, RegisterEntry) else "question" if isinstance(row, AskedQuestion) else "vote"
            )
            return self._lost(number, what, "its marks mean nothing beside those that are there")
        elif isinstance(row, RegisterEntry):
            self._writer.register(row)
        elif isinstance(row, AskedQuestion):
            self._asked.append(row)
        elif self._held(row.memory_id):
            self._writer.vote(row)
        else:
            return self._lost(number, "vote", "its memory is not there")
        return True

    def _held(self, id: str) -> bool:
        return id in self._taken or id in self._there.memories

    def _placed(self, memory: Memory) -> Memory:
        """The memory as this user's, where its turn stands in this log."""
        place = memory.position and self._moved.get(memory.position, self._position + memory.position)
        if (memory.tenant, memory.user, memory.position) == (self._scope.tenant, self._scope.user, place):
            return memory
        return replace(memory, tenant=self._scope.tenant, user=self._scope.user, position=place)

    def _entry(self, row: StoredMemory) -> IndexEntry:
        embedder = self._writing.embedder
        entry = index_entry_of(row.memory.text, None, "")
        fits = row.memory.fingerprint == embedder.fingerprint
        if row.vector is None or not fits or len(row.vector) != VECTOR_BYTES * embedder.size:
            return entry
        return replace(entry, vector=row.vector, fingerprint=embedder.fingerprint)

    def _lost(self, number: int, what: str, reason: str, example: str = "") -> bool:
        self._losses.note(LostPart(number=number, what=what, reason=reason, example=example[:EXAMPLE_CHARACTERS]))
        return False


def make_vectors(writing: WritePipeline, scope: Scope, tell: Callable[[Progress], None]) -> int:
    """Make the vectors of memories that a search may find and that have none. Returns how many there were.

    Raises:
        ModelError: the embedder does not work; what is made so far stays.
    """
    with writing.store.reading(scope) as reader:
        bare = [
            id
            for batch in reader.renewal(epoch="", change=0).batches
            for id, vector in zip(batch.ids, batch.vectors, strict=True)
            if vector is None
        ]
    for start in range(0, len(bare), VECTORS_AT_ONCE):
        ids = bare[start : start + VECTORS_AT_ONCE]
        with writing.store.reading(scope) as reader:
            entries = writing.embedded([memory.text for memory in reader.memories(ids=ids)])
        with writing.store.writing(scope) as writer:
            for memory in writer.memories(ids=ids):
                if entry := entries.get(memory.text):  # else reworded meanwhile, and embedded then
                    writer.put(replace(memory, fingerprint=entry.fingerprint), entry)
        tell(Progress(job="import", user=scope.user, done=start + len(ids), total=len(bare), note="vectors"))
    return len(bare)


def _digest(value: Any) -> bytes:
    return blake2b(json.dumps(value, sort_keys=True, default=str).encode(), digest_size=16).digest()


def _said(turn: Turn) -> bytes:
    return _digest([turn.role, turn.text])


def _told(memory: Memory) -> bytes:
    return _digest({name: value for name, value in memory_document(memory).items() if name not in _OF_USE})


def memory_document(memory: Memory) -> dict[str, Any]:
    """The fields of a memory as an export writes them."""
    written: dict[str, Any] = row_document(StoredMemory(memory=memory, indexed=True))["memory"]
    return written


def _key(row: Link | AuditRow | AskedQuestion | Vote | Blob | RegisterEntry) -> bytes:
    """By what a row is known again."""
    if isinstance(row, Link):
        return _digest(["link", row.source, row.target, row.relation.value])
    if isinstance(row, AskedQuestion):
        return _digest(["asked", row.id])
    if isinstance(row, Vote):
        return _digest(["vote", row.answer, row.memory_id])
    if isinstance(row, Blob):
        return _digest(["file", row.info.hash])
    if isinstance(row, RegisterEntry):
        return _digest(["registered", row.register.value, row.id])
    return _digest(["audit", row.at.isoformat(), row.actor, row.action, row.memory_id, row.detail])


def names_restored_under(users: Iterator[str] | list[str], as_user: str | None) -> dict[str, str]:
    """Under which name each user of a file is brought back: its own or, with `as_user`, that one: the file's only user,
    or the one of its users who is called so."""
    listed = list(users)
    if as_user is None:
        return {user: user for user in listed}
    if len(listed) == 1:
        return {listed[0]: as_user}
    return {as_user: as_user} if as_user in listed else {}
