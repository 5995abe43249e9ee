"""How Chinese says when."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.language.when import zh_anchored, zh_clock, zh_cycles, zh_dates, zh_lunar, zh_relative

TRIGGER = Regex(r"[年月日号天周期拜点夜晚早晨午初底旬季节旦夕诞清端国五六双工平隔逢秒钟时半昨元秋冬阳腊儿]|龙抬头|十一")
"""Without one of these a text says nothing about time in Chinese, and no rule is tried."""

RULES = (*zh_dates.RULES, *zh_lunar.RULES, *zh_relative.RULES, *zh_anchored.RULES, *zh_clock.RULES, *zh_cycles.RULES)
