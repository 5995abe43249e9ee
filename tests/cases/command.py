"""One command of the command line, as a step of a case runs it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import pytest

from mnemic.faces.cli.app import run

TIMEOUT_S = 120
STREAMS = ("stdin", "stdout", "stderr")

Ended = tuple[int, str, str]
"""Exit code, and what was written to both outputs."""


def beside(arguments: Sequence[str], environment: Mapping[str, str]) -> Ended:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "mnemic", *arguments]
    path = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, capture_output=True, env={**path, **environment}, timeout=TIMEOUT_S, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def within(arguments: Sequence[str], environment: Mapping[str, str]) -> Ended:
    """Run a command in this process, with an environment and streams of its own."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for name in STREAMS}
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("MNEMIC_", "LC_", "LANG"))]:
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        code = run(list(arguments))
    out, err = (streams[name].buffer.getvalue().decode() for name in ("stdout", "stderr"))
    return code, out, err
