"""A chat model and a judge that say what they were told to: the shipped twins of the real ones, for tests and
demonstrations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Json, Kind
from mnemic.errors import MnemicError, ModelUnavailable
from mnemic.ports import Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One call: the messages and the schema the model was given."""

    messages: tuple[Mapping[str, str], ...]
    schema: Mapping[str, Json] | None = None


ScriptedAnswer = str | Reply | MnemicError
"""A text is a complete answer; an error is raised instead of one."""


@dataclass(slots=True)
class ScriptedModel:
    """Gives its answers one after the other, or asks a function for each; keeps what it was asked in `calls`."""

    script: Sequence[ScriptedAnswer] | Callable[[ModelCall], ScriptedAnswer]
    calls: list[ModelCall] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Json] | None = None) -> Reply:
        """The next answer of the script.

        Raises:
            ModelUnavailable: the script has come to its end; or whatever error the script holds here.
        """
        asked = ModelCall(messages=tuple(dict(message) for message in messages), schema=schema)
        with self._lock:
            number = len(self.calls)
            self.calls.append(asked)
        if callable(self.script):
            answer = self.script(asked)
        elif number < len(self.script):
            answer = self.script[number]
        else:
            raise ModelUnavailable(f"The script has {len(self.script)} answers, and this is call {number + 1}.")
        if isinstance(answer, MnemicError):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(text=answer)


def certain_judgement(
    *,
    keep: float = 0.0,
    once: float = 0.0,
    change: float = 0.0,
    kind: Kind = Kind.FACT,
    about: SentenceSubject = SentenceSubject.NONE,
    mood: Mood = Mood.CHAT,
) -> Judgement:
    """A judgement without a doubt about kind, subject and mood; by itself that of small talk."""
    return Judgement(
        keep=keep,
        once=once,
        change=change,
        kinds={one: float(one is kind) for one in Kind},
        about={one: float(one is about) for one in SentenceSubject},
        moods={one: float(one is mood) for one in Mood},
    )


@dataclass(slots=True, kw_only=True)
class ScriptedJudge:
    """Gives each sentence the judgement set down for it, else `otherwise`; keeps what it was asked in `calls`."""

    judgements: Mapping[str, Judgement] = field(default_factory=dict)  # by sentence, word for word
    otherwise: Judgement = field(default_factory=certain_judgement)
    calls: list[tuple[str, ...]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def judge(self, sentences: Sequence[str]) -> list[Judgement]:
        """A judgement for each sentence, in order."""
        with self._lock:
            self.calls.append(tuple(sentences))
        return [self.judgements.get(sentence, self.otherwise) for sentence in sentences]
