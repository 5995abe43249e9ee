"""Makes the sample in ../mcp_memory with the MCP project's memory server, over its own protocol.

`npm install @modelcontextprotocol/server-memory`, then
`python make_mcp_memory.py node node_modules/@modelcontextprotocol/server-memory/dist/index.js`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

OUT = Path(__file__).parents[1] / "mcp_memory"

ENTITIES = [
    ("许言", "person", ["在苏州做中学数学老师", "对芒果过敏", "许言每天六点起床跑步"]),
    ("星河中学", "school", ["位于苏州工业园区"]),
    (
        "default_user",
        "person",
        ["Prefers metric units", "Has a daughter called Ada", "Flies only when there is no train"],
    ),
    (
        "Kestrel",
        "project",
        ["Kestrel ships on the first Monday of the month", "Written in Rust", "Old plan: ship weekly"],
    ),
    ("Ada", "person", []),
    ("废弃项目", "project", ["已经停掉了"]),
]
RELATIONS = [
    ("许言", "任教于", "星河中学"),
    ("default_user", "works_on", "Kestrel"),
    ("default_user", "parentOf", "Ada"),
    ("许言", "knows", "default_user"),
]


class Server:
    def __init__(self, command: list[str], path: Path) -> None:
        environment = {**os.environ, "MEMORY_FILE_PATH": str(path)}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        self.calls = 0
        self.ask(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "samples", "version": "1"}},
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        assert self.process.stdout is not None
        self.calls += 1
        self.send({"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params})
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self.calls:
                return answer["result"]
        raise RuntimeError("the server went away")

    def call(self, tool: str, **arguments: Any) -> Any:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})


def main() -> None:
    OUT.mkdir(exist_ok=True)
    path = OUT / "memory.jsonl"
    path.unlink(missing_ok=True)
    server = Server(sys.argv[1:], path)
    entities = [{"name": name, "entityType": kind, "observations": said} for name, kind, said in ENTITIES]
    server.call("create_entities", entities=entities)
    server.call("create_relations", relations=[{"from": a, "relationType": word, "to": b} for a, word, b in RELATIONS])
    server.call("add_observations", observations=[{"entityName": "Kestrel", "contents": ["发布负责人是许言"]}])
    server.call("delete_observations", deletions=[{"entityName": "Kestrel", "observations": ["Old plan: ship weekly"]}])
    server.call("delete_entities", entityNames=["废弃项目"])
    graph = server.call("read_graph")
    (OUT / "read_graph.json").write_text(graph["content"][0]["text"], encoding="utf-8")
    server.process.terminate()
    server.process.wait()


main()
