"""What the command line says about labels, reports and receipts, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_FOR = (
    "Recall it for this purpose only; may be given several times.",
    "只为这一用途回忆；可多次给出。",
)
_KEEP = (
    "Until when it may be recalled, then it is removed: P30D, session, or a moment (ISO 8601 with zone).",
    "保留多久，到期即删除：P30D、session 或某一时刻（带时区的 ISO 8601）。",
)

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "label": (
            "Say what a memory may be used for, and until when; without options its label is lifted.",
            "规定一条记忆可用于什么、保留到何时；不给选项则取消标签。",
        ),
        "report": (
            "Write everything that is held about the user into one file that the user can read.",
            "把关于该用户保存的一切写入一个用户可读的文件。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "label.id": ("Id of the memory, or how it begins.", "记忆的编号或其开头。"),
        "label.serves": _FOR,
        "label.kept": _KEEP,
        "add.serves": _FOR,
        "add.kept": _KEEP,
        "report.out": ("The file to write.", "要写入的文件。"),
        "report.format": (
            "html, json or md; default as the name of the file says.",
            "html、json 或 md；默认按文件名。",
        ),
        "report.overwrite": ("Also where there is a file of that name.", "已有同名文件时也写入。"),
        "forget.exports": (
            "Also remove exports and reports of this user that we wrote.",
            "同时删除本库写出的该用户的导出和报告。",
        ),
        "purpose": ("What the memory is used for.", "使用记忆的目的。"),
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "labelled": ("Labelled:", "已加标签："),
        "report.written": ("Everything is in {place} ({bytes} bytes).", "一切都写入了 {place}（{bytes} 字节）。"),
    }
)
