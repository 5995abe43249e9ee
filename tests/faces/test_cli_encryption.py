"""Encryption on the command line, in both languages and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mnemic
from mnemic.faces.cli.app import run


@pytest.fixture(autouse=True)
def _alice(tmp_path: Path, shell_of_alice: None) -> None:
    """A memory file of two users, in plain."""
    with mnemic.open(tmp_path / "memory.db", background=False) as memory:
        for user in ("alice", "bob"):
            memory.user(user).add("I like zydeco.")


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command writes that ends so."""
    assert run(list(arguments)) == code
    told = capsys.readouterr()
    return told.out + told.err


@pytest.mark.parametrize(("language", "encrypted"), [("en", "2 users are encrypted now"), ("zh", "新加密 2 个用户")])
def test_a_key_is_made_and_everybody_encrypted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, encrypted: str
) -> None:
    """A new key, encryption of everybody, new keys, another master key, and back: each says what it did."""
    first, second = str(tmp_path / "first.key"), str(tmp_path / "second.key")
    assert first in said(capsys, "--lang", language, "key", "new", first)
    said(capsys, "key", "new", second)
    monkeypatch.setenv("MNEMIC_ENCRYPTION_KEY_FILE", first)
    assert encrypted in said(capsys, "--lang", language, "encrypt")
    assert b"zydeco" not in (tmp_path / "memory.db").read_bytes()
    assert json.loads(said(capsys, "key", "rotate", "--user", "bob", "--json"))["changed"] == ["bob"]
    assert json.loads(said(capsys, "key", "rotate", "--master", second, "--json"))["rewrapped"] == 2
    monkeypatch.setenv("MNEMIC_ENCRYPTION_KEY_FILE", second)
    status = json.loads(said(capsys, "key", "status", "--json"))
    assert (status["sealed"], status["plain"], status["locked"]) == (2, 0, [])
    assert "zydeco" in said(capsys, "list")
    assert json.loads(said(capsys, "decrypt", "--yes", "--json"))["changed"] == ["alice", "bob"]
    assert "zydeco" in said(capsys, "list")


def test_a_lost_key_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Reading says which setting is missing, the status who is locked, and the doctor ends with its code for what
    cannot be repaired."""
    key = str(tmp_path / "first.key")
    said(capsys, "key", "new", key)
    monkeypatch.setenv("MNEMIC_ENCRYPTION_KEY_FILE", key)
    said(capsys, "encrypt", "--user", "alice")
    monkeypatch.delenv("MNEMIC_ENCRYPTION_KEY_FILE")
    assert "MNEMIC_ENCRYPTION_KEY_FILE" in said(capsys, "list", code=1)
    assert "alice" in said(capsys, "key", "status")
    assert "encryption of a user" in said(capsys, "--lang", "en", "doctor", code=4)


def test_what_cannot_be_meant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A key file is never written over, decrypting asks, and a master key is nobody's own."""
    key = tmp_path / "first.key"
    said(capsys, "key", "new", str(key))
    written = key.read_text()
    said(capsys, "key", "new", str(key), code=1)
    assert key.read_text() == written
    said(capsys, "decrypt", code=2)
    said(capsys, "key", "rotate", "--master", str(key), "--user", "bob", code=2)
