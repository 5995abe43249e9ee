"""Patterns compile when they are first used, so that a bad one would show late: here every one is compiled."""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.regex import Regex

PATTERNS_MIN = 2_000  # of the package: fewer found means that they were not looked for where they are
OWN = "domain/regex.py"
PACKAGE = Path(mnemic.__file__).parent


@pytest.mark.slow
def test_every_pattern_compiles() -> None:
    """Every pattern that a module of the package has made compiles."""
    for module in pkgutil.walk_packages(mnemic.__path__, "mnemic."):
        if not module.name.endswith(("__main__", "migrations.env")) and ".versions." not in module.name:
            importlib.import_module(module.name)
    patterns = [one for one in gc.get_objects() if isinstance(one, Regex)]
    assert len(patterns) >= PATTERNS_MIN
    assert [found for one in patterns if (found := _wrong(one))] == []


def _wrong(pattern: Regex[str]) -> str:
    try:
        pattern.groups  # noqa: B018 - asking for it compiles
    except re.error as error:
        return f"{pattern!r}: {error}"
    return ""


@pytest.mark.slow
def test_nothing_else_compiles_when_it_is_loaded() -> None:
    """No module asks `re` for a compiled pattern: all are ours, which compile when first used."""
    wrong = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() != OWN
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr == "compile"
        and isinstance(node.value, ast.Name)
        and node.value.id == "re"
    ]
    assert wrong == []


def test_a_bad_pattern_is_found() -> None:
    """What the first test looks for is seen where it is there."""
    assert "missing )" in _wrong(Regex("("))
