"""Makes ../reme/memoryscope.jsonl with MemoryScope's node: `pip install pydantic; pip install --no-deps memoryscope`.

The package wants all it can use when it is imported, so that the module of the node is loaded by its path.
"""

from __future__ import annotations

from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

OUT = Path(__file__).parents[1] / "reme"
BEGIN = 1_725_000_000  # 2024-08-30T06:40:00Z

NODES: list[dict[str, Any]] = [
    {"content": "用户喜欢在雨天骑车", "memory_type": "observation"},
    {"content": "The user works night shifts at the harbour", "memory_type": "observation"},
    {"content": "", "key": "爱好", "value": "拼图，尤其是一千片以上的", "memory_type": "insight"},
    {"content": "", "key": "favourite season", "value": "late autumn", "memory_type": "insight"},
    {"content": "user: 我周末要去看外婆", "memory_type": "conversation"},
    {"content": "用户住在舟山", "memory_type": "observation", "store_status": "expired"},
]


def main() -> None:
    file = distribution("memoryscope").locate_file("memoryscope/scheme/memory_node.py")
    spec = spec_from_file_location("memory_node", str(file))
    if spec is None or spec.loader is None:
        raise SystemExit("memoryscope is not installed")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    nodes = [
        module.MemoryNode(
            memory_id=f"node-{number}",
            user_name="harbour",
            target_name="harbour",
            timestamp=BEGIN + 3_600 * number,
            vector=[0.5, -0.25],
            **fields,
        )
        for number, fields in enumerate(NODES)
    ]
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "memoryscope.jsonl").write_text("".join(node.model_dump_json() + "\n" for node in nodes), encoding="utf-8")


if __name__ == "__main__":
    main()
