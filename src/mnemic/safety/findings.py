"""Where personal data stands in a text, and what its surroundings say about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

LABEL_REACH = 18  # characters before a number that may hold its label; our own choice, a label and a few words


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A piece of personal data or a secret: its kind and its span. The value itself is deliberately not kept."""

    kind: str
    start: int  # index of its first character in the original text
    end: int  # index after its last character


_CLAUSE_END = re.compile(r"[，。；、,;!！?？\n]")
_OTHER = re.compile(
    r"订单|单号|运单|流水|条码|条形码|(?<!证件)(?<!身份证)编号|序列号|会议|验证码|校验码|学号|工号|时间戳|型号|版本|货号|批号|票号|"
    r"发票|合同号|凭证|交易号|案号|取件码|营收|金额|余额|圆周率|热线|房间号|"
    r"(?:会员|门禁|借书|积分|饭|校园|公交|交通|礼品|充值)卡(?:号码?)?|"
    r"order|tracking|invoice|ticket|\bcase\b|\bsku\b|serial|barcode|\bisbn|\bissn|timestamp|meeting|model|version|"
    r"\bref\b|reference|transaction|confirmation|flight|hotline|commit|build",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"电话|手机|联系|致电|拨打|身份证(?:件)?(?:编号|号码?)?|证件(?:编号|号码?)?|卡号|银行卡|信用卡|储蓄卡|工资卡|护照|微信|账号|帐号|"
    r"phone|mobile|\bcell|\btel\b|\bcall\b|\btext\b|whatsapp|\bcard\b|\bssn\b|passport",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\s?(?:元|块|万|亿|美元|日元|公里|米|件|次|人|字节|票|%|kg\b|km\b|usd\b|dollars?\b|bytes\b)")
_WORD_LABEL = re.compile(r"(?:tel|phone|mobile|mob|call|cell|whatsapp|card|iban|ssn|id|no)$", re.IGNORECASE)


def before(text: str, start: int) -> str:
    """What stands before a value in its own clause, at most `LABEL_REACH` characters."""
    return _CLAUSE_END.split(text[max(0, start - LABEL_REACH) : start])[-1]


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the span is a whole token: not the middle of a longer number, word or decimal fraction."""
    if end < len(text) and (_ascii_word(text[end]) or (text[end] in ".-" and text[end + 1 : end + 2].isdigit())):
        return False
    if start == 0:
        return True
    previous = text[start - 1]
    if _ascii_word(previous):
        return _WORD_LABEL.search(text[max(0, start - 8) : start]) is not None
    return not (previous in ".-_" and start > 1 and _ascii_word(text[start - 2]))


def names_something_else(text: str, start: int, end: int) -> bool:
    """Whether the clause says that the number is an order, a bar code, a version, an amount and the like."""
    if _AMOUNT.match(text, end):
        return True
    lead = before(text, start)
    other = max((found.end() for found in _OTHER.finditer(lead)), default=-1)
    return other >= 0 and other >= max((found.end() for found in _OWN.finditer(lead)), default=-1)


def _ascii_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
