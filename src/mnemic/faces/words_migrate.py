"""What the command line says about moving a memory into another store, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "migrate": (
            "Copy everything of every user from one store into another, a memory file or a PostgreSQL database, and "
            "check that it reads there as it did. Stop what writes to the source first. It can be stopped and run "
            "again.",
            "把所有用户的全部内容从一个存储复制到另一个（记忆文件或 PostgreSQL 数据库），并核对两边一致。"
            "请先停止向来源写入。可随时中断，再次运行即可继续。",
        ),
    }
)

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "migrate.source": (
            "The memory that is moved: a path, or postgresql://...",
            "来源：文件路径，或 postgresql://...",
        ),
        "migrate.target": (
            "Where it goes; a file that is not there is made.",
            "目标；文件不存在时会新建。",
        ),
    }
)

SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "migrate.progress": ("Moving users", "迁移用户"),
        "migrate.done": (
            "{users} users are in {place} ({new} new, {there} there already), {rows} rows, the same on both sides. "
            "Audit of {tenants} tenants: {lines} lines.",
            "{place} 中现有 {users} 位用户（新增 {new} 位，已有 {there} 位），共 {rows} 行，两边一致。"
            "{tenants} 个租户的审计共 {lines} 行。",
        ),
        "migrate.dry": (
            "{new} of {users} users would be written to {place}, {rows} rows in all.",
            "将把 {users} 位用户中的 {new} 位写入 {place}，总计 {rows} 行。",
        ),
        "migrate.sealed": (
            "{count} users are encrypted there, with new keys of their own.",
            "其中 {count} 位用户在目标中加密，使用各自的新密钥。",
        ),
    }
)
