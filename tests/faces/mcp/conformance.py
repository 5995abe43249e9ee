"""The MCP project's conformance suite over our HTTP server: `make mcp-conformance` brings it and runs it.

    python -m tests.faces.mcp.conformance FOLDER [NODE]

FOLDER holds node_modules with @modelcontextprotocol/conformance; NODE is Node.js 22 or newer. The suite sends no key,
so the server asks for none here. Some scenarios call tools, prompts and resources by names of the suite's own: those of
them that give text stand beside ours here, on the same server with the same transport. Left out is what we do not
offer: pictures and sounds, completion, and whatever a server asks of its client (sampling, elicitation, logging,
progress, subscriptions).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from mcp_types import CallToolResult, TextContent
from pydantic import Field

import mnemic
from mnemic.errors import InvalidInput
from mnemic.faces.mcp.http import KeyBinding, alone, over_http
from mnemic.faces.mcp.results import as_prompt, as_resource, as_tool
from mnemic.faces.mcp.server import mcp_server
from mnemic.settings import load
from tests.faces.mcp.serving import served

PACKAGE = Path("node_modules/@modelcontextprotocol/conformance/dist/index.js")

OF_ANY_SERVER = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
)
"""Scenarios that ask nothing of an example server."""

OF_THE_SUITES_NAMES = (
    "tools-call-simple-text",
    "tools-call-error",
    "resources-read-text",
    "resources-templates-read",
    "prompts-get-simple",
    "prompts-get-with-args",
)
"""Scenarios that call something by a name of the suite's."""

_PASSED = re.compile(r"Passed: (?P<passed>\d+)/(?P<checks>\d+)")


@as_tool
def test_simple_text() -> CallToolResult:
    """Gives a text."""
    return CallToolResult(content=[TextContent(type="text", text="This is a simple text response for testing.")])


@as_tool
def test_error_handling() -> CallToolResult:
    """Fails."""
    raise InvalidInput("This tool intentionally returns an error for testing")


@as_resource
def static_text() -> str:
    """A text."""
    return "This is the content of the static text resource."


@as_resource
def data(id: str) -> str:
    """A text with what the address names."""
    return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


@as_prompt
def test_simple_prompt() -> str:
    """A prompt."""
    return "This is a simple prompt for testing."


@as_prompt
def test_prompt_with_arguments(
    arg1: Annotated[str, Field(description="First test argument")],
    arg2: Annotated[str, Field(description="Second test argument")],
) -> str:
    """A prompt with what it was given."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@contextmanager
def served_beside() -> Iterator[str]:
    """Our server over an empty memory, for one user, without keys, and what the suite asks for beside it; its
    address."""
    settings = load(embedder="hashing", background=False)
    with mnemic.open(":memory:", embedder="hashing", background=False) as memory:
        ours = mcp_server(KeyBinding(memory=memory, user="alice"))
        ours.add_tool(test_simple_text)
        ours.add_tool(test_error_handling)
        ours.resource("test://static-text")(static_text)
        ours.resource("test://template/{id}/data", mime_type="application/json")(data)
        ours.prompt()(test_simple_prompt)
        ours.prompt()(test_prompt_with_arguments)
        app = alone(over_http(ours, settings), memory, settings, auth=False)
        with served(app) as address:
            yield f"{address}/mcp"


def run(folder: Path, node: str, scenario: str, url: str) -> tuple[int, int, str]:
    """How many checks of a scenario passed, of how many, and what the suite said."""
    command = [node, str(folder / PACKAGE), "server", "--url", url, "--scenario", scenario]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    said = done.stdout + done.stderr
    found = _PASSED.search(said)
    return (int(found["passed"]), int(found["checks"]), said) if found else (0, 1, said)


def main(folder: Path, node: str) -> int:
    """Run every scenario; 0 where every check passed."""
    failed = 0
    with served_beside() as url:
        for scenario in (*OF_ANY_SERVER, *OF_THE_SUITES_NAMES):
            passed, checks, said = run(folder, node, scenario, url)
            print(f"{scenario}: {passed}/{checks}")
            if passed < checks:
                failed += 1
                print(said)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "node"))
