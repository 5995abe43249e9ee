"""The forms of keys and tokens as their issuers publish them, and which strings look as if a machine had drawn them."""

from __future__ import annotations

import base64
import math
import re
from collections import Counter

ENTROPY_BITS_MIN = 3.0  # per character; a random hexadecimal string of 32 has 3.6, one of words about 3.5
RUN_MAX = (
    2.5  # mean length of runs of one class; random base64 has 1.9, hexadecimal 2.0, identifiers of code 4 and more
)
DRAWN_CHARACTERS_MAX = 512  # of a string that are looked at
JOINED_MIN = 16  # characters of a string drawn with - and _ among them
RUN_JOINED_MAX = 2.2
RUN_LONG_MAX = 3.3  # the same, of 24 characters and more without a separator
RUN_NEAR_MAX = 2.9  # beside a word for credentials

KNOWN = re.compile(
    r"(?<![A-Za-z0-9_])(?:sk-(?:[a-z]{2,8}\d{0,2}-)*[A-Za-z0-9_-]{16,}|[spr]k_(?:live|test)_[A-Za-z0-9]{10,}"
    r"|whsec_[A-Za-z0-9+/=]{16,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,}|gl(?:pat|dt|rt|ptt|cbt|soat|ft|imt"
    r"|agent)-[A-Za-z0-9_-]{16,}"
    r"|hf_[A-Za-z0-9]{20,}|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|GOCSPX-[A-Za-z0-9_-]{20,}"
    r"|1//0[A-Za-z0-9_-]{20,}|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,}|AKLT[A-Za-z0-9]{16,}|ALTAK[A-Za-z0-9]{16,}"
    r"|xox[abceoprs](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_-]{16,}"
    r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|do[opr]_v1_[0-9a-f]{32,}|gsk_[A-Za-z0-9]{20,}"
    r"|nvapi-[A-Za-z0-9_-]{20,}"
    r"|shp(?:at|ss|ca|pa|tka)_[0-9a-fA-F]{24,}|sq0[a-z]{3}-[A-Za-z0-9_-]{20,}|EAA[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{30,}"
    r"|secret_[A-Za-z0-9]{30,}|lin_(?:api|oauth)_[A-Za-z0-9]{24,}|figd_[A-Za-z0-9_-]{20,}|PMAK-[A-Za-z0-9-]{20,}"
    r"|pplx-[A-Za-z0-9]{20,}"
    r"|hv[sbr]\.[A-Za-z0-9_-]{16,}|s\.[A-Za-z0-9]{24}(?![A-Za-z0-9])|dapi[0-9a-f]{32}(?:-\d)?|dp\.(?:pt|st|ct"
    r"|sa)\.[A-Za-z0-9]{30,}"
    r"|pscale_[a-z]{2,8}_[A-Za-z0-9._-]{24,}|NRAK-[A-Z0-9]{20,}|NRJS-[0-9a-f]{16,}"
    r"|glsa_[A-Za-z0-9]{20,}_[0-9a-f]{6,}|glc_[A-Za-z0-9+/=]{24,}"
    r"|sntry[su]_[A-Za-z0-9_=+/-]{24,}|ATATT[A-Za-z0-9_=-]{24,}|ATCTT[A-Za-z0-9_=-]{24,}|key-[0-9a-f]{32}"
    r"|SEC[0-9a-f]{64}|SK[0-9a-f]{32}|AC[0-9a-f]{32}"
    r"|sl\.[A-Za-z0-9_-]{30,}|rnd_[A-Za-z0-9]{20,}|fo1_[A-Za-z0-9_-]{20,}|fly?v?1[ _][A-Za-z0-9+/=_,-]{40,}"
    r"|tskey-[a-z]+-[A-Za-z0-9-]{16,}"
    r"|AGE-SECRET-KEY-1[0-9A-Z]{40,}|xprv[1-9A-HJ-NP-Za-km-z]{80,}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])"
    r"|\d{8,10}:A[A-Za-z0-9_-]{33,36}|[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"
    r"|[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])|fc-[0-9a-f]{32}|r8_[A-Za-z0-9]{30,}|tvly-[A-Za-z0-9-]{16,}"
    r"|jina_[A-Za-z0-9_-]{30,}"
    r"|AQ[A-Za-z0-9_-]{60,}|cfut_[A-Za-z0-9_-]{30,}|vercel_[a-z]+_[A-Za-z0-9]{20,}|sbp_[0-9a-f]{32,}"
    r"|re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{16,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3})"
    r"|(?<=/bot)\d{8,10}:A[A-Za-z0-9_-]{30,36}"
)
"""Prefixes as their issuers publish them (OpenAI, Stripe, GitHub, GitLab, Hugging Face, AWS, Google, Alibaba, Tencent,
Volcengine and Baidu Cloud, Slack, npm, PyPI, SendGrid, DigitalOcean, Groq, NVIDIA, Shopify, Square, Meta, Notion,
Linear, Figma, Postman, Perplexity, Vault, Databricks, Doppler, PlanetScale, New Relic, Grafana, Sentry, Atlassian,
Mailgun, Twilio, Dropbox, Render, Fly, Tailscale, age, Bitcoin, Telegram, Discord, Zhipu, Replicate, Tavily, Jina,
Supabase, Resend), and JSON web tokens (RFC 7519)."""

HOOK = re.compile(
    r"https?://[\w.-]{0,60}/(?:[\w./-]{0,60}/)?(?:services|webhooks?|hooks?)/([\w-]{2,40}(?:/[\w-]{2,90}){0,3})"
)
"""Addresses that anybody who has them may post to (Slack, Discord, Feishu)."""

PARAMETER = re.compile(
    r"[?&#;](?:[\w.-]{0,30}(?:token|key|secret|sig|signature|pass(?:word|wd)?|pwd|auth|credential|session|code)|sig"
    r"|sign|ak|sk)="
    r"([^&;#\s\"'<>，。）)\ufffc]{6,512})",
    re.IGNORECASE,
)

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HEXADECIMAL = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_RUNS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_DATED = re.compile(r"\d{4}-?[01]\d-?[0-3]\d(?:[T_-]?\d{2}[:-]?\d{2}(?:[:-]?\d{2})?Z?)?|^v?\d+(?:\.\d+){1,4}")
_FILE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|bmp|ico|pdf|docx?|xlsx?|pptx?|txt|md|csv|json|ya?ml|toml|xml|html?|css|jsx?|tsx?"
    r"|py|go|rs|java|rb|"
    r"php|c|h|cpp|sh|sql|db|log|zip|gz|tar|mp[34]|mov|wav|lock|conf|ini|env|pem|key|crt|whl)$",
    re.IGNORECASE,
)
_PUBLIC = re.compile(
    r"(?:bitcoin|\bbtc\b|wallet|钱包)[^\n]{0,24}$|(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S{1,20}|sha(?:1|256|384"
    r"|512)[-:]|base64,)\s?$|SHA256:$"
    r"|\bdata:[\w/+.-]{0,40};base64,\s?$",
    re.IGNORECASE,
)
_PATH = re.compile(r"[a-z][a-z0-9._-]*(?:/[a-z0-9._-]+)+/?|(?:[A-Za-z][a-z]{2,}[\d.]*[/_-]?){2,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_JOINTS = re.compile(r"[-_]")
_EVERY_CLASS = re.compile(r"(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w+$", re.ASCII)
_SEGMENTS = re.compile(r"[-_.:~]+")
_NAMED = re.compile(
    r"bc1[a-z0-9]{25,}$|Qm[1-9A-HJ-NP-Za-km-z]{44}$|bafy[a-z0-9]{50,}$|ssh-|iVBOR|/9j/|R0lGOD|UklGR|PHN2Zy|AAAA[BCE]3"
    r"|MIIB?Ij?AN|0x[0-9a-fA-F]{40}$"
)


def entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def is_uuid(value: str) -> bool:
    """Whether a value is written as a UUID (RFC 9562)."""
    return _UUID.fullmatch(value) is not None


def is_hexadecimal(value: str) -> bool:
    """Whether a value has hexadecimal digits only: as likely a hash as a key."""
    return _HEXADECIMAL.fullmatch(value) is not None


def is_file(value: str) -> bool:
    """Whether a value ends like the name of a file."""
    return _FILE.search(value) is not None


def is_public(value: str, lead: str) -> bool:
    """Whether a random string is made to be shown: a public key, a digest, an image in base64, an address; or is talk
    in base64, which is the guard's business."""
    return _talks(value) or _NAMED.match(value) is not None or _PUBLIC.search(lead) is not None


def _talks(value: str) -> bool:
    """Whether base64 hides words: of a key it never does."""
    body = value.rstrip("=").translate(str.maketrans("-_", "+/"))
    if len(body) < 20 or len(body) % 4 == 1 or not _BASE64.fullmatch(body):
        return False
    try:
        said = base64.b64decode(body + "=" * (-len(body) % 4)).decode("utf-8")
    except ValueError:
        return False
    return said.isprintable() and (said.count(" ") >= 2 or len(_HAN.findall(said)) >= 4)


def looks_drawn(value: str, *, characters_min: int, run_max: float) -> bool:
    """Whether letters and digits change in `value` as they do in random strings and never do in words, in a stretch of
    at least `characters_min` without separators."""
    value = value[:DRAWN_CHARACTERS_MAX]
    if is_file(value) or is_uuid(value) or _PATH.fullmatch(value):
        return False
    plain = _DATED.sub("", value)
    if any(len(part) >= characters_min and _mixed(part, run_max) for part in _SEGMENTS.split(plain)):
        return True
    joined = _JOINTS.sub("", plain)
    return (
        len(joined) >= JOINED_MIN
        and _EVERY_CLASS.match(joined) is not None
        and _mixed(joined, min(run_max, RUN_JOINED_MAX))
    )


def _mixed(part: str, run_max: float) -> bool:
    runs = _RUNS.findall(part)
    if not runs or not any(run.isdigit() for run in runs) or all(run.isdigit() for run in runs):
        return False
    return sum(map(len, runs)) / len(runs) <= run_max and entropy(part) >= ENTROPY_BITS_MIN
