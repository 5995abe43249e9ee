"""Standing orders to the assistant, and orders for this time only."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.en import imperatives, person
from mnemic.reader.en.lexicon import CATEGORIES, LANGUAGES, RELATION
from mnemic.reader.en.predication import ME, Predication, as_sentence
from mnemic.reader.en.statement_building import (
    first_content_words,
    governed_attribute,
    make_slot,
    make_statement,
    rule_topic,
)
from mnemic.reader.en.verbs import FINITE
from mnemic.reader.statement import USER, Statement

_LASTING_WORDS_MIN = 3
_TOPICS = frozenset(name for name, _ in CATEGORIES)


def only_confirms_lasting(said: str) -> bool:
    """Whether a sentence only says that the one before it is to last: "always", "that's how we do it"."""
    return bool(imperatives.STANDS_ALONE.fullmatch(said.strip(" .!,")))


def order_made_lasting(before: str) -> list[Statement]:
    """The rule in a sentence that the next one makes last: "job number first, then the date. Always."."""
    said = re.sub(r"^(?:no|nope|nah|not like that|not quite|wrong|sorry)[\s,.:]+", "", before, flags=re.IGNORECASE)
    if len(said.split()) < _LASTING_WORDS_MIN or re.match(imperatives.NO_RULE, said, re.IGNORECASE):
        return []
    return _rule(
        said
        if imperatives.DO_ORDER.match(said) or imperatives.DONT_ORDER.match(said)
        else f"always {said[:1].lower()}{said[1:]}"
    )


def verbless_rule(clause: str) -> list[Statement]:
    """A rule of two or three words: "metric, never feet", "aisle seat, always"."""
    if imperatives.VERBLESS.search(clause) or imperatives.ONE_PLACE.search(clause) or _asked_back(clause):
        return []
    found = imperatives.CONTRAST.fullmatch(clause)
    if found and rule_topic(found["value"]).endswith(imperatives.LASTING_TOPICS):
        return _rule(clause)
    if imperatives.ONLY_SUCH.fullmatch(clause):
        return _rule(clause)
    found = imperatives.ALWAYS_AFTER.fullmatch(clause)
    return _rule(clause) if found and imperatives.CONTENT.search(found["value"]) else []


def _asked_back(clause: str) -> bool:
    """Whether the clause is a tag, "don't they", and no order."""
    return bool(re.match(r"don't (?:they|you|we|i)\b", clause, re.IGNORECASE))


def standing_order(clause: str, whole: str, *, request: bool) -> list[Statement]:
    """The standing order in a clause. `whole`: the sentence; `request`: it was asked as a question."""
    if imperatives.ONE_PLACE.search(clause) or _asked_back(clause) or re.match(r"quit (?!\w+ing\b)", clause, re.I):
        return []
    if found := (imperatives.CAN_YOU.match(clause) or imperatives.WISH.match(clause)):
        return _rule(re.sub(r"^not ", "don't ", found["rest"], flags=re.IGNORECASE))
    if request:
        return []
    if (
        imperatives.WANTED.match(clause) and not re.search(r"\b(?:this|that)\b", clause, re.I)
    ) or imperatives.ALL_SHOULD.match(clause):
        told = person.first_person_clause(clause)
        return _rule(f"the user {told[1]}" if told else clause)
    once = bool(imperatives.ONCE.search(whole))
    if once:
        core = imperatives.ONCE.sub("", clause).strip(" ,:")
        if not rule_topic(clause).endswith(tuple(_TOPICS)):
            return []
        return (
            _rule(clause, once=True)
            if (imperatives.DO_ORDER.match(core) or imperatives.DONT_ORDER.match(core))
            and not imperatives.THIS.search(core)
            else []
        )
    if _standing(clause, whole):
        return _rule(clause)
    return []


def order_from_answer(said: str) -> list[Statement]:
    """The order in what an answer settles: a proposal for good that was accepted, or a thing to be left as it is."""
    return _rule(said)


_STAYS = Regex(
    r"(?:no|nah|nope|hmm no|actually no|ignore me)[,.!\s]+(?:please |just |let's |i'd rather |"
    r"we'll )*(?P<order>(?:stick|stay|carry on|"
    r"keep going) with (?!it\b|that\b|this\b|them\b|me\b)[^,]{4,60})(?:, (?P<reason>.{4,60}))?",
    re.IGNORECASE,
)


def refusal_to_change(full: str) -> list[Statement]:
    """A refusal to change what it names: "no, stick with bullet points for the reports"."""
    found = _STAYS.fullmatch(full.strip(" .!"))
    if found is None or len(found["order"].split()) <= _LASTING_WORDS_MIN:
        return []
    return [replace(kept, correction=True) for kept in _rule(found["order"])]


def prohibition(clause: str) -> list[Statement]:
    """An order for good because it follows its reason, as "no heavy lifting" after an operation."""
    return _rule(clause) if imperatives.NO.match(clause) or re.match(r"(?:avoid|skip)\b", clause, re.IGNORECASE) else []


_BY_CHANNEL = Regex(
    r"(?:(?:work|personal|private|client|family|school|business|internal|external|formal) )?(?:e?mails?|letters?|"
    r"messages|texts|slack|"
    r"reports?|invoices?|newsletters?)[:,] (?:please |just |always )*(?:sign|use|keep|write|start|end|close|open|"
    r"put|cc|bcc|add|include|"
    r"no|skip|leave|copy|address)\b .+"
    r"|(?:anything|everything|(?:all |any )?(?:e?mails?|letters?|messages|texts|posts?|invoices?)) (?:to|for|"
    r"from) [\w' -]{2,40}? "
    r"(?:just |only |always |simply )*(?:gets?|takes?|ends? with|starts? with|opens? with|is signed|are signed|"
    r"goes? (?:out )?(?:in|under|with|to|"
    r"through)|should be) .+",
    re.IGNORECASE,
)
"""An order by the channel it is for: "work mail: sign me off as ...", "anything to family just gets ..."."""


def _standing(clause: str, whole: str) -> bool:
    if _BY_CHANNEL.fullmatch(clause):
        return True
    core = re.sub(
        r"^(?:henceforth|hereafter|from now on|from here on(?: out| in)?|going forward|moving forward|"
        r"in (?:the )?future|by default"
        r"|as a rule|normally|usually|generally|typically|from today(?: on(?:wards)?)?|starting (?:today|now|"
        r"tomorrow)|as of (?:today|now)"
        r"|next time)[, ]+(?:can you |could you |please |pls )*",
        "",
        clause,
        flags=re.IGNORECASE,
    )
    if re.match(rf"(?:my|our|the) {RELATION}\b", clause, re.IGNORECASE):
        return False
    if re.match(r"if\b[^,]*, (?:i|i'm|i'll|he|she|it|it's|that|they|we|you'll|there)\b", clause, re.IGNORECASE):
        return False
    lasting = bool(imperatives.LASTING.search(clause))
    if core != clause and re.match(r"(?:i|we|he|she|they|my|our)\b", core, re.IGNORECASE):
        return False
    if _never_or_always(clause) or (
        imperatives.NO.match(clause) and (lasting or imperatives.OUTPUT_NOUN.search(clause))
    ):
        return True
    if core != clause and not re.match(r"(?:i|we|he|she|they|you're|it's|the|there)\b", core, re.IGNORECASE):
        return True
    if (
        imperatives.FOR_GOOD.search(clause)
        and len(clause.split()) > 3
        and not re.match(
            r"(?:i|we|he|she|they|you|it|that|this|there|my|our|the)\b",
            clause,
            re.IGNORECASE,
        )
    ):
        return True
    if (
        imperatives.CONTACT.match(clause)
        or imperatives.NO_NEED.match(clause)
        or (
            imperatives.USE.match(clause)
            and not imperatives.THIS.search(clause)
            and rule_topic(clause).endswith(imperatives.LASTING_TOPICS)
        )
    ):
        return True
    if imperatives.FOR_SCOPE.match(clause) or (
        imperatives.MANNER.fullmatch(clause) and not re.search(r"\b(?:this|that|these)\b", clause, re.IGNORECASE)
    ):
        return True
    if (
        imperatives.WHEN_ORDER.match(clause) or imperatives.ORDER_WHEN.match(clause)
    ) and not imperatives.HAPPENED.search(clause):
        return True
    if imperatives.ALL_IN.fullmatch(clause) and not re.search(r"\b(?:this|that|these|those)\b", clause, re.IGNORECASE):
        return True
    if imperatives.GENERIC.match(clause) and not imperatives.THIS.search(clause):
        return True
    if re.fullmatch(r"no more \w+", clause, re.IGNORECASE) and clause == whole:
        return False
    if (found := imperatives.DONT_ORDER.match(clause)) and not (
        re.match(r"never\b", clause, re.IGNORECASE) and found["what"] and person.is_past_form(found["what"].split()[0])
    ):
        return lasting or (
            not imperatives.THIS.search(clause)
            and not re.search(
                r"\b(?:yet|for now|today|tonight|tomorrow)\b|\b(?:until|before) (?!\d|noon|midnight|\w+day)",
                clause,
                re.I,
            )
        )
    if imperatives.DO_ORDER.match(clause):
        return (
            lasting
            or bool(
                imperatives.OUTPUT_ORDER.match(clause)
                and not imperatives.THIS.search(clause)
                and re.search(r"\b(?:your|answers|replies|summaries|responses|all|any)\b", clause, re.I)
            )
            or _lists(clause)
        )
    if imperatives.YOU_WHEN.match(clause):
        return True
    if imperatives.ALWAYS_IN.match(clause):
        return True
    if (
        imperatives.SCOPED.match(clause)
        and not imperatives.BARE_SCOPE_ONLY.match(clause)
        and (not imperatives.SCOPE_OF_CLAUSE.match(clause) or imperatives.APART.search(clause))
    ):
        return not imperatives.THIS.search(re.sub(r"\b(?:keep|make) it\b", "", clause, flags=re.IGNORECASE))
    return bool(
        (
            imperatives.INSTEAD.match(clause)
            and not re.match(
                r"(?:i|i'm|we|it's|that's|he|she|they|you|this|there)\b",
                clause,
                re.IGNORECASE,
            )
        )
        or imperatives.PLAIN.match(clause)
        or (
            (lasting or imperatives.VERBLESS_ONLY.fullmatch(clause))
            and imperatives.ONLY_ORDER.match(clause)
            and not re.match(r"(?:i|we|he|she|my|our)\b", clause, re.I)
        )
        or _labelled(clause)
    )


def _never_or_always(clause: str) -> bool:
    found = imperatives.NEVER.match(clause)
    if found and (person.is_past_form(found["what"]) or re.search(r"\bmakes? (?:me|us)\b", clause, re.IGNORECASE)):
        return False
    return (
        bool(found)
        and not re.search(
            r"(?:ed|ing|s)$|^(?:give|forget|say|stop|dr|mr|mrs|ms|worry|look|been|had|got|again|mind|a|the|seen"
            r"|happy|late|tired|have|know|knew|thought|said|going|in|on|at|good|nice|fun)$",
            found["what"],
            re.I,
        )
        if found
        else False
    )


def _lists(clause: str) -> bool:
    return bool(
        re.match(
            r"(?:please |just |so |and |also )*(?:keep|leave|skip|knock|drop)\b.+\b(?:off|out of|any|recipe"
            r"|recipes|list|places|when you)\b",
            clause,
            re.IGNORECASE,
        )
    ) and not imperatives.THIS.search(clause)


def _labelled(clause: str) -> bool:
    styled = imperatives.STYLED.fullmatch(clause)
    if (
        styled
        and imperatives.STYLE.search(styled["value"])
        and not re.search(rf"\b(?:{FINITE}|i|i'm|we|you)\b", styled["value"], re.I)
    ):
        return True
    found = imperatives.LABELLED.match(clause)
    return bool(found) and rule_topic(found["value"] if found else "") in ("indentation", "units", "spelling", "theme")


def _governed(said: str) -> str:
    said = re.sub(r"^[^,]{3,60}, (?:so|therefore|hence) (?=\S)", "", said, flags=re.IGNORECASE)
    return (
        f"rule:{first_content_words(said)}"
        if imperatives.HANDLING.search(said) and not said.lower().startswith(("for ", "in "))
        else governed_attribute(said, otherwise="rule")
    )


def _ruled(said: str, attribute: str) -> str:
    """The value of a rule: its language or its figures, where it is these that change."""
    if attribute.endswith("answer language") and (language := re.search(rf"\b{LANGUAGES}\b", said, re.IGNORECASE)):
        return language.group()
    figures = re.findall(r"[£$€]?\d[\w:.%°]*", said)
    return " ".join(figures) if figures else said


def _rule(said: str, *, once: bool = False) -> list[Statement]:
    text = as_sentence(person.third_person_order(said))
    negative = bool(
        re.match(
            r"(?:please |pls |so |and |also )*(?:don't|do not|never|stop|no|avoid|quit|cut out|drop|skip)\b",
            said,
            re.IGNORECASE,
        )
    )
    attribute = _governed(said)
    about = make_slot(USER, attribute, _ruled(said, attribute), polarity=-1 if negative else 1)
    t = Predication(subject=ME, phrase="", clause=said)
    return make_statement(
        t,
        Kind.RULE,
        about,
        text=text,
        importance=0.5 if once else 0.8,
        tier=Tier.SESSION if once else Tier.PROPOSED,
        once=once,
    )
