"""Corrections of what was said before, and inside one sentence.

Corrections of what was said before, and requests to drop something.
"""

from __future__ import annotations

import difflib
import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en.clauses import fix_chat_spelling, message_sentences, strip_opening
from mnemic.reader.en.person import third_person_order
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.preparation import mask_foreign_text, plain_punctuation
from mnemic.reader.en.statement_building import rule_topic
from mnemic.reader.statement import MessageSetting, Statement

_MARK = (
    r"(?:(?:oh |oops |whoops |ah |er |erm |um )*(?:sorry|no wait|wait no|wait|oops|whoops|my bad|correction|"
    r"scratch that|strike that|i mean|i meant|i tell a lie|make that|or rather|rather|i should say|typo|no)"
    r"(?:,? (?:sorry|no|wait|i mean|i meant|it's|make that|that's))*)"
)
_AMENDS = Regex(
    rf"(?P<said>.{{4,}}?)\s*(?:,|\s[-–—]|\.\.+|…|\()\s*{_MARK}(?:[,.:…]+\s+|\s+(?=[£$€\d])|(?<=mean)\s+|"
    rf"(?<=meant)\s+|(?<=make that)\s+|(?<=or rather)\s+)(?P<new>(?:the |a |an |in |on |at )?"
    rf"[\w£$€:.%'-]+(?: [\w£$€:.%'-]+){{0,2}}?)\)?(?P<rest>$|[,;.)].*| (?:and|but|so|because|of|for|in|at|on|as|"
    rf"with|a|per|now|already|instead|then|actually|today)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_MARKED = Regex(
    r"\b(?:sorry|wait|oops|whoops|my bad|correction|that|mean|meant|lie|rather|say|typo|no)\b", re.IGNORECASE
)
_NOTHING_NEW = Regex(
    r"(?:i|i'm|i've|i'll|i'd|we|you|it|it's|that|that's|this|he|she|they|there|not|no|never|can|could|please|"
    r"thanks|what|"
    r"why|how|if|but|and|so|problem|worries|need|idea|way|matter|one|more|longer|offence|biggie|rush|sorry)\b",
    re.IGNORECASE,
)
_ASIDE = Regex(
    r"^,? (?:i (?:always |keep |never )?(?:get|mix|forget|misread|mistyped|typed|muddle)\b[^,.;]*|typo|"
    r"fat fingers|my bad)",
    re.I,
)


def apply_self_correction(sentence: str) -> str:
    """The sentence with what its speaker put right in it; as it is where nothing was."""
    found = _AMENDS.fullmatch(sentence) if _MARKED.search(sentence) else None
    if found is None or _NOTHING_NEW.match(found["new"]):
        return sentence
    rest = found["rest"]
    said = replace_similar_part(found["said"], found["new"])
    if said is None and (more := re.match(r" (?P<word>[\w'-]+)(?P<rest>.*)", rest, re.DOTALL)):
        said = replace_similar_part(found["said"], f"{found['new']} {more['word']}")
        rest = more["rest"] if said else rest
    said = said or _last_replaced(found["said"], found["new"])
    if said is None:
        return sentence
    rest = _without_repeated(said, _ASIDE.sub("", rest))
    return f"{said}{rest}"


_LAST_NAME = Regex(r"(?<=\s)[A-Z][\w'-]*(?: [A-Z][\w'-]*)*$")
_WORD_AT_END = Regex(r"\b[\w'-]+$")
_LAST_NOUN = Regex(r"(?<=\s)[a-z][a-z'-]{2,}$")


def _last_replaced(said: str, new: str) -> str | None:
    """With the new words for the last ones of their shape: a name for a name, "three cats" for "two cats"."""
    words = new.split()
    if len(words) > 1:
        for same in phrases.spans(f" {words[-1]}", said, ends=phrases.WORD_EDGE):
            if before := _WORD_AT_END.search(said, 0, same.start):
                return said[: before.start()] + new + said[same.end :]
    shape = _LAST_NAME if new[0].isupper() else _LAST_NOUN if len(words) == 1 and new[0].isalpha() else None
    last = shape.search(said) if shape else None
    return said[: last.start()] + new if last else None


def _without_repeated(said: str, rest: str) -> str:
    """The rest without words that the sentence ends in already: "20mg, sorry, 40mg of zinc" has "of zinc" once."""
    return "" if rest.strip(" ,.;)") and said.endswith(rest.strip(" ,.;)")) else rest.lstrip(")")


_MARK_REPAIRS = (
    r"(?:(?:no|nope|nah|oops|whoops|sorry|wait|hang on|hold on|hmm|ah|oh|my bad|my mistake|actually|correction"
    r"|scratch that|strike that|typo|rather|sry|argh)[\s,.:!—–-]*)"
)
_MEANT = Regex(
    rf"^(?:{_MARK_REPAIRS}+(?:i (?:meant|mean|said)|it's|it is|that's|that should be|it should be|should be|make that"
    rf"|make it|that was|it was)?|i meant|i mean|that should (?:be|say|read)|it should (?:be|say|read)"
    rf"|make that)\s*(?P<new>(?:[^.!?]|\.(?=\d)){{1,80}})",
    re.IGNORECASE,
)
_AGAIN = Regex(
    r"(?:(?:i|we|i've|we've|just|have|ok|so|actually)[, ]+)*(?:re-?|double-)?(?:measured|counted|checked|weighed|timed|"
    r"looked|tested|read)(?: (?:it|them|this|that|that one))?(?: (?:again|twice|properly|back|up|once more))*"
    r"(?: (?:with|on|using|against|in|by) [^:,;]{2,40}?)?\s*[:,;–—-]+\s*(?:and |but |actually |it's |"
    r"they're |it is |there are |"
    r"there's |that's |now |really |should be )*(?P<new>[£$€]?\d[^,;!?]{0,40}?)(?:[.,;](?!\d).*|$)",
    re.IGNORECASE,
)
"""Something measured or looked up again: the figure found takes the place of the one told before."""
_PAIR = Regex(r"\d[\d.]* ?(?:by|x|×) ?\d[\d.]*", re.IGNORECASE)
_NO_SUCH = Regex(r"no (?!(?:i|it's|it|wait|sorry|make|that's|that|should|actually|not)\b)(?=[a-z])", re.IGNORECASE)
_NEEDS = Regex(
    r"\b(?:meant|mean|scratch|strike|correction|typo|sorry|should|make that|oops|whoops|my bad|my mistake|no"
    r"|rather)\b",
    re.IGNORECASE,
)
_SAID_BUT = Regex(
    r"(?:sorry,? )?i (?:said|wrote|put|typed) (?P<old>[\w£$€:.%-]+) but (?:it's|it is|i meant|it should be"
    r"|that should be|meant) (?:actually |really )?(?P<new>[\w£$€:%-]+)",
    re.IGNORECASE,
)
_NOT_OLD = Regex(
    r"(?P<new>[\w£$€:.'%-]+(?: [\w£$€:.'%-]+){0,3}),? not (?P<old>[\w£$€:.'%-]+(?: [\w£$€:.'%-]+){0,3})",
    re.IGNORECASE,
)
_TOKEN = Regex(r"[A-Za-zÀ-ÿ£$€\d][\w£$€:./%'-]*")
_CUT = Regex(
    r"\s*(?:,|\s—|\s-\s|\b(?:because|as|since|one [a-z]\b|final answer|i read|i misread|sorry|thanks|please"
    r"|dyslexic)\b).*$",
    re.IGNORECASE,
)

_FORGET = Regex(
    r"(?:please |pls |can you |could you |actually,? |ok |just |you can |and )*(?:forget|delete|erase|scrub"
    r"|scratch|remove|drop|wipe|unremember|don't (?:remember|save|store|keep|record|log)|do not (?:remember"
    r"|save|store|keep|record)|stop remembering|discard|purge|(?:scrap|ditch|bin|lose|cancel|undo)(?= (?:the|that|"
    r"my) (?:rule|thing|bit|instruction|note|line|preference|"
    r"stuff) (?:about|on|with|where)\b)|(?:ignore|disregard)(?= (?:what|that|everything"
    r"|anything) i\b))\s+(?P<what>.+)",
    re.IGNORECASE,
)
_UNSAY = Regex(
    r"(?:actually,? |please )*(?:scratch that|strike that|ignore (?:that|my last message|what i just said)"
    r"|pretend i didn't say (?:that|anything)|forget (?:i said that|i said anything|that))[\s.!]*",
    re.IGNORECASE,
)
_RATHER_NOT = Regex(
    r"(?:actually,? |please |look,? |hmm,? )*(?:i'd|i would|we'd|i'd much|can we) (?:really |much )?(?:rather|"
    r"prefer(?: it)?(?: if)?|like it if) "
    r"(?:you (?:didn't|don't|not|forgot|dropped)(?: to)?(?: (?:keep|store|save|remember|hold on to|hang on to|"
    r"record|note|log|know|have))?"
    r"(?: (?:about )?(?P<what>[^,.]+?))?|not have (?P<what4>[^,.]+?) (?:kept|stored|saved|remembered|recorded|"
    r"on file|on record|noted|logged|written down)|"
    r"(?P<what2>[^,.]+?) (?:wasn't|weren't|isn't|didn't get|not be|is not|"
    r"wouldn't be|not) "
    r"(?:be )?(?:kept|stored|saved|remembered|recorded|on file|on record|noted|logged|written down|in (?:there|"
    r"your (?:memory|notes))))"
    r"(?:,? (?:please|thanks|actually|after all|anywhere|any more))*(?:,? (?P<what3>(?:the|that|my|what) .+))?",
    re.IGNORECASE,
)
_NEVER_SAID = Regex(
    r"(?:actually,? |please |ok,? |just |let's |can (?:you|we) )*(?:pretend|act like|act as if|imagine|"
    r"forget) (?:that )?(?:i (?:never|didn't|hadn't) "
    r"(?:ever )?(?:say|said|mention(?:ed)?|tell|told you|bring up|brought up)|you (?:never|didn't) (?:hear|heard|"
    r"see|saw)) "
    r"(?:you )?(?:that |about |anything about )?(?P<what>.+)",
    re.IGNORECASE,
)
_OFF_RECORD = Regex(
    r"(?:please |can you |could you |actually,? |just )*(?:take|strike|get|leave|keep|scrub|"
    r"wipe) (?P<what>[^,.]+?) (?:off|out of|from) "
    r"(?:the record|your (?:memory|notes|records?|list of facts)|my (?:profile|file|record))(?: please)?",
    re.IGNORECASE,
)
_SOFTLY = Regex(
    r"\b(?:rather|prefer|like it|can we|pretend|act|imagine|forget|record|memory|notes|profile|file|facts)\b",
    re.IGNORECASE,
)
_POINTS = Regex(
    r"(?:it|that|this|those|them|any of (?:that|it|this)|all (?:that|of that)|that (?:bit|part|one|thing|"
    r"last (?:bit|part|thing|message))|"
    r"what i (?:just )?said|anything|that last one)(?: either)?",
    re.IGNORECASE,
)
_MEMORY = Regex(
    r"\b(?:what i (?:said|told you|mentioned)|that i|about|thing|the fact|everything|my|i told|i said"
    r"|from (?:your )?memory|from (?:your )?notes|on file|my (?:address|number|birthday|code))\b|\bcode\b"
    r"|\bthat (?:garage|door|gate|pin)\b",
    re.IGNORECASE,
)
_TASKY = Regex(
    r"\b(?:file|branch|row|rows|column|columns|line|lines|table|folder|index|whitespace|duplicates|test|tests"
    r"|function|paragraph|slide|comma|word|words|sentence|container|image|images)\b",
    re.IGNORECASE,
)


_ALLOWED = Regex(
    r"(?:you can|you may|feel free to|it's (?:fine|ok|okay) to|no need to avoid) (?:use|add|include|put|write|"
    r"send|suggest|mention"
    r"|go back to using)?(?:ing)? ?(?P<what>[\w' -]{3,40}?) (?:again|after all)(?: now| if you like|"
    r" please)?(?:,.*)?",
    re.IGNORECASE,
)


def retractions(text: str, setting: MessageSetting) -> list[Statement]:
    """What the user asks to drop: "forget my old address". "Scratch that" drops what was said last."""
    if (allowed := _ALLOWED.fullmatch(text)) and re.search(r"\bmy\b", allowed["what"]):
        return []
    if allowed:
        return [
            Statement(
                text=as_sentence(f"Forget {_third(allowed['what'])}"),
                kind=Kind.FACT,
                retracts=True,
                confidence=0.9,
                importance=0.7,
            )
        ]
    if (softly := _dropped_softly(text, setting)) is not None:
        return softly
    if _UNSAY.fullmatch(text) and (last := _last_said(setting)):
        return [
            Statement(
                text=as_sentence(f"Forget {_third(last)}"),
                kind=Kind.FACT,
                retracts=True,
                confidence=0.9,
                importance=0.7,
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
        r".*?\b(?:forget|scrub|scratch|unremember|remember|save|store|keep|record|log|scrap|ditch|bin|lose|undo)\b",
        text,
        re.IGNORECASE,
    )
    if (
        _TASKY.search(what)
        or not (_MEMORY.search(what) or (plainly and re.match(r"(?:the|my|that) ", what, re.I)))
        or re.match(r"to\b|about it\b", what, re.I)
    ):
        return []
    if re.fullmatch(
        r"(?:that|it|this|what i (?:just )?said|i said that|everything i (?:just )?said|about (?:it|that)|"
        r"the (?:first|old|other|last)(?: one)?)",
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
            text=as_sentence(f"Forget {_third(what)}"), kind=Kind.FACT, retracts=True, confidence=0.9, importance=0.7
        )
    ]


def takes_message_back(text: str) -> bool:
    """Whether the user asks to be taken as not having said something: "pretend I never said that"."""
    return bool(_NEVER_SAID.fullmatch(text.strip(" .!")))


def _dropped_softly(text: str, setting: MessageSetting) -> list[Statement] | None:
    """What is to be dropped in soft words: "I'd rather that wasn't kept". None where nothing is."""
    said = text.strip(" .!")
    if not _SOFTLY.search(said):
        return None
    found = _RATHER_NOT.fullmatch(said) or _NEVER_SAID.fullmatch(said) or _OFF_RECORD.fullmatch(said)
    if found is None:
        return None
    named = [part for name, part in found.groupdict().items() if part and name.startswith("what")]
    what = next((part for part in reversed(named) if not _POINTS.fullmatch(part)), "") or _last_said(setting)
    what = re.sub(
        r"^(?:the thing|that thing|the bit|that bit|the part|that part|anything|what i said) about ",
        "",
        what,
        flags=re.I,
    )
    if not what:
        return []
    return [
        Statement(
            text=as_sentence(f"Forget {_third(what)}"), kind=Kind.FACT, retracts=True, confidence=0.9, importance=0.7
        )
    ]


def _third(what: str) -> str:
    return third_person_order(what)


def _last_said(setting: MessageSetting) -> str:
    return next((s.text.strip() for s in reversed(setting.earlier) if s.role == "user"), "")


def corrected_sentence(text: str, message_before: str, setting: MessageSetting) -> str | None:
    """The earlier sentence of the user with the correction put in, or None where `text` corrects nothing.

    "The valve opens at 3.2 bar" and "sorry, 2.3" give "the valve opens at 2.3 bar". The part replaced is the one that
    looks most like the new one: a number for a number, a name for a name.
    """
    if said_wrong := _SAID_BUT.match(text):
        return _repair(said_wrong["new"], said_wrong["old"], message_before, setting)
    if again := _AGAIN.fullmatch(text.strip(" .!")):
        return _repair(again["new"].strip(), None, message_before, setting)
    found = _MEANT.match(text)
    if found is None or not _NEEDS.search(text[: found.start("new") or 1]) or _NO_SUCH.match(text):
        return None
    new = _CUT.sub("", found["new"]).strip(" ,.'\"")
    if not new or len(new.split()) > 6:
        return None
    old_given = None
    if both := _NOT_OLD.match(new):
        new, old_given = both["new"], both["old"]
    return _repair(new, old_given, message_before, setting)


def _repair(new: str, old: str | None, message_before: str, setting: MessageSetting) -> str | None:
    earlier = [message_before, *(s.text for s in reversed(setting.earlier[-6:]) if s.role == "user")]
    for said in earlier:
        for spoken in reversed(message_sentences(mask_foreign_text(plain_punctuation(said)))):
            if repaired := replace_similar_part(strip_opening(fix_chat_spelling(spoken.text)), new, old):
                return repaired
    return None


def replace_similar_part(said: str, new: str, old: str | None = None) -> str | None:
    """The sentence with `new` in place of `old`, or of the part that looks most like it; None where none does."""
    if old:
        wrong = phrases.first(old, said, begins=phrases.NO_WORD_BEFORE, ends=phrases.NO_WORD_AFTER)
        return said[: wrong.start] + new + said[wrong.end :] if wrong else None
    if (pair := _PAIR.search(new)) and (earlier := _PAIR.search(said)):
        return said[: earlier.start()] + pair.group() + said[earlier.end() :]
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
    rest = said[best.end() :]
    repeated = phrases.first(wanted[-1], rest.lstrip(), ends=phrases.WORD_EDGE) if rest[:1].isspace() else None
    return said[: best.start()] + (key if repeated and repeated.start == 0 else new) + rest


_WORD_FOLLOWS = Regex(r"\s+(\S+)")


def _same_head(said: str, new: str) -> str | None:
    """The words before are shared and the last one differs: "dock 41" for "dock 14"."""
    head, _, tail = new.rpartition(" ")
    shared = phrases.first(head, said, begins=phrases.WORD_EDGE, ends=_WORD_FOLLOWS) if head else None
    follows = _WORD_FOLLOWS.match(said, shared.end) if shared else None
    if shared is None or follows is None or follows[1].casefold() == tail.casefold():
        return None
    return said[: shared.start] + new + said[follows.end() :]


def _likeness(old: str, new: str) -> float:
    if any(c.isdigit() for c in old) != any(c.isdigit() for c in new):
        return 0.0
    if old[0].isdigit() and new[0].isdigit():
        return 0.7 + 0.3 * difflib.SequenceMatcher(None, old, new).ratio()
    if not old[0].isupper() and new[0].isupper():
        return 0.0
    return difflib.SequenceMatcher(None, old.casefold(), new.casefold()).ratio()


_NO_CHOICE = Regex(
    r"^(?:(?:hmm|hang on|wait|no|nope|actually|sorry|scratch that|change of plan"
    r"|on second thought)[\s,.—–-]*)+(?P<new>[\w' -]{2,40}?)(?:,? (?:final answer|instead|please|after all)\b.*"
    r"|$)",
    re.I,
)
_CHOSEN = Regex(
    r"(?:let's |lets )?(?:go with|use|pick|make it|do|take)\s+(?P<old>[\w' -]+?)(?P<rest>\s+for (?:the|our|my) .+)?$",
    re.I,
)


def changed_choice(text: str, setting: MessageSetting) -> str | None:
    """The earlier choice with a new one in its place: "use cream for the shed", and later "no, sage green"."""
    found = _NO_CHOICE.match(text)
    if found is None or re.match(
        r"(?:hang|hold|wait|i|you|it|that|this|we|not|thanks|need|don't|hold|wait|idea|problem)\b", found["new"], re.I
    ):
        return None
    for spoken in reversed(setting.earlier[-4:]):
        if spoken.role == "user" and (
            old := _CHOSEN.search(strip_opening(fix_chat_spelling(spoken.text.strip(" .!"))))
        ):
            return f"go with {found['new']}{old['rest'] or ''}" if rule_topic(found["new"]) else None
    return None
