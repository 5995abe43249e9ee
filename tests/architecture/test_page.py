"""docs/architecture.md is drawn after the tree: what it names is there, and what is there is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import mnemic

ROOT = Path(__file__).parents[2]
PACKAGE = Path(mnemic.__file__).parent
PAGES = ["architecture.md", "architecture.zh-CN.md"]


def text_of(page: str) -> str:
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_named_is_there(page: str) -> None:
    """Each file and folder in backticks exists, below the package or below the project."""
    named = {path for path in re.findall(r"`([\w/.]+(?:\.py|/))`", text_of(page)) if path != "pipeline.py"}
    assert len(named) > 40
    assert {path for path in named if not (PACKAGE / path).exists() and not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_folder_is_drawn(page: str) -> None:
    """The drawing names each folder of the package, and those of rooms, safety, stores, upkeep and the faces."""
    drawing = set(re.findall(r"\w+", text_of(page).split("```")[1]))
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    for parent in ("rooms", "safety", "stores", "upkeep", "faces", "reader"):
        folders |= {path.name for path in (PACKAGE / parent).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert len(folders) > 40
    assert folders - drawing - {"migrations"} == set()


@pytest.mark.parametrize("page", PAGES)
def test_layers_are_drawn_in_their_order(page: str) -> None:
    """The layers stand in the drawing from top to bottom as the contract of imports has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    lines = text_of(page).split("```")[1].splitlines()
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    drawn = {line.split()[0] for line in lines if re.match(r"  \w", line)}
    names = [layer.split(" | ")[0] for layer in layers if layer.split(" | ")[0] in drawn]
    places = [next(n for n, line in enumerate(lines) if line.startswith(f"  {name}")) for name in names]
    assert len(places) > 8
    assert places == sorted(places)
