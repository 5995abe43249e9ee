"""The table of verbs and rights: it names every verb there is, and every verb keeps to it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Tier
from mnemic.errors import AccessDenied, InvalidInput, InvalidSetting, MemoryNotFound
from mnemic.safety.access.policy import AGENTS_MOST, POLICY, Access, Actor, Right, access_of
from mnemic.safety.access.verbs import ANY, VERBS, verbs_of
from mnemic.settings import load
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled

OPENS_A_ROOM = {"session"}
LADDER = (Right.NONE, Right.READ, Right.PROPOSE)


@pytest.fixture
def memory() -> Iterator[OpenMemory]:
    """A memory in which something is held."""
    with assembled(InMemoryStore()) as opened:
        opened.user("alice").add(["I live in Oslo.", "I like tea."])
        yield opened


def holding(memory: OpenMemory, right: Right) -> UserMemory:
    """Alice's memory for an agent that has one right on every tier."""
    alice = memory.user("alice")
    access = Access(actor=Actor.AGENT, agent=None, rights=dict.fromkeys(Tier, right))
    return UserMemory(alice._core, alice._scope, None, access)


def rooms(user: UserMemory) -> dict[str, object]:
    """Everything with verbs that hangs off a user, by name."""
    named = [name for name, one in inspect.getmembers_static(UserMemory) if isinstance(one, property)]
    found = {name: getattr(user, name) for name in named if not name.startswith("_") and name != "id"}
    return {"": user, "session": user.session("main"), **found}


def verbs(user: UserMemory) -> dict[str, object]:
    """Every public method, as the table calls it."""
    return {
        f"{room}.{name}" if room else name: getattr(held, name)
        for room, held in rooms(user).items()
        for name, _ in inspect.getmembers_static(type(held), inspect.isfunction)
        if not name.startswith("_")
    }


def called(verb: object) -> None:
    """Call a verb with as many blanks as it asks for; what it makes of them is its own affair, but for a denial."""
    assert callable(verb)
    wanted = [
        one
        for one in inspect.signature(verb).parameters.values()
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    given = ["nothing" for one in wanted if one.kind is not one.KEYWORD_ONLY]
    named = {one.name: "nothing" for one in wanted if one.kind is one.KEYWORD_ONLY}
    verb(*given, **named)


def test_the_table_names_every_verb(memory: OpenMemory) -> None:
    """No verb is forgotten, and none is named that there is not."""
    assert set(verbs(memory.user("alice"))) - OPENS_A_ROOM == set(VERBS)


def test_every_verb_passes_the_gate(memory: OpenMemory) -> None:
    """Each verb of the table is wrapped by it, whatever class it stands in."""
    past = {name: verb for name, verb in verbs(memory.user("alice")).items() if not hasattr(verb, "__wrapped__")}
    assert set(past) == OPENS_A_ROOM


@pytest.mark.parametrize("right", LADDER, ids=lambda right: right.name.lower())
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_needs_its_right(memory: OpenMemory, verb: str, right: Right) -> None:
    """Whoever has less is denied with a way out, before anything is looked at; the attempt is audited once."""
    agent = holding(memory, right)
    if right >= VERBS[verb].right:
        assert VERBS[verb].denied(verb, agent._owner.access, dry=False) is None
        return
    before = len(memory.audit.lines(action="denied"))
    with pytest.raises(AccessDenied, match=r"agent may not \w+ .*\. \w+"):
        called(verbs(agent)[verb])
    assert [line.actor for line in memory.audit.lines(action="denied")[before:]] == ["agent"]


READ_ONLY = sorted(name for name, need in VERBS.items() if need.right is Right.READ)


@pytest.mark.parametrize("verb", READ_ONLY)
def test_who_may_read_is_not_denied_reading(memory: OpenMemory, verb: str) -> None:
    """Every verb that reads works with the right to read."""
    with suppress(MemoryNotFound, InvalidInput, OSError):  # a blank is no id, no path, no name
        called(verbs(holding(memory, Right.READ))[verb])


@pytest.mark.parametrize("actor", [Actor.USER, Actor.ADMINISTRATOR])
def test_nothing_is_denied_to_user_and_administrator(actor: Actor) -> None:
    """Both may use every verb."""
    assert all(verbs_of(Access(actor=actor, rights=POLICY[actor])).values())


def test_a_look_beforehand_is_reading(memory: OpenMemory) -> None:
    """An agent that may not delete may see what upkeep would do, and not have it done."""
    agent = holding(memory, Right.READ)
    assert agent.upkeep.sweep(dry_run=True).dry_run
    with pytest.raises(AccessDenied):
        agent.upkeep.sweep()


def test_single_agents_have_rights_of_their_own() -> None:
    """The setting raises and lowers by agent and tier; others keep to the policy."""
    own = load(long_term_agent="read", agents={"planner": {"long_term": "write", "permanent": "none"}, "logger": {}})
    planner, other = access_of("agent", "planner", own), access_of("agent", "other", own)
    assert (planner.rights[Tier.LONG_TERM], planner.rights[Tier.PERMANENT]) == (Right.WRITE, Right.NONE)
    assert (other.rights[Tier.LONG_TERM], other.rights[Tier.PERMANENT]) == (Right.READ, Right.PROPOSE)
    assert access_of("agent", "logger", own).rights == other.rights
    assert access_of("user", "planner", own).rights == POLICY[Actor.USER]


def test_an_agent_with_no_right_finds_no_verb() -> None:
    """Nothing on every tier is nothing at all, and the memory says so."""
    nothing = dict.fromkeys((tier.value for tier in ANY), "none")
    with assembled(InMemoryStore(), agents={"outsider": nothing}) as memory:
        assert not any(verbs_of(memory.access("agent", "outsider")).values())
        outsider = memory.user("alice", agent="outsider", actor="agent")
        for verb in (lambda: outsider.search("tea"), outsider.list, lambda: outsider.add("x"), outsider.skills.list):
            with pytest.raises(AccessDenied):
                verb()


@pytest.mark.parametrize("tier", ["permanent", "permanent_proposal"])
@pytest.mark.parametrize("right", ["write", "delete"])
def test_no_setting_lets_an_agent_confirm(tier: str, right: str) -> None:
    """Permanent memory changes by the user's own word, whatever is set."""
    with pytest.raises(InvalidSetting, match="propose at most"):
        access_of("agent", "planner", load(agents={"planner": {tier: right}}))
    assert AGENTS_MOST[Tier(tier)] is Right.PROPOSE


def test_every_actor_has_a_row() -> None:
    """The policy grants or denies every actor on every tier."""
    assert set(POLICY) == set(Actor)
    assert all(set(row) == set(Tier) for row in POLICY.values())
