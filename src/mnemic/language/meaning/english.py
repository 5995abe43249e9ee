"""English statements as items: words lemmatised and stemmed, function words and light verbs left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.language.meaning import quantity_en
from mnemic.language.meaning.item import Item, Meaning, read_order
from mnemic.language.meaning.polarity_marks import mark_item, read_marks
from mnemic.language.meaning.thesaurus import Key, Thesaurus, bundled_thesaurus
from mnemic.language.segment import fold, stem

_IRREGULAR = {
    form: base
    for base, forms in (
        pair.split(":")
        for pair in (
            "be:am,is,are,was,were,been,being,'m,'re;have:has,had,having,'ve;do:does,did,done,doing;go:goes,went,gone;"
            "bear:bore,born;become:became;begin:began,begun;bite:bit,bitten;break:broke,broken;bring:brought;build:built;buy:bought;"
            "catch:caught;choose:chose,chosen;come:came;deal:dealt;dig:dug;draw:drew,drawn;drink:drank,drunk;"
            "drive:drove,driven;eat:ate,eaten;fall:fell,fallen;feed:fed;feel:felt;fight:fought;find:found;fly:flew,flown;"
            "forbid:forbade,forbidden;forget:forgot,forgotten;freeze:froze,frozen;get:got,gotten;give:gave,given;"
            "grow:grew,grown;hang:hung;hear:heard;hide:hid,hidden;hold:held;keep:kept;know:knew,known;lead:led;"
            "leave:left;lend:lent;lose:lost;make:made;mean:meant;meet:met;pay:paid;ride:rode,ridden;ring:rang,rung;"
            "rise:rose,risen;run:ran;say:said;see:saw,seen;sell:sold;send:sent;shake:shook,shaken;shine:shone;"
            "shoot:shot;shrink:shrank,shrunk;sing:sang,sung;sink:sank,sunk;sit:sat;sleep:slept;speak:spoke,spoken;"
            "spend:spent;spin:spun;stand:stood;steal:stole,stolen;stick:stuck;strike:struck;swear:swore,sworn;"
            "sweep:swept;swim:swam,swum;take:took,taken;teach:taught;tear:tore,torn;tell:told;think:thought;"
            "throw:threw,thrown;understand:understood;wake:woke,woken;wear:wore,worn;win:won;write:wrote,written;"
            "child:children;kid:kids;foot:feet;tooth:teeth;person:people;wife:wives;knife:knives;man:men;"
            "woman:women;mouse:mice;good:better,best;bad:worse,worst;old:older,oldest,elder;young:younger,youngest;"
            "warm:warmer,warmest;cold:colder,coldest;high:higher,highest;low:lower,lowest;tall:taller,tallest;"
            "short:shorter,shortest;fast:faster,fastest;slow:slower,slowest;large:larger,largest;big:bigger,biggest;"
            "late:later,latest;early:earlier,earliest;can:ca,could;will:wo,would"
        ).split(";")
    )
    for form in forms.split(",")
}
_ARTICLES = frozenset("a an the my his her their its our your s one's ones".split())
_UNCOUNTED = _ARTICLES | {"user"}
_DROPPED = frozenset(
    (
        "i me mine we us ours you he him hers she it they them theirs himself herself themself themselves itself"
        " myself user"
        " be have do get go take make will would shall should can could may might must need ought let"
        " and or but if then so as that this these those there here which who whom whose what when where why how"
        " of in on at to for from with by about into onto than up out off down over under through during while"
        " very really quite just only also too even still already yet currently now again ever always usually often"
        " any some such own same other another each every all both whole no not nor none"
        " one thing stuff something someone somebody anybody anyone everybody everyone anything"
        " because since until till once after before above below between within without against"
        " much many more most less least lot bit kind sort regular regularly actually basically simply"
    ).split()
)
_GENERIC = frozenset(
    # words that are kept for what they may mean in a phrase, but are not missed alone
    "hold earn suffer undergo happen occur become keep set mean include involve consist remain stay seem look feel come"
    " way kind place part case fact level amount number title role choice time day person people staff body"
    " whenever everywhere anywhere once twice given rather together around roughly approximately nearly almost"
    " new early few soon completely fully regularly mostly mainly generally normally called named name".split()
)
_WORD = Regex(r"[^\W_]+(?:[+#]+|(?=\W|$))|['’](?:s|m|re|ve|ll|d)\b|[^\W_]+")
_NT = Regex(r"\b(ca|wo|do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n['’]?t\b", re.I)
_CANNOT = Regex(r"\bcannot\b", re.I)
_PASSIVE = Regex(
    r"\b(?:is|are|was|were|been|be|gets?|got)\s(?:\w+ly\s)?(?P<verb>\w+(?:ed|en|wn|ght|ld|de|ad|un|one|ut|et))\sby\b",
    re.I,
)
_SUFFERED = Regex(
    r"^\W*(?:(?:the user|he|she|they|i)\s)?(?:is|are|was|were|has been|have been|got|gets)\s(?:being\s)?(?:\w+ly\s)?"
    r"(?P<verb>hired|adopted|fired|sacked|dismissed|invited|mentored|taught|coached|tutored"
    r"|treated|interviewed|sued|recruited|sponsored|examined|audited|supervised|managed|elected|nominated|chosen"
    r"|robbed|hit|bitten|helped|rescued|supported|looked after|called|visited|picked up)\b",
    re.I,
)
"""The user as the one to whom something is done. Only verbs that one person does to another: "is married" and "was
moved" say the same as their active voice."""
DENIED_WITHIN = 14  # characters from the start of a negation to the word it denies: "does not eat", "never to eat"
_USER = Regex(r"\b(?:the )?user\b", re.I)


def lemma(word: str) -> str:
    """The stem of the base form of a word: built, building and build are one."""
    return stem(_IRREGULAR.get(word, word))


@cache
def _dropped_stems() -> frozenset[str]:
    return frozenset(lemma(word) for word in _DROPPED)


@cache
def _light_stems() -> frozenset[str]:
    return _dropped_stems() | {lemma(word) for word in _GENERIC}


_YET_TO = Regex(r"\b(has|have|had) yet to\b", re.I)
_NONE_BUT = Regex(r"\b(?:nobody|no one|none|nothing|nowhere)\s(?:else\s)?(?:but|except|other than)\b", re.I)


def expand_negations(text: str) -> str:
    """A text with its short negations written out, and "nobody but" as the one word it means."""
    text = _YET_TO.sub(r"\1 not yet", _NONE_BUT.sub("only", text))
    return _CANNOT.sub("can not", _NT.sub(lambda m: f"{m[1]} not", text)).replace("’", "'")


def english_entry_key(entry: str) -> Key:
    """A thesaurus entry as the words it is found by."""
    return tuple(lemma(word.text) for word in _cut(expand_negations(entry)) if word.text not in _ARTICLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    text: str
    start: int
    capital: bool
    owner: bool


def _cut(text: str) -> list[_Word]:
    return [
        _Word(
            text=fold(match.group()).strip("'"),
            start=match.start(),
            capital=match.group()[0].isupper(),
            owner=text.startswith(("'s", "s'"), match.end()),
        )
        for match in _WORD.finditer(text)
    ]


def _single(whole: Sequence[_Word], stems: Key, at: int, book: Thesaurus) -> Item:
    """One word as an item of its own."""
    word = whole[at]
    entry = book.entries.get(stems[at : at + 1])
    named = word.capital and (at > 0 or word.owner or word.text.isupper() or any(c.isdigit() for c in word.text))
    return Item(
        form=stems[at],
        said=word.text,
        start=word.start,
        concepts=entry.concepts if entry else {},
        classes=entry.classes if entry else {},
        name=named and entry is None,
        owner=word.owner,
        light=stems[at] in _light_stems(),
        belongs=at > 0 and whole[at - 1].text == "user" and whole[at - 1].owner,
        mark=_mark(stems, at),
    )


def _mark(stems: Key, at: int) -> str:
    return stems[at - 1] if at and stems[at - 1] in ("from", "to") else ""


def english_meaning(text: str, thesaurus: Thesaurus | None = None) -> Meaning:
    """What an English statement says."""
    book = thesaurus or bundled_thesaurus("en", english_entry_key)
    quantities, blanked = quantity_en.scan_english_quantities(text)
    rest = expand_negations(blanked)
    whole = [word for word in _cut(rest) if word.text not in _ARTICLES]
    stems = tuple(lemma(word.text) for word in whole)
    marks, eaten = read_marks("en", rest)
    items: list[Item] = []
    at = denied = 0
    while at < len(stems):
        found = book.at(stems, at)
        length = found[0] if found else 1
        if found and length == 1 and whole[at].start in eaten:
            found = None
        if found:
            inside = sum(word.start in marks.negations for word in whole[at : at + length])
            denied += inside
            parts = tuple(_single(whole, stems, n, book) for n in range(at, at + length)) if length > 1 else ()
            items.append(
                Item(
                    form=" ".join(stems[at : at + length]),
                    said=" ".join(word.text for word in whole[at : at + length]),
                    start=whole[at].start,
                    concepts=found[1].concepts,
                    classes=found[1].classes,
                    light=all(stem in _light_stems() for stem in stems[at : at + length]),
                    parts=tuple(
                        part for part in parts if (part.concepts or not part.light) and part.start not in eaten
                    ),
                    denials=inside,
                    belongs=at > 0 and whole[at - 1].text == "user" and whole[at - 1].owner,
                    mark=_mark(stems, at),
                    owner=whole[at].owner,
                )
            )
        elif not (whole[at].start in eaten or stems[at] in _dropped_stems()):
            items.append(_single(whole, stems, at, book))
        at += length
    user, suffered = _USER.search(text), _SUFFERED.search(rest) or _PASSIVE.search(rest)
    return Meaning(
        language="en",
        text=expand_negations(text),
        items=tuple(mark_item(item, marks, reach=DENIED_WITHIN) for item in items),
        quantities=tuple(quantities),
        negations=len(marks.negations) - denied,
        times=marks.times,
        bound=marks.bound,
        passive=_PASSIVE.search(text) is not None,
        suffered=suffered.start("verb") if suffered else -1,
        order=read_order("en", rest),
        user=user.start() if user else -1,
        literal=tuple(stem for stem in stems if stem not in _dropped_stems()),
        tokens=tuple(lemma(word.text) for word in _cut(expand_negations(text)) if word.text not in _UNCOUNTED),
    )
