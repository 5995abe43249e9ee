"""The room of quarantine: what the guard holds, decided on by the user (S2), and what that teaches the guard (S4)."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import Action, Change
from mnemic.domain.quarantine import QuarantinedMemory
from mnemic.domain.record import Kind, Memory, Source, Status, Tier, Turn
from mnemic.domain.validity import is_current
from mnemic.errors import InvalidInput, MemoryNotFound
from mnemic.ports import Reader, Writer
from mnemic.safety.access.policy import Right
from mnemic.safety.guard import screen
from mnemic.safety.guard.lessons import lesson_of, lesson_salt_in, lessons_in
from mnemic.safety.guard.screen import as_quarantined, guard_mark_of, released_metadata, was_released
from mnemic.writing.explicit import confirmation_change, rejection_change, supplanting_changes
from mnemic.writing.known_memories import is_statement
from mnemic.writing.review import standing_rivals

WHY_CHARACTERS_MAX = 200  # of the reason somebody gives for a decision


@gated_verbs("quarantine")
class Quarantine:
    """What is held for review. Only the user, or an administrator, lets anything of it go."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def list(self) -> builtins.list[QuarantinedMemory]:
        """What waits for a decision, in order of recording."""
        with self._owner.reading() as reader:
            found = self._seen(reader.memories(statuses=[Status.QUARANTINED]))
            return [_held(memory, reader) for memory in found]

    def get(self, id: str) -> QuarantinedMemory:
        """One memory that is held, with why.

        Raises:
            MemoryNotFound: nothing is held under this id.
        """
        with self._owner.reading() as reader:
            return _held(self._of(reader, id), reader)

    def release(self, id: str, why: str = "") -> Memory:
        """Let it go: it is usable from now on and, where it is a turn, understood as other turns are. What it was held
        for disagreeing with gives way to it, permanent memory excepted. Texts like it weigh less from now on.

        Args:
            why: for the history; at most 200 characters.

        Raises:
            MemoryNotFound: nothing is held under this id.
            AccessDenied: whoever calls may not decide.
            StoreUnavailable: somebody else changed it meanwhile.
        """
        now = self._owner.now()
        with self._owner.reading() as reader:
            memory = self._of(reader, id)
            self._owner.check("release", Right.WRITE, memory)
            turns = _turns(reader, memory) if memory.kind is Kind.EPISODE else []
            stated = [one for one in _made_of(reader, memory) if one.status is Status.QUARANTINED]
            known = bool(_made_of(reader, memory))
            losers = [one for one in standing_rivals(reader, memory) if one.tier is not Tier.PERMANENT]
        change = _released(memory, _as_given(memory, turns), _reason("released", why), now)
        learn = self._learning(memory.text, attack=False, now=now)
        if turns and turns[0].infer and not known:
            sources: dict[Source, Change] = {turns[0].source: change}
            self._owner.core.writing.release(
                self._owner.scope, turns[:1], sources, now=now, actor=self._owner.actor, also=learn
            )
        else:
            beside = [_released(one, one, "what it comes from was released", now) for one in stated]
            given_way, links = supplanting_changes(memory, change.memory, losers, now)
            self._owner.apply([change, *beside, *given_way[1:]], links, now=now, also=learn)
        return self._get(id)

    def reject(self, id: str, why: str = "") -> Memory:
        """Confirm that it is an attack: it is taken back and stays in history only. Texts like it weigh more from now
        on; what is kept of it for that holds no readable words, and goes when the user forgets everything.

        Args:
            why: for the history; at most 200 characters.

        Raises:
            MemoryNotFound: nothing is held under this id.
            AccessDenied: whoever calls may not decide.
            StoreUnavailable: somebody else changed it meanwhile.
        """
        now = self._owner.now()
        with self._owner.reading() as reader:
            memory = self._of(reader, id)
            self._owner.check("reject", Right.WRITE, memory)
            stated = [one for one in _made_of(reader, memory) if one.status is Status.QUARANTINED]
        reason = _reason("a confirmed attack", why)
        changes = [replace(rejection_change(one, now), reason=reason) for one in (memory, *stated)]
        self._owner.apply(changes, now=now, also=self._learning(memory.text, attack=True, now=now))
        return self._get(id)

    def scan(self) -> builtins.list[QuarantinedMemory]:
        """What the guard as it is now, with what it has learned, would hold among what is stored and in use. What the
        user released or confirmed is left out. Nothing is changed."""
        with self._owner.reading() as reader:
            lessons = lessons_in(reader)
            found: builtins.list[QuarantinedMemory] = []
            for memory in self._seen(reader.memories()):
                if not _may_be_held(memory):
                    continue
                verdict = screen.judge_text(memory.text, memory.origin, lessons)
                if verdict.decision is screen.GuardDecision.QUARANTINE:
                    turns = _turns(reader, memory)
                    turn = turns[0] if turns else None
                    found.append(
                        QuarantinedMemory(memory=memory, score=verdict.score, reasons=verdict.reasons, turn=turn)
                    )
        return found

    def hold(self, ids: Iterable[str]) -> builtins.list[Memory]:
        """Put memories in use into quarantine, as `scan` proposes, and with a turn what was stated in it alone.

        Raises:
            MemoryNotFound: this user has none with one of the ids; nothing was changed.
            InvalidInput: one of them is permanent, or not in use; nothing was changed.
            AccessDenied: whoever calls may not.
        """
        now = self._owner.now()
        with self._owner.reading() as reader:
            lessons = lessons_in(reader)
            named = {id: self._owned(reader, id) for id in ids}
            follow = {one.id: one for memory in named.values() for one in _made_of(reader, memory) if _may_be_held(one)}
        changes = []
        for memory in ({**follow, **named}).values():
            self._owner.check("hold", Right.WRITE, memory)
            if not _may_be_held(memory):
                raise InvalidInput(f"{memory.id} cannot be held: it is {memory.status} {memory.tier}.")
            verdict = screen.judge_text(memory.text, memory.origin, lessons)
            reasons = verdict.reasons or ("what it comes from is held",)
            new = replace(as_quarantined(memory, verdict.score, reasons), updated_at=now, version=memory.version + 1)
            changes.append(
                Change(action=Action.QUARANTINE, memory=new, before=memory, reason=f"looked over: {'; '.join(reasons)}")
            )
        self._owner.apply(changes, now=now)
        return [self._get(id) for id in named]

    def _seen(self, memories: Iterable[Memory]) -> builtins.list[Memory]:
        return [one for one in memories if self._owner.sees(one) and self._owner.access.reads(one)]

    def _owned(self, reader: Reader, id: str) -> Memory:
        memory = reader.memory(id)
        if memory is None or not self._seen([memory]):
            raise MemoryNotFound(f"{self._owner.scope.user!r} has no memory {id!r}.")
        return memory

    def _of(self, reader: Reader, id: str) -> Memory:
        memory = self._owned(reader, id)
        if memory.status is not Status.QUARANTINED:
            raise MemoryNotFound(f"Nothing is held under {id!r}: it is {memory.status}.")
        return memory

    def _get(self, id: str) -> Memory:
        with self._owner.reading() as reader:
            return self._owned(reader, id)

    def _learning(self, text: str, *, attack: bool, now: datetime) -> Callable[[Writer], None]:
        """What enters the lesson of a decision, in the transaction of the decision."""
        id = self._owner.core.parts.new_id()

        def learn(writer: Writer) -> None:
            writer.register(lesson_of(text, attack=attack, salt=lesson_salt_in(writer), id=id, at=now))

        return learn


def _held(memory: Memory, reader: Reader) -> QuarantinedMemory:
    mark = guard_mark_of(memory)
    turns = _turns(reader, memory)
    return QuarantinedMemory(
        memory=memory,
        score=mark.score if mark else screen.QUARANTINE_FROM,
        reasons=mark.reasons if mark else _told(reader, memory),
        turn=turns[0] if turns else None,
    )


def _told(reader: Reader, memory: Memory) -> tuple[str, ...]:
    """The reasons of what was held before judgements were kept with it: those of its history."""
    rows = [row for row in reader.history(memory.id) if row.action is Action.QUARANTINE]
    return tuple(rows[-1].reason.split("; ")) if rows else ()


def _turns(reader: Reader, memory: Memory) -> builtins.list[Turn]:
    return [turn for source in memory.sources if (turn := reader.turn(source)) is not None]


def _made_of(reader: Reader, memory: Memory) -> builtins.list[Memory]:
    """Statements that rest on nothing but the turn a memory is."""
    if memory.kind is not Kind.EPISODE:
        return []
    sources = set(memory.sources)
    found = [one for source in memory.sources for one in reader.memories(source=source)]
    return [one for one in found if one.id != memory.id and is_statement(one) and set(one.sources) <= sources]


def _as_given(memory: Memory, turns: Sequence[Turn]) -> Memory:
    """What was to be kept as given becomes the note it would have been."""
    given = bool(turns) and not turns[0].infer
    return replace(memory, kind=Kind.NOTE) if given else memory


def _released(memory: Memory, as_kind: Memory, reason: str, now: datetime) -> Change:
    done = confirmation_change(memory, now)
    new = replace(done.memory, kind=as_kind.kind, metadata=released_metadata(done.memory.metadata, now))
    return replace(done, memory=new, reason=reason)


def _may_be_held(memory: Memory) -> bool:
    said = memory.kind is Kind.EPISODE or is_statement(memory)
    trusted = was_released(memory) or memory.tier is Tier.PERMANENT
    return said and not trusted and is_current(memory)


def _reason(what: str, why: str) -> str:
    return f"{what}: {why[:WHY_CHARACTERS_MAX]}" if why.strip() else what
