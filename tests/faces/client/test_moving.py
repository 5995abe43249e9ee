"""What goes between the client's disk and the server: exports, imports, skills, reports, files, backups."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, JobState, Progress
from mnemic.errors import InvalidFile, InvalidInput, ServerUnavailable
from mnemic.faces.client import transport
from mnemic.faces.client.exchange import Answer
from mnemic.faces.client.link import Link, Server
from mnemic.faces.client.remote import RemoteMemory
from mnemic.faces.client.retries import RetryPolicy
from mnemic.faces.client.special import skills_out
from mnemic.faces.http import table
from tests.conftest import MONDAY
from tests.faces.client.running import Running
from tests.faces.client.twins import plain, twins

TALK = [
    {"role": "user", "content": "I live in Oslo and I prefer aisle seats."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "我对花生过敏。"},
]


def rows(path: Path) -> list[str]:
    """The lines of an export, without the salt of the user and the checksum at the end."""
    written = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [line for line in written.decode().splitlines() if json.loads(line)["row"] not in ("user", "end")]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_an_export_is_the_librarys(tmp_path: Path, ending: str) -> None:
    """The file that comes from a server is the one the library writes of such a memory, but for the salt and the
    checksum, and is reported in the same words; a local memory brings it in, and so does a server."""
    with twins(tmp_path) as pair, mnemic.connect(pair.address) as memory:
        pair.step()
        for user in (pair.local.user("alice"), memory.user("alice")):
            user.add(TALK)
            user.tasks.start("Plan the trip", values={"city": "Oslo"})
        here, there = tmp_path / f"here.{ending}", tmp_path / f"there.{ending}"
        told: list[Progress] = []
        ours = pair.local.user("alice").transfer.export(here)
        theirs = memory.user("alice").transfer.export(there, progress=told.append)
        assert theirs == replace(ours, path=str(there), sha256=theirs.sha256, bytes=there.stat().st_size)
        assert rows(there) == rows(here)
        assert told[-1].done == sum(theirs.rows.values())
        with pytest.raises(InvalidInput, match="is there already"):
            memory.user("alice").transfer.export(there)
        assert memory.user("alice").transfer.export(there, overwrite=True).rows["turn"] == 3
        survey = memory.user("bob").transfer.survey(there)
        assert (survey.format, survey.turns, survey.users) == ("mnemic", 3, ("alice",))
        mine, bobs = (one.user("bob").transfer.import_(there) for one in (pair.local, memory))
        assert replace(bobs, seconds=0) == replace(mine, seconds=0)
        other = memory.transfer.import_(there, user="alice")
        assert (other.turns, other.turns_there) == (0, 3)
        brought = pair.local.transfer.import_(there, user="alice")
        assert brought.turns_there == 3


def test_an_import_tells_how_far_it_has_come(remote: RemoteMemory, tmp_path: Path) -> None:
    """A file of another system is read by the server, which tells of its progress and reports as the library does."""
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(TALK), encoding="utf-8")
    told: list[Progress] = []
    report = remote.user("alice").transfer.import_(path, format="openai", progress=told.append)
    assert report.turns == 3
    assert {one.job for one in told} == {"import"}
    again = remote.user("alice").transfer.import_(path, format="openai")
    assert (again.turns, again.turns_there) == (0, 3)
    assert "Oslo" in remote.user("alice").search("Where do I live?")[0].memory.text


def test_a_file_that_is_not_there_is_said_here(remote: RemoteMemory, tmp_path: Path) -> None:
    """Files that are not there, are folders, or cannot be read in any format are named in the library's error."""
    for verb in (remote.user("alice").transfer.import_, remote.transfer.survey):
        with pytest.raises(InvalidFile, match="there is no such file"):
            verb(tmp_path / "nowhere.json")
        with pytest.raises(InvalidFile, match="pack it into a zip"):
            verb(tmp_path)
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("no export", encoding="utf-8")
    with pytest.raises(InvalidFile):
        remote.user("alice").transfer.import_(nonsense)


def test_skills_go_out_and_come_in(remote: RemoteMemory, tmp_path: Path) -> None:
    """Skills are written as folders here, and read from folders here, with the paths of this disk in the report."""
    alice, bob = remote.user("alice"), remote.user("bob")
    alice.skills.declare("weekly report", steps=["Open {month}", "Send it"])
    alice.skills.declare("tidy up", steps=["Tidy the desk"])
    folder = tmp_path / "skills"
    written = alice.skills.export(folder)
    assert sorted(path.relative_to(folder).as_posix() for path in written) == [
        "tidy-up/SKILL.md",
        "weekly-report/SKILL.md",
    ]
    (folder / "broken").mkdir()
    (folder / "broken" / "SKILL.md").write_bytes(b"\xff\xfe nothing")
    report = bob.skills.import_(folder)
    assert {one.path for one in report.added} == set(written)
    assert [one.path for one in report.skipped] == [folder / "broken" / "SKILL.md"]
    [again] = bob.skills.import_(written[0]).skipped
    assert again.path == written[0]
    assert {skill.name for skill in bob.skills.list()} == {"weekly report", "tidy up"}
    with pytest.raises(InvalidInput, match="no file or folder"):
        bob.skills.import_(tmp_path / "nowhere")


def test_a_report_is_written_here(remote: RemoteMemory, tmp_path: Path) -> None:
    """The report of everything lies in a file of the client, and says what the library's says."""
    remote.user("alice").add(TALK)
    path = tmp_path / "report.md"
    report = remote.user("alice").report(path, format="md")
    assert report.path == str(path)
    assert path.read_text(encoding="utf-8") == report.text == str(report)
    with pytest.raises(InvalidInput, match="is there already"):
        remote.user("alice").report(path)


def test_a_backup_is_a_memory(remote: RemoteMemory, tmp_path: Path) -> None:
    """A backup that comes from a server is a memory file that opens."""
    remote.user("alice").add(TALK)
    path = tmp_path / "backup.db"
    assert remote.transfer.backup(path) == path
    with mnemic.open(path, embedder="hashing", background=False) as memory:
        assert memory.user("alice").turns() == remote.user("alice").turns()


def test_files_keep_their_bytes(remote: RemoteMemory, tmp_path: Path) -> None:
    """Bytes that were sent come back as they were, whatever they are and however large."""
    data = b"%PDF-1.4\n" + bytes(range(256)) * 4_000
    path = tmp_path / "scan.pdf"
    path.write_bytes(data)
    files = remote.user("alice").files
    sent = files.add(path, caption="the contract 合同", metadata={"pages": [1, 2]})
    assert (sent.file.name, sent.file.size) == ("scan.pdf", len(data))
    assert files.data(sent.file.hash) == data
    memory = (
        remote.user("alice").get(sent.write.ids[0])
        if sent.write.ids
        else remote.user("alice").list(kinds=["episode"])[0]
    )
    assert files.of(memory) == files.of(memory.id) == [sent.file]
    assert files.of(remote.user("alice").turns()[0]) == [sent.file]


def test_long_lists_are_whole(remote: RemoteMemory) -> None:
    """A list that takes several pages is given whole, or as much of it as was asked for."""
    alice = remote.user("alice")
    alice.add([f"Note number {number}" for number in range(230)], infer=False)
    notes = alice.list(kinds=["note"])
    assert len(notes) == 230
    assert alice.list(kinds=["note"], limit=120, offset=7) == notes[7:127]
    assert alice.list(kinds=["note"], limit=3, offset=229) == notes[229:]
    assert [turn.text for turn in alice.turns()] == [note.text for note in notes]


def test_everybodys_verbs_are_the_librarys(server: Running, remote: RemoteMemory, tmp_path: Path) -> None:
    """What is about the whole memory answers as the library does."""
    remote.user("alice").add(TALK)
    remote.user("bob").add("I like tea.", wait=False)
    local = server.memory
    assert remote.run_due() == 1
    assert remote.users() == local.users() == ["alice", "bob"]
    assert remote.reembed() == 0
    assert remote.doctor(user="alice").healthy
    assert remote.access("agent", "planner") == local.access("agent", "planner")
    assert remote.encryption.status() == local.encryption.status()
    assert remote.audit.lines(user="alice") == local.audit.lines(user="alice")
    assert remote.audit.lines(limit=2) == local.audit.lines(limit=2)
    assert remote.audit.head() == local.audit.head()
    assert remote.audit.verify(remote.audit.head()).sound
    path = tmp_path / "audit.jsonl"
    assert remote.audit.export(path) == path
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["format"] == "mnemic.audit"


def test_a_context_comes_block_by_block(remote: RemoteMemory, server: Running) -> None:
    """The blocks of a stream are those of the context that ends it, which is the one that `context` gives."""
    remote.user("alice").add(TALK)
    *blocks, whole = remote.user("alice").stream_context("Which seat?", budget=900)
    asked = remote.user("alice").context("Which seat?", budget=900)
    assert isinstance(whole, mnemic.Context)
    assert tuple(blocks) == whole.blocks == asked.blocks
    assert whole.messages() == asked.messages()

    async def streamed() -> list[object]:
        async with mnemic.aconnect(server.address) as memory:
            return [piece async for piece in memory.user("alice").stream_context("Which seat?", budget=900)]

    assert plain(asyncio.run(streamed())[:-1]) == blocks


def test_jobs_are_watched(remote: RemoteMemory, server: Running) -> None:
    """Where a job stands comes at once; whoever has seen enough stops, and the connection serves on."""
    remote.user("alice").add(TALK)
    state = JobState(job=Job.SWEEP, ran_at=MONDAY, error="no disk", attempts=2)
    with server.memory._core.parts.store.writing(Scope("default", "alice")) as writer:
        writer.keep_job(state)
    watching = remote.user("alice").watch_jobs()
    assert next(watching) == state
    watching.close()

    async def first() -> JobState:
        async with mnemic.aconnect(server.address, timeout_s=20) as memory:
            states = memory.user("alice").watch_jobs()
            try:
                return await anext(states)
            finally:
                await states.aclose()

    assert asyncio.run(first()) == state
    assert remote.user("alice").stats().turns == 3


@pytest.mark.parametrize("place", ["/SKILL.md", "../SKILL.md", "a/b/SKILL.md", "a/OTHER.md"])
def test_no_server_writes_beside_the_folder(tmp_path: Path, place: str) -> None:
    """A zip that names a place elsewhere is no answer, and nothing of it is written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("good/SKILL.md", "---\nname: x\n---\n")
        archive.writestr(place, "elsewhere")
    server = Server.at("http://127.0.0.1:1", None)
    retrying = RetryPolicy(retries=0, chance=lambda: 0.0, now=lambda: MONDAY)
    link = Link(
        server=server,
        transport=transport.BlockingTransport(server, timeout_s=1),
        retrying=retrying,
        place={"user": "alice"},
    )
    flow = skills_out(link, table.main("skills.export"), {"folder": tmp_path / "skills"})
    next(flow)
    with pytest.raises(ServerUnavailable, match="no place of a skill"):
        flow.send(Answer(status=200, headers={}, body=packed.getvalue()))
    assert not (tmp_path / "skills").exists()
