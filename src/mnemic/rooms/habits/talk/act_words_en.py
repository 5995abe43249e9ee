"""English words of wishes and deeds: what carries content, what stands for what, and what is neither wish nor deed."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_PART = r"(?:morning|afternoon|evening|night|lunchtime)"
TIME = Regex(
    rf"\b(?:(?:this|last|next|every|the (?:other|whole)|all|that|early|late|one|over the|at the|on the|for the)"
    rf" (?:{_PART}|{_DAY}|day|weekend|week|month|year|time)s?(?: {_PART})?|today|tonight|tomorrow"
    rf"|yesterday(?: {_PART})?"
    rf"|(?:on |every |for )?{_DAY}(?: {_PART})?|weekends?|(?:in|during|for) the {_PART}"
    rf"|(?:at|for|by|around|until|till|from|before"
    rf"|past) (?:about )?\d{{1,2}}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?(?! \w*(?:people|persons|guests|minutes|hours))"
    r"|(?:for )?(?:about |around )?(?:an?|\d+|one|two|three|four|five|half an|a couple of"
    r"|a few)(?: and a half)?[ -](?:hours?|minutes?|mins?|hrs?|h)\b(?: or so)?"
    r"|at (?:noon|night|lunch|lunchtime|midnight|dawn|dinner|breakfast)|(?:before|after|during|at|over) (?:work"
    r"|breakfast|dinner|bed|lunch|school|class)"
    r"|first thing|earlier|later|already|finally|once more|as well|too|right now|now|just now|for (?:a while|ages"
    r"|once|now)"
    r"|in (?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|with (?:my |our |the )?(?:milk )?(?:friends?|family|kids|wife|husband|colleagues?|team))\b",
    re.I,
)
"""When something was done or is wanted; no part of what it is."""

BEFORE = Regex(
    r"^(?:ok(?:ay)?|hi|hey|hello|so|and|also|well|yes|yeah|yep|no(?= [a-z]+'?[a-z]*,)|sure|actually|please|pls|oh"
    r"|right|alright|great|perfect|good"
    r" (?:morning|afternoon|evening)|hmm+|um+|thanks|thank you|today|tonight|this (?:morning|afternoon|evening"
    r"|weekend|time)"
    r"|last night|yesterday|for (?:lunch|dinner|breakfast)|now|again|just|then|there|once again|once more|same again"
    r"|as usual"
    rf"|(?:on |this |last )?{_DAY}(?: {_PART})?)(?:[\s,.!:-]+|$)",
    re.I,
)
"""What a clause may begin with before it says anything."""

NOT_MEANT = Regex(
    r"\b(?:if i|if you|if we|what if|imagine|suppose|supposing|pretend|would have|could have|should have|should i"
    r"|shall i|maybe|perhaps"
    r"|might|thinking (?:of|about)|considering|not sure|wondering|wish i|hopefully|hope to|used to|supposed to|meant to"
    r"|for my (?:\w+ )?(?:brother|sister|mother|mom|mum|dad|father|wife|husband|boss|friend|colleague|son|daughter"
    r"|client|guest)s?"
    r"|for (?:him|her|them)|always|usually|normally|generally|typically|every (?:day|week|morning|time|weekend|month)"
    r"|prefer|from now on|in general|never|instead of the usual)\b|[\"“”]|```|^\s*>|[|{}<>]",
    re.I,
)
"""Sentences that state a habit outright, suppose, quote, or speak for somebody else: no evidence."""

ONCE = Regex(
    r"\b(?:(?:just|only) (?:this|for) (?:once|time|today|tonight|now)|this (?:time|once) only|for once|this once"
    r"|(?:just|only) (?:today|tonight|once)"
    r"|(?:for|as) a change|for (?:today|tonight) only|exception(?:ally)?|one[- ]off|instead(?: of)?|unlike usual)\b",
    re.I,
)
"""An exception for one time."""

NOT_DONE = Regex(
    r"\b(?:not|n't|never|nobody|no one|nothing|cannot|didn't|haven't|forgot|almost|nearly|tried|going to (?!the\b"
    r"|my\b|a\b)|gonna|will|would"
    r"|should|could|can|want(?:ed)?|need(?:ed)?|have to|had to|problems?|issues?|trouble|headaches?|errors?|wrong"
    r"|broken?|crash\w*"
    r"|argument|argued|fight|bug|bugs|sick|flu|cold|badly|sadly|unfortunately|annoy\w*|complain\w*|told|said|asked"
    r"|says?)\b",
    re.I,
)
"""What was left undone, happened to somebody, or is a complaint."""

EMPTY = frozenset(
    (
        "a an the my our your his her their its this that these those some any another other one ones it them me us"
        " you i we he"
        " she they of and or to for with in on at by from as is are was were be been am do does did so very really"
        " quite just"
        " only also too even still again please more bit little lot lots few couple all both every each nice good"
        " great quick"
        " quickly usual usually same new big whole much many own up out off down over away through back there here"
        " something"
        " anything thing things stuff everything nothing kind sort else first time times once twice piece round set"
        " pair"
        " no not without online outside inside indoors outdoors together alone long short hour hours minute minutes"
        " such way ways like so ever yes no okay ok sure alright"
        " km miles k day today tonight tomorrow couple half not"
    ).split()
)
"""Words that carry no content of a wish or deed."""
EMPTY -= {"short", "long"}

GENERIC = frozenset(
    map(
        lemma,
        (
            "help hand minute second moment look try break answer answers list summary example examples idea ideas"
            " advice"
            " recommendation recommendations suggestion suggestions information info update updates link links code"
            " version copy"
            " draft time thing question questions way hint tip tips job day joke word reason option options detail"
            " details"
            " explanation overview problem issue trouble headache meeting meetings call calls argument news talk"
            " chat idea"
            " luck fun rest feeling nap weather mistake error result results number phone price offer refund care"
            " sense use"
            " appointment reminder note notes flight ticket tickets room hotel car cab taxi data report reports file"
            " credit option next gist version second third chance choice decision plan progress place people person"
            " friend guy kid baby child article video page clip website"
        ).split(),
    )
)
"""Heads of phrases that say too little to be anybody's habit alone."""

LIGHT = frozenset(
    map(
        lemma,
        "do have go get spend make take finish start work sort handle catch complete wrap tackle be deal through"
        " manage process"
        " file organise organize keep practise practice".split(),
    )
)
"""Verbs that say little: what was done is in their object."""

_GROUPS = {
    "running": "run jog ran running jogging runner 5k 10k",
    "gym": "gym workout weights weightlifting lifting",
    "swimming": "swim swam swimming pool",
    "cycling": "cycle bike cycling biking bicycle",
    "paperwork": "paperwork invoice receipt expense tax bill bookkeeping accounts",
    "groceries": "grocery groceries supermarket",
    "cleaning": "clean cleaning vacuum hoover housework tidy tidying mop chores",
    "laundry": "laundry washing",
    "cooking": "cook cooking",
    "hiking": "hike hiking trek",
    "yoga": "yoga",
    "gardening": "garden gardening weeding",
    "meditation": "meditate meditation meditating",
    "reading": "read reading",
    "climbing": "climb climbing bouldering",
    "vegetarian": "vegetarian veggie meatless meat-free",
    "brief": "brief short shorter concise briefer",
    "coffee": "coffee",
}
CONCEPTS = {lemma(word): lemma(name) for name, words in _GROUPS.items() for word in (name, *words.split())}
"""Stems that stand for one thing, and the stem that stands for them."""

ACTIVITIES = frozenset(
    lemma(word)
    for word in (
        "running gym swimming cycling cleaning laundry cooking hiking yoga gardening meditation reading climbing ski"
        " surf paint draw"
        " knit bake dance sing row box stretch journal fast garden sew skate golf camp fish"
    ).split()
)
"""What is an activity by itself, without an object."""
OBJECTLESS = ACTIVITIES | frozenset(
    map(
        lemma,
        "paperwork groceries library market church practice class training rehearsal choir band office pool studio"
        " dojo sauna park"
        " beach cinema theatre pub cafe dentist therapist therapy physio lesson course farm museum".split(),
    )
)
WITHOUT_CONTENT = frozenset(
    map(lemma, "lap laps mile kilometre kilometer hill loop session sessions round morning km".split())
)
"""Words that only measure an activity."""

DOINGS = frozenset(
    map(
        lemma,
        "do sort file play practise practice write watch bake cook clean read study learn organise organize update"
        " prepare review"
        " catch listen rehearse train fix paint walk".split(),
    )
)
"""What may be told as being done just now."""

_DONE = (
    "did went ran swam rode drove wrote read cooked baked cleaned watched played practised practiced studied worked"
    " sorted filed"
    " walked hiked jogged biked cycled visited met ate drank had made took spent finished completed tackled handled"
    " organised"
    " organized reviewed prepared updated washed ironed vacuumed mopped tidied painted drew sang danced climbed skied"
    " surfed rowed boxed stretched meditated journaled gardened weeded knitted sewed fished golfed skated shopped"
    " bought ordered"
    " called phoned rang listened trained exercised lifted rehearsed taught coached tutored volunteered babysat fed"
    " groomed"
    " brewed grilled barbecued roasted streamed recorded edited posted blogged photographed napped attended caught"
    " built"
    " repaired planted watered harvested picked packed paid reconciled wrapped fixed learned learnt saw"
)
PASTS = frozenset(_DONE.split())
"""Past forms of what somebody does on purpose, now and again."""
