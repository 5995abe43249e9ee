"""What a task does not need is neither kept nor asked for (S5)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from mnemic.api.memory import OpenMemory
from mnemic.errors import InvalidInput
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled

MOBILE = "13987654321"
ID = "11010519491231002X"
SAID = f"手机{MOBILE}，身份证{ID}"


class Booking(BaseModel):
    """What a booking asks for."""

    city: str
    mobile: str
    id_card: str
    passport_no: str | None = None


@pytest.fixture
def memory() -> Iterator[OpenMemory]:
    """A memory that keeps of personal data what a task needs."""
    with assembled(InMemoryStore(), minimise="task") as opened:
        yield opened


def test_of_what_is_not_needed_nothing_is_kept(memory: OpenMemory) -> None:
    """In talk of a task the kinds it declares are masked as ever, of the others only the kind is left."""
    user = memory.user("alice")
    user.tasks.start("Book a room", id="t1", personal=["CN_MOBILE"])
    user.add(SAID, task="t1")
    assert user.turns()[-1].text == "手机[CN_MOBILE …4321]，身份证[CN_ID]"


def test_the_task_at_hand_counts(memory: OpenMemory) -> None:
    """Talk in the session of a task is talk of the task, named or not."""
    user = memory.user("alice")
    user.tasks.start("Book a room", session="s1")
    user.add(SAID, session="s1")
    assert user.turns("s1")[-1].text == "手机[CN_MOBILE]，身份证[CN_ID]"


def test_other_talk_is_as_ever(memory: OpenMemory) -> None:
    """Talk of no task is masked."""
    user = memory.user("alice")
    user.add(SAID)
    assert user.turns()[-1].text == "手机[CN_MOBILE …4321]，身份证[CN_ID …002X]"


def test_slots_hold_what_is_needed(memory: OpenMemory) -> None:
    """A slot filled by the program holds of a kind that is not needed nothing but the kind."""
    user = memory.user("alice")
    task = user.tasks.start("Book a room", personal=["CN_MOBILE"], values={"mobile": MOBILE, "id_card": ID})
    assert task.data == {"mobile": "[CN_MOBILE …4321]", "id_card": "[CN_ID]"}


def test_what_a_schema_asks_too_much(memory: OpenMemory) -> None:
    """The slots that ask for kinds the task does not need are told, by the names of the slots."""
    asked = memory.user("alice").tasks.asks(Booking, personal=["CN_MOBILE"])
    assert dict(asked) == {"id_card": ("CN_ID",), "passport_no": ("PASSPORT",)}


def test_nobody_is_asked_for_it(memory: OpenMemory) -> None:
    """A slot for a kind that is not needed is not missing: neither the task nor the context asks for it."""
    user = memory.user("alice")
    user.tasks.start("Book a room", id="t1", schema=Booking, session="s1", personal=["CN_MOBILE"])
    assert user.tasks.get("t1").missing == ("city", "mobile")
    shown = user.context("what is missing?", session="s1", task="t1").text
    assert "city" in shown
    assert "id_card" not in shown


def test_without_the_setting_everything_is_asked() -> None:
    """Where nothing is said of it, a schema asks for what it requires."""
    with assembled(InMemoryStore()) as memory:
        task = memory.user("alice").tasks.start("Book a room", schema=Booking)
        assert task.missing == ("city", "mobile", "id_card")


def test_unknown_kinds_are_named(memory: OpenMemory) -> None:
    """A kind there is not is refused with those there are."""
    with pytest.raises(InvalidInput, match="CN_MOBILE"):
        memory.user("alice").tasks.start("Book a room", personal=["PHONE_NUMBER"])
