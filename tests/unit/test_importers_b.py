"""Importers of ChatGPT, Claude, OpenAI's chat format, Letta, MemoryScope/ReMe and Memobase, on samples of each."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.chat_export import conversations, write_export
from mnemic.domain.record import Kind
from mnemic.domain.transfer import ForeignMemory, ForeignMessage, ForeignPiece, LostPart
from mnemic.errors import InvalidFile, InvalidInput
from mnemic.rooms.session.messages import checked_text, receive_messages
from mnemic.settings import Settings
from mnemic.upkeep.transfer.importers import (
    Importer,
    chatgpt,
    claude,
    importer_of,
    letta,
    memobase,
    openai_chat,
    reme,
)
from mnemic.upkeep.transfer.importers.archives import GROWTH_MAX, open_archive
from mnemic.upkeep.transfer.importers.branches import path_to_leaf
from mnemic.upkeep.transfer.importers.messages import PART_CHARACTERS, foreign_message_pieces
from mnemic.upkeep.transfer.importers.notes import front_matter, statements_of_note
from tests.effort import examples
from tests.tables import each_row

SAMPLES = Path(__file__).parents[1] / "data" / "transfer"
IMPORTERS: tuple[Importer, ...] = (chatgpt, claude, letta, memobase, openai_chat, reme)
# What each sample holds: messages, memories, and what is lost by its sort.
HELD: list[tuple[Importer, str, int, int, dict[str, int]]] = [
    (
        chatgpt,
        "chatgpt",
        21,
        6,
        {
            "attachment": 1,
            "audio": 1,
            "content of type brand_new_type": 1,
            "conversation kept out of memory": 1,
            "file": 1,
            "image": 1,
            "other branch": 3,
            "reasoning": 2,
            "receipt": 1,
        },
    ),
    (
        claude,
        "claude",
        14,
        8,
        {"file": 1, "other branch": 1, "reasoning": 1, "starter project": 1, "summary": 1},
    ),
    (openai_chat, "openai/messages.json", 12, 0, {"image": 1}),
    (openai_chat, "openai/messages.jsonl", 12, 0, {"image": 1}),
    (openai_chat, "openai/chat.json", 12, 0, {"image": 1}),
    (openai_chat, "openai/chats.json", 12, 0, {}),
    (openai_chat, "openai/finetune.jsonl", 12, 0, {}),
    (
        letta,
        "letta/agent.af",
        8,
        8,
        {"agent's own": 1, "blank form": 2, "event": 1, "reasoning": 1, "system prompt": 2, "tool": 1},
    ),
    (letta, "letta/flat.af", 7, 4, {"agent's own": 1, "event": 1, "reasoning": 2, "system prompt": 2}),
    (letta, "letta/memfs", 0, 5, {"agent's own": 1}),
    (reme, "reme/workspace.jsonl", 0, 12, {}),
    (reme, "reme/nodes.jsonl", 0, 12, {"embedding": 12}),
    (reme, "reme/answer.json", 0, 12, {}),
    (reme, "reme/memoryscope.jsonl", 0, 5, {"deleted memory": 1, "embedding": 5}),
    (reme, "reme/store", 0, 3, {"embedding": 3}),
    (reme, "reme/workspace", 0, 5, {"file": 1}),
    (memobase, "memobase/profile.json", 0, 12, {}),
    (memobase, "memobase/by_topic.json", 0, 12, {}),
    (memobase, "memobase/events.json", 0, 6, {}),
    (memobase, "memobase/gists.json", 0, 3, {}),
]
FILES = [(importer, name) for importer, name, *_ in HELD if (SAMPLES / name).is_file()]
FILES += [
    (chatgpt, "chatgpt/conversations-000.json"),
    (claude, "claude/conversations.json"),
    (claude, "claude/memories.json"),
]
SETTINGS = Settings()
NOW = datetime(2026, 11, 30, tzinfo=UTC)
QUICK = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def pieces(importer: Importer, name: str | Path) -> list[ForeignPiece]:
    return list(importer.read(SAMPLES / name))


def messages(found: list[ForeignPiece]) -> list[ForeignMessage]:
    return [piece for piece in found if isinstance(piece, ForeignMessage)]


def memories(found: list[ForeignPiece]) -> list[ForeignMemory]:
    return [piece for piece in found if isinstance(piece, ForeignMemory)]


def losses(found: list[ForeignPiece]) -> Counter[str]:
    return Counter(piece.what for piece in found if isinstance(piece, LostPart))


def texts(found: list[ForeignPiece]) -> list[str]:
    return [str(piece.message["content"]) for piece in messages(found)] + [piece.text for piece in memories(found)]


def zipped(folder: Path, path: Path, *, under: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, under + file.relative_to(folder).as_posix())
    return path


def accepted(found: list[ForeignPiece]) -> None:
    """Every piece is one that the memory takes as it is."""
    for piece in found:
        if isinstance(piece, ForeignMessage):
            receive_messages(
                piece.message,
                now=NOW,
                session=piece.session,
                agent=piece.agent,
                task=None,
                infer=True,
                settings=SETTINGS,
                new_id=lambda: "new",
            )
        elif isinstance(piece, ForeignMemory):
            checked_text(piece.text, "A memory", characters_max=SETTINGS.text_characters_max)
            assert piece.said_at is None or piece.said_at.utcoffset() is not None


# What the samples hold


@each_row(("importer", "name", "turns", "stated", "lost"), HELD)
def test_a_sample_gives_what_it_holds(
    importer: Importer, name: str, turns: int, stated: int, lost: dict[str, int]
) -> None:
    """Every message and memory of a sample comes, and every loss is named by its sort."""
    found = pieces(importer, name)
    assert (len(messages(found)), len(memories(found)), losses(found)) == (turns, stated, lost)


@each_row(("importer", "name"), [(importer, name) for importer, name, *_ in HELD])
def test_what_comes_out_of_a_sample_goes_into_a_memory(importer: Importer, name: str) -> None:
    """Roles, texts, ids, times, calls and metadata of every piece are such as a memory takes."""
    accepted(pieces(importer, name))


@each_row(("importer", "name"), [(importer, name) for importer, name, *_ in HELD])
def test_ids_are_stable_and_of_one_piece_each(importer: Importer, name: str) -> None:
    """Read twice, a file gives the same; within a session no two messages share an id, and no two memories differ
    under one."""
    found = pieces(importer, name)
    assert found == pieces(importer, name)
    keys = [(piece.session, piece.message["id"]) for piece in messages(found)]
    assert len(keys) == len(set(keys))
    worded = {piece.id: piece.text for piece in memories(found)}
    assert all(worded[piece.id] == piece.text for piece in memories(found))


@each_row(
    ("importer", "name", "words"),
    [
        (chatgpt, "chatgpt", "Thanks. I fire every second Thursday from now on."),
        (chatgpt, "chatgpt", "好。她对花生过敏，吃饭的地方要注意。"),
        (chatgpt, "chatgpt", "我左手拉坯，转盘要反着转。"),
        (claude, "claude", "我打算七月搬到南京，先租一年。"),
        (claude, "claude", "Kittiwake it is. I sail from Oban most weekends."),
        (claude, "claude", "The tenancy ends on 31 August 2026. Notice: two months."),
        (claude, "claude", "Personal context：两只猫，一只叫芝麻，一只叫汤圆"),
        (openai_chat, "openai/messages.json", "我晕船，所以从不出海钓。"),
        (openai_chat, "openai/finetune.jsonl", "I return everything that is too large."),
        (letta, "letta/agent.af", "今天把渡口那场戏剪完了，终于。"),
        (letta, "letta/agent.af", "Interests: fell running, 胶片摄影"),
        (letta, "letta/flat.af", "真好！是哪几天？"),
        (letta, "letta/memfs", "关于 Wen: Drinks oolong, never coffee"),
        (reme, "reme/nodes.jsonl", "用户不吃香菜和折耳根"),
        (reme, "reme/memoryscope.jsonl", "favourite season: late autumn"),
        (reme, "reme/store", "每个月最后一个周五和老同学打羽毛球。"),
        (memobase, "memobase/profile.json", "饮食 忌口：不吃辣，也不喝酒"),
        (memobase, "memobase/events.json", "health allergy: allergic to pistachios"),
    ],
)
def test_texts_come_word_for_word(importer: Importer, name: str, words: str) -> None:
    """What was said or remembered comes as it is worded there, Chinese and English."""
    assert words in texts(pieces(importer, name))


# ChatGPT


def test_chatgpt_follows_the_branch_that_was_seen_last() -> None:
    """Of an answer asked for again and of a question worded anew, only the last is kept."""
    found = pieces(chatgpt, "chatgpt")
    assert "Heat it at 50 °C an hour to 600 °C, then 100 °C an hour to 1000 °C." in texts(found)
    assert "About 60 °C an hour up to 600 °C." not in texts(found)
    left = [piece.example for piece in found if isinstance(piece, LostPart) and piece.what == "other branch"]
    assert "下个月我想去西安，怎么走？" in left


def test_chatgpt_times_are_those_of_the_messages() -> None:
    """Seconds since 1970 become moments in UTC, in the order in which was spoken."""
    first = messages(pieces(chatgpt, "chatgpt"))
    assert first[0].message["time"] == datetime(2025, 10, 9, 8, 55, 20, 250_000, tzinfo=UTC)
    for _, talk in itertools.groupby(first, lambda piece: piece.session):
        times = [piece.message["time"] for piece in talk]
        assert times == sorted(times)


def test_chatgpt_tools_are_calls_and_answers() -> None:
    """What the assistant wrote to a tool is a call, and what the tool wrote back answers that call."""
    talk = messages(pieces(chatgpt, "chatgpt"))
    called = next(piece.message for piece in talk if piece.message.get("tool_calls"))
    answer = next(piece.message for piece in talk if piece.message["role"] == "tool")
    assert called["tool_calls"][0]["function"]["name"] == "web.run"
    assert (answer["tool_call_id"], answer["content"]) == (called["tool_calls"][0]["id"], "碑林博物馆可借轮椅。")


def test_chatgpt_marks_for_widgets_are_taken_out() -> None:
    """Of a marked name the name stays; the mark of a citation goes."""
    assert "建议住在钟楼附近；碑林博物馆可以借轮椅。" in texts(pieces(chatgpt, "chatgpt"))
    assert not [words for words in texts(pieces(chatgpt, "chatgpt")) if "\ue200" in words]


def test_chatgpt_instructions_and_saved_memories_are_memories_once() -> None:
    """Custom instructions stand in every conversation and come once; a saved memory has the day it was saved."""
    found = {piece.text: piece for piece in memories(pieces(chatgpt, "chatgpt"))}
    assert found["先给结论，再讲理由；不要用表情符号。"].kind is Kind.RULE
    assert found["I teach ceramics in Leeds and I am left-handed."].kind is Kind.FACT
    assert found["每天早上六点起床练声。"].said_at == datetime(2025, 9, 30, tzinfo=UTC)
    assert {"The user fires her kiln every second Thursday.", "Prefers trains to planes."} <= found.keys()


def test_chatgpt_keeps_out_what_was_not_to_be_remembered() -> None:
    """A conversation its user excluded from memory stays out of this one too."""
    assert not [words for words in texts(pieces(chatgpt, "chatgpt")) if "raise" in words or "Okafor" in words]


def test_a_tree_without_its_leaf_is_followed_to_the_latest() -> None:
    """Where current_node is lost, the branch that was written last is kept; a ring of nodes ends."""
    parents = {"root": None, "a": "root", "b": "root", "c": "b"}
    assert path_to_leaf(parents, None, {"root": 0, "a": 5, "b": 1, "c": 9}.__getitem__) == ["root", "b", "c"]
    assert path_to_leaf({"x": "y", "y": "x"}, "x", lambda _: 0.0) == ["y", "x"]
    assert path_to_leaf({"x": "y", "y": "x"}, None, lambda _: 0.0) == ["x", "y"]
    assert path_to_leaf({}, "x", lambda _: 0.0) == []


def test_a_generated_export_comes_whole_however_it_is_packed(tmp_path: Path) -> None:
    """The benchmark's export has exactly as many messages as it was asked for, the same ones as .zip and as .json."""
    count = write_export(tmp_path / "chat.json", 300, seed=4)
    write_export(tmp_path / "chat.zip", 300, seed=4)
    alone, packed = pieces(chatgpt, tmp_path / "chat.json"), pieces(chatgpt, tmp_path / "chat.zip")
    assert len(messages(alone)) == 300
    assert len({piece.session for piece in messages(alone)}) == count
    assert messages(alone) == messages(packed)
    assert list(conversations(300, seed=4)) != list(conversations(300, seed=5))


@pytest.mark.slow
def test_a_large_export_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    """Reading an export takes no more memory when it is five times as large, and little at all."""
    peaks = []
    for turns in (2_000, 10_000):
        path = tmp_path / f"{turns}.json"
        write_export(path, turns)
        tracemalloc.start()
        try:
            count = sum(isinstance(piece, ForeignMessage) for piece in chatgpt.read(path))
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert count == turns
    assert path.stat().st_size > 7_000_000
    assert max(peaks) < 5_000_000
    assert peaks[1] < 1.2 * peaks[0]


# Claude


@each_row("name", ["conversations.json", "projects.json", "memories.json"])
def test_claude_files_can_be_read_alone(name: str) -> None:
    """A file of the export gives alone what it gives among the others."""
    alone = pieces(claude, f"claude/{name}")
    assert alone
    assert set(texts(alone)) <= set(texts(pieces(claude, "claude")))


def test_claude_keeps_text_around_a_tool_in_order() -> None:
    """Text, call, result and text of one message come as three messages of ids of their own."""
    talk = [
        piece.message
        for piece in messages(pieces(claude, "claude"))
        if piece.message.get("name") == "web_search"
        or "江宁" in str(piece.message["content"])
        or piece.message.get("tool_calls")
    ]
    assert [message["role"] for message in talk] == ["assistant", "tool", "assistant"]
    assert talk[0]["tool_calls"][0]["id"] == talk[1]["tool_call_id"] == "toolu_01"
    assert talk[1]["id"] == f"{talk[0]['id']}#2"


def test_claude_follows_parents_where_the_export_names_them() -> None:
    """An answer that was asked for again is on no branch that went on."""
    found = texts(pieces(claude, "claude"))
    assert "How about Kittiwake?" in found
    assert "How about Wanderer?" not in found


def test_claude_reads_single_objects_in_folders_of_their_own(tmp_path: Path) -> None:
    """Newer exports keep a file for each project and one for the account's memory."""
    folder = tmp_path / "export"
    for kind in ("projects", "memories"):
        (folder / kind).mkdir(parents=True)
        for number, each in enumerate(json.loads((SAMPLES / f"claude/{kind}.json").read_text("utf-8"))):
            (folder / kind / f"{number}.json").write_text(json.dumps(each), "utf-8")
    assert claude.fits(folder)
    assert set(texts(pieces(claude, folder))) == {
        *texts(pieces(claude, "claude/projects.json")),
        *texts(pieces(claude, "claude/memories.json")),
    }


# OpenAI


def test_openai_formats_say_the_same() -> None:
    """A list, an object and lines of the same messages give the same messages."""
    listed, lined, chat = (
        pieces(openai_chat, f"openai/{name}") for name in ("messages.json", "messages.jsonl", "chat.json")
    )
    assert [piece.message for piece in messages(listed)] == [piece.message for piece in messages(lined)]
    assert texts(chat) == texts(listed)
    assert {piece.session for piece in messages(chat)} == {"chat-9"}


def test_openai_tool_calls_of_both_generations_are_kept() -> None:
    """tool_calls come with their ids, and function_call as a call."""
    calls = [
        piece.message["tool_calls"][0]
        for piece in messages(pieces(openai_chat, "openai/messages.json"))
        if "tool_calls" in piece.message
    ]
    assert [call["function"]["name"] for call in calls] == ["get_tide", "book"]
    assert json.loads(calls[0]["function"]["arguments"]) == {"port": "厦门"}


def test_openai_lines_in_brackets_are_a_list(tmp_path: Path) -> None:
    """A list with a message on each line is a list, though its last line reads as one message."""
    path = tmp_path / "chat.json"
    path.write_text('[\n{"role": "user", "content": "早"},\n{"role": "assistant", "content": "早安"}\n]', "utf-8")
    assert texts(pieces(openai_chat, path)) == ["早", "早安"]


# Letta


def test_letta_reads_what_was_said_through_a_tool() -> None:
    """An agent that speaks by send_message is quoted by what it sent, not by what it thought."""
    talk = [(piece.message["role"], piece.message["content"]) for piece in messages(pieces(letta, "letta/flat.af"))]
    assert talk[:2] == [("user", "我下周开始在市图书馆做志愿者。"), ("assistant", "真好！是哪几天？")]
    assert ("tool", "去年办过借书证") in talk
    assert not [said for _, said in talk if said in ("Save it.", "He volunteers at the library.")]


@each_row("name", ["letta/agent.af", "letta/flat.af", "letta/memfs"])
def test_letta_keeps_what_the_agent_is_out_of_what_it_knows(name: str) -> None:
    """The persona of an agent is no memory of its user."""
    assert not [
        words for words in texts(pieces(letta, name)) if "Juniper" in words or "Sam" in words or "quietly" in words
    ]


def test_letta_ids_outlive_a_second_export(tmp_path: Path) -> None:
    """Messages are numbered anew in every agent file: a later one that begins further on gives the same ids."""
    file = json.loads((SAMPLES / "letta/agent.af").read_text("utf-8"))
    agent = file["agents"][0]
    agent["messages"] = [message | {"id": f"message-{number}"} for number, message in enumerate(agent["messages"][3:])]
    later = tmp_path / "later.af"
    later.write_text(json.dumps(file), "utf-8")
    ids = [piece.message["id"] for piece in messages(pieces(letta, "letta/agent.af"))]
    assert [piece.message["id"] for piece in messages(pieces(letta, later))] == ids[2:]


# MemoryScope, ReMe, Memobase


def test_reme_nodes_and_memories_are_the_same_memories() -> None:
    """A memory out of the vector store has the id, text and time it has outside."""
    plain, nodes = (memories(pieces(reme, f"reme/{name}")) for name in ("workspace.jsonl", "nodes.jsonl"))
    assert [(one.id, one.text, one.said_at, one.kind) for one in plain] == [
        (one.id, one.text, one.said_at, one.kind) for one in nodes
    ]
    assert plain[0].said_at == datetime(2026, 1, 1, 20, 15, tzinfo=UTC)


def test_reme_says_when_experience_is_of_use() -> None:
    """Of experience, when it is of use stands before it; of a fact it is only kept beside."""
    found = {piece.text: piece for piece in memories(pieces(reme, "reme/workspace.jsonl"))}
    assert "导出报表超时的时候：先按月份分批导出，再合并成一个文件。" in found
    fact = found["用户养了一缸孔雀鱼，每周三换水"]
    assert fact.kind is Kind.FACT
    assert (fact.metadata or {})["when_to_use"] == "孔雀鱼, 换水"


def test_memoryscope_names_whose_memories_they_are() -> None:
    """The user of a node is the user of the memory, and what is expired there is not brought back."""
    found = memories(pieces(reme, "reme/memoryscope.jsonl"))
    assert {piece.user for piece in found} == {"harbour"}
    assert not [piece for piece in found if "舟山" in piece.text]


def test_memobase_says_a_thing_once_however_it_is_exported() -> None:
    """Profile and topics give the same ids, as do an event and its gists, and a change and the slot it made."""
    profile, topics, events, gists = (
        {piece.id: piece for piece in memories(pieces(memobase, f"memobase/{name}.json"))}
        for name in ("profile", "by_topic", "events", "gists")
    )
    assert profile.keys() == topics.keys()
    assert gists.keys() <= events.keys()
    changed = {piece.text for id, piece in events.items() if id in profile}
    assert changed == {"work title: pastry chef", "interest sports: open-water swimming"}
    assert {piece.kind for id, piece in gists.items()} == {Kind.EVENT}


# Telling formats apart


@each_row(("importer", "name"), [*((importer, name) for importer, name, *_ in HELD), *FILES])
def test_a_sample_is_known_by_its_own_importer_only(importer: Importer, name: str) -> None:
    """Of these importers just the right one takes a file for its own, and among all of them it is tried first."""
    assert [each.NAME for each in IMPORTERS if each.fits(SAMPLES / name)] == [importer.NAME]
    found = importer_of(SAMPLES / name)
    assert found is not None
    assert found.NAME == importer.NAME


@each_row("folder", ["mem0", "langgraph", "graphiti", "mcp_memory"])
def test_samples_of_other_systems_are_left_to_theirs(folder: str) -> None:
    """None of these importers takes a file of mem0, LangGraph, Graphiti or the MCP memory server for its own."""
    files = [path for path in (SAMPLES / folder).rglob("*") if path.is_file()]
    assert files
    assert not [(each.NAME, path.name) for path in files for each in IMPORTERS if each.fits(path)]


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.NAME)
def test_what_is_not_there_or_foreign_is_refused(importer: Importer, tmp_path: Path) -> None:
    """A missing file, an empty one, an empty folder, an image, prose and foreign JSON fit nothing and are refused with
    the file's name."""
    made = {
        "empty": b"",
        "image.png": b"\x89PNG\r\n\x1a\n\x00\x00",
        "prose.txt": "今天天气很好。".encode(),
        "n.json": b"[1, 2]",
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    for name in (*made, "folder", "missing.json"):
        assert not importer.fits(tmp_path / name)
        with pytest.raises(InvalidInput, match=name):
            list(importer.read(tmp_path / name))


# Broken files


def survived(importer: Importer, path: Path) -> None:
    """Whatever a file holds, an importer looks at it without raising, and reads it to an end or refuses it."""
    assert importer.fits(path) in (True, False)
    try:
        found = list(importer.read(path))
    except InvalidInput:
        return
    accepted(found)


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.NAME)
@QUICK
@given(
    data=st.binary(max_size=400),
    opening=st.sampled_from([b"", b"[", b"{", b"PK\x03\x04", b'{"messages": [', b"\xef\xbb\xbf["]),
)
def test_any_bytes_are_survived(importer: Importer, data: bytes, opening: bytes, tmp_path: Path) -> None:
    """No bytes make an importer fail in a way it does not name."""
    path = tmp_path / "any.json"
    path.write_bytes(opening + data)
    survived(importer, path)


ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1e308,
    10**40,
    "",
    "\x00",
    "\ud800",
    [],
    {},
    [[]],
    {"": None},
    ["x", None],
    "🙂" * 9,
)


def mutated(value: Any, chance: random.Random) -> Any:
    """A JSON value with some of its parts replaced, dropped or doubled."""
    if chance.random() < 0.03:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {key: mutated(each, chance) for key, each in value.items() if chance.random() > 0.03}
    if isinstance(value, list):
        return [mutated(each, chance) for each in value for _ in range(chance.choice((1, 1, 1, 1, 2)))]
    return value


@pytest.mark.parametrize(("importer", "name"), FILES, ids=[name for _, name in FILES])
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_a_sample_of_other_shape_is_survived(importer: Importer, name: str, seed: int, tmp_path: Path) -> None:
    """Fields that are missing, doubled or of another type than documented never surprise an importer."""
    chance = random.Random(seed)
    text = (SAMPLES / name).read_text("utf-8")
    whole = name.endswith((".json", ".af"))
    values = [json.loads(text)] if whole else [json.loads(line) for line in text.splitlines()]
    path = tmp_path / Path(name).name
    path.write_text("\n".join(json.dumps(mutated(value, chance)) for value in values), "utf-8")
    survived(importer, path)


@pytest.mark.parametrize(("importer", "name"), FILES, ids=[name for _, name in FILES])
def test_a_file_that_breaks_off_gives_what_it_had(importer: Importer, name: str, tmp_path: Path) -> None:
    """Cut anywhere, a file is refused or gives a beginning of what it held whole, and names the break."""
    data = (SAMPLES / name).read_bytes()
    whole = texts(pieces(importer, name))
    path = tmp_path / Path(name).name
    for share in range(1, 12):
        path.write_bytes(data[: len(data) * share // 12])
        survived(importer, path)
    path.write_bytes(data[: len(data) * 9 // 10])
    if importer.fits(path):
        found = pieces(importer, path)
        assert set(texts(found)) <= set(whole)
        assert losses(found)["not JSON"] == 1 or not found


@pytest.mark.parametrize("importer", [chatgpt, claude, openai_chat, letta], ids=lambda importer: importer.NAME)
def test_json_that_is_too_deep_is_named(importer: Importer, tmp_path: Path) -> None:
    """A document nested a hundred thousand times is refused, or is lost from there on."""
    path = tmp_path / "deep.json"
    marks = '"mapping" "parent" "children" "chat_messages" "uuid" "agents" "blocks"'.replace(" ", ":1,")
    path.write_text(f"[{{{marks}:1}}, {'[' * 100_000}", "utf-8")
    survived(importer, path)


# Archives


@pytest.mark.parametrize(
    ("importer", "under"), [(chatgpt, ""), (chatgpt, "export/"), (claude, ""), (claude, "data-batch-0000/")]
)
def test_an_archive_is_the_folder_it_was_made_of(importer: Importer, under: str, tmp_path: Path) -> None:
    """The .zip gives the same pieces as the folder, in a folder of its own or not."""
    path = zipped(SAMPLES / importer.NAME, tmp_path / "export.zip", under=under)
    assert [each.NAME for each in IMPORTERS if each.fits(path)] == [importer.NAME]
    packed, loose = pieces(importer, path), pieces(importer, importer.NAME)
    assert messages(packed) == messages(loose)
    assert memories(packed) == memories(loose)


@pytest.mark.parametrize(
    "name",
    [
        "../conversations.json",
        "/etc/conversations.json",
        "a/../../conversations.json",
        "C:\\conversations.json",
        "..\\conversations.json",
    ],
)
@pytest.mark.parametrize("importer", [chatgpt, claude], ids=lambda importer: importer.NAME)
def test_an_archive_that_reaches_outside_is_refused(importer: Importer, name: str, tmp_path: Path) -> None:
    """One name that leaves the archive makes all of it untrusted."""
    path = zipped(SAMPLES / importer.NAME, tmp_path / "export.zip")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(zipfile.ZipInfo(name), "[]")
    assert not importer.fits(path)
    with pytest.raises(InvalidFile, match="outside"):
        list(importer.read(path))


@pytest.mark.parametrize("importer", [chatgpt, claude], ids=lambda importer: importer.NAME)
def test_a_zip_bomb_is_refused(importer: Importer, tmp_path: Path) -> None:
    """A file that would grow out of all proportion is not read."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b"[" + b" " * 30_000_000 + b"]")
    assert path.stat().st_size * GROWTH_MAX < 30_000_000
    assert not importer.fits(path)
    with pytest.raises(InvalidFile, match="would grow"):
        list(importer.read(path))


@pytest.mark.parametrize("importer", [chatgpt, claude], ids=lambda importer: importer.NAME)
@QUICK
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(1, 255), cut=st.booleans())
def test_a_damaged_archive_is_survived(importer: Importer, place: float, byte: int, cut: bool, tmp_path: Path) -> None:
    """An archive with a byte changed or its end missing is refused or read as far as it is whole."""
    path = zipped(SAMPLES / importer.NAME, tmp_path / "export.zip")
    data = bytearray(path.read_bytes())
    at = int(place * len(data))
    data[at] ^= byte
    path.write_bytes(data[:at] if cut else data)
    survived(importer, path)


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    """A link in an export leads nowhere: it may have been put there to read another file."""
    folder = tmp_path / "export"
    shutil.copytree(SAMPLES / "claude", folder)
    (tmp_path / "secret.json").write_text("[]", "utf-8")
    (folder / "linked.json").symlink_to(tmp_path / "secret.json")
    with open_archive(folder) as found:
        assert "linked.json" not in found.names


# Parts they share


def test_notes_are_taken_apart_statement_by_statement() -> None:
    """Each item or line is a statement, with what is indented under it and what it stands under."""
    note = (
        "# 饮食\n- 不吃辣\n  连胡椒也不吃\n- Likes figs\n\nplain line\n1. first\n```\ncode = 1\n```\n"
        "---\n**Work:**\nBaker"
    )
    assert [(each.heading, each.text) for each in statements_of_note(note)] == [
        ("饮食", "不吃辣\n连胡椒也不吃"),
        ("饮食", "Likes figs"),
        ("饮食", "plain line"),
        ("饮食", "first\n```\ncode = 1\n```"),
        ("Work", "Baker"),
    ]


def test_front_matter_is_parted_from_the_note() -> None:
    """Fields stand between two lines of dashes; a file without them is all note."""
    fields, note = front_matter('---\ndescription: "关于: 用户"\nlimit: 200\nlong: >\n  two\n  lines\n---\nbody\n')
    assert fields == {"description": "关于: 用户", "limit": "200", "long": "two lines"}
    assert note == "body\n"
    assert front_matter("no fields\n---\n") == ({}, "no fields\n---\n")


@given(
    lines=st.lists(st.text("字a ", max_size=60_000), max_size=8),
    role=st.sampled_from(["user", "document"]),
)
@settings(
    max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow]
)
def test_long_texts_come_in_parts_that_are_the_whole(lines: list[str], role: str) -> None:
    """A text over the limit comes as several messages, which together are the text, but for blank ends."""
    text = "\n".join(lines)
    parts = [piece for piece in foreign_message_pieces(1, "s", role, text, id="m") if isinstance(piece, ForeignMessage)]
    joined = "".join(str(piece.message["content"]) for piece in parts)
    assert joined.strip() == text.strip()
    assert all(len(piece.message["content"]) <= PART_CHARACTERS for piece in parts)
    assert len({piece.message["id"] for piece in parts}) == len(parts)


def test_a_long_document_is_kept_whole() -> None:
    """A document of two and a half limits comes in three parts, cut at a line end where one is near."""
    text = "\n".join(f"第{number}行 of the contract" for number in range(12_000))
    parts = [str(piece.message["content"]) for piece in _of(foreign_message_pieces(1, "s", "document", text, id="doc"))]
    assert len(parts) == 1 + len(text) // PART_CHARACTERS
    assert "".join(parts) == text
    assert all(part.endswith("\n") for part in parts[:-1])


def _of(found: Iterator[ForeignPiece]) -> list[ForeignMessage]:
    return [piece for piece in found if isinstance(piece, ForeignMessage)]
