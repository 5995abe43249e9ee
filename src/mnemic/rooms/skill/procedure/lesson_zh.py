"""How a procedure is named, opened and announced in Chinese."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.rooms.skill.procedure.procedure_text import procedure_name

AROUND_MAX = 10  # characters besides the name in a message that only names what came before
_NOUN = r"(?:流程|步骤|做法|操作|过程|东西|一套|活儿?|套路|顺序)?"
_NAMING = Regex(
    r"(?:^|[，,。；;！!\s（(—-]+)(?:好[，,]?|行[，,]?|嗯[，,]?|那)?(?:"
    rf"(?:以后)?(?:我们|咱们?|你|就)?(?:把|给|管)?(?:以上|上面|刚才|刚刚|前面)?(?:说的?)?(?:这|那)(?:个|套|一套|整套|"
    rf"些|几步|一整套)?{_NOUN}(?:我们|咱们?|我|你)?"
    r"(?:就|以后|也|统一|先)*(?:叫它?(?:做|作)?|称(?:为|作)|命名为|起名(?:叫|为)?|取名(?:叫|为)?|起个名字?叫|"
    r"名字(?:就)?叫做?|"
    r"记(?:成|为|作)|存(?:成|为)|保存(?:成|为))|"
    rf"(?:以上|上面|刚才|刚刚|前面)(?:说?的)?{_NOUN}(?:就|以后)?(?:叫它?做?|称为|命名为|起名叫|记(?:成|为)|存(?:成|为)|"
    rf"保存(?:成|为))|"
    r"(?:就|以后就|以后|我们|咱们?|统一)*(?:叫它|管它叫|称之为|命名为|起名叫|取名叫|名字(?:就|是|叫)+|(?:把它|它)(?:记|"
    r"存|保存)(?:成|为)|"
    r"记(?:成|为)(?=[「“\"])|存(?:成|为)(?=[「“\"]))"
    r")[：: ]?(?P<name>(?![我他她你它啥]|什么|人|车|外卖|大家)[「“\"'《]?[^，。；;！!？?\n「」“”\"']{2,20}?[」”\"'》]?)"
    r"(?:这个?(?:技能|流程))?(?:吧|好了|了|哈|啊|就行|就好)?[。！!）)~～]*\s*$"
)
_FROM_NOW = r"(?:以后|今后|往后|从现在起|从今往后|从今天起|每次|每回|以后每次|凡是|只要|每当|当|如果)"
_A_LITTLE = r"(?:一?下|一遍|一招|一手|个(?:新?(?:技能|流程|东西|法子|招))?|个事|一个(?:新?(?:技能|流程)))"
_OPENED: tuple[Regex[str], ...] = (
    Regex(
        rf"^(?:对了|那|嗯|好)?[，,]?{_FROM_NOW}(?:我|我们)?(?:一)?(?:跟你|对你)?(?:说|喊|提到|让你|叫你|"
        rf"要你)[：:]?[「“\"']?"
        r"(?P<trigger>[^，。：:；\n」”\"']{2,20}?)[」”\"']?(?:的时候|时|的话)?[，,：:]\s*(?:你)?(?:就|都|要|得|请)*"
        r"(?P<steps>.*(?:首先|第一步|先|1[.、)）]).+)$",
        re.DOTALL,
    ),
    Regex(
        rf"^(?:对了|那|嗯|好)?[，,]?{_FROM_NOW}[，,]?(?:每次|每回|我|你|我们|要|需要|帮我|给我|再)*"
        r"(?P<trigger>[^，。：:；\n]{2,16}?)(?:的时候|时|的话|之前|前)?[，,：:]?\s*(?:你|我们)?(?:就|都|要|得|一律|"
        r"统一|请|按|应该)*"
        r"(?P<steps>(?:首先|第一步|先(?![生进前])|1[.、)）]).+)$",
        re.DOTALL,
    ),
    Regex(
        r"^(?:来|好|那|嗯|对了)?[，,]?(?:我|让我|今天)?(?:来|再|想)?(?:教(?:你|给你|一下你)|跟你(?:说|讲)|给你讲|"
        rf"告诉你){_A_LITTLE}?(?:[，,：:。 ]+(?:(?:名字)?叫(?:做|作)?)?)?"
        rf"(?:(?:以后|每次|当|只要)?我(?:要|说|喊|需要|想要|让你)[：:]?)?"
        rf"(?:怎么|如何|怎样)?[「“\"']?(?P<name>(?!{_A_LITTLE}[，,：:。])[^，。：:？?！\n「」“”\"']{{2,20}}?)[」”\"']?(?:的)?"
        r"(?:步骤|流程|方法|做法|写法)?(?:的时候|时|的话)?(?:(?:就?是|就)?(?:这样|这么)(?:的|子|写|做|弄|走|来|办|操作)?|"
        r"如下|就?是)?[，,：:。\n]\s*"
        r"(?P<steps>.*(?:首先|第一步|先|1[.、)）]|[-*•]).+)$",
        re.DOTALL,
    ),
    Regex(
        r"^(?P<name>[^，。：:？?！\n]{2,20}?)(?:的)?(?:步骤|流程|方法|做法|顺序)(?:是|如下|是这样的?|"
        r"这样走)?[，,：:\n]\s*"
        r"(?P<steps>(?:首先|第一步|先|1[.、)）]|[-*•]).+)$",
        re.DOTALL,
    ),
)
_ANNOUNCED = Regex(
    r"^(?:来|好|那|嗯|对了|今天)?[，,]?(?:我|让我)?(?:来|再|想|要|准备)?(?:教(?:你|给你|一下你)|跟你(?:说|讲)|"
    r"给你讲)(?:一?下|一遍|一招|个)?"
    r"(?:怎么|如何|怎样)?(?P<name>[^，。：:？?！!\n]{2,20}?)(?:的)?(?:步骤|流程|方法|做法)?(?:吧|哈|啊|了|，你(?:记住|"
    r"记好|听好))?[。：:！!~～]*$"
)
_LED = Regex(
    r"^(?:(?:好的?|嗯|行|那|来|听好|记好|是这样的?)[，,。：:！! ]*)*(?:(?:步骤|流程|顺序|做法)(?:是|如下|"
    r"就是)?[：:，,]?\s*)?"
)
HAPPENED = Regex(
    r"(?:昨天|前天|上周|上个?月|刚才|那天|当时|去年|昨晚|今早|小时候).{0,40}先|"
    r"先[^，。]{1,12}了[^，。]{0,6}[，,].{0,30}了"
)
"""What tells of something done rather than of what to do."""


def closing_name(message: str) -> tuple[str, int] | None:
    """The name a message ends by giving, and where that begins."""
    found = _NAMING.search(message.rstrip())
    return None if found is None else (procedure_name(found["name"]), found.start())


def opening_procedure(message: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Name, steps and triggers of a message that opens by saying what it teaches."""
    for pattern in _OPENED:
        if (found := pattern.match(message.strip())) is not None:
            groups = found.groupdict()
            trigger = groups.get("trigger") or ""
            return trigger or groups["name"], found["steps"], ((trigger.strip(),) if trigger else ())
    return None


def announced_name(message: str) -> str:
    """What a message says it will teach, without doing so yet; empty where it does not."""
    found = _ANNOUNCED.match(message.strip())
    return found["name"].strip() if found else ""


def strip_lead_in(message: str) -> str:
    """Instructions without what leads to them."""
    return _LED.sub("", message.strip(), count=1)
