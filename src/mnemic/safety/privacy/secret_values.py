"""What a label for secrets may be followed by that is none: talk, placeholders, code, and names of things."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

LOOKED_AT_CHARACTERS = 300  # of a value

_TALK = frozenset(
    (
        "a an the my your our required optional wrong incorrect invalid expired none null nil true false string "
        "str int bool bytes text too not no needed missing weak strong secure safe unsafe short long empty "
        "unknown reset changed stored saved kept hashed encrypted hidden in on at for to from with and or same "
        "different hard easy very still also now used protected written only being always never under what when "
        "where how something anything everything important case field input your_password yourpassword changeme "
        "redacted secret password passwd token key xxx ... *** its it he she we they this that which who because "
        "so as by if protection manager policy rotation generator hash hashing resets strength length length. "
        "sharing based auth authentication authorization oauth oauth2 login signin value values file files set "
        "get create generate update delete valid validation refresh here there below above again ok okay yes done "
        "please bcrypt argon2 argon2id scrypt pbkdf2 md5 sha1 sha256 sha-256 sha512 sha-512 aes aes-256 aes256 "
        "aes-128 rsa base64 base32 hex utf-8 utf8 ascii json yaml jwt tls ssl https http wifi wi-fi admin "
        "optional[str] securestring ask see minimum maximum least use check note make choose enter type pick "
        "forgot forget lost contact send sent via per should will would can cannot do have has was were tbd n/a "
        "default visible shown masked dots expires_in bearer number integer object array enum lastpass 1password "
        "bitwarden keepass keepassxc dashlane 2fa mfa totp otp sms iphone android windows macos linux"
    ).split()
)
_PLACEHOLDER = Regex(
    r"[<\[{].*|\$[A-Za-z_{(].*|%\w+%|.*[<>].*|.*(?:your|insert|replace|example|sample|placeholder|dummy|fake|change)"
    r"[_-]?(?:own[_-]?)?(?:api|access|secret|token|key|pass|pwd|client|value|here|me|this|bot|app)\w*.*"
    r"|(?:my|the|some)[_-](?:api|access|secret|token|key|pass|pwd|client|value|bot|app)\w*"
    r"|.*(?:[-_]here|xxxx|\*\*\*|\.\.\.|…|•••|____|0000000000|1234567890abcdef).*"
    r"|(?:sk|pk|ghp|key|tok|token|secret|api)[-_](?:x+|\*+|\.+|…|[a-z]{0,12})|-{2,}.*|x+",
    re.IGNORECASE,
)
_ENVIRONMENT = Regex(r"[A-Z][A-Z]*(?:_[A-Z]+)+")
_CODE = Regex(
    r"\.?[A-Za-z_][\w.]*[(\[{].*|import\.meta.*|\w+(?:\.\w+)*\.[A-Z_]{3,}|![a-z]+|(?:self|os|settings|config|cfg"
    r"|env|process|args|ctx|request|req|props|state|this|user"
    r"|app|secrets?|vault|data|params|ref)\.[A-Za-z_].*|"
    r"getenv.*|[a-z]{1,12}=|#[0-9a-fA-F]{3,8}|await\b.*|lambda\b.*|/(?:[\w.-]+/)*[\w.-]*|~/.*|\.{1,2}/.*|https?:.*"
    r"|//.*|[A-Za-z]:\\\\?.*|(?:Optional|SecretStr|String|Field)\b.*",
)
_ABOUT = Regex(
    r"\s?(?:位|个字|个|次|天|分钟|小时|秒|种|加密|编码|存|算法|格式|哈希|解|生成|管理|的时候|协议|登录|认证|这种"
    r"|这样|之类|类型|字段|参数|变量|函数|方法|接口)"
)
_ABOUT_EN = Regex(
    r"\s(?:encod|encrypt|hash|characters?|chars?|bits?|bytes?|times|days|hours|minutes|algorithm|format|digits"
    r"|letters|words|users?|attempts)",
    re.IGNORECASE,
)
_FIELD = Regex(
    r";[A-Za-z][\w ]{0,30}=|[\"'],[\"' \w]|&[A-Za-z]\w{0,20}=|<\/\w"
)  # the next one of a connection string, a list, a query
_NAME = Regex(r"[A-Za-z_]+(?:\.[A-Za-z_]+)*")  # of a function, where a parenthesis follows
_TRAIL = " ([{<\"'`”’」』》.,;!?)]}>，。；！？）】、*"


def trimmed_value(value: str) -> str:
    """A value without what ends its sentence or its quotation. An exclamation mark at the end belongs to neither for
    certain and goes with the value."""
    if field := _FIELD.search(value):
        value = value[: field.start()]
    cut = value.rstrip(_TRAIL)
    tail = value[len(cut) :]
    return cut + (tail[: len(tail) - len(tail.lstrip("!?*"))] if cut else "")


def can_be_secret(value: str, following: str = "") -> bool:
    """Whether a string can be a secret: no talk, placeholder, code, path or reference, nor followed by what says so."""
    value = value[:LOOKED_AT_CHARACTERS]
    plain = value.strip("\"'`*_.,;:!?()[]{}<>").casefold()
    if len(value) < 3 or plain in _TALK or not any(character.isalnum() for character in value):
        return False
    if len(set(value)) < 3 and not value.isdigit():
        return False
    if _PLACEHOLDER.fullmatch(value) and not _certain(value):
        return False
    if _CODE.fullmatch(value) or _ENVIRONMENT.fullmatch(value):
        return False
    if following[:1] == "(" and _NAME.fullmatch(value):
        return False
    return not (_ABOUT.match(following) or _ABOUT_EN.match(following))


def _certain(value: str) -> bool:
    """A form that only looks like a placeholder: long, with digits among its letters."""
    changes = len(re.findall(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[a-z0-9])|(?<=\d)(?=[A-Za-z])", value))
    return len(value) >= 12 and changes >= 6 and re.search(r"[xX*.]{4}", value) is None


def looks_chosen(value: str) -> bool:
    """Digits, signs or capitals inside, as people and machines put them into secrets."""
    mixed = value[1:] != value[1:].lower() and value[1:] != value[1:].upper()
    return mixed or re.search(r"\d|[^\w'\s]|_", value) is not None
