"""The laws of the whole, checked after every step of a random life in a small world."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Kind, Memory, Status, Tier, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.validity import is_current
from mnemic.errors import InvalidInput, MemoryNotFound
from mnemic.language import segment
from mnemic.ports import Store
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.postgres import PostgresStore
from tests.conftest import Numbered, Ticking, assembled, sqlite_store
from tests.effort import examples
from tests.postgres_server import leave, server

SCOPES = [Scope(tenant, user) for tenant in ("acme", "acme2") for user in ("dan", "DAN", "dan1")]
SESSIONS = ["s1", "s2"]
AGENTS = [None, "travel"]
SENTENCES = [
    "I prefer aisle seats.",
    "I prefer window seats.",
    "For this trip only, I prefer an aisle seat.",
    "I live in Leeds.",
    "I moved to Bristol.",
    "My friend Tom loves durian.",
    "Forget that I live in Leeds.",
    "From now on, always answer in French.",
    "我喜欢乌龙茶。",
    "我现在不喜欢乌龙茶了。",
    "别记我喜欢乌龙茶了。",
    "我对花生过敏。",
    "我最喜欢的颜色是蓝色。",
    "我最喜欢的颜色是绿色。",
    "以后所有邮件都用中文写。",
    "明天下午三点我要去看牙医。",
]
QUESTIONS = ["Which seat should I book?", "我喜欢喝什么", "where do I live", "邮件用什么语言", "Ref"]
EVERY_KIND = [kind.value for kind in Kind]

everyone = st.sampled_from([SCOPES[0]] * 6 + SCOPES)  # one user has a long life, the others short ones
sessions = st.sampled_from(SESSIONS)
agents = st.sampled_from(AGENTS)
numbers = st.integers(0, 30)


@dataclass(slots=True)
class Past:
    """What one user's memory looked like at a moment, as it was recorded then."""

    at: datetime
    held: dict[str, tuple[str, Status]]


@dataclass(slots=True)
class Model:
    """What a bystander remembers of one user's life."""

    tokens: dict[str, tuple[str, str]] = field(default_factory=dict)  # distinctive word to its (session, turn)
    gone_tokens: set[str] = field(default_factory=set)
    gone_ids: set[str] = field(default_factory=set)
    pasts: list[Past] = field(default_factory=list)


def timeless(memory: Memory) -> Memory:
    """A memory without what is counted apart from its versions."""
    return replace(memory, access_count=0, last_accessed_at=None)


class Life(RuleBasedStateMachine):
    """Two tenants of three users each, over one store, for about nine days."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock = Ticking()
        self.new_id = Numbered()
        self.models = {scope: Model() for scope in SCOPES}
        self.counter = 0
        self.store = self.begin_store()
        self.open()

    def begin_store(self) -> Store:
        raise NotImplementedError

    def store_for(self, tenant: str) -> Store:
        raise NotImplementedError

    def open(self) -> None:
        self.opened: dict[str, OpenMemory] = {
            tenant: assembled(self.store_for(tenant), clock=self.clock, new_id=self.new_id, tenant=tenant)
            for tenant in ("acme", "acme2")
        }

    def close(self) -> None:
        for memory in self.opened.values():
            memory.close()

    def teardown(self) -> None:
        self.close()
        self.store.close()
        shutil.rmtree(self.folder)

    def user(self, scope: Scope, agent: str | None = None) -> UserMemory:
        return self.opened[scope.tenant].user(scope.user, agent=agent)

    def held(self, scope: Scope) -> list[Memory]:
        with self.store.reading(scope) as reader:
            return reader.memories()

    def picked(self, scope: Scope, number: int) -> Memory | None:
        held = self.held(scope)
        return held[number % len(held)] if held else None

    @initialize(scope=everyone)
    def begin(self, scope: Scope) -> None:
        self.add(scope, "s1", None, [0, 3], True)

    @rule(
        scope=everyone,
        session=sessions,
        agent=agents,
        chosen=st.lists(st.integers(0, len(SENTENCES) - 1), min_size=1, max_size=3),
        infer=st.booleans(),
    )
    def add(self, scope: Scope, session: str, agent: str | None, chosen: list[int], infer: bool) -> None:
        """After add, nothing waits, and a report's memories can be got."""
        self.clock.advance(hours=7)
        messages: list[dict[str, Any]] = []
        for number in chosen:
            self.counter += 1
            token = f"qz{self.counter:05}x"
            self.models[scope].tokens[token] = (session, f"t{self.counter}")
            content = f"{SENTENCES[number]} Ref {token}."
            messages.append({"role": "user", "content": content, "id": f"t{self.counter}"})
        report = self.user(scope, agent).add(messages, session=session, infer=infer)
        assert report.turns == [message["id"] for message in messages]
        with self.store.reading(scope) as reader:
            assert reader.turns(state=TurnState.PENDING) == []
        self.check_reported(scope, report)

    def check_reported(self, scope: Scope, report: WriteReport) -> None:
        for entry in report.added:
            assert entry.memory is not None
            assert self.user(scope).get(entry.memory.id).user == scope.user

    @rule(scope=everyone, session=sessions, chosen=st.integers(0, len(SENTENCES) - 1), infer=st.booleans())
    def add_later(self, scope: Scope, session: str, chosen: int, infer: bool) -> None:
        """What is taken in at once and understood later is understood by whoever runs what is due."""
        self.clock.advance(hours=7)
        self.counter += 1
        token = f"qz{self.counter:05}x"
        self.models[scope].tokens[token] = (session, f"t{self.counter}")
        message = {"role": "user", "content": f"{SENTENCES[chosen]} Ref {token}.", "id": f"t{self.counter}"}
        assert self.user(scope).add(message, session=session, infer=infer, wait=False).pending == 1
        assert self.opened[scope.tenant].run_due() == 1
        assert self.opened[scope.tenant].run_due() == 0

    @rule(scope=everyone, agent=agents, question=st.sampled_from(QUESTIONS), budget=st.sampled_from([0, 60, 400]))
    def place(self, scope: Scope, agent: str | None, question: str, budget: int) -> None:
        """A context holds the user's own memories only, and none that is held back."""
        user = self.user(scope, agent)
        context = user.context(question, session="s1", budget=budget)
        assert sum(block.tokens for block in context.blocks) <= budget
        for id in context.memory_ids:
            assert user.get(id).status is not Status.QUARANTINED

    @rule(scope=everyone, number=numbers, infer=st.booleans())
    def preview(self, scope: Scope, number: int, infer: bool) -> None:
        """A dry run changes nothing."""
        before = self.held(scope)
        self.user(scope).add(SENTENCES[number % len(SENTENCES)], infer=infer, dry_run=True)
        assert self.held(scope) == before

    @rule(scope=everyone, number=numbers, sentence=st.sampled_from(SENTENCES))
    def update(self, scope: Scope, number: int, sentence: str) -> None:
        """An update is what get gives from then on, and history keeps the old text."""
        self.clock.advance(hours=5)
        if old := self.picked(scope, number):
            new = self.user(scope).update(old.id, sentence, confirmed=True)
            assert self.user(scope).get(old.id).text == new.text == sentence
            last = self.user(scope).history(old.id)[-1]
            assert last.before is not None
            assert last.before.text == old.text

    @rule(scope=everyone, number=numbers)
    def confirm(self, scope: Scope, number: int) -> None:
        """What the user confirms is never left a mere proposal; what was taken back or replaced is none."""
        self.clock.advance(hours=3)
        if old := self.picked(scope, number):
            if old.tier is Tier.PROPOSED and old.status is not Status.QUARANTINED and not is_current(old):
                with pytest.raises(InvalidInput):
                    self.user(scope).confirm(old.id)
                return
            new = self.user(scope).confirm(old.id)
            assert new.tier is not Tier.PROPOSED or old.status is Status.QUARANTINED
            assert new.confidence == 1

    @rule(scope=everyone, number=numbers)
    def reject(self, scope: Scope, number: int) -> None:
        """What the user rejects no longer answers."""
        self.clock.advance(hours=3)
        if old := self.picked(scope, number):
            self.user(scope).reject(old.id)
            assert old.id not in {hit.memory.id for hit in self.user(scope).search(old.text, k=200)}

    @rule(scope=everyone, number=numbers)
    def forget_one(self, scope: Scope, number: int) -> None:
        """Forgetting one memory takes it and the turns behind it; what else those turns said stays in its own words."""
        self.clock.advance(hours=3)
        if memory := self.picked(scope, number):
            before = self.held(scope)
            receipt = self.user(scope).forget(memory.id, confirmed=True)
            assert memory.id in receipt.memories
            others = " ".join(other.text for other in before if other.id not in receipt.memories)
            tokens = self.models[scope].tokens
            self.models[scope].tokens = {token: place for token, place in tokens.items() if token not in others}
            self.mourn(scope, {(source.session, source.turn) for source in memory.sources}, set(receipt.memories))

    @rule(scope=everyone, session=sessions)
    def forget_session(self, scope: Scope, session: str) -> None:
        """Forgetting a session takes everything said in it."""
        self.clock.advance(hours=3)
        receipt = self.user(scope).forget(session=session)
        turns = {place for place in self.models[scope].tokens.values() if place[0] == session}
        self.mourn(scope, turns, set(receipt.memories))
        assert self.user(scope).turns(session) == []

    @rule(scope=everyone)
    def forget_everything(self, scope: Scope) -> None:
        """Forgetting everything leaves no row of the user in any table."""
        self.clock.advance(hours=3)
        receipt = self.user(scope).forget(everything=True)
        self.mourn(scope, set(self.models[scope].tokens.values()), set(receipt.memories))
        with self.store.reading(scope) as reader:
            assert set(reader.counts().values()) == {0}

    def mourn(self, scope: Scope, turns: set[tuple[str, str]], ids: set[str]) -> None:
        model = self.models[scope]
        gone = {token for token, place in model.tokens.items() if place in turns}
        for token in gone:
            del model.tokens[token]
        model.gone_tokens |= gone
        model.gone_ids |= ids
        self.check_bytes()
        for past in model.pasts:
            known = self.known(scope, past.at)
            assert known.items() <= past.held.items(), "forgetting adds nothing to the past"
            past.held = known

    def check_bytes(self) -> None:
        gone = [token.encode() for model in self.models.values() for token in model.gone_tokens]
        for path in self.folder.iterdir():
            held = path.read_bytes()
            assert [token for token in gone if token in held] == [], path.name

    @rule(scope=everyone, agent=agents, session=st.sampled_from([None, *SESSIONS]), question=st.sampled_from(QUESTIONS))
    def search(self, scope: Scope, agent: str | None, session: str | None, question: str) -> None:
        """A search gives its own user's memories only, the same twice, and only what may answer."""
        user = self.user(scope, agent)
        first = user.search(question, session=session, k=50)
        again = user.search(question, session=session, k=50)
        assert [(hit.memory.id, hit.score) for hit in first] == [(hit.memory.id, hit.score) for hit in again]
        assert first.degraded == ()
        own = {memory.id for memory in self.held(scope)}
        for hit in first:
            assert hit.memory.id in own
            assert (hit.memory.tenant, hit.memory.user) == (scope.tenant, scope.user)
            assert agent is None or hit.memory.agent == agent
            assert hit.memory.status is not Status.QUARANTINED
            assert hit.memory.superseded_at is None
            assert hit.memory.tier is not Tier.SESSION or hit.memory.session == session
            assert 0 <= hit.score <= 1
        assert len(first) == len({hit.memory.id for hit in first})

    @rule(scope=everyone)
    def recall_the_present(self, scope: Scope) -> None:
        """What is known now is remembered as the past of this moment."""
        at = self.clock.now()
        self.models[scope].pasts.append(Past(at=at, held=self.known(scope, at)))
        self.clock.advance(minutes=1)

    def known(self, scope: Scope, at: datetime) -> dict[str, tuple[str, Status]]:
        with self.store.reading(scope) as reader:
            everything = {memory.id: (memory.text, memory.status) for memory in reader.known(at)}
        seen = self.user(scope).list(kinds=EVERY_KIND, status="any", known_at=at)
        assert {memory.id for memory in seen} <= everything.keys()
        return everything

    @rule()
    def reopen(self) -> None:
        """Closing and opening again changes nothing that is held."""
        before = {scope: [timeless(memory) for memory in self.held(scope)] for scope in SCOPES}
        self.close()
        self.open()
        assert {scope: [timeless(memory) for memory in self.held(scope)] for scope in SCOPES} == before

    @invariant()
    def nothing_crosses_a_scope(self) -> None:
        """No user's verbs give, or act on, another user's memory."""
        for scope in SCOPES:
            listed = self.user(scope).list(kinds=EVERY_KIND, status="any")
            assert all((memory.tenant, memory.user) == (scope.tenant, scope.user) for memory in listed)
        scope, other = self.pair()
        for memory in self.held(other)[:1]:
            user = self.user(scope)
            for verb in (user.get, user.history, user.confirm, user.reject, user.forget):
                with pytest.raises(MemoryNotFound):
                    verb(memory.id)
            with pytest.raises(MemoryNotFound):
                user.update(memory.id, "mine now", confirmed=True)
            with pytest.raises(MemoryNotFound):
                user.why_not(memory.id, "whose?")

    def pair(self) -> tuple[Scope, Scope]:
        return SCOPES[self.counter % 6], SCOPES[(self.counter + 1 + self.counter // 6 % 5) % 6]

    @invariant()
    def the_forgotten_never_returns(self) -> None:
        """Forgotten ids and words are in no verb's answer."""
        for scope, model in self.models.items():
            if not model.gone_ids and not model.gone_tokens:
                continue
            user = self.user(scope)
            held = self.held(scope)
            assert not model.gone_ids & {memory.id for memory in held}
            with self.store.reading(scope) as reader:
                told = repr((held, reader.turns(), reader.history(), [reader.links(memory.id) for memory in held]))
            assert [token for token in model.gone_tokens if token in told] == []
            for id in sorted(model.gone_ids)[:1]:
                with pytest.raises(MemoryNotFound):
                    user.get(id)
                with pytest.raises(MemoryNotFound):
                    user.history(id)
            for token in sorted(model.gone_tokens)[:1]:
                assert token not in repr(list(user.search(token, k=200)))

    @invariant()
    def the_past_stands(self) -> None:
        """What was known at a moment is what is said to have been known then, ever after."""
        for scope, model in self.models.items():
            for past in model.pasts:
                assert self.known(scope, past.at) == past.held

    @invariant()
    def history_and_audit_tell_every_version(self) -> None:
        """The last history row of a memory holds it as it is, and no change goes without its audit row."""
        for scope in SCOPES:
            with self.store.reading(scope) as reader:
                memories, lines, counts = reader.memories(), reader.history(), reader.counts()
            last = {line.memory_id: line for line in lines}
            assert last.keys() == {memory.id for memory in memories}
            for memory in memories:
                after = last[memory.id].after
                assert after is not None
                assert timeless(after) == timeless(memory)
            versions = [(line.memory_id, line.after.version) for line in lines if line.after]
            assert len(versions) == len(set(versions)), "one history row for each version"
            assert [line.sequence for line in lines] == sorted({line.sequence for line in lines})
            assert [line.at for line in lines] == sorted(line.at for line in lines)
            assert counts["audit"] >= len(lines)

    @invariant()
    def indexes_agree_with_records(self) -> None:
        """Every memory has one index entry: the words and the vector of its text; and nobody else has one."""
        for scope in SCOPES:
            with self.store.reading(scope) as reader:
                memories = {memory.id: timeless(memory) for memory in reader.memories()}
                changed = reader.refresh(epoch="", change=0).changed
                assert reader.counts()["index"] == len(memories)
            assert sorted(indexed.memory.id for indexed in changed) == sorted(memories)
            for indexed in changed:
                assert timeless(indexed.memory) == memories[indexed.memory.id]
                assert dict(indexed.entry.terms) == dict(segment.terms(indexed.memory.text))
                assert indexed.entry.vector
                assert len(indexed.entry.vector) == 2 * 256

    @invariant()
    def nothing_points_into_the_void(self) -> None:
        """Successors, sources and links name what is there."""
        for scope in SCOPES:
            with self.store.reading(scope) as reader:
                memories = reader.memories()
                sources = {turn.source for turn in reader.turns()}
                links = [link for memory in memories for link in reader.links(memory.id)]
            ids = {memory.id for memory in memories}
            assert {memory.superseded_by for memory in memories} <= ids | {None}
            assert {source for memory in memories for source in memory.sources} <= sources
            assert {end for link in links for end in (link.source, link.target)} <= ids


class LifeInAFile(Life):
    """Over a file, which each tenant opens for itself."""

    def begin_store(self) -> Store:
        return sqlite_store(self.folder / "memory.db", lock_wait_s=20)

    def store_for(self, tenant: str) -> Store:
        return sqlite_store(self.folder / "memory.db", lock_wait_s=20)


class LifeInADatabase(Life):
    """Over a database of a server, to which each tenant connects for itself."""

    def begin_store(self) -> Store:
        return self.store_for("")

    def store_for(self, tenant: str) -> Store:
        return PostgresStore.open(server().of(self.folder), lock_wait_s=20)

    def teardown(self) -> None:
        super().teardown()
        leave(self.folder)


class Lent(InMemoryStore):
    """The twin as a lender would have it: who borrows it does not close it."""

    def close(self) -> None:
        """Nothing: it goes on."""


class LifeInMemory(Life):
    """Over the twin, which both tenants share."""

    def begin_store(self) -> Store:
        return Lent()

    def store_for(self, tenant: str) -> Store:
        return self.store


SMALL = settings(
    max_examples=examples(80),
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    report_multiple_bugs=False,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestLifeInAFile = LifeInAFile.TestCase
TestLifeInAFile.settings = settings(SMALL, max_examples=examples(12), stateful_step_count=30)
TestLifeInADatabase = LifeInADatabase.TestCase
TestLifeInADatabase.settings = settings(SMALL, max_examples=examples(2), stateful_step_count=25)
TestLifeInMemory = LifeInMemory.TestCase
TestLifeInMemory.settings = SMALL
