"""What somebody likes and dislikes, prefers and avoids; diet, allergies, health."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon
from mnemic.reader.en.person import is_past_form
from mnemic.reader.en.predication import Predication, as_sentence
from mnemic.reader.en.skip_reasons import opens_as_request
from mnemic.reader.en.statement_building import (
    Construction,
    construction,
    governed_attribute,
    list_items,
    make_slot,
    make_statement,
    normal_value,
    rule_topic,
)
from mnemic.reader.en.verbs import FINITE
from mnemic.reader.statement import USER, Statement

_SOFT = rf"(?:(?:{lexicon.ADVERB}|do|does)\s+)*"
_NO_OBJECT = Regex(
    r"(?:(?:the|my|their|his|her) (?:job|role|position|first|second|third|last|other|idea|way|look|sound|draft"
    r"|version|design|one|new one)\b|it|that|this|you|your|them|him|her|a thing|(?:anything|everything"
    r"|nothing)(?:$|[,.!])|a word|how|when|what|the way|the idea|to know|to see|to talk|to ask|waiting"
    r"|to wait)\b",
    re.I,
)


def _allergy(m: re.Match[str], t: Predication) -> list[Statement]:
    negative = bool(re.search(r"n't|\bnot\b", m.group()))
    if negative:
        return make_statement(t, Kind.FACT, make_slot(t.subject, "allergy", m["value"], polarity=-1), importance=0.8)
    made: list[Statement] = []
    head, reason = _cut(m["value"])
    for item in list_items(head):
        if not _noun_phrase(item):
            break
        text = as_sentence(f"{t.subject.label} is {m['how'] or ''}allergic to {item}{reason}")
        found = make_slot(t.subject, "allergy", item)
        made += make_statement(t, Kind.FACT, found, text=text, importance=0.9, tier=Tier.PROPOSED)
    return made


_NO_NOUN = Regex(
    r"(?:i|he|she|they|we|it|all|both|each|worst|full-on|found|so|which|can't|carry|always|properly|really|"
    r"last|once|even"
    r"|not|no|a (?:bit|spoon|spoonful|bite|single|tiny)|one (?:bite|sip|whiff))\b",
    re.IGNORECASE,
)
_NOUN_PHRASE_WORDS_MAX = 5


def _noun_phrase(item: str) -> bool:
    """Whether an item of a list names a thing, and is no further clause."""
    words = item.split()
    return not (
        _NO_NOUN.match(item)
        or len(words) > _NOUN_PHRASE_WORDS_MAX
        or any(re.fullmatch(FINITE, word, re.IGNORECASE) or is_past_form(word) for word in words[1:])
    )


def _cut(said: str) -> tuple[str, str]:
    """The listed part and what follows it (a reason, a condition)."""
    parts = re.split(r"(,?\s+(?:so|because|since|but|which|if|when|as|though)\b.*)", said, maxsplit=1)
    return parts[0], "".join(parts[1:])


def _diet(m: re.Match[str], t: Predication) -> list[Statement]:
    polarity = -1 if re.search(r"n't|\bnot\b|no longer", m.group()) else 1
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, "diet", m["value"], polarity=polarity), importance=0.8, tier=Tier.PROPOSED
    )


def _health(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, f"state:{normal_value(m['value'])}", m["value"]),
        importance=0.8,
        tier=Tier.PROPOSED,
    )


def _takes(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "takes", m["value"]), importance=0.9, tier=Tier.PROPOSED)


def _stopped_taking(m: re.Match[str], t: Predication) -> list[Statement]:
    """A medicine or a pleasure left off: "off the statins", "come off sertraline", "off coffee"."""
    what = m["value"]
    if _MEDICINE.match(what):
        found = make_slot(t.subject, f"takes:{normal_value(what)}", keys.STOPPED_PATTERN)
        return make_statement(t, Kind.FACT, found, importance=0.9, correction=True)
    return make_statement(
        t, Kind.PREFERENCE, make_slot(t.subject, "like", what, polarity=-1), importance=0.6, correction=True
    )


_MEDICINE = Regex(
    r"(?:the |my )?(?:[a-z]+(?:in|ol|ine|ide|ate|one|am|il|pam|prazole|pril|sartan|statins?)|statins?|pill|meds|"
    r"medication|antibiotics|antidepressants|blood thinners|steroids|painkillers|insulin|beta blockers|tablets)$",
    re.IGNORECASE,
)


def _prescribed(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(USER, "takes", m["value"]), importance=0.9, tier=Tier.PROPOSED)


def _like(m: re.Match[str], t: Predication) -> list[Statement]:
    return _taste(m, t, 1)


def _dislike(m: re.Match[str], t: Predication) -> list[Statement]:
    return _taste(m, t, -1)


def _taste(m: re.Match[str], t: Predication, polarity: int) -> list[Statement]:
    if _NO_OBJECT.match(m["value"]) or (t.bare and re.match(r"[a-z]+ed\b", m["value"])):
        return []
    return make_statement(
        t, Kind.PREFERENCE, make_slot(t.subject, "like", m["value"], polarity=polarity), importance=0.6
    )


def _prefers(m: re.Match[str], t: Predication) -> list[Statement]:
    if _NO_OBJECT.match(m["value"]):
        return []
    return make_statement(
        t,
        Kind.PREFERENCE,
        make_slot(t.subject, governed_attribute(m["value"], otherwise="default"), m["value"]),
        importance=0.6,
    )


def _wants(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t,
        Kind.PREFERENCE,
        make_slot(t.subject, governed_attribute(m["value"], otherwise="default"), m["value"]),
        importance=0.6,
    )


def _only(m: re.Match[str], t: Predication) -> list[Statement]:
    said = m["value"]
    if _NO_OBJECT.match(said):
        return []
    return make_statement(
        t, Kind.PREFERENCE, make_slot(t.subject, governed_attribute(said, otherwise="default"), said), importance=0.6
    )


def _habit(m: re.Match[str], t: Predication) -> list[Statement]:
    if re.search(
        r"\b(?:this|that|it|wrong|stuck|lost)\b|^(?:feels|seems|looks|gets so|thinks|wants|forgets|is|has)\b",
        m["value"],
    ):
        return []
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"habit:{rule_topic(m['value'])}", m["value"]), importance=0.5
    )


def _cannot(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"state:{normal_value(m['value'])}", m["value"], polarity=-1), importance=0.6
    )


def _never(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.PREFERENCE, make_slot(t.subject, "like", m["value"], polarity=-1), importance=0.6)


_CONSUME = lexicon.either(
    "eats|drinks|orders|has|plays|buys|wears|watches|reads|listens to|flies|cooks|smokes|goes for|uses|stays in"
    "|books|sits|travels|sleeps|shops|codes|writes"
)

_CHOOSE = (
    r"takes?|catch(?:es)?|rides?|boards?|picks?|choos(?:es?)|rents?|accepts?|orders?|buys?|books?|eats?|drinks?|flies|fly|"
    r"wears?|uses?|stays? (?:in|at|with)|travels? (?:in|by|with|on)|checks? in|gets? on|goes on|go on|shops? at"
)
"""What somebody does by choice, whole or bare: never to do it is a lasting wish, and no fact of a life."""
_NEVER_EVER = (
    r"(?:never(?: ever)?|(?:doesn't|does not|don't|do not|won't|will not|wouldn't) ever|"
    r"(?:will|would|'ll|'d) never(?: ever)?)"
)
_NO_MANNER = (
    r"(?!(?:well|badly|enough|much|properly|soundly|deeply|late|early|again)"
    r"(?:$|[,.;]| (?:at|in|on|when|since|so)\b))"
)

CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(
        rf"(?:{_NEVER_EVER}) (?:{_CHOOSE}) (?P<value>{_NO_MANNER}(?!(?:long|place|part|care|notice|offence|sides|turns|"
        r"no|it|that|this|them|him|her|me|us|off|out|up|away|back|on|over|down|for granted|sick days?|"
        r"(?:a |any )?(?:day|time|days|holidays?|break|breaks|photos?|pictures?|exams?|tests?|classes|lessons|"
        r"courses?))\b).+)",
        _never,
        roles="user person",
    ),
    construction(
        r"is (?:much |far )?more of (?P<value>an? [\w -]+? (?:person|man|woman|fan|drinker|reader)\b.*)", _like
    ),
    construction(
        r"gets? (?:really |very |badly |terribly )*(?P<value>(?:travel|sea|car|motion|air|altitude)[- ]?sick\b.*)",
        _health,
    ),
    construction(
        r"(?:is|isn't|is not)\s+(?:also |still |now )*(?P<how>(?:severely |badly |deathly |mildly |highly "
        r"|really |properly |very |slightly )?)allergic to (?P<value>.+)",
        _allergy,
    ),
    construction(
        r"has (?P<how>)(?:a|an)\s+(?:\w+ )?(?P<value>[\w -]+?) (?:allergy|intolerance)\b.*",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(t.subject, "allergy", m["value"]), importance=0.9, tier=Tier.PROPOSED
        ),
    ),
    construction(
        rf"(?:is|isn't|is not|went|has gone|goes|has been|has turned|turned|eats|became)\s+(?:(?:no longer|a|an"
        r"|strictly|mostly|also|now|fully|not|strict|lifelong|actually|pure|total|staunch|committed|basically|"
        rf"practically)\s+)*(?P<value>{lexicon.DIET})\b",
        _diet,
    ),
    construction(
        r"(?:can't|cannot|doesn't|does not) (?:have|eat|do|tolerate|digest)\s+(?:any )?(?P<value>gluten|dairy"
        r"|lactose|nuts|peanuts|shellfish|seafood|fish|chicken|pork|beef|meat|red meat|eggs|wheat|soy|sugar|alcohol)\b",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(t.subject, "diet", f"no {m['value']}"), importance=0.8, tier=Tier.PROPOSED
        ),
    ),
    construction(
        rf"(?:is|has been)\s+(?:(?:a|an|also|type \d|quite|very|slightly|red-green|\d+ weeks"
        rf"|now)\s+)*(?P<value>{lexicon.CONDITION})\b",
        _health,
    ),
    construction(
        rf"(?:has|suffers from|lives with|was diagnosed with|is diagnosed with|got diagnosed with"
        rf"|has been diagnosed with|has got|gets)\s+(?:(?:really |very )?(?:bad|mild|severe|chronic"
        rf"|terrible)\s+)?(?P<value>{lexicon.DISEASE})\b",
        _health,
    ),
    construction(
        rf"(?:has|has got)\s+(?:a |an |got )?(?:really |very )?(?:bad|dodgy|weak|sore|broken|torn|sprained"
        rf"|replaced|metal|artificial|gammy|knackered)\s+(?:left |right |lower |upper )?(?P<value>{lexicon.BODY})\b",
        _health,
    ),
    construction(
        r"(?:is|has been put|was put|has been)\s+(?:(?:currently|now|still|also)\s+)*on (?P<value>(?!a\b|an\b"
        r"|the\b|my\b|their\b|it\b|time\b|track\b|holiday\b|vacation\b|leave\b|call\b|board\b"
        r"|fire\b|vodafone\b|online\b|line\b|wine\b)[a-z]+(?:in|ol|ine|ide|ate|one|am|il|an|pam|statin|metformin|"
        r"cillin|antibiotics|statins"
        r"|blood thinners|insulin|the pill|steroids|beta blockers|antihistamines|antidepressants"
        r"|painkillers))\b",
        _takes,
    ),
    construction(
        r"(?:has )?(?:put|got|started) the user on (?P<value>(?!hold|a\b|the\b)[a-z]+\b.*)", _prescribed, roles="person"
    ),
    construction(
        r"(?:is (?:now |finally |completely )*|has (?:now |just |finally )*(?:come|been taken|gone) |came |"
        r"was taken |"
        r"(?:doctor|they) took the user )off (?P<value>(?:the |my |their )?(?!to\b|work|out|sick|today|tomorrow|"
        r"tonight|for\b|"
        r"duty|school|limits|(?:the )?(?:clock|subject|table|cuff|bat|top|back|wall|mark|beaten)\b|hook|grid|"
        r"market|list|record|the (?:hook|grid|record|list|market)\b|on\b|at\b|in\b|season|"
        r"team|job|topic|road|week|until|next|by\b|this\b)[a-z-]{3,}(?: [a-z-]+)?)(?: completely| altogether|"
        r" for good| now)*"
        r"(?=$|[,.;]| and | since )",
        _stopped_taking,
    ),
    construction(
        r"(?:has |just )*(?:stopped(?: taking)?|quit|finished|doesn't take) (?P<value>(?:the |my |"
        r"their )(?:[a-z]*(?:ine|pam|prazole|"
        r"pril|sartan|statins?|formin|tyline|oxetine)|pill|meds|medication|antibiotics|antidepressants|"
        r"blood thinners|steroids|"
        r"painkillers|insulin|beta blockers|tablets))\b(?: any ?more| any longer)?(?=$|[,.;]| (?:because|since|"
        r"and|last|in)\b)",
        _stopped_taking,
    ),
    construction(
        r"(?:has |have )?(?:come|came) (?:right )?(?:round|around) to (?P<value>(?!the idea|visit|see|my|his|her|"
        r"your)"
        r"[\w' -]{3,30}?)(?= now\b|$|[,.;]| and )",
        lambda m, t: make_statement(
            t, Kind.PREFERENCE, make_slot(t.subject, "like", m["value"]), importance=0.6, correction=True
        ),
    ),
    construction(
        r"(?:is (?:now )?|has (?:just |now )?|just |now )*(?:eats?|eating|started eating|gone back to|back on|"
        r"back to|back to"
        r" eating|reintroduced) (?P<value>(?:(?:red |white )?(?:meat|fish|eggs|dairy|chicken|cheese|gluten|bread|"
        r"beef|pork)"
        r"(?:,| and |, and )?\s?)+)(?: again| now)(?: now)?\b.*",
        lambda m, t: make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, "diet", f"eats {m['value']}", replaces=True),
            importance=0.8,
            correction=True,
        ),
    ),
    construction(
        r"(?:now |just )?(?:drinks?|eats?|smokes?) (?P<value>(?!(?:it|them|that|this|out|in|less|more|too|"
        r"a lot)\b)[\w'-]+(?: "
        r"[\w'-]+)?) (?:again|now|these days)(?: (?:now|too))?(?=$|[,.;])",
        lambda m, t: make_statement(
            t,
            Kind.PREFERENCE,
            make_slot(t.subject, "like", m["value"]),
            importance=0.6,
            confidence=0.8,
            correction=True,
        ),
    ),
    construction(
        r"(?:has |have )?(?:given up|gave up|packed in|quit|stopped playing) (?:playing )?(?:the|my|their) "
        r"(?P<value>[a-z][a-z-]+)(?: (?:altogether|completely|now|for good|lessons))*(?=$|[,.;])",
        lambda m, t: make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, f"habit:{m['value'].lower()}", keys.STOPPED_PATTERN),
            importance=0.6,
            correction=True,
        ),
    ),
    construction(
        r"takes (?P<value>(?!the\b|an?\b|my\b|their\b|part\b|place\b|care\b|notes\b|time\b|it\b|"
        r"this\b)[a-z-]+(?: \d\S*)?\b.*\b(?:at night"
        r"|in the mornings?|every (?:morning|night|evening|day)|daily|twice a day|once a day|with (?:food|"
        r"meals|breakfast|dinner)"
        r"|before bed|after meals|for (?:my|their|the user's|his|her) [\w ]+)\b.*)",
        _takes,
    ),
    construction(
        r"(?:has |has just |recently )*(?P<value>(?:torn|tore|broken|broke|sprained|pulled|fractured|twisted|"
        r"dislocated|slipped"
        rf"|bruised|strained|done in) (?:my|their|his|her|a) (?:[\w-]+ )?(?:{lexicon.BODY}|calf|calves|"
        r"hamstring|quad|groin|acl"
        r"|meniscus|achilles|collarbone|rib|ribs|toe|finger|thumb|disc|ligament|muscle|rotator cuff)\b.*)",
        _health,
    ),
    construction(
        r"takes (?P<value>.*\b(?:mg|mcg|ml|pill|pills|tablet|tablets|dose|medication|insulin|inhaler|statins?"
        r"|[a-z]+(?:arin|xaban|gliptin|thyroxine|lukast|tyline|setron|formin|cillin|statin|prazole|pril|"
        r"sartan|olol|pam|tine|line))\b.*)",
        _takes,
    ),
    construction(
        r"(?:doesn't|can't|cannot|never|does not) (?P<value>(?:drink|smoke|drive|swim|cook|dance|fly|ski|gamble"
        r"|vape|cycle|sing|type)s?)(?: any ?more| at all)?(?=$|[,.]| so | because | and )",
        _cannot,
    ),
    construction(
        r"(?:has )?(?:stopped|quit|given up|gave up) (?P<value>(?:smoking|drinking|eating|coffee|caffeine"
        r"|alcohol|meat|sugar|dairy|booze|gluten)\b.*)",
        _dislike,
    ),
    construction(
        r"(?:always |usually )?(?:has|takes|drinks|likes|eats) (?P<value>(?:my|their|his|her) [a-z]+ (?:with|"
        r"without|black|white|rare|medium"
        r"|well done|strong|weak|iced|neat|plain|dry|runny|crispy|extra)\b.*)",
        _only,
    ),
    construction(
        r"(?:still |also |does )*eats? (?P<value>(?:red |white )?(?:meat|fish|eggs|dairy|chicken|beef|pork|"
        r"anything|everything)\b.*)",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(t.subject, "diet", f"eats {m['value']}"), importance=0.7, tier=Tier.PROPOSED
        ),
    ),
    construction(
        r"lives? for (?P<value>(?!(?:the (?:moment|weekend|day)|now|today|this|it|that|"
        r"\w+ (?:days|weeks|months|years)|ever)\b).+)",
        _like,
    ),
    construction(r"does (?:still |actually |really )?(?:eat|drink|like|love|enjoy) (?P<value>.+)", _like),
    construction(rf"{_SOFT}{lexicon.DISLIKE}\s+(?P<value>.+)", _dislike),
    construction(rf"{_SOFT}(?:would rather|'d rather|would sooner)\s+(?P<value>.+)", _prefers),
    construction(rf"{_SOFT}prefers?\s+(?P<value>.+)", _prefers),
    construction(rf"{_SOFT}{lexicon.LIKE}\s+(?P<value>.+)", _like),
    construction(
        r"(?:really |just |always )*(?:has to have|must have|insists on|needs to have|always needs"
        r"|always wants) (?P<value>.+)",
        _wants,
    ),
    construction(r"wants (?P<value>.+?,? (?:not|no|rather than|instead of) .+)", _wants),
    construction(r"won't (?:\w+ )+(?:in |on )?anything (?:but|except|other than) (?P<value>.+)", _only),
    construction(rf"(?:only ever|only|exclusively|just) {_CONSUME} (?P<value>.+)", _only, roles="user person"),
    construction(rf"{_CONSUME} (?P<value>(?:only|nothing but) .+|.+ only$)", _only),
    construction(rf"(?:always|usually|normally|mostly|typically|generally) {_CONSUME} (?P<value>.+)", _only),
    construction(rf"(?:never|rarely|hardly ever) (?:{_CONSUME}|touches|does) (?P<value>{_NO_MANNER}.+)", _never),
    construction(
        r"(?:is |am )?(?:not|never) (?:touching|going near|having anything to do with) (?P<value>.+)",
        _never,
    ),
    construction(r"(?:always |usually |now )*(?:sticks to|sticks with) (?P<value>.+)", _only),
    construction(
        r"(?:has a thing about|is picky about|is fussy about|is particular about|is strict about) (?P<value>.+)", _only
    ),
    construction(
        r"(?:usually|always|normally|generally|typically|mostly|often|sometimes|rarely) (?P<value>[a-z]+s\b .+)", _habit
    ),
    construction(
        r"(?P<value>(?:goes|runs|swims|cycles|trains|cooks|volunteers|commutes|meditates|practises|practices"
        r"|plays|does|walks|bakes|works out|gets up|wakes up|starts|finishes|sleeps|studies)\b.*\b(?:every|each"
        r"|daily|weekly|on \w+days|\w+days|twice|three times|once a|at \d|in the mornings?|before work"
        r"|after work).*)",
        _habit,
    ),
)
"""Over the verb phrase of the user or another person."""

_FAVOURITE = Regex(
    r"(?:my|our)\s+(?P<new>(?:new |current |latest |all-time |absolute |all time )*)(?P<like>favou?rite|fave|"
    r"go-to|usual"
    r"|preferred|comfort)\s+(?P<topic>(?!zone\b|blanket\b|eating\b)[\w -]+?)(?:'s| is| are| has always been|"
    r" was always| has become| became)\s+(?P<value>.+)",
    re.I,
)
_NOW_TOO = Regex(r"\b(?:now|these days|nowadays)\b", re.IGNORECASE)
_FOR_ME = Regex(
    r"(?P<value>[\w£' -]{3,50}?)(?:,)? (?:for me|all the way|any day|every time)(?P<always>,? (?:always"
    r"|every time|please|thanks))?(?:,.*)?$",
    re.I,
)
_ANYTHING_BUT = Regex(
    r"(?:i'm easy,? |i'll eat |i eat )?(?:anything|everything|all of it) (?:but|except|bar|apart from"
    r"|other than) (?P<value>.+)",
    re.I,
)


_NO_CHOICE = Regex(
    r"^(?:that|this|it|you|i|we|he|she|they|there|for|thanks|thank|works|good|fine|ok|do|can|make|find|get|book"
    r"|no|too|same|more|enough|time|fun|hard|easy|great|important|perfect|new|please|something|what|how|why|is"
    r"|are|was|just|so|very|really|all|everything|nothing)\b|\b(?:is|are|was|were|has|had|be|been|being|means"
    r"|works|seems|feels|sounds|did|does|[a-z]{3,}ed|went|came|got|made)\b|(?:\S+\s+){5}",
    re.IGNORECASE,
)


def framed_likings(clause: str, t: Predication) -> list[Statement]:
    """Likings whose frame is not a verb: "my favourite ... is", "bottom bunk for me", "anything but aubergine"."""
    if (found := _FAVOURITE.match(clause)) and not re.match(
        r"(?:thing|part|bit) (?:about|of)\b", found["topic"], re.IGNORECASE
    ):
        like = found["like"] if found["like"].lower() in ("favorite", "go-to", "usual", "comfort") else "favourite"
        text = as_sentence(f"The user's {like.lower()} {found['topic']} is {found['value']}")
        topic_said = re.sub(r" (?:now|these days|at the moment|right now)$", "", found["topic"])
        topic_said = f"comfort {topic_said}" if like.lower() == "comfort" else topic_said
        return make_statement(
            t,
            Kind.PREFERENCE,
            make_slot(t.subject, f"favourite:{topic_said.lower()}", found["value"]),
            text=text,
            importance=0.6,
            correction=bool(re.search(r"\b(?:new|latest)\b", found["new"], re.I) or _NOW_TOO.search(found["value"])),
        )
    if found := _ANYTHING_BUT.match(clause):
        text = as_sentence(f"The user takes anything but {found['value']}, so no {found['value']}")
        return make_statement(
            t, Kind.PREFERENCE, make_slot(t.subject, "like", found["value"], polarity=-1), text=text, importance=0.6
        )
    if (found := _FOR_ME.match(clause)) and not (_NO_CHOICE.search(found["value"]) or opens_as_request(found["value"])):
        text = as_sentence(f"The user wants {clause.replace('for me', '').replace(' ,', ',').strip(' ,')}")
        return make_statement(
            t,
            Kind.PREFERENCE,
            make_slot(t.subject, governed_attribute(found["value"], otherwise="default"), found["value"]),
            text=text,
            importance=0.6,
        )
    return []
