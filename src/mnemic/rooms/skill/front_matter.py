"""Front matter: the few lines of YAML at the head of a Markdown file, written strictly and read forgivingly.

Written are JSON scalars only, which every YAML reader takes. Read are plain, quoted and block scalars, lists, and one
level of a mapping; what is written in another way is left out rather than guessed at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from mnemic.domain.regex import Regex

MARK = "---"
LINES_MAX = 400
_KEY = Regex(r"(?P<indent> *)(?P<key>[A-Za-z_][\w .-]{0,99}|\"[^\"]{1,99}\"|'[^']{1,99}')\s*:(?:\s+(?P<value>.*)|\s*)")
_ITEM = Regex(r"\s*-\s+(?P<value>.+)")
_BLOCK = Regex(r"(?P<style>[|>])(?P<keep>[+-]?)\d?\s*(?:#.*)?")
_COMMENT = Regex(r"\s+#.*$")

Value = str | list[str] | dict[str, str]


def file_with_front_matter(fields: Mapping[str, str | Mapping[str, str]], body: str) -> str:
    """A file: front matter, then the body."""
    lines = [MARK]
    for key, value in fields.items():
        if isinstance(value, str):
            lines.append(f"{key}: {_quoted(value)}")
        elif value:
            lines.append(f"{key}:")
            lines += [f"  {name}: {_quoted(text)}" for name, text in value.items()]
    return "\n".join([*lines, MARK, "", body.strip(), ""])


def split_front_matter(text: str) -> tuple[dict[str, Value], str] | None:
    """The fields at the head of a file and what follows them, or None where it has no front matter."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != MARK:
        return None
    end = next((place for place, line in enumerate(lines[1 : LINES_MAX + 1], 1) if line.rstrip() in (MARK, "...")), 0)
    if not end:
        return None
    return _fields(lines[1:end]), "\n".join(lines[end + 1 :])


def _quoted(text: str) -> str:
    """A JSON string in which everything that is not plainly visible is escaped, as YAML wants it."""
    shown = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in shown)


def _fields(lines: list[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    place = 0
    while place < len(lines):
        match = _KEY.fullmatch(lines[place])
        place += 1
        if match is None or match["indent"]:
            continue
        inner = []
        while place < len(lines) and (not lines[place].strip() or lines[place].startswith((" ", "\t", "- ", "-\t"))):
            inner.append(lines[place])
            place += 1
        value = _value((match["value"] or "").strip(), inner)
        if value is not None:
            found[_bare(match["key"])] = value
    return found


def _value(said: str, inner: list[str]) -> Value | None:
    if (block := _BLOCK.fullmatch(said)) is not None:
        return _block(inner, folded=block["style"] == ">")
    if said and not said.startswith("#"):
        if said[0] in "[{":
            return _flow(said)
        more = [line.strip() for line in inner if line.strip()]
        return _scalar(" ".join([said, *more]))
    items = [match["value"] for line in inner if (match := _ITEM.fullmatch(line))]
    if items:
        return [text for item in items if (text := _scalar(item)) is not None]
    return dict(_pairs(inner)) or None


def _pairs(inner: list[str]) -> Iterator[tuple[str, str]]:
    for line in inner:
        match = _KEY.fullmatch(line)
        if match is not None and match["value"] and (text := _scalar(match["value"])) is not None:
            yield _bare(match["key"]), text


def _block(inner: list[str], *, folded: bool) -> str:
    indent = min((len(line) - len(line.lstrip()) for line in inner if line.strip()), default=0)
    lines = [line[indent:].rstrip() for line in inner]
    return (" ".join(filter(None, lines)) if folded else "\n".join(lines)).strip()


def _flow(said: str) -> list[str] | None:
    if not (said.startswith("[") and said.endswith("]")):
        return None
    parts = re.findall(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^,\[\]]+", said[1:-1])
    return [text for part in parts if part.strip() and (text := _scalar(part.strip())) is not None]


def _scalar(said: str) -> str | None:
    said = said.strip()
    if said.startswith('"'):
        try:
            text, end = json.JSONDecoder().raw_decode(said)
        except ValueError:
            return None
        rest = said[end:].strip()
        return text if isinstance(text, str) and (not rest or rest.startswith("#")) else None
    if said.startswith("'"):
        match = re.fullmatch(r"'((?:[^']|'')*)'(?:\s+#.*)?", said)
        return match[1].replace("''", "'") if match else None
    if said[:1] in "&*!@`%":
        return None
    return _COMMENT.sub("", said).strip()


def _bare(key: str) -> str:
    return key.strip("\"'")
