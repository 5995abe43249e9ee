"""Files and trouble: a file and the turns that name it are stored and forgotten together, whatever fails or is killed.

tests/faults/adding_files.py is the program that adds files and is killed.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mnemic.api.memory import UserMemory
from mnemic.domain.scope import Scope
from mnemic.errors import ModelError, ModelUnavailable, StoreUnavailable
from mnemic.models.file_readers import ReadersByType
from mnemic.models.scripted_files import ScriptedReader
from mnemic.models.vision import SpeechReader, VisionReader
from mnemic.ports import Store
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled, sqlite_store
from tests.effort import examples, thinned
from tests.faults.adding_files import FILES
from tests.faults.conftest import PATIENCE_S, Endpoint, Served, answers, fails
from tests.pictures import data_url, png, wav

PROGRAM = Path(__file__).with_name("adding_files.py")
ALICE = Scope("default", "alice")
AISLE = "I prefer aisle seats on flights."
RECEIPT = "Café Luna\nTOTAL 48.50 EUR"
KILLS = examples(12, least=4)
WINDOW_BYTES = 24  # of a file, any of which would give it away


def agree(store: Store) -> tuple[list[str], list[tuple[str, str]]]:
    """The files and the turns that name any, after checking that each file is named and each named file is there."""
    with store.reading(ALICE) as reader:
        kept = [info.hash for info in reader.blobs()]
        turns = reader.turns_with_files()
        for info in reader.blobs():
            data = reader.blob(info.hash)
            assert data is not None
            assert len(data) == info.size
        named = {ref.hash for memory in reader.memories() for ref in memory.files}
    assert {ref.hash for turn in turns for ref in turn.files} == set(kept)
    assert named <= set(kept)
    return kept, sorted((turn.role, turn.text) for turn in turns)


def message(data: bytes) -> dict[str, Any]:
    parts = [{"type": "text", "text": AISLE}, {"type": "image_url", "image_url": {"url": data_url(data)}}]
    return {"role": "user", "content": parts, "id": "t1"}


FLOWS: dict[str, Callable[[UserMemory], object]] = {
    "add with a caption": lambda user: user.files.add(png(seed=1), name="new.png", caption=AISLE),
    "add to be read": lambda user: user.files.add(png(seed=1), name="new.png"),
    "add a text": lambda user: user.files.add(b"The key is under the pot.", name="key.txt"),
    "add a message": lambda user: user.add(message(png(seed=1))),
    "add as given": lambda user: user.add(message(png(seed=1)), infer=False),
    "forget the file": lambda user: user.files.forget(user.files.list()[0].hash),
    "forget the session": lambda user: user.forget(session="main"),
}


@pytest.fixture(params=["sqlite", "inmemory"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Makes stores of each sort with one file in them."""
    numbers = iter(range(10_000))

    def make() -> Store:
        place = tmp_path / f"{next(numbers)}.db"
        store: Store = InMemoryStore() if request.param == "inmemory" else sqlite_store(place, lock_wait_s=20)
        assembled(store).user("alice").files.add(png(), name="old.png", caption="我喜欢靠窗的座位")
        return store

    return make


@pytest.mark.parametrize("name", FLOWS)
def test_whatever_call_fails_files_and_turns_agree(name: str, fresh: Callable[[], Store]) -> None:
    """For every n, a flow whose n-th call fails leaves no file without a turn and no turn without its file, and doing
    it again ends as if nothing had happened."""
    flow, reader = FLOWS[name], ScriptedReader({"": RECEIPT})

    def run(fail_at: int) -> tuple[FaultyStore, list[str]]:
        faulty = FaultyStore(fresh(), error=StoreUnavailable("the disk is full"))
        with assembled(faulty, file_reader=reader) as opened:
            faulty.calls.clear()
            faulty.fail_at = fail_at
            if fail_at:
                with pytest.raises(StoreUnavailable):
                    flow(opened.user("alice"))
                agree(faulty)
                opened.run_due()
            if not (fail_at and name.startswith("forget") and not agree(faulty)[0]):
                flow(opened.user("alice"))
            calls = list(faulty.calls)
            ended.append(agree(faulty))
        return faulty, calls

    ended: list[tuple[list[str], list[tuple[str, str]]]] = []
    _, calls = run(0)
    for number in thinned(range(1, len(calls))):
        run(number)
    assert all(end == ended[0] for end in ended)


def test_the_same_file_from_many_processes_is_one(tmp_path: Path) -> None:
    """Four processes that add the same files at once leave each once, with the turns of one."""
    file = tmp_path / "memory.db"
    subprocess.run([sys.executable, str(PROGRAM), str(file), "together", "4"], check=True, stdout=subprocess.DEVNULL)
    with closing(sqlite_store(file, lock_wait_s=20)) as store:
        kept, turns = agree(store)
    assert len(kept) == FILES
    assert len(turns) == len(set(turns)) == 2 * FILES  # a caption, and the text


def test_files_survive_being_killed(tmp_path: Path) -> None:
    """After a dozen kills every acknowledged file is there with its turns, no other is there by half, and the database
    is sound."""
    file = tmp_path / "memory.db"
    command = [sys.executable, str(PROGRAM), str(file), "killed", str(KILLS)]
    told = subprocess.run(command, check=True, capture_output=True).stdout.decode().split()
    assert len(told) >= KILLS
    with closing(sqlite_store(file, lock_wait_s=20)) as store:
        assert set(told) <= set(agree(store)[0])
    with closing(sqlite3.connect(file)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def bytes_of(folder: Path) -> bytes:
    """Everything that lies in a folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def traces_of(data: bytes, *also: str) -> Iterator[bytes]:
    """What must not be found of a file: windows of its bytes, and words about it."""
    yield from (data[place : place + WINDOW_BYTES] for place in range(60, len(data) - 60, 211))
    yield from (word.encode() for word in also)


@pytest.mark.parametrize("how", ["file", "memory", "session", "everything"])
def test_no_byte_of_a_forgotten_file_stays(tmp_path: Path, how: str) -> None:
    """Forgotten in whatever way, a file leaves no byte, no name and no word in the database or its log."""
    data, other = png(120, 120, seed=3), png(120, 120, seed=4)
    store = sqlite_store(tmp_path / "memory.db", lock_wait_s=20)
    with assembled(store, file_reader=ScriptedReader({"": "Zwetschgendatschi für Xaver"})) as opened:
        user = opened.user("alice")
        opened.user("bob").files.add(other, name="kept.png", session="s1")
        for number in range(3):
            user.files.add(png(60, 60, seed=10 + number), caption=f"filler {number}", session="s2")
        kept = user.files.add(data, name="Quittung-Wq77.png", session="s1")
        words = ("Quittung-Wq77", "Zwetschgendatschi", kept.hash)
        assert all(trace in bytes_of(tmp_path) for trace in traces_of(data, *words[:2]))
        if how == "file":
            user.files.forget(kept.hash)
        elif how == "memory":
            user.forget(next(memory.id for memory in user.list(kinds=["episode"]) if "Xaver" in memory.text))
        else:
            user.forget(session="s1") if how == "session" else user.forget(everything=True)
        left = bytes_of(tmp_path)
        gone = [trace for trace in traces_of(data, words[0], kept.hash) if trace in left]
        assert gone == []
        assert b"Zwetschgendatschi" in left  # what was read of the other user's
        assert all(trace in left for trace in traces_of(other, "kept.png"))


# Endpoints


Reader = VisionReader | SpeechReader


@pytest.fixture
def reader(endpoint: Endpoint, pauses: list[float]) -> Iterator[ReadersByType]:
    """Both readers, at the server, whose pauses take no time."""
    given: dict[str, Any] = {"base_url": endpoint.url, "api_key": None, "timeout_s": PATIENCE_S, "sleep": pauses.append}
    readers: list[Reader] = [VisionReader("sees", **given), SpeechReader("hears", **given)]
    yield ReadersByType(readers)
    for one in readers:
        one.close()


def read_by(reader: ReadersByType) -> UserMemory:
    return assembled(InMemoryStore(), file_reader=reader).user("alice")


def test_an_image_is_read_by_a_model_that_sees(endpoint: Endpoint, reader: ReadersByType) -> None:
    """The image goes into a chat message as a data: URL, byte for byte; what the model says is found."""
    endpoint.script = [answers(RECEIPT)]
    user = read_by(reader)
    kept = user.files.add(png(), name="receipt.png")
    assert kept.degraded == []
    assert kept.file.by == ("name", "vision:sees")
    assert "48.50" in user.search("Café Luna total")[0].memory.text
    assert endpoint.paths == ["/v1/chat/completions"]
    (sent,) = endpoint.asked
    _, image = sent["messages"][0]["content"]
    assert (sent["model"], image["image_url"]["url"]) == ("sees", data_url(png()))


def test_a_recording_is_read_by_a_model_that_hears(endpoint: Endpoint, reader: ReadersByType) -> None:
    """The recording is sent as a form, byte for byte; what was said in it is found."""
    endpoint.script = [Served(body='{"text": "下周三去看海边的房子"}')]
    user = read_by(reader)
    kept = user.files.add(wav(), name="memo.wav")
    assert kept.file.by == ("name", "speech:hears")
    assert "海边" in user.search("海边的房子")[0].memory.text
    assert endpoint.paths == ["/v1/audio/transcriptions"]
    assert wav() in endpoint.asked[0]["form"]


@pytest.mark.parametrize(
    "served",
    [
        fails(401, "no such key"),
        fails(500),
        answers(""),
        answers("I'd rather not.", refusal="no"),
        Served(body="no json"),
        Served(body='{"text": 7}'),
    ],
)
@pytest.mark.parametrize(("data", "name"), [(png(), "a.png"), (wav(), "a.wav")])
def test_an_endpoint_that_fails_loses_no_file(
    endpoint: Endpoint, reader: ReadersByType, served: Served, data: bytes, name: str
) -> None:
    """Whatever an endpoint answers, the file is kept, the report says what to do, and it is read once that works."""
    endpoint.script = [served]
    user = read_by(reader)
    kept = user.files.add(data, name=name)
    assert "read_again" in kept.degraded[0] or "found no words" in kept.degraded[0]
    assert user.files.data(kept.hash) == data
    endpoint.script = [answers(RECEIPT)] if name == "a.png" else [Served(body='{"text": "48.50"}')]
    assert user.files.read_again(kept.hash).degraded == []


def test_an_endpoint_that_is_not_there_is_named(pauses: list[float]) -> None:
    """The error of each reader names the setting to look at."""
    given: dict[str, Any] = {
        "base_url": "http://127.0.0.1:9/v1",
        "api_key": None,
        "timeout_s": 2,
        "sleep": pauses.append,
    }
    info = read_by(ReadersByType(())).files.add(png()).file
    for reader, setting in ((VisionReader("m", **given), "VISION_MODEL"), (SpeechReader("m", **given), "SPEECH_MODEL")):
        with pytest.raises(ModelUnavailable, match=setting):
            reader.read(png(), info)  # type: ignore[arg-type]
        reader.close()


def test_the_next_reader_is_asked_where_one_fails() -> None:
    """Of several readers of a type the first that succeeds is heard; where none does, the first failure."""
    busy = ScriptedReader({"": ModelUnavailable("busy")})
    user = read_by(ReadersByType((busy, ScriptedReader({"": RECEIPT}))))
    assert user.files.add(png(), name="a.png").file.by == ("name", "scripted")
    silent = read_by(ReadersByType((busy, ScriptedReader({"": ModelError("cannot")}))))
    assert "busy" in silent.files.add(png(), name="a.png").degraded[0]
