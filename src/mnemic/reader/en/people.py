"""The people of the user's that are spoken of, and whom "him", "her" and "his" mean."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import lexicon
from mnemic.reader.en.predication import PeopleSpokenOf, Subject, relation_pronoun

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
