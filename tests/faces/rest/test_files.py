"""Bytes over HTTP: files of users, exports and imports, skills, backups; each comes back as it went."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.files import Download
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.faces.rest.threads import threads_of_loop
from mnemic.settings import load
from tests.faces.rest.conftest import client_of

U = "/v1/users/alice"
PAGE = b"<script>alert(1)</script>"


def test_a_file_comes_back_as_it_went(client: TestClient) -> None:
    """The same bytes, as an attachment that no browser runs or guesses at."""
    answer = client.post(f"{U}/files", params={"name": "合同.html", "caption": "My contract", "metadata": '{"a": 1}'},
                         content=PAGE, headers={"Content-Type": "text/html"})  # fmt: skip
    assert answer.status_code == 201
    file = answer.json()["file"]
    data = client.get(f"{U}/files/{file['hash'][:8]}/data")
    assert data.content == PAGE
    assert data.headers["x-content-type-options"] == "nosniff"
    assert data.headers["content-disposition"] == "attachment; filename*=UTF-8''%E5%90%88%E5%90%8C.html"
    assert "sandbox" in data.headers["content-security-policy"]


def test_no_file_of_the_server_is_read(client: TestClient, tmp_path: Path) -> None:
    """A path, as a body or as a name, is words: nothing of the server's disk is taken in."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of the server")
    client.post(f"{U}/files", content=str(secret).encode(), params={"name": str(secret)})
    for place in ("files", "turns"):
        assert "the secret of the server" not in client.get(f"{U}/{place}").text
    sent = {"messages": [{"role": "user", "content": [{"type": "file", "file": {"file_data": str(secret)}}]}]}
    assert client.post(f"{U}/memories", json=sent).status_code == 400


def test_what_goes_out_comes_in(client: TestClient, memory: OpenMemory) -> None:
    """An export of one user is another memory's import, again without change."""
    client.post(f"{U}/memories", json={"messages": "I live in Berlin. 我喜欢靠窗的座位。"})
    out = client.get(f"{U}/transfer/export")
    report = json.loads(out.headers["mnemic-report"])
    assert (report["users"], report["bytes"]) == (1, len(out.content))
    with mnemic.open(":memory:", embedder="hashing", background=False) as other:
        into = client_of(other)
        assert into.post(f"{U}/transfer/survey", content=out.content).json()["turns"] == 1
        assert into.post(f"{U}/transfer/import", content=out.content).json()["users"] == ["alice"]
        assert into.post("/v1/transfer/import", content=out.content).json()["turns"] == 0
        assert [one.text for one in other.user("alice").list()] == [one.text for one in memory.user("alice").list()]


def test_progress_is_told(client: TestClient) -> None:
    """An import that is asked for events tells how far it has come, and ends with what it did."""
    chat = [{"role": "user", "content": f"I visited town {number}."} for number in range(20)]
    body = json.dumps({"messages": chat}).encode()
    answer = client.post(f"{U}/transfer/import?format=openai", content=body, headers={"Accept": "text/event-stream"})
    names = [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event: ")]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert set(names[:-1]) <= {"progress"}
    assert names[-1] == "done"
    assert len(client.get(f"{U}/sessions").json()["items"]) == 1


def test_an_error_ends_the_events(client: TestClient) -> None:
    """What fails after the events have begun is their last: a problem."""
    answer = client.post(f"{U}/transfer/import", content=b"no export", headers={"Accept": "text/event-stream"})
    assert answer.status_code == 200
    assert "event: problem" in answer.text
    assert "InvalidFile" in answer.text
    assert "/tmp" not in answer.text


def test_nothing_is_left_on_the_disk(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exports, imports and backups leave no file behind, whatever became of them."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    client.post(f"{U}/memories", json={"messages": "I live in Berlin."})
    for path in (f"{U}/transfer/export", "/v1/transfer/export", "/v1/transfer/backup", "/v1/audit/export"):
        assert client.get(path).status_code == 200
    assert client.get(f"{U}/skills/export").status_code == 200
    for accept in ("application/json", "text/event-stream"):
        for body in (b"no export", client.get(f"{U}/transfer/export").content):
            client.post(f"{U}/transfer/import", content=body, headers={"Accept": accept})
    assert list(place.iterdir()) == []


def test_a_backup_is_a_memory(client: TestClient, tmp_path: Path) -> None:
    """What a backup answers is a memory file like any other."""
    client.post(f"{U}/memories", json={"messages": "I live in Berlin."})
    (tmp_path / "copy.db").write_bytes(client.get("/v1/transfer/backup").content)
    with mnemic.open(tmp_path / "copy.db", embedder="hashing", background=False) as copy:
        assert [one.text for one in copy.user("alice").list()] == ["The user lives in Berlin."]


def test_skills_go_out_and_come_in(client: TestClient) -> None:
    """A zip of skills is read by another user; a single SKILL.md is too; nothing leads out of the zip."""
    client.post(f"{U}/skills", json={"name": "weekly report", "steps": ["gather", "write"]})
    packed = client.get(f"{U}/skills/export").content
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert names == ["weekly-report/SKILL.md"]
    came = client.post("/v1/users/bob/skills/import", content=packed, headers={"Content-Type": "application/zip"})
    assert [one["path"] for one in came.json()["added"]] == names
    text = zipfile.ZipFile(io.BytesIO(packed)).read(names[0])
    one = client.post("/v1/users/carol/skills/import", content=text, headers={"Content-Type": "text/markdown"})
    assert [one["skill"]["name"] for one in one.json()["added"]] == ["weekly report"]


def test_nothing_leads_out_of_a_zip(client: TestClient, tmp_path: Path) -> None:
    """Names in a zip that lead elsewhere are names of folders at most."""
    hostile = io.BytesIO()
    with zipfile.ZipFile(hostile, "w") as archive:
        for name in ("../../SKILL.md", "/etc/SKILL.md", "a/../SKILL.md", "..\\SKILL.md/SKILL.md", "SKILL.md"):
            archive.writestr(name, "---\nname: x\ndescription: y\n---\n1. do it\n")
    answer = client.post(f"{U}/skills/import", content=hostile.getvalue(), headers={"Content-Type": "application/zip"})
    assert answer.status_code == 200
    said = answer.json()
    assert all(".." not in one["path"].split("/") for one in [*said["added"], *said["skipped"], *said["held"]])


def test_a_report_is_a_page_or_json(client: TestClient) -> None:
    """As JSON with its text in it, or as the page itself where that is asked for."""
    client.post(f"{U}/memories", json={"messages": "I live in Berlin."})
    told = client.get(f"{U}/report").json()
    assert "Berlin" in told["text"]
    page = client.get(f"{U}/report", headers={"Accept": "text/html"})
    assert page.headers["content-type"].startswith("text/html")
    assert page.text.startswith("<!DOCTYPE html>")


def test_a_file_to_bring_in_has_its_own_limit(memory: OpenMemory) -> None:
    """What is brought in may be larger than other bodies, and no larger than its own limit."""
    chosen = load(embedder="hashing", background=False, body_bytes_max=1_024, import_bytes_max=4_096)
    client = TestClient(guarded(create_app(memory, chosen), memory, chosen, Guards(auth=False)))
    chat = json.dumps({"messages": [{"role": "user", "content": "I live in Berlin. " * 100}]})
    place = f"{U}/transfer/import?format=openai"
    assert client.post(place, content=chat).status_code == 200
    assert client.post(place, content=chat * 3).json()["error"] == "LimitExceeded"
    assert client.post(f"{U}/memories", json={"messages": "x" * 2_000}).json()["error"] == "LimitExceeded"


def test_nothing_is_left_of_what_was_never_begun(
    memory: OpenMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that came while every thread was taken, and whose time was over before one was free, lies nowhere."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    settings = load(embedder="hashing", background=False, request_timeout_s=0.5)
    app = guarded(create_app(memory, settings), memory, settings, Guards(auth=False))

    async def pieces() -> AsyncIterator[bytes]:
        yield b"no export"
        assert list(tmp_path.glob("mnemic-*"))
        threads = threads_of_loop()
        for number in range(int(threads.available_tokens)):
            threads.acquire_on_behalf_of_nowait(number)

    async def sent() -> httpx2.Response:
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://server") as sender:
            return await sender.post(f"{U}/transfer/import", content=pieces())

    assert asyncio.run(sent()).status_code == 503
    assert list(tmp_path.glob("mnemic-*")) == []


def test_a_type_that_is_none_is_not_said() -> None:
    """What was brought in with an export may have any words for a type; none gets into the head of an answer."""
    for strange in ("text/html\r\nX-Evil: 1", "图像/png"):
        head = Download(name="x", media_type=strange, data=b"x").response().headers
        assert head["content-type"] == "application/octet-stream"


def test_a_receipt_says_that_an_export_was_handed_out(client: TestClient, memory: OpenMemory) -> None:
    """It names no folder of the server, and does not say that the copy is gone: whoever asked has it. However often it
    is asked for, it is one line."""
    client.post(f"{U}/memories", json={"messages": "I live in Berlin.", "session": "s1"})
    for _ in range(3):
        assert client.get(f"{U}/transfer/export").status_code == 200
    copies = client.delete(f"{U}/sessions/s1").json()["exports"]
    assert [(one["path"], one["format"], one["state"]) for one in copies] == [
        ("handed out over HTTP", "export", "elsewhere")
    ]
