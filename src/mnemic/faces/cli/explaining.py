"""`mnemic context --explain`: what was placed where in a prompt, and what was not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType

from mnemic.domain.query import Context
from mnemic.errors import MemoryNotFound
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe

if TYPE_CHECKING:
    from mnemic.api.memory import UserMemory

CUT_MAX = 20  # memories that were looked at and not returned, as far as they are shown


def explained(call: Call, memory: UserMemory, placed: Context) -> list[RenderableType]:
    """Blocks with their tokens and memories, then what was left out."""
    words, scores = call.screen.words, placed.trace.scores
    shown: list[RenderableType] = []
    for block in placed.blocks:
        head = words.say("explain.block", place=block.place, title=block.title, tokens=block.tokens)
        shown.append(safe(head, "bold"))
        rows = [(id[: tables.ID_CHARACTERS], _score(scores, id), _text(memory, id)) for id in block.memory_ids]
        if rows:
            shown.append(tables.table(words, ("id", "score", "text"), rows))
    if not placed.blocks:
        shown.append(safe(words.say("explain.none"), "bold"))
    used = sum(block.tokens for block in placed.blocks)
    count = len(placed.memory_ids)
    shown.append(safe(words.say("explain.budget", used=used, budget=placed.budget, count=count), "dim"))
    cut = list(placed.trace.cut.items())[:CUT_MAX]
    for key, out in (("explain.left", placed.left.items()), ("explain.cut", cut)):
        if reasons := list(_reasons(memory, scores, out)):
            shown.append(safe(words.say(key), "bold"))
            shown.append(tables.table(words, ("id", "score", "reason", "text"), reasons))
    return shown


def _reasons(
    memory: UserMemory, scores: Mapping[str, float], out: Iterable[tuple[str, str]]
) -> Iterable[tuple[str, str, str, str]]:
    for id, reason in out:
        yield id[: tables.ID_CHARACTERS], _score(scores, id), reason, _text(memory, id)


def _score(scores: Mapping[str, float], id: str) -> str:
    return f"{scores[id]:.2f}" if id in scores else "-"


def _text(memory: UserMemory, id: str) -> str:
    try:
        return memory.get(id).text
    except MemoryNotFound:
        return ""  # of a room that is composed anew, or forgotten just now
