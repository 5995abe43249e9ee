"""Constructions of amounts and names of things: what something costs, counts, measures or is called."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.declarations import HEDGE, LASTED, MOMENT, SPEECH
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FUTURE, ME, PAST, UNITS, WE, either
from mnemic.reader.zh.topics import rule_topic

QUANTITY = (
    rf"(?:[¥￥$]?\d[\d,.]*\s*(?:{either(UNITS)}|[\u4e00-\u9fff]{{0,2}}|[A-Za-z/%]{{1,5}})|"
    rf"[零〇一二两三四五六七八九十百千万亿半]+\s*(?:多)?(?:{either(UNITS)}|[个只台辆套位名家间][\u4e00-\u9fff]{{0,2}}|"
    r"[万千百](?![\u4e00-\u9fff])|(?<=[万千百][一二三四五六七八九])(?![\u4e00-\u9fff])))"
)
ADVERBS = (
    r"(?:现在|这会儿|眼下|如今|目前|大概|大约|差不多|一共|总共|共|就|只|才|都|已经|统一|固定|最好成绩|一般|每[天月年周]|一个月|"
    r"一年|涨价?后)"
)
COPULA = (
    r"(?:(?:[降涨调变改]了，)?(?:到|成)|[降涨调变改]了，|是|为|有|在|还剩|考了|收|卖|[:：]|(?:从[^，。]{1,10})?(?:涨|降|调|加|减|改|升|提|缩|砍|扩)(?:到|成|"
    r"为|至)了?)"
)
NO_THING = Regex(
    r"^(?:第|这|那|再|等|还|有|才|共|约|差|多|少|前|后|上|下|左|右|每|大概|时间|现在|一|两|三|要|给|用|跑|花|请|限|"
    r"控制|字数|不|没|别|又|好|就|最|我$|我们$|咱|你|您|他|她|它|文件|代码)|了|过$|各|[的得]$|等[我了]|"
    r"[几多]少|^(?:手机)?(?:尾号|单号|订单号|编号|验证码)$|验证码|算上|加上|低于|高于|超过|不到|达到|来了|"
    r"剩|还差|计划|打算|[写做画买吃喝跑走看]$|要$|"
    r"到[^，]{1,6}(?:高铁|飞机|坐车)"
)
OURS = Regex(r"^(?:店里?|公司|团队|小组|班上?|家里?|部门|项目|宿舍)[^，。]*人$")
NO_OWN = (
    r"(?:意思|想法|问题|建议|感觉|理解|观点|看法|错|天|需求|重点|疑问|经验|印象|回答|判断|猜测|做法|办法|"
    r"思路|结论|情况|要求|"
    r"话|心情|状态)"
)


PRICED = r"(?:经费|预算|[\u4e00-\u9fff]费|费用|票价?|租金|定价|押金|奖金|钱)"
BARE_SUM = r"(?:[¥￥$]?\d[\d,.]*\s*(?:万|千|百|块钱?|元|w|k)?|[一二两三四五六七八九十百千万]{2,6}(?:块钱?|元)?)"


def _named_sum(thing: str) -> str:
    """The core of what a sum is for: 排练费 of "乐队排练费"."""
    core = re.sub(rf"{WE}|{ME}|今年|明年|每年|现在|的|[\s]|(?<=..)(?:定价|价格|价)$", "", thing)
    if core.endswith(("经费", "预算", "费用", "钱")):
        return "预算" if len(core) <= 2 else re.sub("经费|预算|费用|钱", "", core) + "预算"
    return core[-3:]


SAME_THING = (("房租", "月租|租金|房租|^房东"), ("工资", "月薪|薪水|底薪|^工资$"))


def _thing(found: re.Match[str], scene: ClauseContext) -> str:
    """What is counted or measured; of people, their number."""
    thing = re.sub(rf"{WE}|{ME}|{ADVERBS}|的|[\s]", "", found["thing"]).casefold()
    thing = re.sub("(?<=..)[搬换挪移调改]$", "", thing)
    thing = next((name for name, words in SAME_THING if re.search(words, thing)), thing)
    return f"value:{thing}人数" if re.search(r"人$", found["what"]) and "人" not in thing else f"value:{thing}"


def _measured(found: re.Match[str], scene: ClauseContext) -> bool:
    thing = found["thing"].strip()
    return (
        len(re.sub(rf"{WE}|{ME}|{ADVERBS}|的", "", thing)) >= 1
        and len(thing) >= 2
        and not NO_THING.search(re.sub(rf"^(?:{WE}|{ME})的?", "", thing) or thing)
        and not scene.once
        and not scene.request
        and not scene.task
        and not HEDGE.search(re.sub("大概|应该", "", scene.text))
        and not LASTED.search(scene.text)
        and not MOMENT.search(thing)
        and not SPEECH.search(scene.text)
        and not re.search(rf"{FUTURE}|{PAST}", thing)
        and not re.search(r"[度]$", found["what"])
        and not (re.search(r"[A-Za-z]$", found["thing"]) and found["what"][0].isdigit())
        and bool(
            found["is"]
            or re.search("现在|目前|这会儿|眼下|如今", scene.text)
            or re.match(rf"{ME}|{WE}|新", scene.text)
            or re.search("统一|固定|一共|总共|起步?$", scene.text)
            or re.search("(?:线|标准|门槛|[上下]限|目标|指标|单价|底价)$", found["thing"])
            or OURS.match(scene.text)
        )
    )


def _owned(found: re.Match[str]) -> str:
    groups = found.groupdict()
    return groups.get("thing") or groups.get("own") or ""


def _named(found: re.Match[str], scene: ClauseContext) -> bool:
    thing = re.sub("^(?:现在|目前|如今)的?(?=..)", "", _owned(found))
    return (
        not scene.once
        and not scene.request
        and not re.search(
            rf"[你您]|{NO_OWN}$|第|^[这那]|代码|表格|文件|图片|作文|[的我]$|^(?:也|就|都|真|其实|只|还|算|"
            rf"才|主要|本来|确实|一直|以前|现在|今)",
            thing,
        )
        and not SPEECH.search(thing)
        and not MOMENT.search(thing)
        and not HEDGE.search(scene.text)
        and not re.match(r"这|那|不|怎|想|要|很|太|真|在|被|因为", found["what"])
    )


OUTRIGHT: tuple[Frame, ...] = (
    Frame(
        name="is priced at from then on",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^从?(?:{FUTURE})(?:起|开始)(?P<thing>[^，。我你您他她这那不]{{0,10}}?{PRICED})(?:一个?[月年天次]|每[月年天次人]|改|是|各)*"
            rf"(?P<what>{BARE_SUM})$"
        ),
        attribute=lambda found, scene: f"value:{_named_sum(found['thing'])}",
        single=True,
        importance=0.75,
        changes=Regex(""),
        elliptic=False,
    ),
)
"""Tried before the constructions of plans."""
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="is priced at",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?(?:的|家的?)?(?P<thing>[^，。我你您他她这那不]{{0,10}}?{PRICED})"
            rf"(?:现在|目前|一共|总共|是|定|一个?[月年天次]|每[月年天次人]|各)*(?P<what>{BARE_SUM})(?:一个?[月年天次人]|每[月年天次人])?$"
        ),
        attribute=lambda found, scene: f"value:{_named_sum(found['thing'])}",
        single=True,
        importance=0.75,
        when=lambda found, scene: (
            not scene.once
            and not scene.request
            and not scene.task
            and not HEDGE.search(scene.text)
            and not NO_THING.search(found["thing"])
            and len(found["thing"]) > 1
            and not re.search(rf"{PAST}|花|交|付|赚|挣|借|欠|买|收|罚|给|省|差|退|找", scene.text)
        ),
        elliptic=False,
    ),
    Frame(
        name="amount of a thing",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?P<thing>[A-Za-z\u4e00-\u9fff][^，。\d你您是]{{0,13}}?)\s*{ADVERBS}*(?P<is>{COPULA})?\s*{ADVERBS}*\s*(?P<what>{QUANTITY})"
            r"(?:左右|上下|多|以内|起步|整)?了?$"
        ),
        attribute=_thing,
        single=True,
        changes=Regex(r"[涨降加减调改升提缩砍换变搬挪][到成为至了]|现在"),
        importance=0.7,
        confidence=0.8,
        when=_measured,
        elliptic=False,
    ),
    Frame(
        name="handle of mine",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})的?(?P<thing>[^，。是]{{0,8}}(?:用户名|账号|账户|ID|id|昵称|邮箱|微信号?|"
            rf"handle))\s*[:：是叫]?\s*(?P<what>[A-Za-z0-9@_][\w@.+-]+)$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].strip().casefold()}",
        single=True,
        importance=0.8,
    ),
    Frame(
        name="what I use is",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})(?:现在|平时|一直)?(?:用|开|骑|玩|住|租|学|"
            rf"读)的(?P<thing>[^，。是]{{1,8}})(?:就)?是(?P<what>[^，。]{{2,20}})$"
        ),
        attribute=lambda found, scene: f"value:{rule_topic(found['thing'], found['thing'].strip().casefold())}",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=_named,
    ),
    Frame(
        name="thing takes",
        kind=Kind.FACT,
        pattern=Regex(r"^(?P<thing>[^，。你您我他她它这那]{2,10}?)(?:里|上)?用的(?:就|都)?是(?P<what>[^，。]{2,20})$"),
        attribute=lambda found, scene: f"value:{found['thing'].casefold()}",
        single=True,
        importance=0.6,
        confidence=0.8,
        when=_named,
        elliptic=False,
    ),
    Frame(
        name="aim or school is",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME})?(?P<thing>[^，。是你您他她这那]{{0,8}}(?:目标(?:院校|学校)?|方向|专业|梦想|母校|"
            rf"志愿|岗位|题目|选题))(?:就|定的?)?(?:是|(?=[\u4e00-\u9fff]{{0,2}}(?:大学?|学院|中学)$|"
            rf"[\u4e00-\u9fff]大$))(?P<what>[^，。]{{2,24}})$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].casefold()}",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=_named,
        elliptic=False,
    ),
    Frame(
        name="thing of mine is called",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{WE}|{ME})(?:家)?的?(?P<thing>[^，。是叫]{{1,10}}?)(?:的?名字)?(?:就)?(?:叫做?|"
            rf"名为)(?!我|你|了|个|得|什么|啥)"
            r"(?P<what>[^，。]{1,16})$"
        ),
        attribute=lambda found, scene: f"value:{rule_topic(found['thing'], found['thing'].strip().casefold())}",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=lambda found, scene: _named(found, scene) and not re.search(r"[都也会要想就]$|昨|今|刚", found["thing"]),
    ),
    Frame(
        name="thing of mine is",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{WE}|{ME})(?:现在|目前|如今)?(?:的(?P<thing>[^，。是]{{1,10}})是|"
            rf"(?P<own>[^，。是]{{2,8}})是(?=一?[台辆把款部只条张]|[A-Z]))(?P<what>[^，。]{{2,24}})$"
        ),
        attribute=lambda found, scene: f"value:{_owned(found).strip().casefold()}",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=_named,
    ),
)
