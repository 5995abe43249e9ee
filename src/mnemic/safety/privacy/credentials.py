"""Secrets: keys, tokens, passwords. Nothing of them is ever kept, not even the last four characters.

Four ways lead to a secret: the form its issuer gave it, a label that assigns it ("password: ...", "密码是..."), a look
as if a machine had drawn it beside a word for credentials, and that look alone where it is strong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.safety.privacy import secret_forms as forms
from mnemic.safety.privacy.drawn_secrets import CREDENTIAL_WORD, find_drawn_secrets
from mnemic.safety.privacy.findings import SECRET, PrivacyFinding, secret_finding
from mnemic.safety.privacy.secret_values import can_be_secret, looks_chosen
from mnemic.safety.privacy.told_secrets import find_told_secrets

__all__ = ["SECRET", "find_credentials"]

_PEM_BEGIN = Regex(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_PEM_END = Regex(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]+")
_HEADER = Regex(
    r"[Bb]earer[\s:\"']{1,3}([A-Za-z0-9._~+/=-]{8,})|\b[Bb]asic\s{1,2}([A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9])"
    r"|[Aa]uthorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:[Tt]oken|[Aa]pi[Kk]ey|[Kk]ey"
    r"|[Ss][Ss][Oo])?\s{0,2}([A-Za-z0-9._~+/=-]{12,})"
    r"|[Xx]-[\w-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret)[\"']?\s{0,2}[:=]\s{0,2}[\"']?([A-Za-z0-9._~+/=-]{8,})"
)
_CONNECTION = Regex(r"://[^\s:/@\ufffc]{0,64}:([^\s@/\ufffc]{1,128})@(?=[\w\[])")
_COOKIE = Regex(
    r"\b(?:[\w.-]{0,30}sess(?:ion)?(?:[_-]?id)?|[\w.-]{0,20}(?<![a-z])sid|csrf[\w-]{0,12}|xsrf[\w-]{0,12}"
    r"|[\w.-]{0,20}auth[\w-]{0,8}|remember[\w-]{0,12})"
    r"\s?=\s?[\"']?([A-Za-z0-9%._~+/|:-]{12,}={0,2})",
    re.IGNORECASE,
)

_MORE = Regex(
    r"\bpins?\b|\bpw\b|\bcvv|\bcvc|\blog ?ins?\b|\bPASS|_PASS|备[用份][代]?码|助记词|激活码|支付码|账密|暗号|phrase"
    r"|backup code|recovery|basic\b|requirepass|sshpass|-u ",
    re.IGNORECASE,
)
_STEMS = (
    "pass,pwd,pw,secret,token,key,cred,auth,otp,2fa,cookie,bearer,hook,jwt,signature,pin,cvv,cvc,cv2,login,log in,"
    "phrase,code,recovery,backup,basic,-u ,ak,sk,x-,sess,密,钥,口令,令牌,授权,恢复,凭,验证器,鉴权,安全码,种子,激活,"
    "支付码,备用,备份,助记,账密,暗号,解压码,救援,加签"
).split(",")
"""Parts one of which every word has that speaks of credentials; looking for them is faster than for the words."""


def find_credentials(text: str) -> Iterator[PrivacyFinding]:
    """Every secret in `text`, which is narrow."""
    yield from _private_keys(text)
    yield from _formed(text)
    lowered = text.lower()
    if not any(stem in lowered for stem in _STEMS):
        yield from find_drawn_secrets(text, [])
        return
    words = [match.span() for match in CREDENTIAL_WORD.finditer(text)]
    if words:
        for match in _HEADER.finditer(text):
            if looks_chosen(value := match.group(match.lastindex or 0)) and can_be_secret(value):
                yield secret_finding(*match.span(match.lastindex or 0))
    if words or _MORE.search(text):
        yield from find_told_secrets(text)
    yield from find_drawn_secrets(text, words)


def _formed(text: str) -> Iterator[PrivacyFinding]:
    """Secrets by their form, and by their place in an address."""
    for match in forms.KNOWN.finditer(text):
        if can_be_secret(match.group()):
            yield secret_finding(*match.span())
    if "://" in text:
        for pattern in (_CONNECTION, forms.HOOK):
            for match in pattern.finditer(text):
                yield secret_finding(*match.span(1))
    if "=" in text:
        for pattern in (forms.PARAMETER, _COOKIE):
            for match in pattern.finditer(text):
                if can_be_secret(match.group(1)) and (pattern is not _COOKIE or looks_chosen(match.group(1))):
                    yield secret_finding(*match.span(1))


def _private_keys(text: str) -> Iterator[PrivacyFinding]:
    position = 0
    while begin := _PEM_BEGIN.search(text, position):
        closing = _PEM_END.search(text, begin.end())
        position = closing.end() if closing else len(text)
        yield secret_finding(begin.start(), position)
