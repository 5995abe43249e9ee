"""Constructions of work and of where one belongs: for whom one works, what one looks after, and which clubs one is in.

For whom, as what and on what are three matters: a post says nothing of the firm, and a project ends neither.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import ME, NUMBER, WE
from mnemic.reader.zh.matters import NOW, states_lasting_value

CLUB = (
    r"(?:读书会|书友会|俱乐部|社团|协会|学会|乐队|乐团|球队|车队|合唱团|舞团|剧社|跑团|志愿者?(?:队|团|组织)?|"
    r"商会|同好会|训练营|工会|战队|公会|[\u4e00-\u9fff]{1,4}社)"
)
CITIES = (
    "北京|上海|广州|深圳|杭州|南京|成都|重庆|武汉|西安|苏州|天津|青岛|厦门|长沙|郑州|大连|宁波|无锡|昆明|福州|济南|合肥|沈阳|哈尔滨|长春|南昌|贵阳|南宁|太原|"
    "石家庄|兰州|海口|三亚|珠海|东莞|佛山|中山|惠州|温州|绍兴|嘉兴|扬州|常州|徐州|烟台|香港|澳门|台北|东京|大阪|新加坡|首尔|伦敦|纽约|巴黎|柏林|悉尼|墨尔本|"
    "日本|韩国|泰国|美国|英国|法国|德国|加拿大|澳洲"
)
NOWHERE = Regex(
    r"^(?:家|这边|那边|外面|外地|国外|国内|海外|老家|线上|室内|附近|本地|体制内?|城里|乡下|县城|"
    r"市区|郊区|同一|一起|一个地方|[^，]{0,4}(?:省|市|县|区|镇|州|楼|路))$"
)


def _firm(found: re.Match[str], scene: ClauseContext) -> bool:
    what = found["what"]
    return (
        states_lasting_value(scene)
        and not NOWHERE.match(what)
        and re.fullmatch(f"(?:{CITIES})[\u4e00-\u9fff]?", what) is None
        and not re.search("[你您他她哪]|^(?:想|等|看|这|那)|做|当(?!当)", what)
    )


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="works for",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW}|后来|刚|换工作了|，)*(?:在(?P<at>[^，。的在]{{2,14}}?)(?:上班|工作|任职|就职|"
            rf"供职)|(?:就职|任职|供职|受雇|入职)(?:于|在)(?P<in>[^，。的]{{2,14}}?))"
            rf"(?:了|{NUMBER}多?年了?)*$"
        ),
        attribute="employer",
        value=lambda found, scene: found["at"] or found["in"],
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            scene.subject.user and _firm(re.fullmatch("(?P<what>.*)", found["at"] or found["in"]) or found, scene)
        ),
    ),
    Frame(
        name="my firm is",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?(?:{NOW}|新)*(?:上班|工作|供职|就职)?(?:的)?(?:{NOW}|新)*(?P<thing>公司|单位|"
            rf"东家)(?:{NOW}|的?名字)*(?:是|叫做?|换成了?)(?P<what>[^，。你您]{{2,14}}?)(?:了)?$"
        ),
        attribute="employer",
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            re.match(rf"{ME}|{WE}|{NOW}|新", scene.text) is not None
            and _firm(found, scene)
            and not re.match("做|搞|干|一家|不|在|要|个|有|很", found["what"])
        ),
        of_user=True,
    ),
    Frame(
        name="is in a club",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW}|刚|前阵子|上周|上个?月|，)*(?:加入|参加|报名|报|"
            rf"进)(?:了)?(?P<what>[^，。你您]{{0,12}}?{CLUB})(?:了)?$"
        ),
        attribute="member",
        importance=0.6,
        when=lambda found, scene: is_own_doing(found, scene) and not re.search("想|打算|要不|考虑", scene.text),
    ),
    Frame(
        name="looks after it",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^{ME}(?:{NOW})*(?:负责|在跟|跟进|主导)(?:的(?:项目|模块|产品|业务)?(?:{NOW})*是)?(?!的|"
            rf"人)(?P<what>[^，。]{{2,20}}?)(?:了)?$"
        ),
        attribute="state:charge",
        single=True,
        importance=0.7,
        when=lambda found, scene: states_lasting_value(scene),
    ),
    Frame(
        name="lives on a floor",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE}|{NOW}|家里?|新家|房子|，)*(?:住在?|在|搬到了?|是|"
            rf"租在)(?:第)?(?P<what>(?:{NUMBER}|顶|底)\s*[楼层])(?:楼)?了?$"
        ),
        attribute="value:楼层",
        single=True,
        importance=0.6,
        when=lambda found, scene: states_lasting_value(scene) and re.search("家|住|房", scene.text) is not None,
        of_user=True,
    ),
)
