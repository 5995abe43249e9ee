"""Statements and their slots: normal values, topics, and how much a statement weighs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, matter_names
from mnemic.reader.en.lexicon import CATEGORIES, CLOCK, DATE, LANGUAGES
from mnemic.reader.en.predication import Predication, Subject
from mnemic.reader.statement import USER, Statement

_SINGLE = Regex(
    r"(?:name|called|home|job|employer|age|birthday)$|(?:device|favourite|default|habit|rule|decision"
    r"|constraint|value|plan|state|takes):"
)
_LIST_MAX = 12
_VALUE_WORDS_MAX = 12
_TOPIC_WORDS_MAX = 4
_SPECIFIC = Regex(rf"\d|\b{CLOCK}\b|\b{DATE}\b|(?<=[a-z,] )[A-Z][a-z]+", re.IGNORECASE)


Builder = Callable[[re.Match[str], Predication], list[Statement]]
"""What a found construction states."""


@dataclass(frozen=True, slots=True)
class Construction:
    """One construction of the language: a pattern over a verb phrase, and what it states."""

    pattern: Regex[str]
    build: Builder
    roles: str = "user person"


def construction(pattern: str, build: Builder, *, roles: str = "user person") -> Construction:
    """A construction from its pattern's text; case counts only inside `(?-i:...)`."""
    return Construction(Regex(pattern, re.IGNORECASE), build, roles)


def match_constructions(constructions: tuple[Construction, ...], telling: Predication) -> list[Statement]:
    """The statements of the first construction that fits the telling."""
    for item in constructions:
        found = item.pattern.match(telling.phrase) if telling.subject.role in item.roles else None
        if found and (made := item.build(found, telling)):
            return made
    return []


def make_slot(
    subject: Subject | str, attribute: str, said: str, *, polarity: int = 1, replaces: bool = False
) -> Slot | None:
    """A slot with a normal value, or None where nothing is left of the value. `replaces`: it was said as a change."""
    key = subject if isinstance(subject, str) else subject.key
    if not (normal := normal_value(said)):
        return None
    attribute = keys.canonical_attribute(attribute, normal)
    if not isinstance(subject, str) and subject.role == "person":
        key = matter_names.canonical_relation(key)
    else:
        owned = not isinstance(subject, str) and subject.label.startswith("The user's ")
        key, attribute = matter_names.place_slot(key, attribute, said, owned=owned)
        key = USER if keys.belongs_to_user(attribute) else key
    normal = keys.figure_value(attribute, normal)
    single = replaces or bool(_SINGLE.match(attribute)) or keys.one_at_a_time(attribute, normal)
    return Slot(subject=key, attribute=attribute, value=normal, polarity=polarity, single=single)


_FOREWORD = Regex(
    r"^(?:from (?:now|here|today) on(?:wards)?|going forward|moving forward|in (?:the )?future|by default|as a rule"
    r"|(?:just |only )?this (?:time|once)(?: only)?|for (?:now|today|once))[,: ]+",
    re.IGNORECASE,
)


_CIRCUMSTANCE = Regex(rf"(?<=\w),?\s+{matter_names.CIRCUMSTANCE}$", re.IGNORECASE)


def normal_value(said: str) -> str:
    """What was said, case-folded, without articles, reasons and trailing asides."""
    said = re.sub(r"(?<=\d),(?=\d{3})", "", _FOREWORD.sub("", said))
    said = re.split(
        r"(?:,\s|\s+)(?:because|since|as|so|but|although|though|when|whenever|unless|which|who|until|if|after"
        r"|before|except|lol)\b|[,;(–—]|\s-\s",
        f"{said} ",
    )[0]
    said = re.sub(
        r"^(?:now|currently|these days|(?:is |are |has )?(?:now )?(?:(?:gone |went |crept |back )?"
        r"(?:up|down) to|(?:up|down) at)) ",
        "",
        said.strip(),
    )
    said = re.sub(
        r"^(?:a|an|the|some|any|my|their|our|his|her|to|of|about|all|both|on|in|with)\s+", "", said.strip().casefold()
    )
    said = re.sub(
        r"\s+(?:now|anymore|any more|at all|these days|too|as well|instead|either|again|please|always|ever"
        r"|a lot|the most|actually|really|though|lol|personally|myself|themselves|entirely|completely|altogether|"
        r"for good)$",
        "",
        said,
    )
    said = _CIRCUMSTANCE.sub("", said)
    said = re.sub(r"\s+(?:(?:last|this|next) \w+|yesterday|today|tomorrow|(?:\w+ ){1,2}ago)$", "", said)
    return " ".join(said.strip(" .,!:;'\"").split(" ")[:_VALUE_WORDS_MAX])


_LENGTH = Regex(
    r"\b(?:replies|reply|answers?|responses?)\b.*\b(?:\d+|one|two|three|four|five|six|ten|fifty|hundred) (?:words|"
    r"lines|sentences|"
    r"paragraphs)\b"
)
_SCOPE = Regex(
    r"\b(?:for|in|on|to) (work|personal|private|client|internal|business|school)\b|\b(python|javascript"
    r"|typescript|java|rust|sql|go code|c\+\+|slack|commit|pr)\b"
)
_CATEGORY = tuple(
    (name, Regex(rf"\b(?:{'|'.join(re.escape(word) for word in words.split('|'))})\b")) for name, words in CATEGORIES
)
_SPOKEN_TO = Regex(
    rf"\b(?:answer|reply|respond|speak|talk|chat|write)(?:ing)?(?: back)?(?: to)? (?:me|"
    rf"us)(?: back)? (?:only )?in {LANGUAGES}\b"
    rf"|\b(?:answer|reply|respond|speak|talk) (?:only )?in {LANGUAGES}\b|"
    rf"\bswitch (?:back )?(?:over )?to {LANGUAGES}\b"
    rf"|^(?:please |just )*{LANGUAGES} (?:only|always|please|from (?:now|here) on)\b"
    rf"|\b(?:answers|replies|responses)\b.* in {LANGUAGES}\b"
)


def rule_topic(text: str) -> str:
    """What a rule or default is about: a known category, with its scope word, or the first words that carry content."""
    low = text.casefold()
    if _SPOKEN_TO.search(low):
        return "answer language"
    if _LENGTH.search(low):
        return "reply length"
    scope = _SCOPE.search(low)
    name = next((category for category, words in _CATEGORY if words.search(low)), "")
    name = name or _content(low)
    prefix = next((g for g in scope.groups() if g), "") if scope else ""
    return name if not prefix or prefix in name else f"{prefix} {name}"


_EMPTY = frozenset(
    (
        "the a an of to in on for with and or not no never always please just only from now going forward be "
        "do don't use me my user user's all any every it that this is are i you your at by as so keep make "
        "give send write put stop avoid without anything everything over under than can't want wants prefer "
        "prefers likes when if unless by default future more less again ever least most their them they"
    ).split()
)


def _content(low: str) -> str:
    words = [w for w in re.findall(r"[\w'&+#-]+", low) if w not in _EMPTY and not w[0].isdigit()]
    return " ".join(words[:_TOPIC_WORDS_MAX])


_DEFAULTS = frozenset(
    ("seat", "indentation", "units", "spelling", "theme", "drink", "editor", "browser", "date format")
)
_KNOWN = frozenset(name for name, _ in CATEGORIES)


def governed_attribute(text: str, *, otherwise: str) -> str:
    """The attribute for what the user wants in general, the same whether said as a taste or as an order.

    "Dark mode for me" and "light mode only" are both `default:theme`; "brief replies" is `rule:reply length`.
    `otherwise` (`default` or `rule`) is for topics that are not in the lexicon.
    """
    name = rule_topic(text)
    if any(name.endswith(known) for known in _DEFAULTS):
        return f"default:{name}"
    return f"rule:{name}" if any(name.endswith(known) for known in _KNOWN) else f"{otherwise}:{name}"


def first_content_words(text: str) -> str:
    """The first words of content, for slots of what belongs to no known topic."""
    return _content(text.casefold())


def list_items(text: str) -> list[str]:
    """The items of "a, b and c"."""
    items = [
        re.sub(r"^(?:and|or|also|both)\s+", "", item.strip(" ."))
        for item in re.split(r",\s*(?:and |or )?|\s+(?:and|or|&)\s+|\s*/\s+", text)
    ]
    return [item for item in items if item][:_LIST_MAX]


def importance_of(text: str, least: float = 0.5) -> float:
    """Importance: what holds a number, a name, a date or a place weighs more than a vague habit."""
    return max(least, 0.7) if _SPECIFIC.search(text[1:]) else least


def make_statement(
    telling: Predication,
    kind: Kind,
    found: Slot | None = None,
    *,
    text: str | None = None,
    importance: float | None = None,
    confidence: float = 0.9,
    tier: Tier | None = None,
    once: bool = False,
    correction: bool = False,
) -> list[Statement]:
    """One statement made of a telling."""
    whole = text or telling.text
    return [
        Statement(
            text=whole,
            kind=kind,
            slot=found,
            confidence=confidence,
            importance=importance_of(whole) if importance is None else importance,
            tier=tier,
            once=once,
            correction=correction,
            entities=() if telling.subject.key == USER else (telling.subject.key,),
        )
    ]
