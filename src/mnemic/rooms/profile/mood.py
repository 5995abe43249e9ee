"""What the user's last sentences sound like: signs of pressure, of low spirits or of joy, by rules in both languages.

A sign is a sentence in the first person, in the present, not denied and not asked. It is quoted and never a diagnosis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.judgement import Mood
from mnemic.domain.profile import Feeling
from mnemic.domain.regex import Regex
from mnemic.ports import Judge

QUOTE_CHARACTERS_MAX = 120
NOT_MEANT = (Mood.JOKED, Mood.QUOTED, Mood.SUPPOSED, Mood.ASKED)

_SENTENCE = Regex(r"[^。！？!?；;\n.]+(?:[。！？!?；;.]+|$)")
_I = r"\b(?:i|i'm|i’m|im|i've|i’ve|my|me)\b"
_EN = {
    Feeling.PRESSURE: (
        r"stress(?:ed|ing|ful)?|overwhelmed|overworked|burn(?:ed|t)[ -]?out|burning out|under (?:a lot of |so much )?"
        r"pressure|swamped|drowning in|snowed under|panick(?:ing|ed)|anxious|frantic|behind on|up to my (?:neck|ears)|"
        r"(?:deadline|workload|schedule)s? (?:is|are) (?:killing|crushing|eating)|"
        r"can(?:'|’|no)t (?:cope|keep up|sleep)|not sleeping|barely sle(?:ep|pt)"
    ),
    Feeling.LOW: (
        r"exhausted|worn out|so tired|drained|miserable|depressed|feeling (?:down|low|blue)|lonely|homesick|"
        r"heartbroken|hopeless|fed up|sick of|in tears|crying|so sad|upset|discouraged"
    ),
    Feeling.GLAD: (
        r"so happy|really happy|thrilled|over the moon|so excited|can(?:'|’)t wait|relieved|so proud|delighted|"
        r"feeling (?:great|good|much better)|on cloud nine"
    ),
}
_ZH = {
    Feeling.PRESSURE: (
        r"压力(?:好|很|太|特别|非常|有点|挺|山)?大|压力山大|忙(?:疯|死|不过来|得要命|得团团转)|焦虑|"
        r"睡不(?:好|着|了觉)|失眠|喘不过气|赶(?:着|不完|死)?.{0,4}(?:截止|deadline|ddl|工期)|"
        r"撑不(?:住|下去)|扛不住|加班到|慌得|紧张得|崩溃"
    ),
    Feeling.LOW: (
        r"好累|太累|累(?:死|坏|瘫|垮)|心累|疲惫|难过|伤心|沮丧|郁闷|低落|孤独|想哭|哭了|绝望|"
        r"没(?:劲|精神|动力)|受够|烦死|失落|委屈"
    ),
    Feeling.GLAD: (
        r"(?:好|太|真|特别|超|很)(?:开心|高兴|激动|兴奋|幸福)|开心(?:死|极)|松了(?:一)?口气|迫不及待|"
        r"心情(?:很|特别|超)?好"
    ),
}
_SIGNS = [(feeling, Regex(pattern, re.IGNORECASE)) for words in (_EN, _ZH) for feeling, pattern in words.items()]
_FIRST = Regex(_I + r"|我|咱|最近|这几天|这阵子|今天|昨晚|天天", re.IGNORECASE)
_KIN = "boss|sister|brother|mother|mom|father|dad|wife|husband|friend|son|daughter|team"
_OTHERS = Regex(
    rf"\b(?:he|she|they|you|my (?:{_KIN}))(?:'s|’s)?(?: (?:is|are|was|were|feels?|seems?|looks?))?[^.]{{0,24}}$|"
    r"(?:他|她|你|他们|她们|老板|同事|朋友|妈|爸|[姐妹哥弟]|老婆|老公|孩子)[^我]{0,12}$",
    re.IGNORECASE,
)
_DENIED = Regex(
    r"(?:\bnot|n't|n’t|\bnever|\bno longer|\bwithout|\bless|\bstopped being|\bused to be|\bif|不再|不是|没有|没那么|"
    r"不怎么|不太|不觉得|如果|要是|别|不用|并不|不会|以前|曾经)[^,，。;；]{0,12}$|[不没]$",
    re.IGNORECASE,
)
_OVER = Regex(r"\b(?:any ?more|any longer|back then|last year)\b|已经不|不.{0,4}了(?!\w)|去年|当年", re.IGNORECASE)
_ASKED = Regex(r"[?？]\s*$")


def feelings_in(text: str, judge: Judge | None) -> Iterator[tuple[Feeling, str]]:
    """What a message of the user sounds like, sentence by sentence, each with its words.

    Args:
        judge: where there is one, a sentence that it takes for a joke, a quotation or a supposition is no sign.
    """
    for match in _SENTENCE.finditer(text):
        sentence = match.group().strip()
        feeling = _feeling(sentence)
        if feeling is not None and (judge is None or judge.judge([sentence])[0].mood not in NOT_MEANT):
            yield feeling, sentence[:QUOTE_CHARACTERS_MAX]


def _feeling(sentence: str) -> Feeling | None:
    if _ASKED.search(sentence) or not _FIRST.search(sentence):
        return None
    for feeling, pattern in _SIGNS:
        found = pattern.search(sentence)
        if found is None:
            continue
        before, after = sentence[: found.start()], sentence[found.end() :]
        own_denial = found.group().casefold().startswith(("can", "not ", "睡不", "撑不", "扛不", "喘不"))
        if _OTHERS.search(before) or (not own_denial and _DENIED.search(before)) or _OVER.search(after):
            continue
        return feeling
    return None
