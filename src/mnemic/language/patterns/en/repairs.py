"""Corrections of what was said before, and requests to drop something."""

from __future__ import annotations

import difflib
import re

from mnemic.domain.record import Kind
from mnemic.language.patterns.en.clauses import sentences, spelled, unopened
from mnemic.language.patterns.en.making import topic
from mnemic.language.patterns.en.masking import mask, plain
from mnemic.language.patterns.en.telling import sentence
from mnemic.language.statement import Setting, Statement

_MARK = (
    r"(?:(?:no|nope|nah|oops|whoops|sorry|wait|hang on|hold on|hmm|ah|oh|my bad|my mistake|actually|correction"
    r"|scratch that|strike that|typo|rather|sry|argh)[\s,.:!—–-]*)"
)
_MEANT = re.compile(
    rf"^(?:{_MARK}+(?:i (?:meant|mean|said)|it's|it is|that's|that should be|it should be|should be|make that"
    rf"|make it|that was|it was)?|i meant|i mean|that should (?:be|say|read)|it should (?:be|say|read)"
    rf"|make that)\s*(?P<new>(?:[^.!?]|\.(?=\d)){{1,80}})",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    r"\b(?:meant|mean|scratch|strike|correction|typo|sorry|should|make that|oops|whoops|my bad|my mistake|no"
    r"|rather)\b",
    re.IGNORECASE,
)
_SAID_BUT = re.compile(
    r"(?:sorry,? )?i (?:said|wrote|put|typed) (?P<old>[\w£$€:.%-]+) but (?:it's|it is|i meant|it should be"
    r"|that should be|meant) (?:actually |really )?(?P<new>[\w£$€:%-]+)",
    re.IGNORECASE,
)
_NOT_OLD = re.compile(
    r"(?P<new>[\w£$€:.'%-]+(?: [\w£$€:.'%-]+){0,3}),? not (?P<old>[\w£$€:.'%-]+(?: [\w£$€:.'%-]+){0,3})",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[A-Za-zÀ-ÿ£$€\d][\w£$€:./%'-]*")
_CUT = re.compile(
    r"\s*(?:,|\s—|\s-\s|\b(?:because|as|since|one [a-z]\b|final answer|i read|i misread|sorry|thanks|please"
    r"|dyslexic)\b).*$",
    re.IGNORECASE,
)

_FORGET = re.compile(
    r"(?:please |pls |can you |could you |actually,? |ok |just |you can |and )*(?:forget|delete|erase|scrub"
    r"|scratch|remove|drop|wipe|unremember|don't (?:remember|save|store|keep|record|log)|do not (?:remember"
    r"|save|store|keep|record)|stop remembering|discard|purge|(?:ignore|disregard)(?= (?:what|that|everything"
    r"|anything) i\b))\s+(?P<what>.+)",
    re.IGNORECASE,
)
_UNSAY = re.compile(
    r"(?:actually,? |please )*(?:scratch that|strike that|ignore (?:that|my last message|what i just said)"
    r"|pretend i didn't say (?:that|anything)|forget (?:i said that|i said anything|that))[\s.!]*",
    re.IGNORECASE,
)
_MEMORY = re.compile(
    r"\b(?:what i (?:said|told you|mentioned)|that i|about|thing|the fact|everything|my|i told|i said"
    r"|from (?:your )?memory|from (?:your )?notes|on file|my (?:address|number|birthday|code))\b|\bcode\b"
    r"|\bthat (?:garage|door|gate|pin)\b",
    re.IGNORECASE,
)
_TASKY = re.compile(
    r"\b(?:file|branch|row|rows|column|columns|line|lines|table|folder|index|whitespace|duplicates|test|tests"
    r"|function|paragraph|slide|comma|word|words|sentence|container|image|images)\b",
    re.IGNORECASE,
)


def retracted(text: str, setting: Setting) -> list[Statement]:
    """What the user asks to drop: "forget my old address". "Scratch that" drops what was said last."""
    if _UNSAY.fullmatch(text) and (last := _last_said(setting)):
        return [
            Statement(
                text=sentence(f"Forget {_third(last)}"), kind=Kind.FACT, retracts=True, confidence=0.9, importance=0.7
            )
        ]
    found = _FORGET.match(text)
    if found is None:
        return []
    what = re.split(
        r",|\bi'd rather\b|\bshouldn't have\b|\bit's (?:wrong|outdated|old)\b|;",
        found["what"],
    )[0].strip()
    plainly = re.match(
        r".*?\b(?:forget|scrub|scratch|unremember|remember|save|store|keep|record|log)\b", text, re.IGNORECASE
    )
    if (
        _TASKY.search(what)
        or not (_MEMORY.search(what) or (plainly and re.match(r"(?:the|my|that) ", what, re.I)))
        or re.match(r"to\b|about it\b", what, re.I)
    ):
        return []
    if re.fullmatch(
        r"(?:that|it|this|what i (?:just )?said|i said that|everything i (?:just )?said|about (?:it|that))",
        what,
        re.IGNORECASE,
    ):
        last = _last_said(setting)
        what = last or what
        if not last:
            return []
    what = re.sub(
        r"^(?:(?:what|everything|anything) i(?: ever| just)? (?:said|told you|mentioned)(?: to you)? about "
        r"|about |that i(?: ever)? (?:said|told you|mentioned) (?:that |about )?|the fact that )",
        "",
        what,
        flags=re.IGNORECASE,
    )
    return [
        Statement(
            text=sentence(f"Forget {_third(what)}"), kind=Kind.FACT, retracts=True, confidence=0.9, importance=0.7
        )
    ]


def _third(what: str) -> str:
    what = re.sub(r"\bme\b", "the user", what)
    return re.sub(r"\bI'm\b", "the user is", re.sub(r"\bmy\b", "the user's", re.sub(r"\bI\b(?!')", "the user", what)))


def _last_said(setting: Setting) -> str:
    return next((s.text.strip() for s in reversed(setting.earlier) if s.role == "user"), "")


def corrected(text: str, message_before: str, setting: Setting) -> str | None:
    """The earlier sentence of the user with the correction put in, or None where `text` corrects nothing.

    "The valve opens at 3.2 bar" and "sorry, 2.3" give "the valve opens at 2.3 bar". The part replaced is the one that
    looks most like the new one: a number for a number, a name for a name.
    """
    if said_wrong := _SAID_BUT.match(text):
        return _repair(said_wrong["new"], said_wrong["old"], message_before, setting)
    found = _MEANT.match(text)
    if found is None or not _NEEDS.search(text[: found.start("new") or 1]):
        return None
    new = _CUT.sub("", found["new"]).strip(" ,.'\"")
    if not new or len(new.split()) > 6:
        return None
    old_given = None
    if both := _NOT_OLD.match(new):
        new, old_given = both["new"], both["old"]
    return _repair(new, old_given, message_before, setting)


def _repair(new: str, old: str | None, message_before: str, setting: Setting) -> str | None:
    earlier = [message_before, *(s.text for s in reversed(setting.earlier[-6:]) if s.role == "user")]
    for said in earlier:
        for spoken in reversed(sentences(mask(plain(said)))):
            if repaired := _put(unopened(spelled(spoken.text)), new, old):
                return repaired
    return None


def _put(said: str, new: str, old: str | None) -> str | None:
    if old:
        return (
            re.sub(rf"(?i)(?<!\w){re.escape(old)}(?!\w)", new, said, count=1)
            if re.search(rf"(?i)(?<!\w){re.escape(old)}(?!\w)", said)
            else None
        )
    if whole := _same_head(said, new):
        return whole
    tokens = list(_TOKEN.finditer(said))
    wanted = new.split()
    if len(wanted) > 2:
        return None
    key = next((word for word in wanted if any(c.isdigit() for c in word)), wanted[-1])
    best = max(tokens, key=lambda t: _likeness(t.group(), key), default=None)
    if best is None or _likeness(best.group(), key) < 0.6 or best.group().casefold() == key.casefold():
        return None
    repeated = re.match(rf"\s+{re.escape(wanted[-1])}\b", said[best.end() :], re.IGNORECASE)
    return said[: best.start()] + (key if repeated else new) + said[best.end() :]


def _same_head(said: str, new: str) -> str | None:
    """The words before are shared and the last one differs: "dock 41" for "dock 14"."""
    head, _, tail = new.rpartition(" ")
    if not head or not (found := re.search(rf"(?i)\b{re.escape(head)}\s+(\S+)", said)):
        return None
    return None if found[1].casefold() == tail.casefold() else said[: found.start()] + new + said[found.end() :]


def _likeness(old: str, new: str) -> float:
    if any(c.isdigit() for c in old) != any(c.isdigit() for c in new):
        return 0.0
    if old[0].isdigit() and new[0].isdigit():
        return 0.7 + 0.3 * difflib.SequenceMatcher(None, old, new).ratio()
    if not old[0].isupper() and new[0].isupper():
        return 0.0
    return difflib.SequenceMatcher(None, old.casefold(), new.casefold()).ratio()


_NO_CHOICE = re.compile(
    r"^(?:(?:hmm|hang on|wait|no|nope|actually|sorry|scratch that|change of plan"
    r"|on second thought)[\s,.—–-]*)+(?P<new>[\w' -]{2,40}?)(?:,? (?:final answer|instead|please|after all)\b.*"
    r"|$)",
    re.I,
)
_CHOSEN = re.compile(
    r"(?:let's |lets )?(?:go with|use|pick|make it|do|take)\s+(?P<old>[\w' -]+?)(?P<rest>\s+for (?:the|our|my) .+)?$",
    re.I,
)


def rechosen(text: str, setting: Setting) -> str | None:
    """The earlier choice with a new one in its place: "use cream for the shed", and later "no, sage green"."""
    found = _NO_CHOICE.match(text)
    if found is None or re.match(
        r"(?:hang|hold|wait|i|you|it|that|this|we|not|thanks|need|don't|hold|wait|idea|problem)\b", found["new"], re.I
    ):
        return None
    for spoken in reversed(setting.earlier[-4:]):
        if spoken.role == "user" and (old := _CHOSEN.search(unopened(spelled(spoken.text.strip(" .!"))))):
            return f"go with {found['new']}{old['rest'] or ''}" if topic(found["new"]) else None
    return None
