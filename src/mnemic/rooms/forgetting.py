"""What becomes of what rooms keep when turns or memories are forgotten (S9).

It rests on them by its body, not by sources, so that forgetting one turn does not undo a whole task or session.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from mnemic.domain.record import Kind, Memory, Source
from mnemic.rooms.digest.record import without_digest
from mnemic.rooms.profile.record import without_profile
from mnemic.rooms.session.summary import without_summary
from mnemic.rooms.skill.record import skill_without_turns
from mnemic.rooms.task.forgetting import without_forgotten

ForgetRule = Callable[[Memory, Collection[Source], Collection[str], datetime], Memory | None]
"""What is kept by a room, without what rests on forgotten turns and memories: the same where it rests on none of them,
changed, or None where nothing of it is left."""

FORGET_RULES: Mapping[Kind, ForgetRule] = {
    Kind.DIGEST: without_digest,
    Kind.PROFILE: without_profile,
    Kind.SKILL: skill_without_turns,
    Kind.SUMMARY: without_summary,
    Kind.TASK: without_forgotten,
}
"""How each kind loses what was forgotten."""


def without_forgotten_parts(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """What a room keeps, without what rests on forgotten turns and memories; None where it must go altogether."""
    return FORGET_RULES[memory.kind](memory, turns, memories, now)
