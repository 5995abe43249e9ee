"""Plain declarative clauses that no narrower construction reads: what the user, or somebody of theirs, is, has or does.

They are tried last. None of them names a slot, since a wrong slot would set two things against each other that have
nothing to do with each other; what they say is found by its words.
"""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.belongings import PET
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import FAMILY, FUTURE, ME, NUMBER, PAST, RECUR, RELATION, WE
from mnemic.reader.zh.person import LEAD, PERSON
from mnemic.reader.zh.topics import tool_category

PLAYFUL = Regex(
    r"像(?!素)|似的|当场|真(?:香|帅|照顾|会|是太)|做的[^，。]{0,6}(?:香|绝|好吃)|祝[他她你]|第一个|立马|站(?:成|中)|大气|连[^，。]{1,6}都|[戒说]过|数到|租客|"
    r"户主|666|漂移|[发转]来的|用的$|熊猫|千百|八百|稍等|理一理|编的|[口负]头禅|总[会要能]|就好$|最要紧|快快|好好|就是自己|不共戴天|正式离婚|钱包先|祖传|永远的神"
)
"""What is told for the telling: a likeness, a praise, a figure of speech."""
HEDGE = Regex(
    r"可能|也许|大概|或许|好像|似乎|估计|应该|说不定|不一定|恐怕|差点|如果|要是|万一|假如|的话$|吧$|"
    r"看情况|一定是|肯定是|[上下]辈子|再说|"
    r"随便|都行|都可以|无所谓|玩笑|要不|万一|怎么|什么|还是"
)
MOMENT = Regex(
    r"今[天晚早儿]|昨[天晚]|刚|正在|马上|一会|等[下会等]|待会|先(?!生)|这就|又|终于|死了|这(?:个|次|些|边|"
    r"段|就)|那(?:个|次|些|段)|"
    r"楼下|楼上|隔壁|旁边|对面|外面|身边|门口|路上|本地|快要|开不了|打不开|死机|蓝屏|连不上|登不上|用不了|"
    r"报错|出错|乱码|没反应|(?:写|做|画|搞)一?[个份篇张段]|"
    r"已经|着呢|居然|竟然|突然|忽然|半天|好累|好饿|好困|真的?(?:服|好|是)|太[^，。]{1,4}了"
)
SPEECH = Regex(
    r"[你您](?!们)|说|问|告诉|觉得|认为|以为|感觉|知道|懂(?!事)|明白|记得|忘|希望|相信|猜|怀疑|承认|发现|"
    r"看[到见]|听[到见说]|"
    r"想(?!念)|谢|抱歉|对不起|不好意思|求(?!职|婚)|请(?!假)|帮我|麻烦|担心|后悔|生气|开心|高兴|难过|无语|服了|发火"
)
LASTED = Regex(rf"{NUMBER}\s*(?:多)?(?:年|个?月|周|天|次|回|遍)(?:多)?了$")
CLOSED = Regex(r"(?:了|过|完|呢|嘛)$")
NO_ABILITY = r"(?:会|能|太会|太能|怎么会|怎么|太|大|再|敢|常|爱|肯|带|许|让|给)"
OF_MIND = (
    r"(?:知道|懂|明白|清楚|确定|记得|觉得|是|行|对(?!外)|好(?!意)|要|想|该|管|急|介意|在乎|信|如|过|然|但|"
    r"仅|同|得|到|见|了|"
    r"起|完|够|可|错|客气|值|至于|由|一样|着急|合适|舒服|放心|敢|会吧|会是|会再|会说|会忘|愿|料|甘心|服|"
    r"忍心|必|等|改了|去了|来了|"
    r"干了|弄了|聊了|能再|能说|认识|确信|小心|用谢|用了|用管|用再)"
)
OWN_QUALITY = (
    r"(?:睡眠|皮肤|头发|视力|听力|英语|日语|韩语|法语|德语|普通话|粤语|方言|口音|肠胃|胃口|胃|牙齿?|膝盖|"
    r"腰|颈椎|记性|记忆力|酒量|"
    r"饭量|体力|体质|方向感|作息|基础|数学|英文|力气|手劲|个子|性格|脾气|胆子|肤质|发质|时差|工位|座位|"
    r"工作|工作时间|上班时间|办公室|"
    r"房间|阳台|厨房|书房|小区|学校|专业|班级|班|宿舍|论文|课题|研究方向|方向|目标|梦想|心率|血压|血糖|血型|鞋码|口味)"
)
LASTING_ACT = (
    r"(?:备考|备孕|学(?!校)|找工作|找房|看机会|看房|写[^，。]{0,6}论文|装修|减肥|减脂|增肌|创业|考(?:研|"
    r"证|公|编|驾照)|读|开(?!会|车|玩)|"
    r"经营|教|租(?!车)|种|养|筹备|准备(?!好|睡|出门|吃)|跑(?!路)|实习|带(?:团队|学生|孩子|娃|新人)|管|"
    r"负责|值班|驻场|休(?:产假|病假|年假|学)|出差)"
)
NOT_BEING = (
    r"(?:说|想|不(?!婚|吃|喝|抽|信|爱)|来|去|在|真|要|因|怕|为|觉|谁|认真|故意|第一|刚|从|用|看|被|这|那|"
    r"你|您|怎|问|听|指|"
    r"什么|啥|哪|昨|今|明|后天|下|上周|早|一个人|自己|他|她|它|打算|准备|随|开玩笑|服|好奇|醉|无所谓|做的|"
    r"吃的|喝的|买的)"
)

NO_STATEMENT = (
    r"(?:晚点|早点|回头|改天|[选买点说指问拍]的是|有一?[张份个段篇条]|有\d|需要|建议|拿|打车|去|来|再|试|"
    r"找|弄|搞|发(?!烧)|给|把|被|快|真|好|可|"
    r"只是|就是|是|不|没|也是|"
    r"也不|也没|都不|都没|"
    r"都快|倒|要|得|等|查|改|翻|跟|对|和(?!我)|"
    r"以|为|因|如|当然|当时|本来|原来|以前|曾|差|又|的|们|国|方|俩|这|那|这边|那边|心里|心想|服|靠|去|"
    r"晕(?!车|船|机)|擦|嘞|滴|嚓|敢|宣布|保证|"
    r"承诺|发誓|赌|赢|输|删|点|按|复制|运行|打开|安装|执行|输入|提交|上传|下载|收到|拿到|碰到|遇到|"
    r"一(?!直|般|米|周|天|年|个月)|越|有点|有些|"
    r"这就|尽量|争取|肯定|一定|绝对|必须|只能|只好|宁愿|恨|爱死|超级?|特别|非常|挺|蛮|太)"
)
BRIEFLY = Regex(
    r"了(?:会|一(?!年|个月|辈)|半天|几|[两三四五六七八九十](?!年|个月)|下|不少|好久|很久)|(?:笑|看着|盯着|骂|催|夸)我"
)
MOOD = Regex(
    r"发呆|崩溃|困|饿|累|疼|烦|无聊|郁闷|头大|傻|懵|慌|糊涂|裂开|emo|麻了|想吐|笑|哭|气死|朋友圈|逼疯|"
    r"受够|尴尬|丢人|纠结|犹豫|迷路|摸鱼|下班|堵车|迟到|"
    r"加油|努力|奇怪|佩服|羡慕|期待|激动|紧张|心疼|可怜|倒霉|运气|人生|命|梦|天哪|老天|魂|灵魂|"
    r"脑子|脑袋|整个人|一样|似的|仿佛|比[^，。]{1,6}还"
)


def declares(found: re.Match[str], scene: ClauseContext) -> bool:
    """Whether a clause states something that lasts: no guess, no mood of the moment, no act of speech."""
    text = scene.text
    if scene.once or scene.request or (scene.task and not scene.explicit):
        return False
    if PLAYFUL.search(text) or HEDGE.search(text) or MOMENT.search(text) or SPEECH.search(text):
        return False
    if re.search(rf"{FUTURE}|{PAST}", re.sub(RECUR, "", text)) and not re.search("周[一二三四五六日天]|周末", text):
        return False
    return not CLOSED.search(text) or bool(LASTED.search(text))


def _of_somebody(found: re.Match[str], scene: ClauseContext) -> bool:
    """A person of the user's, by possession or by name, and a predicate of some length."""
    lead = LEAD.match(scene.text)
    known = PERSON.match(scene.text, lead.end() if lead else 0)
    if scene.subject.user or known is None or not declares(found, scene):
        return False
    owned = (
        re.match(rf"{ME}|{WE}|用户", scene.text) or known["name"] or known["nick"] or scene.subject.slot in HOUSEHOLD
    )
    rest = scene.text[known.end() :]
    if BESIDES_ME.search(rest):
        return False
    return bool(owned) and len(rest) >= REST_MIN and not NO_PREDICATE.match(rest)


BESIDES_ME = Regex(
    r"(?<![给跟和对比把让被叫帮陪替管送找问喊带为离教接催劝借骗骂等是])我(?![们家的爸妈弟妹哥姐])"
)  # two subjects in one
REST_MIN = 3  # code points of a predicate that tells something
NO_PREDICATE = Regex(
    r"[喊催骂夸哄吼]|[好们呢吗来给帮请的让叫又]|[，,]|还没|没回|不在|不理|真|原[话文]|不让|不许|要求|规定|"
    r"来[信电]|反馈|那边"
)
HOUSEHOLD = FAMILY | frozenset("老伴 孙子 孙女 老大 老二 合伙人".split())

RECURRING: tuple[Frame, ...] = (
    Frame(
        name="on several days",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})?[^，。你您]{{0,6}}?(?<![下上这本])(?:周|星期|礼拜)[一二三四五六日天](?:[、和跟]?(?:周|星期|礼拜)?[一二三四五六日天](?![号点月]))+"
            r"(?:都|要|得|晚上|下午|早上|上午|各|固定)*(?P<what>[^，。\d你您是在了][^，。]{0,14})$"
        ),
        attribute=lambda found, scene: f"habit:{tool_category(found['what'], found['what'])}",
        single=True,
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            not scene.once
            and not scene.request
            and not HEDGE.search(scene.text)
            and not re.search("[改换调挪]", scene.text)
        ),
    ),
    Frame(
        name="on which days",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:[^，。你您]{{0,8}}?)(?:每(?:半|隔|[两三四五六七八九十\d]+)?个?(?:天|周|月|年|季度)|"
            rf"(?<![头第有这那哪几])一(?:周|天|个?月|年)|(?<![下上这本])(?:周|"
            rf"星期|礼拜)[一二三四五六日天末]"
            rf"(?:[、和到至]?周?[一二三四五六日天])*)[^，。]{{0,10}}?(?P<what>休息|不?营业|打烊|关门|"
            rf"不?上班|有课|有[^，。]{{1,6}}课|值班|例会|"
            rf"开例会|(?<!排)练|跑|训练|{NUMBER}\s*[次回趟遍节顿杯包瓶片粒个小时公里]+|休)"
        ),
        attribute="habit:days",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            not scene.once
            and not scene.request
            and not HEDGE.search(scene.text)
            and not re.search(r"了$|[你您]|今[天晚]|明天|这周|下周|上周", scene.text)
        ),
        placed=False,
        elliptic=False,
    ),
    Frame(
        name="on a range of days",
        kind=Kind.FACT,
        pattern=Regex(
            r"^[^，。你您]{0,10}?(?<![下上这本])(?:周|星期|礼拜)[一二三四五六日天](?:[、和到至]|跟)(?:周|"
            r"星期|礼拜)?[一二三四五六日天](?![号日])"
            r"[^，。]{0,4}?(?P<what>(?:都|要|得|在|有|是|休|上|不|全天|晚上|下午|上午|早上)[^，。]{1,16})"
        ),
        attribute="habit:days",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: not scene.once and not scene.request and not HEDGE.search(scene.text),
        placed=False,
    ),
    Frame(
        name="on fixed days",
        kind=Kind.FACT,
        pattern=Regex(
            r"^(?P<thing>[^，。你您]{1,12}?)(?:是|在|定在|为)?(?<![下上这本])(?:每周|周|星期|"
            r"礼拜)[一二三四五六日天][^，。]{0,4}?"
            r"(?:和周[一二三四五六日天][^，。]{0,8}$|(?:固定|照例|雷打不动|必|例行)(?P<what>[^，。]{2,14}))|"
            r"^(?:周|星期|礼拜)[一二三四五六日天][^，。]{0,3}?(?:固定|照例|雷打不动|必|例行)(?P<act>[^，。]{2,14})"
        ),
        attribute="habit:days",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: not scene.once and not scene.request and not HEDGE.search(scene.text),
        placed=False,
        elliptic=False,
    ),
)
"""A weekday without "this" or "next" that tells of every week; tried before a plan reads it as a date."""
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="does not do it",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:[^，。你您我]{{0,24}}(?<![得让把被给叫跟对和吵害说]))?(?:{WE}|"
            rf"{ME})(?P<where>[^，。你您]{{0,8}}?)(?P<no>从来?不|不)(?!{OF_MIND}){NO_ABILITY}?"
            rf"(?!{OF_MIND}|(?:动|住|掉|成|出来?|下|上|开|进|惯|完)(?:$|，))(?P<what>[^，。]{{1,20}})"
        ),
        attribute="state:does not",
        importance=0.55,
        confidence=0.8,
        when=lambda found, scene: declares(found, scene) and len(scene.text) >= 4,
        placed=False,
    ),
    Frame(
        name="will not have it",
        kind=Kind.PREFERENCE,
        pattern=Regex(r"^(?P<no>(?:从来?)?不)(?P<what>(?:坐|住|穿|戴|接受|熬|加班|应酬|出国)[^，。了]{2,12})$"),
        attribute="like",
        importance=0.55,
        confidence=0.7,
        when=lambda found, scene: declares(found, scene) and not scene.task and scene.previous is None,
        placed=False,
    ),
    Frame(
        name="changed to doing",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:(?:{ME}|{WE})|(?=现在|后来|这周|以后))(?:现在|这周|这个月|以后|后来|最近|今年|已经|都|"
            rf"早就?)*改(?:去|喝|吃|坐|骑|住|走|看|穿|开|打|学|"
            rf"读|做|投|练|跑|睡|听|玩|写)(?P<what>[^，。]{{1,20}})"
        ),
        attribute="state:changed to",
        importance=0.65,
        when=lambda found, scene: not scene.once and not HEDGE.search(scene.text) and not SPEECH.search(scene.text),
        placed=False,
    ),
    Frame(
        name="is what",
        kind=Kind.FACT,
        pattern=Regex(rf"^{ME}(?:其实|本身|也|就|算|现在|目前|一直|属于)*是(?!{NOT_BEING})(?P<what>[^，。]{{2,20}})$"),
        attribute="state:is",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: declares(found, scene) and not re.match(r"[\u4e00-\u9fff]{2,3}$", found["what"]),
        placed=False,
    ),
    Frame(
        name="has what",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{WE}|{ME})(?:家|公司|组|店|学校|小区)?(?:里)?(?:的)?(?:现在|目前|一共|还|也|就|"
            rf"一直)*有(?!点|些|空|事|时|没|种|的|"
            r"一[次回天种点些]|道理|意思|兴趣|人|办法|思路|想法|印象|[个两几]{1,2}(?:问题|事|想法|疑问|"
            r"建议|请求|需求|小问题|地方)|疑问|问题|信心|"
            rf"理由|机会|可能|必要)(?P<what>[^，。]{{2,20}})"
        ),
        attribute="owns",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: declares(found, scene) and not re.search("要[^，。]{1,3}$", scene.text),
        placed=False,
    ),
    Frame(
        name="is of this quality",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME}|{WE})(?:的|家|公司)?(?P<thing>{OWN_QUALITY})(?P<what>[^，。了]{{1,20}})"),
        attribute="state:quality",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            declares(found, scene) and not re.match(r"好[累忙多]|太|怎|[中时]$|要?做不完|上的|里的|的", found["what"])
        ),
        placed=False,
    ),
    Frame(
        name="is doing for long",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{WE})(?:现在|最近|目前|一直|平时|这(?:周|两天|几天|半年|学期|个月)|还|也|"
            rf"都|正)*在(?P<what>[^，。]{{0,12}}?{LASTING_ACT}"
            r"[^，。]{0,16})"
        ),
        attribute="state:doing",
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: not re.search(r"路上|[你您]|吗|吧$|开会|想", scene.text) and not scene.once,
        placed=False,
    ),
    Frame(
        name="animal of the house",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME}|{WE})(?:家|养)?(?:的)?(?:那只|那条)?(?P<thing>{PET})(?P<what>[^，。]{{3,24}})"),
        attribute="pet",
        importance=0.55,
        confidence=0.8,
        when=lambda found, scene: not HEDGE.search(scene.text) and not re.search(r"今天|刚|[你您]|昨|说", scene.text),
        placed=False,
    ),
    Frame(
        name="works, lives or studies there",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|用户的|{WE})?(?:家)?(?:的)?{RELATION}[\u4e00-\u9fff]{{0,3}}?(?:现在|目前|一直|都|"
            rf"也|还)*在(?P<what>[\u4e00-\u9fff]{{2,16}})$"
        ),
        attribute="state:where",
        importance=0.6,
        confidence=0.8,
        when=_of_somebody,
        placed=False,
    ),
    Frame(
        name="what the user says of themselves",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:[^，。你您我]{{1,8}}?(?<![得让把被给叫跟对和吵害说示知])(?=(?:{WE}|{ME})(?:都|也|只|还|"
            rf"从|一般|平时|习惯|最|要)))?(?:{WE}|"
            rf"{ME})(?!{NO_STATEMENT})(?P<what>[^，。]{{4,24}})$"
        ),
        attribute="state:said",
        importance=0.45,
        confidence=0.7,
        when=lambda found, scene: (
            scene.subject.user
            and declares(found, scene)
            and not MOOD.search(scene.text)
            and not BRIEFLY.search(scene.text)
            and not re.search(r"[过回进出]来的$|是好的$|是对的$|算的是", scene.text)
        ),
        placed=False,
    ),
    Frame(
        name="somebody of the user's",
        kind=Kind.FACT,
        pattern=Regex(r"^.{4,40}$"),
        attribute="state:of somebody",
        importance=0.5,
        confidence=0.75,
        when=_of_somebody,
        placed=False,
    ),
)
