"""Constructions of standing orders, limits and bans."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import AMOUNT, FUTURE, HOUR, ME, NUMBER, WE
from mnemic.reader.zh.topics import OBJECTS as TOPIC_OBJECTS
from mnemic.reader.zh.topics import first_name_in, rule_topic, slot_value

STANDING = Regex(
    r"(?<![天周月年点分时半午\d])(?<!毕业|下班|结婚|生完|搬家|到家|吃完)(?<!立[春夏秋冬])(?<!开[学春业工])(?<![换过用吃买看搬改号退放上下])(?<!走了)(?:以后|今后|往后|日后)(?!走了|好好|有的是|再|会(?!议)|想|"
    r"打算|可能|有机会|老了|有钱|的事|能|我(?:想|要|会|打算|可能|可以|就是))|"
    r"从(?:现在|今天?|今儿?|此|这周|下周|明天)(?:开始|起|往后|以后|之后)?(?=[^，。]{0,3}(?:[，,]|都|别|给|用|"
    r"一律|所有|凡|你|我|把|每|不))|从今(?:往|以)后|从此|打今儿?起|"
    r"一律|统统|永远(?!的)|始终|长期有效|每次都|凡是|默认(?!开启|启用|关闭|支持|会|带|安装|不|了)|统一(?:译|翻|"
    r"称|记|采用|使用|用|改|按|"
    r"写|成|叫|打|走|放|发|返回|命名|存)|一概|"
    r"from now on|always|never|by default",
    re.IGNORECASE,
)
OUTPUT = (
    r"(?:回复|回答|答案|答复|邮件|代码|注释|纪要|周报|日报|月报|报告|总结|PPT|文档|表格|命令|快捷键|格式|语气|"
    r"称呼|消息|通知|提醒|推荐|方案|报价|标题|文案|翻译|译文|人名|地名|变量名|函数名|缩进|命名|标点|字体|图片|"
    r"提交信息|正文|备注|签名|文件名|时间戳|"
    r"日期|时间|数字|金额|单位|链接|图表|commit(?: message)?s?|PR(?: description)?|review(?: comment)?s?|"
    r"email|comment|README|emoji|SQL|日志|术语|摘要|结论|意见|清单)"
)
VEHICLE = (
    r"(?:用|写成?|使用|说|发|按|照|以|控制在|保持|放在?|列成?|分(?![不得清手期享])|带上?|附上?|加上?|标|注明|要|简短|简洁|精简|详细|"
    r"口语|正式|直接|先|保留|大写|小写|驼峰|固定|别超|不超|不要超|限)"
)


PRODUCTS = frozenset(
    "email,weekly report,daily report,minutes,slides,code,document,reply,commit message,pull request".split(",")
)


def ban_topic(named: str, found: re.Match[str]) -> str:
    """A ban on one thing in a document says nothing of the document's other rules: it names the thing as well."""
    groups = found.groupdict()
    narrow = groups.get("no") and groups.get("what") and named in PRODUCTS
    return f"{named} {slot_value(found['what'])[:6]}" if narrow else named


def _rule(found: re.Match[str], scene: ClauseContext) -> str:
    if "快递" in scene.text and re.search("[寄送放](?:到|去|回|在)?[^，。]", scene.text) and "公司" not in scene.topic:
        return "value:delivery address"
    head = re.sub(rf"{WE}|[你您我给帮请把的都要一律统统]", "", scene.text[: found.start()])
    named = STANDING.sub("", head)[:8] or slot_value(STANDING.sub("", scene.text))[:8]
    return f"rule:{ban_topic(rule_topic(scene.text, named), found)}"


def _default(found: re.Match[str], scene: ClauseContext) -> str:
    head = re.sub(r"[你您我给帮请把的都要就]", "", STANDING.sub("", scene.text[: found.start()]))
    return f"default:{rule_topic(scene.text, head[-6:] or found['what'][:4])}"


def sentence_event(text: str) -> str:
    """What a sentence is about, when its first clause says so: "that trip to Pingyao"."""
    return re.sub(rf"{FUTURE}|[去这那趟次的\s]", "", text)[:8]


def _project(text: str) -> str:
    """The thing a limit is set to where the text says so: in quotation marks, or before "over there" and "project"."""
    if quoted := re.search(r"[“「『]([^”」』]+)[”」』]", text):
        return quoted[1]
    named, *rest = re.split(r"那边|这边|项目", text, maxsplit=1)
    return named if rest else ""


OCCASION = Regex(
    r"^(?:给?自己定?|去|到|在|为|这次|这趟|那次|那趟|这个|那个)+|(?:那趟|这趟|那次|这次|之行|[游行]?旅行|行程)$|的?总$|(?:那趟|这趟|那次|这次|之行|旅行)的?(?:总|一共)?$"
)


def _limit(found: re.Match[str], scene: ClauseContext) -> str:
    head = re.sub(rf"{ME}|[给帮把]|总共|全部|一共|每个?月|这个?|[就也都]", "", scene.text[: found.start()])
    head = OCCASION.sub("", re.sub(FUTURE, "", head)).strip().strip("的") or head.strip().strip("的")
    head = re.sub("^给?自己定?$", "", head)
    money = "budget " if re.search("预算|budget", scene.text) and "预算" not in head else ""
    if project := _project(head or scene.topic):
        return f"constraint:{money}{project}"
    return f"constraint:{money}{rule_topic(scene.text, head or sentence_event(scene.topic) or found.group()[:2])}"


def _standing(found: re.Match[str], scene: ClauseContext) -> bool:
    return not scene.once and not re.search(
        r"^(?:我|我们)(?:以后|今后)(?![^，。]*(?:别|不要|不想|用|都))|"
        r"凡是[^，]*(?<![给帮跟替对])我[^，]*[不都没]|我永远|你(?:怎么|咋)",
        scene.text,
    )


def _ban(found: re.Match[str], scene: ClauseContext) -> bool:
    """A ban stands when it is aimed at what the assistant does as a habit, not at the thing at hand."""
    return (
        not scene.once
        and not scene.request
        and not scene.task
        and not re.search(
            r"这[个份封段张条版]|那[个份封段张条]|担心|客气|闹|逗|着急|介意|提了|说了$|急$|动$", scene.text
        )
    )


def _demand(found: re.Match[str], scene: ClauseContext) -> bool:
    return (
        not scene.once
        and (scene.standing or not (scene.request or scene.task))
        and not re.match(rf"{ME}(?!的|给)", scene.text)
        and not re.search(r"这[个份封段张条版篇]|那[个份封段]|上面|下面|发给|附件", scene.text)
    )


OUTRIGHT: tuple[Frame, ...] = (
    Frame(
        name="default",
        kind=Kind.RULE,
        pattern=Regex(
            r"默认(?!开启|启用|关闭|支持|会|带|安装|不|了)(?:就|都|是|为|用|点|要|给我|按|走|成|"
            r"设为)*\s*(?P<what>[^，。]{1,20})"
        ),
        attribute=_default,
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
        when=_standing,
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="standing order",
        kind=Kind.RULE,
        pattern=STANDING,
        attribute=_rule,
        value=lambda found, scene: STANDING.sub("", scene.text),
        single=True,
        importance=0.85,
        tier=Tier.PROPOSED,
        when=_standing,
        order=True,
        request=True,
        elliptic=False,
    ),
)
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="talk to me so",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?:请|麻烦|你|以后)*(?:跟|和|给|对)我(?P<thing>聊天|说话|讲话|回复|回消息|写东西|对话|沟通|交流|打字)(?:的时候|时)?"
            r"(?:都|就|请|要|一律|尽量)*(?P<what>(?:用|说|讲|写|要|改用|换成|改成|直接|简[单洁短]|温柔|正式|随意|口语)[^，。]{0,16})$"
        ),
        attribute=_rule,
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
        when=_standing,
        order=True,
        request=True,
        elliptic=False,
    ),
    Frame(
        name="stop doing",
        kind=Kind.RULE,
        pattern=Regex(
            r"(?P<no>(?<![特个分级区性差类])别(?!人)|不要|甭|少|不用|不必|莫|请勿|勿)(?:在[^，。]{1,8}?(?=给|跟|"
            r"找|打))?(?:再|老是?|总是?|"
            r"一直|动不动就?|随便|每次都?|在)*(?:给我|跟我|对我|帮我|替我|叫我|向我)?(?:再|老|总)?"
            r"(?P<what>(?:“|发|推荐?|排|用|写|叫|喊|打|提|问|念|加|带|称呼|催|call|ping|@|schedule|安排|讲|说|"
            r"来|放|搞|整|弄|买|订|点|给|显示|弹|超|指望|打扰|联系|找|碰|做|列|贴|输出|解释|道歉|省略|拍|夸|"
            r"劝|乱|擅自|自作主张|自动)[^，。]{0,24})"
        ),
        attribute=_rule,
        single=True,
        importance=0.8,
        tier=Tier.PROPOSED,
        when=lambda found, scene: (
            _ban(found, scene)
            and (
                bool(
                    re.search(
                        r"再|老|总|给我|跟我|对我|动不动|每次|一直|推|称呼|叫我|emoji|打扰|ping|联系|指望|"
                        r"打电话|语音|“",
                        found.group() + scene.text[-8:],
                    )
                )
                or bool(first_name_in(TOPIC_OBJECTS, scene.text))
            )
            and (found["no"] not in {"少"} or "给我" in found.group())
        ),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="must or must not",
        kind=Kind.RULE,
        pattern=Regex(
            r"(?P<no>不许|不准|(?<![碰吃喝摸用见动惹急舍怪笑恨值])不得(?!劲|不|行|到|了|已|意)|禁止|严禁|不允许|不能用|不让用|不可以用|"
            r"严禁)(?P<what>[^，。]{0,16})|"
            r"(?:务必|必须|必需|一定要|只能|只许|只准)(?P<thing>[^，。]{1,20})|硬(?:性)?要求"
        ),
        attribute=_rule,
        single=True,
        importance=0.75,
        when=lambda found, scene: (
            not scene.request
            and not scene.once
            and (scene.subject.user or not scene.explicit)
            and not re.search(
                r"[他她]们?(?:必须|只能)|^(?:我|今天|现在)(?:现在|也)?只能|觉得|承认|现在|离开|休息|先走|"
                r"一定要(?:幸福|开心|加油|来)",
                scene.text,
            )
        ),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="all of them",
        kind=Kind.RULE,
        pattern=Regex(
            r"^(?:所有|任何|全部|每(?:个|次|条|份|封|篇))(?P<thing>[^，。人我你他]{1,12}?)(?:都|一定|"
            r"必须)(?P<what>(?:要|得|用|写|放|带|加|走|不|先)[^，。]{1,20})"
        ),
        attribute=_rule,
        single=True,
        importance=0.75,
        when=lambda found, scene: not scene.request and not scene.once and not re.search(r"了$|好[烦累]", scene.text),
        order=True,
        elliptic=False,
    ),
    Frame(
        name="budget or limit",
        kind=Kind.CONSTRAINT,
        pattern=Regex(
            r"(?:预算|上限|封顶|budget(?: cap)?|\bcap\b|limit|限额|额度|顶多|最多|至多|最少|最低|最高|至少|"
            r"起码|不(?:能|要|可以?|得|许)?(?:超过?|出|大于|高于|低于|少于|早于|晚于)|别超过?|不超|控制在|"
            r"卡死?在?|总共(?:就)?|一共(?:就)?|只有)"
            r"(?:[降涨加减升调变改换]了，|是|就|现在|目前|[压降涨提加砍调改变缩减][到成至]|在|能|可以|拿出?|接受|出|花|给|用|喝|吃|"
            r"传|为|大概|差不多|每人|人均|一共|总共|每个?月|"
            r"有|到|不能超过?|不超过?|只|我|们|"
            rf"[：:])*\s*(?P<what>{AMOUNT}[^，。]{{0,10}})|(?P<thing>{NUMBER}\s*[^，。\d]{{0,5}}(?:以内|之内|"
            r"封顶|以下|为限))"
        ),
        attribute=_limit,
        single=True,
        changes=Regex(r"[涨降加减调改升提缩砍换变][到成为至了]|现在"),
        importance=0.8,
        request=False,
        when=lambda found, scene: (
            not scene.once
            and not (scene.task and re.search("字|页|行|句|段|条", found.group()))
            and not (re.match("一共|总共", found.group()) and not re.search("[块元钱万千百刀]|预算", scene.text))
            and not re.search(
                r"[你您](?:的|们)|(?:我|用户)每[天周][^，]*(?:至少|起码)|一共[^，]*人|总共[^，]*人|才花|"
                r"只有[一](?:个|次)(?:人|想|办)|睡|"
                r"只有[一两]",
                scene.text,
            )
        ),
        elliptic=False,
    ),
    Frame(
        name="so much of it",
        kind=Kind.CONSTRAINT,
        pattern=Regex(
            rf"^(?P<thing>[A-Za-z\u4e00-\u9fff][^，。\d]{{0,10}}?)\s*(?:是|为|有|只有|就)?\s*(?P<what>{AMOUNT})$"
        ),
        attribute=lambda found, scene: f"value:{found['thing'].strip().casefold()}",
        single=True,
        importance=0.7,
        when=lambda found, scene: scene.previous == Kind.CONSTRAINT and not found["thing"].endswith(("了", "过")),
        elliptic=False,
    ),
    Frame(
        name="deadline",
        kind=Kind.CONSTRAINT,
        pattern=Regex(
            r"(?:deadline|ddl|DDL|截止(?:日期|时间)?|due)(?:是|在|到|为|：)?\s*(?P<what>[^，。]{2,16})|"
            r"(?P<thing>[^，。]{2,12}(?:前|之前))(?:必须|一定要|得|要)(?:交|完成|提交|上线|到|给)"
        ),
        attribute=lambda found, scene: f"constraint:deadline {scene.text[: found.start()][:8]}".strip(),
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            not scene.request and bool(re.search(r"\d|[一二三四五六七八九十]|周|月|天", found.group()))
        ),
        elliptic=False,
    ),
    Frame(
        name="when to be reached",
        kind=Kind.CONSTRAINT,
        pattern=Regex(
            rf"(?:{HOUR}|周末|工作日|周[一二三四五六日]|午休|上班时间|开会时|白天|晚上|"
            rf"下班)[^，。]{{0,10}}?(?:以?后|之?前|之间|到{HOUR}|期间|时间?)?[^，。]{{0,6}}?"
            r"(?P<what>(?:别|不|没法|没空|不方便|不在|offline|勿扰|回不了|联系不上|才有空|才能|有空|可以找|"
            r"在线|只能|关机|静音|有课|开会)[^，。]{0,16})"
        ),
        attribute="constraint:reachable",
        single=True,
        importance=0.7,
        when=lambda found, scene: (
            not scene.once
            and bool(
                re.search(
                    r"回|接|找|打|联系|消息|电话|offline|勿扰|空|在线|关机|静音|有课|ping|开会|不方便|打扰",
                    found["what"],
                )
            )
            and not re.search(r"今[天晚]|明天|昨天|这周", scene.text)
        ),
    ),
    Frame(
        name="doctor's order",
        kind=Kind.CONSTRAINT,
        pattern=Regex(
            r"(?:医生|大夫|医嘱|营养师|教练|老师|老板|领导|公司|甲方|客户|法务|房东)(?:让|叫|要求|嘱咐|规定|"
            r"不让|禁止|说(?:要|不能|不要|别|必须|得|最好))(?:我|我们)?(?P<what>[^，。]{2,24})"
        ),
        attribute=lambda found, scene: f"constraint:{rule_topic(found['what'], found['what'][:8])}",
        single=True,
        importance=0.75,
        when=lambda found, scene: (
            bool(re.search(r"不|别|少|停|戒|必须|每|所有|一律|都|双语|只|控|忌|禁|\d|[一二三两半]", found.group()))
            and not scene.request
        ),
    ),
    Frame(
        name="output should be",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:^|给我的?|你的?|我的?|工作|私人|平时的?|我们的?|里的?|"
            rf"写)(?P<thing>[\u4e00-\u9fff]{{0,4}}{OUTPUT}(?:的?时候|时|问题|关键字|表名|缩进|命名|标题|正文|格式|"
            rf"里)?)(?:和[^，。]{{1,16}}|我|你|就|都|还是|记得|照旧|照样|尽量|最好|给我|请|得|要|应该|可以|一般|平时|通常|向来|"
            rf"全部?)*(?P<what>{VEHICLE}[^，。]{{0,20}})"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        when=_demand,
        order=True,
        elliptic=False,
    ),
    Frame(
        name="reply more so",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:^|(?:[跟和]我)?说话|回复|回答|讲|写|解释|语气|总结)(?:内容)?(?:得|能|可以|要|请|再|都|尽量|"
            r"最好)*(?P<what>(?:简短|简洁|精简|简练|详细|口语化|正式|直接|干脆|通俗|活泼|客气|温柔|随意|轻松|"
            r"直白|严肃|幽默|自然|专业|礼貌)(?:一?[点些]|化)?)(?:就行|就好|即可)?$|(?P<thing>(?:结论|重点|"
            r"要点|答案)(?:请|要|都)?放(?:在)?(?:最)?(?:前面?|开头|后面?))|照(?:这个|着这个)?(?:顺序|格式|"
            r"模板)(?:来|写)?$"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        when=_demand,
        order=True,
        elliptic=False,
    ),
    Frame(
        name="do it this way for me",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?:给我|帮我|替我)(?P<what>[^，。]{1,14}?(?:尽量|(?<!(?<![北南东])京)(?<![成首帝故江])都(?![市城会江])|一般|照旧|优先|最好|全都?|"
            r"永远)[^，。]{1,20})|(?P<thing>[^，。]{1,14})按(?:这套|这个|这种|它|此)来$|(?:照旧|跟以前一样|"
            r"老规矩)(?P<way>[^，。]{0,16})"
        ),
        attribute=_rule,
        single=True,
        importance=0.7,
        when=lambda found, scene: not scene.once,
        order=True,
        request=True,
        elliptic=False,
    ),
)
