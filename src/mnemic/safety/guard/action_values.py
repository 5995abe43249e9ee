"""The values of an action that matter: addresses, numbers, amounts, paths, commands, names and ids (S2)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mnemic.domain.action import ActionValue, ValueKind
from mnemic.domain.entity import EntityKind
from mnemic.domain.regex import Regex
from mnemic.errors import InvalidInput
from mnemic.language import entities
from mnemic.safety.guard.inert_forms import UNSEEN

VALUES_MAX = 64  # of one action
DEPTH_MAX = 6  # of its arguments, as they are nested
CHARACTERS_MAX = 20_000  # of an action that are looked at

URL = Regex(
    r"(?:https?|ftp|wss?)://[^\s\"'<>，。；、）)\]}]+"
    r"|(?<![@\w.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|net|org|io|cn|dev|app|info|xyz|top|ru|site|co|me|cc|tv|ai|biz|online"
    r"|example|test|invalid|shop|club|link|uk|de|fr|jp|eu|us|edu|gov)\b(?:/[^\s\"'<>，。；、）)\]}]*)?",
    re.IGNORECASE,
)
EMAIL = Regex(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
NUMBER = Regex(r"(?<![\w.])\+?\d(?:[ \-]?\d){5,31}(?!\w|\.\d)")
AMOUNT = Regex(
    r"(?:[$€£¥￥]|\b(?:usd|eur|cny|rmb|gbp)\s?)\s?(?P<before>\d[\d,]*(?:\.\d+)?)"
    r"|(?<!\d)(?P<after>\d[\d,]{0,24}(?:\.\d{1,24})?)\s?(?P<scale>万|千|k\b)?\s?(?:元|块钱?|美元|欧元|人民币|yuan|dollars?|euros?|pounds?|usd|eur|cny|rmb|gbp)",
    re.IGNORECASE,
)
PATH = Regex(
    r"(?<![\w:/.])(?:~?/[\w.\-]+(?:/[\w.\-*]*)*|[A-Za-z]:\\[^\s\"'<>]+)"
    r"|\b[\w-]{1,255}/[\w./-]{1,1023}\.\w{1,5}\b"
)
ID = Regex(r"\b(?=[A-Z0-9-]{0,64}\d)(?=[A-Z0-9-]{0,64}[A-Z])[A-Z0-9][A-Z0-9-]{3,}\b")
_TO = Regex(
    r"\b(?:to|pay|invite|cc|notify|with|for|e-?mail|tell)\s+(?P<en>[A-Z][\w'-]+(?:\s[A-Z][\w'-]+){0,2})"
    r"|(?:发给|转给|付给|寄给|汇给|打给|抄送|邀请|通知|告诉|给|向)(?P<zh>[\u4e00-\u9fff]{2,4}?)(?=发|转|付|打|汇|寄|支付|提供|授权|开通|[，,。；\s\d]|$)"
)

_COMMAND = Regex(
    r"(?:`([^`\n]{2,400})`|(?:\b(?:run|execute|install)|执行|运行|安装)\s*(?:the command|命令)?"
    r"\s*[:：]\s*([^\n]{2,400}))",
    re.I,
)

_KEYS: Mapping[ValueKind, frozenset[str]] = {
    ValueKind.COMMAND: frozenset(
        {"command", "cmd", "script", "code", "shell", "query_sql", "sql", "package", "packages"}
    ),
    ValueKind.PATH: frozenset(
        {"path", "file", "filename", "file_path", "filepath", "directory", "dir", "folder", "target"}
    ),
    ValueKind.AMOUNT: frozenset({"amount", "price", "total", "sum", "金额", "value_amount", "fee"}),
    ValueKind.NUMBER: frozenset(
        {
            "account",
            "account_number",
            "iban",
            "card",
            "card_number",
            "phone",
            "phone_number",
            "mobile",
            "number",
            "账号",
            "卡号",
        }
    ),
    ValueKind.NAME: frozenset(
        "to recipient recipients payee beneficiary cc bcc contact contacts user username member grantee invitee"
        " attendees channel account_name owner assignee vendor merchant 收款人 收件人 姓名".split()
    ),
}
"""Names of arguments, and what they hold when nothing else tells."""

BESIDE_MARK = frozenset(
    "body text content message subject title note notes description summary comment memo reason caption html markdown"
    " 正文 内容 备注".split()
)
"""Arguments that hold what is said, not whom or what it acts on."""


def parsed_action(action: object) -> tuple[str, Mapping[str, Any] | str]:
    """The name and arguments of a proposed call, or "" and the words of an action in words.

    Raises:
        InvalidInput: it is neither.
    """
    if isinstance(action, str):
        if not action.strip():
            raise InvalidInput("The action is blank: give its words, or {'name': ..., 'arguments': {...}}.")
        return "", action[:CHARACTERS_MAX]
    if not isinstance(action, Mapping):
        raise InvalidInput(f"The action must be text or a tool call, not {type(action).__name__}.")
    inner = action.get("function")
    call = inner if isinstance(inner, Mapping) else action
    name, arguments = call.get("name"), call.get("arguments", call.get("input", {}))
    if not isinstance(name, str) or not name:
        raise InvalidInput("A tool call needs a name: {'name': ..., 'arguments': {...}}.")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments) if arguments.strip() else {}
        except (ValueError, RecursionError):
            arguments = {"arguments": arguments}
    if not isinstance(arguments, Mapping):
        arguments = {"arguments": arguments}
    return name, arguments


def action_values_in(name: str, arguments: Mapping[str, Any] | str) -> tuple[ActionValue, ...]:
    """The values of an action that matter, none twice."""
    if isinstance(arguments, str):
        commands = [
            ActionValue(kind=ValueKind.COMMAND, text=(match[1] or match[2]).strip())
            for match in _COMMAND.finditer(arguments)
        ]
        found = [*commands, *_typed(arguments, ""), *_named(arguments)]
    else:
        found = [value for key, text in _leaves(arguments, "", 0) for value in _of_argument(key, text)]
    return tuple(dict.fromkeys(found))[:VALUES_MAX]


def comparable_text(text: str) -> str:
    """A text as it is compared: width, case and invisible characters aside."""
    return UNSEEN.sub("", text if text.isascii() else unicodedata.normalize("NFKC", text)).casefold()


def digits_only(text: str) -> str:
    """The digits of a number."""
    return "".join(mark for mark in unicodedata.normalize("NFKC", text) if mark.isdigit())


def amounts_in(text: str) -> frozenset[float]:
    """Every number of a text, with 万, 千 and k reckoned in."""
    found = re.finditer(r"(\d[\d,]*(?:\.\d+)?)\s?(万|千|k\b)?", unicodedata.normalize("NFKC", text), re.IGNORECASE)
    scales = {"万": 10_000.0, "千": 1_000.0, "k": 1_000.0}
    return frozenset(float(match[1].replace(",", "")) * scales.get((match[2] or "").casefold(), 1.0) for match in found)


def _of_argument(key: str, text: str) -> Iterator[ActionValue]:
    last = key.rpartition(".")[2].casefold()
    kind = next((kind for kind, keys in _KEYS.items() if last in keys), None)
    if last.endswith("_id") or last == "id":
        kind = ValueKind.ID
    whole = kind in (ValueKind.COMMAND, ValueKind.PATH, ValueKind.ID)
    typed = [] if whole and kind is not ValueKind.COMMAND else list(_typed(text, key))
    if kind is ValueKind.COMMAND:
        yield ActionValue(kind=kind, text=text.strip(), where=key)
        yield from (value for value in typed if value.kind in (ValueKind.URL, ValueKind.EMAIL))
    elif typed:
        yield from typed
    elif kind is not None and text.strip():
        yield ActionValue(kind=kind, text=text.strip(), where=key)


def _typed(text: str, where: str) -> Iterator[ActionValue]:
    """The values that show by their form what they are, longest forms first."""
    left = text
    for kind, rule in (
        (ValueKind.EMAIL, EMAIL),
        (ValueKind.URL, URL),
        (ValueKind.PATH, PATH),
        (ValueKind.AMOUNT, AMOUNT),
        (ValueKind.NUMBER, NUMBER),
        (ValueKind.ID, ID),
    ):
        for match in rule.finditer(left):
            yield ActionValue(kind=kind, text=match.group().strip().rstrip(".,;"), where=where)
        left = rule.sub(lambda match: " " * len(match.group()), left)


def _named(text: str) -> Iterator[ActionValue]:
    """Whom an action in words is for."""
    found = [match["en"] or match["zh"] for match in _TO.finditer(text)]
    people = (EntityKind.PERSON, EntityKind.ORGANISATION)
    found += [one.name for one in entities.find_mentions(text) if one.kind in people and one.role != one.name]
    for name in dict.fromkeys(found):
        yield ActionValue(kind=ValueKind.NAME, text=name)


def _leaves(value: object, key: str, depth: int) -> Iterator[tuple[str, str]]:
    """The texts of arguments, each with the key it stands under."""
    if depth > DEPTH_MAX or value is None or isinstance(value, bool):
        return
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _leaves(part, f"{key}.{name}" if key else str(name), depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for part in value:
            yield from _leaves(part, key, depth + 1)
    else:
        yield key, str(value)[:CHARACTERS_MAX]
