"""The turn log, what came of it, the files that came with it, the audit, and the jobs at work."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from mnemic.domain.changes import Action
from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Severity
from mnemic.domain.encryption import LockReason
from mnemic.domain.record import ORIGIN_BY_ROLE, Kind, Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.validity import is_current
from mnemic.ports.examination import Examination
from mnemic.reading.usage_log import READ
from mnemic.upkeep.doctor.case import UserCase, unreadable_row
from mnemic.upkeep.doctor.records import is_storable

WAITING_MAX = timedelta(days=1)  # how long a turn may wait to be understood. Our own choice
TEXT_CHARACTERS_MIN = 12  # of a memory, from which its words in the audit are no accident
DETAILS_MAX = 2_000  # different details of an audit that are looked through

_AGAIN = "it is put back into the queue and understood"
_TAKEN_OUT = "it is taken out of the queue"


def locked_user_finding(scope: Scope, lock: LockReason, now: datetime) -> Diagnosis:
    """Nothing of a user can be opened. Only what was sealed with a key destroyed on purpose is ever removed."""
    way = (
        "it is removed, as it was meant to be" if lock.destroyed else "name the master key and the key ring; see above"
    )
    repair = Repair.SHRED if lock.destroyed else None
    return UserCase(scope=scope, now=now).found(Check.USER_KEY, lock.reason, way, repair=repair)


def check_user_row(case: UserCase) -> Iterator[Diagnosis]:
    """The user's own row."""
    counters = case.counters
    anew = "the user's row is made anew, its numbers from the rows"
    if counters is None:
        if case.memories or case.unreadable or case.turns or case.broken_turns:
            yield case.found(Check.USER_ROW, "there is no row of this user", anew, repair=Repair.USER)
        return
    if not counters.epoch.strip():
        yield case.found(Check.USER_EPOCH, "the epoch is blank", "it is drawn anew", repair=Repair.USER)
    for name in ("change", "position", "sequence"):
        counted, held = getattr(counters, name), getattr(case.held, name)
        if not isinstance(counted, int) or counted < held:
            reason = f"{name} is {counted!r}, and a row has {held}"
            yield case.found(Check.USER_COUNTERS, reason, "it is lifted to what rows hold", repair=Repair.USER)


def check_turns(case: UserCase) -> Iterator[Diagnosis]:
    """Turns, and what was made of them."""
    episodes = Counter(
        source
        for memory in case.memories.values()
        if memory.kind is Kind.EPISODE and is_current(memory)
        for source in memory.sources[:1]
    )
    made = {source for memory in case.memories.values() if memory.kind is Kind.EPISODE for source in memory.sources}
    positions = Counter(turn.position for turn in case.turns.values())
    for source in case.broken_turns:
        yield _unreadable(case, source, made)
    for turn in case.turns.values():
        yield from _turn(case, turn, positions)
        if turn.state is TurnState.PENDING:
            yield from _waiting(case, turn, made)
        elif turn.state is TurnState.UNDERSTOOD:
            yield from _understood(case, turn, made, episodes)


def _unreadable(case: UserCase, source: Source, made: set[Source]) -> Diagnosis:
    """Of a turn whose state alone means nothing, the state can be told by what was made of it."""
    error = case.broken_turns[source]
    way, repair = "restore it from a backup, or forget its session", None
    if TurnState.__name__ in error:
        way, repair = (_TAKEN_OUT, Repair.DONE) if source in made else (_AGAIN, Repair.REQUEUE)
    return case.found(
        Check.ROW_READABLE,
        f"turn {source.turn} of session {source.session} cannot be read: {error}",
        way,
        id=source.turn,
        source=source,
        repair=repair,
    )


def _turn(case: UserCase, turn: Turn, positions: Counter[int]) -> Iterator[Diagnosis]:
    way = "restore it from a backup, or forget its session"

    def wrong(reason: str) -> Diagnosis:
        return case.found(Check.TURN_FIELDS, reason, way, id=turn.id, source=turn.source)

    if turn.role not in ORIGIN_BY_ROLE:
        yield wrong(f"its role is {turn.role!r}")
    if positions[turn.position] > 1 or turn.position < 1:
        yield wrong(f"its position is {turn.position}, which is another's too or none")
    if not is_storable(turn.text):
        yield wrong("its text is no UTF-8")
    if turn.state is TurnState.DEAD:
        yield case.found(
            Check.TURN_DEAD,
            f"turn {turn.id} of session {turn.session} was given up",
            "see why: mnemic letters; try it again: mnemic retry",
            severity=Severity.DEGRADED,
            id=turn.id,
            source=turn.source,
        )


def _waiting(case: UserCase, turn: Turn, made: set[Source]) -> Iterator[Diagnosis]:
    if turn.source in made:
        reason = f"turn {turn.id} of session {turn.session} waits, and has its episode: it would be made twice"
        yield case.found(Check.TURN_MEMORY, reason, _TAKEN_OUT, id=turn.id, source=turn.source, repair=Repair.DONE)
    elif case.now - turn.recorded_at > WAITING_MAX:
        days = (case.now - turn.recorded_at).days
        yield case.found(
            Check.TURN_WAITING,
            f"turn {turn.id} of session {turn.session} has been waiting for {days} days",
            "it is understood now",
            severity=Severity.DEGRADED,
            id=turn.id,
            source=turn.source,
            repair=Repair.REQUEUE,
        )


def _understood(case: UserCase, turn: Turn, made: set[Source], episodes: Counter[Source]) -> Iterator[Diagnosis]:
    if not turn.infer or not turn.text:
        return
    purged = case.purged_at is not None and turn.recorded_at <= case.purged_at
    if turn.source not in made and not purged:
        reason = f"turn {turn.id} of session {turn.session} counts as understood, and nothing was made of it"
        yield case.found(Check.TURN_MEMORY, reason, _AGAIN, id=turn.id, source=turn.source, repair=Repair.REQUEUE)
    if episodes[turn.source] > 1:
        reason = f"turn {turn.id} of session {turn.session} has {episodes[turn.source]} episodes"
        way = "mnemic reject takes one of them back"
        yield case.found(Check.TURN_MEMORY, reason, way, id=turn.id, source=turn.source)


def check_files(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """Files: their bytes, and who names them."""
    named = {ref.hash: turn for turn in case.turns.values() for ref in turn.files}
    for blob in rows.blobs():
        hash = str(blob.at.key[0])
        case.blobs.add(hash)
        if blob.value is None:
            yield unreadable_row(case, blob)
            continue
        data, info = blob.value.data, blob.value.info
        if hashlib.sha256(data).hexdigest() != hash:
            reason = f"file {info.name or hash[:8]}: its bytes are not those its hash is of"
            yield case.found(Check.BLOB_BYTES, reason, "mnemic file forget, and send it again", id=hash)
        elif len(data) != info.size:
            reason = f"file {info.name or hash[:8]}: it has {len(data)} bytes, not {info.size}"
            yield case.found(Check.BLOB_BYTES, reason, "mnemic file forget, and send it again", id=hash)
        if hash not in named and not case.broken_turns:
            yield case.found(
                Check.BLOB_ORPHAN,
                f"file {info.name or hash[:8]}: no turn names it",
                "it is removed, as forgetting the last of its turns does",
                severity=Severity.DEGRADED,
                id=hash,
                repair=Repair.BLOB,
            )
    for hash, turn in named.items():
        if hash not in case.blobs:
            reason = f"turn {turn.id} of session {turn.session} names a file that is not there"
            yield case.found(
                Check.BLOB_MISSING, reason, "send it again, or restore it from a backup", id=hash, source=turn.source
            )


def check_audit(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """The audit beside history, and what it must not hold."""
    numbers = Counter(line.sequence for line in case.audit)
    own = {(line.memory_id, line.at) for line in case.audit if line.memory_id is not None and line.action != READ}
    sweeping = {line.at for line in case.audit if line.action == Action.FORGET.value}
    brought = max((line.sequence for line in case.audit if line.action in _BRINGING), default=None)
    lost: dict[str, int] = {}
    for row in rows.history():
        line = row.value
        if line is None:
            continue
        if numbers[line.sequence]:
            numbers[line.sequence] += 1
        covered = brought is not None and line.sequence < brought
        if (line.memory_id, line.at) not in own and line.at not in sweeping and not covered:
            lost[line.memory_id] = lost.get(line.memory_id, 0) + 1
    for number, times in sorted(numbers.items()):
        if times > 1:
            yield case.found(Check.AUDIT_SEQUENCE, f"number {number} was given {times} times", id=str(number))
    for id, times in lost.items():
        yield case.found(Check.AUDIT_HISTORY, f"{times} changes of it are not in the audit", id=id)
    yield from _said(case)


_BRINGING = frozenset({"import", "restore"})
"""What the audit calls it when rows came from elsewhere, with their history and one line for all of them."""


def _said(case: UserCase) -> Iterator[Diagnosis]:
    details = {line.detail: line for line in case.audit if len(line.detail) >= TEXT_CHARACTERS_MIN}
    listed = list(details)[:DETAILS_MAX]
    texts = [(memory.id, memory.text) for memory in case.memories.values() if len(memory.text) >= TEXT_CHARACTERS_MIN]
    for detail in listed:
        for id, text in texts:
            if text in detail:
                reason = f"line {details[detail].sequence} says what the memory says"
                way = "forgetting the memory leaves these words in the audit: forget the user, or edit the line by hand"
                yield case.found(Check.AUDIT_TEXT, reason, way, id=id)


def check_work(case: UserCase, rows: Examination) -> Iterator[Diagnosis]:
    """Jobs, letters, questions and feedback."""
    for job in rows.jobs():
        if job.value is None:
            yield unreadable_row(case, job, repair=Repair.STRIKE, way_out="the row is removed: the job runs again")
        elif job.value.owner is not None and job.value.free(case.now):
            yield case.found(
                Check.JOB_LEASE,
                f"{job.value.job.value} is still {job.value.owner}'s, whose time is over",
                "it is taken back",
                severity=Severity.NOTE,
                id=job.value.job.value,
                repair=Repair.RELEASE,
            )
    for letter in rows.letters():
        session, turn = map(str, letter.at.key)
        source = Source(session=session, turn=turn)
        if letter.value is None:
            yield unreadable_row(case, letter, repair=Repair.STRIKE, way_out="the row is removed; the turn stays")
        elif source not in case.turns and source not in case.broken_turns:
            reason = f"a letter about turn {turn} of session {session}, which is not in the log"
            yield case.found(
                Check.ROW_ORPHAN, reason, "the row is removed", id=turn, row=letter.at, repair=Repair.STRIKE
            )
    for entry in rows.registers():
        if entry.value is None:
            yield unreadable_row(case, entry, repair=Repair.STRIKE, way_out="the row is removed from its register")
    for asked in rows.asked():
        if asked.value is None:
            yield unreadable_row(case, asked)
    for vote in rows.votes():
        if vote.value is None:
            yield unreadable_row(
                case, vote, repair=Repair.STRIKE, way_out="the row is removed: one word of feedback less"
            )
        elif not (case.has_row(vote.value.memory_id) or vote.value.memory_id in case.restorable):
            reason = "feedback on a memory that is not there"
            yield case.found(
                Check.ROW_ORPHAN,
                reason,
                "the row is removed",
                id=vote.value.memory_id,
                row=vote.at,
                repair=Repair.STRIKE,
            )
