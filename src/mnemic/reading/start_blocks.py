"""Sections of a session's start as blocks of a prompt: the weightiest first, whole lines only, within the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo

from mnemic.domain.query import Block
from mnemic.domain.start import Start
from mnemic.language import tokens
from mnemic.reading.placement import WORDS, Count, prompt_line
from mnemic.rooms.session.start import StartItem, StartSection
from mnemic.safety.guard.fence import fence, neutralise

CITED_CHARACTERS = 8  # of an id in a line, as in a context


def fill_start_blocks(
    parts: Sequence[StartSection],
    *,
    budget: int,
    language: str,
    zone: tzinfo,
    new_boundary: Callable[[], str],
    count: Count = tokens.estimate_tokens,
) -> Start:
    """Fill the blocks in order; what does not fit is skipped for what does, and its ids are named. `count` counts
    tokens as the model does that will read it."""
    blocks: list[Block] = []
    left_out: list[str] = []
    guidance = WORDS[language]["guidance"]
    left = budget
    for part in parts:
        block, skipped = _filled(part, left, zone, new_boundary(), count)
        left_out += skipped
        if block is not None:
            blocks.append(block)
            left -= block.tokens
    used = {id for block in blocks for id in block.memory_ids}
    skipped_ids = tuple(id for id in dict.fromkeys(left_out) if id not in used)
    return Start(blocks=tuple(blocks), guidance=guidance, budget=budget, language=language, left_out=skipped_ids)


def _filled(
    part: StartSection, budget: int, zone: tzinfo, boundary: str, count: Count
) -> tuple[Block | None, list[str]]:
    """A section as a block of at most so many tokens, and the ids of what did not fit."""
    lines: list[str] = []
    ids: list[str] = []
    left_out: list[str] = []
    shown: list[tuple[str, tuple[str, ...]]] = [(prompt_line(one, zone).text, (one.id,)) for one in part.memories]
    shown += [(_line(item), item.memory_ids) for item in part.items]
    for text, named in shown:
        if count(_text(part.title, [*lines, text], boundary)) <= budget:
            lines.append(text)
            ids += named
        else:
            left_out += named
    if not lines:
        return None, left_out
    text = _text(part.title, lines, boundary)
    memory_ids = tuple(dict.fromkeys(ids))
    return Block(place=part.place, title=part.title, text=text, memory_ids=memory_ids, tokens=count(text)), left_out


def _text(title: str, lines: Sequence[str], boundary: str) -> str:
    return f"{title}\n{fence(lines, boundary)}"


def _line(item: StartItem) -> str:
    cited = ", ".join(id[:CITED_CHARACTERS] for id in item.memory_ids)
    said = neutralise(" ".join(item.text.split()))
    return f"- [{cited}] {said}" if cited else f"- {said}"
