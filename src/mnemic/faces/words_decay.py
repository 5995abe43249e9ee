"""What the command line says about decay and pins, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_ID = ("Id of the memory, or its first characters.", "记忆的 ID，或其开头几位。")

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "decay": (
            "Let what is not used fade, go to history, and at last out of the store; what matters stays. Undo brings "
            "back what was not removed.",
            "长期不用的记忆先淡出，再进历史，最后删除；重要的会留下。删除之前都可以用 undo 恢复。",
        ),
        "pin": ("Keep a memory whatever happens.", "固定一条记忆，任何维护都不动它。"),
        "unpin": ("Let a memory be treated like any other again.", "取消固定。"),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "decay.dry_run": ("Change nothing; say what would go, and why.", "不作任何改动，只说明哪些会走、为什么。"),
        "decay.yes": ("Do not ask before memories are removed for good.", "永久删除之前不再询问。"),
        "pin.id": _ID,
        "unpin.id": _ID,
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "decay.sure": (
            "{count} memories would be removed for good, not to be undone. Go on?",
            "将永久删除 {count} 条记忆，无法撤销。继续吗？",
        ),
        "pinned": ("Pinned: it stays whatever happens.", "已固定：任何维护都不动它。"),
        "unpinned": ("No longer pinned.", "已取消固定。"),
    }
)
