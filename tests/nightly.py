"""Everything in full, and a report of it: `make nightly` runs this as `python -m tests.nightly`.

Each step is a command that can be run by itself; all of them are run, whatever fails. What came of each is written to
`out/nightly.json` and, to be read, to `out/nightly.md`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from tests.effort import PROFILES

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out"
TEST_S_MAX = 6 * 3_600
"""How long one test may take by night."""

PYTEST = (sys.executable, "-m", "pytest", f"--timeout={TEST_S_MAX}")
KILLS = "tests/faults/test_upkeep_kill.py"
PROBES = "tests/isolation/test_probes.py"
BYTES = "tests/safety/test_no_byte_left.py"
YEAR = (sys.executable, "-m", "evals.year", "--workers", "2", "--out", "out/year.json")

STEPS: Mapping[str, Sequence[str]] = {
    "suite": (*PYTEST, "-n", "auto", "--dist", "worksteal", *(f"--ignore={one}" for one in (KILLS, PROBES, BYTES))),
    "kills": (*PYTEST, KILLS),
    "probes": (*PYTEST, "-n", "auto", "--dist", "loadfile", PROBES),
    "bytes": (*PYTEST, "-n", "auto", BYTES),
    "year": YEAR,
}
"""What is run, by name, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a step."""

    step: str
    passed: bool
    seconds: float
    tests: Mapping[str, int]
    failures: Sequence[str]


def run(step: str) -> Outcome:
    """Run a step in the profile of the night; what it prints is seen as it comes."""
    report = OUT / f"nightly.{step}.xml"
    report.unlink(missing_ok=True)
    command = [*STEPS[step], f"--junitxml={report}"] if STEPS[step][:3] == PYTEST[:3] else list(STEPS[step])
    print(f"== {step}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"MNEMIC_PROFILE": "nightly"}, check=False)
    counts, failures = counted(report)
    return Outcome(
        step=step,
        passed=done.returncode == 0,
        seconds=round(time.monotonic() - began, 1),
        tests=counts,
        failures=failures,
    )


def counted(report: Path) -> tuple[dict[str, int], list[str]]:
    """How many tests a report of pytest holds, how many failed and were skipped, and which failed."""
    if not report.exists():
        return {}, []
    suite = ElementTree.parse(report).getroot()
    cases = list(suite.iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = [case for case in cases if case.find("skipped") is not None]
    names = [f"{case.get('classname')}.{case.get('name')}" for case in failed]
    return {"run": len(cases), "failed": len(failed), "skipped": len(skipped)}, names


def told(outcomes: Sequence[Outcome], *, began: datetime) -> str:
    """The report as a page."""
    counts = ", ".join(f"{name} {value}" for name, value in asdict(PROFILES["nightly"]).items())
    lines = [
        f"# The night of {began:%Y-%m-%d}",
        "",
        f"In full: {counts}.",
        "",
        "| step | | minutes | tests | failed | skipped |",
        "|---|---|---|---|---|---|",
    ]
    for one in outcomes:
        numbers = " | ".join(str(one.tests.get(name, "")) for name in ("run", "failed", "skipped"))
        lines.append(f"| {one.step} | {'passed' if one.passed else 'FAILED'} | {one.seconds / 60:.1f} | {numbers} |")
    lines += [f"- {one.step}: {name}" for one in outcomes for name in one.failures]
    return "\n".join(lines) + "\n"


def main(names: Sequence[str]) -> int:
    """Run the steps that are named, all of them where none is; 1 if one failed."""
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        print(f"There is no step {', '.join(unknown)}: there are {', '.join(STEPS)}.", file=sys.stderr)
        return 2
    OUT.mkdir(exist_ok=True)
    began = datetime.now(UTC)
    outcomes = [run(name) for name in names or STEPS]
    whole = {"began": began.isoformat(timespec="seconds"), "effort": asdict(PROFILES["nightly"])}
    (OUT / "nightly.json").write_text(
        json.dumps(whole | {"steps": [asdict(one) for one in outcomes]}, indent=2) + "\n", encoding="utf-8"
    )
    page = told(outcomes, began=began)
    (OUT / "nightly.md").write_text(page, encoding="utf-8")
    print(page)
    return 0 if all(one.passed for one in outcomes) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
