"""What stands in memory after a Chinese change of something: the later value of one matter, and both of two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.record import Kind
from tests.tables import each_row

TABLE = Path(__file__).with_name("changed_zh.txt")
MONTH = timedelta(days=30)
OPEN = {
    "我跑步一般跑五公里 > 我现在跑步跑十公里",
    "我养了一缸金鱼 > 金鱼我不养了",
    "我订了《读库》 > 《读库》我退订了",
    "我家宽带是电信的 > 我家用的电信宽带",
}
"""Rows that the rules do not read yet."""


@dataclass(slots=True)
class Hand:
    """A clock moved by hand."""

    moment: datetime

    def now(self) -> datetime:
        """The moment it stands at."""
        return self.moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    kind: str  # of the statements that stand, or "" where it does not matter
    said: tuple[str, ...]
    stands: tuple[str, ...]
    gone: tuple[str, ...]
    count: int  # of the statements that stand; 0 where it does not matter


def _row(line: str) -> Row:
    sort, said, stands, gone, count = (part.strip() for part in line.split("|"))
    return Row(
        kind=sort.removeprefix("kind:") if sort.startswith("kind:") else "",
        said=tuple(said.split(" > ")),
        stands=tuple(filter(None, stands.split("/"))),
        gone=tuple(filter(None, gone.split("/"))),
        count=int(count),
    )


ROWS = [_row(line) for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
READ = [row for row in ROWS if " > ".join(row.said) not in OPEN]


@pytest.mark.slow
@each_row("row", READ)
def test_what_stands_after_a_change(row: Row) -> None:
    """Said a month apart, the later value of one matter replaces the earlier one, and another matter stays."""
    clock = Hand(datetime(2026, 1, 5, 10, tzinfo=UTC))
    with mnemic.open(":memory:", embedder="hashing", background=False, clock=clock) as memory:
        user = memory.user("u")
        for said in row.said:
            user.add(said, session=str(clock.moment))
            clock.moment += MONTH
        standing = [each for each in user.list() if each.kind is not Kind.EPISODE]
    texts = "".join(f"{each.text}。" for each in standing)
    assert [word for word in row.stands if word not in texts] == []
    assert [word for word in row.gone if word in texts] == []
    if row.count:
        assert len(standing) == row.count, texts
    if row.kind not in ("", "none"):
        assert {str(each.kind) for each in standing} == {row.kind}
