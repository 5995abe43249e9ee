"""Makes the samples in ../mem0 with mem0's own library: `pip install mem0ai` and run it. No key, no network."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = "/tmp/mem0-sample-home"
os.environ["OPENAI_API_KEY"] = "none"

from mem0 import Memory  # type: ignore[import-not-found]
from mem0.embeddings.mock import MockEmbeddings  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "mem0"

SAID = [
    ("lin", None, None, "user", "我对花生过敏，点外卖时请避开。", {"category": "health"}, None),
    ("lin", None, None, "user", "我住在成都高新区。", None, None),
    ("lin", "planner", "trip-1", "user", "下周三要去杭州出差，住西湖边的酒店。", {"category": "travel"}, "2027-03-31"),
    ("lin", None, None, "user", "女儿今年上小学二年级，周五下午有钢琴课。", None, None),
    ("lin", None, None, "user", "开会时间尽量不要安排在早上九点以前。", {"category": "work", "weight": 3}, None),
    ("lin", "planner", None, "assistant", "已为您订好 G1888 次列车的靠窗座位。", None, None),
    ("lin", None, None, "user", "暂时在学吉他，每天练半小时。", None, None),
    ("maya", None, None, "user", "I take my coffee black, no sugar.", {"category": "food"}, None),
    ("maya", None, None, "user", "My sister Ines lives in Porto.", None, None),
    ("maya", "coder", "sprint-7", "user", "We deploy on Thursdays, never on Fridays.", {"category": "work"}, None),
    ("maya", None, None, "user", "The gym membership runs until the end of June.", None, "2026-06-30"),
    ("maya", "coder", None, "assistant", "I will keep commit messages under fifty characters.", None, None),
    ("maya", None, None, "user", "I moved from Leeds to Bristol.", None, None),
    ("maya", None, None, "user", "我的中文老师姓周，每周二晚上上课。", None, None),
]


def main() -> None:
    shutil.rmtree(OUT / "store", ignore_errors=True)
    (OUT / "store").mkdir(parents=True)
    memory = Memory.from_config(
        {
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "collection_name": "mem0",
                    "embedding_model_dims": 10,
                    "path": str(OUT / "store" / "qdrant"),
                    "on_disk": True,
                },
            },
            "embedder": {"provider": "openai", "config": {"api_key": "none", "embedding_dims": 10}},
            "llm": {"provider": "openai", "config": {"api_key": "none"}},
            "history_db_path": str(OUT / "store" / "history.sqlite"),
        }
    )
    memory.embedding_model = MockEmbeddings()
    ids = []
    for user, agent, run, role, text, metadata, *expires in SAID:
        added = memory.add(
            [{"role": role, "content": text}],
            user_id=user,
            agent_id=agent,
            run_id=run,
            metadata=metadata,
            expiration_date=expires[0] if expires else None,
            infer=False,
        )
        ids.append(added["results"][0]["id"])
    memory.update(ids[1], text="我搬到了重庆渝中区，不住成都了。")
    memory.update(ids[7], text="I take my coffee with oat milk now.")
    memory.update(ids[7], text="I stopped drinking coffee; green tea instead.")
    memory.delete(ids[6])
    memory.delete(ids[12])
    results = []
    for user in ("lin", "maya"):
        results += memory.get_all(filters={"user_id": user}, top_k=100, show_expired=True)["results"]
    (OUT / "get_all.json").write_text(json.dumps({"results": results}, ensure_ascii=False, indent=1), encoding="utf-8")
    memory.close()
    for path in (OUT / "store").rglob("*"):
        if path.suffix == ".sqlite":
            connection = sqlite3.connect(path)
            connection.execute("VACUUM")
            connection.close()


main()
