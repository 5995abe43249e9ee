"""What short statements say, as far as two of them can be compared: concepts, quantities, polarity, time, direction."""

from mnemic.language.meaning.read import meaning
from mnemic.language.meaning.sameness import (
    SOMEBODY_ELSE,
    Closeness,
    Judged,
    closeness,
    judge,
    sort_of,
    speaks_of,
    touching,
)

__all__ = ["SOMEBODY_ELSE", "Closeness", "Judged", "closeness", "forget", "judge", "meaning", "speaks_of", "touching"]


def forget() -> None:
    """Drop the statements whose reading is kept at hand, whoever's they are."""
    meaning.cache_clear()
    sort_of.cache_clear()
