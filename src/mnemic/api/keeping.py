"""The verbs by which a user decides what may be kept: what for, how long, and what goes. `UserMemory` has them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from mnemic.api.core import Core
from mnemic.api.owner import Owner
from mnemic.api.report import Report, report_of
from mnemic.domain.labels import Retention, label
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope, name
from mnemic.errors import AccessDenied, InvalidInput, MemoryNotFound
from mnemic.safety.access.policy import Right
from mnemic.upkeep.forgetting.forget import Forgotten, forget_everything, forget_memory, forget_session
from mnemic.upkeep.forgetting.receipts import receipted
from mnemic.upkeep.relabelling import relabel
from mnemic.writing.explicit import check_permanent


class Keeping:
    """What is kept of one user, for what and until when, in the user's own hand."""

    _core: Core
    _scope: Scope
    _agent: str | None
    _owner: Owner

    def label(
        self, id: str, *, purpose: str | Collection[str] | None = None, retention: Retention | None = None
    ) -> Memory:
        """Say anew what a memory may be used for and how long it may be kept; leaving out both lifts its label. The
        turns it comes from, and what else was made of them, follow.

        Raises:
            MemoryNotFound, AccessDenied, InvalidLabel, StoreUnavailable.
        """
        self._owner.check("label", Right.WRITE, held := self._owned(id))
        now = self._core.parts.clock.now()
        said = label(purpose, retention, now=now, allowed=self._core.parts.settings.purposes)
        with self._owner.guarded("label", Right.WRITE) as writer:
            return relabel(writer, writer.memory(id) or held, said, now=now, actor=self._owner.actor)

    def forget(
        self,
        id: str | None = None,
        *,
        session: str | None = None,
        everything: bool = False,
        confirmed: bool = False,
        exports: bool = False,
    ) -> Receipt:
        """Forget one memory, one session, or everything about the user: physically, from every table and the files.

        Args:
            id: the memory; the turns it came from go with it.
            session: everything said in it.
            everything: the whole user.
            confirmed: the user has said so; needed to forget one permanent memory.
            exports: also remove exports and reports of this user that we wrote, where they are this user's alone and
                nobody has changed them; the receipt names the others.

        Raises:
            InvalidInput: not exactly one of the three was named; nothing was forgotten.
            AccessDenied: whoever calls may not forget it, or not remove exports.
            MemoryNotFound, ConfirmationRequired, StoreUnavailable.
        """
        if (id is not None) + (session is not None) + bool(everything) != 1:
            raise InvalidInput("Say what to forget: one of an id, session='...' or everything=True.")
        if exports and not self._owner.access.full:
            raise AccessDenied(f"{self._owner.actor} may not remove exports. Ask the user, or an administrator.")
        self._core.check_open()
        now = self._core.parts.clock.now()
        if id is not None:
            named = self._owned(id)
            self._owner.check("forget", Right.DELETE, named)
            check_permanent(named, confirmed=confirmed)
        self._core.write_uses(self._scope)
        actor = self._owner.actor
        with self._owner.guarded("forget", Right.DELETE) as writer:

            def act() -> Forgotten:
                if everything:
                    return forget_everything(writer, now=now, actor=actor)
                if session is not None:
                    return forget_session(writer, name(session, "The session"), now=now, actor=actor)
                if (memory := writer.memory(id or "")) is None:
                    raise MemoryNotFound(f"{self._scope.user!r} has no memory {id!r} any more.")
                return forget_memory(writer, memory, now=now, actor=actor)

            gone = receipted(writer, act, actor=actor)
        return self._core.cleared(self._scope, gone, now=now, exports=exports)

    def report(
        self,
        path: str | Path | None = None,
        *,
        format: str = "html",
        language: str | None = None,
        overwrite: bool = False,
    ) -> Report:
        """Everything held about the user, with where it comes from, in one file that the user can read: what is
        remembered, what was, what was said, questions, files, audit, and how it is processed. It is audited, and put on
        record as an export.

        Args:
            path: the file; None writes none, and the report has the text alone.
            format: "html" (a page that loads and runs nothing), "json" (with every row and the contents of files) or
                "md".
            language: "en" or "zh"; default that of the user's recent talk.
            overwrite: also where there is a file of that name.

        Raises:
            InvalidInput: a format, language or file that cannot be used; or only one agent's view was opened.
            AccessDenied: whoever calls may not read everything.
            StoreUnavailable: it cannot be written.
        """
        self._core.check_open()
        if not self._owner.access.full:
            raise AccessDenied(f"{self._owner.actor} may not report a whole memory. Ask the user, or an administrator.")
        if self._agent is not None:
            raise InvalidInput("A report holds what was said to every agent: leave agent= out.")
        return report_of(self._owner, path, format=format, language=language, overwrite=overwrite)

    def _owned(self, id: str) -> Memory:
        """One memory of this user, as this agent sees it.

        Raises:
            MemoryNotFound: there is none.
        """
        with self._owner.reading() as reader:
            memory = reader.memory(id) if isinstance(id, str) else None
        if memory is None or not self._owner.sees(memory):
            raise MemoryNotFound(f"{self._scope.user!r} has no memory {id!r}. list() shows which there are.")
        return memory
