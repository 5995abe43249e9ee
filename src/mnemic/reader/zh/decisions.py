"""Constructions of decisions, of changes from one thing to another, and of the values that things have."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import AMOUNT, FUTURE, LATIN, ME, PAST, WE
from mnemic.reader.zh.plans import is_own_plan, plan_event
from mnemic.reader.zh.topics import USES, device_category, first_name_in, rule_topic, tool_category

PERSONAL = tuple(
    names
    for names in USES
    if names[0] in {"editor", "notes", "browser", "shell", "operating system", "sport", "commute"}
)


def _decision(found: re.Match[str], scene: ClauseContext) -> str:
    head = re.sub(rf"{WE}|{ME}|最后|最终|还是|已经|评审后?|会上|就|了|都|的|[\s，]", "", scene.text[: found.start()])
    groups = found.groupdict()
    known = first_name_in(USES, groups.get("what") or "") if not head else ""
    decided = head or known or rule_topic(scene.text, plan_event(groups.get("what") or scene.text))
    return f"decision:{decided[-12:].casefold()}"


def _our_choice(found: re.Match[str], scene: ClauseContext) -> str:
    what_for = found["thing"] or found["on"] or first_name_in(USES, found["what"])
    return f"decision:{re.sub('[我们咱的 ]', '', what_for).casefold()}"


def _uses(found: re.Match[str], scene: ClauseContext) -> str:
    if kind := device_category(scene.text[: found.start()]) or device_category(found["what"] or ""):
        return f"device:{kind}"
    head = re.sub(
        rf"{WE}|{ME}|{PAST}|从[^，。]*$|刚|最近|已经|早就|现在|全部?|都|后来|了|把", "", scene.text[: found.start()]
    ).strip()
    category = first_name_in(USES, found["what"] or "") or first_name_in(USES, scene.text)
    if own := re.search(r"邮箱|手机号|号码|电话|微信号?|地址|密码|车牌|学号|账号|网名|英文名|昵称|头像|签名", head):
        return f"value:{rule_topic(own.group(), own.group())}"
    if meal := re.search("早[餐饭]|[午中晚][餐饭]|夜宵|下午茶", head):
        return f"habit:{meal.group()}"
    if personal := first_name_in(PERSONAL, head) or first_name_in(PERSONAL, found["what"] or ""):
        return f"habit:{personal}" if personal in {"sport", "commute"} else f"uses:{personal}"
    if head and not re.search(ME, scene.text.replace("我们", "")):
        return f"decision:{head.casefold()[-10:]}"
    return f"uses:{category or head.casefold()[-8:] or (found['what'] or '')[:8]}"


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="no longer uses",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:早就?|已经|现在|都|再也|彻底)*(?P<no>不(?:再)?用|弃用|卸载|"
            rf"卸)(?:掉)?(?:了)?\s*(?P<what>{LATIN}|[\u4e00-\u9fff]{{2,8}}?)(?:了|很久了)$"
        ),
        attribute=lambda found, scene: f"uses:{tool_category(found['what'])}",
        importance=0.7,
        changes=Regex(""),
        when=lambda found, scene: is_own_doing(found, scene) and not re.search(r"[你您]", scene.text),
    ),
    Frame(
        name="a value of a thing",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?P<thing>[\u4e00-\u9fffA-Za-z ]{{0,12}}(?:单价|报价|价格|扭矩|力矩|阈值|超时|端口|版本|空调|"
            r"温度|水温|亮度|音量|密度|周期|频率|电压|电流|转速|精度|误差|码率|分辨率|并发|副本数?|押金|"
            r"timeout|port|replicas?|version|batch size|人数))"
            r"(?:晚上|白天|现在|目前|要|就|一般|固定|统一|改|调|设|定|按|涨|降|应该)*(?:是|为|在|到|成|"
            rf"按)?\s*(?P<what>{AMOUNT})"
        ),
        attribute=lambda found, scene: f"value:{rule_topic(scene.text, found['thing'].strip().casefold())}",
        single=True,
        changes=Regex(r"[涨降加减调改升提缩砍换变][到成为至了]|现在"),
        importance=0.8,
        when=lambda found, scene: not scene.request and not scene.once and is_own_plan(found, scene),
        elliptic=False,
    ),
    Frame(
        name="changed to",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:改叫|改名[叫为成]?|更名为|换成|换到|换回|(?<![位司])换了(?!个人|新|个?地)|改用|改成|改为|"
            r"转用|(?:切到|切成|"
            r"切回)(?=\s*[A-Za-z])|切换到|迁移?到|迁去|转到|升级[到成]|switch(?:ed)?\s*(?:to|到|成)|"
            r"(?:全部?|都)?(?:迁|搬|挪)[到去](?=[A-Za-z])|"
            r"现在(?:全|都|改)?(?:用的?是?|是用|就?是(?=\s*[A-Z]))|现在全是|回归)\s*(?:一?[台部辆款件](?=..))?(?P<what>[^，。]{1,20}?)(?:了|上了)?$"
        ),
        attribute=_uses,
        single=True,
        changes=Regex("改|换|转|迁|升级|现在|switch", re.IGNORECASE),
        importance=0.75,
        when=lambda found, scene: (
            is_own_plan(found, scene)
            and not scene.request
            and not re.search(r"^[了啦过]|[你您它他她]", found["what"])
            and not re.search("试试|试一?下|看看|怎么样|敬语|文言", scene.text)
            and not (scene.standing and re.match("(?:中文|英文|英语|普通话|粤语|简体|繁体|双语)", found["what"]))
            and not re.search(r"[你您它他她]", scene.text)
            and (is_own_doing(found, scene) or len(scene.text[: found.start()]) <= 12)
        ),
        elliptic=True,
    ),
    Frame(
        name="decided",
        kind=Kind.DECISION,
        pattern=Regex(
            r"(?:决定(?:了)?|(?<![不还没])定(?:了|下(?:来)?(?:了)?|成|为|死)(?!没|吗|在)|敲定|拍板|选定|"
            r"最[后终](?:还是)?(?:选|用|定|走|上|买)(?:择|了|的是)?|选了|确定(?:了|用|是|走)|说好了?|"
            r"约定(?:好)?(?:了)?|谈好了|"
            r"谈妥了?|商量好了|说定了|达成一致|就(?:选|定|买)(?!是|行|好|了吧)|采用|采纳|"
            r"go with|stick with|settled? on|finali[sz]e|还是(?:用|选|走|按|要|考|读|买|去|学|做|订|定)(?=[^，。]{2,})|"
            r"拿定主意)\s*(?P<what>[^，。]{0,24})"
        ),
        attribute=_decision,
        single=True,
        importance=0.75,
        when=lambda found, scene: (
            is_own_plan(found, scene)
            and not re.match(rf"{FUTURE}[^，。]*(?:去|来|到|办|做|飞|走|见|考|搬)", found["what"])
            and not re.search(r"没定|未定|还没|不确定|一定|说不定|定了再|肯定|固定|规定|不一定|定时", scene.text)
            and bool(
                found["what"].strip()
                or re.sub(r"会上|最后|评审后?|终于|刚才|[就都了]", "", scene.text[: found.start()])
            )
        ),
        elliptic=False,
    ),
    Frame(
        name="rejected",
        kind=Kind.DECISION,
        pattern=Regex(
            r"(?P<no>砍(?!到|价|[我你他她人柴树死])(?:掉)?(?:了)?|不做了|不搞了|放弃(?:了)?|否(?:了|掉|决)|pass\s*(?:了|掉)?|"
            r"drop(?:ped)?\s*(?:了|掉)?|弃用|没(?:上|选|用|采用|走|买)(?!过|完|心|事|意|几|多|少|到|起)|"
            r"(?<![连登跟赶追用看考得吃接加传点打比算说舍看轮])不(?:上|选|走|续|买|考虑|采用|要|订|租|"
            r"办)(?:费|约|签)?(?=了|$|[^，。]{1,12}了$)|停掉|下线|"
            r"毙(?:了|掉)|作废|取消订阅|退订|退了)\s*(?P<what>[^，。]{0,20})"
        ),
        attribute=_decision,
        single=True,
        changes=Regex("(?:放弃|砍|否|毙|作废|退|停)[掉决]?了"),
        importance=0.7,
        when=lambda found, scene: (
            is_own_plan(found, scene)
            and not scene.request
            and (
                scene.previous == Kind.DECISION
                or bool(re.search(rf"最后|最终|决定|算了|到期|方案|会员|{WE}|评审|我(?!去|来)", scene.text))
                or bool(re.search(r"砍|否|弃|drop|pass|毙|不[做搞]了", found["no"]))
            )
        ),
        elliptic=False,
    ),
    Frame(
        name="we use",
        kind=Kind.DECISION,
        pattern=Regex(
            rf"(?P<thing>[^，。]{{0,14}}?)(?:{WE})(?:这边|组|团队|项目|"
            rf"\s*team)?(?P<on>[^，。]{{0,10}}?)(?:统一|都|就|目前|现在|一直)*(?:用的?是?|走|上|选|"
            rf"跑在)\s*(?P<what>{LATIN}[^，。]{{0,10}})"
        ),
        attribute=_our_choice,
        single=True,
        importance=0.7,
        when=lambda found, scene: is_own_plan(found, scene) and not (found["on"] or "").endswith("不"),
        elliptic=False,
    ),
    Frame(
        name="part uses",
        kind=Kind.DECISION,
        pattern=Regex(
            rf"^(?![这那])(?P<thing>[\u4e00-\u9fffA-Za-z ]{{2,10}}?)(?:统一|都|就|目前|现在|的)*(?:用|走|"
            rf"跑在)\s*(?P<what>(?=[A-Z]){LATIN})(?:写|做|存|跑)?$|"
            r"(?P<part>(?:后端|前端|数据库|缓存|消息队列|日志|监控|部署|语言|框架|移动端|网关|存储|CI))(?:是|"
            rf"在)?(?P<tool>(?=[A-Z]){LATIN})$"
        ),
        attribute=lambda found, scene: f"decision:{(found['thing'] or found['part']).strip().casefold()}",
        value=lambda found, scene: found["what"] or found["tool"],
        single=True,
        importance=0.6,
        confidence=0.8,
        when=lambda found, scene: (
            is_own_plan(found, scene) and not scene.request and not re.search(r"[你您我]|怎么|不|没", scene.text)
        ),
        elliptic=False,
    ),
    Frame(
        name="customer wants",
        kind=Kind.DECISION,
        pattern=Regex(
            rf"{ME}?(?:要|想要|要求|希望|申请|选择)(?P<what>换货|退货|退款|换新|维修|赔偿|补发|开发票|投诉|退换)"
        ),
        attribute="decision:after-sales",
        single=True,
        importance=0.7,
        when=lambda found, scene: is_own_doing(found, scene),
    ),
)
