"""What a session begins with (R11)."""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.query import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What to put into the prompt when a session begins, within the token budget: permanent memory, who the user is,
    lasting wishes, unfinished tasks, and what changed since last time. Fenced as data."""

    blocks: tuple[Block, ...]
    guidance: str
    budget: int  # tokens
    language: str  # of the user's recent talk: "zh" or "en"
    left_out: tuple[str, ...] = ()  # ids of memories for which there was no room

    @property
    def text(self) -> str:
        """The blocks as one text."""
        return "\n\n".join(block.text for block in self.blocks)

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """Ids of every memory used, in order of placement."""
        return tuple(dict.fromkeys(id for block in self.blocks for id in block.memory_ids))

    def messages(self) -> list[dict[str, str]]:
        """A system message any OpenAI-compatible model accepts; none where nothing is remembered."""
        return [{"role": "system", "content": f"{self.guidance}\n\n{self.text}"}] if self.blocks else []
