"""Plans, appointments, reminders and events; what was moved or cancelled."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import person
from mnemic.reader.en.lexicon import CLOCK, FUTURE, MONTH, PAST_TIME, WEEKDAY, either
from mnemic.reader.en.predication import ME, Predication, Subject, as_sentence
from mnemic.reader.en.statement_building import Construction, construction, make_slot, make_statement, normal_value
from mnemic.reader.statement import USER, Statement

_FUTURE = Regex(rf"\b{FUTURE}\b", re.IGNORECASE)
_PAST = Regex(rf"\b{PAST_TIME}\b", re.IGNORECASE)
_CLOCK = Regex(rf"\b(?:at )?{CLOCK}\b", re.IGNORECASE)
_LIFE = either(
    "passed|failed|graduated|got married|married|got engaged|divorced|adopted|had a baby|gave birth|broke"
    "|fractured|sprained|bought|sold|signed|finished|completed|started|quit|resigned|retired|got fired"
    "|got laid off|got the job|got accepted|won|lost|moved|published|launched|shipped|released|got diagnosed"
    "|was diagnosed|had surgery|had an operation|joined|left|enrolled|booked|ordered|paid|returned|cancelled"
    "|canceled|renewed|applied|submitted|sent|visited|flew|went to|met|crashed|backed|ran|underwent|completed"
    "|donated|installed|replaced|repaired|attended|interviewed|registered|earned|climbed|got promoted|landed"
    "|received|picked up|planted|painted|got my|got their|got a|got the|had a|had an|had the|had my|had their"
    "|saw|took|did|made|gave|moved|changed|switched|upgraded|swapped|drove"
)


def _cancelled(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(
        t,
        Kind.PLAN,
        make_slot(USER, f"plan:{normal_value(m['value'])}", "cancelled", polarity=-1),
        importance=0.7,
        correction=True,
    )


def _plan(m: re.Match[str], t: Predication) -> list[Statement]:
    if not _FUTURE.search(m.string):
        return []
    text = as_sentence(f"{t.subject.label} {re.sub(r'^(?:got|booked|has booked|has scheduled)', 'has', t.phrase)}")
    return make_statement(
        t, Kind.PLAN, make_slot(t.subject, f"plan:{_occasion(m['value'])}", m["value"]), text=text, importance=0.7
    )


def _occasion(said: str) -> str:
    bare = re.sub(r"^(?:got|has|have) ", "", _FUTURE.sub("", _CLOCK.sub("", said.split(",")[0])).strip())
    bare = re.sub(r"\s+(?:from )?(?:the )?\d{1,2}(?:st|nd|rd|th)?\s*(?:to|till|until|through|-|–)\s*$", "", bare)
    return re.sub(
        r"\s+", " ", re.sub(r"\s(?:at|on|by|in|and|back)(?: \d{1,2})?\s*$", "", normal_value(bare)).strip()
    ) or normal_value(said)


_PLACE = Regex(r"\s+(?:at|in|on) (?:the |my |our )?[\w' -]+$", re.IGNORECASE)


def _named(said: str) -> str:
    """The occasion a plan is about, without its day and place: the same key when it is moved or cancelled."""
    bare = _FUTURE.sub("", said).strip()
    bare = re.sub(
        r"(?<=\w) (?:deadline|due date|date|appointment|appt|booking|slot|day)$", "", bare, flags=re.IGNORECASE
    )
    return normal_value(_PLACE.sub("", bare)) or normal_value(said)


_SOCIAL = Regex(
    r"(?:has |just )*had (?:a |an |the |such )*(?:great|good|nice|lovely|wonderful|bad|rough|tough|fun|blast"
    r"|amazing|long|busy|awful|terrible|fantastic)\b",
    re.IGNORECASE,
)


_WISHED = Regex(
    r"(?:just |also |really )*(?:wanted|needed|tried|hoped|felt|seemed|looked|thought|picked up new)\b",
    re.IGNORECASE,
)


def _event(m: re.Match[str], t: Predication) -> list[Statement]:
    return make_statement(t, Kind.EVENT, make_slot(t.subject, f"event:{_occasion(m.string)}", m.string), importance=0.7)


def _rescheduled(m: re.Match[str], t: Predication) -> list[Statement]:
    if not (
        _FUTURE.search(m["value"])
        or _CLOCK.search(m["value"])
        or re.search(
            rf"\b(?:back|forward|by|postponed|delayed)\b|\bto (?:early |late |mid-?)?{MONTH}\b",
            m["value"],
            re.IGNORECASE,
        )
        or re.search(r"\b(?:to|till|until) (?:one|two|three|four|five|six|seven|eight|nine|ten|\d)", m["value"])
    ):
        return []
    return make_statement(
        t, Kind.PLAN, make_slot(USER, f"plan:{_named(t.subject.key)}", m["value"]), importance=0.8, correction=True
    )


def _dated_event(m: re.Match[str], t: Predication) -> list[Statement]:
    first = re.match(r"(?:has |(?:\w+ly|just|also|only|then) )*([\w']+)", m.string)
    if not first or not (person.is_past_form(first[1]) or m.string.startswith("has ")) or not _PAST.search(m.string):
        return []
    if re.match(
        r"(?:\w+ly |just )?(?:saw|heard|read|found|did|got|had|tried|watched) (?:that|this|it|one|them)\b", m.string
    ):
        return []
    if _SOCIAL.match(m.string) or _WISHED.match(m.string):
        return []
    return make_statement(
        t, Kind.EVENT, make_slot(t.subject, f"event:{_occasion(m.string)}", m.string), importance=0.6, confidence=0.8
    )


_VAGUE_TIME = Regex(r"\b(?:today|just now|recently|so far|this morning|since \w+|earlier)\b", re.IGNORECASE)


def _told_event(m: re.Match[str], t: Predication) -> list[Statement]:
    """A past event no class of verbs knows: only with a day or date of its own."""
    return _dated_event(m, t) if _PAST.search(_VAGUE_TIME.sub("", m.string)) else []


_SEEN = Regex(
    r"(?:dentist|doctor|GP|vet|physio|therapist|accountant|solicitor|lawyer|plumber|electrician|builder|tutor)$"
)


def _visit(m: re.Match[str], t: Predication) -> list[Statement]:
    """An appointment named for whom it is with: "the dentist's been pushed to Tuesday"."""
    if not _SEEN.search(t.subject.key):
        return []
    if re.match(r"(?:is|'s) (?!now|due|booked|at|on|moved|pushed|cancelled)", t.phrase):
        return []
    who = t.subject.label.removeprefix("The user's ")
    named = Predication(
        subject=Subject(label=f"The user's {who} appointment", key=who), phrase=t.phrase, clause=t.clause
    )
    for item in OF_THINGS[:2]:
        if (found := item.pattern.match(t.phrase)) and (made := item.build(found, named)):
            return made
    return []


CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(r"(?:has|is|was|got|moved)\b.*", _visit, roles="person"),
    construction(
        r"is (?:no longer|not) (?:going|flying|travelling|driving|"
        r"moving) to (?P<value>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)*).*",
        _cancelled,
    ),
    construction(
        r"(?:has |had to |has had to |just |is )*(?:cancel|cancelled|canceled|cancelling|call off|called off"
        r"|calling off) (?P<value>.+)",
        _cancelled,
    ),
    construction(
        r"(?:is|will be)\s+(?:also |then |now |probably |not |both )*(?:[a-z]+ing|off to|back|away|out|on leave"
        r"|on holiday|on vacation|on call|due)\b ?(?<!thinking )(?<!wondering )(?<!considering )(?P<value>.+)",
        _plan,
    ),
    construction(
        r"(?:will|won't|plans to|is planning to|intends to|is planning|aims to|wants to|hopes to|needs to"
        r"|has to|must|has got to|should|is about to|is due to|is set to|is scheduled to) (?P<value>.+)",
        _plan,
    ),
    construction(
        r"(?:has|has got|has booked|booked|has scheduled|has a|got) (?P<value>(?:a|an|my|their|the|another)?.+)", _plan
    ),
    construction(
        r"(?:flies|leaves|arrives|lands|starts|returns|travels|sits|presents|goes on holiday|moves) (?P<value>.+)",
        _plan,
    ),
    construction(
        rf"(?:has |just |finally |recently |already |also )*{_LIFE}\b.*\b(?:[A-Z]\w+|\d[\w,.]*|{PAST_TIME}).*",
        _dated_event,
    ),
    construction(
        r"(?:has |just |finally |recently |already |also )*(?:passed|graduated|got married|got engaged|adopted"
        r"|gave birth|fractured|resigned|retired|got laid off|got the job|was diagnosed|got promoted"
        r"|got divorced|bought a|sold (?:my|their|the)|published|had (?:[\w-]+ ){0,3}?(?:surgery|operation|op"
        r"|bypass|transplant|stroke|heart attack|c-section|hernia|replacement|removed)|broke (?:my|their)"
        r"|got (?:my|their) [\w -]*(?:cert|certificate|licence|license|degree|diploma|results|visa|passport"
        r"|ticket))\b.*",
        _event,
    ),
    construction(rf"(?!has been|was (?:so|very|really)).*\b(?:{PAST_TIME})\b.*", _told_event),
)
"""Over the verb phrase of the user or another person."""


def _thing_event(m: re.Match[str], t: Predication) -> list[Statement]:
    if not _PAST.search(re.sub(r"since \w+|recently|just now|so far", "", m.string)):
        return []
    return make_statement(
        t,
        Kind.EVENT,
        make_slot(t.subject, f"event:{normal_value(t.subject.key)}", m["value"]),
        importance=0.6,
        confidence=0.8,
    )


_AT = Regex(
    r"^(?:now )?at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?=$|[,.]| now|"
    r" instead| on | every)",
    re.I,
)
_UNDER_WAY = Regex(r"(?:is|are) (?:\w+ly |so |really )?[a-z]+ing\b", re.IGNORECASE)
_PASSING_TIME = Regex(r"^.*\b(?:tonight|today|this (?:morning|afternoon|evening))\b[^\d]*$", re.IGNORECASE)


def _thing_plan(m: re.Match[str], t: Predication) -> list[Statement]:
    if not (
        _FUTURE.search(m["value"])
        or _CLOCK.search(m["value"])
        or _AT.search(m["value"])
        or re.search(rf"\b{WEEKDAY}s\b", m["value"], re.I)
    ):
        return []
    if re.search(
        r"\b(?:pb|pr|best|record|pace|time|score|average|version|server|ip|port|address|ratio)$", t.subject.key, re.I
    ):
        return []
    if re.search(r"\b(?:day|night)s?$", t.subject.key) and re.fullmatch(rf"(?:on )?{WEEKDAY}s?", m["value"], re.I):
        every = make_slot(USER, f"habit:{normal_value(t.subject.key)}", m["value"])
        return make_statement(t, Kind.FACT, every, importance=0.7)
    if _UNDER_WAY.match(m.string) and not _PASSING_TIME.sub("", m["value"]).strip(" .,!"):
        return []
    return make_statement(t, Kind.PLAN, make_slot(USER, f"plan:{_named(t.subject.key)}", m["value"]), importance=0.7)


OF_THINGS: tuple[Construction, ...] = (
    construction(
        r"(?:(?:has been|is|was|got|has|is being)\s+)?(?:now |just |officially |been )*(?P<value>(?:moves?"
        r"|shifts?|changes?|moved|pushed|postponed|rescheduled|brought forward|put back|delayed|shifted|bumped"
        r"|extended|changed|slipped)\s+(?:back |forward |out |over |up )?(?:to|until|till|from|by)\b.*|"
        r"(?:pushed|put|moved|brought|bumped) (?:back|forward) .+|postponed\b.*"
        r"|delayed (?:a|an|two|three|indefinitely|again)\b.*)",
        _rescheduled,
        roles="thing",
    ),
    construction(
        r"(?:(?:has been|is|got)\s+(?:now |just |officially |been )*(?P<value>(?:cancelled|canceled|called off"
        r"|scrapped|off(?! (?:by|to|on)\b)|not happening|not going ahead)\b.*)|isn't (?:happening|going ahead)\b.*|"
        r"fell through\b.*)",
        lambda m, t: make_statement(
            t,
            Kind.PLAN,
            make_slot(USER, f"plan:{_named(t.subject.key)}", "cancelled", polarity=-1),
            importance=0.7,
            correction=True,
        ),
        roles="thing",
    ),
    construction(
        r"(?P<value>(?:got (?:stolen|nicked|broken|towed|lost|\w+ed)|was (?:stolen|\w+ed)|came through|arrived"
        r"|turned up|was delivered|was done|broke|failed|passed|died|was born|went live|shipped|launched"
        r"|has arrived|came|got delivered|was installed|was repaired|was stolen|started|ended|closed"
        r"|opened)\b.*)",
        _thing_event,
        roles="thing",
    ),
    construction(
        r"(?:is|are|renews|starts?|begins?|ends?|runs out|has|will|won't|needs to|wants to|has to|must|expires?|"
        r"finishes|finish|opens?|closes?|comes? out|kicks off|leaves"
        r"|departs|arrives|goes live|launches|ships|takes place|goes out|go|goes|happens|will be"
        r"|needs to be (?:done|in|ready|finished|submitted)|lands|comes)\b\s*(?P<value>.*)",
        _thing_plan,
        roles="thing",
    ),
)
"""Over the verb phrase of a thing."""


_TO_DO = Regex(r"\b(?:to|about|that|of|gotta|need to|have to|got to) (?P<what>.+)", re.IGNORECASE)
_REMIND = Regex(
    r"(?P<before>.*?)\b(?:(?:remind|ping|nudge|poke|prod) (?:me|us)|give (?:me|us) an? (?:nudge|shout|buzz|"
    r"reminder|ping|prod|poke|heads[- ]up))\b(?P<rest>.+)",
    re.IGNORECASE,
)
_HOW = Regex(r"\s*(?:how|what|why|who|where|which|again|of (?:the|what|how))\b", re.IGNORECASE)
_APPOINTMENT = Regex(
    rf"(?P<what>(?:(?:my|our|the)\s+)?(?:[\w'’&-]+\s+){{0,3}}?[\w'’&-]+)[,:]?\s+(?P<when>{FUTURE}\b.*|(?:in"
    rf"|on) .*?{FUTURE}.*|(?:at )?{CLOCK}.*)",
    re.IGNORECASE,
)


def reminder(clause: str) -> list[Statement]:
    """A plan of the user's to be reminded of: "remind me on Friday to ..."."""
    found = _REMIND.match(clause)
    if found is None or _HOW.match(found["rest"]) or not _TO_DO.search(found["rest"]):
        return []
    what = _TO_DO.search(found["rest"])
    about = _occasion(what["what"]) if what else _occasion(found["rest"])
    t = Predication(subject=ME, phrase="", clause=clause)
    return make_statement(
        t,
        Kind.PLAN,
        make_slot(USER, f"plan:{about}", clause),
        text=as_sentence(person.third_person_order(clause)),
        importance=0.8,
    )


_CANCEL = Regex(
    r"(?:please |can you |let's )?(?:cancel|scrap|call off|bin off|bin|ditch|scratch|drop) (?:my |the |"
    r"our )?(?P<value>[\w' -]*?\b(?:appointment|booking|reservation"
    r"|meeting|dinner|lunch|trip|flight|class|dentist|lesson|session|gym|thing(?! (?:about|on|where)\b)|call|"
    r"interview|hotel"
    r"|party|retro|standup|stand-up|review|sync|catch-up|workshop|demo|visit|survey|viewing|rehearsal|"
    r"drinks)\b)(?P<rest>[^,]*)",
    re.IGNORECASE,
)


_MOMENT = Regex(r"(?:on |in )?(?:tonight|today|this (?:morning|afternoon|evening|year|week|month))\b", re.IGNORECASE)
_SCENERY = Regex(
    r"\b(?:vibes|feels|mood|already|again|i reckon|dark|sunset|sunrise|storm|rain|snow|weather|goal|novel|bed by|"
    r"everywhere|aaa+h*"
    r"|lazy|cosy|quiet|busy|hectic|lovely|nice|grim|roasting|freezing)\b",
    re.IGNORECASE,
)


def appointment(clause: str) -> list[Statement]:
    """An occasion and its time, with no verb: "optician Friday 14:20"."""
    found = _APPOINTMENT.match(clause)
    if found is None or re.match(
        r"(?:you|if|when|unless|once|now|three cheers|cheers|hooray|roll on|bring on|see|talk|back|until|till|by|on|"
        r"at|in|"
        r"the|good|happy|only|"
        r"just|not|from|ready|free|it|that|this"
        r"|what|how|yes|no|up|all|like|well|done|every|speak|later|early)\b",
        found["what"],
        re.I,
    ):
        return []
    if re.search(
        r"n't\b|'s (?!\w+ ?$|\w+ \w+ ?$)|'s (?:away|off|back|out|home|in|on|here|coming|going)\b|\w (?!meeting|"
        r"training|fitting|hearing|"
        r"wedding|opening|evening|morning|viewing|screening|briefing|cleaning|booking|reading|closing|outing|"
        r"gathering|building|rowing|boxing|"
        r"swimming|dancing|climbing|running|singing|riding|cooking|tasting|christening|blessing|mooring|planning|"
        r"counselling|testing)"
        r"[a-z]{3,}ing ?$|^(?:its|resubmit|ideal)\b|^(?:scrap|ditch|bin|drop|skip|forget|move|push|keep|remind|"
        r"running|so|"
        r"but)\b",
        found["what"],
        re.I,
    ) or re.search(
        r"\b(?:land|lands|reopens|reopen|arrive|arrives|fly|flies|finishes|begins|terminates|each|every|up|out|"
        r"moves|starts|ends|opens|closes|lands|goes|comes|leaves|arrives|nothing|i'm|is|was|are"
        r"|were|be|do|does|did|get|got|go|went|set|make|book|send|show|find|need|want)\b",
        found["what"],
        re.I,
    ):
        return []
    if (_MOMENT.match(found["when"]) and not re.search(r"\d", found["when"])) or _SCENERY.search(clause):
        return []
    if "please" in found["what"].lower() or any(person.is_past_form(word) for word in found["what"].split()):
        return []
    t = Predication(subject=ME, phrase="", clause=clause)
    what = re.sub(r"^(?:my|our|the) ", "", found["what"], flags=re.I)
    plain = what.split()[0].istitle() and what[1:2].islower() and not re.match(r"[A-Z]\w+ (?:trip|flight)\b", what)
    named = what[:1].lower() + what[1:] if plain else what
    text = as_sentence(f"The user has {person.third_person_objects(named, user=True)} {found['when']}")
    return make_statement(
        t, Kind.PLAN, make_slot(USER, f"plan:{_named(what)}", found["when"]), text=text, importance=0.7, confidence=0.7
    )


def cancelled(clause: str) -> list[Statement]:
    """A plan that no longer stands: "cancel the dinner on Friday"."""
    t = Predication(subject=ME, phrase="", clause=clause)
    if found := _CANCEL.match(clause):
        text = as_sentence(
            person.third_person_objects(f"The user wants the {found['value']}{found['rest']} cancelled", user=True)
        )
        gone = make_slot(USER, f"plan:{_named(found['value'])}", "cancelled", polarity=-1)
        return make_statement(t, Kind.PLAN, gone, text=text, importance=0.7, correction=True)
    return []
