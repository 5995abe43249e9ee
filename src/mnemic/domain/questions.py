"""What is kept of questions: what was asked when, what feedback said, and which needs recur (R12, R13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """One question on record. Of its words only marks are kept, by which the same question and what is to be forgotten
    are known again; the words themselves, masked, are kept of a question that recurs by the clock."""

    id: str  # of the trace of its answer
    at: datetime
    marks: tuple[str, ...]  # of its words
    text: str = ""  # normalised, with personal data masked; empty where it does not recur
    agent: str | None = None
    session: str | None = None  # in which it was asked
    k: int | None = None  # hits wanted of a plain search; None where it was narrowed by kinds, a task or a moment
    recipe: str = "balanced"
    memory_ids: tuple[str, ...] = ()  # what was returned, or placed in a prompt, best first
    vector: bytes | None = field(default=None, repr=False)  # of the question, float16; of the newest questions only
    fingerprint: str = ""  # of the embedder the vector comes from


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What feedback said of one memory in one answer. A later word on the same two replaces it."""

    answer: str  # id of the answer's trace
    memory_id: str
    helpful: bool
    at: datetime
    marks: tuple[str, ...]  # of the question's words
    vector: bytes | None = field(default=None, repr=False)  # of the question, float16
    fingerprint: str = ""  # of the embedder the vector comes from


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A question that recurs by the clock, in the user's zone."""

    text: str
    weekday: int | None  # 0 is Monday; None: every day
    hour: int  # of the day, 0-23, in which it is mostly asked
    times: int  # days on which it was asked so
    next_at: datetime  # when it is due next
    k: int  # hits wanted, as last time
    recipe: str
    agent: str | None = None
