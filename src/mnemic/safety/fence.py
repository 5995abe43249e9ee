"""What comes out of memory is data: it is made inert and fenced before a model reads it (SPEC S2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mnemic.errors import InvalidInput

BOUNDARY_BYTES = 16  # 128 random bits: not to be guessed by whoever wrote the memory

# C0 and C1 controls but tab and line feed, soft hyphen, zero-width and bidirectional marks, tag characters.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2028\u2029\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SCHEME = re.compile(r"(h)(?:tt)(ps?\s?(?::|：)\s?(?://|／／))", re.IGNORECASE)
_ACTIVE = re.compile(r"(?<![A-Za-z])(javascript|vbscript|data|file|ftp)(:)(?=[^\s:])", re.IGNORECASE)
_WWW = re.compile(r"(?<![A-Za-z0-9\[])www\.(?=[A-Za-z0-9])", re.IGNORECASE)
_LINK = re.compile(r"\](?=[(\[])|\](?=:\s?\S)")
_TEMPLATE = re.compile(r"(?<=[<＜])(?=[|｜])|(?<=[|｜])(?=[>＞])")
_BRACKET_TOKEN = re.compile(r"\[(?=/?(?:INST|SYS|SYSTEM|ASSISTANT|USER|TOOL)\])", re.IGNORECASE)
_ROLE = re.compile(
    r"(?m)^(\s*(?:#{1,6}\s*|\*{1,2}|>\s*|\"|')?"
    r"(?:system|assistant|user|developer|tool|human|ai|系统|助手|用户|开发者))(\*{0,2}\s*)[:：][ \t]*",
    re.IGNORECASE,
)
_ENTITY = str.maketrans({"<": "‹", ">": "›"})


def neutralise(text: str) -> str:
    """`text` made inert but readable; applying it twice changes nothing more.

    Control and zero-width characters go; links read `hxxps://…` and are no links; the `](` of Markdown links and images
    is parted; angle brackets of tags, comments and chat templates become ‹ and ›; a role at the start of a line loses
    its colon to a dash.
    """
    inert = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    inert = _TEMPLATE.sub(" ", inert).translate(_ENTITY)
    inert = _SCHEME.sub(r"\1xx\2", inert)
    inert = _ACTIVE.sub(r"\1 \2", inert)
    inert = _WWW.sub("www[.]", inert)
    inert = _BRACKET_TOKEN.sub("[ ", _LINK.sub("] ", inert))
    return _ROLE.sub(r"\1\2 - ", inert)


def boundary(random: Callable[[int], bytes]) -> str:
    """A marker nobody can guess; `random` gives that many random bytes, as `secrets.token_bytes` does."""
    return f"memory-{random(BOUNDARY_BYTES).hex()}"


def fence(lines: Sequence[str], boundary: str) -> str:
    """Neutralised lines between two markers, the second of which only the caller can have written.

    Raises:
        InvalidInput: the boundary is blank, or a line contains it.
    """
    if not boundary.strip():
        raise InvalidInput("The boundary of a fence is blank: take one from boundary(secrets.token_bytes).")
    for line in lines:
        if boundary in line:
            raise InvalidInput("A memory contains the boundary of its fence: draw a new boundary and fence again.")
    return "\n".join((f"[begin {boundary}]", *lines, f"[end {boundary}]"))
