"""Whether a statement speaks of a change: "moved to", "now", 改成, 现在."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_CHANGE = Regex(
    r"改|换|搬|现在|如今|目前|以后|今后|从今|更正|不再|不用了|升(?:职|级|任|到|成|为)|调(?:到|去|成|整)|辞|跳槽|入职"
    r"|转(?:到|岗|成|去|为)|[涨降](?:到|了|价|成)|挪(?!威)|推迟|提前|取消|新(?:的|家|公司|工作|地址|手机|号)|了$"
    r"|\b(?:now|moved?|moving|switch\w*|chang\w*|instead|no longer|any ?more|from|swap\w*|replac\w*|upgrad\w*|went"
    r"|downgrad\w*|used to|actually|correction|new|these days|since|quit|left|joined|started|gone|became|back)\b",
    re.IGNORECASE,
)


_OUTRIGHT = Regex(
    r"改(?:成|为|到|期|用|了|由|在|喝|吃|去|骑|坐|走|带|做|玩|学|养|种|跟|叫|回)"
    r"|换(?:成|了|到|上|回|去|乘|个|台|辆|家)|搬(?:到|去|了|家|走|进|来|完)|不再"
    r"|取消|退了|退出|卖了|停了|辞(?:了|职|掉)|离职|入职|转行|跳槽|调(?:到|走|岗)|更正|[写说记打量]错|出手了"
    r"|不[\u4e00-\u9fff]{0,3}了(?:$|[，。！,!])|挪|推迟|提前到"
    r"|分手|离婚|去世|没了|戒(?!指|备|尺|律)|涨(?:到|价)|降(?:到|价)|升(?:到|职|级|任)|作废|毕业|退休|转(?:到|岗|学|为)"
    r"|\b(?:moved|moving|switched|swapped|cancell?ed|called off|no longer|any ?more|instead|replaced|quit"
    r"|gave up|had to give up"
    r"|given up|sold|scrapped|postponed|rescheduled|pushed|bumped|brought forward|correction|scratch that|i meant"
    r"|left(?! (?:hand|knee|leg|arm|eye|ear|foot|side|shoulder|ankle|hip|wrist|over))"
    r"|resigned|retired|broke up|split up|divorced|passed away|died|upgraded|downgraded|changed|from now on"
    r"|is off|are off|fell through|packed in|went up|gone up|down to|used to|gone off"
    r"|not .{1,30} but)\b",
    re.IGNORECASE,
)


def states_change_outright(text: str) -> bool:
    """Whether a text says in so many words that something was changed, ended or wrong."""
    return _OUTRIGHT.search(text) is not None


def speaks_of_change(text: str) -> bool:
    """Whether a text says, or may say, that something is no longer as it was."""
    return _CHANGE.search(text.rstrip(" 。.!！~")) is not None
