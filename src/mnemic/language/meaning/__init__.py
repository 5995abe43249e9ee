"""What short statements say, as far as two of them can be compared: concepts, quantities, polarity, time, direction."""

from mnemic.language.meaning.read import meaning
from mnemic.language.meaning.sameness import (
    SOMEBODY_ELSE,
    Closeness,
    Judged,
    closeness,
    judge,
    speaks_of,
    touching,
)

__all__ = ["SOMEBODY_ELSE", "Closeness", "Judged", "closeness", "judge", "meaning", "speaks_of", "touching"]
