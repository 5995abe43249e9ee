"""What the command line says about quarantine, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "quarantine": (
            "What the guard holds for review: look at it, let it go, or confirm an attack.",
            "守卫隔离待审的内容：查看、放行，或确认是攻击。",
        ),
        "quarantine list": ("List what is held, with score and reasons.", "列出被隔离的内容及其分数和原因。"),
        "quarantine show": ("Show one memory that is held, and where it comes from.", "显示一条被隔离的记忆及其来源。"),
        "quarantine release": (
            "Let a memory go; a message is then understood as others are, and texts like it weigh less.",
            "放行一条记忆；消息随后照常理解，与它相似的内容今后少算一些。",
        ),
        "quarantine reject": (
            "Confirm an attack; it is taken back, and texts like it weigh more.",
            "确认是攻击；撤回该记忆，与它相似的内容今后多算一些。",
        ),
        "quarantine scan": (
            "Look for what the present guard would hold among what is stored.",
            "在已保存的内容里查找现在的守卫会隔离的部分。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "quarantine show.id": ("Id of the memory, or its beginning.", "记忆的 ID 或其开头。"),
        "quarantine release.id": ("Id of the memory, or its beginning.", "记忆的 ID 或其开头。"),
        "quarantine release.why": ("Why, for the history.", "原因，写入历史。"),
        "quarantine reject.id": ("Id of the memory, or its beginning.", "记忆的 ID 或其开头。"),
        "quarantine reject.why": ("Why, for the history.", "原因，写入历史。"),
        "quarantine scan.hold": ("Put what is found into quarantine.", "把找到的内容隔离起来。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "quarantine.said": ("Said in session {session}, turn {turn}, {at}", "出自会话 {session}，消息 {turn}，{at}"),
        "quarantine.released": ("Released: it is in use now.", "已放行，现在可用。"),
        "quarantine.rejected": ("Rejected as an attack: it stays in history only.", "已确认为攻击，仅保留在历史中。"),
        "quarantine.holds": ("{count} put into quarantine.", "已隔离 {count} 条。"),
    }
)
