"""Secrets that are told: a label assigns them, or they stand behind it in its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.safety.privacy import secret_forms as forms
from mnemic.safety.privacy import secret_labels as labels
from mnemic.safety.privacy.findings import PrivacyFinding, secret_finding
from mnemic.safety.privacy.secret_values import can_be_secret, looks_chosen, trimmed_value

AFTER_LABEL = 64  # characters after a label in which its value is looked for

_PASSWORD = Regex(rf"(?:{labels.PASSWORD_EN})\b", re.IGNORECASE)
_OWNED = Regex(r"\b(?:my|our|his|her|their|the) (?:\S{1,20} ){0,3}$", re.IGNORECASE)
_DOOR = Regex(r"车库|门禁|门锁|大门|单元门|楼门|储物柜|快递柜|garage|door|gate|locker|mailbox", re.IGNORECASE)
_CODE_ZH = Regex(r"密码|密碼|口令|暗号|密令|授权码|恢复码|恢复代码|备用码|激活码|支付码|通关密语")

_SENTENCE = Regex(r"[。！？!?；]|\.(?:\s|$)|\n")
_WORDED = Regex(r"[a-z]{3,12}(?:[-._][a-z]{3,12}){2,8}\d{0,4}")  # words joined to a pass phrase
_CANDIDATE = Regex(r"[!-~]{6,128}")
_NAMES_A_THING = Regex(
    r".*://.*|.+@.*\.[^@]*|[\d.,:/%+-]*|\.?\w+\(.*|/[\w./?=&-]*|[\w.:-]*/[\w./:?=&-]*|\d{4}-\d\d-\d\d.*"
    r"|[\^\[(].*[\])$}]|\w+=[\"'].*"
    r"|[A-Za-z]{1,4}[-_]?\d{1,3}(?:[-_][A-Za-z0-9]{1,4})?|\d{1,3}[A-Za-z]+"
)

_LABEL = Regex(
    rf"(?<![A-Za-z_(-])(?:{labels.PASSWORD_EN})(?![A-Za-z_-]| (?:page|polic|manager|hint|reset|field|form|prompt"
    rf"|strength"
    rf"|must|should|generator|rules?\b|history))"
    rf"|(?:密码|口令)(?!管理|本|学|锁|箱|强度|策略|规则|长度|提示|错误|找回|红包)|授权码|恢复码|恢复代码|备用码"
    rf"|激活码|安全码|暗号|密令|解压码",
    re.IGNORECASE,
)
_NUMBER = Regex(
    r"(?: (?:is|was|of|=))?\s{0,2}[:：]?\s?[\"'“]?(\d{4,8})(?![\d-]|\s?(?:位|个|次|char|digit|times|days|users|people))"
)
_NUMBERED = Regex(
    r"pass[ _-]?codes?$|pins?\b.*$|pass[ _-]?words?$|cv[vc]2?$|code$|密码$|口令$|安全码$|码$", re.IGNORECASE
)
_GOES_ON = Regex(r"[ \"'”’)）]{0,2}[.?!。？！：:]?\s{0,2}(?:it's|it is|它是|是|就是|[:：])\s?", re.IGNORECASE)
_UNSPOKEN = Regex(r"[A-Z]{16,}|[A-Za-z]*[bcdfghjklmnpqrstvwxz]{4}[A-Za-z]*")  # letters that are no word
_CHINESE_LABEL = Regex(r"[\u4e00-\u9fff]")


def find_told_secrets(text: str) -> Iterator[PrivacyFinding]:
    """Values that a label for passwords, keys or codes is said to have, in either language."""
    yield from _assigned(text)
    for match in labels.TURNED.finditer(text):
        start, value = _value_of(match)
        if looks_chosen(value) and can_be_secret(value) and not forms.is_uuid(value):
            yield secret_finding(start, start + len(value))
    yield from _after_labels(text)


def _assigned(text: str) -> Iterator[PrivacyFinding]:
    for pattern in (labels.PHRASE, labels.CODES, labels.PAIR, labels.FLAG, labels.VARIABLE, labels.SAID_HAN):
        for match in pattern.finditer(text):
            start, value = _value_of(match)
            fitting = pattern is not labels.VARIABLE or looks_chosen(value)
            if fitting and can_be_secret(value) and "//" not in value:
                yield secret_finding(start, start + len(value))
    for pattern in (labels.ASSIGNED, labels.SAID_EN, labels.SAID_ZH):
        for match in pattern.finditer(text):
            start, value = _value_of(match)
            lead = text[max(0, match.start() - 24) : match.start()]
            if not _believed(pattern, match, value, lead) or not can_be_secret(value, _following(text, start, value)):
                continue
            if not _opens_a_door(lead + text[match.start() : start], value):
                yield secret_finding(start, start + len(value))


def _value_of(match: re.Match[str]) -> tuple[int, str]:
    """What a pattern says the value is, and where it begins."""
    group = match.lastindex or 0
    return _inner(match.start(group), match.group(group))


def _following(text: str, start: int, value: str) -> str:
    return text[start + len(value) : start + len(value) + 6]


def _believed(pattern: Regex[str], match: re.Match[str], value: str, lead: str) -> bool:
    """Whether a label and what it is said to hold go together: a password may be a plain word where it is assigned or
    owned, a key or token never is, and a number alone is none."""
    if pattern is labels.SAID_ZH:
        if not _CHINESE_LABEL.match(match.group()):
            return _made_by_machine(value)
        assigned = match.lastindex != pattern.groups
        worded = assigned or (len(value) >= 12 and value.isascii() and value.isalpha())
        if assigned and len(value) >= 8 and _UNSPOKEN.fullmatch(value):
            return True
        return looks_chosen(value) or (worded and _CODE_ZH.match(match.group()) is not None)
    if _PASSWORD.match(match.group()):
        return pattern is labels.ASSIGNED or looks_chosen(value) or _OWNED.search(lead) is not None
    if pattern is labels.SAID_EN:
        return _made_by_machine(value)
    if len(value) >= 12 and _UNSPOKEN.fullmatch(value):
        return True
    return looks_chosen(value) and len(value) >= 8 and re.fullmatch(r"[\d.,/k%:-]{1,11}|.*\{.*\}.*", value) is None


def _made_by_machine(value: str) -> bool:
    """Letters and digits, eight at least, and no name such as `user_id_2`."""
    drawn = forms.looks_drawn(value, characters_min=8, run_max=forms.RUN_NEAR_MAX)
    if len(value) < 8 or (re.fullmatch(r"[a-z]+(?:[_.:-][a-z0-9]+)+", value) and not drawn):
        return False
    return re.search(r"\d", value) is not None and re.search(r"[A-Za-z]", value) is not None


def _after_labels(text: str) -> Iterator[PrivacyFinding]:
    """The first value after a label in its sentence that was chosen or drawn: "log in with password Xy12"."""
    for label in _LABEL.finditer(text):
        window = text[label.end() : label.end() + AFTER_LABEL]
        number = _NUMBER.match(window) if _NUMBERED.search(label.group()) else None
        lead = text[max(0, label.start() - 24) : label.end()]
        if number and not _opens_a_door(lead, number.group(1)):
            yield secret_finding(label.end() + number.start(1), label.end() + number.end(1))
            continue
        first = _GOES_ON.match(window)
        begin = first.end() if first else 0
        stop = _SENTENCE.search(window, begin or (1 if window[:1] == "\n" else 0))
        for match in _CANDIDATE.finditer(window[: stop.start() + 1 if stop else None], begin):
            start, value = _inner(label.end() + match.start(), match.group())
            if len(value) >= 6 and _strong(value) and can_be_secret(value, _following(text, start, value)):
                yield secret_finding(start, start + len(value))
                break


def _strong(value: str) -> bool:
    """Letters with digits or signs as in a chosen password, and no file, date, address, version or name of code."""
    if forms.is_file(value) or forms.is_uuid(value) or _NAMES_A_THING.fullmatch(value):
        return False
    if _WORDED.fullmatch(value):
        return value.count(".") == 0 or value.count(".") >= 3 or value[-1].isdigit()
    letters = re.search(r"[A-Za-z]", value) is not None
    return letters and (re.search(r"\d", value) is not None or re.search(r"[!#$%^&*@~+?]", value[1:]) is not None)


def _opens_a_door(lead: str, value: str) -> bool:
    """The short code of a garage, gate or locker: a thing one asks a memory for, and no credential of a system."""
    return (
        len(value) <= 6
        and value.rstrip("#*").isdigit()
        and _DOOR.search(lead) is not None
        and _PASSWORD.search(lead) is None
    )


def _inner(start: int, value: str) -> tuple[int, str]:
    """A value without the signs it stands between, and where it begins."""
    opened = value.lstrip("\"'`([（=:,> ")
    if value[:1] in "<[{" or not opened:
        return start, trimmed_value(value)
    return start + len(value) - len(opened), trimmed_value(opened)
