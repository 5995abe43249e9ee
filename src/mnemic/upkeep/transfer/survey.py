"""What a file holds and what bringing it in would take, before anything is stored: counted by reading it once, and
timed on a few items that are really embedded and understood on this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from time import perf_counter
from typing import TypeVar

from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Turn
from mnemic.domain.scope import Scope
from mnemic.domain.transfer import FileSurvey, ForeignMemory, ForeignMessage, LossReport, LostPart
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput
from mnemic.upkeep.transfer.importing import Read, turns_of_message
from mnemic.writing.pipeline import WritePipeline

SAMPLE = 60  # items measured: enough for a figure within a third or so, in about a second
WARM_UP = 3  # items before them, so that loading a model is not counted
TURN_BYTES = 4_500
"""What a message adds to the file besides its vector and its words: two records with history and audit. Measured on a
generated chat of 50,000 messages (benchmarks/transfer.py)."""

WORD_BYTES = 6.0  # for every byte said: in the log, the record, its history, its quote and the index
VECTOR_BYTES = 2  # of one column
STORE_S = 0.002  # for storing an item: log, record, history, audit and index; measured as above
TOLD_EVERY = 1_000
_NOBODY = "mnemic-survey"  # whose turns the sample would be; nothing of it is stored

Drawn = TypeVar("Drawn")


@dataclass(slots=True, kw_only=True)
class CountedFile:
    """A file, counted, with a sample of what it holds."""

    turns: int = 0
    statements: int = 0
    bytes: int = 0
    users: dict[str, None] = field(default_factory=dict)
    sessions: set[int] = field(default_factory=set)  # hashes: there may be many
    losses: LossReport = field(default_factory=LossReport)
    said: list[ForeignMessage] = field(default_factory=list)
    stated: list[ForeignMemory] = field(default_factory=list)


def survey_file(
    read: Read, format: str, writing: WritePipeline, *, tenant: str, now: datetime, tell: Callable[[Progress], None]
) -> FileSurvey:
    """Count a file, and time a sample of it.

    Raises:
        InvalidInput: the file cannot be used.
        ModelError: the sample could not be embedded or understood.
    """
    file = count_file(read, tell)
    turn_s, statement_s = _timed(file, writing, tenant, now)
    row = TURN_BYTES + VECTOR_BYTES * writing.embedder.size
    return FileSurvey(
        format=format,
        turns=file.turns,
        statements=file.statements,
        rows=0,
        users=tuple(file.users),
        sessions=len(file.sessions),
        losses=file.losses,
        seconds=file.turns * turn_s + file.statements * statement_s,
        bytes=round((file.turns + file.statements) * row + WORD_BYTES * file.bytes),
    )


def count_file(read: Read, tell: Callable[[Progress], None]) -> CountedFile:
    """Count a file, and draw a sample evenly, the same each time.

    Raises:
        InvalidInput: the file cannot be used.
    """
    file, chance = CountedFile(), Random(0)
    for number, piece in enumerate(read(), 1):
        if isinstance(piece, LostPart):
            file.losses.note(piece)
            continue
        if piece.user is not None:
            file.users[piece.user] = None
        file.sessions.add(hash((piece.user, piece.session)))
        if isinstance(piece, ForeignMessage):
            file.turns += 1
            file.bytes += len(str(piece.message.get("content") or "").encode(errors="replace"))
            _draw(file.said, piece, file.turns, chance)
        else:
            file.statements += 1
            file.bytes += len(piece.text.encode(errors="replace"))
            _draw(file.stated, piece, file.statements, chance)
        if number % TOLD_EVERY == 0:
            tell(Progress(job="survey", user=None, done=number, total=None))
    return file


def _draw(sample: list[Drawn], piece: Drawn, seen: int, chance: Random) -> None:
    """Reservoir sampling: every piece seen so far is in the sample with the same chance."""
    if len(sample) < SAMPLE:
        sample.append(piece)
    elif (place := chance.randrange(seen)) < SAMPLE:
        sample[place] = piece


def _timed(file: CountedFile, writing: WritePipeline, tenant: str, now: datetime) -> tuple[float, float]:
    """Seconds for one message and for one statement."""
    scope = Scope(tenant, _NOBODY)
    turns = _turns(file.said, now, writing)
    turn_s = statement_s = 0.0
    if turns:
        writing.preview(scope, turns[:WARM_UP], WriteReport(session=""), now=now)
        begun = perf_counter()
        writing.preview(scope, turns, WriteReport(session=""), now=now)
        turn_s = (perf_counter() - begun) / len(turns)
    if file.stated:
        statement_s = embedding_seconds(writing, [piece.text for piece in file.stated])
    return turn_s + STORE_S, statement_s + STORE_S


def embedding_seconds(writing: WritePipeline, texts: Sequence[str]) -> float:
    """Seconds for embedding one of these texts.

    Raises:
        ModelError: they could not be embedded.
    """
    if not texts:
        return 0.0
    writing.embedded(texts[:WARM_UP])
    begun = perf_counter()
    writing.embedded(texts)
    return (perf_counter() - begun) / len(texts)


def _turns(said: Sequence[ForeignMessage], now: datetime, writing: WritePipeline) -> list[Turn]:
    """The messages of a sample as turns of one log, in the order of the file."""
    turns: list[Turn] = []
    for piece in sorted(said, key=lambda piece: piece.number):
        try:
            turns += turns_of_message(piece, now, None, writing).turns
        except InvalidInput:
            continue
    return [replace(turn, position=place) for place, turn in enumerate(turns, 1)]
