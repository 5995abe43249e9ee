"""What a correction says is not so: "七个人，不是八个", "Tuesday, not Thursday", "五菱卖了"."""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"(?:不是|而不是|并非|不再是|别写成|别叫)\s*([^，。；、,;!！?？\s]{1,16})"
    r"|\b(?:not|isn['’]t|wasn['’]t|instead of|rather than|no longer)\s+(?:the\s+|an?\s+|in\s+|on\s+|at\s+)?"
    r"([^,.;!?—]{1,40})",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"(?:^|(?<=[，。；！!,;\s]))(?:我的?|那[个只台辆])?([^，。；！!,;\s不]{2,10}?)(?:早就?|已经|我|也|都|再也|现在|彻底|就|昨天|上周)*"
    r"(?:不(?:再)?[\u4e00-\u9fff]{1,2}了|(?:卖|退|停|扔|戒|卸载?|注销)(?:掉)?了|出手了|转手了|送人了|走了|没了|去世了|黄了)"
    r"(?=$|[，。；！!,;\s])"
)


def denied(text: str) -> tuple[str, ...]:
    """The values a text denies, as said; what it says has ended is denied too."""
    values = tuple((chinese or english).strip() for chinese, english in _DENIED.findall(text))
    return (*values, *_ENDED.findall(text))
