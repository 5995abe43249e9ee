"""Placeholders: what is kept behind them, who may fill them in, and where they end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.register import Register
from mnemic.domain.stored_rows import AuditRow
from mnemic.errors import AccessDenied, InvalidSetting
from mnemic.safety.privacy.rules import UnfilledReason
from tests.conftest import Ticking, assembled, sealed_store, sqlite_store

MOBILE = "13987654321"
ID = "11010519491231002X"
SETTINGS: dict[str, Any] = {
    "privacy": {"CN_MOBILE": "placeholder", "CN_ID": "drop"},
    "placeholder_contexts": {"CN_MOBILE": ["booking"]},
    "encryption": "on",
}


@pytest.fixture
def memory(file: Path) -> Iterator[OpenMemory]:
    """A memory in which everybody is encrypted."""
    with assembled(sealed_store(file), **SETTINGS) as opened:
        yield opened


def said(memory: OpenMemory, text: str, **given: Any) -> str:
    """What is left of a message in the log."""
    user = memory.user("alice")
    user.add(text, **given)
    return user.turns()[-1].text


def values(memory: OpenMemory) -> list[str]:
    """The values that stand behind placeholders."""
    with memory.user("alice")._owner.reading() as reader:
        return [str(one.body.get("value")) for one in reader.register_entries(Register.PLACEHOLDERS) if one.id != "key"]


def test_each_kind_as_it_is_set(memory: OpenMemory) -> None:
    """A placeholder has a name, what is dropped its kind alone, and what is not named its last four characters."""
    left = said(memory, f"手机{MOBILE}，身份证{ID}，邮箱 li.lei@example.cn")
    name = left.partition("#")[2][:8]
    assert left == f"手机[CN_MOBILE #{name}]，身份证[CN_ID]，邮箱 [EMAIL …e.cn]"


def test_one_value_has_one_name(memory: OpenMemory) -> None:
    """However a value is written, it has the same placeholder, and another user's has another."""
    left = said(memory, f"打{MOBILE}，就是 139 8765 4321，也就是１３９８７６５４３２１")
    assert len({part[:8] for part in left.split("#")[1:]}) == 1
    memory.user("bob").add(f"打{MOBILE}")
    assert memory.user("bob").turns()[-1].text not in left


def test_the_user_fills_in(memory: OpenMemory) -> None:
    """The user gets every value back, as it was first written."""
    left = said(memory, f"手机{MOBILE}")
    assert memory.user("alice").fill(left, context="anything") == f"手机{MOBILE}"


def test_an_agent_fills_in_where_it_may(memory: OpenMemory) -> None:
    """An agent fills in a kind in the contexts that the setting allows; elsewhere it stays, and why is said."""
    left = said(memory, f"手机{MOBILE}")
    agent = memory.user("alice", actor="agent")
    assert agent.fill(left, context="booking") == f"手机{MOBILE}"
    refused = agent.fill(left, context="marketing")
    assert refused == left
    assert [filling.left for filling in refused.fillings] == [UnfilledReason.CONTEXT]


def test_an_administrator_does_not(memory: OpenMemory) -> None:
    """An administrator may fill in nothing, and the attempt is audited."""
    left = said(memory, f"手机{MOBILE}")
    with pytest.raises(AccessDenied):
        memory.user("alice", actor="administrator").fill(left, context="booking")


def test_what_is_unknown_stays(memory: OpenMemory) -> None:
    """A placeholder that somebody made up, or of another kind, or another user's, is filled in by nothing."""
    left = said(memory, f"手机{MOBILE}")
    assert memory.user("bob").fill(left, context="booking") == left
    renamed = left.replace("CN_MOBILE", "PHONE")
    filled = memory.user("alice").fill(renamed, context="booking")
    assert (filled, filled.fillings[0].left) == (renamed, UnfilledReason.UNKNOWN)


def test_each_filling_is_audited(memory: OpenMemory) -> None:
    """The audit says which kind was filled in for what, and not the value."""
    left = said(memory, f"手机{MOBILE}")
    memory.user("alice", actor="agent").fill(left, context="booking")
    with memory.user("alice")._owner.reading() as reader:
        rows = [row for row in reader.held() if isinstance(row, AuditRow) and row.action == "fill"]
    assert [(row.actor, row.detail) for row in rows] == [("agent", "CN_MOBILE booking")]


def test_the_value_goes_with_its_last_mention(memory: OpenMemory) -> None:
    """A value is kept while anything names it, and is gone with the last that does."""
    user = memory.user("alice")
    user.add(f"手机{MOBILE}", session="one")
    user.add(f"再说一遍，手机{MOBILE}", session="two")
    user.forget(session="one")
    assert values(memory) == [MOBILE]
    user.forget(session="two")
    assert values(memory) == []


@pytest.mark.parametrize("infer", [True, False])
def test_no_byte_of_a_value(file: Path, infer: bool) -> None:
    """The value stands in no file of the memory, but encrypted."""
    with assembled(sealed_store(file), **SETTINGS) as memory:
        memory.user("alice").add(f"手机{MOBILE}", infer=infer)
        assert values(memory) == [MOBILE]
    data = b"".join(place.read_bytes() for place in file.parent.rglob("*") if place.is_file())
    assert MOBILE.encode() not in data


def test_a_dry_run_keeps_nothing(memory: OpenMemory) -> None:
    """A dry run shows masks and keeps no value."""
    memory.user("alice").add(f"手机{MOBILE}", dry_run=True)
    assert values(memory) == []


def test_a_plain_user_has_none(file: Path) -> None:
    """Where the user is not encrypted nothing is stored, and the way out is said."""
    with assembled(sqlite_store(file, lock_wait_s=20), **SETTINGS) as memory:
        with pytest.raises(InvalidSetting, match="not encrypted"):
            memory.user("alice").add(f"手机{MOBILE}")
        assert memory.user("alice").turns() == []


def test_placeholders_need_encryption(file: Path) -> None:
    """A memory with placeholders and without encryption is not opened."""
    with pytest.raises(InvalidSetting, match="needs encryption"):
        mnemic.open(file, embedder="hashing", background=False, privacy={"CN_ID": "placeholder"})


def test_unknown_kinds(file: Path) -> None:
    """A kind there is not is named when the memory is opened."""
    with pytest.raises(InvalidSetting, match="CN_FOO"):
        mnemic.open(file, embedder="hashing", background=False, privacy={"CN_FOO": "drop"})


def test_a_value_goes_with_what_decays(file: Path, clock: Ticking) -> None:
    """What decay removes for good takes the value behind its placeholder, and the question that found nothing else."""
    with assembled(sealed_store(file), clock=clock, **SETTINGS) as memory:
        said(memory, f"今天打了{MOBILE}，没人接。")
        user = memory.user("alice")
        user.search("今天打了谁的电话？")
        assert values(memory) == [MOBILE]
        for _ in range(24):
            clock.advance(days=40)
            user.upkeep.decay()
        assert user.turns() == []
        assert values(memory) == []
        with user._owner.reading() as reader:
            assert reader.asked() == []
