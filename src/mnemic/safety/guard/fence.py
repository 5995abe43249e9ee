"""What comes out of memory is data: it is made inert and fenced before a model reads it (S2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mnemic.errors import InvalidInput
from mnemic.safety.guard.inert_forms import RULES, UNSEEN

BOUNDARY_BYTES = 16  # 128 random bits: not to be guessed by whoever wrote the memory

PASSES_MAX = 6
"""Times the rules are gone through; what one has parted may be a form of another. Two do for any text we know."""


def neutralise(text: str) -> str:
    """`text` made inert but readable; applying it twice changes nothing more.

    Control, zero-width and other unseen characters go. Links read `hxxps://…` and are no links, the `](` of Markdown is
    parted; angle brackets of tags, comments and chat templates, and entities that stand for them, become ‹ and ›. A
    role at the start of a line loses its colon to a dash. Code fences become quotation marks; pipes into a shell and
    the options of commands get characters no shell knows; keys and parentheses of tool calls are parted. What looks
    like the marker of a fence loses its bracket.
    """
    inert = text.replace("\r\n", "\n").replace("\r", "\n")
    for _ in range(PASSES_MAX):
        before, inert = inert, UNSEEN.sub("", inert)
        for pattern, written in RULES:
            inert = pattern.sub(written, inert)
        if inert == before:
            break
    return inert


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
