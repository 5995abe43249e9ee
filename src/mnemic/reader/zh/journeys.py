"""A journey that is over, and how it was: "我们从京都回来了，玩得很开心" tells of what happened, not of a liking."""

from __future__ import annotations

from mnemic.domain.record import Kind, Slot
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.statement import USER, MessageSetting, Statement
from mnemic.reader.zh.clauses import Sentence
from mnemic.reader.zh.lexicon import ME, WE
from mnemic.reader.zh.person import strip_fillers, third_person
from mnemic.reader.zh.topics import slot_value

_VERY = r"(?:真的?|很|挺|特别|非常|超级?|太|可|蛮|相当|好|还|都|确实)*"
_JOURNEY = Regex(
    rf"(?:{WE}|{ME})?(?:一家[人子]?|全家|俩|几个)?(?:刚刚?|才|终于|已经|都|今天|昨[天晚]|前天|上周末?|上个?月|周末|国庆|五一|春节)*"
    r"(?:从(?P<from>[^，。]{1,10}?)(?:玩|旅游|旅行|度假|出差|滑雪|露营|自驾)?回来(?:了|啦)*|"
    r"去(?:了|过)?一?趟(?:了)?(?P<to>[^，。]{1,10}?)(?:回来)?(?:了|啦)?)"
    rf"(?:[，,](?:(?:这次|这趟|一路上?|总的来说|全家|大家|孩子们?|我们|我)?{_VERY}"
    rf"(?:[玩吃住逛待过睡走]得?{_VERY})?(?:开心|尽兴|高兴|愉快|舒服|过瘾|爽|不错|棒|满足|值得?|累|好玩|美|惬意|放松|难忘)"
    r"(?:了|啦|极了|得很|死了)?))+[！!～~。]*"
)


def journey(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """What a sentence tells that tells of a journey just made and how it was, and nothing else."""
    said = strip_fillers(sentence.text)
    found = _JOURNEY.fullmatch(said)
    if found is None:
        return None
    told = third_person(when.add_absolute_dates(said, setting.said, setting.zone, "zh"))
    return Statement(
        text=told if told.startswith("用户") else f"用户{told}",
        kind=Kind.EVENT,
        slot=Slot(subject=USER, attribute=f"event:{slot_value(found['from'] or found['to'])}", value=slot_value(said)),
        start=sentence.start,
        end=sentence.end,
        confidence=0.8,
        importance=0.5,
    )
