"""What a correction says is not so: "七个人，不是八个", "Tuesday, not Thursday", "五菱卖了"."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_DENIED = Regex(
    r"(?:不是|而不是|并非|不再是|别写成|别叫)\s*([^，。；、,;!！?？\s]{1,16})"
    r"|\b(?:not|isn['’]t|wasn['’]t|instead of|rather than|no longer)\s+(?:the\s+|an?\s+|in\s+|on\s+|at\s+)?"
    r"([^,.;!?—]{1,40})",
    re.IGNORECASE,
)
_ENDED = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))(?:我的?|那[个只台辆])?([^，。；！!,;\s不]{2,10}?)(?:早就?|已经|我|也|都|再也|现在|彻底|就|昨天|上周)*"
    r"(?:不(?:再)?[\u4e00-\u9fff]{1,2}了|(?:卖|退|停|扔|戒|卸载?|注销|停药|停用|退订|断)(?:掉)?了|不续了|出手了|转手了|送人了|走了|没了|去世了|黄了)"
    r"(?=$|[，。；！!,;\s])"
)


_GIVES_WAY = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))(?:我的?|那[个只台辆])?(?P<what>[^，。；！!,;\s不]{2,8}?)(?:的)?(?:那个|那段|那事)?(?:已经|就|又|都|也|给|说|要|得)*"
    r"(?:改|换|挪|(?<!空)调|砍|涨|降|停|删|撤|取消|卖|送|捐|冻死|锯|拆|搬|关|装修)(?![一二三]下|善|造|革)"
)
"""What is in front of a change gives way: "收冰箱的改周日来了"."""
_AGENT = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))[\u4e00-\u9fff]([\u4e00-\u9fff]{2,5})的(?:师傅)?(?:说|要|又|得)*(?:改|换|挪|推)"
)
"""Who is named by what they do: "收冰箱的改周日来了"."""
_NOT_KEPT = Regex(r"([\w.]{1,8})\s*(?:那|这)个?(?:千万|都|就|可)?(?:别|不要|甭)(?:留|记|信|用|算|要)")
_DONE_NO_MORE = Regex(r"不(?:再)?(?:[做当干开卖写画放吃喝养])?([\u4e00-\u9fff]{2,4})了(?=$|[，。；！!,;\s])")
_GIVEN_UP = Regex(r"(?:戒|停掉?)(?:掉)?了?([\u4e00-\u9fff]{2,6}?)了?(?=$|[，。！；!,;])")
_IDLE = Regex(r"(?:我们?|用户|咱们?|现在|目前|如今|以后|从今|最近|今天|后来|这次|已经)+的?")
"""Whose it is, and when, names nothing that is denied: "我现在改喝美式了" denies no 现在."""
_MADE_UP = Regex(r"(?:和|跟)([^，。；]{2,6}?)(?:和好|复合|又联系上|重归于好)了?")


def denied_values(text: str) -> tuple[str, ...]:
    """The values a text denies, as said; what it says has ended is denied too."""
    values = tuple((chinese or english).strip() for chinese, english in _DENIED.findall(text))
    found = (
        pattern.findall(text) for pattern in (_ENDED, _GIVES_WAY, _AGENT, _NOT_KEPT, _DONE_NO_MORE, _GIVEN_UP, _MADE_UP)
    )
    named = dict.fromkeys([*values, *(value for part in found for value in part)])
    return tuple(value for value in named if not _IDLE.fullmatch(value))
