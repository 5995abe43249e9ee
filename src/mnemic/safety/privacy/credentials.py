"""Secrets: keys, tokens and passwords, told or drawn.

Secrets that nothing assigns: strings that look as if a machine had drawn them.

Secrets that are told: a label assigns them, or they stand behind it in its sentence.

Secrets: keys, tokens, passwords. Nothing of them is ever kept, not even the last four characters.

Four ways lead to a secret: the form its issuer gave it, a label that assigns it ("password: ...", "密码是..."), a look
as if a machine had drawn it beside a word for credentials, and that look alone where it is strong.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from mnemic.domain.regex import Regex
from mnemic.safety.privacy import secret_forms as forms
from mnemic.safety.privacy import secret_labels as labels
from mnemic.safety.privacy.findings import SECRET, PrivacyFinding, secret_finding
from mnemic.safety.privacy.secret_values import can_be_secret, looks_chosen, trimmed_value

NEAR = 90  # characters between a word for credentials and a string that looks drawn; two short sentences

CredentialWords = Sequence[tuple[int, int]]  # where words for credentials begin and end, in order

CREDENTIAL_WORD = Regex(
    r"密[码碼钥鑰令]|秘钥|私钥|口令|令牌|授权码|恢复码|恢复代码|凭[据证]|验证器|鉴权|安全码|种子|passw|passphrase"
    r"|passcode|passwd|\bpwd\b|\bpass\b|secret|"
    r"token|(?<![a-z])(?:[a-z]{0,12}[_-])?(?:api|access|private|app)?[_-]?key(?:s|id)?(?![a-z])|apikey|credential"
    r"|\bcreds?\b|authenticat|authoriz|\b[tT]?otp\b|"
    r"\b2fa\b|cookie|bearer|webhook|\bjwt\b|\bAK\b|\bSK\b|appsecret|signature",
    re.IGNORECASE,
)
_HASHES = Regex(
    r"commit|\bsha-?\d{0,3}\b|hash|\bmd5\b|checksum|digest|revision|\brev\b|etag|fingerprint|\buuid\b|\bguid\b"
    r"|trace[ _-]?id|request[ _-]?id|transaction|"
    r"\btx(?:id|n)?\b|block\b|wallet address|address|docker|image|container|\bbuild\b|branch|cherry-pick|rebase"
    r"|revert|\bgit\b|blob|merge|public key|"
    r"摘要|校验|哈希|提交|指纹|镜像|容器|交易|区块|公钥|回滚|地址",
    re.IGNORECASE,
)
_TOKEN = Regex(r"[A-Za-z0-9][A-Za-z0-9+/_.~-]{10,}={0,2}")
_LOWER_RUN = Regex(r"(?<![A-Za-z0-9])[a-z]{16}(?![A-Za-z0-9])")
_CODE = Regex(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{4}[ -]?){4,8}(?![A-Za-z0-9])")
_UNSPEAKABLE = Regex(r"[bcdfghjklmnpqrstvwxz]{4}")  # no word has four consonants in a row
_DIGIT = Regex(r"\d")


def find_drawn_secrets(text: str, words: CredentialWords) -> Iterator[PrivacyFinding]:
    """Strings that look as if a machine had drawn them: strongly, or less so beside a word for credentials."""
    for match in _TOKEN.finditer(text):
        value = match.group().rstrip(".-_~/")
        start = match.start()
        if not can_be_secret(value):
            continue
        lead = text[max(0, start - 40) : start]
        if forms.is_public(value, lead):
            continue
        if _beside(words, start, match.end(), text):
            suspicious = _hexadecimal_key(value) or _weakly(value)
        else:
            suspicious = _strongly(value) and not _in_an_address(text, start)
        if suspicious:
            yield secret_finding(start, start + len(value))
    if not words:
        return
    for pattern, fits in ((_LOWER_RUN, _UNSPEAKABLE), (_CODE, _DIGIT)):
        for match in pattern.finditer(text):
            if fits.search(match.group()) and _beside(words, *match.span(), text):
                yield secret_finding(*match.span())


def _weakly(value: str) -> bool:
    if len(value) >= 24 and forms.looks_drawn(value, characters_min=24, run_max=forms.RUN_LONG_MAX):
        return True
    return len(value) >= 12 and forms.looks_drawn(value, characters_min=10, run_max=forms.RUN_NEAR_MAX)


def _hexadecimal_key(value: str) -> bool:
    return len(value) >= 24 and forms.is_hexadecimal(value) and not value.isdigit() and _DIGIT.search(value) is not None


def _strongly(value: str) -> bool:
    cases = re.search(r"[a-z]", value) is not None and re.search(r"[A-Z]", value) is not None
    drawn = len(value) >= 20 and forms.looks_drawn(value, characters_min=16, run_max=forms.RUN_MAX)
    return drawn and cases and not forms.is_hexadecimal(value)


def _beside(words: CredentialWords, start: int, end: int, text: str) -> bool:
    """Whether a word for credentials is near, and no word for hashes nearer."""
    place = bisect_left(words, (start, start))
    close = words[max(place - 1, 0) : place + 1]
    near = min((max(start - word_end, begin - end, 0) for begin, word_end in close), default=NEAR + 1)
    if near > NEAR:
        return False
    lead = text[max(0, start - 40) : start]
    other = max((found.end() for found in _HASHES.finditer(lead)), default=None)
    return other is None or near < len(lead) - other


def _in_an_address(text: str, start: int) -> bool:
    """Whether a string stands in a web address, whose parts are often drawn and no secret."""
    head = text[max(0, start - 200) : start]
    return "://" in head[max(head.rfind(" "), head.rfind("\n")) + 1 :]


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
