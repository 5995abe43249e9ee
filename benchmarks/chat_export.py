"""A ChatGPT data export of any size, made by chance: python -m benchmarks.chat_export --turns 50000 --out out/chat.zip.

It has the shape of a real one: conversations as trees of nodes with a hidden system message at the root, answers that
were asked for again, code that was run and what it printed, the thoughts of a reasoning model, and custom
instructions. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from benchmarks.sentences import LANGUAGES, asked, said, stated

SEED = 11
BEGIN_S = datetime(2024, 1, 8, 9, tzinfo=UTC).timestamp()
SPAN_S = 86_400 * 540  # a year and a half of conversations
TURNS = (4, 44)  # of one conversation
SPLIT_AT = 100  # conversations in one file of the newer exports, which are split
STATED = 0.25  # of the user's messages say something about the user; the others tell or ask
BRANCHED = 0.08  # of the answers were asked for again
RAN_CODE = 0.03
THOUGHT = 0.05
INSTRUCTED = 0.1  # of the conversations carry custom instructions
MODEL = "gpt-4o"
ZIP_TIME = (2025, 7, 1, 0, 0, 0)

_ANSWERS = {
    "en": (
        "Thanks for telling me. {said} If that is right, I would begin with the smaller half and look again at the end "
        "of the week.",
        "Here is a short plan:\n\n1. Write down what you have.\n2. Ask the one person who knows.\n3. Decide on a date."
        "\n\nIn your case: {said}",
        "Good question. From what you wrote I understand this: {said} I am not certain about the rest.",
        "Sure.\n\n```\n{said}\n```\n\nYou can copy this as it stands.",
    ),
    "zh": (
        "好的，我记下了。{said}如果没错的话，建议先从小的那一半做起，周末再看一次。",
        "一个简单的计划：\n\n1. 列出手头有的。\n2. 问一下最清楚的那个人。\n3. 定一个日期。\n\n你的情况是：{said}",
        "这个问题问得好。照你写的，我的理解是：{said}其余的我不太确定。",
        "没问题。\n\n```\n{said}\n```\n\n可以直接复制使用。",
    ),
}
_INSTRUCTED = {
    "en": ("I work from home and have two children.", "Answer briefly, and say when you are not sure."),
    "zh": ("我在家办公，有两个孩子。", "回答要简短，不确定的时候请直说。"),
}
_CODE = "rows = [3, 5, 8]\nprint(sum(rows) / len(rows))"


@dataclass(slots=True, kw_only=True)
class _Tree:
    """A conversation while it is being written, message by message."""

    chance: Random
    moment_s: float
    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    last: str | None = None

    def add(self, message: dict[str, Any] | None, *, at: str | None = None, follow: bool = True) -> str:
        """Put a message under node `at` (default: the last); with `follow` the conversation goes on from it."""
        parent = at or self.last
        key = _uuid(self.chance)
        self.nodes[key] = {"id": key, "message": message and {"id": key} | message, "parent": parent, "children": []}
        if parent is not None:
            self.nodes[parent]["children"].append(key)
        if follow:
            self.last = key
        return key

    def message(self, role: str, content: dict[str, Any], **more: Any) -> dict[str, Any]:
        """A message of that role, some seconds after the one before."""
        self.moment_s += self.chance.uniform(2, 90)
        return {
            "author": {"role": role, "name": more.pop("name", None), "metadata": {}},
            "create_time": round(self.moment_s, 6),
            "update_time": None,
            "content": content,
            "status": "finished_successfully",
            "end_turn": role == "assistant" or None,
            "weight": 1.0,
            "metadata": {"model_slug": MODEL, "timestamp_": "absolute"} if role == "assistant" else {},
            "recipient": "all",
            "channel": None,
        } | more


def write_export(path: Path, turns: int, *, seed: int = SEED) -> int:
    """Write an export whose conversations hold `turns` messages that were said: by the user, the assistant or a tool,
    on the branch that was followed. Hidden messages, thoughts and branches left come on top. A path that ends in .zip
    gives the archive with conversations in several files, any other one conversations.json.

    Returns:
        how many conversations were written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix != ".zip":
        with path.open("w", encoding="utf-8") as file:
            return _array(file, conversations(turns, seed=seed))
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        return _archive(archive, conversations(turns, seed=seed))


def conversations(turns: int, *, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """The conversations of such an export, one after another."""
    chance = Random(seed)
    number, left = 0, turns
    while left > 0:
        length = min(left, chance.randint(*TURNS))
        began_s = BEGIN_S + SPAN_S * (turns - left) / turns + chance.uniform(0, 3_600)
        yield _conversation(chance, length, began_s, LANGUAGES[number % len(LANGUAGES)])
        number, left = number + 1, left - length


def _conversation(chance: Random, length: int, began_s: float, language: str) -> dict[str, Any]:
    tree = _Tree(chance=chance, moment_s=began_s)
    tree.add(None)
    hidden = {"is_visually_hidden_from_conversation": True}
    tree.add(tree.message("system", {"content_type": "text", "parts": [""]}, metadata=hidden, create_time=None))
    if chance.random() < INSTRUCTED:
        profile, wish = _INSTRUCTED[language]
        told = {"content_type": "user_editable_context", "user_profile": profile, "user_instructions": wish}
        tree.add(tree.message("user", told, metadata=hidden | {"is_user_system_message": True}, create_time=None))
    title = said(chance, language)[:24]
    written = 0
    while written < length:
        written += _exchange(tree, length - written, language)
    key = _uuid(chance)
    return {
        "title": title,
        "create_time": round(began_s, 6),
        "update_time": round(tree.moment_s, 6),
        "mapping": tree.nodes,
        "moderation_results": [],
        "current_node": tree.last,
        "plugin_ids": None,
        "conversation_id": key,
        "conversation_template_id": None,
        "gizmo_id": None,
        "is_archived": False,
        "safe_urls": [],
        "default_model_slug": MODEL,
        "id": key,
    }


def _exchange(tree: _Tree, left: int, language: str) -> int:
    """A message of the user and what came of it, at most `left` messages that were said."""
    chance = tree.chance
    tree.add(tree.message("user", _text(_user_said(chance, language))))
    if left == 1:
        return 1
    written = 1
    if chance.random() < THOUGHT:
        thought = {"summary": "Reading the request", "content": said(chance, language)}
        tree.add(tree.message("assistant", {"content_type": "thoughts", "thoughts": [thought]}))
    if left >= 4 and chance.random() < RAN_CODE:
        code = {"content_type": "code", "language": "python", "text": _CODE}
        tree.add(tree.message("assistant", code, recipient="python", end_turn=False))
        printed = {"content_type": "execution_output", "text": "5.333333333333333"}
        tree.add(tree.message("tool", printed, name="python"))
        written += 2
    question = tree.last
    if chance.random() < BRANCHED:
        tree.add(tree.message("assistant", _text(_answer(chance, language))), follow=False)
    tree.add(tree.message("assistant", _text(_answer(chance, language))), at=question)
    return written + 1


def _user_said(chance: Random, language: str) -> str:
    if chance.random() < STATED:
        return stated(chance, language).text
    return (said if chance.random() < 0.7 else asked)(chance, language)


def _answer(chance: Random, language: str) -> str:
    return chance.choice(_ANSWERS[language]).format(said=said(chance, language))


def _text(text: str) -> dict[str, Any]:
    return {"content_type": "text", "parts": [text]}


def _uuid(chance: Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def _archive(archive: ZipFile, each: Iterator[dict[str, Any]]) -> int:
    count, number = 0, 0
    batch = _taken(each, SPLIT_AT)
    while batch:
        archive.writestr(_entry(f"conversations-{number:03}.json"), json.dumps(batch, ensure_ascii=False))
        count, number = count + len(batch), number + 1
        batch = _taken(each, SPLIT_AT)
    account = {"id": "user-benchmark", "email": "", "chatgpt_plus_user": False}
    archive.writestr(_entry("user.json"), json.dumps(account))
    archive.writestr(_entry("message_feedback.json"), "[]")
    archive.writestr(_entry("chat.html"), "<html></html>")
    return count


def _taken(each: Iterator[dict[str, Any]], at_most: int) -> list[dict[str, Any]]:
    return list(islice(each, at_most))


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, date_time=ZIP_TIME)
    entry.compress_type = ZIP_DEFLATED
    return entry


def _array(file: IO[str], each: Iterator[dict[str, Any]]) -> int:
    count = 0
    file.write("[")
    for count, conversation in enumerate(each, 1):
        file.write(", " if count > 1 else "")
        file.write(json.dumps(conversation, ensure_ascii=False))
    file.write("]")
    return count


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chat_export", description="Write a ChatGPT export.")
    parser.add_argument("--turns", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=Path("out/chat_export.zip"), help="a .zip or a .json file")
    options = parser.parse_args()
    count = write_export(options.out, options.turns, seed=options.seed)
    print(f"{options.out}: {count:,} conversations, {options.turns:,} turns, {options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
