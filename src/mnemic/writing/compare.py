"""Whether two statements say the same, and are about one matter.

What a short statement says, where it is of a form that says one thing in a few ways: "works for Northgate" and "the
employer is Northgate", 最好的朋友是徐宁 and 徐宁是用户最好的朋友.

Only whole statements are read. What says more, or another time, is of no form here: "had a Pixel 8", "bought a Fiat for
their mother".

Do two statements say the same? Decided by slot, value, polarity, numbers, entities and what the words mean; never by
similarity alone.

In every embedding measured, "likes window seats" is nearer to "likes aisle seats" than a rewording is
(docs/decisions/0005-identity.md). So similarity proposes what is compared here, and counts only where nothing that both
say keeps them apart (language/meaning).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from itertools import takewhile

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Slot
from mnemic.domain.regex import Regex
from mnemic.language import change_cues, segment
from mnemic.language.change_cues import speaks_of_change
from mnemic.language.detect import HAN
from mnemic.language.meaning import SOMEBODY_ELSE, Closeness, have_common_content, judge_sameness, names_subject
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER
from mnemic.rooms.habits.record import as_bare_statement
from mnemic.rooms.skill import procedure

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


COEXISTING = frozenset({"job", "employer", "state", "habit"})  # "an engineer", "head of research": both can hold
VALUED = (Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP)  # a plan, too, is named when it is carried out or given up
NAMED = (Kind.FACT, Kind.RELATIONSHIP)  # kinds whose values are names; a preference said in other words replaces itself
SAME_WORDS_MIN = 0.8  # share of content words in common from which two statements without a slot say the same

SURE_MIN = 0.8  # probability from which statements say the same although their slots have nothing in common

_NUMBER = Regex(r"(?<!\w)-?\d+(?:[.,:/-]\d+)*%?|\d+(?:[.,:/-]\d+)*%?")
_NEGATION = Regex(r"[不没别非无勿未]|\b(?:not|no|never|without|none|nothing|nor)\b|n['’]t\b")
_FIRM_AND_POST = Regex(r"在(?!新的?(?:公司|单位)|这|那|公司|单位)[^，。在]{2,16}?(?:做|当|任|写|搞|教|管)")
_ONE_ONLY = Regex(
    r"(?:my|our)(?: \w+)? (?:job(?: title)?|title|role|employer|company|project|language|instrument|course|commute) "
    r"(?:is|are)\b"
    r"|(?:the|my) [^,.;]{2,30}? I(?:'m|\b)[^,.;]{2,40}? (?:is|are)\b",
    re.IGNORECASE,
)
"""A value said to be the one there is: "the project I run is the library app"."""
_SAY_NUMBERS = str.maketrans("零〇一二两三四五六七八九", "001223456789")


class Comparison(StrEnum):
    """How a new statement stands to a known one."""

    SAME = "same"
    NEWER = "newer value"
    CONTRARY = "contrary"
    DIFFERENT = "different"


def compare(new: Candidate, known: Memory, close: Closeness | None = None) -> tuple[Comparison, str]:
    """How `new` stands to `known`, with the reason in words. Only statements of one subject can meet.

    Args:
        close: how close the two are by their vectors, where these are known (`Known.closeness`). Without it fewer
            rewordings are recognised.
    """
    known = as_bare_statement(known)
    if normal_form(new.text) == normal_form(known.text):
        return Comparison.SAME, "the same words"
    if Kind.NOTE in (new.kind, known.kind):
        return Comparison.DIFFERENT, "kept as given"
    if new.kind is Kind.SKILL is known.kind:
        return _skills(new.text, known.text)
    if not new.correction and {new.kind, known.kind} <= set(VALUED) and states_same_matter(new.text, known.text):
        return Comparison.SAME, "one value of one matter in two forms"
    verdict, why = _by_slot(new, known)
    judged = judge_sameness(new.text, known.text, close)
    if judged is None:
        return (verdict, why) if new.slot or known.slot else _words(new.text, known.text)
    if verdict is Comparison.SAME and judged.sure and not (judged.why == SOMEBODY_ELSE and _of_user(new, known)):
        return Comparison.DIFFERENT, judged.why
    if verdict is Comparison.SAME or new.correction or not judged.same:
        return verdict, why if new.slot and known.slot else judged.why
    if judged.probability < SURE_MIN and _other_matter(new.slot, known.slot, new, known):
        return verdict, why
    return Comparison.SAME, judged.why


def _of_user(new: Candidate, known: Memory) -> bool:
    """Whether both fill a slot of the user's: "the user's flat is on the fifth floor" speaks of the user, too."""
    return new.slot is not None and known.slot is not None and new.slot.subject == known.slot.subject == USER


def _skills(new: str, known: str) -> tuple[Comparison, str]:
    """Two procedures are one where they have one name; the steps said last are the ones to take."""
    one, other = procedure.parse_procedure(new), procedure.parse_procedure(known)
    if normal_form(one.name) != normal_form(other.name):
        return Comparison.DIFFERENT, "another procedure"
    if tuple(map(normal_form, one.steps)) == tuple(map(normal_form, other.steps)):
        return Comparison.SAME, f"{other.name} has these steps already"
    return Comparison.NEWER, f"{other.name} was taught anew"


def _by_slot(new: Candidate, known: Memory) -> tuple[Comparison, str]:
    if new.slot is None or known.slot is None:
        return Comparison.DIFFERENT, "no slot in common"
    verdict, why = _work(new, known) or _slots(new.slot, known.slot)
    if verdict in (Comparison.DIFFERENT, Comparison.NEWER) and _in_its_place(new, known):
        return Comparison.NEWER, f"{new.slot.value!r} now, where it was {known.slot.value!r}"
    older, later = (new, known.slot) if new.said_at < known.said_at else (known, new.slot)
    if verdict is Comparison.NEWER and older.kind in NAMED and names_value_of(later.value, older):
        return Comparison.DIFFERENT, "it names the known value, and does not say that it is over"
    if verdict is Comparison.NEWER and not new.correction and not speaks_of_change(new.quote):
        if _says_less(new.slot.value, known.slot.value):
            return Comparison.SAME, f"{known.slot.value!r} in fewer words"
        if _mentions(new.text, known.slot.value):
            return Comparison.DIFFERENT, "it still holds the known value, and speaks of no change"
        if new.slot.attribute.partition(":")[0] in COEXISTING and not _ONE_ONLY.match(new.quote):
            return (
                Comparison.DIFFERENT,
                f"{new.slot.attribute} may be described in two ways, and no change is spoken of",
            )
    return verdict, why


_NOW = Regex(r"\b(?:now|these days|nowadays|instead)\b", re.IGNORECASE)
_DOINGS = ("state:", "habit:")


def _in_its_place(new: Candidate, known: Memory) -> bool:
    """Whether the user says to do now what they did before, but for one part of it: "I share a house with Owen now"."""
    one, other = new.slot, known.slot
    if one is None or other is None or one.subject != other.subject or min(one.polarity, other.polarity) < 0:
        return False
    if not (one.attribute.startswith(_DOINGS) and other.attribute.startswith(_DOINGS) and _NOW.search(new.quote)):
        return False
    left, right = one.value.split(" "), other.value.split(" ")
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left[::-1], right[::-1], strict=False)))
    kept = " ".join((*left[1:head], *(left[max(head, len(left) - tail) :])))
    return 0 < head < min(len(left), len(right)) and bool(set(segment.words(kept)) - segment.STOP_EN)


def _work(new: Candidate, known: Memory) -> tuple[Comparison, str] | None:
    """For whom one works, and as what, are two matters, but for a statement that says both: "在银河证券做研究员" gives
    way to another firm, and to another post at another firm."""
    slots = {slot.attribute: text for slot, text in ((new.slot, new.text), (known.slot, known.text)) if slot}
    both = len(slots) == 2 and slots.keys() == {"job", "employer"} and _FIRM_AND_POST.search(slots.get("job", ""))
    if not both or new.slot is None or known.slot is None or new.slot.subject != known.slot.subject:
        return None
    affirmed = new.slot.polarity > 0 and known.slot.polarity > 0
    return (Comparison.NEWER, "the firm, and the post there") if affirmed else None


def _other_matter(new: Slot | None, known: Slot | None, one: Candidate, other: Memory) -> bool:
    """Whether the slots of two statements show that they cannot say the same: one slot with values that have nothing in
    common, or subjects that the other statement does not name."""
    if new is None or known is None:
        return False
    if normal_form(new.subject) != normal_form(known.subject):
        named = ((new.subject, other.text), (known.subject, one.text))
        return not all(subject == USER or names_subject(text, subject) for subject, text in named)
    return normal_form(new.attribute) == normal_form(known.attribute) and not have_common_content(
        new.value, known.value
    )


def _slots(new: Slot, known: Slot) -> tuple[Comparison, str]:
    if (normal_form(new.subject), normal_form(new.attribute)) != (
        normal_form(known.subject),
        normal_form(known.attribute),
    ):
        return Comparison.DIFFERENT, "another slot"
    about = f"{new.subject}/{new.attribute}"
    if is_same_value(new.value, known.value):
        if new.polarity == known.polarity:
            return Comparison.SAME, f"{about} has the value {known.value!r} already"
        return Comparison.CONTRARY, f"{about}: {known.value!r} is now {'denied' if new.polarity < 0 else 'affirmed'}"
    if new.single and known.single and new.polarity > 0 and known.polarity > 0:
        return Comparison.NEWER, f"{about} changes from {known.value!r} to {new.value!r}"
    return Comparison.DIFFERENT, f"{about} may have several values"


def _says_less(new: str, known: str) -> bool:
    """Whether a value is a known one in fewer words: "metric" after "metric units in everything"."""
    fewer, more = set(segment.words(new)), set(segment.words(known))
    return fewer < more and numbers_of_text(new) <= numbers_of_text(known)


def _mentions(text: str, value: str) -> bool:
    """Whether a statement mentions a known value: "the Garden Estate I live in is so quiet" says more about the home,
    not another home."""
    held, said = set(segment.words(value)), set(segment.words(text))
    if numbers_of_text(value) - numbers_of_text(text):
        return False
    missing = len(held - said)
    return 2 * missing < len(held) or (2 * missing == len(held) > 2)  # of two words, "seats" alone is no mention


def names_value_of(text: str, known: Memory | Candidate) -> bool:
    """Whether a statement names the value that a known one affirms, and does not say that it is over: praise of a pair
    of shoes is no other pair."""
    slot = known.slot
    if known.kind not in VALUED or (slot.polarity < 0 if slot else count_negations(known.text) > 0):
        return False
    whole = _as_said(slot.value, known.text) if slot else known.text
    value = change_cues.stated_value(whole)
    if slot is None and value is None:
        first, _, rest = known.text.partition(" ")
        return change_cues.shares_name(text, rest or first) and not change_cues.says_value_ended(
            text, rest or first, known.text
        )
    return any(
        _stands(text, each, known.text) for each in (value or whole, change_cues.stated_name(known.text)) if each
    )


def _stands(text: str, value: str, known: str) -> bool:
    counted = value == value.lower() and _counts_anew(text, value)
    return change_cues.names_value(text, value) and not counted and not change_cues.says_value_ended(text, value, known)


def _as_said(value: str, text: str) -> str:
    """A value with the capitals it was said with."""
    start = text.casefold().find(value.casefold())
    return text[start : start + len(value)] if start >= 0 else value


def _counts_anew(text: str, value: str) -> bool:
    """Whether a value is a number of something, and a text gives another number."""
    known = numbers_of_text(value)
    return bool(known and numbers_of_text(text) - known)


def is_same_value(one: str, other: str) -> bool:
    """Whether two slot values are the same but for case, width, spacing, articles and particles."""
    return normal_form(one) == normal_form(other)


def numbers_of_text(text: str) -> frozenset[str]:
    """The numbers of a text, Chinese numerals included."""
    return frozenset(_NUMBER.findall(segment.fold(text).translate(_SAY_NUMBERS)))


def count_negations(text: str) -> int:
    """How many negations a text holds."""
    return len(_NEGATION.findall(segment.fold(text)))


def _words(new: str, known: str) -> tuple[Comparison, str]:
    if numbers_of_text(new) != numbers_of_text(known):
        return Comparison.DIFFERENT, "other numbers"
    if count_negations(new) % 2 != count_negations(known) % 2:
        return Comparison.DIFFERENT, "one affirms, the other denies"
    left, right = _content(new), _content(known)
    shared = set(left) & set(right)
    share = len(shared) / len(set(left) | set(right))
    if share < SAME_WORDS_MIN:
        return Comparison.DIFFERENT, f"{share:.0%} of the words in common"
    if [word for word in left if word in shared] != [word for word in right if word in shared]:
        return Comparison.DIFFERENT, "the same words in another order"
    return Comparison.SAME, f"{share:.0%} of the words in common, in the same order, with the same numbers and polarity"


def _content(text: str) -> list[str]:
    """The words of a text, each once, in order of first occurrence."""
    return list(segment.words(text))
