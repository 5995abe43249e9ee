"""The clauses of a message, and which of them say how things shall be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from mnemic.domain.regex import Regex
from mnemic.language.entities import roles
from mnemic.language.entities.person_names import FIRST_NAMES


class ClauseMood(IntEnum):
    """How a clause means what it says."""

    SAID = 0  # as a wish, an order, a decision, a plain statement
    PAST = 1  # it tells of what is over
    OTHERS = 2  # it tells of somebody else
    OPEN = 3  # it asks, supposes, or leaves open
    TALK = 4  # it is about the talk itself: "let's leave it for today"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of a message between two commas or full stops."""

    start: int
    end: int
    mood: ClauseMood
    request: bool = False  # said as a question that is an order: "could you make it the 14th?"


_SENTENCE = Regex(
    r"(?:[^.。!?;\n]|(?<=\d)\.(?=\d)|(?<=\w)\.(?=\w)|(?<=\bMr)\.|(?<=\bDr)\.|(?<=\bSt)\.)+(?P<mark>[.。!?;\n]*)"
)
_COMMA = Regex(
    r",(?!\d{3}\b)|(?<=[一-鿿]) (?=[一-鿿])|\s[—–-]\s|\b(?:but|so)\b(?! (?:far|that|much|long))|不过|但是|所以"
)

_TAG = Regex(
    r"\s*(?:ok(?:ay)?|right|please|is (?:that|it|this) (?:ok(?:ay)?|possible|fine|all right|alright)|does that work|"
    r"(?:would|will|does) that (?:be ok|work)(?: for you)?|can you do that|could you|would you|can you|yes|"
    r"可以吗|行吗|好吗|好吧|行不行|好不好|可以不|没问题吧|可以么|能行吗|成吗)\s*",
    re.IGNORECASE,
)
_REQUEST = Regex(
    r"^\s*(?:(?:ok(?:ay)?|so|and|hi|hello|hey|please|then|sorry|actually),? )*(?:can|could|would"
    r"|will) (?:you|we) (?:please |just |also |perhaps |kindly |then )*"
    r"(?:make|change|move|set|put|push|switch|book|reserve|find|schedule|add|send|write|get|plan|raise|lower"
    r"|update|remove|drop|invite|order|deploy|ship|deliver|leave|mail|arrange|look for|use|give)\b"
    r"|(?:can|could) i (?:get|have|book|order|reserve|change|move)\b|would you mind\b"
    r"|(?:能|可以|能不能|可不可以|麻烦|请|方便)(?:您|你)?(?:帮|给|替|为)(?:我|我们|忙)|^(?:能|可以|能不能"
    r"|可不可以|麻烦|请)(?:您|你|把)?[^,]{0,8}(?:改|换|订|定|加|发|写|挪|推迟|提前|调|安排|叫上)"
    r"|(?:改|换|挪|加|订|定|推|调)(?:成|到|为|上|在)?[^,]{1,14}(?:可以|行|好|成)(?:吗|不|么)?$",
    re.IGNORECASE,
)
_ASKS = Regex(
    r"^\s*(?:(?:so|and|but|well|ok(?:ay)?|hey|hi|hmm|by the way|then),? )*(?:what(?!ever)|who|whom|which"
    r"|where|when(?!ever)|why|how(?!ever)|is|are|was|were|do|does|did|can|could|would|should|will|have|has"
    r"|am|may|any) "
    r"(?:(?:the|a|an|i|you|we|he|she|it|they|there|this|that|these|my|our|your|much|many|long|about|far|is"
    r"|are|do|does|if|would|can|should|to|was|were|did|happens|time|day|kind|hotel|city|seat|one|else"
    r"|thing)\b)"
    r"|(?:吗|呢|么|嘛)\s*$|(?:怎么样|如何|怎样|行不行|好不好|多少钱|多少|几点|几号|哪里|哪儿|哪个|哪天"
    r"|什么时候|为什么|怎么去|多久|谁)\s*(?:的|啊|呀|去|了|合适|开始)?\s*$"
    r"|^(?:为什么|怎么|什么时候|哪|谁|多少|是否|请问)|(?:要多少|多少钱|是什么|有什么|有没有|是不是|会不会"
    r"|能不能(?!帮)|要不要|该不该|可不可以(?!帮)|好不好|贵不贵|冷不冷|远不远)",
    re.IGNORECASE,
)
_SUPPOSES = Regex(
    r"\bwhat if\b|\bsuppos(?:e|ing)\b|\bimagin(?:e|ing)\b|\bif (?!possible|you can|that's|that is|it's (?:ok"
    r"|possible|fine)|there's|you could|you don't|need)|"
    r"\b(?:maybe|perhaps|possibly|might|not (?:\w+ )?sure|unsure|undecided|haven't (?:yet )?(?:decided"
    r"|made up|thought|settled)|not decided|no idea|"
    r"whether|thinking (?:about|of)|considering|wonder(?:ing)?|dream(?:ing)? (?:of|about)|would have|wish"
    r"|in case|unless|hypothetically|could (?:always|also)|used to|toying|debating|torn|someday|some day"
    r"|one day|eventually|"
    r"for example|e\.g\.|for instance|such as|i don't (?:know|remember)|don't know|can't remember|depends|either)\b"
    r"|\b(?:flight|train|drive|bus|ferry|journey|ride)\b.{0,40} takes\b|[飞到].{1,6}(?:要|需要"
    r"|得).{1,6}(?:小时|分钟)|要是|如果(?!可以|可能|方便|行)|假如|假设|万一|倘若|也许|或许|可能(?!的话)"
    r"|说不定|没准|纠结|犹豫|在考虑|考虑一下|考虑要|还没想好|没想好|还没决定|没决定|还没定|没定下|不确定"
    r"|不知道|要不要|是不是|会不会|想不想|等有空|以后有机会|有机会|改天|将来|比如|譬如|例如"
    r"|[一-鿿]{2,}还是(?!去|要|换|改|用|选).{1,10}(?:好|呢)?$|的话(?!,|$)|讨论一下|随便问",
    re.IGNORECASE,
)
_PAST = Regex(
    r"\b(?:last|previous|past|earlier) (?:year|month|week|time|summer|winter|spring|autumn|fall|trip|night"
    r"|weekend|mon|tues|wednes|thurs|fri|satur|sun|order|visit|meeting|release|holiday|booking|flight|dinner"
    r"|christmas|quarter|\w+day)"
    r"|\byesterday\b|\bago\b|\bused to\b|\bback (?:in|then)\b|\bonce (?:went|flew|stayed|lived|paid)\b"
    r"|\b(?:went|flew|stayed|travelled|traveled|visited|lived|ate|drove|was|were|had been|bought|did|took"
    r"|lasted|came|ordered|paid|cost|spent|got|received|had|felt|worked|invited|sent|wrote|released|shipped"
    r"|forgot|met|saw|used|wanted|liked|loved|hated|broke|failed)\b(?! (?:like to|better))"
    r"|\b(?:have|has|had|'ve) (?:ever |already |never |once )?been\b"
    r"|[一二两三四五六七八九十几\d](?:年|个月|天|周|个星期)前|\b(?:originally|initially|formerly|at first)\b"
    r"|原来|原先|本来|去年|前年|上次|上回|上个?(?:月|周|星期|礼拜|季度)|昨天|昨晚|前天|以前|从前|曾经?"
    r"|刚(?!好)|当时|那时|那次|小时候|大学时|年轻时|刚才|刚刚|早就|"
    r"(?:去|来|住|吃|买|开|飞|玩|待|看|花|付|用|坐|收到|发|订|邀请|见)过|(?<![先再就])(?:去|来|住|吃|开|飞"
    r"|玩|待|花|付|坐|买|收到|见|做|聊|谈|讲|下)了",
    re.IGNORECASE,
)
_SETTLED = Regex(
    r"\b(?:decided|picked|chose|chosen|settled|booked|reserved|agreed|confirmed|changed|moved|fixed|planned"
    r"|scheduled)\b|定了|决定了|选好了|订好了|定好了|改了|说好了|商量好了|选了|订了",
    re.IGNORECASE,
)
_EN_ROLE = (
    rf"(?:{roles.ENGLISH_ROLE_PATTERN}|colleagues?|coworkers?|friends?|boss|neighbou?rs?|manager|team|company|roommate|flatmate"
    rf"|parents|kids|children|in-laws|cousins?|folks|client|customer|sister-in-law|brother-in-law)"
)
_OTHERS = Regex(
    rf"^\s*(?:(?:and|but|so|because|since|well|oh|by the way|apparently|actually|i (?:heard|know|think"
    rf"|remember|guess) (?:that )?|fyi|btw),? ?)*(?:"
    rf"(?:my|his|her|their|our|your|a|one of (?:my|our)|some|the)(?: \w+)? {_EN_ROLE}\b(?! and (?:i|me)\b)"
    rf"|(?:he|she|they|somebody|someone|people|everyone|everybody|others|others|a guy|most people)(?:'s|'re"
    rf"|'ll|'d)?\b|(?P<name>(?-i:[A-Z])\w+)(?:'s {_EN_ROLE})? (?:is|was|has|wants|went|flies|lives|likes"
    rf"|loves|thinks|said|says|told|prefers|will be|had|flew|paid|pays|moved|needs|works|booked|got"
    rf"|and \w+ (?:are|were|went|live))\b)",
    re.IGNORECASE,
)
_EN_SELF = Regex(
    r"^\s*(?:(?:it|this|that|there|the|i|we|our|my (?:budget|seat|flight|date)|your|you|destination|budget"
    r"|priority|subject|topic|project|size|colour|color|departure|return|quantity|amount|version|status"
    r"|deadline|total|rent|let)\b)",
    re.I,
)
_ZH_ROLE = (
    "同事|朋友|妹妹|姐姐|哥哥|弟弟|爸妈|父母|爸爸|妈妈|爸|妈|老公|老婆|妻子|丈夫|儿子|女儿|孩子|同学|室友|邻居"
    "|老板|领导|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔|阿姨|舅舅|姑姑|爷爷|奶奶|外公|外婆|姥姥|姥爷|亲戚|客户|闺蜜|哥们"
    "|妹|姐|哥|弟"
)
_ZH_OTHERS = Regex(
    rf"^\s*(?:听(?:人|别人|朋友|同事)?说|其实|对了|因为|而且|昨天|今天|明天|据说|,)*(?:(?:我|我们|咱|你|他"
    rf"|她)?(?:们)?(?:的|家|公司|大学|有个|一个)?(?:{_ZH_ROLE})(?!和我|跟我|也一起|一起)|他们?|她们?|人家"
    rf"|别人|有人|听(?:人|别人|朋友|同事)?说|大家都|小[王李张刘陈杨赵黄周吴徐孙马](?!姐)(?!也?参加)"
    rf"|老[王李张刘陈杨赵黄周吴徐孙马](?!也?参加))"
)
_OWN = Regex(
    r"\b(?:i|we|i'd|i'm|i'll|we'll|we're|we'd|let's|us|please|this time|make it|book)\b|(?<!和)(?:我|咱)(?!"
    + _ZH_ROLE
    + r")|这次|今年|这回|本次|请|帮|麻烦|改到|改成|换成",
    re.IGNORECASE,
)
_POLITE = Regex(
    r"\bif (?:possible|you can|that's (?:ok|okay|fine|possible)|it's (?:ok|possible|fine)|you could"
    r"|you don't mind|need be)\b"
    r"|如果(?:可以|可能|方便|行)(?:的话)?|可能的话|可以的话|方便的话",
    re.IGNORECASE,
)


_STOPS = (
    r"\b(?:leave|leaving|park|pause|stop|end|rest|wrap)\b(?: (?:it|this|that|things|everything|the rest"
    r"|all (?:this|that)|here|there|up|off|alone|be|at that|as is))+ (?:for|until|till)"
    r" (?:today|now|tonight|the (?:day|night|moment|evening)|later|tomorrow)\b"
    r"|\bcall it a (?:day|night)\b|\b(?:enough|all|it) for (?:today|tonight|now|the day)\b"
    r"|\b(?:stop|finish|end|pause) (?:here|there|for (?:today|tonight|now|the day))\b"
    r"|(?:今天|今晚|暂时|现在|目前).{0,3}(?:先|就|到)(?:这样|这[里儿]?|此为止|到[这此](?:[里儿]|为止)?|[聊说]到这[里儿]?|不[聊说]了?|休息)"
    r"(?:吧|了|啦)?\s*$"
    r"|^\s*[那好]?(?:先|就)(?:这样|到这[里儿]?)(?:吧|了|啦)?\s*$"
)
_GOES_ON = (
    r"\b(?:talk|speak|chat|continue|resume|carry on|go on|catch up|sleep on it|(?:think about|look at) (?:it|this|that)"
    r"|(?:start|begin) again|(?:pick|take) (?:it|this|that) up|(?:come|get|be) back to (?:it|this|that|you)"
    r"|return to (?:it|this|that)|see you)"
    r"(?: (?:again|more|then|(?:about|with) (?:it|this|that|you)|to you))*(?: (?:on|at|in))? (?:\w+ ){0,2}"
    r"(?:today|tomorrow|tonight|later|morning|afternoon|evening|week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
    r"|(?:今天|今晚|明天|明早|明晚|后天|改天|回头|下次|下周|(?:下?周|星期|礼拜)[一二三四五六日天]|[上下]午|晚上|早上)(?:我们?|咱们?)?"
    r"(?:再|继续|接着)(?:继续|接着)?(?:聊|说|谈|讨论|商量|弄|想|议|联系|找你|看看|研究|$)"
)
_TALK = Regex(f"{_STOPS}|{_GOES_ON}", re.IGNORECASE)
"""The talk stops, or goes on another day: no day of a plan."""


def split_clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text in half-width signs, in order, each with its mood.

    A clause without a subject of its own is meant like the one before it in its sentence: "My sister flies on Friday,
    for a week".
    """
    plain = _POLITE.sub(lambda match: " " * len(match.group()), text)
    return tuple(clause for sentence in _SENTENCE.finditer(plain) for clause in _of(plain, sentence))


def _of(text: str, sentence: re.Match[str]) -> Iterator[Clause]:
    end = sentence.end() - len(sentence["mark"])
    spans = _split(text, sentence.start(), end)
    asked = "?" in sentence["mark"]
    if asked and len(spans) > 1 and _TAG.fullmatch(text, *spans[-1]):
        asked = False
    before = ClauseMood.SAID
    for number, (start, stop) in enumerate(spans):
        words = text[start:stop]
        request = bool(_REQUEST.search(words))
        last = number == len(spans) - 1
        mood = _mood(words, asked=asked and not request, request=request, last=last)
        if mood is ClauseMood.SAID and before is not ClauseMood.SAID and not _OWN.search(words):
            mood = before
        if mood is not ClauseMood.TALK:
            before = mood
        yield Clause(start=start, end=stop, mood=mood, request=request)


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans, at = [], start
    for comma in _COMMA.finditer(text, start, end):
        if comma.start() > at:
            spans.append((at, comma.start()))
        at = comma.end()
    if at < end:
        spans.append((at, end))
    return spans


def _mood(words: str, *, asked: bool, request: bool, last: bool) -> ClauseMood:
    declares = _DECLARES.search(words)
    if (asked and (last or not declares)) or (not request and _ASKS.search(words)):
        return ClauseMood.OPEN
    if _TALK.search(words):
        return ClauseMood.TALK
    if _SUPPOSES.search(words):
        return ClauseMood.OPEN
    if _ZH_OTHERS.search(words) or _of_others(words):
        return ClauseMood.OTHERS
    if _PAST.search(words) and not _SETTLED.search(words):
        return ClauseMood.PAST
    return ClauseMood.SAID


def _of_others(words: str) -> bool:
    match = _OTHERS.search(words)
    if match is None or _EN_SELF.search(words):
        return False
    name = match["name"]
    return name is None or name.casefold() in FIRST_NAMES


_DECLARES = Regex(
    r"\b(?:i|we)(?:'d| would)? (?:like|want|need|prefer)\b|\b(?:i|we)(?:'re|'m| are| am| will|'ll)\b"
    r"|\blet's\b|我们?(?:想|要|打算|准备|决定)|就定",
    re.IGNORECASE,
)


def clause_at(found: tuple[Clause, ...], at: int) -> Clause | None:
    """The clause a place of the text lies in."""
    return next((clause for clause in found if clause.start <= at < clause.end), None)
