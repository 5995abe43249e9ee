"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def shell_of_alice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment in which commands are Alice's, in English, on a memory file that is not there yet."""
    for name, value in (("DB", str(tmp_path / "memory.db")), ("USER", "alice"), ("EMBEDDER", "hashing")):
        monkeypatch.setenv(f"MNEMIC_{name}", value)
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
