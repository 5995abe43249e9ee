"""Constructions of who somebody is: name, home, work, age, family."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import CANONICAL, FAMILY, FUTURE, ME, NUMBER, PAST, RELATION, WE
from mnemic.reader.zh.person import opening_person

HAN = r"[\u4e00-\u9fff]"
NAME = rf"(?:{HAN}{{1,4}}(?:·{HAN}{{1,5}})?|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)"
JOB = (
    r"(?:[师员长生手家工商者]|工程师|程序员|医生|教授|律师|会计|护士|学生|研究生|博士|本科|大[一二三四]|"
    r"研[一二三]|司机|厨师|顾问|总监|主管|负责人|创业|自由职业|产品经理|产品|运营|"
    r"开发|前端|后端|测试|运维|架构师|编辑|记者|设计|法务|财务|行政|销售|采购|客服|店主|老板|全职妈妈|"
    r"全职爸爸|公务员|退休|PM|HR|DBA|SRE|CTO|CEO|leader|engineer|designer|developer|manager)"
)
WORK = (
    r"(?:工作|上班|任职|实习|支教|当|做|管|教(?!程)|写|干(?!嘛|了)|跑(?!步)|搞|开(?!会)|带(?!着)|负责|卖|读(?!书会)|念|"
    r"上学|读书|读研|读博|上大学|就职|就读)"
)
ORGANISATION = (
    r"职高|职校|中专|技校|学院|公司|厂|医院|学校|银行|大学|中学|小学|高中|幼儿园|研究院|设计院|研究所|"
    r"律所|事务所|局|集团|部门|车间|机构|"
    r"工作室|餐厅|酒店|机场|铁路|国企|外企|央企|大厂|体制内|创业公司|店|团队|组"
)
PLACE = r"(?:[\u4e00-\u9fff]{2,14}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:\s*\d+\s*[号栋楼室单元]*)*"
NOT_LIVING = Regex(
    r"酒店|民宿|宾馆|青旅|在一起|月球|店里|嘉宾|一晚|[两三几\d]晚|[两三几\d]天|院|不住|住宿|住处|想住|附近住"
)


def speaks_of_self(found: re.Match[str], scene: ClauseContext) -> bool:
    """The user or a known person is spoken of, or nobody is named at all."""
    return is_own_doing(found, scene) and not re.search(r"[你您](?!们)", scene.text)


def _living(found: re.Match[str], scene: ClauseContext) -> bool:
    return (
        is_own_doing(found, scene)
        and not re.search(r"[趟次]$|出差|旅|玩", scene.before)
        and (
            bool(re.search("刚从|刚搬|已经搬|搬完", scene.text)) or not re.search(FUTURE, re.sub(PAST, "", scene.text))
        )
        and not re.search(r"[你您他她]", found["what"] or found["rented"])
        and not NOT_LIVING.search(scene.text)
        and not re.search(r"[想要打算](?:搬|住)|如果|可能", scene.text)
    )


def _family(found: re.Match[str], scene: ClauseContext) -> str:
    return f"family:{scene.subject.slot}"


def _joined(found: re.Match[str], scene: ClauseContext) -> str:
    """Whom one works for now; where it says as what, or one rose or moved within the firm, what one is."""
    within = re.match("转岗|调|升", found.group())
    return "job" if within or re.search(rf"做|当|任|{JOB}$", found["what"]) else "employer"


def _related(found: re.Match[str], scene: ClauseContext) -> bool:
    return scene.subject.slot != "user" and opening_person(scene.text) is not None


OUTRIGHT: tuple[Frame, ...] = (
    Frame(
        name="guided by",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"(?:^(?:{ME}|{WE})的?|换了?(?:个)?(?=[^，]{{2,4}}了))(?P<thing>导师|班主任|教练|主管|领导|老板|组长|私教|房东|保姆|主治医生)"
            rf"(?:是|叫|姓|了，现在(?:是|跟|换成|叫|由))(?P<what>[^，。个我你这那]{{1,6}}?)(?:带|管|负责)?$"
        ),
        attribute=lambda found, scene: f"value:{found['thing']}",
        single=True,
        importance=0.7,
        changes=Regex("换|现在"),
    ),
    Frame(
        name="is called",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:{ME}(?:的)?(?:名字|大名|全名|真名|本名|中文名)?(?:就)?(?:叫做?|是叫)|{ME}的?(?:名字|大名|"
            r"全名|真名|本名|英文名)(?:是|叫)|^(?:本人|鄙人)叫)"
            rf"(?!你|您|他|她|它|了|个|过|外卖|车|滴滴|人|醒|停|不|什么|啥|的|做)(?P<what>{NAME})$"
        ),
        attribute="name",
        single=True,
        importance=0.9,
        tier=Tier.PROPOSED,
    ),
    Frame(
        name="surname",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME}|免贵)姓(?P<what>{HAN}{{1,2}})$"),
        attribute="name",
        single=True,
        importance=0.9,
        tier=Tier.PROPOSED,
    ),
    Frame(
        name="call me",
        kind=Kind.PREFERENCE,
        pattern=Regex(
            r"(?P<no>别|不要|不用)?(?:再)?(?:就|都|直接|可以|请|你)*(?:叫|喊|称呼)我(?!干|做|去|来|怎|什么|"
            rf"起床|名字|全名|本名|一[声下]|接|搬|过|写|签|交|删|先|别|多|少|儿|爸|妈|弟|妹|孙|[吃喝睡回去来过下上开看帮拿出](?!.?[总哥姐爷叔]))(?:为|做|"
            rf"一声)?(?P<what>[“「『]?(?:{HAN}{{1,4}}?|"
            r"[A-Z][A-Za-z.]*(?: [A-Z][A-Za-z.]*)?)[”」』]?)(?:了|"
            r"就(?:行|成|好|可以)(?:了)?|吧|好了)?$"
        ),
        attribute="called",
        single=True,
        importance=0.9,
        tier=Tier.PROPOSED,
        order=True,
        request=True,
    ),
)
FRAMES: tuple[Frame, ...] = (
    Frame(
        name="moved to or lives in",
        kind=Kind.FACT,
        pattern=Regex(
            rf"在(?P<rented>[\u4e00-\u9fff]{{2,8}})租(?:的|了)(?:个|一?套|一?间)?(?:房子?|单间|公寓|[一二两]居室?)|"
            r"(?:(?:住|(?<!老)家|租)(?:在|到)|(?:定居|常驻|现居|落户)(?:在|到|于)?|"
            r"(?<![居入抓记忍守站留挡困拦稳吸锁憋顶保罩叫打撑停接按堵难禁握卡盖])住(?!院|着|宿|校|下|酒店|了|得|"
            r"不|哪|户|房|嘴|手|进|这|那|在这|在那)(?:的是)?|搬(?:家)?(?:到|来|去|进|回)(?:了)?|坐标(?:是|在|：|:)?|"
            rf"\bbase[d]?(?: in| 在)?|(?:人|(?<!老)家)(?:就|现)?在)\s*(?P<what>{PLACE})"
        ),
        attribute="home",
        single=True,
        importance=0.8,
        changes=Regex("搬(?:家)?(?:到|来|去|进|回)"),
        when=_living,
    ),
    Frame(
        name="is in a city",
        kind=Kind.FACT,
        pattern=Regex(rf"^(?:{ME})(?:现在|目前|一直|也|就|长期)*在(?P<what>[\u4e00-\u9fff]{{2,4}})$"),
        attribute="home",
        single=True,
        importance=0.7,
        confidence=0.8,
        when=lambda found, scene: (
            not re.search(
                r"路上|公司|家|这|那|开会|上班|吃饭|忙|外面|学校|想|等|车上|地铁|办公室|医院|楼下|机场|"
                r"^[读做写学用玩追备减戒考练找搬装看创听吃喝等开上去办打跑赶睡聊改弄修调查问画拍录种养带陪坐站排出休值跟和给一]",
                found["what"],
            )
        ),
    ),
    Frame(
        name="comes from",
        kind=Kind.FACT,
        pattern=Regex(
            rf"老家(?:就)?(?:在|是)(?P<what>[\u4e00-\u9fff]{{2,8}})|{ME}(?:是|算)(?:个|地道的|"
            rf"土生土长的)?(?P<thing>[\u4e00-\u9fff]{{2,4}}(?<!负责|主持|当事|候选|过来|普通|成年|年轻|外地|"
            rf"本地|打工|中间|介绍|联系))人$|(?<=是)(?P<from>(?!{NUMBER}|"
            rf"[^人]{{0,2}}[个位名])[\u4e00-\u9fff]{{2,3}}(?<!工))人$"
        ),
        attribute="hometown",
        single=True,
        importance=0.7,
        when=is_own_doing,
    ),
    Frame(
        name="works at or as",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?<!现)在(?P<what>(?:一[家所个])?[^，。]{{0,16}}?(?:(?:{ORGANISATION})[^，。的]{{0,6}}?{WORK}[^，。]{{0,20}}|"
            rf"[^，。]{{1,8}}?(?:工作|上班|任职|实习|读研|读博|读书|上大学|上学|念书|教书|就职|打工|"
            rf"做生意|支教|[读念上](?:大[一二三四]|研[一二三]|高[一二三]|初[一二三]|本科|硕士?|"
            rf"博士?))(?:了?{NUMBER}多?年)?(?=$|了)|"
            rf"[^，。]{{1,8}}?(?:做|当)(?:一?[个名])?[^，。]{{0,10}}{JOB}(?=$)))|"
            r"(?:是|当|做(?!了个?)|任|担任)(?:了|的|着)?(?:一?[个名位])?(?:做|搞|写|"
            rf"干)?(?P<thing>[^，。的这那]{{0,14}}{JOB})(?:的|了)?$|{ME}(?:干|做|当|"
            rf"教)了(?P<years>{NUMBER}年[^，。]{{2,12}})$|"
            rf"(?:{ME}|自己|^(?=开了?一?[家间个])|{RELATION})[^，。]{{0,8}}?开了?(?P<shop>了?一?[家间个][^，。]{{1,12}}(?:店|馆|铺|摊|卖部|超市|"
            r"公司|工作室|厂|吧|民宿|诊所|机构))|"
            rf"(?:职位|岗位|职业|工作)(?:就)?是(?P<post>[^，。]{{2,20}})|(?:{ME}|我们公司|公司)是?(?:做|搞|"
            rf"干)(?P<trade>[^，。了]{{2,16}})的$"
        ),
        attribute="job",
        single=True,
        importance=0.8,
        when=lambda found, scene: (
            speaks_of_self(found, scene)
            and (
                scene.explicit
                or scene.previous is not None
                or bool(re.search(r"岗位|职位|一家|公司|厂里?|医院|银行|学校", scene.text))
            )
            and not re.search(
                r"[想要]在|在(?:这|那|想|等|看|吃|开会|路上|找|听|忙)|亲生|陌生|天生|人生|"
                r"要(?:我|你)是|打算|现在在(?:写|做|看)|不是",
                scene.text,
            )
        ),
    ),
    Frame(
        name="joined",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:入职|跳槽(?:到|去)|加入|进了?(?=一家|[^，。]{0,8}(?:厂|公司|单位|机关|医院|学校|银行|局|所)[^，。]{0,2}?(?:做|当|任|上班|工作))|转岗(?:到|去)?|调到|调去|升(?!学|年级|[大中小]班|[高初大][一二三四中]|小学|高中|大学|[一二三四五六]年级)(?:任|职)?(?:成|为|"
            r"做)?)(?:了)?(?P<what>[^，。]{2,20})"
        ),
        attribute=_joined,
        single=True,
        changes=Regex(""),
        importance=0.8,
        when=lambda found, scene: (
            speaks_of_self(found, scene)
            and not re.search(FUTURE, re.sub(PAST, "", scene.text))
            and not re.search(r"群|会议|医院$|购物车|频道|\d折|^走|^了|^离|^一下", found["what"])
        ),
    ),
    Frame(
        name="is in charge of",
        kind=Kind.FACT,
        pattern=Regex(rf"(?:{ME})(?:主要|目前|现在|平时)*(?:负责|分管|主管|对接)(?!的)(?P<what>[^，。]{{2,20}})"),
        attribute="job",
        single=True,
        importance=0.7,
    ),
    Frame(
        name="reports to",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            r"(?:report(?:ing)?(?:\s*(?:to|给))|汇报(?:给|对象是)|向(?=[^，]{1,10}汇报)|(?:直属|顶头|"
            r"直接)(?:领导|上级|老板|上司)(?:是|叫)|dotted line\s*(?:to|给)?)\s*(?P<what>[^，。]{1,16})"
        ),
        attribute="family:manager",
        importance=0.7,
        when=is_own_doing,
    ),
    Frame(
        name="age",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:今年|刚满|快|已经|马上)?(?P<what>{NUMBER}\s*岁(?:半|多)?)(?!以|的时候|时|那年|生日|前|后)|"
            rf"(?<=[爷奶公婆爸妈亲舅姑叔])(?P<old>[\d]{{2}}|[一二三四五六七八九]?十[一二三四五六七八九]?)(?:了|多了)?$|"
            rf"(?:今年|都|已经|刚|快|刚满){{1,2}}(?P<years>\d\d|"
            r"[一二三四五六七八九]?十[一二三四五六七八九]?)(?:了|多了)?$|"
            r"(?P<thing>(?<=[我她他])(?:是)?\d\d年的|\d\d年生(?:人)?|"
            r"[089]\d后(?!，)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪](?!的))"
        ),
        attribute="age",
        single=True,
        importance=0.7,
        when=lambda found, scene: (
            is_own_doing(found, scene) and not re.search("叫|[狗猫车表]|[^学]机$", scene.topic + scene.before)
        ),
    ),
    Frame(
        name="birthday",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:生日|农历生日|阴历生日)(?:就)?(?:是|在|：)?(?P<what>(?:农历|阴历)?\s*(?:\d|"
            r"[一二三四五六七八九十正腊]+)+\s*(?:月|[./-]).+)|(?P<thing>(?:农历|"
            r"阴历)?{NUMBER}\s*月\s*{NUMBER}\s*[号日]?)(?:的|过|是我?)?生日$"
        ),
        attribute="birthday",
        single=True,
        importance=0.9,
        when=is_own_doing,
    ),
    Frame(
        name="speaks",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:(?P<no>不)?会说|能说|母语是|说(?=(?:粤|客家|闽南|普通|四川|上海|东北|英|日|法|德|"
            r"韩)))(?P<what>[^，。]{1,10}(?:语|话|文))"
        ),
        attribute="speaks",
        importance=0.7,
        when=is_own_doing,
    ),
    Frame(
        name="married",
        kind=Kind.FACT,
        pattern=Regex(rf"(?P<what>已婚|单身(?!狗)|离异|离婚了|结婚{NUMBER}年|刚结婚|订婚了|丁克|独居)"),
        attribute="state:marriage",
        single=True,
        importance=0.7,
        when=is_own_doing,
    ),
    Frame(
        name="child's school",
        kind=Kind.FACT,
        pattern=Regex(
            r"^(?:(?P<thing>老大|老二|老三|大的|小的|大宝|二宝)|.*?)(?:现在|今年|刚|在)*(?:上|读|念|"
            r"升)?(?P<what>(?:小学|初中|高中|大学|幼儿园|托班)?(?:[一二三四五六七八九]年级|初[一二三]|"
            r"高[一二三]|大[一二三四]|研[一二三]|[小中大]班|学前班)|小学|初中|高中|幼儿园|大学|研究生)(?:了)?$"
        ),
        attribute=lambda found, scene: f"state:school {found['thing'] or ''}".strip(),
        single=True,
        changes=Regex("了$|升|正式|现在|今年|转到"),
        importance=0.7,
        when=lambda found, scene: bool(found["thing"]) or scene.subject.slot in FAMILY or scene.subject.slot != "user",
    ),
    Frame(
        name="person is named",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"(?:(?:的)?(?:名字|大名|小名|英文名)(?:是|叫)|叫(?!我|你|了|个|得|他|她)|姓)(?:做)?(?P<what>{NAME})$"
        ),
        attribute=_family,
        importance=0.8,
        when=lambda found, scene: (
            _related(found, scene) and not re.search("的(?!名字|大名|小名|英文名)", scene.text[3:])
        ),
    ),
    Frame(
        name="new person is named",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(
            rf"(?:(?P<thing>{RELATION}|联系人|对接人|负责人|房东|中介|供应商)(?:名字)?(?:叫|姓)|"
            rf"(?P<post>联系人|对接人|负责人|上级|班主任)是)(?!我|你|个|在|不|做)(?P<what>{NAME})"
        ),
        attribute=lambda found, scene: f"family:{found['thing'] or found['post']}",
        importance=0.8,
        when=lambda found, scene: not re.search(r"[你您这那]", scene.text),
    ),
    Frame(
        name="is somebody's",
        kind=Kind.RELATIONSHIP,
        pattern=Regex(rf"^(?P<what>{NAME})是(?:{ME}|{WE})的?(?P<thing>{RELATION})$"),
        attribute=lambda found, scene: f"family:{CANONICAL[found['thing']]}",
        importance=0.8,
        when=lambda found, scene: not re.match("[这那他她它谁]", found["what"]),
    ),
    Frame(
        name="person has an attribute",
        kind=Kind.FACT,
        pattern=Regex(
            r"的?(?P<thing>生日|年龄|身高|体重|家乡|籍贯|学历|教育背景|单位(?:名称)?|工作地点?|职业|职位|邮箱|"
            r"联系电话|电话|"
            r"手机号|兴趣爱好|爱好|性格|住址|地址|血型|星座|专业)(?:是在?|为|在|叫|：)\s*(?P<what>[^，。]{1,30})"
        ),
        attribute=lambda found, scene: f"value:{found['thing']}",
        single=True,
        importance=0.8,
        when=_related,
    ),
    Frame(
        name="person is or does",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:是(?:个|一名|一位)?(?P<what>[^，。]{{1,12}}(?:族|人|教|党员|座|型|{JOB}|粉丝|迷|控))$|"
            r"(?:退休|怀孕|住院|出院|毕业|结婚|离职|出差|值夜班)(?:了|中)?(?P<thing>)|(?:管|负责|主管|"
            r"对接)(?P<duty>[^，。我你]{2,10})$)"
        ),
        attribute="state:identity",
        importance=0.6,
        when=lambda found, scene: (
            _related(found, scene)
            and not re.search(FUTURE, scene.text)
            and not re.search("说|让|催|觉得|问|劝|盼|希望|建议", scene.text[: found.start()])
            and (found.group()[:2] not in {"出差", "值夜"} or bool(re.search("常|长期|总是|老是|一直", scene.text)))
        ),
    ),
)
