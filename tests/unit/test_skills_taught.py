"""What a message teaches, read word by word: the tables taught.txt and amended.txt, and what a wording leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.api.memory import UserMemory
from mnemic.domain.skill import ParameterType
from mnemic.rooms.skill import procedure
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled
from tests.tables import each_row

HERE = Path(__file__).parent
BASES = (
    "first pull the commits, then group them by project, then write it up - call it weekly report",
    "先拉提交记录，再按项目归类，最后发到群里，这个就叫周报流程",
)


def rows(name: str) -> list[list[str]]:
    """The rows of a table, without its comments."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


@pytest.fixture
def alice() -> Iterator[UserMemory]:
    """One user of an empty memory."""
    with assembled(InMemoryStore()) as memory:
        yield memory.user("alice")


@pytest.mark.parametrize(("name", "wanted", "messages"), rows("taught.txt"))
def test_what_is_taught_becomes_a_skill_and_nothing_else_does(
    alice: UserMemory, name: str, wanted: str, messages: str
) -> None:
    """A procedure that is given a name is a skill with its steps in order, also when it is named later or announced
    before; tales, errands and questions are none."""
    for message in messages.split(" || "):
        alice.add(message.replace("\\n", "\n"), session="s1")
    found = [(skill.name, " / ".join(step.text for step in skill.steps)) for skill in alice.skills.list()]
    assert found == ([] if name == "-" else [(name, wanted)])


@pytest.mark.parametrize(("message", "wanted"), rows("amended.txt"))
def test_a_known_skill_is_amended_and_keeps_its_earlier_version(alice: UserMemory, message: str, wanted: str) -> None:
    """An amendment is a new version of the same memory; what holds for once, names no step, or names another thing
    changes nothing."""
    base = BASES[not message.isascii()]
    id = alice.add(base, session="s1").ids[0]
    before = alice.skills.get(id)
    alice.add(message, session="s1")
    (after,) = alice.skills.list()
    if wanted == "-":
        assert after == before
    else:
        assert " / ".join(step.text for step in after.steps) == wanted
        assert (after.id, after.version, after.name) == (id, 2, before.name)
        assert [one.steps for one in alice.skills.versions(id)] == [before.steps, after.steps]


@each_row("row", [row for row in rows("taught.txt") if row[0] != "-"])
def test_what_a_memory_says_is_read_back_as_it_was_written(row: list[str]) -> None:
    """Name, steps and triggers come back from the words alone, so that no skill needs a body to be one."""
    name, listed, _ = row
    language = "en" if name.isascii() else "zh"
    told = procedure.parse_procedure(
        procedure.format_procedure(name, listed.split(" / "), ["x1", "x2"], language=language)
    )
    assert (told.name, " / ".join(told.steps), told.triggers) == (name, listed, ("x1", "x2"))


@each_row(
    ("step", "opened", "name", "kind"),
    [
        ("pull the commits for the month I tell you", "pull the commits for {month}", "month", ParameterType.TEXT),
        ("mail it to whichever customer I name", "mail it to {customer}", "customer", ParameterType.TEXT),
        ("book the given date", "book {date}", "date", ParameterType.DATE),
        ("print the requested quantity", "print {quantity}", "quantity", ParameterType.INTEGER),
        ("发到指定的群", "发到{group}", "group", ParameterType.TEXT),
        ("发给指定的客户", "发给{customer}", "customer", ParameterType.TEXT),
        ("查我告诉你的城市", "查{city}", "city", ParameterType.TEXT),
        ("按{月份}筛选", "按{月份}筛选", "月份", ParameterType.TEXT),
        ("bump to {version}", "bump to {version}", "version", ParameterType.TEXT),
    ],
)
def test_what_a_wording_leaves_open_is_a_parameter(step: str, opened: str, name: str, kind: ParameterType) -> None:
    """The words for what is told each time give way to a placeholder of that name."""
    (text,), (parameter,) = procedure.extract_parameters([step])
    assert (text, parameter.name, parameter.type) == (opened, name, kind)


@each_row("step", ["tell the team", "check the time", "指导新人", "我说明一下背景"])
def test_what_is_always_the_same_is_no_parameter(step: str) -> None:
    """A step that says what it means has no gap."""
    assert procedure.extract_parameters([step]) == ((step,), ())
