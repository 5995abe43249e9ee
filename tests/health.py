"""What tests that break things call at their end: the doctor finds nothing wrong."""

from __future__ import annotations

from pathlib import Path

import mnemic
from mnemic.api.memory import OpenMemory


def assert_healthy(memory: OpenMemory | Path | str) -> None:
    """Look at an opened memory, or at a file; notes are no complaint.

    Raises:
        AssertionError: naming everything that is wrong.
    """
    if isinstance(memory, OpenMemory):
        checkup = memory.doctor()
        assert checkup.healthy, "\n".join(map(str, checkup.wrong))
        return
    with mnemic.open(memory, embedder="hashing", background=False) as opened:
        assert_healthy(opened)
