"""Whoever meets a noun in the code finds it in the glossary: the last word of every public class and folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from mnemic import errors

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "mnemic"
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"

PLAIN = frozenset(
    """
    amount api application argument array authentication batch body builder cache call caller case chat check cli
    client column concept conversation count counter date deadline decision document domain download e5 ending
    error event extra family fault file filter finder folder form format group grouping half host http identifier
    info inmemory line listener listing mcp method middleware mode moment move name object ocr option order
    outcome page parameter parser path pause pipeline place policy privacy progress queue rate ref regex request
    rest route run safety screen section server service severity shape share signature sql stat style talk
    template thing threshold topic transport type vocabulary weight when wiring writing
    """.split()
)
"""Words of plain English and of every Python project, which say in Mnemic what they say everywhere."""

WIRE = {"faces/mcp/graph_tools.py"}  # shapes with the names of the reference memory server

_ROW = re.compile(r"(?m)^\| (?P<words>[^|]+) \| (?P<chinese>[^|]+) \| (?P<meaning>[^|]+) \| (?P<translated>[^|]+) \|$")
_PART = re.compile(r"[A-Z][0-9]+|[A-Z]+(?![a-z])|[A-Z][a-z0-9]+")


def singular(word: str) -> str:
    """A noun without the ending of its plural."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("tches", "tch"), ("s", "")):
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")):
            return word.removesuffix(ending) + instead
    return word


def glossary() -> set[str]:
    """Every word that an entry of the glossary explains, in the singular."""
    entries = [row["words"] for row in _ROW.finditer(GLOSSARY.read_text(encoding="utf-8"))]
    return {singular(word) for entry in entries for word in re.findall(r"[a-z_]+", entry.lower())}


def nouns() -> Iterator[tuple[str, str]]:
    """The last word of every public class and folder, in the singular, with the name it ends."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "__init__.py" and path.parent.name not in ("mnemic", "en", "zh"):
            yield singular(path.parent.name.split("_")[-1]), f"{path.parent.relative_to(PACKAGE)}/"
        if path.relative_to(PACKAGE).as_posix() in WIRE:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not hasattr(errors, node.name):
                yield singular(_PART.findall(node.name)[-1].lower()), f"{path.relative_to(PACKAGE)}: {node.name}"


def test_every_noun_is_explained() -> None:
    """No class or folder is called by a word that is neither plain nor in the glossary."""
    known = glossary() | PLAIN
    assert {"memory", "turn", "receipt"} <= glossary()
    assert [place for noun, place in nouns() if noun not in known] == []


def test_plain_words_are_few() -> None:
    """The list of plain words holds only what is used, and nothing that the glossary explains."""
    used = {noun for noun, _ in nouns()}
    assert sorted(PLAIN - used) == []
    assert sorted(PLAIN & glossary()) == []


def test_entries_are_in_both_languages() -> None:
    """Every entry has its Chinese word and both explanations, and no word has two entries."""
    rows = list(_ROW.finditer(GLOSSARY.read_text(encoding="utf-8")))
    entries = [row for row in rows if row["words"] not in ("word", "---")]
    words = [word.strip() for row in entries for word in row["words"].split(",")]
    assert len(words) > 100
    assert sorted({word for word in words if words.count(word) > 1}) == []
    assert [row["words"] for row in entries if not re.search(r"[\u4e00-\u9fff]", row["translated"])] == []
