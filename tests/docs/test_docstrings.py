"""Docstrings are whole sentences: the first words of a public name begin as a sentence does and end as one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "mnemic"
VERBATIM = {"faces/mcp/graph_tools.py"}  # texts of the reference memory server, which clients are shown as they are
_BEGINS = re.compile(r"[A-Z0-9`'\"(*\-]|[\u4e00-\u9fff]")
_ENDS = re.compile(r"[.:?!][`'\")]*$")
OWN_SPELLING = ("pgvector:", "spaCy's")  # names that are never written with a capital


def public_docstrings(source: Path) -> Iterator[tuple[str, str]]:
    """The docstring of a module and of everything public in it, each with where it stands."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    place = source.relative_to(PACKAGE).as_posix()
    for name, node in (("", tree), *_public(tree)):
        yield f"{place}:{name}", ast.get_docstring(node) or ""


def _public(node: ast.AST) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not child.name.startswith("_"):
            yield child.name, child
            if isinstance(child, ast.ClassDef):
                yield from _public(child)


def is_sentence(docstring: str) -> bool:
    """Whether the first paragraph begins with a capital, a number or a quotation, and ends with a stop or a colon."""
    first = " ".join(docstring.split("\n\n")[0].split())
    begins = _BEGINS.match(first) is not None or first.startswith(OWN_SPELLING)
    return begins and _ENDS.search(first) is not None


def test_docstrings_are_sentences() -> None:
    """Every public docstring begins and ends as a sentence does."""
    sources = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).as_posix() not in VERBATIM]
    found = {where: text for source in sources for where, text in public_docstrings(source) if text}
    assert len(found) > 1_000
    assert [where for where, text in found.items() if not is_sentence(text)] == []
