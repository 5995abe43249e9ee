"""What an install weighs, and how long an import takes."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import mnemic
from benchmarks.timing import Times

IMPORTS = 7
ROOT = "mnemic"

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_IMPORT = "from time import perf_counter as now; begun = now(); import mnemic; {then}print(1000 * (now() - begun))"


def import_times() -> dict[str, Any]:
    """Milliseconds of `import mnemic` in a new process, and with `mnemic.open` looked up, which loads what it needs."""
    return {"import": _imported(""), "import_and_open": _imported("mnemic.open; ")}


def _imported(then: str) -> dict[str, float]:
    code = _IMPORT.format(then=then)
    took = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(IMPORTS)
    ]
    return Times(ms=tuple(took)).figures()


def install_size() -> dict[str, Any]:
    """Megabytes of Mnemic and everything it needs at run time, from the files each package lists, largest first.

    A requirement under a condition counts when it is installed, so that development tools may add a little.
    """
    sizes = {name: _bytes(found) / 1e6 for name, found in _needed().items() if name != ROOT}
    source = Path(mnemic.__file__).parent
    sizes[ROOT] = sum(file.stat().st_size for file in source.rglob("*") if file.is_file()) / 1e6
    ordered = sorted(sizes.items(), key=lambda item: -item[1])
    return {"total_mb": round(sum(sizes.values()), 1), "packages_mb": {name: round(mb, 2) for name, mb in ordered}}


def _needed() -> dict[str, Distribution]:
    needed: dict[str, Distribution] = {}
    waiting = [ROOT]
    while waiting:
        name = waiting.pop()
        found = _installed(name)
        if found is None or name in needed:
            continue
        needed[name] = found
        waiting += [_plain(one) for one in found.requires or () if "extra ==" not in one]
    return needed


def _plain(requirement: str) -> str:
    match = _NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", match.group()).lower() if match else ""


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _bytes(found: Distribution) -> int:
    paths = {Path(str(file.locate())) for file in found.files or ()}
    return sum(path.stat().st_size for path in paths if path.is_file())
