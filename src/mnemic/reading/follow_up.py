"""Whether a question leans on what was said before it: "how is that plan going?", 那价格呢？, "and in June?".

Precision comes first: a question that says by itself what it is about is left alone, whatever pronouns it holds.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from mnemic.domain.regex import Regex
from mnemic.language import entities, segment
from mnemic.language.detect import HAN

CHARACTERS_MAX = 120  # a longer question says what it is about
CONTENT_MAX = 6  # content words of a question that may lean
CONTENT_BESIDE = 2  # of them beside "that plan"

_HAN = Regex(f"[{HAN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpReference:
    """What in a question points outside it. `noun` is what it calls the thing, folded; "" where it says no more than
    "it". `among` says that it picks one of several (the other one, 第二个)."""

    words: str
    noun: str = ""
    among: bool = False


# Nouns that call a thing nothing in particular.
_NAMELESS = frozenset(
    "one ones thing things stuff place places guy person people case matter option choice part bit kind sort way"
    " 事 事情 东西 地方 人 一个 问题 情况 家伙 玩意".split()
)
_AUX = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|'s|isn't|didn't"
    r"|wasn't)"
)
_PREPOSITION = r"(?:about|of|for|with|in|at|on|to|from|after|before|into|by|behind|than)"
_SPECIFIED = (
    r"(?:that|which|who|where|when|whose|i|we|you|he|she|they|my|our|about|of|from|with|in|for|at|on|near|called"
    r"|named|by)"
)
_ANY_TIME = (
    r"(?:morning|afternoon|evening|night|week|weekend|days?|month|year|spring|summer|fall|autumn|winter|time|way|much"
    r"|many|far|long"
    r"|often|is|was|are|were|day|minute|moment|kind|sort|type|season|semester|quarter|christmas|one's)"
)
_MEASURES = "个家份次位件本部种款条辆台只首张场门套间所笔样座道支趟顿项些"
_MERE = Regex(rf"[\W_]|[a-z]|[那这][{_MEASURES}]?")  # signs, letters and pointing words say nothing of it
_GENERIC_EN = frozenset(
    "much mani cost price go get happen come long time tell say said know rememb name call one thing kind still"
    " ever again"
    " exact pleas els far often day way els make take give look mean work start end last now ago old big good bad"
    " like".split()
)
_PEOPLE_EN = Regex(
    r"\b(?:mother|father|mom|mum|dad|parents?|sisters?|brothers?|sons?|daughters?|wife|husband|aunts?|uncles?"
    r"|cousins?|nieces?"
    r"|nephews?|friends?|boss|manager|colleagues?|neighbou?rs?|doctor|dentist|teacher|kids?|child|children|baby"
    r"|grand\w+|partner"
    r"|girlfriend|boyfriend|roommate|flatmate|landlord|landlady|man|woman|guy|girl|boy|people|person|client|coach"
    r"|couple|team|family"
    r"|everyone|someone|anyone|who|students?|players?|workers?|apprentice|owner|author|singer|vet|nurse|therapist"
    r"|dog|cat)(?:'s)?\b"
)
_FOLLOWS_EN = Regex(r"^(?:and|but|or|so|then|also)\b[ ,]*(?!far\b|why not\b)")
_ABOUT_EN = Regex(r"^(?:(?:and|but|ok|okay|so|then)[ ,]+)?(?:what|how) about\s+(?!if\b|i\b|we\b)")
_THAT_NOUN_EN = Regex(
    rf"(?:^|\b(?:{_AUX}|{_PREPOSITION}|and|or)\s+)(?<!say )(?<!said )(?<!know )(?<!think )(?<!sure )(?<!so )"
    rf"(?:that|this|those|these)\s+(?!{_ANY_TIME}\b|{_SPECIFIED}\b|{_AUX}\b)(?:(?:new|old|little|big|other|last"
    rf"|same|nice)\s+)?"
    rf"(?P<noun>[a-z-]{{3,}})\b(?!\s+{_SPECIFIED}\b)(?=\s*(?:$|[?.,!]|'s\b)|\s+(?:{_AUX}|go|going|work|working|look"
    rf"|cost|turn|come|end|again"
    r"|now|yet|open|close|start|still|ready|any|over|supposed|mean|do)\b)"
)
_LAST_NOUN_EN = Regex(
    rf"(?<!say )(?<!said )(?<!know )(?<!think )\b(?:that|this|those|these)\s+(?!{_ANY_TIME}\b"
    rf"|{_SPECIFIED}\b)(?P<noun>[a-z-]{{3,}})"
    r"(?=\s*[?]*$)"
)
_SENTENCE = Regex(r"[^.!?]+[.!?]")
_ONE_EN = Regex(
    r"\b(?:the|that|this) (?:other|first|second|third|last|next|new|old|cheaper|bigger|smaller|better|blue|red"
    r"|green) one\b|^which one\b"
    r"|\b(?:the|that) (?:other|former|latter)(?=\s*(?:$|[?.,!]))|\b(?:the )?(?:first|second|third|other) (?:option"
    r"|choice)\b|\banother one\b"
    r"|\bthe (?:former|latter)\b"
)
_SAID_EN = Regex(
    r"\b(?:you|i|we) (?:just|have just|'ve just) (?:said|mentioned|told|suggested|listed|proposed)\b|\b(?:mentioned"
    r"|said|listed) (?:above|earlier|just now|before)\b"
)
_PERSON_EN = Regex(r"\b(?:he|she|him|her|his|hers|he's|she's)\b")
_THING_EN = Regex(
    rf"\b(?:it|its|it's|they|them|their|they're|ones|(?:this|that|new|old) one)\b"
    rf"|\b(?:{_PREPOSITION}|{_AUX}|like|do|did|does)\s+(?:that"
    rf"|this|those|these)"
    r"(?=\s*(?:$|[?.,!])|\s+(?:go|going|work|happen|cost|be|mean|again|come|taste|look|one|for|on|at)\b)"
    r"|\b(?:go|went|been|get|got|live|lived|stay|stayed|work|worked|over|eat|from) there\b"
)
_EMPTY_IT_EN = Regex(
    r"\bwhat (?:time|day|date) (?:is|was) it\b|\bit(?:'s)? (?:true|ok|okay|possible|safe|raining|rain|rains|snow"
    r"|worth|time|better|hot|cold|me|my)\b"
    r"|\b(?:does|did|will|would) it take\b|\bit (?:takes?|took)\b|\b(?:was|is) it (?:[^?,]{1,30} )?(?:that|who|when"
    r"|where|my|i)\b"
    r"|\bno one\b|\bone (?:of|day|time)\b"
    r"|\b(?:is|was) it (?:like )?to\b|\bmake it\b|\bno ones\b"
)
_FOLLOWS_ZH = Regex(
    r"^(?:那么?(?!\d|孩子|人|男|女|老|小|家伙|姑娘)|还有|然后|另外|至于|可是|但是"
    r"|所以)[,，]?(?![个家边天些年次时种本部位件条里儿是份款顿趟场座套间所张首])"
)
_TOPIC_ZH = Regex(r"^(?:那么?|还有|至于)?[,，]?(?P<topic>[^?？,，]{0,9})呢[?？]*$")
_ASKS_ZH = Regex(r"什么|啥|谁|哪|几|多少|怎么|咋|为何|如何|吗|多久|多")
_THAT_NOUN_ZH = Regex(
    rf"(?<![的我你他她它咱])[那这](?:[{_MEASURES}]"
    rf"|几[{_MEASURES}])(?P<noun>[^只不没被用最我你他她它的是在有要了怎咋如叫多几什啥谁哪好贵还呢吗能会可到最后来现?？,，。]{{0,5}})"
    r"(?!的?[^?？]{0,2}(?:是|在|为)[^?？]{1,40}的[一-鿿])"
    r"(?=怎|咋|如何|是|在|叫|有|多|几|什么|啥|谁|哪|好|贵|还|了|呢|吗|要|能|会|可|到|最后|后来|现在|的|[?？,，。]|$)"
)
_THEN_ZH = Regex(r"(?<![的个])(?:那天|那时候?|那年|那次|那会儿|那晚|当时)")
_ONE_ZH = Regex(
    rf"另(?:外)?(?:那|一)?[{_MEASURES}]|第[一二三四五][{_MEASURES}](?=[?？呢]|怎|咋|多|是|叫|在|好|贵|行|$)|前者"
    rf"|后者|(?:别|其他|其它)的呢"
    r"|哪一?个(?:更|比较)|^哪[个家种款]?(?:更|比较|好|贵|便宜|近|快)"
)
_SAID_ZH = Regex(
    r"(?:刚才|刚刚|刚|上面|前面|之前|上次|上回)(?:我|你)?(?:们)?(?:说|提|讲|聊|推荐|建议|列)(?:到|过|起)?的"
)
_PERSON_ZH = Regex(r"(?<![吉其])[他她]们?")
_THING_ZH = Regex(r"它们?|那(?:里|边|儿)|^[这那](?=是|怎|咋|要|得|能|还|多少|几|叫|算|为什么|有)")
_PEOPLE_ZH = Regex(
    r"[妈爸医哥姐弟妹爷奶叔姨姑舅婆公婶嫂侄甥]|老师|医生|同事|朋友|老板|领导|经理|孩子|儿子|女儿|邻居|同学|客户|室友"
    r"|房东|师傅|教练|对象|男友|女友|太太|媳妇|先生|徒弟|学生|谁|人"
)
_GENERIC_ZH = frozenset(
    "时候 名字 没 没有 钱 地方 样 走 去 来 做 买 说 叫 人 事 结束 开始 回来 出发 几点 多久 哪儿 在 要 会 能 到 请问"
    " 怎么样 进展 更 好 最后 后来 现在 大概 具体 咋样 咋 啥"
    " 啥时候 啥时 哪 几个 几号 几天 多少钱 多大 怎样 如何 为何 干嘛"
    " 为啥 呀 行 用 弄 花 定 多 贵 便宜 还 再 谁 价".split()
)


_WHEN_ZH = frozenset("昨天 今天 明天 上周 下周 最近 上次 去年 今年 以前 平时 周末 晚上 早上 星期天 当时 之前".split())


def follow_up_reference(question: str) -> FollowUpReference | None:
    """What in a question points at something said before, or None where it stands alone."""
    if len(question) > CHARACTERS_MAX:
        return None
    folded = unicodedata.normalize("NFKC", question).replace("\u2019", "'").casefold().strip()
    found = _chinese(folded, question) if _HAN.search(folded) else _english(folded, question)
    if found is None or found.among:
        return found
    return replace(found, among=any(pattern.search(folded) for pattern in (_ONE_EN, _SAID_EN, _ONE_ZH, _SAID_ZH)))


def is_generic_noun(noun: str) -> bool:
    """Whether a noun calls a thing nothing in particular, such as "thing" or 东西."""
    return not noun or noun in _NAMELESS


def _content(text: str) -> list[str]:
    """Words of a text that may say what it is about."""
    generic = _GENERIC_ZH | _GENERIC_EN
    return [
        word
        for word in segment.words(text)
        if word not in generic and word not in segment.STOP_EN and _MERE.fullmatch(word) is None
    ]


def _english(folded: str, question: str) -> FollowUpReference | None:
    content = _content(folded)
    if len(content) > CONTENT_MAX:
        return None
    if found := _ABOUT_EN.search(folded):
        return FollowUpReference(words=found[0].strip())
    if not content and not re.search(r"\b(?:i|my|me|we|our)\b", folded):
        return FollowUpReference(words=folded)
    that = _THAT_NOUN_EN.search(folded) or _LAST_NOUN_EN.search(folded)
    if that and len(content) <= CONTENT_BESIDE + 1:
        return FollowUpReference(words=that[0].strip(), noun=that["noun"])
    if (found := _FOLLOWS_EN.search(folded)) and len(content) <= 4 and not _stands(folded, question):
        return FollowUpReference(words=found[0].strip(" ,"))
    if (found := _ONE_EN.search(folded)) and len(content) <= 3:
        return FollowUpReference(words=found[0])
    if (found := _SAID_EN.search(folded)) and len(content) <= 3:
        return FollowUpReference(words=found[0])
    return _pronoun_en(folded, question)


def _stands(folded: str, question: str) -> bool:
    """Whether a question that begins with "and" has a verb and a name all the same."""
    return re.search(rf"\b{_AUX}\b", folded) is not None and _names_before(question, len(question))


def _pronoun_en(folded: str, question: str) -> FollowUpReference | None:
    first = _SENTENCE.match(folded)
    end = first.end() if first else len(folded)  # what follows a first sentence may lean on that
    person = _PERSON_EN.search(folded, 0, end)
    if person and not _person_before(folded, question, person):
        return FollowUpReference(words=person[0])
    thing = _THING_EN.search(_EMPTY_IT_EN.sub(lambda empty: "\u25a1" * len(empty[0]), folded), 0, end)
    if thing is None or _names_before(question, thing.start()):
        return None
    before = folded[: thing.start()].split()
    return None if _content(" ".join(before[:-1])) else FollowUpReference(words=thing[0])


def _person_before(folded: str, question: str, pronoun: re.Match[str]) -> bool:
    """Whether the one a pronoun speaks of is named in the question: before it, or after "his" and "her"."""
    if _PEOPLE_EN.search(folded, 0, pronoun.start()) or re.search(
        r"\b(?:the|my|our) [a-z]+", folded[: pronoun.start()]
    ):
        return True
    return _names_before(question, len(question) if pronoun[0] in ("his", "her") else pronoun.start())


def _names_before(question: str, end: int) -> bool:
    """Whether a question names somebody or something before a place in it."""
    words = re.findall(r"[A-Z][\w']*", question[:end])
    return any(segment.fold(word).removesuffix("'s") not in segment.STOP_EN | _OPENING for word in words)


_OPENING = frozenset(
    "and so but ok okay tell remind please is are did does was were has have can i'm i've any how's what's who's"
    " where's when's".split()
)


def _chinese(folded: str, question: str) -> FollowUpReference | None:
    content = _content(folded)
    if len(content) > CONTENT_MAX or len(folded) > 40:
        return None
    own = "我" in folded or "咱" in folded
    if (found := _THAT_NOUN_ZH.search(folded)) and len(content) <= CONTENT_BESIDE + 1 and not _described(folded, found):
        return FollowUpReference(words=found[0], noun=_head(found["noun"]))
    if (
        (found := _TOPIC_ZH.search(folded))
        and not _ASKS_ZH.search(found["topic"])
        and "的" not in found["topic"]
        and not own
    ):
        return FollowUpReference(words=found[0])
    if not content and not own and len(folded) <= 14:
        return FollowUpReference(words=folded)
    if (found := _ONE_ZH.search(folded)) and len(content) <= 3:
        return FollowUpReference(words=found[0])
    if (found := _SAID_ZH.search(folded)) and len(content) <= 3:
        return FollowUpReference(words=found[0], noun=_noun_after(folded, found.end()))
    if (found := _FOLLOWS_ZH.search(folded)) and len(folded) <= 14 and not own and not entities.find_mentions(question):
        return FollowUpReference(words=found[0])
    if (found := _THEN_ZH.search(folded)) and len(content) <= 2 and not own:
        return FollowUpReference(words=found[0])
    person = _PERSON_ZH.search(folded)
    if person and not _PEOPLE_ZH.search(folded, 0, person.start()) and not _said_before(folded, person):
        return FollowUpReference(words=person[0])
    thing = _THING_ZH.search(folded)
    if thing and not _content(folded[: thing.start()]) and not own:
        return FollowUpReference(words=thing[0])
    return None


def _described(folded: str, pointing: re.Match[str]) -> bool:
    """Whether 那个… is described by what stands before or after it: 湖边那顿饭, 那个戴眼镜的邻居."""
    after = folded[pointing.end() :].startswith("的") and len(pointing["noun"]) > 2
    return after or _said_before(folded, pointing)


def _said_before(folded: str, pointing: re.Match[str]) -> bool:
    """Whether what a word points at stands before it: 湖边那顿饭, 下属他们."""
    return any(len(word) > 1 and word not in _WHEN_ZH for word in _content(folded[: pointing.start()]))


def _head(noun: str) -> str:
    """The noun without a verb that the pattern took along: 螃蟹起 is 螃蟹."""
    words = list(segment.words(noun)) if noun else []
    return "".join(words[:-1]) if len(words) > 1 and len(words[-1]) == 1 else noun


def _noun_after(folded: str, end: int) -> str:
    found = re.match(
        rf"(?:[那这][{_MEASURES}])?(?P<noun>[一-鿿]{{1,4}}?)(?=怎|咋|如何|是|在|叫|多|几|[?？,，]|$)", folded[end:]
    )
    return found["noun"] if found else ""
