"""Nothing automatic changes permanent memory: a random life in a small world, over both stores."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Memory, Tier
from mnemic.errors import AccessDenied, ConfirmationRequired, MnemicError
from mnemic.models.scripted import ScriptedModel
from mnemic.ports import Store
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import Numbered, Ticking, assembled

ORDERS = [
    "From now on, always answer in French.",
    "以后所有邮件都用中文写。",
    "I'm allergic to shrimp.",
    "My name is Ada.",
]
AGAINST = [
    *ORDERS,
    "From now on, always answer in German.",
    "以后所有邮件都用英文写。",
    "I'm not allergic to shrimp any more.",
    "My name is Adele.",
    "Actually, that's wrong: I'm allergic to nuts, not to shrimp.",
    "No, that is not what I meant, answer in Spanish.",
    "不对，邮件应该用法文写。",
    "Forget that.",
    "Forget that I'm allergic to shrimp.",
    "别记邮件用中文写了。",
    "忘掉我的名字。",
    "For this mail only, use English.",
    "对，就是这样。",
    "I live in Leeds.",
    "I moved to Bristol.",
]
QUESTIONS = ["In which language should I answer?", "邮件用什么语言", "What is her name?", "shrimp"]
sentences = st.sampled_from(AGAINST)
sessions = st.sampled_from(["s1", "s2"])
roles = st.sampled_from(["user", "user", "assistant", "tool", "system"])
numbers = st.integers(0, 40)


def uncounted(memory: Memory) -> Memory:
    """A memory without its counts of use, which are no change of it."""
    return replace(memory, access_count=0, last_accessed_at=None)


def hostile(said: str) -> str:
    """What a model answers that tries to merge, supersede and retract whatever it is shown."""
    numbers = list(range(1, 25))
    item = {
        "text": said,
        "kind": "rule",
        "quote": said,
        "turn": 1,
        "about": "user",
        "attribute": "rule:answer language",
        "value": said,
        "polarity": 1,
        "valid_from": "",
        "valid_to": "",
        "once": False,
        "same_as": [],
        "replaces": numbers,
    }
    same = item | {"same_as": numbers, "replaces": []}
    return json.dumps({"memories": [item, same], "retracts": numbers})


class Unmoved(RuleBasedStateMachine):
    """One user whose permanent memory a whole life of talk, models, agents and upkeep leaves as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock, self.new_id = Ticking(), Numbered()
        self.store = self.begin_store()
        self.by_rules = assembled(self.store, clock=self.clock, new_id=self.new_id, tenant="acme")
        self.said = ""
        model = ScriptedModel(lambda asked: hostile(self.said))
        self.by_model = assembled(self.store, clock=self.clock, new_id=self.new_id, tenant="acme", model=model)
        self.kept: dict[str, Memory] = {}

    def begin_store(self) -> Store:
        raise NotImplementedError

    def teardown(self) -> None:
        self.by_rules.close()
        shutil.rmtree(self.folder)

    def alice(self, memory: OpenMemory | None = None, actor: str = "user") -> UserMemory:
        return (memory or self.by_rules).user("alice", actor=actor)

    def picked(self, number: int) -> Memory | None:
        with self.store.reading(self.alice()._scope) as reader:
            held = reader.memories()
        return held[number % len(held)] if held else None

    @initialize(orders=st.sets(st.sampled_from(ORDERS), min_size=1))
    def begin(self, orders: set[str]) -> None:
        """Some orders, each said in talk and confirmed by the user."""
        for order in sorted(orders):
            for id in self.alice().add(order, session="s0").ids:
                confirmed = self.alice().permanent.confirm(id)
                self.kept[id] = uncounted(confirmed)
            self.clock.advance(minutes=1)

    @rule(text=sentences, session=sessions, role=roles, infer=st.booleans())
    def talk(self, text: str, session: str, role: str, infer: bool) -> None:
        """By the rules, whoever speaks; said again, contradicted, corrected, or asked to be forgotten."""
        self.clock.advance(hours=5)
        self.alice().add({"role": role, "content": text}, session=session, infer=infer)

    @rule(text=sentences, session=sessions)
    def talk_to_a_model(self, text: str, session: str) -> None:
        """By a model that tries everything."""
        self.clock.advance(hours=5)
        self.said = text
        self.alice(self.by_model).add(text, session=session)

    @rule(text=sentences, days=st.integers(-30, 3))
    def bring_in(self, text: str, days: int) -> None:
        """An import of what was said at another time, understood later."""
        then = self.clock.moment.replace(microsecond=abs(days))
        self.alice().add(
            {"role": "user", "content": text, "time": then.replace(year=then.year - 1)}, session="old", wait=False
        )
        self.by_rules.run_due()

    @rule(question=st.sampled_from(QUESTIONS), helpful=st.booleans())
    def rate(self, question: str, helpful: bool) -> None:
        """Thumbs on an answer, and on each memory of it."""
        found = self.alice().search(question, k=20)
        self.alice().feedback(found, helpful)
        for hit in found:
            self.alice().feedback(hit.memory.id, helpful)

    @rule(days=st.sampled_from([1, 8, 200]))
    def time_goes_by(self, days: int) -> None:
        """Upkeep, and portraits by a model that tries everything too."""
        self.clock.advance(days=days)
        self.by_rules.run_due()
        self.by_model.run_due()
        self.alice().start(session="s9")

    @rule(number=numbers, text=sentences)
    def agent(self, number: int, text: str) -> None:
        """An agent tries every verb on anything; what it may not do is denied."""
        memory, agent = self.picked(number), self.alice(actor="agent")
        if memory is None:
            return
        decisions: list[Callable[[], object]] = [
            lambda: agent.undo(memory.id),
            lambda: agent.reject(memory.id),
            lambda: agent.confirm(memory.id),
            lambda: agent.update(memory.id, text, confirmed=True),
            lambda: agent.permanent.reject(memory.id),
            lambda: agent.permanent.confirm(memory.id),
            lambda: agent.permanent.forget(memory.id),
            lambda: agent.forget(memory.id, confirmed=True),
        ]
        for attempt in decisions:
            self.clock.advance(minutes=1)
            if memory.id in self.kept:
                with pytest.raises(AccessDenied):
                    attempt()
            else:
                with suppress(MnemicError):
                    attempt()
        agent.permanent.propose(text, key="answer.language")
        wide_ones: list[Callable[[], object]] = [
            lambda: agent.forget(session="s0"),
            lambda: agent.forget(everything=True),
        ]
        for wide in wide_ones:
            with pytest.raises(AccessDenied):
                wide()

    @rule(number=numbers)
    def user_without_a_word(self, number: int) -> None:
        """Without `confirmed` even the user's handle neither updates nor forgets it."""
        kept = sorted(self.kept)
        id = kept[number % len(kept)]
        for attempt in (lambda: self.alice().update(id, "x"), lambda: self.alice().forget(id)):
            with pytest.raises(ConfirmationRequired):
                attempt()

    @invariant()
    def unmoved(self) -> None:
        """Every permanent memory is what it was, word for word and field for field, and its history has not grown."""
        for id, before in self.kept.items():
            assert uncounted(self.alice().get(id)) == before
            assert self.alice().history(id)[-1].after is not None
            assert self.alice().history(id)[-1].action.value == "confirm"

    @invariant()
    def alone(self) -> None:
        """Nothing else has become permanent."""
        with self.store.reading(self.alice()._scope) as reader:
            held = {memory.id for memory in reader.memories() if memory.tier is Tier.PERMANENT}
        assert held == self.kept.keys()


class UnmovedInAFile(Unmoved):
    """Over a file."""

    def begin_store(self) -> Store:
        return SqliteStore.open(self.folder / "memory.db", lock_wait_s=20)


class UnmovedInMemory(Unmoved):
    """Over the twin."""

    def begin_store(self) -> Store:
        return InMemoryStore()


SMALL = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    report_multiple_bugs=False,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestUnmovedInMemory = UnmovedInMemory.TestCase
TestUnmovedInMemory.settings = SMALL
TestUnmovedInAFile = UnmovedInAFile.TestCase
TestUnmovedInAFile.settings = settings(SMALL, max_examples=8)
