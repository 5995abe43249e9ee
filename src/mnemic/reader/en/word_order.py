"""Turned-round clauses put straight: who and what first, then what is said of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon

_MOVED = (
    r"(?:cancelled|canceled|moved|bumped|pushed|postponed|rescheduled|called off|scrapped|brought forward|delayed|"
    r"put back|shifted)"
)
_WHEN = (
    rf"(?:today|tomorrow|tonight|{lexicon.WEEKDAY}|next week|this week|this {lexicon.WEEKDAY}|next {lexicon.WEEKDAY})"
)


def _done_by_them(found: re.Match[str]) -> str:
    verb, _, particle = found["verb"].partition(" ")
    moved = f"{verb} {particle}".rstrip() if particle else verb
    return f"{found['det']} {found['what']} has been {moved}{found['rest']}"


def _adverb(found: re.Match[str]) -> str:
    return f"{found['who']} {found['adverb'].lower()} {found['rest']}"


_TURNS: tuple[tuple[Regex[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (Regex(pattern, re.IGNORECASE), build)
    for pattern, build in (
        (
            r"(?:none|no one|nobody) (?:of us|in (?:my|our|the) (?:family|house|household)) (?P<rest>(?:eats?|"
            r"drinks?|smokes?|likes?|"
            r"can eat|speaks?|drives?) .+)",
            lambda m: f"none of my family {m['rest']}",
        ),
        (
            r"(?P<who>(?:my|the|our) [\w-]+|"
            r"(?-i:[A-Z])\w+),? (?P<names>(?-i:[A-Z])\w+(?:,? and (?-i:[A-Z])\w+)?),? (?P<rest>(?:nap|naps|"
            r"sleep|sleeps|go|goes|play|plays|eat|eats|have|has|are|is|live|lives|love|loves|hate|hates|start|"
            r"starts|finish|"
            r"finishes|can't|won't|don't|doesn't|need|needs)\b.+)",
            lambda m: f"{re.sub('^the ', 'my ', m['who'], flags=re.IGNORECASE)} {m['names']} {m['rest']}",
        ),
        (
            r"(?P<instrument>guitar|piano|violin|viola|cello|bass|drums?|flute|trumpet|sax|saxophone|clarinet|"
            r"chess|golf|tennis|"
            r"rugby|football|darts|snooker|bridge|squash|badminton|hockey|netball|cricket|ukulele|banjo|harp|oboe|"
            r"trombone)"
            r"(?:ist|ian)? player(?P<rest>,? .+)?",
            lambda m: f"I'm a {m['instrument'].lower()} player{m['rest'] or ''}",
        ),
        (
            r"(?:it's|it is|that's) (?P<who>(?:my|our) (?:[\w-]+ )?\w+|(?-i:[A-Z])\w+) (?:who|"
            r"that) (?P<rest>(?:likes|loves|hates|is|has|"
            r"wants|lives|works|plays|drinks|eats|can't|doesn't|drives|needs|prefers)\b.+?)(?:,? not (?:me|i))?",
            lambda m: f"{m['who']} {m['rest']}",
        ),
        (
            rf"(?:both|all|all three|all four)(?: of)? my (?P<who>{lexicon.RELATION_MANY}) (?P<rest>.+)",
            lambda m: f"my {m['who']} {m['rest']}",
        ),
        (
            r"refuse to (?P<rest>(?:play|eat|drink|use|wear|fly|drive|work|watch|buy|pay|go) .+)",
            lambda m: f"I refuse to {m['rest']}",
        ),
        (
            r"(?P<count>two|three|four|five|six|seven|\d+) (?P<what>(?:grown[- ]?(?:up )?|little|small|young|"
            r"teenage|adult )*(?:kids|"
            r"children|boys|girls|sons|daughters|lads|grandkids|grandchildren|dogs|cats|horses|hens|collies|goats|"
            r"sheep))(?P<rest>$|"
            r",.*| (?:and|called|named|aged|in|at)\b.*)",
            lambda m: f"I have {m['count'].lower()} {m['what']}{m['rest']}",
        ),
        (
            r"(?:i'm|i am) (?:hardly|not|not exactly|far from) (?:someone|somebody|a person|the (?:type|sort|"
            r"kind)|one) (?:who|that|to) (?:never|doesn't|won't) "
            r"(?P<verb>eat|drink|use|watch|read|play|wear|like|fly|drive|cook|go|take|swear|cry|"
            r"dance)s? (?P<what>.+)",
            lambda m: f"I {m['verb']} {m['what']}",
        ),
        (
            r"i'm not (?:just|only|merely|simply) (?P<one>[^,]{2,40}?)(?P<where> (?:of|at|for|"
            r"in) [^,]{3,40})?,? (?:but )?i'm "
            r"(?:also )?(?P<two>[^,]{2,40}?)(?: as well| too| also)?(?P<rest>,.*)?",
            lambda m: f"I'm {m['one']} and {m['two']}{m['where'] or ''}{m['rest'] or ''}",
        ),
        (
            r"i'm not (?:just|only|merely|simply) (?P<one>[^,]{2,50}),? (?:but )?(?P<rest>i .+)",
            lambda m: f"I'm {m['one']}, and {m['rest']}",
        ),
        (
            r"i don't (?:just|only|merely) (?P<one>[^,]{2,50}),? (?:but )?(?P<rest>i .+)",
            lambda m: f"I {m['one']}, and {m['rest']}",
        ),
        (
            r"(?:i )?(?:can't|cannot|won't|wouldn't) say (?:that )?i (?:don't|do not) (?P<rest>(?:like|love|enjoy|"
            r"fancy|want) .+)",
            lambda m: f"I {m['rest']}",
        ),
        (
            r"(?:i )?(?:can't|cannot|couldn't|wouldn't) say (?:that )?i(?P<be>'m| am)? (?:really |actually |ever |"
            r"particularly )*"
            r"(?P<rest>(?:like|love|enjoy|care for|keen on|a fan of|fond of|into) .+)",
            lambda m: f"I{chr(39) + 'm not' if m['be'] else ' don' + chr(39) + 't'} {m['rest']}",
        ),
        (
            r"i (?:don't|do not) (?:actually |really )?(?:dislike|hate) (?P<rest>(?!it\b|that\b|this\b|them\b|"
            r"you\b).+)",
            lambda m: f"I like {m['rest']}",
        ),
        (
            r"i (?:wouldn't|won't|never|can't|'d never) (?:ever )?(?:say no to|turn down|refuse|"
            r"say no to) (?P<rest>an? .+|any .+)",
            lambda m: f"I like {m['rest']}",
        ),
        (
            r"(?P<det>this|my|the) (?P<what>(?!(?:\w+ )?(?:code|essay|draft|results?|score|work|idea|cv|poem|"
            r"answer|plan|time|weather|traffic|"
            r"script|summary|translation|joke|pun|day|week)\b)[\w -]{3,30}?) (?:isn't|is not|ain't|"
            r"wasn't) (?:half |too |so )bad(?: at all)?"
            r"(?:,? (?:you know|actually|really|either|though|mind))*",
            lambda m: f"I like my {m['what']}",
        ),
        (
            r"(?P<what>[\w' -]{3,30}?),?(?: on the other hand| though| however)?,? i (?:could|can|would|"
            r"'d) (?:happily |gladly "
            r"|easily )*(?:eat|drink) (?:it |them )?by the \w+",
            lambda m: f"I love {m['what'][:1].lower()}{m['what'][1:]}",
        ),
        (
            r"i(?:'d| could| would| can) (?:happily |gladly |easily )*(?:eat|drink) (?P<what>(?!it\b|"
            r"them\b)[\w' -]{3,30}?) by the \w+",
            lambda m: f"I love {m['what']}",
        ),
        (
            r"(?P<what>(?!(?:that|this|it|what|which|who|when|if|and|but|so|like|how|because|things?|stuff|foods?|"
            r"meat i|"
            r"the only)\b)[\w' -]{3,40}?)(?: though)?,? (?P<rest>i (?:really |just |absolutely )*(?:won't touch|"
            r"never touch|don't "
            r"touch|wouldn't touch|won't eat|don't eat|never eat|won't drink|can't be doing with|can't get on with))"
            r"(?P<tail> with a (?:bargepole|barge pole|ten-foot pole))?",
            lambda m: f"{m['rest']} {m['what'][:1].lower()}{m['what'][1:]}{m['tail'] or ''}",
        ),
        (
            r"(?:things?|foods?|stuff|dishes|drinks|bands|games|what) (?P<who>(?:my|"
            r"our) [\w-]+(?: \w+)?) (?P<verb>won't eat|"
            r"won't touch|can't eat|can't have|lives on|live on|likes|loves|hates|will eat|eats|refuses to eat|"
            r"can't stand|"
            r"doesn't like|don't like|like|love|hate): (?P<items>[^:]+)",
            lambda m: f"{m['who']} {m['verb']} {m['items']}",
        ),
        (
            r"(?:things?|foods?|stuff|dishes|drinks|what) (?P<who>he|she|they) (?P<verb>won't eat|won't touch|"
            r"can't eat|can't "
            r"have|lives on|live on|likes|loves|hates|will eat|eats|can't stand|doesn't like|like|love|"
            r"hate): (?P<items>[^:]+)",
            lambda m: f"{m['who']} {m['verb']} {m['items']}",
        ),
        (
            rf"(?P<kind>type [12] diabetic|{lexicon.CONDITION}|{lexicon.DIET})(?P<rest>(?P<since> (?:since|for|"
            rf"from)) .+|,? (?:too|as well)"
            r"(?:,.*)?)",
            lambda m: f"I'm {m['kind'][:1].lower()}{m['kind'][1:]}" + (m["rest"] if m["since"] else ""),
        ),
        (
            r"(?P<what>(?:bad|dodgy|gammy|weak|sore|knackered|replaced|artificial) (?:left |right |lower |upper )?"
            rf"{lexicon.BODY})",
            lambda m: f"I've got a {m['what'].lower()}",
        ),
        (
            r"call me an? (?P<what>(?:\w+ )?(?:vegan|vegetarian|pescatarian|flexitarian|veggie))",
            lambda m: f"I'm a {m['what']}",
        ),
        (
            r"call me (?P<what>vegan|vegetarian|pescatarian|flexitarian|veggie|coeliac|celiac|teetotal)",
            lambda m: f"I'm {m['what']}",
        ),
        (
            r"(?P<what>[\w' -]{3,40}(?:, (?:no|not|with|and|without)\b[\w' -]{2,30})?),? (?:that's|is|"
            r"this is) (?:how|the way) "
            r"i (?:always )?(?:take|like|have|drink|want|prefer|do) (?:it|them|mine|my (?P<kind>\w+))(?: best)?",
            lambda m: f"I like {m['what']}" + (f" as my {m['kind']}" if m["kind"] else ""),
        ),
        (
            r"(?P<what>(?!(?:that|this|it|which|what|who|he|she|they|here|there)\b)[\w' &-]{2,40}?)(?:'s| is| are|"
            r"'re)(?: now| still| officially| actually)* "
            r"(?:my|our) (?P<new>new |current |latest )?(?P<like>(?:all-time |absolute )*(?:favou?rite|go-to))"
            r"(?P<topic> (?!thing\b|part\b|bit\b|person\b|human\b|because\b|now\b|and\b|"
            r"so\b)[\w -]+?)(?P<now> now| these days| at the moment| of all time| right now)*"
            r"(?P<rest>[,.].*)?",
            lambda m: f"my {m['new'] or ''}{m['like']}{m['topic']} is {m['what']}{m['now'] or ''}{m['rest'] or ''}",
        ),
        (
            r"the (?P<topic>[\w -]{3,30}?) (?:that )?i (?:like|love|enjoy)(?: the)? (?:most|best) (?:is|are|"
            r"has to be) (?P<what>.+)",
            lambda m: f"my favourite {m['topic']} is {m['what']}",
        ),
        (
            r"(?P<name>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?:'s| is) (?:my|"
            rf"our) (?P<who>(?:[\w-]+ )?{lexicon.RELATION})"
            r"(?P<rest>$|[,.].*)",
            lambda m: f"my {m['who']} is {m['name']}{m['rest']}",
        ),
        (
            r"(?P<name>(?-i:[A-Z])\w+)(?:'s| is) my (?P<which>first|native|mother|second|"
            r"home) (?P<what>language|tongue)",
            lambda m: f"my {m['which']} {m['what']} is {m['name']}",
        ),
        (
            r"(?:they|he|she|the (?:client|organisers?|school|clinic|hospital|office))(?:'ve| have|'s|"
            r" has)? (?:just |now |had to )*"
            rf"(?P<verb>{_MOVED}) (?P<det>the|my|our|his|her) (?P<what>[\w' -]{{3,40}}?)(?P<rest>$|[,.].*|"
            r" (?:to|till|until|by"
            r"|back|forward)\b.*)",
            _done_by_them,
        ),
        (
            r"(?P<adverb>usually|normally|mostly|generally|typically|mainly),? (?P<who>i|we) (?P<rest>(?!am\b|"
            r"are\b|'|have been)\w.+)",
            _adverb,
        ),
        (
            r"(?P<time>these days|nowadays|at the moment|for the moment|lately|right now),? (?P<rest>(?:i|i'm|"
            r"we|we're|my|our)\b.+)",
            lambda m: re.sub(r"(?=,|$)", f" {m['time'].lower()}", m["rest"], count=1),
        ),
        (
            rf"(?P<time>{_WHEN})'s (?P<what>(?!the\b|a\b|my\b)[\w -]{{3,40}}?)(?P<verb>'s| is| has been| was|"
            r" will be) (?P<rest>.+)",
            lambda m: f"the {m['what']} {m['time']}{m['verb']} {m['rest']}",
        ),
        (
            r"(?:we're|we are) an? (?P<what>team|family|company|household|crew|band|group|practice) of (?P<rest>.+)",
            lambda m: f"our {m['what']} is a {m['what']} of {m['rest']}",
        ),
        (
            r"(?:(?:in|at) (?:my|our) (?:house|home|place|flat),? |at home,? )?(?:it's|it is|there's|there is|"
            r"we are|we're)"
            r" (?:just |only )*(?:me|myself),? (?:and )?(?P<rest>(?:my|a|an|the|two|three|four|our)\b.+)",
            lambda m: f"I live with {m['rest']}",
        ),
        (
            rf"(?P<name>(?-i:[A-Z])[\w-]+),? \((?P<who>(?:my|our) (?:[\w-]+ )?(?:{lexicon.RELATION}|"
            rf"{lexicon.PET}))\),?(?P<rest>.+)",
            lambda m: f"{m['who']} {m['name']}{m['rest']}",
        ),
        (
            r"(?P<where>(?:for|at|on|in|with|after|before|during) (?:my |the |our |a |an )?(?!(?:case|fact|"
            r"general|short|future|now|me"
            r"|once|all|that|this|the end|example|sure|least|first|last|next|"
            r"order)\b)[\w' -]{3,25}?),? (?P<who>i|i'm|we|we're)"
            r" (?P<what>(?!(?:can|could|should|might|was|were|will|would|had|need|want|got|saw|met|went|"
            r"did)\b)[^,:]{4,}?)(?P<rest>[,:].*)?",
            lambda m: f"{m['who']} {m['what']} {m['where'][:1].lower()}{m['where'][1:]}{m['rest'] or ''}",
        ),
        (
            r"(?P<what>(?!(?:that|this|it|what|which|who|when|if|and|but|so|like|how|"
            r"because|things?|stuff|foods?)\b)[\w' -]{3,40}?)(?: though)?,? (?P<rest>i (?:really |just |absolutely "
            r"|simply )*(?:can't (?:stand|bear|abide|eat|drink)|cannot (?:stand|bear|abide|eat|drink)))",
            lambda m: f"{m['rest']} {m['what'][:1].lower()}{m['what'][1:]}",
        ),
        (
            r"(?:there's|there is) nothing i (?P<verb>like|love|enjoy) (?:more|better) than (?P<what>.+)",
            lambda m: f"I {m['verb']} {m['what']} more than anything",
        ),
        (r"(?:i )?love me (?:some|a bit of|a good) (?P<what>.+)", lambda m: f"I love {m['what']}"),
        (
            r"(?:my )?(?P<what>blood type|shoe size|ring size|dress size|collar size|inside leg|postcode|"
            r"zip code|staff number"
            r"|membership number|order number|policy number|flight number|seat number) (?P<value>(?!is\b|"
            r"are\b|was\b)[\w-]+(?: [\w-]+){0,2})",
            lambda m: f"my {m['what']} is {m['value']}",
        ),
        (
            r"(?:they|he|she|(?:the |my )?(?:doctor|gp|doc|bank|landlord|boss|council))(?:'ve| have|'s|"
            r" has)? (?:just |now )*"
            r"(?P<verb>upped|raised|lowered|increased|cut|reduced|changed|doubled|halved) (?P<what>(?:my|our|"
            r"the) [\w -]{2,30}?)"
            r" (?P<rest>(?:from .+ )?to .+)",
            lambda m: f"{m['what']} has been {m['verb']} {m['rest']}",
        ),
        (
            r"(?:my )?pronouns(?: are|'re|:)? (?P<what>(?:she/her|he/him|they/them)(?:/\w+)?)",
            lambda m: m["what"],
        ),
    )
)


def straighten_clause(text: str) -> str:
    """The clause in its straight order, or as it is where it is straight already."""
    for pattern, build in _TURNS:
        if found := pattern.fullmatch(text):
            return build(found)
    return text
