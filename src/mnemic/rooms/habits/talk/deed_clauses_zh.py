"""What a Chinese clause tells of having been done, in whichever words: 夜跑回来, 羽毛球打完了,"
" 图书馆今天很安静, 跟爸视频."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.rooms.habits.talk.act import Act, ActForm, ActKind
from mnemic.rooms.habits.talk.act_words_zh import DIGITS, OTHERS, TIME
from mnemic.rooms.habits.talk.activities import ActivityFormKind, ActivityLexicon, NamedActivity

_DONE = r"(?:了|完|过|着|好|起|上|罢)"
_SOME = (
    rf"(?:了?(?:{DIGITS}+(?:个)?(?:半)?[{HAN}]{{0,4}}?|半个?[{HAN}]{{1,3}}?|一?会儿?|一?下午|一晚上?|点儿?|些|个"
    rf"|场|次|好久|半天|到半夜|全麦|自己的)的?)?"
)
_KIN = {
    "妈妈": "妈妈 老妈 母亲 我妈 妈",
    "爸爸": "爸爸 老爸 父亲 我爸 爸",
    "父母": "爸妈 父母 爸爸妈妈 二老",
    "外婆": "外婆 姥姥",
    "外公": "外公 姥爷",
    "奶奶": "奶奶",
    "爷爷": "爷爷",
    "姐姐": "姐姐 我姐 老姐",
    "妹妹": "妹妹 我妹",
    "哥哥": "哥哥 我哥",
    "弟弟": "弟弟 我弟",
    "女儿": "女儿 闺女",
    "儿子": "儿子",
    "姑姑": "姑姑 大姑",
    "舅舅": "舅舅",
    "孙子": "孙子 孙女 外孙",
    "女朋友": "女朋友 女友 对象",
    "男朋友": "男朋友 男友",
    "闺蜜": "闺蜜",
}
_KIN_OF = {form: name for name, forms in _KIN.items() for form in forms.split()}
_PERSON = rf"(?:我)?(?P<kin>{'|'.join(sorted(_KIN_OF, key=len, reverse=True))})"

NEVER = Regex(
    r"没(?![墨电劲力声停人变])|[未勿]|(?<![特分离个告])别(?!人)|请(?:了|人|阿姨|师傅|保洁)|雇|取消|推迟|改到"
    r"|改期|改天|错过|缺席|打算|计划|(?<!冥)想(?!起|到|象)|可能|也许|大概会|如果|要是|假如|希望|但愿|能不能|该(?!死)"
    r"|吗|什么|怎么|为何|哪(?!怕)|？|\?|提醒|明[天早晚日]|后天|下周|下个?月|下星期|待会|等会|等下|一会儿再"
    r"|回头再|过几天|再说|以后|将要|快要"
    r"|报名|报了|预约|约了|推荐|比赛|决赛|视频教|攻略|文章|日程|清单|待办|好处|到期|打折|太贵|好贵|贵不贵|坏了"
    r"|丢了|退了|卖了?掉?|调音|招人|忘"
    r"|(?<![抬忍停合了跟进睡看走])不(?:参加|上|练|做|打|游|画|骑|弹|写|爬|遛|浇|下|跑|想|能|会|去|用|打算|准备"
    r"|敢|让|行|开)|要(?:去|做|来|多|开|拆|搬|换)|得去|应该|都说|听说|说(?:要|应该|能|可以|多|是|长)|叫我|让我"
    r"|建议|搜"
    r"|的视频|别人|算了|偷懒|请假|(?<!到)关门|开门|停业|闭馆|倒闭|装修|没了|先欠着|帮我|帮忙|轮到|梦见|现在(?!刚"
    r"|才)|主要|负责|办了|的卡|听[\u4e00-\u9fff]{1,3}[讲说]|麻烦|给我(?!打|送|做|讲)|替我|请[你您]|安排(?:在|到"
    r"|成)|放[在到]|[定改约挪调][在到成]|翘了|鸽了|放鸽子"
)
"""What was not done, is only planned, wanted, asked or spoken about."""
_CUE = Regex(
    rf"[了完过着刚又]|回来|打卡|归来|收工|结束|终于|的时候|(?:去|在|从|泡|逛)(?=[{HAN}])|到(?=[{HAN}])"
    rf"|得(?=[{HAN}])|收获|遇到|赢|输|碰"
    rf"|今[天早晚日]|昨[天晚]|早上|晚上|下午|中午|清晨|傍晚|早起|一早|下班|睡前|饭后|周末|课间"
    rf"|{DIGITS}+(?:个)?(?:多)?(?:小时|分钟|公里|圈|米|次|遍|页|组|局|盘|场)"
    rf"|半小时|一会儿|会儿"
)
_NOT_HEAD = Regex(
    r"(?:鞋|机|垫|卡|服(?!务)|裤|帽|镜|拍(?!子?了)|包(?!子)|器|凳|壶|绳|杖|盘(?!腿)|盒|架|桌|软件|应用|视频|文章"
    r"|比赛|决赛|攻略|课本|教练|头盔|手机"
    r"|地址|地图|谱|装备|班(?=[太很贵招])|书(?=[太很])|App|app|的(?:文章|视频|好处|事$|地址|手机|卡|课本|谱子"
    r"|意义|方法)|市场|场|分类|袋|桶|价|票|券)"
)
_BEGINS = Regex(
    r"^(?:我们?|咱们?|俺|又|刚刚?|终于|一直|正在|正|还|也|都|顺便|顺路|就|才|已经|再|一早|一大早|早起|早上起来"
    r"|起床|下班|放学|饭后|周末|今天的?"
    r"|今晚的?|昨晚的?|下雨也|出门|下楼|累到|好久|总算|跟着视频|和我一起|吃完饭|吃过饭|然后|忙完)"
)
_OTHER = Regex(
    rf"{OTHERS.pattern}|^(?:医生|报纸|教练|网上(?=都|说)|外婆|外公|奶奶|爷爷|姥姥|姥爷|婆婆|岳母|叔叔|阿姨|姑姑"
    rf"|舅舅|表[哥姐弟妹]|堂[哥姐弟妹]|隔壁"
    r"|对门|楼上|楼下(?!倒)|阿[\u4e00-\u9fff](?=今|昨|又|去|在|刚)|他们|她们|人家|谁)"
)
_COMPANY = Regex(r"^(?:和|跟|与|同|陪|带|约|叫上|拉上)")
_DOES = r"[弹练拉吹打画写下做学背上玩拼织钩敷量测看读讲喝吃点叫洗晾叠熨烫倒扔丢剪录更浇烤记交发赶改填贴换刷听拖扫擦翻]"
_ASPECT = Regex(r"[了过着]|完(?!成)|好了")


def _patterns(form: str, how: ActivityFormKind) -> list[tuple[str, str]]:
    if how is not ActivityFormKind.DONE or "-" not in form:
        return [(form[0], re.escape(form))]
    verb, _, thing = (re.escape(part) for part in form.partition("-"))
    if form.endswith(("公里", "圈", "千米", "米", "趟", "来回", "万步")):
        return [(form[0], rf"{verb}{_DONE}?[{HAN}]{{0,2}}?{DIGITS}+个?{thing}")]
    inverted = (
        rf"{thing}(?:[{HAN}]{{0,2}})?(?:都|也|全|已经|终于|又|没少|给)?"
        rf"{verb}(?:了|完|好|过|到|得|掉|废|上|输|赢|撑|干净)"
    )
    straight = rf"{verb}{_DONE}?{_SOME}(?:{_ADJECTIVE})?{thing}"
    return [(form[0], straight), (form.partition("-")[2][0], inverted)]


_ADJECTIVE = r"[早晚午夜新老大小全热冰鲜][饭餐麦]?|三|两张?|厨房|一周的?|蓝色|英语|法语|毛笔"
_LEXICON = ActivityLexicon("zh", patterns=_patterns, stems=lambda core: core, starts=r"\S")


def chinese_deeds(clause: str, rest: str = "") -> Iterator[Act]:
    """The activities, visits and calls that a clause tells of; none where it was not done, or not by the user.

    Args:
        rest: what follows the clause in its sentence: 练吉他，和弦终于顺了.
    """
    if not clause or NEVER.search(clause):
        return
    begin = _begin(clause)
    if (contact := _contact(clause, begin)) is not None:
        yield contact
        return
    others = _OTHER.match(clause[begin:]) and all(named.begin > begin for named in _LEXICON.named(clause))
    if others and not re.search("[给送叫]了?我|催我|跟我|和我", clause):
        return
    seen: set[tuple[str, ...]] = set()
    for named in _LEXICON.named(clause):
        if named.core not in seen and _was(named, clause, begin, rest):
            seen.add(named.core)
            yield _act(named, clause, begin)


def _begin(clause: str) -> int:
    """Where a clause begins to say what was done: after times and fillers."""
    at = 0
    while found := TIME.match(clause, at) or _BEGINS.match(clause[at:]):
        length = found.end() - found.start()
        if not length:
            break
        at += length
    return at


def _was(named: NamedActivity, clause: str, begin: int, rest: str) -> bool:
    left, right = clause[: named.begin], clause[named.end :]
    if _NOT_HEAD.match(right) or re.search("[不没别是清小]$|看(?:了|完)?(?:场|个|篇)?$|聊(?:起|到)$|[问讲]$", left):
        return False
    bare = named.begin == begin and not right and _CUE.search(rest) is not None and NEVER.search(rest) is None
    if not (
        bare
        or _CUE.search(clause)
        or (named.hows == {ActivityFormKind.DONE} and _ASPECT.search(clause[named.begin : named.end + 2]))
    ):
        return False
    if named.hows == {ActivityFormKind.THING}:
        return _handled(left, right)
    if named.hows == {ActivityFormKind.PLACE}:
        if _PASSING.search(f"{left} {right}") or re.match("旁|门口|附近|对面|隔壁|后面|[一二三四五]楼", right):
            return False
        return re.search(rf"(?:去|在|从|逛|泡|到|回)(?:了|过|趟|的|一?趟|[{HAN}]{{0,4}})$", left) is not None or bool(
            _CUE.search(f"{left} {right}")
        )
    return not (
        re.match(r"(?:买|订|卖|修|搬|找|选|送|借)", left[begin:])
        and named.hows & {ActivityFormKind.THING, ActivityFormKind.EVENT}
    )


_PASSING = Regex(r"捡到|碰[见到]|看[见到]|走错|绕[到了]|路过|经过|新开|等了?.{0,6}车|落在|忘在")
"""What happens to somebody at a place, or to the place: no visit."""


def _handled(left: str, right: str) -> bool:
    """Whether a thing was used: a verb of doing before it or behind."""
    before = re.search(rf"{_DOES}{_DONE}?(?:[{HAN}]{{0,4}})?的?$", left)
    return (
        before is not None
        or re.match(
            rf"(?:课|练习|练)(?:{DIGITS}|了|完|结束|$)|打卡|(?:课|练习)?[{HAN}]{{0,3}}?{_DOES}(?:了|完|好|过|到|得|掉|上|出)",
            right,
        )
        is not None
    )


def _act(named: NamedActivity, clause: str, begin: int) -> Act:
    first = named.begin
    if ActivityFormKind.THING in named.hows and (
        verb := re.search(rf"{_DOES}{_DONE}?[{HAN}]{{0,4}}的?$", clause[: named.begin])
    ):
        first = max(verb.start(), begin)
    start = (
        begin
        if begin <= named.begin and named.end - begin <= SAID_MAX and not _COMPANY.match(clause[begin:])
        else first
    )
    said = _ASPECT.sub("", clause[start : named.end])
    if named.hows == {ActivityFormKind.PLACE} and not re.search("[去在到从逛泡]", said):
        said = f"去{clause[named.begin : named.end]}"
    said = re.sub("^从", "去", said)
    turned = ActivityFormKind.DONE in named.hows and _INVERTED.search(clause[named.begin : named.end]) is not None
    return _deed(said, named.core, form=ActForm.NOUN if turned else ActForm.PAST)


SAID_MAX = 12  # characters of what is quoted of a clause


_INVERTED = Regex("(?:了|完|好|过|到|得|掉|废|上|输|赢|撑|干净)$")


def _deed(said: str, core: tuple[str, ...], verb: str = "", *, form: ActForm = ActForm.PAST) -> Act:
    plain = TIME.sub("", said).strip() or said
    return Act(sort=ActKind.DEED, form=form, said=plain, core=frozenset(core), head=core[-1], verb=verb)


_CALL = Regex(
    rf"^(?:给|和|跟|与|同){_PERSON}[^，。]{{0,6}}?(?:打了?[^，。]{{0,4}}(?:电话|视频|语音)"
    rf"|打完[^，。]{{0,3}}(?:电话|视频)|视频|通了?[^，。]{{0,4}}(?:电话|视频|话)|语音|煲[^，。]{{0,2}}电话粥|电话)"
)
_ON_CALL = Regex(rf"^{_PERSON}(?:在)?(?:视频|电话|语音)(?:里|中|那头)")
_CALL_OF = Regex(rf"^(?:打|拨)(?:了|通|完)?[^，。]{{0,3}}(?:电话|视频)给{_PERSON}")
_VISIT = Regex(
    rf"^(?:去|回|到|来|抽空去|开车去|回去|陪|给)?(?:看望|探望|看|拜访|陪)(?:了|完|过)?(?:看)?{_PERSON}|^(?:去|在"
    rf"|回|从|到)(?:了)?(?:趟)?{_PERSON.replace('kin', 'home')}家"
    rf"|^给{_PERSON.replace('kin', 'given')}送了?"
)


def _contact(clause: str, begin: int) -> Act | None:
    """A call with one of the user's people, or a visit."""
    rest = clause[begin:]
    for pattern, verb in ((_CALL, "通话"), (_ON_CALL, "通话"), (_CALL_OF, "通话"), (_VISIT, "看望")):
        found = pattern.match(rest)
        if found is None:
            continue
        kin = next(name for name in found.groupdict().values() if name)
        end = found.end()
        said = _ASPECT.sub("", rest[:end])
        if pattern is _ON_CALL:
            said = f"跟{found[0]}"[: 1 + len(found[0]) - 1]
        return _deed(re.sub("^从", "去", said), (_KIN_OF[kin],), verb)
    return None
