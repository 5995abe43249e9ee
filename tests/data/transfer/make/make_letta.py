"""Makes ../letta/agent.af with the schema of Letta's server: `pip install letta==0.16.8 asyncpg pgvector`.

The MemFS folder in ../letta/memfs is of the documented layout of Letta Code: Markdown with front matter.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from letta.schemas import agent_file  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "letta"
BEGIN = datetime(2026, 2, 16, 19, 5, tzinfo=UTC)

HUMAN = """This is what I know so far about the user, I should expand this as I learn more about them.

First name: Wen
Last name: ?
Occupation: 在杭州做纪录片剪辑
Interests: fell running, 胶片摄影
- Lactose intolerant
- 母亲住在绍兴，每月回去一次
"""
PERSONA = "I am Juniper. I am calm and I never use exclamation marks."
PROJECT = """# 纪录片《渡口》
- 片长要控制在七十分钟以内
- The narrator is Old Chen, a retired ferryman
- Rough cut due on 20 March 2026
"""
SAID: list[tuple[str, Any, dict[str, Any]]] = [
    ("system", "You are Juniper.\n<memory_blocks>...</memory_blocks>", {}),
    ("user", "今天把渡口那场戏剪完了，终于。", {}),
    ("assistant", "辛苦了。七十分钟的片长现在够吗？", {}),
    ("user", "Still four minutes over. I run along the river on Tuesdays to think about it.", {}),
    (
        "assistant",
        [{"type": "reasoning", "is_native": True, "reasoning": "She runs on Tuesdays."}],
        {"tool_calls": [("call_a", "memory_insert", '{"label": "human", "new_string": "Runs on Tuesdays"}')]},
    ),
    (
        "tool",
        "The core memory block with label `human` has been edited.",
        {"tool_call_id": "call_a", "name": "memory_insert"},
    ),
    ("assistant", "A river is a good place for cutting four minutes.", {}),
    ("user", '{"type": "heartbeat", "reason": "Automated timer", "time": "2026-02-16 07:12:00 PM UTC"}', {}),
    ("user", "帮我记一下：三月二十号交粗剪。", {}),
    ("assistant", "记下了，三月二十号交粗剪。", {}),
]


def messages() -> list[Any]:
    return [
        agent_file.MessageSchema(
            id=f"message-{number}",
            otid=f"otid-{number}",
            role=role,
            content=content if isinstance(content, list) else [{"type": "text", "text": content}],
            name=more.get("name"),
            agent_id="agent-0",
            tool_calls=[
                {"id": key, "type": "function", "function": {"name": name, "arguments": arguments}}
                for key, name, arguments in more.get("tool_calls", ())
            ]
            or None,
            tool_call_id=more.get("tool_call_id"),
            created_at=BEGIN + timedelta(minutes=number),
        )
        for number, (role, content, more) in enumerate(SAID)
    ]


def block(number: int, label: str, value: str, description: str) -> Any:
    return agent_file.BlockSchema(id=f"block-{number}", label=label, value=value, description=description)


def agent() -> Any:
    return agent_file.AgentFileSchema(
        agents=[
            agent_file.AgentSchema(
                id="agent-0",
                name="juniper",
                agent_type="letta_v1_agent",
                system="You are Juniper.",
                block_ids=["block-0", "block-1", "block-2"],
                tool_ids=["tool-0"],
                in_context_message_ids=[f"message-{number}" for number in range(len(SAID))],
                messages=messages(),
            )
        ],
        groups=[],
        blocks=[
            block(0, "human", HUMAN, "What is known of the person."),
            block(1, "persona", PERSONA, "Who the agent is."),
            block(2, "project", PROJECT, "The film in work."),
        ],
        files=[],
        sources=[],
        tools=[agent_file.ToolSchema(id="tool-0", name="memory_insert", tool_type="letta_core")],
        mcp_servers=[],
        created_at=BEGIN + timedelta(days=1),
    )


MEMFS = {
    "system/human.md": """---
description: What is known of the person
limit: 20000
---
# 关于 Wen
- 左耳听力不好，说话请简短
- Drinks oolong, never coffee
""",
    "system/persona/voice.md": "---\ndescription: How the agent speaks\n---\nI speak quietly.\n",
    "reference/gear.md": """---
description: "Cameras and lenses"
---
## Cameras
- Nikon FM2, bought in 2014
- 一台海鸥双反，是外公留下的
## 镜头
常用的是 35 毫米定焦。
""",
}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "agent.af").write_text(agent().model_dump_json(indent=1), encoding="utf-8")
    for name, text in MEMFS.items():
        path = OUT / "memfs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
