"""Messages that speak of the user in the third person, as notes of other systems do: read as if the user said them."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.reader.statement import RuleReading, SkippedPart, Statement
from mnemic.reader.zh.lexicon import FUTURE, NUMBER, PAST, RECUR, RELATION
from mnemic.reader.zh.person import PERSON

NAMED = r"(?:该|本|这[位名]|此|当前)?用户"
PREDICATE = (
    rf"(?:{RECUR}|{FUTURE}|{PAST}|其实|也|还|都|就|更|最|很|非常|特别|比较|正在|正|已经?|曾|刚|将|会|要|只|从不|从来|"
    r"现在|目前|今年|今天|以前|之前|习惯|喜欢|偏[好爱]|热爱|爱|讨厌|不|没|对|住|在|是|有|养|用(?!户)|叫|姓|属|家|的?"
    rf"{RELATION}|的|想|希望|打算|计划|准备|决定|选择|要求|需要|倾向|擅长|会|能|做|当|从事|担任|任|吃|喝|开(?!发)|骑|玩|学|"
    rf"读|去|来自|搬|换|改|买|卖|订|戴|穿|怕|恐|晕|戒|患|过敏|{NUMBER}\s*岁|怀孕|结婚|离婚|单身|毕业|退休|出生|居住|拥有|"
    r"认为自己|负责|常|曾经|工作|身高|体重|母语|预算|生日|职业|老家|手机|电脑|早餐|英文名)"
)
OPENS = Regex(rf"(?:^|(?<=[。！!；;\n]))\s*(?:[-*•]\s*|\d+[.、)]\s*)?(?:备注|记录|信息)?[：:]?{NAMED}(?={PREDICATE})")
OF_A_PRODUCT = Regex(
    r"用户(?:表|数|名(?!是|叫|为)|组|群|体验|增长|画像|反馈|端|ID|id|协议|需求|故事|调研|访谈|量|中心|登录|注册|点击|下单|输入|"
    r"提交|请求|支付|态|权限|管理|类型|模块|手册|界面|交互|评论|评价|投诉|留存|在(?:页面|首页|搜索|点|登)|不能登|无法|会话)|"
    r"用户们|所有用户|每个用户|多数用户|新用户|老用户|接口|页面|字段|后台|数据库|报错|bug|API|需求文档|产品经理说",
    re.IGNORECASE,
)
SECOND = Regex("我|俺|本人|咱|[你您]")
PRONOUN = Regex(r"(?<![其吉])(?:[他她](?![们人日])|TA|ta(?![a-z]))")

HIM = Regex(NAMED)
HIM_TOO = Regex(f"{NAMED}|{PRONOUN.pattern}")


def speaks_as_other(message: str) -> bool:
    """Whether a message speaks of the user as somebody else would, and of no users of a product."""
    return bool(OPENS.match(message)) and not OF_A_PRODUCT.search(message) and not SECOND.search(message)


def to_first_person(message: str) -> tuple[str, tuple[int, ...]]:
    """The message as the user would say it, and for each of its code points the place it comes from."""
    alone = not any(_other(found) for found in PERSON.finditer(message))
    pattern = HIM_TOO if alone else HIM
    text, places, done = "", [], 0
    for found in pattern.finditer(message):
        text += message[done : found.start()] + "我"
        places += [*range(done, found.start()), found.start()]
        done = found.end()
    return text + message[done:], (*places, *range(done, len(message)), len(message))


def _other(found: re.Match[str]) -> bool:
    """Whether a mention is of somebody whom a later 她 could mean."""
    return bool(found["rel"] or found["nick"] or found["latin"])


def restore_spans(reading: RuleReading, message: str, places: tuple[int, ...]) -> RuleReading:
    """The reading with its spans, and the parts passed by, in the words of the message itself."""
    return RuleReading(
        statements=tuple(_moved(statement, places) for statement in reading.statements),
        passed=tuple(SkippedPart(text=_as_told(part.text), reason=part.reason) for part in reading.passed),
    )


def _moved(statement: Statement, places: tuple[int, ...]) -> Statement:
    return replace(statement, start=places[statement.start], end=places[min(statement.end, len(places) - 1)])


def _as_told(text: str) -> str:
    return text.replace("我", "用户")
