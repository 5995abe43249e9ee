"""Numbers that name a person: identity cards, phones, bank cards, passports, plates, accounts.

Where a standard gives a check digit it is used: GB 11643 (identity card), GB 32100 (unified social credit code),
ISO/IEC 7812 (Luhn), ISO 13616 (IBAN). An explicit label ("身份证号", "card number") stands in for a wrong check digit:
a number with one digit mistyped is still the person's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from mnemic.safety.findings import Finding, before, names_something_else, stands_alone

Valid = Callable[[str, str], bool]  # of the value and the clause before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """One kind of identifying number: how it is written and what makes it valid."""

    kind: str
    pattern: re.Pattern[str]
    valid: Valid
    contains: str = ""  # a character without which the pattern cannot match
    labelled: bool = False  # the pattern holds its own label, and group 1 is the value

    def find(self, text: str) -> Iterator[Finding]:
        """Every valid value of this kind in `text`, whose full-width forms have been narrowed."""
        if self.contains not in text:
            return
        for match in self.pattern.finditer(text):
            start, end = match.span(1 if self.labelled else 0)
            if not self.labelled and not stands_alone(text, start, end):
                continue
            if self.valid(text[start:end], before(text, start)) and not names_something_else(text, start, end):
                yield Finding(kind=self.kind, start=start, end=end)


def digits(value: str) -> str:
    """Only the decimal digits of `value`."""
    return "".join(character for character in value if character.isdigit())


def luhn(value: str) -> bool:
    """The check of ISO/IEC 7812-1, annex B, on a string that may hold separators."""
    total = 0
    for index, character in enumerate(reversed(digits(value))):
        doubled = int(character) * (1 + index % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def identity_card(value: str) -> bool:
    """The check character of GB 11643-1999 (ISO 7064 MOD 11-2) on eighteen characters."""
    weighted = sum(int(character) * (1 << (17 - index)) for index, character in enumerate(value[:17]))
    return "10X98765432"[weighted % 11] == value[17].upper()


_CREDIT_CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY"


def credit_code(value: str) -> bool:
    """The check character of GB 32100-2015 (modulus 31) on eighteen characters."""
    ranks = [_CREDIT_CODE.find(character) for character in value.upper()]
    if min(ranks) < 0:
        return False
    return (31 - sum(rank * pow(3, index, 31) for index, rank in enumerate(ranks[:17])) % 31) % 31 == ranks[17]


def iban(value: str) -> bool:
    """The check of ISO 13616 (modulus 97) on a value that may hold spaces."""
    packed = value.replace(" ", "").upper()
    if not 15 <= len(packed) <= 34:
        return False
    return int("".join(str(int(character, 36)) for character in packed[4:] + packed[:4])) % 97 == 1


def _real_date(value: str) -> bool:
    try:
        born = date(int(value[:4]), int(value[4:6]), int(value[6:8]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2099


_ID_LABEL = re.compile(r"身份证|证件|公民身份|\bid (?:card|number)", re.IGNORECASE)
_CARD_LABEL = re.compile(
    r"(?:银行卡|信用卡|储蓄卡|借记卡|工资卡|(?<!会员)卡号)|(?:credit|debit|bank) card|card (?:number|no)", re.IGNORECASE
)
_CODE_LABEL = re.compile(r"信用代码|税号|纳税人识别号")
_PASSPORT_LABEL = re.compile(r"护照|通行证|passport", re.IGNORECASE)
_LANDLINE_LABEL = re.compile(r"座机|固话|电话|\btel\b|传真|fax", re.IGNORECASE)
_SSN_LABEL = re.compile(r"\bssn\b|social security", re.IGNORECASE)
_VERSION_LABEL = re.compile(r"版本|version|\bv$|固件|firmware|章节|section", re.IGNORECASE)
_TOLL_FREE = frozenset({"400", "800", "833", "844", "855", "866", "877", "888"})


def _valid_identity(value: str, lead: str) -> bool:
    packed = value.replace(" ", "").replace("-", "")
    return _real_date(packed[6:14]) and (identity_card(packed) or _ID_LABEL.search(lead) is not None)


def _valid_old_identity(value: str, lead: str) -> bool:
    return _real_date("19" + value[6:12]) and _ID_LABEL.search(lead) is not None


def _valid_mobile(value: str, lead: str) -> bool:
    return sum(not character.isdigit() and character not in "+()" for character in value) <= 4


def _valid_card(value: str, lead: str) -> bool:
    if not 13 <= len(digits(value)) <= 19 or len(set(digits(value))) < 2:
        return False
    return (luhn(value) and value[0] in "3456") or _CARD_LABEL.search(lead) is not None


def _valid_code(value: str, lead: str) -> bool:
    return credit_code(value) or _CODE_LABEL.search(lead) is not None


def _valid_plate(value: str, lead: str) -> bool:
    return any(character.isdigit() for character in value)


def _valid_passport(value: str, lead: str) -> bool:
    return _PASSPORT_LABEL.search(lead) is not None or re.fullmatch(r"G\d{8}|E[A-HJ-NP-Z\d]\d{7}", value) is not None


def _valid_landline(value: str, lead: str) -> bool:
    return not value.isdigit() or _LANDLINE_LABEL.search(lead) is not None


def _valid_us_phone(value: str, lead: str) -> bool:
    number = digits(value)[-10:]
    return number[:3] not in _TOLL_FREE and not digits(value).startswith("00")


def _valid_foreign_phone(value: str, lead: str) -> bool:
    return 8 <= len(digits(value)) <= 15


def _valid_ssn(value: str, lead: str) -> bool:
    number = digits(value)
    real = number[:3] not in ("000", "666") and number[0] != "9" and number[3:5] != "00" and number[5:] != "0000"
    return real and ("-" in value or " " in value or _SSN_LABEL.search(lead) is not None)


def _valid_ip(value: str, lead: str) -> bool:
    octets = [int(part) for part in value.split(".")]
    return max(octets) <= 255 and value not in ("0.0.0.0", "127.0.0.1") and _VERSION_LABEL.search(lead) is None


def _always(value: str, lead: str) -> bool:
    return True


_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"

IDENTIFIERS: tuple[Identifier, ...] = (
    Identifier(kind="CN_ID", pattern=re.compile(r"[1-9]\d{5}[ -]?\d{8}[ -]?\d{3}[\dXx]"), valid=_valid_identity),
    Identifier(kind="CN_ID", pattern=re.compile(r"[1-9]\d{14}"), valid=_valid_old_identity),
    Identifier(
        kind="USCC", pattern=re.compile(r"[159ANY][0-9A-Za-z]\d{6}[0-9A-Za-z]{9}[0-9A-Za-z]"), valid=_valid_code
    ),
    Identifier(
        kind="BANK_CARD",
        pattern=re.compile(r"[1-9]\d{12,18}|[1-9]\d{3}(?:[ -]\d{4}){3}(?:[ -]?\d{1,3})?|3\d{3}[ -]\d{6}[ -]\d{5}"),
        valid=_valid_card,
    ),
    Identifier(
        kind="IBAN",
        pattern=re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
        valid=lambda value, _: iban(value),
    ),
    Identifier(
        kind="CN_MOBILE",
        pattern=re.compile(r"(?:\(?\+\(?86\)?|00 ?86|86)[ -]?1[ -]?[3-9](?:[ -]?\d){9}|1[ -]?[3-9](?:[ -]?\d){9}"),
        valid=_valid_mobile,
    ),
    Identifier(
        kind="LANDLINE",
        pattern=re.compile(
            r"(?:\+86[ -]?[1-9]\d{1,2}|\(0\d{2,3}\)|0\d{2,3})[ -]?\d{7,8}|\+86[ -]?\d{2,3}[ -]\d{4}[ -]\d{4}"
        ),
        valid=_valid_landline,
    ),
    Identifier(kind="SSN", pattern=re.compile(r"\d{3}(?:-\d{2}-|[ ]\d{2}[ ]|\d{2})\d{4}"), valid=_valid_ssn),
    Identifier(
        kind="PHONE",
        pattern=re.compile(r"(?:\+?1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}"),
        valid=_valid_us_phone,
    ),
    Identifier(
        kind="PHONE",
        pattern=re.compile(r"\+[1-9]\d{0,2}(?:[ -]?\(?\d{1,5}\)?){2,6}"),
        valid=_valid_foreign_phone,
    ),
    Identifier(
        kind="PLATE",
        pattern=re.compile(
            rf"[{_PROVINCES}][A-HJ-NP-Z][ ·•.-]?[A-HJ-NP-Z0-9]{{4}}[A-HJ-NP-Z0-9挂学警港澳][A-HJ-NP-Z0-9]?"
        ),
        valid=_valid_plate,
    ),
    Identifier(kind="PASSPORT", pattern=re.compile(r"[A-Z][A-Z]?\d{7,9}"), valid=_valid_passport),
    Identifier(
        kind="PASSPORT",
        pattern=re.compile(r"passport (?:number|no\.?|#)?(?: is|:)? ?([A-Z]?\d{8,9})(?!\d)", re.IGNORECASE),
        valid=_always,
        labelled=True,
    ),
    Identifier(kind="IP", contains=".", pattern=re.compile(r"[12]?\d{1,2}(?:\.\d{1,3}){3}"), valid=_valid_ip),
    Identifier(kind="IP", contains=":", pattern=re.compile(r"[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}"), valid=_always),
    Identifier(kind="WECHAT", pattern=re.compile(r"wxid_[A-Za-z0-9_-]{5,24}"), valid=_always),
    Identifier(
        kind="WECHAT",
        pattern=re.compile(
            r"(?:微信|薇信|威信|[Vv]信|[Ww]e[Cc]hat|WECHAT|\b(?:VX|vx|WX|wx))(?: ?(?:号码?|账号|帐号|ID|id))?"
            r"(?: ?[:：=] ?| is |(?:是|为|叫|加|改成了?|换成了?) ?|(?<=号)|(?<=[IiDd])| )"
            r"([A-Za-z][A-Za-z0-9_-]{5,19}|\d{6,12})(?![A-Za-z0-9_@.])"
        ),
        valid=lambda value, lead: (
            re.search(r"[\d_-]", value) is not None or re.search(r"[:：=是为叫号]\s?$", lead) is not None
        ),
        labelled=True,
    ),
    Identifier(
        kind="QQ",
        pattern=re.compile(
            r"(?:QQ|[Qq]q|扣扣|企鹅)(?:群|号|号码|账号)?"
            r"(?: ?[:：=] ?|(?:是|为|加|改成了?|换成了?) ?| is | )?([1-9]\d{4,11})(?![\d@.])"
        ),
        valid=_always,
        labelled=True,
    ),
)
"""In order of precedence: where two overlap, the earlier one stands."""

_EMAIL = re.compile(r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_EMAIL_NAME = re.compile(r"[A-Za-z0-9._%+-]{1,64}$")
_SPOKEN = re.compile(r"[一幺][零〇一二三四五六七八九幺]{10}(?![零〇一二三四五六七八九幺])")


def emails(text: str) -> Iterator[Finding]:
    """E-mail addresses, found from their @ so that the cost is linear."""
    for at in _EMAIL.finditer(text):
        name = _EMAIL_NAME.search(text[max(0, at.start() - 64) : at.start()])
        if name:
            start = at.start() - len(name.group().lstrip("."))
            end = at.start() + len(at.group().rstrip("-."))
            yield Finding(kind="EMAIL", start=start, end=end)


def spoken_mobiles(text: str) -> Iterator[Finding]:
    """Mobile numbers written out in Chinese numerals, as they are read aloud."""
    for match in _SPOKEN.finditer(text):
        if match.group()[1] in "三四五六七八九":
            yield Finding(kind="CN_MOBILE", start=match.start(), end=match.end())
