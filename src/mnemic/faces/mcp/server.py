"""The server over one binding: which tools, resources and prompts it offers."""

from __future__ import annotations

import inspect

from mcp.server.mcpserver import MCPServer

import mnemic
from mnemic.faces.mcp import graph_tools, resources, tools, words
from mnemic.faces.mcp.callers import Binding, BindingMiddleware
from mnemic.faces.mcp.results import ADDS, CHANGES, READS
from mnemic.faces.words import Language

NAME = "mnemic"


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
        middleware=[BindingMiddleware(binding)],
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
