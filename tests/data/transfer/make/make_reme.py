"""Makes ../reme/workspace.jsonl, nodes.jsonl and answer.json with ReMe's own classes, as its vector store dumps them:
`pip install reme-ai==0.1.7 "flowllm<0.2" six`. ../reme/workspace (Markdown) is of the documented layout of ReMe 0.4."""

from __future__ import annotations

import json
from pathlib import Path

from reme_ai.schema.memory import BaseMemory, PersonalMemory, TaskMemory  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "reme"

PERSONAL = [
    ("用户养了一缸孔雀鱼，每周三换水", "孔雀鱼, 换水"),
    ("user keeps bees on the roof of her office in Lyon", "bees, roof, Lyon"),
    ("用户不吃香菜和折耳根", "香菜, 折耳根"),
    ("user has booked the night train to Vienna for 4 April 2026", "night train, Vienna"),
    ("用户的女儿叫小满，今年上二年级", "女儿, 小满"),
    ("user prefers voice messages shorter than one minute", "voice messages"),
    ("用户晚上十点以后不看消息", "消息, 晚上"),
    ("user's blood group is O negative", "blood group"),
]
TASKS = [
    ("When a web form refuses a Chinese name", "Enter the name in pinyin first, then correct it on the profile page."),
    ("导出报表超时的时候", "先按月份分批导出，再合并成一个文件。"),
    ("When two calendars disagree", "Trust the one that was edited last and tell the user about the other."),
    ("用户要求比较两份合同时", "逐条列出差别，不要给出法律意见。"),
]


def memories() -> list[BaseMemory]:
    told: list[BaseMemory] = [
        PersonalMemory(
            workspace_id="meret",
            memory_id=f"personal-{number:02}",
            when_to_use=keywords,
            content=content,
            target="user",
            time_created=f"2026-01-{number + 1:02} 20:15:00",
            time_modified=f"2026-01-{number + 1:02} 20:15:00",
            author="qwen3",
            metadata={"keywords": keywords, "observation_type": "personal_info"},
        )
        for number, (content, keywords) in enumerate(PERSONAL)
    ]
    told += [
        TaskMemory(
            workspace_id="meret",
            memory_id=f"task-{number:02}",
            when_to_use=when,
            content=content,
            score=0.8,
            time_created=f"2026-02-{number + 1:02} 09:00:00",
            time_modified=f"2026-02-{number + 1:02} 09:00:00",
            author="qwen3",
            metadata={"tags": ["experience"], "confidence": 0.9},
        )
        for number, (when, content) in enumerate(TASKS)
    ]
    return told


NOTES = {
    "digest/personal/家庭.md": "---\nname: 家庭\ndescription: 家里人\n---\n"
    "- 女儿小满周四上钢琴课\n- Her sister lives in Basel\n",
    "digest/procedure/export.md": "---\nname: export\ndescription: Exporting reports\n---\nExport month by month.\n",
    "daily/2026-02-11/trip.md": "---\nname: trip\ndescription: ''\n---\n## 维也纳\n订了四月四日的夜车。\n",
    "daily/2026-02-11.md": "---\nname: 2026-02-11\n---\nA quiet day.\n",
    "resource/ticket.txt": "Vienna 4 April",
    "metadata/index.json": "{}",
}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    whole = memories()
    lines = "".join(json.dumps(each.model_dump(), ensure_ascii=False) + "\n" for each in whole)
    (OUT / "workspace.jsonl").write_text(lines, encoding="utf-8")
    nodes = [each.to_vector_node().model_dump() | {"vector": [0.25, -0.5, 0.125]} for each in whole]
    lines = "".join(json.dumps(node, ensure_ascii=False) + "\n" for node in nodes)
    (OUT / "nodes.jsonl").write_text(lines, encoding="utf-8")
    answer = {"answer": "", "success": True, "metadata": {"memory_list": [each.model_dump() for each in whole]}}
    (OUT / "answer.json").write_text(json.dumps(answer, ensure_ascii=False, indent=1), encoding="utf-8")
    for name, text in NOTES.items():
        path = OUT / "workspace" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
