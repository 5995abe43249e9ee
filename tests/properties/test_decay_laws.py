"""Laws of decay in random lives: what is held stays, what is left hangs together, and a plan done is a plan done."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from mnemic.api.memory import UserMemory
from mnemic.domain.changes import Action
from mnemic.domain.record import Kind, Memory, Status
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.decay import decay
from mnemic.upkeep.jobs.execution import carry_out
from mnemic.upkeep.pins import is_protected
from tests.conftest import Ticking, assembled
from tests.effort import examples
from tests.tables import nonempty

SAID = (
    "I like jazz.",
    "I don't like jazz any more.",
    "I live in Berlin.",
    "I moved to Lyon.",
    "My name is Mei.",
    "Nice weather.",
    "我喜欢爬山。",
    "我住在北京。",
    "我搬到上海了。",
    "今天真热。",
)
DEEDS = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(SAID)),
    st.tuples(st.just("search"), st.sampled_from(("What music do I like?", "我喜欢什么？"))),
    st.tuples(st.sampled_from(("confirm", "pin", "unpin", "undo")), st.integers(0, 5)),
    st.tuples(st.just("wait"), st.sampled_from((1, 31, 91, 200, -40))),
)
KINDS = [kind.value for kind in Kind]
LIVES = st.lists(DEEDS, min_size=4, max_size=24)


def do(alice: UserMemory, clock: Ticking, deed: tuple[str, str | int]) -> None:
    """One deed of a life."""
    verb, what = deed
    if verb == "wait":
        clock.advance(days=int(what))
    elif verb in ("add", "search"):
        getattr(alice, verb)(what)
    elif listed := everything(alice):
        id = listed[int(what) % len(listed)].id
        getattr(alice.upkeep if "pin" in verb else alice, verb)(id)


def everything(alice: UserMemory) -> list[Memory]:
    """All there is, but for proposals: confirming one of several homes archives the others."""
    return [one for one in alice.list(kinds=KINDS, status="any") if one.tier.value != "permanent_proposal"]


def snapshot(alice: UserMemory) -> dict[str, Memory]:
    """Every record by id."""
    with alice._core.parts.store.reading(alice._scope) as reader:
        return {memory.id: memory for memory in reader.memories()}


@settings(max_examples=examples(60), deadline=None)
@given(life=LIVES)
def test_decay_keeps_its_laws(life: list[tuple[str, str | int]]) -> None:
    """After every deed: decay does what it showed and leaves nothing to do; what is held is untouched; nothing is
    removed that was not archived for the grace time; every turn a memory cites is in the log; nothing names a memory
    that is not there."""
    clock = Ticking()
    with assembled(InMemoryStore(), clock=clock) as memory:
        alice = memory.user("alice")
        tending, scope = memory._core.jobs.tending, alice._scope
        for deed in nonempty(life):
            do(alice, clock, deed)
            memory._core.write_uses(scope)
            before, now = snapshot(alice), clock.now()
            plan = decay.plan_decay(tending, scope, now)
            assert snapshot(alice) == before
            report = carry_out(tending, scope, plan, now=now, actor="mnemic")
            after = snapshot(alice)
            assert (report.steps, report.skipped) == (list(plan.steps), [])
            assert decay.plan_decay(tending, scope, now).steps == ()
            for id, old in before.items():
                assert not is_protected(old) or after.get(id) == old
                if id not in after:
                    assert old.status is Status.ARCHIVED
                    assert now - old.updated_at >= timedelta(days=30)
            with memory._core.parts.store.reading(scope) as reader:
                for one in after.values():
                    assert all(reader.turn(source) is not None for source in one.sources)
                    assert one.superseded_by is None or one.superseded_by in after
            for change in report.changes:
                assert change.action in (Action.FADE, Action.ARCHIVE, Action.RESTORE)
                assert change.reason
