"""Who somebody is: name, age, home, work, languages, family, pets, belongings."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon
from mnemic.reader.en.address_names import NAME, name_statement
from mnemic.reader.en.predication import Predication
from mnemic.reader.en.statement_building import Builder, Construction, construction, make_slot, make_statement
from mnemic.reader.en.statement_building import normal_value as normal
from mnemic.reader.en.statement_building import rule_topic as category
from mnemic.reader.statement import Statement

_PLACE = r"(?P<value>(?:the )?(?-i:[A-Z])[\w'.-]+(?:,?\s(?-i:[A-Z])[\w'.-]*)*)"
_NOW = r"(?:(?:just|recently|finally|now|currently|actually|still|only|also|already|officially)\s+)*"
_LATER = Regex(rf"\b{lexicon.FUTURE}", re.IGNORECASE)
_NO_JOB = Regex(
    r"\b(?:fan|bit|lot|mess|fool|idiot|wreck|person|morning person|night owl|member|sucker|believer|big|huge"
    r"|little|terrible|bad|good|great|fast|slow|heavy|light|picky|fussy|quick|keen|visual|beginner|newbie|noob"
    r"|kid|man|woman|guy|girl|tank|customer|regular|genius|wimp|pig)\b",
    re.IGNORECASE,
)


def _age(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "age", m["value"]), importance=0.7)


def _home(m: re.Match[str], t: Predication) -> list[Statement]:
    if re.match(rf"(?:{lexicon.WEEKDAY}|{lexicon.MONTH})s?\b", m["value"], re.IGNORECASE):
        return []
    return make_statement(t, Kind.FACT, make_slot(t.subject, "home", m["value"]), importance=0.8)


def _whereabouts(m: re.Match[str], t: Predication) -> list[Statement]:
    """A home or a visit: "we're in Hull" tells the one, "I'm in Hull on Friday" the other."""
    if re.search(
        rf"\b(?:{lexicon.FUTURE}|last |ago\b|yesterday)|\b(?:meeting|today|tonight|right now|for the|airport"
        rf"|at the moment)\b",
        m.string,
        re.I,
    ):
        return make_statement(t, Kind.EVENT, None, confidence=0.7)
    return make_statement(t, Kind.FACT, make_slot(t.subject, "home", m["value"]), importance=0.7, confidence=0.7)


def _away(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, "home", m["value"], polarity=-1), importance=0.6, confidence=0.7
    )


def _moves(m: re.Match[str], t: Predication) -> list[Statement]:
    if _LATER.search(m.string):
        return make_statement(t, Kind.PLAN, make_slot(t.subject, "plan:move", m["value"]), importance=0.8)
    return make_statement(t, Kind.PLAN, make_slot(t.subject, "plan:move", m["value"]), importance=0.7, confidence=0.7)


def _hometown(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "hometown", m["value"]), importance=0.7)


def _job(m: re.Match[str], t: Predication) -> list[Statement]:
    if _NO_JOB.search(m["value"]):
        return []
    since = bool(
        re.search(r"\b(?:as (?:of|from)|from) (?:today|now|monday|next|this)\b|\bpromoted\b", t.phrase, re.IGNORECASE)
    )
    return make_statement(t, Kind.FACT, make_slot(t.subject, "job", m["value"]), importance=0.8, correction=since)


def _left(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "employer", m["value"], polarity=-1), importance=0.7)


def _employer(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "employer", m["value"]), importance=0.8)


def _started(m: re.Match[str], t: Predication) -> list[Statement]:
    attribute, said = ("job", m["job"]) if m["job"] else ("employer", m["value"])
    if not m["job"] and (as_what := re.search(r"\bas (?:an? |the |their )?(?P<job>.+)$", m[0].strip(" ."))):
        attribute, said = "job", as_what["job"]
    return make_statement(t, Kind.FACT, make_slot(t.subject, attribute, said), importance=0.8)


def _speaks(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "speaks", m["value"]), importance=0.6)


def _family(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.RELATIONSHIP, make_slot(t.subject, f"family:{m['relation'].lower()}", m["value"]), importance=0.7
    )


def _reports(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.RELATIONSHIP, make_slot(t.subject, "state:manager", m["value"]), importance=0.7)


_CALLED = Regex(
    r"\b(?:called|named),? (?P<name>(?-i:[A-Z])[\w-]+)(?=$|[,.!]| who| that)|^[\w -]+, (?P<name2>[A-Z][\w-]+)$"
)


def _pet(m: re.Match[str], t: Predication) -> list[Statement]:
    """A pet under its name, by which it is spoken of later."""
    name = _CALLED.search(m["value"])
    return make_statement(
        t,
        Kind.FACT,
        make_slot(t.subject, "pet", (name["name"] or name["name2"]) if name else m["value"]),
        importance=0.7,
    )


_NO_BELONGING = Regex(
    r"\b(?:error|errors|message|bug|exception|warning|question|questions|problem|issue|email|call|notification"
    r"|\d{3} from|meeting|interview|appointment|deadline|exam|idea|headache|cold|feeling|minute|hour|look|lot"
    r"|bit|few|chance|point|moment|time|day|csv|file|dataset|data|table|dataframe|array|string|function|script|query"
    r"|columns?|rows?|spreadsheet|task|assignment|essay|paper|pdf|document|link|screenshot)\b",
    re.IGNORECASE,
)


def _lacks(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, "owns", m["value"], polarity=-1), importance=0.6)


def _device(m: re.Match[str], t: Predication) -> list[Statement]:
    kind = category(m["value"])
    known = kind in ("phone", "laptop", "car", "watch", "camera", "editor", "browser", "operating system")
    single = f"device:{kind}" if kind in ("phone", "laptop", "car", "watch", "camera") else f"uses:{kind}"
    if _NO_BELONGING.search(m["value"]):
        return []
    if not known and (not re.search(r"[A-Z\d]", m["value"]) or _LATER.search(m["value"])):
        return []
    return make_statement(t, Kind.FACT, make_slot(t.subject, single if known else "owns", m["value"]), importance=0.7)


def _uses(m: re.Match[str], t: Predication) -> list[Statement]:
    what = m["value"]
    purpose = re.search(r"\bfor (?P<what>.+)$", what)
    kind = (category(purpose["what"]) if purpose else "") or category(what)
    return make_statement(
        t,
        Kind.FACT,
        make_slot(
            t.subject, f"uses:{kind.removeprefix('everything').strip() or 'everything'}", re.sub(r"\bfor .+$", "", what)
        ),
        importance=0.6,
    )


def _pays(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.FACT, make_slot(t.subject, f"uses:{category(m['for'])}", m["value"]), importance=0.7)


def _unused(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"uses:{category(m['value'])}", m["value"], polarity=-1), importance=0.6
    )


_KINDS = frozenset(name for name, _ in lexicon.CATEGORIES)


_OF_WORK = Regex(
    r"\b(?:files?|folders?|columns?|rows?|function|class|method|code|button|line|lines|variable|test|tests|table|"
    r"data|section|"
    r"paragraph|slide|it|them|this|that|script|logic|module|ticket|card|task|query|image|text|record|records|"
    r"branch)\b(?! to (?:an? )?new )",
    re.IGNORECASE,
)


def _switched(m: re.Match[str], t: Predication) -> list[Statement]:
    what = m.groupdict().get("what") or ""
    if _OF_WORK.search(what or m.string):
        return []
    if what and _LATER.match(m["value"]):
        moved = make_slot(t.subject, f"plan:{normal(what)}", m["value"])
        return make_statement(t, Kind.PLAN, moved, importance=0.8, correction=True)
    kind = category(what or m["value"])
    older = category(m.groupdict().get("old") or "")
    kind = older if kind not in _KINDS and older in _KINDS else kind
    group = "device" if kind in ("phone", "laptop", "car", "watch", "camera") else "uses"
    return make_statement(
        t, Kind.FACT, make_slot(t.subject, f"{group}:{kind}", m["value"], replaces=True), importance=0.7
    )


def _says(kind: Kind, attribute: str, importance: float = 0.7) -> Builder:
    def build(m: re.Match[str], t: Predication) -> list[Statement]:
        return make_statement(
            t, kind, make_slot(t.subject, attribute.replace("*", normal(m["value"])), m["value"]), importance=importance
        )

    return build


def _shift(m: re.Match[str], t: Predication) -> list[Statement]:
    return (
        make_statement(t, Kind.FACT, make_slot(t.subject, "state:shift", m["value"]), importance=0.7)
        if keys.is_shift(m.string)
        else []
    )


CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(
        r"(?:(?:has|is|does|works|now|just|back|been|moved|switched|gone|going|working|doing|onto|to|on|always|"
        r"only|mostly|"
        r"usually|still|permanently) )*(?P<value>(?:the |a )?(?:nights?|days?|early|late|earlies|lates|evening|"
        r"morning|twilight|"
        r"weekend|graveyard|swing|back)\b.*)",
        _shift,
    ),
    construction(
        r"(?:is )?(?:now )?(?P<value>(?:driving|cooking|cleaning|baking|drives|cooks|writes|codes|cleans|nurses|"
        r"designs|cuts hair|delivers|consults|freelances|translates|"
        r"flies|photographs) (?:\w+ )?for (?:(?:a|an|the) (?!(?:while|bit|living|change|first|most|long|family|"
        r"kids|weekend|"
        r"week|past|last)\b)[\w -]+|(?-i:[A-Z])[\w&' -]+).*)",
        _job,
        roles="user",
    ),
    construction(rf"(?:is called|goes by|is named|is known as)\s+{NAME}", name_statement),
    construction(
        rf"{_NOW}is\s+{_NOW}(?P<value>\d{{1,2}})(?:\s*(?:years? old|yrs old|yo|y/o))?(?=$|[.,;]| and | so "
        rf"| not | going | in | next | this | last )",
        _age,
    ),
    construction(rf"(?:is|has)?\s*{_NOW}(?:turn(?:s|ed|ing))\s+(?P<value>\d{{1,2}})\b", _age),
    construction(r"(?:was|is) born (?:on |in )(?P<value>.*\d.*)", _says(Kind.FACT, "birthday", 0.8)),
    construction(rf"{_NOW}(?:is|was)\s+{_NOW}(?:born and raised|born|raised) in {_PLACE}", _hometown),
    construction(rf"grew up (?:in|near|outside)\s+{_PLACE}", _hometown),
    construction(rf"(?:is|comes?)\s+{_NOW}(?:originally )?from {_PLACE}", _hometown),
    construction(
        rf"{_NOW}(?:is\s+)?{_NOW}(?:lives?|living|based|renting|resides?|settled(?= in"
        rf"| near))\s+(?:[a-z]+ ){{0,3}}?(?:in|near|at|outside|just outside|on)\s+(?P<value>.+)",
        _home,
    ),
    construction(
        rf"(?:has\s+)?{_NOW}(?:moved|relocated|shifted)\s+(?:house |flat |home )?(?:from .{{2,30}}? )?(?:over |back "
        rf"|down |up |out |in )?(?:to|into)\s+{_PLACE}",
        _home,
        roles="user person",
    ),
    construction(
        r"(?:has )?(?:just |recently |finally )*(?:moved|settled) (?:back )?(?:into|to) (?P<value>(?:a|an|the|"
        r"their|his|her|my) "
        r"(?:[\w-]+ ){0,3}?(?:home|flat|house|bungalow|cottage|apartment|studio|place|village|hospice|caravan|"
        r"houseboat|annexe|"
        r"farm|town|city|countryside|coast)\b.*)",
        _home,
        roles="user person",
    ),
    construction(
        r"(?:has )?(?:just |now |recently )*(?:gone|went|dropped|cut|reduced|moved) (?:my hours |"
        r"their hours )?(?:down |back |up )?to "
        r"(?P<value>(?:(?:\w+) (?:days|hours)(?: a week)?|part[- ]time|full[- ]time)\b.*)",
        _says(Kind.FACT, "state:work", 0.7),
    ),
    construction(
        r"is (?P<value>(?:four|five|six|[4-6]) ?(?:foot|feet|ft|')[ -]?(?:\d{1,2}|one|two|three|four|five|six|"
        r"seven|eight|nine|ten|"
        r"eleven)?\b.*|1[.,]\d\d ?m\b.*|1\d\d ?cm\b.*)",
        _says(Kind.FACT, "value:height", 0.7),
    ),
    construction(
        rf"(?:is|will be)\s+{_NOW}(?:moving|relocating)\s+(?:[a-z]+ )?(?:to|in with|into)\s+(?P<value>.+)", _moves
    ),
    construction(
        rf"(?P<not>isn't|is not|is no longer|doesn't live|no longer lives|has left"
        rf"|isn't living)\s+(?:living )?(?:over )?(?:in )?{_PLACE}",
        _away,
    ),
    construction(rf"has been\s+(?:living |based )?(?:over |back )?in {_PLACE}", _whereabouts),
    construction(
        r"is\s+(?:in|on)\s+(?P<value>(?:UTC|GMT|CET|CEST|EST|EDT|PST|PDT|BST|IST|JST|AEST)\b.*|[\w ]+ time)",
        _says(Kind.FACT, "value:timezone", 0.7),
    ),
    construction(rf"made it to {_PLACE}", _home, roles="user"),
    construction(rf"is\s+{_NOW}(?:over |up |down |out )?in (?!the\b){_PLACE}", _whereabouts),
    construction(
        r"(?:has\s+)?(?:just |recently |finally )*(?:started|starts|begins|began|is starting|joined"
        r"|joins)\s+(?:work |a new job |a job |on )?(?:\w+ )?(?:at|with"
        r"|as)\s+(?P<value>(?:(?!\bas\b).)+?)(?:\s+as\s+(?P<job>.+))?$",
        _started,
    ),
    construction(
        r"(?:no longer works|doesn't work|has stopped working)\s+(?:at|for|with|as)\s+(?P<value>.+?)(?: any ?more)?$",
        _left,
    ),
    construction(rf"{_NOW}works?\s+{_NOW}as (?P<value>.+)", _job),
    construction(r"works (?P<value>(?:the|an?|my|their) [\w' -]+? (?:at|for|in) (?-i:[A-Z]).*)", _job),
    construction(rf"{_NOW}(?:is\s+)?{_NOW}work(?:s|ing)?\s+{_NOW}(?:at|for|with)\s+(?P<value>.+)", _employer),
    construction(
        rf"{_NOW}works?\s+(?P<value>(?:in|on|nights|days|shifts|part[- ]time|full[- ]time|from home|remotely"
        rf"|weekends|mondays|half)\b.*)",
        _says(Kind.FACT, "state:work", 0.6),
    ),
    construction(
        rf"(?:has\s+)?{_NOW}(?:been |got |was )*(?:promoted to|hired as|appointed|(?<=got )made"
        rf"|(?<=was )made)\s+(?P<value>(?!it\b|sure\b|up\b|the mistake|me\b).+)",
        _job,
    ),
    construction(
        rf"is\s+{_NOW}(?P<value>(?:(?:a|an|the)\s+)?(?:(?!(?:with|for|about|in|at|to|on|from|by|not|so|very|too"
        rf"|\w+ing)\b)[\w'-]+\s+){{0,4}}?{lexicon.OCCUPATION}s?\b.*)",
        _job,
    ),
    construction(
        rf"was (?:once |formerly )?(?P<value>an? (?:[\w-]+ ){{0,2}}?{lexicon.OCCUPATION}\b.*)", _job, roles="person"
    ),
    construction(
        r"is (?:going to be |also )?(?:the |a )?(?P<value>(?:best man|maid of honou?r|(?:chief )?bridesmaid|"
        r"godmother|godfather|usher|"
        r"witness)(?=$|[,.]| (?:at|for|to|in|and)\b).*)",
        _says(Kind.FACT, "state:role", 0.6),
    ),
    construction(
        r"is (?:the )?(?P<value>(?:treasurer|secretary|captain|club captain|school governor|church warden)(?=$|"
        r"[,.]| (?:of|at|for|and)\b)"
        r".*|(?:head|director|vp|chief|deputy|lead|president|secretary|treasurer|captain) (?:of )?.+)",
        _job,
    ),
    construction(r"(?P<value>[a-z]+s\b .+?) for a living\b.*", _job),
    construction(r"(?:teaches|lectures in|practises|practices)\s+(?P<value>.+)", _job),
    construction(r"runs (?P<value>(?:a|an|my own|their own|his own|her own) .+)", _job),
    construction(
        r"(?:is|has been)\s+(?:now |newly |recently )*(?P<value>retired|unemployed|self-employed|freelance"
        r"|freelancing|on maternity leave|on parental leave|on sabbatical|out of work)\b",
        _job,
    ),
    construction(r"(?:is\s+)?studie?s\s+(?P<value>(?!for the test).+)", _says(Kind.FACT, "state:study", 0.7)),
    construction(
        r"is (?:studying|(?:doing|pursuing|reading for)(?: a| an| my| their)? (?:phd|masters|master's|degree|"
        r"msc|mba|apprenticeship"
        r"|a-levels))\b(?P<value>.*)",
        _says(Kind.FACT, "state:study", 0.7),
    ),
    construction(
        rf"{_NOW}(?:(?:can )?speaks?|is fluent in|is a native speaker of"
        rf"|is bilingual in)\s+(?P<value>(?:[a-z]+ )?{lexicon.LANGUAGES}\b.*)",
        _speaks,
    ),
    construction(rf"is\s+{_NOW}learning\s+(?P<value>.+)", _says(Kind.FACT, "state:learning *", 0.6)),
    construction(r"(?:now |only |actually )*reports to (?P<value>.+?)(?: now)?(?: instead.*)?$", _reports),
    construction(
        rf"(?:has|is married to)\s+(?P<value>(?:(?:a|an|one|two|three|four|five|six"
        rf"|\d)\s+)(?:[\w-]+ )?(?P<relation>{lexicon.FAMILY})s?\b.*)",
        _family,
    ),
    construction(
        r"is (?P<relation>married|engaged|divorced|widowed|single|separated)\b(?P<value>.*)",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(t.subject, "state:marriage", m["relation"]), importance=0.7
        ),
    ),
    construction(
        rf"(?:(?:has|adopted|bought|owns|rescued)(?: just)?(?: got| adopted)?|is getting)\s+(?P<value>(?:a|an"
        rf"|one|two|three|four|five|\d|another)\s+(?:[\w'-]+ ){{0,3}}?{lexicon.PET}s?\b.*)",
        _pet,
    ),
    construction(
        rf"{_NOW}(?:(?:is|has)\s+)?{_NOW}(?:on|uses|has|owns|drives|rides|got|bought|using|running|driving|"
        r"carries|wears"
        rf"|upgraded to|ordered|treated myself to)\s+(?:a|an)\s+(?P<value>.+)",
        _device,
    ),
    construction(r"(?:drives|rides) (?P<value>.+)", _says(Kind.FACT, "habit:drives", 0.6)),
    construction(
        r"(?:is|was|has been)?\s*(?:now |just |finally |recently |has |completely )*(?:switched|moved|migrated"
        r"|changed|switching|moving|gone over|went over)\s+(?P<what>(?:the |my |our |their "
        r"|all )?[\w' -]{0,30}?)\s*(?:from (?P<old>.{2,30}?) )?(?:over )?to (?P<value>.+)",
        _switched,
    ),
    construction(
        r"(?:has |just |recently )*(?:swapped|traded in|traded|exchanged|replaced) (?P<what>(?:my |our |"
        r"their |the )?(?P<old>[\w' -]{2,30}?))"
        r" (?:for|with) (?P<value>an? .+|(?-i:[A-Z]).+)",
        _switched,
    ),
    construction(r"(?:is paying|pays) (?P<value>.*\d.*?) for (?P<for>.+)", _pays),
    construction(r"(?:now |always |only |mostly |mainly )*uses (?P<value>.+)", _uses),
    construction(
        r"(?:only |ever |also |mostly )*(?:learnt|learned|studied|played|trained (?:as|"
        r"in)) (?P<value>(?!.*\b(?:ago|yesterday|last|today|this morning)\b)(?!a lot"
        r"|that|how|something|about|from|today|with|it)(?:the |a )?[\w-]+.*)",
        _says(Kind.FACT, "state:learnt *", 0.6),
    ),
    construction(
        r"(?:has )?(?:stopped using|no longer uses|doesn't use|quit using|moved off|has moved off) (?P<value>.+)",
        _unused,
    ),
    construction(
        r"(?:doesn't have|doesn't own|has no|hasn't got) (?P<value>(?:a |an |any )?(?:car|kids|children"
        r"|pets?|dog|cat|(?:driving )?licen[cs]e|tv|garden|oven|dishwasher|microwave|credit card|passport"
        r"|smartphone|printer|bike|siblings|brothers|sisters|balcony|lift|freezer|washing machine|air ?con"
        r"|scanner|webcam|visa|allergies|known allergies))\b",
        _lacks,
    ),
    construction(
        r"(?:has|has got|has a)\s+(?:got )?(?P<value>(?:a|an|two|three)\s+(?:[\w-]+ ){1,3}(?:called|named) .+)",
        _says(Kind.FACT, "owns"),
    ),
    construction(
        r"is (?:such )?(?:a|an) (?:real |bit of a |total |huge |proud )?(?P<value>night owl|morning person"
        r"|early bird|early riser|introvert|extrovert|only child|twin|night person|homebody|light sleeper"
        r"|heavy sleeper|visual learner|slow reader|runner|cyclist|swimmer|climber|gamer|hiker|birdwatcher"
        r"|smoker|non-smoker|lefty|single (?:mum|mom|dad|parent)|widow|widower|citizen .+|native .+)\b",
        _says(Kind.FACT, "state:*", 0.6),
    ),
    construction(
        r"is (?:currently |still |also )*(?P<value>(?:trying to (?:lose|quit|cut|save|learn|eat|drink|stop"
        r"|conceive|reduce|give up|get pregnant)\b.*|(?:training|saving|preparing|studying|revising|applying"
        r"|working on|building|writing|renovating|rehearsing|looking for) (?:up )?(?:for |towards |on )?(?:a|an"
        r"|the|my|their|\d+)\b.+))",
        _says(Kind.PLAN, "plan:*", 0.6),
    ),
    construction(
        r"(?:also |still )?(?P<value>(?:plays|mains|collects|sings|paints|coaches|volunteers|breeds|grows|brews"
        r"|knits|sews|restores|referees|fosters) .+)",
        lambda m, t: make_statement(
            t, Kind.FACT, make_slot(t.subject, f"habit:{category(m['value'])}", m["value"]), importance=0.6
        ),
    ),
)
"""Over the verb phrase of the user or another person."""
