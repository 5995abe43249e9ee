"""The face of the library: an opened memory, whose users' memories have the verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from mnemic.auditing import Audit
from mnemic.core import Core
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.scope import Scope, name
from mnemic.domain.upkeep import Progress
from mnemic.encrypting import Encryption
from mnemic.index.nearest import GraphFiles
from mnemic.reading.question import one_agent
from mnemic.safety.access import Access, Actor, access_of
from mnemic.transferring import WholeTransfer
from mnemic.upkeep.doctor.examining import USERS_AT_ONCE, Doctor
from mnemic.user import UserMemory

__all__ = ["OpenMemory", "UserMemory"]


class OpenMemory:
    """An opened memory. Everything hangs off a user: `open(...).user("alice")` gives the object with the verbs.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> UserMemory:
        """One user's memory. With `agent`, only what was said to that agent is read, and what is written bears its id.

        Args:
            actor: who calls: "user", "agent" or "administrator". An agent may read and propose permanent memory, and
                neither decide on it nor release what the guard holds (safety/access has the table).
            purpose: what the memory is used for. What is labelled with purposes is recalled for those only.

        Raises:
            InvalidScope: blank, not a string, or holding characters no id may hold; or there is no such actor.
            InvalidLabel: it is no purpose, or none of the setting `purposes`.
        """
        self._core.check_open()
        settings = self._core.parts.settings
        seen = None if agent is None else name(one_agent(agent), "The agent")
        return UserMemory(self._core, Scope(settings.tenant, id), seen, access_of(actor, seen, settings, purpose))

    @property
    def transfer(self) -> WholeTransfer:
        """Everybody's memory out and in: exports, imports, backups."""
        return WholeTransfer(self._core)

    def access(self, actor: str = Actor.AGENT, agent: str | None = None) -> Access:
        """What an actor may do, with the settings applied: `rights` by tier, and `verbs_of` has it verb by verb.

        Raises:
            InvalidScope: there is no such actor.
            InvalidSetting: the setting `agents` gives more than an agent may have.
        """
        seen = None if agent is None else name(one_agent(agent), "The agent")
        return access_of(actor, seen, self._core.parts.settings)

    @property
    def encryption(self) -> Encryption:
        """Who is encrypted in the memory file: encrypting, decrypting, new keys."""
        return Encryption(self._core)

    @property
    def audit(self) -> Audit:
        """Who did what when, as a chain that shows when it was changed."""
        return Audit(self._core)

    def users(self) -> list[str]:
        """Ids of everybody of whom anything is held, of the tenant of the settings, in order."""
        self._core.check_open()
        found: list[str] = []
        tenant, last = self._core.parts.settings.tenant, None
        while some := self._core.parts.store.users(after=last, limit=USERS_AT_ONCE):
            found += [scope.user for scope in some if scope.tenant == tenant]
            last = some[-1]
        return found

    def run_due(self) -> int:
        """Understand every turn that still waits in the log, of any user, now, and do the upkeep that is due by the
        schedules. Returns how many turns there were.

        Raises:
            MnemicError: of the first user with whom something failed; the others' work is done, and nothing is lost.
        """
        return self._core.run_due()

    def reembed(self) -> int:
        """Make every vector anew that another embedder made, of any user; `run_due` and the worker do the same. Whoever
        is stopped goes on where it was. Returns how many.

        Raises:
            MnemicError: of the first user with whom it failed; the others' are done.
        """
        self._core.check_open()
        return self._core.reembed()

    def work(self, *, once: bool = False) -> None:
        """Do what is due as it becomes due, until `stop` is called: what `mnemic worker` does. A failure is logged and
        tried again after a pause. As many processes may work on one memory as wanted.

        Args:
            once: return when nothing is due any more.
        """
        self._core.check_open()
        self._core.worker.serve(once=once)

    def stop(self) -> None:
        """End `work` once the step at hand is finished. May be called from a signal handler or another thread."""
        self._core.stopping.set()
        self._core.worker.stop()

    def watch(self, watcher: Callable[[Progress], None]) -> Callable[[], None]:
        """Be told how far jobs have come, from the thread that does them. Returns what ends it."""
        self._core.watchers.append(watcher)
        return lambda: self._core.watchers.remove(watcher)

    def doctor(self, *, user: str | None = None, repair: bool = False) -> Checkup:
        """Look whether everything that is stored agrees: the file, records, history, audit, search indexes, graphs,
        files, the turn log, what rooms keep. Others may read and write meanwhile.

        Args:
            user: only this user; default everybody in the store, of any tenant.
            repair: mend what can be worked out from elsewhere. No record is removed.

        Raises:
            InvalidScope: the user cannot be an id.
        """
        self._core.check_open()
        parts = self._core.parts
        scope = None if user is None else Scope(parts.settings.tenant, user)
        graphs = GraphFiles(parts.folder) if parts.folder else None
        return Doctor(tending=self._core.jobs.tending, graphs=graphs).check(scope, repair=repair, now=parts.clock.now())

    def close(self) -> None:
        """Write what is counted in memory, stop the worker, let go of the file. Closing twice is harmless."""
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
