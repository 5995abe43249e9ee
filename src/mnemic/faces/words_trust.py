"""What the command line says about sources, about taking them back, and about actions, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sources": (
            "List what the memory rests on: by origin, session, speaker, tool, agent, file and import.",
            "列出记忆的来源：按来源类型、会话、说话人、工具、智能体、文件和导入批次。",
        ),
        "rollback": (
            "Take back everything that rests on one source. What it had replaced stands again; --undo takes it back.",
            "撤回来自某一来源的全部内容；被它取代的重新生效；用 --undo 可以恢复。",
        ),
        "check-action": (
            "Say whether an action (words, or a tool call as JSON) is the user's. Exit code 3: ask or refuse.",
            "判断一个动作（文字，或 JSON 形式的工具调用）是否出自用户本人。退出码 3 表示需询问或应拒绝。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "sources.by": (
            "Only one of: origin, session, speaker, tool, agent, file, batch.",
            "只看其中一类： origin, session, speaker, tool, agent, file, batch 。",
        ),
        "rollback.origin": (
            "Of this origin: user, assistant, tool, document, inferred or imported.",
            "来源类型： user, assistant, tool, document, inferred, imported 。",
        ),
        "rollback.of_session": ("Said in this session.", "在这个会话里说的。"),
        "rollback.speaker": ("Said by this speaker.", "由这个说话人说的。"),
        "rollback.tool": ("What this tool gave.", "由这个工具给出的。"),
        "rollback.of_agent": ("Said to this agent.", "对这个智能体说的。"),
        "rollback.turn": ("This one turn.", "这一条消息。"),
        "rollback.file": ("What came with this file (its full hash).", "随这个文件而来的（完整哈希）。"),
        "rollback.batch": ("One import, as `sources` names it.", "某一次导入，写法同 sources 所列。"),
        "rollback.since": ("Only what was stored from then on (ISO 8601).", "只撤回此刻之后存入的（ISO 8601）。"),
        "rollback.dry_run": ("Say what would change, and change nothing.", "只说明会改变什么，不做改动。"),
        "rollback.forget": (
            "Remove it for good, turns and all: nothing brings it back.",
            "彻底删除，连同消息本身；无法恢复。",
        ),
        "rollback.undo": ("Take this rollback back.", "恢复这一次撤回。"),
        "check-action.action": ("Words, or a tool call as JSON.", "文字，或 JSON 形式的工具调用。"),
        "check-action.said": (
            "The user's words as they were typed; may be given several times.",
            "用户输入的原话；可以给多次。",
        ),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "source.by": ("by", "类别"),
        "source.value": ("source", "来源"),
        "source.memories": ("memories", "记忆"),
        "source.held": ("held", "隔离"),
        "source.turns": ("turns", "消息"),
        "source.last": ("last", "最近"),
        "source.by.origin": ("origin", "来源类型"),
        "source.by.session": ("session", "会话"),
        "source.by.speaker": ("speaker", "说话人"),
        "source.by.tool": ("tool", "工具"),
        "source.by.agent": ("agent", "智能体"),
        "source.by.file": ("file", "文件"),
        "source.by.batch": ("import", "导入"),
        "rollback.retracted": ("taken back", "撤回"),
        "rollback.revised": ("without it", "去掉该来源"),
        "rollback.reopened": ("stands again", "重新生效"),
        "rollback.done": (
            "{count} memories changed, {turns} turns of the source. mnemic rollback --undo {id} takes it back.",
            "改动 {count} 条记忆，该来源共 {turns} 条消息。恢复：mnemic rollback --undo {id}",
        ),
        "rollback.would": (
            "{count} memories would change, {turns} turns of the source. Nothing was changed.",
            "将改动 {count} 条记忆，该来源共 {turns} 条消息。未做改动。",
        ),
        "rollback.forgotten": (
            "Removed for good: {turns} turns, and what rested on them ({count} memories).",
            "已彻底删除 {turns} 条消息，以及依据它们的内容（{count} 条记忆）。",
        ),
        "rollback.undone": (
            "{count} memories are what they were; {skipped} were changed since and left alone.",
            "{count} 条记忆已恢复；{skipped} 条此后有改动，未动。",
        ),
        "action.allow": (
            "Allow: it rests on the user's word, or changes nothing.",
            "允许：出自用户本人，或不改变任何东西。",
        ),
        "action.ask": ("Ask the user first.", "请先询问用户。"),
        "action.refuse": ("Refuse: only others than the user asked for it.", "拒绝：只有用户以外的来源提出过。"),
    }
)
