"""Whose memory a room's verbs work on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

from mnemic.api.core import Core
from mnemic.domain.changes import Change, Link
from mnemic.domain.labels import label_of, may_be_recalled
from mnemic.domain.record import Memory, Origin, Tier, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import AccessDenied, MemoryNotFound
from mnemic.ports import Reader, Writer
from mnemic.reading.usage_log import AuditedRead, is_reading_audited
from mnemic.safety.access.policy import USERS_OWN, Access, Actor, Right

USER = "user"  # the actor of what the user does by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """One user's memory as a room sees it: the user, the agent it is seen through, and who acts."""

    core: Core
    scope: Scope
    agent: str | None = None  # None: everything of the user, whichever agent it was said to
    actor: str = USER  # as history and audit call whoever acts
    access: Access = USERS_OWN  # what whoever acts may do

    def now(self) -> datetime:
        """The present moment; one reading per operation.

        Raises:
            StoreClosed: the memory has been closed.
        """
        self.core.check_open()
        return self.core.parts.clock.now()

    @property
    def origin(self) -> Origin:
        """Whose word it is that whoever acts brings in: an agent's is the assistant's, never the user's (S3)."""
        return Origin.ASSISTANT if self.access.actor is Actor.AGENT else Origin.USER

    def reading(self) -> AbstractContextManager[Reader]:
        """A snapshot of the user's memory.

        Raises:
            StoreClosed: the memory has been closed.
        """
        self.core.check_open()
        return self.core.parts.store.reading(self.scope)

    def writing(self) -> AbstractContextManager[Writer]:
        """A transaction on the user's memory; it waits for other writers. Nothing may be embedded while it is open.

        Raises:
            StoreClosed: the memory has been closed.
            StoreUnavailable: read-only, disk full, or the wait was too long.
        """
        self.core.check_open()
        return self.core.parts.store.writing(self.scope)

    def apply(
        self,
        changes: Sequence[Change],
        links: Sequence[Link] = (),
        *,
        now: datetime,
        also: Callable[[Writer], None] | None = None,
    ) -> None:
        """Commit changes, new words embedded before any lock is taken, each checked against the memory as it is by now.
        `also` is done in the same transaction.

        Raises:
            StoreUnavailable: somebody else changed one of the memories meanwhile; nothing was changed.
        """
        self.core.writing.apply(self.scope, changes, links, now=now, actor=self.actor, also=also)

    def memory(self, id: str) -> Memory:
        """One memory of this user, as this agent sees it.

        Raises:
            MemoryNotFound: there is none.
        """
        with self.reading() as reader:
            memory = reader.memory(id) if isinstance(id, str) else None
        if memory is None or not self.sees(memory):
            raise MemoryNotFound(f"{self.scope.user!r} has no memory {id!r}. list() shows which there are.")
        return memory

    def sees(self, memory: Memory) -> bool:
        """Whether a memory is this agent's; every one is without an agent."""
        return self.agent in (None, memory.agent)

    def shows(self, held: Memory | Turn) -> bool:
        """Whether whoever looks through everything sees a memory or turn: the user all of it, an agent what was said to
        it, and of what is labelled only what is for its purpose."""
        return self.agent in (None, held.agent) and self.serves(held)

    def serves(self, held: Memory | Turn) -> bool:
        """Whether a label lets whoever looks through everything see a memory or turn; the user's own view has all."""
        return self.access.actor is not Actor.AGENT or label_of(held).serves(self.access.purpose)

    def recalls(self, held: Memory | Turn, *, session: str | None = None) -> bool:
        """Whether a memory or turn may be recalled now, for the purpose of whoever acts, by whoever acts."""
        if isinstance(held, Memory) and not self.access.reads(held):
            return False
        return may_be_recalled(held, purpose=self.access.purpose, session=session, at=self.core.parts.clock.now())

    def check(self, verb: str, right: Right, memory: Memory) -> None:
        """Go on only where whoever acts may do that to a memory. A denied attempt is audited.

        Raises:
            AccessDenied: naming actor, verb, tier and the way out.
        """
        self._end(self.access.denied(verb, right, memory), verb, memory.id)

    def check_tier(self, verb: str, right: Right, tier: Tier) -> None:
        """Go on only where whoever acts may do that to a tier. A denied attempt is audited.

        Raises:
            AccessDenied: naming actor, verb, tier and the way out.
        """
        self._end(self.access.denied_tier(verb, right, tier), verb, None)

    @contextmanager
    def guarded(self, verb: str, right: Right) -> Iterator[Writer]:
        """A transaction that is undone where it changes a memory on which whoever acts has not that right.

        Raises:
            AccessDenied: it did; nothing was changed, and the attempt is audited.
            StoreClosed, StoreUnavailable: as for `writing`.
        """
        try:
            with self.writing() as writer:
                held = () if self.access.full else writer.memories()
                kept = [memory for memory in held if self.access.denied(verb, right, memory)]
                yield writer
                for memory in kept:
                    if writer.memory(memory.id) != memory and (denied := self.access.denied(verb, right, memory)):
                        raise denied
        except AccessDenied as denied:
            self._end(denied, verb, None)

    def deny(self, denied: AccessDenied | None, verb: str) -> None:
        """Audit that an attempt was denied, and say so; None: it was not.

        Raises:
            AccessDenied: it was.
        """
        self._end(denied, verb, None)

    @property
    def audits_reads(self) -> bool:
        """Whether the audit is to know of what is read."""
        return self.core.parts.settings.audit_reads != "off"

    def read(self, verb: str, memories: Sequence[Memory], ids: Sequence[str] = (), *, trace: str = "") -> None:
        """Take note for the audit that whoever acts was given these memories, or the words of those with these ids: of
        permanent memory, and of what personal data was found in; of an administrator's reading always.

        Raises:
            StoreUnavailable: the setting `audit_reads` is "now", and it cannot be written.
        """
        watched = self.access.actor is Actor.ADMINISTRATOR
        named = dict.fromkeys(ids)
        if named and not watched:
            with self.reading() as reader:
                memories = [*memories, *reader.memories(ids=list(named))]
        seen = dict.fromkeys(memory.id for memory in memories if watched or is_reading_audited(memory))
        if watched:
            seen |= named
        if seen or watched:
            read = AuditedRead(
                at=self.core.parts.clock.now(), actor=self.actor, verb=verb, ids=tuple(seen), trace=trace
            )
            self.core.seen(self.scope, read)

    def _end(self, denied: AccessDenied | None, verb: str, memory_id: str | None) -> None:
        if denied is None:
            return
        now = self.now()
        with self.writing() as writer:
            known = any(writer.numbers())
            if known:
                writer.audit(at=now, actor=self.actor, action="denied", memory_id=memory_id, detail=verb)
        if not known:  # an attempt on somebody of whom nothing is held does not begin a user
            self.core.parts.store.note(self.scope.tenant, at=now, actor=self.actor, action="denied")
        raise denied
