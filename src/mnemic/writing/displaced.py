"""What a statement ends or takes the place of.

What a correction says is not so: "七个人，不是八个", "Tuesday, not Thursday", "五菱卖了".

What gives way, by the words of a text: in "I moved the chopping board to the window" the board does, and nothing
that is said of windows; in 微信头像换成猫了 the picture, and not the app.
"""

from __future__ import annotations

import re
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.language.change_cues import speaks_of_change, states_change_outright
from mnemic.language.detect import HAN

_DENIED = Regex(
    r"(?:不是|而不是|并非|不再是|别写成|别叫)\s*([^，。；、,;!！?？\s]{1,16})"
    r"|\b(?:not|isn['’]t|wasn['’]t|instead of|rather than|no longer)\s+(?:the\s+|an?\s+|in\s+|on\s+|at\s+)?"
    r"([^,.;!?—]{1,40})",
    re.IGNORECASE,
)
_ENDED = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))(?:我的?|那[个只台辆])?([^，。；！!,;\s不]{2,10}?)(?:早就?|已经|我|也|都|再也|现在|彻底|就|昨天|上周)*"
    r"(?:不(?:再)?[\u4e00-\u9fff]{1,2}了|(?:卖|退|停|扔|戒|卸载?|注销|停药|停用|退订|断)(?:掉)?了|不续了|出手了|转手了|送人了|走了|没了|去世了|黄了)"
    r"(?=$|[，。；！!,;\s])"
)


_GIVES_WAY = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))(?:我的?|那[个只台辆])?(?P<what>[^，。；！!,;\s不]{2,8}?)(?:的)?(?:那个|那段|那事)?(?:已经|就|又|都|也|给|说|要|得)*"
    r"(?:改|换|挪|(?<!空)调|砍|涨|降|停|删|撤|取消|卖|送|捐|冻死|锯|拆|搬|关|装修)(?![一二三]下|善|造|革)"
)
"""What is in front of a change gives way: "收冰箱的改周日来了"."""
_AGENT = Regex(
    r"(?:^|(?<=[，。；！!,;\s]))[\u4e00-\u9fff]([\u4e00-\u9fff]{2,5})的(?:师傅)?(?:说|要|又|得)*(?:改|换|挪|推)"
)
"""Who is named by what they do: "收冰箱的改周日来了"."""
_NOT_KEPT = Regex(r"([\w.]{1,8})\s*(?:那|这)个?(?:千万|都|就|可)?(?:别|不要|甭)(?:留|记|信|用|算|要)")
_DONE_NO_MORE = Regex(r"不(?:再)?(?:[做当干开卖写画放吃喝养])?([\u4e00-\u9fff]{2,4})了(?=$|[，。；！!,;\s])")
_GIVEN_UP = Regex(r"(?:戒|停掉?)(?:掉)?了?([\u4e00-\u9fff]{2,6}?)了?(?=$|[，。！；!,;])")
_IDLE = Regex(r"(?:我们?|用户|咱们?|现在|目前|如今|以后|从今|最近|今天|后来|这次|已经)+的?")
"""Whose it is, and when, names nothing that is denied: "我现在改喝美式了" denies no 现在."""
_MADE_UP = Regex(r"(?:和|跟)([^，。；]{2,6}?)(?:和好|复合|又联系上|重归于好)了?")


def denied_values(text: str) -> tuple[str, ...]:
    """The values a text denies, as said; what it says has ended is denied too."""
    values = tuple((chinese or english).strip() for chinese, english in _DENIED.findall(text))
    found = (
        pattern.findall(text) for pattern in (_ENDED, _GIVES_WAY, _AGENT, _NOT_KEPT, _DONE_NO_MORE, _GIVEN_UP, _MADE_UP)
    )
    named = dict.fromkeys([*values, *(value for part in found for value in part)])
    return tuple(value for value in named if not _IDLE.fullmatch(value))


_CLAUSE = Regex(r"[，。；！？,;!?—\n]+|\.(?=\s|$)|\b(?:and|but|so|because|since|although|though|while|which)\b")
_DATED = Regex(r"\s*[（(][^（）()]*[）)]")  # what a date means, in brackets behind it
_HAN = Regex(f"[{HAN}]")

_WORD = Regex(r"[^\W_]+(?:['’-][^\W_]+)*")
_PEOPLE = frozenset("i we user you he she they it that this there who everybody everyone".split())
_FILLERS = frozenset(
    "the a an my our his her their its your some all both just finally recently now then already also has have had is"
    " are was were been being be got get getting gets i'm i've we've we're it's that's and or to will would had".split()
)
_WENT = frozenset(
    "moved replaced cancelled canceled sold swapped switched scrapped postponed rescheduled pushed bumped upgraded"
    " downgraded dropped stopped stops quit closed retired changed left resigned returned ditched gave given giving"
    " ended died broke gone went".split()
)


@cache
def _times() -> frozenset[str]:
    return frozenset(segment.words("周末 工作日 年底 年初 月底 weekend weekends weekday week month year today now"))


_PARTICLES = frozenset("up out away off over down on back of in from with all no longer any more".split())
_LINKS = frozenset(
    "to from for into onto with at in on by of as until till after before near under by over because when since"
    " instead again".split()
)
_OWN = frozenset("its his her their".split())
_BE = frozenset("is are was were been being be got get gets".split())

_LEAD = Regex(
    r"^(?:用户的?|我们?的?|咱们?的?|那|这|可惜|不过|但是?|后来|现在|目前|如今|以后|最近|今天的?|昨天|前天|刚刚?|已经|去年|今年"
    r"|[上这下]个?(?:月|周|星期)|年[初底]|前几天|去|[把将]|从)+"
)
_TRAIL = Regex(
    r"(?:用户|我们?|给我|被|已经|都|也|又|就|刚刚?|全|早就?|终于|昨天|今天|现在|决定|要|打算|给|最近|今年)+$"
)
_VERB_ZH = (
    r"(?:[改换][成为到期在了]|换[个台辆家]|改[签约版名]?(?=了|$)|挪到?|[搬迁](?:到|走|去|家|了|新)|[涨降升]到?[价]?(?=了|[^级职])"
    r"|停[了产运刊订在办]?|取消|推迟|提前到|卖[了掉]|退[了掉]|关[了门停]|拆了|转[到成给]|交给|调[到成]|作废|过期)"
)
_TAKEN = Regex(rf"[把将](?P<what>[^，]{{1,12}}?)(?:给|都|全)?(?:{_VERB_ZH}|送|扔|丢|捐)")
_TURNS = Regex(rf"^(?P<what>[^不没]{{0,14}}?)(?P<verb>{_VERB_ZH})(?P<rest>.*)$")
_OBJECT = Regex(r"^了?(?:[一几两]?[个台辆家支双张块条把份]|新的?)*(?P<what>[^了成到]{1,8}?)了?$")
_ENDS_ITS_OBJECT = Regex(r"取消|卖|退|停|关|拆|换[个台辆家了]")
_PLANNED = Regex(
    r"(?:行程|旅行|旅游|计划|安排|预约|预订|订单|活动|事情?|课程?|(?<!加)班|会员?|群|社|比赛|训练|之行|的)$"
)


def displaced_words(text: str) -> frozenset[str] | None:
    """The words a text has for what it says has changed or ended, with those of each clause that tells of a change
    and does not say of what; None where no clause says what it was that changed."""
    words: set[str] = set()
    named = False
    for clause in _CLAUSE.split(segment.fold(_DATED.sub("", text))):
        thing = _thing_zh(clause) if _HAN.search(clause) else _thing_en(clause)
        if thing:
            named = True
            words |= thing
        elif states_change_outright(clause) or speaks_of_change(clause):
            words.update(segment.words(clause))
    return frozenset(words - _times()) if named else None


def _thing_en(clause: str) -> set[str]:
    said = _WORD.findall(clause)
    place = next((at for at, word in enumerate(said) if word in _WENT), None)
    if place is None:
        return set()
    before, after = said[:place], said[place + 1 :]
    while after and after[0] in _PARTICLES:
        after = after[1:]
    subject = [word for word in _until_link(before) if word not in _FILLERS]
    told = bool(_BE & set(before))
    if any(word in _PEOPLE for word in subject) or not subject:
        return set() if told and not subject else _telling(_until_link(after))
    owned = bool(after) and after[0] in _OWN and not told
    return _telling(_until_link(after) if owned else subject)


def _until_link(said: list[str]) -> list[str]:
    end = next((at for at, word in enumerate(said) if word in _LINKS), len(said))
    return said[:end]


def _telling(said: list[str]) -> set[str]:
    told = [word for word in said if word not in _FILLERS and word not in _PARTICLES and word not in _PEOPLE]
    return set(segment.words(" ".join(told))) if told else set()


def _thing_zh(clause: str) -> set[str]:
    found = _TAKEN.search(clause)
    if found is not None:
        return _named(found["what"])
    found = _TURNS.search(clause)
    if found is None:
        return set()
    subject = _TRAIL.sub("", _LEAD.sub("", found["what"]))
    its = _OBJECT.match(found["rest"]) if _ENDS_ITS_OBJECT.match(found["verb"]) else None
    if its is not None and not its["what"].endswith("的"):
        return _named(its["what"]) if subject or not found["verb"].startswith("换") else set()
    return _named(subject)


def _named(thing: str) -> set[str]:
    """The word a Chinese name of a thing ends with; all its words, where it ends with what a plan is called."""
    if not thing:
        return set()
    if _PLANNED.search(thing):
        return set(segment.words(thing))
    return set(list(segment.words(thing.rpartition("的")[2]))[-1:])
