"""Secrets that nothing assigns: strings that look as if a machine had drawn them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from mnemic.domain.regex import Regex
from mnemic.safety.privacy import secret_forms as forms
from mnemic.safety.privacy.findings import PrivacyFinding, secret_finding
from mnemic.safety.privacy.secret_values import can_be_secret

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
