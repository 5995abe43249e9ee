"""The clauses of a sentence: where they begin, what links them, what they hang on, and what they leave out.

Sentences and clauses of a masked message, with their place in it.

How the clauses of a sentence and the sentences of a message hang together.

What the user does in a case that comes up again: "when I'm on call I keep my phone on".

Clauses whose verb phrase is left out because it was just said: "my daughter isn't", "my wife does".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon, orders, person
from mnemic.reader.en.imperatives import DO
from mnemic.reader.en.lexicon import PET, RELATION, UNAPOSTROPHED
from mnemic.reader.en.person import is_past_form
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.preparation import fix_misspellings
from mnemic.reader.en.statement_building import first_content_words, importance_of, make_slot
from mnemic.reader.en.verbs import FINITE
from mnemic.reader.statement import USER, MessageSetting, Statement


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


_LAST_SUBJECT = Regex(
    rf"(?P<who>(?!(?:i|it|that|this|there|what|here|let|where|who|how)\b)(?:(?-i:[A-Z])[a-z]+|(?:my|"
    rf"our) (?:[\w-]+ )?(?:{RELATION}|{PET})"
    rf"(?: (?-i:[A-Z])[a-z]+)?))(?:'s| is| has| was) (?:awake|back|home|here|up|out|in|ill|poorly|better|fine|"
    rf"asleep|a bit|so|such|doing|getting|being|been)\b",
    re.IGNORECASE,
)
_BARE_PAST = Regex(
    r"(?!(?:set|put|cut|let|read|shut|hit|quit|got|had|made|went|thought|needed|wanted|tried)\b)"
    r"[A-Z][a-z]+ (?:\w+ )*?\w"
)


def carry_subject(text: str, before: str) -> str:
    """The sentence with the subject of the one before it, where it has none: "Mabel's awake! Came out of her box." """
    who = _LAST_SUBJECT.match(before)
    if who and _BARE_PAST.match(text) and is_past_form(text.split()[0]):
        return f"{who['who']} {text[:1].lower()}{text[1:]}"
    return text


_FRAGMENT_WORDS_MAX = 5
_WHOLE_WORDS_MAX = 6
_VERBAL_RULE = Regex(rf"(?:please )?(?:(?:(?:never|always) )?(?:{DO})\b|(?!never\b|always\b))", re.IGNORECASE)
"""What is an order by itself behind other clauses; "never chocolate" and "always wide" are none."""


def attach_tail_rule(found: list[Statement], made: list[Statement], clause: str, text: str) -> list[Statement]:
    """A rule of a few words behind other clauses of `text`: with the statement before it, or nothing by itself."""
    if not found or found[0].kind is not Kind.RULE or len(clause.split()) > _FRAGMENT_WORDS_MAX:
        return found
    if text.startswith(clause) or _VERBAL_RULE.match(clause):
        return found
    if not made and len(text.split()) <= _WHOLE_WORDS_MAX and not re.search(r"[:;]", text):
        return orders.order_from_answer(text)
    if made and made[-1].kind in (Kind.FACT, Kind.PREFERENCE, Kind.RULE):
        made[-1] = replace(made[-1], text=f"{made[-1].text.rstrip('.')}, {clause[:1].lower()}{clause[1:]}.")
    return []


_VAGUE = Regex(
    r"(?:can't stand|hates|doesn't like|likes|loves) the (?:texture|smell|taste|feel|sound|noise|look|idea|"
    r"flavou?r|price)\.$"
)
"""A reason for what was just stated, which says nothing without it."""


def join_statements(made: list[Statement], found: list[Statement]) -> list[Statement]:
    """A clause's statements after those of the clauses before it in the sentence.

    An order after a fact keeps the fact as its reason; "isn't in Ghent now, she's in Liège" is the second alone.
    """
    if not made or not found:
        return made + found
    last = made[-1]
    if _VAGUE.search(found[0].text):
        return made
    if (
        last.slot
        and found[0].slot
        and last.slot.key == found[0].slot.key
        and last.slot.polarity < 0
        and last.slot.single
    ):
        return made[:-1] + found
    pointing = bool(re.search(r"\b(?:then|there|on those(?: days)?|those days)\.$", found[0].text))
    if found[0].kind is Kind.RULE and (
        pointing or (last.kind in (Kind.FACT, Kind.EVENT) and last.slot and last.slot.subject == "user")
    ):
        reason = last.text.rstrip(".")
        text = f"{found[0].text.rstrip('.')} (because {reason[:1].lower()}{reason[1:]})."
        return [*made, replace(found[0], text=text), *found[1:]]
    return made + found


_CASE = (
    r"(?:(?:it's|it is|it|the weather's|the sun's) (?:rain|snow|hot|cold|dark|sunny|windy|icy|wet|freezing|warm|"
    r"nice|out)\w*"
    r"|i'm (?:on call|ill|sick|tired|stressed|travell?ing|abroad|away|at work|working|on nights|driving|home|"
    r"alone|anxious|poorly|"
    r"hungover|cooking|running late|busy|in (?:a meeting|meetings|the office)|on holiday|on site|sad|nervous|"
    r"camping|flying)"
    r"|i (?:travel|fly|cook|work|run|drive|exercise|camp|commute|go (?:to|on|away)|have (?:guests|visitors|"
    r"a migraine|a deadline)|"
    r"can't sleep|get (?:a migraine|stressed|anxious|tired))|the (?:kids|grandkids|children) (?:are|come|stay)"
    r"|my (?:back|knee|hip|wife|husband|kids|mum|partner|son|daughter)\b|(?:we have|there are) (?:guests|visitors|"
    r"people))[^,]{0,40}?"
)
_DOES = (
    r"i (?:always |usually |just |never |only |tend to |normally |mostly )*(?:get|take|use|drive|walk|cycle|go|"
    r"wear|eat|drink|work|"
    r"sleep|stay|order|have|bring|need|keep|switch|avoid|cook|listen|don't|can't|prefer|want|put|turn|read|run|"
    r"swim|sit|skip|buy)\b"
)
_HABIT = Regex(rf"(?:if|when|whenever|every time) (?P<case>{_CASE}),? (?:then )?(?P<does>{_DOES}.+)", re.IGNORECASE)
_PASSING = Regex(
    r"\b(?:today|tonight|tomorrow|yesterday|now|error|errors|crash|exception|you|this|that|wet|soaked|lost|bored|"
    r"pages?|sites?|"
    r"links?|urls?|settings|apps?|tabs?|menus?|404|500|tests?|builds?)\b",
    re.IGNORECASE,
)


def conditional_habit(sentence_said: str) -> list[Statement]:
    """A habit with its condition, told in one statement; a single case to come, or of a program, is none."""
    found = _HABIT.fullmatch(sentence_said)
    if found is None or _PASSING.search(found["case"]) or _PASSING.search(re.split(r"[,;]", found["does"])[0]):
        return []
    text = as_sentence(person.third_person_objects(sentence_said, user=False))
    return [
        Statement(
            text=text,
            kind=Kind.FACT,
            slot=make_slot(USER, f"habit:{first_content_words(found['case'])}", found["does"]),
            confidence=0.8,
            importance=importance_of(text),
        )
    ]


_SHORT = Regex(
    rf"(?P<who>(?:my|our) (?:[\w-]+ )?(?:{lexicon.RELATION})(?: (?-i:[A-Z])\w+)?) (?P<aux>isn't|is|doesn't|does|"
    rf"can't|can|hasn't|has"
    r"|won't|will)(?: (?:too|either|though|as well|not))*(?P<rest>,.*|$)",
    re.IGNORECASE,
)
_SAID = Regex(
    r"The user (?:(?P<be>is|isn't|is not)|(?P<have>has|hasn't)|(?P<can>can't|cannot|can|won't|will)|"
    r"(?P<not>doesn't|does not)"
    r"|(?P<verb>likes|loves|hates|eats|drinks|drives|smokes|speaks|prefers|enjoys|works|uses|wants|"
    r"plays))\b(?P<rest> .+)\.$"
)


def restore_verb_phrase(clause: str, made: Sequence[Statement]) -> str | None:
    """The clause with the verb phrase of the statement before it, where it leaves its own out."""
    short = _SHORT.fullmatch(clause)
    said = _SAID.match(made[-1].text) if short and made else None
    if short is None or said is None:
        return None
    who, aux, rest = short["who"], short["aux"].lower(), said["rest"]
    rest = re.split(r", |; ", rest)[0]
    if said["be"] and aux in ("is", "isn't"):
        return f"{who} {aux}{rest}"
    if said["have"] and aux in ("has", "hasn't"):
        return f"{who} {aux}{rest}"
    if said["can"] and aux in ("can", "can't", "will", "won't"):
        return f"{who} {aux}{rest}"
    if (said["verb"] or said["not"]) and aux in ("does", "doesn't"):
        base = f" {said['verb'].removesuffix('s')}" if said["verb"] else ""
        return f"{who} {aux}{base}{rest}"
    return None


_PARTED = Regex(
    r"(?P<verb>\b(?:binned|sold|scrapped|ditched|dumped|swapped|replaced|traded in|got rid of|gave away|"
    r"flogged|recycled|returned|"
    r"part-exchanged|handed back|chucked)) it(?= (?:and|for|with|in for)\b|,)",
    re.IGNORECASE,
)
_OWNED = Regex(r"\b(?:my|our) (?P<what>[a-z][a-z-]+(?: [a-z][a-z-]+)?)(?:'s| is| was) ", re.IGNORECASE)


def name_parted_thing(said: str, setting: MessageSetting) -> str:
    """The sentence with the thing parted with by its name: "binned it and got a Nokia" after "my phone's a ..."."""
    parted = _PARTED.search(said)
    last = next((spoken.text for spoken in reversed(setting.earlier) if spoken.role == "user"), "") if parted else ""
    owned = _OWNED.search(last)
    if parted is None or owned is None:
        return said
    return f"{said[: parted.start()]}{parted['verb']} my {owned['what']}{said[parted.end() :]}"
