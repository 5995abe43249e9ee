"""What the command line says about the MCP server, in English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mcp": (
            "Serve a user's memory to MCP clients such as Claude, Cursor and VS Code.",
            "把用户的记忆提供给 MCP 客户端，例如 Claude、Cursor、VS Code。",
        ),
    }
)

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mcp.target": (
            "The memory: a file, postgresql://..., or http(s)://... of `mnemic serve`. Default: that of --db.",
            "记忆所在：文件、postgresql://...，或 `mnemic serve` 的 http(s)://...。默认用 --db 的。",
        ),
        "mcp.actor": (
            "Whom clients act as: agent proposes what only the user may decide; user decides in the user's place.",
            "客户端以谁的身份行事：agent 对只有用户能决定的事只能提议；user 代用户决定。",
        ),
        "mcp.reference": (
            "Offer the nine tools of the MCP project's memory server in place of our own.",
            "提供 MCP 官方 memory 服务器的九个工具，代替自带的工具。",
        ),
        "mcp.read_only": ("Offer only what reads.", "只提供读取。"),
        "mcp.http": (
            "Over HTTP instead of standard input and output; clients need a key.",
            "用 HTTP 代替标准输入输出；客户端需要密钥。",
        ),
        "mcp.host": ("Address to listen at.", "监听的地址。"),
        "mcp.no_auth": (
            "Over HTTP, ask for no key. Only at a loopback address.",
            "通过 HTTP 时不需要密钥。只能用于本机地址。",
        ),
        "mcp.port": ("Port to listen at; 0: any that is free.", "监听的端口；0 表示任意空闲端口。"),
    }
)

SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mcp.serving": ("MCP at {url}/mcp", "MCP 地址：{url}/mcp"),
        "mcp.keyless": (
            "No key was made yet, and none gets in without: mnemic api-key create --user ID --actor agent",
            "还没有密钥，没有密钥谁也进不来：mnemic api-key create --user ID --actor agent",
        ),
    }
)
