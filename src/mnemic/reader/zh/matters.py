"""Matters with one value at a time, named by a noun: "我现在的领导是严立", "宽带换成移动的了", "房租涨到五千二".

A matter has one name, whatever words it is asked or told with, so that its later value takes the place of its earlier
one. Only matters of which people have one at a time are listed: a language that is learned, not one that is spoken.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.declarations import HEDGE, SPEECH
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FUTURE, ME, NUMBER, PAST, WE
from mnemic.reader.zh.sums import sum_of

NOW = (
    r"(?:现在|目前|如今|最近|眼下|当前|当下|这阵子|这段时间|已经|也|就|还|都|一直|平时|平常|一般|通常|基本|每天|"
    r"每晚|天天|主要|固定|常年|长期|"
    r"经常|总是|老是|只|全|每次|又|统一|从小|几乎|日常)"
)
OWNER = (
    rf"(?:{ME}|{WE})?(?:现在|目前|如今|最近|这边|这里|新)*"
    r"(?:家里?|公司|单位|新家|新房子?|新公司|新团队|新单位|团队|部门)?(?:里|这边)?"
)
DOING = (
    rf"(?:{NOW}|在|正在|正|要|所)*"
    r"(?:学|追|看|读|玩|听|练|用|开|骑|住|租|吃|喝|做|带|去|上|找|待|办|交|穿|跟|负责|供职|养|服用)的"
)
"""What is done with a thing, in front of it: "最近在追的剧"."""
TO = r"(?:(?:换|改|转|变|调|移|搬|迁|挪)(?:成|到|为|去|回|用|在)了?|[涨降升加减](?:到|成|至)了?)"
IS = rf"(?:{NOW}|现)*(?:是|叫做?|姓|为|在|[：:]|用的?(?:是)?|{TO})(?:{NOW})*"

PEOPLE: tuple[tuple[str, str], ...] = (
    ("领导", r"(?:直属|顶头|直接|部门)?(?:领导|上司|上级|老板|boss)"),
    ("房东", r"房东"),
    ("牙医", r"牙医"),
    ("主治医生", r"主治(?:医生|医师|大夫)"),
    ("家庭医生", r"家庭医生"),
    ("心理咨询师", r"(?:心理)?咨询师"),
    ("理发师", r"理发师|发型师"),
    ("班主任", r"班主任"),
    ("导师", r"(?:研究生|硕士|博士)?导师"),
    ("室友", r"(?:合租)?(?:室友|舍友)"),
    ("教练", r"(?:健身)?(?:教练|私教)"),
    ("游泳教练", r"游泳教练"),
    ("驾校教练", r"驾校教练"),
    ("网球教练", r"网球教练"),
    ("保姆", r"保姆|(?:家政)?阿姨|钟点工"),
    ("中介", r"中介"),
    ("管家", r"(?:物业)?管家"),
)
THINGS: tuple[tuple[str, str], ...] = (
    ("宽带", r"(?:家里?)?(?:宽带|网络)(?:运营商)?"),
    ("运营商", r"(?:手机)?运营商|手机卡"),
    ("手机套餐", r"(?:手机|话费|流量)?套餐"),
    ("工资卡", r"(?:发?工资的?)(?:银行)?卡"),
    ("健身房", r"健身房"),
    ("社保", r"社保"),
    ("公积金", r"公积金"),
    ("专业", r"(?:大学|本科|研究生|硕士)?(?:的)?专业"),
    ("外语", r"外语|语言(?=是)"),
    ("乐器", r"乐器"),
    ("运动", r"(?:主要)?运动(?:项目)?"),
    ("在读的书", r"书|小说"),
    ("在追的剧", r"剧|电视剧|连续剧|动漫|番|综艺"),
    ("在玩的游戏", r"游戏|手游|网游"),
    ("在听的播客", r"播客|有声书"),
    ("在上的课", r"网课|课程"),
    ("咖啡", r"咖啡"),
    ("茶", r"茶"),
    ("午饭", r"午饭|午餐|中饭"),
    ("早饭", r"早饭|早餐"),
    ("晚饭", r"晚饭|晚餐"),
    ("睡觉时间", r"(?:睡觉|上床|就寝|入睡)(?:的)?时间"),
    ("起床时间", r"起床(?:的)?时间"),
    ("上班时间", r"上班(?:的)?时间"),
    ("工位", r"工位"),
    ("座位", r"座位"),
    ("车位", r"(?:停)?车位"),
    ("医院", r"(?:看病的?|定点)医院"),
)
BARE = frozenset(
    {"外语", "运动", "在读的书", "在追的剧", "在玩的游戏", "在听的播客", "在上的课", "咖啡", "茶", "座位", "室友"}
)
"""Nouns that name one matter only behind what is done with it, or as the user's own."""

WITH_ME = frozenset(f"value:{name}" for name, _ in PEOPLE)
"""Attributes that say who somebody is to the user: they are the user's, though the statement begins with another."""
_PERSON = "|".join(words for _, words in PEOPLE)
_THING = "|".join(words for _, words in THINGS)
NOBODY = r"(?!个|很|不|这|那|什么|谁|哪|真|太|特别|超|挺|说|人|好|要|被|让|一[个位名])"
SUMS = (
    ("房租", r"房租|月租|租金"),
    ("工资", r"工资|月薪|薪水|底薪"),
    ("房贷", r"房贷|月供"),
    ("存款", r"(?:每个?月|月)(?:的)?存款"),
    ("预算", r"每个?月(?:的)?(?:预算|开销|生活费)"),
    ("零花钱", r"零花钱"),
    ("学费", r"学费"),
    ("物业费", r"物业费"),
    ("停车费", r"停车费"),
    ("体重", r"体重"),
)
A_SUM = rf"(?:[¥￥]\s*)?{NUMBER}\s*(?:多)?(?:块钱?|元|公斤|斤|kg|KG|[wWkK])?"
GROUPS = r"(?:团队|小组|组|部门|班组|科室|班)"


def first_matter_name(found: re.Match[str], names: tuple[tuple[str, str], ...]) -> str:
    """The one name of what a match is about."""
    thing = re.sub("^新", "", found["thing"])
    return next((name for name, words in names if re.fullmatch(words, thing)), thing)


def states_lasting_value(scene: ClauseContext) -> bool:
    """Whether a clause says how something is, for good: no wish, no guess, nothing for once, nothing gone by."""
    return (
        not scene.once
        and not scene.request
        and not scene.task
        and not HEDGE.search(scene.text)
        and not SPEECH.search(scene.text)
        and not re.search(r"想|打算|准备|考虑|不是|以前|之前|曾经|原来|过去|今[天晚]|这[次回周]|[吗呢？?]", scene.text)
        and not re.match(rf"(?:{ME})?(?:{FUTURE}|{PAST})", scene.text)
    )


def _mine(found: re.Match[str], scene: ClauseContext) -> bool:
    whole = found["thing"]
    name = first_matter_name(found, PEOPLE + THINGS)
    loose = name in BARE and not found["doing"]
    possessed = re.match(rf"(?:{ME}|{WE})", scene.text) is not None
    bare = not found["owner"] and not found["doing"]
    return (
        states_lasting_value(scene)
        and not (loose and not possessed)
        and not (bare and whole in {"老板", "领导", "阿姨", "中介"})
    )


def _value(found: re.Match[str], scene: ClauseContext) -> str:
    return re.sub(r"(?:的|了|家的?|那?边|(?<=..)银行)+$|^(?:一[个家位]|的)", "", found["what"]) or found["what"]


TITLE = Regex(r"(?<=.)(?:医生|大夫|医师|主任|老师|教练|教授|先生|女士|经理|总|哥|姐|叔|姨|阿姨|师傅)$")
"""Behind a name; it tells one from another no more than 先生 does."""


def comparable_name(text: str) -> str:
    """A name as it is compared: 孟医生 and 姓孟 are one."""
    return TITLE.sub("", text)


def _who(found: re.Match[str], scene: ClauseContext) -> str:
    return comparable_name(_value(found, scene))


def _money(found: re.Match[str], scene: ClauseContext) -> str:
    return sum_of(found["what"])


def _head(found: re.Match[str], scene: ClauseContext) -> str:
    return re.sub(r"个人$|名|个", "", sum_of(re.sub(r"[个名]?人|[个名]", "", found["what"])))


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="who it is to me",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"^(?P<owner>{OWNER})(?:{NOW})*(?P<doing>的|"
            rf"{DOING})?(?:{NOW})*(?P<thing>新?(?:{_PERSON}))(?:{NOW}|的?名字)*"
            rf"(?:是|叫做?|姓|换成了?|换了|改成了?)(?:了)?{NOBODY}(?P<what>[^，。]{{1,8}}?)了?$"
        ),
        attribute=lambda found, scene: f"value:{first_matter_name(found, PEOPLE)}",
        value=_who,
        single=True,
        importance=0.7,
        when=_mine,
        of_user=True,
    ),
    Frame(
        name="which one I have",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?P<owner>{OWNER})(?:{NOW})*(?P<doing>的|"
            rf"{DOING})?(?:{NOW})*(?P<thing>新?(?:{_THING}))(?:{IS}|(?<=专业))"
            r"(?!很|太|不|真|挺|有点|好|坏|贵|[没什谁哪这那])(?P<what>[^，。]{1,20}?)了?$"
        ),
        attribute=lambda found, scene: f"value:{first_matter_name(found, THINGS)}",
        value=_value,
        single=True,
        importance=0.7,
        when=_mine,
        of_user=True,
        elliptic=False,
    ),
    Frame(
        name="which provider I have",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{OWNER}(?:{NOW})*(?:用|装|办|拉|换)(?:的|了)*(?:是|成|"
            rf"上)?(?P<what>[^，。你您]{{2,8}}?)的?(?P<thing>宽带|套餐)(?:了)?$"
        ),
        attribute=lambda found, scene: f"value:{first_matter_name(found, THINGS)}",
        single=True,
        importance=0.6,
        when=lambda found, scene: states_lasting_value(scene) and not re.search("个$|^了", found["what"]),
        of_user=True,
        elliptic=False,
    ),
    Frame(
        name="paid into",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{OWNER})(?:的)?(?:{NOW})*(?P<thing>工资|社保|公积金)(?:{NOW})*(?:改|换)?(?:是)?(?:发|打|"
            rf"交|缴|存)(?:到|在|进)(?:了)?"
            r"(?P<what>[^，。]{2,12}?)(?:的?(?:银行)?卡)?(?:上|里)?的?了?$"
        ),
        attribute=lambda found, scene: f"value:{'工资卡' if found['thing'] == '工资' else found['thing']}",
        single=True,
        importance=0.6,
        when=lambda found, scene: states_lasting_value(scene),
        of_user=True,
        elliptic=False,
    ),
    Frame(
        name="costs or weighs",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{OWNER}(?:的)?(?:{NOW}|每个?月|一个月)*(?:的)?(?P<thing>{'|'.join(words for _, words in SUMS)})"
            rf"(?:{NOW}|{TO}|从[^，。]{{1,8}}|是|每个?月|一个月|也|要|到手|税前|税后|了|"
            rf"，)*(?P<what>{A_SUM})(?:每个?月|一个?月|/月)?了?$"
        ),
        attribute=lambda found, scene: f"value:{first_matter_name(found, SUMS)}",
        value=_money,
        single=True,
        importance=0.8,
        when=lambda found, scene: states_lasting_value(scene) and not re.search(rf"{FUTURE}|[你您他她]", scene.text),
        of_user=True,
        elliptic=False,
    ),
    Frame(
        name="how many we are",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE}|新|公司|我?现在|目前)+(?:{NOW})*(?:带|管|领导)?(?:的)?(?:这个|整个|"
            rf"新)?(?P<thing>{GROUPS})里?(?:{NOW}|一共|总共|共|有|是|是个|扩[到成]了?|加上我)*"
            rf"(?P<what>{NUMBER}\s*[个名号]?人)了?$"
        ),
        attribute=lambda found, scene: f"value:{ {'组': '小组'}.get(found['thing'], found['thing']) }人数",
        value=_head,
        single=True,
        importance=0.6,
        when=lambda found, scene: states_lasting_value(scene),
        of_user=True,
    ),
    Frame(
        name="how many I lead",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME})(?:{NOW})*(?:带|管|领导)(?:着|"
            rf"了)?(?:一?个)?(?P<what>{NUMBER}\s*[个名]?人)(?:的(?P<thing>{GROUPS}))?了?$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'] or '团队'}人数",
        value=_head,
        single=True,
        importance=0.6,
        when=lambda found, scene: states_lasting_value(scene),
    ),
)
"""Tried before everything else but an answer: what they read is narrow, and its slot is sure."""
