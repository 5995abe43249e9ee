"""Which skill a request is offered, by the bundled embedder: figures over the table skill_requests.txt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from mnemic.api.memory import UserMemory
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled
from tests.tables import each_row

PRECISION_MIN, RECALL_MIN = 0.9, 0.8
SKILLS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "A": {
        "weekly report": ["write the weekly report"],
        "release checklist": ["ship it", "release version {version}"],
        "expense claim": ["file an expense claim"],
        "dinner party": ["plan a dinner party"],
        "订会议室": [],
        "退货流程": ["退货"],
        "月度对账": [],
        "会议纪要": ["写会议纪要"],
        "浇花": [],
    },
    "B": {
        "newsletter": ["send the newsletter"],
        "deep clean": ["deep clean of the kitchen"],
        "candidate screening": ["screen a candidate"],
        "password reset": [],
        "travel booking": ["book a trip"],
        "盘点库存": [],
        "开新账户": ["给客户开户"],
        "投诉处理": ["客户投诉"],
        "备课": [],
        "晨会": ["开晨会"],
    },
    "C": {
        "sprint review": ["prepare the sprint review"],
        "tyre change": ["change the tyres"],
        "grant application": ["apply for a grant"],
        "translate subtitles": ["translate the subtitles of a film"],
        "incident report": ["write an incident report"],
        "采购申请": ["提交采购申请"],
        "做周计划": [],
        "喂猫": [],
        "整理照片": [],
        "发工资": ["发工资条"],
    },
}


def rows() -> list[list[str]]:
    """Set, skill and request of the table."""
    text = (Path(__file__).parent / "skill_requests.txt").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def taught(alice: UserMemory, skills: Mapping[str, Sequence[str]]) -> None:
    """Declare the skills of one set."""
    for name, triggers in skills.items():
        alice.skills.declare(name, steps=["do it"] if name.isascii() else ["照做"], triggers=triggers)


def offers() -> list[tuple[str, str, str]]:
    """For each request of the table the skill wanted and the one offered first, "-" for none."""
    found = []
    for part, skills in SKILLS.items():
        with assembled(InMemoryStore(), embedder=BuiltinEmbedder()) as memory:
            alice = memory.user("alice")
            taught(alice, skills)
            for one, wanted, request in rows():
                if one == part:
                    matches = alice.skills.match(request)
                    found.append((request, wanted, matches[0].skill.name if matches else "-"))
    return found


@pytest.mark.slow
def test_most_requests_find_their_skill_and_hardly_anything_else_finds_one() -> None:
    """Over a table of which more than half asks for no skill at all, precision and recall hold their floors."""
    found = offers()
    assert sum(wanted == "-" for _, wanted, _ in found) > len(found) / 2
    right = sum(wanted == offered != "-" for _, wanted, offered in found)
    wrong = [(request, offered) for request, wanted, offered in found if offered not in ("-", wanted)]
    assert right / (right + len(wrong)) >= PRECISION_MIN, wrong
    assert right / sum(wanted != "-" for _, wanted, _ in found) >= RECALL_MIN


@each_row(
    "question",
    [
        "what did I write in the last weekly report?",
        "我上周的周报写了什么？",
        "I sent the weekly report.",
        "先别写周报",
    ],
)
def test_what_asks_about_a_skill_or_calls_it_off_is_no_request(question: str) -> None:
    """A question about what was done, a report of it and an order not to do it are offered nothing."""
    with assembled(InMemoryStore()) as memory:
        alice = memory.user("alice")
        alice.skills.declare("weekly report", steps=["write it"], triggers=["写周报", "write the weekly report"])
        assert alice.skills.match("write the weekly report")
        assert alice.skills.match("帮我写周报")
        assert alice.skills.match(question) == []


if __name__ == "__main__":
    listed = offers()
    for part_rows in ([row for row in listed if row[1] != row[2]],):
        for row in part_rows:
            print(*row, sep="\t")
    hits = sum(wanted == offered != "-" for _, wanted, offered in listed)
    print("precision", hits / sum(offered != "-" for *_, offered in listed))
    print("recall", hits / sum(wanted != "-" for _, wanted, _ in listed))
