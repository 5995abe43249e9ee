"""What sort of act the name of a tool, or a sentence, speaks of; in both languages (S2)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mnemic.domain.action import Risk
from mnemic.domain.regex import Regex

VERBS: Mapping[Risk, str] = {
    Risk.SEND: (
        "send|sends|resend|forward|share|publish|upload|tweet|reply|respond|notify|invite|submit|broadcast|dm|cc|bcc|fax|leak"
        "|export|disclose"
    ),
    Risk.PAY: (
        "pay|pays|transfer|wire|remit|refund|donate|withdraw|deposit|topup|recharge|payout|disburse|tip|reimburse|settle"
    ),
    Risk.DELETE: (
        "delete|deletes|remove|erase|wipe|drop|purge|overwrite|truncate|format|reset|cancel|uninstall|rm|unsubscribe|destroy"
        "|clear|discard|unlink|revoke"
    ),
    Risk.EXECUTE: (
        "run|exec|execute|eval|install|shell|bash|sudo|deploy|launch|download|powershell|terminal|subprocess|spawn|curl|wget"
    ),
    Risk.GRANT: (
        "grant|authorize|authorise|approve|unlock|whitelist|allowlist|elevate|promote|permit|disable|bypass|impersonate"
    ),
    Risk.ORDER: "order|book|buy|purchase|reserve|checkout|subscribe|rent|hire",
}
"""Verbs of each act in English, as a tool's name or a sentence has them."""

NOUNS: Mapping[Risk, str] = {
    Risk.SEND: "email|mail|sms|message|post|webhook|comment|attachment",
    Risk.PAY: "payment|transaction|invoice|remittance|payee",
    Risk.EXECUTE: "command|script|code|cmd",
    Risk.GRANT: "permission|permissions|access|role|admin|credential|credentials|password|oauth|2fa|mfa|acl",
    Risk.ORDER: "booking|reservation|subscription",
}
"""Nouns that a tool's name has in place of a verb, as in `email_customer`; beside a reading verb they say nothing."""

READS = frozenset(
    "get search list read fetch find lookup look view show check query browse open describe count preview status"
    " summarize summarise translate weather calculate compare recall retrieve analyze analyse inspect"
    " verify validate".split()
)

ZH: Mapping[Risk, str] = {
    Risk.SEND: (
        "发送|发给|发到|发邮件|发短信|发消息|发一封|转发|分享|上传|发布|寄给|抄送|密送|通知|回复|公开"
        "|告诉|传给|提交|发个|群发"
    ),
    Risk.PAY: "支付|付款|付给|转账|转给|汇款|汇给|打款|打给|充值|退款|提现|捐|缴费|转出|划转|付\\d|汇\\d|转\\d|交定金",
    Risk.DELETE: "删除|删掉|删了|清空|清除|覆盖|抹掉|取消|注销|卸载|格式化|重置|销毁|撤销|移除|退订",
    Risk.EXECUTE: "执行|运行|安装|部署|下载|启动脚本|跑一下|装上",
    Risk.GRANT: "授权|批准|权限|放行|解锁|白名单|管理员|改密码|修改密码|关闭验证|关闭双重|绑定|授予|允许.{0,6}访问",
    Risk.ORDER: "下单|预订|订购|购买|预约|订票|订房|订[一1-9两].{0,2}[张间份个]|买[一1-9两下]|续费|订阅|租",
}

_WORD = Regex(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|(?<!\d)\d+[a-z]+|[\u4e00-\u9fff]+")
_SENTENCE = {risk: Regex(rf"\b(?:{verbs})(?:s|ed|ing)?\b", re.IGNORECASE) for risk, verbs in VERBS.items()}
_SENTENCE_ZH = {risk: Regex(verbs) for risk, verbs in ZH.items()}
_MAILS = Regex(
    r"\b(?:e-?mail|mail|text|message|ping|post)s?\s+(?!from\b|about\b)(?:it|this|them|him|her|the|my|our|a|an|[A-Z])",
    re.I,
)
_GIVES = Regex(
    r"\b(?:give|gives|add|make|change|set)\b.{0,40}\b(?:access|permissions?|admin|role|password|owner|editor)\b", re.I
)
_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def risks_of_tool(name: str, method: str = "") -> tuple[Risk, ...]:
    """What a tool of this name does; `method` is that of an HTTP request, where it makes one."""
    words = {word.casefold() for word in _WORD.findall(name)}
    joined = "".join(word for word in words if "一" <= word[:1] <= "鿿")
    risks = [risk for risk, verbs in VERBS.items() if words & set(verbs.split("|"))]
    risks += [risk for risk, rule in _SENTENCE_ZH.items() if joined and rule.search(joined) and risk not in risks]
    reads = bool(words & READS)
    if not risks and not reads:
        risks = [risk for risk, nouns in NOUNS.items() if words & set(nouns.split("|"))]
    if method.upper() in _WRITES:
        risks.append(Risk.DELETE if method.upper() == "DELETE" else Risk.SEND)
    if risks:
        return tuple(dict.fromkeys(risks))
    return (Risk.READ if reads else Risk.OTHER,)


def risks_of_words(text: str) -> tuple[Risk, ...]:
    """What a sentence says is done."""
    risks = [risk for risk, rule in _SENTENCE.items() if rule.search(text)]
    risks += [risk for risk, rule in _SENTENCE_ZH.items() if rule.search(text)]
    if _MAILS.search(text):
        risks.append(Risk.SEND)
    if _GIVES.search(text):
        risks.append(Risk.GRANT)
    if risks:
        return tuple(dict.fromkeys(risks))
    words = {word.casefold() for word in _WORD.findall(text)}
    return (Risk.READ if words & READS or re.search("[查看搜读找]", text) else Risk.OTHER,)
