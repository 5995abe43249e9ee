"""Deeds with one object at a time: where one sees a doctor, what one reads, when one sleeps, what one puts aside.

The verb names the matter ("看病去华西", "在读《三体》"), so that what is done now takes the place of what was done
before.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import HOUR, ME, NUMBER
from mnemic.reader.zh.matters import A_SUM, NOW, comparable_name, states_lasting_value
from mnemic.reader.zh.sums import sum_of

ME_NOW = rf"(?:{ME}|{NOW}|[早午晚]上|夜里)*"
ERRAND = (
    r"看病|看牙|洗牙|看中医|体检|配药|开药|健身|撸铁|理发|剪头发?|剪发|做头发|买菜|加油|"
    r"洗车|游泳|跑步|打球|自习|办公|遛狗|遛弯|修车|做瑜伽|练瑜伽|上瑜伽课"
)
ERRANDS = {
    "看牙": "牙医",
    "洗牙": "牙医",
    "健身": "健身房",
    "撸铁": "健身房",
    "剪头发": "理发",
    "剪头": "理发",
    "剪发": "理发",
    "做头发": "理发",
}
BY_WHOM = {"理发": "理发师", "牙医": "牙医"}
PLACE = r"(?!过|了|着|个|不|没|死|睡|家)[^，。你您他她]{1,12}?"
SPEECHES = (
    r"(?:英|日|法|德|韩|俄|西班牙|葡萄牙|意大利|阿拉伯|泰|越南|荷兰|瑞典|希腊|"
    r"土耳其|印尼|马来|粤|闽南|手)(?:语|文)"
)
INSTRUMENT = (
    r"吉他|尤克里里|钢琴|电子琴|手风琴|大提琴|小提琴|中提琴|提琴|古琴|古筝|二胡|琵琶|笛子|长笛|竹笛|口琴|葫芦丝|"
    r"架子鼓|非洲鼓|手鼓|手碟|萨克斯|单簧管|双簧管|"
    r"小号|扬琴|三弦|柳琴|陶笛|贝斯|电吉他|箫|唢呐"
)
WORKS = {"读": "在读的书", "追": "在追的剧", "玩": "在玩的游戏", "听": "在听的播客", "看": "在看的"}
COFFEE = r"[^，。我喝]{0,4}?(?:拿铁|美式|卡布奇诺|摩卡|澳白|馥芮白|浓缩|冷萃|手冲|Dirty|dirty|速溶|咖啡)"
TEA = (
    r"[^，。我喝奶]{0,4}?(?:龙井|普洱|铁观音|乌龙|大红袍|毛尖|碧螺春|毛峰|白毫银针|"
    r"金骏眉|正山小种|滇红|单丛|六安瓜片|寿眉|[红绿白黑黄花岩]茶)"
)
MEAL = {
    "中午": "午饭",
    "午饭": "午饭",
    "午餐": "午饭",
    "中饭": "午饭",
    "早饭": "早饭",
    "早餐": "早饭",
    "晚饭": "晚饭",
    "晚餐": "晚饭",
}
EATEN = (
    r"(?:在[^，。]{1,8}?(?:里)?(?:吃|解决)|去[^，。]{1,8}?吃?|回家吃?|吃[^，。]{1,8}"
    r"|自?己?(?:带|做)(?:的)?(?:饭|便当)?|(?:点|叫|吃)外卖)"
)


def _errand(found: re.Match[str]) -> str:
    act = found["act"]
    matter = ERRANDS.get(act, act)
    return f"value:{BY_WHOM.get(matter, matter) if found['how'] == '找' else matter}"


def _where(found: re.Match[str], scene: ClauseContext) -> str:
    return comparable_name(found["what"]) if found["how"] == "找" else re.sub("(?<=..)医院$", "", found["what"])


def _habitual(found: re.Match[str], scene: ClauseContext) -> bool:
    return states_lasting_value(scene) and re.search(rf"{NOW}", scene.text) is not None


def _work(found: re.Match[str], scene: ClauseContext) -> str:
    verb = found["verb"]
    if verb == "看":
        return (
            "value:在读的书"
            if re.search("书|小说", scene.text)
            else "value:在追的剧"
            if re.search("剧|番|综艺|动漫", scene.text)
            else "value:在看的"
        )
    return f"value:{WORKS[verb]}"


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="puts aside each month",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW}|每个?月|一个月|工资|发工资|里|，)*(?:(?<=月)|(?<=每月))(?:{ME}|{NOW}|能|可以|"
            rf"会|要|，|至少|雷打不动|定期|从工资里)*(?:存|攒)(?:下|个|了|到)?(?P<what>{A_SUM})"
            r"(?:进[^，。]{1,8}|到[^，。]{1,8})?了?$"
        ),
        attribute="value:每月存款",
        value=lambda found, scene: sum_of(found["what"]),
        single=True,
        importance=0.7,
        when=lambda found, scene: states_lasting_value(scene),
    ),
    Frame(
        name="goes there for it",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW})*(?P<act>{ERRAND})(?:的话)?(?:{ME}|{NOW}|是|会|改|换|成|到)*(?P<how>去|到|在|"
            rf"找)(?:的)?(?:是)?(?P<what>{PLACE})(?:那家|家)?(?:看|剪|练|买|做)?(?:了|的)?$"
        ),
        attribute=lambda found, scene: _errand(found),
        value=_where,
        single=True,
        importance=0.6,
        when=lambda found, scene: (
            states_lasting_value(scene) and (not scene.text.endswith("了") or re.search(NOW, scene.text) is not None)
        ),
    ),
    Frame(
        name="does it there",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME}|{NOW})*(?:改|换)?(?P<how>去|到|在|找)(?P<what>{PLACE})(?P<act>{ERRAND})(?:了|的)?$"),
        attribute=lambda found, scene: _errand(found),
        value=_where,
        single=True,
        importance=0.6,
        when=_habitual,
    ),
    Frame(
        name="is at this work now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME_NOW}(?:正在|正|在|开始|改|{NOW})(?P<verb>读|看|追|玩|听)(?:的是)?(?:一?[本部]|小说|"
            rf"电视剧|剧)*(?P<what>《[^》]{{1,20}}》)(?:这[本部个款](?:书|剧|小说|游戏|番)?)?了?$"
        ),
        attribute=_work,
        single=True,
        importance=0.55,
        when=lambda found, scene: states_lasting_value(scene),
    ),
    Frame(
        name="learns it now",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME_NOW}(?:正在|正|在|开始|改|"
            rf"{NOW})+(?:自)?学(?:习)?(?:的是)?(?P<what>(?P<speech>{SPEECHES})|{INSTRUMENT})了?$"
        ),
        attribute=lambda found, scene: "value:外语" if found["speech"] else "value:乐器",
        single=True,
        importance=0.65,
        when=lambda found, scene: states_lasting_value(scene) or re.search("开始|改", scene.text) is not None,
    ),
    Frame(
        name="sleeps or rises at",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME_NOW}(?:改成?|要?到|得)?(?P<what>{HOUR})(?:左右|多|就|才|准时|以?前|会|"
            rf"{NOW})*(?P<act>睡觉|睡|上床|入睡|起床|起)了?$"
        ),
        attribute=lambda found, scene: f"value:{'起床' if found['act'].startswith('起') else '睡觉'}时间",
        single=True,
        importance=0.6,
        when=lambda found, scene: (
            states_lasting_value(scene)
            and not re.search("周|星期|提醒|叫", scene.text)
            and (not scene.text.endswith("了") or re.search("现在|如今|目前|最近", scene.text) is not None)
        ),
    ),
    Frame(
        name="has its meal there",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW})*(?P<meal>中午饭?|午饭|午餐|中饭|早饭|早餐|晚饭|晚餐)(?:{ME}|{NOW}|是|会|改|"
            rf"成|为|都)*(?P<what>{EATEN})了?$"
        ),
        attribute=lambda found, scene: f"value:{MEAL.get(found['meal'], '午饭')}",
        single=True,
        importance=0.55,
        when=lambda found, scene: _habitual(found, scene) and not re.search("[你您]|请|约", scene.text),
    ),
    Frame(
        name="drinks it by habit",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            rf"^(?:{ME}|{NOW}|喝咖啡|喝茶|咖啡|茶|早上|下午|的话|，)*(?:改|换成|改成|只|都|一般|平时|每天|"
            rf"现在|固定|主要|就)(?:会|点|改|爱|只|成|"
            rf"为)*[喝点](?:的)?(?:是)?(?:一?杯)?(?P<what>(?P<tea>{TEA})|{COFFEE})了?$"
        ),
        attribute=lambda found, scene: "value:茶" if found["tea"] else "value:咖啡",
        single=True,
        importance=0.6,
        when=lambda found, scene: (
            states_lasting_value(scene) and not re.search(rf"不|没|多|{NUMBER}杯|点咖啡$", scene.text)
        ),
    ),
)
"""Tried with the named matters, before the broader constructions of habit."""
