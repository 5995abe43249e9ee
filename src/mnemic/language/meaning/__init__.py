"""What short statements say, as far as two of them can be compared: concepts, quantities, polarity, time, direction."""

from mnemic.language.meaning.sameness import (
    SOMEBODY_ELSE,
    Closeness,
    SamenessJudgement,
    closeness,
    have_common_content,
    judge_sameness,
    names_subject,
    read_meaning,
)

__all__ = [
    "SOMEBODY_ELSE",
    "Closeness",
    "SamenessJudgement",
    "closeness",
    "have_common_content",
    "judge_sameness",
    "names_subject",
    "read_meaning",
]
