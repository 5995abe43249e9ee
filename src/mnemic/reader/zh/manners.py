"""Constructions of how the assistant is to do a thing whenever it does it, and of conventions that hold."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FUTURE, ME, WE
from mnemic.reader.zh.orders import ban_topic
from mnemic.reader.zh.person import opening_person
from mnemic.reader.zh.topics import rule_topic, slot_value

DOING = (
    r"(?:列出?|写|回答|回复|回|讲解?|说|推荐?|翻译?|总结|解释|画|报|发|起名|举例|引用|整理|生成|排|汇报|念|读|算|称呼|"
    r"订|点|选|买|查)"
)
NORM = r"(?:的时候|时候?|的话|请|都|得|尽量|最好|就|记得|一定|务必|统一|要|可以)"
MANNER = (
    r"(?:用|别|不要|不用|不必|按|先|要|带上?|附上?|给出?|标|写成|控制在|保留|避开|少|多|注明|分|委婉|正式|"
    r"简[短洁]|详细|口语|客气|幽默|通俗|直接|短|长)"
)
AT_HAND = Regex(
    r"这[个份封段张条版篇次句些](?!字|词|格式|风格|颜色)|那[个份封段张条版篇次句些]|这次|今[天晚]|"
    r"明[天早晚]|下面|上面|刚才|附件|一[个份封段张条版篇句首下点]|"
    r"[几两三]个|下周|周[一二三四五六日天]"
)
MOODS = Regex(
    r"^(?:太|担心|急|怕|忘|哭|闹|想|管|理|误会|介意|客气|生气|笑|吵|着急|紧张|灰心|谢|难过|放弃|说了|提了|"
    r"问了|(?:走|动|来|去|说|玩|睡|停|装)(?=[^，。]?$)|"
    r"当真|(?:搞|弄|记|写|看|填|拿|放|走)[混错反岔丢漏]|混|漏|大意|马虎|多想|乱想|见怪|在意|错过|迟到|瞎|逗)"
)


def _rule(found: re.Match[str], scene: ClauseContext) -> str:
    thing = re.sub("[你您请给帮我的时候]", "", found["thing"] or scene.text)
    return f"rule:{ban_topic(rule_topic(scene.text, slot_value(thing)[:10]), found)}"


def _standing(found: re.Match[str], scene: ClauseContext) -> bool:
    return not scene.once and not scene.task and not AT_HAND.search(scene.text) and "你" not in scene.text[:1]


def _whenever(found: re.Match[str], scene: ClauseContext) -> bool:
    asked = re.match(r"(?:请|麻烦|你)*(?:帮|替)我", scene.text)
    return _standing(found, scene) and (
        not asked or bool(re.search(r"的时候|时(?![候间])|的话|都|每次|尽量|最好|避开", found.group()))
    )


def _topic_ban(found: re.Match[str], scene: ClauseContext) -> bool:
    return (
        _standing(found, scene)
        and not scene.request
        and opening_person(scene.text) is None
        and not MOODS.match(found["what"])
        and not re.search(rf"{ME}|{WE}|[你您他她它]|大家|千万|咱|先|{FUTURE}|[吧呢嘛了]$", found["thing"] or "")
        and not re.search(r"了$", scene.text)
    )


SCOPED: tuple[Frame, ...] = (
    Frame(
        name="to somebody",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?:写给|发给|跟|给|和|对|"
            r"回)(?P<who>(?!我(?![们爸妈爷奶哥姐弟妹老对领同客朋]))[^，。的你]{1,12}?)(?:那边|这边)?(?:写|"
            r"发|回|做)?的?"
            r"(?P<thing>邮件|消息|信|回复|文件|报告|材料|通知|文案|稿子|短信|"
            r"微信)?的?(?<=[的件息信复告料知案子])(?:都|就|一律|请|要)*"
            r"(?P<what>(?:用|写|按|随便|随意|正式|客气|简短|活泼|口语|别|不要|直接|轻松|严肃)[^，。]{0,20})"
        ),
        attribute=lambda found, scene: f"rule:{rule_topic(scene.text, 'message')} {found['who']}",
        single=True,
        importance=0.75,
        tier=Tier.PROPOSED,
        when=_standing,
        order=True,
        request=True,
        elliptic=False,
    ),
)
"""Of what is written to somebody in particular; tried before the orders that say nothing of whom it is for."""
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="whenever it happens",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。]{1,16}(?:要是|如果|一(?:过|到|超|低|旦|降|升)|超过|低于|高于|不到|达到|"
            r"的时候)[^，。]{0,12}?|(?:只要|一旦|每当|每次|遇到|碰到|"
            r"如果|要是)[^，。]{2,20}?)[，,]?[你您]?就(?P<what>(?:让|叫|先|打|送|喂|把|给我|帮我|提醒|"
            r"通知|自动|别|不要|"
            r"改用|关|开|停|切|用|换成|发)[^，。]{1,24})"
        ),
        attribute=_rule,
        single=True,
        importance=0.75,
        tier=Tier.PROPOSED,
        when=lambda found, scene: not scene.once and not AT_HAND.search(scene.text),
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="whenever doing it",
        kind=Kind.RULE,
        pattern=Regex(
            rf"^(?:请|麻烦)?(?:你)?(?:给我|帮我|替我|跟我|和我|对我)?(?:出差|旅游|出门|平时|周末|开会|"
            rf"上班)?{DOING}(?P<thing>[^，。这那个份封篇他她]{{1,8}}?)"
            rf"(?:{NORM}+(?:给我|跟我|帮我|再)?{MANNER}|(?:给我|跟我)?(?:别|不要|不用|帮我(?=避))(?:再|老|"
            rf"总|给我|跟我)?)(?P<what>[^，。]{{1,24}})"
        ),
        attribute=_rule,
        single=True,
        importance=0.75,
        tier=Tier.PROPOSED,
        when=_whenever,
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="convention",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。：:这那我你他她]{0,10}(?:规则|规范|格式|约定|惯例|口径|署名|落款|签名|抬头|"
            r"命名|单位|字体|字号|编码|模板|排版))"
            r"(?:一律|都|就|请|统一|要)*(?:是|[：:]|为|按照?|用|写成?|走)\s*(?P<what>[^，。我]{2,40})"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        tier=Tier.PROPOSED,
        when=lambda found, scene: (
            _standing(found, scene) and not scene.request and not re.search(r"不对|错|乱", scene.text)
        ),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="this way of doing it",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。我你他她这那]{1,12}?)(?:就|都|也|请|要|一律)*(?P<what>(?:按照?|以|"
            r"照)(?![^，。]{0,2}\d)[^，。]{1,16}?(?:来|为准|为主|算|走|执行|报|填|记|排|写)|"
            r"先[^，。]{1,10}[再后][^，。]{1,12}|(?<=抄送)(?:带上?|加上?|给)[^，。]{1,10}|(?<=的)用[^，。]{1,12}|用(?:中文|英文|繁体|简体|日文|"
            r"法文|双语|Markdown|表格|"
            r"列表|编号|敬语|口语|书面语|全角|半角|大写|小写|数字|LaTeX)"
            r"[^，。]{0,6}|(?:首次出现|后面|末尾|开头|都|里)?(?:要|得)?(?:附|贴|留|带|标)(?:上|"
            r"出)?[^，。]{0,6}(?:原文|出处|来源|链接|截图|代码|例子|页码|日期|单位|序号|编号))$"
        ),
        attribute=_rule,
        single=True,
        importance=0.65,
        confidence=0.75,
        when=lambda found, scene: (
            _standing(found, scene)
            and not scene.request
            and opening_person(scene.text) is None
            and not re.search(rf"{FUTURE}|[了过]|昨|怎|如果", scene.text)
        ),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="ask me before it",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。我这那]{1,10}(?:之?前|的时候|时))(?:都|一定|必须|务必|要|先|得|请)+"
            r"(?P<what>(?:跟我|问我|让我|给我|告诉我|提醒我|通知我|征得我)[^，。]{1,12})"
        ),
        attribute=_rule,
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
        when=lambda found, scene: _standing(found, scene) and not re.search(FUTURE, scene.text),
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="give me these and it will do",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。我你这那]{1,10}?)(?:的?时候?)?(?:就|都|"
            r"只)?给我(?P<what>[放推发看找挑列讲来选念报][^，。一]{1,16})(?:就行|就好|就可以|即可|就够)"
        ),
        attribute=_rule,
        single=True,
        importance=0.65,
        confidence=0.75,
        when=_standing,
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="keep so much of it",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。这那我你]{2,10}?)(?:一律|都|就|请|统一|要)*(?P<what>(?:保留|精确到|"
            r"四舍五入|省略|注明|标注|标明|附上|写明|"
            r"分开[列写放]|放在?(?:最[前后]|开头|结尾|末尾))[^，。]{0,16})$"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        tier=Tier.PROPOSED,
        when=lambda found, scene: (
            _standing(found, scene) and not scene.request and not re.search(r"[了过]", scene.text)
        ),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="not with these",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?P<thing>[^，。]{2,14}?)(?:就|都|也|请)?(?P<no>(?<![特个分级区性差类])别(?!人)|(?<!要)不要(?!钱)|甭|请勿|"
            r"切勿)(?:再|老|总|随便|轻易|"
            r"给我|跟我|帮我|在)*"
            r"(?P<what>[\u4e00-\u9fffA-Za-z][^，。]{0,20})$"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        tier=Tier.PROPOSED,
        confidence=0.8,
        when=_topic_ban,
        order=True,
        elliptic=False,
    ),
)
