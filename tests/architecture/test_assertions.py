"""No test holds for want of anything to look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tables import each_row, nonempty

TESTS = Path(__file__).parents[1]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Loop = ast.For | ast.AsyncFor | ast.While

PASSING_ON = {"enumerate", "list", "nonempty", "reversed", "sorted", "zip"}
"""Functions that give something where they are given something."""

BY_TIME = {"test_the_thread_of_a_process_understands_what_was_added"}
"""Tests that wait for something in a loop, and assert that it comes in time."""


def functions(tree: ast.Module) -> Iterator[Function]:
    """The tests of a file."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name.startswith("test_"):
            yield node


def asserting(node: ast.AST) -> bool:
    """Is it an assertion, a block that must raise, or a call of a function that asserts?"""
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(name_of(item.context_expr) in ("raises", "warns") for item in node.items)
    return isinstance(node, ast.Assert) or name_of(node).startswith(("assert", "fail"))


def name_of(node: ast.AST) -> str:
    """Of the function that is called, without the module; nothing if it is no call."""
    return ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""


def assertions(node: ast.AST, *, sure: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """The assertions in a node, each with whether the loops around it run at all."""
    for child in ast.iter_child_nodes(node):
        if asserting(child):
            yield child, sure
        yield from assertions(child, sure=sure and not (isinstance(child, Loop) and may_be_empty(child)))


def may_be_empty(loop: Loop) -> bool:
    """May it run not even once?"""
    return isinstance(loop, ast.While) or not something(loop.iter)


def something(items: ast.expr) -> bool:
    """Does what stands in the test itself say that there are items?"""
    match items:
        case ast.List() | ast.Tuple() | ast.Set():
            return any(not isinstance(one, ast.Starred) for one in items.elts)
        case ast.Dict():
            return bool(items.keys)
        case ast.Constant():
            return bool(items.value)
        case ast.Call(func=ast.Attribute(attr="items" | "values" | "keys", value=value)):
            return something(value)
        case ast.Call() if name_of(items) == "nonempty":
            return True
        case ast.Call() if name_of(items) == "range":
            return all(isinstance(one, ast.Constant) or one_constant(one) for one in items.args)
        case ast.Call() if name_of(items) in PASSING_ON:
            return all(something(one) for one in items.args)
    return False


def one_constant(node: ast.expr) -> bool:
    """Is it a constant of the module?"""
    return isinstance(node, ast.Name) and node.id.isupper()


def says_all(node: ast.AST) -> bool:
    """Is it `assert all(...)` over what may be empty?"""
    match node:
        case ast.Assert(test=ast.Call(func=ast.Name(id="all"), args=[given])):
            return not something(given.generators[0].iter if isinstance(given, ast.GeneratorExp) else given)
    return False


def holds_for_nothing(test: Function) -> bool:
    """Would it pass if there were nothing to look at?"""
    found = list(assertions(test))
    return bool(found) and not any(sure and not says_all(one) for one, sure in found)


@pytest.mark.slow
def test_no_test_holds_on_an_empty_set() -> None:
    """What is asserted in a loop, or of all, is asserted of something: `nonempty` says so."""
    files = {path.relative_to(TESTS): ast.parse(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py")}
    assert len(files) > 200
    found = [
        f"{place}:{one.lineno} {one.name}"
        for place, tree in files.items()
        for one in functions(tree)
        if holds_for_nothing(one)
    ]
    assert [one for one in found if one.split()[1] not in BY_TIME] == []


@each_row(
    "body",
    [
        "for one in found():\n  assert one",
        "for one in table.items():\n  with pytest.raises(ValueError):\n    one()",
        "assert all(one for one in found())",
        "while more():\n  assert one",
        "for one in nonempty(found()):\n  for other in one:\n    assert other",
    ],
)
def test_what_holds_on_an_empty_set_is_seen(body: str) -> None:
    """The twin of the law: these would pass for want of anything."""
    (function,) = functions(ast.parse(written(body)))
    assert holds_for_nothing(function)


@each_row(
    "body",
    [
        "assert found()",
        "for one in (1, 2):\n  assert one",
        "for one in nonempty(found()):\n  assert one",
        "for one in found():\n  assert one\nassert seen",
        "assert all(one for one in nonempty(found()))",
        "for _ in range(ROUNDS):\n  assert one()",
    ],
)
def test_what_asserts_something_is_let_be(body: str) -> None:
    """And these would not."""
    (function,) = functions(ast.parse(written(body)))
    assert not holds_for_nothing(function)


def written(body: str) -> str:
    """A file with one test of that body."""
    return "def test_it():\n" + "".join(f"  {line}\n" for line in body.splitlines())


def test_a_table_names_every_row_that_fails() -> None:
    """Rows after one that fails are tried as well, and each that fails is named with what was wrong."""

    @each_row("left, right", [(1, 1), (1, 2), (3, 4)])
    def equal(left: int, right: int) -> None:
        if left != right:
            raise AssertionError(f"{left} is not {right}")

    with pytest.raises(AssertionError, match=r"(?s)2 of 3 rows fail.*left=1, right=2.*1 is not 2.*left=3, right=4"):
        equal()


def test_a_table_without_rows_is_refused() -> None:
    """It would test nothing; nor is a loop over nothing let pass."""
    with pytest.raises(ValueError, match="without rows"):
        each_row("left", [])
    with pytest.raises(AssertionError, match="nothing here"):
        nonempty([])
