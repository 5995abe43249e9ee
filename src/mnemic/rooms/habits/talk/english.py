"""What an English message asks for, and what it tells of having been done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.language.boundaries import sentences
from mnemic.language.meaning.english import lemma
from mnemic.reader.en import nonliteral
from mnemic.rooms.habits.talk import deed_clauses_en
from mnemic.rooms.habits.talk.act import Act, ActForm, ActKind
from mnemic.rooms.habits.talk.act_words_en import (
    ACTIVITIES,
    BEFORE,
    CONCEPTS,
    DOINGS,
    EMPTY,
    GENERIC,
    LIGHT,
    NOT_DONE,
    NOT_MEANT,
    OBJECTLESS,
    ONCE,
    PASTS,
    TIME,
    WITHOUT_CONTENT,
)
from mnemic.rooms.habits.talk.deed_words_en import OTHER_PASTS

WORDS_MAX = 9  # of a wish; a longer one is a description
SENTENCES_MAX = 12  # of one message that are read

_CLAUSE = Regex(
    r"\s*(?:[,;:()]|\s[-–—]+\s|\b(?:but|then|so|because|since|while)\b|\band (?=i\b|then\b|can\b|make\b|no\b"
    r"|please\b)"
    r"|\b(?=without\b|with no\b|with extra\b))\s*",
    re.I,
)
_WORD = Regex(r"[^\W_]+(?:['’.:+-][^\W_]+)*%?")
_PLEASE = Regex(r"\b(?:please|pls|plz|thanks|thank you|cheers|for me|as usual|as always|like last time|again)\b", re.I)
_ENDS = " \t\n.,;:!?…\"'“”"

_NOUN = r"(?P<what>.+)"
_WISHES = tuple(
    Regex(rf"^{pattern}$", re.I)
    for pattern in (
        rf"(?:can|could|may) (?:i|we)(?: please)?(?: just)? (?:get|have|take|do|order|pick|choose|try) {_NOUN}",
        r"(?:i|we)(?:'ll| will|'d like to| would like to| want to| wanna|'m going to)(?: just| probably)? "
        rf"(?:have|take|get|go with|go for|do|order|pick|choose|grab|stick with) {_NOUN}",
        rf"(?:i|we)(?:'d like| would like| want|'d love)(?: just)? (?!to\b|you\b){_NOUN}",
        rf"(?:let's|lets|let us|let me)(?: just)? (?:go with|go for|have|get|do|take|order|pick|stick with"
        rf"|use) {_NOUN}",
        rf"(?:give|get|bring|order|book|reserve|grab|fetch|buy|pour|choose|select|pick|find|play)(?: me"
        rf"| us)? {_NOUN}",
        rf"(?:go|stick) (?:with|for) {_NOUN}",
    )
)
_ORDERS = tuple(
    Regex(rf"^(?P<whole>{pattern})$", re.I)
    for pattern in (
        r"(?:make|keep) (?:it|that|this|mine|them|everything|the \w+) (?P<what>.+)",
        r"(?:use|add|put in|include) (?P<what>.+)",
        r"(?P<side>no|without|hold|skip|leave out|leave off|avoid|with no|with extra|extra|less|more"
        r"|double) (?P<what>.+)",
        r"(?:in|with|by|as|on) (?P<what>.+)",
        r"(?:write|answer|reply|respond|show|list|put it|format it|send it)(?: me| it| that)? (?P<what>(?:in|as|with"
        r"|by) .+)",
    )
)
_SET = Regex(
    r"^(?P<whole>(?:put|schedule|set|move|book|arrange|place|plan|keep)(?: me| us)? (?P<what>.+? (?:in|on|at|to|for"
    r"|before|after|by) "
    r".+))$",
    re.I,
)
_TIMED = Regex(
    r"\b(?:morning|afternoon|evening|noon|lunch|\w*day|\d{1,2}(?::\d\d)?(?: ?[ap]m)?|\d+ ?(?:minutes?"
    r"|hours?))\b",
    re.I,
)
_POLITE = Regex(r"^(?:(?:can|could|would|will) you|would you mind|do you think you could)(?: please| kindly)? ", re.I)
_ALONE = Regex(r"\b(?:please|pls|plz|again|as usual|as always|like last time|this time too|for me)\b", re.I)
_SIDES = {"no": "no", "without": "no", "hold": "no", "skip": "no", "leave out": "no", "leave off": "no", "avoid": "no"}
_SIDES |= {"with no": "no", "less": "less"} | dict.fromkeys(("with extra", "extra", "more", "double"), "more")

_I = r"(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|finally|also|already|actually|then|again|only|even) )*"
_PAST = Regex(rf"^{_I}(?P<verb>[a-z]+)(?P<rest>(?:\s.*)?)$", re.I)
_DOING = Regex(
    r"^(?:(?:(?:i|we)(?:'m| am|'re| are|'ve been| have been)|been|back to|busy|spent [^,]*?|still|currently|just) )*"
    r"(?P<verb>[a-z]+ing)(?P<rest>(?:\s.*)?)$",
    re.I,
)
_SPENT = Regex(r"^(?:(?:i|we) )?spent (?:\w+ ){0,4}?(?=\w+ing\b)", re.I)
_PLACE = Regex(
    r"^(?:(?:i'm|i am|we're|am|just) )*(?P<whole>(?:off|heading|headed|going|back|out|here|on my way)?(?: to| from"
    r"| at| in)? "
    r"?(?:at|to|from) (?:the |my )?(?P<what>[a-z]+(?: [a-z]+)?))$",
    re.I,
)
_PREPOSITION = Regex(
    r"\s*\b(?:with|at|in|on|to|for|from|of|by|after|before|about|near|around|under|over|during|until|into|onto"
    r"|instead|than|alone|together|via|through|per|against)\b\s*",
    re.I,
)
_TOLD = Regex(r"^(?:no \w+ing\b|\w{2,}ed (?:the|a|an|my|our|another)\b)", re.I)
_OWN = Regex(r"\b(?:my|our)\b", re.I)


def find_acts(text: str) -> Iterator[Act]:
    """The wishes and deeds of a message, in order."""
    plain = text.replace("’", "'").replace("\u2018", "'")
    if nonliteral.nonliteral_message_reason(plain) or nonliteral.assigns_roles(plain):
        return
    for sentence in sentences(plain)[:SENTENCES_MAX]:
        if NOT_MEANT.search(sentence) or ONCE.search(sentence) or nonliteral.nonliteral_sentence_reason(sentence):
            continue
        asked = sentence.rstrip(_ENDS[:3] + "\"'”").endswith("?")
        clauses = _CLAUSE.split(sentence)
        for place, clause in enumerate(clauses, start=1):
            doings = (
                [] if asked else list(deed_clauses_en.english_deeds(clause.strip(_ENDS), more=any(clauses[place:])))
            )
            yield from doings
            said = "" if doings else _bare(clause)
            found = said and (_wish(said, clause, asked=asked) or (None if asked else _deed(said)))
            if found:
                yield found


def _bare(clause: str) -> str:
    said = clause.strip(_ENDS)
    before = None
    while before != said:
        before, said = said, BEFORE.sub("", said).strip(_ENDS)
    return said


def _wish(said: str, clause: str, *, asked: bool) -> Act | None:
    courteous = _POLITE.sub("", said)
    if asked and courteous == said and not re.match(r"(?:can|could|may) (?:i|we)\b", said, re.I):
        return None
    courteous = BEFORE.sub("", courteous)
    if (timed := _SET.match(courteous)) and _TIMED.search(timed["what"]):
        return _timed(timed)
    for pattern in _WISHES:
        if found := pattern.match(courteous):
            return _noun(found["what"])
    polite = _ALONE.search(clause) is not None
    for place, pattern in enumerate(_ORDERS):
        if (found := pattern.match(courteous)) and (polite or place in (0, 2, 4) or asked):
            return _order(found)
    named = len(_WORD.findall(courteous)) <= WORDS_MAX and _no_clause(courteous, please="please" in clause.lower())
    if polite and not asked and named:
        return _noun(courteous)
    return None


def _no_clause(said: str, *, please: bool) -> bool:
    """Whether words by themselves are a thing named, not a sentence."""
    words = [word.lower() for word in _WORD.findall(said)]
    while words[-1:] == ["again"]:
        words = words[:-1]
    told = not please and (any(word in OTHER_PASTS for word in words) or _TOLD.match(said))
    happened = (
        told or any(word in PASTS for word in words) or (words[-1:] and words[-1].endswith("ed") and words[-1] != "red")
    )
    if happened or (words[:1] and words[0].endswith("ing") and not please):
        return False
    return not re.search(
        r"\b(?:i|you|we|he|she|they|it|is|are|was|were|am|'s|do|does|did|has|have|tell|show|explain|help|check|see"
        r"|try|send"
        r"|remind|translate|fix|let|say|repeat|come|wait|start|open|stop|not|never|who|what|when|where|why|how)\b",
        said,
        re.I,
    )


def _timed(found: re.Match[str]) -> Act | None:
    what = _PLEASE.sub(" ", found["what"])
    core = content_words(what, keep_times=True)
    if len(core) < 2:
        return None
    said = _spaced(_PLEASE.sub(" ", found["whole"]))
    return Act(
        sort=ActKind.WISH, form=ActForm.ORDER, said=_theirs(said), core=frozenset(core), head=core[0], exact=True
    )


def _noun(what: str) -> Act | None:
    timeless = _spaced(TIME.sub(" ", _PLEASE.sub(" ", what)))
    parts = _PREPOSITION.split(timeless, maxsplit=1)
    core, beside = content_words(parts[0]), content_words(parts[1]) if len(parts) > 1 else []
    kept = parts[0]
    if not _tells(core) or len(core) > WORDS_MAX // 2:
        return None
    if re.match(r"(?:to|that|if|how|what|who|when|where|why|you|it|this|these|those)\b", timeless, re.I):
        return None
    if len(parts) > 1 and re.search(r"\bof\b", timeless[: len(parts[0]) + 4]):
        core, beside, kept = [*core, *beside], [], timeless
    return Act(
        sort=ActKind.WISH,
        form=ActForm.NOUN,
        said=_theirs(kept),
        core=frozenset(core),
        head=core[-1],
        beside=frozenset(beside),
    )


def _order(found: re.Match[str]) -> Act | None:
    side = _SIDES.get((found.groupdict().get("side") or "").lower(), "")
    core = content_words(TIME.sub(" ", _PLEASE.sub(" ", found["what"])))
    if not _tells(core) or len(core) > 4:
        return None
    said = _theirs(_spaced(TIME.sub(" ", _PLEASE.sub(" ", found["whole"]))))
    return Act(
        sort=ActKind.WISH, form=ActForm.ORDER, said=said, core=frozenset([*core, *([side] if side else [])]), exact=True
    )


def _deed(said: str) -> Act | None:
    if NOT_DONE.search(said):
        return None
    timeless = _spaced(TIME.sub(" ", said))
    if (found := _PLACE.match(timeless)) and (core := content_words(found["what"])) and core[-1] in OBJECTLESS:
        return _done(ActForm.DOING, found["whole"], "", core)
    if found := _DOING.match(_SPENT.sub("", timeless)):
        verb = found["verb"].lower()
        if lemma(verb) in DOINGS or lemma(verb) in ACTIVITIES:
            return _what_was_done(ActForm.DOING, verb, found["rest"], found.string[found.start("verb") :])
    if (found := _PAST.match(timeless)) and found["verb"].lower() in PASTS:
        return _what_was_done(ActForm.PAST, found["verb"].lower(), found["rest"], timeless[found.start("verb") :])
    return None


def _what_was_done(form: ActForm, verb: str, rest: str, whole: str) -> Act | None:
    stem = CONCEPTS.get(lemma(verb), lemma(verb))
    direct, *others = _PREPOSITION.split(f" {rest.strip()} ") if rest.strip() else [""]
    core = content_words(direct)
    if not core and others:
        core, kept = content_words(others[0]), _through(whole, others[0])
    else:
        kept = whole if not others else whole[: len(whole) - len(rest.strip()) + len(direct.strip())]
    if stem in ACTIVITIES and (not core or core[-1] in WITHOUT_CONTENT):
        return _done(form, kept if core else whole.split()[0], "", [stem])
    light = stem in LIGHT
    if not _tells(core) or len(core) > 4:
        return None
    if light and core[-1] not in OBJECTLESS and stem == "go" and not others:
        return None
    return _done(form, kept, "" if light else stem, core)


def _done(form: ActForm, said: str, verb: str, core: list[str]) -> Act:
    return Act(
        sort=ActKind.DEED, form=form, said=_theirs(_spaced(said)), core=frozenset(core), head=core[-1], verb=verb
    )


def _through(whole: str, part: str) -> str:
    """The words up to and with a part."""
    place = whole.find(part.strip())
    return whole[: place + len(part.strip())] if place >= 0 else whole


def content_words(phrase: str, *, keep_times: bool = False) -> list[str]:
    """The stems of the content words of a phrase, synonyms as one, in order."""
    words = (word.lower().removesuffix("'s") for word in _WORD.findall(phrase))
    stems = [lemma(word) for word in words if word not in EMPTY or (keep_times and word.isdigit())]
    return list(dict.fromkeys(CONCEPTS.get(stem, stem) for stem in stems))


def _tells(core: list[str]) -> bool:
    """Whether any of the words says enough to be somebody's habit."""
    return any(stem not in GENERIC for stem in core)


def _theirs(said: str) -> str:
    return re.sub(r"\bme\b", "them", _OWN.sub("their", said), flags=re.I).strip(_ENDS)


def _spaced(text: str) -> str:
    return " ".join(text.split()).strip(_ENDS)
