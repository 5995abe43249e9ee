"""The sentences the heads are fitted on, and how they are split."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

FOLDER = Path(__file__).parent / "corpus"
FOLDS = 5
BLOCK = 20  # lines that stay together: look-alikes stand side by side in the files


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message with its labels, as described in training/README.md."""

    text: str
    language: str
    keep: bool
    kind: str
    about: str
    mood: str
    once: bool
    change: bool
    fold: int  # 0 to 4; a block of lines has one


def lines() -> list[Line]:
    """Every line of the corpus."""
    return [line for language in ("en", "zh") for line in _of(language)]


def _of(language: str) -> Iterator[Line]:
    stored = (FOLDER / f"messages_{language}.tsv").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(stored):
        labels, text = line.split("\t")
        worth, kind, about, mood, span, change = labels.split()
        yield Line(
            text=text,
            language=language,
            keep=worth == "keep",
            kind=kind,
            about=about,
            mood=mood,
            once=span == "once",
            change=change == "change",
            fold=crc32(f"{language}{number // BLOCK}".encode()) % FOLDS,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two messages of one user, and what the newer does to the older: replaces, same, adds, once or other."""

    language: str
    older: str
    newer: str
    relation: str
    fold: int  # 0 to 4, by the older message


def pairs(part: str) -> list[Pair]:
    """The pairs of "dev", to fit on, or of "test", to report on."""
    stored = (FOLDER / f"changes_{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_pair(json.loads(line)) for line in stored]


def _pair(row: dict[str, str]) -> Pair:
    return Pair(
        language=row["lang"],
        older=row["older"],
        newer=row["newer"],
        relation=row["relation"],
        fold=crc32(row["older"].encode()) % FOLDS,
    )
