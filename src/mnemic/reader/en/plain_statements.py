"""Plain first-person statements that no narrower construction knows: what the user does, is, has and no longer does."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en.lexicon import ADVERB, DATE, WEEKDAY, either
from mnemic.reader.en.predication import Predication, as_sentence
from mnemic.reader.en.statement_building import (
    Construction,
    construction,
    first_content_words,
    make_slot,
    make_statement,
)
from mnemic.reader.statement import Statement

_DOES = either(
    "bikes|scoots|carries|closes|opens|winters|summers|works|lives|drives|rides|sleeps|keeps|walks|cooks|bakes|runs|sells|grows|"
    "plays|teaches|writes|paints|shares|rents",
    "owns|wears|charges|commutes|cycles|swims|trains|coaches|volunteers|collects|breeds|builds|makes|repairs|restores",
    "manages|leads|heads|handles|looks after|cares for|takes care of|studies|practises|practices|reads|travels|flies",
    "fishes|hikes|climbs|sews|knits|brews|roasts|designs|translates|edits|records|performs|sings|dances|tunes|fixes",
    "delivers|ships|invoices|bills|trades|invests|saves|earns|pays|owes|banks|shops|orders|buys|eats|drinks|smokes",
    "prays|fasts|meditates|journals|tracks|logs|stores|hosts|maintains|supports|deploys|publishes|streams|"
    "wakes|gets up",
    "goes to bed|stays|sits|stands|lectures|nurses|farms|tends|serves|mentors|tutors|fosters|referees|"
    "umpires|moderates",
    "guides|drums|blogs|podcasts|gardens|composts|boulders|surfs|rows|sails|skis|skates|lifts|codes|tests|reviews",
)
_DOES_NOT = either(
    "drive|fly|work|answer|take|do|cook|travel|shop|wear|own|keep|read|watch|listen|celebrate|sleep|ride|"
    "swim|text|call|pay",
    "buy|lend|accept|open|check|speak|eat|drink|smoke|run|lift|walk|touch|go|have|use|book|attend|play|"
    "work out|carry|allow",
)
_CONTENT = Regex(r"(?<!\w)[^\W\d]{3,}|\d")
_ADDRESSED = Regex(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_DEICTIC = Regex(
    r"\b(?:this|these|those|here|it|that|them|him|her)(?=$|[,.;!]| (?:again|now|too|all|so|but|and|when|"
    r"because|if|on|in|at|for"
    r"|with|from|to|up|out|off|down|away|back|properly|myself|yet)\b)|\b(?:this|these|those) (?!days\b)\w+",
    re.IGNORECASE,
)
_NOW = Regex(
    r"\b(?:right now|today|tonight|at the moment|just now|again|so much|so many|too much|yet|anyway|"
    r"error|errors|crash"
    r"|crashes|bug|exception|stuck|somehow|apparently|for some reason|same|something|stuff"
    r"|like crazy|to death|like hell|for a change)\b",
    re.IGNORECASE,
)
_WORDS_MIN, _WORDS_MAX = 3, 32


def _plain(t: Predication, said: str) -> bool:
    """Whether a phrase stands by itself: it points at nothing outside it, and speaks of no passing moment."""
    count, head = len(t.phrase.split()), said.split(",")[0]
    return (
        _WORDS_MIN <= count <= _WORDS_MAX
        and len(_CONTENT.findall(said)) >= 1
        and not (_ADDRESSED.search(t.phrase) or _DEICTIC.search(head) or _NOW.search(head))
    )


_DONE_TODAY = Regex(r"\b(?:this|today|yesterday|last|ago|hours?|minutes?|on it|with it|for me|days)\b", re.IGNORECASE)


_DATED = Regex(rf"\b(?:{DATE}|tomorrow|tonight|(?:next|this) (?:week|month|weekend|{WEEKDAY}))", re.IGNORECASE)


def _did(m: re.Match[str], t: Predication) -> list[Statement]:
    """A stretch of the user's life: "taught for thirty years at a school in Hull"."""
    if _DONE_TODAY.search(t.phrase):
        return []
    return _kept(t, Kind.FACT, m["value"], f"event:{first_content_words(t.phrase)}", 0.6)


def _does(m: re.Match[str], t: Predication) -> list[Statement]:
    if _DATED.search(t.phrase) and not re.search(r"\b(?:every|each|on the \d+\w\w of (?:every|each))\b", t.phrase):
        return _kept(t, Kind.PLAN, m["value"], f"plan:{first_content_words(t.phrase)}", 0.7)
    return (
        []
        if _KEEPS_DOING.search(t.phrase)
        else _kept(t, Kind.FACT, m["value"], f"habit:{first_content_words(t.phrase)}", 0.6)
    )


_KEEPS_DOING = Regex(
    r"^reads (?:that|about|on|in|somewhere|online|it)\b|^(?:\w+ )*?(?:keeps|stands|sits|stays|goes) (?:\w+ing|up|"
    r"out)\b|looks (?:like|as|good|bad|fine|right|nice)\b"
)


def _does_not(m: re.Match[str], t: Predication) -> list[Statement]:
    return _kept(t, Kind.FACT, m["value"], f"habit:{first_content_words(m['value'])}", 0.6, polarity=-1)


def _is(m: re.Match[str], t: Predication) -> list[Statement]:
    return _kept(t, Kind.FACT, m["value"], f"state:{first_content_words(m['value'])}", 0.6)


def _changed(m: re.Match[str], t: Predication) -> list[Statement]:
    return _kept(t, Kind.FACT, m["value"], f"habit:{first_content_words(m['value'])}", 0.7)


def _has(m: re.Match[str], t: Predication) -> list[Statement]:
    return _kept(t, Kind.FACT, m["value"], f"state:{first_content_words(m['value'])}", 0.6)


def _kept(
    t: Predication, kind: Kind, said: str, attribute: str, importance: float, *, polarity: int = 1
) -> list[Statement]:
    if not _plain(t, said):
        return []
    return make_statement(
        t, kind, make_slot(t.subject, attribute, said, polarity=polarity), importance=importance, confidence=0.75
    )


def _manner(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"habit:{m['verb']}", m["value"]), importance=0.6, confidence=0.8
    )


_NO_KIND = Regex(
    r"(?:bit|lot|mess|genius|idiot|fool|wreck|joke|failure|liar|star|legend|potato|zombie|monster|bad|good|"
    r"great|huge|big|little"
    r"|terrible|complete|total|real|sucker|believer|fan|firm|few|couple|tad|touch|step|day|week|month|year|"
    r"minute|hour|while|mile"
    r"|page|half|member of the|happy|sad|tired|busy|hot|slave|ghost|shadow|wimp|pig|human|person|guy|man|"
    r"woman|girl|boy|user)\b",
    re.IGNORECASE,
)


def _kind_of(m: re.Match[str], t: Predication) -> list[Statement]:
    """What the user says they are: "I'm a sparky", "I'm a lifelong bellringer"."""
    if _NO_KIND.match(m["value"]):
        return []
    said = re.split(r",|\s(?:and|but|so|who|which|that)\b", m["value"])[0]
    if _NEW_TRADE.fullmatch(said):
        return make_statement(
            t, Kind.FACT, make_slot(t.subject, "job", said), importance=0.7, confidence=0.8, correction=True
        )
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"state:{first_content_words(said)}", said), importance=0.6, confidence=0.7
    )


_NEW_TRADE = Regex(
    r"(?:[a-z-]+ ){0,2}(?!(?:\w*mother|\w*father|sister|brother|widower|\w*owner|member|smoker|drinker|"
    r"believer|reader|lover|"
    r"sufferer|cater|morning|winner|user|volunteer|pensioner|teenager|minor|survivor|visitor|woman|man|parent)\b)"
    r"[a-z]{2,}(?:er|ist|ian|or|wright|smith|man|woman) (?:now|these days)",
    re.IGNORECASE,
)
"""What somebody is "now" by a trade's name takes the place of their earlier job."""


def _practice(m: re.Match[str], t: Predication) -> list[Statement]:
    """What the user's team does as a rule: "we squash-merge here, never rebase onto main"."""
    if not t.group or _DEICTIC.search(m["value"].replace(" here", "")):
        return []
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, f"habit:{first_content_words(t.phrase)}", m["value"]),
        text=as_sentence(f"The user's team {t.phrase}"),
    )


CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(r"(?P<value>[a-z]+(?:-[a-z]+)?s\b[^,]*, (?:never|always) .+)", _practice, roles="user"),
    construction(
        r"(?P<verb>learns|works|sleeps|thinks|writes|reads|focuses|concentrates|remembers) (?P<value>(?:best|"
        r"better|worst|faster)\b .+)",
        _manner,
        roles="user",
    ),
    construction(
        r"is (?:also |now |still |actually )*an? (?P<value>[a-z-]{3,}(?: [a-z-]{3,}){0,3}(?=$|,| and | but | so ).*)",
        _kind_of,
    ),
    construction(
        r"(?:has (?:just |now |recently |completely )*|just |recently )*(?:given up|gave up|stopped|quits?|"
        r"packed in|taken up|took up"
        r"|started|begun|began|got back into|gone back to|went back to|cut out|cut down on|cut back on|"
        r"retrained as|retired from"
        r"|dropped out of|resigned from|sold|inherited|become|became|turned|lost|learnt to|learned to|"
        r"moved out of|moved away from"
        r"|moved back to|moved in with|split up with|broken up with|fallen out with|been (?:living|working|"
        r"married|vegan|vegetarian"
        r"|sober|single|retired|divorced|self-employed|freelance|teaching|running|off|on)) (?P<value>(?!to\b|"
        r"the (?:app|test|script"
        r"|build|server|download|process|job|run|game|container|service|level|tab|session|timer|video|recording|"
        r"loop|thread|query"
        r"|migration|deploy|sync|browser|program|window|file)\b|getting|having|being|working\b).{3,})",
        _changed,
        roles="user person",
    ),
    construction(
        r"(?:also |once )*(?:taught|worked|lived|served|volunteered|studied|trained|spent|ran|managed|"
        r"fostered|raised|coached|nursed)"
        r" (?P<value>.*\b(?:for|as|at|in|with)\b .*(?:\d|(?-i:[A-Z])|\b(?:years?|decades?|months)\b).*)",
        _did,
        roles="user",
    ),
    construction(
        r"(?:doesn't|does not|no longer|never|won't|can't|cannot|can no longer|isn't allowed to|hardly ever|"
        rf"rarely) (?:{ADVERB} )*"
        rf"(?P<value>{_DOES_NOT}s?\b (?!much\b|enough\b|time\b|any idea|a clue|the (?:time|energy|money)).+)",
        _does_not,
        roles="user",
    ),
    construction(
        r"is (?:really |quite |very |pretty |also |still |a bit |only |fairly |absolutely |completely |"
        r"totally )*(?P<value>(?:good"
        r"|bad|terrible|hopeless|useless|rubbish|brilliant|new|used|prone|sensitive|intolerant|immune|"
        r"qualified|certified"
        r"|trained|registered|licensed|insured|fluent|colour|half|part|responsible|in charge|"
        r"on a (?:[\w-]+ )*(?:diet|budget|waiting list|contract|visa|scholarship|pension)|retired|married"
        r"|vaccinated|based|available|self-taught|hard of hearing|short|tall|between|the (?:eldest|youngest|"
        r"oldest|only|main)"
        r"|down to|up to|out for the (?:season|rest of)|out of action|nervous about|recovering from|getting over|"
        r"living with|undergoing|being treated for|"
        r"anxious about|strict about|careful with|particular about|"
        r"religious about)\b .{2,})",
        _is,
        roles="user",
    ),
    construction(
        rf"(?:{ADVERB} |mostly |mainly |only |both |also )*(?P<value>{_DOES}\b .+)",
        _does,
        roles="user",
    ),
    construction(
        r"(?:has|has got) (?:got )?(?P<value>(?:a|an|two|three|four|five|six|no) (?!(?:question|problem|issue|"
        r"favour|favor|look|go|bug"
        r"|feeling|bad|good|great|quick|few|bit|lot|couple|idea|thing|meeting|headache|cold|minute|moment|sec|"
        r"second|request|task"
        r"|file|error|string|list|table|dataframe|function|script|csv|dataset|column|class|hunch|deadline|"
        r"clue|preference|choice"
        r"|questions|things|options|files|ideas|problems|more|new|weird|strange|silly|stupid|hard time)\b)\w.+)",
        _has,
        roles="user",
    ),
    construction(
        r"(?:always |usually |only |also |still |mostly |often )*(?P<value>(?!(?:thinks|knows|means|sees|"
        r"guesses|feels|hopes|wonders"
        r"|supposes|needs|wants|gets|says|hears|finds|forgets|remembers|understands|agrees|believes|bets|"
        r"promises|appreciates|tries"
        r"|has|is|does|was|goes|asks|tells|calls|puts|adds|clicks|types|saves|sends|receives|wishes|misses|"
        r"looks|seems|notices"
        r"|reads|runs|sets|starts|passes|changes|uses|this|his|its|always|sometimes|suggests|recommends|"
        r"assumes|confirms|sometimes"
        r"|encounters|tests|tries|copies|pastes|loses)\b)[a-z]{2,}s\b .*(?:\d|(?-i:\b[A-Z][a-z]+)).*)",
        _does,
        roles="user",
    ),
)
"""Over the verb phrase of the user, tried last."""
