"""The version is the same wherever it is written, and what changed is written for users."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import mnemic
from tests.tables import nonempty

ROOT = Path(__file__).parents[2]
HEADINGS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_one_version() -> None:
    """The package, the project file, the changelog and the deployment files name one version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    newest = re.findall(
        r"(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    )
    deployed = {
        version
        for file in sorted((ROOT / "deploy").iterdir())
        if file.is_file()
        for version in re.findall(r"\bmnemic:(\d+\.\d+\.\d+)", file.read_text(encoding="utf-8"))
    }
    assert project["project"]["version"] == newest[0] == mnemic.__version__
    assert deployed == {mnemic.__version__}


def test_changes_have_the_known_headings() -> None:
    """Versions and fragments hold lists under the headings of Keep a Changelog, and nothing empty."""
    texts = re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[1:]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "changes").glob("*.md") if path.name != "README.md"]
    for text in nonempty(texts):
        sections = re.findall(r"(?ms)^### ([^\n]+)\n\n(.*?)(?=^### |\Z)", text)
        assert sections, text[:80]
        assert {heading for heading, _ in sections} <= HEADINGS
        assert [heading for heading, items in sections if not items.startswith("- ")] == []
