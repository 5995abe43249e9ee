"""Which of a field's choices a message takes, by the choice's own words and its synonyms in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mnemic.domain.cached import cached
from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.slots import SlotKind

NAMED_CHOICE_CONFIDENCE, CLEAR_CHOICE_CONFIDENCE, ALONE_CHOICE_CONFIDENCE = 0.92, 0.84, 0.8

_SAME = """
window: window|window seat|by the window|靠窗|窗边|临窗|窗口位|靠窗户
aisle: aisle|aisle seat|on the aisle|靠过道|过道|靠走道|走道
middle: middle seat|中间座位|中间位
economy: economy|economy class|coach|coach class|经济舱
premium economy: premium economy|超级经济舱|高端经济舱
business: business|business class|公务舱|商务舱|商务座
first: first class|头等舱|一等座
second: second class|二等座
sleeper: sleeper|卧铺|软卧|硬卧
one way: one way|one-way|单程
round trip: round trip|return ticket|return trip|roundtrip|往返|来回
train: train|by train|rail|high-speed train|high-speed rail|高铁|火车|动车|坐火车
plane: plane|by plane|by air|flying|fly|flight|飞机|坐飞机|机票|飞机票
car: car|by car|drive|driving|rental car|自驾|开车|租车
bus: bus|coach|by bus|大巴|公交|公交车
taxi: taxi|cab|uber|打车|出租车|网约车|打的
bike: bike|bicycle|骑车|自行车
subway: subway|metro|underground|地铁
walk: on foot|walking|步行|走路
single: single|single room|单人间|单人房
double: double|double room|大床房|双人间|大床
twin: twin|twin room|twin beds|双床房|标准间|双床
suite: suite|套房
english: english|英文|英语
chinese: chinese|mandarin|中文|汉语|普通话
japanese: japanese|日文|日语
german: german|德文|德语
french: french|法文|法语
spanish: spanish|西班牙语|西班牙文
korean: korean|韩文|韩语
formal: formal|formally|正式|正式一点|官方
casual: casual|informal|relaxed|friendly|随意|轻松|随便|非正式|口语
low: low|低
medium: medium|normal|moderate|中等|一般|普通
high: high|高
urgent: urgent|asap|critical|紧急|加急|特急
cny: rmb|cny|yuan|人民币
usd: usd|us dollars|dollars|美元|美金
eur: eur|euro|euros|欧元
gbp: gbp|pounds|sterling|英镑
jpy: jpy|yen|日元
hkd: hkd|港币|港元
staging: staging|预发|预发布|预发环境|预生产
production: production|prod|live|生产环境|生产|正式环境|线上
testing: test environment|testing|测试环境|测试
development: development|dev|开发环境
meals: meal|meals|food|lunch|dinner|breakfast|餐费|餐饮|吃饭|午饭|晚饭|午餐|晚餐|饭钱|聚餐
transport: taxi|cab|uber|train|bus|metro|flight ticket|打车|出租车|车费|地铁|高铁|机票|火车票|交通|车票|网约车
lodging: hotel|accommodation|lodging|酒店|住宿|房费|宾馆
office: stationery|office supplies|办公用品|文具
card: card|credit card|by card|信用卡|刷卡
cash: cash|in cash|现金
alipay: alipay|支付宝
wechat: wechat|wechat pay|微信|微信支付
online: online|remote|remotely|video call|by video|on zoom|线上|远程|视频会议|视频
onsite: on site|on-site|onsite|in person|face to face|线下|现场|面对面|当面
morning: morning|in the morning|上午|早上
afternoon: afternoon|in the afternoon|下午
evening: evening|in the evening|晚上|傍晚
small: small|s|小号|小杯|小码
large: large|l|大号|大杯|大码
medium size: medium|m|中号|中杯|中码
extra large: extra large|xl|加大|加大码|加大号
black: black|黑色|黑的
white: white|白色|白的
red: red|红色|红的
blue: blue|蓝色|蓝的
green: green|绿色|绿的
yellow: yellow|黄色|黄的
grey: grey|gray|灰色|灰的
silver: silver|银色
pink: pink|粉色|粉红
indoor: indoor|indoors|inside|室内|里面
outdoor: outdoor|outdoors|outside|on the terrace|室外|户外|露天|外面
express: express|express shipping|快递|加急件|特快|次日达
standard: standard|standard shipping|regular|普通|标准
pickup: pick up|pickup|collect it|自提|自取
buy: buy|purchase|买|购买
rent: rent|租
beginner: beginner|novice|初级|入门|零基础
intermediate: intermediate|中级
advanced: advanced|高级|进阶
pdf: pdf
word: word|docx|word document|word文档
markdown: markdown|md
male: male|man|男
female: female|woman|女
"""
"""Choices that schemas offer, with the words for them: one line for each meaning."""

_GROUPS = {
    head: frozenset([head, *words.strip().split("|")])
    for head, _, words in (line.partition(":") for line in _SAME.strip().splitlines())
}
_CLASSES = frozenset({"meals", "transport", "lodging", "office"})
"""Meanings whose words are examples of them: a taxi is transport, but transport is no taxi."""

_VAGUE = frozenset(
    "first second low medium high normal moderate small large s m l xl other others none any all general"
    " main standard regular live middle"
    " english chinese german french japanese spanish korean morning afternoon evening word card food car"
    " bus drive driving fly flying train plane taxi walking hotel 高 低 一般 普通 正式 随便 中等 男 女 测试"
    " 生产 租 买 快递 上午 下午 晚上 早上 里面 外面 inside outside man woman buy rent single double"
    " business coach test testing open closed yes no new used casual friendly formal"
    " express collect it friends lunch dinner breakfast 吃饭 coach".split()
)
"""Words that mean a choice only where the field is named or asked for, or the sentence gives nothing else."""

_GIVES = Regex(
    r"\b(?:i'd|we'd|i would|we would|i want|we want|i need|we need|i'll|we'll|prefer|please|book|put|let's"
    r"|go with|go for|make it|take|use|choose|rather|switch|change|give|get|send|write|deploy|do it|keep|set"
    r"|mark|goes? to|go to|move to|roll|push|ship|releas\w+|want|need|sit|travel|pay|spent|paid|pick|like"
    r"|has to be|should be|must be)\b"
    r"|要|想|选|坐|用|订|换|改|吧|给我|请|就|花|付|来|发|写|走|上|定|住|是|喜欢|打",
    re.IGNORECASE,
)
OWN_CHOICE_LEADS = Regex(
    r"\b(?:my|the old|the last) (?:\w+ ){0,2}(?:is|was|are|were)\b|我(?:这|那|原来|家|的)", re.IGNORECASE
)
"""Leads to what somebody has already, which is no wish."""

_PLEASE = Regex(r"\b(?:please|instead|this time|for (?:me|us)|would be|if possible)\b|吧|谢谢|就行|就好", re.IGNORECASE)
_LINK = Regex(
    r"(?:[\s:=,]|\b(?:is|are|to|should|must|will|would|be|it|the|a|set|of|rather|now|very|in|as|by|on)\b"
    r"|[是为就要用选改成到调设换写定的坐得更]|应该|最好|还是)*",
    re.IGNORECASE,
)
_LANGUAGE_CUE = Regex(
    r"\b(?:in|into|use|language:?(?: is)?|translate (?:it )?(?:to|into))\s+$|(?:用|写成|语言(?:是|用|:)?|以"
    r"|换成|改成|翻译成|要)\s*$",
    re.IGNORECASE,
)
_SIZE_CUE = Regex(r"\b(?:size|in|in an?|an?|take|make it)\s+$|(?:码|号|要|选|穿|尺码|换|,|^)\s*$", re.IGNORECASE)
_TONE_CUE = Regex(
    r"\b(?:keep|make|tone|style|more|sound|write|be|less|it|and|bit|fairly|very|rather)\s+(?:it )?(?:more "
    r"|very |a bit |quite )?$|(?:语气|口吻|风格|写得|要|更|写|用词)[^,.]{0,4}$",
    re.IGNORECASE,
)
_TRANSPORT_CUE = Regex(
    r"\b(?:by|take|taking|a|an|want|prefer|book|via|go by|travel by)(?: the| a)? $|(?:坐|乘|搭|买|订|的|改"
    r"|换成|改成)\s*$",
    re.IGNORECASE,
)
_SPEND_CUE = Regex(r"\b(?:spent|paid|on|for|a|the|cost|bill)\b|花|付|报|打|费|吃|住|坐|买", re.IGNORECASE)
FILLER_WORDS = Regex(
    r"(?:\s|\b(?:please|then|seat|class|one|a|an|the|option|i'd|say|just|ok|okay|yes|yeah|hmm|well|um"
    r"|go with|let's|make it|would be|be|great|nice|for me|take|prefer|i|by|on|in|it|is|with|thanks"
    r"|thank you|definitely|of course|sure|rather|like|for us|do|would|we|need|want|instead|uh)\b|[,.!;。、]"
    r"|吧|的|就|要|选|我|还是|嗯|好|位置|位|座|那|都|想|坐|用|呢|啊|哦|可以|请|给|喜欢|谢谢|是|了|一点"
    r"|靠|付|支付|结账)*",
    re.IGNORECASE,
)


_LAST = Regex(r" (?:class|seat|room|environment)$|(?:座位|位|座|舱)$")
_NOTHING = Regex(r"(?!)")
_BEHIND = {
    SlotKind.SIZE: Regex("码|号|$"),
    SlotKind.LANGUAGE: Regex(r"\s?(?:邮件|版|信|回复|e-?mail|mail|letter|version)"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceForm:
    """A word for a choice."""

    choice: str
    words: Regex[str]
    vague: bool


@cached(maxsize=256)
def choice_forms(choices: tuple[str, ...]) -> tuple[ChoiceForm, ...]:
    """The words for each of some choices; a word that two of them could mean is none, longer ones first."""
    owners: dict[str, set[str]] = {}
    for choice in choices:
        for word in _words(choice):
            owners.setdefault(word, set()).add(choice)
    own = {choice.casefold().strip(): choice for choice in choices}
    found = [
        ChoiceForm(
            choice=own.get(word) or min(of),
            words=_pattern(word),
            vague=word in _VAGUE or len(word) < 2 or word.isdigit(),
        )
        for word, of in owners.items()
        if len(of) == 1 or word in own
    ]
    return tuple(sorted(found, key=lambda form: -len(form.words.pattern)))


def _words(choice: str) -> set[str]:
    plain = re.sub(r"[_\-]+", " ", choice).casefold().strip()
    found = {choice.casefold().strip(), plain}
    core = _LAST.sub("", plain)
    for head, group in _GROUPS.items():
        if core == head or plain == head or (head not in _CLASSES and (plain in group or core in group)):
            found |= group
    if plain in ("hotel", "food", "travel", "酒店", "餐饮", "交通"):
        found |= _GROUPS[
            {"hotel": "lodging", "酒店": "lodging", "food": "meals", "餐饮": "meals"}.get(plain, "transport")
        ]
    return found - {""}


def _pattern(word: str) -> Regex[str]:
    escaped = re.escape(word).replace(r"\ ", r"[ -]")
    return Regex(
        escaped if re.search(f"[{HAN}]", word) else rf"(?<![A-Za-z0-9]){escaped}(?![A-Za-z0-9])", re.IGNORECASE
    )


def choice_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Choices a message takes, for fields that offer some."""
    for sense in senses:
        if sense.kind is FieldType.CHOICE and sense.field.choices:
            yield from _of(heard, sense)


def _of(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    taken: list[tuple[int, int]] = []
    for form in choice_forms(sense.field.choices):
        for match in form.words.finditer(heard.text):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            confidence = _confidence(heard, sense, form, match)
            if confidence:
                value: Json = [form.choice] if sense.many else form.choice
                yield SlotCandidate(
                    sense=sense,
                    value=value,
                    start=match.start(),
                    end=match.end(),
                    confidence=confidence,
                    adds=sense.many,
                )
    if sense.slot is SlotKind.CURRENCY:
        yield from _currency(heard, sense)


def _confidence(heard: ParsedMessage, sense: FieldSense, form: ChoiceForm, match: re.Match[str]) -> float:
    """How surely a word takes its choice; 0 where it does not."""
    past = sense.slot in (SlotKind.CATEGORY, SlotKind.CURRENCY, SlotKind.PAYMENT)
    if not heard.says(match.start(), past=past) or heard.denied(match.start()) or _either(heard, sense, match):
        return 0.0
    words = heard.clause(match.start())
    before, after = heard.before(match.start()), heard.after(match.start(), match.end())
    alone = FILLER_WORDS.fullmatch(before) and FILLER_WORDS.fullmatch(after)
    if sense.slot in (SlotKind.SIZE, SlotKind.COLOUR) and OWN_CHOICE_LEADS.search(before):
        return 0.0
    short = FILLER_WORDS.fullmatch(before) and sense.label and FILLER_WORDS.fullmatch(sense.label.sub("", after))
    if sense.label and _named(
        sense.label, before, after, gives=bool(alone or short or _GIVES.search(before) or _PLEASE.search(after))
    ):
        return NAMED_CHOICE_CONFIDENCE
    if alone and (not form.vague or sense.slot in (SlotKind.SEAT, SlotKind.CABIN)):
        return ALONE_CHOICE_CONFIDENCE
    own = {
        SlotKind.LANGUAGE: _LANGUAGE_CUE,
        SlotKind.SIZE: _SIZE_CUE,
        SlotKind.TONE: _TONE_CUE,
        SlotKind.TRANSPORT: _TRANSPORT_CUE,
    }.get(sense.slot)
    if own is not None:
        return CLEAR_CHOICE_CONFIDENCE if own.search(before) or _BEHIND.get(sense.slot, _NOTHING).match(after) else 0.0
    if sense.slot is SlotKind.CATEGORY:
        return CLEAR_CHOICE_CONFIDENCE if _SPEND_CUE.search(words) and heard.amounts else 0.0
    return CLEAR_CHOICE_CONFIDENCE if not form.vague and (_GIVES.search(before) or _PLEASE.search(after)) else 0.0


def _named(label: Regex[str], before: str, after: str, *, gives: bool) -> bool:
    """Whether the field's name leads to a choice, or stands behind it in a clause that gives something."""
    led = any(_LINK.fullmatch(before, found.end()) for found in label.finditer(before))
    return led or (gives and label.match(after.lstrip(" 的")) is not None)


def _either(heard: ParsedMessage, sense: FieldSense, match: re.Match[str]) -> bool:
    """Whether another choice of the field stands beside it and which of them is left open: "window or aisle"."""
    near = heard.text[max(0, match.start() - 16) : match.end() + 16]
    return re.search(r"\bor\b|还是|或", near, re.IGNORECASE) is not None and any(
        form.choice != match.group() and form.words.search(near.replace(match.group(), "", 1))
        for form in choice_forms(sense.field.choices)
    )


def _currency(heard: ParsedMessage, sense: FieldSense) -> Iterator[SlotCandidate]:
    for amount in heard.amounts:
        found = [
            choice
            for choice in sense.field.choices
            if amount.currency and choice.casefold() == amount.currency.casefold()
        ]
        if found and heard.says(amount.start, past=True) and not heard.denied(amount.start):
            yield SlotCandidate(
                sense=sense, value=found[0], start=amount.start, end=amount.end, confidence=CLEAR_CHOICE_CONFIDENCE
            )
