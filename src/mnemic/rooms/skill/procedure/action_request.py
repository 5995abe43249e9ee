"""Does a message ask for something to be done? What asks about it, tells of it, or calls it off does not.

"What did I write in the last weekly report?" is a question about the report; "how do I do the weekly report?" asks for
the procedure itself, and counts as asking for it.
"""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language import detect

_POLITE_EN = Regex(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|so|and|please|right|well|sorry)[,! ]+)*(?:(?:can|could|would|will|shall|should|may|"
    r"might) "
    r"(?:you|we|i|someone|somebody)\b|would you mind|how (?:do|can|should|would) (?:i|we|you|one)\b|how to\b|"
    r"(?:please )?help\b|any chance you could)",
    re.IGNORECASE,
)
_ASKS_EN = Regex(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|so|and|but|well|sorry|wait)[,! ]+)*(?:what|when|who|whose|whom|which|where|why|how|"
    r"did|"
    r"does|do (?:i|we|you|they)|is|are|was|were|has|have (?:i|we|you|they)|had|am)\b",
    re.IGNORECASE,
)
_OFF_EN = Regex(
    r"\b(?:don't|do not|never|no need to|not (?:yet|now|today)|stop|cancel|call off|skip|forget (?:about|it|the)|"
    r"instead of|"
    r"no longer|can't|cannot|won't)\b",
    re.IGNORECASE,
)
_WISH_EN = Regex(
    r"^(?:(?:ok(?:ay)?|so|and|now|right|well|hey|hi)[,! ]+)*(?:i|we)(?:'d| would)? (?:really |just |also )*(?:need|"
    r"want|have to|"
    r"must|should|like to|would like|like you to|gotta|wish)\b|^(?:i'd|we'd) like\b|\b(?:we're|i'm|we are|"
    r"i am) (?:all )?(?:ready|set) to\b|"
    r"^(?:it's |it is )?time (?:for|to)\b|^let's\b",
    re.IGNORECASE,
)
_TELLS_EN = Regex(
    r"^(?:(?:oh|and|but|so|well|actually|yes|no)[,! ]+)*(?:i(?:'m|'ve|'d|'ll)?|we(?:'re|'ve|'ll)?|he|she|they|"
    r"it(?:'s)?|"
    r"that(?:'s)?|this is|there(?:'s)?|everyone|everybody|nobody|(?:my|our|his|her|their|the|that|this|these|"
    r"those)(?: [\w'-]+){1,5}?"
    r" (?:is|are|was|were|has|have|had|will|looks?|looked|seems?|smells?|died|broke|got|went|came|took|wrote|\w+ed)|"
    r"(?!(?:please|open|send|need|feed|proceed|speed|seed)\b)\w+(?: [\w'.-]+){0,2} (?:was|were|is|are|has|had|broke|"
    r"died|"
    r"went|came|turned|complained|said|told|\w{2,}ed))\b",
    re.IGNORECASE,
)
_ASKS_ZH = Regex(
    r"什么|谁|哪|几[点个次层楼天号]|多少|为什么|怎么样|何时|多久|多长|是不是|有没有|[了过]没有?|吗|呢|[?？]"
)
_POLITE_ZH = Regex(
    r"(?:能不能|可不可以|可以|能|麻烦|请|方便)[^，。]{0,4}(?:帮|给|把|写|做|发|订|安排|处理)|帮(?:我|忙)|给我[^，。]|"
    r"好吗|行吗|可以吗|怎么(?!样|了|办|回事|[会能不没])|如何"
)
_OFF_ZH = Regex(r"(?:别|不要|不用|先不|取消|不想|不需要|暂停|不必|甭|算了)(?!忘)")
_TELLS_ZH = Regex(
    r"已经|刚刚?|[写做发订办退处开买去来看说收到]完?[过了](?![吧])|完了|到账|太|很|非常|真|觉得|喜欢|讨厌|最近|一直|"
    r"上次|上个?[周月]|昨天|前天|去年|以前|曾经|了[。！!]*$"
)
_DUE_ZH = Regex(r"^(?:那|好|嗯)?[，,]?(?:把|该|要|准备|我要|我想|得|可以|开始|快)")


_OF_A_THING_EN = Regex(
    r"^(?:the|my|our|your|his|her|their|this|that|these|those|there|some|everyone|everybody|nobody)\b(?!.*\bplease\b)"
    r"(?: [\w'’.-]+){3,}",
    re.IGNORECASE,
)
"""An order does not begin with what it is about: "the sprint ends on Friday"."""


def asks_for_action(message: str) -> bool:
    """Whether a message asks for something to be done."""
    said = message.strip()
    return _chinese(said) if detect.language(said) == "zh" else _english(said)


def _english(said: str) -> bool:
    first = re.split(r"(?<=[.!?])\s+", said)
    return any(_sentence(one) for one in first if one)


def _sentence(said: str) -> bool:
    polite = bool(_POLITE_EN.match(said))
    if _OFF_EN.search(said) and not polite:
        return False
    if polite or _WISH_EN.search(said):
        return True
    if said.rstrip().endswith("?") or _ASKS_EN.match(said):
        return False
    return not (_TELLS_EN.match(said) or _OF_A_THING_EN.match(said))


def _chinese(said: str) -> bool:
    if _OFF_ZH.search(said):
        return False
    if _POLITE_ZH.search(said):
        return True
    if _ASKS_ZH.search(said):
        return False
    if _TELLS_ZH.search(said):
        return bool(_DUE_ZH.match(said))
    return True
