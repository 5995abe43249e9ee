"""The same verbs for asynchronous callers: each runs in a thread, none is written twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, Self, TypeVar

from mnemic.api.api_keys import ApiKeys
from mnemic.api.audit import Audit
from mnemic.api.encryption import Encryption
from mnemic.api.files import Files
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.permanent import Permanent
from mnemic.api.profile import Portrait
from mnemic.api.quarantine import Quarantine
from mnemic.api.sessions import SessionMemory
from mnemic.api.skills import Skills
from mnemic.api.tasks import Tasks
from mnemic.api.transfer import Transfer, WholeTransfer
from mnemic.api.trust import Trust
from mnemic.api.upkeep import Upkeep
from mnemic.domain.query import SessionInfo
from mnemic.safety.access.policy import Actor

P = ParamSpec("P")
R = TypeVar("R")


def in_thread(verb: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """The asynchronous form of a verb, with its signature and docstring."""

    @wraps(verb)
    async def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(verb, *args, **kwargs)

    return run


class AsyncFiles:
    """The verbs of `Files`, awaited."""

    def __init__(self, files: Files) -> None:
        self.add = in_thread(files.add)
        self.get = in_thread(files.get)
        self.data = in_thread(files.data)
        self.list = in_thread(files.list)
        self.of = in_thread(files.of)
        self.read_again = in_thread(files.read_again)
        self.forget = in_thread(files.forget)


class AsyncPermanent:
    """The verbs of `Permanent`, awaited."""

    def __init__(self, permanent: Permanent) -> None:
        self.propose = in_thread(permanent.propose)
        self.proposals = in_thread(permanent.proposals)
        self.confirm = in_thread(permanent.confirm)
        self.reject = in_thread(permanent.reject)
        self.list = in_thread(permanent.list)
        self.keys = in_thread(permanent.keys)
        self.read = in_thread(permanent.read)
        self.forget = in_thread(permanent.forget)
        self.conflicts = in_thread(permanent.conflicts)
        self.answer = in_thread(permanent.answer)


class AsyncTrust:
    """The verbs of `Trust`, awaited."""

    def __init__(self, trust: Trust) -> None:
        self.sources = in_thread(trust.sources)
        self.rollback = in_thread(trust.rollback)
        self.undo = in_thread(trust.undo)


class AsyncPortrait:
    """The verbs of `Portrait`, awaited."""

    def __init__(self, portrait: Portrait) -> None:
        self.get = in_thread(portrait.get)
        self.refresh = in_thread(portrait.refresh)
        self.due = in_thread(portrait.due)
        self.changes = in_thread(portrait.changes)
        self.history = in_thread(portrait.history)


class AsyncSessionMemory:
    """The verbs of `SessionMemory`, awaited."""

    def __init__(self, session: SessionMemory) -> None:
        self.id = session.id
        self._session = session
        self.add = in_thread(session.add)
        self.turns = in_thread(session.turns)
        self.messages = in_thread(session.messages)
        self.summary = in_thread(session.summary)

    async def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return await asyncio.to_thread(lambda: self._session.info)


class AsyncSkills:
    """The verbs of `Skills`, awaited."""

    def __init__(self, skills: Skills) -> None:
        self.declare = in_thread(skills.declare)
        self.learn = in_thread(skills.learn)
        self.list = in_thread(skills.list)
        self.get = in_thread(skills.get)
        self.versions = in_thread(skills.versions)
        self.match = in_thread(skills.match)
        self.used = in_thread(skills.used)
        self.forget = in_thread(skills.forget)
        self.export = in_thread(skills.export)
        self.import_ = in_thread(skills.import_)


class AsyncTasks:
    """The verbs of `Tasks`, awaited."""

    def __init__(self, tasks: Tasks) -> None:
        self.register = in_thread(tasks.register)
        self.start = in_thread(tasks.start)
        self.get = in_thread(tasks.get)
        self.list = in_thread(tasks.list)
        self.meant = in_thread(tasks.meant)
        self.candidates = in_thread(tasks.candidates)
        self.asks = in_thread(tasks.asks)
        self.set = in_thread(tasks.set)
        self.clear = in_thread(tasks.clear)
        self.constrain = in_thread(tasks.constrain)
        self.resolve = in_thread(tasks.resolve)
        self.decide = in_thread(tasks.decide)
        self.step = in_thread(tasks.step)
        self.next_step = in_thread(tasks.next_step)
        self.pause = in_thread(tasks.pause)
        self.resume = in_thread(tasks.resume)
        self.complete = in_thread(tasks.complete)
        self.abandon = in_thread(tasks.abandon)


class AsyncQuarantine:
    """The verbs of `Quarantine`, awaited."""

    def __init__(self, quarantine: Quarantine) -> None:
        self.list = in_thread(quarantine.list)
        self.get = in_thread(quarantine.get)
        self.release = in_thread(quarantine.release)
        self.reject = in_thread(quarantine.reject)
        self.scan = in_thread(quarantine.scan)
        self.hold = in_thread(quarantine.hold)


class AsyncUpkeep:
    """The verbs of `Upkeep`, awaited."""

    def __init__(self, upkeep: Upkeep) -> None:
        self.sweep = in_thread(upkeep.sweep)
        self.consolidate = in_thread(upkeep.consolidate)
        self.distill = in_thread(upkeep.distill)
        self.digest = in_thread(upkeep.digest)
        self.decay = in_thread(upkeep.decay)
        self.apply = in_thread(upkeep.apply)
        self.pin = in_thread(upkeep.pin)
        self.unpin = in_thread(upkeep.unpin)
        self.jobs = in_thread(upkeep.jobs)
        self.letters = in_thread(upkeep.letters)
        self.retry = in_thread(upkeep.retry)


class AsyncTransfer:
    """The verbs of `Transfer`, awaited."""

    def __init__(self, transfer: Transfer) -> None:
        self.export = in_thread(transfer.export)
        self.survey = in_thread(transfer.survey)
        self.import_ = in_thread(transfer.import_)


class AsyncEncryption:
    """The verbs of `Encryption`, awaited."""

    def __init__(self, encryption: Encryption) -> None:
        self.status = in_thread(encryption.status)
        self.encrypt = in_thread(encryption.encrypt)
        self.decrypt = in_thread(encryption.decrypt)
        self.rotate = in_thread(encryption.rotate)
        self.rewrap = in_thread(encryption.rewrap)


class AsyncWholeTransfer(AsyncTransfer):
    """The verbs of `WholeTransfer`, awaited."""

    def __init__(self, transfer: WholeTransfer) -> None:
        super().__init__(transfer)
        self.backup = in_thread(transfer.backup)


class AsyncAudit:
    """The verbs of `Audit`, awaited."""

    def __init__(self, audit: Audit) -> None:
        self.verify = in_thread(audit.verify)
        self.head = in_thread(audit.head)
        self.lines = in_thread(audit.lines)
        self.export = in_thread(audit.export)


class AsyncUserMemory:
    """One user's memory with the verbs of `UserMemory`, awaited."""

    def __init__(self, user: UserMemory) -> None:
        self._user = user
        self.id = user.id
        self.add = in_thread(user.add)
        self.search = in_thread(user.search)
        self.context = in_thread(user.context)
        self.check_action = in_thread(user.check_action)
        self.fill = in_thread(user.fill)
        self.get = in_thread(user.get)
        self.list = in_thread(user.list)
        self.update = in_thread(user.update)
        self.history = in_thread(user.history)
        self.confirm = in_thread(user.confirm)
        self.reject = in_thread(user.reject)
        self.conflicts = in_thread(user.conflicts)
        self.entities = in_thread(user.entities)
        self.about = in_thread(user.about)
        self.together = in_thread(user.together)
        self.connected = in_thread(user.connected)
        self.feedback = in_thread(user.feedback)
        self.due_needs = in_thread(user.due_needs)
        self.undo = in_thread(user.undo)
        self.forget = in_thread(user.forget)
        self.label = in_thread(user.label)
        self.report = in_thread(user.report)
        self.why_not = in_thread(user.why_not)
        self.trace = in_thread(user.trace)
        self.sessions = in_thread(user.sessions)
        self.turns = in_thread(user.turns)
        self.stats = in_thread(user.stats)
        self.start = in_thread(user.start)
        self.files = AsyncFiles(user.files)
        self.permanent = AsyncPermanent(user.permanent)
        self.trust = AsyncTrust(user.trust)
        self.tasks = AsyncTasks(user.tasks)
        self.profile = AsyncPortrait(user.profile)
        self.skills = AsyncSkills(user.skills)
        self.transfer = AsyncTransfer(user.transfer)
        self.upkeep = AsyncUpkeep(user.upkeep)
        self.quarantine = AsyncQuarantine(user.quarantine)

    def session(self, id: str) -> AsyncSessionMemory:
        """One conversation: what of it goes into a model's window, and what the rest comes to."""
        return AsyncSessionMemory(self._user.session(id))


class AsyncApiKeys:
    """The verbs of `ApiKeys`, awaited."""

    def __init__(self, keys: ApiKeys) -> None:
        self.create = in_thread(keys.create)
        self.list = in_thread(keys.list)
        self.get = in_thread(keys.get)
        self.rotate = in_thread(keys.rotate)
        self.revoke = in_thread(keys.revoke)
        self.expire = in_thread(keys.expire)
        self.remove = in_thread(keys.remove)
        self.verify = in_thread(keys.verify)


class AsyncMemory:
    """An opened memory for asynchronous callers: `async with AsyncMemory(mnemic.open("memory.db")) as memory`."""

    def __init__(self, opened: OpenMemory) -> None:
        self._opened = opened
        self.run_due = in_thread(opened.run_due)
        self.transfer = AsyncWholeTransfer(opened.transfer)
        self.encryption = AsyncEncryption(opened.encryption)
        self.reembed = in_thread(opened.reembed)
        self.work = in_thread(opened.work)
        self.wake = opened.wake
        self.stop = opened.stop
        self.watch = opened.watch
        self.doctor = in_thread(opened.doctor)
        self.users = in_thread(opened.users)
        self.waiting = in_thread(opened.waiting)
        self.reaches = opened.reaches
        self.access = opened.access
        self.audit = AsyncAudit(opened.audit)
        self.keys = AsyncApiKeys(opened.keys)
        self.close = in_thread(opened.close)

    def user(self, id: str, *, agent: str | None = None, actor: str = Actor.USER) -> AsyncUserMemory:
        """One user's memory."""
        return AsyncUserMemory(self._opened.user(id, agent=agent, actor=actor))

    def tenant(self, id: str) -> AsyncMemory:
        """The same memory as another tenant sees it."""
        return AsyncMemory(self._opened.tenant(id))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
