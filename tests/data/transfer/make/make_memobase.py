"""Makes the samples in ../memobase with the types of Memobase's client: `pip install memobase`. Answers of its API are
those types within `data`."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from memobase.core.entry import profiles_to_json  # type: ignore[import-not-found]
from memobase.core.user import UserEventData, UserEventGistData, UserProfileData  # type: ignore[import-not-found]

OUT = Path(__file__).parents[1] / "memobase"
BEGIN = datetime(2026, 1, 20, 12, tzinfo=UTC)

SLOTS = [
    ("basic_info", "name", "Soraya Haddad"),
    ("basic_info", "language_spoken", "Arabic, French, 一点中文"),
    ("work", "title", "pastry chef"),
    ("work", "working_hours", "starts at 4 am [mention 2026/01/22]"),
    ("interest", "sports", "open-water swimming"),
    ("life_event", "wedding", "marries in September 2026"),
    ("基本信息", "城市", "住在泉州"),
    ("饮食", "忌口", "不吃辣，也不喝酒"),
    ("家庭", "宠物", "一只叫阿福的柯基"),
    ("兴趣爱好", "音乐", "南音，周末去茶馆听"),
    ("工作", "计划", "明年想开自己的甜品店"),
    ("psychological", "goals", "to be less in a hurry"),
]
EVENTS: list[dict[str, Any]] = [
    {
        "event_tip": "- Soraya burnt her hand on a sugar pan [mention 2026/01/21]\n- 她请了两天假",
        "event_tags": [{"tag": "emotion", "value": "annoyed"}],
        "profile_delta": [{"content": "pastry chef", "attributes": {"topic": "work", "sub_topic": "title"}}],
    },
    {
        "event_tip": "- 第一次在海里游了两公里",
        "event_tags": [{"tag": "情绪", "value": "开心"}],
        "profile_delta": [
            {"content": "open-water swimming", "attributes": {"topic": "interest", "sub_topic": "sports"}}
        ],
    },
    {
        "event_tip": None,
        "profile_delta": [
            {"content": "allergic to pistachios", "attributes": {"topic": "health", "sub_topic": "allergy"}}
        ],
    },
]


def uid(number: int) -> UUID:
    return UUID(int=(number + 1) * 0x1F2E3D4C5B6A79880123456789ABCDEF % 2**128, version=4)


def times(number: int) -> dict[str, datetime]:
    return {"created_at": BEGIN + timedelta(days=number), "updated_at": BEGIN + timedelta(days=number, hours=1)}


def answer(**data: Any) -> str:
    return json.dumps({"data": data, "errno": 0, "errmsg": ""}, ensure_ascii=False, indent=1)


def main() -> None:
    profiles = [
        UserProfileData(id=uid(number), content=said, attributes={"topic": topic, "sub_topic": name}, **times(number))
        for number, (topic, name, said) in enumerate(SLOTS)
    ]
    events = [
        UserEventData(id=uid(100 + number), event_data=event, **times(number)) for number, event in enumerate(EVENTS)
    ]
    gists = [
        UserEventGistData(id=uid(200 + number), gist_data={"content": line}, **times(number))
        for number, event in enumerate(EVENTS)
        for line in (event["event_tip"] or "").splitlines()
    ]
    OUT.mkdir(parents=True, exist_ok=True)
    texts = {
        "profile.json": answer(profiles=[each.model_dump(mode="json") for each in profiles]),
        "events.json": answer(events=[each.model_dump(mode="json") for each in events]),
        "gists.json": answer(events=[each.model_dump(mode="json") for each in gists]),
        "by_topic.json": json.dumps(
            profiles_to_json([each.to_ds() for each in profiles]), ensure_ascii=False, indent=1, default=str
        ),
    }
    for name, text in texts.items():
        (OUT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
