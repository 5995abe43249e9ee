"""Short answers to what the assistant proposed or guessed.

A yes to all but a part: "all of it bar the number, we're 34" is the proposal with the new number in it.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en.lexicon import CLOCK, DATE
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import make_slot, rule_topic
from mnemic.reader.offers import offers_to_keep, strip_closing_question
from mnemic.reader.statement import USER, MessageSetting, Statement

_COUNT = (
    r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|a dozen)"
)
_PARTLY = Regex(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|correct|right|perfect|great|lovely|go ahead|fine|good|spot on|nearly|almost|"
    r"everything|the lot|all(?: of (?:it|that|them|those)| that)?|all (?:correct|right|good|fine)|that's (?:right|it|"
    r"fine|all)|(?:it )?(?:looks|sounds) (?:good|right|fine)|book it|do it|is (?:right|fine|good|correct)|it's all)"
    r"[\s,.!:;–—-]*)+(?:bar|but(?: for)?|except(?: for| that)?|apart from|save for|other than|only|just|minus|with one "
    r"(?:change|exception|correction|tweak)[:,]?) (?P<rest>.+)",
    re.IGNORECASE,
)
_NAMED = Regex(
    r"(?:for )?(?:the |that |those )?(?P<what>(?!it'?s|we're|make|there)[a-z-]+(?: [a-z-]+)?)(?:$|"
    r"\s*[,:;–—-]+\s*(?P<new>.+)|"
    r" (?=(?:is|are|should|which|needs)\b)(?P<new2>.+))",
    re.IGNORECASE,
)
_LEAD = Regex(
    r"^(?:and |so |which |now |it's |it is |that's |that should be |it should be |should be |needs to be |"
    r"we're |we are |"
    r"we'll be |there's |there are |there'll be |there will be |make (?:it|that|them) |is |are |i'm |"
    r"they're |actually |"
    r"in |on |at |to |for )+",
    re.IGNORECASE,
)
_TRAIL = Regex(r"[\s,]*(?:please|thanks|ta|now|actually|instead|not \S+|sorry)?[\s.!]*$", re.IGNORECASE)
_OPENING = Regex(
    r"^(?:so|to confirm|to recap|recap|summary|booking|order|i have|right|ok|okay|just to check|let me check|noted|"
    r"that's|got it|great|so that's|confirming|here's what i have)\b[:,]?\s+",
    re.IGNORECASE,
)
_DAY = Regex(rf"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(?:{DATE}|\d{{1,2}}(?:st|nd|rd|th))", re.I)
_MONTH = Regex(r"(?:january|february|march|april|may|june|july|august|september|october|november|december)", re.I)
_TIME = Regex(rf"\b(?:{CLOCK}|noon|midday|midnight)\b", re.IGNORECASE)
_HOW_MANY = Regex(rf"\b{_COUNT}\b(?=(?: [a-z-]+)? [a-z]+)|\bfor {_COUNT}\b|^{_COUNT}\b", re.IGNORECASE)
_MONEY = Regex(r"[£$€]?\d[\d,.]*(?:k|p)?(?: (?:pounds|quid|euros?|dollars?))?$", re.IGNORECASE)
_KINDS = (
    (
        Regex(r"(?:number|numbers|headcount|head count|count|guests|people|party|heads|covers|total)\b", re.I),
        "count",
    ),
    (Regex(r"(?:date|day)\b", re.IGNORECASE), "day"),
    (Regex(r"(?:time|hour|start)\b", re.IGNORECASE), "time"),
    (Regex(r"(?:place|venue|airport|station|location|city|town|address)\b", re.IGNORECASE), "place"),
)


def partial_assent(text: str, setting: MessageSetting) -> list[Statement] | None:
    """What a yes to all but a part states: nothing where the part is not found. None where the text is no such yes."""
    found = _PARTLY.fullmatch(text.strip(" .!"))
    last = setting.earlier[-1] if setting.earlier else None
    if found is None or last is None or last.role != "assistant" or "?" not in last.text:
        return None
    proposal = _proposed(last.text)
    parts = re.split(r",\s+(?:and )?|;\s+", proposal)
    changed = _changed(parts, found["rest"]) if len(parts) > 1 else None
    if changed is None:
        return []
    said = ", ".join(part for part in changed if part)
    return [
        Statement(
            text=as_sentence(f"The user confirmed: {said}"),
            kind=Kind.DECISION,
            slot=make_slot(USER, f"decision:{rule_topic(proposal)}", said),
            confidence=0.8,
            importance=0.8,
            correction=True,
        )
    ]


def _proposed(said: str) -> str:
    proposal = re.sub(r"\s*[^.!?:]*\?\s*$", "", said.strip()).strip() or said.strip(" ?")
    before = ""
    while before != proposal:
        before, proposal = proposal, _OPENING.sub("", proposal)
    return proposal.strip(" .")


def _changed(parts: list[str], rest: str) -> list[str] | None:
    """The parts of the proposal with the new value in its place, or without the one part that was not agreed to."""
    named = _NAMED.fullmatch(rest)
    new = _TRAIL.sub("", _LEAD.sub("", (named["new"] or named["new2"] or "") if named else rest)).strip()
    kind = _kind(named["what"] if named else "", new)
    for place, part in enumerate(parts):
        if named and not new and _names(named["what"], part):
            return [*parts[:place], *parts[place + 1 :]]
        if new and (put := _put(part, new, kind, named["what"] if named else "")):
            return [*parts[:place], put, *parts[place + 1 :]]
    return None


def _names(what: str, part: str) -> bool:
    return phrases.first(what, part, begins=phrases.WORD_EDGE, ends=phrases.WORD_EDGE) is not None


def _kind(what: str, new: str) -> str:
    if what:
        return next((kind for pattern, kind in _KINDS if pattern.search(what)), "named")
    if _TIME.fullmatch(new):
        return "time"
    return "day" if _DAY.fullmatch(new) else "count" if re.match(rf"{_COUNT}\b", new, re.IGNORECASE) else ""


def _put(part: str, new: str, kind: str, what: str) -> str:
    """The part with the new value, where it is the part of that kind; else empty."""
    day, hour = _DAY.search(part), _TIME.search(part)
    if kind == "day" and day:
        month = _MONTH.search(day.group())
        new = re.sub(r"^the ", "", new)
        full = new if _MONTH.search(new) or month is None else f"{new} {month.group()}"
        return part.replace(day.group(), full)
    if kind == "time" and hour:
        return part.replace(hour.group(), new)
    if kind == "place":
        return new if re.fullmatch(r"(?:(?:in|at|from|to) )?[A-Z][\w' -]+", part) and not day else ""
    count = re.match(rf"(?P<n>{_COUNT})\b(?: (?P<of>[a-z-]+))?$", new, re.IGNORECASE)
    if kind == "count" and count and not day and not hour and (many := _HOW_MANY.search(part)):
        of = (count["of"] or "")[:4].lower()
        if not of or of in part.lower():
            if count["of"] and re.fullmatch(rf"{_COUNT} [a-z-]+", part, re.IGNORECASE):
                return new
            return (
                part[: many.start()]
                + re.sub(_COUNT, count["n"], many.group(), flags=re.IGNORECASE)
                + part[many.end() :]
            )
    if kind == "named" and _names(what, part):
        figure = _MONEY.search(part)
        return part[: figure.start()] + new if figure and re.match(r"[£$€\d]", new) else ""
    return ""


_YES = Regex(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|perfect|great|lovely|brilliant|good|fine|please|cool|sounds (?:good"
    r"|great|perfect)|works for me|deal|done|absolutely|definitely|exactly|correct|right|go ahead|do it"
    r"|let's do it"
    r"|(?:please )?(?:book|order|reserve|get|take|buy|go with|go for|use|confirm|do|make|schedule"
    r"|pick)(?: me)? (?:it|that|that one|this one|the first one|this|them)|that one|that works|that'll do"
    r"|i'll take it|confirmed|approved|agreed|please do|go for it|"
    r"thanks|ta|cheers|then|it is|with that|love it)[\s,.!:)]*)+",
    re.IGNORECASE,
)
_ASKS = Regex(
    r"\b(?:book|order|reserve|shall i|should i|want me to|go with|go ahead|confirm|do you want|would you like"
    r"|schedule|ok\b|okay|sound good|proceed|buy|place the order|set it|hold)\b[^?]*\?",
    re.IGNORECASE,
)
_GUESS = Regex(
    r"(?:so )?(?P<said>(?:(?:for|on|in|with|at) (?:every|all|each|any|your) [\w -]{2,30}?,? )?(?:you're|you are|"
    r"you have|you like|"
    r"you prefer|you live|you work|you don't|you use|you want|you'd like|you'd prefer|you'd rather|you need|"
    r"you drive|your [\w ]+ (?:is|are))\b[^?]*?)(?:,? (?:right|correct|is that right|is that correct|yes"
    r"|no))?\?",
    re.IGNORECASE,
)
_WEAK = Regex(
    r"(?:thanks|ta|cheers|great|cool|good|fine|ok|okay|lovely|brilliant|perfect|right|done|then|please|[\s,.!])+",
    re.IGNORECASE,
)


_LASTS = Regex(
    r"\b(?:from now on|from here on(?: out| in)?|going forward|from today|in future|in the future|always|"
    r"every time|each time|"
    r"by default|all (?:your|of your)|(?:every|each) (?:time|day|morning|evening|night|week|month|weekday|order|"
    r"flight|trip|booking|"
    r"email|reply|message|report|meeting|recipe|answer|appointment|invoice|summary|monday|tuesday|wednesday|"
    r"thursday|friday|"
    r"saturday|sunday)|whenever|never|as a rule|permanently)\b",
    re.IGNORECASE,
)
_OFFER = Regex(
    r"(?:^|[.!,;]\s+)(?:(?:so|ok|okay|right|great|then|and|got it)[, ]+)*(?:(?:shall|should|can|could|may) (?:i|"
    r"we)|(?:do you |"
    r"would you |you )?(?:want|like|prefer) me to|would you prefer (?:it if i|that i|i)|how about i) (?:just |"
    r"start to |go "
    r"ahead and )?(?P<order>[^?]{4,160})\?",
    re.IGNORECASE,
)
_LONG_YES = Regex(
    rf"(?:{_YES.pattern}|(?:always|every time|each time|from (?:now|here|today) on|going forward|for good|"
    rf"by default|please|in future|"
    r"that'd be (?:great|good|lovely|perfect|ideal)|that would be (?:great|good|lovely|perfect|ideal)|"
    r"that's (?:great|perfect|"
    r"better|ideal)|i'd (?:like|love|prefer) that|if you (?:can|could|would)|all of them|"
    r"every single time)[\s,.!]*)+",
    re.IGNORECASE,
)
_OPENS_YES = Regex(
    r"(?:yes|yeah|yep|yup|sure|ok|okay|right|correct|please do|perfect|go on then)\b[\s,.!]*", re.IGNORECASE
)
_EMPTY_WORDS = frozenset("the a an to at on in of for it that and please from now always then i we do my".split())


def accepted_order(text: str, setting: MessageSetting) -> str | None:
    """The standing order that a yes takes over from the assistant's proposal: "Shall I always use "
    "metric?" "Yes please"."""
    last = _question(setting)
    offer = _OFFER.search(last) if last and not offers_to_keep(last) else None
    if offer is None or not (_LASTS.search(offer.group()) or _LASTS.search(text)):
        return None
    if not (_LONG_YES.fullmatch(text.strip(" .!")) or _repeats(text, offer["order"])):
        return None
    said = re.sub(r"\byour\b", "my", offer["order"].strip(" ,."), flags=re.IGNORECASE)
    said = re.sub(
        r",? (?:instead|then|if you(?:'d| would)? (?:like|prefer|want)|or not)$", "", said, flags=re.IGNORECASE
    )
    said = re.sub(r"\byou\b", "me", said, flags=re.IGNORECASE)
    return f"always {said}" if re.match(r"(?:a|an|the)\b", said) else said


def _repeats(text: str, order: str) -> bool:
    """Whether a yes only says again what was proposed, with a reason at most: "yes, 17 overnight, the "
    "bill's shocking"."""
    if not (yes := _OPENS_YES.match(text)):
        return False
    again = re.split(r",|\b(?:because|as|since)\b", text[yes.end() :])[0]
    words = {word for word in re.findall(r"[\w']+", again.lower()) if word not in _EMPTY_WORDS}
    return bool(words) and words <= set(re.findall(r"[\w']+", order.lower()))


_REFUSES = Regex(
    r"(?:(?:no|nah|nope|no thanks|no ta|no thank you|actually no|"
    r"please don't)[,.!\s]+)(?:please )?(?:just )?(?:(?:leave|keep|hold)"
    r" (?:it|them|that|things) (?P<as>(?:(?:at|on|as|in|to|with) )?[^,.;]{2,60})|(?:stick|"
    r"stay) with (?P<with>[^,.;]{2,40}))"
    r"(?P<reason>,.*)?",
    re.IGNORECASE,
)
_MOVES = Regex(
    r"\b(?:move|change|switch|push|set|shift|put|swap|update|convert|bring|drop|raise|lower|turn|send|reschedule|"
    r"make|bump|knock)"
    r"(?:ing)? (?P<what>(?:all )?(?:your|the|those|these) [\w' -]{2,50}?) (?:to|from|forward|back|over|into|up|"
    r"down|in|on|by|as|earlier|"
    r"later)\b",
    re.IGNORECASE,
)


def refused_change(text: str, setting: MessageSetting) -> str | None:
    """What stays as it was, where a proposal to change it is refused: "move your alarm to 7?" "No, leave it at six"."""
    last = setting.earlier[-1] if setting.earlier else None
    found = _REFUSES.fullmatch(text.strip(" .!"))
    if found is None or last is None or last.role != "assistant" or (moved := _MOVES.search(last.text)) is None:
        return None
    what = re.sub(r"\b(?:your|those|these)\b", "my", moved["what"], flags=re.IGNORECASE)
    return f"keep {what} {found['as'] or 'as ' + found['with']}"


_TRIED = Regex(
    r"(?:have you (?:tried|used|considered|had|been to)|do you (?:use|have|own|know)|ever (?:tried|used)|"
    r"what about|how about) "
    r"(?P<what>(?:the|a|an) [\w'&-]+(?: [\w'&-]+){0,3}?|(?-i:[A-Z])[\w'&-]+(?: (?-i:[A-Z])[\w'&-]+)*)(?: (?:for|"
    r"to|instead|yet|before|in|at|on)"
    r"\b[^?]*)?\?",
    re.IGNORECASE,
)
_FELT = Regex(
    r"(?:i |we )?(?P<how>(?:(?:absolutely|really|just) )*(?:hated|loved|liked|adored|loathed|enjoyed|didn't like|"
    r"couldn't stand|wasn't "
    r"keen on)) (?:it|them|that)(?P<rest>$|[,.].*| (?:because|but|so)\b.*)",
    re.IGNORECASE,
)


def answered_liking(clause: str, setting: MessageSetting) -> list[Statement]:
    """How the user liked what the assistant asked whether they know: "Have you tried the Ember mug?" "Hated it"."""
    found = _FELT.fullmatch(clause)
    asked = _TRIED.search(_question(setting)) if found else None
    if found is None or asked is None:
        return []
    disliked = bool(re.search(r"hated|loathed|n't", found["how"], re.IGNORECASE))
    return [
        Statement(
            text=as_sentence(f"The user {found['how'].lower()} {asked['what']}{found['rest']}"),
            kind=Kind.PREFERENCE,
            slot=make_slot(USER, "like", asked["what"], polarity=-1 if disliked else 1),
            confidence=0.8,
            importance=0.6,
        )
    ]


def confirmed_proposal(text: str, setting: MessageSetting) -> list[Statement]:
    """A "sure, go ahead" to a proposal: a decision with the proposal's own words."""
    last = _question(setting)
    if not last or not _YES.fullmatch(text.strip(" .!")) or not _ASKS.search(last) or _WEAK.fullmatch(text.strip()):
        return []
    proposal = re.sub(r"\s*[^.!?]*\?\s*$", "", last).strip()
    if len(proposal) < 8 or not re.search(r"\d|[A-Z]", proposal):
        proposal = re.sub(
            r"^(?:shall|should) i |^(?:do you )?want me to |^would you like me to ",
            "",
            last.strip(" ?"),
            flags=re.IGNORECASE,
        )
    asked = last_request(setting)
    return [
        Statement(
            text=as_sentence(f"The user confirmed: {proposal.strip(' .')}" + (f" ({asked})" if asked else "")),
            kind=Kind.DECISION,
            slot=make_slot(USER, f"decision:{rule_topic(asked or proposal)}", proposal),
            confidence=0.9,
            importance=0.8,
        )
    ]


def confirmed_guess(text: str, setting: MessageSetting) -> str | None:
    """What the user would have said, where they say yes to a guess: "You're vegan, right?" "Yep" is "I'm vegan"."""
    last = _question(setting)
    if not last or not re.match(
        r"(?:yes|yeah|yep|yup|correct|exactly|right|that's right|indeed)\b[\s,.!]*(?:i am|i do|that's right"
        r"|exactly|still|correct|i (?:really )?(?:love|like) (?:it|them|that))?[\s,.!]*$",
        text.strip(),
        re.IGNORECASE,
    ):
        return None
    found = _GUESS.search(strip_closing_question(last) if offers_to_keep(last) else last)
    if found is None:
        return None
    said = re.sub(r"\byou're\b|\byou are\b", "I'm", found["said"], flags=re.IGNORECASE)
    said = re.sub(r"\b(?:you want|you'd like|you need)\b", "I always want", said, flags=re.IGNORECASE)
    if scoped := re.fullmatch(
        r"(?P<scope>(?:for|on|in|with|at) [^,]+?),? (?P<rest>(?:I|you)\b.+)", said, re.IGNORECASE
    ):
        said = f"{scoped['rest']} {scoped['scope'].lower()}"
    said = re.sub(r"\byour\b", "my", said, flags=re.IGNORECASE)
    return re.sub(r"\byou\b", "I", said, flags=re.IGNORECASE)


def _question(setting: MessageSetting) -> str:
    last = setting.earlier[-1] if setting.earlier else None
    return last.text.strip() if last and last.role == "assistant" and "?" in last.text else ""


def last_request(setting: MessageSetting) -> str:
    """The user's last message where it is short, as what a proposal was made for; else empty."""
    said = next((s.text.strip() for s in reversed(setting.earlier) if s.role == "user"), "")
    return said.rstrip(" .!?") if 0 < len(said.split()) <= 14 and "\n" not in said else ""
