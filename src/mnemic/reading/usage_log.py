"""What an opened memory remembers of its own answers, for the audit and for itself.

What was read that the audit is to know of (S8): gathered in memory and written in a batch, so that reading never
waits for a write.

What an opened memory remembers of its own answers: traces, what was asked, and how often memories were used.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from threading import Lock

import numpy as np

from mnemic.domain.query import Trace
from mnemic.domain.questions import AskedQuestion
from mnemic.domain.record import Memory, Sensitivity, Tier
from mnemic.domain.regex import Regex
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import epoch_salt
from mnemic.language import segment
from mnemic.ports import Reader, Vectors, Writer
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.rules import DROP_ALL

READS_MAX = 200  # answers of a user that are gathered before they are written
IDS_MAX = 100  # memories named in one audit row; more take several rows

READ = "read"
"""What the audit calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedRead:
    """One answer with memories in it whose reading is audited."""

    at: datetime
    actor: str
    verb: str
    ids: tuple[str, ...]
    trace: str = ""


def is_reading_audited(memory: Memory) -> bool:
    """Whether every reading of a memory is audited: permanent memory, and what personal data was found in."""
    return memory.tier is Tier.PERMANENT or memory.sensitivity is Sensitivity.PERSONAL


class AuditedReads:
    """Reads not yet in the audit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._reads: dict[Scope, list[AuditedRead]] = {}

    def note(self, scope: Scope, reads: Iterable[AuditedRead]) -> bool:
        """Take note of reads; True when it is time to write them."""
        with self._lock:
            noted = self._reads.setdefault(scope, [])
            noted += reads
            return len(noted) >= READS_MAX

    def take(self, scope: Scope) -> list[AuditedRead]:
        """A user's reads, which are then no longer held here."""
        with self._lock:
            return self._reads.pop(scope, [])

    def scopes(self) -> list[Scope]:
        """Users with reads not yet written."""
        with self._lock:
            return list(self._reads)


def audit_reads(writer: Writer, reads: Sequence[AuditedRead]) -> None:
    """Write audit rows for reads. Of a user of whom nothing is held any more, nothing is written."""
    if not reads or not writer.renewal(epoch="", change=0).epoch:
        return
    for read in reads:
        about = f"{read.verb} trace:{read.trace}" if read.trace else read.verb
        for start in range(0, max(len(read.ids), 1), IDS_MAX):
            ids = read.ids[start : start + IDS_MAX]
            writer.audit(
                at=read.at,
                actor=read.actor,
                action=READ,
                memory_id=ids[0] if len(ids) == 1 else None,
                detail=" ".join((about, *ids)) if len(ids) > 1 else about,
            )


USES_MAX = 500  # memories of a user whose uses are counted before they are written
QUESTIONS_MAX = 200  # questions of a user that are gathered before they are written
MARK_BYTES = 6  # of a word
QUESTION_CHARACTERS_MAX = 500  # of a question on record; the rest of a longer one is not kept
USERS_MAX = 200  # who asked last, for whom needs are looked after

_BLANK = Regex(r"\s+")


class RecentTraces:
    """The newest traces, in memory only, since they hold the words of questions."""

    def __init__(self, traces_max: int) -> None:
        self._traces_max = traces_max
        self._lock = Lock()
        self._traces: OrderedDict[tuple[Scope, str], Trace] = OrderedDict()

    def keep(self, scope: Scope, trace: Trace) -> None:
        """Keep a trace; the oldest goes when there are too many."""
        with self._lock:
            self._traces[scope, trace.id] = trace
            while len(self._traces) > self._traces_max:
                self._traces.popitem(last=False)

    def get(self, scope: Scope, id: str) -> Trace | None:
        """One user's trace, or None."""
        with self._lock:
            return self._traces.get((scope, id))

    def forget(self, scope: Scope) -> None:
        """Drop every trace of a user."""
        with self._lock:
            for key in [key for key in self._traces if key[0] == scope]:
                del self._traces[key]


class UseCounts:
    """Counts of use, gathered in memory and written in a batch, so that reading never waits for a write."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._uses: dict[Scope, dict[str, tuple[int, datetime]]] = {}

    def count(self, scope: Scope, ids: Iterable[str], at: datetime) -> bool:
        """Count one use of each; True when it is time to write them."""
        with self._lock:
            counted = self._uses.setdefault(scope, {})
            for id in ids:
                counted[id] = counted.get(id, (0, at))[0] + 1, at
            return len(counted) >= USES_MAX

    def take(self, scope: Scope) -> Mapping[str, tuple[int, datetime]]:
        """A user's counts, which are then no longer held here."""
        with self._lock:
            return self._uses.pop(scope, {})

    def scopes(self) -> list[Scope]:
        """Users with counts not yet written."""
        with self._lock:
            return list(self._uses)


def normalised_question(text: str) -> str:
    """A question as it may stay on record: personal data masked, blanks made one, not too long."""
    return _BLANK.sub(" ", masking.redact(text, DROP_ALL).text).strip()[:QUESTION_CHARACTERS_MAX]


def word_marks(text: str, epoch: str) -> tuple[str, ...]:
    """Marks of a text's words, in order: keyed hashes, by which words are compared without being kept. The key is of
    the epoch of the user's memory, so that nobody's marks can be compared with another's."""
    key = epoch_salt(epoch).encode()[:64]
    words = segment.terms(text)
    return tuple(sorted(blake2b(word.encode(), key=key, digest_size=MARK_BYTES).hexdigest() for word in words))


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestions:
    """Questions not yet on record, as they were asked, and the state of the memory when the first of them was."""

    version: tuple[str, int]  # epoch and change number
    asked: tuple[AskedQuestion, ...]

    def still_good(self, reader: Reader) -> bool:
        """Whether nothing was forgotten meanwhile, by whichever process: the questions may speak of it."""
        epoch, change = self.version
        since = reader.renewal(epoch=epoch, change=change)
        return since.epoch == epoch and not since.gone

    def marked(self) -> list[AskedQuestion]:
        """The questions as they may go on record, their words masked."""
        texts = [normalised_question(one.text) for one in self.asked]
        epoch = self.version[0]
        return [
            replace(one, text=text, marks=word_marks(text, epoch)) for one, text in zip(self.asked, texts, strict=True)
        ]


class QuestionLog:
    """What was asked, gathered in memory and put on record in a batch; and who asked last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._gathered: dict[Scope, PendingQuestions] = {}
        self._users: OrderedDict[Scope, None] = OrderedDict()

    def note(
        self,
        scope: Scope,
        trace: Trace,
        ids: Sequence[str],
        version: tuple[str, int],
        *,
        vector: Vectors | None = None,
        fingerprint: str = "",
    ) -> bool:
        """Note a question with the memories that were returned or placed; True when it is time to write them."""
        question = trace.question
        plain = question.kinds is None and question.task is None and question.as_of is None
        plain = plain and question.purpose is None  # what is answered ahead is for no purpose
        asked = AskedQuestion(
            id=trace.id,
            at=question.at,
            marks=(),
            text=question.text,
            agent=question.agent,
            session=question.session,
            k=question.k if plain else None,
            recipe=trace.recipe,
            memory_ids=tuple(ids),
            vector=None if vector is None else vector.astype(np.float16).tobytes(),
            fingerprint="" if vector is None else fingerprint,
        )
        with self._lock:
            self._users[scope] = None
            self._users.move_to_end(scope)
            while len(self._users) > USERS_MAX:
                self._users.popitem(last=False)
            before = self._gathered.get(scope, PendingQuestions(version=version, asked=()))
            self._gathered[scope] = replace(before, asked=(*before.asked, asked))
            return len(before.asked) + 1 >= QUESTIONS_MAX

    def seen(self, earlier: Sequence[Scope]) -> None:
        """Take note of who asked earlier than those known, most lately last."""
        with self._lock:
            known = list(self._users)
            order = dict.fromkeys([*(scope for scope in earlier if scope not in self._users), *known])
            self._users = OrderedDict(list(order.items())[-USERS_MAX:])

    def take(self, scope: Scope) -> PendingQuestions | None:
        """A user's questions, which are then no longer held here."""
        with self._lock:
            return self._gathered.pop(scope, None)

    def forget(self, scope: Scope) -> None:
        """Drop what is held of a user."""
        with self._lock:
            self._gathered.pop(scope, None)
            self._users.pop(scope, None)

    def scopes(self) -> list[Scope]:
        """Users with questions not yet on record."""
        with self._lock:
            return list(self._gathered)

    def users(self) -> list[Scope]:
        """Who asked last, most lately last."""
        with self._lock:
            return list(self._users)
