"""The keys of slots: what changes is told of under the same key however it is said."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon

STOPPED_PATTERN = "stopped"
"""The value of something the user no longer does, has or takes; a value of its own takes the place of the old one."""

_ACTIVITIES: tuple[tuple[str, str], ...] = (
    ("running", r"runs?|running|jogs?|jogging|parkrun"),
    ("swimming", r"swims?|swimming"),
    ("cycling", r"cycles|cycling|spin class|spinning"),
    ("climbing", r"climbs?|climbing|boulders|bouldering"),
    ("rowing", r"rows|rowing"),
    ("skiing", r"skis|skiing|snowboarding"),
    ("surfing", r"surfs|surfing"),
    ("hiking", r"hikes|hiking|rambling"),
    ("painting", r"paints|painting|watercolours"),
    ("knitting", r"knits|knitting|crochet"),
    *(
        (name, name)
        for name in (
            "gym yoga pilates badminton tennis padel squash football rugby cricket golf boxing karate "
            "judo aikido ballet "
            "salsa zumba crossfit hockey netball basketball volleyball archery fencing bowls darts "
            "snooker pool chess bridge "
            "guitar piano violin cello drums saxophone flute trumpet banjo ukulele clarinet viola bass "
            "choir pottery meditation"
        ).split()
    ),
)
_ACTIVITY = tuple((name, Regex(rf"\b(?:{words})\b", re.IGNORECASE)) for name, words in _ACTIVITIES)
_SHIFT = Regex(
    r"\b(?:nights?|days?|early|late|evening|morning|twilight|weekend|back|graveyard|swing) shifts?\b"
    r"|^(?:is |works |does )?(?:(?:on|now|back on|doing) )*(?:nights|days|earlies|lates)\b",
    re.IGNORECASE,
)
_UNIT = r"(?:mg|mcg|µg|micrograms?|milligrams?|ml|g|iu|units?|tablets?|pills?|capsules?|puffs?|drops?|doses?)"
_DRUG = Regex(
    rf"\b\d[\d.,]*\s?{_UNIT}\s+(?:of\s+)?(?:my\s+|the\s+)?(?P<name>[a-z][a-z-]{{3,}})|"
    rf"(?P<name2>[a-z][a-z-]{{3,}})\s+\d[\d.,]*\s?{_UNIT}\b",
    re.IGNORECASE,
)
_NO_DRUG = frozenset(
    "every each daily with before after once twice down tablets tablet from morning night takes take".split()
)
_DOSE = Regex(rf"\b\d[\d.,]*\s?{_UNIT}\b", re.IGNORECASE)
_MAIN_DIET = Regex(
    r"\b(?:vegan|vegetarian|veggie|pescatarian|plant[ -]based|flexitarian|omnivore|meat|fish|keto|kosher|halal)\b",
    re.IGNORECASE,
)
_OWN_FIGURES = Regex(
    r"(?:rent|mortgage|salary|wages?|pay|weight|height|shoe size|dress size|bedtime|alarm|phone number|number|"
    r"mobile number|"
    r"email|email address|address|postcode|blood type|deposit|council tax|pronouns|timezone|time zone|"
    r"resting heart rate|"
    r"\d+k time|half[- ]marathon time|marathon time|savings|credit score|(?:[\w-]+ )?(?:score|rating|elo|"
    r"handicap)|page of .+|"
    r"target weight|ring size|collar size|pin|wifi password|commute|broadband)$",
    re.IGNORECASE,
)
_TOLD_FIGURES: tuple[tuple[str, Regex[str]], ...] = tuple(
    (name, Regex(pattern, re.IGNORECASE))
    for name, pattern in (
        ("value:salary", r"(?:earns|makes|is on|gets) (?:about |around |now )?[£$€]?\d[\d.,]*(?:k|,?000)\b"),
        ("value:weight", r"(?:weighs|is down to|is up to|down to|up to) .*\d ?(?:kilos?|kgs?|stone|pounds|lbs?)\b"),
        ("value:weight", r"\d[\d.]* ?(?:kilos?|kgs?|stone)\b(?! of)"),
        ("habit:bedtime", r"(?:goes to bed|is in bed|in bed)\b.*\d"),
        ("value:bank", r"banks (?:with|at)\b"),
        ("habit:wakes", r"(?:gets up|wakes up|wakes|is up) (?:at|by|around)\b"),
    )
)
_SUMS = frozenset(("value:salary", "value:rent", "value:mortgage", "value:monthly savings"))
_AMOUNT = Regex(r"(?P<sum>\d+(?:\.\d+)?)(?P<thousands> ?k\b)?", re.IGNORECASE)
_DAILY = Regex(
    r"\s+(?:(?:every|each) (?:\w+ )?(?:day|morning|evening|night)|daily|(?:once|twice|three times) (?:a|per) day|"
    r"(?:at|every) (?:night|bedtime)|in the (?:morning|evening)s?)$"
)
_TRIP = Regex(
    r"(?:(?:business|work|weekend|day|school) )?(?:trip|journey|visit) to (?P<to>[\w' -]+?)(?: on| for)?|"
    r"(?P<where>(?!(?:school|work|class|ski|skiing|fishing|camping|day|road|field|business|shopping|family|boat|hospital)\b)"
    r"[\w' -]+?) (?:business |work |weekend )?(?:trip|visit)"
)
_WAYS: tuple[tuple[str, Regex[str]], ...] = tuple(
    (name, Regex(rf"\b(?:{words})\b"))
    for name, words in (
        ("bike", "cycles|cycling|bikes?|bicycle"),
        ("on foot", "walks|walking|foot"),
        ("tube", "tube|underground|metro|subway"),
        ("car", "drives|driving|car"),
        *((name, name) for name in "bus train tram ferry boat scooter motorbike taxi coach moped".split()),
    )
)
_ALONE = Regex(r"alone|solo|(?:on |by )?(?:their own|themselves)")
_TEA = Regex(r"\b(?:tea|assam|rooibos|oolong|darjeeling|earl grey|chai|matcha|sencha)\b")
_FIGURE = Regex(
    r"[£$€]?\d[\d.,]*(?: ?(?:k|kilos?|kgs?|stone|pounds|lbs?|lb|g)\b)?(?: \d+(?: ?(?:pounds|lbs?|"
    r"lb)\b)?)?",
    re.IGNORECASE,
)
_COMMUTE = Regex(
    r"(?:(?:now|usually|always|mostly|still|just) )*(?:takes?|gets?|catch(?:es)?|rides?|drives?|cycles?|bikes?|"
    r"walks?|"
    r"runs?|scoots?|goes|travels?|commutes?|trains?|buses|skates?)\b(?:.*\bto (?:the |their |my )?(?:work|office)\b|"
    r" in to work\b| into work\b)|commutes? (?:by|on|via)\b|(?:ferry|bus|train|tram|tube|metro|underground|bike|"
    r"car|scooter|boat) "
    r"(?:in )?to (?:the )?(?:work|office)\b",
    re.IGNORECASE,
)
_RACED = Regex(
    r"value:(?:best |new |fastest )*(?P<far>parkrun|\d+(?:\.\d+)? ?k(?:m|ms)?)\b(?: (?:time|pb|pr|best|record))?"
)
_PLAYED = Regex(r"plays (?:the |my |their )?(?P<what>[a-z][a-z-]+)(?: (?:badly|well|a bit|a little|now))*$")
_DAY_OF_EVENT = Regex(
    r" (?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\w+) )?(?:days?|weeks?|months?|years?|minutes?|"
    r"hours?) "
    r"ago\b.*$| (?:yesterday|today|tonight|last|this|next)\b.*$"
)
_ANY_BUDGET = Regex(r"\b(?:budget|spending (?:cap|limit)|price cap|ceiling)\b", re.IGNORECASE)
_BUDGET_WORDS = frozenset(
    "the my our a an budget cap limit ceiling spending price total max maximum for on of is".split()
)
_DRIVEN = Regex(
    rf"\b(?:{dict(lexicon.CATEGORIES)['car']}|focus|leaf|mini|polo|panda|transit|ibiza|accord|outback|superb)\b",
    re.IGNORECASE,
)


def activity_key(text: str) -> str:
    """The pastime or instrument a text speaks of, under one name: "runs" and "running" are "running"; else empty."""
    return next((name for name, words in _ACTIVITY if words.search(text)), "")


def drug_key(text: str) -> str:
    """The medicine whose dose a text tells: "50 mcg of levothyroxine" is "levothyroxine"; else empty."""
    for found in _DRUG.finditer(text):
        name = (found["name"] or found["name2"]).lower()
        if name not in _NO_DRUG:
            return name
    return ""


def is_dose(text: str) -> bool:
    """Whether a text holds a dose of a medicine."""
    return bool(_DOSE.search(text))


def is_shift(phrase: str) -> bool:
    """Whether a verb phrase tells the shift somebody works."""
    return bool(_SHIFT.search(phrase))


def is_car(text: str) -> bool:
    """Whether a text names a make of car or says "car"."""
    return bool(_DRIVEN.search(text))


def one_at_a_time(attribute: str, value: str) -> bool:
    """Whether a value leaves no room for another of an attribute that otherwise may have several."""
    return attribute == "diet" and bool(_MAIN_DIET.search(value))


def belongs_to_user(attribute: str) -> bool:
    """Whether a figure belongs to the user whoever's it is said to be: "rent's gone up" is the user's rent."""
    return attribute.startswith("takes:") or (
        attribute.startswith("value:") and bool(_OWN_FIGURES.match(attribute.removeprefix("value:")))
    )


def figure_value(attribute: str, said: str) -> str:
    """The value of a figure without the words around it: "is down to 81 kilos" is "81 kilos"."""
    if attribute in _SUMS and (amount := _AMOUNT.search(said)):
        return f"{amount['sum']}000" if amount["thousands"] else amount["sum"]
    if attribute == "takes" or attribute.startswith("takes:"):
        return _DAILY.sub("", said) or said
    if attribute == "habit:commute" and (way := next((name for name, words in _WAYS if words.search(said)), "")):
        return way
    if attribute == "value:household":
        return "alone" if _ALONE.fullmatch(said) else said
    found = _FIGURE.search(said) if attribute == "value:weight" else None
    return found.group().strip() if found else said


def canonical_attribute(attribute: str, said: str) -> str:
    """The attribute under its settled name."""
    if raced := _RACED.match(attribute):
        far = re.sub(r" ?k(?:m|ms)?$", "k", raced["far"])
        return f"value:{'5k' if far == 'parkrun' else far} time"
    group, _, topic = attribute.partition(":")
    if group == "plan" and (trip := _TRIP.fullmatch(topic)):
        return f"plan:{trip['to'] or trip['where']}"
    if group == "event":
        return _DAY_OF_EVENT.sub("", attribute) or attribute
    if group in ("state", "habit", "constraint", "takes", "default", "uses") and _COMMUTE.match(said):
        return "habit:commute"
    if group == "constraint" and _ANY_BUDGET.search(topic):
        words = sorted({word for word in re.findall(r"[\w'-]+", topic.lower()) if word not in _BUDGET_WORDS})
        return f"constraint:budget {' '.join(words)}".strip()
    if group == "habit" and topic != "commute" and (name := activity_key(topic) or activity_key(said)):
        return f"habit:{name}"
    if group in ("habit", "state") and (played := _PLAYED.match(said)):
        return f"habit:{played['what']}"
    if group == "value" and is_dose(said):
        return f"takes:{topic.removesuffix(' dose')}"
    if attribute == "takes":
        return f"takes:{drug_key(said) or _DAILY.sub('', said)}"
    if attribute in ("uses:drink", "default:drink"):
        return "default:tea" if _TEA.search(said) else "default:drink"
    if attribute in ("uses:browser", "device:browser"):
        return "value:browser"
    if group in ("state", "habit", "owns") and (figure := next((n for n, p in _TOLD_FIGURES if p.match(said)), "")):
        return figure
    return "value:pronouns" if attribute == "uses:pronouns" else attribute
