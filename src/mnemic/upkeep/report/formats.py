"""A report as a file: HTML and Markdown in which nothing that is stored can act, and JSON that holds every row.

Stored text is data of any kind, attacks included. In HTML every character of it that means something is escaped, there
is no script, and the page forbids itself to load or run anything. In Markdown every sign of the format is escaped. What
no reader can see, or what turns the direction of reading, is shown by its number.
"""

from __future__ import annotations

import html
import json
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.upkeep.report.document import ReportDocument, ReportItem, ReportSection
from mnemic.upkeep.report.mark import MARK_NAME, report_mark
from mnemic.upkeep.report.words import ReportWords

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "h2{border-bottom:1px solid #999;margin-top:2em}li{margin:.8em 0;overflow-wrap:anywhere}"
    "p{margin:0;white-space:pre-wrap}dl{margin:.2em 0;font-size:.85em;color:#444}"
    "dt{display:inline;font-weight:600}dd{display:inline;margin:0 1em 0 .3em;white-space:pre-wrap}"
    "blockquote{margin:.2em 0 .2em 1em;padding-left:.6em;border-left:3px solid #ccc;font-size:.9em}"
    "blockquote{white-space:pre-wrap}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_MARKDOWN = Regex(r"([\\`*_{}\[\]()#+\-.!|~=:@])")
_KEPT = "\n\t"


def with_unseen_shown(text: str) -> str:
    """A text with every character that cannot be seen, or that turns the direction of reading, shown by its number."""
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
        else f"[U+{ord(character):04X}]"
        for character in text
    )


def as_html(report: ReportDocument) -> str:
    """A page of its own, without a script."""
    say = ReportWords(report.language)
    body = "\n".join(_html_section(section, say) for section in report.sections)
    contents = "\n".join(
        f'<li><a href="#{section.name}">{_html(section.title)}</a> ({len(section.items)})</li>'
        for section in report.sections
    )
    return (
        f'<!DOCTYPE html>\n<!-- {MARK_NAME}:{report_mark(report.scope)} -->\n<html lang="{report.language}">\n<head>\n'
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="referrer" content="no-referrer">\n<title>{_html(report.title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{_html(report.title)}</h1>\n<ul>\n{contents}\n</ul>\n{body}\n"
        "</body>\n</html>\n"
    )


def _html_section(section: ReportSection, say: ReportWords) -> str:
    note = f"<p>{_html(section.note)}</p>\n" if section.note else ""
    items = "\n".join(_html_item(item) for item in section.items)
    listed = f"<ol>\n{items}\n</ol>" if section.items else f"<p>{_html(say('none'))}</p>"
    return f'<section id="{section.name}">\n<h2>{_html(section.title)}</h2>\n{note}{listed}\n</section>'


def _html_item(item: ReportItem) -> str:
    text = f"<p>{_html(item.text)}</p>" if item.text else ""
    facts = "".join(f"<dt>{_html(name)}</dt><dd>{_html(value)}</dd>" for name, value in item.facts)
    quotes = "".join(f"<blockquote>{_html(quote)}</blockquote>" for quote in item.quotes)
    return f"<li>{text}{f'<dl>{facts}</dl>' if facts else ''}{quotes}</li>"


def _html(text: str) -> str:
    return html.escape(with_unseen_shown(text), quote=True)


def as_markdown(report: ReportDocument) -> str:
    """The same in Markdown."""
    say = ReportWords(report.language)
    lines = [f"<!-- {MARK_NAME}:{report_mark(report.scope)} -->", "", f"# {_markdown(report.title)}"]
    for section in report.sections:
        lines += ["", f"## {_markdown(section.title)}", ""]
        lines += [_markdown(section.note), ""] if section.note else []
        lines += [line for item in section.items for line in _markdown_item(item)] or [_markdown(say("none"))]
    return "\n".join(lines) + "\n"


def _markdown_item(item: ReportItem) -> list[str]:
    facts = "; ".join(f"{_markdown(name)}: {_markdown(value)}" for name, value in item.facts)
    quotes = [f"  - “{_markdown(quote)}”" for quote in item.quotes]
    return [f"- {_markdown(item.text)}", *([f"  - {facts}"] if facts else []), *quotes]


def _markdown(text: str) -> str:
    return " ".join(_MARKDOWN.sub(r"\\\1", html.escape(with_unseen_shown(text), quote=False)).splitlines())


def as_json(report: ReportDocument) -> str:
    """The sections, and every row as an export has it, with the contents of files."""
    written = {
        MARK_NAME: report_mark(report.scope),
        "user": report.scope.user,
        "made_at": report.made_at.isoformat(),
        "title": report.title,
        "sections": [
            {
                "name": section.name,
                "title": section.title,
                "note": section.note,
                "items": [
                    {"text": item.text, "facts": [list(fact) for fact in item.facts], "quotes": list(item.quotes)}
                    for item in section.items
                ],
            }
            for section in report.sections
        ],
        "rows": report.rows,
    }
    return json.dumps(written, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


REPORT_FORMATS: Mapping[str, Callable[[ReportDocument], str]] = MappingProxyType(
    {"html": as_html, "json": as_json, "md": as_markdown}
)
"""How a report is written, by the name of the format."""
