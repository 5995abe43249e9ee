"""The server over one binding: which tools, resources and prompts it offers."""

from __future__ import annotations

import inspect

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

import mnemic
from mnemic.faces.mcp import graph_tools, resources, tools, words
from mnemic.faces.mcp.callers import Binding, Bound
from mnemic.faces.words import Language

NAME = "mnemic"

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
"""Of a tool that changes nothing a user would notice."""

ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
"""Of a tool that adds, or changes what can be undone."""

CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
"""Of a tool that replaces what is there, or removes it for good."""


def mcp_server(
    binding: Binding,
    *,
    language: Language = Language.ENGLISH,
    reference: bool = False,
    read_only: bool = False,
) -> MCPServer:
    """A server whose every message is about the one user that `binding` names.

    Args:
        language: of titles, headings and instructions.
        reference: offer the nine tools of the MCP project's memory server in place of our own.
        read_only: offer only what reads.
    """
    server = MCPServer(
        NAME,
        title="Mnemic",
        version=mnemic.__version__,
        instructions=None if reference else words.say("instructions", language),
        middleware=[Bound(binding)],
        log_level="WARNING",
        subscriptions=False,
    )
    if reference:
        graph_tools.register(server, read_only=read_only)
        return server
    writing = [] if read_only else [(tools.ADDS, ADDS), (tools.CHANGES, CHANGES)]
    for offered, hints in [(tools.READS, READS), *writing]:
        for tool in offered:
            name = tool.__name__
            server.add_tool(
                tool,
                title=words.title(name, language),
                description=inspect.cleandoc(tool.__doc__ or "").replace("\n", " "),
                annotations=hints,
                structured_output=True,
            )
    resources.register(server, language, read_only=read_only)
    return server
