"""What a short statement says, where it is of a form that says one thing in a few ways: "works for Northgate" and "the
employer is Northgate", 最好的朋友是徐宁 and 徐宁是用户最好的朋友.

Only whole statements are read. What says more, or another time, is of no form here: "had a Pixel 8", "bought a Fiat for
their mother".
"""

from __future__ import annotations

import re
from collections.abc import Collection

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN

Matter = tuple[str, str]
"""The family of an attribute, and a value."""

_DATED = Regex(r"\s*[（(][^（）()]*[）)]")
_HAN = Regex(f"[{HAN}]")
_NAME = Regex(rf"[A-Z\d{HAN}]")
_CURRENCY = Regex(r"[£$€¥]|\b(?:pounds?|dollars?|euros?|yuan)\b", re.IGNORECASE)
_CURRENCIES = {"£": "£", "poun": "£", "$": "$", "doll": "$", "€": "€", "euro": "€", "¥": "¥", "yuan": "¥"}
_SOFT = Regex(
    r"\b(?:now|currently|still|also|at the moment|these days)\b,?\s*|现在|目前|如今|平时|一般|主要|都", re.IGNORECASE
)
_SPACES = Regex(r"\s+")

_THING = (
    r"(?:phone|mobile|smartphone|laptop|computer|tablet|watch|smartwatch|camera|car|bike|motorbike|scooter|printer|tv"
    r"|coffee machine|e-?reader|headphones|keyboard)"
)
_THING_ZH = (
    "(?:手机|电脑|笔记本|平板|手表|相机|车|车子|自行车|摩托车|打印机|电视|咖啡机|耳机|键盘|保险|冰箱|洗衣机|空调)"
)
_COUNTED_ZH = "(?:[一两][台辆部个只张把副份]|[台辆部个只张把副份])?"
_KIN = (
    r"(?:best friend|boss|manager|line manager|team lead|dentist|doctor|gp|therapist|trainer|coach|landlord|landlady"
    r"|partner|boyfriend|girlfriend|husband|wife|flatmate|roommate|mentor|tutor|hairdresser|accountant|lawyer)"
)
_KIN_ZH = (
    "(?:最好的朋友|领导|老板|上司|经理|牙医|医生|教练|私教|房东|对象|男朋友|女朋友|老公|老婆|丈夫|妻子|室友|导师|理发师|会计"
    "|律师)"
)

_FORMS_EN = tuple(
    (family, Regex(rf"{form}\.?$", re.IGNORECASE))
    for family, form in (
        ("employer", r"the user (?:works (?:for|at)|is employed (?:by|at)|has a job (?:at|with)) (?P<v>[^,;]+?)"),
        ("employer", r"the user's (?:employer|company|workplace|firm) is (?:called )?(?P<v>[^,;]+?)"),
        ("own", r"the user (?:has|has got|owns|uses|drives|rides|bought|got) (?:an? |the )(?P<v>[^,;]+?)"),
        ("own", rf"the user's {_THING} is (?:an? |the )?(?P<v>[^,;]+?)"),
        ("insurer", r"the user (?:is insured|has insurance) (?:with|by|through) (?P<v>[^,;]+?)"),
        ("insurer", r"the user's (?:insurance is (?:with|from)|insurer is|insurance company is) (?P<v>[^,;]+?)"),
        ("bank", r"the user (?:banks with|has (?:an|their) account (?:with|at)) (?P<v>[^,;]+?)"),
        ("bank", r"the user's bank is (?P<v>[^,;]+?)"),
        ("rent", r"the user's (?:monthly )?rent is (?P<v>[^;]*?\d[^;]*?) (?:a|per|each|every) month"),
        ("rent", r"the user pays (?P<v>[^;]*?\d[^;]*?)(?: (?:of|in))? rent (?:a|per|each|every) month"),
        ("rent", r"the user pays (?P<v>[^;]*?\d[^;]*?) (?:a|per|each|every) month (?:in|of|for) rent"),
        ("salary", r"the user's (?:annual )?salary is (?P<v>[^;]*?\d[^;]*?) (?:a|per) year"),
        ("salary", r"the user (?:earns|makes|is paid) (?P<v>[^;]*?\d[^;]*?) (?:a|per) year"),
        ("hours", r"the user's (?:working|work|office) hours are (?:from )?(?P<v>[^,;]+? to [^,;]+?)"),
        ("hours", r"the user works (?:from )?(?P<v>[\w:.]+(?: [ap]\.?m\.?)? to [\w:.]+(?: [ap]\.?m\.?)?)"),
        ("project", r"the user(?: is|'s) (?:in charge of|responsible for) (?:the )?(?P<v>[^,;]+?)(?: project)?"),
        ("project", r"the user's project is (?:the )?(?P<v>[^,;]+?)(?: project)?"),
        ("reads", r"the user is (?:in the middle of )?reading (?P<v>[^,;]+?)"),
        ("reads", r"the book the user is reading is (?P<v>[^,;]+?)"),
        ("name", r"the user(?:'s (?:full )?name)? is (?:called |named )?(?P<v>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+)"),
        ("kin {k}", rf"the user's (?P<k>{_KIN}) is (?:called )?(?P<v>[^,;]+?)"),
        ("kin {k}", rf"(?P<v>[^,;]+?) is the user's (?P<k>{_KIN})"),
    )
)
_FORMS_ZH = tuple(
    (family, Regex(rf"{form}[。.]?$"))
    for family, form in (
        ("employer", r"用户在(?P<v>[^，。在]{2,16}?)(?:上班|工作|任职|就职)"),
        ("employer", r"用户的?(?:公司|单位|雇主)(?:是|叫)(?P<v>[^，。]{2,16}?)"),
        ("own", rf"用户(?:买了|有|用的?是?|开的?是?|入手了){_COUNTED_ZH}(?P<v>[^，。的了]{{2,16}}?)"),
        ("own", rf"用户家?的?{_THING_ZH}(?:是|用的是){_COUNTED_ZH}(?P<v>[^，。的]{{2,16}}?)"),
        ("own {k}", rf"用户(?:买了|有|用的?是?|入手了){_COUNTED_ZH}(?P<v>[^，。的了]{{2,12}}?)的?(?P<k>{_THING_ZH})"),
        ("own {k}", rf"用户家?的?(?P<k>{_THING_ZH})是(?P<v>[^，。的]{{2,12}}?)的"),
        ("tool {k}", r"用户做(?P<k>[^，。用]{2,6}?)用(?P<v>[^，。了]{2,16}?)"),
        ("tool {k}", r"(?:用户的?)?(?P<k>[^，。用户]{2,6}?)软件(?:用户)?用(?P<v>[^，。了]{2,16}?)"),
        ("drinks", r"(?:咖啡|茶)(?:的话)?用户喝(?P<v>[^，。了不]{2,8}?)"),
        ("drinks", r"用户(?:改|只)?喝(?P<v>[^，。了不]{2,8}?)了?"),
        ("best dish", r"用户最拿手的?菜?是(?P<v>[^，。]{2,10}?)"),
        ("best dish", r"用户(?:最拿手的菜|做菜最拿手的)是(?P<v>[^，。]{2,10}?)"),
        ("reads", r"用户(?:正在|在)?(?:读|看)(?P<v>《[^》]+》)"),
        ("reads", r"用户(?:正在|在)?(?:读|看)的书是(?P<v>《[^》]+》)"),
        ("kin {k}", rf"(?:用户的?)?(?P<k>{_KIN_ZH})(?:是|叫)(?P<v>[^，。的]{{2,8}}?)"),
        ("kin {k}", rf"(?P<v>[^，。的用户]{{2,8}}?)是用户的?(?P<k>{_KIN_ZH})"),
    )
)


def stated_matters(text: str) -> frozenset[Matter]:
    """What a statement says, as far as its form is known; nothing for any other."""
    told = _SPACES.sub(" ", _SOFT.sub("", _DATED.sub("", text))).strip().rstrip(".。")
    chinese = _HAN.search(told) is not None
    found = set()
    for family, form in _FORMS_ZH if chinese else _FORMS_EN:
        said = form.match(told)
        if said is not None and (value := _value(said["v"], chinese=chinese)):
            found.add((family.format(k=said.groupdict().get("k") or "").casefold(), value))
    return frozenset(found)


def states_same_matter(one: str, other: str) -> bool:
    """Whether two statements say the same of one matter, in forms that are known, with one value word for word."""
    if _differ(_DATED.findall(one), _DATED.findall(other)) or _differ(_currencies(one), _currencies(other)):
        return False
    return not stated_matters(one).isdisjoint(stated_matters(other))


def _differ(one: Collection[str], other: Collection[str]) -> bool:
    return bool(one and other) and set(one) != set(other)


def _currencies(text: str) -> set[str]:
    return {_CURRENCIES[found.casefold()[:4]] for found in _CURRENCY.findall(text)}


def _value(said: str, *, chinese: bool) -> str:
    """A value as it is compared; nothing for one that is no name and no number, or that says more."""
    value = _SPACES.sub(" ", _CURRENCY.sub("", said).replace(",", "")).strip()
    if not _NAME.search(value) and not re.search(
        r"\bto\b|\b(?:the )?\w+ (?:dashboard|report|app|site|system)\b", value
    ):
        return ""
    if not chinese and re.search(r"\b(?:for|with|from|but|and|when|because|not|no|near|in|on|at)\b", value):
        return ""
    return re.sub(r"^(?:the|an?) ", "", value.casefold())
