"""What is known of a row before any question."""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.record import Kind, Memory, Origin
from mnemic.language.asking import han_share, question_share
from mnemic.language.segment import plain, words

SHARE_MIN = 0.5
LEANING_SHARE = 0.6  # of a statement's length, from which a quote is taken to be the statement's own words


@dataclass(frozen=True, slots=True)
class Row:
    """Constants of one memory for ranking."""

    han: float  # share of Chinese, 0-1
    question: float  # share that asks, 0-1; statements do not ask
    episode: bool
    side: float  # +1 the assistant's words, -1 anybody else's
    day: int  # of saying, proleptic ordinal in UTC
    month: int  # of saying, 12 * year + month - 1
    day_of_month: int
    second: float  # of saying, POSIX
    leans: bool  # a statement whose words are not its turn's: "yes, that one" takes them from the talk around it
    plain: str  # the text without what tells no two statements apart


def row_of(memory: Memory) -> Row:
    """The constants of a memory."""
    episode = memory.kind is Kind.EPISODE
    said = memory.said_at
    return Row(
        han=han_share(memory.text),
        question=question_share(memory.text) if episode else 0.0,
        episode=episode,
        side=1.0 if memory.origin is Origin.ASSISTANT else -1.0,
        day=said.toordinal(),
        month=said.year * 12 + said.month - 1,
        day_of_month=said.day,
        second=said.timestamp(),
        leans=not episode and not _shares_words(memory),
        plain=plain(memory.text),
    )


def _shares_words(memory: Memory) -> bool:
    """Whether a statement holds most of the words of the turn it was taken from."""
    if len(memory.quote) > LEANING_SHARE * len(memory.text):
        return True
    quoted = set(words(memory.quote))
    return not quoted or len(quoted & set(words(memory.text))) >= SHARE_MIN * len(quoted)
