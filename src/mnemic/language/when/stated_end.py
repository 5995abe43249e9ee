"""Until when something holds: "until 20 March", 到4月30号为止, 3月20日前."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

from mnemic.domain.regex import Regex
from mnemic.language import when

_BEFORE = Regex(
    r"(?:\b(?:until|till|'til|up until)\s+(?:the\s+)?|直到|截至|截止到?|(?<![\u4e00-\u9fff])到)$", re.IGNORECASE
)
_AFTER = Regex(r"\s*(?:为止|之前|以前|前(?!天|年|后|面))")
_INSIDE = Regex(r"(?:until|till|'til|直到|截至)", re.IGNORECASE)


def stated_end(text: str, said: datetime, zone: tzinfo) -> datetime | None:
    """The moment up to which a text says that something holds, or None: the end of the day or period it names, which
    lies after `said`."""
    for mention in when.find_times(text, said, zone):
        if mention.recurring or mention.ends is None or mention.ends <= said:
            continue
        ends_it = _BEFORE.search(text[: mention.start]) or _INSIDE.match(mention.text)
        if ends_it or _AFTER.match(text, mention.end):
            return mention.ends
    return None
