"""Makes the samples in ../openai, from the reference of OpenAI's chat API and of its fine-tuning files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OUT = Path(__file__).parents[1] / "openai"

CALL = {"id": "call_7", "type": "function", "function": {"name": "get_tide", "arguments": '{"port": "厦门"}'}}
MESSAGES: list[dict[str, Any]] = [
    {"role": "developer", "content": "You help an angler plan trips."},
    {"role": "user", "content": "周六早上我想去厦门鼓浪屿钓鱼。", "name": "lin"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_7", "content": '{"high": "06:40"}'},
    {"role": "assistant", "content": "满潮是六点四十，建议五点半到。"},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "This is my new rod, a 2.4 m one."},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
        ],
    },
    {"role": "assistant", "content": [{"type": "output_text", "text": "A good length for the rocks."}]},
    {"role": "user", "content": "我晕船，所以从不出海钓。", "created_at": 1_767_225_600},
    {"role": "assistant", "content": "明白，只在岸上钓。", "refusal": None},
    {"role": "assistant", "content": "", "function_call": {"name": "book", "arguments": "{}"}},
    {"role": "user", "content": "I never keep fish under 30 cm."},
    {"role": "assistant", "content": "Noted."},
]
SYSTEM = {"role": "system", "content": "你是一名客服。"}


def chat(*turns: tuple[str, str]) -> dict[str, Any]:
    return {"messages": [SYSTEM, *({"role": role, "content": words} for role, words in turns)]}


CHATS = [
    chat(("user", "我的订单寄到哈尔滨要几天？"), ("assistant", "三到五天。")),
    chat(("user", "Can you ship to a parcel locker?"), ("assistant", "Yes, in most cities.")),
    chat(("user", "以后都寄到我公司，前台代收。"), ("assistant", "好的，已经改成公司地址。")),
    chat(("user", "I return everything that is too large."), ("assistant", "Returns are free for 30 days.")),
]


def write(name: str, text: str) -> None:
    (OUT / name).write_text(text, encoding="utf-8")


def lines(values: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    write("messages.json", json.dumps(MESSAGES, ensure_ascii=False, indent=1))
    write("messages.jsonl", lines(MESSAGES))
    write("chat.json", json.dumps({"id": "chat-9", "messages": MESSAGES}, ensure_ascii=False, indent=1))
    write("chats.json", json.dumps(CHATS, ensure_ascii=False, indent=1))
    write("finetune.jsonl", lines(CHATS))


if __name__ == "__main__":
    main()
