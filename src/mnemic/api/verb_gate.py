"""Where every verb of a user's memory passes: whether whoever acts may use it (S6), and what of it the audit is to know
(S8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import wraps
from inspect import isfunction
from typing import Any, TypeVar

from mnemic.api.owner import Owner
from mnemic.domain.changes import Conflict, History
from mnemic.domain.entity import RelatedEntity
from mnemic.domain.permanent import OpenQuestion
from mnemic.domain.profile import Profile
from mnemic.domain.query import Context, Hit, Recall
from mnemic.domain.record import Memory
from mnemic.domain.start import Start
from mnemic.safety.access.policy import Right
from mnemic.safety.access.verbs import VERBS, VerbNeed

Room = TypeVar("Room", bound=type)
Verb = Callable[..., Any]

Watch = Callable[[str], AbstractContextManager[Callable[[object], None]]]

verb_watch: ContextVar[Watch | None] = ContextVar("mnemic_watching_verbs", default=None)
"""Who looks on while a verb runs, such as a server that measures: entered with the verb's name, and told its answer."""

_inside: ContextVar[bool] = ContextVar("mnemic_inside_a_verb", default=False)


def gated_verbs(room: str = "") -> Callable[[Room], Room]:
    """A class whose public methods are verbs of `safety.verbs`, by the name of its room. A verb that another one calls
    passes with that."""

    def gate(shape: Room) -> Room:
        for name in dir(shape):
            verb = getattr(shape, name)
            need = VERBS.get(f"{room}.{name}" if room else name)
            if need is not None and isfunction(verb):
                setattr(shape, name, _passing(verb, name, f"{room}.{name}" if room else name, need))
        return shape

    return gate


def _passing(verb: Verb, name: str, called: str, need: VerbNeed) -> Verb:
    @wraps(verb)
    def passed(self: Any, *args: Any, **kwargs: Any) -> Any:
        owner: Owner | None = self._owner
        if owner is None or _inside.get():
            return verb(self, *args, **kwargs)
        if owner.access.verbs is not None or not owner.access.full:
            dry = kwargs.get("dry_run") is True
            owner.deny(owner.access.denied_verb(called) or need.denied(name, owner.access, dry=dry), name)
        token, watch = _inside.set(True), verb_watch.get()
        try:
            with nullcontext(_unwatched) if watch is None else watch(called) as tell:
                answer = verb(self, *args, **kwargs)
                tell(answer)
        finally:
            _inside.reset(token)
        if need.right is Right.READ and owner.audits_reads:
            memories, ids = list(memories_in(answer)), list(_ids_in(answer))
            owner.read(called, memories, ids, trace=_trace_of(answer))
        return answer

    return passed


def _unwatched(answer: object) -> None:
    """Nobody looks on."""


def memories_in(answer: object) -> Iterator[Memory]:
    """The memories that an answer hands out whole."""
    if isinstance(answer, Memory):
        yield answer
    elif isinstance(answer, Hit):
        yield answer.memory
    elif isinstance(answer, Recall):
        yield from (hit.memory for hit in answer)
        yield from answer.permanent
    elif isinstance(answer, History):
        yield from (one for one in (answer.before, answer.after) if one is not None)
    elif isinstance(answer, Conflict):
        yield from (answer.newer, answer.older)
    elif isinstance(answer, OpenQuestion):
        yield from (answer.newer, answer.permanent)
    elif isinstance(answer, RelatedEntity):
        yield from answer.through
    elif isinstance(answer, Mapping):
        yield from _all(answer.values())
    elif isinstance(answer, list | tuple):
        yield from _all(answer)


def _all(answers: Iterable[object]) -> Iterator[Memory]:
    for one in answers:
        yield from memories_in(one)


def _ids_in(answer: object) -> tuple[str, ...]:
    """Ids of the memories in an answer that holds their words only."""
    if isinstance(answer, Context | Start):
        return answer.memory_ids
    return answer.evidence if isinstance(answer, Profile) else ()


def _trace_of(answer: object) -> str:
    return answer.trace.id if isinstance(answer, Recall | Context) else ""
