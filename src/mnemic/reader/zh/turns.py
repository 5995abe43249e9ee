"""Constructions of a turn: what is so now where something else was so before, said of one thing at a time."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FUTURE, ME, NUMBER, WE
from mnemic.reader.zh.plans import is_own_plan, plan_event, whole_clause
from mnemic.reader.zh.topics import USES, first_name_in

ANY = Regex("")
REGION = (
    r"(?:北京|天津|上海|重庆|河北|河南|山东|山西|陕西|安徽|江苏|浙江|江西|福建|广东|广西|海南|湖北|湖南|四川|贵州|云南|"
    r"西藏|甘肃|青海|宁夏|新疆|内蒙古?|辽宁|吉林|黑龙江|东北|香港|澳门|台湾|[\u4e00-\u9fff]{2,3}[省市县])"
)
ACT = (
    r"(?:练[字琴功车]|写字|写作|画画|画图|跑步|健身|骑车|通勤|洗[头脸澡碗]|刷牙|做饭|炒菜|烤[^，。]?|泡[茶脚]|"
    r"钓鱼|拍[照片]|剪辑|记账|记笔记|背单词|听歌|看书|护肤|防晒|喂[猫狗]|养[花鱼]|浇花|种[花菜]|打球|打字)"
)
TOGETHER = Regex("成立|组建|[团队组班社群店厂]")
SCALES = Regex("终于|称|秤|现在|今[早天]|刚")


def _fond(found: re.Match[str], scene: ClauseContext) -> str:
    return "diet" if re.search("[吃喝]", scene.before) else "like"


def _counted(found: re.Match[str], scene: ClauseContext) -> str:
    named = re.match(
        rf"(?:{WE}|{ME})?(?:的)?(?P<thing>[\u4e00-\u9fff]{{2,6}}?)(?:刚|才|新|是|有|里|成立|现在)", scene.before
    )
    return f"value:{named['thing'] if named else scene.before[:4]}人数"


def _not_asked(found: re.Match[str], scene: ClauseContext) -> bool:
    return (
        is_own_doing(found, scene)
        and not scene.request
        and not scene.once
        and not re.search("[你您](?!们)", scene.text)
    )


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="loved now",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?P<what>[^，。你您我是]{{1,10}}?)(?:现在|如今|已经|反倒|倒)*(?:是|成了?|变成了?){ME}(?:现在|如今)?(?:的)?最爱(?:了)?$"
        ),
        attribute=_fond,
        importance=0.6,
        changes=Regex("现在|如今|成|反倒|倒"),
    ),
    Frame(
        name="weighed",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|现在|已经|终于|又|今早|今天|早上|刚|上秤|一?称(?:了|了?一?下|出来)?|是|只有|降到|到了?)*"
            r"(?P<what>\d[\d.]*\s*(?:公斤|千克|斤|kg|KG))了?$"
        ),
        attribute="value:体重",
        single=True,
        importance=0.7,
        changes=ANY,
        when=lambda found, scene: bool(SCALES.search(scene.text)) and not scene.topic,
    ),
    Frame(
        name="taught by",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"^{ME}?(?:现在|目前|一直|最近)*跟(?:着)?(?P<what>[\u4e00-\u9fff]{{1,3}}(?:老师|师傅|教练))(?:在)?(?:学|练)(?P<thing>[^，。了]{{1,8}})$"
        ),
        attribute="value:老师",
        single=True,
        importance=0.7,
        changes=Regex("现在"),
        when=_not_asked,
    ),
    Frame(
        name="taught by another",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"^{ME}?(?:现在|又|已经|给)*换了?(?:一?[位个名])(?:姓)?(?P<what>[\u4e00-\u9fff]{{1,3}})的?(?:老师|师傅|教练)$"
        ),
        attribute="value:老师",
        single=True,
        importance=0.7,
        changes=ANY,
        when=_not_asked,
    ),
    Frame(
        name="does it with",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}?(?:现在|目前|平时|一直|都)*(?P<thing>{ACT})(?:都|一直|现在)*(?:改)?用(?:的(?:就|都)?是|的|回了?|上了?)?(?P<what>(?![了不得])[^，。]{{2,12}}?)了?$"
        ),
        attribute=lambda found, scene: f"uses:{first_name_in(USES, found['what'] + found['thing']) or found['thing']}",
        single=True,
        importance=0.6,
        changes=Regex("现在|改用|用上|用回|了$"),
        when=_not_asked,
    ),
    Frame(
        name="passed a level",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}?(?:的)?(?P<thing>[\u4e00-\u9fff]{{1,4}}[语文])(?P<what>\s*(?:[A-C][12]|N[1-5]|[一二三四六八]级|专[四八]))(?:也|终于)?(?:考|通)?过了$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'][0]}语水平",
        value=lambda found, scene: f"{found['thing']}{found['what']}",
        single=True,
        importance=0.7,
        changes=ANY,
        when=_not_asked,
    ),
    Frame(
        name="learns a language",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}(?:现在|一直|最近|在)*(?:学的是|在学|自学)(?P<what>[\u4e00-\u9fff]{{1,4}}[语文])(?P<thing>)$"
        ),
        attribute=lambda found, scene: f"value:{found['what'][0]}语水平",
        single=True,
        importance=0.65,
        when=lambda found, scene: not re.search("语文|论文|作文", scene.text),
    ),
    Frame(
        name="went into another trade",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|现在|已经|刚|终于|上周|上个?月)*(?:(?:转行|改行)(?:去|到|来)?|转(?:岗)?(?:去)?(?=做|当|搞)|改(?=做(?!法)))(?P<what>(?:做|当|干|搞|开)?[^，。了吗]{{2,16}}?)了?$"
        ),
        attribute="job",
        single=True,
        importance=0.8,
        changes=ANY,
        when=lambda found, scene: is_own_doing(found, scene) and not re.search("想|打算|要不|考虑|可能", scene.text),
    ),
    Frame(
        name="alone with the children",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^家里?(?:现在|平时)?就(?:剩)?{ME}(?:一个人)?(?:跟|和|带着?)(?P<what>(?:[一两三]个|俩)(?:娃|孩子|闺女|儿子|女儿))$"
        ),
        attribute="family:孩子",
        importance=0.65,
    ),
    Frame(
        name="went back there",
        kind=Kind.EVENT,
        pattern=Regex(r"回(?P<what>[\u4e00-\u9fff]{2,6}?)(?:上班|工作|读书|上学|发展|定居)(?:去)?了$"),
        attribute="state:where",
        importance=0.6,
        when=lambda found, scene: _not_asked(found, scene) and not re.search("公司|单位|办公室|学校", found["what"]),
        placed=False,
    ),
    Frame(
        name="is from",
        kind=Kind.FACT,
        pattern=Regex(rf"^{ME}(?:其实|也|就)?(?:是|老家(?:是|在)?)(?P<what>{REGION})(?:那边|这边)?的$"),
        attribute="hometown",
        single=True,
        importance=0.7,
    ),
    Frame(
        name="number plate",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?(?:家)?的?(?:新)?(?:车牌号?|号牌|牌照|车号)(?:换成了?|是|：|现在是)?\s*(?P<what>[\u4e00-\u9fff]\s?[A-Z][·\s]?[A-Z0-9]{{4,6}})$"
        ),
        attribute="value:车牌号",
        single=True,
        importance=0.8,
        changes=Regex("新|换|现在"),
    ),
    Frame(
        name="call me that instead",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"^(?:改|就|还是|以后|直接|换成|请)*(?:叫|喊|称呼)(?:我)?(?P<what>(?!停|醒|外卖|车)[\u4e00-\u9fff]{2,4}?|[A-Z][A-Za-z]+)(?:吧|就行|就好|好了)?$"
        ),
        attribute="called",
        single=True,
        importance=0.9,
        tier=Tier.PROPOSED,
        order=True,
        request=True,
        changes=ANY,
        when=lambda found, scene: (
            bool(
                re.search(
                    r"(?:别|不要|不用|甭)(?:再)?(?:叫|喊)(?!醒|停|外卖)|改口|换个(?:称呼|叫法)",
                    f"{scene.topic}，{scene.before}",
                )
            )
            or scene.previous is Kind.RULE
        ),
        elliptic=False,
    ),
    Frame(
        name="so many of them",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:现在|目前|里面|里)?(?:一共|总共|共|就|才|只)+(?:有)?(?P<what>{NUMBER}\s*(?:个|口|名|位)?人)$"
        ),
        attribute=_counted,
        single=True,
        importance=0.6,
        when=lambda found, scene: scene.previous is None and bool(TOGETHER.search(scene.before)),
        elliptic=False,
    ),
    Frame(
        name="they name another day",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"^(?P<thing>[^，。我你您]{{2,10}}?)那边(?:又|刚|刚刚|通知|来电话|临时|现在)*(?:说|通知)(?:得|要|改|推|改成|改到|推到|只能)+(?:等)?(?:到)?(?P<what>{FUTURE}[^，。]{{0,8}})$"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['thing'])}",
        value=whole_clause,
        single=True,
        importance=0.8,
        changes=ANY,
        when=is_own_plan,
        elliptic=False,
    ),
    Frame(
        name="is done after all",
        kind=Kind.DECISION,
        pattern=Regex(
            rf"^(?P<thing>[^，。你您我他她这那吗]{{2,8}}?)(?:{ME}|{WE})?(?:想了想|考虑了?下?)?还是(?:得|要|决定|应该)(?P<what>(?:上|做|办|买|去|用|装|养|留|开|加|写|搞|学|考|订|请|卖)[^，。]{{0,8}})$"
        ),
        attribute=lambda found, scene: f"decision:{found['thing'].casefold()}",
        single=True,
        importance=0.7,
        changes=ANY,
        when=lambda found, scene: not scene.request and not scene.once and not re.search("[他她你您]", scene.text),
        elliptic=False,
    ),
    Frame(
        name="means to before a season",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?(?:入[冬夏秋伏]|开春|开学|秋收|过年|年底|春节)(?:之?[前后])?(?:{ME}|{WE})?(?:就)?(?:想|打算|准备|计划)(?P<what>(?![想看])[^，。]{{2,16}})$"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['what'])}",
        value=whole_clause,
        single=True,
        importance=0.7,
        when=is_own_plan,
    ),
    Frame(
        name="keeps the parts",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?(?P<thing>[^，。你您：]{{2,10}}?)(?:就|一共|总共|共|有|主要|是)+(?:这)?{NUMBER}(?:样|个|种|项|门|家|款|本|只|条|道)(?:[^，。：、]{{0,3}})[：:](?P<what>[^，。]*、[^，。]*)$"
        ),
        attribute=lambda found, scene: f"value:{re.sub('家里|家|的', '', found['thing'])}",
        single=True,
        importance=0.65,
        when=lambda found, scene: not scene.request and not scene.task and not scene.once,
    ),
    Frame(
        name="is divorced",
        kind=Kind.EVENT,
        pattern=Regex(rf"^(?:{ME}|{WE}|已经|刚|上周|终于|俩)*(?:离了|离婚了|(?P<no>没)离)$"),
        attribute="state:marriage",
        value=lambda found, scene: "离婚",
        single=True,
        importance=0.7,
        changes=ANY,
        when=lambda found, scene: scene.subject.user and not scene.before,
    ),
    Frame(
        name="who keeps it",
        kind=Kind.FACT,
        pattern=Regex(
            r"^(?P<thing>孩子|娃|儿子|女儿|闺女|房子?|车子?|存款|抚养权|猫|狗)(?:判给|归|跟)了?(?P<what>我|他|她|前夫|前妻|男方|女方|孩子他?[爸妈])(?:了)?$"
        ),
        attribute=lambda found, scene: f"state:{found['thing']}归谁",
        single=True,
        importance=0.7,
        elliptic=False,
    ),
)
"""Tried before the other constructions; each is narrow."""
