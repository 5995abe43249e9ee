"""How English says when."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.when import en_anchored, en_clock, en_cycles, en_dates, en_relative

TRIGGER = Regex(
    r"\d|\b(?:to(?:day|night|morrow|nite)|tmrw?|yesterday|jan|feb|mar|apr|may|jun|jul|aug|sep"
    r"|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun"
    r"|week|month|year|quarter|day|hour|hr|min|fortnight|daily|nightly|annual|biweek|noon"
    r"|midday|midnight|half|past|ago|every|each|morning"
    r"|evening|afternoon|night|last|next|this|christmas|xmas|new year|chinese|lunar|spring"
    r"|summer|autumn|fall|winter|good f|black f"
    r"|easter|thanksg|hallow|valent|mother'|father'|labour|lantern|bonfire|dragon|qingming|at (?:one|two|three"
    r"|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve)|o'clock|couple|bi-?weekly)",
    re.IGNORECASE | re.ASCII,
)
"""Without one of these a text says nothing about time in English, and no rule is tried."""

RULES = (*en_dates.RULES, *en_relative.RULES, *en_anchored.RULES, *en_clock.RULES, *en_cycles.RULES)
