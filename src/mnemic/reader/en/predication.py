"""Who a clause speaks of, and what it says of them in the third person."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon, person
from mnemic.reader.en.verbs import AFTER_IS, FINITE, GENITIVE, HAS_AFTER, NOT_OWNED, PLURAL
from mnemic.reader.statement import USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The user, another person, or a thing. `key` is its name in slots, `label` its name in a text."""

    label: str
    key: str
    role: str = "thing"  # user, person or thing
    gender: str = ""  # he, she, they or unknown
    several: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Predication:
    """A subject and its verb phrase in the third person; `clause` is what was said."""

    subject: Subject
    phrase: str
    clause: str
    bare: bool = False  # the subject was left out ("gone off coffee")
    group: bool = False  # said with "we"

    @property
    def text(self) -> str:
        """The whole as a sentence."""
        return as_sentence(f"{self.subject.label} {self.phrase}")


@dataclass(slots=True)
class PeopleSpokenOf:
    """What has been spoken of so far in the conversation."""

    people: list[Subject] = field(default_factory=list)

    def meet(self, subject: Subject) -> None:
        """Remember a person, for a later "he" or "she"."""
        if subject.role == "person":
            known = [p for p in self.people if p.key != subject.key]
            self.people = [*known, subject]

    def referent(self, pronoun: str) -> Subject | None:
        """The person a pronoun means, where only one fits."""
        fitting = {p.key: p for p in self.people[-4:] if p.gender in (pronoun, "") and p.several == (pronoun == "they")}
        return next(iter(fitting.values())) if len(fitting) == 1 else None


ME = Subject(label="The user", key=USER, role="user")

_TRAILING = Regex(
    r"(?<!\bis)(?<!\bare)(?<!\bbe)[\s,]+(?:i'm afraid|sadly|alas|unfortunately|ugh|lol|haha+|tbh|btw|"
    r"by the way|though|obviously|please|pls|plz|thanks"
    r"|thx|ta|cheers|fyi|innit|i guess|you know|if you must know|to be honest|touch wood|ok|okay|right|:\)|:-\)"
    r"|;\)|xx?)$",
    re.IGNORECASE,
)


def as_sentence(text: str) -> str:
    """Text as one sentence: first letter large, one full stop."""
    text = re.sub(r"\s+", " ", text).strip(" ,;:-–—.!")
    while _TRAILING.search(text):
        text = _TRAILING.sub("", text).rstrip(" ,;:-.")
    return text[:1].upper() + text[1:] + "." if text else ""


_OTHER = Regex(
    rf"(?P<det>my|our)\s+(?P<adjectives>(?:(?!{lexicon.RELATION}\b)[\w-]+\s+){{0,2}}?)"
    rf"(?P<relation>{lexicon.RELATION}|{lexicon.PET})\b(?!-)"
    r"(?:,?\s+(?P<name>(?-i:[A-Z])[\w-]*(?:\s(?:and )?(?-i:[A-Z])[\w-]*)?)(?=\W))?,?(?P<clitic>'s|"
    r"s'(?=\s))?\s+(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_BARE_OTHER = Regex(
    r"(?:the (?!boss|partner|cousin|son|daughter|sister|brother))?(?P<relation>mum|mom|dad|gp|doctor|doc|"
    r"cousin|partner|flatmate|landlord|boss|husband|wife|hubby|son"
    r"|daughter|sister|brother|gran|grandma|grandad|grandpa|nan|kids|missus|vet|dentist|eldest|oldest|youngest"
    r"|little one|middle one)\b(?P<clitic>'s)?\s+(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_PRONOUN = Regex(r"(?P<who>he|she|they)(?P<clitic>'s|'re|'ve|'d|'ll)?\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_THING = Regex(
    r"(?P<det>(?:my|our|the)\s+)?(?P<noun>(?:[\w£$€%/.&+#-]+(?:'s?)?\s+){0,6}?[\w£$€%/.&+#-]+(?:(?<=s)')?)"
    rf"(?:(?P<clitic>'s)\s+(?=\S)|\s+(?=(?:(?:{lexicon.ADVERB})\s+)*{FINITE}\b)"
    rf"|(?<=s)\s+(?=(?:(?:{lexicon.ADVERB})\s+)*{PLURAL}\b))(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_NO_THING = Regex(
    r"(?:today|tonight|tomorrow|yesterday|i|we|you|he|she|they|it|that|this|these|those|there|here|what|who"
    r"|which|where|why|how|when|if|everything|something|nothing|anything|someone|somebody|everyone|everybody"
    r"|nobody|one|no|your|his|her|their|let|let's|don't|please|and|but|or|so|because|as|not|never|always|all"
    r"|in|on|at|for|with|from|by|of|any|some|can|could|would|will|do|does|did|is|are|was|were|have|has|had|to|"
    r"whoever|weather|life|people"
    r"|men|women|nothing|time|make|keep|use|give|show|tell|send|write|call|put|set|get|add|remind|go|book"
    r"|find)\b(?!-)",
    re.IGNORECASE,
)


_OUR_TEAM = Regex(
    r"^(?:our|my|the) (?:\w+ )?(?:team|company|department|squad) (?!is\b|was\b|has\b|lead\b|'s)",
    re.IGNORECASE,
)
_TIME_FIRST = Regex(
    rf"(?P<time>(?:(?:this|next) (?:week|month) only|today only|just (?:for )?(?:today|this week)"
    rf"|(?:from|starting|as of) (?:next|this) \w+|{lexicon.PAST_TIME}|{lexicon.FUTURE}|"
    rf"since [\w' ]{{3,30}}?)(?: (?:morning|afternoon|evening"
    rf"|night))?(?: (?:at |around )?{lexicon.CLOCK})?|(?:after|following|in|at|during) (?:the |today's "
    rf"|yesterday's |our |a )?(?:[\w-]+ )?(?:review|meeting|discussion|standup|retro|planning|call|debate"
    rf"|vote))[, ]+(?=(?:i|we|my|our|he|she|they)\b)(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)


def parse_predication(clause: str, scene: PeopleSpokenOf) -> Predication | None:
    """The clause as something told of somebody or something, or None where it is no such thing.

    A time said first is put last: "last week I moved" is "I moved last week".
    """
    clause = _OUR_TEAM.sub("we ", clause)
    if found := _TIME_FIRST.match(clause):
        clause = f"{found['rest']} {_lower(found['time'])}"
    for read in (_of_user, _of_other, _of_pronoun, _of_named, _of_fragment, _of_thing):
        if telling := read(clause, scene):
            scene.meet(telling.subject)
            return telling
    return None


def _of_user(clause: str, _: PeopleSpokenOf) -> Predication | None:
    if told := person.first_person_clause(clause):
        who, phrase = told
        phrase = re.sub(r"^both ", "", phrase)
        return Predication(subject=ME, phrase=phrase, clause=clause, group=who == "we")
    return None


_SAYS = Regex(
    r"\b(?:says|said|tells me|told me|claims|reckons) (?:that )?(?:he|she|they)(?P<clitic>'s|'re)? ",
    re.IGNORECASE,
)


def _of_other(clause: str, _: PeopleSpokenOf) -> Predication | None:
    if (says := _SAYS.search(clause)) and "'s " in clause[: says.start()]:
        return None
    clause = _SAYS.sub(lambda m: "is " if m["clitic"] else "", clause, count=1)
    found = _OTHER.match(clause) or _BARE_OTHER.match(clause)
    if found is None:
        return None
    groups = found.groupdict()
    relation = re.sub(r"^the ", "", found["relation"], flags=re.IGNORECASE).lower()
    relation = {"missus": "wife", "hubby": "husband", "doc": "doctor", "gp": "GP", "pa": "PA"}.get(relation, relation)
    name = groups.get("name") or ""
    adjectives = (groups.get("adjectives") or "").lower()
    who = Subject(
        label=f"The user's {adjectives}{relation}" + (f" {name}" if name else ""),
        key=name or f"{_NEWER.sub('', adjectives)}{relation}",
        role="person",
        gender=relation_pronoun(relation),
        several=bool(re.fullmatch(lexicon.RELATION_MANY, relation)),
    )
    return _with_verb(who, found["clitic"], found["rest"], clause)


def relation_pronoun(relation: str) -> str:
    """The pronoun a relation takes where only one fits: a mother is "she"; else empty."""
    if re.fullmatch(lexicon.RELATION_HE, relation):
        return "he"
    return "she" if re.fullmatch(lexicon.RELATION_SHE, relation) else ""


_NEWER = Regex(r"^(?:(?:new|current|latest|updated) )+", re.IGNORECASE)
"""What a thing is called beside its name when it takes the place of another, which has the same key."""
_SHORT_WORDS = 3  # of a predicate that need not open with a known word: "my mum's poorly today"
_OWNS_SUBJECT = Regex(
    r"(?![^,]*\b(?:and|but|who|which|that|because|so|when|if|what|how|where|than|like)\b)(?!(?:in|on|at|not|a|an|"
    r"the|from)\b)"
    r"[^,]*?\w\s+(?:are|is|was|were|has)\b",
    re.IGNORECASE,
)
"""What follows "Steve's" where the "'s" is a genitive: "five minutes are ..."."""


def _with_verb(who: Subject, clitic: str | None, rest: str, clause: str) -> Predication | None:
    if clitic:
        owned = re.match(
            rf"(?P<noun>(?:[\w-]+\s+){{0,3}}?[\w-]+?)(?P<clitic>'s)?\s+(?P<rest>{FINITE}\b.+|(?<='s ).+)",
            rest,
            re.DOTALL,
        )
        if owned and not NOT_OWNED.match(rest):
            role = "person" if re.fullmatch(lexicon.RELATION, owned["noun"], re.IGNORECASE) else "thing"
            thing = Subject(
                label=f"{who.label}'s {owned['noun']}", key=f"{who.key}'s {owned['noun']}".lower(), role=role
            )
            verb = f"{clitic_verb(owned['rest'], who)} " if owned["clitic"] else ""
            return Predication(
                subject=thing, phrase=verb + person.third_person_objects(owned["rest"], user=False), clause=clause
            )
        if re.match(rf"(?:favou?rite|{lexicon.RELATION})\b", rest, re.IGNORECASE):
            return None
        if (
            _OWNS_SUBJECT.match(rest)
            or GENITIVE.match(rest)
            or not (AFTER_IS.match(rest) or HAS_AFTER.match(rest) or len(rest.split()) <= _SHORT_WORDS)
        ):
            return None
        rest = f"{clitic_verb(rest, who)} {rest}"
    elif not _verbal(rest):
        return None
    return Predication(subject=who, phrase=person.third_person_objects(rest, user=False), clause=clause)


def _verbal(rest: str) -> bool:
    found = re.match(rf"(?:(?:{lexicon.ADVERB})\s+)*(?P<verb>[\w']+)", rest, re.IGNORECASE)
    if found is None or re.fullmatch(lexicon.WEEKDAY, found["verb"], re.IGNORECASE):
        return False
    return bool(re.fullmatch(rf"{FINITE}|{PLURAL}|[a-z]+s", found["verb"]) or person.is_past_form(found["verb"]))


def clitic_verb(rest: str, who: Subject) -> str:
    """What an "'s" stands for before the rest of the phrase: "has" or "is"."""
    return (
        "has"
        if HAS_AFTER.match(rest)
        and (
            who.role == "person"
            or re.match(r"been|got|had|gone|crept|come|started|stopped|taken|put|changed|moved", rest)
        )
        else "is"
    )


def _of_pronoun(clause: str, scene: PeopleSpokenOf) -> Predication | None:
    found = _PRONOUN.match(clause)
    who = scene.referent(found["who"].lower()) if found else None
    if found is None or who is None:
        return None
    verb = {"'s": clitic_verb(found["rest"], who), "'re": "are", "'ve": "have", "'d": "would", "'ll": "will", None: ""}
    phrase = f"{verb[found['clitic']]} {found['rest']}".strip()
    return Predication(subject=who, phrase=person.third_person_objects(phrase, user=False), clause=clause)


_FRAGMENTS: tuple[tuple[str, str], ...] = (
    (
        r"(?:(?:just|already|recently|finally|totally|completely|properly)\s+)*(?:gone(?! (?:up|down|red|wrong|"
        r"dead|missing|viral|live|bust|"
        r"quiet|dark|cold|through|over|all|the way|to plan)\b)|been|become|begun)\s",
        "has ",
    ),
    (
        r"(?:allergic to|off to|based in|fluent in|into|not into|not a fan of|big fan of|keen on|not keen on"
        r"|obsessed with)\s",
        "is ",
    ),
    (r"(?:not|never)\s+(?:been|had)\s", "has "),
    (r"(?:can't|cannot|couldn't|won't|used to|can't stand)\s", ""),
    (
        r"(?:going with|sticking with|going to|staying with|flying|moving|leaving|travelling|meeting|starting|"
        r"driving(?= for)|living(?= in| with| on)|cooking(?= for| at)|cleaning(?= for)|"
        r"teaching(?= at| in)|baking(?= for)|nursing(?= at)"
        r"|pursuing|working|seeing|staying|saving|paying|earning|renting|studying|training|learning)\s",
        "is ",
    ),
    (rf"(?!(?:some|every|any|no)thing|during|morning|evening|being)[a-z]+ing\s.*\b{lexicon.FUTURE}", "is "),
    (
        r"(?:running|using|driving|sharing|renting) (?:a|an|my own|the same)\s(?!.*\b(?:is|are|was|has|seems|"
        r"makes)\b)",
        "is ",
    ),
    (r"(?:born|raised) (?:in|on|and)\s", "was "),
    (r"(?:only )?(?:free|available|around|reachable) (?:on|after|before|between|until|from)\s", "is "),
    (
        r"not (?:doing|renewing|buying|having|using|taking|rebooking|going to (?-i:[A-Z]))(?!.*\b(?:anything|"
        r"that|it|this(?! (?:year|month|week|summer|winter|spring|autumn|christmas)))\b)",
        "is ",
    ),
    (r"no longer (?:going|flying|travelling|moving|doing|using|eating|drinking|working)\s", "is "),
    (r"(?:back on|back in|back the)\s", "is "),
    (r"quit (?:my |the )?(?!\w+ing\b|it\b|that\b|this\b|now\b|out\b)\w", ""),
)
_BASE_FRAGMENT = Regex(
    r"(?:(?:really|absolutely|honestly|just|still|actually|usually|always|mostly)\s+)*(?P<verb>love|hate|prefer"
    r"|(?<=really )like|enjoy(?= [a-z]+ing\b)|adore|loathe|detest|don't like|don't eat|don't drink|need|"
    r"live(?= (?:in|at|on|"
    r"near|with|by|alone|just|outside)\b)|work(?= (?:in|at|as|for|from|on|with|nights|days|part|full)\b)"
    r"|speak|drive|own|hope"
    r"|plan)\b(?=\s+(?!(?:stays|finds|wins|conquers|hurts|means|takes|makes|lasts|comes|goes)\b|and\b|is\b|for\b|"
    r"of\b|was\b|it\b|that\b|this\b|them\b|you\b)\S)",
    re.IGNORECASE,
)
_NOT_FRAGMENT = frozenset(
    (
        "noted fixed sorted done solved needed said agreed tired bored excited confused thanked thought got "
        "had told made felt went meant knew put let set read cut hit shut asked wanted looked seemed updated "
        "worked tried used related based"
    ).split()
)


_NAMED = Regex(
    r"(?P<name>(?-i:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?P<where> (?:from|in"
    r"|at|on) [\w ]{2,20}?)?(?P<clitic>'s)?\s+(?P<rest>(?:(?:always|only|never|really|also|still"
    r"|usually) )*(?:prefers|likes|loves|hates|lives|works|drinks|eats|can't|cannot|doesn't|won't|is allergic"
    r"|allergic|(?:is )?(?:a )?(?:vegan|vegetarian|coeliac|celiac|diabetic|pregnant|left-handed)|moved to"
    r"|has moved|wants|owes|speaks|swears by|reports to|owns|hates|adores|takes)\b.+|.+)",
    re.IGNORECASE | re.DOTALL,
)
_PERSONAL = Regex(
    r"(?:(?:always|only|never|really|also|still|usually|is) )*(?:prefers|likes|loves|hates|lives|works|drinks"
    r"|eats|can't stand|can't eat|doesn't (?:like|eat|drink|want)|won't|allergic|vegan|vegetarian|coeliac"
    r"|celiac|diabetic|pregnant|left-handed|moved to|has (?:moved|shifted|relocated|retired)|speaks|swears by|"
    r"reports to|adores|owes|leads|"
    r"heads|does (?:the|our|all)|writes|designs|draws|edits|composes|covers|runs (?!on\b|in\b|at\b|"
    r"a \w+ server)"
    r"|manages|handles|looks after|is in charge|is responsible|in charge|responsible|on (?!the |\d|(?:mon|"
    r"tues|wednes|thurs|fri|satur|sun)day|time|top|"
    r"sale|fire|it\b)|(?:a|an"
    r"|the|my|our) )",
    re.IGNORECASE,
)


def _of_named(clause: str, _: PeopleSpokenOf) -> Predication | None:
    """Somebody by name, where the verb is one of people: "Sarah from accounts prefers tea"."""
    found = _NAMED.match(clause)
    if found is None or _NO_THING.match(found["name"]) or not _PERSONAL.match(found["rest"]):
        return None
    if not found["clitic"] and re.match(r"(?:is )?on\b|(?:runs|handles|manages) on\b", found["rest"], re.IGNORECASE):
        return None
    if not found["clitic"] and re.match(
        r"(?:allergic|vegan|vegetarian|coeliac|diabetic|a|an|the|my|our|is (?:a|an|the|my|our))\b",
        found["rest"],
        re.IGNORECASE,
    ):
        return None
    if found["clitic"] and _OWNS_SUBJECT.match(found["rest"]):
        return None
    who = Subject(label=found["name"] + (found["where"] or ""), key=found["name"], role="person", gender="")
    verb = f"{clitic_verb(found['rest'], who)} " if found["clitic"] else ""
    return Predication(subject=who, phrase=verb + person.third_person_objects(found["rest"], user=False), clause=clause)


_GERUND_SUBJECT = Regex(
    r"[a-z]+ing\b.*\b(?:is|are|was|were|must|would|can|will|might|means|makes|feels|seems|helps|sounds|keeps|"
    r"gives|takes|has|[a-z]{3,}s (?:the|you|your|me|my|us|people|a|an))\b",
    re.IGNORECASE,
)


def _of_fragment(clause: str, _: PeopleSpokenOf) -> Predication | None:
    for fragment, verb in _FRAGMENTS:
        if re.match(fragment, clause, re.IGNORECASE) and not (verb == "is " and _GERUND_SUBJECT.match(clause)):
            return _bare(verb + _lower(clause), clause)
    if base := _BASE_FRAGMENT.match(clause):
        return _bare(
            re.sub(
                rf"\b{base['verb']}\b", _third_of(base["verb"].lower()), _lower(clause), count=1, flags=re.IGNORECASE
            ),
            clause,
        )
    opening = re.match(r"(?:(?:just|finally|recently|already|only)\s+)*(?P<verb>[A-Za-z]+)\s+\S", clause)
    if opening and person.is_past_form(opening["verb"]):
        weighty = opening["verb"].lower() not in _NOT_FRAGMENT or re.search(lexicon.PAST_TIME, clause, re.IGNORECASE)
        strong = re.match(r"(?:got|had|put|set|cut|made|went)\b", opening["verb"], re.IGNORECASE)
        if (weighty or strong) and not re.match(
            r"(?:set|put|cut|let|read|shut|hit|quit)$", opening["verb"], re.IGNORECASE
        ):
            return _bare(_lower(clause), clause)
    return None


def _third_of(verb: str) -> str:
    head, _, tail = verb.partition(" ")
    return f"{person.third_person_verb(head)} {tail}".strip()


def _lower(clause: str) -> str:
    return clause[:1].lower() + clause[1:]


def _bare(phrase: str, clause: str) -> Predication:
    return Predication(subject=ME, phrase=person.third_person_objects(phrase, user=True), clause=clause, bare=True)


_OWNERS = Regex(
    r"(?P<det>(?:my|our|the)\s+)?(?P<noun>(?:[\w-]+ ){0,2}?[\w-]+'s (?:[\w-]+ ){0,3}?[\w-]+?)"
    rf"(?:(?P<clitic>'s)\s+(?=\S)|\s+(?=(?:(?:{lexicon.ADVERB})\s+)*{FINITE}\b))(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_OPEN_VERB = Regex(
    r"(?P<det>(?:my|our|the)\s+)(?P<noun>(?:[\w-]+ ){0,2}?[\w-]+)\s+"
    r"(?P<rest>(?!(?:is|was|has|does|this|his|its)\b)[a-z]{2,}(?:[^s\W]s|ies)\s.*\d.*)",
    re.IGNORECASE | re.DOTALL,
)
_NAMES = Regex(r"\b(?:handle|username|nickname|nick|email|login|tag|name|address|surname)$", re.IGNORECASE)
_COMPOUND = Regex(
    r"[a-z]+ing (?!(?:the|a|an|my|our|to|in|on|at|for|with|about|from|up|out|it|this|that|your|more|less|so)\b)\w+",
    re.IGNORECASE,
)


def _of_thing(clause: str, _: PeopleSpokenOf) -> Predication | None:
    for pattern in (_THING, _OWNERS, _OPEN_VERB):
        if (found := pattern.match(clause)) and (telling := _thing(found, clause)):
            return telling
    return None


def _thing(found: re.Match[str], clause: str) -> Predication | None:
    if re.search(r"\s(?:us|me|him|them|you|i|we|it|which|who)\b", found["noun"], re.IGNORECASE):
        return None
    if _NO_THING.match(found["noun"]) or (
        re.match(r"[a-z]+ing\b", found["noun"]) and not found["det"] and not _COMPOUND.match(found["noun"])
    ):
        return None
    det, noun = (found["det"] or "").strip().lower(), found["noun"].strip()
    if noun.lower().endswith(("'s", "n't")):
        return None
    rest = found["rest"]
    plain = _NEWER.sub("", noun)
    who = Subject(label=_thing_label(det, noun), key=plain.lower() if det or " " in noun else noun)
    if found.groupdict().get("clitic"):
        if _OWNS_SUBJECT.match(rest) or re.match(r"[a-z]+ing (?:\w+ed|went|got)\b", rest):
            return None
        if not (AFTER_IS.match(rest) or (det in ("my", "our") and _NAMES.search(noun))):
            return None
        rest = f"{clitic_verb(rest, who)} {rest}"
    return Predication(subject=who, phrase=person.third_person_objects(rest, user=False), clause=clause)


def _thing_label(det: str, noun: str) -> str:
    if det in ("my", "our"):
        return f"The user's {noun}"
    noun = person.third_person_objects(noun, user=False)
    return f"The {noun}" if det else noun[:1].upper() + noun[1:]
