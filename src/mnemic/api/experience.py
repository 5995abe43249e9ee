"""What one user's memory learns from being used: feedback on its answers, and needs that recur."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence

import numpy as np

from mnemic.api.core import Core
from mnemic.api.owner import Owner
from mnemic.domain.changes import Change
from mnemic.domain.query import Context, Recall, Trace
from mnemic.domain.questions import Need
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.domain.validity import utc
from mnemic.errors import EmbedderUnavailable, InvalidInput, MemoryNotFound, ModelError
from mnemic.ports import Reader
from mnemic.reading.question import Moment
from mnemic.reading.remembered import marks_of, normalised
from mnemic.upkeep.prefetch import needs
from mnemic.writing.commit import commit
from mnemic.writing.rating import Rated, checked_reason, rated_of, rating


class Experience:
    """The verbs of a user's memory by which it learns from its use."""

    _core: Core
    _scope: Scope
    _agent: str | None
    _owner: Owner

    def feedback(
        self,
        about: Recall | Context | Trace | str,
        helpful: bool,
        *,
        ids: Iterable[str] | None = None,
        reason: str | None = None,
    ) -> builtins.list[Change]:
        """Say that an answer helped, or that it was wrong. Memories that helped rise for questions like the one asked,
        and a little for every other; those that were wrong fall. `undo` of a memory takes it back.

        Args:
            about: what `search` or `context` gave, its trace or the trace's id; or the id of one memory.
            ids: the memories it is about; default the first three of the answer.
            reason: why, for the history; at most 200 characters, and masked.

        Returns:
            a change for each memory whose counts changed. The same word again on the same answer changes nothing, the
            contrary one replaces it.

        Raises:
            MemoryNotFound: this user has neither an answer nor a memory of that id.
            InvalidInput: an id that is not in the answer, or a value that cannot be used; nothing was changed.
        """
        self._core.check_open()
        if not isinstance(helpful, bool):
            raise InvalidInput(f"helpful must be True or False, not {helpful!r}.")
        why = checked_reason(reason)
        rated = self._rated(about)
        credited = rated.credited(None if ids is None else [ids] if isinstance(ids, str) else builtins.list(ids))
        vector, now = self._vector(rated), self._core.parts.clock.now()
        with self._core.parts.store.writing(self._scope) as writer:
            held = [memory for id in credited if (memory := writer.memory(id)) is not None and self._mine(memory)]
            if credited and not held:
                raise MemoryNotFound(f"{self._scope.user!r} has none of the memories of that answer.")
            changes = rating(
                writer,
                held,
                rated,
                helpful=helpful,
                reason=why,
                vector=vector,
                fingerprint=self._core.parts.embedder.fingerprint,
                now=now,
            )
            commit(writer, changes, [], now=now, actor=self._owner.actor, entries={})
        return changes

    def due_needs(self, at: Moment | None = None) -> builtins.list[Need]:
        """Questions that recur by the clock and are due: whose hour runs, or begins within one. Soonest first.

        A need is a question asked on three days or more at about the same hour, on most days or on the same weekday of
        most weeks, in the zone of the memory.

        Raises:
            InvalidTime: a moment that cannot be used.
        """
        self._core.check_open()
        moment = self._core.parts.clock.now() if at is None else utc(at, "at")
        self._core.write_uses(self._scope)
        with self._core.parts.store.reading(self._scope) as reader:
            asked = reader.asked()
        return needs.due(asked, moment, self._core.parts.zone, agent=self._agent)

    def _mine(self, memory: Memory) -> bool:
        return self._agent in (None, memory.agent)

    def _rated(self, about: object) -> Rated:
        """What feedback is about, with the memories of an answer as they were placed or returned."""
        if isinstance(about, str):
            self._core.write_uses(self._scope)
        elif not isinstance(about, Context | Recall | Trace):
            raise InvalidInput(f"Feedback is about an answer, a trace or an id, not {about!r}.")
        with self._core.parts.store.reading(self._scope) as reader:
            if isinstance(about, str):
                return self._named(reader, about)
            trace = about if isinstance(about, Trace) else about.trace
            return _of_trace(trace, reader, about.memory_ids if isinstance(about, Context) else trace.returned)

    def _named(self, reader: Reader, id: str) -> Rated:
        """What an id names: an answer on record, one of this process, or a memory."""
        asked = next((one for one in reader.asked() if one.id == id and self._agent in (None, one.agent)), None)
        trace = self._core.traces.get(self._scope, id)
        if trace is not None and self._agent in (None, trace.question.agent):
            return _of_trace(trace, reader, trace.returned if asked is None else asked.memory_ids)
        if asked is not None:
            return rated_of(asked)
        memory = reader.memory(id)
        if memory is None or not self._mine(memory):
            raise MemoryNotFound(f"{self._scope.user!r} has no answer and no memory {id!r}.")
        return Rated(answer=None, text="", marks=(), memory_ids=(memory.id,))

    def _vector(self, rated: Rated) -> bytes | None:
        """The question's vector in half precision; without an embedder the counts change all the same."""
        if rated.fingerprint == self._core.parts.embedder.fingerprint:
            return rated.vector
        if not rated.text:
            return None
        try:
            vector = self._core.kept.vectors.questions(self._scope, [rated.text])[0]
        except (EmbedderUnavailable, ModelError):
            return None
        packed: bytes = vector.astype(np.float16).tobytes()
        return packed


def _of_trace(trace: Trace, reader: Reader, ids: Sequence[str]) -> Rated:
    text, epoch = normalised(trace.question.text), reader.renewal(epoch="", change=0).epoch
    return Rated(answer=trace.id, text=text, marks=marks_of(text, epoch), memory_ids=tuple(ids))
