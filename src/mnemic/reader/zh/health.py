"""Constructions of allergy, diet, medicine and health."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import ADVERB, is_fronted_object, is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import ME
from mnemic.reader.zh.person import PERSON


def _object(found: re.Match[str], scene: ClauseContext) -> str:
    """What is not eaten: after the verb, or in front of the subject."""
    after = re.sub(r"^(?:的|了|，)+|(?:的|了)$", "", found["what"] or "")
    return after or re.sub(rf"^{PERSON.pattern}|{ME}|{ADVERB}|连|一[点口丁滴][儿点]?", "", scene.text[: found.start()])


def _state(found: re.Match[str], scene: ClauseContext) -> str:
    return f"state:{found['thing']}"


GIVEN_UP = {"烟": "抽烟", "酒": "喝酒"}


def _given_up(found: re.Match[str], scene: ClauseContext) -> str:
    what = found["what"] or found["dish"] or found["vice"]
    return f"habit:{GIVEN_UP.get(what, what)}"


ILLNESS = (
    r"(?:腰|胃|肠胃|膝盖|颈椎|肩膀|心脏|眼睛|听力|视力|睡眠|皮肤|嗓子|手腕|脚踝)(?:一直|有点|都)?"
    r"(?:不太?好|弱|敏感|受过伤|有旧?伤|做过手术|老疼|不行)|"
    r"近视|远视|散光|色盲|色弱|高血压|低血压|糖尿病|高血脂|血糖偏?高|血压偏?高|血脂偏?高|尿酸偏?高|控糖|哮喘|"
    r"痛风|胃炎|胃溃疡|胃病|关节炎|心脏病|抑郁症?|焦虑症|"
    r"怀孕|孕\d*周|备孕|哺乳期|骨折|骨裂|半月板|韧带|腰椎间盘突出|腰突|颈椎病|腱鞘炎|鼻炎|湿疹|荨麻疹|甲减|"
    r"甲亢|贫血|偏头痛|失眠|耳背|耳聋|老寒腿|静脉曲张|青光眼|白内障|恐高|恐飞|恐水|晕血|幽闭恐惧|晕[车船机]|"
    r"左撇子|癫痫|乙肝|肾结石|脂肪肝|痔疮|蚕豆病|(?<!手机)(?<!^)支架(?!支)|起搏器|ADHD|老花(?!镜)"
)

OUTRIGHT: tuple[Frame, ...] = (
    Frame(
        name="allergic to",
        kind=Kind.FACT,
        pattern=Regex(
            rf"对(?!象|方|面|门|手)(?P<what>[^，。]{{1,20}}?)(?:{ADVERB}|严重|轻微|会)*(?P<no>不)?过敏(?!原|科|药|"
            r"性)"
        ),
        attribute="allergy",
        importance=0.9,
        tier=Tier.PROPOSED,
        many=True,
        request=True,
        when=lambda found, scene: not re.search(r"[你您他她]对|疑似|是不是|^不是", scene.text),
    ),
    Frame(
        name="allergic, object first",
        kind=Kind.FACT,
        value=lambda found, scene: re.sub(rf"{ME}|{ADVERB}", "", found["what"]) or found["what"],
        pattern=Regex(
            r"(?P<what>[^，。]{1,16}?)(?:[这那][几两三四五六些]?[样种个]|之类的|什么的)?(?:我|他|她)?(?:都|也|"
            r"会|严重|有点|特别|是)*(?P<no>不)?过敏(?!原|科|药|性|反应|[史体检测])"
        ),
        attribute="allergy",
        importance=0.9,
        tier=Tier.PROPOSED,
        many=True,
        when=lambda found, scene: (
            not re.search(
                r"不光|不止|不只|谁都|过敏(?:的人|体质|季|了吗)|[你您]|^不是|[问说查]过敏|医院|医生", scene.text
            )
        ),
    ),
    Frame(
        name="intolerant",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?P<what>乳糖|果糖|麸质|酒精|组胺|辣椒素|咖啡因)(?P<no>没有)?不耐受?|(?P<thing>酒精|乳糖)不耐|"
            r"(?P<no_>not )?allergic to\s*(?P<food>[A-Za-z ]+)"
        ),
        attribute="allergy",
        importance=0.9,
        tier=Tier.PROPOSED,
        request=True,
        when=is_own_doing,
    ),
)
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="lives on a diet",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?P<no>不是(?!不)|不|没有?)?(?:(?P<what>吃(?:全|纯|蛋奶|锅边|长)?素(?!材|质)|vegetarian|vegan|"
            r"素食(?:主义)?者?|清真|犹太洁食|生酮|低碳水?饮食|无麸质|戒糖|控糖|减脂期?|低盐饮食|不沾荤|忌口|"
            r"轻断食|断碳)(?![馆子]*(?:怎么|哪)))"
        ),
        attribute="diet",
        importance=0.8,
        when=is_own_doing,
    ),
    Frame(
        name="smokes",
        kind=Kind.FACT,
        pattern=Regex(r"(?P<no>从不|从来不|不)?(?P<what>抽烟|吸烟|喝酒|熬夜)(?!的人|区|室|对|伤)"),
        attribute=lambda found, scene: f"habit:{found['what'].replace('吸烟', '抽烟')}",
        single=True,
        importance=0.6,
        when=lambda found, scene: (
            scene.explicit and is_own_doing(found, scene) and not re.search("[让劝许催]", scene.text)
        ),
    ),
    Frame(
        name="eats it not",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:从来?都?|一[点口丁滴][儿点]?[^，。不]{0,6}都?|绝对?|完全|实在|根本)?(?P<no>(?<!一礼拜)(?<!一天)(?<!一顿)(?<!一周)不(?:能|敢|可以|"
            r"太能|怎么|太|大|肯|让|准|爱|再|会)?|没法|没办法|甭)"
            r"(?:吃|喝|碰|沾|抽|嗑)(?!了|饭|够|饱|完|到|下|惯|亏|香(?!菜|肠|蕉|菇|辣|椿|瓜)|力|惊|准|醋|消|货|"
            r"穿|上)(?P<what>[^，。]{0,12})"
        ),
        attribute="diet",
        value=_object,
        importance=0.7,
        when=is_fronted_object,
    ),
    Frame(
        name="cannot eat it",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?P<no>吃不(?:了|得|惯|来)|喝不(?:了|得|惯|来)|碰不(?:了|得)|沾不(?:了|得)|滴酒不沾|"
            r"烟酒不沾)(?P<what>[^，。]{0,12})"
        ),
        attribute="diet",
        value=_object,
        importance=0.7,
        when=is_fronted_object,
    ),
    Frame(
        name="gave up",
        kind=Kind.FACT,
        pattern=Regex(
            r"^(?P<dish>(?!我)[^，。我你您他她不把]{1,6}?)(?:我|已经|早就?|也|都|全)*戒(?:掉)?了$|(?P<vice>烟|酒|糖|咖啡|奶茶)(?:已经|早就?)?(?:戒|停)(?:掉)?了|(?:戒|停)(?:掉|了)?(?P<what>烟|酒|"
            r"糖|咖啡|奶茶|碳水|熬夜|游戏|短视频|辣)(?:了|满|已经|\d|[两三半一])?"
        ),
        attribute=_given_up,
        value=lambda found, scene: _given_up(found, scene).removeprefix("habit:"),
        single=True,
        polarity=-1,
        importance=0.7,
        changes=Regex(""),
        when=is_own_doing,
    ),
    Frame(
        name="takes so much of it",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME})?(?:现在|目前|一直|长期|在|还|得|要)*(?:吃|服用?|打|注射|用|喝)(?:着|的是)?(?P<thing>[^，。了]{{2,8}})，(?P<what>[^，。]*)$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].casefold()}",
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
    ),
    Frame(
        name="takes medicine",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:在|每天|长期|一直|正|每晚|目前|现在)[^，。]{0,6}(?:吃|服用?|打|用)(?:着|"
            r"了)?(?P<what>[^，。]{0,8}(?:药|片|胶囊|胰岛素|二甲双胍|他汀|洛尔|地平|沙坦|激素|抗生素|布洛芬|司特|他定|优甲乐|西泮|褪黑素|"
            r"阿司匹林|[\u4e00-\u9fff]{1,3}(?:曲林|西汀|普利|拉唑|替丁|霉素|西林|列净|列汀|替尼)|维生素\w*|钙片))"
        ),
        attribute="takes",
        importance=0.8,
        tier=Tier.PROPOSED,
        when=lambda found, scene: is_own_doing(found, scene) and not re.search("不(?:用|再|需要|必)|停", scene.text),
    ),
    Frame(
        name="health",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?P<no>不|没有?)?(?:有|得|患|查出来?|确诊)?(?P<thing>{ILLNESS})(?![的]?(?:人|患者|药|手术|怎么|能))"
        ),
        attribute=_state,
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
        when=lambda found, scene: (
            (scene.explicit or scene.previous is not None or is_own_doing(found, scene))
            and not re.search(r"如果|万一|容易|会不会", scene.text)
        ),
    ),
)
