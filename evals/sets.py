"""Which measuring sets are known, and by what each is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals import changes, decisions, evidence, feedback, gold, identity, planted, protection, short
from evals.loaders import Row, files_in, rows, stem
from evals.measured import Measured
from evals.run import Run

Measure = Callable[[Sequence[Row], Run], Measured]

PROJECT = Path(__file__).parents[1]
BUNDLED = (
    "evals/data/extraction_held",
    "evals/data/states_held",
    "evals/data/poison_held",
    "evals/data/notinject_held",
    "evals/data/decisions_tune",
    "evals/data/decisions_report",
    "evals/data/decisions_far_tune",
    "evals/data/decisions_far_report",
    "training/corpus/changes_test",
    "training/corpus/pairs_test",
)
"""The sets that are part of this project, none of which weights were fitted on. Their names are their file names."""

TALKS = PROJECT / "evals" / "data" / "talks"
REPORT_HALF, TRAIN_HALF = "talks_report", "talks_train"
"""Our own conversations. The ranking was fitted on the train half, which is measured only where it is asked for."""

RECALL = "recall"
RECALL_FILES = frozenset({"recall_memories", "recall_queries"})

KNOWN: Mapping[str, Measure] = {
    "locomo": evidence.measure,
    "memorybank": evidence.measure,
    "memdaily": evidence.measure,
    "talks": evidence.talks,
    RECALL: short.measure,
    "pairs": identity.measure,
    "changes": changes.measure,
    "pii": protection.pii,
    "poison": protection.poison,
    "planted": planted.planted,
    "notinject": protection.notinject,
    "extraction": gold.extraction,
    "states": gold.states,
    "feedback": feedback.measure,
    "decisions": decisions.measure,
}
"""Families of sets. A file belongs to one when its stem is the family's name, alone or before an underscore."""


AGAIN: Mapping[str, str] = {"poison": "planted"}
"""Families whose files are measured in a second way too: every attack is also planted into a life."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A set that is there: its name in the report, what measures it, and its files."""

    name: str
    family: str
    files: tuple[Path, ...]

    def rows(self) -> list[Row]:
        """The lines of all its files."""
        return [row for path in self.files for row in rows(path)]

    def measure(self, run: Run) -> Measured:
        """Measure the set."""
        return KNOWN[self.family](self.rows(), run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What a folder holds: known sets, families that are not there, and files of no known set."""

    found: tuple[Found, ...]
    absent: Mapping[str, str]  # family to the reason
    unknown: tuple[str, ...]


def family_of(name: str) -> str | None:
    """The family a stem belongs to, or None."""
    return next((family for family in KNOWN if name == family or name.startswith(f"{family}_")), None)


def bundled() -> tuple[Found, ...]:
    """The sets that are part of this project, without what its weights were fitted on."""
    files = {path.stem: path for path in (PROJECT / f"{name}.jsonl" for name in BUNDLED)}
    files |= {REPORT_HALF: TALKS / "report.jsonl"}
    return tuple(Found(name=name, family=str(family_of(name)), files=(path,)) for name, path in files.items())


def fitted_on() -> Found:
    """The half of our own conversations that the ranking was fitted on."""
    return Found(name=TRAIN_HALF, family="talks", files=(TALKS / "train.jsonl",))


def survey(folder: Path) -> Survey:
    """Look for measuring sets in a folder and its `gold` folder."""
    return survey_of(files_in(folder))


def survey_of(paths: Iterable[Path]) -> Survey:
    """Which sets files make up."""
    files: dict[tuple[str, str], list[Path]] = {}
    unknown: list[str] = []
    for path in paths:
        family = family_of(stem(path))
        if family is None:
            unknown.append(path.name)
        else:
            files.setdefault((family, RECALL if family == RECALL else stem(path)), []).append(path)
    found = [Found(name=name, family=family, files=tuple(paths)) for (family, name), paths in files.items()]
    found += [
        Found(name=one.name.replace(one.family, AGAIN[one.family], 1), family=AGAIN[one.family], files=one.files)
        for one in found
        if one.family in AGAIN
    ]
    whole = [one for one in found if one.family != RECALL or not _missing(one)]
    order = list(KNOWN)
    return Survey(
        found=tuple(sorted(whole, key=lambda one: (order.index(one.family), one.name))),
        absent={family: _why(family, found) for family in KNOWN if not any(one.family == family for one in whole)},
        unknown=tuple(unknown),
    )


def _missing(recall: Found) -> frozenset[str]:
    return RECALL_FILES - {stem(path) for path in recall.files}


def _why(family: str, found: Sequence[Found]) -> str:
    half = next((one for one in found if one.family == family), None)
    return f"no {', '.join(sorted(_missing(half)))} file" if half else "no file of it"
