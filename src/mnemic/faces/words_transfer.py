"""What the command line says about exports, imports and backups, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "export": (
            "Write everything that is held about one user, or about all without --user, into a file of JSON lines; a "
            "name ending in .gz is compressed. Others may go on writing meanwhile.",
            "把一位用户的全部记忆（不加 --user 则为所有用户）导出为 JSON 行文件；文件名以 .gz 结尾时压缩。"
            "导出期间其他进程可继续写入。",
        ),
        "backup": (
            "Copy the memory file as of now, while others go on writing. The copy is checked.",
            "复制当前的记忆文件，其他进程可继续写入。副本会经过检查。",
        ),
        "restore": (
            "Put a backup in the place of the memory file. Nobody may have that open.",
            "用备份替换记忆文件。此时不能有其他进程打开它。",
        ),
    }
)

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "export.file": ("Where to write it.", "写到哪个文件。"),
        "export.user": ("Only this user's memory. Default: everybody's.", "只导出这位用户。默认导出所有用户。"),
        "export.vectors": (
            "Also the vectors, which else are made anew on import.",
            "连同向量一起导出；否则导入时重新计算。",
        ),
        "overwrite": ("Also where there is a file already.", "文件已存在时也照做。"),
        "import.format": (
            "The format: mnemic, mem0, letta, graphiti, langgraph, reme, memobase, mcp-memory, chatgpt, claude, "
            "openai. Default: as the file looks.",
            "文件的格式，默认自动识别： mnemic, mem0, letta, graphiti, langgraph, reme, memobase, mcp-memory, chatgpt, "
            "claude, openai",
        ),
        "import.keep_users": (
            "Each user the file names keeps what is theirs.",
            "文件中的每位用户各自保留自己的内容。",
        ),
        "import.yes": ("Do not ask.", "不再询问。"),
        "import.partial": (
            "Of a broken export, take what is whole.",
            "导出文件损坏时，导入其中完好的部分。",
        ),
        "import.wait": (
            "Understand the messages now, or leave them to the worker.",
            "立即理解消息，或留给后台处理。",
        ),
        "backup.file": ("Where to write it.", "写到哪个文件。"),
        "restore.file": ("The backup.", "备份文件。"),
        "restore.overwrite": (
            "Also where there is a memory; it is kept with the ending .before-restore.",
            "已有记忆文件时也照做；原文件改名保留，加上 .before-restore。",
        ),
    }
)

SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "export.progress": ("Exporting", "导出中"),
        "export.done": (
            "{rows} rows of {users} users written to {place} ({size} bytes). SHA-256 {sha256}",
            "已把 {users} 位用户的 {rows} 行写到 {place}（{size} 字节）。SHA-256 {sha256}",
        ),
        "import.looking": ("Looking at the file", "查看文件"),
        "import.survey": (
            "{format}: {turns} messages in {sessions} sessions, {statements} memories. About {time} and {size} MB.",
            "{format}：{sessions} 个会话中的 {turns} 条消息，{statements} 条记忆。大约需要 {time}、{size} MB。",
        ),
        "import.survey_own": (
            "An export of Mnemic: {users} users, {rows} rows. About {time} and {size} MB.",
            "Mnemic 导出文件：{users} 位用户，{rows} 行。大约需要 {time}、{size} MB。",
        ),
        "import.named": ("The file names the users {users}.", "文件中的用户：{users}。"),
        "import.ask": ("Import it?", "导入吗？"),
        "import.understood": ("messages understood", "已理解的消息"),
        "import.pending": ("messages left to the worker", "留给后台的消息"),
        "import.statements": ("new memories", "新记忆"),
        "import.statements_there": ("memories there already", "早已存在的记忆"),
        "import.quarantined": ("held by the guard for review", "被安全检查拦下待审"),
        "import.rows": ("rows brought back", "恢复的行"),
        "import.lost": ("What is not kept", "未保留的内容"),
        "import.nothing_lost": ("Everything was kept.", "全部保留。"),
        "import.what": ("what", "内容"),
        "import.why": ("why", "原因"),
        "import.examples": ("for example", "例如"),
        "backup.progress": ("Copying", "复制中"),
        "backup.done": ("Backed up to {place} ({size} bytes).", "已备份到 {place}（{size} 字节）。"),
        "restore.done": ("{place} is restored from {backup}.", "已从 {backup} 恢复 {place}。"),
        "restore.kept": ("The file that was there is kept as {place}.", "原来的文件保留为 {place}。"),
        "time.seconds": ("{count} s", "{count} 秒"),
        "time.minutes": ("{count} min", "{count} 分钟"),
        "time.hours": ("{count} h", "{count} 小时"),
    }
)
