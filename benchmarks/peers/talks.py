"""The conversations everybody is given, and what answers their questions, which nobody is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from benchmarks.peers.catalogue import ROOT
from benchmarks.peers.task import Question, Talk, Turn
from evals.loaders import BadSet, Conversation, conversation, files_in, rows, stem

BUNDLED = ROOT / "evals" / "data" / "talks" / "report.jsonl"
SETS = ("locomo", "memorybank")  # found in a folder by the beginning of a file's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A talk with, for each of its questions, the turns that answer it."""

    language: str
    talk: Talk
    evidence: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkSet:
    """Conversations that are measured together. `left_out`: questions without a true answer or without evidence."""

    name: str
    talks: tuple[Examined, ...]
    left_out: int

    def of(self, language: str) -> list[Examined]:
        """Those in one language."""
        return [one for one in self.talks if one.language == language]


def sets_in(folder: Path | None, limit: int | None = None) -> list[TalkSet]:
    """The sets of a folder, or the project's own; with a limit only the first conversations of each in each language.

    Raises:
        BadSet: there is none, or one that cannot be read.
    """
    if folder is None:
        if not BUNDLED.exists():
            raise BadSet(f"{BUNDLED.relative_to(ROOT)} is not there: name a folder of conversation sets with --data.")
        return [talk_set(BUNDLED.parent.name, BUNDLED, limit)]
    found = [talk_set(stem(path), path, limit) for path in files_in(folder) if stem(path) in SETS]
    if not found:
        raise BadSet(f"{folder} holds none of the sets {', '.join(SETS)}.")
    return found


def talk_set(name: str, path: Path, limit: int | None = None) -> TalkSet:
    """One file."""
    talks = [conversation(row) for row in rows(path)]
    languages = dict.fromkeys(talk.language for talk in talks)
    kept = [talk for language in languages for talk in [one for one in talks if one.language == language][:limit]]
    examined = tuple(_examined(talk) for talk in kept)
    asked = sum(len(talk.questions) for talk in kept)
    return TalkSet(name=name, talks=examined, left_out=asked - sum(len(one.evidence) for one in examined))


def _examined(talk: Conversation) -> Examined:
    asked = [question for question in talk.questions if question.answerable and question.turns]
    return Examined(
        language=talk.language,
        talk=Talk(
            turns=tuple(_turns(talk)),
            questions=tuple(Question(text=question.text, at=_written(question.at)) for question in asked),
        ),
        evidence=tuple(question.turns for question in asked),
    )


def _turns(talk: Conversation) -> Iterator[Turn]:
    for session, messages in talk.sessions.items():
        for message in messages:
            yield Turn(
                id=message["id"],
                session=session,
                role=message["role"],
                speaker=message.get("name"),
                text=message["content"],
                at=_written(message.get("time")),
            )


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def languages_of(talks: Sequence[Examined]) -> list[str]:
    """The languages of talks, in order of appearance."""
    return list(dict.fromkeys(one.language for one in talks))
