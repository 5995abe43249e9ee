"""What the command line says about permanent memory, the profile and the start of a session, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "permanent": (
            "What always holds: proposed by anybody, confirmed by the user, changed by nobody else.",
            "始终有效的记忆：谁都可以提议，只有用户确认才写入，其他一概不能改动。",
        ),
        "permanent list": (
            "List permanent memory with its keys, what is proposed, and what the user must decide.",
            "列出永久记忆及其键、待确认的提议，以及需要用户决定的问题。",
        ),
        "permanent propose": ("Propose a text for permanent memory.", "提议把一段文字列为永久记忆。"),
        "permanent confirm": (
            "Say that a proposal holds for good; what stood under its key gives way.",
            "确认一条提议永久有效；同一个键下原有的记忆让位。",
        ),
        "permanent reject": (
            "Take back a proposal or permanent memory; it stays in history.",
            "撤回一条提议或永久记忆；历史里仍可查到。",
        ),
        "permanent read": ("Show what stands under a key.", "显示某个键下的永久记忆。"),
        "profile": (
            "Show who the user is: slots with evidence, what occupies the user, what changed, what has gone stale.",
            "显示用户概况：各项资料及依据、正在忙的事、变化、可能已过时的记忆。",
        ),
        "start": (
            "Show what to put into the prompt when a session begins.",
            "显示会话开始时应放进提示词的内容。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "permanent propose.text": ("What is to hold for good.", "要长期有效的内容。"),
        "permanent propose.key": ("Its key, e.g. language or email.tone.", "它的键，例如 language 或 email.tone。"),
        "permanent propose.reason": ("Why, for whoever decides.", "提议的理由，供决定时参考。"),
        "permanent read.key": ("The key, e.g. language.", "键，例如 language。"),
        "profile.refresh": ("Make a new one now, and keep it.", "现在重新生成并保存。"),
        "profile.changes": ("Show what changed since the last one.", "显示自上次以来的变化。"),
        "start.budget": ("Most tokens of the blocks.", "内容块最多占用的 token 数。"),
        "start.messages": ("Show them as a chat message.", "显示为聊天消息。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "key": ("Key", "键"),
        "slot": ("Slot", "项目"),
        "value": ("Value", "内容"),
        "since": ("Since", "自"),
        "evidence": ("Evidence", "依据"),
        "what": ("What", "类别"),
        "proposed": ("Proposed.", "已提议。"),
        "proposed.held": (
            "Held for review: it reads like an order and the user did not give it.",
            "已暂扣待审：它像是一条指令，而用户并未下达。",
        ),
        "proposals": ("Proposed, not confirmed:", "待确认的提议："),
        "profile.made": ("As of {day}, by {by}.", "截至 {day}，由 {by} 生成。"),
        "profile.note": ("Note: {note}", "注意：{note}"),
        "profile.nothing_before": ("There is no earlier profile to compare with.", "没有更早的概况可以比较。"),
    }
)
