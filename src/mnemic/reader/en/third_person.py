"""Statements about somebody else, in one sentence and over a message.

Stretches that no rule reads, told in the third person: thanks and openings off, "I" and "my" as the user's.

Statements about the user in the third person, as agents and forms write them: "User prefers trains." "Likes jazz."

They are put into the first person, so that every construction reads them as if the user had said them.
"""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon, person
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


_NEGATED = (
    r"(?:doesn't|does not|didn't|did not) (?:like|eat|drink|enjoy|smoke|drive|want|use|own|have|speak|work|live|"
    r"celebrate"
    r"|take|care)|(?:can't|cannot) (?:stand|eat|drink|have|bear|drive|swim|tolerate)|no longer [a-z]+s"
)
_PERSONAL = (
    _NEGATED
    + "|"
    + lexicon.either(
        "prefers|likes|loves|hates|dislikes|enjoys|adores|detests|loathes|lives|works|resides|speaks|drives|owns|plays",
        "drinks|eats|avoids|studies|moved|quit|retired|married|graduated|was born|grew up|commutes|smokes",
        "teaches|collects",
        "is|isn't|has|hasn't|was|used to|plans to|intends to|hopes to|goes by|goes to|takes|uses|trains",
        "runs|swims|cycles",
        "reads|practises|practices|volunteers|wants|needs|switched|changed|started|stopped|gave up|bought|sold|adopted",
        "will|won't|never|always|usually|rarely|often|mostly|only|also|recently|just|wears|follows|attends|earns|pays",
        "suffers from|is interested in|struggles with|had|joined|left|decided|booked|turned|visited|went|keeps|sleeps",
        "wakes|gets up|rents|shares|identifies as|celebrates|supports|believes|values|manages|leads|reports to|writes",
        "cooks|bakes|grows|breeds|currently|still|now|mainly|primarily|has been|would like|would prefer",
    )
)
_NAMED = Regex(rf"(?:the |this |our )?user(?P<owns>'s)?\s+(?P<rest>(?:(?:{_PERSONAL})\b)?.+)", re.IGNORECASE)
_VERB = Regex(rf"(?:{_PERSONAL})\b", re.IGNORECASE)
_PRONOUN = Regex(r"(?P<who>he|she|they)(?P<clitic>'s|'re|'ve)?\s+(?P<rest>.+)", re.IGNORECASE)
_OWNER = Regex(r"(?:his|her|their)\s+(?P<rest>\w.+)", re.IGNORECASE)
_SOFTWARE = Regex(
    r"\b(?:clicks?|clicked|buttons?|logs? (?:in|out|on)|logged (?:in|out|on)|log-?in|endpoints?|permissions?|admins?|"
    r"accounts?|pages?|requests?|forms?|tables?|databases?|sessions?|apis?|fields?|roles?|passwords?|query|queries|"
    r"redirect\w*|authenticat\w*|authori[sz]\w*|submits?|uploads?|null|"
    r"rows?|columns?|modals?|screens?|inputs?|tokens?|cookies?|errors?|urls?|stor(?:y|ies)|interface|types|enters|"
    r"selects)\b",
    re.IGNORECASE,
)
_SUBJECTLESS = Regex(
    r"(?:(?:also|really|currently|now|still|only|usually|mostly) )*(?:"
    r"(?:likes|loves|enjoys|dislikes|hates|prefers|adores|detests|avoids) (?!(?:it|that|this|them|you|and|or|are|"
    r"is)\b)\w"
    r"|(?:is|isn't|is not) (?:(?:also|severely|mildly|highly|very|a|an|currently|strictly|now|newly|recently|not) )*"
    r"(?:allergic to|married|single|divorced|widowed|engaged|retired|intolerant|left-handed|interested in|fluent in"
    r"|learning \w|studying \w|based in|from (?-i:[A-Z])|originally from|\d{1,3} years old|fond of|keen on|"
    r"afraid of|into \w"
    rf"|{lexicon.DIET}\b|{lexicon.CONDITION}\b|(?:[\w-]+ ){{0,2}}?{lexicon.OCCUPATION}\b)"
    r"|(?:works|worked) (?:as an?|(?:at|for|in) (?:a|an|the|(?-i:[A-Z]))|from home|part[- ]time|full[- ]time|"
    r"nights|remotely)"
    r"|(?:lives|resides) (?:in|at|near|with|alone|on|by)\b|(?:moved|relocated) to (?-i:[A-Z])|(?:born|grew up) in "
    r"|goes by (?-i:[A-Z])|(?:married|divorced|widowed)(?: with (?:a|two|three|no|\d)| to )|(?:speaks|"
    r"reads and writes) (?:\w+ )?(?-i:[A-Z])|(?:drives|owns|rides) (?:a|an|two|three|\d)\b"
    r"|plays (?:the|for|football|tennis|chess|golf|rugby|cricket|guitar|piano|drums|bass|violin|badminton|squash)\b"
    r"|has (?:(?:a|an|one|two|three|four|five|no|\d|severe|mild|young|older|twin) )*(?:[\w-]+ )?"
    rf"(?:(?:{lexicon.FAMILY}|{lexicon.PET}|{lexicon.DISEASE})s?|\w+ allergy|allergies|siblings)\b"
    r"|(?:doesn't|does not) (?:eat|drink|smoke|drive|like|own|speak|celebrate) \w"
    r"|(?:can't|cannot) (?:eat|drink|have|stand|bear) (?!it\b|that\b|this\b|them\b|to\b|how\b)\w|(?:can't|cannot|"
    r"doesn't|does not) (?:swim|drive|drink|"
    r"smoke)$"
    r"|takes (?:\d+ ?(?:mg|mcg|ml|units|tablets)|(?:[a-z]+ )?(?:medication|tablets|insulin|vitamins))|"
    r"studies (?:at|[a-z]+ at)\b"
    r"|(?:collects|breeds|grows|teaches|practises|practices) (?!data|the|this|you|me|it|us|logs|metrics)[a-z]{4,}"
    r"|uses (?:a wheelchair|they/them|she/her|he/him)"
    r"|(?:goes|runs|swims|cycles|trains|commutes) .*\b(?:every|each|daily|\w+days|a week)\b)",
    re.IGNORECASE,
)
_BE, _HAVE = {"is": "am", "isn't": "am not", "was": "was", "are": "am"}, {"has": "have", "hasn't": "haven't"}
_OTHERS = {"does": "do", "doesn't": "don't", "goes": "go"}
_ADVERBS = Regex(rf"(?:(?:{lexicon.ADVERB})\s+)*", re.IGNORECASE)
_KEPT = frozenset("was used will won't had can can't cannot would always never".split())
_AND_VERB = Regex(
    r"(?P<joint>\b(?:and|but)(?: also| now| still)* |, (?:and |but )?)(?P<verb>(?:prefers|likes|loves|hates|dislikes|"
    r"enjoys|lives|works|speaks|drives|owns|plays|drinks|eats|avoids|studies|is|isn't|has|hasn't|doesn't|takes|uses|"
    r"wants|needs)\b)",
    re.IGNORECASE,
)
_AND_PRONOUN = Regex(
    r"(?P<joint>\b(?:and|but|so|because|as|since|when) |, )(?:he|she|they)(?P<clitic>'s|'re)? "
    r"(?P<verb>[\w']+)",
    re.IGNORECASE,
)


_REPORTED = Regex(
    r"(?:the )?user (?:has )?(?:also )?(?:mentioned|said|says|stated|states|noted|notes|shared|explained|"
    r"confirmed|revealed|"
    r"mentions|indicated|added)(?: that)? (?:he|she|they|the user)(?P<clitic>'s|'re)? (?P<rest>.+)",
    re.IGNORECASE,
)


class ThirdPersonReader:
    """Whether a message tells of the user in the third person, sentence by sentence."""

    def __init__(self, masked: str) -> None:
        self._masked = masked
        self._told = False  # the sentence before told of the user

    def said(self, text: str, *, others: bool) -> str:
        """The sentence as the user would say it, or as it is. `others`: another person has been spoken of."""
        told = self._first_person(text, others=others)
        told = None if told is not None and _SOFTWARE.search(self._masked) else told
        self._told = told is not None
        return text if told is None else told

    def _first_person(self, text: str, *, others: bool) -> str | None:
        if found := _REPORTED.fullmatch(text):
            return _with_i(("is " if found["clitic"] else "") + _third(found["rest"], found))
        if found := _NAMED.fullmatch(text):
            if found["owns"]:
                return "my " + _joined(found["rest"])
            return _with_i(found["rest"]) if _VERB.match(found["rest"]) else None
        if self._told and not others:
            if (found := _PRONOUN.fullmatch(text)) and (
                found["clitic"] or _VERB.match(found["rest"]) or _plural(found)
            ):
                verb = {"'s": "is ", "'re": "is ", "'ve": "has ", None: ""}[found["clitic"]]
                return _with_i(verb + found["rest"])
            if found := _OWNER.fullmatch(text):
                return "my " + _joined(found["rest"])
        if not others and (_SUBJECTLESS.match(text) or (self._told and _VERB.match(text))):
            return _with_i(text)
        return None


def _third(rest: str, found: re.Match[str]) -> str:
    """The reported verb in the third person: "they prefer" is "prefers"."""
    if found["clitic"]:
        return rest
    verb, space, tail = rest.partition(" ")
    third = verb if verb.lower().endswith("s") or person.is_past_form(verb) else person.third_person_verb(verb)
    return f"{third}{space}{tail}"


def _plural(found: re.Match[str]) -> bool:
    verb = found["rest"].split(" ")[0]
    return found["who"].lower() == "they" and bool(_VERB.match(person.third_person_verb(verb) + " " + found["rest"]))


def _with_i(rest: str) -> str:
    adverbs = _ADVERBS.match(rest)
    lead = adverbs.group() if adverbs else ""
    verb, space, tail = rest[len(lead) :].partition(" ")
    return f"I {_lower(lead)}{_base(verb)}{space}{_joined(tail)}".strip()


def _joined(text: str) -> str:
    """The rest of the sentence with its further verbs and pronouns in the first person."""
    text = _AND_PRONOUN.sub(
        lambda m: (
            f"{m['joint']}I {_base('is' if m['clitic'] else m['verb'])}" + (f" {m['verb']}" if m["clitic"] else "")
        ),
        text,
    )
    text = _AND_VERB.sub(lambda m: f"{m['joint']}I {_base(m['verb'])}", text)
    return re.sub(r"\b(?:the )?user's\b", "my", re.sub(r"\b(?:the )?user\b(?!')", "me", text))


def _base(verb: str) -> str:
    """A verb after "I": "prefers" is "prefer", "has" "have", "doesn't" "don't"; past and modal forms stay."""
    low = verb.lower()
    for forms in (_BE, _HAVE, _OTHERS):
        if low in forms:
            return forms[low]
    if low in _KEPT or person.is_past_form(low) or not low.endswith("s") or low.endswith("ss"):
        return low
    if re.search(r"(?:ch|sh|ss|x|z)es$", low):
        return low[:-2]
    return f"{low[:-3]}y" if low.endswith("ies") and len(low) > 4 else low[:-1]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
