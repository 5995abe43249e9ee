"""Makes ../letta/flat.af with the older, flat schema of Letta's agent files: `pip install letta==0.7.29`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from letta.schemas.embedding_config import EmbeddingConfig  # type: ignore[import-not-found]
from letta.schemas.llm_config import LLMConfig  # type: ignore[import-not-found]
from letta.serialize_schemas import pydantic_agent_schema as schema  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "letta"


def time(minute: int) -> str:
    return f"2025-05-12T07:{minute:02}:00+00:00"


def message(minute: int, role: str, text: str, **more: Any) -> Any:
    return schema.MessageSchema(
        created_at=time(minute),
        updated_at=time(minute),
        group_id=None,
        model=None,
        name=more.get("name"),
        role=role,
        content=[{"type": "text", "text": text}] if text else [],
        tool_call_id=more.get("tool_call_id"),
        tool_calls=more.get("tool_calls", []),
        tool_returns=[],
    )


def called(key: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"id": key, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def event(kind: str, **fields: Any) -> str:
    return json.dumps({"type": kind, **fields, "time": "2025-05-12 07:00:00 AM UTC+0000"}, ensure_ascii=False)


MESSAGES = [
    message(0, "system", "You are Letta, the latest version of Limnal Corporation's digital companion."),
    message(1, "user", event("login", last_login="Never (first login)")),
    message(2, "user", event("user_message", message="我下周开始在市图书馆做志愿者。")),
    message(
        3,
        "assistant",
        "He volunteers at the library.",
        tool_calls=[called("c1", "send_message", message="真好！是哪几天？")],
    ),
    message(4, "tool", event("ok", status="OK", message="None"), tool_call_id="c1", name="send_message"),
    message(5, "user", event("user_message", message="Mondays and Fridays, in the map room.")),
    message(
        6,
        "assistant",
        "Save it.",
        tool_calls=[called("c2", "core_memory_append", label="human", content="Volunteers on Mondays and Fridays")],
    ),
    message(7, "tool", json.dumps({"status": "OK", "message": "None"}), tool_call_id="c2", name="core_memory_append"),
    message(8, "assistant", "", tool_calls=[called("c3", "archival_memory_search", query="图书馆")]),
    message(
        9,
        "tool",
        json.dumps({"status": "OK", "message": "去年办过借书证"}, ensure_ascii=False),
        tool_call_id="c3",
        name="archival_memory_search",
    ),
    message(10, "assistant", "", tool_calls=[called("c4", "send_message", message="The map room is the quietest.")]),
]


def block(label: str, value: str) -> Any:
    return schema.CoreMemoryBlockSchema(
        created_at=time(0),
        updated_at=time(30),
        description=None,
        is_template=False,
        label=label,
        limit=5000,
        template_name=None,
        value=value,
    )


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    agent = schema.AgentSchema(
        agent_type="memgpt_agent",
        core_memory=[
            block("persona", "I am Sam, and I like maps."),
            block(
                "human", "Name: 贺然\nIs allergic to penicillin.\n会说德语和粤语。\nVolunteers on Mondays and Fridays"
            ),
        ],
        created_at=time(0),
        description=None,
        embedding_config=EmbeddingConfig.default_config(model_name="letta"),
        llm_config=LLMConfig.default_config("letta"),
        message_buffer_autoclear=False,
        in_context_message_indices=[0, 1, 2],
        messages=MESSAGES,
        multi_agent_group=None,
        name="sam",
        system="You are Letta.",
        tags=[],
        tool_exec_environment_variables=[],
        tool_rules=[],
        tools=[],
        updated_at=time(30),
        version="0.7.29",
    )
    (OUT / "flat.af").write_text(agent.model_dump_json(indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
