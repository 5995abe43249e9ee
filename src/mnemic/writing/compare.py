"""Do two statements say the same? Decided by slot, value, polarity, numbers, entities and what the words mean; never by
similarity alone.

In every embedding measured, "likes window seats" is nearer to "likes aisle seats" than a rewording is
(docs/decisions/0005-identity.md). So similarity proposes what is compared here, and counts only where nothing that both
say keeps them apart (language/meaning).
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import takewhile

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Slot
from mnemic.language import change_cues, segment
from mnemic.language.changing import speaks_of_change
from mnemic.language.meaning import SOMEBODY_ELSE, Closeness, judge, speaks_of, touching
from mnemic.language.segment import plain
from mnemic.reader.statement import USER
from mnemic.rooms.habits.record import stated
from mnemic.rooms.skill import procedure
from mnemic.writing.one_matter import one_matter

COEXISTING = frozenset({"job", "employer", "state", "habit"})  # "an engineer", "head of research": both can hold
VALUED = (Kind.FACT, Kind.PREFERENCE, Kind.RELATIONSHIP)  # a plan, too, is named when it is carried out or given up
NAMED = (Kind.FACT, Kind.RELATIONSHIP)  # kinds whose values are names; a preference said in other words replaces itself
SAME_WORDS_MIN = 0.8  # share of content words in common from which two statements without a slot say the same

SURE_MIN = 0.8  # probability from which statements say the same although their slots have nothing in common

_NUMBER = re.compile(r"(?<!\w)-?\d+(?:[.,:/-]\d+)*%?|\d+(?:[.,:/-]\d+)*%?")
_NEGATION = re.compile(r"[不没别非无勿未]|\b(?:not|no|never|without|none|nothing|nor)\b|n['’]t\b")
_FIRM_AND_POST = re.compile(r"在(?!新的?(?:公司|单位)|这|那|公司|单位)[^，。在]{2,16}?(?:做|当|任|写|搞|教|管)")
_ONE_ONLY = re.compile(
    r"(?:my|our)(?: \w+)? (?:job(?: title)?|title|role|employer|company|project|language|instrument|course|commute) "
    r"(?:is|are)\b"
    r"|(?:the|my) [^,.;]{2,30}? I(?:'m|\b)[^,.;]{2,40}? (?:is|are)\b",
    re.IGNORECASE,
)
"""A value said to be the one there is: "the project I run is the library app"."""
_SAY_NUMBERS = str.maketrans("零〇一二两三四五六七八九", "001223456789")


class Verdict(StrEnum):
    """How a new statement stands to a known one."""

    SAME = "same"
    NEWER = "newer value"
    CONTRARY = "contrary"
    DIFFERENT = "different"


def compare(new: Candidate, known: Memory, close: Closeness | None = None) -> tuple[Verdict, str]:
    """How `new` stands to `known`, with the reason in words. Only statements of one subject can meet.

    Args:
        close: how close the two are by their vectors, where these are known (`Known.closeness`). Without it fewer
            rewordings are recognised.
    """
    known = stated(known)
    if plain(new.text) == plain(known.text):
        return Verdict.SAME, "the same words"
    if Kind.NOTE in (new.kind, known.kind):
        return Verdict.DIFFERENT, "kept as given"
    if new.kind is Kind.SKILL is known.kind:
        return _skills(new.text, known.text)
    if not new.correction and {new.kind, known.kind} <= set(VALUED) and one_matter(new.text, known.text):
        return Verdict.SAME, "one value of one matter in two forms"
    verdict, why = _by_slot(new, known)
    judged = judge(new.text, known.text, close)
    if judged is None:
        return (verdict, why) if new.slot or known.slot else _words(new.text, known.text)
    if verdict is Verdict.SAME and judged.sure and not (judged.why == SOMEBODY_ELSE and _of_user(new, known)):
        return Verdict.DIFFERENT, judged.why
    if verdict is Verdict.SAME or new.correction or not judged.same:
        return verdict, why if new.slot and known.slot else judged.why
    if judged.probability < SURE_MIN and _other_matter(new.slot, known.slot, new, known):
        return verdict, why
    return Verdict.SAME, judged.why


def _of_user(new: Candidate, known: Memory) -> bool:
    """Whether both fill a slot of the user's: "the user's flat is on the fifth floor" speaks of the user, too."""
    return new.slot is not None and known.slot is not None and new.slot.subject == known.slot.subject == USER


def _skills(new: str, known: str) -> tuple[Verdict, str]:
    """Two procedures are one where they have one name; the steps said last are the ones to take."""
    one, other = procedure.read(new), procedure.read(known)
    if plain(one.name) != plain(other.name):
        return Verdict.DIFFERENT, "another procedure"
    if tuple(map(plain, one.steps)) == tuple(map(plain, other.steps)):
        return Verdict.SAME, f"{other.name} has these steps already"
    return Verdict.NEWER, f"{other.name} was taught anew"


def _by_slot(new: Candidate, known: Memory) -> tuple[Verdict, str]:
    if new.slot is None or known.slot is None:
        return Verdict.DIFFERENT, "no slot in common"
    verdict, why = _work(new, known) or _slots(new.slot, known.slot)
    if verdict in (Verdict.DIFFERENT, Verdict.NEWER) and _in_its_place(new, known):
        return Verdict.NEWER, f"{new.slot.value!r} now, where it was {known.slot.value!r}"
    older, later = (new, known.slot) if new.said_at < known.said_at else (known, new.slot)
    if verdict is Verdict.NEWER and older.kind in NAMED and says_more_of(later.value, older):
        return Verdict.DIFFERENT, "it names the known value, and does not say that it is over"
    if verdict is Verdict.NEWER and not new.correction and not speaks_of_change(new.quote):
        if _says_less(new.slot.value, known.slot.value):
            return Verdict.SAME, f"{known.slot.value!r} in fewer words"
        if _mentions(new.text, known.slot.value):
            return Verdict.DIFFERENT, "it still holds the known value, and speaks of no change"
        if new.slot.attribute.partition(":")[0] in COEXISTING and not _ONE_ONLY.match(new.quote):
            return Verdict.DIFFERENT, f"{new.slot.attribute} may be described in two ways, and no change is spoken of"
    return verdict, why


_NOW = re.compile(r"\b(?:now|these days|nowadays|instead)\b", re.IGNORECASE)
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


def _work(new: Candidate, known: Memory) -> tuple[Verdict, str] | None:
    """For whom one works, and as what, are two matters, but for a statement that says both: "在银河证券做研究员" gives
    way to another firm, and to another post at another firm."""
    slots = {slot.attribute: text for slot, text in ((new.slot, new.text), (known.slot, known.text)) if slot}
    both = len(slots) == 2 and slots.keys() == {"job", "employer"} and _FIRM_AND_POST.search(slots.get("job", ""))
    if not both or new.slot is None or known.slot is None or new.slot.subject != known.slot.subject:
        return None
    affirmed = new.slot.polarity > 0 and known.slot.polarity > 0
    return (Verdict.NEWER, "the firm, and the post there") if affirmed else None


def _other_matter(new: Slot | None, known: Slot | None, one: Candidate, other: Memory) -> bool:
    """Whether the slots of two statements show that they cannot say the same: one slot with values that have nothing in
    common, or subjects that the other statement does not name."""
    if new is None or known is None:
        return False
    if plain(new.subject) != plain(known.subject):
        named = ((new.subject, other.text), (known.subject, one.text))
        return not all(subject == USER or speaks_of(text, subject) for subject, text in named)
    return plain(new.attribute) == plain(known.attribute) and not touching(new.value, known.value)


def _slots(new: Slot, known: Slot) -> tuple[Verdict, str]:
    if (plain(new.subject), plain(new.attribute)) != (plain(known.subject), plain(known.attribute)):
        return Verdict.DIFFERENT, "another slot"
    about = f"{new.subject}/{new.attribute}"
    if same_value(new.value, known.value):
        if new.polarity == known.polarity:
            return Verdict.SAME, f"{about} has the value {known.value!r} already"
        return Verdict.CONTRARY, f"{about}: {known.value!r} is now {'denied' if new.polarity < 0 else 'affirmed'}"
    if new.single and known.single and new.polarity > 0 and known.polarity > 0:
        return Verdict.NEWER, f"{about} changes from {known.value!r} to {new.value!r}"
    return Verdict.DIFFERENT, f"{about} may have several values"


def _says_less(new: str, known: str) -> bool:
    """Whether a value is a known one in fewer words: "metric" after "metric units in everything"."""
    fewer, more = set(segment.words(new)), set(segment.words(known))
    return fewer < more and numbers(new) <= numbers(known)


def _mentions(text: str, value: str) -> bool:
    """Whether a statement mentions a known value: "the Garden Estate I live in is so quiet" says more about the home,
    not another home."""
    held, said = set(segment.words(value)), set(segment.words(text))
    if numbers(value) - numbers(text):
        return False
    missing = len(held - said)
    return 2 * missing < len(held) or (2 * missing == len(held) > 2)  # of two words, "seats" alone is no mention


def says_more_of(text: str, known: Memory | Candidate) -> bool:
    """Whether a statement names the value that a known one affirms, and does not say that it is over: praise of a pair
    of shoes is no other pair."""
    slot = known.slot
    if known.kind not in VALUED or (slot.polarity < 0 if slot else negations(known.text) > 0):
        return False
    whole = _as_said(slot.value, known.text) if slot else known.text
    value = change_cues.value_in(whole)
    if slot is None and value is None:
        first, _, rest = known.text.partition(" ")
        return change_cues.has_name(text, rest or first) and not change_cues.says_over(text, rest or first, known.text)
    return any(_stands(text, each, known.text) for each in (value or whole, change_cues.called_in(known.text)) if each)


def _stands(text: str, value: str, known: str) -> bool:
    counted = value == value.lower() and _counts_anew(text, value)
    return change_cues.names(text, value) and not counted and not change_cues.says_over(text, value, known)


def _as_said(value: str, text: str) -> str:
    """A value with the capitals it was said with."""
    start = text.casefold().find(value.casefold())
    return text[start : start + len(value)] if start >= 0 else value


def _counts_anew(text: str, value: str) -> bool:
    """Whether a value is a number of something, and a text gives another number."""
    known = numbers(value)
    return bool(known and numbers(text) - known)


def same_value(one: str, other: str) -> bool:
    """Whether two slot values are the same but for case, width, spacing, articles and particles."""
    return plain(one) == plain(other)


def numbers(text: str) -> frozenset[str]:
    """The numbers of a text, Chinese numerals included."""
    return frozenset(_NUMBER.findall(segment.fold(text).translate(_SAY_NUMBERS)))


def negations(text: str) -> int:
    """How many negations a text holds."""
    return len(_NEGATION.findall(segment.fold(text)))


def _words(new: str, known: str) -> tuple[Verdict, str]:
    if numbers(new) != numbers(known):
        return Verdict.DIFFERENT, "other numbers"
    if negations(new) % 2 != negations(known) % 2:
        return Verdict.DIFFERENT, "one affirms, the other denies"
    left, right = _content(new), _content(known)
    shared = set(left) & set(right)
    share = len(shared) / len(set(left) | set(right))
    if share < SAME_WORDS_MIN:
        return Verdict.DIFFERENT, f"{share:.0%} of the words in common"
    if [word for word in left if word in shared] != [word for word in right if word in shared]:
        return Verdict.DIFFERENT, "the same words in another order"
    return Verdict.SAME, f"{share:.0%} of the words in common, in the same order, with the same numbers and polarity"


def _content(text: str) -> list[str]:
    """The words of a text, each once, in order of first occurrence."""
    return list(segment.words(text))
