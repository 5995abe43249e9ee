"""A text that can be read on another day."""

from __future__ import annotations

from datetime import datetime, tzinfo
from itertools import pairwise

from mnemic.domain.regex import Regex
from mnemic.language.when.mention import TimeMention, spell_date
from mnemic.language.when.scanner import find_times

PASSES_MAX = 4  # a bracket can set free a time that ran into its neighbour (12:30月底), so one pass is not always all

_YEAR = Regex(r"(?:19|20|21)\d\d|[一二][〇零一二三四五六七八九]{3}")
_DATED = Regex(r"\s*[（(]\s*\d{4}(?=[-)）]| to | 至 )")
_OPENING = Regex(r"\s*[（(]\s*")
_BRACKETED = Regex(r"[（(]\s*\d{4}(?:(?:-| to | 至 )[^（()）]*)?[)）]")


def add_absolute_dates(text: str, said: datetime, zone: tzinfo, language: str) -> str:
    """The text with its date in brackets behind every time expression that needs one.

    These are the relative ones and the dates without a year. What recurs, lengths, and dates said in full stay as
    they are. `language` is `zh` (full-width brackets) or `en`. Running it on its own result adds nothing.

    Raises:
        InvalidTime: `said` has no zone.
    """
    for _ in range(PASSES_MAX):
        dated = _dated_once(text, said, zone, language)
        if dated == text:
            break
        text = dated
    return text


def _dated_once(text: str, said: datetime, zone: tzinfo, language: str) -> str:
    written = [found.span() for found in _BRACKETED.finditer(text)]
    pieces, done = [], 0
    mentions = find_times(text, said, zone)
    said_again = {
        before.start
        for before, after in pairwise(mentions)
        if after.explicit and _OPENING.fullmatch(text, before.end, after.start)
    }
    for mention in mentions:
        if (
            mention.start in said_again
            or not _needs_date(mention, text)
            or any(start <= mention.start < end for start, end in written)
        ):
            continue
        date = spell_date(mention, language)
        pieces += [text[done : mention.end], f"（{date}）" if language == "zh" else f" ({date})"]
        done = mention.end
    return "".join([*pieces, text[done:]])


def _needs_date(mention: TimeMention, text: str) -> bool:
    if mention.recurring or mention.duration or _DATED.match(text, mention.end):
        return False
    return not (mention.explicit and _YEAR.search(mention.text))
