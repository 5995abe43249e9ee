"""Sentences and clauses of a masked message, with their place in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.reader.en.lexicon import RELATION, UNAPOSTROPHED
from mnemic.reader.en.misspellings import fix_misspellings
from mnemic.reader.en.verbs import FINITE


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence as it stands in the message. `asked`: it ends with a question mark."""

    text: str
    start: int
    end: int
    asked: bool = False


_END = Regex(
    r""
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bProf)(?<!\bSmt)(?<!\bRev)(?<!\bFr)(?<!\bapprox)"
    r"(?<!\bCapt)(?<!\bSgt)(?<!\bJr)(?<!\bSr)(?<!\bMt)(?<!\bSt)(?<!\bNo)"
    r"(?<!\b[nN]o(?=\. ?\d))(?<!\be\.g)(?<!\bi\.e)(?<!\b[ap]\.m(?=\.\s[a-z]))(?<!\bvs)[.!?…]+[)\"']*(?=\s"
    r"|$)|\n+|;\s|[\U0001F300-\U0001FAFF\u2600-\u27BF\U0001F1E6-\U0001F1FF\uFE0F\u200D]+"
)
_DASH = Regex(r"\s+(?:—|–|--|-)\s+|(?<=\w)—(?=\w)")
_BULLET = Regex(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_OPENER = Regex(
    r"^(?:(?:ok|okay|oh|ah|ooh|well|so|and|but|also|btw|by the way|fyi|for the record|anyway|anyways|right|hey"
    r"|hi|hello|yeah|yep|yes|honestly|tbh|to be honest|look|listen|plus|just so you know|note|heads up"
    r"|quick note|quick update|update|small update|good to know|remember|please remember|keep in mind"
    r"|just to say|for what it's worth|fwiw|in case it helps|cheers|thanks|thank you|ta|lol|haha|ha|hmm|um|er"
    r"|god|ugh|one more thing|another thing|also|as for me|meanwhile|actually|basically|turns out|good news"
    r"|bad news|news|funnily enough|frankly|in fact|that said|besides|psa|p\.?s\.?|ps|morning|evening|alright"
    r"|great|cool|nice|perfect|finally|apparently|then|sorry|correction|my bad|decision|final decision"
    r"|important|reminder|put (?:this|it) on (?:file|record)|mate|man|for your info|for context|context|for reference"
    r"|ngl|tbf|kindly|however|nope|nah|for the avoidance of doubt|for clarity|to be clear|to confirm|geez|jeez|imo|"
    r"imho|fun fact|random fact|side note|for future reference|so you know|"
    r"just fyi|also fyi|oh and|so yeah"
    r"|like (?:i|we) (?:said|say|told you|mentioned)|as (?:i|we) (?:said|mentioned|told you)(?: before| earlier)?"
    r"|(?:i've |we've |i |we )?changed (?:my|our) minds?(?: on that| about that)?|change of (?:mind|heart)|(?:we|"
    r"i) did it(?=[,!])|it's official|long story short|back on earth|in real life|in reality|fat fingers|"
    r"go on then|fair enough|me(?=, i\b)|personally|for my part"
    r"|the other thing|first off|first of all|on another note|separately|unrelated|oh yeah|oh yes|yo|hiya"
    r"|just a heads up|you should know|you know me|what i (?:meant|wanted) to (?:say|tell you"
    r"|mention)(?: before[\w ]*)?|remember that|note that|please note"
    r"|please note that|don't forget|don't forget that|the thing is|thing is)\b(?:\s+(?:that|though|then"
    r"|again))?[\s,:!.—–-]*)+(?=\S)",
    re.IGNORECASE,
)
_SUBJECT = (
    rf"(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|my|our|he|he's|she|she's|they|they're|they'll|it's"
    rf"|the {RELATION}|there's|home"
    r"|never|always|don't|please|no more|from now on|in future|in the future|going forward)\b"
)
_OWN = (
    rf"(?:never (?!have|had|has|did|been|will)[a-z]+|always (?!have|had|has|did|been|will)[a-z]+|don't|stop"
    rf"|quit|no more|please (?:don't|stop|never)|(?:just |please )?call me|it's (?:all|the)|now i|i|i'm|i've"
    rf"|i'd|i'll|we|we're|we've|we'll|my|our|they'll|the {RELATION})\b"
)
_JOINT = Regex(
    rf":\s+(?={_OWN}|(?:nothing|no \w+) (?:before|after|until|on)\b)|(?<!\bshe)(?<!\bhe)(?<!\bthey),?\s+(?:but|and|"
    rf"plus|while|whereas|"
    rf"meanwhile)\s+(?:also\s+|now\s+|please\s+"
    rf"|btw\s+|by the way\s+|just\s+)?(?={_SUBJECT})|,\s+(?={_OWN})|,?\s+so\s+(?=(?:i|i'm|i've|we|we're|"
    r"we've)\b(?!\s+(?:can|don't"
    rf"|won't|could|will)\b))|,?\s+so\s+(?=(?:from now on|going forward|in future)\b)|,?\s+so\s+(?=(?:no|never|"
    rf"always|don't|please|keep|skip|avoid|use|stick|make|leave"
    rf"|put|drop|stop|call|book|give|knock)\b(?!\s+(?:that|it|them|those|this)\b))"
    r"|,\s+(?=(?:love|hate|can't stand|prefer|adore|loathe)\b)|,\s+but\s+|\s+anyway\s+|\s+and then\s+(?=i\b)"
    r"|,?\s+(?:and |also |oh |but )*(?:heads up|fyi|just so you know|for the record|remember|remember that|"
    r"bear in mind|"
    r"keep in mind)[\s,:]+(?=(?:i|i'm|i've|my|we|we're|our)\b)"
    r"|,?\s+(?:and |oh |so )*(?:before i forget|oh and|oh yeah|by the way|while i remember|"
    r"i should say)[\s,]+(?=(?:i|i'm|i've|my|we|our)\b)",
    re.IGNORECASE,
)
_PRACTICE = Regex(
    r"^we (?!are\b|have\b|were\b|need\b|want\b|can\b|had\b|will\b|would\b|should\b)[\w-]+ [^,]*, (?:never|"
    r"always) [\w-]+ [^,]*$",
    re.IGNORECASE,
)
_BUSY = Regex(
    r"(?:i |we )?(?:can't|cannot|won't be able to) (?:do|make|come|manage) [^,]{3,30}, (?:i'm|i've got|i have|"
    r"we're|we've got|we have) [^,]{3,60}",
    re.IGNORECASE,
)
"""A refusal with its reason, which is one statement: "can't do Saturday, I'm refereeing"."""
_NEWS = Regex(
    r",\s+(?:so\s+|and\s+|but\s+)?(?=(?:(?:the|my|our)\s+)?(?:(?!(?:which|who|that|so|and|but|because|it|this|she|"
    r"he|they)\b)"
    r"[\w'-]+\s+){0,3}?(?:[\w-]+'s (?:on|at|due|off|moved|cancelled|now)|[\w'-]+\s+(?:is now|are now|has moved|"
    r"have moved|has been (?:moved|pushed|put|cancelled|bumped|changed)|is due|"
    r"has gone (?:up|down)|is cancelled|is off|is on|is at))\b)",
    re.IGNORECASE,
)
_TELLS = Regex(
    rf"^(?!(?:on|in|at|for|from|by|with|during|after|before|to)\b).*(?:\b{FINITE}\b|\b\w+ed\b|\b(?:rang|got|came|"
    rf"went|said|told)\b)",
    re.IGNORECASE,
)
_TOGETHER = Regex(
    rf"^(?:me and )?(?:my|the) {RELATION}(?: \w+)? and (?:i|me)\b|^me and (?:my|the) {RELATION}(?: \w+)?\b"
    r"|^(?:me and (?-i:[A-Z])\w+|(?-i:[A-Z])\w+ and (?:i|me))(?= (?:have|are|'ve|decided|agreed|settled|went|"
    r"chose|picked|live|own)\b)",
    re.I,
)
_WITH = Regex(
    r"^(?P<name>(?-i:[A-Z])\w+) and (?:i|me) (?P<rest>(?!have\b|are\b|'ve\b|am\b|decided\b|agreed\b|settled\b|"
    r"went\b|chose\b|picked\b"
    r"|live\b|own\b)[^,]+)$",
    re.IGNORECASE,
)
_SUBORDINATE = Regex(
    r"^\s*(?:if|when|whenever|because|since|after|before|unless|until|while|although|though|as|every time)\b", re.I
)


def message_sentences(masked: str) -> list[Sentence]:
    """The sentences of the masked message in order; lines and list items are sentences of their own."""
    found = []
    begin = 0
    for end in (*_END.finditer(masked), None):
        stop = end.start() if end else len(masked)
        mark = end.group() if end else ""
        found.extend(_dashes(masked, begin, stop, asked="?" in mark))
        begin = end.end() if end else stop
    return found


def _dashes(masked: str, begin: int, stop: int, *, asked: bool) -> list[Sentence]:
    parts = []
    edges = [begin, *(edge for dash in _DASH.finditer(masked, begin, stop) for edge in dash.span()), stop]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        text = masked[start:end]
        text = text[len(found.group()) :] if (found := _BULLET.match(text)) else text
        start = end - len(text)
        text, start = text.lstrip(), start + len(text) - len(text.lstrip())
        if re.search(r"\w", text):
            parts.append(Sentence(text=text.rstrip(" ,:"), start=start, end=start + len(text.rstrip()), asked=asked))
    return parts


_ASIDE = Regex(
    r"(?<=\w),?\s+(?:btw|tbh|lol|ngl|innit|imo|imho|lmao|rn|atm|fwiw)\b(?=$|[,.!]|\s+(?:and|but|so)\b)", re.IGNORECASE
)


_LETTERS = Regex(r"\b[a-zA-Z]+\b")


def fix_chat_spelling(text: str) -> str:
    """Chat spellings put right: "im" is "I'm", "dont" is "don't", runs of blanks are one blank."""
    text = re.sub(r"(?<=\s)'em\b", "them", _ASIDE.sub("", re.sub(r"\s+", " ", text)))
    text = re.sub(
        r"(?<!call )(?<!calls )\b[Mm]e(?= (?:mam|mum|dad|nan|nana|brother|sister|mate|son|daughter|wife|husband|"
        r"missus|nanna|gran|"
        r"grandad)\b)",
        "my",
        text,
    )
    text = fix_misspellings(text)
    text = re.sub(r"\bw/?(?= (?:it|my|a|the|milk|no)\b)", "with", text)
    if UNAPOSTROPHED.keys().isdisjoint(_LETTERS.findall(text.lower())):
        return text
    return _LETTERS.sub(lambda m: UNAPOSTROPHED.get(m.group().lower(), m.group()), text)


def strip_opening(text: str) -> str:
    """The sentence without "btw", "ok so", "just so you know" and other openings that say nothing."""
    return _OPENER.sub("", text).strip()


def main_clauses(sentence: str) -> list[str]:
    """The sentence cut where a new main clause begins. A sentence that opens with "if" or "when" stays whole."""
    if _SUBORDINATE.match(sentence):
        return [sentence]
    if _PRACTICE.match(sentence) or _BUSY.fullmatch(sentence):
        return [sentence]
    sentence = _WITH.sub(lambda m: f"we {m['rest']} (with {m['name']})", sentence)
    parts = [part.strip(" ,") for part in _JOINT.split(_TOGETHER.sub("we", sentence))]
    return [piece for part in parts if part for news in _news(part) for piece in _run_on(news)]


def _news(part: str) -> list[str]:
    """A clause cut where another thing's news begins: "the clinic rang, physio has moved to Monday"."""
    cut = _NEWS.search(part)
    if cut is None or not _TELLS.match(part[: cut.start()]):
        return [part]
    return [part[: cut.start()], part[cut.end() :]]


_RUN_ON = Regex(
    r"(?P<word>[\w'-]+)\s+(?=(?:she's|he's|they're|they make|it makes|it gives)\b)|\s+(?:pls|plz)\s+(?=i\b)",
    re.IGNORECASE,
)
_TAKES_CLAUSE = frozenset(
    (
        "that when if because cause coz cos and or but who which says say said think thinks thought know "
        "knows hope sure where as than how what why so until since after before whether whatever whenever "
        "once while though although believe reckon reckons like guess swear bet see feel mean means told me "
        "us day time thing things way place reason only now just case glad sad sorry afraid happy wish unless "
        "till everything anything all food one ones stuff about to for with of in on at by from is was are "
        "not"
    ).split()
)
"""Words after which "she's" belongs to the same clause."""


_IN_PHRASE = Regex(r"\b(?:in|on|at|for|with|by|from|to|of)\s+\S+\s*$", re.IGNORECASE)
_WHOLE = Regex(r"^(?:i|we|he|she|they|my|our|the)\b.*\s\S|'s\b|'m\b|^(?:explain|use|write|keep)\b", re.IGNORECASE)


def _run_on(part: str) -> list[str]:
    """A clause of hurried chat cut where the next begins without a comma: "my son's called Jo he's six"."""
    cut = next(
        (
            m
            for m in _RUN_ON.finditer(part)
            if (m["word"] or "").lower() not in _TAKES_CLAUSE and not _IN_PHRASE.search(part[: m.end()])
        ),
        None,
    )
    if cut is None:
        return [part]
    head = part[: cut.end("word") if cut["word"] else cut.start()]
    return [head, part[cut.end() :]] if _WHOLE.search(head) else [part]
