"""A user of more than a year's standing, with work for every job of upkeep, in both languages; and what is held of a
user, but for ids, so that two lives that came to the same can be seen to be the same."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action, Change
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Slot, Status, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.domain.validity import is_current
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder, LanguageModel, Store
from mnemic.rooms.digest.record import digest_of, is_digest
from mnemic.rooms.habits.record import habit_of, is_habit
from mnemic.rooms.habits.talk import is_same_act
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.jobs.jobs import PLANNERS
from mnemic.upkeep.pins import is_protected as stays
from mnemic.upkeep.vectors.reembed import count_outdated_vectors
from tests.conftest import MONDAY, Numbered, Ticking, assembled

ALICE = Scope("default", "alice")
TODAY = MONDAY + timedelta(days=400)
OLD, NEW = HashingEmbedder(), HashingEmbedder(size=512)
NUMBERED = Numbered(itertools.count(100_000))  # of all that are opened: no id comes twice
NIGHTS = (100, 200, 300)  # days on which decay has run before today
KEPT = {"I'm allergic to peanuts.": "confirm", "我喜欢围棋。": "pin"}

SAID: Mapping[int, Iterable[str]] = {
    0: ("I like jazz.", "Good morning!", "早上好！", *KEPT),
    150: ("I like opera.", "我喜欢京剧。", "What a day."),
    180: ("I like pottery.",),
    280: ("I like chess.", "我喜欢下象棋。"),
    371: ("Window seat again please.", "I like hiking.", "I like sushi.", "帮我点一杯燕麦拿铁", "Nice and sunny."),
    374: ("I like folk music.", "我喜欢爬山。", "我喜欢吃川菜。", "我喜欢听民谣。"),
    378: ("Book me a flight to Rome, window seat please.", "来一杯燕麦拿铁吧", "Busy week.", "The train was late."),
    379: ("I don't like horror films.", "今天很累。"),
    385: ("Can I get a window seat?", "再来一杯燕麦拿铁", "Rain again."),
}
WAITING = ("I live in Leeds.", "我喜欢乌龙茶。", "See you soon.")
IMPORTED = (  # as by an import: they never met what was known
    ("User's office is in Lyon.", "office", "Lyon", 0),
    ("User's office is in  lyon.", "office", "lyon", 1),
    ("用户的车停在北门。", "parking", "北门", 2),
    ("用户的车停在东门。", "parking", "东门", 3),
)
VAGUE = "He works there."


def opened(
    store: Store,
    clock: Ticking | None = None,
    *,
    embedder: Embedder = OLD,
    model: LanguageModel | None = None,
    new_id: Callable[[], str] = NUMBERED,
    **given: Any,
) -> OpenMemory:
    """A memory over a store of the scene, today."""
    return assembled(
        store,
        clock=clock or Ticking(TODAY),
        embedder=embedder,
        former=None if embedder is OLD else OLD,
        model=model,
        new_id=new_id,
        **given,
    )


def lived(store: Store, scope: Scope = ALICE) -> None:
    """Let a user live for 400 days. Decay has run now and then, no other job ever has, and some turns wait."""
    clock = Ticking()
    memory = opened(store, clock)
    user = memory.user(scope.user)
    for day in sorted({*SAID, *NIGHTS}):
        clock.moment = MONDAY + timedelta(days=day)
        for number, text in enumerate(SAID.get(day, ())):
            report = user.add({"content": text, "id": f"d{day}n{number}"}, session=f"day {day}")
            if text in KEPT:
                user.confirm(report.ids[0]) if KEPT[text] == "confirm" else user.upkeep.pin(report.ids[0])
            clock.advance(minutes=1)
        if day in NIGHTS:
            memory._core.jobs.once(scope, Job.DECAY, dry_run=False)
    clock.moment = MONDAY + timedelta(days=390)
    for text, attribute, value, minute in IMPORTED:
        _imported(user, clock, text, Slot(subject="user", attribute=attribute, value=value, single=True), minute)
    _imported(user, clock, VAGUE, None, 9)
    user.search("What about pottery?", kinds=["preference"], k=1)
    clock.moment = TODAY - timedelta(hours=1)
    for number, text in enumerate(WAITING):
        user.add({"content": text, "id": f"w{number}"}, session="waiting", wait=False)
    memory._core.write_uses(scope)


def _imported(user: UserMemory, clock: Ticking, text: str, slot: Slot | None, minute: int) -> None:
    said = clock.now() + timedelta(minutes=minute)
    memory = Memory(
        id=NUMBERED(),
        tenant=user._scope.tenant,
        user=user._scope.user,
        kind=Kind.FACT,
        text=text,
        slot=slot,
        language="zh" if re.search("[一-鿿]", text) else "en",
        said_at=said,
        valid_from=said,
        recorded_at=clock.now(),
        updated_at=clock.now(),
    )
    user._owner.apply([Change(action=Action.ADD, memory=memory, reason="imported")], now=clock.now())


def copied(store: InMemoryStore) -> InMemoryStore:
    """The same held once more."""
    copy = InMemoryStore()
    copy._users = {scope: holdings.copy() for scope, holdings in store._users.items()}
    copy._trails._lines = {tenant: list(lines) for tenant, lines in store._trails._lines.items()}
    return copy


def jobs() -> list[Job]:
    """Every job there is work for: those that are registered, and those with a way of their own."""
    return [Job.UNDERSTAND, *PLANNERS, Job.REEMBED]


def do(memory: OpenMemory, job: Job) -> None:
    """Do one job of the user's, whatever its schedule."""
    if job is Job.UNDERSTAND:
        failed: dict[Scope, Exception] = {}
        memory._core.queue.run(failed, eager=True)
        if failed:
            raise failed[ALICE]
    elif job is Job.REEMBED:
        memory.reembed()
    else:
        memory._core.jobs.once(ALICE, job, dry_run=False)


def left(memory: OpenMemory, job: Job, scope: Scope = ALICE) -> list[str]:
    """What a job still finds to do."""
    core = memory._core
    with core.parts.store.reading(scope) as reader:
        if job is Job.UNDERSTAND:
            return [turn.text for turn in reader.turns(state=TurnState.PENDING)]
        if job is Job.REEMBED:
            return ["vectors"] * count_outdated_vectors(reader, core.parts.embedder.fingerprint)
    plan = PLANNERS[job](core.jobs.tending, scope, core.parts.clock.now())
    return [step.reason for step in plan.steps if not step.proposed]


def everything(store: Store, scope: Scope = ALICE) -> list[Memory]:
    """Every record of a user, of any kind and state."""
    with store.reading(scope) as reader:
        records = {one.id: one for one in (*reader.memories(), *reader.rooms())}
    return list(records.values())


@dataclass(frozen=True, kw_only=True)
class Held:
    """What is held of a user. Ids are told by the words of what they name."""

    memories: Counter[str]
    turns: Counter[str]
    history: Counter[str]
    links: Counter[str]
    audit: Counter[str]


def held(store: Store, scope: Scope = ALICE) -> Held:
    """What a store holds of a user."""
    records = {one.id: one for one in everything(store, scope)}
    with store.reading(scope) as reader, reader.examining() as rows:
        history, links, turns = reader.history(), reader.links(), reader.turns()
        audit = [row.value for row in rows.audit()]
    said = {line.memory_id: line.after.text for line in history if line.after} | {
        id: one.text for id, one in records.items()
    }

    def plain(value: object) -> str:
        return re.sub(r"m\d{6}", lambda id: f"<{said.get(id[0], 'gone')}>", str(value))

    return Held(
        memories=Counter(plain(_sorted_marks(one)) for one in records.values()),
        turns=Counter(f"{turn.session} {turn.id} {turn.state} {turn.text}" for turn in turns),
        history=Counter(plain((line.memory_id, line.action, line.reason, line.after)) for line in history),
        links=Counter(plain((link.source, link.relation, link.target, link.reason)) for link in links),
        audit=Counter(plain((row.actor, row.action, row.memory_id)) for row in audit if row is not None),
    )


def _sorted_marks(memory: Memory) -> Memory:
    return replace(memory, metadata=dict(sorted(memory.metadata.items())))


def kept(store: Store, scope: Scope = ALICE) -> dict[str, str]:
    """What no job may touch, as it is; which embedder made its vector and how often it was found are no words of it."""
    return {
        one.id: str(replace(one, fingerprint="", access_count=0, last_accessed_at=None))
        for one in everything(store, scope)
        if stays(one)
    }


def twice(store: Store, scope: Scope = ALICE) -> list[str]:
    """What was derived more than once: episodes of one turn, digests of one period, habits of one act, dense memories
    that share a part or leave one standing, and statements that say the same, but for
    imported ones."""
    records = everything(store, scope)
    answering = [one for one in records if is_current(one) and one.status is not Status.ARCHIVED]
    habits = [one for one in answering if is_habit(one)]
    dense = [one for one in answering if part_ids_of(one)]
    made = Counter(
        [
            *(("episode", one.sources) for one in records if one.kind is Kind.EPISODE),
            *(("digest", digest_of(one).agent, digest_of(one).period.name) for one in records if is_digest(one)),
            *(("profile", one.text) for one in records if one.kind is Kind.PROFILE),
            *(("part", part) for one in dense for part in part_ids_of(one)),
            *(
                ("statement", one.slot if one.slot and not one.slot.single else None, one.text)
                for one in answering
                if one.sources and one.kind not in {Kind.EPISODE, *ROOM_KINDS}
            ),
        ]
    )
    parts = {part for one in dense for part in part_ids_of(one)}
    return [
        *(str(what) for what, count in made.items() if count > 1),
        *(f"part and whole: {one.text}" for one in answering if one.id in parts),
        *(
            f"one habit: {one.text} | {other.text}"
            for one, other in itertools.combinations(habits, 2)
            if one.language == other.language and is_same_act(habit_of(one).act, habit_of(other).act)
        ),
    ]
