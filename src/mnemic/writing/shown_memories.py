"""Which memories an answer rests on, seen from its words: those whose values, names and other telling words show in it.

What the question said already tells nothing, and a word tells the less, the more of the memories hold it and the
commoner it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mnemic.domain.record import Memory
from mnemic.domain.regex import Regex
from mnemic.language import detect, segment
from mnemic.language.meaning import read_meaning
from mnemic.language.meaning.item import item_rarity
from mnemic.writing.compare import numbers_of_text

SHOWN_MIN = 0.4  # share of what a memory tells beyond the question, by weight, that an answer must show
ABOUT_MIN = 0.5  # share of the words a verdict names that a memory must hold
PIECES_MAX = 40  # sentences of a text that are read
NUMBER_WEIGHT = 1.0

_PIECE = Regex(r"[^.!?。！？；;\n]+(?:[.](?=\d)[^.!?。！？；;\n]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextConcepts:
    """What a text tells: concepts, names and numbers with their weights, 0-1."""

    weights: Mapping[str, float]
    words: frozenset[str]  # all its words, for what was said in the same words but read another way

    def holds(self, other: Mapping[str, float]) -> float:
        """The weight of what it has of another text's."""
        return sum(weight for name, weight in other.items() if name in self.weights or name in self.words)


def concepts_of_text(text: str) -> TextConcepts:
    """What a text of any length tells."""
    weights: dict[str, float] = {}
    for found in list(_PIECE.finditer(text))[:PIECES_MAX]:
        weights |= _of_piece(found.group().strip())
    weights |= dict.fromkeys(numbers_of_text(text), NUMBER_WEIGHT)
    return TextConcepts(weights=weights, words=frozenset(segment.words(text)))


def _of_piece(piece: str) -> dict[str, float]:
    read, language = read_meaning(piece), detect.language(piece)
    if read is None:
        return dict.fromkeys(segment.words(piece), 1.0)
    return {item.name_of_concept: item_rarity(item, language) for item in read.items if not item.light}


def memories_shown_in(memories: Sequence[Memory], answer: str, question: str) -> list[Memory]:
    """The memories that show in an answer, most surely first; of equals in the order given."""
    said, asked = concepts_of_text(answer), concepts_of_text(question)
    told = {memory.id: concepts_of_text(memory.text).weights for memory in memories}
    spread = Counter(name for names in told.values() for name in names)
    shares: dict[str, float] = {}
    for memory in memories:
        own = {
            name: weight / spread[name]
            for name, weight in told[memory.id].items()
            if name not in asked.weights and name not in asked.words
        }
        share = said.holds(own) / sum(own.values()) if own else 0.0
        shares[memory.id] = max(share, _value_shown(memory, said, asked))
    return sorted(
        (memory for memory in memories if shares[memory.id] >= SHOWN_MIN), key=lambda memory: -shares[memory.id]
    )


def _value_shown(memory: Memory, said: TextConcepts, asked: TextConcepts) -> float:
    """The share of a memory's value that shows, where the question did not hold it."""
    if memory.slot is None:
        return 0.0
    value = concepts_of_text(memory.slot.value).weights
    whole = sum(value.values())
    return said.holds(value) / whole if whole and asked.holds(value) < whole else 0.0


def memories_about(memories: Sequence[Memory], words: str) -> list[Memory]:
    """The memories that hold most of the words a verdict names: of "not the window seat" those of window seats."""
    named = concepts_of_text(words).weights
    whole = sum(named.values())
    shares = {memory.id: concepts_of_text(memory.text).holds(named) for memory in memories}
    return [memory for memory in memories if whole and shares[memory.id] >= ABOUT_MIN * whole]
