"""Facts about things, about people by their verbs, and present-tense statements that hold something specific."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon
from mnemic.reader.en.predication import Predication, Subject, as_sentence
from mnemic.reader.en.statement_building import (
    Construction,
    construction,
    first_content_words,
    importance_of,
    make_slot,
    make_statement,
    normal_value,
    rule_topic,
)
from mnemic.reader.statement import USER, Statement

_COUNT = (
    "(?:two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|twenty|thirty|half an?) (?:hours?|minutes?"
    "|days?|weeks?|months?|years?|km|miles|times|kids|people|cups|rooms|bedrooms)"
)
_DENSE = Regex(
    rf"[\d@]|\b{_COUNT}\b|\b(?:of|by) (?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b|"
    rf"\b{lexicon.CLOCK}|(?<=\s)(?-i:[A-Z])[\w'-]+|\b{lexicon.WEEKDAY}s?\b",
    re.IGNORECASE,
)
_PASSING = Regex(
    r"\b(?:today|tonight|right now|at the moment|again|so (?:slow|bad|good|tired|hot|cold|late)|apparently"
    r"|somehow|broken|crashing|failing|stuck|weird|funny|great|amazing|awful|terrible|rubbish|nice|late"
    r"|running late|annoying|boring|everywhere|unreal|insane|ridiculous|lovely|brilliant|cool|a joke"
    r"|a nightmare|fine|ok|okay|good|bad|cancelled|wrong|down|slow|packed|stunning|hilarious)\b",
    re.IGNORECASE,
)
_HANDLE = Regex(
    r"(?:username|handle|user name|login|nick|nickname|account|id|email|e-mail|number|phone number|address"
    r"|postcode|zip|size|code|blood type|gamertag)\b",
    re.IGNORECASE,
)


def _birthday(m: re.Match[str], t: Predication) -> list[Statement]:
    if not (found := re.fullmatch(r"(?:(?P<whose>.+)'s )?birthday", t.subject.key)):
        return []
    return make_statement(t, Kind.FACT, make_slot(found["whose"] or USER, "birthday", m["value"]), importance=0.8)


_TIMES = Regex(
    rf"(?:mornings?|evenings?|afternoons?|lunchtimes?|weekends?|weekdays?|{lexicon.WEEKDAY}s?)\b.*", re.IGNORECASE
)


def _home_town(m: re.Match[str], t: Predication) -> list[Statement]:
    return _home(m, t) if t.subject.key.lower() == "home" else []


def _home(m: re.Match[str], t: Predication) -> list[Statement]:
    if not re.fullmatch(
        r"(?:new |current )?(?:home|house|flat|place|base|apartment|pad|digs|bungalow|cottage)",
        t.subject.key,
        re.IGNORECASE,
    ) or re.search(r"\b(?:meeting|party|wedding|tonight|today)\b", t.phrase):
        return []
    if "place" in t.subject.key and not t.subject.key.startswith("new ") and t.subject.label.startswith("The place"):
        return []
    own = re.sub(r"^(?:The user's|The) ", "", t.subject.label)
    text = as_sentence(f"The user's {own[:1].lower()}{own[1:]} {t.phrase}")
    return make_statement(t, Kind.FACT, make_slot(USER, "home", m["value"]), text=text, importance=0.8)


_BODILY = Regex(
    r"\b(?:hives|rash|itch\w*|migraines?|headaches?|jittery|sick|ill|nauseous|nausea|heartburn|bloated|sneeze"
    r"|swell\w*|palpitations|cramps|dizzy|drowsy|sleepy|wired|anxious|asthma|wrecks|agree|upsets|stomach|throat"
    r"|reflux|acne|wheeze|eczema|psoriasis|hay fever|ibs|panicky|panic)\b",
    re.IGNORECASE,
)


def _effect(m: re.Match[str], t: Predication) -> list[Statement]:
    """What something does to the user's body: "red wine gives me migraines"."""
    if not _BODILY.search(m["value"]):
        return []
    return make_statement(t, Kind.FACT, make_slot(USER, "like", t.subject.key, polarity=-1), importance=0.7)


def _availability(m: re.Match[str], t: Predication) -> list[Statement]:
    """When the user can be met: "Fridays are bad for calls"."""
    if not _TIMES.match(t.subject.key):
        return []
    return make_statement(
        t, Kind.CONSTRAINT, make_slot(USER, f"constraint:{normal_value(t.subject.key)}", m["value"]), importance=0.7
    )


_COUNTED = Regex(
    r"(?:takes|needs|has|holds|uses|seats|fits|sleeps) (?:a |an |only )?(?:pair of|set of|two|three|four|five|"
    r"six|eight|ten|twelve)\b"
    rf"|(?:gets|is|needs|comes|goes|has to be) .*\b(?:every|each|once a|twice a) (?:{lexicon.MONTH}|"
    rf"{lexicon.WEEKDAY}|day|week|month|year"
    r"|spring|summer|autumn|winter)\b",
    re.IGNORECASE,
)


def _thing(m: re.Match[str], t: Predication) -> list[Statement]:
    """A thing and what holds of it: "my badge is number 7", "Kite runs on Django 5"."""
    owned = t.subject.label.startswith("The user's ")
    said = m["value"]
    if re.match(
        r"(?:persona\b|character\b|favou?rite (?:thing|part)|essay|paper|question|problem|ensure|make|check|"
        r"verify|assume|note|see"
        r"|that|which|.*\b(?:function|script|query|loop|regex|method|component|snippet|program|algorithm|"
        r"formula|cursor|button)$)\b",
        t.subject.key,
        re.I,
    ) or t.subject.key.startswith("goal"):
        return []
    numbered = bool(_DENSE.search(t.phrase) or _COUNTED.match(t.phrase)) or bool(
        re.search(r"\b(?:code|key|keys|manual|passport|receipt)$", t.subject.key)
    )
    if (_PASSING.search(said) and not re.search(r"\d", said)) or re.match(r".*ing\b(?!.*\d)", said.split(" ")[0]):
        return []
    if not (
        numbered
        or (
            owned
            and re.match(
                r"(?:is|are|returns|expects|accepts|uses|stores|sends)\s+(?:a|an|the|in|at|on|under|called|always"
                r"|not|[a-z]+)\b",
                t.phrase,
                re.I,
            )
            and len(said.split()) <= 8
        )
    ):
        return []
    if re.match(r"such an? ", said, re.IGNORECASE):
        return []
    if not owned and re.match(r"is (?:the|an?) [\w ]+ (?:of|in) (?-i:[A-Z])\w+$", t.phrase):
        return []
    if not owned and re.match(r"(?:returns|was|were|went|had|got|came|said|has been)\b", t.phrase):
        return []
    return make_statement(
        t,
        Kind.FACT,
        make_slot(
            USER if owned and _HANDLE.search(t.subject.key) else t.subject, f"value:{normal_value(t.subject.key)}", said
        ),
        importance=importance_of(t.text),
        confidence=0.8,
    )


def _figure(m: re.Match[str], t: Predication) -> list[Statement]:
    """A figure set anew: a rent, or the dose of a medicine."""
    if keys.is_dose(m["value"]):
        dose = make_slot(USER, f"takes:{normal_value(t.subject.key.removesuffix(' dose'))}", m["value"])
        return make_statement(t, Kind.FACT, dose, importance=0.9, tier=Tier.PROPOSED, correction=True)
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, f"value:{normal_value(t.subject.key)}", m["value"]),
        importance=0.7,
        correction=True,
    )


def _own_thing(m: re.Match[str], t: Predication) -> list[Statement]:
    """What a thing of the user's does, by a verb no class knows, with a number: "our dough proves for 18 hours"."""
    return _thing(m, t) if t.subject.label.startswith(("The user's ", "The ")) else []


def _device(m: re.Match[str], t: Predication) -> list[Statement]:
    if not t.subject.label.startswith("The user's ") and not re.match(
        r"(?:daily driver|phone|laptop|car|work laptop|work phone)$", t.subject.key, re.I
    ):
        return []
    head = re.search(
        r"(phone|mobile|laptop|computer|daily driver|car|van|watch|camera|editor|browser)$",
        t.subject.key,
        re.I,
    )
    kind = rule_topic(head[1]) if head else ""
    if kind not in ("phone", "laptop", "car", "watch", "camera", "editor", "browser"):
        return []
    mine = t.subject.label if t.subject.label.startswith("The user's ") else f"The user's {t.subject.key.lower()}"
    text = f"{mine} {t.phrase}."
    return make_statement(t, Kind.FACT, make_slot(USER, f"device:{kind}", m["value"]), text=text, importance=0.7)


def _called(m: re.Match[str], t: Predication) -> list[Statement]:
    """Who somebody of the user's is: "my tutor is Ann Lee"."""
    return make_statement(t, Kind.RELATIONSHIP, make_slot(t.subject, "name", m["value"]), importance=0.7)


def _stays(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.DECISION, make_slot(USER, f"decision:{normal_value(t.subject.key)}", m["value"]), importance=0.6
    )


def _capped(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.CONSTRAINT, make_slot(USER, f"constraint:{normal_value(t.subject.key)}", m["value"]), importance=0.8
    )


_SOUND = Regex(r"\b(?:fine|better|ok|okay|great|good|healed|all right|alright)\b", re.IGNORECASE)


def _ailing(m: re.Match[str], t: Predication) -> list[Statement]:
    """What is wrong with a part of the user's body: "my knee's been bad since the race"."""
    part = re.fullmatch(rf"(?:left |right |lower |upper |bad )*{lexicon.BODY}", t.subject.key, re.IGNORECASE)
    if part is None or not t.subject.label.startswith("The user's ") or _SOUND.search(m["value"]):
        return []
    return make_statement(
        t, Kind.FACT, make_slot(USER, f"state:{normal_value(t.subject.key)}", m["value"]), importance=0.8
    )


_MONEY = Regex(r"\b(?:budget|spending cap|ceiling|price cap|spending limit)\b", re.IGNORECASE)


def _budget(m: re.Match[str], t: Predication) -> list[Statement]:
    if not _MONEY.search(t.subject.key):
        return []
    return make_statement(
        t, Kind.CONSTRAINT, make_slot(USER, f"constraint:{normal_value(t.subject.key)}", m["value"]), importance=0.8
    )


_CATEGORY_NAMES = frozenset(name for name, _ in lexicon.CATEGORIES)


def _used(t: Predication, said: str) -> tuple[Subject | str, str]:
    """The slot of what a thing runs on: Kite's "Django 4" and "Django 5" are the same slot."""
    if (own := rule_topic(t.subject.key)) in _CATEGORY_NAMES:
        return USER, f"uses:{own}"
    return t.subject, f"uses:{re.sub(r'[ ]v?[0-9][^ ]*$', '', rule_topic(re.split(',', said)[0].removesuffix(' now')))}"


OF_THINGS: tuple[Construction, ...] = (
    construction(
        r"(?:always |really |just )*(?P<value>(?:(?:gives?|brings?|makes?|wrecks?|upsets?|triggers?"
        r"|sets? off|causes?) (?:the user|them|my|their)|doesn't agree with the user|disagrees with the user|"
        r"upsets)\b.*)",
        _effect,
        roles="thing",
    ),
    construction(
        r"(?:is|are)\s+(?P<value>(?:strictly |absolutely )?(?:forbidden|not allowed|banned|off[- ]limits"
        r"|prohibited|a no-go|out of the question)\b.*)",
        _capped,
        roles="thing",
    ),
    construction(
        r"(?:is|are)\s+(?:now |still |just )*(?:an?\s[^,]*?\b)?(?:in|near|outside|just outside|off|up in|"
        r"down in|over in)\s+"
        r"(?P<value>(?-i:[A-Z]).+)",
        _home,
        roles="thing",
    ),
    construction(
        r"is (?:now |still )?(?P<value>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?=$|[,.])", _home_town, roles="thing"
    ),
    construction(r"(?:is|falls)\s+(?:on |in |the )*(?P<value>.*\d.*)", _birthday, roles="thing"),
    construction(
        r"(?:has been|is|are|keeps?|has)\s+(?P<value>(?:been |still |really |a bit |quite |very |"
        r"pretty )*(?:bad|sore|dodgy"
        r"|gammy|knackered|playing up|giving|shot|gone|going|failing|broken|sprained|torn|swollen|weak|"
        r"painful|hurting|buggered|stiff|fused|worse"
        r"|acting up|in a (?:cast|sling|brace)|out of action)\b.*)",
        _ailing,
        roles="thing",
    ),
    construction(
        r"(?:is|are|can't exceed|stands at|comes to|has to be|must be)\s+(?P<value>.+)", _budget, roles="thing"
    ),
    construction(
        r"(?:is|are|works?|suits?)\s*(?P<value>(?:fine|good|best|ok|okay|out|bad|free|no good|better|off limits"
        r"|off-limits|busy|impossible|tricky|me)\b.*)",
        _availability,
        roles="thing",
    ),
    construction(
        r"(?:is|are|'s)\s+(?:now |only )?(?P<value>(?:capped|limited|maxed|restricted)\b.+)", _capped, roles="thing"
    ),
    construction(r"(?:is|are)\s+(?P<value>(?:(?:a|an|the|now|my)\s+)*.*(?-i:[A-Z]|\d).*)", _device, roles="thing"),
    construction(r"(?:stays?|remains?|is staying)\s+(?:on|at|with|in)?\s*(?P<value>.+)", _stays, roles="thing"),
    construction(
        r"(?:has\s+)?(?:been |got |is |now |just |finally )*(?:bumped|upgraded|migrated|moved|switched"
        r"|downgraded) (?:over )?(?:to|onto)\s+(?P<value>.+)",
        lambda m, t: make_statement(
            t, Kind.DECISION, make_slot(*_used(t, m["value"]), m["value"], replaces=True), importance=0.7
        ),
        roles="thing",
    ),
    construction(
        r"(?:has been|was|got|is)\s+(?:now |just )*(?:upped|raised|lowered|increased|cut|reduced|changed|set|"
        r"doubled|halved|put up|put down|gone up|gone down|dropped|knocked down|bumped up|bumped down)"
        r" (?:from .+? )?(?:to|at) (?P<value>.*\d.*)",
        _figure,
        roles="thing",
    ),
    construction(
        r"(?:pins|runs on|runs|uses|is on|targets|requires|needs|supports|is built with|is written in"
        r"|is hosted on)\s+(?P<value>.*(?-i:[A-Z]|\d).*)",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(*_used(t, m["value"]), m["value"], replaces=True), importance=0.7
        ),
        roles="thing",
    ),
    construction(
        r"(?:only |now |currently |always |usually |normally |just |still )*(?:is|are|costs?|gets|seats|fits|"
        r"sleeps|weighs|measures"
        r"|has|runs|takes|lasts|goes up to|goes to|go to|needs|belongs to|comes from|opens with|holds|isn't|"
        r"aren't|was"
        r"|were|cost|sits|contains|opens|closes|starts|ends|returns|rotates|expects|accepts|sends|stores"
        r"|connects|points|renews|resets|covers|includes|allows|blocks|exports|imports|happens|repeats|reads"
        r"|lives|weigh|need|uses|happen|close|open|come|take|run|start|end|live|ship|expire)\s+(?P<value>.+)",
        _thing,
        roles="thing",
    ),
    construction(
        rf"(?P<value>(?!says|shows|states|reads|claims|means|suggests)[a-z]+s\s.*\b{lexicon.WEEKDAY}s?\b.*)",
        _own_thing,
        roles="thing",
    ),
    construction(
        r"(?P<value>(?!says|shows|states|reads|claims|means|suggests)(?:[a-z]+s|came (?:back|out|in)|"
        r"went (?:up|down)|has (?:come|gone) (?:back|up|down))\s.*\d.*)",
        _own_thing,
        roles="thing",
    ),
)
"""Over the verb phrase of a thing."""

OF_PEOPLE: tuple[Construction, ...] = (
    construction(
        r"(?:has )?(?:says?|said|reckons|insists|is adamant) (?:that )?(?P<value>(?:no (?:more )?(?!worries|"
        r"problem|need|idea|(?:in|on|at|to|so|but|and|because|way|one)\b)\w|"
        r"the user (?:can't|cannot|mustn't|must|needs? to|has to|have to|should|shouldn't|isn't allowed)).+)",
        lambda m, t: make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{first_content_words(m['value'])}", m["value"]),
            importance=0.7,
        ),
        roles="person",
    ),
    construction(
        r"(?:has )?(?:told|asked|advised|warned|wants|recommended) the user (?P<value>(?:not )?to .+)",
        lambda m, t: make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{first_content_words(m['value'])}", m["value"]),
            importance=0.7,
        ),
        roles="person",
    ),
    construction(
        r"(?:is|'s)\s+(?:called |named )?(?P<value>(?:Dr\.? |Mr\.? |Mrs\.? |Ms\.? "
        r"|Prof\.? )?(?!(?:Dr|Mr|Mrs|Ms|Prof)\b)(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)(?=$|[,.]| but | and |"
        r" now\b)",
        _called,
        roles="person",
    ),
    construction(
        r"(?P<value>(?:owes|is|isn't|has|hasn't|works|lives|likes|loves|hates|can't|cannot|doesn't|won't|speaks"
        r"|plays|drives|uses|goes|teaches|studies|runs|wants|prefers|moved|has moved|turned|turns|eats|drinks"
        r"|collects|swears|snores|does|needs|have|are|live|work|go|love|hate|sits|reads|writes|keeps|gets|takes"
        r"|stays|makes|sleeps|sleep|nap|naps|wake|wakes|eat|drink|play|start|starts|finish|finishes|share|never|"
        r"always|only)\b.+)",
        lambda m, t: _of_person(m, t),
        roles="person",
    ),
)
"""Over the verb phrase of another person, after every more exact construction."""


def _of_person(m: re.Match[str], t: Predication) -> list[Statement]:
    if re.match(r"(?:is|are)\s+(?:\w+ly )?(?:[a-z]+ing)\b", t.phrase) and not re.search(lexicon.FUTURE, t.phrase, re.I):
        return []
    if _PASSING.search(t.phrase) and not _DENSE.search(t.phrase):
        return []
    if re.match(r"(?:needs|wants)\b(?! to (?:be|become)\b)", t.phrase) and not _DENSE.search(t.phrase):
        return []
    if re.search(r"\b(?:tonight|next week|this week|today|tomorrow|right now)\b", t.phrase, re.I) and not re.search(
        r"\d", t.phrase
    ):
        return make_statement(t, Kind.EVENT, None, importance=0.4, confidence=0.6)
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, f"state:{first_content_words(t.phrase)}", m["value"]),
        importance=importance_of(t.text),
        confidence=0.8,
    )


_STABLE = Regex(
    r"(?:(?:always|only|usually|also|still|now|never|mostly|just|already)\s+)*(?:is|isn't|has|hasn't|does"
    r"|doesn't|works|needs|keeps|starts|finishes|pays|owes|earns|gets|sleeps|plays|runs|goes|takes|owns|weighs"
    r"|measures|shares|rents|looks after|collects|makes|sells|manages|leads|maintains|supports|hosts|trains"
    r"|drives|reads|writes|follows|belongs|knows|stores|deploys|ships|wears|volunteers|hosts|commutes|cooks"
    r"|bakes|grows|races|rides|commits|orders|bakes|flies)\b",
    re.IGNORECASE,
)


_ORDERED = Regex(
    r"needs (?:to book )?(?:an? |some |the )?(?:\w+ )?(?:dinner|lunch|breakfast|brunch|table|room|hotel|"
    r"flights?|cab|taxi|lift|ride|trains?"
    r"|tickets?|seats?|appointment|reservation|recipe|plan|gift|present|ideas?)\b"
)
"""What is asked for at once ("need dinner for four on Friday"): a request, not a fact about the user."""


def specific_fact(t: Predication) -> list[Statement]:
    """A present-tense statement of the user's that no construction knows, where it holds a number or a name."""
    if (
        t.subject.role != "user"
        or re.match(
            r"has (?:just |also |only )?(?:read|heard|seen|noticed|found|tried|asked|told|looked|checked)\b", t.phrase
        )
        or (t.bare and _ORDERED.match(t.phrase))
        or not _STABLE.match(t.phrase)
        or not _DENSE.search(t.phrase)
        or _PASSING.search(t.phrase)
    ):
        return []
    if re.match(
        r"(?:is|isn't)\s+(?:\w+ly )?(?:[a-z]+ing|sure|glad|happy|sorry|afraid|so|too|super|stoked|excited"
        r"|pumped|thrilled|proud|grateful|thankful|blessed|not|here|there|at the|on (?:page|step|chapter|line|"
        r"level|episode|question|slide)|\d+% sure|ready|done|back|late"
        r"|trying)\b",
        t.phrase,
    ) or re.match(r"(?:needs|has)\s+(?:a|an|to|some)\b", t.phrase):
        return []
    if re.match(
        r"(?:doesn't|does not) (?:understand|know|get|see|think|remember|care|mind|want|need|have)\b",
        t.phrase,
    ):
        return []
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, f"state:{first_content_words(t.phrase)}", t.phrase),
        importance=importance_of(t.text),
        confidence=0.7,
    )


_LABEL_WORDS_MAX = 2  # of a heading that is taken as the user's own without "my"


def labelled_fact(clause: str, me: Subject) -> list[Statement]:
    """A heading and what belongs to it: "Gas meter: serial 4417-B"."""
    found = re.fullmatch(r"(?P<label>(?:my |our |the )?[A-Za-z][\w' -]{2,40}):\s+(?P<value>.*\d.*)", clause)
    if (
        found is None
        or len(found["label"].split()) > 6
        or re.match(
            r"(?:note|ps|error|re|todo|fyi|edit|update|https?|e\.g|example|question|warning|step|not|no|never|"
            r"always|nothing|so|but|and|if|when|for|on|in|at|with|after|before|during|booked|bought|sold|got|done|"
            r"short|quick|long|big|small|answer|stock)\b",
            found["label"],
            re.I,
        )
    ):
        return []
    t = Predication(subject=me, phrase="", clause=clause)
    label = re.sub(r"^(?:my|our|the) ", "", found["label"], flags=re.I)
    small = label.split()[0].lower() in ("flight", "hotel", "gate", "order", "booking", "car", "delivery")
    small = small or (label.split()[0].istitle() and " " in label and label.split()[1].islower())
    owned = label != found["label"] or len(label.split()) <= _LABEL_WORDS_MAX
    whose = "The user's " if owned else ""
    label_said = label[:1].lower() + label[1:] if small and owned else label
    text = f"{whose}{label_said}: {found['value']}."
    return make_statement(
        t,
        Kind.FACT,
        make_slot(USER, f"value:{normal_value(label)}", found["value"]),
        text=text,
        importance=0.7,
        confidence=0.8,
    )
