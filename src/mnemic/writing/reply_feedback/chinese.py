"""Verdicts in Chinese."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.writing.reply_feedback.feedback_rules import TOLD_ENDINGS, AnswerEnding, FeedbackPolarity, feedback_rule

_END = (
    r"(?:\s*(?:的|了|啦|啊|呀|呢|哦|哈|嘛|吧|喽|咯|呗|哒|滴|耶|哇|嘞))*+(?:\s*(?:谢谢你?|谢了|多谢|哈+|拜托|好吗))*+"
    r"(?=\s*(?:[,.!;:~…—()\n]|[\U0001f300-\U0001faff]|$))"
)
"""What may stand between a verdict and the end of its clause."""
_NAMED_END = r"(?:了|啦|哈|哦)*+(?=\s*(?:[,.!;:~…—()\n]|$))"  # 酒吧 ends like a particle
_SURELY = r"(?:完全|非常|特别|真的?|太|很|挺|超级?|绝对|确实|的确|简直|还是|都|相当|十分|果然)*+"
_THIS = (
    r"(?:(?:这|那)(?:个|样|条|家|间|次|回|句|里|就|都|也|的?答案|个?说法|种)*+"
    r"|你(?:的)?(?:答案|回答|说的|讲的|记的|推荐的|选的)|它)?"
)
_NOT = r"(?:不|没|并不|都不|还是不|也不)"
_MEANT = r"(?:要找|要|想要|说|指|问|找|需要|想|想说|想问|要求|想找|说过|点|订|记得)"
_LATER = r"(?:以后|今后|下次|下回|往后|从今往后|从现在起|从今天起|之后)(?:请|麻烦|拜托)?(?:你)?(?:都|就|可)?"
_STOP = r"(?:别|不要|甭|不许|不准|少)(?:再|总是?|老是?|又)*+"


_LASTING = (
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.95,
        r"你(?:是|怎么|又|肯定|应该|可能|好像|好像是|一直|老是?|总是?|全|都|就)*+(?:记(?:错|岔|混|反|串|成别的)|记得?(?:不对|不准|不清)|记忆有误)了?",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG, 0.9, r"你把[^,.!;]{1,10}(?:记错|记混|记反|记岔)了?", plain=True, lasting=True
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:又|全|都|你那边)?(?:记错|记岔|记反|记混|记串)了?{_END}",
        after=TOLD_ENDINGS,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        rf"(?:{_LATER}{_STOP}|{_STOP}再|(?=[^,.!;]*了)(?!别(?:这|那)样嘛){_STOP})(?:给我)?(?:这样|这么|那样|那么)"
        r"(?:做|说|写|叫我?|推荐|安排|弄|回答?|答|干|搞|办|选|订|称呼我?|处理)*+"
        rf"{_END}",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:{_LATER})?(?:别|不要|甭)(?:再|总是?|老是?)+(?:给我|跟我|向我)?(?:推荐|提|安排|订|推|列|说|选|介绍)(?:起|到)?"
        rf"(?P<about>[^,.!;:\s]{{1,12}}?){_NAMED_END}",
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:以后|今后|下次|下回|往后)(?:请|麻烦)?(?:你)?(?:别|不要|甭)(?:再)?(?:给我|跟我|向我)?(?:推荐|提|安排|介绍)"
        rf"(?P<about>[^,.!;:\s]{{1,12}}?){_NAMED_END}",
        lasting=True,
    ),
)

_WRONG = (
    feedback_rule(FeedbackPolarity.WRONG, 0.9, rf"我?(?:的意思)?{_NOT}?不?是(?:这个|那个|这)意思{_END}", plain=True),
    feedback_rule(
        FeedbackPolarity.WRONG, 0.9, rf"(?:这|那)?(?:并|根本|压根|完全|可)?不是我(?:想)?{_MEANT}的", plain=True
    ),
    feedback_rule(FeedbackPolarity.WRONG, 0.9, rf"我{_MEANT}的?(?:根本|并|又|可|压根儿?)?不是(?:这|那|它)", plain=True),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"你(?:是|怎么|又|肯定|应该|可能|好像|好像是|一直|老是?|总是?|全|都|就|完全)*+(?:弄|搞|理解|听|看|说|答|选|会错意|误会|误解|想|订|算|猜)"
        r"(?:[错反混岔]|我的意思|我|拧)了?",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"你(?:是|又|完全|可能|应该)*+(?:会错意|误会|误解|没(?:听|看|理解|弄|搞)(?:懂|明白|清楚?))",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        rf"{_THIS}(?:地址|日期|时间|号码|名字|数字|价格|信息|答案|人|地方|回答|结果)?{_SURELY}(?:不(?:对(?:,?不对)*+|正确|准确?|符合|是真的)|有误|有问题){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG, 0.85, rf"(?:这|那)(?:个|条|样|次|回|家|的)?{_SURELY}(?:不对|不准确?|错){_END}"
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        rf"{_THIS}(?:又|全|都|还是|完全|彻底|就|肯定|明显)*+(?:答|说|弄|搞|理解|选|订)?[错反]了?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:才|可|根本|压根儿?|并|也|都|又)?不是(?:这样|这么回事|这回事|那回事|那样|这个|这家|这间|这条|那个|它)"
        rf"(?:子)?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG, 0.75, r"不(?:是)?(?:的|啊|呀)?,\s*(?:我|应该是|是(?!不是))", after=TOLD_ENDINGS
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        rf"(?:要的)?不是(?P<about>(?!什么|很|太|说|故意|开玩笑|因为|不|没|谁|所有|每|只|光|特别|急|大|一|吧|吗|嘛|这|那|有)"
        rf"[^,.!;:\s我你他她]{{2,8}}?)(?:的)?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        r"我(?:可|从来|从|压根|根本|并|什么时候)*+没(?:有)?(?:这么|这样|那么)?(?:说|讲|要求|提|点|要|问)过?"
        rf"(?:这个?|这话|这种话|这事|这些|那个?|它)?{_END}",
        plain=True,
    ),
    feedback_rule(FeedbackPolarity.WRONG, 0.75, r"你(?:怎么)?又(?:给|都|全)?忘(?:了|记了|啦)", after=TOLD_ENDINGS),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:根本|压根儿?|完全)?没(?:有)?(?:这|那)(?:么)?回?(?:事|一说){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        rf"(?:你)?(?:又|完全|简直|真是|这是|在)*+(?:答非所问|文不对题|牛头不对马嘴|驴唇不对马嘴|所答非所问|跑题|离题|偏题"
        rf"|胡说八道|胡扯|瞎编|瞎说|胡编乱造|张冠李戴|乱说|一派胡言){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"{_THIS}(?:也|真|一点(?:儿)?(?:都|也)?|根本|完全|啥|什么)*+(?:没(?:什么|啥|一点)?(?:用|帮助)|没帮(?:上|到)(?:什么|我|啥)?忙?"
        rf"|不管用|帮不上忙|不靠谱|差评|不行|不合适|不满意){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        rf"(?:那|这)(?:都)?是(?:以前|过去|去年|老早|很早|上次|之前|旧|老黄历)(?:的(?:事情?|地址|信息|安排|号码)?)?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        rf"{_THIS}(?:地址|日期|时间|号码|信息|价格)?(?:早就?|已经|都)*+(?:过时|过期|不是这样|不是了|改了|变了)(?:了)?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(FeedbackPolarity.WRONG, 0.9, r"\[?(?:踩|差评)\]?$|\[弱\]"),
)

_HELPED = (
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.9,
        r"(?:对|没错|嗯|是的?|可不|哎)*+,?\s*(?:正|就|这就|那就|这正|可不就|不就)是(?:这样|这么回事|这个意思|这意思|这个|这家|这间|这条|这回事|它|那个"
        rf"|那家|这一?[个家款种本趟班]){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.95,
        rf"(?:这|那)?(?:个|些|家)?(?:就|正|恰恰|恰好|刚好)+是?我(?:最|一直)?(?:想|在)?{_MEANT}(?:了)?的",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.9,
        rf"你{_SURELY}(?:说|讲|记|猜|答|理解|选)(?:得|的)?{_SURELY}(?:对|没错|准|清楚|好|牢|到位|仔细|不错|明白){_END}",
        plain=True,
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.85, rf"你(?:可|真|果然|最|太|还是|真的)+懂我{_END}", plain=True),
    feedback_rule(FeedbackPolarity.HELPED, 0.85, r"你(?:还|真|居然|竟然|都|果然)+记得(?!吗)", plain=True),
    feedback_rule(
        FeedbackPolarity.HELPED, 0.85, r"你(?:果然|确实|真的?)?(?:没|沒)(?:有)?(?:记|说|弄|搞|理解|猜|听)错", plain=True
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"你的?(?:记性|记忆力){_SURELY}(?:好|棒|强|不错){_END}|说到(?:点子|心坎)(?:上|里)了?{_END}",
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.8, rf"(?:没|沒)记错{_END}", after=TOLD_ENDINGS),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"{_SURELY}(?:说|讲|记|猜|答)(?:得|的)?{_SURELY}(?:对|没错|准|清楚|牢){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"{_THIS}(?:完全|一点(?:儿)?)(?:正确|对|没错|不错){_END}|正确{_END}|(?:一点(?:儿)?)?没错{_END}"
        rf"|(?:你)?(?:答|猜|说)对了?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.75,
        rf"对(?:对|的|啊|呀|头|滴){{0,4}}{_END}|是(?:的|啊|呀)*+{_END}|对的?{_END}|没错{_END}",
        after=frozenset({AnswerEnding.CHECK}),
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.75, rf"对{{2,}}{_END}|对的{_END}", after=TOLD_ENDINGS),
    feedback_rule(
        FeedbackPolarity.HELPED, 0.75, rf"{_THIS}{_SURELY}(?:完美|正合我意|合我心意|合我胃口|深得我心){_END}"
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"{_THIS}(?:这|你)?(?:可|真|太|很|非常|挺|特别|确实|真的|超|对我)+(?:有(?:用|帮助)|管用|帮(?:到|上)我?了?(?:大忙)?|准|贴心|懂我|到位)"
        rf"{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"(?:这|你|可|真|太|真的|真是|又)*+帮(?:了|到|上)?(?:我)?(?:了)?(?:大|一个大)?(?:忙|到了|上忙){_END}"
        rf"|(?:这|真)?解决(?:了)?(?:我的)?(?:大)?问题了?{_END}|(?:搞定,\s*)?问题(?:都|全)?解决(?:了|啦){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        r"(?:我|就|已经|都|刚刚?|全|也|票|酒店|房间?|机票|位子|餐厅)*+(?:订|下单|预订|预定|付款?|买|约|定|抢|支付)(?:好|完|到|成功|成|过)*+(?:了|啦|咯|喽)"
        rf"(?:单)?{_END}",
        after=frozenset({AnswerEnding.STATEMENT, AnswerEnding.OFFER}),
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        r"(?:那)?就(?:订|定|选|要|买|用|按|去|住|坐|来|是)?(?:这|那)(?:(?:个|家|间|班|趟|款|套|份|张|本|里|条|种)(?:办|定|来|订|做|安排|走)?|[样么](?:办|定|来|订|做|安排))(?:了|吧)*+"
        rf"{_END}|(?:那)?就(?:它|这么定|这么办|这样定|按你说的办?)(?:了|吧)*+{_END}",
        after=frozenset({AnswerEnding.STATEMENT, AnswerEnding.OFFER}),
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.85, rf"点赞{_END}|\[?(?:赞|强)\]|给你点(?:个)?赞|好评"),
    feedback_rule(FeedbackPolarity.HELPED, 0.7, rf"{_SURELY}(?:满意|靠谱){_END}", after=TOLD_ENDINGS),
)

CHINESE_FEEDBACK_RULES = (*_LASTING, *_WRONG, *_HELPED)

_ASKS = Regex(
    r"(?:吗|么|呢|没有|是不是|对不对|好不好|行不行|可不可以|能不能)(?:啊|呀)?\s*[.~…!]*\s*$"
    r"|^\s*(?:是不是|有没有|会不会|能不能|为什么|怎么|哪|谁|什么时候)"
)
_OFFER = Regex(
    r"(?:要不要|需不需要|需要(?:我)?|要(?:我)?(?:帮|替|给)|(?:我)?帮(?:您|你)|给(?:您|你)|可以(?:订|下单)|(?:订|选|定)(?:这|哪)|就)[^.!?]*"
    r"(?:吗|么|呢|吧|怎么样|好不好|行不行|可以吗|行吗)?\s*\?\s*$"
)
_CHECK = Regex(r"(?:对吗|对吧|对不对|是吗|是吧|是不是|没错吧|是这样吗|对么|没记错吧)\s*\?*\s*$")


def ends_with_offer(answer: str) -> bool:
    """Whether an answer ends by offering to do something."""
    return _CHECK.search(answer) is None and _OFFER.search(answer) is not None


def ends_with_check(answer: str) -> bool:
    """Whether an answer ends by asking if what it says is so."""
    return _CHECK.search(answer) is not None


def asks_question(sentence: str) -> bool:
    """Whether a sentence asks, with or without a question mark."""
    return _ASKS.search(sentence) is not None
