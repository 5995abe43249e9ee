"""Put the figures of out/peers.json into docs/quality/peers.md and its Chinese twin.

python -m benchmarks.peers.publish [out/peers.json]            rewrite what stands between the markers
python -m benchmarks.peers.publish [out/peers.json] --check    only name the pages that say something else
python -m benchmarks.peers.publish [out/peers.json] --sample   of a sample too: the pages say so

    <!-- peers: recall locomo -->
    rewritten: a table of benchmarks/peers/tables.py, for a set of the report where it needs one
    <!-- end of peers -->

A set that is not in the report keeps what stands there.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.catalogue import ROOT
from benchmarks.peers.tables import TABLES, origin

PAGES = ROOT / "docs" / "quality"
NAMES = ("peers.md", "peers.zh-CN.md")
CHINESE = ".zh-CN.md"
OF_ALL_SETS = ("versions", "left_out")

_OPEN = "<!-- peers:"
_BLOCK = re.compile(
    r"(?P<open><!-- peers: (?P<table>\S+)(?: (?P<set>\S+))? -->\n)(?:(?!<!-- peers:).)*?"
    r"(?P<close><!-- end of peers -->)",
    re.S,
)


class CannotPublish(ValueError):
    """A report or page that cannot be used; the message says which and why."""


def main(arguments: Sequence[str] | None = None, say: Callable[[str], Any] = print) -> int:
    """The command. Returns 0; 1 where a checked page says something else; 2 where nothing can be published."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.publish", description=__doc__.splitlines()[0])
    parser.add_argument("report", type=Path, nargs="?", default=Path("out/peers.json"), metavar="REPORT.json")
    parser.add_argument("--check", action="store_true", help="write nothing, name the pages that differ")
    parser.add_argument("--sample", action="store_true", help="take a report of the first conversations only")
    parser.add_argument("--pages", type=Path, default=PAGES, metavar="DIR", help="where the pages are")
    options = parser.parse_args(arguments)
    try:
        report = whole(json.loads(options.report.read_text(encoding="utf-8")), sample=options.sample)
        pages = {options.pages / name: (options.pages / name).read_text(encoding="utf-8") for name in NAMES}
        new = {path: rewritten(text, report, chinese=path.name.endswith(CHINESE)) for path, text in pages.items()}
    except (OSError, ValueError) as error:
        print(f"benchmarks.peers.publish: {error}", file=sys.stderr)
        return 2
    changed = [path for path, text in pages.items() if new[path] != text]
    for path in changed:
        say(f"{path.name}: {'says something else' if options.check else 'rewritten'}")
        if not options.check:
            path.write_text(new[path], encoding="utf-8")
    return int(options.check and bool(changed))


def whole(report: Mapping[str, Any], *, sample: bool = False) -> Mapping[str, Any]:
    """The report, if it is of every peer and of whole sets, or of a sample of them where that will do.

    Raises:
        CannotPublish: it is not.
    """
    if report.get("limit") is not None and not sample:
        raise CannotPublish(
            f"The report is of {report['limit']} conversations a language: measure all of them, or say --sample."
        )
    if report.get("partial"):
        raise CannotPublish("The report is of some peers only: measure all of them in one run.")
    return report


def rewritten(text: str, report: Mapping[str, Any], *, chinese: bool) -> str:
    """The text of a page with the figures of a report between its markers, and everything else as it was.

    Raises:
        CannotPublish: a marker has no end, or names a table that does not exist.
    """

    def block(found: re.Match[str]) -> str:
        name, measured = found["table"], found["set"]
        if name not in TABLES or (measured is None) != (name in OF_ALL_SETS):
            raise CannotPublish(f"There is no table {name!r} {measured or ''}. Known are: {', '.join(TABLES)}.")
        if measured is not None and measured not in report["sets"]:
            return found[0]
        table = TABLES[name](report, measured or "", chinese=chinese)
        return f"{found['open']}\n{table.markdown()}\n\n{origin(report, chinese=chinese)}\n\n{found['close']}"

    if text.count(_OPEN) != len(_BLOCK.findall(text)):
        raise CannotPublish("A marker has no end, or is not of the form <!-- peers: TABLE SET -->.")
    return _BLOCK.sub(block, text)


if __name__ == "__main__":
    sys.exit(main())
