"""Which slots of a schema ask for personal data, by what they are called and described as (S5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.rooms.task.schema import TaskSchema

_WORDS: Mapping[str, Regex[str]] = MappingProxyType(
    {
        kind: Regex(rf"(?<![a-z])(?:{latin})(?![a-z])|{han}")
        for kind, latin, han in (
            ("CN_MOBILE", "mobile|cell|phone|telephone|tel", "手机|电话"),
            ("PHONE", "mobile|cell|phone|telephone|tel", "手机|电话"),
            ("LANDLINE", "landline|phone|telephone|tel|fax", "座机|固话|电话|传真"),
            ("CN_ID", "id card|identity (?:card|number|no)|id (?:number|no)|national id", "身份证|证件"),
            ("PASSPORT", "passport", "护照|通行证"),
            ("EMAIL", "e ?mail", "邮箱|邮件地址"),
            ("ADDRESS", "(?:home |postal |delivery |shipping )?address|street", "地址|住址"),
            ("BANK_CARD", "(?:bank|credit|debit) card|card (?:number|no)", "银行卡|信用卡|卡号"),
            ("IBAN", "iban|bank account", "银行账[号户]"),
            ("SSN", "ssn|social security(?: number)?", "社保号|社会安全号"),
            ("NINO", "nino|national insurance(?: number)?", "国民保险号"),
            ("LICENCE", "driv(?:er|ing)s? licen[cs]e", "驾照|驾驶证"),
            ("USCC", "tax (?:id|number)|credit code", "信用代码|税号"),
            ("PLATE", "(?:licen[cs]e|number) plate|plate", "车牌"),
            ("WECHAT", "we ?chat", "微信"),
            ("QQ", "qq", "(?!)"),
            ("IP", "ip(?: address)?", "(?!)"),
        )
    }
)
"""What each kind is called, in lower case and with blanks between the words."""

_JOINED = Regex(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")


def personal_slots(schema: TaskSchema) -> Mapping[str, tuple[str, ...]]:
    """The slots that ask for personal data, each with the kinds it may mean, by name, title and description."""
    found = {slot: _kinds_of(slot, part) for slot, part in schema.slots.items()}
    return {slot: kinds for slot, kinds in found.items() if kinds}


def not_needed(schema: TaskSchema, needed: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """Those of them of whose kinds none is among the `needed` ones: what a task need not be told is not asked for."""
    return {slot: kinds for slot, kinds in personal_slots(schema).items() if not set(kinds) & set(needed)}


def _kinds_of(slot: str, part: Any) -> tuple[str, ...]:
    told = [slot, *(part.get(name, "") for name in ("title", "description", "format") if isinstance(part, Mapping))]
    text = " ".join(_JOINED.sub(" ", one) for one in told if isinstance(one, str)).lower()
    return tuple(kind for kind, words in _WORDS.items() if words.search(text))
