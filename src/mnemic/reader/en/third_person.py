"""Stretches that no rule reads, told in the third person: thanks and openings off, "I" and "my" as the user's."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import person
from mnemic.reader.en.clauses import fix_chat_spelling, strip_opening
from mnemic.reader.en.lexicon import PAST_TIME
from mnemic.reader.en.verbs import FINITE

_PUNCTUATION = " \t\n,.;:!?~…–—-"
_THANKS = Regex(
    r"^(?:(?:ok|okay|oh|ah|great|perfect|brilliant|lovely|nice|cool|yes|yep|no|hi|hey|wow|aw+|well|sure|good|"
    r"right)\b[,!. ]+)*"
    r"(?:(?:many|big|huge|massive|so many) )*(?:thanks|thank you|thank u|thx|tysm|tyvm|ty|ta|cheers|"
    r"much appreciated|appreciate it|appreciated)\b"
    r"(?:,? (?:so much|very much|a lot|a million|a bunch|again|loads|heaps|ever so much|anyway|in advance|kindly))*"
    r"(?: to (?:you|you all|everyone|all of you))?(?:,? for [^.!?,;\n]*)?"
    r"(?:,? (?:(?-i:[A-Z])[\w'-]+|mate|love|man|buddy|guys|everyone|everybody|all|there|folks|team|pal|friend|"
    r"dear|you|chat)(?=\s*(?:[.!,;]|$)))?"
    r"(?:\s*[.!,;:~…–—-]+|\s*$)\s*",
    re.IGNORECASE,
)
_HAIL = Regex(
    r"^(?:hi|hello|hey|hiya|morning|good (?:morning|afternoon|evening)|evening|dear)(?: there|"
    r" again)?(?:,? (?:(?-i:[A-Z])[\w'-]+|all|everyone|team|folks|"
    r"guys|mate|you|there))?\s*(?:[.!,;:]+|$)\s*",
    re.IGNORECASE,
)
_OF_ASSISTANT = Regex(
    r"(?:(?:and|but|so|oh|wow|yes|no|well),? )*(?:you|you're|you've|you'll|you'd|your (?:answers?|help|reply|"
    r"replies|advice|suggestions?|last|idea|list|"
    r"memory|version|draft|summary|tone|explanations?|work)|that's (?:so |very |really )?(?:kind|good|nice|sweet|"
    r"helpful|great|clever|lovely|perfect) of you|"
    r"(?:i )?(?:still )?(?:can't|cannot|couldn't) (?:find|open|get (?:into|it|this|the)|see|work out|figure|log|"
    r"load|tell|remember|believe|wait|access)|"
    r"let me know|can you|could you|would you|will you|do you|are you|please (?:help|advise|let me know)|"
    r"looking forward to (?:hearing|your)|"
    r"(?:not planning to|just (?:arguing|asking|curious|wondering|checking|joking|kidding|saying|testing)))\b",
    re.IGNORECASE,
)
_STANDS = Regex(
    r"^(?:the|a|an|this|that|these|those|it|he|she|they|there|his|her|their|if|when|whenever|unless|because|since|"
    r"after|before|every|all|both|each|"
    r"no|none|nothing|nobody|never|always|don't|please|use|call|keep|send|write|remind|make|put|give|tell|show|"
    r"stop|avoid)\b"
    rf"|^(?:[\w'’&.-]+ ){{0,5}}?[\w&.-]+(?:'s|'re|'ll|n't|(?: [a-z]+ly| also| still| now| never| always|"
    rf" only)*\s+(?:{FINITE}))\b",
    re.IGNORECASE,
)
"""A stretch with a subject of its own, or an order: it stands without the user being named."""
_AND_I = Regex(r"^my (?P<who>[\w-]+(?: [A-Z]\w+)?) and I\b", re.IGNORECASE)
_NAMES_USER = Regex(r"\bthe user\b", re.IGNORECASE)
_ONGOING = Regex(
    r"^(?P<not>(?:not |still |now |currently |just |also )*)"
    r"(?P<what>(?!thing\b|king\b|ring\b|spring\b|string\b|bring\b)[a-z]{2,}ing\b(?! (?:is|was|are|has)\b).*)",
    re.IGNORECASE,
)
_TIME_FIRST = Regex(rf"^(?:{PAST_TIME})\b", re.IGNORECASE)
_NO_WORDS = Regex(
    r"\b(?:the user|not|just|only|too|either|also|and|but|for|to|with|of|yes|no|user's)\b|[^\w]", re.IGNORECASE
)
_NO_PAST = frozenset(
    (
        "noted fixed sorted done solved needed said agreed tired bored excited confused set put cut let read shut "
        "hit quit based used red bed need shed speed feed seed weed hundred sacred left right limited united "
        "allergic born married retired divorced"
    ).split()
)
_LETTERS_MIN = 4  # of what is told beside the user


def retell_english(text: str, *, of_user: bool) -> str:
    """The stretch in the third person, without its last stop; empty where nothing of it is a statement.

    `of_user`: it speaks of the user, who is put first where the words name nobody.
    """
    clear = _clear(text)
    if not clear or _OF_ASSISTANT.match(clear):
        return ""
    clear = _AND_I.sub(
        lambda m: f"the user's {m['who']} and the user", re.sub(r"^because ", "", clear, flags=re.IGNORECASE)
    )
    first = person.first_person_clause(clear)
    said = f"the user {first[1]}" if first else person.third_person_objects(clear, user=False)
    if len(re.sub(r"\s+", "", _NO_WORDS.sub("", said))) < _LETTERS_MIN:
        return ""
    if of_user and not first and (of_them := _predicate(clear)):
        return of_them
    said = _SENTENCE.sub(lambda m: m.group().upper(), said)
    if not of_user or first or _NAMES_USER.search(said) or _STANDS.match(said) or _TIME_FIRST.match(said):
        return said
    return f"the user: {said[:1].lower()}{said[1:]}"


def _clear(text: str) -> str:
    """The stretch without thanks, greetings and openings, each with whom it is said to."""
    before = ""
    clear = re.sub(r"\s+", " ", text).strip()
    while clear and clear != before:
        before = clear
        clear = strip_opening(fix_chat_spelling(_HAIL.sub("", _THANKS.sub("", clear)))).strip(_PUNCTUATION)
    return clear


_SENTENCE = Regex(r"(?<=[a-z][.!?] )[a-z](?=[a-z]+)")
_CANNOT = Regex(
    r"(?:can't|cannot|couldn't|won't|didn't|wouldn't|used to|might|will|would|haven't|hadn't|wasn't)\s", re.IGNORECASE
)


def _predicate(clear: str) -> str:
    """A phrase that leaves the user out before its verb, with the user before it; else empty."""
    lower = person.third_person_objects(clear[:1].lower() + clear[1:], user=True)
    lower = _SENTENCE.sub(lambda m: m.group().upper(), lower)
    if _CANNOT.match(lower):
        return "the user " + re.sub(r"^haven't", "hasn't", lower)
    verb = re.match(r"(?:(?:just|finally|already|recently|also) )*([a-z]+)", lower)
    if verb and " " in lower and person.is_past_form(verb[1]) and verb[1] not in _NO_PAST:
        return f"the user {lower}"
    if (doing := _ONGOING.match(lower)) and " " in doing["what"]:
        return f"the user is {lower}"
    return ""
