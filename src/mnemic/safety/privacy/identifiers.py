"""Numbers that name a person: identity cards, phones, bank cards, passports, plates, accounts.

Where a standard gives a check digit it is used: GB 11643 (identity card), GB 32100 (unified social credit code),
ISO/IEC 7812 (Luhn), ISO 13616 (IBAN). An explicit label ("身份证号", "card number") stands in for a wrong check digit:
a number with one digit mistyped is still the person's.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.safety.privacy.check_digits import (
    decimal_digits,
    has_province_code,
    is_birth_date,
    is_credit_code,
    is_iban,
    is_identity_card,
    letters_and_digits,
    luhn,
)
from mnemic.safety.privacy.findings import PrivacyFinding, clause_before, names_something_else, stands_alone

Valid = Callable[[str, str], bool]  # of the value and the clause before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """One kind of identifying number: how it is written and what makes it valid."""

    kind: str
    pattern: Regex[str]
    valid: Valid
    contains: tuple[str, ...] = ()  # one of which must occur for the pattern to match
    digits_min: int = 0  # of a stretch of digits, for the pattern to match
    labelled: bool = False  # the pattern holds its own label, and group 1 is the value

    def find(self, text: str) -> Iterator[PrivacyFinding]:
        """Every valid value of this kind in `text`, which is narrow."""
        if self.contains and not any(part in text for part in self.contains):
            return
        for match in self.pattern.finditer(text):
            start, end = match.span((match.lastindex or 0) if self.labelled else 0)
            if not self.labelled and not stands_alone(text, start, end):
                continue
            if self.valid(text[start:end], clause_before(text, start)) and not names_something_else(text, start, end):
                yield PrivacyFinding(kind=self.kind, start=start, end=end)


_ID_LABEL = Regex(r"身份证|身分證|证件|公民身份|\bid (?:card|number|no)|identity card", re.IGNORECASE)
_CARD_LABEL = Regex(
    r"(?:银行卡|信用卡|储蓄卡|借记卡|工资卡|银行账号|银行帐号|银行账户|(?<!会员)(?<!积分)卡号|[行户]卡)|"
    r"(?:credit|debit|bank|visa|master|amex) ?card|card (?:number|no)|\b(?:visa|mastercard|amex|unionpay)\b",
    re.IGNORECASE,
)
_CODE_LABEL = Regex(r"信用代码|税号|纳税人识别号|社会信用")
_PASSPORT_LABEL = Regex(r"护照|通行证|回乡证|台胞证|往来港澳|往来台湾|passport|travel permit", re.IGNORECASE)
_LANDLINE_LABEL = Regex(r"座机|固话|固定电话|电话|\btel\b|传真|fax|phone|call", re.IGNORECASE)
_PHONE_LABEL = Regex(
    r"phone|\bcell|mobile|\btel\b|\bcall|\btext\b|\bring\b|whatsapp|number is|reach|fax|contact|dial|号码|电话|手机"
    r"|联系",
    re.IGNORECASE,
)
_SSN_LABEL = Regex(r"\bssn\b|social security|社会安全号|社安号", re.IGNORECASE)
_VERSION_LABEL = Regex(
    r"版本|version|\bv$|\bver\b|固件|firmware|章节|section|chapter|release|升级|upgrade|build|掩码|netmask|subnet mask",
    re.IGNORECASE,
)
_TOLL_FREE = frozenset({"400", "800", "833", "844", "855", "866", "877", "888"})
_TWO_DIGIT_AREAS = "10|2[0-57-9]"  # Beijing and the cities of the "big districts" (numbering plan of China)


def _separators(value: str) -> int:
    return sum(not character.isalnum() and character not in "+()" for character in value)


def _even_gaps(value: str, groups: str) -> bool:
    """Whether the separators cut the digits as people write them: not at all, everywhere, or in these groups."""
    lengths = "-".join(str(len(part)) for part in re.findall(r"[0-9Xx]+", value))
    return "-" not in lengths or set(lengths.split("-")) == {"1"} or re.fullmatch(groups, lengths) is not None


def _valid_identity(value: str, lead: str) -> bool:
    whole = letters_and_digits(value)
    if not is_birth_date(whole[6:14]):
        return False
    if _ID_LABEL.search(lead) is not None:
        return True
    return is_identity_card(whole) and (_separators(value) < 2 or has_province_code(whole))


def _valid_old_identity(value: str, lead: str) -> bool:
    return is_birth_date("19" + value[6:12]) and _ID_LABEL.search(lead) is not None


_MOBILE_GROUPS = (
    r"(?:(?:\d-)?(?:3-4-4|3-8|7-4|3-3-5|4-3-4|3-4-2-2|3-2-2-2-2|3-2-3-3|5-6|3-3-3-2|4-4-3|6-5|8-3|2-\d-.*))"
)


def _valid_mobile(value: str, lead: str) -> bool:
    national = re.sub(r"^\(?(?:\+|00)?\s?\(?86\)?[ \-.]*", "", value) if len(decimal_digits(value)) > 11 else value
    if "." in national or "/" in national:
        return re.fullmatch(r"\d{3}([./])\d{4}\1\d{4}", national) is not None
    few = _separators(national) <= 2 and re.match(r"\d{3}", national) is not None
    return few or _even_gaps(national, _MOBILE_GROUPS)


def _issued(number: str) -> bool:
    """Whether a payment card with these digits can have been issued: its first digits and its length go together."""
    size = len(number)
    if number[:2] in ("62", "60"):
        return 16 <= size <= 19
    if number[0] == "4":
        return size in (16, 19)
    if "51" <= number[:2] <= "55" or "2221" <= number[:4] <= "2720":
        return size == 16
    if number[:2] in ("34", "37"):
        return size == 15
    if number[:2] in ("30", "36", "38", "39"):
        return size in (14, 16)
    return ((number[:4] == "9558" or number[:3] == "955") and size == 19) or (number[0] in "356" and size == 16)


def _valid_card(value: str, lead: str) -> bool:
    number = decimal_digits(value)
    if not 13 <= len(number) <= 19 or len(set(number)) < 2:
        return False
    labelled = _CARD_LABEL.search(lead) is not None
    if not labelled and not _even_gaps(value, r"4-4-4-[1-4]|4-4-4-4-[1-3]|4-6-5|6-[0-9]{1,2}|4-6-4|[46]-4-4-[45]"):
        return False
    return labelled or (luhn(value) and _issued(number))


def _valid_code(value: str, lead: str) -> bool:
    return is_credit_code(letters_and_digits(value)) or (_CODE_LABEL.search(lead) is not None and value.isalnum())


def _valid_plate(value: str, lead: str) -> bool:
    return any(character.isdigit() for character in value)


def _valid_passport(value: str, lead: str) -> bool:
    return _PASSPORT_LABEL.search(lead) is not None or re.fullmatch(r"G\d{8}|E[A-HJ-NP-Z\d]\d{7}", value) is not None


def _valid_landline(value: str, lead: str) -> bool:
    if not value.isdigit():
        return True
    return _LANDLINE_LABEL.search(lead) is not None or re.match(rf"0(?:{_TWO_DIGIT_AREAS})[2-8]", value) is not None


def _valid_us_phone(value: str, lead: str) -> bool:
    number = decimal_digits(value)[-10:]
    return number[:3] not in _TOLL_FREE and not decimal_digits(value).startswith("00")


def _valid_bare_phone(value: str, lead: str) -> bool:
    return value[:3] not in _TOLL_FREE and _PHONE_LABEL.search(lead) is not None


def _valid_foreign_phone(value: str, lead: str) -> bool:
    number = decimal_digits(value)
    return 8 <= len(number) <= 15 and not re.match(r"\+1[ -.(]*(?:8(?:00|33|44|55|66|77|88))", value)


def _valid_ssn(value: str, lead: str) -> bool:
    number = decimal_digits(value)
    real = number[:3] not in ("000", "666") and number[0] != "9" and number[3:5] != "00" and number[5:] != "0000"
    return real and ("-" in value or _SSN_LABEL.search(lead) is not None or (" " in value and _ssn_like(lead)))


def _ssn_like(lead: str) -> bool:
    return re.search(r"social|\bss#|tax id|\btin\b", lead, re.IGNORECASE) is not None


def _valid_ip(value: str, lead: str) -> bool:
    octets = [int(part) for part in value.split(".")]
    if max(octets) > 255 or value in ("0.0.0.0", "127.0.0.1") or value.startswith("255.255."):
        return False
    return _VERSION_LABEL.search(lead) is None


def _valid_ipv6(value: str, lead: str) -> bool:
    try:
        address = ipaddress.IPv6Address(value)
    except ipaddress.AddressValueError:
        return False
    return not (address.is_loopback or address.is_unspecified) and (value.count(":") == 7 or len(value) >= 6)


def _always(value: str, lead: str) -> bool:
    return True


def _some_digits(value: str, lead: str) -> bool:
    return len(decimal_digits(value)) >= 5


_NOT_AN_ACCOUNT = frozenset(
    "android windows iphone tencent wechat weixin google telegram whatsapp python official default pending unknown "
    "message messages payment account friend friends please thanks system".split()
)


def _valid_account(value: str, lead: str) -> bool:
    if re.search(r"[\d_-]", value) is not None:
        return True
    said = re.search(r"(?:[:：=是为叫号]|\bis|\bid)\s?$", lead, re.IGNORECASE) is not None
    return said and value.casefold() not in _NOT_AN_ACCOUNT


_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_GAP = r"(?:[ \n]?[ \-./_·~\n][ ]?)"  # between the digits of a number, as people group them
_ID_GAP = r"(?:[ \n]?[ \-./_·\n])"
_SAID = r"(?: ?[:：=] ?|[ ]?(?:就?是|为|叫|加|填|改成了?|换成了?|变成了?) ?[:：]? ?| is | )"

IDENTIFIERS: tuple[Identifier, ...] = (
    Identifier(
        kind="CN_ID",
        digits_min=15,
        pattern=Regex(rf"[1-9]{_ID_GAP}?\d(?:{_ID_GAP}?\d){{15}}{_ID_GAP}?[\dXx]"),
        valid=_valid_identity,
    ),
    Identifier(kind="CN_ID", pattern=Regex(r"[1-9]\d{14}"), digits_min=15, valid=_valid_old_identity),
    Identifier(
        kind="USCC",
        digits_min=6,
        pattern=Regex(
            r"[159ANYany][0-9A-Za-z]\d{6}[0-9A-Za-z]{10}|[159ANY][0-9A-Z][ -]?\d{6}[ -]?[0-9A-Z]{9}[ -]?[0-9A-Z]"
            r"|[159ANY][0-9A-Z]\d{2}[ -]\d{4}(?:[ -][0-9A-Z]{4}){2}[ -][0-9A-Z]{2}"
        ),
        valid=_valid_code,
    ),
    Identifier(
        kind="BANK_CARD",
        digits_min=13,
        pattern=Regex(rf"[2-69](?:{_ID_GAP}?\d){{12,18}}|[1-9]\d{{12,18}}"),
        valid=_valid_card,
    ),
    Identifier(
        kind="IBAN",
        digits_min=6,
        pattern=Regex(
            r"[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?|[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}"
        ),
        valid=lambda value, _: is_iban(value),
    ),
    Identifier(
        kind="CN_MOBILE",
        digits_min=11,
        pattern=Regex(rf"(?:\(?(?:\+ ?|00 ?)?\(?\+?86\)?{_GAP}?)?1{_GAP}?[3-9](?:{_GAP}?\d){{9}}"),
        valid=_valid_mobile,
    ),
    Identifier(
        kind="LANDLINE",
        digits_min=10,
        pattern=Regex(
            rf"(?:(?:\+|00)?86[ -]?(?:\(0?\)|0)?(?:{_TWO_DIGIT_AREAS}|[3-9]\d{{2}})|\(0(?:{_TWO_DIGIT_AREAS}"
            rf"|[3-9]\d{{2}})\)"
            rf"|0(?:{_TWO_DIGIT_AREAS}|[3-9]\d{{2}}))(?: ?[-./ ] ?)?[2-8](?:\d{{6,7}}"
            rf"|\d{{2,3}}[ -]\d{{4}})(?:-\d{{1,5}}(?!\d))?"
        ),
        valid=_valid_landline,
    ),
    Identifier(
        kind="LANDLINE",
        digits_min=7,
        contains=("座机", "固话", "固定电话", "电话", "传真"),
        pattern=Regex(
            r"(?:座机|固话|固定电话|办公电话|(?:家|公司|办公室|单位)(?:里|的)?电话|传真)(?:号码?)?(?:是|为"
            r"|[:：])? ?([2-8]\d{6,7}|[2-8]\d{2,3}-\d{4})(?![\d-])"
        ),
        valid=_always,
        labelled=True,
    ),
    Identifier(
        kind="SSN",
        pattern=Regex(r"\d{3}(?:-\d{2}-|[ ]\d{2}[ ]|\.\d{2}\.|\d{2})\d{4}"),
        digits_min=9,
        valid=_valid_ssn,
    ),
    Identifier(
        kind="NINO",
        digits_min=6,
        pattern=Regex(
            r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[A-D]"
        ),
        valid=_always,
    ),
    Identifier(
        kind="LICENCE",
        digits_min=5,
        contains=("icen", "ICEN", "DL "),
        pattern=Regex(
            r"(?:driv(?:er|ing)['’]?s? licen[cs]e|licen[cs]e (?:number|no\.?)|DL (?:number|no\.?|#))"
            r"(?: (?:number|no\.?|#|id))?(?: is|:|=)? ?([A-Z0-9](?:[A-Z0-9]|[ -](?=[A-Z0-9])){5,20}[A-Z0-9])(?![\w-])",
            re.IGNORECASE,
        ),
        valid=_some_digits,
        labelled=True,
    ),
    Identifier(
        kind="LICENCE",
        digits_min=7,
        contains=("驾照", "驾驶证", "行驶证"),
        pattern=Regex(
            r"(?:驾照|驾驶证|行驶证|驾驶证档案)(?:号码?|编号|档案编号|档案号)?(?:是|为|[:：])? ?(\d{12}"
            r"|[A-Z]\d{7,11})(?!\d)"
        ),
        valid=_always,
        labelled=True,
    ),
    Identifier(
        kind="PHONE",
        digits_min=7,
        pattern=Regex(r"(?:\+|\b00)[1-9]\d{0,2}(?:[ .-]?\(?\d{1,5}\)?){2,6}"),
        valid=_valid_foreign_phone,
    ),
    Identifier(
        kind="PHONE",
        digits_min=7,
        pattern=Regex(r"(?:\+?1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. /])[2-9]\d{2}[-. ]\d{4}"),
        valid=_valid_us_phone,
    ),
    Identifier(
        kind="PHONE",
        digits_min=7,
        pattern=Regex(r"07\d{3}[ -]?\d{3}[ -]?\d{3}|0[12]\d{1,3}[ -]\d{3,4}[ -]?\d{3,4}"),
        valid=_always,
    ),
    Identifier(kind="PHONE", pattern=Regex(r"[2-9]\d{2}[2-9]\d{6}"), digits_min=7, valid=_valid_bare_phone),
    Identifier(
        kind="PHONE",
        digits_min=7,
        pattern=Regex(
            r"(?:phone|cell|mobile|call|text|ring|reach|dial|tel)\b[^,.;\n\d]{0,20}?(\d{3}[-. ]\d{4})(?![-. ]?\d)",
            re.IGNORECASE,
        ),
        valid=_always,
        labelled=True,
    ),
    Identifier(
        kind="PLATE",
        contains=tuple(_PROVINCES),
        pattern=Regex(
            rf"(?:WJ ?)?[{_PROVINCES}] ?[A-HJ-NP-Za-hj-np-z] ?[ ·•.-]? ?"
            r"(?:[A-HJ-NP-Za-hj-np-z0-9] ?){4}[A-HJ-NP-Za-hj-np-z0-9挂学警港澳领]"
            r"(?: ?[A-HJ-NP-Za-hj-np-z0-9])?"
        ),
        valid=_valid_plate,
    ),
    Identifier(kind="PASSPORT", pattern=Regex(r"[A-Z][A-Z]?\d{7,9}"), digits_min=7, valid=_valid_passport),
    Identifier(
        kind="PASSPORT",
        contains=("assport", "ASSPORT"),
        pattern=Regex(
            r"passport(?:,? (?:number|no\.?|#))?(?:,? (?:is|was)|:|=)? ?([A-Z0-9]{7,10})(?![\w-])", re.IGNORECASE
        ),
        valid=_some_digits,
        labelled=True,
    ),
    Identifier(
        kind="PASSPORT",
        contains=("护照", "通行证", "回乡证", "台胞证"),
        pattern=Regex(
            r"(?:护照|通行证|回乡证|台胞证)(?:号码?|编号|证号|的号码?)?(?:就?是|为"
            r"|[:：])? ?([A-Z]{0,2}[ -]?\d{7,10}(?:\(\w\))?)(?![\w-])",
            re.IGNORECASE | re.ASCII,
        ),
        valid=_some_digits,
        labelled=True,
    ),
    Identifier(
        kind="IP", contains=(".",), pattern=Regex(r"[12]?\d{1,2}(?:\.\d{1,3}){3}"), digits_min=4, valid=_valid_ip
    ),
    Identifier(
        kind="IP",
        contains=(":",),
        pattern=Regex(r"(?:[0-9A-Fa-f]{1,4}:{1,2}){2,7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}::)[0-9A-Fa-f]{1,4}"),
        valid=_valid_ipv6,
    ),
    Identifier(kind="WECHAT", pattern=Regex(r"wxid_[A-Za-z0-9_-]{5,24}"), contains=("wxid_",), valid=_always),
    Identifier(
        kind="WECHAT",
        contains=(
            "信",
            "微❤",
            "echat",
            "eChat",
            "ECHAT",
            "eixin",
            "VX",
            "vx",
            "WX",
            "wx",
            "Vx",
            "Wx",
            "加V",
            "加v",
            "薇",
            "威",
        ),
        pattern=Regex(
            r"(?:微信|微❤|薇信|威信|围信|[Vv]信|[Ww]e[Cc]hat|WECHAT|\b[Ww]eixin|\b(?:VX|vx|WX|wx|Vx|Wx)|加[VvＶ]"
            r"|[薇威](?=[:：号]))"
            r"(?: ?(?:号码?|账号|帐号|ID|id|Id))?"
            rf"(?:{_SAID}|(?<=号)|(?<=[IiDd]))"
            r"([A-Za-z][A-Za-z0-9_-]{5,19}|\d{6,12})(?![A-Za-z0-9_@.])"
        ),
        valid=_valid_account,
        labelled=True,
    ),
    Identifier(
        kind="QQ",
        digits_min=5,
        contains=("QQ", "qq", "Qq", "扣扣", "企鹅", "加Q", "加q", "的Q", "的q"),
        pattern=Regex(
            r"(?:QQ|[Qq]q|扣扣|企鹅|[加的][Qq])(?:群|号码?|账号|帐号)?(?: ?[:：=#] ?|(?:就?是|为|加|改成了?"
            r"|换成了?) ?[:：]? ?"
            r"| (?:number |id )?is | )?([1-9]\d{4,11})(?![\d@.元年A-Za-z]|\s?(?:元|年|块|人))"
            r"|(?:QQ|[Qq]q|扣扣)[^\d。！？\n]{1,14}?(?<![\d.-])([1-9]\d{6,10})(?![\d@.-]|\s?(?:元|年|块|人))"
        ),
        valid=_always,
        labelled=True,
    ),
)
"""In order of precedence: where two overlap, the earlier one stands."""
