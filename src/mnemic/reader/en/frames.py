"""Frames larger than a clause: headings of lists, double negation, "not that I mind ...", short allergies."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon, person
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import list_items, make_slot, normal_value, rule_topic
from mnemic.reader.en.word_order import straighten_clause
from mnemic.reader.statement import USER, Statement

_VERB = (
    r"(?P<verb>into|like|love|enjoy|hate|can't stand|don't like|dislike|avoid|don't eat|won't eat|can't eat"
    r"|allergic to|a fan of|speak|own|have)"
)
_HEADING = Regex(
    rf"(?:.*\b(?:stuff|things?|foods?|what|hobbies|bands|games|books|places|drinks|languages|gear"
    rf"|all)\b.*?)?\b(?:i|i'm|i am|we)(?:'m| am)? (?:actually |really |currently |also |never |not "
    rf"|most )*{_VERB}(?: most| best| a lot)?(?:,? (?:so far|in order|ranked))?\s*$",
    re.IGNORECASE,
)
_BARE_HEADING = Regex(
    r"(?:my )?(?P<name>top (?:\w+ )?\w+|likes|dislikes|hobbies|interests|allergies|pet peeves|[\w ]*?\b(?:no-go"
    r"|no go|avoid|blacklist|black list|banned|never again)(?: list| foods?| items?| things)?|favourites"
    r"|favorites|medications|meds|languages|hard limits|limits|constraints|requirements)\s*$",
    re.IGNORECASE,
)
_SAID = {
    "likes": "I like",
    "favourites": "I like",
    "favorites": "I like",
    "hobbies": "I'm into",
    "interests": "I'm into",
    "dislikes": "I don't like",
    "pet peeves": "I can't stand",
    "allergies": "I'm allergic to",
    "medications": "I take",
    "meds": "I take",
    "languages": "I speak",
}
_LIMITS = Regex(r"(?:hard limits|limits|constraints|requirements)", re.IGNORECASE)


def heading_prefix(line: str) -> str | None:
    """What each item of the list below a heading says with its words put before: "stuff I like" gives "I like"."""
    if found := _HEADING.match(line):
        verb = found["verb"].lower()
        return f"I'm {verb}" if verb in ("into", "allergic to", "a fan of") else f"I {verb}"
    if found := _BARE_HEADING.match(line):
        if re.search(r"no.go|avoid|black ?list|banned|never again", found["name"], re.IGNORECASE):
            return "I don't want"
        return "I like" if found["name"].lower().startswith("top ") else _SAID.get(found["name"].lower(), "")
    return None


def announces_limits(line: str) -> bool:
    """Whether the heading announces limits."""
    return bool(_LIMITS.search(line))


_NOT_THAT = Regex(
    r"(?:it's |it isn't |it is )?not that (?:i|we) (?:don't|do not|hate|dislike|can't)(?: like| enjoy| love"
    r"| eat| want| do| stand)? (?P<topic>[^,;]+)[,;]\s*(?:but |it's just (?:that )?|it's that )?(?P<rest>(?:i"
    r"|we|my)\b.+)",
    re.IGNORECASE,
)
_DENIES_DISLIKE = Regex(r"\bnot that (?:i|we) (?:don't|do not) (?:like|love|enjoy)\b", re.IGNORECASE)
_NEVER_CATCH = Regex(
    r"(?:you'll|you will|you won't|nobody will) (?:never |ever )*(?:catch|find|see) me (?P<what>.+)", re.IGNORECASE
)
_I_MEAN = Regex(r"(?:when(?:ever)?|if) i say (?P<word>[^,]{2,40}?),? i mean (?P<sense>.+)", re.IGNORECASE)
_PRONOUNS = Regex(r"((?:she/her|he/him|they/them)(?:/\w+)?)(?: btw| by the way| please)?", re.IGNORECASE)
_DAILY = Regex(
    r"there (?:hasn't|has not|isn't|is not|wasn't) (?:been )?(?:a|a single|one) (?P<unit>day|night|week|month"
    r"|morning)(?P<since> since [^,]+?| in [^,]+?| this [^,]+?)? (?:that |when |where )?(?:i|we) (?:haven't"
    r"|don't|didn't|have not) (?P<rest>.+)",
    re.IGNORECASE,
)
_GOES_BY = Regex(
    r"(?:not|never) a (?P<unit>day|night|week|morning) (?:goes|passes|has gone) by (?:that i don't|when i don't"
    r"|without(?: me)?) (?P<rest>.+)",
    re.IGNORECASE,
)
_WITHOUT = Regex(
    r"(?:i )?(?:can't|cannot|couldn't|never) (?:go|get through|start|last|survive) (?P<span>(?:a|the|my"
    r"|one) (?:day|week|morning|night|meal|workday|hour)) without (?P<rest>.+)",
    re.IGNORECASE,
)


_NEVER_FOR = Regex(
    r"(?P<what>(?!(?:it|that|this|there|what|which|who|they|those|these|you|he|she|one|something|all|time|now|i|we|the|my|our|your)\b)"
    r"[\w' -]{3,40}?)(?:'s| is| are| isn't| aren't) (?:(?:just|simply|really|definitely|absolutely|certainly) )*"
    r"(?:(?:never|not|no)(?: ever)? )?(?:an? (?:option|choice|thing)|anything|the thing|something)?(?: ?for me)"
    r"(?P<rest>,? (?:ever|at all|thanks|any more|because .+|since .+))?",
    re.IGNORECASE,
)
_REFUSED = Regex(r"n't\b|\b(?:never|not|no)\b", re.IGNORECASE)


def refused_for_good(clause: str) -> list[Statement]:
    """What is refused for good, as what it is that is refused: "hostels are never for me"."""
    found = _NEVER_FOR.fullmatch(clause.strip(" .!"))
    if found is None or not _REFUSED.search(clause[found.end("what") : found.end()]):
        return []
    return [
        Statement(
            text=as_sentence(re.sub(r"\bfor me\b", "for the user", clause.strip(" .!"), flags=re.IGNORECASE)),
            kind=Kind.PREFERENCE,
            slot=make_slot(USER, "like", found["what"], polarity=-1),
            confidence=0.85,
            importance=0.6,
        )
    ]


def resolve_double_negation(text: str) -> list[Statement]:
    """Double negations as what they mean: "not a week goes by without a swim" is a swim every week."""
    found = _NOT_THAT.match(text)
    if found and re.fullmatch(r"(?:i|we) (?:do|am|can|would)(?: actually| really)?", found["rest"], re.IGNORECASE):
        liked = person.third_person_objects(found["topic"], user=True).strip()
        kept = make_slot(USER, "like", liked)
        return [
            Statement(
                text=as_sentence(f"The user does like {liked}"),
                kind=Kind.PREFERENCE,
                slot=kept,
                confidence=0.9,
                importance=0.6,
            )
        ]
    if found:
        told = person.first_person_clause(found["rest"])
        rest = f"the user {told[1]}" if told else person.third_person_objects(found["rest"], user=False)
        about = person.third_person_objects(found["topic"], user=True).strip()
        kept = make_slot(USER, f"constraint:{normal_value(about)}", rest)
        said = f"The user likes {about}, but {rest}" if _DENIES_DISLIKE.search(text) else f"With {about}, {rest}"
        return [Statement(text=as_sentence(said), kind=Kind.PREFERENCE, slot=kept, confidence=0.9, importance=0.6)]
    if found := _NEVER_CATCH.match(text):
        said = as_sentence(person.third_person_objects(f"The user is never {found['what']}", user=True))
        kept = make_slot(USER, "like", found["what"], polarity=-1)
        return [Statement(text=said, kind=Kind.PREFERENCE, slot=kept, confidence=0.9, importance=0.6)]
    if found := _I_MEAN.match(text):
        said = as_sentence(
            f"When the user says {found['word']}, they mean {person.third_person_objects(found['sense'], user=True)}"
        )
        kept = make_slot(USER, f"value:{normal_value(found['word'])}", found["sense"])
        return [Statement(text=said, kind=Kind.FACT, slot=kept, confidence=0.9, importance=0.7)]
    if found := _PRONOUNS.fullmatch(text):
        return [
            Statement(
                text=f"The user's pronouns are {found[1]}.",
                kind=Kind.FACT,
                slot=make_slot(USER, "value:pronouns", found[1]),
                confidence=0.9,
                importance=0.8,
            )
        ]
    if found := _DAILY.match(text):
        return _each(found["unit"], found["since"] or "", found["rest"], done=True)
    if found := _GOES_BY.match(text):
        return _each(found["unit"], "", found["rest"], done=False)
    if found := (_WITHOUT.match(text) or _NEVER_WITHOUT.match(text)):
        kept = make_slot(USER, "like", found["rest"])
        said = as_sentence(
            person.third_person_objects(f"The user can't go {found['span']} without {found['rest']}", user=True)
        )
        return [Statement(text=said, kind=Kind.PREFERENCE, slot=kept, confidence=0.9, importance=0.6)]
    return []


def _each(unit: str, since: str, rest: str, *, done: bool) -> list[Statement]:
    what, _, aside = rest.partition(",")
    verb, _, tail = what.partition(" ")
    said = f"has {verb}" if done else ("is " + verb if verb.endswith("ing") else person.third_person_verb(verb))
    text = as_sentence(
        person.third_person_objects(
            f"The user {said} {tail} every {unit.lower()}{since}, {aside}".replace(" ,", ","),
            user=True,
        )
    )
    return [
        Statement(
            text=text,
            kind=Kind.FACT,
            slot=make_slot(USER, f"habit:{rule_topic(what)}", f"{what} every {unit}"),
            confidence=0.9,
            importance=0.6,
        )
    ]


_NEVER_WITHOUT = Regex(
    r"never (?P<span>a day|a week|a morning|a meal|a night) without (?P<rest>.+)",
    re.IGNORECASE,
)
_SHORT_ALLERGY = Regex(
    r"(?:add |put )?(?P<what>(?!i\b|i'm\b|he's\b|she's\b|my \w+(?:'s|"
    r" is)\b)[\w' -]{3,40}?) (?:to my (?:list of )?allergies|too,? allergic|(?:as well"
    r"|also),? allergic)\b|(?:no|nothing with) (?P<what2>[\w' -]{3,30}?)(?: anywhere| anything)?(?: near me"
    r"| for me)?[,:]? (?:i'm |am |properly |severely |really |badly |very )*allergic\b(?! to)",
    re.IGNORECASE,
)
_ALL_OF_THEM = Regex(
    r"(?:i'm |i am )?allergic to (?:all|both|every one|each)(?: of (?:them|these|those))?(?: (?:two|three|four"
    r"|five|six))?\b",
    re.IGNORECASE,
)
_ALL_HERE = Regex(
    r"(?:[\w ]+: )?(?P<items>[^.:]{3,120}?)[,;:]\s*(?:i'm |i am )?allergic to (?:all|both|every one|each)\b",
    re.IGNORECASE,
)
_THING_I_WONT = Regex(
    r"(?P<what>[\w' -]{3,40}?) (?:is|are) (?:another|one|the one|the other|a|also a|one more) (?:thing|food"
    r"|drink|place|colour|color|flavour|flavor|dish|smell)s? (?:that )?(?P<rest>i (?:won't|don't|can't|never"
    r"|hate|love|like|avoid|refuse to)\b.*)",
    re.IGNORECASE,
)
_NO_I_HATE = Regex(
    r"no (?:more )?(?P<what>[\w' -]{3,30}?), (?P<rest>i (?:really |just |absolutely )?(?:can't stand|hate"
    r"|don't like|don't eat|can't eat|loathe|detest|won't eat)) (?:it|them|that)\b.*",
    re.IGNORECASE,
)


_NO_MIX = Regex(
    r"(?P<what>[\w' -]{3,40}) and (?:i|me|my \w+) (?:really |just )*(?:don't|do not|never) (?:mix|get on|"
    r"get along|agree|go together)\b.*",
    re.IGNORECASE,
)


_OUT_TOO = Regex(
    r"(?P<what>[\w' -]{3,25}?)(?:'s| is| are) (?:out|off the menu|off limits|a no-go|banned|off the table)(?: too|"
    r" as well| also)(?:,.*)?",
    re.IGNORECASE,
)
_OF_DIET = Regex(
    r"\b(?:coeliac|celiac|diet|allerg\w+|intoleran\w+|vegan|vegetarian|gluten|kosher|halal|fodmap|keto|diabetic|"
    r"dairy|lactose)\b",
    re.IGNORECASE,
)


def short_allergies(text: str, before: str) -> list[Statement]:
    """Allergies without a full sentence. `before`: the sentence said before, which "all three" may mean."""
    if (found := _OUT_TOO.fullmatch(text)) and _OF_DIET.search(before):
        kept = make_slot(USER, "diet", f"no {found['what']}")
        said = as_sentence(f"The user can't have {found['what'][:1].lower()}{found['what'][1:]} either")
        return [Statement(text=said, kind=Kind.FACT, slot=kept, confidence=0.85, importance=0.8, tier=Tier.PROPOSED)]
    if found := _NO_MIX.match(text):
        kept = make_slot(USER, "like", found["what"], polarity=-1)
        said = as_sentence(
            person.third_person_objects(re.sub(r"\band i\b", "and me", text, flags=re.IGNORECASE), user=False)
        )
        return [Statement(text=said, kind=Kind.PREFERENCE, slot=kept, confidence=0.9, importance=0.8)]
    if found := _SHORT_ALLERGY.match(text):
        return _allergic([found["what"] or found["what2"]])
    if (here := _ALL_HERE.match(text)) and all(len(i.split()) <= 3 for i in list_items(here["items"])):
        return _allergic(list_items(here["items"]))
    if (
        _ALL_OF_THEM.match(text)
        and (items := list_items(before.rpartition(":")[2]))
        and all(len(i.split()) <= 3 for i in items)
    ):
        return _allergic(items)
    return []


def _allergic(items: list[str]) -> list[Statement]:
    return [
        Statement(
            text=as_sentence(f"The user is allergic to {item}"),
            kind=Kind.FACT,
            slot=make_slot(USER, "allergy", item),
            confidence=0.9,
            importance=0.9,
            tier=Tier.PROPOSED,
        )
        for item in items
    ]


_IT_IS_X_I = Regex(
    r"it's (?P<what>(?!not\b)(?:the |just the |only the )?[\w' -]{3,40}?) (?:that )?(?P<rest>i (?:can't (?:do"
    r"|stand|eat|take|handle|stomach|abide|bear|face|cope with|deal with)|don't (?:like|eat|want)|"
    r"won't (?:eat|touch)|hate|love|prefer"
    r"|need))(?P<tail>\b.*)",
    re.IGNORECASE,
)
_IT_IS_ALL = Regex(
    r"it's all (?!(?:in|on|at|over|gone|good|fine|done|about|part|up|down|right|sorted|set|quiet|"
    r"the same)\b)(?P<what>[\w +'.-]{2,40}?) (?:now|these days|from now on)\b.*",
    re.IGNORECASE,
)
_ABOUT_ME = Regex(
    r"^(?:quick intro|about me|a bit about me|intro|introducing myself)[:,]\s*(?=(?:i|i'm|my)\b)",
    re.IGNORECASE,
)


_NOTHING_BEATS = Regex(r"nothing (?:beats|tops|is better than) (?P<what>.+)", re.IGNORECASE)
_AS_A = Regex(
    rf"as (?P<what>an? (?:[\w-]+ )?(?:{lexicon.OCCUPATION}"
    rf"|{lexicon.DIET}|{lexicon.CONDITION}))$",
    re.IGNORECASE,
)
_AT_HOME = Regex(
    r"(?P<what>(?:a|an|one|two|three|four|five|six|\d) [\w -]{2,30}?) (?P<where>here|at home|in the house"
    r"|in tow)(?P<rest>\b.*)",
    re.IGNORECASE,
)


def straighten_sentence(text: str) -> str:
    """Turned-round sentences put straight: "it's the texture I hate" is "I hate the texture"."""
    text = straighten_clause(text)
    if found := _THING_I_WONT.fullmatch(text):
        return f"{found['rest']} {found['what']}"
    if found := _NO_I_HATE.match(text):
        return f"{found['rest']} {found['what']}"
    if found := _IT_IS_X_I.match(text):
        return f"{found['rest']} {found['what']}{found['tail']}"
    if (found := _AT_HOME.match(text)) and not re.search(r"\b(?:is|are|was|were)\b", found["what"]):
        return f"I have {text}"
    if found := _IT_IS_ALL.match(text):
        return f"I use {found['what']} now"
    if found := _AS_A.match(text):
        return f"I'm {found['what']}"
    if found := _NOTHING_BEATS.match(text):
        return f"I love {found['what']}"
    return _ABOUT_ME.sub("", text)
