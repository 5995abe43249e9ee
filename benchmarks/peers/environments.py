"""Installing a peer into an environment of its own, and running its process there."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.peers.catalogue import CHECKOUT, ROOT, Peer
from benchmarks.peers.task import Outcome, Talk, outcome_in, write

CACHE = ROOT / ".bench" / "peers"
INSTALL_S_MAX = 1_800
RUN_S_MAX = 3_600  # of one set
REASON_CHARACTERS_MAX = 300

_STAMP = "requirements.txt"
_NOT_THE_PEERS = ("pip", "pkg_resources", "setuptools", "_distutils_hack", "distutils-precedence.pth")
# No download of a model, no telemetry; one thread, as several spin against each other on busy machines.
_SET = {"HF_HUB_OFFLINE": "1", "MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False", "OMP_NUM_THREADS": "1"}
_KEYS = ("_API_KEY", "_TOKEN")


class PeerFailed(RuntimeError):
    """A peer could not be installed, or its process ended early; the message is the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """An environment with a peer in it. `packages`: everything installed, as `name==version`."""

    python: Path
    install_mb: float
    packages: tuple[str, ...]

    def run(self, peer: Peer, talks: Sequence[Talk]) -> Outcome:
        """Run the process of a peer over talks.

        Raises:
            PeerFailed: it ended early, or took too long.
        """
        with TemporaryDirectory() as name:
            folder = Path(name)
            task, outcome = folder / "task.json", folder / "outcome.json"
            write(talks, task)
            worker: list[str | Path] = [
                self.python,
                "-m",
                "benchmarks.peers.worker",
                peer.name,
                task,
                outcome,
                folder / "run",
            ]
            _done(worker, "running", RUN_S_MAX, _bare(folder))
            return outcome_in(outcome)


def prepared(peer: Peer, cache: Path) -> Environment:
    """The environment of a peer, made unless it is there with the same requirements.

    Raises:
        PeerFailed: it cannot be installed.
    """
    folder = cache / peer.environment
    python = folder / "bin" / "python"
    stamp = folder / _STAMP
    wanted = "\n".join((f"# Python {platform.python_version()}", *peer.requirements, ""))
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        _done([sys.executable, "-m", "venv", "--clear", folder], "making the environment", INSTALL_S_MAX)
        if peer.requirements:
            pip: list[str | Path] = [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                *peer.requirements,
            ]
            _done(pip, "installing", INSTALL_S_MAX)
        stamp.write_text(wanted, encoding="utf-8")
    listed = _done([python, "-m", "pip", "freeze", "--disable-pip-version-check"], "listing", INSTALL_S_MAX)
    packages = tuple(line for line in listed.splitlines() if "==" in line)
    return Environment(python=python, install_mb=_installed_mb(folder, peer), packages=packages)


def _installed_mb(folder: Path, peer: Peer) -> float:
    """What the packages weigh, without pip and without compiled copies, which come and go."""
    sites = [path for path in folder.rglob("site-packages") if path.is_dir()]
    parts = [part for site in sites for part in site.iterdir() if not part.name.startswith(_NOT_THE_PEERS)]
    if CHECKOUT in peer.requirements:
        parts.append(ROOT / "src" / "mnemic")
    files = [file for part in parts for file in (part.rglob("*") if part.is_dir() else (part,))]
    kept = [file for file in files if file.is_file() and "__pycache__" not in file.parts]
    return sum(file.stat().st_size for file in kept) / 1e6


def _bare(home: Path) -> Mapping[str, str]:
    """The variables of this process, without keys, and with a home that is empty."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith(_KEYS)}
    return kept | _SET | {"HOME": str(home)}


def _done(
    command: Sequence[str | Path], doing: str, seconds_max: int, variables: Mapping[str, str] | None = None
) -> str:
    try:
        ended = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=None if variables is None else dict(variables),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds_max,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise PeerFailed(f"{doing}: not done after {seconds_max} s") from late
    if ended.returncode:
        raise PeerFailed(f"{doing}: {reason_in(ended.stderr) or f'ended with {ended.returncode}'}")
    return ended.stdout


def reason_in(errors: str) -> str:
    """The line of what a process complained of that says most: pip's first error, or the end of a traceback."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    named = [line for line in lines if line.startswith("ERROR:")]
    return next(iter(named or lines[-1:]), "")[:REASON_CHARACTERS_MAX]
