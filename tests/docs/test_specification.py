"""An id of the specification that a reader meets in the source can be looked up in the documentation."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_OTHER_THINGS = {"S24"}  # a telephone
PAGE = ROOT / "docs" / "reference" / "specification.md"
_ID = re.compile(r"\b[MDWRUSF]\d{1,2}\b")
_ROW = re.compile(r"(?m)^\| ([MDWRUSF]\d{1,2}) \| ")
_RANGE = re.compile(r"\b([MDWRUSF])(\d{1,2})-([MDWRUSF]?)(\d{1,2})\b")


def words_of(source: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a file, with the line each begins at."""
    beginning = True
    for token in tokenize.generate_tokens(io.StringIO(source.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and beginning):
            yield token.start[0], token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            beginning = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def test_every_id_can_be_looked_up() -> None:
    """No docstring or comment of the source names an id that the table does not explain."""
    listed = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(listed) == len(set(listed))
    used = {
        (identifier, f"{source.relative_to(ROOT)}:{line}")
        for source in sorted((ROOT / "src").rglob("*.py"))
        for line, text in words_of(source)
        for identifier in _ID.findall(text)
    }
    assert {"S9", "M7", "R13"} <= {identifier for identifier, _ in used}
    assert sorted(place for place in used if place[0] not in {*listed, *OF_OTHER_THINGS}) == []


def test_the_readme_names_listed_ids() -> None:
    """The table of what works speaks of ids that are explained, and of all but those that came later."""
    listed = set(_ROW.findall(PAGE.read_text(encoding="utf-8")))
    readme = (ROOT / "README.md").read_text(encoding="utf-8").split("## What works")[1].split("\n## ")[0]
    cells = [row.split("|")[1] for row in readme.splitlines() if _ID.match(row.removeprefix("| "))]
    named = {identifier for cell in cells for identifier in _ID.findall(cell)}
    for cell in cells:
        for letter, first, _, last in _RANGE.findall(cell):
            named |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    assert named <= listed
    assert listed - named <= {"M4", "W13", "W14", "F11", "F12"}
