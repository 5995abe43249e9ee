"""Put the figures of a report into the pages of docs/quality, so that none is typed by hand.

python -m evals.publish out/evals.json            rewrite what stands between the markers
python -m evals.publish out/evals.json --check    only name the pages that say something else
python -m evals.publish out/evals.json --draft --page recall    also of part of the sets, marked so, on one page

    <!-- figures: scores extraction_held -->
    rewritten: a table of evals/tables.py, for a set of the report
    <!-- end of figures -->

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

from evals.tables import TABLES
from evals.words import Words, chinese, english

QUALITY = Path(__file__).parents[1] / "docs" / "quality"
CHINESE = ".zh-CN.md"

_OPEN = "<!-- figures:"
_BLOCK = re.compile(
    r"(?P<open><!-- figures: (?P<table>\S+) (?P<set>\S+) -->\n)(?:(?!<!-- figures:).)*?"
    r"(?P<close><!-- end of figures -->)",
    re.S,
)


class CannotPublish(ValueError):
    """A report or page that cannot be used; the message says which and why."""


def main(arguments: Sequence[str] | None = None, say: Callable[[str], Any] = print) -> int:
    """The command. Returns 0; 1 where a checked page says something else; 2 where nothing can be published."""
    parser = argparse.ArgumentParser(prog="python -m evals.publish", description="Put figures into docs/quality.")
    parser.add_argument("report", type=Path, metavar="REPORT.json")
    parser.add_argument("--check", action="store_true", help="write nothing, name the pages that differ")
    parser.add_argument("--draft", action="store_true", help="take a report of part of the sets too, and say so there")
    parser.add_argument("--pages", type=Path, default=QUALITY, metavar="DIR", help="where the pages are")
    parser.add_argument(
        "--page", metavar="NAME", help="only this page, in both languages, as in recall; needed with --draft"
    )
    options = parser.parse_args(arguments)
    if options.draft and not options.page:
        parser.error("--draft goes on one page: name it with --page, so that no whole figures are lost")
    try:
        report = json.loads(options.report.read_text(encoding="utf-8"))
        report = report if options.draft else whole(report)
        pages = [path for path in sorted(options.pages.glob("*.md")) if options.page in (None, path.name.split(".")[0])]
        rewritten = {path: published(path, report) for path in pages}
    except (OSError, ValueError) as error:
        print(f"evals.publish: {error}", file=sys.stderr)
        return 2
    changed = [path for path, text in rewritten.items() if text != path.read_text(encoding="utf-8")]
    for path in changed:
        say(f"{path.name}: {'says something else' if options.check else 'rewritten'}")
        if not options.check:
            path.write_text(rewritten[path], encoding="utf-8")
    return int(options.check and bool(changed))


def whole(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """The report, if it is of whole sets and of the embedder that is the default.

    Raises:
        CannotPublish: it is not.
    """
    if report.get("limit") is not None:
        raise CannotPublish(
            f"The report holds only the first {report['limit']} items of each set: measure all of them."
        )
    if report.get("embedder") != "builtin":
        raise CannotPublish(f"The report is of the embedder {report.get('embedder')!r}, not of the default.")
    return report


def published(path: Path, report: Mapping[str, Any]) -> str:
    """A page with the figures of a report between its markers, and everything else as it was.

    Raises:
        CannotPublish: a marker has no end, or names a table that does not exist.
    """
    words = chinese if path.name.endswith(CHINESE) else english
    return rewritten(path.read_text(encoding="utf-8"), report, words)


def rewritten(text: str, report: Mapping[str, Any], words: Words) -> str:
    """The text of a page, with its figures from a report.

    Raises:
        CannotPublish: a marker has no end, or names a table that does not exist.
    """

    def block(found: re.Match[str]) -> str:
        table = TABLES.get(found["table"])
        if table is None:
            raise CannotPublish(f"There is no table {found['table']!r}. Known are: {', '.join(TABLES)}.")
        if found["set"] not in report["sets"]:
            return found[0]
        return f"{found['open']}\n{table(found['set'], report, words)}\n\n{_origin(report, words)}\n\n{found['close']}"

    if text.count(_OPEN) != len(_BLOCK.findall(text)):
        raise CannotPublish("A marker has no end, or is not of the form <!-- figures: TABLE SET -->.")
    return _BLOCK.sub(block, text)


def _origin(report: Mapping[str, Any], words: Words) -> str:
    where = report["environment"]
    version = where["packages"].get("mnemic")
    origin = f"{words('measured on')} {where['date'][:10]}, Python {where['python']}, mnemic {version}"
    if report.get("limit") is None and report.get("embedder", "builtin") == "builtin":
        return f"*{origin}*"
    part = f"{words('draft, the first items of each set only')}: {report['limit']}; {report['embedder']}"
    return f"**{part}** *{origin}*"


if __name__ == "__main__":
    sys.exit(main())
