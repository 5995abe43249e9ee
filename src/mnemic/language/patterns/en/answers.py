"""Short answers to what the assistant proposed or guessed."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.language.patterns.en.making import slot, topic
from mnemic.language.patterns.en.telling import sentence
from mnemic.language.statement import USER, Setting, Statement

_YES = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|perfect|great|lovely|brilliant|good|fine|please|cool|sounds (?:good"
    r"|great|perfect)|works for me|deal|done|absolutely|definitely|exactly|correct|right|go ahead|do it"
    r"|let's do it"
    r"|(?:please )?(?:book|order|reserve|get|take|buy|go with|go for|use|confirm|do|make|schedule"
    r"|pick)(?: me)? (?:it|that|that one|this one|the first one|this|them)|that one|that works|that'll do"
    r"|i'll take it|confirmed|approved|agreed|please do|go for it|"
    r"thanks|ta|cheers|then|it is|with that|love it)[\s,.!:)]*)+",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:book|order|reserve|shall i|should i|want me to|go with|go ahead|confirm|do you want|would you like"
    r"|schedule|ok\b|okay|sound good|proceed|buy|place the order|set it|hold)\b[^?]*\?",
    re.IGNORECASE,
)
_GUESS = re.compile(
    r"(?:so )?(?P<said>(?:you're|you are|you have|you like|you prefer|you live|you work|you don't|you use"
    r"|you drive|your [\w ]+ (?:is|are))\b[^?]*?)(?:,? (?:right|correct|is that right|is that correct|yes"
    r"|no))?\?",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"(?:thanks|ta|cheers|great|cool|good|fine|ok|okay|lovely|brilliant|perfect|right|done|then|please|[\s,.!])+",
    re.IGNORECASE,
)


def confirmed(text: str, setting: Setting) -> list[Statement]:
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
            text=sentence(f"The user confirmed: {proposal.strip(' .')}" + (f" ({asked})" if asked else "")),
            kind=Kind.DECISION,
            slot=slot(USER, f"decision:{topic(asked or proposal)}", proposal),
            confidence=0.9,
            importance=0.8,
        )
    ]


def guessed(text: str, setting: Setting) -> str | None:
    """What the user would have said, where they say yes to a guess: "You're vegan, right?" "Yep" is "I'm vegan"."""
    last = _question(setting)
    if not last or not re.match(
        r"(?:yes|yeah|yep|yup|correct|exactly|right|that's right|indeed)\b[\s,.!]*(?:i am|i do|that's right"
        r"|exactly|still|correct|i (?:really )?(?:love|like) (?:it|them|that))?[\s,.!]*$",
        text.strip(),
        re.IGNORECASE,
    ):
        return None
    found = _GUESS.search(last)
    if found is None:
        return None
    said = re.sub(r"\byou're\b|\byou are\b", "I'm", found["said"], flags=re.IGNORECASE)
    said = re.sub(r"\byour\b", "my", said, flags=re.IGNORECASE)
    return re.sub(r"\byou\b", "I", said, flags=re.IGNORECASE)


def _question(setting: Setting) -> str:
    last = setting.earlier[-1] if setting.earlier else None
    return last.text.strip() if last and last.role == "assistant" and "?" in last.text else ""


def last_request(setting: Setting) -> str:
    """The user's last message where it is short, as what a proposal was made for; else empty."""
    said = next((s.text.strip() for s in reversed(setting.earlier) if s.role == "user"), "")
    return said.rstrip(" .!?") if 0 < len(said.split()) <= 14 and "\n" not in said else ""
