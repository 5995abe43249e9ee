"""What a read asks and what it finds: question, hits, trace, and the blocks for a prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mnemic.domain.blob import FileRef
from mnemic.domain.chat import ChatMessage, anthropic
from mnemic.domain.record import Kind, Memory
from mnemic.domain.understanding import Understanding


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A search as it runs: one moment of asking, everything explicit."""

    text: str
    completed: str = ""  # the words searched besides the original ones
    at: datetime  # the moment of asking
    as_of: datetime | None = None  # true then
    known_at: datetime | None = None  # known then
    k: int = 8
    kinds: tuple[Kind, ...] | None = None
    session: str | None = None
    task: str | None = None
    apart: frozenset[str] = frozenset()  # ids of the other tasks in work, where it is about one
    agent: str | None = None
    purpose: str | None = None  # what for; None: nothing in particular
    now: datetime | None = None  # the present: what was to be kept until then is over, whatever `at` is asked for
    understanding: Understanding | None = None  # None until it has been read


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory found. `score` is 0-1, higher is better; `explain` names every term that made it."""

    memory: Memory
    score: float
    explain: Mapping[str, float]
    evidence: float = 0.0  # log-odds by words and vectors alone, without what any memory would have

    @property
    def turns(self) -> tuple[str, ...]:
        """Ids of the turns the memory came from."""
        return self.memory.turns

    @property
    def files(self) -> tuple[FileRef, ...]:
        """The files the memory came with."""
        return self.memory.files


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How an answer came about. `cut` says for every memory that was looked at and not returned which gate cut it."""

    id: str
    question: Question
    recipe: str
    looked_at: int
    returned: tuple[str, ...]
    scores: Mapping[str, float]
    cut: Mapping[str, str]
    degraded: tuple[str, ...] = ()  # channels that could not take part, each with its reason
    rounds: tuple[str, ...] = ()  # what was searched for again, alone, because no hit spoke of it (R8)
    signs: Mapping[str, float] = field(default_factory=dict)  # what speaks for and against the hits, in numbers
    answered: float | None = None  # calibrated chance that an answer is among the best hits, 0-1 (R9)
    nothing: bool = False  # that chance is below the setting `answer_min`: nothing is remembered about this
    cached: bool = False  # it was found for an earlier question, and nothing has changed since (R12)

    @property
    def understanding(self) -> Understanding:
        """What the question was understood to mean (R1)."""
        return self.question.understanding or Understanding(original=self.question.text)


class Recall(list[Hit]):
    """The hits of one search, best first, with the trace of how they were found. `permanent` is what is always loaded,
    whether it answers the question or not."""

    def __init__(self, hits: list[Hit], trace: Trace, permanent: tuple[Memory, ...] = ()) -> None:
        super().__init__(hits)
        self.trace = trace
        self.permanent = permanent

    @property
    def degraded(self) -> tuple[str, ...]:
        """Channels that failed. The hits are then what the others found, which is not the whole answer."""
        return self.trace.degraded

    @property
    def answered(self) -> float | None:
        """Calibrated chance that one of the best eight hits answers the question, 0-1. None where no calibration holds:
        with another embedder or recipe than it was fitted for, or where a channel failed."""
        return self.trace.answered

    @property
    def nothing(self) -> bool:
        """Whether nothing is remembered about this: `answered` is below the setting `answer_min`. The hits are then
        only what comes nearest."""
        return self.trace.nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of a prompt: where it goes (`head`, `middle` or `near`) and what it says."""

    place: str
    title: str
    text: str
    memory_ids: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What to put where in the prompt, within the token budget."""

    blocks: tuple[Block, ...]
    guidance: str
    question: str
    budget: int
    trace: Trace
    text: str = ""
    left: Mapping[str, str] = field(default_factory=dict)  # memory that was found and not placed, to why

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """Ids of every memory used, in order of placement."""
        return tuple(dict.fromkeys(id for block in self.blocks for id in block.memory_ids))

    def messages(self, *, system: str = "", history: Sequence[ChatMessage] = ()) -> list[dict[str, Any]]:
        """The prompt as chat messages any OpenAI-compatible model accepts.

        The system message holds the head blocks, the application's own text, and the blocks of the middle. What stands
        near the question goes before it, in the same message. Where nothing is remembered about the question the system
        message says so.

        Args:
            system: the application's own system text.
            history: earlier messages of the conversation, which come between the system message and the question.
        """
        head, middle, near = (
            [block.text for block in self.blocks if block.place == place] for place in ("head", "middle", "near")
        )
        said = self.guidance if self.blocks or self.trace.nothing else ""
        opening = "\n\n".join(filter(None, [said, *head, system, *middle]))
        messages: list[dict[str, Any]] = [{"role": "system", "content": opening}] if opening else []
        messages += [dict(message) for message in history]
        messages.append({"role": "user", "content": "\n\n".join([*near, self.question])})
        return messages

    def anthropic(self, *, system: str = "", history: Sequence[ChatMessage] = ()) -> dict[str, Any]:
        """The same prompt as `system` and `messages` of the Anthropic Messages API:
        `client.messages.create(model=..., max_tokens=..., **context.anthropic())`."""
        return anthropic(self.messages(system=system, history=history))


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a memory was, or was not, in the answer to a question."""

    memory_id: str
    returned: bool
    rank: int | None  # 1 is best; None where it was not scored
    score: float | None
    gate: str  # the gate that cut it, in words; "returned" where none did
    explain: Mapping[str, float]
    understanding: Understanding  # of the question


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """One session of a user, in numbers."""

    id: str
    turns: int
    first_said_at: datetime
    last_said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What is held about one user, counted."""

    turns: int
    pending: int
    sessions: int
    memories: int  # active; episodes and what rooms keep not counted
    episodes: int
    by_kind: Mapping[str, int]
    by_status: Mapping[str, int]
    history: int
    vectors: int
