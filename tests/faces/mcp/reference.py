"""Operations of the MCP project's memory server: drawn at random from a small world, run on the real server, written
down with its answers, and played again on ours.

    python tests/faces/mcp/reference.py FOLDER   # FOLDER holds node_modules: `make mcp-reference` fills it

writes tests/data/reference_memory.jsonl anew.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

TRANSCRIPT = Path(__file__).parents[2] / "data" / "reference_memory.jsonl"
PACKAGE = Path("node_modules/@modelcontextprotocol/server-memory/dist/index.js")
STEPS = 300
SEED = 8

NAMES = ("Alice", "alice", "Bob", "王小明", "Zoë Müller", "İstanbul", "Acme, Inc.", "", " ", "project:x", "🚲 bike")
TYPES = ("person", "Person", "地点", "", "thing of value")
OBSERVATIONS = (
    "likes tea",
    "Likes tea.",
    "LIKES TEA",
    "喜欢乌龙茶",
    "Alice works with Bob",
    "moved to Lyon in 2019",
    "",
    "  spaced  out ",
    "two\nlines\tand a tab",
    'says "hello" \\ and leaves',
    "speaks français & ελληνικά Σ",
    "e\u0301 is not é",
    "<b>bold</b> in a page",
)
WORDS = ("knows", "works at", "属于", "", "likes tea")
QUERIES = ("tea", "TEA", "茶", "", "alice", "i̇stanbul", "person", "é", "\n", "no such thing", "σ", '"hello"')

Step = dict[str, Any]


def drawn(seed: int = SEED, steps: int = STEPS) -> Iterator[Step]:
    """Calls of the nine tools with arguments that meet, repeat, miss and leave empty."""
    choice = random.Random(seed)

    def some(pool: tuple[str, ...], most: int) -> list[str]:
        return [choice.choice(pool) for _ in range(choice.randint(0, most))]

    def entities() -> Step:
        made = [
            {"name": choice.choice(NAMES), "entityType": choice.choice(TYPES), "observations": some(OBSERVATIONS, 4)}
            for _ in range(choice.randint(0, 3))
        ]
        return {"entities": made}

    def relations() -> Step:
        made = [
            {"from": choice.choice(NAMES), "to": choice.choice(NAMES), "relationType": choice.choice(WORDS)}
            for _ in range(choice.randint(0, 3))
        ]
        return {"relations": made}

    def additions() -> Step:
        made = [
            {"entityName": choice.choice(NAMES), "contents": some(OBSERVATIONS, 3)} for _ in range(choice.randint(0, 2))
        ]
        return {"observations": made}

    def deletions() -> Step:
        made = [
            {"entityName": choice.choice(NAMES), "observations": some(OBSERVATIONS, 3)}
            for _ in range(choice.randint(0, 2))
        ]
        return {"deletions": made}

    tools = {
        "create_entities": (entities, 20),
        "create_relations": (relations, 16),
        "add_observations": (additions, 18),
        "delete_entities": (lambda: {"entityNames": some(NAMES, 2)}, 9),
        "delete_observations": (deletions, 9),
        "delete_relations": (relations, 9),
        "read_graph": (dict, 5),
        "search_nodes": (lambda: {"query": choice.choice(QUERIES)}, 10),
        "open_nodes": (lambda: {"names": some(NAMES, 3)}, 8),
    }
    weights = [weight for _, weight in tools.values()]
    for _ in range(steps):
        tool = choice.choices(list(tools), weights)[0]
        yield {"tool": tool, "arguments": tools[tool][0]()}


async def answered(client: Client, steps: Iterator[Step]) -> list[Step]:
    """The steps with what a server answers to each, and the whole graph as its resource gives it after the last."""
    done = []
    for step in steps:
        answer = await client.call_tool(step["tool"], step["arguments"])
        text = [getattr(part, "text", None) for part in answer.content]
        done.append({**step, "error": bool(answer.is_error), "text": text, "structured": answer.structured_content})
    whole = await client.read_resource("memory://knowledge-graph")
    done.append(
        {"resource": "memory://knowledge-graph", "text": [getattr(part, "text", None) for part in whole.contents]}
    )
    return done


async def shapes(client: Client) -> list[Step]:
    """What a server says of its tools, without what libraries word differently."""
    return [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "annotations": None if tool.annotations is None else tool.annotations.model_dump(exclude_none=True),
            "input": bare(tool.input_schema),
            "output": bare(tool.output_schema),
        }
        for tool in (await client.list_tools()).tools
    ]


def bare(schema: Any, whole: Any = None) -> Any:
    """A JSON schema with its references resolved, and without titles and what says nothing."""
    whole = schema if whole is None else whole
    if isinstance(schema, list):
        return [bare(part, whole) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        said = {key: part for key, part in schema.items() if key != "$ref"}
        return bare({**whole["$defs"][schema["$ref"].rsplit("/", 1)[-1]], **said}, whole)
    described = schema.get("type") != "object"
    kept = {
        key: bare(part, whole)
        for key, part in schema.items()
        if key not in ("title", "$defs", "$schema", "additionalProperties", "execution")
        and (key != "description" or described)
    }
    if "properties" in schema:
        kept["properties"] = {name: bare(part, whole) for name, part in schema["properties"].items()}
    return kept


def real(folder: Path, file: Path) -> StdioServerParameters:
    """How the real server is started, with its memory in a file."""
    environment = {"MEMORY_FILE_PATH": str(file), "PATH": os.environ.get("PATH", "")}
    return StdioServerParameters(command="node", args=[str(folder / PACKAGE)], env=environment)


def recorded() -> list[Step]:
    """The transcript: what the real server says of its tools, then every step with its answer."""
    return [json.loads(line) for line in TRANSCRIPT.read_text("utf-8").splitlines()]


async def _record(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        async with Client(real(folder, Path(place) / "memory.jsonl"), mode="legacy") as client:
            done = [{"tools": await shapes(client)}, *await answered(client, drawn())]
    TRANSCRIPT.write_text("".join(json.dumps(step, ensure_ascii=False) + "\n" for step in done), "utf-8")


if __name__ == "__main__":
    asyncio.run(_record(Path(sys.argv[1])))
