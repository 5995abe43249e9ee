"""Decisions and rejections, limits and budgets, and when somebody can be reached."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import person
from mnemic.reader.en.lexicon import CLOCK, WEEKDAY, either
from mnemic.reader.en.predication import ME, Predication, as_sentence
from mnemic.reader.en.statement_building import (
    Construction,
    construction,
    make_slot,
    make_statement,
    normal_value,
    rule_topic,
)
from mnemic.reader.statement import USER, Statement

_CLOCK = Regex(rf"\b(?:at )?{CLOCK}\b", re.IGNORECASE)
_DECIDED = either(
    "decided|plumped for|has plumped for|is not doing|is not renewing|is not buying|is not having|"
    "is not taking|is not rebooking|elected to|has elected to|resolved to|chosen to|has chosen to|went for|"
    "has gone for|renamed|"
    "has renamed|rebranded|settled on|settled for|settled|picked|chose|has chosen|went with|has gone with|"
    "is going with"
    "|agreed on|agreed to|agreed|has agreed|signed off|approved|ruled out|has ruled out|vetoed|rejected|dropped"
    "|has dropped|ditched|scrapped|has scrapped|froze|frozen|locked|is sticking with|sticks with"
    "|is staying with|is staying on|is keeping(?! my)(?! their)(?! an eye)(?! busy)(?! up)|has decided|"
    "has settled|has picked|has frozen|opted for"
    "|has opted for|isn't renewing|is not renewing|isn't going|is not going to|has turned down|turned down"
    "|said no to|passed on|shelved|has shelved|killed|postponed|is dropping|standardised on|standardized on"
    "|has ditched|has rejected|has vetoed|is going ahead with|won't be|has voted|voted|committed to"
    "|has committed to|has locked|is ditching|is scrapping|landed on|pulled the plug on|greenlit|parked"
    "|ended up using|ended up not using|ended up going with|ended up choosing|ended up with|set the|sets the"
    "|raised the|lowered the|bumped the|reduced the|increased the|capped the"
)


_AT_HOME = Regex(
    r"\b(?:floor|kitchen|sofa|dog|cat|kids?|house|flat|paint|holiday|wedding|school|garden|bathroom|bedroom|"
    r"carpet|curtains|"
    r"venue|honeymoon|nursery|baby|pram|car|tiles|mattress|cottage|villa|family|rescue|labrador|greyhound|caterer|"
    r"band|dj|cake|couch|rug|lawn|shed|"
    r"fence|boiler|(?:a )?(?:third|second|another|fourth)$|garage|loft|cabbages?|kitchen|wedding)\b",
    re.IGNORECASE,
)
_MADE_WITH = Regex(
    r"(?:to )?(?:build|write|rewrite|do|make|host|run|ship|hold|have|deploy|keep|store|launch|shoot|print|serve|"
    r"paint|record|"
    r"print|move|migrate|port)(?:ing)? (?:the|our|my|their) (?P<what>[\w -]+?) (?:in|with|on|at|using|to|as|from|"
    r"onto) .+",
    re.IGNORECASE,
)


def _parted(what: str) -> str:
    return normal_value(re.sub(r"^(?:new|whole) ", "", what))


_DID = Regex(
    r"(?:just |finally |also |has |have )*(?:(?:went|is going|has gone) for (?:an? |my |our |the |"
    r"another )?(?:[\w-]+ ){0,3}?(?:run|walk|ride|"
    r"swim|drive|hike|jog|stroll|dip|spin|sail|paddle|wander|climb|coffees?|tea|drinks?|pints?|beers?|meal|lunch|"
    r"dinner|brunch|"
    r"breakfast|curry|pizza|bite|sushi|burgers?|ice cream|picnic|check-?up|scan|haircut|massage|nap|smoke|interview)\b|"
    r"went with .+ to |dropped .{2,40}? (?:at|in(?! favou?r)|into|off|by|on (?:the|my|their)) |dropped off |"
    r"passed on .+ to |killed (?:an?|two|three|some|\d+) (?:\w+ )?(?:hours?|minutes?|time|flies|fly|spider|plant)|"
    r"(?:raised|lowered|locked|froze|set) (?:the |my |their )?(?:blinds|curtains|seat|volume|saddle|flag|window|"
    r"desk|bed|table|"
    r"door|doors|bike|car|gate|leftovers|soup|bread|alarm|timer)\b)",
    re.IGNORECASE,
)
"""What somebody did, in verbs of deciding: "went for a run", "dropped the kids at school"."""


def _decision(m: re.Match[str], t: Predication) -> list[Statement]:
    said = m["value"]
    if _DID.match(t.phrase):
        return []
    if t.bare and re.match(r"(?:in|on|at|last|this|by|for)\b", said):
        return []
    if (
        not said
        or re.fullmatch(r"(?:it|that|so|this|not)", normal_value(said))
        or re.match(r"(?:it|them|that)\b", said)
    ):
        return []
    rejected = bool(
        re.search(
            r"rule|veto|reject|drop|ditch|scrap|n't|not|turned down|no to|shelv|against|killed|pulled",
            m.group(0)[: m.start("value") - m.start()] + said[:8],
            re.I,
        )
    )
    text = as_sentence(f"The user's team {t.phrase}") if t.group and not _AT_HOME.search(said) else None
    over = re.search(r"\b(?:for|on) (?:the|our|my|their) (?P<about>[\w -]+)", said)
    made = _MADE_WITH.match(said)
    about = normal_value(over["about"]) if over else _parted(made["what"]) if made else rule_topic(said)
    return make_statement(
        t,
        Kind.DECISION,
        make_slot(t.subject, f"decision:{about}", said, polarity=-1 if rejected else 1),
        text=text,
        importance=0.7,
    )


def _limit(m: re.Match[str], t: Predication) -> list[Statement]:
    if re.match(r"stand (?!up\b|on\b|for\b|in\b|at\b)", m["value"]):
        return []
    if re.search(r"\b(?:a thing|anything|a word|it|that)$", m["value"]):
        return []
    return make_statement(
        t, Kind.CONSTRAINT, make_slot(t.subject, f"constraint:{rule_topic(m['value'])}", m["value"]), importance=0.8
    )


def _available(m: re.Match[str], t: Predication) -> list[Statement]:
    if not (
        _CLOCK.search(m.string)
        or re.search(
            rf"\b(?:{WEEKDAY}s?|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|noon|lunch)\b",
            m.string,
            re.I,
        )
    ):
        return []
    return make_statement(
        t, Kind.CONSTRAINT, make_slot(t.subject, f"constraint:{rule_topic(m['value'])}", m["value"]), importance=0.8
    )


def _rejected(m: re.Match[str], t: Predication) -> list[Statement]:
    """What somebody decided against: "magic links got shot down"."""
    over = make_slot(USER, f"decision:{normal_value(t.subject.key)}", t.subject.key, polarity=-1)
    return make_statement(t, Kind.DECISION, over, importance=0.7)


def _ruling(m: re.Match[str], t: Predication) -> list[Statement]:
    """What a body decided: "the board said no to the extension"."""
    against = re.match(r"(?:has |have )?(?:said no|rejected|turned|voted against)", m.group(), re.IGNORECASE)
    over = make_slot(USER, f"decision:{normal_value(m['value'])}", m["value"], polarity=-1 if against else 1)
    return make_statement(t, Kind.DECISION, over, importance=0.7)


def _thing_limit(m: re.Match[str], t: Predication) -> list[Statement]:
    if not re.match(
        r"must|has to|needs|should|can't|cannot|mustn't|.*\b(?:tops|max|at most|all in|absolute maximum)\b"
        r"|(?:is|are) (?:capped|limited|under|below|at most|no |max|within|up to|at least)",
        m.string,
        re.I,
    ):
        return []
    return make_statement(
        t,
        Kind.CONSTRAINT,
        make_slot(t.subject, f"constraint:{normal_value(t.subject.key)}", m["value"]),
        importance=0.8,
    )


CONSTRUCTIONS: tuple[Construction, ...] = (
    construction(
        rf"(?:just |now |finally |all |both |have |has )*{_DECIDED}\b:?,?\s*(?P<value>.+)", _decision, roles="user"
    ),
    construction(r"is (?:now )?(?P<value>(?!going\b)[a-z]+ing .+) instead\b", _decision, roles="user"),
    construction(
        r"(?:can't|cannot|doesn't|won't|is not allowed to|isn't allowed to|isn't able to|isn't supposed to"
        r"|mustn't|must not|shouldn't) (?P<value>(?:do|take|make|go|spend|lift|carry|work|fly|drive|attend|meet"
        r"|walk|use|afford|climb|travel|stay|start|sit|stand|swim|run|answer|talk|be reached|be contacted"
        r"|exceed|come|hear|see)\b.+)",
        _limit,
    ),
    construction(
        r"(?:can't|cannot|doesn't|won't|is not able to|isn't able to) (?P<value>[a-z]+\b.*\b(?:after|before|"
        r"past|until|till|during)"
        rf" (?:{CLOCK}|\d|noon|lunch|dark|work|school|midnight|six|seven|eight|nine|ten|eleven|twelve|the school).*)",
        _limit,
    ),
    construction(
        r"(?:can only|only|can't do|is only|is free|is available|is off(?! to\b)|is out|is offline|is away"
        r"|is in the office|can do|can talk|can meet|is reachable|is busy|is unavailable|doesn't work"
        r"|doesn't take|only takes|takes) (?P<value>.+)",
        _available,
    ),
    construction(
        r"(?:has|has got|has set|is on|is working with|is working to|set|wants to keep|needs to keep"
        r"|wants to stay|needs to stay) (?P<value>(?:a |an |my |their )?(?:[\w-]+ )?(?:budget|cap|limit|ceiling"
        r"|maximum|max|deadline|under|below|within)\b.*\d.*)",
        _limit,
    ),
    construction(
        r"(?:can|could|will|wants to|is willing to|is able to) (?:only |also )?(?:spend|pay|stretch to|go up to|"
        r"manage"
        r"|afford) (?P<value>.*\d.*)",
        _limit,
    ),
)
"""Over the verb phrase of the user or another person."""

OF_THINGS: tuple[Construction, ...] = (
    construction(
        r"(?:has |have )?(?:said (?:no|yes) to|approved|rejected|turned down|voted (?:for|against|to)|"
        r"agreed to|signed off) (?P<value>.+)",
        _ruling,
        roles="thing",
    ),
    construction(
        r"(?:can|could|will) only (?:do|make|come|meet|see|manage|take|offer|visit|deliver) (?P<value>.+)",
        _available,
        roles="thing",
    ),
    construction(
        r"(?P<value>(?:(?:got|was|were|has been|have been|is|are) (?:shot down|ruled out|rejected|vetoed|"
        r"turned down|voted down"
        r"|thrown out|dropped|binned|shelved|axed|off the table)|didn't make (?:it|the cut)|lost out)\b.*)",
        _rejected,
        roles="thing",
    ),
    construction(
        r"(?:can't|cannot|mustn't|must not|shouldn't|should not|may not) (?:go|be|run|come in|come to|cost|"
        r"exceed|last|take)? ?"
        r"(?P<value>(?:(?:over|above|beyond|past|more than|later than|longer than|below|under)\b)?.*\d.*)",
        _thing_limit,
        roles="thing",
    ),
    construction(
        r"(?:is|are|must be|must stay|must come in|has to come in|needs to come in|must cost|has to cost|must fit|"
        r"has to be|has to stay|needs to be|needs to stay|should be|can't be"
        r"|can't exceed|mustn't exceed|should stay|should not exceed|cannot exceed)\s+(?P<value>(?:capped"
        r"|limited|under|below|at most|no more than|no bigger than|no longer than|less than|max|maximum|within"
        r"|up to|over|above|at least|between)?\b.*(?:\d|\b(?:grand|hundred|thousand|quid|k)\b).*)",
        _thing_limit,
        roles="thing",
    ),
)
"""Over the verb phrase of a thing."""

_LETS = Regex(
    r"(?:ok |yes |right |fine |so )*(?:(?:let's|lets) (?:go with|use|pick|make it|stick with|book|drop)|go with"
    r"|going with|i'll (?:take|go with|go for)|we'll (?:take|go with|go for)|sticking with|stick with"
    r"|final answer:?|decision:|decided:|(?:it's|that's)(?: all)? (?:settled|decided|official|"
    r"agreed)(?:,? then)?[:,]|we're agreed[:,]|vetoed:|rejected:|approved:|ruled out:|agreed:|(?:i|"
    r"we)(?:'ve)? (?:settled|decided)(?: it| that"
    r"| on it)?:) (?P<value>.+)",
    re.IGNORECASE,
)
_MUST = Regex(
    r"(?:must|has to|needs to|mustn't|has got to) (?:not )?(?:be|fit|have|weigh|cost|stay|take|arrive|"
    r"go|work|run|last) "
    r"(?!(?:really|so|very|quite|such|amazing|exciting|a joke|kidding|nice|fun|hard|tough|great|good|bad|done|"
    r"said|honest|one of|the (?:best|worst))\b)[^?]{3,60}",
    re.IGNORECASE,
)
_NOTHING_WITH = Regex(
    r"(?:please )?nothing (?:with|containing) (?P<value>[\w' -]{3,40}?),? (?:please|pls|thanks|for (?:me|us)|"
    r"obviously)(?: please)?",
    re.IGNORECASE,
)
_NO_MORE = Regex(r"no more (?P<value>[\w -]+?) for me\b.*", re.IGNORECASE)
_NOTHING = Regex(
    rf"(?:nothing(?: (?:with|but|that|over|too) [\w ]{{3,25}}?)?|no (?:meetings?|calls?|flights?|bookings?|work"
    rf"|visits?|lifting|[\w ]{{3,30}}?)) (?P<value>(?:after|before|until|till|on|between|over|under|past"
    rf"|above) .*(?:\d|{WEEKDAY}|noon|\b(?:six|seven|eight|nine|ten|eleven|twelve|lunch|midday|one|two|three|"
    r"four|five)\b).*)",
    re.IGNORECASE,
)
_BUDGET = Regex(
    r"(?:(?:my|our|the|total|max|maximum) )*(?P<what>(?:[\w-]+ ){0,2}?(?:budget cap|budget limit|spending cap"
    r"|spending limit|budget|limit|cap|ceiling|deadline|max|maximum))(?:'s| is|:| of"
    r"|(?P<over> (?:for|on) .{2,40}?)(?:'s| is|:))?\s+(?P<value>(?!(?:has|have|was|got|had|moved|will|can|"
    r"to)\b)(?!.*\b(?:is|are)\b).*\d.*)",
    re.IGNORECASE,
)
_OWN_BUDGET = Regex(r"(?:my|our|total|max|maximum|budget|limit|deadline)\b", re.IGNORECASE)
_LIMIT_ITEM = Regex(
    r"(?P<what>[\w -]{2,30}?) (?P<value>(?:under|below|at most|max|no (?:more|bigger|longer|larger|less"
    r"|fewer) than|up to|less than|over|above|at least|within) .*\d.*)",
    re.IGNORECASE,
)


def _in_sentence(noun: str) -> str:
    """A noun from the beginning of a sentence as it stands inside one; abbreviations keep their letters."""
    return noun if noun[:2].isupper() else noun[:1].lower() + noun[1:]


def _over(found: re.Match[str]) -> str:
    """What a budget is for, in the third person."""
    return person.third_person_objects(found["over"] or "", user=True)


def _bounds(what: str, over: str) -> str:
    """The attribute of a limit; a deadline is the plan's."""
    named = normal_value(what + over)
    return f"plan:{named.removesuffix(' deadline')}" if named.endswith(" deadline") else f"constraint:{named}"


def terse_decisions(clause: str, *, listed_limits: bool = False) -> list[Statement]:
    """Decisions and limits without a full sentence: "let's use oak", "budget 400", "nothing after 6pm"."""
    t = Predication(subject=ME, phrase="", clause=clause)
    if found := _NO_MORE.match(clause):
        return make_statement(
            t,
            Kind.DECISION,
            make_slot(USER, "like", found["value"], polarity=-1),
            text=f"The user wants no more {found['value']}.",
            importance=0.6,
        )
    if (found := _LETS.match(clause)) and not re.match(
        r"(?:it|that|this|a look|the first|one)\b\W*$|a habit", found["value"], re.I
    ):
        over = re.search(r"\bfor (?:the|our|my) (?P<about>[\w -]+)", found["value"])
        said = person.third_person_objects(re.sub(r"^(?:the |an? )", "", found["value"]), user=True)
        return make_statement(
            t,
            Kind.DECISION,
            make_slot(USER, f"decision:{normal_value(over['about']) if over else rule_topic(said)}", said),
            text=as_sentence(f"The user decided: {said}"),
            importance=0.7,
        )
    if found := _NOTHING_WITH.fullmatch(clause):
        return make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{rule_topic(found['value'])}", found["value"], polarity=-1),
            text=as_sentence(person.third_person_objects(f"The user wants nothing with {found['value']}", user=True)),
            importance=0.7,
        )
    if _MUST.fullmatch(clause):
        return make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{rule_topic(clause)}", clause),
            text=as_sentence(person.third_person_order(clause)),
            importance=0.7,
        )
    if found := _NOTHING.match(clause):
        return make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{rule_topic(clause)}", clause, polarity=-1),
            text=as_sentence(person.third_person_order(clause)),
            importance=0.8,
        )
    if found := _BUDGET.fullmatch(clause):
        return make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, _bounds(found["what"], found["over"] or ""), found["value"]),
            text=as_sentence(
                f"The user's {_in_sentence(found['what'])}{_over(found)} is {found['value']}"
                if _OWN_BUDGET.match(clause)
                else person.third_person_order(clause)
            ),
            importance=0.8,
        )
    if listed_limits and (found := _LIMIT_ITEM.match(clause)):
        return make_statement(
            t,
            Kind.CONSTRAINT,
            make_slot(USER, f"constraint:{normal_value(found['what'])}", found["value"]),
            text=as_sentence(clause),
            importance=0.8,
        )
    return []


def limit_item(item: str) -> list[Statement]:
    """An item of a list of limits: "payload under 2 MB", "no cookies"."""
    text = as_sentence(person.third_person_order(item))
    return [
        Statement(
            text=text,
            kind=Kind.CONSTRAINT,
            slot=make_slot(USER, f"constraint:{rule_topic(item)}", item),
            confidence=0.9,
            importance=0.8,
        )
    ]
