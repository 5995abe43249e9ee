"""Whether a statement speaks of a change: "moved to", "now", 改成, 现在."""

from __future__ import annotations

import re

_CHANGE = re.compile(
    r"改|换|搬|现在|如今|目前|以后|今后|从今|更正|不再|不用了|升(?:职|级|任|到|成|为)|调(?:到|去|成|整)|辞|跳槽|入职"
    r"|转(?:到|岗|成|去|为)|[涨降](?:到|了|价|成)|挪|推迟|提前|取消|新(?:的|家|公司|工作|地址|手机|号)|了$"
    r"|\b(?:now|moved?|moving|switch\w*|chang\w*|instead|no longer|any ?more|from|swap\w*|replac\w*|upgrad\w*|went"
    r"|downgrad\w*|used to|actually|correction|new|these days|since|quit|left|joined|started|gone|became|back)\b",
    re.IGNORECASE,
)


def speaks_of_change(text: str) -> bool:
    """Whether a text says, or may say, that something is no longer as it was."""
    return _CHANGE.search(text.rstrip(" 。.!！~")) is not None
