"""The documentation says what is so: its code runs, its links lead somewhere, its pages agree with the code."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from docs import generate, verbs
from mnemic import UserMemory
from mnemic.faces.cli.app import build
from mnemic.faces.words import Language, Words
from mnemic.settings import TOPICS, Settings, fields_under
from tests.tables import each_row, nonempty

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"
SECURITY = ROOT / "docs" / "security"
NOT_RUN_MAX = 4
EVERYDAY_MIN, EVERYDAY_MAX = 25, 35
SKIPPED_FOLDERS = {"node_modules", "out", "build", "dist"}

_FENCE = re.compile(
    r"(?P<mark><!-- not run: (?P<reason>[^>]+?) -->\s*\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.M | re.S
)
_PRINTED = re.compile(r"^\s*print\(.*\)  # (?P<shown>.+)$", re.M)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_ENVIRONMENT = re.compile(r"\bMNEMIC_[A-Z_]+\b")
OF_THE_COMMAND_LINE = {"MNEMIC_API_KEY", "MNEMIC_DB", "MNEMIC_MCP_USER", "MNEMIC_URL", "MNEMIC_USER"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One fenced piece of code on a page."""

    language: str
    code: str
    line: int  # of its first line, from 1
    not_run: str | None


def blocks(page: Path) -> list[Block]:
    """The fenced code of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            language=found["language"],
            code=found["code"],
            line=text.count("\n", 0, found.start("code")) + 1,
            not_run=found["reason"],
        )
        for found in _FENCE.finditer(text)
    ]


def markdown() -> list[Path]:
    """Every Markdown file of the project itself."""
    return sorted(_walk(ROOT))


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            if not path.name.startswith(".") and path.name not in SKIPPED_FOLDERS:
                yield from _walk(path)
        elif path.suffix == ".md":
            yield path


def named(page: Path) -> str:
    """How a page is called in a report."""
    return str(page.relative_to(ROOT))


GUIDE_PAGES = sorted((*GUIDE.glob("*.md"), *SECURITY.glob("*.md")))
PAGES = [page for page in (ROOT / "README.md", ROOT / "README.zh-CN.md", *GUIDE_PAGES) if page.exists()]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of a page runs from top to bottom, and prints what the page says it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MNEMIC_EMBEDDER", "hashing")
    namespace: dict[str, Any] = {"__name__": "page"}
    missing = []
    for block in blocks(page):
        if block.language != "python" or block.not_run is not None:
            continue
        # Blank lines before the code make a traceback name the line of the page.
        code = compile("\n" * (block.line - 1) + block.code, named(page), "exec", dont_inherit=True)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(code, namespace)
        printed = iter(output.getvalue().splitlines())
        promised = [shown for shown in _PRINTED.findall(block.code) if shown not in printed]
        missing += [f"block at line {block.line}: {shown!r} not in\n{output.getvalue()}" for shown in promised]
    assert missing == []


def test_few_blocks_are_not_run() -> None:
    """Hardly any block is left out, and each says why."""
    left_out = [
        f"{named(page)}:{block.line} {block.not_run}" for page in PAGES for block in blocks(page) if block.not_run
    ]
    assert len(left_out) <= NOT_RUN_MAX, left_out


@each_row("page", markdown())
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that is there."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [found["target"].split("#")[0] for found in _LINK.finditer(text) if "://" not in found["target"]]
    missing = [target for target in targets if target and not (page.parent / target).exists()]
    assert missing == []


@each_row("page", [page for page in GUIDE_PAGES if ".zh-CN" not in page.name])
def test_twins_say_the_same_in_code(page: Path) -> None:
    """A page and its Chinese twin hold the same blocks, the same but for comments and strings."""
    twin = page.with_name(page.name.removesuffix(".md") + ".zh-CN.md")
    assert [_bare(block) for block in blocks(page)] == [_bare(block) for block in blocks(twin)]


def test_no_twin_without_an_original() -> None:
    """Every Chinese page of the guide and on security has an English one, and the other way round."""
    chinese = {named(page).removesuffix(".zh-CN.md") for page in GUIDE_PAGES if page.name.endswith(".zh-CN.md")}
    english = {named(page).removesuffix(".md") for page in GUIDE_PAGES if not page.name.endswith(".zh-CN.md")}
    assert chinese == english


def _bare(block: Block) -> tuple[str, str, str | None]:
    """A block without what two languages may differ in."""
    if block.language != "python":
        code = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "''", block.code)
        return block.language, re.sub(r"(?m)\s*#.*$", "", code), block.not_run and ""
    return block.language, ast.dump(_Silent().visit(ast.parse(block.code))), block.not_run and ""


class _Silent(ast.NodeTransformer):
    """Empties every string."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """A constant, emptied where it is a string."""
        return ast.Constant(value="") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """A formatted string: what it formats stays, the words between go."""
        kept = [self.visit(part) for part in node.values if not isinstance(part, ast.Constant)]
        return ast.JoinedStr(values=kept)


@each_row("name", list(generate.pages()))
def test_generated_pages_are_up_to_date(name: str) -> None:
    """What the reference says is what the code says; `python -m docs.generate` makes it so."""
    assert (generate.REFERENCE / name).read_text(encoding="utf-8") == generate.pages()[name]


def test_every_setting_is_described() -> None:
    """No setting is without words."""
    assert all(field.description for field in nonempty(Settings.model_fields.values()))


def test_few_settings_are_for_every_day() -> None:
    """A reader meets about thirty settings first, in the reference and in the docstring, and each has its topic."""
    first = [name for topic in TOPICS for name in fields_under(topic, everyday=True)]
    others = [name for topic in TOPICS for name in fields_under(topic, everyday=False)]
    assert EVERYDAY_MIN <= len(first) <= EVERYDAY_MAX
    assert sorted(first + others) == sorted(Settings.model_fields)
    assert Settings.__doc__ is not None
    assert re.findall(r"(?m)^    (\w+): ", Settings.__doc__) == first
    page, appendix = (generate.REFERENCE / "settings.md").read_text(encoding="utf-8").split("## Appendix")
    assert re.findall(r"(?m)^\| `(\w+)` \|", page) == first
    assert re.findall(r"(?m)^\| `(\w+)` \|", appendix) == others


def test_the_class_begins_with_the_verbs_of_every_day() -> None:
    """Whoever opens the class, or the page of verbs, meets the same eight first."""
    defined = [name for name, thing in vars(UserMemory).items() if not name.startswith("_") and callable(thing)]
    assert tuple(defined[: len(verbs.EVERYDAY)]) == verbs.EVERYDAY
    page = (generate.REFERENCE / "verbs.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"(?m)^\| `(\w+)", page)[: len(verbs.EVERYDAY)]) == verbs.EVERYDAY


def test_every_environment_variable_exists() -> None:
    """Whatever page names a MNEMIC_ variable names one that is read."""
    known = {f"MNEMIC_{name.upper()}" for name in Settings.model_fields} | OF_THE_COMMAND_LINE
    unknown = {
        f"{named(page)}: {variable}"
        for page in markdown()
        for variable in _ENVIRONMENT.findall(page.read_text(encoding="utf-8"))
        if variable not in known
    }
    assert unknown == set()


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every `mnemic ...` in a shell block: the line with its page, and its words."""
    for page in PAGES:
        for block in blocks(page):
            if block.language in ("bash", "sh", "console", "shell"):
                for line in block.code.splitlines():
                    words = shlex.split(line.removeprefix("$ "), comments=True)
                    if words[:1] == ["mnemic"]:
                        yield f"{named(page)}: {line}", words


def test_commands_exist() -> None:
    """Every command that a page names is one, with options that it has."""
    group = build(Words(Language.ENGLISH))
    for line, words in nonempty(commands()):
        command = group
        for word in (word for word in words[1:] if not word.startswith("-")):
            command = command.commands[word] if hasattr(command, "commands") else command
        options = {option for parameter in command.params for option in parameter.opts + parameter.secondary_opts}
        asked = {word.split("=")[0] for word in words if word.startswith("-")}
        assert asked <= options | {"--help"}, line
