"""Constructions of plans, reminders and events."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FUTURE, HOUR, ME, PAST, RELATION, WE
from mnemic.reader.zh.person import opening_person

TIME = Regex(rf"{FUTURE}|{PAST}|{HOUR}|从|起|的时候|[（(][^）)]*[）)]|\d+\s*[号日]|每[天周月年]")
LEADING = Regex(
    rf"^(?:[那这]个|以后|临时|用户的?|{WE}的?|{ME}的?|{RELATION}的?|提醒|得|要|去|会(?=[去来在到有])|来|准备|"
    rf"打算|计划|参加|安排|记得|给|把|在(?=[^，。]{{2,}}$)|到|的|[下上中早晚]午?)+"
)
TRAILING = Regex(
    r"(?:那个|那趟|那场|的事|不去了?|不办了?|不开了?|取消|改期|延期|推迟|提前|挪到|改到|推到|定在?|约在?|"
    r"就?在|是|了|要|得|到|开庭|开始|举行)+$"
)
WITH = Regex(r"想?(?:约(?:了|好)?|跟|和|陪|带)(?:了)?[^，。]{1,8}?(?:一起|一块儿?)?(?=去|到|出去|出差)")
VERBS = (
    r"(?:要|得|去|来|会(?!议)|准备|打算|计划|到期|开(?!心)|飞|出发|回|参加|陪|带|接|送|有(?:个|一|场|门|节|"
    r"直播|课|考试|面试|比赛|活动)|"
    r"交|还(?!是|有|没|在)|考|面试|手术|体检|搬|结婚|入职|离职|转岗|接手|值班|值夜班|休|"
    r"请假|上线|发布|发版|提醒|定在|截止|见|约|开始|办|出差|生(?!气)|毕业|答辩|比赛|演出|聚餐|过|讲|做|"
    r"到(?!时候)|录|拍|验收|评审|交付|复查|复诊|打疫苗|看(?!看|情况)|练|上课|吃饭|聚会|开会|摆|领)"
)


def whole_clause(found: re.Match[str], scene: ClauseContext) -> str:
    """The whole clause: of a plan everything may change."""
    return scene.text


def plan_event(text: str) -> str:
    """What a plan is about, without its time and its verbs of intent: the name that a later change will use."""
    stem = TIME.sub("", re.sub(r"[（(][^）)]*[）)]", "", text))
    stem = WITH.sub("", re.sub("[那这]个|的(?!士)", "", stem))
    stem = TRAILING.sub("", LEADING.sub("", re.split(r"[，。,]", stem)[0].strip(" ：:的"))).strip(" ：:的")
    return stem[:10].casefold()


def _plan(found: re.Match[str], scene: ClauseContext) -> str:
    if re.search("叫我起床|叫醒我|闹钟", scene.text):
        return "plan:wake up"
    return f"plan:{plan_event(scene.text) or scene.text[:12]}"


def _event(found: re.Match[str], scene: ClauseContext) -> str:
    return f"event:{plan_event(scene.text)}"


def is_own_plan(found: re.Match[str], scene: ClauseContext) -> bool:
    """Whether a clause speaks of the user's own side, and neither supposes nor proposes."""
    if re.match(r"[^，。我]{1,8}说(?:要|这|不|他|她|可能|想)", scene.text):
        return False
    return not re.search(r"[你您](?!们)[^给]|他们|她们|人家|如果|要是|可能|也许|大概率|要不|吗|建议|想不想", scene.text)


TRIVIAL = Regex(
    r"想|说|[它他她]|要一?[张个份篇]|写一?[个篇段]|再|看看|吃|喝|睡|躺|累|困|天气|下雨|降温|[好真太]|希望|"
    r"加油|觉得|知道|聊|才|"
    r"还没|忙|有事|有空|"
    r"没空|吧$|了$|又|怎|见$|休息一下"
)
DATED_ACT = Regex(
    rf"^(?:[^，。你您我]{{2,10}}?)?{FUTURE}(?:[（(][^）)]*[）)])?(?:早上|上午|中午|下午|"
    rf"晚上)?(?:{HOUR})?(?:[前后]|左右)?(?:"
    r"[跟和同与约](?![你您])[^，。]{2,}|(?:得|要|在|会)?(?:开庭|开会|开工|面试|考|交|飞|出差|出发|值|体检|"
    r"复查|复诊|手术|上线|发版|搬|"
    r"结婚|办|报到|入职|参加|去|到|回(?!复|答|我)|接|送|陪|带|休|请假|汇报|演出|比赛|开学|开业|开工|"
    r"还(?=[^，。]{0,4}[贷款钱书])|试[镜驾讲]|"
    r"拍|录|讲课|培训|签约|交房|装修|上门|来(?=[修装送接看取量检上家])|过来|走|见(?=[^，。]))[^，。]*)"
)
DONE = Regex(
    r"(?<![要得])(?:转岗走?|调走|走丢?|离开|去世|搬|做|买|换|考|拿|签|辞|入职|离职|毕业|结婚)(?:完|到)?家?了(?!没)"
)


def _acts(found: re.Match[str], scene: ClauseContext) -> bool:
    """A dated act is a plan when somebody known does it, or an event is named; else it asks for a service."""
    text = scene.text
    doer = (
        re.search(
            rf"{ME}|{WE}|带(?:娃|孩子|爸|妈|老|猫|狗)|要带|得去|[跟和与陪](?:{RELATION}|爸妈)|陪|提醒|得|要去", text
        )
        or opening_person(text)
        or re.search(rf"^{RELATION}", text)
        or re.search(rf"{FUTURE}(?:[（(][^）)]*[）)])?(?:早上|上午|中午|下午|晚上)?(?:{HOUR})?去(?!不|哪)", text)
        or DATED_ACT.match(text)
        or re.search(rf"{FUTURE}(?:之?前|以前)(?:必须|得|要|需要)[^，。]{{2,}}", text)
        or re.search(rf"{FUTURE}(?:要|得)(?:还|交|去|办|开|参加|考|付|接|送|飞|体检|复查|提交|发)", text)
    )
    named = re.search(
        r"(?:是|在|定在|改到|挪到|推到|到期|上线|截止|开始|发布|考试|面试|结婚|开学|入职|报到|飞|出发|答辩|手术|体检|"
        r"聚餐|聚会|看牙|疫苗|复查|复诊|高铁|火车|动车|航班|机票|婚礼|年会|团建|比赛|演唱会|直播|发布会|"
        r"课$|开庭|开工|开业|值班|停水|停电|截稿|交稿)",
        text,
    )
    vague = re.search(
        r"又是|是周|要(?:一[张个份段篇]|[几两三]个)|想(?!起|去|带|回|约|请|办|换|买|学|自己|在|明年|今年|"
        r"年底|开|考|做)|吃(?:点|啥|什么)|再说|"
        r"看看吧|睡|躺|好累|又是|是周|要(?:一[张个份段篇]|[几两三]个)|^[^，。我]{1,6}(?<!我)说(?!好|定|"
        r"服)|天气|下雨|降温|[好真太]|希望|一定|加油",
        text,
    )
    if re.search(r"刚从|刚搬|每[个周月天年逢]|[这那](?:趟|次|场)$", text) or DONE.search(text):
        return False
    return bool(doer or named) and not vague and is_own_plan(found, scene)


def _happened(found: re.Match[str], scene: ClauseContext) -> bool:
    trifle = re.search(
        r"没睡|又|那场|太[^，]{1,4}了|睡[得不]|好累|累死|热|冷|堵|吃了|喝了|梦|下雨|加班|看到|刷|听说|发现|"
        r"觉得|说|问|聊|想|忘|吵|气|"
        r"笑|迟到|帮|断网|网断|给你|发你|发的|写的",
        scene.text,
    )
    done = re.search(
        r"了|过|完|被|到|成|上(?=$)|开始|去(?:了|过)?|手术|毕业|入职|离职|结婚|出生|确诊|查出",
        scene.text[found.end() :],
    )
    return (
        bool(done)
        and "人家" not in scene.text[: found.start()]
        and (found.group() != "刚刚" or scene.explicit)
        and not trifle
        and not re.search(r"散步|逛|路过|看了(?!.?[牙病]|医生|中医|房)|听了|玩|电影", scene.text)
        and not re.search(r"[你您](?!们)[^给]|他们|她们|如果|要是|可能|也许", scene.text)
        and (is_own_doing(found, scene) or scene.text.startswith(found.group()))
    )


OUTRIGHT: tuple[Frame, ...] = (
    Frame(
        name="remind me",
        kind=Kind.PLAN,
        pattern=Regex(
            r"(?:提醒|remind)\s*(?:我|一下我|me)(?P<what>[^，。]{2,30})|叫我(?P<wake>(?:一[声下]|起床|出门|开会|吃药|"
            r"下楼)[^，。]*)|(?:到点|到时候?|记得)(?:提醒|叫)我(?P<thing>[^，。]*)"
        ),
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.8,
        request=True,
        when=lambda found, scene: (
            bool(re.search(rf"{FUTURE}|{HOUR}|今[天晚]|每|之?后|之?前", scene.text))
            and not re.search(r"老师|他|她|说|别", scene.text[: found.start()])
        ),
    ),
    Frame(
        name="plan dropped or moved",
        kind=Kind.PLAN,
        pattern=Regex(
            r"(?P<thing>[^，。]{1,14}?)(?:那个|那趟|那场|的事)?(?:(?P<no>不去了|不办了|不开了|不搞了|"
            r"去不了了?|取消了?|黄了|泡汤了?|作废|cancel(?:led|掉|了)?)|(?:临时|又)?(?:改期|延期|推迟|提前|挪|"
            r"改|推|延|顺延)(?:了|到|至|在)+|[换调](?:到|至)|改(?=\s*\d+\s*月)|改(?:成|"
            r"为)(?=\s*\d+\s*[号日月点:：])|(?:要|"
            r"得|临时|又)*(?:改|换)(?:时间|"
            r"日子)了?)(?P<what>[^，。]{0,20})$"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['thing'])}",
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            is_own_plan(found, scene)
            and not scene.request
            and bool(plan_event(found["thing"]))
            and not re.search(
                rf"^[这那它他她]$|代码|文件|{ME}[换调]|起我", found["thing"] + found.group()[len(found["thing"]) :][:1]
            )
            and (
                bool(found["no"])
                or bool(re.search(rf"{FUTURE}|{HOUR}|\d", found.group()))
                or "改期" in found.group()
                or "延期" in found.group()
                or bool(re.search("[改换](?:时间|日子)", found.group()))
            )
        ),
        elliptic=False,
    ),
)
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="will do at a date",
        kind=Kind.PLAN,
        pattern=Regex(rf"(?P<thing>{FUTURE})(?:[^，。]{{0,24}}?){VERBS}"),
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.8,
        when=lambda found, scene: _acts(found, scene) and not re.search(PAST, scene.text),
    ),
    Frame(
        name="will do at a date",
        kind=Kind.PLAN,
        pattern=DATED_ACT,
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.8,
        when=lambda found, scene: _acts(found, scene) and not re.search(PAST, scene.text) and not scene.request,
    ),
    Frame(
        name="dated by its event",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"(?P<what>[^，。]{{2,14}}?)(?:是|在|定在|定到|约在|约的|定的|就在|改在|安排在|截止到?|到期|"
            rf"到)\s*(?P<thing>每?{FUTURE}|每?(?:周|星期|礼拜)[一二三四五六日天])[^，。]*"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['what'])}",
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            is_own_plan(found, scene)
            and not scene.request
            and not re.search(r"今天|明天|昨天|后天|又|每|^[是不我]", found["what"])
        ),
        elliptic=False,
    ),
    Frame(
        name="every so often",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:{ME}|{WE})?每个?(?:月|周|年)\s*(?:[一二三四五六日天]|"
            rf"\d+\s*[号日])?[^，。]{{0,4}}(?P<what>(?:还|交|付|缴|去|开|打|上|做|复查|发)[^，。]{{1,16}})"
        ),
        attribute=lambda found, scene: f"habit:{found['what'][:6]}",
        single=True,
        importance=0.7,
        when=is_own_doing,
    ),
    Frame(
        name="date of it",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"^(?P<what>[^，。\d你您我他她它这那每到]{{2,10}}?)(?:就|是|在|到|定在?|"
            rf"排在)*(?P<thing>{FUTURE})(?:上午|下午|晚上|早上|中午)?"
            rf"(?:{HOUR})?$"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['what'])}",
        value=whole_clause,
        single=True,
        importance=0.75,
        confidence=0.8,
        when=lambda found, scene: (
            bool(re.search(r"[月号日]|[下这本]个?(?:周|星期|礼拜)|明年|年底", found["thing"]))
            and is_own_plan(found, scene)
            and not scene.request
            and not re.search(rf"{PAST}|今天|现在|到|从|天气|早上|晚上|[吧了]$|要不|约|看|去|放假", found["what"])
        ),
        elliptic=False,
    ),
    Frame(
        name="somebody will at a date",
        kind=Kind.PLAN,
        pattern=Regex(rf"(?P<thing>{FUTURE})(?P<what>[^，。]{{2,20}})"),
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.7,
        confidence=0.8,
        when=lambda found, scene: (
            scene.explicit
            and bool(re.match(rf"{ME}|{WE}|用户", scene.text) or opening_person(scene.text))
            and is_own_doing(found, scene)
            and is_own_plan(found, scene)
            and not scene.request
            and not TRIVIAL.search(scene.text)
            and found["thing"] != "周末"
            and not re.search(rf"{PAST}|每", scene.text)
        ),
    ),
    Frame(
        name="from a day on",
        kind=Kind.PLAN,
        pattern=Regex(rf"(?P<thing>{FUTURE})(?:起|开始)(?:就|我|我们|要|得|都)*(?P<what>[^，。]{{2,24}})"),
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.7,
        when=lambda found, scene: is_own_doing(found, scene) and is_own_plan(found, scene) and not scene.request,
    ),
    Frame(
        name="means to",
        kind=Kind.PLAN,
        pattern=Regex(
            r"(?:打算|计划|准备(?=去|考|买|换|搬|辞|学|报|要|生|装)|报名(?:了|参加)|报了|订(?:了|好)|约(?:了|"
            r"好)|预约了|买好了|申请了|在备考|在筹备|筹备)(?P<what>[^，。]{2,24})"
        ),
        attribute=_plan,
        value=whole_clause,
        single=True,
        importance=0.7,
        when=lambda found, scene: (
            is_own_doing(found, scene)
            and is_own_plan(found, scene)
            and not scene.request
            and not re.search(r"写一?[个篇段]|散步|放松|休息|一下|逛|看看|睡|聊|吃", found["what"])
        ),
    ),
    Frame(
        name="happened",
        kind=Kind.EVENT,
        pattern=Regex(rf"{PAST}|{FUTURE}(?=[^，。]*{DONE.pattern})"),
        attribute=_event,
        value=whole_clause,
        importance=0.7,
        when=_happened,
    ),
    Frame(
        name="had it done",
        kind=Kind.EVENT,
        pattern=Regex(
            r"(?P<what>(?:做|动)(?:了|过|完)[^，。]{0,10}手术|(?:腿|脚|手|臂|腰|胳膊|膝盖|脚踝|手腕|肋骨|"
            r"锁骨|韧带|牙|阑尾|胆囊|甲状腺|扁桃体|结节|息肉|肌瘤)[\u4e00-\u9fff]{0,3}(?:切除?|断|摔|扭伤|"
            r"撕裂)(?:了|过)|拿到[^，。]{0,12}(?:证|offer|录取|学位)|考[过上]了[^，。]{1,12}|考上[^，。了过]{1,10}了|毕业了|领证了|"
            r"离婚了|结婚了|分手了|订婚了|怀孕了|退休了|转正了|上岸了|辞职了|被裁了?|搬完?家了|升职了|当(?:爸|"
            r"妈)爸?妈?了)"
        ),
        attribute=_event,
        value=whole_clause,
        importance=0.75,
        when=lambda found, scene: (
            is_own_doing(found, scene)
            and is_own_plan(found, scene)
            and not re.search("[得都要][^，。]{0,4}断了|断$", scene.text)
        ),
    ),
)
