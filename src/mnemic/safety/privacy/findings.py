"""Where personal data stands in a text, and what its surroundings say about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.regex import Regex

SECRET = "SECRET"
LABEL_REACH = 32  # characters before a number that may hold its label; our own choice, a label and a few words


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyFinding:
    """A piece of personal data or a secret: its kind and its span. The value itself is deliberately not kept."""

    kind: str
    start: int  # index of its first character in the original text
    end: int  # index after its last character


def secret_finding(start: int, end: int) -> PrivacyFinding:
    """A secret of this span."""
    return PrivacyFinding(kind=SECRET, start=start, end=end)


_CLAUSE_END = Regex(r"[，。；、,;!！?？\n]|\. (?=[A-Z])")
_OTHER = Regex(
    r"订单|单号|运单|流水|条码|条形码|(?<!证件)(?<!身份证)编号|编码|序列号|会议|验证码|校验码|学号|工号|时间戳|型号"
    r"|版本|货号|批次|批号|票号|"
    r"发票|合同号|凭证|交易号|案号|取件码|提货码|营收|金额|余额|圆周率|热线|房间号|物流|快递单|包裹|考号|准考证"
    r"|设备号|商品|阅读量|播放量|"
    r"浏览量|粉丝|销量|访问量|注册资本|人口|市值|里程|圆周|账单|工单|存款|哈希|毫秒|货单|"
    r"(?:会员|门禁|借书|积分|饭|校园|公交|交通|礼品|充值|购物|图书|加油|储值)卡(?:号码?)?|"
    r"\border|tracking|invoice|ticket|\bcase\b|\bsku\b|serial|barcode|\bisbn|\bissn|timestamp|meeting|\bmodel|version|"
    r"\bref\b|reference|transaction|confirmation|flight|hotline|commit|build|\bimei\b|\bean\b|\bupc\b|parcel|shipment|"
    r"\bawb\b|\bpnr\b|booking|\bpart (?:no|number)|\bbatch|\blot\b|\bepoch\b|\bunix\b|member(?:ship)? (?:id|no"
    r"|number|card)|"
    r"gift card|loyalty|library card|\bzoom\b|webinar|\bdoi\b|\barxiv\b|\brevenue|\bpopulation|\bodometer|checksum|"
    r"\bmileage|\bcoupon|\bvoucher|student (?:id|no|number)|employee (?:id|no|number)|\bpatent|docket",
    re.IGNORECASE,
)
_OWN = Regex(
    r"电话|手机|联系|致电|拨打|身份证(?:件)?(?:编号|号码?)?|证件(?:编号|号码?)?|(?<!会员)(?<!积分)卡号|银行卡"
    r"|信用卡|储蓄卡|借记卡|工资卡|"
    r"护照|通行证|微信|账号|帐号|座机|绑定|发到|发给|发去|本人|座機|電話|手機|打给|打我|回电|银行账户|"
    r"phone|mobile|\bcell|\btel\b|\bcall\b|\bring\b|\btext\b|whatsapp"
    r"|(?<!gift )(?<!library )(?<!loyalty )(?<!membership )\bcard\b|"
    r"\bssn\b|passport|\biban\b|social security|contact|reach (?:me|him|her|us|them)",
    re.IGNORECASE,
)
_AMOUNT = Regex(
    r"\s?(?:元|块(?!\d)|万|亿|美元|日元|欧元|公里|千米|米(?!\w)|件|次|人|条|行|页|个|笔|位(?!置|于)|名(?!字|称|叫)"
    r"|字节|票|%|度电|毫秒|kg\b|km\b|ms\b|usd\b|rmb\b|cny\b|"
    r"eur\b|gbp\b|dollars?\b|euros?\b|pounds?\b|bytes?\b|views?\b|people\b|users?\b|miles\b|seconds\b|rows\b"
    r"|records\b)",
    re.IGNORECASE,
)
_MONEY = Regex(r"[¥￥$€£]\s?$")
_WORD_LABEL = Regex(
    r"(?:tel|phone|mobile|mob|call|cell|whatsapp|card|iban|ssn|id|no|qq|wx|vx|dh|sj|fax|num|number)$", re.IGNORECASE
)


def clause_before(text: str, start: int) -> str:
    """What stands before a value in its own clause, at most `LABEL_REACH` characters."""
    return _CLAUSE_END.split(text[max(0, start - LABEL_REACH) : start].rstrip(" \n\r\t"))[-1]


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the span is a whole token: not the middle of a longer number, word or decimal fraction."""
    if end < len(text) and (_ascii_word(text[end]) or (text[end] in ".-" and text[end + 1 : end + 2].isdigit())):
        return False
    if start == 0:
        return True
    previous = text[start - 1]
    if _ascii_word(previous):
        return _WORD_LABEL.search(text[max(0, start - 8) : start]) is not None
    return previous != "+" and not (previous in ".-_" and start > 1 and _ascii_word(text[start - 2]))


def names_something_else(text: str, start: int, end: int) -> bool:
    """Whether the clause says that the number is an order, a bar code, a version, an amount and the like."""
    if _AMOUNT.match(text, end) or _MONEY.search(text, max(0, start - 2), start):
        return True
    lead = clause_before(text, start)
    other = max((found.end() for found in _OTHER.finditer(lead)), default=-1)
    return other >= 0 and other >= max((found.end() for found in _OWN.finditer(lead)), default=-1)


def _ascii_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
