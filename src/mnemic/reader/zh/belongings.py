"""Constructions of what somebody has: pets, children of the house, devices, addresses, numbers of their own, tools."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import AMOUNT, LATIN, ME, POSSESSIONS, WE
from mnemic.reader.zh.person import opening_person
from mnemic.reader.zh.topics import USES, device_category, first_name_in, rule_topic, tool_category

PET = (
    r"(?:[\u4e00-\u9fff]{0,3}(?:猫|狗|犬|鹦鹉|仓鼠|兔子?|乌龟|龟(?!背竹)|鱼|蜥蜴|守宫|龙猫|豚鼠|鸭子?|鸡)|"
    r"三花|橘猫|狸花|"
    r"布偶|英短|美短|暹罗|柯基|柴犬|金毛|拉布拉多|泰迪|比熊|边牧|哈士奇|萨摩耶)"
)


def _thing(found: re.Match[str], scene: ClauseContext) -> str:
    thing = found["thing"].replace("我", "").strip("的 ")
    kind = device_category(thing)
    return f"device:{kind}" if kind and not re.search(r"号|位|色", thing) else f"value:{thing.casefold()}"


def _has(found: re.Match[str], scene: ClauseContext) -> str:
    return (
        "pet" if re.search(PET, found["what"]) else "family:孩子" if re.search("娃|孩|儿|女", found["what"]) else "owns"
    )


def _address(found: re.Match[str], scene: ClauseContext) -> str:
    thing = found["thing"].replace("的", "").replace("我", "").strip()
    if not re.search(r"地址|快递|收[货件]", thing):
        return f"value:{rule_topic(thing, thing)}"
    return "value:work address" if re.search(r"公司|单位|办公", thing) else "value:delivery address"


PLACED = r"\d|柜|驿站|门口|前台|门卫|传达室|保安|物业|公司|学校|单位|爸妈"

FRAMES: tuple[Frame, ...] = (
    Frame(
        name="has a pet",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:寄养|养|家(?:里)?(?:有)?(?=[一两俩三四五\d]+[只条])|捡|领养|收养|抱|接)(?:在这|在我(?:家|"
            r"这)|回来?)?(?:了|着|过)?(?:一|[两俩三四五]|"
            rf"\d)?(?:大)?[只条个头]?(?:叫[^，。的]{{1,6}}的)?(?P<what>{PET})"
        ),
        attribute="pet",
        importance=0.7,
        when=lambda found, scene: (
            (is_own_doing(found, scene) or bool(opening_person(scene.text)))
            and not re.search(r"想养|要不要|能养|可以养|好养", scene.text)
        ),
    ),
    Frame(
        name="pet is named",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:(?:{ME}|{WE})(?:家)?(?:的)?|家里?的?)?(?P<thing>{PET})(?:的名字)?(?:就)?叫(?!了|个|得|声|唤|"
            rf"不)(?P<what>[^，。]{{1,6}})$"
        ),
        attribute="pet",
        importance=0.7,
    ),
    Frame(
        name="and it is named",
        kind=Kind.FACT,
        pattern=Regex(r"^(?:它|名字)?(?:就)?叫(?:做)?(?P<what>[^，。我你]{1,6})$"),
        attribute="pet",
        importance=0.7,
        when=lambda found, scene: scene.previous is not None and bool(re.search(PET, scene.before)),
        elliptic=False,
    ),
    Frame(
        name="has children or a thing",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:(?:{ME}|{WE})(?:家)?(?:里)?(?:还|也|就|一共)?有|^{ME}家(?:里)?(?=[俩两三四]|\d)|"
            rf"^家里?(?:还|也|就)?有?|^(?:还|"
            rf"也)?有(?=[^，。]{{0,10}}(?:娃|孩子|儿子|女儿|闺女|猫|"
            r"狗)))(?:了)?(?P<what>(?:一?[个对只条台辆套把]|[俩两三四]个?|\d\s*[个只条台辆套])(?:双胞胎|"
            rf"[^，。想问事题点法办好人朋忙急空]{{0,6}}(?:娃|孩子|儿子|女儿|闺女|哥哥|姐姐|弟弟|妹妹|猫|狗|车|"
            rf"房子?|相机|吉他|钢琴|键盘|平板|电脑|显示器|NAS))[^，。]{{0,8}})"
        ),
        attribute=_has,
        importance=0.7,
    ),
    Frame(
        name="possession is",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:(?:{ME}|{WE})(?:家|公司)?(?:里)?(?:的)?(?:那[台辆个部])?|家里的?(?:那[台辆])?|公司的?|"
            r"^(?=(?:手机|电脑|平板|耳机|相机|显示器|键盘|车)(?:是|"
            rf"用)))(?P<thing>[^，。是]{{0,6}}?{POSSESSIONS}[号码]?)(?:长期|一直|现在|固定|平时|倒|就|"
            rf"都)*(?:是|用的(?:是)?|叫|在|停在?|[：:]|(?=\s*[A-Z0-9]))\s*(?P<what>[^，。]{{2,30}})"
        ),
        attribute=_thing,
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            not re.search(
                r"不用了|坏|卡|慢|烂|丢|没电|不见|太|吵|[在]?(?:修|哪)|怎么|开会|热|冷|^(?:个|不|这|那|很|"
                r"真)",
                found["what"],
            )
            and not re.search(r"[你您]|家用", scene.text)
        ),
    ),
    Frame(
        name="drives or wears",
        kind=Kind.FACT,
        pattern=Regex(
            rf"{ME}(?:现在|平时)?(?P<thing>开|骑|戴|背|弹)(?:的(?:车)?是|着?一[台辆部把架])(?P<what>[^，。]{{2,24}})"
        ),
        attribute=lambda found, scene: f"device:{ {'开': 'car', '骑': 'bicycle'}.get(found['thing'], found['thing']) }",
        single=True,
        importance=0.7,
    ),
    Frame(
        name="event has an attribute",
        kind=Kind.FACT,
        pattern=Regex(
            r"^(?P<thing>[^，。我你他她它这那]{2,20}的(?:地点|规模|持续时间|主要内容|时间|人数|主题|负责人|"
            r"对接人|截止日期))(?:是|为|在|：)\s*(?P<what>[^，。]{1,40})"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].replace('的', '')}",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=lambda found, scene: not scene.request and not scene.task,
    ),
    Frame(
        name="address is",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?P<thing>[^，。的]{0,8}?的?(?:收[货件]|送货|快递|邮寄|家庭|办公)?地址|收件人|车牌号?|工牌号?|"
            r"手机号|微信号?|邮箱|[^，。我你]{0,8}(?:型号|规格|序列号|版本号|车牌)|"
            r"[^，。我你]{0,6}(?:电话|密码|门禁码)|学号|工号|会员号|"
            r"[Ww]i-?[Ff]i名?)(?:改[成为寄到]*|换[成为]*|就|现在)*(?:是|"
            r"为|[：:]|在)\s*(?P<what>[^，。]{2,40})"
        ),
        attribute=_address,
        single=True,
        importance=0.8,
        when=lambda found, scene: not re.search(r"[你您]", scene.text),
    ),
    Frame(
        name="ships to",
        kind=Kind.FACT,
        pattern=Regex(r"(?P<thing>[^，。]{0,4}快递)(?:都|就)?(?:改)?(?:寄到?|送到?|发到?|放)(?P<what>[^，。]{2,30})"),
        attribute=_address,
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            not re.search(r"[你您]|这个|这件", scene.text) and bool(re.search(PLACED, found["what"]))
        ),
    ),
    Frame(
        name="measure of the body or purse",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?P<thing>身高|体重|鞋码|尺码|血型|房租|工资|月薪|年薪|房贷|月供|房价|学费|物业费)(?:现在|目前|"
            rf"是|一个?月|每个?月|涨[到成]|改成|就|穿|要)*\s*(?P<what>{AMOUNT}|[ABO]+型|[SMLX]+码?)"
        ),
        attribute=lambda found, scene: f"value:{found['thing']}",
        single=True,
        changes=Regex(r"[涨降加减调改升提缩砍换变][到成为至了]|现在"),
        importance=0.8,
        when=lambda found, scene: is_own_doing(found, scene) or scene.text.startswith(found["thing"]),
    ),
    Frame(
        name="uses a tool",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:{ME})(?P<thing>[^，。]{{0,10}}?)(?:主要|一般|平时|都|一直|现在|日常|习惯)*(?:用|"
            rf"使)(?:的(?:是)?)?(?!了|得|不|过|户)\s*(?P<what>{LATIN}|[\u4e00-\u9fff]{{2,8}}(?:\s?[A-Z0-9][\w+]*)?)"
        ),
        attribute=lambda found, scene: (
            f"device:{kind}"
            if (kind := device_category(found["what"] + found["thing"]))
            else f"uses:{tool_category(found['what'] + ' ' + found['thing'], found['thing'])}"
        ),
        single=True,
        importance=0.7,
        when=lambda found, scene: (
            bool(
                re.match("[A-Za-z]", found["what"])
                or first_name_in(USES, found["what"])
                or device_category(found["what"])
            )
            and not re.search(
                r"[你您]|不太?会|学不会|决定|最[终后]|定|选|想用|要用|没用|不用|打开|乱码|报错|登录|访问|运行|试|怎么|费|力|来|给|帮",
                scene.text,
            )
        ),
    ),
)
