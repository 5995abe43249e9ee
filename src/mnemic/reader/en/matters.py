"""Matters of which the user has one at a time: "the rent for the new flat is 985", "I cycle to work now".

Each is one slot, so that what is said of it later takes the place of what was said before.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon, matter_names, person
from mnemic.reader.en import matter_clauses as forms
from mnemic.reader.en.matter_frames import FRAMES, STOPPED, Frame
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import importance_of, make_slot
from mnemic.reader.statement import USER, Statement

_WORDS_MAX = 9  # of a value


def matter_in_clause(clause: str) -> list[Statement]:
    """The one matter that a clause tells the present value of, or nothing."""
    clause = clause.strip(" .!")
    if forms.BARE_STOPPED.match(clause):
        clause = f"I {clause[:1].lower()}{clause[1:]}" if clause[:3].lower() != "off" else f"I'm {clause.lower()}"
    elif forms.BARE_DOING.fullmatch(clause):
        clause = f"I'm {clause[:1].lower()}{clause[1:]}"
    if stopped := _no_longer_taken(clause):
        return stopped
    if found := forms.FIRST.fullmatch(clause):
        clause = f"{found['rest']} {found['time'][:1].lower()}{found['time'][1:]}"
    if made := _recurring(clause):
        return made
    if forms.FOR_ONCE.search(clause):
        return []
    return _counted(clause) or _of_noun(clause) or _of_verb(clause)


def _stated(name: str, said: str, text: str, *, newer: bool = False, thing: str | None = None) -> list[Statement]:
    """`thing`: whose matter it is where it is none of the user's own, but of a thing of theirs."""
    attribute = name.removesuffix(":") if ":" in name else matter_names.matter_attribute(name)
    found = make_slot(USER if thing is None else thing, attribute, said, replaces=newer)
    if found is None:
        return []
    text = as_sentence(text)
    return [Statement(text=text, kind=Kind.FACT, slot=found, confidence=0.9, importance=importance_of(text, 0.6))]


def _third(clause: str) -> str:
    """A clause that opens with a noun phrase of the user's, in the third person."""
    opened = re.sub(r"^(?:my|our)\b", "the user's", clause, flags=re.IGNORECASE)
    return person.third_person_objects(opened, user=False)


def _counted(clause: str) -> list[Statement]:
    """Matters with sentences of their own: how large the team is, where the wages go, on which floor the flat is."""
    for pattern, name in (
        (forms.IN_TEAM, "team size"),
        (forms.TEAM_HAS, "team size"),
        (forms.DWELLING_FLOOR, "floor"),
        (forms.PAID_INTO, "bank"),
        (forms.LASTS, "commute time"),
    ):
        if found := pattern.fullmatch(clause):
            said = found["value"] if name != "team size" else f"{found['value']} people"
            if pattern is forms.IN_TEAM:
                return _stated(name, said, f"The user's team has {said}{found['rest']}")
            return _stated(name, said, _third(clause))
    if found := forms.OF_PERSON.fullmatch(clause):
        who = matter_names.canonical_relation(found["who"].lower())
        text = as_sentence(f"{found['value']} is the user's {who}{clause[found.end('who') :]}")
        return [
            Statement(
                text=text,
                kind=Kind.RELATIONSHIP,
                slot=make_slot(who, "name", found["value"]),
                confidence=0.9,
                importance=0.7,
                entities=(who,),
            )
        ]
    if found := forms.PRACTICE.fullmatch(clause):
        return _stated(f"{found['who'].lower()} practice", found["value"], _third(clause))
    return []


def _recurring(clause: str) -> list[Statement]:
    """When something of every week takes place: no plan with a date, and moved as a whole."""
    moved = forms.WE_MOVED.fullmatch(clause)
    found = moved or forms.RECURS.fullmatch(clause)
    if found is None or re.search(
        rf"\b(?:this|next|last) (?!{lexicon.WEEKDAY} of)\w+|\b{lexicon.DATE}", clause, re.IGNORECASE
    ):
        return []
    noun = matter_names.strip_present_marks(found["noun"])
    if not (forms.RECURRING.search(clause) or re.search(rf"\b{forms.GATHERING}$", noun)):
        return []
    name = "team meeting" if forms.MEETING.fullmatch(noun) else re.sub(rf"\b{forms.OFTEN} ", "", noun)
    said = re.sub(rf"\b({lexicon.WEEKDAY})s\b", r"\1", found["value"], flags=re.IGNORECASE)
    said = re.sub(rf" {matter_names.CIRCUMSTANCE}$", "", said, flags=re.IGNORECASE)
    first = person.first_person_clause(clause) if moved else None
    text = f"The user {first[1]}" if first else _third(clause)
    newer = moved is not None or "moved" in found["is"].lower()
    return _stated(f"when {name}", said, text, newer=newer) if name else []


def _of_noun(clause: str) -> list[Statement]:
    """A matter named by a noun: "my gym is Gymbox", "the book I'm reading is Circe", and turned round."""
    if found := forms.OF_DOING.fullmatch(clause) or forms.TURNED.fullmatch(clause):
        return _done(found)
    found = forms.OWN.fullmatch(clause)
    if found is None:
        return []
    noun, said = (found["noun"] or found["noun2"]), (found["value"] or found["value2"])
    name = matter_names.matter_name(noun)
    whose = (found["det"] or ("my" if found["noun2"] else "the")).lower()
    if (
        not name
        or not _says_value(said)
        or (whose == "the" and matter_names.strip_present_marks(noun) in matter_names.ONLY_OWN)
    ):
        return []
    if not matter_names.could_be_value(name, said) and not (name == "job title" and "title" in noun.lower()):
        return []
    if name == "coffee" and not re.search(r"usual|regular|normal|go-to|order", noun, re.IGNORECASE):
        return []
    whole = (
        clause if found["is"] or found["is2"] else f"{clause[: found.end('noun')]} is{clause[found.end('noun') + 2 :]}"
    )
    return _stated(name, said, _third(whole))


def _done(found: re.Match[str]) -> list[Statement]:
    noun, said, doing = found["noun"], found["value"], " ".join(found["doing"].split())
    if not _says_value(said):
        return []
    told_of = person.first_person_clause(f"I{found['doing']}")
    if told_of is None:
        return []
    text = f"The {noun} the user {told_of[1]} is {said}"
    if forms.PEOPLE_NOUN.fullmatch(noun):
        found_slot = make_slot(matter_names.canonical_relation(noun.lower()), "name", said)
        return [
            Statement(text=as_sentence(text), kind=Kind.RELATIONSHIP, slot=found_slot, confidence=0.9, importance=0.7)
        ]
    if found["liked"] in ("like", "love", "prefer"):
        return [
            Statement(
                text=as_sentence(text),
                kind=Kind.PREFERENCE,
                slot=make_slot(USER, f"favourite:{noun.lower()}", said),
                confidence=0.9,
            )
        ]
    if found["liked"]:
        return _stated(f"best {noun.lower()}", said, text)
    if re.search(r"tablets?|pills?|medicine|medication", noun):
        return [
            Statement(
                text=as_sentence(text),
                kind=Kind.FACT,
                slot=make_slot(USER, "takes", said),
                confidence=0.9,
                importance=0.9,
            )
        ]
    known = matter_names.matter_name(noun)
    generic = doing.split()[-1] not in ("mentor", "mentoring", "supervise", "supervising")
    return _stated(known or (noun.lower() if generic else f"{noun} {doing}"), said, text)


def _says_value(said: str) -> bool:
    return len(said.split()) <= _WORDS_MAX and not matter_names.NO_VALUE.match(said)


def _of_verb(clause: str) -> list[Statement]:
    """A matter told by what the user does: "I bank with Monzo", "I pay 730 euros in rent"."""
    first = person.first_person_clause(clause)
    if first is None or re.search(r"\b(?:also|as well|too)\b", clause, re.IGNORECASE):
        return []
    phrase = first[1]
    for frame in FRAMES:
        found = frame.pattern.match(phrase)
        if found is None or (frame.newer and "now" not in found.groupdict() and not forms.SAID_OF_NOW.search(phrase)):
            continue
        if found["value"]:
            name = _named(frame, found, phrase)
            thing = name if frame.matter == "{what}" and not matter_names.matter_name(name.split(" on ")[0]) else None
            return _stated(name, found["value"], f"The user {phrase}", newer=frame.newer, thing=thing)
    return []


_DRUG = Regex(
    r"\w*(?:ine|in|ide|ol|pril|zole|statin|pam|lam|cillin|xaban|one|mab|ate|antel|oxetine|sartan|olol|tyn|profen|"
    r"mol|setron|"
    r"ramine|tabs|pill|tablets|medication|medicine|antibiotics|antihistamines|antidepressants|painkillers|"
    r"steroids|statins|"
    r"insulin|warfarin|iron|supplements|vitamins?(?: \w\d?)?)"
)


def _no_longer_taken(clause: str) -> list[Statement]:
    first = person.first_person_clause(clause)
    phrase = first[1] if first else ""
    found = STOPPED.match(phrase)
    drug = (found["off"] or found["taken"] or found["dropped"]).lower() if found else ""
    if not drug or (found and not found["taken"] and not _DRUG.fullmatch(drug)):
        return []
    taken = make_slot(USER, f"takes:{drug}", keys.STOPPED_PATTERN)
    text = as_sentence(f"The user {phrase}")
    return [Statement(text=text, kind=Kind.FACT, slot=taken, confidence=0.9, importance=0.8, correction=True)]


def _named(frame: Frame, found: re.Match[str], phrase: str) -> str:
    """The matter of a frame: what is done on some days only is a matter of those days."""
    parts = {"what": "", "verb": ""} | {name: (part or "").lower() for name, part in found.groupdict().items()}
    name = frame.matter.format(**parts).strip()
    name = matter_names.matter_name(name) or name
    if (days := forms.SOME_DAYS.search(phrase)) and not forms.SOME_DAYS.search(found["value"]):
        return f"{name} on {days['days'].lower().removesuffix('s')}s"
    return name
