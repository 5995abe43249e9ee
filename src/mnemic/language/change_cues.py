"""Whether words speak of a change, and of something that is over.

Whether a statement speaks of a change: "moved to", "now", 改成, 现在.

Does a text say that a value it names is over, rather than praise it or tell more of it? "I sold the Trek" does, "the
Trek is so comfortable, my back no longer hurts" does not: what has ended there is the pain.
"""

from __future__ import annotations

import re
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.language.detect import HAN

_CHANGE = Regex(
    r"改|换|搬|现在|如今|目前|以后|今后|从今|更正|不再|不用了|升(?:职|级|任|到|成|为)|调(?:到|去|成|整)|辞|跳槽|入职"
    r"|转(?:到|岗|成|去|为)|[涨降](?:到|了|价|成)|挪(?!威)|推迟|提前|取消|新(?:的|家|公司|工作|地址|手机|号)|了$"
    r"|\b(?:now|moved?|moving|switch\w*|chang\w*|instead|no longer|any ?more|from|swap\w*|replac\w*|upgrad\w*|went"
    r"|downgrad\w*|used to|actually|correction|new|these days|since|quit|left|joined|started|gone|became|back)\b",
    re.IGNORECASE,
)


_OUTRIGHT = Regex(
    r"改(?:成|为|到|期|用|了|由|在|喝|吃|去|骑|坐|走|带|做|玩|学|养|种|跟|叫|回)"
    r"|换(?:成|了|到|上|回|去|乘|个|台|辆|家)|搬(?:到|去|了|家|走|进|来|完)|不再"
    r"|取消|退了|退出|卖了|停了|辞(?:了|职|掉)|离职|入职|转行|跳槽|调(?:到|走|岗)|更正|[写说记打量]错|出手了"
    r"|不[\u4e00-\u9fff]{0,3}了(?:$|[，。！,!])|挪|推迟|提前到"
    r"|分手|离婚|去世|没了|戒(?!指|备|尺|律)|涨(?:到|价)|降(?:到|价)|升(?:到|职|级|任)|作废|毕业|退休|转(?:到|岗|学|为)"
    r"|\b(?:moved|moving|switched|swapped|cancell?ed|called off|no longer|any ?more|instead|replaced|quit"
    r"|gave up|had to give up"
    r"|given up|sold|scrapped|postponed|rescheduled|pushed|bumped|brought forward|correction|scratch that|i meant"
    r"|left(?! (?:hand|knee|leg|arm|eye|ear|foot|side|shoulder|ankle|hip|wrist|over))"
    r"|resigned|retired|broke up|split up|divorced|passed away|died|upgraded|downgraded|changed|from now on"
    r"|is off|are off|fell through|packed in|went up|gone up|down to|used to|gone off"
    r"|not .{1,30} but)\b",
    re.IGNORECASE,
)


def states_change_outright(text: str) -> bool:
    """Whether a text says in so many words that something was changed, ended or wrong."""
    return _OUTRIGHT.search(text) is not None


def speaks_of_change(text: str) -> bool:
    """Whether a text says, or may say, that something is no longer as it was."""
    return _CHANGE.search(text.rstrip(" 。.!！~")) is not None


CHARACTERS_MAX = 2_000  # of a text that is read; praise and farewells are shorter

_HERE = "◆"  # where the value is named


@cache
def _days() -> frozenset[str]:
    return frozenset(
        segment.words(
            "January February March April May June July August September October November December "
            "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
        )
    )


@cache
def _titles() -> frozenset[str]:
    """What many names have in common: of two hospitals the one does not name the other."""
    return frozenset(
        segment.words(
            "Dr Mr Mrs Ms Miss Prof St Saint Sir Hospital Infirmary Clinic Surgery Practice Centre Center Street Road "
            "Lane Avenue University College School Academy Institute Bank Gym Club Studio Hotel Project Course "
            "every each first second third last floor day week month year"
        )
    )


_NO_MORE = Regex(
    r"(?:不再|不(?=[^不]{1,5}了$))(.{1,5})|\bno longer((?: [\w'’]+){1,2})"
    r"|(?:\b(?:not|no|never)\b|n['’]t\b)(.{1,40}?)\bany ?(?:more|longer)\b"
)
_LATIN = Regex(r"[^\W_\u2e80-\u9fff]+(?:['’&./-][^\W_\u2e80-\u9fff]+)*")
_HAN_RUN = Regex(f"[{HAN}]+")
_IS_CALLED = Regex(r".*(?:是|叫做?|名为)(?=.)|.*\b(?:is|are|called|named)\s+(?=\S)", re.IGNORECASE | re.DOTALL)
_NAME = Regex(r".*(?:叫做?|名为)(?=.)|.*\b(?:called|named)\s+(?=\S)", re.IGNORECASE | re.DOTALL)
_TAIL = Regex(r"[\s的了。.!！]+$")
_DATED = Regex(r"\s*[（(][^（）()]*[）)]")  # what a date means, in brackets behind it
_CLAUSE = Regex(
    r"[，。；！？,;!?—\n]+|\.(?=\s|$)|\b(?:and|but|so|because|since|although|though|while|which|when|until)\b"
)
_SAME = Regex(f"{_HERE}(?:[\\s的\\-·']*{_HERE})+")
_PRONOUN_ZH = Regex("它们?|[这那][双台辆个款家本部只张把套条间份种杯支件位]")
_PRONOUN_EN = Regex(r"\b(?:it|them|that one|this one)\b")
_CAUSED = Regex("让|使得?|帮|害得?|多亏|自从|有了|[a-z]*\\b(?:let|made|makes?|keeps?|kept|helps?|helped)\\b")

_USE = (
    "(?:用|喝|吃|穿|去|住|开|骑|坐|玩|看|学|练|做|干|要|养|戴|听|读|订|上|在|买|抽|打|跑|游|带|种|弹|跟|爱|喜欢|待|呆|租|睡"
    "|追|信|当|教|来|续|碰|点|是|叫)"
)
_GONE = (
    "(?:卖|退|停|扔|丢|戒|捐|拆|删|坏|黄|关|砍|辞|取消|注销|卸载?|报废|淘汰|出手|转手|送人|送走|停产|停运|停办|关门|关停|倒闭"
    "|解散|过期|作废|去世|离职|辞职|退休|毕业|分手|离婚|搬走|搬家|没)"
)
_INTO = (
    "(?:[换改][成为回]|换[到乘去上]|改[用喝吃去骑坐走带做玩学养种跟叫穿戴开住看听在到期由]|挪|推迟|提前到|[搬迁][到去进回]"
    "|转[到去岗学]|调[到去走岗])"
)
_OFTEN = (
    "(?:用户|我们?|咱们?|可惜|不过|但是?|可是|只是|已经|早就?|就|后来|现在|如今|所以|于是|因此|也|全部?|只好|还是|又|都|刚刚?"
    "|最近|终于|决定|打算|昨天|前天|今天|上周|上个月|去年|今年|前几天|这周|这个月|下周|下个月|从今天起|以后|年初|年底|彻底|完全"
    "|干脆|给|再也)*"
)
_BECOMES = Regex(rf"(?:我们?的?|用户的?|那个)?([{HAN}]{{2,6}}?){_OFTEN}(?:{_INTO}|换了|[涨降升]到|变成)")
_OVER_ZH = Regex(
    rf"(?:把|将|从){_HERE}.{{0,8}}?(?:换|改|卖|退|停|扔|丢|戒|送|捐|删|卸|取消|处理|搬|挪|转|调|迁|给|让|辞|离|走|毕业|跳槽)"
    rf"|(?:离开|告别|搬离|搬出|退出|放弃|抛弃|换掉|换下|撤出|卖|退|停|扔|丢|戒|删|取消|注销|卸载?|辞)(?:了|掉)*{_HERE}"
    r"|(?:不再?|没再|(?<![特区分个差])别再?|不想再?|不用再?|再也不|不打算|不准备|不会再?)(?:继续)?"
    rf"{_USE}?{_HERE}(?!不|没)"
    rf"|{_HERE}.{{0,6}}?(?:不再|不(?:想|打算|准备|会)?再?){_USE}了?(?:$|{_HERE})"
    rf"|{_HERE}.{{0,6}}?{_GONE}(?:掉|走|给.{{1,4}})?了"
    rf"|{_HERE}.{{0,6}}?(?:{_INTO}|换了$|换掉)"
    rf"|(?<!比)(?:以前|之前|过去|原来|原先|曾经|当年){_USE}?的?[^{_HERE}]{{0,4}}?{_HERE}"
    rf"|^{_OFTEN}(?!.{{1,10}}[之以]?后)(?:{_INTO}|换了|换掉|离职|辞职|跳槽|转行|搬走|搬家|分手|{_GONE}(?:掉|走)?了"
    rf"|不再?(?:想)?{_USE}了?$)"
)

_WENT = (
    r"(?:sold|replac(?:e|ed|ing)|quit|left|leaving|cancel\w+|gave up|given up|giving up|got(?:ten)? rid of|get rid of"
    r"|(?:has|have|had) to (?:give up|stop|quit|sell|leave|drop)"
    r"|ditch\w*|dropp?\w*|return\w*|swapp\w+|stopp\w*(?: \w+ing)?|threw (?:out|away)|thrown (?:out|away)|gave away"
    r"|given away|los[te]|donat\w+|sent back|traded(?: in)?|scrapp\w+|retired|resign\w*(?: from)?|dump\w+|delet\w+"
    r"|uninstall\w+|unsubscrib\w+(?: from)?|(?:split|broke|broken) up(?: with)?|divorc\w+|finished with|done with"
    r"|broke|broken|moved (?:out|away|off|on)|mov\w+|switch\w+|chang\w+|upgrad\w+|downgrad\w+|outgr\w+|over with)"
)
_PAST = (
    r"(?:sold|replaced|cancell?ed|scrapped|called off|discontinued|closed(?: down)?|shut(?: down)?|given (?:away|up)"
    r"|stolen|dropped|returned|swapped|thrown (?:out|away)|lost|broken|dead|gone|over|off|finished|done|retired|moved"
    r"|postponed|rescheduled|pushed|bumped|history|no more)"
)
_BROKE_OFF = (
    r"(?:died|broke|packed (?:in|up)|closed|retired|moved|shut down|fell (?:through|apart)|passed away|split up"
    r"|broke up|went (?:bust|missing|off)|no longer (?:works?|exists?|runs?|fits?|operates?|is|are|holds?|applies)"
    r"|(?:is|are)n['’]t \w+ any ?more)"
)
_LINK = r"(?:\s*(?:the|a|an|my|our|his|her|their|user's|old|of|from|out|off|away|with|in|at|to|for|on))*\s*"
_NOT = (
    r"(?:from|off|instead of|rather than|not|no|isn['’]t|no longer(?: \w+){0,2}|never again \w+|former|previous|ex-?)"
)
_SINCE = r"(?:has\s+|have\s+|had\s+|just\s+|finally\s+|recently\s+|now\s+|then\s+|later\s+|already\s+)*"
_OVER_EN = Regex(
    rf"\b{_WENT}{_LINK}{_HERE}"
    rf"|\b{_NOT}{_LINK}{_HERE}"
    rf"|\bused to(?: \w+){{1,2}}{_LINK}{_HERE}"
    rf"|(?:n['’]t|not|no|never)\b[^{_HERE}]{{0,30}}{_HERE}.*\b(?:any ?more|any longer)\b"
    rf"|{_HERE}\s*(?:\w+\s+)?(?:is|are|was|were|been|being|got|get|gets|'s)\s+(?:now |just |finally |recently |all )?"
    rf"{_PAST}\b(?! (?:for|to) good)"
    rf"|{_HERE}\s*(?:\w+\s+)?{_SINCE}{_BROKE_OFF}\b"
    rf"|(?:^|\b(?:user|i|we|ve))\s*{_SINCE}"
    r"(?:switched|moved|changed|upgraded|downgraded|went back|gone back|swapped)(?: over| on| back)? (?:to|for)\b"
    r"|\binstead(?! of)\b|\bfrom now on\b|\bdown to\b"
)


def stated_value(text: str) -> str | None:
    """What a statement says that something is or is called, or None if it says no such thing."""
    return _behind(_IS_CALLED, text)


def stated_name(text: str) -> str | None:
    """What a statement says that something is called, or None."""
    return _behind(_NAME, text)


def _behind(pattern: Regex[str], text: str) -> str | None:
    said = pattern.match(text)
    return _TAIL.sub("", text[said.end() :]) if said else None


def names_value(text: str, value: str) -> bool:
    """Whether a text names a value: a name in it, or more than half of its words. Numbers and days name nothing."""
    if shares_name(text, value):
        return True
    runs = "".join(_HAN_RUN.findall(value))
    left = "".join(_HAN_RUN.findall(_without(value, _pairs(text))))
    words = [stems for word in _LATIN.findall(value) if (stems := _stems(word))]
    said = set(segment.words(text))
    held = sum(bool(stems & said) for stems in words)
    return 2 * (held + (len(runs) - len(left)) / 2) > len(words) + len(runs) / 2


def shares_name(text: str, value: str) -> bool:
    """Whether a text holds a name that stands in a value: a word with a capital, or a Latin one in Chinese."""
    said, chinese = set(segment.words(text)), _HAN_RUN.search(value)
    return any(said & _stems(word) for word in _LATIN.findall(value) if chinese or word != word.lower())


def says_value_ended(text: str, value: str, known: str) -> bool:
    """Whether a text that names a value says that the value no longer holds.

    Args:
        known: the statement that gives the value: "no longer allergic" ends what "is allergic to peanuts" says.
    """
    about = set(segment.words(known)) - set(segment.words(value)) - segment.STOP_EN
    clauses = _CLAUSE.split(_marked(text, value))
    return any(_ends(clause) or _denies(clause, about) or _becomes(clause, known) for clause in clauses)


def _denies(clause: str, about: set[str]) -> bool:
    return any(not about.isdisjoint(segment.words("".join(found))) for found in _NO_MORE.findall(clause))


def _becomes(clause: str, known: str) -> bool:
    """Whether what had the value has another: "开场曲换成了渔舟唱晚"."""
    found = _BECOMES.match(clause.strip())
    return found is not None and found[1] in known


def _ends(clause: str) -> bool:
    clause = _SAME.sub(_HERE, _PRONOUN_ZH.sub(_HERE, _PRONOUN_EN.sub(_HERE, clause))).strip()
    found = _OVER_ZH.search(clause) or _OVER_EN.search(clause)
    return found is not None and not _CAUSED.search(clause, 0, found.end())


def _marked(text: str, value: str) -> str:
    """A text, folded, with a mark in place of every part of a value."""
    folded, held = segment.fold(_DATED.sub("", text[:CHARACTERS_MAX])), segment.fold(value)
    stems = {stem for word in _LATIN.findall(held) for stem in _stems(word)}
    marked = _LATIN.sub(lambda found: _HERE if stems & _stems(found.group()) else found.group(), folded)
    return _without(marked, _pairs(held))


def _stems(word: str) -> set[str]:
    """The stems of a Latin word, if it is one that can name something."""
    folded = segment.fold(word)
    return set() if folded.isdigit() or folded in segment.STOP_EN else set(segment.words(folded)) - _days() - _titles()


def _pairs(text: str) -> set[str]:
    return {run[at : at + 2] for run in _HAN_RUN.findall(text) for at in range(len(run) - 1)}


def _without(text: str, pairs: set[str]) -> str:
    """A text with the mark in place of every Chinese character that belongs to one of some pairs."""
    first = [text[at : at + 2] in pairs for at in range(len(text))]
    return "".join(_HERE if first[at] or (at > 0 and first[at - 1]) else character for at, character in enumerate(text))
