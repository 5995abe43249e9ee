"""Makes the sample in ../claude from the documented shape of Claude's data export; there is no code for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

OUT = Path(__file__).parents[1] / "claude"
ROOT = "00000000-0000-4000-8000-000000000000"
ACCOUNT = {"uuid": str(uuid5(NAMESPACE_URL, "claude/account"))}


def uid(word: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"claude/{word}"))


def text(words: str) -> dict[str, Any]:
    return {
        "start_timestamp": None,
        "stop_timestamp": None,
        "flags": None,
        "type": "text",
        "text": words,
        "citations": [],
    }


def message(
    sender: str, words: str, minute: int, *blocks: dict[str, Any], parent: str = "", **more: Any
) -> dict[str, Any]:
    time = f"2026-01-{10 + minute // 60:02}T09:{minute % 60:02}:00.120000Z"
    made = {
        "uuid": uid(f"{sender}/{minute}/{words}"),
        "text": words,
        "content": list(blocks) or [text(words)],
        "sender": sender,
        "created_at": time,
        "updated_at": time,
        "attachments": [],
        "files": [],
    }
    return made | ({"parent_message_uuid": parent} if parent else {}) | more


def conversation(name: str, *messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": uid(name),
        "name": name,
        "created_at": messages[0]["created_at"],
        "updated_at": messages[-1]["updated_at"],
        "account": ACCOUNT,
        "chat_messages": list(messages),
    } | more


def conversations() -> list[dict[str, Any]]:
    lease = {
        "file_name": "lease.txt",
        "file_size": 61,
        "file_type": "txt",
        "extracted_content": "The tenancy ends on 31 August 2026. Notice: two months.",
    }
    asked = message(
        "human", "When must I give notice on my flat?", 1, attachments=[lease], files=[{"file_name": "plan.png"}]
    )
    thought = {"type": "thinking", "thinking": "Two months before 31 August."}
    answer = message("assistant", "By 30 June 2026.", 2, thought, text("By 30 June 2026."))
    more = message("human", "我打算七月搬到南京，先租一年。", 3)
    done = message("assistant", "好的。南京租房一般押一付三，记得留好收据。", 4)

    called = {"type": "tool_use", "id": "toolu_01", "name": "web_search", "input": {"query": "南京 宠物友好 公寓"}}
    found = [{"type": "knowledge", "title": "江宁公寓", "url": "https://example.org/a", "text": "可养一只猫"}]
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_01",
        "name": "web_search",
        "content": found,
        "is_error": False,
    }
    blocks = (text("我查一下。"), called, result, text("江宁有可以养猫的公寓。"))
    pets = message("human", "我有两只猫，找房要能养宠物的。", 61)
    looked = message("assistant", "我查一下。\n\n江宁有可以养猫的公寓。", 62, *blocks)

    first = message("human", "Suggest a name for my sailing boat.", 121, parent=ROOT)
    old = message("assistant", "How about Wanderer?", 122, parent=first["uuid"])
    new = message("assistant", "How about Kittiwake?", 123, parent=first["uuid"])
    taken = message("human", "Kittiwake it is. I sail from Oban most weekends.", 124, parent=new["uuid"])
    glad = message("assistant", "A fine name for a boat from Oban.", 125, parent=taken["uuid"])
    return [
        conversation("Notice period", asked, answer, more, done, summary="Notice by 30 June; move to Nanjing."),
        conversation("找房", pets, looked),
        conversation("Boat name", first, old, new, taken, glad),
        {
            "uuid": uid("empty"),
            "name": "",
            "created_at": "2026-01-15T00:00:00Z",
            "account": ACCOUNT,
            "chat_messages": [],
        },
    ]


def projects() -> list[dict[str, Any]]:
    docs = [
        {
            "uuid": uid("doc"),
            "filename": "大纲.md",
            "content": "第一章写灯塔，第二章写风暴。",
            "created_at": "2026-01-05T08:00:00+00:00",
        }
    ]
    return [
        {
            "uuid": uid("novel"),
            "name": "Novel",
            "description": "A novel about a lighthouse.",
            "is_private": True,
            "is_starter_project": False,
            "prompt_template": "用第三人称写，每章不超过三千字。",
            "created_at": "2026-01-04T08:00:00+00:00",
            "updated_at": "2026-01-05T08:00:00+00:00",
            "creator": {"uuid": ACCOUNT["uuid"], "full_name": "Rowan"},
            "docs": docs,
        },
        {
            "uuid": uid("starter"),
            "name": "How to use Claude",
            "description": "An example project",
            "is_starter_project": True,
            "prompt_template": "",
            "created_at": "2025-11-01T08:00:00+00:00",
            "docs": [],
        },
    ]


MEMORY = """**Work context**

Rowan restores church organs and runs a workshop with three people.

**Personal context**

Sails at weekends. 在学中文，已经学了两年。

- Married to Isla
- 两只猫，一只叫芝麻，一只叫汤圆

**Top of mind**

Moving to Nanjing in July.
"""


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    memory = {
        "conversations_memory": MEMORY,
        "project_memories": {uid("novel"): "The narrator is the keeper's daughter."},
        "account_uuid": ACCOUNT["uuid"],
    }
    users = [{"uuid": ACCOUNT["uuid"], "full_name": "Rowan", "email_address": "", "verified_phone_number": None}]
    files: dict[str, Any] = {
        "conversations.json": conversations(),
        "projects.json": projects(),
        "memories.json": [memory],
        "users.json": users,
    }
    for name, value in files.items():
        (OUT / name).write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
