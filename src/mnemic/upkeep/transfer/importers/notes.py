"""Notes in Markdown that another system keeps as memory, statement by statement, and the front matter of such files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.upkeep.transfer.importers.wording import sentence_about

_HEADING = Regex(r"\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$")
_BOLD_LINE = Regex(r"\s{0,3}(?:\*\*|__)(.+?)(?:\*\*|__)\s*[::]?\s*$")
_ITEM = Regex(r"(\s*)(?:[-*+•]|\d{1,3}[.)、])\s+(.*)$")
_FENCE = Regex(r"\s{0,3}(```|~~~)")
_RULE = Regex(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_KEY = Regex(r"([A-Za-z_][\w-]*):(?:\s+(.*)|)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteStatement:
    """One statement of a note: an item of a list with what stands under it, a line, or a block of code."""

    text: str
    heading: str = ""  # what it stands under; empty at the top of the note

    @property
    def whole(self) -> str:
        """The statement with what it stands under, so that it can be understood alone."""
        return sentence_about(self.heading, self.text)


def statements_of_note(note: str) -> Iterator[NoteStatement]:
    """The statements of a note, in order: each line that is no heading, with the lines indented under it."""
    heading = ""
    held: list[str] = []
    depth = 0
    fenced = False
    for line in [*note.replace("\r\n", "\n").split("\n"), ""]:
        if _FENCE.match(line):
            fenced = not fenced
            held.append(line)
            continue
        if fenced or (held and line.strip() and _indent(line) > depth):
            held.append(line if fenced else line.strip())
            continue
        if held:
            yield from _stated(held, heading)
        held, depth = [], _indent(line)
        if found := _HEADING.match(line) or _BOLD_LINE.match(line):
            heading = found[found.lastindex or 1].strip(" *_:：")
        elif line.strip() and not _RULE.match(line):
            held = [line.strip()]
    if held:
        yield from _stated(held, heading)


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The fields between the lines "---" at the beginning of a file, and what follows them. Values that are no text on
    one line (lists, objects) are kept as they are written."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    end = next((number for number, line in enumerate(lines) if number and line.rstrip() == "---"), 0)
    if lines[0].rstrip() != "---" or not end:
        return {}, text
    fields: dict[str, str] = {}
    last = ""
    for line in lines[1:end]:
        if found := _KEY.match(line):
            last = found[1]
            fields[last] = _scalar(found[2] or "")
        elif last and line.strip():
            fields[last] = f"{fields[last].strip('>|-')} {line.strip()}".strip()
    return fields, "\n".join(lines[end + 1 :])


def _stated(lines: list[str], heading: str) -> Iterator[NoteStatement]:
    first = _ITEM.match(lines[0])
    text = "\n".join([first[2] if first else lines[0], *lines[1:]]).strip()
    if text:
        yield NoteStatement(text=text, heading=heading)


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _scalar(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1].replace('\\"', '"').replace("''", "'")
    return value
