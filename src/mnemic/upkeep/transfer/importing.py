"""What another system wrote, brought in: first counted and timed, then stored, and what is lost said at the end.

    admit       messages of any sessions, a thousand in one transaction; from here on nothing of them is lost
    state       memories of the other system, some hundreds embedded and stored at once
    understand  the queue makes memories of the messages, as of any others (upkeep/queue)

Ids come from the file, so what is there already is left alone: a second import changes nothing, and one that was killed
is finished by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from mnemic.domain.blob import Blob
from mnemic.domain.changes import Action
from mnemic.domain.record import Turn
from mnemic.domain.scope import Scope, checked_name
from mnemic.domain.transfer import ForeignMemory, ForeignMessage, ForeignPiece, ImportReport, LostPart
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput
from mnemic.index.user_index import UserIndex
from mnemic.rooms.session.messages import ReceivedTurns, receive_messages
from mnemic.upkeep.transfer.statements import MemoriesFromStatements, import_change, repeated_memories
from mnemic.writing.commit import commit
from mnemic.writing.consensus import candidate_of_memory as stated_as
from mnemic.writing.consensus import disagreements_with, quarantine_change
from mnemic.writing.known_memories import KnownMemories
from mnemic.writing.pipeline import WritePipeline

TURNS_AT_ONCE = 1_000  # admitted in one transaction
STATEMENTS_AT_ONCE = 200  # embedded and stored at once
EXAMPLE_CHARACTERS = 60
OTHERS_PIECES = "of another user of the file"

Read = Callable[[], Iterator[ForeignPiece]]
"""Reads the file from its beginning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOwner:
    """Whose memory each piece of a file becomes.

    A file that names several users is never poured into one: with `keep` each keeps what is its own, else only what
    belongs to `user`, or to nobody, is taken.
    """

    user: str | None
    keep: bool = False
    named: frozenset[str] = frozenset()  # that the file names

    def check(self) -> None:
        """Raises:
        InvalidInput: nobody is named, or the file is of several others.
        """
        if self.keep or (self.user is not None and (len(self.named) <= 1 or self.user in self.named)):
            return
        shown = ", ".join(sorted(self.named)[:5])
        if self.user is None:
            way = f" The file names {shown}: keep_users=True (--keep-users) keeps them apart." if self.named else ""
            raise InvalidInput(f"Say whose memory it becomes.{way}")
        raise InvalidInput(
            f"The file is of {len(self.named)} users ({shown}), and {self.user!r} is none of them: take one of those, "
            "or keep them apart with keep_users=True (--keep-users)."
        )

    def of(self, piece: ForeignMessage | ForeignMemory) -> str | None:
        """Who it belongs to; None where it is another's."""
        if self.keep:
            return piece.user or self.user
        if piece.user is None or len(self.named) <= 1 or piece.user == self.user:
            return self.user
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignImport:
    """One import."""

    writing: WritePipeline
    tenant: str
    agent: str | None  # of pieces that name none
    now: datetime
    actor: str
    tell: Callable[[Progress], None]

    def run(self, read: Read, whose: PieceOwner, report: ImportReport, *, total: int | None = None) -> None:
        """Store every piece, messages first of each batch, and note what is lost. Messages are left in the queue.

        Raises:
            StoreUnavailable: it could not be written; what is stored stays, and the same call goes on.
            ModelError: statements could not be embedded; as above.
        """
        done = 0
        for batch in _batches(read()):
            self._batch(batch, whose, report)
            done += sum(not isinstance(piece, LostPart) for piece in batch)
            self.tell(Progress(job="import", user=whose.user, done=done, total=total))

    def _batch(self, batch: Sequence[ForeignPiece], whose: PieceOwner, report: ImportReport) -> None:
        said: dict[Scope, list[ForeignMessage]] = {}
        stated: dict[Scope, list[ForeignMemory]] = {}
        for piece in batch:
            if isinstance(piece, LostPart):
                report.losses.note(piece)
                continue
            user = whose.of(piece)
            if user is None:
                what = "message" if isinstance(piece, ForeignMessage) else "memory"
                report.losses.note(
                    LostPart(number=piece.number, what=what, reason=OTHERS_PIECES, example=piece.user or "")
                )
                continue
            try:
                scope = Scope(self.tenant, user)
            except InvalidInput as error:
                report.losses.note(LostPart(number=piece.number, what="user", reason=str(error)))
                continue
            if isinstance(piece, ForeignMessage):
                said.setdefault(scope, []).append(piece)
            else:
                stated.setdefault(scope, []).append(piece)
        for scope in dict.fromkeys([*said, *stated]):
            if scope.user not in report.users:
                report.users.append(scope.user)
            self._admit(scope, said.get(scope, []), report)
            for part in _parts(stated.get(scope, []), STATEMENTS_AT_ONCE):
                self._state(scope, part, report)

    def _admit(self, scope: Scope, said: Sequence[ForeignMessage], report: ImportReport) -> None:
        turns: list[tuple[ForeignMessage, list[Turn]]] = []
        blobs: list[Blob] = []
        for piece in said:
            try:
                taken = turns_of_message(piece, self.now, self.agent, self.writing)
            except InvalidInput as error:
                report.losses.note(_cannot(piece, error))
                continue
            turns.append((piece, taken.turns))
            blobs += taken.blobs
        self._append(scope, turns, blobs, report)

    def _append(
        self,
        scope: Scope,
        turns: Sequence[tuple[ForeignMessage, Sequence[Turn]]],
        blobs: Sequence[Blob],
        report: ImportReport,
    ) -> None:
        """Put turns in the log; where one of them cannot be there, the halves each by themselves, down to that one."""
        if not turns:
            return
        listed = [turn for _, some in turns for turn in some]
        try:
            new = self.writing.admit(scope, listed, blobs=blobs)
        except InvalidInput as error:
            if len(turns) == 1:
                report.losses.note(_cannot(turns[0][0], error))
                return
            half = len(turns) // 2
            self._append(scope, turns[:half], blobs, report)
            self._append(scope, turns[half:], blobs, report)
            return
        report.turns += len(new)
        report.turns_there += len(listed) - len(new)

    def _known(self, scope: Scope, user_index: UserIndex) -> KnownMemories:
        return KnownMemories(
            user_index=user_index,
            turns={},
            now=self.now,
            new_id=self.writing.new_id,
            tenant=scope.tenant,
            user=scope.user,
            neighbours_max=self.writing.settings.neighbours_max,
        )

    def _state(self, scope: Scope, stated: Sequence[ForeignMemory], report: ImportReport) -> None:
        stating = MemoriesFromStatements(scope=scope, agent=self.agent, now=self.now, settings=self.writing.settings)
        made = {}
        for piece in stated:
            try:
                memory, lost = stating.memory_of(piece)
            except InvalidInput as error:
                report.losses.note(_cannot(piece, error))
                continue
            if lost is not None:
                report.losses.note(lost)
            made[memory.id] = piece.number, memory
        with self.writing.store.reading(scope) as reader:
            there = {memory.id for memory in reader.memories(ids=list(made))}
            with self.writing.user_indexes.use(reader) as user_index:
                fresh = [memory for id, (_, memory) in made.items() if id not in there]
                again = {memory.id: same for memory, same in repeated_memories(fresh, user_index)}
                known = self._known(scope, user_index)
                against = {memory.id: disagreements_with(stated_as(memory), memory.agent, known) for memory in fresh}
        report.statements_there += len(there)
        for id, same in again.items():
            number, memory = made[id]
            why = "the same statement is there already"
            example = f"{memory.text[:EXAMPLE_CHARACTERS]} ({same.id})"
            report.losses.note(LostPart(number=number, what="memory", reason=why, example=example))
        new = [memory for memory in fresh if memory.id not in again]
        changes = [quarantine_change(one, found) if (found := against[one.id]) else import_change(one) for one in new]
        entries = self.writing.embedded([change.memory.text for change in changes])
        with self.writing.store.writing(scope) as writer:
            kept = [change for change in changes if writer.memory(change.memory.id) is None]
            commit(writer, kept, (), now=self.now, actor=self.actor, entries=entries)
        report.statements += len(kept)
        report.statements_there += len(changes) - len(kept)
        for change in kept:
            if change.action is Action.QUARANTINE:
                report.quarantined += 1
                number, memory = made[change.memory.id]
                why = f"held for review: {change.reason}"
                report.losses.note(
                    LostPart(number=number, what="quarantined", reason=why, example=memory.text[:EXAMPLE_CHARACTERS])
                )


def turns_of_message(piece: ForeignMessage, now: datetime, agent: str | None, writing: WritePipeline) -> ReceivedTurns:
    """A message as turns for the log, with its files.

    Raises:
        InvalidInput: it cannot be one.
    """
    return receive_messages(
        piece.message,
        now=now,
        session=piece.session,
        agent=agent if piece.agent is None else checked_name(piece.agent, "The agent"),
        task=None,
        infer=True,
        settings=writing.settings,
        new_id=writing.new_id,
    )


def _cannot(piece: ForeignMessage | ForeignMemory, error: Exception) -> LostPart:
    said = piece.message.get("content") if isinstance(piece, ForeignMessage) else piece.text
    what = "message" if isinstance(piece, ForeignMessage) else "memory"
    return LostPart(number=piece.number, what=what, reason=str(error), example=str(said)[:EXAMPLE_CHARACTERS])


def _batches(pieces: Iterator[ForeignPiece]) -> Iterator[list[ForeignPiece]]:
    while batch := list(islice(pieces, TURNS_AT_ONCE)):
        yield batch


def _parts(stated: Sequence[ForeignMemory], size: int) -> Iterator[Sequence[ForeignMemory]]:
    return (stated[start : start + size] for start in range(0, len(stated), size))
