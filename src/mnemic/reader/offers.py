"""What the assistant's closing question asks a yes for: that something be kept, or that something be done.

A bare yes to either states nothing. What is kept for good is confirmed by the program, and was said before; what is to
be done is done, and stands in the conversation. A yes to a choice ("shall I book the Linden?") is none of these.
"""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.reader.statement import MessageSetting

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
