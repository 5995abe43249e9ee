"""Measuring sets on disk, recognised by file name: JSON lines, plain or gzipped."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

Row = dict[str, Any]

GOLD = "gold"  # the folder of gold sets inside the folder of sets
ENDINGS = (".jsonl", ".jsonl.gz")
UNANSWERABLE = frozenset({"adversarial", "unanswerable"})  # categories of questions without a true answer

_STEM_END = re.compile(r"_dev|_held|\.")


class BadSet(ValueError):
    """A measuring set that cannot be read; the message names file and line."""


def stem(path: Path) -> str:
    """A set's name: the file name up to the first of `_dev`, `_held` and `.`."""
    return _STEM_END.split(path.name, maxsplit=1)[0]


def files_in(folder: Path) -> list[Path]:
    """Every JSON-lines file of a folder and its `gold` folder, by name.

    Raises:
        BadSet: there is no such folder.
    """
    if not folder.is_dir():
        raise BadSet(f"{folder} is no folder: name the one that holds the measuring sets.")
    places = [folder, folder / GOLD]
    found = [path for place in places if place.is_dir() for path in place.iterdir() if path.name.endswith(ENDINGS)]
    return sorted(found, key=lambda path: path.name)


def rows(path: Path) -> Iterator[Row]:
    """The objects of a JSON-lines file, one a line; blank lines are passed over.

    Raises:
        BadSet: a line is no JSON object.
    """
    return (row for _, row in numbered(path))


def numbered(path: Path) -> Iterator[tuple[int, Row]]:
    """The same, each with the number of its line, from 1.

    Raises:
        BadSet: a line is no JSON object.
    """
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, _object(line, f"{path}, line {number}")


def _object(line: str, where: str) -> Row:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadSet(f"{where}: not JSON ({error.msg}).") from error
    if not isinstance(row, dict):
        raise BadSet(f"{where}: not an object but {type(row).__name__}.")
    return row


def moment(text: str | None) -> datetime | None:
    """A time of a set. A date alone is its noon, and a time without a zone is in UTC, as the sets give no zones."""
    if not text:
        return None
    when = datetime.fromisoformat(text)
    if len(text) == len("2024-05-01"):
        when = datetime.combine(when, time(12))
    return when if when.tzinfo else when.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question about a conversation, with the turns and sessions that answer it."""

    text: str
    language: str  # of the question, which may be another than the conversation's
    other_language: str | None  # the same question in the other language
    category: str | None
    turns: frozenset[str]
    sessions: frozenset[str]
    unresolved: int  # evidence ids that no turn of the conversation has
    at: datetime | None

    @property
    def answerable(self) -> bool:
        """Whether it has a true answer and evidence to be found."""
        return not self.unanswerable and bool(self.turns or self.sessions)

    @property
    def unanswerable(self) -> bool:
        """Whether it was written to have no true answer."""
        return self.category in UNANSWERABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One user's sessions and the questions about them."""

    language: str
    form: str | None  # who talks: with an assistant, among friends, alone in a diary
    sessions: Mapping[str, Sequence[Row]]  # session id to messages as `add` takes them
    owner: Mapping[str, str]  # turn id to session id
    questions: tuple[Asked, ...]


def conversation(row: Row) -> Conversation:
    """One line of a conversation set.

    Raises:
        BadSet: a field is missing.
    """
    try:
        owner = {turn["turn_id"]: session["session_id"] for session in row["sessions"] for turn in session["turns"]}
        return Conversation(
            language=row["lang"],
            form=row.get("form"),
            sessions={session["session_id"]: _messages(session) for session in row["sessions"]},
            owner=owner,
            questions=tuple(_asked(question, owner, row["lang"]) for question in row["questions"]),
        )
    except KeyError as error:
        raise BadSet(f"Conversation {row.get('conversation_id')!r} has no field {error}.") from error


def _messages(session: Row) -> list[Row]:
    messages = []
    for turn in session["turns"]:
        message = {"role": turn["role"], "content": turn["text"], "id": turn["turn_id"]}
        if turn.get("speaker"):
            message["name"] = turn["speaker"]
        when = moment(turn.get("datetime") or session.get("datetime"))
        messages.append(message if when is None else message | {"time": when})
    return messages


def _asked(question: Row, owner: Mapping[str, str], language: str) -> Asked:
    evidence = question["evidence_turn_ids"]
    turns = [id for id in evidence if id in owner]
    return Asked(
        text=question["question"],
        language=question.get("lang") or language,
        other_language=question.get("question_other_lang"),
        category=question.get("category"),
        turns=frozenset(turns),
        sessions=frozenset(question.get("evidence_session_ids") or [owner[id] for id in turns]),
        unresolved=len(evidence) - len(turns),
        at=moment(question.get("question_datetime")),
    )
