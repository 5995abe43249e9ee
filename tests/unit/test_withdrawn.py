"""Which constraints of a task a message takes back."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.task import TaskLine
from mnemic.rooms.task.constraints import constraints_withdrawn
from tests.tables import each_row

ENGLISH = ("No red-eye flights, please.", "avoid the motorway", "must be a direct flight", "nothing over 200 dollars")
CHINESE = ("不要红眼航班", "别住青旅", "必须直飞", "每晚不超过500元")


def taken_back(text: str, known: tuple[str, ...]) -> list[str]:
    """What a message takes back of some constraints."""
    lines = [TaskLine(text=one, at=datetime(2026, 5, 4, tzinfo=UTC)) for one in known]
    return [line.text for line, _, _ in constraints_withdrawn(text, lines)]


@each_row(
    ("text", "want"),
    [
        ("A red-eye is fine after all.", ENGLISH[0]),
        ("Red-eye flights are OK now.", ENGLISH[0]),
        ("We can take a red-eye after all.", ENGLISH[0]),
        ("Forget the no red-eye rule.", ENGLISH[0]),
        ("I don't mind the motorway any more.", ENGLISH[1]),
        ("We don't have to avoid the motorway any more.", ENGLISH[1]),
        ("It no longer has to be a direct flight.", ENGLISH[2]),
        ("红眼也可以了", CHINESE[0]),
        ("红眼航班也行。", CHINESE[0]),
        ("住青旅没关系了", CHINESE[1]),
        ("不用非直飞了", CHINESE[2]),
        ("直飞的要求取消吧", CHINESE[2]),
    ],
)
def test_takes_back(text: str, want: str) -> None:
    """A plain phrase that names most of a constraint, and nothing else, takes it back."""
    assert taken_back(text, ENGLISH + CHINESE) == [want]


@each_row(
    "text",
    [
        "Is a red-eye fine now?",
        "A red-eye is not fine.",
        "My brother says red-eyes are fine now.",
        "An aisle seat is fine now.",
        "The flight is fine now.",
        "250 dollars is fine now.",
        "A direct flight is fine now.",
        "Thanks, that's fine now.",
        "红眼可以吗？",
        "不要红眼",
        "靠窗也可以了",
        "航班订好了",
        "600元也可以",
        "那也行",
    ],
)
def test_takes_nothing_back(text: str) -> None:
    """Questions, what others say, what names no constraint or little of it, and numbers take back none."""
    assert taken_back(text, ENGLISH + CHINESE) == []


def test_what_could_be_either_of_two_stays() -> None:
    """A phrase that fits two constraints takes back neither."""
    assert taken_back("Trams are fine now.", ("no trams", "avoid trams")) == []
    assert taken_back("电车也可以了", ("不坐电车", "避开电车")) == []
