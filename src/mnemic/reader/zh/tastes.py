"""Constructions of taste: what somebody likes, dislikes, prefers and chooses."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import ADVERB, is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.habits import habit_value
from mnemic.reader.zh.lexicon import ME, WE
from mnemic.reader.zh.topics import rule_topic

ONESELF = Regex(rf"{ME}|自己|{ADVERB}")
NOT_LIKE = r"(?P<no>不是(?!不)|不太|不怎么|不是很|不大|不再|并不|从不|从来不|没那么|没多|不)"


def _favourite(found: re.Match[str], scene: ClauseContext) -> str:
    return f"favourite:{rule_topic(found['thing'] or '', found['thing'] or '')}"


def _disliked(found: re.Match[str], scene: ClauseContext) -> str:
    """What is disliked: after the verb, or after 对 before it."""
    towards = re.search(r"对(?!象|方|面|门|手)(?P<what>[^，。]+)$", scene.text[: found.start()])
    if towards:
        return towards["what"]
    in_front = _in_front(found, scene)
    return re.sub(r"^[吃喝](?=..)", "", found["what"]) or in_front or found.group()


def _in_front(found: re.Match[str], scene: ClauseContext) -> str:
    """What a clause speaks of where it stands before the subject: "榨菜我看着就反胃"."""
    head = re.sub(rf"{ME}|{ADVERB}", "", scene.text[: found.start()])
    return re.sub(r"[闻看听吃喝碰]{1,2}[着了到见]?$", "", head)


def _liked(found: re.Match[str], scene: ClauseContext) -> str:
    return re.sub(r"^[吃喝配蘸搭](?=..)", "", found["what"]) or re.sub(
        rf"{ME}|{ADVERB}", "", scene.text[: found.start()]
    )


SURE: tuple[Frame, ...] = (
    Frame(
        name="does not fail to",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"不是(?:说|我)*不(?:能|会|想|爱|喜欢|肯|愿意?|让)?(?P<what>[吃喝用看去听坐喜做玩碰接穿]?[^，。]{0,14})"
        ),
        attribute="like",
        importance=0.6,
        when=is_own_doing,
    ),
    Frame(
        name="cannot do without",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"非(?P<what>[^，。不]{1,14})不(?:可|行|成|吃|喝|坐|住|用|看|玩|穿|买|睡)|(?:没有?一[天顿]不|"
            r"一天不|一天都离不开|每天都?离不开|离不开|离了(?=[^，。]{1,10}(?:不行|活不了|吃不下|睡不着))|少不了|戒不掉)(?P<thing>[^，。]{1,14}?)(?:就?(?:不行|活不了|吃不下|睡不着))?(?=$|[，。])|"
            r"(?<![\u4e00-\u9fff])?无(?P<kind>[\u4e00-\u9fff]{1,3})不(?:欢|餐|眠)|"
            r"顿顿[离有得]?(?:不开)?(?P<dish>[^，。]{1,8})"
        ),
        attribute=lambda found, scene: f"favourite:{t}" if (t := rule_topic(scene.text, "-")) != "-" else "like",
        importance=0.6,
        when=lambda found, scene: is_own_doing(found, scene) or scene.text.startswith(found.group()),
    ),
)
"""Two negations that make a liking; tried before any single negation is."""
_NEVER = r"(?P<no>(?:从来?都?|向来|永远|绝对?|坚决|打死|死[都也]|一概|一律)(?:也|都|是)?不)(?:会|再|肯|愿意|想|考虑)*"
_CHOOSE = r"(?:乘坐?|搭乘?|坐|住|预?订|选|买|穿|用|戴|租|点|接受|考虑|碰|进)"


def _lasting(found: re.Match[str], scene: ClauseContext) -> bool:
    return not scene.once and not scene.task and not re.search(r"[这那你您]|今天|一下", scene.text)


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="never has it",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?:{ME}|{WE})[^，。吃喝]{{0,6}}?{_NEVER}{_CHOOSE}(?P<what>(?![了过到得着不起下])[^，。了过]{{2,16}})$"
        ),
        attribute="like",
        importance=0.6,
        when=_lasting,
    ),
    Frame(
        name="it is never had",
        kind=Kind.PREFERENCE,
        pattern=Regex(rf"^(?P<what>[^，。他她我]{{2,14}}?)(?:{ME}|{WE})(?:是|都|也)*{_NEVER}{_CHOOSE}$"),
        attribute="like",
        importance=0.6,
        when=_lasting,
    ),
    Frame(
        name="favourite is",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:最(?:爱|喜欢|常)(?:的|[吃喝看听玩用]的)?(?P<thing>[^，。是变换改成]{0,8}?)|(?:爱好|"
            r"兴趣)(?P<kind>))(?:现在|如今|已经|早就|又)*(?:就?是|有|：|变成?了?|变为了?|换成?了?|改成?了?|成了)(?P<what>[^，。]{1,20}?)了?$"
        ),
        attribute=_favourite,
        single=True,
        importance=0.6,
        changes=Regex("现在|如今|变|换成|改成|成了"),
        when=is_own_doing,
    ),
    Frame(
        name="dislikes",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:讨厌|想吐|反胃|恶心|受不了|受不住|忍不了|忍受不了|反感|厌恶|痛恨|最恨|最烦|超烦|很烦|特烦|看不惯|看不上|"
            r"接受不了|接受无能|无法接受|欣赏不来|用不惯|住不惯|听不惯|不感冒|不感兴趣|没兴趣|没啥兴趣|"
            r"没什么兴趣|"
            r"无感|hate|dislike|can't stand|膈应|嫌弃|害怕|(?<![恐可哪恐只])怕(?=辣|狗|高|黑|水|冷|吵|热|打针|"
            r"虫|蛇|猫|坐|鬼|疼|痒|油|腥|苦|酸|麻烦|人多|鸟|尖)|嫌(?!疑))(?P<what>[^，。]{0,20})"
        ),
        attribute="like",
        value=_disliked,
        polarity=-1,
        importance=0.55,
        when=lambda found, scene: (
            (is_own_doing(found, scene) or scene.text[: found.start()].startswith("对"))
            and "得我" not in scene.text
            and (not re.match("想吐|反胃|恶心", found.group()) or len(_in_front(found, scene)) > 1)
            and not re.match("[这那](?:个|张|版|段|次|家|部|首|条|篇)", scene.text)
            and not re.match("[这那](?:个|张|版|段|次|家|部|首|条|篇)", found["what"])
            and not re.search(
                r"^(?:自己|我自己|死了|热死|天气|今天|这天)?$|上班|周一|这破|这鬼|自己|出现|失败|会|又|再",
                found["what"] or "x",
            )
        ),
    ),
    Frame(
        name="likes",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"{NOT_LIKE}?(?:喜欢|(?<![可亲恩恋酷])爱(?=[吃喝看听玩用穿坐住去逛点打做读写养种跑爬睡配蘸搭嗑啃泡]|上(?!了)|(?<=[超最很特好真别常]爱)(?!人|好|情|护|心|了|死|加班|开会|改)|"
            r"的是)|偏爱|钟爱|热爱|偏好|最爱|中意|迷上|爱上|好(?=[^，。]{0,14}这一?口$)|痴迷|沉迷|最馋|馋|"
            r"钟情|更愿意|更想要|"
            r"更倾向|倾向于?|首选|宁愿|宁可|情愿|习惯(?!性|了就|就好)|(?<![A-Za-z])(?:prefer|enjoy|love|"
            r"like)(?![A-Za-z]))"
            r"(?P<what>[^，。]{0,24})"
        ),
        attribute=lambda found, scene: habit_value(found, scene) if "习惯" in found.group() else "like",
        value=_liked,
        importance=0.55,
        when=lambda found, scene: (
            is_own_doing(found, scene)
            and not re.match(
                r"了$|的(?![是地])|[这那](?:个|张|版|段|次|家|部|首|条|篇)|你[这那]|就好|不喜欢|过来|的$|"
                r"不起|你|您|他|她",
                found["what"],
            )
            and not re.search(r"加班|改需求", found["what"] if not found["no"] else "")
        ),
    ),
    Frame(
        name="only this one",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:只|专门|主要(?=[吃喝用看听玩]))(?P<what>(?:吃|喝|坐|用|玩|看|听|穿|住|买|要|认|接受|打|"
            r"订|点|骑|开|养|做|写|跑|"
            r"选|收)(?!要|"
            r"过|得|了)[^，。]{1,16})"
        ),
        attribute=lambda found, scene: (
            "favourite:"
            + rule_topic(scene.text, ONESELF.sub("", scene.text[: found.start()])[-6:] or found["what"][:1])
        ),
        single=True,
        importance=0.6,
        when=lambda found, scene: is_own_doing(found, scene) and not re.search("只要(?:[你它他她我]|.*就)", scene.text),
    ),
    Frame(
        name="always takes",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?P<thing>[^，。你您]{0,10}?)(?:必[点吃喝买带看玩逛]|常[点吃喝买逛去]|雷打不动)(?P<what>[^，。]{1,30})"
        ),
        attribute=lambda found, scene: f"favourite:{rule_topic(found['thing'], found['thing'].replace('我', ''))}",
        single=True,
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            not scene.request and not scene.once and not re.search(r"[的了]$|网红|景点", scene.text)
        ),
    ),
    Frame(
        name="it will not do",
        kind=Kind.PREFERENCE,
        pattern=Regex(r"(?P<what>[^，。]{1,10}?)(?:的)?(?:就|可|也|我|真|我可)?(?P<no>不行|不可以|不OK|免谈|达咩)$"),
        attribute="like",
        importance=0.55,
        confidence=0.7,
        when=lambda found, scene: (
            scene.previous in {Kind.PREFERENCE, Kind.FACT}
            and scene.subject.user
            and not re.match("闻|碰|看|听|吃|喝|想|一", scene.text)
            and not re.search(r"[这那]|手机|网|电|电脑", scene.text)
        ),
    ),
    Frame(
        name="does not",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"{ME}(?:从来?都?|平时|一般|基本)*(?P<no>不(?:怎么|太)?)"
            r"(?P<what>(?:追|信|玩|看|听|坐|穿|戴|化|骑|逛|刷|炒|熬|"
            r"打)(?![了到懂见清完起出开下过动算])[^，。了]{1,10})$"
        ),
        attribute="like",
        importance=0.5,
        confidence=0.8,
        when=lambda found, scene: not re.search(r"[你您这那它]|今天|现在|消息|电话", scene.text),
    ),
    Frame(
        name="chooses",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"^(?P<thing>(?:订|选|点|坐|打车|导航|住|吃|喝|买|看|听|写|开会|出差|旅游|出行|健身|奶茶|咖啡|"
            r"酒店|航班|座位|外卖|机票|火车票|歌单)[^，。我你]{0,6}?)"
            r"(?:尽量|优先|首选|选|以(?=[^，。]{2,10}为主)|只|宁可|一律|要|靠|从不|从来不|偏)(?P<what>[^，。]{1,20})$"
        ),
        attribute=lambda found, scene: f"favourite:{rule_topic(found['thing'], found['thing'])}",
        single=True,
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            not scene.once
            and not scene.task
            and not re.search(
                r"[这那你您]|今[天晚]|明天|一下|钱|了$|花|只[有要是能]|要(?:是|不|么|去|来|多|几|等)", scene.text
            )
        ),
    ),
)
