"""Names in English text: capitals that nothing else explains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.entity import EntityKind, Mention, MentionOwner
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN, HANGUL, KANA
from mnemic.language.entities import places, roles
from mnemic.language.entities.capitalised_words import (
    ACRONYM,
    INSTITUTIONAL,
    NON_NAME_PHRASES,
    NON_NAME_WORDS,
    OPENERS,
    ORGANISATION_LAST,
    PLACE_BEFORE,
    PLACE_FIRST,
    PLACE_LAST,
    TITLES,
    VERBS_OF_PERSONS,
)
from mnemic.language.entities.person_names import FIRST_NAMES, NAMES_ALSO_WORDS
from mnemic.language.entities.well_known import PRODUCT_MODELS, WELL_KNOWN_NAMES

_LETTER = f"[^\\W\\d_{HAN}{KANA}{HANGUL}]"
_UPPER = r"(?-i:[A-ZÀ-ÖØ-ÞŁŚŻŠČŽŐİ])"
_WORD = rf"{_LETTER}+(?:[-'’]{_LETTER}+)*"
_CAPITAL = rf"(?<![\w@#/.])(?:[a-z][A-Z]|{_UPPER}){_LETTER}*(?:[-'’&+.]{_LETTER}+|\+\+|#)*"
_JOINT = r"(?: (?:of|de|da|di|del|du|van|von|der|den|la|le|el|al|bin)(?: (?:the|der|den|la))?(?= [A-ZÀ-Ž]))"
_ABBREVIATED = r"(?:(?<=\bSt)|(?<=\bMt)|(?<=\bDr)|(?<=\bMr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bProf))\."
_RUN = Regex(
    rf"{_CAPITAL}(?:{_ABBREVIATED})?(?:{_JOINT}?(?: & | ){_CAPITAL}(?:{_ABBREVIATED})?)*(?: ?(?:Inc|Co|Ltd|Corp)\.)?"
)
_MODEL = Regex(
    r"(?: (?:\d{1,4}[A-Za-z]{0,3}|[A-Z]{1,3}\d{1,4}[A-Z]?|Pro|Max|Ultra|Plus|Mini|Air|SE|XL|XR"
    r"|Lite|FE|OLED|Paperwhite|Ti)\b(?!:))+"
)
_NUMBERED = Regex(
    r"(?<![\w-])(?:PS[1-5]|M[1-4]|S2\d|[A-Z]{3,5}[ -]?\d{2,4}[A-Z]{0,2}|GPT-?\d\w?)(?: (?:Pro|Max|Ti|Super|Ultra))?\b"
)
_MINE = Regex(
    rf"\b(?:(?P<owner>my|our|your|the user['’]s)|(?P<name>{_UPPER}[\w-]+)['’]s|(?P<other>his|her|their)) "
    rf"(?:(?:younger|older|elder|little|big|late|twin|lovely|dear|new|old|eldest|youngest"
    rf"|middle) )*(?P<role>{roles.ENGLISH_ROLE_PATTERN})\b(?!-)"
    rf"(?:(?:,? | is (?:called|named) | called | named |['’]s name is "
    rf"|['’]s called )(?P<given>{_UPPER}[\w’'-]*[\w](?: (?-i:[A-Z][a-z]+))?))?",
    re.IGNORECASE,
)
_ALONE = Regex(r"\b(?:Mom|Mum|Mummy|Dad|Daddy|Grandma|Grandpa|Nana|Granny|Grandad)\b(?! [A-Z])")
_CALLED = Regex(rf"\b(?P<what>\w+)(?: (?:is|are))? (?:called|named) (?P<name>{_UPPER}[\w-]+(?: {_UPPER}[\w-]+){{0,3}})")
_QUOTED = Regex(r"[\"“](?P<title>[A-Z0-9][^\"“”]{0,60}?)[,.]?[\"”]")
_ABOUT_WORKS = Regex(
    r"\b(?:watch\w*|read(?:ing|s)?|rereading|saw|see|seen|finish\w*|listen\w*|play\w*|books?"
    r"|novel|films?|movies?|songs?|series|show|album"
    r"|episode|podcast|musical|opera|game|poem|called|titled)\b",
    re.IGNORECASE,
)
_WORK_BEFORE = Regex(
    r"\b(?:read|reading|reread|rereading|watched|watching|rewatched|rewatching|finished reading)$", re.IGNORECASE
)
_OPENS = Regex(r"(?:^|[.!?:;…\n•*\"“”(\[~—|>])\s*(?:[-–*•]\s*|\d+[.)]\s*)?(?:['\"“‘(]\s*)?$|, \"$")
_BEFORE = Regex(rf"({_WORD})[ ,]*$")
_AFTER = Regex(rf"(?P<own>['’]s\b)?(?P<gap>[ ,]*)(?P<word>{_WORD})?")
_THINGS = Regex(r"\b(?:a|an|some|the|another|two|three|this|that|these|those|any|every|no)$", re.IGNORECASE)


def mentions(text: str) -> Iterator[Mention]:
    """Names in a text in alphabetic script, roles among them; they may overlap."""
    yield from _works(text)
    yield from _roles(text)
    yield from _called(text)
    shouting = _is_title(text)
    for run in _RUN.finditer(text):
        yield from _named(text, run, known_only=shouting)
    for found in _NUMBERED.finditer(text):
        yield _mention(found.group(), EntityKind.PRODUCT, found.start())


def _mention(name: str, kind: EntityKind, start: int) -> Mention:
    return Mention(name=name, kind=kind, start=start, end=start + len(name))


def _is_title(text: str) -> bool:
    """A text nearly all of whose words are capitalised says nothing by its capitals."""
    words = re.findall(_WORD, text)
    return len(words) > 3 and sum(word[0].isupper() for word in words) > 0.75 * len(words)


def _works(text: str) -> Iterator[Mention]:
    for found in _QUOTED.finditer(text):
        title = found["title"]
        words = title.split()
        titled = sum(word[0].isupper() or word in _SMALL for word in words) == len(words)
        if titled and _ABOUT_WORKS.search(text[max(found.start() - 40, 0) : found.start()]):
            yield _mention(title, EntityKind.WORK, found.start("title"))


_SMALL = frozenset("a an the of in on at to for and or with from by".split())


def _roles(text: str) -> Iterator[Mention]:
    for found in _MINE.finditer(text):
        word, given = found["role"].lower(), found["given"]
        key = roles.ENGLISH_ROLES[word]
        kind = EntityKind.ANIMAL if key in roles.ANIMALS else EntityKind.PERSON
        owner, role = _owner(found["owner"]), roles.usual_role_word(word)
        if found["name"] and found["name"][0].isupper():
            role = f"{found['name']}'s {role}"
        elif owner is MentionOwner.NOBODY:
            role = ""
        if given and given[0].isupper() and given.split()[0].lower() not in NON_NAME_WORDS:
            given = re.sub(r"['’]s$", "", given)
            single = key not in roles.SHARED_ROLES
            yield Mention(
                name=given, kind=kind, start=found.start("given"), end=found.start("given") + len(given),
                role=role if single else "", owner=owner,
            )  # fmt: skip
        elif role and key not in roles.SHARED_ROLES:
            yield Mention(name=role, kind=kind, start=found.start(), end=found.end("role"), role=role, owner=owner)
    for found in _ALONE.finditer(text):
        if not re.search(r"(?:'s|\b(?:my|your|his|her|their|our|a|the)) $", text[: found.start()], re.IGNORECASE):
            role = roles.usual_role_word(found.group())
            yield Mention(
                name=role,
                kind=EntityKind.PERSON,
                start=found.start(),
                end=found.end(),
                role=role,
                owner=MentionOwner.SPEAKER,
            )


def _owner(word: str | None) -> MentionOwner:
    if word is None:
        return MentionOwner.NOBODY
    return MentionOwner.LISTENER if word.lower() == "your" else MentionOwner.SPEAKER


_GROUPS = Regex(
    r"(?:choir|band|company|startup|start-up|shop|store|caf[eé]|restaurant|bar|pub|club|team"
    r"|firm|agency|school|place|bakery|gym|charity|studio)s?"
)
_PLACES = Regex(r"(?:town|village|city|island|lake|street|suburb|neighbou?rhood|beach|park|hill|river)s?")
_TITLED = Regex(r"(?:book|film|movie|song|novel|show|series|album|game|podcast|musical|poem)s?")
_PETS = Regex(r"(?:dog|puppy|cat|kitten|parrot|hamster|rabbit|horse|pony|tortoise|goldfish|pet|it|him|her)s?")


def _called(text: str) -> Iterator[Mention]:
    for found in _CALLED.finditer(text):
        what = found["what"].lower()
        for pattern, kind in (
            (_GROUPS, EntityKind.ORGANISATION),
            (_PLACES, EntityKind.PLACE),
            (_TITLED, EntityKind.WORK),
            (_PETS, EntityKind.ANIMAL),
        ):
            if pattern.fullmatch(what):
                yield _mention(found["name"], kind, found.start("name"))
                break


def _named(text: str, run: re.Match[str], *, known_only: bool) -> Iterator[Mention]:
    start, words = _trimmed(text, run)
    if not words:
        return
    name = " ".join(words)
    opens = _opens(text, start)
    if re.fullmatch(r"Inc|Co|Ltd|Corp", words[-1]) and text[start + len(name) :].startswith("."):
        name += "."
    if name in NON_NAME_PHRASES or words[-1] == "Day" or len(name) == 1:
        return
    if found := _known(text, name, start, opens=opens):
        yield found
        return
    if known_only:
        if words[0].lower() in FIRST_NAMES - NAMES_ALSO_WORDS:
            yield _mention(name, EntityKind.PERSON, start)
        return
    alone = opens and len(words) == 1
    kind = _opening(text, words[0], start) if alone else _kind(text, words, start, opens=opens)
    if kind is not None:
        yield _mention(name, kind, start)


_TITLE_BEFORE = Regex(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Coach|Aunt|Uncle|Auntie|Doctor|Nurse|Captain|St|Mt)\.? $"
)


def _opens(text: str, start: int) -> bool:
    """Whether a word stands where any word has a capital: at the beginning of a sentence, a quote, a list item."""
    before = text[max(start - 24, 0) : start]
    return bool(_OPENS.search(before)) and not _TITLE_BEFORE.search(before)


def _trimmed(text: str, run: re.Match[str]) -> tuple[int, list[str]]:
    """Where a run of capitals begins to be a name, and its words: without "Hey", "The", titles and a possessive."""
    start, words = run.start(), run.group().split(" ")
    last = words[-1]
    if re.search(r"['’]s$", last) and " ".join(words) not in WELL_KNOWN_NAMES:
        words[-1] = last[:-2]
    for place, word in enumerate(words[:-1]):
        if (
            re.search(r"['’]s$", word)
            and word[:-2].lower() not in OPENERS
            and words[-1] not in PLACE_LAST | ORGANISATION_LAST
            and " ".join(words) not in WELL_KNOWN_NAMES
        ):
            words[place:] = [word[:-2]]
            break
    while words:
        first = words[0].rstrip(".")
        opens = _opens(text, start)
        folded = re.sub(r"['’].*", "", first.lower())
        more = len(words) > 1
        if first in TITLES or folded in _SMALL or folded == "i":
            drop = True
        elif (
            " ".join(words) in WELL_KNOWN_NAMES
            or " ".join(words).lower() in places.ENGLISH_PLACES
            or (more and " ".join(words[:2]) in WELL_KNOWN_NAMES)
            or (" ".join(words[:2]).lower() in places.ENGLISH_PLACES and more)
            or (opens and more and folded in INSTITUTIONAL and words[-1] in ORGANISATION_LAST | PLACE_LAST)
            or (opens and not more and folded not in NON_NAME_WORDS)
        ):
            drop = False
        elif opens or folded in NON_NAME_WORDS:
            also = folded in FIRST_NAMES | NAMES_ALSO_WORDS
            drop = (folded in OPENERS and not (also and more and _is_surname(words[1]))) or (
                folded in NON_NAME_WORDS and not (also and _clearly_person(text, first, start))
            )
        else:
            drop = False
        if not drop:
            break
        start += len(words[0]) + 1
        words = words[1:]
    while (
        words and re.sub(r"['’].*", "", words[-1].lower()) in NON_NAME_WORDS and " ".join(words) not in WELL_KNOWN_NAMES
    ):
        if len(words) == 1 and _clearly_person(text, words[0], start):
            break
        words = words[:-1]
    while words and words[-1] in _SMALL:
        words = words[:-1]
    if words and text[start : start + len(" ".join(words))] != " ".join(words):
        start = text.find(words[0], run.start())
    return start, words


def _is_surname(word: str) -> bool:
    folded = word.lower()
    return folded not in NON_NAME_WORDS and folded not in OPENERS and word not in ORGANISATION_LAST


def _known(text: str, name: str, start: int, *, opens: bool) -> Mention | None:
    """A name that is in the lists, with the model that follows it."""
    words = name.split(" ")
    for many in range(len(words), 0, -1):
        part = " ".join(words[:many])
        kind = _listed(text, part, start, opens=opens, whole=many == len(words))
        if kind is None and not (many == 1 and part in PRODUCT_MODELS):
            continue
        if many < len(words) and not (
            kind is EntityKind.ORGANISATION or part in PRODUCT_MODELS or kind is EntityKind.PRODUCT
        ):
            continue
        after = _MODEL.match(text, start + len(part))
        if after:
            return _mention(part + after.group(), EntityKind.PRODUCT, start)
        if many < len(words):
            return _mention(name, EntityKind.PRODUCT, start) if words[many] not in ORGANISATION_LAST else None
        if kind is not None:
            return _mention(part, kind, start)
    return None


def _listed(text: str, name: str, start: int, *, opens: bool, whole: bool) -> EntityKind | None:
    if name in WELL_KNOWN_NAMES:
        return WELL_KNOWN_NAMES[name][1]
    folded = name.lower()
    if folded not in places.ENGLISH_PLACES or not whole:
        return None
    if folded in places.AMBIGUOUS_PLACES and " " not in folded and not _place_before(text, start):
        return EntityKind.PLACE if folded == "paris" and not _clearly_person(text, name, start) else None
    return EntityKind.PLACE


_MOVES = Regex(
    r"\b(?:go|going|goes|gone|went|fly|flying|flew|drive|driving|drove|mov(?:e|ed|ing)"
    r"|travel\w*|trips?|trains?|bus|flights?|way"
    r"|roads?|relocat\w+|com(?:e|es|ing)|came|been|back|i'm|am|is|are|was|were|originally|hours?|miles|far)"
    r" (?:over |back |up |down |out |all the way )?(?:to|from) $",
    re.IGNORECASE,
)


def _place_before(text: str, start: int) -> bool:
    before = _BEFORE.search(text[max(start - 32, 0) : start])
    if before is None or "," in before.group():
        return False
    lead = before[1].lower()
    return lead in PLACE_BEFORE or (lead in ("to", "from") and bool(_MOVES.search(text[max(start - 32, 0) : start])))


def _kind(text: str, words: list[str], start: int, *, opens: bool) -> EntityKind | None:
    """The kind of a run of capitals that is no mere beginning of a sentence; None where it names nothing."""
    last, first = words[-1], words[0].rstrip(".")
    many = len(words) > 1
    if many and any(word in ORGANISATION_LAST for word in words[-1:]):
        return EntityKind.ORGANISATION
    if many and (last in PLACE_LAST or first in PLACE_FIRST):
        return EntityKind.PLACE
    if many and first in ("University", "Bank", "Institute", "Museum", "Church", "Hotel"):
        return EntityKind.ORGANISATION
    if all(word.isupper() and len(word) > 1 for word in words):
        return _acronym(text, words, start)
    if any(word.lower() in NON_NAME_WORDS for word in words):
        return None
    if re.search(r"[a-z][A-Z]", words[0]) and not re.match(r"(?:Mc|Mac|De|O['’]|Le|La|Di)[A-Z]", words[0]):
        return EntityKind.PRODUCT
    return _by_context(text, words, start, opens=opens)


def _acronym(text: str, words: list[str], start: int) -> EntityKind | None:
    before = _BEFORE.search(text[:start])
    told = before is not None and before[1].lower() in ("at", "for", "join", "joined", "with", "left", "flying", "by")
    return EntityKind.ORGANISATION if told and len(words) == 1 and ACRONYM.fullmatch(words[0]) else None


def _by_context(text: str, words: list[str], start: int, *, opens: bool) -> EntityKind | None:
    first, many = words[0].lower(), len(words) > 1
    before = text[:start].rstrip()
    if first in FIRST_NAMES or _TITLE_BEFORE.search(text[max(start - 24, 0) : start]):
        return EntityKind.PERSON
    if _WORK_BEFORE.search(before):
        return EntityKind.WORK
    if _THINGS.search(before) and not many:
        return None
    if first in NAMES_ALSO_WORDS:
        return EntityKind.PERSON if many or not _THINGS.search(before) else None
    word = _BEFORE.search(text[:start])
    if _place_before(text, start):
        return EntityKind.PLACE
    if word is not None and word[1].lower() == "at" and "," not in word.group():
        after = _AFTER.match(text, start + len(" ".join(words)))
        return EntityKind.PERSON if after is not None and after["own"] else EntityKind.ORGANISATION
    if opens and many and first in OPENERS:
        return None
    return EntityKind.PERSON


def _opening(text: str, word: str, start: int) -> EntityKind | None:
    """The kind of a lone word that opens a sentence, where more than its capital speaks for a name."""
    folded = re.sub(r"['’].*", "", word.lower())
    if word.isupper() and len(word) > 1:
        return None
    if re.search(r"[a-z][A-Z]", word):
        return EntityKind.PRODUCT
    if folded in FIRST_NAMES and folded not in NAMES_ALSO_WORDS:
        return EntityKind.PERSON
    if folded in OPENERS:
        return EntityKind.PERSON if folded in NAMES_ALSO_WORDS and _clearly_person(text, word, start) else None
    return EntityKind.PERSON if _clearly_person(text, word, start) else None


def _clearly_person(text: str, word: str, start: int) -> bool:
    """Whether what stands around a word makes it a person: "Mark told me", "Hope's birthday", "Grace and Rosa"."""
    after = _AFTER.match(text, start + len(word))
    if after is None:
        return False
    following = after["word"] or ""
    if following.lower() in VERBS_OF_PERSONS and after["gap"] == " " and not after["own"]:
        return True
    rest = text[after.end() :]
    if following == "and" and (named := re.match(r" ([A-Z][a-z]+)\b", rest)):
        return named[1].lower() in FIRST_NAMES | NAMES_ALSO_WORDS and named[1].lower() not in NON_NAME_WORDS
    before = _BEFORE.search(text[:start])
    joined = before is not None and before[1].lower() in ("with", "and") and not _opens(text, start)
    return (bool(after["own"]) and following.lower() in ("birthday", "wedding", "party", "house", "place", "mom")) or (
        joined and word.lower() in FIRST_NAMES | NAMES_ALSO_WORDS and word.lower() not in NON_NAME_WORDS
    )
