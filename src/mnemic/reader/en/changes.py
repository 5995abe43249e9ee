"""Changes told in frames of their own: "new job: signaller", "we split up", "the van's gone", "tea's black now"."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon, person
from mnemic.reader.en.change_frame import ChangeFrame
from mnemic.reader.en.changes_of_figures import FIGURE_CHANGES
from mnemic.reader.en.changes_of_life import LIFE_CHANGES, PLACE
from mnemic.reader.en.changes_of_things import THING_CHANGES
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import importance_of, make_slot, normal_value, rule_topic
from mnemic.reader.statement import USER, Statement

CHANGES: tuple[ChangeFrame, ...] = (*LIFE_CHANGES, *THING_CHANGES, *FIGURE_CHANGES)
_DEVICES = ("phone", "laptop", "car", "watch", "camera")


def change_in_clause(clause: str, *, joint: bool = False) -> list[Statement]:
    """The change a clause tells, or nothing. `joint`: a whole sentence, for the changes told in two clauses of it."""
    for change in CHANGES:
        if joint and not change.joint:
            continue
        found = change.pattern.fullmatch(clause)
        if found and change.fits(found):
            return [_stated(change, found)]
    return []


def _stated(change: ChangeFrame, found: re.Match[str]) -> Statement:
    parts = {name: part or "" for name, part in found.groupdict().items()}
    said = change.said.format(**parts)
    attribute = _attribute(change.attribute, parts)
    parts = {name: person.third_person_objects(part, user=True) for name, part in parts.items()}
    if "how" in parts:
        parts["how"] = re.sub(r"^'s\b", " is", parts["how"])
        parts["how"] = parts["how"][:1].lower() + parts["how"][1:]
    text = as_sentence(change.text.format(**parts))
    whose, attribute = _owner(change.attribute, attribute, parts)
    lasting = bool(attribute) and not parts.get("until", "").lower().startswith("until")
    return Statement(
        text=text,
        kind=change.kind,
        slot=make_slot(whose, attribute, said, polarity=change.polarity, replaces=change.polarity > 0)
        if lasting
        else None,
        confidence=0.9,
        importance=importance_of(text, 0.7),
        correction=change.correction and lasting,
    )


_PEOPLE = Regex(r"(?:gp|dentist|vet|boss|(?:line )?manager|doctor|therapist|landlord)$")


def _owner(frame: str, attribute: str, parts: dict[str, str]) -> tuple[str, str]:
    """Whose slot it is: a thing's figures are the thing's, and a new dentist is the dentist's name."""
    if frame == "*thing" and _PEOPLE.match(parts["thing"].lower()):
        return parts["thing"].lower(), "name"
    return (parts["what"].lower() if frame == "value:{what}" else USER), attribute


def _attribute(attribute: str, parts: dict[str, str]) -> str:
    if attribute == "*stopped":
        return f"habit:{keys.activity_key(parts['what'])}"
    if attribute == "*thing":
        return _of_thing(parts["thing"])
    if attribute in ("*swap", "*lost"):
        return _of_swapped(parts["old"], parts.get("new", ""))
    if attribute.startswith("plan:"):
        return "plan:" + normal_value(re.sub(r"\b(?:that|the|my|our)\b", "", parts["what"]).strip())
    return attribute.format(**{name: part.lower() for name, part in parts.items()})


def _of_thing(thing: str) -> str:
    low = thing.lower().strip()
    kind = rule_topic(low)
    if kind in _DEVICES and not re.search(r"number", low):
        return f"device:{kind}"
    return f"uses:{kind}" if kind in ("editor", "browser", "ci", "electricity") else f"value:{low}"


def _of_swapped(old: str, new: str) -> str:
    if keys.is_car(old) or keys.is_car(new) or old.lower() in ("van", "motorbike"):
        return "device:car"
    if name := keys.activity_key(old):
        return f"habit:{name}"
    kind = rule_topic(old)
    return f"device:{kind}" if kind in _DEVICES else f"uses:{kind}"


_MOVED = Regex(
    r"(?:(?:we've|i've|we|i|finally|just|and) )*(?:moved|relocated|moved house|moved home|moved in|upped sticks|"
    r"got the keys)"
    r"(?: at last| finally| now)?|keys in hand|new (?:home|flat|house|place|pad)|(?:we're |"
    r"i'm )?(?:all )?moved(?: in)?",
    re.IGNORECASE,
)
_NEW_JOB = Regex(
    r"(?:(?:got|landed|i've got|started) )?(?:a |the |my )?new job|(?:i )?got the job|first day(?: (?:at|in) .+)?|"
    r"(?:i )?start(?:ed)? "
    r"(?:my )?new job(?: today| yesterday)?",
    re.IGNORECASE,
)
_WHERE = Regex(rf"(?:in |to |it's )?{PLACE}(?P<rest>$|,.*|! .*)", re.IGNORECASE)
_DWELLING = Regex(
    rf"(?P<what>(?:[^.!?]{{3,50}}, )?(?:a |an |the |my own |our own )?(?:[\w-]+ ){{0,3}}?(?:room|flat|house|studio|"
    rf"apartment|bedsit|bungalow|"
    rf"cottage|place|terrace|semi|one-bed|two-bed|three-bed|loft|maisonette)(?: [\w-]+){{0,3}}?) (?:in|near|"
    rf"outside) {PLACE}(?P<rest>$|[,.! ].*)",
    re.IGNORECASE,
)
_WHAT = Regex(
    rf"(?P<job>(?:an? |the )?(?:[\w-]+ ){{0,3}}?(?:{lexicon.OCCUPATION}|[a-z]+er|[a-z]+ist|[a-z]+man)\b[^!?]*)",
    re.IGNORECASE,
)


def announced_change(before: str, text: str) -> list[Statement]:
    """What a fragment says after the sentence that announces it: "We've moved!" "Bristol, top floor."""
    last = before.strip(" .!")
    if _MOVED.fullmatch(last) and (there := _DWELLING.fullmatch(text)):
        said = f"The user has moved: {there['what'][:1].lower()}{there['what'][1:]} in {there['place']}{there['rest']}"
        attribute, new = "home", there["place"]
    elif _MOVED.fullmatch(last) and (found := _WHERE.fullmatch(text)):
        said = f"The user has moved to {found['place']}{found['rest']}"
        attribute, new = "home", found["place"]
    elif _NEW_JOB.fullmatch(last) and (job := _WHAT.fullmatch(text)) and len(job["job"].split()) <= 8:
        new = re.sub(r",? (?:me|myself|that's me|no less)\b.*$", "", job["job"], flags=re.IGNORECASE)
        place = re.search(r" (?:at|in) .+$", last)
        said = f"The user has a new job{f' ({last})' if place else ''}: {new}"
        attribute = "job"
    else:
        return []
    told_of = make_slot(USER, attribute, new)
    text = as_sentence(person.third_person_objects(said, user=True))
    return [Statement(text=text, kind=Kind.FACT, slot=told_of, confidence=0.9, importance=0.8, correction=True)]
