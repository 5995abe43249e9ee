"""What English question words ask for."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.domain.understanding import AnswerKind
from mnemic.language.detect import HAN

_AUX = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|might|must|may"
    r"|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n't|(?:dont|didnt|doesnt|isnt|wasnt))"
)
_KNOWING = (
    r"(?:know|knows|knew|remember|remembers|recall|remind (?:me|us)(?: of)?|tell (?:me|us)|told (?:me|you|us)|say"
    r"|said|see"
    r"|ask|asked|wonder|wondering|check|confirm|figure out|find out|sure|idea|clue|forgot|forget|mention|mentioned"
    r"|of|about|on|for|with|from|to|by|since|until|till)"
)
_OPENING = r"(?:^|[^\w\s']\s*|\b(?:and|but|so|or|then|also|ok|okay|hey|um|well|exactly|again|wait)\s+)"
_LEAD = rf"(?:{_OPENING}|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?)"
_STOP = rf"(?=\s*(?:$|[^\w\s']|[{HAN}]|again\b|exactly\b|precisely\b|roughly\b))"
_OWNED = (
    r"(?:(?!(?:for|on|to|at|about|before|after|during|in|from|with|i|you|he|she|they|we|it|that)\b)[\w'-]+\s+){0,5}?"
)


def _what_is(nouns: str) -> str:
    """ "What is my aunt's birthday", and the bare "my aunt's birthday?"."""
    end = r"(?=\s*(?:$|[?.,!]|of\b|for\b|again\b|now\b|and\b|these days\b|at the\b|in\b|on\b))"
    return rf"\b(?:what|which)\s+(?:is|was|are|were|will be)\s+{_OWNED}(?:{nouns})\b{end}|^{_OWNED}(?:{nouns})\s*\?"


def _which(nouns: str) -> str:
    """ "Which city", "what sort of place", "which of my cousins"."""
    inner = r"(?:of\s+(?:my|our|the|your|his|her|their|these|those)\s+)?"
    adjectives = rf"(?:(?!{_AUX}\b|the\b|my\b|i\b|you\b)[\w'-]+\s+){{0,2}}?"
    return rf"\b(?:what|which)\s+(?:(?:kinds?|sorts?|types?)\s+of\s+)?{inner}{adjectives}(?:{nouns})\b"


_TIMES = (
    r"times?|dates?|days?|weeks?|weekends?|months?|years?|hours?|seasons?|century|decade|weekdays?|evenings?|o'clock"
)
_DATED = (
    r"birthdays?|birth ?dates?|date of birth|anniversar(?:y|ies)|deadlines?|due dates?|dates?|(?:[\w-]+ )?times?"
    r"|opening hours|office hours|eta|expiry|expiration"
)
_SPANS = r"seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?|semesters?"
_PEOPLE = (
    r"person|people|friends?|colleagues?|coworkers?|co-workers?|teammates?|classmates?|roommates?|flatmates?"
    r"|neighbou?rs?"
    r"|kids?|child|children|sons?|daughters?|sisters?|brothers?|siblings?|cousins?|aunts?|uncles?|nephews?|nieces?"
    r"|parents?|relatives?|doctors?|dentists?|teachers?|bosses|boss|managers?|clients?|coach|coaches|guys?|girls?|man"
    r"|woman|men|women|students?|patients?|actors?|actress|authors?|singers?|artists?|players?|family members?"
)
_NAMES = r"(?:full |first |last |middle |maiden |pet |user|nick|sur)?names?|nicknames?"
_PLACES = (
    r"city|cities|country|countries|places?|towns?|states?|villages?|neighbou?rhoods?|streets?|islands?|venues?"
    r"|locations?|regions?|provinces?|districts?|airports?|stations?|continents?|county|counties|addresse?s?"
    r"|restaurants?|cafes?|cafés?|hotels?|museums?|hospitals?|clinics?|parks?|beach(?:es)?|bars?|pubs?|schools?"
    r"|universit(?:y|ies)|colleges?|suburbs?|terminals?|gyms?|shops?|stores?"
)
_SITES = (
    r"(?:home |work |postal |mailing )?address|hometown|home town|location|destination|venue|birthplace|whereabouts"
)
_AMOUNTS = (
    r"prices?|costs?|amounts?|(?:[\w-]+ )?numbers?|percentages?|percent|budgets?|ages?|sizes?|scores?|rates?|fees?"
    r"|rents?"
    r"|salar(?:y|ies)|heights?|weights?|distances?|totals?|temperatures?|grades?|marks?|dos(?:e|es|ages?)|speeds?"
    r"|zip(?: code)?|postcode|pin|balances?|deposits?|quantit(?:y|ies)|incomes?|wages?|tuition|mileage|headcount"
    r"|blood pressure|floors?|(?:wifi|wi-fi) password|passcode"
)
_CAUSES = r"points?|reasons?|causes?|purpose|motives?|motivation|explanation"
_WAYS = r"(?:best |right |easiest |quickest |fastest )?ways? to|recipe|procedure|trick|method|steps|status|progress"

# In this order: what one pattern has read is gone for the next.
_KINDS: tuple[tuple[AnswerKind, Regex[str]], ...] = tuple(
    (kind, Regex(pattern))
    for kind, pattern in (
        (
            AnswerKind.REASON,
            rf"{_LEAD}why\b|\bwhy\s+{_AUX}\b|\bhow come\b|{_LEAD}what for{_STOP}|\bfor what reasons?\b"
            rf"|{_LEAD}what\s+(?:exactly\s+|first\s+)?(?:made|makes|caused|causes(?! (?:has|have|do|does|did|is"
            rf"|are)\b)|prompted|led|drove|inspired"
            rf"|inspires|motivated"
            rf"|motivates|convinced|persuaded)\b|\b(?:what|which)\s+(?:\w+\s+)?reasons?\b|{_what_is(_CAUSES)}",
        ),
        (
            AnswerKind.TIME,
            rf"\bhow\s+(?:long ago|soon|late|early|recently)\b|\bhow many\s+(?:{_SPANS})\s+ago\b"
            rf"|\b(?:since|until|till|by|from) when\b|{_OPENING}when(?:(?:'s|'d|'ll|'re)\b|\s+(?:else\s+"
            rf"|exactly\s+)?{_AUX}\b)"
            rf"|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?when\b|\bwhen{_STOP}|^when\b(?=\s+[^,]*\?$)"
            rf"|{_which(_TIMES)}(?!\s+jobs?\b)|{_what_is(_DATED)}",
        ),
        (
            AnswerKind.DURATION,
            rf"\bhow long\b|\bhow (?:many|much)\s+(?:more\s+|full\s+|extra\s+|whole\s+)?(?:{_SPANS})\b(?!\s+old)"
            rf"|\bhow much (?:more )?(?:time|longer)\b|{_what_is('length|duration|waiting time|wait')}",
        ),
        (
            AnswerKind.NUMBER,
            r"\bhow\s+(?:many|much|old|far|big|tall|high|heavy|expensive|large|deep|wide|fast|often|frequently|cold"
            r"|hot|small"
            r"|thick|cheap|strong|steep|close|loud|pricey)\b|\bhow (?:regularly|costly)\b"
            rf"|{_which(_AMOUNTS)}|{_what_is(_AMOUNTS)}|\bat what age\b",
        ),
        (
            AnswerKind.PERSON,
            rf"{_LEAD}who(?:m|se|'s|'d|'ll|'re|'ve)?\b|{_which(_PEOPLE)}|{_which(_NAMES)}|{_what_is(_NAMES)}"
            r"|\bwhat\b[^?,]{0,60}\b(?:called|named)\b|\bwhat\s+(?:do|does|did|should|can)\s+[\w' ]{1,30}\bcall\b"
            r"|\bwhat\b[^?,]{0,40}\bgo(?:es)? by\b",
        ),
        (
            AnswerKind.PLACE,
            rf"{_OPENING}where(?:(?:'s|'d|'ll|'re)\b|abouts\b|\s+(?:else\s+|exactly\s+|about\s+)?(?:{_AUX}|to|from"
            rf"|in)\b)"
            rf"|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?where\b|\bwhere{_STOP}|^where\b(?=\s+[^,]*\?$)"
            rf"|{_which(_PLACES)}|{_what_is(_SITES)}|\bwhat part of (?:town|the)\b",
        ),
        (
            AnswerKind.MANNER,
            rf"{_LEAD}how(?:(?:'s|'d|'ll|'re)\b|\s+(?:exactly\s+|else\s+|well\s+|badly\s+)?(?:{_AUX}|to|i|we|you|he"
            rf"|she|they)\b)"
            rf"|\bhow{_STOP}|\bin what ways?\b|\bby what means\b|\b(?:what|which)\s+(?:is|was|are"
            rf"|were)\s+{_OWNED}(?:{_WAYS})\b",
        ),
    )
)
_WHAT = Regex(rf"{_LEAD}(?:what|which)(?:'s|'d|'re|'ll)?\b|\b(?:what|which)\s+(?:{_AUX}|of|one|ones)\b|\bwhat{_STOP}")
_PLURAL = r"(?!does\b|was\b|has\b|is\b|always\b|this\b|news\b|perhaps\b|his\b)[a-z-]{2,}(?<![sui])s(?!')"
_LIST = Regex(
    rf"\b(?:what|which)\s+(?:are|were)\s+(?:[\w'-]+\s+){{0,4}}?{_PLURAL}\b"
    rf"|\b(?:what|which)\s+(?!of\b)(?:(?!{_AUX}\b|i\b|my\b|the\b)[\w'-]+\s+){{0,2}}?{_PLURAL}\b(?=\s+\w|\s*\?)"
    rf"|\b(?:what|which)\s+of\s+(?:my|our|the)\s+(?:[\w'-]+\s+){{0,2}}?{_PLURAL}\s+(?:are|were|have|do|did)\b"
    r"|\b(?:what|which)\s+(?:\w+\s+)?(?:people|children|men|women|two|three|four|five|ones)\b"
    r"|\b(?:what|who|where) (?:all|else)\b|\bwho are\b|\ball (?:the|of|my|our|his|her|their)\s+\w+s\b|\brespectively\b"
    r"|\beach of\b|\bin (?:what|which) order\b|^(?:please\s+)?(?:list|name|enumerate)\b|\blist (?:all|the|my|every)\b"
)
_NOT_LISTED = Regex(rf"\b(?:what|which)\s+(?:of\s+\w+\s+)?(?:{_TIMES}|{_NAMES})\s+{_AUX}\b")
_SUBJECT = (
    r"(?:i|you|he|she|it|we|they|there|my|your|his|her|our|their|the|a|an|any|anyone|anybody|anything|someone|somebody"
    r"|everyone|this|that|these|those|both|all)"
)
_SHORT = Regex(r"\b(what|which|who|where|when|how|why)(?:'s|s(?=\s))")
_FRAME = Regex(
    r"\b(?:do|did|can|could|would|will|don't|didn't)\s+(?:you|i|u|we)\s+(?:\w+ly\s+|still\s+|even\s+|ever\s+"
    r"|please\s+|happen to\s+)*"
    r"(?:know|remember|recall|tell me|tell you|remind me|say|mention|check|mind telling me)\b"
    r"(?!\s+(?:if|whether|that|saying|mentioning)\b)"
)
_YES_NO = Regex(
    rf"^(?:and\s+|but\s+|so\s+|or\s+|also\s+|well,?\s+|ok,?\s+|wait,?\s+)?{_AUX}\s+(?!not\b|you tell\b)\w"
    rf"|[,:;-]\s*(?:and\s+|but\s+|so\s+|or\s+)?{_AUX}\s+{_SUBJECT}\b|\b(?:and|but|or|so)\s+{_AUX}\s+{_SUBJECT}\b"
    r"|,\s*(?:right|correct|yeah|yes|no|huh|ok|true|innit|isn't it|wasn't it)\s*\?$"
    rf"|,\s*{_AUX}\s+(?:i|you|he|she|it|we|they)\s*\?$|\b(?:right|correct)\s*\?$"
    r"|\b(?:know|remember|tell me|sure|see|check|confirm|say|wonder(?:ing)?|ask)\s+(?:if|whether)\b|\bor not\s*\?$"
    r"|^(?:so\s+|and\s+)?any\b.*\?$"
)
_IMPERATIVE = Regex(r"^(?:do|have|can|will|may)\s+(?:not|a|an|the best|fun)\b|^don't\s+(?!i\b|you\b|we\b|they\b)")
_TASTES = Regex(
    r"\b(?:prefer\w*|favou?rites?|hates?|hated|dislikes?|disliked|enjoys?|enjoyed|can't stand|fond of|keen on|hobby"
    r"|hobbies"
    r"|tastes?\s+in|can't bear|adores?|fancy|rather\s+(?:have|eat|drink|go|sit|fly|stay|take|be))\b"
    r"|\b(?:loves?|loved)\b(?!\s+(?:life|story|letter|song))|\binto\s*\?"
    r"|\b(?:do|does|did|don't|doesn't"
    r"|didn't)\b[^?.,]{0,50}?(?<!look )(?<!feel )(?<!sound )(?<!taste )(?<!smell )(?<!seem )"
    r"\blikes?\b"
    r"|\b(?:i|you|we|they)\s+(?:really\s+|also\s+|most\s+|still\s+|actually\s+)?like\b"
    r"|(?<!look)(?<!what it )\blike[sd]\b(?=\s+\w)"
)
_WOULD_LIKE = Regex(r"\b(?:would|'d|looks|sounds|feels|tastes|smells|seems)\s+(?:\w+\s+)?likes?\b")
_STATES = Regex(
    rf"\b(?:i|you|he|she|it|we|they)\b|\b{_AUX}\b|\b(?:said|told|went|got|took|made|came|left|told|works?|lives?"
    rf"|likes?|wants?"
    r"|needs?|moved|started|stopped|still|already|\w{3,}ed)\b|\bi'm\b|'(?:m|re|ve|ll|d)\b"
)


def english_answer_kinds(sentence: str) -> set[AnswerKind]:
    """What the English question words of a folded sentence ask for, preferences left out."""
    spoken = _SHORT.sub(r"\1 is", sentence)
    left = _FRAME.sub("\u25a1 know", spoken)
    found = {AnswerKind.YES_NO} if _YES_NO.search(left) and not _IMPERATIVE.search(left) else set()
    if _LIST.search(left) and not _NOT_LISTED.search(left):
        found.add(AnswerKind.LIST)
    for kind, pattern in _KINDS:
        left, times = pattern.subn(" \u25a1 ", left)
        if times:
            found.add(kind)
    if _WHAT.search(left):
        found.add(AnswerKind.THING)
    if not found and left != spoken:
        found.add(AnswerKind.THING)  # "do you remember my locker" wants what is known of it
    return found


def mentions_liking(sentence: str) -> bool:
    """Whether a folded sentence speaks of what somebody likes."""
    return _TASTES.search(_WOULD_LIKE.sub("\u25a1", sentence)) is not None


def has_verb(sentence: str) -> bool:
    """Whether a folded sentence has a verb, so that it states something."""
    return _STATES.search(sentence) is not None
