"""What the command line says about files, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "file": (
            "Files as memory: images, recordings, documents.",
            "把文件当作记忆：图片、录音、文档。",
        ),
        "file add": (
            "Remember a file: its bytes, and what is said or read of it.",
            "记住一个文件：原始内容，以及关于它的文字。",
        ),
        "file list": ("List the files in the order they were stored.", "按存入顺序列出文件。"),
        "file get": (
            "Write the bytes of a file to a path, or to standard output.",
            "把文件的原始内容写到指定路径，或写到标准输出。",
        ),
        "file show": ("Show everything about a file, with the text about it.", "显示一个文件的全部信息及相关文字。"),
        "file read": (
            "Have a file read again, by the reader that is set now.",
            "用当前设置的读取方式重新读一遍文件。",
        ),
        "file forget": (
            "Forget a file for good, with every turn it came with.",
            "彻底忘记一个文件，连同随它而来的每条消息。",
        ),
    }
)

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "file add.path": ("The file; - is standard input.", "文件；- 表示标准输入。"),
        "file add.caption": ("What it shows or says, in your words.", "用你的话说明它的内容。"),
        "file add.name": ("What it is called. Default: the name of the path.", "文件名。默认取路径中的名称。"),
        "file add.media_type": (
            "What it is said to be, e.g. image/png; must agree with the bytes.",
            "声明的类型，例如 image/png；须与内容一致。",
        ),
        "file add.time": (
            "When it was sent, ISO 8601 with zone. Default: now.",
            "何时发的，带时区的 ISO 8601。默认现在。",
        ),
        "file add.origin": (
            "Whose word the caption is: user, assistant, tool or document.",
            "说明是谁的话： user, assistant, tool 或 document。",
        ),
        "file get.out": ("Where to write it. Default: standard output.", "写到哪里。默认写到标准输出。"),
    }
)

SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "file.new": (
            "There is no memory at {place} yet; add or import makes one.",
            "{place} 还没有记忆；用 add 或 import 建立。",
        ),
        "file.kept": (
            "Kept as {hash}: {name} ({type}, {size} bytes).",
            "已保存为 {hash}：{name}（{type}，{size} 字节）。",
        ),
        "file.written": ("{size} bytes written to {place}.", "已把 {size} 字节写到 {place}。"),
        "file.degraded": ("Note: {what}", "注意：{what}"),
        "file.terminal": (
            "The bytes of a file would upset the terminal: name a path with --out.",
            "文件的原始内容会弄乱终端：请用 --out 指定路径。",
        ),
    }
)
