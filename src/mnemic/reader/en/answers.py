"""Short answers to what the assistant proposed or guessed."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import make_slot, rule_topic
from mnemic.reader.offers import offers_to_keep, strip_closing_question
from mnemic.reader.statement import USER, MessageSetting, Statement

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
