"""Words for people, and the names by which they are spoken to.

The people of the user's that are spoken of, and whom "him", "her" and "his" mean.

Names and forms of address, and introductions: "call me Bex", "Quick intro: Ana, 34, welder".
"""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon
from mnemic.reader.en.predication import PeopleSpokenOf, Predication, Subject, as_sentence, relation_pronoun
from mnemic.reader.en.statement_building import list_items, make_slot, make_statement
from mnemic.reader.statement import Statement

_POSSESSED = Regex(rf"(?P<whose>his|her) (?=(?:[\w-]+ )?{lexicon.RELATION}\b)", re.IGNORECASE)


_OBJECT = Regex(
    r"(?<=\w) (?P<whom>him|her)(?=$|[,.;!]| (?:on|at|in|to|for|with|every|when|and|from|now|too|until|if|"
    r"because|so)\b)",
    re.IGNORECASE,
)


def resolve_people(clause: str, scene: PeopleSpokenOf) -> str:
    """The clause with "her dad" and "look after her" as whose and whom, where one person fits; else as it is."""
    for pattern, ending in ((_POSSESSED, "'s "), (_OBJECT, "")):
        if found := pattern.search(clause):
            who = scene.referent("he" if found.group().strip().lower() in ("his", "him") else "she")
            if who is not None:
                named = re.sub(r"^The user's ", "my ", who.label)
                lead = "" if pattern is _POSSESSED else " "
                clause = f"{clause[: found.start()]}{lead}{named}{ending}{clause[found.end() :]}"
    return clause


_MENTION = Regex(
    rf"\b(?:my|our)\s+(?:(?:younger|older|elder|little|big|late|best"
    rf"|new)\s+)?(?P<relation>{lexicon.RELATION})\b(?!-|'s)(?:,?\s+(?P<name>(?-i:[A-Z])[\w-]*)\b)?"
    rf"|\b(?:my|our)\s+(?P<relation2>{lexicon.RELATION})(?:\s+(?P<name2>(?-i:[A-Z])[\w-]*))?'s\b"
    rf"(?! (?:[\w-]+ )?{lexicon.RELATION}\b)",
    re.IGNORECASE,
)


_BY_NAME = Regex(
    rf"\b(?:for|told|asked|with|about|visit|see|meet|present for|gift for) (?!(?:{lexicon.LANGUAGES}|{lexicon.MONTH}|"
    rf"{lexicon.WEEKDAY})\b)(?P<name>(?-i:[A-Z])[a-z]{{2,}})\b(?! (?-i:[A-Z]))",
    re.IGNORECASE,
)


def people_in_sentence(text: str) -> list[Subject]:
    """The people of the user's that a sentence names, whom a later "he" or "she" may mean."""
    found = [Subject(label=named["name"], key=named["name"], role="person") for named in _BY_NAME.finditer(text)]
    for mention in _MENTION.finditer(text):
        relation = (mention["relation"] or mention["relation2"]).lower()
        name = mention["name"] or mention["name2"] or ""
        found.append(
            Subject(
                label=f"The user's {relation} {name}".rstrip(),
                key=name or relation,
                role="person",
                gender=relation_pronoun(relation),
                several=bool(re.fullmatch(lexicon.RELATION_MANY, relation)),
            )
        )
    return found


NAME = r"(?P<value>(?:(?-i:Dr|Mr|Mrs|Ms|Prof)\.? )?(?-i:[A-Z])[\w'-]+(?:\s(?-i:[A-Z])[\w'-]+){0,2})"


def name_statement(m: re.Match[str], t: Predication) -> list[Statement]:
    """What somebody is called."""
    if t.subject.role == "user":
        text = f"The user is called {m['value']}."
        return make_statement(
            t, Kind.FACT, make_slot(t.subject, "name", m["value"]), text=text, importance=0.9, tier=Tier.PROPOSED
        )
    return make_statement(t, Kind.RELATIONSHIP, make_slot(t.subject, "name", m["value"]), importance=0.7)


NAME2, NAME3 = NAME.replace("<value>", "<value2>"), NAME.replace("<value>", "<value3>")

_MISNAMED = Regex(
    rf"(?:you've got|you have|you got|you spelt"
    rf"|you spelled) my name wrong\b.*?\b(?:it's|it is) {NAME}",
    re.IGNORECASE,
)
_CALL = Regex(
    r"(?:please |you can |just |everyone |everybody |all my friends |my friends |friends |people |the kids |"
    r"my kids |the grandkids |my grandkids |my wife |my husband |colleagues "
    rf"|do )*(?:calls? me|(?:address|refer to) me as) {NAME}(?P<rest>.*)"
    r"|i(?:'d)? (?:prefer|like|would like|'d like|want) (?:to be|being) (?:called|addressed as|known as|"
    rf"referred to as) {NAME2}.*"
    r"|(?:everyone|everybody|people|friends|my friends|my mates|colleagues) (?:just |all )?(?:calls?|"
    rf"knows?) me (?:as )?{NAME3}.*",
    re.IGNORECASE,
)
_NOT_CALL = Regex(
    rf"(?:please )?(?:(?:don't|never|stop) call(?:ing)? me|not) {NAME}(?P<rest>.*)",
    re.IGNORECASE,
)
_HERE = Regex(
    rf"(?:hi |hello |hey )?(?:it's |this is |my name's |my name is |the name's |name's |name is |myself |i'm "
    rf"|i am ){NAME}(?=$|[,.!]| here| by the way| btw| from | and )",
    re.IGNORECASE,
)
_SELF = Regex(
    r"(?:i'm|i am) (?P<value>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?=, (?:i\b|i'm|my\b|home\b|\d|based|"
    r"living|a\b|an\b|from\b"
    rf"|(?:[\w-]+ ){{0,3}}?{lexicon.OCCUPATION}\b))",
    re.IGNORECASE,
)
_SIGNED = Regex(
    r"(?:hi|hello|hey|hiya|morning|"
    r"evening)?[,!]?\s*(?P<value>(?-i:[A-Z][a-z]+)(?: (?-i:[A-Z])[\w'-]+)?) here(?=$|[,.!])",
    re.IGNORECASE,
)
_GREETED = Regex(r"\b(?:hi|hello|hey|intro|name|myself)\b", re.IGNORECASE)
_INTRO = Regex(
    r"(?:quick |short |brief )?(?:intro|about me|me in a nutshell|who i am|bio)\b[:,]?\s*(?P<rest>.+)", re.IGNORECASE
)


def address_forms(clause: str, me: Subject, *, opened: str) -> list[Statement]:
    """Names and forms of address: "call me Bex", "I'm Jo" after a greeting. `opened`: the whole sentence."""
    t = Predication(subject=me, phrase="", clause=clause)
    if found := _MISNAMED.match(opened):
        return [replace(s, correction=True) for s in name_statement(found, t)]
    if found := _CALL.match(clause):
        name = found["value"] or found["value2"] or found["value3"]
        text = f"The user wants to be called {name}."
        return make_statement(
            t, Kind.PREFERENCE, make_slot(me, "called", name), text=text, importance=0.9, tier=Tier.PROPOSED
        )
    if (found := _SELF.match(opened)) and not re.fullmatch(
        lexicon.LANGUAGES
        + "|american|british|canadian|australian|indian|scottish|catholic|muslim|jewish|christian|hindu"
        "|buddhist|european|asian|african|mexican|brazilian",
        found["value"],
        re.I,
    ):
        return name_statement(found, t)
    if (found := _SIGNED.match(clause)) and not re.match(
        r"(?:over|right|out|all|still|not|new|nothing|rain|sun|same|back|up|down|in|anyone|everyone|it|they|we)\b",
        found["value"],
        re.IGNORECASE,
    ):
        return name_statement(found, t)
    if (found := _HERE.match(clause)) and (
        re.search(r"name|this is .+(?: here| speaking| from )|myself", found.group(), re.I) or _GREETED.search(opened)
    ):
        return name_statement(found, t)
    return []


def is_introduction(text: str) -> bool:
    """Whether the sentence is "I'm Jo, 34, welder in Porto": a name and a list of facts."""
    return bool(_SELF.match(text))


def unwanted_address(clause: str, me: Subject) -> list[Statement]:
    """A form of address the user does not want, said beside the one they want."""
    if found := _NOT_CALL.match(clause):
        t = Predication(subject=me, phrase="", clause=clause)
        text = f"Don't call the user {found['value']}."
        kept = make_slot(me, "called", found["value"], polarity=-1)
        return make_statement(t, Kind.RULE, kept, text=text, importance=0.8, tier=Tier.PROPOSED, correction=True)
    return []


_PROPER = r"(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
_NO_LONGER = Regex(
    r"(?:(?:please|just|ok|hey|look|and|can you|could you|actually)[, ]+)*(?:(?:stop|quit|no more|"
    r"enough of|never mind) calling "
    rf"me|don't call me|never call me|enough (?:with|of) the|less of the|drop the) (?:the )?(?P<old>{_PROPER})\b",
    re.IGNORECASE,
)
_RATHER = Regex(
    rf"(?:^|[,;.:–—-]\s*)(?:(?:please|just|and|but|so|actually|from now on)[, ]+)*(?:(?:use|it's|call me|"
    rf"i'm|i go by|try|make it|"
    rf"i prefer|i'd rather|say|go with)(?: just| plain| only)? (?P<new>{_PROPER})|(?:just |plain )?(?P<new2>{_PROPER})"
    r"(?:'s fine| is fine| will do|'ll do| works| please| from now on| instead| only))(?: please| instead|"
    r" now| from now on)?"
    r"(?=$|[,.;])",
    re.IGNORECASE,
)


def replaced_address(before: str, text: str, me: Subject) -> list[Statement]:
    """The form of address that takes the place of another: "stop calling me Ace. Use Nadia"."""
    stop = _NO_LONGER.match(text)
    rest = text[stop.end() :] if stop else text if _NO_LONGER.match(before) else ""
    new = _RATHER.search(rest) if stop else _RATHER.match(rest)
    if new is None:
        return unwanted_address(f"don't call me {stop['old']}", me) if stop else []
    called = new["new"] or new["new2"]
    t = Predication(subject=me, phrase="", clause=text)
    text = f"The user wants to be called {called}."
    kept = make_slot(me, "called", called)
    return make_statement(t, Kind.PREFERENCE, kept, text=text, importance=0.8, tier=Tier.PROPOSED, correction=True)


def introduction_items(text: str, me: Subject) -> list[Statement]:
    """The items of "Quick intro: Ana, 34, welder in Porto, two cats"."""
    found = _INTRO.match(text)
    if found is None:
        return []
    made: list[Statement] = []
    for item in list_items(found["rest"]):
        made.extend(_item(item, Predication(subject=me, phrase="", clause=item)))
    return made


def _item(item: str, t: Predication) -> list[Statement]:
    if re.fullmatch(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?", item):
        return make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, "name", item),
            text=f"The user is called {item}.",
            importance=0.9,
            tier=Tier.PROPOSED,
        )
    if found := re.fullmatch(r"(?:i'm )?(\d\d)(?: years old)?", item, re.IGNORECASE):
        return make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, "age", found[1]),
            text=f"The user is {found[1]} years old.",
            importance=0.7,
        )
    if re.search(rf"\b{lexicon.OCCUPATION}\b", item, re.IGNORECASE):
        return make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, "job", item),
            text=as_sentence(f"The user is {_article(item)}{item}"),
            importance=0.8,
        )
    if found := re.match(r"(?:based |living |lives? )in (.+)", item, re.IGNORECASE):
        return make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, "home", found[1]),
            text=as_sentence(f"The user lives in {found[1]}"),
            importance=0.8,
        )
    if re.match(r"(?:a|an|one|two|three|four|five|\d)\b", item, re.IGNORECASE):
        attribute = "pet" if re.search(rf"\b{lexicon.PET}s?\b", item, re.IGNORECASE) else "owns"
        return make_statement(
            t,
            Kind.FACT,
            make_slot(t.subject, attribute, item),
            text=as_sentence(f"The user has {item}"),
            importance=0.7,
        )
    return []


def _article(noun: str) -> str:
    if re.match(r"(?:a|an|the|head|director)\b", noun, re.IGNORECASE):
        return ""
    return "an " if noun[0].lower() in "aeiou" else "a "
