"""Turned-round clauses put straight: who and what first, then what is said of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from mnemic.language.patterns.en import lexicon

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


_TURNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), build)
    for pattern, build in (
        (
            r"(?P<what>[\w' -]{3,40}(?:, (?:no|not|with|and|without)\b[\w' -]{2,30})?),? (?:that's|is|"
            r"this is) (?:how|the way) "
            r"i (?:always )?(?:take|like|have|drink|want|prefer|do) (?:it|them|mine|my (?P<kind>\w+))(?: best)?",
            lambda m: f"I like {m['what']}" + (f" as my {m['kind']}" if m["kind"] else ""),
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
            lambda m: f"{m['rest']} {m['time'].lower()}",
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


def turned(text: str) -> str:
    """The clause in its straight order, or as it is where it is straight already."""
    for pattern, build in _TURNS:
        if found := pattern.fullmatch(text):
            return build(found)
    return text
