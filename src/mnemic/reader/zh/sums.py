"""Sums as they are compared: 四千五, 4500块 and 4,500元 are one."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.meaning.quantity_zh import parse_chinese_number

SUM = Regex(
    r"[¥￥]?\s*(?P<number>\d[\d,]*(?:\.\d+)?\s*[千万kKwW]?|[零〇一二两俩三四五六七八九十百千万]+)\s*(?:块钱?|元)?(?P<unit>\D*)",
    re.DOTALL,
)


def sum_of(text: str) -> str:
    """The number of a sum in digits, with its unit where it is no money; the text where it is no sum."""
    said = SUM.fullmatch(text.strip())
    return (
        f"{parse_chinese_number(said['number'].replace(' ', '').replace('俩', '两')):.12g}{said['unit']}"
        if said
        else text
    )
