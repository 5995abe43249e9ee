"""What the assistant offered, what the user asks outright to be remembered, and what is no talk to read.

What the assistant's closing question asks a yes for: that something be kept, or that something be done.

A bare yes to either states nothing. What is kept for good is confirmed by the program, and was said before; what is to
be done is done, and stands in the conversation. A yes to a choice ("shall I book the Linden?") is none of these.

What the user asks outright to be remembered, where no other rule reads it: kept in the user's own words (W12).

What of a message the rules left unread: clauses whose content is in none of the statements found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import detect, segment, when
from mnemic.reader.en.clauses import message_sentences as en_sentences
from mnemic.reader.en.preparation import mask_foreign_text
from mnemic.reader.en.preparation import plain_punctuation as en_plain
from mnemic.reader.statement import MessageSetting, RuleReading, SkippedPart, Statement
from mnemic.reader.zh.clauses import mask_foreign_words
from mnemic.reader.zh.clauses import message_sentences as zh_sentences

ASSENT = "a yes to what the assistant offers"  # why such a sentence states nothing

_QUOTED = Regex(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|‘[^’]*’|(?<!\w)'(?:[^']|(?<=\w)'(?=\w))*'(?!\w)")
_PIECE = Regex(r"[^.!?。！？\n]+(?:\.(?=\w)[^.!?。！？\n]+)*[.!?。！？\n]*")
_TAG = Regex(
    r"\W*(?:(?:is (?:that|this|it) )?(?:all )?(?:right|ok(?:ay)?|fine|correct|good)(?: (?:with|by|for) you)?|shall i|"
    r"should i|may i|yes|agreed|sounds? (?:good|right)|(?:这样)?(?:好|行|可以|对|是|同意|没问题)(?:吗|么|吧|不)|"
    r"(?:好不好|行不行|可不可以|可否|怎么样))\W*",
    re.IGNORECASE,
)
"""A question that asks for a yes to the sentence before it: "All right?"."""

_IT = r"(?:this|that|it|these|those|them|\x00+)(?: (?:one|rule|order|wish|preference|fact|line|sentence))?"
_FOR_GOOD = (
    r"(?:for good|for ever|forever|permanently|long[- ]term|for (?:next time|the future|later|future \w+)|from now on|"
    r"in (?:the )?future|always|every time|in general|for all (?:time|\w+))"
)
_KEEPING_EN = Regex(
    rf"\b(?:keep|hold|save|store|record|file|note|leave|put|make|treat|take|add|write|commit|set) {_IT}"
    rf"(?: (?:down|{_FOR_GOOD}|in(?:to)? (?:mind|(?:\w+ )?memory|your \w+|my \w+)|to (?:\w+ )?memory|as (?:an? )?"
    rf"(?:permanent|standing|lasting|general|default|fixed|long-term) \w+|on (?:file|record)|an? (?:permanent|standing|"
    rf"lasting|fixed|general) \w+))|"
    rf"\b(?:keep|save|store|note) {_IT}\s*[?:]|"
    r"\b(?:i|we|me to) (?:\w+ )?(?:remember|memori[sz]e)\b|\b(?:keep|bear|hold) \x00*(?:[\w' ]{0,60} )?in mind\b|"
    rf"\b(?:does|do|will|would|should|is|are) {_IT} (?:to )?(?:hold|apply|stand|stay|count|go|be kept|meant|so|true|"
    rf"hold true|be remembered)\b[^?]*\b(?:{_FOR_GOOD}|remembered|kept)|"
    r"\b(?:permanent|long-term|lasting) (?:memory|memories)\b",
    re.IGNORECASE,
)
_KEEPING_ZH = Regex(
    r"(?:记住|记下|记着|记一下|记到|记进|存(?:下|进|入|到)|写(?:进|入|到)|放进|加(?:进|入)|保存)(?!记?录?文件)"
    r"(?:来|去)?(?=[^。]{0,12}(?:吗|么|吧|呢|[?？]|永久|长期|记忆))|"
    r"(?:设|定|当|列)(?:成|为|作|做)[^。]{0,4}(?:永久|长期|固定)的?(?:规则|规矩|要求|偏好|记忆|习惯)|"
    r"(?:永久|长期|一直|永远)(?:地)?(?:记忆|记住|记着|保留|保存|有效|生效|这样|如此|算数|适用)|"
    r"(?:以后|今后|往后)(?:都|就|一直|一律)*(?:这样|如此|照此|这么[办做来])"
)
_DOING_EN = Regex(
    r"\b(?:(?:shall|should|can|could|may) (?:i|we)|(?:want|like) me to|how about i)\b[^?]*\b(?:cancel|rebook|re-book|"
    r"book (?:it |them |that )?(?:anew|again|afresh)|undo|refund|retry|try (?:it |that |them )?(?:again|once more)|"
    r"re-?send|re-?run|re-?start|redo|delete|remove|look|search|find|check|show|send|draft|list)\b[^?]*\?",
    re.IGNORECASE,
)
_DOING_ZH = Regex(
    r"(?:取消|撤销|撤回|退(?:掉|订|票|款|了|货|房)|改订|重订|重新|再试|重试|再查|再找|查(?:一?下|询|查)?|"
    r"找(?:一?下|找)?|搜(?:一?下|索)?|看(?:一?下|看)|列(?:出|一?下)|发(?:送|给|一?下)|删(?:除|掉|了)?)"
    r"[^。]*(?:吗|么|吧|呢|[?？])"
)
_YES_EN = Regex(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|perfect|great|good|fine|please|of course|absolutely|definitely|exactly|"
    r"correct|right|go ahead|go on|agreed|please do|by all means|that's right|it does|it is|they do|"
    r"(?:please |do |you can |you may )*(?:do|keep|save|store|note|remember|cancel|rebook|send|try|retry|hold) "
    r"(?:it|that|this|them|so|again)(?: (?:down|again|in mind|for good|forever|permanently|please|for me))*|"
    r"do so|do that|always|for good|forever|permanently|from now on|thanks|thank you|ta|cheers|then|and|love to|"
    r"i'd like that|"
    r"that'd be (?:great|good|lovely)|that would be (?:great|good|lovely))[\s,.!:)]*)+",
    re.IGNORECASE,
)
_YES_ZH = Regex(
    r"(?:(?:嗯+|行|好的?|好嘞|好呀|可以|成|对的?|是的?|没错|没问题|要的?|同意|确认|当然|ok|okay|yes|"
    r"(?:那)?就?(?:这么|这样)(?:办|定|做|来)?|就?(?:按|照)你说的(?:办|做|来)?|"
    r"(?:请|麻烦)?你?(?:帮我)?(?:长期|永久|永远|一直|都)*(?:记住|记下来?|记着|记吧|存下来?|保存|写进去|写入)(?:它|这条|这个)?|"
    r"(?:取消|退|退掉|重订|改订|重试|再试|改)(?:一?次|一?下)?|长期有效|一直有效|麻烦你?了?|谢谢你?|多谢|辛苦了?|"
    r"[吧了的啊呀哈哦呢])[\s,，。.！!～~]*)+",
    re.IGNORECASE,
)


def offers_to_keep(said: str) -> bool:
    """Whether a message of the assistant's ends by asking whether something is to be remembered, or holds for good."""
    return _asks(said, _KEEPING_ZH, _KEEPING_EN)


def offers_to_do(said: str) -> bool:
    """Whether a message of the assistant's ends by offering to do something that settles no choice of the user's."""
    return _asks(said, _DOING_ZH, _DOING_EN)


def strip_closing_question(said: str) -> str:
    """A message of the assistant's without the question it ends with."""
    return said.strip()[: -len(_closing(said)) or None].rstrip()


def is_bare_assent(text: str, setting: MessageSetting) -> bool:
    """Whether a sentence is a bare yes to an offer to keep or to do something."""
    last = setting.earlier[-1] if setting.earlier else None
    if last is None or last.role != "assistant":
        return False
    bare = (_YES_ZH if detect.language(text) == "zh" else _YES_EN).fullmatch(text.strip())
    return bare is not None and (offers_to_keep(last.text) or offers_to_do(last.text))


def _asks(said: str, chinese: Regex[str], english: Regex[str]) -> bool:
    question = _closing(said)
    return bool((chinese if detect.language(said) == "zh" else english).search(question)) if question else False


def _closing(said: str) -> str:
    """The question a message ends with, with what it quotes blanked out; empty where it ends with none."""
    blanked = _QUOTED.sub(lambda found: "\0" * len(found.group()), said.strip())
    pieces = [piece.strip() for piece in _PIECE.findall(blanked) if piece.strip(" .!?。！？\n")]
    if not pieces or not re.search(r"[?？]|[吗么]\s*$", pieces[-1]):
        return ""
    return " ".join(pieces[-2:]) if _TAG.fullmatch(pieces[-1]) else pieces[-1]


CHARACTERS_MIN = 4

_REQUEST: Mapping[str, Regex[str]] = {
    "en": Regex(
        r"^\W*(?:(?:please|pls|can you|could you|ok|hey|also|and)[,\s]+)*"
        r"(?:remember|keep in mind|note|make a note|take note|don['’]t forget)(?:\s+(?:this|that|down))?"
        r"(?:\s*[:,]\s*|\s+)(?!to\b|me\b|when\b|how\b|what\b|of\b|it\b)(?P<what>[^?]+)$",
        re.IGNORECASE,
    ),
    "zh": Regex(
        r"^\W*(?:请|麻烦|帮我|你|给我|替我)*(?:记住|记一下|记下来?|记好|记着)(?:了|哈|啊|哦)?\s*[：:，,\s]\s*(?P<what>[^?？吗]+)$"
    ),
}
_TEXT: Mapping[str, str] = {"en": "The user asked to remember: {what}", "zh": "用户要求记住：{what}"}


def reading_or_request(reading: RuleReading, message: str, setting: MessageSetting, language: str) -> RuleReading:
    """The reading itself where it states something; else what the message asks to remember, if it does."""
    asked = None if reading.statements else _REQUEST[language].match(message)
    if asked is None or len(asked["what"].strip()) < CHARACTERS_MIN:
        return reading
    what = when.add_absolute_dates(asked["what"].strip(), setting.said, setting.zone, language)
    statement = Statement(
        text=_TEXT[language].format(what=what),
        kind=Kind.FACT,
        start=asked.start("what"),
        end=asked.end("what"),
        confidence=0.8,
        importance=0.7,
    )
    return replace(reading, statements=(statement,), passed=_others(reading.passed, asked["what"]))


def _others(passed: tuple[SkippedPart, ...], what: str) -> tuple[SkippedPart, ...]:
    return tuple(part for part in passed if part.text not in what and what not in part.text)


COVERED_SHARE_MIN = 0.5  # share of a clause's content words that statements must hold for it to count as read
SOFT = frozenset(
    {
        "nothing specific",
        "nothing to remember",
        "undecided",
        "small talk",
        "exaggeration",
        "talk of others",
        "no construction",
    }
)
"""Reasons that say only that no rule made anything of a part; any other reason says what the part is."""

_CLAUSE = Regex(r"[,，、;；:：()（）]+\s*|\s+[-–—]+\s+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadStretch:
    """A stretch of one sentence that no statement holds, with its span in the message."""

    text: str
    start: int
    end: int
    whole: bool  # it is the whole sentence
    follows: bool  # it comes right after the stretch before it, with nothing read between


def _english(message: str) -> list[Span]:
    return [
        (sentence.start, sentence.end)
        for sentence in en_sentences(mask_foreign_text(en_plain(message)))
        if not sentence.asked
    ]


def _chinese(message: str) -> list[Span]:
    own = mask_foreign_words(message)
    return [(s.start, s.end) for s in zh_sentences(own) if not re.match(r"[?？]", s.mark)]


SENTENCES: Mapping[str, Callable[[str], list[Span]]] = {"en": _english, "zh": _chinese}


def unread_stretches(message: str, reading: RuleReading, language: str) -> list[UnreadStretch]:
    """The stretches of a message that a language's rules made nothing of. Where a rule says what a sentence is (a
    question, a request, a joke), the rule is believed."""
    said = [set(segment.words(statement.text)) for statement in reading.statements]
    read = set().union(*said)
    refused = [passed.text.strip() for passed in reading.passed if passed.reason not in SOFT]
    found: list[UnreadStretch] = []
    follows = False
    for begin, end in SENTENCES[language](message):
        sentence = message[begin:end]
        if any(part and (part in sentence or sentence in part) for part in refused):
            follows = False
            continue
        for run_begin, run_end in _runs(sentence, read):
            whole = run_end - run_begin >= len(sentence.rstrip())
            text = sentence[run_begin:run_end].strip()
            found.append(
                UnreadStretch(
                    text=text, start=begin + run_begin, end=begin + run_end, whole=whole, follows=follows and whole
                )
            )
            follows = whole
        if not found or found[-1].end < begin:
            follows = False
    return found


def _runs(sentence: str, read: set[str]) -> Iterator[Span]:
    """Spans of neighbouring clauses whose content words are mostly not in `read`."""
    begin: int | None = None
    last = 0
    for start, end in _clauses(sentence):
        words = set(segment.words(sentence[start:end]))
        covered = bool(words) and len(words & read) >= COVERED_SHARE_MIN * len(words)
        if covered:
            if begin is not None:
                yield begin, last
            begin = None
        elif words:
            begin = start if begin is None else begin
            last = end
    if begin is not None:
        yield begin, last


def _clauses(sentence: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE.finditer(sentence):
        if cut.start() > start:
            yield start, cut.start()
        start = cut.end()
    if start < len(sentence):
        yield start, len(sentence)
