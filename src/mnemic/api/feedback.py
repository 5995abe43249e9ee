"""What one user's memory learns from being told whether its answers helped: `UserMemory.feedback`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mnemic.api.owner import Owner
from mnemic.domain.changes import Change
from mnemic.domain.query import Context, Recall, Trace
from mnemic.errors import EmbedderUnavailable, InvalidInput, MemoryNotFound, ModelError
from mnemic.ports import Reader
from mnemic.reading.usage_log import normalised_question, word_marks
from mnemic.writing.commit import commit
from mnemic.writing.feedback import RatedAnswer, checked_feedback_reason, rated_answer_of, rating_changes


def rate(
    owner: Owner, about: Recall | Context | Trace | str, helpful: bool, *, ids: Iterable[str] | None, reason: str | None
) -> list[Change]:
    """Count feedback on an answer, or on one memory, see `UserMemory.feedback`."""
    if not isinstance(helpful, bool):
        raise InvalidInput(f"helpful must be True or False, not {helpful!r}.")
    why = checked_feedback_reason(reason)
    rated = _rated(owner, about)
    credited = rated.credited(None if ids is None else [ids] if isinstance(ids, str) else list(ids))
    vector, now = _vector(owner, rated), owner.core.parts.clock.now()
    with owner.core.parts.store.writing(owner.scope) as writer:
        held = [memory for id in credited if (memory := writer.memory(id)) is not None and owner.sees(memory)]
        if credited and not held:
            raise MemoryNotFound(f"{owner.scope.user!r} has none of the memories of that answer.")
        changes = rating_changes(
            writer,
            held,
            rated,
            helpful=helpful,
            reason=why,
            vector=vector,
            fingerprint=owner.core.parts.embedder.fingerprint,
            now=now,
        )
        commit(writer, changes, [], now=now, actor=owner.actor, entries={})
    return changes


def _rated(owner: Owner, about: object) -> RatedAnswer:
    """What feedback is about, with the memories of an answer as they were placed or returned."""
    if isinstance(about, str):
        owner.core.write_uses(owner.scope)
    elif not isinstance(about, Context | Recall | Trace):
        raise InvalidInput(f"Feedback is about an answer, a trace or an id, not {about!r}.")
    with owner.core.parts.store.reading(owner.scope) as reader:
        if isinstance(about, str):
            return _named(owner, reader, about)
        trace = about if isinstance(about, Trace) else about.trace
        return _of_trace(trace, reader, about.memory_ids if isinstance(about, Context) else trace.returned)


def _named(owner: Owner, reader: Reader, id: str) -> RatedAnswer:
    """What an id names: an answer on record, one of this process, or a memory."""
    asked = next((one for one in reader.asked() if one.id == id and owner.agent in (None, one.agent)), None)
    trace = owner.core.traces.get(owner.scope, id)
    if trace is not None and owner.agent in (None, trace.question.agent):
        return _of_trace(trace, reader, trace.returned if asked is None else asked.memory_ids)
    if asked is not None:
        return rated_answer_of(asked)
    memory = reader.memory(id)
    if memory is None or not owner.sees(memory):
        raise MemoryNotFound(f"{owner.scope.user!r} has no answer and no memory {id!r}.")
    return RatedAnswer(answer=None, text="", marks=(), memory_ids=(memory.id,))


def _vector(owner: Owner, rated: RatedAnswer) -> bytes | None:
    """The question's vector in half precision; without an embedder the counts change all the same."""
    if rated.fingerprint == owner.core.parts.embedder.fingerprint:
        return rated.vector
    if not rated.text:
        return None
    try:
        vector = owner.core.kept.vectors.questions(owner.scope, [rated.text])[0]
    except (EmbedderUnavailable, ModelError):
        return None
    packed: bytes = vector.astype(np.float16).tobytes()
    return packed


def _of_trace(trace: Trace, reader: Reader, ids: Sequence[str]) -> RatedAnswer:
    text, epoch = normalised_question(trace.question.text), reader.renewal(epoch="", change=0).epoch
    return RatedAnswer(answer=trace.id, text=text, marks=word_marks(text, epoch), memory_ids=tuple(ids))
