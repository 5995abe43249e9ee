"""Makes the files in ../reme/store with the memory and vector nodes of ReMe 0.3, as its local vector store keeps them:
`pip install reme-ai==0.3.1.10 "agentscope<2" "mcp<2" greenlet`."""

from __future__ import annotations

from pathlib import Path

from reme.core.enumeration import MemoryType  # type: ignore[import-not-found]
from reme.core.schema.memory_node import MemoryNode  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "reme" / "store"

NODES = [
    (MemoryType.PERSONAL, "meret", "", "每个月最后一个周五和老同学打羽毛球。", "2026-02-27 21:30:00"),
    (MemoryType.IDENTITY, "meret", "", "Meret is a bookbinder.", "2026-02-20 08:00:00"),
    (MemoryType.PROCEDURAL, "", "装订超过三百页的书", "Sew on tapes instead of gluing.", "2026-02-21 08:00:00"),
]


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for kind, target, when, content, time in NODES:
        node = MemoryNode(
            memory_type=kind,
            memory_target=target,
            when_to_use=when,
            content=content,
            message_time=time,
            time_created=time,
            time_modified=time,
            author="qwen3",
        ).to_vector_node()
        node.vector = [0.5, 0.25]
        (OUT / f"{node.vector_id}.json").write_text(node.model_dump_json(indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
