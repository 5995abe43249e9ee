"""What the user has one of at a time, each under one name: "the rent for the new flat" and "my rent" are `rent`.

A matter has one name whatever words it is told with, so that its later value takes the place of its earlier one. Only
matters of which people have one at a time are listed: the language that is being learnt, not one that is spoken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon
from mnemic.reader.statement import USER

_NEW = r"(?:the|my|our|their|a) (?:brand )?(?:new|current|present)"
CIRCUMSTANCE = (
    rf"(?:in|at|for|of|with|on|since) {_NEW} "
    r"(?:flat|apartment|house|home|place|room|city|town|country|area|job|role|position|post|company|firm|team|office|"
    r"school|university|gym|studio|clinic|practice|contract|tariff|term|year|season|building|department|group)"
)
"""Where what is said holds since something changed: no part of a matter's name, nor of its value."""

_BEHIND = Regex(
    rf"\s+(?:{CIRCUMSTANCE}|now|these days|nowadays|at the moment|at present|currently|any ?more)$", re.IGNORECASE
)
_NEWER = Regex(r"^(?:(?:my|our|the|their|new|current|present|latest|updated|brand|actual|own) )+(?=\S)", re.IGNORECASE)
_MAIN = Regex(
    r"^(?:(?:main|usual|regular|normal|primary|default|go-to|preferred|typical|monthly|yearly|annual) )+(?=\S)",
    re.IGNORECASE,
)
_DWELLING = r"(?: (?:for|of|on) (?:the |my |our |their )?(?:new )?(?:flat|apartment|house|place|room|studio|home))?"
_PROVIDER = r"(?: (?:provider|supplier|company|operator|service|contract|plan))"

NAMES: tuple[tuple[str, str], ...] = (
    ("name", r"(?:full |real |legal )name"),
    ("rent", rf"rent{_DWELLING}"),
    ("mortgage", rf"mortgage(?: payments?)?{_DWELLING}"),
    ("salary", r"salary|wages?|pay|pay ?che(?:ck|que)|income"),
    ("bank", r"banks?|(?:bank |current |salary )?accounts?|banking"),
    ("internet provider", rf"(?:home )?(?:internet|broadband|wi-?fi|fibre){_PROVIDER}?s?|isp"),
    ("mobile provider", rf"(?:mobile|phone|cell|mobile phone){_PROVIDER}s?|(?:mobile|phone) network|carrier"),
    ("energy supplier", rf"(?:energy|electricity|electric|power|gas){_PROVIDER}s?"),
    ("insurance", r"insurance|insurers?|insurance (?:company|provider|policy)"),
    ("notes app", r"notes|note[- ]?(?:taking )?app|notes app|note[- ]taking tool"),
    ("hospital", r"hospital"),
    ("gym", r"gyms?|fitness (?:club|studio)"),
    ("supermarket", r"supermarkets?|grocery (?:store|shop)"),
    ("breakfast", r"breakfast"),
    ("lunch", r"lunch|lunch (?:spot|place)"),
    ("dinner", r"dinner|supper"),
    ("parking space", r"parking (?:space|spot|bay|place)"),
    ("locker", r"locker(?: (?:number|at the gym))?"),
    ("bedtime", r"bedtime|bed time"),
    ("wake-up time", r"wake-?up time|alarm|alarm clock"),
    ("working hours", r"working hours|work hours|office hours|hours of work|working day"),
    ("commute", r"commute|commute to work|way to work"),
    ("team size", r"team size"),
    ("employer", r"employer|company|firm|workplace"),
    ("job title", r"job title|job|position|title|role|job role|role at work"),
    ("project", r"project|project at work|work project"),
    ("book", r"book|novel"),
    ("series", r"series|tv series|show|tv show|box set"),
    ("game", r"game|video ?game"),
    ("podcast", r"podcast"),
    ("instrument", r"instrument|musical instrument"),
    ("language", r"(?:foreign )?language"),
    ("course", r"course|evening class|evening course|workshop"),
    ("sport", r"sport|exercise"),
    ("browser", r"(?:web )?browsers?"),
    ("shoe size", r"shoe size|size in shoes"),
    ("floor", r"floor"),
    ("tv", r"tv|television|telly"),
    ("phone", r"phone|mobile|mobile phone|smartphone|handset|cell ?phone"),
    ("laptop", r"laptop"),
    ("car", r"car"),
    ("watch", r"watch|wristwatch"),
    ("camera", r"camera"),
    ("coffee", r"coffee|coffee order"),
)
"""Names, and the nouns each is told with."""

_NAMES = tuple((name, Regex(rf"(?:{nouns})", re.IGNORECASE)) for name, nouns in NAMES)
_INSURED = Regex(r"(?P<what>car|home|house|contents|health|travel|pet|life|dental|bike) (?:insurance|insurer)\b.*")

ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        "name": "name",
        "employer": "employer",
        "job title": "job",
        "commute": "habit:commute",
        "coffee": "default:drink",
        **{name: f"device:{name}" for name in ("phone", "laptop", "car", "watch", "camera")},
        **{name: f"state:{name}" for name in ("project", "language", "instrument", "course")},
    }
)
"""The attributes of matters that have another than `value:` and their name. Of a `state:` there may be two, unless one
is said to be what it is now."""

ONLY_OWN = frozenset(
    "book series game podcast language instrument course sport project floor gym lunch breakfast dinner notes coffee "
    "hospital employer job exercise account accounts banks gyms browsers title role position company firm show".split()
)
"""Nouns that name a matter of the user's only behind "my", or with what the user does with it."""

NO_VALUE = Regex(
    r"(?:so|too|very|really|quite|pretty|not|n't|no|being|getting|going|getting|due|ready|done|late|overdue|"
    r"broken|down|up|"
    r"out|off|over|great|good|fine|okay|ok|bad|nice|lovely|awful|terrible|boring|amazing|brilliant|hard|easy|fun|cheap|"
    r"expensive|slow|fast|busy|long|short|closed|open|dead|gone|killing|driving|starting|about|behind|to|that|"
    r"stressful|cold|hot|warm|light|heavy|safe|what|why|how|like|"
    r"more|less|it|this|there|here|a (?:bit|lot|mess|nightmare|joke|pain|disaster|dream|problem)|in (?:the|"
    r"an?) (?:mess|bad)"
    r"|full|packed|empty|vague|clear|the worst|the best|high|low|the same|half|such|ruining|making|taking|acting|"
    r"playing|giving|crashing|important|paid)\b",
    re.IGNORECASE,
)
"""What begins so describes a matter, and is no value of it."""
_COUNTED = frozenset(
    (
        "rent",
        "mortgage",
        "salary",
        "monthly savings",
        "team size",
        "bedtime",
        "wake-up time",
        "working hours",
        "floor",
        "shoe size",
        "parking space",
        "locker",
    )
)
_DESCRIBED = frozenset("commute project instrument language course sport coffee game podcast supermarket".split())
_NUMBER = Regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon|midday|first|second|third|"
    r"fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|top)\b",
    re.IGNORECASE,
)
_NAMED = Regex(r"(?<!\w)[A-Z\d]")
_DOING = Regex(r"(?:\w+ly )?\w+ing\b", re.IGNORECASE)


def could_be_value(name: str, said: str) -> bool:
    """Whether what is said of a matter may be its value: a number, a name, or for some matters any noun."""
    if NO_VALUE.match(said):
        return False
    if name in _COUNTED:
        return bool(_NUMBER.search(said))
    if name == "job title":
        return bool(re.search(rf"\b{lexicon.OCCUPATION}\b", said, re.IGNORECASE))
    if name in _DESCRIBED or (name == "notes app" and _NAMED.search(said)):
        return bool(keys.activity_key(said) or _NAMED.search(said)) or not _DOING.match(said)
    return bool(_NAMED.search(said)) and not re.match(r"(?:on|in|at) ", said)


_KIN: tuple[tuple[str, str], ...] = (
    ("manager", r"boss|manager|line manager"),
    ("mum", r"mum|mom|mother|mam"),
    ("dad", r"dad|father"),
    ("grandmother", r"grandmother|gran|grandma|nan|nana"),
    ("grandfather", r"grandfather|grandad|granddad|grandpa"),
)
_KIN_NAMES = tuple((name, Regex(words, re.IGNORECASE)) for name, words in _KIN)


def strip_present_marks(noun: str) -> str:
    """A noun phrase without what says that it is the present one: "the rent in the new flat now" is "rent"."""
    noun = " ".join(noun.casefold().split())
    while (cut := _BEHIND.sub("", noun)) != noun:
        noun = cut
    return _NEWER.sub("", noun) or noun


def matter_name(noun: str) -> str:
    """The name of the user's matter that a noun phrase stands for, or empty where it is none of those listed."""
    plain = _MAIN.sub("", strip_present_marks(noun))
    if insured := _INSURED.fullmatch(plain):
        return f"{insured['what'].replace('house', 'home')} insurance"
    return next((name for name, nouns in _NAMES if nouns.fullmatch(plain)), "")


def matter_attribute(name: str) -> str:
    """The attribute of a matter's slot."""
    return ATTRIBUTES.get(name, f"value:{name}")


def canonical_relation(word: str) -> str:
    """A relation under its settled name: "mom" and "mother" are "mum"."""
    return next((name for name, words in _KIN_NAMES if words.fullmatch(word)), word)


_NAME_OF = Regex(r"(?P<whose>[\w -]+)'s (?:full |first |real )?name")
_PETS = Regex(lexicon.PET, re.IGNORECASE)
_RELATIONS = Regex(lexicon.RELATION, re.IGNORECASE)


def place_slot(key: str, attribute: str, said: str, *, owned: bool) -> tuple[str, str]:
    """The subject and the attribute of a slot where it names a matter of the user's; else without what says that it is
    the present one. `owned`: it was said to be the user's; what is `said` of it may be no value ("my gym is full")."""
    noun = attribute.removeprefix("value:")
    if noun == attribute:
        return key, attribute
    if of := _NAME_OF.fullmatch(noun):
        if _PETS.fullmatch(of["whose"]):
            return USER, "pet"
        return (canonical_relation(of["whose"]), "name") if _RELATIONS.fullmatch(of["whose"]) else (key, attribute)
    plain = strip_present_marks(noun)
    name = matter_name(noun)
    if name and (key == USER or (could_be_value(name, said) and (owned or plain not in ONLY_OWN))):
        return USER, ATTRIBUTES.get(name, f"value:{name}")
    if owned and _RELATIONS.fullmatch(plain):
        return canonical_relation(plain), "name"
    return (plain if strip_present_marks(key) == plain else key), f"{'state' if name and owned else 'value'}:{plain}"
