"""What the tests of safety share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Ticking
from tests.safety.lives import lived, opened


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a life, with nothing changed."""
    file, clock = tmp_path_factory.mktemp("audit") / "memory.db", Ticking()
    with opened(file, clock=clock) as memory:
        lived(memory, clock)
    return file
