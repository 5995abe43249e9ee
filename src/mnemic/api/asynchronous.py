"""The same verbs for asynchronous callers: each runs in a thread, none is written twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

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
Room = TypeVar("Room")


def in_thread(verb: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """The asynchronous form of a verb, with its signature and docstring: it runs in a thread."""
    name = verb.__name__

    @wraps(verb)
    async def run(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
        answer: R = await asyncio.to_thread(getattr(self._here, name), *args, **kwargs)
        return answer

    return run


class AsyncRoom(Generic[Room]):
    """What awaits the verbs of a room, which is here."""

    def __init__(self, here: Room) -> None:
        self._here = here


class AsyncFiles(AsyncRoom[Files]):
    """The verbs of `Files`, awaited."""

    add = in_thread(Files.add)
    get = in_thread(Files.get)
    data = in_thread(Files.data)
    list = in_thread(Files.list)
    of = in_thread(Files.of)
    read_again = in_thread(Files.read_again)
    forget = in_thread(Files.forget)


class AsyncPermanent(AsyncRoom[Permanent]):
    """The verbs of `Permanent`, awaited."""

    propose = in_thread(Permanent.propose)
    proposals = in_thread(Permanent.proposals)
    confirm = in_thread(Permanent.confirm)
    reject = in_thread(Permanent.reject)
    list = in_thread(Permanent.list)
    keys = in_thread(Permanent.keys)
    read = in_thread(Permanent.read)
    forget = in_thread(Permanent.forget)
    conflicts = in_thread(Permanent.conflicts)
    answer = in_thread(Permanent.answer)


class AsyncTrust(AsyncRoom[Trust]):
    """The verbs of `Trust`, awaited."""

    sources = in_thread(Trust.sources)
    rollback = in_thread(Trust.rollback)
    undo = in_thread(Trust.undo)


class AsyncPortrait(AsyncRoom[Portrait]):
    """The verbs of `Portrait`, awaited."""

    get = in_thread(Portrait.get)
    refresh = in_thread(Portrait.refresh)
    due = in_thread(Portrait.due)
    changes = in_thread(Portrait.changes)
    history = in_thread(Portrait.history)


class AsyncSessionMemory(AsyncRoom[SessionMemory]):
    """The verbs of `SessionMemory`, awaited."""

    add = in_thread(SessionMemory.add)
    turns = in_thread(SessionMemory.turns)
    messages = in_thread(SessionMemory.messages)
    summary = in_thread(SessionMemory.summary)

    def __init__(self, session: SessionMemory) -> None:
        super().__init__(session)
        self.id = session.id

    async def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return await asyncio.to_thread(lambda: self._here.info)


class AsyncSkills(AsyncRoom[Skills]):
    """The verbs of `Skills`, awaited."""

    declare = in_thread(Skills.declare)
    learn = in_thread(Skills.learn)
    list = in_thread(Skills.list)
    get = in_thread(Skills.get)
    versions = in_thread(Skills.versions)
    match = in_thread(Skills.match)
    used = in_thread(Skills.used)
    forget = in_thread(Skills.forget)
    export = in_thread(Skills.export)
    import_ = in_thread(Skills.import_)


class AsyncTasks(AsyncRoom[Tasks]):
    """The verbs of `Tasks`, awaited."""

    register = in_thread(Tasks.register)
    start = in_thread(Tasks.start)
    get = in_thread(Tasks.get)
    list = in_thread(Tasks.list)
    meant = in_thread(Tasks.meant)
    candidates = in_thread(Tasks.candidates)
    asks = in_thread(Tasks.asks)
    set = in_thread(Tasks.set)
    clear = in_thread(Tasks.clear)
    constrain = in_thread(Tasks.constrain)
    resolve = in_thread(Tasks.resolve)
    decide = in_thread(Tasks.decide)
    step = in_thread(Tasks.step)
    next_step = in_thread(Tasks.next_step)
    pause = in_thread(Tasks.pause)
    resume = in_thread(Tasks.resume)
    complete = in_thread(Tasks.complete)
    abandon = in_thread(Tasks.abandon)


class AsyncQuarantine(AsyncRoom[Quarantine]):
    """The verbs of `Quarantine`, awaited."""

    list = in_thread(Quarantine.list)
    get = in_thread(Quarantine.get)
    release = in_thread(Quarantine.release)
    reject = in_thread(Quarantine.reject)
    scan = in_thread(Quarantine.scan)
    hold = in_thread(Quarantine.hold)


class AsyncUpkeep(AsyncRoom[Upkeep]):
    """The verbs of `Upkeep`, awaited."""

    sweep = in_thread(Upkeep.sweep)
    consolidate = in_thread(Upkeep.consolidate)
    distill = in_thread(Upkeep.distill)
    digest = in_thread(Upkeep.digest)
    decay = in_thread(Upkeep.decay)
    apply = in_thread(Upkeep.apply)
    pin = in_thread(Upkeep.pin)
    unpin = in_thread(Upkeep.unpin)
    jobs = in_thread(Upkeep.jobs)
    letters = in_thread(Upkeep.letters)
    retry = in_thread(Upkeep.retry)


class AsyncTransfer(AsyncRoom[Transfer]):
    """The verbs of `Transfer`, awaited."""

    export = in_thread(Transfer.export)
    survey = in_thread(Transfer.survey)
    import_ = in_thread(Transfer.import_)


class AsyncEncryption(AsyncRoom[Encryption]):
    """The verbs of `Encryption`, awaited."""

    status = in_thread(Encryption.status)
    encrypt = in_thread(Encryption.encrypt)
    decrypt = in_thread(Encryption.decrypt)
    rotate = in_thread(Encryption.rotate)
    rewrap = in_thread(Encryption.rewrap)


class AsyncWholeTransfer(AsyncTransfer):
    """The verbs of `WholeTransfer`, awaited."""

    backup = in_thread(WholeTransfer.backup)


class AsyncAudit(AsyncRoom[Audit]):
    """The verbs of `Audit`, awaited."""

    verify = in_thread(Audit.verify)
    head = in_thread(Audit.head)
    lines = in_thread(Audit.lines)
    export = in_thread(Audit.export)


class AsyncUserMemory(AsyncRoom[UserMemory]):
    """One user's memory with the verbs of `UserMemory`, awaited."""

    add = in_thread(UserMemory.add)
    search = in_thread(UserMemory.search)
    context = in_thread(UserMemory.context)
    check_action = in_thread(UserMemory.check_action)
    fill = in_thread(UserMemory.fill)
    get = in_thread(UserMemory.get)
    list = in_thread(UserMemory.list)
    update = in_thread(UserMemory.update)
    history = in_thread(UserMemory.history)
    confirm = in_thread(UserMemory.confirm)
    reject = in_thread(UserMemory.reject)
    conflicts = in_thread(UserMemory.conflicts)
    entities = in_thread(UserMemory.entities)
    about = in_thread(UserMemory.about)
    together = in_thread(UserMemory.together)
    connected = in_thread(UserMemory.connected)
    feedback = in_thread(UserMemory.feedback)
    due_needs = in_thread(UserMemory.due_needs)
    undo = in_thread(UserMemory.undo)
    forget = in_thread(UserMemory.forget)
    label = in_thread(UserMemory.label)
    report = in_thread(UserMemory.report)
    why_not = in_thread(UserMemory.why_not)
    trace = in_thread(UserMemory.trace)
    sessions = in_thread(UserMemory.sessions)
    turns = in_thread(UserMemory.turns)
    stats = in_thread(UserMemory.stats)
    start = in_thread(UserMemory.start)

    def __init__(self, user: UserMemory) -> None:
        super().__init__(user)
        self.id = user.id
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
        return AsyncSessionMemory(self._here.session(id))


class AsyncApiKeys(AsyncRoom[ApiKeys]):
    """The verbs of `ApiKeys`, awaited."""

    create = in_thread(ApiKeys.create)
    list = in_thread(ApiKeys.list)
    get = in_thread(ApiKeys.get)
    rotate = in_thread(ApiKeys.rotate)
    revoke = in_thread(ApiKeys.revoke)
    expire = in_thread(ApiKeys.expire)
    remove = in_thread(ApiKeys.remove)
    verify = in_thread(ApiKeys.verify)


class AsyncMemory(AsyncRoom[OpenMemory]):
    """An opened memory for asynchronous callers: `async with AsyncMemory(mnemic.open("memory.db")) as memory`."""

    run_due = in_thread(OpenMemory.run_due)
    reembed = in_thread(OpenMemory.reembed)
    work = in_thread(OpenMemory.work)
    doctor = in_thread(OpenMemory.doctor)
    users = in_thread(OpenMemory.users)
    waiting = in_thread(OpenMemory.waiting)
    close = in_thread(OpenMemory.close)

    def __init__(self, opened: OpenMemory) -> None:
        super().__init__(opened)
        self.transfer = AsyncWholeTransfer(opened.transfer)
        self.encryption = AsyncEncryption(opened.encryption)
        self.wake = opened.wake
        self.stop = opened.stop
        self.watch = opened.watch
        self.reaches = opened.reaches
        self.access = opened.access
        self.audit = AsyncAudit(opened.audit)
        self.keys = AsyncApiKeys(opened.keys)

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> AsyncUserMemory:
        """One user's memory."""
        return AsyncUserMemory(self._here.user(id, agent=agent, actor=actor, purpose=purpose))

    def tenant(self, id: str) -> AsyncMemory:
        """The same memory as another tenant sees it."""
        return AsyncMemory(self._here.tenant(id))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
