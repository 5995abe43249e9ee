"""Constructions of change: what gives way to something else, what is no more, and what is so for a while only."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.identity import JOB, NAME, ORGANISATION
from mnemic.reader.zh.lexicon import FUTURE, HOUR, ME, NUMBER, RECUR, WE
from mnemic.reader.zh.person import opening_person
from mnemic.reader.zh.plans import is_own_plan, plan_event, whole_clause
from mnemic.reader.zh.topics import USES, device_category, first_name_in, tool_category

ANY = Regex("")
THING = (
    r"(?:手机|电脑|笔记本|平板|手表|耳机|相机|键盘|鼠标|显示器|路由器|打印机|车|座驾|坐骑|电动车|手机号|号码|邮箱|地址|"
    r"工牌|工作|公司|单位|岗位|职位|家|住处|房子|驾照|驾驶证|签证|offer)"
)
FRAGMENT = Regex(
    rf"(?P<head>(?:^|(?<=[。！!；;，,\n]))(?:我的?)?(?:(?:(?:新|换)(?:了|的)?(?:个|台|部|辆|份)?|(?=驾|签|offer))(?P<thing>{THING})(?:也|都)?"
    rf"(?P<got>到手|到了|到货|入手|提了|定了|落实|换好)?[了啦]?))(?P<joint>[！!：:，,～~]|\s(?=\S))"
    r"(?=\s?(?P<what>[^，。！!？?\n]{2,20}))"
)
WORKPLACE = Regex(rf"{ORGANISATION}|{JOB}")
SITE = Regex(r"[区县市镇村路街巷弄苑园城湾里庄]|小区|公寓|\d\s*[号栋楼层]")
ENDED = Regex(r"再也|改|换|现在|以后|彻底|早就|退了|取消|卖|伤了|医生|大夫|怀孕|腻了|送人|转手|不续|到期|毕业|搬")
GOES = r"(?:去|爬|参加|办|考|搬|飞|跑(?=[^，]*马)|上(?=[^，]*班))"
STOPS = (
    r"(?:不(?:吃|喝|用|玩|打|练|跑|骑|开|学|做|干|看|养|住|租|抽|追|听|订|弹|跳|游|写|教|坐|穿|戴|去|爬|参加|办|考|搬|上)"
    r"了|(?:卖|退|停|扔|戒|卸载?|注销|放弃)(?:掉)?了|出手了|转手了|送人了)"
)
TIRED_OF = Regex(
    r"(?P<what>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:(?:吃|喝|玩|看|听|打|跑|学|练|用)[\u4e00-\u9fff]?[伤腻够怕烦坏吐厌]|腻)了?"
)
DIET = Regex("^吃?素食?$|^吃素|斋|生酮|控糖|减脂餐?$|轻断食|清真")
GONE = Regex(r"找不[回到]|没找|埋|骨灰|火化|兽医|喵星|汪星|难过|哭|想它|陪了|老死|岁了")
LEFT_JOB = Regex(r"跳槽|换工作|换了?(?:家|个)?公司|离职|辞职|辞了|转行|入职|裁员|被裁")
PLAYED = {"开": "car", "骑": "bicycle"}


def tie_heading_name(text: str) -> str:
    """The text with a heading such as "New phone!" tied to what is named right after it; length unchanged."""

    def tied(found: re.Match[str]) -> str:
        kind, what = found["thing"], found["what"]
        heads = found["joint"] in "！!：:～~" or found["got"] or re.search("[了啦]$", found["head"])
        if re.search(rf"{ME}|[你您吗呢]|怎么|哪|终于|好[累贵用]|真|太|不|^现?在", what[:6]) or not heads:
            return found.group()
        fits = bool(device_category(what) == device_category(kind) if device_category(kind) else False) or bool(
            re.match(r"[A-Za-z0-9]", what)
        )
        fits = fits or (kind in {"工牌", "工作", "公司", "单位", "岗位", "职位"} and bool(WORKPLACE.search(what)))
        fits = fits or (kind in {"家", "住处", "房子", "地址"} and bool(SITE.search(what)))
        return found["head"] + "：" if fits else found.group()

    return FRAGMENT.sub(tied, text)


def _named(found: re.Match[str], scene: ClauseContext) -> str:
    thing = found["thing"]
    if kind := device_category(thing):
        return f"device:{kind}" if "号" not in thing else f"value:{thing}"
    if thing in {"工牌", "工作", "公司", "单位", "岗位", "职位"}:
        return "job"
    return "home" if thing in {"家", "住处", "房子"} else f"value:{thing}"


def _swapped(found: re.Match[str], scene: ClauseContext) -> str:
    thing = found["thing"]
    if kind := device_category(thing):
        return f"device:{kind}"
    return f"uses:{named}" if (named := first_name_in(USES, thing)) else f"value:{thing.casefold()}"


def _now(found: re.Match[str], scene: ClauseContext) -> str:
    verb, what = found["verb"], found["what"]
    if kind := device_category(what):
        return f"device:{kind}"
    if verb in {"玩", "打"}:
        return "uses:play"
    return f"device:{PLAYED[verb]}" if verb in PLAYED else f"uses:{tool_category(what)}"


MOMENTARY = Regex(r"没胃口|不饿|困|睡|饱|累|先|改天|下次|今[天晚早]|一会|没电|下线|没空")


def _ends(found: re.Match[str], scene: ClauseContext) -> bool:
    """Whether something that lasted ended: another thing took its place, or it ended for good."""
    return (
        (
            bool(ENDED.search(around := f"{scene.before}，{scene.text}，{scene.after}"))
            or len(around.strip("，")) > len(scene.text) + 2
        )
        and not MOMENTARY.search(around)
        and is_own_plan(found, scene)
        and not scene.once
        and opening_person(scene.text) is None
        and not re.search(r"[你您她它这那]|(?<![吉其])他|饭|今[天晚]|先|大家|客人|怎么|[个只条]$|^[都也就]", scene.text)
    )


def _what_ended(found: re.Match[str], scene: ClauseContext) -> str:
    """What is no more: named in front of the verb, or at the beginning of the sentence."""
    if found["what"]:
        what = re.sub(rf"^(?:{ME}|{WE}|{RECUR}|{FUTURE}|现在|最近|那[个台部]|这[个台部]|的)+", "", found["what"])
        return "吃素" if re.fullmatch("吃?素食?", what) else what
    named = TIRED_OF.match(scene.topic)
    return named["what"] if named else ""


def _ended(found: re.Match[str], scene: ClauseContext) -> str:
    what = _what_ended(found, scene)
    if re.match(rf"不{GOES}", found["no"]) or re.match(FUTURE, found["what"] or ""):
        return f"plan:{plan_event(what)}"
    if DIET.search(what):
        return "diet"
    if re.match("不[吃喝]", found["no"]):
        return "like"
    return f"uses:{tool_category(what)}"


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="for a while",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"从(?:今天|明天|后天|现在|{FUTURE})[^，。]{{0,4}}?(?:到|至)(?:{FUTURE}|{NUMBER}\s*[号日])[^，。]{{0,3}}?"
            rf"(?:{ME}|{WE})?(?:都|要|得|会|人)?(?P<what>(?:在|去|封闭|休|出差|值|住|不在|请|放|培训|驻场|隔离)[^，。]{{1,16}})"
        ),
        attribute=lambda found, scene: f"plan:{plan_event(found['what'])}",
        value=whole_clause,
        single=True,
        importance=0.75,
        when=lambda found, scene: is_own_plan(found, scene) and not scene.request,
    ),
    Frame(
        name="named after its heading",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:我的?)?(?:(?:新|换)(?:了|的)?(?:个|台|部|辆|份)?|(?=驾|签|offer))(?P<thing>{THING})[^：，]{{0,4}}：\s*(?P<what>[^，。]{{2,30}})"
        ),
        attribute=_named,
        single=True,
        importance=0.8,
        changes=ANY,
    ),
    Frame(
        name="now called",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME})?(?:现在|以后|如今|已经)(?:就|都|改)*叫(?P<what>{NAME})(?:了)?$"),
        attribute="name",
        single=True,
        importance=0.9,
        changes=ANY,
        when=lambda found, scene: (
            bool(re.search("名|身份证|户口", scene.before)) and opening_person(scene.before) is None
        ),
    ),
    Frame(
        name="moved to a time",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"^(?:时间)?(?:改|换|挪|调|推|提前|延)(?:成|到|为|至)了?(?P<what>(?:每|{FUTURE}|{HOUR}|周|星期)[^，。]{{0,16}})$"
        ),
        attribute=lambda found, scene: (
            f"plan:{plan_event(re.sub('老师|教练|调?时间|调课', '', scene.topic or scene.before))}"
        ),
        value=whole_clause,
        single=True,
        importance=0.8,
        changes=ANY,
        when=lambda found, scene: bool(scene.topic) and not scene.request,
        elliptic=False,
    ),
    Frame(
        name="a new trade",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?P<what>[^，。我你是在]{{0,10}}(?:{JOB}|代表|专员|经理|主播|博主))$"),
        attribute="job",
        single=True,
        importance=0.8,
        changes=ANY,
        when=lambda found, scene: (
            scene.subject.user and bool(re.search(r"转行|换工作|跳槽|第一天上班|新工作|入职|转岗|上岗", scene.before))
        ),
    ),
    Frame(
        name="drives or plays now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|这(?:赛季|学期|个?月)|现在|如今|已经|后来|最近|又|平时|打游戏|[\s，])*(?:现在|如今|换成|改|转|主|专|换)"
            r"(?P<verb>开|骑|戴|玩|打|弹)(?:的是|的|上)?(?P<what>(?![去会车着了过的工]|法$)[^，。]{2,14}?)了?$"
        ),
        attribute=_now,
        single=True,
        importance=0.7,
        changes=Regex("现在|如今|改|转|换"),
        when=lambda found, scene: (
            is_own_doing(found, scene)
            and not scene.request
            and not scene.once
            and not re.search("上班|通勤|去$", scene.text)
            and (bool(device_category(found["what"])) or bool(re.search("[改转主专]玩|[改主]打", scene.text)))
        ),
    ),
    Frame(
        name="it has ended",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?P<what>(?!再)[^，。不]{{1,10}}?)?(?:早就?|已经|{ME}|也|都|再也|现在|彻底|就|全)*(?P<no>(?!不{GOES}了){STOPS})$"
        ),
        attribute=_ended,
        value=_what_ended,
        importance=0.65,
        changes=ANY,
        when=lambda found, scene: (
            _ends(found, scene) and len(_what_ended(found, scene)) > 1 and not re.match(FUTURE, scene.text)
        ),
    ),
    Frame(
        name="no longer does",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}(?:已经|早就?|现在|都|再也|彻底)*(?P<no>不(?:再)?(?:吃|喝|玩|打|练|跑|骑|开|学|做|养|住|租|追|弹|跳|教))(?P<what>[^，。]{{1,10}}?)了$"
        ),
        attribute=lambda found, scene: "diet" if found["no"][-1] in "吃喝" else "like",
        importance=0.65,
        changes=ANY,
        when=lambda found, scene: not scene.once and not re.search(r"[你您他她它这那]|饭$|动|下去|起|完", scene.text),
    ),
    Frame(
        name="tired of it",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?P<what>[^，。我你不]{{2,8}}?)(?:{ME})?(?:已经|都|早)*(?P<no>(?:吃|喝|玩|看|听|打|练|用)(?:腻|伤|够|烦|吐|怕)了)$"
        ),
        attribute="like",
        importance=0.6,
        changes=ANY,
        when=is_own_plan,
    ),
    Frame(
        name="may eat it now",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?P<what>[^，。我你不]{{1,8}}?)(?:{ME})?(?:现在|又|已经|也)*(?:能|可以|敢|开始)(?:吃|喝|碰)(?:一?点)?了$"
        ),
        attribute="diet",
        importance=0.65,
        changes=ANY,
        when=lambda found, scene: is_own_plan(found, scene) and opening_person(scene.text) is None,
    ),
    Frame(
        name="eats it after all",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?:{ME}|也|都)*(?:现在|如今|又|已经|开始)(?:也|又|能|可以|敢|开始|爱|肯)*(?:吃|喝)(?P<what>[^，。了的药饭完过着点一两三在得]{{2,6}})了?$"
        ),
        attribute="diet",
        importance=0.65,
        changes=ANY,
        when=lambda found, scene: (
            scene.subject.user and not scene.once and not scene.request and bool(re.search(ME, scene.text))
        ),
    ),
    Frame(
        name="goes there by",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}(?:每天|平时|一直)?(?:去|上|到)[^，。你我]{{1,5}}(?:都|一直|一向|总|全靠)(?:是)?(?P<what>(?:骑|开|坐|乘)[^，。]{{2,12}})$"
        ),
        attribute="habit:commute",
        single=True,
        importance=0.6,
        when=lambda found, scene: not scene.once and not scene.request,
    ),
    Frame(
        name="parted",
        kind=Kind.EVENT,
        pattern=Regex(
            rf"^(?:{ME}|已经)?(?:跟|和|同)(?P<what>[^，。你他她]{{1,6}}?)(?:已经|上周|上个?月|刚|早就?|昨天|和平)*(?P<no>分(?:手)?|掰|离婚?)了$"
        ),
        attribute="family:对象",
        importance=0.7,
        changes=ANY,
        when=is_own_plan,
    ),
    Frame(
        name="weighs now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|现在|已经|终于|又)*(?:减|瘦|胖|涨|长)到了?(?P<what>\d[\d.]*\s*(?:公斤|斤|kg|KG))了?$"
        ),
        attribute="value:体重",
        single=True,
        importance=0.7,
        changes=ANY,
    ),
    Frame(
        name="set to",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:[^，。我你]{{0,6}}把)(?P<thing>[^，。把]{{2,10}}?)(?:给)?(?:又)?(?:加|减|涨|降|调|改|升|提|缩)(?:到|成|为|至)了?"
            rf"(?P<what>{NUMBER}\s*[^，。\d]{{1,4}}?)了?$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].casefold()}",
        single=True,
        importance=0.8,
        changes=ANY,
        when=lambda found, scene: not scene.request and not re.search("预算|上限|[你您]", scene.text),
        elliptic=False,
    ),
    Frame(
        name="swapped for",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}的?|家里?的?|用的)*(?P<thing>[^，。你您他她]{{1,8}}?)(?:都|也|又|已经)?(?:换|改|变)了，"
            r"(?:现在|如今|新的?)(?:用|是|叫|在|去|穿|走)(?:的是)?(?P<what>[^，。]{2,16})$"
        ),
        attribute=_swapped,
        single=True,
        importance=0.7,
        changes=ANY,
    ),
    Frame(
        name="at another hour now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|最近)?(?:现在|改成?|已经)(?:每天|都|改成?)*(?P<what>{HOUR})(?:就|才|左右)*"
            r"(?P<act>睡|起床?|上班|下班|吃药|出门|收工|开门|关门)了?$"
        ),
        attribute=lambda found, scene: f"habit:{'起床' if found['act'] == '起' else found['act']}",
        single=True,
        importance=0.6,
        changes=ANY,
    ),
    Frame(
        name="rent is now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^房东(?:又|要)?[涨降加](?:租|价|房租)?了，(?:现在|从?这个?月|下个?月|起|开始|要|是|变成|到|成|一个月|每个?月)*"
            rf"(?P<what>{NUMBER}[^，。\d]{{0,5}}?)(?:一个月|每个?月)?$"
        ),
        attribute="value:房租",
        single=True,
        importance=0.8,
        changes=ANY,
        elliptic=False,
    ),
    Frame(
        name="alarm set to",
        kind=Kind.PLAN,
        pattern=Regex(rf"^(?:起床)?(?:的)?闹钟(?:时间)?(?:改|调|换|设|定)(?:成|到|为|在)?了?(?P<what>{HOUR})$"),
        attribute="plan:wake up",
        value=whole_clause,
        single=True,
        importance=0.8,
        changes=ANY,
        elliptic=False,
    ),
    Frame(
        name="rides now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|现在|最近|以后|都)*改(?:成)?(?:坐|骑|乘|走|开)(?P<what>地铁|公交车?|班车|电动车|自行车|公路车|共享单车|轻轨|路|电瓶车|摩托)"
            r"(?:了|上班|通勤|去)*$"
        ),
        attribute="habit:commute",
        single=True,
        importance=0.65,
        changes=ANY,
    ),
    Frame(
        name="a new place of work",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|现在|马上|已经|刚)*(?:去|到|在|进)了?(?P<what>[^，。]{{2,18}}?(?:做|当|任|教|写|管|卖|上班|工作)[^，。]{{0,12}})$"
        ),
        attribute="job",
        single=True,
        importance=0.8,
        changes=ANY,
        when=lambda found, scene: scene.subject.user and bool(LEFT_JOB.search(scene.before)),
    ),
    Frame(
        name="studies now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}(?:大学|本科|研究生)?(?:主修|读的是|学的是|专业是)|(?:现在|改)(?:改)?(?:读|学|念)(?:的是)?)(?P<what>[^，。]{{2,12}})$"
        ),
        attribute="value:专业",
        single=True,
        importance=0.7,
        changes=Regex("现在|改"),
        when=lambda found, scene: bool(
            re.search("主修|读的是|学的是|专业是", scene.text) or re.search("转专业|转系|换专业", scene.before)
        ),
    ),
    Frame(
        name="it is gone",
        kind=Kind.EVENT,
        pattern=Regex(
            r"^(?P<what>[^，。你您]{1,8}?)(?:昨[天晚]|今[天早]|前天|上周|还是|已经)*(?:走了|没了|去世了|没熬过去|飞走了|跑丢了|走丢了|离世了|去了?[喵汪]星了?)$"
        ),
        attribute="event:gone",
        importance=0.75,
        changes=ANY,
        when=lambda found, scene: (
            is_own_plan(found, scene) and bool(GONE.search(scene.after) or re.search("去世|离世|[喵汪]星", scene.text))
        ),
        elliptic=False,
        placed=False,
    ),
    Frame(
        name="it is off",
        kind=Kind.PLAN,
        pattern=Regex(
            rf"^(?P<what>[^，。不]{{1,10}}?|{FUTURE}[^，。不]{{1,10}}?(?=不(?:打|跑|吃|看|聚|约|学|练|玩)了))(?:{ME}|也|都|就)*(?P<no>不(?:{GOES}|打|跑|吃|看|聚|约|学|练|玩)了)$"
        ),
        attribute=_ended,
        importance=0.7,
        changes=ANY,
        when=lambda found, scene: (
            _ends(found, scene)
            and bool(plan_event(found["what"]))
            and bool(re.match(f"不{GOES}", found["no"]) or re.match(FUTURE, found["what"]))
        ),
    ),
)
"""Tried before the constructions of taste and of plans, which read no change."""
