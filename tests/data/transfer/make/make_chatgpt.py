"""Makes the sample in ../chatgpt from the documented shape of ChatGPT's data export; there is no code for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

OUT = Path(__file__).parents[1] / "chatgpt"
BEGIN = 1_760_000_000.25  # 2025-10-09T08:53:20.25Z


def uid(word: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"chatgpt/{word}"))


class Tree:
    """A conversation, node by node."""

    def __init__(self, title: str, day: int, **more: Any) -> None:
        self.title, self.at, self.more = title, BEGIN + 86_400 * day, more
        self.nodes: dict[str, dict[str, Any]] = {}
        self.last: str | None = None
        self.put(None)

    def put(self, message: dict[str, Any] | None, *, after: str | None = None) -> str:
        key = uid(f"{self.title}/{len(self.nodes)}")
        parent = after or self.last
        self.nodes[key] = {"id": key, "message": message and {"id": key} | message, "parent": parent, "children": []}
        if parent:
            self.nodes[parent]["children"].append(key)
        self.last = key
        return key

    def say(self, role: str, content: str | dict[str, Any], *, after: str | None = None, **more: Any) -> str:
        self.at += 40
        body = {"content_type": "text", "parts": [content]} if isinstance(content, str) else content
        message = {
            "author": {"role": role, "name": more.pop("name", None), "metadata": {}},
            "create_time": self.at if more.pop("timed", True) else None,
            "update_time": None,
            "content": body,
            "status": "finished_successfully",
            "end_turn": True if role == "assistant" else None,
            "weight": 1.0,
            "metadata": more.pop("metadata", {}),
            "recipient": more.pop("recipient", "all"),
            "channel": None,
        }
        return self.put(message, after=after)

    def whole(self) -> dict[str, Any]:
        key = uid(self.title)
        return {
            "title": self.title,
            "create_time": self.at - 40 * len(self.nodes),
            "update_time": self.at,
            "mapping": self.nodes,
            "moderation_results": [],
            "current_node": self.last,
            "conversation_id": key,
            "id": key,
            "is_archived": False,
            "default_model_slug": "gpt-5",
            **self.more,
        }


HIDDEN = {"is_visually_hidden_from_conversation": True}
ABOUT = "I teach ceramics in Leeds and I am left-handed."
WISH = "先给结论，再讲理由；不要用表情符号。"


def instructed(tree: Tree) -> None:
    """The hidden messages with which newer conversations begin."""
    tree.say("system", "", metadata=HIDDEN, timed=False)
    told = {
        "content_type": "user_editable_context",
        "user_profile": "The user provided the following information about themselves. It is shown in every "
        f"conversation.\nUser profile:\n```{ABOUT}```",
        "user_instructions": "The user provided the additional info about how they would like you to respond:\n"
        f"```{WISH}```",
    }
    tree.say("user", told, metadata=HIDDEN | {"is_user_system_message": True}, timed=False)


def kiln() -> dict[str, Any]:
    tree = Tree("Kiln schedule", 0)
    instructed(tree)
    asked = tree.say("user", "My kiln is a Rohde Ecotop 60. How slowly should I heat it for a first firing?")
    tree.say("assistant", "About 60 °C an hour up to 600 °C.")
    tree.say("assistant", "Heat it at 50 °C an hour to 600 °C, then 100 °C an hour to 1000 °C.", after=asked)
    tree.say("user", "Thanks. I fire every second Thursday from now on.")
    tree.say("assistant", {"content_type": "thoughts", "thoughts": [{"summary": "Noting", "content": "A habit."}]})
    tree.say("assistant", "The user fires her kiln every second Thursday.", recipient="bio")
    tree.say("tool", "Model set context updated.", name="bio")
    tree.say("assistant", "Noted: every second Thursday. \ue200cite\ue202turn0search1\ue201")
    return tree.whole()


def trip() -> dict[str, Any]:
    tree = Tree("西安之行", 3)
    instructed(tree)
    first = tree.say("user", "下个月我想去西安，怎么走？")
    tree.say("assistant", "从伦敦出发可以在北京转机。", after=first)
    tree.say("user", "十一月我要带我妈妈去西安，她走不了太多路，怎么安排？", after=tree.nodes[first]["parent"])
    search = {"content_type": "code", "language": "unknown", "text": '{"search_query": [{"q": "西安 无障碍 景点"}]}'}
    tree.say("assistant", search, recipient="web.run")
    page = {"content_type": "tether_browsing_display", "result": "碑林博物馆可借轮椅。", "summary": None}
    tree.say("tool", page, name="web.run")
    tree.say("assistant", '建议住在钟楼附近；\ue200entity\ue202["place","碑林博物馆","西安"]\ue201可以借轮椅。')
    tree.say("user", "好。她对花生过敏，吃饭的地方要注意。")
    tree.say("assistant", "记住了：您母亲对花生过敏。我会挑能看配料表的餐馆。")
    return tree.whole()


def picture() -> dict[str, Any]:
    tree = Tree("Glaze test tiles", 9, gizmo_id="g-glaze")
    instructed(tree)
    photo = {
        "content_type": "image_asset_pointer",
        "asset_pointer": "sediment://file_0000000012ab",
        "size_bytes": 48_029,
        "width": 1024,
        "height": 768,
    }
    parts = [photo, "Which of these tiles has the lower iron content?"]
    attached = [{"id": "file_0000000012ab", "name": "tiles.jpg", "mime_type": "image/jpeg"}]
    tree.say("user", {"content_type": "multimodal_text", "parts": parts}, metadata={"attachments": attached})
    tree.say("assistant", "The pale one on the left.")
    heard = {"content_type": "audio_transcription", "text": "我左手拉坯，转盘要反着转。", "direction": "in"}
    sound = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_0000000034cd", "size_bytes": 9000}
    tree.say("user", {"content_type": "multimodal_text", "parts": [heard, sound]})
    tree.say("assistant", "明白，左手拉坯时转盘顺时针转。")
    code = {"content_type": "code", "language": "python", "text": "print(3 / 8 * 100)"}
    tree.say("assistant", code, recipient="python")
    tree.say("tool", {"content_type": "execution_output", "text": "37.5"}, name="python")
    tree.say("assistant", {"content_type": "reasoning_recap", "content": "Thought for 4s"})
    tree.say("assistant", "Your recipe has 37.5 % feldspar.")
    return tree.whole()


def remembered() -> dict[str, Any]:
    tree = Tree("记忆", 14)
    instructed(tree)
    known = "1. [2025-08-02]. Has a greyhound called Pepper.\n2. [2025-09-30]. 每天早上六点起床练声。\n"
    shown = {"content_type": "model_editable_context", "model_set_context": known, "repository": None}
    tree.say("assistant", shown, metadata=HIDDEN)
    tree.say("user", "你还记得我的狗叫什么吗？")
    tree.say("assistant", "记得，叫 Pepper，是一只灵缇。")
    tree.say("user", "She turned nine last week.")
    tree.say("assistant", {"content_type": "brand_new_type", "payload": {"a": 1}})
    tree.say("assistant", "Happy ninth birthday to Pepper!")
    return tree.whole()


def secret() -> dict[str, Any]:
    tree = Tree("Salary letter", 20, is_do_not_remember=True)
    tree.say("user", "Draft a letter asking for a raise.")
    tree.say("assistant", "Dear Ms Okafor, ...")
    return tree.whole()


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    files: dict[str, Any] = {
        "conversations-000.json": [kiln(), trip()],
        "conversations-001.json": [picture(), remembered(), secret()],
        "user.json": {"id": "user-7Hc", "email": "", "chatgpt_plus_user": True},
        "message_feedback.json": [],
        "memories.json": [
            {"id": "mem_1", "content": "Prefers trains to planes.", "created_at": "2025-09-14T10:00:00Z"}
        ],
    }
    for name, value in files.items():
        (OUT / name).write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
