"""The face of the library: an opened memory, whose users' memories have the verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from mnemic.api.api_keys import ApiKeys
from mnemic.api.audit import Audit
from mnemic.api.core import Core
from mnemic.api.encryption import Encryption
from mnemic.api.transfer import WholeTransfer
from mnemic.api.user import UserMemory
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.scope import Scope, checked_name
from mnemic.domain.upkeep import Progress
from mnemic.errors import AccessDenied
from mnemic.index.vector_graph import GraphFiles
from mnemic.reading.question import agent_to_read
from mnemic.safety.access.policy import Access, Actor, access_of
from mnemic.upkeep.doctor.examination import USERS_AT_ONCE, Doctor

__all__ = ["OpenMemory", "UserMemory"]


class OpenMemory:
    """An opened memory. Everything hangs off a user: `open(...).user("alice")` gives the object with the verbs.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def __init__(self, core: Core, tenant: str | None = None) -> None:
        self._core = core
        self._own = core.parts.settings.tenant  # that of the settings
        self._tenant = checked_name(self._own if tenant is None else tenant, "The tenant")

    def tenant(self, id: str) -> OpenMemory:
        """The same memory as another tenant sees it, sharing everything that is open: its users, audit and keys. What
        is about the store as a whole is for the tenant of the settings; closing this one closes nothing.

        Raises:
            InvalidScope: it cannot be an id.
        """
        self._core.check_open()
        return OpenMemory(self._core, id)

    def reaches(self, tenant: str) -> bool:
        """Whether what is about the store as a whole is for that tenant: for the one of the settings alone."""
        return tenant == self._own

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> UserMemory:
        """One user's memory. With `agent`, only what was said to that agent is read, and what is written bears its id.

        Args:
            actor: who calls: "user", "agent" or "administrator". An agent may read and propose permanent memory, and
                neither decide on it nor release what the guard holds (safety/access/policy has the table).
            purpose: what the memory is used for. What is labelled with purposes is recalled for those only.

        Raises:
            InvalidScope: blank, not a string, or holding characters no id may hold; or there is no such actor.
            InvalidLabel: it is no purpose, or none of the setting `purposes`.
        """
        self._core.check_open()
        settings = self._core.parts.settings
        seen = None if agent is None else checked_name(agent_to_read(agent), "The agent")
        return UserMemory(self._core, Scope(self._tenant, id), seen, access_of(actor, seen, settings, purpose))

    @property
    def transfer(self) -> WholeTransfer:
        """Everybody's memory out and in: exports, imports, backups."""
        return WholeTransfer(self._core, self._tenant)

    def access(self, actor: str = Actor.AGENT, agent: str | None = None) -> Access:
        """What an actor may do, with the settings applied: `rights` by tier, and `verbs_of` has it verb by verb.

        Raises:
            InvalidScope: there is no such actor.
            InvalidSetting: the setting `agents` gives more than an agent may have.
        """
        seen = None if agent is None else checked_name(agent_to_read(agent), "The agent")
        return access_of(actor, seen, self._core.parts.settings)

    @property
    def keys(self) -> ApiKeys:
        """The keys by which programs reach this memory over the network."""
        return ApiKeys(self._core, self._tenant)

    @property
    def encryption(self) -> Encryption:
        """Who is encrypted in the memory file: encrypting, decrypting, new keys."""
        return Encryption(self._core, None if self._tenant == self._own else self._tenant)

    @property
    def audit(self) -> Audit:
        """Who did what when, as a chain that shows when it was changed."""
        return Audit(self._core, self._tenant)

    def users(self) -> list[str]:
        """Ids of everybody of whom anything is held, of this tenant, in order."""
        self._core.check_open()
        found: list[str] = []
        tenant, last = self._tenant, None
        while some := self._core.parts.store.users(after=last, limit=USERS_AT_ONCE):
            found += [scope.user for scope in some if scope.tenant == tenant]
            last = some[-1]
        return found

    def waiting(self, limit: int = 1_000) -> int:
        """How many users have turns in the log that are not understood yet, of any tenant; `limit` at most."""
        self._core.check_open()
        return len(self._core.parts.store.backlog(limit))

    def run_due(self) -> int:
        """Understand every turn that still waits in the log, of any user, now, and do the upkeep that is due by the
        schedules. Returns how many turns there were.

        Raises:
            MnemicError: of the first user with whom something failed; the others' work is done, and nothing is lost.
        """
        self._whole("run_due")
        return self._core.run_due()

    def reembed(self) -> int:
        """Make every vector anew that another embedder made, of any user; `run_due` and the worker do the same. Whoever
        is stopped goes on where it was. Returns how many.

        Raises:
            MnemicError: of the first user with whom it failed; the others' are done.
        """
        self._whole("reembed")
        self._core.check_open()
        return self._core.reembed()

    def work(self, *, once: bool = False) -> None:
        """Do what is due as it becomes due, until `stop` is called: what `mnemic worker` does. A failure is logged and
        tried again after a pause. As many processes may work on one memory as wanted.

        Args:
            once: return when nothing is due any more.
        """
        self._whole("work")
        self._core.check_open()
        self._core.worker.serve(once=once)

    def wake(self) -> None:
        """Have a thread of this process do what is due, now and from then on as it becomes due, as `add(wait=False)`
        does: for a process that stays, such as a server."""
        self._whole("wake")
        self._core.check_open()
        self._core.worker.wake()

    def stop(self) -> None:
        """End `work` once the step at hand is finished. May be called from a signal handler or another thread."""
        self._whole("stop")
        self._core.stopping.set()
        self._core.worker.stop()

    def watch(self, watcher: Callable[[Progress], None]) -> Callable[[], None]:
        """Be told how far jobs have come, from the thread that does them. Returns what ends it."""
        self._whole("watch")
        self._core.watchers.append(watcher)
        return lambda: self._core.watchers.remove(watcher)

    def doctor(self, *, user: str | None = None, repair: bool = False) -> Checkup:
        """Look whether everything that is stored agrees: the file, records, history, audit, search indexes, graphs,
        a vector engine, files, the turn log, what rooms keep. Others may read and write meanwhile.

        Args:
            user: only this user; default everybody in the store, of any tenant, for the tenant of the settings only.
            repair: mend what can be worked out from elsewhere. No record is removed.

        Raises:
            InvalidScope: the user cannot be an id.
        """
        self._core.check_open()
        if user is None:
            self._whole("doctor", "Name a user.")
        parts = self._core.parts
        scope = None if user is None else Scope(self._tenant, user)
        graphs = GraphFiles(parts.folder) if parts.folder else None
        feeding = None if self._core.vectors is None else self._core.vectors.feeding
        doctor = Doctor(tending=self._core.jobs.tending, graphs=graphs, feeding=feeding)
        return doctor.check(scope, repair=repair, now=parts.clock.now())

    def close(self) -> None:
        """Write what is counted in memory, stop the worker, let go of the file. Closing twice is harmless."""
        if self._tenant == self._own:
            self._core.close()

    def _whole(self, verb: str, way_out: str = "Call it on the memory that was opened.") -> None:
        """Raises:
        AccessDenied: it is about the store as a whole, and this is one tenant of it.
        """
        if self._tenant != self._own:
            raise AccessDenied(f"{verb} is about every tenant, and this is {self._tenant!r} alone. {way_out}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
