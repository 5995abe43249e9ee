"""Makes the samples in ../langgraph with LangGraph's SQLite store and LangMem's tool. No key, no network.

`pip install langgraph-checkpoint-sqlite langmem` and run it.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any

from langgraph.store.sqlite import SqliteStore  # type: ignore[import-not-found]
from langmem import create_manage_memory_tool  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "langgraph"

ITEMS: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
    (("memories", "chen"), "m1", {"kind": "Memory", "content": {"content": "用户对青霉素过敏。"}}),
    (("memories", "chen"), "m2", {"kind": "Memory", "content": {"content": "用户在深圳一家硬件公司做产品经理。"}}),
    (("memories", "chen"), "m3", {"kind": "Memory", "content": {"content": "每周六上午和父亲去爬梧桐山。"}}),
    (("memories", "chen"), "m4", {"kind": "Memory", "content": {"content": "回答时先给结论，再给理由。"}}),
    (("memories", "noor"), "m1", {"kind": "Memory", "content": {"content": "Noor is vegetarian but eats fish."}}),
    (("memories", "noor"), "m2", {"kind": "Memory", "content": {"content": "She rides a blue Brompton to work."}}),
    (("memories", "noor"), "old", {"kind": "Memory", "content": {"content": "Noor lives in Utrecht."}}),
    (
        ("noor", "profile"),
        "default",
        {
            "kind": "UserProfile",
            "content": {
                "preferred_name": "Noor",
                "home_city": "Rotterdam",
                "languages": ["Dutch", "English", "一点中文"],
                "age": 41,
                "pet": {"name": "Miep", "species": "cat"},
                "nickname": None,
            },
        },
    ),
    (("chen", "profile"), "default", {"姓名": "陈屿", "城市": "深圳", "爱好": ["爬山", "冲咖啡"]}),
    (
        ("noor", "triples"),
        "t1",
        {"kind": "Triple", "content": {"subject": "Noor", "predicate": "manages", "object": "the Delta team"}},
    ),
    (
        ("noor", "triples"),
        "t2",
        {"kind": "Triple", "content": {"subject": "陈屿", "predicate": "认识", "object": "Noor"}},
    ),
    (
        ("noor", "episodes"),
        "e1",
        {
            "kind": "Episode",
            "content": {
                "observation": "The export failed twice on Monday",
                "action": "Split the file in two",
                "result": "Both halves went through",
            },
        },
    ),
    (("chen", "memories"), "n1", {"data": "孩子的家长会在四月九日晚上七点。", "source": "calendar"}),
    (("noor", "chitchat"), "n2", {"text": "Prefers short answers in the morning."}),
    (("noor", "chitchat"), "empty", {}),
]


def main() -> None:
    OUT.mkdir(exist_ok=True)
    path = OUT / "store.sqlite"
    path.unlink(missing_ok=True)
    with SqliteStore.from_conn_string(str(path), index={"dims": 4, "embed": flat, "fields": ["$"]}) as store:
        store.setup()
        for namespace, key, value in ITEMS:
            store.put(namespace, key, value)
        store.put(("memories", "noor"), "pass", {"content": "The museum pass is valid this month."}, ttl=60 * 24 * 30)
        store.put(
            ("memories", "noor"), "m2", {"kind": "Memory", "content": {"content": "She rides a red Brompton to work."}}
        )
        store.delete(("memories", "noor"), "old")
        tool = create_manage_memory_tool(namespace=("memories", "{user}"), store=store)
        tool.invoke({"content": "陈屿的车牌尾号是 7。", "action": "create"}, config={"configurable": {"user": "chen"}})
        dump = [item.dict() for item in store.search((), limit=100)]
    text = json.dumps(dump, ensure_ascii=False, indent=1, default=str)
    (OUT / "search.json").write_text(text, encoding="utf-8")
    lines = (json.dumps(item, ensure_ascii=False, default=str) for item in dump)
    (OUT / "search.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def flat(texts: list[str]) -> list[list[float]]:
    return [[float(len(text)), 1.0, 0.0, 0.0] for text in texts]


main()
