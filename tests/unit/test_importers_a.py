"""Importers of mem0, LangGraph, Graphiti/Zep and the MCP memory server, on files those systems' own code wrote."""

from __future__ import annotations

import base64
import json
import os
import pickle
import shutil
import sqlite3
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemic.domain.record import OWN_KEY
from mnemic.domain.scope import checked_name
from mnemic.domain.transfer import ForeignMemory, ForeignMessage, ForeignPiece, LostPart
from mnemic.errors import InvalidFile, InvalidInput
from mnemic.upkeep.transfer.importers import graphiti, langgraph, mcp_memory, mem0
from mnemic.upkeep.transfer.importers.json_values import FoundValue, json_lines, json_members
from mnemic.upkeep.transfer.importers.pickled import plain_values
from mnemic.upkeep.transfer.importers.transcripts import messages_of_transcript
from mnemic.upkeep.transfer.importers.values import metadata_from_fields, moment_from, name_or_none, stable_id
from mnemic.upkeep.transfer.importers.wording import field_in_words, relation_sentence, sentence_about
from tests.effort import examples
from tests.tables import each_row, nonempty

DATA = Path(__file__).parents[1] / "data" / "transfer"
SAMPLES: list[tuple[ModuleType, str]] = [
    (mem0, "mem0/store"),
    (mem0, "mem0/store/qdrant"),
    (mem0, "mem0/store/qdrant/collection/mem0/storage.sqlite"),
    (mem0, "mem0/get_all.json"),
    (mem0, "mem0/platform.json"),
    (langgraph, "langgraph/store.sqlite"),
    (langgraph, "langgraph/search.json"),
    (langgraph, "langgraph/search.jsonl"),
    (graphiti, "graphiti/graph.json"),
    (graphiti, "graphiti/graph.jsonl"),
    (graphiti, "graphiti/zep.json"),
    (graphiti, "graphiti/neo4j.jsonl"),
    (mcp_memory, "mcp_memory/memory.jsonl"),
    (mcp_memory, "mcp_memory/read_graph.json"),
]
FILES = [(importer, sample) for importer, sample in SAMPLES if (DATA / sample).is_file()]
IMPORTERS = [mem0, langgraph, graphiti, mcp_memory]
every_sample = pytest.mark.parametrize(("importer", "sample"), SAMPLES, ids=[sample for _, sample in SAMPLES])
every_importer = pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.NAME)


def pieces(importer: ModuleType, path: Path | str) -> list[ForeignPiece]:
    return list(importer.read(DATA / path if isinstance(path, str) else path))


def stated(importer: ModuleType, path: Path | str) -> dict[str, ForeignMemory]:
    return {piece.text: piece for piece in pieces(importer, path) if isinstance(piece, ForeignMemory)}


def said(importer: ModuleType, path: Path | str) -> list[ForeignMessage]:
    return [piece for piece in pieces(importer, path) if isinstance(piece, ForeignMessage)]


def losses(importer: ModuleType, path: Path | str) -> Counter[str]:
    return Counter(piece.what for piece in pieces(importer, path) if isinstance(piece, LostPart))


# Every sample


@every_sample
def test_reading_again_gives_the_same(importer: ModuleType, sample: str) -> None:
    """A file gives the same pieces with the same ids, however often it is read, and no id twice."""
    first, second = pieces(importer, sample), pieces(importer, sample)
    assert first == second
    ids = [
        piece.id if isinstance(piece, ForeignMemory) else piece.message["id"]
        for piece in first
        if not isinstance(piece, LostPart)
    ]
    assert len(ids) == len(set(ids))


@every_sample
def test_a_sample_is_known_by_its_own_importer_alone(importer: ModuleType, sample: str) -> None:
    """No importer takes the file of another system for its own."""
    assert [each.NAME for each in IMPORTERS if each.fits(DATA / sample)] == [importer.NAME]


@every_sample
def test_pieces_can_be_stored(importer: ModuleType, sample: str) -> None:
    """Ids are ids, texts are text, times carry UTC, metadata is JSON without keys of the memory's own."""
    for piece in nonempty(pieces(importer, sample)):
        assert piece.number >= 1
        if isinstance(piece, LostPart):
            assert piece.what
            assert piece.reason
            continue
        for identity in (piece.user, piece.agent, piece.session):
            assert identity is None or checked_name(identity, "The id")
        metadata = (piece.metadata if isinstance(piece, ForeignMemory) else piece.message.get("metadata")) or {}
        assert json.loads(json.dumps(metadata)) == metadata
        assert not any(key.startswith(OWN_KEY) for key in metadata)
        if isinstance(piece, ForeignMemory):
            assert piece.text.strip()
            times = (piece.said_at, piece.valid_from, piece.valid_to)
            assert all(time is None or time.tzinfo is UTC for time in times)
        else:
            assert piece.message["content"].strip()


@every_sample
def test_reading_leaves_the_source_as_it_was(importer: ModuleType, sample: str, tmp_path: Path) -> None:
    """Nothing is written: not into the file, and no file beside it."""
    copy = copied(DATA / sample, tmp_path)
    before = contents(tmp_path)
    assert importer.fits(copy)
    list(importer.read(copy))
    assert contents(tmp_path) == before


def copied(source: Path, folder: Path) -> Path:
    target = folder / source.name
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)
    return target


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# mem0


def test_mem0_store_gives_its_latest_memories() -> None:
    """Twelve memories stand in the store; an update gives the new wording, what was deleted is gone."""
    found = stated(mem0, "mem0/store")
    assert len(found) == 12
    assert Counter(piece.user for piece in found.values()) == {"lin": 6, "maya": 6}
    assert found["我搬到了重庆渝中区，不住成都了。"].user == "lin"
    assert found["I stopped drinking coffee; green tea instead."].user == "maya"
    assert "I moved from Leeds to Bristol." not in found
    assert losses(mem0, "mem0/store") == {"embedding": 12, "earlier wording": 3, "deleted memory": 2}


def test_mem0_keeps_whose_and_until_when() -> None:
    """Agent, session, metadata and the day it expires come along; that day still counts."""
    trip = stated(mem0, "mem0/store")["下周三要去杭州出差，住西湖边的酒店。"]
    assert (trip.user, trip.agent, trip.session) == ("lin", "planner", "trip-1")
    assert trip.valid_to == datetime(2027, 4, 1, tzinfo=UTC)
    assert trip.metadata is not None
    assert trip.metadata["category"] == "travel"
    gym = stated(mem0, "mem0/store")["The gym membership runs until the end of June."]
    assert (gym.agent, gym.session, gym.valid_to) == (None, "mem0", datetime(2026, 7, 1, tzinfo=UTC))


def test_mem0_dump_and_store_are_the_same_memories() -> None:
    """Whoever imports the store and then a dump of it imports nothing twice."""
    store, dump = stated(mem0, "mem0/store"), stated(mem0, "mem0/get_all.json")
    assert {text: piece.id for text, piece in store.items()} == {text: piece.id for text, piece in dump.items()}


def test_mem0_platform_export() -> None:
    """Categories, zones of times and memories of an agent alone are kept; one without text is named as lost."""
    found = stated(mem0, "mem0/platform.json")
    cats = found["对猫毛过敏，去朋友家之前会先吃药。"]
    assert cats.said_at == datetime(2026, 3, 5, 2, 20, 11, tzinfo=UTC)
    assert cats.metadata is not None
    assert cats.metadata["categories"] == ["health"]
    parks = found["Parks in row D until the garage is repaired."]
    assert (parks.said_at, parks.valid_to) == (datetime(2026, 3, 9, 9, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    rule = found["Answers should fit on one screen."]
    assert (rule.user, rule.agent) == (None, "valet")
    assert losses(mem0, "mem0/platform.json") == {"empty memory": 1}


def test_mem0_history_shows_no_deleted_text() -> None:
    """What somebody deleted there does not come back in the report of losses."""
    shown = " ".join(
        f"{piece.reason} {piece.example}" for piece in pieces(mem0, "mem0/store") if isinstance(piece, LostPart)
    )
    assert "Leeds" not in shown
    assert "吉他" not in shown


def test_mem0_history_alone_is_refused() -> None:
    """The history does not say whose a memory is, so by itself it is nothing to import."""
    history = DATA / "mem0/store/history.sqlite"
    assert not mem0.fits(history)
    with pytest.raises(InvalidFile, match="name the folder that its Qdrant folder is in"):
        list(mem0.read(history))


def test_mem0_last_messages_are_counted(tmp_path: Path) -> None:
    """The messages mem0 keeps for its own model are named as lost, one by one."""
    folder = copied(DATA / "mem0/store", tmp_path)
    with closing(sqlite3.connect(folder / "history.sqlite")) as history:
        for number in range(3):
            row = (str(number), "user_id=lin", "user", f"消息 {number}", None, "2026-03-02T09:00:00+00:00")
            history.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)", row)
        history.commit()
    assert losses(mem0, folder)["recent message"] == 3


def test_mem0_wrong_folder_is_known_soon(tmp_path: Path) -> None:
    """A folder of many files that are none of mem0's is looked through to a limit."""
    for number in range(40):
        (tmp_path / f"d{number}").mkdir()
        (tmp_path / f"d{number}" / "x.sqlite").write_bytes(b"SQLite format 3\x00 and no more")
    assert not mem0.fits(tmp_path)
    assert not mem0.fits(tmp_path / "d1" / "x.sqlite")


def test_mem0_point_stored_twice_counts_once(tmp_path: Path) -> None:
    """Of two copies of a point, as old clients left them, the later one is the memory."""
    folder = copied(DATA / "mem0/store", tmp_path)
    with points(folder) as store:
        key, blob = store.execute("SELECT id, point FROM points ORDER BY rowid LIMIT 1").fetchone()
        other = base64.b64encode(pickle.dumps(pickle.loads(base64.b64decode(key)), protocol=5)).decode()
        assert other != key
        old, new = "点外卖时请避开".encode(), "点外卖时都避开".encode()
        store.execute("INSERT INTO points VALUES (?, ?)", (other, blob.replace(old, new)))
        store.commit()
    found = stated(mem0, folder)
    assert "我对花生过敏，点外卖时都避开。" in found
    assert "我对花生过敏，点外卖时请避开。" not in found
    assert losses(mem0, folder)["earlier wording"] == 4


def points(folder: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(folder / "qdrant/collection/mem0/storage.sqlite"))


class Harm:
    """Unpickled, it would run a command of its maker's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_harmful_point_does_nothing(protocol: int, tmp_path: Path) -> None:
    """A pickle that calls a function is read as data or not at all: nothing is called, the other memories come."""
    folder = copied(DATA / "mem0/store", tmp_path)
    harm = tmp_path / "harm"
    with points(folder) as store:
        for key, value in (("a", Harm(harm)), ("b", {"payload": Harm(harm)}), ("c", [Harm(harm)] * 3)):
            store.execute("INSERT INTO points VALUES (?, ?)", (key, pickle.dumps(value, protocol=protocol)))
        store.commit()
    assert len(stated(mem0, folder)) == 12
    assert losses(mem0, folder)["unreadable point"] == 3
    assert not harm.exists()
    pickle.loads(pickle.dumps(Harm(harm)))
    assert harm.exists()  # so the pickle is indeed harmful


def test_a_pickle_is_read_as_pickle_reads_it() -> None:
    """Plain values come out as they went in, in every binary protocol."""
    shared = ["共享", {"k": (1, -2, 2**40, 0.5)}]
    value = {"a": shared, "b": shared, "c": [None, True, False, "x" * 300, 70_000, (), (1, 2, 3, 4)]}
    for protocol in nonempty(range(2, pickle.HIGHEST_PROTOCOL + 1)):
        assert plain_values(pickle.dumps(value, protocol=protocol)) == value
    for protocol in nonempty(range(3, pickle.HIGHEST_PROTOCOL + 1)):  # before, bytes were the call of a function
        assert plain_values(pickle.dumps(b"\x00\xff", protocol=protocol)) == b"\x00\xff"


def test_a_pickle_cannot_swell() -> None:
    """A few hundred bytes that stand for endless values, or for themselves, are refused at once."""
    bomb: list[Any] = ["x"]
    for _ in range(40):
        bomb = [bomb, bomb]
    circle: list[Any] = []
    circle.append(circle)
    for value in (bomb, circle):
        with pytest.raises(ValueError, match="too much, or itself"):
            plain_values(pickle.dumps(value))
    huge = b"\x80\x04\x96" + (2**40).to_bytes(8, "little") + b"."
    with pytest.raises(ValueError, match="breaks off"):
        plain_values(huge)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_pickle_or_a_value_error(data: bytes) -> None:
    """Reading a pickle raises nothing but ValueError."""
    for given_bytes in (data, b"\x80\x04" + data + b"."):
        try:
            plain_values(given_bytes)
        except ValueError:
            continue


# LangGraph and LangMem


def test_langgraph_store_gives_every_item() -> None:
    """Texts, profiles field by field, triples and episodes, in both languages; what was overwritten is gone."""
    found = stated(langgraph, "langgraph/store.sqlite")
    assert len(found) == 21
    assert {
        "用户对青霉素过敏。",
        "孩子的家长会在四月九日晚上七点。",
        "Prefers short answers in the morning.",
    } <= found.keys()
    assert "She rides a red Brompton to work." in found
    assert "She rides a blue Brompton to work." not in found
    assert "Noor lives in Utrecht." not in found
    assert losses(langgraph, "langgraph/store.sqlite") == {"embedding": 17, "empty item": 1}


def test_langgraph_profile_is_a_memory_a_field() -> None:
    """Each field of a profile is worded on its own, in its language; an empty one is none."""
    found = stated(langgraph, "langgraph/store.sqlite")
    assert found["user profile, home city: Rotterdam"].user == "noor"
    assert found["user profile, pet: name: Miep, species: cat"].metadata is not None
    assert found["城市\uff1a深圳"].user == "chen"
    assert found["爱好\uff1a爬山、冲咖啡"].user == "chen"
    assert not any("nickname" in text for text in found)


def test_langgraph_other_structures_are_one_memory() -> None:
    """A triple reads as a sentence, with both names; an episode as one line."""
    found = stated(langgraph, "langgraph/search.json")
    assert found["Noor manages the Delta team"].entities == ("Noor", "the Delta team")
    assert found["陈屿认识 Noor"].entities == ("陈屿", "Noor")
    assert (
        "observation: The export failed twice on Monday; action: Split the file in two; "
        "result: Both halves went through"
    ) in found


def test_langgraph_users_by_namespace() -> None:
    """The label beside the usual words is the user; of two labels, the one that is a user elsewhere."""
    found = stated(langgraph, "langgraph/store.sqlite")
    assert Counter(piece.user for piece in found.values()) == {"noor": 12, "chen": 9}
    assert found["Prefers short answers in the morning."].user == "noor"


def test_langgraph_unclear_namespaces_never_share_a_user(tmp_path: Path) -> None:
    """Where two labels might be the user, both together are, so that two people stay two."""
    path = tmp_path / "dump.jsonl"
    spaces = [["acme", "ana"], ["acme", "bo"], ["users", "cy", "notes"], ["memories"]]
    items = [{"namespace": each, "key": "k", "value": {"text": f"t {n}"}} for n, each in enumerate(spaces)]
    path.write_text("\n".join(json.dumps(item) for item in items), encoding="utf-8")
    users = [piece.user for piece in langgraph.read(path) if isinstance(piece, ForeignMemory)]
    assert users == ["acme/ana", "acme/bo", "cy", None]


def test_langgraph_item_that_expires_is_valid_until_then() -> None:
    """The store's time to live becomes the end of validity."""
    found = stated(langgraph, "langgraph/store.sqlite")
    museum = found["The museum pass is valid this month."]
    assert museum.valid_to is not None
    assert museum.said_at is not None
    assert (museum.valid_to - museum.said_at).days == 30
    assert found["回答时先给结论，再给理由。"].valid_to is None


def test_langgraph_forms_of_one_store_are_the_same_memories() -> None:
    """The store and its dumps give the same ids for the same texts."""
    forms = [stated(langgraph, f"langgraph/{each}") for each in ("store.sqlite", "search.json", "search.jsonl")]
    ids = [{text: piece.id for text, piece in form.items()} for form in forms]
    assert ids[0] == ids[1] == ids[2]


# Graphiti and Zep


def test_graphiti_facts_keep_their_times_and_names() -> None:
    """A fact is valid from and to when the edge says; its entities are the names at its ends."""
    found = stated(graphiti, "graphiti/graph.json")
    assert len(found) == 10
    vienna = found["Tomas lives in Vienna."]
    assert vienna.valid_from == datetime(2024, 12, 29, 8, 30, tzinfo=UTC)
    assert vienna.valid_to == datetime(2026, 1, 23, 8, 30, tzinfo=UTC)
    assert vienna.entities == ("Tomas", "Vienna")
    work = found["周岚在同济医院儿科工作。"]
    assert (work.user, work.entities, work.valid_to) == ("zhou", ("周岚", "同济医院"), None)
    assert found["Petra keeps the books of Tomas."].valid_to == datetime(2026, 2, 7, 8, 30, tzinfo=UTC)


def test_graphiti_summaries_are_told_of_their_node() -> None:
    """The name stands before a summary that lacks it; attributes speak where there is no summary."""
    found = stated(graphiti, "graphiti/graph.json")
    assert found["小满\uff1a一只三岁的橘猫。"].entities == ("小满",)
    assert "Tomas is a violin maker in Brno." in found
    assert "Petra: role: accountant; since: 2019" in found


def test_graphiti_episodes_are_said() -> None:
    """A transcript is taken apart by its speakers; a text and a JSON episode are documents."""
    heard = said(graphiti, "graphiti/graph.json")
    shown = [(each.user, each.message["role"], each.message.get("name"), each.message["content"]) for each in heard]
    assert shown[:4] == [
        ("zhou", "user", "周岚", "我下周开始值夜班，三点以前别叫我。"),
        ("zhou", "assistant", "助手", "好的，三点以后再提醒您。"),
        ("tomas", "user", None, "The new workshop opens on Monday."),
        ("tomas", "document", None, "Invoices are due within thirty days."),
    ]
    assert shown[4][1] == "document"
    assert heard[0].message["time"] == "2026-02-03T08:30:00+00:00"


def test_graphiti_losses_are_named() -> None:
    """Embeddings, links, communities and nodes of which nothing is said are counted."""
    expected = {"embedding": 9, "link": 1, "group summary": 1, "entity alone": 3}
    assert losses(graphiti, "graphiti/graph.json") == losses(graphiti, "graphiti/graph.jsonl") == expected


def test_zep_threads_and_facts() -> None:
    """Messages stand in their thread, of the thread's user; facts are the user's, with their times."""
    heard = said(graphiti, "graphiti/zep.json")
    assert [each.message["role"] for each in heard] == ["user", "assistant", "user"]
    assert {each.session for each in heard} == {"support-42"}
    found = stated(graphiti, "graphiti/zep.json")
    assert {each.user for each in heard} == {piece.user for piece in found.values()}
    trial = found["Ana has a trial account."]
    assert (trial.entities, trial.valid_to) == (("Ana", "trial"), datetime(2026, 2, 22, 8, 30, tzinfo=UTC))
    assert found["Ana 希望用中文交流。"].valid_to is None


def test_zep_thread_as_its_api_answers(tmp_path: Path) -> None:
    """Messages beside the name of their thread, and threads with messages inside, are of that thread and its user."""
    message = {
        "uuid": "m1",
        "role": "user",
        "name": "Ana",
        "content": "在吗",
        "processed": True,
        "created_at": "2026-03-02",
    }
    beside, inside = tmp_path / "beside.json", tmp_path / "inside.json"
    beside.write_text(json.dumps({"messages": [message], "thread_id": "t-9", "row_count": 1}), encoding="utf-8")
    thread = {"uuid": "t", "thread_id": "t-9", "user_id": "ana", "messages": [message]}
    inside.write_text(json.dumps({"threads": [thread], "users": [{"email": "a@example.org"}]}), encoding="utf-8")
    assert graphiti.fits(beside)
    (one,), (other,) = said(graphiti, beside), said(graphiti, inside)
    assert (one.session, one.user) == ("t-9", None)
    assert (other.session, other.user) == ("t-9", "ana")
    assert one.message == other.message
    assert losses(graphiti, inside) == {"unknown entry": 1}


def test_neo4j_rows_are_the_same_models() -> None:
    """Rows of a database export are read by their properties; the names of an edge stand at its ends."""
    found = stated(graphiti, "graphiti/neo4j.jsonl")
    assert set(found) == {"阿哲在厦门开咖啡店。", "阿哲从 Lanhai Roasters 进豆子。"}
    assert found["阿哲从 Lanhai Roasters 进豆子。"].entities == ("阿哲", "Lanhai Roasters")


def test_graphiti_end_before_beginning(tmp_path: Path) -> None:
    """Of an interval that ends before it begins the end is kept, and the loss is named."""
    path = tmp_path / "edges.json"
    edge = {"uuid": "u", "fact": "It rained.", "valid_at": "2026-02-02", "invalid_at": "2026-02-01"}
    path.write_text(json.dumps([edge]), encoding="utf-8")
    found = stated(graphiti, path)["It rained."]
    assert (found.valid_from, found.valid_to) == (None, datetime(2026, 2, 1, tzinfo=UTC))
    assert losses(graphiti, path) == {"time": 1}


@each_row(
    ("transcript", "expected"),
    [
        ("Ann: hello\nthere", [("user", "Ann", "hello\nthere")]),
        ("plain words", [("user", None, "plain words")]),
        ("user: a\nassistant: b\nc", [("user", None, "a"), ("assistant", None, "b\nc")]),
        ("小王\uff08用户\uff09\uff1a在吗\nAI\uff1a在", [("user", "小王", "在吗"), ("assistant", None, "在")]),
        ("https://example.org is down", [("user", None, "https://example.org is down")]),
        ("用户\uff1a买菜\n注意\uff1a明天关门", [("user", None, "买菜\n注意\uff1a明天关门")]),
        ("", []),
    ],
)
def test_transcripts(transcript: str, expected: list[tuple[str, str | None, str]]) -> None:
    """Roles begin messages on any line, names on the first alone."""
    assert [(one["role"], one.get("name"), one["content"]) for one in messages_of_transcript(transcript)] == expected


# The MCP memory server


def test_mcp_observations_and_relations() -> None:
    """Each observation is a memory that holds its entity's name, each relation a sentence; deleted ones are gone."""
    found = stated(mcp_memory, "mcp_memory/memory.jsonl")
    assert len(found) == 14
    assert {
        "许言\uff1a对芒果过敏",
        "许言每天六点起床跑步",
        "Kestrel: Written in Rust",
        "Kestrel\uff1a发布负责人是许言",
        "Kestrel ships on the first Monday of the month",
        "许言任教于星河中学",
        "default_user works on Kestrel",
        "default_user parent of Ada",
    } <= found.keys()
    assert not any("ship weekly" in text or "停掉" in text for text in found)
    assert found["许言任教于星河中学"].entities == ("许言", "星河中学")
    assert losses(mcp_memory, "mcp_memory/memory.jsonl") == {"entity alone": 1}


def test_mcp_file_and_graph_are_the_same() -> None:
    """The server's file and what its tool gives are the same memories."""
    file, graph = stated(mcp_memory, "mcp_memory/memory.jsonl"), stated(mcp_memory, "mcp_memory/read_graph.json")
    assert {piece.id for piece in file.values()} == {piece.id for piece in graph.values()}


# Broken and foreign files


@pytest.mark.parametrize(("importer", "sample"), FILES, ids=[sample for _, sample in FILES])
def test_a_sample_cut_anywhere_is_no_crash(importer: ModuleType, sample: str, tmp_path: Path) -> None:
    """Of a file that breaks off, what is whole comes, and the rest is named; or the file is refused."""
    source = DATA / sample
    whole = source.read_bytes()
    path = tmp_path / source.name
    full = len([piece for piece in importer.read(source) if not isinstance(piece, LostPart)])
    for share in range(0, 100, 9):
        path.write_bytes(whole[: len(whole) * share // 100])
        found = survived(importer, path)
        kept_pieces = [piece for piece in found if not isinstance(piece, LostPart)]
        assert len(kept_pieces) <= full


def survived(importer: ModuleType, path: Path) -> list[ForeignPiece]:
    """What is read before the file is refused, if it is."""
    found: list[ForeignPiece] = []
    importer.fits(path)
    try:
        found.extend(importer.read(path))
    except InvalidInput as error:
        assert path.name in str(error)  # noqa: PT017 - the other outcome is as good
    return found


def small_files(importer: ModuleType) -> list[bytes]:
    paths = [DATA / sample for owner, sample in SAMPLES if owner is importer]
    return [path.read_bytes() for path in paths if path.is_file()]


@every_importer
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_damaged_samples_are_no_crash(importer: ModuleType, data: st.DataObject) -> None:
    """Bytes changed, put in or taken out anywhere: pieces, losses, or the file is refused."""
    whole = bytearray(data.draw(st.sampled_from(small_files(importer))))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(whole)))
        whole[place : place + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=12))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample"
        path.write_bytes(whole)
        survived(importer, path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@every_importer
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_values_of_other_shapes_are_no_crash(importer: ModuleType, data: st.DataObject) -> None:
    """Any field of a record may hold anything: the piece is kept or named as lost."""
    records = list(record_lines(importer))
    record = dict(data.draw(st.sampled_from(records)))
    for key in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=3)):
        record[key] = data.draw(JSON)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample"
        path.write_text(json.dumps(records[0]) + "\n" + json.dumps(record), encoding="utf-8")
        assert survived(importer, path)


def record_lines(importer: ModuleType) -> Iterator[dict[str, Any]]:
    files = {
        "mem0": "mem0/get_all.json",
        "langgraph": "langgraph/search.json",
        "graphiti": "graphiti/graph.json",
        "mcp-memory": "mcp_memory/memory.jsonl",
    }
    path = DATA / files[importer.NAME]
    for found in (json_lines if path.suffix == ".jsonl" else json_members)(path):
        if isinstance(found, FoundValue) and isinstance(found.value, dict):
            yield found.value


@every_importer
@settings(max_examples=examples(60), deadline=None)
@given(content=st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
def test_foreign_files_are_no_crash_and_no_fit(importer: ModuleType, content: bytes) -> None:
    """Random bytes and random JSON fit nothing, and reading them anyway is a loss or a refusal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample"
        path.write_bytes(content)
        assert not importer.fits(path)
        assert all(isinstance(piece, LostPart) for piece in survived(importer, path))


@every_importer
def test_what_is_not_there_is_refused(importer: ModuleType, tmp_path: Path) -> None:
    """A path without a file, and an empty folder, fit nothing and are refused in words."""
    for path in (tmp_path / "nothing.json", tmp_path):
        assert not importer.fits(path)
        with pytest.raises(InvalidFile, match=path.name):
            list(importer.read(path))


@every_importer
def test_utf16_is_refused_in_words(importer: ModuleType, tmp_path: Path) -> None:
    """A dump saved as UTF-16 says what to do."""
    path = tmp_path / "dump.json"
    path.write_bytes(json.dumps([{"memory": "x", "id": "1"}]).encode("utf-16"))
    assert not importer.fits(path)
    with pytest.raises(InvalidFile, match="save it as UTF-8"):
        list(importer.read(path))


@pytest.mark.parametrize("damaged", [b"CREATE \xff\xfeBLE", b"CREATE TABLE \xff", b"CREATE T\x00BLE"])
def test_a_damaged_schema_is_refused(damaged: bytes, tmp_path: Path) -> None:
    """A SQLite file whose table definitions are no text is refused in words, whatever the driver raises."""
    path = tmp_path / "storage.sqlite"
    path.write_bytes((DATA / SAMPLES[2][1]).read_bytes().replace(b"CREATE TABLE"[: len(damaged)], damaged))
    assert not mem0.fits(path)
    with pytest.raises(InvalidFile, match=path.name):
        list(mem0.read(path))


def test_a_bad_line_is_named_by_its_number(tmp_path: Path) -> None:
    """The lines around one that is no JSON are read; the loss has its number."""
    path = tmp_path / "memory.jsonl"
    entity = json.dumps({"type": "entity", "name": "Ora", "entityType": "cat", "observations": ["sleeps at noon"]})
    path.write_bytes(
        f"{entity}\n{{broken\n\n".encode() + b'{"name": "\xff"}\n' + entity.replace("noon", "dawn").encode()
    )
    found = pieces(mcp_memory, path)
    assert [(type(piece), piece.number) for piece in found] == [
        (ForeignMemory, 1),
        (LostPart, 2),
        (LostPart, 4),
        (ForeignMemory, 5),
    ]


def test_deep_nesting_is_no_crash(tmp_path: Path) -> None:
    """A value nested a hundred thousand levels deep is a loss."""
    path = tmp_path / "deep.json"
    path.write_text('[{"memory": "kept", "id": "1"}, ' + "[" * 100_000, encoding="utf-8")
    assert [type(piece) for piece in pieces(mem0, path)] == [ForeignMemory, LostPart]


# Large files


@pytest.mark.slow
@pytest.mark.parametrize("form", ["lines", "list", "object"])
def test_large_files_are_streamed(form: str, tmp_path: Path) -> None:
    """A file of 24 MB is read in a few, whether a memory a line, one list, or a list in an object."""
    path = tmp_path / "large.json"
    before, between, after = {
        "lines": ("", "\n", "\n"),
        "list": ("[", ",", "]"),
        "object": ('{"results":[', ",", "]}"),
    }[form]
    with path.open("w", encoding="utf-8") as file:
        file.write(before)
        for number in range(2_400):
            memory = {"id": str(number), "memory": f"第{number}条", "metadata": {"filler": "x" * 10_000}}
            file.write((between if number else "") + json.dumps(memory))
        file.write(after)
    tracemalloc.start()
    count = sum(isinstance(piece, ForeignMemory) for piece in mem0.read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 2_400
    assert peak < 8_000_000
    assert path.stat().st_size > 24_000_000


def test_one_endless_line_is_named_and_passed_over() -> None:
    """A line past the limit is a loss of its number; the next is read."""
    given_lines = BytesIO(b'{"a": "' + b"x" * 17_000_000 + b'"}\n{"b": 1}\n')
    found = list(json_lines(given_lines))
    assert [(type(each), each.number) for each in found] == [(LostPart, 1), (FoundValue, 2)]


@given(st.lists(JSON, max_size=5), st.integers(1, 7))
def test_members_are_what_json_reads(values: list[Any], step: int) -> None:
    """Read a few bytes at a time, a list gives what the standard library gives for it in one go."""
    data = json.dumps(values, ensure_ascii=step % 2 == 0).encode("utf-8", "surrogatepass")
    try:
        expected = json.loads(data.decode(), parse_constant=lambda constant: None)
    except UnicodeDecodeError:
        return
    assert [each.value for each in json_members(Trickling(data, step)) if isinstance(each, FoundValue)] == expected


class Trickling(BytesIO):
    """A file that gives a few bytes at each reading."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self.step = step

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self.step)


# Single values


@each_row(
    ("given_time", "expected"),
    [
        ("2026-03-02T09:00:00+08:00", datetime(2026, 3, 2, 1, tzinfo=UTC)),
        ("2026-03-02T09:00:00.123456789Z", datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC)),
        ("2026-03-02 09:00:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02", datetime(2026, 3, 2, tzinfo=UTC)),
        ("20260302", datetime(2026, 3, 2, tzinfo=UTC)),
        (1772413200, datetime(2026, 3, 2, 1, tzinfo=UTC)),
        (1772413200000, datetime(2026, 3, 2, 1, tzinfo=UTC)),
        ("1772413200.5", datetime(2026, 3, 2, 1, 0, 0, 500000, tzinfo=UTC)),
        ("2026/3/2 9:05", datetime(2026, 3, 2, 9, 5, tzinfo=UTC)),
        ("2026年3月2日 9\uff1a05", datetime(2026, 3, 2, 9, 5, tzinfo=UTC)),
        ("2026年3月2日9时5分", datetime(2026, 3, 2, 9, 5, tzinfo=UTC)),
        ("Mon, 02 Mar 2026 09:00:00 +0800", datetime(2026, 3, 2, 1, tzinfo=UTC)),
        ("2026-03-02T09:00Z[UTC]", datetime(2026, 3, 2, 9, tzinfo=UTC)),
    ],
)
def test_times_of_every_shape(given_time: object, expected: datetime) -> None:
    """Times as systems write them are one moment, in UTC."""
    assert moment_from(given_time) == expected


@given(JSON | st.text() | st.floats() | st.datetimes())
def test_what_is_no_time_is_none(value: object) -> None:
    """Anything at all is an aware time in UTC, or none."""
    read = moment_from(value)
    assert read is None or read.tzinfo is UTC


@given(st.text() | st.integers() | JSON)
def test_names_are_ids_or_none(value: object) -> None:
    """What other systems have for an id is one we can keep, or none."""
    given_name = name_or_none(value)
    assert given_name is None or checked_name(given_name, "The id") == given_name


@given(st.dictionaries(st.text(), JSON, max_size=6))
def test_metadata_is_json_and_never_our_own(fields: dict[str, Any]) -> None:
    """What is kept can be written as UTF-8 JSON without NaN, and sets no key of the memory's own."""
    held, _ = metadata_from_fields(1, {**fields, "mnemic.pinned": True, "mnemic.mnemic.x": 1})
    assert json.dumps(held, allow_nan=False, ensure_ascii=False).encode()
    assert not any(key.startswith(OWN_KEY) for key in held)


def test_metadata_that_is_too_large_is_named() -> None:
    """A field past the limit is a loss, and the fields after it are kept."""
    held, lost = metadata_from_fields(7, {"big": "x" * 20_000, "small": 1})
    assert held == {"small": 1}
    assert [(one.number, one.what) for one in lost] == [(7, "metadata")]


def test_ids_depend_on_their_parts_alone() -> None:
    """Equal parts give equal ids, other parts and other cuts of them give others."""
    assert stable_id("a", "b") == stable_id("a", "b")
    assert (
        len({stable_id("a", "b"), stable_id("ab"), stable_id("a", "b", ""), stable_id("a", None), stable_id("b", "a")})
        == 5
    )


@each_row(
    ("worded", "expected"),
    [
        (lambda: sentence_about("Lea", "likes tea"), "Lea: likes tea"),
        (lambda: sentence_about("Lea", "lea likes tea"), "lea likes tea"),
        (lambda: sentence_about("小林", "喜欢喝茶"), "小林\uff1a喜欢喝茶"),
        (lambda: relation_sentence("小林", "认识", "老周"), "小林认识老周"),
        (lambda: relation_sentence("小林", "knows", "Lea"), "小林 knows Lea"),
        (lambda: relation_sentence("Lea", "LIVES_IN", "Gent"), "Lea lives in Gent"),
        (lambda: field_in_words("homeCity", "Lyon"), "home city: Lyon"),
        (lambda: field_in_words("城市", "昆明"), "城市\uff1a昆明"),
        (lambda: field_in_words("tags", ["a", None, {"k": [1, 2]}]), "tags: a, k: 1, 2"),
        (lambda: field_in_words("empty", []), ""),
    ],
)
def test_wording(worded: Callable[[], str], expected: str) -> None:
    """Structure reads as a person writes it, in its own language."""
    assert worded() == expected
