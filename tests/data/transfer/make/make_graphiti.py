"""Makes the samples in ../graphiti with the models of Graphiti and of Zep's client.

`pip install graphiti-core zep-cloud` and run it.
Graphiti has no export of its own: an export is a dump of its models (`model_dump_json`), as its users write it.
"""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from graphiti_core.edges import EntityEdge, EpisodicEdge  # type: ignore[import-not-found]
from graphiti_core.nodes import (  # type: ignore[import-not-found]
    CommunityNode,
    EntityNode,
    EpisodeType,
    EpisodicNode,
)
from zep_cloud.types import Edge, Message, Thread  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "graphiti"
START = datetime(2026, 2, 2, 8, 30, tzinfo=UTC)


def uid(word: str) -> str:
    return str(uuid5(NAMESPACE_URL, word))


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def entity(name: str, group: str, summary: str = "", **attributes: object) -> EntityNode:
    return EntityNode(
        uuid=uid(group + name),
        name=name,
        group_id=group,
        labels=["Entity"],
        created_at=day(0),
        summary=summary,
        attributes=attributes,
        name_embedding=[0.1, 0.2, 0.3] if summary else None,
    )


def edge(group: str, source: str, name: str, target: str, fact: str, **times: int) -> EntityEdge:
    return EntityEdge(
        uuid=uid(group + fact),
        group_id=group,
        source_node_uuid=uid(group + source),
        target_node_uuid=uid(group + target),
        created_at=day(3),
        name=name,
        fact=fact,
        fact_embedding=[0.5, 0.25, 0.125],
        episodes=[uid("episode 1")],
        **{key: day(number) for key, number in times.items()},
    )


def episode(number: int, group: str, source: EpisodeType, content: str) -> EpisodicNode:
    return EpisodicNode(
        uuid=uid(f"episode {number}"),
        name=f"episode {number}",
        group_id=group,
        created_at=day(number),
        valid_at=day(number),
        source=source,
        source_description="chat" if source is EpisodeType.message else "file",
        content=content,
        entity_edges=[],
    )


NODES = [
    entity("周岚", "zhou", "周岚是一名儿科医生，在武汉同济医院上班。", city="武汉"),
    entity("同济医院", "zhou"),
    entity("小满", "zhou", "一只三岁的橘猫。"),
    entity("Tomas", "tomas", "Tomas is a violin maker in Brno."),
    entity("Brno", "tomas"),
    entity("Vienna", "tomas"),
    entity("Petra", "tomas", "", role="accountant", since=2019),
]
EDGES = [
    edge("zhou", "周岚", "WORKS_AT", "同济医院", "周岚在同济医院儿科工作。", valid_at=-900),
    edge("zhou", "周岚", "OWNS", "小满", "周岚养了一只叫小满的猫。", valid_at=-30),
    edge("zhou", "周岚", "ALLERGIC_TO", "小满", "周岚不吃海鲜。"),
    edge("tomas", "Tomas", "LIVES_IN", "Vienna", "Tomas lives in Vienna.", valid_at=-400, invalid_at=-10, expired_at=3),
    edge("tomas", "Tomas", "LIVES_IN", "Brno", "Tomas lives in Brno.", valid_at=-10),
    edge("tomas", "Petra", "KEEPS_BOOKS_OF", "Tomas", "Petra keeps the books of Tomas.", expired_at=5),
]
EPISODES = [
    episode(
        1,
        "zhou",
        EpisodeType.message,
        "周岚(user): 我下周开始值夜班，三点以前别叫我。\n助手(assistant): 好的，三点以后再提醒您。",
    ),
    episode(2, "tomas", EpisodeType.message, "user: The new workshop opens on Monday."),
    episode(3, "tomas", EpisodeType.text, "Invoices are due within thirty days."),
    episode(4, "zhou", EpisodeType.json, json.dumps({"预约": "4月12日", "科室": "儿科"}, ensure_ascii=False)),
]


def zep() -> dict[str, object]:
    thread = Thread(uuid=uid("thread"), thread_id="support-42", user_uuid=uid("user"), created_at=day(1).isoformat())
    said = [
        ("user", "Ana", "My order number is 5531, please ship it to the office."),
        ("assistant", None, "Done: it goes to the office."),
        ("user", "Ana", "以后用中文回复我吧。"),
    ]
    messages = [
        Message(
            uuid=uid(f"message {number}"),
            role=role,
            name=name,
            content=content,
            thread_uuid=uid("thread"),
            created_at=(day(1) + timedelta(minutes=number)).isoformat(),
        )
        for number, (role, name, content) in enumerate(said)
    ]
    facts = [
        Edge(
            uuid=uid(f"fact {number}"),
            user_uuid=uid("user"),
            fact=fact,
            name="PREFERS",
            source_node_name="Ana",
            target_node_name=target,
            valid_at=day(1).isoformat(),
            invalid_at=ended,
            created_at=day(1).isoformat(),
            episode_uuids=[uid("message 0")],
        )
        for number, (fact, target, ended) in enumerate(
            [
                ("Ana wants parcels sent to her office.", "the office", None),
                ("Ana 希望用中文交流。", "中文", None),
                ("Ana has a trial account.", "trial", day(20).isoformat()),
            ]
        )
    ]
    return {
        "thread": plain(thread),
        "messages": [plain(message) for message in messages],
        "edges": [plain(fact) for fact in facts],
    }


def plain(model: object) -> object:
    return json.loads(model.json())  # type: ignore[attr-defined]


def main() -> None:
    OUT.mkdir(exist_ok=True)
    links = [
        EpisodicEdge(
            uuid=uid("mention"),
            group_id="zhou",
            source_node_uuid=uid("episode 1"),
            target_node_uuid=uid("zhou周岚"),
            created_at=day(1),
        )
    ]
    community = CommunityNode(
        uuid=uid("community"),
        name="周岚与小满",
        group_id="zhou",
        labels=["Community"],
        created_at=day(4),
        summary="一位医生和她的猫。",
    )
    whole = {
        "nodes": [json.loads(node.model_dump_json()) for node in [*NODES, community]],
        "edges": [json.loads(one.model_dump_json()) for one in [*EDGES, *links]],
        "episodes": [json.loads(one.model_dump_json()) for one in EPISODES],
    }
    (OUT / "graph.json").write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")
    lines = [one.model_dump_json() for one in [*EPISODES, *EDGES, *links, *NODES, community]]
    (OUT / "graph.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (OUT / "zep.json").write_text(json.dumps(zep(), ensure_ascii=False, indent=1), encoding="utf-8")


main()
