"""What stands in the place of personal data is one word to whoever reads the message for statements."""

from __future__ import annotations

import pytest

from mnemic.api.memory import UserMemory

TOLD = [
    ("我对青霉素过敏，护照E12345678，下周三去厦门出差。", ["[PASSPORT …5678]", "青霉素", "厦门"]),
    ("我的手机号是13812345678，喜欢喝乌龙茶", ["[CN_MOBILE …5678]", "乌龙茶"]),
    ("家里地址是杭州市西湖区文三路12号3栋502室，以后快递都寄这里", ["[ADDRESS …502室]", "快递"]),
    ("以后发票都寄到 lina@example.com，不要寄纸质的", ["[EMAIL ….com]"]),
    ("My passport is E12345678, I fly to Oslo next Wednesday.", ["[PASSPORT …5678]", "Oslo"]),
]


@pytest.mark.parametrize(("said", "kept"), TOLD)
def test_a_mark_stays_whole(alice: UserMemory, said: str, kept: list[str]) -> None:
    """No statement ends or begins inside a mark, and what stands beside it is understood as ever."""
    stated = [entry.memory.text for entry in alice.add(said).added if entry.memory and entry.memory.kind != "episode"]
    for text in stated:
        assert text.count("[") == text.count("]"), text
    for part in kept:
        assert any(part in text for text in stated), (part, stated)


def test_an_ellipsis_of_the_speakers_still_ends_a_sentence(alice: UserMemory) -> None:
    """Only the ellipsis of a mark is passed over."""
    stated = [entry.memory.text for entry in alice.add("我住在青岛……我喜欢喝乌龙茶").added if entry.memory]
    assert any("青岛" in text and "乌龙茶" not in text for text in stated)
