"""Secrets: keys, tokens, passwords. Nothing of them is ever kept, not even the last four characters."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from mnemic.safety.findings import Finding

SECRET = "SECRET"
ENTROPY_BITS_MIN = 3.3  # per character; English words of 20 letters lie near 3, random base64 of 20 near 4
VALUE_CHARACTERS_MAX = 256

_KNOWN = re.compile(
    r"(?<![A-Za-z0-9_-])(?:sk-(?:[a-z]{2,8}\d{0,2}-)*[A-Za-z0-9_-]{16,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}"
    r"|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|[spr]k_(?:live|test)_[A-Za-z0-9]{10,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{16,}"
    r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[0-9a-f]{32,}|gsk_[A-Za-z0-9]{20,}|nvapi-[A-Za-z0-9_-]{20,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?)"
)
"""Prefixes as their issuers publish them (OpenAI, GitHub, GitLab, Hugging Face, AWS, Google, Alibaba and Tencent Cloud,
Slack, Stripe, npm, PyPI, SendGrid, DigitalOcean, Groq, NVIDIA), and JSON web tokens (RFC 7519)."""

_PEM_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_HEADER = re.compile(r"[Bb]earer\s{1,3}([A-Za-z0-9._~+/=-]{12,})|[Aa]uthorization:\s?[Bb]asic\s([A-Za-z0-9+/=]{8,})")
_CONNECTION = re.compile(r"://([^\s:/@\ufffc]{0,64}:[^\s@/\ufffc]{1,128})@(?=[\w\[])")

_PASSWORD_EN = r"passwords?|passwd|passphrase|passcode|pwd|pin(?: code| number)?"
_TOKEN_EN = (
    r"api[ _-]?keys?|api[ _-]?tokens?|(?:access|auth|refresh|bearer|session|bot)[ _-]?(?:tokens?|keys?)|"
    r"client[ _-]?secrets?|secret(?:[ _-]?(?:access[ _-]?)?keys?)?|private[ _-]?keys?|tokens?"
)
_LABEL_ZH = r"(?:密码|口令|密钥|秘钥|私钥|令牌|支付码|通关密语)"
_SET_ZH = r"(?:[:：=]|就?是|为|叫|(?:设置?|改|换|更新|重置|定)(?:成|为|到)了?)"
_VALUE = (
    rf"(?:[\"'“‘「`]([^\"'”’」`\s\ufffc]{{2,{VALUE_CHARACTERS_MAX}}})|([!-+\--:<-Z\\^-~]{{3,{VALUE_CHARACTERS_MAX}}}))"
)

_ASSIGNED = re.compile(
    rf"(?:{_PASSWORD_EN}|{_TOKEN_EN})[\"']?\s{{0,3}}(?:[:：=]|=>|->)\s{{0,3}}{_VALUE}", re.IGNORECASE
)
_SAID_EN = re.compile(
    rf"(?:{_PASSWORD_EN}|{_TOKEN_EN})(?: (?:for|to|of|on|at) (?:\S{{1,24}} ){{1,4}}?| )"
    rf"(?:is now |is still |is |was |= ?|will be |set to |changed to |to )(?:set to |changed to )?{_VALUE}",
    re.IGNORECASE,
)
_SAID_ZH = re.compile(rf"{_LABEL_ZH}[^\s，。,；;]{{0,3}}?\s?{_SET_ZH}\s?{_VALUE}|{_LABEL_ZH}\s?([!-~]{{6,64}})")
_PASSWORD = re.compile(rf"(?:{_PASSWORD_EN})\b", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:my|our|his|her|their|the) (?:\S{1,20} ){0,3}$", re.IGNORECASE)
_DOOR = re.compile(r"车库|门禁|门锁|大门|单元门|楼门|储物柜|快递柜|garage|door|gate|locker|mailbox", re.IGNORECASE)
_NEAR = re.compile(
    r"(?:api|key|token|secret|credential|密钥|秘钥|口令|令牌|凭证)[^\s\ufffc]{0,8}?[\s:：=为是\"'“`]{1,4}([A-Za-z0-9+/_=-]{20,})",
    re.IGNORECASE,
)
_NOT_A_VALUE = frozenset(
    (
        "a an the my your our required optional wrong incorrect invalid expired none null nil true false string"
        " str int too not no needed missing weak strong secure safe unsafe short long empty unknown reset changed"
        " stored saved kept hashed encrypted hidden in on at for to from with and or same different hard easy"
        " very still also now used protected written only being always never under what when where how something"
        " anything everything important case field input your_password yourpassword changeme redacted secret"
        " password token key xxx ... ***"
    ).split()
)


def entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def credentials(text: str) -> Iterator[Finding]:
    """Every secret in `text`, whose full-width forms have been narrowed."""
    yield from _private_keys(text)
    for match in _KNOWN.finditer(text):
        yield _finding(*match.span())
    for pattern in (_HEADER, _CONNECTION):
        for match in pattern.finditer(text):
            yield _finding(*match.span(match.lastindex or 0))
    for match in _NEAR.finditer(text):
        value = match.group(1)
        if entropy(value) >= ENTROPY_BITS_MIN and re.search(r"\d", value) and re.search(r"[A-Za-z]", value):
            yield _finding(*match.span(1))
    yield from _spoken(text)


def _private_keys(text: str) -> Iterator[Finding]:
    position = 0
    while begin := _PEM_BEGIN.search(text, position):
        closing = _PEM_END.search(text, begin.end())
        position = closing.end() if closing else len(text)
        yield _finding(begin.start(), position)


def _spoken(text: str) -> Iterator[Finding]:
    lowered = text.lower()
    english = any(stem in lowered for stem in ("pass", "pwd", "pin", "key", "token", "secret"))
    for pattern in (_ASSIGNED, _SAID_EN, _SAID_ZH) if english else (_SAID_ZH,):
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            start = match.start(group)
            value = match.group(group).rstrip("\"'`”’」.,;!?)]}>")
            lead = text[max(0, match.start() - 24) : match.start()]
            if pattern is _SAID_EN and not _looks_chosen(value) and not _owned_password(match.group(), lead):
                continue
            if _is_value(value) and not _opens_a_door(lead + match.group()[: start - match.start()], value):
                yield _finding(start, start + len(value))


def _is_value(value: str) -> bool:
    if len(value) < 3 or value.casefold() in _NOT_A_VALUE or value.startswith(("<", "${", "{{", "[", "//")):
        return False
    return any(character.isalnum() for character in value) and len(set(value)) > 1


def _owned_password(statement: str, lead: str) -> bool:
    """ "My wifi password is swordfish": a plain word counts as a password, never as a token, and only when owned."""
    return _PASSWORD.match(statement) is not None and _OWNED.search(lead) is not None


def _looks_chosen(value: str) -> bool:
    mixed = value[1:] != value[1:].lower() and value[1:] != value[1:].upper()
    return mixed or re.search(r"\d|[^\w'\s]|_", value) is not None


def _opens_a_door(lead: str, value: str) -> bool:
    """The short code of a garage, gate or locker: a thing one asks a memory for, and no credential of a system."""
    return len(value) <= 6 and value.rstrip("#*").isdigit() and _DOOR.search(lead) is not None


def _finding(start: int, end: int) -> Finding:
    return Finding(kind=SECRET, start=start, end=end)
